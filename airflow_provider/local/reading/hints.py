"""
What single elements say of the thing that they stand in: by their attributes, their class names, their form.

A class name only hints at the role of a text; it never is a value itself, and of a name made by a build tool
only the words count.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from airflow_provider.local.reading.facts import HINTED, SHAPED, STATED, TIMED, Item
from airflow_provider.local.reading.forms import BY, COUNTED, MONEY, RATED, bare, bounds, byline_of, form_of
from airflow_provider.local.reading.names import Words, words_of
from airflow_provider.local.reading.nodes import BLOCKS, FEW_PIECES, HEADINGS
from airflow_provider.local.reading.pairs import list_text, split_pair
from airflow_provider.local.reading.synonyms import KINDS_OF_THING, NOISE, OTHER_THINGS
from airflow_provider.local.reading.values import cast
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from airflow_provider.local.reading.nodes import Node

# A price at the end of a line that names something.
_BEHIND = re.compile(rf"[^\W\d_)\]]{{2}}[)\]]?\s?[-\u2013:|,]\s({MONEY.pattern})$", re.IGNORECASE)
BY_BEFORE = re.compile(r"\b(?:by|von|par|por)\b:?\s*$", re.IGNORECASE)
# From this many characters on a text is a sentence, up to it a name.
SENTENCE = 40
TITLES = frozenset({"title", "subject", "topic", "headline", "name"})
_COUNT_WORDS = frozenset({"one", "two", "three", "four", "five"})
_COUNTED_STARS = re.compile(r"^(?:stars?|rating|rated)-([0-5])$")
# What a build tool appends to a class name: a number among letters.
_HASH = re.compile(r"(?:[-_]{1,2}(?=[A-Za-z]*\d)[A-Za-z0-9]+)+$")
_IGNORED_DATA = word_set(
    """
    id index toggle target src srcset testid reactid component set v action track tracking price
    """
)
_LAYOUT = word_set("link anchor note txt str html h1 h2 h3 inline bold strong bottom top left right center")


def add_attributes(item: Item, node: Node) -> None:
    """Add what is written in attributes for machines or for readers that cannot see."""
    attrs = node.attrs
    for name, value in attrs.items():
        label = name.removeprefix("data-")
        # ``data-product="17"`` numbers the product, it does not name it; a list or object is for scripts.
        words = set(words_of(label)) if label != name else set()
        if words - KINDS_OF_THING and not words & _IGNORED_DATA and value[:1] not in "{[":
            item.add(label, value, strength=SHAPED)
    if node.hidden:
        return
    if node.tag == "time":
        said = {*words_of(attrs.get("class", "")), *words_of(node.before())}
        changed = said & {"updated", "modified"}
        item.add("updated" if changed else "date", attrs.get("datetime") or node.text, strength=TIMED)
    for spoken in (attrs.get("aria-label", ""), attrs.get("title", ""), attrs.get("alt", "")):
        # Longer, it is a sentence about something else.
        if len(spoken) < SENTENCE and (rated := RATED.search(spoken)):
            item.add("rating", rated[0], strength=STATED)


@lru_cache(maxsize=8192)
def _hint_words(name: str) -> Words:
    """Return the words by which class *name* hints at a role; nothing where it is layout or a hash."""
    words = tuple(word for word in words_of(_HASH.sub("", name)) if word not in _LAYOUT)
    # ``class="product"`` stands on the whole of it, not on its name.
    return words if set(words) - NOISE - (KINDS_OF_THING - OTHER_THINGS) and "price" not in words else ()


def add_hints(item: Item, node: Node, blocks: Sequence[Words]) -> None:
    """Add the text of *node* under each of its class names, without those of the *blocks* that it is a part of."""
    names = f"{node.attrs.get('class', '')} {node.attrs.get('id', '')}"[:300].split()
    if not names:
        return
    _add_stars(item, node, names)
    is_list = node.tag in {"ul", "ol"}
    hinted = [words for name in names if (words := _hint_words(name))]
    if not hinted or not (is_list or 0 < node.end - node.start <= FEW_PIECES):
        return
    text = list_text(node) if is_list else own_text(node)
    # What holds a heading holds a whole card.
    if any(one.tag in HEADINGS and one.text != text for one in node.below()):
        return
    for words in hinted:
        own = next((words[len(block) :] for block in blocks if block and words[: len(block)] == block), ()) or words
        # Of a title in several lines the first one is the title, but for what is cut short.
        first = node.lines[0] if TITLES & set(own) and not is_list and node.lines else text
        item.add(" ".join(own), _without_label(first if text.startswith(first) else text, own), strength=HINTED)


def _add_stars(item: Item, node: Node, names: list[str]) -> None:
    """Add a rating that is drawn by icons only, whose number stands in a word of its own: ``star-rating Three``."""
    if node.text or not any("star" in name or "rating" in name for name in names):
        return
    counts = [name.lower() for name in names if name.lower() in _COUNT_WORDS]
    counts += [found[1] for name in names if (found := _COUNTED_STARS.match(name))]
    if len(counts) == 1:
        item.add("rating", cast(counts[0], "number"), strength=TIMED)


def own_text(node: Node) -> str:
    """Return the text of *node*, whole where its title attribute has what the text cuts short."""
    text = node.text
    if text.endswith(("...", "…")):
        for one in (node, *node.children):
            title = " ".join(one.attrs.get("title", "").split())
            if title.startswith(text.rstrip(".… ")):
                return title
    return text


def _without_label(text: str, words: Words) -> str:
    if {"author", "byline", "by", "writer", "user", "meta"} & set(words):
        by = BY.match(text)
        text = dict(byline_of(text)).get("author") or (by[1] if by else text)
    pair = split_pair(text)
    return pair[1] if pair and set(words_of(pair[0])) & set(words) else text


def shapes_of(node: Node) -> Iterator[tuple[str, str, bool]]:
    """Yield texts with the label that their form stands for, and whether a whole byline bears that out."""
    if node.tag in HEADINGS:
        return
    text = node.text
    if len(text) >= SENTENCE:
        # A text of its own, without links.
        if (node.tag == "p" or node.own) and not any(one.tag in BLOCKS or one.tag == "a" for one in node.children):
            yield "description", text, False
    elif node.tag in {"a", "span", "b", "strong"} and text and BY_BEFORE.search(node.before()):
        yield "author", text, False
    lines = node.lines if node.own or len(node.children) != 1 else []
    for line in lines:
        yield from _shapes_in(line, node, alone=len(lines) == 1)


def _shapes_in(line: str, node: Node, *, alone: bool) -> Iterator[tuple[str, str, bool]]:
    label, parts = form_of(line), byline_of(line)
    if not label or (label == "author" and len(parts) > 1):
        yield from ((part, value, len(parts) > 1) for part, value in parts)
    # A price in an element of its own is judged by that element.
    elif label != "price" or (not alone and line not in {one.text for one in node.below()}):
        yield from ((part, value, False) for part, value in ((label, bare(line, label)), *bounds(line)))
    if not label and (tail := _BEHIND.search(line)):
        yield "price", tail[1], False
    if counted := COUNTED.search(line):
        yield "review count", counted[1], False
