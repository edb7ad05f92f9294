"""
What runs have spent in groups, read from Airflow's database.

The values are JSON text: reading them in Python is the same on every database, and faster than PostgreSQL's own JSON
functions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping
from itertools import chain, islice
from typing import Any, NamedTuple

from airflow.models.task_state_store import TaskStateStoreModel as State
from sqlalchemy import Select
from sqlalchemy.orm import Session

from airflow_provider.plugin.instances import records_by_instance
from airflow_provider.plugin.records import decoded
from airflow_provider.plugin.sound import Names, sum_of
from airflow_provider.plugin.spent import Sum, Tally
from airflow_provider.plugin.stored import Owner, published_values, running_owners, stored_values
from airflow_provider.state.airflow_versions import instances, place_of
from airflow_provider.state.record import BUDGETS

# Runs at once: their values are all in memory for a moment.
AT_ONCE = 5000
# Larger portions of rows were measured, and are slower.
PORTION = 500


class Group(NamedTuple):
    """What sums are kept apart by."""

    task_id: str
    operation: str | None
    model: str | None
    connection: str | None


Line = tuple[int, Group, Sum]
# The run and task that tell something of budgets.
Told = tuple[int, str, object]


def read_groups(
    session: Session, where: Mapping[int, Hashable], unfinished: Collection[int] = ()
) -> tuple[dict[Any, dict[Group, Sum]], set[int], list[Told]]:
    """
    Return, by what *where* has for the id of a run, what its tasks have spent in groups; and the runs that have.

    The third is what the tasks tell of budgets.

    In runs that are *unfinished*, calls of running tasks that have no answer are in flight.
    """
    tallies: dict[Any, defaultdict[Group, Tally]] = {}
    of_run = {run_id: tallies.setdefault(place, defaultdict(Tally)) for run_id, place in where.items()}
    spent: set[int] = set()
    budgets: list[Told] = []
    for some in _batches(sorted(where), AT_ONCE):
        run_ids = set(some)
        running = running_owners(session, run_ids.intersection(unfinished))
        lines, rest = _quick_lines(session, run_ids, running, budgets)
        lines += _careful_lines(session, rest, running, budgets)
        for run_id, group, one in lines:
            of_run[run_id][group].add(one)
            spent.add(run_id)
    return (
        {place: {group: one.sum for group, one in groups.items()} for place, groups in tallies.items() if groups},
        spent,
        budgets,
    )


def _quick_lines(
    session: Session, run_ids: set[int], running: set[Owner], budgets: list[Told]
) -> tuple[list[Line], set[int]]:
    """
    Return a line for each value of those runs where every one is sound and that of an instance of its own.

    Nearly all runs are like that, and nobody has to know then which task instance a value belongs to. Returns the other
    runs, too, and adds to *budgets* what the values tell of these.
    """
    quick = _Quick(run_ids, running, budgets)
    published, xcoms = published_values(session, run_ids)
    places = xcoms.place if running else ()
    for run_id, task_id, text, is_archived, *place in _rows(session, published.add_columns(xcoms.is_archived, *places)):
        if is_archived:
            quick.rest.add(run_id)
        else:
            quick.take(run_id, task_id, text, *place)
    places = place_of(State) if running else ()
    for row in _rows(session, stored_values(run_ids).add_columns(*places)):
        quick.take(*row)
    rest = quick.rest & run_ids
    return [line for line in quick.lines if line[0] not in rest] if rest else quick.lines, rest


class _Quick:
    """Takes values for those of instances of their own; `rest` are the runs that want to be read with more care."""

    def __init__(self, run_ids: set[int], running: set[Owner], budgets: list[Told]) -> None:
        self.lines: list[Line] = []
        self.rest: set[int] = set()
        self._run_ids = run_ids
        self._running = running
        self._budgets = budgets
        self._groups: dict[tuple[str, Names], Group] = {}

    def take(self, run_id: int, task_id: str, text: object, *place: Any) -> None:
        """Add the line of a value; *place* is wanted only where tasks are running."""
        if run_id not in self._run_ids or run_id in self.rest:
            return
        at_work = bool(self._running) and (run_id, task_id, place) in self._running
        found = sum_of(text, running=at_work) or sum_of(decoded(text), running=at_work)
        if found is None:
            self.rest.add(run_id)
            return
        names, one, told = found
        if told is not None:
            self._budgets.append((run_id, task_id, told))
        group = self._groups.get((task_id, names))
        if group is None:
            group = self._groups[task_id, names] = Group(task_id, *names)
        self.lines.append((run_id, group, one))


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


def _rows(session: Session, query: Select[Any]) -> Iterator[Any]:
    # Without the ORM, whose rows take longer; nothing of what it would hide is wanted hidden.
    found = session.connection().execute(query.execution_options(yield_per=PORTION))
    return chain.from_iterable(found.partitions())


def _batches(values: Iterable[int], size: int) -> Iterator[list[int]]:
    rest = iter(values)
    while some := list(islice(rest, size)):
        yield some
