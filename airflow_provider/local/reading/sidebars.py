"""
What a side column says with labels of the thing that the page is about: its licence, its agent, the size of a company.

Only a column inside the main part of the page, which also has the heading, speaks of it, and of that only what has one
label and one value: what stands under "Related", what has a heading that is a link, and what one may choose are others.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from airflow_provider.local.reading.data.facts import WEAKEST, Item
from airflow_provider.local.reading.tree.boilerplate import heads_boilerplate, is_main
from airflow_provider.local.reading.tree.nodes import HEADINGS, without
from airflow_provider.local.reading.words.names import words_of
from airflow_provider.local.reading.written.pairs import pairs_of

if TYPE_CHECKING:
    from airflow_provider.local.reading.data.facts import Fact
    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page
    from airflow_provider.local.reading.words.names import Words

_COLUMN = re.compile(r"^aside\b|\bcomplementary\b|side-?bar", re.IGNORECASE)
_CALLED = re.compile(r"^tel:(?P<number>\+?[\d().\s-]{6,20})$")
_FORMS = frozenset({"form", "fieldset", "select"})


def said_beside(page: Page) -> list[Fact]:
    """Return what the side columns of *page* say of its thing, where nothing else does."""
    item = Item()
    nodes = [one for column in _columns(page) for one in _speaking(column)]
    told: dict[Words, dict[str, str]] = {}
    for label, value in pairs_of(nodes):
        told.setdefault(words_of(label), {})[value] = label
    for values in told.values():
        for value, label in values.items() if len(values) == 1 else ():
            item.add(label, value, strength=WEAKEST)
    phones = {found["number"]: one for one in nodes if (found := _CALLED.match(one.href))}
    for number, link in phones.items() if len(phones) == 1 else ():
        shown = [text for text in link.own_texts if any(map(str.isdigit, text))]
        item.add("phone", shown[0] if len(shown) == 1 else number, strength=WEAKEST)
    return item.facts


def _columns(page: Page) -> list[Node]:
    """Return the side columns in the main part of *page*, which has the heading."""
    mains = [one for one in page.nodes if is_main(one) and page.heading is not None and one.holds(page.heading)]
    return [
        node
        for main in mains[:1]
        for node in main.below()
        if node.boilerplate
        and not (node.hidden or (node.parent is not None and node.parent.boilerplate))
        and _COLUMN.search(node.boilerplate)
    ]


def _speaking(column: Node) -> list[Node]:
    """Return what stands in *column* and may speak of what the page is about."""
    others = {
        one.place
        for heading in column.inside(*HEADINGS)
        for one in (heading.section if heading.tag != "h1" and heads_boilerplate(heading) else _linked(heading))
    }
    return without([column, *column.below()], lambda node: node.place in others or node.hidden or node.tag in _FORMS)


def _linked(heading: Node) -> list[Node]:
    """Return what is around *heading* if this leads to another thing."""
    is_link = any(one.href for one in (*heading.below(), *heading.up()))
    return [heading.parent] if is_link and heading.parent is not None else []
