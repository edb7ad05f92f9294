"""
What limits that all workers share take: a place in a budget, a turn, how much of an allowance is used, and of a batch's
share of its floor.

    python tests/benchmarks/bench_shared.py [TASKS [REQUESTS]]

Needs the Redis on loopback. 200 tasks at 60 a minute, two processes of them, take three and a half minutes.
"""

from __future__ import annotations

import sys
import time
import uuid
from collections.abc import Callable

from airflow_provider.shared.accounts import UNIT, Account, Price, Spent
from airflow_provider.shared.budgets import Reservations
from airflow_provider.shared.connection import store_of
from airflow_provider.shared.pace import SharedPace
from airflow_provider.spend.run import ROW_KEY
from tests.batch.service import Service
from tests.benchmarks.batches import Bench, live
from tests.benchmarks.figures import Figures
from tests.benchmarks.server import running
from tests.redis_server import URL, forget
from tests.shared.spending import Worker, play
from tests.standins import KEY

TASKS = 200
PER_MINUTE = 60
TIMES = 2_000
PAGE = Price("extract", fixed=UNIT // 100, reports=False)


# Of the batch: requests, seconds that each takes, calls in flight, and how often each side is measured.
REQUESTS = 5_000
DELAY = 0.5
CONCURRENCY = 64
ROUNDS = 3


def main(tasks: int, requests: int) -> None:
    """Measure and print."""
    figures = Figures("shared")
    name = uuid.uuid4().hex
    try:
        _costs(figures, name)
        _floor(figures, requests)
        _allowance(figures, name, tasks)
    finally:
        forget(name)
        forget("{run:bench_batch_")
    figures.write()


def _costs(figures: Figures, name: str) -> None:
    store = store_of(URL, required=True)
    account = Account.of_run("bench", name)
    one = Reservations(store, lambda _: account, member="one")
    pace = SharedPace(store, name=name, per_minute=None, max_wait=60)

    def reserve() -> None:
        reply = one.reserve(1, PAGE, {"calls": 10**9, "cost": 10**9 * UNIT}, lease=60)
        one.settle(reply.places[0], Spent(1, 1, cost=PAGE.fixed))

    for what, act in (("reserving a place, with the settling of the last", reserve), ("taking a turn", pace.wait)):
        middle, p95 = _percentiles(act)
        figures.note(f"{what}, median", middle, "ms")
        figures.judge(f"{what}, p95 in ms", p95, at_most=5)


def _percentiles(act: Callable[[], object]) -> tuple[float, float]:
    took = []
    for _ in range(TIMES):
        began = time.perf_counter()
        act()
        took.append(1_000 * (time.perf_counter() - began))
    took.sort()
    return took[TIMES // 2], took[TIMES * 95 // 100]


def _floor(figures: Figures, requests: int) -> None:
    """Measure a batch with a shared budget beside the same without one, in turns: the machine may have other work."""
    floor = requests * DELAY / CONCURRENCY
    rounds = []
    with live() as bench:
        for _ in range(ROUNDS):
            off = floor / _seconds(bench, "64", requests)
            on = floor / _seconds(bench, "64_budget", requests, shared=URL)
            rounds.append((on / off, on, off))
    ratio, on, off = sorted(rounds)[ROUNDS // 2]
    what = f"a batch's share of the floor, {requests:,} requests of {DELAY:g} s, {CONCURRENCY} in flight"
    figures.note(f"{what}, no budget", off)
    figures.note(f"{what}, a shared budget", on)
    figures.judge("a batch's share of the floor, shared budget / none", ratio, at_least=0.95)


def _seconds(bench: Bench, name: str, requests: int, **extra: object) -> float:
    """Return how long the batch itself took: not the start of its process, nor the writing of its rows."""
    with running(delay=DELAY) as server:
        bench.connect(server.url, **extra)
        run = bench.run(f"bench_batch_{name}", requests)
        if (sent := server.requests()) != requests:
            raise RuntimeError(f"{sent} requests were sent instead of {requests}.")
    return float(run.xcom("pages", ROW_KEY)["seconds"])


def _allowance(figures: Figures, name: str, tasks: int) -> None:
    workers = [Worker.start() for _ in range(2)]
    service = Service(delay=0.05)
    settings = {"base_url": service.url, "token": KEY, "shared": URL, "requests_per_minute": PER_MINUTE}
    try:
        play(workers, tasks=tasks, run=name, budget={"calls": 10**6}, calls=1, settings=settings)
    finally:
        for worker in workers:
            worker.close()
        service.close()
    times = sorted(service.times)
    if len(times) != tasks:
        raise RuntimeError(f"{len(times)} requests were sent instead of {tasks}.")
    busiest = max(sum(begin <= one < begin + 60 for one in times) for begin in times)
    figures.judge(f"{tasks} tasks at {PER_MINUTE} a minute: most requests in any minute", busiest, at_most=PER_MINUTE)
    used = (len(times) - 1) / (times[-1] - times[0]) * 60 / PER_MINUTE
    figures.judge(f"{tasks} tasks at {PER_MINUTE} a minute: share of the allowance used", used, at_least=0.95)


if __name__ == "__main__":
    given = [int(one) for one in sys.argv[1:]]
    main(*given, *(TASKS, REQUESTS)[len(given) :])
