"""The embedded service, the example website and Airflow's tables: what the blocks of the documentation run on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.docs.reader import Reader
from tests.plugin.databases import connection_of, empty_postgres

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from dags_examples.run.local_service import Bookshop, LocalService


@pytest.fixture(scope="session")
def bookshop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bookshop]:
    """The website of the guides, which `make website` has on port 8000; https://shop.example.com is the same."""
    from dags_examples.run.local_service import Bookshop

    with Bookshop(tmp_path_factory.mktemp("website") / "bookshop") as shop:
        yield shop


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalService]:
    """The embedded service of the guides, which `make website` has on port 8400."""
    from dags_examples.run.local_service import LocalService
    from dags_examples.run.website import KEY

    with LocalService(tmp_path_factory.mktemp("service") / "collections", key=KEY) as running:
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

    from dags_examples.run.website import fill_collection

    return lambda: fill_collection(service, bookshop.url)


@pytest.fixture
def books_db(request: pytest.FixtureRequest) -> Iterator[str | None]:
    """An empty database for the pages that name PostgreSQL, as an Airflow connection."""
    if request.node.get_closest_marker("postgres") is None:
        yield None
        return
    with empty_postgres() as url:
        yield connection_of(url)


@pytest.fixture
def reader(  # noqa: PLR0913, PLR0917 - all that a reader stands on
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    service: LocalService,
    bookshop: Bookshop,
    database: None,
    books_db: str | None,
) -> Iterator[Reader]:
    """Somebody who does what a page says, in an empty folder, with a connection."""
    someone = Reader(tmp_path, monkeypatch, service=service, shop=bookshop.url, books_db=books_db)
    yield someone
    someone.leave()
