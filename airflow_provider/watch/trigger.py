"""
The watcher of a page, as Airflow's triggerer runs it.

Only free work is done here. What a poll means is decided in `check`; when to poll, in `poller`, which all
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

from airflow_provider.watch.check import Decision, PageEvent, PageState, decide, read_and_decide
from airflow_provider.watch.settings import EVERY, Watch
from airflow_provider.web.outcomes import Failed, Gone, NotModified
from airflow_provider.web.threads import in_thread

if TYPE_CHECKING:
    from airflow.triggers.shared_stream import SharedStreamProducer

    from airflow_provider.watch.poller import Observation

log = logging.getLogger(__name__)

STATE_KEY = "content_ai_page"


class PageChangeTrigger(BaseEventTrigger):
    """
    Fires whenever a page changes, with a `PageEvent` as payload; `page_asset` puts one into an Asset.

    Never ends by itself, unless *since* is given: then it fires once, with
    `{"event": PageEvent, "memory": {...}}`, when the page differs from that state.

    :param url: the page
    :param every: how often to poll it
    :param select: CSS selectors of what counts; everything by default
    :param ignore: CSS selectors of what does not count
    :param min_change: the share of lines, 0 to 1, that has to change
    :param fire_on_first: fire when the page is seen for the first time
    :param allow_private: watch addresses that are not public, too
    :param key: the name of the asset; equal triggers share one row in Airflow's database, so no two assets
        may have the same
    :param since: the state before, as `PageState.stored` gave it
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
        self._state = None if since is None else PageState.restored(since, self.watch)
        self._untold_before: tuple[PageEvent, ...] = ()
        self._saved = True
        self._complaint = ""

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
        from airflow_provider.watch.poller import PagePoller

        return PagePoller(kwargs["url"], every=kwargs["every"], allow_private=kwargs["allow_private"])

    async def filter_shared_stream(self, shared_stream: AsyncIterator[Any]) -> AsyncIterator[TriggerEvent]:
        """Yield an event for each observation that finds a change."""
        async for observation in shared_stream:
            async for event in self._events(observation):
                yield _fired(dict(event))

    async def run(self) -> AsyncIterator[TriggerEvent]:
        """Poll without sharing: for *since*, and where no shared stream is to be had."""
        from airflow_provider.watch.poller import PagePoller

        watch = self.watch
        poller = PagePoller(watch.url, every=watch.every, allow_private=watch.allow_private)
        before: Observation | None = None
        async for observation in poller.observations():
            # Nobody says when an event is stored; by the next poll, it has been for long.
            if before is not None:
                await before.settle(stored=True)
            async for event in self._events(observation):
                if self.since is not None and self._state is not None:
                    yield _fired({"event": dict(event), "memory": replace(self._state, untold=()).stored()})
                    return
                yield _fired(dict(event))
            await observation.settle(stored=False)
            before = observation

    async def _events(self, observation: Observation) -> AsyncIterator[PageEvent]:
        if self._state is None and not await self._restore():
            observation.ask_again()
            return
        if self._untold_before:
            # These events may or may not have reached Airflow. Send them again now, and check the page at the
            # next poll.
            told_again, self._untold_before = self._untold_before, ()
            observation.ask_again()
            observation.when_stored(partial(self._strike_out, told_again))
            for event in told_again:
                yield event
            return
        decision = await self._decide(observation)
        if decision is None:
            return
        if decision.event is None:
            await self._keep(decision.state)
            return
        await self._keep(replace(decision.state, untold=(*decision.state.untold, decision.event)))
        observation.when_stored(partial(self._strike_out, (decision.event,)))
        yield decision.event

    async def _decide(self, observation: Observation) -> Decision | None:
        """Return what the observation means; None if it says nothing."""
        outcome, state = observation.outcome, self._state
        if state is None or outcome is None or isinstance(outcome, Failed):
            return None
        if isinstance(outcome, Gone):
            return decide(self.watch, state, outcome, observation.checked_at)
        if isinstance(outcome, NotModified):
            if state.digest is None or state.removed:
                # This trigger came later than the poll that it shares, and has not seen the page yet.
                observation.ask_again()
                return None
            return Decision(replace(state, missing=0))
        try:
            return await in_thread(read_and_decide, self.watch, state, outcome, observation.checked_at)
        except Exception as error:  # noqa: BLE001 - whatever a page holds, the watch has to go on
            observation.ask_again()
            self._complain(f"The page {self.watch.url} cannot be read ({type(error).__name__}: {error}).")
            return None

    async def _restore(self) -> bool:
        store = self._store()
        try:
            stored = None if store is None else await store.aget(STATE_KEY)
        except Exception as error:  # noqa: BLE001 - a database that is away must not end the watch
            self._complain(
                f"The state of the page {self.watch.url} cannot be read ({type(error).__name__}: {error}). "
                "If several assets use this trigger, give each its own key."
            )
            return False
        self._state = PageState.restored(stored, self.watch)
        self._untold_before = self._state.untold
        return True

    async def _keep(self, state: PageState) -> None:
        # How often a page was missing is not worth a write.
        durable = self._state is None or replace(self._state, missing=0) != replace(state, missing=0)
        self._state = state
        if durable or not self._saved:
            await self._save()

    async def _strike_out(self, events: tuple[PageEvent, ...]) -> None:
        if self._state is not None:
            left = tuple(event for event in self._state.untold if event not in events)
            self._state = replace(self._state, untold=left)
            await self._save()

    async def _save(self) -> None:
        store = self._store()
        if store is None or self._state is None:
            return
        try:
            await store.aset(STATE_KEY, self._state.stored())
        except Exception as error:  # noqa: BLE001 - a database that is away must not end the watch
            self._saved = False
            self._complain(
                f"The state of the page {self.watch.url} cannot be written ({type(error).__name__}: {error}). "
                "Its last change may be told again after a restart."
            )
        else:
            self._saved, self._complaint = True, ""

    def _store(self) -> Any:
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
        if kind != self._complaint:
            self._complaint = kind
            log.error(message)


def _fired(payload: dict[str, Any]) -> TriggerEvent:
    return TriggerEvent(payload)  # type: ignore[no-untyped-call] # Airflow's
