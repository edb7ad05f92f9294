"""A batch and its tries, without Airflow around it: the store stays, the process and the XComs of a try go."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from airflow.sdk import Connection

from airflow_provider.operators import ExtractBatchOperator
from tests.batch.service import SCHEMA, Service
from tests.serving import Act
from tests.standins import KEY, MemoryStore, TaskInstance, context


class Batch:
    """A task instance of an `ExtractBatchOperator` over its tries."""

    def __init__(self, service: Service, arguments: dict[str, Any]) -> None:
        self.service = service
        self.arguments = {"json_schema": SCHEMA, "prompt": "Every book", "content_ai_conn_id": "c", **arguments}
        self.store = MemoryStore()
        self.ti = TaskInstance(try_number=0, max_tries=9)
        self.operator: ExtractBatchOperator

    def run(self, *, killed_at_the_end: bool = False, **changed: Any) -> Any:
        """Run the next try in what stands for a new process, and what Airflow does after a success."""
        self.arguments |= changed
        self.ti = TaskInstance(try_number=self.ti.try_number + 1, max_tries=self.ti.max_tries)
        self.operator = ExtractBatchOperator(task_id="task", **self.arguments)
        given: Any = context(self.store, self.ti)
        result = self.operator.execute(given)
        if not killed_at_the_end:
            for callback in self.operator.on_success_callback:
                callback(given)
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

    def journalled(self) -> int:
        """How many bytes of journal are in the store."""
        record = json.loads(self.store.values["content_ai_spend"]).get("journal", {})
        return len(base64.b64decode(record.get("open", ""))) + sum(
            len(value) for key, value in self.store.values.items() if "journal" in key
        )


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
        extra = {"max_attempts": 1, "timeout": 10, **(extra or {})}
        connection = Connection(conn_id="c", host=service.url, password=KEY, extra=json.dumps(extra))
        monkeypatch.setenv("AIRFLOW_CONN_C", connection.as_json())
        return Batch(service, arguments)

    yield build
    for service in running:
        service.close()
