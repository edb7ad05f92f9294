"""Patterns and dates, as people write them."""

from __future__ import annotations

import itertools
import random
import re
from datetime import UTC, date, datetime, timedelta, timezone
from typing import Any

import pytest

from airflow_provider.errors import InvalidRequestError
from airflow_provider.web.links.dates import read_date, read_since
from airflow_provider.web.links.patterns import matcher

SITE = "https://shop.example.com"


@pytest.mark.parametrize(
    ("pattern", "matching", "others"),
    [
        (f"{SITE}/books/*", ["/books/1", "/books/", "/books/1?a=b"], ["/books/1/2", "/books", "/Books/1"]),
        (f"{SITE}/books/**", ["/books/1", "/books/1/2", "/books/"], ["/books", "/book/1"]),
        ("**/books/*.html", ["/books/1.html", "/en/books/1.html"], ["/books/1xhtml", "/books/1.html?a"]),
        (f"{SITE}/*/books", ["/en/books"], ["/en/us/books", "/books"]),
        (f"{SITE}/a?b=*", ["/a?b=1"], ["/ab=1", "/aab=1"]),
        (f"{SITE}/***", ["/a/b"], []),
        (r"re:.*/books/\d+", ["/books/12"], ["/books/12a", "/books/"]),
        ("http*//shop.example.com/a", ["/a"], ["/b"]),
    ],
)
def test_a_pattern_is_held_against_the_whole_address(pattern: str, matching: list[str], others: list[str]) -> None:
    matches = matcher([pattern], field="include")

    assert [path for path in (*matching, *others) if matches(SITE + path)] == matching


def test_one_of_several_patterns_is_enough_and_one_may_stand_alone() -> None:
    assert matcher(["**/a", "**/b"], field="include")(f"{SITE}/b")
    assert matcher("**/a", field="include")(f"{SITE}/a")


def test_a_pattern_matches_what_its_stars_stand_for_wherever_they_are() -> None:
    dice = random.Random(7)
    links = ["".join(letters) for size in range(7) for letters in itertools.product("ab/", repeat=size)]
    for _ in range(150):
        pattern = "*" + "".join(dice.choices(["a", "b", "/", "*", "**"], k=dice.randint(1, 7)))
        pieces = (
            ".*" if one.startswith("**") else "[^/]*" if one == "*" else one for one in re.split(r"(\*+)", pattern)
        )
        simple = re.compile("".join(pieces))
        matches = matcher([pattern], field="include")

        assert [link for link in links if matches(link)] == [link for link in links if simple.fullmatch(link)], pattern


@pytest.mark.parametrize("pattern", ["**/a/**/b/**/a/**/b/**/x", f"{SITE}/*a*a*a*a*a*z", "**a*a**a*a**a*a**a*a**z"])
def test_an_address_that_is_made_to_keep_a_pattern_busy_does_not(pattern: str) -> None:
    matches = matcher([pattern], field="include")

    assert not matches(f"{SITE}/{'a/b/' * 1900}")
    assert not matches(f"{SITE}/{'a' * 7900}")


@pytest.mark.parametrize("pattern", ["/books/*", "books", "re:(", "", 3, None])
def test_what_can_never_match_is_refused_by_name(pattern: Any) -> None:
    with pytest.raises(InvalidRequestError, match="Field 'include'"):
        matcher([pattern], field="include")


def test_what_is_no_list_of_patterns_is_refused() -> None:
    with pytest.raises(InvalidRequestError, match="Field 'exclude'"):
        matcher(3, field="exclude")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("written", "text", "latest"),
    [
        ("2026", "2026", "2027-01-01T11:59:59.999999+00:00"),
        ("2026-02", "2026-02", "2026-03-01T11:59:59.999999+00:00"),
        ("2026-02-03", "2026-02-03", "2026-02-04T11:59:59.999999+00:00"),
        ("2026-02-03T04:05+01:00", "2026-02-03T03:05:00+00:00", "2026-02-03T03:05:00+00:00"),
        ("2026-02-03T04:05:06Z", "2026-02-03T04:05:06+00:00", "2026-02-03T04:05:06+00:00"),
        (" 2026-02-03T04:05:06.789Z\n", "2026-02-03T04:05:06+00:00", "2026-02-03T04:05:06.789000+00:00"),
        ("2026-02-03 04:05:06", "2026-02-03T04:05:06+00:00", "2026-02-03T16:05:06+00:00"),
        ("Tue, 03 Feb 2026 04:05:06 +0100", "2026-02-03T03:05:06+00:00", "2026-02-03T03:05:06+00:00"),
        ("Tue, 03 Feb 2026 04:05:06 GMT", "2026-02-03T04:05:06+00:00", "2026-02-03T04:05:06+00:00"),
    ],
)
def test_a_date_is_read_as_it_is_written(written: str, text: str, latest: str) -> None:
    moment = read_date(written)

    assert moment is not None
    assert (moment.text, moment.latest.isoformat()) == (text, latest)


@pytest.mark.parametrize(
    "written", ["", None, "yesterday", "2026-13", "2026-02-30", "0000", "9999-99-99", "12", "9" * 99]
)
def test_what_is_no_date_says_nothing(written: str | None) -> None:
    assert read_date(written) is None


@pytest.mark.parametrize(
    "since",
    [
        "2026-01-31",
        "2026-01-31T00:00:00Z",
        "2026-01-31 00:00:00+00:00",
        date(2026, 1, 31),
        datetime(2026, 1, 31, tzinfo=UTC),
        datetime(2026, 1, 31, 1, tzinfo=timezone(timedelta(hours=1))),
        datetime(2026, 1, 31),  # noqa: DTZ001 - a moment without a zone is of UTC
    ],
    ids=str,
)
def test_since_is_a_moment_a_date_or_text_of_one(since: Any) -> None:
    assert read_since(since) == datetime(2026, 1, 31, tzinfo=UTC)


@pytest.mark.parametrize("since", [None, "", "None", " "])
def test_a_template_that_renders_to_nothing_is_no_limit(since: Any) -> None:
    assert read_since(since) is None


@pytest.mark.parametrize("since", ["last week", 3, timedelta(days=1), "0001-01-01T00:00:00+05:00"])
def test_what_is_no_moment_is_refused(since: Any) -> None:
    with pytest.raises(InvalidRequestError, match="Field 'since'"):
        read_since(since)
