"""
A page as records for a collection: the rows of its tables, the entries of its listings, its paragraphs.

Unlike extraction there is no schema yet, so everything that is labelled is kept with its label.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from airflow_provider.local.reading.cards import read_card
from airflow_provider.local.reading.listings import find_listings
from airflow_provider.local.reading.page import lines_of, text_of
from airflow_provider.local.reading.structured import read_data
from airflow_provider.local.reading.tables import read_tables

if TYPE_CHECKING:
    from collections.abc import Iterator

    from airflow_provider.local.reading.facts import Item
    from airflow_provider.local.reading.page import Element, Page

Facts = tuple[tuple[str, str], ...]
Passage = tuple[str, Facts, str]

MAX_PASSAGE = 4000
_FEWEST_FACTS = 2


def read_passages(page: Page) -> Iterator[Passage]:
    """Yield text, labelled values and context of each record of *page*."""
    used: set[Element] = set()
    for group in read_tables(page):
        if group.weight == 1:
            for item in group.items:
                yield from _record(item, group.name)
    used.update(page.root.iter("table"))
    data = [group for group in read_data(page) if group.weight == 1]
    for group in data:
        for item in group.items:
            yield from _record(item, group.name)
    yield from _listings(page, used, has_data=bool(data))
    yield from _paragraphs(page, used)


def _record(item: Item, context: str) -> Iterator[Passage]:
    facts = tuple(dict.fromkeys((" ".join(fact.labels[0][0]), str(fact.value)) for fact in item.facts))
    if facts:
        yield "; ".join(f"{label}: {value}" for label, value in facts)[:MAX_PASSAGE], facts, context


def _listings(page: Page, used: set[Element], *, has_data: bool) -> Iterator[Passage]:
    """Yield the entries of the outermost listings that have several labelled values each."""
    for listing in find_listings(page) if not has_data else ():
        leaders = [record[0] for record in listing.records]
        if listing.weight < 1 or len(leaders) < _FEWEST_FACTS or any(_is_inside(one, used) for one in leaders):
            continue
        items = [read_card(record, page) for record in listing.records]
        if sum(len({fact.labels[0][0] for fact in item.facts}) > _FEWEST_FACTS for item in items) > len(items) / 2:
            for record, item in zip(listing.records, items, strict=True):
                yield from _record(item, listing.name)
                used.update(record)


def _paragraphs(page: Page, used: set[Element]) -> Iterator[Passage]:
    heading = ""
    for element in page.root.iter(
        "h1", "h2", "h3", "h4", "p", "li", "blockquote", "pre", "dd", "figcaption", "tr", "div"
    ):
        if element.tag in {"h1", "h2", "h3", "h4"}:
            heading = text_of(element)
        elif not _is_inside(element, used) or (element.tag == "tr" and not _is_listed(element, used)):
            own = element.tag != "div" or (element.text or "").strip()
            text = " ".join(lines_of(element))[:MAX_PASSAGE] if own else ""
            if text and element.tag != "tr":
                used.add(element)
                yield text, (), heading


def _is_inside(element: Element, used: set[Element]) -> bool:
    return element in used or any(one in used for one in element.iterancestors())


def _is_listed(element: Element, used: set[Element]) -> bool:
    return element in used
