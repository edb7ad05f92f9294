"""
Whether a page states a value: a text, a number in whichever notation, a date in whichever order.

Reads all of the page that somebody has written into it, seen or not, but no scripts: what stands nowhere here was
invented, and what stands here may still belong to something else. Pure, and heavy for large pages: call it in a thread.
"""

from __future__ import annotations

import html
import json
import re
import unicodedata
from collections.abc import Iterator
from datetime import date
from decimal import Decimal, InvalidOperation
from functools import cached_property
from typing import Any

from airflow_provider.web.charset import decoded
from airflow_provider.web.outcomes import Page
from airflow_provider.web.reading import is_html, lines_of, parsed_html

# Attributes that hold what somebody has written, or links.
ATTRIBUTES = ("content", "alt", "title", "value", "datetime", "placeholder", "aria-label", "label", "href", "src")
DATA = "//script[contains(@type, 'json')]"
SILENT = frozenset({"script", "style", "template"})
# Digits in groups, and perhaps a part; a space is part of a number only between groups of three.
NUMBER = re.compile(r"\d+(?:[.,'\u2019]\d+|[ \u00a0\u202f\u2009](?=\d{3}(?!\d))\d{3})*")
TIMES = {"k": 3, "thousand": 3, "m": 6, "mn": 6, "mio": 6, "million": 6, "bn": 9, "billion": 9}
UNIT = re.compile(rf"\s?({'|'.join(TIMES)})\b", re.IGNORECASE)
SEPARATORS = " \u00a0\u202f\u2009'\u2019"
MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "jan ene gen janv",
            "feb fev fév",
            "mar mär mrz mars maa",
            "apr avr abr",
            "may mai mei mag",
            "jun giu juin",
            "jul lug juil",
            "aug aoû ago",
            "sep set",
            "oct okt ott out",
            "nov",
            "dec dez dic déc",
        ),
        1,
    )
    for name in names.split()
}
MONTH = r"([^\W\d_]{3,10})\.?"
DATES = (
    re.compile(r"(?<!\d)(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?!\d)"),
    re.compile(r"(?<!\d)(\d{1,2})[-./ ]{1,2}(\d{1,2})[-./ ]{1,2}(\d{4})(?!\d)"),
)
DAY_FIRST = re.compile(rf"(?<!\d)(\d{{1,2}})(?:st|nd|rd|th|\.)?(?: of| de)? {MONTH},?(?: de)? (\d{{4}})(?!\d)")
MONTH_FIRST = re.compile(rf"{MONTH} (\d{{1,2}})(?:st|nd|rd|th)?,? (\d{{4}})(?!\d)")
# A text that is no shorter is not there by chance between two words.
TELLING = 12
# Characters of a currency or unit with its spaces.
LONGEST_UNIT = 5
# No text goes on from one piece to the next.
APART = " \u241e "
ISO_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:[T ]\d\d:\d\d.*)?")
# Written in many ways that nobody tells apart.
ALIKE = str.maketrans(
    {**dict.fromkeys("\u2018\u2019\u201a\u02bc`\u00b4", "'"), **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb", '"')}
    | {**dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"), "\u00ad": None, "\u200b": None, "\u2026": "..."}
)


class Stated:
    """What *page* states; look for as many values as you like."""

    def __init__(self, page: Page) -> None:
        self._text = APART.join(_pieces(page))

    def has(self, value: object) -> bool:
        """Tell whether *value* stands in the page; a text also where its parts, a number or a date, do."""
        if isinstance(value, int | float | Decimal) and not isinstance(value, bool):
            return self._has_number(value)
        text = _normal(str(value))
        return not text or self._has_text(text) or self._has_date(text) or self._has_amount(text)

    def _has_text(self, text: str) -> bool:
        if text in self._words:
            start = r"\b" if text[0].isalnum() else ""
            end = r"\b" if text[-1].isalnum() else ""
            return re.search(f"{start}{re.escape(text)}{end}", self._words) is not None
        # Markup may stand within words, and ends of lines where no space is.
        squeezed = "".join(text.split()).strip(".,;:!?")
        return len(squeezed) >= TELLING and squeezed in self._squeezed

    def _has_number(self, value: float | Decimal) -> bool:
        try:
            number = Decimal(str(value))
        except InvalidOperation:
            return False
        return number.is_finite() and abs(number).normalize() in self._numbers

    def _has_amount(self, text: str) -> bool:
        """Tell whether *text* is one number with a currency or unit, and the page states it."""
        found = list(NUMBER.finditer(text))
        if len(found) != 1 or len(text) - len(found[0].group()) > LONGEST_UNIT:
            return False
        return bool(set(_readings(found[0].group())) & self._numbers)

    def _has_date(self, text: str) -> bool:
        found = ISO_DATE.fullmatch(text.upper())
        wanted = _date(*found.groups()) if found else None
        return wanted is not None and wanted in self._dates

    @cached_property
    def _words(self) -> str:
        return _normal(self._text)

    @cached_property
    def _squeezed(self) -> str:
        return "".join(self._words.split())

    @cached_property
    def _numbers(self) -> set[Decimal]:
        numbers: set[Decimal] = set()
        text = unicodedata.normalize("NFKC", self._text.replace("\u202f", " "))
        for found in NUMBER.finditer(text):
            values = list(_readings(found.group()))
            numbers.update(values)
            # A list of numbers may look like groups of one.
            numbers.update(one for part in found.group().split() for one in _readings(part))
            if unit := UNIT.match(text, found.end()):
                numbers.update((one.scaleb(TIMES[unit[1].lower()])).normalize() for one in values)
        return numbers

    @cached_property
    def _dates(self) -> set[date]:
        text = self._words
        found: set[date | None] = {_date(*one.groups()) for one in DATES[0].finditer(text)}
        for one in DATES[1].finditer(text):
            found |= {_date(one[3], one[2], one[1]), _date(one[3], one[1], one[2])}
        for one in DAY_FIRST.finditer(text):
            found.add(_date(one[3], _month(one[2]), one[1]))
        for one in MONTH_FIRST.finditer(text):
            found.add(_date(one[3], _month(one[1]), one[2]))
        return {one for one in found if one is not None}


def _pieces(page: Page) -> Iterator[str]:
    """Yield the texts of *page*, each on a line of its own."""
    if not is_html(page.body, page.content_type):
        yield from lines_of(page.body, page.content_type)
        return
    root = parsed_html(decoded(page.body, page.content_type))
    if root is None:
        return
    line: list[str] = []
    for element in root.iter():
        if element.tag not in SILENT and element.text:
            line.append(element.text)
        if element.tail:
            line.append(element.tail)
    yield "".join(line)
    # Once more with its parts kept apart: cells and lists need no space between them.
    yield " ".join(line)
    for element in root.iter():
        for name in ATTRIBUTES:
            if value := element.get(name):
                yield value
    for element in root.xpath(DATA):
        yield from _values_of(element.text or "")


def _values_of(text: str) -> Iterator[str]:
    """Yield the values in the JSON *text*."""
    try:
        left: list[Any] = [json.loads(text)]
    except (ValueError, RecursionError):
        return
    while left:
        one = left.pop()
        if isinstance(one, dict):
            left.extend(one.values())
        elif isinstance(one, list):
            left.extend(one)
        elif isinstance(one, str | int | float) and not isinstance(one, bool):
            yield str(one)


def _readings(digits: str) -> Iterator[Decimal]:
    """Yield the numbers that *digits* may be: a point or a comma is for thousands to some, for decimals to others."""
    plain = re.sub(f"[{SEPARATORS}]", "", digits)
    for thousands, point in ((",", "."), (".", ",")):
        whole, _, part = plain.partition(point)
        if point in part or thousands in part:
            continue
        number = whole.replace(thousands, "") + (f".{part}" if part else "")
        if len(number) <= 40:  # noqa: PLR2004 - longer is no number that a row holds
            yield Decimal(number).normalize()


def _normal(text: str) -> str:
    """Return *text* as it is compared: case, white space, entities and kinds of quotes do not count."""
    unescaped = html.unescape(text) if "&" in text else text
    return " ".join(unicodedata.normalize("NFKC", unescaped.translate(ALIKE)).translate(ALIKE).casefold().split())


def _month(name: str) -> int:
    return next((MONTHS[name[:size]] for size in (4, 3) if name[:size] in MONTHS), 0)


def _date(year: str | int, month: str | int, day: str | int) -> date | None:
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None
