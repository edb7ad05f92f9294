"""
Records in immutable parts, and manifests that say which parts count: what many runs write and none loses.

A run writes new parts, and then one manifest that names the manifests it replaces. That one write is the switch:
a run that is killed before it has changed nothing. Two runs that finish at the same moment leave two manifests that
replace the same one; both count, and the next run merges them. Decides nothing about what the records mean.

    KIND/manifests/2026-01-02T030405.678Z-1f2e3d4c.json
    KIND/parts/2026-01-02T030405.123Z-5a6b7c8d.jsonl.gz     a record a line
"""

from __future__ import annotations

import gzip
import json
import logging
import tempfile
import uuid
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import chain, islice
from pathlib import Path
from typing import Any, Literal

from airflow_provider.web.memory.manifests import FORMAT, VERSION, Manifest, checked, heads, oldest_first, replaced
from airflow_provider.web.memory.storage import Storage

log = logging.getLogger(__name__)

RECORDS_OF_A_PART = 10_000
# What was replaced stays for whoever is still reading it.
KEEP_REPLACED = timedelta(days=1)
MOMENT = "%Y-%m-%dT%H%M%S"
# Of a manifest's name, once it is whole.
END = ".json"
GONE: Literal["gone"] = "gone"
# Sweeps that overtake as many readings in a row do not happen.
READINGS = 10

Record = dict[str, Any]


class UnreadableMemoryError(Exception):
    """The memory, or a part of it, cannot be read. Nothing of it is changed."""


@dataclass(frozen=True)
class Part:
    """A file of records: its name, and how many it has."""

    name: str
    records: int


@dataclass(frozen=True)
class Generation:
    """
    What counts: the parts of all manifests that no other one replaces, the oldest first.

    *facts* are what the manifests hold beside their parts, one mapping each. *lost* are the names of manifests that
    may count, too, and cannot be read.
    """

    manifests: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    facts: tuple[Mapping[str, Any], ...] = field(default=(), compare=False)
    lost: tuple[str, ...] = field(default=(), compare=False)


