"""
One worker of a batch, call after call: its place among those in flight, its turn, and what is written before and after.

Knows nothing of items; which answer is whose is the engine's business.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from airflow_provider.api.answers import Answer
from airflow_provider.api.client import Result
from airflow_provider.api.pacing import ANY_TIME, Turn
from airflow_provider.api.policy import Wait, pause_in
from airflow_provider.api.request import Request
from airflow_provider.api.settings import Settings
from airflow_provider.batch.commits import GroupCommit
from airflow_provider.batch.limiter import Limiter
from airflow_provider.errors import ServerError
from airflow_provider.shared.accounts import Place
from airflow_provider.shared.pace import GatheredPace

# Whatever is answered is not written later than this because others wait, in seconds.
SOON = 0.1


class Meter:
    """
    An `AsyncMeter` of one worker: a place among those in flight, an announcement that stands, then the call.

    With *pace*, it also waits for its turn among the calls of all workers.
    """

    def __init__(
        self,
        commits: GroupCommit,
        limiter: Limiter,
        recalled: Callable[[], bool],
        pace: GatheredPace | None = None,
    ) -> None:
        self._commits = commits
        self._limiter = limiter
        self._pace = pace
        self._place: Place | None = None
        self._recalled = recalled
        self._ticket = 0
        self._began = 0.0
        # From its announcement until its answer is noted: cancelling would lose what is paid.
        self.in_flight = False

    async def sending(self, request: Request, settings: Settings) -> None:
        """Wait for a place, and until the call is announced; raises where the batch has ended meanwhile."""
        if not self._limiter.open:
            # What is answered must not wait with us.
            await self._commits.commit()
        self._ticket = await self._limiter.enter()
        try:
            while not await self._ready(request, settings):
                # It took so long to write the call down, or to find room in a budget, that another's turn has come.
                self._take_back()
            if self._recalled():
                raise asyncio.CancelledError  # noqa: TRY301 - as all others that wait
        except BaseException:
            self._limiter.leave(self._ticket)
            self._take_back()
            raise
        self._began = time.monotonic()

    async def _ready(self, request: Request, settings: Settings) -> bool:
        """Get the call ready to leave, and say whether it may still do so."""
        turn: Turn = ANY_TIME
        if self._pace is not None or self._commits.reserves:
            with self._commits.committing_after(SOON):
                if self._pace is not None:
                    turn = await self._pace.turn()
                self._place = await self._commits.reserve(request, settings)
        self._commits.announce(request, settings)
        self.in_flight = True
        await self._commits.commit()
        return turn.is_fresh

    def _take_back(self) -> None:
        self._commits.retract(announced=self.in_flight, place=self._place)
        self.in_flight, self._place = False, None

    def settled(self, request: Request, result: Result, settings: Settings) -> None:
        """Count what the call used, and give the place back; an answer is in flight until it is noted."""
        self.in_flight = isinstance(result, Answer)
        place, self._place = self._place, None
        self._commits.settle(request, result, settings, seconds=time.monotonic() - self._began, place=place)
        if self._pace is not None and (pause := pause_in(result)) is not None:
            self._pace.limited(pause)
        self._limiter.leave(self._ticket, limited=pause_in(result), answered=_at_ease(result))


def _at_ease(result: Result) -> bool:
    """Say whether the service has dealt with a call, if only by a refusal."""
    return not isinstance(result, Wait | ServerError) and getattr(result, "answered", True)
