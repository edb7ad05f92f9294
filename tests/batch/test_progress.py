"""What a batch stores of its progress while it runs, for the Spend page to show."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from airflow_provider.batch import engine
from airflow_provider.spend import STATE_KEY
from tests.batch.service import links, page, refusal
from tests.standins import MemoryStore

Build = Callable[..., Any]


class Watched(MemoryStore):
    """A store that remembers what the record said of the progress with each write."""

    def __init__(self) -> None:
        super().__init__()
        self.progress: list[dict[str, Any] | None] = []

    def set(self, key: str, value: Any, *, retention: Any = None) -> None:
        super().set(key, value, retention=retention)
        if key == STATE_KEY:
            self.progress.append(value.get("progress"))


def test_a_running_batch_tells_how_far_it_is_and_one_that_is_over_does_not(
    batch: Build, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "PROGRESS_SECONDS", 0.05)
    bad = links(6)[2]
    task = batch(lambda link, _: refusal(404) if link == bad else page(link), links=links(6), concurrency=2, delay=0.2)
    task.store = Watched()

    task.run()

    told = [one for one in task.store.progress if one is not None]
    assert told[0] == {"total": 6, "done": 0, "failed": 0, "in_flight": 0, "seconds_left": None, "at": told[0]["at"]}
    assert max(one["in_flight"] for one in told) == 2
    assert max(one["failed"] for one in told) == 1
    assert [one["done"] for one in told] == sorted(one["done"] for one in told)
    assert any(one["seconds_left"] is not None and 0 < one["seconds_left"] < 10 for one in told)
    assert task.store.progress[-1] is None


def test_a_retry_forgets_the_progress_of_the_try_before(batch: Build) -> None:
    task = batch(links=links(2))
    stale = {"total": 9, "done": 1, "failed": 0, "in_flight": 1, "seconds_left": None, "at": 0.0}
    task.store = Watched()
    task.store.set(STATE_KEY, {"version": 2, "calls": 0, "unconfirmed_calls": 0, "progress": stale})

    task.run()

    assert stale not in task.store.progress[1:]
    assert task.store.progress[-1] is None
