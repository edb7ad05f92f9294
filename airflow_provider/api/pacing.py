"""When the next request may leave, without sleeping: the caller sleeps, in whatever way it runs."""

from __future__ import annotations

import functools
import threading


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


@functools.cache
def pacer_for(base_url: str, per_minute: float | None) -> Pacer:  # noqa: ARG001 - the cache tells services apart by it
    """Return the one pacer of this process for a service, so that its clients keep one limit together."""
    return Pacer(per_minute)
