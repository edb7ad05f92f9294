"""
Requests as httpx sends them, and httpx's answers and errors as outcomes.

Decides how far a broken exchange came, and nothing about sending again.
"""

from __future__ import annotations

import asyncio
import functools
import json
import ssl
from collections.abc import Mapping
from typing import Any

import httpx

from airflow_provider.api.deadline import Deadline
from airflow_provider.api.policy import Broken, Failure, Outcome, Reply
from airflow_provider.api.request import Request
from airflow_provider.api.settings import Settings

# No clock counts to a time of any size: a socket takes 24 days at most. A week outlasts every task.
LONGEST_SECONDS = 7 * 24 * 3600


def wire_request(request: Request, settings: Settings, headers: httpx.Headers) -> httpx.Request:
    """Return *request* as httpx sends it, in the encoding that the contract asks, with the standing *headers*."""
    kind, fields = type(request), request.wire(settings.markdown_names)
    seconds = seconds_for(request, settings)
    if kind.encoding == "json":
        return json_request(kind, fields, settings, headers, seconds)
    # A part without a file name is a form field; httpx would send plain `data` urlencoded.
    parts = {name: (None, value) for name, value in fields.items()}
    return httpx.Request(**_addressed(kind, settings, seconds), headers=headers, files=parts)


def json_request(
    kind: type[Request], fields: Mapping[str, Any], settings: Settings, headers: httpx.Headers, seconds: float
) -> httpx.Request:
    """Return a request of *kind* with *fields* as its JSON body."""
    body = json.dumps(fields).encode()
    framed = [*headers.raw, (b"Content-Type", b"application/json"), (b"Content-Length", b"%d" % len(body))]
    # As a stream, for httpx looks through all headers before it sends plain content.
    return httpx.Request(**_addressed(kind, settings, seconds), headers=framed, stream=httpx.ByteStream(body))


def _addressed(kind: type[Request], settings: Settings, seconds: float) -> dict[str, Any]:
    connect = connect_seconds(settings)
    # What is sent is short, and `exchange` bounds the whole: a clock for each write would cost more than the write.
    timeout = {"connect": connect, "pool": connect, "read": seconds, "write": None}
    return {
        "method": kind.method,
        "url": _url(settings.base_url + kind.path),
        "extensions": {"timeout": timeout},
    }


@functools.lru_cache(maxsize=32)
def _url(address: str) -> httpx.URL:
    return httpx.URL(address)


def seconds_for(request: Request, settings: Settings) -> float:
    """Return how long to wait for the answer, in seconds."""
    return min(settings.timeout, LONGEST_SECONDS) + min(request.patience, LONGEST_SECONDS)


def connect_seconds(settings: Settings) -> float:
    """Return how long to wait for a connection, in seconds."""
    return min(settings.connect_timeout, LONGEST_SECONDS)


def exchange(transport: httpx.BaseTransport, request: httpx.Request, seconds: float) -> Outcome:
    """Send *request* once and return what came of it, at the latest after *seconds*."""
    reply = PartialReply()
    with Deadline(seconds) as deadline:
        request.extensions["trace"] = deadline.trace
        try:
            response = transport.handle_request(request)
            try:
                reply.begin(response)
                for chunk in response.iter_bytes():
                    reply.body += chunk
            finally:
                response.close()
        except httpx.HTTPError as error:
            # What was never sent is told as that, however long the connection took to fail.
            cut = deadline.passed and failure(error).kind is Broken.NO_ANSWER
            return reply.broken(_late() if cut else error)
    # An answer of unknown length ends where the connection does.
    return reply.broken(_late()) if deadline.passed else reply.complete()


async def aexchange(transport: httpx.AsyncBaseTransport, request: httpx.Request, seconds: float) -> Outcome:
    """Do as `exchange` does, without blocking."""
    reply = PartialReply()
    try:
        async with asyncio.timeout(seconds):
            response = await transport.handle_async_request(request)
            try:
                reply.begin(response)
                async for chunk in response.aiter_bytes():
                    reply.body += chunk
            finally:
                await response.aclose()
    except httpx.HTTPError as error:
        return reply.broken(error)
    except TimeoutError:
        return reply.broken(_late())
    return reply.complete()


def _late() -> httpx.ReadTimeout:
    return httpx.ReadTimeout("the answer took too long")


class PartialReply:
    """An answer as far as it has come."""

    def __init__(self) -> None:
        self.status = 0
        self.headers: Mapping[str, str] = {}
        self.body = bytearray()

    def begin(self, response: httpx.Response) -> None:
        """Note status and headers, before the body is read."""
        self.status = response.status_code
        self.headers = response.headers

    def complete(self) -> Reply:
        """Return the answer, whose body has come to its end."""
        return Reply(self.status, self.headers, bytes(self.body))

    def broken(self, error: httpx.HTTPError) -> Outcome:
        """Return what became of an answer that *error* ended."""
        # A refusal is a refusal even if its explanation was cut off; only a success needs its whole body.
        return self.complete() if self.status >= 300 else failure(error)  # noqa: PLR2004 - past the class of success


def failure(error: httpx.HTTPError) -> Failure:
    """Tell from the transport's *error* how far the request came."""
    reason = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    if _caused_by(error, ssl.SSLCertVerificationError):
        return Failure(Broken.CERTIFICATE, reason)
    not_sent = (
        httpx.ConnectError,
        httpx.ConnectTimeout,
        httpx.PoolTimeout,
        httpx.ProxyError,
        httpx.UnsupportedProtocol,
        httpx.LocalProtocolError,
    )
    return Failure(Broken.NOT_SENT if isinstance(error, not_sent) else Broken.NO_ANSWER, reason)


def _caused_by(error: BaseException | None, kind: type[BaseException]) -> bool:
    while error is not None:
        if isinstance(error, kind):
            return True
        error = error.__cause__ or error.__context__
    return False
