"""
The way to a host: no address is dialled that was not judged, and exactly the judged one is dialled.

Names are resolved here, below HTTP and TLS, so a second DNS answer changes nothing, a redirect is judged like a
first request, and certificates are still checked against the name. `AddressBook` decides for both diallers;
`addresses` knows which addresses are public.
"""

from __future__ import annotations

import asyncio
import queue
import socket
import threading
import time
from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence

import httpx

from airflow_provider.extras import importing
from airflow_provider.web.addresses import Network, may_dial

with importing("watch"):
    import httpcore

# How long an address is believed; it is judged again each time it is dialled.
REMEMBER_ADDRESS = 60.0
MOST_ADDRESSES = 10_000


class PrivateAddressError(httpx.ConnectError):
    """The host leads to an address that is not public, and `allow_private` is off."""


# The addresses of a host and port; the blocking one is told how many seconds it may take.
Resolve = Callable[[str, int, float | None], Sequence[str]]
AsyncResolve = Callable[[str, int], Awaitable[Sequence[str]]]


class AddressBook:
    """
    The addresses of names, and which of them may be dialled.

    :param allow_private: dial any address
    :param allowed: networks that may be dialled although they are not public
    """

    def __init__(self, *, allow_private: bool = False, allowed: Collection[Network] = ()) -> None:
        self._allow_private = allow_private
        self._allowed = allowed
        self._known: dict[tuple[str, int], tuple[float, Sequence[str]]] = {}

    def find(self, host: str, port: int) -> Sequence[str] | None:
        """Return the addresses that were learnt within the last minute, if there are any."""
        until, addresses = self._known.get((host, port), (0.0, None))
        return addresses if until > time.monotonic() else None

    def learn(self, host: str, port: int, addresses: Sequence[str]) -> Sequence[str]:
        """Believe *addresses* for a minute, and return them."""
        if len(self._known) >= MOST_ADDRESSES:
            self._known.clear()
        self._known[host, port] = (time.monotonic() + REMEMBER_ADDRESS, addresses)
        return addresses

    def judge(self, host: str, addresses: Sequence[str]) -> Sequence[str]:
        """
        Return *addresses* if all of them may be dialled.

        A name that leads outside and inside at once is refused: which of its addresses answers is chance.
        """
        if not addresses:
            raise httpcore.ConnectError(f"{host} has no address")
        if not self._allow_private and not all(may_dial(address, allowed=self._allowed) for address in addresses):
            raise PrivateAddressError(f"{host} has an address that is not public. Set allow_private=True to read it.")
        return addresses


def resolve(host: str, port: int, timeout: float | None) -> Sequence[str]:
    """Return the addresses of *host*, asked for in a thread: the system's resolver knows no time limit."""
    found: queue.SimpleQueue[Sequence[str] | Exception] = queue.SimpleQueue()

    def ask() -> None:
        try:
            found.put(_addresses_in(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)))
        except Exception as error:  # noqa: BLE001 - raised by whoever waits for it
            found.put(error)

    threading.Thread(target=ask, name="content-ai-resolve", daemon=True).start()
    try:
        answer = found.get(timeout=timeout)
    except queue.Empty:
        raise TimeoutError from None
    if isinstance(answer, Exception):
        raise answer
    return answer


async def resolve_async(host: str, port: int) -> Sequence[str]:
    """Return the addresses of *host*, without blocking."""
    return _addresses_in(await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM))


def _addresses_in(found: Iterable[tuple[object, object, object, str, Sequence[object]]]) -> Sequence[str]:
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


class Dialler(httpcore.NetworkBackend):
    """
    Dials what was judged, for one request; everything above it deals in names.

    :param until: when to give up, in the seconds of a monotonic clock
    """

    def __init__(
        self,
        book: AddressBook,
        *,
        until: float,
        resolve: Resolve = resolve,
        network: httpcore.NetworkBackend | None = None,
    ) -> None:
        self._book = book
        self._until = until
        self._resolve = resolve
        self._network = network or httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.NetworkStream:
        """Connect to the first address of *host* that answers."""
        failure: Exception = httpcore.ConnectTimeout(f"{host} did not answer in time")
        for address in self._book.judge(host, self._addresses(host, port, timeout)):
            try:
                return self._network.connect_tcp(address, port, self._left(timeout), local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure

    def _addresses(self, host: str, port: int, timeout: float | None) -> Sequence[str]:
        known = self._book.find(host, port)
        if known is not None:
            return known
        try:
            return self._book.learn(host, port, self._resolve(host, port, self._left(timeout)))
        except TimeoutError:
            raise httpcore.ConnectTimeout(f"{host} was not resolved in time") from None
        except (OSError, UnicodeError):
            raise httpcore.ConnectError(f"{host} has no address") from None

    def _left(self, timeout: float | None) -> float:
        left = self._until - time.monotonic()
        if left <= 0:
            raise httpcore.ConnectTimeout("no time was left to connect")
        return left if timeout is None else min(left, timeout)


class AsyncDialler(httpcore.AsyncNetworkBackend):
    """Dials what was judged, for all requests of an event loop; everything above it deals in names."""

    def __init__(
        self,
        book: AddressBook,
        *,
        resolve: AsyncResolve = resolve_async,
        network: httpcore.AsyncNetworkBackend | None = None,
    ) -> None:
        self._book = book
        self._resolve = resolve
        self._network = network or httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - httpcore's signature
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Connect to the first address of *host* that answers."""
        failure: Exception = httpcore.ConnectTimeout(f"{host} did not answer in time")
        for address in self._book.judge(host, await self._addresses(host, port, timeout)):
            try:
                return await self._network.connect_tcp(address, port, timeout, local_address, socket_options)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failure = error
        raise failure

    async def sleep(self, seconds: float) -> None:
        """Sleep, for httpcore."""
        await asyncio.sleep(seconds)

    async def _addresses(self, host: str, port: int, timeout: float | None) -> Sequence[str]:  # noqa: ASYNC109
        known = self._book.find(host, port)
        if known is not None:
            return known
        try:
            async with asyncio.timeout(timeout):
                return self._book.learn(host, port, await self._resolve(host, port))
        except TimeoutError:
            raise httpcore.ConnectTimeout(f"{host} was not resolved in time") from None
        except (OSError, UnicodeError):
            raise httpcore.ConnectError(f"{host} has no address") from None
