"""
When to look next, decided without a clock: every page at its own moment, slower while there is trouble.

Pages are spread by a hash of their address, so neither a restart nor a thousand pages added at once make a burst.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from airflow_provider.watch.check import SIGHTS_UNTIL_REMOVED
from airflow_provider.watch.sights import Failed, Gone, Sight

LONGEST_PAUSE = 3600.0
# After a start, all pages are looked at within this time, so that nothing waits for a whole `every`.
FIRST_LOOKS = 60.0


@dataclass(frozen=True, slots=True)
class Rhythm:
    """The pauses of one page: *every* seconds, at *phase* (0 to 1) of that time."""

    every: float
    phase: float

    @classmethod
    def of(cls, url: str, every: float) -> Rhythm:
        """Return the rhythm of the page at *url*."""
        number = int.from_bytes(hashlib.blake2b(url.encode("utf-8", "replace"), digest_size=8).digest(), "big")
        return cls(every, number / 2**64)

    def before_first(self) -> float:
        """Return the pause before the first look after a start."""
        return self.phase * min(self.every, FIRST_LOOKS)

    def after(self, now: float, troubles: int, retry_after: float | None = None) -> float:
        """
        Return the pause after a look that ended at the Unix time *now*.

        *troubles* counts the looks in a row that failed; they double the pause, up to an hour.
        """
        if troubles:
            backed_off = min(self.every * 2.0 ** min(troubles, 30), LONGEST_PAUSE)
            asked = min(retry_after or 0.0, LONGEST_PAUSE)
            # Spread, for a server that fails does so for all of its pages at once.
            return max(self.every, backed_off * (0.75 + self.phase / 4), asked)
        # The page's own moment that is nearest to a whole `every` from now.
        moment = self.phase * self.every
        return self.every / 2 + (moment - now - self.every / 2) % self.every


@dataclass(slots=True)
class Trouble:
    """
    How many looks in a row brought no page, and whether that is news.

    A page that is missing is looked for at the usual pace until it counts as removed.
    """

    count: int = 0
    kind: str = ""
    gone: int = 0

    def note(self, sight: Sight) -> str | None:
        """Take *sight* into account; return what to log, None if that is known already."""
        before = self.kind
        if isinstance(sight, Failed):
            self.count += 1
            self.kind = "failing"
            return None if before == self.kind else f"cannot be had: {sight.reason}"
        if isinstance(sight, Gone):
            self.gone += 1
            self.count = max(0, self.gone - SIGHTS_UNTIL_REMOVED + 1)
            self.kind = "missing"
            return None if before == self.kind else f"is missing: answered {sight.status}"
        self.count, self.gone, self.kind = 0, 0, ""
        return "is there again" if before else None
