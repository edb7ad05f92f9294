"""Budgets of a run that Redis keeps, in a DAG that Airflow runs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from airflow.sdk import BaseNotifier, task

from airflow_provider.hooks import ContentAIHook
from airflow_provider.operators import TextGenerationOperator
from airflow_provider.spend import Budget
from airflow_provider.state.record import Record
from tests.redis_server import URL, forget, within_one_day

pytestmark = pytest.mark.redis

TEN = {"response": "Hello", "tokens": 10, "success": True}


@pytest.fixture(autouse=True)
def _shared(connection: Callable[..., None]) -> Iterator[None]:
    within_one_day()
    connection(shared=URL)
    yield
    forget("{run:test_")


def _chain(number: int, budget: Any, **arguments: Any) -> Callable[[], None]:
    def build() -> None:
        last = None
        for place in range(number):
            task = TextGenerationOperator(
                task_id=f"t{place}", messages="Hi", model="m", budget=budget, trigger_rule="all_done", **arguments
            )
            if last is not None:
                last >> task
            last = task

    return build


@pytest.mark.parametrize("budget", [{"calls": 2}, {"tokens": 20}], ids=["calls", "tokens"])
def test_a_run_stops_when_its_tasks_together_have_spent_the_budget(
    run: Any, service: Any, budget: dict[str, int]
) -> None:
    service.answers(TEN)

    left = run(_chain(3, budget, retries=2))

    assert left.states == {"t0": "success", "t1": "success", "t2": "failed"}
    assert len(service.seen) == 2
    assert left.usage("t2")["calls"] == 0


def test_a_redis_that_was_started_empty_learns_from_xcoms_what_the_run_has_spent(run: Any, service: Any) -> None:
    def reply(*_: Any) -> Any:
        # After the first task has reserved, and again before the third asks.
        forget("{run:test_")
        return TEN

    service.by_request = reply

    left = run(_chain(3, {"calls": 2}))

    assert left.states == {"t0": "success", "t1": "success", "t2": "failed"}


def test_a_call_that_was_refused_leaves_its_place(run: Any, service: Any) -> None:
    service.answers((400, {"error": "No.", "success": False}), TEN)

    left = run(_chain(3, {"calls": 1}))

    assert left.states == {"t0": "failed", "t1": "success", "t2": "failed"}


@pytest.mark.parametrize("known", [True, False], ids=["as before", "upgraded"])
def test_what_earlier_tries_have_spent_counts_once(
    run: Any, service: Any, monkeypatch: pytest.MonkeyPatch, *, known: bool
) -> None:
    service.answers(TEN)
    if not known:
        monkeypatch.setattr(Record, "value", property(_without_shared(Record.value.fget)))
    ended = []

    def build() -> None:
        @task(retries=1, retry_delay=timedelta(0))
        def ask() -> None:
            hook = ContentAIHook(budget={"calls": 3})
            for question in range(3):
                if question == 2 and not ended:
                    ended.append(True)
                    raise RuntimeError
                hook.generate_text(messages=str(question), model="m")

        ask()

    left = run(build)

    assert left.states == {"ask": "success"}
    assert len(service.seen) == 3
    assert left.usage("ask")["calls"] == 3


def _without_shared(value: Callable[[Record], dict[str, Any]]) -> Callable[[Record], dict[str, Any]]:
    """Return what gives the *value* of a record as a version stored it that did not note who counts it."""
    return lambda record: {name: one for name, one in value(record).items() if name != "shared"}


def test_what_another_connection_has_paid_counts(run: Any, service: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    other = {"conn_type": "content_ai", "host": service.url, "password": "k3y-of-the-test"}
    monkeypatch.setenv("AIRFLOW_CONN_OTHER", json.dumps(other))
    service.answers(TEN)

    def build() -> None:
        alone = TextGenerationOperator(task_id="alone", messages="Hi", model="m", content_ai_conn_id="other")
        alone >> TextGenerationOperator(task_id="held", messages="Hi", model="m", budget={"calls": 1})

    assert run(build).states == {"alone": "success", "held": "failed"}


class Heard(BaseNotifier):
    """A notifier that remembers what it was told."""

    def __init__(self, told: list[tuple[str, str]]) -> None:
        super().__init__()
        self.told = told

    def notify(self, context: Any) -> None:
        facts = context["content_ai_budget"]
        self.told.append((facts["event"], facts["by"]["run_id"]))


@pytest.mark.parametrize("scope", ["day", "month"])
def test_people_are_told_once_a_period_of_a_budget_that_all_runs_share(run: Any, service: Any, scope: Any) -> None:
    service.answers(TEN)
    told: list[tuple[str, str]] = []
    forget("test_told_once")
    budget = Budget(calls=4, scope=scope, name="test_told_once", warn_at=0.5, on_exceed="skip", notify=[Heard(told)])

    for _ in range(3):
        run(_chain(3, budget))
    forget("test_told_once")

    assert len(service.seen) == 4
    assert [event for event, _ in told] == ["warned", "stopped"]


def test_a_budget_with_another_limit_tells_people_anew(run: Any, service: Any) -> None:
    service.answers(TEN)
    told: list[tuple[str, str]] = []
    forget("test_told_anew")
    for calls in (1, 2):
        more: Any = {"scope": "day", "name": "test_told_anew", "on_exceed": "skip", "notify": [Heard(told)]}
        run(_chain(2, Budget(calls=calls, **more)))
    forget("test_told_anew")

    assert [event for event, _ in told] == ["stopped", "stopped"]


@pytest.fixture
def priced_in(service: Any, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return what makes a connection, called as its currency is, on which a text costs 1."""

    def connect(currency: str, **more: Any) -> None:
        extra = {"prices": {"currency": currency, "text_generation": {"per_call": 1}}, **more}
        value = {"conn_type": "content_ai", "host": service.url, "password": "k3y-of-the-test", "extra": extra}
        monkeypatch.setenv(f"AIRFLOW_CONN_{currency}", json.dumps(value))

    return connect


