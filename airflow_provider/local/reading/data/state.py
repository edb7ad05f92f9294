"""
Records that a page holds for its own scripts only: the state of a framework, written as JSON.

Finds lists of objects that share their keys. Whether one of them answers a schema is seen when it is filled.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from airflow_provider.local.reading.data.facts import SHAPED, Fact, Group, Item
from airflow_provider.local.reading.data.sloppy import read_assigned, read_values, unmarked
from airflow_provider.local.reading.words.names import words_of
from airflow_provider.local.reading.words.synonyms import OWN_KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from airflow_provider.local.reading.tree.page import Page
    from airflow_provider.local.reading.words.names import Words

_MAX_VISITED = 50_000
_MAX_GROUPS = 30
_MAX_ROWS = 5000
_FEWEST_KEYS = 2
_MAX_DEPTH = 3
_NAMES = ("name", "title", "item_name", "productName", "product_name")
_MOST_CENTS, _MOST_DIGITS = 2**53, 4
_PATHS = frozenset({"path", "href", "permalink"})
# "en", "de-CH".
_LANGUAGE = re.compile(r"^[a-z]{2}(?:[-_][A-Za-z]{2,4})?$")
_NAMING = ("name", "title", "value", "amount", "text", "label")


def read_state(page: Page) -> list[Group]:
    """Return the groups of records in the scripts of *page*, the longest first."""
    found = [
        Group([_item(record, page) for record in records[:_MAX_ROWS]], "state", name)
        for name, inner in _containers(page.state, ends_at=_records)
        if (records := _records(inner))
    ]
    return sorted(found, key=lambda group: -len(group.items))[:_MAX_GROUPS]


def read_state_of(page: Page, name: str) -> Item:
    """Return what the scripts of *page* say of the one thing that they call *name*, where they agree."""
    found: dict[Words, list[Fact]] = {}
    for _, inner in _containers(script for script in page.state if name in script):
        if isinstance(inner, dict) and any(inner.get(key) == name for key in _NAMES):
            for fact in _item(inner, page).facts:
                found.setdefault(fact.labels[0], []).append(replace(fact, strength=SHAPED))
    return Item([facts[0] for facts in found.values() if len({str(one.value) for one in facts}) == 1])


def _containers(
    scripts: Iterable[str], *, ends_at: Callable[[Any], object] = lambda _: False
) -> Iterator[tuple[str, Any]]:
    """Yield the objects and lists in *scripts*, each with its key, but nothing in those that *ends_at* is true of."""
    for script in scripts:
        is_json = script.lstrip().startswith(("{", "["))
        for value in read_values(script) if is_json else read_assigned(script):
            pending = [("", value)]
            for _ in range(_MAX_VISITED):
                if not pending:
                    break
                name, one = pending.pop()
                yield name, one
                inner = one.items() if isinstance(one, dict) else ((name, entry) for entry in one)
                if not ends_at(one):
                    pending += [(str(key), entry) for key, entry in inner if isinstance(entry, (dict, list))]


def _records(value: Any) -> list[dict[str, Any]]:
    """Return the objects of a list if there are several that share their keys."""
    found = [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []
    # Some libraries wrap every entry in an object of its own.
    nodes = [entry["node"] for entry in found if isinstance(entry.get("node"), dict)]
    found = nodes if len(nodes) == len(found) else found
    return found if len(found) > 1 and len(_shared(found)) >= _FEWEST_KEYS else []


def _shared(records: list[dict[str, Any]]) -> set[str]:
    shared = {key for key, value in records[0].items() if not isinstance(value, (dict, list))}
    for record in records[1:20]:
        shared &= record.keys()
    return shared


def _item(record: dict[str, Any], page: Page) -> Item:
    item = Item()
    _add(item, "", _unwrapped(record), page, 0)
    return item


def _unwrapped(record: dict[str, Any]) -> dict[str, Any]:
    """Return *record*, if it has no name, with what the only thing in it says, such as a "package" or "product"."""
    kinds = [key for key in record if words_of(key) and OWN_KINDS.issuperset(words_of(key))]
    things = [key for key in kinds if isinstance(record[key], dict) and not record[key].keys().isdisjoint(_NAMING)]
    if len(things) != 1 or not record.keys().isdisjoint(_NAMING):
        return record
    return {**{key: value for key, value in record.items() if key != things[0]}, **record[things[0]]}


def _unfolded(value: dict[str, Any], language: str) -> Any:
    """Return *value* as it is meant: a text in several languages, a sum in cents, or a price that may be reduced."""
    texts = {key: text for key, text in value.items() if isinstance(text, str)}
    if texts and all(map(_LANGUAGE.match, value)) and not any(value[key] for key in value.keys() - texts):
        return texts.get(language) or texts.get(language[:2]) or next(iter(texts.values()))
    if isinstance(value.get("value"), dict) and "discounted" in value:
        whole, reduced = _sum_in(value["value"]), value["discounted"]
        return {**reduced, "regular price": whole} if isinstance(reduced, dict) else whole
    return _sum_in(value)


def _sum_in(value: dict[str, Any]) -> dict[str, Any]:
    """Return the sum that *value* states in cents with its currency, and anything else as it is."""
    cents, digits = value.get("centAmount"), value.get("fractionDigits")
    if not (isinstance(cents, int) and isinstance(digits, int)):
        return value
    is_sum = abs(cents) < _MOST_CENTS and 0 <= digits <= _MOST_DIGITS
    return {"amount": cents / 10**digits, "currency": value.get("currencyCode")} if is_sum else value


def _add(item: Item, prefix: str, record: dict[str, Any], page: Page, depth: int) -> None:
    for key, value in list(record.items())[:100]:
        label = f"{prefix} {key}".strip() if key not in _NAMING or not prefix else prefix
        value = _unfolded(value, page.language) if isinstance(value, dict) else value  # noqa: PLW2901 - as it is meant
        if isinstance(value, dict) and depth < _MAX_DEPTH:
            _add(item, label, value, page, depth + 1)
        elif isinstance(value, list):
            texts = [text for one in value[:100] if isinstance(text := _name_of(one), str)]
            item.add(label, ", ".join(texts) if texts and len(texts) == len(value) else None)
        elif isinstance(value, (str, int, float)) and value == value:  # noqa: PLR0124 - all but NaN
            text = unmarked(value) if isinstance(value, str) else value
            is_link = (
                isinstance(text, str)
                and text[:1] == "/"
                and key.lower() in {"url", "href", "link", "path", "permalink", "image", "img", "src"}
            )
            # The path of a record leads to it.
            label = "url" if is_link and label in _PATHS else label
            item.add(label, page.absolute(str(text)) if is_link else text)


def _name_of(entry: Any) -> Any:
    """Return what an *entry* of a list is called, if it is an object: {"key": "moss", "label": "Moss"}."""
    return next((entry[key] for key in _NAMING if key in entry), None) if isinstance(entry, dict) else entry
