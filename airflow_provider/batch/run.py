"""
One batch from its items to its answers: plans, sends, and tells what came of it.

Knows neither operators nor XCom; the caller says how an answer becomes rows and where they go.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any, NamedTuple

from airflow_provider.api.settings import Settings
from airflow_provider.batch.breaker import Breaker
from airflow_provider.batch.commits import GroupCommit
from airflow_provider.batch.engine import Engine
from airflow_provider.batch.failures import Failures
from airflow_provider.batch.items import Items
from airflow_provider.batch.origins import REUSED, Origins
from airflow_provider.batch.overflow import Overflow
from airflow_provider.batch.plan import Plan
from airflow_provider.batch.planned import Planned
from airflow_provider.batch.progress import Progress
from airflow_provider.batch.resume import Resume
from airflow_provider.batch.spill import SpillFile

if TYPE_CHECKING:
    from airflow_provider.batch.reusing import Reusing
    from airflow_provider.reuse import AnswerMemory


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
        self._told_to_end = False
        self._resume = Resume(
            items=items,
            build=plan.build,
            name=self._name,
            settings=settings,
            ledger=self._ledger,
            spill=self._spill,
            origins=self._origins,
            overflow=self._overflow,
            memory=memory,
        )
        try:
            self._resume.run()
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
            breaker=Breaker(failures, concurrency=plan.concurrency, max_wait=self._settings.max_wait),
            progress=progress,
            request_for=lambda index: plan.build(items.unique[index]),
            check=plan.check,
            label=self._name,
            overflow=self._overflow.write,
            has_place=plan.overflow is not None,
            trace=plan.trace,
            reusing=self._reusing(progress, anew=again is not None),
            pace=plan.pace,
            again=again,
            size=len(items.unique),
            concurrency=plan.concurrency,
        )

    def _reusing(self, progress: Progress, *, anew: bool) -> Reusing | None:
        if self._memory is None:
            return None
        # Imported here: most batches look at no page.
        from airflow_provider.batch.reusing import Reusing

        return Reusing(
            memory=self._memory,
            settings=self._settings,
            commits=self._commits,
            spill=self._spill,
            origins=self._origins,
            progress=progress,
            check=self._plan.check,
            anew=anew,
        )

    def _plan_ahead(self) -> Planned:
        items, kept = self._items, sum(self._resume.resumed)
        unique = len(items.unique)
        # Any will do: they cost the same.
        request = self._plan.build(items.unique[max(0, self._resume.resumed.find(0))]) if unique else None
        planned = Planned.of(
            items=len(items.positions),
            unique=unique,
            kept=kept,
            again=unique - len(self._resume.asked_twice) if self._plan.asks_again else 0,
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
        again = sorted({self._items.positions[number - 1] for number in numbers} - self._resume.asked_twice)
        if not again:
            return 0, None
        self._resume.asked_twice.update(again)
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
        # Imported here: most batches look at no page.
        from airflow_provider.batch.reusing import remember

        dropped = {self._items.positions[number - 1] for number in at_fault}
        remember(self._memory, self._items.unique, self._spill, build=self._plan.build, dropped=dropped)

    def counts(self) -> dict[str, Any]:
        """Return the counts of the manifest, in input items."""
        positions = self._items.positions
        return {
            "items": len(positions),
            "succeeded": sum(index in self._spill for index in positions),
            "failed": sum(index in self.failures.reasons for index in positions),
            "resumed": sum(self._resume.resumed[index] for index in positions),
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
