"""One try of a batch after another: stopped, timed out, told to end, without a store, cleared, changed."""

from __future__ import annotations

import json
import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from airflow.sdk.exceptions import AirflowSkipException, AirflowTaskTimeout
from airflow.sdk.execution_time.timeout import timeout

from airflow_provider.batch import engine
from airflow_provider.errors import BatchStoppedError, BudgetExceededError, NothingSucceededError, ServerError
from airflow_provider.operators import ExtractBatchOperator
from tests.batch.service import links, page, refusal, rows
from tests.serving import Act, answer, hang
from tests.standins import MemoryStore, TaskInstance, execute, succeed

Build = Callable[..., Any]


@contextmanager
def told_to_end(task: Any, after: float | str) -> Iterator[None]:
    """Signal what Airflow does at SIGTERM, *after* so many seconds or once this link has been asked once more."""
    asked = 0 if isinstance(after, float) else task.service.sent[after]
    before = signal.signal(signal.SIGUSR1, lambda *_: task.ti.task.on_kill())
    over = threading.Event()

    def tell() -> None:
        if isinstance(after, float):
            over.wait(after)
        else:
            while task.service.sent[after] == asked and not over.wait(0.01):
                pass
        if not over.is_set():
            os.kill(os.getpid(), signal.SIGUSR1)

    thread = threading.Thread(target=tell)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()
        signal.signal(signal.SIGUSR1, before)


def test_no_item_gives_no_row_and_sends_nothing(batch: Build, tmp_path: Path) -> None:
    task = batch(links=[])

    assert task.run() == []
    assert task.manifest["items"] == 0
    for suffix in ("parquet", "csv", "jsonl"):
        assert batch(links=[], result_path=f"{tmp_path}/none.{suffix}").run() == f"{tmp_path}/none.{suffix}"
    assert list(pd.read_parquet(f"{tmp_path}/none.parquet")) == ["link", "title", "price"]
    assert list(pd.read_csv(f"{tmp_path}/none.csv")) == ["link", "title", "price"]
    assert (tmp_path / "none.jsonl").read_text() == ""
    assert batch(links=[], output_format="dataframe").run().shape == (0, 3)


def test_one_item_needs_one_of_many_places(batch: Build) -> None:
    assert batch(links=links(1), concurrency=256).run() == rows(links(1))


def test_a_budget_is_never_exceeded_and_what_it_paid_for_is_kept(batch: Build) -> None:
    task = batch(links=links(50), concurrency=16, budget={"calls": 10, "scope": "task"})

    with pytest.raises(BudgetExceededError):
        task.run()

    assert task.service.sent.total() == 10
    assert (task.usage["calls"], task.usage["unconfirmed_calls"]) == (10, 0)
    assert task.run(budget=None) == rows(links(50))
    assert task.service.sent.total() == 50


def test_a_budget_that_skips_keeps_what_it_paid_for(batch: Build) -> None:
    task = batch(links=links(50), concurrency=16, budget={"calls": 10, "scope": "task", "on_exceed": "skip"})

    with pytest.raises(AirflowSkipException):
        task.run()

    assert (task.service.sent.total(), task.manifest["succeeded"]) == (10, 10)


@pytest.mark.clock
def test_told_to_end_a_batch_keeps_what_comes_and_counts_what_does_not(batch: Build) -> None:
    ill = [True]

    def act(link: str, asked: int) -> Act:
        return hang if ill and link.endswith(("5", "6")) else page(link)

    task = batch(act, delay=0.05, links=links(400), concurrency=10)

    began = time.monotonic()
    with told_to_end(task, 0.6), pytest.raises(BatchStoppedError):
        task.run()

    assert time.monotonic() - began < 0.6 + engine.GRACE_SECONDS + 5
    hung = sum(link.endswith(("5", "6")) for link in task.service.sent)
    sent = task.service.sent.total()
    assert hung
    assert (task.usage["calls"], task.usage["unconfirmed_calls"]) == (sent - hung, hung)
    assert task.manifest["succeeded"] == sent - hung
    ill.clear()
    assert task.run() == rows(links(400))
    assert task.manifest["resumed"] == sent - hung
    twice = [link for link, times in task.service.sent.items() if times > 1]
    assert all(link.endswith(("5", "6")) for link in twice)


