"""
Target 14: what one answer takes of the client's memory, whatever the service sends.

    python tests/benchmarks/bench_answer_memory.py [MAX_ANSWER_BYTES]

Each call is made in a process of its own, after a small one that loads what every call needs; the service is on
loopback, in a process of its own as well.
"""

from __future__ import annotations

import multiprocessing
import sys
import time

from tests.benchmarks.figures import Figures
from tests.hostile import ANSWERS, MB, read, serving

MOST = 50_000_000


def main(most: int) -> None:
    """Measure and print."""
    figures = Figures("answer_memory")
    spawn = multiprocessing.get_context("spawn")
    worst: dict[str, float] = {}
    figures.note("max_answer_bytes", most / MB, "MB")
    with serving(most) as url:
        for name in ANSWERS:
            for client in ("sync", "async"):
                with spawn.Pool(1) as pool:
                    ended, grown, seconds = pool.apply(one_call, (url, name, most, client))
                worst[client] = max(worst.get(client, 0), grown / most)
                figures.note(f"{name.replace('-', ' ')}, {client}, {ended}, {seconds:.1f} s", grown / MB, "MB")
    for client, times in worst.items():
        figures.judge(f"most memory of one call / max_answer_bytes, {client}", times, at_most=2)
    figures.write()


def one_call(url: str, name: str, most: int, client: str) -> tuple[str, int, float]:
    """Return what the call ended in, the bytes by which this process grew at its largest, and the seconds."""
    read(url, "small", most, by_async=client == "async")
    began = time.monotonic()
    ended, grown = read(url, name, most, by_async=client == "async")
    return ended, grown, time.monotonic() - began


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else MOST)
