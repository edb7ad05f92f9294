"""
Plain stand-ins for what Airflow gives a running task.

The real store and the real task instance live behind Airflow's API server; tests/live runs against those.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from airflow_provider.api.answers import Answer, Usage
from airflow_provider.api.client import Result
from airflow_provider.api.policy import Wait
from airflow_provider.api.request import Request
from airflow_provider.api.settings import Settings
from airflow_provider.errors import ContentAIError
from airflow_provider.state.record import COUNTS

if TYPE_CHECKING:
    from airflow.sdk import BaseOperator

KEY = "sk-Z4q9tTw8"


def settings(base_url: str = "https://api.test", **values: Any) -> Settings:
    """Return settings for tests: short pauses, the key of this module."""
    return Settings.build("test", **{"base_url": base_url, "token": KEY, "max_wait": 0.02, **values})


def published(**fields: Any) -> dict[str, Any]:
    """Return XCom `usage` of a task that has done nothing but *fields*."""
    counts = dict.fromkeys(COUNTS, 0) | {"tokens": None}
    money = {"cost": None, "saved": None, "currency": None}
    return {"operation": None, **counts, **money, "model": None, "connection": None, "tries": 0, **fields}


class Recorder:
    """A `Meter` that remembers what it heard, and sums it up as the ledger does."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.usage = Usage()

    def sending(self, request: Request, settings: Settings) -> None:
        self.heard.append("sending")
        self.usage += Usage(unconfirmed_calls=1)

    def settled(self, request: Request, result: Result, settings: Settings) -> None:
        self.heard.append(type(result).__name__)
        self.usage += Usage(unconfirmed_calls=-1)
        if isinstance(result, Answer):
            self.usage += result.usage
        elif isinstance(result, ContentAIError):
            self.usage += Usage.of_error(result)
        else:
            assert isinstance(result, Wait)


class MemoryStore:
    """The task state store: JSON text by key. *failing* names the methods that raise."""

    def __init__(self) -> None:
        self.values: dict[str, str] = {}
        self.retentions: dict[str, Any] = {}
        self.failing: set[str] = set()
        self.writes = 0

    def get(self, key: str, default: Any = None) -> Any:
        self._check("get")
        return json.loads(self.values[key]) if key in self.values else default

    def set(self, key: str, value: Any, *, retention: Any = None) -> None:
        self._check("set")
        self.values[key] = json.dumps(value, allow_nan=False)
        self.retentions[key] = retention
        self.writes += 1

    def delete(self, key: str) -> None:
        self._check("delete")
        self.values.pop(key, None)

    def _check(self, method: str) -> None:
        if method in self.failing:
            raise ConnectionError(f"the state store is away ({method})")


@dataclass
class TaskInstance:
    """
    As much of a running task instance as spend and operators use.

    `state` is what the API server has recorded of it: `succeed` says that it is a success.
    """

    try_number: int = 1
    max_tries: int = 0
    id: str = "0190"
    dag_id: str = "dag"
    run_id: str = "run"
    task_id: str = "task"
    map_index: int = -1
    task: Any = None
    state: str = "running"
    xcoms: dict[str, Any] = field(default_factory=dict)
    # What the newest earlier run that pushed any has left.
    earlier: dict[str, Any] = field(default_factory=dict)

    def xcom_push(self, key: str, value: Any) -> None:
        self.xcoms[key] = value

    def xcom_pull(self, key: str, task_ids: str, map_indexes: int, *, include_prior_dates: bool = False) -> Any:
        return self.xcoms.get(key, self.earlier.get(key) if include_prior_dates else None)

    def get_task_states(
        self, *, dag_id: str, map_index: int | None, task_ids: list[str], run_ids: list[str]
    ) -> dict[str, dict[str, str]]:
        mapped = self.map_index >= 0
        known = (self.dag_id, self.map_index if mapped else None, [self.task_id], [self.run_id])
        if (dag_id, map_index, task_ids, run_ids) != known:
            return {}
        return {self.run_id: {f"{self.task_id}_{self.map_index}" if mapped else self.task_id: self.state}}


def context(store: MemoryStore | None = None, ti: TaskInstance | None = None) -> dict[str, Any]:
    """Return the two entries of a task's context that the package reads, for a try that begins."""
    # Imported here: the tests of the API do without Airflow.
    from airflow.sdk import BaseOperator

    ti = TaskInstance() if ti is None else ti
    # A copy, as in a process of its own: what a try registers with its task is gone with it.
    ti.task = (ti.task or BaseOperator(task_id=ti.task_id)).prepare_for_execution()
    return {"ti": ti, "task_state_store": MemoryStore() if store is None else store}


def execute(operator: BaseOperator, store: MemoryStore, ti: TaskInstance) -> Any:
    """Run a try of *operator* as Airflow does, up to where it says that it has succeeded; return the result."""
    ti.task = operator
    given: Any = context(store, ti)
    result = ti.task.execute(given)
    if ti.task.do_xcom_push and result is not None:
        ti.xcom_push(key="return_value", value=result)
    return result


def succeed(ti: TaskInstance, *, recorded: str = "success") -> None:
    """Do what Airflow does once a try is over, and the API server has *recorded* what it made of that."""
    ti.state = recorded
    for callback in ti.task.on_success_callback:
        callback({"ti": ti})
