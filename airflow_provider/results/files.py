"""
Rows and text as files, in the format that the suffix of the path names.

Decides what each format holds; how a file takes the place of an older one is `replace`'s business.
pyarrow is imported where it is used.
"""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from typing import TYPE_CHECKING, Any

from airflow_provider.api.rows import column_types
from airflow_provider.api.schema import RowSchema
from airflow_provider.errors import ContentAIError, ResultError
from airflow_provider.results.frames import cells, typed_cells
from airflow_provider.results.paths import ROW_SUFFIXES, CsvFormulas, suffix_of
from airflow_provider.results.replace import replacing, sync

if TYPE_CHECKING:
    import pyarrow as pa

# Enough for a Parquet row group of use, few enough to bound memory: Arrow holds texts several times over.
ROWS_AT_ONCE = 1_000
# What a spreadsheet takes for the beginning of a formula: OWASP's list, the wide forms of East Asian text included.
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def write_rows(
    path: str, rows: Iterable[Mapping[str, Any]], schema: RowSchema, *, csv_formulas: CsvFormulas = "keep"
) -> str:
    """
    Write *rows* to *path* in the format of its suffix, one after the other, and return *path*.

    A file that is there stays as it is until all rows are written, and for good if that fails (`ResultError`).
    JSON lines keep every field of a row; Parquet and CSV have the schema's columns.
    With `csv_formulas="escape"` text in CSV that a spreadsheet would calculate has an apostrophe before it.
    """
    suffix = suffix_of(path, ROW_SUFFIXES)
    with _written(path) as raw:
        if suffix == ".parquet":
            write_parquet(raw, rows, schema)
        elif suffix == ".csv":
            _write_csv(raw, rows, schema, escaped=csv_formulas == "escape")
        elif suffix == ".jsonl.gz":
            with gzip.GzipFile(fileobj=raw, mode="wb") as packed:
                _write_jsonl(packed, rows)
        else:
            _write_jsonl(raw, rows)
    return path


def write_text(path: str, text: str) -> str:
    """Write *text* to *path* and return *path*; an older file stays until then, and if that fails."""
    with _written(path) as raw:
        raw.write(text.encode())
    return path


def write_texts(folder: str, texts: Iterable[tuple[str, str]]) -> str:
    """Write *texts*, each a name and what goes under it, into *folder* and return *folder*; as `write_text` does."""
    for name, text in texts:
        with _written(f"{folder}{name}", synced=False) as raw:
            raw.write(text.encode())
    sync(folder)
    return folder


@contextmanager
def _written(path: str, *, synced: bool = True) -> Iterator[Any]:
    try:
        with replacing(path, synced=synced) as raw:
            yield raw
    except ContentAIError:
        raise
    except Exception as error:
        # Every storage has errors of its own; whichever it is, the answer is paid and kept.
        raise ResultError(
            f"The result cannot be written to {path!r} ({type(error).__name__}: {error}). What was there is unchanged. "
            "Correct result_path or its storage; the answer is kept, and a retry pays nothing."
        ) from error


def _write_jsonl(raw: Any, rows: Iterable[Mapping[str, Any]]) -> None:
    for row in rows:
        raw.write(json.dumps(row, ensure_ascii=False).encode() + b"\n")


def _write_csv(raw: Any, rows: Iterable[Mapping[str, Any]], schema: RowSchema, *, escaped: bool) -> None:
    shown = _escaped if escaped else list
    # Told of both signs that end lines somewhere, it quotes cells that hold one.
    writer = csv.writer(_Lines(raw), lineterminator="\r\n")
    writer.writerow(shown(schema.columns))
    for chunk in _chunks(rows, schema):
        columns = (shown(cells(chunk, name, kind)) for name, kind in column_types(schema).items())
        writer.writerows(zip(*columns, strict=True))


class _Lines:
    """Takes the lines of a `csv.writer`, each whole, and writes them to *raw*, ended as on Unix."""

    def __init__(self, raw: Any) -> None:
        self._raw = raw

    def write(self, line: str) -> None:
        self._raw.write(line.removesuffix("\r\n").encode() + b"\n")


def _escaped(values: Iterable[Any]) -> list[Any]:
    return [f"'{one}" if isinstance(one, str) and one.startswith(FORMULA_SIGNS) else one for one in values]


def write_parquet(raw: Any, rows: Iterable[Mapping[str, Any]], schema: RowSchema) -> None:
    """Write *rows* to the open file *raw* as Parquet, in the types of the schema's columns."""
    import pyarrow.parquet as pq

    writer = None
    try:
        for chunk in _chunks(rows, schema):
            table = _table(chunk, schema)
            writer = writer or pq.ParquetWriter(raw, table.schema)
            writer.write_table(table)
        writer = writer or pq.ParquetWriter(raw, _table([], schema).schema)
    except BaseException:
        # It would write to a closed file when it is collected.
        if writer is not None:
            with suppress(Exception):
                writer.close()
        raise
    writer.close()


def _chunks(rows: Iterable[Mapping[str, Any]], schema: RowSchema) -> Iterator[list[Mapping[str, Any]]]:
    # What a free type's column holds is known when all of it is.
    size = None if "object" in column_types(schema).values() else ROWS_AT_ONCE
    iterator = iter(rows)
    while chunk := list(islice(iterator, size)):
        yield chunk


def _table(rows: Sequence[Mapping[str, Any]], schema: RowSchema) -> pa.Table:
    import pyarrow as pa

    kinds = column_types(schema)
    columns = {name: typed_cells(rows, name, kind) for name, kind in kinds.items()}
    for name, kind in kinds.items():
        if kind == "Float64":
            # Arrow refuses whole numbers that a double only comes close to.
            columns[name] = [None if value is None else float(value) for value in columns[name]]
    fields = [(name, _arrow_type(kind, columns[name])) for name, kind in kinds.items()]
    return pa.table(columns, schema=pa.schema(fields))


def _arrow_type(kind: str, values: Sequence[object]) -> pa.DataType:
    import pyarrow as pa

    known = {
        "string": pa.string(),
        "Float64": pa.float64(),
        "boolean": pa.bool_(),
        "Int64": pa.int64(),
        "datetime64[ms]": pa.date32(),
        "datetime64[us]": pa.timestamp("us"),
        "datetime64[us, UTC]": pa.timestamp("us", tz="UTC"),
        "decimal": pa.decimal128(38, 12),
    }
    return known[kind] if kind in known else pa.infer_type(values)
