"""What errors quote: when to come back, and never the key."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest

from airflow_provider.api.outcomes import Broken, Failure, Outcome, Reply
from airflow_provider.api.policy import Limits, retry_after, settle
from airflow_provider.api.requests import DeleteRequest, TextGenerationRequest
from airflow_provider.api.words import Service
from airflow_provider.errors import QUOTE_LIMIT, ContentAIError, quote

NOW = datetime(2026, 7, 1, 12, 0, 0, tzinfo=UTC)
TEXT = TextGenerationRequest.build(messages="Hi", model="m-1")


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("0", 0),
        ("120", 120),
        (" 5 ", 5),
        ("Wed, 01 Jul 2026 12:00:30 GMT", 30),
        ("Wed, 01 Jul 2026 14:00:30 +0200", 30),
        ("Wed, 01 Jul 2026 12:00:30 -0000", 30),
        ("Wed, 01 Jul 2026 11:00:00 GMT", 0),
        ("Tue, 01 Jul 1980 11:00:00 GMT", 0),
        ("", None),
        ("soon", None),
        ("-5", None),
        ("1.5", None),
        ("٣", None),
        ("Wed, 99 Jul 2026 12:00:30 GMT", None),
        ("Wed, 01 Jul 99999 12:00:30 GMT", None),
    ],
)
def test_retry_after_is_seconds_or_a_date(value: str, seconds: float | None) -> None:
    assert retry_after({"retry-after": value}, NOW) == seconds


def test_a_missing_retry_after_names_nothing() -> None:
    assert retry_after({}) is None


@pytest.mark.parametrize("secret", ["sk-Z4q9tTw8", "sk\\Z4'q9\"t", "k" * 40], ids=["plain", "escaped", "long"])
@pytest.mark.parametrize("status", [200, 201, 301, 400, 401, 404, 429, 500, 503])
@pytest.mark.parametrize(
    "form",
    ["json", "json-object", "json-200", "text", "html", "cut-at-200", "cut-at-500"],
)
def test_no_error_holds_the_key(secret: str, status: int, form: str) -> None:
    echoed = f"You sent Token {secret} to us"
    bodies = {
        "json": json.dumps({"error": echoed, "success": False}).encode(),
        "json-object": json.dumps({"error": {"authorization": echoed}, "success": False}).encode(),
        "json-200": json.dumps({"detail": "x" * 480 + secret, "success": False}).encode(),
        "text": echoed.encode(),
        "html": f"<p>{echoed}</p>".encode(),
        "cut-at-200": ("x" * 195 + secret).encode(),
        "cut-at-500": ("x" * 495 + secret).encode(),
    }
    outcome = Reply(status, {"location": f"https://evil.test/{secret}", "retry-after": "900"}, bodies[form])

    with pytest.raises(ContentAIError) as caught:
        settle(TEXT, 1, outcome, Limits(), Service(secrets=(secret,)))

    said = str(caught.value)
    assert secret not in said
    assert secret not in said.replace("\\\\", "\\").replace("\\'", "'").replace('\\"', '"')
    assert secret[:5] not in said


@pytest.mark.parametrize("kind", list(Broken), ids=lambda kind: kind.name)
def test_no_word_of_the_transport_holds_the_key(kind: Broken) -> None:
    outcome: Outcome = Failure(kind, "Illegal header value b'Token sk-Z4q9tTw8'")

    with pytest.raises(ContentAIError) as caught:
        settle(TEXT, 3, outcome, Limits(), Service(secrets=("sk-Z4q9tTw8",)))

    assert "sk-Z4q9tTw8" not in str(caught.value)


def test_the_message_of_a_deletion_does_not_hold_the_key_either() -> None:
    outcome = Reply(404, {}, b'{"error": "no c-1 for sk-Z4q9tTw8"}')
    service = Service(secrets=("sk-Z4q9tTw8",))
    answer = settle(DeleteRequest.build(collection_id="c-1"), 1, outcome, Limits(), service)

    assert answer.message == "no c-1 for ***"  # type: ignore[union-attr]


def test_server_text_is_cut_to_500_characters_on_one_line() -> None:
    quoted = quote("line\n" * 1000)

    assert len(quoted) == QUOTE_LIMIT == 500
    assert "\n" not in quoted
    assert quoted.endswith("…")
    assert quote("short") == "short"


@pytest.mark.parametrize("status", [400, 500])
def test_a_long_body_does_not_fill_the_log(status: int) -> None:
    with pytest.raises(ContentAIError) as caught:
        settle(TEXT, 1, Reply(status, {}, b"x" * 1_000_000), Limits())

    assert len(str(caught.value)) < 800
