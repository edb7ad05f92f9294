"""
The process of one try, which may be killed at any step, and what else may happen to it.

A step is a moment before or after anything that the world can see: a call of the task state store, a push of an XCom,
a request, the recording of the success. Nothing that a process does between two steps outlives it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass


class KilledError(BaseException):
    """The process of the try is gone: this leaves it wherever it has anything to do with the world."""


class AwayError(ConnectionError):
    """Airflow's API server does not answer."""


@dataclass(frozen=True)
class Fate:
    """What happens to one try besides its own work; steps count from 1, None is never."""

    killed_at: int | None = None
    # A user marks the task failed: it is told to end at this step, and killed as many steps later as `killed_at` says.
    ended_at: int | None = None
    # This call of the store or push of an XCom fails before it has any effect, and those after it do not.
    away_at: int | None = None
    # The result cannot be pushed.
    undeliverable: bool = False


class Process:
    """The process of one try: counts its steps, dies at the one that is its fate, and is dead from then on."""

    def __init__(self, fate: Fate) -> None:
        self.fate = fate
        self.steps = 0
        self.operations = 0
        self.dead = False
        self.told_to_end = False
        self.was_away = False
        self.trace: list[str] = []
        self.violations: list[str] = []
        # Held for the whole of an operation: a kill from another thread comes before it or after it.
        self.lock = threading.RLock()
        self.on_end: Callable[[], None] = lambda: None

    def step(self) -> None:
        """Come to a moment at which the process may be killed."""
        with self.lock:
            if self.dead:
                raise KilledError
            self.steps += 1
            last = self.fate.killed_at
            if self.fate.ended_at is not None:
                last = None if last is None else self.fate.ended_at + last
                if self.steps == self.fate.ended_at:
                    self.told_to_end = True
                    self.on_end()
            if self.steps == last:
                self.dead = True
                raise KilledError

    @contextmanager
    def operation(self, name: str) -> Iterator[None]:
        """Do something that the world can see: it takes effect, or it does not, and the process may die either way."""
        with self.lock:
            self.step()
            self.operations += 1
            if self.operations == self.fate.away_at:
                self.was_away = True
                raise AwayError(f"the API server is away ({name})")
            self.trace.append(name)
            yield
            self.step()
