"""Which addresses are dialled: exactly the judged ones, by name, by number, and behind redirects."""

from __future__ import annotations

import asyncio
import ssl
from typing import TYPE_CHECKING, Any

import pytest
from cryptography import x509

from airflow_provider.watch.fetching import Fetcher
from airflow_provider.watch.guard import is_public
from airflow_provider.watch.sights import Failed, Page
from tests.certificates import self_signed
from tests.serving import answer

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.serving import Listener


@pytest.mark.parametrize(
    "address",
    ["93.184.216.34", "1.1.1.1", "2606:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101", "2002:101:101::1"],
)
def test_public_addresses(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "127.8.8.8", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1"),
        *("0.0.0.0", "224.0.0.1", "255.255.255.255", "192.0.2.1", "198.18.0.1", "240.0.0.1"),  # noqa: S104 - not bound, refused
        *("::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd00::1", "ff02::1", "fec0::1", "2001:db8::1"),
        *("::ffff:127.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::1", "2002:7f00:1::1", "::ffff:0:7f00:1"),
        *("2001:0:4136:e378:8000:63bf:80ff:fffe", "not an address", ""),
    ],
)
def test_addresses_that_are_not_public(address: str) -> None:
    assert not is_public(address)


def look(url: str, *, allow_private: bool = False) -> Any:
    return asyncio.run(Fetcher(allow_private=allow_private, obey_robots=False).look(url))


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]"])
def test_a_private_host_is_not_dialled_however_it_is_written(serve: Callable[..., Listener], host: str) -> None:
    listener = serve(answer(200, b"secret"))
    port = listener.url.rpartition(":")[2]

    sight = look(f"http://{host}:{port}/")

    assert isinstance(sight, Failed)
    assert listener.requests == []


def test_the_reason_names_the_setting(serve: Callable[..., Listener]) -> None:
    sight = look(serve(answer(200)).url)

    assert sight.reason == "PrivateAddressError: 127.0.0.1 has no public address. Set allow_private=True to watch it."


def test_a_second_answer_of_the_name_server_changes_nothing(
    serve: Callable[..., Listener], monkeypatch: pytest.MonkeyPatch
) -> None:
    listener = serve(answer(200, b"secret"))
    port = int(listener.url.rpartition(":")[2])
    dialled: list[str] = []
    answers = iter([["93.184.216.34"], ["127.0.0.1"]])

    async def resolve(_loop: Any, host: str, port: int, **_: Any) -> list[Any]:
        return [(2, 1, 6, "", (address, port)) for address in next(answers)]

    async def connect(_self: Any, host: str, *_: Any, **__: Any) -> Any:
        import httpcore

        dialled.append(host)
        raise httpcore.ConnectError("no network here")

    monkeypatch.setattr("asyncio.base_events.BaseEventLoop.getaddrinfo", resolve)
    monkeypatch.setattr("httpcore.AnyIOBackend.connect_tcp", connect)

    async def twice() -> None:
        fetcher = Fetcher(obey_robots=False)
        await fetcher.look(f"http://rebind.example.com:{port}/")
        fetcher._transport._backend._known.clear()  # type: ignore[attr-defined]
        await fetcher.look(f"http://rebind.example.com:{port}/")

    asyncio.run(twice())

    assert dialled == ["93.184.216.34"]
    assert listener.requests == []


def test_a_redirect_is_judged_like_a_first_request(
    serve: Callable[..., Listener], monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = serve(answer(200, b"secret"))
    outside = serve(answer(302, Location=inside.url))
    port = outside.url.rpartition(":")[2]
    # The test's stand-in for a public address is one on loopback.
    monkeypatch.setattr("airflow_provider.watch.guard.is_public", lambda address: address == "127.0.0.2")
    monkeypatch.setattr("asyncio.base_events.BaseEventLoop.getaddrinfo", _public_at_first)
    monkeypatch.setattr("httpcore.AnyIOBackend.connect_tcp", _dial_loopback)

    sight = look(f"http://public.example.com:{port}/")

    assert isinstance(sight, Failed)
    assert "127.0.0.1 has no public address" in sight.reason
    assert len(outside.requests) == 1
    assert inside.requests == []


async def _public_at_first(_loop: Any, host: str, port: int, **_: Any) -> list[Any]:
    return [(2, 1, 6, "", ("127.0.0.2" if host.startswith("public") else host, port))]


async def _dial_loopback(_self: Any, host: str, port: int, *_: Any, **__: Any) -> Any:
    import anyio
    from httpcore._backends.anyio import AnyIOStream

    return AnyIOStream(await anyio.connect_tcp("127.0.0.1", port))


def test_private_pages_can_be_allowed(serve: Callable[..., Listener]) -> None:
    sight = look(serve(answer(200, b"mine")).url, allow_private=True)

    assert isinstance(sight, Page)
    assert sight.body == b"mine"


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[str, str]:
    """Return the files of a certificate for shop.example.com, and of its key."""
    return self_signed(tmp_path, of=x509.DNSName("shop.example.com"))


@pytest.mark.parametrize(("name", "trusted"), [("shop.example.com", True), ("other.example.com", False)])
def test_the_certificate_is_held_against_the_name_though_an_address_is_dialled(
    serve: Callable[..., Listener],
    monkeypatch: pytest.MonkeyPatch,
    certificate: tuple[str, str],
    name: str,
    *,
    trusted: bool,
) -> None:
    listener = serve(answer(200, b"x"), certificate=certificate)
    port = listener.url.rpartition(":")[2]
    monkeypatch.setattr("airflow_provider.watch.guard.tls", lambda: ssl.create_default_context(cafile=certificate[0]))
    monkeypatch.setattr("asyncio.base_events.BaseEventLoop.getaddrinfo", _loopback)

    sight = look(f"https://{name}:{port}/", allow_private=True)

    assert isinstance(sight, Page) == trusted
    assert len(listener.requests) == int(trusted)


def test_a_certificate_that_nobody_signed_is_refused(
    serve: Callable[..., Listener], certificate: tuple[str, str]
) -> None:
    listener = serve(answer(200, b"x"), certificate=certificate)

    assert isinstance(look(listener.url, allow_private=True), Failed)


async def _loopback(_loop: Any, _host: str, port: int, **_: Any) -> list[Any]:
    return [(2, 1, 6, "", ("127.0.0.1", port))]
