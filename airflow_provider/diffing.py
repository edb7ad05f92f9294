"""
Two extractions of the same page, compared row by row: what is new, what has changed, what is gone.

Works on plain values; knows nothing of pages, calls or spend.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, cast

if TYPE_CHECKING:
    import pandas as pd

Record = dict[str, Any]
Rows = TypeVar("Rows", "Sequence[Record]", "pd.DataFrame")


@dataclass(frozen=True)
class RecordDiff:
    """
    The rows of the current extraction that are `new`, those that have `changed`, and the `removed` ones.

    In the form that was compared: lists of records, or DataFrames. `before` holds, row by row, what the
    changed rows were.
    """

    new: Any
    changed: Any
    removed: Any
    before: Any

    def __bool__(self) -> bool:
        """Tell whether there is any difference."""
        return any(len(rows) for rows in (self.new, self.changed, self.removed))

    def records(self) -> dict[str, list[Record]]:
        """Return the difference as JSON-safe lists, for XCom."""
        parts = {"new": self.new, "changed": self.changed, "removed": self.removed, "before": self.before}
        return {name: [_plain(row) for row in _records(rows)] for name, rows in parts.items()}


def diff_records(previous: Rows | None, current: Rows, key: str | Iterable[str]) -> RecordDiff:
    """
    Compare two extractions by *key*, the field or fields that name a row.

    *previous* is None for the first extraction: all rows are new. Rows keep their order. A row changes when
    any field differs; a missing field is null, and 1 equals 1.0. Rows that share a key are compared in their
    order. Raises `ValueError` for a key that no row has.
    """
    names = (key,) if isinstance(key, str) else tuple(key)
    old, now = _records(previous), _records(current)
    _check_key(names, old, now)
    known = _by_key(old, names)
    new: list[Record] = []
    changed: list[Record] = []
    before: list[Record] = []
    for key_now, row in _by_key(now, names).items():
        found = known.pop(key_now, None)
        if found is None:
            new.append(row)
        elif _comparable(found) != _comparable(row):
            changed.append(row)
            before.append(found)
    removed = list(known.values())
    then = current if previous is None else previous
    return RecordDiff(
        new=_shaped(new, current),
        changed=_shaped(changed, current),
        removed=_shaped(removed, then),
        before=_shaped(before, then),
    )


def _records(rows: object) -> list[Record]:
    if rows is None:
        return []
    if hasattr(rows, "to_dict"):
        return cast("list[Record]", rows.to_dict("records"))
    return list(cast("Sequence[Record]", rows))


def _check_key(names: tuple[str, ...], *extractions: list[Record]) -> None:
    if not names:
        raise ValueError("Field 'key' is empty. Name the field or fields that tell one row from another.")
    for rows in extractions:
        for name in names:
            if rows and not any(name in row for row in rows):
                fields = ", ".join(map(repr, rows[0]))
                raise ValueError(f"No row has the field {name!r} of key. Use some of {fields}.")


def _by_key(rows: Iterable[Record], names: tuple[str, ...]) -> dict[tuple[str, int], Record]:
    """Return *rows* by their key and how many of the same key stood before."""
    found: dict[tuple[str, int], Record] = {}
    counts: dict[str, int] = {}
    for row in rows:
        key = _text([row.get(name) for name in names])
        counts[key] = counts.get(key, -1) + 1
        found[key, counts[key]] = row
    return found


def _comparable(row: Mapping[str, Any]) -> str:
    return _text({name: value for name, value in row.items() if _plain(value) is not None})


def _text(value: object) -> str:
    return json.dumps(_plain(value), sort_keys=True, default=str)


def _plain(value: object) -> Any:
    """Return *value* as JSON: what pandas calls missing is None, and a whole number is one in any type."""
    if isinstance(value, Mapping):
        return {str(name): _plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if hasattr(value, "item") and not isinstance(value, str):
        value = value.item()
    if value is None or isinstance(value, str | bool):
        return value
    # NaN, NaT and pandas.NA are not equal to themselves, or not to anything.
    if (value == value) is not True:  # noqa: PLR0124 - all but NaN
        return None
    if isinstance(value, float):
        return int(value) if value.is_integer() else value
    return value if isinstance(value, int) else str(value)


def _shaped(rows: list[Record], like: object) -> Any:
    if like is None or not hasattr(like, "to_dict"):
        return rows
    import pandas as pd

    frame = cast("pd.DataFrame", like)
    return pd.DataFrame(rows, columns=frame.columns).astype(frame.dtypes.to_dict())
