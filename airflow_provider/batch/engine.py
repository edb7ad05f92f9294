"""
The loop of a batch: items in, answers kept, until all are done or something says stop.

Decides who sends what when, and how all end; what an attempt means is `api.policy`'s business, and which failure
stops the whole batch that of `breaker`.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from airflow.sdk.exceptions import AirflowSkipException

from airflow_provider.api.answers import Answer
from airflow_provider.api.client import AsyncClient
from airflow_provider.api.pacing import Pacer
from airflow_provider.api.request import Request
from airflow_provider.api.settings import Settings
from airflow_provider.batch.breaker import Breaker
from airflow_provider.batch.commits import GroupCommit
from airflow_provider.batch.limiter import Limiter
from airflow_provider.batch.meter import Meter
from airflow_provider.batch.progress import Progress
from airflow_provider.batch.spill import SpillFile
from airflow_provider.batch.timeout import timeout_outside
from airflow_provider.errors import (
    BatchStoppedError,
    BudgetExceededError,
    ContentAIError,
    RateLimitError,
    ResultError,
)
from airflow_provider.shared.pace import GatheredPace, SharedPace
from airflow_provider.state.kept import content_of
from airflow_provider.state.log import fits_a_part
from airflow_provider.telemetry import Tracer

if TYPE_CHECKING:
    from airflow_provider.batch.looking import Looking
    from airflow_provider.batch.reusing import Reusing
    from airflow_provider.web.policy import Pay

# How long a batch that is told to end waits for what is in flight; Airflow kills after 5 s.
GRACE_SECONDS = 3.0
# Stagger the workers' first calls: otherwise all answers arrive, and are written, at the same moment in every round.
STAGGER_SECONDS = 0.002
# How old the progress may be that the task state store has: the spend page asks as often.
PROGRESS_SECONDS = 2.0
# How often a batch that was stopped checks for calls that are waiting to be sent again.
CHECK_SECONDS = 0.2


@dataclass
class Engine:
    """
    Sends what is missing in *spill*, *concurrency* at once; or the items *again*, whatever there is of them.

    With *reusing*, only those are sent whose pages are not as they were when they were paid for.
    *request_for* builds the request of an item and *label* names it to people.
    *check* refuses an answer that is of no use, and *overflow* writes one elsewhere that is too large for the task
    state store, and returns what is kept instead; both raise a `ContentAIError`. Without *has_place* it always does.
    """

    settings: Settings
    commits: GroupCommit
    spill: SpillFile
    breaker: Breaker
    progress: Progress
    request_for: Callable[[int], Request]
    check: Callable[[Request, Answer], object]
    label: Callable[[int], str]
    size: int
    concurrency: int
    overflow: Callable[[str, bytes], Awaitable[bytes]]
    has_place: bool
    trace: Tracer
    pace: SharedPace | None = None
    again: Sequence[int] | None = None
    reusing: Reusing | None = None
    client: Callable[..., AsyncClient] = AsyncClient
    _workers: dict[asyncio.Task[None], Meter] = field(default_factory=dict)
    _stopped: BaseException | None = None
    _recalls: bool = False
    _deadline: float | None = None
    _loop: asyncio.AbstractEventLoop | None = None
    _looking: Looking | None = None

    def run(self) -> None:
        """Send until everything is answered or failed; raises what stopped the batch before."""
        with timeout_outside(self.terminate), asyncio.Runner(loop_factory=asyncio.new_event_loop) as runner:
            runner.run(self._main())
        if self._stopped is not None:
            raise self._stopped

    def terminate(self) -> None:
        """Send nothing more, give what is in flight a moment, and end; may be called from a signal handler."""
        if self._loop is None:
            self._end()
            return
        # Once the loop is over there is nothing to end: the answers are being written.
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._end)

    async def _main(self) -> None:
        self._loop = asyncio.get_running_loop()
        limiter = Limiter(self.concurrency)
        missing = (index for index in range(self.size) if index not in self.spill)
        todo = missing if self.again is None else iter(self.again)
        beside = [asyncio.create_task(one) for one in (self.progress.report_forever(), self._store_progress())]
        if self.reusing is not None:
            self._looking = self.reusing.looking(todo, self.request_for, ahead=self.concurrency)
            beside.append(asyncio.create_task(self._looking.run()))
            beside[-1].add_done_callback(self._worker_ended)
        pace = None if self.pace is None else GatheredPace(self.pace, self.commits.asker)
        # The turns of all workers are the meters' business.
        own = Pacer(None) if pace else None
        async with self.client(self.settings, concurrency=self.concurrency, pace=own) as client:
            for number in range(min(self.concurrency, self.size)):
                meter = Meter(self.commits, limiter, lambda: self._recalls, pace)
                worker = asyncio.create_task(self._work(client, meter, todo, number * STAGGER_SECONDS))
                worker.add_done_callback(self._worker_ended)
                self._workers[worker] = meter
            try:
                await self._until_done()
            finally:
                for task in (*beside, *self._workers):
                    task.cancel()
                await asyncio.gather(*beside, *self._workers, return_exceptions=True)
                self.commits.ledger.show_progress(None)
                await self.commits.commit()

    async def _store_progress(self) -> None:
        while True:
            in_flight = sum(meter.in_flight for meter in self._workers.values())
            self.commits.ledger.show_progress(self.progress.snapshot(in_flight=in_flight))
            await asyncio.sleep(PROGRESS_SECONDS)
            # A store that fails stops the workers, whose answers it has.
            with contextlib.suppress(Exception):
                await self.commits.commit()

    async def _until_done(self) -> None:
        while running := [worker for worker in self._workers if not worker.done()]:
            await asyncio.wait(running, timeout=CHECK_SECONDS)
            if self._deadline is not None and time.monotonic() >= self._deadline:
                return
            if self._stopped is not None:
                self._cancel_idle()

    async def _work(self, client: AsyncClient, meter: Meter, todo: Iterator[int], pause: float) -> None:
        await asyncio.sleep(pause)
        while self._stopped is None and (found := await self._next(todo)) is not None:
            await self._ask(client, meter, *found)
            if self.settings.requests_per_minute and self.pace is None:
                # Otherwise the announcement of the next call is written with this answer, in one.
                await self.commits.commit()
        await self.commits.commit()

    async def _next(self, todo: Iterator[int]) -> tuple[int, Pay | None] | None:
        """Return the next item to ask, and why it is paid for where that is known; None if there is none."""
        if self._looking is None:
            index = next(todo, None)
            return None if index is None else (index, None)
        if self._looking.is_waiting:
            # What is answered must not wait with us.
            await self.commits.commit()
        return await self._looking.next()

    async def _ask(self, client: AsyncClient, meter: Meter, index: int, why: Pay | None) -> None:
        request = self.request_for(index)
        while self._stopped is None:
            try:
                with self.trace(request) as span:
                    answer = await client.send(request, meter=meter)
                    span.used(answer.usage)
                self.check(request, answer)
                fingerprint, content = request.fingerprint(self.settings.base_url), self._content(request, answer, why)
                kept = await self._kept(fingerprint, content)
            except RateLimitError as error:
                if self.breaker.gives_up_on(error):
                    self._stop(error)
                # Being told to wait uses up no attempts here: the limiter has slowed the whole batch down.
            except ContentAIError as error:
                self._failed(index, error)
                return
            else:
                self.commits.keep(fingerprint, kept)
                self.spill.put(index, content)
                if self.reusing is not None and why is not None:
                    self.reusing.paid(index, why)
                self.breaker.answered()
                self.progress.answered(answer.tokens)
                return
            finally:
                meter.in_flight = False

    def _content(self, request: Request, answer: Answer, why: Pay | None) -> bytes:
        if self.reusing is None or why is None:
            return content_of(answer)
        return self.reusing.content(request, answer, why)

    async def _kept(self, fingerprint: str, content: bytes) -> bytes:
        """Return what the log keeps of an answer: the answer, or where it is if it is large."""
        if fits_a_part(content):
            return content
        try:
            return await self.overflow(fingerprint, content)
        except ResultError as error:
            if not self.has_place:
                raise
            # What is paid is kept, in the log if need be; the large answers still to come had better not be asked for.
            self._stop(error)
            return content

    def _cancel_idle(self) -> None:
        """End the workers that wait for anything but an answer; what is in flight may finish."""
        for worker, meter in self._workers.items():
            if not meter.in_flight and worker is not asyncio.current_task():
                worker.cancel()

    def _failed(self, index: int, error: ContentAIError) -> None:
        if self.breaker.is_everybodys(error):
            self._stop(error)
            return
        self.progress.failed()
        if (stopping := self.breaker.failed(index, self.label(index), error)) is not None:
            self._stop(stopping)

    def _worker_ended(self, worker: asyncio.Task[None]) -> None:
        if not worker.cancelled() and (error := worker.exception()) is not None:
            self._stop(error)

    def _end(self) -> None:
        self._deadline = time.monotonic() + GRACE_SECONDS
        said = "The task was told to end. What was answered is kept; a retry asks the rest."
        self._stop(BatchStoppedError(f"{said} Calls that were cut off may have been billed, and are in 'usage'."))

    def _stop(self, error: BaseException) -> None:
        if self._stopped is None:
            self._stopped = error
            # A budget stops new calls only; calls already counted may still be sent.
            self._recalls = not isinstance(error, BudgetExceededError | AirflowSkipException)
            if self._workers:
                self._cancel_idle()
