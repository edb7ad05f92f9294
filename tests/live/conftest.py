"""The two Airflows that live tests share, with the embedded service and the bookshop: stopped after the last test."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from dags_examples.run.stack import EXAMPLES, Stack, running_stack
from tests.live.ears import Ears
from tests.live.paying import PaidAirflow, paid_airflow
from tests.watch.website import Website

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dags_examples.run.rest import Run

DAGS = Path(__file__).with_name("dags")
HERE = "tests/live/"
SHARED = ExitStack()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Stop the Airflows once no live test is left: idle ones take a third of a core from the tests after them."""
    if nextitem is None or not nextitem.nodeid.startswith(HERE):
        SHARED.close()


@pytest.fixture(scope="session")
def stack() -> Stack:
    """Airflow on SQLite that runs two tasks at a time."""
    return SHARED.enter_context(running_stack(dags=(EXAMPLES, DAGS), parallelism=2, price_per_1k_tokens=0.5))


@pytest.fixture(scope="session")
def ears(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ears]:
    """What `below_a_path` tells to StatsD and OpenLineage."""
    with Ears(tmp_path_factory.mktemp("ears")) as open_ears:
        yield open_ears


@pytest.fixture(scope="session")
def below_a_path(ears: Ears) -> Stack:
    """Airflow below a path, that is heard, and forgets the state of tasks which succeed; one user may read one DAG."""
    env = {
        "AIRFLOW__METRICS__STATSD_ON": "True",
        "AIRFLOW__METRICS__STATSD_HOST": "127.0.0.1",
        "AIRFLOW__METRICS__STATSD_PORT": str(ears.port),
        "AIRFLOW__METRICS__STATSD_DATADOG_ENABLED": "False",
        "AIRFLOW__METRICS__STATSD_INFLUXDB_ENABLED": "True",
        "AIRFLOW__OPENLINEAGE__TRANSPORT": json.dumps(
            {"type": "file", "log_file_path": str(ears.events), "append": True}
        ),
        "AIRFLOW__CORE__AUTH_MANAGER": "tests.plugin.one_dag.OneDagManager",
        "AIRFLOW__CORE__SIMPLE_AUTH_MANAGER_USERS": "admin:admin,reader:viewer",
        "AIRFLOW__STATE_STORE__CLEAR_ON_SUCCESS": "True",
        "AIRFLOW__CORE__TEST_CONNECTION": "Enabled",
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }
    dags = (EXAMPLES, DAGS)
    return SHARED.enter_context(
        running_stack(dags=dags, parallelism=4, price_per_1k_tokens=0.5, path="/airflow", env=env)
    )


@pytest.fixture(scope="session")
def spent(below_a_path: Stack) -> Run:
    """A run of the demo's DAG, which has spent; other DAGs have runs, too."""
    api = below_a_path.airflow.api
    started = [api.trigger(dag_id) for dag_id in ("ten_lines", "spend_race")]
    below_a_path.fill_collection()
    run = api.trigger("bookshop_catalogue")
    for one in (*started, run):
        one.wait()
    return run


@pytest.fixture(scope="module")
def changing_site() -> Iterator[Website]:
    """Four pages that `many_changes` watches."""
    with Website({f"/{number}.html": b"<p>As it was.</p>" for number in range(4)}) as running:
        yield running


@pytest.fixture(scope="module")
def paid(changing_site: Website, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PaidAirflow]:
    """Airflow on which each run pays a service of its own."""
    with paid_airflow(tmp_path_factory.mktemp("paid"), site=changing_site.url) as running:
        yield running


@pytest.fixture(scope="session")
def run(stack: Stack) -> Callable[..., Run]:
    """Run a DAG to its end: `run("dag_id", param=value)`."""

    def run_to_end(dag_id: str, **conf: object) -> Run:
        started = stack.airflow.api.trigger(dag_id, conf)
        started.wait()
        return started

    return run_to_end
