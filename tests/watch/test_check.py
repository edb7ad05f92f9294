"""What a poll means, as a table of observations and what is told of them."""

from __future__ import annotations

import itertools
import json
import random
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from airflow_provider.watch.check import Content, Decision, PageState, decide
from airflow_provider.watch.settings import Watch
from airflow_provider.web.fingerprint import Fingerprint, digest_of
from airflow_provider.web.outcomes import Gone

if TYPE_CHECKING:
    from collections.abc import Iterator

URL = "https://shop.example.com/"
MISSING = Gone(404)
moments = itertools.count()


def seen(*lines: str) -> Content:
    return Content(f"{URL}final", lines)


def told(*observations: Content | Gone, state: PageState | None = None, **options: Any) -> list[Any]:
    """Return the status of the event after each observation, None where there is none."""
    return [decision.event and decision.event["status"] for decision in follow(*observations, state=state, **options)]


def follow(*observations: Content | Gone, state: PageState | None = None, **options: Any) -> Iterator[Decision]:
    watch = Watch.build(URL, **options)
    state = state or PageState.restored(None, watch)
    for observation in observations:
        decision = decide(watch, state, observation, f"2026-01-01T00:00:{next(moments):06}")
        # As it is when it has been through the database.
        state = PageState.restored(json.loads(json.dumps(decision.state.stored())), watch)
        assert state == decision.state
        yield decision


STORIES = {
    "the first observation is only kept": ([seen("a"), seen("a")], {}, [None, None]),
    "the first observation is told on demand": ([seen("a"), seen("a")], {"fire_on_first": True}, ["new", None]),
    "a change is told once": ([seen("a"), seen("b"), seen("b")], {}, [None, "changed", None]),
    "so is the change back": ([seen("a"), seen("b"), seen("a")], {}, [None, "changed", "changed"]),
    "two answers of 404 are an outage": ([seen("a"), MISSING, MISSING, seen("a")], {}, [None] * 4),
    "three are a removal, told once": (
        [seen("a"), MISSING, MISSING, Gone(410), MISSING],
        {},
        [None, None, None, "removed", None],
    ),
    "404s that are not in a row do not add up": (
        [seen("a"), MISSING, MISSING, seen("a"), MISSING, MISSING, seen("a")],
        {},
        [None] * 7,
    ),
    "a page that comes back is told, as it was": (
        [seen("a"), MISSING, MISSING, MISSING, seen("a"), seen("a")],
        {},
        [None, None, None, "removed", "back", None],
    ),
    "or changed": ([seen("a"), *[MISSING] * 3, seen("b")], {}, [None, None, None, "removed", "back"]),
    "it can be removed again": (
        [seen("a"), *[MISSING] * 3, seen("a"), *[MISSING] * 3],
        {},
        [None, None, None, "removed", "back", None, None, "removed"],
    ),
    "what was never there is not removed, but its coming is told": (
        [*[MISSING] * 4, seen("a")],
        {},
        [None, None, None, None, "new"],
    ),
    "an empty page is a page": ([seen("a"), seen(), seen("a")], {}, [None, "changed", "changed"]),
    "a small change is not told": (
        [seen(*"abcdefghij"), seen(*"abcdefghiX")],
        {"min_change": 0.2},
        [None, None],
    ),
    "small changes add up": (
        [seen(*"abcdefghij"), seen(*"Xbcdefghij"), seen(*"XYcdefghij")],
        {"min_change": 0.2},
        [None, None, "changed"],
    ),
    "a small change that is taken back is none": (
        [seen(*"abcdefghij"), seen(*"Xbcdefghij"), seen(*"abcdefghij")],
        {"min_change": 0.1001},
        [None, None, None],
    ),
}


@pytest.mark.parametrize(("observations", "options", "expected"), STORIES.values(), ids=STORIES)
def test_a_series_of_observations(observations: list[Any], options: dict[str, Any], expected: list[str | None]) -> None:
    assert told(*observations, **options) == expected


def test_an_event_says_what_has_changed() -> None:
    [_, decision] = follow(seen("Books", "Night Trains", "£12.90"), seen("Books", "Night Trains", "£11.50"))

    event = decision.event
    assert event is not None
    assert event["checked_at"].startswith("2026")
    assert {**event, "checked_at": ""} == {
        "url": URL,
        "final_url": f"{URL}final",
        "status": "changed",
        "digest": digest_of(["Books", "Night Trains", "£11.50"]),
        "previous_digest": digest_of(["Books", "Night Trains", "£12.90"]),
        "changed_share": 0.3333,
        "changed_lines": ["£11.50"],
        "removed_lines": ["£12.90"],
        "checked_at": "",
        "snapshot_before": None,
        "snapshot_after": None,
    }


def test_a_removal_has_no_digest_and_names_the_one_before() -> None:
    *_, decision = follow(seen("a"), MISSING, MISSING, MISSING)

    assert decision.event is not None
    assert (decision.event["digest"], decision.event["previous_digest"]) == (None, digest_of(["a"]))


def test_a_page_that_is_back_unchanged_has_no_changed_lines() -> None:
    *_, decision = follow(seen("a"), MISSING, MISSING, MISSING, seen("a"))

    assert decision.event is not None
    assert (decision.event["changed_share"], decision.event["changed_lines"]) == (0, [])


def test_at_most_twenty_lines_of_two_hundred_characters_are_told() -> None:
    *_, decision = follow(seen("a"), seen(*(f"{number}" * 300 for number in range(50))))

    assert decision.event is not None
    assert len(decision.event["changed_lines"]) == 20
    assert max(map(len, decision.event["changed_lines"])) == 200


