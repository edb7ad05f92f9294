"""Where items come from and what they bring: records, DataFrames and files, and what of their fields is JSON."""

from __future__ import annotations

import gzip
import json
from contextlib import closing
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import UUID

import numpy as np
import pandas as pd
import pytest

from airflow_provider.api.schema import RowSchema
from airflow_provider.batch.carried import Carried
from airflow_provider.batch.sources import Fields, carry_of, read_items
from airflow_provider.errors import InvalidRequestError

RECORDS = [{"link": "https://b.test/1", "sku": "007", "price": 1.5}, {"link": "https://b.test/2", "sku": None}]
# What a file without types gives.
TEXTS = [{"sku": "007", "price": "1.5"}, {"sku": "", "price": ""}]


def fields(column: str | None = None, carry: Any = ()) -> Fields:
    return Fields("links", ("link",), column, carry_of(carry))


def write(path: Path, records: list[dict[str, Any]]) -> str:
    frame = pd.DataFrame(records)
    if path.suffix == ".parquet":
        frame.to_parquet(path)
    elif path.suffix == ".csv":
        frame.to_csv(path, index=False)
    else:
        lines = "".join(json.dumps(record) + "\n" for record in records).encode()
        path.write_bytes(gzip.compress(lines) if path.suffix == ".gz" else lines)
    return str(path)


def form_of(records: list[dict[str, Any]], name: str, folder: Path) -> Any:
    """Return *records* as a value of the kind *name*, or in a file of that name."""
    if name == "frame":
        return pd.DataFrame(records)
    return {"list": records, "text": json.dumps(records), "python": str(records)}.get(name) or write(
        folder / name, records
    )


@pytest.mark.parametrize("name", ["list", "text", "python", "frame", "a.jsonl", "a.jsonl.gz", "a.csv", "a.parquet"])
def test_records_give_their_links_and_what_is_carried(tmp_path: Path, name: str) -> None:
    given = form_of(RECORDS, name, tmp_path)

    read = list(read_items(given, fields(carry=["price", "sku"])))

    assert [item for item, _ in read] == [record["link"] for record in RECORDS]
    brought = [{key: value for key, value in sorted(values.items()) if value is not None} for _, values in read]
    expected: list[dict[str, Any]] = TEXTS if name == "a.csv" else [{"sku": "007", "price": 1.5}, {}]
    assert brought == [dict(sorted(one.items())) for one in expected]


@pytest.mark.parametrize("kind", ["list", "frame", "a.csv", "a.jsonl", "a.parquet"])
def test_the_error_for_a_missing_column_lists_those_that_are_there(tmp_path: Path, kind: str) -> None:
    records = [{"url": "https://b.test/1", "sku": "7"}]
    given = form_of(records, kind, tmp_path)

    for column in (None, "address"):
        with pytest.raises(
            InvalidRequestError, match=rf"has no column '{column or 'link'}', but 'url', 'sku'; name one"
        ):
            list(read_items(given, fields(column)))
    with pytest.raises(InvalidRequestError, match="has no column 'price' to carry, but 'url', 'sku'"):
        list(read_items(given, fields("url", ["price"])))


def test_a_record_that_lacks_the_column_is_named_and_its_fields_listed() -> None:
    with pytest.raises(InvalidRequestError, match="item 2 has no field 'link', but 'url'; name one with column="):
        list(read_items([RECORDS[0], {"url": "x"}], fields()))


def test_a_field_that_only_some_records_have_is_carried_as_far_as_it_is_there() -> None:
    read = list(read_items(RECORDS, fields(carry="all")))

    assert [values for _, values in read] == [{"sku": "007", "price": 1.5}, {"sku": None}]


@pytest.mark.parametrize("given", [{"link": "x"}, pd.DataFrame([["a", "b"]], columns=["link", "link"])])
def test_one_record_and_columns_of_the_same_name_are_refused(given: Any) -> None:
    with pytest.raises(InvalidRequestError, match=r"one record\. Put it into a list|more than one column 'link'"):
        list(read_items(given, fields()))


