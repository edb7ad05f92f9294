"""
One suite against every service there is.

A test asks for `service`, `talking` (a model is known), `stocked` (a collection is known), `listening` (there is
a socket) or `embedded`, and runs against each service that can give it; without a real one nothing is skipped,
only less is generated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.services import REAL, Service, in_process, over_a_socket, real

OPENERS: dict[str, Callable[..., Any]] = {"in-process": in_process, "socket": over_a_socket, "real": real}
NEEDS = {
    "service": bool(REAL),
    "listening": bool(REAL),
    "talking": "CONTENT_AI_TEST_MODEL" in REAL,
    "stocked": "CONTENT_AI_TEST_COLLECTION" in REAL,
    "embedded": False,
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    for name, can_be_real in NEEDS.items():
        if name in metafunc.fixturenames:
            embedded = ["socket"] if name == "listening" else ["in-process", "socket"]
            kinds = embedded + (["real"] if can_be_real else [])
            metafunc.parametrize(name, kinds, indirect=True, scope="session")


@pytest.fixture(scope="session")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Service]]:
    """Open each service when it is first asked for, once."""
    opened: dict[str, Service] = {}
    with ExitStack() as stack:

        def get(kind: str) -> Service:
            if kind not in opened:
                opened[kind] = stack.enter_context(OPENERS[kind](tmp_path_factory.mktemp(kind)))
            return opened[kind]

        yield get


@pytest.fixture
def service(request: pytest.FixtureRequest, services: Callable[[str], Service]) -> Service:
    """Any service."""
    return services(request.param)


@pytest.fixture
def listening(request: pytest.FixtureRequest, services: Callable[[str], Service]) -> Service:
    """A service behind a socket, for what is synchronous and cannot speak to an application in this process."""
    return services(request.param)


@pytest.fixture
def talking(request: pytest.FixtureRequest, services: Callable[[str], Service]) -> Service:
    """A service of which a model is known."""
    return services(request.param)


@pytest.fixture
def stocked(request: pytest.FixtureRequest, services: Callable[[str], Service]) -> Service:
    """A service of which a collection is known."""
    return services(request.param)


@pytest.fixture
def embedded(request: pytest.FixtureRequest, services: Callable[[str], Service]) -> Service:
    """The embedded service, for what a real one cannot be asked: to delete, or to know our page."""
    return services(request.param)
