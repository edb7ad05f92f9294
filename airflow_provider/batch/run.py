"""
One batch from its items to its rows: resumes, sends, and tells what came of it.

Knows neither operators nor XCom; the caller says how an answer becomes rows and where they go.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from airflow_provider.api.answers import Answer
from airflow_provider.api.request import Request
from airflow_provider.api.settings import Settings
from airflow_provider.batch.commits import GroupCommit
from airflow_provider.batch.engine import Engine
from airflow_provider.batch.failures import Failures, OnItemError
from airflow_provider.batch.items import Items
from airflow_provider.batch.overflow import Overflow
from airflow_provider.batch.progress import Progress
from airflow_provider.batch.spill import SpillFile
from airflow_provider.state.first_version import journal_fingerprint
from airflow_provider.state.kept import content_of
from airflow_provider.state.log import warn_of_lost
from airflow_provider.telemetry import Tracer


@dataclass(frozen=True)
class Plan:
    """
    What a batch does with its items.

    *build* makes the request of an item, *check* refuses an answer that is of no use, *name* calls an item by a name,
    *trace* traces its call.
    *overflow* is the folder for answers too large for the task state store, None if there is no place for them.
    """

    build: Callable[[Any], Request]
    check: Callable[[Request, Answer], object]
    name: Callable[[int, Any], str]
    trace: Tracer
    overflow: str | None
    concurrency: int
    on_item_error: OnItemError
    max_failures: float | None


class BatchRun:
    """The run of *plan* over *items* within one try of a task; a context manager, for it holds files open."""

    def __init__(self, plan: Plan, items: Items, settings: Settings, commits: GroupCommit, *, label: str) -> None:
        self._plan = plan
        self._items = items
        self._settings = settings
        self._commits = commits
        self._ledger = commits.ledger
        self._label = label
        size = len(items.unique)
        self.failures = failures = Failures(size=size, on_item_error=plan.on_item_error, most=plan.max_failures)
        self._spill = SpillFile(size)
        self._overflow = Overflow(plan.overflow)
        self._resumed = bytearray(size)
        # What has been asked a second time, for its answer was not as expected.
        self._asked_twice: set[int] = set()
        self._told_to_end = False
        # Why answers of earlier tries cannot be used, by item.
        self._lost: dict[int, str] = {}
        try:
            self._resume()
        except BaseException:
            self.close()
            raise
        self.progress = Progress(total=size, resumed=sum(self._resumed), label=label)
        self._engine = self._engine_of(failures, self.progress, None)

    def _engine_of(self, failures: Failures, progress: Progress, again: Sequence[int] | None) -> Engine:
        plan, items = self._plan, self._items
        return Engine(
            settings=self._settings,
            commits=self._commits,
            spill=self._spill,
            failures=failures,
            progress=progress,
            request_for=lambda index: plan.build(items.unique[index]),
            check=plan.check,
            label=self._name,
            overflow=self._overflow.write,
            has_place=plan.overflow is not None,
            trace=plan.trace,
            again=again,
            size=len(items.unique),
            concurrency=plan.concurrency,
        )

    def send(self) -> None:
        """Send what has no answer yet; raises what stopped the batch, and `NothingSucceededError`."""
        self._run(self.progress)
        if (error := self.failures.of_all()) is not None:
            raise error

    def ask_again(self, numbers: Collection[int]) -> tuple[int, dict[str, Any] | None]:
        """
        Ask the items with input *numbers* (from 1) once more, but none a third time; a new answer replaces the older.

        Returns how many were asked, and the first that failed, as the manifest lists it: its older answer stays.
        Raises what stopped the batch.
        """
        again = sorted({self._items.positions[number - 1] for number in numbers} - self._asked_twice)
        if not again:
            return 0, None
        self._asked_twice.update(again)
        failures = Failures(size=len(again), on_item_error="continue", most=None)
        with closing(failures):
            progress = Progress(total=len(again), resumed=0, label=self._label)
            self._engine = self._engine_of(failures, progress, again)
            if self._told_to_end:
                # That was while the rows were written.
                self._engine.terminate()
            self._run(progress)
            return len(again), next(failures.all(), None)

    def _run(self, progress: Progress) -> None:
        try:
            self._engine.run()
        finally:
            progress.report()
            self._ledger.add_seconds(progress.seconds)

    def terminate(self) -> None:
        """End early, with nothing left unaccounted for; may be called from a signal handler."""
        self._told_to_end = True
        self._engine.terminate()

    def answers(self) -> Iterator[tuple[int, Any, Any]]:
        """Yield number (from 1), item and response of every input item that has an answer, in input order."""
        for number, index in enumerate(self._items.positions, 1):
            if (content := self._spill.get(index)) is not None:
                yield number, self._items.unique[index], json.loads(content)["response"]

    def counts(self) -> dict[str, int]:
        """Return the counts of the manifest, in input items."""
        positions = self._items.positions
        return {
            "items": len(positions),
            "succeeded": sum(index in self._spill for index in positions),
            "failed": sum(index in self.failures.reasons for index in positions),
            "resumed": sum(self._resumed[index] for index in positions),
        }

    def reasons(self) -> Iterator[str]:
        """Yield why each input item failed that did."""
        reasons = self.failures.reasons
        return (reasons[index] for index in self._items.positions if index in reasons)

    def delete_overflow(self) -> None:
        """Delete what was kept beside the result: the task has succeeded."""
        self._overflow.delete()

    def close(self) -> None:
        """Give the disk space back."""
        self._spill.close()
        self.failures.close()

    def _name(self, index: int) -> str:
        return self._plan.name(index, self._items.unique[index])

    def _resume(self) -> None:
        """Take the answers of earlier tries, whichever items they were asked with."""
        state = self._ledger.state
        if not state.keeps_answers:
            return
        requests = [self._plan.build(item) for item in self._items.unique]
        self._resume_first_version(requests)
        places = defaultdict(list)
        for index, request in enumerate(requests):
            places[request.fingerprint(self._settings.base_url)].append(index)
        found: set[str] = set()
        for entry in state.answers.read():
            if entry.fingerprint in found:
                self._asked_twice.update(places.get(entry.fingerprint, ()))
            found.add(entry.fingerprint)
            for index in places.get(entry.fingerprint, ()):
                self._restore(index, requests[index], entry.value)
            if entry.fingerprint not in places:
                self._overflow.note(entry.value)
        if self._lost:
            index, why = next(iter(self._lost.items()))
            warn_of_lost(len(self._lost), f"that of {self._name(index)}, for one: {why}")

    def _resume_first_version(self, requests: list[Request]) -> None:
        first_version = self._ledger.state.first_version
        if not first_version:
            return
        asked = journal_fingerprint(self._items, requests[0] if requests else None, self._settings.base_url)
        for index, kept in first_version.journalled(asked):
            if 0 <= index < len(requests):
                self._restore(index, requests[index], kept)
        lost = max(1, self._ledger.usage.calls - sum(self._resumed))
        if not first_version.has_journal_of(asked):
            warn_of_lost(lost, "version 0.1 of the provider kept them for other items than those of this try")
        elif first_version.is_damaged:
            warn_of_lost(lost, "they are damaged or missing in the task state store")

    def _restore(self, index: int, request: Request, kept: Any) -> None:
        try:
            value = self._overflow.read(kept)
            if isinstance(value, list):
                # As version 0.1 wrote them.
                value = dict(zip(("tokens", "response"), value, strict=False))
            content = content_of(request.answer_type.revived(value))
        except ValueError as error:
            # A batch that was asked again has a better one further on.
            self._lost.setdefault(index, str(error))
            return
        self._spill.put(index, content)
        self._resumed[index] = True
        self._lost.pop(index, None)
