"""
Lists in lists: which of two is made of sections, columns or threads, and which has the records.

Judges by where they stand and how much of the text they share, and knows nothing of what they say.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from airflow_provider.local.reading.alike import NUMBER, TELLS_STATE, Record
from airflow_provider.local.reading.records import Records
from airflow_provider.local.reading.tree.nodes import HEADINGS, Node
from airflow_provider.local.reading.written.roles import found_by

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

# So many records in each of others make these sections.
_SEVERAL = 5
# So many fields are answered by records, and rarely by parts of them.
MUCH = 3
_CARDS = frozenset({"li", "article", "div", "section", "tr", "td", "dt"})
_LISTS = frozenset({"ul", "ol", "dl", "table", "tbody"})


def is_section(
    one: Records,
    scored: Mapping[Records, tuple[float, ...]],
    named: Callable[[Sequence[Records]], Sequence[Records]],
    *,
    nearly: float,
) -> bool:
    """
    Tell whether *one* has but some records of another list, and is not the only such part that is *named*.

    The others are of the same class, or of the same first one, and all of them *scored* as many fields, or *nearly*;
    where several of these are *named*, half as many.
    """
    for whole, score in scored.items():
        held = one if whole.has(one) else _around(one, whole) or _inside(one, whole)
        if held is None:
            continue
        names = _kind(held.first)
        is_longer = len(whole.records) > len(one.records) + 1
        kinds = Counter(_kind(record[0]) for record in whole.records if is_longer)
        # Those of one class that have a picture, and not those between them.
        if _picks(held, whole) or (is_scattered(held, whole) and score[0] >= MUCH):
            return True
        is_alike = {kind[:1] for kind in kinds} == {names[:1]}
        parts = named([other for other in scored if whole.has(other)]) if is_longer else []
        is_usual = names != () and 4 * kinds[names] >= 3 * len(whole.records)
        if (is_alike and score[0] >= scored[one][0] - nearly) or is_usual:
            return parts != [one]
        # "All current and upcoming shows".
        if is_alike and one in parts and len(parts) > 1 and score[0] >= scored[one][0] / 2:
            return True
    return False


def _around(one: Records, whole: Records) -> Records | None:
    """Return those records of *whole* that each have one of *one* and little else, if the others have such a one."""
    if len(whole.records) <= len(one.records) or whole.first.place > one.first.place:
        return None
    places = [record[0].place for record in whole.records]
    held = [whole.records[bisect_right(places, record[0].place) - 1] for record in one.records]
    is_all = len({*held}) == len(held) and all(
        len(outer) == len(inner) == 1 and outer[0].holds(inner[0]) and _fills(inner[0], outer[0])
        for outer, inner in zip(held, one.records, strict=True)
    )
    others = {*whole.records} - {*held} if is_all else set()
    is_alike = all(any(_fills(inner, other[0]) for inner in other[0].inside(one.first.tag)) for other in others)
    return Records(tuple(held)) if is_all and is_alike else None


def _inside(one: Records, whole: Records) -> Records | None:
    """
    Return those records of *whole* that are, or fill, each one of *one*, if there are others: some of a thread.

    Of these, some stand alone in what others share with answers to them, so that they are of two kinds.
    """
    is_mixed = len({record[0].tag for record in one.records}) > 1
    is_longer = len(whole.records) > len(one.records)
    if not (is_mixed and is_longer) or any(len(record) > 1 for record in (*one.records, *whole.records)):
        return None
    places = [record[0].place for record in whole.records]
    held: list[Record] = []
    for (outer,) in one.records:
        at = bisect_left(places, outer.place)
        inner = whole.records[at] if at < len(places) and places[at] <= outer.last else None
        if inner is None or bisect_right(places, outer.last) > at + 1 or inner[0].text != outer.text:
            return None
        held.append(inner)
    return Records(tuple(held))


def cards_around(parts: Sequence[Sequence[Node]], lists: Sequence[Records]) -> Records | None:
    """Return the records of one of *lists*, the outermost, that each hold one of *parts* and more, and no other."""
    # Of a list of which nothing is left, there are none.
    for one in sorted(lists, key=lambda one: one.first.place) if parts else ():
        places = [record[0].place for record in one.records]
        at = [bisect_right(places, nodes[0].place) - 1 for nodes in parts]
        held = [one.records[number] for number in at if number >= 0]
        if len({*held}) == len(parts) and all(
            record[0].place <= nodes[0].place and nodes[-1].place <= record[-1].last and record[0].size > nodes[0].size
            for record, nodes in zip(held, parts, strict=True)
        ):
            return Records(tuple(held))
    return None


def _picks(one: Records, whole: Records) -> bool:
    """Tell whether *one* leaves out records between others of *whole*, which have all the class names of its own."""
    shared = _shared_names(one)
    is_shared = shared != set() and all(shared <= {*_lasting(record[0])} for record in whole.records)
    return is_shared and _is_gapped(one, whole)


def is_scattered(one: Records, whole: Records) -> bool:
    """Tell whether *one* is less than half of *whole*, from all over it, of neighbours with one tag and first class."""
    kinds = {(record[0].parent, record[0].tag, *_kind(record[0])[:1]) for record in whole.records}
    return len(kinds) == 1 and 2 * len(one.records) < len(whole.records) and _is_gapped(one, whole)


def _is_gapped(one: Records, whole: Records) -> bool:
    """Tell whether records of *whole* stand between those of *one*, which are some of them."""
    own = {record[0].place for record in one.records}
    places = [record[0].place in own for record in whole.records]
    return sum(places[places.index(True) :][: len(own)]) < len(own)


def _shared_names(one: Records) -> set[str]:
    """Return the class names that all of *one* have, but for those of a state."""
    return set[str].intersection(*({*_lasting(record[0])} for record in one.records))


def _lasting(node: Node) -> tuple[str, ...]:
    """Return the class names of *node* without numbers, but for those of a state, such as "isLarge"."""
    return tuple(NUMBER.sub("0", name) for name in node.names if not TELLS_STATE.match(name))


def _kind(node: Node) -> tuple[str, ...]:
    """Return the names by which tests find *node*, whatever it looks like, or else its class names."""
    return tuple(found_by(node)) or _lasting(node)


def is_of_two_kinds(
    whole: Records, scored: Mapping[Records, tuple[float, ...]], is_timed: Callable[[Records], bool]
) -> bool:
    """
    Tell whether *whole* is two lists in places of two kinds, of which one *scored* at least a field less.

    Two of which each *is_timed* by what it stands under, "Current" and "Ongoing", are of one kind. Where the places
    differ only in a later class, it is two fields less.
    """
    parts = [part for part in scored if whole.has(part)]
    return any(
        len(one.records) + len(other.records) == len(whole.records)
        and _parents(one).isdisjoint(_parents(other))
        and scored[one][0] >= max(scored[other][0] + _less(one, other), scored[whole][0])
        and {*one.records}.isdisjoint(other.records)
        and not (is_timed(one) and is_timed(other))
        for one in parts
        for other in parts
    )


def without_others(
    whole: Records, scored: Mapping[Records, tuple[float, ...]], is_timed: Callable[[Records], bool]
) -> Records | None:
    """
    Return *whole* without a smaller part of another class that *scored* less, in a place of its own; None if none.

    That is a field less, unless the rest is known as a list that says as much as the whole. What stands later under a
    heading of its own need not say less. What *is_timed*, as the whole is, may be to come.
    """
    for part, (score, *_) in scored.items():
        if whole.has(part) and is_timed(whole) and is_timed(part):
            continue
        is_later = part.first is not whole.first and part.name not in {"", whole.name}
        if whole.has(part) and 2 * len(part.records) < len(whole.records) and score < scored[whole][0] + is_later:
            own = {record[0] for record in part.records}
            rest = Records(tuple(record for record in whole.records if record[0] not in own))
            others = _shared_names(rest)
            is_apart = part.first.parent not in _parents(rest)
            is_less = score <= scored[whole][0] - 1 or scored.get(rest, (0.0,)) >= scored[whole]
            is_other = others and not any(others <= {*_lasting(record[0])} for record in part.records)
            if is_apart and is_less and is_other:
                return rest
    return None


def _parents(one: Records) -> set[Node | None]:
    return {record[0].parent for record in one.records}


def _less(one: Records, other: Records) -> float:
    """Return how many fields less *other* has to say to be another list than *one*, by their classes and places."""
    places = [{" ".join(above.names) for above in _parents(records) if above is not None} for records in (one, other)]
    return 1 if _differ(one, other) else 2 if places[0].isdisjoint(places[1]) else float("inf")


def _differ(one: Records, other: Records) -> bool:
    """Tell whether the records of *one* and *other* have no class in common, or stand in places of two classes."""
    own, others = _shared_names(one), _shared_names(other)
    places = ([] if records.first.parent is None else records.first.parent.names[:1] for records in (one, other))
    return not (own <= others or others <= own) or (own != others and next(places) != next(places))


def is_but_paid(part: Records, whole: Records) -> bool:
    """Tell whether *part* is *whole* without what somebody paid for."""
    own = {*part.records}
    return whole.has(part) and all(one[0].boilerplate for one in whole.records if one not in own)


def is_most(part: Records, whole: Records) -> bool:
    """Tell whether *part* is three quarters of *whole*, of which the others stand between them."""
    is_around = part.first is whole.first and part.last is whole.last
    return is_around and whole.has(part) and 4 * len(part.records) >= 3 * len(whole.records)


def fills(inner: Records, outer: Records) -> bool:
    """Tell whether *outer* are lists, sections or threads, each with some of the records of *inner* and little else."""
    if len(inner.records) <= len(outer.records):
        return False
    above = [record[0].parent for record in inner.records]
    # Each is one of the records, with the answers to it.
    if any(one and then and one.holds(then) and one is not then for one, then in pairwise(above)):
        return {record[0] for record in outer.records} <= {*above}
    held = any(part.holds(inner.first) for part in outer.records[0])
    if inner.first.tag not in _CARDS or not _fills(inner, outer) or not held:
        return False
    if outer.first.tag in HEADINGS:
        records = {record[0] for record in inner.records}
        is_only = all(part in records for one in outer.records for part in one[1:])
        # "Engineering", above a table of links.
        is_led = all(map(_leads, records)) and not any(_leads(one[0]) for one in outer.records)
        return is_led or any(is_only or own.tag > outer.first.tag for own in inner.first.inside(*HEADINGS))
    heading = _heading_of(outer.first)
    # Cells are only found where a table is the layout of a page.
    if {outer.first.tag, inner.first.tag} & {*_LISTS, "td"} or (heading and heading.place < inner.first.place):
        return True
    # Without either it is a section where all of it are records, here more of them than there, of which some are of one
    # class, unlike the parts of a card.
    parts = sorted((record[0] for record in inner.records), key=lambda node: node.place)
    places = [node.place for node in parts]
    ends = [(bisect_left(places, one[0].place), bisect_right(places, one[0].last)) for one in outer.records]
    kinds = [list(map(_lasting, parts[first:end])) for first, end in ends]
    is_several = len(set(map(len, kinds))) > 1 and any(len({*one}) < len(one) for one in kinds)
    return is_several and inner.length + len(inner.records) >= outer.length


def _leads(node: Node) -> bool:
    return any(one.href for one in (node, *node.up(), *node.below()) if one.tag == "a")


def _fills(inner: Records | Node, outer: Records | Node) -> bool:
    """Tell whether *inner* has most of the text of *outer*, in which it is."""
    lengths = (len(one.text) if isinstance(one, Node) else one.length for one in (inner, outer))
    return 5 * next(lengths) >= 4 * next(lengths)


def holds_several(outer: Records, inner: Records) -> bool:
    """Tell whether each of *outer* holds several of *inner*."""
    places = sorted(record[0].place for record in inner.records)
    held = [bisect_right(places, one[-1].last) - bisect_left(places, one[0].place) for one in outer.records]
    return min(held) >= _SEVERAL


def heads(outer: Records, inner: Records) -> bool:
    """Tell whether most of *outer* have a heading above some of *inner*, of which each has one of a lower rank."""
    if len(inner.records) < 2 * len(outer.records):
        return False
    own, above = ([_heading_of(record[0]) for record in records.records] for records in (inner, outer))
    if not all(own):
        return False
    lowest = min(one.tag for one in own if one is not None)
    places = sorted(record[0].place for record in inner.records)
    held = [bisect_left(places, one[0].place) < bisect_right(places, one[-1].last) for one in outer.records]
    are_heads = [is_full and one is not None and one.tag < lowest for one, is_full in zip(above, held, strict=True)]
    return 3 * sum(are_heads) >= 2 * len(are_heads) and sum(are_heads) == sum(held)


def _heading_of(node: Node) -> Node | None:
    """Return the first heading in *node*."""
    return next((one for one in node.below() if one.tag in HEADINGS), None)


def is_part(inner: Records, outer: Records) -> bool:
    """Tell whether *inner* is a longer list in one record of *outer*, which then are columns rather than records."""
    return len(inner.records) > len(outer.records) and any(
        record[0].place <= inner.first.place and inner.last.last <= record[-1].last for record in outer.records
    )
