"""What a batch says of itself while it runs: one line, now and then."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

from airflow_provider.api.money import in_words

log = logging.getLogger(__name__)

EVERY_SECONDS = 5.0


class Progress:
    """Counts the items of a batch of *total*, *resumed* of which were there already; *label* names a mapped task."""

    def __init__(self, *, total: int, resumed: int, label: str = "") -> None:
        self._total = total
        self._resumed = resumed
        self._label = f"{label}: " if label else ""
        self._answered = 0
        self._failed = 0
        self._reused = 0
        # None while no answer has reported any.
        self._tokens: int | None = None
        self._began = time.monotonic()

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return time.monotonic() - self._began

    def answered(self, tokens: int | None) -> None:
        """Count an answered item."""
        self._answered += 1
        if tokens is not None:
            self._tokens = (self._tokens or 0) + tokens

    def reused(self) -> None:
        """Count an item whose answer an earlier run has paid for."""
        self._reused += 1

    def failed(self) -> None:
        """Count a failed item."""
        self._failed += 1

    async def report_forever(self) -> None:
        """Log a line every 5 seconds until cancelled."""
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            self.report()

    def snapshot(self, *, in_flight: int) -> dict[str, Any]:
        """Return what the spend page shows of a running batch; `seconds_left` is None while nobody can know."""
        seconds_left = round(self._left / self._rate, 1) if self._rate else None
        counts = {"total": self._total, "done": self._resumed + self._done, "failed": self._failed}
        return {**counts, "in_flight": in_flight, "seconds_left": seconds_left, "at": round(time.time(), 1)}

    @property
    def _done(self) -> int:
        return self._answered + self._reused + self._failed

    @property
    def _left(self) -> int:
        return self._total - self._resumed - self._done

    @property
    def _rate(self) -> float:
        return self._done / self.seconds if self.seconds else 0.0

    def report(self) -> None:
        """Log a line."""
        rate, left = self._rate, self._left
        said = [f"{self._label}{self._resumed + self._done} of {self._total} done", f"{self._failed} failed"]
        if self._reused:
            said.append(f"{self._reused} reused")
        if rate:
            said.append(f"{rate:.1f}/s")
        if self._answered:
            said.append("tokens not reported" if self._tokens is None else in_words(self._tokens, "token"))
        if rate and left:
            said.append(f"about {left / rate:.0f} s to go")
        log.info("%s", ", ".join(said))
