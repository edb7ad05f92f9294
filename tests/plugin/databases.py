"""Airflow's tables in a database of their own: a file of SQLite, or PostgreSQL on loopback."""

from __future__ import annotations

import contextlib
import uuid
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import Engine, create_engine, event, text

POSTGRES = "postgresql+psycopg2://postgres@127.0.0.1:5432"


@contextlib.contextmanager
def sqlite(folder: Path) -> Iterator[Engine]:
    """Make the tables in a file in *folder*."""
    engine = create_engine(f"sqlite:///{folder / 'airflow.db'}")

    @event.listens_for(engine, "connect")
    def be_quick(connection: object, _: object) -> None:
        connection.execute("PRAGMA synchronous=OFF")  # type: ignore[attr-defined]

    yield from _with_tables(engine)


@contextlib.contextmanager
def postgres() -> Iterator[Engine]:
    """Make the tables in a database of their own, which is dropped at the end."""
    with empty_postgres() as url:
        yield from _with_tables(create_engine(url))


def connection_of(url: str) -> str:
    """Return the Airflow connection to the database at SQLAlchemy's *url*."""
    return url.replace("postgresql+psycopg2://", "postgres://")


@contextlib.contextmanager
def empty_postgres() -> Iterator[str]:
    """Make an empty database, which is dropped at the end; yields its URL."""
    name = f"content_ai_{uuid.uuid4().hex[:12]}"
    server = create_engine(f"{POSTGRES}/postgres", isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    try:
        yield f"{POSTGRES}/{name}"
    finally:
        with server.connect() as connection:
            connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
        server.dispose()


def _with_tables(engine: Engine) -> Iterator[Engine]:
    from airflow.models.base import Base

    from airflow import models

    models.import_all_models()
    Base.metadata.create_all(engine)
    try:
        yield engine
    finally:
        engine.dispose()
