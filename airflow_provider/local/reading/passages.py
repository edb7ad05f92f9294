"""
A page as records for a collection: the rows of its tables, the entries of its lists, its paragraphs.

Unlike extraction there is no schema yet, so everything that is labelled is kept with its label.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from airflow_provider.local.reading.data.flatten import flatten
from airflow_provider.local.reading.data.things import read_things
from airflow_provider.local.reading.listing import read_list
from airflow_provider.local.reading.records import find_records
from airflow_provider.local.reading.tables import read_tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from airflow_provider.local.reading.data.facts import Item
    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page

Facts = tuple[tuple[str, str], ...]
Passage = tuple[str, Facts, str]

MAX_PASSAGE = 4000
_FEWEST_FACTS = 2
_HEADINGS = frozenset({"h1", "h2", "h3", "h4"})
_TEXTS = frozenset({"p", "li", "blockquote", "pre", "dd", "figcaption", "div"})


def read_passages(page: Page) -> Iterator[Passage]:
    """Yield text, labelled values and context of each record of *page*."""
    used = bytearray(len(page.nodes))
    for group in read_tables(page):
        if group.origin == "table":
            for item in group.items:
                yield from _record(item, group.name)
    for node in page.nodes:
        if node.tag == "table":
            _use(used, node)
    things = [thing for thing in read_things(page) if not thing.is_furniture]
    for thing in things:
        yield from _record(flatten(thing, page), min(thing.types, default=""))
    yield from _lists(page, used) if not things else ()
    yield from _paragraphs(page, used)


def _record(item: Item, context: str) -> Iterator[Passage]:
    facts = tuple(dict.fromkeys((" ".join(fact.labels[0]), str(fact.value)) for fact in item.facts))
    if facts:
        yield "; ".join(f"{label}: {value}" for label, value in facts)[:MAX_PASSAGE], facts, context


def _lists(page: Page, used: bytearray) -> Iterator[Passage]:
    """Yield the entries of the outermost lists that have several labelled values each."""
    for records in find_records(page):
        if records.boilerplate or any(used[record[0].place] for record in records.records):
            continue
        items = read_list(records, page).items
        if sum(len({fact.labels[0] for fact in item.facts}) > _FEWEST_FACTS for item in items) > len(items) / 2:
            for record, item in zip(records.records, items, strict=True):
                yield from _record(item, records.name)
                for part in record:
                    _use(used, part)


def _paragraphs(page: Page, used: bytearray) -> Iterator[Passage]:
    heading = ""
    for node in page.nodes:
        if node.hidden:
            continue
        if node.tag in _HEADINGS:
            heading = node.text
        elif node.tag in _TEXTS and not used[node.place] and (node.tag != "div" or node.own):
            text = "\n".join(node.lines)[:MAX_PASSAGE]
            if text:
                _use(used, node)
                yield text, (), heading


def _use(used: bytearray, node: Node) -> None:
    used[node.place : node.last + 1] = b"\x01" * (node.last - node.place + 1)
