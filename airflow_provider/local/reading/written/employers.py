"""Who offers a job and where, in the order in which lists of jobs write it behind the title, without labels."""

from __future__ import annotations

import re
from itertools import dropwhile
from typing import TYPE_CHECKING

from airflow_provider.local.reading.data.facts import WEAKEST, Item
from airflow_provider.local.reading.words.bylines import OF_JOBS, byline_of
from airflow_provider.local.reading.words.forms import BY_BEFORE, form_of
from airflow_provider.local.reading.words.lines import SENTENCE, split_pair
from airflow_provider.local.reading.words.money import CURRENCY
from airflow_provider.local.reading.words.names import SYNONYM, match
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.words.wording import patterns, words_of
from airflow_provider.local.text import has_digit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from airflow_provider.local.reading.tree.nodes import Node

_DEPARTMENT = patterns("jobs")["department"]
# "Engineering", "Sales EMEA", "Finance & Legal": where in a firm a job is.
DEPARTMENT = re.compile(rf"{_DEPARTMENT}(?:\s?[&/,]|\s[^\W\d_]|$)", re.IGNORECASE)
_DEPARTMENTS = re.compile(
    rf"{_DEPARTMENT}(?:(?:\s?[&/,]\s?|\s(?:and|und|et|y|e)\s){_DEPARTMENT}){{0,3}}", re.IGNORECASE
)
# What a record of a job says of it.
_ASKED = ("employment type", "salary", "company", "location")
_CURRENCY = re.compile(rf"{CURRENCY}$", re.IGNORECASE)
_DIVIDED = re.compile(r"\s(?:[|•·\u2013\u2014-]|in|@)\s|\s?[|•·]\s?")


def add_employer(item: Item, nodes: Sequence[Node]) -> None:
    """Add who offers what *nodes* say to be a job, by how it employs or is paid, and where, if nothing else says so."""
    # A sum without a word is rather a price.
    said = [fact for fact in item.facts if fact.labels[-1] != ("salary",) or form_of(str(fact.value)) != "price"]
    told = {field for fact in said for field in _ASKED if match(words_of(field), fact.labels[-1]) >= SYNONYM}
    title = next((str(fact.value) for fact in item.facts if fact.labels[-1] == ("title",)), "")
    if title and told & {"employment type", "salary"} and "company" not in told:
        for label, name in zip(("company", "location"), _employer_and_place(nodes, title), strict=True):
            item.add(label, name if label not in told else None, strength=WEAKEST)
    elif title and told & {"employment type", "salary"} and told & {"company", "location"} == {"company"}:
        item.add("location", _place_beside(nodes), strength=WEAKEST)


def _employer_and_place(nodes: Sequence[Node], title: str) -> tuple[str, str]:
    """Return the name, and the name or place, that follow *title* in *nodes*; nothing without both of them."""
    behind = dropwhile(lambda node: node.text != title, nodes)
    names: list[str] = []
    for text in _texts(behind, title):
        if not is_name(text) or is_department(text):
            if form_of(text) == "location" and len(names) == 1:
                return names[0], text
            # A mark, such as "New", or a form of its own, may stand between the title and them.
            if names or len(text) >= SENTENCE:
                break
            continue
        names.append(text)
        if len(names) == 2:  # noqa: PLR2004 - who, and where
            return names[0], names[1]
    return "", ""


def _place_beside(nodes: Sequence[Node]) -> str:
    """Return the only name among the neighbours of what *nodes* say of how a job employs or pays; nothing if none."""
    for node in nodes:
        if node.own and form_of(node.text) in OF_JOBS and not node.hidden:
            box = node
            while box.parent is not None and box.parent.text == box.text:
                box = box.parent
            beside = box.parent.shown if box.parent is not None else []
            names = {one.text for one in beside if one is not box and one.text and is_name(one.text)}
            return names.pop() if len(names) == 1 else ""
    return ""


def _texts(nodes: Iterable[Node], title: str) -> Iterator[str]:
    for node in nodes:
        if not node.hidden and node.own and node.text != title:
            for told in node.own_texts:
                # "Acme - ", before a place in an element of its own; "35 - RENNES" is one.
                parts = [told] if form_of(told) else _DIVIDED.split(told)
                yield from (part.strip(" -\u2013|·•") for part in parts if any(map(str.isalnum, part)))


def is_department(text: str) -> bool:
    """Tell whether *text* names departments of a firm, and nothing else."""
    return _DEPARTMENTS.fullmatch(text) is not None


def is_name(text: str) -> bool:
    """Tell whether *text* may be a name: it is short, and has neither a number, a form nor a label."""
    is_plain = not has_digit(text) and len(text) < SENTENCE and text[-1] not in ".:!?" and not _CURRENCY.match(text)
    # "Today by", before a name in an element of its own.
    is_plain = is_plain and BY_BEFORE.search(text) is None
    return is_plain and not (form_of(text) or byline_of(text) or split_pair(text) or words_of(text) in PHRASES)
