"""
One tree of errors, shared by the client, the hook and the operators.

    ContentAIError
    ├── RefusedError               nothing was done, and the same request will be refused again
    │   ├── InvalidRequestError    400, 413, 415, 422 or another 4xx; or refused here before sending
    │   │   └── SchemaError        json_schema cannot be expressed
    │   ├── ConnectionConfigError  the Airflow connection is incomplete or contradicts itself
    │   ├── AuthenticationError    401, 403
    │   ├── NotFoundError          404 from text generation or a query
    │   ├── CertificateError       the server's TLS certificate was refused
    │   ├── MissingExtraError      a package of an extra is not installed here
    │   ├── BudgetExceededError    the budget of the run or task has no room for another call
    │   └── RedirectError          the service points elsewhere; the token does not follow
    ├── PageUnreachableError       404 from extract or Markdown: the service cannot load the page
    ├── NotSentError               DNS, refused, connect timeout: the request never left
    ├── LimitsUnavailableError     Redis, which has the shared limits, cannot be asked; nothing was sent
    ├── RateLimitError             429, or 503 with Retry-After, for longer than max_wait
    ├── ServerError                any other 5xx
    ├── NoAnswerError              sent, but no complete answer: read timeout, connection cut
    ├── UnexpectedAnswerError      200, but `success` is false or the body is not the contract's
    │   └── RowError               a row cannot be cast to json_schema
    ├── AnswerTooLargeError        200, but more than max_answer_bytes; what was read is dropped
    ├── ExpectationError           the rows are not what `expect=` or a pydantic model says; the answers are kept
    ├── TooManyFailuresError       more items of a batch failed than max_failures; what was answered is kept
    ├── NothingSucceededError      every item of a batch failed; what failed may pass
    │   └── NothingCanSucceedError every item of a batch failed, each for what will not pass
    ├── BatchStoppedError          a batch was told to end; what was answered is kept
    └── ResultError                the answer is fine, but cannot be written or is too large

What a caller needs to decide is data on the class: `retryable` says whether Airflow should try again,
`billed` whether the service may charge for the call, `answered` whether a complete answer came.
"""

from __future__ import annotations

import functools
import html
import re
from collections.abc import Collection
from typing import ClassVar, Literal

Billed = Literal["no", "maybe", "yes"]

QUOTE_LIMIT = 500
# A shorter secret is also a piece of ordinary words: it is looked for only where it stands alone.
_FREE_STANDING = 6
# Fewer characters of a secret give nothing away.
_CUT_OFF = 4


