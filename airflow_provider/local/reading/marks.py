"""
Which records of a list have what only some are marked with, where no label says so: by their words, pictures, classes.

What such a mark is missing from is not so.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from airflow_provider.local.reading.alike import ALIKE
from airflow_provider.local.reading.tree.nodes import HEADINGS
from airflow_provider.local.reading.words.forms import form_of
from airflow_provider.local.reading.words.names import SYNONYM, Words, match, words_of
from airflow_provider.local.reading.words.synonyms import CONTRARY, FLAGS, OWN_KINDS, PHRASES
from airflow_provider.local.reading.words.values import SOLD_OUT
from airflow_provider.local.reading.written.flags import is_unseen
from airflow_provider.local.reading.written.roles import role_names
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.rows import Row
    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.schemas import Schema

# More words than these say more than that something is so.
_FEW_WORDS = 3
_ASKING = frozenset({("is",), ("has",)})
# What any picture may be called, beside what it shows.
_PICTURES = frozenset({"icon", "image", "img", "ico"})
# What is pressed, or has a label.
_NO_MARKS = frozenset({"button", "option", "label", "td", "dd", *HEADINGS})
# So far up stands the link or heading that a word is in.
_NEAR = 2
# The last words of fields by which they call a mark one.
_MARKS = word_set("deal offer badge label tag mark flag")
# What is called so, as in "accepted-answer".
_RECORDS = OWN_KINDS | word_set("answer comment question reply")
# What says more of what is so, behind it.
_WHERE = word_set("at in until through till since from for")
_PARTS = re.compile(r"\s?[•·|,/]\s?")
_DOTS = re.compile(r"\s?[•·|]\s?")


def mark(rows: Sequence[Row], records: Sequence[Sequence[Node]], schema: Schema) -> None:
    """Set what nothing says to true in those *rows* alone whose record says it, or has a class of that name."""
    asked = [name for name, kind in schema.fields.items() if kind == "boolean"] if len(rows) >= ALIKE else []
    for name in (name for name in asked if words_of(name) and all(row[name] is None for row in rows)):
        words, is_known = words_of(name), is_mark(name)
        words = words[1:] if words[:1] in _ASKING and words[1:] else words
        is_had = words_of(name)[:1] == ("has",)
        marked = [
            any(
                _is_said_by(node, words)
                or _is_drawn(node, words, is_known=is_known)
                or _is_linked(node, words, is_had=is_had)
                for node in nodes
            )
            for nodes in records
        ]
        if not any(marked):
            marked = [any(_is_called(node, words, is_known=is_known) for node in nodes) for nodes in records]
            # What all of them are called marks none.
            marked = [] if all(marked) else marked
        for row, is_so in zip(rows, marked, strict=False) if any(marked) else ():
            row[name] = is_so


def deny_marks(rows: Sequence[Row], schema: Schema) -> None:
    """Set what only some of *rows*, a list, are marked with, such as "New" or "Sold out", to false in the others."""
    # Words that mean nothing else are those of a mark, too: "Easy apply".
    marks = (name for name, kind in schema.fields.items() if kind == "boolean")
    for name in (name for name in marks if is_mark(name) or words_of(name) not in PHRASES):
        if len(rows) >= ALIKE and any(row[name] is True for row in rows):
            for row in rows:
                row[name] = row[name] is True


def is_mark(name: str) -> bool:
    """Tell whether *name* asks for what only those are marked with that it is true of: "New", "Sold out"."""
    words = words_of(name)
    concepts = PHRASES.get(words, frozenset()) | PHRASES.get(words[1:], frozenset())
    return not FLAGS.isdisjoint(concepts) or SOLD_OUT.search(" ".join(words)) is not None


def _is_said_by(node: Node, words: Words) -> bool:
    """Tell whether *node* says *words* and nothing else: "Easily apply"."""
    if not (node.own and node.is_short) or node.hidden or is_unseen(node):
        return False
    # "Sticky:", before a link.
    led = [text for text in node.own_texts if text.endswith(":")] if node.children else []
    # A link of one word may lead to all that are so, or is a name.
    is_link = node.tag == "a" or any(one.tag == "a" for one in islice(node.up(), _NEAR))
    told = _DOTS.split(node.text) if len(words) > 1 else led if is_link or node.tag in _NO_MARKS else [*led, node.text]
    # "Permanent, full-time".
    told = _PARTS.split(node.text) if form_of(node.text) == "employment type" else told
    if any(words_of(part) == words for part in told):
        return True
    # "Free PMC article".
    said = words_of(node.text)
    if said[: len(words)] == words and len(words) < len(said) < len(words) + _FEW_WORDS and said[-1] in OWN_KINDS:
        return True
    # "On view at the museum", "On view in Gallery 12".
    if len(words) > 1 and said[: len(words)] == words and _WHERE.issuperset(said[len(words) : len(words) + 1]):
        return True
    # "Black Friday offer", for `black_friday_deal`.
    return len(words) > 2 and words[-1] in _MARKS and len(said) == len(words) and said[:-1] == words[:-1]  # noqa: PLR2004 - two words say which


def _is_linked(node: Node, words: Words, *, is_had: bool) -> bool:
    """Tell whether *node* links to what several *words*, or one that *is_had*, say, by address and text: a plan."""
    said = words_of(node.text) if (len(words) > 1 or is_had) and node.href else ()
    return said[-len(words) :] == words and "-".join(words) in node.href.lower()


def _is_drawn(node: Node, words: Words, *, is_known: bool) -> bool:
    """Tell whether *node* is a picture of what *words* say: "Topic closed", or the file of a mark that *is_known*."""
    if node.tag not in {"img", "svg"}:
        return False
    # "show_sticky.gif", "icon-pin".
    drawn = node.names if node.tag == "svg" else [node.source.rpartition("/")[2].partition(".")[0]]
    file = {word for name in drawn for word in words_of(name[:100])} - _PICTURES
    if is_known and CONTRARY.isdisjoint(file) and any(match(words, (word,)) >= SYNONYM for word in file):
        return True
    told = words_of(node.attrs.get("alt") or node.attrs.get("title", ""))
    if is_known and match(words, told) >= SYNONYM:
        return True
    return len(told) <= _FEW_WORDS and set(words) <= set(told) and CONTRARY.isdisjoint({*told} - {*words})


def _is_called(node: Node, words: Words, *, is_known: bool) -> bool:
    """Tell whether *node* is called by *words*, for styles if such a mark *is_known*, or for tests and scripts."""
    if node.hidden or is_unseen(node):
        return False
    called = [words_of(name) for name in (role_names(node) if len(words) > 1 or not is_known else node.names)]
    if len(words) == 1 and not is_known:
        return words in called or any(said[:-1] == words and said[-1] in _RECORDS for said in called)
    # "forumdisplay_sticky", but not "no-sticky".
    ends = any(said[-len(words) :] == words and CONTRARY.isdisjoint(said) for said in called)
    return ends or (is_known and any(match(words, said) >= SYNONYM for said in called))
