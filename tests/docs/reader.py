"""
Somebody who does what a page of the documentation says, block by block.

The kinds of blocks are listed in `blocks`; what the page's addresses stand for is listed here.
"""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from dags_examples.run.processes import free_port
from tests.docs.blocks import assert_alike, check_make, check_pip
from tests.docs.in_airflow import added_by, connection_from, copy_database, dag_bag, left_by

if TYPE_CHECKING:
    from collections.abc import Callable

    from dags_examples.run.local_service import LocalService
    from tests.docs.blocks import Block

DEFAULT_CONNECTION = re.compile(r"AIRFLOW_CONN_CONTENT_AI_DEFAULT=(.*)", re.DOTALL)
# The connection of the guides that load a table.
BOOKS_DB = "postgres://loader:EXAMPLE-PASSWORD@db.example.com:5432/books"
numbers = itertools.count(1)


class Reader:
    """The state of somebody who reads one page: a folder, an environment, and what has happened so far."""

    def __init__(
        self,
        folder: Path,
        monkeypatch: pytest.MonkeyPatch,
        *,
        service: LocalService,
        shop: str,
        books_db: str | None = None,
    ) -> None:
        self.folder = folder
        self.names: dict[str, Any] = {"__name__": "documentation"}
        self.printed = ""
        self.left: dict[tuple[str, str, str], Any] = {}
        self.connections: dict[str, Any] = {}
        self.servers: list[subprocess.Popen[bytes]] = []
        self._monkeypatch = monkeypatch
        self._stands_for = {
            "https://shop.example.com": shop,
            "file:///data/": f"{(folder / 'data').as_uri()}/",
            # As `make website` has them, until the page starts its own.
            "http://127.0.0.1:8000": shop,
            "http://127.0.0.1:8400": service.url,
        }
        if books_db is not None:
            self._stands_for[BOOKS_DB] = books_db
        home = folder / "airflow"
        home.mkdir()
        copy_database(home / "airflow.db")
        inherited = {name: value for name, value in os.environ.items() if not name.startswith("AIRFLOW_")}
        self.environment = {
            **inherited,
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "AIRFLOW_HOME": str(home),
            "AIRFLOW__CORE__LOAD_EXAMPLES": "False",
            "AIRFLOW_CONN_CONTENT_AI_DEFAULT": json.dumps(service.connection(price_per_1k_tokens=0.5)),
            "NO_PROXY": "127.0.0.1",
        }
        monkeypatch.chdir(folder)
        self._look_around()

    def does(self, block: Block) -> None:
        """Do what *block* says; an assertion names what is not as the page says."""
        action = ACTIONS.get(block.kind)
        assert action is not None, f"{block.place}: nobody knows what to do with {block.kind!r}"
        text = block.text
        if block.kind == "bash serve":
            self._serves_itself(text)
        for written, real in self._stands_for.items():
            text = text.replace(written, real)
        try:
            if name := block.options.get("file"):
                (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
                (self.folder / name).write_text(text)
            action(self, text, *block.words)
        except BaseException as error:
            error.add_note(f"in the block at {block.place}")
            raise

    def _serves_itself(self, text: str) -> None:
        """Have what *text* starts listen on a free port, and the rest of the page mean that."""
        for port, option in {8000: "http.server", 8400: "--port"}.items():
            if f"{option} {port}" in text:
                free = free_port()
                self._stands_for |= {f"{option} {port}": f"{option} {free}", f"http://127.0.0.1:{port}": url_of(free)}

    def leave(self) -> None:
        """Stop what the page has started."""
        for server in self.servers:
            os.killpg(server.pid, signal.SIGTERM)
        for server in self.servers:
            server.wait(timeout=60)

    def python(self, text: str) -> None:
        """Run a script that knows the names of the scripts before it."""
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            # As it stands there: without this file's own `from __future__`.
            code = compile(text, "documentation", "exec", dont_inherit=True)
            exec(code, self.names)  # noqa: S102 - our own documentation
        self.printed = said.getvalue()

    def task(self, text: str) -> None:
        """Run operators in a DAG of their own, with the names that the page has imported."""
        from airflow.sdk import DAG

        with DAG(f"documentation_{next(numbers)}", schedule=None) as dag:
            self.python(text)
        bag = dag_bag(self.folder)
        bag.bag_dag(dag)
        self._run(bag, text)

    def dag(self, text: str) -> None:
        """Parse a file as Airflow does, and run what it holds."""
        file = self.folder / "dag_files" / f"page_{next(numbers)}.py"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)
        bag = dag_bag(file)
        assert bag.import_errors == {}
        assert bag.dags
        self._run(bag, text)

    def bash(self, text: str) -> None:
        """Run shell commands; those that build or install are held against what there is to build."""
        commands = [shlex.split(line, comments=True) for line in text.replace("\\\n", " ").splitlines()]
        checks = [CHECKED[words[0]] for words in commands if words and words[0] in CHECKED]
        if checks:
            assert len(checks) == len([words for words in commands if words]), "do not mix make or pip with others"
            for check, words in zip(checks, filter(None, commands), strict=True):
                check(words[1:])
            return
        done = self._shell(f"set -euo pipefail\n{text}\nenv -0 > .environment\n")
        assert done.returncode == 0, done.stdout
        self.printed = done.stdout
        pairs = (self.folder / ".environment").read_text().rstrip("\0").split("\0")
        self.environment = dict(pair.split("=", 1) for pair in pairs)
        self._look_around()
        for words in commands:
            if words[:3] == ["airflow", "connections", "add"]:
                self._connect("command line", added_by(words[1:]))
            if words and words[0] == "export" and (found := DEFAULT_CONNECTION.match(words[1])):
                self._connect("environment variable", connection_from(found[1]))

    def serve(self, text: str) -> None:
        """Start a server, and wait until it listens."""
        self.servers.append(
            subprocess.Popen(  # noqa: S603 - our own documentation
                ["/bin/bash", "-c", text],
                cwd=self.folder,
                env=self.environment,
                stdout=subprocess.DEVNULL,
                start_new_session=True,
            )
        )
        found = re.search(r"(?:--port|http\.server) (\d+)", text)
        assert found is not None, "a server is started with its port"
        wait_for_port(int(found[1]))

    def output(self, text: str) -> None:
        """Compare with what was printed: the same lines in the same order; `...` stands for any others."""
        pattern = r"(?:.*\n)*".join(re.escape(part) for part in text.split("...\n"))
        assert re.search(pattern, self.printed), self.printed

    def connection(self, text: str) -> None:
        """Compare a connection, as URI or JSON, with the others of the page."""
        self._connect("JSON" if text.startswith("{") else "URI", connection_from(text.strip()))

    def xcom(self, text: str, task_id: str, key: str) -> None:
        """Compare with what the last DAG run of the page left."""
        assert_alike(json.loads(text), self.left["xcom", task_id, key])

    def state(self, text: str, task_id: str, key: str) -> None:
        """Compare with what the last DAG run of the page left."""
        assert_alike(json.loads(text), self.left["state", task_id, key])

    def message(self, text: str, name: str) -> None:
        """Leave it: `test_errors` provokes the error called *name*, and compares."""

    def nothing(self, text: str) -> None:
        """Leave it: it was written to its file, or is for a program of somebody else."""

    def _connect(self, name: str, connection: Any) -> None:
        from airflow_provider.connection import settings_of

        if "//127.0.0.1:" in settings_of(connection).base_url:
            # What the page runs with, and none of the forms that it compares.
            return
        # The same form once more is another connection; different forms show one and the same.
        forms = {} if name in self.connections else self.connections
        self.connections = {**forms, name: settings_of(connection)}
        real = {repr((one, one.authorization)) for one in self.connections.values()}
        assert len(real) == 1, f"{', '.join(self.connections)} are not the same connection: {real}"

    def _look_around(self) -> None:
        """Take the connections and variables of the page's environment into this process."""
        for name, value in self.environment.items():
            if name.startswith(("AIRFLOW_CONN_", "AIRFLOW_VAR_")):
                self._monkeypatch.setenv(name, value)

    def _shell(self, script: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(  # noqa: S603 - our own documentation
            ["/bin/bash", "-c", script],
            cwd=self.folder,
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=600,
            check=False,
        )

    def _run(self, bag: Any, text: str) -> None:
        from airflow.dag_processing.dagbag import sync_bag_to_db

        sync_bag_to_db(bag, "dags-folder", None)
        self.left = {}
        # As they stand there: a bag has them in no order, and one may read what another has written.
        for dag in sorted(bag.dags.values(), key=lambda one: text.find(one.dag_id)):
            run = dag.test()
            assert str(run.state) == "success", f"{dag.dag_id} ended as {run.state}"
            self.left |= left_by(run)


def url_of(port: int) -> str:
    return f"http://127.0.0.1:{port}"


def wait_for_port(port: int) -> None:
    """Return once something listens on *port*."""
    for _ in range(1200):
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
            return
        time.sleep(0.1)
    raise AssertionError(f"nothing listens on port {port}")


CHECKED: dict[str, Callable[[list[str]], None]] = {"make": check_make, "pip": check_pip}
ACTIONS: dict[str, Callable[..., None]] = {
    "python": Reader.python,
    "python dag": Reader.dag,
    "python task": Reader.task,
    "bash": Reader.bash,
    "bash serve": Reader.serve,
    "bash elsewhere": Reader.nothing,
    "text message": Reader.message,
    "text output": Reader.output,
    "text connection": Reader.connection,
    "json connection": Reader.connection,
    "json xcom": Reader.xcom,
    "json state": Reader.state,
    "html": Reader.nothing,
}
