"""
The poll of one address, shared by all triggers that watch it.

A producer of Airflow's shared streams. Airflow calls `advance` once the events that came of an observation are in
its database: only then is anybody told to forget them.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from datetime import UTC, datetime
from typing import TypeVar
from weakref import WeakKeyDictionary

from airflow.triggers.shared_stream import AdvanceItem, SharedStreamProducer

from airflow_provider.pages import configured_manners
from airflow_provider.watch.check import Seen
from airflow_provider.watch.schedule import FailureStreak, Schedule
from airflow_provider.web.fetching import AsyncFetcher
from airflow_provider.web.observing import body_hash
from airflow_provider.web.outcomes import Failed, Gone, NotModified, Outcome, Page, Validators

log = logging.getLogger(__name__)

K = TypeVar("K")
V = TypeVar("V")

# One whole load after so many answers of 304 in a row, for a server whose validators do not change with its page.
MOST_BELIEVED = 24

# Gives the page that somebody who listens has seen last, maybe before a restart.
Remember = Callable[[], Awaitable[Seen | None]]
PageKey = tuple[str, float, bool]

_memories: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[PageKey, list[Remember]]] = WeakKeyDictionary()
_fetchers: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[bool, AsyncFetcher]] = WeakKeyDictionary()


class Observation:
    """What one poll brought, on its way to those who watch the page."""

    def __init__(self, outcome: Outcome, poller: PagePoller, body: str = "") -> None:
        self.outcome: Outcome | None = outcome
        # What names the page that came, or that is as it was.
        self.body = body
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
        self._key: PageKey = (url, every, allow_private)
        self._validators: Validators | None = None
        self._body = ""
        self._is_first = True
        self._believed = 0

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
        self._validators, self._body = None, ""

    async def _poll(self) -> tuple[Observation, float | None]:
        await self._remember()
        fetcher = self._fetcher or shared_fetcher(allow_private=self._allow_private)
        validators = self._validators if self._believed < MOST_BELIEVED else None
        outcome = self._compared(await fetcher.fetch(self._url, validators))
        news = self._failures.note(outcome)
        if news is not None:
            advice = " Polling on, with longer pauses, up to an hour." if self._failures.kind else ""
            log.warning("The page %s %s.%s", self._url, news, advice)
        return Observation(outcome, self, self._body), outcome.retry_after if isinstance(outcome, Failed) else None

    async def _remember(self) -> None:
        """Begin where those who listen have ended, if one of them knows."""
        memories = _of_this_loop(_memories).pop(self._key, [])
        if not self._is_first:
            return
        self._is_first = False
        for memory in memories:
            if (seen := await memory()) is not None:
                self._validators, self._body = seen.validators, seen.body
                return

    def _compared(self, outcome: Outcome) -> Outcome:
        self._believed = self._believed + 1 if isinstance(outcome, NotModified) else 0
        if isinstance(outcome, Page):
            before, self._body = self._body, body_hash(outcome)
            self._validators = outcome.validators
            if self._body == before:
                return NotModified()
        elif isinstance(outcome, Gone):
            self.forget()
        return outcome


def remember_by(memory: Remember, *, url: str, every: float, allow_private: bool) -> None:
    """Have a poller that begins ask *memory* for the page that was seen last; call it before its first poll."""
    _of_this_loop(_memories).setdefault((url, every, allow_private), []).append(memory)


def shared_fetcher(*, allow_private: bool) -> AsyncFetcher:
    """Return the one fetcher of the running event loop, so that all triggers of a host take turns."""
    known = _of_this_loop(_fetchers)
    if allow_private not in known:
        known[allow_private] = AsyncFetcher(allow_private=allow_private, **configured_manners())
    return known[allow_private]


def _of_this_loop(kept: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[K, V]]) -> dict[K, V]:
    return kept.setdefault(asyncio.get_running_loop(), {})
