"""When pages are looked at: spread, each at its own moment, and slower while there is trouble."""

from __future__ import annotations

import statistics
from collections import Counter
from itertools import pairwise

import pytest

from airflow_provider.watch.rhythm import Rhythm, Trouble
from airflow_provider.watch.sights import Failed, Gone, NotModified

URLS = [f"https://shop.example.com/{number}" for number in range(5000)]


def test_first_looks_are_spread_over_a_minute() -> None:
    pauses = [Rhythm.of(url, 900).before_first() for url in URLS]

    assert 0 <= min(pauses) < 0.1
    assert 59.9 < max(pauses) < 60
    assert max(Counter(int(pause) for pause in pauses).values()) < 2 * 5000 / 60


def test_all_later_looks_are_spread_over_the_whole_interval_whenever_they_started() -> None:
    pauses = {Rhythm.of(url, 900).after(1_700_000_000.0, 0) for url in URLS}

    assert min(pauses) >= 450
    assert max(pauses) < 1350
    assert statistics.stdev(pauses) == pytest.approx(900 / 12**0.5, rel=0.05)


def test_a_page_keeps_its_moment() -> None:
    rhythm = Rhythm.of(URLS[0], 60)
    now = 1_700_000_000.0
    moments = []
    for _ in range(5):
        now += rhythm.after(now, 0)
        moments.append(now)
        # The look itself takes time, which must not add up.
        now += 0.7

    assert [round(after - before, 3) for before, after in pairwise(moments)] == [60.0] * 4


@pytest.mark.parametrize("every", [1.0, 60.0, 900.0, 86_400.0])
def test_no_pause_is_ever_short_of_half_an_interval_or_without_end(every: float) -> None:
    rhythm = Rhythm.of(URLS[1], every)
    for troubles in range(100):
        for asked in (None, 0.0, 10.0, 1e9):
            pause = rhythm.after(1_700_000_000.0, troubles, asked)
            assert every / 2 <= pause <= max(1.5 * every, 3600)


def test_trouble_doubles_the_pause_up_to_an_hour() -> None:
    rhythm = Rhythm(60.0, phase=1.0)

    pauses = [rhythm.after(0.0, troubles) for troubles in (1, 2, 3, 6, 7, 50)]

    assert pauses == [120, 240, 480, 3600, 3600, 3600]


def test_a_server_that_asks_for_more_time_gets_it() -> None:
    rhythm = Rhythm(60.0, phase=0.5)

    assert rhythm.after(0.0, 1, 600.0) == 600
    assert rhythm.after(0.0, 1, 1e6) == 3600


def test_trouble_is_news_once_for_each_change_of_state() -> None:
    trouble = Trouble()
    sights = [NotModified(), Failed("a"), Failed("b"), Gone(404), Gone(404), Failed("c"), NotModified(), NotModified()]

    news = [trouble.note(sight) for sight in sights]

    assert [new is not None for new in news] == [False, True, False, True, False, True, True, False]
    assert news[1] == "cannot be had: a"


def test_a_missing_page_is_looked_for_at_the_usual_pace_until_it_counts_as_removed() -> None:
    trouble = Trouble()

    counts = []
    for _ in range(5):
        trouble.note(Gone(404))
        counts.append(trouble.count)

    assert counts == [0, 0, 1, 2, 3]
