"""
Filling a query schema from records without a language model: from their labels, or from their sentences.

A record of a table is a thing with labelled values. Paragraphs state such values in lines ("Price: 10") and sentences
("The price is 10."), and those of one document speak of one thing, unless they label the same value again and again.
A field that asks for text as such gets the sentences that match the query best.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from airflow_provider.local.index import LONGEST_QUERY
from airflow_provider.local.text import rank, split_sentences, word_set

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from airflow_provider.local.query import Query
    from airflow_provider.local.reading.data.facts import Item
    from airflow_provider.local.schemas import Schema
    from airflow_provider.local.store import Ranking, Record, Store

    Pair = tuple[str, str]

# Documents whose statements are read, and records that are quoted in a list, or in one object: beyond, none match well.
MOST_SOURCES = 20
MOST_QUOTED = 10
_QUOTED_AT_ONCE = 5
_MOST_SENTENCES = 3
_MOST_PARAGRAPHS = 2000
_SHORT = 300
# "The price of it is 10 euros."
_SENTENCE = re.compile(
    r"^(?:the|its|their|our)\s+(?P<label>[^\W\d_][\w-]{0,30}(?:\s[\w-]{1,30}){0,3}?)\s+(?:is|are|was|were)\s+"
    r"(?!not\b|no\b|now\b|also\b|unknown\b|very\b)(?P<value>\S.{0,200}?)[.!]?$",
    re.IGNORECASE,
)
_TEXTS = word_set(
    """
    answer text summary description content passage explanation snippet response detail excerpt reason note overview
    abstract definition quote sentence paragraph statement procedure solution
    """
)


def fill(store: Store, query: Query, schema: Schema, found: Ranking) -> list[dict[str, Any]]:
    """Return items of *schema* that the *found* records state, best first."""
    from airflow_provider.local.reading.prompted import words_in
    from airflow_provider.local.reading.rows import fill as fill_rows

    records = [record for record, _ in found.records]
    most = MOST_SOURCES if found.particular else len(records)
    things = list(_things(store, query.collection_id, records, most=most))
    filling = fill_rows([item for _, item in things], schema, words_in(query.text, schema))
    rows = [dict(row) for row in filling.rows]
    free = _free_field(schema)
    if free is None or any(row[free] is not None for row in rows):
        return rows
    if not schema.many:
        row = rows[0] if rows else dict.fromkeys(schema.fields)
        quoted = _best(records[:_QUOTED_AT_ONCE], query.text)
        return [{**row, free: quoted}] if quoted else rows
    by_source = {things[kept][0]: row for kept, row in zip(filling.kept, rows, strict=True)}
    items = []
    for record in records[:MOST_QUOTED]:
        row = by_source.get(_key(record)) or dict.fromkeys(schema.fields)
        items.append({**row, free: _best([record], query.text) or record.text})
    return items


def _things(store: Store, collection_id: str, records: Sequence[Record], *, most: int) -> Iterator[tuple[str, Item]]:
    """Yield what *records* state, with a key of each: by their labels, or for *most* documents by their paragraphs."""
    from airflow_provider.local.reading.data.facts import Item

    sources = list(dict.fromkeys(record.source for record in records if not record.facts))[:most]
    documents = _documents(store, collection_id, sources) if sources else {}
    seen: set[str] = set()
    for record in records:
        key = _key(record)
        item = Item()
        if record.facts:
            pairs: Sequence[Pair] = record.facts
        elif record.source not in documents or record.source in seen:
            continue
        elif (whole := documents[record.source]) is None:
            pairs = _statements(record.text)
        else:
            pairs = whole
            seen.add(record.source)
        for label, value in pairs:
            item.add(label, value)
        if item.facts:
            yield key, item


def _documents(store: Store, collection_id: str, sources: Sequence[str]) -> dict[str, list[Pair] | None]:
    """Return the statements of each of *sources*, None for one that speaks of several things."""
    stated: dict[str, list[tuple[Pair, ...]]] = {source: [] for source in sources}
    for record in store.read(collection_id, limit=_MOST_PARAGRAPHS, sources=sources):
        if not record.facts:
            stated[record.source].append(_statements(record.text))
    found: dict[str, list[Pair] | None] = {}
    for source, paragraphs in stated.items():
        counts = Counter(label.lower() for pairs in paragraphs for label in dict(pairs))
        alone = max(counts.values(), default=0) <= 1
        found[source] = [pair for pairs in paragraphs for pair in pairs] if alone else None
    return found


@lru_cache(maxsize=4096)
def _statements(text: str) -> tuple[Pair, ...]:
    """Return the labelled values that *text* states."""
    from airflow_provider.local.reading.words.lines import split_pair

    found = []
    for sentence in split_sentences(text):
        told = _SENTENCE.match(sentence)
        pair = split_pair(sentence) or ((told["label"], told["value"]) if told else None)
        if pair is not None:
            found.append(pair)
    return tuple(found)


def _key(record: Record) -> str:
    """Return what rows of *record* are known by: a paragraph shares those of its document."""
    return f"{record.source}\n{record.text}" if record.facts else record.source


def _free_field(schema: Schema) -> str | None:
    """Return the one field of *schema* that asks for text as such, if there is just one."""
    from airflow_provider.local.reading.words.synonyms import PHRASES
    from airflow_provider.local.reading.words.wording import words_of

    texts = [name for name, kind in schema.fields.items() if kind == "string" and words_of(name)]
    named = [name for name in texts if words_of(name)[-1] in _TEXTS]
    if len(named) == 1:
        return named[0]
    alone = len(schema.fields) == len(texts) == 1
    return texts[0] if alone and words_of(texts[0]) not in PHRASES else None


def _best(records: Sequence[Record], asked: str) -> str | None:
    """Return the sentences of *records* that match *asked* best, in their order; a short record as it is."""
    if len(records) == 1 and len(records[0].text) <= _SHORT:
        return records[0].text
    sentences = [sentence for record in records for sentence in split_sentences(record.text)]
    best = sorted(rank(sentences, query=asked[:LONGEST_QUERY])[:_MOST_SENTENCES])
    return " ".join(sentences[position] for position in best) or None
