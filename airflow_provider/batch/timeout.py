"""
Airflow's `execution_timeout` and an event loop, kept apart.

Airflow raises from a signal handler, wherever the main thread happens to be. Inside an event loop that is as
likely as not a callback of asyncio's own, which would log the exception and go on.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def timeout_outside(end: Callable[[], None]) -> Iterator[None]:
    """Have *end* called when time is up, and what Airflow raises then raised at the end of the block instead."""
    handler = signal.getsignal(signal.SIGALRM)
    if threading.current_thread() is not threading.main_thread() or not callable(handler):
        yield
        return
    is_up = False

    def note(_number: int, _frame: FrameType | None) -> None:
        nonlocal is_up
        is_up = True
        end()

    signal.signal(signal.SIGALRM, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGALRM, handler)
        if is_up:
            handler(signal.SIGALRM, None)
