"""
What a task instance has spent, true across retries, clears and kills.

The ledger lives in Airflow's task state store, which outlives a try; XCom `usage` is its published copy.
An intent is written before a call leaves and its usage when it is settled, so that a kill in between shows
as an unconfirmed call. When that happens, and how many calls share a write, is decided by `recorder` and `batch`.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from airflow_provider.api.answers import Answer, Usage
from airflow_provider.api.policy import Wait
from airflow_provider.api.request import Request
from airflow_provider.api.settings import Settings
from airflow_provider.errors import ContentAIError
from airflow_provider.spend.published import Published, row_of, total_of
from airflow_provider.spend.run import ROW_KEY, SHARED, XCOM_KEY
from airflow_provider.state.airflow_versions import clear_discards_state
from airflow_provider.state.record import MOST_TOLD, usage_in, with_budget
from airflow_provider.state.success import after_success, state_is_cleared
from airflow_provider.state.task_state import TaskState

if TYPE_CHECKING:
    from airflow_provider.api.client import Result
    from airflow_provider.shared.budgets import Reservations

log = logging.getLogger(__name__)

# What a call adds when it is announced, and when it is settled besides its usage.
ANNOUNCED = Usage(unconfirmed_calls=1)
SETTLED = Usage(unconfirmed_calls=-1)


class Ledger:
    """
    The spend of the task instance that *context* belongs to, over all its tries.

    `announce`, `settle` and `retract` count; nothing stands before `save`.
    """

    def __init__(self, context: Mapping[str, Any]) -> None:
        self.context = context
        self._ti = context["ti"]
        self.state = TaskState(context["task_state_store"])
        self._record = self.state.record
        self._unsaved = False
        self._forgets = False
        self._xcoms = Published(self._ti)
        # How many calls of this try are counted as unconfirmed, for they are in flight.
        self._in_flight = 0
        self._counting = threading.Lock()
        # By which Redis, where it keeps the budget of the run, hears of all that is counted here.
        self.reservations: Reservations | None = None
        # How far the budgets that hold this task have come: of each its newest guard says it.
        self._standings: dict[str, Callable[[], dict[str, Any] | None]] = {}
        # Where a clear discards the state, what is to be sent has to stand in an XCom, too.
        self.publishes_first = clear_discards_state()

    @property
    def usage(self) -> Usage:
        """The sum over all tries so far."""
        return self._record.usage

    @property
    def settled_usage(self) -> Usage:
        """The sum over all tries so far, without the calls that are in flight."""
        with self._counting:
            usage = self._record.usage
            return replace(usage, unconfirmed_calls=usage.unconfirmed_calls - self._in_flight)

    @property
    def record_id(self) -> str:
        """What tells this record from those of other task instances, and from one that Airflow has discarded."""
        # Version 0.1 wrote none.
        return self._record.id or f"{self._ti.task_id}[{getattr(self._ti, 'map_index', -1)}]"

    def begin(self) -> None:
        """Publish what earlier tries have spent, whose XComs are gone; warn if Airflow has discarded it."""
        if self.state.keeps_answers:
            self.forget_after_success()
        if self._record.tries:
            self.publish()
        elif self.state.is_new and self.publishes_first and _was_cleared(self._ti):
            log.warning(
                "This task was cleared, and there is no record of the tries before: since 3.4 Airflow discards it with "
                "a clear. What they spent is on the Spend page, and not in this XCom 'usage'; answers that they paid "
                "for are paid again. Clear with keep_task_state=true to keep both.",
            )

    def announce(self, request: Request, settings: Settings) -> None:
        """Count *request* as sent, over the connection of *settings*, without an answer."""
        self._count(ANNOUNCED, in_flight=1)
        if self.reservations is None:
            # Nobody tells Redis of it.
            self._record.shared = False
        self.note(request, settings, called=True)

    @contextmanager
    def announced(self, request: Request, settings: Settings) -> Iterator[None]:
        """Announce *request* for a block that makes it stand; if that fails, it is as if nothing had been said."""
        before = dict(vars(self._record))
        self.announce(request, settings)
        try:
            yield
        except BaseException:
            with self._counting:
                vars(self._record).update(before)
                self._in_flight -= 1
            raise

    def retract(self) -> None:
        """Take an announcement back: its call was not sent."""
        self._count(SETTLED, in_flight=-1)

    def settle(self, request: Request, result: Result, settings: Settings) -> Usage:
        """Replace an announcement by what the call used, and return that."""
        usage = settings.priced(request, _usage_of(result))
        self._count(usage + SETTLED, in_flight=-1)
        return usage

    def reused(self, request: Request, answer: Answer, settings: Settings) -> None:
        """Count *answer*, paid for before, as used again for *request*, and what the call would have cost as saved."""
        would_be = settings.priced(request, answer.usage)
        self._record.usage += Usage(reused_calls=would_be.calls, saved=would_be.cost)
        self.note(request, settings, called=False)
        self._unsaved = True

    def note(self, request: Request, settings: Settings, *, called: bool) -> None:
        """Note what the task does; *called* counts this try among those that called."""
        record = self._record
        if called:
            record.connection = _joined(record.connection, settings.connection or None)
        record.operation = _joined(record.operation, request.operation)
        record.model = _joined(record.model, getattr(request, "model", None))
        if called and record.last_try != self._ti.try_number:
            record.last_try = self._ti.try_number
            record.tries += 1

    @property
    def told_of(self) -> tuple[str, ...]:
        """What budgets have told people in this and earlier tries."""
        return self._record.told

    def told(self, key: str) -> None:
        """Note that people were told of *key*; it stands once the state is saved."""
        self._record.told = (*self._record.told, key)[-MOST_TOLD:]
        self._unsaved = True

    def hold_to(self, budget: str, standing: Callable[[], dict[str, Any] | None]) -> None:
        """Have what is written tell how far *budget* has come, as *standing* says it then."""
        self._standings[budget] = standing

    def note_shared(self, *, shared: bool) -> None:
        """Note whether Redis counts all of this for the budget of the run; then the others must not count it again."""
        if self._record.shared != shared:
            self._record.shared = shared
            if self._xcoms.pushed(ROW_KEY):
                self.publish_row()

    def to_be_saved(self) -> None:
        """Note that there is something to write, though no call was made."""
        self._unsaved = True

    def show_progress(self, progress: dict[str, Any] | None) -> None:
        """Have the next `save` tell how far a batch has come; None once it has ended."""
        self._record.progress = progress

    def add_seconds(self, seconds: float) -> None:
        """Add the time that calls have taken."""
        self._record.seconds = round(self._record.seconds + seconds, 3)
        self._unsaved = True

    def save(self) -> None:
        """Write what has been counted and kept; raises what the store raises."""
        self._note_budgets()
        self.state.save()
        self._unsaved = False

    def values(self) -> list[tuple[str, Any]]:
        """Return what `save` would write."""
        self._note_budgets()
        return self.state.values()

    def save_paid(self) -> None:
        """Write what is paid: a store that fails must not cost the answer at hand."""
        self._unsaved = True
        self._attempt(self.save)

    def forget_after_success(self) -> None:
        """Have the kept answers dropped once Airflow has recorded the success: until then a retry wants them."""
        if not self._forgets:
            self._forgets = True
            after_success(self.context, self._forget_all)

    def published(self) -> dict[str, Any]:
        """Return the total as XCom `usage` shows it."""
        return total_of(self._record)

    def publish(self, operation: str | None = None) -> None:
        """Push XCom `usage`, unless it shows the same; *operation* names a task that has not called yet."""
        if self._record.operation is None:
            self._record.operation = operation
        if self._unsaved:
            self._attempt(self.save)
        self.publish_row()
        self._xcoms.push(XCOM_KEY, self.published())

    def publish_row(self) -> None:
        """Push what a report needs besides: of the XComs of a mapped task nobody is told whose is whose."""
        self._note_budgets()
        shared = {SHARED: self.record_id} if self._record.shared else {}
        map_index = getattr(self._ti, "map_index", -1)
        self._xcoms.push(ROW_KEY, {**row_of(self._record, map_index=map_index), **shared})

    @property
    def published_usage(self) -> Usage:
        """What the others of the run can know of this task."""
        return usage_in(self._xcoms.pushed(ROW_KEY))

    @property
    def published_beside_redis(self) -> Usage:
        """What they count of this task besides what Redis does."""
        row = self._xcoms.pushed(ROW_KEY)
        return Usage() if SHARED in row else usage_in(row)

    def _note_budgets(self) -> None:
        for standing in list(self._standings.values()):
            if (now := standing()) is not None:
                self._record.budgets = with_budget(self._record.budgets, now)

    def _count(self, usage: Usage, *, in_flight: int) -> None:
        with self._counting:
            self._record.usage += usage
            self._in_flight += in_flight

    def _forget(self) -> None:
        self.state.forget()
        self._unsaved = False

    def _forget_all(self) -> None:
        if self.state.keeps_answers and not state_is_cleared():
            self._attempt(self._forget)

    def _attempt(self, write: Callable[[], object]) -> None:
        try:
            write()
        except Exception:
            log.exception("The spend could not be written to the task state store: %s", self.published())


def _usage_of(result: Result) -> Usage:
    if isinstance(result, ContentAIError):
        return Usage.of_error(result)
    return Usage() if isinstance(result, Wait) else result.usage


def _was_cleared(ti: Any) -> bool:
    """Say whether *ti* was cleared before: clearing raises how many tries it has."""
    retries = getattr(getattr(ti, "task", None), "retries", None)
    return ti.try_number > 1 and (retries is None or ti.max_tries > retries)


def _joined(known: str | None, name: str | None) -> str | None:
    if known is None or name is None or known == name:
        return known or name
    names = known.split(", ")
    return known if name in names else f"{known}, {name}"
