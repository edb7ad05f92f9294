"""
What a task instance has spent, true across retries, clears and kills.

The ledger lives in Airflow's task state store, which outlives a try; XCom `usage` is its published copy.
An intent is written before a call leaves and its usage when it is settled, so that a kill in between shows
as an unconfirmed call. A paid answer is kept beside it until its task has delivered it.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, ClassVar

from airflow_provider.api.answers import Answer, Usage
from airflow_provider.api.policy import Wait
from airflow_provider.api.request import Request
from airflow_provider.api.settings import Settings
from airflow_provider.errors import ContentAIError
from airflow_provider.keeping import KeptAnswer
from airflow_provider.spend.budget import Budget
from airflow_provider.spend.run import COUNTS, ROW_KEY, XCOM_KEY, usage_of

if TYPE_CHECKING:
    from airflow_provider.api.client import Result
    from airflow_provider.spend.guard import Guard

log = logging.getLogger(__name__)

STATE_KEY = "content_ai_spend"
# What a call adds when it is announced, and when it is settled besides its usage.
ANNOUNCED = Usage(unconfirmed_calls=1)
SETTLED = Usage(unconfirmed_calls=-1)

__all__ = ["COUNTS", "STATE_KEY", "XCOM_KEY", "Ledger"]


class Ledger:
    """
    The spend of the task instance that *context* belongs to; a `Meter` for clients.

    Safe to share between threads. Reads the state store once and writes it twice a call.
    """

    # Whether each call of a run with a budget asks and tells the run; a ledger of many calls at once
    # does so now and then instead, by `refresh_budget`.
    asks_each_call: ClassVar[bool] = True

    def __init__(self, context: Mapping[str, Any]) -> None:
        self._context = context
        self._ti = context["ti"]
        self._store = context["task_state_store"]
        self._lock = threading.RLock()
        self._started: dict[int, float] = {}
        found = self._store.get(STATE_KEY)
        record: dict[str, Any] = found if isinstance(found, dict) else {}
        self.stored = record
        self._usage = usage_of(record)
        self._facts: dict[str, Any] = {
            name: record.get(name, default)
            for name, default in (
                ("operation", None),
                ("model", None),
                ("cost", None),
                ("tries", 0),
                ("last_try", 0),
                ("seconds", 0.0),
            )
        }
        self._kept = KeptAnswer(self._store, record.get("answer"))
        self._unsaved = False
        self._guard: Guard | None = None
        # What XCom `usage` of this try holds: a new try begins without XComs.
        self._pushed: dict[str, Any] | None = None
        self._push_lock = threading.Lock()

    @property
    def usage(self) -> Usage:
        """The sum over all tries so far."""
        return self._usage

    def begin(self, budget: Budget | None = None) -> None:
        """Publish what earlier tries have spent, whose XComs are gone, and hold each call against *budget*."""
        if self._facts["tries"]:
            self.publish()
        if budget is not None:
            # Imported here: it loads Airflow's exceptions, and most tasks have no budget.
            from airflow_provider.spend.guard import Guard

            self._guard = Guard(budget, self._context)

    def check_budget(self) -> None:
        """
        Raise `BudgetExceededError`, or Airflow's skip, when the budget has no room for another call.

        No I/O: it counts this task's calls as they stand, and the others' as of the last `refresh_budget`.
        """
        if self._guard is not None:
            self._guard.check(self._usage)

    def refresh_budget(self) -> None:
        """Tell the run what this task has spent, and read what the others have: one push, one pull a task id."""
        if self._guard is not None and self._guard.shared:
            self.publish()
            with self._push_lock:
                self._guard.refresh(usage_of(self._pushed or {}))

    def budget_is_stale(self, seconds: float) -> bool:
        """Say whether `refresh_budget` was last called more than *seconds* ago, and is of use."""
        return self._guard is not None and self._guard.is_stale(seconds)

    @property
    def _announces(self) -> bool:
        return self._guard is not None and self._guard.shared and self.asks_each_call

    def sending(self, request: Request) -> None:
        """Check the budget, then write the intent: from here on the call counts as unconfirmed."""
        if self._announces:
            self.refresh_budget()
        with self._lock:
            self.check_budget()
            before = self._usage, dict(self._facts)
            self._usage += ANNOUNCED
            self._note(request)
            self._started[threading.get_ident()] = time.monotonic()
            try:
                self._write()
            except BaseException:
                # Without its intent the call is not sent, so it must not count.
                self._usage, self._facts = before
                raise
        if self._announces:
            self.publish()

    def settled(self, request: Request, result: Result, settings: Settings) -> None:
        """Replace the intent by what the call used, and keep its answer."""
        usage = usage_of_result(result)
        with self._lock:
            self._usage += usage + SETTLED
            started = self._started.pop(threading.get_ident(), None)
            if started is not None:
                self._facts["seconds"] = round(self._facts["seconds"] + time.monotonic() - started, 3)
            self._add_cost(settings.cost(usage.tokens))
            self._save(lambda: self._settle_kept(request, result, settings))
        if self._announces:
            self.publish()

    def _add_cost(self, cost: float | None) -> None:
        if cost is not None:
            self._facts["cost"] = round((self._facts["cost"] or 0.0) + cost, 12)

    def _settle_kept(self, request: Request, result: Result, settings: Settings) -> None:
        if isinstance(result, Answer) and self._keeps(request):
            self._kept.keep(result, request.fingerprint(settings.base_url), before_parts=self._write)
        self._write()

    def recall(self, request: Request, settings: Settings) -> Answer | None:
        """Return the answer that an earlier try paid for and could not deliver; None if there is none."""
        answer = self._kept.recall(request, request.fingerprint(settings.base_url))
        if answer is not None:
            with self._lock:
                self._note(request, tried=False)
            log.info("Using the answer that an earlier try paid for; nothing is sent.")
        return answer

    def forget(self) -> None:
        """Drop the kept answer: it is delivered, or of no use."""
        if self._kept:
            # The record first: one that names parts which are gone would cost a second call.
            drop = self._kept.release()
            self._save(lambda: self._let_go(drop))

    def _let_go(self, delete_parts: Callable[[], None]) -> None:
        self._write()
        delete_parts()

    def published(self) -> dict[str, Any]:
        """Return the total as XCom `usage` shows it."""
        facts = self._facts
        return {
            "operation": facts["operation"],
            **asdict(self._usage),
            "cost": facts["cost"],
            "model": facts["model"],
            "tries": facts["tries"],
        }

    def publish(self, operation: str | None = None) -> None:
        """Push XCom `usage`, unless it shows the same; *operation* names a task that has not called yet."""
        if self._facts["operation"] is None:
            self._facts["operation"] = operation
        if self._unsaved:
            self._save(self._write)
        with self._push_lock:
            value = self.published()
            if value == self._pushed:
                return
            # What a report needs besides: whoever reads the XComs of a mapped task is not told whose is whose.
            row = {**value, "seconds": self._facts["seconds"], "map_index": getattr(self._ti, "map_index", -1)}
            try:
                self._ti.xcom_push(key=ROW_KEY, value=row)
                self._ti.xcom_push(key=XCOM_KEY, value=value)
            except Exception:
                log.exception("XCom 'usage' could not be pushed; the task state store has the spend.")
            else:
                self._pushed = value

    def _keeps(self, request: Request) -> bool:  # noqa: ARG002 - a ledger of another kind decides by the request
        return True

    def _save(self, write: Callable[[], object]) -> None:
        # The answer is in and paid: a store that fails must not cost it.
        try:
            write()
        except Exception:
            self._unsaved = True
            log.exception("The spend could not be written to the task state store: %s", self.published())
        else:
            self._unsaved = False

    def _note(self, request: Request, *, tried: bool = True) -> None:
        facts = self._facts
        facts["operation"] = _joined(facts["operation"], request.operation)
        facts["model"] = _joined(facts["model"], getattr(request, "model", None))
        if tried and facts["last_try"] != self._ti.try_number:
            facts["last_try"] = self._ti.try_number
            facts["tries"] += 1

    def _write(self) -> None:
        # Imported here: at parse time nobody has a state store.
        from airflow.sdk.execution_time.context import NEVER_EXPIRE

        record: dict[str, Any] = {**self._facts, **asdict(self._usage)}
        if self._kept:
            record["answer"] = self._kept.record
        self._store.set(STATE_KEY, record, retention=NEVER_EXPIRE)


def usage_of_result(result: Result) -> Usage:
    """Return what an attempt that ended in *result* has used."""
    if isinstance(result, ContentAIError):
        return Usage.of_error(result)
    return Usage() if isinstance(result, Wait) else result.usage


def _joined(known: str | None, name: str | None) -> str | None:
    if known is None or name is None or known == name:
        return known or name
    names = known.split(", ")
    return known if name in names else f"{known}, {name}"
