"""
Plain stand-ins for what Airflow gives a running task.

The real store and the real task instance live behind Airflow's API server; tests/live runs against those.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from airflow_provider.api.answers import Answer, Usage
from airflow_provider.api.client import Result
from airflow_provider.api.policy import Wait
from airflow_provider.api.request import Request
from airflow_provider.api.settings import Settings
from airflow_provider.errors import ContentAIError

KEY = "sk-Z4q9tTw8"


def settings(base_url: str = "https://api.test", **values: Any) -> Settings:
    """Return settings for tests: short pauses, the key of this module."""
    return Settings.build("test", **{"base_url": base_url, "token": KEY, "max_wait": 0.02, **values})


class Recorder:
    """A `Meter` that remembers what it heard, and sums it up as the ledger does."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.usage = Usage()

    def sending(self, request: Request) -> None:
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
    """As much of a running task instance as spend and operators use."""

    try_number: int = 1
    max_tries: int = 0
    id: str = "0190"
    task_id: str = "task"
    map_index: int = -1
    xcoms: dict[str, Any] = field(default_factory=dict)

    def xcom_push(self, key: str, value: Any) -> None:
        self.xcoms[key] = value

    def xcom_pull(self, key: str, task_ids: str, map_indexes: int) -> Any:
        return self.xcoms.get(key)


def context(store: MemoryStore | None = None, ti: TaskInstance | None = None) -> dict[str, Any]:
    """Return the two entries of a task's context that the package reads."""
    return {"ti": ti or TaskInstance(), "task_state_store": store or MemoryStore()}
