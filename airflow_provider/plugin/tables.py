"""The tables that the page shows, each searched, sorted and cut here, for there may be 100,000 rows."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import UTC
from decimal import Decimal
from typing import Any, Literal, NamedTuple

from airflow.models.dagrun import DagRun
from sqlalchemy import select
from sqlalchemy.orm import Session

from airflow_provider.api.money import listed
from airflow_provider.plugin.instances import records_by_instance
from airflow_provider.plugin.period import Period
from airflow_provider.plugin.runs import Where, runs_of
from airflow_provider.plugin.spent import Amounts, Sum, Tally
from airflow_provider.plugin.sums import Day, Days, RunSums
from airflow_provider.state.airflow_versions import Instance, attempts_of_run, instances

# What each row says of money and counts, in this order.
SUMS = (
    "cost",
    "currency",
    "tokens",
    "calls",
    "unpriced_calls",
    "unreported_calls",
    "unconfirmed_calls",
    "in_flight_calls",
    "reused_calls",
    "saved",
    "seconds",
    "tasks",
)
# The region is what Airflow's own addresses ask for in a loop.
NO_ATTEMPT = dict.fromkeys(("state", "try_number", "region_id", "region_index"))
By = Literal["dag", "task", "operation", "model", "connection", "day"]

# Only what holds whole runs can say how many there were: another row may have a part of each.
COLUMNS: dict[By, tuple[str, ...]] = {
    "dag": ("dag_id", "runs"),
    "task": ("dag_id", "task_id"),
    "operation": ("operation",),
    "model": ("model",),
    "connection": ("connection",),
    "day": ("day", "runs"),
}
Names = tuple[str | None, ...]

days_of_dags = Days()
run_sums = RunSums()


class Line(NamedTuple):
    """A row: what it is of, and what was spent on it."""

    names: dict[str, Any]
    spent: Sum


class Wanted(NamedTuple):
    """Which rows are wanted: those with the text *search*, sorted, from *offset* on."""

    search: str = ""
    sort: str | None = None
    descending: bool = True
    offset: int = 0
    limit: int = 100_000


ALL = Wanted()


@dataclass(frozen=True)
class Table:
    """Rows with their columns in order, the sum of all, and how many there are and were found."""

    columns: tuple[str, ...]
    rows: list[dict[str, Any]]
    total: Sum
    count: int
    found: int

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return {
            "columns": self.columns,
            "rows": self.rows,
            "total": shown(self.total),
            "count": self.count,
            "found": self.found,
        }


class UnknownColumnError(ValueError):
    """There is no column of this name to sort by."""


def days(session: Session, dag_ids: frozenset[str], period: Period) -> Table:
    """Return a row for each day and DAG that has spent."""
    lines = [
        Line({"day": day.isoformat(), "dag_id": dag_id, "runs": one.spent.runs}, one.total)
        for (dag_id, day), one in days_of_dags.of(session, dag_ids, period).items()
    ]
    lines.sort(key=lambda line: (line.names["day"], line.names["dag_id"]))
    return _table(("day", "dag_id", "runs"), lines, ALL)


def breakdown(session: Session, dag_ids: frozenset[str], period: Period, by: By, wanted: Wanted = ALL) -> Table:
    """Return a row for each DAG, task, operation, model, connection or day that has spent, the dearest first."""
    tallies: dict[Names, Tally] = {}
    runs: dict[Names, int] = {}
    for where, day in days_of_dags.of(session, dag_ids, period).items():
        for names, spent in parts_of(where, day, by):
            tallies.setdefault(names, Tally()).add(spent)
            runs[names] = runs.get(names, 0) + day.spent.runs
    columns = COLUMNS[by]
    lines = [Line(dict(zip(columns, (*names, runs[names]), strict=False)), one.sum) for names, one in tallies.items()]
    return _table(columns, sorted(lines, key=_dearest), wanted)


def parts_of(where: Where, day: Day, by: By) -> list[tuple[Names, Sum]]:
    """Return what a day of a DAG adds to each row of a breakdown, by what names the row."""
    dag_id, at = where
    match by:
        case "dag":
            return [((dag_id,), day.total)]
        case "day":
            return [((at.isoformat(),), day.total)]
        case "task":
            return [((dag_id, group.task_id), spent) for group, spent in day.spent.groups.items()]
        case _:
            return [((getattr(group, by),), spent) for group, spent in day.spent.groups.items()]


def runs(session: Session, dag_ids: Collection[str], period: Period, wanted: Wanted = ALL) -> Table:
    """Return a row for each run of the DAGs that has spent, the latest first."""
    known = runs_of(session, dag_ids, period)
    sums = run_sums.of(session, known)
    lines = [
        Line(
            {
                "dag_id": run.dag_id,
                "run_id": run.run_id,
                "run_after": run.run_after.astimezone(UTC).isoformat(timespec="seconds"),
                "state": run.state,
            },
            sums[run.id],
        )
        for run in sorted(known, key=lambda run: (run.run_after, run.id), reverse=True)
        if run.id in sums
    ]
    return _table(("dag_id", "run_id", "run_after", "state"), lines, wanted)


def tasks(session: Session, dag_id: str, run_id: str, wanted: Wanted = ALL) -> Table | None:
    """Return a row for each task instance of the run that has spent, the dearest first; None if there is no run."""
    run = session.scalar(select(DagRun.id).where(DagRun.dag_id == dag_id, DagRun.run_id == run_id))
    if run is None:
        return None
    attempts = _attempts(session, run, dag_id, run_id)
    lines = []
    for (_, instance), records in records_by_instance(session, [run]).items():
        attempt = attempts.get(instance, NO_ATTEMPT)
        names = {
            "dag_id": dag_id,
            "run_id": run_id,
            "task_id": instance.task_id,
            "map_index": instance.map_index,
            "iteration": ".".join(map(str, instance.iterations)) or None,
            **attempt,
            "tries": sum(record.tries for record in records),
            "operation": _joined(record.operation for record in records),
            "model": _joined(record.model for record in records),
            "connection": _joined(record.connection for record in records),
        }
        lines.append(Line(names, Sum.of(*records, running=attempt["state"] in ("running", "restarting"))))
    told = ("task_id", "map_index", "iteration", *NO_ATTEMPT, "tries", "operation", "model", "connection")
    return _table(("dag_id", "run_id", *told), sorted(lines, key=_dearest), wanted)


def _attempts(session: Session, run: int, dag_id: str, run_id: str) -> dict[Instance, dict[str, Any]]:
    """Return of each task instance of the run what is known of the attempt that counts: the last one."""
    instance_of = instances(session, [run])
    found = {}
    for task_id, state, try_number, *place in session.execute(attempts_of_run(dag_id, run_id)):
        instance = instance_of(task_id, tuple(place))
        region = (str(place[0]), place[1]) if instance.loops else (None, None)
        found[instance] = dict(zip(NO_ATTEMPT, (state, try_number, *region), strict=True))
    return found


def _joined(names: Iterable[str | None]) -> str | None:
    return ", ".join(dict.fromkeys(name for name in names if name)) or None


def _table(names: tuple[str, ...], lines: list[Line], wanted: Wanted) -> Table:
    columns = (*names, *SUMS)
    found = [line for line in lines if _has(line, wanted.search.lower())] if wanted.search else lines
    if wanted.sort is not None:
        if wanted.sort not in columns:
            raise UnknownColumnError(f"There is no column {wanted.sort!r}. Sort by one of: {', '.join(columns)}.")
        keyed = [(_sort_key(line, wanted.sort), line) for line in found]
        # What is unknown comes last, whichever way the rest is sorted.
        known = [one for one in keyed if one[0] is not None]
        known.sort(key=lambda one: one[0], reverse=wanted.descending)
        found = [line for _, line in [*known, *(one for one in keyed if one[0] is None)]]
    rows = [{**line.names, **shown(line.spent)} for line in found[wanted.offset : wanted.offset + wanted.limit]]
    return Table(columns, rows, Tally.of(line.spent for line in lines), len(lines), len(found))


def _has(line: Line, text: str) -> bool:
    return any(isinstance(name, str) and text in name.lower() for name in line.names.values())


def _sort_key(line: Line, column: str) -> Any:
    if column in line.names:
        name = line.names[column]
        return name.lower() if isinstance(name, str) else name
    if column in ("cost", "saved"):
        return _largest(line.spent.costs if column == "cost" else line.spent.savings)
    return line.spent.cost.currency if column == "currency" else getattr(line.spent, column)


def _largest(amounts: Amounts) -> Decimal | None:
    # Two currencies are never added: a row of both goes by the larger figure.
    return max((amount for _, amount in amounts), default=None)


def _dearest(line: Line) -> tuple[Decimal, int, int]:
    spent = line.spent
    return -(_largest(spent.costs) or Decimal(0)), -(spent.tokens or 0), -(spent.calls + spent.unconfirmed_calls)


def shown(spent: Sum) -> dict[str, Any]:
    """Return *spent* as rows have it; `costs` and `savings` are exact, by currency."""
    told: dict[str, Any] = spent._asdict()
    told["seconds"] = None if spent.seconds is None else round(spent.seconds, 3)
    told |= {"cost": spent.cost.number, "costs": spent.cost.stored, "currency": spent.cost.currency}
    told |= {"saved": spent.saved.number, "savings": spent.saved.stored, "is_at_least": spent.is_at_least}
    return told


def in_csv(row: dict[str, Any]) -> dict[str, Any]:
    """Return *row* with the exact sums of money as text, for a cell has room for more than one currency."""
    return {**row, "cost": _exact(row["costs"]), "saved": _exact(row["savings"])}


def _exact(sums: dict[str, str]) -> str | None:
    if len(sums) == 1:
        return next(iter(sums.values()))
    return listed(sums)
