"""A loopback service for benchmarks: answers every request with about 2 kB after a set delay, and counts them."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection

ROW = {"title": "A book of the sea", "text": "x" * 1900, "price": 12.5}
BODY = json.dumps({"response": [ROW], "tokens": 5, "success": True}).encode()
ANSWER = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(BODY), BODY)


@dataclass
class Server:
    """Where it listens, and how many requests it has seen."""

    url: str
    _pipe: Connection

    def requests(self) -> int:
        """Return how many requests have been answered so far."""
        self._pipe.send("count")
        return int(self._pipe.recv())


@contextmanager
def running(delay: float) -> Iterator[Server]:
    """Run the server in a process of its own, so that its work is not counted as the client's."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_serve, args=(theirs, delay), daemon=True)
    process.start()
    # Only the server holds its end: if it dies, we hear of it.
    theirs.close()
    try:
        yield Server(f"http://127.0.0.1:{ours.recv()}", ours)
    finally:
        process.terminate()
        process.join()


def _serve(pipe: Connection, delay: float) -> None:
    asyncio.run(_main(pipe, delay))


async def _main(pipe: Connection, delay: float) -> None:
    answered = 0

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal answered
        try:
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                await reader.readexactly(content_length(head))
                if delay:
                    await asyncio.sleep(delay)
                answered += 1
                writer.write(ANSWER)
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    server = await asyncio.start_server(handle, "127.0.0.1", 0, backlog=1024)
    pipe.send(server.sockets[0].getsockname()[1])
    abandoned = asyncio.Event()

    def tell() -> None:
        try:
            pipe.recv()
            pipe.send(answered)
        except (EOFError, OSError):
            # The benchmark was killed.
            abandoned.set()

    asyncio.get_running_loop().add_reader(pipe.fileno(), tell)
    await abandoned.wait()


def content_length(head: bytes) -> int:
    """Return how long the body is that follows *head*."""
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            return int(value)
    return 0
