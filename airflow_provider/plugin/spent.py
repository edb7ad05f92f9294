"""What task instances have spent, as numbers that add up; knows nothing of where they are read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import NamedTuple

from airflow_provider.api.money import EXACT, Money
from airflow_provider.state.record import Record

# As `Money` has them.
Amounts = tuple[tuple[str, Decimal], ...]


class Sum(NamedTuple):
    """
    What some task instances have spent; `tokens` and `seconds` are None while nobody has told any.

    `in_flight_calls` are those of running tasks that have no answer yet; `unconfirmed_calls` will not get one.
    """

    tasks: int = 0
    calls: int = 0
    tokens: int | None = None
    unreported_calls: int = 0
    unconfirmed_calls: int = 0
    in_flight_calls: int = 0
    unpriced_calls: int = 0
    reused_calls: int = 0
    seconds: float | None = None
    costs: Amounts = ()
    savings: Amounts = ()

    @classmethod
    def of(cls, *records: Record, running: bool = False) -> Sum:
        """Return what one task instance has spent, which may have more than one record."""
        tally = Tally()
        for record in records:
            usage = record.usage
            unanswered = (0, usage.unconfirmed_calls) if running else (usage.unconfirmed_calls, 0)
            counts = usage.calls, usage.tokens, usage.unreported_calls, *unanswered
            more = usage.unpriced_calls, usage.reused_calls, record.seconds
            tally.add(cls(0, *counts, *more, usage.cost.amounts, usage.saved.amounts))
        return tally.sum._replace(tasks=1)

    @property
    def cost(self) -> Money:
        """What has a price, by currency."""
        return Money(self.costs)

    @property
    def saved(self) -> Money:
        """What answers that were used again would have cost, by currency."""
        return Money(self.savings)

    @property
    def is_at_least(self) -> bool:
        """Whether more may have been paid than `cost` says."""
        return bool(self.unpriced_calls or self.unconfirmed_calls or self.in_flight_calls)


class Tally:
    """A sum that grows: 100,000 records are added in a fraction of the time that as many `Sum`s would take."""

    __slots__ = ("_costs", "_counts", "_savings", "_seconds", "_tokens")

    def __init__(self) -> None:
        self._counts = [0] * 7
        self._tokens: int | None = None
        self._seconds: float | None = None
        self._costs: dict[str, Decimal] = {}
        self._savings: dict[str, Decimal] = {}

    @classmethod
    def of(cls, sums: Iterable[Sum]) -> Sum:
        """Return the sum of *sums*."""
        tally = cls()
        for one in sums:
            tally.add(one)
        return tally.sum

    def add(self, one: Sum) -> None:
        """Add *one*; what is unknown in one is what the others say."""
        tasks, calls, tokens, unreported, unconfirmed, in_flight, unpriced, reused, seconds, costs, savings = one
        counts = self._counts
        counts[0] += tasks
        counts[1] += calls
        counts[2] += unreported
        counts[3] += unconfirmed
        counts[4] += in_flight
        counts[5] += unpriced
        counts[6] += reused
        if tokens is not None:
            self._tokens = tokens if self._tokens is None else self._tokens + tokens
        if seconds is not None:
            self._seconds = seconds if self._seconds is None else self._seconds + seconds
        if costs:
            _add(self._costs, costs)
        if savings:
            _add(self._savings, savings)

    @property
    def sum(self) -> Sum:
        """What has been added so far."""
        tasks, calls, unreported, unconfirmed, in_flight, unpriced, reused = self._counts
        counts = calls, self._tokens, unreported, unconfirmed, in_flight, unpriced, reused
        return Sum(tasks, *counts, self._seconds, _amounts(self._costs), _amounts(self._savings))


def _amounts(sums: Mapping[str, Decimal]) -> Amounts:
    return tuple(sorted(sums.items()))


def _add(sums: dict[str, Decimal], amounts: Amounts) -> None:
    for currency, amount in amounts:
        known = sums.get(currency)
        sums[currency] = amount if known is None else EXACT.add(known, amount)
