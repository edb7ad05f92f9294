"""Many tasks on several workers, each a process: a budget is kept to the call, and a rate to the minute."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest

from tests.batch.service import Service, page, refusal
from tests.redis_server import URL, Way, forget, wait_until
from tests.shared.spending import Worker, play
from tests.standins import KEY

pytestmark = pytest.mark.redis

TASKS = 64
CALLS = 100
SLOW_ENOUGH = 0.02


@pytest.fixture(scope="module")
def workers() -> Iterator[list[Worker]]:
    started = [Worker.start() for _ in range(2)]
    yield started
    for worker in started:
        worker.close()


@pytest.fixture
def service() -> Iterator[Callable[..., Service]]:
    running: list[Service] = []

    def start(*act: Any, **how: Any) -> Service:
        running.append(Service(*act, **how))
        return running[-1]

    yield start
    for one in running:
        one.close()


def _told(service: Service, name: str, budget: dict[str, Any], calls: int = 3, **more: Any) -> dict[str, Any]:
    settings = {"base_url": service.url, "token": KEY, "shared": URL, "timeout": 60, "connect_timeout": 60, **more}
    return {"run": name, "budget": budget, "calls": calls, "settings": settings}


@pytest.mark.parametrize("turn", range(5))
def test_the_tasks_of_a_run_send_exactly_as_many_calls_as_are_allowed(
    workers: list[Worker], service: Callable[..., Service], name: str, turn: int
) -> None:
    served = service(delay=SLOW_ENOUGH)

    came_to = play(workers, tasks=TASKS, **_told(served, name, {"calls": CALLS}))

    assert served.sent.total() == CALLS
    assert sum(one["calls"] for one in came_to) == CALLS
    stopped = [one["stopped"] for one in came_to if one["stopped"]]
    assert stopped
    assert all(said.startswith("100 calls spent of 100 allowed") for said in stopped)


def test_a_budget_in_money_is_never_exceeded(workers: list[Worker], service: Callable[..., Service], name: str) -> None:
    served = service(delay=SLOW_ENOUGH)
    prices = {"currency": "EUR", "extract": {"per_call": 0.03}}

    play(workers, tasks=TASKS, **_told(served, name, {"cost": 1}, prices=prices))

    assert served.sent.total() == 33


def test_calls_that_are_not_billed_leave_their_places_to_others(
    workers: list[Worker], service: Callable[..., Service], name: str
) -> None:
    served = service(lambda link, _: page(link) if link.endswith("/0") else refusal(400), delay=SLOW_ENOUGH)

    came_to = play(workers, tasks=30, **_told(served, name, {"calls": 30}))

    assert sum(one["calls"] for one in came_to) == 30


def test_a_day_is_shared_by_runs(workers: list[Worker], service: Callable[..., Service], name: str) -> None:
    served = service(delay=SLOW_ENOUGH)
    budget = {"calls": 10, "scope": "day", "name": name}

    for run in ("first", "second"):
        play(workers, tasks=8, **_told(served, f"{name}-{run}", budget))

    assert served.sent.total() == 10


def test_a_worker_that_is_killed_has_the_others_send_no_more_than_is_allowed(
    service: Callable[..., Service], name: str
) -> None:
    served = service(delay=0.1)
    workers = [Worker.start() for _ in range(2)]
    try:
        told = _told(served, name, {"calls": CALLS}, timeout=3, connect_timeout=0.5)
        for place, worker in enumerate(workers):
            worker.begin(tasks=list(range(place, TASKS, 2)), **told)
        wait_until(lambda: served.sent.total() >= CALLS // 3)
        workers[0].process.kill()
        came_to = workers[1].end()
    finally:
        for worker in workers:
            worker.close()

    assert served.sent.total() <= CALLS
    # What was reserved and not sent is lost, for nobody can know that it was not.
    assert served.sent.total() >= CALLS - TASKS // 2
    assert all("100 calls" in one["stopped"] for one in came_to if one["stopped"])


def test_while_redis_is_away_nothing_is_sent_and_afterwards_all_is_well(
    workers: list[Worker], service: Callable[..., Service], name: str, way: Way
) -> None:
    served = service(delay=SLOW_ENOUGH)
    way.cut()
    told = _told(served, name, {"calls": 10}, calls=1, shared=way.url)

    came_to = play(workers, tasks=4, **told)

    assert served.sent.total() == 0
    assert all(one["stopped"].startswith("LimitsUnavailableError: Redis at 127.0.0.1:") for one in came_to)

    way.restore()
    play(workers, tasks=4, **told)
    assert served.sent.total() == 4


def test_redis_that_forgets_everything_in_the_middle_learns_from_those_who_run(
    workers: list[Worker], service: Callable[..., Service], name: str
) -> None:
    served = service(delay=0.05)
    for place, worker in enumerate(workers):
        worker.begin(tasks=[place], **_told(served, name, {"calls": 40}, calls=40))
    wait_until(lambda: served.sent.total() >= 20)
    forget(name)
    for worker in workers:
        worker.end()

    # Beyond it are at most the calls that were in flight, which Redis did not know of for a moment.
    assert 40 <= served.sent.total() <= 40 + len(workers)


def test_requests_of_all_workers_keep_one_rate(
    workers: list[Worker], service: Callable[..., Service], name: str
) -> None:
    served = service()

    began = time.monotonic()
    play(workers, tasks=20, **_told(served, name, {"calls": 999}, requests_per_minute=1_200))

    times = sorted(served.times)
    assert len(times) == 60
    interval = 62 / 1_200
    # A busy machine may be late with all of them, and waste turns; none comes before its turn.
    assert [number for number, at in enumerate(times) if at - began < number * interval] == []
    assert times[-1] - times[0] <= 59 * interval * 10


def test_the_429_of_one_worker_has_all_of_them_wait(
    workers: list[Worker], service: Callable[..., Service], name: str
) -> None:
    limited: list[float] = []

    def act(link: str, _: int) -> Any:
        if not limited and served.sent.total() > 30:
            limited.append(time.monotonic())
            return refusal(429, **{"Retry-After": "1"})
        return page(link)

    served = service(act, delay=SLOW_ENOUGH)
    play(workers, tasks=16, **_told(served, name, {"calls": 999}, calls=8))

    # Soon after it, what was on its way; then nobody, however late a busy machine is with either.
    after = [limited[0], *sorted(one for one in served.times if one > limited[0])]
    assert max(later - one for one, later in pairwise(after)) >= 0.5
