"""
The poll of one address, shared by all triggers that watch it: looks, in the page's own rhythm.

A producer of Airflow's shared streams. Airflow calls `advance` once the events that came of a look are in
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

from airflow_provider.watch.fetching import USER_AGENT, Fetcher
from airflow_provider.watch.rhythm import Rhythm, Trouble
from airflow_provider.watch.sights import Failed, Gone, NotModified, Page, Sight, Validators

log = logging.getLogger(__name__)

_fetchers: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[bool, Fetcher]] = WeakKeyDictionary()


class Look:
    """What was seen at one time, on its way to those who watch the page."""

    def __init__(self, sight: Sight, lookout: Lookout) -> None:
        self.sight: Sight | None = sight
        self.checked_at = datetime.now(UTC).isoformat(timespec="milliseconds")
        self._lookout = lookout
        self._when_stored: list[Callable[[], Awaitable[None]]] = []

    def ask_again(self) -> None:
        """Have the whole page sent the next time: somebody could not make use of this look."""
        self._lookout.forget()

    def when_stored(self, call: Callable[[], Awaitable[None]]) -> None:
        """Have *call* called once the events that came of this look are in Airflow's database."""
        self._when_stored.append(call)

    async def settle(self, *, stored: bool) -> None:
        """Let go of the page, which Airflow's queues hold until the next look; if *stored*, call whoever waits."""
        self.sight = None
        if stored:
            for call in self._when_stored:
                await call()


class Lookout(SharedStreamProducer):
    """
    Looks at *url* every *every* seconds, for as long as somebody listens.

    :param fetcher: who loads pages; the one of this event loop by default
    """

    def __init__(self, url: str, *, every: float, allow_private: bool, fetcher: Fetcher | None = None) -> None:
        self._url = url
        self._rhythm = Rhythm.of(url, every)
        self._allow_private = allow_private
        self._fetcher = fetcher
        self._trouble = Trouble()
        self._validators: Validators | None = None
        self._body_hash = b""

    async def open_stream(self) -> AsyncIterator[tuple[Look, Look]]:
        """Yield every look, twice: for the triggers, and for `advance`."""
        async for look in self.looks():
            yield look, look

    async def advance(self, batch: Sequence[AdvanceItem]) -> None:
        """Settle the looks whose events are stored, or need not be."""
        for item in batch:
            await item.broker_payload.settle(stored=item.outcome.is_clean)

    async def looks(self) -> AsyncIterator[Look]:
        """Look, and pause, without end."""
        await asyncio.sleep(self._rhythm.before_first())
        while True:
            look, retry_after = await self._look()
            yield look
            del look
            await asyncio.sleep(self._rhythm.after(time.time(), self._trouble.count, retry_after))

    def forget(self) -> None:
        """Ask for the whole page the next time."""
        self._validators, self._body_hash = None, b""

    async def _look(self) -> tuple[Look, float | None]:
        fetcher = self._fetcher or shared_fetcher(allow_private=self._allow_private)
        sight = self._compared(await fetcher.look(self._url, self._validators))
        news = self._trouble.note(sight)
        if news is not None:
            advice = " Looking again, with longer pauses, up to an hour." if self._trouble.kind else ""
            log.warning("The page %s %s.%s", self._url, news, advice)
        return Look(sight, self), sight.retry_after if isinstance(sight, Failed) else None

    def _compared(self, sight: Sight) -> Sight:
        if isinstance(sight, Page):
            seen = hashlib.blake2b(sight.body + sight.url.encode(), digest_size=16).digest()
            self._validators = sight.validators
            if seen == self._body_hash:
                return NotModified()
            self._body_hash = seen
        elif isinstance(sight, Gone):
            self.forget()
        return sight


def shared_fetcher(*, allow_private: bool) -> Fetcher:
    """Return the one fetcher of the running event loop, configured by section `content_ai` of Airflow's settings."""
    known = _fetchers.setdefault(asyncio.get_running_loop(), {})
    if allow_private not in known:
        known[allow_private] = configured_fetcher(allow_private=allow_private)
    return known[allow_private]


def configured_fetcher(*, allow_private: bool) -> Fetcher:
    """Return a new fetcher with `watch_user_agent` and `watch_obey_robots` of section `content_ai`."""
    from airflow.sdk.configuration import conf

    return Fetcher(
        allow_private=allow_private,
        user_agent=conf.get("content_ai", "watch_user_agent", fallback="") or USER_AGENT,
        obey_robots=conf.getboolean("content_ai", "watch_obey_robots", fallback=True),
    )
