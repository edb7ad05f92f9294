"""Whose turn it is at each host: one visitor at a time, and the pause that a host asks for between two."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Generic, TypeVar

Lock = TypeVar("Lock")

MOST_HOSTS = 10_000


@dataclass(slots=True)
class Turn:
    """The pauses of one host: *delay* seconds after each visit; the next may begin at *free_at*."""

    free_at: float = 0.0
    delay: float = 0.0

    def wait(self, now: float) -> float:
        """Return how many seconds the host is still to be left alone at *now*."""
        return max(0.0, self.free_at - now)

    def end(self, now: float) -> None:
        """Note that a visit has ended at *now*."""
        self.free_at = now + self.delay


@dataclass(slots=True)
class Lane(Generic[Lock]):
    """The one way to a host: its lock, its turn, and how many wait for it or are on it."""

    lock: Lock
    turn: Turn
    users: int = 0

    def in_use(self, now: float) -> bool:
        """Tell whether somebody needs the lane, or its pause is not over at *now*."""
        return self.users > 0 or self.turn.wait(now) > 0


class Lanes(Generic[Lock]):
    """All hosts, forgotten when nobody uses them any more; *new_lock* makes the kind of lock that its user waits on."""

    def __init__(self, new_lock: Callable[[], Lock]) -> None:
        self._new_lock = new_lock
        self._lanes: dict[str, Lane[Lock]] = {}
        self._mutex = threading.Lock()

    @contextmanager
    def lane(self, host: str, now: float) -> Iterator[Lane[Lock]]:
        """Give the lane of *host*, whose lock is then to be taken."""
        with self._mutex:
            if len(self._lanes) >= MOST_HOSTS:
                self._lanes = {name: lane for name, lane in self._lanes.items() if lane.in_use(now)}
            lane = self._lanes.setdefault(host, Lane(self._new_lock(), Turn()))
            lane.users += 1
        try:
            yield lane
        finally:
            with self._mutex:
                lane.users -= 1
