"""CPU seconds of a process and all that it has started, ended children included."""

from __future__ import annotations

import contextlib

import psutil


def cpu_seconds(pid: int) -> float:
    """Return user and system time of the tree under *pid*, with the children that have been waited for."""
    root = psutil.Process(pid)
    total = 0.0
    for process in [root, *root.children(recursive=True)]:
        with contextlib.suppress(psutil.NoSuchProcess):
            total += sum(process.cpu_times()[:4])
    return total
