"""
The loop of a batch: items in, answers kept, until all are done or something says stop.

Decides what stops the whole batch and what fails one item; what an attempt means is `api.policy`'s business.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
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
from airflow_provider.batch.commits import GroupCommit
from airflow_provider.batch.failures import Failures
from airflow_provider.batch.limiter import Limiter
from airflow_provider.batch.meter import Meter
from airflow_provider.batch.origins import REUSED, SEEN, Origins, reused_mark
from airflow_provider.batch.progress import Progress
from airflow_provider.batch.spill import SpillFile
from airflow_provider.batch.timeout import timeout_outside
from airflow_provider.errors import (
    BatchStoppedError,
    BudgetExceededError,
    ContentAIError,
    InvalidRequestError,
    LimitsUnavailableError,
    NotFoundError,
    PageUnreachableError,
    RateLimitError,
    RefusedError,
    ResultError,
    TooManyFailuresError,
)
from airflow_provider.shared.pace import GatheredPace, SharedPace
from airflow_provider.state.kept import content_of
from airflow_provider.state.log import fits_a_part
from airflow_provider.telemetry import Tracer

if TYPE_CHECKING:
    from airflow_provider.batch.looking import Looking
    from airflow_provider.reuse import AnswerMemory
    from airflow_provider.web.policy import Pay, Reused

log = logging.getLogger(__name__)

# How long a batch that is told to end waits for what is in flight; Airflow kills after 5 s.
GRACE_SECONDS = 3.0
# Stagger the workers' first calls: otherwise all answers arrive, and are written, at the same moment in every round.
STAGGER_SECONDS = 0.002
# How old the progress may be that the task state store has: the spend page asks as often.
PROGRESS_SECONDS = 2.0
# How often a batch that was stopped checks for calls that are waiting to be sent again.
CHECK_SECONDS = 0.2
# So many failures in a row, without one answer of use between them, are not the items' fault.
FAILURES_IN_A_ROW = 20


@dataclass
class Engine:
    """
    Sends what is missing in *spill*, *concurrency* at once; or the items *again*, whatever there is of them.

    With a *memory*, only those are sent whose pages are not as they were when they were paid for.
    *request_for* builds the request of an item and *label* names it to people.
    *check* refuses an answer that is of no use, and *overflow* writes one elsewhere that is too large for the task
    state store, and returns what is kept instead; both raise a `ContentAIError`. Without *has_place* it always does.
    """

    settings: Settings
    commits: GroupCommit
    spill: SpillFile
    failures: Failures
    progress: Progress
    request_for: Callable[[int], Request]
    check: Callable[[Request, Answer], object]
    label: Callable[[int], str]
    size: int
    concurrency: int
    overflow: Callable[[str, bytes], Awaitable[bytes]]
    has_place: bool
    trace: Tracer
    origins: Origins
    pace: SharedPace | None = None
    again: Sequence[int] | None = None
    memory: AnswerMemory | None = None
    client: Callable[..., AsyncClient] = AsyncClient
    _workers: dict[asyncio.Task[None], Meter] = field(default_factory=dict)
    _stopped: BaseException | None = None
    _recalls: bool = False
    _deadline: float | None = None
    _row: int = 0
    _last_answer: float = field(default_factory=time.monotonic)
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
        if self.memory is not None:
            self._looking = self._looks(self.memory, todo)
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

    def _looks(self, memory: AnswerMemory, todo: Iterator[int]) -> Looking:
        # Imported here: most batches look at no page.
        from airflow_provider.batch.looking import Looking

        return Looking(
            memory=memory,
            indexes=todo,
            request_for=self.request_for,
            take=self._reused,
            ahead=self.concurrency,
            anew=self.again is not None,
        )

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

    def _reused(self, index: int, request: Request, answer: Answer, decision: Reused) -> bool:
        """Use *answer*, which an earlier run has paid for, if it is of use by today's rules."""
        try:
            self.check(request, answer)
        except ContentAIError:
            return False
        paid_at = decision.entry.paid_at
        self.commits.reused(request, answer, self.settings)
        self.commits.keep(request.fingerprint(self.settings.base_url), reused_mark(paid_at))
        self.spill.put(index, content_of(answer, **{REUSED: paid_at}))
        self.origins.reused(index, paid_at)
        self.progress.reused()
        return True

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
                if self._gives_up_on(error):
                    self._stop(error)
                # Being told to wait uses up no attempts here: the limiter has slowed the whole batch down.
            except ContentAIError as error:
                self._failed(index, error)
                return
            else:
                self.commits.keep(fingerprint, kept)
                self.spill.put(index, content)
                if why is not None:
                    self.origins.paid(index, why.reason)
                self._row, self._last_answer = 0, time.monotonic()
                self.progress.answered(answer.tokens)
                return
            finally:
                meter.in_flight = False

    def _content(self, request: Request, answer: Answer, why: Pay | None) -> bytes:
        """Return what is kept of *answer*, with what was seen of its page just before."""
        if why is None or self.memory is None:
            return content_of(answer)
        return content_of(answer, **{SEEN: self.memory.seen(request, why, answer)})

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
        stops = isinstance(error, RefusedError) and not isinstance(error, InvalidRequestError | NotFoundError)
        if stops or isinstance(error, LimitsUnavailableError):
            # Key, certificate, budget, Redis: the next item would be refused as well.
            self._stop(error)
            return
        self.progress.failed()
        self._row += not isinstance(error, RefusedError | PageUnreachableError)
        self.failures.add(index, self.label(index), error)
        if (stopping := self.failures.stopping()) is not None:
            self._stop(stopping)
        elif self._row >= max(FAILURES_IN_A_ROW, self.concurrency):
            self._stop(
                TooManyFailuresError(
                    f"{self._row} items in a row failed, without an answer of use between them. The last: {error} "
                    "What was answered is kept; a retry asks the rest.",
                    retry_after=error.retry_after,
                )
            )

    def _gives_up_on(self, error: RateLimitError) -> bool:
        told_too_long = error.retry_after is not None and error.retry_after > self.settings.max_wait
        return told_too_long or time.monotonic() - self._last_answer > 2 * self.settings.max_wait

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
