"""What a line of a known form states beside that form, and what it states without the words around it."""

from __future__ import annotations

import re
from functools import lru_cache

from airflow_provider.local.reading.words.days import HOURS, day_in, ends_of
from airflow_provider.local.reading.words.forms import (
    BY,
    CURATED,
    PART_OF_WORK,
    POWER,
    RATED,
    RATED_AND_COUNTED,
    RATED_BY,
    REGISTERED,
    form_of,
)
from airflow_provider.local.reading.words.money import DAILY_PAY, NIGHTLY, PAID_PER, PER_UNIT, SUMS, TAXED, TOTAL
from airflow_provider.local.reading.words.places import beside_place
from airflow_provider.local.reading.words.values import IN_STOCK
from airflow_provider.local.reading.words.wording import patterns
from airflow_provider.local.text import has_digit

_ANY = patterns("forms")
_LEFT = re.compile(
    rf"\b{_ANY['only left']} (\d{{1,4}})\b|\b(\d{{1,4}}) (?:[^\W\d_]+ )?(?:left|remaining)\b"
    rf"|^(\d{{1,5}}) (?:[^\W\d_]{{2,12}} )?(?:available|{IN_STOCK})\b",
    re.IGNORECASE,
)
_SEVERAL, _AND = re.compile(r";"), re.compile(r",\s|,?\s(?:&|and|und|et|y|e|en|og|och)\s")
_INITIALS = re.compile(r"(?:[^\W\d_a-z]\.?[ -]?){1,3}")
_STOP = re.compile(r"(?<=[^\W\d_] [A-Z])\.$|(?<=[^\W\d_] [A-Z]{2})\.$")
_BRACKETS = re.compile(r"\s\(([^()]{4,40})\)$")
_NOTE = re.compile(r"\s\([^()]{1,30}\)$")
_LABEL = re.compile(r"^(?:[^\W\d_]{2,20}:|this (?:item|product)(?:['\u2019]s| is)(?: currently)?)\s", re.IGNORECASE)


def bare(text: str, label: str) -> str:
    """Return *text* without the words around it that say nothing of what *label* stands for."""
    if label == "rating":
        rated, by = RATED.search(text), RATED_BY.match(text) or RATED_AND_COUNTED.match(text)
        return rated[0] if rated else by[1] if by else text
    if label == "availability":
        return _LABEL.sub("", text.partition(". ")[0]).rstrip(" :")
    if label == "date":
        return day_in(text)
    if label == "unit price":
        return text.strip("()")
    if told := NIGHTLY.match(text) or TOTAL.match(text) or CURATED.match(text) or REGISTERED.match(text):
        return told[1].strip()
    if (hours := HOURS.match(text)) and hours["day"]:
        text = text[hours.start("start") :]
    by = BY.match(text) if label == "author" else None
    return _NOTE.sub("", by[1]) if by else text


def first_of(people: str) -> str:
    """Return the first of *people*: "Lee AB", "Lee, A."; nothing where a comma may divide one name."""
    several = _SEVERAL.split(people) if ";" in people else _AND.split(people)
    # Behind the last one of a citation is a full stop.
    first, *others = (_STOP.sub("", part.strip()) for part in several)
    if others and ";" not in people and _INITIALS.fullmatch(others[0]):
        return f"{first}, {others[0]}"
    return "" if others and ";" not in people and " " not in first else first


@lru_cache(maxsize=8192)
def bounds(text: str) -> tuple[tuple[str, str], ...]:
    """Return what a line states beside its form: the days of "3 May to 5 June", what kind of price "€3 per kg" is."""
    if taxed := TAXED.match(text):
        return ((f"{taxed.lastgroup} price", taxed[1]),)
    if summed := PER_UNIT.match(text):
        return ((f"{summed.lastgroup} price", summed[1].strip()),) if summed.lastgroup else ()
    # A sum without any word is also what those pay who look for workers.
    is_paid = DAILY_PAY.match(text) or SUMS.match(text)
    told = [("salary", text)] if is_paid else []
    form = form_of(text)
    if (paid := PAID_PER.search(text)) and (is_paid or form == "salary"):
        told.append(("pay period", paid[1]))
    if (timed := PART_OF_WORK.search(text)) and form == "employment type":
        told.append(("working time", timed[0]))
    if (left := _LEFT.search(text)) and form == "availability":
        count = next(filter(None, left.groups()))
        # As a text, it is all that is said of it: "Only 3 left - order soon".
        told.append(("stock left", count if has_digit(text.replace(count, "", 1)) else text))
    if form == "power":
        told += [(unit, value) for value, unit in POWER.findall(text)]
    return (*(beside_place(text) if form == "location" else ()), *(told or ends_of(text)))


def unit_note(text: str) -> str:
    """Return the end of *text* in brackets that says what a unit costs: " (17,99 € / 1 Liter)"; nothing without one."""
    noted = _BRACKETS.search(text)
    return noted[0] if noted and form_of(noted[1]) == "unit price" else ""
