"""Calls one by one: counted and kept together, true after retries, kills, failing stores, and with many threads."""

from __future__ import annotations

import logging
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from types import SimpleNamespace
from typing import Any
from unittest.mock import ANY

import pytest
from airflow.sdk import BaseOperator
from airflow.sdk.execution_time.context import set_current_context

from airflow_provider import errors
from airflow_provider.api.answers import Answer, DeleteAnswer, TextAnswer, Usage
from airflow_provider.api.money import Money
from airflow_provider.api.policy import Wait
from airflow_provider.api.requests import DeleteRequest, TextGenerationRequest
from airflow_provider.spend import STATE_KEY, Budget
from airflow_provider.spend.recorder import Recorder, TaskCalls, calls_of, calls_of_running_task
from tests.standins import MemoryStore, TaskInstance, context, published, settings, succeed
from tests.state.noise import dense

ASKED = TextGenerationRequest.build(messages="Hi", model="m-1")
OTHER = TextGenerationRequest.build(messages="Hi", model="m-2")
THIRD = TextGenerationRequest.build(messages="Hi", model="m-3")
FOURTH = TextGenerationRequest.build(messages="Hi", model="m-4")
DELETE = DeleteRequest.build(collection_id="c-1")
PRICED = settings(price_per_1k_tokens=2.0)
FREE = settings()
SEVEN = TextAnswer(response="Hello", tokens=7)
LARGE = TextAnswer(response=dense(200_000), tokens=7)


class Try:
    """A try of a task that calls as an operator does, or *as_code* as a Python task through hooks."""

    def __init__(
        self, store: MemoryStore | None = None, ti: TaskInstance | None = None, *, as_code: bool = False, **how: Any
    ) -> None:
        self.store = MemoryStore() if store is None else store
        self.ti = TaskInstance() if ti is None else ti
        self.calls = TaskCalls(context(self.store, self.ti))
        self.ledger = self.calls.ledger
        kept = self.calls.of_code if as_code else self.calls.of_operator
        how = {"kept": kept, "publishes": as_code, **how}
        self.recorder = Recorder(self.calls, **how)

    def next(self, **how: Any) -> Try:
        """Return the next try, in what stands for a process of its own."""
        return Try(self.store, TaskInstance(try_number=self.ti.try_number + 1), **how)

    def call(self, result: Answer | Wait | errors.ContentAIError, request: Any = ASKED, at: Any = FREE) -> None:
        self.recorder.sending(request, at)
        self.recorder.settled(request, result, at)


def nothing(**fields: Any) -> dict[str, Any]:
    unpriced = fields.get("calls", 0)
    ends = {"model": "m-1", "connection": "test", "tries": 1}
    return published(operation="text_generation", unpriced_calls=unpriced, **ends, **fields)


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


@pytest.mark.parametrize(("result", "counted"), RESULTS.values(), ids=RESULTS)
def test_what_came_of_a_call_is_what_it_is_counted_as(result: Any, counted: dict[str, Any]) -> None:
    task = Try()
    task.call(result)
    task.ledger.publish()

    assert task.ti.xcoms["usage"] == counted
    row = {
        **counted,
        "costs": {},
        "savings": {},
        "seconds": ANY,
        "map_index": -1,
        "id": task.store.get(STATE_KEY)["id"],
    }
    assert task.ti.xcoms["content_ai_spend"] == row


def test_a_deletion_of_nothing_costs_nothing() -> None:
    task = Try()
    task.call(DeleteAnswer(message="gone", existed=False), DELETE)

    assert task.ledger.usage == Usage()


def test_a_kill_between_intent_and_answer_shows_as_unconfirmed() -> None:
    task = Try()
    task.recorder.sending(ASKED, FREE)

    assert task.next().ledger.published() == nothing(unconfirmed_calls=1)


def test_tries_add_up_and_only_those_count_that_called() -> None:
    first = Try()
    first.call(errors.ServerError("x"))
    second = first.next()
    second.ledger.publish("text_generation")
    third = second.next()
    third.call(Wait(1, "429"))
    third.call(SEVEN)

    assert third.ledger.published() == nothing(calls=2, tokens=7, unreported_calls=1) | {"tries": 2}


def test_the_record_never_expires() -> None:
    from airflow.sdk.execution_time.context import NEVER_EXPIRE

    task = Try()
    task.call(SEVEN)

    assert set(task.store.retentions.values()) == {NEVER_EXPIRE}


