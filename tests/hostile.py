"""
Answers that are to exhaust whoever reads them, and a service in a process of its own that gives them.

An answer is named by the path that asks for it, and its size follows from what the client allows.
"""

from __future__ import annotations

import asyncio
import ctypes
import gzip
import multiprocessing
import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path

HEAD = b"HTTP/1.1 %d X\r\nContent-Type: application/json\r\nConnection: close\r\n"
LENGTH = re.compile(rb"(?i)content-length: *(\d+)")
SMALL = b'{"response": "Hello", "tokens": 7, "success": true}'
GZIP, ZLIB, BARE = zlib.MAX_WBITS | 16, zlib.MAX_WBITS, -zlib.MAX_WBITS
MB = 1_000_000


@contextmanager
def serving(most: int) -> Iterator[str]:
    """Run the service for a client that allows *most* bytes; gives its URL, to which the name of an answer is added."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_serve, args=(theirs, most), daemon=True)
    process.start()
    theirs.close()
    try:
        yield f"http://127.0.0.1:{ours.recv()}"
    finally:
        process.terminate()
        process.join()


def _serve(pipe: Connection, most: int) -> None:
    asyncio.run(_main(pipe, most))


async def _main(pipe: Connection, most: int) -> None:
    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        length = LENGTH.search(head)
        await reader.readexactly(int(length[1]) if length else 0)
        name = head.split(b" ", 2)[1].split(b"/")[1].decode()
        try:
            for piece in ANSWERS[name](most):
                writer.write(piece)
                await writer.drain()
            writer.close()
        except ConnectionError:
            # The client has had enough.
            writer.transport.abort()

    server = await asyncio.start_server(handle, "127.0.0.1", 0)
    pipe.send(server.sockets[0].getsockname()[1])
    await asyncio.Event().wait()


def _plain(body: bytes, *, status: int = 200, encoding: str = "identity") -> Iterator[bytes]:
    yield HEAD % status + b"Content-Encoding: %s\r\nContent-Length: %d\r\n\r\n" % (encoding.encode(), len(body))
    yield body


def _endless(before: bytes, piece: bytes) -> Iterator[bytes]:
    yield before
    while True:
        yield piece


def _chunked(size: int, *, status: int = 200) -> Iterator[bytes]:
    chunk = b"%x\r\n%s\r\n" % (size, b"x" * size)
    return _endless(HEAD % status + b"Transfer-Encoding: chunked\r\n\r\n", chunk * (MB // size))


def _filled(size: int, unit: str, *, before: str = '{"response": [', after: str = '], "success": true}') -> bytes:
    """Return JSON of nearly *size* bytes, made of *unit* again and again."""
    return (before + ",".join([unit] * ((size - 60) // (len(unit.encode()) + 1))) + after).encode()


def _text(size: int, end: str = "") -> bytes:
    """Return a success of *size* bytes, nearly all of it text."""
    after = f'{end}"}}'.encode()
    before = b'{"tokens": 7, "success": true, "response": "'
    return before + b"x" * (size - len(before) - len(after)) + after


def _packed(size: int, window: int) -> bytes:
    packer = zlib.compressobj(1, zlib.DEFLATED, window)
    return packer.compress(bytes(size)) + packer.flush()


ANSWERS: dict[str, Callable[[int], Iterator[bytes]]] = {
    "small": lambda most: _plain(SMALL),
    "text": lambda most: _plain(_text(most - 2 * MB)),
    "text-with-a-wide-character-at-its-end": lambda most: _plain(_text(most // 3, "\u20ac")),
    "text-with-an-emoji-at-its-end": lambda most: _plain(_text(most // 7, "\U0001f600")),
    "text-that-is-too-wide": lambda most: _plain(_text(most, "\U0001f600")),
    "rows": lambda most: _plain(_filled(most // 8, '{"title": "A book of the sea", "price": 12.5, "stock": 1200}')),
    "rows-that-take-too-much": lambda most: _plain(_filled(most, '{"title": "A book of the sea", "price": 12.5}')),
    "lists": lambda most: _plain(_filled(most, "[]")),
    "objects": lambda most: _plain(_filled(most, '{"":[0]}')),
    "short-texts": lambda most: _plain(_filled(most, '"ab"')),
    "numbers": lambda most: _plain(_filled(most, "1000")),
    "lists-as-text": lambda most: _plain(
        _filled(most * 8 // 10, "[]", before='{"response": "[', after=']", "success": true}')
    ),
    "no-text": lambda most: _plain(b"\xff" * most),
    "gzip": lambda most: _plain(_packed(3 * most, GZIP), encoding="gzip"),
    "deflate": lambda most: _plain(_packed(3 * most, ZLIB), encoding="deflate"),
    "deflate-without-a-header": lambda most: _plain(_packed(3 * most, BARE), encoding="deflate"),
    "gzip-in-gzip": lambda most: _plain(gzip.compress(_packed(3 * most, GZIP)), encoding="gzip, gzip"),
    "gzip-of-many-members": lambda most: _plain(gzip.compress(bytes(most // 100)) * 300, encoding="gzip"),
    "gzip-of-members-without-end": lambda most: _endless(
        HEAD % 200 + b"Content-Encoding: gzip\r\n\r\n", gzip.compress(b"") * 1000
    ),
    "gzip-of-nothing-without-end": lambda most: _endless(
        HEAD % 200 + b"Content-Encoding: gzip\r\n\r\n" + gzip.compress(b"")[:10], b"\x00\x00\x00\xff\xff" * 100_000
    ),
    "an-error-in-gzip": lambda most: _plain(_packed(3 * most, GZIP), status=400, encoding="gzip"),
    "an-error-without-end": lambda most: _chunked(MB, status=500),
    "chunks-without-end": lambda most: _chunked(MB),
    "short-chunks-without-end": lambda most: _chunked(2000),
    "no-length-and-no-end": lambda most: _endless(HEAD % 200 + b"\r\n", b"x" * MB),
    "a-length-beyond-all-bounds": lambda most: _endless(HEAD % 200 + b"Content-Length: %d\r\n\r\n" % 10**12, b"x" * MB),
    "headers-without-end": lambda most: _endless(HEAD % 200, b"X-Header: %s\r\n" % (b"x" * 1000)),
    "a-header-without-end": lambda most: _endless(HEAD % 200 + b"X-Header: ", b"x" * MB),
    "trailers-without-end": lambda most: _endless(
        HEAD % 200 + b"Transfer-Encoding: chunked\r\n\r\n0\r\n", b"X-Trailer: x\r\n" * 1000
    ),
}
# What has to be answered: it is not too large, or only as large as may be.
ANSWERED = {"small", "text", "text-with-a-wide-character-at-its-end", "text-with-an-emoji-at-its-end", "rows"}
# What is told as what it is, for it is no success, or no HTTP.
OTHERWISE = {
    "an-error-in-gzip": "InvalidRequestError",
    "an-error-without-end": "ServerError",
    "gzip-of-members-without-end": "NoAnswerError",
    "headers-without-end": "NoAnswerError",
    "a-header-without-end": "NoAnswerError",
    "trailers-without-end": "NoAnswerError",
}


def read(url: str, name: str, most: int, *, by_async: bool) -> tuple[str, int]:
    """Make one call; returns what it ended in, and the bytes by which this process grew at its largest."""
    from airflow_provider.api.settings import Settings
    from airflow_provider.errors import ContentAIError

    settings = Settings.build("test", base_url=f"{url}/{name}", token="key", timeout=120, max_answer_bytes=most)
    # What earlier calls gave back goes to the system, and the kernel forgets what was the most before.
    ctypes.CDLL(None).malloc_trim(0)
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
    before = _memory("VmRSS")
    try:
        (_by_async if by_async else _by_sync)(settings, _request(name))
    except ContentAIError as error:
        return type(error).__name__, _memory("VmHWM") - before
    return "answered", _memory("VmHWM") - before


def _request(name: str) -> object:
    from airflow_provider.api.requests import ExtractRequest, QueryRequest, TextGenerationRequest

    if name.startswith("lists"):
        return QueryRequest.build(
            collection_id="c-1", request_query="q", json_schema='[{"title": "string"}]', json_schema_rules="r"
        )
    if "rows" in name:
        return ExtractRequest.build(link="https://example.com/", prompt="Books", json_schema={"title": "string"})
    return TextGenerationRequest.build(messages="Hi", model="m-1")


def _by_sync(settings: object, request: object) -> object:
    from airflow_provider.api.client import Client

    return Client(settings).send(request)  # type: ignore[arg-type]


def _by_async(settings: object, request: object) -> object:
    from airflow_provider.api.client import AsyncClient

    async def send() -> object:
        async with AsyncClient(settings) as client:  # type: ignore[arg-type]
            return await client.send(request)  # type: ignore[arg-type]

    return asyncio.run(send())


def _memory(line: str) -> int:
    """Return how much memory this process has resident (VmRSS), or had at most (VmHWM)."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition(line)[2].split()[1]) * 1024
