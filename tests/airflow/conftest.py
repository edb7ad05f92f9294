"""A task run by Airflow itself, in this process, against a service that answers by script."""

from __future__ import annotations

import itertools
import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

numbers = itertools.count(1)


@dataclass
class Service:
    """Answers each request with the next reply of its script, the last one for ever."""

    url: str = ""
    script: list[Any] = field(default_factory=list)
    seen: list[tuple[str, str, bytes]] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)
    by_request: Callable[[str, str, bytes], Any] | None = None

    def answers(self, *replies: Any) -> None:
        """Script the replies: a dict is a 200 body, a tuple is status, body and perhaps headers, None hangs up."""
        self.script = list(replies)

    def next_reply(self, method: str, path: str, body: bytes) -> Any:
        with self.lock:
            self.seen.append((method, path, body))
            if self.by_request is not None:
                return self.by_request(method, path, body)
            return self.script.pop(0) if len(self.script) > 1 else self.script[0]


class Server(ThreadingHTTPServer):
    daemon_threads = True
    # A batch opens all its connections at once.
    request_queue_size = 256


@pytest.fixture
def service() -> Iterator[Service]:
    scripted = Service()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def _reply(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            reply = scripted.next_reply(self.command, self.path, self.rfile.read(length))
            if reply is None:
                self.close_connection = True
                return
            status, body, *rest = reply if isinstance(reply, tuple) else (200, reply)
            content = json.dumps(body).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            for name, value in rest[0].items() if rest else ():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        do_POST = do_DELETE = _reply  # noqa: N815 - http.server's names

        def log_message(self, *args: Any) -> None:
            """Say nothing."""

    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    scripted.url = f"http://127.0.0.1:{server.server_port}"
    yield scripted
    server.shutdown()
    server.server_close()


@pytest.fixture
def connection(service: Service, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Set the default connection to the scripted service, with extra fields."""

    def connect(**extra: Any) -> None:
        value = {"conn_type": "content_ai", "host": service.url, "password": "k3y-of-the-test", "extra": extra}
        monkeypatch.setenv("AIRFLOW_CONN_CONTENT_AI_DEFAULT", json.dumps(value))

    connect()
    return connect


@pytest.fixture(scope="session")
def database() -> None:
    """Airflow's tables, in the AIRFLOW_HOME that tests/conftest.py has set."""
    from airflow.utils.db import initdb

    initdb()


@dataclass
class Outcome:
    """What a DAG run left: states, XComs and the state store, by task."""

    states: dict[str, str]
    xcoms: dict[tuple[str, int, str], Any]
    stored: dict[tuple[str, str], Any]

    def value(self, task_id: str, map_index: int = -1) -> Any:
        return self.xcoms[task_id, map_index, "return_value"]

    def usage(self, task_id: str, map_index: int = -1) -> dict[str, Any]:
        return self.xcoms[task_id, map_index, "usage"]


@pytest.fixture
def run(database: None, connection: Callable[..., None], tmp_path: Path) -> Callable[[Callable[[], Any]], Outcome]:
    """Build a DAG by calling a function, run it with `dag.test()`, and return what it left."""

    def run_dag(build: Callable[[], Any]) -> Outcome:
        from airflow.dag_processing.bundles.manager import DagBundlesManager
        from airflow.dag_processing.dagbag import BundleDagBag, sync_bag_to_db
        from airflow.sdk import DAG

        with DAG(f"test_{next(numbers)}", schedule=None, default_args={"retry_delay": 0.0}) as dag:
            build()
        DagBundlesManager().sync_bundles_to_db()
        bag = BundleDagBag(dag_folder=tmp_path, bundle_path=tmp_path, bundle_name="dags-folder")
        bag.bag_dag(dag)
        sync_bag_to_db(bag, "dags-folder", None)
        dag.test()
        return _left_by(dag.dag_id)

    return run_dag


def _left_by(dag_id: str) -> Outcome:
    from airflow.models.task_state_store import TaskStateStoreModel
    from airflow.models.taskinstance import TaskInstance
    from airflow.models.xcom import XComModel
    from airflow.sdk.serde import deserialize
    from airflow.utils.session import create_session
    from sqlalchemy import select

    with create_session() as session:
        instances = session.scalars(select(TaskInstance).where(TaskInstance.dag_id == dag_id)).all()
        xcoms = session.scalars(select(XComModel).where(XComModel.dag_id == dag_id)).all()
        stored = session.scalars(select(TaskStateStoreModel).where(TaskStateStoreModel.dag_id == dag_id)).all()
        return Outcome(
            states={instance.task_id: str(instance.state) for instance in instances},
            xcoms={(xcom.task_id, xcom.map_index, xcom.key): deserialize(xcom.value) for xcom in xcoms},
            stored={(row.task_id, row.key): json.loads(row.value) for row in stored},
        )
