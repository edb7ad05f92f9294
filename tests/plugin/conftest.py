"""Airflow's own API server with the page in it, in this process, on a database with a few runs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import httpx
import pytest
from sqlalchemy import Engine

from tests.plugin import databases
from tests.plugin.filling import fill, record
from tests.plugin.one_dag import READER

PREFIX = "/content-ai-spend"
Ask = Callable[..., httpx.Response]


@pytest.fixture(scope="module", params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """A database for all tests of this module, each of which has a DAG of its own there."""
    database = databases.postgres()
    if request.param == "sqlite":
        database = databases.sqlite(tmp_path_factory.mktemp("database"))
    with database as one:
        yield one


@pytest.fixture(scope="session")
def filled() -> None:
    """Two DAGs with runs in Airflow's tables."""
    from airflow.settings import engine
    from airflow.utils.db import initdb

    initdb()
    fill(engine, dag_ids=("ten_lines", "secret"), runs=2, tasks=3, of=partial(record, currency=None))


@pytest.fixture
def server(filled: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> Iterator[Any]:
    """Airflow's application."""
    from airflow.api_fastapi import app as airflow_app

    monkeypatch.setenv("AIRFLOW__CORE__AUTH_MANAGER", "tests.plugin.one_dag.OneDagManager")
    monkeypatch.setenv("AIRFLOW__CORE__SIMPLE_AUTH_MANAGER_USERS", f"admin:admin,{READER}:viewer")
    monkeypatch.setenv("AIRFLOW__CORE__SIMPLE_AUTH_MANAGER_PASSWORDS_FILE", str(tmp_path / "passwords.json"))
    monkeypatch.setenv("AIRFLOW__API_AUTH__JWT_SECRET", "a secret of this test, " * 4)
    airflow_app.purge_cached_app()
    yield airflow_app.create_app(apps="core")
    airflow_app.purge_cached_app()


@pytest.fixture
def ask(server: Any) -> Ask:
    """Ask the page as a user, or as a stranger: `ask("/data/dags", user="admin")`."""
    from airflow.api_fastapi.app import get_auth_manager
    from airflow.api_fastapi.auth.managers.simple.user import SimpleAuthManagerUser

    def get(path: str, *, user: str | None = None, method: str = "GET", **options: Any) -> httpx.Response:
        headers = dict(options.pop("headers", {}))
        if user is not None:
            role = "admin" if user == "admin" else "viewer"
            token = get_auth_manager().generate_jwt(SimpleAuthManagerUser(username=user, role=role))
            headers["Authorization"] = f"Bearer {token}"

        async def once() -> httpx.Response:
            transport = httpx.ASGITransport(app=server)
            async with httpx.AsyncClient(transport=transport, base_url="http://airflow.test") as http:
                return await http.request(method, PREFIX + path, headers=headers, **options)

        return asyncio.run(once())

    return get
