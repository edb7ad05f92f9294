"""The first screen: a period beside the one before, the month, its charts, and the batches that run."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from airflow.models.dagrun import DagRun
from airflow.models.task_state_store import TaskStateStoreModel as State
from airflow.models.taskinstance import TaskInstance
from sqlalchemy import event, select, update
from sqlalchemy.orm import Session

from airflow_provider.plugin import budgets, sums, tables
from airflow_provider.plugin import overview as overviews
from airflow_provider.plugin.overview import overview
from airflow_provider.plugin.period import Period
from airflow_provider.plugin.reading import read_groups
from airflow_provider.plugin.running import running_batches
from airflow_provider.plugin.sound import sum_of
from airflow_provider.plugin.spent import Sum
from airflow_provider.state.record import Record
from tests.plugin import databases
from tests.plugin.filling import fill

NOON = datetime(2026, 3, 11, 12, tzinfo=UTC)
NAMELESS = (None, None, None)
WEEK = Period(date(2026, 3, 5), date(2026, 3, 11))
NAMES = [f"dag_{number:02}" for number in range(10)]


class Clock(datetime):
    """Noon of a Wednesday."""

    @classmethod
    def now(cls, tz: Any = None) -> datetime:
        return NOON


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    """Ten DAGs with two runs of one task each, whose days and spend a test sets."""
    monkeypatch.setattr(tables, "run_sums", sums.RunSums())
    monkeypatch.setattr(tables, "days_of_dags", sums.Days())
    monkeypatch.setattr(overviews, "datetime", Clock)
    with databases.sqlite(tmp_path) as engine:
        fill(engine, dag_ids=NAMES, runs=2, tasks=1)
        with Session(engine) as session:
            yield session


def spend(session: Session, dag_id: str, *days: date, cost: str = "1", currency: str = "EUR", **more: Any) -> None:
    """Let the runs of a DAG be of *days*, and each have cost as much."""
    ids = session.scalars(select(DagRun.id).where(DagRun.dag_id == dag_id)).all()
    for run, day in zip(ids, days, strict=False):
        at = datetime(day.year, day.month, day.day, 9, tzinfo=UTC)
        session.execute(update(DagRun).where(DagRun.id == run).values(run_after=at))
    value = {
        "calls": 1, "tokens": 100, "unreported_calls": 0, "unconfirmed_calls": 0, "unpriced_calls": 0,
        "cost": float(cost), "costs": {currency: cost}, "currency": currency, "seconds": 1.0, **more,
    }  # fmt: skip
    session.execute(update(State).where(State.dag_id == dag_id).values(value=json.dumps(value)))
    session.commit()


def test_a_period_is_compared_with_the_one_before(session: Session) -> None:
    spend(session, "dag_00", date(2026, 3, 5), date(2026, 3, 4), cost="0.1")
    spend(session, "dag_01", date(2026, 3, 11), date(2026, 2, 26), cost="0.2")

    told = overview(session, frozenset(NAMES[:2]), WEEK, "dag")

    assert (told["total"]["costs"], told["runs"]) == ({"EUR": "0.3"}, 2)
    assert told["before"]["total"]["costs"] == {"EUR": "0.3"}
    assert (told["before"]["since"], told["before"]["until"]) == ("2026-02-26", "2026-03-04")


def test_the_month_goes_on_at_the_pace_of_the_last_seven_days(session: Session) -> None:
    spend(session, "dag_00", date(2026, 3, 10), date(2026, 3, 1), cost="7")

    month = overview(session, frozenset({"dag_00"}), WEEK, "dag")["month"]

    # 14 so far, and 1 a day for the twenty and a half days that are left.
    assert month["so_far"]["costs"] == {"EUR": "14"}
    assert float(month["expected"]["costs"]["EUR"]) == pytest.approx(14 + 20.5)
    assert month["expected"]["tokens"] == 200 + round(100 / 7 * 20.5)


def test_each_chart_has_its_own_order_eight_series_and_the_others(session: Session) -> None:
    for number, dag_id in enumerate(NAMES):
        spend(session, dag_id, date(2026, 3, 6), cost=str(number + 1), tokens=1000 - number)
    spend(session, "dag_00", date(2026, 3, 6), currency="USD", tokens=None, unreported_calls=1)

    euros, dollars, tokens = overview(session, frozenset(NAMES), WEEK, "dag")["charts"]

    assert [one["name"] for one in euros["series"]] == [*reversed(NAMES[2:]), None]
    assert euros["series"][-1] == {"name": None, "others": 1, "days": {"2026-03-06": 2.0}}
    assert (dollars["currency"], [one["name"] for one in dollars["series"]]) == ("USD", ["dag_00"])
    # What is not known is no bar of height 0.
    assert [one["name"] for one in tokens["series"]] == [*NAMES[1:9], None]


BUDGET = {"name": "team", "scope": "day", "limit": {"cost": "5", "currency": "EUR", "calls": 10}, "on_exceed": "fail"}


def budget(period: str | None = "2026-03-11", calls: int | None = 1, **more: Any) -> dict[str, Any]:
    return {**BUDGET, "spent": {"cost": "4.5", "currency": "EUR", "calls": calls}, "period": period, **more}


def test_a_budget_of_several_dags_stands_where_it_has_counted_most(session: Session) -> None:
    spend(session, "dag_00", date(2026, 3, 11), budgets=[budget(calls=3)])
    spend(session, "dag_01", date(2026, 3, 11), budgets=[budget(calls=2, spent={"cost": "4", "calls": 2})])

    [shown] = overview(session, frozenset(NAMES[:2]), WEEK, "dag")["budgets"]

    assert (shown["name"], shown["scope"], shown["dag_id"]) == ("team", "day", None)
    assert (shown["limit"], shown["currency"]) == ({"cost": "5", "calls": "10"}, "EUR")
    assert shown["spent"] == {"cost": "4.5", "calls": "3"}
    assert shown["share"] == 0.9
    assert overview(session, frozenset({"dag_02"}), WEEK, "dag")["budgets"] == []


def test_a_budget_without_a_name_is_each_dags_own(session: Session) -> None:
    for dag_id in NAMES[:2]:
        spend(session, dag_id, date(2026, 3, 11), budgets=[budget(name=None)])

    shown = overview(session, frozenset(NAMES), WEEK, "dag")["budgets"]

    assert sorted(one["dag_id"] for one in shown) == NAMES[:2]


def test_only_this_day_and_month_are_shown_and_those_of_a_run_to_its_dag(session: Session) -> None:
    told = [
        budget("2026-03-10"), budget("2026-02", scope="month"), budget("2026-03", scope="month"),
        budget(None, scope="run", name=None), budget(None, calls=7, scope="run", name=None),
    ]  # fmt: skip
    spend(session, "dag_00", date(2026, 3, 11), budgets=told)

    of_all = overview(session, frozenset(NAMES), WEEK, "dag")["budgets"]
    of_one = overview(session, frozenset(NAMES[:1]), WEEK, "task")["budgets"]

    assert [(one["scope"], one["period"]) for one in of_all] == [("month", "2026-03")]
    assert [(one["scope"], one["spent"]["calls"]) for one in of_one] == [("month", "1"), ("run", "7")]


def test_what_a_budget_has_not_counted_is_not_nought(session: Session) -> None:
    limit, spent = {"tokens": 100}, {"tokens": None}
    spend(session, "dag_00", date(2026, 3, 11), budgets=[budget(limit=limit, spent=spent)])

    [shown] = overview(session, frozenset(NAMES), WEEK, "dag")["budgets"]

    assert (shown["spent"], shown["share"]) == ({"tokens": None}, None)


@pytest.mark.parametrize("told", [{}, {"warn_at": None}])
def test_a_budget_warns_where_one_of_its_tasks_does_though_a_fuller_record_does_not_tell(
    session: Session, told: dict[str, Any]
) -> None:
    spend(session, "dag_00", date(2026, 3, 11), budgets=[budget(calls=10, **told)])
    spend(session, "dag_01", date(2026, 3, 11), budgets=[budget(calls=2, warn_at=0.8)])

    [alone] = overview(session, frozenset(NAMES[:1]), WEEK, "dag")["budgets"]
    [shown] = overview(session, frozenset(NAMES[:2]), WEEK, "dag")["budgets"]

    assert (alone["warn_at"], alone["spent"]["calls"]) == (None, "10")
    assert (shown["warn_at"], shown["spent"]["calls"]) == (0.8, "10")


@pytest.mark.parametrize(
    "wrong",
    [
        7, {}, [None], [budget(scope="year")], [budget(limit={"calls": "x"})], [budget(name=[])], [budget(spent=3)],
        [budget(warn_at="0.8")], [budget(warn_at=80)],
    ],
)  # fmt: skip
def test_a_budget_that_is_none_is_left_out_and_named_once(
    session: Session, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, wrong: object
) -> None:
    monkeypatch.setattr(budgets, "_named", set())
    spend(session, "dag_00", date(2026, 3, 10), date(2026, 3, 11), budgets=wrong)

    told = overview(session, frozenset(NAMES), WEEK, "dag")

    assert told["budgets"] == []
    assert told["total"]["calls"] >= 2
    assert caplog.text.count("is left out on the Spend page") == 1


def test_a_batch_that_runs_is_shown_as_its_record_tells_and_one_that_is_over_is_not(session: Session) -> None:
    told = {"total": 300, "done": 200, "failed": 3, "in_flight": 16, "seconds_left": 60.0, "at": time.time() - 10}
    spend(session, "dag_00", date(2026, 3, 6), progress=told)
    session.execute(update(DagRun).where(DagRun.dag_id == "dag_00").values(state="running"))
    session.execute(update(TaskInstance).where(TaskInstance.dag_id == "dag_00").values(state="running"))
    session.commit()

    [first, second] = running_batches(session, {"dag_00"})
    of_run = running_batches(session, {"dag_00"}, first["run_id"])

    assert (first["done"], first["total"], first["failed"], first["in_flight"]) == (200, 300, 3, 16)
    # As long as this test takes has passed as well.
    assert 10 < first["seconds_left"] <= 50.1
    assert first["run_id"] != second["run_id"]
    assert [row["run_id"] for row in of_run] == [first["run_id"]]
    assert running_batches(session, {"dag_01"}) == []
    session.execute(update(TaskInstance).values(state="success"))
    assert running_batches(session, {"dag_00"}) == []


@pytest.mark.parametrize("wrong", [5, {}, {"total": "x"}, {"total": 1, "done": 1, "failed": 0, "in_flight": 0}])
def test_a_progress_that_is_none_is_left_out(session: Session, wrong: object) -> None:
    spend(session, "dag_00", date(2026, 3, 6), progress=wrong)
    session.execute(update(DagRun).values(state="running"))
    session.execute(update(TaskInstance).values(state="running"))
    session.commit()

    assert running_batches(session, {"dag_00"}) == []


RECORDS: dict[str, dict[str, Any]] = {
    "of version 0.1": {"calls": 2, "tokens": 5, "unreported_calls": 1, "unconfirmed_calls": 0, "cost": 0.1, "tries": 1},
    "without a price": {"calls": 2, "tokens": None, "unreported_calls": 2, "unconfirmed_calls": 1, "cost": None},
    "exact": {"version": 2, "calls": 3, "tokens": 7, "cost": 0.3, "costs": {"EUR": "0.3"}, "unpriced_calls": 1},
    "of two currencies": {"version": 2, "calls": 2, "cost": None, "costs": {"EUR": "0.1", "USD": "0.2"}},
    "saved": {"version": 2, "calls": 0, "reused_calls": 4, "saved": 0.4, "savings": {"": "0.4"}, "unpriced_calls": 0},
}


@pytest.mark.parametrize("value", RECORDS.values(), ids=RECORDS)
def test_the_quick_way_of_reading_says_what_the_careful_one_does(value: dict[str, Any]) -> None:
    value = {"unconfirmed_calls": 0, "seconds": 1.5, **value}

    for running in (True, False):
        for stored in (value, json.dumps(value)):
            assert sum_of(stored, running=running) == (NAMELESS, Sum.of(Record.read(value), running=running), None)


def test_what_a_few_runs_have_published_is_found_without_looking_at_all_that_was_ever_published(
    session: Session,
) -> None:
    asked: list[tuple[str, Any]] = []
    engine = session.get_bind()
    event.listen(engine, "before_cursor_execute", lambda *told: asked.append((told[2], told[3])))

    read_groups(session, dict.fromkeys(session.scalars(select(DagRun.id)), "here"))

    plans = [
        step.detail
        for statement, values in tuple(asked)
        if "xcom" in statement
        for step in session.connection().exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
    ]
    assert any("xcom" in step for step in plans)
    assert [step for step in plans if "idx_xcom_key" in step] == []


def test_the_period_before_has_the_same_length() -> None:
    assert WEEK.before == Period(WEEK.since - timedelta(days=7), WEEK.since - timedelta(days=1))
