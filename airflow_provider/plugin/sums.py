"""
What runs have spent, read from Airflow's database and remembered for runs that are over.

The truth is the record in the task state store; where that is gone, as after `clear_on_success`, XCom
`content_ai_spend` stands in for it. The values are JSON text: reading them in Python is the same on every database,
and faster than PostgreSQL's own JSON functions. That 100,000 of them are not read for every request is this module's
work.
"""

from __future__ import annotations

import gc
from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any, NamedTuple

import pydantic_core
from airflow.models.dagrun import DagRun
from airflow.models.task_state_store import TaskStateStoreModel as State
from airflow.models.xcom import XComModel as XCom
from sqlalchemy import ColumnElement, and_, select
from sqlalchemy.orm import Session

from airflow_provider.spend import ROW_KEY, STATE_KEY

# At about 300 bytes each.
MOST_RUNS_REMEMBERED = 100_000
OVER = frozenset({"success", "failed"})
# A task that was stopped with its run may still be writing.
STRAGGLING = timedelta(minutes=5)
AT_ONCE = 5000


class Sum(NamedTuple):
    """What some task instances have spent; `tokens`, `cost` and `seconds` are None while nobody has told any."""

    tasks: int = 0
    calls: int = 0
    tokens: int | None = None
    unreported_calls: int = 0
    unconfirmed_calls: int = 0
    cost: float | None = None
    seconds: float | None = None

    def plus(self, other: Sum) -> Sum:
        """Return the sum of both; what is unknown in one is what the other says."""
        return Sum(
            self.tasks + other.tasks,
            self.calls + other.calls,
            _added(self.tokens, other.tokens),
            self.unreported_calls + other.unreported_calls,
            self.unconfirmed_calls + other.unconfirmed_calls,
            _added(self.cost, other.cost),
            _added(self.seconds, other.seconds),
        )


PLACES = tuple(enumerate(Sum._fields))[1:]


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


class RunSums:
    """The sums of runs; not safe to share between threads."""

    def __init__(self) -> None:
        self._known: OrderedDict[int, tuple[Any, Sum]] = OrderedDict()

    def of(self, session: Session, runs: Sequence[Run]) -> dict[int, Sum]:
        """Return the sum of each of *runs* that has spent anything, by the id of the run."""
        now = datetime.now(UTC)
        found, missing = self._remembered(runs, now)
        read = read_sums(session, [run.id for run in missing])
        for run in missing:
            if (stamp := run.stamp(now)) is not None:
                self._known[run.id] = (stamp, read.get(run.id, Sum()))
        while len(self._known) > MOST_RUNS_REMEMBERED:
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


@contextmanager
def uncollected() -> Iterator[None]:
    """
    Keep the garbage collector from looking, again and again, at all that Airflow has loaded.

    It takes a third of the time of reading 100,000 runs, and finds nothing: what is read is in no cycle.
    To be used by one thread at a time.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def read_sums(session: Session, run_ids: Sequence[int]) -> dict[int, Sum]:
    """Return the sums of the runs with these ids, read anew."""
    sums: defaultdict[int, list[Any]] = defaultdict(lambda: list(Sum()))
    wanted = set(run_ids)
    for some in _batches(sorted(wanted), AT_ONCE):
        for query in (stored(_among(State.dag_run_id, some)), left_in_xcom(_among(XCom.dag_run_id, some))):
            # In small portions: larger ones were measured, and are slower.
            portions = query.with_only_columns(*query.selected_columns[0:4:3]).execution_options(yield_per=500)
            for run_id, value in session.execute(portions):
                if run_id in wanted and (record := record_of(value)) is not None:
                    _add(sums[run_id], record)
    return {run_id: Sum(*numbers) for run_id, numbers in sums.items()}


def _among(column: Any, run_ids: Sequence[int]) -> ColumnElement[bool]:  # noqa: ANN401 - a mapped column
    """Return a condition that holds for all of the sorted *run_ids*, and for few others."""
    first, last = run_ids[0], run_ids[-1]
    # Where nearly all runs between two are wanted, a range takes the database half the time of a list.
    dense = last - first < 2 * len(run_ids)
    condition: ColumnElement[bool] = column.between(first, last) if dense else column.in_(run_ids)
    return condition


def _add(numbers: list[Any], record: Mapping[str, Any]) -> None:
    # The same as Sum.plus, but of 100,000 records it takes a tenth of the time.
    numbers[0] += 1
    for place, name in PLACES:
        if (value := record.get(name)) is not None:
            numbers[place] = value + (numbers[place] or 0)


def stored(which: ColumnElement[bool]) -> Any:  # noqa: ANN401 - SQLAlchemy's Select of these columns
    """Return the query of the records in the task state store."""
    return select(State.dag_run_id, State.task_id, State.map_index, State.value).where(State.key == STATE_KEY, which)


def left_in_xcom(which: ColumnElement[bool]) -> Any:  # noqa: ANN401 - SQLAlchemy's Select of the same columns
    """Return the query of what is published where there is no record in the task state store."""
    same = and_(
        State.dag_run_id == XCom.dag_run_id,
        State.task_id == XCom.task_id,
        State.map_index == XCom.map_index,
        State.key == STATE_KEY,
    )
    return (
        select(XCom.dag_run_id, XCom.task_id, XCom.map_index, XCom.value)
        .outerjoin(State, same)
        .where(XCom.key == ROW_KEY, which, State.id.is_(None))
    )


def record_of(value: object) -> dict[str, Any] | None:
    """Return the record that a stored value holds, None for what another operator has put there."""
    if isinstance(value, str):
        try:
            value = pydantic_core.from_json(value)
        except ValueError:
            return None
    return value if isinstance(value, dict) and "unconfirmed_calls" in value else None


def sum_of(record: Mapping[str, Any]) -> Sum:
    """Return the sum of one task instance."""
    return Sum(
        1,
        record.get("calls") or 0,
        record.get("tokens"),
        record.get("unreported_calls") or 0,
        record.get("unconfirmed_calls") or 0,
        record.get("cost"),
        record.get("seconds"),
    )


def _added(one: Any, other: Any) -> Any:  # noqa: ANN401 - numbers, or None
    return other if one is None else one if other is None else one + other


def _batches(values: Iterable[int], size: int) -> Iterator[list[int]]:
    rest = iter(values)
    while some := list(islice(rest, size)):
        yield some
