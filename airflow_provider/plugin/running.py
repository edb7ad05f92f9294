"""The batches that run now, as their stored records tell, at most a few seconds old."""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Any

from airflow.models.dagrun import DagRun
from airflow.models.task_state_store import TaskStateStoreModel as State
from sqlalchemy import select
from sqlalchemy.orm import Session

from airflow_provider.plugin.records import decoded
from airflow_provider.plugin.runs import OVER
from airflow_provider.plugin.stored import running_owners
from airflow_provider.spend import STATE_KEY
from airflow_provider.state.airflow_versions import instances, place_of

COUNTS = ("total", "done", "failed", "in_flight")


def running_batches(session: Session, dag_ids: Collection[str], run_id: str | None = None) -> list[dict[str, Any]]:
    """Return a row for each batch of the DAGs, or of one run of theirs, that a running task is at."""
    unfinished = select(DagRun.id, DagRun.dag_id, DagRun.run_id).where(DagRun.state.not_in(OVER))
    if run_id is not None:
        unfinished = unfinished.where(DagRun.run_id == run_id)
    runs = {number: (dag, run) for number, dag, run in session.execute(unfinished) if dag in dag_ids}
    at_work = running_owners(session, runs)
    if not at_work:
        return []
    found = session.execute(
        select(State.dag_run_id, State.task_id, State.value, *place_of(State)).where(
            State.key == STATE_KEY, State.dag_run_id.in_({number for number, *_ in at_work})
        )
    )
    instance_of = instances(session, list(runs))
    rows = []
    for number, task_id, text, *place in found:
        if (number, task_id, tuple(place)) not in at_work or (shown := _progress(text)) is None:
            continue
        dag_id, of_run = runs[number]
        instance = instance_of(task_id, tuple(place))
        names = {"dag_id": dag_id, "run_id": of_run, "task_id": instance.task_id, "map_index": instance.map_index}
        iteration = ".".join(map(str, instance.iterations)) or None
        rows.append({**names, "iteration": iteration, **shown})
    return sorted(rows, key=lambda row: (row["dag_id"], row["run_id"], row["task_id"], row["map_index"]))


def _progress(text: object) -> dict[str, Any] | None:
    """Return what a record says of its batch; None where it says nothing that can be believed."""
    told = (decoded(text) or {}).get("progress")
    if not isinstance(told, dict) or not all(type(told.get(name)) is int for name in COUNTS):
        return None
    left, at = told.get("seconds_left"), told.get("at")
    if not isinstance(at, int | float):
        return None
    age = max(0.0, time.time() - at)
    seconds_left = max(0.0, left - age) if isinstance(left, int | float) else None
    return {**{name: told[name] for name in COUNTS}, "seconds_left": seconds_left, "age": round(age, 1)}
