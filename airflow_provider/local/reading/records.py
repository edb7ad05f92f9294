"""
Repeated parts of a page: the records of a list, found by structure that occurs again and again.

Finds candidates only: elements that stand in the same place of the same structure, children that share a
tag, and stretches of a page that begin with the same kind of element. Whether the candidates hold what was
asked for is seen when a schema is filled from them.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from airflow_provider.local.reading.nodes import HEADINGS
from airflow_provider.local.reading.tables import heading_before
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from airflow_provider.local.reading.nodes import Node
    from airflow_provider.local.reading.page import Page

Record = tuple["Node", ...]

MAX_RECORDS = 5000
_CANDIDATES = 14
# Two neighbours that are alike may be anything; of so many there is a list.
_ALIKE = 3
_NO_RECORDS = word_set(
    """
    html body head br hr option select optgroup input label button img source picture b i strong em sup sub abbr code td
    th thead tbody tfoot col colgroup caption dt dd form time small svg path
    """
)
_INLINE = frozenset({"a", "p", "span", *HEADINGS})
_HOLDERS = frozenset(
    {"body", "main", "div", "section", "article", "tbody", "table", "ul", "ol", "td", "form", "center", "dl"}
)
_STATE = word_set(
    """
    odd even first last active selected featured new sale alt highlight highlighted current clearfix sticky promoted
    sponsored unread visited hot sold discount clear
    """
)
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Records:
    """Parts of a page that look like records: each is one or more neighbouring elements."""

    records: tuple[Record, ...]
    name: str
    boilerplate: str


def find_records(page: Page) -> list[Records]:
    """Return the candidates that hold most of the page's text, those that are boilerplate last."""
    found: dict[tuple[int, int, int], tuple[list[Record], int]] = {}
    for records in (*_same_place(page), *_same_parent(page), *_stretches(page)):
        if len(records) < 2:  # noqa: PLR2004 - one alone does not repeat
            continue
        known = (records[0][0].place, records[-1][-1].place, len(records))
        if known not in found and _has_content(records):
            found[known] = (records, sum(part.end - part.start for record in records for part in record))
    # Candidates that share their text, such as cards and what is in each of them, count once for each shape.
    ranked = sorted(found.values(), key=lambda one: (bool(one[0][0][0].boilerplate), -one[1]))
    beside = [one for one in ranked if one[0][0][0].boilerplate][: _CANDIDATES // 3]
    chosen = [one for one in ranked if not one[0][0][0].boilerplate][:_CANDIDATES] + beside
    return [
        Records(tuple(records[:MAX_RECORDS]), heading_before(records[0][0]), records[0][0].boilerplate)
        for records, _ in chosen
    ]


def _same_place(page: Page) -> Iterator[list[Record]]:
    """Yield elements whose tags and classes agree all the way up to the root."""
    places: dict[tuple[int, str], int] = {}
    place_of: list[int] = []
    members: list[list[Node]] = [[]]
    for node in page.nodes:
        above = place_of[node.parent.place] if node.parent is not None else 0
        key = (above, _signature(node.tag, node.attrs.get("class", "")[:200]))
        place = places.get(key)
        if place is None:
            place = places[key] = len(members)
            members.append([])
        place_of.append(place)
        members[place].append(node)
    for nodes in members:
        if len(nodes) > 1 and nodes[0].tag not in _NO_RECORDS and not nodes[0].hidden:
            yield [(node,) for node in nodes]


@lru_cache(maxsize=8192)
def _signature(tag: str, classes: str) -> str:
    """Return tag and first class, without numbers and passing states."""
    for name in classes.split():
        if name.lower() not in _STATE and not name.lower().startswith(("is-", "has-", "js-")):
            return f"{tag}.{_NUMBER.sub('0', name)}"
    return tag


def _of(node: Node) -> str:
    return _signature(node.tag, node.attrs.get("class", "")[:200])


def _same_parent(page: Page) -> Iterator[list[Record]]:
    """Yield the children of one parent that share a tag whatever their classes."""
    for parent in page.nodes:
        if parent.hidden or len(parent.children) < _ALIKE:
            continue
        ((common, count),) = Counter(child.tag for child in parent.children).most_common(1)
        if common not in _NO_RECORDS and count >= _ALIKE and 2 * count > len(parent.children):
            alike = [child for child in parent.children if child.tag == common]
            telling = [child for child in alike if child.start < child.end]
            yield [(child,) for child in telling]


def _stretches(page: Page) -> Iterator[list[Record]]:
    """Yield runs of neighbours that begin with the same kind of element: flat records without a wrapper."""
    for parent in page.nodes:
        children = parent.children
        if parent.tag not in _HOLDERS or parent.hidden:
            continue
        places: dict[str, list[int]] = {}
        for position, child in enumerate(children):
            places.setdefault(_of(child), []).append(position)
        for leader, starts in places.items():
            tag = leader.partition(".")[0]
            leads = tag in {"h2", "h3", "h4", "h5", "hr", "dt"} or (
                "." in leader and tag in {"tr", "div", "p", "li", "a"}
            )
            if not leads or len(starts) < 2:  # noqa: PLR2004 - one alone does not repeat
                continue
            gaps = [after - before for before, after in pairwise(starts)]
            if min(gaps) > 1:
                ends = [*starts[1:], min(len(children), starts[-1] + max(gaps))]
                yield [tuple(children[start:end]) for start, end in zip(starts, ends, strict=True)]


def _has_content(records: Sequence[Record]) -> bool:
    """Tell whether the first records have text, and more than one element or a text worth reading."""
    good = 0
    for record in records[:5]:
        inner = sum(part.last - part.place + 1 for part in record)
        # Itself and two more, or text of its own beside one.
        telling = inner + record[0].own > 2 or record[0].tag in _INLINE  # noqa: PLR2004 - see above
        good += telling and any(part.start < part.end for part in record)
    return good >= min(2, len(records))
