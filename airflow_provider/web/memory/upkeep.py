"""
What a memory holds, told to people, and what it is to forget for good.

Works on what was saved; a run that is under way goes on with what it has loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import chain

from airflow_provider.web.memory import links, pages
from airflow_provider.web.memory.generations import Generations, Part, Record
from airflow_provider.web.memory.storage import Storage


@dataclass(frozen=True)
class Contents:
    """How many records of one kind there are, in how many parts, and the first and the last of their dates."""

    records: int
    parts: int
    oldest: str
    newest: str


def contents(storage: Storage) -> dict[str, Contents]:
    """Return what the memory holds, by kind; raises `UnreadableMemoryError`."""
    found = {}
    for kind, date in ((pages.KIND, _paid_at), (links.KIND, _first_seen)):
        generations = Generations(storage, kind)
        parts = generations.read().parts
        dates = {_name(record): date(record) for part in parts for record in generations.records(part)}
        known = {name: one for name, one in dates.items() if one}
        if known:
            found[kind] = Contents(len(known), len(parts), min(known.values()), max(known.values()))
    return found


def records_of(storage: Storage, wanted: Collection[str]) -> Iterator[Record]:
    """Yield all that is known of the links *wanted*; raises `UnreadableMemoryError`."""
    for kind in (pages.KIND, links.KIND):
        generations = Generations(storage, kind)
        for part in generations.read().parts:
            yield from (record for record in generations.records(part) if _link(record) in wanted)


def forget(storage: Storage, unwanted: Collection[str]) -> int:
    """
    Delete what is known of the links *unwanted*, and return of how many records that was.

    Raises `UnreadableMemoryError`, for who knows what is in what cannot be read.
    """
    keys = {record["key"] for record in records_of(storage, unwanted) if "key" in record}
    at = datetime.now(UTC).isoformat(timespec="milliseconds")
    # A run that is under way may write what it has loaded before.
    marks = [{"key": key, "at": at, "entry": {}, "answer": None} for key in sorted(keys)]
    of_pages = _rewrite(
        Generations(storage, pages.KIND), lambda one: one.get("key") in keys or _link(one) in unwanted, instead=marks
    )
    return of_pages + _rewrite(Generations(storage, links.KIND), lambda one: _link(one) in unwanted)


def _rewrite(generations: Generations, unwanted: Callable[[Record], bool], instead: Iterable[Record] = ()) -> int:
    """Write the parts anew that have *unwanted* records, and delete these, and those replaced before, at once."""

    def has_unwanted(part: Part) -> bool:
        return any(map(unwanted, generations.records(part)))

    generation = generations.read()
    worn = [part for part in generation.parts if has_unwanted(part)]
    generations.delete([part for part in generations.replaced() if has_unwanted(part)])
    if not worn:
        return 0
    wanted = (record for part in worn for record in generations.records(part) if not unwanted(record))
    new = generations.write(chain(wanted, instead))
    facts = {name: value for one in generation.facts for name, value in one.items()}
    generations.switch(new, instead_of=worn, facts=facts)
    generations.delete(worn)
    return sum(part.records for part in worn) + len(list(instead)) - sum(part.records for part in new)


def _name(record: Record) -> str:
    return str(record.get("key") or record.get("link"))


def _link(record: Record) -> str:
    entry = record.get("entry")
    return str((entry if isinstance(entry, dict) else record).get("link", ""))


def _paid_at(record: Record) -> str:
    """Return when a page was paid for; empty for one that was dropped, and for what is noted of one."""
    return str(record["entry"].get("paid_at", "")) if "entry" in record else ""


def _first_seen(record: Record) -> str:
    return str(record.get("first_seen", ""))
