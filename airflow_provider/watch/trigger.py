"""
The watcher of a page, as Airflow's triggerer runs it.

Only free work is done here. What a look means is decided in `check`; when to look, in `lookout`, which all
triggers of the same address share. This module's business is that no event is ever lost: an event is
written into the asset's state before it is handed to Airflow, and struck out when Airflow has stored it.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Hashable, Iterable
from dataclasses import replace
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from airflow.triggers.base import BaseEventTrigger, TriggerEvent

from airflow_provider.watch.check import Memory, PageEvent, Seen, Verdict, decide
from airflow_provider.watch.settings import EVERY, Watch
from airflow_provider.watch.sights import Failed, Gone, NotModified, Page

if TYPE_CHECKING:
    from airflow.triggers.shared_stream import SharedStreamProducer

    from airflow_provider.watch.lookout import Look

log = logging.getLogger(__name__)

STATE_KEY = "content_ai_page"


class PageChangeTrigger(BaseEventTrigger):
    """
    Fires whenever a page changes, with a `PageEvent` as payload; `page_asset` puts one into an Asset.

    Never ends by itself, unless *since* is given: then it fires once, with
    `{"event": PageEvent, "memory": {...}}`, when the page differs from that memory.

    :param url: the page
    :param every: how often to look
    :param select: CSS selectors of what counts; everything by default
    :param ignore: CSS selectors of what does not count
    :param min_change: the share of lines, 0 to 1, that has to change
    :param fire_on_first: fire when the page is seen for the first time
    :param allow_private: watch addresses that are not public, too
    :param key: the name of the asset; equal triggers share one row in Airflow's database, so no two assets
        may have the same
    :param since: what was seen before, as `Memory.stored` gave it
    """

    def __init__(  # noqa: PLR0913 - keyword-only, each with a meaning of its own
        self,
        url: str,
        *,
        every: timedelta | float = EVERY,
        select: str | Iterable[str] | None = None,
        ignore: str | Iterable[str] | None = None,
        min_change: float = 0,
        fire_on_first: bool = False,
        allow_private: bool = False,
        key: str | None = None,
        since: dict[str, Any] | None = None,
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call] # Airflow's
        self.watch = Watch.build(
            url,
            every=every,
            select=select,
            ignore=ignore,
            min_change=min_change,
            fire_on_first=fire_on_first,
            allow_private=allow_private,
        )
        self.key = key
        self.since = since
        self._memory = None if since is None else Memory.recalled(since, self.watch)
        self._untold_before: tuple[PageEvent, ...] = ()
        self._saved = True
        self._trouble = ""

    def serialize(self) -> tuple[str, dict[str, Any]]:
        """Return what Airflow stores: the path of this class, which must never move, and its arguments."""
        arguments = {**self.watch.arguments(), "key": self.key, "since": self.since}
        return "airflow_provider.watch.trigger.PageChangeTrigger", arguments

    def shared_stream_key(self) -> Hashable | None:
        """Return what the triggers of one address have in common, however differently they read it."""
        if self.since is not None:
            return None
        return ("content_ai_page", self.watch.url, self.watch.every, self.watch.allow_private)

    @classmethod
    def create_shared_stream_producer(cls, kwargs: dict[str, Any]) -> SharedStreamProducer:
        """Return the poll that triggers with the same `shared_stream_key` share."""
        from airflow_provider.watch.lookout import Lookout

        return Lookout(kwargs["url"], every=kwargs["every"], allow_private=kwargs["allow_private"])

    async def filter_shared_stream(self, shared_stream: AsyncIterator[Any]) -> AsyncIterator[TriggerEvent]:
        """Yield an event for each look that finds a change."""
        async for look in shared_stream:
            async for event in self._events(look):
                yield _fired(dict(event))

    async def run(self) -> AsyncIterator[TriggerEvent]:
        """Look without sharing: for *since*, and where no shared stream is to be had."""
        from airflow_provider.watch.lookout import Lookout

        watch = self.watch
        lookout = Lookout(watch.url, every=watch.every, allow_private=watch.allow_private)
        before: Look | None = None
        async for look in lookout.looks():
            # Nobody says when an event is stored; by the next look, it has been for long.
            if before is not None:
                await before.settle(stored=True)
            async for event in self._events(look):
                if self.since is not None and self._memory is not None:
                    yield _fired({"event": dict(event), "memory": replace(self._memory, untold=()).stored()})
                    return
                yield _fired(dict(event))
            await look.settle(stored=False)
            before = look

    async def _events(self, look: Look) -> AsyncIterator[PageEvent]:
        if self._memory is None and not await self._recall():
            look.ask_again()
            return
        if self._untold_before:
            # Nobody knows whether Airflow had stored them. This look is taken up by them.
            told_again, self._untold_before = self._untold_before, ()
            look.ask_again()
            look.when_stored(partial(self._strike_out, told_again))
            for event in told_again:
                yield event
            return
        verdict = await self._verdict(look)
        if verdict is None:
            return
        if verdict.event is None:
            await self._remember(verdict.memory)
            return
        await self._remember(replace(verdict.memory, untold=(*verdict.memory.untold, verdict.event)))
        look.when_stored(partial(self._strike_out, (verdict.event,)))
        yield verdict.event

    async def _verdict(self, look: Look) -> Verdict | None:
        """Return what the look means; None if it says nothing."""
        sight, memory = look.sight, self._memory
        if memory is None or sight is None or isinstance(sight, Failed):
            return None
        if isinstance(sight, Gone):
            return decide(self.watch, memory, sight, look.checked_at)
        if isinstance(sight, NotModified):
            if memory.digest is None or memory.removed:
                # This trigger came later than the poll that it shares, and has not seen the page yet.
                look.ask_again()
                return None
            return Verdict(replace(memory, missing=0))
        try:
            return await read_and_decide(self.watch, memory, sight, look.checked_at)
        except Exception as error:  # noqa: BLE001 - whatever a page holds, the watch has to go on
            look.ask_again()
            self._complain(f"The page {self.watch.url} cannot be read ({type(error).__name__}: {error}).")
            return None

    async def _recall(self) -> bool:
        store = self._store()
        try:
            stored = None if store is None else await store.aget(STATE_KEY)
        except Exception as error:  # noqa: BLE001 - a database that is away must not end the watch
            self._complain(
                f"The state of the page {self.watch.url} cannot be read ({type(error).__name__}: {error}). "
                "If several assets use this trigger, give each its own key."
            )
            return False
        self._memory = Memory.recalled(stored, self.watch)
        self._untold_before = self._memory.untold
        return True

    async def _remember(self, memory: Memory) -> None:
        # Sights of a missing page are counted in memory only: they are no state that is worth a write.
        durable = self._memory is None or replace(self._memory, missing=0) != replace(memory, missing=0)
        self._memory = memory
        if durable or not self._saved:
            await self._save()

    async def _strike_out(self, events: tuple[PageEvent, ...]) -> None:
        if self._memory is not None:
            left = tuple(event for event in self._memory.untold if event not in events)
            self._memory = replace(self._memory, untold=left)
            await self._save()

    async def _save(self) -> None:
        store = self._store()
        if store is None or self._memory is None:
            return
        try:
            await store.aset(STATE_KEY, self._memory.stored())
        except Exception as error:  # noqa: BLE001 - a database that is away must not end the watch
            self._saved = False
            self._complain(
                f"The state of the page {self.watch.url} cannot be written ({type(error).__name__}: {error}). "
                "Its last change may be told again after a restart."
            )
        else:
            self._saved, self._trouble = True, ""

    def _store(self) -> Any:  # noqa: ANN401 - one of Airflow's accessors
        store = self.asset_state_store
        if store is None or self.key is None:
            return store
        from airflow.sdk import Asset

        try:
            return store[Asset.ref(name=self.key)]
        except KeyError:
            return store

    def _complain(self, message: str) -> None:
        kind = message.partition("(")[0]
        if kind != self._trouble:
            self._trouble = kind
            log.error(message)


def _fired(payload: dict[str, Any]) -> TriggerEvent:
    return TriggerEvent(payload)  # type: ignore[no-untyped-call] # Airflow's


async def read_and_decide(watch: Watch, memory: Memory, page: Page, checked_at: str) -> Verdict:
    """Return what *page* means, read and compared beside the event loop."""
    from airflow_provider.watch.reading import lines_of
    from airflow_provider.watch.threads import in_thread

    def verdict() -> Verdict:
        lines = lines_of(page.body, page.content_type, select=watch.select, ignore=watch.ignore)
        return decide(watch, memory, Seen(page.url, lines), checked_at)

    return await in_thread(verdict)
