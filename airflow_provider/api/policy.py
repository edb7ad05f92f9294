"""
What one attempt means, decided without touching the network.

Both send loops ask `settle` after every attempt, so neither has rules of its own.
The table of outcomes is in docs/explanation/cost-and-retries.md; this module is the only one that applies it.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import Enum

from airflow_provider.api.answers import Answer, DeleteAnswer, read_tokens
from airflow_provider.api.body import decode, error_text, fields
from airflow_provider.api.request import Request
from airflow_provider.errors import (
    AuthenticationError,
    CertificateError,
    ContentAIError,
    InvalidRequestError,
    NoAnswerError,
    NotFoundError,
    NotSentError,
    PageUnreachableError,
    RateLimitError,
    RedirectError,
    ServerError,
    UnexpectedAnswerError,
    quote,
)

FIRST_BACKOFF = 1.0


@dataclass(frozen=True)
class Limits:
    """How often one request is sent inside a task, and the longest pause between, in seconds."""

    max_attempts: int = 3
    max_wait: float = 60.0


@dataclass(frozen=True)
class Reply:
    """A complete answer of whatever status; headers are asked for by names in lower case."""

    status: int
    headers: Mapping[str, str]
    body: bytes


class Broken(Enum):
    """How far a request came that got no complete answer."""

    CERTIFICATE = "the TLS certificate was refused"
    NOT_SENT = "no connection came about"
    NO_ANSWER = "no complete answer came"


@dataclass(frozen=True)
class Failure:
    """No complete answer; *reason* is the transport's own word for it."""

    kind: Broken
    reason: str


Outcome = Reply | Failure


@dataclass(frozen=True)
class Wait:
    """Send the same request again after *seconds*; *limited* when the service asked for it; *why* is for the log."""

    seconds: float
    why: str
    limited: bool = False


def settle(request: Request, attempt: int, outcome: Outcome, limits: Limits, *, secret: str = "") -> Answer | Wait:
    """
    Turn the outcome of attempt number *attempt* (from 1) into the next move.

    Returns the answer, or how many seconds to `Wait` before sending the same request again.
    Raises a `ContentAIError` once sending again cannot help, or could be billed twice.
    Whatever the error quotes is without *secret*.
    """
    try:
        return _answer(request, outcome, secret)
    except (NotSentError, RateLimitError) as error:
        if attempt >= limits.max_attempts:
            raise
        limited = isinstance(error, RateLimitError)
        if error.retry_after is None:
            return Wait(min(backoff(attempt), limits.max_wait), str(error), limited)
        if error.retry_after <= limits.max_wait:
            return Wait(error.retry_after, str(error), limited)
        raise RateLimitError(
            f"{error} That is longer than max_wait ({limits.max_wait:g} s). The task will retry after that delay.",
            status=error.status,
            retry_after=error.retry_after,
        ) from None


def backoff(attempt: int) -> float:
    """Return the pause after attempt number *attempt*, in seconds: doubling, with jitter."""
    return FIRST_BACKOFF * 2.0 ** (attempt - 1) * random.uniform(0.5, 1.0)  # noqa: S311 - spreads load, keeps no secret


def retry_after(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """Return the seconds that `Retry-After` names, as a number or as a date; None when it names none."""
    value = headers.get("retry-after", "").strip()
    if value.isascii() and value.isdigit():
        return float(value)
    try:
        date = parsedate_to_datetime(value)
    except ValueError:
        return None
    if date.tzinfo is None:
        date = date.replace(tzinfo=UTC)
    return max(0.0, (date - (now or datetime.now(UTC))).total_seconds())


def _answer(request: Request, outcome: Outcome, secret: str) -> Answer:
    call = f"{request.method} {request.path}"
    if isinstance(outcome, Failure):
        raise _FAILURES[outcome.kind](f"{call}: {outcome.kind.value} ({quote(outcome.reason, secret=secret)}).")
    if 200 <= outcome.status < 300:  # noqa: PLR2004 - the class of success
        return _read(request, outcome, call, secret)
    if outcome.status == 404 and request.missing == "gone":  # noqa: PLR2004 - Not Found
        text = error_text(outcome.body) or "The collection does not exist."
        return DeleteAnswer(message=quote(text, secret=secret), existed=False)
    raise _refusal(request, outcome, call, secret)


_FAILURES: dict[Broken, type[ContentAIError]] = {
    Broken.CERTIFICATE: CertificateError,
    Broken.NOT_SENT: NotSentError,
    Broken.NO_ANSWER: NoAnswerError,
}


def _read(request: Request, reply: Reply, call: str, secret: str) -> Answer:
    tokens = None
    try:
        body = decode(reply.body, reply.headers.get("content-type", ""))
        tokens = read_tokens(body.get("tokens"))
        if body.get("success") is not True:
            detail = error_text(reply.body) or f"'success' is {body.get('success')!r}"
            raise ValueError(f"no success: {detail}")  # noqa: TRY301 - one place words all of them
        return request.read(body)
    except ValueError as error:
        raise UnexpectedAnswerError(
            f"{call} was answered {reply.status}, but {quote(str(error), secret=secret)}. The call counts as billed.",
            status=reply.status,
            tokens=tokens,
        ) from None


def _refusal(request: Request, reply: Reply, call: str, secret: str) -> ContentAIError:
    status = reply.status
    wait = retry_after(reply.headers)
    said = quote(error_text(reply.body), secret=secret)
    message = f"{call} was answered {status}" + (f": {said.rstrip('.')}." if said else ".")
    if 300 <= status < 400:  # noqa: PLR2004 - the class of redirects
        target = quote(reply.headers.get("location", "nowhere"), secret=secret)
        return RedirectError(
            f"{call} was redirected to {target}, which is not followed: the token stays with the service. "
            "Correct the connection's host.",
            status=status,
        )
    if status == 429 or (status == 503 and wait is not None):  # noqa: PLR2004 - Too Many Requests, Unavailable
        told = "" if wait is None else f" It asks to wait {wait:g} s."
        return RateLimitError(message + told, status=status, retry_after=wait)
    if status >= 500:  # noqa: PLR2004 - the class of server errors
        tokens = read_tokens(fields(reply.body).get("tokens"))
        return ServerError(f"{message} It may have been billed.", status=status, retry_after=wait, tokens=tokens)
    return _client_error(request, status, message)


def _client_error(request: Request, status: int, message: str) -> ContentAIError:
    if status in (401, 403):
        return AuthenticationError(f"{message} Check the connection's Password and auth_prefix.", status=status)
    if status == 404:  # noqa: PLR2004 - Not Found
        if request.missing == "page":
            return PageUnreachableError(f"{message} The service cannot load {request.subject}.", status=status)
        return NotFoundError(f"{message} Check {request.subject!r} and the connection's host.", status=status)
    return InvalidRequestError(message, status=status)
