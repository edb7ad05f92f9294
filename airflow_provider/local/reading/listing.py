"""
What the records of one list say: each by itself, by what the others say in the same place, and by what divides them.

Records may stand under headings, or under short lines of their own, which then are a field of theirs.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from airflow_provider.local.reading.alike import ALIKE
from airflow_provider.local.reading.cards import read_card
from airflow_provider.local.reading.data.facts import SHAPED, WEAKEST, Group, Item
from airflow_provider.local.reading.tree.nodes import HEADINGS
from airflow_provider.local.reading.words.bylines import byline_of
from airflow_provider.local.reading.words.forms import CLOCK, LONGEST, bounds, form_of
from airflow_provider.local.reading.words.lines import split_pair
from airflow_provider.local.reading.words.names import SYNONYM, match, words_of
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.written.attributes import add_own_attributes
from airflow_provider.local.reading.written.hints import SENTENCE
from airflow_provider.local.reading.written.links import REFERENCE
from airflow_provider.local.reading.written.titles import name_text
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.data.facts import Fact
    from airflow_provider.local.reading.records import Records
    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page

# What was read of records: by their first and last element, and which of their links are those of none.
Cards = dict[tuple[int, int, frozenset[str]], Item]

_PROMOTIONS = word_set("promo promotion banner advert advertisement ad marketing cms")
_PAID = word_set("ad advert advertisement sponsored promoted")
# Of so many kinds of elements most records are made before one that lacks them is odd.
_MADE_OF = 5
_RANKED = re.compile(r"(\d{1,4})[.)]\s(\S.*)$")
# ".../jobs/6204594057".
_NUMBERED = re.compile(r"[/=-](\d{5,18})/?(?:[?#].*)?$")
_YEAR = re.compile(r"(?:19|20)\d\d$")
_MONTHS = word_set(
    """
    january february march april may june july august september october november december januar februar märz mai juni
    juli oktober dezember janvier février mars avril juin juillet août septembre octobre novembre décembre enero febrero
    marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre gennaio febbraio aprile maggio giugno
    luglio settembre ottobre dicembre januari februari maart mei augustus januar maj marts
    """
)
# "9:00am CEST".
_ZONE = re.compile(r"(?<=\w) [A-Z]{2,4}$")
_MONTH = re.compile(r"^\D{3,20}\d{4}$")
_STATUS = re.compile(
    r"(?:current|upcoming|past|future|previous|forthcoming|ongoing|permanent|dauerausstellung|recently closed|open(?! appl)|closed|now\b|coming\b|aktuell|laufend|kommend"
    r"|vergangen|vorschau|rückblick|en cours|à venir|passé|actuale?s?\b|próxim|pasad|in corso|prossim|passat|em cartaz"
    r"|huidig|komend|verwacht|(?:nu|altijd|binnenkort) te (?:zien|bezoeken)|binnenkort|jetzt\b|demnächst|en ce moment"
    r"|prochainement|prossimamente|próximamente|em breve|wkrótce|nyt\b|tulossa|nu\b|snart\b|on (?:view|now)\b"
    r"|aktualn|pågående|kommande|開催中|これから|今後|終了)",
    re.IGNORECASE,
)


def read_list(
    records: Records, page: Page, *, only: Sequence[int] | None = None, known: Cards | None = None
) -> Group:
    """
    Return the items of one repeated structure, of which *only* those with some numbers may be wanted.

    What is *known* of the cards of other lists is not read again.
    """
    sections, name, boilerplate = _sections(records, page), records.name, records.boilerplate
    if only is not None:
        sections = [[headings[at] for at in only] for headings in sections]
        records = replace(records, records=tuple(records.records[at] for at in only))
    nodes = [[node for part in record for node in (part, *part.below())] for record in records.records]
    shared = _shared_links(nodes)
    items = [_read(one, page, shared, {} if known is None else known) for one in nodes]
    _agree_on_links(items, nodes, page)
    _add_numbers(items)
    _without_numbers(items)
    _add_names(items, nodes)
    _add_short_descriptions(items, nodes)
    _add_own_attributes(items, records, page)
    for at in _paid(records):
        items[at].add("sponsored", value=True, strength=WEAKEST)
    for rank, headings in enumerate(sections):
        _add_sections(items, headings, is_inner=rank > 0)
    # A link around a whole card says more than a link of a menu.
    linked = sum(len(node.text) for one in nodes for node in one if node.href and not _is_card(node))
    is_main = any(one.tag == "main" or one.attrs.get("role") == "main" for one in records.first.up())
    _tell_apart(items, records)
    return Group(items, "listing", name, boilerplate, records.length - linked, is_main)


def _read(nodes: Sequence[Node], page: Page, shared: set[str], known: Cards) -> Item:
    """Return the card that *nodes* are, as it is *known* or read now; links that are *shared* lead to none of them."""
    key = (nodes[0].place, nodes[-1].place, frozenset(one.href for one in nodes if one.href in shared))
    found = known.get(key)
    if found is None:
        found = known[key] = read_card(nodes, page, shared=shared)
    return replace(found, facts=[*found.facts], nodes=nodes)


def _shared_links(records: Sequence[Sequence[Node]]) -> set[str]:
    """Return the addresses to which most of *records* link, if they are several: none of these is that of one."""
    counts = Counter(href for nodes in records for href in {node.href for node in nodes if node.href})
    return {href for href, count in counts.items() if count >= ALIKE and 2 * count > len(records)}


def _agree_on_links(items: Sequence[Item], nodes: Sequence[Sequence[Node]], page: Page) -> None:
    """Give those of *items* whose own link stands in another place than that of most the one in this place."""
    places = [_place(item.link) if item.link is not None else "" for item in items]
    place, count = Counter(places).most_common(1)[0] if places else ("", 0)
    if not place or 2 * count <= len(items) or count < ALIKE:
        return
    for item, one, own in zip(items, nodes, places, strict=True):
        there = [node for node in one if node.href and _place(node) == place] if own != place else []
        if len({node.href for node in there}) == 1:
            item.facts = [fact for fact in item.facts if fact.labels != (("url",),) or fact.strength > SHAPED]
            item.add("url", page.absolute(there[0].href), strength=SHAPED)


def _add_numbers(items: Sequence[Item]) -> None:
    """Add by which number the link of each of *items* knows it, if all have one of their own."""
    links = ((str(fact.value) for fact in item.facts if fact.labels[-1] == ("url",)) for item in items)
    found = [_NUMBERED.search(next(urls, "")) for urls in links]
    numbers = {one[1] for one in found if one is not None}
    for item, one in zip(items, found, strict=True) if len(numbers) == len(items) else ():
        item.add("id", one[1] if one is not None else None, strength=WEAKEST)


def _is_card(link: Node) -> bool:
    """Tell whether *link* holds several texts, each in an element of its own."""
    return len({one.text for one in link.below() if one.own and one.text}) > 1 and not link.own


def _tell_apart(items: Sequence[Item], records: Records) -> None:
    """Tell which *items* share no class with most of *records* or are called promotions, and which little inside."""
    kinds = [record[0].names for record in records.records]
    # Those without a text only keep others apart.
    told = [names for names, record in zip(kinds, records.records, strict=True) if any(part.text for part in record)]
    usual = {name for name, count in Counter(chain(*told)).items() if 2 * count > len(told)}
    inside = [{(one.tag, *one.names) for part in record for one in part.below()} for record in records.records]
    most = {kind for kind, count in Counter(chain(*inside)).items() if 2 * count > len(inside)}
    for item, names, parts in zip(items, kinds, inside, strict=True):
        called = {word for name in names if name not in usual for word in words_of(name)}
        item.odd = bool(usual and (usual.isdisjoint(names) or called & _PROMOTIONS))
        item.apart = len(most) >= _MADE_OF and len(parts & most) < len(most) / 3


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


def _add_names(items: Sequence[Item], nodes: Sequence[Sequence[Node]]) -> None:
    """Name *items*, where nothing names most of them, by the first text that is another one in each of them."""
    said = [{label for label in ("title", "url") if _says(item, label)} for item in items]
    is_led = all("url" in one for one in said) and 2 * sum("title" in one for one in said) <= len(items)
    if not is_led or len(items) < ALIKE:
        return
    placed = [_texts(item, one) for item, one in zip(items, nodes, strict=True)]
    # A number may be the link, and beside it stand what has it.
    if not any(placed):
        placed = [_texts(item, one, linked=False) for item, one in zip(items, nodes, strict=True)]
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
        if is_one and not (node.hidden or node.boilerplate or REFERENCE.fullmatch(node.text)):
            place = ">".join((node.tag, *node.names, *(node.parent.names if node.parent is not None else ())))
            counts[place] += 1
            pair = split_pair(node.text)
            told = form_of(node.text) or len(byline_of(node.text)) > 1 or (pair and words_of(pair[0]) in PHRASES)
            if not told and node.text not in known and any(map(str.isalpha, node.text[:LONGEST])):
                found[place, counts[place]] = node.text
    return found


def _add_short_descriptions(items: Sequence[Item], nodes: Sequence[Sequence[Node]]) -> None:
    """Give *items* that lack a description the text of the element that has one in most of the others."""
    texts = [next((fact.value for fact in item.facts if fact.labels[-1] == ("description",)), "") for item in items]
    placed = [[(_place(node), node.text) for node in one if node.is_short and not node.hidden] for one in nodes]
    counts = Counter(
        place
        for text, one in zip(texts, placed, strict=True)
        for place in {place for place, own in one if own == text != ""}
    )
    usual, count = next(iter(counts.most_common(1)), ("", 0))
    for item, text, one in zip(items, texts, placed, strict=True) if usual and 2 * count > len(items) else ():
        own = {own for place, own in one if place == usual and own and not form_of(own)}
        if not text and len(own) == 1:
            item.add("description", own.pop(), strength=SHAPED)


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


def _place(node: Node) -> str:
    """Return the class names by which *node* is known among its neighbours, with its tag; nothing without any."""
    above = node.parent.attrs.get("class", "") if node.parent is not None else ""
    names = f"{above}>{node.attrs.get('class', '')}"
    return f"{node.tag} {names}" if names != ">" else ""


def _add_sections(items: Sequence[Item], headings: Sequence[str], *, is_inner: bool) -> None:
    """
    Add to *items* what the *headings* of one rank that they stand under say, if all say the same kind of thing.

    What *is_inner* stands under others, such as the teams of a department.
    """
    told = [section_facts(heading) for heading in headings]
    # What each of them has one of its own of is a part of it, unless it is a day.
    if len(set(headings)) == len(items):
        told = [{label: text for label, text in facts.items() if label != "category"} for facts in told]
    kinds = {tuple(facts) for facts, heading in zip(told, headings, strict=True) if heading}
    for item, facts in zip(items, told if len(kinds) == 1 else (), strict=False):
        for label, text in facts.items():
            item.add("team" if is_inner and label == "category" else label, text, strength=SHAPED)


def _sections(records: Records, page: Page) -> list[list[str]]:
    """Return the headings that *records* stand under, rank by rank, where several of one kind divide them."""
    above: list[dict[str, Node]] = []
    after = 0
    for record in records.records:
        over = dict(above[-1]) if above else {}
        for one in page.nodes[after : record[0].place]:
            if one.tag in HEADINGS and not (one.hidden or one.boilerplate):
                over = {rank: heading for rank, heading in over.items() if rank < one.tag} | {one.tag: one}
        above.append(over)
        after = record[-1].last + 1
    counts = Counter(rank for over in above for rank in over)
    ranks = sorted(rank for rank, count in counts.items() if count == len(above))
    # Below a heading, some may stand under another one.
    rest = [rank for rank in counts if rank not in ranks]
    if ranks and len(rest) == 1 and rest[0] > ranks[-1] and 2 * counts[rest[0]] > len(above):
        ranks += rest
    columns = [column for rank in ranks if _are_alike(column := [over.get(rank) for over in above])]
    columns = columns or [column for up in (1, 0) if _are_alike(column := _lines_between(records, up=up))]
    # A day is all of a heading, whatever its parts are called.
    return [
        ["" if one is None else one.text if form_of(one.text) else name_text(one) for one in column]
        for column in columns
    ]


def _are_alike(headings: Sequence[Node | None]) -> bool:
    """Tell whether *headings* are of one tag and class, and not all the same one."""
    found = [one for one in headings if one is not None]
    return len({(one.tag, *one.names) for one in found}) == 1 < len({one.text for one in found})


def _lines_between(records: Records, *, up: int) -> list[Node | None]:
    """
    Return the short line right above each of *records*, or of those before it in the same place; None without one.

    *up* tells whether it stands above the record itself, or above what holds it.
    """
    found: list[Node | None] = []
    place: Node | None = None
    for record in records.records:
        one = record[0].parent if up else record[0]
        if one is None or one.parent is None:
            return []
        above = one.parent.children[one.position - 1] if one.position else None
        is_line = above is not None and 0 < len(above.text) < SENTENCE and not above.inside("a") and not above.hidden
        if above is not None and is_line and (above.tag, *above.names) != (one.tag, *one.names):
            found.append(above)
        else:
            found.append(found[-1] if found and one.parent is place else None)
        place = one.parent
    return found if found and found[0] is not None else []


def section_facts(heading: str) -> dict[str, str]:
    """Return by their labels what *heading* says of the records under it, by its form alone."""
    if heading.lower() in _MONTHS:
        return {"month": heading}
    if _YEAR.match(heading) or form_of(heading) == "date":
        # "March 2026" is no day.
        if heading.isdecimal() or _MONTH.match(heading):
            return {"year" if heading.isdecimal() else "month": heading}
        return {"date": heading, "day": heading}
    hours = _ZONE.sub("", heading)
    if form_of(hours) == "hours" or CLOCK.match(hours):
        return {"start clock": hours} | dict(bounds(hours))
    if _STATUS.match(heading):
        return {"status": heading}
    return {} if len(heading) >= SENTENCE or any(map(str.isdigit, heading)) else {"category": heading}
