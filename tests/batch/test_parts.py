"""Gate, items, journal and failures by themselves."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from airflow_provider.api.request import Request
from airflow_provider.api.requests import ExtractRequest
from airflow_provider.batch import progress as progress_module
from airflow_provider.batch.gate import Gate
from airflow_provider.batch.items import check_items, read_items
from airflow_provider.batch.journal import PART_BYTES, Journal, fits_a_part
from airflow_provider.batch.progress import Progress
from airflow_provider.errors import InvalidRequestError
from tests.standins import MemoryStore


def build(link: Any) -> Request:
    return ExtractRequest.build(link=link, prompt="p", json_schema=None, delay=0)


def in_loop(test: Callable[[], Any]) -> Any:
    return asyncio.run(test())


async def fill(gate: Gate) -> list[int]:
    """Take all places that are free."""
    tickets = []
    while gate.open:
        tickets.append(await gate.enter())
    return tickets


def test_a_storm_is_one_sign_and_the_way_back_is_doubling_to_half_of_where_it_failed() -> None:
    async def test() -> list[int]:
        gate = Gate(32)
        for ticket in await fill(gate):
            gate.leave(ticket, limited=0.0)
        rounds = []
        for _ in range(7):
            tickets = await fill(gate)
            rounds.append(len(tickets))
            for ticket in tickets:
                gate.leave(ticket, answered=True)
        return rounds

    assert in_loop(test) == [1, 2, 4, 8, 16, 16, 17]


def test_a_probe_that_is_refused_does_not_lower_what_the_service_is_trusted_with() -> None:
    async def test() -> list[int]:
        gate = Gate(32)
        for ticket in await fill(gate):
            gate.leave(ticket, limited=0.0)
        for _ in range(5):
            gate.leave(await gate.enter(), limited=0.0)
        rounds = []
        for _ in range(5):
            tickets = await fill(gate)
            rounds.append(len(tickets))
            for ticket in tickets:
                gate.leave(ticket, answered=True)
        return rounds

    assert in_loop(test) == [1, 2, 4, 8, 16]


def test_nobody_waits_for_ever_at_the_gate() -> None:
    async def test() -> int:
        gate = Gate(3)
        done = 0

        async def call(number: int) -> None:
            nonlocal done
            ticket = await gate.enter()
            await asyncio.sleep(0.001 * (number % 3))
            gate.leave(ticket, limited=0.01 if number % 7 == 0 else None, answered=number % 2 == 0)
            done += 1

        calls = [asyncio.create_task(call(number)) for number in range(200)]
        calls[5].cancel()
        await asyncio.wait_for(asyncio.gather(*calls, return_exceptions=True), 20)
        return done

    assert in_loop(test) == 199


def test_the_gate_stays_closed_for_as_long_as_the_longest_was_told() -> None:
    async def test() -> float:
        gate = Gate(2)
        first, second = await fill(gate)
        began = time.monotonic()
        gate.leave(first, limited=0.3)
        gate.leave(second, limited=0.05)
        await gate.enter()
        return time.monotonic() - began

    assert in_loop(test) >= 0.29


@pytest.mark.parametrize("text", ["https://example.com/", "", "None", "{{ not rendered }}", "links", "[1, 2", "{}"])
def test_a_string_that_is_neither_list_nor_path_is_refused(text: str) -> None:
    with pytest.raises(InvalidRequestError):
        read_items(text, field="links")


@pytest.mark.parametrize("text", ['["a", "b"]', "['a', 'b']", "  [\n'a',\n'b']\n"])
def test_a_string_of_a_list_is_a_list(text: str) -> None:
    assert read_items(text, field="links") == ["a", "b"]


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

    assert list(read_items(str(path), field="links", column=column)) == [
        "https://example.com/1",
        "https://example.com/ü",
    ]


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
        list(read_items(str(tmp_path / name), field="links"))


def test_a_storage_that_fails_for_a_moment_is_left_to_a_retry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> Any:
        raise ConnectionResetError("by peer")

    monkeypatch.setattr("airflow_provider.results.open_binary", fail)

    with pytest.raises(ConnectionResetError):
        list(read_items(str(tmp_path / "a.txt"), field="links"))


def test_bad_items_are_all_named_at_once() -> None:
    given = ["https://example.com/", "ftp://x/", None, *["nowhere"] * 30, "https://example.com/2", "nowhere"]

    with pytest.raises(InvalidRequestError) as raised:
        check_items(given, build, field="links")

    message = str(raised.value)
    assert message.startswith("33 of 'links' cannot be sent, so nothing was. Item 2: ")
    assert "Item 3: " in message
    assert "Item 21: " in message
    assert message.endswith("Items 22-33, 35 cannot be sent either.")
    assert len(message) < 4096


def test_a_hundred_thousand_bad_items_still_make_one_line() -> None:
    given = ["nowhere" if number % 2 else "https://example.com/" for number in range(100_000)]

    with pytest.raises(InvalidRequestError, match=r"and \d+ ranges more") as raised:
        check_items(given, build, field="links")

    assert len(str(raised.value)) < 4096


def test_text_and_the_list_that_it_spells_are_two_items() -> None:
    items = check_items(['["a"]', ["a"], '["a"]'], lambda _: build("https://example.com/"), field="conversations")

    assert items.unique == ['["a"]', ["a"]]
    assert list(items.positions) == [0, 1, 0]


def test_a_journal_gives_back_what_was_noted_whatever_is_in_it() -> None:
    store = MemoryStore()
    journal = Journal(store, "f", None, 0)
    noted = [
        (index, json.dumps([None, {"text": f"ü\u2028 \n {index} " * (index % 50)}], ensure_ascii=False).encode())
        for index in range(3000)
    ]
    for index, answer in noted:
        journal.note(index, answer)
    for key, value in journal.take_full_parts():
        assert len(json.dumps(value)) < 60_000
        store.set(key, value)

    again = Journal(store, "f", journal.record, 0)
    assert list(again.replay()) == noted


def test_an_answer_that_fits_a_part_does_whatever_it_is() -> None:
    for size in range(PART_BYTES // 2 - 50, PART_BYTES + 2000, 331):
        answer = (bytes(range(32, 127)) * 600)[:size]
        noisy = json.dumps(_noise(size)).encode()[:size]
        for one in (answer, noisy):
            if fits_a_part(one):
                journal = Journal(MemoryStore(), "f", None, 0)
                journal.note(0, one)
                assert len(journal.record["open"]) < 59_000


def _noise(size: int) -> str:
    import random

    return random.Random(size).randbytes(size).hex()  # noqa: S311 - text that does not compress


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


def test_progress_is_told_again_and_again_but_never_more_often_than_every_5_seconds(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert progress_module.EVERY_SECONDS == 5
    monkeypatch.setattr(progress_module, "EVERY_SECONDS", 0.1)

    async def test() -> None:
        reporter = asyncio.create_task(Progress(total=1, resumed=0).report_forever())
        await asyncio.sleep(0.35)
        reporter.cancel()

    with caplog.at_level("INFO"):
        in_loop(test)

    assert 2 <= len(caplog.messages) <= 3
