"""How many there are of what the records of a list name, where that is all that these say: "Rivers (12)"."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from airflow_provider.local.reading.alike import ALIKE
from airflow_provider.local.reading.data.facts import SHAPED
from airflow_provider.local.reading.wordings import BEHIND

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.data.facts import Item

_COUNTED = re.compile(r"(\S.{0,120}?)\s?\((\d{1,6}|\d{1,3}(?:[., ]\d{3}){1,2})\)$")
_YEAR = re.compile(r"(?:19|20)\d\d$")
_NAME = ("title",)


def add_counted(items: Sequence[Item]) -> None:
    """Add the figures in brackets that most of *items* have behind their links and nothing else, which are no names."""
    found = list(map(_counted, items))
    told = [one for one in found if one is not None]
    # A film is told from another of its name by its year.
    if len(told) < ALIKE or 5 * len(told) < 4 * len(items) or all(_YEAR.match(one[2]) for one in told):
        return
    for item, one in zip(items, found, strict=True):
        if one is None:
            continue
        item.facts = [
            replace(fact, value=one[1]) if fact.labels[-1] == _NAME and fact.value == one[0] else fact
            for fact in item.facts
        ]
        for label in ("count", " ".join(BEHIND)):
            item.add(label, one[2], strength=SHAPED)


def _counted(item: Item) -> re.Match[str] | None:
    """Return all of *item*, if that is its link with a figure in brackets behind it, or at its end."""
    first = item.nodes[0]
    is_one = item.link is not None and first.is_short and first.last == item.nodes[-1].place
    found = _COUNTED.match(first.text) if is_one else None
    return found if found and item.link is not None and item.link.text in {found[0], found[1]} else None
