"""
Where the values of spend stand in Airflow's database: in the task state store, and beside it in the XComs.

The truth is the record in the store, which goes on over tries. XCom `content_ai_spend` stands in for it where there is
none: after `clear_on_success`, for a value that cannot be read, and for attempts that were archived before a clear
discarded their record.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from airflow.models.task_state_store import TaskStateStoreModel as State
from sqlalchemy import ColumnElement, Select, Text, and_, or_, select, type_coerce
from sqlalchemy.orm import Session

from airflow_provider.plugin.queries import among, unindexed
from airflow_provider.spend import ROW_KEY, STATE_KEY
from airflow_provider.state.airflow_versions import (
    ALL_ATTEMPTS,
    Place,
    PublishedXComs,
    place_of,
    published_xcoms,
    running_attempts,
)

# The run, task and place of a task instance; all attempts of one have it in common.
Owner = tuple[int, str, Place]


def stored_values(run_ids: Collection[int]) -> Select[Any]:
    """Return the query of run, task and value of what the task state store has of the runs."""
    state: Any = State
    return select(state.dag_run_id, state.task_id, state.value).where(
        state.key == STATE_KEY, among(state.dag_run_id, run_ids)
    )


def published_values(
    session: Session, run_ids: Collection[int], *, beside_state: bool = False
) -> tuple[Select[Any], PublishedXComs]:
    """
    Return the query of run, task and value of the XComs of the runs, and the columns that may be added to it.

    They are those of attempts that are archived or have no state; *beside_state*, the others.
    """
    xcoms = published_xcoms()
    places = [mine == its for mine, its in zip(place_of(State), xcoms.place, strict=True)]
    same = and_(State.dag_run_id == xcoms.dag_run_id, State.task_id == xcoms.task_id, State.key == STATE_KEY, *places)
    alone = or_(xcoms.is_archived, State.id.is_(None))
    query = (
        select(xcoms.dag_run_id, xcoms.task_id, _text(xcoms))
        .select_from(xcoms.source)
        .outerjoin(State, same)
        # The runs are few among all in which a value of this key was ever published.
        .where(unindexed(session, xcoms.key) == ROW_KEY, among(xcoms.dag_run_id, run_ids))
        .where(~alone if beside_state else alone)
    )
    return query.execution_options(**ALL_ATTEMPTS), xcoms


def running_owners(session: Session, run_ids: Collection[int]) -> set[Owner]:
    """Return the task instances of the runs that are running now."""
    if not run_ids:
        return set()
    found = session.execute(running_attempts(run_ids))
    return {(run_id, task_id, tuple(place)) for run_id, task_id, *place in found}


def _text(xcoms: PublishedXComs) -> ColumnElement[str]:
    # What somebody has broken by hand must not fail where SQLAlchemy decodes it.
    return type_coerce(xcoms.value, Text())
