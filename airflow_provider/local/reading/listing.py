"""What the records of a list say: each by itself, by what others say in the same place, and by what divides them."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import chain, islice, pairwise
from typing import TYPE_CHECKING

from airflow_provider.local.reading.alike import ALIKE
from airflow_provider.local.reading.cards import read_card
from airflow_provider.local.reading.counted import add_counted
from airflow_provider.local.reading.data.facts import SHAPED, WEAKEST, Group, Item
from airflow_provider.local.reading.heads import add_counts, add_heads
from airflow_provider.local.reading.numbered import add_numbers
from airflow_provider.local.reading.sections import add_sections, sections_of
from airflow_provider.local.reading.tree.boilerplate import is_main
from airflow_provider.local.reading.tree.nodes import HEADINGS
from airflow_provider.local.reading.tree.page import host_of
from airflow_provider.local.reading.words.bylines import byline_of
from airflow_provider.local.reading.words.forms import LONGEST, form_of
from airflow_provider.local.reading.words.lines import split_pair
from airflow_provider.local.reading.words.names import SYNONYM, match, words_of
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.written.attributes import add_own_attributes
from airflow_provider.local.reading.written.links import REFERENCE
from airflow_provider.local.reading.written.roles import role_names
from airflow_provider.local.reading.written.titles import is_title_name
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from airflow_provider.local.reading.data.facts import Fact
    from airflow_provider.local.reading.records import Records
    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page

# What was read of records: by their first and last element, and which of their links are those of none.
Cards = dict[tuple[int, int, frozenset[str]], Item]

_PROMOTIONS = word_set("promo promotion banner advert advertisement ad marketing cms announcement")
_PAID = word_set("ad advert advertisement sponsored promoted")
# Of so many kinds of elements most records are made before one that lacks them is odd.
_MADE_OF = 5
_BEHIND_FIGURE = re.compile(r"(?<=\d)[A-Za-z]+")
_RANKED = re.compile(r"(\d{1,4})[.)]\s(\S.*)$")
# Among so many elements of a record stands its number.
_HEAD = 12
_NAME = ("title",)
_RANK = re.compile(r"(?:(?P<what>[^\W\d_]{3,15})\s)?(?P<rank>\d{1,4})[.):]?$")


def read_list(
    records: Records,
    page: Page,
    *,
    only: Sequence[int] | None = None,
    known: Cards | None = None,
    wanted: frozenset[str] | None = None,
) -> Group:
    """
    Return the items of one repeated structure, of which *only* those with some numbers may be wanted.

    What is *known* of the cards of other lists is not read again, nor what classes without *wanted* words say.
    """
    sections, name, boilerplate = sections_of(records, page), records.name, records.boilerplate
    if only is not None:
        sections = [[headings[at] for at in only] for headings in sections]
        records = replace(records, records=tuple(records.records[at] for at in only))
    nodes = [[node for part in record for node in (part, *part.below())] for record in records.records]
    shared = _shared_addresses(nodes)
    items = [_read(one, page, shared, {} if known is None else known, wanted) for one in nodes]
    _agree_on_links(items, nodes, page)
    _agree_on_names(items, nodes)
    add_numbers(items)
    add_counted(items)
    _without_numbers(items)
    _add_ranks(items, nodes)
    _add_names(items, nodes)
    _add_own_attributes(items, records, page)
    add_heads(items, records, page)
    add_counts(items, records)
    for at in _paid(records):
        items[at].add("sponsored", value=True, strength=WEAKEST)
    for rank, headings in enumerate(sections):
        add_sections(items, headings, is_inner=rank > 0, is_only=len(sections) == 1)
    # A link around a whole card says more than a link of a menu.
    linked = sum(len(node.text) for one in nodes for node in one if node.href and not _is_card(node))
    _tell_apart(items, records)
    return Group(items, "listing", name, boilerplate, records.length - linked, any(map(is_main, records.first.up())))


def _read(nodes: Sequence[Node], page: Page, shared: set[str], known: Cards, wanted: frozenset[str] | None) -> Item:
    """Return the card that *nodes* are, as it is *known* or read now; what is *shared* is that of none of them."""
    key = (nodes[0].place, nodes[-1].place, frozenset(filter(shared.__contains__, map(_address, nodes))))
    found = known.get(key)
    if found is None:
        found = known[key] = read_card(nodes, page, shared=shared, wanted=wanted)
    return replace(found, facts=[*found.facts], nodes=nodes)


def _shared_addresses(records: Sequence[Sequence[Node]]) -> set[str]:
    """Return where most of *records* link, or have a picture of several from: none of these is that of one."""
    counts = Counter(address for nodes in records for address in {*filter(None, map(_address, nodes))})
    shared = {address for address, count in counts.items() if count >= ALIKE and 2 * count > len(records)}
    pictures = {node.source for nodes in records for node in nodes if node.tag == "img"}
    return shared - pictures if len(pictures) == 1 else shared


def _address(node: Node) -> str:
    return node.source if node.tag == "img" else node.href


def _agree_on_links(items: Sequence[Item], nodes: Sequence[Sequence[Node]], page: Page) -> None:
    """Give those of *items* whose own link stands in another place than that of most the one in this place."""
    places = [_place(item.link) if item.link is not None else "" for item in items]
    place, count = Counter(places).most_common(1)[0] if places else ("", 0)
    if not place or 2 * count <= len(items) or count < ALIKE:
        return
    hosts = {_host(item, page) for item, own in zip(items, places, strict=True) if own == place}
    for item, one, own in zip(items, nodes, places, strict=True):
        there = [node for node in one if node.href and _place(node) == place] if own != place else []
        # What leads to another host than all of these, as that of a company does, is no link of a record, but for its
        # name: a post may lead to what it is about.
        is_other = own != place and not there and len(hosts) == 1 and _host(item, page) not in hosts
        names = {fact.value for fact in item.facts if fact.labels[-1] == _NAME}
        if is_other and item.link is not None and item.link.text not in names:
            item.facts = [fact for fact in item.facts if fact.labels != (("url",),) or fact.strength > SHAPED]
        if len({node.href for node in there}) == 1:
            item.facts = [fact for fact in item.facts if fact.labels != (("url",),) or fact.strength > SHAPED]
            item.add("url", page.absolute(there[0].href), strength=SHAPED)


def _agree_on_names(items: Sequence[Item], nodes: Sequence[Sequence[Node]]) -> None:
    """Call those of *items* with a name from elsewhere, or none, by what stands where most have theirs."""
    own: list[set[str]] = []
    for item, one in zip(items, nodes, strict=True):
        names = {fact.value for fact in item.facts if fact.labels[-1] == _NAME}
        own.append({_place(node) for node in one if node.own and node.text in names} - {""})
    place, count = next(iter(Counter(chain(*own)).most_common(1)), ("", 0))
    for item, one, places in zip(items, nodes, own, strict=True) if 4 * count >= 3 * len(items) else ():
        is_told = any(fact.labels[-1] == _NAME and fact.strength > SHAPED for fact in item.facts)
        there = {node.text for node in one if node.own and _place(node) == place} if place not in places else set()
        if len(there) == 1 and not is_told:
            item.facts = [fact for fact in item.facts if fact.labels[-1] != _NAME]
            item.add("title", *there, strength=SHAPED)


def _host(item: Item, page: Page) -> str:
    """Return the name of the host that the link of *item* leads to."""
    return host_of(page.absolute(item.link.href)) if item.link is not None else ""


def _is_card(link: Node) -> bool:
    """Tell whether *link* holds several texts, each in an element of its own."""
    return len({one.text for one in link.below() if one.own and one.text}) > 1 and not link.own


def _tell_apart(items: Sequence[Item], records: Records) -> None:
    """Tell which *items* share no class with most of *records* or are called promotions, and which little inside."""
    # What tests find in the same way may have names of its own that a build tool made.
    kinds = [role_names(record[0]) for record in records.records]
    # Those without a text only keep others apart.
    told = [names for names, record in zip(kinds, records.records, strict=True) if any(part.text for part in record)]
    usual = {name for name, count in Counter(chain(*told)).items() if 2 * count > len(told)}
    inside = [{(one.tag, *one.names) for part in record for one in part.below()} for record in records.records]
    most = {kind for kind, count in Counter(chain(*inside)).items() if 2 * count > len(inside)}
    # What a class calls the title of each makes it one of them, however little else it has.
    titled = {kind for kind in most if any(map(is_title_name, kind[1:]))}
    titled = {kind for kind in titled if kind[0] in HEADINGS} or titled
    for item, names, parts in zip(items, kinds, inside, strict=True):
        called = _called(name for name in names if name not in usual)
        # What is made as the others are is no banner.
        is_made_alike = len(most) >= _MADE_OF and 3 * len(parts & most) >= 2 * len(most)
        is_promoted = called & _PROMOTIONS and not is_made_alike
        item.odd = bool(usual and (usual.isdisjoint(names) or is_promoted))
        is_little = len(most) >= _MADE_OF and len(parts & most) < len(most) / 3
        item.apart = is_little and not (titled and titled <= parts)
        is_known = titled <= parts if titled else len(most) >= _MADE_OF
        # A title as the others have it may stand for a record that says little else.
        fewest = len(most) / (3 if titled else 2)
        item.alike = is_known and not item.odd and len(parts & most) > fewest and _says(item, "title")


def _called(names: Iterable[str]) -> set[str]:
    """Return the words of class *names*; of a number in figures and letters, none are a word."""
    return {word for name in names for word in words_of(_BEHIND_FIGURE.sub("", name))}


def is_promotion(record: Node) -> bool:
    """Tell whether a class calls *record* a promotion or an announcement."""
    return not _PROMOTIONS.isdisjoint(_called(role_names(record)))


def _paid(records: Records) -> list[int]:
    """Return the numbers of those of *records* that a class of their own, which others lack, calls paid for."""
    called = [{word for name in record[0].names for word in words_of(name)} & _PAID for record in records.records]
    return [at for at, words in enumerate(called) if words] if not all(called) else []


def _without_numbers(items: Sequence[Item]) -> None:
    """Divide the names of *items* that begin with numbers which rise one by one, as in "1. Acme": these are ranks."""
    led: list[tuple[Item, int, Fact, re.Match[str]]] = []
    for item in items:
        named = ((at, fact) for at, fact in enumerate(item.facts) if "title" in PHRASES.get(fact.labels[-1], ()))
        led += [(item, at, fact, found) for at, fact in named if (found := _RANKED.match(str(fact.value)))]
    ranks = list(dict.fromkeys(int(found[1]) for _, _, _, found in led))
    if len(ranks) < max(ALIKE, len(items) / 2) or any(after != before + 1 for before, after in pairwise(ranks)):
        return
    for item, at, fact, found in led:
        item.facts[at] = replace(fact, value=found[2])
        item.add("rank", found[1], strength=SHAPED)


def _add_ranks(items: Sequence[Item], nodes: Sequence[Sequence[Node]]) -> None:
    """Add the numbers, one more from record to record, that they begin with by themselves: "1.", "Citation 1"."""
    heads = [[one.text for one in record[:_HEAD] if one.own and one.is_short] for record in nodes]
    found = [next(filter(None, map(_RANK.match, texts)), None) for texts in heads]
    ranks = [one for one in found if one is not None]
    if (
        len(ranks) < ALIKE
        or 5 * len(ranks) < 4 * len(items)
        or any(int(after["rank"]) != int(before["rank"]) + 1 for before, after in pairwise(ranks))
    ):
        return
    for item, one in zip(items, found, strict=True):
        if one is not None:
            item.add("rank", one["rank"], strength=SHAPED)
            item.add(f"{one['what']} number" if one["what"] else "", one["rank"], strength=SHAPED)


def _add_names(items: Sequence[Item], nodes: Sequence[Sequence[Node]]) -> None:
    """Name *items*, where nothing names most of them: by a text that is another in each, without links the first."""
    if 2 * sum(_says(item, "title") for item in items) > len(items) or len(items) < ALIKE:
        return
    linked = {_says(item, "url") for item in items}
    # What neither leads anywhere nor has a day is a part of a form, or of anything else.
    if len(linked) > 1 or (linked == {False} and 2 * sum(_says(item, "date") for item in items) <= len(items)):
        return
    placed = [_texts(item, one) for item, one in zip(items, nodes, strict=True)]
    # A number may be the link, and beside it stand what has it.
    if not any(placed):
        placed = [_texts(item, one, linked=False) for item, one in zip(items, nodes, strict=True)]
    # What leads nowhere is called by what it begins with.
    placed = placed if True in linked else [dict(islice(one.items(), 1)) for one in placed]
    for place in dict.fromkeys(place for one in placed for place in one):
        texts = [one[place] for one in placed if place in one]
        if len(set(texts)) == len(texts) and 4 * len(items) <= 5 * len(texts):
            for item, one in zip(items, placed, strict=True):
                item.add("title", one.get(place), strength=WEAKEST)
            return


def _says(item: Item, field: str) -> bool:
    return any(match((field,), fact.labels[-1]) >= SYNONYM for fact in item.facts)


def _texts(item: Item, nodes: Sequence[Node], *, linked: bool = True) -> dict[tuple[str, int], str]:
    """Return by their places the texts of *nodes*, *linked* or not, that may be a name: nothing tells otherwise."""
    known = {str(fact.value) for fact in item.facts if fact.labels[-1] in PHRASES and fact.strength > SHAPED}
    found: dict[tuple[str, int], str] = {}
    counts: Counter[str] = Counter()
    for node in nodes:
        is_one = node.own and node.is_short and linked == any(one.href for one in (node, *node.up()))
        is_one = is_one and (linked or not node.children)
        if is_one and not (node.hidden or node.boilerplate or REFERENCE.fullmatch(node.text)):
            above = node.parent if node.parent is not None and node.parent.place > nodes[0].place else None
            place = ">".join((node.tag, *node.names, *(above.names if above is not None else ())))
            counts[place] += 1
            pair = split_pair(node.text)
            told = form_of(node.text) or len(byline_of(node.text)) > 1 or (pair and words_of(pair[0]) in PHRASES)
            if not told and node.text not in known and any(map(str.isalpha, node.text[:LONGEST])):
                found[place, counts[place]] = node.text
    return found


def _add_own_attributes(items: Sequence[Item], records: Records, page: Page) -> None:
    """Add what the attributes of each record say, of the only element in it, or of one that holds it alone."""
    parents = Counter(record[0].parent for record in records.records)
    for item, record in zip(items, records.records, strict=True):
        first, above = record[0], record[0].parent
        boxes = [first, *(first.shown if len(first.shown) == 1 else ())]
        # Beside it may stand others, such as the answers to a post.
        is_alone = above is not None and all(one in parents or one in record or not one.size for one in above.children)
        boxes += [above] if above is not None and is_alone and parents[above] == 1 else []
        for box in boxes:
            add_own_attributes(item, box, page)
        # Those of one day may stand in a box of that day.
        day = above.attrs.get("data-date", "") if above is not None and parents[above] >= 1 else ""
        item.add("date", day if form_of(day) == "date" else None, strength=WEAKEST)


def _place(node: Node) -> str:
    """Return the class names by which *node* is known among its neighbours, with its tag; nothing without any."""
    above = node.parent.attrs.get("class", "") if node.parent is not None else ""
    names = f"{above}>{node.attrs.get('class', '')}"
    return f"{node.tag} {names}" if names != ">" else ""
