"""
Requests out, answers in.

The two send loops, sync and async, differ in how they wait and in nothing else:
what an attempt means is decided in `policy`, what it cost is told to a `Meter`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from itertools import count
from types import TracebackType
from typing import Protocol, Self

import httpx

from airflow_provider.api import requests
from airflow_provider.api.answers import Answer
from airflow_provider.api.incoming import EXPLANATION
from airflow_provider.api.outcomes import Outcome
from airflow_provider.api.pacing import Pace, Pacer, pacer_for
from airflow_provider.api.policy import Wait, pause_in, settle
from airflow_provider.api.request import Request
from airflow_provider.api.settings import Settings
from airflow_provider.api.transport import (
    async_transport_for,
    service_for,
    standing_headers,
    transport_for,
)
from airflow_provider.api.wire import (
    aexchange,
    connect_seconds,
    exchange,
    json_request,
    seconds_for,
    wire_request,
)
from airflow_provider.errors import ContentAIError

log = logging.getLogger(__name__)

# Connection test: a person is waiting, and a refusal needs no processing time.
TEST_SECONDS = 20.0
# What becomes of a call that was not sent, for its turn had passed.
PASSED = Wait(0.0, "Its turn has passed.")

Result = Answer | Wait | ContentAIError


class Meter(Protocol):
    """Hears of every attempt: before it is sent, and what came of it."""

    def sending(self, request: Request, settings: Settings) -> None:
        """Hear that *request* is about to be sent, as *settings* say; from here on it may be billed."""

    def settled(self, request: Request, result: Result, settings: Settings) -> None:
        """Hear that the attempt announced for *request* ended in *result*; *settings* say at what price."""


class Unmetered:
    """A `Meter` that keeps nothing."""

    def sending(self, request: Request, settings: Settings) -> None:
        """Keep nothing."""

    def settled(self, request: Request, result: Result, settings: Settings) -> None:
        """Keep nothing."""


UNMETERED = Unmetered()


class AsyncMeter(Protocol):
    """A `Meter` for many calls at once: it may hold a call back until it may be sent."""

    async def sending(self, request: Request, settings: Settings) -> None:
        """Hear that *request* is about to be sent, and let it go when this returns."""

    def settled(self, request: Request, result: Result, settings: Settings) -> None:
        """Hear that the attempt announced for *request* ended in *result*; on the event loop, so it must not block."""


class AsyncUnmetered(Unmetered):
    """An `AsyncMeter` that keeps nothing."""

    async def sending(self, request: Request, settings: Settings) -> None:  # type: ignore[override] # the same, to be awaited
        """Keep nothing."""


ASYNC_UNMETERED = AsyncUnmetered()


class Client:
    """
    Sends requests one after the other; holds no connection between them.

    *transport* replaces the network, as in httpx, and *pace* the limit that this process keeps by itself.
    Raises the errors of `airflow_provider.errors`; the token is in none of them.
    """

    def __init__(
        self, settings: Settings, *, transport: httpx.BaseTransport | None = None, pace: Pace | None = None
    ) -> None:
        self.settings = settings
        self._transport = transport
        self.pace = pace or pacer_for(settings.base_url, settings.requests_per_minute)
        self._headers = standing_headers(settings)
        # Before anything is metered: it refuses what cannot be used.
        self.service = service_for(settings)

    def send(self, request: Request, *, meter: Meter = UNMETERED) -> Answer:
        """Return the answer to *request*, sending it again where that is free of risk."""
        for attempt in count(1):
            self._take_turn(request, meter)
            outcome = self.attempt(request)
            step = _judged(self, request, attempt, outcome, meter)
            if isinstance(step, Answer):
                return step
            time.sleep(step.seconds)
        raise AssertionError("unreachable: settle() ends the loop")  # pragma: no cover

    def _take_turn(self, request: Request, meter: Meter) -> None:
        turn = self.pace.wait()
        meter.sending(request, self.settings)
        while not turn.is_fresh:
            # It took so long to write the call down, or to find room in a budget, that another's turn has come.
            meter.settled(request, PASSED, self.settings)
            turn = self.pace.wait()
            meter.sending(request, self.settings)

    def attempt(self, request: Request) -> Outcome:
        """Send *request* once and return what came of it."""
        seconds = seconds_for(request, self.settings)
        sent = wire_request(request, self.settings, self._headers)
        return self._exchange(sent, seconds, self.settings.max_answer_bytes)

    def ask_for_nothing(self) -> Outcome:
        """Send an extract request that asks for nothing, once, and return what came of it."""
        seconds = min(self.settings.timeout, TEST_SECONDS)
        sent = json_request(requests.ExtractRequest, {}, self.settings, self._headers, seconds)
        return self._exchange(sent, seconds, EXPLANATION)

    def _exchange(self, request: httpx.Request, seconds: float, most: int) -> Outcome:
        with self._transport or transport_for(self.settings) as transport:
            return exchange(transport, request, seconds + connect_seconds(self.settings), most)


class AsyncClient:
    """Sends up to *concurrency* requests side by side, each over a connection of its own; more have to wait."""

    def __init__(
        self,
        settings: Settings,
        *,
        concurrency: int = 1,
        transport: httpx.AsyncBaseTransport | None = None,
        pace: Pacer | None = None,
    ) -> None:
        self.settings = settings
        self._headers = standing_headers(settings)
        self.service = service_for(settings)
        self._lines = [transport or async_transport_for(settings) for _ in range(concurrency)]
        # The last in is the first out: connections that are not needed stay closed.
        self._idle: asyncio.LifoQueue[httpx.AsyncBaseTransport] = asyncio.LifoQueue()
        for line in self._lines:
            self._idle.put_nowait(line)
        self.pace = pace or pacer_for(settings.base_url, settings.requests_per_minute)

    async def send(self, request: Request, *, meter: AsyncMeter = ASYNC_UNMETERED) -> Answer:
        """Return the answer to *request*, sending it again where that is free of risk."""
        for attempt in count(1):
            if pause := self.pace.reserve(time.monotonic()):
                await asyncio.sleep(pause)
            await meter.sending(request, self.settings)
            outcome = await self.attempt(request)
            step = _judged(self, request, attempt, outcome, meter)
            if isinstance(step, Answer):
                return step
            await asyncio.sleep(step.seconds)
        raise AssertionError("unreachable: settle() ends the loop")  # pragma: no cover

    async def attempt(self, request: Request) -> Outcome:
        """Send *request* once and return what came of it."""
        line = await self._idle.get()
        try:
            seconds = seconds_for(request, self.settings) + connect_seconds(self.settings)
            sent = wire_request(request, self.settings, self._headers)
            return await aexchange(line, sent, seconds, self.settings.max_answer_bytes)
        finally:
            self._idle.put_nowait(line)

    async def aclose(self) -> None:
        """Close the connections."""
        for line in self._lines:
            await line.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.aclose()


def _judged(
    client: Client | AsyncClient, request: Request, attempt: int, outcome: Outcome, meter: Meter | AsyncMeter
) -> Answer | Wait:
    settings = client.settings
    try:
        step = settle(request, attempt, outcome, settings.limits, client.service)
    except ContentAIError as error:
        _tell(client.pace, error)
        meter.settled(request, error, settings)
        raise
    _tell(client.pace, step)
    meter.settled(request, step, settings)
    if isinstance(step, Wait):
        log.info("%s Attempt %d of %d; again in %.1f s.", step.why, attempt, settings.max_attempts, step.seconds)
    return step


def _tell(pace: Pace, result: Result) -> None:
    if (pause := pause_in(result)) is not None:
        pace.limited(pause)
