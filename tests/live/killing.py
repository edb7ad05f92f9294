"""The process of a running task, found among the scheduler's descendants, to be killed as a machine that dies would."""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING

import psutil

if TYPE_CHECKING:
    from dags_examples.run.local_airflow import LocalAirflow


def task_process(airflow: LocalAirflow, port: int, *, timeout: float = 30) -> psutil.Process:
    """Return the one descendant of the scheduler that talks to *port* of this machine."""
    deadline = time.monotonic() + timeout
    while time.monotonic() < deadline:
        for process in psutil.Process(airflow.components["scheduler"].pid).children(recursive=True):
            with contextlib.suppress(psutil.NoSuchProcess, psutil.AccessDenied):
                if any(one.raddr and one.raddr.port == port for one in process.net_connections("tcp")):
                    return process
        time.sleep(0.02)
    msg = f"No task talks to port {port}."
    raise TimeoutError(msg)
