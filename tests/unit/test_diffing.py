"""Two extractions compared: what is new, changed and removed, whatever the rows are made of."""

from __future__ import annotations

import json
from typing import Any

import pandas as pd
import pytest

from airflow_provider.results import diff_records

OLD = [
    {"title": "Night Trains", "price": 12.9, "in_stock": True},
    {"title": "Bread", "price": 22, "in_stock": True},
    {"title": "Rivers", "price": 11, "in_stock": None},
]
NOW = [
    {"title": "Rivers", "price": 11.0},
    {"title": "Night Trains", "price": 11.5, "in_stock": True},
    {"title": "Bicycles", "price": 18, "in_stock": False},
]


def test_rows_are_compared_by_their_key_whatever_their_order() -> None:
    diff = diff_records(OLD, NOW, key="title")

    assert diff.new == [NOW[2]]
    assert diff.changed == [NOW[1]]
    assert diff.before == [OLD[0]]
    assert diff.removed == [OLD[1]]


def test_the_first_extraction_is_all_new() -> None:
    diff = diff_records(None, NOW, key="title")

    assert (diff.new, diff.changed, diff.removed) == (NOW, [], [])


def test_no_difference_is_false() -> None:
    assert not diff_records(OLD, list(reversed(OLD)), key="title")
    assert diff_records(OLD, OLD[:2], key="title")
    assert not diff_records([], [], key="title")


def frame(rows: list[dict[str, Any]]) -> pd.DataFrame:
    types = {"title": "string", "price": "Float64", "in_stock": "boolean"}
    return pd.DataFrame(rows, columns=list(types)).astype(types)


def test_frames_give_frames_with_their_columns_and_types() -> None:
    diff = diff_records(frame(OLD), frame(NOW), key="title")

    assert list(diff.new["title"]) == ["Bicycles"]
    assert list(diff.changed["price"]) == [11.5]
    assert list(diff.before["price"]) == [12.9]
    assert list(diff.removed["title"]) == ["Bread"]
    for part in (diff.new, diff.changed, diff.removed, diff.before):
        assert dict(part.dtypes) == dict(frame(OLD).dtypes)


def test_equal_frames_give_empty_ones_of_the_same_types() -> None:
    diff = diff_records(frame(OLD), frame(OLD), key="title")

    assert not diff
    assert dict(diff.changed.dtypes) == dict(frame(OLD).dtypes)


def test_records_are_json_even_of_frames_with_missing_cells() -> None:
    diff = diff_records(frame(OLD[:2]), frame(OLD), key="title")

    assert json.loads(json.dumps(diff.records(), allow_nan=False)) == {
        "new": [{"title": "Rivers", "price": 11, "in_stock": None}],
        "changed": [],
        "removed": [],
        "before": [],
    }


@pytest.mark.parametrize(
    ("before", "after"),
    [(1, 1.0), (None, float("nan")), (None, pd.NA), ({"a": 1, "b": 2}, {"b": 2.0, "a": 1}), ([1], [1.0])],
)
def test_values_that_mean_the_same_are_no_change(before: object, after: object) -> None:
    assert not diff_records([{"id": 1, "x": before}], [{"id": 1.0, "x": after}], key="id")


@pytest.mark.parametrize(("before", "after"), [(1, "1"), (0, None), ("", None), (True, "true"), ([1, 2], [2, 1])])
def test_values_that_do_not_are_one(before: object, after: object) -> None:
    assert diff_records([{"id": 1, "x": before}], [{"id": 1, "x": after}], key="id")


def test_several_fields_can_be_the_key() -> None:
    old = [{"shop": "a", "title": "x", "price": 1}, {"shop": "b", "title": "x", "price": 2}]
    now = [{"shop": "b", "title": "x", "price": 3}, {"shop": "a", "title": "x", "price": 1}]

    diff = diff_records(old, now, key=["shop", "title"])

    assert (diff.changed, diff.new, diff.removed) == ([now[0]], [], [])


def test_rows_that_share_a_key_are_compared_in_their_order_and_none_is_lost() -> None:
    old = [{"title": "x", "price": 1}, {"title": "x", "price": 2}]
    now = [{"title": "x", "price": 1}, {"title": "x", "price": 3}, {"title": "x", "price": 4}]

    diff = diff_records(old, now, key="title")

    assert (diff.changed, diff.new, diff.removed) == ([now[1]], [now[2]], [])


def test_rows_without_a_key_are_rows_all_the_same() -> None:
    diff = diff_records([{"title": None, "price": 1}], [{"title": None, "price": 1}, {"title": "x"}], key="title")

    assert (diff.new, diff.removed) == ([{"title": "x"}], [])


@pytest.mark.parametrize("key", ["name", ["title", "name"], []])
def test_a_key_that_names_nothing_is_refused(key: Any) -> None:
    with pytest.raises(ValueError, match="key"):
        diff_records(OLD, NOW, key=key)
