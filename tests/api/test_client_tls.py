"""Certificates: a wrong one ends it, and nothing is sent."""

from __future__ import annotations

import ipaddress
from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography import x509

from airflow_provider import errors
from airflow_provider.api.answers import Usage
from airflow_provider.api.client import Client
from airflow_provider.api.requests import TextGenerationRequest
from airflow_provider.errors import ConnectionConfigError
from tests.certificates import self_signed
from tests.sending import Send
from tests.serving import Listener, answer, dripping, garbled, head
from tests.standins import Recorder, settings

TEXT = TextGenerationRequest.build(messages="Hi", model="m-1")
OK = answer(200, {"response": "Hello", "tokens": 7, "success": True})


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, str]:
    """Return the files of a certificate that is not trusted, and of its key."""
    loopback = x509.IPAddress(ipaddress.ip_address("127.0.0.1"))
    return self_signed(tmp_path_factory.mktemp("tls"), of=loopback)


def test_an_unknown_certificate_ends_it_and_nothing_is_sent(
    serve: Callable[..., Listener], send: Send, certificate: tuple[str, str]
) -> None:
    server, meter = serve(OK, certificate=certificate), Recorder()
    with pytest.raises(errors.CertificateError, match="TLS certificate was refused"):
        send(settings(server.url), TEXT, meter)

    assert server.requests == []
    assert meter.heard == ["sending", "CertificateError"]
    assert meter.usage == Usage()


@pytest.mark.parametrize("trust", ["file", "off"])
def test_a_certificate_can_be_trusted_by_file_or_not_checked(
    serve: Callable[..., Listener], send: Send, certificate: tuple[str, str], trust: str
) -> None:
    server, meter = serve(OK, certificate=certificate), Recorder()
    send(settings(server.url, verify=certificate[0] if trust == "file" else "false"), TEXT, meter)

    assert len(server.requests) == 1
    assert meter.usage == Usage(calls=1, tokens=7)


def test_a_certificate_for_another_host_is_refused(
    serve: Callable[..., Listener], send: Send, certificate: tuple[str, str]
) -> None:
    server = serve(OK, certificate=certificate)
    with pytest.raises(errors.CertificateError):
        send(settings(server.url.replace("127.0.0.1", "localhost"), verify=certificate[0]), TEXT, Recorder())

    assert server.requests == []


@pytest.mark.clock
def test_an_answer_that_drips_over_tls_is_not_waited_for(
    serve: Callable[..., Listener], send: Send, certificate: tuple[str, str]
) -> None:
    server, meter = serve(dripping(b" " * 400, pause=0.05, before=head()), certificate=certificate), Recorder()
    with pytest.raises(errors.NoAnswerError, match="took too long"):
        send(settings(server.url, verify=certificate[0], timeout=0.2, connect_timeout=0.5), TEXT, meter)

    assert meter.usage == Usage(unconfirmed_calls=1)


@pytest.mark.parametrize("before", [[], [head(), b'{"success": tr']], ids=["no answer", "half an answer"])
def test_broken_tls_after_the_request_may_have_been_billed(
    serve: Callable[..., Listener], send: Send, certificate: tuple[str, str], before: list[bytes]
) -> None:
    server, meter = serve(garbled(*before), certificate=certificate), Recorder()
    with pytest.raises(errors.NoAnswerError, match="no complete answer came"):
        send(settings(server.url, verify=certificate[0]), TEXT, meter)

    assert len(server.requests) == 1
    assert meter.usage == Usage(unconfirmed_calls=1)


def test_plain_http_where_tls_is_expected_was_never_sent(serve: Callable[..., Listener], send: Send) -> None:
    server = serve(OK)
    with pytest.raises(errors.NotSentError):
        send(settings(server.url.replace("http", "https"), max_attempts=1, connect_timeout=0.3), TEXT, Recorder())


@pytest.mark.parametrize("content", [None, "not a certificate"], ids=["missing", "garbage"])
def test_a_ca_file_that_cannot_be_read_is_named(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "ca.pem"
    if content is not None:
        path.write_text(content)

    with pytest.raises(
        ConnectionConfigError, match=r"of connection 'test' is '.*ca\.pem', which is no readable CA file"
    ):
        Client(settings(verify=str(path)))
