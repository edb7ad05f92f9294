"""What is loaded in advance, and in which processes."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import entry_points

from airflow_provider.preload import ContentAIPreloadPlugin

STARTED = """
import sys
from airflow.listeners.listener import get_listener_manager

class {kind}:
    pass

before = set(sys.modules)
get_listener_manager().hook.on_starting(component={kind}())
print(*set(sys.modules) - before)
loaded = set(sys.modules)
from airflow_provider.operators import CollectionQueryOperator, ExtractBatchOperator, ExtractOperator
print(*set(sys.modules) - loaded)
"""


def started(kind: str) -> tuple[set[str], set[str]]:
    """Return what a component of *kind* loads when it starts, and what its tasks load after that."""
    command = [sys.executable, "-c", STARTED.format(kind=kind)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=300)  # noqa: S603 - code of this file
    at_start, by_task = done.stdout.split("\n")[-3:-1]
    return set(at_start.split()), set(by_task.split())


def test_airflow_finds_it_by_its_entry_point() -> None:
    [found] = [one for one in entry_points(group="airflow.plugins") if one.name == "content_ai_preload"]

    assert found.load() is ContentAIPreloadPlugin


def test_what_starts_tasks_spares_them_the_operators_but_loads_no_tables() -> None:
    at_start, by_task = started("Job")

    assert "airflow_provider.operators.extract" in at_start
    assert not at_start & {"pandas", "pyarrow", "plotly"}
    assert by_task == set()


def test_a_task_itself_loads_nothing_in_advance() -> None:
    at_start, _ = started("TaskRunnerMarker")

    ours = {name for name in at_start if name.startswith("airflow_provider.")}
    assert ours == {"airflow_provider.plugin", "airflow_provider.preload"}
