"""Values as a page shows them, where its data or attributes have another form: sums of money, days, durations."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from airflow_provider.local.reading.ends import asks_span
from airflow_provider.local.reading.words.days import day_in
from airflow_provider.local.reading.words.fieldnames import SHOWN, STATED
from airflow_provider.local.reading.words.money import MONEY
from airflow_provider.local.reading.words.names import hint_of, words_of
from airflow_provider.local.reading.words.stated import bounds
from airflow_provider.local.reading.words.synonyms import ASKED, PHRASES
from airflow_provider.local.reading.words.values import FREE, cast, is_duration
from airflow_provider.local.reading.words.wording import patterns
from airflow_provider.local.reading.written.attributes import stated_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from airflow_provider.local.reading.rows import Row
    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.schemas import Schema

_LOWEST = re.compile(rf"{patterns('prices')['from']}\s(?P<sum>{MONEY.pattern})$", re.IGNORECASE)
# A sum, or several to choose from.
_SUMS = re.compile(rf"(?P<low>{MONEY.pattern})(?:\s?[-\u2013\u2014]\s?{MONEY.pattern})?", re.IGNORECASE)
_AMOUNT = re.compile(r"\d{1,12}(?:[.,]\d{1,4})?$")
_CONSTANT = re.compile(r"[A-Z]{2,20}(?:_[A-Z]{2,20}){1,4}")
_DURATION = re.compile(r"P(?:\d{1,3}D)?T[\dHMS.]{2,12}")
# Constants are of a few kinds, and each is looked for in all of the page.
_MOST_CONSTANTS = 50
# In these words a prompt asks for what readers see.
_AS_SHOWN = re.compile(
    r"\bas (?:(?:it is |they are )?(?:displayed|shown|printed|written|stated|given)|it appears|they appear)\b"
    r"|\bdisplayed\b|\bwie (?:angezeigt|angegeben|abgebildet)\b|\btel(?:le)?s? qu['\u2019](?:affich|indiqu|imprim)"
    r"|\btal (?:y )?como\b|\bcome (?:mostrat|indicat|visualizzat)|\bzoals (?:weergegeven|getoond|vermeld)\b",
    re.IGNORECASE,
)
# So does what asks how old something is.
_AGO = re.compile(
    r"\bhow long ago\b|\bvor wie langer zeit\b|\bwie lange (?:es )?her\b|\bil y a combien de temps\b"
    r"|\bhace cu[aá]nto\b|\bquanto tempo fa\b|\bh[aá] quanto tempo\b|\bhoe lang geleden\b|\bjak dawno\b",
    re.IGNORECASE,
)
_AGES = frozenset({"age", "ago"})
# What asks for a day, in any language.
_DAYS = frozenset({"date", "updated", "last_activity", "last_seen", "start_date", "end_date"})
# "Posted today", not only "today".
_EXACTLY = re.compile(r"\b(?:exactly as|verbatim|genau so?wie|wortwörtlich|exactement|letterlijk)\b", re.IGNORECASE)
_EXAMPLES = re.compile(r"[\"\u201c\u201e]([^\"\u201c-\u201e]{3,60})[\"\u201c\u201d]")
_CLAUSES = re.compile(r"[,;.:]")
_FEW_WORDS = 4
_MOMENT = re.compile(r"\d{4}-\d\d-\d\d(?:$|T)")
_TIME = ("total", "time")
# Of a price of nothing a page shows a word: "Free".
_NOTHING = frozenset({"0", "0.0", "0.00"})


def show_sums(rows: Sequence[Row], schema: Schema, pieces: Sequence[str]) -> None:
    """Give prices of *rows* asked for as texts, of which data has but the number, as *pieces* of text show them."""
    priced = [name for name, kind in schema.fields.items() if kind == "string" and "price" in hint_of(words_of(name))]
    bare = {str(row[name]) for name in priced for row in rows if _AMOUNT.match(str(row[name]))}
    shown: dict[object, set[str]] = {}
    for found in _SUMS.finditer(" ".join(pieces)) if bare else ():
        shown.setdefault(cast(found["low"], "number", hint=("price",)), set()).add(found[0].strip(" .,"))
    if bare & _NOTHING and (free := {text for text in map(str.strip, pieces) if FREE.match(text)}):
        shown[0] = free
    for row in rows if bare else ():
        for name in priced:
            as_text = shown.get(cast(row[name], "number"), set()) if str(row[name]) in bare else set()
            row[name] = next(iter(as_text)) if len(as_text) == 1 else row[name]


def show_constants(rows: Sequence[Row], pieces: Sequence[str]) -> None:
    """Give what scripts call "FULL_TIME" or "PT20M" in *rows* as *pieces* of text show it, if in one way."""
    texts = {value for row in rows for value in row.values() if isinstance(value, str)}
    values = {value for value in texts if _CONSTANT.fullmatch(value)}
    text = " ".join(pieces) if values else ""
    for value in sorted(values)[:_MOST_CONSTANTS]:
        shown = {found[0] for found in re.finditer(rf"\b{value.replace('_', '[ -]')}\b", text, re.IGNORECASE)}
        _show(rows, value, shown)
    lasting = {value: cast(value, "number", hint=_TIME) for value in texts if _DURATION.fullmatch(value)}
    told = {piece.strip() for piece in pieces if is_duration(piece.strip())} if lasting else set()
    for value, minutes in lasting.items():
        _show(rows, value, {one for one in told if cast(one, "number", hint=_TIME) == minutes})


def _show(rows: Sequence[Row], value: str, shown: AbstractSet[str]) -> None:
    """Give *value* in *rows* as it is *shown*, if in one way."""
    for row in rows if len(shown) == 1 else ():
        row |= {name: min(shown) for name, told in row.items() if told == value}


def show_days(rows: Sequence[Row], records: Sequence[Sequence[Node]], schema: Schema, prompt: str) -> None:
    """
    Give days of *rows* as their *records* show them in the fields of *schema* of which *prompt* asks for that.

    So it does with sums from which something is to be had, "From £12.50", and with days among spans that are shown.
    """
    names = [*_asked_as_shown(schema, prompt), *_spans_shown(rows, schema)]
    # An example may say more than its day: "Posted Today".
    is_exact = _EXACTLY.search(prompt) or any(day_in(one) not in {"", one} for one in _EXAMPLES.findall(prompt))
    for row, nodes in zip(rows, records, strict=True) if names else ():
        shown: dict[str, set[str]] = {}
        for node in nodes:
            if node.tag == "time" and node.text:
                shown.setdefault(stated_in(node), set()).add(node.text)
            elif is_exact and node.is_short and not node.children and (day := day_in(node.text)):
                shown.setdefault(day, set()).add(node.text)
            elif node.is_short and not node.children and (lowest := _LOWEST.match(node.text)):
                shown.setdefault(lowest["sum"], set()).add(node.text)
        for name in names:
            is_told = is_exact or _MOMENT.match(str(row[name])) or MONEY.fullmatch(str(row[name]))
            texts = shown.get(str(row[name]), set()) if is_told else set()
            row[name] = next(iter(texts)) if len(texts) == 1 else row[name]


def _spans_shown(rows: Sequence[Row], schema: Schema) -> Iterator[str]:
    """Yield the fields of *schema* for spans of days of which some of *rows* have one as it is shown, others a day."""
    for name in filter(asks_span, schema.fields):
        told = [str(row[name]) for row in rows if row[name] is not None]
        if any(map(_MOMENT.match, told)) and any(len(bounds(one)) > 1 and not _MOMENT.match(one) for one in told):
            yield name


def asks_as_shown(schema: Schema, prompt: str) -> bool:
    """Tell whether a field of *schema*, or *prompt* of one, asks for what readers see."""
    return any(True for _ in _asked_as_shown(schema, prompt))


def _asked_as_shown(schema: Schema, prompt: str) -> Iterator[str]:
    """Yield the fields of *schema* that ask, or of which a clause of *prompt* asks, for what readers see."""
    clauses = _CLAUSES.split(prompt)
    # ", exactly as shown" is said of what is named before it.
    said = [f"{before if len(one.split()) < _FEW_WORDS else ''} {one}" for before, one in pairwise(["", *clauses])]
    told = {word for one in said if _AS_SHOWN.search(one) for word in words_of(one)}
    days = _AGO.search(prompt) is not None or "day" in told
    is_of_day = days or any(not _DAYS.isdisjoint(PHRASES.get((word,), ())) for word in told)
    for name in (name for name, kind in schema.fields.items() if kind == "string"):
        words = words_of(name)
        is_asked = is_of_day or not _AGES.isdisjoint(words[1:])
        is_day = is_asked and ("date" in ASKED.get(words, ()) or not _DAYS.isdisjoint(PHRASES.get(words, ())))
        is_told = (is_day or not told.isdisjoint(words)) and STATED.isdisjoint(words)
        if is_told or not SHOWN.isdisjoint(words[1:]):
            yield name
