"""Every row of the table of outcomes: what one attempt leads to."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Literal

import pytest

from airflow_provider import errors
from airflow_provider.api.answers import DeleteAnswer
from airflow_provider.api.outcomes import Broken, Failure, Outcome, Reply, TooLarge
from airflow_provider.api.policy import Limits, Wait, backoff, settle
from airflow_provider.api.request import Request
from airflow_provider.api.requests import (
    DeleteRequest,
    ExtractRequest,
    MarkdownRequest,
    QueryRequest,
    TextGenerationRequest,
)

EXTRACT = ExtractRequest.build(link="https://books.test/1", prompt="Title")
MARKDOWN = MarkdownRequest.build(resource="https://books.test/1")
TEXT = TextGenerationRequest.build(messages="Hi", model="m-1")
QUERY = QueryRequest.build(
    collection_id="c-1", request_query="q", json_schema='{"title": "string"}', json_schema_rules="r"
)
DELETE = DeleteRequest.build(collection_id="c-1")
LIMITS = Limits(max_attempts=3, max_wait=60)


def reply(status: int = 200, body: object = b"", **headers: str) -> Reply:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return Reply(status, {name.replace("_", "-"): value for name, value in headers.items()}, content)


def refused(status: int, **headers: str) -> Reply:
    return reply(status, {"error": "no", "success": False}, **headers)


def failure(kind: Broken) -> Failure:
    return Failure(kind, "for a reason")


@dataclass
class Ends:
    """What the last attempt ends in."""

    error: type[errors.ContentAIError]
    then: Literal["retry", "never"]
    billed: str
    retry_after: float | None = None


TABLE: dict[str, tuple[Request, Outcome, Ends]] = {
    "never sent": (TEXT, failure(Broken.NOT_SENT), Ends(errors.NotSentError, "retry", "no")),
    "certificate": (TEXT, failure(Broken.CERTIFICATE), Ends(errors.CertificateError, "never", "no")),
    "no answer": (TEXT, failure(Broken.NO_ANSWER), Ends(errors.NoAnswerError, "retry", "maybe")),
    "too large": (TEXT, TooLarge(200), Ends(errors.AnswerTooLargeError, "never", "yes")),
    "429": (TEXT, refused(429), Ends(errors.RateLimitError, "retry", "no")),
    "429 told": (TEXT, refused(429, retry_after="7"), Ends(errors.RateLimitError, "retry", "no", 7)),
    "503 told": (TEXT, refused(503, retry_after="7"), Ends(errors.RateLimitError, "retry", "no", 7)),
    "503": (TEXT, refused(503), Ends(errors.ServerError, "retry", "maybe")),
    "503 garbage": (TEXT, refused(503, retry_after="soon"), Ends(errors.ServerError, "retry", "maybe")),
    "500": (TEXT, refused(500), Ends(errors.ServerError, "retry", "maybe")),
    "502 told": (TEXT, refused(502, retry_after="9"), Ends(errors.ServerError, "retry", "maybe", 9)),
    "504 html": (TEXT, reply(504, b"<h1>Gateway</h1>"), Ends(errors.ServerError, "retry", "maybe")),
    "599": (TEXT, refused(599), Ends(errors.ServerError, "retry", "maybe")),
    "400": (EXTRACT, refused(400), Ends(errors.InvalidRequestError, "never", "no")),
    "402": (EXTRACT, refused(402), Ends(errors.InvalidRequestError, "never", "no")),
    "413": (EXTRACT, refused(413), Ends(errors.InvalidRequestError, "never", "no")),
    "415": (EXTRACT, refused(415), Ends(errors.InvalidRequestError, "never", "no")),
    "422": (EXTRACT, refused(422), Ends(errors.InvalidRequestError, "never", "no")),
    "401": (EXTRACT, reply(401, {"detail": "no"}), Ends(errors.AuthenticationError, "never", "no")),
    "403": (EXTRACT, refused(403), Ends(errors.AuthenticationError, "never", "no")),
    "404 extract": (EXTRACT, refused(404), Ends(errors.PageUnreachableError, "retry", "no")),
    "404 markdown": (MARKDOWN, refused(404), Ends(errors.PageUnreachableError, "retry", "no")),
    "404 text": (TEXT, refused(404), Ends(errors.NotFoundError, "never", "no")),
    "404 query": (QUERY, refused(404), Ends(errors.NotFoundError, "never", "no")),
    "301": (EXTRACT, reply(301, location="https://evil.test/"), Ends(errors.RedirectError, "never", "no")),
    "302 nowhere": (EXTRACT, reply(302), Ends(errors.RedirectError, "never", "no")),
    "307": (DELETE, reply(307, location="/v1/"), Ends(errors.RedirectError, "never", "no")),
    "304": (EXTRACT, reply(304), Ends(errors.RedirectError, "never", "no")),
    "success false": (TEXT, refused(200), Ends(errors.UnexpectedAnswerError, "retry", "yes")),
    "success missing": (TEXT, reply(body={"response": "a"}), Ends(errors.UnexpectedAnswerError, "retry", "yes")),
    "success is text": (
        TEXT,
        reply(body={"response": "a", "success": "true"}),
        Ends(errors.UnexpectedAnswerError, "retry", "yes"),
    ),
    "success is 1": (
        TEXT,
        reply(body={"response": "a", "success": 1}),
        Ends(errors.UnexpectedAnswerError, "retry", "yes"),
    ),
    "html": (TEXT, reply(body=b"<html>"), Ends(errors.UnexpectedAnswerError, "retry", "yes")),
    "204": (TEXT, reply(204), Ends(errors.UnexpectedAnswerError, "retry", "yes")),
    "a list": (TEXT, reply(body=[1]), Ends(errors.UnexpectedAnswerError, "retry", "yes")),
}


@pytest.mark.parametrize(("request_", "outcome", "ends"), TABLE.values(), ids=TABLE)
def test_the_last_attempt_ends_in_the_tables_error(request_: Request, outcome: Outcome, ends: Ends) -> None:
    with pytest.raises(errors.ContentAIError) as caught:
        settle(request_, 3, outcome, LIMITS)

    error = caught.value
    assert type(error) is ends.error
    assert (error.retryable, error.billed) == (ends.then == "retry", ends.billed)
    assert error.retry_after == ends.retry_after
    assert error.status == getattr(outcome, "status", None)
    assert f"{request_.method} {request_.path}" in str(error)


AGAIN = {"never sent", "429", "429 told", "503 told"}


AT_ONCE = {name: row[:2] for name, row in TABLE.items() if name not in AGAIN}


@pytest.mark.parametrize(("request_", "outcome"), AT_ONCE.values(), ids=AT_ONCE)
def test_what_cannot_help_or_may_be_billed_is_not_sent_again(request_: Request, outcome: Outcome) -> None:
    with pytest.raises(errors.ContentAIError):
        settle(request_, 1, outcome, LIMITS)


@pytest.mark.parametrize("name", ["429 told", "503 told"])
def test_a_pause_that_the_service_names_is_kept(name: str) -> None:
    step = settle(*TABLE[name][:1], 1, TABLE[name][1], LIMITS)

    said = f"POST /v1/text-generation/ for model m-1 was answered {name[:3]}: no. Nothing was billed."
    assert step == Wait(7, f"{said} It asks to wait 7 s.", limited=True)


@pytest.mark.parametrize("name", ["never sent", "429"])
@pytest.mark.parametrize(("attempt", "least", "most"), [(1, 0.5, 1.0), (2, 1.0, 2.0)])
def test_without_a_named_pause_it_doubles_with_jitter(name: str, attempt: int, least: float, most: float) -> None:
    request, outcome, _ = TABLE[name]
    step = settle(request, attempt, outcome, LIMITS)

    assert isinstance(step, Wait)
    assert least <= step.seconds <= most


def test_no_pause_of_our_own_is_longer_than_max_wait() -> None:
    step = settle(TEXT, 9, failure(Broken.NOT_SENT), Limits(max_attempts=10, max_wait=5))

    assert step.seconds == 5  # type: ignore[union-attr]


def test_the_backoff_has_jitter() -> None:
    assert len({backoff(1) for _ in range(10)}) > 1


@pytest.mark.parametrize(("told", "error"), [("60", None), ("61", errors.RateLimitError)], ids=["at", "over"])
def test_a_pause_longer_than_max_wait_is_left_to_airflow(told: str, error: type[Exception] | None) -> None:
    outcome = refused(429, retry_after=told)
    if error is None:
        assert settle(TEXT, 1, outcome, LIMITS).seconds == 60  # type: ignore[union-attr]
        return

    with pytest.raises(errors.RateLimitError, match=r"61 s\. That is longer than max_wait \(60 s\)") as caught:
        settle(TEXT, 1, outcome, LIMITS)

    assert caught.value.retry_after == 61


@pytest.mark.parametrize("name", sorted(AGAIN))
@pytest.mark.parametrize("most", [1, 2, 5])
def test_no_more_than_max_attempts_are_made(name: str, most: int) -> None:
    request, outcome, ends = TABLE[name]
    limits = Limits(max_attempts=most, max_wait=60)
    if most > 1:
        assert isinstance(settle(request, most - 1, outcome, limits), Wait)

    with pytest.raises(ends.error):
        settle(request, most, outcome, limits)


def test_a_collection_that_is_gone_is_deleted_and_costs_nothing() -> None:
    gone = settle(DELETE, 1, refused(404), LIMITS)

    assert isinstance(gone, DeleteAnswer)
    assert (gone.success, gone.existed, gone.message, gone.usage.calls) == (True, False, "no", 0)


def test_a_404_without_words_is_a_deleted_collection_too() -> None:
    gone = settle(DELETE, 1, reply(404), LIMITS)

    assert gone.message == "The collection does not exist."  # type: ignore[union-attr]


def test_a_redirect_names_its_target() -> None:
    with pytest.raises(errors.RedirectError, match=r"redirected to https://evil\.test/"):
        settle(EXTRACT, 1, reply(301, location="https://evil.test/"), LIMITS)
