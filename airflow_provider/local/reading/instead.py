"""
Which other label answers a field of a list that nothing answers by its own: "title", for who shows at a fair.

One does so only where nobody asks for that, too, and with conditions of its own.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from airflow_provider.local.reading.ends import is_plural
from airflow_provider.local.reading.options import agrees, options_for
from airflow_provider.local.reading.words.fieldnames import concepts_of
from airflow_provider.local.reading.words.names import Words, words_of
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterator

    from airflow_provider.local.reading.options import Column, Table
    from airflow_provider.local.schemas import Schema

_DAYS = frozenset({"date", "updated", "last_activity", "last_seen"})
_ENDS = frozenset({"start", "end"})
_OFFERED = word_set("price rent address bedroom bathroom property_type")
_USERS = word_set("user username member player nickname")
_TYPE, _PREFIX, _SELLER, _SIZE, _IMAGE = ("type",), ("prefix",), ("seller",), ("size",), ("image",)
_DEPARTMENT = ("department",)
_BY_URL, _SELLS_FROM = ("author", "url"), ("seller", "location")
_OF_TITLE = (("title",), frozenset({"title"}))
_WEIGHED = re.compile(r"\d\s?(?:k?g|mg|oz|lbs?)\.?$", re.IGNORECASE)
# Where nothing answers these in a list, another label does, unless somebody asks for that, too: of a record with one
# day, that is when it was changed, and without one the date is when something was written last.
_INSTEAD: dict[str, tuple[Words, frozenset[str]]] = {
    "date": (("last", "post", "date"), _DAYS),
    "updated": (("date",), _DAYS),
    "last_seen": (("date",), _DAYS),
    "last_activity": (("updated",), _DAYS),
    "artist": (("author",), frozenset({"author"})),
    "publisher": (("author",), frozenset({"author"})),
    "agent": (("author",), frozenset({"author", "company", "seller"})),
    "deadline": (("end", "date"), frozenset({"end_date"})),
    "type": (("category",), frozenset({"category", "type"})),
    "availability": (("status",), frozenset({"status"})),
    "year": (("first", "registration"), frozenset({"first_registration", "date", "year_built"})),
    "total_time": (("duration",), frozenset({"duration", "prep_time", "cook_time"})),
    "tag": (_PREFIX, frozenset({"prefix", "badge", "category"})),
    "skill": (("tag",), frozenset({"category", "tag"})),
    "category": (_TYPE, frozenset({"category", "tag", "type"})),
    "location": (_SELLS_FROM, frozenset({"location"})),
    "status": (("badge",), frozenset({"status", "availability"})),
    "stand": (("location",), frozenset({"location", "city", "venue", "address"})),
    # In a list of these, the name of a record is that of one; a firm that offers something is told beside its name.
    **dict.fromkeys(("venue", "seller", "performer", "provider"), _OF_TITLE),
    "company": (_SELLER, frozenset({"seller"})),
    "brand": (("author",), frozenset({"author"})),
    "quantity": (_SIZE, frozenset({"size"})),
    "weight": (_SIZE, frozenset({"size", "quantity"})),
    # Who wrote it, if that is the firm wherever both are known.
    "company_url": (_BY_URL, frozenset({"author", "author_url"})),
    "delivery_info": (("shipping",), frozenset({"shipping"})),
    "text": (("description",), frozenset({"description"})),
    # What is in no team of a department is in that.
    "team": (_DEPARTMENT, frozenset({"department"})),
    "logo": (_IMAGE, frozenset({"image"})),
    "language": (("programming", "language"), frozenset({"programming_language"})),
}
# And where nothing answers these either.
_LAST = {
    "category": (("tag",), frozenset({"category", "tag", "type"})),
    "company": _OF_TITLE,
    "type": (("property", "type"), frozenset({"property_type"})),
}


def add_instead(options: dict[str, list[Column]], schema: Schema, table: Table) -> None:
    """Add to *options* for fields of *schema* the columns of *table* that answer them in place of others."""
    for name in schema.fields:
        found = [(label, options_for(name, schema.fields[name], [label], table)) for label in _instead(name, schema)]
        label, instead = next((one for one in found if one[1]), found[-1] if found else ((), []))
        instead = _fitting(instead, label, name, schema, table)
        is_day = label[-1:] == ("date",)
        if instead and is_day and "year" not in words_of(name):
            options[name] = [one for one in options[name] if one.label[-1:] != ("year",)]
        # Days of different kinds do not go together.
        most = 0 if is_day else table.total / 2
        is_told = label != _DEPARTMENT and any(len(one.values) >= most for one in options[name])
        if label == _BY_URL or is_told:
            # What says the same wherever both speak does so elsewhere, too.
            instead = [one for one in instead if any(agrees(one, other) for other in options[name][:1])]
        # The end of something is no day of its own, and what something is added to no end.
        options[name] += [one for one in instead if one.label == label or _ENDS.isdisjoint((*one.label, *label))]


def _fitting(columns: list[Column], label: Words, name: str, schema: Schema, table: Table) -> list[Column]:
    """Return those of *columns* under *label*, and others like it, that may answer field *name* of *schema*."""
    concepts = concepts_of(name)
    if label == _SELLS_FROM:
        addresses = options_for(name, schema.fields[name], [("address",)], table)
        columns = [*columns, *(one for one in addresses if _are_places(one, table.total))]
    # Where firms are asked for, the only picture of each record is their logo.
    if label == _IMAGE and not any("company" in concepts_of(other) for other in schema.fields if other != name):
        return []
    # A size is a weight where each is.
    if "weight" in concepts:
        columns = [one for one in columns if all(_WEIGHED.search(str(value)) for value in one.values.values())]
    # Who sells some of them made none; what all are "by" did.
    fewest = 4 * table.total / 5 if "brand" in concepts else 0
    return [
        one
        for one in columns
        if len(one.values) >= fewest
        # The kind of a contract is none of the record, nor does "Best shops" name one that sells it.
        and (label != _TYPE or one.label == _TYPE)
        and (label != _SELLER or one.worth[0])
        # Nor does the state of a badge speak of stock.
        and ("availability" not in concepts or "badge" not in one.label)
        # A label of something else, "urgency-label", is no tag.
        and (one.worth[0] or one.label[-1:] != ("label",))
    ]


def _instead(name: str, schema: Schema) -> Iterator[Words]:
    """Yield the labels that answer field *name* of *schema* where none of its own does, the best ones first."""
    of_users = any(not _USERS.isdisjoint(words_of(other)) for other in schema.fields)
    of_offers = any(not _OFFERED.isdisjoint(concepts_of(other)) for other in schema.fields)
    # A `date` is rather one than a year.
    concepts = sorted(concepts_of(name))
    instead = ((one, *told[one]) for told in (_INSTEAD, _LAST) for one in concepts if one in told)
    for concept, label, rivals in instead:
        titled = [other for other in schema.fields if words_of(other)[-1:] == label]
        if label == ("title",) and (titled or name != next(iter(schema.fields))):
            continue
        # A department, or a topic, is of no type, and before a title stands but one tag.
        if (label == _TYPE and len(concepts) > 1) or (label == _PREFIX and is_plural(name)):
            continue
        # Only somebody is seen, and only what costs something, or a home, has an agent.
        if (concept == "last_seen" and not of_users) or (concept == "agent" and not of_offers):
            continue
        others = (concepts_of(other) for other in schema.fields if other != name)
        if not any(map(rivals.intersection, others)):
            yield label


def _are_places(column: Column, total: int) -> bool:
    """Tell whether *column* has addresses of most of *total* items, and none of them is a street alone."""
    return 2 * len(column.values) > total and all("," in str(value) for value in column.values.values())
