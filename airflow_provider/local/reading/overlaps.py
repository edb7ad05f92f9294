"""What fields of one row say twice, or more than each is asked for: once all are filled, it is cut or left out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from airflow_provider.local.reading.ends import is_plural
from airflow_provider.local.reading.wordings import ROOMS, TITLES, titles_in
from airflow_provider.local.reading.words.fieldnames import concepts_of
from airflow_provider.local.reading.words.lines import SENTENCE
from airflow_provider.local.reading.words.names import words_of
from airflow_provider.local.reading.words.values import cast
from airflow_provider.local.text import has_digit, word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.rows import Row
    from airflow_provider.local.schemas import Schema

# What stands at the end of names.
_ENDS = frozenset({("version",), ("variant",), ("trim",), ("subtitle",)})
_OF_HOURS = frozenset({("time",), ("start", "time"), ("hour",)})
_ISO_HOUR = re.compile(r"^(\d{4}-\d\d-\d\d)T.{1,30}$")
_KINDS = word_set("badge category kicker prefix type")
_TAGS, _NO_TAGS = word_set("category tag"), word_set("artist author brand manufacturer prefix")
# "MATH 1010. Linear Algebra. 3 Credit Hours."
_COURSE = re.compile(
    r"(?P<code>[A-Z]{2,8}[ -]?\d{2,5}[A-Z]{0,2})(?:\.|:|\s[-\u2013|])\s(?P<name>\S.{1,120}?)[.,:]?\s(?:[-\u2013|]\s)?"
    r"\(?(?P<credit>\d{1,2}(?:\.\d{1,2})?)\s(?:(?:credit|semester)\s)?(?:credits?|hours?|units?|points?|cr|ECTS)\.?\)?\.?$",
    re.IGNORECASE,
)
# "misfit 0.0.1", "Acme Reader v9.1".
_VERSIONED = re.compile(r"(\S.{0,120}?)\s[vV]?(\d{1,4}(?:\.\w{1,10}){1,5}(?:[-+][\w.]{1,20})?)$")
_SHORTEST_NAME = 3
# Whose a repository is.
_OWNERS = {(word,) for word in word_set("owner org organization organisation namespace")}
_OWNED = re.compile(r"([\w.-]{1,60}) ?/ ?([\w.-]{1,100})$")
_DIVIDERS = " ,:|/\u00b7\u2022\u2013-"
# So many characters may stand before who wrote: "by ".
_LED_BY = 10
_BY = r"(?:by|von|par|por|da|door|av|af)\s"


def cut_overlaps(rows: Sequence[Row], schema: Schema) -> None:
    """Leave each field of *schema* in *rows* but what no other one of the row has by itself."""
    _divide_courses(rows, schema)
    _divide_versions(rows, schema)
    _cut_hours(rows, schema)
    _drop_same_prices(rows, schema)
    _cut_ends(rows, schema)
    _cut_rooms(rows, schema)
    _cut_venues(rows, schema)
    _cut_owners(rows, schema)
    _drop_repeated(rows, schema)
    _cut_bylines(rows, schema)
    _drop_bylines(rows, schema)
    _drop_others(rows, schema)


def _divide_courses(rows: Sequence[Row], schema: Schema) -> None:
    """Divide names in *rows* that have a code before and credits behind, where *schema* asks for both of these."""
    codes = [name for name, kind in schema.fields.items() if kind == "string" and words_of(name)[-1:] == ("code",)]
    credited = [name for name in schema.fields if "credit" in words_of(name)]
    titles = [name for name in schema.fields if words_of(name)[-1:] in TITLES]
    for title in titles[:1] if len(codes) == len(credited) == 1 else ():
        for row in rows:
            if course := _COURSE.match(str(row[title])):
                told = cast(course["credit"], schema.fields[credited[0]])
                row.update({title: course["name"], codes[0]: course["code"], credited[0]: told})


def _divide_versions(rows: Sequence[Row], schema: Schema) -> None:
    """Divide names in *rows* that all end in a version, where *schema* asks for that and nothing else says it."""
    asked = [name for name, kind in schema.fields.items() if kind == "string" and words_of(name) == ("version",)]
    titles = titles_in(schema) if asked and all(row[asked[0]] is None for row in rows) else ()
    for title in titles[:1]:
        divided = [_VERSIONED.match(str(row[title] or "")) for row in rows]
        for row, told in zip(rows, divided, strict=True) if all(divided) else ():
            row.update({title: told[1], asked[0]: told[2]} if told is not None else {})


def _cut_hours(rows: Sequence[Row], schema: Schema) -> None:
    """Leave of dates in *rows* the day alone, where *schema* asks for hours by themselves."""
    texts = [name for name, kind in schema.fields.items() if kind == "string"]
    if any(words_of(name) in _OF_HOURS for name in texts):
        for name in (name for name in texts if words_of(name)[-1:] == ("date",)):
            for row in rows:
                row[name] = _ISO_HOUR.sub(r"\1", str(row[name])) if row[name] is not None else None


def _drop_same_prices(rows: Sequence[Row], schema: Schema) -> None:
    """Remove from *rows* old prices that are the price: nothing has changed."""
    numbers = [name for name, kind in schema.fields.items() if kind == "number"]
    prices, old = ([name for name in numbers if concept in concepts_of(name)] for concept in ("price", "old_price"))
    for row, name in ((row, name) for row in rows for name in old):
        if any(row[other] == row[name] for other in prices if other != name):
            row[name] = None


def _cut_ends(rows: Sequence[Row], schema: Schema) -> None:
    """Leave of names in *rows* what stands before the version or subtitle, where *schema* asks for that by itself."""
    ends = [name for name, kind in schema.fields.items() if kind == "string" and words_of(name) in _ENDS]
    for row, end in ((row, row[name]) for name in ends for row in rows if row[name]):
        for title in titles_in(schema) or [name for name in list(schema.fields)[:1] if name not in ends]:
            # Several words may be set apart by their looks alone.
            name = str(row[title] or "").removesuffix(str(end) if " " in str(end) else f" {end}")
            row[title] = name.rstrip(" ,:|-") if row[title] is not None else None


def _cut_rooms(rows: Sequence[Row], schema: Schema) -> None:
    """Leave of venues in *rows* what stands before the room in them, where *schema* asks for that by itself."""
    rooms = [name for name in schema.fields if words_of(name) in ROOMS]
    venues = [name for name in schema.fields if "venue" in concepts_of(name) and name not in rooms]
    for row, room in ((row, row[name]) for name in rooms for row in rows if isinstance(row[name], str)):
        for name in venues:
            before = str(row[name] or "").removesuffix(str(room))
            row[name] = before.rstrip(_DIVIDERS) if before[-1:] in {" ", ","} else row[name]
            # What is all of the place is no room in it.
            row.update({other: None for other in rooms if not before and row[other] == room})


def _cut_venues(rows: Sequence[Row], schema: Schema) -> None:
    """Leave of addresses in *rows* what stands on the next line behind a venue that *schema* asks for by itself."""
    told = {name: concepts_of(name) for name in schema.fields}
    venues = [name for name, concepts in told.items() if "venue" in concepts and "location" not in concepts]
    for name in [name for name, concepts in told.items() if "address" in concepts and name not in venues]:
        for row, venue in ((row, row[other]) for row in rows for other in venues if row[other] and row[name]):
            rest = str(row[name]).removeprefix(f"{venue} ")
            row[name] = rest if has_digit(rest) else row[name]


def _cut_owners(rows: Sequence[Row], schema: Schema) -> None:
    """Divide titles in *rows* that all are an owner, a slash and a name, where *schema* asks for both of these."""
    owners = [name for name, kind in schema.fields.items() if kind == "string" and words_of(name) in _OWNERS]
    for title in (titles_in(schema) or [*schema.fields])[:1] if len(owners) == 1 else ():
        owned = [_OWNED.match(str(row[title])) for row in rows]
        if all(one is not None and row[owners[0]] in {None, one[1]} for row, one in zip(rows, owned, strict=True)):
            for row, one in zip(rows, owned, strict=True):
                row.update({owners[0]: one[1], title: one[2]} if one is not None else {})


def _cut_bylines(rows: Sequence[Row], schema: Schema) -> None:
    """Leave of descriptions in *rows* what stands behind who wrote and when, which other fields have."""
    told = {name: concepts_of(name) for name in schema.fields}
    who, when, said = (
        [name for name, concepts in told.items() if concept in concepts and schema.fields[name] == "string"]
        for concept in ("author", "date", "description")
    )
    for row in rows if who and when else ():
        by, on = (str(row[names[0]] or "") for names in (who, when))
        for name in said:
            text = str(row[name] or "")
            if by and on and by in text[: len(by) + _LED_BY]:
                led = "".join(rf"(?:\W|\b(?:on|am|le|el)\b){{0,5}}{re.escape(one)}" for one in (by, on))
                row[name] = re.sub(rf"^(?:{_BY})?{led}\W+(?=\w.)", "", text)


def _drop_bylines(rows: Sequence[Row], schema: Schema) -> None:
    """Remove from *rows* descriptions that say little but who wrote and when, which other fields have."""
    told = {name: concepts_of(name) for name in schema.fields}
    beside = [name for name, concepts in told.items() if not concepts.isdisjoint({"author", "date"})]
    for name in [name for name, concepts in told.items() if "description" in concepts]:
        for row in rows:
            known = {str(row[other]) for other in beside if row[other] is not None}
            said = [one for one in known if len(one) >= _SHORTEST_NAME and one in str(row[name])]
            if said and len(str(row[name])) - sum(map(len, said)) < SENTENCE:
                row[name] = None


def _drop_others(rows: Sequence[Row], schema: Schema) -> None:
    """Remove from tags of *rows* who made it, and what stands before the title, if these have fields of their own."""
    told = {name: concepts_of(name) for name in schema.fields}
    others = [name for name, concepts in told.items() if concepts & _NO_TAGS and not concepts & _TAGS]
    for name in [name for name, concepts in told.items() if concepts & _TAGS and is_plural(name) and others]:
        for row in rows:
            known = {row[other] for other in others} - {None}
            left = [one for one in str(row[name]).split(", ") if one not in known] if row[name] is not None else []
            row[name] = ", ".join(left) or None


def _drop_repeated(rows: Sequence[Row], schema: Schema) -> None:
    """Remove from *rows* descriptions that another field has, such as a subtitle, and types that are the title."""
    titles = titles_in(schema)
    for name, concepts in ((name, concepts_of(name)) for name in schema.fields):
        others = schema.fields if "description" in concepts else () if _KINDS.isdisjoint(concepts) else titles
        for row in rows if others else ():
            if row[name] is not None and any(other != name and row[other] == row[name] for other in others):
                row[name] = None
