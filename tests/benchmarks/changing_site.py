"""A served site whose pages change from night to night, on many hosts of loopback, and the service that reads them."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import random
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from tests.benchmarks.server import content_length

# Each is a host of its own, which is visited by one at a time.
HOSTS = [f"127.0.1.{number}" for number in range(1, 65)]
CLOSE = b"Connection: close\r\nContent-Length: %d\r\n\r\n"
PARAGRAPH = "A book about the night trains of the north, their cooks and their kitchens, and a cat that rides along. "


def changed_in(night: int, pages: int, share: float) -> set[int]:
    """Return the pages that change before *night*, the same wherever it is asked."""
    return set(random.Random(night).sample(range(pages), round(pages * share))) if night else set()


@dataclass
class Site:
    """Where it listens."""

    port: int
    _pipe: Connection

    @property
    def service(self) -> str:
        """The base URL of the service that reads the pages."""
        return f"http://{HOSTS[0]}:{self.port}"

    def links(self, pages: int, kind: str = "books") -> list[str]:
        """Return the addresses of so many *pages*, in turns on all hosts."""
        return [f"http://{HOSTS[number % len(HOSTS)]}:{self.port}/{kind}/{number}" for number in range(pages)]

    def change(self, numbers: set[int]) -> None:
        """Change pages."""
        self._ask(("change", numbers))

    def paid(self) -> list[int]:
        """Return the pages that the service was asked about since this was last called, and how often it was."""
        found: list[int] = self._ask(("paid", None))
        return found

    def versions(self) -> dict[int, int]:
        """Return what the pages hold that have changed at all."""
        found: dict[int, int] = self._ask(("versions", None))
        return found

    def _ask(self, what: tuple[str, Any]) -> Any:
        self._pipe.send(what)
        return self._pipe.recv()


@contextmanager
def running() -> Iterator[Site]:
    """Run it in a process of its own, so that its work is not counted as the task's."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_serve, args=(theirs,), daemon=True)
    process.start()
    # Only the server holds its end: if it dies, we hear of it.
    theirs.close()
    try:
        yield Site(ours.recv(), ours)
    finally:
        process.terminate()
        process.join()


def _serve(pipe: Connection) -> None:
    asyncio.run(_Pages(pipe).serve())


class _Pages:
    def __init__(self, pipe: Connection) -> None:
        self._pipe = pipe
        self._versions: dict[int, int] = {}
        self._paid: list[int] = []
        self._loads = 0

    async def serve(self) -> None:
        with socket.create_server((HOSTS[0], 0)) as probe:
            port = probe.getsockname()[1]
        server = await asyncio.start_server(self._handle, HOSTS, port, backlog=512)
        self._pipe.send(port)
        asyncio.get_running_loop().add_reader(self._pipe.fileno(), self._told)
        await server.serve_forever()

    def _told(self) -> None:
        try:
            what, numbers = self._pipe.recv()
        except EOFError:
            # The benchmark was killed.
            raise SystemExit from None
        if what == "change":
            for number in numbers:
                self._versions[number] = self._versions.get(number, 0) + 1
            self._pipe.send(None)
        elif what == "versions":
            self._pipe.send(dict(self._versions))
        else:
            self._pipe.send(self._paid)
            self._paid = []

    async def _handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                method, path = head.split(b" ", 2)[:2]
                if method == b"POST":
                    writer.write(self._read_for_money(await reader.readexactly(content_length(head))))
                else:
                    writer.write(self._page(path, head))
                await writer.drain()
                if method != b"POST":
                    break
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    def _read_for_money(self, body: bytes) -> bytes:
        number = int(json.loads(body)["link"].rpartition("/")[2])
        self._paid.append(number)
        row = {"title": f"Book {number}", "price": self._versions.get(number, 0)}
        content = json.dumps({"response": [row], "success": True}).encode()
        return b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (
            len(content),
            content,
        )

    def _page(self, path: bytes, head: bytes) -> bytes:
        kind, _, number = path.strip(b"/").rpartition(b"/")
        if kind not in {b"books", b"small"}:
            return b"HTTP/1.1 404 Not Found\r\n" + CLOSE % 0
        version = self._versions.get(int(number), 0)
        # A third of the pages tells, and tells the truth.
        etag = b'ETag: "%s-%d"\r\n' % (number, version) if int(number) % 3 == 0 else b""
        if etag and etag.strip()[6:] in head:
            return b"HTTP/1.1 304 Not Modified\r\n" + etag + CLOSE % 0
        self._loads += 1
        body = _html(int(number), version, self._loads, paragraphs=60 if kind == b"books" else 1)
        return b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n" + etag + CLOSE % len(body) + body


def _html(number: int, version: int, load: int, *, paragraphs: int) -> bytes:
    """Return a page with noise that differs in each load."""
    others = "".join(f"<li class='c{load}'><a href='/b/{one}'>Book {one}</a> {one} pounds" for one in range(paragraphs))
    return (
        f"<!doctype html><title>Book {number}</title><script>t={load}</script><input type=hidden value={load}>"
        f"<div class='ad-slot'>Offer {load}</div><h1>Book {number}</h1><p>Price: {version} pounds</p>"
        f"<p>{PARAGRAPH * max(1, paragraphs // 10)}</p><ul>{others}</ul>"
    ).encode()
