"""
One Airflow whose runs each pay a service of their own, which counts; their processes can be found and killed.

What the service counted is the truth that spend is held against.
"""

from __future__ import annotations

import contextlib
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import httpx
import psutil

from dags_examples.run.local_airflow import LocalAirflow
from dags_examples.run.processes import StartError, ended_by_signals, wait_until
from dags_examples.run.rest import FINAL_STATES
from tests.live.paid_service import PATIENCE, PaidService

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from dags_examples.run.rest import Run

T = TypeVar("T")
DAGS = Path(__file__).with_name("paid_dags")
# How old a state may be that Airflow told, in seconds.
NEWS = 1.0


class PaidAirflow:
    """
    Starts runs, each with a service and a connection of its own; `close` ends the services.

    Asks Airflow one thing at a time, however many threads there are: on SQLite its API server would lock itself out.
    """

    def __init__(self, airflow: LocalAirflow, folder: Path) -> None:
        self.airflow = airflow
        # While there is such a file, `many_changes` does not end.
        self.hold = folder / "hold"
        self._folder = folder
        self._services: list[PaidService] = []
        self._turn = threading.RLock()
        self._states: dict[tuple[str, str, str, int], str] = {}
        self._runs: dict[tuple[str, str], str] = {}
        self._read_at = -NEWS

    def start(self, dag_id: str, service: PaidService | None = None) -> PaidRun:
        """Start a run of *dag_id*."""
        service = service or PaidService()
        api = self.airflow.api
        with self._turn:
            self._services.append(service)
            name = f"paid_{len(self._services)}"
            pids = self._folder / name
            pids.mkdir()
            connection = {"conn_type": "content_ai", "host": service.url, "password": "k"}
            conf = {"connection": name, "pids": str(pids)}
            self.ask(lambda: api.put("connections", "connection_id", name, connection))
            return PaidRun(self, self.ask(lambda: api.trigger(dag_id, conf)), service, pids)

    def ask(self, what: Callable[[], T]) -> T:
        """Ask Airflow for something, again if its database was locked by a component that writes."""
        with self._turn:
            self._read_at = -NEWS
            for _ in range(5):
                try:
                    return what()
                except httpx.HTTPStatusError as error:
                    if error.response.status_code != httpx.codes.INTERNAL_SERVER_ERROR:
                        raise
                time.sleep(1)
            return what()

    def state(self, run: Run, task_id: str, map_index: int) -> str | None:
        """Return the state of a task instance, as it was less than `NEWS` seconds ago, and after all that was asked."""
        with self._turn:
            self._read()
            return self._states.get((run.dag_id, run.run_id, task_id, map_index))

    def run_has_ended(self, run: Run) -> bool:
        """Return whether a run has ended, as `state` does."""
        with self._turn:
            self._read()
            return self._runs.get((run.dag_id, run.run_id)) in FINAL_STATES

    def _read(self) -> None:
        if time.monotonic() - self._read_at < NEWS:
            return
        api = self.airflow.api
        for task in api.pages("/dags/~/dagRuns/~/taskInstances", "task_instances"):
            self._states[task["dag_id"], task["dag_run_id"], task["task_id"], task["map_index"]] = task["state"]
        for run in api.pages("/dags/~/dagRuns", "dag_runs"):
            self._runs[run["dag_id"], run["dag_run_id"]] = run["state"]
        self._read_at = time.monotonic()

    def close(self) -> None:
        """Close every service."""
        for service in self._services:
            service.close()


@contextlib.contextmanager
def paid_airflow(
    folder: Path, *, site: str = "", database: str | None = None, together: int = 6
) -> Iterator[PaidAirflow]:
    """Start an Airflow with the DAGs of `paid_dags`; *site* has the pages of `many_changes`."""
    env = {
        # A user's "mark as failed" reaches the task with its next heartbeat.
        "AIRFLOW__WORKERS__MIN_HEARTBEAT_INTERVAL": "1",
        "PAID_SITE": site or "http://127.0.0.1:9",
        "PAID_HOLD": str(folder / "hold"),
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }
    home = folder / "airflow"
    with ended_by_signals(), LocalAirflow(home, dags=[DAGS], env=env, parallelism=together, database=database) as one:
        running = PaidAirflow(one, folder)
        yield running
        running.close()


