"""
Filling a query schema from a collection: which records match, and which of them have the fields.

The query text filters and ranks; words that only name fields or kinds of things do not filter. Of the rules
only limits on the number of items are followed without a language model, because nothing else in free text
has one meaning.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from airflow_provider.local import llm
from airflow_provider.local.text import estimate_tokens, search_terms, stem, word_set

if TYPE_CHECKING:
    from airflow_provider.local.schemas import Schema
    from airflow_provider.local.settings import Model
    from airflow_provider.local.store import Record, Store

MAX_RECORDS = 5000
MAX_SOURCE_RECORDS = 60
_LIMIT = re.compile(
    r"\b(?:at most|no more than|up to|maximum(?: of)?|max|limit(?:ed)?(?: (?:it|the \w+))?(?: to)?"
    r"|only(?: return| the)?(?: first| top| best)?|first|top|exactly|return)\s+(\d{1,6}|one|two|three|four|five|ten)\b"
    r"(?!\s*(?:%|percent|char|word|letter|digit|decimal|sentence))",
    re.IGNORECASE,
)
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "ten": 10}
_GENERIC = frozenset(
    stem(word)
    for word in word_set(
        """
        item product record entry row result thing data information detail info name list value field everything
        document collection available content title article page first top best most number
        """
    )
)


def fill_from_collection(  # noqa: PLR0913 - the four fields of the request, and what answers it
    store: Store, collection_id: str, *, text: str, schema: Schema, rules: str, model: Model | None
) -> dict[str, Any]:
    """Return ``response`` and ``tokens`` of a query (contract 4.4); raises `Missing` for an unknown collection."""
    records = _matching(store, collection_id, text=text, schema=schema)
    if model is not None:
        source = "\n".join(record.text for record in records[:MAX_SOURCE_RECORDS])
        items, tokens = llm.query(model, text=text, rules=rules, schema=schema, source=source)
    else:
        items = _items(records, schema)
        tokens = estimate_tokens(text, rules, *(record.text for record in records))
    limit = _limit(rules)
    if not schema.many:
        return {"response": items[0] if items else dict.fromkeys(schema.fields), "tokens": tokens}
    return {"response": items if limit is None else items[:limit], "tokens": tokens}


def _matching(store: Store, collection_id: str, *, text: str, schema: Schema) -> list[Record]:
    """Return the records that match *text*, best first; all of them when it names nothing in particular."""
    everything = store.read(collection_id, limit=MAX_RECORDS)
    named = {stem(word) for name in schema.fields for word in re.findall(r"[a-z]+", name.lower())}
    common = {stem(word) for record in everything for label, _ in record.facts for word in label.split()}
    terms = [term for term in search_terms(text) if stem(term) not in named | common | _GENERIC]
    if not terms:
        return everything
    exact = store.search(collection_id, terms, every=True, limit=MAX_RECORDS)
    return exact or store.search(collection_id, terms, every=False, limit=MAX_RECORDS)


def _items(records: list[Record], schema: Schema) -> list[dict[str, Any]]:
    from airflow_provider.local.reading.facts import Item
    from airflow_provider.local.reading.rows import fill

    items = []
    for record in records:
        item = Item()
        for label, value in record.facts:
            item.add(label, value)
        items.append(item)
    return [dict(row) for row in fill([item for item in items if item.facts], schema).rows]


def _limit(rules: str) -> int | None:
    """Return the number of items that *rules* limit the answer to, if they do."""
    found = _LIMIT.search(rules)
    if found is None:
        return None
    word = found[1].lower()
    return _NUMBERS.get(word) or (int(word) if word.isdigit() else None)
