"""
What a person, or the next task, sees of rows that are elsewhere: how many, their columns, and the first five.

Holds no more of a row than it shows, so that memory stays bounded whatever the rows.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

PREVIEW_KEY = "preview"
FIRST = 5
# As JSON, the whole of it.
MOST_BYTES = 4_000
# Characters of a value, from the most to the least that are tried until all fits.
LENGTHS = (2_000, 500, 120, 30)


class Preview:
    """Watches rows with *columns* pass."""

    def __init__(self, columns: Sequence[str]) -> None:
        self.count = 0
        self._columns = list(columns)
        self._first: list[dict[str, Any]] = []

    def watch(self, rows: Iterable[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
        """Yield *rows* as they are."""
        for row in rows:
            self.add(row)
            yield row

    def add(self, row: Mapping[str, Any]) -> None:
        """Note *row*."""
        self.count += 1
        if len(self._first) < FIRST:
            self._first.append({name: _cut(row.get(name), LENGTHS[0]) for name in self._columns})

    def shown(self) -> dict[str, Any]:
        """Return `{"rows", "columns", "first"}`: long values are cut, then rows left out, then columns, to 4 kB."""
        for length in LENGTHS:
            first = [{name: _cut(value, length) for name, value in row.items()} for row in self._first]
            if _fits(shown := self._with(self._columns, first)):
                return shown
        while first:
            first.pop()
            if _fits(shown := self._with(self._columns, first)):
                return shown
        columns = [_cut(name, LENGTHS[-1]) for name in self._columns]
        while not _fits(shown := self._with([*columns, "…"], [])):
            columns = columns[: len(columns) * 3 // 4]
        return shown

    def _with(self, columns: Sequence[str], first: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        return {"rows": self.count, "columns": list(columns), "first": list(first)}


def _fits(shown: Mapping[str, Any]) -> bool:
    return len(json.dumps(shown)) <= MOST_BYTES


def _cut(value: Any, length: int) -> Any:
    if isinstance(value, list | dict):
        text = json.dumps(value, ensure_ascii=False)
        return value if len(text) <= length else _cut(text, length)
    return f"{value[: length - 1]}…" if isinstance(value, str) and len(value) > length else value
