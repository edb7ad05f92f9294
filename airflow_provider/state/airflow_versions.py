"""
What differs between Airflow 3.3 and 3.4, in one place: nobody else asks which Airflow this is.

Decides by what Airflow offers wherever a worker or an API server can see it, and by the version only where nothing
shows it. Knows nothing of spend, pages or errors. Database models are imported in the functions that need them, for
a worker has no use of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from inspect import signature
from typing import TYPE_CHECKING, Any, NamedTuple

from airflow import __version__ as airflow_version

if TYPE_CHECKING:
    from datetime import timedelta

    from airflow.sdk import RetryDecision
    from airflow.sdk.bases.timetable import BaseTimetable
    from airflow.sdk.definitions.asset import BaseAsset
    from airflow.sdk.definitions.mappedoperator import OperatorPartial
    from sqlalchemy import ColumnElement, Select
    from sqlalchemy.orm import Session

# Where an instance of a task is in its run: Airflow 3.3 has its map index, 3.4 a region and the index in it.
Place = tuple[Any, ...]
# A region's path names, from the outside in, the loop around it in so many bytes, and the iteration in the last four.
PATH_STEP, INDEX_BYTES = 20, 4


def clear_discards_state() -> bool:
    """
    Say whether clearing a task instance discards its task state, unless `keep_task_state` is asked for.

    Where it does, each attempt is archived with its XComs; elsewhere the state outlives a clear and the XComs do not.
    """
    # By version: a task does not see how the API server clears.
    return tuple(int(part) for part in airflow_version.split(".")[:2]) >= (3, 4)


def wait_and_run_again(delay: timedelta | None, reason: str, *, longest: timedelta, most: int) -> RetryDecision:
    """
    Return the decision to run a task again after *delay* without using up a retry; Airflow 3.3 can only use one up.

    The waiting of one try ends after *longest*, or *most* times: then the task's own retries apply.
    """
    from airflow.sdk import RetryDecision

    if not hasattr(RetryDecision, "reschedule"):
        return RetryDecision.retry(delay=delay, reason=reason)
    decision: RetryDecision = RetryDecision.reschedule(
        delay, reason=reason, max_reschedules=most, reschedule_timeout=longest
    )
    return decision


def one_run_for_all(condition: BaseAsset) -> BaseAsset | BaseTimetable:
    """Return the schedule that starts one run for all events of *condition* that wait, not one for each."""
    import airflow.sdk

    # Airflow 3.3 knows nothing else, and from 3.4 on this is a choice.
    timetable = getattr(airflow.sdk, "AssetTriggeredTimetable", None)
    if timetable is None:
        return condition
    schedule: BaseTimetable = timetable(condition, batch_asset_events=True)
    return schedule


def restore_default(partial: OperatorPartial, given: Mapping[str, Any], name: str) -> None:
    """
    Let *partial*, made of the arguments *given*, have the operator's own default of *name*, as `__init__` would.

    Airflow 3.3.0 and 3.3.1 take BaseOperator's instead, None.
    """
    if partial.kwargs.get(name) is not None:
        return
    scopes = [scope for scope in (partial.kwargs["dag"], partial.kwargs["task_group"]) if scope is not None]
    if any(name in names for names in (given, given.get("default_args") or {}, *(one.default_args for one in scopes))):
        return
    inits = [vars(kind)["__init__"] for kind in partial.operator_class.__mro__ if "__init__" in vars(kind)]
    parameters = [signature(init).parameters[name] for init in inits if name in signature(init).parameters]
    partial.kwargs[name] = parameters[0].default


class Instance(NamedTuple):
    """A task instance as a user knows it, however often a clear has put it into a new place."""

    task_id: str
    map_index: int
    # What tells the loops around it apart, and the iteration of each from the outside in; empty outside of loops.
    loops: bytes = b""

    @property
    def iterations(self) -> tuple[int, ...]:
        """The iteration of each loop around it, the outermost first."""
        ends = range(PATH_STEP, len(self.loops) + 1, PATH_STEP)
        return tuple(int.from_bytes(self.loops[end - INDEX_BYTES : end]) for end in ends)


class PublishedXComs(NamedTuple):
    """The columns of a query over the XComs of all attempts; where attempts are not archived, of the last ones."""

    source: Any
    dag_run_id: Any
    task_id: Any
    place: tuple[Any, ...]
    try_number: Any
    is_archived: ColumnElement[bool]
    key: Any
    value: Any


def place_of(model: Any) -> tuple[Any, ...]:
    """Return the columns of *model* that tell the instances of one task in one run apart."""
    return (model.region_id, model.region_index) if hasattr(model, "region_index") else (model.map_index,)


def published_xcoms() -> PublishedXComs:
    """Return the XComs of all attempts, to be queried with the execution options of `ALL_ATTEMPTS`."""
    from airflow.models.taskinstance import TaskInstance
    from airflow.models.xcom import XComModel
    from sqlalchemy import false, join, literal

    xcom: Any = XComModel
    source, try_number, is_archived = xcom, literal(0), false()
    if attempts_are_archived():
        attempt: Any = TaskInstance
        source = join(xcom, attempt, xcom.task_instance_id == attempt.id)
        try_number, is_archived = attempt.try_number, attempt.working_set.is_(None)
    return PublishedXComs(
        source, xcom.dag_run_id, xcom.task_id, place_of(xcom), try_number, is_archived, xcom.key, xcom.value
    )


# Airflow 3.4 hides archived attempts from queries that do not ask for them; 3.3 does not know the option.
ALL_ATTEMPTS = {"include_all_attempts": True}


def attempts_are_archived() -> bool:
    """Say whether this Airflow's database keeps every attempt of a task."""
    from airflow.models.taskinstance import TaskInstance

    return hasattr(TaskInstance, "working_set")


