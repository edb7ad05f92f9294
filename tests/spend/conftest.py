"""Tasks run by Airflow itself, in this process, as in tests/airflow."""

from tests.airflow.conftest import connection, database, run, service

__all__ = ["connection", "database", "run", "service"]
