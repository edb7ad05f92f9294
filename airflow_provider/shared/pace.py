"""
When the next request may leave, for all workers together; and until when none may.

Requests are spread evenly, a little wider than the limit says, because each leaves a moment after its turn: so no
minute ever sees more than the limit, whichever minute one looks at.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from concurrent.futures import Executor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from airflow_provider.api.pacing import Pacer
from airflow_provider.errors import LimitsUnavailableError, RateLimitError
from airflow_provider.shared.asking import Gathered, wait_for

if TYPE_CHECKING:
    # It imports redis, which comes with an extra.
    from airflow_provider.shared.store import Store

log = logging.getLogger(__name__)

SECOND = 1_000_000
# So much later than its turn a request may leave without a minute seeing one too many, in seconds.
SLACK = 2.0
# A turn that is older than this is not used any more: writing down the call and connecting take time, too.
FRESH_SECONDS = 1.0
# Turns are handed out so far ahead, in seconds; of a task that is killed as many are lost.
HORIZON = 10.0
# Without requests for so long nothing needs to be known, in seconds; a service may ask for a day.
KEPT = 2 * 86_400


@dataclass(frozen=True)
class Turn:
    """When, by this machine's monotonic clock, a request may leave; void once the service has asked for a pause."""

    at: float
    # None for a turn that this process has given itself.
    epoch: int | None

    @property
    def is_fresh(self) -> bool:
        """Whether it has not passed."""
        return self.epoch is None or time.monotonic() - self.at < FRESH_SECONDS


class SharedPace:
    """
    Hands out turns to use connection *name*, at most *per_minute* in any minute; None sets no such limit.

    A pause that the service has asked one worker for holds for all of them.
    One that is longer than *max_wait* seconds is not waited for: `RateLimitError`, and Airflow tries again later.
    """

    def __init__(self, store: Store, *, name: str, per_minute: float | None, max_wait: float) -> None:
        self._store = store
        self._name = name
        self._keys = [f"{{pace:{name}}}"]
        self._max_wait = max_wait
        self._own = Pacer(per_minute)
        self._is_alone = False
        self._limits = {"interval": (60 + SLACK) * SECOND / per_minute if per_minute else 0, "kept": KEPT}

    def ask(self, count: int) -> tuple[list[Turn], float]:
        """
        Return up to *count* turns, some of them still to come, and in how many seconds to ask for more.

        Raises `LimitsUnavailableError` where Redis is required; where it is not, this process goes on by itself.
        """
        asked_at = time.monotonic()
        asked = {**self._limits, "count": count, "horizon": HORIZON * SECOND}
        try:
            said, _, micros, epoch, *granted = self._store.ask("place", self._keys, asked)
        except LimitsUnavailableError as error:
            return self._alone(error), 0.0
        self._is_alone = False
        seconds = micros / SECOND
        if said == "go":
            interval = self._limits["interval"] / SECOND
            # Counted from after the answer: a turn is rather taken late than early.
            begins = time.monotonic() + seconds
            return [Turn(begins + number * interval, epoch) for number in range(granted[0])], 0.0
        if said == "closed" and seconds > self._max_wait:
            raise RateLimitError(
                f"The service has asked a task that uses connection {self._name!r} for a pause, of which "
                f"{seconds:.0f} s are left, longer than max_wait ({self._max_wait:g} s). Nothing was sent. "
                "The task will retry after that pause, if it has retries.",
                retry_after=seconds,
            )
        # Not all at once, for there may be hundreds.
        spread = HORIZON / 2 if said == "later" else min(1.0, seconds)
        return [], max(0.0, seconds - (time.monotonic() - asked_at)) + random.uniform(0, spread)  # noqa: S311 - keeps workers apart

    def holds(self, turn: Turn) -> bool:
        """Say whether *turn*, which has come, may be used."""
        if turn.epoch is None:
            return True
        try:
            said, *_ = self._store.ask("confirm", self._keys, {"epoch": turn.epoch})
        except LimitsUnavailableError:
            if self._store.required:
                raise
            return False
        return said == "go" and turn.is_fresh

    def wait(self) -> Turn:
        """Sleep until a request may leave."""
        while True:
            turn = wait_for(self.ask)
            if (pause := turn.at - time.monotonic()) <= 0:
                return turn
            time.sleep(pause)
            if self.holds(turn):
                return turn

    def limited(self, seconds: float) -> None:
        """Let nobody send for *seconds*, as the service has asked."""
        try:
            self._store.ask("close", self._keys, {**self._limits, "pause": seconds * SECOND})
        except LimitsUnavailableError as error:
            log.warning("The other workers could not be told to pause for %.1f s: %s", seconds, error)

    def _alone(self, error: LimitsUnavailableError) -> list[Turn]:
        if self._store.required:
            raise error
        if not self._is_alone:
            self._is_alone = True
            log.warning("Until Redis answers, this process keeps requests_per_minute by itself: %s", error)
        now = time.monotonic()
        return [Turn(now + self._own.reserve(now), None)]


class GatheredPace:
    """The same turns for many calls on one event loop; Redis is asked in *executor*."""

    def __init__(self, pace: SharedPace, executor: Executor) -> None:
        self._pace = pace
        self._executor = executor
        # A turn that nobody takes any more is lost.
        self._turns = Gathered(pace.ask, executor, give_back=lambda _: None)

    async def turn(self) -> Turn:
        """Return once a request may leave."""
        loop = asyncio.get_running_loop()
        while True:
            turn = await self._turns.take()
            if (pause := turn.at - time.monotonic()) <= 0:
                return turn
            await asyncio.sleep(pause)
            if await loop.run_in_executor(self._executor, self._pace.holds, turn):
                return turn

    def limited(self, seconds: float) -> None:
        """Let nobody send for *seconds*, as the service has asked; does not wait until that is told."""
        self._executor.submit(self._pace.limited, seconds)
