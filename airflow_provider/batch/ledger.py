"""
The spend of a batch: counted before a call is sent, written together with the answers.

One write serves all that has gathered while the write before it was under way (group commit).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from typing import Any, ClassVar

from airflow_provider.api.answers import Usage
from airflow_provider.api.client import Result
from airflow_provider.api.policy import Wait
from airflow_provider.api.request import Request
from airflow_provider.api.settings import Settings
from airflow_provider.batch.journal import Journal
from airflow_provider.spend.budget import Budget
from airflow_provider.spend.ledger import ANNOUNCED, SETTLED, STATE_KEY, Ledger, usage_of_result

# How old the spend of the run's other tasks may be when a budget is checked, in seconds.
BUDGET_SECONDS = 3.0


# Hears of each call: its operation, what it used, and for how many seconds it was in flight.
Observe = Callable[[str, Usage, float], None]


class BatchLedger(Ledger):
    """
    The ledger of a task that sends a batch; its value in the state store carries the open part of the journal.

    `open_journal` comes first. `announce`, `settle` and `commit` belong to one event loop.
    """

    asks_each_call: ClassVar[bool] = False

    def __init__(self, context: Mapping[str, Any], *, observe: Observe) -> None:
        super().__init__(context)
        self._observe = observe
        self._journal: Journal | None = None
        # Airflow's supervisor answers one call at a time; a second thread would only wait in line.
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="content-ai-journal")
        self._waiting: list[asyncio.Future[None]] = []
        self._writing: asyncio.Task[None] | None = None
        # Full parts whose writing failed: the next write has to bring them along.
        self._unwritten: list[tuple[str, Any]] = []

    def open_journal(self, fingerprint: str) -> Journal:
        """Return the journal of what *fingerprint* stands for: an earlier try's, or a new one."""
        self._journal = Journal(self._store, fingerprint, self.stored.get("journal"), self._ti.max_tries)
        return self._journal

    def begin(self, budget: Budget | None = None) -> None:
        """Do as a `Ledger` does, and read what others of the run have spent: no call asks for itself."""
        super().begin(budget)
        self.refresh_budget()

    def announce(self, request: Request) -> None:
        """Count *request* as sent without an answer; `commit` before it is sent. Raises when the budget is spent."""
        self.check_budget()
        self._usage += ANNOUNCED
        self._note(request)

    def settle(self, request: Request, result: Result, settings: Settings, *, seconds: float) -> None:
        """Replace the announcement by what the call used; it stands once it is committed."""
        usage = usage_of_result(result)
        if not isinstance(result, Wait):
            self._observe(request.operation, usage, seconds)
        self._usage += usage + SETTLED
        self._add_cost(settings.cost(usage.tokens))

    def retract(self) -> None:
        """Take an announcement back: its call was not sent."""
        self._usage += SETTLED

    async def commit(self) -> None:
        """Return when all that has been counted and noted so far stands in the state store."""
        done = asyncio.get_running_loop().create_future()
        self._waiting.append(done)
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_gathered())
        await done

    async def _write_gathered(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            served, self._waiting = self._waiting, []
            values = self._values()
            failure: BaseException | None = None
            try:
                await loop.run_in_executor(self._writer, self._put, values)
                values.clear()
                if self.budget_is_stale(BUDGET_SECONDS):
                    await loop.run_in_executor(self._writer, self.refresh_budget)
            except BaseException as error:  # noqa: BLE001 - handed to those who wait for the write
                failure = error
                self._unwritten = values[:-1]
            for done in served:
                if done.done():
                    continue
                done.set_result(None) if failure is None else done.set_exception(failure)

    def mark_delivered(self) -> None:
        """Write that the answers are delivered; they stay until the task has ended."""
        if self._journal is not None:
            self._journal.mark_delivered()
            self._save(self._write)

    def drop_journal(self) -> None:
        """Let go of the answers: the task has succeeded."""
        if self._journal is not None:
            delete_parts = self._journal.drop()
            self._journal = None
            self._save(lambda: self._let_go(delete_parts))

    def add_seconds(self, seconds: float) -> None:
        """Add what this try has taken."""
        self._facts["seconds"] = round(self._facts["seconds"] + seconds, 3)

    def close(self) -> None:
        """End the writing thread."""
        self._writer.shutdown()

    def _write(self) -> None:
        self._put(self._values())

    def _values(self) -> list[tuple[str, Any]]:
        """Return what is to be written, in this order: the ledger's own value last, for it names the others."""
        record: dict[str, Any] = {**self._facts, **asdict(self._usage)}
        parts: list[tuple[str, Any]] = []
        if self._journal is not None:
            parts = [*self._unwritten, *self._journal.take_full_parts()]
            self._unwritten = []
            record["journal"] = self._journal.record
        return [*parts, (STATE_KEY, record)]

    def _put(self, values: list[tuple[str, Any]]) -> None:
        # Imported here: at parse time nobody has a state store.
        from airflow.sdk.execution_time.context import NEVER_EXPIRE

        for key, value in values:
            self._store.set(key, value, retention=NEVER_EXPIRE)