def test_told_to_end_before_it_began_a_batch_sends_nothing(batch: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    task = batch(links=links(20))
    # The signal comes while the items are checked.
    monkeypatch.setattr(ExtractBatchOperator, "check_arguments", ExtractBatchOperator.on_kill)

    with pytest.raises(BatchStoppedError):
        task.run()

    assert task.service.sent.total() == 0


def test_told_to_end_while_the_rows_are_written_a_batch_writes_them(batch: Build, tmp_path: Path) -> None:
    class Slow(ExtractBatchOperator):
        def written(self, batch: Any) -> Any:
            self.on_kill()
            return super().written(batch)

    task = batch(links=links(5), result_path=f"{tmp_path}/rows.jsonl")
    task.run()
    operator = Slow(task_id="t", **task.arguments)

    assert execute(operator, MemoryStore(), TaskInstance()) == f"{tmp_path}/rows.jsonl"


@pytest.mark.parametrize("delay", [0.0, 0.05])
def test_a_timeout_of_the_task_ends_the_batch_wherever_it_strikes(batch: Build, delay: float) -> None:
    def act(link: str, _: int) -> Act:
        if len(task.service.links) == 100:
            # Not from the start: a busy machine may take long to read 20,000 items.
            signal.setitimer(signal.ITIMER_REAL, 0.5)
        return page(link)

    task = batch(act, delay=delay, links=links(20_000), concurrency=16)

    with pytest.raises(AirflowTaskTimeout), timeout(600):
        task.run()

    sent = task.service.sent.total()
    assert 0 < sent < 20_000
    assert task.usage["calls"] + task.usage["unconfirmed_calls"] == sent
    assert task.manifest["succeeded"] == task.usage["calls"]


def test_a_store_that_fails_stops_the_batch_and_costs_at_most_what_was_in_flight(batch: Build) -> None:
    def act(link: str, _: int) -> Act:
        if len(task.service.links) == 100:
            task.store.failing.add("set")
        return page(link)

    task = batch(act, delay=0.02, links=links(300), concurrency=12)

    with pytest.raises(ConnectionError):
        task.run()

    sent = task.service.sent.total()
    assert 12 < sent < 300
    task.store.failing.clear()
    assert task.run() == rows(links(300))
    assert task.service.sent.total() - 300 <= 12
    assert task.usage["calls"] + task.usage["unconfirmed_calls"] == task.service.sent.total()
    assert task.usage["unconfirmed_calls"] == task.service.sent.total() - 300


def test_a_store_that_fails_for_a_moment_loses_nothing(batch: Build, monkeypatch: pytest.MonkeyPatch) -> None:
    task = batch(delay=0.05, links=links(100), concurrency=10)
    written = task.store.set

    def fail_once(*given: Any, **more: Any) -> None:
        if task.store.writes == 6:
            task.store.writes += 1
            raise ConnectionError("the state store is away")
        written(*given, **more)

    monkeypatch.setattr(task.store, "set", fail_once)

    with pytest.raises(ConnectionError):
        task.run()

    assert task.run() == rows(links(100))
    assert set(task.service.sent.values()) == {1}


def test_a_kill_after_delivery_costs_nothing(batch: Build) -> None:
    task = batch(links=links(30))
    task.run(dies=True)

    assert task.run() == rows(links(30))
    assert task.service.sent.total() == 30
    assert task.manifest["resumed"] == 30
    assert list(task.store.values) == ["content_ai_spend"]
    assert "log" not in task.store.get("content_ai_spend")


def test_who_clears_a_finished_task_gets_fresh_pages(batch: Build) -> None:
    task = batch(links=links(30))
    task.run()
    task.clear()

    assert task.run() == rows(links(30))
    assert task.service.sent.total() == 60
    assert task.usage["calls"] == 60


class Unreachable(TaskInstance):
    """A task instance whose result cannot be pushed."""

    def xcom_push(self, key: str, value: Any) -> None:
        if key == "return_value":
            raise ConnectionError("the API server is away")
        super().xcom_push(key, value)


ENDS: dict[str, Callable[[Any], None]] = {
    "killed after delivery": lambda task: task.run(dies=True),
    "marked as failed as it ended": lambda task: (task.run(dies=True), succeed(task.ti, recorded="failed")),
    "its result refused": lambda task: task.run(Unreachable),
}


@pytest.mark.parametrize("end", ENDS)
def test_who_clears_a_task_that_failed_after_it_had_delivered_pays_nothing(batch: Build, end: str) -> None:
    task = batch(links=links(24))
    with suppress(ConnectionError):
        ENDS[end](task)
    task.clear()

    assert task.run() == rows(links(24))
    assert task.manifest["resumed"] == 24
    assert task.service.sent.total() == 24
    assert task.usage["calls"] == 24


def test_who_clears_a_failed_task_pays_only_for_what_is_missing(batch: Build) -> None:
    task = batch(
        lambda link, asked: refusal(500) if asked == 1 and link.endswith("/7") else page(link), links=links(30)
    )
    with pytest.raises(ServerError):
        task.run(on_item_error="fail", concurrency=1)
    task.clear()

    assert task.run() == rows(links(30))
    assert task.manifest["resumed"] == 7
    assert task.service.sent.total() == 31


def half_done(batch: Build, **arguments: Any) -> Any:
    """Return a batch of 30 that has failed at its tenth page."""
    task = batch(
        lambda link, asked: refusal(500) if asked == 1 and link == links(10)[9] else page(link),
        links=links(30),
        concurrency=1,
        **arguments,
    )
    with pytest.raises(ServerError):
        task.run(on_item_error="fail")
    return task


@pytest.mark.parametrize(
    "changed",
    [{"prompt": "Every author"}, {"json_schema": {"title": "string"}}, {"delay": 1}],
    ids=lambda changed: next(iter(changed)),
)
def test_what_is_asked_otherwise_is_asked_anew(batch: Build, changed: dict[str, Any]) -> None:
    task = half_done(batch)

    task.run(on_item_error="continue", **changed)

    assert task.manifest["resumed"] == 0
    assert min(task.service.sent[link] for link in links(9)) == 2


LISTS: dict[str, list[str]] = {
    "one more": links(31),
    "one more in front": [*reversed(links(31))],
    "fewer": links(30)[5:],
    "in another order": [*links(30)[15:], *reversed(links(30)[:15])],
    "others among them": [f"{link}{end}" for link in links(12) for end in ("", "/new")],
    "repeated": [*links(9), *links(12)],
    "only new ones": [f"{link}/new" for link in links(3)],
}


@pytest.mark.parametrize("changed", LISTS.values(), ids=LISTS)
def test_items_that_are_still_in_a_changed_list_keep_their_answers(batch: Build, changed: list[str]) -> None:
    task = half_done(batch)
    answered = set(links(9))

    assert task.run(links=changed) == rows(changed)
    assert task.manifest["resumed"] == sum(link in answered for link in changed)
    assert {task.service.sent[link] for link in answered} == {1}
    assert task.usage["calls"] == task.service.sent.total()


def test_a_list_that_is_changed_back_finds_all_its_answers(batch: Build) -> None:
    task = half_done(batch)
    task.run(on_item_error="continue", links=links(12)[6:], dies=True)

    assert task.run(links=links(12)) == rows(links(12))
    assert set(task.service.sent.values()) == {1, 2}
    assert [link for link, times in task.service.sent.items() if times == 2] == [links(10)[9]]


def noise(size: int, seed: str) -> str:
    return random.Random(seed).randbytes(size // 2).hex()


def heavy(link: str, size: int = 20_000) -> Act:
    """Answer with text that hardly compresses."""
    return answer(200, {"response": [{"title": noise(size, link)}], "success": True})


def test_no_value_in_the_store_is_over_60_kilobytes_and_all_are_gone_at_the_end(batch: Build) -> None:
    task = batch(lambda link, asked: hang if asked == 1 and link.endswith("/90") else heavy(link), links=links(120))
    with told_to_end(task, links(91)[90]), pytest.raises(BatchStoppedError):
        task.run()
    stored = task.sizes()

    assert len(stored) > 10
    assert max(stored) < 60_000
    assert [row["title"] for row in task.run(max_xcom_bytes=10**8)] == [noise(20_000, link) for link in links(120)]
    assert set(task.service.sent.values()) <= {1, 2}
    assert list(task.store.values) == ["content_ai_spend"]


def test_parts_of_answers_to_items_that_are_gone_are_deleted_too(batch: Build) -> None:
    task = batch(lambda link, asked: hang if link.endswith("/50") else heavy(link), links=links(60))
    with told_to_end(task, links(51)[50]), pytest.raises(BatchStoppedError):
        task.run()
    first = len(task.store.values)
    assert first > 5
    with told_to_end(task, links(51)[50]), pytest.raises(BatchStoppedError):
        task.run(links=links(60)[50:])
    assert len(task.store.values) >= first

    task.run(links=links(3))

    assert list(task.store.values) == ["content_ai_spend"]
    assert task.manifest["resumed"] == 3


def test_a_huge_answer_waits_beside_the_result_over_a_retry(batch: Build, tmp_path: Path) -> None:
    def act(link: str, asked: int) -> Act:
        return refusal(500) if asked == 1 and link.endswith("/4") else heavy(link, 3_000_000)

    path = f"{tmp_path}/rows.jsonl"
    task = batch(act, links=links(6), result_path=path)
    with pytest.raises(ServerError):
        task.run(on_item_error="fail", concurrency=1)
    assert len(list((tmp_path / "rows.jsonl.parts").iterdir())) == 4

    assert task.run(on_item_error="continue") == path
    assert task.manifest["resumed"] == 4
    assert task.service.sent.total() == 7
    assert [file.name for file in tmp_path.iterdir()] == ["rows.jsonl"]
    with Path(path).open() as lines:
        assert [json.loads(line)["title"] for line in lines] == [noise(3_000_000, link) for link in links(6)]


def test_a_huge_answer_that_is_on_its_way_to_its_place_is_not_lost_when_the_batch_stops(
    batch: Build, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from airflow_provider.batch import overflow

    written = overflow._write
    monkeypatch.setattr(overflow, "_write", lambda *given: (time.sleep(0.8), written(*given)))

    def act(link: str, asked: int) -> Act:
        return refusal(500) if asked == 1 and link.endswith("/1") else heavy(link, 200_000)

    task = batch(act, delay=0.2, links=links(2), result_path=f"{tmp_path}/rows.jsonl")
    task.service._delay = 0.1
    with pytest.raises(ServerError):
        task.run(on_item_error="fail", concurrency=2)

    task.run()
    assert task.service.sent[links(2)[0]] == 1


def test_the_last_failures_are_in_a_file_once_they_are_many(batch: Build, tmp_path: Path) -> None:
    task = batch(lambda *_: refusal(404), links=links(150), result_path=f"{tmp_path}/rows.jsonl")

    with pytest.raises(NothingSucceededError):
        task.run()

    assert len(task.manifest["failures"]) == 100
    lines = Path(task.manifest["failures_path"]).read_text().splitlines()
    assert len({json.loads(line)["link"] for line in lines}) == 150
    assert task.manifest["failed"] == 150


@pytest.mark.parametrize(("most", "fails"), [(3, False), (2, True), (0.1, False), (0.05, True), (0, True)])
def test_max_failures_is_a_number_or_a_share(batch: Build, most: float, *, fails: bool) -> None:
    from airflow_provider.errors import TooManyFailuresError

    task = batch(lambda link, _: refusal(404) if link.endswith("3") else page(link), links=links(30), max_failures=most)

    if fails:
        with pytest.raises(TooManyFailuresError, match="max_failures"):
            task.run()
    else:
        assert len(task.run()) == 27
