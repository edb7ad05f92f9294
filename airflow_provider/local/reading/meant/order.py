"""
In which order a prompt means records, and which places of it: the first, the cheapest, the 2nd to 5th, or one by name.

What records are compared by is read beside what the schema asks for, and is no part of what is returned.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import isnan
from typing import TYPE_CHECKING

from airflow_provider.local.reading.ends import is_plural
from airflow_provider.local.reading.howmany import EACH, PLURALS
from airflow_provider.local.reading.meant.compared import (
    SEVERAL,
    START,
    VERBS,
    Told,
    end_before,
    is_part,
    moment_of,
    number_said,
    widened,
)
from airflow_provider.local.reading.meant.marked import is_included
from airflow_provider.local.reading.wordings import titles_in
from airflow_provider.local.reading.words.fieldnames import concepts_of, means
from airflow_provider.local.reading.words.names import words_of
from airflow_provider.local.reading.words.wording import patterns, snake_case
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from airflow_provider.local.reading.rows import Row
    from airflow_provider.local.schemas import Schema

_ANY = patterns("meaning")
_COUNT = rf"(?P<count>\d{{1,4}}|{SEVERAL})"
# "1st" to "5th", and the last.
_PLACES = {place: re.compile(_ANY[f"place {place}"], re.IGNORECASE) for place in (0, 1, 2, 3, 4, -1)}
_MUCH = {"most": _ANY["most"], "least": _ANY["least"]}
# By which field, and whether by most of it: "most price" are the words for what is expensive.
_EXTREMES = {
    (field, extent == "most"): re.compile(_ANY[name], re.IGNORECASE)
    for name in _ANY
    for extent, _, field in [name.partition(" ")]
    if field and extent in _MUCH
} | {
    (field, extent == "most"): re.compile(rf"{much}[\s-]{verb}", re.IGNORECASE)
    for extent, much in _MUCH.items()
    for field, verb in VERBS.items()
}
_HAPPENINGS = {name.removeprefix("happening "): _ANY[name] for name in _ANY if name.startswith("happening ")}
_AMID = re.compile(rf"{START}{_COUNT}\s", re.IGNORECASE)
_THING = (
    rf"(?P<thing>(?!(?:{_ANY['at first']}|{_ANY['behind']}|{_ANY['declared']}|as|to)\b)[^\W\d_][\w'-]*"
    rf"(?:\s(?!(?:{_ANY['is']}|{_ANY['at first']}|{_ANY['too']}|as)\b)[^\W\d_][\w'-]*){{0,3}}?)"
)
_END = end_before(_ANY["last"])
_BY = rf"(?P<by>[^\W\d_][\w-]{{0,30}}(?:\s(?!(?:{_ANY['behind']})\b)[^\W\d_]{{1,30}})?)"


def _led_by(words: Iterable[re.Pattern[str]]) -> re.Pattern[str]:
    """Return a pattern for one of *words*, before or behind a number, and then a thing."""
    some = "|".join(word.pattern for word in words)
    number = _COUNT.replace("count", "number")
    return re.compile(
        rf"{START}(?:{_COUNT}\s)?(?P<word>{some})\s(?:{number}\s(?!the\s|last\s))?{_THING}{_END}", re.IGNORECASE
    )


_PLACE, _MOST = _led_by(_PLACES.values()), _led_by(_EXTREMES.values())
_EXTREME = "|".join(word.pattern for word in _EXTREMES.values())
# "Le sujet le plus vu".
_BEHIND = re.compile(
    rf"{START}(?:{_COUNT}\s)?{_THING}\s(?:(?:les?|la|los|las|el|il|i|o)\s)?(?P<word>{_EXTREME}){_END}", re.IGNORECASE
)
_WITH_MOST = re.compile(
    rf"{START}(?:{_COUNT}\s)?{_THING}\s{_ANY['having']}\s"
    rf"(?:(?P<high>{_ANY['high']})|{_ANY['low']})\s(?:number of\s)?{_BY}{_END}",
    re.IGNORECASE,
)
# "Top 5 results by number of citations".
_TOP = re.compile(rf"{START}{_ANY['place 0']}\s{_COUNT}\s{_THING}\sby\s(?:number of\s)?{_BY}{_END}", re.IGNORECASE)
# "The auction that ends first", "which thread was started most recently".
_HAPPENING = re.compile(
    rf"{START}{_THING}\s(?:(?:that|which|was|is|were|are)\s){{0,2}}"
    rf"(?:{'|'.join(f'(?P<{name}>{words})' for name, words in _HAPPENINGS.items())})\s"
    rf"(?:(?P<soonest>{_ANY['soonest']})|{_ANY['latest']}){_END}",
    re.IGNORECASE,
)
_READINGS = (_TOP, _MOST, _PLACE, _WITH_MOST, _BEHIND, _HAPPENING)
_ORDINAL = r"(?:st|nd|rd|th|\.|e|er|ère|ème|\u00ba|\u00aa)"
_RANGE = re.compile(
    rf"{START}(?:(?P<first>\d{{1,3}}){_ORDINAL}|(?P<word>{'|'.join(one.pattern for one in _PLACES.values())}))"
    rf"\s{_ANY['through']}\s(?:(?:the|den|el|il|la|le|o|de)\s)?(?P<last>\d{{1,3}}){_ORDINAL}(?!\w)",
    re.IGNORECASE,
)
# "Results 5 to 8".
_NUMBERED = re.compile(
    rf"{START}{_ANY['records']}\s(?P<first>\d{{1,3}})\s?{_ANY['through']}\s?(?P<last>\d{{1,3}})(?![\w.,]*\d)",
    re.IGNORECASE,
)
_SORTED = re.compile(rf"{START}{_ANY['sorted']}\s{_ANY['sorted by']}\s{_BY}?(?:\s|{_END})", re.IGNORECASE)
_WAY = re.compile(rf"{START}(?:(?P<falling>{_ANY['falling']})|{_ANY['rising']})(?!\w)", re.IGNORECASE)
_FROM_TO = re.compile(
    rf"{START}{_ANY['from extreme']}\s(?P<word>{_EXTREME})\s{_ANY['to extreme']}\s(?:{_EXTREME})(?!\w)", re.IGNORECASE
)
_EXTREME_FIRST = re.compile(
    rf"{START}(?P<word>{_EXTREME})\s(?:[^\W\d_]{{1,20}}\s)?{_ANY['at first']}(?!\w)", re.IGNORECASE
)
_THEN_FIRST = re.compile(rf"\s{_ANY['at first']}(?!\w)", re.IGNORECASE)
# "For each forum the last post", but not "for each one".
_EACH_THING = re.compile(r"\b(?:each|every)\s(?!one\b|of\b|the\b)[^\W\d_]", re.IGNORECASE)
# "The date of the last update", "at the earliest", "the first one is the newest": none of these asks for one.
_OF = rf"\s{_ANY['field of']}\s(?:(?:the|der|den|la|le|el|il|lo|du)\s)?"
_OF_FIELD = re.compile(rf"(?<!\w)(?!{_ANY['asking']}\s)[^\W\d_]+{_OF}$", re.IGNORECASE)
_DAY_OF = rf"(?<!\w){_ANY['moment']}{_OF}"
_AT_THE = re.compile(r"\b(?:at|in|on|to)\s(?:the\s)?$", re.IGNORECASE)
_IS_THE = re.compile(rf"\s{_ANY['is']}\s(?:(?:the|der|die|das|le|la|les|el|il)\s)?$", re.IGNORECASE)
_WHICH = re.compile(rf"\b{_ANY['which']}\b[^.;?!]*$", re.IGNORECASE)
_INNER = re.compile(rf"{START}{_ANY['inner']}(?!\w)[^,.:;?!]*$", re.IGNORECASE)
_FIRST = re.compile(r"\bfirst\s(\d{1,4})\b(?:\s([^\W\d_]+))?", re.IGNORECASE)
# A name of fewer words may be any words.
_NAME = 2
_LONGEST_PROMPT = 1000
# "The last 24 hours" are no records.
_TIMES = word_set(
    """
    second minute hour day week month year season time mal vez fois volta keer raz gang gång temporada saison stagione
    seizoen säsong
    """
)
_COUNTED = word_set("rating review_count comment_count view like citation download_count point")
_DATES = frozenset({"date", "start_date", "end_date"})


@dataclass(frozen=True, slots=True)
class Selection:
    """
    *count* records from *place* on, or from the end if that is negative, in the order of the page or *by* a field.

    Of those that are not *falling* the least comes first. Without a count, all are meant.
    """

    count: int = 0
    place: int = 0
    by: str = ""
    falling: bool = True

    def widened(self, schema: Schema) -> Schema:
        """Return *schema* with the field that records are compared by, if it lacks that."""
        return widened(schema, self.by, "string" if self.by in _DATES else "number") if self.by else schema

    def of(self, rows: Sequence[Row], told: Told) -> Sequence[Row]:
        """Return those of *rows* that are meant; what they are compared by, these have."""
        rows = self._in_order(rows, told) if self.by else rows
        start = self.place if self.place >= 0 else max(0, len(rows) - self.count)
        return rows[start : start + self.count] if self.count else rows

    def _in_order(self, rows: Sequence[Row], told: Told) -> Sequence[Row]:
        """Return *rows* by what they are *told* by; those that do not say it are left out, or come last."""
        texts = told.texts(rows, self.by) if self.by in _DATES else []
        keys = list(map(moment_of, texts)) or told.numbers(rows, self.by)
        known = [(key, row) for key, row in zip(keys, rows, strict=True) if not isnan(key)]
        # Days that are not told, or cannot be compared, leave the order of the page, which begins with the newest.
        if texts and len(known) < max(1, sum(map(bool, texts))):
            return rows if self.falling or self.by != "date" else rows[::-1]
        ordered = [row for _, row in sorted(known, key=lambda pair: -pair[0] if self.falling else pair[0])]
        return ordered if self.count else [*ordered, *(row for key, row in zip(keys, rows, strict=True) if isnan(key))]


def order_in(said: str, prompt: str, schema: Schema) -> Selection | None:
    """Return in which order, and from which place on, what *prompt* has *said* of things means them, if in any."""
    if found := _RANGE.search(said):
        first = _place_of(found["word"]) if found["word"] else int(found["first"]) - 1
        last = int(found["last"])
        return Selection(last - first, first) if 0 <= first < last else None
    if found := _NUMBERED.search(said):
        first, last = int(found["first"]) - 1, int(found["last"])
        return Selection(last - first, first) if 0 <= first < last else None
    if found := _FROM_TO.search(said):
        field, is_most = _extreme_of(found["word"])
        return Selection(by=field, falling=is_most)
    # "The first author of each paper".
    readings = () if EACH.search(said) or _EACH_THING.search(prompt) else _READINGS
    # "Threads where the last post is by anna".
    every = (one for reading in readings for one in reading.finditer(said))
    places = (one for one in every if not (_INNER.search(said[: one.end()]) or _THEN_FIRST.match(said, one.end())))
    some = (_selection_of(one, prompt, schema) for one in places)
    return next((one for one in some if one is not None), None) or _first_in(said) or _sorted_in(said)


def _selection_of(found: re.Match[str], prompt: str, schema: Schema) -> Selection | None:
    """Return the selection that is *found* in what *prompt* says of things; None if it is but of a part of them."""
    told = found.groupdict("")
    # "I want the two lamps with the most reviews".
    amid = _AMID.search(told["thing"])
    said = told.get("count") or told.get("number") or (amid["count"] if amid is not None else "")
    count = _count(said, told["thing"], schema)
    if not count or _explains(found, told, prompt, schema):
        return None
    if "by" in told:
        by = _field_called(told["by"], schema)
        return Selection(count, by=by, falling=found.re is _TOP or bool(told["high"])) if by else None
    if found.re is _HAPPENING:
        field = next(name for name in _HAPPENINGS if told[name])
        return Selection(count, by=field, falling=not told["soonest"])
    if found.re is _PLACE:
        return Selection(count, _place_of(told["word"]))
    field, is_most = _extreme_of(told["word"])
    return Selection(count, by=field, falling=is_most)


def _field_called(said: str, schema: Schema) -> str:
    """Return the field that is *said*, a known one or one of *schema* that has all of its words, or nothing."""
    words = words_of(said)
    own = next((name for name in schema.fields if {*words} <= {*words_of(name)}), "")
    return own or (snake_case(said) if means(words) else "")


def _explains(found: re.Match[str], told: Mapping[str, str], prompt: str, schema: Schema) -> bool:
    """Tell whether what is *found* in *prompt*, as *told* by its parts, explains a field of *schema*, or the page."""
    word = told.get("word", "")
    # "The top speed" may be what is asked for, and "the last reported turnover" for `turnover`.
    of_field = words_of(f"{word} {told['thing']}")
    fields = [words_of(name) for name in schema.fields]
    is_own = any(name[: len(of_field)] == of_field or 1 < len(name) == len({*name} & {*of_field}) for name in fields)
    parts = {name[-1] for name, field in zip(fields, schema.fields, strict=True) if "title" not in concepts_of(field)}
    before = found.string[: found.start("word") if word else found.start()]
    return (
        is_own
        or of_field[-1] in parts - {fields[0][-1]}
        or is_included(found.string, found.start(), found.end())
        or re.search(_DAY_OF + re.escape(word), prompt, re.IGNORECASE) is not None
        or any(one.search(before) for one in (_OF_FIELD, _AT_THE))
        or (_IS_THE.search(before) is not None and _WHICH.search(before) is None)
    )


def _place_of(word: str) -> int:
    return next(place for place, places in _PLACES.items() if places.fullmatch(word))


def _extreme_of(word: str) -> tuple[str, bool]:
    """Return which field *word* tells the extreme of, and whether that is most of it."""
    return next(key for key, words in _EXTREMES.items() if words.fullmatch(word))


def _first_in(said: str) -> Selection | None:
    """Return the selection of the first so many records of a list, and not of the first 3 authors."""
    limit = _FIRST.search(said)
    if limit is None or is_part(limit[2] or "") or not _TIMES.isdisjoint(words_of(limit[2] or "")):
        return None
    return Selection(max(1, int(limit[1])))


def _sorted_in(said: str) -> Selection | None:
    """Return the order that is *said* of all records: "sorted by price", "newest first"."""
    extreme, found = _EXTREME_FIRST.search(said), _SORTED.search(said)
    if extreme is not None:
        field, is_most = _extreme_of(extreme["word"])
        return Selection(by=field, falling=is_most)
    if found is None or not found["by"] or not means(words_of(found["by"])):
        return None
    way, field = _WAY.search(said), snake_case(found["by"])
    # Without a word for it, the most rated and read come first, and the cheapest.
    falling = bool(way["falling"]) if way is not None else not _COUNTED.isdisjoint(concepts_of(field))
    return Selection(by=field, falling=falling)


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
    last, words = thing.rsplit(maxsplit=1)[-1].lower(), words_of(thing)
    is_name = words[:1] == ("name",) or words in map(words_of, schema.fields)
    if is_name or is_part(last) or not _TIMES.isdisjoint(words):
        return 0
    if said:
        return max(1, int(number_said(said)))
    return 0 if is_plural(last) or last in PLURALS else 1
