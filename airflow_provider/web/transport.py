"""
One request over one connection, which is closed with its answer, blocking or not.

Pages are read minutes apart or from many hosts, so a connection is seldom used twice. Whom to dial is the
business of `dialling`; httpx's pool, cookies, redirects and proxies of the environment have no place here.
"""

from __future__ import annotations

import ssl
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import httpx

from airflow_provider.extras import importing
from airflow_provider.web.dialling import (
    AddressBook,
    AsyncDialler,
    AsyncResolve,
    Dialler,
    Resolve,
    resolve,
    resolve_async,
)

with importing("watch"):
    import httpcore


class Transport(httpx.BaseTransport):
    """Blocks; the extension `within` of a request says how many seconds it may take to connect."""

    def __init__(
        self, book: AddressBook, *, resolve: Resolve = resolve, network: httpcore.NetworkBackend | None = None
    ) -> None:
        self._book = book
        self._resolve = resolve
        self._network = network

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """Send *request* and return its answer, whose body is still to come."""
        until = time.monotonic() + request.extensions.get("within", 60.0)
        dialler = Dialler(self._book, until=until, resolve=self._resolve, network=self._network)
        url = _url(request)
        connection = httpcore.HTTPConnection(url.origin, ssl_context=_context(request), network_backend=dialler)
        try:
            with _translating():
                answer = connection.handle_request(_inner(request, url))
        except BaseException:
            connection.close()
            raise
        return httpx.Response(answer.status, headers=answer.headers, stream=_Body(connection, answer))


class _Body(httpx.SyncByteStream):
    def __init__(self, connection: httpcore.HTTPConnection, answer: httpcore.Response) -> None:
        self._connection = connection
        self._answer = answer

    def __iter__(self) -> Iterator[bytes]:
        with _translating():
            yield from self._answer.iter_stream()

    def close(self) -> None:
        self._answer.close()
        self._connection.close()


class AsyncTransport(httpx.AsyncBaseTransport):
    """The same without blocking."""

    def __init__(
        self,
        book: AddressBook,
        *,
        resolve: AsyncResolve = resolve_async,
        network: httpcore.AsyncNetworkBackend | None = None,
    ) -> None:
        self._dialler = AsyncDialler(book, resolve=resolve, network=network)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send *request* and return its answer, whose body is still to come."""
        url = _url(request)
        connection = httpcore.AsyncHTTPConnection(
            url.origin, ssl_context=_context(request), network_backend=self._dialler
        )
        try:
            with _translating():
                answer = await connection.handle_async_request(_inner(request, url))
        except BaseException:
            await connection.aclose()
            raise
        return httpx.Response(answer.status, headers=answer.headers, stream=_AsyncBody(connection, answer))


class _AsyncBody(httpx.AsyncByteStream):
    def __init__(self, connection: httpcore.AsyncHTTPConnection, answer: httpcore.Response) -> None:
        self._connection = connection
        self._answer = answer

    async def __aiter__(self) -> AsyncIterator[bytes]:
        with _translating():
            async for chunk in self._answer.aiter_stream():
                yield chunk

    async def aclose(self) -> None:
        await self._answer.aclose()
        await self._connection.aclose()


@cache
def tls() -> ssl.SSLContext:
    """Return the one context of this process: building it reads every root certificate."""
    return httpx.create_ssl_context()


def _context(request: httpx.Request) -> ssl.SSLContext | None:
    return tls() if request.url.scheme == "https" else None


def _url(request: httpx.Request) -> httpcore.URL:
    url = request.url
    return httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=url.port, target=url.raw_path)


def _inner(request: httpx.Request, url: httpcore.URL) -> httpcore.Request:
    extensions: dict[str, Any] = request.extensions
    return httpcore.Request(request.method, url, headers=request.headers.raw, extensions=extensions)


@contextmanager
def _translating() -> Iterator[None]:
    """Raise httpx's errors for httpcore's, so that callers know one family."""
    try:
        yield
    except Exception as error:
        if not type(error).__module__.startswith("httpcore"):
            raise
        known: type[httpx.HTTPError] = getattr(httpx, type(error).__name__, httpx.NetworkError)
        raise known(str(error) or type(error).__name__) from error
