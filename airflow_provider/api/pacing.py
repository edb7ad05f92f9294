"""
When the next request may leave, and whether it may still do so.

Here is the limit of one process; that of all workers is `shared.pace`'s business, which has the same face.
"""

from __future__ import annotations

import functools
import threading
import time
from typing import Protocol


class Turn(Protocol):
    """A request may leave, as long as this is fresh."""

    @property
    def is_fresh(self) -> bool:
        """Whether it may leave now, however long it took to get ready."""


class Pace(Protocol):
    """Hands out turns to those who wait for them."""

    def wait(self) -> Turn:
        """Sleep until a request may leave."""

    def limited(self, seconds: float) -> None:
        """Hear that the service asks to be left alone for *seconds*."""


class AnyTime:
    """A `Turn` of a process that keeps its own limit: what leaves late is rather too slow than too fast."""

    is_fresh = True


ANY_TIME = AnyTime()


class Pacer:
    """Spreads requests evenly so that no minute sees more than *per_minute*; None sets no limit."""

    def __init__(self, per_minute: float | None) -> None:
        self._interval = 60.0 / per_minute if per_minute else 0.0
        self._next = 0.0
        self._lock = threading.Lock()

    def reserve(self, now: float) -> float:
        """Take the next free place after *now* (seconds of a monotonic clock); returns how long to wait for it."""
        with self._lock:
            start = max(now, self._next)
            self._next = start + self._interval
        return start - now

    def wait(self) -> Turn:
        """Sleep until a request may leave."""
        time.sleep(self.reserve(time.monotonic()))
        return ANY_TIME

    def limited(self, seconds: float) -> None:
        """Do nothing: whoever is told waits by itself."""


@functools.cache
def pacer_for(base_url: str, per_minute: float | None) -> Pacer:  # noqa: ARG001 - the cache tells services apart by it
    """Return the one pacer of this process for a service, so that its clients keep one limit together."""
    return Pacer(per_minute)
