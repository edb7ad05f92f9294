"""
What was paid for, by page and request, and what its page showed then.

A database on this machine's disk stands between the parts of a memory and a run, so that a hundred thousand answers
take no memory of the process. Of several records of a page the newest counts; what is paid is not decided here.
"""

from __future__ import annotations

import hashlib
import json
import logging
import sqlite3
import tempfile
import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from airflow_provider.web.memory.generations import (
    RECORDS_OF_A_PART,
    Generation,
    Generations,
    Part,
    Record,
    UnreadableMemoryError,
)
from airflow_provider.web.memory.storage import Storage
from airflow_provider.web.outcomes import Validators

log = logging.getLogger(__name__)

KIND = "pages"
# So many small parts are put together: each is a file to open.
MOST_SMALL_PARTS = 30
THIS_RUN = -1

TABLES = """
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    CREATE TABLE paid (key TEXT PRIMARY KEY, at TEXT, part INTEGER, entry TEXT, answer TEXT);
    CREATE TABLE notes (key TEXT PRIMARY KEY, at TEXT, part INTEGER, paid_at TEXT, note TEXT);
"""
PAY = """
    INSERT INTO paid VALUES (?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET
    at = excluded.at, part = excluded.part, entry = excluded.entry, answer = excluded.answer WHERE excluded.at >= at
"""
NOTE = """
    INSERT INTO notes VALUES (?, ?, ?, ?, ?) ON CONFLICT (key) DO UPDATE SET
    at = excluded.at, part = excluded.part, paid_at = excluded.paid_at, note = excluded.note WHERE excluded.at >= at
"""
FIND = """
    SELECT entry, note FROM paid LEFT JOIN notes ON notes.key = paid.key AND notes.paid_at = paid.at WHERE paid.key = ?
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """
    One page that was paid for by one request; its answer is with the memory.

    *request* names all of the request but the page. *body*, *digest* and *fingerprint* are those of the page as it
    was just before, empty where it could not be told; they compare under the same *reading*. *unsteady* counts how
    often *validators* have changed while the page had not. *usage* is what the call had cost.
    """

    link: str
    request: str
    paid_at: str
    reading: str = ""
    body: str = ""
    digest: str = ""
    fingerprint: str = ""
    validators: Validators | None = None
    unsteady: int = 0
    usage: Mapping[str, Any] = field(default_factory=dict)

    @property
    def key(self) -> str:
        """Names the page and the request."""
        return key_of(self.link, self.request)


def key_of(link: str, request: str) -> str:
    """Return what names a page and a request."""
    return hashlib.blake2b(f"{request}\n{link}".encode("utf-8", "replace"), digest_size=16).hexdigest()


@dataclass(slots=True)
class Trust:
    """How often a host's validators have changed with its pages, and how often they have not."""

    proofs: int = 0
    lies: int = 0


