"""
Paid answers in Airflow's task state store: an append-only log that a later try reads.

The log is compressed and cut into parts. The part still open travels in the record, so that an answer and its
spend are written together or not at all; full parts are written before the record that counts them.
"""

from __future__ import annotations

import base64
import json
import logging
import zlib
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any, NamedTuple

from airflow_provider.state.store import PART_BYTES, StateStore

log = logging.getLogger(__name__)

LOG_KEY = "content_ai_log_{number}"
# A part that goes on where the one before it ended; no base64 begins so.
CONTINUES = "~"
# What cannot be compressed grows by 5 bytes in 16 kB, and by a few when it is flushed.
MOST_GROWTH = 64
# A record that was edited by hand may claim any number of parts; no task has written more.
MOST_PARTS = 100_000
# So many parts in a row are not missing: there never were any.
MOST_MISSING = 8


class Entry(NamedTuple):
    """One line of the log: whose answer it is, the answer as JSON value, and the same as it stands there."""

    fingerprint: str
    value: Any
    content: bytes


class AnswerLog:
    """
    The log that *found*, the record's word on it, stands for; a new one for None.

    What is appended stands once `full_parts` and then the record, with `header` in it, have been written.
    `problem` says in words what of *found* could not be believed, None when all could.
    """

    def __init__(self, store: StateStore, found: object) -> None:
        header, self.problem = _believed(found)
        self._store = store
        self._parts: int = header.get("parts", 0)
        # As an earlier try left it: a finished stream cannot be appended to.
        self._found_open: str = header.get("open", "")
        self._entries: int = header.get("entries", int(bool(self._parts or self._found_open)))
        # What there is to read, whatever is appended meanwhile.
        self._found = (self._parts, self._found_open)
        self._expected = 0 if self.problem else self._entries
        self._open = bytearray()
        self._packer = zlib.compressobj(6)
        self._full: list[tuple[str, str]] = []
        # Whether calls have overlapped in time: then their order says nothing.
        self.overlapped: bool = header.get("overlapped", False)
        # Whether answers were missing when the log was read.
        self.has_lost = self.problem is not None

    def __len__(self) -> int:
        return self._entries

    @property
    def keys(self) -> list[str]:
        """The keys of all parts."""
        return [LOG_KEY.format(number=number) for number in range(self._parts)]

    @property
    def header(self) -> dict[str, Any] | None:
        """What the record says of the log; None where there is none."""
        if not (self._entries or self.overlapped):
            return None
        header: dict[str, Any] = {
            "entries": self._entries,
            "parts": self._parts,
            "open": base64.b64encode(self._open).decode() if self._open else self._found_open,
        }
        if self.overlapped:
            header["overlapped"] = True
        return header

    def append(self, fingerprint: str, content: bytes) -> None:
        """Append the JSON text *content* as the answer to what *fingerprint* stands for."""
        if self._found_open:
            self._full.append((LOG_KEY.format(number=self._parts), self._found_open))
            self._parts += 1
            self._found_open = ""
        entry = b"%s %s\n" % (fingerprint.encode(), content)
        self._entries += 1
        if self._open and not self._has_room(entry):
            self._close_part()
        self._open += _packed(self._packer, entry)
        if len(self._open) > PART_BYTES:
            self._close_part()

    @property
    def full_parts(self) -> list[tuple[str, str]]:
        """Keys and values of the parts that are full and not known to be written."""
        return list(self._full)

    def parts_written(self, number: int) -> None:
        """Note that the first *number* of `full_parts` have been written."""
        del self._full[:number]

    def read(self) -> Iterator[Entry]:
        """Yield what earlier tries have appended, in order; warns once of what cannot be read."""
        readable = 0
        for stream in chain(self._streams(), [_unpacked_base64(self._found[1])]):
            for entry in _entries(stream):
                readable += 1
                yield entry
        if readable < self._expected:
            warn_of_lost(self._expected - readable, "damaged or missing in the task state store")
            self._expected, self.has_lost = readable, True

    def _has_room(self, entry: bytes) -> bool:
        if len(self._open) + len(entry) + MOST_GROWTH <= PART_BYTES:
            return True
        # A copy is tried, for what is packed cannot be taken back.
        return len(self._open) + len(_packed(self._packer.copy(), entry)) <= PART_BYTES

    def _close_part(self) -> None:
        """Make the open part a full one, or several for an answer larger than a part."""
        for start in range(0, len(self._open), PART_BYTES):
            piece = base64.b64encode(self._open[start : start + PART_BYTES]).decode()
            self._full.append((LOG_KEY.format(number=self._parts), (CONTINUES if start else "") + piece))
            self._parts += 1
        self._open = bytearray()
        self._packer = zlib.compressobj(6)

    def _streams(self) -> Iterator[bytes]:
        """Yield each compressed stream, put together from its parts."""
        (parts, still_open), stream, missing = self._found, b"", 0
        for number in range(parts):
            part = self._store.get(LOG_KEY.format(number=number))
            missing = 0 if isinstance(part, str) else missing + 1
            if missing == MOST_MISSING:
                if self._parts == parts:
                    # What is appended has to stand where the next try finds it.
                    self._parts = number + 1 - missing
                    self._found = (self._parts, still_open)
                break
            text = part if isinstance(part, str) else ""
            if not text.startswith(CONTINUES):
                yield stream
                stream = b""
            stream += _unpacked_base64(text.removeprefix(CONTINUES))
        yield stream


