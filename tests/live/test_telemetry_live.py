"""What StatsD and OpenLineage hear of a task on a real Airflow."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from dags_examples.run.stack import EXAMPLES, running_stack

pytestmark = pytest.mark.live


@contextmanager
def listening() -> Iterator[tuple[int, list[str]]]:
    """Listen for StatsD packets on a free port; yields the port and what has been heard."""
    heard: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ear:
        ear.bind(("127.0.0.1", 0))

        def listen() -> None:
            while packet := ear.recv(65_536):
                heard.extend(packet.decode().splitlines())

        threading.Thread(target=listen, daemon=True).start()
        yield ear.getsockname()[1], heard
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as mouth:
            mouth.sendto(b"", ear.getsockname())


def test_a_task_is_heard_by_statsd_and_openlineage(tmp_path: Path) -> None:
    events = tmp_path / "events.jsonl"
    with listening() as (port, heard):
        env = {
            "AIRFLOW__METRICS__STATSD_ON": "True",
            "AIRFLOW__METRICS__STATSD_HOST": "127.0.0.1",
            "AIRFLOW__METRICS__STATSD_PORT": str(port),
            "AIRFLOW__METRICS__STATSD_DATADOG_ENABLED": "False",
            "AIRFLOW__METRICS__STATSD_INFLUXDB_ENABLED": "True",
            "AIRFLOW__OPENLINEAGE__TRANSPORT": json.dumps(
                {"type": "file", "log_file_path": str(events), "append": True}
            ),
        }
        with running_stack(dags=(EXAMPLES,), env=env, parallelism=2) as stack:
            run = stack.airflow.api.trigger("bookshop_catalogue")
            run.wait(timeout=180)
            page = f"{stack.bookshop.url}/about.html"

    tags = "operation=markdown_convert,conn_id=content_ai_default"
    metrics = {
        name: [line for line in heard if line.startswith(f"airflow.content_ai.{name},{tags}")] for name in _NAMES
    }
    assert all(metrics.values()), [line for line in heard if "content_ai" in line]
    assert metrics["calls"][0].endswith(":1|c")
    assert metrics["seconds"][0].endswith("|ms")

    complete = [event for event in map(json.loads, events.read_text().splitlines()) if event["eventType"] == "COMPLETE"]
    (about,) = [event for event in complete if event["job"]["name"] == "bookshop_catalogue.about_page"]
    (dataset,) = about["inputs"]
    assert dataset["namespace"] + dataset["name"] == page
    usage = about["run"]["facets"]["contentAI_usage"]
    assert usage["calls"] == 1
    assert usage["tokens"] > 0


_NAMES = ("calls", "tokens", "seconds")
