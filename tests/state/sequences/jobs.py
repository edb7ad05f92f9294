"""The kinds of tasks that are taken through kills and clears, each with what it asks for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from airflow.sdk import BaseOperator, task

from airflow_provider.errors import ContentAIError
from airflow_provider.hooks import ContentAIHook
from airflow_provider.operators import ExtractBatchOperator, MarkdownConvertOperator
from tests.state.record import BATCH
from tests.state.sequences.memory import BySubject, InOrder
from tests.state.sequences.world import SAID

# An answer of that many characters has several parts.
LARGE = 64_000


@dataclass
class OneCall:
    """An operator that makes one call."""

    asked: list[str]
    at_once: int = 1
    tolerant: bool = False

    def build(self, memory: BySubject | InOrder) -> BaseOperator:
        [resource] = self.asked
        return MarkdownConvertOperator(task_id="task", resource=resource)

    def remember(self) -> BySubject:
        return BySubject()


@dataclass
class Batch:
    """A batch over a list."""

    asked: list[str]
    at_once: int = 1
    tolerant: bool = False

    def build(self, memory: BySubject | InOrder) -> BaseOperator:
        arguments: dict[str, Any] = {**BATCH, "concurrency": self.at_once}
        return ExtractBatchOperator(task_id="task", links=list(self.asked), max_xcom_bytes=10**8, **arguments)

    def remember(self) -> BySubject:
        return BySubject()


@dataclass
class PythonTask:
    """
    A @task that calls the hook once for each of *asked*, one after the other.

    *raises_after* so many calls it raises an error of its own. One that is *tolerant* goes on after a failed call.
    """

    asked: list[str]
    at_once: int = 1
    tolerant: bool = False
    raises_after: int | None = None

    def build(self, memory: BySubject | InOrder) -> BaseOperator:
        assert isinstance(memory, InOrder)

        @task(task_id="task")
        def ask_all() -> list[Any]:
            return [self._ask(memory, number, prompt) for number, prompt in enumerate(self.asked)]

        return ask_all().operator

    def remember(self) -> InOrder:
        return InOrder()

    def _ask(self, memory: InOrder, number: int, prompt: str) -> Any:
        if number == self.raises_after:
            raise ValueError("an error of the user's own")
        memory.calling(prompt)
        try:
            said = ContentAIHook().generate_text(messages=prompt, model="m-1").response
        except ContentAIError:
            if not self.tolerant:
                raise
            return None
        found = SAID.match(said)
        assert found is not None
        if (wrong := memory.returned(prompt, int(found[2]))) is not None:
            raise AssertionError(wrong)
        return found.group()
