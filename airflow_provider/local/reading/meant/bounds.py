"""
What a prompt asks of a number that records state: "under $50", "mindestens 4 Sterne", "cited more than 500 times".

Which field is meant tell the words beside the number, or its unit. What nobody knows, or records do not have, bounds
nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import reduce
from math import inf, isnan, nextafter
from typing import TYPE_CHECKING

from airflow_provider.local.reading.ends import is_plural
from airflow_provider.local.reading.meant.compared import (
    NUMBER,
    SPELLED,
    VERBS,
    Told,
    is_part,
    named_at_end,
    named_at_start,
    number_of,
    number_said,
    widened,
    words_before,
)
from airflow_provider.local.reading.words.fieldnames import concepts_of
from airflow_provider.local.reading.words.names import words_of
from airflow_provider.local.reading.words.synonyms import PHRASES, UNITS
from airflow_provider.local.reading.words.wording import patterns, snake_case
from airflow_provider.local.text import STOP_WORDS, word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.meant.compared import Meaning
    from airflow_provider.local.reading.rows import Row
    from airflow_provider.local.schemas import Schema

_ANY = patterns("meaning")
_SIGN = "[$€£¥₹]"
# "200,000", "1 000", "4.5", "100k", "two".
_FIGURES = r"(?:\d{1,3}(?:[.,\u00a0\u202f ']\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d+)?)(?!\d)(?:\s?[km](?!\w))?"
_AMOUNT = rf"(?P<sum>{_SIGN}\s?)?(?P<number>{_FIGURES}|{SPELLED}(?!\w))"
_LOW = rf"(?P<low_sum>{_SIGN}\s?)?(?P<low>{_FIGURES})"
_UNIT = rf"(?P<unit>\s?(?:{_ANY['percent']}|{_SIGN}|[^\W\d_]+(?:\s[^\W\d_]+)??))"
_LIMIT = "|".join(
    f"(?P<{name}>{_ANY[words]})"
    for name, words in {
        "below": "below open",
        "above": "above open",
        "upto": "below closed",
        "least": "above closed",
        "exact": "exactly",
    }.items()
)
_MORE = f"(?P<or_more>{_ANY['or more']})|(?P<or_less>{_ANY['or less']})"
_FORMS = tuple(
    re.compile(rf"(?<![\w.,]){form}", re.IGNORECASE)
    for form in (
        rf"{_ANY['between']}\s{_LOW}\s?(?:{_SIGN}|{_ANY['percent']})?\s?(?:\s{_ANY['and']}\s|[-\u2013])\s?{_AMOUNT}",
        rf"(?:{_LIMIT})(?P<equal>{_ANY['or equal']})?(?:\s|(?<=[<>=≤≥]))(?:als\s|que\s)?{_AMOUNT}",
        # "With 100% positive feedback".
        rf"{_ANY['with fields']}\s(?:il\s|un\s)?(?P<exact>)(?P<sum>)(?P<number>{_FIGURES})(?=\s?{_ANY['percent']})",
        # "5-star hotels".
        rf"(?P<exact>)(?P<sum>)(?P<number>\d(?:[.,]\d)?)-(?={_ANY['star']}\s(?!rating|scale|review))",
        rf"{_AMOUNT}(?:(?P<plus>\+)(?!\w)|{_UNIT}??\s(?:{_MORE})(?!\w))",
    )
)
_PERCENT = re.compile(rf"\s?{_ANY['percent']}(?!\w)", re.IGNORECASE)
_MONEY = re.compile(rf"\s?(?:{_SIGN}|{_ANY['currency']}(?!\w))", re.IGNORECASE)
_TIMES = re.compile(rf"\s?{_ANY['times']}(?!\w)", re.IGNORECASE)
# How many seconds something may last, by the unit.
_LASTING = {
    60: re.compile(rf"\s?{_ANY['minute']}(?!\w)", re.IGNORECASE),
    3600: re.compile(rf"\s?{_ANY['hour']}(?!\w)", re.IGNORECASE),
}
_SECONDS = "duration_seconds"
_CLOCK = re.compile(r"\d{1,4}(?::[0-5]\d){1,2}$")
_LASTS = re.compile(_ANY["lasting"], re.IGNORECASE)
_AGO = re.compile(rf"\s?[^\W\d_]{{1,30}}\s{_ANY['ago']}(?!\w)", re.IGNORECASE)
_UNIT_BEHIND = re.compile(r"\s?([^\W\d_]{2,30})")
# What is counted of a page, or of a text, rather than of a record.
_OTHERS = STOP_WORDS | word_set(
    """
    character word letter page row item result record column field day hour minute second week month year image line
    product person
    """
)
_YEARS = (1900, 2100)
_ENDING = re.compile(rf"\s?(?:$|[^\w\s]|{_ANY['behind']}\b)", re.IGNORECASE)
# "Rating from 1 to 5" is its scale.
_SCALES = {(least, most) for least in (0, 1) for most in (5, 6, 10, 20, 100)}
# Whose bound is one of pay, which is told by the year, the month or the hour.
_PAY = re.compile(r"\b(?:jobs?|positions?|vacanc(?:y|ies)|roles?|pay\w*|salar\w*|earn\w*)\b", re.IGNORECASE)
_SHARES = word_set("discount rating_percent")
_PRICES = word_set("price old_price rent admission")
_SUMS = _PRICES | {"discount"}
_COUNTS = {concept for told in PHRASES.values() for concept in told if concept.endswith("_count")}
_NUMBERS = (
    {NUMBER}
    | _PRICES
    | _COUNTS
    | word_set(
        """
        rating view like point bedroom bathroom room mileage star seat year distance area citation reaction tickets_left
        """
    )
)


@dataclass(frozen=True, slots=True)
class Bound:
    """That the number of the field *by* is not below *least* nor above *most*; of a *share*, whatever its sign."""

    by: str
    least: float = -inf
    most: float = inf
    is_share: bool = False
    is_known: bool = True

    def widened(self, schema: Schema) -> Schema:
        """Return *schema* with the field that records are bounded by, if it lacks that."""
        return widened(schema, self.by, "string" if self.is_share or self.by == _SECONDS else "number")

    def of(self, rows: Sequence[Row], told: Told) -> Sequence[Row]:
        """Return those of *rows* that are within; all if none tells an unknown number."""
        is_span = self.by == _SECONDS
        numbers = list(map(_seconds_of, told.texts(rows, self.by))) if is_span else told.numbers(rows, self.by)
        numbers = [abs(number) for number in numbers] if self.is_share else numbers
        if not self.is_known and all(map(isnan, numbers)):
            return rows
        return [row for row, number in zip(rows, numbers, strict=True) if self.least <= number <= self.most]


def bounds_in(text: str, schema: Schema) -> list[Meaning]:
    """Return what the *text* of a prompt asks of the numbers of the records of *schema* that it means."""
    found: list[Meaning] = []
    taken: list[tuple[int, int]] = []
    for form in _FORMS:
        for one in form.finditer(text):
            if any(start < one.end() and one.start() < end for start, end in taken):
                continue
            taken.append(one.span())
            bound = _bound(one, text, schema)
            found += [bound] if bound is not None else []
    return found


def _bound(found: re.Match[str], text: str, schema: Schema) -> Bound | None:
    """Return the bound that is *found* in the *text* of a prompt; None if nobody knows what it is one of."""
    least, most = _limits({name: said for name, said in found.groupdict().items() if said is not None})
    if isnan(least) or isnan(most) or (least, most) in _SCALES:
        return None
    told = f"{found.groupdict().get('unit') or ''}{text[found.end() :]}"
    before, percent = words_before(text[: found.start()]), _PERCENT.match(told)
    if percent:
        by = named_at_start(told[percent.end() :], schema, _SHARES) or named_at_end(before, schema, _SHARES)
        return Bound(by or "discount", least, most, is_share=True)
    if found["sum"] or found.groupdict().get("low_sum") or _MONEY.match(told):
        by = _price_of(before, text, schema)
        return Bound(by, least, most) if by else None
    if _TIMES.match(told) or found["number"].lower() in {"once", "twice"}:
        done = (name for name, verb in VERBS.items() if before and re.fullmatch(verb, before[0], re.IGNORECASE))
        by = next(done, "")
        return Bound(by, least, most) if by else None
    size = next((size for size, unit in _LASTING.items() if unit.match(told)), 0) if before else 0
    has_duration = any("duration" in concepts_of(name) for name in schema.fields)
    if size and (_LASTS.fullmatch(before[0]) or (has_duration and not _AGO.match(told))):
        return Bound(_SECONDS, least * size, most * size)
    # "4.5 or better" says before it of what, unless more follows.
    is_last = bool(found.groupdict().get("or_more") or found.groupdict().get("or_less"))
    return _counted(told, before, schema, (least, most), is_last=is_last)


def _price_of(before: Sequence[str], text: str, schema: Schema) -> str:
    """Return the field that a sum behind the words *before* in *text* is one of; nothing for pay, and other sums."""
    by = named_at_end(before, schema, _SUMS)
    # Shipping may be free over a sum, and homes have so many bedrooms.
    last = next(iter(before), "")
    is_other = is_part(last) and _NUMBERS.isdisjoint(PHRASES[words_of(last)])
    return by or ("" if is_other or _is_pay(text, schema) else "price")


def _counted(
    told: str, before: Sequence[str], schema: Schema, limits: tuple[float, float], *, is_last: bool
) -> Bound | None:
    """Return the bound of what a number between the words *before* and what is *told* counts; None if nobody knows."""
    by = named_at_start(told, schema, _NUMBERS)
    unit = _UNIT_BEHIND.match(told)
    if not by and (is_last or _ENDING.match(told) or (unit is not None and unit[1].lower() in UNITS)):
        by = next((field for field in ("price", "rating") if before and re.match(_ANY[f"said {field}"], before[0])), "")
        by = named_at_end(before, schema, _NUMBERS) or by
        # "Published from 2015 to 2019".
        is_year = all(_YEARS[0] <= limit <= _YEARS[1] for limit in limits)
        # "Cars under 8000".
        is_priced = any("price" in concepts_of(name) for name in schema.fields) and is_plural(next(iter(before), ""))
        by = by or ("year" if is_year else "price" if is_priced else "")
        return Bound(by, *limits) if by else None
    named = unit[1] if unit is not None and is_plural(unit[1]) else ""
    counted = snake_case(named) if not _OTHERS.issuperset(words_of(named)) else ""
    return Bound(by or counted, *limits, is_known=bool(by)) if by or counted else None


def _limits(told: dict[str, str]) -> tuple[float, float]:
    """Return the least and the most number that what is *told* of a number in a prompt allows."""
    number = number_said(told["number"])
    if "low" in told:
        return number_said(told["low"]), number
    if "exact" in told:
        return number, number
    is_closed = not {"equal", "upto", "least", "plus", "or_more", "or_less"}.isdisjoint(told)
    if not {"below", "upto", "or_less"}.isdisjoint(told):
        # What is "under 50" is not 50.
        return -inf, number if is_closed else nextafter(number, -inf)
    return number if is_closed else nextafter(number, inf), inf


def _is_pay(text: str, schema: Schema) -> bool:
    """Tell whether sums in the *text* of a prompt are pay."""
    meant = {concept for name in schema.fields for concept in concepts_of(name)}
    return _PAY.search(text) is not None or ("salary" in meant and "price" not in meant)


def _seconds_of(text: str) -> float:
    """Return how many seconds *text*, "3:45" or "4 min", says that something lasts; none (NaN) if it does not."""
    text = text.strip()
    if not _CLOCK.match(text):
        return number_of(text or None, _SECONDS)
    return float(reduce(lambda seconds, part: 60 * seconds + int(part), text.split(":"), 0))
