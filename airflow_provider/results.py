"""
Answers, shaped for whoever comes next: JSON for XCom, a DataFrame, or a file on any object store.

Decides formats and refuses what does not fit them; knows nothing of calls or spend.
pandas and pyarrow are imported where they are used, for most tasks use neither.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

from airflow_provider.api.rows import column_types
from airflow_provider.api.schema import RowSchema
from airflow_provider.diffing import RecordDiff as RecordDiff  # noqa: PLC0414 - a public name of this module
from airflow_provider.diffing import diff_records as diff_records  # noqa: PLC0414 - a public name of this module
from airflow_provider.errors import ContentAIError, InvalidRequestError, ResultError

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

OutputFormat = Literal["records", "dataframe"]

ROW_SUFFIXES = (".jsonl", ".jsonl.gz", ".parquet", ".csv")
TEXT_SUFFIXES = (".md", ".txt")

# Enough for a Parquet row group of use, few enough to bound memory.
ROWS_AT_ONCE = 2_000

# Airflow's message of an XCom goes through the API server and into its database, whole.
MAX_XCOM_BYTES = 1_000_000


def check_path(path: str, suffixes: Sequence[str]) -> None:
    """Refuse a `result_path` with a suffix or a storage that is not known, before anything is paid."""
    if not isinstance(path, str) or suffix_of(path, suffixes) is None:
        raise InvalidRequestError(f"Field 'result_path' is {path!r}. Let it end in {', '.join(suffixes)}.")
    try:
        _file_system(storage(path))
    except (ValueError, ImportError, OSError) as error:
        raise InvalidRequestError(f"Field 'result_path' is {path!r}, which cannot be opened ({error}).") from None


def refuse_suffix(path: object, suffixes: Sequence[str]) -> None:
    """Refuse a `result_path` that ends in none of *suffixes*; one that still has to be rendered may."""
    if not isinstance(path, str) or path.rstrip().endswith(("}}", "%}")):
        return
    if suffix_of(path, suffixes) is None:
        raise InvalidRequestError(f"Field 'result_path' is {path!r}. Let it end in {', '.join(suffixes)}.")


def suffix_of(path: str, suffixes: Sequence[str]) -> str | None:
    """Return the one of *suffixes* that *path* ends in, None if it ends in another."""
    return next((suffix for suffix in suffixes if path.lower().endswith(suffix)), None)


def frame(rows: Sequence[Mapping[str, Any]], schema: RowSchema) -> pd.DataFrame:
    """Return *rows* as a DataFrame: the schema's columns in order with nullable dtypes, also when empty."""
    import pandas as pd

    columns = {
        name: pd.Series(_cells(rows, name, kind), dtype=kind, index=pd.RangeIndex(len(rows)))
        for name, kind in column_types(schema).items()
    }
    return pd.DataFrame(columns, index=pd.RangeIndex(len(rows)))


def write_rows(path: str, rows: Iterable[Mapping[str, Any]], schema: RowSchema) -> str:
    """
    Write *rows* to *path* in the format of its suffix, one after the other, and return *path*.

    JSON lines keep every field of a row; Parquet and CSV have the schema's columns.
    """
    suffix = suffix_of(path, ROW_SUFFIXES)
    with _opened(path) as raw:
        if suffix == ".parquet":
            _write_parquet(raw, rows, schema)
        elif suffix == ".csv":
            _write_csv(raw, rows, schema)
        elif suffix == ".jsonl.gz":
            with gzip.GzipFile(fileobj=raw, mode="wb") as packed:
                _write_jsonl(packed, rows)
        else:
            _write_jsonl(raw, rows)
    return path


def write_text(path: str, text: str) -> str:
    """Write *text* to *path* and return *path*."""
    with _opened(path) as raw:
        raw.write(text.encode())
    return path


def check_size(value: object, limit: int) -> None:
    """Refuse, with `ResultError`, a value that is too large for XCom; *limit* in bytes as Airflow stores it."""
    size = _stored_size(value)
    if size > limit:
        raise ResultError(
            f"The result takes {size:,} bytes in XCom, more than max_xcom_bytes ({limit:,}). "
            "Set result_path to write it to a file; the answer is kept, and a retry pays nothing."
        )


def _stored_size(value: object) -> int:
    if isinstance(value, str | list | dict):
        return len(json.dumps(value))
    # Airflow stores a DataFrame as Parquet in hex.
    buffer = io.BytesIO()
    value.to_parquet(buffer)  # type: ignore[attr-defined]
    return 2 * buffer.getbuffer().nbytes


