"""
What a call of the hook costs in a @task beyond the writes of its state: at most 2 ms, keeping its answer included.

The calls are made in this process, in turns of a few, against one loopback server: by a hook that keeps its answers,
by one that does not, and by one outside of any task. The state store is a dict, and the time that is spent in it and
in pushing XComs is taken off, so that only our own work is left.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from contextlib import contextmanager
from typing import Any

import pytest
from airflow.sdk.execution_time.context import set_current_context

from airflow_provider.hooks import ContentAIHook
from tests.benchmarks.figures import Figures
from tests.benchmarks.server import running
from tests.standins import MemoryStore, TaskInstance, context

CALLS = 50
ROUNDS = 20
OUTSIDE = "outside of a task"
SIDES: dict[str, Callable[[], ContentAIHook]] = {
    OUTSIDE: ContentAIHook,
    "keep_answers=False": lambda: ContentAIHook(keep_answers=False),
    "keep_answers=True": ContentAIHook,
}


class Clock:
    """How long the task has waited for what Airflow stores."""

    def __init__(self) -> None:
        self.seconds = 0.0

    @contextmanager
    def running(self) -> Any:
        began = time.perf_counter()
        try:
            yield
        finally:
            self.seconds += time.perf_counter() - began


class TimedStore(MemoryStore):
    """A task state store that says how long it took."""

    def __init__(self, clock: Clock) -> None:
        super().__init__()
        self._clock = clock

    def get(self, key: str, default: Any = None) -> Any:
        with self._clock.running():
            return super().get(key, default)

    def set(self, key: str, value: Any, *, retention: Any = None) -> None:
        with self._clock.running():
            super().set(key, value, retention=retention)

    def delete(self, key: str) -> None:
        with self._clock.running():
            super().delete(key)


class TimedTaskInstance(TaskInstance):
    """A task instance that says how long pushing took."""

    clock: Clock

    def xcom_push(self, key: str, value: Any) -> None:
        with self.clock.running():
            super().xcom_push(key, value)


def _outside(make: Callable[[], ContentAIHook], number: int, clock: Clock) -> float:
    """Return the milliseconds of a call, without those of *clock*; every call asks for another page."""
    hook = make()
    began = time.perf_counter()
    for page in range(CALLS):
        hook.extract(link=f"https://example.com/{number}/{page}", prompt="Every book", json_schema={"title": "string"})
    taken = time.perf_counter() - began
    return 1000 * (taken - clock.seconds) / CALLS


def _in_task(make: Callable[[], ContentAIHook], number: int, clock: Clock) -> float:
    ti, store = TimedTaskInstance(id=str(number)), TimedStore(clock)
    ti.clock = clock
    with set_current_context(context(store, ti)):
        took = _outside(make, number, clock)
    # One before a call is sent, and one with its answer.
    if store.writes < 2 * CALLS:
        raise RuntimeError(f"{CALLS} calls were written {store.writes} times")
    return took


def main() -> None:
    """Measure and print."""
    figures = Figures("hook")
    taken: dict[str, list[float]] = {side: [] for side in SIDES}
    with running(delay=0) as server, pytest.MonkeyPatch.context() as environment:
        environment.setenv("AIRFLOW_CONN_CONTENT_AI_DEFAULT", f'{{"host": "{server.url}", "password": "key"}}')
        for number in range(ROUNDS + 1):
            for side, make in SIDES.items():
                took = (_outside if side == OUTSIDE else _in_task)(make, number, Clock())
                # The first round loads what every call needs.
                taken[side] += [took] if number else []
    for side, times in taken.items():
        figures.note(f"a call of the hook, {side}, without what Airflow takes", statistics.median(times), "ms")
    pairs = zip(taken["keep_answers=True"], taken["keep_answers=False"], strict=True)
    figures.judge(
        "keeping answers adds, ms a call", statistics.median(kept - not_kept for kept, not_kept in pairs), at_most=2
    )
    pairs = zip(taken["keep_answers=True"], taken[OUTSIDE], strict=True)
    figures.judge(
        "counting and keeping add, ms a call", statistics.median(kept - bare for kept, bare in pairs), at_most=2
    )
    figures.write()


if __name__ == "__main__":
    main()
