"""Runs with spend, written straight into Airflow's tables: as many as a test or benchmark wants."""

from __future__ import annotations

import json
import random
import uuid
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

from airflow.models import xcom
from airflow.models.dag import DagModel
from airflow.models.dagbundle import DagBundleModel
from airflow.models.dagrun import DagRun
from airflow.models.task_state_store import TaskStateStoreModel
from airflow.models.taskinstance import TaskInstance
from sqlalchemy import ColumnElement, Connection, Engine, insert, inspect, select

from airflow_provider.api.answers import Usage
from airflow_provider.api.money import Money
from airflow_provider.spend import ROW_KEY, STATE_KEY
from airflow_provider.state.record import Record

# Where Airflow writes XComs: from 3.4 on, `XComModel` only reads.
XComs = getattr(xcom, "XComModelV2", None) or xcom.XComModel

RUNS_AT_ONCE = 500


def record(chance: random.Random, currency: str | None = "EUR") -> Record:
    """Return the record of a task that has called once."""
    cost = Money.of(Decimal(chance.randrange(10_000)) / 10_000, currency)
    spent = Usage(calls=1, tokens=chance.randrange(2000), cost=cost)
    seconds = round(9 * chance.random(), 3)
    names = {"operation": "text_generation", "model": "small", "connection": "content_ai_default"}
    return Record(id=f"{chance.getrandbits(48):012x}", **names, tries=1, last_try=1, seconds=seconds, usage=spent)


def fill(  # noqa: PLR0913 - a fact each
    engine: Engine,
    *,
    dag_ids: Sequence[str],
    runs: int,
    tasks: int,
    days: float = 28,
    of: Callable[[random.Random], Record] = record,
) -> None:
    """Write *runs* runs for each DAG, spread over the last *days*, each of *tasks* task instances that spent *of*."""
    chance = random.Random(1)
    with engine.begin() as connection:
        _write_dags(connection, dag_ids)
        first = (connection.execute(select(DagRun.id).order_by(DagRun.id.desc()).limit(1)).scalar() or 0) + 1
        # Airflow numbers runs as they come.
        ages = sorted((days * chance.random() for _ in range(runs * len(dag_ids))), reverse=True)
        rows = [_run(first + number, dag_ids[number % len(dag_ids)], age) for number, age in enumerate(ages)]
        write(connection, DagRun, rows)
        for start in range(0, len(rows), RUNS_AT_ONCE):
            some = rows[start : start + RUNS_AT_ONCE]
            _write_tasks(connection, [(run, [of(chance) for _ in range(tasks)]) for run in some])


def of_dag(dag_id: str) -> ColumnElement[bool]:
    """Return the condition that an XCom is one of this DAG."""
    if hasattr(XComs, "dag_id"):
        return XComs.dag_id == dag_id
    return XComs.task_instance_id.in_(select(TaskInstance.id).where(TaskInstance.dag_id == dag_id))


def published(record: Record) -> dict[str, Any]:
    """Return what the ledger publishes of *record* for the page and reports."""
    unpublished = {"version", "last_try"}
    return {name: value for name, value in record.value.items() if name not in unpublished} | {"map_index": -1}


def _write_dags(connection: Any, dag_ids: Sequence[str]) -> None:
    if connection.execute(select(DagBundleModel.name).where(DagBundleModel.name == "filled")).first() is None:
        write(connection, DagBundleModel, [{"name": "filled", "active": True}])
    flags = dict.fromkeys(
        ("is_paused", "is_stale", "exceeds_max_non_backfill", "timetable_partitioned", "timetable_periodic"), False
    )
    numbers = {"max_active_tasks": 16, "max_consecutive_failed_dag_runs": 0, "has_task_concurrency_limits": False}
    known = {
        "bundle_name": "filled",
        "timetable_type": "",
        "partition_mapper_info": {},
        "fileloc": "",
        **flags,
        **numbers,
    }
    # Other tests of this session may have run a DAG of the same name.
    there = set(connection.execute(select(DagModel.dag_id)).scalars())
    if missing := [{"dag_id": dag_id, **known} for dag_id in dag_ids if dag_id not in there]:
        write(connection, DagModel, missing)


def _run(number: int, dag_id: str, age: float) -> dict[str, Any]:
    at = datetime.now(UTC) - timedelta(hours=1, days=age)
    moments = ("logical_date", "run_after", "start_date", "created_at", "updated_at", "queued_at")
    return {
        "id": number,
        "dag_id": dag_id,
        "run_id": f"scheduled__{at.isoformat()}",
        "end_date": at + timedelta(minutes=5),
        "state": "success",
        "run_type": "scheduled",
        "clear_number": 0,
        "span_status": "ended",
        **dict.fromkeys(moments, at),
    }


def _write_tasks(connection: Any, runs: Sequence[tuple[dict[str, Any], Sequence[Record]]]) -> None:
    instances, stored, xcoms = [], [], []
    for run, records in runs:
        for number, spent in enumerate(records):
            name = {"dag_id": run["dag_id"], "run_id": run["run_id"], "task_id": f"task_{number:02}", "map_index": -1}
            instance = {**name, **task_instance(run)}
            instances.append(instance)
            shared = {"dag_run_id": run["id"], "task_instance_id": instance["id"], **name}
            stored.append({**shared, "key": STATE_KEY, "value": json.dumps(spent.value), "updated_at": run["end_date"]})
            xcoms.append({**shared, "key": ROW_KEY, "value": published(spent), "timestamp": run["end_date"]})
            xcoms.append({**shared, "key": "return_value", "value": "text", "timestamp": run["end_date"]})
    write(connection, TaskInstance, instances)
    write(connection, TaskStateStoreModel, stored)
    write(connection, XComs, xcoms)


def write(connection: Connection, model: Any, rows: Sequence[dict[str, Any]]) -> None:
    """Write *rows* into the table of *model*; columns that it does not have in this Airflow are left out."""
    table = inspect(model).local_table
    if "region_index" in table.c:
        rows = [{"region_index": row["map_index"], **row} for row in rows]
    if rows:
        connection.execute(insert(table), [{name: row[name] for name in row.keys() & table.c.keys()} for row in rows])


def task_instance(run: dict[str, Any]) -> dict[str, Any]:
    """Return a finished task instance of *run*, but for what names it."""
    known = {"pool": "default_pool", "pool_slots": 1, "queue": "default", "span_status": "ended", "executor_config": {}}
    facts = {"state": "success", "try_number": 1, "max_tries": 1, "priority_weight": 1, "operator": "An operator"}
    return {"id": uuid.uuid4(), "start_date": run["start_date"], "end_date": run["end_date"], **known, **facts}
