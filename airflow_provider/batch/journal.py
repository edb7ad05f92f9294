"""
The answers of a batch in Airflow's task state store, as a log that a later try replays.

The log is compressed and cut into parts that the store takes without complaint. The part still open travels in
the ledger's own value, so that an answer and its spend are written together or not at all.
"""

from __future__ import annotations

import base64
import logging
import zlib
from collections.abc import Callable, Iterator
from typing import Any

from airflow_provider.keeping import StateStore

log = logging.getLogger(__name__)

JOURNAL_KEY = "content_ai_journal_{number}"
# In base64 it takes a third more: with the ledger's own fields the value stays under Airflow's 64 kB.
PART_BYTES = 42_000
# What cannot be compressed grows by 5 bytes in 16 kB, and by a few when it is flushed.
MOST_GROWTH = 64


class Journal:
    """
    The log of one batch, bound to *fingerprint*: what was asked, of whom.

    `record` goes into the ledger's value; before it is written, `take_full_parts` must be.
    """

    def __init__(self, store: StateStore, fingerprint: str, record: dict[str, Any] | None, max_tries: int) -> None:
        self._store = store
        self.fingerprint = fingerprint
        self._max_tries = max_tries
        self._delivered = False
        self._full: list[tuple[str, str]] = []
        self._open = bytearray()
        self._packer = zlib.compressobj(6)
        self._stale = 0
        self._parts = 0
        self._found: dict[str, Any] | None = None
        if not record:
            return
        # Clearing raises max_tries: who clears a task that has delivered wants fresh answers.
        cleared = record.get("delivered", max_tries) != max_tries
        self._stale = record.get("stale", 0)
        if record.get("fingerprint") == fingerprint and not cleared:
            self._found = record
            self._parts = record.get("parts", 0)
        else:
            why = "It had succeeded and was cleared" if cleared else "What is asked has changed since the last try"
            log.info("%s; the batch starts anew.", why)
            self._stale = max(self._stale, record.get("parts", 0))

    @property
    def record(self) -> dict[str, Any]:
        """What the ledger's value says of the journal."""
        record: dict[str, Any] = {
            "fingerprint": self.fingerprint,
            "parts": self._parts,
            "open": base64.b64encode(self._open).decode(),
        }
        if self._stale > self._parts:
            # Left by another journal: to be deleted with ours.
            record["stale"] = self._stale
        if self._delivered:
            record["delivered"] = self._max_tries
        return record

    def replay(self) -> Iterator[tuple[int, bytes]]:
        """Yield item and answer of everything that an earlier try has noted; to be called once, before `note`."""
        if self._found is None:
            return
        for number in range(self._parts):
            part = self._store.get(JOURNAL_KEY.format(number=number))
            if part is None:
                log.warning(
                    "Part %d of the journal has expired in the task state store; its items are asked again.", number
                )
                continue
            yield from _entries(base64.b64decode(part))
        # A finished stream cannot be appended to: what was open becomes a part of its own.
        self._open = bytearray(base64.b64decode(self._found.get("open", "")))
        yield from _entries(bytes(self._open))
        if self._open:
            self._close_part()

    def note(self, index: int, answer: bytes) -> None:
        """Append the answer for item *index*; it stands once the ledger has been written."""
        entry = b"%d %s\n" % (index, answer)
        if len(self._open) + len(entry) + MOST_GROWTH > PART_BYTES:
            # It may not fit. A copy is tried first, for what is packed cannot be taken back.
            trial = self._packer.copy()
            if self._open and len(self._open) + len(_packed(trial, entry)) > PART_BYTES:
                self._close_part()
        self._open += _packed(self._packer, entry)

    def take_full_parts(self) -> list[tuple[str, str]]:
        """Return keys and values of the parts that are full and not written yet; each is returned once."""
        full, self._full = self._full, []
        return full

    def mark_delivered(self) -> None:
        """Have a retry, after a kill just now, still find the answers, and a task that is cleared start anew."""
        self._delivered = True

    def drop(self) -> Callable[[], None]:
        """Let go of all parts; the caller writes its record without them, then calls what this returns."""
        parts = max(self._parts, self._stale)
        self._parts = self._stale = 0
        self._open.clear()

        def delete_parts() -> None:
            for number in range(parts):
                self._store.delete(JOURNAL_KEY.format(number=number))

        return delete_parts

    def _close_part(self) -> None:
        self._full.append((JOURNAL_KEY.format(number=self._parts), base64.b64encode(self._open).decode()))
        self._parts += 1
        self._open = bytearray()
        self._packer = zlib.compressobj(6)


def _packed(packer: Any, entry: bytes) -> bytes:  # noqa: ANN401 - zlib's compressor has no public type
    packed: bytes = packer.compress(entry) + packer.flush(zlib.Z_SYNC_FLUSH)
    return packed


def fits_a_part(answer: bytes) -> bool:
    """Say whether *answer* has room in a part of the journal."""
    # Hardly anything grows when it is compressed, so most need not be.
    return len(answer) < PART_BYTES // 2 or len(zlib.compress(answer, 6)) < PART_BYTES - 1000


def _entries(packed: bytes) -> Iterator[tuple[int, bytes]]:
    for line in zlib.decompressobj().decompress(packed).splitlines():
        index, _, answer = line.partition(b" ")
        yield int(index), answer
