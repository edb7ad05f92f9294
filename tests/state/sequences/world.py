"""
A task instance, the service that it pays, and what must be true of the two whatever happens in between.

The rules, all checked after every try and every clear:

-   what the record of spend claims, over all attempts, is what the service was paid, plus the calls of killed tries
    that were announced and never sent; no request reaches the service before it is announced;
-   a request whose answer was recorded is not sent again until the task has succeeded;
-   the result of a task is made of the answers that were paid for since its last success, and every one is in it.

One thing may go either way, and nothing else. A task that Airflow has recorded as a success, but whose callback was
killed on its way or found no store, may or may not have let go of its answers: nobody was told of the success but that
process. A clear may then use them or pay for new ones.
"""

from __future__ import annotations

import json
import os
import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol
from unittest import mock

from airflow.sdk import BaseOperator

from airflow_provider.state import airflow_versions
from tests.serving import Act, answer, cut_off, silence
from tests.standins import KEY
from tests.state.record import BASE_URL
from tests.state.sequences.airflow_model import TaskInstance, Version
from tests.state.sequences.memory import BySubject, InOrder
from tests.state.sequences.process import Fate, KilledError, Process
from tests.state.service import Service, body, text

ENV = "AIRFLOW_CONN_CONTENT_AI_DEFAULT"
# Of a text: what was asked, and which payment for it this was.
SAID = re.compile(r"(https://example\.com/\w+|Question[- ]\w+) #(\d+)")

Mishap = Literal["error", "cut off", "missing", "limited"]
# What each is answered with, and whether the service charges for it.
MISHAPS: dict[Mishap, tuple[Act, bool]] = {
    "error": (answer(500, {"error": "Broken.", "success": False}), True),
    "cut off": (cut_off(), True),
    "missing": (answer(404, {"error": "No such page.", "success": False}), False),
    "limited": (answer(429, {"error": "Slow down.", "success": False}), False),
}


class Job(Protocol):
    """What a task instance is to do: `asked` in its order, by an operator of its own kind."""

    asked: list[str]
    # How many requests it may have announced and not sent, or sent and not recorded, when it is killed.
    at_once: int
    # Whether it succeeds without an answer that it cannot get.
    tolerant: bool

    def build(self, memory: BySubject | InOrder) -> BaseOperator:
        """Return the task."""

    def remember(self) -> BySubject | InOrder:
        """Return what holds such a task to what it was answered."""


@dataclass
class Try:
    """What the service saw of one try."""

    process: Process
    key: str
    mishap_at: int | None
    mishap: Mishap
    requests: int = 0
    # Whether each of those answered was a good answer, in their order.
    good: list[bool] = field(default_factory=list)


class PaidService(Service):
    """
    The service of one world after the other: counts for the try that runs, and has nothing to do with one that is dead.

    One for all of them, for Airflow looks for each connection and key that it has ever seen in every line that it logs.
    """

    def __init__(self) -> None:
        self._world: World | None = None
        self._tries = 0
        super().__init__()

    def attend(self, world: World) -> str:
        """Serve *world* from now on, if it has this key: what is under way for other tries is not taken for its own."""
        self._world = world
        self._tries += 1
        return f"{KEY}-{self._tries % 4}"

    def reply(self, subject: str, fields: dict[str, Any], authorization: str) -> Act:
        world = self._world
        now = world and world.now
        if world is None or now is None or not authorization.endswith(now.key):
            return silence
        with now.process.lock:
            try:
                return self._charged(world, now, subject, fields)
            except KilledError:
                return silence

    def _charged(self, world: World, now: Try, subject: str, fields: dict[str, Any]) -> Act:
        now.process.step()
        now.process.trace.append(f"ask {subject}")
        now.requests += 1
        act, billed = MISHAPS[now.mishap] if now.requests == now.mishap_at else (None, True)
        if billed:
            world.paid[subject] += 1
            world.charged(now, subject)
        payment = world.paid[subject]
        if act is None:
            world.memory.answered(subject, payment)
        if act is None or now.mishap == "error":
            now.good.append(act is None)
        now.process.step()
        return act or answer(200, body(fields, text(subject, payment, world.size)))


