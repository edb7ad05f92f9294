"""
One batch from its items to its rows: resumes, sends, and tells what came of it.

Knows neither operators nor XCom; the caller says how an answer becomes rows and where they go.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import hashlib
import json
import logging
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from airflow_provider.api.answers import Answer
from airflow_provider.api.request import Request
from airflow_provider.api.settings import Settings
from airflow_provider.batch.engine import Engine
from airflow_provider.batch.failures import Failures, OnItemError
from airflow_provider.batch.items import Items
from airflow_provider.batch.journal import PART_BYTES
from airflow_provider.batch.ledger import BatchLedger
from airflow_provider.batch.progress import Progress
from airflow_provider.batch.spool import Spool
from airflow_provider.errors import ResultError
from airflow_provider.results import open_binary, storage
from airflow_provider.telemetry import Tracer

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Plan:
    """
    What a batch does with its items.

    *build* makes the request of an item, *keep* turns its answer into what is journalled, *name* calls it by a name,
    *trace* traces its call.
    *aside* is the folder for answers too large for the journal, None if there is no place for them.
    """

    build: Callable[[Any], Request]
    keep: Callable[[Request, Answer], Any]
    name: Callable[[int, Any], str]
    trace: Tracer
    aside: str | None
    concurrency: int
    on_item_error: OnItemError
    max_failures: float | None


class BatchRun:
    """The run of *plan* over *items* within one try of a task; a context manager, for it holds files open."""

    def __init__(self, plan: Plan, items: Items, settings: Settings, ledger: BatchLedger, *, label: str) -> None:
        self._plan = plan
        self._items = items
        self._ledger = ledger
        size = len(items.unique)
        self.failures = failures = Failures(size=size, on_item_error=plan.on_item_error, most=plan.max_failures)
        # Compared with what an earlier try was asked: anything else in it makes its answers worthless.
        probe = plan.build(items.unique[0]).fingerprint(settings.base_url) if size else ""
        self._fingerprint = hashlib.sha256(f"{items.digest} {probe}".encode()).hexdigest()[:32]
        self._spool = Spool(size)
        self._journal = ledger.open_journal(self._fingerprint)
        self._asides: set[str] = set()
        self._resumed = bytearray(size)
        for index, content in self._journal.replay():
            self._resumed[index] |= self._restore(index, content)
        self.progress = Progress(total=size, resumed=sum(self._resumed), label=label)
        self._engine = Engine(
            settings=settings,
            ledger=ledger,
            journal=self._journal,
            spool=self._spool,
            failures=failures,
            progress=self.progress,
            request_for=lambda index: plan.build(items.unique[index]),
            keep=lambda _, request, answer: plan.keep(request, answer),
            label=self._name,
            beside=self._put_aside,
            trace=plan.trace,
            size=size,
            concurrency=plan.concurrency,
        )

    def send(self) -> None:
        """Send what has no answer yet; raises what stopped the batch."""
        try:
            self._engine.run()
        finally:
            self.progress.report()
            self._ledger.add_seconds(self.progress.seconds)

    def terminate(self) -> None:
        """End early, with nothing left unaccounted for; may be called from a signal handler."""
        self._engine.terminate()

    def answers(self) -> Iterator[tuple[int, Any, Any]]:
        """Yield number (from 1), item and kept answer of every input item that has one, in input order."""
        for number, index in enumerate(self._items.positions, 1):
            if (content := self._spool.get(index)) is not None:
                yield number, self._items.unique[index], json.loads(content)[1]

    def counts(self) -> dict[str, int]:
        """Return the counts of the manifest, in input items."""
        positions = self._items.positions
        return {
            "items": len(positions),
            "succeeded": sum(index in self._spool for index in positions),
            "failed": sum(index in self.failures.items for index in positions),
            "resumed": sum(self._resumed[index] for index in positions),
        }

    def delivered(self) -> None:
        """Note that the results are delivered: should the task be killed just now, its retry still finds them."""
        self._ledger.mark_delivered()

    def forget(self) -> None:
        """Let go of all answers: the task has succeeded."""
        self._ledger.drop_journal()
        for path in self._asides:
            storage(path).unlink(missing_ok=True)
        if self._asides and self._plan.aside is not None:
            # An object store has no folders to leave behind.
            with contextlib.suppress(OSError, NotImplementedError):
                storage(self._plan.aside).rmdir()

    def close(self) -> None:
        """Give the disk space back."""
        self._spool.close()
        self.failures.close()

    def _name(self, index: int) -> str:
        return self._plan.name(index, self._items.unique[index])

    def _restore(self, index: int, content: bytes) -> bool:
        fields = json.loads(content)
        if isinstance(fields, Mapping):
            try:
                with open_binary(fields["aside"], "rb") as raw:
                    content = gzip.decompress(raw.read())
            except (OSError, EOFError, zlib.error) as error:
                log.warning("%s: %s cannot be read (%s) and is asked again.", self._name(index), fields["aside"], error)
                return False
            self._asides.add(fields["aside"])
        self._spool.put(index, content)
        return True

    async def _put_aside(self, index: int, content: bytes) -> bytes:
        if self._plan.aside is None:
            raise ResultError(
                f"The answer takes more than {PART_BYTES:,} bytes, too many for the journal. "
                "Set result_path, and it is kept beside it."
            )
        path = f"{self._plan.aside}/{self._fingerprint[:12]}-{index}.json.gz"
        await asyncio.to_thread(_write_packed, path, content)
        self._asides.add(path)
        return json.dumps({"aside": path}).encode()


def _write_packed(path: str, content: bytes) -> None:
    try:
        storage(path).parent.mkdir(parents=True, exist_ok=True)
        with open_binary(path, "wb") as raw:
            raw.write(gzip.compress(content))
    except Exception as error:
        # Every storage has errors of its own; whichever it is, the item fails and its call is counted.
        raise ResultError(f"An answer cannot be kept at {path!r} ({type(error).__name__}: {error}).") from error
