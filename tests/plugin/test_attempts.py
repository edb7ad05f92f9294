"""
Airflow 3.4 archives every attempt with its XComs, and a clear discards the state: what was spent counts once each.

What a live Airflow has written in these cases is written here by hand, row by row.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from airflow.models.dagrun import DagRun
from airflow.models.task_state_store import TaskStateStoreModel as State
from airflow.models.taskinstance import TaskInstance
from sqlalchemy import Engine, select
from sqlalchemy.orm import Session

from airflow_provider.plugin import tables
from airflow_provider.plugin.period import period_of
from airflow_provider.plugin.sums import Days, RunSums
from airflow_provider.plugin.tables import Wanted
from airflow_provider.state.airflow_versions import attempts_are_archived
from tests.plugin.filling import XComs, fill, task_instance, write

pytestmark = pytest.mark.skipif(not attempts_are_archived(), reason="Airflow 3.3 keeps the last attempt only")

NOWHERE = uuid.UUID(int=0)
PLAIN = (NOWHERE, -1)


@pytest.fixture
def run(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    """A run in which nothing has been spent."""
    monkeypatch.setattr(tables, "run_sums", RunSums())
    monkeypatch.setattr(tables, "days_of_dags", Days())
    dag_id = uuid.uuid4().hex
    fill(engine, dag_ids=[dag_id], runs=1, tasks=0)
    with Session(engine) as session:
        yield Run(session, dag_id)


class Run:
    """A run whose attempts a test writes, and what the page shows of it."""

    def __init__(self, session: Session, dag_id: str) -> None:
        self.session = session
        [found] = session.scalars(select(DagRun).where(DagRun.dag_id == dag_id)).all()
        self.row = {
            "dag_id": dag_id,
            "run_id": found.run_id,
            "start_date": found.start_date,
            "end_date": found.end_date,
        }
        self.id = found.id

    def attempt(self, number: int, spent: dict[str, Any] | None, *, place: Any = PLAIN, live: bool = False) -> None:
        """Write attempt *number*, which has published *spent*."""
        region_id, region_index = place
        facts = {"task_id": "words", "region_id": region_id, "region_index": region_index, "map_index": region_index}
        attempt = {**task_instance(self.row), **self.row, **facts, "try_number": number, "working_set": live or None}
        write(self.session.connection(), TaskInstance, [attempt])
        if spent is not None:
            shared = {"id": uuid.uuid4(), "task_instance_id": attempt["id"], "map_index": -1}
            moment = {"timestamp": datetime.now(UTC)}
            write(self.session.connection(), XComs, [{**shared, **moment, "key": "content_ai_spend", "value": spent}])

    def state(self, spent: dict[str, Any], *, place: Any = PLAIN) -> None:
        """Write what the task state store has."""
        region_id, region_index = place
        facts = {"task_id": "words", "region_id": region_id, "region_index": region_index, "map_index": region_index}
        value = {"key": "content_ai_spend", "value": json.dumps(spent), "updated_at": datetime.now(UTC)}
        write(self.session.connection(), State, [{"dag_run_id": self.id, **self.row, **facts, **value}])

    def region(self, node_id: str, *, parent: Any = None, fork_of: Any = None, resumes_from: int = 0) -> uuid.UUID:
        """Make a region, as a loop or the expansion of a mapped task does."""
        from airflow.models.dynamic_region import DynamicRegion

        region = DynamicRegion(
            dag_id=self.row["dag_id"],
            run_id=self.row["run_id"],
            node_id=node_id,
            parent_region_id=None if parent is None else parent[0],
            parent_region_index=None if parent is None else parent[1],
            forked_from_region_id=fork_of,
            resumes_from_index=resumes_from,
        )
        self.session.add(region)
        self.session.flush()
        found: uuid.UUID = region.id
        return found

    def rows(self) -> list[dict[str, Any]]:
        """Return the rows of the run's table; every other view has the same sums."""
        self.session.commit()
        tables.days_of_dags = Days()
        tables.run_sums = RunSums()
        dag_id = self.row["dag_id"]
        table = tables.tasks(self.session, dag_id, self.row["run_id"], Wanted(limit=100))
        assert table is not None
        dags = frozenset({dag_id})
        for other in (
            tables.days(self.session, dags, period_of()),
            tables.breakdown(self.session, dags, period_of(), "dag"),
            tables.runs(self.session, [dag_id], period_of(), Wanted(limit=10)),
        ):
            assert other.total == table.total._replace(seconds=pytest.approx(table.total.seconds))
        return sorted(table.rows, key=lambda row: (row["iteration"] or "", row["map_index"]))


def spent(calls: int, record_id: str | None, **more: Any) -> dict[str, Any]:
    counts = {"calls": calls, "tokens": 10 * calls, "unreported_calls": 0, "unconfirmed_calls": 0, "cost": calls / 2}
    return {"operation": "extract", "model": None, "seconds": 1.0, "tries": calls, **counts, "id": record_id, **more}


def test_what_is_published_is_the_sum_over_tries_so_that_retries_count_once(run: Run) -> None:
    run.attempt(1, spent(1, "a"))
    run.attempt(2, spent(2, "a"))
    run.attempt(3, spent(3, "a"), live=True)
    run.state(spent(3, "a"))

    [row] = run.rows()

    assert (row["calls"], row["tokens"], row["cost"], row["tries"]) == (3, 30, 1.5, 3)
    assert (row["state"], row["try_number"]) == ("success", 3)