@pytest.mark.parametrize("as_code", [False, True], ids=["of an operator", "of code"])
def test_a_call_costs_two_writes(*, as_code: bool) -> None:
    task = Try(as_code=as_code)
    for number in range(1, 4):
        task.call(SEVEN)

        assert task.store.writes == 2 * number


def test_the_cost_is_the_sum_at_the_price_of_each_call() -> None:
    task = Try()
    task.call(SEVEN, at=PRICED)
    task.call(TextAnswer(response="x"), at=PRICED)
    task.call(TextAnswer(response="x", tokens=1000), at=settings(price_per_1k_tokens=1.0))

    assert task.ledger.published()["cost"] == pytest.approx(1.014)


def test_several_models_and_operations_are_all_named_once() -> None:
    task = Try()
    for request in (ASKED, OTHER, ASKED):
        task.call(SEVEN, request)
    task.call(DeleteAnswer(), DELETE)

    assert task.ledger.published()["model"] == "m-1, m-2"
    assert task.ledger.published()["operation"] == "text_generation, collection_delete"


def test_a_store_that_cannot_be_read_stops_before_anything_is_paid() -> None:
    store = MemoryStore()
    store.failing = {"get"}

    with pytest.raises(ConnectionError):
        Try(store)


def test_a_call_whose_intent_cannot_be_written_is_not_counted_for_it_is_not_sent() -> None:
    task = Try()
    task.store.failing = {"set"}
    with pytest.raises(ConnectionError):
        task.recorder.sending(ASKED, FREE)
    task.ledger.publish()

    assert task.ti.xcoms["usage"]["unconfirmed_calls"] == 0
    assert task.ti.xcoms["usage"]["tries"] == 0


@pytest.mark.parametrize("answer", [SEVEN, LARGE], ids=["small", "large"])
def test_a_store_that_fails_after_payment_loses_neither_spend_nor_answer(
    caplog: pytest.LogCaptureFixture, answer: TextAnswer
) -> None:
    task = Try()
    task.recorder.sending(ASKED, FREE)
    task.store.failing = {"set", "delete"}
    task.recorder.settled(ASKED, answer, FREE)

    assert "could not be written" in caplog.text
    assert task.ledger.usage == Usage(calls=1, tokens=7, unpriced_calls=1)

    task.store.failing = set()
    task.ledger.publish()

    assert task.ti.xcoms["usage"] == nothing(calls=1, tokens=7)
    assert task.store.get(STATE_KEY)["calls"] == 1
    assert task.next().recorder.recall(ASKED, FREE) == answer


