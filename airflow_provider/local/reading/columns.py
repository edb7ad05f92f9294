"""
What stands in the same place in each record of a list: told by what the others say there.

A value that is missing in some rows is the text in the place where the others have theirs. A field that nothing
answers is what texts in one place begin with, or else the only column of names that says nothing else.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from airflow_provider.local.reading.alike import ALIKE
from airflow_provider.local.reading.tree.nodes import HEADINGS
from airflow_provider.local.reading.wordings import titles_in
from airflow_provider.local.reading.words.forms import MONEY, form_of
from airflow_provider.local.reading.words.names import Words, words_of
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.written.employers import is_name
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from airflow_provider.local.reading.rows import Row
    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.schemas import Schema

Place = tuple[str, ...]
Texts = dict[Place, str]

# So far up the classes tell a place.
_NEAR = 3
# What is in these is pressed, or is a label.
_NO_VALUES = frozenset({"button", "select", "option", "label", "th", "dt", "caption", "legend"})
# What has a name for its answer, of all that is known by its own.
_NAMED = word_set(
    """
    artist author brand category city community company department director format host location organizer publisher
    region seller team venue
    """
)
# A sign in front, and a dot within a word.
_NO_NAME = re.compile(r"^\W|\w\.\w{2}")
# Class names of marks, such as "Bestseller".
_MARK = re.compile(r"badge|label|ribbon|flag|tag\b|status", re.IGNORECASE)
_FIRMS = word_set("brand company host organizer publisher seller title")
_FIRM = re.compile(
    r"\b(?:GmbH|AG|KG|Inc|Ltd|LLC|LLP|PLC|SARL|SAS|S\.A|S\.L|SpA|S\.p\.A|S\.?r\.?l|B\.?V|AB|ApS|Oy|s\.r\.o)\b"
)
_AROUND = " -\u2013|·•,/"


def complete(rows: Sequence[Row], records: Sequence[Sequence[Node]], schema: Schema) -> None:
    """Give *rows* the texts that they lack of *schema*, as the places in their *records* tell."""
    names = [name for name, kind in schema.fields.items() if kind == "string"]
    _divide_names(rows, records, schema)
    gaps = [name for name in names if any(row[name] is None for row in rows)]
    if not gaps or len(rows) < ALIKE:
        return
    listed: set[Place] = set()
    placed = [dict(_texts(nodes, listed)) for nodes in records]
    left, led = [], _led(placed)
    for name in gaps:
        if any(row[name] is not None for row in rows):
            _fill_gaps(name, rows, placed)
            continue
        column = max(led.get(words_of(name), {}).values(), key=len, default={})
        if 2 * len(column) > len(rows):
            _fill(name, rows, column)
        else:
            left.append(name)
    # Beside an episode, a podcast is a name, too.
    titles = titles_in(schema)
    left = [name for name in left if name in titles[1:] or _NAMED & PHRASES.get(words_of(name), frozenset())]
    if len(left) == 1:
        _fill_left(left[0], rows, placed, listed)


def _divide_names(rows: Sequence[Row], records: Sequence[Sequence[Node]], schema: Schema) -> None:
    """Where nothing says who the artist is, take a heading for that, if most have the title below it as a subtitle."""
    artist = next((name for name in schema.fields if "artist" in PHRASES.get(words_of(name), ())), "")
    title = next((name for name in schema.fields if words_of(name)[-1:] == ("title",)), "")
    if not (artist and title) or any(row[artist] is not None for row in rows):
        return
    below = [_subtitle_in(nodes) for nodes in records]
    for row, text in zip(rows, below, strict=True) if 2 * sum(map(bool, below)) > len(rows) else ():
        if text and row[title] not in {None, text}:
            row[artist], row[title] = row[title], text


def _subtitle_in(nodes: Sequence[Node]) -> str:
    """Return the only text in a heading among *nodes* that a class calls a subtitle."""
    inside = [one for node in nodes if node.tag in HEADINGS for one in node.below()]
    told = {one.text for one in inside if one.text and any(map(_is_subtitle, one.names))}
    return told.pop() if len(told) == 1 else ""


def _is_subtitle(name: str) -> bool:
    """Tell whether class *name* is that of a subtitle, and not of a title that has one."""
    return words_of(name)[-1:] == ("subtitle",) and words_of(name)[0] != "has"


def _fill_gaps(name: str, rows: Sequence[Row], placed: Sequence[Texts]) -> None:
    """Fill the gaps of field *name* from the place where most of the other rows have it."""
    said = [(row[name], texts) for row, texts in zip(rows, placed, strict=True) if row[name] is not None]
    counts = Counter(place for value, texts in said for place, text in texts.items() if text == value)
    place, count = next(iter(counts.most_common(1)), ((), 0))
    # A description is told by its length.
    fewest = len(rows) // 2 + 1 if "description" in PHRASES.get(words_of(name), ()) else len(rows) / 3
    if count < max(ALIKE, fewest) or 4 * count < 3 * len(said):
        return
    texts_there = [texts[place] for _, texts in said if place in texts]
    forms = set(map(form_of, texts_there))
    is_paid = all(map(MONEY.search, texts_there))
    for row, texts in zip(rows, placed, strict=True):
        text = texts.get(place, "")
        is_alike = form_of(text) in {"", *forms} and (not is_paid or MONEY.search(text))
        if row[name] is None and text and text not in row.values() and is_alike:
            row[name] = text


def _led(placed: Sequence[Texts]) -> dict[Words, dict[Place, dict[int, str]]]:
    """Return what follows as the last word, and has a number, by the words before it: A12 in "Stand A12"."""
    found: dict[Words, dict[Place, dict[int, str]]] = {}
    for at, texts in enumerate(placed):
        for place, text in texts.items():
            before, _, last = text.rpartition(" ")
            if before and any(map(str.isdigit, last)):
                found.setdefault(words_of(before), {}).setdefault(place, {})[at] = last
    return found


def _fill_left(name: str, rows: Sequence[Row], placed: Sequence[Texts], listed: set[Place]) -> None:
    """
    Fill field *name* from the only place that has a name in most rows, other ones in some, and says nothing else.

    What is *listed* are entries of a list.
    """
    said = [[str(value).casefold() for value in row.values() if isinstance(value, str)] for row in rows]
    asked = PHRASES.get(words_of(name), frozenset())
    columns: dict[Place, dict[int, str]] = {}
    known: Counter[Place] = Counter()
    for at, texts in enumerate(placed):
        for place, text in texts.items():
            if place not in listed and _may_be(place[0], asked) and is_name(text) and not _NO_NAME.search(text):
                columns.setdefault(place, {})[at] = text
                known[place] += any(text.casefold() in value or value in text.casefold() for value in said[at])
    left = [
        column
        for place, column in columns.items()
        if 5 * len(column) >= 4 * len(rows) and 2 * known[place] < len(column) and len(set(column.values())) > 1
    ]
    # A firm is no town.
    if len(left) == 1 and (asked & _FIRMS or not any(map(_FIRM.search, left[0].values()))):
        _fill(name, rows, left[0])


def _may_be(kind: str, asked: frozenset[str]) -> bool:
    """Tell whether no class name of *kind* says that it marks something, or is something else than what is *asked*."""
    names = kind.split()[1:]
    return not _MARK.search(kind) and all(asked <= PHRASES.get(words_of(name), asked) for name in names)


def _fill(name: str, rows: Sequence[Row], column: Mapping[int, str]) -> None:
    for at, text in column.items():
        rows[at][name] = text


def _texts(nodes: Sequence[Node], listed: set[Place]) -> Iterator[tuple[Place, str]]:
    """
    Yield the texts of *nodes* with their places: tags and classes, the icon before them, and how many there were.

    Those beside others of their kind are added to *listed*.
    """
    counts: Counter[Place] = Counter()
    above = nodes[0].parent
    for node in nodes:
        if not node.own or node.hidden or node.boilerplate or not node.is_short:
            continue
        around = [node]
        for one in node.up():
            if one is above:
                break
            around.append(one)
        if any(one.tag in _NO_VALUES for one in around):
            continue
        path = tuple(f"{one.tag} {one.attrs.get('class', '')}" for one in around[:_NEAR])
        for at, told in enumerate(node.own_texts):
            if text := told.strip(_AROUND):
                before = node.shown[at - 1 : at] if at else []
                place = (*path, *(f"{one.tag} {one.attrs.get('class', '')}" for one in before if not one.text))
                counts[place] += 1
                place = (*place, str(counts[place]))
                listed.update([place] if any(map(_is_entry, around[:_NEAR][: len(around) - 1])) else [])
                yield place, text


def _is_entry(node: Node) -> bool:
    """Tell whether right beside *node* stands another one of its kind, be it one of style or of an entry."""
    beside = node.parent.children[max(0, node.position - 1) : node.position + 2] if node.parent is not None else ()
    alike = [one for one in beside if one.text and (one.tag, one.names) == (node.tag, node.names)]
    return len(alike) > 1 and node.tag != "td" and (node.tag not in {"p", "div"} or node.names != [])
