"""
Any sequence of kills, retries, clears, marks, changed lists, discarded states and upgrades, for every kind of task.

Hypothesis draws the sequences and cuts a failing one down to the steps that it takes; every rule of `world` is
checked after every step, and at the end each task instance is taken to a success that nothing disturbs.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, get_args

import hypothesis.strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from tests.state.record import RECORDED, pages
from tests.state.sequences.airflow_model import TaskInstance, Version
from tests.state.sequences.jobs import LARGE, Batch, OneCall, PythonTask
from tests.state.sequences.process import Fate
from tests.state.sequences.world import Job, Mishap, PaidService, World

QUESTIONS = [f"Question-{number}" for number in range(6)]


@dataclass(frozen=True)
class Kind:
    """A kind of task: how items become task instances, and what may happen to them."""

    jobs: Callable[[Sequence[str], int], list[Job]]
    pool: Sequence[str]
    items: tuple[int, int]
    sizes: tuple[int, ...]
    # What earlier versions have left of such a task, with its items.
    recordings: Sequence[str]
    steps: int
    mishaps: Sequence[Mishap] = get_args(Mishap)
    repeats: bool = False
    at_once: tuple[int, ...] = (1,)


SINGLE = ("answer-markdown", "answer-large", "spend-delivered", "spend-announced", "spend-unconfirmed")
KINDS = {
    "one": Kind(
        jobs=lambda items, _: [OneCall([items[0]])],
        pool=pages(3),
        items=(1, 1),
        sizes=(0, LARGE),
        recordings=SINGLE,
        steps=40,
    ),
    "mapped": Kind(
        jobs=lambda items, _: [OneCall([item]) for item in items],
        pool=pages(5),
        items=(1, 3),
        sizes=(0, LARGE),
        recordings=SINGLE,
        steps=40,
    ),
    "batch": Kind(
        jobs=lambda items, at_once: [Batch(list(items), at_once=at_once)],
        pool=pages(12),
        items=(1, 7),
        sizes=(0, 0, 16_000),
        recordings=("batch-half", "batch-delivered", "batch-changed"),
        steps=70,
        # A failure that is billed does not say which of several answers its bill is for.
        mishaps=("missing", "cut off"),
        at_once=(1, 3),
    ),
    "python": Kind(
        jobs=lambda items, _: [PythonTask(list(items))],
        pool=QUESTIONS,
        items=(1, 5),
        sizes=(0, 0, LARGE),
        recordings=("hook-calls",),
        steps=70,
        repeats=True,
    ),
}


def recording(name: str) -> dict[str, Any]:
    """Return what version 0.1 has left of the case called *name*."""
    found: dict[str, Any] = json.loads((RECORDED / "0.1" / f"{name}.json").read_text())
    return found


def items_of(recorded: dict[str, Any]) -> list[str]:
    """Return the items that the recorded task was given."""
    arguments = recorded["request"]["arguments"]
    if "generate_text" in arguments:
        return [call["messages"] for call in arguments["generate_text"]]
    return list(arguments["links"]) if "links" in arguments else [arguments["resource"]]


def fates(steps: int) -> st.SearchStrategy[Fate]:
    """Return what may happen to a try that takes about so many *steps*."""
    step = st.integers(1, steps)
    return st.one_of(
        st.just(Fate()),
        st.builds(Fate, killed_at=step),
        st.builds(Fate, ended_at=step, killed_at=st.none() | step),
        st.builds(Fate, away_at=step),
        st.just(Fate(undeliverable=True)),
    )


class Sequences(RuleBasedStateMachine):
    """One DAG run with one task of a kind, which the subclass names, on one Airflow."""

    kind: Kind
    service: PaidService
    versions: Sequence[Version] = get_args(Version)

    def __init__(self) -> None:
        super().__init__()
        self.worlds: list[World] = []
        # Of a map that has become shorter: no longer run, and still counted.
        self.removed: list[World] = []
        self.sound = True

    def _items(self) -> st.SearchStrategy[list[str]]:
        least, most = self.kind.items
        return st.lists(st.sampled_from(self.kind.pool), min_size=least, max_size=most, unique=not self.kind.repeats)

    @initialize(data=st.data(), retries=st.integers(0, 2))
    def begin(self, data: st.DataObject, retries: int) -> None:
        self.version = version = data.draw(st.sampled_from(self.versions), label="version")
        self.retries = retries
        self.size = data.draw(st.sampled_from(self.kind.sizes), label="size")
        self.at_once = data.draw(st.sampled_from(self.kind.at_once), label="at once")
        name = data.draw(st.none() | st.sampled_from(self.kind.recordings), label="recording")
        if name is None:
            self.spread(data.draw(self._items(), label="items"))
            return
        recorded = recording(name)
        self.size = recorded["size"]
        [job] = self.kind.jobs(items_of(recorded), self.at_once)
        self.worlds = [World.recorded(self.service, version, job, recorded)]

    def spread(self, items: Sequence[str]) -> None:
        """Give the task instances their items; a map becomes longer or shorter."""
        jobs = self.kind.jobs(items, self.at_once)
        every = self.worlds + self.removed
        for number, job in enumerate(jobs):
            if number < len(every):
                every[number].job = job
                continue
            ti = TaskInstance(self.version, self.retries, map_index=number if len(jobs) > 1 else -1)
            every.append(World(self.service, ti, job, size=self.size))
        self.worlds, self.removed = every[: len(jobs)], every[len(jobs) :]

    # What is drawn never depends on how a try has ended: where threads race, the same draws end in more than one way.

    @rule(data=st.data(), place=st.integers(0, 5), keep=st.booleans())
    def run(self, data: st.DataObject, place: int, *, keep: bool) -> None:
        world = self.worlds[place % len(self.worlds)]
        fate = data.draw(fates(self.kind.steps), label="fate")
        mishap_at = data.draw(st.none() | st.integers(1, 6), label="mishap at request")
        mishap = data.draw(st.sampled_from(self.kind.mishaps), label="mishap")
        if isinstance(world.job, PythonTask):
            world.job.tolerant = data.draw(st.booleans(), label="tolerant")
            world.job.raises_after = data.draw(st.none() | st.integers(0, 5), label="raises after")
        with self.broken_unless_done():
            if not world.ti.runnable:
                world.clear(keep_task_state=keep)
            world.run(fate, mishap_at=mishap_at, mishap=mishap)

    @rule(place=st.integers(0, 5), keep=st.booleans())
    def clear(self, place: int, *, keep: bool) -> None:
        with self.broken_unless_done():
            self.worlds[place % len(self.worlds)].clear(keep_task_state=keep)

    @rule(data=st.data())
    def change(self, data: st.DataObject) -> None:
        self.spread(data.draw(self._items(), label="items"))

    def teardown(self) -> None:
        if not self.sound:
            return
        for world in self.worlds:
            if isinstance(world.job, PythonTask):
                world.job.raises_after = None
            world.finish()
        for world in self.removed:
            world.check(None)

    def broken_unless_done(self) -> Any:
        """Say that a step has failed, so that the end does not hide how."""
        return _Sound(self)


@dataclass
class _Sound:
    machine: Sequences

    def __enter__(self) -> None:
        self.machine.sound = False

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.machine.sound = kind is None