class Generations:
    """
    The generations of one memory.

    :param storage: its folder
    :param kind: what its records are, and the name of its folder in there
    """

    def __init__(self, storage: Storage, kind: str) -> None:
        self._storage = storage
        self._manifests = f"{kind}/manifests"
        self._parts = f"{kind}/parts"

    def read(self) -> Generation:
        """Return what counts now; raises `UnreadableMemoryError` if a newer version of this package wrote it."""
        known, lost = self._known()
        counting = heads(known)
        parts = {part["name"]: part["records"] for name in counting for part in known[name]["parts"]}
        return Generation(
            tuple(counting),
            tuple(Part(name, parts[name]) for name in sorted(parts)),
            tuple(known[name].get("facts") or {} for name in counting),
            tuple(lost),
        )

    def replaced(self) -> list[Part]:
        """Return the parts that counted once, and are still there for whoever is reading them."""
        known, _ = self._known()
        counting = {part.name for part in self.read().parts}
        there = set(self._storage.names(self._parts)) - counting
        parts = {part["name"]: part["records"] for manifest in known.values() for part in manifest["parts"]}
        return [Part(name, count) for name, count in parts.items() if name in there]

    def records(self, part: Part) -> Iterator[Record]:
        """Return the records of *part*; raises `UnreadableMemoryError` if it is gone or damaged."""
        count = 0
        try:
            with self._storage.open(part.name) as raw, gzip.GzipFile(fileobj=raw) as lines:
                for line in lines:
                    yield _record_of(line)
                    count += 1
        except (OSError, EOFError, ValueError, zlib.error) as error:
            raise UnreadableMemoryError(f"{part.name} cannot be read ({type(error).__name__}: {error})") from error
        if count != part.records:
            raise UnreadableMemoryError(f"{part.name} has {count} records instead of {part.records}")

    def write(self, records: Iterable[Record]) -> list[Part]:
        """Write *records* into parts, which do not count until they are in a manifest."""
        parts = []
        left = iter(records)
        for first in left:
            name = f"{self._parts}/{_new_id()}.jsonl.gz"
            count = 0
            with _new_file() as file:
                with gzip.GzipFile(fileobj=file, mode="wb", compresslevel=6, mtime=0) as packed:
                    for record in chain((first,), islice(left, RECORDS_OF_A_PART - 1)):
                        packed.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")
                        count += 1
                file.flush()
                self._storage.put(name, Path(file.name))
            parts.append(Part(name, count))
        return parts

    def switch(self, new: Iterable[Part], *, instead_of: Iterable[Part] = (), facts: Mapping[str, Any]) -> Generation:
        """
        Let *new* parts count from now on, beside all that count now but those that they are *instead_of*.

        What other runs have written meanwhile is read first, so that nothing of theirs is lost.
        """
        now = self.read()
        dropped = {part.name for part in instead_of}
        parts = {*(part for part in now.parts if part.name not in dropped), *new}
        after = tuple(sorted(parts, key=lambda part: part.name))
        manifest = {
            "format": FORMAT,
            "version": VERSION,
            "written_at": datetime.now(UTC).isoformat(timespec="milliseconds"),
            "replaces": list(now.manifests),
            "parts": [{"name": part.name, "records": part.records} for part in after],
            "facts": dict(facts),
        }
        name = f"{self._manifests}/{_new_id()}{END}"
        with _new_file() as file:
            file.write(json.dumps(manifest, indent=1, ensure_ascii=False).encode())
            file.flush()
            self._storage.put(name, Path(file.name))
        return Generation((name,), after, (facts,))

    def delete(self, parts: Iterable[Part]) -> None:
        """Delete *parts*, which do not count any more, before their time."""
        for part in parts:
            self._storage.delete(part.name)

    def sweep(self, *, keep: timedelta = KEEP_REPLACED) -> None:
        """
        Delete what was replaced longer ago than *keep*, and files of that age that no manifest names.

        The parts that a run is about to name are younger: it writes them within minutes of its manifest.
        """
        before = datetime.now(UTC) - keep
        known, lost = self._known()
        if lost:
            # Who knows which parts it names.
            return
        old = replaced(manifest for name, manifest in known.items() if _written(name) <= before)
        counting = {name: manifest for name, manifest in known.items() if name not in old}
        named = {part["name"] for manifest in counting.values() for part in manifest["parts"]}
        there = [*self._storage.names(self._parts), *self._storage.names(self._manifests)]
        # Of a run that was killed; a manifest is among them only while it is being written.
        left = (name for name in there if name not in named and not name.endswith(END) and _written(name) <= before)
        for name in (*oldest_first(old, known), *left):
            self._storage.delete(name)

    def _known(self) -> tuple[dict[str, Manifest], list[str]]:
        """Return the manifests by name, and the names of those that may count and cannot be read."""
        for _ in range(READINGS):
            names = [name for name in self._storage.names(self._manifests) if name.endswith(END)]
            found = {name: self._manifest(name) for name in names}
            if GONE not in found.values():
                break
            # Swept since the folder was listed: what it had replaced must not count again without it.
        known = {name: manifest for name, manifest in found.items() if isinstance(manifest, dict)}
        old = replaced(known.values())
        return known, [name for name, manifest in found.items() if manifest is None and name not in old]

    def _manifest(self, name: str) -> Manifest | Literal["gone"] | None:
        """Return the manifest *name*, None if it cannot be read."""
        try:
            with self._storage.open(name) as file:
                manifest = checked(json.loads(file.read()))
        except FileNotFoundError:
            return GONE
        except (OSError, ValueError) as error:
            log.warning("%s of the memory cannot be read (%s: %s).", name, type(error).__name__, error)
            return None
        if manifest["version"] > VERSION:
            raise UnreadableMemoryError(f"{name} was written by a newer version of this package")
        return manifest


def _record_of(line: bytes) -> Record:
    record = json.loads(line)
    if not isinstance(record, dict):
        raise ValueError("a line is no record")  # noqa: TRY004 - as for any damaged line
    return record


def _new_id() -> str:
    now = datetime.now(UTC)
    return f"{now.strftime(MOMENT)}.{now.microsecond:06}Z-{uuid.uuid4().hex[:8]}"


def _new_file() -> Any:
    return tempfile.NamedTemporaryFile(prefix="content-ai-memory-")


def _written(name: str) -> datetime:
    """Return when the manifest or part *name* was written; never, if its name is not one of ours."""
    try:
        return datetime.strptime(name.rpartition("/")[2][: len("2026-01-02T030405")], MOMENT).replace(tzinfo=UTC)
    except ValueError:
        return datetime.max.replace(tzinfo=UTC)
