"""
Parts of a page that are alike: in the same place of the same structure, of one parent, or beginning alike.

Goes by tags and class names alone; whether such parts are records is for `records` to judge.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from functools import lru_cache
from itertools import chain, islice, pairwise
from typing import TYPE_CHECKING

from airflow_provider.local.reading.incells import ALIKE, cells_of, spanned
from airflow_provider.local.reading.tree.nodes import BOLD, HEADINGS
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from airflow_provider.local.reading.tree.nodes import Node

__all__ = ["ALIKE", "NUMBER", "STATE", "TELLS_STATE", "Record", "alike_parts", "kinds_of"]

Record = tuple["Node", ...]

# So many kinds of parts are looked at, those with most text.
MOST = 14
# By so many elements it is known whether two begin alike.
_BEGINNING = 4
# The kind of paragraphs without a class that begin in bold.
_BOLD_LED = "p.bold"
_NO_RECORDS = word_set(
    """
    html body head br hr option select optgroup input label button img source picture b i strong em sup sub abbr code td
    th thead tbody tfoot col colgroup caption dt dd form time small svg path
    """
)
_NESTED = frozenset({"li", "article", "div", "section"})
_HOLDERS = frozenset(
    {"body", "main", "div", "section", "article", "tbody", "table", "ul", "ol", "td", "form", "center", "dl"}
)
STATE = word_set(
    """
    odd even oddrow evenrow rowodd roweven pair impair gerade ungerade gerade_zeile ungerade_zeile
    first last active selected feature featured new sale alt highlight highlighted current clearfix sticky
    promoted sponsored unread visited hot sold discount clear sold_out soldout sold-out outofstock out-of-stock
    out_of_stock unavailable expired closed inactive disabled reserved views-row-first views-row-last
    """
)
NUMBER = re.compile(r"\d+")
# What a class says of a moment, or of what one has: "isLarge", "has-image", "no-image".
TELLS_STATE = re.compile(r"(?:is|has|js|no)(?:[-_]|(?=[A-Z]))")
# "productListing-odd" and "-even" are one kind.
_OF_STATE = re.compile(rf"(?<=[^\W_])[-_]{{1,2}}(?:{'|'.join(sorted(STATE))})$", re.IGNORECASE)


def kinds_of(nodes: Sequence[Node], count: int) -> list[str]:
    """Return by their places the kinds of *nodes*, which are among *count* of a page: tag and telling class."""
    kinds = [""] * count
    for one in nodes:
        kinds[one.place] = _signature(one.tag, one.attrs["class"][:200]) if "class" in one.attrs else one.tag
    return kinds


def alike_parts(nodes: Sequence[Node], kinds: Sequence[str], *, is_list: bool) -> Iterator[tuple[Record, ...]]:
    """
    Yield the parts among *nodes* that are alike in one way or another; *kinds* are those of the whole page.

    Beside what a page is about, which is no list, only neighbours matter.
    """
    yield from _same_place(nodes, kinds)
    yield from _same_parent(nodes)
    yield from _cousins(nodes, kinds)
    if is_list:
        yield from _stretches(nodes, kinds)
        yield from _in_sections(nodes, kinds)
        yield from _in_several_places(nodes, kinds)
        yield from _in_each_other(nodes, kinds)
        yield from cells_of(nodes, kinds)
        yield from spanned(nodes)


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
        if name.lower() not in STATE and not TELLS_STATE.match(name):
            return f"{tag}.{NUMBER.sub('0', _OF_STATE.sub('', name))}"
    return tag


def _same_parent(nodes: Sequence[Node]) -> Iterator[tuple[Record, ...]]:
    """Yield the children of one parent that share a tag whatever their classes."""
    for parent in nodes:
        if parent.hidden or len(parent.children) < ALIKE:
            continue
        ((common, count),) = Counter([child.tag for child in parent.children]).most_common(1)
        if common not in _NO_RECORDS and count >= ALIKE and 2 * count > len(parent.children):
            alike = tuple((child,) for child in parent.children if child.tag == common and child.size)
            if alike:
                yield alike


def _cousins(nodes: Sequence[Node], kinds: Sequence[str]) -> Iterator[tuple[Record, ...]]:
    """Yield the children of neighbours that are alike, of one tag whatever their classes: rows of three cards each."""
    for above in nodes:
        rows: dict[str, list[Node]] = {}
        for row in above.children if not above.hidden else ():
            rows.setdefault(kinds[row.place], []).append(row)
        for alike in rows.values():
            inner = [one for row in alike for one in row.children if one.size] if len(alike) > 1 else []
            tags = {one.tag for one in inner}
            if len(inner) < 2 * len(alike) or len(tags) != 1 or not tags.isdisjoint(_NO_RECORDS):
                continue
            # Where each row has one of a kind, they are parts of what the rows are.
            ((_, most),) = Counter(kinds[one.place] for one in inner).most_common(1)
            if len(inner) / 2 < most < len(inner):
                yield tuple((one,) for one in inner)


def _in_sections(nodes: Sequence[Node], kinds: Sequence[str]) -> Iterator[tuple[Record, ...]]:
    """Yield elements that begin alike, or entries of lists alike, in several places whose headings are not the same."""

    def beginning(node: Node) -> tuple[str, ...]:
        return tuple(kinds[node.place : min(node.place + _BEGINNING, node.last + 1)])

    found: dict[tuple[str, ...], list[Node]] = {}
    entries: dict[tuple[str | int, str], list[Node]] = {}
    last: dict[tuple[str, ...], int] = {}
    for node in nodes:
        if node.tag in _NO_RECORDS or node.hidden or node.boilerplate:
            continue
        shape = beginning(node)
        if node.place > last.get(shape, -1):
            found.setdefault(shape, []).append(node)
            last[shape] = node.last
        if node.tag == "li" and node.parent is not None:
            entries.setdefault((node.parent.attrs.get("class", ""), kinds[node.place]), []).append(node)
            if node.parent.parent is not None and "." in kinds[node.place]:
                entries.setdefault((node.parent.parent.place, kinds[node.place]), []).append(node)
    for among in (found.values(), entries.values()):
        yield from _divided(sorted(among, key=lambda alike: -sum(node.size for node in alike))[:MOST], kinds)


def _in_several_places(nodes: Sequence[Node], kinds: Sequence[str]) -> Iterator[tuple[Record, ...]]:
    """Yield elements of one class, or articles, of several kinds of parents, that are most of what they are amid."""
    found: dict[str, list[Node]] = {}
    for node in nodes:
        kind = kinds[node.place]
        is_shown = not node.hidden and (not node.boilerplate or node.boilerplate in STATE)
        # An article is one whatever its class, if several stand in each place, and some there are of one kind.
        for name in dict.fromkeys((kind, node.tag)) if node.children and is_shown else ():
            # A link around a heading is a card.
            is_part = node.tag in _NESTED or (node.tag == "a" and node.inside(*HEADINGS))
            if name == "article" or ("." in name and is_part):
                found.setdefault(name, []).append(node)
    for name, alike in found.items():
        of_each: dict[Node | None, list[str]] = {}
        for one in alike:
            of_each.setdefault(one.parent, []).append(kinds[one.place])
        is_mixed = not set.intersection(*map(set, of_each.values())) or min(map(len, of_each.values())) == 1
        if "." not in name and is_mixed:
            continue
        rows = {one for one in of_each if one is not None}
        boxes = {row.parent for row in rows if row.parent is not None}
        # Of rows, several in a box, it is the boxes.
        around = [
            {kinds[one.place] for one in holders} for holders in (rows, boxes if len(rows) >= 2 * len(boxes) else ())
        ]
        if len(alike) < ALIKE or max(map(len, around)) < 2 or any(one.holds(then) for one, then in pairwise(alike)):  # noqa: PLR2004 - one kind of parent
            continue
        if 3 * sum(one.size for one in alike) > 2 * (alike[-1].end - alike[0].start):
            yield tuple((node,) for node in alike)


def _divided(several: Iterable[list[Node]], kinds: Sequence[str]) -> Iterator[tuple[Record, ...]]:
    """Yield those of *several* kinds of elements that headings, or sections of one class, divide."""
    for alike in several:
        if alike[0].parent is None:
            continue
        first = {node.parent: node for node in reversed(alike)}
        headings = {node.heading_before for node in islice(first.values(), MOST)}
        # Sections within sections, which have a class instead of headings.
        around = {kinds[one.place] for one in first if one is not None}
        # Those that are pinned may be a list of their own, right beside the others.
        beside = len(first) == 2 and len({one.parent for one in first if one is not None}) == 1  # noqa: PLR2004 - two lists
        divided = (len(headings) > 1 and "" not in headings) or (len(around) == 1 < len(first) and "." in around.pop())
        # One in each place is a part of what stands there, but for the only entry of a list.
        if (divided or beside) and (len(first) < len(alike) or alike[0].tag == "li"):
            yield tuple((node,) for node in alike)


def _stretches(nodes: Sequence[Node], kinds: Sequence[str]) -> Iterator[tuple[Record, ...]]:
    """Yield runs of neighbours that begin with the same kind of element: flat records without a wrapper."""
    found: dict[tuple[str, str, Node | None], list[Record]] = {}
    sections: dict[tuple[str, str], list[list[Record]]] = {}
    for parent in nodes:
        children = parent.children
        if parent.tag not in _HOLDERS or parent.hidden:
            continue
        places: dict[str, list[int]] = {}
        for position, child in enumerate(children):
            kind = kinds[child.place]
            places.setdefault(_BOLD_LED if kind == "p" and _begins_bold(child) else kind, []).append(position)
        for leader, starts in places.items():
            gaps = [after - before for before, after in pairwise(starts)]
            # Of what begins in bold, some may be a paragraph alone.
            is_apart = gaps and (min(gaps) > 1 or (leader == _BOLD_LED and max(gaps) > 1))
            if is_apart and _leads(leader) and not _divide([children[at] for at in starts], kinds):
                ends = [*starts[1:], min(len(children), starts[-1] + max(gaps))]
                runs = [_in_section(children[start:end]) for start, end in zip(starts, ends, strict=True)]
                yield tuple(runs)
                # What a banner divides is one list.
                around = found.setdefault((leader, kinds[parent.place], parent.parent), [])
                around += runs
                if len(around) > len(runs):
                    yield tuple(around)
                if leader == "dt" or "." in leader:
                    sections.setdefault((leader, kinds[parent.place]), []).append(runs)
    # In each section there may be such a list.
    for several in sections.values():
        if 1 < len(several) <= MOST:
            yield tuple(chain(*several))


def _begins_bold(paragraph: Node) -> bool:
    """Tell whether the first words of *paragraph* are in bold: a name, and what follows speaks of what has it."""
    last = -1
    for one in paragraph.below()[:_BEGINNING]:
        last = one.last if one.tag in BOLD else last
        if one.own:
            return one.place <= last and not one.before().strip()
    return False


def _leads(leader: str) -> bool:
    """Tell whether elements of the kind *leader* may begin records: headings, or others that a class tells apart."""
    tag = leader.partition(".")[0]
    return tag in {"h2", "h3", "h4", "h5", "hr", "dt"} or ("." in leader and tag in {"tr", "div", "p", "li", "a"})


def _divide(those: Sequence[Node], kinds: Sequence[str]) -> bool:
    """Tell whether *those* are empty, as spacers are, and stand before what begins records itself."""
    behind = Counter(kinds[one.next.place] for one in those if one.next is not None)
    is_empty = not any(one.size or one.children for one in those)
    return is_empty and any(_leads(kind) and 2 * count > len(those) for kind, count in behind.items())


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
            # A box to tick folds what stands behind it.
            own = ([one for one in node.children if one.tag != "input"] for node in alike)
            parts = (tuple(one for one in children if not _has_any(one, places)) for children in own)
            if records := tuple(filter(None, parts)):
                yield records


def _has_any(node: Node, places: Sequence[int]) -> bool:
    """Tell whether one of *places*, which rise, is that of *node* or of what stands in it."""
    at = bisect_left(places, node.place)
    return at < len(places) and places[at] <= node.last
