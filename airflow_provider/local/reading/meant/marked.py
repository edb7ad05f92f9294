"""What a prompt asks records to be marked with, to have or to lack: "in stock", "without reviews"."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING

from airflow_provider.local.reading.ends import is_plural
from airflow_provider.local.reading.meant.compared import (
    START,
    VERBS,
    Told,
    end_before,
    number_of,
    own_field,
    widened,
)
from airflow_provider.local.reading.words.fieldnames import concepts_of, meaning_of, means
from airflow_provider.local.reading.words.names import words_of
from airflow_provider.local.reading.words.synonyms import FLAGS
from airflow_provider.local.reading.words.values import cast
from airflow_provider.local.reading.words.wording import patterns, snake_case
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.rows import Row
    from airflow_provider.local.schemas import Schema

_ANY = patterns("meaning")
_END = end_before()
# By which field, and whether records that are marked so are meant.
_MARKS = {
    (field, kind == "mark"): re.compile(_ANY[name], re.IGNORECASE)
    for name in _ANY
    for kind, _, field in [name.partition(" ")]
    if field and kind in {"mark", "not"}
}
_MARKED = re.compile(
    rf"{START}(?P<mark>{'|'.join(mark.pattern for mark in _MARKS.values())})(?:\s[^\W\d_][\w-]*)?{_END}", re.IGNORECASE
)
_OR = re.compile(r"\s(?:or|oder|ou|o|of|eller|lub)\s", re.IGNORECASE)
# "Where available", "when the product is on sale".
_IF = re.compile(
    r"\b(?:(?:both|including|as)\s|(?:if|where|when|wherever|whether|falls|wenn|si|se|ob)\s[^,.;:?!]{0,40})$",
    re.IGNORECASE,
)
_FIELD = (
    rf"(?!(?:the|not|no|been|to)\b|{_ANY['high']}\b|{_ANY['low']}\b)"
    r"(?P<field>[^\W\d_][\w-]{0,30}(?:\s[^\W\d_]{1,30}){0,2}?)"
)
_HAVING = re.compile(
    rf"{START}(?:(?P<without>{_ANY['lacking']})|{_ANY['stating']})\s(?:(?:an?|any|their|une?|eine?n?|uno?a?|yet)\s)?{_FIELD}"
    rf"(?:\s(?:yet|at all|{_ANY['shown']}))?{_END}",
    re.IGNORECASE,
)
# "Where a price is shown", "where no price is given".
_WHERE = re.compile(
    rf"{START}{_ANY['inner']}\s(?:(?P<without>no|keine?n?|aucune?|ning[uú]na?|nessun[ao]?)|an?|the|une?|eine?n?|uno?a?)\s"
    rf"(?P<field>[^\W\d_]{{1,30}}(?:\s[^\W\d_]{{1,30}})?)"
    rf"\s{_ANY['is']}\s{_ANY['shown']}",
    re.IGNORECASE,
)
# "Only the auctions, listings with bids shown".
_SHOWN = re.compile(
    rf"{START}{_ANY['only']}(?!\w)[^:;.?!]{{0,60}}\s{_ANY['with fields']}\s{_FIELD}\s{_ANY['shown']}{_END}",
    re.IGNORECASE,
)
_NOBODY = re.compile(
    rf"{START}{_ANY['nobody']}\s(?:has\s|have\s)?"
    rf"(?:{'|'.join(f'(?P<{name}>{verb})' for name, verb in VERBS.items())})(?!\w)",
    re.IGNORECASE,
)
# What leaves out the rest of a sentence, and what the words right behind it.
_EXCEPT = re.compile(rf"{START}{_ANY['except']}(?!\w)[^.;:]*$", re.IGNORECASE)
_NOT = re.compile(
    rf"(?:(?:{START}{_ANY['not']}|n['\u2019]t)(?!\w)|{START}non-)\s?(?:(?!and\b|but\b|or\b)[\w'-]+\s){{0,3}}$",
    re.IGNORECASE,
)
# "Even the sold-out ones", "the sticky ones at the top too".
_EVEN = re.compile(
    rf"{START}{_ANY['even']}\s(?:[\w'-]+\s){{0,3}}$|(?:^|[.;:!?]\s){_ANY['even']}\s[^.;:!?]{{0,80}}$", re.IGNORECASE
)
_TOO = re.compile(rf"(?:\s[\w'-]+){{0,4}}?\s{_ANY['too']}(?!\w)", re.IGNORECASE)
_BEFORE = re.compile(r"(?<![\w-])([^\W\d_][\w-]{0,40})\s$")
_BEHIND = re.compile(r"\s([^\W\d_][\w-]*)")
# "Editorials have no number" says how that is, and "those that have no number" which are meant.
_VERB = re.compile(
    r"(?:have|has|had|do|does|did|states?|shows?|lists?|mention|got|gives?)(?:n['\u2019]t)?\b", re.IGNORECASE
)
_RELATIVE = re.compile(
    r"\b(?:that|which|who|where)\s(?:[\w'-]+\s){0,2}$|(?:^|[.;!?]\s)(?:which|what)\s[^.;:!?]{0,80}$", re.IGNORECASE
)
_DIVIDER = re.compile(r"[,:;?!(\n]")
# "Best offer" may be the beginning of a field's name.
_PARTLY = 2
_OF_RECORDS = word_set("name title")


@dataclass(frozen=True, slots=True)
class Mark:
    """That records have the mark *field*, or not where that is not *wanted*; that they state it, if it is *told*."""

    field: str
    wanted: bool = True
    told: bool = False

    def widened(self, schema: Schema) -> Schema:
        """Return *schema* with the field that records are told by, if it lacks that."""
        return widened(schema, self.field, "string" if self.told else "boolean")

    def of(self, rows: Sequence[Row], told: Told) -> Sequence[Row]:
        """Return those of *rows* that are meant; all of them if none has a mark."""
        name = own_field(told.schema, self.field)
        if self.told:
            # Without replies is what has 0 of them, too.
            lacks = [row[name] is None or (not self.wanted and number_of(row[name]) == 0) for row in rows]
            # What none of them states is not what was meant.
            return rows if self.wanted and all(lacks) else list(compress(rows, map(self.wanted.__ne__, lacks)))
        said = [cast(row[name], "boolean") if row[name] is not None else None for row in rows]
        # Where only what is sold is marked, the rest is not; where nothing is, nothing tells them apart.
        if self.wanted and True not in said:
            return [row for row, value in zip(rows, said, strict=True) if value is None or False not in said]
        if not self.wanted and False not in said:
            return [row for row, value in zip(rows, said, strict=True) if value is not True]
        return [row for row, value in zip(rows, said, strict=True) if value is self.wanted or {*said} == {None}]


def marks_in(said: str, schema: Schema) -> list[Mark]:
    """Return by which marks what is *said* of things tells them, and by what of *schema* that they have or lack."""
    marks = [one for one in _MARKED.finditer(said) if _is_meant(one, said, schema)]
    having = [one for reading in (_HAVING, _SHOWN, _WHERE) for one in reading.finditer(said)]
    # "At a reduced price" is a mark, and "a remote type" none.
    spans = [one.span("field") for one in having]
    of_fields = [
        one for one in marks if any(start <= one.start("mark") and one.end("mark") < end for start, end in spans)
    ]
    told = [one for one in marks if one not in of_fields]
    inner = [(one.start("mark"), one.end("mark")) for one in told]
    having = [
        one
        for one in having
        if not any(start <= one.start("field") and one.end("field") <= end for start, end in inner)
    ]
    nobody = (
        Mark(next(name for name in VERBS if one[name]), wanted=False, told=True) for one in _NOBODY.finditer(said)
    )
    stated = (_having(one, said, schema) for one in having)
    return list(dict.fromkeys([*nobody, *filter(None, stated), *(_mark_of(one, said) for one in told)]))


def is_left_out(said: str, at: int) -> bool:
    """Tell whether what stands *at* some place of what is *said* of things is what they are not: "except used ones"."""
    before = said[:at]
    return _EXCEPT.search(before) is not None or _NOT.search(before) is not None


def is_included(said: str, start: int, end: int) -> bool:
    """Tell whether what is *said* of things from *start* to *end* leaves none out: "the sold-out ones too"."""
    return _EVEN.search(said[:start]) is not None or _TOO.match(said, end) is not None


def _is_meant(found: re.Match[str], said: str, schema: Schema) -> bool:
    """
    Tell whether the mark *found* in what is *said* tells things that *schema* asks for.

    "Remote or hybrid" are values, "if any" is none, and "available sizes" tell sizes.
    """
    start, end = found.span("mark")
    beside = [one[1] for one in (_BEFORE.search(said[:start]), _BEHIND.match(said, end)) if one is not None]
    parts = {word for name in schema.fields if "title" not in concepts_of(name) for word in words_of(name)}
    if is_included(said, start, end) or any(parts.issuperset(words_of(word)) for word in beside):
        return False
    is_one_of_two = _OR.match(said, found.end("mark")) or _OR.search(said[max(0, found.start() - 6) : found.start()])
    return not is_one_of_two and not _IF.search(said[: found.start()])


def _mark_of(found: re.Match[str], said: str) -> Mark:
    field, wanted = next(key for key, word in _MARKS.items() if word.fullmatch(found["mark"]))
    return Mark(field, wanted=wanted is not is_left_out(said, found.start()))


def _having(found: re.Match[str], said: str, schema: Schema) -> Mark | None:
    # "Weight without fuel" is how a field is to be told.
    told = words_of(_DIVIDER.split(said[: found.start()])[-1])[:1]
    if told and any(told[0] in words_of(name) for name in schema.fields if "title" not in concepts_of(name)):
        return None
    lacking = found.groupdict().get("without") or ""
    is_said_of_all = _VERB.match(lacking) is not None and _RELATIVE.search(said[: found.start()]) is None
    if is_said_of_all or is_included(said, found.start(), found.end()):
        return None
    is_without = bool(found.groupdict().get("without")) is not is_left_out(said, found.start())
    field = _field_of(found["field"], schema, is_without=is_without)
    return Mark(field, wanted=not is_without, told=True) if field else None


def _field_of(said: str, schema: Schema, *, is_without: bool) -> str:
    """Return the field that is *said* to be stated or lacking, of *schema* or a known one; nothing for others."""
    words = words_of(said)
    # "No Top Deal badge" is a mark of that name.
    if not _OF_RECORDS.isdisjoint(words) or (said[0].isupper() and len(words) > 1):
        return ""
    own = {name: words_of(name) for name in schema.fields}
    # "Open-box offer" for `open_box_price`.
    partly = (name for name, told in own.items() if len(words) > _PARTLY and {*words[:-1]} <= {*told})
    exact = next((name for name, told in own.items() if told == words), "") or next(partly, "")
    is_known = means(words) and meaning_of(words).isdisjoint(FLAGS)
    # What nobody knows may be counted, and then none of them may be there: "no answers", "no answer yet".
    return exact or (snake_case(said) if is_known or (is_without and (is_plural(said) or len(words) == 1)) else "")
