"""
What divides the records of a list: headings of one or more ranks, or short lines above them or their groups.

What such a heading says is a field of the records under it: a day, a year, whether something is over, a category.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING

from airflow_provider.local.reading.data.facts import HINTED, META, SHAPED, TIMED, WEAKEST
from airflow_provider.local.reading.tree.nodes import HEADINGS, TO_ALL
from airflow_provider.local.reading.wordings import UNDER
from airflow_provider.local.reading.words.days import MONTH_NAMES
from airflow_provider.local.reading.words.forms import CLOCK, form_of
from airflow_provider.local.reading.words.lines import SENTENCE
from airflow_provider.local.reading.words.stated import bounds
from airflow_provider.local.reading.written.employers import DEPARTMENT
from airflow_provider.local.reading.written.titles import name_text
from airflow_provider.local.text import has_digit

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.alike import Record
    from airflow_provider.local.reading.data.facts import Item
    from airflow_provider.local.reading.records import Records
    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page

# "Engineering (5 vacancies)", "Engineering 4 open roles".
COUNT_BEHIND = re.compile(r"\s(?:\(\d{1,5}(?: [^\W\d_]{2,20}){0,3}\)|\d{1,5}(?: [^\W\d_]{2,20}){1,3})$")
_YEAR = re.compile(r"(?:19|20)\d\d$")
# "9:00am CEST".
_ZONE = re.compile(r"(?<=\w) [A-Z]{2,4}$")
# Of so many records one may be a heading over the others: with more, headings are the names of records.
_HEADED = 4
# So many others tell what one among them is.
_SEVERAL = 3
# What is longer is a sentence.
_LONGEST = 60
_MONTH = re.compile(r"^\D{3,20}\d{4}$")
# What things are shown in.
_HOUSE = re.compile(
    r"\b(?:museum|muse[oiu]|musée|musei|gallery|galleria|galería|galerie|kunst(?:halle|haus|verein|bau)|theat(?:er|re)|teatro"
    r"|théâtre|palazzo|palais|palacio|castle|castello|château|schloss|cinema|kino|pinacoteca|pinakothek|library|biblioteca"
    r"|bibliothek|bibliothèque)s?\b",
    re.IGNORECASE,
)
# What is on, what is to come and what is over.
_MOMENTS = {
    "current": r"current|ongoing|now\b|aktuell|laufend|en cours|actuale?s?\b|in corso|em cartaz|huidig"
    r"|nu te (?:zien|bezoeken)|jetzt\b|en ce moment|nyt\b|nu\b|on (?:view|now)\b|aktualn|pågående|開催中",
    "upcoming": r"upcoming|future|forthcoming|coming\b|kommend|vorschau|à venir|próxim|in arrivo|prossim|komend"
    r"|verwacht|binnenkort|demnächst|prochainement|em breve|wkrótce|tulossa|snart\b|kommande|これから|今後",
    "past": r"past\b|previous|recently closed|vergangen|rückblick|passé|pasad|passat|conclus|terminad|terminat|terminé"
    r"|finalizad|encerrad|afgelopen|zakończ|beendet|ended\b|終了",
}
_MOMENT = "|".join(rf"(?P<{moment}>{words})" for moment, words in _MOMENTS.items())
_STATUS = re.compile(
    r"(?:(?:mostre|esposizioni|expositions?|exposiciones|exhibitions?|ausstellungen|shows|events?|eventi|wystawy)\s)?"
    rf"(?:{_MOMENT}|permanent|dauerausstellung|open(?! appl)|closed|altijd te (?:zien|bezoeken))",
    re.IGNORECASE,
)
_ASKED = re.compile(
    rf"(?<!\w)(?P<more>(?:including|also|as well as|auch|samt|aussi|y compris|también|anche)\s)?(?:{_MOMENT})",
    re.IGNORECASE,
)

# What is told of each of them names none of them alone: "with the current status", "whether it is past".
_TOLD = re.compile(r":|\b(?:with|whether|their|its|mit|ob|avec|con|com|med|met)\b", re.IGNORECASE)

# "Sponsored results", beside others.
_PAID = re.compile(r"(?:sponsored|promoted|gesponsert|sponsoris|patrocinad|sponsorizzat|gesponsord)", re.IGNORECASE)
_place_of = attrgetter("place")


def add_sections(items: Sequence[Item], headings: Sequence[str], *, is_inner: bool, is_only: bool) -> None:
    """
    Add to *items* what the *headings* of one rank that they stand under say, if all say the same kind of thing.

    What *is_inner* stands under others, such as the teams of a department; of *is_only* one rank departments are teams.
    """
    told = list(map(section_facts, headings))
    _name_categories(told, headings)
    paid = list(map(_PAID.match, headings))
    for item, is_paid in zip(items, paid if not all(paid) else (), strict=False):
        # A heading may stand among the records.
        is_heading = any(node.text in headings for node in item.nodes[:1])
        item.add("sponsored", value=True if is_paid and not is_heading else None, strength=WEAKEST)
    for item, heading in zip(items, headings, strict=True) if not is_inner else ():
        item.add(" ".join(UNDER), heading, strength=TIMED)
    # What each of them has one of its own of is a part of it, unless it is a day; two may be called the same.
    if all(one != then for one, then in pairwise(headings)) and 4 * len(set(headings)) >= 3 * len(items):
        told = [{label: text for label, text in facts.items() if label != "category"} for facts in told]
    told_by = sum(map(bool, map(DEPARTMENT.match, set(headings))))
    are_teams = is_only and told_by >= max(2, len(set(headings)) / 3)
    are_places = sum(form_of(heading) == "location" for heading in set(headings)) >= max(2, len(set(headings)) / 2)
    are_houses = sum(_HOUSE.search(heading) is not None for heading in set(headings)) >= max(2, len(set(headings)) / 2)
    moments = list(map(moment_of, headings))
    for item, own in zip(items, moments, strict=True) if all(moments) else ():
        for moment in _MOMENTS:
            item.add(moment, value=own == moment, strength=WEAKEST)
    kinds = {tuple(facts) for facts, heading in zip(told, headings, strict=True) if heading}
    for item, facts in zip(items, told if len(kinds) == 1 else (), strict=False):
        for label, text in facts.items():
            # A day over them is surer than one that some text has.
            strength = META if label in {"date", "day"} else SHAPED
            item.add("team" if is_inner and label == "category" else label, text, strength=strength)
            is_department = label == "category" and not (is_inner or is_only)
            item.add("department", text if is_department else None, strength=TIMED)
            item.add("location", text if are_places and label == "category" else None, strength=HINTED)
            item.add("venue", text if are_houses and label == "category" else None, strength=HINTED)
            # By another name than its own, for it answers `department` first.
            item.add("squad", text if are_teams and label == "category" else None, strength=WEAKEST)


def _name_categories(told: Sequence[dict[str, str]], headings: Sequence[str]) -> None:
    """Tell as categories, beside such, what is longer among *headings*, and the only one of several for a moment."""
    if 2 * sum(facts.keys() == {"category"} for facts in told) <= len(told):
        return
    kinds = {heading: tuple(facts) for facts, heading in zip(told, headings, strict=True) if heading}
    # "Future opportunities", beside departments.
    moments = [heading for heading, labels in kinds.items() if labels == ("status",)]
    is_alone = len(moments) == 1 and len(kinds) > _SEVERAL
    for facts, heading in zip(told, headings, strict=True):
        if not facts and len(heading) >= _LONGEST and not has_digit(heading):
            facts["category"] = heading
        elif is_alone and heading in moments:
            facts["category"] = facts.pop("status")


def sections_of(records: Records, page: Page) -> list[list[str]]:
    """Return the headings that *records* stand under, rank by rank, where several of one kind divide them."""
    above: list[dict[str, Node]] = []
    after = 0
    among = _headings_among(records)
    for record in records.records:
        until = record[-1].last + 1
        above.append(_under(page, after, until if record in among else record[0].place, above[-1] if above else {}))
        after = until
    counts = Counter(rank for over in above for rank in over)
    ranks = sorted(rank for rank, count in counts.items() if count == len(above))
    # Below a heading, some may stand under another one.
    rest = [rank for rank in counts if rank not in ranks]
    ranks += rest if ranks and len(rest) == 1 and rest[0] > ranks[-1] else []
    columns = [column for rank in ranks if _are_alike(column := [over.get(rank) for over in above])]
    lines = [column for up in (1, 0) if _are_alike(column := _lines_between(records, up=up))] if not columns else []
    for column in lines[:1]:
        outer = _lines_over(column)
        columns = [outer, column] if _are_alike(outer) else lines
    # A day is all of a heading, whatever its parts are called.
    return [
        ["" if one is None else one.text if form_of(one.text) else TO_ALL.sub("", name_text(one)) for one in column]
        for column in columns
    ]


def _under(page: Page, first: int, last: int, over: dict[str, Node]) -> dict[str, Node]:
    """Return by rank the headings that what begins at the *last* place stands under, *over* what is at the *first*."""
    start = bisect_left(page.headings, first, key=_place_of)
    for one in page.headings[start : bisect_left(page.headings, last, key=_place_of)]:
        over = {rank: heading for rank, heading in over.items() if rank < one.tag} | {one.tag: one}
    return over


def nearest_headings(records: Records, page: Page) -> list[Node | None]:
    """Return the last heading before each of *records* that stands in none of them; None for what is but a heading."""
    found: list[Node | None] = []
    last: Node | None = None
    after = 0
    among = _headings_among(records)
    for record in records.records:
        until = record[-1].last + 1
        nodes = page.nodes[after : until if record in among else record[0].place]
        last = next((one for one in reversed(nodes) if one.tag in HEADINGS and not one.hidden), last)
        found.append(None if record in among else last)
        after = until
    return found


def _headings_among(records: Records) -> set[Record]:
    """Return those of *records* that say no more than a heading in them, which stands over the others."""
    told = [record for record in records.records if record[0].tag not in HEADINGS]
    alone = {one for one in told if any(part.tag in HEADINGS and part.text == one[0].text for part in one[0].below())}
    return alone if _HEADED * len(alone) <= len(records.records) else set()


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
        above = _above(one)
        is_line = above is not None and 0 < len(above.text) < SENTENCE and not above.inside("a") and not above.hidden
        if above is not None and is_line and (above.tag, *above.names) != (one.tag, *one.names):
            found.append(above)
        else:
            found.append(found[-1] if found and one.parent is place else None)
        place = one.parent
    # Lines that stand over one record each are parts of these, unless they are days.
    told = [one.place for one in found if one is not None and not form_of(one.text)]
    return found if _are_over(found) and (not told or len(set(told)) < len(told)) else []


def _are_over(lines: Sequence[Node | None]) -> bool:
    """Tell whether *lines* stand over all records, or over most: the first may be open applications."""
    is_first = len(lines) > 0 and lines[0] is not None
    return is_first or 4 * (len(lines) - lines.count(None)) >= 3 * len(lines) > 0


def _above(node: Node) -> Node | None:
    """Return what stands right above *node* in the same element, be it over a rule between them."""
    before = node.parent.children[max(0, node.position - 2) : node.position] if node.parent is not None else []
    is_rule = len(before) > 1 and not before[-1].size and not before[-1].children
    return before[0] if is_rule else before[-1] if before else None


def _lines_over(lines: Sequence[Node | None]) -> list[Node | None]:
    """Return the short line right above each of *lines*, or of those before it: a department above its teams."""
    found: list[Node | None] = []
    for one in lines:
        above = _above(one) if one is not None else None
        is_line = above is not None and 0 < len(above.text) < SENTENCE and not above.inside("a") and not above.hidden
        found.append(above if is_line else found[-1] if found else None)
    return found if _are_over(found) else []


def is_timed(records: Records, page: Page) -> bool:
    """Tell whether *records* stand under a heading such as "Past", be it above the one that is nearest to them."""
    return _timed_by(records, page) != ""


def moment_over(records: Records, page: Page) -> str:
    """Return which moment that heading tells; nothing where it is none, or there is none."""
    return moment_of(_timed_by(records, page))


def _timed_by(records: Records, page: Page) -> str:
    told = (one.text for rank, one in _under(page, 0, records.first.place, {}).items() if rank != "h1")
    return next((text for text in (records.name, *told) if "status" in section_facts(text)), "")


def moment_of(heading: str) -> str:
    """Return whether what stands under *heading* is "current", "upcoming" or "past"; nothing where it does not say."""
    found = _STATUS.match(heading)
    return (found.lastgroup or "") if found else ""


def moments_in(prompt: str) -> frozenset[str]:
    """Return which of "current", "upcoming" and "past" things *prompt* asks for alone."""
    found = list(_ASKED.finditer(_TOLD.split(prompt)[0]))
    is_alone = not any(one["more"] for one in found)
    return frozenset(one.lastgroup for one in found if one.lastgroup and is_alone)


def without_moments(prompt: str) -> str:
    """Return *prompt* without such words where they leave nothing out: "including past ones", "whether it is past"."""
    things = _TOLD.split(prompt)[0]
    return _ASKED.sub(lambda found: "" if found["more"] or found.end() > len(things) else found[0], prompt)


def section_facts(heading: str) -> dict[str, str]:
    """Return by their labels what *heading* says of the records under it, by its form alone."""
    # "Tuesday 1 December" counts no Decembers.
    heading = heading if form_of(heading) == "date" else COUNT_BEHIND.sub("", heading)
    if heading.lower() in MONTH_NAMES:
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
    return {} if len(heading) >= _LONGEST or has_digit(heading) else {"category": heading}
