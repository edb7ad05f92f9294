"""What a task instance has spent: true after retries, kills, failing stores, and with many threads."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from unittest.mock import ANY

import pytest

from airflow_provider import errors
from airflow_provider.api.answers import Answer, DeleteAnswer, TextAnswer, Usage
from airflow_provider.api.policy import Wait
from airflow_provider.api.requests import DeleteRequest, TextGenerationRequest
from airflow_provider.spend import STATE_KEY, Ledger, SharedLedger, running_ledger
from tests.standins import MemoryStore, TaskInstance, context, settings

ASKED = TextGenerationRequest.build(messages="Hi", model="m-1")
OTHER = TextGenerationRequest.build(messages="Hi", model="m-2")
DELETE = DeleteRequest.build(collection_id="c-1")
PRICED = settings(price_per_1k_tokens=2.0)
FREE = settings()
SEVEN = TextAnswer(response="Hello", tokens=7)


def call(ledger: Ledger, result: Answer | Wait | errors.ContentAIError, request: Any = ASKED, at: Any = FREE) -> None:
    ledger.sending(request)
    ledger.settled(request, result, at)


def nothing(**fields: Any) -> dict[str, Any]:
    empty = {"calls": 0, "tokens": None, "unreported_calls": 0, "unconfirmed_calls": 0, "cost": None}
    ends = {"model": "m-1", "tries": 1}
    return {"operation": "text_generation", **empty, **ends, **fields}


RESULTS: dict[str, tuple[Any, dict[str, Any]]] = {
    "answer": (SEVEN, nothing(calls=1, tokens=7)),
    "answer without tokens": (TextAnswer(response="x"), nothing(calls=1, unreported_calls=1)),
    "wait": (Wait(1, "429"), nothing()),
    "never sent": (errors.NotSentError("x"), nothing()),
    "limited": (errors.RateLimitError("x"), nothing()),
    "refused": (errors.AuthenticationError("x"), nothing()),
    "no answer": (errors.NoAnswerError("x"), nothing(unconfirmed_calls=1)),
    "failed": (errors.ServerError("x"), nothing(calls=1, unreported_calls=1)),
    "unexpected": (errors.UnexpectedAnswerError("x", tokens=5), nothing(calls=1, tokens=5)),
}


@pytest.mark.parametrize(("result", "published"), RESULTS.values(), ids=RESULTS)
def test_what_came_of_a_call_is_what_it_is_counted_as(result: Any, published: dict[str, Any]) -> None:
    ti = TaskInstance()
    ledger = Ledger(context(ti=ti))
    call(ledger, result)
    ledger.publish()

    assert ti.xcoms["usage"] == published
    assert ti.xcoms["content_ai_spend"] == {**published, "seconds": ANY, "map_index": -1}


def test_a_deletion_of_nothing_costs_nothing() -> None:
    ledger = Ledger(context())
    call(ledger, DeleteAnswer(message="gone", existed=False), DELETE)

    assert ledger.usage == Usage()


def test_a_kill_between_intent_and_answer_shows_as_unconfirmed() -> None:
    store = MemoryStore()
    Ledger(context(store)).sending(ASKED)

    after = Ledger(context(store, TaskInstance(try_number=2)))

    assert after.published() == nothing(unconfirmed_calls=1)


def test_tries_add_up_and_only_those_count_that_called() -> None:
    store = MemoryStore()
    call(Ledger(context(store, TaskInstance(try_number=1))), errors.ServerError("x"))
    Ledger(context(store, TaskInstance(try_number=2))).publish("text_generation")
    third = Ledger(context(store, TaskInstance(try_number=3)))
    call(third, Wait(1, "429"))
    call(third, SEVEN)

    assert third.published() == nothing(calls=2, tokens=7, unreported_calls=1, tries=2)


def test_the_record_never_expires() -> None:
    from airflow.sdk.execution_time.context import NEVER_EXPIRE

    store = MemoryStore()
    call(Ledger(context(store)), SEVEN)

    assert set(store.retentions.values()) == {NEVER_EXPIRE}


def test_a_call_costs_two_writes() -> None:
    store = MemoryStore()
    call(Ledger(context(store)), SEVEN)

    assert store.writes == 2


def test_the_cost_is_the_sum_at_the_price_of_each_call() -> None:
    ledger = Ledger(context())
    call(ledger, SEVEN, at=PRICED)
    call(ledger, TextAnswer(response="x"), at=PRICED)
    call(ledger, TextAnswer(response="x", tokens=1000), at=settings(price_per_1k_tokens=1.0))

    assert ledger.published()["cost"] == pytest.approx(1.014)


def test_several_models_and_operations_are_all_named_once() -> None:
    ledger = Ledger(context())
    for request in (ASKED, OTHER, ASKED):
        call(ledger, SEVEN, request)
    call(ledger, DeleteAnswer(), DELETE)

    assert ledger.published()["model"] == "m-1, m-2"
    assert ledger.published()["operation"] == "text_generation, collection_delete"


def test_a_task_that_called_nothing_publishes_its_operation() -> None:
    ti = TaskInstance()
    Ledger(context(ti=ti)).publish("extract")

    assert ti.xcoms["usage"] == nothing(operation="extract", model=None, tries=0)


def test_a_store_that_cannot_be_read_stops_before_anything_is_paid() -> None:
    store = MemoryStore()
    store.failing = {"get"}

    with pytest.raises(ConnectionError):
        Ledger(context(store))


def test_a_call_whose_intent_cannot_be_written_is_not_counted_for_it_is_not_sent() -> None:
    store, ti = MemoryStore(), TaskInstance()
    ledger = Ledger(context(store, ti))
    store.failing = {"set"}
    with pytest.raises(ConnectionError):
        ledger.sending(ASKED)
    ledger.publish()

    assert ti.xcoms["usage"]["unconfirmed_calls"] == 0


def test_a_store_that_fails_after_payment_does_not_lose_the_spend(caplog: pytest.LogCaptureFixture) -> None:
    store, ti = MemoryStore(), TaskInstance()
    ledger = Ledger(context(store, ti))
    ledger.sending(ASKED)
    store.failing = {"set"}
    ledger.settled(ASKED, SEVEN, FREE)

    assert "could not be written" in caplog.text

    store.failing = set()
    ledger.publish()

    assert ti.xcoms["usage"] == nothing(calls=1, tokens=7)
    assert store.get(STATE_KEY)["calls"] == 1


def test_an_xcom_that_cannot_be_pushed_does_not_fail_the_task(caplog: pytest.LogCaptureFixture) -> None:
    class Refusing(TaskInstance):
        def xcom_push(self, key: str, value: Any) -> None:
            raise ConnectionError("the API server is away")

    Ledger(context(ti=Refusing())).publish()

    assert "could not be pushed" in caplog.text


def test_an_old_record_of_another_form_is_not_trusted() -> None:
    store = MemoryStore()
    store.set(STATE_KEY, "something else")

    assert Ledger(context(store)).usage == Usage()


def test_many_threads_lose_no_call() -> None:
    store, ti = MemoryStore(), TaskInstance()
    ledger = SharedLedger(context(store, ti))
    start = threading.Barrier(8)

    def work() -> None:
        start.wait(5)
        for _ in range(25):
            call(ledger, SEVEN, at=PRICED)

    with ThreadPoolExecutor(8) as pool:
        for done in [pool.submit(work) for _ in range(8)]:
            done.result()

    assert ledger.usage == Usage(calls=200, tokens=1400)
    assert ti.xcoms["usage"]["calls"] == store.get(STATE_KEY)["calls"] == 200
    assert ti.xcoms["usage"]["cost"] == pytest.approx(2.8)


def test_a_shared_ledger_publishes_after_every_call_and_keeps_no_answer() -> None:
    store, ti = MemoryStore(), TaskInstance()
    ledger = SharedLedger(context(store, ti))
    call(ledger, Wait(1, "429"))
    assert ti.xcoms == {}

    call(ledger, SEVEN)

    assert ti.xcoms["usage"] == nothing(calls=1, tokens=7)
    assert ledger.recall(ASKED, FREE) is None


def test_outside_of_a_task_there_is_no_ledger() -> None:
    assert running_ledger() is None


def test_all_hooks_of_a_try_share_a_ledger_and_the_next_try_has_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    # Replaced, for only Airflow's own task runner can set a current context.
    running = context()
    monkeypatch.setattr("airflow.sdk.get_current_context", lambda: running)
    monkeypatch.setattr("airflow_provider.spend.running._shared", None)
    first = running_ledger()

    assert isinstance(first, SharedLedger)
    assert running_ledger() is first

    running["ti"].try_number = 2
    assert running_ledger() is not first

    del running["task_state_store"]
    assert running_ledger() is None
