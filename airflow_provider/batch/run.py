"""
One batch from its items to its rows: resumes, sends, and tells what came of it.

Knows neither operators nor XCom; the caller says how an answer becomes rows and where they go.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from airflow_provider.api.answers import Answer
from airflow_provider.api.request import Request
from airflow_provider.api.settings import Settings
from airflow_provider.batch.commits import GroupCommit
from airflow_provider.batch.engine import Engine
from airflow_provider.batch.failures import Failures, OnItemError
from airflow_provider.batch.items import Items
from airflow_provider.batch.origins import REUSED, SEEN, Origins, marked_in
from airflow_provider.batch.overflow import Overflow
from airflow_provider.batch.planned import Planned
from airflow_provider.batch.progress import Progress
from airflow_provider.batch.spill import SpillFile
from airflow_provider.shared.pace import SharedPace
from airflow_provider.state.first_version import journal_fingerprint
from airflow_provider.state.kept import content_of
from airflow_provider.state.log import warn_of_lost
from airflow_provider.telemetry import Tracer

if TYPE_CHECKING:
    from airflow_provider.reuse import AnswerMemory


@dataclass(frozen=True)
class Plan:
    """
    What a batch does with its items.

    *build* makes the request of an item, *check* refuses an answer that is of no use, *name* calls an item by a name,
    *trace* traces its call.
    *pace* says when a call may leave, None if this process decides by itself.
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
    pace: SharedPace | None = None
    # Whether items may be asked a second time, for a better answer.
    asks_again: bool = False


class Answered(NamedTuple):
    """An input item by its *number* (from 1), and the response to it; *reused* says when an earlier run paid for it."""

    number: int
    item: Any
    response: Any
    reused: str | None


class BatchRun:
    """The run of *plan* over *items* within one try of a task; a context manager, for it holds files open."""

    def __init__(  # noqa: PLR0913 - keyword-only but for what every batch has
        self,
        plan: Plan,
        items: Items,
        settings: Settings,
        commits: GroupCommit,
        *,
        label: str,
        memory: AnswerMemory | None = None,
    ) -> None:
        self._plan = plan
        self._memory = memory
        self._items = items
        self._settings = settings
        self._commits = commits
        self._ledger = commits.ledger
        self._label = label
        size = len(items.unique)
        self.failures = failures = Failures(size=size, on_item_error=plan.on_item_error, most=plan.max_failures)
        self._spill = SpillFile(size)
        self._origins = Origins(size)
        self._overflow = Overflow(plan.overflow)
        self._resumed = bytearray(size)
        # What has been asked a second time, for its answer was not as expected.
        self._asked_twice: set[int] = set()
        self._told_to_end = False
        # Why answers of earlier tries cannot be used, by item.
        self._lost: dict[int, str] = {}
        try:
            self._resume()
            self.planned = self._plan_ahead()
        except BaseException:
            self.close()
            raise
        self.progress = Progress(total=size, resumed=self.planned.kept, label=label)
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
            origins=self._origins,
            memory=self._memory,
            pace=plan.pace,
            again=again,
            size=len(items.unique),
            concurrency=plan.concurrency,
        )

    def _plan_ahead(self) -> Planned:
        items, kept = self._items, sum(self._resumed)
        unique = len(items.unique)
        # Any will do: they cost the same.
        request = self._plan.build(items.unique[max(0, self._resumed.find(0))]) if unique else None
        planned = Planned.of(
            items=len(items.positions),
            unique=unique,
            kept=kept,
            again=unique - len(self._asked_twice) if self._plan.asks_again else 0,
            request=request,
            settings=self._settings,
        )
        # How many pages have changed, nobody knows yet.
        short, reuses = None, self._memory is not None
        if request is not None and planned.calls and not reuses:
            short = self._commits.shortfall(planned.calls, request, self._settings)
        planned.tell(short, self._label, reuses=reuses)
        return planned

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

    def answers(self) -> Iterator[Answered]:
        """Yield every input item that has an answer, in input order."""
        for number, index in enumerate(self._items.positions, 1):
            if (content := self._spill.get(index)) is not None:
                kept = json.loads(content)
                yield Answered(number, self._items.unique[index], kept["response"], kept.get(REUSED))

    def remember(self, at_fault: Collection[int] = ()) -> None:
        """
        Tell the memory, if there is one, what was paid for; raises `ResultError` if it cannot be written.

        The answers to the items with input numbers *at_fault* (from 1) are not used again.
        """
        if self._memory is None:
            return
        dropped = {self._items.positions[number - 1] for number in at_fault}
        for index, item in enumerate(self._items.unique):
            if (content := self._spill.get(index)) is None:
                continue
            if index in dropped:
                self._memory.drop(self._plan.build(item))
            elif isinstance(seen := (kept := json.loads(content)).get(SEEN), Mapping):
                request = self._plan.build(item)
                self._memory.keep(request, seen, request.answer_type.revived(kept))
        self._memory.save()

    def counts(self) -> dict[str, Any]:
        """Return the counts of the manifest, in input items."""
        positions = self._items.positions
        return {
            "items": len(positions),
            "succeeded": sum(index in self._spill for index in positions),
            "failed": sum(index in self.failures.reasons for index in positions),
            "resumed": sum(self._resumed[index] for index in positions),
            **({} if self._memory is None else self._origins.told(positions)),
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
        if (paid_at := marked_in(kept)) is not None:
            self._restore_reused(index, request, paid_at)
            return
        try:
            value = self._overflow.read(kept)
            if isinstance(value, list):
                # As version 0.1 wrote them.
                value = dict(zip(("tokens", "response"), value, strict=False))
            answer = request.answer_type.revived(value)
        except ValueError as error:
            # A batch that was asked again has a better one further on.
            self._lost.setdefault(index, str(error))
            return
        seen = value.get(SEEN)
        if isinstance(seen, Mapping):
            self._origins.paid(index, str(seen.get("reason")))
        if not self._resumed[index]:
            self._ledger.reused(request, answer, self._settings)
        self._resume_with(index, content_of(answer, **({SEEN: seen} if seen else {})))

    def _restore_reused(self, index: int, request: Request, paid_at: str) -> None:
        """Take an answer that an earlier try has found in the memory; its page is looked at again if it is gone."""
        entry = None if self._memory is None else self._memory.paid_at(request, paid_at)
        if self._memory is None or entry is None:
            return
        if (answer := self._memory.answer(request, entry)) is not None:
            # Counted by the try that found it.
            self._origins.reused(index, paid_at)
            self._resume_with(index, content_of(answer, **{REUSED: paid_at}))

    def _resume_with(self, index: int, content: bytes) -> None:
        self._spill.put(index, content)
        self._resumed[index] = True
        self._lost.pop(index, None)
