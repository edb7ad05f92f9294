"""When a day and a month begin and end, in UTC."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from airflow_provider.shared.accounts import Account


@pytest.mark.parametrize(
    ("scope", "at", "key", "begins", "ends"),
    [
        ("day", "2026-11-22T23:59:59", "day:2026-11-22:team", "2026-11-22", "2026-11-23"),
        ("day", "2026-12-31T00:00:00", "day:2026-12-31:team", "2026-12-31", "2027-01-01"),
        ("month", "2026-11-30T23:59:59", "month:2026-11:team", "2026-11-01", "2026-12-01"),
        ("month", "2026-12-01T00:00:00", "month:2026-12:team", "2026-12-01", "2027-01-01"),
        ("month", "2028-02-29T12:00:00", "month:2028-02:team", "2028-02-01", "2028-03-01"),
    ],
)
def test_a_period_is_that_of_utc(scope: str, at: str, key: str, begins: str, ends: str) -> None:
    account = Account.of_period(scope, "team", _seconds(at))

    assert (account.key, account.begins, account.ends) == (key, _seconds(begins), _seconds(ends))
    assert account.period == key.split(":")[1]


def test_a_period_is_remembered_until_it_is_over() -> None:
    account = Account.of_period("month", "team", _seconds("2026-11-01"))

    assert account.ends is not None
    assert _seconds("2026-11-01") + account.kept > account.ends


def test_all_keys_of_an_account_are_in_one_slot_of_a_cluster() -> None:
    keys = Account.of_run("shop", "manual__2026").keys

    assert {key.partition("}")[0] for key in keys} == {"{run:shop:manual__2026"}
    assert len(set(keys)) == 4


def _seconds(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()
