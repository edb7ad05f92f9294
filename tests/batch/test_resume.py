"""What a try of a batch takes over from earlier ones, and what it says of answers that it cannot use."""

from __future__ import annotations

import base64
import json
import logging
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from airflow_provider.api.requests import ExtractRequest
from airflow_provider.errors import ResultError, ServerError
from airflow_provider.spend import STATE_KEY
from tests.batch.service import SCHEMA, links, page, refusal, rows
from tests.serving import answer
from tests.state.noise import dense
from tests.state.words import lost

Build = Callable[..., Any]
FAILING = links(6)[4]


def half_done(batch: Build, act: Callable[[str], Any] = page, **arguments: Any) -> Any:
    """Return a batch of 6 that has failed at its fifth page, and wrote each answer by itself."""
    task = batch(
        lambda link, asked: refusal(500) if asked == 1 and link == FAILING else act(link),
        links=links(6),
        concurrency=1,
        **arguments,
    )
    with pytest.raises(ServerError):
        task.run(on_item_error="fail")
    return task


@pytest.fixture
def said(caplog: pytest.LogCaptureFixture) -> Callable[[], list[str]]:
    """Return the warnings of this package, but for those of failed items."""
    return lambda: [
        record.getMessage()
        for record in caplog.records
        if record.levelno >= logging.WARNING
        and record.name.startswith("airflow_provider")
        and " items failed: " not in record.getMessage()
    ]


def entries(task: Any) -> list[list[Any]]:
    """Return fingerprint and content of each entry of the open part of the log."""
    content = zlib.decompressobj().decompress(base64.b64decode(task.store.get(STATE_KEY)["log"]["open"]))
    return [[line.split(b" ", 1)[0].decode(), json.loads(line.split(b" ", 1)[1])] for line in content.splitlines()]


def put(task: Any, found: list[list[Any]]) -> None:
    """Replace the log by the entries *found*."""
    lines = "".join(f"{name} {json.dumps(value)}\n" for name, value in found).encode()
    record = task.store.get(STATE_KEY)
    record["log"] = {"entries": len(found), "parts": 0, "open": base64.b64encode(zlib.compress(lines)).decode()}
    task.store.set(STATE_KEY, record)


def test_what_is_kept_of_an_item_is_its_answer_under_its_own_fingerprint(batch: Build) -> None:
    task = half_done(batch)

    request = ExtractRequest.build(link=links(1)[0], prompt="Every book", json_schema=SCHEMA)
    name, value = entries(task)[0]
    assert name == request.fingerprint(task.service.url)
    assert value == {"tokens": 2, "response": [{key: row for key, row in rows(links(1))[0].items() if key != "link"}]}


def test_a_part_that_is_missing_costs_its_answers_and_is_said_once(batch: Build, said: Any) -> None:
    def heavy(link: str) -> Any:
        return answer(200, {"response": [{"title": dense(30_000, link)}], "success": True})

    task = half_done(batch, heavy)
    assert len(task.store.values) > 3
    task.store.delete("content_ai_log_1")

    assert [row["title"] for row in task.run()] == [dense(30_000, link) for link in links(6)]
    assert task.manifest["resumed"] == 3
    assert said() == [lost(1)]
    assert task.usage["calls"] == task.service.sent.total() == 8


@pytest.mark.parametrize("wrong", [7, None, {"t": 1}, {}], ids=repr)
def test_answers_that_cannot_be_understood_are_said_once_and_asked_again(batch: Build, said: Any, wrong: Any) -> None:
    task = half_done(batch)
    put(
        task, [[name, {"response": wrong} if index < 2 else value] for index, (name, value) in enumerate(entries(task))]
    )

    assert task.run(dies=True) == rows(links(6))
    assert task.manifest["resumed"] == 2
    assert said() == [lost(2, f"that of {links(1)[0]}, for one: its response is damaged")]
    # Those that were paid for in their place are found, and nothing is said of the damaged ones any more.
    assert task.run() == rows(links(6))
    assert task.manifest["resumed"] == 6
    assert len(said()) == 1
    assert task.usage["calls"] == task.service.sent.total() == 9


