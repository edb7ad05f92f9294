"""What spend shows of a task instance, however it ended: in XCom, in the state store, in the report, on the page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from dags_examples.run.rest import Run, task_name
from dags_examples.run.stack import Stack
from tests.live.paying import page_of

pytestmark = pytest.mark.live

RunDag = Callable[..., Run]

# By task: its state, and the calls, tokens in pages, tries and unconfirmed calls that it shows.
CASES: dict[str, tuple[str, tuple[int, int, int, int]]] = {
    "succeeds": ("success", (1, 1, 1, 0)),
    "fails": ("failed", (1, 1, 1, 0)),
    "retries": ("success", (2, 2, 2, 0)),
    "killed": ("success", (1, 1, 1, 0)),
    "killed_for_good": ("failed", (1, 1, 1, 0)),
    "to_a_file": ("success", (1, 1, 1, 0)),
    "batch": ("success", (3, 3, 1, 0)),
}
MAPPED = 3


@pytest.fixture(scope="module")
def kept(run: RunDag, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Every case, on an Airflow that keeps the state of its tasks."""
    return run("spend_cases", folder=tmp_path_factory.mktemp("kept").as_uri())


@pytest.fixture(scope="module")
def forgotten(below_a_path: Stack, tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Every case, on an Airflow with clear_on_success."""
    folder = tmp_path_factory.mktemp("forgotten").as_uri()
    started = below_a_path.airflow.api.trigger("spend_cases", {"folder": folder})
    started.wait()
    return started


@pytest.fixture(scope="module", params=["kept", "forgotten"])
def done(request: pytest.FixtureRequest) -> Run:
    """The run of every case, on either."""
    found: Run = request.getfixturevalue(request.param)
    return found


def page_rows(run: Run) -> dict[str, dict[str, Any]]:
    """Return what the page tells of the tasks of a run."""
    return {task_name(row): row for row in page_of(run)["rows"]}


def shown(usage: dict[str, Any], page: int) -> tuple[int, float, int, int]:
    """Return calls, tokens in pages, tries and unconfirmed calls."""
    return usage["calls"], usage["tokens"] / page, usage["tries"], usage["unconfirmed_calls"]


@pytest.mark.parametrize("task_id", CASES)
def test_a_task_shows_what_it_has_spent_however_it_ended(done: Run, task_id: str) -> None:
    state, spent = CASES[task_id]
    assert done.states()[task_id] == state, done.log(task_id)

    page = done.xcom("succeeds", "usage")["tokens"]
    reported = {row["task_id"]: row for row in done.xcom("report") if row["map_index"] < 0}

    assert shown(done.xcom(task_id, "usage"), page) == spent
    assert shown(reported[task_id], page) == spent
    assert shown(page_rows(done)[task_id], page) == spent


def test_a_mapped_task_shows_each_instance_by_itself(done: Run) -> None:
    rows = [row for row in done.xcom("report") if row["task_id"] == "mapped"]

    assert [row["map_index"] for row in rows] == list(range(MAPPED))
    assert {row["calls"] for row in rows} == {1}
    assert {f"mapped[{index}]" for index in range(MAPPED)} <= set(page_rows(done))


def test_the_sum_inside_taskflow_is_that_of_the_report_and_of_the_page(done: Run) -> None:
    total = sum(row["tokens"] for row in done.xcom("report"))

    assert done.xcom("sum_of_tokens") == total
    assert sum(row["tokens"] for row in page_rows(done).values()) == total


def test_with_clear_on_success_the_state_is_gone_and_the_figures_are_not(forgotten: Run, kept: Run) -> None:
    assert "content_ai_spend" not in forgotten.state_store("succeeds")
    assert "content_ai_spend" in forgotten.state_store("fails")
    assert "content_ai_spend" in kept.state_store("succeeds")
    assert page_rows(forgotten).keys() == page_rows(kept).keys()


@pytest.mark.parametrize(("task_id", "calls"), [("succeeds", 2), ("killed_for_good", 1)])
def test_a_clear_goes_on_from_what_was_spent_before_it(kept: Run, task_id: str, calls: int) -> None:
    kept.clear(task_id)
    kept.wait()

    assert kept.states()[task_id] == "success"
    for usage in (kept.xcom(task_id, "usage"), page_rows(kept)[task_id], kept.state_store(task_id)["content_ai_spend"]):
        assert usage["calls"] == calls


def test_with_clear_on_success_only_a_cleared_success_starts_from_zero(
    forgotten: Run,
) -> None:
    forgotten.clear("succeeds", "killed_for_good")
    forgotten.wait()

    # Airflow has deleted what the success had spent; what the failed one had spent is still there.
    for task_id in ("succeeds", "killed_for_good"):
        for usage in (forgotten.xcom(task_id, "usage"), page_rows(forgotten)[task_id]):
            assert (forgotten.states()[task_id], usage["calls"]) == ("success", 1)


def test_the_example_of_an_alert_tells_what_was_spent_and_fails_over_its_threshold(stack: Stack, run: RunDag) -> None:
    quiet, loud = run("spend_alert"), run("spend_alert", alert_at=1)

    assert quiet.states()["alert"] == "success"
    assert quiet.xcom("alert") == sum(row["tokens"] for row in quiet.xcom("report")) > 0
    assert loud.states()["alert"] == "failed"
    assert "more than 1." in loud.log("alert")


def test_the_example_of_an_archive_leaves_a_file_for_each_run(run: RunDag, tmp_path: Path) -> None:
    done = run("spend_archive", folder=tmp_path.as_uri())

    [file] = tmp_path.rglob("*.parquet")
    assert done.xcom("keep_spend") == file.as_uri()
    assert pd.read_parquet(file)["calls"].tolist() == [1]


def test_a_run_goes_over_its_budget_by_no_more_than_the_tasks_that_run_with_it(below_a_path: Stack) -> None:
    budget, together = 3, below_a_path.airflow.parallelism
    race = below_a_path.airflow.api.trigger("spend_race")

    assert race.wait() == "success"
    calls = sum(race.xcom("race", "usage", map_index=index)["calls"] for index in range(10))
    assert budget <= calls <= budget + together - 1
    assert list(race.states().values()).count("skipped") == 10 - calls
