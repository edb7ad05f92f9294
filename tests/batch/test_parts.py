"""Limiter, items, spill file and progress by themselves."""

from __future__ import annotations

import asyncio
import gzip
import re
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from airflow_provider.api.request import Request
from airflow_provider.api.requests import ExtractRequest
from airflow_provider.batch import progress as progress_module
from airflow_provider.batch.failures import Failures, max_failures_of
from airflow_provider.batch.items import check_items
from airflow_provider.batch.limiter import Limiter, concurrency_of
from airflow_provider.batch.progress import Progress
from airflow_provider.batch.sources import Fields, read_items
from airflow_provider.batch.spill import SpillFile
from airflow_provider.errors import InvalidRequestError, ServerError


def build(link: Any) -> Request:
    return ExtractRequest.build(link=link, prompt="p", json_schema=None, delay=0)


LINKS = Fields("links", ("link",))


def plainly(items: list[Any]) -> list[tuple[Any, dict[str, Any]]]:
    """Return *items* as they are read: with nothing that they carry."""
    return [(item, {}) for item in items]


def in_loop(test: Callable[[], Any]) -> Any:
    return asyncio.run(test())


async def fill(limiter: Limiter) -> list[int]:
    """Take all places that are free."""
    tickets = []
    while limiter.open:
        tickets.append(await limiter.enter())
    return tickets


def test_a_storm_is_one_sign_and_the_way_back_is_doubling_to_half_of_where_it_failed() -> None:
    async def test() -> list[int]:
        limiter = Limiter(32)
        for ticket in await fill(limiter):
            limiter.leave(ticket, limited=0.0)
        rounds = []
        for _ in range(7):
            tickets = await fill(limiter)
            rounds.append(len(tickets))
            for ticket in tickets:
                limiter.leave(ticket, answered=True)
        return rounds

    assert in_loop(test) == [1, 2, 4, 8, 16, 16, 17]


def test_a_probe_that_is_refused_does_not_lower_what_the_service_is_trusted_with() -> None:
    async def test() -> list[int]:
        limiter = Limiter(32)
        for ticket in await fill(limiter):
            limiter.leave(ticket, limited=0.0)
        for _ in range(5):
            limiter.leave(await limiter.enter(), limited=0.0)
        rounds = []
        for _ in range(5):
            tickets = await fill(limiter)
            rounds.append(len(tickets))
            for ticket in tickets:
                limiter.leave(ticket, answered=True)
        return rounds

    assert in_loop(test) == [1, 2, 4, 8, 16]


def test_nobody_waits_for_ever() -> None:
    async def test() -> int:
        limiter = Limiter(3)
        done = 0

        async def call(number: int) -> None:
            nonlocal done
            ticket = await limiter.enter()
            await asyncio.sleep(0.001 * (number % 3))
            limiter.leave(ticket, limited=0.01 if number % 7 == 0 else None, answered=number % 2 == 0)
            done += 1

        calls = [asyncio.create_task(call(number)) for number in range(200)]
        calls[5].cancel()
        await asyncio.wait_for(asyncio.gather(*calls, return_exceptions=True), 20)
        return done

    assert in_loop(test) == 199


def test_nothing_is_let_through_for_as_long_as_the_longest_was_told() -> None:
    async def test() -> float:
        limiter = Limiter(2)
        first, second = await fill(limiter)
        began = time.monotonic()
        limiter.leave(first, limited=0.3)
        limiter.leave(second, limited=0.05)
        await limiter.enter()
        return time.monotonic() - began

    assert in_loop(test) >= 0.29


@pytest.mark.parametrize("text", ["https://example.com/", "", "None", "{{ not rendered }}", "links", "[1, 2", "{}"])
def test_a_string_that_is_neither_list_nor_path_is_refused(text: str) -> None:
    with pytest.raises(InvalidRequestError):
        read_items(text, LINKS)


@pytest.mark.parametrize("text", ['["a", "b"]', "['a', 'b']", "  [\n'a',\n'b']\n"])
def test_a_string_of_a_list_is_a_list(text: str) -> None:
    assert list(read_items(text, LINKS)) == plainly(["a", "b"])


