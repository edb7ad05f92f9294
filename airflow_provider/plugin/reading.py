"""
What runs have spent, read from Airflow's database.

The truth is the record in the task state store, which goes on over tries. XCom `content_ai_spend` stands in for it
where there is none: after `clear_on_success`, for a value that cannot be read, and for attempts that were archived
before a clear discarded their record. The values are JSON text: reading them in Python is the same on every database,
and faster than PostgreSQL's own JSON functions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, NamedTuple

from airflow.models.dagrun import DagRun
from airflow.models.task_state_store import TaskStateStoreModel as State
from sqlalchemy import ColumnElement, Select, Text, and_, false, or_, select, type_coerce
from sqlalchemy.orm import Session
from sqlalchemy.sql.expression import UnaryExpression
from sqlalchemy.sql.operators import custom_op

from airflow_provider.plugin.records import decoded, read
from airflow_provider.plugin.spent import BUDGETS, Names, Sum, Tally, sum_of
from airflow_provider.spend import ROW_KEY, STATE_KEY
from airflow_provider.state.airflow_versions import (
    ALL_ATTEMPTS,
    Instance,
    Place,
    PublishedXComs,
    instances,
    place_of,
    published_xcoms,
    running_attempts,
)
from airflow_provider.state.record import Record

# Runs at once: their values are all in memory for a moment.
AT_ONCE = 5000
STORE, XCOM = f"The value {STATE_KEY!r} in the task state store", f"XCom {ROW_KEY!r}"
Owner = tuple[int, str, Place]
ByInstance = dict[tuple[int, Instance], list[Record]]


class Group(NamedTuple):
    """What sums are kept apart by."""

    task_id: str
    operation: str | None
    model: str | None
    connection: str | None


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


def read_groups(
    session: Session, where: Mapping[int, Hashable], unfinished: Collection[int] = ()
) -> tuple[dict[Any, dict[Group, Sum]], set[int], list[Told]]:
    """
    Return, by what *where* has for the id of a run, what its tasks have spent in groups; and the runs that have.

    The third is what the tasks tell of budgets.

    In runs that are *unfinished*, calls of running tasks that have no answer are in flight.
    """
    tallies: defaultdict[Any, defaultdict[Group, Tally]] = defaultdict(lambda: defaultdict(Tally))
    spent: set[int] = set()
    budgets: list[Told] = []
    for some in _batches(sorted(where), AT_ONCE):
        run_ids = set(some)
        running = running_owners(session, run_ids.intersection(unfinished))
        lines, rest = _quick_lines(session, run_ids, running, budgets)
        lines += _careful_lines(session, rest, running, budgets)
        for run_id, group, one in lines:
            tallies[where[run_id]][group].add(one)
            spent.add(run_id)
    return (
        {place: {group: one.sum for group, one in groups.items()} for place, groups in tallies.items()},
        spent,
        budgets,
    )


def running_owners(session: Session, run_ids: Collection[int]) -> set[Owner]:
    """Return the task instances of the runs that are running now."""
    if not run_ids:
        return set()
    found = session.execute(running_attempts(run_ids))
    return {(run_id, task_id, tuple(place)) for run_id, task_id, *place in found}


Line = tuple[int, Group, Sum]
# The run and task that tell something of budgets.
Told = tuple[int, str, object]


def _quick_lines(
    session: Session, run_ids: set[int], running: set[Owner], budgets: list[Told]
) -> tuple[list[Line], set[int]]:
    """
    Return a line for each value of those runs where every one is sound and that of an instance of its own.

    Nearly all runs are like that, and nobody has to know then which task instance a value belongs to. Returns the other
    runs, too, and adds to *budgets* what the values tell of these.
    """
    lines: list[Line] = []
    rest: set[int] = set()
    groups: dict[tuple[str, Names], Group] = {}
    # Without the ORM, whose rows take longer; nothing of what it would hide is wanted hidden.
    connection = session.connection()
    places = place_of(State) if running else ()
    stored = select(State.dag_run_id, State.task_id, State.value, false(), *places).where(
        State.key == STATE_KEY, _among(State.dag_run_id, run_ids)
    )
    published, xcoms = _published(session, run_ids)
    published = published.with_only_columns(xcoms.dag_run_id, xcoms.task_id, _text(xcoms), xcoms.is_archived)
    for query in (stored, published):
        # In small portions: larger ones were measured, and are slower.
        for run_id, task_id, text, is_archived, *place in connection.execute(query.execution_options(yield_per=500)):
            if run_id not in run_ids or run_id in rest:
                continue
            at_work = bool(running) and (run_id, task_id, tuple(place)) in running
            found = None if is_archived else sum_of(text, running=at_work) or sum_of(decoded(text), running=at_work)
            if found is None:
                rest.add(run_id)
                continue
            names, one, told = found
            if told is not None:
                budgets.append((run_id, task_id, told))
            group = groups.get((task_id, names))
            if group is None:
                group = groups[task_id, names] = Group(task_id, *names)
            lines.append((run_id, group, one))
    return [line for line in lines if line[0] not in rest] if rest else lines, rest


def _careful_lines(session: Session, run_ids: set[int], running: set[Owner], budgets: list[Told]) -> Iterator[Line]:
    found = records_by_instance(session, run_ids)
    instance_of = instances(session, run_ids) if running else None
    at_work = {(run_id, instance_of(task_id, place)) for run_id, task_id, place in running} if instance_of else set()
    for owner, records in found.items():
        run_id, instance = owner
        for number, record in enumerate(records):
            one = Sum.of(record, running=owner in at_work)
            if (told := record.value.get(BUDGETS)) is not None:
                budgets.append((run_id, instance.task_id, told))
            group = Group(instance.task_id, record.operation, record.model, record.connection)
            yield run_id, group, one._replace(tasks=int(not number))


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
    query, xcoms = _published(session, run_ids, beside_state=beside_state)
    query = query.with_only_columns(xcoms.dag_run_id, xcoms.task_id, xcoms.try_number, _text(xcoms), *xcoms.place)
    return [
        StoredValue(run_id, task_id, tuple(place), try_number, value)
        for run_id, task_id, try_number, value, *place in session.execute(query)
        if run_id in run_ids
    ]


def _published(
    session: Session, run_ids: Collection[int], *, beside_state: bool = False
) -> tuple[Select[Any], PublishedXComs]:
    """Return the query of the XComs of attempts that are archived or have no state, or else of the others."""
    xcoms = published_xcoms()
    places = [mine == its for mine, its in zip(place_of(State), xcoms.place, strict=True)]
    same = and_(State.dag_run_id == xcoms.dag_run_id, State.task_id == xcoms.task_id, State.key == STATE_KEY, *places)
    alone = or_(xcoms.is_archived, State.id.is_(None))
    query = (
        select(xcoms.dag_run_id)
        .select_from(xcoms.source)
        .outerjoin(State, same)
        .where(_by_run(session, xcoms.key) == ROW_KEY, _among(xcoms.dag_run_id, run_ids))
        .where(~alone if beside_state else alone)
    )
    return query.execution_options(**ALL_ATTEMPTS), xcoms


def _by_run(session: Session, key: ColumnElement[str]) -> ColumnElement[str]:
    """Return *key* so that the XComs of the runs are looked at, not each of this key that was ever published."""
    if session.get_bind().dialect.name != "sqlite":
        return key
    # SQLite, which knows no frequencies, prefers the index of keys to that of runs; an expression has no index.
    return UnaryExpression(key, operator=custom_op("+"), type_=key.type)


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