def test_lines_that_are_gone_or_have_moved_are_told_at_most_twenty() -> None:
    lines = [f"{number}" * 300 for number in range(50)]
    *_, moved = follow(seen("a", "b", "c", "d"), seen("d", "a", "c", "e"))
    *_, emptied = follow(seen(*lines), seen("a"))

    assert moved.event is not None
    assert moved.event["removed_lines"] == ["b", "d"]
    assert emptied.event is not None
    assert emptied.event["removed_lines"] == [f"{line[:199]}…" for line in lines[:20]]


def test_a_page_is_compared_with_what_was_told_last_not_with_what_was_seen_last() -> None:
    *_, decision = follow(*(seen(*"abcdefgh"[number:]) for number in range(4)), min_change=0.2)

    assert decision.event is not None
    assert decision.event["removed_lines"] == ["a", "b", "c"]


def test_what_an_older_version_has_not_kept_is_kept_from_the_next_poll_on() -> None:
    watch = Watch.build(URL)
    older = replace(decide(watch, PageState(watch.reading), seen("a", "b"), "then").state, lines="")

    first = decide(watch, older, seen("a"), "then").event
    polled = decide(watch, older, seen("a", "b"), "then").state
    later = decide(watch, polled, seen("a"), "then").event

    assert first is not None
    assert first["removed_lines"] == []
    assert later is not None
    assert later["removed_lines"] == ["b"]


def test_what_is_kept_of_a_page_has_a_bound() -> None:
    noise = random.Random(1)
    lines = [f"{noise.getrandbits(400):x}" for _ in range(5_000)]
    state = decide(Watch.build(URL), PageState(), seen(*lines), "then").state

    assert 4_000 < len(state.lines) <= 16_000
    assert len(json.dumps(state.stored())) < 60_000


@pytest.mark.parametrize("change", [{"select": "p"}, {"ignore": "p"}, {"url": f"{URL}other"}])
def test_what_was_read_otherwise_is_not_compared(change: dict[str, Any]) -> None:
    before = Watch.build(URL)
    [decision] = follow(seen("a"))

    after = Watch.build(**{"url": URL, **change})
    assert PageState.restored(decision.state.stored(), after).digest is None
    assert PageState.restored(decision.state.stored(), before) == decision.state


@pytest.mark.parametrize("stored", [None, "x", 3, [], {}, {"reading": "other", "digest": "x"}])
def test_a_state_of_any_shape_is_no_accident(stored: object) -> None:
    assert PageState.restored(stored, Watch.build(URL)).digest is None


@pytest.mark.parametrize("damaged", [None, "x", {}, {"body": "1"}, {"body": "1", "validators": {"etog": "2"}}])
def test_what_is_damaged_of_the_page_that_was_seen_last_is_loaded_anew(damaged: object) -> None:
    [decision] = follow(seen("a"))

    state = PageState.restored({**decision.state.stored(), "seen": damaged}, Watch.build(URL))

    assert (state.digest, state.seen) == (decision.state.digest, None)


def test_events_that_are_not_stored_yet_outlive_the_next_change() -> None:
    watch = Watch.build(URL)
    [decision] = follow(seen("a"), fire_on_first=True)
    assert decision.event is not None
    waiting = PageState(watch.reading, decision.state.digest, decision.state.fingerprint, untold=(decision.event,))

    later = decide(watch, waiting, seen("b"), "2026")

    assert later.state.untold == (decision.event,)


class TestFingerprint:
    @pytest.mark.parametrize(
        ("before", "after", "share", "lines"),
        [
            ("abcd", "abcd", 0.0, []),
            ("abcd", "efgh", 1.0, ["e", "f", "g", "h"]),
            ("", "ab", 1.0, ["a", "b"]),
            ("ab", "", 1.0, []),
            ("", "", 0.0, []),
            ("abcd", "abXcd", 0.1111, ["X"]),
            ("abcd", "acbd", 0.25, ["c"]),
            ("aab", "aaab", 0.1429, ["a"]),
            ("dabc", "abcd", 0.25, ["d"]),
        ],
    )
    def test_the_share_counts_lines_that_are_new_gone_or_moved(
        self, before: str, after: str, share: float, lines: list[str]
    ) -> None:
        assert Fingerprint.of(before).difference(after) == (share, lines)

    def test_it_survives_packing(self) -> None:
        fingerprint = Fingerprint.of([str(number) for number in range(10_000)])

        assert Fingerprint.unpacked(fingerprint.packed()) == fingerprint

    def test_a_long_page_fits_into_a_state_and_its_share_is_about_right(self) -> None:
        before = [f"line {number}" for number in range(200_000)]
        after = [f"{line}!" if number % 10 == 0 else line for number, line in enumerate(before)]

        fingerprint = Fingerprint.of(before)

        assert len(fingerprint.packed()) < 30_000
        assert fingerprint.difference(after)[0] == pytest.approx(0.1, abs=0.02)

    def test_a_page_of_one_line_again_and_again_is_no_accident(self) -> None:
        lines = ["-"] * 20_000

        assert Fingerprint.of(lines).difference(lines) == (0.0, [])

    def test_a_change_too_small_for_the_fingerprint_of_a_long_page_is_told_all_the_same(self) -> None:
        lines = [f"line {number}" for number in range(100_000)]
        thinned = set(Fingerprint.of(lines).hashes)
        unseen = next(n for n, line in enumerate(lines) if not thinned & set(Fingerprint.of([line]).hashes))

        assert told(seen(*lines), seen(*lines[:unseen], *lines[unseen + 1 :])) == [None, "changed"]
