"""
What a page answers to a prompt: rows of a schema, or its best matching text.

Weighs the page as a list of records against the page as one thing, by how much of the schema each of them
answers and by what the prompt asks for. Where a schema is not answered at all, a prompt for many things
gets no row and a prompt for one thing gets a row of nulls.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from airflow_provider.local.reading.cards import read_card
from airflow_provider.local.reading.detail import read_detail
from airflow_provider.local.reading.facts import Fact, Group, Item
from airflow_provider.local.reading.listings import find_listings
from airflow_provider.local.reading.names import match, words_of
from airflow_provider.local.reading.page import lines_of, parse
from airflow_provider.local.reading.rows import Filling, Row, fill
from airflow_provider.local.reading.structured import read_data
from airflow_provider.local.reading.tables import read_tables
from airflow_provider.local.text import rank, search_terms, stem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.documents import Document
    from airflow_provider.local.reading.listings import Listing
    from airflow_provider.local.reading.page import Page
    from airflow_provider.local.schemas import Schema

MAX_TEXT = 20_000
MAX_PASSAGES = 5
_SAMPLE = 4
_FINALISTS = 6
_ORDER = {"data": 1.02, "table": 1.01, "listing": 1.0, "page": 1.0}
_THINGS = (
    r"products?|items?|books?|articles?|jobs?|events?|recipes?|movies?|films?|posts?|news|stories|story|entries|entry|"
    r"records?|rows?|results?|listings?|reviews?|comments?|quotes?|offers?|people|persons?|countries|country|cities|city|"
    r"companies|company|courses?|properties|hotels?|restaurants?|cars?|songs?|episodes?|employees?|vacancies|positions?|"
    r"headlines?|papers?|packages?|repositories|teams?|players?|members?|speakers?|sessions?|talks?|plans?|links?"
)
_MANY = re.compile(
    rf"\b(?:each|every|list(?: of)?|all|both)\s+(?:of\s+)?(?:the\s+|these\s+)?(?:[\w-]+\s+){{0,3}}?(?:{_THINGS})\b"
    rf"|\b(?:{_THINGS})(?<=s)\b|\b(?:people|news|stories|entries|countries|cities|companies)\b|\b(?:first|top)\s+\d+\b",
    re.IGNORECASE,
)
_ONE = re.compile(
    rf"\b(?:the|this|a|an|main)\s+(?:[\w-]+\s+)?(?:{_THINGS})(?<!s)(?:'s)?\b|\b(?:{_THINGS})(?<!s)\s+(?:page|details?|info)\b",
    re.IGNORECASE,
)
_FIRST = re.compile(r"\b(?:only\s+the\s+)?first\s+(\d{1,4})\b", re.IGNORECASE)


def extract_rows(document: Document, *, prompt: str, schema: Schema) -> list[Row]:
    """Return the rows of *schema* that *document* states, in its order, null where it does not say."""
    page = parse(document)
    many = wants_many(prompt)
    filling = _best(page, schema, prompt=prompt, many=many)
    rows = list(filling.rows)
    if not rows:
        return [] if many else [dict.fromkeys(schema.fields)]
    limit = _FIRST.search(prompt)
    return rows[: max(1, int(limit[1]))] if limit else rows


def extract_text(document: Document, *, prompt: str) -> str:
    """Return the passages of *document* that best match *prompt*, or its readable text when none does."""
    lines = lines_of(parse(document).root)
    best = sorted(rank(lines, query=prompt)[:MAX_PASSAGES])
    return "\n".join(lines[position] for position in best or range(len(lines)))[:MAX_TEXT]


def wants_many(prompt: str) -> bool | None:
    """Tell whether *prompt* asks for a list (True) or for one thing (False); None when it does not say."""
    if _MANY.search(prompt):
        return True
    return False if _ONE.search(prompt) else None


def read_groups(page: Page) -> list[Group]:
    """Return every group of items that *page* states as data or tables."""
    return [group for group in (*read_data(page), *read_tables(page)) if group.items]


def read_listing(listing: Listing, page: Page) -> Group:
    """Return the items of one repeated structure."""
    items = [read_card(record, page) for record in listing.records]
    return Group(items, "listing", listing.name, listing.weight)


def _best(page: Page, schema: Schema, *, prompt: str, many: bool | None) -> Filling:
    groups = read_groups(page)
    listings = find_listings(page)
    detail = read_detail(page, groups, listings)
    lists = [group for group in groups if len(group.items) > 1 or group.origin == "table"]
    lists += [read_listing(one, page) for one in _finalists(listings, page, schema)]
    single = fill([detail], schema, comma=page.comma)
    ranked = sorted(
        ((_judge(group, schema, page, prompt), -index, group) for index, group in enumerate(lists)),
        reverse=True,
    )
    if not ranked:
        return single
    score, _, group = ranked[0]
    single_score = single.score * (1.3 if many is False else 0.8 if many else 1.0)
    if single_score >= score * (0.999 if many is None else 1.0):
        return single
    return _completed(group, [other for _, _, other in ranked[1:4]], schema, page)


def _judge(group: Group, schema: Schema, page: Page, prompt: str) -> float:
    filling = fill(group.items, schema, comma=page.comma)
    asked = {stem(word) for word in search_terms(prompt)}
    named = {stem(word) for word in words_of(group.name)} & asked
    # Of two groups that answer alike, the one with more records is less likely to be a part of the other.
    size = min(len(filling.rows), 50) / 2500
    alone = 0.6 if len(filling.rows) < 2 else 1.0  # noqa: PLR2004 - a list has at least two
    return filling.score * group.weight * _ORDER[group.origin] * alone * (1.06 if named else 1.0) + size


def _finalists(listings: Sequence[Listing], page: Page, schema: Schema) -> list[Listing]:
    """Return the listings that answer most of *schema* in their first records."""
    scored = []
    for index, listing in enumerate(listings):
        sample = replace(listing, records=listing.records[:_SAMPLE])
        filling = fill(read_listing(sample, page).items, schema, comma=page.comma)
        if filling.rows:
            share = len(filling.rows) / len(sample.records)
            scored.append((filling.score * listing.weight * share, len(listing.records), -index, listing))
    scored.sort(key=lambda one: one[:3], reverse=True)
    return [listing for *_, listing in scored[:_FINALISTS]]


def _completed(group: Group, others: Sequence[Group], schema: Schema, page: Page) -> Filling:
    """Fill *group*, taking what it lacks from another group that tells of the same things."""
    best = fill(group.items, schema, comma=page.comma)
    for other in others:
        if other.origin == group.origin:
            continue
        known: dict[str, set[int]] = {}
        for index, item in enumerate(other.items):
            for key in _keys(item):
                known.setdefault(key, set()).add(index)
        items = []
        for item in group.items:
            same = set().union(*(known.get(key, ()) for key in _keys(item)))
            extra = other.items[same.pop()].facts if len(same) == 1 else []
            items.append(Item([*item.facts, *(_weaker(fact) for fact in extra)]))
        filling = fill(items, schema, comma=page.comma)
        if filling.score > best.score and len(filling.rows) == len(best.rows):
            best = filling
    return best


def _weaker(fact: Fact) -> Fact:
    return replace(fact, strength=fact.strength * 0.7)


def _keys(item: Item) -> set[str]:
    """Return what identifies *item*: its names and links."""
    return {
        " ".join(str(fact.value).lower().split()).rstrip("/")
        for fact in item.facts
        for words, worth in fact.labels
        if worth > 0.9 and max(match(("title",), words), match(("url",), words)) > 0.8  # noqa: PLR2004 - a sure name
    }
