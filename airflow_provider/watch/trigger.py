"""
The watcher of a page, as Airflow's triggerer runs it.

Only free work is done here. What a poll means is decided in `check`; when to poll, in `poller`, which all
triggers of the same address share; `keeping` writes. This module's business is that no event is ever lost: an event
is written into the asset's state before it is handed to Airflow, and struck out when Airflow has stored it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Hashable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Unpack

from airflow.triggers.base import BaseEventTrigger, TriggerEvent

from airflow_provider.watch.check import Decision, PageEvent, Seen, decide, read_and_decide
from airflow_provider.watch.keeping import Keeping
from airflow_provider.watch.look import Look, found_in
from airflow_provider.watch.settings import Watch, WatchOptions
from airflow_provider.web.outcomes import Failed, Gone, NotModified
from airflow_provider.web.threads import in_thread

if TYPE_CHECKING:
    from airflow.triggers.shared_stream import SharedStreamProducer

    from airflow_provider.watch.poller import Observation


class PageChangeTrigger(BaseEventTrigger):
    """
    Fires whenever a page changes, with a `PageEvent` as payload; `page_asset` puts one into an Asset.

    Never ends by itself, unless *since* is given: then it fires once, with
    `{"event": PageEvent, "memory": {...}}`, when the page differs from that state.

    :param url: the page
    :param options: those of `WatchOptions`
    :param key: the name of the asset; equal triggers share one row in Airflow's database, so no two assets
        may have the same
    :param since: the state before, as `PageState.stored` gave it
    """

    def __init__(
        self,
        url: str,
        *,
        key: str | None = None,
        since: dict[str, Any] | None = None,
        **options: Unpack[WatchOptions],
    ) -> None:
        super().__init__()  # type: ignore[no-untyped-call] # Airflow's
        self.watch = Watch.build(url, **options)
        self.key = key
        self.since = since
        self._kept = Keeping(self.watch, key=key, since=since)
        self._unreadable: str | None = None

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
        self._begin()
        async for observation in shared_stream:
            async for event in self._events(observation):
                yield _fired(dict(event))

    async def run(self) -> AsyncIterator[TriggerEvent]:
        """Poll without sharing: for *since*, and where no shared stream is to be had."""
        from airflow_provider.watch.poller import PagePoller

        watch = self.watch
        self._begin()
        poller = PagePoller(watch.url, every=watch.every, allow_private=watch.allow_private)
        before: Observation | None = None
        async for observation in poller.observations():
            # Nobody says when an event is stored; by the next poll, it has been for long.
            if before is not None:
                await before.settle(stored=True)
            async for event in self._events(observation):
                if self.since is not None and self._kept.state is not None:
                    yield _fired({"event": dict(event), "memory": replace(self._kept.state, untold=()).stored()})
                    return
                yield _fired(dict(event))
            await observation.settle(stored=False)
            before = observation

    async def _events(self, observation: Observation) -> AsyncIterator[PageEvent]:
        if not await self._kept.restore():
            observation.ask_again()
            return
        if told_again := self._kept.take_untold():
            # These events may or may not have reached Airflow. Send them again now, and check the page at the
            # next poll.
            observation.ask_again()
            observation.when_stored(partial(self._kept.strike_out, told_again))
            for event in told_again:
                yield event
            return
        decision = await self._decide(observation)
        if decision is not None and decision.text is not None and self.watch.snapshot is not None:
            decision = await self._with_text_kept(decision, observation)
        await self._note_look(observation, decision)
        if decision is None:
            return
        if decision.event is None:
            await self._kept.keep(decision.state)
            return
        await self._kept.keep(replace(decision.state, untold=(*decision.state.untold, decision.event)))
        observation.when_stored(partial(self._kept.strike_out, (decision.event,)))
        yield decision.event

    async def _decide(self, observation: Observation) -> Decision | None:
        """Return what the observation means; None if it says nothing."""
        outcome, state = observation.outcome, self._kept.state
        self._unreadable = None
        if state is None or outcome is None or isinstance(outcome, Failed):
            return None
        if isinstance(outcome, Gone):
            return decide(self.watch, state, outcome, observation.checked_at)
        if isinstance(outcome, NotModified):
            is_known = state.digest is not None and not state.removed
            is_kept = bool(state.snapshot) or self.watch.snapshot is None
            if not (is_known and is_kept and state.seen is not None and state.seen.body == observation.body):
                # It is as another trigger of this poll has seen it; this one has not, or has no text of it.
                observation.ask_again()
                return None
            return Decision(replace(state, missing=0))
        try:
            return await in_thread(read_and_decide, self.watch, state, outcome, observation.checked_at)
        except Exception as error:  # noqa: BLE001 - whatever a page holds, the watch has to go on
            observation.ask_again()
            self._unreadable = f"{type(error).__name__}: {error}"
            self._kept.complain(f"The page {self.watch.url} cannot be read ({self._unreadable}).")
            return None

    async def _with_text_kept(self, decision: Decision, observation: Observation) -> Decision:
        """Return *decision* with the path of its text, or as it is, where that cannot be written: changes are told."""
        from airflow_provider.watch.snapshot import keep

        try:
            path = await asyncio.to_thread(keep, self.watch, decision, observation.checked_at)
        except Exception as error:  # noqa: BLE001 - every storage has errors of its own, and the watch has to go on
            # The whole page, to try again.
            observation.ask_again()
            self._kept.complain(
                f"The text of the page {self.watch.url} cannot be kept ({type(error).__name__}: {error}). "
                f"Correct {self.watch.snapshot!r} or its storage; changes are told without it."
            )
            return decision
        return decision.with_snapshot(path)

    async def _note_look(self, observation: Observation, decision: Decision | None) -> None:
        if observation.outcome is not None:
            found, problem = found_in(observation.outcome, decision, self._unreadable)
            await self._kept.note(
                Look(url=self.watch.url, checked_at=observation.checked_at, found=found, problem=problem)
            )

    def _begin(self) -> None:
        from airflow_provider.watch.poller import remember_by

        watch = self.watch
        self._kept.use(self.asset_state_store)
        remember_by(self._seen_before, url=watch.url, every=watch.every, allow_private=watch.allow_private)

    async def _seen_before(self) -> Seen | None:
        await self._kept.restore()
        return self._kept.state.seen if self._kept.state is not None else None


def _fired(payload: dict[str, Any]) -> TriggerEvent:
    return TriggerEvent(payload)  # type: ignore[no-untyped-call] # Airflow's
