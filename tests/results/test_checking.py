"""Properties of a check: what it finds is what counting by hand finds, and it loses and changes nothing."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from typing import Any, Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, ValidationError

from airflow_provider.api.models import RowModel, described, dtypes_of
from airflow_provider.api.schema import extraction_schema
from airflow_provider.results import Expect, frame
from airflow_provider.results.checking import RowCheck

FIELDS = ("a", "b", "c")
VALUES = st.none() | st.integers(0, 3) | st.sampled_from(["", "x", "y" * 40, "z" * 40]) | st.floats(0, 3).map(round)
ROWS = st.lists(st.fixed_dictionaries(dict.fromkeys(FIELDS, VALUES)), max_size=12)
SOME = st.lists(st.sampled_from(FIELDS), unique=True)
SHARES = st.sampled_from([0, 0.1, 0.25, 1 / 3, 0.5, 1])
COUNTS = st.none() | st.integers(0, 12)
EXPECTS = st.builds(
    Expect,
    min_rows=COUNTS,
    max_rows=COUNTS,
    required=SOME,
    max_null_share=st.dictionaries(st.sampled_from(FIELDS), SHARES),
    unique=SOME,
    max_drop=st.none() | SHARES,
    on_unmet=st.sampled_from(["fail", "warn", "ask_again"]),
)


def unmet(expect: Expect, rows: list[dict[str, Any]], before: int | None) -> list[str]:
    """Return, counted by hand, which rules are not met."""
    nulls = Counter(name for row in rows for name in FIELDS if row[name] is None)
    keys = [tuple(row[name] for name in expect.unique) for row in rows]
    whole = [key for key in keys if None not in key and key]
    found = []
    if expect.min_rows is not None and len(rows) < expect.min_rows:
        found.append("min_rows")
    if expect.max_rows is not None and len(rows) > expect.max_rows:
        found.append("max_rows")
    if expect.max_drop is not None and before and before - len(rows) > expect.max_drop * before + 1e-6:
        found.append("max_drop")
    found += ["required" for name in expect.required if nulls[name]]
    found += [
        "max_null_share"
        for name, share in expect.max_null_share.items()
        if name not in expect.required and nulls[name] > share * len(rows) + 1e-6
    ]
    if len(set(whole)) < len(whole):
        found.append("unique")
    return found


@settings(deadline=None)
@given(expect=EXPECTS, rows=ROWS, before=st.none() | st.integers(0, 30))
def test_a_check_finds_what_counting_finds_and_changes_no_row(expect: Expect, rows: Any, before: Any) -> None:
    check = RowCheck(expect, before=before)
    given_rows = json.dumps(rows)

    passed = list(check.rows(rows))

    assert sorted(finding.text.partition(":")[0] for finding in check.findings()) == sorted(unmet(expect, rows, before))
    assert json.dumps(passed) == given_rows
    check.close()


@settings(deadline=None)
@given(expect=EXPECTS, pages=st.lists(ROWS, max_size=5))
def test_it_does_not_matter_how_rows_are_spread_over_pages(expect: Expect, pages: Any) -> None:
    whole, spread = RowCheck(expect), RowCheck(expect)
    list(whole.rows([row for rows in pages for row in rows]))
    for number, rows in enumerate(pages):
        list(spread.rows(rows, page=number))

    assert [one.text for one in whole.findings()] == [one.text for one in spread.findings()]
    assert spread.pages_at_fault() <= set(range(len(pages)))
    # What has no page at fault has a rule that is no page's.
    rules = {one.text.partition(":")[0] for one in spread.findings()}
    if expect.on_unmet == "ask_again" and rules - {"min_rows", "max_rows", "max_drop"}:
        assert spread.pages_at_fault()
    whole.close()
    spread.close()


@settings(deadline=None)
@given(rows=ROWS, required=SOME, unique=SOME)
def test_rejected_rows_are_those_at_fault_each_with_its_reason(rows: Any, required: Any, unique: Any) -> None:
    check = RowCheck(Expect(required=required, unique=unique))
    list(check.rows(rows))
    rejected = list(check.rejected.all())

    of_nulls = [one for one in rejected if one["reason"].startswith("required")]
    assert len(of_nulls) == sum(row[name] is None for row in rows for name in required)
    keys = [tuple(row[name] for name in unique) for row in rows]
    whole = [key for key in keys if key and None not in key]
    assert len(rejected) - len(of_nulls) == len(whole) - len(set(whole))
    assert check.rejected.count == len(rejected)
    check.close()


@settings(deadline=None)
@given(expect=EXPECTS)
def test_an_expectation_is_the_same_as_its_dict_and_as_json(expect: Expect) -> None:
    if expect.min_rows is not None and expect.max_rows is not None and expect.min_rows > expect.max_rows:
        return
    read = Expect.of(expect)

    assert read is not None
    assert Expect.of(read.as_dict()) == Expect.of(json.dumps(read.as_dict())) == Expect.of(repr(read.as_dict())) == read


class Cover(Enum):
    HARD = "hard"
    SOFT = "soft"


class Item(BaseModel):
    name: str | None = None
    price: Decimal | None = None
    cover: Cover | None = None
    grade: Literal[1, 2, 3] | None = None
    day: date | None = None
    time: datetime | None = None
    share: float | None = None
    kept: bool | None = None


ITEMS = st.fixed_dictionaries(
    {
        "name": st.none() | st.text(st.characters(codec="utf-8")),
        "price": st.none() | st.floats(-1e12, 1e12) | st.integers(-(2**40), 2**40),
        "cover": st.none() | st.sampled_from(["hard", "soft"]),
        "grade": st.none() | st.sampled_from([1, 2, 3]),
        "day": st.none() | st.dates().map(date.isoformat),
        "time": st.none() | st.datetimes(min_value=datetime(1900, 1, 1)).map(datetime.isoformat),  # noqa: DTZ001 - local
        "share": st.none() | st.floats(0, 1),
        "kept": st.none() | st.booleans(),
    }
)


@settings(deadline=None)
@given(row=ITEMS)
def test_a_row_of_the_model_comes_back_as_it_was_safe_for_json_and_fits_a_frame(row: dict[str, Any]) -> None:
    checked, problems = RowModel(Item).check(row)

    assert problems == {}
    assert checked is not None
    assert json.loads(json.dumps(checked, allow_nan=False)) == checked
    assert {name: checked[name] for name in row if name not in ("price", "time")} == {
        name: row[name] for name in row if name not in ("price", "time")
    }
    assert (checked["price"] is None) == (row["price"] is None)
    assert checked["price"] is None or checked["price"] == pytest.approx(row["price"], rel=1e-12)
    assert checked["time"] is None or datetime.fromisoformat(checked["time"]) == datetime.fromisoformat(row["time"])
    assert RowModel(Item).check(checked) == (checked, {})
    schema = extraction_schema(Item)
    made = frame([checked], schema)
    assert {name: str(kind) for name, kind in made.dtypes.items()} == {
        name: schema.dtypes.get(name, str(made[name].dtype)) for name in schema.columns
    }
    assert [made[name].isna()[0] for name in schema.columns] == [checked[name] is None for name in schema.columns]


JUNK = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.lists(st.integers())


@settings(deadline=None)
@given(row=st.dictionaries(st.sampled_from([*Item.model_fields, "other"]), JUNK))
def test_the_model_alone_decides_and_names_each_field_it_refuses(row: dict[str, Any]) -> None:
    checked, problems = RowModel(Item).check(row)

    assert set(problems) == refused_fields(row)
    assert (checked is None) == bool(problems)
    json.dumps(checked, allow_nan=False)


def refused_fields(row: dict[str, Any]) -> set[str]:
    try:
        Item.model_validate_json(json.dumps(row))
    except ValidationError as error:
        return {str(one["loc"][0]) for one in error.errors()}
    return set()


def test_a_strict_model_takes_dates_and_decimals_as_they_travel() -> None:
    class Strict(BaseModel):
        model_config = ConfigDict(strict=True)

        day: date
        cover: Cover
        count: int

    good = {"day": "2026-01-02", "cover": "hard", "count": 3}

    assert RowModel(Strict).check(good) == (good, {})
    assert set(RowModel(Strict).check({**good, "count": "3"})[1]) == {"count"}


def test_a_description_is_a_line_and_is_added_once() -> None:
    from pydantic import Field

    class Told(BaseModel):
        price: float = Field(description="  In EUR,\n  with tax ")
        name: str

    said = described("Every book", Told)

    assert said == "Every book\n\nFields:\n- price: In EUR, with tax"
    assert described(said, Told) == said
    assert described("Every book", Item) == "Every book"


def test_only_what_the_wire_does_not_say_has_a_dtype_of_its_own() -> None:
    assert dtypes_of(Item) == {"grade": "Int64", "day": "datetime64[ms]", "time": "datetime64[us, UTC]"}
