"""How far budgets have come, as the records of tasks tell it to the Spend page."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from airflow.sdk import task

from airflow_provider.hooks import ContentAIHook
from airflow_provider.operators import ExtractBatchOperator, ExtractOperator, TextGenerationOperator
from airflow_provider.spend import ROW_KEY, STATE_KEY, Budget
from airflow_provider.state.record import MOST_BUDGETS, Record, with_budget
from tests.redis_server import URL, forget, within_one_day

PAGE = {"response": "A page", "success": True}
TEN = {"response": "Hello", "tokens": 10, "success": True}
LINKS = [f"https://example.com/{number}" for number in range(4)]
CENT = {"currency": "EUR", "extract": {"per_call": 0.01}}


def _budgets(left: Any, task_id: str, map_index: int = -1) -> list[dict[str, Any]]:
    [stored] = [value for (one, key), value in left.stored.items() if (one, key) == (task_id, STATE_KEY)]
    published = left.xcoms[task_id, map_index, ROW_KEY]["budgets"]
    assert stored["budgets"] == published
    found: list[dict[str, Any]] = published
    return found


def test_a_record_tells_what_the_budget_allows_and_what_it_has_counted(
    run: Any, service: Any, connection: Callable[..., None]
) -> None:
    connection(prices=CENT)
    service.answers(PAGE)

    def build() -> None:
        budget = Budget(cost="0.02", calls=9, on_exceed="skip", warn_at=0.8)
        first = ExtractOperator(task_id="first", link=LINKS[0], prompt="All", budget=budget)
        second = ExtractOperator(task_id="second", link=LINKS[1], prompt="All", budget=budget)
        first >> second >> ExtractOperator(task_id="third", link=LINKS[2], prompt="All", budget=budget)

    left = run(build)

    assert left.states["third"] == "skipped"
    limit = {"calls": 9, "cost": "0.02", "currency": "EUR"}
    held = {"name": None, "scope": "run", "limit": limit, "on_exceed": "skip", "warn_at": 0.8, "period": None}
    assert _budgets(left, "first") == [{**held, "spent": {"calls": 1, "cost": "0.01", "currency": "EUR"}}]
    for last in ("second", "third"):
        assert _budgets(left, last) == [{**held, "spent": {"calls": 2, "cost": "0.02", "currency": "EUR"}}]


def test_the_last_call_of_a_batch_is_in_it(run: Any, service: Any) -> None:
    service.answers(PAGE)

    left = run(lambda: ExtractBatchOperator(task_id="t", links=LINKS, prompt="All", budget={"calls": 9}))

    [budget] = _budgets(left, "t")
    assert budget["spent"] == {"calls": 4}


def test_each_budget_of_a_task_is_in_it_once(run: Any, service: Any) -> None:
    service.answers(PAGE, TEN)

    @task
    def read() -> None:
        for _ in range(2):
            ContentAIHook(budget=Budget(calls=8, scope="task")).extract(link=LINKS[0], prompt="All")
            ContentAIHook(budget=Budget(tokens=90, scope="task")).generate_text(messages="Hi", model="m")

    budgets = _budgets(run(read), "read")

    assert [(one["limit"], one["spent"]) for one in budgets] == [
        ({"calls": 8}, {"calls": 4}),
        ({"tokens": 90}, {"tokens": 30}),
    ]


def test_tokens_are_unknown_while_no_call_has_reported_any(run: Any, service: Any) -> None:
    service.answers(PAGE)
    budget = {"tokens": 50, "scope": "task"}

    left = run(lambda: TextGenerationOperator(task_id="t", messages="Hi", model="m", budget=budget))

    assert _budgets(left, "t")[0]["spent"] == {"tokens": None}


@pytest.mark.redis
def test_a_month_tells_what_all_runs_have_spent_in_it(run: Any, service: Any, connection: Callable[..., None]) -> None:
    connection(shared=URL)
    service.answers(TEN)
    within_one_day()
    name = uuid.uuid4().hex
    budget = Budget(calls=9, tokens=100, scope="month", name=name)

    def build() -> None:
        TextGenerationOperator.partial(task_id="t", model="m", budget=budget).expand(messages=["a", "b", "c"])

    run(build)
    left = run(lambda: TextGenerationOperator(task_id="t", model="m", messages="d", budget=budget))
    forget(name)

    [told] = _budgets(left, "t")
    assert told == {
        "name": name,
        "scope": "month",
        "limit": {"calls": 9, "tokens": 100},
        "on_exceed": "fail",
        "warn_at": None,
        "spent": {"calls": 4, "tokens": 40},
        "period": f"{datetime.now(UTC):%Y-%m}",
    }


@pytest.mark.parametrize("before", [{}, {"warn_at": None}, {"warn_at": 0.5}])
def test_a_budget_is_the_same_whenever_it_warns_and_whether_an_older_record_tells_that(
    before: dict[str, Any],
) -> None:
    held = {"name": None, "scope": "run", "limit": {"calls": 9}, "on_exceed": "fail", "period": None}
    now = {**held, "warn_at": 0.8, "spent": {"calls": 2}}

    assert with_budget(({**held, **before, "spent": {"calls": 1}},), now) == (now,)


@pytest.mark.parametrize(
    ("found", "budgets"),
    [
        (None, ()),
        ("text", ()),
        ([1, {"limit": 3}, {"limit": {}, "spent": {}}], ({"limit": {}, "spent": {}},)),
    ],
)
def test_what_is_no_budget_in_a_record_is_left_out(found: object, budgets: tuple[dict[str, Any], ...]) -> None:
    record = Record.read({"version": 2, "calls": 1, "unconfirmed_calls": 0, "budgets": found})

    assert record.budgets == budgets
    assert record.problem is None


def test_only_the_newest_budgets_stay() -> None:
    budgets: tuple[dict[str, Any], ...] = ()
    for number in range(MOST_BUDGETS + 3):
        budgets = with_budget(budgets, {"limit": {"calls": number}, "spent": {"calls": 0}})
        budgets = with_budget(budgets, {"limit": {"calls": number}, "spent": {"calls": 1}})

    assert [one["limit"]["calls"] for one in budgets] == list(range(3, MOST_BUDGETS + 3))
    assert {one["spent"]["calls"] for one in budgets} == {1}
