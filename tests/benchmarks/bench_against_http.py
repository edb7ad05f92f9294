"""
Target 2: one batch task beside HttpOperator mapped over the same pages, on a live scheduler.

    python tests/benchmarks/bench_against_http.py [PAGES]

100 pages and 500, which take minutes, unless told otherwise.
"""

from __future__ import annotations

import sys

from tests.benchmarks.batches import Bench, live, seconds_of
from tests.benchmarks.figures import Figures
from tests.benchmarks.processes import cpu_seconds
from tests.benchmarks.server import running

PAGES = (100, 500)
MANY = 500
# The first task of each of Airflow's workers imports Airflow, which takes seconds, whatever the task.
WARM_UP = 64
DELAY = 0.5


def main(*counts: int) -> None:
    """Measure and print."""
    figures = Figures("against_http")
    # As many task processes at once as Airflow allows unless told otherwise.
    with live(parallelism=32) as bench, running(delay=DELAY) as server:
        bench.connect(server.url)
        for dag_id in ("bench_batch_http", "bench_batch_64"):
            bench.run(dag_id, WARM_UP)
        for pages in counts:
            before = server.requests()
            ours = _measure(bench, "bench_batch_64", pages)
            http = _measure(bench, "bench_batch_http", pages)
            if (answered := server.requests() - before) != 2 * pages:
                raise RuntimeError(f"{answered} requests were answered instead of {2 * pages}.")
            _tell(figures, pages, ours, http)
    figures.write()


def _tell(figures: Figures, pages: int, ours: dict[str, float], http: dict[str, float]) -> None:
    for name, side in (("our batch, 64 in flight", ours), ("HttpOperator mapped", http)):
        figures.note(f"{name}, {pages} pages of {DELAY:g} s", side["seconds"], "s")
        figures.note(f"{name}, {pages} pages, CPU a page, tasks and scheduler", side["cpu"] / pages, "s")
    many = pages >= MANY
    what = f"HttpOperator / our batch, {pages} pages"
    figures.judge(f"{what}, wall", http["seconds"] / ours["seconds"], at_least=40 if many else 20)
    if many:
        figures.judge(f"{what}, CPU of tasks and scheduler", http["cpu"] / ours["cpu"], at_least=100)
    else:
        figures.note(f"{what}, CPU of tasks and scheduler", http["cpu"] / ours["cpu"])


def _measure(bench: Bench, dag_id: str, pages: int) -> dict[str, float]:
    scheduler = bench.airflow.components["scheduler"].pid
    before = cpu_seconds(scheduler)
    run = bench.run(dag_id, pages, timeout=1_800)
    return {"cpu": cpu_seconds(scheduler) - before, "seconds": seconds_of(run)}


if __name__ == "__main__":
    main(*([int(sys.argv[1])] if len(sys.argv) > 1 else PAGES))
