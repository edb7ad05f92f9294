"""
The spend and the answers of a batch, written together.

One write serves all that has gathered while the write before it was under way (group commit).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from airflow_provider.api.answers import Usage
from airflow_provider.api.client import Result
from airflow_provider.api.policy import Wait
from airflow_provider.api.request import Request
from airflow_provider.api.settings import Settings
from airflow_provider.spend.budget import Budget
from airflow_provider.spend.ledger import Ledger
from airflow_provider.spend.recorder import guard_of

# How old the spend of the run's other tasks may be when a budget is checked, in seconds.
BUDGET_SECONDS = 3.0

# Hears of each call: its operation, what it used, and for how many seconds it was in flight.
Observe = Callable[[str, Usage, float], None]


class GroupCommit:
    """
    Counts the calls of a batch in *ledger*, and keeps their answers in its state; belongs to one event loop.

    What `announce`, `settle` and `keep` say stands once a `commit` after them has returned.
    """

    def __init__(self, ledger: Ledger, *, budget: Budget | None, observe: Observe) -> None:
        self.ledger = ledger
        self._guard = guard_of(budget, ledger)
        self._observe = observe
        # Airflow's supervisor answers one call at a time; a second thread would only wait in line.
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="content-ai-journal")
        self._waiting: list[asyncio.Future[None]] = []
        self._writing: asyncio.Task[None] | None = None
        if self._guard is not None:
            # No call asks for itself.
            self._guard.refresh()

    def announce(self, request: Request) -> None:
        """Count *request* as sent without an answer; `commit` before it is sent. Raises when the budget is spent."""
        if self._guard is not None:
            self._guard.check()
        self.ledger.announce(request)

    def retract(self) -> None:
        """Take an announcement back: its call was not sent."""
        self.ledger.retract()

    def settle(self, request: Request, result: Result, settings: Settings, *, seconds: float) -> None:
        """Replace the announcement by what the call used."""
        usage = self.ledger.settle(result, settings)
        if not isinstance(result, Wait):
            self._observe(request.operation, usage, seconds)

    def keep(self, fingerprint: str, content: bytes) -> None:
        """Keep the answer *content* to what *fingerprint* stands for."""
        self.ledger.state.answers.append(fingerprint, content)

    async def commit(self) -> None:
        """Return when all that has been said so far stands in the state store; raises what the store raises."""
        done = asyncio.get_running_loop().create_future()
        self._waiting.append(done)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_gathered())
        await done

    def close(self) -> None:
        """End the writing thread."""
        self._writer.shutdown()

    async def _write_gathered(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            served, self._waiting = self._waiting, []
            values = self.ledger.state.values()
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
        if self._guard is not None and self._guard.is_stale(BUDGET_SECONDS):
            self._guard.refresh()
