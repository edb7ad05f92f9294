"""A website of one process whose pages a test edits while they are watched."""

from __future__ import annotations

import threading
from collections import defaultdict
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Self


class Served:
    """A website on loopback, for as long as it is entered; a subclass answers."""

    def __enter__(self) -> Self:
        site = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                site._answer(self)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _answer(self, request: BaseHTTPRequestHandler) -> None:
        raise NotImplementedError


@dataclass
class Website(Served):
    """Pages by path: bytes, or a status; with ETags unless told otherwise. Counts what is asked for."""

    pages: dict[str, bytes | int] = field(default_factory=dict)
    etags: bool = True
    asked: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    answered: dict[tuple[str, int], int] = field(default_factory=lambda: defaultdict(int))
    served: threading.Condition = field(default_factory=threading.Condition)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def wait_for(self, path: str, status: int, more: int = 1, *, timeout: float = 180) -> None:
        """Return once *path* has been answered with *status* that many more times."""
        wanted = self.answered[path, status] + more
        with self.served:
            assert self.served.wait_for(lambda: self.answered[path, status] >= wanted, timeout), dict(self.answered)

    def _answer(self, request: BaseHTTPRequestHandler) -> None:
        path = request.path
        content = self.pages.get(path, 404)
        status = content if isinstance(content, int) else 200
        body = b"" if isinstance(content, int) else content
        etag = f'"{hash(body):x}"'
        if status == 200 and self.etags and request.headers.get("If-None-Match") == etag:
            status, body = 304, b""
        # Before it is sent: whoever has the answer may count at once.
        with self.served:
            self.asked[path] += 1
            self.answered[path, status] += 1
            self.served.notify_all()
        request.send_response(status)
        if status == 200 and self.etags:
            request.send_header("ETag", etag)
        request.send_header("Content-Type", "text/html; charset=utf-8")
        request.send_header("Content-Length", str(len(body)))
        request.end_headers()
        request.wfile.write(body)
