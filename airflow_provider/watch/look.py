"""
The last look at a page, in words for people: when it was, what was found, and what is wrong.

Decides when that is worth a write into the asset's state; what a poll means to a DAG is `check`'s business.
"""

from __future__ import annotations

import time
from typing import TypedDict

from airflow_provider.watch.check import Decision, Status
from airflow_provider.web.outcomes import Failed, Gone, Outcome

LOOK_KEY = "content_ai_look"
# A page that is polled every second is not written down every second.
EVERY_SECONDS = 60.0


class Look(TypedDict):
    """
    What the asset's state says of the last look, under `LOOK_KEY`.

    `found` is the status of an event, or "unchanged", "missing", "not loaded", "not read".
    """

    url: str
    checked_at: str
    found: Status | str
    problem: str | None


def found_in(outcome: Outcome, decision: Decision | None, unreadable: str | None) -> tuple[str, str | None]:
    """Return what a poll has found, and what is wrong; *unreadable* says why a page cannot be read."""
    if isinstance(outcome, Failed):
        return "not loaded", outcome.reason
    if unreadable is not None:
        return "not read", unreadable
    if decision is not None and decision.event is not None:
        return decision.event["status"], None
    if isinstance(outcome, Gone):
        return "missing", f"answered {outcome.status}"
    return "unchanged", None


class Looks:
    """Says which looks are written down: news at once, and the rest now and then."""

    def __init__(self) -> None:
        self._last: tuple[str, str | None] | None = None
        self._written_at = 0.0

    def due(self, look: Look) -> bool:
        """Say whether *look* is to be written, and take it for written."""
        said = look["found"], look["problem"]
        if said == self._last and time.monotonic() - self._written_at < EVERY_SECONDS:
            return False
        self._last, self._written_at = said, time.monotonic()
        return True
