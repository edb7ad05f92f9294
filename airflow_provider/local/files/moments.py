"""Dates and times as a spreadsheet shows them, by the letters of their format: d.m.yyyy, mmm-yy, h:mm AM/PM."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise

_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|\[[^\[\]]*\]|[_*].'
    r"|(?P<half>AM/PM|A/P)|(?P<letters>y+|m+|d+|h+|s+)|\.(?P<part>0+)|(?P<plain>.)",
    re.IGNORECASE,
)
# The language of names, where a format states one; its lowest bits say English or another, the others which country.
_LANGUAGE = re.compile(r"\[\$[^\[\]-]*-([0-9a-f]{1,8})\b[^\[\]]*\]", re.IGNORECASE)
_LANGUAGE_BITS, _ENGLISH = 0x3FF, 0x009
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December")  # fmt: skip
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_AN_ABBREVIATION, _A_NAME, _A_LETTER = 3, 4, 5
_NOON = 12


def moment_shown(moment: datetime, code: str) -> str:
    """Return *moment* as the format *code* shows it; names of other languages than English as an ISO date."""
    tokens = [found for found in _TOKEN.finditer(code) if found.lastgroup]
    letters = [found["letters"].lower() for found in tokens if found["letters"]]
    language = _LANGUAGE.search(code)
    if any(len(one) >= _AN_ABBREVIATION and one[0] in "md" for one in letters) and (
        language and int(language[1], 16) & _LANGUAGE_BITS != _ENGLISH
    ):
        return moment.strftime("%Y-%m-%d %H:%M" if any(one[0] == "h" for one in letters) else "%Y-%m-%d")
    minutes = _minutes(letters)
    has_halves = any(found["half"] for found in tokens)
    out, place = [], 0
    for found in tokens:
        if found["letters"]:
            out.append(_part(moment, letters[place], is_minute=place in minutes, has_halves=has_halves))
            place += 1
        elif found["half"]:
            half = "AM" if moment.hour < _NOON else "PM"
            out.append(half if len(found["half"]) > len("A/P") else half[0])
        elif found["part"]:
            out.append(f".{moment.microsecond:06}"[: len(found[0])])
        else:
            out.append(found["quoted"] or found["escaped"] or found["plain"] or "")
    return "".join(out).strip()


def _minutes(letters: Sequence[str]) -> set[int]:
    """Return which of *letters* that could be months are minutes: those after hours or before seconds."""
    pairs = [("", letters[0]), *pairwise(letters)] if letters else []
    after = {place for place, (before, one) in enumerate(pairs) if one in {"m", "mm"} and before[:1] == "h"}
    return after | {place - 1 for place, (before, one) in enumerate(pairs) if before in {"m", "mm"} and one[0] == "s"}


def _part(moment: datetime, letters: str, *, is_minute: bool, has_halves: bool) -> str:
    long = len(letters) > 1
    if is_minute:
        return f"{moment.minute:02}" if long else str(moment.minute)
    match letters[0]:
        case "y":
            return str(moment.year) if len(letters) > len("yy") else f"{moment.year % 100:02}"
        case "m" | "d" if len(letters) >= _AN_ABBREVIATION:
            return _name(_MONTHS[moment.month - 1] if letters[0] == "m" else _DAYS[moment.weekday()], len(letters))
        case "h":
            number = (moment.hour - 1) % _NOON + 1 if has_halves else moment.hour
        case other:
            number = {"m": moment.month, "d": moment.day, "s": moment.second}[other]
    return f"{number:02}" if long else str(number)


def _name(name: str, length: int) -> str:
    return name[:_AN_ABBREVIATION] if length == _AN_ABBREVIATION else name[0] if length == _A_LETTER else name
