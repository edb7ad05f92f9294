"""
The services that the contract suite is held against, all under one face.

The embedded one in this process, the embedded one behind a socket, and a real one where the environment names it:
CONTENT_AI_TEST_URL and CONTENT_AI_TEST_TOKEN, with CONTENT_AI_TEST_PAGE as the page to load,
CONTENT_AI_TEST_MODEL to generate text with and CONTENT_AI_TEST_COLLECTION to query. Nothing real is ever deleted.
"""

from __future__ import annotations

import asyncio
import ipaddress
import os
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import httpx

from airflow_provider.api.answers import Answer
from airflow_provider.api.client import AsyncClient, Client
from airflow_provider.api.request import Request
from airflow_provider.api.settings import Settings

KEY = "contract-suite-key"
# Made once: it takes longer than most requests of this suite.
VERIFY = httpx.create_ssl_context()
REAL = os.environ if {"CONTENT_AI_TEST_URL", "CONTENT_AI_TEST_TOKEN"} <= set(os.environ) else {}
PAGE = b"""<!doctype html><html><head><title>Bookshop</title></head><body>
<h1>Bookshop</h1><p>Open daily, see <a href="/about">about us</a>.</p><img src="/shop.png" alt="The shop">
<ul><li>Tea</li><li>Cakes</li></ul>
<table><tr><th>Title</th><th>Price</th><th>In stock</th></tr>
<tr><td>Emma</td><td>7.50</td><td>yes</td></tr><tr><td>Persuasion</td><td>8.25</td><td>no</td></tr></table>
</body></html>"""


@dataclass
class Service:
    """One service: where it is, its key, and what it has to work on."""

    url: str
    key: str
    page: str
    model: str
    collection: str
    data: Path | None = None
    app: Any = field(default=None, repr=False)

    def ask(
        self, path: str, *, method: str = "POST", headers: Mapping[str, str] | None = None, **content: Any
    ) -> httpx.Response:
        """Send one request as plain httpx does; the key is right unless *headers* are given."""
        given = {"Authorization": f"Token {self.key}"} if headers is None else headers

        async def once() -> httpx.Response:
            transport = None if self.app is None else httpx.ASGITransport(app=self.app)
            async with httpx.AsyncClient(transport=transport, timeout=300, verify=VERIFY) as http:
                return await http.request(method, self.url + path, headers=given, **content)

        return asyncio.run(once())

    def settings(self, **values: Any) -> Settings:
        """Return the settings of a client of this service."""
        return Settings.build("contract", **{"base_url": self.url, "token": self.key, "max_wait": 5, **values})

    def send(self, request: Request, **values: Any) -> Answer:
        """Send *request* through our own client."""
        if self.app is None:
            return Client(self.settings(**values)).send(request)

        async def once() -> Answer:
            async with AsyncClient(self.settings(**values), transport=httpx.ASGITransport(app=self.app)) as client:
                return await client.send(request)

        return asyncio.run(once())

    def stock(self, name: str) -> str:
        """Make a collection that can be deleted; only the embedded service has an operation for it."""
        from airflow_provider.local.__main__ import main

        assert self.data is not None
        folder = self.data.parent / "sources"
        folder.mkdir(exist_ok=True)
        (folder / "books.html").write_bytes(PAGE)
        assert main(["collection", "add", name, str(folder / "books.html"), "--data", str(self.data)]) == 0
        return name


@contextmanager
def page() -> Iterator[str]:
    """Serve the bookshop's page on loopback and yield its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200 if self.path == "/shop.html" else 404)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write(PAGE)

        def log_message(self, *args: object) -> None:
            """Stay silent."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/shop.html"
        server.shutdown()
        thread.join()


@contextmanager
def in_process(folder: Path) -> Iterator[Service]:
    """Run the embedded service as an ASGI application, without a socket."""
    from airflow_provider.local.app import create_app
    from airflow_provider.local.settings import Settings as LocalSettings

    data = folder / "data"
    allowed = (ipaddress.ip_network("127.0.0.0/8"),)
    app = create_app(LocalSettings(key=KEY, data=data, allow_net=allowed))
    with page() as address:
        service = Service("http://embedded", KEY, address, "extractive", "books", data, app)
        service.stock("books")
        yield service


@contextmanager
def over_a_socket(folder: Path) -> Iterator[Service]:
    """Run the embedded service by its own command line."""
    data = folder / "data"
    command = ["serve", "--port", "0", "--key", KEY, "--data", str(data), "--allow-net", "127.0.0.0/8"]
    with (
        page() as address,
        subprocess.Popen(  # noqa: S603 - our own module
            [sys.executable, "-m", "airflow_provider.local", *command], stdout=subprocess.PIPE, text=True
        ) as process,
    ):
        assert process.stdout is not None
        line = process.stdout.readline()
        assert line.startswith("Listening on "), line
        service = Service(line.split()[-1], KEY, address, "extractive", "books", data)
        service.stock("books")
        yield service
        process.terminate()


@contextmanager
def real(folder: Path) -> Iterator[Service]:
    """Lead to the service that the environment names."""
    yield Service(
        REAL["CONTENT_AI_TEST_URL"].rstrip("/"),
        REAL["CONTENT_AI_TEST_TOKEN"],
        REAL.get("CONTENT_AI_TEST_PAGE", "https://example.com/"),
        REAL.get("CONTENT_AI_TEST_MODEL", ""),
        REAL.get("CONTENT_AI_TEST_COLLECTION", ""),
    )
