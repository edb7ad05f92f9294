"""What is believed of a stored record: everything that can be, and never an error."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from airflow_provider.api.answers import Usage
from airflow_provider.api.money import Money
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
SPENT: dict[str, Any] = {
    **{name: FIRST[name] for name in ("calls", "tokens", "unreported_calls", "unconfirmed_calls", "cost")},
    "unpriced_calls": 3,
    "reused_calls": 5,
    "costs": {"EUR": "0.25"},
    "saved": 0.5,
    "savings": {"EUR": "0.5"},
    "currency": "EUR",
}
STORED: dict[str, Any] = {"version": VERSION, "id": "5f0c1d9a7b3e", "connection": "main", **FIRST, **SPENT}
USAGE = Usage(4, 70, 1, 2, 3, 5, Money.of(Decimal("0.25"), "EUR"), Money.of(Decimal("0.5"), "EUR"))


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
        **dict.fromkeys(("operation", "model", "connection", "tokens", "cost", "saved", "currency")),
        **dict.fromkeys(("tries", "last_try", "calls", "unreported_calls", "unconfirmed_calls"), 0),
        **dict.fromkeys(("unpriced_calls", "reused_calls"), 0),
        "seconds": 0.0,
        "costs": {},
        "savings": {},
    }


def test_a_record_of_the_first_version_has_no_name_and_is_written_in_todays_form() -> None:
    record = Record.read(FIRST)

    assert record.problem is None
    assert not record.is_newer
    added = {"unpriced_calls": 1, "reused_calls": 0, "costs": {"": "0.25"}, "saved": None, "savings": {}}
    assert record.value == {"version": VERSION, "id": None, "connection": None, "currency": None, **FIRST, **added}


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
    "connection": (7, ["x"]),
    "tries": ("2", -1, 1.5, True, [], MOST + 1),
    "last_try": ("2", -1, 1.5, False, {}, MOST + 1),
    "seconds": ("2", -1, True, [], float("-inf")),
    "calls": ("4", -4, 4.0, True, [4], MOST + 1),
    "tokens": ("70", -1, 7.5, False, {}, MOST + 1),
    "unreported_calls": ("1", -1, 1.5, True, MOST + 1),
    "unconfirmed_calls": ("1", -1, 1.5, True, MOST + 1),
    "unpriced_calls": ("1", -1, 1.5, True, MOST + 1),
    "reused_calls": ("1", -1, 1.5, True, MOST + 1),
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
    missing = {key: value for key, value in STORED.items() if key != name}
    for stored in (STORED | {name: None}, *([missing] if name != "unpriced_calls" else [])):
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
    unknown = {"weather": "fair", "log_of_pages": {"n": [1, None]}, "answer": {"parts": 3}}

    record = Record.read(STORED | unknown)

    assert record.unknown == unknown
    assert record.value == STORED | unknown


def test_what_the_log_is_stays_out_of_the_value_for_its_owner_to_say() -> None:
    record = Record.read(STORED | {"log": {"entries": 3}})

    assert record.log == {"entries": 3}
    assert record.value == STORED


def test_counts_are_read_of_a_published_usage_too() -> None:
    assert usage_in(SPENT) == USAGE
    assert usage_in({"calls": "many", "tokens": None}) == Usage()
    assert usage_in({}) == Usage()


EUR = {"costs": {"EUR": "0.25"}, "cost": 0.25}
MONEY: dict[str, tuple[dict[str, Any], dict[str, str], str | None]] = {
    # stored, what is believed of it, what is named
    "nothing": ({}, {}, None),
    "a number without a currency, as versions before 0.2 wrote it": ({"cost": 0.1}, {"": "0.1"}, None),
    "a number that binary has made": ({"cost": 0.1 + 0.2}, {"": "0.3"}, None),
    "a number and its exact form": (EUR, {"EUR": "0.25"}, None),
    "more digits than a number has": (
        {"costs": {"EUR": "123456789.000000000001"}, "cost": 123456789.0},
        {"EUR": "123456789.000000000001"},
        None,
    ),
    "another version has added to the number": (EUR | {"cost": 0.35}, {"EUR": "0.35"}, None),
    "another version has begun a number": (
        {"costs": {"EUR": "1", "USD": "2"}, "cost": 0.5},
        {"": "0.5", "EUR": "1", "USD": "2"},
        None,
    ),
    "somebody has lowered the number": (EUR | {"cost": 0.1}, {"EUR": "0.25"}, None),
    "two currencies": ({"costs": {"EUR": "1", "USD": "2"}, "cost": None}, {"EUR": "1", "USD": "2"}, None),
    "no number": (EUR | {"cost": "1"}, {"EUR": "0.25"}, "cost is '1'"),
    "a number below nought": ({"cost": -0.5}, {}, "cost is -0.5"),
    "not a number": ({"cost": float("nan")}, {}, "cost is nan"),
    "without end": ({"cost": float("inf")}, {}, "cost is inf"),
    "a truth": ({"cost": True}, {}, "cost is True"),
    "too large": ({"cost": MOST * 4}, {}, f"cost is {MOST * 4}"),
    "no object": ({"costs": 7, "cost": 0.25}, {"": "0.25"}, "costs is 7"),
    "no amount": ({"costs": {"EUR": "dear"}}, {}, "costs is {'EUR': 'dear'}"),
    "an amount below nought": ({"costs": {"EUR": "-1"}}, {}, "costs is {'EUR': '-1'}"),
    "an amount without end": ({"costs": {"EUR": "Infinity"}}, {}, "costs is {'EUR': 'Infinity'}"),
}


@pytest.mark.parametrize(("stored", "believed", "named"), MONEY.values(), ids=MONEY)
def test_money_is_read_exactly_and_what_an_older_version_added_is_not_lost(
    stored: dict[str, Any], believed: dict[str, str], named: str | None
) -> None:
    record = Record.read({"unconfirmed_calls": 0, **stored})

    assert record.usage.cost.stored == believed
    assert record.problem == named
    assert Record.read(record.value).usage == record.usage


@pytest.mark.parametrize(("cost", "unpriced"), [(None, 4), (0.25, 1)])
def test_in_a_record_that_does_not_say_it_calls_without_tokens_or_price_are_unpriced(
    cost: float | None, unpriced: int
) -> None:
    assert Record.read(FIRST | {"cost": cost}).usage.unpriced_calls == unpriced
