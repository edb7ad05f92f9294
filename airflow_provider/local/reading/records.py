"""
Repeated parts of a page: the records of a list, found by structure that occurs again and again.

Finds candidates only: elements that stand in the same place of the same structure, children that share a
tag, and stretches of a page that begin with the same kind of element. Whether the candidates hold what was
asked for is seen when a schema is filled from them.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, pairwise
from typing import TYPE_CHECKING

from airflow_provider.local.reading.tree.nodes import HEADINGS
from airflow_provider.local.reading.words.wording import words_of
from airflow_provider.local.text import stem, word_set

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page

Record = tuple["Node", ...]

MAX_RECORDS = 5000
_CANDIDATES = 14
# Two neighbours that are alike may be anything; of so many there is a list.
_ALIKE = 3
# By so many elements it is known whether two begin alike.
_BEGINNING = 4
_NO_RECORDS = word_set(
    """
    html body head br hr option select optgroup input label button img source picture b i strong em sup sub abbr code td
    th thead tbody tfoot col colgroup caption dt dd form time small svg path
    """
)
_NESTED = frozenset({"li", "article", "div", "section"})
_INLINE = frozenset({"a", "p", "span", *HEADINGS})
_HOLDERS = frozenset(
    {"body", "main", "div", "section", "article", "tbody", "table", "ul", "ol", "td", "form", "center", "dl"}
)
_STATE = word_set(
    """
    odd even first last active selected feature featured new sale alt highlight highlighted current clearfix sticky
    promoted sponsored unread visited hot sold discount clear
    """
)
_NUMBER = re.compile(r"\d+")
# "productListing-odd" and "-even" are one kind.
_OF_STATE = re.compile(rf"(?<=[^\W_])[-_]{{1,2}}(?:{'|'.join(sorted(_STATE))})$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Records:
    """Parts of a page that look like records: each is one or more neighbouring elements."""

    records: tuple[Record, ...]

    @property
    def first(self) -> Node:
        """The element that they begin with."""
        return self.records[0][0]

    @property
    def last(self) -> Node:
        """The element that they end with."""
        return self.records[-1][-1]

    @property
    def size(self) -> int:
        """How many pieces of text they hold."""
        return sum(part.size for record in self.records for part in record)

    @property
    def length(self) -> int:
        """How many characters of text they hold."""
        return sum(len(part.text) for record in self.records for part in record)

    @property
    def name(self) -> str:
        """What they stand under."""
        return self.first.heading_before

    @property
    def boilerplate(self) -> str:
        """The words that tell that they are boilerplate."""
        return self.first.boilerplate


def find_records(page: Page, *, asked: frozenset[str] = frozenset()) -> list[Records]:
    """
    Return the candidates that hold most of the page's text.

    Those in boilerplate come last, and only where *asked*, the stems of some words, has one that it is called by.
    """
    found: dict[tuple[int, int, int], Records] = {}
    nodes = _worth_reading(page, asked)
    kinds = [""] * len(page.nodes)
    for one in nodes:
        kinds[one.place] = _signature(one.tag, one.attrs["class"][:200]) if "class" in one.attrs else one.tag
    alike = (
        *_same_place(nodes, kinds),
        *_same_parent(nodes),
        *_stretches(nodes, kinds),
        *_in_sections(nodes, kinds),
        *_in_each_other(nodes, kinds),
    )
    for records in (Records(tuple(filter(_is_content, one)) or one) for one in alike):
        # Candidates that share their text, such as cards and what is in each of them, count once for each shape.
        shape = (records.first.place, records.last.place, len(records.records))
        if shape not in found and _has_content(records, kinds) and not _is_layout(records, page.heading):
            found[shape] = records
    ranked = sorted(found.values(), key=lambda one: -one.size)
    beside = [one for one in ranked if one.boilerplate][: _CANDIDATES // 3]
    chosen = [one for one in ranked if not one.boilerplate][:_CANDIDATES]
    # What stands under "Related searches" is no search result, even in the same list.
    related = [one for one in page.nodes if one.tag in HEADINGS and one.boilerplate == one.text]
    kept = [tuple(record for record in one.records if not _holds(record, related)) for one in chosen]
    return [Records(records[:MAX_RECORDS]) for records in (*kept, *(one.records for one in beside)) if records]


def _worth_reading(page: Page, asked: frozenset[str]) -> list[Node]:
    """Return the elements of *page* but for those inside of boilerplate that nothing *asked* is a name of."""
    found: list[Node] = []
    last = -1
    for node in page.nodes:
        if node.place > last:
            found.append(node)
            inner = node.parent is not None and node.parent.boilerplate
            if node.boilerplate and not inner and asked.isdisjoint(_called(node)):
                last = node.last
    return found


def _called(boilerplate: Node) -> Iterator[str]:
    """Yield the stems of the words that tell *boilerplate*, and of the headings above and in it."""
    headings = (one.text for one in boilerplate.inside(*HEADINGS))
    for text in (boilerplate.boilerplate, boilerplate.heading_before, *headings):
        yield from map(stem, words_of(text[:200]))


def _is_content(record: Record) -> bool:
    """Tell whether *record* is no boilerplate; what is so because somebody paid for it is a record as others are."""
    return record[0].boilerplate == "" or record[0].boilerplate in _STATE


def _holds(record: Record, nodes: Iterable[Node]) -> bool:
    """Tell whether one of *nodes* stands in *record*."""
    return any(part.holds(node) for part in record for node in nodes)


def _same_place(nodes: Sequence[Node], kinds: Sequence[str]) -> Iterator[tuple[Record, ...]]:
    """Yield elements whose tags and classes agree all the way up to the root."""
    places: dict[tuple[int, str], int] = {}
    place_of: dict[Node | None, int] = {None: 0}
    members: list[list[Node]] = [[]]
    for node in nodes:
        place = places.setdefault((place_of[node.parent], kinds[node.place]), len(members))
        if place == len(members):
            members.append([])
        place_of[node] = place
        members[place].append(node)
    for alike in members:
        if len(alike) > 1 and alike[0].tag not in _NO_RECORDS and not alike[0].hidden:
            yield tuple((node,) for node in alike)


@lru_cache(maxsize=8192)
def _signature(tag: str, classes: str) -> str:
    """Return tag and first class, without numbers and passing states."""
    for name in classes.split():
        if name.lower() not in _STATE and not name.lower().startswith(("is-", "has-", "js-")):
            return f"{tag}.{_NUMBER.sub('0', _OF_STATE.sub('', name))}"
    return tag


def _same_parent(nodes: Sequence[Node]) -> Iterator[tuple[Record, ...]]:
    """Yield the children of one parent that share a tag whatever their classes."""
    for parent in nodes:
        if parent.hidden or len(parent.children) < _ALIKE:
            continue
        ((common, count),) = Counter(child.tag for child in parent.children).most_common(1)
        if common not in _NO_RECORDS and count >= _ALIKE and 2 * count > len(parent.children):
            alike = tuple((child,) for child in parent.children if child.tag == common and child.size)
            if alike:
                yield alike


def _in_sections(nodes: Sequence[Node], kinds: Sequence[str]) -> Iterator[tuple[Record, ...]]:
    """Yield elements that begin alike and stand in several places, whose headings are not the same."""

    def beginning(node: Node) -> tuple[str, ...]:
        return tuple(kinds[node.place : min(node.place + _BEGINNING, node.last + 1)])

    found: dict[tuple[str, ...], list[Node]] = {}
    last: dict[tuple[str, ...], int] = {}
    for node in nodes:
        if node.tag in _NO_RECORDS or node.hidden or node.boilerplate:
            continue
        shape = beginning(node)
        if node.place > last.get(shape, -1):
            found.setdefault(shape, []).append(node)
            last[shape] = node.last
    for alike in sorted(found.values(), key=lambda alike: -sum(node.size for node in alike))[:_CANDIDATES]:
        above = alike[0].parent
        if above is None:
            continue
        first = {node.parent: node for node in reversed(alike)}
        headings = {node.heading_before for node in islice(first.values(), _CANDIDATES)}
        # One in each place is a part of what stands there, but for the only entry of a list.
        if len(headings) > 1 and "" not in headings and (len(first) < len(alike) or alike[0].tag == "li"):
            yield tuple((node,) for node in alike)


def _stretches(nodes: Sequence[Node], kinds: Sequence[str]) -> Iterator[tuple[Record, ...]]:
    """Yield runs of neighbours that begin with the same kind of element: flat records without a wrapper."""
    for parent in nodes:
        children = parent.children
        if parent.tag not in _HOLDERS or parent.hidden:
            continue
        places: dict[str, list[int]] = {}
        for position, child in enumerate(children):
            places.setdefault(kinds[child.place], []).append(position)
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
                yield tuple(_in_section(children[start:end]) for start, end in zip(starts, ends, strict=True))


def _in_section(record: Sequence[Node]) -> Record:
    """Return *record* up to the heading of the next section, whose rank is above that of its own heading."""
    above = (at for at, one in enumerate(record) if {one.tag, record[0].tag} <= HEADINGS and one.tag < record[0].tag)
    return tuple(record[: next(above, len(record))])


def _in_each_other(nodes: Sequence[Node], kinds: Sequence[str]) -> Iterator[tuple[Record, ...]]:
    """Yield elements of one kind of which some stand in others, such as replies, each without those in it."""
    found: dict[tuple[str, Node | None], list[Node]] = {}
    outer: dict[str, Node] = {}
    for node in nodes:
        kind = kinds[node.place]
        # An entry without a class is one of the list that it stands in; a page names elements of its own with a hyphen.
        if node.tag == "li" == kind and not (kind in outer and outer[kind].holds(node)):
            outer[kind] = node
        is_known = "-" in node.tag or (node.tag in _NESTED and ("." in kind or kind == "li"))
        if is_known and not node.hidden:
            found.setdefault((kind, outer[kind].parent if kind == "li" else None), []).append(node)
    for alike in found.values():
        if any(before.holds(after) for before, after in pairwise(alike)):
            places = [node.place for node in alike]
            parts = (tuple(one for one in node.children if not _has_any(one, places)) for node in alike)
            if records := tuple(filter(None, parts)):
                yield records


def _has_any(node: Node, places: Sequence[int]) -> bool:
    """Tell whether one of *places*, which rise, is that of *node* or of what stands in it."""
    at = bisect_left(places, node.place)
    return at < len(places) and places[at] <= node.last


def _is_layout(records: Records, heading: Node | None) -> bool:
    """Tell whether one of *records* has the *heading* of the page, and none has another one of its rank."""
    if heading is None or not records.first.place <= heading.place <= records.last.last:
        return False
    inside = [node for record in records.records for part in record for node in (part, *part.below())]
    return [node for node in inside if node.tag == heading.tag] == [heading]


def _are_menus(records: Records, kinds: Sequence[str]) -> bool:
    """Tell whether *records* are lists of links that are alike, some longer than others, and say nothing else."""
    lengths = set()
    for record in records.records:
        links = [one for part in record for one in (part, *part.below()) if one.href]
        is_all = sum(len(part.text) for part in record) <= sum(len(one.text) + 1 for one in links)
        if not is_all or len({kinds[one.place] for one in links}) != 1 or len({one.href for one in links}) < _ALIKE:
            return False
        lengths.add(len(links))
    return len(lengths) > 1


def _has_content(records: Records, kinds: Sequence[str]) -> bool:
    """Tell whether two records have text, and more than one element or a text worth reading; one alone is none."""
    return len(list(islice(filter(_tells, records.records), 2))) == 2 and not _are_menus(records, kinds)  # noqa: PLR2004 - see above


def _tells(record: Record) -> bool:
    # Itself and two more, or text of its own beside one.
    inner = sum(part.last - part.place + 1 for part in record) + record[0].own
    return (inner > 2 or record[0].tag in _INLINE) and any(part.size for part in record)  # noqa: PLR2004 - see above
