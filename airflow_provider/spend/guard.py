"""
A budget at work in one task: what others of the run have spent, when that was read, and what to raise.

A task of a run with a budget reads before each call what the others have published, and publishes its own
intent before it sends. Two tasks can still read at the same moment: each may then send one call too many.
"""

from __future__ import annotations

import logging
import time

from airflow.sdk.exceptions import AirflowFailException, AirflowSkipException

from airflow_provider.api.answers import Usage
from airflow_provider.errors import BudgetExceededError
from airflow_provider.spend.budget import Budget
from airflow_provider.spend.ledger import Ledger
from airflow_provider.spend.run import usage_of_run

log = logging.getLogger(__name__)


class SpentError(BudgetExceededError, AirflowFailException):
    """A `BudgetExceededError` that no retry policy can turn into another try."""


class Guard:
    """Holds *budget* against what has been spent: by the task of *ledger*, and by the others of its run."""

    def __init__(self, budget: Budget, ledger: Ledger) -> None:
        self.budget = budget
        self.shared = budget.scope == "run"
        self._ledger = ledger
        self._context = ledger.context
        self._others = Usage()
        self._read_at: float | None = None
        self._warned = False

    def refresh(self) -> None:
        """Tell the run what this task has spent, and read what the others have: one push, one pull a task id."""
        if self.shared:
            self._ledger.publish()
            self._others = _without(usage_of_run(self._context), self._ledger.published_usage)
            self._read_at = time.monotonic()

    def is_stale(self, seconds: float) -> bool:
        """Say whether what is known of the others is older than *seconds*; never so without others to ask."""
        return self.shared and (self._read_at is None or time.monotonic() - self._read_at > seconds)

    def check(self) -> None:
        """
        Raise when nothing is left for another call; the task's own calls in flight count, too. No I/O.

        Raises `BudgetExceededError`, which no retry follows, or `AirflowSkipException`, as the budget says.
        """
        spent = self._others + self._ledger.usage
        if used_up := self.budget.used_up(spent):
            message = f"{self._who()} has spent {used_up}. Nothing was sent. {self._advice()}"
            raise AirflowSkipException(message) if self.budget.on_exceed == "skip" else SpentError(message)
        warn_at = self.budget.warn_at
        if warn_at is not None and not self._warned and (share := self.budget.share(spent)) >= warn_at:
            self._warned = True
            log.warning("%s has spent %.0f %% of its budget %s.", self._who(), 100 * share, self.budget.as_dict())

    def _who(self) -> str:
        ti = self._context["ti"]
        if self.shared:
            return f"Run {ti.run_id!r} of {ti.dag_id!r}"
        return f"Task {ti.task_id!r}" + (f" (map index {ti.map_index})" if getattr(ti, "map_index", -1) >= 0 else "")

    def _advice(self) -> str:
        return "Raise the budget of the task and clear it, or start a new run."


def _without(total: Usage, part: Usage) -> Usage:
    return Usage(
        max(0, total.calls - part.calls),
        None if total.tokens is None else max(0, total.tokens - (part.tokens or 0)),
        max(0, total.unreported_calls - part.unreported_calls),
        max(0, total.unconfirmed_calls - part.unconfirmed_calls),
    )
