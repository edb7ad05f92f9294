"""
The contract's answers and what they cost, as data (2.5).

Decides what counts as a reported token; knows nothing of who asked or why.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from airflow_provider.errors import ContentAIError


@dataclass(frozen=True)
class Usage:
    """
    What calls consumed: a sum that one call, one task or one run can have.

    `calls` were, or may have been, billed; of these `unreported_calls` named no tokens.
    `unconfirmed_calls` were sent and got no complete answer.
    `tokens` is None, never 0, while no call has reported any.
    """

    calls: int = 0
    tokens: int | None = None
    unreported_calls: int = 0
    unconfirmed_calls: int = 0

    def __add__(self, other: Usage) -> Usage:
        reported = [tokens for tokens in (self.tokens, other.tokens) if tokens is not None]
        return Usage(
            self.calls + other.calls,
            sum(reported) if reported else None,
            self.unreported_calls + other.unreported_calls,
            self.unconfirmed_calls + other.unconfirmed_calls,
        )

    @classmethod
    def of_call(cls, tokens: int | None) -> Usage:
        """Return the usage of one answered call."""
        return cls(calls=1, tokens=tokens, unreported_calls=int(tokens is None))

    @classmethod
    def of_error(cls, error: ContentAIError) -> Usage:
        """Return the usage of one call that ended in *error*; a refused one used nothing."""
        if error.billed == "no":
            return cls()
        return cls.of_call(error.tokens) if error.answered else cls(unconfirmed_calls=1)


@dataclass(frozen=True, kw_only=True)
class Answer:
    """A successful answer (contract 2.5). `tokens` is None where the service does not report them."""

    tokens: int | None = None
    success: bool = True

    @property
    def usage(self) -> Usage:
        """What this call consumed."""
        return Usage.of_call(self.tokens)


@dataclass(frozen=True, kw_only=True)
class ExtractAnswer(Answer):
    """`response`: rows when a `json_schema` was given, text otherwise."""

    response: list[dict[str, Any]] | str


@dataclass(frozen=True, kw_only=True)
class TextAnswer(Answer):
    """`response`: Markdown, or a conversational reply."""

    response: str


@dataclass(frozen=True, kw_only=True)
class QueryAnswer(Answer):
    """`response`: one object, or a list of them when the schema was a list."""

    response: list[dict[str, Any]] | dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class DeleteAnswer(Answer):
    """`message`: the service's words; `existed` is False when the collection was gone already."""

    message: str = ""
    existed: bool = True

    @property
    def usage(self) -> Usage:
        """What this call consumed; nothing when there was nothing to delete."""
        return super().usage if self.existed else Usage()


def read_tokens(value: object) -> int | None:
    """Return a token count, None for anything that is not one."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, str) and value.isdecimal() and len(value) < 19:  # noqa: PLR2004 - fits 64 bits
        value = int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None
