"""A service that misbehaves in every way, and what a batch makes of it: no item lost, none paid for twice unsaid."""

from __future__ import annotations

import json
import logging
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from airflow_provider.api.requests import ExtractRequest
from airflow_provider.errors import RateLimitError, ServerError, TooManyFailuresError
from tests.batch.service import PATIENCE, links, page, refusal, row_of, rows
from tests.serving import Act, Stage, answer, cut_off, dripping, hang, head, raw, reset, silence

Build = Callable[..., Any]


def number_of(link: str) -> int:
    return int(link.rpartition("/")[2])


def once(event: threading.Event, act: Act) -> Act:
    """Do as *act* does once *event* is set."""

    def later(stage: Stage) -> None:
        assert event.wait(PATIENCE)
        act(stage)

    return later


def test_as_many_calls_are_in_flight_as_were_asked_for_and_never_more(batch: Build) -> None:
    task = batch(delay=0.3, links=links(60), concurrency=20)
    task.service.gather(20)

    assert task.run() == rows(links(60))
    assert task.service.busiest == 20


class Limited:
    """Allows *most* requests within any *seconds*, and tells the others to wait."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most, self.seconds = most, seconds
        self.allowed: list[float] = []
        self.refused: list[float] = []

    def __call__(self, link: str, _: int) -> Act:
        now = time.monotonic()
        if sum(now - then < self.seconds for then in self.allowed) >= self.most:
            self.refused.append(now)
            return refusal(429, Retry_After="1")
        self.allowed.append(now)
        return page(link)


@pytest.mark.clock
def test_a_rate_limit_that_is_enforced_slows_the_whole_batch(batch: Build) -> None:
    limit = Limited(20, 1.0)
    task = batch(limit, delay=0.01, links=links(90), concurrency=16, extra={"max_wait": 5})

    began = time.monotonic()
    result = task.run()

    assert result == rows(links(90))
    assert 3.0 < time.monotonic() - began < 20.0
    assert (task.usage["calls"], task.usage["unconfirmed_calls"]) == (90, 0)
    # Told once, all wait: at most those that were in flight are told as well.
    storms = [limit.refused[0]]
    for moment in limit.refused:
        if moment - storms[-1] > 0.5:
            storms.append(moment)
    assert len(limit.refused) <= 16 * len(storms)
    for storm in storms:
        assert not [moment for moment in task.service.times if storm + 0.2 < moment < storm + 0.9]


@pytest.mark.clock
def test_a_batch_is_at_full_speed_again_after_a_storm(batch: Build) -> None:
    def storm(link: str, _: int) -> Act:
        return refusal(429, Retry_After="0") if len(task.service.times) <= 24 else page(link)

    task = batch(storm, delay=0.15, links=links(300), concurrency=16)

    task.run()

    task.service.busiest = 0
    assert max(_concurrent(task.service.times[-100:], 0.15)) >= 12
    assert task.usage["calls"] == 300


def _concurrent(times: list[float], seconds: float) -> list[int]:
    return [sum(0 <= later - moment < seconds for later in times) for moment in times]


def test_pages_that_are_not_found_do_not_keep_a_batch_slow(batch: Build) -> None:
    def act(link: str, _: int) -> Act:
        asked = len(task.service.times)
        if asked == 150:
            task.service.busiest = 0
            task.service.gather(12)
        if asked <= 16:
            return refusal(429, Retry_After="0")
        return refusal(404) if number_of(link) < 200 else page(link)

    task = batch(act, delay=0.02, links=links(260), concurrency=16)

    assert task.run() == rows(links(260)[200:])
    assert task.service.busiest >= 12


def test_a_service_that_asks_for_more_than_max_wait_ends_the_try(batch: Build, stopped: threading.Event) -> None:
    def act(link: str, _: int) -> Act:
        if number_of(link) == 9:
            return refusal(429, Retry_After="600")
        return page(link) if number_of(link) < 9 else once(stopped, page(link))

    task = batch(act, links=links(30), concurrency=4, extra={"max_wait": 5})

    with pytest.raises(RateLimitError) as raised:
        task.run()

    assert raised.value.retry_after == 600
    sent = task.service.sent.total()
    task.service._act = lambda link, _: page(link)
    assert task.run() == rows(links(30))
    assert task.service.sent.total() == 31
    assert sent <= 14


HTML = b"<html><body>Welcome to the hotel. Please log in.</body></html>"
MISBEHAVIOUR: dict[str, tuple[Act, int | None, tuple[int, int]]] = {
    # what it does, the status in the manifest, and what one such call adds to calls and unconfirmed_calls
    "500": (refusal(500), 500, (1, 0)),
    "503 with no time": (refusal(503), 503, (1, 0)),
    "404": (refusal(404), 404, (0, 0)),
    "400": (refusal(400), 400, (0, 0)),
    "hang": (hang, None, (0, 1)),
    "silence": (silence, None, (0, 1)),
    "reset": (reset, None, (0, 1)),
    "cut off": (cut_off(), None, (0, 1)),
    "slow body": (dripping(b"x" * 90, pause=0.05, before=head(200, Content_Length="90")), None, (0, 1)),
    "html": (answer(200, HTML, Content_Type="text/html"), 200, (1, 0)),
    "garbage": (raw(b"\x00\xff\xfe SSH-2.0-OpenSSH_9.6\r\n\r\n"), None, (0, 1)),
    "no success": (answer(200, {"error": "No.", "success": False}), 200, (1, 0)),
    "wrong type": (answer(200, {"response": [{"price": "dear"}], "success": True}), 200, (1, 0)),
    "not rows": (answer(200, {"response": 7, "success": True}), 200, (1, 0)),
    "empty": (answer(200, b""), 200, (1, 0)),
}


# Those that come to an end only because nobody waits any longer.
ENDLESS = {"hang", "slow body"}
# A connection that a busy machine is late with costs nothing, and is tried again.
SHORT = {"timeout": 1, "connect_timeout": 1, "max_attempts": 9}


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[int], bool]], None]:
    """Return how to wait long for all pages but those of some numbers: a busy machine is late with the others, too."""

    def wait_briefly_for(which: Callable[[int], bool]) -> None:
        seconds = property(lambda request: 0 if which(number_of(request.link)) else 60)
        monkeypatch.setattr(ExtractRequest, "patience", seconds)

    return wait_briefly_for


@pytest.mark.parametrize("kind", MISBEHAVIOUR)
def test_one_page_that_misbehaves_fails_alone_and_is_counted(batch: Build, impatient: Any, kind: str) -> None:
    act, status, (calls, unconfirmed) = MISBEHAVIOUR[kind]
    impatient(lambda number: kind in ENDLESS and number % 10 == 3)
    task = batch(
        lambda link, _: act if number_of(link) % 10 == 3 else page(link),
        links=links(30),
        concurrency=8,
        extra=SHORT,
    )

    result = task.run()

    assert result == rows([link for link in links(30) if number_of(link) % 10 != 3])
    assert [one["link"] for one in sorted(task.manifest["failures"], key=lambda one: number_of(one["link"]))] == [
        f"https://example.com/{number}" for number in (3, 13, 23)
    ]
    assert {one["status"] for one in task.manifest["failures"]} == {status}
    assert (task.manifest["items"], task.manifest["succeeded"], task.manifest["failed"]) == (30, 27, 3)
    assert task.usage["calls"] == 27 + 3 * calls
    assert task.usage["unconfirmed_calls"] == 3 * unconfirmed
    assert set(task.service.sent.values()) == {1}


@pytest.mark.parametrize("kind", ["500", "hang", "html", "wrong type"])
def test_a_service_that_only_fails_is_not_asked_and_paid_for_every_item(batch: Build, kind: str) -> None:
    task = batch(lambda *_: MISBEHAVIOUR[kind][0], links=links(200), extra=SHORT if kind in ENDLESS else None)

    with pytest.raises(TooManyFailuresError, match="in a row"):
        task.run()

    assert 20 <= task.service.sent.total() <= 20 + 2 * 16
    assert task.usage["calls"] + task.usage["unconfirmed_calls"] == task.service.sent.total()


def test_all_kinds_at_once_lose_nothing_and_the_counts_add_up(batch: Build, impatient: Any) -> None:
    kinds = list(MISBEHAVIOUR)
    impatient(lambda number: number % 3 == 0 and kinds[number // 3 % len(kinds)] in ENDLESS)

    def act(link: str, asked: int) -> Act:
        number = number_of(link)
        if number % 3 == 0:
            return MISBEHAVIOUR[kinds[number // 3 % len(kinds)]][0]
        return refusal(429, Retry_After="0") if number % 7 == 0 and asked == 1 else page(link)

    task = batch(act, links=links(180), concurrency=32, extra=SHORT)

    result = task.run()

    good = [link for link in links(180) if number_of(link) % 3]
    assert result == rows(good)
    assert task.manifest["failed"] == 60
    added = [MISBEHAVIOUR[kinds[number // 3 % len(kinds)]][2] for number in range(0, 180, 3)]
    assert task.usage["calls"] == len(good) + sum(calls for calls, _ in added)
    assert task.usage["unconfirmed_calls"] == sum(unconfirmed for _, unconfirmed in added)


def test_the_first_failure_stops_new_sends_and_what_is_in_flight_is_kept(
    batch: Build, stopped: threading.Event
) -> None:
    def act(link: str, asked: int) -> Act:
        return refusal(500) if number_of(link) == 3 and asked == 1 else once(stopped, page(link))

    task = batch(act, links=links(40), concurrency=8, on_item_error="fail")
    task.service.gather(8)

    with pytest.raises(ServerError):
        task.run()

    assert task.service.sent.total() == 8
    assert (task.manifest["succeeded"], task.manifest["failed"]) == (7, 1)
    assert task.run() == rows(links(40))
    assert task.service.sent.total() == 41
    assert task.manifest["resumed"] == 7


def test_what_is_told_to_wait_is_not_sent_again_once_the_batch_is_stopped(
    batch: Build, stopped: threading.Event
) -> None:
    def act(link: str, asked: int) -> Act:
        return once(stopped, refusal(429, Retry_After="0")) if number_of(link) else refusal(500)

    task = batch(act, links=links(8), concurrency=8, on_item_error="fail", extra={"max_attempts": 5})
    task.service.gather(8)

    with pytest.raises(ServerError):
        task.run()

    assert set(task.service.sent.values()) == {1}
    assert (task.usage["calls"], task.usage["unconfirmed_calls"]) == (1, 0)


def test_requests_per_minute_hold_across_the_batch(batch: Build) -> None:
    task = batch(links=links(12), concurrency=8, extra={"requests_per_minute": 600})

    began = time.monotonic()
    task.run()

    # A busy machine may bring them later, and closer together, but none before its turn.
    assert [number for number, at in enumerate(task.service.times) if at - began < 0.1 * number] == []


@pytest.mark.parametrize(
    "text",
    [
        "NaN",
        "Infinity",
        '"\\ud83d half a character"',
        '"nul \\u0000"',
        '"line\\u2028separator\\r\\n"',
        '"ünïcödé 漢字"',
    ],
)
def test_odd_values_pass_through_the_state_store_unharmed(batch: Build, text: str) -> None:
    body = b'{"response": [{"title": %s}], "success": true}' % text.encode()
    first = batch(lambda link, _: refusal(500) if number_of(link) == 4 else answer(200, body), links=links(5))
    first.arguments |= {"json_schema": {"title": "number" if text in ("NaN", "Infinity") else "string"}}
    with pytest.raises(ServerError):
        first.run(on_item_error="fail", concurrency=1)
    first.service._act = lambda *_: answer(200, body)

    result = first.run()

    assert first.manifest["resumed"] == 4
    assert len({json.dumps(row["title"]) for row in result}) == 1
    assert json.loads(json.dumps(result, allow_nan=False)) == result


def test_links_with_unicode_come_back_as_they_were_given(batch: Build) -> None:
    asked = ["https://example.com/bücher?q=漢字", "https://bücher.example.com/a b", "https://example.com/%C3%BC"]
    task = batch(links=asked)

    assert [row["link"] for row in task.run()] == asked


def test_log_lines_are_short_and_hold_no_body(batch: Build, caplog: pytest.LogCaptureFixture) -> None:
    secret = "the-body-of-a-page " * 1000
    task = batch(
        lambda link, _: page(link) if number_of(link) % 2 else answer(500, {"error": secret, "success": False}),
        links=links(30),
    )

    with caplog.at_level(logging.INFO):
        task.run()

    assert caplog.messages
    assert max(map(len, caplog.messages)) < 4096
    assert not any("The book at" in message for message in caplog.messages)
    assert row_of("x")["title"]
