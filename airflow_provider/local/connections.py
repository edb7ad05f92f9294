"""
Connections that do not wait for ever: a client that is too slow to ask, or to take its answer, is dropped.

How long the body of a request may take is decided where it is read; here it is what comes before and after.
"""

from __future__ import annotations

import asyncio
import time

from uvicorn.protocols.http.h11_impl import H11Protocol

# Seconds for the head of a request, from the connection or from the answer before it.
HEAD_TIMEOUT = 20.0
# Seconds in which an answer has to be taken.
ANSWER_TIMEOUT = 30.0
_EVERY = 1.0


class PatientProtocol(H11Protocol):
    """HTTP as uvicorn speaks it, with an end to its patience."""

    _waiting_since = 0.0
    _watch: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn has it
        """Begin to watch."""
        super().connection_made(transport)
        self._waiting_since = time.monotonic()
        self._watch = self.loop.call_later(_EVERY, self._look)

    def connection_lost(self, exc: Exception | None) -> None:
        """Watch no longer."""
        if self._watch is not None:
            self._watch.cancel()
        super().connection_lost(exc)

    def _look(self) -> None:
        """Drop the client where we have waited for it too long."""
        limit = self._limit()
        now = time.monotonic()
        if limit is None:
            self._waiting_since = now
        elif now - self._waiting_since > limit:
            self.transport.abort()
            return
        self._watch = self.loop.call_later(_EVERY, self._look)

    def _limit(self) -> float | None:
        """Return how long it may take what we wait for; None where it is the client that waits."""
        if self.transport.get_write_buffer_size():
            return ANSWER_TIMEOUT
        if self.cycle is None or self.cycle.response_complete:
            return HEAD_TIMEOUT
        return None