def warn_of_lost(number: int, why: str) -> None:
    """Say once, as a warning, that *number* paid answers are lost."""
    log.warning(
        "%s of earlier tries cannot be used: %s. What was paid stays counted; the same is asked, and paid, again.",
        "1 paid answer" if number == 1 else f"{number:,} paid answers",
        why,
    )


def fits_a_part(content: bytes) -> bool:
    """Say whether *content* has room in a part of the log."""
    # Hardly anything grows when it is compressed, so most need not be.
    return len(content) < PART_BYTES // 2 or len(zlib.compress(content, 6)) < PART_BYTES - 1000


def unpacked(stream: bytes) -> bytes:
    """Return what is compressed in *stream*, nothing if it is damaged; it need not have been finished."""
    try:
        return zlib.decompressobj().decompress(stream)
    except zlib.error:
        return b""


def _packed(packer: Any, entry: bytes) -> bytes:
    packed: bytes = packer.compress(entry) + packer.flush(zlib.Z_SYNC_FLUSH)
    return packed


def _unpacked_base64(text: object) -> bytes:
    try:
        return base64.b64decode(text, validate=True) if isinstance(text, str) else b""
    except ValueError:
        return b""


def _entries(stream: bytes) -> Iterator[Entry]:
    for line in unpacked(stream).splitlines():
        fingerprint, _, content = line.partition(b" ")
        try:
            yield Entry(fingerprint.decode(), json.loads(content), content)
        except (ValueError, RecursionError):
            continue


def _believed(found: object) -> tuple[dict[str, Any], str | None]:
    """Return the fields of a stored header that can be believed, and in words what cannot; None if all can."""
    if found is None:
        return {}, None
    if not isinstance(found, Mapping):
        return {}, f"log is {found!r:.40}"
    right = {name: found[name] for name, is_right in _HEADER.items() if name in found and is_right(found[name])}
    wrong = [f"log.{name} is {found.get(name)!r:.40}" for name in ("entries", "parts", "open") if name not in right]
    return right, ", ".join(wrong) or None


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


_HEADER: dict[str, Callable[[Any], bool]] = {
    "entries": _is_count,
    "parts": lambda value: _is_count(value) and value <= MOST_PARTS,
    "open": lambda value: isinstance(value, str),
    "overlapped": lambda value: value is True,
}
