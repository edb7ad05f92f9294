"""
What runs have spent, read from Airflow's database.

The truth is the record in the task state store, which goes on over tries. XCom `content_ai_spend` stands in for it
where there is none: after `clear_on_success`, for a value that cannot be read, and for attempts that were archived
before a clear discarded their record. The values are JSON text: reading them in Python is the same on every database,
and faster than PostgreSQL's own JSON functions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from airflow.models.dagrun import DagRun
from airflow.models.task_state_store import TaskStateStoreModel as State
from sqlalchemy import ColumnElement, Select, Text, and_, or_, select, type_coerce
from sqlalchemy.orm import Session

from airflow_provider.plugin.records import decoded, read
from airflow_provider.plugin.spent import Sum, add_record
from airflow_provider.spend import ROW_KEY, STATE_KEY
from airflow_provider.state.airflow_versions import (
    ALL_ATTEMPTS,
    Instance,
    Place,
    PublishedXComs,
    instances,
    place_of,
    published_xcoms,
)
from airflow_provider.state.record import Record

AT_ONCE = 5000
STORE, XCOM = f"The value {STATE_KEY!r} in the task state store", f"XCom {ROW_KEY!r}"
Owner = tuple[int, str, Place]
ByInstance = dict[tuple[int, Instance], list[Record]]


class StoredValue(NamedTuple):
    """A value of the task state store or of XCom, and where it stands."""

    dag_run_id: int
    task_id: str
    place: Place
    try_number: int
    value: object

    @property
    def owner(self) -> Owner:
        """The run, task and place of its task instance; all attempts of one have it in common."""
        return self.dag_run_id, self.task_id, self.place


def read_sums(session: Session, run_ids: Collection[int]) -> dict[int, Sum]:
    """Return the sums of the runs with these ids, read anew."""
    sums: dict[int, Sum] = {}
    for some in _batches(sorted(set(run_ids)), AT_ONCE):
        quick, rest = _quick_sums(session, set(some))
        sums |= quick
        for (run_id, _), records in records_by_instance(session, rest).items():
            sums[run_id] = sums.get(run_id, Sum()).plus(Sum.of(*records))
    return sums


def _quick_sums(session: Session, run_ids: set[int]) -> tuple[dict[int, Sum], set[int]]:
    """
    Return the sums of those runs where each value is sound and that of a task instance of its own, and the other runs.

    Nearly all runs are like that, and nobody has to know then which task instance a value belongs to.
    """
    numbers: defaultdict[int, list[Any]] = defaultdict(list(Sum()).copy)
    rest: set[int] = set()

    def live(rows: Iterable[Any]) -> Iterator[tuple[int, object]]:
        for run_id, text, is_archived in rows:
            if is_archived:
                rest.add(run_id)
            else:
                yield run_id, text

    # In small portions: larger ones were measured, and are slower.
    portions = {"yield_per": 500}
    stored = select(State.dag_run_id, State.value).where(State.key == STATE_KEY, _among(State.dag_run_id, run_ids))
    published, xcoms = _published(run_ids)
    published = published.with_only_columns(xcoms.dag_run_id, _text(xcoms), xcoms.is_archived)
    for rows in (
        session.execute(stored.execution_options(**portions)),
        live(session.execute(published.execution_options(**portions))),
    ):
        for run_id, text in rows:
            if run_id in run_ids and not ((value := decoded(text)) and add_record(numbers[run_id], value)):
                rest.add(run_id)
    rest &= run_ids
    return {run_id: Sum(*found) for run_id, found in numbers.items() if run_id not in rest}, rest


def records_by_instance(session: Session, run_ids: Collection[int]) -> ByInstance:
    """Return, by run and task instance, the records that count: one for each time that its state was begun anew."""
    if not run_ids:
        return {}
    reader = _Reader(session)
    in_store: dict[Owner, Record] = {}
    unread: set[Owner] = set()
    for one in _all_stored(session, run_ids):
        if (record := reader.read(one, STORE)) is None:
            unread.add(one.owner)
        else:
            in_store[one.owner] = record
    published = _all_published(session, run_ids)
    if unread:
        beside = _all_published(session, {run_id for run_id, *_ in unread}, beside_state=True)
        published += [one for one in beside if one.owner in unread]
    found: ByInstance = defaultdict(list)
    instance_of = instances(session, run_ids)
    for (run_id, task_id, place), record in [*in_store.items(), *_newest(published, in_store, reader)]:
        found[run_id, instance_of(task_id, place)].append(record)
    return dict(found)


def _newest(
    published: Iterable[StoredValue], in_store: dict[Owner, Record], reader: _Reader
) -> list[tuple[Owner, Record]]:
    """Return what the newest attempt has published of each record that the store does not have any more."""
    newest: dict[tuple[Owner, str | None], tuple[int, Record]] = {}
    for one in published:
        record = reader.read(one, XCOM)
        if record is None or (one.owner in in_store and in_store[one.owner].id == record.id):
            continue
        before, _ = newest.get((one.owner, record.id), (-1, record))
        if before < one.try_number:
            newest[one.owner, record.id] = (one.try_number, record)
    return [(owner, record) for (owner, _), (_, record) in newest.items()]


class _Reader:
    """Reads values, and knows what to call them where they cannot be read."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def read(self, stored: StoredValue, store: str) -> Record | None:
        return read(stored.value, (store, *stored[:4]), lambda: f"{store} of {self._name(stored)}")

    def _name(self, stored: StoredValue) -> str:
        run = self._session.get(DagRun, stored.dag_run_id)
        dag_id, run_id = (run.dag_id, run.run_id) if run is not None else (None, None)
        instance = instances(self._session, [stored.dag_run_id])(stored.task_id, stored.place)
        which = [f"map index {instance.map_index}"] if instance.map_index >= 0 else []
        which += [f"iteration {number}" for number in instance.iterations]
        named = f" ({', '.join(which)})" if which else ""
        return f"task {stored.task_id!r}{named} in run {run_id!r} of DAG {dag_id!r}"


