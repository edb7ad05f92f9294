"""What goes with every request, and which way it takes: the environment's proxies, and nothing kept between calls."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from airflow_provider.api.client import AsyncClient, Client
from airflow_provider.api.requests import TextGenerationRequest
from airflow_provider.errors import ConnectionConfigError
from tests.sending import Send
from tests.serving import Listener, answer
from tests.standins import KEY, Recorder, settings

TEXT = TextGenerationRequest.build(messages="Hi", model="m-1")
BODY = {"response": "Hello", "tokens": 7, "success": True}
OK = answer(200, BODY)
PROXIES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")


@pytest.fixture(autouse=True)
def _no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in PROXIES:
        monkeypatch.delenv(name, raising=False)


def test_headers_of_the_connection_go_with_those_of_every_request(serve: Callable[..., Listener], send: Send) -> None:
    server = serve(OK)
    send(settings(server.url, headers={"X-Team": "prices", "user-agent": "ours/1"}), TEXT, Recorder())

    headers = server.requests[0].headers
    assert headers["host"] == server.url.removeprefix("http://")
    assert headers["authorization"] == f"Token {KEY}"
    assert headers["x-team"] == "prices"
    assert headers["user-agent"] == "ours/1"
    assert headers["accept"] == "application/json"


@pytest.mark.parametrize("name", ["http_proxy", "HTTP_PROXY", "all_proxy"])
@pytest.mark.parametrize("scheme", ["http://", ""], ids=["address", "host and port"])
def test_the_environments_proxy_is_used(
    serve: Callable[..., Listener], send: Send, monkeypatch: pytest.MonkeyPatch, name: str, scheme: str
) -> None:
    proxy = serve(OK)
    monkeypatch.setenv(name, proxy.url.replace("http://", scheme))
    send(settings("http://api.test/team"), TEXT, Recorder())

    assert proxy.requests[0].path == "http://api.test/team/v1/text-generation/"


@pytest.mark.parametrize("spared", ["127.0.0.1", "*", "example.com, 127.0.0.1"])
def test_no_proxy_is_respected(
    serve: Callable[..., Listener], send: Send, monkeypatch: pytest.MonkeyPatch, spared: str
) -> None:
    server, proxy = serve(OK), serve(OK)
    monkeypatch.setenv("http_proxy", proxy.url)
    monkeypatch.setenv("no_proxy", spared)
    send(settings(server.url), TEXT, Recorder())

    assert len(server.requests) == 1
    assert proxy.requests == []


def test_the_connections_proxy_comes_before_the_environments(
    serve: Callable[..., Listener], send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    ours, theirs = serve(OK), serve(OK)
    monkeypatch.setenv("http_proxy", theirs.url)
    monkeypatch.setenv("no_proxy", "*")
    send(settings("http://api.test", proxy=ours.url), TEXT, Recorder())

    assert len(ours.requests) == 1
    assert theirs.requests == []


@pytest.mark.parametrize("make", [Client, AsyncClient])
def test_a_proxy_of_another_kind_is_refused_before_anything_is_sent(
    make: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("all_proxy", "socks5://me:hunter2hunter2@proxy.test:1080")
    with pytest.raises(ConnectionConfigError, match=r"Set 'Proxy' \(proxy\) .* or add the host to NO_PROXY") as caught:
        make(settings("http://api.test"))

    assert "hunter2" not in str(caught.value)


def test_cookies_are_not_kept_between_calls(serve: Callable[..., Listener]) -> None:
    server = serve(answer(200, BODY, Set_Cookie="session=1; Path=/"))

    async def twice() -> None:
        async with AsyncClient(settings(server.url)) as client:
            await client.send(TEXT)
            await client.send(TEXT)

    asyncio.run(twice())
    assert len(server.requests) == 2
    assert all("cookie" not in request.headers for request in server.requests)
