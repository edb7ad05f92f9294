"""
What input items bring into their rows: fields of theirs, on disk, with the kind of each.

Decides what of them is JSON, and which column each makes; knows nothing of requests or answers.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping
from datetime import date, time
from decimal import Decimal
from types import NoneType
from typing import Any
from uuid import UUID

from airflow_provider.api.request import SURROGATE
from airflow_provider.api.schema import RowSchema
from airflow_provider.batch.spill import SpillFile
from airflow_provider.errors import InvalidRequestError

INT64 = 2**63
# Up to here a float is exactly the whole number that it shows.
EXACT = 2**53
_KINDS = {str: "string", bool: "boolean", int: "int", float: "number"}


class Carried:
    """
    The carried fields of input items, in their order; *names* are columns also where no item has them.

    A field that an item does not have is null. Memory stays bounded, whatever the items.
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._kinds: dict[str, set[str]] = {name: set() for name in names}
        self._values = SpillFile(0)

    @property
    def names(self) -> list[str]:
        """The fields, in the order of their first appearance."""
        return list(self._kinds)

    def add(self, values: Mapping[str, Any]) -> None:
        """Note *values* of the next item; raises `InvalidRequestError` naming a field that JSON has no form for."""
        plain = {name: _plain(name, value) for name, value in values.items()}
        for name, value in plain.items():
            kinds = self._kinds.setdefault(name, set())
            if value is not None:
                kinds.add(_kind_of(value))
        self._values.append(json.dumps(plain).encode())

    def of(self, number: int) -> dict[str, Any]:
        """Return what item *number* (from 1) brings into each of its rows."""
        content = self._values.get(number - 1)
        values = json.loads(content) if content else {}
        return {name: values.get(name) for name in self._kinds}

    def beside(self, schema: RowSchema) -> RowSchema:
        """Return *schema* with the carried columns behind its own, each of the kind that all its values are of."""
        fields = {name: _common(kinds) for name, kinds in self._kinds.items()}
        # JSON as text, which Parquet and DataFrames can hold whatever the values.
        texts = {name: "string" for name, kind in fields.items() if kind == "json"}
        return RowSchema({**schema.fields, **fields}, many=schema.many, dtypes={**schema.dtypes, **texts})

    def close(self) -> None:
        """Give the disk space back."""
        self._values.close()


def _kind_of(value: object) -> str:
    if isinstance(value, int) and abs(value) >= INT64:
        return "json"
    return _KINDS.get(type(value), "json")


def _common(kinds: set[str]) -> str:
    if kinds == {"int", "number"}:
        return "number"
    return "json" if len(kinds) > 1 else next(iter(kinds), "string")


def _plain(name: str, value: object) -> Any:
    try:
        return plain(value)
    except ValueError as error:
        raise InvalidRequestError(
            f"Field {name!r} {error}, which no row can carry. Convert it, or leave it out."
        ) from None


def plain(value: Any) -> Any:
    """Return *value*, such as a DataFrame's cell, in JSON; raises ValueError for what JSON has no form for."""
    for kinds, form in _FORMS:
        if isinstance(value, kinds):
            return form(value)
    if callable(tolist := getattr(value, "tolist", None)):
        # numpy's scalars and arrays.
        return plain(tolist())
    if type(value).__name__ == "NAType":
        return None
    raise ValueError(f"is of type {type(value).__name__}")


def _text(value: str) -> str:
    if SURROGATE.search(value):
        raise ValueError("holds half a character")
    return str(value)


def _number(value: Decimal) -> int | float | None:
    if not value.is_finite():
        return None
    return int(value) if value == int(value) and abs(value) < EXACT else float(value)


def _time(value: date | time) -> str | None:
    # A missing time of pandas is equal to nothing, not even to itself.
    return value.isoformat() if value == value else None  # noqa: PLR0124 - all but NaN


_FORMS: tuple[tuple[Any, Callable[[Any], Any]], ...] = (
    (str, _text),
    ((NoneType, bool, int), lambda value: value),
    (float, lambda value: float(value) if math.isfinite(value) else None),
    (Decimal, _number),
    ((date, time), _time),
    (UUID, str),
    (Mapping, lambda value: {str(name): plain(one) for name, one in value.items()}),
    ((list, tuple, set, frozenset), lambda value: [plain(one) for one in value]),
)
