"""
The spend page of an Airflow that has runs of all kinds, served on loopback.

The tables are made in the AIRFLOW_HOME of this process, which has to be empty.
"""

from __future__ import annotations

import contextlib
import random
import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import uvicorn
from airflow.api_fastapi.core_api.security import get_user
from airflow.models.base import Base
from airflow.models.dagrun import DagRun
from airflow.models.taskinstance import TaskInstance
from airflow.settings import engine
from fastapi import FastAPI
from sqlalchemy import select, update

from airflow import models
from airflow_provider.api.answers import Usage
from airflow_provider.api.money import NOTHING, Money
from airflow_provider.plugin import access
from airflow_provider.plugin.app import app
from airflow_provider.state.record import Record
from tests.plugin.filling import fill

PAGE = "/content-ai-spend"
# Twenty runs in all, and more rows than a table shows at once.
FEW = ("press_clippings", "supplier_stock", "price_history", "support_answers", "bookshop_catalogue")
MANY = tuple(f"team_{number:02}_collects_what_it_reads" for number in range(40))
RUNNING = FEW[0]
OPERATIONS = ("extract", "extract", "markdown_convert", "text_generation", "collection_query")


class Readable:
    """Which DAGs the signed-in user may read; a view sets it."""

    def __init__(self) -> None:
        self.dags: frozenset[str] = frozenset()

    def all(self) -> frozenset[str]:
        """Stand for `access.all_readable_dags`."""
        return self.dags

    def wanted(self, dag_id: access.DagId) -> str:
        """Stand for `access.wanted_dag`."""
        return access.checked(dag_id, self.dags)

    def some(self, dag_id: access.DagId | None = None) -> frozenset[str]:
        """Stand for `access.readable_dags`."""
        return self.dags if dag_id is None else frozenset({self.wanted(dag_id)})


@contextlib.contextmanager
def page() -> Iterator[tuple[str, Readable]]:
    """Serve the page, and yield the URL that it is below and what can be read on it."""
    models.import_all_models()
    Base.metadata.create_all(engine)
    fill(engine, dag_ids=FEW, runs=4, tasks=5, days=40, of=record)
    fill(engine, dag_ids=MANY, runs=30, tasks=2, days=55, of=record)
    _let_run(RUNNING)
    readable = Readable()
    # Signing in and asking the auth manager is Airflow's part.
    app.dependency_overrides = {
        get_user: lambda: "somebody",
        access.all_readable_dags: readable.all,
        access.readable_dags: readable.some,
        access.wanted_dag: readable.wanted,
    }
    whole = FastAPI()
    whole.mount(PAGE, app)
    server = uvicorn.Server(uvicorn.Config(whole, host="127.0.0.1", port=0, log_level="error"))
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        while not server.started:
            time.sleep(0.05)
        [socket] = server.servers[0].sockets
        yield f"http://127.0.0.1:{socket.getsockname()[1]}", readable
    finally:
        server.should_exit = True
        thread.join()
        app.dependency_overrides = {}


def _let_run(dag_id: str) -> None:
    """Let one run of the DAG be at its first task."""
    with engine.begin() as connection:
        run_id = connection.scalar(
            select(DagRun.run_id).where(DagRun.dag_id == dag_id).order_by(DagRun.run_after.desc())
        )
        run, task = (one.run_id == run_id for one in (DagRun, TaskInstance))
        connection.execute(update(DagRun).where(run).values(state="running"))
        connection.execute(update(TaskInstance).where(task, TaskInstance.task_id == "task_00").values(state="running"))


def record(chance: random.Random) -> Record:
    """Return the record of a task of any operation, with all that the page has words for, and with budgets."""
    operation = chance.choice(OPERATIONS)
    reports = operation != "extract"
    calls = chance.randrange(1, 6)
    unpriced = chance.random() < 0.1
    cost = NOTHING if unpriced else Money.of(Decimal(chance.randrange(1, 600)) / 10_000, "EUR")
    reused = chance.choice((0, 0, 0, 3))
    usage = Usage(
        calls=calls,
        tokens=chance.randrange(2000) if reports else None,
        unreported_calls=0 if reports else calls,
        unconfirmed_calls=int(chance.random() < 0.06),
        unpriced_calls=calls if unpriced else 0,
        reused_calls=reused,
        cost=cost,
        saved=Money.of(Decimal(reused) / 100, "EUR") if reused else NOTHING,
    )
    return Record(
        id=f"{chance.getrandbits(48):012x}",
        operation=operation,
        model=chance.choice(("small", "large")) if operation == "text_generation" else None,
        connection=chance.choice(("content_ai_default", "content_ai_eu")),
        tries=chance.choice((1, 1, 2)),
        last_try=1,
        seconds=round(9 * chance.random(), 3),
        usage=usage,
        budgets=_budgets(),
        progress={"total": 300, "done": 180, "failed": 2, "in_flight": 16, "seconds_left": 95.0, "at": time.time()},
    )


def _budgets() -> tuple[dict[str, Any], ...]:
    """Return one with room, one that warns, one that is used up, and one of tokens that nobody reports."""
    now = datetime.now(UTC)
    month: dict[str, Any] = {"scope": "month", "period": f"{now:%Y-%m}", "on_exceed": "fail", "warn_at": 0.8}
    day = {**month, "scope": "day", "period": f"{now:%Y-%m-%d}"}
    run = {**month, "scope": "run", "period": None, "name": None, "warn_at": None}
    return (
        {**month, "name": "research", "limit": _euros("25"), "spent": _euros("8.75")},
        {**month, "name": "support", "limit": _euros("12"), "spent": _euros("10.32")},
        {**day, "name": "prices", "limit": {"calls": 500}, "spent": {"calls": 500}},
        {**run, "limit": {"tokens": 20_000, "calls": 50}, "spent": {"tokens": None, "calls": 21}},
    )


def _euros(amount: str) -> dict[str, str]:
    return {"cost": amount, "currency": "EUR"}
