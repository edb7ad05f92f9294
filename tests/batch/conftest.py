"""A batch and its tries, without Airflow around it: the store stays, the process and the XComs of a try go."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from airflow.sdk import Connection

from airflow_provider.batch.engine import Engine
from airflow_provider.operators import ExtractBatchOperator
from tests.batch.service import SCHEMA, Service
from tests.serving import Act
from tests.standins import KEY, MemoryStore, TaskInstance, execute, succeed


class Batch:
    """A task instance of an `ExtractBatchOperator` over its tries."""

    def __init__(self, service: Service, arguments: dict[str, Any]) -> None:
        self.service = service
        self.arguments = {"json_schema": SCHEMA, "prompt": "Every book", "content_ai_conn_id": "c", **arguments}
        self.store = MemoryStore()
        self.ti = TaskInstance(try_number=0, max_tries=9)

    def run(self, ti: type[TaskInstance] = TaskInstance, *, dies: bool = False, **changed: Any) -> Any:
        """Run the next try in what stands for a new process, and what Airflow does after a success unless it *dies*."""
        self.arguments |= changed
        self.ti = ti(try_number=self.ti.try_number + 1, max_tries=self.ti.max_tries)
        result = execute(ExtractBatchOperator(task_id="task", **self.arguments), self.store, self.ti)
        if not dies:
            succeed(self.ti)
        return result

    def clear(self) -> None:
        """Clear the task, as a user does."""
        self.ti.max_tries += 10

    @property
    def usage(self) -> dict[str, Any]:
        found: dict[str, Any] = self.ti.xcoms["usage"]
        return found

    @property
    def manifest(self) -> dict[str, Any]:
        found: dict[str, Any] = self.ti.xcoms["manifest"]
        return found

    def sizes(self) -> list[int]:
        return [len(value) for value in self.store.values.values()]


@pytest.fixture
def stopped(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    """Is set once a batch sends nothing more: no delay of a service is long enough for that on every machine."""
    event, stop = threading.Event(), Engine._stop

    def stop_and_say_so(engine: Engine, error: BaseException) -> None:
        stop(engine, error)
        event.set()

    monkeypatch.setattr(Engine, "_stop", stop_and_say_so)
    return event


@pytest.fixture
def batch(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Batch]]:
    """Return a batch whose service does with each link what *act* says: `batch(act, links=[...])`."""
    running: list[Service] = []

    def build(
        act: Callable[[str, int], Act] | None = None,
        *,
        delay: float = 0.0,
        extra: dict[str, Any] | None = None,
        **arguments: Any,
    ) -> Batch:
        service = Service(delay=delay) if act is None else Service(act, delay=delay)
        running.append(service)
        extra = {"max_attempts": 1, "timeout": 60, **(extra or {})}
        connection = Connection(conn_id="c", host=service.url, password=KEY, extra=json.dumps(extra))
        monkeypatch.setenv("AIRFLOW_CONN_C", connection.as_json())
        return Batch(service, arguments)

    yield build
    for service in running:
        service.close()
