"""
Rows as a DataFrame, and what a value takes in XCom.

Decides which dtype a column has and what a cell holds; pandas is imported where it is used.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from airflow_provider.api.rows import column_types
from airflow_provider.api.schema import RowSchema
from airflow_provider.errors import ResultError

if TYPE_CHECKING:
    import pandas as pd


def frame(rows: Sequence[Mapping[str, Any]], schema: RowSchema) -> pd.DataFrame:
    """Return *rows* as a DataFrame: the schema's columns in order with nullable dtypes, also when empty."""
    import pandas as pd

    columns = {
        name: pd.Series(typed_cells(rows, name, kind), dtype=kind, index=pd.RangeIndex(len(rows)))
        for name, kind in column_types(schema).items()
    }
    return pd.DataFrame(columns, index=pd.RangeIndex(len(rows)))


def cells(rows: Sequence[Mapping[str, Any]], name: str, kind: str) -> list[Any]:
    """Return the values of the column *name*, which has the dtype *kind*, each of a type that the column takes."""
    values = [row.get(name) for row in rows]
    if kind == "string" or (kind == "object" and not _of_one_type(values)):
        # The cells of a free type, and of a carried field, may hold anything; Parquet needs one type a column.
        return [
            value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            for value in values
        ]
    return values


def typed_cells(rows: Sequence[Mapping[str, Any]], name: str, kind: str) -> list[Any]:
    """Return `cells` with dates, times and decimals in place of their texts; what is none is null."""
    read = _READERS.get(kind)
    values = cells(rows, name, kind)
    return values if read is None else [_read(value, read) for value in values]


def _read(value: object, read: Callable[[str], Any]) -> Any:
    try:
        return read(value) if isinstance(value, str) else None
    except ValueError:
        # Delivered though its model refuses it: `on_unmet="warn"`.
        return None


def _utc(text: str) -> datetime:
    time = datetime.fromisoformat(text)
    # Of a time without a zone none is known better.
    return time.replace(tzinfo=UTC) if time.tzinfo is None else time.astimezone(UTC)


def _local(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=None)


_READERS: Mapping[str, Callable[[str], Any]] = {
    "datetime64[ms]": date.fromisoformat,
    "datetime64[us]": _local,
    "datetime64[us, UTC]": _utc,
    # No dtype of pandas, but exact in Parquet.
    "decimal": Decimal,
}


def check_size(value: object, limit: int) -> None:
    """Refuse, with `ResultError`, a value that is too large for XCom; *limit* in bytes as Airflow stores it."""
    size = _stored_size(value)
    if size > limit:
        raise ResultError(
            f"The result takes {size:,} bytes in XCom, more than max_xcom_bytes ({limit:,}). "
            "Set result_path to write it to a file; the answer is kept, and a retry pays nothing."
        )


def _of_one_type(values: Sequence[object]) -> bool:
    kinds = {type(value) for value in values if value is not None}
    return len(kinds) <= 1 and kinds <= {str, bool, int, float}


def _stored_size(value: object) -> int:
    if isinstance(value, str | list | dict):
        return len(json.dumps(value))
    # Airflow stores a DataFrame as Parquet in hex.
    buffer = io.BytesIO()
    value.to_parquet(buffer)  # type: ignore[attr-defined]
    return 2 * buffer.getbuffer().nbytes
