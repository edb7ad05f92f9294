"""
What a page states for machines: JSON-LD, microdata and RDFa, and the meta elements of its head.

Turns nested data into flat facts with every wording of their labels: ``offers.price`` is a price. Which of
them was asked for is not decided here.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from airflow_provider.local.reading.facts import META, STATED, Fact, Group, Item
from airflow_provider.local.reading.microdata import Data, read_microdata
from airflow_provider.local.reading.names import words_of
from airflow_provider.local.reading.page import join, text_of
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

    from airflow_provider.local.reading.names import Words
    from airflow_provider.local.reading.page import Page

_MAX_DEPTH = 8
_MAX_ITEMS = 5000
# Data about the page or its place in the site, rarely what a reader wants of it.
_FURNITURE = word_set(
    """
    website webpage breadcrumblist listitem organization searchaction imageobject
    sitenavigationelement collectionpage itempage profilepage wpheader wpfooter wpsidebar readaction
    webapplication contactpoint aboutpage faqpage onlinestore corporation newsmediaorganization blog
    searchresultspage
    """
)
# What stands in these belongs to the thing itself, not to another one.
_TRANSPARENT = word_set(
    """
    offer aggregate rating address job location geo nutrition base salary value price specification
    review quantitative monetary amount estimated place
    """
)
_NAMING = ("name", "value", "text", "@value", "headline", "title", "ratingValue", "url", "contentUrl", "@id")
_LISTS = ("itemListElement", "@graph", "mainEntity", "hasPart", "dataFeedElement", "blogPost")


def read_data(page: Page) -> list[Group]:
    """Return the items that the page states as data, grouped by type, the main ones first."""
    items = [item for script in page.scripts for item in _json_items(script)]
    items += read_microdata(page)
    groups: dict[str, list[Data]] = {}
    for item in items[:_MAX_ITEMS]:
        groups.setdefault(_type_of(item), []).append(item)
    found = [
        Group([flatten(item, page) for item in group], "data", kind, 0.4 if kind.lower() in _FURNITURE else 1.0)
        for kind, group in groups.items()
    ]
    for kind, group in groups.items():
        if len(group) == 1 and kind.lower() not in _FURNITURE:
            found += _nested(group[0], page)
    return found


def read_meta(page: Page) -> Item:
    """Return what the head of the page says about it."""
    item = Item()
    for element in page.head:
        if element.tag == "title":
            item.add("page title", text_of(element), strength=META * 0.8)
        elif element.tag == "link" and "canonical" in (element.get("rel") or ""):
            item.add("url", page.absolute(element.get("href") or ""), strength=META)
        name = element.get("property") or element.get("name") or element.get("itemprop") or ""
        if element.tag == "meta" and element.get("content") and name:
            _add_meta(item, name, element.get("content"), page)
    return item


def _add_meta(item: Item, name: str, content: str, page: Page) -> None:
    prefix, _, rest = name.partition(":")
    label = rest.replace(":", " ") if rest and prefix.lower() in _PREFIXES else name.removeprefix("twitter:")
    if label.lower() in {
        "viewport",
        "robots",
        "generator",
        "type",
        "locale",
        "card",
        "image width",
        "image height",
    }:
        return
    value = page.absolute(content) if label.lower() in {"image", "url", "image url"} else content
    item.add(label, " ".join(value.split()), strength=META)


_PREFIXES = frozenset(
    {"og", "article", "product", "book", "twitter", "dc", "music", "video", "profile", "event", "recipe"}
)


def flatten(data: Data, page: Page) -> Item:
    """Return *data* as flat facts."""
    item = Item()
    for path, value in _leaves(data, ()):
        labels = _labels(path)
        if labels:
            text = (
                page.absolute(value) if path[-1] in {"url", "image", "contentUrl"} and isinstance(value, str) else value
            )
            if isinstance(text, str):
                text = _clean(text)
            if text != "":
                item.facts.append(Fact(labels, text, STATED))
    return _joined(item)


def _leaves(value: object, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str | float | bool]]:
    if isinstance(value, dict) and len(path) < _MAX_DEPTH:
        if {"name", "value"} <= value.keys() and path and "property" in path[-1].lower():
            yield from _leaves(value["value"], (str(value["name"]),))
            return
        for key, inner in value.items():
            if not key.startswith("@") or key == "@value":
                yield from _leaves(inner, (*path, key))
    elif isinstance(value, list) and len(path) < _MAX_DEPTH:
        for inner in value[:100]:
            yield from _leaves(inner, path)
    elif isinstance(value, (str, int, float)) and value == value:  # noqa: PLR0124 - all but NaN
        yield path, value


def _labels(path: tuple[str, ...]) -> tuple[tuple[Words, float], ...]:
    """Return every wording of *path* with its worth; the last one is the whole path."""
    parts = [words_of(part) for part in path]
    if not parts or not parts[-1]:
        return ()
    whole = tuple(word for part in parts for word in part)
    owners = parts[:-1]
    found: list[tuple[Words, float]] = []
    if all(set(owner) <= _TRANSPARENT for owner in owners):
        found.append((parts[-1], 1.0 if not owners else 0.96))
    if owners and path[-1] in _NAMING:
        close = all(set(owner) <= _TRANSPARENT for owner in owners[:-1])
        worth = 0.99 - 0.05 * _NAMING.index(path[-1])
        found.append((owners[-1], worth if close else worth * 0.6))
    if len(owners) >= 1:
        found.append((owners[-1] + parts[-1], 0.98))
    return (*found, (whole, 0.97 if owners else 1.0))


def _joined(item: Item) -> Item:
    """Join the values of one label, such as ingredients or several authors, in one fact."""
    first: dict[tuple[Words, float], Fact] = {}
    for fact in item.facts:
        known = first.get(fact.column)
        if known is None:
            first[fact.column] = fact
        elif isinstance(known.value, str) and isinstance(fact.value, str):
            # More links and longer wordings of the same add nothing.
            more = not fact.value.startswith(("http://", "https://", known.value))
            value = join((known.value, fact.value)) if more else known.value
            first[fact.column] = Fact(known.labels, value, known.strength)
    return Item(list(first.values()))


def _json_items(script: str) -> Iterator[Data]:
    text = (
        re.sub(r"^\s*(?:<!--|//<!\[CDATA\[|<!\[CDATA\[)|(?:-->|//\]\]>|\]\]>)\s*;?\s*$", "", script).strip().rstrip(";")
    )
    try:
        data = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return
    yield from _entries(data, depth=0)


def _entries(data: object, *, depth: int) -> Iterator[Data]:
    """Yield the objects of *data*, those inside lists of items on their own."""
    if depth > _MAX_DEPTH:
        return
    if isinstance(data, list):
        for entry in data:
            yield from _entries(entry, depth=depth + 1)
    elif isinstance(data, dict):
        inner = data.get("item")
        if _type_of(data).lower() == "listitem" and isinstance(inner, dict):
            yield from _entries({"position": data.get("position"), **inner}, depth=depth + 1)
            return
        lists = [key for key in _LISTS if isinstance(data.get(key), (list, dict))]
        rest = {key: value for key, value in data.items() if key not in lists}
        if _type_of(data) not in {"ItemList", "BreadcrumbList"} and any(not key.startswith("@") for key in rest):
            yield rest
        if _type_of(data) != "BreadcrumbList":
            for key in lists:
                yield from _entries(data[key], depth=depth + 1)


def _nested(data: Data, page: Page) -> list[Group]:
    """Return the lists of objects inside one item, such as the reviews of a product."""
    found = []
    for key, value in data.items():
        if isinstance(value, list):
            inner = [entry for entry in value if isinstance(entry, dict)]
            if len(inner) > 1:
                found.append(Group([flatten(entry, page) for entry in inner[:_MAX_ITEMS]], "data", key, 0.9))
    return found


def _type_of(data: Data) -> str:
    kind = data.get("@type")
    if isinstance(kind, list):
        kind = kind[0] if kind else ""
    return kind.rpartition("/")[2] if isinstance(kind, str) else ""


def _clean(text: str) -> str:
    """Return *text* without the markup that some sites leave in their data."""
    if "<" in text and ">" in text:
        text = re.sub(r"<[^<>]{1,200}>", " ", text)
    # JSON can hold half a surrogate pair, which no database or answer can.
    text = text.encode(errors="replace").decode()
    return " ".join(text.replace("&amp;", "&").replace("&nbsp;", " ").replace("&#39;", "'").split())
