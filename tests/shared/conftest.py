"""A Redis with nothing in it: every test has names of its own, and deletes them."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import pytest

from airflow_provider.shared.connection import store_of
from airflow_provider.shared.store import Store
from tests.redis_server import URL, Way, forget, way_to_redis, within_one_day


@pytest.fixture
def name() -> Iterator[str]:
    """Return a name that no other test has; what Redis knows under it is deleted."""
    within_one_day()
    word = uuid.uuid4().hex
    yield word
    forget(word)


@pytest.fixture
def store() -> Store:
    return store_of(URL, required=True)


@pytest.fixture
def way() -> Iterator[Way]:
    with way_to_redis() as opened:
        yield opened
