"""What a budget accepts, and what it says of a sum; no Airflow."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from airflow_provider.api.answers import Usage
from airflow_provider.api.money import Money
from airflow_provider.errors import InvalidRequestError
from airflow_provider.spend import Budget
from airflow_provider.spend.budget import NextCall

SAME: dict[str, Any] = {
    "budget": Budget(tokens=100, on_exceed="skip", warn_at=0.5),
    "dict": {"tokens": 100, "on_exceed": "skip", "warn_at": 0.5},
    "rendered": {"tokens": "100", "calls": None, "on_exceed": "skip", "warn_at": "0.5"},
    "json": '{"tokens": 100, "on_exceed": "skip", "warn_at": 0.5}',
    "whole float": {"tokens": 100.0, "on_exceed": "skip", "warn_at": 0.5},
}


@pytest.mark.parametrize("value", SAME.values(), ids=SAME)
def test_a_budget_can_be_given_in_several_forms(value: Any) -> None:
    assert Budget.of(value) == Budget(tokens=100, on_exceed="skip", warn_at=0.5)


@pytest.mark.parametrize("value", [None, ""])
def test_nothing_is_no_budget(value: Any) -> None:
    assert Budget.of(value) is None


WRONG: dict[str, tuple[Any, str]] = {
    "empty": ({}, "neither tokens nor calls nor cost"),
    "only a warning": ({"warn_at": 0.5}, "neither tokens nor calls nor cost"),
    "a number": (100, "budget is 100"),
    "a word": ("plenty", "budget is 'plenty'"),
    "unknown": ({"token": 5, "calls": 1}, "budget has token"),
    "negative": ({"tokens": -1}, "tokens is -1"),
    "half a call": ({"calls": 0.5}, "calls is 0.5"),
    "true": ({"calls": True}, "calls is True"),
    "rendered null": ({"calls": "None"}, "calls is 'None'"),
    "infinite": ({"calls": "inf"}, "calls is 'inf'"),
    "scope": ({"calls": 1, "scope": "dag"}, "scope is 'dag'"),
    "on_exceed": ({"calls": 1, "on_exceed": "retry"}, "on_exceed is 'retry'"),
    "a negative cost": ({"cost": -1}, "cost is -1"),
    "a cost in words": ({"cost": "much"}, "cost is 'much'"),
    "an endless cost": ({"cost": "inf"}, "cost is 'inf'"),
    "a name that is empty": ({"calls": 1, "name": " "}, "name is ' '"),
    "a name that is none": ({"calls": 1, "name": 7}, "name is 7"),
    "a notifier that is none": ({"calls": 1, "notify": ["mail"]}, "notify has 'mail'"),
    "percent": ({"calls": 1, "warn_at": 80}, "warn_at is 80"),
}


@pytest.mark.parametrize(("value", "said"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_is_refused_by_name(value: Any, said: str) -> None:
    with pytest.raises(InvalidRequestError, match=said):
        Budget.of(value)


def test_the_plain_form_holds_what_was_set_and_is_read_back() -> None:
    plain = Budget(calls=3, scope="task").as_dict()

    assert plain == {"calls": 3, "scope": "task", "on_exceed": "fail"}
    assert Budget.of(plain) == Budget(calls=3, scope="task")


SPENT: dict[str, tuple[Budget, Usage, bool]] = {
    "nothing yet": (Budget(tokens=1, calls=1), Usage(), False),
    "tokens left": (Budget(tokens=10), Usage(calls=99, tokens=9), False),
    "tokens used up": (Budget(tokens=10), Usage(calls=1, tokens=10), True),
    "calls left": (Budget(calls=2), Usage(calls=1, tokens=10**9), False),
    "calls used up": (Budget(calls=2), Usage(calls=2, unreported_calls=2), True),
    "an unconfirmed call counts": (Budget(calls=2), Usage(calls=1, unconfirmed_calls=1), True),
    "either is enough": (Budget(tokens=10, calls=2), Usage(calls=2, tokens=1), True),
    "unreported calls use no tokens": (Budget(tokens=1), Usage(calls=5, unreported_calls=5), False),
    "nothing allowed": (Budget(calls=0), Usage(), True),
}


@pytest.mark.parametrize(("budget", "spent", "over"), SPENT.values(), ids=SPENT)
def test_a_budget_is_used_up_when_there_is_no_room_for_a_call(budget: Budget, spent: Usage, *, over: bool) -> None:
    assert (budget.used_up(spent) is not None) is over


def test_the_words_name_what_was_spent_and_what_was_allowed() -> None:
    assert Budget(tokens=1000).used_up(Usage(calls=2, tokens=1204)) == "1,204 tokens spent of 1,000 allowed"
    assert Budget(tokens=0).used_up(Usage(calls=2)) == "no reported tokens spent of 0 allowed"
    assert Budget(calls=1).used_up(Usage(calls=1)) == "1 call spent of 1 allowed"


def test_the_share_is_that_of_whichever_limit_is_nearer() -> None:
    assert Budget(tokens=100, calls=4).nearest(Usage(calls=3, tokens=10)).share == pytest.approx(0.75)


def euros(amount: str) -> Money:
    return Money.of(Decimal(amount), "EUR")


CENT = NextCall(Decimal("0.01"), "EUR")
TOKENS = NextCall(currency="EUR")
IN_MONEY: dict[str, tuple[Usage, NextCall, str | None]] = {
    # of 0.05 EUR: what is spent, the next call, what is said
    "nothing yet": (Usage(), CENT, None),
    "room for one": (Usage(calls=4, cost=euros("0.04")), CENT, None),
    "all of it": (Usage(calls=5, cost=euros("0.05")), CENT, "0.05 EUR spent of 0.05 EUR allowed"),
    "too little for a call": (
        Usage(calls=4, cost=euros("0.045")),
        CENT,
        "0.045 EUR spent of 0.05 EUR allowed, and a call costs 0.01 EUR",
    ),
    "the call that crosses it, at a price of tokens": (Usage(calls=4, cost=euros("0.049")), TOKENS, None),
    "crossed": (Usage(calls=4, cost=euros("0.07")), TOKENS, "0.07 EUR spent of 0.05 EUR allowed"),
    "calls in flight": (
        Usage(calls=3, unconfirmed_calls=2, cost=euros("0.03")),
        CENT,
        "at least 0.03 EUR spent and 0.02 EUR for 2 calls without an answer of 0.05 EUR allowed",
    ),
    "calls without a price": (
        Usage(calls=7, unpriced_calls=2, cost=euros("0.05")),
        CENT,
        "at least 0.05 EUR spent of 0.05 EUR allowed",
    ),
    "another currency is not added": (Usage(cost=Money.of(Decimal(9), "USD")), CENT, None),
}


@pytest.mark.parametrize(("spent", "call", "said"), IN_MONEY.values(), ids=IN_MONEY)
def test_a_budget_in_money_stops_before_the_call_that_would_cross_it(
    spent: Usage, call: NextCall, said: str | None
) -> None:
    assert Budget(cost=0.05).used_up(spent, call) == said


@pytest.mark.parametrize("cost", [0.05, "0.05", Decimal("0.05"), "0.123456789012"])
def test_a_cost_is_exact_in_every_form(cost: Any) -> None:
    budget = Budget.of({"cost": cost})

    assert budget is not None
    assert budget.cost == Decimal(str(cost))
    assert Budget.of(budget.as_dict()) == budget
