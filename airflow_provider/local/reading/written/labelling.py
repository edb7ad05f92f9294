"""Whether class names say that an element is a label, or the next one its value."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from airflow_provider.local.reading.tree.nodes import HEADINGS
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.words.wording import words_of
from airflow_provider.local.reading.written.spoken import COUNT

if TYPE_CHECKING:
    from airflow_provider.local.reading.tree.nodes import Node

_LABEL_CLASS = re.compile(
    r"(?:^|[-_\s])(?:label(?!-(?:inline|hidden|above|visually))|key|term|caption|heading|field-?name|attr(?:ibute)?-?name|dt|th"
    r"|prop(?:erty)?-?name)(?:$|[-_\s])",
    re.IGNORECASE,
)
_VALUE_CLASS = re.compile(r"(?:^|[-_\s]|[a-z](?=[VA]))(?:value|val|answer|definition)(?:$|[-_\s])", re.IGNORECASE)
_COUNT_CLASS = re.compile(r"(?:^|[-_\s])count(?:er)?(?:$|[-_\s])", re.IGNORECASE)
# So far up stands the heading that a mark is in, be it in a link.
_IN_HEADING = 2


def is_marked(child: Node, follower: Node | None) -> bool:
    """Tell whether class names say that *child* is a label, or that its *follower* is a value."""
    named = follower.attrs.get("class", "")[:200] if follower is not None else ""
    is_counted = follower is not None and COUNT.match(follower.text) and _COUNT_CLASS.search(named)
    is_label = _LABEL_CLASS.search(child.attrs.get("class", "")[:200]) is not None
    is_label = is_label or any(words_of(name)[-1:] == ("label",) for name in child.names[:1])
    is_label = is_label and not are_marks(child, follower)
    # "Marketed by" says so itself, whatever it is called, and so does "Review posted by".
    said = words_of(child.text) if child.is_short else ()
    is_led = said[-1:] == ("by",) and not PHRASES.keys().isdisjoint({said, said[1:]})
    is_called = is_label or _VALUE_CLASS.search(named) or is_counted or is_led
    # In a heading a label is a mark: "Question", before the title of a thread.
    return bool(is_called) and not is_in_heading(child)


def are_marks(first: Node, second: Node | None) -> bool:
    """Tell whether *first* and *second* are marks side by side, "product-label new-label", and so no pair."""
    same = first.names[:1] if second is not None and first.names[:1] == second.names[:1] else ()
    return any(words_of(name)[-1:] == ("label",) for name in same)


def is_in_heading(node: Node) -> bool:
    """Tell whether *node* is a part of a heading, be it in a link."""
    return any(one.tag in HEADINGS for one in islice(node.up(), _IN_HEADING))


def is_picture(node: Node) -> bool:
    """Tell whether *node* is a picture, be it a link."""
    return node.tag == "img" or (node.href != "" and not node.text and [one.tag for one in node.children] == ["img"])
