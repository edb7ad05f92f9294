"""
Loading pages politely, blocking or not: two drivers of the rules in `visiting`.

Return outcomes and raise nothing for what a page or its server does. What the bytes mean is the business of
`reading`, which addresses may be dialled that of `addresses`.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Collection, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, contextmanager
from typing import Any

import httpx

from airflow_provider.deadline import Deadline
from airflow_provider.web.addresses import Network
from airflow_provider.web.dialling import AddressBook
from airflow_provider.web.outcomes import Outcome, Validators
from airflow_provider.web.steps import Answer, Body, Compute, Get, Pause, Step, TakeTurn
from airflow_provider.web.threads import in_thread
from airflow_provider.web.transport import AsyncTransport, Transport
from airflow_provider.web.turns import Lanes, Turn
from airflow_provider.web.visiting import MAX_BYTES, USER_AGENT, Visitor

# Limits of each step, in seconds; the deadline of the visit bounds their sum.
CONNECT, READ, WRITE = 10.0, 30.0, 10.0
# Requests under way at any one time in an event loop; waiting for a host or its crawl delay takes no slot.
AT_ONCE = 64


class Fetcher:
    """
    Loads pages, blocking; may be shared by threads.

    :param allow_private: dial addresses that are not public, too
    :param allowed: networks that may be dialled although they are not public
    :param user_agent: sent with every request; its robots.txt name is what stands before the first slash
    :param obey_robots: ask robots.txt before a page
    :param take_turns: one request of a host at a time
    :param transport: what sends instead of the network, as in httpx
    """

    def __init__(  # noqa: PLR0913 - keyword-only, each with a meaning of its own
        self,
        *,
        allow_private: bool = False,
        allowed: Collection[Network] = (),
        user_agent: str = USER_AGENT,
        obey_robots: bool = True,
        take_turns: bool = True,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._transport = transport or Transport(AddressBook(allow_private=allow_private, allowed=allowed))
        self._visitor = Visitor(user_agent=user_agent, obey_robots=obey_robots, take_turns=take_turns)
        self._lanes = Lanes(threading.Lock)

    def fetch(
        self, url: str, validators: Validators | None = None, *, limit: int = MAX_BYTES, within: float | None = None
    ) -> Outcome:
        """Return what is at *url*, at most *limit* bytes, loaded *within* that many seconds, 60 unless told."""
        visit = self._visitor.visit(url, validators, limit=limit, within=within)
        with ExitStack() as turns:
            try:
                step = next(visit)
                while True:
                    try:
                        result = self._do(step, turns)
                    except Exception as error:  # noqa: BLE001 - the rules say what it means
                        step = visit.throw(error)
                    else:
                        step = visit.send(result)
            except StopIteration as done:
                outcome: Outcome = done.value
                return outcome

    def _do(self, step: Step, turns: ExitStack) -> Any:
        match step:
            case TakeTurn():
                turns.close()
                return turns.enter_context(self._turn_at(step.host))
            case Pause():
                return time.sleep(step.seconds)
            case Get():
                return self._get(step)
            case Compute():
                return step.call()

    @contextmanager
    def _turn_at(self, host: str) -> Iterator[Turn]:
        with self._lanes.lane(host, time.monotonic()) as lane, lane.lock:
            try:
                yield lane.turn
            finally:
                lane.turn.end(time.monotonic())

    def _get(self, get: Get) -> Answer:
        began = time.monotonic()
        with Deadline(get.within) as deadline:
            try:
                answer = self._transport.handle_request(_request(get, trace=deadline.trace))
                try:
                    body = Body(get)
                    if answer.is_success:
                        # A transport that blocks answers with a stream that blocks.
                        any(body.add(chunk) for chunk in answer.stream)  # type: ignore[union-attr]
                finally:
                    answer.close()
            except Exception:
                if deadline.passed:
                    raise TimeoutError from None
                raise
        if deadline.passed:
            # The connection was shut down, and its end taken for the body's.
            raise TimeoutError
        return Answer(answer.status_code, answer.headers, body.read(), time.monotonic() - began)


class AsyncFetcher:
    """The same for an event loop, which it does not block; takes `AT_ONCE` pages at once."""

    def __init__(  # noqa: PLR0913 - keyword-only, each with a meaning of its own
        self,
        *,
        allow_private: bool = False,
        allowed: Collection[Network] = (),
        user_agent: str = USER_AGENT,
        obey_robots: bool = True,
        take_turns: bool = True,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._transport = transport or AsyncTransport(AddressBook(allow_private=allow_private, allowed=allowed))
        self._visitor = Visitor(user_agent=user_agent, obey_robots=obey_robots, take_turns=take_turns)
        self._lanes = Lanes(asyncio.Lock)
        self._slots = asyncio.Semaphore(AT_ONCE)

    async def fetch(
        self, url: str, validators: Validators | None = None, *, limit: int = MAX_BYTES, within: float | None = None
    ) -> Outcome:
        """Return what is at *url*, at most *limit* bytes, loaded *within* that many seconds, 60 unless told."""
        visit = self._visitor.visit(url, validators, limit=limit, within=within)
        async with AsyncExitStack() as turns:
            try:
                step = next(visit)
                while True:
                    try:
                        result = await self._do(step, turns)
                    except Exception as error:  # noqa: BLE001 - the rules say what it means
                        step = visit.throw(error)
                    else:
                        step = visit.send(result)
            except StopIteration as done:
                outcome: Outcome = done.value
                return outcome

    async def _do(self, step: Step, turns: AsyncExitStack) -> Any:
        match step:
            case TakeTurn():
                await turns.aclose()
                return await turns.enter_async_context(self._turn_at(step.host))
            case Pause():
                return await asyncio.sleep(step.seconds)
            case Get():
                return await self._get(step)
            case Compute():
                return await in_thread(step.call)

    @asynccontextmanager
    async def _turn_at(self, host: str) -> AsyncIterator[Turn]:
        with self._lanes.lane(host, time.monotonic()) as lane:
            async with lane.lock:
                try:
                    yield lane.turn
                finally:
                    lane.turn.end(time.monotonic())

    async def _get(self, get: Get) -> Answer:
        async with self._slots, asyncio.timeout(get.within):
            began = time.monotonic()
            answer = await self._transport.handle_async_request(_request(get))
            try:
                body = Body(get)
                if answer.is_success:
                    async for chunk in answer.stream:  # type: ignore[union-attr] # it does not block
                        if body.add(chunk):
                            break
            finally:
                await answer.aclose()
        return Answer(answer.status_code, answer.headers, body.read(), time.monotonic() - began)


def _request(get: Get, **extensions: object) -> httpx.Request:
    timeouts = {"connect": CONNECT, "read": READ, "write": WRITE, "pool": CONNECT}
    return httpx.Request(
        "GET", get.url, headers=get.headers, extensions={"timeout": timeouts, "within": get.within, **extensions}
    )
