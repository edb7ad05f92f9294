"""
Target 1: how close a batch comes to the floor that delay and concurrency set, in a real task, with all that it writes.

    python tests/benchmarks/bench_batch.py [REQUESTS]
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import time

import httpx

from airflow_provider.spend.run import ROW_KEY
from tests.benchmarks.batches import Bench, live
from tests.benchmarks.figures import Figures
from tests.benchmarks.server import Server, running

REQUESTS = 5_000
DELAY = 0.5
POOL = 8
ROUNDS = 5
# The batch's name, how many calls it has in flight, what it checks, and its least share of the floor.
CASES = (
    ("64", 64, "", 0.95),
    ("64_expect", 64, ", with expectations", 0.95),
    ("256", 256, "", 0.85),
)
BODY = {"link": "https://example.com/1", "prompt": "Every book"}


def main(requests: int) -> None:
    """Measure and print."""
    figures = Figures("batch")
    with live() as bench:
        shares: dict[str, list[float]] = {name: [] for name, *_ in CASES}
        for _ in range(ROUNDS):
            for name, concurrency, _, _ in CASES:
                with running(delay=DELAY) as server:
                    shares[name].append(requests * DELAY / concurrency / _seconds(bench, server, name, requests))
        for name, concurrency, checks, least in CASES:
            what = f"share of the floor, {requests:,} requests of {DELAY:g} s, {concurrency} in flight{checks}"
            figures.judge(what, statistics.median(shares[name]), at_least=least)
        ratios = [checked / bare for checked, bare in zip(shares["64_expect"], shares["64"], strict=True)]
        figures.judge("the same at 64, expectations / none", statistics.median(ratios), at_least=0.98)
        with running(delay=0) as server:
            rounds = []
            for _ in range(ROUNDS):
                bare = requests / asyncio.run(_bare(server.url, requests, 64))
                ours = requests / _seconds(bench, server, "64", requests)
                rounds.append((ours / bare, ours, bare))
        ratio, ours, bare = sorted(rounds)[ROUNDS // 2]
        figures.note("our batch, no delay, 64 in flight", ours, "requests/s")
        figures.note("bare httpx in pools of 8, no delay, 64 in flight", bare, "requests/s")
        figures.judge("our batch / bare httpx, no delay, 64 in flight", ratio, at_least=0.9)
    figures.write()


def _seconds(bench: Bench, server: Server, name: str, requests: int) -> float:
    """Return how long the batch itself took: not the start of its process, nor the writing of its rows."""
    bench.connect(server.url)
    before = server.requests()
    run = bench.run(f"bench_batch_{name}", requests)
    if (sent := server.requests() - before) != requests:
        raise RuntimeError(f"{sent} requests were sent instead of {requests}.")
    return float(run.xcom("pages", ROW_KEY)["seconds"])


async def _bare(url: str, requests: int, concurrency: int) -> float:
    """Return how long httpx takes that does nothing with the answers, in its best arrangement."""
    clients = [httpx.AsyncClient(limits=httpx.Limits(max_connections=POOL)) for _ in range(concurrency // POOL)]
    left = iter(range(requests))

    async def work(client: httpx.AsyncClient) -> None:
        for _ in left:
            (await client.post(f"{url}/v1/extract/", json=BODY)).raise_for_status()

    began = time.monotonic()
    await asyncio.gather(*(work(client) for client in clients for _ in range(POOL)))
    seconds = time.monotonic() - began
    for client in clients:
        await client.aclose()
    return seconds


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else REQUESTS)
