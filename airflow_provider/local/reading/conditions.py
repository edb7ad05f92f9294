"""
What a prompt asks of the records that it means: "only the award notices", "posts by anna", "jobs in Oslo", "in stock".

What records are, whose and where is heard where some of them state it: then it tells these from the others.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import compress
from typing import TYPE_CHECKING

from airflow_provider.local.reading.ends import is_plural
from airflow_provider.local.reading.selecting import ALL, END, SOME, THINGS, own_field, widened
from airflow_provider.local.reading.words.fieldnames import meaning_of, means
from airflow_provider.local.reading.words.names import words_of
from airflow_provider.local.reading.words.synonyms import FLAGS, PHRASES, UNITS
from airflow_provider.local.reading.words.values import cast
from airflow_provider.local.reading.words.wording import Words, patterns, snake_case
from airflow_provider.local.schemas import Schema
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.data.facts import Fact, Group, Item
    from airflow_provider.local.reading.rows import Filling, Row
    from airflow_provider.local.reading.tree.page import Page

_ANY = patterns("selecting")
_QUOTED = r"[\"\u201c\u201e\u00ab'](?P<quoted>[^\"\u201c\u201d\u201e\u00ab\u00bb']{1,60})[\"\u201d\u201c\u00bb']"
_NAMED = r"(?-i:(?P<name>[A-Z\u00c0-\u00de][\w'.&-]*(?:\s[A-Z\u00c0-\u00de&][\w'.&-]*){0,3}))"
_ONLY = re.compile(
    rf"^\W{{0,3}}(?:{_ANY['asking']}\s){{0,4}}?{_ANY['only']}\s(?:{_ANY['asking']}\s){{0,2}}+"
    rf"(?:{_QUOTED}|(?P<name>[^\W\d_][\w'-]*(?:\s[^\W\d_][\w'-]*){{0,2}}?))(?:\s(?P<thing>[^\W\d_][\w'-]*))?{END}",
    re.IGNORECASE,
)
_BY = re.compile(
    rf"{THINGS}(?:(?:that|which)\s(?:are|were)\s)?(?:{_ANY['made']}\s)?{_ANY['by']}\s"
    rf"(?:{_QUOTED}|{_NAMED}|(?P<nick>[\w.-]{{2,30}})){END}",
    re.IGNORECASE,
)
_PLACED = re.compile(
    rf"{THINGS}(?:(?:that|which)\s(?:are|were)\s)?(?:(?:{_ANY['held']}|{_ANY['made']})\s)?{_ANY['placed']}\s"
    rf"(?:(?:the\s)?{_ANY['kind of place']}\s(?:of\s)?)?"
    rf"(?:the\s)?(?:{_QUOTED}|{_NAMED}|(?P<year>(?:19|20)\d\d))"
    rf"(?:\s{_ANY['kind of place']}|\s\((?P<other>[^()]{{2,30}})\))?{END}",
    re.IGNORECASE,
)
# "All lamps marked 'Last one'", "nur die Lampen, bei denen „Letzte“ steht".
_SAYING = re.compile(
    rf"{SOME},?\s(?:(?:that|which)\s(?:are|were)\s)?{_ANY['saying']}:?\s{_QUOTED}(?:\s{_ANY['said']})?{END}",
    re.IGNORECASE,
)
# By which field, and whether records that are marked so are meant.
_MARKS = {
    (field, kind == "mark"): re.compile(_ANY[name], re.IGNORECASE)
    for name in _ANY
    for kind, _, field in [name.partition(" ")]
    if kind in {"mark", "not"}
}
_MARKED = re.compile(
    rf"(?:{THINGS}(?:{_ANY['placed']}\s[^,.:;?!\n]{{1,60}}?\s(?=that|which))?"
    rf"(?:(?:that|which|who)\s)?(?:(?:are|is)\s)?(?:(?:currently|still|now)\s)?|{ALL})"
    rf"(?P<mark>{'|'.join(mark.pattern for mark in _MARKS.values())})(?:\s[^\W\d_][\w-]*)?{END}",
    re.IGNORECASE,
)
_HAVING = re.compile(
    rf"{THINGS}(?:(?:that|which)\s{_ANY['stating']}\s(?:an?|any|their)|(?P<without>{_ANY['without']})(?:\s(?:an?|any))?)\s"
    rf"(?P<field>[^\W\d_]+(?:\s[^\W\d_]+)??)(?:\syet)?{END}",
    re.IGNORECASE,
)
# Before what is asked for stands what is asked of it.
_OF_THINGS = re.compile(r"\b(?:of|for)\s(?=(?:the|all|those|these|every|each)\s)")
# What does not say of which kind a record is, where it is or whose.
_TOLD_AT_LENGTH = word_set("title description text url image id")
_LATER = word_set("last latest")
_MEASURES = UNITS | word_set("kb mb gb tb")
_LONGEST = 80
_FEW = 8


@dataclass(frozen=True, slots=True)
class Condition:
    """One of some *values* that a record states as a whole, or as a *part* of what it says in a few words."""

    values: tuple[Words, ...]
    is_part: bool = False

    def is_met(self, item: Item) -> bool:
        """Tell whether *item* states it."""
        # Who wrote last is not whose it is, whatever else names them.
        last = {fact.value for fact in item.facts if fact.labels[-1][0] in _LATER}
        return any(self._is_in(fact) for fact in item.facts if _tells_kind(fact) and fact.value not in last)

    def _is_in(self, fact: Fact) -> bool:
        texts = [str(fact.value), *str(fact.value).split(", ")]
        told = [_singular(words_of(text)) for text in texts if len(text) <= _LONGEST]
        if any(value in told for value in self.values):
            return True
        return self.is_part and any(
            len(words) <= _FEW and _has(words, value) for words in told for value in self.values
        )


@dataclass(frozen=True, slots=True)
class Mark:
    """That records have the mark *field*, or not where that is not *wanted*; that they state it, if it is *told*."""

    field: str
    wanted: bool = True
    told: bool = False

    def widened(self, schema: Schema) -> Schema:
        """Return *schema* with the field that records are told by, if it lacks that."""
        return widened(schema, self.field, "string" if self.told else "boolean")

    def of(self, rows: Sequence[Row], schema: Schema, *, comma: bool) -> Sequence[Row]:  # noqa: ARG002 - as selections have it
        """Return those of *rows* of the widened *schema* that are meant; all of them if none has a mark."""
        name = own_field(schema, self.field)
        if self.told:
            # Without replies is what has 0 of them, too.
            lacking = {None} if self.wanted else {None, 0, "0"}
            return [row for row in rows if (row[name] not in lacking) is self.wanted]
        said = [cast(row[name], "boolean") if row[name] is not None else None for row in rows]
        # Where only what is sold is marked, the rest is not; where nothing is, nothing tells them apart.
        if self.wanted and True not in said:
            return [row for row, value in zip(rows, said, strict=True) if value is None or False not in said]
        return [row for row, value in zip(rows, said, strict=True) if value is self.wanted or {*said} == {None}]


def meeting(filling: Filling, group: Group, page: Page, prompt: str) -> Filling:
    """Return the rows of *filling* of *group* that meet what *prompt* asks; all if none does, or all of *page*."""
    condition = _condition_in(prompt)
    over = (page.heading.text if page.heading is not None else "", *page.title_parts)
    if condition is None or any(_has(_singular(words_of(text)), value) for text in over for value in condition.values):
        return filling
    met = [condition.is_met(group.items[at]) for at in filling.kept]
    if not any(met):
        return filling
    return replace(filling, rows=tuple(compress(filling.rows, met)), kept=tuple(compress(filling.kept, met)))


def mark_in(prompt: str, schema: Schema) -> Mark | None:
    """Return by which mark, or by what they state or lack, *prompt* tells the records of *schema* that it means."""
    if found := _HAVING.match(prompt):
        field = words_of(found["field"])
        is_known = means(field) and meaning_of(field).isdisjoint(FLAGS)
        is_known = is_known or field in map(words_of, schema.fields)
        return Mark(snake_case(found["field"]), wanted=not found["without"], told=True) if is_known else None
    found = _MARKED.match(prompt)
    marks = (key for key, word in _MARKS.items() if found and word.fullmatch(found["mark"]))
    mark, wanted = next(marks, ("", True))
    return Mark(mark, wanted=wanted) if mark else None


def _condition_in(prompt: str) -> Condition | None:
    """Return what *prompt* asks of the records that it means, by what they state; None where it asks nothing."""
    found = next(filter(None, (one.match(prompt) for one in (_BY, _PLACED, _SAYING, _ONLY))), None)
    # "Title and views of the topics posted by anna", but not "size of the page in KB".
    behind = (one.match(text) for text in _OF_THINGS.split(prompt, 2)[1:] for one in (_BY, _PLACED))
    found = found or next((one for one in behind if one is not None and is_plural(one["thing"])), None)
    if found is None:
        return None
    told = found.groupdict("")
    value = words_of(told["quoted"] or told.get("name") or told.get("nick") or told.get("year", ""))
    # "Only the award notices" are told by "Award", or by "Award notice", and places in two forms: "in Texas (TX)".
    other = words_of(f"{told['quoted'] or told['name']} {told['thing']}") if found.re is _ONLY else ()
    values = tuple(map(_singular, filter(None, (value, other, words_of(told.get("other", ""))))))
    # "In KB" is how a number is to be told.
    return Condition(values, is_part=found.re is _PLACED) if not _MEASURES.issuperset(value) else None


def _tells_kind(fact: Fact) -> bool:
    """Tell whether *fact* may say of which kind something is, where or whose."""
    is_long = any(not _TOLD_AT_LENGTH.isdisjoint(PHRASES.get(label, ())) for label in fact.labels)
    return isinstance(fact.value, str) and not is_long


def _singular(words: Words) -> Words:
    """Return *words* of a kind without the "s" of a plural, as "eds" has one."""
    return tuple(word.removesuffix("s") for word in words)


def _has(words: Words, value: Words) -> bool:
    """Tell whether *words* have *value* somewhere among them."""
    return any(words[at : at + len(value)] == value for at in range(len(words)))