def test_columns_that_nobody_asks_for_may_have_the_same_name(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("link,,\nhttps://b.test/1,,\n")

    assert list(read_items(f"{tmp_path}/a.csv", fields())) == [("https://b.test/1", {})]


def test_plain_items_have_nothing_to_carry() -> None:
    with pytest.raises(InvalidRequestError, match="item 1 is no record, and has no fields to carry"):
        list(read_items(["https://b.test/1"], fields(carry=["sku"])))

    assert list(read_items(["https://b.test/1"], fields(carry="all"))) == [("https://b.test/1", {})]


@pytest.mark.parametrize(
    ("value", "names"),
    [
        (None, ()),
        ("", ()),
        ([], ()),
        ("all", "all"),
        ("sku", ("sku",)),
        (["sku", "price", "sku"], ("sku", "price")),
        ('["sku", "price"]', ("sku", "price")),
        ("['all']", ("all",)),
    ],
)
def test_carry_names_fields_also_as_text(value: Any, names: Any) -> None:
    assert carry_of(value) == names


@pytest.mark.parametrize("value", [7, {"sku": 1}, [7], [""], "[sku"], ids=repr)
def test_a_carry_that_names_nothing_is_refused(value: Any) -> None:
    with pytest.raises(InvalidRequestError, match="'carry'"):
        carry_of(value)


CELLS: list[tuple[Any, Any]] = [
    ("text", "text"),
    (True, True),
    (7, 7),
    (1.5, 1.5),
    (float("nan"), None),
    (float("inf"), None),
    (None, None),
    (pd.NA, None),
    (pd.NaT, None),
    (Decimal("12.50"), 12.5),
    (Decimal(7), 7),
    (date(2026, 1, 2), "2026-01-02"),
    (datetime(2026, 1, 2, 3, tzinfo=UTC), "2026-01-02T03:00:00+00:00"),
    (pd.Timestamp("2026-01-02"), "2026-01-02T00:00:00"),
    (UUID(int=7), "00000000-0000-0000-0000-000000000007"),
    (np.int64(7), 7),
    (np.float64("nan"), None),
    (np.array([1, 2]), [1, 2]),
    ({"a": (1, np.int8(2))}, {"a": [1, 2]}),
]


@pytest.mark.parametrize(("cell", "carried"), CELLS, ids=lambda value: repr(value)[:30])
def test_what_is_carried_is_json(cell: Any, carried: Any) -> None:
    with closing(Carried()) as found:
        found.add({"field": cell})

        assert found.of(1) == {"field": carried}


@pytest.mark.parametrize("cell", [b"bytes", print, "\ud800", [b"nested"]], ids=repr)
def test_what_is_not_is_refused_by_name(cell: Any) -> None:
    with (
        closing(Carried()) as found,
        pytest.raises(InvalidRequestError, match=r"'raw' .* which no row can carry"),
    ):
        found.add({"raw": cell})


@pytest.mark.parametrize(
    ("values", "kind", "dtype"),
    [
        ([], "string", None),
        ([None], "string", None),
        (["007", None], "string", None),
        ([1, None], "int", None),
        ([1, 2.5], "number", None),
        ([True, None], "boolean", None),
        ([1, "a"], "json", "string"),
        ([True, 1], "json", "string"),
        ([{"a": 1}], "json", "string"),
        ([2**63], "json", "string"),
    ],
)
def test_a_carried_column_is_of_the_kind_that_all_its_values_are_of(values: list[Any], kind: str, dtype: Any) -> None:
    with closing(Carried(["field"])) as found:
        for value in values:
            found.add({"field": value})
        schema = found.beside(RowSchema({"link": "string"}))

    assert schema.fields == {"link": "string", "field": kind}
    assert schema.dtypes.get("field") == dtype


def test_a_hundred_thousand_items_are_carried_on_disk() -> None:
    import tracemalloc

    tracemalloc.start()
    with closing(Carried(["name"])) as found:
        for number in range(100_000):
            found.add({"name": f"{number} {'x' * 200}"})
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()

        assert found.of(99_999) == {"name": f"99998 {'x' * 200}"}
    assert most < 5_000_000
