"""
The page as one thing: everything that it says of its subject, in one item.

Leaves out what belongs to others: navigation, side columns, and the cards of listings such as related
products. Data comes first, then what is written on the page, then its meta elements.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from airflow_provider.local.reading.cards import read_card
from airflow_provider.local.reading.facts import HINTED, Item
from airflow_provider.local.reading.listings import is_aside
from airflow_provider.local.reading.page import text_of
from airflow_provider.local.reading.structured import read_meta

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.facts import Fact, Group
    from airflow_provider.local.reading.listings import Listing
    from airflow_provider.local.reading.names import Words
    from airflow_provider.local.reading.page import Element, Page

_CARDS = 3


def read_detail(page: Page, groups: Sequence[Group], listings: Sequence[Listing]) -> Item:
    """Return what *page* says of its subject."""
    item = Item()
    for group in groups:
        if group.origin == "data" and len(group.items) == 1:
            item.facts += (
                group.items[0].facts if group.weight == 1 else [_weaker(fact) for fact in group.items[0].facts]
            )
    written = read_card([page.root], page, skip=_others(page, listings))
    item.facts += _unambiguous(written.facts)
    titles = list(dict.fromkeys(text_of(one) for one in page.root.iter("h1") if text_of(one)))
    if len(titles) == 1:
        item.add("title", titles[0], strength=0.75)
    item.facts += read_meta(page).facts
    if not any(words == ("url",) for fact in item.facts for words, _ in fact.labels):
        item.add("page url", page.url, strength=0.5)
    return item


def _weaker(fact: Fact) -> Fact:
    return replace(fact, strength=fact.strength * 0.55)


def _others(page: Page, listings: Sequence[Listing]) -> frozenset[Element]:
    """Return the elements that speak of something else."""
    found: set[Element] = {one for one in page.root.iter() if is_aside(one) and one.find(".//h1") is None}
    for listing in listings:
        records = [record[0] for record in listing.records]
        if len(records) >= _CARDS and len(listing.records[0]) == 1 and all(map(_is_card, records[:_CARDS])):
            found.update(one for one in records if one.find(".//h1") is None)
        elif listing.weight < 1:
            found.update(part for record in listing.records for part in record)
    return frozenset(found)


def _is_card(element: Element) -> bool:
    """Tell whether *element* presents another page: a link with a picture, a heading or a price."""
    if element.tag in {"tr", "a"} or (element.find(".//a") is None):
        return False
    marks = ("img", "h2", "h3", "h4", "h5", "p")
    return any(element.find(f".//{mark}") is not None for mark in marks)


def _unambiguous(facts: Sequence[Fact]) -> list[Fact]:
    """Return *facts* without those that occur with different values and so describe several things."""
    values: dict[Words, set[str]] = {}
    for fact in facts:
        values.setdefault(fact.labels[-1][0], set()).add(str(fact.value))
    allowed = {True: 1, False: 2}
    return [fact for fact in facts if len(values[fact.labels[-1][0]]) <= allowed[fact.strength <= HINTED]]
