"""Which addresses are dialled: exactly the judged ones, by name, by number, and behind redirects."""

from __future__ import annotations

import socket
import ssl
import threading
import time
from ipaddress import ip_network
from typing import TYPE_CHECKING, Any

import pytest
from cryptography import x509

from airflow_provider.web.dialling import resolve
from airflow_provider.web.outcomes import Failed, Outcome, Page
from tests.certificates import self_signed
from tests.serving import answer
from tests.web.fetchers import AnyFetcher, Network

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.serving import Listener

    Make = Callable[..., AnyFetcher]
    Serve = Callable[..., Listener]

PUBLIC, OTHER, PRIVATE = "93.184.216.34", "2606:4700::1111", "10.0.0.1"


def port_of(listener: Listener) -> int:
    return int(listener.url.rpartition(":")[2])


def cause(outcome: Outcome) -> str:
    assert isinstance(outcome, Failed), outcome
    return outcome.cause


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "[::1]", "2130706433", "0x7f.1", "[::ffff:127.0.0.1]"])
def test_a_private_host_is_not_dialled_however_it_is_written(fetcher: Make, serve: Serve, host: str) -> None:
    listener = serve(answer(200, b"secret"))

    assert cause(fetcher(obey_robots=False).fetch(f"http://{host}:{port_of(listener)}/")) == "address"
    assert listener.requests == []


def test_the_reason_names_the_setting(fetcher: Make, serve: Serve) -> None:
    outcome = fetcher(obey_robots=False).fetch(serve(answer(200)).url)

    assert isinstance(outcome, Failed)
    assert outcome.reason == (
        "PrivateAddressError: 127.0.0.1 has an address that is not public. Set allow_private=True to read it."
    )


def test_a_private_host_is_told_apart_when_robots_txt_is_asked_first(fetcher: Make, serve: Serve) -> None:
    assert cause(fetcher().fetch(serve(answer(200)).url)) == "address"


def test_the_judged_address_is_dialled_and_the_name_asked_for_once(fetcher: Make, serve: Serve) -> None:
    listener = serve(answer(200, b"here"))
    network = Network({"shop.example.com": [[PUBLIC], [PRIVATE]]}, {PUBLIC: port_of(listener)})

    reading = fetcher(network=network, obey_robots=False)
    outcomes = [reading.fetch("http://shop.example.com/"), reading.fetch("http://shop.example.com/")]

    assert [one.body for one in outcomes if isinstance(one, Page)] == [b"here", b"here"]
    assert network.dialled == [PUBLIC, PUBLIC]
    assert network.asked == ["shop.example.com"]
    assert listener.requests[0].headers["host"] == "shop.example.com"


