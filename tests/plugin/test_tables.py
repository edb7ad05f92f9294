"""What the page's tables say, on SQLite and PostgreSQL alike."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from airflow.models.dagrun import DagRun
from airflow.models.task_state_store import TaskStateStoreModel as State
from sqlalchemy import delete, select, update
from sqlalchemy.orm import Session

from airflow_provider.plugin import sums, tables
from airflow_provider.plugin.period import Period, period_of
from airflow_provider.plugin.reading import read_sums
from tests.plugin import databases
from tests.plugin.filling import XComs, fill, of_dag

DAGS = frozenset({"a", "b"})


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def session(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Session]:
    """A database with two DAGs, three runs each of two tasks, and nothing remembered."""
    monkeypatch.setattr(tables, "run_sums", sums.RunSums())
    monkeypatch.setattr(tables, "_days_of", {})
    database = databases.sqlite(tmp_path) if request.param == "sqlite" else databases.postgres()
    with database as engine:
        fill(engine, dag_ids=sorted(DAGS), runs=3, tasks=2, days=5)
        with Session(engine) as session:
            yield session


def _of(session: Session, dag_id: str) -> Any:
    return next(row for row in tables.dags(session, DAGS, period_of()).rows if row["dag_id"] == dag_id)


def _set(session: Session, which: Any, **facts: Any) -> None:
    found = session.scalars(select(State).where(which).order_by(State.id)).first()
    assert found is not None
    found.value = json.dumps({**json.loads(found.value), **facts})
    session.commit()


def test_days_dags_runs_and_tasks_add_up_to_the_same(session: Session) -> None:
    days, dags = tables.days(session, DAGS, period_of()), tables.dags(session, DAGS, period_of())
    runs = [tables.runs(session, dag_id, period_of(), 10) for dag_id in DAGS]
    tasks = [tables.tasks(session, row["dag_id"], row["run_id"], 10) for table in runs for row in table.rows]

    assert days.total.tasks == dags.total.tasks == 12
    for group in ([days], [dags], runs, tasks):
        assert sum(table.total.tokens for table in group) == days.total.tokens
        assert sum(table.total.cost for table in group) == pytest.approx(days.total.cost)


def test_the_dearest_dag_comes_first_and_the_latest_run(session: Session) -> None:
    _set(session, State.dag_id == "b", cost=1000)

    assert [row["dag_id"] for row in tables.dags(session, DAGS, period_of()).rows] == ["b", "a"]
    moments = [row["run_after"] for row in tables.runs(session, "a", period_of(), 10).rows]
    assert moments == sorted(moments, reverse=True)


def test_a_dag_that_may_not_be_read_is_in_no_table(session: Session) -> None:
    for table in (tables.days, tables.dags):
        assert {row["dag_id"] for row in table(session, frozenset({"b"}), period_of()).rows} == {"b"}


def test_only_runs_of_the_period_count(session: Session) -> None:
    long_ago = Period(datetime(2020, 1, 1, tzinfo=UTC).date(), datetime(2020, 1, 2, tzinfo=UTC).date())

    assert tables.days(session, DAGS, long_ago).rows == []
    assert tables.runs(session, "a", long_ago, 10).rows == []


def test_xcom_stands_in_where_the_state_is_gone_and_counts_once_where_it_is_not(session: Session) -> None:
    before = tables.dags(session, DAGS, period_of()).total
    session.execute(delete(State).where(State.dag_id == "a", State.task_id == "task_00"))
    session.commit()
    tables._days_of.clear()
    tables.run_sums = sums.RunSums()

    after = tables.dags(session, DAGS, period_of()).total

    assert after == pytest.approx(before)
    run_id = tables.runs(session, "a", period_of(), 1).rows[0]["run_id"]
    assert len(tables.tasks(session, "a", run_id, 10).rows) == 2


def test_the_state_is_believed_where_the_xcom_says_less(session: Session) -> None:
    session.execute(delete(XComs))
    session.commit()

    assert tables.dags(session, DAGS, period_of()).total.tasks == 12


def test_what_others_have_stored_under_the_same_names_is_left_out(session: Session) -> None:
    for value in ('"text"', "[]", "{}", "no JSON"):
        session.execute(update(State).where(State.dag_id == "a").values(value=value))
        session.execute(update(XComs).where(of_dag("a")).values(value={"usage": 5}))
        session.commit()
        tables._days_of.clear()
        tables.run_sums = sums.RunSums()
        assert [row["dag_id"] for row in tables.dags(session, DAGS, period_of()).rows] == ["b"]


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
    assert tables.runs(session, "a", period_of(), 10).total.calls == before + 100


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
    table = tables.runs(session, "a", period_of(), 1)

    assert (len(table.rows), table.left_out, table.total.tasks) == (1, 2, 6)


def test_a_run_that_there_is_not_has_no_table(session: Session) -> None:
    assert tables.tasks(session, "a", "nothing", 10) is None


def test_few_runs_among_many_are_found_too(session: Session) -> None:
    ids = sorted(session.scalars(select(DagRun.id)))

    assert set(read_sums(session, [ids[0], ids[-1]])) == {ids[0], ids[-1]}


def test_memory_is_bounded(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sums, "MOST_RUNS_REMEMBERED", 2)
    monkeypatch.setattr(tables, "MOST_DAGS_REMEMBERED", 1)

    assert tables.dags(session, DAGS, period_of()).total.tasks == 12
    assert len(tables.run_sums._known) == 2
    assert len(tables._days_of) == 1
