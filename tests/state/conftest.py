"""What the state says of itself, heard."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture
def warnings() -> Iterator[list[str]]:
    """Return the warnings of the package, as they stand in the log."""
    heard: list[str] = []

    class Ear(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            heard.append(record.getMessage())

    logger, ear = logging.getLogger("airflow_provider"), Ear(logging.WARNING)
    logger.addHandler(ear)
    yield heard
    logger.removeHandler(ear)
