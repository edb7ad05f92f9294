"""
Target 7: SIGKILL of the task's process at random moments, then Airflow's retry; the server counts.

    python tests/benchmarks/bench_kill.py [KILLS]
"""

from __future__ import annotations

import random
import sys
import time

from tests.benchmarks.batches import Bench, lines_of, live
from tests.benchmarks.figures import Figures
from tests.benchmarks.server import running
from tests.live.killing import task_process

KILLS = 10
ITEMS = 1_000
DELAY = 0.2
IN_FLIGHT = 64
SECONDS = ITEMS * DELAY / IN_FLIGHT


def main(kills: int) -> None:
    """Measure and print."""
    figures = Figures("kill")
    chance = random.Random(7)
    with live() as bench:
        found = [_killed(bench, chance.uniform(0, SECONDS)) for _ in range(kills)]
    figures.note("tasks killed at a random moment", len(found))
    figures.note("calls sent twice, each", [one["twice"] for one in found])
    figures.judge("calls sent twice after a kill, at most", max(one["twice"] for one in found), at_most=IN_FLIGHT)
    figures.judge("rows missing or out of order", sum(one["wrong_rows"] for one in found), at_most=0)
    figures.judge("answered calls that the spend does not count", sum(one["uncounted"] for one in found), at_most=0)
    figures.judge("calls counted that were not sent, at most", max(one["invented"] for one in found), at_most=IN_FLIGHT)
    figures.write()


def _killed(bench: Bench, seconds: float) -> dict[str, int]:
    with running(delay=DELAY) as server:
        bench.connect(server.url)
        run = bench.begin("bench_batch_64", ITEMS)
        process = task_process(int(server.url.rpartition(":")[2]), below=[bench.airflow.components["scheduler"].pid])
        time.sleep(seconds)
        process.kill()
        if (state := run.wait()) != "success":
            raise RuntimeError(f"The run ended as {state}.")
        sent = server.requests()
    links = [row["link"] for row in lines_of(run.xcom("pages"))]
    usage = run.xcom("pages", "usage")
    counted = usage["calls"] + usage["unconfirmed_calls"]
    return {
        "twice": sent - ITEMS,
        "wrong_rows": sum(link != f"https://example.com/{number}" for number, link in enumerate(links))
        + abs(ITEMS - len(links)),
        "uncounted": max(0, sent - counted),
        "invented": max(0, counted - sent),
    }


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else KILLS)
