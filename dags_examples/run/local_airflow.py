"""
A complete Airflow in one folder: API server, scheduler, triggerer and DAG processor as four processes.

Everything listens on 127.0.0.1. The settings of an Airflow that the caller may have are not taken over:
whatever the components should know is passed in `env`.
"""

from __future__ import annotations

import base64
import fcntl
import json
import os
import secrets
import sys
import time
from typing import IO, TYPE_CHECKING, Any, Self

from dags_examples.run.processes import Process, StartError, free_port, run, stop_all
from dags_examples.run.rest import AirflowApi

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

COMPONENTS: Mapping[str, tuple[str, ...]] = {
    "api-server": (),
    # Logs are read from the shared folder: no log server has to listen.
    "scheduler": ("--skip-serve-logs",),
    "triggerer": ("--skip-serve-logs",),
    "dag-processor": (),
}


class LocalAirflow:
    """
    An Airflow whose state is the folder *home*; an existing one is continued, with its password.

    :param home: AIRFLOW_HOME; created when missing. Two at once on the same folder are refused.
    :param dags: the folders of DAG files.
    :param env: further environment for all components: connections, variables, settings.
    :param parallelism: how many tasks run at the same time.
    :param database: SQLAlchemy URL of an empty database or one of this version; SQLite in *home* by default.
    :param port: the port to take for UI and API if it is free; any free one otherwise.
    :param path: where UI and API are below the address, as behind a proxy: "/airflow".

    `prepare` is called once the API answers, before any DAG is known: what tasks ask for has to be there by then.
    """

    def __init__(  # noqa: PLR0913 - keyword-only, each with a meaning of its own
        self,
        home: Path,
        *,
        dags: Sequence[Path],
        env: Mapping[str, str] | None = None,
        parallelism: int = 4,
        database: str | None = None,
        port: int = 0,
        path: str = "",
    ) -> None:
        self.home = home.resolve()
        self.dags = [folder.resolve() for folder in dags]
        # A component that has to wait for another one's write waits; after 5 s it would answer 500.
        self.database = database or f"sqlite:///{self.home / 'airflow.db'}?timeout=15"
        self.parallelism = parallelism
        self.username = "admin"
        self.components: dict[str, Process] = {}
        self.seconds: dict[str, float] = {}
        self.prepare: Callable[[], object] | None = None
        self._extra = dict(env or {})
        self._preferred_port = port
        self._path = path
        self._lock: IO[str] | None = None

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.stop(grace=0)
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self, *, timeout: float = 300) -> None:
        """Migrate the database, start the four components and wait until all of them are healthy."""
        self._take_folder()
        kept = self._secrets()
        self.password = kept["password"]
        self.port = free_port(self._preferred_port)
        self.url = f"http://127.0.0.1:{self.port}{self._path}"
        self.env = self._environment(kept)
        self.api = AirflowApi(self.url, username=self.username, password=self.password)
        self._timed("migrate", self.migrate)
        for name, options in COMPONENTS.items():
            if name == "dag-processor" and self.prepare is not None:
                self._timed("answers", lambda: self._wait_for_answer(timeout=timeout))
                self.prepare()
            command = [sys.executable, "-P", "-m", "airflow", name, *options]
            log = self.home / "logs" / f"{name}.log"
            self.components[name] = Process(name, command, env=self.env, log=log)
            self.components[name].start()
        self._timed("healthy", lambda: self.wait_until_healthy(timeout=timeout))

    def _timed(self, name: str, step: Callable[[], None]) -> None:
        began = time.monotonic()
        step()
        self.seconds[name] = round(time.monotonic() - began, 1)

    def migrate(self) -> None:
        """Make the tables."""
        self.run("db", "migrate")

    def run(self, *arguments: str, timeout: float = 300) -> str:
        """Return what the command line `airflow ARGUMENTS` prints, in this Airflow's environment."""
        return run([sys.executable, "-P", "-m", "airflow", *arguments], env=self.env, timeout=timeout)

    def _wait_for_answer(self, *, timeout: float) -> None:
        deadline = time.monotonic() + timeout
        while not self.api.answers():
            self.components["api-server"].check()
            if time.monotonic() > deadline:
                msg = f"The API server does not answer after {timeout:.0f} s.\n{self.components['api-server'].tail()}"
                raise StartError(msg)
            time.sleep(0.2)

    def wait_until_healthy(self, *, timeout: float = 300) -> None:
        """Wait for all four components; raise `StartError` at once if one of them ends."""
        deadline = time.monotonic() + timeout
        while unhealthy := self.api.unhealthy():
            for component in self.components.values():
                component.check()
            if time.monotonic() > deadline:
                tails = "\n".join(f"--- {c.name}\n{c.tail()}" for c in self.components.values())
                msg = f"Not healthy after {timeout:.0f} s: {', '.join(unhealthy)}.\n{tails}"
                raise StartError(msg)
            time.sleep(0.2)

    def stop(self, *, grace: float = 5) -> None:
        """Stop everything and let go of the folder; the state stays in it."""
        if hasattr(self, "api"):
            # The server would wait for an open connection before it ends.
            self.api.close()
        stop_all(self.components.values(), grace=grace)
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def _take_folder(self) -> None:
        self.home.mkdir(parents=True, exist_ok=True)
        self.home.chmod(0o700)
        (self.home / "logs").mkdir(exist_ok=True)
        self._lock = (self.home / "lock").open("w")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            msg = f"An Airflow runs in {self.home} already. Stop it first."
            raise StartError(msg) from None

    def _secrets(self) -> dict[str, str]:
        """Kept with the state: what one run has encrypted or signed, the next can read."""
        file = self.home / "secrets.json"
        if not file.exists():
            fresh = {name: secrets.token_urlsafe(32) for name in ("jwt", "api")}
            fresh["fernet"] = base64.urlsafe_b64encode(secrets.token_bytes(32)).decode()
            fresh["password"] = secrets.token_urlsafe(12)
            _write_private(file, fresh)
        kept: dict[str, str] = json.loads(file.read_text())
        _write_private(self.home / "passwords.json", {self.username: kept["password"]})
        return kept

    def _environment(self, kept: Mapping[str, str]) -> dict[str, str]:
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("AIRFLOW_")}
        settings = {
            "api.base_url": self.url,
            "api.host": "127.0.0.1",
            "api.port": str(self.port),
            "api.secret_key": kept["api"],
            "api_auth.jwt_secret": kept["jwt"],
            "core.dags_are_paused_at_creation": "False",
            "core.dags_folder": str(self.dags[0]),
            "core.execution_api_server_url": f"{self.url}/execution/",
            "core.executor": "LocalExecutor",
            "core.fernet_key": kept["fernet"],
            "core.load_examples": "False",
            "core.parallelism": str(self.parallelism),
            "core.simple_auth_manager_passwords_file": str(self.home / "passwords.json"),
            "core.simple_auth_manager_users": f"{self.username}:admin",
            "dag_processor.dag_bundle_config_list": json.dumps([_bundle(folder) for folder in self.dags]),
            # A file that has changed is parsed at once; to parse the others twice a minute would keep a core busy.
            "dag_processor.min_file_process_interval": "120",
            "database.sql_alchemy_conn": self.database,
            "logging.base_log_folder": str(self.home / "logs"),
        }
        return {
            **inherited,
            # Our own servers are not behind the caller's proxy.
            **dict.fromkeys(("NO_PROXY", "no_proxy"), "127.0.0.1,localhost"),
            "AIRFLOW_HOME": str(self.home),
            **{f"AIRFLOW__{name.upper().replace('.', '__')}": value for name, value in settings.items()},
            **self._extra,
        }


def _bundle(folder: Path) -> dict[str, Any]:
    """Describe a DAG folder in Airflow's words."""
    classpath = "airflow.dag_processing.bundles.local.LocalDagBundle"
    return {"name": folder.name, "classpath": classpath, "kwargs": {"path": str(folder)}}


def _write_private(file: Path, content: Mapping[str, str]) -> None:
    with os.fdopen(os.open(file, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as stream:
        json.dump(content, stream)
