"""
A random sequence of kills, errors, marks and clears of one task on a real scheduler, and what must be true after it.

What is drawn depends on the seed alone; at which step a kill finds the process is the machine's choice. `told` is the
diary of what happened.
"""

from __future__ import annotations

import json
import random
import re
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

import psutil

from airflow_provider.state.airflow_versions import clear_discards_state
from dags_examples.run.processes import wait_until
from tests.live.paid_dags.paid import MAPPED, PAGES, QUESTIONS
from tests.live.paid_service import PATIENCE, Ambush, PaidService
from tests.live.paying import PaidAirflow, PaidRun, calls_in, has_ended

Kind = Literal["one", "mapped", "batch", "python"]
Act = Literal["kill", "error", "mark", "clear"]
ASKED: dict[Kind, list[str]] = {"one": PAGES[:1], "mapped": PAGES[:MAPPED], "batch": PAGES, "python": QUESTIONS}
AT_ONCE: dict[Kind, int] = {"one": 1, "mapped": 1, "batch": 2, "python": 1}
# Of a text: what was asked, and which payment for it this was.
SAID = re.compile(r"(https://example\.com/\w+|Question \w+) #(\d+)")


@dataclass
class Sequence:
    """One run of the DAG `paid_<kind>`, in which *acts* happen to one instance of its task."""

    kind: Kind
    seed: int
    acts: list[Act] = field(default_factory=list)
    map_index: int = -1
    told: list[str] = field(default_factory=list)
    # How often a process was stopped that may have had calls under way.
    stops: int = 0
    # The try that was killed last.
    killed_try: int = 0
    # What had been paid by subject whenever the task was made to begin anew.
    beginnings: list[Counter[str]] = field(default_factory=lambda: [Counter()])
    # A clear has discarded the record of a task that had not succeeded: its XComs are all that is left of it.
    discarded: bool = False

    def __post_init__(self) -> None:
        self.chance = random.Random(f"{self.kind} {self.seed}")
        # Four seeds have every act between them; a kill is in each.
        every: list[Act] = ["clear", "mark", "error", "kill"]
        self.acts = self.acts or [every[self.seed % 4], "kill", self.chance.choice(every)]
        if self.kind == "mapped":
            self.map_index = self.chance.randrange(MAPPED)

    def play(self, airflow: PaidAirflow) -> str:
        """Go through the sequence and on to a success that nothing disturbs; return the figures, which are right."""
        self.paid: PaidRun = airflow.start(f"paid_{self.kind}", PaidService(delay=self.chance.uniform(0.05, 0.3)))
        for act in self.acts:
            # There is nothing to stop after a success.
            if act != "clear" and self._ended() == "success":
                self.clear()
            getattr(self, act)()
        self._succeed()
        return self.check()

    @property
    def service(self) -> PaidService:
        """The service that it pays."""
        return self.paid.service

    @property
    def own(self) -> list[str]:
        """What the instance asks for that all this happens to."""
        return ASKED[self.kind] if self.map_index < 0 else [ASKED[self.kind][self.map_index]]

    def kill(self) -> None:
        """Kill the process of the next try, at any moment of it: by what it has asked, or by the clock."""
        requests, at_most = self.chance.randint(0, len(self.own)), self.chance.uniform(0.1, 1.5)
        after = self.chance.uniform(0, 0.4)
        while (process := self.paid.wait_for_process(self.map_index)) is not None:
            before, clock = self._asked(), time.monotonic() + at_most
            while not (has_ended(process) or time.monotonic() > clock or self._asked() >= before + requests):
                time.sleep(0.01)
            time.sleep(after)
            if not has_ended(process):
                with suppress(psutil.NoSuchProcess):
                    process.kill()
                psutil.wait_procs([process], timeout=10)
                self.stops += 1
                self.killed_try = self.paid.last_try(self.map_index)
                self.told.append(f"killed after {self._asked() - before} requests")
                return
        self.told.append("nothing to kill")

    def error(self) -> None:
        """Have one of the next requests answered 500, and billed."""
        ambush = self.service.ambush(self.own, after=self.chance.randrange(len(self.own)), fails=True)
        ambush.release()
        self.told.append("error" if self._springs(ambush) else "nothing to answer with an error")

    def mark(self) -> None:
        """Mark the task as failed while one of its requests is under way, and clear it."""
        ambush = self.service.ambush(self.own, after=self.chance.randrange(len(self.own)))
        answers_late = self.chance.random() < 0.5
        if self._springs(ambush):
            self.stops += 1
            self.paid.mark_failed(self.map_index)
            # Then the answer comes when the task has been told to stop.
            time.sleep(2 if answers_late else 0)
            ambush.release()
            self.told.append("marked")
            self._clear_unfinished(self.paid.wait_until_over(self.map_index))
        else:
            self.told.append("nothing to mark")

    def clear(self) -> None:
        """
        Clear the task after its success: everything is asked anew.

        But for a success whose process was killed before it could let go of its answers: it may use them once more.
        """
        self._succeed()
        was_cut_short = self.paid.last_try(self.map_index) == self.killed_try
        before = self.service.paid.copy()
        self.told.append("cleared after success" + (", cut short" if was_cut_short else ""))
        self.paid.clear(self.map_index)
        if was_cut_short:
            self._succeed()
        if not was_cut_short or self.service.paid != before:
            self.beginnings.append(before)

    def check(self) -> str:
        """Hold what the page counts against what the service has counted; raises `AssertionError`."""
        others = range(MAPPED) if self.kind == "mapped" else ()
        assert all(self.paid.wait_until_over(index) == "success" for index in others)
        rows = {row["map_index"]: row for row in self.paid.page()["rows"]}
        row, paid = rows.pop(self.map_index), self._asked()
        deliberate, twice = self._paid_again()
        errors = sum(self.service.failed[subject] for subject in self.own)
        # A call that is announced is counted, though its process was killed before it was sent.
        unsent = calls_in(row) - paid
        figures = (
            f"{self.kind}-{self.seed}: {paid} paid, {row['calls']} calls + {row['unconfirmed_calls']} unconfirmed, "
            f"{unsent} unsent, {errors} errors, {deliberate} deliberate, {twice} lost in {self.stops} stops; "
            f"{', '.join(self.told)}"
        )
        most = AT_ONCE[self.kind] * self.stops
        assert 0 <= unsent <= unsent + twice <= most, figures
        # Each that was paid for again, and was not to be, had an answer that nobody has recorded.
        assert twice <= row["unconfirmed_calls"] - unsent, figures
        if not self.discarded:
            # All the others were answered, though a kill may have cost the record of an error.
            assert twice <= row["unconfirmed_calls"] - unsent <= twice + errors, figures
            assert row["unconfirmed_calls"] <= most, figures
        assert self._is_from_the_last_beginning(), figures
        for index, other in rows.items():
            counted = (calls_in(other), self.service.paid[ASKED[self.kind][index]], other["calls"])
            assert counted == (1, 1, 1), (figures, counted)
        return figures

    def _paid_again(self) -> tuple[int, int]:
        """Return how many second payments were asked for, and how many others there were."""
        deliberate = twice = 0
        for before, after in pairwise([*self.beginnings, self.service.paid]):
            paid = {subject: after[subject] - before[subject] for subject in self.own}
            deliberate += sum(before[subject] > 0 and number > 0 for subject, number in paid.items())
            twice += sum(max(0, number - 1) for number in paid.values())
        return deliberate, twice - sum(self.service.failed[subject] for subject in self.own)

    def _is_from_the_last_beginning(self) -> bool:
        result = json.dumps(self.paid.xcom(map_index=self.map_index))
        said = {subject: int(number) for subject, number in SAID.findall(result)}
        return said.keys() == set(self.own) and all(
            self.beginnings[-1][subject] < number for subject, number in said.items()
        )

    def _succeed(self) -> None:
        while (state := self.paid.wait_until_over(self.map_index)) != "success":
            self._clear_unfinished(state)

    def _clear_unfinished(self, state: str) -> None:
        """Clear the task after a failure; Airflow 3.4 may be told to keep its state."""
        assert state == "failed", (state, self.told)
        keep = self.chance.random() < 0.5
        more = {"keep_task_state": keep} if clear_discards_state() else {}
        if more and not keep:
            self.beginnings.append(self.service.paid.copy())
            self.discarded = True
        self.told.append("cleared after failure" + (", state discarded" if more and not keep else ""))
        counted = self._counted()
        self.paid.clear(self.map_index, **more)
        # An XCom announces a call before the state does.
        assert 0 <= self._counted() - counted <= AT_ONCE[self.kind], self.told

    def _counted(self) -> int:
        rows = self.paid.page()["rows"]
        return sum(calls_in(row) for row in rows if row["map_index"] == self.map_index)

    def _asked(self) -> int:
        return sum(self.service.paid[subject] for subject in self.own)

    def _ended(self) -> str | None:
        return self.paid.state(self.map_index) if self.paid.is_over(self.map_index) else None

    def _springs(self, ambush: Ambush) -> bool:
        """Return whether the task runs into *ambush* before it is over."""
        wait_until(
            lambda: ambush.sprung.is_set() or self.paid.is_over(self.map_index),
            seconds=PATIENCE,
            what=f"a request after {self.told}",
        )
        self.service.ambushes.clear()
        return ambush.sprung.is_set()
