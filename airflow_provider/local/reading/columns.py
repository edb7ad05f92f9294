"""
What stands in the same place in each record of a list: told by what the others say there.

A value that is missing in some rows is the text in the place where the others have theirs. A field that nothing
answers is what texts in one place begin with, or a code that is another one in each row, or else the only column of
names that says nothing else, or that has words of which it is known what they name: departments, towns. What stands
right over the titles may be a type or a mark.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from airflow_provider.local.reading.alike import ALIKE
from airflow_provider.local.reading.artists import divide_names
from airflow_provider.local.reading.chips import fill_chips
from airflow_provider.local.reading.marks import mark
from airflow_provider.local.reading.misfits import says_nothing
from airflow_provider.local.reading.placed import DIVIDER, NEAR, texts_of
from airflow_provider.local.reading.told import codes_in, led_by_words, pictured
from airflow_provider.local.reading.tree.nodes import HEADINGS
from airflow_provider.local.reading.wordings import titles_in
from airflow_provider.local.reading.words.days import LASTING, day_in
from airflow_provider.local.reading.words.forms import form_of
from airflow_provider.local.reading.words.lines import SENTENCE
from airflow_provider.local.reading.words.money import MONEY
from airflow_provider.local.reading.words.names import words_of
from airflow_provider.local.reading.words.places import STREET, TOWN
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.written.employers import DEPARTMENT, is_department, is_name
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from airflow_provider.local.reading.data.facts import Group
    from airflow_provider.local.reading.placed import Place, Texts
    from airflow_provider.local.reading.rows import Filling, Row
    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.schemas import Schema

# What has a name for its answer, of all that is known by its own.
_NAMED = word_set(
    """
    artist author brand category city community company department director format host location organizer publisher
    region seller team venue
    """
)
# What may stand over a title.
_OVER_TITLES = frozenset({"badge", "prefix", "kicker", "type", "category"})
# A sign in front, and a dot within a word.
_NO_NAME = re.compile(r"^\W|\w\.\w{2}")
# Class names of marks, such as "Bestseller".
_MARK = re.compile(r"badge|label|ribbon|flag|tag\b|status", re.IGNORECASE)
_FIRMS = word_set("brand company host organizer publisher seller title")
_FIRM = re.compile(
    r"\b(?:GmbH|AG|KG|Inc|Ltd|LLC|LLP|PLC|SARL|SAS|S\.A|S\.L|SpA|S\.p\.A|S\.?r\.?l|B\.?V|AB|ApS|Oy|s\.r\.o)\b"
)
_CODES = word_set("code id identifier number ref reference requisition sku")
# An amount of something: "10 km".
_AMOUNT = re.compile(r"^\d[\d.,]{0,12}\s?[^\W\d_]{1,12}$")
_FIGURE = re.compile(r"\d[\d.,]{0,12}$")
_FIRST = re.compile(r"^\w")
_NUMBERS = re.compile(r"\d+")
# What is known of a thing because it can be bought; where others say more, it may, too.
_BY_BUTTON = "InStock"
_DAYS = frozenset({"date", "dates"})
# What words that are known tell of a column.
_TOLD_BY = {"department": DEPARTMENT, "team": DEPARTMENT, "location": TOWN, "city": TOWN}


def complete(filling: Filling, group: Group, schema: Schema) -> None:
    """Give the rows of *filling*, from *group*, what they lack of *schema*, as classes and places in it tell."""
    rows, records = filling.rows, [group.items[at].nodes for at in filling.kept]
    if group.origin in {"listing", "table"}:
        # Of a row only its cells are known.
        inside = [[*nodes[:1], *nodes[0].below()] if group.origin == "table" and nodes else nodes for nodes in records]
        mark(rows, inside, schema)
    if group.origin == "listing":
        _complete_texts(rows, records, schema)


def _complete_texts(rows: Sequence[Row], records: Sequence[Sequence[Node]], schema: Schema) -> None:
    """Give *rows* the texts that they lack of *schema*, as the places in their *records* tell."""
    names = [name for name, kind in schema.fields.items() if kind == "string"]
    divide_names(rows, records, schema)
    gaps = [name for name in names if any(row[name] in {None, _BY_BUTTON} for row in rows)]
    if not gaps or len(rows) < ALIKE:
        return
    listed: set[Place] = set()
    placed = [dict(texts_of(nodes, listed)) for nodes in records]
    left, led, titles = [], led_by_words(placed), titles_in(schema)
    for name in gaps:
        may_be_over = titles and not _OVER_TITLES.isdisjoint(PHRASES.get(words_of(name), ()))
        over = _over_titles(titles[0], name, rows, placed) if may_be_over else {}
        if over or any(row[name] is not None for row in rows):
            _fill(name, rows, over)
            _fill_gaps(name, rows, placed)
            continue
        column = max(led.get(words_of(name), {}).values(), key=len, default={})
        column = column or pictured(name, records)
        codes = codes_in(placed, rows) if _CODES.issuperset(words_of(name)[-1:]) else {}
        if 2 * len(column) > len(rows) or codes:
            _fill(name, rows, codes or column)
        elif not fill_chips(name, rows, placed, listed):
            left.append(name)
    # Beside an episode, a podcast is a name, too.
    left = [name for name in left if name in titles[1:] or _NAMED & PHRASES.get(words_of(name), frozenset())]
    if left:
        _fill_left(left, rows, placed, listed)


def _fill_gaps(name: str, rows: Sequence[Row], placed: Sequence[Texts]) -> None:
    """Fill the gaps of field *name* from the place where most of the other rows have it."""
    said = [(row[name], texts) for row, texts in zip(rows, placed, strict=True) if row[name] is not None]
    counts = Counter(place for value, texts in said for place, text in texts.items() if text == value)
    place, count = next(iter(counts.most_common(1)), ((), 0))
    # A description is told by its length: where most have one, the others are short.
    is_description = "description" in PHRASES.get(words_of(name), ())
    fewest = len(rows) // 2 + 1 if is_description else max(ALIKE, len(rows) / 3)
    there = sum(place in texts for texts in placed)
    # Of names a few tell the place of all, if there is one in most records.
    is_known = _NAMED & PHRASES.get(words_of(name), frozenset()) and count > max(1, len(said) / 2)
    is_usual = is_known and 5 * there >= 4 * len(rows)
    # Of marks, those that are known tell what the others there are.
    is_mark_place = "badge" in PHRASES.get(words_of(name), ()) and count > 1 and 3 * count >= there
    if not (is_usual or is_mark_place) and (count < fewest or 4 * count < 3 * len(said)):
        return
    texts_there = [texts[place] for _, texts in said if place in texts]
    forms = set(map(form_of, texts_there))
    # "- (year)" stands where there is none.
    needed = [one for one in (MONEY, _FIRST) if all(map(one.search, texts_there))]
    for row, texts in zip(rows, placed, strict=True):
        text = texts.get(place) or _unlinked(place, texts) or _numbered(place, texts)
        # Nor is a name a day.
        alike = forms if forms == {"date"} else {"", *forms}
        is_alike = form_of(text) in alike and all(one.search(text) for one in needed)
        is_alike = is_alike or (not forms.isdisjoint(_DAYS) and LASTING.match(text) is not None)
        # Nor is a number a text, or an amount anything else.
        is_amount = any(one.match(text) and not any(map(one.match, texts_there)) for one in (_AMOUNT, _FIGURE))
        is_said = text != "" and not (says_nothing(text, words_of(name), words_of(name)) or _leads_day(text))
        if row[name] in {None, _BY_BUTTON} and is_said and text not in row.values() and is_alike and not is_amount:
            row[name] = text


def _leads_day(text: str) -> bool:
    """Tell whether *text* is a word that stands before a day: "Updated"."""
    return text.isalpha() and day_in(f"{text} 3 May 2026") != ""


def _unlinked(place: Place, texts: Texts) -> str:
    """Return the text that stands right in what has a link at *place* in other records."""
    inside = [text for one, text in texts.items() if one[: NEAR - 1] == place[1:NEAR]]
    return inside[0] if len(inside) == 1 and place[0].startswith("a ") else ""


def _numbered(place: Place, texts: Texts) -> str:
    """Return the only text whose place is *place* but for numbers in class names behind the first: "stock stock2"."""
    alike = [text for one, text in texts.items() if _unnumbered(one) == _unnumbered(place)]
    return alike[0] if len(alike) == 1 else ""


@lru_cache(maxsize=4096)
def _unnumbered(place: Place) -> Place:
    parts = (part.split(" ", 2) for part in place)
    return tuple(" ".join((*part[:2], *(_NUMBERS.sub("", names) for names in part[2:]))) for part in parts)


def _over_titles(title: str, name: str, rows: Sequence[Row], placed: Sequence[Texts]) -> dict[int, str]:
    """
    Return the marks right over the *title* of some of *rows*, all in one place and of but some kinds.

    None are returned where they differ from what field *name* of many of them is known to be.
    """
    columns: dict[Place, dict[int, str]] = {}
    for at, (row, texts) in enumerate(zip(rows, placed, strict=True)):
        for (place, text), (_, then) in pairwise(texts.items()):
            is_mark = len(text) < SENTENCE and not form_of(text) and any(map(str.isalpha, text))
            if then == row[title] and is_mark and text not in [row[other] for other in row if other != name]:
                # Behind the first class, of the mark or of what it stands in, may be one for each kind.
                columns.setdefault(tuple(" ".join(part.split()[:2]) for part in place[:2]), {})[at] = text
                break
    best = max(columns.values(), key=len, default={})
    is_of_kinds = len(best) >= ALIKE and len(set(best.values())) < len(best)
    others = sum(rows[at][name] not in {None, text} for at, text in best.items())
    return best if is_of_kinds and 4 * others < len(best) else {}


def _fill_left(names: Sequence[str], rows: Sequence[Row], placed: Sequence[Texts], listed: set[Place]) -> None:
    """
    Fill fields *names* from places that have a name in most rows, other ones in some, and say nothing else.

    Words that are known tell which of several it is; of one field, or what then is left of them, it is the only place.
    What is *listed* are entries of a list.
    """
    columns = {place: one for place, one in _columns_of_names(placed).items() if not _is_said(one, rows)}
    # For two screens it may stand in two places.
    distinct = {tuple(one.items()): place for place, one in reversed(columns.items())}
    columns = {place: one for place, one in columns.items() if distinct[tuple(one.items())] == place}
    left = []
    for name in names:
        asked = PHRASES.get(words_of(name), frozenset())
        by = {_TOLD_BY[concept] for concept in asked & _TOLD_BY.keys()}
        told = [place for place, one in columns.items() if _may_be(place[0], asked) and _is_told(one, by)]
        if len(told) == 1:
            del columns[told[0]]
            _fill_from(told[0], name, rows, placed)
        else:
            left.append(name)
    for name in left if len(left) == 1 else ():
        asked = PHRASES.get(words_of(name), frozenset())
        others = _others_than(asked)
        fitting = [one for one in columns if _may_be(one[0], asked) and not _is_listed(one, listed, rows, placed)]
        new = [place for place in fitting if not _is_said(columns[place], rows, within=True)]
        # The name of what a brand makes may begin with it.
        new = new or ([place for place in fitting if _leads(columns[place], rows)] if "brand" in asked else [])
        may_be = [place for place in new if not _is_told(columns[place], others)]
        # A firm is no town.
        if len(may_be) == 1 and (asked & _FIRMS or not any(map(_FIRM.search, columns[may_be[0]].values()))):
            _fill_from(may_be[0], name, rows, placed)


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
    others = _others_than(PHRASES.get(words_of(name), frozenset()))
    for row, texts in zip(rows, placed, strict=True):
        text = texts.get(place, "")
        if text and not form_of(text) and not any(one.match(text) for one in others):
            row[name] = text


def _others_than(asked: frozenset[str]) -> set[re.Pattern[str]]:
    """Return by what words are known that tell of something else than what is *asked*."""
    return {*_TOLD_BY.values()} - {_TOLD_BY[concept] for concept in asked & _TOLD_BY.keys()}


def _columns_of_names(placed: Sequence[Texts]) -> dict[Place, dict[int, str]]:
    """Return the names in each place that has one in most records, and not the same one in all."""
    columns: dict[Place, dict[int, str]] = {}
    for at, texts in enumerate(placed):
        for place, text in texts.items():
            is_one = is_name(text) or is_department(text) or STREET.match(text) is not None
            if is_one and not (_NO_NAME.search(text) or DIVIDER.search(text)):
                columns.setdefault(place, {})[at] = text
    most = 4 * len(placed) / 5
    named = {place: one for place, one in columns.items() if len(one) >= most and len(set(one.values())) > 1}
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


def _fill(name: str, rows: Sequence[Row], column: Mapping[int, str]) -> None:
    for at, text in column.items():
        rows[at][name] = text
