"""
The poll of one address, shared by all triggers that watch it.

A producer of Airflow's shared streams. Airflow calls `advance` once the events that came of an observation are in
its database: only then is anybody told to forget them.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from datetime import UTC, datetime
from weakref import WeakKeyDictionary

from airflow.triggers.shared_stream import AdvanceItem, SharedStreamProducer

from airflow_provider.pages import configured_manners
from airflow_provider.watch.schedule import FailureStreak, Schedule
from airflow_provider.web.fetching import AsyncFetcher
from airflow_provider.web.outcomes import Failed, Gone, NotModified, Outcome, Page, Validators

log = logging.getLogger(__name__)

_fetchers: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[bool, AsyncFetcher]] = WeakKeyDictionary()


class Observation:
    """What one poll brought, on its way to those who watch the page."""

    def __init__(self, outcome: Outcome, poller: PagePoller) -> None:
        self.outcome: Outcome | None = outcome
        self.checked_at = datetime.now(UTC).isoformat(timespec="milliseconds")
        self._poller = poller
        self._when_stored: list[Callable[[], Awaitable[None]]] = []

    def ask_again(self) -> None:
        """Have the whole page sent the next time: somebody could not make use of this observation."""
        self._poller.forget()

    def when_stored(self, call: Callable[[], Awaitable[None]]) -> None:
        """Have *call* called once the events that came of this observation are in Airflow's database."""
        self._when_stored.append(call)

    async def settle(self, *, stored: bool) -> None:
        """Let go of the page, which Airflow's queues hold until the next poll; if *stored*, call whoever waits."""
        self.outcome = None
        if stored:
            for call in self._when_stored:
                await call()


class PagePoller(SharedStreamProducer):
    """
    Polls *url* every *every* seconds, for as long as somebody listens.

    :param fetcher: who loads pages; the one of this event loop by default
    """

    def __init__(self, url: str, *, every: float, allow_private: bool, fetcher: AsyncFetcher | None = None) -> None:
        self._url = url
        self._schedule = Schedule.of(url, every)
        self._allow_private = allow_private
        self._fetcher = fetcher
        self._failures = FailureStreak()
        self._validators: Validators | None = None
        self._body_hash = b""

    async def open_stream(self) -> AsyncIterator[tuple[Observation, Observation]]:
        """Yield every observation, twice: for the triggers, and for `advance`."""
        async for observation in self.observations():
            yield observation, observation

    async def advance(self, batch: Sequence[AdvanceItem]) -> None:
        """Settle the observations whose events are stored, or need not be."""
        for item in batch:
            await item.broker_payload.settle(stored=item.outcome.is_clean)

    async def observations(self) -> AsyncIterator[Observation]:
        """Poll, and pause, without end."""
        await asyncio.sleep(self._schedule.before_first())
        while True:
            observation, retry_after = await self._poll()
            yield observation
            del observation
            await asyncio.sleep(self._schedule.after(time.time(), self._failures.count, retry_after))

    def forget(self) -> None:
        """Ask for the whole page the next time."""
        self._validators, self._body_hash = None, b""

    async def _poll(self) -> tuple[Observation, float | None]:
        fetcher = self._fetcher or shared_fetcher(allow_private=self._allow_private)
        outcome = self._compared(await fetcher.fetch(self._url, self._validators))
        news = self._failures.note(outcome)
        if news is not None:
            advice = " Polling on, with longer pauses, up to an hour." if self._failures.kind else ""
            log.warning("The page %s %s.%s", self._url, news, advice)
        return Observation(outcome, self), outcome.retry_after if isinstance(outcome, Failed) else None

    def _compared(self, outcome: Outcome) -> Outcome:
        if isinstance(outcome, Page):
            body_hash = hashlib.blake2b(outcome.body + outcome.url.encode(), digest_size=16).digest()
            self._validators = outcome.validators
            if body_hash == self._body_hash:
                return NotModified()
            self._body_hash = body_hash
        elif isinstance(outcome, Gone):
            self.forget()
        return outcome


def shared_fetcher(*, allow_private: bool) -> AsyncFetcher:
    """Return the one fetcher of the running event loop, so that all triggers of a host take turns."""
    known = _fetchers.setdefault(asyncio.get_running_loop(), {})
    if allow_private not in known:
        known[allow_private] = AsyncFetcher(allow_private=allow_private, **configured_manners())
    return known[allow_private]