def _all_stored(session: Session, run_ids: Collection[int]) -> Iterator[StoredValue]:
    query = select(State.dag_run_id, State.task_id, State.value, *place_of(State)).where(
        State.key == STATE_KEY, _among(State.dag_run_id, run_ids)
    )
    for run_id, task_id, value, *place in session.execute(query):
        if run_id in run_ids:
            yield StoredValue(run_id, task_id, tuple(place), 0, value)


def _all_published(session: Session, run_ids: Collection[int], *, beside_state: bool = False) -> list[StoredValue]:
    query, xcoms = _published(run_ids, beside_state=beside_state)
    query = query.with_only_columns(xcoms.dag_run_id, xcoms.task_id, xcoms.try_number, _text(xcoms), *xcoms.place)
    return [
        StoredValue(run_id, task_id, tuple(place), try_number, value)
        for run_id, task_id, try_number, value, *place in session.execute(query)
        if run_id in run_ids
    ]


def _published(run_ids: Collection[int], *, beside_state: bool = False) -> tuple[Select[Any], PublishedXComs]:
    """Return the query of the XComs of attempts that are archived or have no state, or else of the others."""
    xcoms = published_xcoms()
    places = [mine == its for mine, its in zip(place_of(State), xcoms.place, strict=True)]
    same = and_(State.dag_run_id == xcoms.dag_run_id, State.task_id == xcoms.task_id, State.key == STATE_KEY, *places)
    alone = or_(xcoms.is_archived, State.id.is_(None))
    query = (
        select(xcoms.dag_run_id)
        .select_from(xcoms.source)
        .outerjoin(State, same)
        .where(xcoms.key == ROW_KEY, _among(xcoms.dag_run_id, run_ids), ~alone if beside_state else alone)
    )
    return query.execution_options(**ALL_ATTEMPTS), xcoms


def _text(xcoms: PublishedXComs) -> ColumnElement[str]:
    # What somebody has broken by hand must not fail where SQLAlchemy decodes it.
    return type_coerce(xcoms.value, Text())


def _among(column: Any, run_ids: Collection[int]) -> ColumnElement[bool]:
    """Return a condition that holds for all of *run_ids*, and for few others."""
    first, last = min(run_ids), max(run_ids)
    # Where nearly all runs between two are wanted, a range takes the database half the time of a list.
    dense = last - first < 2 * len(run_ids)
    condition: ColumnElement[bool] = column.between(first, last) if dense else column.in_(run_ids)
    return condition


def _batches(values: Iterable[int], size: int) -> Iterator[list[int]]:
    rest = iter(values)
    while some := list(islice(rest, size)):
        yield some
