"""
Target 3: what one call of one operator costs, beside an empty task and HttpOperator, on a live scheduler.

`nox --session cost` runs it where no other plugin is loaded: OpenLineage's, which the dev packages bring, has imported
half of what HttpOperator needs before a task begins.
"""

from __future__ import annotations

import importlib.util
import json
import statistics
import tempfile
from pathlib import Path

from dags_examples.run.local_airflow import LocalAirflow
from tests.benchmarks.figures import Figures
from tests.benchmarks.processes import compile_package, cpu_seconds
from tests.benchmarks.server import running

DAGS = Path(__file__).parent / "dags"
SIDES = ("empty", "ours", "http")
PAGES = 100
ROUNDS = 3


def main() -> None:
    """Measure and print."""
    figures = Figures("single_call")
    if importlib.util.find_spec("openlineage") is not None:
        figures.note("loaded besides, which spares HttpOperator half of its imports", "OpenLineage's plugin")
    compile_package()
    with tempfile.TemporaryDirectory() as folder, running(delay=0) as server:
        env = {
            "AIRFLOW_CONN_CONTENT_AI_DEFAULT": json.dumps(
                {"conn_type": "content_ai", "host": server.url, "password": "key"}
            ),
            "AIRFLOW_CONN_BENCH_HTTP": json.dumps({"conn_type": "http", "host": server.url}),
        }
        with LocalAirflow(Path(folder), dags=[DAGS], env=env, parallelism=2) as airflow:
            for side in SIDES:
                airflow.api.wait_for_dag(f"bench_{side}")
            rounds = [{side: _per_task(airflow, side) for side in SIDES} for _ in range(ROUNDS)]
    for place in ("task", "airflow"):
        where = "tasks and scheduler" if place == "task" else "the whole Airflow"
        for side in SIDES:
            figures.note(f"{side}, CPU s a task, {where}", statistics.median(r[side][place] for r in rounds), "s")
    figures.judge(
        "our operator / an empty task, CPU of tasks and scheduler",
        statistics.median(r["ours"]["task"] / r["empty"]["task"] for r in rounds),
        at_most=1.2,
    )
    figures.judge(
        "HttpOperator / our operator, CPU of tasks and scheduler",
        statistics.median(r["http"]["task"] / r["ours"]["task"] for r in rounds),
        at_least=1.8,
    )
    figures.write()


def _per_task(airflow: LocalAirflow, side: str) -> dict[str, float]:
    before = {name: cpu_seconds(component.pid) for name, component in airflow.components.items()}
    state = airflow.api.trigger(f"bench_{side}").wait(timeout=600)
    if state != "success":
        raise RuntimeError(f"bench_{side} ended as {state}")
    used = {name: cpu_seconds(component.pid) - before[name] for name, component in airflow.components.items()}
    return {"task": used["scheduler"] / PAGES, "airflow": sum(used.values()) / PAGES}


if __name__ == "__main__":
    main()
