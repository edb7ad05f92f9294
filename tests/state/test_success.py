"""What waits for a success waits for Airflow's record of it."""

from __future__ import annotations

from typing import Any

import pytest
from airflow.sdk import BaseOperator

from airflow_provider.state.success import after_success, state_is_cleared
from tests.standins import TaskInstance, context, succeed


@pytest.mark.parametrize("map_index", [-1, 0, 12])
def test_what_waits_is_done_once_the_success_is_recorded(map_index: int) -> None:
    done: list[str] = []
    ti = TaskInstance(map_index=map_index)
    after_success(context(ti=ti), lambda: done.append("done"))
    assert done == []

    succeed(ti)

    assert done == ["done"]


@pytest.mark.parametrize("state", ["failed", "up_for_retry", "removed", "running", "skipped"])
def test_a_success_that_the_api_server_has_refused_is_none(state: str) -> None:
    done: list[str] = []
    ti = TaskInstance()
    after_success(context(ti=ti), lambda: done.append("done"))

    succeed(ti, recorded=state)

    assert done == []


class Away(TaskInstance):
    def get_task_states(self, **_: Any) -> dict[str, dict[str, str]]:
        raise ConnectionError("the API server is away")


class Unknown(TaskInstance):
    def get_task_states(self, **_: Any) -> dict[str, dict[str, str]]:
        return {}


@pytest.mark.parametrize("kind", [Away, Unknown])
def test_where_the_state_cannot_be_read_airflows_word_is_enough(kind: type[TaskInstance]) -> None:
    done: list[str] = []
    ti = kind()
    after_success(context(ti=ti), lambda: done.append("done"))

    succeed(ti, recorded="failed")

    assert done == ["done"]


def test_it_comes_before_the_callbacks_of_the_user_and_these_stay() -> None:
    done: list[str] = []
    task = BaseOperator(task_id="task", on_success_callback=[lambda _: done.append("theirs")])
    ti = TaskInstance(task=task)
    given = context(ti=ti)
    after_success(given, lambda: done.append("first"))
    after_success(given, lambda: done.append("second"))

    succeed(ti)

    assert done == ["second", "first", "theirs"]
    # The DAG's own operator is another object: the next try in this process begins without.
    assert len(task.on_success_callback) == 1


def test_the_task_of_the_context_is_asked_where_the_task_instance_has_none() -> None:
    done: list[str] = []
    task = BaseOperator(task_id="task")
    after_success({"ti": TaskInstance(state="success"), "task": task}, lambda: done.append("done"))

    for callback in task.on_success_callback:
        callback({})

    assert done == ["done"]


def test_without_a_task_nothing_is_done() -> None:
    after_success({"ti": TaskInstance()}, lambda: pytest.fail("there is no success"))


@pytest.mark.parametrize(("value", "cleared"), [("True", True), ("False", False), (None, False)])
def test_airflow_says_whether_it_has_deleted_the_state(
    monkeypatch: pytest.MonkeyPatch, value: str | None, *, cleared: bool
) -> None:
    if value is not None:
        monkeypatch.setenv("AIRFLOW__STATE_STORE__CLEAR_ON_SUCCESS", value)

    assert state_is_cleared() is cleared
