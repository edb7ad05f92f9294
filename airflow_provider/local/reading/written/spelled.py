"""What attributes have for scripts, as texts of the page have it, and days as the page states them for machines."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from airflow_provider.local.reading.data.facts import SHAPED
from airflow_provider.local.reading.words.days import day_in
from airflow_provider.local.reading.words.wording import plain
from airflow_provider.local.reading.written.attributes import is_of_change, stated_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.data.facts import Item
    from airflow_provider.local.reading.tree.nodes import Node

_FOR_SCRIPTS = re.compile(r"[a-z]{3,20}(?:-[a-z]{2,20}){0,4}$")
_WORD = re.compile(r"[^\W_]+")
_EXACT = re.compile(r"\d{1,3}\.\d{3,9}$")


def state_moments(item: Item, nodes: Sequence[Node]) -> None:
    """Give what *item* has as one of *nodes* shows a day, "2 June", as that one states it for machines."""
    moments: dict[str, set[str]] = {}
    for node in nodes:
        if node.tag == "time" and day_in(node.text) and day_in(stated := stated_in(node)):
            moments.setdefault(node.text, set()).add(stated)
            # Right beside it may stand when that was changed.
            if (then := node.next) is not None and then.tag == "time" and is_of_change(then):
                both = " ".join("".join(node.pieces[node.start : then.end]).split())
                moments.setdefault(both, set()).add(stated)
    for at, fact in enumerate(item.facts) if moments else ():
        stated_by = moments.get(str(fact.value), set())
        item.facts[at] = replace(fact, value=min(stated_by)) if len(stated_by) == 1 else fact


def spell_out(item: Item, nodes: Sequence[Node]) -> None:
    """Give what attributes have for scripts, such as "first-light" or 3.38703, as a text of *nodes* has it."""
    coded = [
        at for at, fact in enumerate(item.facts) if fact.strength == SHAPED and _FOR_SCRIPTS.match(str(fact.value))
    ]
    told: dict[str, set[str]] = {}
    for text in {one.text for one in nodes if one.is_short} if coded else ():
        # Signs, and what letters have above them, are left out: "tours-talks", for "Tours & talks".
        told.setdefault("-".join(_WORD.findall(plain(text.lower()))), set()).add(text)
    for at in coded:
        texts = told.get(str(item.facts[at].value), set())
        item.facts[at] = replace(item.facts[at], value=min(texts)) if len(texts) == 1 else item.facts[at]
    for at, fact in enumerate(item.facts):
        if fact.strength == SHAPED and _EXACT.match(str(fact.value)):
            shown = {str(round(float(fact.value), 2)), str(round(float(fact.value), 1))}
            as_text = [text for text in shown if any(one.is_short and one.text.strip("()") == text for one in nodes)]
            item.facts[at] = replace(fact, value=as_text[0]) if len(as_text) == 1 else fact
