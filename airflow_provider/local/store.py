"""
Collections on disk: one SQLite file for each.

A file each makes deleting total, keeps one collection's words out of another's ranking, and lets the
command line add while the service answers. Each file carries the version of its layout: older ones are
brought up to date when they are opened, newer ones are refused. What a record means is the business of
`passages` and `query`, and which ones match that of `index`.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
import uuid
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from airflow_provider.local import index
from airflow_provider.local.errors import Invalid, Missing
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

MAX_ID = 200
_COLUMNS = "text, facts, context, source"
_NO_FACTS = len("[]")
_BUSY_SECONDS = 30
# Labels of values that say what a record is about.
_TITLES = word_set("title name headline heading subject question")


def _index_anew(connection: sqlite3.Connection) -> None:
    """Replace SQLite's full-text index by ours."""
    connection.execute("DROP TABLE words")
    connection.execute(index.LAYOUT)
    connection.execute("ALTER TABLE records ADD COLUMN length INTEGER NOT NULL DEFAULT 0")
    connection.execute("CREATE INDEX records_by_length ON records (length)")
    for record_id, *row in connection.execute("SELECT id, text, facts, context, source FROM records").fetchall():
        _index(connection, record_id, _record(row))


# Entry N brings a file of version N to version N + 1; append, never edit. Files of version 0 come from releases
# that wrote no version, so the first entry has to take both an empty file and one of those.
_MIGRATIONS: tuple[str | Callable[[sqlite3.Connection], None], ...] = (
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
    _index_anew,
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
    source: str = field(default="", compare=False)
    """The file or page that it came from; known of a record that was read."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """Records with their scores, best first; not *particular* where the query names nothing in particular."""

    records: Sequence[tuple[Record, float]]
    particular: bool


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
            # Kept in the file. Refused, without any waiting, while others are at it: one of them or the next sets it.
            with suppress(sqlite3.OperationalError):
                connection.execute("PRAGMA journal_mode = WAL")
            with connection:
                connection.execute("BEGIN IMMEDIATE")
                if connection.execute("SELECT 1 FROM collection").fetchone() is None:
                    connection.execute("INSERT INTO collection VALUES (?)", (collection_id,))
                old = connection.execute("SELECT id FROM records WHERE source = ?", (source,)).fetchall()
                index.remove(connection, (record_id for (record_id,) in old))
                connection.execute("DELETE FROM records WHERE source = ?", (source,))
                return sum(_insert(connection, source, record) for record in records)

    def search(self, collection_id: str, terms: Mapping[str, bool], *, limit: int) -> Ranking:
        """
        Return the records that match *terms*, as `index.rank` has it; all of them where none is particular.

        Raises `Missing` for an unknown collection.
        """
        with self._open(collection_id) as connection:
            scores, particular = index.rank(connection, terms) if terms else ([], False)
            known = _rows(connection, [record_id for record_id, _ in scores[:limit]])
            records = [(known[record_id], score) for record_id, score in scores[:limit] if record_id in known]
            if not particular:
                query = f"SELECT id, {_COLUMNS} FROM records ORDER BY id LIMIT ?"  # noqa: S608 - a constant
                rows = connection.execute(query, (limit,)).fetchall()
                records += [(_record(row), 0.0) for record_id, *row in rows if record_id not in known]
            return Ranking(records[:limit], particular)

    def read(self, collection_id: str, *, limit: int, sources: Sequence[str] | None = None) -> list[Record]:
        """Return the records, of all or some *sources*, as they were added. Raises `Missing` as `search` does."""
        chosen = "" if sources is None else f"WHERE source IN ({', '.join('?' for _ in sources)}) "
        query = f"SELECT {_COLUMNS} FROM records {chosen}ORDER BY id LIMIT ?"  # noqa: S608 - question marks only
        with self._open(collection_id) as connection:
            return [_record(row) for row in connection.execute(query, (*(sources or ()), limit))]

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
        for step in _MIGRATIONS[_version(connection) :]:
            if isinstance(step, str):
                for statement in step.split(";"):
                    connection.execute(statement)
            else:
                step(connection)
        connection.execute(f"PRAGMA user_version = {VERSION}")


def _insert(connection: sqlite3.Connection, source: str, record: Record) -> int:
    cursor = connection.execute(
        "INSERT INTO records (source, context, text, facts) VALUES (?, ?, ?, ?)",
        (source, record.context, record.text, json.dumps(record.facts, ensure_ascii=False)),
    )
    _index(connection, int(cursor.lastrowid or 0), record)
    return 1


def _index(connection: sqlite3.Connection, record_id: int, record: Record) -> None:
    titles = (value for label, value in record.facts if label.lower() in _TITLES)
    length = index.add(
        connection,
        record_id,
        title=" ".join((record.context, *titles)),
        labels=" ".join(label for label, _ in record.facts),
        body=" ".join(value for _, value in record.facts) or record.text,
    )
    connection.execute("UPDATE records SET length = ? WHERE id = ?", (length, record_id))


def _rows(connection: sqlite3.Connection, record_ids: Sequence[int]) -> dict[int, Record]:
    """Return the records of *record_ids* by them."""
    wanted = json.dumps(record_ids)
    query = f"SELECT id, {_COLUMNS} FROM records WHERE id IN (SELECT value FROM json_each(?))"  # noqa: S608 - a constant
    return {record_id: _record(row) for record_id, *row in connection.execute(query, (wanted,))}


def _record(row: Sequence[str]) -> Record:
    text, facts, context, source = row
    pairs = tuple((label, value) for label, value in json.loads(facts)) if len(facts) > _NO_FACTS else ()
    return Record(text=text, facts=pairs, context=context, source=source)


def _unknown(collection_id: str) -> Missing:
    return Missing(
        f"There is no collection {collection_id!r}. "
        "Fill one with: python -m airflow_provider.local collection add ID FILE_OR_URL --data DIR."
    )
