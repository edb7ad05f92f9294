"""A batch on a real Airflow, against a service that counts every request; what must be true after kills."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil

from dags_examples.run.processes import wait_until
from tests.batch.service import Service, links, rows
from tests.live.killing import task_process

if TYPE_CHECKING:
    from dags_examples.run.local_airflow import LocalAirflow
    from dags_examples.run.rest import Run

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
        wait_until(lambda: self.sent() >= number, seconds=180, what=f"{number} requests", every=0.005)

    def signal(self, number: signal.Signals) -> None:
        self.task_process().send_signal(number)

    def task_process(self) -> psutil.Process:
        """Return the process of the task, a descendant of the scheduler."""
        return task_process(self.port, below=[self.airflow.components["scheduler"].pid])

    def xcom(self, key: str) -> Any:
        return self.run.xcom("pages", key)

    def ledger(self) -> dict[str, Any]:
        found: dict[str, Any] = self.run.state_store("pages")["content_ai_spend"]
        return found


def check_after_kills(scene: Scene, kills: int) -> None:
    """Hold what is left against the rules: rows, sends, spend."""
    assert scene.run.wait(timeout=400) == "success"
    assert scene.xcom("return_value") == rows(links(ITEMS))
    twice = scene.sent() - ITEMS
    assert 0 <= twice <= IN_FLIGHT * kills
    usage = scene.xcom("usage")
    # Every request is counted: with its answer, or as one that got none as far as anybody knows.
    assert usage["calls"] + usage["unconfirmed_calls"] >= scene.sent()
    assert usage["calls"] + usage["unconfirmed_calls"] - scene.sent() <= IN_FLIGHT * kills
    assert usage["unconfirmed_calls"] <= IN_FLIGHT * kills
    assert usage["calls"] >= ITEMS
    # Airflow says so before the task drops its answers.
    wait_until(
        lambda: list(scene.run.state_store("pages")) == ["content_ai_spend"] and "log" not in scene.ledger(),
        seconds=60,
        what="a clean store",
    )
