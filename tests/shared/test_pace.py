"""Turns to send, on a real Redis: how many in a minute, and nobody while the service wants to be left alone."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from airflow_provider.errors import LimitsUnavailableError, RateLimitError
from airflow_provider.shared import pace as pace_module
from airflow_provider.shared.connection import store_of
from airflow_provider.shared.pace import GatheredPace, SharedPace
from airflow_provider.shared.store import Store
from tests.redis_server import Way, forget, wait_until

pytestmark = pytest.mark.redis

FAST = 6_000.0
INTERVAL = 62 / FAST


@pytest.fixture
def paced(store: Store, name: str) -> Callable[..., SharedPace]:
    """Return the pace of one more worker that uses the connection."""

    def join(per_minute: float | None = FAST, max_wait: float = 60.0) -> SharedPace:
        return SharedPace(store, name=name, per_minute=per_minute, max_wait=max_wait)

    return join


def test_workers_together_get_no_more_turns_than_one_alone(paced: Callable[..., SharedPace]) -> None:
    taken: list[float] = []
    began = time.monotonic()

    def work(pace: SharedPace) -> None:
        for _ in range(20):
            pace.wait()
            taken.append(time.monotonic())

    workers = [threading.Thread(target=work, args=(paced(),)) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    assert len(taken) == 80
    assert max(taken) - began >= 79 * INTERVAL


def test_many_calls_on_one_event_loop_get_their_turns_one_after_the_other(paced: Callable[..., SharedPace]) -> None:
    async def take() -> float:
        with ThreadPoolExecutor(1) as executor:
            pace = GatheredPace(paced(), executor)
            began = time.monotonic()
            await asyncio.gather(*(pace.turn() for _ in range(50)))
            return time.monotonic() - began

    assert asyncio.run(take()) >= 49 * INTERVAL


def test_without_a_limit_nobody_waits_for_a_turn(paced: Callable[..., SharedPace]) -> None:
    turns, pause = paced(None).ask(100)

    assert (len(turns), pause) == (100, 0.0)
    assert all(turn.at <= time.monotonic() for turn in turns)


def test_turns_are_not_handed_out_far_ahead(paced: Callable[..., SharedPace]) -> None:
    # One turn in nine seconds: of the next ten, two.
    turns, _ = paced(62 / 9).ask(200)

    assert len(turns) == 2
    rest, pause = paced(62 / 9).ask(1)
    assert rest == []
    assert pause > 0


def test_the_pause_that_one_worker_is_asked_for_holds_for_all(paced: Callable[..., SharedPace]) -> None:
    told, other = paced(None), paced(None)

    began = time.monotonic()
    told.limited(0.5)
    other.wait()

    assert time.monotonic() - began >= 0.5


def test_turns_that_were_handed_out_before_a_pause_are_void(paced: Callable[..., SharedPace]) -> None:
    told, other = paced(), paced()
    turns, _ = other.ask(3)

    told.limited(0.0)

    assert not any(other.holds(turn) for turn in turns)


def test_a_shorter_pause_does_not_end_a_longer_one(paced: Callable[..., SharedPace]) -> None:
    told, other = paced(None), paced(None)
    told.limited(100)
    told.limited(0.01)

    with pytest.raises(RateLimitError) as raised:
        other.wait()

    assert raised.value.retry_after == pytest.approx(100, abs=40)


def test_a_pause_that_is_too_long_to_wait_for_is_airflows_business(paced: Callable[..., SharedPace]) -> None:
    paced().limited(90)

    with pytest.raises(RateLimitError, match=r"longer than max_wait \(60 s\). Nothing was sent."):
        paced().wait()


def test_a_turn_that_has_passed_is_not_used(paced: Callable[..., SharedPace], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace_module, "FRESH_SECONDS", 60)
    turn = paced().wait()
    assert turn.is_fresh

    monkeypatch.setattr(pace_module, "FRESH_SECONDS", 0.05)
    time.sleep(0.06)

    assert not turn.is_fresh


def test_a_redis_that_lost_everything_hands_out_turns_anew(paced: Callable[..., SharedPace], name: str) -> None:
    paced(60).ask(10)
    forget(name)

    turns, _ = paced(60).ask(1)

    assert len(turns) == 1


def test_without_redis_no_turn_is_given(way: Way, name: str) -> None:
    pace = SharedPace(store_of(way.url, required=True), name=name, per_minute=FAST, max_wait=60)
    pace.wait()
    way.cut()

    with pytest.raises(LimitsUnavailableError, match=r"cannot be asked .* Nothing was sent"):
        pace.wait()

    way.restore()
    assert pace.wait().is_fresh


def test_a_redis_that_is_paused_is_waited_for_and_then_missed(
    way: Way, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from airflow_provider.shared import connection

    monkeypatch.setattr(connection, "SECONDS", 0.5)
    pace = SharedPace(store_of(way.url, required=True), name=name, per_minute=FAST, max_wait=60)
    pace.wait()

    way.block()
    before = way.connections
    with ThreadPoolExecutor(1) as meanwhile:
        # It has given up a first time, and asks again.
        meanwhile.submit(lambda: (wait_until(lambda: way.connections > before), way.restore()))
        assert pace.wait().is_fresh

    way.block()
    with pytest.raises(LimitsUnavailableError, match="Timeout"):
        pace.wait()


def test_a_process_that_may_go_on_without_redis_keeps_the_limit_by_itself(
    way: Way, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    pace = SharedPace(store_of(way.url, required=False), name=name, per_minute=600, max_wait=60)
    way.cut()

    began = time.monotonic()
    for _ in range(4):
        assert pace.wait().is_fresh

    assert time.monotonic() - began >= 0.3
    assert [record.levelname for record in caplog.records] == ["WARNING"]


def test_a_pause_that_cannot_be_told_to_others_is_a_warning(
    way: Way, name: str, caplog: pytest.LogCaptureFixture
) -> None:
    pace = SharedPace(store_of(way.url, required=True), name=name, per_minute=None, max_wait=60)
    way.cut()

    pace.limited(5)

    wait_until(lambda: caplog.records)
    assert "could not be told" in caplog.text
