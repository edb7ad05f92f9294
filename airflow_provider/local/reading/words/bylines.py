"""Lines that say several things, such as "Thread by anna, 12 replies, yesterday 14:02", taken apart."""

from __future__ import annotations

import re
from functools import lru_cache

from airflow_provider.local.reading.words.forms import COUNTED, DATE, LONGEST, MONTH, bare, day_in, form_of
from airflow_provider.local.text import word_set

_COUNT = re.compile(
    r"^[(\[]?\s?([\u2212-]?\d[\d.,]{0,12}[kKM]?)\+?\s+((?:(?!ago\b)[^\W\d_]{2,14})(?:\s[^\W\d_]{2,14})?)\.?\s?[)\]]?$"
)
# What stands behind a number without being what is counted.
_NOT_COUNTED = word_set(
    """
    in off out of per and am pm min mins minute minutes hour hours day days week weeks month months year years kg cm
    mm ml oz lb st percent more uhr
    """
)
_IN = re.compile(r"^in:?\s+(\D.{1,40})$", re.IGNORECASE)
_DIVIDED = re.compile(r"\s*[|•·»\u2022\u00b7\u2013\u2014;]\s*|,\s+|\s+-\s+|\s{2,}")
_WHEN = re.compile(
    rf"\s{{1,3}}(?:(?:on|at|am|in|le)\s{{0,3}})?(?=\d|yesterday|today|an? |about|{MONTH}\s\d)", re.IGNORECASE
)


@lru_cache(maxsize=8192)
def byline_of(line: str) -> tuple[tuple[str, str], ...]:
    """
    Return the labelled parts of a line such as "Thread by anna, 12 replies, yesterday 14:02".

    A line that is no byline, because none or too few of its parts has a form, gives nothing.
    """
    if len(line) > LONGEST:
        return ()
    parts = [part for part in _DIVIDED.split(line) if part]
    found = [pair for part in parts for pair in _part(part)]
    # "May 3" and "2026" are one date that a comma divides.
    if len(parts) > 1 and (whole := _rejoined(parts)):
        found = [pair for pair in found if pair[0] != "date"] + [("date", whole)]
    return tuple(found) if 2 * len(found) >= len(parts) or len(found) > 1 else ()


def _part(part: str) -> list[tuple[str, str]]:
    counted = _COUNT.match(part)
    if counted and counted[2].split()[0].lower() not in _NOT_COUNTED:
        label = "rating" if counted[2].lower().startswith("star") else counted[2]
        return [("review count" if COUNTED.search(part) else label, counted[1])]
    label = form_of(part)
    if label in {"author", "date"}:
        return _author_and_date(bare(part, label)) if label == "author" else [(label, bare(part, label))]
    inside = _IN.match(part)
    return [("category", inside[1])] if inside and not any(sign.isdigit() for sign in part) else []


def _author_and_date(text: str) -> list[tuple[str, str]]:
    """Divide "anna 3 hours ago" and "anna on 3 May 2026"."""
    for found in list(_WHEN.finditer(text))[:4]:
        name, when = text[: found.start()], text[found.end() :]
        if DATE.match(when) and name:
            return [("author", name.removesuffix(" on").removesuffix(" at")), ("date", when)]
    return [("author", text)]


def _rejoined(parts: list[str]) -> str:
    for start in range(len(parts)):
        for end in range(start + 2, min(start + 4, len(parts)) + 1):
            text = ", ".join(parts[start:end])
            if (day := day_in(text)) and re.search(r"\d{4}|:", text):
                return day
    return ""
