"""The model of Airflow takes the steps that Airflow's own task runner takes, in their order."""

from __future__ import annotations

import signal
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
import structlog
from airflow.sdk import DAG, BaseOperator
from airflow.sdk.exceptions import ErrorType
from airflow.sdk.execution_time import comms, task_runner

from tests.state.sequences.airflow_model import Store, TaskInstance
from tests.state.sequences.jobs import LARGE, Batch, OneCall, PythonTask
from tests.state.sequences.process import Fate, Process
from tests.state.sequences.test_every_step import PAGE, PAGES, QUESTIONS
from tests.state.sequences.world import Job, PaidService, World

JOBS: dict[str, tuple[Callable[[], Job], int]] = {
    "one call": (lambda: OneCall([PAGE]), 0),
    "one call, large": (lambda: OneCall([PAGE]), LARGE),
    "batch": (lambda: Batch(PAGES), 0),
    "python": (lambda: PythonTask(QUESTIONS), 0),
}
FATES = {
    "lives": Fate(),
    "killed": Fate(killed_at=12),
    "marked": Fate(ended_at=3),
    "marked and killed": Fate(ended_at=5, killed_at=3),
    "marked at its end": Fate(ended_at=15),
    "away": Fate(away_at=2),
    "undeliverable": Fate(undeliverable=True),
}


@dataclass
class Supervisor:
    """Airflow's supervisor and API server, as far as the task runner talks to them in these tests."""

    ti: TaskInstance
    process: Process
    store: Store

    def send(self, msg: Any) -> Any:
        match msg:
            case comms.GetTaskStateStore():
                found = self.store.get(msg.key)
                if found is None:
                    return comms.ErrorResponse(error=ErrorType.TASK_STORE_NOT_FOUND)
                return comms.TaskStateStoreResult(value=found)
            case comms.SetTaskStateStore():
                self.store.set(msg.key, msg.value)
            case comms.DeleteTaskStateStore():
                self.store.delete(msg.key)
            case comms.SetXCom():
                self.ti.push(self.process, msg.key, msg.value)
            case comms.GetTaskStates():
                with self.process.operation("get states"):
                    return comms.TaskStatesResult(task_states={"run": {"task": self.ti.seen(self.process)}})
            case comms.SucceedTask():
                self.ti.end(self.process, "success")
            case comms.RetryTask() | comms.TaskState():
                self.ti.end(self.process, "up_for_retry" if isinstance(msg, comms.RetryTask) else "failed")
        return None


class RealTaskInstance(TaskInstance):
    """A task instance whose tries are run by Airflow's own task runner."""

    def attempt(self, task: BaseOperator, process: Process) -> None:
        if not task.has_dag():
            DAG("dag", schedule=None).add_task(task)
        ti = self._running(task)
        # The runner makes a copy of the task, and runs that.
        process.on_end = lambda: ti.task.on_kill()  # noqa: PLW0108 - of whichever task it is by then
        log, before = structlog.get_logger(), signal.getsignal(signal.SIGTERM)
        with pytest.MonkeyPatch.context() as patch:
            supervisor = Supervisor(self, process, Store(self.values, process))
            patch.setattr(task_runner, "SUPERVISOR_COMMS", supervisor, raising=False)
            try:
                context = ti.get_template_context()
                state, _, self.error = task_runner.run(ti, context, log)
                task_runner.finalize(ti, state, context, log, self.error)
            finally:
                signal.signal(signal.SIGTERM, before)
        self.has_called_back = state == "success" and not process.dead

    def _running(self, task: BaseOperator) -> Any:
        run = {
            "run_id": "run",
            "conf": {},
            "consumed_asset_events": [],
            "logical_date": None,
            "team_name": None,
            "run_type": None,
        }
        ti = task_runner.RuntimeTaskInstance.model_construct(
            id=uuid4(),
            dag_id="dag",
            task_id="task",
            run_id="run",
            map_index=self.map_index,
            try_number=self.try_number,
            max_tries=self.max_tries,
            task=task,
            is_mapped=False,
            start_date=datetime.now(UTC),
        )
        ti._ti_context_from_server = SimpleNamespace(  # type: ignore[assignment]
            dag_run=SimpleNamespace(**run, partition_key=None, partition_date=None),
            max_tries=self.max_tries,
            should_retry=bool(self.retries) and self.try_number <= self.max_tries,
            next_method=None,
            # These begin with Airflow 3.4.
            multi_team=False,
            loop=None,
            first_task_reschedule_start_date=None,
            xcom_keys_to_clear=[],
            task_reschedule_count=0,
        )
        return ti


@pytest.mark.parametrize("fate", FATES.values(), ids=FATES)
@pytest.mark.parametrize(("job", "size"), JOBS.values(), ids=JOBS)
def test_a_try_takes_the_same_steps_and_ends_the_same(
    service: PaidService, job: Callable[[], Job], size: int, fate: Fate
) -> None:
    left = []
    for kind in (TaskInstance, RealTaskInstance):
        world = World(service, kind("3.3", retries=1), job(), size=size)
        tried = world.run(fate)
        ti = world.ti
        left.append(
            (tried.process.trace, ti.state, ti.was_success, ti.has_called_back, ti.xcoms.keys(), ti.values.keys())
        )
        world.finish()

    assert left[0] == left[1]
