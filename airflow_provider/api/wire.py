"""
Requests as httpx sends them, and httpx's answers and errors as outcomes.

Decides how far a broken exchange came, and nothing about sending again.
"""

from __future__ import annotations

import asyncio
import functools
import json
import socket
import ssl
from collections.abc import Mapping
from typing import Any, cast

import httpx

from airflow_provider.api.incoming import Incoming
from airflow_provider.api.outcomes import Broken, Failure, Outcome
from airflow_provider.api.request import Request
from airflow_provider.api.settings import Settings
from airflow_provider.api.unpacking import UnpackingError
from airflow_provider.deadline import Deadline

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


def exchange(transport: httpx.BaseTransport, request: httpx.Request, seconds: float, most: int) -> Outcome:
    """Send *request* once and return what came of it, at the latest after *seconds*, of at most *most* bytes."""
    incoming = Incoming(most)
    with Deadline(seconds) as deadline:
        request.extensions["trace"] = deadline.trace
        try:
            response = transport.handle_request(request)
            try:
                incoming.begin(response.status_code, response.headers)
                # Not httpx's own iteration: it unpacks a chunk of the body whole, whatever comes out.
                for chunk in cast("httpx.SyncByteStream", response.stream):
                    if not incoming.add(chunk):
                        break
            finally:
                response.close()
        except (httpx.HTTPError, UnpackingError) as error:
            # What was never sent is told as that, however long the connection took to fail.
            cut = deadline.passed and failure(error, request).kind.sent
            return _broken(incoming, _late(request) if cut else failure(error, request))
    # An answer of unknown length ends where the connection does.
    return _broken(incoming, _late(request)) if deadline.passed else incoming.end()


async def aexchange(transport: httpx.AsyncBaseTransport, request: httpx.Request, seconds: float, most: int) -> Outcome:
    """Do as `exchange` does, without blocking."""
    incoming = Incoming(most)
    try:
        async with asyncio.timeout(seconds):
            response = await transport.handle_async_request(request)
            try:
                incoming.begin(response.status_code, response.headers)
                async for chunk in cast("httpx.AsyncByteStream", response.stream):
                    if not incoming.add(chunk):
                        break
            finally:
                await response.aclose()
    # httpcore hands on some errors of TLS as they are.
    except (httpx.HTTPError, UnpackingError, ssl.SSLError) as error:
        return _broken(incoming, failure(error, request))
    except TimeoutError:
        return _broken(incoming, _late(request))
    return incoming.end()


def _broken(incoming: Incoming, failed: Failure) -> Outcome:
    """Return what became of an answer that *failed* ended."""
    # A refusal is a refusal even if its explanation was cut off; only a success needs its whole body.
    return incoming.end() if incoming.refused else failed


def _late(request: httpx.Request) -> Failure:
    return Failure(Broken.LATE, f"more than {request.extensions['timeout']['read']:g} s")


# What the error that caused an exchange to fail means, from the innermost outwards.
CAUSES: tuple[tuple[type[BaseException], Broken], ...] = (
    (ssl.SSLCertVerificationError, Broken.CERTIFICATE),
    (socket.gaierror, Broken.UNKNOWN_HOST),
    (ConnectionRefusedError, Broken.REFUSED),
    (ssl.SSLError, Broken.NO_TLS),
)
NOT_SENT = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.ProxyError,
    httpx.UnsupportedProtocol,
    httpx.LocalProtocolError,
)


def failure(error: Exception, request: httpx.Request) -> Failure:
    """Tell from the transport's *error* how far *request* came."""
    if isinstance(error, httpx.ConnectTimeout):
        return Failure(Broken.NOT_SENT, f"none within {request.extensions['timeout']['connect']:g} s")
    if isinstance(error, httpx.ReadTimeout):
        return _late(request)
    if isinstance(error, (*NOT_SENT, ssl.SSLCertVerificationError)):
        for kind, meaning in CAUSES:
            if cause := _cause(error, kind):
                return Failure(meaning, _reason(cause))
    return Failure(Broken.NOT_SENT if isinstance(error, NOT_SENT) else Broken.NO_ANSWER, _reason(error))


def _cause(error: BaseException | None, kind: type[BaseException]) -> BaseException | None:
    """Return the first of *kind* among *error* and what led to it."""
    while error is not None and not isinstance(error, kind):
        if isinstance(error, BaseExceptionGroup):
            return next(filter(None, (_cause(one, kind) for one in error.exceptions)), None)
        error = error.__cause__ or error.__context__
    return error


def _reason(error: BaseException) -> str:
    if isinstance(error, ssl.SSLCertVerificationError):
        return error.verify_message.rstrip(".")
    if isinstance(error, ssl.SSLError):
        return error.reason or str(error)
    if isinstance(error, OSError) and error.strerror:
        return error.strerror
    return f"{type(error).__name__}: {error}".rstrip(".: ")
