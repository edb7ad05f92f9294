"""Places in a shared budget, on a real Redis: who gets one, who waits, and what a killed task leaves."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from airflow_provider.errors import LimitsUnavailableError
from airflow_provider.shared import accounts
from airflow_provider.shared.accounts import UNIT, Account, Price, Spent
from airflow_provider.shared.budgets import Reply, Reservations
from airflow_provider.shared.connection import store_of
from airflow_provider.shared.store import Store
from tests.redis_server import Way, forget, wait_until

pytestmark = pytest.mark.redis

CENT = UNIT // 100
PAGE = Price("extract", fixed=CENT, reports=False)
TEXT = Price("text_generation m", rate=UNIT)
PAID = Spent(calls=1, unreported=1, cost=CENT)
LONG = 60.0


@pytest.fixture
def joins(store: Store, name: str) -> Callable[..., Reservations]:
    """Return what a task instance of one run reserves by; a second time with the same name, it is a later try."""

    def join(member: str, **known: object) -> Reservations:
        return Reservations(store, lambda _: Account.of_run("shop", name), member=member, **known)  # type: ignore[arg-type] # of two types

    return join


def test_no_more_places_are_given_than_calls_are_allowed(joins: Callable[..., Reservations]) -> None:
    one, other = joins("a"), joins("b")

    assert _places(one, 3, {"calls": 5}) == ("go", 3)
    assert _places(other, 3, {"calls": 5}) == ("wait", 2)


def test_a_place_of_a_call_that_was_not_billed_is_given_to_another(joins: Callable[..., Reservations]) -> None:
    one, other = joins("a"), joins("b")
    [place] = one.reserve(1, PAGE, {"calls": 1}, lease=LONG).places
    assert _places(other, 1, {"calls": 1}) == ("wait", 0)

    one.settle(place, Spent())
    one.flush()

    assert _places(other, 1, {"calls": 1}) == ("go", 1)


def test_what_is_spent_is_spent(joins: Callable[..., Reservations]) -> None:
    one, other = joins("a"), joins("b")
    _spend(one, PAID, {"calls": 1})

    reply = other.reserve(1, PAGE, {"calls": 1}, lease=LONG)

    assert (reply.said, reply.places, reply.spent, reply.in_flight) == ("full", [], PAID, 0)


def test_a_call_without_an_answer_counts_as_a_call(joins: Callable[..., Reservations]) -> None:
    one = joins("a")
    _spend(one, Spent(unconfirmed=1, cost=CENT), {"calls": 1})

    assert _places(one, 1, {"calls": 1}) == ("full", 0)


def test_two_tasks_with_different_limits_are_each_held_to_their_own(joins: Callable[..., Reservations]) -> None:
    small, large = joins("a"), joins("b")
    _spend(small, PAID, {"calls": 1})

    assert _places(small, 1, {"calls": 1}) == ("full", 0)
    assert _places(large, 1, {"calls": 2}) == ("go", 1)


def test_money_is_never_exceeded_where_a_call_has_a_fixed_price(joins: Callable[..., Reservations]) -> None:
    limits = {"cost": 5 * CENT + CENT // 2}
    one, other = joins("a"), joins("b")

    assert _places(one, 3, limits) == ("go", 3)
    assert _places(other, 3, limits) == ("wait", 2)


def test_a_call_that_would_cost_more_than_is_left_is_not_sent(joins: Callable[..., Reservations]) -> None:
    assert _places(joins("a"), 1, {"cost": CENT - 1}) == ("full", 0)


@pytest.mark.parametrize("limits", [{"cost": 10 * UNIT}, {"tokens": 10_000}], ids=["cost", "tokens"])
def test_the_first_call_whose_tokens_nobody_knows_goes_alone(
    joins: Callable[..., Reservations], limits: dict[str, int]
) -> None:
    one, other = joins("a"), joins("b")
    [first] = one.reserve(2, TEXT, limits, lease=LONG).places
    assert _places(other, 1, limits, TEXT) == ("wait", 0)

    one.settle(first, Spent(calls=1, tokens=1_000, cost=UNIT))
    one.flush()

    assert _places(other, 2, limits, TEXT) == ("go", 2)


def test_near_its_end_a_budget_in_money_lets_one_call_go_at_a_time(joins: Callable[..., Reservations]) -> None:
    limits = {"cost": 4 * UNIT}
    one, other = joins("a"), joins("b")
    _spend(one, Spent(calls=1, tokens=1_000, cost=UNIT), limits, TEXT)

    # Three are left. Two calls side by side might cost twice what is thought.
    assert _places(one, 1, limits, TEXT) == ("go", 1)
    assert _places(other, 1, limits, TEXT) == ("wait", 0)


def test_the_call_that_crosses_a_limit_of_tokens_is_sent(joins: Callable[..., Reservations]) -> None:
    one = joins("a")
    _spend(one, Spent(calls=1, tokens=9), {"tokens": 10}, TEXT)

    _spend(one, Spent(calls=1, tokens=9), {"tokens": 10}, TEXT)

    assert _places(one, 1, {"tokens": 10}, TEXT) == ("full", 0)


def test_a_service_that_reports_no_tokens_after_all_is_not_asked_one_by_one(
    joins: Callable[..., Reservations],
) -> None:
    one = joins("a")
    _spend(one, Spent(calls=1, unreported=1), {"tokens": 10}, TEXT)

    assert _places(one, 3, {"tokens": 10}, TEXT) == ("go", 3)


def test_the_places_of_a_killed_task_count_as_calls_without_an_answer_once_their_lease_is_over(
    joins: Callable[..., Reservations],
) -> None:
    killed, other = joins("a"), joins("b")
    killed.reserve(2, PAGE, {"calls": 3}, lease=1.0)
    assert _places(other, 2, {"calls": 3}) == ("wait", 1)

    wait_until(lambda: other.reserve(1, PAGE, {"calls": 3}, lease=LONG).spent.unconfirmed)
    reply = other.reserve(1, PAGE, {"calls": 3}, lease=LONG)

    assert reply.spent == Spent(unconfirmed=2, cost=2 * CENT)
    assert (reply.said, reply.in_flight) == ("wait", 1)


def test_a_task_that_was_paused_beyond_its_lease_is_counted_once(joins: Callable[..., Reservations]) -> None:
    paused, other = joins("a"), joins("b")
    [place] = paused.reserve(1, PAGE, {"calls": 9}, lease=0.2).places
    time.sleep(0.25)
    assert other.reserve(1, PAGE, {"calls": 9}, lease=LONG).spent == Spent(unconfirmed=1, cost=CENT)

    paused.settle(place, PAID)
    paused.flush()

    assert other.reserve(1, PAGE, {"calls": 9}, lease=LONG).spent == PAID


def test_the_next_try_says_what_became_of_the_calls_of_the_last_one(joins: Callable[..., Reservations]) -> None:
    joins("a").reserve(2, PAGE, {"calls": 3}, lease=LONG)

    # One of the two was written down before it was sent, the other was never sent.
    reply = joins("a", base=lambda: Spent(unconfirmed=1)).reserve(1, PAGE, {"calls": 3}, lease=LONG)

    assert (reply.spent, reply.in_flight) == (Spent(unconfirmed=1), 1)


def test_an_older_try_that_still_runs_gets_no_place(joins: Callable[..., Reservations]) -> None:
    older = joins("a")
    [place] = older.reserve(1, PAGE, {"calls": 9}, lease=LONG).places
    newer = joins("a", base=lambda: Spent(unconfirmed=1))
    newer.reserve(1, PAGE, {"calls": 9}, lease=LONG)

    older.settle(place, PAID)
    with pytest.raises(LimitsUnavailableError, match="newer try"):
        older.flush()
    with pytest.raises(LimitsUnavailableError, match="newer try"):
        older.reserve(1, PAGE, {"calls": 9}, lease=LONG)

    assert newer.reserve(1, PAGE, {"calls": 9}, lease=LONG).spent == Spent(unconfirmed=1)


def test_a_try_that_began_while_redis_was_away_speaks_for_the_task_instance_all_the_same(
    joins: Callable[..., Reservations], way: Way, name: str
) -> None:
    older = joins("a")
    older.reserve(1, PAGE, {"calls": 9}, lease=LONG)
    away = store_of(way.url, required=True)
    newer = Reservations(away, lambda _: Account.of_run("shop", name), member="a", base=lambda: Spent(unconfirmed=1))
    way.cut()
    with pytest.raises(LimitsUnavailableError, match="cannot be asked"):
        newer.reserve(1, PAGE, {"calls": 9}, lease=LONG)
    way.restore()

    assert newer.reserve(1, PAGE, {"calls": 9}, lease=LONG).spent == Spent(unconfirmed=1)
    with pytest.raises(LimitsUnavailableError, match="newer try"):
        older.reserve(1, PAGE, {"calls": 9}, lease=LONG)


def test_a_reply_that_is_lost_takes_no_second_place(way: Way, name: str) -> None:
    store = store_of(way.url, required=True)
    account = Account.of_run("shop", name)
    one = Reservations(store, lambda _: account, member="a")
    one.reserve(1, PAGE, {"calls": 9}, lease=LONG)
    way.lose(1)

    reply = one.reserve(2, PAGE, {"calls": 9}, lease=LONG)

    assert way._to_lose == 0
    assert (len(reply.places), reply.in_flight) == (2, 3)


def test_a_settling_whose_reply_is_lost_counts_once(way: Way, joins: Callable[..., Reservations], name: str) -> None:
    account = Account.of_run("shop", name)
    one = Reservations(store_of(way.url, required=True), lambda _: account, member="a")
    [place] = one.reserve(1, PAGE, {"calls": 9}, lease=LONG).places
    one.settle(place, PAID)
    way.lose(1)

    one.flush()

    assert joins("b").reserve(1, PAGE, {"calls": 9}, lease=LONG).spent == PAID


def test_a_redis_that_lost_everything_learns_a_run_anew(joins: Callable[..., Reservations], name: str) -> None:
    one = joins("a", seeds=lambda: {"a": PAID, "b": PAID})
    _spend(one, PAID, {"calls": 9})
    running = one.reserve(2, PAGE, {"calls": 9}, lease=LONG)
    forget(name)

    reply = one.reserve(1, PAGE, {"calls": 9}, lease=LONG)

    # What it did itself, in all, and what another task of the run has published.
    assert len(running.places) == 2
    assert (reply.spent, reply.in_flight) == (PAID + PAID, 3)


def test_a_published_sum_does_not_replace_what_a_task_says_itself(joins: Callable[..., Reservations]) -> None:
    one = joins("a")
    _spend(one, PAID, {"calls": 9})
    _spend(one, PAID, {"calls": 9})

    reply = joins("b", seeds=lambda: {"a": PAID}).reserve(1, PAGE, {"calls": 9}, lease=LONG)

    assert reply.spent == PAID + PAID


def test_a_call_counts_for_the_day_that_it_began_in(store: Store, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # The worker thinks it is yesterday; Redis knows better.
    yesterday = time.time() - 86_400
    monkeypatch.setattr(time, "time", lambda: yesterday)

    one = Reservations(store, lambda at: Account.of_period("day", name, at))
    reply = one.reserve(1, PAGE, {"calls": 1}, lease=LONG)

    today = datetime.fromtimestamp(yesterday + 86_400, UTC)
    assert reply.places[0].member.account.key == f"day:{today:%Y-%m-%d}:{name}"
    one.settle(reply.places[0], PAID)
    one.flush()
    assert _places(Reservations(store, lambda at: Account.of_period("day", name, at)), 1, {"calls": 1}) == ("full", 0)


def test_tries_that_are_over_leave_only_their_sums(store: Store, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from redis import Redis

    from airflow_provider.shared import budgets
    from tests.redis_server import URL

    monkeypatch.setattr(budgets, "LEASE_WHEN_DONE", 0.05)
    for _ in range(5):
        _spend(Reservations(store, lambda at: Account.of_period("day", name, at)), PAID, {"calls": 9})
    time.sleep(0.1)

    last = Reservations(store, lambda at: Account.of_period("day", name, at))
    reply = last.reserve(1, PAGE, {"calls": 9}, lease=LONG)

    members = f"{Store.prefix}{reply.places[0].member.account.keys[1]}"
    with Redis.from_url(URL) as redis:
        assert redis.hlen(members) == 1
    assert reply.spent.calls == 5


def test_two_currencies_are_never_added(joins: Callable[..., Reservations]) -> None:
    euros, dollars = Price("extract", fixed=CENT, currency="EUR"), Price("extract", fixed=CENT, currency="USD")
    money = {"cost": 9 * CENT}
    assert _places(joins("a"), 1, money, euros) == ("go", 1)

    refused = joins("b").reserve(1, dollars, money, lease=LONG)
    counted = joins("b").reserve(1, dollars, {"calls": 9}, lease=LONG)
    of_both = joins("a").reserve(1, euros, money, lease=LONG)

    assert (refused.said, refused.places, refused.currency) == ("currency", [], "EUR")
    assert (of_both.said, of_both.places, of_both.currency) == ("currency", [], "EUR, USD")
    assert len(counted.places) == 1


@pytest.mark.parametrize("first", ["EUR", ""])
def test_who_limits_no_money_may_spend_in_any_currency_and_is_told_no_sum_of_two(
    joins: Callable[..., Reservations], first: str
) -> None:
    one, other = joins("a"), joins("b")
    known, dollars = (Price("extract", fixed=CENT, currency=name, reports=False) for name in (first, "USD"))
    [place] = one.reserve(1, known, {"calls": 3}, lease=LONG).places
    one.settle(place, PAID)
    one.flush()
    alone = one.reserve(1, known, {"calls": 3}, lease=LONG)

    mixed = other.reserve(1, dollars, {"calls": 3}, lease=LONG)
    full = one.reserve(1, dollars, {"calls": 3}, lease=LONG)

    assert (alone.spent.calls, alone.spent.cost) == (1, CENT)
    assert (mixed.said, len(mixed.places), mixed.spent.calls, mixed.spent.cost) == ("go", 1, 1, 0)
    assert (full.said, full.places) == ("wait", [])


def test_a_currency_in_which_nothing_may_be_spent_is_not_that_of_the_budget(
    joins: Callable[..., Reservations],
) -> None:
    euros, dollars = Price("extract", fixed=CENT, currency="EUR"), Price("extract", fixed=CENT, currency="USD")
    assert joins("a").reserve(1, dollars, {"calls": 0}, lease=LONG).said == "full"

    assert _places(joins("b"), 1, {"cost": CENT}, euros) == ("go", 1)


def test_sums_of_money_do_not_drift(joins: Callable[..., Reservations]) -> None:
    one = joins("a", base=lambda: Spent(cost=2**52))
    odd = Spent(calls=1, cost=1_234_567_891)
    for _ in range(50):
        _spend(one, odd, {"calls": 99})

    reply = one.reserve(1, PAGE, {"calls": 99}, lease=LONG)

    assert reply.spent.cost == 2**52 + 50 * odd.cost


def test_a_unit_is_small_enough_for_the_price_of_a_token() -> None:
    assert accounts.UNIT * 0.0001 / 1000 >= 1


def _places(one: Reservations, count: int, limits: dict[str, int], price: Price = PAGE) -> tuple[str, int]:
    reply: Reply = one.reserve(count, price, limits, lease=LONG)
    return reply.said, len(reply.places)


def _spend(one: Reservations, spent: Spent, limits: dict[str, int], price: Price = PAGE) -> None:
    [place] = one.reserve(1, price, limits, lease=LONG).places
    one.settle(place, spent)
    one.flush()
