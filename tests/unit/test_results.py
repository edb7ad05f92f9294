"""Answers as DataFrames and files: formats, types, sizes, and what happens when they do not fit."""

from __future__ import annotations

import csv
import gzip
import io
import json
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.parquet as pq
import pytest

from airflow_provider.api.schema import RowSchema
from airflow_provider.errors import InvalidRequestError, ResultError
from airflow_provider.results import (
    ROW_SUFFIXES,
    TEXT_SUFFIXES,
    check_path,
    check_size,
    frame,
    suffix_of,
    write_rows,
    write_text,
)

SCHEMA = RowSchema({"title": "string", "price": "number", "in_print": "boolean", "stock": "int", "when": "ISO date"})
DTYPES = {"title": "string", "price": "Float64", "in_print": "boolean", "stock": "Int64", "when": "object"}
ROWS: list[dict[str, Any]] = [
    {"title": 'Zoë, "1"\n2', "price": 1, "in_print": True, "stock": 2**62, "when": "2026-01-01", "note": "kept"},
    {"title": None, "price": 1.5, "in_print": None, "stock": None, "when": None},
    {"title": "", "price": None, "in_print": False, "stock": 0, "when": "x"},
]
COLUMNS = list(SCHEMA.fields)


@pytest.fixture(params=["file", "memory"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return a folder, which does not exist yet, on one of two storages."""
    if request.param == "file":
        return f"{tmp_path.as_uri()}/new/folder"
    return f"memory://bucket/{tmp_path.name}"


def stored(path: str) -> bytes:
    from airflow.sdk import ObjectStoragePath

    content: bytes = ObjectStoragePath(path).read_bytes()
    return content


@pytest.mark.parametrize("rows", [ROWS, ROWS[:1], []], ids=["three", "one", "none"])
def test_a_frame_has_the_schemas_columns_in_order_with_nullable_types(rows: list[dict[str, Any]]) -> None:
    made = frame(rows, SCHEMA)

    assert {name: str(kind) for name, kind in made.dtypes.items()} == DTYPES
    assert list(made.columns) == COLUMNS
    assert len(made) == len(rows)
    assert isinstance(made.index, pd.RangeIndex)


def test_a_frame_keeps_values_and_shows_null_as_missing() -> None:
    made = frame(ROWS, SCHEMA)

    assert made["stock"].iloc[0] == 2**62
    assert made["title"].iloc[0] == ROWS[0]["title"]
    assert made.iloc[1].isna().tolist() == [True, False, True, True, True]


def test_objects_and_lists_under_a_free_type_become_json() -> None:
    made = frame([{"tags": ["a", "é"]}, {"tags": {"b": 1}}], RowSchema({"tags": "list of tags"}))

    assert made["tags"].tolist() == ['["a", "é"]', '{"b": 1}']


@pytest.mark.parametrize("rows", [ROWS, []], ids=["rows", "none"])
@pytest.mark.parametrize("suffix", [".jsonl", ".JSONL", ".jsonl.gz"])
def test_json_lines_keep_every_field(place: str, suffix: str, rows: list[dict[str, Any]]) -> None:
    path = write_rows(f"{place}/books{suffix}", rows, SCHEMA)
    content = stored(path)
    text = (gzip.decompress(content) if suffix.endswith("gz") else content).decode()

    assert path == f"{place}/books{suffix}"
    assert [json.loads(line) for line in text.splitlines()] == rows


@pytest.mark.parametrize("rows", [ROWS, []], ids=["rows", "none"])
def test_parquet_has_the_schemas_columns_and_types(place: str, rows: list[dict[str, Any]]) -> None:
    table = pq.read_table(io.BytesIO(stored(write_rows(f"{place}/books.parquet", rows, SCHEMA))))

    assert table.column_names == COLUMNS
    assert [str(kind) for kind in table.schema.types[:4]] == ["string", "double", "bool", "int64"]
    assert table.to_pylist() == [{name: row.get(name) for name in COLUMNS} for row in rows]


@pytest.mark.parametrize("rows", [ROWS, []], ids=["rows", "none"])
def test_csv_has_a_header_and_the_schemas_columns(place: str, rows: list[dict[str, Any]]) -> None:
    text = stored(write_rows(f"{place}/books.csv", rows, SCHEMA)).decode()
    read = list(csv.reader(io.StringIO(text, newline="")))

    assert read[0] == COLUMNS
    assert read[1:] == [["" if row.get(name) is None else str(row[name]) for name in COLUMNS] for row in rows]


FORMULAS = ["=1+1", "+1", "-1", "@A1", "\t=1", "\r=1", "\n=1", "\uff1d1"]
PLAIN = ["", "a=1", "'=1", " =1", "1-1"]


@pytest.mark.parametrize("text", FORMULAS + PLAIN, ids=repr)
def test_text_that_a_spreadsheet_would_calculate_can_be_escaped(tmp_path: Path, text: str) -> None:
    schema = RowSchema({text: "string", "number": "number"})
    path = write_rows(f"{tmp_path}/x.csv", [{text: text, "number": -5}], schema, csv_formulas="escape")
    rows = list(csv.reader(io.StringIO(Path(path).read_bytes().decode(), newline="")))

    shown = f"'{text}" if text in FORMULAS else text
    assert rows == [[shown, "number"], [shown, "-5"]]


@pytest.mark.parametrize("text", ["a\rb", "\r", "a\r\nb", "\n", 'a"b', "a,b", "'"], ids=repr)
def test_csv_that_is_read_again_has_the_same_text(tmp_path: Path, text: str) -> None:
    path = write_rows(f"{tmp_path}/x.csv", [{"a": text, "b": 1}], RowSchema({"a": "string", "b": "int"}))

    assert pd.read_csv(path).to_dict("records") == [{"a": text, "b": 1}]
    assert Path(path).read_bytes().startswith(b"a,b\n")


@pytest.mark.parametrize("text", FORMULAS, ids=repr)
def test_text_stays_as_it_is_unless_asked_otherwise(tmp_path: Path, text: str) -> None:
    path = write_rows(f"{tmp_path}/x.csv", [{"a": text}], RowSchema({"a": "string"}))

    assert list(csv.reader(io.StringIO(Path(path).read_bytes().decode(), newline=""))) == [["a"], [text]]


@pytest.mark.parametrize("suffix", TEXT_SUFFIXES)
def test_text_is_written_as_it_is(place: str, suffix: str) -> None:
    path = write_text(f"{place}/page{suffix}", "# Zoë\n\n😀")

    assert stored(path).decode() == "# Zoë\n\n😀"


def test_a_plain_path_will_do_and_an_old_file_is_replaced(tmp_path: Path) -> None:
    path = str(tmp_path / "page.md")
    write_text(path, "a longer text")
    write_text(path, "short")

    assert (tmp_path / "page.md").read_text() == "short"


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([2**53 + 1, 0.5], "number"),
        ([2**62, 1.5], "number"),
        ([9_007_199_254_740_993], "number"),
        ([2**63 - 1], "int"),
        (["2026", 2026], "ISO date"),
        ([1, 2.5], "anything"),
        ([True, "yes"], "anything"),
        ([{"a": 1}, 5], "anything"),
    ],
    ids=repr,
)
def test_parquet_takes_every_value_that_passed_the_checks(tmp_path: Path, values: list[Any], kind: str) -> None:
    rows = [{"value": value} for value in values]
    path = write_rows(str(tmp_path / "x.parquet"), rows, RowSchema({"value": kind}))

    assert pq.read_table(path).num_rows == len(values)


@pytest.mark.parametrize(
    ("values", "kind"),
    [([2**53 + 1, 0.5], "number"), (["2026", 2026], "ISO date"), ([{"a": 1}, 5], "anything")],
    ids=repr,
)
def test_xcom_takes_every_frame(values: list[Any], kind: str) -> None:
    made = frame([{"value": value} for value in values], RowSchema({"value": kind}))

    check_size(made, 1_000_000)


@pytest.mark.parametrize(
    ("path", "suffix"),
    [
        ("a.jsonl", ".jsonl"),
        ("a.jsonl.gz", ".jsonl.gz"),
        ("A.PARQUET", ".parquet"),
        ("s3://b/a.csv", ".csv"),
        ("a.json", None),
        ("a.xlsx", None),
        ("a", None),
        ("a.csv.gz", None),
    ],
)
def test_the_suffix_names_the_format(path: str, suffix: str | None) -> None:
    assert suffix_of(path, ROW_SUFFIXES) == suffix


@pytest.mark.parametrize("path", ["a.json", "", "no-such-storage://b/a.csv", "s3://bucket/a.csv", None, 5], ids=repr)
def test_a_path_that_cannot_be_written_is_refused_before_anything_is_paid(path: Any) -> None:
    with pytest.raises(InvalidRequestError, match="Field 'result_path'"):
        check_path(path, ROW_SUFFIXES)


@pytest.mark.parametrize("path", ["a.csv", "/srv/a.csv", "file:///srv/a.csv", "memory://b/a.csv"])
def test_a_path_that_can_be_written_passes(path: str) -> None:
    check_path(path, ROW_SUFFIXES)


def test_a_failing_storage_is_an_error_that_costs_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")

    with pytest.raises(ResultError, match=r"cannot be written to .* a retry pays nothing") as caught:
        write_text(str(tmp_path / "file" / "page.md"), "x")

    assert (caught.value.retryable, caught.value.billed) == (True, "no")


@pytest.mark.parametrize("value", ["x" * 98, ["x" * 96], {"a": "x" * 91}], ids=["text", "list", "object"])
def test_the_size_for_xcom_is_counted_as_json(value: Any) -> None:
    check_size(value, 100)

    with pytest.raises(ResultError, match=r"100 bytes in XCom, more than max_xcom_bytes \(99\).*Set result_path"):
        check_size(value, 99)


def test_a_frame_counts_as_parquet_in_hex() -> None:
    made = frame(ROWS, SCHEMA)
    check_size(made, 1_000_000)

    with pytest.raises(ResultError, match="more than max_xcom_bytes"):
        check_size(made, 1000)
