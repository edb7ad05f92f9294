"""How an address is shown, and how requests are spread over time."""

from __future__ import annotations

import pytest

from airflow_provider.api.pacing import Pacer
from airflow_provider.api.urls import shown_url


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://books.test/1?page=2#top", "https://books.test/1?page=2#top"),
        ("https://me:pw@books.test:8443/1", "https://books.test:8443/1"),
        ("https://me:p@w@books.test/", "https://books.test/"),
        ("https://b.test/?X-Amz-Signature=abc&page=2", "https://b.test/?X-Amz-Signature=***&page=2"),
        ("https://b.test/?api_key=abc", "https://b.test/?api_key=***"),
        ("https://b.test/?access_token=a=b", "https://b.test/?access_token=***"),
        ("https://b.test/?PASSWORD=abc", "https://b.test/?PASSWORD=***"),
        ("https://b.test/?sig=abc;token=d", "https://b.test/?sig=***"),
        ("https://b.test/?token", "https://b.test/?token"),
        ("https://b.test/", "https://b.test/"),
        ("books", "books"),
        ("http://[::1", "http://[::1"),
    ],
)
def test_an_address_is_shown_without_what_may_be_a_secret(url: str, shown: str) -> None:
    assert shown_url(url) == shown


def test_requests_are_spread_evenly_over_the_minute() -> None:
    pacer = Pacer(per_minute=30)
    waits = [pacer.reserve(now=100.0) for _ in range(4)]

    assert waits == [0, 2, 4, 6]


def test_time_that_passed_by_itself_counts() -> None:
    pacer = Pacer(per_minute=60)
    pacer.reserve(now=100.0)

    assert pacer.reserve(now=100.25) == 0.75
    assert pacer.reserve(now=500.0) == 0


def test_without_a_limit_nobody_waits() -> None:
    pacer = Pacer(None)

    assert [pacer.reserve(now=0.0) for _ in range(3)] == [0, 0, 0]
