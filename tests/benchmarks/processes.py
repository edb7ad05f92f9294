"""What processes that run our code find, and the CPU seconds they take."""

from __future__ import annotations

import compileall
import contextlib
from pathlib import Path

import psutil

import airflow_provider


def compile_package() -> None:
    """Write the package's bytecode, as pip does for what it installs: where Python is told not to, tasks would."""
    compileall.compile_dir(Path(airflow_provider.__file__).parent, quiet=1)


def cpu_seconds(pid: int) -> float:
    """Return user and system time of the tree under *pid*, with the children that have been waited for."""
    root = psutil.Process(pid)
    total = 0.0
    for process in [root, *root.children(recursive=True)]:
        with contextlib.suppress(psutil.NoSuchProcess):
            total += sum(process.cpu_times()[:4])
    return total
