"""
Tasks of a run in a process of their own, as on a worker: each calls the service until its budget stops it.

A line of standard input is a round, as JSON: run, budget, calls of a task, and the tasks' numbers. What is answered
is a line of JSON with what each task has come to. Airflow is not running: nothing of a run is in XComs.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from airflow_provider.api.client import Client
from airflow_provider.api.requests import ExtractRequest
from airflow_provider.api.settings import Settings
from airflow_provider.errors import BudgetExceededError, ContentAIError
from airflow_provider.shared.connection import store_of
from airflow_provider.shared.pace import SharedPace
from airflow_provider.spend import Budget, reserved
from airflow_provider.spend.recorder import Recorder, TaskCalls
from tests.batch.service import SCHEMA
from tests.standins import MemoryStore, TaskInstance, context


def main() -> None:
    """Play the rounds."""
    # A killed worker is missed soon.
    reserved.LEASE_MARGIN = 0.5
    # The log writes to standard output, too.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    reserved.shares_of_run = lambda _: (reserved.Usage(), {})
    for line in sys.stdin:
        told = json.loads(line)
        with ThreadPoolExecutor(len(told["tasks"])) as tasks:
            came_to = list(tasks.map(lambda number, told=told: _spend(told, number), told["tasks"]))
        answers.write(json.dumps(came_to) + "\n")
        answers.flush()


def _spend(told: dict[str, Any], number: int) -> dict[str, Any]:
    settings = Settings.build("c", **told["settings"])
    store = store_of(str(settings.shared), required=settings.shared_required)
    pace = SharedPace(store, name=told["run"], per_minute=settings.requests_per_minute, max_wait=settings.max_wait)
    ti = TaskInstance(task_id=f"t{number}", run_id=told["run"])
    calls = TaskCalls(context(MemoryStore(), ti))
    recorder = Recorder(calls, kept=None, budget=Budget.of(told["budget"]), store=store)
    client = Client(settings, pace=pace)
    stopped = None
    for call in range(told["calls"]):
        request = ExtractRequest.build(link=f"https://example.com/{number}/{call}", prompt="All", json_schema=SCHEMA)
        try:
            client.send(request, meter=recorder)
        except BudgetExceededError as error:
            stopped = str(error)
            break
        except ContentAIError as error:
            stopped = f"{type(error).__name__}: {error}"
    usage = calls.ledger.usage
    return {"calls": usage.calls, "unconfirmed": usage.unconfirmed_calls, "stopped": stopped}


@dataclass
class Worker:
    """A process that plays rounds."""

    process: subprocess.Popen[str]

    @classmethod
    def start(cls) -> Worker:
        """Start one; it is ready once it answers."""
        command = [sys.executable, "-m", "tests.shared.spending"]
        return cls(subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True))  # noqa: S603 - our own module

    def begin(self, **told: Any) -> None:
        """Start a round."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(told) + "\n")
        self.process.stdin.flush()

    def end(self) -> list[dict[str, Any]]:
        """Wait until the round is over, and return what each of its tasks has come to."""
        assert self.process.stdout is not None
        found: list[dict[str, Any]] = json.loads(self.process.stdout.readline())
        return found

    def close(self) -> None:
        """End it."""
        self.process.kill()
        self.process.communicate()


def play(workers: list[Worker], *, tasks: int, **told: Any) -> list[dict[str, Any]]:
    """Share *tasks* among *workers* for a round, and return what each has come to."""
    for place, worker in enumerate(workers):
        worker.begin(tasks=list(range(place, tasks, len(workers))), **told)
    came_to: list[dict[str, Any]] = []
    threads = [threading.Thread(target=lambda one=worker: came_to.extend(one.end())) for worker in workers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return came_to


if __name__ == "__main__":
    main()
