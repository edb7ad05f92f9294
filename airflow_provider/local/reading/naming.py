"""What a record is called: by its headings, by what it begins with, and by what stands before its name."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from airflow_provider.local.reading.data.facts import SHAPED, STATED, WEAKEST, Item
from airflow_provider.local.reading.tree.nodes import BOLD, HEADINGS
from airflow_provider.local.reading.words.bylines import home_in
from airflow_provider.local.reading.words.forms import form_of
from airflow_provider.local.reading.words.money import MONEY
from airflow_provider.local.reading.words.names import SYNONYM, match, words_of
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.written.titles import (
    DIVIDERS,
    is_mark,
    is_titled,
    kicker_of,
    name_text,
    subtitle_in,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.tree.nodes import Node

_PEOPLE = frozenset({"person", "speaker", "people", "author", "user"})
_BELOW = frozenset({"div", "p", "span"})
# So far up stands what a heading is a part of.
_NEAR = 3


def drop_names(item: Item) -> None:
    """Remove descriptions that are the name: the link of a record does not describe it, whatever its class says."""
    names = {fact.value for fact in item.facts if fact.labels[-1] == ("title",) and fact.strength > WEAKEST}
    item.facts = [fact for fact in item.facts if fact.labels[-1] != ("description",) or fact.value not in names]


def add_leading_name(item: Item, node: Node) -> None:
    """Add the name that *node* begins with where nothing else names it: surely that of an offer."""
    said = [fact for fact in item.facts if fact.strength > WEAKEST]
    if not any(match(("title",), fact.labels[-1]) >= SYNONYM for fact in said):
        is_offer = any(match(("price",), fact.labels[-1]) >= SYNONYM for fact in said)
        item.add("title", _leading_name(node, is_offer=is_offer), strength=SHAPED if is_offer else WEAKEST)


def _leading_name(node: Node, *, is_offer: bool) -> str:
    """Return what *node*, without a title, begins with: what stands out, or in an offer what is before the price."""
    line = next(iter(node.lines), "")
    bold = next((one for one in node.below() if one.tag in {"b", "strong"} and one.text), None)
    price = MONEY.search(line) if is_offer else None
    name = line[: price.start()] if price else line
    if bold is not None and name.startswith(bold.text) and not MONEY.search(bold.text):
        # "Submitted by Ann" has a label in bold.
        if not is_offer and name.removeprefix(bold.text).lstrip()[:1] not in {"", *",;(\u2013\u2014"}:
            return ""
        name = bold.text
    elif price is None:
        return ""
    is_label = (bold is not None or name.rstrip().endswith(":")) and words_of(name) in PHRASES
    return "" if is_label or form_of(name := name.strip(DIVIDERS)) or not any(map(str.isalpha, name)) else name


def headings_in(nodes: Sequence[Node]) -> list[Node]:
    """Return the headings among *nodes*, but for those that name a person in a record that a link names."""
    found = [node for node in nodes if node.tag in HEADINGS and node.text]
    people = [node.place for node in found if any(map(_is_of_person, islice(node.up(), _NEAR)))] if found else []
    named = any(one.href and is_titled(one) and one.place < found[0].place for one in nodes) if people else False
    return [node for node in found if not (named and node.place in people)]


def names_in_lists(headings: Sequence[Node], record: Node) -> set[int]:
    """Return the places of *headings* of a lower rank than the first one that entries of lists in *record* have."""
    lower = [one for one in headings[1:] if one.tag > headings[0].tag]
    listed = [one for one in lower if any(above.tag == "li" and above.place > record.place for above in one.up())]
    return {part.place for one in listed for part in (one, *one.below())}


def _is_of_person(node: Node) -> bool:
    return any(not _PEOPLE.isdisjoint(words_of(name)) for name in node.names)


def add_beside(item: Item, headings: Sequence[Node], nodes: Sequence[Node]) -> None:
    """
    Add what stands beside a name: the only mark in it, and the only text behind it that a class calls a title as well.

    The name is the first of *headings*, or the first of *nodes* that a class calls a title.
    """
    titled = headings[:1] or [one for one in nodes if one.children and is_titled(one)][:1]
    marks = {mark.text for one in titled for mark in one.below() if is_mark(mark) and mark.is_short} - {""}
    item.add("prefix", min(marks) if len(marks) == 1 else "", strength=SHAPED)
    last = headings[0].last if headings else -1
    below = [one for one in nodes if one.tag in _BELOW and one.own and one.place > last and is_titled(one)]
    # What has a label is no second title.
    stated = {fact.value for fact in item.facts if fact.strength == STATED}
    second = {one.text for one in below if not (one.inside("a") or form_of(one.text) or is_mark(one))} - stated
    item.add("subtitle", min(second) if headings and len(second) == 1 else None, strength=WEAKEST)


def add_title(item: Item, headings: Sequence[Node]) -> None:
    """Add the name that *headings* say, but for those whose form is that of a price or the like."""
    for label, value in (part for one in headings[:1] for part in home_in(one.text)):
        # In an element of its own it may be told better.
        item.add(label, value, strength=WEAKEST if label == "property type" else SHAPED)
    headings = [one for one in headings if not form_of(one.text)] or headings
    rank = min((one.tag for one in headings), default="")
    first = [one for one in headings if one.tag == rank]
    # Several headings of one rank are several things, of which the one that links is the record.
    if len({one.text for one in first}) > 1:
        first = [one for one in first if any(other.tag == "a" for other in (*one.up(), *one.below()))]
        # In one link, the maker stands above the name, and is called by less.
        around = {next((other for other in one.up() if other.tag == "a"), None) for one in first}
        if len(around) == 1 < len(first) and None not in around:
            maker, *_, named = sorted(first, key=lambda one: len(one.text))
            item.add("brand", maker.text if len(first) == 2 else None, strength=WEAKEST)  # noqa: PLR2004 - a maker and a name
            first = [named]
    if len({one.text for one in first}) == 1:
        item.add("brand", _maker_above(first[0]), strength=WEAKEST)
        item.add("title", name_text(first[0]), strength=SHAPED)
        item.add("subtitle", subtitle_in(first[0]), strength=SHAPED)
        item.add("kicker", kicker_of(first[0]), strength=SHAPED)


def _maker_above(heading: Node) -> str:
    """Return what a link around *heading* begins with in bold, right before it: who makes what that names."""
    above = heading.parent.children[heading.position - 1] if heading.parent is not None and heading.position else None
    if above is None or above.tag not in BOLD or above.position or above.after(heading.start).strip():
        return ""
    return above.text if _is_name(above) and heading.parent is not None and heading.parent.href else ""


def _is_name(node: Node) -> bool:
    return node.is_short and not (form_of(node.text) or is_mark(node) or words_of(node.text) in PHRASES)


def add_maker(item: Item) -> None:
    """Add what the name of *item*, which its link is, begins with in bold, as who makes it, and the rest as a model."""
    names = {fact.value for fact in item.facts if fact.labels[-1] == ("title",)}
    for bold in item.link.inside(*BOLD) if item.link is not None else ():
        rest = bold.next
        is_both = rest is not None and rest.tag not in BOLD and f"{bold.text} {rest.text}" in names
        if rest is not None and is_both and not bold.position and _is_name(bold):
            item.add("brand", bold.text, strength=WEAKEST)
            item.add("model", rest.text, strength=WEAKEST)