FILES: dict[str, tuple[str, str | None]] = {
    "a.txt": ("\ufeffhttps://example.com/1\r\n\r\nhttps://example.com/ü\r\n", None),
    "a.csv": ("https\nhttps://example.com/1\nhttps://example.com/ü\n", None),
    "b.csv": ('id,url\n1,https://example.com/1\n2,"https://example.com/ü"\n', "url"),
    "a.jsonl": ('"https://example.com/1"\n\n{"link": "https://example.com/ü"}\n', None),
    "a.ndjson": ('{"url": "https://example.com/1"}\n{"url": "https://example.com/\\u00fc"}\n', "url"),
}


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "gz"])
@pytest.mark.parametrize("name", FILES)
def test_a_file_gives_its_items(tmp_path: Path, name: str, *, packed: bool) -> None:
    text, column = FILES[name]
    path = tmp_path / (f"{name}.gz" if packed else name)
    path.write_bytes(gzip.compress(text.encode()) if packed else text.encode())

    assert list(read_items(str(path), Fields("links", ("link",), column))) == plainly(
        ["https://example.com/1", "https://example.com/ü"]
    )


BAD_FILES = {
    "none.txt": None,
    "two.csv": b"a,b\n1,2\n",
    "broken.jsonl": b'{"link": \n',
    "other.jsonl": b'{"url": "https://example.com/"}\n',
    "latin.txt": b"https://example.com/\xfc\n",
    "not.txt.gz": b"plain",
}


@pytest.mark.parametrize("name", BAD_FILES)
def test_a_file_that_cannot_be_read_is_refused_by_name(tmp_path: Path, name: str) -> None:
    content = BAD_FILES[name]
    if content is not None:
        (tmp_path / name).write_bytes(content)

    with pytest.raises(InvalidRequestError, match=name):
        list(read_items(str(tmp_path / name), LINKS))


def test_a_storage_that_fails_for_a_moment_is_left_to_a_retry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> Any:
        raise ConnectionResetError("by peer")

    monkeypatch.setattr("airflow_provider.results.open_binary", fail)

    with pytest.raises(ConnectionResetError):
        list(read_items(str(tmp_path / "a.txt"), LINKS))


def test_bad_items_are_all_named_at_once() -> None:
    given = ["https://example.com/", "ftp://x/", None, *["nowhere"] * 30, "https://example.com/2", "nowhere"]

    with pytest.raises(InvalidRequestError) as raised:
        check_items(plainly(given), build, field="links")

    message = str(raised.value)
    assert message.startswith("33 of 'links' cannot be sent, so nothing was. Item 2: ")
    assert "Item 3: " in message
    assert "Item 21: " in message
    assert message.endswith("Items 22-33, 35 cannot be sent either.")
    assert len(message) < 4096


def test_a_hundred_thousand_bad_items_still_make_one_line() -> None:
    given = ["nowhere" if number % 2 else "https://example.com/" for number in range(100_000)]

    with pytest.raises(InvalidRequestError, match=r"and \d+ ranges more") as raised:
        check_items(plainly(given), build, field="links")

    assert len(str(raised.value)) < 4096


def test_text_and_the_list_that_it_spells_are_two_items() -> None:
    items = check_items(
        plainly(['["a"]', ["a"], '["a"]']), lambda _: build("https://example.com/"), field="conversations"
    )

    assert items.unique == ['["a"]', ["a"]]
    assert list(items.positions) == [0, 1, 0]


def failures(**how: Any) -> Failures:
    found = Failures(size=10, **{"on_item_error": "continue", "most": None, **how})
    with closing(found):
        assert found.stopping() is None
        for index in range(3):
            found.add(index, f"item {index}", ServerError(f"failure {index}"))
    return found


def test_the_first_failure_ends_a_batch_that_is_to_fail_and_no_number_of_them_another() -> None:
    assert str(failures(on_item_error="fail").stopping()) == "failure 0"
    assert failures().stopping() is None


@pytest.mark.parametrize(("most", "stops"), [(0, True), (2, True), (3, False), (0.2, True), (0.3, False), (0.5, False)])
def test_max_failures_is_a_number_or_a_share_of_the_items(most: float, *, stops: bool) -> None:
    stopping = failures(most=most).stopping()

    assert (stopping is not None) is stops
    if stopping is not None:
        assert str(stopping) == (
            f"3 of 10 items failed, more than max_failures ({most:g}). The first: failure 0 "
            "What was answered is kept; a retry asks the rest."
        )