@dataclass
class PaidRun:
    """One run of one of the DAGs, with the service that its task `ask` pays."""

    airflow: PaidAirflow
    run: Run
    service: PaidService
    pids: Path
    # Of the tries whose process was found, the last one by map index.
    _last: dict[int, int] = field(default_factory=dict)

    def state(self, map_index: int = -1) -> str | None:
        """Return the state of an instance of the task `ask`."""
        return self.airflow.state(self.run, "ask", map_index)

    def mark_failed(self, map_index: int = -1) -> None:
        """Mark an instance of the task as failed, as a user does."""
        self.airflow.ask(lambda: self.run.mark("ask", "failed", map_index=map_index))

    def clear(self, map_index: int = -1, **more: Any) -> None:
        """
        Clear an instance of the task once its run has ended, as a user does; *more* goes into the request.

        Airflow may end a run that it is about to end in spite of a clear, and the task is never run again.
        """
        wait_until(lambda: self.airflow.run_has_ended(self.run), seconds=PATIENCE, what=f"the end of {self.run.run_id}")
        name = "ask" if map_index < 0 else ("ask", map_index)
        self.airflow.ask(lambda: self.run.clear(name, **more))

    def page(self) -> Any:
        """Return what the Spend page tells of the tasks of the run: `rows` and `total`."""
        return self.airflow.ask(lambda: page_of(self.run))

    def xcom(self, key: str = "return_value", map_index: int = -1) -> Any:
        """Return an XCom of an instance of the task."""
        return self.airflow.ask(lambda: self.run.xcom("ask", key, map_index=map_index))

    def processes(self, map_index: int = -1) -> dict[int, psutil.Process]:
        """Return the processes that are left of an instance of the task, by try number."""
        found = {}
        for file in self.pids.glob(f"{map_index} *"):
            if not file.suffix:
                with contextlib.suppress(psutil.NoSuchProcess):
                    process = psutil.Process(int(file.read_text()))
                    if not has_ended(process):
                        found[int(file.name.split()[1])] = process
        return found

    def last_try(self, map_index: int = -1) -> int:
        """Return the number of the last try that left the id of its process."""
        return max((int(file.name.split()[1]) for file in self.pids.glob(f"{map_index} *")), default=0)

    def is_over(self, map_index: int = -1) -> bool:
        """Return whether the instance has ended, its process included."""
        return self.state(map_index) in {"success", "failed"} and not self.processes(map_index)

    def wait_for_process(self, map_index: int = -1) -> psutil.Process | None:
        """Return the process of a try that was not found before; None if the task is over without one."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            for number, process in self.processes(map_index).items():
                if number > self._last.get(map_index, 0):
                    self._last[map_index] = number
                    return process
            if self.is_over(map_index):
                return None
            time.sleep(0.05)
        raise StartError(f"No process of {self.run.dag_id} {self.run.run_id} after {PATIENCE:.0f} s.")

    def wait_until_over(self, map_index: int = -1) -> str:
        """Return how the instance has ended, once no process of it is left."""
        wait_until(lambda: self.is_over(map_index), seconds=PATIENCE, what=f"the end of {self.run.run_id}")
        return str(self.state(map_index))


def has_ended(process: psutil.Process) -> bool:
    """Return whether *process* runs no more."""
    try:
        return bool(process.status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True


def page_of(run: Run) -> Any:
    """Return what the Spend page tells of the tasks of a run: `rows` and `total`."""
    token = run.api._http.headers["Authorization"]
    told = httpx.get(
        f"{run.api.base_url}/content-ai-spend/data/tasks",
        params={"dag_id": run.dag_id, "run_id": run.run_id},
        headers={"Authorization": token},
        trust_env=False,
        timeout=60,
    )
    return told.raise_for_status().json()


def calls_in(row: dict[str, Any]) -> int:
    """Return how many calls a row of the page, or its total, counts: those that may have been billed."""
    return int(row["calls"] + row["unconfirmed_calls"])
