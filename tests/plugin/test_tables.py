"""What the page's tables say, on SQLite and PostgreSQL alike."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any, get_args

import pytest
from airflow.models.dagrun import DagRun
from airflow.models.task_state_store import TaskStateStoreModel as State
from airflow.models.taskinstance import TaskInstance
from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from airflow_provider.api.money import NOTHING
from airflow_provider.plugin import sums, tables
from airflow_provider.plugin.period import Period, period_of, periods_of
from airflow_provider.plugin.reading import read_groups
from airflow_provider.plugin.tables import Wanted
from tests.plugin import databases
from tests.plugin.filling import XComs, fill, of_dag

DAGS = frozenset({"a", "b"})
UNPRICED = {"calls": 1, "tokens": None, "unreported_calls": 1, "unconfirmed_calls": 0, "cost": None, "seconds": 0.5}


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def session(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    """A database with two DAGs, three runs each of two tasks, and nothing remembered."""
    monkeypatch.setattr(tables, "run_sums", sums.RunSums())
    monkeypatch.setattr(tables, "days_of_dags", sums.Days())
    database = databases.sqlite(tmp_path) if request.param == "sqlite" else databases.postgres()
    with database as engine:
        fill(engine, dag_ids=sorted(DAGS), runs=3, tasks=2, days=5)
        with Session(engine) as session:
            yield session


def _of(session: Session, dag_id: str) -> Any:
    return next(row for row in tables.breakdown(session, DAGS, period_of(), "dag").rows if row["dag_id"] == dag_id)


def _set(session: Session, which: Any, **facts: Any) -> None:
    found = session.scalars(select(State).where(which).order_by(State.id)).first()
    assert found is not None
    found.value = json.dumps({**json.loads(found.value), **facts})
    session.commit()


def test_days_dags_runs_and_tasks_add_up_to_the_same(session: Session) -> None:
    days, dags = tables.days(session, DAGS, period_of()), tables.breakdown(session, DAGS, period_of(), "dag")
    runs = [tables.runs(session, [dag_id], period_of(), Wanted(limit=10)) for dag_id in DAGS]
    tasks = [
        tables.tasks(session, row["dag_id"], row["run_id"], Wanted(limit=10)) for table in runs for row in table.rows
    ]

    assert days.total.tasks == dags.total.tasks == 12
    for group in ([days], [dags], runs, tasks):
        assert sum(table.total.tokens for table in group) == days.total.tokens
        assert sum((table.total.cost for table in group), NOTHING) == days.total.cost


def test_the_dearest_dag_comes_first_and_the_latest_run(session: Session) -> None:
    _set(session, State.dag_id == "b", cost=1000)

    assert [row["dag_id"] for row in tables.breakdown(session, DAGS, period_of(), "dag").rows] == ["b", "a"]
    moments = [row["run_after"] for row in tables.runs(session, ["a"], period_of(), Wanted(limit=10)).rows]
    assert moments == sorted(moments, reverse=True)


def test_a_dag_that_may_not_be_read_is_in_no_table(session: Session) -> None:
    only = frozenset({"b"})
    for table in (tables.days(session, only, period_of()), tables.breakdown(session, only, period_of(), "task")):
        assert {row["dag_id"] for row in table.rows} == {"b"}


def test_only_runs_of_the_period_count(session: Session) -> None:
    long_ago = Period(datetime(2020, 1, 1, tzinfo=UTC).date(), datetime(2020, 1, 2, tzinfo=UTC).date())

    assert tables.days(session, DAGS, long_ago).rows == []
    assert tables.runs(session, ["a"], long_ago, Wanted(limit=10)).rows == []


def test_xcom_stands_in_where_the_state_is_gone_and_counts_once_where_it_is_not(session: Session) -> None:
    before = tables.breakdown(session, DAGS, period_of(), "dag").total
    session.execute(delete(State).where(State.dag_id == "a", State.task_id == "task_00"))
    session.commit()
    tables.days_of_dags = sums.Days()
    tables.run_sums = sums.RunSums()

    after = tables.breakdown(session, DAGS, period_of(), "dag").total

    assert after == before._replace(seconds=pytest.approx(before.seconds))
    run_id = tables.runs(session, ["a"], period_of(), Wanted(limit=1)).rows[0]["run_id"]
    assert len(tables.tasks(session, "a", run_id, Wanted(limit=10)).rows) == 2


def test_the_state_is_believed_where_the_xcom_says_less(session: Session) -> None:
    session.execute(delete(XComs))
    session.commit()

    assert tables.breakdown(session, DAGS, period_of(), "dag").total.tasks == 12


def test_what_others_have_stored_under_the_same_names_is_left_out(session: Session) -> None:
    for value in ('"text"', "[]", "{}", "no JSON"):
        session.execute(update(State).where(State.dag_id == "a").values(value=value))
        session.execute(update(XComs).where(of_dag("a")).values(value={"usage": 5}))
        session.commit()
        tables.days_of_dags = sums.Days()
        tables.run_sums = sums.RunSums()
        assert [row["dag_id"] for row in tables.breakdown(session, DAGS, period_of(), "dag").rows] == ["b"]


def test_unknown_tokens_stay_unknown_and_are_marked(session: Session) -> None:
    session.execute(
        update(State)
        .where(State.dag_id == "a")
        .values(
            value=json.dumps(
                {
                    "calls": 1,
                    "tokens": None,
                    "unreported_calls": 1,
                    "unconfirmed_calls": 2,
                    "cost": None,
                    "seconds": 0.5,
                }
            )
        )
    )
    session.commit()

    row = _of(session, "a")

    assert (row["tokens"], row["cost"]) == (None, None)
    assert (row["unreported_calls"], row["unconfirmed_calls"]) == (6, 12)


def test_a_run_that_goes_on_is_read_every_time(session: Session) -> None:
    session.execute(update(DagRun).where(DagRun.dag_id == "a").values(state="running", end_date=None))
    session.commit()
    before = _of(session, "a")["calls"]
    _set(session, State.dag_id == "a", calls=101)

    assert _of(session, "a")["calls"] == before + 100
    assert tables.runs(session, ["a"], period_of(), Wanted(limit=10)).total.calls == before + 100


def test_a_run_that_has_just_ended_is_not_remembered_for_its_tasks_may_still_write(session: Session) -> None:
    session.execute(update(DagRun).where(DagRun.dag_id == "a").values(end_date=datetime.now(UTC)))
    session.commit()
    before = _of(session, "a")["calls"]
    _set(session, State.dag_id == "a", calls=101)

    assert _of(session, "a")["calls"] == before + 100


def test_a_run_that_is_over_is_remembered_until_it_is_cleared(session: Session) -> None:
    before = _of(session, "a")["calls"]
    _set(session, State.dag_id == "a", calls=101)
    assert _of(session, "a")["calls"] == before

    later = datetime.now(UTC) - timedelta(minutes=6)
    session.execute(update(DagRun).where(DagRun.dag_id == "a").values(clear_number=1, updated_at=later, end_date=later))
    session.commit()

    assert _of(session, "a")["calls"] == before + 100


def test_more_rows_than_wanted_are_counted_and_stay_in_the_sum(session: Session) -> None:
    table = tables.runs(session, ["a"], period_of(), Wanted(limit=1))

    assert (len(table.rows), table.found, table.count, table.total.tasks) == (1, 3, 3, 6)


@pytest.mark.parametrize("by", get_args(tables.By))
def test_every_breakdown_adds_up_to_the_same(session: Session, by: tables.By) -> None:
    table = tables.breakdown(session, DAGS, period_of(), by)

    assert sum(row["calls"] for row in table.rows) == table.total.calls == 12
    assert all(set(table.columns) <= set(row) for row in table.rows)


def test_a_page_of_what_is_searched_for_and_sorted_is_the_same_part_of_the_whole(session: Session) -> None:
    everything = tables.breakdown(session, DAGS, period_of(), "task", Wanted(search="A", sort="tokens"))
    second = tables.breakdown(session, DAGS, period_of(), "task", Wanted(search="A", sort="tokens", offset=1, limit=1))

    assert [row["dag_id"] for row in everything.rows].count("a") == 2
    tokens = [row["tokens"] for row in everything.rows]
    assert tokens == sorted(tokens, reverse=True)
    assert second.rows == everything.rows[1:2]
    assert tables.breakdown(session, DAGS, period_of(), "task", Wanted(search="no such name")).found == 0


def test_what_is_unknown_comes_last_whichever_way_it_is_sorted(session: Session) -> None:
    session.execute(update(State).where(State.dag_id == "a").values(value=json.dumps(UNPRICED)))
    session.commit()

    for descending in (True, False):
        wanted = Wanted(sort="tokens", descending=descending)
        table = tables.breakdown(session, DAGS, period_of(), "dag", wanted)

        assert [row["dag_id"] for row in table.rows] == ["b", "a"]


def test_two_currencies_are_kept_apart_and_told_in_one_cell(session: Session) -> None:
    for dag_id, currency in (("a", "EUR"), ("b", "USD")):
        priced = {**UNPRICED, "cost": 0.1, "costs": {currency: "0.1"}, "currency": currency, "unpriced_calls": 0}
        session.execute(update(State).where(State.dag_id == dag_id).values(value=json.dumps(priced)))
    session.commit()

    [row] = tables.breakdown(session, DAGS, period_of(), "operation").rows

    assert row["costs"] == {"EUR": "0.6", "USD": "0.6"}
    assert (row["cost"], row["currency"]) == (None, "EUR, USD")
    assert tables.in_csv(row)["cost"] == "0.6 EUR, 0.6 USD"


def test_calls_of_a_running_task_are_in_flight_and_later_without_an_answer(session: Session) -> None:
    session.execute(
        update(State).where(State.dag_id == "a").values(value=json.dumps({**UNPRICED, "unconfirmed_calls": 2}))
    )
    session.execute(update(DagRun).where(DagRun.dag_id == "a").values(state="running", end_date=None))
    for state, counts in (("running", (12, 0)), ("failed", (0, 12))):
        session.execute(update(TaskInstance).where(TaskInstance.dag_id == "a").values(state=state))
        session.commit()
        run_id = tables.runs(session, ["a"], period_of()).rows[0]["run_id"]
        of_run = tables.tasks(session, "a", run_id)
        assert of_run is not None

        for spent, share in (
            (tables.breakdown(session, frozenset("a"), period_of(), "dag").total, 1),
            (tables.runs(session, ["a"], period_of()).total, 1),
            (of_run.total, 3),
        ):
            assert (spent.in_flight_calls * share, spent.unconfirmed_calls * share) == counts


def test_a_run_that_there_is_not_has_no_table(session: Session) -> None:
    assert tables.tasks(session, "a", "nothing", Wanted(limit=10)) is None


def test_few_runs_among_many_are_found_too(session: Session) -> None:
    ids = sorted(session.scalars(select(DagRun.id)))

    found, spent, _ = read_groups(session, {ids[0]: "first", ids[-1]: "last"})

    assert set(found) == {"first", "last"}
    assert spent == {ids[0], ids[-1]}


def test_memory_is_bounded(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sums, "MOST_REMEMBERED", 2)

    assert tables.breakdown(session, DAGS, period_of(), "dag").total.tasks == 12
    assert tables.runs(session, DAGS, period_of()).total.tasks == 12
    assert len(tables.run_sums._known) == 2
    assert tables.days_of_dags._known == {}


def test_days_are_read_in_as_few_stretches_as_hold_no_others() -> None:
    march = [date(2026, 3, day) for day in (3, 1, 2, 7, 2)]

    assert periods_of(march) == [Period(march[1], march[0]), Period(march[3], march[3])]
    assert periods_of([]) == []
