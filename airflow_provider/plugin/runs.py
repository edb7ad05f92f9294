"""
The runs of DAGs: the day that each counts for, and what a remembered sum of it is bound to.

A run is final once it has been over for a while: nothing is spent in it any more, unless somebody clears it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

from airflow.models.dagrun import DagRun
from sqlalchemy import ColumnElement, and_, case, func, or_, select, type_coerce
from sqlalchemy.orm import Session
from sqlalchemy.types import NullType

from airflow_provider.plugin.period import Period, periods_of
from airflow_provider.plugin.queries import unindexed

OVER = frozenset({"success", "failed"})
# A task that was stopped with its run may still be writing.
STRAGGLING = timedelta(minutes=5)
Where = tuple[str, date]
# It changes with the run, or with one of the runs; to be compared with others of the same database.
Stamp = tuple[Any, ...]


class Run(NamedTuple):
    """A DAG run as tables show it; without a stamp while its sum may still change."""

    id: int
    dag_id: str
    run_id: str
    run_after: datetime
    state: str
    stamp: Stamp | None


@dataclass
class RunsOfDay:
    """The ids of the runs that count for one day of a DAG: those that are final, with their stamps, and the others."""

    final: dict[int, Stamp] = field(default_factory=dict)
    others: list[int] = field(default_factory=list)
    unfinished: list[int] = field(default_factory=list)


def runs_of(session: Session, dag_ids: Collection[str], period: Period) -> list[Run]:
    """Return the runs of the DAGs that count for a day of *period*."""
    columns = DagRun.id, DagRun.dag_id, DagRun.run_id, DagRun.run_after, DagRun.state
    query = select(*columns, _is_final(), *_CHANGING).where(_of_dags(session, dag_ids), _within([period]))
    return [
        Run(number, dag_id, run_id, run_after, state, (state, *changing) if is_final else None)
        for number, dag_id, run_id, run_after, state, is_final, *changing in session.execute(query)
    ]


def runs_by_day(session: Session, where: Collection[Where]) -> dict[Where, RunsOfDay]:
    """Return the runs of each DAG and day of *where*."""
    days = periods_of(day for _, day in where)
    query = select(DagRun.id, DagRun.dag_id, _day(session), DagRun.state, _is_final(), *_CHANGING).where(
        _of_dags(session, {dag_id for dag_id, _ in where}), _within(days)
    )
    found: defaultdict[tuple[str, Any], RunsOfDay] = defaultdict(RunsOfDay)
    # Without the ORM, and with moments as the database has them: there may be 100,000 runs.
    for number, dag_id, day, state, is_final, updated_at, clear_number in session.connection().execute(query):
        runs = found[dag_id, day]
        if is_final:
            runs.final[number] = state, updated_at, clear_number
            continue
        runs.others.append(number)
        if state not in OVER:
            runs.unfinished.append(number)
    by_day = {(dag_id, _date(day)): runs for (dag_id, day), runs in found.items()}
    return {one: by_day.get(one) or RunsOfDay() for one in where}


def stamps_by_day(session: Session, dag_ids: Collection[str], period: Period) -> dict[Where, Stamp | None]:
    """Return of each DAG and day that has runs what changes whenever one of them does; None if not all are final."""
    day = _day(session)
    updated_at, clear_number = _CHANGING
    facts = func.count(), func.sum(_is_final()), func.max(updated_at), func.sum(clear_number)
    query = (
        select(DagRun.dag_id, day, *facts)
        .where(_of_dags(session, dag_ids), _within([period]))
        .group_by(DagRun.dag_id, day)
    )
    return {
        (dag_id, _date(day)): (count, *changing) if count == final else None
        for dag_id, day, count, final, *changing in session.execute(query)
    }


# Of a run that is final, one of them changes with whatever is done to it. The moment as the database has it.
_CHANGING = type_coerce(DagRun.updated_at, NullType()), DagRun.clear_number


def _is_final() -> ColumnElement[int]:
    ended = DagRun.end_date <= datetime.now(UTC) - STRAGGLING
    return case((and_(DagRun.state.in_(OVER), ended), 1), else_=0)


def _of_dags(session: Session, dag_ids: Collection[str]) -> ColumnElement[bool]:
    # The runs of one DAG are few among those of its days, and those of many are not.
    dag_id = DagRun.dag_id if len(dag_ids) == 1 else unindexed(session, DagRun.dag_id)
    condition: ColumnElement[bool] = dag_id.in_(dag_ids)
    return condition


def _within(periods: Iterable[Period]) -> ColumnElement[bool]:
    return or_(*(and_(DagRun.run_after >= one.start, DagRun.run_after < one.end) for one in periods))


def _day(session: Session) -> Any:
    moment: Any = DagRun.run_after
    if session.get_bind().dialect.name == "postgresql":
        moment = func.timezone("UTC", moment)
    return func.date(moment)


def _date(day: object) -> date:
    # SQLite has no dates, but their text.
    return date.fromisoformat(str(day))
