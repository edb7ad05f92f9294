"""
The spend and the answers of a batch, written together.

One write serves all that has gathered while the write before it was under way (group commit).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from airflow_provider.api.answers import Answer, Usage
from airflow_provider.api.client import Result
from airflow_provider.api.policy import Wait
from airflow_provider.api.request import Request
from airflow_provider.api.settings import Settings
from airflow_provider.shared.accounts import Place
from airflow_provider.shared.asking import Gathered
from airflow_provider.spend.budget import Budget
from airflow_provider.spend.ledger import Ledger
from airflow_provider.spend.recorder import guard_of

if TYPE_CHECKING:
    # It imports redis, which comes with an extra.
    from airflow_provider.shared.store import Store

# How old the spend of the run's other tasks may be when a budget is checked, in seconds.
BUDGET_SECONDS = 3.0

# Hears of each call: its operation, what it used, and for how many seconds it was in flight.
Observe = Callable[[str, Usage, float], None]


class GroupCommit:
    """
    Counts the calls of a batch in *ledger*, and keeps their answers in its state; belongs to one event loop.

    What `announce`, `settle` and `keep` say stands once a `commit` after them has returned.
    """

    def __init__(self, ledger: Ledger, *, budget: Budget | None, observe: Observe, store: Store | None = None) -> None:
        self.ledger = ledger
        self._guard = guard_of(budget, ledger, store)
        self._places: Gathered[Place | None] | None = None
        self._observe = observe
        # Airflow's supervisor answers one call at a time; a second thread would only wait in line.
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="content-ai-journal")
        # Redis is asked while the store is written to.
        self.asker = ThreadPoolExecutor(1, thread_name_prefix="content-ai-limits")
        self._waiting: list[asyncio.Future[None]] = []
        self._writing: asyncio.Task[None] | None = None
        if self._guard is not None:
            # No call asks for itself.
            self._guard.refresh()

    @property
    def reserves(self) -> bool:
        """Whether calls need a place in a budget that all workers share."""
        return self._guard is not None and self._guard.reserves

    async def reserve(self, request: Request, settings: Settings) -> Place | None:
        """Return a place for a call of *request* in a budget that all workers share; None where there is none."""
        guard = self._guard
        if guard is None or not guard.reserves:
            return None
        if self._places is None:
            # All calls of a batch are of one kind.
            self._places = Gathered(
                lambda count: guard.ask(count, request, settings),
                self.asker,
                lambda place: guard.settle(place, Usage()),
            )
        return await self._places.take()

    def announce(self, request: Request, settings: Settings) -> None:
        """Count *request* as sent without an answer; `commit` before it is sent. Raises when the budget is spent."""
        if self._guard is not None:
            self._guard.check(request, settings)
        self.ledger.announce(request, settings)

    def shortfall(self, calls: int, request: Request, settings: Settings) -> str | None:
        """Return, in words, what the budget is too little for; None if it covers *calls* like *request*."""
        return None if self._guard is None else self._guard.shortfall(calls, request, settings)

    def retract(self, *, announced: bool = True, place: Place | None = None) -> None:
        """Take an announcement back, and give its place back: its call was not sent."""
        if announced:
            self.ledger.retract()
        if self._guard is not None:
            self._guard.settle(place, Usage())

    def settle(
        self, request: Request, result: Result, settings: Settings, *, seconds: float, place: Place | None = None
    ) -> None:
        """Replace the announcement by what the call used."""
        usage = self.ledger.settle(request, result, settings)
        if self._guard is not None:
            self._guard.settle(place, usage)
        if not isinstance(result, Wait):
            self._observe(request.operation, usage, seconds)

    def reused(self, request: Request, answer: Answer, settings: Settings) -> None:
        """Count *answer*, which an earlier run has paid for, as used again for *request*."""
        self.ledger.reused(request, answer, settings)

    def keep(self, fingerprint: str, content: bytes) -> None:
        """Keep the answer *content* to what *fingerprint* stands for."""
        self.ledger.state.answers.append(fingerprint, content)

    async def commit(self) -> None:
        """Return when all that has been said so far stands in the state store; raises what the store raises."""
        await self._begin()

    @contextmanager
    def committing_after(self, seconds: float) -> Iterator[None]:
        """Commit once, if the block takes longer than *seconds*: what is answered must not wait with it."""
        timer = asyncio.get_running_loop().call_later(seconds, self._begin)
        try:
            yield
        finally:
            timer.cancel()

    def close(self) -> None:
        """End the threads, and wait for those who tell people of the budget."""
        self._writer.shutdown()
        self.asker.shutdown()
        if self._guard is not None:
            self._guard.finish_notices()

    def _begin(self) -> asyncio.Future[None]:
        done = asyncio.get_running_loop().create_future()
        self._waiting.append(done)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_gathered())
        return done

    async def _write_gathered(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            served, self._waiting = self._waiting, []
            values = self.ledger.values()
            failure: BaseException | None = None
            try:
                await loop.run_in_executor(self._writer, self._write, values)
                self.ledger.state.written(values)
            except BaseException as error:  # noqa: BLE001 - handed to those who wait for the write
                failure = error
            for done in served:
                if done.done():
                    continue
                done.set_result(None) if failure is None else done.set_exception(failure)

    def _write(self, values: list[tuple[str, Any]]) -> None:
        if self.ledger.publishes_first:
            self.ledger.publish_row()
        self.ledger.state.put(values)
        if self._guard is not None:
            self._guard.flush()
            if self._guard.is_stale(BUDGET_SECONDS):
                self._guard.refresh()
