"""A task whose service plays what a test says."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from airflow_provider.operators import ContentAIOperator
    from tests.serving import Act, Listener
    from tests.unit.tries import Task


@pytest.fixture
def task(monkeypatch: pytest.MonkeyPatch, serve: Callable[..., Listener]) -> Callable[..., Task]:
    # Imported here: not every test of this folder wants Airflow.
    from airflow.sdk import Connection

    from airflow_provider.operators import ExtractOperator
    from tests.standins import KEY
    from tests.unit.tries import EXTRACT, QUERY, SCHEMA, Task

    def build(*acts: Act, kind: type[ContentAIOperator] = ExtractOperator, **fields: Any) -> Task:
        """Return a task of *kind* with *fields*."""
        server = serve(*acts)
        connection = Connection(conn_id="c", host=server.url, password=KEY, extra=json.dumps({"max_attempts": 1}))
        monkeypatch.setenv("AIRFLOW_CONN_C", connection.as_json())
        fields = {"json_schema": SCHEMA, **(EXTRACT if kind is ExtractOperator else QUERY), **fields}
        return Task(kind(task_id="task", content_ai_conn_id="c", **fields), server)

    return build
