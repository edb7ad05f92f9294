"""What a row of labels above the records of a list says of their parts, as the header of a table does."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from airflow_provider.local.reading.alike import ALIKE
from airflow_provider.local.reading.data.facts import HINTED, SHAPED
from airflow_provider.local.reading.kept import kept
from airflow_provider.local.reading.wordings import MESSAGES
from airflow_provider.local.reading.words.names import SYNONYM, match, words_of
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.written.lastpost import LAST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.data.facts import Item
    from airflow_provider.local.reading.records import Records
    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page

# Among so many elements above a list stands what names its columns.
_ABOVE = 60
_CELLS = frozenset({"cell", "gridcell", "rowheader", "columnheader"})
# Right before its first record, or so far above that, stands what heads a list.
_NEAR = 2
_FIGURE = re.compile(r"\d[\d., \u00a0]{0,12}[kK]?$")


def add_heads(items: Sequence[Item], records: Records, page: Page) -> None:
    """Add parts of *items* under what an element above all *records*, with parts of the same classes, calls them."""
    # The heading of the page may stand above it, and be alike.
    until = records.records[min(ALIKE, len(records.records)) - 1][0].place
    above = page.nodes[max(0, records.first.place - _ABOVE) : until]
    own = records.first.names
    head = next((one for one in above if _is_head(one) and one.names != own), None)
    if head is None:
        return
    kind = _kind_of_row(head)
    for item, record in zip(items, records.records, strict=True):
        # In a card the row may be one of several.
        rows = (one for one in (record[0], *record[0].below()) if one is not head and _kind_of_row(one) == kind)
        for label, part in zip(head.children, next((row.children for row in rows), []), strict=False):
            # What a record is called, and who wrote last in it, has parts of its own.
            is_plain = part.is_short and len(part.lines) == 1 and not LAST.match(label.text)
            is_name = match(("title",), words_of(label.text)) >= SYNONYM
            item.add(label.text, part.text if is_plain and not is_name else None, strength=HINTED)


def add_counts(items: Sequence[Item], records: Records) -> None:
    """Add the figures of *items*, in their order, under the labels of counts that stand behind another above them."""
    around = (records.first, *islice(records.first.up(), _NEAR))
    before = (one.parent.children[one.position - 1] for one in around if one.parent is not None and one.position)
    head = next(before, None)
    # What is pressed sorts or filters the list.
    is_head = head is not None and head.is_short and not head.inside("a", "button", "select", "label")
    labels = [one.text for one in head.below() if one.own and one.text] if head is not None and is_head else []
    # With figures of its own it says how many there are in all.
    counts = [] if any(map(_FIGURE.match, labels)) else list(filter(_is_of_count, labels[1:]))
    for item, record in zip(items, records.records, strict=True) if counts and len(labels) >= ALIKE else ():
        inside = (one for part in record for one in part.below() if one.own and not one.hidden)
        figures = [one.text for one in inside if _FIGURE.match(one.text)]
        for label, figure in zip(counts, figures, strict=True) if len(figures) == len(counts) else ():
            item.add(label, figure, strength=SHAPED)


def _is_of_count(label: str) -> bool:
    """Tell whether *label* says what figures below it count: "Replies", "Messages"."""
    words = words_of(label)
    return words in MESSAGES or any(one.endswith("_count") for one in PHRASES.get(words, ()))


@kept
def _is_head(row: Node) -> bool:
    """Tell whether *row* has several known labels, and nothing to be filled in."""
    is_row = len(row.children) >= ALIKE and _kind_of_row(row) != ()
    known = sum(one.is_short and words_of(one.text) in PHRASES for one in row.children) if is_row else 0
    return known >= ALIKE and not row.inside("input", "select")


def _kind_of_row(row: Node) -> tuple[str, ...]:
    """Return what the parts of *row* are called, or how many cells there are."""
    roles = [one.attrs.get("role", "") for one in row.children]
    if len(roles) < ALIKE:
        return ()
    if _CELLS.issuperset(roles):
        return (str(len(roles)),)
    named = [one.names[0] for one in row.children if one.names]
    return tuple(named) if len(named) == len(roles) else ()
