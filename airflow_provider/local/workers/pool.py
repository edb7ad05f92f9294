"""
Who works on what: workers started when they are needed, jobs in turn, and a bound on all that waits.

A job that takes long goes on behind all others, in a place of its own, so that ten of them delay nobody. Blocks in
threads of its own, and serves any number of event loops.
"""

from __future__ import annotations

import asyncio
import atexit
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache

from airflow_provider.local.errors import Busy
from airflow_provider.local.workers.frames import Frame
from airflow_provider.local.workers.limits import Limits
from airflow_provider.local.workers.process import Worker, WorkerGoneError
from airflow_provider.local.workers.refused import LimitPassedError, Refused

_EVERY = 0.05


@cache
def pool_of(limits: Limits) -> Pool:
    """Return the one pool of this process for *limits*."""
    pool = Pool(limits)
    atexit.register(pool.close)
    return pool


@dataclass(frozen=True, slots=True)
class Health:
    """How a pool is: requests that are answered or wait, processes that are alive, and those that work."""

    requests: int
    workers_alive: int
    workers_busy: int


class Pool:
    """Workers under one set of `Limits`; it starts none before there is work."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        threads = limits.at_once + limits.slow_at_once
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="content-ai-worker")
        self._places = threading.Semaphore(limits.at_once)
        self._slow_places = threading.Semaphore(limits.slow_at_once)
        self._lock = threading.Lock()
        self._idle: list[Worker] = []
        self._busy: set[Worker] = set()
        self._refused = Refused()
        self._requests = 0
        self._waiting_bytes = 0

    @contextmanager
    def admitted(self) -> Iterator[None]:
        """Count a request among those that are answered; raises `Busy` where there are too many."""
        with self._lock:
            if self._requests >= self._limits.requests:
                raise Busy(f"The service answers {self._limits.requests} requests already. Send it again later.")
            self._requests += 1
        try:
            yield
        finally:
            with self._lock:
                self._requests -= 1

    async def run(self, job: Frame) -> bytes:
        """Return what *job* gives; cancelling ends its worker. Raises as `Worker.answer` does, and `Busy`."""
        call = self._submit(job)
        try:
            return await asyncio.wrap_future(call.future)
        except asyncio.CancelledError:
            call.abandon()
            raise

    def run_blocking(self, job: Frame) -> bytes:
        """Return what *job* gives; blocks."""
        return self._submit(job).future.result()

    def health(self) -> Health:
        """Return how many requests and workers there are."""
        with self._lock:
            busy = [worker for worker in self._busy if worker.is_alive()]
            idle = [worker for worker in self._idle if worker.is_alive()]
            return Health(self._requests, len(busy) + len(idle), len(busy))

    def close(self) -> None:
        """End every worker that has nothing to do."""
        with self._lock:
            idle, self._idle = self._idle, []
        for worker in idle:
            worker.close()

    def _submit(self, job: Frame) -> _Call:
        size = len(job.body)
        with self._lock:
            if self._waiting_bytes and self._waiting_bytes + size > self._limits.waiting_bytes:
                raise Busy("The documents that wait to be read take too much memory. Send it again later.")
            self._waiting_bytes += size
        call = _Call()
        call.future = self._threads.submit(self._work, job, call)
        call.future.add_done_callback(lambda _: self._passed(size))
        return call

    def _passed(self, size: int) -> None:
        with self._lock:
            self._waiting_bytes -= size

    def _work(self, job: Frame, call: _Call) -> bytes:
        self._refused.check(job)
        place = _Place(self._places, self._slow_places)
        try:
            while True:
                worker = self._worker()
                try:
                    call.take(worker)
                    worker.begin(job)
                    self._watch(worker, place)
                    return worker.answer()
                except WorkerGoneError:
                    call.check()
                except LimitPassedError as error:
                    call.check()
                    self._refused.add(job, error)
                    raise
                finally:
                    call.let_go()
                    self._give_back(worker)
        finally:
            place.leave()

    def _watch(self, worker: Worker, place: _Place) -> None:
        """Wait until *worker* has answered or ended; where it takes long, in a place behind all others."""
        until = time.monotonic() + self._limits.patience
        while not worker.has_answered(within=_EVERY):
            used = 0.0 if place.behind else worker.processor_seconds()
            if used > self._limits.soon and place.step_back():
                worker.step_back()
            elif used > self._limits.late:
                worker.kill()
                raise Busy("Documents that take long to be read are under way already. Send it again later.")
            if time.monotonic() > until:
                worker.kill()
                raise Busy("The service has no processor time left for this document. Send it again later.")

    def _worker(self) -> Worker:
        with self._lock:
            found = self._idle.pop() if self._idle else None
        try:
            worker = found or Worker(self._limits)
        except OSError:
            raise Busy("The service cannot start another process. Send it again later.") from None
        with self._lock:
            self._busy.add(worker)
        return worker

    def _give_back(self, worker: Worker) -> None:
        with self._lock:
            self._busy.discard(worker)
        if worker.spent:
            worker.close()
            return
        with self._lock:
            self._idle.append(worker)


class _Place:
    """A place among those who work, from its making on; may be changed for one behind all others."""

    def __init__(self, places: threading.Semaphore, behind: threading.Semaphore) -> None:
        self._held = places
        self._behind = behind
        self.behind = False
        places.acquire()

    def step_back(self) -> bool:
        """Change for a place behind all others; return False where none is free."""
        if not self._behind.acquire(blocking=False):
            return False
        self._held.release()
        self._held = self._behind
        self.behind = True
        return True

    def leave(self) -> None:
        """Make room for the next."""
        self._held.release()


class _AbandonedError(Exception):
    """Nobody waits for the answer any more."""


class _Call:
    """One job under way, and who works on it."""

    future: Future[bytes]

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._worker: Worker | None = None
        self._abandoned = False

    def take(self, worker: Worker) -> None:
        """Name who works on it from now on; raises where nobody waits for that."""
        with self._lock:
            self._worker = worker
        self.check()

    def let_go(self) -> None:
        """Forget the worker: from now on it may work for others."""
        with self._lock:
            self._worker = None

    def check(self) -> None:
        """Raise where nobody waits for the answer."""
        if self._abandoned:
            raise _AbandonedError

    def abandon(self) -> None:
        """Take it back: from the queue, or by ending the worker."""
        self.future.cancel()
        with self._lock:
            self._abandoned = True
            if self._worker is not None:
                self._worker.kill()
