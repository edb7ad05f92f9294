"""
What version 0.1 of the provider left in the task state store, read by this one.

Knows its keys, its fingerprints and its ways of packing; they are frozen. Nothing new is written in them.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from airflow_provider.api.request import MarkdownNames, Request
from airflow_provider.state.log import MOST_MISSING, MOST_PARTS, unpacked
from airflow_provider.state.store import StateStore

ANSWER, JOURNAL = "answer", "journal"
ANSWER_KEY = "content_ai_answer_{number}"
JOURNAL_KEY = "content_ai_journal_{number}"
# Characters of a part of an answer.
PIECE = 56_000
# What its requests held: a field that came later is part of a fingerprint only where it is set.
FIELDS = frozenset(
    {
        *("link", "prompt", "json_schema", "delay"),
        *("resource", "resource_type"),
        *("messages", "model"),
        *("collection_id", "request_query", "json_schema_rules"),
    }
)


def fingerprint(request: Request, base_url: str) -> str:
    """Return the digest by which version 0.1 told requests apart; one that it could not make matches none of its."""
    known = FIELDS | request.model_dump(exclude_defaults=True).keys()
    wire = {name: value for name, value in request.wire(MarkdownNames()).items() if name in known}
    asked = json.dumps([base_url, request.operation, wire], sort_keys=True)
    return hashlib.sha256(asked.encode()).hexdigest()[:32]


def journal_fingerprint(items: Iterable[Any], first: Request | None, base_url: str) -> str:
    """Return the digest by which it told batches apart; *items* are those of the task, repetitions included."""
    digest = hashlib.sha256()
    for item in items:
        key = item if isinstance(item, str) else f"\0{json.dumps(item, sort_keys=True)}"
        digest.update(key.encode() + b"\0")
    probe = "" if first is None else fingerprint(first, base_url)
    return hashlib.sha256(f"{digest.hexdigest()} {probe}".encode()).hexdigest()[:32]


class FirstVersion:
    """What of it is in *record*, a record's fields without a name in this version."""

    def __init__(self, store: StateStore, record: dict[str, Any]) -> None:
        self._store = store
        self._record = record
        # Whether something that was read has not been as that version writes it.
        self.is_damaged = False

    def __bool__(self) -> bool:
        return ANSWER in self._record or JOURNAL in self._record

    def answer(self, request: Request, base_url: str) -> Mapping[str, Any] | None:
        """Return the fields of the kept answer to *request*; empty if they cannot be read, None if there is none."""
        kept = self._record.get(ANSWER)
        if not isinstance(kept, Mapping) or kept.get("fingerprint") != fingerprint(request, base_url):
            return None
        fields = kept.get("fields") if "fields" in kept else self._answer_in_parts(_parts(kept))
        return fields if isinstance(fields, Mapping) else {}

    def has_journal_of(self, asked: str) -> bool:
        """Say whether there is a journal, and it is that of what *asked* names."""
        journal = self._record.get(JOURNAL)
        return isinstance(journal, Mapping) and journal.get("fingerprint") == asked

    def journalled(self, asked: str) -> Iterator[tuple[int, Any]]:
        """Yield place among the different items, and content, of each answer in the journal of what *asked* names."""
        if not self.has_journal_of(asked):
            return
        journal = self._record[JOURNAL]
        for part in self._found(JOURNAL_KEY, _parts(journal)):
            yield from self._entries(part)
        if journal.get("open"):
            yield from self._entries(journal["open"])

    def make_room(self) -> list[tuple[str, Any]]:
        """Move what lies in the record itself into parts, as that version does with more; return keys and values."""
        return [*self._answer_out(), *self._journal_out()]

    def _answer_out(self) -> Iterator[tuple[str, Any]]:
        kept = self._record.get(ANSWER)
        if not isinstance(kept, Mapping) or "fields" not in kept:
            return
        packed = base64.b64encode(zlib.compress(json.dumps(kept["fields"]).encode())).decode()
        pieces = [packed[start : start + PIECE] for start in range(0, len(packed), PIECE)]
        for number, piece in enumerate(pieces):
            yield ANSWER_KEY.format(number=number), piece
        self._record[ANSWER] = {"fingerprint": kept.get("fingerprint"), "parts": len(pieces)}

    def _journal_out(self) -> Iterator[tuple[str, Any]]:
        journal = self._record.get(JOURNAL)
        if isinstance(journal, Mapping) and isinstance(journal.get("open"), str) and journal["open"]:
            parts = _parts(journal)
            yield JOURNAL_KEY.format(number=parts), journal["open"]
            self._record[JOURNAL] = {**journal, "parts": parts + 1, "open": ""}

    def clear(self) -> list[str]:
        """Let go of all of it, and return the keys to delete once the record has been written without it."""
        answer, journal = self._record.pop(ANSWER, None), self._record.pop(JOURNAL, None)
        stale = journal.get("stale") if isinstance(journal, Mapping) else 0
        parts = max(_parts(journal), stale if isinstance(stale, int) else 0)
        return [
            *(ANSWER_KEY.format(number=number) for number in range(_parts(answer))),
            *(JOURNAL_KEY.format(number=number) for number in range(min(parts, MOST_PARTS))),
        ]

    def _entries(self, part: object) -> Iterator[tuple[int, Any]]:
        try:
            lines = unpacked(base64.b64decode(part)).splitlines() if isinstance(part, str) else []
        except ValueError:
            lines = []
        self.is_damaged |= not lines
        for line in lines:
            index, _, content = line.partition(b" ")
            try:
                yield int(index), json.loads(content)
            except (ValueError, RecursionError):
                self.is_damaged = True

    def _answer_in_parts(self, parts: int) -> Any:
        try:
            return json.loads(unpacked(base64.b64decode("".join(self._found(ANSWER_KEY, parts)))))
        except (ValueError, TypeError, RecursionError):
            return None

    def _found(self, key: str, parts: int) -> Iterator[Any]:
        missing = 0
        for number in range(parts):
            part = self._store.get(key.format(number=number))
            missing = 0 if part is not None else missing + 1
            yield part
            if missing == MOST_MISSING:
                return


def _parts(value: object) -> int:
    parts = value.get("parts") if isinstance(value, Mapping) else None
    return min(parts, MOST_PARTS) if isinstance(parts, int) and parts > 0 else 0
