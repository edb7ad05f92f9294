"""Saves of a memory in processes of their own, which are killed, and what of the memory is left: old or new, whole."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

from airflow_provider.web.memory import generations
from airflow_provider.web.memory.generations import Generations
from airflow_provider.web.memory.pages import KIND, PageMemory
from airflow_provider.web.memory.storage import FsspecStorage
from tests.reuse.killing import RECORDS_OF_A_PART, Try, run_apart
from tests.web.memory.test_pages import entry

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from multiprocessing.connection import Connection
    from pathlib import Path

    from tests.reuse.site import Site, Task

PAGES = 40
KILLS = 6


@dataclass(frozen=True)
class Place:
    """The folder of a memory, and what in the environment leads a process there."""

    path: str
    environment: Mapping[str, str] = field(default_factory=dict)

    @property
    def storage(self) -> FsspecStorage:
        return FsspecStorage.at(self.path)


def survive_kills_of_saves(place: Place, seed: int) -> None:
    """Have saves into the memory at *place* be killed at random moments, and hold what is left against what was."""
    chance = random.Random(seed)
    night = dict.fromkeys(range(PAGES), 0)
    longest = _save(place, night)

    for number in range(1, KILLS + 1):
        # More than half of them, so that older parts are written anew.
        paid = dict.fromkeys(chance.sample(range(PAGES + number), PAGES * 2 // 3), number)
        _save(place, paid, killed_after=chance.uniform(0, longest))
        found = held(place)
        assert found in (night, {**night, **paid})
        night = found

    last = dict.fromkeys(range(0, PAGES, 2), KILLS + 1)
    _save(place, last)
    assert held(place) == {**night, **last}
    storage = place.storage
    memory = Generations(storage, KIND)
    memory.sweep(keep=timedelta(days=-1))
    assert held(place) == {**night, **last}
    assert storage.names(f"{KIND}/parts") == [part.name for part in memory.read().parts]
    assert storage.names(f"{KIND}/manifests") == [*memory.read().manifests]


def held(place: Place) -> dict[int, int]:
    """Return the nights that pages were paid for in, by their number, as the memory at *place* has them."""
    found = {}
    with PageMemory(place.storage) as memory:
        assert len(memory._whole) == len(memory._generation.parts)
        for number in range(PAGES + KILLS):
            known = memory.find(entry(number).link, "books")
            if known is not None:
                [answer] = memory.answer(known)
                assert entry(number, answer).paid_at == known.paid_at
                found[number] = answer
    return found


def _save(place: Place, nights: Mapping[int, int], *, killed_after: float | None = None) -> float:
    """Save in a process of its own; return how many seconds that took."""
    return run_apart(_pay, place, nights, killed_after=killed_after)


def _pay(place: Place, nights: Mapping[int, int], parent: Connection) -> None:
    os.environ.update(place.environment)
    generations.RECORDS_OF_A_PART = RECORDS_OF_A_PART
    with PageMemory(place.storage) as memory:
        for number, night in nights.items():
            memory.keep(entry(number, night), [night])
        parent.send("saving")
        memory.save()


def survive_kills_while_a_task_saves(
    site: Site, task: Callable[..., Task], folder: Path, place: Place, seed: int
) -> None:
    """Kill a task while it saves its memory at *place*, try it again, and hold what is paid against the site."""
    chance = random.Random(seed)
    site.prices.update({number: 10 + number for number in range(PAGES)})
    ran = task(concurrency=4)
    ran.reuse["memory"] = place.path
    ran.night()
    changed = set(chance.sample(range(PAGES), PAGES // 2))
    for number in changed:
        site.prices[number] += 1
    ran.service.sent.clear()

    connection = os.environ["AIRFLOW_CONN_C"]
    running = Try("run", folder, connection, place.path, site.links, environment=place.environment)
    for _ in range(KILLS):
        process = running.start()
        _wait_for_a_part(place, process.is_alive)
        time.sleep(chance.uniform(0, 0.02))
        process.kill()
        process.join()
        running = running.next()
    process = running.start()
    process.join()

    assert process.exitcode == 0
    assert running.result["rows"] == site.rows()
    # All were answered, and kept, before the first kill.
    assert ran.paid == changed
    assert ran.night() == site.rows()
    assert ran.paid == set()


def _wait_for_a_part(place: Place, is_alive: Callable[[], bool]) -> None:
    """Return when one more part has been begun, or nobody is alive to begin one."""
    storage = place.storage

    def begun() -> Iterable[str]:
        return storage.names(f"{KIND}/parts")

    before = begun()
    while begun() == before and is_alive():
        time.sleep(0.001)
