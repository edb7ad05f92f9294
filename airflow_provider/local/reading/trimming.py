"""Which parts of a page that are alike are no records: heads, lines, filters, what follows, boxes around several."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING

from airflow_provider.local.reading.alike import Record
from airflow_provider.local.reading.words.wording import words_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from airflow_provider.local.reading.tree.nodes import Node

# More boxes than these are no choices of one thing, nor a poll.
_MOST_BOXES = 12
# Of so many elements, and more, a record is made that is more than a line.
_FULL = 4
_HEADS = frozenset({"head", "header", "thead", "form"})


def without_heads(records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Return *records* without those that class names call their head, or a form beside them, unless all are."""
    left = tuple(one for one in records if _HEADS.isdisjoint(word for name in one[0].names for word in words_of(name)))
    return left if 2 * len(left) > len(records) else records


def without_lines(records: tuple[Record, ...]) -> tuple[Record, ...]:
    """Return *records* without lines of text that only divide the others, all of which link and have many parts."""
    links = [one[0].href != "" or any(node.tag == "a" for node in one[0].below()) for one in records]
    full = tuple(
        one for one, is_link in zip(records, links, strict=True) if is_link and one[0].last - one[0].place >= _FULL
    )
    lines = sum(one[-1].last <= one[0].place + 1 for one, is_link in zip(records, links, strict=True) if not is_link)
    return full if len(records) == len(full) + lines and len(full) > lines > 0 else records


def without_filters(records: tuple[Record, ...], boxes: Sequence[int]) -> tuple[Record, ...]:
    """Return *records* without a few that hold many of the *boxes* to tick: what filters them stands beside them."""
    ends = [(bisect_left(boxes, one[0].place), bisect_left(boxes, one[-1].last + 1)) for one in records]
    kept = tuple(one for one, (first, end) in zip(records, ends, strict=True) if end - first <= _MOST_BOXES)
    return kept if 4 * len(kept) > 3 * len(records) else records


def unwrapped(records: tuple[Record, ...]) -> tuple[Record, ...]:
    """
    Return *records*, of which those that stand together in a box are told apart.

    A box is what holds several of the elements that are all of most of the others: two results of one site, or what
    is loaded between two banners.
    """
    looks = [{_look(one) for one in _shells(record[0])} if len(record) == 1 else set() for record in records]
    counts = Counter(look for each in looks for look in each if look[1])
    usual = [look for look, count in counts.items() if len(records) > count > len(records) // 2]
    sizes = sorted(record[0].size for record, each in zip(records, looks, strict=True) if not each.isdisjoint(usual))
    found: list[Record] = []
    for record, each in zip(records, looks, strict=True) if usual else ():
        inner: list[Node] = []
        for one in record[0].below() if each.isdisjoint(usual) else ():
            if _look(one) in usual and not (inner and inner[-1].holds(one)):
                inner.append(one)
        # What is much smaller is but a part of one.
        are_records = len(inner) > 1 and 4 * min(one.size for one in inner) >= sizes[len(sizes) // 2]
        found += [(one,) for one in inner] if are_records else [record]
    return tuple(found) or records


def _shells(node: Node) -> Iterator[Node]:
    """Yield *node*, and the elements in it that each hold all of its text."""
    yield node
    inner = [one for one in node.children if one.size]
    while len(inner) == 1 and not node.own:
        node = inner[0]
        yield node
        inner = [one for one in node.children if one.size]


def _look(node: Node) -> tuple[str, tuple[str, ...]]:
    """Return the tag of *node* and its first class."""
    return node.tag, tuple(node.names[:1])


def before_pages(records: tuple[Record, ...], pages: Sequence[Node]) -> tuple[Record, ...]:
    """Return *records* without a few that stand below links to further *pages* of them: these are of something else."""
    for one in pages:
        count = bisect_left(records, one.place, key=lambda record: record[0].place)
        is_between = 0 < count < len(records) and records[count - 1][-1].last < one.place
        if is_between and 3 * count > 2 * len(records):
            return records[:count]
    return records