def test_an_answer_with_a_field_more_is_used(batch: Build, said: Any) -> None:
    task = half_done(batch)
    put(task, [[name, value | {"language": "en"}] for name, value in entries(task)])

    assert task.run() == rows(links(6))
    assert task.manifest["resumed"] == 4
    assert said() == []


def test_what_others_of_the_task_have_kept_is_passed_over(batch: Build, said: Any) -> None:
    task = half_done(batch)
    others = [["+" + entries(task)[0][0], {"response": "x"}], ["=", [0]], ["-", "x"], ["f", {"overflow": 7}]]
    put(task, others + entries(task) + others)

    assert task.run() == rows(links(6))
    assert task.manifest["resumed"] == 4
    assert said() == []


def test_an_overflow_file_that_is_gone_costs_its_answer_and_is_said_once(
    batch: Build, tmp_path: Path, said: Any
) -> None:
    def huge(link: str) -> Any:
        return answer(200, {"response": [{"title": dense(90_000, link)}], "success": True})

    task = half_done(batch, huge, result_path=f"{tmp_path}/rows.jsonl")
    files = sorted((tmp_path / "rows.jsonl.parts").iterdir())
    assert len(files) == 4
    for file in files[:2]:
        file.unlink()

    task.run()

    assert task.manifest["resumed"] == 2
    assert len(said()) == 1
    assert said()[0].startswith("2 paid answers of earlier tries cannot be used: that of https://example.com/")
    assert "is not there. What was paid" in said()[0]
    assert [file.name for file in tmp_path.iterdir()] == ["rows.jsonl"]
    assert task.service.sent.total() == 9


def test_an_overflow_file_that_cannot_be_read_for_now_is_not_paid_for_again(batch: Build, tmp_path: Path) -> None:
    def huge(link: str) -> Any:
        return answer(200, {"response": [{"title": dense(90_000, link)}], "success": True})

    task = half_done(batch, huge, result_path=f"{tmp_path}/rows.jsonl")
    first = min((tmp_path / "rows.jsonl.parts").iterdir())
    content = first.read_bytes()
    first.unlink()
    # What a storage that is away looks like: there, and not to be read.
    first.mkdir()

    with pytest.raises(ResultError, match="Nothing was sent"):
        task.run()
    assert task.service.sent.total() == 5
    assert task.usage["calls"] == 5

    first.rmdir()
    first.write_bytes(content)
    task.run()
    assert task.manifest["resumed"] == 4
    assert task.service.sent.total() == 7


def test_a_record_of_the_future_is_one_warning_and_everything_is_asked_again(batch: Build, said: Any) -> None:
    task = half_done(batch)
    task.store.set(STATE_KEY, task.store.get(STATE_KEY) | {"version": 3})

    assert task.run() == rows(links(6))
    assert task.manifest["resumed"] == 0
    assert len(said()) == 1
    assert "Its 5 calls stay counted" in said()[0]
    assert task.usage["calls"] == task.service.sent.total() == 11


@pytest.mark.parametrize("log", [7, {"entries": None, "parts": 0, "open": ""}, {}], ids=repr)
def test_a_log_that_is_damaged_as_a_whole_is_one_warning(batch: Build, said: Any, log: Any) -> None:
    task = half_done(batch)
    task.store.set(STATE_KEY, task.store.get(STATE_KEY) | {"log": log})

    assert task.run() == rows(links(6))
    assert len(said()) == 1
    assert "The spend record of this task is damaged: log" in said()[0]
    assert task.usage["calls"] == task.service.sent.total() == 11


