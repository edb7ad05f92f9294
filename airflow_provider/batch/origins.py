"""
Where the answers of a batch come from: paid for by its task, and why, or by an earlier run, and when.

Decides how both stand in the log of answers and what the manifest says of them. Only batches that reuse have any.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

# Beside an answer: what was seen of its page before it was paid for, and when an answer from the memory was.
SEEN = "seen"
REUSED = "reused"


def reused_mark(paid_at: str) -> bytes:
    """Return what the log keeps in place of an answer that the memory has: when it was paid for."""
    return json.dumps({REUSED: paid_at}).encode()


def marked_in(kept: object) -> str | None:
    """Return when the answer that *kept* marks was paid for; None if *kept* is no mark."""
    paid_at = kept.get(REUSED) if isinstance(kept, Mapping) and len(kept) == 1 else None
    return paid_at if isinstance(paid_at, str) else None


class Origins:
    """The origins of the answers to *size* items, a byte for each."""

    def __init__(self, size: int) -> None:
        # Where an item has an answer: the place of its origin among the names, the first of which is no answer.
        self._places = bytearray(size)
        self._names = ["", REUSED]
        self._oldest = self._newest = ""

    def paid(self, index: int, reason: str) -> None:
        """Note that item *index* was paid for, and for which *reason*."""
        if reason not in self._names:
            self._names.append(reason)
        self._places[index] = self._names.index(reason)

    def reused(self, index: int, paid_at: str) -> None:
        """Note that item *index* has an answer that was paid for at *paid_at*."""
        self._places[index] = self._names.index(REUSED)
        self._oldest = min(self._oldest or paid_at, paid_at)
        self._newest = max(self._newest, paid_at)

    def told(self, positions: Iterable[int]) -> dict[str, Any]:
        """Return what the manifest says of the input items at *positions*."""
        found = Counter(self._names[self._places[index]] for index in positions)
        del found[""]
        reused = found.pop(REUSED, 0)
        return {
            "reused": reused,
            "reused_from": {"oldest": self._oldest, "newest": self._newest} if reused else None,
            "paid_for": dict(found),
        }
