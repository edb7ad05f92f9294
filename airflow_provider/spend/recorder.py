"""
Calls that are made one by one, recorded: budget, intent, what it used, and the answer, each in its place.

What is counted and where it stands is `ledger`'s business; which answers are used again is `state.kept`'s.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from airflow_provider.api.answers import Answer, Usage
from airflow_provider.api.policy import Wait
from airflow_provider.api.request import Request
from airflow_provider.api.settings import Settings
from airflow_provider.errors import ContentAIError
from airflow_provider.spend.ledger import Ledger
from airflow_provider.state.kept import KeptAnswers

if TYPE_CHECKING:
    from airflow_provider.api.client import Result
    from airflow_provider.shared.accounts import Place
    from airflow_provider.shared.store import Store
    from airflow_provider.spend.budget import Budget
    from airflow_provider.spend.guard import Guard

log = logging.getLogger(__name__)


class TaskCalls:
    """What all who call in one try of a task have in common; see `calls_of`."""

    def __init__(self, context: Mapping[str, Any]) -> None:
        self.ledger = Ledger(context)
        self.lock = threading.RLock()
        # When each thread's call began.
        self.started: dict[int, float] = {}
        self._kept: dict[bool, KeptAnswers] = {}

    @property
    def of_operator(self) -> KeptAnswers:
        """The answers to calls of an operator."""
        return self._answers(in_order=False)

    @property
    def of_code(self) -> KeptAnswers | None:
        """The answers to calls that Python code made through hooks; None for code that asks about the present."""
        return None if _asks_anew(self.ledger.context["ti"]) else self._answers(in_order=True)

    def _answers(self, *, in_order: bool) -> KeptAnswers:
        # Under the lock: two threads must not be handed the same answer, each by a `KeptAnswers` of its own.
        with self.lock:
            if in_order not in self._kept:
                self._kept[in_order] = KeptAnswers(self.ledger.state, in_order=in_order)
            return self._kept[in_order]


class Recorder:
    """
    A `Meter` for clients that counts in the ledger of *calls*; safe to share between threads.

    *kept* has the answers of earlier tries and gets the new ones; None keeps none.
    *store* has the budgets that all workers share; None keeps each as a brake.
    *publishes* has XCom `usage` pushed after each call, for nobody tells it when the task ends.
    """

    def __init__(
        self,
        calls: TaskCalls,
        *,
        kept: KeptAnswers | None,
        budget: Budget | None = None,
        store: Store | None = None,
        publishes: bool = False,
    ) -> None:
        self.calls = calls
        self._ledger = calls.ledger
        self._kept = kept
        self._guard = guard_of(budget, calls.ledger, store)
        # What each thread's call has reserved.
        self._places: dict[int, Place | None] = {}
        self._publishes = publishes

    def recall(self, request: Request, settings: Settings) -> Answer | None:
        """Return the answer that an earlier try has paid for; None if there is none."""
        if self._kept is None:
            return None
        with self.calls.lock:
            answer = self._kept.take(request, settings.base_url)
            if answer is None:
                return None
            self._ledger.reused(request, answer, settings)
        log.info("%s: using the answer that an earlier try paid for; nothing is sent.", request.operation)
        return answer

    def drop(self, request: Request, settings: Settings) -> None:
        """Have a retry ask *request* anew: its answer is at fault, and only another one can help."""
        if self._kept is not None:
            with self.calls.lock:
                self._kept.drop(request, settings.base_url)
                self._ledger.save_paid()

    def sending(self, request: Request, settings: Settings) -> None:
        """Check the budget, then write the intent: from here on the call counts as unconfirmed."""
        ledger, guard = self._ledger, self._guard
        if guard is not None:
            guard.refresh()
        try:
            if guard is not None:
                # Not under the lock: it may have to wait for other calls of this task.
                self._places[threading.get_ident()] = guard.reserve(request, settings)
            with self.calls.lock:
                if guard is not None:
                    guard.check(request, settings)
                self._announce(request, settings)
        except BaseException:
            self._settle_place(Usage())
            if guard is not None:
                guard.flush()
            if self._publishes:
                # That it was stopped, too.
                ledger.publish()
            raise
        finally:
            # Outside of the lock: who is told may take their time. Nobody says when Python code makes its last call.
            if guard is not None and guard.finish_notices():
                with self.calls.lock:
                    ledger.save_paid()
        if guard is not None and guard.publishes:
            ledger.publish()

    def _announce(self, request: Request, settings: Settings) -> None:
        ledger = self._ledger
        with ledger.announced(request, settings):
            if self.calls.started:
                ledger.state.answers.overlapped = True
            if ledger.publishes_first:
                ledger.publish_row()
            ledger.save()
        self.calls.started[threading.get_ident()] = time.monotonic()

    def settled(self, request: Request, result: Result, settings: Settings) -> None:
        """Replace the intent by what the call used, and keep its answer."""
        ledger = self._ledger
        with self.calls.lock:
            usage = ledger.settle(request, result, settings)
            started = self.calls.started.pop(threading.get_ident(), None)
            if started is not None:
                ledger.add_seconds(time.monotonic() - started)
            if self._kept is not None and isinstance(result, Answer):
                self._kept.keep(request, settings.base_url, result)
                ledger.forget_after_success()
            elif self._kept is not None and isinstance(result, ContentAIError):
                self._kept.failed(request, settings.base_url)
            self._settle_place(usage)
            ledger.save_paid()
        if self._guard is not None:
            self._guard.flush()
        if (self._publishes and not isinstance(result, Wait)) or (self._guard is not None and self._guard.publishes):
            ledger.publish()

    def _settle_place(self, usage: Usage) -> None:
        """Note what has become of the place of this thread's call; others hear of it with the next `flush`."""
        if self._guard is not None:
            self._guard.settle(self._places.pop(threading.get_ident(), None), usage)


def _asks_anew(ti: Any) -> bool:
    """Say whether an older answer is of no use: to a sensor's poke, or to what goes on after a deferral."""
    resumed = getattr(getattr(ti, "_ti_context_from_server", None), "next_method", None)
    return resumed is not None or callable(getattr(getattr(ti, "task", None), "poke", None))


def guard_of(budget: Budget | None, ledger: Ledger, store: Store | None) -> Guard | None:
    """Return what holds the task of *ledger* to *budget*, with all workers where *store* is given; None without one."""
    if budget is None:
        return None
    if store is not None and budget.scope != "task":
        from airflow_provider.spend.reserved import ReservingGuard

        return ReservingGuard(budget, ledger, store)
    # Imported here: it loads Airflow's exceptions, and most tasks have no budget.
    from airflow_provider.spend.guard import Guard

    return Guard(budget, ledger)


_running: tuple[Mapping[str, Any], TaskCalls] | None = None
_running_lock = threading.Lock()


def calls_of(context: Mapping[str, Any]) -> TaskCalls:
    """Return the calls of the try that *context* belongs to, the same for all who ask: they count in one place."""
    global _running  # noqa: PLW0603 - one task runs in a process
    with _running_lock:
        if _running is None or not all(_running[0][name] is context[name] for name in ("ti", "task_state_store")):
            _running = (context, TaskCalls(context))
        return _running[1]


def calls_of_running_task() -> TaskCalls | None:
    """Return the calls of the task that is running in this process; None outside of a task."""
    from airflow.sdk import get_current_context

    try:
        context = get_current_context()
    except RuntimeError:
        return None
    if "task_state_store" not in context:
        return None
    known = _running
    calls = calls_of(context)
    if known is None or calls is not known[1]:
        calls.ledger.begin()
    return calls
