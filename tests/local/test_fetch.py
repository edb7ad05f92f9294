"""Which addresses are dialled, and how much of what they send is taken."""

from __future__ import annotations

import gzip
import socket
import zlib
from collections.abc import Callable
from typing import Any

import pytest

from airflow_provider.local.errors import Invalid, Missing
from airflow_provider.local.fetch import MAX_BYTES
from airflow_provider.local.fetch import load_blocking as load
from tests.local.website import LOOPBACK, Site


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "127.1", "[::1]", "[::ffff:127.0.0.1]"]
)
def test_loopback_is_refused_however_it_is_written(site: Site, host: str) -> None:
    port = site.base.rpartition(":")[2]

    with pytest.raises(Invalid, match="--allow-net"):
        load(f"http://{host}:{port}/")

    assert site.seen == []


def test_the_checked_address_is_dialled_when_the_name_changes_its_address(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A name server that answers differently the second time cannot be run here, so its answers are played.
    answers = iter([[(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 80))], OSError("asked twice")])
    lookups = []

    def resolve(host: str, *rest: Any, **options: Any) -> Any:
        if host != "rebind.example":
            return real(host, *rest, **options)
        lookups.append(host)
        return next(answers)

    real = socket.getaddrinfo
    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    site.put("/", "here")
    port = site.base.rpartition(":")[2]

    loaded = load(f"http://rebind.example:{port}/", allowed=LOOPBACK)

    assert loaded.body == b"here"
    assert lookups == ["rebind.example"]
    assert site.seen[0][2]["Host"] == f"rebind.example:{port}"


def test_a_name_with_one_private_address_is_refused_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 80)) for address in ("8.8.8.8", "10.0.0.1")]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: found)

    with pytest.raises(Invalid, match="not public"):
        load("http://mixed.example/")


def test_redirects_are_followed_to_a_relative_target(site: Site) -> None:
    site.put("/a/one", "", status=301, Location="two")
    site.put("/a/two", "arrived")

    loaded = load(f"{site.base}/a/one", allowed=LOOPBACK)

    assert loaded.body == b"arrived"
    assert loaded.url == f"{site.base}/a/two"


def test_the_sixth_redirect_is_not_followed(site: Site) -> None:
    link = site.put("/loop", "", status=302, Location="/loop")

    with pytest.raises(Missing, match="more than 5"):
        load(link, allowed=LOOPBACK)

    assert len(site.seen) == 6


@pytest.mark.parametrize("target", ["file:///etc/passwd", "gopher://x/", "http://[bad", ""])
def test_a_redirect_to_what_is_no_page_is_refused(site: Site, target: str) -> None:
    link = site.put("/go", "x", status=302, Location=target)

    with pytest.raises((Invalid, Missing)):
        load(link, allowed=LOOPBACK)


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 429, 500, 503])
def test_a_page_that_answers_an_error_cannot_be_reached(site: Site, status: int) -> None:
    link = site.put("/x", "sorry", status=status)

    with pytest.raises(Missing, match=str(status)):
        load(link, allowed=LOOPBACK)


def test_a_refused_connection_and_an_unknown_host_cannot_be_reached() -> None:
    with pytest.raises(Missing, match="ConnectError"):
        load("http://127.0.0.1:1/", allowed=LOOPBACK)
    with pytest.raises(Missing, match="no address"):
        load("http://no-such-host.invalid/")
    with pytest.raises(Missing):
        load("http://" + "a" * 70 + ".example/")


def test_a_page_that_does_not_answer_in_time_cannot_be_reached() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()

        with pytest.raises(Missing, match="in time"):
            load(f"http://127.0.0.1:{silent.getsockname()[1]}/", allowed=LOOPBACK, timeout=0.3)


def test_tls_that_fails_cannot_be_reached(site: Site) -> None:
    with pytest.raises(Missing, match="ConnectError"):
        load(site.base.replace("http:", "https:"), allowed=LOOPBACK)


@pytest.mark.parametrize(("encoding", "pack"), [("gzip", gzip.compress), ("deflate", zlib.compress)])
def test_a_compressed_page_is_unpacked(site: Site, encoding: str, pack: Callable[[bytes], bytes]) -> None:
    link = site.put("/z", pack(b"hello" * 100), Content_Encoding=encoding)

    assert load(link, allowed=LOOPBACK).body == b"hello" * 100


@pytest.mark.parametrize("body", [gzip.compress(b"0" * (MAX_BYTES + 1)), b"0" * (MAX_BYTES + 1)])
def test_more_than_the_limit_is_refused_packed_or_not(site: Site, body: Any) -> None:
    packed = {"Content_Encoding": "gzip"} if body[:2] == b"\x1f\x8b" else {}
    link = site.put("/bomb", body, **packed)

    with pytest.raises(Invalid, match="larger than 10 MB"):
        load(link, allowed=LOOPBACK)


@pytest.mark.parametrize("encoding", ["br", "gzip, br", "zstd"])
def test_an_encoding_that_was_not_asked_for_is_refused(site: Site, encoding: str) -> None:
    link = site.put("/z", b"x", Content_Encoding=encoding)

    with pytest.raises(Missing, match="not asked for"):
        load(link, allowed=LOOPBACK)


def test_damaged_compression_cannot_be_reached(site: Site) -> None:
    link = site.put("/z", b"not gzip at all", Content_Encoding="gzip")

    with pytest.raises(Missing):
        load(link, allowed=LOOPBACK)


def test_proxies_of_the_environment_are_not_used(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:1")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:1")
    link = site.put("/p", "direct")

    assert load(link, allowed=LOOPBACK).body == b"direct"
    assert "airflow-provider-content-ai" in site.seen[0][2]["User-Agent"]
