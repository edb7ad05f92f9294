"""A live Airflow with the batch DAGs, and the links that they ask for."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from dags_examples.run.local_airflow import LocalAirflow
from dags_examples.run.rest import Run
from tests.benchmarks.processes import compile_package

# How often a run is asked whether it has ended.
ASK_SECONDS = 2.0
DAGS = Path(__file__).parent / "batch_dags"


@dataclass(frozen=True)
class Bench:
    """The Airflow, and the folder of links and results."""

    airflow: LocalAirflow
    folder: Path

    def connect(self, url: str, **extra: object) -> None:
        """Have both sides ask the service at *url*; *extra* are further fields of our connection."""
        put = self.airflow.api.put
        ours = {"conn_type": "content_ai", "host": url, "password": "key", "extra": json.dumps(extra)}
        put("connections", "connection_id", "content_ai_default", ours)
        put("connections", "connection_id", "bench_http", {"conn_type": "http", "host": url})

    def begin(self, dag_id: str, items: int, **conf: Any) -> Run:
        """Start a run over *items* links."""
        (self.folder / f"{items}.txt").write_text("\n".join(f"https://example.com/{one}" for one in range(items)))
        return self.airflow.api.trigger(dag_id, {"items": items, **conf})

    def run(self, dag_id: str, items: int, *, timeout: float = 900, **conf: Any) -> Run:
        """Run to a success."""
        run = self.begin(dag_id, items, **conf)
        # Asked seldom: the API server that answers also writes the task's state.
        if (state := run.wait(timeout=timeout, every=ASK_SECONDS)) != "success":
            raise RuntimeError(f"{dag_id} ended as {state}: {run.log('pages')[-2000:]}")
        return run


@contextmanager
def live(parallelism: int = 2) -> Iterator[Bench]:
    """Start it, and stop it at the end."""
    compile_package()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "files").mkdir()
        env = {"BENCH_FOLDER": str(folder / "files")}
        with LocalAirflow(folder / "airflow", dags=[DAGS], env=env, parallelism=parallelism) as airflow:
            for dag_id in ("bench_batch_64", "bench_batch_http"):
                airflow.api.wait_for_dag(dag_id)
            yield Bench(airflow, folder / "files")


def seconds_of(run: Run) -> float:
    """Return how long the run took by Airflow's own clock: from the start of its first task to the end of its last."""
    tasks = run.tasks()
    moments = {end: [datetime.fromisoformat(task[f"{end}_date"]) for task in tasks] for end in ("start", "end")}
    return (max(moments["end"]) - min(moments["start"])).total_seconds()


def lines_of(path: str) -> list[dict[str, Any]]:
    """Return the rows of a file of JSON lines."""
    with Path(path).open() as lines:
        return [json.loads(line) for line in lines]
