"""What a page has left in Airflow, and what Airflow makes of what a page shows."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path


def dag_bag(path: Path) -> Any:
    """Return what Airflow's own DAG processor makes of *path*."""
    from airflow.dag_processing.dagbag import BundleDagBag

    return BundleDagBag(dag_folder=path, bundle_path=path.parent, bundle_name="dags-folder")


def left_by(run: Any) -> dict[tuple[str, str, str], Any]:
    """Return the XComs and the stored state of a DAG run."""
    from airflow.models.task_state_store import TaskStateStoreModel
    from airflow.models.xcom import XComModel
    from airflow.sdk.serde import deserialize
    from airflow.utils.session import create_session
    from sqlalchemy import select

    found = {}
    with create_session() as session:
        for kind, model in (("xcom", XComModel), ("state", TaskStateStoreModel)):
            for row in session.scalars(select(model).filter_by(dag_id=run.dag_id, run_id=run.run_id)):
                value = deserialize(row.value) if kind == "xcom" else json.loads(row.value)
                found[kind, row.task_id, row.key] = value
    return found


def connection_from(text: str) -> Any:
    """Return the Airflow connection that a URI or JSON text stands for."""
    from airflow.models.connection import Connection

    if text.startswith("{"):
        return Connection.from_json(text, conn_id="example")
    assert text.startswith("content-ai://")
    return Connection(conn_id="example", uri=text)


def added_by(words: list[str]) -> Any:
    """Return the connection that `airflow connections add` makes of its arguments."""
    from airflow.cli.cli_parser import get_parser
    from airflow.models.connection import Connection

    given = get_parser().parse_args(words)
    names = ("conn_type", "host", "password", "login", "port", "schema", "extra")
    values = {name: getattr(given, f"conn_{name.removeprefix('conn_')}") for name in names}
    return Connection(conn_id="example", **values)


def copy_database(target: Path) -> None:
    """Copy Airflow's tables, for making them takes seconds."""
    from airflow.settings import engine

    source = engine.url.database if engine.url.drivername.startswith("sqlite") else None
    if source:
        with contextlib.closing(sqlite3.connect(source)) as old, contextlib.closing(sqlite3.connect(target)) as new:
            old.backup(new)
