"""
When a page is polled next, decided without a clock: every page at its own moment, slower while there is trouble.

Pages are spread by a hash of their address, so neither a restart nor a thousand pages added at once make a burst.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from airflow_provider.watch.check import POLLS_UNTIL_REMOVED
from airflow_provider.web.outcomes import Failed, Gone, Outcome

LONGEST_PAUSE = 3600.0
# After a start, all pages are polled within this time, so that nothing waits for a whole `every`.
FIRST_POLLS = 60.0


@dataclass(frozen=True, slots=True)
class Schedule:
    """The pauses of one page: *every* seconds, at *phase* (0 to 1) of that time."""

    every: float
    phase: float

    @classmethod
    def of(cls, url: str, every: float) -> Schedule:
        """Return the schedule of the page at *url*."""
        number = int.from_bytes(hashlib.blake2b(url.encode("utf-8", "replace"), digest_size=8).digest(), "big")
        return cls(every, number / 2**64)

    def before_first(self) -> float:
        """Return the pause before the first poll after a start."""
        return self.phase * min(self.every, FIRST_POLLS)

    def after(self, now: float, failures: int, retry_after: float | None = None) -> float:
        """
        Return the pause after a poll that ended at the Unix time *now*.

        *failures* counts the polls in a row that failed; they double the pause, up to an hour.
        """
        if failures:
            backed_off = min(self.every * 2.0 ** min(failures, 30), LONGEST_PAUSE)
            asked = min(retry_after or 0.0, LONGEST_PAUSE)
            # Spread, for a server that fails does so for all of its pages at once.
            return max(self.every, backed_off * (0.75 + self.phase / 4), asked)
        # The page's own moment that is nearest to a whole `every` from now.
        moment = self.phase * self.every
        return self.every / 2 + (moment - now - self.every / 2) % self.every


@dataclass(slots=True)
class FailureStreak:
    """
    How many polls in a row brought no page, and whether that is news.

    A page that is missing is polled at the usual pace until it counts as removed.
    """

    count: int = 0
    kind: str = ""
    gone: int = 0

    def note(self, outcome: Outcome) -> str | None:
        """Take *outcome* into account; return what to log, None if that is known already."""
        before = self.kind
        if isinstance(outcome, Failed):
            self.count += 1
            self.kind = "failing"
            return None if before == self.kind else f"cannot be loaded: {outcome.reason}"
        if isinstance(outcome, Gone):
            self.gone += 1
            self.count = max(0, self.gone - POLLS_UNTIL_REMOVED + 1)
            self.kind = "missing"
            return None if before == self.kind else f"is missing: answered {outcome.status}"
        self.count, self.gone, self.kind = 0, 0, ""
        return "is there again" if before else None
