"""
What one part of a page says of one thing: a record of a list, or the whole of a page about one thing.

Facts come from labels first, then from attributes and class names, then from form alone: a heading is a
name, a sum of money is a price. A form that occurs twice says nothing. Class names only hint at the role of
a text; they are never values themselves.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from airflow_provider.local.reading.facts import HINTED, SHAPED, TIMED, Item
from airflow_provider.local.reading.forms import byline_of, form_of
from airflow_provider.local.reading.hints import (
    BY_BEFORE,
    SENTENCE,
    TITLES,
    add_attributes,
    add_hints,
    own_text,
    shapes_of,
)
from airflow_provider.local.reading.names import words_of
from airflow_provider.local.reading.nodes import BLOCKS, FEW_PIECES, HEADINGS, without
from airflow_provider.local.reading.pairs import pairs_of
from airflow_provider.local.reading.prices import find_sums, price_and_old_price
from airflow_provider.local.reading.things import is_scope, property_names, property_value
from airflow_provider.local.reading.values import cast

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.nodes import Node
    from airflow_provider.local.reading.page import Page

_AMOUNTS = frozenset({"rating", "price"})
# The form of a range of days is surer than that of one day, of which there may be several kinds.
_OF_RANGE = frozenset({"dates", "start date", "end date"})
_LAST = re.compile(r"^(?:last|latest) (?:post|reply|message|comment|answer|activity|updated)", re.IGNORECASE)
_LAST_CLASS = re.compile(
    r"(?:^|[-_])(?:latest(?:$|[-_])|(?:last|latest)[-_]?(?:post|reply|message|comment|activity"
    r"|poster))",
    re.IGNORECASE,
)
_BRAND_LINK = re.compile(r"/(?:brands?|vendors?|manufacturers?|marken?|marcas?|marques?|hersteller)/", re.IGNORECASE)
_MORE = re.compile(
    r"^(?:read|view|see|show|learn|more|details?|buy|add|next|previous|reply|share|save|weiter|mehr|apply)\b.{0,20}$",
    re.IGNORECASE,
)
_NO_PAGE = re.compile(r"^(?:#|mailto:|tel:|javascript:)", re.IGNORECASE)


def read_card(nodes: Sequence[Node], page: Page, *, subject: bool = False) -> Item:
    """
    Return the facts that stand in *nodes*, which are in the order of the page.

    Of the *subject* of a page, prices and properties that belong to a thing are for others to say.
    """
    item = Item()
    seen = [node for node in nodes if not node.hidden]
    for label, value in pairs_of(seen):
        item.add(label, value)
    found: dict[str, list[str]] = {}
    firm: dict[str, list[str]] = {}
    blocks = () if subject else tuple(words_of(name) for name in nodes[0].names)
    # Who spoke last, and when, is not who began.
    told = without(nodes, _is_last)
    _add_properties(item, told, page)
    for node in told:
        if node.attrs:
            add_attributes(item, node)
            add_hints(item, node, blocks)
        if not node.hidden and 0 < node.end - node.start <= FEW_PIECES:
            for label, text, is_firm in shapes_of(node):
                (firm if is_firm else found).setdefault(label, []).append(text)
    if not subject:
        price, old = price_and_old_price(find_sums(seen, comma=page.comma))
        item.add("price", price, strength=HINTED)
        item.add("old price", old, strength=HINTED)
    _add_title(item, seen, page)
    found |= firm
    if subject:
        found.pop("price", None)
    if "dates" in found:
        # First and last day, of which each is a date, too.
        found.pop("date", None)
    for label, texts in found.items():
        _add_shape(item, label, texts)
    return item


def _add_properties(item: Item, nodes: Sequence[Node], page: Page) -> None:
    """Add the properties that *nodes* state and that belong to no thing; those of things are for `things`."""
    for node in nodes:
        names = property_names(node) if node.attrs else []
        if names and not any(is_scope(one) for one in (node, *node.up())):
            for name in names:
                item.add(name, property_value(node, page))


def _is_last(node: Node) -> bool:
    return (0 < node.end - node.start <= FEW_PIECES and bool(_LAST.match(node.text))) or any(
        _LAST_CLASS.search(name) for name in node.names
    )


def _add_shape(item: Item, label: str, texts: list[str]) -> None:
    """Add what has one form under *label*, unless there are two such texts that differ."""
    distinct = list(dict.fromkeys(texts))
    if label == "availability" or label in _AMOUNTS:
        kind = "boolean" if label == "availability" else "number"
        values = {cast(text, kind, hint=(label,)) for text in distinct}  # type: ignore[arg-type] # two of the kinds
        if len(values) > 1 or None in values:
            return
    elif len(distinct) > 1:
        distinct = [max(distinct, key=len)]
        # A text may stand beside notes, which it is twice as long as.
        if label != "description" or 3 * len(distinct[0]) < 2 * sum(map(len, set(texts))):
            return
    item.add(label, distinct[0], strength=TIMED if label in _OF_RANGE else SHAPED)


def _add_title(item: Item, nodes: Sequence[Node], page: Page) -> None:
    """Add name, link and picture: what a heading says, or the main link where there is none."""
    headings = [one for one in nodes if one.tag in HEADINGS and one.text]
    if headings:
        rank = min(one.tag for one in headings)
        first = [one for one in headings if one.tag == rank]
        # Several headings of one rank are several things.
        item.add("title", own_text(first[0]) if len({one.text for one in first}) == 1 else None, strength=SHAPED)
    links = [one for one in nodes if one.tag == "a" and one.attrs.get("href")]
    for link in links:
        href = link.attrs["href"]
        for scheme, label in (("mailto:", "email"), ("tel:", "phone")):
            if href.lower().startswith(scheme):
                item.add(label, href[len(scheme) :].partition("?")[0], strength=TIMED)
        if _BRAND_LINK.search(href) and 0 < len(link.text) < SENTENCE:
            item.add("brand", link.text, strength=SHAPED)
    pages = [one for one in links if not _NO_PAGE.match(one.attrs["href"].strip())]
    main = _main_link(pages, headings)
    if main is not None:
        item.add("url", page.absolute(main.attrs["href"]), strength=SHAPED)
        if not headings:
            same = [one for one in pages if one.attrs["href"] == main.attrs["href"] and one.text]
            item.add("title", _title_in((same or [main])[0]), strength=SHAPED)
    for image in [one for one in nodes if one.tag == "img"][:1]:
        source = image.attrs.get("data-src") or image.attrs.get("data-lazy-src") or image.attrs.get("src") or ""
        item.add("image", page.absolute(source) if source else None, strength=SHAPED)


def _title_in(link: Node) -> str | None:
    """Return the name in *link*: all of its text, or what stands out where it holds the whole record."""
    texts = [one for one in link.below() if one.own and one.text]
    if len(texts) <= 1 or (link.own and not any(one.tag in BLOCKS for one in link.children)):
        return own_text(link)
    return next((one.text for one in texts if one.tag in {"b", "strong"} or _is_titled(one)), None)


def _main_link(links: Sequence[Node], headings: Sequence[Node]) -> Node | None:
    """Return the link of the record itself: in or around its heading, or the first that names something."""
    for heading in headings[:1]:
        for link in links:
            if heading.holds(link) or link.holds(heading):
                return link
    named = [one for one in links if one.text and not _MORE.match(one.text) and not form_of(one.text)]
    # One or two letters are somebody's initials.
    telling = [one for one in named if len(one.text) > len("AB") and not one.text.isdigit() and not byline_of(one.text)]
    by = [one for one in telling if not BY_BEFORE.search(one.before())]
    titled = [one for one in by if _is_titled(one)]
    return next(iter((*titled, *by, *named, *links)), None)


def _is_titled(node: Node) -> bool:
    return bool(TITLES & set(words_of(node.attrs.get("class", ""))))
