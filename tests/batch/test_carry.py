"""Fields that a batch copies from its items into their rows: each item keeps its own, and each link is asked once."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.parquet as pq
import pytest
from pydantic import BaseModel

from airflow_provider.errors import InvalidRequestError, ServerError
from tests.batch.service import links, page, refusal, row_of
from tests.serving import answer

Build = Callable[..., Any]
LINKS = links(3)
ITEMS = [
    {"link": LINKS[0], "sku": "007", "stock": 3, "weight": 1.5, "sold": True, "tags": ["a", {"b": 1}]},
    {"link": LINKS[1], "sku": None, "stock": None, "weight": 2, "sold": None, "tags": None},
    {"link": LINKS[0], "sku": "008", "stock": 4, "weight": None, "sold": False, "tags": "c"},
]
CARRIED = ["sku", "stock", "weight", "sold", "tags"]


def expected(items: list[dict[str, Any]] = ITEMS, carry: list[str] = CARRIED) -> list[dict[str, Any]]:
    return [{"link": one["link"], **row_of(one["link"]), **{name: one.get(name) for name in carry}} for one in items]


@pytest.mark.parametrize("carry", [CARRIED, "all", json.dumps(CARRIED)], ids=["named", "all", "text"])
def test_each_item_keeps_what_it_carries_and_each_link_is_asked_once(batch: Build, carry: Any) -> None:
    task = batch(links=ITEMS, carry=carry)

    assert task.run() == expected()
    assert set(task.service.sent.values()) == {1}
    assert len(task.service.sent) == 2


def test_a_page_with_many_rows_gives_each_what_its_item_carries(batch: Build) -> None:
    many = [{"title": "a", "price": 1}, {"title": "b", "price": 2}]
    task = batch(lambda *_: answer(200, {"response": many, "success": True}), links=ITEMS, carry=["sku"])

    assert [(row["title"], row["sku"]) for row in task.run()] == [
        (title, item["sku"]) for item in ITEMS for title in "ab"
    ]


def test_a_frame_has_the_carried_columns_with_fitting_types(batch: Build) -> None:
    frame = batch(links=ITEMS, carry="all", output_format="dataframe").run()

    assert {name: str(kind) for name, kind in frame.dtypes.items()} == {
        "link": "string",
        "title": "string",
        "price": "Float64",
        "sku": "string",
        "stock": "Int64",
        "weight": "Float64",
        "sold": "boolean",
        "tags": "string",
    }
    assert frame["stock"].to_list() == [3, pd.NA, 4]
    assert frame["tags"][0] == '["a", {"b": 1}]'


@pytest.mark.parametrize("suffix", ["jsonl", "parquet", "csv"])
def test_a_file_has_them_too_and_tells_its_columns(batch: Build, tmp_path: Path, suffix: str) -> None:
    path = f"{tmp_path}/rows.{suffix}"
    task = batch(links=ITEMS, carry=CARRIED, result_path=path)
    task.run()

    columns = ["link", "title", "price", *CARRIED]
    assert task.ti.xcoms["preview"]["columns"] == columns
    if suffix == "jsonl":
        assert [json.loads(line) for line in Path(path).read_text().splitlines()] == expected()
    elif suffix == "parquet":
        table = pq.read_table(path)
        assert table.column_names == columns
        assert table["sku"].to_pylist() == ["007", None, "008"]
        assert table["tags"].to_pylist() == ['["a", {"b": 1}]', None, "c"]
    else:
        with Path(path).open(newline="") as file:
            read = list(csv.DictReader(file))
        assert list(read[0]) == columns
        assert [(row["sku"], row["stock"]) for row in read] == [("007", "3"), ("", ""), ("008", "4")]


@pytest.mark.parametrize("name", ["a.jsonl", "a.csv", "a.parquet", "frame"])
def test_items_come_from_a_file_or_a_frame(batch: Build, tmp_path: Path, name: str) -> None:
    frame = pd.DataFrame([{"address": link, "sku": f"00{number}"} for number, link in enumerate(LINKS)])
    path = tmp_path / name
    if name == "a.jsonl":
        frame.to_json(path, orient="records", lines=True)
    elif name == "a.csv":
        frame.to_csv(path, index=False)
    elif name == "a.parquet":
        frame.to_parquet(path)
    task = batch(links=frame if name == "frame" else str(path), column="address", carry=["sku", "address"])

    found = task.run()

    assert [(row["link"], row["sku"], row["address"]) for row in found] == [
        (link, f"00{number}", link) for number, link in enumerate(LINKS)
    ]


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param({"links": [{"link": LINKS[0], "title": "Own"}], "carry": "all"}, id="answer"),
        pytest.param({"links": [{"url": LINKS[0], "link": "x"}], "column": "url", "carry": "all"}, id="link"),
        pytest.param({"links": pd.DataFrame([{"link": LINKS[0], "price": 3}]), "carry": "all"}, id="frame"),
    ],
)
def test_a_carried_field_that_rows_have_already_is_refused_by_name_before_anything_is_paid(
    batch: Build, arguments: dict[str, Any]
) -> None:
    task = batch(**arguments)

    with pytest.raises(InvalidRequestError, match=r"'carry' has '(title|link|price)', which rows have already"):
        task.run()

    assert task.service.sent.total() == 0


def test_a_literal_one_is_refused_when_the_dag_is_parsed(batch: Build) -> None:
    with pytest.raises(InvalidRequestError, match="'carry' has 'price'"):
        batch(links="{{ params.links }}", carry=["price"]).run()


def test_what_no_row_can_carry_is_named_with_its_item_before_anything_is_paid(batch: Build) -> None:
    task = batch(links=[{"link": LINKS[0], "raw": "x"}, {"link": LINKS[1], "raw": b"x"}], carry=["raw"])

    with pytest.raises(InvalidRequestError, match="Item 2: Field 'raw' is of type bytes, which no row can carry"):
        task.run()

    assert task.service.sent.total() == 0


def test_a_retry_pays_nothing_for_other_fields_to_carry(batch: Build) -> None:
    task = batch(lambda link, asked: refusal(500) if asked == 1 and link == LINKS[1] else page(link), links=ITEMS)
    with pytest.raises(ServerError):
        task.run(on_item_error="fail", concurrency=1)

    assert task.run(carry=["sku"]) == expected(carry=["sku"])
    assert task.service.sent == {LINKS[0]: 1, LINKS[1]: 2}


def test_a_page_that_fails_takes_its_own_carried_values_with_it_and_no_others(batch: Build) -> None:
    task = batch(lambda link, _: refusal(404) if link == LINKS[0] else page(link), links=ITEMS, carry=["sku"])

    assert task.run() == expected([ITEMS[1]], ["sku"])


def test_expectations_may_name_what_is_carried(batch: Build) -> None:
    task = batch(links=ITEMS, carry=["sku"], expect={"required": ["sku"], "on_unmet": "warn"})
    assert len(task.run()) == 3

    with pytest.raises(InvalidRequestError, match="required names 'cost'"):
        batch(links=ITEMS, carry="all", expect={"required": ["cost"]}).run()
    with pytest.raises(InvalidRequestError, match="required names 'cost'"):
        batch(links="{{ x }}", carry=["sku"], expect={"required": ["cost"]}).run()


def test_a_model_is_not_told_of_what_is_carried(batch: Build) -> None:
    class Book(BaseModel, extra="forbid"):
        title: str
        price: int

    frame = batch(links=ITEMS, carry=["stock"], json_schema=Book, output_format="dataframe").run()

    assert [str(kind) for kind in frame.dtypes] == ["string", "string", "Int64", "Int64"]


def test_a_field_that_the_service_adds_does_not_replace_a_carried_one(batch: Build) -> None:
    act = answer(200, {"response": [{"title": "t", "price": 1, "sku": "theirs"}], "success": True})
    task = batch(lambda *_: act, links=ITEMS[:1], carry=["sku"])

    assert task.run()[0]["sku"] == "007"


def test_no_items_give_a_file_with_the_carried_columns(batch: Build, tmp_path: Path) -> None:
    path = f"{tmp_path}/rows.parquet"
    batch(links=[], carry=["sku"], result_path=path).run()

    assert list(pd.read_parquet(path).columns) == ["link", "title", "price", "sku"]
