"""One Airflow for all live tests, with the embedded service and the bookshop, stopped at the end."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dags_examples.run.stack import EXAMPLES, Stack, running_stack

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dags_examples.run.rest import Run

DAGS = Path(__file__).with_name("dags")


@pytest.fixture(scope="session")
def stack() -> Iterator[Stack]:
    """Airflow on SQLite that runs two tasks at a time."""
    with running_stack(dags=(EXAMPLES, DAGS), parallelism=2, price_per_1k_tokens=0.5) as running:
        yield running


@pytest.fixture(scope="session")
def below_a_path() -> Iterator[Stack]:
    """Airflow below a path, with a user who may read one DAG, that forgets the state of tasks which succeed."""
    env = {
        "AIRFLOW__CORE__AUTH_MANAGER": "tests.plugin.one_dag.OneDagManager",
        "AIRFLOW__CORE__SIMPLE_AUTH_MANAGER_USERS": "admin:admin,reader:viewer",
        "AIRFLOW__STATE_STORE__CLEAR_ON_SUCCESS": "True",
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }
    with running_stack(dags=(EXAMPLES, DAGS), parallelism=4, price_per_1k_tokens=0.5, path="/airflow", env=env) as one:
        yield one


@pytest.fixture(scope="session")
def run(stack: Stack) -> Callable[..., Run]:
    """Run a DAG to its end: `run("dag_id", param=value)`."""

    def run_to_end(dag_id: str, **conf: object) -> Run:
        started = stack.airflow.api.trigger(dag_id, conf)
        started.wait()
        return started

    return run_to_end
