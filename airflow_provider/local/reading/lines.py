"""One line that is a label with its value, such as "Price: 10"; `pairs` knows those that elements tell apart."""

from __future__ import annotations

import re
from functools import lru_cache

from airflow_provider.local.reading.synonyms import PHRASES
from airflow_provider.local.reading.wording import words_of

Pair = tuple[str, str]

MAX_LABEL = 40
_LINE = re.compile(r"^(?P<label>[^\W\d_][^:\uff1a\n]{0,39})(?::\s+|\uff1a\s*)(?P<value>\S.*)$", re.DOTALL)
_NUMBERED = re.compile(
    r"^(?P<label>(?:[^\W\d_]{1,15}(?:\s|\.-)){0,2}(?:[^\W\d_]{2,15}n(?:r\.?|ummer)|No\.?|Nr\.?|Number|#|№|SKU|ASIN|MPN|UPC|EAN|ISBN|Code|Style"
    r"|Model|Ref\.?|ID))"
    r"(?:\s?[#.:]{1,2}\s{0,3}|(?<=#)|\s{1,3})(?P<value>(?=[^\s]{0,30}\d)[\w./-]{2,40})$",
    re.IGNORECASE,
)
# What recipes write without a colon.
_LED = re.compile(
    r"^(?P<label>[^\W\d_][^\d:.,]{2,30}?)\s+"
    r"(?P<value>(?:about |approx\.? |ca\.? |circa |env\.? )?\d.{0,30}?)(?:\sin\s\d.{0,20})?$",
    re.IGNORECASE,
)
_LEADING = frozenset({"serving", "prep_time", "cook_time", "resting_time", "total_time"})
_FOR = re.compile(
    r"^(?:pour|für|para|per|voor|serves) (?P<value>\d{1,3}(?:[-\u2013]\d{1,3})? [^\W\d_]{4,12})\.?$", re.IGNORECASE
)
COLONS = (":", "\uff1a")
_ICON = re.compile(r"^[\ue000-\uf8ff]\s*")


@lru_cache(maxsize=4096)
def split_pair(text: str) -> Pair | None:
    """Return label and value of one line such as "Price: 10", or None."""
    text = _ICON.sub("", text)
    if (served := _FOR.match(text)) is not None:
        return "serving", served["value"]
    found = _LINE.match(text) or _NUMBERED.match(text) or _LED.match(text)
    if found is not None and found.re is _LED and _LEADING.isdisjoint(PHRASES.get(words_of(found["label"]), ())):
        return None
    return (found["label"].strip(), found["value"].strip()) if found and is_label(found["label"]) else None


def is_label(text: str) -> bool:
    """Tell whether *text* may be a label: it is short, and no address."""
    return 0 < len(text) <= MAX_LABEL and "//" not in text


def bare(text: str) -> str:
    """Return *text* without the colon that divides it from its label or value."""
    return text.strip(": \uff1a")
