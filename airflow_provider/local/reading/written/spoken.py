"""Labels that those hear who cannot see, or that a tooltip shows, with what they are for: counts, and lists."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from airflow_provider.local.reading.words.lines import is_label, split_pair
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.words.values import REVIEWS, SCALE
from airflow_provider.local.reading.words.wording import words_of
from airflow_provider.local.reading.written.entries import list_text
from airflow_provider.local.text import has_digit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.words.lines import Pair

COUNT = re.compile(rf"^[+\u2212\u2013-]?\d[\d.,]{{0,10}}{SCALE}?$")
_REVIEWS = re.compile(REVIEWS, re.IGNORECASE)


def counted(parent: Node) -> Iterator[Pair]:
    """Yield the count that *parent* is, with what it, or its only icon, is called."""
    if parent.is_short and COUNT.match(parent.text):
        names = ("aria-label", "title", "alt", "data-title", "data-original-title")
        shown = [parent, *(one for one in parent.below() if not one.text)]
        called = {one.attrs.get(name, "") for one in shown for name in names} - {""}
        if len(called) == 1 and is_label(label := called.pop()) and not has_digit(label):
            yield label, parent.text


def spoken(node: Node) -> Iterator[Pair]:
    """Yield what *node* is called for those who cannot see, with its label: "14200 stars", "Python language"."""
    told = " ".join(next(filter(None, map(node.attrs.get, ("aria-label", "title", "alt"))), "").split())
    if not told:
        return
    # "Boots, brand: Acme, size: 6", of a picture.
    named = [pair for pair in map(split_pair, told.split(", ")) if pair and words_of(pair[0]) in PHRASES]
    yield from named if len(named) > 1 and not node.text else ()
    # "Milestone: v5.3", and "Reviews: 1 318" of that number with a sign behind it.
    if (pair := split_pair(told)) and pair[1] == node.text.rstrip(" \u00d7"):
        yield pair
    # "Kilometerstand", of 31.450 km.
    if words_of(told) in PHRASES and has_digit(node.text) and node.is_short and not node.children:
        yield told, node.text
    # Of a list, for those who cannot see it beside others: "authors".
    if node.tag in {"ul", "ol"} and words_of(told) in PHRASES and len(node.shown) > 1:
        yield told, list_text(node)
    value, _, label = told.rpartition(" ")
    is_known = value != "" and value == node.text and label.lower() in PHRASES.get(words_of(label), ())
    if is_known or (COUNT.match(value) and COUNT.match(node.text)):
        yield "review count" if _REVIEWS.fullmatch(label) else label, value
    # "2 linked pull requests".
    count, _, of_what = told.partition(" ")
    if " " in of_what and count == node.text and COUNT.match(count) and is_label(of_what) and not has_digit(of_what):
        yield of_what, count
