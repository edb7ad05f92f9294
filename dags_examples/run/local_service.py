"""The embedded service and the example website, each on 127.0.0.1, on any free port unless told which."""

from __future__ import annotations

import functools
import json
import os
import re
import runpy
import secrets
import shutil
import sys
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, Self

from dags_examples.run.processes import Process, run, wait_until

BOOKSHOP = Path(__file__).parents[1] / "bookshop"
LISTENING = re.compile(r"http://127\.0\.0\.1:(\d+)")
OWN_COMMAND = (sys.executable, "-P", "-m", "airflow_provider.local")


class LocalService:
    """
    The embedded service with its collections below the folder *data*.

    The key is random unless given. It reaches the process by its environment: no list of processes shows it.
    After a `kill` the service can be started again: with the same key, data and port.
    """

    def __init__(self, data: Path, *, allow_net: str = "127.0.0.0/8", key: str | None = None, port: int = 0) -> None:
        self.data = data.resolve()
        self.key = key or secrets.token_urlsafe(24)
        self.port = port
        self.process: Process | None = None
        self._allow_net = allow_net

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def url(self) -> str:
        """The base URL of the API, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    def connection(self, **extra: Any) -> dict[str, Any]:
        """Return the Airflow connection to it; *extra* are fields of the connection's form."""
        # Airflow's Test button wants a port, and 0 means that of the host.
        known = {"conn_type": "content_ai", "host": self.url, "port": 0, "password": self.key}
        return {**known, "extra": json.dumps(extra)}

    def start(self, *, timeout: float = 120) -> None:
        """Start the service and wait until it says where it listens."""
        self.data.mkdir(parents=True, exist_ok=True)
        log = self.data.with_name(f"{self.data.name}.log")
        log.unlink(missing_ok=True)
        serve = ["serve", "--port", str(self.port), "--allow-net", self._allow_net, "--data", str(self.data)]
        self.process = Process("embedded service", [*OWN_COMMAND, *serve], env=self._environment(), log=log)
        self.process.start()
        wait_until(self._listens, seconds=timeout, what="The embedded service")

    def _listens(self) -> bool:
        if self.process is None:
            return False
        self.process.check()
        found = LISTENING.search(self.process.log.read_text(errors="replace"))
        if found:
            self.port = int(found[1])
        return found is not None

    def _environment(self) -> dict[str, str]:
        return {**os.environ, "CONTENT_AI_LOCAL_KEY": self.key, "PYTHONUNBUFFERED": "1"}

    def add_to_collection(self, collection_id: str, *sources: str) -> str:
        """Put files or pages into a collection, and return what the command line says to it."""
        return self._collection("add", collection_id, *sources, "--allow-net", self._allow_net)

    def collections(self) -> list[str]:
        """Return the ids of all collections."""
        return self._collection("list").split()

    def _collection(self, *arguments: str) -> str:
        command = [*OWN_COMMAND, "collection", *arguments, "--data", str(self.data)]
        return run(command, env=self._environment()).strip()

    def stop(self) -> None:
        """Ask it to end, and see to it."""
        if self.process is not None:
            self.process.stop(grace=5)

    def kill(self) -> None:
        """End it at once, in the middle of whatever it does."""
        if self.process is not None:
            self.process.kill()


class Bookshop:
    """The example website, copied to *folder* together with its two generated files, and served."""

    def __init__(self, folder: Path, *, port: int = 0) -> None:
        self.folder = folder
        self._port = port
        self._server: ThreadingHTTPServer | None = None

    def __enter__(self) -> Self:
        shutil.copytree(BOOKSHOP, self.folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
        runpy.run_path(str(BOOKSHOP / "make_files.py"))["make_files"](self.folder)
        handler = functools.partial(_QuietHandler, directory=str(self.folder))
        self._server = ThreadingHTTPServer(("127.0.0.1", self._port), handler)
        threading.Thread(target=self._server.serve_forever, name="bookshop", daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._server is not None:
            self._server.shutdown()
            self._server.server_close()

    @property
    def url(self) -> str:
        """The address of the shop, without a slash at the end."""
        if self._server is None:
            msg = "The bookshop is closed: use it in a `with` statement."
            raise RuntimeError(msg)
        return f"http://127.0.0.1:{self._server.server_port}"


class _QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing: the service's log tells which pages were loaded."""
