"""
The records of task instances that count, whatever attempts, clears and hands have made of them.

Which task instance a value belongs to takes a while to find out, so that only those are read here that want it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from airflow.models.dagrun import DagRun
from airflow.models.task_state_store import TaskStateStoreModel as State
from sqlalchemy.orm import Session

from airflow_provider.plugin.records import read
from airflow_provider.plugin.stored import Owner, published_values, stored_values
from airflow_provider.spend import ROW_KEY, STATE_KEY
from airflow_provider.state.airflow_versions import Instance, Place, instances, place_of
from airflow_provider.state.record import Record

STORE, XCOM = f"The value {STATE_KEY!r} in the task state store", f"XCom {ROW_KEY!r}"
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
        """The task instance that it is of."""
        return self.dag_run_id, self.task_id, self.place


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
    for run_id, task_id, value, *place in session.execute(stored_values(run_ids).add_columns(*place_of(State))):
        if run_id in run_ids:
            yield StoredValue(run_id, task_id, tuple(place), 0, value)


def _all_published(session: Session, run_ids: Collection[int], *, beside_state: bool = False) -> list[StoredValue]:
    query, xcoms = published_values(session, run_ids, beside_state=beside_state)
    return [
        StoredValue(run_id, task_id, tuple(place), try_number, value)
        for run_id, task_id, value, try_number, *place in session.execute(
            query.add_columns(xcoms.try_number, *xcoms.place)
        )
        if run_id in run_ids
    ]
