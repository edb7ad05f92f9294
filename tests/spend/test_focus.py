"""Spend as FOCUS 1.2: what each row says, what cannot be a row, and the files of `layout="focus"`."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterable
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from airflow_provider.api.answers import Usage
from airflow_provider.api.money import Money
from airflow_provider.errors import InvalidRequestError
from airflow_provider.operators import ExtractOperator, SpendReportOperator, TextGenerationOperator
from airflow_provider.spend import focus

COSTS = ("BilledCost", "ContractedCost", "EffectiveCost", "ListCost")
TEN = {"response": "Hello", "tokens": 10, "success": True}


def _charge(*amounts: tuple[str, str], day: date = date(2026, 3, 5), **spent: Any) -> focus.Charge:
    used = {"calls": 1, "tokens": 10, **spent}
    money = Money(tuple((currency, Decimal(amount)) for currency, amount in amounts))
    return focus.Charge(day, "text_generation", "m", "paid", {"dag_id": "d"}, Usage(**used, cost=money))


def _sum(rows: Iterable[dict[str, Any]], column: str) -> Decimal:
    return sum((Decimal(row[column] or 0) for row in rows), Decimal(0))


def test_sums_of_rows_are_exact() -> None:
    rows = focus.charges([_charge(("EUR", "0.000000000001"))] * 3 + [_charge(("EUR", "123456789.1"))]).rows

    for cost in COSTS:
        assert _sum(rows, cost) == Decimal("123456789.100000000003")
    assert rows[0]["BilledCost"] == "0.000000000001"


def test_two_currencies_are_two_rows_whose_quantity_counts_once() -> None:
    rows = focus.charges([_charge(("EUR", "1"), ("USD", "2"), calls=4, tokens=40)]).rows

    assert [(row["BillingCurrency"], row["BilledCost"]) for row in rows] == [("EUR", "1.0"), ("USD", "2.0")]
    assert [_sum(rows, name) for name in ("ConsumedQuantity", "PricingQuantity", "x_Calls")] == [40, 40, 4]


@pytest.mark.parametrize(
    ("day", "charged", "billed"),
    [
        (date(2026, 1, 31), ("2026-01-31", "2026-02-01"), ("2026-01-01", "2026-02-01")),
        (date(2026, 2, 1), ("2026-02-01", "2026-02-02"), ("2026-02-01", "2026-03-01")),
        (date(2028, 2, 29), ("2028-02-29", "2028-03-01"), ("2028-02-01", "2028-03-01")),
        (date(2026, 12, 31), ("2026-12-31", "2027-01-01"), ("2026-12-01", "2027-01-01")),
    ],
    ids=str,
)
def test_a_charge_is_of_its_day_and_billed_with_its_month(
    day: date, charged: tuple[str, str], billed: tuple[str, str]
) -> None:
    [row] = focus.charges([_charge(("EUR", "1"), day=day)]).rows

    assert (row["ChargePeriodStart"], row["ChargePeriodEnd"]) == tuple(f"{one}T00:00:00Z" for one in charged)
    assert (row["BillingPeriodStart"], row["BillingPeriodEnd"]) == tuple(f"{one}T00:00:00Z" for one in billed)


@pytest.mark.parametrize(
    ("spent", "quantity"),
    [
        ({"calls": 2, "tokens": 30}, ("30.0", "Tokens")),
        ({"calls": 2, "tokens": 30, "unreported_calls": 1}, ("2.0", "Requests")),
        ({"calls": 2, "tokens": None, "unreported_calls": 2}, ("2.0", "Requests")),
    ],
    ids=["all named their tokens", "one did not", "none did"],
)
def test_tokens_are_the_quantity_only_where_all_are_known(spent: dict[str, Any], quantity: tuple[str, str]) -> None:
    [row] = focus.charges([_charge(("EUR", "1"), **spent)]).rows

    assert (row["ConsumedQuantity"], row["ConsumedUnit"]) == (row["PricingQuantity"], row["PricingUnit"]) == quantity
    assert row["x_Tokens"] == (None if spent["tokens"] is None else "30")


def test_what_has_no_price_or_no_currency_is_left_out_and_counted() -> None:
    told = focus.charges(
        [
            _charge(calls=3, unpriced_calls=3),
            _charge(("", "1")),
            _charge(("credits", "1"), ("EUR", "2"), unpriced_calls=1),
            _charge(calls=0, tokens=None),
        ]
    )

    assert [(row["BilledCost"], row["x_Calls"], row["x_UnpricedCalls"]) for row in told.rows] == [("2.0", "1", "1")]
    assert told.left_out is not None
    assert told.left_out.startswith("3 charges of what was spent cannot be told as FOCUS: 1 without a price, 2 without")
    assert focus.charges([_charge(("EUR", "1"))]).left_out is None


def test_the_documentation_has_each_column_in_order() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "focus.md").read_text(encoding="utf-8")
    table = page.partition("## Columns")[2].partition("\n## ")[0]

    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == list(focus.COLUMNS)


def _build(path: Path) -> Any:
    def build() -> None:
        text = TextGenerationOperator(task_id="text", messages="Hi", model="m")
        page = ExtractOperator.partial(task_id="page", prompt="All").expand(
            link=["https://example.com/a", "https://example.com/b"]
        )
        text >> page >> SpendReportOperator(task_id="report", layout="focus", result_path=str(path))

    return build


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_the_report_of_a_run_is_a_file_with_a_row_for_each_task_instance(
    run: Any, service: Any, connection: Any, tmp_path: Path, suffix: str
) -> None:
    connection(prices={"currency": "EUR", "extract": {"per_call": 0.01}, "text_generation": {"per_1k_tokens": 0.004}})
    page = {"response": "A page", "success": True}
    service.answers(TEN, page)
    path = tmp_path / f"spend.{suffix}"

    left = run(_build(path))

    assert left.value("report") == str(path)
    rows = _read(path)
    assert [list(row) for row in rows] == [list(focus.COLUMNS)] * 3
    assert [row["SkuId"] for row in rows] == ["extract", "extract", "text_generation/m"]
    assert [Decimal(row["BilledCost"]) for row in rows] == [Decimal("0.01"), Decimal("0.01"), Decimal("0.00004")]
    tags = [json.loads(row["Tags"]) for row in rows]
    assert [(one["task_id"], one["map_index"]) for one in tags] == [("page", 0), ("page", 1), ("text", -1)]
    assert {one["connection"] for one in tags} == {"content_ai_default"}
    assert {"dag_id", "run_id"} <= tags[0].keys()


def test_parquet_has_decimals_and_moments(run: Any, service: Any, connection: Any, tmp_path: Path) -> None:
    connection(prices={"currency": "EUR", "text_generation": {"per_1k_tokens": 0.004}})
    service.answers(TEN)
    path = tmp_path / "spend.parquet"

    run(_build(path))

    table = pq.read_table(path)
    assert (str(table.schema.field("BilledCost").type), str(table.schema.field("ChargePeriodStart").type)) == (
        "decimal128(38, 12)",
        "timestamp[us, tz=UTC]",
    )
    # Two mapped extractions have no price here.
    [row] = table.to_pylist()
    assert row["BilledCost"] == Decimal("0.00004")
    assert row["ChargePeriodStart"] == datetime.combine(row["ChargePeriodStart"].date(), datetime.min.time(), UTC)


def test_spend_that_is_left_out_is_a_warning(
    run: Any, service: Any, connection: Any, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    connection(price_per_1k_tokens=1)
    service.answers(TEN)

    run(_build(tmp_path / "spend.csv"))

    assert _read(tmp_path / "spend.csv") == []
    assert (
        "3 charges of what was spent cannot be told as FOCUS: 0 without a price, 3 without a currency"
        in capfd.readouterr().out
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"layout": "excel"}, "Field 'layout' is 'excel'. Use 'rows' or 'focus'"),
        ({"layout": "focus"}, "Set result_path"),
        ({"layout": "focus", "result_path": "/x.jsonl"}, "Let it end in .parquet, .csv"),
    ],
    ids=["no such layout", "no file", "another format"],
)
def test_what_is_wrong_is_refused_when_the_dag_is_parsed(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidRequestError, match=said):
        SpendReportOperator(task_id="t", **arguments)


def _read(path: Path) -> list[dict[str, Any]]:
    if path.suffix == ".parquet":
        return list(pq.read_table(path).to_pylist())
    with path.open(newline="") as file:
        return list(csv.DictReader(file))
