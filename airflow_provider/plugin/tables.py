"""The tables that the page shows: days, DAGs, runs and task instances, each a list of plain rows."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from airflow.models.dagrun import DagRun
from sqlalchemy import case, func, select
from sqlalchemy.orm import Session

from airflow_provider.plugin.period import Period, period_of
from airflow_provider.plugin.reading import records_by_instance
from airflow_provider.plugin.spent import Sum
from airflow_provider.plugin.sums import OVER, RUN_COLUMNS, Run, RunSums, uncollected
from airflow_provider.state.airflow_versions import Instance, attempts_of_run, instances

SUMS = Sum._fields
# The region is what Airflow's own addresses ask for in a loop.
NO_ATTEMPT = dict.fromkeys(("state", "try_number", "region_id", "region_index"))
MOST_DAGS_REMEMBERED = 5000

run_sums = RunSums()
# What is remembered is read and changed by one request at a time: the first one reads for all that wait.
_turn = threading.Lock()
# By DAG and period: what the runs were like, and their sums by day.
_days_of: dict[tuple[str, Period], tuple[Any, dict[date, tuple[int, Sum]]]] = {}


@dataclass(frozen=True)
class Table:
    """Rows with their columns in order, and the sum of all rows, also of those that were left out."""

    columns: tuple[str, ...]
    rows: list[dict[str, Any]]
    total: Sum
    left_out: int = 0

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return {
            "columns": self.columns,
            "rows": self.rows,
            "total": _shown(self.total),
            "left_out": self.left_out,
        }


def days(session: Session, dag_ids: frozenset[str], period: Period) -> Table:
    """Return a row for each day and DAG that has spent."""
    rows = [
        {"day": day.isoformat(), "dag_id": dag_id, "runs": runs, **_shown(spent)}
        for dag_id, by_day in _by_day(session, dag_ids, period).items()
        for day, (runs, spent) in by_day.items()
    ]
    rows.sort(key=lambda row: (row["day"], row["dag_id"]))
    return Table(("day", "dag_id", "runs", *SUMS), rows, _total(rows))


def look_ahead(dag_ids: frozenset[str]) -> None:
    """Read what `days` and `dags` will be asked for first, so that the answer is there or on its way."""
    from airflow.utils.session import create_session

    with create_session() as session:
        _by_day(session, dag_ids, period_of())


def dags(session: Session, dag_ids: frozenset[str], period: Period) -> Table:
    """Return a row for each DAG that has spent, the dearest first."""
    rows = []
    for dag_id, by_day in _by_day(session, dag_ids, period).items():
        spent = Sum()
        for _, of_day in by_day.values():
            spent = spent.plus(of_day)
        if by_day:
            rows.append({"dag_id": dag_id, "runs": sum(runs for runs, _ in by_day.values()), **_shown(spent)})
    rows.sort(key=_dearest)
    return Table(("dag_id", "runs", *SUMS), rows, _total(rows))


def runs(session: Session, dag_id: str, period: Period, limit: int) -> Table:
    """Return a row for each run of the DAG that has spent, the latest first."""
    known = _runs(session, [dag_id], period)
    with _turn:
        sums = run_sums.of(session, known)
    rows = [
        {
            "dag_id": run.dag_id,
            "run_id": run.run_id,
            "run_after": run.run_after.astimezone(UTC).isoformat(timespec="seconds"),
            "state": run.state,
            **_shown(sums[run.id]),
        }
        for run in sorted(known, key=lambda run: (run.run_after, run.id), reverse=True)
        if run.id in sums
    ]
    columns = ("dag_id", "run_id", "run_after", "state", *SUMS)
    return Table(columns, rows[:limit], _total(rows), max(0, len(rows) - limit))


def tasks(session: Session, dag_id: str, run_id: str, limit: int) -> Table | None:
    """Return a row for each task instance of the run that has spent, the dearest first; None if there is no run."""
    run = session.scalar(select(DagRun.id).where(DagRun.dag_id == dag_id, DagRun.run_id == run_id))
    if run is None:
        return None
    attempts = _attempts(session, run, dag_id, run_id)
    rows = [
        {
            "dag_id": dag_id,
            "run_id": run_id,
            "task_id": instance.task_id,
            "map_index": instance.map_index,
            "iteration": ".".join(map(str, instance.iterations)) or None,
            **attempts.get(instance, NO_ATTEMPT),
            "tries": sum(record.tries for record in records),
            "operation": _joined(record.operation for record in records),
            "model": _joined(record.model for record in records),
            **_shown(Sum.of(*records)),
        }
        for (_, instance), records in records_by_instance(session, [run]).items()
    ]
    rows.sort(key=_dearest)
    told = ("dag_id", "run_id", "task_id", "map_index", "iteration", *NO_ATTEMPT, "tries", "operation", "model")
    return Table((*told, *SUMS[1:]), rows[:limit], _total(rows), max(0, len(rows) - limit))


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


def _by_day(session: Session, dag_ids: frozenset[str], period: Period) -> dict[str, dict[date, tuple[int, Sum]]]:
    """Return the sums by DAG and day; what nothing has happened to since the last time is remembered."""
    with _turn, uncollected():
        return _by_day_in_turn(session, dag_ids, period)


def _by_day_in_turn(
    session: Session, dag_ids: frozenset[str], period: Period
) -> dict[str, dict[date, tuple[int, Sum]]]:
    stamps = _stamps(session, period)
    found, changed = {}, []
    for dag_id in dag_ids & stamps.keys():
        stamp, by_day = _days_of.get((dag_id, period), (None, {}))
        if stamp is not None and stamp == stamps[dag_id]:
            found[dag_id] = by_day
        else:
            changed.append(dag_id)
    for dag_id, by_day in _read_by_day(session, changed, period).items():
        found[dag_id] = by_day
        if len(_days_of) >= MOST_DAGS_REMEMBERED:
            _days_of.clear()
        _days_of[dag_id, period] = (stamps[dag_id], by_day)
    return found


def _stamps(session: Session, period: Period) -> dict[str, Any]:
    """Return for each DAG what changes whenever one of its runs does; None while one of them is not over."""
    over = case((DagRun.state.in_(OVER), 1), else_=0)
    query = (
        select(
            DagRun.dag_id,
            func.count(),
            func.sum(over),
            func.max(DagRun.updated_at),
            func.max(DagRun.end_date),
            func.sum(DagRun.clear_number),
        )
        .where(DagRun.run_after >= period.start, DagRun.run_after < period.end)
        .group_by(DagRun.dag_id)
    )
    return {dag_id: _stamp(*facts) for dag_id, *facts in session.execute(query)}


def _stamp(count: int, over: int, updated: Any, ended: Any, cleared: int) -> Any:
    latest = Run(0, "", "", ended, "success", updated, ended, cleared)
    stamp = latest.stamp(datetime.now(UTC))
    return (count, *stamp) if count == over and stamp is not None else None


def _read_by_day(session: Session, dag_ids: Sequence[str], period: Period) -> dict[str, dict[date, tuple[int, Sum]]]:
    known = _runs(session, dag_ids, period) if dag_ids else []
    sums = run_sums.of(session, known)
    by_dag: dict[str, dict[date, tuple[int, Sum]]] = {dag_id: {} for dag_id in dag_ids}
    for run in known:
        if (spent := sums.get(run.id)) is not None:
            by_day = by_dag[run.dag_id]
            day = run.run_after.astimezone(UTC).date()
            count, before = by_day.get(day, (0, Sum()))
            by_day[day] = (count + 1, before.plus(spent))
    return by_dag


def _runs(session: Session, dag_ids: Sequence[str], period: Period) -> list[Run]:
    query = select(*RUN_COLUMNS).where(
        DagRun.run_after >= period.start, DagRun.run_after < period.end, DagRun.dag_id.in_(dag_ids)
    )
    return [Run(*row) for row in session.execute(query)]


def _shown(spent: Sum) -> dict[str, Any]:
    shown = spent._asdict()
    shown["seconds"] = None if spent.seconds is None else round(spent.seconds, 3)
    shown["cost"] = None if spent.cost is None else round(spent.cost, 6)
    return shown


def _total(rows: Iterable[dict[str, Any]]) -> Sum:
    total = Sum()
    for row in rows:
        total = total.plus(Sum(*(row[name] for name in SUMS)))
    return total


def _dearest(row: dict[str, Any]) -> tuple[float, int, int]:
    return -(row["cost"] or 0.0), -(row["tokens"] or 0), -(row["calls"] + row["unconfirmed_calls"])
