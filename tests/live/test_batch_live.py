"""Batches on a real scheduler: killed at any moment, told to end, cleared; the service counts every request."""

from __future__ import annotations

import json
import random
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil
import pytest

from dags_examples.run.local_airflow import LocalAirflow
from dags_examples.run.processes import ended_by_signals, wait_until
from tests.batch.service import Service, links, page, rows
from tests.live.killing import task_process
from tests.serving import Act, hang

if TYPE_CHECKING:
    from collections.abc import Iterator

    from dags_examples.run.rest import Run

pytestmark = pytest.mark.live

DAGS = Path(__file__).with_name("batch_dags")
IN_FLIGHT = 16
ITEMS = 300


class Scene:
    """An Airflow, and a service of its own for every run."""

    def __init__(self, airflow: LocalAirflow, folder: Path) -> None:
        self.airflow = airflow
        self.folder = folder
        self.service = Service()
        self.run: Run

    def begin(self, service: Service, *, retries: int, items: int = ITEMS, **conf: Any) -> None:
        self.service.close()
        self.service = service
        connection = {"conn_type": "content_ai", "host": service.url, "password": "k", "extra": '{"timeout": 20}'}
        self.airflow.api.put("connections", "connection_id", "content_ai_default", connection)
        (self.folder / f"{items}.txt").write_text("\n".join(links(items)))
        self.run = self.airflow.api.trigger(f"batch_{retries}_retries", {"items": items, **conf})

    @property
    def port(self) -> int:
        return int(self.service.url.rpartition(":")[2])

    def sent(self) -> int:
        return self.service.sent.total()

    def wait_for_sent(self, number: int) -> None:
        wait_until(lambda: self.sent() >= number, seconds=60, what=f"{number} requests", every=0.005)

    def signal(self, number: signal.Signals) -> None:
        task_process(self.airflow, self.port).send_signal(number)

    def xcom(self, key: str) -> Any:
        return self.run.xcom("pages", key)

    def ledger(self) -> dict[str, Any]:
        found: dict[str, Any] = self.run.state_store("pages")["content_ai_spend"]
        return found


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


def check_after_kills(scene: Scene, kills: int) -> None:
    """Hold what is left against the rules: rows, sends, spend."""
    assert scene.run.wait(timeout=120) == "success"
    assert scene.xcom("return_value") == rows(links(ITEMS))
    twice = scene.sent() - ITEMS
    assert 0 <= twice <= IN_FLIGHT * kills
    usage = scene.xcom("usage")
    # Every request is counted: with its answer, or as one that got none as far as anybody knows.
    assert usage["calls"] + usage["unconfirmed_calls"] >= scene.sent()
    assert usage["calls"] + usage["unconfirmed_calls"] - scene.sent() <= IN_FLIGHT * kills
    assert usage["unconfirmed_calls"] <= IN_FLIGHT * kills
    assert usage["calls"] >= ITEMS
    wait_until(lambda: list(scene.run.state_store("pages")) == ["content_ai_spend"], seconds=10, what="a clean store")
    assert "journal" not in scene.ledger()


def kill_at(scene: Scene, moment: int | None, kills: int = 1) -> None:
    scene.begin(Service(delay=0.1), retries=2)
    for _ in range(kills):
        scene.wait_for_sent(1)
        process = task_process(scene.airflow, scene.port)
        before = scene.sent()
        scene.wait_for_sent(min(before + (moment or 0), ITEMS - 1))
        process.kill()
        psutil.wait_procs([process], timeout=5)
    check_after_kills(scene, kills)


@pytest.mark.parametrize("moment", [3, 140, 280])
def test_a_killed_batch_is_resumed(scene: Scene, moment: int) -> None:
    kill_at(scene, moment)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(20))
def test_a_batch_that_is_killed_at_a_random_moment_is_resumed(scene: Scene, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - a moment, not a secret
    scene.begin(Service(delay=0.1), retries=2)
    scene.wait_for_sent(1)
    process = task_process(scene.airflow, scene.port)
    # From the first request to some time after the last: while rows are written and delivered, too.
    time.sleep(chance.uniform(0, 3.0))
    alive = process.is_running()
    if alive:
        process.kill()
    check_after_kills(scene, int(alive))


def test_a_task_that_is_marked_failed_stops_and_resumes_when_it_is_cleared(scene: Scene) -> None:
    scene.begin(Service(delay=0.2), retries=0)
    scene.wait_for_sent(60)
    process = task_process(scene.airflow, scene.port)

    path = f"/dags/{scene.run.dag_id}/dagRuns/{scene.run.run_id}/taskInstances/pages"
    scene.airflow.api.request("PATCH", path, json={"new_state": "failed"})
    psutil.wait_procs([process], timeout=30)

    assert not process.is_running()
    stopped_at = scene.sent()
    assert stopped_at < ITEMS
    ledger = scene.ledger()
    assert (ledger["calls"], ledger["unconfirmed_calls"]) == (stopped_at, 0)
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

    assert scene.run.wait(timeout=120) == "success"
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
