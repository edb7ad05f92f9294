"""What is seen of rows that are elsewhere: never more than 4 kB, whatever the rows."""

from __future__ import annotations

import json
from typing import Any

import pytest

from airflow_provider.results.preview import MOST_BYTES, Preview


def preview_of(rows: list[dict[str, Any]], columns: list[str]) -> dict[str, Any]:
    preview = Preview(columns)
    assert list(preview.watch(rows)) == rows
    return preview.shown()


def test_it_has_the_number_of_rows_their_columns_and_the_first_five() -> None:
    rows = [{"title": str(number), "price": None, "more": 1} for number in range(7)]

    assert preview_of(rows, ["title", "price"]) == {
        "rows": 7,
        "columns": ["title", "price"],
        "first": [{"title": str(number), "price": None} for number in range(5)],
    }
    assert preview_of([], ["title"]) == {"rows": 0, "columns": ["title"], "first": []}


@pytest.mark.parametrize(
    ("row", "first"),
    [
        ({"text": "x" * 1_000_000}, 5),
        ({"text": "漢" * 10_000}, 5),
        ({"text": {"nested": ["x" * 9_000] * 3}}, 5),
        ({f"column {number}": "x" * 100 for number in range(40)}, 1),
        ({f"column {number} {'y' * 90}": 1 for number in range(10_000)}, 0),
    ],
    ids=["long", "wide-letters", "nested", "columns", "too-many-columns"],
)
def test_it_is_cut_to_4_kb(row: dict[str, Any], first: int) -> None:
    shown = preview_of([row] * 9, list(row))

    assert len(json.dumps(shown)) <= MOST_BYTES
    assert (shown["rows"], len(shown["first"])) == (9, first)
    assert shown["columns"][0].startswith(next(iter(row))[:20])


def test_it_holds_no_more_of_a_row_than_it_may_show() -> None:
    preview = Preview(["text"])
    preview.add({"text": "x" * 10_000_000})

    assert len(preview._first[0]["text"]) <= MOST_BYTES
