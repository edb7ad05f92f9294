"""A task over its tries, without Airflow around it: what a test of checked rows asks and what it is answered."""

from __future__ import annotations

from typing import Any

import pytest

from airflow_provider import errors
from airflow_provider.operators import ContentAIOperator
from tests.serving import Act, Listener, answer
from tests.standins import MemoryStore, TaskInstance, execute, succeed

EXTRACT = {"link": "https://b.test/1", "prompt": "Every book"}
QUERY = {"collection_id": "c", "request_query": "q", "json_schema_rules": "r"}
SCHEMA = {"title": "string", "price": "number"}
GOOD = [{"title": "Emma", "price": 7.5}, {"title": "Persuasion", "price": 8.25}]


class Task:
    """A task instance over its tries."""

    def __init__(self, operator: ContentAIOperator, server: Listener) -> None:
        self.operator = operator
        self.server = server
        self.store = MemoryStore()
        self.ti = TaskInstance(try_number=0)

    def run(self, *, earlier: dict[str, Any] | None = None, **changed: Any) -> Any:
        for name, value in changed.items():
            setattr(self.operator, name, value)
        self.ti = TaskInstance(try_number=self.ti.try_number + 1, earlier=earlier or {})
        result = execute(self.operator, self.store, self.ti)
        succeed(self.ti)
        return result

    def fails(self, **changed: Any) -> str:
        with pytest.raises(errors.ExpectationError) as caught:
            self.run(**changed)
        return str(caught.value)

    @property
    def calls(self) -> int:
        return len(self.server.requests)


def ok(response: object) -> Act:
    return answer(200, {"response": response, "tokens": 7, "success": True})
