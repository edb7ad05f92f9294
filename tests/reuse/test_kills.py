"""SIGKILL at random moments of two runs that share a memory: paid, reused and rows, against what the site held."""

from __future__ import annotations

import os
import random
import time
from typing import TYPE_CHECKING

import pytest

from tests.reuse.killing import CONCURRENCY, Try

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.process import BaseProcess
    from pathlib import Path

    from tests.reuse.site import Site, Task

PAGES = 40
KILLS = 2


def survive(site: Site, task: Callable[..., Task], folder: Path, seed: int) -> None:
    """Change pages, have two runs at once be killed and tried again, and hold all against the site."""
    chance = random.Random(seed)
    site.prices.update({number: 10 + number for number in range(PAGES)})
    # The one that makes the memory has the same request as those that are killed.
    ran = task(concurrency=CONCURRENCY)
    ran.night()
    changed = set(chance.sample(range(PAGES), 12))
    for number in changed:
        site.prices[number] += 1
    ran.service.sent.clear()
    site.looks.clear()

    def moved() -> int:
        return sum(site.looks.values()) + sum(ran.service.sent.values())

    def kill(process: BaseProcess) -> None:
        # At a number of looks and calls, not a time, which would be another one on each machine.
        moment = moved() + chance.randrange(PAGES)
        while moved() < moment and process.is_alive():
            time.sleep(0.001)
        time.sleep(chance.choice([0, 0, 0.01, 0.05]))
        process.kill()
        process.join()

    tries = [
        Try(f"run-{number}", folder, os.environ["AIRFLOW_CONN_C"], ran.reuse["memory"], site.links)
        for number in range(2)
    ]
    running = [one.start() for one in tries]
    killed = 0
    for number in (0, 1):
        for _ in range(chance.randrange(KILLS + 1)):
            kill(running[number])
            if running[number].exitcode == 0:
                break
            killed += 1
            tries[number] = tries[number].next()
            running[number] = tries[number].start()
    for process in running:
        process.join()

    assert [process.exitcode for process in running] == [0, 0]
    for one in tries:
        assert one.result["rows"] == site.rows()
        assert one.result["manifest"]["succeeded"] == PAGES
    sent = {int(link.rpartition("/")[2]): count for link, count in ran.service.sent.items()}
    assert set(sent) == changed
    # Each run may pay for what the other one has not written yet, and a kill for what was in flight.
    assert sum(sent.values()) <= 2 * len(changed) + killed * CONCURRENCY
    assert ran.night() == site.rows()
    assert ran.paid == set()


@pytest.mark.parametrize("seed", range(3))
def test_nothing_is_lost_stale_or_paid_for_in_vain(
    site: Site, task: Callable[..., Task], tmp_path: Path, seed: int
) -> None:
    survive(site, task, tmp_path, seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 150))
def test_nothing_is_lost_stale_or_paid_for_in_vain_at_fifty_more_moments(
    site: Site, task: Callable[..., Task], tmp_path: Path, seed: int
) -> None:
    survive(site, task, tmp_path, seed)