def attempts_of_run(dag_id: str, run_id: str) -> Select[Any]:
    """Return the query of task id, state, try number and place of a run's attempts; those that count come last."""
    from airflow.models.taskinstance import TaskInstance
    from sqlalchemy import select

    attempt: Any = TaskInstance
    query = select(attempt.task_id, attempt.state, attempt.try_number, *place_of(attempt)).where(
        attempt.dag_id == dag_id, attempt.run_id == run_id
    )
    if attempts_are_archived():
        live_last = (attempt.working_set.is_not(None), attempt.try_number, attempt.id)
        query = query.order_by(*live_last).execution_options(**ALL_ATTEMPTS)
    return query


def running_attempts(dag_run_ids: Collection[int]) -> Select[Any]:
    """Return the query of run, task id and place of the task instances of the runs that are running now."""
    from airflow.models.dagrun import DagRun
    from airflow.models.taskinstance import TaskInstance
    from sqlalchemy import and_, select

    # Earlier attempts are hidden, and over.
    attempt: Any = TaskInstance
    same_run = and_(attempt.dag_id == DagRun.dag_id, attempt.run_id == DagRun.run_id)
    return (
        select(DagRun.id, attempt.task_id, *place_of(attempt))
        .join(DagRun, same_run)
        .where(attempt.state.in_(("running", "restarting")), DagRun.id.in_(dag_run_ids))
    )


def instances(session: Session, dag_run_ids: Collection[int]) -> Callable[[str, Place], Instance]:
    """Return what turns a task id and a place in one of the runs into the task instance that users know."""
    if not attempts_are_archived():
        return lambda task_id, place: Instance(task_id, place[0])
    regions = _regions(session, dag_run_ids)

    def instance(task_id: str, place: Place) -> Instance:
        region_id, index = place
        if region_id not in regions:
            return Instance(task_id, index)
        node_id, family, path = regions[region_id]
        if node_id == task_id:
            # The expansion of a mapped task; a clear may have made it anew, so that it has no name of its own.
            return Instance(task_id, index, path)
        return Instance(task_id, -1, path + family.bytes + index.to_bytes(INDEX_BYTES))

    return instance


def _regions(session: Session, dag_run_ids: Collection[int]) -> dict[Any, tuple[str, Any, bytes]]:
    from airflow.models.dagrun import DagRun
    from airflow.models.dynamic_region import DynamicRegion
    from sqlalchemy import and_, select

    same_run = and_(DynamicRegion.dag_id == DagRun.dag_id, DynamicRegion.run_id == DagRun.run_id)
    query = (
        select(DynamicRegion.id, DynamicRegion.node_id, DynamicRegion.family_root_id, DynamicRegion.path)
        .join(DagRun, same_run)
        .where(DagRun.id.in_(dag_run_ids))
    )
    return {region_id: (node_id, family, path) for region_id, node_id, family, path in session.execute(query)}
