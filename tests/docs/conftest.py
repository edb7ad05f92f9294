"""The embedded service, the example website and Airflow's tables: what the blocks of the documentation run on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.docs.reader import Reader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from dags_examples.run.local_service import Bookshop, LocalService

BOOKS = ("night-trains", "bread-for-beginners", "the-lighthouse-ledger")


@pytest.fixture(scope="session")
def bookshop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bookshop]:
    """The website that stands for https://shop.example.com."""
    from dags_examples.run.local_service import Bookshop

    with Bookshop(tmp_path_factory.mktemp("website") / "bookshop") as shop:
        yield shop


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalService]:
    """The embedded service that stands for https://api.example.com."""
    from dags_examples.run.local_service import LocalService

    with LocalService(tmp_path_factory.mktemp("service") / "collections") as running:
        yield running


@pytest.fixture(scope="session")
def database() -> None:
    """Make Airflow's tables, in the AIRFLOW_HOME that tests/conftest.py has set."""
    from airflow.dag_processing.bundles.manager import DagBundlesManager
    from airflow.utils.db import initdb

    initdb()
    DagBundlesManager().sync_bundles_to_db()


@pytest.fixture
def fill_collection(service: LocalService, bookshop: Bookshop) -> Callable[[], None]:
    """Fill the collection `books` of the service."""

    def fill() -> None:
        service.add_to_collection("books", *(f"{bookshop.url}/books/{book}.html" for book in BOOKS))

    return fill


@pytest.fixture
def reader(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    service: LocalService,
    bookshop: Bookshop,
    database: None,
) -> Iterator[Reader]:
    """Somebody who does what a page says, in an empty folder, with a connection."""
    someone = Reader(tmp_path, monkeypatch, service=service, shop=bookshop.url)
    yield someone
    someone.leave()
