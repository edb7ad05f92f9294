"""Values that nobody should have stored: they fail no view, count as far as they are sound, and are named once."""

from __future__ import annotations

import json
import logging
import math
import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from airflow.models.task_state_store import TaskStateStoreModel as State
from sqlalchemy import Engine, Text, delete, type_coerce, update
from sqlalchemy.orm import Session

from airflow_provider.plugin import records, tables
from airflow_provider.plugin.period import period_of
from airflow_provider.plugin.sums import Days, RunSums
from airflow_provider.plugin.tables import Wanted
from tests.plugin.filling import XComs, fill, of_dag

SOUND = {
    "calls": 3,
    "tokens": 7,
    "unreported_calls": 0,
    "unconfirmed_calls": 1,
    "cost": 0.5,
    "seconds": 2.0,
    "tries": 1,
}
# Each with what still counts of SOUND, and the word of the log that says what is wrong.
UNSOUND: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "calls as text": ({"calls": "x"}, {"calls": 0}, "calls"),
    "calls as a bool": ({"calls": True}, {"calls": 0}, "calls"),
    "calls as a list": ({"calls": [1]}, {"calls": 0}, "calls"),
    "fewer than none": ({"calls": -1}, {"calls": 0}, "calls"),
    "half a call": ({"unreported_calls": 0.5}, {"unreported_calls": 0}, "unreported_calls"),
    "more than can be counted": ({"tokens": 10**30}, {"tokens": None}, "tokens"),
    "no number": ({"cost": math.nan}, {"cost": None}, "cost"),
    "endless": ({"seconds": math.inf}, {"seconds": 0}, "seconds"),
    "a negative cost": ({"cost": -0.5}, {"cost": None}, "cost"),
    "an operation that is an object": ({"operation": {"a": 1}}, {}, "operation"),
    "a model that is a number": ({"model": 5}, {}, "model"),
    "an id that is a list": ({"id": []}, {}, "id"),
    "a newer version": ({"version": 99}, {}, "version"),
    "a version that is none": ({"version": {}}, {}, "version"),
}
NOT_OURS = ["5", '"text"', "[]", "null", "{}", "no JSON", '{"unconfirmed_calls"', "[" * 5000, '"\\ud800"']


@pytest.fixture
def page(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """The views of a DAG with one run of two tasks."""
    monkeypatch.setattr(tables, "run_sums", RunSums())
    monkeypatch.setattr(tables, "days_of_dags", Days())
    monkeypatch.setattr(records, "_named", set())
    dag_id = uuid.uuid4().hex
    fill(engine, dag_ids=[dag_id], runs=1, tasks=2)
    with Session(engine) as session:
        yield Page(session, dag_id)


class Page:
    """The views of one DAG, and what is stored of it."""

    def __init__(self, session: Session, dag_id: str) -> None:
        self.session = session
        self.dag_id = dag_id

    def store(self, value: str, task_id: str = "task_00") -> None:
        """Put *value* into the task state store."""
        which = State.dag_id == self.dag_id, State.task_id == task_id
        self.session.execute(update(State).where(*which).values(value=value))
        self.session.commit()

    def discard(self) -> None:
        """Empty the task state store."""
        self.session.execute(delete(State).where(State.dag_id == self.dag_id))
        self.session.commit()

    def publish(self, value: object) -> None:
        """Put *value* into the XComs."""
        which = of_dag(self.dag_id), XComs.key == "content_ai_spend"
        self.session.execute(update(XComs).where(*which).values(value=value))
        self.session.commit()

    def views(self) -> list[tables.Table]:
        """Return every table there is, read anew."""
        tables.days_of_dags = Days()
        tables.run_sums = RunSums()
        dags = frozenset({self.dag_id})
        runs = tables.runs(self.session, [self.dag_id], period_of(), Wanted(limit=10))
        found = [
            tables.days(self.session, dags, period_of()),
            tables.breakdown(self.session, dags, period_of(), "dag"),
            runs,
        ]
        for row in runs.rows:
            tasks = tables.tasks(self.session, self.dag_id, row["run_id"], Wanted(limit=10))
            assert tasks is not None
            found.append(tasks)
        # What goes over the wire has to be JSON that every browser reads.
        json.dumps([table.as_dict() for table in found], allow_nan=False)
        return found


def _named(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [line.getMessage() for line in caplog.records if line.name == "airflow_provider.plugin.records"]


@pytest.mark.parametrize(("wrong", "counts", "word"), UNSOUND.values(), ids=UNSOUND)
def test_what_is_sound_of_a_record_counts_in_every_view_and_the_rest_is_named_once(
    page: Page, caplog: pytest.LogCaptureFixture, wrong: dict[str, Any], counts: dict[str, Any], word: str
) -> None:
    page.store(json.dumps(SOUND), "task_01")
    page.store(json.dumps({**SOUND, **wrong}))

    views = [*page.views(), *page.views()]

    expected = {name: SOUND[name] + (counts.get(name, SOUND[name]) or 0) for name in ("calls", "tokens", "cost")}
    for view in views:
        assert {"calls": view.total.calls, "tokens": view.total.tokens, "cost": view.total.cost.number} == expected
        assert view.total.tasks == 2
    [named] = _named(caplog)
    run_id = views[2].rows[0]["run_id"]
    assert f"task 'task_00' in run {run_id!r} of DAG {page.dag_id!r}" in named
    assert "'content_ai_spend' in the task state store" in named
    assert word in named


@pytest.mark.parametrize("value", NOT_OURS)
def test_xcom_stands_in_for_a_state_value_that_is_no_record(
    page: Page, caplog: pytest.LogCaptureFixture, value: str
) -> None:
    before = [view.total for view in page.views()]
    page.store(value)

    views = [*page.views(), *page.views()]

    assert len(views) == 2 * len(before)
    for view, total in zip(views, [*before, *before], strict=True):
        assert view.total == total._replace(seconds=pytest.approx(total.seconds))
    assert len(_named(caplog)) == 1


@pytest.mark.parametrize("value", NOT_OURS)
def test_a_task_without_a_record_anywhere_is_skipped(page: Page, caplog: pytest.LogCaptureFixture, value: str) -> None:
    caplog.set_level(logging.WARNING)
    page.publish({"usage": 5})
    page.store(value)

    views = page.views()

    assert {view.total.tasks for view in views} == {1}
    assert len(_named(caplog)) == 2


def test_an_xcom_that_is_no_json_is_skipped(page: Page, caplog: pytest.LogCaptureFixture) -> None:
    if page.session.get_bind().dialect.name != "sqlite":
        pytest.skip("PostgreSQL refuses what is no JSON")
    page.discard()
    page.publish(type_coerce("no JSON", Text()))

    assert [view.rows for view in page.views()] == [[], [], []]
    assert len(_named(caplog)) == 2


def test_an_xcom_that_was_sent_by_hand_is_json_within_json_and_counts(page: Page) -> None:
    page.discard()
    page.publish(json.dumps(SOUND))

    assert [view.total.calls for view in page.views()] == [6, 6, 6, 6]


def test_no_more_values_are_remembered_than_a_process_can_bear(
    page: Page, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "MOST_NAMED", 1)
    for task_id in ("task_00", "task_01"):
        page.store("5", task_id)

    page.views()

    assert len(_named(caplog)) == 1