@pytest.mark.parametrize("at", range(1, 14))
def test_a_store_that_fails_at_any_write_loses_no_answer_that_was_in(
    batch: Build, monkeypatch: pytest.MonkeyPatch, at: int
) -> None:
    task = batch(links=links(6), concurrency=2)
    written, tried = task.store.set, 0

    def fail_once(*given: Any, **more: Any) -> None:
        nonlocal tried
        tried += 1
        if tried == at:
            raise ConnectionError("the state store is away")
        written(*given, **more)

    monkeypatch.setattr(task.store, "set", fail_once)
    try:
        task.run()
    except ConnectionError:
        assert task.run() == rows(links(6))

    assert set(task.service.sent.values()) == {1}
    assert task.usage["calls"] == 6
    assert task.usage["unconfirmed_calls"] == 0


def first_version(task: Any, **journal: Any) -> None:
    """Leave what version 0.1 leaves of a batch that was half done."""
    from airflow_provider.state.first_version import journal_fingerprint

    request = ExtractRequest.build(link=links(1)[0], prompt="Every book", json_schema=SCHEMA)
    lines = [
        f"{index} {json.dumps([2, [{name: row[name] for name in SCHEMA}]])}\n"
        for index, row in enumerate(rows(links(4)))
    ]
    whole = {
        "fingerprint": journal_fingerprint(links(6), request, task.service.url),
        "parts": 0,
        "open": base64.b64encode(zlib.compress("".join(lines).encode())).decode(),
    }
    task.store.set(STATE_KEY, {"calls": 4, "tokens": 8, "tries": 1, "last_try": 1, "journal": whole | journal})


def test_the_journal_of_the_first_version_is_taken_over(batch: Build, said: Any) -> None:
    task = batch(links=links(6))
    first_version(task)

    assert task.run() == rows(links(6))
    assert task.manifest["resumed"] == 4
    assert (task.usage["calls"], task.usage["tokens"]) == (6, 12)
    assert said() == []
    assert set(task.store.values) == {STATE_KEY}
    assert "journal" not in task.store.get(STATE_KEY)


def test_it_is_taken_over_again_by_the_try_after(batch: Build) -> None:
    task = batch(lambda link, asked: refusal(500) if asked == 1 and link == FAILING else page(link), links=links(6))
    first_version(task)
    with pytest.raises(ServerError):
        task.run(on_item_error="fail", concurrency=1)

    assert task.run() == rows(links(6))
    assert set(task.service.sent.values()) == {1, 2}
    assert task.service.sent.total() == 3


LOST: dict[str, tuple[dict[str, Any], str]] = {
    "other items": (
        {"fingerprint": "another"},
        "version 0.1 of the provider kept them for other items than those of this try",
    ),
    "damaged": ({"open": "###"}, "they are damaged or missing in the task state store"),
}


@pytest.mark.parametrize(("journal", "why"), LOST.values(), ids=LOST)
def test_a_journal_of_the_first_version_that_cannot_be_used_is_one_warning(
    batch: Build, said: Any, journal: dict[str, Any], why: str
) -> None:
    task = batch(links=links(6))
    first_version(task, **journal)

    assert task.run() == rows(links(6))
    assert said() == [lost(4, why)]
    assert (task.manifest["resumed"], task.usage["calls"]) == (0, 10)


@pytest.mark.parametrize("entry", ["-1 [2, []]", "6 [2, []]", "99 [2, []]"])
def test_an_entry_for_an_item_that_is_not_there_is_passed_over(batch: Build, entry: str) -> None:
    task = batch(links=links(6))
    first_version(task, open=base64.b64encode(zlib.compress(f"{entry}\n".encode())).decode())

    assert task.run() == rows(links(6))
    assert task.manifest["resumed"] == 0


def test_an_entry_that_cannot_be_understood_is_asked_again_and_said(batch: Build, said: Any) -> None:
    task = batch(links=links(6))
    first_version(task, open=base64.b64encode(zlib.compress(b"0 [2, 7]\n1 {}\n2 [2]\n")).decode())

    assert task.run() == rows(links(6))
    assert task.manifest["resumed"] == 0
    assert len(said()) == 1
    assert said()[0].startswith("3 paid answers of earlier tries cannot be used: that of https://example.com/0, ")