def _cells(rows: Sequence[Mapping[str, Any]], name: str, kind: str) -> list[Any]:
    values = [row.get(name) for row in rows]
    if kind == "object" and not _of_one_type(values):
        # A free type's cells may hold anything; Parquet needs one type a column.
        return [
            value if value is None or isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            for value in values
        ]
    return values


def _of_one_type(values: Sequence[object]) -> bool:
    kinds = {type(value) for value in values if value is not None}
    return len(kinds) <= 1 and kinds <= {str, bool, int, float}


def _write_jsonl(raw: Any, rows: Iterable[Mapping[str, Any]]) -> None:  # noqa: ANN401 - a binary file of any kind
    for row in rows:
        raw.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")


def _write_csv(raw: Any, rows: Iterable[Mapping[str, Any]], schema: RowSchema) -> None:  # noqa: ANN401 - as above
    text = io.TextIOWrapper(raw, encoding="utf-8", newline="", write_through=True)
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(schema.columns)
    for chunk in _chunks(rows, schema):
        writer.writerows(zip(*(_cells(chunk, name, kind) for name, kind in column_types(schema).items()), strict=True))
    text.detach()


def _write_parquet(raw: Any, rows: Iterable[Mapping[str, Any]], schema: RowSchema) -> None:  # noqa: ANN401 - as above
    import pyarrow.parquet as pq

    writer = None
    for chunk in _chunks(rows, schema):
        table = _table(chunk, schema)
        writer = writer or pq.ParquetWriter(raw, table.schema)
        writer.write_table(table)
    (writer or pq.ParquetWriter(raw, _table([], schema).schema)).close()


def _chunks(rows: Iterable[Mapping[str, Any]], schema: RowSchema) -> Iterator[list[Mapping[str, Any]]]:
    # What a free type's column holds is known when all of it is.
    size = None if "object" in column_types(schema).values() else ROWS_AT_ONCE
    iterator = iter(rows)
    while chunk := list(islice(iterator, size)):
        yield chunk


def _table(rows: Sequence[Mapping[str, Any]], schema: RowSchema) -> pa.Table:
    import pyarrow as pa

    kinds = column_types(schema)
    columns = {name: _cells(rows, name, kind) for name, kind in kinds.items()}
    for name, kind in kinds.items():
        if kind == "Float64":
            # Arrow refuses whole numbers that a double only comes close to.
            columns[name] = [None if value is None else float(value) for value in columns[name]]
    fields = [(name, _arrow_type(kind, columns[name])) for name, kind in kinds.items()]
    return pa.table(columns, schema=pa.schema(fields))


def _arrow_type(kind: str, values: Sequence[object]) -> pa.DataType:
    import pyarrow as pa

    known = {"string": pa.string(), "Float64": pa.float64(), "boolean": pa.bool_(), "Int64": pa.int64()}
    return known[kind] if kind in known else pa.infer_type(values)


@contextmanager
def _opened(path: str) -> Iterator[Any]:
    try:
        storage(path).parent.mkdir(parents=True, exist_ok=True)
        with open_binary(path, "wb") as raw:
            yield raw
    except ContentAIError:
        raise
    except Exception as error:
        # Every storage has errors of its own; whichever it is, the answer is paid and kept.
        raise ResultError(
            f"The result cannot be written to {path!r} ({type(error).__name__}: {error}). "
            "Correct result_path or its storage; the answer is kept, and a retry pays nothing."
        ) from error


def storage(path: str) -> Any:  # noqa: ANN401 - ObjectStoragePath, imported late for its weight
    """Return the file or object that *path* names, on whatever storage."""
    from airflow.sdk import ObjectStoragePath

    return ObjectStoragePath(path)


def open_binary(path: str, mode: Literal["rb", "wb"]) -> Any:  # noqa: ANN401 - a file of whatever storage
    """Open the file or object that *path* names."""
    target = storage(path)
    return _file_system(target).open(target.path, mode)


def _file_system(target: Any) -> Any:  # noqa: ANN401 - fsspec has no types
    """Return the file system of *target*; raises where its scheme is unknown or its package not installed."""
    import fsspec

    try:
        return target.fs
    except ValueError:
        # Not one of Airflow's, which are set up from connections.
        return fsspec.filesystem(target.protocol)
