"""Lines as they are written: a label with its value, such as "Price: 10", and entries with marks or numbers."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import zip_longest
from typing import TYPE_CHECKING

from airflow_provider.local.reading.words.forms import form_of
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.words.wording import words_of

if TYPE_CHECKING:
    from collections.abc import Sequence

Pair = tuple[str, str]

MAX_LABEL = 40
# From this many characters on a text is a sentence, up to it a name.
SENTENCE = 40
_LINE = re.compile(r"^(?P<label>[^\W\d_][^:\uff1a\n]{0,39})(?::\s+|\uff1a\s*)(?P<value>\S.*)$", re.DOTALL)
_NUMBERED = re.compile(
    r"^(?P<label>(?:[^\W\d_]{1,15}(?:\.?\s|\.-)){0,2}(?:[^\W\d_]{2,15}(?:n(?:r\.?|ummer)|ziffer)|No\.?|Nr\.?|Number|#|№|SKU|ASIN|MPN|UPC|EAN|ISBN|Code|Style"
    r"|Model|arXiv|DOI|PMID|R[eé]f\.?|ID))"
    r"(?:\s?[#.:]{1,2}\s{0,3}|(?<=#)|\s{1,3})(?P<value>(?=[^\s]{0,30}\d)[\w./-]{2,40})$",
    re.IGNORECASE,
)
# A part in the making of a film, or cut short, before a name.
_CREDIT = re.compile(
    r"^(?P<label>(?:dir|réal|reż)\.|directed by|starring|réalisé par|dirigid[oa] por|regie:? von|regia di)"
    r"\s(?P<value>[^\W\d_].{1,80})$",
    re.IGNORECASE,
)
# What recipes, and lists of patents or calls, write without a colon.
_LED = re.compile(
    r"^(?P<label>[^\W\d_][^\d:.,]{2,30}?)\s+"
    r"(?P<value>(?:about |around |approx\.? |ca\.? |circa |env\.? )?\d.{0,30}?|now|immediately|sofort"
    r"|nach vereinbarung|per direct|subito|od zaraz)(?:\sin\s\d.{0,20})?$",
    re.IGNORECASE,
)
_LEADING = frozenset({"serving", "prep_time", "cook_time", "resting_time", "total_time"})
_LEADING |= {"priority_date", "filing_date", "grant_date", "deadline", "available_from"}
_FOR = re.compile(
    r"^(?:pour|für|para|per|voor|serves) (?P<value>\d{1,3}(?:[-\u2013]\d{1,3})? [^\W\d_]{4,12})\.?$", re.IGNORECASE
)
# A heading of instructions that says of what they are.
HOW_TO = re.compile(
    r"^(?:how to (?:make|cook|prepare)|cómo (?:hacer|preparar)|come (?:fare|preparare)|como (?:fazer|preparar)"
    r"|comment (?:faire|préparer)|jak (?:zrobić|przygotować)|so (?:macht|machst) (?:man|du))\s.{1,60}$",
    re.IGNORECASE,
)
# "Prep: 10 min Cook: 20 min".
_NEXT_LABEL = re.compile(r"\s(?=([^\W\d_]{3,20}(?: [^\W\d_]{3,20})?):\s)")
COLONS = (":", "\uff1a")
_ICON = re.compile(r"^[\ue000-\uf8ff]\s*")
_MARK = re.compile(r"^(?:[•▢□■▪▫◦●○☐·*]\s?|[-\u2013\u2014]\s)+")
_STEP = re.compile(r"^(?P<word>[^\W\d_]+\.?\s)?(?P<number>\d{1,2})(?:\s?[.):\u2013-])?\s+(?=\S)")


@lru_cache(maxsize=4096)
def split_pair(text: str) -> Pair | None:
    """Return label and value of one line such as "Price: 10", or None."""
    text = _ICON.sub("", text)
    # "[Shelf mark: F DEE]".
    text = text[1:-1] if text[:1] + text[-1:] in {"[]", "()"} else text
    if (served := _FOR.match(text)) is not None:
        return "serving", served["value"]
    found = _LINE.match(text) or _NUMBERED.match(text) or _CREDIT.match(text) or _LED.match(text)
    if found is not None and found.re is _LED and _LEADING.isdisjoint(PHRASES.get(words_of(found["label"]), ())):
        return None
    return (found["label"].strip(), found["value"].strip()) if found and is_label(found["label"]) else None


def labelled(text: str) -> list[str]:
    """Return the parts of *text* that each begin with a label, known or right behind a value that has a form."""
    starts = [0]
    is_known = text.count(":") > 1 and words_of(text.partition(":")[0]) in PHRASES
    for found in _NEXT_LABEL.finditer(text, text.index(":")) if text.count(":") > 1 else ():
        value = text[starts[-1] : found.start()].partition(":")[2].strip()
        # "Size name:" is one, whatever stands right before it.
        is_label = is_known and words_of(found[1]) in PHRASES and found[1].lower() != "name"
        # "10 min Cook:" goes on with a unit.
        if is_label or (found[1][:1].isupper() and (form_of(value) == "date" or value.isdecimal())):
            starts.append(found.end())
    return [text[start:end].strip() for start, end in zip_longest(starts, starts[1:])]


def is_label(text: str) -> bool:
    """Tell whether *text* may be a label: it is short, and no address or mark in brackets."""
    return 0 < len(text) <= MAX_LABEL and "//" not in text and text[0] != "["


def bare(text: str) -> str:
    """Return *text* without the colon that divides it from its label or value."""
    return text.strip(": \uff1a")


def clean_entries(texts: Sequence[str], *several: str) -> list[str]:
    """Return *texts* without marks before them, and, of *several* steps, without their numbers where these rise."""
    found = [text for one in texts if (text := _MARK.sub("", one))]
    if len(found) > 1 and all(re.search(rf"[.!?)]\s{at}$", one) for at, one in enumerate(found, 1)):
        found = [text.rpartition(" ")[0] for text in found]
    steps = [_STEP.match(text) for text in found] if "instruction" in several else []
    numbers = [int(one["number"]) for one in steps if one]
    rises = all(number in {1, before + 1} for before, number in zip([0, *numbers], numbers, strict=False))
    if not rises or len(numbers) < max(2, len(found)) or len({one["word"] for one in steps if one}) > 1:
        return found
    return [text[one.end() :] for text, one in zip(found, steps, strict=True) if one]
