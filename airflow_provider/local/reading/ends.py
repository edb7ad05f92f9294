"""The ends of ranges: whether a field asks for one, or for all of it, and which part of a text that is."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from airflow_provider.local.reading.words.days import day_in
from airflow_provider.local.reading.words.lines import SENTENCE
from airflow_provider.local.reading.words.names import Words, hint_of, words_of
from airflow_provider.local.reading.words.stated import bounds
from airflow_provider.local.reading.words.synonyms import PHRASES, UNITS
from airflow_provider.local.reading.words.wording import plain
from airflow_provider.local.text import has_digit, word_set

if TYPE_CHECKING:
    from airflow_provider.local.reading.words.values import Scalar

_LOW, _HIGH = word_set("from starting min minimum low lower lowest"), word_set("to max maximum high upper highest")
# The same at the end of a field in another language: `gehalt_von`.
_LOW_BEHIND, _HIGH_BEHIND = word_set("von ab desde od van fra från floor"), word_set("bis hasta tot til till à ceiling")
# "Up to £27,500", "from 32.000 €", of which the other end is open.
_ONLY_HIGH = re.compile(r"(?:up to|bis(?: zu)?|jusqu['\u2019]à|hasta|fino a|até|tot|max\.?)\s\D{0,4}\d", re.IGNORECASE)
_ONLY_LOW = re.compile(
    r"(?:from|starting at|ab|à partir de|desde|da|a partir de|vanaf|min\.?)\s\D{0,4}\d", re.IGNORECASE
)
_RANGE = re.compile(r"\s?[-\u2013\u2014]\s?|\s(?:to|through|bis|a|à|do|tot|til|till|hasta)\s")
# Days from the first to the last one.
_SPANS = frozenset(
    map(
        words_of,
        ("date range", "period", "période", "período", "periodo", "periode", "Zeitraum", "Daten", "会期", "期間"),
    )
)
# Those that do not end in an "s", and are no singular.
_PLURALS = word_set(
    """
    autoren autorinnen autori forfattere autorzy autoři kategorien schlagwörter schlagworte stichwörter zutaten
    künstlerinnen sprachen farben größen artisti artyści
    """
)
_LASTING = ("duration", "_time")
# What may stand before another day than the one that is asked for: "Posted".
_WORD = re.compile(r"\s(?=[^\W\d_]{5})")
# "Starts" and "ends" are said of one thing.
_VERBS = word_set("start begin open end finish close")
_FIRST_DAYS = word_set("opening open")
_LAST_DAYS = word_set("closing close deadline expiry")


def bound_in(value: Scalar, words: Words) -> Scalar:
    """Return of a span of days or hours the end that a field called *words* asks for, and all else as it is."""
    asked = ends_asked(words)
    told = bounds(str(value)) if asked else ()
    # An hour is no day.
    told = tuple(one for one in told if "date" not in words or not one[0].endswith("clock"))
    found = next((text for label, text in told if not asked.isdisjoint(label.split())), value)
    return _before_posted(found) if isinstance(found, str) and "end" in asked and len(found) < SENTENCE else found


def ends_asked(words: Words) -> set[str]:
    """Return which ends of a span of days or hours, "start" or "end", a field called *words* asks for."""
    # "Date and time" are all of it.
    hint = {*hint_of(words)} if "and" not in words else set()
    asked = {"end"} if _LAST_DAYS & hint else {"start", "end"} & hint
    # Opening hours are all of them.
    return asked or ({"start"} if _FIRST_DAYS & hint and "date" in hint else set())


def _before_posted(text: str) -> str:
    """Return what *text* says before it tells when something was posted: "6 July 2026 Posted 5 June 2026"."""
    ends = (one.start() for one in _WORD.finditer(text) if day_in(rest := text[one.end() :]) not in {"", rest})
    return text[: next(ends, None)]


def end_in(text: str, words: Words) -> str:
    """Return the end of the range in *text* that *words* ask for, nothing for an open one; all of it if it is none."""
    asks_low = not _LOW.isdisjoint(words) or words[-1] in _LOW_BEHIND
    ends = [part for part in _RANGE.split(text) if has_digit(part)]
    if len(ends) == 2:  # noqa: PLR2004 - from, and to
        return ends[0] if asks_low else ends[1]
    return "" if (_ONLY_HIGH if asks_low else _ONLY_LOW).match(text) else text


def without_bound(words: Words) -> Words:
    """Return *words* of a field without the one that asks for an end of a range; nothing where none does."""
    # `runtime_min` asks for minutes.
    if words[-1:] == ("min",) and any(one.endswith(_LASTING) for one in PHRASES.get(words[:-1], ())):
        return ()
    base = tuple(word for word in words if word not in _LOW | _HIGH)
    base = base[:-1] if len(base) > 1 and base[-1] in _LOW_BEHIND | _HIGH_BEHIND else base
    return base if len(base) < len(words) else ()


def asks_span(name: str) -> bool:
    """Tell whether *name* asks for days from the first to the last one."""
    return (is_plural(name) and words_of(name) == ("date",)) or words_of(name) in _SPANS


@lru_cache(maxsize=1024)
def is_plural(name: str) -> bool:
    """Tell whether *name* ends in a plural."""
    words = words_of(name)
    # A price in dollars is one.
    is_inflected = bool(words) and not (plain(name).lower().endswith(words[-1]) or (words[-1] in UNITS and words[1:]))
    return bool(words) and (words[-1] in _PLURALS or (is_inflected and words[-1] not in _VERBS))
