"""Measures, from inside of a triggerer, how late its event loop is."""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from airflow.triggers.base import BaseEventTrigger

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from airflow.triggers.base import TriggerEvent

STEP = 0.01


class LoopProbe(BaseEventTrigger):
    """Appends `unix time, lateness in seconds` to the file *path*, the worst of each second; never fires."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path

    def serialize(self) -> tuple[str, dict[str, Any]]:
        return "loop_probe.LoopProbe", {"path": self.path}

    async def run(self) -> AsyncIterator[TriggerEvent]:
        with Path(self.path).open("a", buffering=1) as file:  # noqa: ASYNC230 - a line a second, measured with the rest
            file.write(f"pid {os.getpid()}\n")
            while True:
                worst, until = 0.0, time.monotonic() + 1
                while (before := time.monotonic()) < until:
                    await asyncio.sleep(STEP)
                    worst = max(worst, time.monotonic() - before - STEP)
                file.write(f"{time.time():.2f} {worst:.4f}\n")
        yield  # an async generator, by contract
