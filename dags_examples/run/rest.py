"""
What the launchers and the live tests ask of Airflow's public REST API, and no more.

Every answer that is not a 2xx raises `httpx.HTTPStatusError`, with the answer's text in a note.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import httpx

if TYPE_CHECKING:
    from collections.abc import Sequence

FINAL_STATES = frozenset({"success", "failed"})
COMPONENTS = ("metadatabase", "scheduler", "triggerer", "dag_processor")

AGAIN = 3
# The most that Airflow gives at once, unless it is told otherwise.
PAGE = 100


class AirflowApi:
    """A client of one Airflow, logged in with the first request that needs it."""

    def __init__(self, base_url: str, *, username: str, password: str) -> None:
        self.base_url = base_url
        self._credentials = {"username": username, "password": password}
        # Straight to the loopback address, whatever proxy the environment names.
        self._http = httpx.Client(base_url=base_url, timeout=60, trust_env=False)

    def close(self) -> None:
        """Let go of the connections."""
        self._http.close()

    def request(self, method: str, path: str, *, repeat: bool = False, **options: Any) -> Any:
        """
        Return the decoded body of the answer; *path* is below /api/v2, *options* are httpx's.

        After a 500 a GET is repeated, and with *repeat* whatever it is.
        """
        if "Authorization" not in self._http.headers:
            token = self._send("POST", "/auth/token", json=self._credentials).json()["access_token"]
            self._http.headers["Authorization"] = f"Bearer {token}"
        answer = self._send(method, f"/api/v2{path}", repeat=repeat, **options)
        return answer.json() if answer.content else None

    def _send(self, method: str, path: str, *, repeat: bool = False, **options: Any) -> httpx.Response:
        answer = self._http.request(method, path, **options)
        for _ in range(AGAIN if repeat or method == "GET" else 0):
            if answer.status_code < httpx.codes.INTERNAL_SERVER_ERROR:
                break
            # On SQLite the database may be locked by a component that writes.
            time.sleep(1)
            answer = self._http.request(method, path, **options)
        try:
            return answer.raise_for_status()
        except httpx.HTTPStatusError as error:
            error.add_note(answer.text[:2000])
            raise

    def pages(self, path: str, name: str, **params: Any) -> list[dict[str, Any]]:
        """Return the whole list *name* at *path*, however few of it Airflow gives at once."""
        found: list[dict[str, Any]] = []
        while True:
            answer = self.request("GET", path, params={**params, "limit": PAGE, "offset": len(found)})
            found += answer[name]
            if not answer[name] or len(found) >= answer["total_entries"]:
                return found

    def put(self, kind: str, id_field: str, name: str, value: dict[str, Any], *, only: Sequence[str] = ()) -> None:
        """Make the connection or variable *name*, or change the one there is: all of it, or the fields *only*."""
        body = {id_field: name, **value}
        try:
            self.request("POST", f"/{kind}", repeat=True, json=body)
        except httpx.HTTPStatusError as error:
            if error.response.status_code != httpx.codes.CONFLICT:
                raise
            self.request("PATCH", f"/{kind}/{name}", repeat=True, json=body, params={"update_mask": list(only)})

    def get(self, kind: str, name: str) -> dict[str, Any] | None:
        """Return the connection or variable *name*; None if there is none."""
        try:
            found: dict[str, Any] = self.request("GET", f"/{kind}/{name}")
        except httpx.HTTPStatusError as error:
            if error.response.status_code != httpx.codes.NOT_FOUND:
                raise
            return None
        return found

    def answers(self) -> bool:
        """Say whether the API answers."""
        try:
            self.request("GET", "/version")
        except httpx.HTTPError:
            return False
        return True

    def unhealthy(self) -> list[str]:
        """Name the components that are not healthy; all of them while there is no answer."""
        try:
            health = self._http.get("/api/v2/monitor/health", timeout=5).raise_for_status().json()
        except httpx.HTTPError:
            return list(COMPONENTS)
        return [name for name in COMPONENTS if (health.get(name) or {}).get("status") != "healthy"]

    def import_errors(self) -> dict[str, str]:
        """Return what went wrong, by DAG file."""
        found = self.request("GET", "/importErrors")["import_errors"]
        return {error["filename"]: error["stack_trace"] for error in found}

    def wait_for_dag(self, dag_id: str, *, timeout: float = 180) -> None:
        """Return once the DAG can be triggered; raise `LookupError` with the import errors if it cannot."""
        deadline = time.monotonic() + timeout
        while self._http.get(f"/api/v2/dags/{dag_id}", headers=self._login()).status_code != httpx.codes.OK:
            errors = self.import_errors()
            if time.monotonic() > deadline:
                msg = f"No DAG {dag_id!r} after {timeout:.0f} s. Import errors: {errors or 'none'}"
                raise LookupError(msg)
            time.sleep(0.3)

    def _login(self) -> dict[str, str]:
        if "Authorization" not in self._http.headers:
            self.request("GET", "/version")
        return {"Authorization": self._http.headers["Authorization"]}

    def trigger(self, dag_id: str, conf: dict[str, Any] | None = None, *, timeout: float = 180) -> Run:
        """Start a run without a logical date, with *conf* as its params, as soon as the DAG is known."""
        self.wait_for_dag(dag_id, timeout=timeout)
        body = {"logical_date": None, "conf": conf or {}}
        return Run(self, dag_id, self.request("POST", f"/dags/{dag_id}/dagRuns", repeat=True, json=body)["dag_run_id"])

    def runs(self, dag_id: str) -> list[Run]:
        """Return the runs of a DAG, the oldest first."""
        found = self.pages(f"/dags/{dag_id}/dagRuns", "dag_runs", order_by="id")
        return [Run(self, dag_id, run["dag_run_id"]) for run in found]


@dataclass(frozen=True)
class Run:
    """One DAG run. A mapped task instance is named by its task id and *map_index*."""

    api: AirflowApi
    dag_id: str
    run_id: str

    @property
    def _path(self) -> str:
        return f"/dags/{self.dag_id}/dagRuns/{self.run_id}"

    def state(self) -> str:
        """Return the state of the run."""
        return str(self.api.request("GET", self._path)["state"])

    def wait(self, *, timeout: float = 400, every: float = 0.3) -> str:
        """Return the final state of the run, success or failed, once it has ended."""
        deadline = time.monotonic() + timeout
        while (state := self.state()) not in FINAL_STATES:
            if time.monotonic() > deadline:
                msg = f"Run {self.run_id} of {self.dag_id} is {state} after {timeout:.0f} s: {self.states()}"
                raise TimeoutError(msg)
            time.sleep(every)
        return state

    def tasks(self) -> list[dict[str, Any]]:
        """Return all task instances, as Airflow describes them."""
        return self.api.pages(f"{self._path}/taskInstances", "task_instances")

    def states(self) -> dict[str, str | None]:
        """Return the states by task id; a mapped instance is `task_id[map_index]`."""
        return {task_name(task): task["state"] for task in self.tasks()}

    def xcom(self, task_id: str, key: str = "return_value", *, map_index: int = -1) -> Any:
        """Return the value as it is stored: JSON is itself, a DataFrame Airflow's serialised form of it."""
        path = f"{self._path}/taskInstances/{task_id}/xcomEntries/{key}"
        return self.api.request("GET", path, params={"map_index": map_index})["value"]

    def state_store(self, task_id: str, *, map_index: int = -1) -> dict[str, Any]:
        """Return every entry of the task's state store."""
        path = f"{self._path}/taskInstances/{task_id}/state-store"
        found = self.api.pages(path, "task_state_store", map_index=map_index)
        return {entry["key"]: entry["value"] for entry in found}

    def clear(self, *tasks: str | tuple[str, int], only_failed: bool = False, **more: Any) -> None:
        """
        Clear the named tasks, or all of them, as a user does; the run goes on by itself.

        One instance of a mapped task is its task id and map index. *more* is put into the request's body.
        """
        body = {"dry_run": False, "dag_run_id": self.run_id, "only_failed": only_failed, **more}
        if tasks:
            body["task_ids"] = tasks
        self.api.request("POST", f"/dags/{self.dag_id}/clearTaskInstances", repeat=True, json=body)

    def mark(self, task_id: str, state: str, *, map_index: int = -1) -> None:
        """Mark a task instance as "success" or "failed", as a user does; one that runs is stopped."""
        which = task_id if map_index < 0 else f"{task_id}/{map_index}"
        self.api.request("PATCH", f"{self._path}/taskInstances/{which}", repeat=True, json={"new_state": state})

    def log(self, task_id: str, *, try_number: int = 1, map_index: int = -1) -> str:
        """Return the task's log as plain text."""
        path = f"{self._path}/taskInstances/{task_id}/logs/{try_number}"
        found = self.api.request("GET", path, params={"map_index": map_index, "full_content": True})
        return "\n".join(_line(entry) for entry in found["content"])


def task_name(task: dict[str, Any]) -> str:
    """Name a task instance as tables do: `task_id`, or `task_id[map_index]`."""
    index = task.get("map_index", -1)
    return str(task["task_id"]) if index < 0 else f"{task['task_id']}[{index}]"


def _line(entry: dict[str, Any] | str) -> str:
    if isinstance(entry, str):
        return entry
    lines = [str(entry.get("event", ""))]
    for error in entry.get("error_detail") or []:
        lines.append(f"{error.get('exc_type')}: {error.get('exc_value')}")
        lines += error.get("exc_notes") or []
    return "\n".join(lines)
