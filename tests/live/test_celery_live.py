"""A batch whose worker dies is resumed by another worker: Celery over Redis and RabbitMQ, Airflow on PostgreSQL."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.batch.service import Service
from tests.live.cluster import BROKERS, celery
from tests.live.scene import DAGS, ITEMS, Scene, check_after_kills

pytestmark = [pytest.mark.live, pytest.mark.celery]


@pytest.mark.parametrize("broker", BROKERS.values(), ids=BROKERS)
def test_a_batch_is_resumed_by_another_worker_when_its_own_dies(tmp_path: Path, broker: str) -> None:
    with celery(tmp_path, broker, dags=DAGS, env={"BATCH_LINKS": str(tmp_path)}) as cluster:
        scene = Scene(cluster.airflow, tmp_path)
        scene.begin(Service(delay=0.1), retries=2)
        scene.wait_for_sent(ITEMS // 2)
        worker = cluster.worker_of_the_task(scene.port)
        worker.kill()

        check_after_kills(scene, 1)
        assert scene.xcom("manifest")["resumed"] > 0
        [task] = scene.run.tasks()
        assert task["try_number"] == 2
        scene.service.close()
