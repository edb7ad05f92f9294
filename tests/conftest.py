"""What every test stands on: an Airflow home of its own, and the network that misbehaves as told."""

from __future__ import annotations

import os
import shutil
import tempfile
from typing import TYPE_CHECKING, Any

# Airflow makes its home when it is first imported; without one of its own it would be the user's.
# Only a default: the live tests give each Airflow that they start an environment of its own.
if "AIRFLOW_HOME" not in os.environ or "PYTEST_XDIST_WORKER" in os.environ:
    HOME = tempfile.mkdtemp(prefix="content-ai-tests-")
    os.environ["AIRFLOW_HOME"] = HOME
else:
    HOME = None
os.environ.setdefault("AIRFLOW__CORE__LOAD_EXAMPLES", "False")

import pytest

from tests.serving import Act, Listener, scripted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


LIVE = "tests/live/"


def pytest_unconfigure() -> None:
    if HOME is not None:
        shutil.rmtree(HOME, ignore_errors=True)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Test in one process more than there are cores: the one with the live tests mostly waits for its Airflow."""
    return (os.cpu_count() or 1) + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """
    Give one process all that share an Airflow, where several processes test, and the others a file at a time.

    Tests of a file share what it sets up, and may build upon one another.
    """
    from xdist.scheduler import LoadScopeScheduling

    class ByFile(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = nodeid.partition("::")[0]
            return LIVE if file.startswith(LIVE) else file

    return ByFile(config, log)


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """
    Name a test by its argument where the value is bytes that nobody can read.

    All processes that test together must find the same names, and what is packed holds the moment of its packing.
    """
    return argname if isinstance(val, bytes) and not val.decode("ascii", "replace").isprintable() else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Begin with what takes longest, and mostly waits, where several processes test."""
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: not item.nodeid.startswith(LIVE))


@pytest.fixture
def serve() -> Iterator[Callable[..., Listener]]:
    """Start a server that plays its acts, one a request, the last one again and again: `serve(answer(200))`."""
    running: list[Listener] = []

    def start(*acts: Act, certificate: tuple[str, str] | None = None) -> Listener:
        running.append(scripted(*acts, certificate=certificate))
        return running[-1]

    yield start
    for listener in running:
        listener.close()
