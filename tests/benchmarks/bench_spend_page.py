"""The spend page at 100,000 task instances with spend: on SQLite, and on PostgreSQL where it listens on loopback."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import socket
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import Engine, text
from sqlalchemy.orm import Session

from tests.benchmarks.figures import Figures

DAGS = [f"dag_{number:02}" for number in range(50)]
# One run of many tasks and many runs of one task are different work.
SHAPES = {"5,000 runs of 20 tasks": (100, 20), "100,000 runs of one task": (2000, 1)}
ROUNDS = 15
# The first answer after a start of the API server, and those after it.
SECONDS = {"5,000 runs of 20 tasks": (1.0, 0.1), "100,000 runs of one task": (2.5, 0.3)}


def main() -> None:
    """Measure and print."""
    figures = Figures("spend_page")
    with tempfile.TemporaryDirectory() as home:
        # Before Airflow is imported: it makes its home then.
        os.environ |= {"AIRFLOW_HOME": home, "AIRFLOW__CORE__LOAD_EXAMPLES": "False"}
        from tests.plugin import databases

        for shape in SHAPES:
            with tempfile.TemporaryDirectory() as folder:
                _measure(figures, "SQLite", shape, databases.sqlite(Path(folder)))
            if _listens():
                _measure(figures, "PostgreSQL", shape, databases.postgres())
    figures.write()


def _measure(figures: Figures, name: str, shape: str, database: Any) -> None:
    from tests.plugin.filling import fill

    runs, tasks = SHAPES[shape]
    with database as engine:
        fill(engine, dag_ids=DAGS, runs=runs, tasks=tasks)
        _analyze(engine)
        # What filling has left behind is not the page's to look through.
        gc.collect()
        with _page(engine) as ask:
            at_first, later = SECONDS[shape]
            first = ask("/data/overview")[0]
            figures.judge(f"{name}, {shape}: the first answer after a start, seconds", first, at_most=at_first)
            of_dag = {"dag_id": DAGS[0]}
            run_id = ask("/data/runs", **of_dag, limit=1)[1]["rows"][0]["run_id"]
            for path, params in (
                ("/data/overview", {}),
                ("/data/overview", {"by": "model"}),
                ("/data/breakdown", {"by": "dag", "limit": 25}),
                ("/data/breakdown", {"by": "task", "limit": 25}),
                ("/data/runs", {**of_dag, "sort": "cost", "limit": 25}),
                ("/data/tasks", {**of_dag, "run_id": run_id, "limit": 25}),
            ):
                took = statistics.median(ask(path, **params)[0] for _ in range(ROUNDS))
                what = "&".join([path, *(f"{key}={params[key]}" for key in ("by", "sort") if key in params)])
                figures.judge(f"{name}, {shape}: {what}, seconds", took, at_most=later)


def _analyze(engine: Engine) -> None:
    """Have PostgreSQL count its rows, as its autovacuum does within minutes; SQLite never does of its own."""
    if engine.dialect.name == "postgresql":
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text("ANALYZE"))


@contextlib.contextmanager
def _page(engine: Engine) -> Iterator[Any]:
    """Yield a function that asks the page on *engine* and returns the seconds that it took, and the answer."""
    # As above.
    from airflow.api_fastapi.common.db.common import _get_session
    from airflow.api_fastapi.core_api.security import get_user

    from airflow_provider.plugin import access, sums, tables
    from airflow_provider.plugin.app import app

    def session() -> Iterator[Session]:
        with Session(engine) as one:
            yield one

    # Signing in and asking the auth manager is Airflow's part, and the same on every page.
    app.dependency_overrides = {
        _get_session: session,
        get_user: lambda: "somebody",
        access.readable_dags: _dags,
        access.wanted_dag: lambda: DAGS[0],
    }
    tables.run_sums = sums.RunSums()
    tables.days_of_dags = sums.Days()

    def ask(path: str, **params: Any) -> tuple[float, Any]:
        async def once() -> httpx.Response:
            async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://page") as http:
                return await http.get(path, params=params)

        began = time.perf_counter()
        answer = asyncio.run(once())
        return time.perf_counter() - began, answer.raise_for_status().json()

    try:
        yield ask
    finally:
        app.dependency_overrides = {}


def _dags(dag_id: str | None = None) -> frozenset[str]:
    return frozenset(DAGS) if dag_id is None else frozenset({dag_id})


def _listens() -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", 5432), timeout=2):
        return True
    return False


if __name__ == "__main__":
    main()
