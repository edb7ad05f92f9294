"""Batches on a real scheduler: killed at any moment, told to end, cleared; the service counts every request."""

from __future__ import annotations

import json
import random
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
import pytest

from dags_examples.run.local_airflow import LocalAirflow
from dags_examples.run.processes import ended_by_signals
from tests.batch.service import Service, links, page, rows
from tests.live.scene import DAGS, ITEMS, Scene, check_after_kills
from tests.serving import Act, hang

if TYPE_CHECKING:
    from collections.abc import Iterator


pytestmark = pytest.mark.live


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    folder = tmp_path_factory.mktemp("links")
    env = {
        "BATCH_LINKS": str(folder),
        # A user's "mark as failed" reaches the task with its next heartbeat.
        "AIRFLOW__WORKERS__MIN_HEARTBEAT_INTERVAL": "1",
    }
    home = tmp_path_factory.mktemp("airflow")
    with ended_by_signals(), LocalAirflow(home, dags=[DAGS], env=env, parallelism=2) as airflow:
        running = Scene(airflow, folder)
        yield running
        running.service.close()


def kill_at(scene: Scene, moment: int | None, kills: int = 1) -> None:
    scene.begin(Service(delay=0.1), retries=2)
    for _ in range(kills):
        scene.wait_for_sent(1)
        process = scene.task_process()
        before = scene.sent()
        scene.wait_for_sent(min(before + (moment or 0), ITEMS - 1))
        # A machine that is slow to kill it does not find it ended.
        scene.service.gather(ITEMS)
        process.kill()
        psutil.wait_procs([process], timeout=60)
        scene.service.gather(0)
    check_after_kills(scene, kills)


@pytest.mark.parametrize("moment", [3, 140, 280])
def test_a_killed_batch_is_resumed(scene: Scene, moment: int) -> None:
    kill_at(scene, moment)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_a_batch_that_is_killed_at_a_random_moment_is_resumed(scene: Scene, seed: int) -> None:
    chance = random.Random(seed)
    scene.begin(Service(delay=0.1), retries=2)
    scene.wait_for_sent(1)
    process = scene.task_process()
    # From the first request to some time after the last: while rows are written and delivered, too.
    time.sleep(chance.uniform(0, 3.0))
    alive = process.is_running()
    if alive:
        process.kill()
    check_after_kills(scene, int(alive))


def test_a_task_that_is_marked_failed_stops_and_resumes_when_it_is_cleared(scene: Scene) -> None:
    scene.begin(Service(delay=0.2), retries=0)
    scene.wait_for_sent(60)
    process = scene.task_process()
    # The task is told with a heartbeat, which a busy machine is late with.
    scene.service._delay = 1.0

    scene.run.mark("pages", "failed")
    psutil.wait_procs([process], timeout=120)

    assert not process.is_running()
    stopped_at = scene.sent()
    assert stopped_at < ITEMS
    ledger = scene.ledger()
    assert (ledger["calls"], ledger["unconfirmed_calls"]) == (stopped_at, 0)
    scene.service._delay = 0.2
    # Or the scheduler, which is about to end the run, would end the one that is cleared.
    assert scene.run.wait() == "failed"
    scene.run.clear("pages")
    assert scene.run.wait() == "success"
    assert scene.xcom("return_value") == rows(links(ITEMS))
    assert scene.sent() == ITEMS
    assert scene.xcom("manifest")["resumed"] == stopped_at


def test_a_worker_that_drains_leaves_no_call_unaccounted(scene: Scene) -> None:
    def act(link: str, asked: int) -> Act:
        return hang if asked == 1 and link.endswith("/77") else page(link)

    scene.begin(Service(act, delay=0.2), retries=2)
    scene.wait_for_sent(100)
    scene.signal(signal.SIGTERM)

    assert scene.run.wait(timeout=400) == "success"
    assert scene.xcom("return_value") == rows(links(ITEMS))
    assert {link: times for link, times in scene.service.sent.items() if times > 1} == {links(ITEMS)[77]: 2}
    usage = scene.xcom("usage")
    assert (usage["calls"], usage["unconfirmed_calls"], usage["tries"]) == (ITEMS, 1, 2)


def test_a_finished_task_that_is_cleared_gets_fresh_pages(scene: Scene, tmp_path: Path) -> None:
    result = tmp_path / "rows.jsonl"
    scene.begin(Service(), retries=0, items=40, result_path=str(result))
    assert scene.run.wait() == "success"
    assert [json.loads(line) for line in result.read_text().splitlines()] == rows(links(40))
    assert scene.sent() == 40

    scene.run.clear("pages")

    assert scene.run.wait() == "success"
    assert scene.sent() == 80
    assert scene.xcom("manifest")["resumed"] == 0
    assert scene.xcom("usage")["calls"] == 80
