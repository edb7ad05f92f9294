"""
What DAGs have spent a day, remembered for runs that are final: 100,000 runs are not read for every request.

When a sum may be remembered is decided here; `reading` reads it.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from sqlalchemy.orm import Session

from airflow_provider.collector import uncollected
from airflow_provider.plugin.budgets import Budgets, budgets_in, keep_fullest
from airflow_provider.plugin.period import Period
from airflow_provider.plugin.reading import Group, read_groups
from airflow_provider.plugin.runs import OVER, Run, Stamp, Where, runs_by_day, stamps_by_day
from airflow_provider.plugin.spent import Sum, Tally

# At about 600 bytes each.
MOST_REMEMBERED = 300_000


# Each is a place of its own to read into, whatever it holds.
@dataclass(eq=False)
class Part:
    """What some runs of one DAG have spent, and how many of them have."""

    dag_id: str
    groups: dict[Group, Sum] = field(default_factory=dict)
    budgets: Budgets = field(default_factory=dict)
    runs: int = 0

    def __add__(self, other: Part) -> Part:
        budgets = dict(self.budgets)
        keep_fullest(budgets, other.budgets)
        return Part(self.dag_id, _together(self.groups, other.groups), budgets, self.runs + other.runs)


@dataclass(frozen=True)
class Day:
    """What one DAG has spent on one day; and what of it is remembered: the runs that are final, and their part."""

    spent: Part
    total: Sum
    stamp: Stamp | None
    final: Mapping[int, Stamp]
    of_final: Part


class Days:
    """The days of all DAGs; safe to share between threads, of which one at a time reads for all that wait."""

    def __init__(self) -> None:
        self._known: dict[Where, Day] = {}
        self._groups = 0
        self._turn = threading.Lock()

    def of(self, session: Session, dag_ids: Collection[str], period: Period) -> dict[Where, Day]:
        """Return the days on which one of the DAGs has spent; what nothing has happened to since is remembered."""
        with self._turn, uncollected():
            stamps = stamps_by_day(session, dag_ids, period)
            known = self._known
            changed = {one for one, stamp in stamps.items() if stamp is None or not self._holds(one, stamp)}
            days = known | self._read(session, changed, stamps) if changed else known
            return {one: days[one] for one in stamps if days[one].total.tasks}

    def _holds(self, where: Where, stamp: Stamp) -> bool:
        return where in self._known and self._known[where].stamp == stamp

    def _read(
        self, session: Session, where: Collection[Where], stamps: Mapping[Where, Stamp | None]
    ) -> dict[Where, Day]:
        runs = runs_by_day(session, where)
        known = {one: self._kept(one, runs[one].final) for one in where}
        final = {one: Part(one[0]) for one in where}
        others = {one: Part(one[0]) for one in where}
        parts: dict[int, Part] = {}
        for one, found in runs.items():
            parts |= dict.fromkeys(found.final.keys() - known[one].keys(), final[one])
            parts |= dict.fromkeys(found.others, others[one])
        _read_into(session, parts, {run_id for found in runs.values() for run_id in found.unfinished})
        fresh = {}
        for one in where:
            of_final = self._known[one].of_final + final[one] if known[one] else final[one]
            spent = of_final + others[one]
            fresh[one] = Day(spent, Tally.of(spent.groups.values()), stamps[one], runs[one].final, of_final)
        self._remember(fresh)
        return fresh

    def _kept(self, where: Where, now: Mapping[int, Stamp]) -> Mapping[int, Stamp]:
        """Return the runs of which still holds what is remembered: all that were final, if none of them has changed."""
        known = self._known[where].final if where in self._known else {}
        return known if known.items() <= now.items() else {}

    def _remember(self, fresh: Mapping[Where, Day]) -> None:
        for where, day in fresh.items():
            before = len(self._known[where].spent.groups) if where in self._known else 0
            self._groups += len(day.spent.groups) - before
            self._known[where] = day
        if self._groups > MOST_REMEMBERED:
            self._known, self._groups = {}, 0


def _read_into(session: Session, parts: Mapping[int, Part], unfinished: Collection[int]) -> None:
    """Read what runs have spent into the part that *parts* has for the id of each."""
    read, spent, told = read_groups(session, parts, unfinished)
    for part, groups in read.items():
        part.groups = groups
    for run_id in spent:
        parts[run_id].runs += 1
    for run_id, task_id, budgets in told:
        part = parts[run_id]
        keep_fullest(part.budgets, budgets_in(part.dag_id, task_id, budgets))


def _together(one: dict[Group, Sum], other: dict[Group, Sum]) -> dict[Group, Sum]:
    if not (one and other):
        return one or other
    return one | {group: Tally.of((one[group], spent)) if group in one else spent for group, spent in other.items()}


class RunSums:
    """The sums of single runs; safe to share between threads, as `Days`."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, tuple[Stamp, Sum]] = OrderedDict()
        self._turn = threading.Lock()

    def of(self, session: Session, runs: Sequence[Run]) -> dict[int, Sum]:
        """Return the sum of each of *runs* that has spent anything, by the id of the run."""
        with self._turn, uncollected():
            found, missing = self._remembered(runs)
            where = {run.id: run.id for run in missing}
            groups, *_ = read_groups(session, where, {run.id for run in missing if run.state not in OVER})
            read = {run_id: Tally.of(sums.values()) for run_id, sums in groups.items()}
            for run in missing:
                if run.stamp is not None:
                    self._known[run.id] = (run.stamp, read.get(run.id, Sum()))
            while len(self._known) > MOST_REMEMBERED:
                self._known.popitem(last=False)
            return {run_id: spent for run_id, spent in (found | read).items() if spent.tasks}

    def _remembered(self, runs: Sequence[Run]) -> tuple[dict[int, Sum], list[Run]]:
        found, missing = {}, []
        for run in runs:
            known = self._known.get(run.id)
            if known is not None and known[0] == run.stamp:
                found[run.id] = known[1]
            else:
                missing.append(run)
        return found, missing