@pytest.mark.parametrize("value", [True, "three", "1.5", -1, "-1", 1.5, [3], float("nan"), "nan", "inf"], ids=repr)
def test_a_max_failures_that_is_neither_is_refused(value: Any) -> None:
    with pytest.raises(InvalidRequestError, match="'max_failures'"):
        max_failures_of(value)


@pytest.mark.parametrize(
    ("value", "most"),
    [
        (None, None),
        ("", None),
        ("None", None),
        (0, 0),
        (3, 3),
        ("3", 3),
        (0.5, 0.5),
        ("0.05", 0.05),
        (1.0, 1),
        (2.0, 2),
    ],
    ids=repr,
)
def test_a_max_failures_that_is_either_is_taken_also_as_text(value: Any, most: float | None) -> None:
    assert max_failures_of(value) == most


@pytest.mark.parametrize(("value", "number"), [(1, 1), ("16", 16), (" 7\n", 7), (1000, 1000)])
def test_a_concurrency_may_be_text(value: Any, number: int) -> None:
    assert concurrency_of(value) == number


@pytest.mark.parametrize("value", [0, 1001, True, None, "", "many", "-1", 1.5, "1.5", [16]], ids=repr)
def test_a_concurrency_that_is_none_is_refused(value: Any) -> None:
    with pytest.raises(InvalidRequestError, match="'concurrency'"):
        concurrency_of(value)


@pytest.mark.parametrize("value", [None, 7, 1.5], ids=repr)
def test_what_cannot_hold_items_is_refused(value: Any) -> None:
    with pytest.raises(InvalidRequestError, match="Use a list, a DataFrame, or the path of a file"):
        read_items(value, LINKS)


def test_text_of_a_set_is_no_list() -> None:
    with pytest.raises(InvalidRequestError, match="neither JSON nor a Python list"):
        read_items("['a'] and more", LINKS)


def test_answers_on_disk_are_found_again_in_any_order() -> None:
    with closing(SpillFile(3)) as spill:
        spill.put(2, b"two")
        assert spill.get(2) == b"two"
        spill.put(0, b"")
        spill.put(1, b"one")

        assert [spill.get(index) for index in range(3)] == [b"", b"one", b"two"]
        assert 2 in spill
    with closing(SpillFile(1)) as spill:
        assert 0 not in spill
        assert spill.get(0) is None


def test_a_line_of_progress_says_what_is_done_failed_and_left(caplog: pytest.LogCaptureFixture) -> None:
    progress = Progress(total=10, resumed=2, label="map index 3")
    for tokens in (5, None, 7):
        progress.answered(tokens)
    progress.failed()

    with caplog.at_level("INFO"):
        progress.report()

    line = caplog.messages[-1]
    assert line.startswith("map index 3: 6 of 10 done, 1 failed, ")
    assert re.search(r", \d+\.\d/s, 12 tokens, about \d+ s to go$", line)


def test_a_line_of_progress_shows_no_number_for_tokens_that_nobody_reported(caplog: pytest.LogCaptureFixture) -> None:
    progress = Progress(total=3, resumed=1)
    with caplog.at_level("INFO"):
        progress.report()
        progress.answered(None)
        progress.report()
        progress.answered(0)
        progress.report()

    assert caplog.messages[0] == "1 of 3 done, 0 failed"
    assert "/s, tokens not reported, about" in caplog.messages[1]
    assert caplog.messages[2].endswith("/s, 0 tokens")


def test_progress_is_told_again_and_again_but_never_more_often_than_every_5_seconds(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert progress_module.EVERY_SECONDS == 5
    monkeypatch.setattr(progress_module, "EVERY_SECONDS", 0.1)

    async def test() -> float:
        began = time.monotonic()
        reporter = asyncio.create_task(Progress(total=1, resumed=0).report_forever())
        async with asyncio.timeout(60):
            while len(caplog.messages) < 3:  # noqa: ASYNC110 - a log has no event
                await asyncio.sleep(0.005)
        reporter.cancel()
        return time.monotonic() - began

    with caplog.at_level("INFO"):
        assert in_loop(test) >= 0.29
