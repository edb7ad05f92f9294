"""Both fetchers, called alike, so that one test states one rule for the two of them."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import httpcore

from airflow_provider.web.dialling import AddressBook
from airflow_provider.web.fetching import AsyncFetcher, Fetcher
from airflow_provider.web.transport import AsyncTransport, Transport

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from airflow_provider.web.outcomes import Outcome, Validators


class AnyFetcher:
    """A `Fetcher`, or an `AsyncFetcher` on an event loop of its own."""

    def __init__(self, *, blocks: bool, network: Network | None = None, **options: Any) -> None:
        self.blocks = blocks
        self._fetcher: Any
        if network is not None:
            options["transport"] = network.transport(blocks=blocks, **options)
        if blocks:
            self._fetcher = Fetcher(**options)
        else:
            self._runner = asyncio.Runner()
            self._fetcher = AsyncFetcher(**options)

    def fetch(self, url: str, validators: Validators | None = None, **limits: Any) -> Outcome:
        """Return what is at *url*."""
        if self.blocks:
            return self._fetcher.fetch(url, validators, **limits)
        return self._runner.run(self._fetcher.fetch(url, validators, **limits))

    def fetch_all(self, urls: Sequence[str]) -> list[Outcome]:
        """Return what is at all of *urls*, asked for side by side."""
        if self.blocks:
            with ThreadPoolExecutor(len(urls)) as pool:
                return list(pool.map(self._fetcher.fetch, urls))

        async def gather() -> list[Outcome]:
            return await asyncio.gather(*(self._fetcher.fetch(url) for url in urls))

        return self._runner.run(gather())

    def close(self) -> None:
        """End the event loop."""
        if not self.blocks:
            self._runner.close()


class Network:
    """
    A network of a test's own: nothing outside loopback is dialled.

    *names* are the answers of its name server, one after the other, the last one again and again; *hosts* are the
    addresses that answer, each by a port of this machine.
    """

    def __init__(self, names: dict[str, list[Sequence[str]]], hosts: dict[str, int] | None = None) -> None:
        self._names = names
        self._hosts = hosts or {}
        self.asked: list[str] = []
        self.dialled: list[str] = []

    def transport(self, *, blocks: bool, allow_private: bool = False, allowed: Any = (), **_: Any) -> Any:
        """Return a transport of the package that has only this network."""
        book = AddressBook(allow_private=allow_private, allowed=allowed)
        if blocks:
            return Transport(book, resolve=lambda host, *_: self._resolve(host), network=_Blocking(self._port_at))

        async def resolve(host: str, _port: int) -> Sequence[str]:
            return self._resolve(host)

        return AsyncTransport(book, resolve=resolve, network=_Asyncio(self._port_at))

    def _resolve(self, host: str) -> Sequence[str]:
        self.asked.append(host)
        answers = self._names.get(host)
        if answers is None:
            raise OSError(f"{host} is unknown")
        return answers.pop(0) if len(answers) > 1 else answers[0]

    def _port_at(self, address: str) -> int:
        self.dialled.append(address)
        if address not in self._hosts:
            raise httpcore.ConnectError(f"{address} does not answer")
        return self._hosts[address]


class _Blocking(httpcore.SyncBackend):
    def __init__(self, port_at: Callable[[str], int]) -> None:
        self._port_at = port_at

    def connect_tcp(self, host: str, port: int, *rest: Any, **options: Any) -> httpcore.NetworkStream:
        return super().connect_tcp("127.0.0.1", self._port_at(host), *rest, **options)


class _Asyncio(httpcore.AnyIOBackend):
    def __init__(self, port_at: Callable[[str], int]) -> None:
        self._port_at = port_at

    async def connect_tcp(self, host: str, port: int, *rest: Any, **options: Any) -> httpcore.AsyncNetworkStream:
        return await super().connect_tcp("127.0.0.1", self._port_at(host), *rest, **options)
