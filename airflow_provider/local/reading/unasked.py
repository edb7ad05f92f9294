"""
Whether what a page says is not what was asked for, as the menu of a login page is where jobs are.

It says no more then than any text, link or picture does, and nothing calls it what the prompt does.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from airflow_provider.local.reading.tree.nodes import outermost
from airflow_provider.local.reading.words.fieldnames import concepts_of
from airflow_provider.local.reading.words.money import MONEY
from airflow_provider.local.reading.words.names import words_of
from airflow_provider.local.reading.words.synonyms import GENERAL, PHRASES
from airflow_provider.local.text import stem

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from airflow_provider.local.reading.data.facts import Group, Item
    from airflow_provider.local.reading.question import Question
    from airflow_provider.local.reading.rows import Filling
    from airflow_provider.local.reading.tree.nodes import Node

# What any text, link or picture has.
_OF_ANYTHING = frozenset({"title", "url", "image", "description"})
# One of so many records says more, at least.
_SOME = 3
# A class says what a list is of so many elements around it.
_AROUND = 3
_LONGEST = 200
# What tells that a page is about one of these, of which an article, or somebody's page, may have nothing.
_TYPICAL = {
    "product": frozenset({"availability", "sku", "mpn", "gtin", "weight", "dimension", "color", "material", "model"}),
    "recipe": frozenset({"ingredient", "instruction", "serving", "cook_time", "prep_time", "total_time"}),
    "job": frozenset({"salary", "employment_type", "deadline", "responsibilities", "requirements"}),
    "event": frozenset({"start_date", "end_date", "venue", "performer"}),
}


def is_unasked(filling: Filling, group: Group, question: Question) -> bool:
    """Tell whether *filling* of *group* says nothing of what *question* asks for, and nothing calls it that."""
    further = _further(question)
    told = sum(any(row[name] is not None for name in further) for row in filling.rows)
    asked = _words(question)
    if not further or _SOME * told >= len(filling.rows) or any(_says(text, asked) for text in _over(group, question)):
        return False
    if _is_said_by_most(filling, group, asked):
        return False
    # Things of a kind that nobody knows, or names, may be what the page is of.
    return bool(question.kinds) or (bool(asked) and not group.size) or not _is_most(group, question)


def is_other_page(filling: Filling, item: Item, question: Question) -> bool:
    """Tell whether *filling* of *item*, the page as one thing, is a heading, and nothing tells of the asked kind."""
    further, kinds = _further(question), [kind for kind in question.kinds if kind in _TYPICAL]
    if not kinds or not further or any(row[name] is not None for row in filling.rows for name in further):
        return False
    known = {concept for fact in item.facts for label in fact.labels for concept in PHRASES.get(label, ())}
    page = question.page
    # What costs something is a product, be the price asked for or not.
    is_sold = "product" in kinds and MONEY.search(page.root.content)
    if is_sold or any(not known.isdisjoint(_TYPICAL[kind]) for kind in kinds):
        return False
    around = [] if page.heading is None else [page.heading, *page.heading.up()]
    texts = [page.url, page.title, *(text for node in around for text in _called(node))]
    return not any(_says(text, _words(question)) for text in texts)


def _further(question: Question) -> list[str]:
    """Return the fields that *question* asks for and that not any text, link or picture answers."""
    return [name for name in question.schema.fields if concepts_of(name).isdisjoint(_OF_ANYTHING)]


def _words(question: Question) -> frozenset[str]:
    """Return the stems of the words for what *question* asks for, but for those of its fields."""
    fields = {stem(word) for name in question.schema.fields for word in words_of(name)}
    return (question.asked - fields - GENERAL) | {*map(stem, question.kinds)}


def _over(group: Group, question: Question) -> Iterator[str]:
    """Yield what *group* stands under, the type of its things, and the classes and ids of the first and around it."""
    yield group.name
    yield question.page.heading.text if question.page.heading is not None else ""
    for first in [item.nodes[0] for item in group.items if item.nodes][:1]:
        for node in (first, *islice(first.up(), _AROUND)):
            yield from _called(node)


def _called(node: Node) -> tuple[str, ...]:
    """Return the classes and the id of *node*."""
    return *node.names, node.attrs.get("id", "")


def _is_said_by_most(filling: Filling, group: Group, asked: Collection[str]) -> bool:
    """Tell whether most rows of *filling* say one of the stems that are *asked* for, or their addresses do."""
    links = [group.items[at].link for at in filling.kept]
    texts = ((*row.values(), link and link.href) for row, link in zip(filling.rows, links, strict=True))
    return 2 * sum(any(_says(str(text), asked) for text in said) for said in texts) > len(links)


def _says(text: str, asked: Collection[str]) -> bool:
    return any(stem(word) in asked for word in words_of(text[:_LONGEST]))


def _is_most(group: Group, question: Question) -> bool:
    """Tell whether *group* has most of the text of the page."""
    shown = sum(len(node.text) for item in group.items for node in outermost(item.nodes))
    return 2 * shown > len(question.page.root.content)
