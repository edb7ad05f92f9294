"""
What DAGs have spent a day, remembered for runs that are over: 100,000 runs are not read for every request.

When a sum may be remembered is decided here; `reading` reads it.
"""

from __future__ import annotations

import gc
import threading
from collections import OrderedDict, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

from airflow.models.dagrun import DagRun
from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from airflow_provider.plugin.budgets import Budgets, budgets_in, keep_fullest
from airflow_provider.plugin.period import Period
from airflow_provider.plugin.reading import Group, read_groups
from airflow_provider.plugin.spent import Sum, Tally

# At about 600 bytes each.
MOST_REMEMBERED = 300_000
OVER = frozenset({"success", "failed"})
# A task that was stopped with its run may still be writing.
STRAGGLING = timedelta(minutes=5)
Where = tuple[str, date]


class Run(NamedTuple):
    """As much of a DAG run as is needed here."""

    id: int
    dag_id: str
    run_id: str
    run_after: datetime
    state: str
    updated_at: datetime | None
    end_date: datetime | None
    clear_number: int

    @property
    def where(self) -> Where:
        """The DAG and day that it counts for."""
        return self.dag_id, self.run_after.astimezone(UTC).date()

    def stamp(self, now: datetime) -> tuple[Any, ...] | None:
        """Return what a remembered sum is bound to: it changes with the run. None while the sum may still change."""
        if self.state not in OVER or self.end_date is None or now - self.end_date < STRAGGLING:
            return None
        return self.state, self.updated_at, self.clear_number


RUN_COLUMNS = (
    DagRun.id,
    DagRun.dag_id,
    DagRun.run_id,
    DagRun.run_after,
    DagRun.state,
    DagRun.updated_at,
    DagRun.end_date,
    DagRun.clear_number,
)


@dataclass
class Day:
    """What one DAG has spent on one day, and the runs that count as over in it."""

    stamp: Any = None
    over: dict[int, Any] = field(default_factory=dict)
    # Of the runs that are over, and of all; which of them have spent anything.
    of_over: dict[Group, Sum] = field(default_factory=dict)
    groups: dict[Group, Sum] = field(default_factory=dict)
    over_spent: set[int] = field(default_factory=set)
    budgets_of_over: Budgets = field(default_factory=dict)
    budgets: Budgets = field(default_factory=dict)
    runs: int = 0
    total: Sum = field(default_factory=Sum)


class Days:
    """The days of all DAGs; safe to share between threads, of which one at a time reads for all that wait."""

    def __init__(self) -> None:
        self._known: dict[Where, Day] = {}
        self._groups = 0
        self._turn = threading.Lock()

    def of(self, session: Session, dag_ids: Collection[str], period: Period) -> dict[Where, Day]:
        """Return the days on which one of the DAGs has spent; what nothing has happened to since is remembered."""
        with self._turn, uncollected():
            stamps = {where: stamp for where, stamp in _stamps(session, period).items() if where[0] in dag_ids}
            known = self._known
            changed = {where for where, stamp in stamps.items() if stamp is None or self._day(where).stamp != stamp}
            days = known | self._read(session, changed, stamps) if changed else known
            return {where: days[where] for where in stamps if days[where].total.tasks}

    def _day(self, where: Where) -> Day:
        return self._known.get(where, UNKNOWN)

    def _read(self, session: Session, changed: set[Where], stamps: Mapping[Where, Any]) -> dict[Where, Day]:
        now = datetime.now(UTC)
        dates = [day for _, day in changed]
        runs: defaultdict[Where, list[Run]] = defaultdict(list)
        for run in runs_of(session, {dag_id for dag_id, _ in changed}, Period(min(dates), max(dates))):
            if (where := run.where) in changed:
                runs[where].append(run)
        fresh = {where: self._kept(where, runs[where], now) for where in changed}
        unfinished: set[int] = set()
        missing: dict[int, tuple[Where, bool]] = {}
        for where, day in fresh.items():
            for run in runs[where]:
                stamp = run.stamp(now)
                if run.state not in OVER:
                    unfinished.add(run.id)
                if run.id not in day.over:
                    missing[run.id] = where, stamp is not None
                    if stamp is not None:
                        day.over[run.id] = stamp
        read, spent, told = read_groups(session, missing, unfinished)
        for run_id, task_id, budgets in told:
            where, is_over = missing[run_id]
            day = fresh[where]
            keep_fullest(day.budgets_of_over if is_over else day.budgets, budgets_in(where[0], task_id, budgets))
        for where, day in fresh.items():
            day.stamp = stamps[where]
            day.of_over = _together(day.of_over, read.get((where, True), {}))
            keep_fullest(day.budgets, day.budgets_of_over)
            day.over_spent |= spent & day.over.keys()
            day.groups = _together(day.of_over, read.get((where, False), {}))
            day.runs = len(day.over_spent) + sum(run.id in spent and run.id not in day.over for run in runs[where])
            day.total = Tally.of(day.groups.values())
        self._remember(fresh)
        return fresh

    def _kept(self, where: Where, runs: Sequence[Run], now: datetime) -> Day:
        """Return what still holds of what is remembered: all that was over, if none of it has changed."""
        known = self._day(where)
        if not known.over:
            return Day()
        stamps = {run.id: run.stamp(now) for run in runs}
        if all(stamps.get(run_id) == stamp for run_id, stamp in known.over.items()):
            return Day(
                None,
                dict(known.over),
                known.of_over,
                over_spent=set(known.over_spent),
                budgets_of_over=dict(known.budgets_of_over),
            )
        return Day()

    def _remember(self, fresh: Mapping[Where, Day]) -> None:
        for where, day in fresh.items():
            self._groups += len(day.groups) - len(self._day(where).groups)
            self._known[where] = day
        if self._groups > MOST_REMEMBERED:
            self._known, self._groups = {}, 0