class World:
    """One task instance over its tries. *job* may be replaced between tries by another of its kind."""

    def __init__(self, service: PaidService, ti: TaskInstance, job: Job, *, size: int = 0) -> None:
        self.ti = ti
        self.job = job
        self.memory = job.remember()
        self.service = service
        self.size = size
        self.paid: Counter[str] = Counter()
        self.now: Try | None = None
        self.kills = 0
        self.died_last = False
        # Since the record began, an XCom could not be pushed; the task goes on without it.
        self.missed_a_push = False
        # Announced by tries that were killed before they sent it.
        self.unsent = 0
        # A success was cut short while it let go of its answers: parts that no record names may be left.
        self.may_litter = False
        # What is asked as long as answers of version 0.1 can be told apart.
        self.bound_to: list[str] | None = None
        self.violations: list[str] = []

    def __repr__(self) -> str:
        return f"task[{self.ti.map_index}]"

    @classmethod
    def recorded(cls, service: PaidService, version: Version, job: Job, recording: dict[str, Any]) -> World:
        """Return the world in which the try of *recording* was the last."""
        state = recording["state"]
        last = state["content_ai_spend"]["last_try"]
        ti = TaskInstance(version, retries=3, state="up_for_retry", try_number=last, xcoms=dict(recording["xcoms"]))
        ti.values = {key: json.dumps(value) for key, value in state.items()}
        world = cls(service, ti, job, size=recording["size"])
        world.paid.update(recording["paid"])
        world.unsent = world.claimed() - world.paid.total()
        # Version 0.1 bound the answers of a batch to its whole list: with another one nobody knows whose they are.
        world.bound_to = list(job.asked)
        # Nor did it say in an XCom what it was about to send.
        world.missed_a_push = True
        for subject in recording["answered"]:
            world.memory.answered(subject, recording["paid"][subject])
        return world

    def claimed(self) -> int:
        """Return how many calls the task instance has, as the spend page sums them up: by record, over all attempts."""
        found: dict[Any, dict[str, Any]] = {}
        for xcoms in (*self.ti.archive, self.ti.xcoms):
            if (row := xcoms.get("content_ai_spend")) is not None:
                found[row.get("id")] = row
        record = self.record()
        if record:
            found[record.get("id")] = record
        return sum(one["calls"] + one["unconfirmed_calls"] for one in found.values())

    def record(self) -> dict[str, Any]:
        """Return the record in the task state store."""
        found: dict[str, Any] = json.loads(self.ti.values.get("content_ai_spend", "{}"))
        return found

    def charged(self, now: Try, subject: str) -> None:
        """Hear from the service that it is paid for *subject*."""
        if self.claimed() - self.unsent < self.paid.total():
            now.process.violations.append(f"{subject} was sent before it was announced")
        if (wrong := self.memory.charged(subject)) is not None:
            now.process.violations.append(wrong)

    def run(self, fate: Fate | None = None, *, mishap_at: int | None = None, mishap: Mishap = "error") -> Try:
        """Run the next try, and hold what it has left against the rules."""
        process = Process(fate or Fate())
        self.now = now = Try(process, self.service.attend(self), mishap_at, mishap)
        if self.bound_to is not None and self.bound_to != self.job.asked:
            self.memory.begin([])
            self.bound_to = None
        self.memory.begin(self.job.asked)
        calls = self.record().get("calls", 0)
        extra = {"proxy": self.service.url, "max_attempts": 1, "max_wait": 0.01, "timeout": 60}
        value = {"conn_type": "content_ai", "host": BASE_URL, "password": now.key, "extra": extra}
        os.environ[ENV] = json.dumps(value)
        try:
            # The one thing about Airflow that a task cannot see but by its version.
            with mock.patch.object(airflow_versions, "airflow_version", f"{self.ti.version}.0"):
                self.ti.run(lambda: self.job.build(self.memory), process)
        finally:
            del os.environ[ENV]
            self.now = None
        self.kills += process.dead
        self.died_last = process.dead
        self.missed_a_push |= process.was_away
        self.violations += process.violations
        self._account(now, self.record().get("calls", 0) - calls)
        if self.ti.was_success and self.ti.has_called_back and self.ti.state == "success":
            self._succeeded(now)
            if process.was_away:
                # What a task writes when it has succeeded cannot be written while nothing can.
                self.memory.either = self.may_litter = True
        elif self.ti.was_success:
            self.memory.either = self.may_litter = True
        self.check(now)
        return now

    def _account(self, now: Try, recorded: int) -> None:
        """Count the answers that are not recorded, and the announcements that were not sent, of a try that is over."""
        lost = max(0, len(now.good) - recorded)
        if now.good and not now.good[-1]:
            # One at a time: what is not recorded is the last, which was no answer.
            lost = 0
        self.memory.end(lost, killed=now.process.dead)
        unsent = self.claimed() - self.unsent - self.paid.total()
        if now.process.dead:
            if lost > self.job.at_once or not 0 <= unsent <= self.job.at_once:
                self.violations.append(f"the killed try left {lost} answers unrecorded and {unsent} calls unsent")
            self.unsent += max(0, unsent)

    def _succeeded(self, now: Try) -> None:
        result = json.dumps(self.ti.xcoms.get("return_value"), ensure_ascii=False)
        said = {(subject, int(number)) for subject, number in SAID.findall(result)}
        for subject in self.job.asked:
            given = {number for name, number in said if name == subject}
            paid = self.memory.payments.get(subject, set())
            if not given and not (self.job.tolerant and now.mishap_at is not None):
                self.violations.append(f"{subject} is missing in the result")
            if not self.memory.either and not given <= paid:
                self.violations.append(
                    f"{subject} has answers {given}, and {paid} were paid for since the last success"
                )
        if not (self.may_litter or now.process.was_away) and list(self.ti.values) not in ([], ["content_ai_spend"]):
            self.violations.append(f"the success left {list(self.ti.values)} behind")
        self.memory.forget()

    def clear(self, *, keep_task_state: bool = False) -> None:
        """Clear the task, as a user does."""
        self.ti.clear(keep_task_state=keep_task_state)
        if not self.ti.values:
            # The state is discarded, and who does that pays again.
            self.memory.forget()
            self._count_by_xcom()
        self.check(None)

    def _count_by_xcom(self) -> None:
        """
        Hear that XComs alone are left to count by.

        They announce a call before the state does, so a try that was killed in between has now announced more.
        """
        unsent = self.claimed() - self.unsent - self.paid.total()
        if self.missed_a_push or (self.died_last and 0 <= unsent <= self.job.at_once):
            self.unsent += unsent
        self.missed_a_push = False

    def finish(self) -> None:
        """Run to a success that nothing disturbs."""
        if not self.ti.runnable:
            self.clear(keep_task_state=True)
        self.run()
        if self.ti.state != "success":
            self.violations.append("the task does not succeed any more")
            self.check(None)

    def check(self, now: Try | None) -> None:
        """Raise `AssertionError` for whatever is not as it must be."""
        claimed, paid = self.claimed(), self.paid.total()
        if claimed != paid + self.unsent:
            self.violations.append(
                f"{claimed} calls are counted, and {paid} were paid with {self.unsent} announced and never sent"
            )
        if self.violations:
            steps = " | ".join(now.process.trace) if now is not None else ""
            raise AssertionError(f"{'; '.join(self.violations)}. Last steps: {steps}. Error: {self.ti.error!r}")
