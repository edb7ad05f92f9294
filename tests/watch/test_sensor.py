"""The sensor without an Airflow around it; tests/live has it on a real one."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from airflow.sdk import DAG
from airflow.sdk.exceptions import AirflowSkipException, TaskDeferred

from airflow_provider.errors import InvalidRequestError, PageUnreachableError
from airflow_provider.watch import PageChangeSensor, PageChangeTrigger
from tests.watch.website import Website

if TYPE_CHECKING:
    from collections.abc import Iterator


class Runs:
    """The runs of a DAG that Airflow would remember: each with a state and the XComs of the sensor."""

    def __init__(self) -> None:
        self.past: list[SimpleNamespace] = []

    def start(self, *, dated: bool = True) -> dict[str, Any]:
        ti = TaskInstance(self, len(self.past))
        date = datetime(2026, 1, 1, len(self.past), tzinfo=UTC) if dated else None
        run = SimpleNamespace(run_id=f"run {len(self.past)}", logical_date=date, state="running", xcoms=ti.xcoms)
        self.past.append(run)
        return {"ti": ti, "dag_run": run}


class TaskInstance:
    dag_id = "clocked"
    map_index = -1

    def __init__(self, runs: Runs, number: int) -> None:
        self.runs = runs
        self.number = number
        self.xcoms: dict[str, Any] = {}

    def xcom_push(self, key: str, value: Any) -> None:
        self.xcoms[key] = value

    def xcom_pull(self, *, task_ids: str, key: str, run_id: str | None, map_indexes: int) -> Any:
        assert (task_ids, map_indexes) == ("changed", -1)
        wanted = run_id or f"run {self.number}"
        return next(run.xcoms.get(key) for run in self.runs.past if run.run_id == wanted)

    def get_previous_ti(self, *, logical_date: datetime, map_index: int) -> Any:
        before = [run for run in self.runs.past if run.logical_date and run.logical_date < logical_date]
        return before[-1] if before else None

    def get_dagrun_state(self, dag_id: str, run_id: str) -> str:
        return next(str(run.state) for run in self.runs.past if run.run_id == run_id)


@pytest.fixture
def site() -> Iterator[Website]:
    with Website({"/": b"<p>a"}) as running:
        yield running


@pytest.fixture
def runs() -> Runs:
    return Runs()


def sensor(site: Website, **options: Any) -> PageChangeSensor:
    with DAG("clocked", schedule=None):
        return PageChangeSensor(task_id="changed", url=f"{site.url}/", allow_private=True, **options)


def poll(site: Website, runs: Runs, *, dated: bool = True, ends: str = "success", **options: Any) -> str | None:
    """Run the sensor in a DAG run that ends as told; return the status that it tells, None if it is skipped."""
    context = runs.start(dated=dated)
    try:
        event = sensor(site, **options).execute(context)
    except AirflowSkipException:
        event = None
    context["dag_run"].state = ends
    return event["status"] if event else None


def test_it_goes_on_at_first_and_then_for_changes_only(site: Website, runs: Runs) -> None:
    found = [poll(site, runs), poll(site, runs)]
    site.pages["/"] = b"<p>b"

    assert [*found, poll(site, runs), poll(site, runs)] == ["new", None, "changed", None]
    assert site.answered["/", 304] == 2


def test_a_first_run_can_be_left_out(site: Website, runs: Runs) -> None:
    assert poll(site, runs, fire_on_first=False) is None


def test_what_a_failed_run_has_seen_is_still_to_be_done(site: Website, runs: Runs) -> None:
    poll(site, runs)
    site.pages["/"] = b"<p>b"

    assert [poll(site, runs, ends="failed"), poll(site, runs, ends="failed"), poll(site, runs), poll(site, runs)] == [
        "changed",
        "changed",
        "changed",
        None,
    ]


def test_a_run_without_a_date_compares_with_the_last_success(site: Website, runs: Runs) -> None:
    poll(site, runs)

    assert poll(site, runs, dated=False) is None
    site.pages["/"] = b"<p>b"
    assert poll(site, runs, dated=False) == "changed"
    # It is no point on the clock, so the next run of the clock sees the change as well.
    assert poll(site, runs) == "changed"


def test_a_page_is_removed_after_three_runs_and_may_come_back(site: Website, runs: Runs) -> None:
    poll(site, runs)
    site.pages["/"] = 404
    found = [poll(site, runs) for _ in range(4)]
    site.pages["/"] = b"<p>a"

    assert [*found, poll(site, runs)] == [None, None, "removed", None, "back"]


def test_small_changes_add_up_over_runs(site: Website, runs: Runs) -> None:
    found = []
    for text in (b"<p>a<p>b<p>c<p>d", b"<p>X<p>b<p>c<p>d", b"<p>X<p>Y<p>c<p>d"):
        site.pages["/"] = text
        found.append(poll(site, runs, min_change=0.3))

    assert found == ["new", None, "changed"]


def test_a_page_that_cannot_be_loaded_fails_the_task_so_that_airflow_tries_again(site: Website, runs: Runs) -> None:
    site.pages["/"] = 500

    with pytest.raises(PageUnreachableError, match="answered 500"):
        poll(site, runs)


def test_other_selectors_start_anew(site: Website, runs: Runs) -> None:
    assert [poll(site, runs), poll(site, runs, select="p"), poll(site, runs, select="p")] == ["new", "new", None]


def test_a_waiting_sensor_defers_with_what_it_has_seen(site: Website, runs: Runs) -> None:
    poll(site, runs)
    context = runs.start()
    waiting = sensor(site, deferrable=True, timeout=60, poke_interval=5)

    with pytest.raises(TaskDeferred) as deferred:
        waiting.execute(context)

    trigger = deferred.value.trigger
    assert isinstance(trigger, PageChangeTrigger)
    assert (trigger.watch.every, trigger.since) == (5, context["ti"].xcoms["page"])
    event = {"event": {"status": "changed"}, "memory": {"digest": "x"}}
    assert waiting.execute_complete(context, event) == event["event"]
    assert context["ti"].xcoms["page"] == {"digest": "x"}


def test_it_does_not_defer_what_it_knows_already(site: Website, runs: Runs) -> None:
    assert poll(site, runs, deferrable=True, timeout=60) == "new"
    assert poll(site, runs, deferrable=True, timeout=0) is None


def test_xcom_holds_no_page(site: Website, runs: Runs) -> None:
    site.pages["/"] = b"<p>The secret of the lighthouse"
    poll(site, runs)

    assert "lighthouse" not in str(runs.past[-1].xcoms["page"])


@pytest.mark.parametrize(
    ("options", "field"),
    [
        ({"url": "shop.example.com"}, "url"),
        ({"select": ["p", "p["]}, "select"),
        ({"ignore": ""}, "ignore"),
        ({"min_change": 2}, "min_change"),
        ({"fire_on_first": None}, "fire_on_first"),
    ],
    ids=lambda one: one if isinstance(one, str) else "",
)
def test_what_cannot_be_watched_is_refused_when_the_dag_is_parsed(options: dict[str, Any], field: str) -> None:
    with pytest.raises(InvalidRequestError, match=f"Field '{field}'"):
        PageChangeSensor(**{"task_id": "changed", "url": "https://example.com/", **options})


def test_templates_are_left_until_they_are_rendered() -> None:
    made = PageChangeSensor(task_id="changed", url="{{ params.url }}", select=["p", "{{ params.part }}"])

    assert made.url == "{{ params.url }}"
