"""When pages are polled: spread, each at its own moment, and slower while there is trouble."""

from __future__ import annotations

import statistics
from collections import Counter
from itertools import pairwise

import pytest

from airflow_provider.watch.schedule import FailureStreak, Schedule
from airflow_provider.web.outcomes import Failed, Gone, NotModified

URLS = [f"https://shop.example.com/{number}" for number in range(5000)]


def test_first_polls_are_spread_over_a_minute() -> None:
    pauses = [Schedule.of(url, 900).before_first() for url in URLS]

    assert 0 <= min(pauses) < 0.1
    assert 59.9 < max(pauses) < 60
    assert max(Counter(int(pause) for pause in pauses).values()) < 2 * 5000 / 60


def test_all_later_polls_are_spread_over_the_whole_interval_whenever_they_started() -> None:
    pauses = {Schedule.of(url, 900).after(1_700_000_000.0, 0) for url in URLS}

    assert min(pauses) >= 450
    assert max(pauses) < 1350
    assert statistics.stdev(pauses) == pytest.approx(900 / 12**0.5, rel=0.05)


def test_a_page_keeps_its_moment() -> None:
    schedule = Schedule.of(URLS[0], 60)
    now = 1_700_000_000.0
    moments = []
    for _ in range(5):
        now += schedule.after(now, 0)
        moments.append(now)
        # The poll itself takes time, which must not add up.
        now += 0.7

    assert [round(after - before, 3) for before, after in pairwise(moments)] == [60.0] * 4


@pytest.mark.parametrize("every", [1.0, 60.0, 900.0, 86_400.0])
def test_no_pause_is_ever_short_of_half_an_interval_or_without_end(every: float) -> None:
    schedule = Schedule.of(URLS[1], every)
    for failures in range(100):
        for asked in (None, 0.0, 10.0, 1e9):
            pause = schedule.after(1_700_000_000.0, failures, asked)
            assert every / 2 <= pause <= max(1.5 * every, 3600)


def test_failures_double_the_pause_up_to_an_hour() -> None:
    schedule = Schedule(60.0, phase=1.0)

    pauses = [schedule.after(0.0, failures) for failures in (1, 2, 3, 6, 7, 50)]

    assert pauses == [120, 240, 480, 3600, 3600, 3600]


def test_a_server_that_asks_for_more_time_gets_it() -> None:
    schedule = Schedule(60.0, phase=0.5)

    assert schedule.after(0.0, 1, 600.0) == 600
    assert schedule.after(0.0, 1, 1e6) == 3600


def test_trouble_is_news_once_for_each_change_of_state() -> None:
    streak = FailureStreak()
    outcomes = [
        NotModified(),
        Failed("a"),
        Failed("b"),
        Gone(404),
        Gone(404),
        Failed("c"),
        NotModified(),
        NotModified(),
    ]

    news = [streak.note(outcome) for outcome in outcomes]

    assert [new is not None for new in news] == [False, True, False, True, False, True, True, False]
    assert news[1] == "cannot be loaded: a"


def test_a_missing_page_is_polled_at_the_usual_pace_until_it_counts_as_removed() -> None:
    streak = FailureStreak()

    counts = []
    for _ in range(5):
        streak.note(Gone(404))
        counts.append(streak.count)

    assert counts == [0, 0, 1, 2, 3]
