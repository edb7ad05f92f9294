"""
The only way to the network that a browser has: a forward proxy on loopback, which dials what may be dialled.

Every address is judged by `airflow_provider.web`, as for pages that are loaded plainly, and exactly the judged one is
dialled: redirects, scripts, frames and WebSockets all come here as a new request or tunnel. Knows no browser.
"""

from __future__ import annotations

import asyncio
import http
from collections.abc import Collection
from contextlib import suppress
from typing import Self

import httpcore
import httpx

from airflow_provider.web.addresses import Network
from airflow_provider.web.dialling import AddressBook, AsyncDialler, PrivateAddressError

LOOPBACK = "127.0.0.1"
# What one page may take, of everything that it loads together, and connections at once.
MOST_BYTES = 64 * 1024 * 1024
MOST_CONNECTIONS = 64
_MOST_UPLOADED = 1024 * 1024
_SECONDS = 20.0
_PIECE = 64 * 1024
_TIMEOUT = {"connect": _SECONDS, "read": _SECONDS, "write": _SECONDS, "pool": _SECONDS}
# They speak of one connection, and those of the two sides are different ones.
_HOP_BY_HOP = frozenset(
    {
        *("connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection"),
        *("te", "trailer", "transfer-encoding", "upgrade"),
    }
)


class JudgingProxy:
    """
    A proxy for one page, as an asynchronous context; it ends every connection with it.

    :param allowed: networks that may be dialled although they are not public
    """

    def __init__(self, allowed: Collection[Network]) -> None:
        self._dialler = AsyncDialler(AddressBook(allowed=allowed))
        self._left = MOST_BYTES
        self._under_way: set[asyncio.Task[None]] = set()
        self.port = 0

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, LOOPBACK, 0, limit=_PIECE)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._under_way:
            task.cancel()
        await asyncio.gather(*self._under_way, return_exceptions=True)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if len(self._under_way) >= MOST_CONNECTIONS:
            writer.transport.abort()
            return
        task = asyncio.ensure_future(self._serve(reader, writer))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the one request of a connection."""
        try:
            status = await self._answer(reader, writer)
            if status is not None:
                writer.write(
                    f"HTTP/1.1 {status} {status.phrase}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode()
                )
                await writer.drain()
            writer.close()
        except Exception:  # noqa: BLE001 - whatever a server or page thinks of, the others have to go on
            writer.transport.abort()
        except asyncio.CancelledError:
            writer.transport.abort()
            raise

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> http.HTTPStatus | None:
        """Do what is asked; return the status that refuses it, None where it was done."""
        async with asyncio.timeout(_SECONDS):
            head = await reader.readuntil(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")[:-2]
        method, target, _ = first.split(" ", 2)
        pairs = [(name.strip(), value.strip()) for name, _, value in (line.partition(":") for line in lines)]
        try:
            if method == "CONNECT":
                return await self._tunnel(target, reader, writer)
            return await self._forward(method, target, pairs, reader, writer)
        except PrivateAddressError:
            return http.HTTPStatus.FORBIDDEN
        except (httpcore.ConnectError, httpcore.ConnectTimeout):
            return http.HTTPStatus.BAD_GATEWAY

    async def _tunnel(
        self, target: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> http.HTTPStatus | None:
        host, _, port = target.rpartition(":")
        stream = await self._dialler.connect_tcp(host.strip("[]"), int(port), _SECONDS)
        try:
            writer.write(b"HTTP/1.1 200 Connected\r\n\r\n")
            await writer.drain()
            ways = {asyncio.ensure_future(self._up(reader, stream)), asyncio.ensure_future(self._down(stream, writer))}
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)
        finally:
            with suppress(OSError, httpcore.NetworkError):
                await stream.aclose()
        return None

    async def _up(self, reader: asyncio.StreamReader, stream: httpcore.AsyncNetworkStream) -> None:
        while piece := await reader.read(_PIECE):
            await stream.write(piece)

    async def _down(self, stream: httpcore.AsyncNetworkStream, writer: asyncio.StreamWriter) -> None:
        while piece := await stream.read(_PIECE):
            self._take(len(piece))
            writer.write(piece)
            await writer.drain()

    async def _forward(
        self,
        method: str,
        target: str,
        pairs: list[tuple[str, str]],
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
    ) -> http.HTTPStatus | None:
        """Send the request on over a connection of its own, so that no answer is taken for another's."""
        url = httpx.URL(target)
        if url.scheme != "http" or not url.host:
            return http.HTTPStatus.BAD_REQUEST
        names = {name.lower(): value for name, value in pairs}
        if "transfer-encoding" in names or int(names.get("content-length", "0")) > _MOST_UPLOADED:
            return http.HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        body = await reader.readexactly(int(names.get("content-length", "0")))
        kept = [(name, value) for name, value in pairs if name.lower() not in _HOP_BY_HOP]
        where = httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path)
        request = httpcore.Request(method, where, headers=kept, content=body or None, extensions={"timeout": _TIMEOUT})
        connection = httpcore.AsyncHTTPConnection(where.origin, network_backend=self._dialler)
        try:
            answer = await connection.handle_async_request(request)
            writer.write(_head_of(answer))
            async for piece in answer.aiter_stream():
                self._take(len(piece))
                writer.write(piece)
                await writer.drain()
        finally:
            await connection.aclose()
        return None

    def _take(self, size: int) -> None:
        self._left -= size
        if self._left < 0:
            raise _TooMuchError


class _TooMuchError(Exception):
    """The page loads more than a page may."""


def _head_of(answer: httpcore.Response) -> bytes:
    """Return the head for the browser, to which the end of the connection is the end of the answer."""
    names = {name.lower().decode("latin-1") for name, _ in answer.headers}
    # A length that stands beside chunks is none.
    dropped = _HOP_BY_HOP | {"content-length"} if "transfer-encoding" in names else _HOP_BY_HOP
    kept = [name + b": " + value for name, value in answer.headers if name.lower().decode("latin-1") not in dropped]
    first = b"HTTP/1.1 %d %s" % (answer.status, answer.extensions.get("reason_phrase", b""))
    return b"\r\n".join((first, *kept, b"Connection: close", b"", b""))