def test_a_run_that_has_spent_in_another_currency_is_refused(run: Any, service: Any, priced_in: Any) -> None:
    service.answers(TEN)
    priced_in("EUR", shared=URL)
    priced_in("USD")

    def build() -> None:
        asked: Any = {"messages": "Hi", "model": "m"}
        dollars = TextGenerationOperator(task_id="dollars", content_ai_conn_id="usd", **asked)
        dollars >> TextGenerationOperator(task_id="euros", content_ai_conn_id="eur", budget={"cost": 5}, **asked)

    assert run(build).states == {"dollars": "success", "euros": "failed"}
    assert len(service.seen) == 1


@pytest.mark.parametrize(
    ("budget", "failed"),
    [({"cost": 5}, "dollars"), ({"calls": 3}, None), ({"calls": 2}, "last"), ({"tokens": 20}, "last")],
    ids=["cost", "calls", "fewer calls", "tokens"],
)
def test_only_a_budget_of_money_is_in_a_currency(
    run: Any, service: Any, priced_in: Any, budget: dict[str, Any], failed: str | None
) -> None:
    service.answers(TEN)
    for currency in ("EUR", "USD"):
        priced_in(currency, shared=URL)
    connections = {"euros": "eur", "dollars": "usd", "last": "eur"}

    def build() -> None:
        asked: Any = {"messages": "Hi", "model": "m", "budget": budget, "trigger_rule": "all_done"}
        euros, dollars, last = (
            TextGenerationOperator(task_id=task_id, content_ai_conn_id=connection, **asked)
            for task_id, connection in connections.items()
        )
        euros >> dollars >> last

    left = run(build)

    assert [task_id for task_id, state in left.states.items() if state != "success"] == ([failed] if failed else [])
    assert len(service.seen) == len(connections) - bool(failed)
