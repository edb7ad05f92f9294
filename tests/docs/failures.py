"""
The failures of the page of errors, each brought about as a user would: through the hook, an operator or a command.

Ports and temporary folders are not the same in every run; a message has 8400 and /data in their places.
"""

from __future__ import annotations

import json
import re
import socket
import sys
from contextlib import ExitStack
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

import pytest
from cryptography.x509 import IPAddress

from dags_examples.run.processes import free_port
from tests.certificates import self_signed
from tests.serving import Stage, answer, cut_off, hang
from tests.standins import KEY, MemoryStore, TaskInstance, execute
from tests.without import python_without

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from airflow_provider.hooks import ContentAIHook
    from tests.serving import Act, Listener

PAGE = {"link": "https://shop.example.com/", "prompt": "Every book"}
QUERY = {"collection_id": "books", "request_query": "tea", "json_schema_rules": "None."}
SCHEMA = {"title": "string", "price": "number"}
ROWS = {"response": [{"title": "Tides", "price": 12.5}], "success": True}
FAILURES: dict[str, Callable[[Scene], Any]] = {}


class Scene:
    """What a user has: a connection, a service that misbehaves as told, and a folder."""

    def __init__(self, serve: Callable[..., Listener], folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._serve = serve
        self.folder = folder
        self.monkeypatch = monkeypatch
        for name in ("http_proxy", "https_proxy", "all_proxy"):
            monkeypatch.delenv(name, raising=False)
            monkeypatch.delenv(name.upper(), raising=False)

    def printed(self, fail: Callable[[Scene], Any]) -> str:
        """Return what Airflow's log, or the command line, says once *fail* has failed."""
        said = fail(self)
        if not isinstance(said, str):
            said = f"{type(said).__name__}: {said}"
        return re.sub(r"127\.0\.0\.1:\d+", "127.0.0.1:8400", said).replace(str(self.folder), "/data")

    def connect(self, host: str | None = None, password: str | None = KEY, **extra: Any) -> None:
        """Set the default connection."""
        value = {"conn_type": "content_ai", "host": host, "password": password, "extra": extra}
        self.monkeypatch.setenv("AIRFLOW_CONN_CONTENT_AI_DEFAULT", json.dumps(value))

    def answering(self, *acts: Act, certificate: tuple[str, str] | None = None, **extra: Any) -> None:
        """Connect to a service that plays *acts*."""
        self.connect(self._serve(*acts, certificate=certificate).url, **extra)

    def calls(self, call: Callable[[ContentAIHook], object]) -> Exception:
        """Return what a call through the hook ends in."""
        from airflow_provider.hooks import ContentAIHook

        return self.ends(lambda: call(ContentAIHook()))

    def extracts(self) -> Exception:
        """Return what an extraction ends in."""
        return self.calls(lambda hook: hook.extract(**PAGE))

    def executes(self, operator: Any, store: MemoryStore | None = None) -> Exception:
        """Return what a task ends in."""
        ti = TaskInstance(dag_id="prices", run_id="monday", task_id=operator.task_id)
        return self.ends(lambda: execute(operator, store or MemoryStore(), ti))

    def ends(self, act: Callable[[], object]) -> Exception:
        """Return what *act* raises."""
        with pytest.raises(Exception) as caught:  # noqa: PT011 - which one is what the page says
            act()
        return caught.value


def failure(name: str) -> Callable[[Callable[[Scene], Any]], Callable[[Scene], Any]]:
    def keep(fail: Callable[[Scene], Any]) -> Callable[[Scene], Any]:
        assert name not in FAILURES
        FAILURES[name] = fail
        return fail

    return keep


def refusal(status: int, said: str) -> Act:
    return answer(status, {"error": said, "success": False})


# The service cannot be reached.


@failure("connection-refused")
def _(scene: Scene) -> Exception:
    scene.connect(f"http://127.0.0.1:{free_port()}", max_wait=0.01)
    return scene.extracts()


@failure("unknown-host")
def _(scene: Scene) -> Exception:
    def resolve(*_: object, **__: object) -> Any:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    # Every name is unknown here, with or without a network.
    scene.monkeypatch.setattr(socket, "getaddrinfo", resolve)
    scene.connect("http://api.example.com", max_wait=0.01)
    return scene.extracts()


@failure("connect-timeout")
def _(scene: Scene) -> Exception:
    with ExitStack() as sockets:
        full = sockets.enter_context(socket.create_server(("127.0.0.1", 0), backlog=0))
        for _ in range(4):
            # Whoever comes when the queue is full gets no answer.
            waiting = sockets.enter_context(socket.socket())
            waiting.settimeout(0)
            waiting.connect_ex(full.getsockname())
        scene.connect(f"http://127.0.0.1:{full.getsockname()[1]}", connect_timeout=1, max_attempts=1)
        return scene.extracts()


@failure("redis-away")
def _(scene: Scene) -> Exception:
    scene.connect("https://api.example.com", shared=f"redis://127.0.0.1:{free_port()}/0")
    return scene.extracts()


@failure("proxy-refused")
def _(scene: Scene) -> Exception:
    scene.connect("http://api.example.com", proxy=f"http://127.0.0.1:{free_port()}", max_wait=0.01)
    return scene.extracts()


@failure("certificate")
def _(scene: Scene) -> Exception:
    own = self_signed(scene.folder, of=IPAddress(ip_address("127.0.0.1")))
    scene.answering(answer(200, ROWS), certificate=own)
    return scene.extracts()


# No complete answer.


@failure("read-timeout")
def _(scene: Scene) -> Exception:
    scene.answering(hang, timeout=1)
    return scene.extracts()


@failure("connection-cut")
def _(scene: Scene) -> Exception:
    scene.answering(cut_off())
    return scene.extracts()


# The service refuses, or fails.


@failure("token-refused")
def _(scene: Scene) -> Exception:
    scene.answering(answer(401, {"detail": "Invalid token."}, WWW_Authenticate="Token"))
    return scene.extracts()


@failure("plan-refused")
def _(scene: Scene) -> Exception:
    scene.answering(refusal(403, "Not in the plan of this account."))
    return scene.extracts()


@failure("page-unreachable")
def _(scene: Scene) -> Exception:
    scene.answering(refusal(404, "The URL is not accessible."))
    return scene.extracts()


@failure("not-the-api")
def _(scene: Scene) -> Exception:
    scene.answering(answer(404, b"<h1>Not Found</h1>", Content_Type="text/html"))
    return scene.extracts()


@failure("unknown-collection")
def _(scene: Scene) -> Exception:
    scene.answering(refusal(404, "There is no such collection."))
    return scene.calls(lambda hook: hook.query_collection(**QUERY, json_schema=SCHEMA))


@failure("bad-request")
def _(scene: Scene) -> Exception:
    scene.answering(refusal(400, "Malformed json_schema."))
    return scene.extracts()


@failure("body-too-large")
def _(scene: Scene) -> Exception:
    scene.answering(refusal(413, "The body is larger than 10 MB."))
    return scene.extracts()


@failure("unsupported-type")
def _(scene: Scene) -> Exception:
    scene.answering(refusal(415, "Send application/json."))
    return scene.extracts()


@failure("unprocessable")
def _(scene: Scene) -> Exception:
    scene.answering(refusal(422, "prompt: too long."))
    return scene.extracts()


@failure("rate-limit-too-long")
def _(scene: Scene) -> Exception:
    scene.answering(answer(429, {"error": "Too many requests.", "success": False}, Retry_After="300"))
    return scene.extracts()


@failure("rate-limit-too-often")
def _(scene: Scene) -> Exception:
    scene.answering(refusal(429, "Too many requests."), max_wait=0.01)
    return scene.extracts()


@failure("maintenance")
def _(scene: Scene) -> Exception:
    scene.answering(answer(503, {"error": "Maintenance.", "success": False}, Retry_After="3600"))
    return scene.extracts()


@failure("server-error")
def _(scene: Scene) -> Exception:
    scene.answering(refusal(500, "Internal error."))
    return scene.extracts()


@failure("redirect")
def _(scene: Scene) -> Exception:
    scene.answering(answer(301, Location="https://api.example.org/v1/extract/"))
    return scene.extracts()


# The answer is of no use.


@failure("html-instead-of-json")
def _(scene: Scene) -> Exception:
    scene.answering(answer(200, b"<!doctype html><title>Welcome</title>", Content_Type="text/html"))
    return scene.extracts()


@failure("no-success")
def _(scene: Scene) -> Exception:
    scene.answering(answer(200, {"error": "The model gave up.", "success": False}))
    return scene.extracts()


@failure("another-shape")
def _(scene: Scene) -> Exception:
    scene.answering(answer(200, {"response": 5, "success": True}))
    return scene.extracts()


@failure("not-a-number")
def _(scene: Scene) -> Exception:
    from airflow_provider.operators import ExtractOperator

    scene.answering(answer(200, {"response": [{"title": "Tides", "price": "$12.50"}], "success": True}))
    return scene.executes(ExtractOperator(task_id="books", **PAGE, json_schema=SCHEMA))


@failure("rows-not-as-expected")
def _(scene: Scene) -> Exception:
    from airflow_provider.operators import ExtractOperator
    from airflow_provider.results import Expect

    rows = [ROWS["response"][0], {"title": "Knots"}]
    scene.answering(answer(200, {**ROWS, "response": rows}))
    expect = Expect(min_rows=3, required=["price"])
    return scene.executes(ExtractOperator(task_id="books", **PAGE, json_schema=SCHEMA, expect=expect))


@failure("row-not-of-the-model")
def _(scene: Scene) -> Exception:
    from pydantic import BaseModel, Field

    from airflow_provider.operators import ExtractOperator

    class Book(BaseModel):
        title: str
        price: float = Field(gt=0)

    scene.answering(answer(200, {**ROWS, "response": [{"title": "Tides", "price": -1}]}))
    return scene.executes(ExtractOperator(task_id="books", **PAGE, json_schema=Book))


@failure("unknown-field-expected")
def _(scene: Scene) -> Exception:
    from airflow_provider.operators import ExtractOperator

    expect = {"required": ["cost"]}
    return scene.ends(lambda: ExtractOperator(task_id="books", **PAGE, json_schema=SCHEMA, expect=expect))


@failure("answer-too-large")
def _(scene: Scene) -> Exception:
    scene.answering(answer(200, {"response": "x" * 1_000_000, "success": True}), max_answer_bytes=1_000_000)
    return scene.extracts()


# The result cannot be delivered.


@failure("too-large-for-xcom")
def _(scene: Scene) -> Exception:
    from airflow_provider.operators import ExtractOperator

    scene.answering(answer(200, {"response": "x" * 1_000_000, "success": True}))
    return scene.executes(ExtractOperator(task_id="books", **PAGE))


@failure("file-not-written")
def _(scene: Scene) -> Exception:
    from airflow_provider.operators import ExtractOperator

    scene.answering(answer(200, ROWS))
    (scene.folder / "results").write_text("A file where a folder should be.")
    path = f"{scene.folder}/results/books.jsonl"
    return scene.executes(ExtractOperator(task_id="books", **PAGE, json_schema=SCHEMA, result_path=path))


# The connection, the arguments and the budget, before anything is sent.


@failure("no-base-url")
def _(scene: Scene) -> Exception:
    scene.connect(None)
    return scene.extracts()


@failure("no-token")
def _(scene: Scene) -> Exception:
    scene.connect("https://api.example.com", password=None)
    return scene.extracts()


@failure("wrong-base-url")
def _(scene: Scene) -> Exception:
    scene.connect("ftp://api.example.com")
    return scene.extracts()


@failure("unknown-extra")
def _(scene: Scene) -> Exception:
    scene.connect("https://api.example.com", time_out=60)
    return scene.extracts()


@failure("wrong-extra")
def _(scene: Scene) -> Exception:
    scene.connect("https://api.example.com", timeout="a minute", max_attempts=0)
    return scene.extracts()


@failure("no-ca-file")
def _(scene: Scene) -> Exception:
    scene.connect("https://api.example.com", verify=f"{scene.folder}/ca.pem")
    return scene.extracts()


@failure("wrong-argument")
def _(scene: Scene) -> Exception:
    scene.connect("https://api.example.com")
    return scene.calls(lambda hook: hook.extract(link="shop.example.com", prompt="Every book"))


@failure("wrong-result-path")
def _(scene: Scene) -> Exception:
    from airflow_provider.operators import ExtractOperator

    path = "s3://bucket/books.xlsx"
    return scene.ends(lambda: ExtractOperator(task_id="books", **PAGE, json_schema=SCHEMA, result_path=path))


@failure("wrong-type")
def _(scene: Scene) -> Exception:
    from airflow_provider.operators import ExtractOperator

    return scene.ends(lambda: ExtractOperator(task_id="books", **PAGE, json_schema={"price": "money"}))


@failure("budget-spent")
def _(scene: Scene) -> Exception:
    from airflow_provider.operators import ExtractOperator

    scene.answering(answer(200, ROWS))
    store = MemoryStore()
    budget = {"calls": 1, "scope": "task"}
    first = ExtractOperator(task_id="books", **PAGE, json_schema=SCHEMA, budget=budget)
    execute(first, store, TaskInstance(dag_id="prices", run_id="monday", task_id="books"))
    return scene.executes(
        ExtractOperator(task_id="books", **PAGE, json_schema={"title": "string"}, budget=budget), store
    )


# Batches.


def batch(**arguments: Any) -> Any:
    from airflow_provider.operators import ExtractBatchOperator

    links = [f"https://shop.example.com/{number}" for number in range(1, 4)]
    return ExtractBatchOperator(task_id="books", links=links, prompt="Every book", concurrency=1, **arguments)


@failure("too-many-failures")
def _(scene: Scene) -> Exception:
    scene.answering(answer(200, {"response": "Tea", "success": True}), refusal(404, "The URL is not accessible."))
    return scene.executes(batch(max_failures=1))


@failure("nothing-succeeded")
def _(scene: Scene) -> Exception:
    scene.answering(refusal(404, "The URL is not accessible."), refusal(500, "Internal error."))
    return scene.executes(batch())


@failure("nothing-can-succeed")
def _(scene: Scene) -> Exception:
    scene.answering(refusal(400, "Malformed json_schema."))
    return scene.executes(batch())


@failure("told-to-end")
def _(scene: Scene) -> Exception:
    operator = batch()

    def end(stage: Stage) -> None:
        operator.on_kill()
        answer(200, {"response": "Tea", "success": True})(stage)

    scene.answering(end)
    store, ti = MemoryStore(), TaskInstance(dag_id="prices", run_id="monday", task_id="books")

    def run() -> None:
        nonlocal operator
        from tests.standins import context

        ti.task = operator
        given = context(store, ti)
        operator = ti.task
        operator.execute(given)

    return scene.ends(run)


# Reading pages for free.


@failure("page-not-polled")
def _(scene: Scene) -> Exception:
    from airflow_provider.watch import PageChangeSensor

    url = f"{scene._serve(answer(404), answer(500)).url}/prices"
    sensor = PageChangeSensor(task_id="wait", url=url, allow_private=True)
    ti = TaskInstance()
    ti.xcom_pull = lambda **_: {"digest": None}  # type: ignore[method-assign]
    return scene.ends(lambda: sensor.poke({"ti": ti}))


@failure("source-not-read")
def _(scene: Scene) -> Exception:
    from airflow_provider.operators import FindLinksOperator

    url = f"{scene._serve(answer(404)).url}/sitemap.xml"
    return scene.ends(lambda: FindLinksOperator(task_id="links", source=url, allow_private=True).execute({}))


# An extra is not installed.


@failure("no-extra-local")
def _(scene: Scene) -> str:
    done = python_without("uvicorn", "-m", "airflow_provider.local", "serve", folder=scene.folder)
    return done.stderr.rstrip("\n")


@failure("no-extra-watch")
def _(scene: Scene) -> str:
    script = "from airflow_provider.operators import FindLinksOperator as Find\n"
    script += "Find(task_id='links', source='https://shop.example.com/sitemap.xml').execute({})"
    done = python_without("cssselect,protego", "-c", script, folder=scene.folder)
    return done.stderr.splitlines()[-1].removeprefix("airflow_provider.errors.")


@failure("no-extra-ui")
def _(scene: Scene) -> str:
    from fastapi import HTTPException

    from airflow_provider.plugin import files

    # Python's own way to say that there is none.
    scene.monkeypatch.setitem(sys.modules, "plotly", None)
    files._plotly_script.cache_clear()
    with pytest.raises(HTTPException) as caught:
        files.static(files.PLOTLY, {})
    return str(caught.value.detail)
