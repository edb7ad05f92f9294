"""Both clients against one server that misbehaves: the error, what was sent, and what the meter heard."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import socket
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import httpx
import pytest

from airflow_provider import errors
from airflow_provider.api.answers import Answer, Usage
from airflow_provider.api.client import AsyncClient
from airflow_provider.api.request import Request
from airflow_provider.api.requests import DeleteRequest, ExtractRequest, TextGenerationRequest
from tests.sending import Send, Waiting, by_async, by_sync
from tests.serving import Act, Listener, answer, cut_off, dripping, hang, head, raw, reset, silence
from tests.standins import KEY, Recorder, settings

TEXT = TextGenerationRequest.build(messages="Hi", model="m-1")
DELETE = DeleteRequest.build(collection_id="c-1")
BODY = json.dumps({"response": "Hello", "tokens": 7, "success": True}).encode()
OK = answer(200, BODY)
LIMITED = answer(429, {"error": "slow down", "success": False}, Retry_After="0")
LENGTH = str(len(BODY))

NOTHING = Usage()
ANSWERED = Usage(calls=1, tokens=7)
BILLED = Usage(calls=1, unreported_calls=1)
LOST = Usage(unconfirmed_calls=1)


@dataclass(frozen=True)
class Case:
    """What the server plays, and what must come of it; no *error* means an answer."""

    acts: tuple[Act, ...]
    error: type[errors.ContentAIError] | None
    sent: int
    usage: Usage = NOTHING


CASES = {
    "answers": Case((OK,), None, 1, ANSWERED),
    "answers after two refusals": Case((LIMITED, LIMITED, OK), None, 3, ANSWERED),
    "limits for ever": Case((LIMITED,), errors.RateLimitError, 3),
    "limits for long": Case((answer(429, Retry_After="900"),), errors.RateLimitError, 1),
    "limits without a word": Case((answer(429), OK), None, 2, ANSWERED),
    "unavailable, then answers": Case((answer(503, Retry_After="0"), OK), None, 2, ANSWERED),
    "limits, then closes": Case((LIMITED, silence), errors.NoAnswerError, 2, LOST),
    "limits, then fails": Case((LIMITED, answer(500)), errors.ServerError, 2, BILLED),
    "unavailable": Case((answer(503),), errors.ServerError, 1, BILLED),
    "fails": Case((answer(500, b"<h1>Oops</h1>"),), errors.ServerError, 1, BILLED),
    "fails and names tokens": Case((answer(500, {"tokens": 5}),), errors.ServerError, 1, Usage(calls=1, tokens=5)),
    "refuses the key": Case((answer(401, {"detail": "no"}),), errors.AuthenticationError, 1),
    "refuses the request": Case((answer(400, {"error": "no"}),), errors.InvalidRequestError, 1),
    "redirects": Case((answer(302, Location="/elsewhere"),), errors.RedirectError, 1),
    "no success": Case((answer(200, {"success": False, "tokens": 5}),), errors.UnexpectedAnswerError, 1, Usage(1, 5)),
    "html": Case((answer(200, b"<html>"),), errors.UnexpectedAnswerError, 1, BILLED),
    "empty": Case((answer(200),), errors.UnexpectedAnswerError, 1, BILLED),
    "closes": Case((silence,), errors.NoAnswerError, 1, LOST),
    "resets": Case((reset,), errors.NoAnswerError, 1, LOST),
    "hangs": Case((hang,), errors.NoAnswerError, 1, LOST),
    "no http": Case((raw(b"SSH-2.0-OpenSSH_9.6\r\n"),), errors.NoAnswerError, 1, LOST),
    "cut off": Case((cut_off(200, BODY),), errors.NoAnswerError, 1, LOST),
    "cut off in the headers": Case((raw(b"HTTP/1.1 200 OK\r\nContent-"),), errors.NoAnswerError, 1, LOST),
    "cut off in a chunk": Case(
        (raw(head(Transfer_Encoding="chunked") + b"ff\r\n" + BODY),), errors.NoAnswerError, 1, LOST
    ),
    "refusal cut off": Case((cut_off(400, b'{"error": "n'),), errors.InvalidRequestError, 1),
    "limit cut off": Case((cut_off(429, b"", Retry_After="0"), OK), None, 2, ANSWERED),
    "failure cut off": Case((cut_off(500),), errors.ServerError, 1, BILLED),
    "drips its body": Case(
        (dripping(BODY, pause=0.05, before=head(Content_Length=LENGTH)),), errors.NoAnswerError, 1, LOST
    ),
    "drips a body of no length": Case((dripping(BODY, pause=0.05, before=head()),), errors.NoAnswerError, 1, LOST),
    "drips its headers": Case((dripping(head() + BODY, pause=0.03),), errors.NoAnswerError, 1, LOST),
    "slow but in time": Case((raw(head(Content_Length=LENGTH), BODY[:10], BODY[10:], pause=0.03),), None, 1, ANSWERED),
    "chunked": Case(
        (
            raw(
                head(Transfer_Encoding="chunked"),
                b"a\r\n" + BODY[:10] + b"\r\n",
                b"%x\r\n%s\r\n0\r\n\r\n" % (len(BODY) - 10, BODY[10:]),
            ),
        ),
        None,
        1,
        ANSWERED,
    ),
    "without a length": Case((raw(head() + BODY),), None, 1, ANSWERED),
    "length too short": Case((raw(head(Content_Length="10") + BODY),), errors.UnexpectedAnswerError, 1, BILLED),
    "length is no number": Case((raw(head(Content_Length="ten") + BODY),), errors.NoAnswerError, 1, LOST),
    "gzip": Case((answer(200, gzip.compress(BODY), Content_Encoding="gzip"),), None, 1, ANSWERED),
    "garbage as gzip": Case((answer(200, BODY, Content_Encoding="gzip"),), errors.NoAnswerError, 1, LOST),
    "refusal as garbage gzip": Case((answer(400, BODY, Content_Encoding="gzip"),), errors.InvalidRequestError, 1),
    "half a gzip": Case(
        (answer(200, gzip.compress(BODY)[:-12], Content_Encoding="gzip"),), errors.UnexpectedAnswerError, 1, BILLED
    ),
    "megabytes": Case((answer(200, {"response": "x" * 5_000_000, "tokens": 7, "success": True}),), None, 1, ANSWERED),
}


@pytest.mark.clock
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_a_server_that_does_this_leads_to_that(serve: Callable[..., Listener], send: Send, case: Case) -> None:
    server, meter = serve(*case.acts), Recorder()
    error = None
    started = time.monotonic()
    try:
        given = send(settings(server.url, timeout=0.25, connect_timeout=0.25), TEXT, meter)
    except errors.ContentAIError as caught:
        error = caught

    assert time.monotonic() - started < 3, "timeout bounds the wait for a whole answer"
    assert type(error) is (case.error or type(None))
    assert error or given.success
    assert len(server.requests) == case.sent
    assert meter.usage == case.usage
    assert meter.heard.count("sending") == case.sent == len(meter.heard) / 2
    assert KEY not in str(error)


@pytest.fixture
def closed_port() -> Iterator[int]:
    """Hold a port on which nobody listens."""
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        yield holder.getsockname()[1]


def test_a_refused_connection_is_tried_again_and_costs_nothing(send: Send, closed_port: int) -> None:
    meter = Recorder()
    with pytest.raises(errors.NotSentError):
        send(settings(f"http://127.0.0.1:{closed_port}"), TEXT, meter)

    assert meter.heard == ["sending", "Wait"] * 2 + ["sending", "NotSentError"]
    assert meter.usage == Usage()


def test_a_name_that_does_not_resolve_was_never_sent(send: Send) -> None:
    meter = Recorder()
    with pytest.raises(errors.NotSentError):
        send(settings("http://no-such-host.invalid", max_attempts=1), TEXT, meter)

    assert meter.usage == Usage()


def test_a_proxy_that_refuses_was_never_sent(send: Send, closed_port: int) -> None:
    with pytest.raises(errors.NotSentError):
        send(settings("http://api.test", proxy=f"http://127.0.0.1:{closed_port}", max_attempts=1), TEXT, Recorder())


def test_a_host_none_of_whose_addresses_answers_was_never_sent(send: Send, monkeypatch: pytest.MonkeyPatch) -> None:
    resolve, meter = socket.getaddrinfo, Recorder()
    monkeypatch.setattr(socket, "getaddrinfo", lambda _, *rest, **options: resolve("127.0.0.1", *rest, **options) * 3)
    with socket.socket() as full, contextlib.ExitStack() as waiting:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        for _ in range(3):
            peer = waiting.enter_context(socket.socket())
            peer.settimeout(0)
            peer.connect_ex(full.getsockname())
        url = f"http://api.test:{full.getsockname()[1]}"
        with pytest.raises(errors.NotSentError):
            # All addresses together take longer than the whole call may.
            send(settings(url, timeout=0.1, connect_timeout=0.2, max_attempts=1), TEXT, meter)

    assert meter.usage == Usage()


@pytest.mark.clock
def test_a_service_that_reads_nothing_is_not_waited_for(send: Send) -> None:
    request, meter = TextGenerationRequest.build(messages="x" * 30_000_000, model="m-1"), Recorder()
    began = time.monotonic()
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        url = f"http://127.0.0.1:{deaf.getsockname()[1]}"
        with pytest.raises(errors.NoAnswerError):
            send(settings(url, timeout=0.3, connect_timeout=0.2, max_attempts=1), request, meter)

    assert time.monotonic() - began < 4
    assert meter.usage == LOST


@pytest.mark.clock
def test_a_delay_adds_to_the_timeout(serve: Callable[..., Listener], send: Send) -> None:
    request = ExtractRequest.build(link="https://books.test/", prompt="Title", delay=1)
    late = raw(b"", head(Content_Length="33") + b'{"response": "T","success": true}', pause=0.3)

    assert send(settings(serve(late).url, timeout=0.2), request, Recorder()).success


@pytest.mark.parametrize("field", ["timeout", "connect_timeout"])
@pytest.mark.parametrize("seconds", [3e6, 1e300])
def test_patience_of_any_size_is_no_error(
    serve: Callable[..., Listener], send: Send, field: str, seconds: float
) -> None:
    assert send(settings(serve(OK).url, **{field: seconds}), TEXT, Recorder()).success


def test_a_collection_that_is_gone_is_deleted_whoever_sends(serve: Callable[..., Listener], send: Send) -> None:
    server, meter = serve(answer(404, {"error": "unknown", "success": False})), Recorder()
    given = send(settings(server.url), DELETE, meter)

    assert given.success
    assert meter.usage == Usage()
    assert [(one.method, one.path, one.body) for one in server.requests] == [
        ("DELETE", "/v1/collection/delete/", b'{"collection_id": "c-1"}')
    ]


def test_both_clients_send_the_same_bytes(serve: Callable[..., Listener]) -> None:
    def sent(send: Send, request: Request) -> Any:
        server = serve(OK)
        send(settings(server.url, headers={"X-Team": "data"}), request, Recorder())
        (one,) = server.requests
        shown = {name: value for name, value in one.headers.items() if name not in ("host", "content-type")}
        boundary = one.headers["content-type"].partition("boundary=")[2].encode()
        return one.method, one.path, shown, one.body.replace(boundary, b"") if boundary else one.body

    for request in (TEXT, DELETE):
        assert sent(by_sync, request) == sent(by_async, request)


def test_the_pace_holds_between_sends(serve: Callable[..., Listener], send: Send) -> None:
    server = serve(LIMITED, OK)
    started = time.monotonic()
    send(settings(server.url, requests_per_minute=300), TEXT, Recorder())

    assert time.monotonic() - started >= 0.2


@pytest.mark.clock
def test_many_requests_go_out_side_by_side(serve: Callable[..., Listener]) -> None:
    server, meter = serve(raw(b"", head(Content_Length=LENGTH) + BODY, pause=0.1)), Recorder()

    async def send_all() -> None:
        async with AsyncClient(settings(server.url), concurrency=20) as client:
            await asyncio.gather(*(client.send(TEXT, meter=Waiting(meter)) for _ in range(20)))

    started = time.monotonic()
    asyncio.run(send_all())

    assert time.monotonic() - started < 1.5
    assert meter.usage == Usage(calls=20, tokens=140)


def test_more_requests_than_the_client_is_made_for_wait_for_a_place() -> None:
    inside, busiest = 0, 0

    async def handle(request: httpx.Request) -> httpx.Response:
        nonlocal inside, busiest
        inside += 1
        busiest = max(busiest, inside)
        await asyncio.sleep(0.01)
        inside -= 1
        return httpx.Response(200, json={"response": "Hello", "tokens": 7, "success": True})

    async def ask() -> list[Answer]:
        request = TextGenerationRequest.build(messages="Hi", model="m-1")
        async with AsyncClient(settings(), concurrency=2, transport=httpx.MockTransport(handle)) as client:
            return await asyncio.gather(*(client.send(request) for _ in range(7)))

    assert [answer.tokens for answer in asyncio.run(ask())] == [7] * 7
    assert busiest == 2


@pytest.mark.clock
def test_a_call_that_is_cancelled_stays_unconfirmed(serve: Callable[..., Listener]) -> None:
    server, meter = serve(hang), Recorder()

    async def give_up() -> None:
        async with AsyncClient(settings(server.url)) as client:
            await asyncio.wait_for(client.send(TEXT, meter=Waiting(meter)), 0.2)

    with pytest.raises(TimeoutError):
        asyncio.run(give_up())

    assert meter.heard == ["sending"]
    assert meter.usage == LOST


def test_a_delay_beyond_all_clocks_is_not_an_error_of_another_tree(serve: Callable[..., Listener], send: Send) -> None:
    try:
        request = ExtractRequest.build(link="https://books.test/", prompt="Title", delay=10**30)
        send(settings(serve(answer(400)).url), request, Recorder())
    except errors.InvalidRequestError as error:
        assert "delay" in str(error) or error.status == 400  # noqa: PT017 - refused by us or by the service
