"""What is believed of a stored record: everything that can be, and never an error."""

from __future__ import annotations

from typing import Any

import pytest

from airflow_provider.api.answers import Usage
from airflow_provider.state.record import MOST, VERSION, Record, usage_in

# As version 0.1 of the provider wrote it.
FIRST: dict[str, Any] = {
    "operation": "extract",
    "model": "m-1",
    "cost": 0.25,
    "tries": 2,
    "last_try": 3,
    "seconds": 1.5,
    "calls": 4,
    "tokens": 70,
    "unreported_calls": 1,
    "unconfirmed_calls": 2,
}
STORED: dict[str, Any] = {"version": VERSION, "id": "5f0c1d9a7b3e", **FIRST}
USAGE = Usage(calls=4, tokens=70, unreported_calls=1, unconfirmed_calls=2)


def test_what_is_read_is_what_was_written() -> None:
    record = Record.read(STORED)

    assert record.value == STORED
    assert record.usage == USAGE
    assert record.problem is None
    assert not record.is_newer


def test_each_new_record_has_a_name_of_its_own_and_has_spent_nothing() -> None:
    first, second = Record.new(), Record.new()

    assert first.id != second.id
    assert len(first.id or "") == 12
    assert first.usage == Usage()
    assert first.value == {
        "version": VERSION,
        "id": first.id,
        **dict.fromkeys(("operation", "model", "cost", "tokens")),
        **dict.fromkeys(("tries", "last_try", "calls", "unreported_calls", "unconfirmed_calls"), 0),
        "seconds": 0.0,
    }


def test_a_record_of_the_first_version_has_no_name_and_is_written_in_todays_form() -> None:
    record = Record.read(FIRST)

    assert record.problem is None
    assert not record.is_newer
    assert record.value == {"version": VERSION, "id": None, **FIRST}


@pytest.mark.parametrize("value", ["something else", 7, [], [STORED], None, True], ids=repr)
def test_what_is_no_record_is_a_new_one_that_says_so(value: object) -> None:
    record = Record.read(value)

    assert record.usage == Usage()
    assert record.id is not None
    assert record.problem == f"it is not an object but {type(value).__name__}"


WRONG: dict[str, tuple[Any, ...]] = {
    "id": (7, ["x"]),
    "operation": (7, {}),
    "model": (True, ["m-1"]),
    "cost": ("1", -0.5, float("nan"), float("inf"), True, MOST * 4),
    "tries": ("2", -1, 1.5, True, [], MOST + 1),
    "last_try": ("2", -1, 1.5, False, {}, MOST + 1),
    "seconds": ("2", -1, True, [], float("-inf")),
    "calls": ("4", -4, 4.0, True, [4], MOST + 1),
    "tokens": ("70", -1, 7.5, False, {}, MOST + 1),
    "unreported_calls": ("1", -1, 1.5, True, MOST + 1),
    "unconfirmed_calls": ("1", -1, 1.5, True, MOST + 1),
}
CASES = [(name, value) for name, values in WRONG.items() for value in values]


@pytest.mark.parametrize(("name", "value"), CASES, ids=str)
def test_a_field_that_is_wrong_is_left_at_nought_and_named_and_the_others_stand(name: str, value: Any) -> None:
    record = Record.read(STORED | {name: value})

    blank = Record().value[name]
    assert record.value == STORED | {name: blank}
    assert record.problem == f"{name} is {repr(value)[:40]}"


@pytest.mark.parametrize("name", WRONG)
def test_a_field_that_is_null_or_missing_is_at_nought_without_a_word(name: str) -> None:
    blank = Record().value[name]
    for stored in (STORED | {name: None}, {key: value for key, value in STORED.items() if key != name}):
        record = Record.read(stored)

        assert record.value == STORED | {name: blank}
        assert record.problem is None


def test_all_that_is_wrong_is_named_at_once_and_briefly() -> None:
    problem = Record.read(STORED | {"tries": "x" * 1000, "calls": -1}).problem

    assert problem == f"tries is {repr('x' * 1000)[:40]}, calls is -1"


@pytest.mark.parametrize("version", [VERSION + 1, 10**6, 0, -1, "2", "3.1", 2.5, None, [], True], ids=repr)
def test_a_record_of_another_version_is_told_apart_and_its_counts_stand(version: Any) -> None:
    record = Record.read(STORED | {"version": version, "log": {"form": "new"}})

    assert record.is_newer
    assert record.usage == USAGE
    assert record.problem == f"its version is {version!r}, and this provider knows {VERSION}"


def test_what_has_no_name_here_is_written_back_as_it_came() -> None:
    unknown = {"currency": "EUR", "log_of_pages": {"n": [1, None]}, "answer": {"parts": 3}}

    record = Record.read(STORED | unknown)

    assert record.unknown == unknown
    assert record.value == STORED | unknown


def test_what_the_log_is_stays_out_of_the_value_for_its_owner_to_say() -> None:
    record = Record.read(STORED | {"log": {"entries": 3}})

    assert record.log == {"entries": 3}
    assert record.value == STORED


def test_counts_are_read_of_a_published_usage_too() -> None:
    assert usage_in({"calls": 4, "tokens": 70, "unreported_calls": 1, "unconfirmed_calls": 2, "cost": "x"}) == USAGE
    assert usage_in({"calls": "many", "tokens": None}) == Usage()
    assert usage_in({}) == Usage()
