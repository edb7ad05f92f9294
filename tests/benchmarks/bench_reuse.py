"""
Nights of a batch that reuses: what is paid, what a look costs, and what the memory takes.

The site changes 3 % of its pages before each night, and adds noise to every load. Each night is a process of its own,
forked from one that has loaded Airflow, as Airflow's workers do it. Without PAGES_OF_MEMORY, memory is not measured.

    python tests/benchmarks/bench_reuse.py [PAGES [NIGHTS [PAGES_OF_MEMORY]]]
"""

from __future__ import annotations

import json
import multiprocessing
import os
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from tests.benchmarks.changing_site import Site, changed_in, running
from tests.benchmarks.figures import Figures

PAGES = 10_000
NIGHTS = 30
PAGES_OF_MEMORY = 100_000
SHARE = 0.03
# What a call costs in the simulation, in dollars.
PRICE = 0.005
MB = 1024**2
_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload(["airflow_provider.operators", "airflow_provider.reuse", "tests.standins"])


def main(pages: int = PAGES, nights: int = NIGHTS, pages_of_memory: int = PAGES_OF_MEMORY) -> None:
    """Measure and print."""
    figures = Figures("reuse")
    with running() as site, tempfile.TemporaryDirectory() as folder:
        _nights(figures, site, folder, pages, nights)
    if pages_of_memory:
        with running() as site, tempfile.TemporaryDirectory() as folder:
            _memory(figures, site, folder, pages_of_memory)
    figures.write()


def _nights(figures: Figures, site: Site, folder: str, pages: int, nights: int) -> None:
    links, calls, wrong, looks = site.links(pages), 0, 0, []
    for night in range(nights):
        changed = changed_in(night, pages, SHARE)
        site.change(changed)
        told = _night(site, links, folder, reuse=True)
        paid = site.paid()
        calls += len(paid)
        wrong += sorted(paid) != (sorted(changed) if night else list(range(pages)))
        versions = site.versions()
        wrong += [row["price"] for row in _rows(folder)] != [versions.get(number, 0) for number in range(pages)]
        if night:
            looks.append(told)
    figures.judge(f"nights of {nights} in which paid and rows are not what the site held", wrong, at_most=0)
    figures.note(f"calls of {nights} nights of {pages:,} pages, {SHARE:.0%} changed", calls)
    figures.note("calls without reuse", nights * pages)
    figures.note("seconds of the median night", sorted(one["seconds"] for one in looks)[len(looks) // 2])
    figures.note("dollars, and without reuse", f"{calls * PRICE:,.2f}, {nights * pages * PRICE:,.2f}")
    best = sorted(looks, key=lambda one: one["seconds"])[len(looks) // 2]
    figures.judge("looks a second, 64 hosts, the median night", pages / best["seconds"], at_least=200)
    figures.judge("CPU of a look, with all that the task does, ms", 1000 * best["cpu"] / pages, at_most=5)


def _memory(figures: Figures, site: Site, folder: str, pages: int) -> None:
    links = site.links(pages, "small")
    without = _night(site, links, folder, reuse=False)
    for name in ("all new", "none changed"):
        told = _night(site, links, folder, reuse=True)
        more = (told["peak"] - without["peak"]) / MB
        figures.judge(f"memory above the same batch without reuse, {pages:,} pages, {name}, MB", more, at_most=60)
        figures.note(f"{pages:,} pages, {name}", told["seconds"], "s")


def _night(site: Site, links: list[str], folder: str, *, reuse: bool) -> dict[str, float]:
    """Run the task once, in a process of its own; return its seconds, CPU seconds and peak memory."""
    Path(folder, "links.txt").write_text("\n".join(links))
    with _processes.Pool(1) as pool:
        return pool.apply(run, (site.service, folder, reuse))


def run(service: str, folder: str, reuse: bool) -> dict[str, float]:  # noqa: FBT001 - called by a pool
    """Run the batch as a task does."""
    connection = {"conn_type": "content_ai", "host": service, "password": "key"}
    os.environ["AIRFLOW_CONN_CONTENT_AI_DEFAULT"] = json.dumps(connection)
    from airflow_provider.operators import ExtractBatchOperator
    from tests.standins import MemoryStore, TaskInstance, execute

    operator = ExtractBatchOperator(
        task_id="books",
        links=f"file://{folder}/links.txt",
        prompt="The book",
        json_schema={"title": "string", "price": "number"},
        concurrency=32,
        result_path=f"file://{folder}/rows.jsonl",
        reuse={"memory": f"file://{folder}/memory", "allow_private": True} if reuse else None,
    )
    began, cpu = time.monotonic(), time.process_time()
    execute(operator, MemoryStore(), TaskInstance())
    return {
        "seconds": time.monotonic() - began,
        "cpu": time.process_time() - cpu,
        "peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024.0,
    }


def _rows(folder: str) -> list[dict[str, Any]]:
    with Path(folder, "rows.jsonl").open() as lines:
        return [json.loads(line) for line in lines]


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
