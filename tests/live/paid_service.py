"""A service on loopback that counts and charges, and lets a test hold a request or answer it with an error."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from tests.serving import Act, Stage, answer
from tests.state.service import Service

# A whole Airflow, on a machine that may have other work.
PATIENCE = 400.0


@dataclass(eq=False)
class Ambush:
    """Waits for the request for one of *subjects* that comes after so many others; *fails* has it answered 500."""

    subjects: Collection[str]
    after: int
    fails: bool
    sprung: threading.Event = field(default_factory=threading.Event)
    _released: threading.Event = field(default_factory=threading.Event)

    def release(self) -> None:
        """Have the request answered: it is held until then."""
        self._released.set()

    def wait(self) -> None:
        """Return once the request may be answered."""
        self._released.wait(PATIENCE)


class PaidService(Service):
    """Charges for each request, and answers it after *delay* seconds, unless it runs into an `ambush`."""

    def __init__(self, *, delay: float = 0.2) -> None:
        self.delay = delay
        self.ambushes: list[Ambush] = []
        # How often each subject was billed for an error.
        self.failed: Counter[str] = Counter()
        super().__init__()

    def ambush(self, subjects: Collection[str], *, after: int = 0, fails: bool = False) -> Ambush:
        """Hold the request for one of *subjects* that comes after so many others, until it is released."""
        self.ambushes.append(Ambush(subjects, after, fails))
        return self.ambushes[-1]

    def reply(self, subject: str, fields: dict[str, Any], authorization: str) -> Act:
        act, ambush = super().reply(subject, fields, authorization), self._ambush_of(subject)
        if ambush is not None and ambush.fails:
            # It is billed.
            self.failed[subject] += 1
            act = answer(500, {"error": "Broken.", "success": False})

        def play(stage: Stage) -> None:
            stage.over.wait(self.delay)
            if ambush is not None:
                ambush.wait()
            act(stage)

        return play

    def _ambush_of(self, subject: str) -> Ambush | None:
        for ambush in [one for one in self.ambushes if subject in one.subjects]:
            if ambush.after == 0:
                self.ambushes.remove(ambush)
                ambush.sprung.set()
                return ambush
            ambush.after -= 1
        return None
