"""Whose figures the signed-in user may see: those of the DAGs that Airflow's auth manager lets them read."""

from __future__ import annotations

from typing import Annotated

from airflow.api_fastapi.app import get_auth_manager
from airflow.api_fastapi.core_api.security import GetUserDep
from fastapi import Depends, HTTPException, Query

DagId = Annotated[str, Query(min_length=1, max_length=250)]


def all_readable_dags(user: GetUserDep) -> frozenset[str]:
    """Return the ids of all DAGs that the user may read, whichever is asked for."""
    return frozenset(get_auth_manager().get_authorized_dag_ids(user=user, method="GET"))


def readable_dags(user: GetUserDep, dag_id: DagId | None = None) -> frozenset[str]:
    """Return the ids of all DAGs that the user may read, or of the one that is asked for."""
    known = all_readable_dags(user)
    return known if dag_id is None else frozenset({checked(dag_id, known)})


def wanted_dag(user: GetUserDep, dag_id: DagId) -> str:
    """Return the DAG that is asked for."""
    return checked(dag_id, all_readable_dags(user))


def checked(dag_id: str, known: frozenset[str]) -> str:
    """Return *dag_id* if it is *known* to the user, and refuse it otherwise."""
    # The same answer whether it is not there or not theirs: a stranger to a DAG learns nothing of it.
    if dag_id not in known:
        raise HTTPException(403, "There is no such DAG, or you may not read it.")
    return dag_id


AllReadableDags = Annotated[frozenset[str], Depends(all_readable_dags)]
ReadableDags = Annotated[frozenset[str], Depends(readable_dags)]
WantedDag = Annotated[str, Depends(wanted_dag)]
