"""
One worker of a batch, call after call: its place among those in flight, and what is written before and after.

Knows nothing of items; which answer is whose is the engine's business.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from airflow_provider.api.answers import Answer
from airflow_provider.api.client import Result
from airflow_provider.api.policy import Wait
from airflow_provider.api.request import Request
from airflow_provider.api.settings import Settings
from airflow_provider.batch.commits import GroupCommit
from airflow_provider.batch.limiter import Limiter
from airflow_provider.errors import RateLimitError, ServerError


class Meter:
    """An `AsyncMeter` of one worker: a place among those in flight, an announcement that stands, then the call."""

    def __init__(self, commits: GroupCommit, limiter: Limiter, recalled: Callable[[], bool]) -> None:
        self._commits = commits
        self._limiter = limiter
        self._recalled = recalled
        self._ticket = 0
        self._began = 0.0
        # From its announcement until its answer is noted: cancelling would lose what is paid.
        self.in_flight = False

    async def sending(self, request: Request) -> None:
        """Wait for a place, and until the call is announced; raises where the batch has ended meanwhile."""
        if not self._limiter.open:
            # What is answered must not wait with us.
            await self._commits.commit()
        self._ticket = await self._limiter.enter()
        try:
            self._commits.announce(request)
            self.in_flight = True
            await self._commits.commit()
            if self._recalled():
                raise asyncio.CancelledError  # noqa: TRY301 - as all others that wait
        except BaseException:
            self._limiter.leave(self._ticket)
            if self.in_flight:
                self._commits.retract()
            raise
        self._began = time.monotonic()

    def settled(self, request: Request, result: Result, settings: Settings) -> None:
        """Count what the call used, and give the place back; an answer is in flight until it is noted."""
        self.in_flight = isinstance(result, Answer)
        self._commits.settle(request, result, settings, seconds=time.monotonic() - self._began)
        self._limiter.leave(self._ticket, limited=_pause(result), answered=_at_ease(result))


def _pause(result: Result) -> float | None:
    if isinstance(result, Wait):
        return result.seconds if result.limited else None
    return (result.retry_after or 1.0) if isinstance(result, RateLimitError) else None


def _at_ease(result: Result) -> bool:
    """Say whether the service has dealt with a call, if only by a refusal."""
    return not isinstance(result, Wait | ServerError) and getattr(result, "answered", True)
