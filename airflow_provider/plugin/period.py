"""The days that are looked at: whole days of UTC, both ends included."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Annotated

from fastapi import Depends, HTTPException, Query

DEFAULT_DAYS = 30
MOST_DAYS = 366


@dataclass(frozen=True)
class Period:
    """From the first moment of *since* to the last of *until*."""

    since: date
    until: date

    @property
    def start(self) -> datetime:
        """The first moment."""
        return datetime.combine(self.since, time(), UTC)

    @property
    def end(self) -> datetime:
        """The first moment after it."""
        return datetime.combine(self.until, time(), UTC) + timedelta(days=1)

    @property
    def before(self) -> Period:
        """The period of the same length that ends where this one begins."""
        length = self.until - self.since + timedelta(days=1)
        return Period(self.since - length, self.until - length)

    def __contains__(self, day: date) -> bool:
        return self.since <= day <= self.until


Day = Annotated[date | None, Query(ge=date(2000, 1, 1), le=date(9000, 1, 1))]


def period_of(since: Day = None, until: Day = None) -> Period:
    """Return the period that is asked for: without an end until today, without a beginning 30 days."""
    until = until or datetime.now(UTC).date()
    since = since or until - timedelta(days=DEFAULT_DAYS - 1)
    if not 0 <= (until - since).days < MOST_DAYS:
        raise HTTPException(422, f"Choose since and until in this order, at most {MOST_DAYS} days apart.")
    return Period(since, until)


PeriodDep = Annotated[Period, Depends(period_of)]


def periods_of(days: Iterable[date]) -> list[Period]:
    """Return the fewest periods that hold these *days*, and no others."""
    found: list[Period] = []
    for day in sorted(set(days)):
        if found and found[-1].until + timedelta(days=1) == day:
            found[-1] = Period(found[-1].since, day)
        else:
            found.append(Period(day, day))
    return found
