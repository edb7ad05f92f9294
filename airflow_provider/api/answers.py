"""
The contract's answers and what they cost, as data (2.5).

Decides what counts as a reported token; knows nothing of who asked or why.
"""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, ClassVar, Self

from airflow_provider.api.money import NOTHING, Money, in_words
from airflow_provider.errors import ContentAIError

# A count is stored and summed as a whole number of 64 bits.
MOST_TOKENS = 2**63 - 1


@dataclass(frozen=True)
class Usage:
    """
    What calls consumed: a sum that one call, one task or one run can have.

    `calls` were, or may have been, billed; of these `unreported_calls` named no tokens, and `unpriced_calls` have no
    price, so that they are not in `cost`.
    `unconfirmed_calls` were sent and got no complete answer.
    `reused_calls` were not sent, for their answers were paid before; `saved` is what they would have cost.
    `tokens` is None, never 0, while no call has reported any.
    """

    calls: int = 0
    tokens: int | None = None
    unreported_calls: int = 0
    unconfirmed_calls: int = 0
    unpriced_calls: int = 0
    reused_calls: int = 0
    cost: Money = NOTHING
    saved: Money = NOTHING

    def __add__(self, other: Usage) -> Usage:
        reported = [tokens for tokens in (self.tokens, other.tokens) if tokens is not None]
        return Usage(
            self.calls + other.calls,
            sum(reported) if reported else None,
            self.unreported_calls + other.unreported_calls,
            self.unconfirmed_calls + other.unconfirmed_calls,
            self.unpriced_calls + other.unpriced_calls,
            self.reused_calls + other.reused_calls,
            self.cost + other.cost,
            self.saved + other.saved,
        )

    def without(self, part: Usage) -> Usage:
        """Return what is left without *part*, nothing below 0."""
        return Usage(
            max(0, self.calls - part.calls),
            None if self.tokens is None else max(0, self.tokens - (part.tokens or 0)),
            max(0, self.unreported_calls - part.unreported_calls),
            max(0, self.unconfirmed_calls - part.unconfirmed_calls),
            max(0, self.unpriced_calls - part.unpriced_calls),
            max(0, self.reused_calls - part.reused_calls),
            self.cost.without(part.cost),
            self.saved.without(part.saved),
        )

    @property
    def is_at_least(self) -> bool:
        """Whether more may have been paid than `cost` says."""
        return bool(self.unpriced_calls or self.unconfirmed_calls)

    @property
    def cost_in_words(self) -> str | None:
        """The cost, as "at least" where it is no more than that; None while nothing has a price."""
        return f"{'at least ' if self.is_at_least else ''}{self.cost}" if self.cost else None

    def __str__(self) -> str:
        said = [in_words(self.calls, "call")]
        if self.unconfirmed_calls:
            said.append(f"{in_words(self.unconfirmed_calls, 'call')} without an answer")
        if self.reused_calls:
            said.append(f"{in_words(self.reused_calls, 'answer')} used again")
        if self.tokens is not None:
            said.append(in_words(self.tokens, "token"))
        if self.unreported_calls:
            said.append("tokens not reported" + (f" by {self.unreported_calls:,}" if self.tokens is not None else ""))
        return ", ".join([*said, *([cost] if (cost := self.cost_in_words) else [])])

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


@dataclass(frozen=True, kw_only=True, repr=False)
class Answer:
    """A successful answer (contract 2.5). `tokens` is None where the service does not report them."""

    # Of which type what is kept of an answer has to be, to be one again.
    kept_types: ClassVar[Mapping[str, tuple[type, ...]]] = {}

    tokens: int | None = None
    success: bool = True

    def __repr__(self) -> str:
        # Shortened: asyncio shows what a task returns, and would take as much memory again for a large answer.
        shown = (f"{field.name}={reprlib.repr(getattr(self, field.name))}" for field in fields(self))
        return f"{type(self).__name__}({', '.join(shown)})"

    @property
    def kept(self) -> dict[str, Any]:
        """What `revived` makes the answer from, as JSON values."""
        return {field.name: getattr(self, field.name) for field in fields(self) if field.name != "success"}

    @classmethod
    def revived(cls, kept: object) -> Self:
        """Return the answer whose `kept` is *kept*, further ones ignored; raises ValueError if they are damaged."""
        if not isinstance(kept, Mapping):
            raise ValueError("it is damaged")  # noqa: TRY004 - the stored value's fault, not a caller's type
        names = {field.name for field in fields(cls)} - {"success"}
        known = {name: kept[name] for name in names if name in kept}
        for name, kinds in cls.kept_types.items():
            if not isinstance(known.get(name), kinds):
                raise ValueError(f"its {name} is damaged")  # noqa: TRY004 - as above
        return cls(**{**known, "tokens": read_tokens(known.get("tokens"))})

    @property
    def usage(self) -> Usage:
        """What this call consumed."""
        return Usage.of_call(self.tokens)


@dataclass(frozen=True, kw_only=True, repr=False)
class ExtractAnswer(Answer):
    """`response`: rows when a `json_schema` was given, text otherwise."""

    kept_types: ClassVar[Mapping[str, tuple[type, ...]]] = {"response": (list, str)}

    response: list[dict[str, Any]] | str


@dataclass(frozen=True, kw_only=True, repr=False)
class TextAnswer(Answer):
    """`response`: Markdown, or a conversational reply."""

    kept_types: ClassVar[Mapping[str, tuple[type, ...]]] = {"response": (str,)}

    response: str


@dataclass(frozen=True, kw_only=True, repr=False)
class QueryAnswer(Answer):
    """`response`: one object, or a list of them when the schema was a list."""

    kept_types: ClassVar[Mapping[str, tuple[type, ...]]] = {"response": (list, dict)}

    response: list[dict[str, Any]] | dict[str, Any]


@dataclass(frozen=True, kw_only=True, repr=False)
class DeleteAnswer(Answer):
    """`message`: the service's words; `existed` is False when the collection was gone already."""

    kept_types: ClassVar[Mapping[str, tuple[type, ...]]] = {"message": (str,), "existed": (bool,)}

    message: str = ""
    existed: bool = True

    @property
    def usage(self) -> Usage:
        """What this call consumed; nothing when there was nothing to delete."""
        return super().usage if self.existed else Usage()


def read_tokens(value: object) -> int | None:
    """Return a token count; None for anything that is not one, such as what is below 0 or beyond 64 bits."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, str) and value.isdecimal() and len(value) <= len(str(MOST_TOKENS)):
        value = int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_TOKENS else None


def text_in(body: Mapping[str, Any]) -> str:
    """Return the text of an answer's *body*; raises ValueError if it has none."""
    response = body.get("response")
    if not isinstance(response, str):
        raise ValueError("'response' is not a string")  # noqa: TRY004 - the answer's fault, not a caller's type
    return response


def rows_in(response: object) -> list[dict[str, Any]]:
    """Return *response* as rows, an object being one; raises ValueError if it is neither that nor a list of them."""
    rows = [response] if isinstance(response, Mapping) else response
    if not isinstance(rows, list):
        raise ValueError("'response' is neither an array nor an object although a json_schema was given")  # noqa: TRY004 - the answer's fault
    for number, row in enumerate(rows, 1):
        if not isinstance(row, Mapping):
            raise ValueError(f"item {number} of 'response' is not an object")  # noqa: TRY004 - the answer's fault
    return rows
