"""
One connection to the service, for one call after another: httpcore's own, without the pool that httpx has around it.

A pool goes through its connections before and after each call, which is a sixth of what a call of a batch takes.
"""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator
from typing import cast

import httpcore
import httpx

# How long an idle connection is kept, in seconds: as long as httpx keeps one.
KEPT_SECONDS = 5.0
ERRORS: dict[type[Exception], type[httpx.TransportError]] = {
    httpcore.ConnectTimeout: httpx.ConnectTimeout,
    httpcore.ReadTimeout: httpx.ReadTimeout,
    httpcore.WriteTimeout: httpx.WriteTimeout,
    httpcore.ConnectError: httpx.ConnectError,
    httpcore.ReadError: httpx.ReadError,
    httpcore.WriteError: httpx.WriteError,
    httpcore.UnsupportedProtocol: httpx.UnsupportedProtocol,
    httpcore.LocalProtocolError: httpx.LocalProtocolError,
    httpcore.RemoteProtocolError: httpx.RemoteProtocolError,
}
CAUGHT = tuple(ERRORS)


class Line(httpx.AsyncBaseTransport):
    """A transport for one call at a time, without a proxy; its connection is kept for the next."""

    def __init__(self, tls: ssl.SSLContext) -> None:
        self._tls = tls
        self._connection: httpcore.AsyncHTTPConnection | None = None

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send *request* and return the answer, whose body is still to come."""
        url = request.url
        sent = httpcore.Request(
            request.method,
            httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path),
            headers=request.headers.raw,
            content=request.stream,
            extensions=request.extensions,
        )
        connection = await self._connected(sent.url.origin)
        try:
            answer = await connection.handle_async_request(sent)
        except CAUGHT as error:
            raise ERRORS[type(error)](str(error)) from error
        body = _Body(cast("AsyncIterator[bytes]", answer.stream))
        return httpx.Response(answer.status, headers=answer.headers, stream=body, extensions=answer.extensions)

    async def _connected(self, origin: httpcore.Origin) -> httpcore.AsyncHTTPConnection:
        """Return the connection of the call before, if it is fit for another; a new one otherwise."""
        known = self._connection
        if known is not None and known.is_idle() and not known.has_expired():
            return known
        await self.aclose()
        self._connection = httpcore.AsyncHTTPConnection(origin, ssl_context=self._tls, keepalive_expiry=KEPT_SECONDS)
        return self._connection

    async def aclose(self) -> None:
        """Close the connection."""
        known, self._connection = self._connection, None
        if known is not None:
            await known.aclose()


class _Body(httpx.AsyncByteStream):
    def __init__(self, stream: AsyncIterator[bytes]) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            async for part in self._stream:
                yield part
        except CAUGHT as error:
            raise ERRORS[type(error)](str(error)) from error

    async def aclose(self) -> None:
        await self._stream.aclose()  # type: ignore[attr-defined] # as all streams of httpcore's connections have it