def test_the_store_is_believed_where_the_attempt_was_killed_before_it_published(run: Run) -> None:
    run.attempt(1, spent(1, "a"))
    run.attempt(2, None, live=True)
    run.state(spent(2, "a"))

    assert [row["calls"] for row in run.rows()] == [2]


def test_what_was_spent_before_a_clear_that_discarded_the_state_counts_too(run: Run) -> None:
    run.attempt(1, spent(1, "a"))
    run.attempt(2, spent(2, "a"))
    run.attempt(3, spent(1, "b", operation="text_generation", model="small"))
    run.attempt(4, spent(4, "c"), live=True)
    run.state(spent(4, "c"))

    [row] = run.rows()

    assert (row["calls"], row["tries"]) == (2 + 1 + 4, 2 + 1 + 4)
    assert (row["operation"], row["model"]) == ("extract, text_generation", "small")


def test_a_cleared_task_that_has_not_run_again_still_has_its_spend(run: Run) -> None:
    run.attempt(1, spent(2, "a"))
    run.attempt(2, None, live=True)

    assert [row["calls"] for row in run.rows()] == [2]


def test_where_success_clears_the_store_the_newest_attempt_of_each_record_counts(run: Run) -> None:
    run.attempt(1, spent(1, "a"))
    run.attempt(2, spent(3, "a"))
    run.attempt(3, spent(5, "b"), live=True)

    assert [row["calls"] for row in run.rows()] == [8]


def test_records_of_the_first_version_have_no_id_and_count_once(run: Run) -> None:
    run.attempt(1, spent(1, None))
    run.attempt(2, spent(2, None), live=True)
    run.state(spent(2, None))

    assert [row["calls"] for row in run.rows()] == [2]


def test_a_record_of_the_first_version_that_was_discarded_counts_beside_its_successor(run: Run) -> None:
    run.attempt(1, spent(2, None))
    run.attempt(2, spent(1, "a"), live=True)
    run.state(spent(1, "a"))

    assert [row["calls"] for row in run.rows()] == [3]


def test_a_mapped_task_has_a_row_for_each_map_index_also_after_a_clear_made_its_region_anew(run: Run) -> None:
    first = run.region("words")
    run.attempt(1, spent(1, "a"), place=(first, 0), live=True)
    run.state(spent(1, "a"), place=(first, 0))
    # From before the update to Airflow 3.4, and then cleared as a whole.
    run.attempt(1, spent(4, None), place=(NOWHERE, 1))
    run.attempt(1, spent(2, "b"), place=(first, 1), live=True)
    run.state(spent(2, "b"), place=(first, 1))

    assert [(row["map_index"], row["calls"]) for row in run.rows()] == [(0, 1), (1, 6)]


def test_a_loop_has_a_row_for_each_iteration_also_after_a_clear_forked_it(run: Run) -> None:
    loop = run.region("refine")
    run.attempt(1, spent(1, "a"), place=(loop, 0), live=True)
    run.state(spent(1, "a"), place=(loop, 0))
    run.attempt(1, spent(2, "b"), place=(loop, 1))
    fork = run.region("refine", fork_of=loop, resumes_from=1)
    run.attempt(1, spent(4, "c"), place=(fork, 1), live=True)
    run.state(spent(4, "c"), place=(fork, 1))

    rows = run.rows()

    assert [(row["iteration"], row["map_index"], row["calls"]) for row in rows] == [("0", -1, 1), ("1", -1, 6)]
    # What Airflow's own address of the task instance asks for.
    assert [(row["region_id"], row["region_index"]) for row in rows] == [(str(loop), 0), (str(fork), 1)]


def test_what_is_mapped_in_a_loop_in_a_loop_has_a_row_of_its_own(run: Run) -> None:
    outer = run.region("outer")
    inner = run.region("outer.inner", parent=(outer, 2))
    for iteration in (0, 1):
        mapped = run.region("words", parent=(inner, iteration))
        for index in (0, 1):
            run.attempt(1, spent(1, f"{iteration}{index}"), place=(mapped, index), live=True)
            run.state(spent(1, f"{iteration}{index}"), place=(mapped, index))

    found = [(row["iteration"], row["map_index"], row["calls"]) for row in run.rows()]

    assert found == [("2.0", 0, 1), ("2.0", 1, 1), ("2.1", 0, 1), ("2.1", 1, 1)]


def test_an_archived_xcom_that_is_not_ours_is_named_with_its_iteration(
    run: Run, caplog: pytest.LogCaptureFixture
) -> None:
    loop = run.region("refine")
    run.attempt(1, {"usage": 5}, place=(loop, 3))
    run.attempt(2, spent(1, "a"), place=(loop, 3), live=True)
    run.state(spent(1, "a"), place=(loop, 3))

    assert [row["calls"] for row in run.rows()] == [1]
    [named] = [one.getMessage() for one in caplog.records if "Spend page" in one.getMessage()]
    assert "task 'words' (iteration 3)" in named
    assert "XCom 'content_ai_spend'" in named
