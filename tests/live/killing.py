"""The process of a running task, to be killed as a machine that dies would."""

from __future__ import annotations

import contextlib
import time
from typing import TYPE_CHECKING

import psutil

if TYPE_CHECKING:
    from collections.abc import Iterable


def task_process(port: int, *, below: Iterable[int], timeout: float = 180) -> psutil.Process:
    """Return the one process below those with the ids *below* that talks to *port* of this machine."""
    deadline = time.monotonic() + timeout
    while time.monotonic() < deadline:
        for process in [one for pid in below for one in psutil.Process(pid).children(recursive=True)]:
            with contextlib.suppress(psutil.NoSuchProcess, psutil.AccessDenied):
                if any(one.raddr and one.raddr.port == port for one in process.net_connections("tcp")):
                    return process
        time.sleep(0.02)
    msg = f"No task talks to port {port}."
    raise TimeoutError(msg)
