"""
Answering a query from a collection: which records match, and what they answer without a language model.

The query text ranks, by all its words; words that only name fields or kinds of things do not decide what matches. Of
the rules only limits on the number of items are followed, because nothing else in free text has one meaning.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from airflow_provider.local import prose
from airflow_provider.local.bodies import parse_json
from airflow_provider.local.errors import Invalid
from airflow_provider.local.index import terms_of
from airflow_provider.local.schemas import Schema, read_query_schema
from airflow_provider.local.store import read_id
from airflow_provider.local.text import STOP_WORDS, estimate_tokens, stem, word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.bodies import Fields
    from airflow_provider.local.store import Ranking, Record, Store

MAX_RECORDS = 5000
MAX_PASSAGES = 5
# Records that one object may be filled from.
MAX_NEAR = 100
# Of the best score: what may answer a query for one thing, or be quoted where nothing is asked for by name.
_NEAR = 0.5
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """A checked query; without *schema* it is answered in text."""

    collection_id: str
    text: str
    schema: Schema | None
    rules: str

    @property
    def limit(self) -> int | None:
        """The number of items that the rules limit the answer to, if they do."""
        found = _LIMIT.search(self.rules)
        if found is None:
            return None
        word = found[1].lower()
        return _NUMBERS.get(word) or (int(word) if word.isdigit() else None)

    def shaped(self, items: list[dict[str, Any]]) -> list[dict[str, Any]] | dict[str, Any]:
        """Return *items* as the schema asks for them: a list, or one object, with nulls where there is none."""
        if self.schema is not None and not self.schema.many:
            return items[0] if items else dict.fromkeys(self.schema.fields)
        return items if self.limit is None else items[: self.limit]


def read_query(fields: Fields) -> Query:
    """Check a query without opening the collection (contract 4.4)."""
    collection_id = read_id(fields.text("collection_id"))
    text = fields.text("request_query")
    given = fields.decoded("json_schema")
    if given is None:
        rules = _rules(fields) if fields.value("json_schema_rules") is not None else ""
        return Query(collection_id=collection_id, text=text, schema=None, rules=rules)
    return Query(collection_id=collection_id, text=text, schema=read_query_schema(given), rules=_rules(fields))


def _rules(fields: Fields) -> str:
    """Return the rules: a text, or a list of texts that are its lines, which in a form is JSON."""
    rules = fields.required("json_schema_rules")
    if isinstance(rules, str) and rules.lstrip().startswith("["):
        try:
            decoded = parse_json(rules)
        except ValueError:
            decoded = None
        rules = decoded if isinstance(decoded, list) else rules
    if isinstance(rules, list) and rules and all(isinstance(line, str) for line in rules):
        rules = "\n".join(rules)
    if not isinstance(rules, str):
        raise Invalid("Field 'json_schema_rules' must be a string, or a list of strings.")
    if not rules.strip():
        raise Invalid("Field 'json_schema_rules' is empty.")
    return rules


def answer_plainly(store: Store, query: Query) -> dict[str, Any]:
    """Return ``response`` and ``tokens`` without a model; raises `Missing` for an unknown collection."""
    asked = estimate_tokens(query.text, query.rules)
    if query.schema is None:
        passages = [record.text for record, _ in _near(_search(store, query, most=query.limit or MAX_PASSAGES)).records]
        return {"response": "\n\n".join(passages), "tokens": asked + estimate_tokens(*passages)}
    found = _search(store, query) if query.schema.many else _near(_search(store, query, most=MAX_NEAR))
    items = prose.fill(store, query, query.schema, found)
    tokens = asked + estimate_tokens(*(record.text for record, _ in found.records))
    return {"response": query.shaped(items), "tokens": tokens}


def matching(store: Store, query: Query) -> list[Record]:
    """Return the records that match *query*, best first; raises `Missing` for an unknown collection."""
    return [record for record, _ in _search(store, query).records]


def within(records: Sequence[Record], *, room: int) -> str:
    """Return the texts of the first of *records*, as many as *room* tokens hold."""
    texts: list[str] = []
    for record in records:
        text = f"{record.context}: {record.text}" if record.context and not record.facts else record.text
        size = estimate_tokens(f"{text}\n\n")
        if size > room:
            break
        texts.append(text)
        room -= size
    if not texts and records:
        return records[0].text[: 2 * room]
    return "\n\n".join(texts)


def _near(found: Ranking) -> Ranking:
    """Return those of *found* that match about as well as the best."""
    best = max((score for _, score in found.records), default=0)
    return replace(found, records=[one for one in found.records if one[1] >= _NEAR * best])


def _search(store: Store, query: Query, *, most: int = MAX_RECORDS) -> Ranking:
    named = {
        stem(word)
        for name in (query.schema.fields if query.schema else ())
        for word in re.findall(r"[a-z]+", name.lower())
    }
    unspecific = named | _GENERIC
    terms = {term: term not in STOP_WORDS and stem(term) not in unspecific for term in terms_of(query.text)}
    return store.search(query.collection_id, terms, limit=most)
