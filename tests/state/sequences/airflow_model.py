"""
Airflow, as far as one task instance can tell: tries and their XComs, the task state store, clears, and kills.

A try goes through the steps of `airflow.sdk.execution_time.task_runner` in their order; test_airflow_model.py runs the
same task through that and compares. What differs between 3.3 and 3.4 is what a new try and a clear leave.
"""

from __future__ import annotations

import contextvars
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Literal
from uuid import uuid4

from airflow.sdk import BaseOperator
from airflow.sdk.bases.operator import ExecutorSafeguard
from airflow.sdk.definitions.retry_policy import RetryAction
from airflow.sdk.exceptions import AirflowFailException, AirflowSkipException
from airflow.sdk.execution_time.context import OutletEventAccessors, set_current_context

from tests.state.sequences.process import AwayError, KilledError, Process

Version = Literal["3.3", "3.4"]
State = Literal["scheduled", "up_for_retry", "success", "failed", "skipped"]
# Airflow warns about larger values.
MOST_STORED = 64_000


@dataclass
class Store:
    """`context["task_state_store"]` of one try, over the *values* that the task instance keeps."""

    values: dict[str, str]
    process: Process

    def get(self, key: str, default: Any = None) -> Any:
        with self.process.operation(f"get {key}"):
            return json.loads(self.values[key]) if key in self.values else default

    def set(self, key: str, value: Any, *, retention: Any = None) -> None:
        with self.process.operation(f"set {key}"):
            text = json.dumps(value, allow_nan=False)
            if len(text) >= MOST_STORED:
                self.process.violations.append(f"{key} takes {len(text)} bytes")
            self.values[key] = text

    def delete(self, key: str) -> None:
        with self.process.operation(f"delete {key}"):
            self.values.pop(key, None)


@dataclass
class TaskInstance:
    """One task instance over all its tries: what Airflow's database has of it."""

    version: Version
    retries: int
    map_index: int = -1
    state: State = "scheduled"
    try_number: int = 0
    max_tries: int = 0
    values: dict[str, str] = field(default_factory=dict)
    xcoms: dict[str, Any] = field(default_factory=dict)
    # The XComs of earlier tries; 3.3 deletes them.
    archive: list[dict[str, Any]] = field(default_factory=list)
    # Whether Airflow has recorded the last try as a success, and its process has come to the end of the callbacks.
    was_success: bool = False
    has_called_back: bool = False
    error: BaseException | None = None

    def __post_init__(self) -> None:
        self.max_tries = self.retries

    @property
    def runnable(self) -> bool:
        """Whether the scheduler would start a try."""
        return self.state in ("scheduled", "up_for_retry")

    def clear(self, *, keep_task_state: bool = False) -> None:
        """Clear it, as a user does; on 3.3 the task state is kept whatever is asked."""
        self.max_tries = self.try_number + self.retries
        self.state = "scheduled"
        if self.version == "3.4" and not keep_task_state:
            self.values.clear()

    def run(self, build: Callable[[], BaseOperator], process: Process) -> None:
        """Run the next try of the task that *build* makes, and take its state over."""
        self.try_number += 1
        if self.version == "3.4" and self.try_number > 1:
            self.archive.append(self.xcoms)
        self.xcoms = {}
        self.has_called_back, self.error = False, None
        # A process that ends without a word has failed, as far as Airflow knows.
        self.state, self.was_success = self._after_failure(), False
        with suppress(KilledError):
            self.attempt(build(), process)
        if process.told_to_end:
            # By the user, whatever the process has made of it.
            self.state = "failed"

    def push(self, process: Process, key: str, value: Any) -> None:
        """Take an XCom."""
        with process.operation(f"push {key}"):
            if key == "return_value" and process.fate.undeliverable:
                raise AwayError("the API server is away (return_value)")
            self.xcoms[key] = value

    def end(self, process: Process, state: State) -> None:
        """Take the state that the process has ended in."""
        process.step()
        process.trace.append(f"end {state}")
        # One that somebody has marked stays so, and its process goes on regardless.
        self.state = self.seen(process, state)
        self.was_success = self.state == "success"
        process.step()

    def seen(self, process: Process, state: State | None = None) -> State:
        """Return the state that the API server tells a process of; *state* is what it would be otherwise."""
        return "failed" if process.told_to_end else state or self.state

    def attempt(self, task: BaseOperator, process: Process) -> None:
        """Do what Airflow's task runner does: execute, push the result, tell how it ended, call back."""
        task = task.prepare_for_execution()
        process.on_end = task.on_kill
        ti = RunningTask(self, process, task)
        context: Any = {
            "ti": ti,
            "task_instance": ti,
            "task": task,
            "run_id": ti.run_id,
            "outlet_events": OutletEventAccessors(),
            "task_state_store": Store(self.values, process),
        }
        state = self._executed(task, context)
        self.end(process, state)
        for link in task.operator_extra_links:
            with suppress(AwayError):
                self.push(process, link.xcom_key, link.get_link(operator=task, ti_key=ti))
        if state != "success":
            return
        for callback in task.on_success_callback:
            try:
                callback(context)
            except Exception as error:  # noqa: BLE001 - Airflow logs it
                self.error = error
        self.has_called_back = not process.dead

    def _executed(self, task: BaseOperator, context: Any) -> State:
        try:
            with set_current_context(context):
                own = contextvars.copy_context()
                own.run(ExecutorSafeguard.tracker.set, task)
                result = own.run(task.execute, context=context)
                if task.do_xcom_push and result is not None:
                    context["ti"].xcom_push("return_value", result)
        except BaseException as error:  # noqa: BLE001 - as Airflow does
            self.error = error
            return self._after_error(task, error)
        return "success"

    def _after_error(self, task: BaseOperator, error: BaseException) -> State:
        if isinstance(error, AirflowSkipException):
            return "skipped"
        if isinstance(error, AirflowFailException):
            return "failed"
        policy = task.retry_policy
        if policy is not None:
            decision = policy.evaluate(error, self.try_number, self.max_tries, None)
            if decision.action == RetryAction.FAIL:
                return "failed"
        return self._after_failure()

    def _after_failure(self) -> State:
        return "up_for_retry" if self.retries and self.try_number <= self.max_tries else "failed"


@dataclass
class RunningTask:
    """`context["ti"]` of one try."""

    row: TaskInstance
    process: Process
    task: BaseOperator
    id: str = field(default_factory=lambda: str(uuid4()))
    dag_id: str = "dag"
    task_id: str = "task"
    run_id: str = "run"
    rendered_map_index: str | None = None

    def __post_init__(self) -> None:
        self.try_number, self.max_tries, self.map_index = self.row.try_number, self.row.max_tries, self.row.map_index

    def xcom_push(self, key: str, value: Any) -> None:
        self.row.push(self.process, key, json.loads(json.dumps(value, allow_nan=False)))

    def xcom_pull(self, key: str, task_ids: str, map_indexes: int) -> Any:
        with self.process.operation(f"pull {key}"):
            return self.row.xcoms.get(key)

    def get_task_states(
        self, dag_id: str, map_index: int | None = None, task_ids: Sequence[str] = (), run_ids: Sequence[str] = ()
    ) -> dict[str, Any]:
        with self.process.operation("get states"):
            name = self.task_id if self.map_index < 0 else f"{self.task_id}_{self.map_index}"
            return {self.run_id: {name: self.row.seen(self.process)}}