UNKNOWN = Day()


def _together(one: dict[Group, Sum], other: dict[Group, Sum]) -> dict[Group, Sum]:
    if not (one and other):
        return one or other
    return one | {group: Tally.of((one[group], spent)) if group in one else spent for group, spent in other.items()}


class RunSums:
    """The sums of single runs; safe to share between threads, as `Days`."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, tuple[Any, Sum]] = OrderedDict()
        self._turn = threading.Lock()

    def of(self, session: Session, runs: Sequence[Run]) -> dict[int, Sum]:
        """Return the sum of each of *runs* that has spent anything, by the id of the run."""
        with self._turn, uncollected():
            now = datetime.now(UTC)
            found, missing = self._remembered(runs, now)
            where = {run.id: run.id for run in missing}
            groups, *_ = read_groups(session, where, {run.id for run in missing if run.state not in OVER})
            read = {run_id: Tally.of(sums.values()) for run_id, sums in groups.items()}
            for run in missing:
                if (stamp := run.stamp(now)) is not None:
                    self._known[run.id] = (stamp, read.get(run.id, Sum()))
            while len(self._known) > MOST_REMEMBERED:
                self._known.popitem(last=False)
            return {run_id: spent for run_id, spent in (found | read).items() if spent.tasks}

    def _remembered(self, runs: Sequence[Run], now: datetime) -> tuple[dict[int, Sum], list[Run]]:
        found, missing = {}, []
        for run in runs:
            known = self._known.get(run.id)
            if known is not None and known[0] == run.stamp(now):
                found[run.id] = known[1]
            else:
                missing.append(run)
        return found, missing


def runs_of(session: Session, dag_ids: Collection[str], period: Period) -> list[Run]:
    """Return the runs of the DAGs that count for a day of *period*."""
    query = select(*RUN_COLUMNS).where(
        DagRun.run_after >= period.start, DagRun.run_after < period.end, DagRun.dag_id.in_(dag_ids)
    )
    return [Run(*row) for row in session.execute(query)]


def _stamps(session: Session, period: Period) -> dict[Where, Any]:
    """Return for each DAG and day what changes whenever one of its runs does; None while one of them is not over."""
    over = case((DagRun.state.in_(OVER), 1), else_=0)
    moment: Any = DagRun.run_after
    if session.get_bind().dialect.name == "postgresql":
        moment = func.timezone("UTC", moment)
    day = func.date(moment)
    query = (
        select(
            DagRun.dag_id,
            day,
            func.count(),
            func.sum(over),
            func.max(DagRun.updated_at),
            func.max(DagRun.end_date),
            func.sum(DagRun.clear_number),
        )
        .where(DagRun.run_after >= period.start, DagRun.run_after < period.end)
        .group_by(DagRun.dag_id, day)
    )
    now = datetime.now(UTC)
    return {
        # SQLite has no dates, but their text.
        (dag_id, date.fromisoformat(str(day))): _stamp(now, facts)
        for dag_id, day, *facts in session.execute(query)
    }


def _stamp(now: datetime, facts: Sequence[Any]) -> Any:
    count, over, updated, ended, cleared = facts
    stamp = Run(0, "", "", now, "success", updated, ended, cleared).stamp(now)
    return (count, *stamp) if count == over and stamp is not None else None


@contextmanager
def uncollected() -> Iterator[None]:
    """
    Keep the garbage collector from looking, again and again, at all that Airflow has loaded.

    It takes a third of the time of reading 100,000 runs, and finds nothing: what is read is in no cycle.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
