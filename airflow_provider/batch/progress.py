"""What a batch says of itself while it runs: one line, now and then."""

from __future__ import annotations

import asyncio
import logging
import time

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

    def failed(self) -> None:
        """Count a failed item."""
        self._failed += 1

    async def report_forever(self) -> None:
        """Log a line every 5 seconds until cancelled."""
        while True:
            await asyncio.sleep(EVERY_SECONDS)
            self.report()

    def report(self) -> None:
        """Log a line."""
        done = self._answered + self._failed
        rate = done / self.seconds if self.seconds else 0.0
        left = self._total - self._resumed - done
        said = [f"{self._label}{self._resumed + done} of {self._total} done", f"{self._failed} failed"]
        if rate:
            said.append(f"{rate:.1f}/s")
        if self._answered:
            said.append("tokens not reported" if self._tokens is None else f"{self._tokens} tokens")
        if rate and left:
            said.append(f"about {left / rate:.0f} s to go")
        log.info("%s", ", ".join(said))
