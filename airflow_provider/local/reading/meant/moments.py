"""When what a prompt means was, is or will be: "before 3 May", "in December", "after 6 pm", "5 days ago"."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import compress
from math import isnan, nextafter
from operator import eq, ge, gt, le, lt
from typing import TYPE_CHECKING

from airflow_provider.local.reading.meant.compared import Told, named_before, number_said, widened
from airflow_provider.local.reading.words.days import (
    ANY_WEEKDAY,
    MONTH,
    MONTH_NAMES,
    TODAY,
    YESTERDAY,
    age_in,
    calendar_day,
)
from airflow_provider.local.reading.words.fieldnames import concepts_of
from airflow_provider.local.reading.words.wording import patterns
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from airflow_provider.local.reading.meant.compared import Meaning
    from airflow_provider.local.reading.rows import Row
    from airflow_provider.local.schemas import Schema

Day = tuple[int, int, int]

_ANY = patterns("meaning")
_DAY = (
    r"(?:\d{4}-\d\d-\d\d|\d{1,2}\.\d{1,2}\.\d{4}|(?-i:(?:19|20)\d\d)(?!\w)"
    rf"|(?:\d{{1,2}}(?:st|nd|rd|th|er|\.)?\s(?:(?:de|of)\s)?)?{MONTH}(?:\s\d{{1,2}}(?:st|nd|rd|th)?(?!\d))?(?:,?\s(?:de\s)?\d{{4}})?(?!\w))"
)
_DATED = re.compile(
    rf"(?<!\w)(?:(?P<since>{_ANY['since']})|(?P<after>{_ANY['after']})|(?P<until>{_ANY['until']})|(?P<before>{_ANY['before']})"
    rf"|(?P<on>{_ANY['day of']}))\s(?:(?:the|el|le|il|o|den|dem|der)\s)?(?:{ANY_WEEKDAY}\.?,?\s)?(?P<day>{_DAY})"
    rf"(?:\s(?:(?P<later>{_ANY['later']})|(?P<earlier>{_ANY['earlier']}))(?!\w))?",
    re.IGNORECASE,
)
# "Between 4 and 9 December".
_SPAN = re.compile(
    rf"(?<!\w){_ANY['between']}\s(?:(?:the|el|le|il|o|den|dem|der)\s)?(?P<first>\d{{1,2}}(?:st|nd|rd|th|\.)?(?:\s{MONTH})?|{MONTH}\s\d{{1,2}})"
    rf"\s{_ANY['and']}\s(?:(?:the|el|le|il|o|den|dem|der)\s)?(?P<last>{_DAY})",
    re.IGNORECASE,
)
_CLOCK = r"(?P<hour>\d{1,2})(?:[:.h](?P<minute>\d\d))?\s?(?P<half>[ap]\.?m\b\.?|uhr\b|h\b)?"
_TIMED = re.compile(
    rf"(?<!\w)(?:(?P<after>{_ANY['clock after']})|(?P<before>{_ANY['clock before']}))\s"
    rf"(?=\d{{1,2}}(?:[:.h]\d\d(?!\.?\d)|\s?[ap]\.?m\b|\s?uhr\b)){_CLOCK}",
    re.IGNORECASE,
)
_HOUR = re.compile(rf"(?<![\d:.]){_CLOCK}(?![\d:])", re.IGNORECASE)
# "No more than 5 days ago", "in the last 24 hours", "posted today or yesterday".
_AGE = re.compile(
    rf"(?<!\w)(?P<hence>{_ANY['ago before']}\s)?"
    rf"(?:(?P<more>{_ANY['above open']})|{_ANY['below open']}|{_ANY['below closed']}|{_ANY['recent']})"
    r"\s(?P<number>\d{1,4}|[^\W\d_]+)\s(?P<unit>[^\W\d_]+)(?P<ago>\s[^\W\d_]+)?",
    re.IGNORECASE,
)
_NEAR = re.compile(
    rf"(?<!\w){_ANY['made']}\s(?:(?P<both>{TODAY}\s{_ANY['alternative']}\s{YESTERDAY})|(?P<yesterday>{YESTERDAY})|{TODAY})(?!\w)",
    re.IGNORECASE,
)
_AGO = re.compile(rf"\s{_ANY['ago']}", re.IGNORECASE)
_RECENT = re.compile(_ANY["recent"], re.IGNORECASE)
_LAST = re.compile(rf"(?<!\w){_ANY['last']}\s[^\W\d_]+(?!\w)[^.;:,]*$", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")
# Longer words than an abbreviation are months in full.
_LONGEST = 4
_RELATIONS: dict[str, Callable[..., bool]] = {"since": ge, "after": gt, "until": le, "before": lt, "on": eq}
_DATES = word_set("date updated start_date end_date deadline last_activity last_post_date year")
_LATER = word_set("last_activity last_post_date updated")
_HOURS, _MINUTES = 24, 60


@dataclass(frozen=True, slots=True)
class Days:
    """That the day of the field *by* has a *relation* to *day*, by the parts of year, month and day that both state."""

    by: str
    relation: str
    day: Day

    def widened(self, schema: Schema) -> Schema:
        """Return *schema* with the field that records are told by, if it lacks that."""
        return widened(schema, self.by, "string")

    def of(self, rows: Sequence[Row], told: Told) -> Sequence[Row]:
        """Return those of *rows* that are meant; all of them if none tells a day."""
        days = list(map(calendar_day, told.texts(rows, self.by)))
        years = Counter(day[0] for day in days if day and day[0])
        # Without a year, that of most is meant.
        year = self.day[0] or (years.most_common(1)[0][0] if years and self.relation != "on" else 0)
        meant = replace(self, day=(year, *self.day[1:]))
        return [row for row, day in zip(rows, days, strict=True) if day and meant.has(day)] if any(days) else rows

    def has(self, day: Day) -> bool:
        """Tell whether *day* has the relation."""
        stated = [parts for parts in zip(day, self.day, strict=True) if all(parts)]
        return bool(stated) and _RELATIONS[self.relation]([one for one, _ in stated], [other for _, other in stated])


@dataclass(frozen=True, slots=True)
class Hours:
    """That what is on starts after or *before* so many *minutes* of the day."""

    minutes: int
    before: bool

    def widened(self, schema: Schema) -> Schema:
        """Return *schema* with the field that records are told by, if it lacks that."""
        return widened(schema, "time", "string")

    def of(self, rows: Sequence[Row], told: Told) -> Sequence[Row]:
        """Return those of *rows* that are meant; all of them if none tells an hour."""
        hours = [next(_minutes_in(text), None) for text in told.texts(rows, "time")]
        meant = [at is not None and (at < self.minutes if self.before else at >= self.minutes) for at in hours]
        return rows if {*hours} == {None} else list(compress(rows, meant))


@dataclass(frozen=True, slots=True)
class Age:
    """That the day of the field *by* is at most, or *more* than, so many *days* ago, but *least* ones."""

    by: str
    days: float
    more: bool = False
    least: float = 0

    def widened(self, schema: Schema) -> Schema:
        """Return *schema* with the field that records are told by, if it lacks that."""
        return widened(schema, self.by, "string")

    def of(self, rows: Sequence[Row], told: Told) -> Sequence[Row]:
        """Return those of *rows* that are meant; all of them if none tells how old it is."""
        ages = list(map(_age_of, told.texts(rows, self.by)))
        meant = [age is not None and (age > self.days if self.more else self.least <= age <= self.days) for age in ages]
        return rows if {*ages} == {None} else list(compress(rows, meant))


def moments_in(text: str, schema: Schema) -> list[Meaning]:
    """Return what the *text* of a prompt asks of the days and hours of the records of *schema* that it means."""
    spans = [one for one in _SPAN.finditer(text) if calendar_day(one["last"])]
    found: list[Meaning] = [day for one in spans for day in _between(one, text, schema)]
    taken = [one.span() for one in spans]
    dated = (one for one in _DATED.finditer(text) if not any(start <= one.start() < end for start, end in taken))
    found += filter(None, (_days(one, text, schema) for one in dated))
    for one in _TIMED.finditer(text):
        minutes = next(_minutes_in(text[one.start("hour") : one.end()]), None)
        found += [] if minutes is None else [Hours(minutes, before=bool(one["before"]))]
    found += filter(None, (_age(one, text, schema) for one in _AGE.finditer(text)))
    for one in _NEAR.finditer(text):
        by = _field_before(text[: one.start()], schema)
        first, last = (0, 2) if one["both"] else (1, 2) if one["yesterday"] else (0, 1)
        found.append(Age(by, nextafter(last, 0), least=first))
    return found


def _between(found: re.Match[str], text: str, schema: Schema) -> Iterator[Days]:
    """Return the first and the last day that are *found* in the *text* of a prompt."""
    year, month, day = calendar_day(found["last"]) or (0, 0, 0)
    first = calendar_day(found["first"]) or (0, month, int(re.sub(r"\D", "", found["first"])))
    by = _field_before(text[: found.start()], schema)
    yield Days(by, "since", (first[0] or year, *first[1:]))
    yield Days(by, "until", (year, month, day))


def _days(found: re.Match[str], text: str, schema: Schema) -> Days | None:
    """Return the days that are *found* in the *text* of a prompt; None if they are no condition."""
    relation = next(name for name in _RELATIONS if found[name])
    word = next(iter(_WORD.findall(found["day"])), "")
    # "In May", but not "in marketing".
    is_bare = word == found["day"]
    if word and (len(word) > _LONGEST or is_bare) and word.lower() not in MONTH_NAMES:
        return None
    day = calendar_day(f"{word} 2000" if is_bare else found["day"]) if not is_bare or word.istitle() else None
    if day is None:
        return None
    # "In 2019 or later".
    relation = "since" if found["later"] else "until" if found["earlier"] else relation
    # "From 3 May on", but "from May 2026".
    is_span = found.group().lower().startswith("from ") and not day[2] and not found["later"]
    relation = "on" if is_span else relation
    # In which year something was is told by any part of what it states.
    if relation == "on" and not any(day[1:]):
        return None
    return Days(_field_before(text[: found.start()], schema), relation, (0, *day[1:]) if is_bare else day)


def _age(found: re.Match[str], text: str, schema: Schema) -> Age | None:
    """Return the age that is *found* in the *text* of a prompt; None if it is none, as "over 3 days" is."""
    is_ago = found["hence"] is not None or _AGO.fullmatch(found["ago"] or "") is not None
    number = number_said(found["number"])
    unit = age_in(f"1 {found['unit']} ago")
    if unit is None or isnan(number) or not (is_ago or _RECENT.match(found.group())):
        return None
    return Age(_field_before(text[: found.start()], schema), number * unit, more=bool(found["more"]))


def _field_before(text: str, schema: Schema) -> str:
    """Return the field that a day behind *text* is one of: what stands there names it, or the only one of *schema*."""
    own = [name for name in schema.fields if not _DATES.isdisjoint(concepts_of(name))]
    if _LAST.search(text):
        return next((name for name in own if not _LATER.isdisjoint(concepts_of(name))), "last_post_date")
    said = named_before(text, schema, _DATES) if len(own) != 1 else ""
    first = (name for name in own if _LATER.isdisjoint(concepts_of(name)))
    return said or next(first, "date")


def _minutes_in(text: str) -> Iterator[int]:
    """Return the minutes of the day of each hour that *text* states."""
    for found in _HOUR.finditer(text):
        hour, half = int(found["hour"]), (found["half"] or "").lower()
        if hour < _HOURS and (found["minute"] or half):
            # "12:30 am" is in the first hour, and "1 pm" in the thirteenth.
            hour = hour % 12 + (12 if half[0] == "p" else 0) if half[:1] in {"a", "p"} else hour
            yield hour * _MINUTES + int(found["minute"] or 0)


def _age_of(text: str) -> float | None:
    """Return how many days ago *text* states, or the day that it states was; None if it states neither."""
    age, day = age_in(text), calendar_day(text)
    if age is not None or day is None or not all(day):
        return age
    try:
        return float((datetime.now(UTC).date() - datetime(*day, tzinfo=UTC).date()).days)
    except ValueError:
        return None
