"""
Which of the records that a page lists a prompt means: the first, the cheapest, those under $50, or one by its name.

What records are compared by is read beside what the schema asks for, and is no part of what is returned.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from math import inf, isnan, nan, nextafter
from typing import TYPE_CHECKING

from airflow_provider.local.reading.ends import is_plural
from airflow_provider.local.reading.howmany import EACH, PLURALS
from airflow_provider.local.reading.wordings import titles_in
from airflow_provider.local.reading.words.fieldnames import concepts_of
from airflow_provider.local.reading.words.names import words_of
from airflow_provider.local.reading.words.synonyms import KINDS_OF_THING, PHRASES
from airflow_provider.local.reading.words.values import cast
from airflow_provider.local.reading.words.wording import patterns, snake_case
from airflow_provider.local.schemas import Schema
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from airflow_provider.local.reading.rows import Row
    from airflow_provider.local.reading.words.values import Scalar
    from airflow_provider.local.schemas import Kind

_ANY = patterns("selecting")
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
_COUNT = rf"(?P<count>\d{{1,4}}|{'|'.join(_NUMBERS)})"
# "1st" to "5th", and the last.
_PLACES = {place: re.compile(_ANY[f"place {place}"], re.IGNORECASE) for place in (0, 1, 2, 3, 4, -1)}
# By which field, and whether by most of it: "most price" are the words for what is expensive.
_EXTREMES = {
    (field, extent == "most"): re.compile(_ANY[name], re.IGNORECASE)
    for name in _ANY
    for extent, _, field in [name.partition(" ")]
    if extent in {"most", "least"}
}
# "Get me only the": what a prompt may begin with.
_LEAD = rf"^\W{{0,3}}(?:{_ANY['asking']}\s){{0,4}}"
_THING = r"(?P<thing>[^\W\d_][\w'-]*(?:\s[^\W\d_][\w'-]*){0,3}?)"
ALL = rf"{_LEAD}(?:(?:{_ANY['all']})\s){{0,3}}"
# "All the things", and so before what is said of them.
SOME = rf"{ALL}(?P<thing>[^\W\d_][\w'-]*(?:\s(?!{_ANY['behind']}\b)[^\W\d_][\w'-]*){{0,3}}?)"
THINGS = rf"{SOME}\s"
END = rf"(?=\s{_ANY['behind']}\b|\W*$|\s?[,.:;?!(\n])"
_FIRST = re.compile(r"\bfirst\s(\d{1,4})\b(?:\s([^\W\d_]+))?", re.IGNORECASE)


def _led_by(words: Iterable[re.Pattern[str]]) -> re.Pattern[str]:
    """Return a pattern for prompts that begin with one of *words*, before or behind a number, and with a thing."""
    some = "|".join(word.pattern for word in words)
    number = _COUNT.replace("count", "number")
    return re.compile(rf"{_LEAD}(?:{_COUNT}\s)?(?P<word>{some})\s(?:{number}\s)?{_THING}{END}", re.IGNORECASE)


_PLACE, _MOST = _led_by(_PLACES.values()), _led_by(_EXTREMES.values())
# "Le sujet le plus vu".
_BEHIND = re.compile(
    rf"{_LEAD}(?:{_COUNT}\s)?{_THING}\s(?:(?:les?|la|los|las|el|il|i|o)\s)?"
    rf"(?P<word>{'|'.join(word.pattern for word in _EXTREMES.values())}){END}",
    re.IGNORECASE,
)
_WITH_MOST = re.compile(
    rf"{_LEAD}(?:{_COUNT}\s)?{_THING}\s{_ANY['having']}\s"
    rf"(?:(?P<high>{_ANY['high']})|{_ANY['low']})\s(?:number of\s)?(?P<by>[^\W\d_]+(?:\s[^\W\d_]+)?){END}",
    re.IGNORECASE,
)
_READINGS = (_MOST, _PLACE, _WITH_MOST, _BEHIND)
# "All homes with at least 2 bedrooms", "lamps that cost less than $50".
_BOUND = re.compile(
    rf"{THINGS}"
    rf"(?P<said>(?:(?:{_ANY['leading']})\s){{0,5}})"
    rf"(?:(?P<below>{_ANY['below']})|(?P<above>{_ANY['above']}))(?P<equal>{_ANY['or equal']})?\s"
    rf"(?P<sum>[$€£¥]\s?)?(?P<number>\d[\d.,]{{0,12}})(?:\s?(?P<unit>[^\W\d_]+|[$€£¥]))?",
    re.IGNORECASE,
)
# What days are written as that tell the same everywhere.
_DAYS = ("%d %B %Y", "%B %d, %Y", "%d %b %Y", "%b %d, %Y", "%d.%m.%Y", "%d. %B %Y", "%B %Y", "%Y")
# A name of fewer words may be any words.
_NAME = 2
_LONGEST_PROMPT = 1000
# What records are, rather than what they have, by what their names may be labels of; "stand" is none on a page.
_RECORDS = word_set("title promotion topic_count post_count comment_count stand")
# "The last 24 hours" are no records.
_TIMES = word_set("second minute hour day week month year season")
# Whose bound is one of pay, which is told by the year, the month or the hour.
_PAY = re.compile(r"\b(?:jobs?|positions?|vacanc(?:y|ies)|roles?|pay\w*|salar\w*|earn\w*)\b", re.IGNORECASE)
# What is counted, as a unit behind a number tells.
_COUNTED = word_set("rating review_count comment_count view like bedroom bathroom room mileage point star seat")


@dataclass(frozen=True, slots=True)
class Selection:
    """
    *count* records from *place* on, or from the end if that is negative, in the order of the page or *by* a field.

    Of those that are not *falling* the least comes first. A selection by *bounds* is all records between them, in the
    order of the page.
    """

    count: int = 0
    place: int = 0
    by: str = ""
    falling: bool = True
    bounds: tuple[float, float] | None = None

    def widened(self, schema: Schema) -> Schema:
        """Return *schema* with the field that records are compared by, if it lacks that."""
        return widened(schema, self.by, "string" if self.by == "date" else "number") if self.by else schema

    def of(self, rows: Sequence[Row], schema: Schema, *, comma: bool) -> Sequence[Row]:
        """Return those of *rows* of the widened *schema* that are meant; what they are compared by, these have."""
        name = own_field(schema, self.by) if self.by else ""
        is_day = self.by == "date"
        keys = [_day_in(row[name]) if is_day else _number_in(row[name], name, comma) for row in rows if name]
        if self.bounds is not None:
            least, most = self.bounds
            return [row for row, key in zip(rows, keys, strict=True) if least <= key <= most]
        rows = self._in_order(rows, keys, name) if name else rows
        start = self.place if self.place >= 0 else max(0, len(rows) - self.count)
        return rows[start : start + self.count]

    def _in_order(self, rows: Sequence[Row], keys: Sequence[float], name: str) -> Sequence[Row]:
        """Return *rows* by their *keys*, what they say for field *name*, without those that do not say it."""
        told = [(key, row) for key, row in zip(keys, rows, strict=True) if not isnan(key)]
        # Days that are not told, or cannot be compared, leave the order of the page, which begins with the newest.
        if self.by == "date" and len(told) < max(1, sum(row[name] is not None for row in rows)):
            return rows if self.falling else rows[::-1]
        return [row for _, row in sorted(told, key=lambda pair: -pair[0] if self.falling else pair[0])]


def widened(schema: Schema, field: str, kind: Kind) -> Schema:
    """Return *schema* with *field*, of a *kind*, if none of its own asks for the same."""
    return schema if own_field(schema, field) else Schema({**schema.fields, field: kind}, schema.many)


def own_field(schema: Schema, field: str) -> str:
    """Return the name of the field of *schema* that asks for what *field* does; nothing if there is none."""
    meant = concepts_of(field) or {field}
    own = (name for name in schema.fields if name == field or not meant.isdisjoint(concepts_of(name)))
    return next(own, "")


def selection_in(prompt: str, schema: Schema) -> Selection | None:
    """Return which records *prompt* means; None where it means all of them, or what a field of *schema* asks for."""
    # "The first author of each paper".
    found = None if EACH.search(prompt) else next(filter(None, (one.match(prompt) for one in _READINGS)), None)
    told = found.groupdict("") if found else {}
    count = _count(told["count"] or told.get("number", ""), told["thing"], schema) if told else 0
    # "The top speed" may be what is asked for.
    of_field = words_of(f"{told.get('word', '')} {told.get('thing', '')}")
    if found is None or not count or any(words_of(name)[: len(of_field)] == of_field for name in schema.fields):
        return _first_in(prompt) or _bounded_in(prompt, schema)
    if found.re is _WITH_MOST:
        return Selection(count, by=snake_case(found["by"]), falling=bool(found["high"]))
    for place, word in _PLACES.items() if found.re is _PLACE else ():
        if word.fullmatch(found["word"]):
            return Selection(count, place)
    field, is_most = next(key for key, word in _EXTREMES.items() if word.fullmatch(found["word"]))
    return Selection(count, by=field, falling=is_most)


def _first_in(prompt: str) -> Selection | None:
    """Return the selection of *prompt* for the first so many records of a list, and not for the first 3 authors."""
    limit = _FIRST.search(prompt)
    return Selection(_number(limit[1])) if limit and not _is_part(limit[2] or "") else None


def _bounded_in(prompt: str, schema: Schema) -> Selection | None:
    """Return the selection of *prompt* by a bound of a price, a rating or a number of something."""
    found = _BOUND.match(prompt)
    meant = {concept for name in schema.fields for concept in concepts_of(name)}
    if found and (_PAY.search(found["thing"]) or ("salary" in meant and "price" not in meant)):
        return None
    number = cast(found["number"].rstrip(".,"), "number") if found else None
    if found is None or not isinstance(number, (int, float)):
        return None
    unit, said = found["unit"] or "", found["said"].lower()
    if found["sum"] or (unit and unit in "$€£¥") or re.fullmatch(_ANY["currency"], unit, re.IGNORECASE):
        by = "price"
    elif unit and PHRASES.get(words_of(unit), frozenset()) & _COUNTED:
        by = snake_case(unit)
    else:
        by = next((field for field in ("price", "rating") if re.search(_ANY[f"said {field}"], said)), "")
    # What is "under 50" is not 50, and "at least 50" may be.
    bound = found["below"] or found["above"]
    is_closed = found["equal"] or re.fullmatch(_ANY["closed"], bound, re.IGNORECASE)
    if not is_closed:
        number = nextafter(number, -inf if found["below"] else inf)
    bounds = (-inf, number) if found["below"] else (number, inf)
    return Selection(by=by, bounds=bounds) if by else None


def named_in(prompt: str, rows: Sequence[Row], schema: Schema, *, many: bool | None) -> Sequence[Row]:
    """Return those of *rows* that *prompt*, which may ask for *many*, has the whole name of; all if there is none."""
    titles = titles_in(schema)
    if not titles or EACH.search(prompt):
        return rows
    said = f" {' '.join(words_of(prompt[:_LONGEST_PROMPT]))} "
    names = [words_of(str(row[titles[0]] or "")) for row in rows]
    # A plural may be a part of the name, of which two words may be what all are called.
    held = [name for name in names if len(name) >= _NAME + bool(many) and f" {' '.join(name)} " in said]
    longest = max(held, key=len, default=())
    return [row for row, name in zip(rows, names, strict=True) if name == longest] if longest else rows


def _count(said: str, thing: str, schema: Schema) -> int:
    """Return how many of a *thing* are meant, one where that is no plural; nothing if it is what a field asks for."""
    last = thing.rsplit(maxsplit=1)[-1].lower()
    if _is_part(last) or not _TIMES.isdisjoint(words_of(thing)) or words_of(thing) in map(words_of, schema.fields):
        return 0
    if said:
        return _number(said)
    return 0 if is_plural(last) or last in PLURALS else 1


def _is_part(word: str) -> bool:
    """Tell whether *word* is what records have, such as an author, rather than what they are."""
    told = PHRASES.get(words_of(word), frozenset())
    return bool(told) and told.isdisjoint(_RECORDS) and KINDS_OF_THING.isdisjoint(words_of(word))


def _number(said: str) -> int:
    return max(1, int(said)) if said.isdecimal() else _NUMBERS[said.lower()]


def _number_in(value: Scalar | None, name: str, comma: bool) -> float:  # noqa: FBT001 - how the page writes numbers
    """Return the number that *value* of field *name* states; none (NaN) if it states no single one."""
    number = cast(value, "number", hint=words_of(name), comma=comma) if value is not None else None
    return float(number) if isinstance(number, (int, float)) else nan


def _day_in(value: Scalar | None) -> float:
    """Return a number by which the day that *value* is compares; none (NaN) for what is no such day."""
    text = str(value).strip()
    reads: list[Callable[[str], datetime]] = [datetime.fromisoformat, *(partial(_read_as, form) for form in _DAYS)]
    for read in reads:
        with suppress(ValueError, OverflowError):
            day = read(text)
            return day.replace(tzinfo=day.tzinfo or UTC).timestamp()
    return nan


def _read_as(form: str, text: str) -> datetime:
    return datetime.strptime(text, form).replace(tzinfo=UTC)
