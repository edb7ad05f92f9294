"""The spend page at 100,000 task instances with spend: on SQLite, and on PostgreSQL where it listens on loopback."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import Engine
from sqlalchemy.orm import Session

from tests.benchmarks.figures import Figures

DAGS = [f"dag_{number:02}" for number in range(50)]
# One run of many tasks and many runs of one task are different work.
SHAPES = {"5,000 runs of 20 tasks": (100, 20), "100,000 runs of one task": (2000, 1)}
ROUNDS = 15
SECONDS = {"SQLite": 1.0, "PostgreSQL": 0.5}


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
        with _page(engine) as ask:
            first = ask("/data/days")[0]
            figures.note(f"{name}, {shape}: the first answer after a start of the API server", first, "s")
            run_id = ask("/data/runs", dag_id=DAGS[0], limit=1)[1]["rows"][0]["run_id"]
            for path, params in (
                ("/data/days", {}),
                ("/data/dags", {}),
                ("/data/runs", {"dag_id": DAGS[0]}),
                ("/data/tasks", {"dag_id": DAGS[0], "run_id": run_id}),
            ):
                took = statistics.median(ask(path, **params)[0] for _ in range(ROUNDS))
                figures.judge(f"{name}, {shape}: {path}, seconds", took, at_most=SECONDS[name])


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
        access.readable_dags: lambda: frozenset(DAGS),
        access.wanted_dag: lambda: DAGS[0],
    }
    tables.run_sums = sums.RunSums()
    tables._days_of.clear()

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


def _listens() -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", 5432), timeout=2):
        return True
    return False


if __name__ == "__main__":
    main()
