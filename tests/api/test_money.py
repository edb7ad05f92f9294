"""Money: exact, each in its currency, and written so that it can be read back."""

from __future__ import annotations

import json
from decimal import Decimal
from functools import reduce
from operator import add

import pytest

from airflow_provider.api.money import NOTHING, Money, decimal_of, in_words


def money(amount: str, currency: str | None = None) -> Money:
    return Money.of(Decimal(amount), currency)


def test_a_thousand_small_amounts_are_added_without_drift() -> None:
    total = reduce(add, [money("0.1"), money("0.000000000001")] * 1000)

    assert total == money("100.000000001")


def test_what_a_number_cannot_hold_is_kept_exactly() -> None:
    total = money("123456789012345.000000000001") + money("0.000000000002")

    assert total.stored == {"": "123456789012345.000000000003"}
    assert Money.read(json.loads(json.dumps(total.stored))) == total


def test_an_amount_has_twelve_places() -> None:
    assert money("0.0000000000016").stored == {"": "0.000000000002"}


def test_two_currencies_are_never_added() -> None:
    total = money("1", "EUR") + money("2", "USD") + money("3", "EUR")

    assert total.stored == {"EUR": "4", "USD": "2"}
    assert total.number is None
    assert total.currency == "EUR, USD"
    assert str(total) == "4 EUR and 2 USD"


def test_nothing_is_unknown_and_not_nought() -> None:
    assert not NOTHING
    assert (NOTHING.number, NOTHING.currency) == (None, None)
    assert money("0").number == 0


def test_what_is_left_without_a_part_is_never_below_nought() -> None:
    assert (money("3") + money("1", "EUR")).without(money("5")).stored == {"": "0", "EUR": "1"}


@pytest.mark.parametrize("value", ["dear", "", "-1", "nan", "inf", "1" * 90, True, None, [], -0.5, float("nan")])
def test_what_is_no_amount_is_none(value: object) -> None:
    assert decimal_of(value) is None
    with pytest.raises(ValueError, match="amount"):
        Money.read({"EUR": value})


def test_one_thing_is_called_by_its_singular() -> None:
    assert (in_words(1, "call"), in_words(0, "call"), in_words(1200, "call")) == ("1 call", "0 calls", "1,200 calls")
