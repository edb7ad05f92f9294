"""A paid answer is kept until it is delivered, and used only for what it answers."""

from __future__ import annotations

import json
import random
import string
from typing import Any

import pytest

from airflow_provider import errors
from airflow_provider.api.answers import Answer, DeleteAnswer, ExtractAnswer, QueryAnswer, TextAnswer
from airflow_provider.api.request import Request
from airflow_provider.api.requests import DeleteRequest, ExtractRequest, QueryRequest, TextGenerationRequest
from airflow_provider.keeping import PART_SIZE
from airflow_provider.spend import STATE_KEY, Ledger
from tests.standins import MemoryStore, TaskInstance, context, settings

AT = settings()
TEXT = TextGenerationRequest.build(messages="Hi", model="m-1")
ROWS = ExtractRequest.build(link="https://b.test/", prompt="Title", json_schema={"t": "string"})
QUERY = QueryRequest.build(collection_id="c", request_query="q", json_schema='{"t": "string"}', json_schema_rules="r")
DELETE = DeleteRequest.build(collection_id="c-1")
# Text that does not compress, so that it needs several parts.
NOISE = "".join(random.Random(7).choices(string.printable + "éß😀", k=200_000))  # noqa: S311 - noise, no secret


def paid(store: MemoryStore, request: Request, answer: Answer) -> Ledger:
    ledger = Ledger(context(store))
    ledger.sending(request)
    ledger.settled(request, answer, AT)
    return ledger


def next_try(store: MemoryStore) -> Ledger:
    return Ledger(context(store, TaskInstance(try_number=2)))


KEPT: dict[str, tuple[Request, Answer]] = {
    "text": (TEXT, TextAnswer(response="Hello", tokens=7)),
    "no tokens": (ROWS, ExtractAnswer(response=[{"t": "T", "n": None, "x": 1.5}])),
    "object": (QUERY, QueryAnswer(response={"t": "T"}, tokens=7)),
    "gone": (DELETE, DeleteAnswer(message="gone", existed=False)),
    "empty": (ROWS, ExtractAnswer(response=[])),
    "large text": (TEXT, TextAnswer(response="x" * 1_000_000, tokens=7)),
    "large noise": (TEXT, TextAnswer(response=NOISE, tokens=7)),
    "many rows": (ROWS, ExtractAnswer(response=[{"t": NOISE[n : n + 50]} for n in range(0, 100_000, 50)])),
}


@pytest.mark.parametrize(("request_", "answer"), KEPT.values(), ids=KEPT)
def test_the_next_try_has_the_answer_and_no_new_call(request_: Request, answer: Answer) -> None:
    store = MemoryStore()
    paid(store, request_, answer)
    after = next_try(store)
    calls = after.usage.calls

    assert after.recall(request_, AT) == answer
    assert after.usage.calls == calls
    assert after.published()["tries"] == 1


@pytest.mark.parametrize(("request_", "answer"), KEPT.values(), ids=KEPT)
def test_no_value_is_larger_than_airflow_likes(request_: Request, answer: Answer) -> None:
    store = MemoryStore()
    paid(store, request_, answer)

    assert all(len(value.encode()) < 64_000 for value in store.values.values())


@pytest.mark.parametrize(
    ("changed", "at"),
    [
        (TextGenerationRequest.build(messages="Hello", model="m-1"), AT),
        (TextGenerationRequest.build(messages="Hi", model="m-2"), AT),
        (DELETE, AT),
        (TEXT, settings("https://other.test")),
    ],
    ids=["message", "model", "operation", "service"],
)
def test_a_changed_request_is_asked_anew(changed: Request, at: Any) -> None:
    store = MemoryStore()
    paid(store, TEXT, TextAnswer(response="Hello"))

    assert next_try(store).recall(changed, at) is None
    assert next_try(store).recall(TEXT, AT) is not None


@pytest.mark.parametrize("response", ["Hello", NOISE], ids=["small", "large"])
def test_a_delivered_answer_is_forgotten_and_leaves_nothing_behind(response: str) -> None:
    store = MemoryStore()
    ledger = paid(store, TEXT, TextAnswer(response=response))
    ledger.forget()

    assert next_try(store).recall(TEXT, AT) is None
    assert set(store.values) == {STATE_KEY}
    assert "answer" not in store.get(STATE_KEY)


def test_forgetting_nothing_writes_nothing() -> None:
    store = MemoryStore()
    Ledger(context(store)).forget()

    assert store.writes == 0


def test_a_newer_answer_takes_the_place_of_the_kept_one() -> None:
    store = MemoryStore()
    paid(store, TEXT, TextAnswer(response=NOISE))
    paid(store, TEXT, TextAnswer(response="newer"))

    assert next_try(store).recall(TEXT, AT) == TextAnswer(response="newer")
    assert set(store.values) == {STATE_KEY}


def test_a_failed_call_leaves_the_kept_answer_alone() -> None:
    store = MemoryStore()
    ledger = paid(store, TEXT, TextAnswer(response="Hello"))
    ledger.sending(DELETE)
    ledger.settled(DELETE, errors.RateLimitError("x"), AT)

    assert next_try(store).recall(TEXT, AT) == TextAnswer(response="Hello")


def test_an_answer_with_a_part_missing_is_asked_for_anew_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    store = MemoryStore()
    paid(store, TEXT, TextAnswer(response=NOISE))
    store.delete("content_ai_answer_1")

    assert next_try(store).recall(TEXT, AT) is None
    assert "has expired" in caplog.text


def test_the_bill_stands_before_the_parts_of_a_large_answer() -> None:
    seen: list[Any] = []

    class Watched(MemoryStore):
        def set(self, key: str, value: Any, *, retention: Any = None) -> None:
            seen.append((key, value["calls"] if key == STATE_KEY else len(value)))
            super().set(key, value, retention=retention)

    paid(Watched(), TEXT, TextAnswer(response=NOISE))

    assert seen[:2] == [(STATE_KEY, 0), (STATE_KEY, 1)]
    assert [size for key, size in seen[2:-2]] == [PART_SIZE] * (len(seen) - 4)
    assert seen[-1] == (STATE_KEY, 1)


def test_a_store_that_fails_after_payment_does_not_lose_the_answer_in_hand() -> None:
    store = MemoryStore()
    ledger = Ledger(context(store))
    ledger.sending(TEXT)
    store.failing = {"set", "delete"}

    ledger.settled(TEXT, TextAnswer(response=NOISE, tokens=7), AT)

    assert ledger.usage.tokens == 7


@pytest.mark.parametrize("response", ["Hello", NOISE], ids=["small", "large"])
@pytest.mark.parametrize("failing", ["set", "delete"])
def test_a_store_that_fails_after_delivery_does_not_fail_the_task(failing: str, response: str) -> None:
    store = MemoryStore()
    ledger = paid(store, TEXT, TextAnswer(response=response))
    store.failing = {failing}

    ledger.forget()


def test_a_kill_while_forgetting_does_not_leave_a_record_without_its_parts() -> None:
    store = MemoryStore()
    ledger = paid(store, TEXT, TextAnswer(response=NOISE))

    class KilledError(BaseException):
        pass

    def killed(key: str, value: Any, *, retention: Any = None) -> None:
        raise KilledError

    store.set = killed  # type: ignore[method-assign]
    with pytest.raises(KilledError):
        ledger.forget()

    # Either it is still all there, or it is gone; half of it would be asked for, and paid, again.
    parts = json.loads(store.values[STATE_KEY]).get("answer", {}).get("parts", 0)
    assert all(f"content_ai_answer_{number}" in store.values for number in range(parts))
