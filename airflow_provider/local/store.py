"""
Collections on disk: one SQLite file with a full-text index for each.

A file each makes deleting total, keeps one collection's words out of another's ranking, and lets the
command line add while the service answers. Each file carries the version of its layout: older ones are
brought up to date when they are opened, newer ones are refused. What a record means is the business of
`passages` and `query`.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
import uuid
from contextlib import closing, contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from airflow_provider.local.errors import Invalid, Missing

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

MAX_ID = 200
_BUSY_SECONDS = 30
# Entry N brings a file of version N to version N + 1; append, never edit. Files of version 0 come from releases
# that wrote no version, so the first entry has to take both an empty file and one of those.
_MIGRATIONS = (
    """
CREATE TABLE IF NOT EXISTS collection (id TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS records (
    id INTEGER PRIMARY KEY, source TEXT NOT NULL, context TEXT NOT NULL, text TEXT NOT NULL, facts TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS records_by_source ON records (source);
CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5 (
    context, labels, body, tokenize = 'porter unicode61 remove_diacritics 2'
);
""",
)
VERSION = len(_MIGRATIONS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """
    One searchable unit: a table row, an entry of a listing, or a paragraph.

    *facts* are its labelled values in order, empty for a paragraph; *context* is what it stands under.
    """

    text: str
    facts: tuple[tuple[str, str], ...] = ()
    context: str = ""


def read_id(value: str) -> str:
    """Return *value* if it can name a collection; raise `Invalid` if not."""
    if not value.strip() or len(value) > MAX_ID or not value.isprintable():
        message = f"Field 'collection_id' must be 1 to {MAX_ID} printable characters."
        raise Invalid(message)
    return value


class Store:
    """The collections under *data*; cheap to create, safe to use from many threads and processes."""

    def __init__(self, data: Path) -> None:
        self._root = data / "collections"

    def add(self, collection_id: str, *, source: str, records: Iterable[Record]) -> int:
        """Put *records* in, replacing those that came from *source* before; returns how many there are."""
        folder = self._folder(collection_id)
        folder.mkdir(parents=True, exist_ok=True)
        with _connect(folder / "records.sqlite3") as connection:
            connection.execute("PRAGMA journal_mode = WAL")
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                if connection.execute("SELECT 1 FROM collection").fetchone() is None:
                    connection.execute("INSERT INTO collection VALUES (?)", (collection_id,))
                connection.execute(
                    "DELETE FROM words WHERE rowid IN (SELECT id FROM records WHERE source = ?)", (source,)
                )
                connection.execute("DELETE FROM records WHERE source = ?", (source,))
                return sum(_insert(connection, source, record) for record in records)

    def search(self, collection_id: str, terms: Sequence[str], *, every: bool, limit: int) -> list[Record]:
        """
        Return the records with *every* one, or any, of the *terms*, best match first.

        The terms are words, not a query language. Raises `Missing` for an unknown collection.
        """
        if not terms:
            return []
        quoted = ['"' + term.replace('"', '""') + '"' for term in terms]
        expression = (" AND " if every else " OR ").join(quoted)
        with self._open(collection_id) as connection:
            rows = connection.execute(
                "SELECT records.text, records.facts, records.context FROM words"
                " JOIN records ON records.id = words.rowid"
                " WHERE words MATCH ? ORDER BY bm25(words, 1.0, 1.0, 2.0), records.id LIMIT ?",
                (expression, limit),
            )
            return [_record(row) for row in rows]

    def read(self, collection_id: str, *, limit: int) -> list[Record]:
        """Return the records in the order they were added. Raises `Missing` for an unknown collection."""
        with self._open(collection_id) as connection:
            rows = connection.execute("SELECT text, facts, context FROM records ORDER BY id LIMIT ?", (limit,))
            return [_record(row) for row in rows]

    def delete(self, collection_id: str) -> None:
        """Remove a collection and all it holds. Raises `Missing` when there is none."""
        folder = self._folder(collection_id)
        # Renamed first: whoever opens the collection from here on finds nothing rather than half of it.
        gone = folder.with_name(f".deleted-{uuid.uuid4().hex}")
        try:
            folder.rename(gone)
        except FileNotFoundError:
            raise _unknown(collection_id) from None
        shutil.rmtree(gone, ignore_errors=True)

    def ids(self) -> list[str]:
        """Return the IDs of all collections, sorted."""
        found: list[str] = []
        for path in self._root.glob("[!.]*/records.sqlite3"):
            with _connect(path) as connection:
                found.extend(str(row[0]) for row in connection.execute("SELECT id FROM collection"))
        return sorted(found)

    @contextmanager
    def _open(self, collection_id: str) -> Iterator[sqlite3.Connection]:
        path = self._folder(collection_id) / "records.sqlite3"
        if not path.exists():
            raise _unknown(collection_id)
        with _connect(path) as connection:
            yield connection

    def _folder(self, collection_id: str) -> Path:
        # A digest, because an ID may hold any character and a path may not.
        return self._root / hashlib.sha256(collection_id.encode()).hexdigest()[:40]


@contextmanager
def _connect(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the file at *path* in today's layout; raise `Invalid` when a newer release has written it."""
    with closing(sqlite3.connect(path, timeout=_BUSY_SECONDS)) as connection:
        found = _version(connection)
        if found > VERSION:
            message = (
                f"The collection in {str(path)!r} has layout version {found}, and this release reads versions up to "
                f"{VERSION}. Update airflow-provider-content-ai, or use another --data directory."
            )
            raise Invalid(message)
        if found < VERSION:
            _migrate(connection)
        yield connection


def _version(connection: sqlite3.Connection) -> int:
    return int(connection.execute("PRAGMA user_version").fetchone()[0])


def _migrate(connection: sqlite3.Connection) -> None:
    """Bring an older file up to date, all of it or nothing; a second process that comes along waits."""
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        for script in _MIGRATIONS[_version(connection) :]:
            for statement in script.split(";"):
                connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {VERSION}")


def _insert(connection: sqlite3.Connection, source: str, record: Record) -> int:
    cursor = connection.execute(
        "INSERT INTO records (source, context, text, facts) VALUES (?, ?, ?, ?)",
        (source, record.context, record.text, json.dumps(record.facts, ensure_ascii=False)),
    )
    labels = " ".join(label for label, _ in record.facts)
    body = " ".join(value for _, value in record.facts) or record.text
    connection.execute(
        "INSERT INTO words (rowid, context, labels, body) VALUES (?, ?, ?, ?)",
        (cursor.lastrowid, record.context, labels, body),
    )
    return 1


def _record(row: tuple[str, str, str]) -> Record:
    text, facts, context = row
    return Record(text=text, facts=tuple((label, value) for label, value in json.loads(facts)), context=context)


def _unknown(collection_id: str) -> Missing:
    return Missing(
        f"There is no collection {collection_id!r}. "
        "Fill one with: python -m airflow_provider.local collection add ID FILE_OR_URL --data DIR."
    )
