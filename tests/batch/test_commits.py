"""Group commit: one write for all that has gathered, and nothing counts as done that has not been written."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from airflow_provider.api.answers import TextAnswer, Usage
from airflow_provider.api.policy import Wait
from airflow_provider.api.requests import TextGenerationRequest
from airflow_provider.batch.commits import GroupCommit
from airflow_provider.errors import BudgetExceededError, NoAnswerError
from airflow_provider.spend import STATE_KEY, Budget
from airflow_provider.spend.ledger import Ledger
from airflow_provider.state import airflow_versions
from airflow_provider.state.kept import content_of
from tests.standins import MemoryStore, TaskInstance, context, settings
from tests.state.noise import dense

ASKED = TextGenerationRequest.build(messages="Hi", model="m-1")
SEVEN = TextAnswer(response="Hello", tokens=7)
FREE = settings()


class Held(MemoryStore):
    """A store whose writes wait until they are let through."""

    def __init__(self) -> None:
        super().__init__()
        self.open = threading.Event()
        self.open.set()
        self.begun = threading.Event()
        self.log: list[tuple[str, Any]] = []

    def set(self, key: str, value: Any, *, retention: Any = None) -> None:
        self.begun.set()
        assert self.open.wait(60)
        super().set(key, value, retention=retention)
        self.log.append((key, value))


async def begun(store: Held) -> None:
    """Return once a write has begun, which waits."""
    assert await asyncio.to_thread(store.begun.wait, 60)


Heard = list[tuple[str, Usage, float]]
Test = Callable[[GroupCommit], Awaitable[None]]


def within(test: Test, store: MemoryStore | None = None, budget: Budget | None = None) -> Heard:
    """Run *test* with the commits of a task, and return what was observed."""
    heard: Heard = []
    ledger = Ledger(context(MemoryStore() if store is None else store))

    async def main() -> None:
        commits = GroupCommit(ledger, budget=budget, observe=lambda *one: heard.append(one))
        try:
            await test(commits)
        finally:
            commits.close()

    asyncio.run(main())
    return heard


def test_what_is_said_stands_once_a_commit_after_it_has_returned() -> None:
    store = MemoryStore()

    async def test(commits: GroupCommit) -> None:
        commits.announce(ASKED, FREE)
        assert store.values == {}
        await commits.commit()
        assert store.get(STATE_KEY)["unconfirmed_calls"] == 1
        commits.settle(ASKED, SEVEN, FREE, seconds=0.5)
        commits.keep("f", content_of(SEVEN))
        await commits.commit()

    heard = within(test, store)

    assert store.writes == 2
    record = store.get(STATE_KEY)
    assert (record["calls"], record["unconfirmed_calls"], record["log"]["entries"]) == (1, 0, 1)
    assert heard == [("text_generation", Usage(calls=1, tokens=7, unpriced_calls=1), 0.5)]


def test_a_wait_and_a_failure_are_settled_and_only_what_ended_is_observed() -> None:
    async def test(commits: GroupCommit) -> None:
        for result in (Wait(1.0, "429"), NoAnswerError("x")):
            commits.announce(ASKED, FREE)
            commits.settle(ASKED, result, FREE, seconds=1.0)
        commits.announce(ASKED, FREE)
        commits.retract()
        assert commits.ledger.usage == Usage(unconfirmed_calls=1)

    assert within(test) == [("text_generation", Usage(unconfirmed_calls=1), 1.0)]


def test_all_that_gathers_while_a_write_is_under_way_is_written_in_one() -> None:
    store = Held()

    async def test(commits: GroupCommit) -> None:
        store.open.clear()
        commits.announce(ASKED, FREE)
        first = asyncio.create_task(commits.commit())
        await begun(store)
        later = []
        for _ in range(20):
            commits.announce(ASKED, FREE)
            later.append(asyncio.create_task(commits.commit()))
        # Time for a second write, if there were one.
        await asyncio.sleep(0.05)
        assert not first.done()
        store.open.set()
        await first
        assert not any(one.done() for one in later)
        await asyncio.gather(*later)

    within(test, store)

    assert [value["unconfirmed_calls"] for _, value in store.log] == [1, 21]


def test_an_answer_that_comes_while_its_part_is_written_is_in_the_next_write() -> None:
    store = Held()
    large = content_of(TextAnswer(response=dense(100_000)))

    async def test(commits: GroupCommit) -> None:
        store.open.clear()
        commits.keep("large", large)
        first = asyncio.create_task(commits.commit())
        await begun(store)
        commits.keep("larger", large)
        commits.keep("small", content_of(SEVEN))
        store.open.set()
        await first
        await commits.commit()

    within(test, store)

    found = [entry.fingerprint for entry in Ledger(context(store)).state.answers.read()]
    assert found == ["large", "larger", "small"]
    keys = [key for key, _ in store.log]
    assert len(set(keys)) == len(keys) - 1
    assert keys[-1] == STATE_KEY


def test_who_waits_for_a_write_that_fails_hears_of_it_and_the_next_one_makes_up_for_it() -> None:
    store = MemoryStore()

    async def test(commits: GroupCommit) -> None:
        store.failing = {"set"}
        commits.keep("large", content_of(TextAnswer(response=dense(100_000))))
        waiting = [asyncio.create_task(commits.commit()) for _ in range(3)]
        failures = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(failure) for failure in failures] == [ConnectionError] * 3
        store.failing = set()
        await commits.commit()

    within(test, store)

    assert [entry.fingerprint for entry in Ledger(context(store)).state.answers.read()] == ["large"]


def test_who_no_longer_waits_does_not_keep_the_others_waiting() -> None:
    store = Held()

    async def test(commits: GroupCommit) -> None:
        store.open.clear()
        commits.announce(ASKED, FREE)
        first, second = (asyncio.create_task(commits.commit()) for _ in range(2))
        await begun(store)
        first.cancel()
        await asyncio.sleep(0)
        store.open.set()
        await asyncio.wait_for(second, 60)
        assert first.cancelled()

    within(test, store)

    assert store.get(STATE_KEY)["unconfirmed_calls"] == 1


def test_a_budget_is_checked_before_a_call_is_announced() -> None:
    async def test(commits: GroupCommit) -> None:
        commits.announce(ASKED, FREE)
        with pytest.raises(BudgetExceededError):
            commits.announce(ASKED, FREE)
        assert commits.ledger.usage == Usage(unconfirmed_calls=1)

    within(test, budget=Budget(calls=1, scope="task"))


@pytest.mark.parametrize(("airflow", "first"), [("3.3.2", False), ("3.4.0", True)])
def test_where_a_clear_discards_the_state_each_write_is_published_before(
    monkeypatch: pytest.MonkeyPatch, airflow: str, *, first: bool
) -> None:
    monkeypatch.setattr(airflow_versions, "airflow_version", airflow)
    ti, store = TaskInstance(), MemoryStore()
    published: list[bool] = []

    class Watched(MemoryStore):
        def set(self, key: str, value: Any, *, retention: Any = None) -> None:
            published.append("content_ai_spend" in ti.xcoms)
            super().set(key, value, retention=retention)

    store = Watched()
    commits = GroupCommit(Ledger(context(store, ti)), budget=None, observe=lambda *_: None)

    async def test() -> None:
        commits.announce(ASKED, FREE)
        await commits.commit()

    asyncio.run(test())
    commits.close()

    assert published == [first]
