"""
A budget at work in one task: what others of the run have spent, when that was read, whom to tell, and what to raise.

A task of a run with a budget reads before each call what the others have published, and publishes its own
intent before it sends. Two tasks can still read at the same moment: each may then send one call too many.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Mapping
from typing import Any, NoReturn

from airflow.sdk.exceptions import AirflowFailException, AirflowSkipException

from airflow_provider.api.answers import Usage
from airflow_provider.api.money import in_words
from airflow_provider.api.request import Request
from airflow_provider.api.settings import Settings
from airflow_provider.errors import BudgetExceededError, ConnectionConfigError
from airflow_provider.shared.accounts import Account, Place
from airflow_provider.spend import notify
from airflow_provider.spend.budget import LIMITS, Budget, NextCall
from airflow_provider.spend.fitness import refuse_unfit
from airflow_provider.spend.ledger import Ledger
from airflow_provider.spend.run import spent_in_run
from airflow_provider.spend.standing import standing_of
from airflow_provider.state.record import usage_as_json

log = logging.getLogger(__name__)

WARNED, STOPPED = "warned", "stopped"


class SpentError(BudgetExceededError, AirflowFailException):
    """A `BudgetExceededError` that no retry policy can turn into another try."""


class Guard:
    """Holds *budget* against what has been spent: by the task of *ledger*, and by the others of its run."""

    def __init__(self, budget: Budget, ledger: Ledger) -> None:
        self.budget = budget
        self.shared = budget.scope != "task"
        self._ledger = ledger
        self._context = ledger.context
        self._others = Usage()
        # What others of the run have told people already.
        self._told_by_others: frozenset[str] = frozenset()
        self._read_at: float | None = None
        self._warned = False
        # The last call that was held against the budget.
        self._call: NextCall | None = None
        self._noted: set[str] = set()
        self._notices = notify.Notices()
        ledger.hold_to(json.dumps(budget.as_dict()), self.standing)

    @property
    def reserves(self) -> bool:
        """Whether calls need a place."""
        return False

    @property
    def publishes(self) -> bool:
        """Whether others learn from XComs what this task spends."""
        return self.shared

    def reserve(self, request: Request, settings: Settings) -> Place | None:  # noqa: ARG002 - for those who can
        """Return a place for a call of *request*, having waited for it; None where nobody hands out any."""
        return None

    def ask(self, count: int, request: Request, settings: Settings) -> tuple[list[Place | None], float]:  # noqa: ARG002 - as `reserve`
        """Return up to *count* places for calls of *request*, and in how many seconds to ask for more."""
        return [None] * count, 0.0

    def settle(self, place: Place | None, usage: Usage) -> None:
        """Note that the call of *place* has come to *usage*."""

    def flush(self) -> None:
        """Let others know what calls have come to."""

    def refresh(self) -> None:
        """Tell the run what this task has spent, and read what the others have: one push, one pull a task id."""
        if self.shared:
            self._ledger.publish()
            spent, self._told_by_others = spent_in_run(self._context)
            self._others = spent.without(self._ledger.published_usage)
            self._read_at = time.monotonic()

    def is_stale(self, seconds: float) -> bool:
        """Say whether what is known of the others is older than *seconds*; never so without others to ask."""
        return self.shared and (self._read_at is None or time.monotonic() - self._read_at > seconds)

    def check(self, request: Request, settings: Settings) -> None:
        """
        Raise when nothing is left for another call; the task's own calls in flight count, too. No I/O.

        Raises `BudgetExceededError`, which no retry follows, or `AirflowSkipException`, as the budget says;
        and `ConnectionConfigError` for a budget that could never stop *request*.
        """
        refuse_unfit(self.budget, request, settings)
        spent, call = self._spent, self._call_of(request, settings)
        self._refuse_other_currencies(spent, call)
        if used_up := self.budget.used_up(spent, call):
            self._stop(used_up, spent)
        self._warn(spent, call)

    def _stop(self, used_up: str, spent: Usage) -> NoReturn:
        message = f"{used_up}, by {self._who()}. Nothing was sent. {self._advice()}"
        self._note(STOPPED, message, spent)
        self._ledger.to_be_saved()
        raise AirflowSkipException(message) if self.budget.on_exceed == "skip" else SpentError(message)

    def _warn(self, spent: Usage, call: NextCall) -> None:
        warn_at, nearest = self.budget.warn_at, self.budget.nearest(spent, call)
        if warn_at is not None and not self._warned and nearest.share >= warn_at:
            self._warned = True
            message = f"{100 * nearest.share:.0f} % of the budget: {nearest.words}, by {self._who()}."
            log.warning("%s", message)
            self._note(WARNED, message, spent)

    def shortfall(self, calls: int, request: Request, settings: Settings) -> str | None:
        """Return, in words, what is too little for *calls* like *request*, as far as is known before them."""
        limits = self.budget.limits(self._spent, self._call_of(request, settings))
        short = next((limit.words for limit in limits if calls and not limit.has_room_for(calls)), None)
        return short and f"The budget cannot cover {in_words(calls, 'call')}: {short}, by {self._who()}."

    def finish_notices(self) -> bool:
        """Wait until people are told, for a while, and say whether there was anything to tell; raises nothing."""
        if told := self._notices.finish():
            self._ledger.to_be_saved()
        return told

    def _tell(self, key: str, facts: Mapping[str, Any]) -> None:
        if self._is_first(key):
            notify.tell(self.budget.notify, self._context, facts)
        self._ledger.told(key)

    def _is_first(self, key: str) -> bool:  # noqa: ARG002 - for budgets of more than this run
        """Say whether nobody else tells people of *key*."""
        return True

    def standing(self) -> dict[str, Any] | None:
        """Return how far the budget has come, as the record has it; None while no call was held against it."""
        return None if self._call is None else standing_of(self.budget, self._counts, self._call, self._period)

    def _call_of(self, request: Request, settings: Settings) -> NextCall:
        self._call = NextCall.of(request, settings)
        return self._call

    @property
    def _counts(self) -> Usage:
        """What the budget has counted until now."""
        return self._spent

    @property
    def _period(self) -> str | None:
        """The day or month that it counts."""
        of_period = self.budget.scope in ("day", "month")
        return Account.of_period(self.budget.scope, "", time.time()).period if of_period else None

    @property
    def _spent(self) -> Usage:
        return self._others + self._ledger.usage

    def _refuse_other_currencies(self, spent: Usage, call: NextCall) -> None:
        others = [name or "(none)" for name, _ in spent.cost.amounts if name != (call.currency or "")]
        if self.budget.cost is not None and others:
            raise ConnectionConfigError(
                f"A budget with cost counts one currency, here {call.currency or '(none)'}, and {self._who()} has "
                f"spent {spent.cost}. Two currencies are never added: give the prices of the connections the same "
                "one, or cap calls instead."
            )

    def _note(self, event: str, message: str, spent: Usage) -> None:
        """
        Have people told of *event*, unless they were, while the calls go on.

        Of each once a task instance, of a warning once a run; of both once a period that all workers share.
        """
        allowed = {name: value for name, value in self.budget.as_dict().items() if name in LIMITS}
        key = f"{event} {json.dumps(allowed)}"
        if (period := self._period) is not None:
            # A task that is cleared in the next one has more to tell.
            key += f" {period} {self.budget.name or ''}"
        known = {*self._ledger.told_of, *(self._told_by_others if event == WARNED else ())}
        if not self.budget.notify or key in known or key in self._noted:
            return
        self._noted.add(key)
        ti = self._context["ti"]
        by = {name: getattr(ti, name, None) for name in ("dag_id", "run_id", "task_id", "map_index")}
        facts = {
            "event": event,
            "message": message,
            "spent": usage_as_json(spent),
            "allowed": allowed,
            "scope": self.budget.scope,
            "name": self.budget.name,
            "by": by,
        }
        self._notices.give(lambda: self._tell(key, facts))

    def _who(self) -> str:
        ti = self._context["ti"]
        if self.shared:
            return f"run {ti.run_id!r} of {ti.dag_id!r}"
        return f"task {ti.task_id!r}" + (f" (map index {ti.map_index})" if getattr(ti, "map_index", -1) >= 0 else "")

    def _advice(self) -> str:
        return "Raise the budget of the task and clear it, or start a new run."
