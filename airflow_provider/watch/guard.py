"""
The way to a page: no address is dialled that was not judged, and exactly the judged one is dialled.

Names are resolved here, below HTTP and TLS, so a second DNS answer changes nothing, a redirect is judged
like a first request, and certificates are still checked against the name.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
import time
from collections.abc import AsyncIterator, Iterable
from functools import cache
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address

import httpcore
import httpx

# NAT64, IPv4-compatible and IPv4-translated: the IPv4 address is in the last 32 bits.
WRAPPING = (IPv6Network("64:ff9b::/96"), IPv6Network("::/96"), IPv6Network("::ffff:0:0:0/96"))
# Local-use NAT64 and site-local: where they lead is the network's own business.
NEVER_PUBLIC = (IPv6Network("64:ff9b:1::/48"), IPv6Network("fec0::/10"))

# How long an address is believed; it is judged again each time it is dialled.
REMEMBER_ADDRESS = 60.0
MOST_ADDRESSES = 10_000


class PrivateAddressError(httpx.ConnectError):
    """The host has no public address, and `allow_private` is off."""


def is_public(text: str) -> bool:
    """Tell whether packets to the address written in *text* go to the public internet."""
    try:
        address = _destination(ip_address(text.partition("%")[0]))
    except ValueError:
        return False
    if address.is_multicast or address.is_reserved or any(address in network for network in NEVER_PUBLIC):
        return False
    return address.is_global


def _destination(address: IPv4Address | IPv6Address) -> IPv4Address | IPv6Address:
    """Return where a packet really goes: the IPv4 address that some IPv6 addresses only wrap."""
    if isinstance(address, IPv4Address):
        return address
    if wrapped := address.ipv4_mapped or address.sixtofour or (address.teredo or (None, None))[1]:
        return wrapped
    if int(address) > 1 and any(address in network for network in WRAPPING):
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address


class GuardedBackend(httpcore.AsyncNetworkBackend):
    """Dials what it has judged; everything above it deals in names."""

    def __init__(self, *, allow_private: bool) -> None:
        self._allow_private = allow_private
        self._inner = httpcore.AnyIOBackend()
        self._known: dict[tuple[str, int], tuple[float, list[str]]] = {}

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - httpcore's signature
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to the first address of *host* that may be dialled and answers."""
        failure: Exception = httpcore.ConnectError(f"{host} has no address")
        for address in await self._addresses(host, port, timeout):
            try:
                return await self._inner.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure

    async def sleep(self, seconds: float) -> None:
        """Sleep, for httpcore."""
        await asyncio.sleep(seconds)

    async def _addresses(self, host: str, port: int, timeout: float | None) -> list[str]:  # noqa: ASYNC109
        found = await self._resolved(host, port, timeout)
        allowed = found if self._allow_private else [address for address in found if is_public(address)]
        if found and not allowed:
            raise PrivateAddressError(f"{host} has no public address. Set allow_private=True to watch it.")
        return allowed

    async def _resolved(self, host: str, port: int, timeout: float | None) -> list[str]:  # noqa: ASYNC109
        known = self._known.get((host, port))
        if known is not None and known[0] > time.monotonic():
            return known[1]
        try:
            async with asyncio.timeout(timeout):
                lookup = asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
                addresses = list(dict.fromkeys(str(entry[4][0]) for entry in await lookup))
        except TimeoutError:
            raise httpcore.ConnectTimeout(f"{host} was not resolved in time") from None
        except (OSError, UnicodeError):
            raise httpcore.ConnectError(f"{host} has no address") from None
        if len(self._known) >= MOST_ADDRESSES:
            self._known.clear()
        self._known[host, port] = (time.monotonic() + REMEMBER_ADDRESS, addresses)
        return addresses


class GuardedTransport(httpx.AsyncBaseTransport):
    """One connection a request: pages are polled minutes apart, and a pool scans all that it holds."""

    def __init__(self, *, allow_private: bool) -> None:
        self._backend = GuardedBackend(allow_private=allow_private)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send *request* over a connection that is closed with its answer."""
        url = httpcore.URL(
            scheme=request.url.raw_scheme,
            host=request.url.raw_host,
            port=request.url.port,
            target=request.url.raw_path,
        )
        connection = httpcore.AsyncHTTPConnection(
            origin=url.origin,
            ssl_context=tls() if request.url.scheme == "https" else None,
            network_backend=self._backend,
        )
        try:
            answer = await connection.handle_async_request(
                httpcore.Request(request.method, url, headers=request.headers.raw, extensions=request.extensions)
            )
        except Exception as error:
            await connection.aclose()
            raise _translated(error) from error
        except BaseException:
            await connection.aclose()
            raise
        return httpx.Response(answer.status, headers=answer.headers, stream=_Body(connection, answer))


class _Body(httpx.AsyncByteStream):
    def __init__(self, connection: httpcore.AsyncHTTPConnection, answer: httpcore.Response) -> None:
        self._connection = connection
        self._answer = answer

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            async for chunk in self._answer.aiter_stream():
                yield chunk
        except Exception as error:
            raise _translated(error) from error

    async def aclose(self) -> None:
        await self._answer.aclose()
        await self._connection.aclose()


@cache
def tls() -> ssl.SSLContext:
    """Return the one context of this process: building it reads every root certificate."""
    return httpx.create_ssl_context()


def _translated(error: Exception) -> Exception:
    """Return httpx's error for httpcore's, so that callers know one family."""
    if type(error).__module__.startswith("httpcore"):
        known: type[httpx.HTTPError] = getattr(httpx, type(error).__name__, httpx.NetworkError)
        return known(str(error) or type(error).__name__)
    return error
