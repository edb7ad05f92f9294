"""
Repeated parts of a page: the records of a list, found by structure that occurs again and again.

Finds candidates only, of the parts that `alike` yields those that have content and are no layout or menu, without what
filters them, and out of the boxes that several stand in.
Whether they hold what was asked for is seen when a schema is filled from them.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from airflow_provider.local.reading.alike import ALIKE, STATE, Record, alike_parts, kinds_of
from airflow_provider.local.reading.tree.boilerplate import has_page_numbers
from airflow_provider.local.reading.tree.nodes import CHOICES, FEW_PIECES, HEADINGS
from airflow_provider.local.reading.trimming import (
    before_pages,
    unwrapped,
    without_filters,
    without_heads,
    without_lines,
)
from airflow_provider.local.reading.words.money import MONEY
from airflow_provider.local.reading.words.wording import words_of
from airflow_provider.local.text import stem, word_set

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page

MAX_RECORDS = 5000
_MOST = 10
# More neighbours than these are no columns of a page.
_MOST_COLUMNS = 4
# So many lists are read beside those that hold most.
_MOST_APART = 3
_ANSWERS = frozenset(map(stem, word_set("answer reply response antwort réponse respuesta risposta svar 回答")))
# What a later class may say of a record.
_SAID = frozenset({"ad", "ads", "advert", "popular", "trending"})
_INLINE = frozenset({"a", "p", "span", *HEADINGS})
# What has no elements in it may be an offer all the same: "Green tea - $3.00".
_PLAIN = frozenset({"div", "dt", "li"})


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

    def has(self, part: Records) -> bool:
        """Tell whether all of *part* are among them, and others."""
        is_within = self.first.place <= part.first.place and part.last.last <= self.last.last
        return len(part.records) < len(self.records) and is_within and set(part.records) < set(self.records)

    def within(self, reach: range) -> Records:
        """Return those of them that stand in *reach*, some places of the page."""
        if not self.records or (self.first.place in reach and self.last.last in reach):
            return self
        return Records(tuple(one for one in self.records if one[0].place in reach and one[-1].last in reach))

    def held_by(self, record: Record) -> int:
        """Return how many of them are *record*, or begin in it."""
        places = [one[0].place for one in self.records]
        return bisect_right(places, record[-1].last) - bisect_left(places, record[0].place)

    @property
    def name(self) -> str:
        """What they stand under."""
        return self._unpaid.heading_before

    @property
    def boilerplate(self) -> str:
        """The words that tell that they are boilerplate."""
        return self._unpaid.boilerplate

    @property
    def _unpaid(self) -> Node:
        """The first of them that is no boilerplate, as one is that somebody paid for, or that many look at."""
        return next((record[0] for record in self.records if not record[0].boilerplate), self.first)


def find_records(page: Page, *, asked: frozenset[str] = frozenset(), is_list: bool = True) -> list[Records]:
    """
    Return the candidates that hold most of the page's text: those of a list, or what one thing has others in beside it.

    Those in boilerplate come last, and only where *asked*, the stems of some words, has one that it is called by.
    """
    found: dict[tuple[int, int, int], Records] = {}
    nodes = _worth_reading(page, asked)
    kinds = kinds_of(nodes, len(page.nodes))
    parts = alike_parts(nodes, kinds, is_list=is_list)
    for one in parts if is_list else filter(_may_be_others, parts):
        # Beside some that are seen, one that is not is a template.
        shown = tuple(record for record in one if not record[0].hidden) or one
        records = Records(without_lines(without_heads(tuple(filter(_is_content, shown)) or shown)))
        # What a thread begins with has the heading, and is none of the answers to it.
        if not asked.isdisjoint(_ANSWERS) and len(records.records) > _MOST_COLUMNS:
            top = [page.heading] if page.heading is not None and page.heading.tag in HEADINGS else []
            records = Records(tuple(one for one in records.records if not _holds(one, top)))
        # Candidates that share their text, such as cards and what is in each of them, count once for each shape.
        shape = (records.first.place, records.last.place, len(records.records))
        if shape not in found and _has_content(records, kinds) and not _is_layout(records, page.heading):
            found[shape] = records
    ranked = _outermost(sorted(found.values(), key=lambda one: -one.size))
    # Of the boxes beside the page, those count that are called most of what is asked for.
    boxes = sorted((one for one in ranked if one.boilerplate), key=lambda one: -_called_by(asked, one))
    beside = boxes[: _MOST // 3]
    content = [one for one in ranked if not one.boilerplate]
    # Columns and other large parts of the page, of which there are but a few, leave room for lists.
    columns = [one for one in content if len(one.records) <= _MOST_COLUMNS]
    crowd = set(map(id, columns[max(_MOST // 2, _MOST - len(content) + len(columns)) :]))
    # The menus of a large shop hold more than what it sells.
    crowd |= set(map(id, [one for one in content[: 4 * _MOST] if _is_of_links(one)][_MOST // 3 :]))
    chosen = [one for one in content if id(one) not in crowd][:_MOST]
    left = [one for one in content if one not in chosen]
    # Of a place of its own, below large cards of which many parts are alike, the largest list is one, too.
    chosen += [one for one in left if is_list and _is_apart(one, chosen)][:_MOST_APART]
    # What stands under "Related searches" is no search result, even in the same list.
    related = [one for one in page.nodes if one.tag in HEADINGS and one.boilerplate == one.text != ""]
    kept = [tuple(record for record in one.records if not _holds(record, related)) for one in chosen]
    pages = [one for one in page.nodes if one.boilerplate and has_page_numbers(one)] if is_list else []
    ticks = [one.place for one in page.nodes if one.tag == "input" and one.attrs.get("type") in CHOICES]
    kept = [unwrapped(without_filters(before_pages(records, pages), ticks)) for records in kept]
    return [Records(records[:MAX_RECORDS]) for records in (*kept, *(one.records for one in beside)) if records]


def _outermost(ranked: Sequence[Records]) -> list[Records]:
    """Return those of *ranked*, larger ones first, that are not just what others with the same text have inside."""
    found: dict[tuple[int, int], list[Records]] = {}
    for one in ranked:
        alike = found.setdefault((len(one.records), one.length), [])
        if not any(other.first.holds(one.first) and other.last.holds(one.last) for other in alike):
            alike.append(one)
    return [one for one in ranked if one in found[len(one.records), one.length]]


def _may_be_others(records: tuple[Record, ...]) -> bool:
    """Tell whether *records* may present other things: there are some of them, and one of the first ones links."""
    first = (node for record in records[:ALIKE] for node in (record[0], *record[0].below()))
    return len(records) >= ALIKE and any(node.href for node in first)


def _worth_reading(page: Page, asked: frozenset[str]) -> list[Node]:
    """Return the elements of *page* but for those inside of boilerplate, unpaid, that nothing *asked* is a name of."""
    found: list[Node] = []
    last = -1
    for node in page.nodes:
        if node.place > last:
            found.append(node)
            inner = node.parent is not None and node.parent.boilerplate
            # What somebody paid for may stand in a box of its own among others.
            is_paid = node.boilerplate in STATE
            if node.boilerplate and not (inner or is_paid) and asked.isdisjoint(_called(node)):
                last = node.last
    return found


def _called(boilerplate: Node) -> Iterator[str]:
    """Yield the stems of the words that tell *boilerplate*, and of the headings above and in it."""
    headings = (one.text for one in boilerplate.inside(*HEADINGS))
    for text in (boilerplate.boilerplate, boilerplate.heading_before, *headings):
        yield from map(stem, words_of(text[:200]))


def _called_by(asked: frozenset[str], box: Records) -> int:
    """Return how many of the *asked* stems the heading of a *box* has, or what tells that it is one."""
    return len(asked.intersection(map(stem, words_of(f"{box.name[:200]} {box.boilerplate}"[:200]))))


def _is_content(record: Record) -> bool:
    """Tell whether *record* is no boilerplate; what is so because somebody paid for it is a record as others are."""
    if record[0].boilerplate:
        # A later class may say so of some of the records.
        is_later = not {word for name in record[0].names[:1] for word in words_of(name)} & _SAID
        return record[0].boilerplate in STATE or (is_later and record[0].boilerplate.lower() in _SAID)
    parts = [one for part in record for one in part.children if one.size]
    is_said = any(not one.boilerplate or one.boilerplate in STATE for one in parts)
    return parts == [] or any(part.own for part in record) or is_said


def _is_apart(one: Records, others: Sequence[Records]) -> bool:
    """Tell whether *one*, of several records, stands in none of *others*, or all of it in one record of them."""

    def is_clear_of(other: Records) -> bool:
        at = bisect_left(other.records, one.first.place, key=lambda record: record[0].place)
        before = other.records[at - 1][-1].last if at else -1
        behind = other.records[at][0].place if at < len(other.records) else one.last.last + 1
        return (before < one.first.place or one.last.last <= before) and one.last.last < behind

    return len(one.records) >= ALIKE and all(map(is_clear_of, others))


def _holds(record: Record, nodes: Iterable[Node]) -> bool:
    """Tell whether one of *nodes* stands in *record*."""
    return any(part.holds(node) for part in record for node in nodes)


def _is_layout(records: Records, heading: Node | None) -> bool:
    """Tell whether one of *records* has the *heading* of the page, and none has another one of its rank."""
    if (
        heading is None
        or len(records.records) > _MOST_COLUMNS
        or not records.first.place <= heading.place <= records.last.last
    ):
        return False
    inside = [node for record in records.records for part in record for node in (part, *part.below())]
    return [node for node in inside if node.tag == heading.tag] == [heading]


def _are_menus(records: Records, kinds: Sequence[str]) -> bool:
    """Tell whether *records* are lists of links that are alike, some longer than others, and say nothing else."""
    lengths = set()
    for record in records.records:
        links = [one for part in record for one in (part, *part.below()) if one.href]
        is_all = sum(len(part.text) for part in record) <= sum(len(one.text) + 1 for one in links)
        if not is_all or len({kinds[one.place] for one in links}) != 1 or len({one.href for one in links}) < ALIKE:
            return False
        lengths.add(len(links))
    return len(lengths) > 1


def _is_of_links(records: Records) -> bool:
    """Tell whether *records* hold many links each and nothing else, as sections of a menu do."""
    links = [one for record in records.records for part in record for one in (part, *part.below()) if one.href]
    is_many = len(links) > _MOST * len(records.records)
    return is_many and sum(len(one.text) + 1 for one in links) >= records.length


def _has_content(records: Records, kinds: Sequence[str]) -> bool:
    """Tell whether two records have text, and more than one element or a text worth reading; one alone is none."""
    is_told = len(list(islice(filter(_tells, records.records), 2))) == 2  # noqa: PLR2004 - one alone is none
    is_list = is_told and not _are_menus(records, kinds) and not all(map(_is_choice, records.records[:ALIKE]))
    # What one turns to by tabs are sections of the page.
    are_sections = {part.attrs.get("role") for record in records.records for part in record} == {"tabpanel"}
    return is_list and not are_sections and not _are_words(records)


def _are_words(records: Records) -> bool:
    """Tell whether *records* are links amid the sentences of one paragraph: "our <a>aims</a> and <a>history</a>"."""
    if records.first.tag != "a" or records.first.parent is None or records.first.parent.tag != "p":
        return False
    links = [record[0] for record in records.records]
    return all(one.parent is links[0].parent and one.before().rstrip()[-1:].isalpha() for one in links)


def _is_choice(record: Record) -> bool:
    """Tell whether *record* is a box to tick with what that stands for, or a menu that opens, and nothing else."""
    menus = [one for part in record for one in part.children if one.attrs.get("role") == "listbox"]
    if menus:
        links = [one for part in record for one in (part, *part.below()) if one.href]
        return all(any(menu.holds(one) for menu in menus) for one in links)
    is_short = sum(part.size for part in record) <= FEW_PIECES
    inner = [one for part in record for one in (part, *part.below())] if is_short else []
    boxes = [one for one in inner if one.attrs.get("type") in CHOICES]
    if len(boxes) != 1:
        return False
    told = {one.text for one in inner if one.tag == "label" or one.place == boxes[0].place + 1}
    return " ".join(part.text for part in record).strip() in told


def _tells(record: Record) -> bool:
    # Itself and two more, or text of its own beside one.
    inner = sum(part.last - part.place + 1 for part in record) + record[0].own
    if inner > 2 or record[0].tag in _INLINE:  # noqa: PLR2004 - see above
        return any(part.size for part in record)
    return record[0].tag in _PLAIN and record[0].own and any(MONEY.search(part.text) for part in record)
