"""A small website on loopback, and what the tests of the service share."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_network
from pathlib import Path

import httpx

KEY = "right-key"
Call = Callable[..., httpx.Response]
# Starts the service with further arguments and variables; gives its process and its URL.
Serve = Callable[..., tuple["subprocess.Popen[str]", str]]
COMMAND = [sys.executable, "-m", "airflow_provider.local"]
PAGES = Path(__file__).parent / "pages"
LOOPBACK = (ip_network("127.0.0.0/8"), ip_network("::1/128"))


@dataclass
class Site:
    """What the website answers: status, headers and body by path; it remembers the requests it got."""

    base: str = ""
    answers: dict[str, tuple[int, dict[str, str], bytes]] = field(default_factory=dict)
    seen: list[tuple[str, str, dict[str, str], bytes]] = field(default_factory=list)

    def put(
        self,
        path: str,
        body: str | bytes,
        *,
        status: int = 200,
        media_type: str = "text/html; charset=utf-8",
        **headers: str,
    ) -> str:
        """Answer *path* so from now on, and return its URL; headers are named with underscores."""
        data = body.encode() if isinstance(body, str) else body
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.answers[path] = (status, {"Content-Type": media_type, **named}, data)
        return self.base + path


@contextmanager
def serving(host: str = "127.0.0.1") -> Iterator[Site]:
    """Run an empty `Site` on a free port of *host*."""
    found = Site()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            found.seen.append((self.command, self.path, dict(self.headers), body))
            status, headers, data = found.answers.get(self.path, (404, {}, b"not here"))
            self.send_response(status)
            for name, value in {**headers, "Content-Length": str(len(data)), "Connection": "close"}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        do_POST = do_GET  # noqa: N815 - the name that http.server looks for

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        # Hundreds of pages may be fetched at once; what does not fit waits for up to half a minute.
        request_queue_size = 256

    server = Server((host, 0), Handler)
    threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
    found.base = f"http://{host}:{server.server_port}"
    yield found
    server.shutdown()
    server.server_close()


def multipart(**fields: str) -> dict[str, tuple[None, str]]:
    """Return *fields* as httpx wants them for a multipart body without files."""
    return {name: (None, value) for name, value in fields.items()}
