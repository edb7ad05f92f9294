"""
What one part of a page says of one thing: a card in a listing, or the whole of a detail page.

Facts come from labels first, then from attributes and class names, then from form alone: a heading is a
name, a sum of money is a price. A form that occurs twice says nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from airflow_provider.local.reading.facts import HINTED, SHAPED, STATED, Item
from airflow_provider.local.reading.forms import BY, COUNTED, RATED, bare, form_of
from airflow_provider.local.reading.microdata import property_value
from airflow_provider.local.reading.names import words_of
from airflow_provider.local.reading.page import classes_of, depth_first, lines_of, text_of
from airflow_provider.local.reading.pairs import MAX_LIST, list_text, pairs_of, split_pair
from airflow_provider.local.reading.synonyms import KINDS_OF_THING, NOISE, OTHER_THINGS
from airflow_provider.local.reading.values import cast
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.page import Element, Page

_MAX_HINT = 600
_CONTAINERS = frozenset({"body", "html", "main", "table", "nav", "form"})
_BY_BEFORE = re.compile(r"\bby:?\s*$", re.IGNORECASE)
_AMOUNTS = frozenset({"price", "old price", "rating"})
_SENTENCE = 40
_CONTAINER = 12
_LONGEST_FORM = 100
_COUNT_WORDS = frozenset(["zero", "one", "two", "three", "four", "five", "half"])
_STRUCK = re.compile(r"(?:^|[-_ ])(?:old|was|strike|original|before|regular|list-price|rrp|crossed)", re.IGNORECASE)
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_IGNORED_DATA = word_set(
    """
    id index toggle target src srcset testid reactid component src-set v action track tracking
    """
)


def read_card(parts: Sequence[Element], page: Page, *, skip: frozenset[Element] = frozenset()) -> Item:
    """Return the facts that stand in *parts*, leaving out what stands in an element of *skip*."""
    item = Item()
    shapes: dict[str, list[str]] = {}
    for part in parts:
        for label, value in pairs_of(part, skip=skip):
            item.add(label, value)
        for element in _within(part, skip):
            _add_attributes(item, element, page)
            _add_hints(item, element)
            _note_shapes(shapes, element)
    _add_links_and_images(item, [one for part in parts for one in _within(part, skip)], page)
    for label, values in shapes.items():
        # "€95" and the line "From €95 per night" around it are one price.
        numbers = {cast(value, "number") for value in values} if label in _AMOUNTS else set()
        if len(set(values)) == 1 or (len(numbers) == 1 and None not in numbers):
            item.add(label, values[0], strength=SHAPED)
    return item


def _within(top: Element, skip: frozenset[Element]) -> list[Element]:
    skipped: set[Element] = set()
    found = []
    for element in (top, *depth_first(top)):
        if element in skip or (skipped and element.getparent() in skipped):
            skipped.add(element)
        else:
            found.append(element)
    return found


def _add_attributes(item: Item, element: Element, page: Page) -> None:
    """Add what is written in attributes for machines or for readers that cannot see."""
    for name, value in element.attrib.items():
        label = name.removeprefix("data-")
        # ``data-product="17"`` numbers the product, it does not name it.
        useless = label == name or label in _IGNORED_DATA or not set(words_of(label)) - KINDS_OF_THING
        if not useless and 0 < len(value) <= _MAX_HINT and value[0] not in "{[":
            item.add(label, value, strength=HINTED * 0.85)
    named = element.get("itemprop")
    if named and element.get("itemscope") is None:
        for name in named.split():
            item.add(name, property_value(element, page))
    if element.tag == "time":
        item.add("date", element.get("datetime") or text_of(element), strength=0.9)
    for spoken in (element.get("aria-label") or "", element.get("title") or "", element.get("alt") or ""):
        rated = RATED.search(spoken) if len(spoken) < 60 else None  # noqa: PLR2004 - longer is a sentence about something else
        if rated:
            item.add("rating", rated[1], strength=STATED)
    label = element.get("aria-label") or ""
    if label and len(label.split()) <= 3 and element.tag in {"span", "div", "p", "li"} and text_of(element):  # noqa: PLR2004 - a label is a few words
        item.add(label, text_of(element), strength=0.8)


def _add_hints(item: Item, element: Element) -> None:
    """Add the text of *element* under each of its class names."""
    names = classes_of(element)
    identity = element.get("id")
    if not names and not identity:
        return
    _add_star_class(item, names)
    is_list = element.tag in {"ul", "ol"}
    text = list_text(element) if is_list else _own_text(element)
    if not text or len(text) > (MAX_LIST if is_list else _MAX_HINT) or element.tag in _CONTAINERS:
        return
    if element.tag not in _HEADINGS and any(text_of(one) != text for one in element.iterdescendants(*_HEADINGS)):
        # What holds a heading holds a whole card.
        return
    struck = _is_struck(element)
    for name in names if len(element) < 12 or is_list else ():  # noqa: PLR2004 - more is a container
        words = words_of(name)
        if not set(words) - NOISE - (KINDS_OF_THING - OTHER_THINGS):
            # ``class="product"`` stands on the whole of it, not on its name.
            continue
        if struck and "price" in words:
            words = ("old", "price")
        value = _without_label(text, name)
        item.add(" ".join(words), value, strength=HINTED - 0.004 * len(element))
    if identity and len(element) < 6:  # noqa: PLR2004 - more is a container
        item.add(identity, _without_label(text, identity), strength=HINTED * 0.9)


def _add_star_class(item: Item, names: list[str]) -> None:
    """Add a rating that is drawn by a class only, such as ``star-rating Three`` or ``stars-4``."""
    words = [word for name in names for word in words_of(name)]
    if not {"star", "rating"} & set(words):
        return
    counts = [word for word in words if word in _COUNT_WORDS or (word.isdigit() and int(word) <= 5)]  # noqa: PLR2004 - stars
    if len(counts) == 1 and counts[0] != "half":
        item.add("rating", cast(counts[0], "number"), strength=0.95)


def _own_text(element: Element) -> str:
    """Return the text of *element*, whole where its title attribute has what the text cuts short."""
    text = text_of(element)
    for struck in element.iterdescendants("del", "s", "strike"):
        # A price that no longer holds is no part of the price.
        text = " ".join(text.replace(text_of(struck), " ", 1).split()) or text
    for one in (element, *element.iterchildren("a")):
        title = " ".join((one.get("title") or "").split())
        if text.endswith(("...", "…")) and title.startswith(text.rstrip(".… ")):
            return title
    return text


def _without_label(text: str, name: str) -> str:
    by = BY.match(text)
    if by and {"author", "byline", "by", "writer", "user"} & set(words_of(name)):
        return by[1]
    pair = split_pair(text)
    return pair[1] if pair and set(words_of(pair[0])) & set(words_of(name)) else text


def _is_struck(element: Element) -> bool:
    if element.tag in {"del", "s", "strike"} or any(_STRUCK.search(name) for name in classes_of(element)):
        return True
    return any(one.tag in {"del", "s", "strike"} for one in element.iterancestors())


def _note_shapes(shapes: dict[str, list[str]], element: Element) -> None:
    """Note texts whose form says what they are."""
    if element.tag in _HEADINGS:
        _note(shapes, "title", _own_text(element))
    elif element.tag == "p" and len(text_of(element)) >= _SENTENCE:
        _note(shapes, "description", text_of(element))
    elif element.tag in {"a", "span", "b", "strong"} and _BY_BEFORE.search(_text_before(element)):
        _note(shapes, "author", text_of(element))
    if len(element) > _CONTAINER:
        return
    lines = lines_of(element)
    if len(lines) > _CONTAINER:
        return
    inner = {text_of(child) for child in element}
    for line in lines:
        if len(line) <= _LONGEST_FORM and line not in inner:
            label = form_of(line)
            struck = label == "price" and _is_struck(element)
            _note(shapes, "old price" if struck else label, bare(line, label))
            if counted := COUNTED.search(line):
                _note(shapes, "review count", counted[1])


def _text_before(element: Element) -> str:
    before = element.getprevious()
    return str(
        (before.tail if before is not None else element.getparent().text if element.getparent() is not None else "")
        or ""
    )


def _note(shapes: dict[str, list[str]], label: str, text: str) -> None:
    if label and text:
        shapes.setdefault(label, []).append(text)


def _add_links_and_images(item: Item, elements: list[Element], page: Page) -> None:
    links = [one for one in elements if one.tag == "a" and (one.get("href") or "#")[0] != "#"]
    for link in links:
        href = link.get("href")
        for scheme, label in (("mailto:", "email"), ("tel:", "phone")):
            if href.lower().startswith(scheme):
                item.add(label, href[len(scheme) :].partition("?")[0], strength=0.9)
    pages = [one for one in links if not re.match(r"(?i)mailto:|tel:|javascript:", one.get("href"))]
    titled = [
        one
        for one in pages
        if any(up.tag in _HEADINGS for up in one.iterancestors())
        or one.find(".//h2") is not None
        or one.find(".//h3") is not None
    ]
    for main in (titled or pages)[:1]:
        item.add("url", page.absolute(main.get("href")), strength=SHAPED)
        if not any(one.tag in _HEADINGS for one in elements):
            named = next((one for one in pages if text_of(one)), None)
            if named is not None:
                item.add("title", _own_text(named), strength=SHAPED * 0.9)
    for image in [one for one in elements if one.tag == "img"][:1]:
        source = image.get("data-src") or image.get("src") or ""
        item.add("image", page.absolute(source) if source else None, strength=SHAPED)
        item.add("image alt", image.get("alt"), strength=SHAPED)