class ContentAIError(Exception):
    """
    Base of every error of this provider.

    `status` is the HTTP status, None when no answer came.
    `retry_after` is how many seconds the service asked to be left alone, None when it did not say.
    `tokens` is what a refused answer says it consumed, None when it does not say.
    """

    retryable: ClassVar[bool] = False
    billed: ClassVar[Billed] = "no"
    answered: ClassVar[bool] = True

    def __init__(
        self,
        message: str,
        *,
        status: int | None = None,
        retry_after: float | None = None,
        tokens: int | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.retry_after = retry_after
        self.tokens = tokens

    def __reduce__(self) -> tuple[object, ...]:
        # Airflow carries exceptions between processes; keyword-only arguments do not pickle by themselves.
        return _rebuild, (type(self), str(self), self.__dict__)


def _rebuild(cls: type[ContentAIError], message: str, state: dict[str, object]) -> ContentAIError:
    error = cls(message)
    error.__dict__.update(state)
    return error


class RefusedError(ContentAIError):
    """Nothing was done, and asking again would be refused again: a person has to change something."""


class InvalidRequestError(RefusedError):
    """The request is wrong, found out here before sending or by the service (contract 7.1)."""


class SchemaError(InvalidRequestError):
    """A `json_schema` that the service has no words for (contract 2.3 and 2.4); nothing was sent."""

    answered = False


class ConnectionConfigError(RefusedError):
    """The Airflow connection is incomplete or wrong; nothing was sent."""

    answered = False


class AuthenticationError(RefusedError):
    """The token was refused (contract 5)."""


class NotFoundError(RefusedError):
    """The service does not know what the request is about, such as a collection."""


class CertificateError(RefusedError):
    """The TLS certificate of the service was not accepted; nothing was sent."""

    answered = False


class MissingExtraError(RefusedError):
    """A package that an extra brings is not installed here; nothing was sent."""

    answered = False


class BudgetExceededError(RefusedError):
    """The run or the task has spent its budget; nothing was sent."""

    answered = False


class RedirectError(RefusedError):
    """The service answered with a redirect; it is not followed, for it would carry the token away."""


class PageUnreachableError(ContentAIError):
    """The service could not load the page or file (contract 7.1, 404); pages come back."""

    retryable = True


class NotSentError(ContentAIError):
    """No connection to the service came about, so the request was never sent."""

    retryable = True
    answered = False


class LimitsUnavailableError(ContentAIError):
    """Redis, which has the limits that all workers share, cannot be asked; nothing was sent without them."""

    retryable = True
    answered = False


class RateLimitError(ContentAIError):
    """The service asks to be left alone, for `retry_after` seconds where it says so."""

    retryable = True


class ServerError(ContentAIError):
    """The service failed (5xx); it may have worked, and charged, before it did."""

    retryable = True
    billed = "maybe"


class NoAnswerError(ContentAIError):
    """The request was sent and no complete answer came; it may have been carried out and charged."""

    retryable = True
    billed = "maybe"
    answered = False


class UnexpectedAnswerError(ContentAIError):
    """The service answered 200 with something that is not a success in the contract's form (2.5)."""

    retryable = True
    billed = "yes"


class RowError(UnexpectedAnswerError):
    """A row of a paid answer cannot be cast to the schema; names the row and the field."""


class AnswerTooLargeError(ContentAIError):
    """The service answered with more than `max_answer_bytes`; asking again would be paid for, and end the same."""

    billed = "yes"


class ResultError(ContentAIError):
    """A paid answer is at hand but cannot be delivered; a retry uses the kept answer and sends nothing."""

    retryable = True


class ExpectationError(ContentAIError):
    """Paid rows are not what the user expects; the answers are kept, so a clear after a correction pays nothing."""


class TooManyFailuresError(ContentAIError):
    """More items of a batch failed than may; a retry asks only those that have no answer."""

    retryable = True


class NothingSucceededError(ContentAIError):
    """Every item of a batch failed, at least one of them for what may pass; a retry asks them again."""

    retryable = True


class NothingCanSucceedError(NothingSucceededError):
    """Every item of a batch failed, each for what will not pass: a person has to change something."""

    retryable = False


class BatchStoppedError(ContentAIError):
    """A batch was told to end before it was done; a retry asks only what has no answer."""

    retryable = True


def quote(text: str, *, secrets: Collection[str] = ()) -> str:
    """Return *text* on one line, safe to show: without *secrets* in any spelling, at most 500 characters."""
    # The longest first: one secret may be a part of another.
    for secret in sorted(filter(None, secrets), key=len, reverse=True):
        text = _pattern(secret).sub("***", text)
        # A text that was cut may end in the middle of a secret.
        for size in range(len(secret) - 1, _CUT_OFF - 1, -1):
            if text.endswith(secret[:size]):
                text = f"{text[:-size]}***"
                break
    line = " ".join(text.split())
    return line if len(line) <= QUOTE_LIMIT else line[: QUOTE_LIMIT - 1] + "…"


@functools.lru_cache(maxsize=64)
def _pattern(secret: str) -> re.Pattern[str]:
    """Return what finds *secret*, however a server that repeats it has escaped it on the way."""
    spelled = "".join(map(_spellings, re.findall(r"\\+|.", secret, re.DOTALL)))
    if len(secret) < _FREE_STANDING:
        spelled = f"(?<![a-z0-9]){spelled}(?![a-z0-9])"
    return re.compile(spelled, re.IGNORECASE)


def _spellings(piece: str) -> str:
    """Return a pattern for *piece*, one character or backslashes, as JSON, Python, HTML or a URL may escape it."""
    character, count = piece[0], len(piece)
    if character.isascii() and character.isalnum():
        return character
    code = ord(character)
    named = re.escape(html.escape(character).strip("&;"))
    in_html = rf"&(?:{named}|#0*{code}|#x0*{code:x});"
    in_url = "".join(f"%(?:25)*{byte:02x}" for byte in character.encode(errors="replace"))
    escaped = rf"\\{{1,3}}+(?:u{code:04x}|x{code:02x})"
    # Possessive and bounded: a long run of backslashes would otherwise be tried in all its parts.
    plain = rf"\\{{{count},{4 * count}}}+" if character == "\\" else rf"\\{{0,3}}+{re.escape(character)}"
    space = "|[+]" if character == " " else ""
    return f"(?:(?:{in_html}|{in_url}|{escaped}){{{count}}}|{plain}{space})"