class FailingOnce(MemoryStore):
    """A store of which write number *at*, from 1, fails."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self.at = at
        self.tried = 0

    def set(self, key: str, value: Any, *, retention: Any = None) -> None:
        self.tried += 1
        if self.tried == self.at:
            raise ConnectionError("the state store is away")
        super().set(key, value, retention=retention)


# Each call is announced and settled; a large answer has 4 parts, and the first one ends the part of those before it.
CALLS = [(ASKED, SEVEN), (OTHER, SEVEN), (THIRD, LARGE), (FOURTH, LARGE)]
WRITES = 2 + 2 + (1 + 1 + 4 + 1) + (1 + 4 + 1)


@pytest.mark.parametrize("at", range(1, WRITES + 1))
def test_a_store_that_fails_at_any_write_costs_no_answer_and_no_count(at: int) -> None:
    store = FailingOnce(at)
    task = Try(store)
    answered = []
    for request, answer in CALLS:
        try:
            task.recorder.sending(request, FREE)
        except ConnectionError:
            continue
        task.recorder.settled(request, answer, FREE)
        answered.append((request, answer))
    task.ledger.publish()

    after = task.next()
    assert after.ledger.usage == Usage(calls=len(answered), tokens=7 * len(answered), unpriced_calls=len(answered))
    assert store.get(STATE_KEY)["calls"] == len(answered)
    assert store.tried >= WRITES - 6
    assert [after.recorder.recall(request, FREE) for request, _ in answered] == [answer for _, answer in answered]


def test_the_large_answer_is_written_before_the_record_that_counts_it() -> None:
    written: list[tuple[str, int]] = []

    class Watched(MemoryStore):
        def set(self, key: str, value: Any, *, retention: Any = None) -> None:
            written.append((key, value["calls"] if key == STATE_KEY else len(value)))
            super().set(key, value, retention=retention)

    Try(Watched()).call(LARGE)

    keys = [key for key, _ in written]
    assert keys == [STATE_KEY, *(f"content_ai_log_{number}" for number in range(4)), STATE_KEY]
    assert (written[0][1], written[-1][1]) == (0, 1)


class KilledError(BaseException):
    """The process is gone."""


class Dying(MemoryStore):
    """A store whose task is killed before its write number *at*, from 1."""

    def __init__(self, at: int) -> None:
        super().__init__()
        self.at = at

    def set(self, key: str, value: Any, *, retention: Any = None) -> None:
        if self.writes + 1 == self.at:
            raise KilledError
        super().set(key, value, retention=retention)


@pytest.mark.parametrize("at", range(2, 7))
def test_a_kill_while_a_large_answer_is_written_shows_as_unconfirmed(at: int) -> None:
    task = Try(Dying(at))
    task.recorder.sending(ASKED, FREE)
    with pytest.raises(KilledError):
        task.recorder.settled(ASKED, LARGE, FREE)

    after = task.next()
    assert after.ledger.usage == Usage(unconfirmed_calls=1)
    assert after.recorder.recall(ASKED, FREE) is None
    # What lies about of it is written over, and deleted in the end.
    after.store.at = 0  # type: ignore[attr-defined]
    after.call(LARGE)
    assert after.next().recorder.recall(ASKED, FREE) == LARGE
    succeed(after.ti)
    assert set(after.store.values) == {STATE_KEY}


def test_once_a_large_answer_is_recorded_a_kill_costs_nothing() -> None:
    task = Try(Dying(7))
    task.call(LARGE)
    with pytest.raises(KilledError):
        task.recorder.sending(OTHER, FREE)

    after = task.next()
    assert after.recorder.recall(ASKED, FREE) == LARGE
    assert after.ledger.published() == nothing(calls=1, tokens=7, reused_calls=1)


@pytest.mark.parametrize("answer", [SEVEN, LARGE], ids=["small", "large"])
def test_answers_are_dropped_once_airflow_has_recorded_the_success(answer: TextAnswer) -> None:
    task = Try()
    task.call(answer)
    assert task.next().recorder.recall(ASKED, FREE) == answer

    succeed(task.ti)

    assert set(task.store.values) == {STATE_KEY}
    assert "log" not in task.store.get(STATE_KEY)
    after = task.next()
    assert after.recorder.recall(ASKED, FREE) is None
    assert after.ledger.usage == Usage(calls=1, tokens=7, unpriced_calls=1)


def test_a_try_that_only_recalls_drops_the_answers_with_its_success_too() -> None:
    task = Try()
    task.call(LARGE)
    after = task.next()
    after.ledger.begin()
    assert after.recorder.recall(ASKED, FREE) == LARGE

    succeed(after.ti)

    assert set(task.store.values) == {STATE_KEY}
    assert task.store.get(STATE_KEY)["calls"] == 1


def test_a_success_that_the_api_server_refuses_keeps_the_answers() -> None:
    task = Try()
    task.call(SEVEN)

    succeed(task.ti, recorded="failed")

    assert task.next().recorder.recall(ASKED, FREE) == SEVEN


def test_where_airflow_deletes_the_state_with_the_success_nothing_is_written_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("AIRFLOW__STATE_STORE__CLEAR_ON_SUCCESS", "True")
    task = Try()
    task.call(LARGE)
    task.store.values.clear()

    succeed(task.ti)

    assert task.store.values == {}


def test_a_success_with_nothing_kept_writes_nothing() -> None:
    task = Try()
    task.ledger.forget_after_success()

    succeed(task.ti)

    assert task.store.writes == 0


@pytest.mark.parametrize("answer", [SEVEN, LARGE], ids=["small", "large"])
@pytest.mark.parametrize("failing", ["set", "delete"])
def test_a_store_that_fails_after_the_success_does_not_fail_the_task(
    caplog: pytest.LogCaptureFixture, failing: str, answer: TextAnswer
) -> None:
    task = Try()
    task.call(answer)
    task.store.failing = {failing}

    succeed(task.ti)

    assert ("could not be written" in caplog.text) is (failing == "set" or answer is LARGE)


def test_an_answer_of_no_use_is_dropped_and_only_another_one_can_help() -> None:
    task = Try()
    task.call(LARGE)
    task.recorder.drop(ASKED, FREE)

    after = task.next()
    assert after.ledger.usage == Usage(calls=1, tokens=7, unpriced_calls=1)
    assert after.recorder.recall(ASKED, FREE) is None
    after.call(SEVEN)
    assert after.next().recorder.recall(ASKED, FREE) == SEVEN
    succeed(after.ti)
    assert set(task.store.values) == {STATE_KEY}


def test_an_answer_of_no_use_takes_no_other_with_it() -> None:
    task = Try()
    task.call(SEVEN, OTHER)
    code = Recorder(task.calls, kept=task.calls.of_code)
    code.sending(ASKED, FREE)
    code.settled(ASKED, LARGE, FREE)
    task.call(SEVEN)

    task.recorder.drop(ASKED, FREE)

    after = task.next()
    assert after.recorder.recall(ASKED, FREE) is None
    assert after.recorder.recall(OTHER, FREE) == SEVEN
    assert task.next(as_code=True).recorder.recall(ASKED, FREE) == LARGE


def test_an_answer_that_is_not_kept_cannot_be_dropped() -> None:
    task = Try(kept=None)
    task.call(SEVEN)
    writes = task.store.writes

    task.recorder.drop(ASKED, FREE)

    assert task.store.writes == writes


def test_a_failed_call_leaves_the_kept_answer_alone() -> None:
    task = Try()
    task.call(SEVEN)
    task.call(errors.RateLimitError("x"), DELETE)

    assert task.next().recorder.recall(ASKED, FREE) == SEVEN


def test_a_recalled_answer_is_no_call_and_no_try_but_names_its_operation(caplog: pytest.LogCaptureFixture) -> None:
    task = Try()
    task.call(SEVEN)
    after = task.next()
    with caplog.at_level(logging.INFO):
        assert after.recorder.recall(ASKED, FREE) == SEVEN

    assert after.ledger.published() == nothing(calls=1, tokens=7, reused_calls=1)
    said = "text_generation: using the answer that an earlier try paid for; nothing is sent."
    assert caplog.messages == [said]


def test_without_answers_to_keep_every_try_calls_anew() -> None:
    task = Try(kept=None)
    task.call(SEVEN)

    assert task.next(kept=None).recorder.recall(ASKED, FREE) is None
    assert task.next().recorder.recall(ASKED, FREE) is None
    assert "log" not in task.store.get(STATE_KEY)
    assert list(task.ti.task.on_success_callback) == []


def test_many_threads_lose_no_call_and_no_answer() -> None:
    task = Try(as_code=True)
    start = threading.Barrier(8)

    def work(number: int) -> None:
        start.wait(60)
        for turn in range(25):
            request = TextGenerationRequest.build(messages=f"{number} {turn}", model="m-1")
            task.call(TextAnswer(response=f"{number} {turn}", tokens=7), request, PRICED)

    with ThreadPoolExecutor(8) as pool:
        for done in [pool.submit(work, number) for number in range(8)]:
            done.result()

    assert task.ledger.usage == Usage(calls=200, tokens=1400, cost=Money.of(Decimal("2.8")))
    assert task.ti.xcoms["usage"]["calls"] == task.store.get(STATE_KEY)["calls"] == 200
    assert task.ti.xcoms["usage"]["cost"] == pytest.approx(2.8)
    after = task.next(as_code=True).recorder
    for number in reversed(range(8)):
        for turn in range(25):
            request = TextGenerationRequest.build(messages=f"{number} {turn}", model="m-1")
            assert after.recall(request, FREE) == TextAnswer(response=f"{number} {turn}", tokens=7)


class Sensor(BaseOperator):
    def poke(self, context: Any) -> bool:
        return True


class Resumed(TaskInstance):
    """A task instance that goes on after a deferral."""

    _ti_context_from_server = SimpleNamespace(next_method="execute_complete")


@pytest.mark.parametrize("ti", [TaskInstance(task=Sensor(task_id="task")), Resumed()], ids=["sensor", "resumed"])
def test_code_that_asks_about_the_present_keeps_no_answer(ti: TaskInstance) -> None:
    task = Try(ti=ti)

    assert task.calls.of_code is None
    assert task.calls.of_operator is not None


def test_calls_that_overlap_are_noted_to_have_no_order() -> None:
    task = Try(as_code=True)
    inside, done = threading.Event(), threading.Event()

    def slow() -> None:
        task.recorder.sending(ASKED, FREE)
        inside.set()
        done.wait(60)
        task.recorder.settled(ASKED, SEVEN, FREE)

    with ThreadPoolExecutor(1) as pool:
        running = pool.submit(slow)
        assert inside.wait(60)
        task.call(SEVEN, OTHER)
        done.set()
        running.result()

    assert task.store.get(STATE_KEY)["log"]["overlapped"] is True
    after = task.next(as_code=True).recorder
    assert after.recall(DELETE, FREE) is None
    assert after.recall(OTHER, FREE) == SEVEN
    assert after.recall(ASKED, FREE) == SEVEN


def test_a_call_that_another_thread_settles_is_counted_too() -> None:
    task = Try()
    task.recorder.sending(ASKED, FREE)
    with ThreadPoolExecutor(1) as pool:
        pool.submit(task.recorder.settled, ASKED, SEVEN, FREE).result()

    assert task.ledger.usage == Usage(calls=1, tokens=7, unpriced_calls=1)
    assert task.next().recorder.recall(ASKED, FREE) == SEVEN


def test_calls_one_after_the_other_have_an_order_whichever_threads_make_them() -> None:
    task = Try(as_code=True)
    for request in (ASKED, OTHER):
        with ThreadPoolExecutor(1) as pool:
            pool.submit(task.call, SEVEN, request).result()
    task.call(Wait(0, "429"))
    task.call(SEVEN, DELETE)

    assert "overlapped" not in task.store.get(STATE_KEY)["log"]


def test_threads_that_begin_together_are_handed_each_answer_once() -> None:
    class Slow(MemoryStore):
        def get(self, key: str, default: Any = None) -> Any:
            time.sleep(0.02)
            return super().get(key, default)

    task = Try(Slow(), as_code=True)
    for _ in range(4):
        task.call(LARGE)
    calls = TaskCalls(context(task.store, TaskInstance(try_number=2)))
    start = threading.Barrier(4)

    def recall() -> Answer | None:
        start.wait(60)
        return Recorder(calls, kept=calls.of_code).recall(ASKED, FREE)

    with ThreadPoolExecutor(4) as pool:
        found = [done.result() for done in [pool.submit(recall) for _ in range(4)]]

    assert found == [LARGE] * 4
    assert Recorder(calls, kept=calls.of_code).recall(ASKED, FREE) is None


def test_a_recorder_of_code_publishes_after_every_call_but_not_while_it_waits() -> None:
    task = Try(as_code=True)
    task.call(Wait(1, "429"))
    assert "usage" not in task.ti.xcoms

    task.call(SEVEN)

    assert task.ti.xcoms["usage"] == nothing(calls=1, tokens=7)


def test_a_recorder_of_an_operator_leaves_publishing_to_it() -> None:
    task = Try()
    task.call(SEVEN)

    assert "usage" not in task.ti.xcoms


def test_a_budget_stops_a_call_before_it_is_announced() -> None:
    task = Try(budget=Budget(calls=2, scope="task"))
    task.call(SEVEN)
    task.call(errors.NoAnswerError("x"))
    writes = task.store.writes

    with pytest.raises(errors.BudgetExceededError, match="2 calls spent of 2 allowed"):
        task.recorder.sending(ASKED, FREE)

    assert task.store.writes == writes
    assert task.ledger.usage == Usage(calls=1, tokens=7, unconfirmed_calls=1, unpriced_calls=1)


def test_a_kept_answer_is_recalled_whatever_the_budget_says() -> None:
    task = Try()
    task.call(SEVEN)

    assert task.next(budget=Budget(calls=1, scope="task")).recorder.recall(ASKED, FREE) == SEVEN


def test_outside_of_a_task_nobody_calls() -> None:
    assert calls_of_running_task() is None


def test_all_who_call_in_a_try_count_in_one_place_and_the_next_try_has_its_own() -> None:
    given: Any = context()
    others: Any = {**given, "ti": TaskInstance(try_number=2)}
    elsewhere: Any = {**given, "task_state_store": MemoryStore()}
    with set_current_context(given):
        first = calls_of_running_task()

        assert first is not None
        assert calls_of_running_task() is first
    # An operator is given a context of its own, of the same try.
    assert calls_of(dict(given)) is first
    for other in (others, elsewhere):
        with set_current_context(other):
            assert calls_of_running_task() not in (None, first)


def test_where_airflow_has_no_state_store_nobody_counts() -> None:
    given: Any = {"ti": TaskInstance()}
    with set_current_context(given):
        assert calls_of_running_task() is None


def test_what_earlier_tries_have_spent_is_published_as_soon_as_code_calls() -> None:
    task = Try(as_code=True)
    task.call(SEVEN)
    ti = TaskInstance(try_number=2)
    given: Any = context(task.store, ti)
    with set_current_context(given):
        calls_of_running_task()

    assert ti.xcoms["usage"] == nothing(calls=1, tokens=7)
    # Its answers are of no use to anybody once this try has succeeded, whether or not it asks for them.
    succeed(ti)
    assert "log" not in task.store.get(STATE_KEY)
