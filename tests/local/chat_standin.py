"""
A server of the chat completions protocol, played over real HTTP, with every fault that such servers have.

Each request takes the next of its `answers`, the last of them for ever; `said` makes a usual one.
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

KEY = "sk-endpoint-secret"


@dataclass(frozen=True)
class Answer:
    """One answer: JSON unless *body* is given; *delay* seconds before it, *cut* without its last half."""

    status: int = 200
    payload: Any = None
    body: bytes | None = None
    media_type: str = "application/json"
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0
    cut: bool = False

    def content(self) -> bytes:
        """Return the bytes of the answer."""
        return json.dumps(self.payload).encode() if self.body is None else self.body


def said(content: object, *, tokens: int | None = 10, finish: str = "stop", **message: Any) -> Answer:
    """Return the usual answer with *content*."""
    usage = {} if tokens is None else {"usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": tokens}}
    told = {"role": "assistant", "content": content, **message}
    return Answer(payload={"choices": [{"index": 0, "message": told, "finish_reason": finish}], **usage})


def items(*rows: Any, **rest: Any) -> Answer:
    """Return the usual answer with *rows* as the service asks for them."""
    return said(json.dumps({"items": list(rows)}), **rest)


def failed(status: int, message: str = "no", **headers: str) -> Answer:
    """Return an error of the protocol."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(status, {"error": {"message": message, "type": "error"}}, headers=named)


@dataclass
class Endpoint:
    """What the server has been asked, over how many connections, and what it is to answer."""

    url: str = ""
    answers: list[Answer] = field(default_factory=list)
    refuses: frozenset[str] = frozenset()
    """Kinds of `response_format` that are a 400."""
    asked: list[dict[str, Any]] = field(default_factory=list)
    keys: list[str | None] = field(default_factory=list)
    connections: int = 0

    @property
    def forms(self) -> list[str | None]:
        """The kind of `response_format` of each request."""
        return [(one.get("response_format") or {}).get("type") for one in self.asked]

    def next_for(self, body: dict[str, Any]) -> Answer:
        """Take note of a request, and return its answer."""
        self.asked.append(body)
        if self.forms[-1] in self.refuses:
            return failed(400, f"response_format {self.forms[-1]} is not supported")
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


@contextmanager
def chat_endpoint() -> Iterator[Endpoint]:
    """Run an `Endpoint` on a free port."""
    endpoint = Endpoint()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def setup(self) -> None:
            endpoint.connections += 1
            super().setup()

        def do_POST(self) -> None:
            endpoint.keys.append(self.headers.get("Authorization"))
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            answer = endpoint.next_for(body) if self.path == "/v1/chat/completions" else failed(404)
            time.sleep(answer.delay)
            content = answer.content()
            self.send_response(answer.status)
            for name, value in {**answer.headers, "Content-Type": answer.media_type}.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content[: len(content) // 2] if answer.cut else content)
            self.close_connection = answer.cut

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True
        request_queue_size = 256

        def handle_error(self, *_: object) -> None:
            """Stay silent where a client has left."""

    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    endpoint.url = f"http://127.0.0.1:{server.server_port}/v1"
    yield endpoint
    server.shutdown()
    server.server_close()
