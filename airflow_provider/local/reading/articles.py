"""
What a page about one thing says of who wrote it and when, beside its heading, and what only seems to say so.

Comments, other stories and the sentences of the text have names and days, too. What the head of a page says of when an
article was published bears out one of several days, and its title names the publication.
"""

from __future__ import annotations

import re
from bisect import bisect
from itertools import islice
from typing import TYPE_CHECKING

from airflow_provider.local.reading.data.facts import META, STATED, WEAKEST
from airflow_provider.local.reading.tree.nodes import without
from airflow_provider.local.reading.words.fieldnames import concepts_of
from airflow_provider.local.reading.words.lines import SENTENCE
from airflow_provider.local.reading.words.names import SYNONYM, match, words_of
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from airflow_provider.local.reading.data.facts import Fact, Item
    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page
    from airflow_provider.local.reading.words.names import Words

# So many elements before the heading may stand beside it.
_BEFORE = 12
# As long is a paragraph of the text.
_PROSE = 2 * SENTENCE
_AUTHOR, _PUBLISHED, _SOURCE, _CATEGORY = ("author",), ("published",), ("source",), ("category",)
# So far up stands what holds a picture and where it is from.
_NEAR = 4
_PICTURES = word_set("photo image picture img caption figure gallery video")
_DAY = re.compile(r"(\d{4})-(\d\d)-(\d\d)")
_NUMBER = re.compile(r"\d{1,4}")
# The last day of the shortest month, and what no part of a day or hour is more than.
_LAST, _HIGHEST = 28, 99


def beside_heading(nodes: Sequence[Node], page: Page) -> frozenset[int]:
    """
    Return the places of those of *nodes* that stand beside the heading of *page*, or behind it up to the next section.

    Without a heading, or a text below it, that is all of them; the sentences of the text tell nothing.
    """
    start = end = 0
    if page.heading is not None:
        start = page.heading.place - _BEFORE
        text = next((one for one in nodes if one.place > page.heading.last and _is_prose(one)), None)
        below = (one for one in page.headings if text is not None and one.place > text.place)
        end = next((one.place for one in below), 0)
    prose = [one.place for one in nodes if _is_prose(one)]
    # What holds a sentence has its lines, too.
    told = (one for one in without(nodes, _is_prose) if bisect(prose, one.place) == bisect(prose, one.last))
    return frozenset(one.place for one in told if one.place >= start and not 0 < end <= one.place)


def _is_prose(node: Node) -> bool:
    is_sentence = len(node.text) >= SENTENCE and node.text.endswith((".", "!", "?"))
    return node.tag == "p" and (is_sentence or len(node.text) >= _PROSE)


def is_of_byline(fact: Fact) -> bool:
    """Tell whether *fact* says who wrote something, or when."""
    return _means(fact, _AUTHOR, _PUBLISHED)


def is_of_others(fact: Fact, node: Node, *, is_beside: bool) -> bool:
    """Tell whether *fact*, of *node*, says where a picture is from, or away from the heading what links stand under."""
    if not is_beside and _means(fact, _CATEGORY):
        return True
    if not _means(fact, _SOURCE):
        return False
    around = list(islice(node.up(), _NEAR))
    named = (words_of(name) for one in (node, *around) for name in one.names)
    return any(one.tag == "figure" for one in around) or any(not _PICTURES.isdisjoint(words) for words in named)


def _means(fact: Fact, *fields: Words) -> bool:
    return any(match(field, label) >= SYNONYM for label in fact.labels for field in fields)


def settle_article(item: Item, kinds: Sequence[str], fields: Iterable[str]) -> None:
    """
    Drop the days of *item*, an article, that the head of its page contradicts, and add the site as its source.

    It is an article if that is the only one of the asked *kinds*, or if none is named and one of *fields* is an author.
    """
    if kinds != ["article"] and (kinds or not any("author" in concepts_of(name) for name in fields)):
        return
    told = [fact for fact in item.facts if fact.strength < STATED and _means(fact, _PUBLISHED)]
    days = {found.groups() for fact in told if fact.strength == META and (found := _DAY.match(str(fact.value)))}
    if len(days) == 1:
        year, _, day = map(int, days.pop())
        # In another part of the world it may be the day before or after.
        near = {1} if day >= _LAST else {*range(_LAST, 32)} if day == 1 else set()
        known = {year, year % 100}, {day - 1, day, day + 1} | near
        left_out = [fact for fact in told if fact.strength != META and not _is_of_day(fact, *known)]
        # A film in it may have been uploaded on another day.
        item.facts = [fact for fact in item.facts if fact not in left_out and fact.labels[-1] != ("upload", "date")]
    # Newspapers have a letter for a part of what is printed.
    item.facts = [fact for fact in item.facts if fact.labels[-1] != ("print", "section")]
    named = (fact.value for fact in item.facts if fact.labels[-1] == ("site", "name"))
    item.add("source", next(named, None), strength=WEAKEST)


def _is_of_day(fact: Fact, years: set[int], days: set[int]) -> bool:
    """Tell whether *fact* states one of *days*, of one of *years* if it has one."""
    numbers = [int(one) for one in _NUMBER.findall(str(fact.value))]
    stated = [one for one in numbers if one > _HIGHEST]
    return not days.isdisjoint(numbers) and (not stated or not years.isdisjoint(stated))
