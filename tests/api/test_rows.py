"""Which values of an answer count as a string, a number or a boolean."""

from __future__ import annotations

from typing import Any

import pytest

from airflow_provider.api.rows import Coerce, check_rows, column_types
from airflow_provider.api.schema import RowSchema
from airflow_provider.errors import RowError

REFUSED = object()

# type, value, strict, lenient
CASTS: list[tuple[str, Any, Any, Any]] = [
    ("string", "a", "a", "a"),
    ("string", "", "", ""),
    ("string", 5, "5", "5"),
    ("string", 1.5, "1.5", "1.5"),
    ("string", True, "true", "true"),
    ("string", False, "false", "false"),
    ("string", ["a"], REFUSED, REFUSED),
    ("string", {"a": 1}, REFUSED, REFUSED),
    ("number", 5, 5, 5),
    ("number", -1.5, -1.5, -1.5),
    ("number", "5", 5, 5),
    ("number", " 5.50 ", 5.5, 5.5),
    ("number", "+5", 5, 5),
    ("number", "-.5", -0.5, -0.5),
    ("number", "1e3", 1000.0, 1000.0),
    ("number", "9223372036854775808", 9223372036854775808.0, 9223372036854775808.0),
    ("number", "9223372036854775807", 2**63 - 1, 2**63 - 1),
    ("number", "1e999", REFUSED, REFUSED),
    ("number", "NaN", REFUSED, REFUSED),
    ("number", "Infinity", REFUSED, REFUSED),
    ("number", "", REFUSED, REFUSED),
    ("number", "n/a", REFUSED, REFUSED),
    ("number", True, REFUSED, REFUSED),
    ("number", [5], REFUSED, REFUSED),
    ("number", "1_000", REFUSED, REFUSED),
    ("number", "$12", REFUSED, 12),
    ("number", "£51.77", REFUSED, 51.77),
    ("number", "12 €", REFUSED, 12),
    ("number", "-5 °C", REFUSED, -5),
    ("number", "1,299.00", REFUSED, 1299.0),
    ("number", "1.299,00 EUR", REFUSED, 1299.0),
    ("number", "1,299", REFUSED, 1299),
    ("number", "1,234,567", REFUSED, 1234567),
    ("number", "1.234.567", REFUSED, 1234567),
    ("number", "12,5", REFUSED, 12.5),
    ("number", "1 299,50", REFUSED, 1299.5),
    ("number", "1\u202f299", REFUSED, 1299),
    ("number", "1'299.50", REFUSED, 1299.5),
    ("number", "(5)", REFUSED, -5),
    ("number", "(1,299.00)", REFUSED, -1299.0),
    ("number", "45 %", REFUSED, 45),
    ("number", "1,2,3", REFUSED, REFUSED),
    ("number", "5 to 7", REFUSED, REFUSED),
    ("number", "call us", REFUSED, REFUSED),
    ("number", "1.2.3", REFUSED, REFUSED),
    ("boolean", True, True, True),
    ("boolean", "true", True, True),
    ("boolean", " FALSE ", False, False),
    ("boolean", "yes", REFUSED, True),
    ("boolean", "No", REFUSED, False),
    ("boolean", "on", REFUSED, True),
    ("boolean", 1, REFUSED, True),
    ("boolean", 0, REFUSED, False),
    ("boolean", "0", REFUSED, False),
    ("boolean", 2, REFUSED, REFUSED),
    ("boolean", "maybe", REFUSED, REFUSED),
    ("boolean", 1.0, REFUSED, REFUSED),
    ("boolean", [], REFUSED, REFUSED),
    ("int", 5, 5, 5),
    ("int", 5.0, 5, 5),
    ("int", "5", 5, 5),
    ("int", "5.0", 5, 5),
    ("int", 5.5, REFUSED, REFUSED),
    ("int", "5.5", REFUSED, REFUSED),
    ("int", 2**63 - 1, 2**63 - 1, 2**63 - 1),
    ("int", 2**63, REFUSED, REFUSED),
    ("int", "1,299", REFUSED, 1299),
    ("int", True, REFUSED, REFUSED),
    (" Integer ", "7", 7, 7),
    ("float", "7.5", 7.5, 7.5),
    ("bool", "true", True, True),
    ("str", 7, "7", "7"),
    ("ISO date", "2026-01-01", "2026-01-01", "2026-01-01"),
    ("ISO date", {"y": 2026}, {"y": 2026}, {"y": 2026}),
    ("anything", [1, "a"], [1, "a"], [1, "a"]),
]


@pytest.mark.parametrize("coerce", ["strict", "lenient"])
@pytest.mark.parametrize(("kind", "value", "strict", "lenient"), CASTS, ids=[f"{row[0]}-{row[1]!r}" for row in CASTS])
def test_a_value_is_cast_or_refused(kind: str, value: Any, strict: Any, lenient: Any, coerce: Coerce) -> None:
    expected = strict if coerce == "strict" else lenient
    schema = RowSchema({"field": kind})

    if expected is REFUSED:
        with pytest.raises(RowError, match="Row 1 of the answer, field 'field'"):
            check_rows([{"field": value}], schema, coerce=coerce)
        return
    (row,) = check_rows([{"field": value}], schema, coerce=coerce)

    assert row == {"field": expected}
    assert type(row["field"]) is type(expected)


SCHEMA = RowSchema({"title": "string", "price": "number"})


def test_the_schemas_fields_come_first_and_others_are_kept() -> None:
    rows = check_rows([{"note": "new", "price": "5", "title": "A"}], SCHEMA)

    assert [list(row.items()) for row in rows] == [[("title", "A"), ("price", 5), ("note", "new")]]


@pytest.mark.parametrize("row", [{}, {"title": None, "price": None}], ids=["missing", "null"])
def test_a_missing_field_is_null(row: dict[str, Any]) -> None:
    assert check_rows([row], SCHEMA) == [{"title": None, "price": None}]


def test_the_error_names_row_and_field_and_says_what_to_do() -> None:
    rows = [{"price": 5}, {"price": "call us"}]

    with pytest.raises(RowError) as caught:
        check_rows(rows, SCHEMA, tokens=7)

    assert str(caught.value).startswith(
        "Row 2 of the answer, field 'price': 'call us' is not a number. The call counts as billed. Set coerce='lenient'"
    )
    assert caught.value.status == 200
    assert caught.value.tokens == 7


def test_the_error_shows_the_beginning_of_a_long_value() -> None:
    with pytest.raises(RowError) as caught:
        check_rows([{"price": "x" * 10_000}], SCHEMA)

    assert len(str(caught.value)) < 250


def test_what_cannot_be_cast_can_become_null() -> None:
    rows = check_rows([{"title": "A", "price": "?"}], SCHEMA, on_invalid="null")

    assert rows == [{"title": "A", "price": None}]


def test_a_row_that_cannot_be_cast_can_be_left_out() -> None:
    rows = check_rows([{"title": "A", "price": "?"}, {"title": "B", "price": 1}], SCHEMA, on_invalid="skip")

    assert rows == [{"title": "B", "price": 1}]


def test_the_given_rows_stay_as_they_are() -> None:
    given = [{"price": "5"}]
    check_rows(given, SCHEMA)

    assert given == [{"price": "5"}]


def test_every_type_has_a_nullable_column_type() -> None:
    schema = RowSchema({"a": "string", "b": "number", "c": "boolean", "d": "Int", "e": "ISO date"})

    assert column_types(schema) == {"a": "string", "b": "Float64", "c": "boolean", "d": "Int64", "e": "object"}
