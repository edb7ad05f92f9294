"""
Loads the operators once in the processes that start tasks, so that no task has to.

A task of LocalExecutor, and each parsing of a DAG file, is a fork of a process that runs for days: what that process
has loaded is there, and what it has not is loaded again by every one of them.
"""

from __future__ import annotations

import logging
from importlib import import_module
from typing import Any

from airflow.listeners import hookimpl
from airflow.plugins_manager import AirflowPlugin

log = logging.getLogger(__name__)

# What any call needs, and nothing that reads or writes tables.
NEEDED = (
    "airflow_provider.api.client",
    "airflow_provider.batch.engine",
    "airflow_provider.operators.batch",
    "airflow_provider.operators.collections",
    "airflow_provider.operators.dates",
    "airflow_provider.operators.extract",
    "airflow_provider.operators.markdown",
    "airflow_provider.operators.text",
    "airflow_provider.spend.recorder",
)


class Preload:
    """A listener for the start of Airflow's components."""

    @hookimpl
    def on_starting(self, component: Any) -> None:
        """Load what tasks need, unless *component* is one: scheduler, triggerer and DAG processor are jobs."""
        if type(component).__name__ != "Job":
            return
        try:
            _load()
        except Exception:
            # It has its reasons, and the task that needs it will say them.
            log.debug("The operators could not be loaded in advance.", exc_info=True)


def _load() -> None:
    for name in NEEDED:
        import_module(name)
    from pydantic import BaseModel

    from airflow_provider.api.request import Request
    from airflow_provider.api.settings import Settings

    models: list[type[BaseModel]] = [Settings, *Request.__subclasses__()]
    for model in models:
        # Otherwise built by the first that is made of it.
        model.model_rebuild()


class ContentAIPreloadPlugin(AirflowPlugin):
    """Tells Airflow who listens."""

    name = "content_ai_preload"
    listeners: list[Any] = [Preload()]  # noqa: RUF012 - Airflow's own form of a plugin
