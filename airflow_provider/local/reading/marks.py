"""
Which records of a list have what only some are marked with, where no label says so: by their words, pictures, classes.

What a known mark is missing from is not so; of other words a record that lacks them may say the same in another way.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from airflow_provider.local.reading.alike import ALIKE
from airflow_provider.local.reading.rows import is_mark
from airflow_provider.local.reading.words.names import SYNONYM, Words, match, words_of
from airflow_provider.local.reading.words.synonyms import CONTRARY
from airflow_provider.local.reading.written.flags import is_unseen
from airflow_provider.local.reading.written.roles import role_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.rows import Row
    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.schemas import Schema

# More words than these say more than that something is so.
_FEW_WORDS = 3
_ASKING = frozenset({("is",), ("has",)})
_DOTS = re.compile(r"\s?[•·|]\s?")


def mark(rows: Sequence[Row], records: Sequence[Sequence[Node]], schema: Schema) -> None:
    """Set what nothing says to true in those *rows* alone whose record says it, or has a class of that name."""
    asked = [name for name, kind in schema.fields.items() if kind == "boolean"] if len(rows) >= ALIKE else []
    for name in (name for name in asked if words_of(name) and all(row[name] is None for row in rows)):
        words = words_of(name)
        words = words[1:] if words[:1] in _ASKING and words[1:] else words
        marked = [any(_is_said_by(node, words) or _is_drawn(node, words) for node in nodes) for nodes in records]
        if not any(marked):
            marked = [any(_is_called(node, words, is_known=is_mark(name)) for node in nodes) for nodes in records]
            # What all of them are called marks none.
            marked = [] if all(marked) else marked
        for row, is_so in zip(rows, marked, strict=False) if any(marked) else ():
            # What is not marked with a word that is not known may still be so.
            row[name] = is_so or (False if is_mark(name) else None)


def _is_said_by(node: Node, words: Words) -> bool:
    """Tell whether *node* says *words* and nothing else: "Easily apply"."""
    if not (node.own and node.is_short) or node.hidden or is_unseen(node):
        return False
    # "Sticky:", before a link.
    led = (text for text in node.own_texts if text.endswith(":")) if node.children else ()
    return any(words_of(part) == words for part in (_DOTS.split(node.text) if len(words) > 1 else led))


def _is_drawn(node: Node, words: Words) -> bool:
    """Tell whether *node* is a picture that stands for what *words* say: "Topic closed"."""
    told = words_of(node.attrs.get("alt") or node.attrs.get("title", "")) if node.tag == "img" else ()
    return len(told) <= _FEW_WORDS and set(words) <= set(told) and CONTRARY.isdisjoint({*told} - {*words})


def _is_called(node: Node, words: Words, *, is_known: bool) -> bool:
    """Tell whether *node* is called by *words*, for styles if such a mark *is_known*, or for tests and scripts."""
    if node.hidden or is_unseen(node):
        return False
    called = [words_of(name) for name in (role_names(node) if len(words) > 1 else node.names if is_known else ())]
    # "forumdisplay_sticky", but not "no-sticky".
    ends = any(said[-len(words) :] == words and CONTRARY.isdisjoint(said) for said in called)
    return ends or (is_known and any(match(words, said) >= SYNONYM for said in called))
