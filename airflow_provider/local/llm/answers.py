"""
What a model has written, held to the schema: which items it gives, and what is wrong with them.

Takes JSON in a fence, after thoughts or between sentences, for that is how models write. Keys that the schema does
not have are dropped, whatever they hold.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from airflow_provider.local.schemas import Schema

ITEMS = "items"
_THOUGHTS = re.compile(r"^\s*<think>.*?</think>", re.DOTALL)
_FENCE = re.compile(r"```\w*\n(.*?)```", re.DOTALL)
_LONGEST_VALUE = 40
_MOST_PROBLEMS = 50


def without_thoughts(text: str) -> str:
    """Return *text* without the thoughts that some models write before their answer."""
    return _THOUGHTS.sub("", text).strip()


def read_items(text: str, schema: Schema) -> tuple[list[dict[str, Any]] | None, list[str]]:
    """Return the items in *text* cast to *schema*, None where it is no list of them, and what is wrong with them."""
    try:
        found = _json_in(without_thoughts(text))
    except (ValueError, RecursionError):
        return None, ["it is not JSON"]
    rows = _rows(found, schema)
    if rows is None:
        return None, [f'it is not an object {{"{ITEMS}": [...]}} with a list of objects']
    problems: list[str] = []
    items = [_item(row, schema, position, problems) for position, row in enumerate(rows, start=1)]
    return items, problems[:_MOST_PROBLEMS]


def _json_in(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        fenced = _FENCE.search(text)
        if fenced is not None:
            return json.loads(fenced[1])
        starts = [at for at in (text.find("{"), text.find("[")) if at >= 0]
        if not starts:
            raise
        return json.JSONDecoder().raw_decode(text, min(starts))[0]


def _rows(found: Any, schema: Schema) -> list[dict[str, Any]] | None:
    """Return the objects of *found*: a list of them, the object that lists them, or a single one."""
    if isinstance(found, dict):
        listed = found.get(ITEMS)
        found = listed if isinstance(listed, list) and (ITEMS not in schema.fields or len(found) == 1) else [found]
    return found if isinstance(found, list) and all(isinstance(row, dict) for row in found) else None


def _item(row: dict[str, Any], schema: Schema, position: int, problems: list[str]) -> dict[str, Any]:
    from airflow_provider.local.reading.words.values import cast

    item: dict[str, Any] = {}
    for name, kind in schema.fields.items():
        given = row.get(name)
        item[name] = cast(given, kind)
        if name not in row:
            problems.append(f"item {position} has no field {name!r}")
        elif item[name] is None and not _says_nothing(given):
            shown = json.dumps(given, ensure_ascii=False)[:_LONGEST_VALUE]
            problems.append(f"item {position} has {shown} in {name!r}, which is neither {kind} nor null")
    return item


def _says_nothing(given: object) -> bool:
    """Tell whether *given* is null, or a text that stands for it."""
    from airflow_provider.local.reading.words.values import cast

    return given is None or (isinstance(given, str) and cast(given, "string") is None)
