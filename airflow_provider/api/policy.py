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
from http import HTTPStatus

from airflow_provider.api.answers import Answer, DeleteAnswer, read_tokens
from airflow_provider.api.body import SHOWN, decode, error_text, fields, said_in, start_of
from airflow_provider.api.footprint import OutOfRoomError, Room
from airflow_provider.api.outcomes import Broken, Failure, Outcome, Reply, TooLarge
from airflow_provider.api.request import Request
from airflow_provider.api.words import Service, Words
from airflow_provider.errors import (
    AnswerTooLargeError,
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
)

FIRST_BACKOFF = 1.0
UNNAMED = Service()


@dataclass(frozen=True)
class Limits:
    """How often one request is sent inside a task, the longest pause between, in seconds, and the largest answer."""

    max_attempts: int = 3
    max_wait: float = 60.0
    max_answer_bytes: int = 100_000_000


@dataclass(frozen=True)
class Wait:
    """Send the same request again after *seconds*; *limited* when the service asked for it; *why* is for the log."""

    seconds: float
    why: str
    limited: bool = False


def pause_in(result: object) -> float | None:
    """Return for how many seconds the service asks to be left alone, as *result* of an attempt says; None if not."""
    if isinstance(result, Wait):
        return result.seconds if result.limited else None
    return (result.retry_after or 1.0) if isinstance(result, RateLimitError) else None


def settle(
    request: Request, attempt: int, outcome: Outcome, limits: Limits, service: Service = UNNAMED
) -> Answer | Wait:
    """
    Turn the outcome of attempt number *attempt* (from 1) into the next move.

    Returns the answer, or how many seconds to `Wait` before sending the same request again.
    Raises a `ContentAIError` once sending again cannot help, or could be billed twice.
    Whatever the error quotes is without the *service*'s secrets.
    """
    try:
        return _answer(request, outcome, limits, service)
    except NotSentError as error:
        if attempt >= limits.max_attempts:
            raise
        return Wait(min(backoff(attempt), limits.max_wait), str(error))
    except RateLimitError as error:
        wait, words = error.retry_after, Words(request, service)
        if attempt >= limits.max_attempts:
            given_up = words.sent_too_often(attempt)
        elif wait is None:
            return Wait(min(backoff(attempt), limits.max_wait), str(error), limited=True)
        elif wait <= limits.max_wait:
            return Wait(wait, str(error), limited=True)
        else:
            given_up = words.waits_too_long(limits.max_wait)
        raise RateLimitError(f"{error} {given_up}", status=error.status, retry_after=wait) from None


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


def _answer(request: Request, outcome: Outcome, limits: Limits, service: Service) -> Answer:
    if isinstance(outcome, Failure):
        kind = _FAILURES.get(outcome.kind, NotSentError)
        raise kind(Words(request, service).broken(outcome, kind.billed))
    if isinstance(outcome, TooLarge):
        raise _too_large(request, outcome.status, limits, service, "more bytes than")
    if HTTPStatus.OK <= outcome.status < HTTPStatus.MULTIPLE_CHOICES:
        read = _read(request, outcome, limits, service)
        if isinstance(read, ContentAIError):
            raise read
        return read
    if outcome.status == HTTPStatus.NOT_FOUND and request.missing == "gone":
        text = error_text(outcome.body) or "The collection does not exist."
        return DeleteAnswer(message=service.quote(text), existed=False)
    raise _refusal(request, outcome, Words(request, service))


_FAILURES: dict[Broken, type[ContentAIError]] = {
    Broken.CERTIFICATE: CertificateError,
    Broken.LATE: NoAnswerError,
    Broken.NO_ANSWER: NoAnswerError,
}


def _read(request: Request, reply: Reply, limits: Limits, service: Service) -> Answer | ContentAIError:
    """Return the answer, or the error to raise: raised from here, it would hold on to all that was read."""
    tokens = None
    # The body itself is gone once it is read.
    beginning = start_of(reply.body, SHOWN)
    room = Room(2 * limits.max_answer_bytes)
    try:
        body = decode(reply.body, reply.headers.get("content-type", ""), room)
        tokens = read_tokens(body.get("tokens"))
        if body.get("success") is True:
            return request.read(body, room)
        problem = f"no success: {said_in(body) or error_text(beginning) or body.get('success')}"
    except OutOfRoomError:
        return _too_large(request, reply.status, limits, service, "more to read than fits into twice")
    except ValueError as error:
        problem = str(error)
    finally:
        reply.forget()
    said = Words(request, service).unexpected(reply, problem, UnexpectedAnswerError.billed)
    return UnexpectedAnswerError(said, status=reply.status, tokens=tokens)


def _too_large(request: Request, status: int, limits: Limits, service: Service, what: str) -> AnswerTooLargeError:
    billed, most = AnswerTooLargeError.billed, limits.max_answer_bytes
    return AnswerTooLargeError(Words(request, service).too_large(status, most, what, billed), status=status)


def _refusal(request: Request, reply: Reply, words: Words) -> ContentAIError:
    status = reply.status
    wait = retry_after(reply.headers)
    if HTTPStatus.MULTIPLE_CHOICES <= status < HTTPStatus.BAD_REQUEST:
        return RedirectError(words.redirected(reply), status=status)
    if status == HTTPStatus.TOO_MANY_REQUESTS or (status == HTTPStatus.SERVICE_UNAVAILABLE and wait is not None):
        return RateLimitError(words.limited(reply, wait), status=status, retry_after=wait)
    if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
        tokens = read_tokens(fields(reply.body).get("tokens"))
        said = words.refused(reply, ServerError.billed)
        return ServerError(said, status=status, retry_after=wait, tokens=tokens)
    kind = _client_error(request, status)
    return kind(words.refused(reply, kind.billed), status=status)


def _client_error(request: Request, status: int) -> type[ContentAIError]:
    if status in (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN):
        return AuthenticationError
    if status == HTTPStatus.NOT_FOUND:
        return PageUnreachableError if request.missing == "page" else NotFoundError
    return InvalidRequestError
