"""Target 5: one SSL context a process, and a client that costs next to nothing."""

from __future__ import annotations

import ssl
import statistics
import time
from collections.abc import Callable

import httpx

from airflow_provider.api.settings import Settings
from airflow_provider.api.transport import transport_for
from tests.benchmarks.figures import Figures


def _milliseconds(make: Callable[[], object], rounds: int) -> float:
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        make()
        times.append(1000 * (time.perf_counter() - began))
    return statistics.median(times)


def main() -> None:
    """Measure and print."""
    figures = Figures("client")
    settings = Settings.build("bench", base_url="https://example.com", token="key")
    made = 0
    original = ssl.SSLContext.__new__

    def counting(*args: object, **options: object) -> ssl.SSLContext:
        nonlocal made
        made += 1
        return original(*args, **options)

    ssl.SSLContext.__new__ = counting
    try:
        # As every call makes one.
        transport_for(settings)
        ours = _milliseconds(lambda: transport_for(settings), 200)
        contexts = made
    finally:
        ssl.SSLContext.__new__ = original
    bare = _milliseconds(httpx.AsyncClient, 20)
    figures.note("httpx.AsyncClient() with a context of its own", bare, "ms")
    figures.judge("contexts made for 201 clients", contexts, at_most=1)
    figures.judge("making one client, ms", ours, at_most=0.5)
    figures.note("ratio to a bare httpx.AsyncClient()", bare / ours, "times cheaper")
    figures.write()


if __name__ == "__main__":
    main()
