"""
How many calls may be in flight, and when none may.

A service that answers 429 is asked less by the whole batch, not only by the call that was told: nothing is
sent for as long as it asked, then one call, then two, four and so on, and more carefully from where it failed.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque

from airflow_provider.errors import InvalidRequestError

MOST_CONCURRENT = 1_000


def concurrency_of(value: object) -> int:
    """Return how many calls *value*, a number or text of one, lets be in flight; refuses what is none."""
    number = int(value) if isinstance(value, str) and value.strip().isdecimal() else value
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= MOST_CONCURRENT:
        raise InvalidRequestError(
            f"Field 'concurrency' is {value!r}. Use a whole number from 1 to {MOST_CONCURRENT:,}."
        )
    return number


class Limiter:
    """Lets at most *concurrency* calls through at once; belongs to one event loop."""

    def __init__(self, concurrency: int) -> None:
        self._most = concurrency
        self._window = float(concurrency)
        self._careful = float(concurrency)
        self._inside = 0
        self._closed_until = 0.0
        self._storms = 0
        self._waiting: deque[asyncio.Future[None]] = deque()

    @property
    def open(self) -> bool:
        """Whether a call may go through right now."""
        return self._inside < int(self._window) and time.monotonic() >= self._closed_until

    async def enter(self) -> int:
        """Wait for a place among those in flight, and take it; `leave` wants the ticket that is returned."""
        while not self.open:
            pause = self._closed_until - time.monotonic()
            if pause > 0:
                await asyncio.sleep(pause)
            else:
                place = asyncio.get_running_loop().create_future()
                self._waiting.append(place)
                await place
        self._inside += 1
        return self._storms

    def leave(self, ticket: int, *, limited: float | None = None, answered: bool = False) -> None:
        """Give the place back; *limited* is for how many seconds the service asked to be left alone."""
        self._inside -= 1
        if limited is not None:
            self._close(ticket, limited)
        elif answered:
            # Doubling while it is far from where it failed, then one more place a round.
            self._window = min(self._most, self._window + (1 if self._window < self._careful else 1 / self._window))
        for _ in range(min(len(self._waiting), int(self._window) - self._inside)):
            place = self._waiting.popleft()
            if not place.done():
                place.set_result(None)

    def _close(self, ticket: int, seconds: float) -> None:
        # All that were in flight are told; that is one sign, not many.
        if ticket == self._storms:
            self._storms += 1
            if self._window > 1:
                self._careful = max(1.0, self._window / 2)
                self._window = 1.0
        self._closed_until = max(self._closed_until, time.monotonic() + seconds)
