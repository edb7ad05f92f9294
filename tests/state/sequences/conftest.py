"""The service that all worlds of this folder pay."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.state.sequences.world import PaidService


@pytest.fixture(scope="session")
def service() -> Iterator[PaidService]:
    running = PaidService()
    yield running
    running.close()
