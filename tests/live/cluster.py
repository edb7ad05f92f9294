"""An Airflow whose tasks run on two Celery workers, on PostgreSQL, over Redis or RabbitMQ."""

from __future__ import annotations

import contextlib
import sys
import uuid
from pathlib import Path
from typing import TYPE_CHECKING

from dags_examples.run.local_airflow import LocalAirflow
from dags_examples.run.processes import Process, ended_by_signals, stop_all
from tests.live.killing import task_process
from tests.plugin.databases import empty_postgres

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

BROKERS = {"redis": "redis://127.0.0.1:6379/0", "rabbitmq": "amqp://guest:guest@127.0.0.1:5672//"}
WORKERS = 2


class Cluster:
    """An Airflow without workers of its own, and the workers, by name."""

    def __init__(self, airflow: LocalAirflow, queue: str, *, each: int) -> None:
        self.airflow = airflow
        self.workers: dict[str, Process] = {}
        for number in range(WORKERS):
            name = f"worker-{number}"
            options = ("--concurrency", str(each), "--queues", queue, "--celery-hostname", name, "--skip-serve-logs")
            command = [sys.executable, "-P", "-m", "airflow", "celery", "worker", *options]
            self.workers[name] = Process(name, command, env=airflow.env, log=airflow.home / "logs" / f"{name}.log")
            self.workers[name].start()

    def worker_of_the_task(self, port: int) -> Process:
        """Return the worker whose task talks to *port*."""
        task = task_process(port, below=[worker.pid for worker in self.workers.values()])
        family = {task.pid, *(parent.pid for parent in task.parents())}
        return next(worker for worker in self.workers.values() if worker.pid in family)


@contextlib.contextmanager
def celery(folder: Path, broker: str, *, dags: Path, each: int = 1, env: Mapping[str, str]) -> Iterator[Cluster]:
    """Start an Airflow with the DAGs of *dags*, and workers that run *each* so many tasks at a time."""
    queue = f"content-ai-{uuid.uuid4().hex[:12]}"
    with empty_postgres() as database, ended_by_signals():
        settings = {
            "AIRFLOW__CORE__EXECUTOR": "CeleryExecutor",
            "AIRFLOW__CELERY__BROKER_URL": broker,
            "AIRFLOW__CELERY__RESULT_BACKEND": f"db+{database}",
            # All that Celery keeps in Redis begins with it.
            "AIRFLOW__CELERY_BROKER_TRANSPORT_OPTIONS__GLOBAL_KEYPREFIX": queue,
            "AIRFLOW__OPERATORS__DEFAULT_QUEUE": queue,
            # A worker that is gone is missed after seconds, not minutes.
            "AIRFLOW__WORKERS__MIN_HEARTBEAT_INTERVAL": "1",
            "AIRFLOW__SCHEDULER__TASK_INSTANCE_HEARTBEAT_SEC": "1",
            "AIRFLOW__SCHEDULER__TASK_INSTANCE_HEARTBEAT_TIMEOUT": "10",
            "AIRFLOW__SCHEDULER__TASK_INSTANCE_HEARTBEAT_TIMEOUT_DETECTION_INTERVAL": "1",
            **env,
        }
        home, together = folder / "airflow", WORKERS * each
        with LocalAirflow(home, dags=[dags], env=settings, database=database, parallelism=together) as airflow:
            cluster = Cluster(airflow, queue, each=each)
            try:
                yield cluster
            finally:
                stop_all(cluster.workers.values())
                _leave_nothing(broker, queue)


def _leave_nothing(broker: str, queue: str) -> None:
    if broker.startswith("redis"):
        from redis import Redis

        with Redis.from_url(broker) as redis:
            for key in redis.scan_iter(f"{queue}*"):
                redis.delete(key)
        return
    from kombu import Connection

    with Connection(broker) as connection:
        connection.default_channel.queue_delete(queue)
