"""
Whether a list of a page is not what was asked for, as the menu of a login page is where jobs are.

It says no more then than any text, link or picture does, and nothing calls it what the prompt does.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from airflow_provider.local.reading.tree.nodes import outermost
from airflow_provider.local.reading.words.fieldnames import concepts_of
from airflow_provider.local.reading.words.names import words_of
from airflow_provider.local.reading.words.synonyms import GENERAL
from airflow_provider.local.text import stem

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from airflow_provider.local.reading.data.facts import Group
    from airflow_provider.local.reading.question import Question
    from airflow_provider.local.reading.rows import Filling

# What any text, link or picture has.
_OF_ANYTHING = frozenset({"title", "url", "image", "description"})
# One of so many records says more, at least.
_SOME = 3
# A class says what a list is of so many elements around it.
_AROUND = 3
_LONGEST = 200


def is_unasked(filling: Filling, group: Group, question: Question) -> bool:
    """Tell whether *filling* of *group* says nothing of what *question* asks for, and nothing calls it that."""
    further = [name for name in question.schema.fields if concepts_of(name).isdisjoint(_OF_ANYTHING)]
    told = sum(any(row[name] is not None for name in further) for row in filling.rows)
    fields = {stem(word) for name in question.schema.fields for word in words_of(name)}
    asked = (question.asked - fields - GENERAL) | {*map(stem, question.kinds)}
    if not further or _SOME * told >= len(filling.rows) or any(_says(text, asked) for text in _over(group, question)):
        return False
    if _is_said_by_most(filling, group, asked):
        return False
    # Things of a kind that nobody knows, or names, may be what the page is of.
    return bool(question.kinds) or (bool(asked) and not group.size) or not _is_most(group, question)


def _over(group: Group, question: Question) -> Iterator[str]:
    """Yield what *group* stands under, the type of its things, and the classes and ids of the first and around it."""
    yield group.name
    yield question.page.heading.text if question.page.heading is not None else ""
    for first in [item.nodes[0] for item in group.items if item.nodes][:1]:
        for node in (first, *islice(first.up(), _AROUND)):
            yield from (*node.names, node.attrs.get("id", ""))


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
