"""
Records that a page holds for its own scripts only: the state of a framework, written as JSON.

Finds lists of objects that share their keys. Whether one of them answers a schema is seen when it is filled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from airflow_provider.local.reading.facts import Group, Item
from airflow_provider.local.reading.sloppy import read_assigned, read_values

if TYPE_CHECKING:
    from collections.abc import Iterator

    from airflow_provider.local.reading.page import Page

_MAX_VISITED = 50_000
_MAX_GROUPS = 30
_MAX_ROWS = 5000
_FEWEST_KEYS = 2
_MAX_DEPTH = 3
_NAMING = ("name", "title", "value", "amount", "text", "label")


def read_state(page: Page) -> list[Group]:
    """Return the groups of records in the scripts of *page*, the longest first."""
    found: list[Group] = []
    for script in page.scripts.state:
        stripped = script.lstrip()
        values = read_values(script) if stripped.startswith(("{", "[")) else read_assigned(script)
        for value in values:
            found += _groups(value, page)
    found.sort(key=lambda group: -len(group.items))
    return found[:_MAX_GROUPS]


def _groups(value: Any, page: Page) -> Iterator[Group]:
    pending: list[tuple[str, Any]] = [("", value)]
    for _ in range(_MAX_VISITED):
        if not pending:
            return
        name, one = pending.pop()
        if isinstance(one, dict):
            pending += [(str(key), inner) for key, inner in one.items() if isinstance(inner, (dict, list))]
        else:
            records = [entry for entry in one if isinstance(entry, dict)]
            # Some libraries wrap every entry in an object of its own.
            nodes = [entry["node"] for entry in records if isinstance(entry.get("node"), dict)]
            records = nodes if len(nodes) == len(records) else records
            if len(records) > 1 and len(_shared(records)) >= _FEWEST_KEYS:
                yield Group([_item(record, page) for record in records[:_MAX_ROWS]], "state", name)
            else:
                pending += [(name, entry) for entry in one if isinstance(entry, (dict, list))]


def _shared(records: list[dict[str, Any]]) -> set[str]:
    shared = {key for key, value in records[0].items() if not isinstance(value, (dict, list))}
    for record in records[1:20]:
        shared &= record.keys()
    return shared


def _item(record: dict[str, Any], page: Page) -> Item:
    item = Item()
    _add(item, "", record, page, 0)
    return item


def _add(item: Item, prefix: str, record: dict[str, Any], page: Page, depth: int) -> None:
    for key, value in list(record.items())[:100]:
        label = f"{prefix} {key}".strip() if key not in _NAMING or not prefix else prefix
        if isinstance(value, dict) and depth < _MAX_DEPTH:
            _add(item, label, value, page, depth + 1)
        elif isinstance(value, list):
            texts = [one for one in value[:100] if isinstance(one, str)]
            item.add(label, ", ".join(texts) if texts and len(texts) == len(value) else None)
        elif isinstance(value, (str, int, float)) and value == value:  # noqa: PLR0124 - all but NaN
            text = " ".join(value.encode(errors="replace").decode().split()) if isinstance(value, str) else value
            is_link = (
                isinstance(text, str)
                and text[:1] == "/"
                and key.lower() in {"url", "href", "link", "path", "permalink", "image", "img", "src"}
            )
            item.add(label, page.absolute(str(text)) if is_link else text)
