"""Tries of a task in processes of their own, which are killed, and what of them is left: state, memory and result."""

from __future__ import annotations

import json
import multiprocessing
import os
import threading
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from airflow_provider.operators import ExtractBatchOperator
from airflow_provider.web.memory import generations
from tests.reuse.site import SCHEMA
from tests.standins import MemoryStore, TaskInstance, execute, succeed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from multiprocessing.process import BaseProcess

CONCURRENCY = 4
RECORDS_OF_A_PART = 3
# Their parent has loaded Airflow already, and has no threads that a fork would tear.
processes = multiprocessing.get_context("forkserver")
processes.set_forkserver_preload(["airflow_provider.operators", "airflow_provider.reuse", __name__])


def run_apart(target: Callable[..., None], *given: object, killed_after: float | None = None) -> float:
    """
    Run *target* in a process of its own, and return for how many seconds, since it said that it began.

    It is handed *given* and the pipe to say so; *killed_after* so many seconds it is killed.
    """
    ours, theirs = processes.Pipe()
    process = processes.Process(target=target, args=(*given, theirs))
    process.start()
    theirs.close()
    ours.recv()
    began = time.monotonic()
    if killed_after is not None:
        process.join(killed_after)
        process.kill()
    process.join()
    assert process.exitcode == 0 or killed_after is not None
    return time.monotonic() - began


class FileStore(MemoryStore):
    """A state store that outlives its process, as Airflow's database does."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._lock = threading.Lock()
        if path.exists():
            self.values = json.loads(path.read_text())

    def set(self, key: str, value: Any, *, retention: Any = None) -> None:
        with self._lock:
            super().set(key, value, retention=retention)
            self._write()

    def delete(self, key: str) -> None:
        with self._lock:
            super().delete(key)
            self._write()

    def _write(self) -> None:
        growing = self._path.with_suffix(".part")
        growing.write_text(json.dumps(self.values))
        growing.replace(self._path)


@dataclass(frozen=True)
class Try:
    """One try of the run *name*, whose state and result are in *folder*."""

    name: str
    folder: Path
    connection: str
    memory: str
    links: list[str]
    number: int = 1
    environment: Mapping[str, str] = field(default_factory=dict)

    def start(self) -> BaseProcess:
        """Return the process that it runs in."""
        process = processes.Process(target=_run, args=(self,))
        process.start()
        return process

    def next(self) -> Try:
        """Return the try that comes after it."""
        return replace(self, number=self.number + 1)

    @property
    def result(self) -> Any:
        """What it has returned, and its manifest."""
        return json.loads((self.folder / f"{self.name}.result").read_text())


def _run(one: Try) -> None:
    os.environ.update(one.environment, AIRFLOW_CONN_C=one.connection)
    # So that a save is many files.
    generations.RECORDS_OF_A_PART = RECORDS_OF_A_PART
    store = FileStore(one.folder / f"{one.name}.state")
    ti = TaskInstance(try_number=one.number, max_tries=9, run_id=one.name)
    operator = ExtractBatchOperator(
        task_id="task",
        content_ai_conn_id="c",
        links=one.links,
        json_schema=SCHEMA,
        prompt="The book",
        concurrency=CONCURRENCY,
        reuse={"memory": one.memory, "allow_private": True},
    )
    rows = execute(operator, store, ti)
    succeed(ti)
    growing = one.folder / f"{one.name}.growing"
    growing.write_text(json.dumps({"rows": rows, "manifest": ti.xcoms["manifest"]}))
    growing.replace(one.folder / f"{one.name}.result")
