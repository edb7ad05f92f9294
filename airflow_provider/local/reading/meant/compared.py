"""By which fields a prompt compares the records that it means, and by what: numbers such as "zwei", and days."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import dropwhile
from math import nan
from typing import TYPE_CHECKING, Protocol

from airflow_provider.local.reading.words.days import calendar_day
from airflow_provider.local.reading.words.fieldnames import concepts_of
from airflow_provider.local.reading.words.names import words_of
from airflow_provider.local.reading.words.synonyms import KINDS_OF_THING, PHRASES
from airflow_provider.local.reading.words.values import cast
from airflow_provider.local.reading.words.wording import patterns
from airflow_provider.local.schemas import Schema
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from collections.abc import Set as AbstractSet

    from airflow_provider.local.reading.rows import Row
    from airflow_provider.local.reading.words.values import Scalar
    from airflow_provider.local.schemas import Kind

_ANY = patterns("meaning")
# What is done to records, by the field that tells how often: "cited", "viewed".
VERBS = {name.removeprefix("verb "): words for name, words in _ANY.items() if name.startswith("verb ")}
_SPELLED = {int(name[5:]): words for name, words in _ANY.items() if name.startswith("word ")}
# A number in words, and one of several: "two", but not "a".
SPELLED = f"(?:{'|'.join(_SPELLED.values())})"
SEVERAL = f"(?:{'|'.join(words for number, words in _SPELLED.items() if number > 1)})"
# No part of a longer word.
START = r"(?<![\w'-])"
_CLAUSES = re.compile(r"[,:;?!()\n\"\u201c\u201d]|\.\s")
_WORD = re.compile(r"[^\W\d_][\w'-]*")
_FILLER = re.compile(_ANY["leading"], re.IGNORECASE)
# The words of a name.
_LONGEST = 4
# Stands for any number among concepts.
NUMBER = "number"
# What records are, rather than what they have, by what their names may be labels of; "stand" is none on a page.
_RECORDS = word_set("title promotion topic_count post_count comment_count stand")


@dataclass(frozen=True, slots=True)
class Told:
    """By which *schema*, widened, rows are told, and whether their page writes a decimal *comma*."""

    schema: Schema
    comma: bool = False

    def texts(self, rows: Sequence[Row], field: str) -> list[str]:
        """Return what each of *rows* says for *field*, or nothing."""
        name = own_field(self.schema, field)
        return ["" if row[name] is None else str(row[name]) for row in rows]

    def numbers(self, rows: Sequence[Row], field: str) -> list[float]:
        """Return the number that each of *rows* says for *field*, or none (NaN)."""
        name = own_field(self.schema, field)
        return [number_of(row[name], name, comma=self.comma) for row in rows]


class Meaning(Protocol):
    """What tells the records that a prompt means from others, by fields that the schema may lack."""

    def widened(self, schema: Schema) -> Schema:
        """Return *schema* with the field that records are told by, if it lacks that."""

    def of(self, rows: Sequence[Row], told: Told) -> Sequence[Row]:
        """Return those of *rows* that are meant, by what they are *told* by."""


def end_before(*words: str) -> str:
    """Return a pattern for where what a prompt says ends: at a sign, or before one of *words* or of the usual ones."""
    behind = "|".join((_ANY["behind"], *words))
    return rf"(?=\s(?:{behind})\b|\W*$|\s?[,.:;?!(\n]|\s[-\u2013]\s|\sw/)"


def widened(schema: Schema, field: str, kind: Kind) -> Schema:
    """Return *schema* with *field*, of a *kind*, if none of its own asks for the same."""
    return schema if own_field(schema, field) else Schema({**schema.fields, field: kind}, schema.many)


def own_field(schema: Schema, field: str) -> str:
    """Return the name of the field of *schema* that asks for what *field* does; nothing if there is none."""
    meant = concepts_of(field) or {field}
    own = (name for name in schema.fields if not meant.isdisjoint(concepts_of(name)))
    return field if field in schema.fields else next(own, "")


def is_part(word: str) -> bool:
    """Tell whether *word* is what records have, such as an author, rather than what they are."""
    told = PHRASES.get(words_of(word), frozenset())
    return bool(told) and told.isdisjoint(_RECORDS) and KINDS_OF_THING.isdisjoint(words_of(word))


def number_said(said: str) -> float:
    """Return the number that a prompt has *said*, in figures or in a word; none (NaN) for anything else."""
    spelled = (number for number, words in _SPELLED.items() if re.fullmatch(words, said, re.IGNORECASE))
    # What is asked for in figures has no three decimals: "1.100 kr".
    return number_of(next(spelled, re.sub(r"(?<=\d)[.,](?=\d{3}(?!\d))", "", said)))


def number_of(value: Scalar | None, name: str = "", *, comma: bool = False) -> float:
    """Return the number that *value* of field *name* states; none (NaN) if it states no single one."""
    number = cast(value, "number", hint=words_of(name), comma=comma) if value is not None else None
    return float(number) if isinstance(number, (int, float)) else nan


def moment_of(value: Scalar | None) -> float:
    """Return a number by which the day that *value* is compares; none (NaN) for what is no such day."""
    text = str(value).strip()
    with suppress(ValueError, OverflowError):
        moment = datetime.fromisoformat(text)
        return moment.replace(tzinfo=moment.tzinfo or UTC).timestamp()
    year, month, day = calendar_day(text) or (0, 0, 0)
    with suppress(ValueError):
        return datetime(year, month or 1, day or 1, tzinfo=UTC).timestamp()
    return nan


def words_before(text: str) -> list[str]:
    """Return the words at the end of *text*, the nearest first, without what says nothing."""
    words = _WORD.findall(_CLAUSES.split(text)[-1])[::-1]
    return list(dropwhile(_FILLER.fullmatch, words))[:_LONGEST]


def named_before(text: str, schema: Schema, concepts: AbstractSet[str]) -> str:
    """Return the field that *text* names at its end, of *schema* or of some *concepts*; nothing if it names none."""
    return named_at_end(words_before(text), schema, concepts)


def named_at_end(before: Sequence[str], schema: Schema, concepts: AbstractSet[str]) -> str:
    """Return the field that the words *before* something, the nearest first, name at their end."""
    return _meant((before[size - 1 :: -1] for size in range(len(before), 0, -1)), schema, concepts)


def named_at_start(told: str, schema: Schema, concepts: AbstractSet[str]) -> str:
    """Return the field that what is *told* behind a number names: "verified reviews"."""
    words = _WORD.findall(_CLAUSES.split(told)[0])[:_LONGEST]
    starts = (words[start:] for start in (0, 1))
    return _meant((some[:size] for some in starts for size in range(len(some), 0, -1)), schema, concepts)


def _meant(names: Iterable[Sequence[str]], schema: Schema, concepts: AbstractSet[str]) -> str:
    """Return the first of *names* that is a field of *schema* or means one of *concepts*."""
    said = [words_of(" ".join(words)) for words in names]
    # "4 Sternen".
    said += [(*words[:-1], words[-1][:-1]) for words in said if words[-1:] and words[-1].endswith("n")]
    own = {words_of(name): name for name, kind in schema.fields.items() if _may_be_one(name, kind, concepts)}
    exact = next((own[words] for words in said if words in own), "")
    return exact or next(("_".join(words) for words in said if not concepts.isdisjoint(PHRASES.get(words, ()))), "")


def _may_be_one(name: str, kind: Kind, concepts: AbstractSet[str]) -> bool:
    """Tell whether field *name*, of a *kind*, may be bounded as one of *concepts*."""
    known = concepts_of(name)
    return not known.isdisjoint(concepts) or (kind == "number" and (not known or NUMBER in concepts))
