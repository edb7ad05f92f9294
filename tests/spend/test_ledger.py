"""What a task publishes of its spend, and what it says of a record that is gone or of another form."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, cast

import pytest
from airflow.sdk import BaseOperator

from airflow_provider.api.answers import TextAnswer, Usage
from airflow_provider.api.requests import TextGenerationRequest
from airflow_provider.shared.accounts import Account
from airflow_provider.shared.budgets import Reservations
from airflow_provider.spend import STATE_KEY
from airflow_provider.spend.ledger import Ledger
from airflow_provider.state import airflow_versions
from tests.standins import MemoryStore, TaskInstance, context, published, settings

if TYPE_CHECKING:
    from airflow_provider.shared.store import Store

ASKED = TextGenerationRequest.build(messages="Hi", model="m-1")
FREE = settings()
SEVEN = TextAnswer(response="Hello", tokens=7)


def call(ledger: Ledger) -> None:
    ledger.announce(ASKED, FREE)
    ledger.settle(ASKED, SEVEN, FREE)
    ledger.save()


def test_a_task_that_called_nothing_publishes_its_operation() -> None:
    ti = TaskInstance(map_index=3)
    ledger = Ledger(context(ti=ti))
    ledger.publish("extract")

    assert ti.xcoms["usage"] == published(operation="extract")
    row = published(operation="extract", costs={}, savings={}, seconds=0.0, map_index=3, id=ledger.state.record.id)
    assert ti.xcoms["content_ai_spend"] == row


def test_what_is_published_already_is_not_pushed_again() -> None:
    pushed: list[str] = []

    class Counting(TaskInstance):
        def xcom_push(self, key: str, value: Any) -> None:
            pushed.append(key)
            super().xcom_push(key, value)

    ledger = Ledger(context(ti=Counting()))
    call(ledger)
    ledger.publish()
    ledger.publish()
    assert pushed == ["content_ai_spend", "usage"]

    ledger.add_seconds(1.5)
    ledger.publish()
    assert pushed == ["content_ai_spend", "usage", "content_ai_spend"]


def test_the_time_that_calls_took_stands_in_the_record_too() -> None:
    store = MemoryStore()
    ledger = Ledger(context(store))
    call(ledger)
    ledger.add_seconds(1.5)
    ledger.publish()

    assert store.get("content_ai_spend")["seconds"] == 1.5


def test_an_xcom_that_cannot_be_pushed_does_not_fail_the_task_and_is_pushed_later(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Refusing(TaskInstance):
        away = True

        def xcom_push(self, key: str, value: Any) -> None:
            if self.away:
                raise ConnectionError("the API server is away")
            super().xcom_push(key, value)

    ti = Refusing()
    ledger = Ledger(context(ti=ti))
    call(ledger)
    ledger.publish()

    assert caplog.messages == [
        "XCom 'content_ai_spend' could not be pushed; the task state store has the spend.",
        "XCom 'usage' could not be pushed; the task state store has the spend.",
    ]
    assert ledger.published_usage == Usage()
    ti.away = False
    ledger.publish()
    assert ti.xcoms["usage"]["calls"] == 1
    assert ledger.published_usage == Usage(calls=1, tokens=7, unpriced_calls=1)


@pytest.mark.parametrize("value", ["something else", 7, [], {"calls": "many", "version": 99}])
def test_a_record_of_another_form_is_not_trusted_and_raises_nothing(
    caplog: pytest.LogCaptureFixture, value: Any
) -> None:
    store = MemoryStore()
    store.set(STATE_KEY, value)
    ledger = Ledger(context(store))

    assert ledger.usage == Usage()
    assert len(caplog.messages) == 1
    call(ledger)
    assert Ledger(context(store)).usage == Usage(calls=1, tokens=7, unpriced_calls=1)


def test_the_row_of_a_later_try_says_from_its_first_moment_whether_redis_counts_it() -> None:
    store = MemoryStore()
    first = Ledger(context(store))
    first.reservations = Reservations(cast("Store", None), lambda _: Account.of_run("shop", "monday"))
    first.note_shared(shared=True)
    call(first)
    later = TaskInstance()
    ledger = Ledger(context(store, ti=later))

    ledger.begin()
    assert later.xcoms["content_ai_spend"]["shared"] == ledger.record_id
    assert ledger.published_beside_redis == Usage()

    # Now over a connection that names no Redis.
    call(ledger)
    ledger.publish()
    assert "shared" not in later.xcoms["content_ai_spend"]
    assert ledger.published_beside_redis == Usage(calls=2, tokens=14, unpriced_calls=2)


def test_what_a_block_announces_is_taken_back_if_it_does_not_come_to_stand() -> None:
    ledger = Ledger(context())
    seen = []

    def fail() -> None:
        with ledger.announced(ASKED, FREE):
            seen.append(ledger.usage)
            raise ConnectionError

    with pytest.raises(ConnectionError):
        fail()
    assert seen == [Usage(unconfirmed_calls=1)]

    assert ledger.published() == published()
    with ledger.announced(ASKED, FREE):
        pass
    assert ledger.published() == published(
        operation="text_generation", model="m-1", connection="test", unconfirmed_calls=1, tries=1
    )


def test_a_later_try_publishes_at_once_what_earlier_ones_have_spent() -> None:
    store = MemoryStore()
    call(Ledger(context(store)))
    ti = TaskInstance(try_number=2)

    Ledger(context(store, ti)).begin()

    assert ti.xcoms["usage"]["calls"] == 1


def test_a_first_try_publishes_nothing_before_it_calls() -> None:
    ti = TaskInstance()
    Ledger(context(ti=ti)).begin()

    assert ti.xcoms == {}


CLEARED: dict[str, tuple[str, int, int, int | None]] = {
    # Airflow, try, max_tries, the task's retries; the state is gone in all of them
    "cleared": ("3.4.0", 2, 1, 0),
    "cleared after retries": ("3.4.0", 4, 6, 3),
    "cleared, and nobody knows its retries": ("3.4.0", 2, 1, None),
    "a first try": ("3.4.0", 1, 0, 0),
    "a retry, after a try that was killed before it called": ("3.4.0", 2, 3, 3),
    "cleared where the state outlives it": ("3.3.2", 2, 1, 0),
}


@pytest.mark.parametrize("kind", CLEARED)
def test_a_try_that_finds_its_state_discarded_says_so_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    airflow, number, most, retries = CLEARED[kind]
    monkeypatch.setattr(airflow_versions, "airflow_version", airflow)
    ti = TaskInstance(try_number=number, max_tries=most, task=BaseOperator(task_id="task", retries=retries or 0))
    given = context(ti=ti)
    if retries is None:
        ti.task = None

    with caplog.at_level(logging.WARNING):
        Ledger(given).begin()

    says = kind in list(CLEARED)[:3]
    assert len(caplog.messages) == says
    assert ("Clear with keep_task_state=true to keep both." in caplog.text) is says


@pytest.mark.parametrize(("airflow", "first"), [("3.3.2", False), ("3.4.0", True)])
def test_where_a_clear_discards_the_state_what_is_to_be_sent_stands_in_an_xcom_first(
    monkeypatch: pytest.MonkeyPatch, airflow: str, *, first: bool
) -> None:
    from airflow_provider.spend.recorder import Recorder, TaskCalls

    monkeypatch.setattr(airflow_versions, "airflow_version", airflow)
    ti = TaskInstance()
    Recorder(TaskCalls(context(ti=ti)), kept=None).sending(ASKED, FREE)

    assert ("content_ai_spend" in ti.xcoms) is first
    assert not first or ti.xcoms["content_ai_spend"]["unconfirmed_calls"] == 1
