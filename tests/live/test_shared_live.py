"""A budget of a run, exact over the tasks of two Celery workers, also while their processes are killed."""

from __future__ import annotations

import contextlib
import os
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
import pytest

from tests.live.cluster import BROKERS, Cluster, celery
from tests.live.paid_service import PATIENCE, PaidService
from tests.live.paying import calls_in, page_of
from tests.redis_server import URL, forget

if TYPE_CHECKING:
    from dags_examples.run.rest import Run

pytestmark = pytest.mark.live

DAGS = Path(__file__).with_name("shared_dags")
TASKS, ALLOWED = 64, 100
EACH_WORKER = 4
ROUNDS, LONG_ROUNDS, KILLS = 3, 50, 4


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    folder = tmp_path_factory.mktemp("shared")
    # A machine with other work may be late with its heartbeats.
    env = {"AIRFLOW__SCHEDULER__TASK_INSTANCE_HEARTBEAT_TIMEOUT": "300"}
    with celery(folder, BROKERS["redis"], dags=DAGS, each=EACH_WORKER, env=env) as running:
        yield running
    forget("{run:sixty_four:")


class Round:
    """One run, with a service and a connection of its own."""

    def __init__(self, cluster: Cluster, *, delay: float) -> None:
        self.service = PaidService(delay=delay)
        self.cluster = cluster
        self.port = int(self.service.url.rpartition(":")[2])
        api, name = cluster.airflow.api, f"paid_{self.port}"
        # A call that is killed is waited for by the others until its lease has ended: a minute and this.
        extra = f'{{"shared": "{URL}", "timeout": 20, "connect_timeout": 5}}'
        connection = {"conn_type": "content_ai", "host": self.service.url, "password": "k", "extra": extra}
        api.put("connections", "connection_id", name, connection)
        self.run: Run = api.trigger("sixty_four", {"connection": name})

    @property
    def sent(self) -> int:
        return self.service.paid.total()

    def end(self) -> None:
        self.run.wait(timeout=2 * PATIENCE)
        self.service.close()

    def kill_one(self) -> bool:
        """Kill a process of one of the tasks that are at work, and say whether there was one."""
        found = [one for worker in self.cluster.workers.values() for one in _talking_to(self.port, below=worker.pid)]
        if not found:
            return False
        with contextlib.suppress(psutil.NoSuchProcess):
            random.choice(found).kill()
        return True


def _talking_to(port: int, *, below: int) -> Iterator[psutil.Process]:
    for process in psutil.Process(below).children(recursive=True):
        with contextlib.suppress(psutil.NoSuchProcess, psutil.AccessDenied):
            if any(one.raddr and one.raddr.port == port for one in process.net_connections("tcp")):
                yield process


@pytest.fixture(scope="module")
def rounds(cluster: Cluster) -> list[Round]:
    """Return runs that were started at once: the workers go from one to the next without a pause."""
    return [Round(cluster, delay=0.02) for _ in range(ROUNDS)]


@pytest.mark.celery
@pytest.mark.parametrize("number", range(ROUNDS))
def test_mapped_tasks_on_two_workers_send_exactly_what_the_budget_allows(
    cluster: Cluster, rounds: list[Round], number: int
) -> None:
    one = rounds[number]
    one.end()

    states = one.run.states()
    assert one.sent == ALLOWED
    assert len(states) == TASKS
    assert set(states.values()) == {"success", "skipped"}
    assert all("succeeded" in worker.log.read_text() for worker in cluster.workers.values())
    if number == 0:
        assert calls_in(page_of(one.run)["total"]) == ALLOWED


@pytest.mark.long
@pytest.mark.parametrize("number", range(LONG_ROUNDS))
def test_tasks_that_are_killed_never_have_it_exceeded(cluster: Cluster, number: int) -> None:
    one, kills = Round(cluster, delay=0.3), 0
    deadline = time.monotonic() + PATIENCE
    while kills < KILLS and one.sent < ALLOWED and time.monotonic() < deadline:
        time.sleep(random.uniform(0.2, 1.0))
        kills += one.kill_one()
    one.end()

    counted = calls_in(page_of(one.run)["total"])
    said = f"round {number}, process {os.getpid()}: {kills} kills, {one.sent} sent, {counted} counted"
    assert kills, said
    # A call that was killed between its place and its request counts, and was never sent.
    assert ALLOWED - kills <= one.sent <= ALLOWED, said
    assert ALLOWED - kills <= counted <= ALLOWED, said