class PageMemory:
    """
    The memory of one run; a context manager, which forgets what was not saved.

    :param storage: where it is kept
    """

    def __init__(self, storage: Storage) -> None:
        self._generations = Generations(storage, KIND)
        self._lock = threading.Lock()
        self._folder = tempfile.TemporaryDirectory(prefix="content-ai-memory-")
        self._base = sqlite3.connect(Path(self._folder.name) / "pages.sqlite", check_same_thread=False)
        self._base.executescript(TABLES)
        self._generation = Generation()
        self._whole: dict[int, Part] = {}
        self.readable = True
        """Whether it could be read; what could not is never overwritten."""
        self.hosts: dict[str, Trust] = {}
        self._hosts_before: dict[str, Trust] = {}

    def load(self) -> None:
        """Read what earlier runs have saved. What cannot be read is logged, and taken for not there."""
        try:
            self._generation = self._generations.read()
        except Exception as error:  # noqa: BLE001 - every storage has errors of its own
            self.readable = False
            log.warning("The memory cannot be read (%s: %s). All pages are paid for.", type(error).__name__, error)
            return
        for number, part in enumerate(self._generation.parts):
            try:
                self._insert(self._generations.records(part), number)
            except (UnreadableMemoryError, KeyError, TypeError) as error:
                log.warning("A part of the memory cannot be read (%s). Its pages are paid for.", error)
            else:
                self._whole[number] = part
        for facts in self._generation.facts:
            for host, (proofs, lies) in facts.get("hosts", {}).items():
                known = self.hosts.setdefault(host, Trust())
                known.proofs, known.lies = max(known.proofs, proofs), max(known.lies, lies)
        self._hosts_before = {host: replace(trust) for host, trust in self.hosts.items()}

    def find(self, link: str, request: str) -> Entry | None:
        """Return what is known of the page at *link* and *request*; None if it was not paid for."""
        with self._lock:
            row = self._base.execute(FIND, (key_of(link, request),)).fetchone()
        if row is None:
            return None
        try:
            found = json.loads(row[0]) | json.loads(row[1] or "{}")
            given = found.get("validators")
            return Entry(**{**found, "validators": Validators(**given) if given else None})
        except TypeError:
            # Dropped, or written by a version that knows more of a page.
            return None

    def answer(self, entry: Entry) -> Any:
        """Return the answer that was paid for."""
        with self._lock:
            (text,) = self._base.execute("SELECT answer FROM paid WHERE key = ?", (entry.key,)).fetchone()
        return json.loads(text)

    def keep(self, entry: Entry, answer: Any) -> None:
        """Remember a page that was paid for now."""
        record = {"key": entry.key, "at": entry.paid_at, "entry": _plain(entry), "answer": answer}
        with self._lock:
            self._base.execute(PAY, _paid_row(record, THIS_RUN))

    def drop(self, link: str, request: str, at: str) -> None:
        """Have nothing be known of a page from the time *at* on, until it is paid for again."""
        key = key_of(link, request)
        with self._lock:
            row = self._base.execute("SELECT at FROM paid WHERE key = ?", (key,)).fetchone()
            # A clock that was wrong must not keep it.
            record: Record = {"key": key, "at": max(at, row[0]) if row else at, "entry": {}, "answer": None}
            self._base.execute(PAY, _paid_row(record, THIS_RUN))

    def note(self, entry: Entry, at: str) -> None:
        """Remember at the time *at* other validators of a page that was not paid for."""
        note = {"validators": _plain(entry).get("validators"), "unsteady": entry.unsteady}
        record = {"key": entry.key, "at": at, "paid_at": entry.paid_at, "note": note}
        with self._lock:
            self._base.execute(NOTE, _note_row(record, THIS_RUN))

    def save(self) -> None:
        """Write what is new, beside what other runs have written meanwhile."""
        if not self.readable:
            return
        worn = self._worn()
        places = [THIS_RUN, *worn]
        parts = self._generations.write(self._records(places))
        if parts or worn or self.hosts != self._hosts_before:
            facts = {"hosts": {host: [trust.proofs, trust.lies] for host, trust in self.hosts.items()}}
            self._generations.switch(parts, instead_of=[self._whole[number] for number in worn], facts=facts)
            self._generations.sweep()

    def close(self) -> None:
        """Leave nothing on this machine."""
        self._base.close()
        self._folder.cleanup()

    def __enter__(self) -> Self:
        self.load()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __len__(self) -> int:
        (count,) = self._base.execute("SELECT count(*) FROM paid").fetchone()
        return int(count)

    def _insert(self, records: Iterable[Record], part: int) -> None:
        for record in records:
            if "note" in record:
                self._base.execute(NOTE, _note_row(record, part))
            else:
                self._base.execute(PAY, _paid_row(record, part))

    def _worn(self) -> list[int]:
        """Return the numbers of parts to write anew: most of their records are outdated, or too many are small."""
        live = dict(
            self._base.execute(
                "SELECT part, count(*) FROM (SELECT part FROM paid UNION ALL SELECT part FROM notes) GROUP BY part"
            )
        )
        worn = [number for number, part in self._whole.items() if 2 * live.get(number, 0) < part.records]
        small = [number for number, part in self._whole.items() if part.records < RECORDS_OF_A_PART // 10]
        return sorted({*worn, *(small if len(small) > MOST_SMALL_PARTS else ())})

    def _records(self, parts: Iterable[int]) -> Iterator[Record]:
        for part in parts:
            rows = self._base.execute("SELECT key, at, entry, answer FROM paid WHERE part = ? ORDER BY rowid", (part,))
            for key, at, entry, answer in rows:
                yield {"key": key, "at": at, "entry": json.loads(entry), "answer": json.loads(answer)}
            rows = self._base.execute("SELECT key, at, paid_at, note FROM notes WHERE part = ? ORDER BY rowid", (part,))
            for key, at, paid_at, note in rows:
                yield {"key": key, "at": at, "paid_at": paid_at, "note": json.loads(note)}


def _plain(entry: Entry) -> dict[str, Any]:
    return {name: value for name, value in asdict(entry).items() if value not in ("", None, 0, {})}


def _paid_row(record: Record, part: int) -> tuple[Any, ...]:
    return record["key"], record["at"], part, _text(record["entry"]), _text(record["answer"])


def _note_row(record: Record, part: int) -> tuple[Any, ...]:
    return record["key"], record["at"], part, record["paid_at"], _text(record["note"])


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
