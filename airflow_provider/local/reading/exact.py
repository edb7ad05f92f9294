"""Numbers that a page shows about, "41.9k", as it states them whole for those who point at them or cannot see."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.rows import Row
    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.schemas import Schema

_ABOUT = re.compile(r"(?P<whole>\d{1,3})(?:[.,](?P<part>\d{1,2}))?\s?(?P<unit>[kKmM])$")
_WHOLE = re.compile(r"(?<![\w.,])\d{1,3}(?:[.,'\u2019]\d{3}){1,3}(?![\w.,])|(?<![\w.,])\d{4,9}(?![\w.,])")
_SCALES = {"k": 1_000, "m": 1_000_000}


def state_counts(rows: Sequence[Row], records: Sequence[Sequence[Node]], schema: Schema) -> None:
    """Give numbers of *rows* of *schema* that their *records* show about as one of their attributes states them."""
    names = [name for name, kind in schema.fields.items() if kind in {"number", "integer"}]
    for row, nodes in zip(rows, records, strict=True) if names else ():
        stated: dict[float, set[int]] = {}
        for node in (one for one in nodes if one.is_short and _ABOUT.match(one.text)):
            told = {number for said in ("title", "aria-label") for number in _stated_in(node, said)}
            stated.setdefault(_bounds_of(node.text)[0], set()).update(told)
        for name in names if stated else ():
            value = row[name]
            exact = stated.get(float(value), set()) if isinstance(value, (int, float)) else set()
            row[name] = exact.pop() if len(exact) == 1 else value


def _stated_in(node: Node, name: str) -> list[int]:
    """Return the whole numbers in attribute *name* of *node* of which its text is what they are about."""
    about, unit = _bounds_of(node.text)
    numbers = ("".join(filter(str.isdecimal, found)) for found in _WHOLE.findall(node.attrs.get(name, "")[:200]))
    return [number for number in map(int, numbers) if abs(number - about) < unit]


def _bounds_of(text: str) -> tuple[float, float]:
    """Return the number that *text* shows about, and the next one beyond which it would show another."""
    found = _ABOUT.match(text)
    if found is None:
        return 0.0, 0.0
    scale, part = _SCALES[found["unit"].lower()], found["part"] or ""
    return round(float(f"{found['whole']}.{part}0") * scale, 4), scale / 10 ** len(part)
