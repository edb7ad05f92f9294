"""
A budget that all workers share, at work in one task: what a call reserves, and what it has come to.

What fits into the budget is decided in Redis. What of a run is not counted there, for its connection names no Redis,
is read from XComs. Where Redis is away and need not be there, `Guard` alone holds the budget, as a brake.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING

from airflow_provider.api.answers import Usage
from airflow_provider.api.money import Money, text_of
from airflow_provider.api.request import Request
from airflow_provider.api.settings import Settings
from airflow_provider.api.wire import connect_seconds, seconds_for
from airflow_provider.errors import ConnectionConfigError, LimitsUnavailableError
from airflow_provider.shared.accounts import UNIT, Account, Place, Price, Spent
from airflow_provider.shared.asking import pause_after, wait_for
from airflow_provider.shared.budgets import Reply, Reservations
from airflow_provider.spend.budget import Budget, NextCall
from airflow_provider.spend.fitness import refuse_unfit
from airflow_provider.spend.guard import Guard
from airflow_provider.spend.ledger import Ledger
from airflow_provider.spend.run import shares_of_run

if TYPE_CHECKING:
    # It imports redis, which comes with an extra.
    from airflow_provider.shared.store import Store

log = logging.getLogger(__name__)

# Between a place and its call, and between its answer and its settling, no more than this passes, in seconds.
LEASE_MARGIN = 60.0
# How old what is not counted in Redis may be, in seconds.
OUTSIDE_SECONDS = 3.0
# How often somebody who waits for others is told so, in seconds.
WORD_SECONDS = 30.0


class ReservingGuard(Guard):
    """Holds *budget* against what all workers have spent and reserved in *store*."""

    def __init__(self, budget: Budget, ledger: Ledger, store: Store) -> None:
        super().__init__(budget, ledger)
        self._of_run = budget.scope == "run"
        self._store = store
        # As Redis has said last.
        self._counted = Usage()
        self._price = Price("")
        self._in_vain = 0
        self._word_at = time.monotonic()
        self._away = False
        self._reservations = self._join(ledger)

    def _join(self, ledger: Ledger) -> Reservations:
        ti, budget = self._context["ti"], self.budget
        if not self._of_run:
            name = budget.name or ti.dag_id
            return Reservations(self._store, lambda at: Account.of_period(budget.scope, name, at))
        if ledger.reservations is None:
            # One for the whole try, whatever number of hooks it has: it speaks for the task instance.
            account = Account.of_run(ti.dag_id, ti.run_id)
            ledger.reservations = Reservations(
                self._store, lambda _: account, member=ledger.record_id, seeds=self._seeds
            )
        return ledger.reservations

    @property
    def reserves(self) -> bool:
        """Whether calls need a place."""
        return True

    @property
    def publishes(self) -> bool:
        """Whether others learn from XComs what this task spends: only while Redis is away."""
        return self._away

    def is_stale(self, seconds: float) -> bool:
        """Say whether what is known of others that Redis does not count is older than *seconds*."""
        return self._of_run and super().is_stale(seconds)

    def refresh(self) -> None:
        """Read what of the run is not counted in Redis."""
        if self._away and self._of_run:
            super().refresh()
        elif self.is_stale(OUTSIDE_SECONDS):
            beside, _ = shares_of_run(self._context)
            # Redis is told of all that this task has spent.
            self._others = beside.without(self._ledger.published_beside_redis)
            self._read_at = time.monotonic()

    def reserve(self, request: Request, settings: Settings) -> Place | None:
        """Return a place for a call of *request*, having waited for it; None while Redis is away."""
        return wait_for(lambda count: self.ask(count, request, settings))

    def ask(self, count: int, request: Request, settings: Settings) -> tuple[list[Place | None], float]:
        """
        Return up to *count* places for calls of *request*, and in how many seconds to ask for more.

        Raises as `check` does once the budget is spent, and `LimitsUnavailableError` where Redis is required.
        """
        refuse_unfit(self.budget, request, settings)
        self._speak(request, settings)
        # Of what Redis counts it knows the currency itself.
        self._refuse_other_currencies(self._others, self._call_of(request, settings))
        lease = seconds_for(request, settings) + connect_seconds(settings) + LEASE_MARGIN
        try:
            reply = self._reservations.reserve(count, self._price, self._limits(), lease=lease)
        except LimitsUnavailableError as error:
            self._go_on_without(error)
            return [None] * count, 0.0
        self._be_back()
        return self._places_in(reply, NextCall.of(request, settings))

    def check(self, request: Request, settings: Settings) -> None:
        """Do nothing: who has a place may send. Only while Redis is away the brake decides."""
        if self._away:
            super().check(request, settings)

    def settle(self, place: Place | None, usage: Usage) -> None:
        """Note that the call of *place* has come to *usage*; `flush` tells the others."""
        if place is None:
            return
        spent = told = self._in_units(usage)
        if usage.unconfirmed_calls or (usage.calls and not usage.cost):
            # It may have been billed, and nobody says how much.
            spent = replace(spent, cost=max(spent.cost, place.cost))
        self._reservations.settle(place, spent, told=told if self._of_run else Spent())

    def flush(self) -> None:
        """Tell Redis what calls have come to; what cannot be told counts as calls without an answer."""
        if not self._reservations.is_ahead:
            return
        try:
            self._reservations.flush()
        except LimitsUnavailableError as error:
            log.warning("The shared budget does not know yet what the last calls have come to: %s", error)

    def shortfall(self, calls: int, request: Request, settings: Settings) -> str | None:
        """Return, in words, what is too little for *calls* like *request*, as far as is known before them."""
        self._speak(request, settings)
        try:
            self._counted = self._as_usage(self._reservations.reserve(0, self._price, {}, lease=LEASE_MARGIN).spent)
        except LimitsUnavailableError as error:
            self._go_on_without(error)
        else:
            self._be_back()
        return super().shortfall(calls, request, settings)

    def _speak(self, request: Request, settings: Settings) -> None:
        """Tell what the task instance has spent in the currency, and at the price, of *request*."""
        self._price = _price_of(request, settings)
        if self._of_run:
            self._reservations.base = lambda: self._in_units(self._ledger.settled_usage)

    @property
    def _spent(self) -> Usage:
        return super()._spent if self._away else self._others + self._counted

    @property
    def _counts(self) -> Usage:
        standing = None if self._away else self._reservations.standing
        return self._spent if standing is None else self._others + self._as_usage(standing[1])

    @property
    def _period(self) -> str | None:
        standing = self._reservations.standing
        return super()._period if standing is None else standing[0].period

    def _limits(self) -> dict[str, int]:
        """Return what Redis may give away: the budget without what Redis does not know of."""
        others, budget = self._in_units(self._others), self.budget
        cost = None if budget.cost is None else math.floor(Decimal(budget.cost) * UNIT)
        limits = {
            "calls": (budget.calls, others.calls + others.unconfirmed),
            "tokens": (budget.tokens, others.tokens),
            "cost": (cost, others.cost),
        }
        return {name: max(0, most - spent) for name, (most, spent) in limits.items() if most is not None}

    def _places_in(self, reply: Reply, call: NextCall) -> tuple[list[Place | None], float]:
        if reply.said == "currency":
            counted = " and ".join(name or "(none)" for name in reply.currency.split(", "))
            raise ConnectionConfigError(
                f"What the budget of {self._who()} has counted so far is in {counted}, and the "
                f"prices of this connection are in {self._price.currency or '(none)'}. Two currencies are never "
                "added: give the prices of the connections the same one, or each its own budget."
            )
        self._counted = self._as_usage(reply.spent)
        if reply.places:
            self._in_vain = 0
            self._warn(self._spent, call)
            return list(reply.places), 0.0
        if reply.said == "full":
            self._stop(self.budget.used_up(self._spent, call) or self._too_dear(reply, call), self._spent)
        self._in_vain += 1
        if time.monotonic() - self._word_at > WORD_SECONDS:
            self._word_at = time.monotonic()
            log.info("Waiting for %d calls in flight: they may use up the budget.", reply.in_flight)
        return [], pause_after(self._in_vain)

    def _too_dear(self, reply: Reply, call: NextCall) -> str:
        """Say what is left too little for a call, by what such calls have cost at most."""
        costs = f"{text_of(Decimal(reply.price) / UNIT)} {self._price.currency}".rstrip()
        return f"{self.budget.nearest(self._spent, call).words}, and a call costs up to {costs}"

    def _go_on_without(self, error: LimitsUnavailableError) -> None:
        if self._store.required:
            raise error
        if not self._away:
            self._away = True
            log.warning("Until Redis answers, this budget is only a brake: %s", error)
            if self._of_run:
                self._ledger.note_shared(shared=False)
        self.refresh()

    def _be_back(self) -> None:
        self._away = False
        if self._of_run:
            self._ledger.note_shared(shared=True)

    def _seeds(self) -> Mapping[str, Spent]:
        _, counted = shares_of_run(self._context)
        return {name: self._in_units(usage) for name, usage in counted.items()}

    def _in_units(self, usage: Usage) -> Spent:
        cost = math.ceil(usage.cost.in_currency(self._price.currency) * UNIT)
        # A call without an answer may have been billed.
        cost += usage.unconfirmed_calls * self._price.fixed
        return Spent(usage.calls, usage.unreported_calls, usage.unconfirmed_calls, usage.tokens or 0, cost)

    def _as_usage(self, spent: Spent) -> Usage:
        tokens = spent.tokens if spent.calls > spent.unreported else None
        # What calls without an answer may have cost is counted beside.
        cost = max(0, spent.cost - spent.unconfirmed * self._price.fixed)
        money = Money.of(Decimal(cost) / UNIT, self._price.currency) if cost else Money()
        return Usage(spent.calls, tokens, spent.unreported, spent.unconfirmed, cost=money)

    def _is_first(self, key: str) -> bool:
        """Say whether no task of the day or month has told people of *key*; of a run its XComs know."""
        try:
            return self._of_run or self._reservations.claim(key)
        except LimitsUnavailableError:
            # Rather twice than never.
            return True

    def _who(self) -> str:
        if self._of_run:
            return super()._who()
        return (
            f"all tasks with budget {self.budget.name or self._context['ti'].dag_id!r} this {self.budget.scope} (UTC)"
        )

    def _advice(self) -> str:
        if self._of_run:
            return super()._advice()
        return f"Raise the budget of all tasks that share it, or clear the task in the next {self.budget.scope}."


def _price_of(request: Request, settings: Settings) -> Price:
    price = settings.price_of(request)
    kind = " ".join(filter(None, (request.operation, getattr(request, "model", None))))
    fixed, rate = (math.ceil((amount or 0) * UNIT) for amount in (price.per_call, price.per_1k_tokens))
    return Price(kind, fixed, rate, settings.currency or "", request.reports_tokens)
