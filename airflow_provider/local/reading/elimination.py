"""
Fields for names that no class and no label tells, by elimination: from the only place left that has such names.

Words that are known, of towns, departments and platforms, tell which of several places it is.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from airflow_provider.local.reading.placed import DIVIDER
from airflow_provider.local.reading.tree.nodes import HEADINGS
from airflow_provider.local.reading.wordings import TITLES
from airflow_provider.local.reading.words.days import WEEKDAY
from airflow_provider.local.reading.words.fieldnames import concepts_of
from airflow_provider.local.reading.words.forms import form_of
from airflow_provider.local.reading.words.names import words_of
from airflow_provider.local.reading.words.places import IN_COUNTRY, STREET
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.words.wording import patterns
from airflow_provider.local.reading.written.employers import DEPARTMENT, is_department, is_name
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from airflow_provider.local.reading.placed import Place, Texts
    from airflow_provider.local.reading.rows import Row

# A sign in front, a dot within a word, and short words alone, such as "on" between two links.
_NO_NAME = re.compile(r"^\W|\w\.\w{2}|^[a-z]{1,3}(?: [a-z]{1,3})*$")
# Class names of marks, such as "Bestseller".
_MARK = re.compile(r"badge|label|ribbon|flag|tag\b|status", re.IGNORECASE)
_FIRMS = word_set("brand buyer company host organizer provider publisher seller title")
_FIRM = re.compile(
    r"\b(?:GmbH|AG|KG|Inc|Ltd|LLC|LLP|PLC|SARL|SAS|S\.A|S\.L|SpA|S\.p\.A|S\.?r\.?l|B\.?V|AB|ApS|Oy|s\.r\.o)\b"
)
# What games and programs are made for.
_PLATFORM = re.compile(rf"{patterns('forms')['platform']}$", re.IGNORECASE)
# "Main Gallery", where something is shown in a house.
_ROOM = re.compile(rf"(?:\S{{2,20}} ){{1,3}}{patterns('places')['floor']}$", re.IGNORECASE)
# What words that are known tell of a column.
_TOLD_BY = {
    "venue": _ROOM,
    **dict.fromkeys(("department", "team"), DEPARTMENT),
    **dict.fromkeys(("location", "city"), IN_COUNTRY),
    "operating_system": _PLATFORM,
}


def fill_left(names: Sequence[str], rows: Sequence[Row], placed: Sequence[Texts], listed: set[Place]) -> None:
    """
    Fill fields *names* from places that have a name in most rows, other ones in some, and say nothing else.

    Words that are known tell which of several it is; of one field, or what then is left of them, it is the only place.
    What is *listed* are entries of a list.
    """
    are_brands = all("brand" in PHRASES.get(words_of(name), ()) for name in names)
    columns = _columns_of_names(placed, rows if are_brands else ())
    columns = {place: one for place, one in columns.items() if not _is_said(one, rows)}
    # For two screens it may stand in two places.
    distinct = {tuple(one.items()): place for place, one in reversed(columns.items())}
    columns = {place: one for place, one in columns.items() if distinct[tuple(one.items())] == place}
    left = []
    for name in names:
        asked = concepts_of(name)
        by = {_TOLD_BY[concept] for concept in asked & _TOLD_BY.keys()}
        told = [place for place, one in columns.items() if _may_be(place[0], asked) and _is_told(one, by)]
        if len(told) == 1:
            del columns[told[0]]
            _fill_from(told[0], name, rows, placed)
        else:
            left.append(name)
    for name in left if len(left) == 1 else ():
        asked = concepts_of(name)
        others = _others_than(asked)
        fitting = [one for one in columns if _may_be(one[0], asked) and not _is_listed(one, listed, rows, placed)]
        # What often comes back in other records is what none of them is called.
        fitting = [one for one in fitting if words_of(name) not in TITLES or _is_of_its_own(columns[one])]
        new = [place for place in fitting if not _is_said(columns[place], rows, within=True)]
        # The name of what a brand makes may begin with it.
        new = new or ([place for place in fitting if _leads(columns[place], rows)] if "brand" in asked else [])
        may_be = [place for place in new if not _is_told(columns[place], others)]
        # A firm is no town.
        if len(may_be) == 1 and (asked & _FIRMS or not any(map(_FIRM.search, columns[may_be[0]].values()))):
            _fill_from(may_be[0], name, rows, placed)


def _is_of_its_own(column: Mapping[int, str]) -> bool:
    return 4 * len({*column.values()}) >= 3 * len(column)


def _is_listed(place: Place, listed: set[Place], rows: Sequence[Row], placed: Sequence[Texts]) -> bool:
    """Tell whether *place* is that of an entry among those *listed*, of which *rows* do not say all the others."""
    beside: dict[Place, dict[int, str]] = {}
    for at, texts in enumerate(placed) if place in listed else ():
        for other in texts.keys() - {place}:
            if other[:-1] == place[:-1]:
                beside.setdefault(other, {})[at] = texts[other]
    return place in listed and not (beside and all(_is_said(column, rows) for column in beside.values()))


def _fill_from(place: Place, name: str, rows: Sequence[Row], placed: Sequence[Texts]) -> None:
    """Fill field *name* with the texts of one *place* that have no form of their own, and are known as nothing else."""
    others = _others_than(concepts_of(name))
    for row, texts in zip(rows, placed, strict=True):
        text = texts.get(place, "")
        if text and not form_of(text) and not any(one.match(text) for one in others):
            row[name] = text


def _others_than(asked: frozenset[str]) -> set[re.Pattern[str]]:
    """Return by what words are known that tell of something else than what is *asked*."""
    return {*_TOLD_BY.values()} - {_TOLD_BY[concept] for concept in asked & _TOLD_BY.keys()}


def _columns_of_names(placed: Sequence[Texts], rows: Sequence[Row]) -> dict[Place, dict[int, str]]:
    """Return the names in each place that has one in most records, or that names in *rows* begin with."""
    columns: dict[Place, dict[int, str]] = {}
    for at, texts in enumerate(placed):
        for place, text in texts.items():
            is_one = is_name(text) or is_department(text) or any(one.match(text) for one in (STREET, _PLATFORM))
            if is_one and not (_NO_NAME.search(text) or DIVIDER.search(text) or WEEKDAY.match(text)):
                columns.setdefault(place, {})[at] = text
    most = 4 * len(placed) / 5
    named = {place: one for place, one in columns.items() if len(set(one.values())) > 1}
    # Where some have no brand, the names of the others begin with theirs.
    named = {
        place: one
        for place, one in named.items()
        if len(one) >= most or (rows and 2 * len(one) > len(placed) and _leads(one, rows))
    }
    return {place: one for place, one in named.items() if not _are_labels(one.values())}


def _are_labels(texts: Collection[str]) -> bool:
    """Tell whether most of *texts* begin with one word that is a known label: "Date of adoption", "Date of vote"."""
    firsts = Counter(words_of(text)[:1] for text in texts if not STREET.match(text))
    word, count = next(iter(firsts.most_common(1)), ((), 0))
    return word in PHRASES and 2 * count > len(texts)


def _is_said(column: Mapping[int, str], rows: Sequence[Row], *, within: bool = False) -> bool:
    """Tell whether *rows* say in other fields what half of *column* does, be it *within* what they say."""
    known = 0
    for at, text in column.items():
        said = [one.casefold() for one in rows[at].values() if isinstance(one, str)]
        own = text.casefold()
        known += own in said or (within and any(own in one or one in own for one in said))
    return 2 * known >= len(column)


def _leads(column: Mapping[int, str], rows: Sequence[Row]) -> bool:
    """Tell whether most of *column* are what another value of their row begins with."""
    begun = sum(any(str(one).startswith(f"{text} ") for one in rows[at].values()) for at, text in column.items())
    return 2 * begun > len(column)


def _is_told(column: Mapping[int, str], by: Collection[re.Pattern[str]]) -> bool:
    """Tell whether several of *column*, and a third of it, begin with words that are known, *by* one pattern."""
    return any(sum(map(bool, map(one.match, column.values()))) >= max(2, len(column) / 3) for one in by)


def _may_be(kind: str, asked: frozenset[str]) -> bool:
    """Tell whether no class name of *kind* says that it marks something, or is something else than what is *asked*."""
    tag, *names = kind.split()
    # A heading marks nothing.
    return (tag in HEADINGS or not _MARK.search(kind)) and all(
        asked <= PHRASES.get(words_of(name), asked) for name in names
    )