def test_a_name_that_moves_inside_is_not_followed(fetcher: Make, serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    listener = serve(answer(200, b"here"))
    network = Network({"rebind.example.com": [[PUBLIC], ["127.0.0.1"]]}, {PUBLIC: port_of(listener)})
    monkeypatch.setattr("airflow_provider.web.dialling.REMEMBER_ADDRESS", -1.0)

    reading = fetcher(network=network, obey_robots=False)
    first, second = (reading.fetch("http://rebind.example.com/") for _ in range(2))

    assert isinstance(first, Page)
    assert cause(second) == "address"
    assert network.dialled == [PUBLIC]


@pytest.mark.parametrize("addresses", [[PUBLIC, PRIVATE], [PRIVATE, PUBLIC], [PUBLIC, "::1"], [PUBLIC, "nonsense"]])
def test_a_name_that_leads_outside_and_inside_is_refused(fetcher: Make, addresses: list[str]) -> None:
    network = Network({"mixed.example.com": [addresses]})

    assert cause(fetcher(network=network).fetch("http://mixed.example.com/")) == "address"
    assert network.dialled == []


def test_the_next_address_is_tried_when_one_does_not_answer(fetcher: Make, serve: Serve) -> None:
    listener = serve(answer(200, b"here"))
    network = Network({"shop.example.com": [[OTHER, PUBLIC]]}, {PUBLIC: port_of(listener)})

    assert isinstance(fetcher(network=network, obey_robots=False).fetch("http://shop.example.com/"), Page)
    assert network.dialled == [OTHER, PUBLIC]


@pytest.mark.parametrize("names", [{}, {"shop.example.com": [[]]}], ids=["unknown", "without an address"])
def test_a_name_without_address_is_a_failure(fetcher: Make, names: Any) -> None:
    outcome = fetcher(network=Network(names), obey_robots=False).fetch("http://shop.example.com/")

    assert cause(outcome) == "connection"
    assert "has no address" in str(outcome)


@pytest.mark.parametrize("inside", ["http://intern.example.com/", "http://10.0.0.1/", "http://[::ffff:7f00:1]/"])
def test_a_redirect_is_judged_like_a_first_request(fetcher: Make, serve: Serve, inside: str) -> None:
    outside = serve(answer(302, Location=inside))
    names = {"shop.example.com": [[PUBLIC]], "intern.example.com": [[PRIVATE]]}
    numbers = {"10.0.0.1": [["10.0.0.1"]], "::ffff:7f00:1": [["::ffff:127.0.0.1"]]}
    network = Network({**names, **numbers}, {PUBLIC: port_of(outside)})

    assert cause(fetcher(network=network, obey_robots=False).fetch("http://shop.example.com/")) == "address"
    assert network.dialled == [PUBLIC]


def test_a_robots_txt_that_redirects_inside_is_not_followed(fetcher: Make, serve: Serve) -> None:
    outside = serve(answer(302, Location="http://10.0.0.1/robots.txt"))
    network = Network({"shop.example.com": [[PUBLIC]], "10.0.0.1": [["10.0.0.1"]]}, {PUBLIC: port_of(outside)})

    assert cause(fetcher(network=network).fetch("http://shop.example.com/")) == "address"
    assert network.dialled == [PUBLIC]


def test_private_pages_can_be_allowed_as_a_whole_or_by_network(fetcher: Make, serve: Serve) -> None:
    url = serve(answer(200, b"mine")).url

    assert isinstance(fetcher(allow_private=True, obey_robots=False).fetch(url), Page)
    assert isinstance(fetcher(allowed=[ip_network("127.0.0.0/8")], obey_robots=False).fetch(url), Page)
    assert cause(fetcher(allowed=[ip_network("10.0.0.0/8")], obey_robots=False).fetch(url)) == "address"


@pytest.fixture
def certificate(tmp_path: Path) -> tuple[str, str]:
    """Return the files of a certificate for shop.example.com, and of its key."""
    return self_signed(tmp_path, of=x509.DNSName("shop.example.com"))


@pytest.fixture
def shop(serve: Serve, certificate: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> Listener:
    """Serve TLS as shop.example.com, whose certificate is trusted."""
    context = ssl.create_default_context(cafile=certificate[0])
    monkeypatch.setattr("airflow_provider.web.transport.tls", lambda: context)
    return serve(answer(200, b"x"), certificate=certificate)


@pytest.mark.parametrize(("name", "trusted"), [("shop.example.com", True), ("other.example.com", False)])
def test_the_certificate_is_held_against_the_name_though_an_address_is_dialled(
    fetcher: Make, shop: Listener, name: str, *, trusted: bool
) -> None:
    network = Network({name: [[PUBLIC]]}, {PUBLIC: port_of(shop)})

    outcome = fetcher(network=network, obey_robots=False).fetch(f"https://{name}/")

    assert isinstance(outcome, Page) == trusted
    assert len(shop.requests) == int(trusted)


def test_a_certificate_that_nobody_signed_is_refused(fetcher: Make, serve: Serve, certificate: tuple[str, str]) -> None:
    listener = serve(answer(200, b"x"), certificate=certificate)

    assert cause(fetcher(allow_private=True, obey_robots=False).fetch(listener.url)) == "connection"


@pytest.mark.clock
def test_a_name_server_that_is_silent_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    over = threading.Event()

    def silent(*_: object, **__: object) -> list[Any]:
        over.wait(30)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", silent)

    began = time.monotonic()
    with pytest.raises(TimeoutError):
        resolve("slow.example.com", 80, 0.05)
    over.set()

    assert time.monotonic() - began < 10
