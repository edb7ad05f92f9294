"""
Loading pages politely: robots.txt, one request per host at a time, an honest name, bounded in every way.

Returns sights and raises nothing for what a page or its server does. What the bytes mean is the business
of `reading`, which addresses may be dialled that of `guard`.
"""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import httpx

from airflow_provider import __version__
from airflow_provider.errors import InvalidRequestError
from airflow_provider.watch.guard import GuardedTransport
from airflow_provider.watch.headers import retry_after_of, validators_of
from airflow_provider.watch.robots import Rules
from airflow_provider.watch.settings import check_url
from airflow_provider.watch.sights import Failed, Gone, NotModified, Page, Sight, Validators
from airflow_provider.watch.threads import in_thread
from airflow_provider.watch.unpacking import TooLargeError, UnpackingError, unpacked

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

ROBOTS_NAME = "airflow-provider-content-ai"
USER_AGENT = f"{ROBOTS_NAME}/{__version__} (page watcher; obeys robots.txt for {ROBOTS_NAME})"

MAX_BYTES = 10 * 1024 * 1024
MAX_ROBOTS_BYTES = 512 * 1024
MAX_REDIRECTS = 5
# A page that drips is given up; the other limits are httpx's for each step.
DEADLINE = 60.0
STEPS = {"connect": 10.0, "read": 30.0, "write": 10.0, "pool": 10.0}
# Requests under way at any one time; waiting for a host or its crawl delay takes no slot.
AT_ONCE = 64
LANES = 10_000


class UnusableAnswerError(Exception):
    """An answer that is no page; the message is for a person."""


@dataclass(slots=True)
class Lane:
    """The one way to a host: its lock, and when its robots.txt lets the next request go."""

    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    free_at: float = 0.0


class Fetcher:
    """
    One for all pages of an event loop.

    :param allow_private: dial addresses that are not public, too
    :param user_agent: sent with every request; its robots.txt name is what stands before the first slash
    :param obey_robots: ask robots.txt before a page
    :param transport: what sends; for tests
    """

    def __init__(
        self,
        *,
        allow_private: bool = False,
        user_agent: str = USER_AGENT,
        obey_robots: bool = True,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._transport = transport or GuardedTransport(allow_private=allow_private)
        self._headers = {
            "User-Agent": user_agent,
            "Accept": "text/html,application/xhtml+xml,*/*;q=0.8",
            # Only what can be unpacked with a limit: any other decoder could be fed a bomb.
            "Accept-Encoding": "gzip, deflate",
        }
        self._robots_name = user_agent.partition("/")[0].strip() or ROBOTS_NAME
        self._obey_robots = obey_robots
        self._rules: dict[str, Rules] = {}
        self._lanes: dict[str, Lane] = {}
        self._slots = asyncio.Semaphore(AT_ONCE)

    async def look(self, url: str, validators: Validators | None = None) -> Sight:
        """Return what is at *url*, following at most five redirects; ask conditionally where *validators* fit."""
        try:
            for _ in range(MAX_REDIRECTS + 1):
                found = await self._look_once(url, validators)
                if not isinstance(found, str):
                    return found
                url = found
        except UnusableAnswerError as error:
            return Failed(str(error))
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            return Failed(f"{type(error).__name__}: {error}"[:300])
        except TimeoutError:
            return Failed(f"no whole answer within {DEADLINE:.0f} s")
        except Exception as error:  # noqa: BLE001 - whatever a server thinks of, the watch has to go on
            return Failed(f"{type(error).__name__}: {error}"[:300])
        return Failed(f"more than {MAX_REDIRECTS} redirects")

    async def _look_once(self, url: str, validators: Validators | None) -> Sight | str:
        """Return what is at *url*, or where it redirects to."""
        where = httpx.URL(url)
        async with self._lane(where) as lane:
            if self._obey_robots:
                rules = await self._rules_of(where)
                if not rules.allow(url, self._robots_name):
                    return Failed("robots.txt does not allow it")
                await asyncio.sleep(max(0.0, lane.free_at - time.monotonic()))
                delay = rules.delay(self._robots_name)
            else:
                delay = 0.0
            try:
                conditions = validators.headers() if validators is not None and validators.url == url else {}
                return await self._get_page(where, conditions)
            finally:
                lane.free_at = time.monotonic() + delay

    @asynccontextmanager
    async def _lane(self, where: httpx.URL) -> AsyncIterator[Lane]:
        if len(self._lanes) >= LANES:
            now = time.monotonic()
            self._lanes = {host: lane for host, lane in self._lanes.items() if lane.lock.locked() or lane.free_at > now}
        lane = self._lanes.setdefault(where.host, Lane())
        async with lane.lock:
            yield lane

    async def _get_page(self, where: httpx.URL, conditions: dict[str, str]) -> Sight | str:
        async with self._slots, asyncio.timeout(DEADLINE):
            answer = await self._send(where, conditions)
            try:
                settled = _settle(answer, where)
                if settled is not None:
                    return settled
                raw = await _bounded(answer, MAX_BYTES)
            finally:
                await answer.aclose()
        encoding = answer.headers.get("content-encoding", "")
        body = await _unpack(raw, encoding, MAX_BYTES)
        content_type = answer.headers.get("content-type", "")
        return Page(str(where), body, content_type, validators_of(str(where), answer.headers))

    async def _rules_of(self, where: httpx.URL) -> Rules:
        """Return the rules of the origin; called with its lane held, so they are asked for once."""
        origin = f"{where.scheme}://{where.netloc.decode('ascii')}"
        known = self._rules.get(origin)
        if known is not None and known.fresh(time.monotonic()):
            return known
        try:
            text = await self._get_robots(httpx.URL(f"{origin}/robots.txt"))
        except (httpx.HTTPError, UnusableAnswerError, TimeoutError) as error:
            if known is not None:
                return known
            # RFC 9309, 2.3.1.4: unreachable means that nothing may be fetched.
            raise UnusableAnswerError(f"robots.txt cannot be read ({type(error).__name__}: {error})"[:300]) from error
        if len(self._rules) >= LANES:
            self._rules.clear()
        self._rules[origin] = rules = await in_thread(Rules, text, time.monotonic())
        return rules

    async def _get_robots(self, where: httpx.URL) -> str:
        """Return the text of robots.txt; empty where there is none (RFC 9309, 2.3.1.3)."""
        for _ in range(MAX_REDIRECTS + 1):
            async with self._slots, asyncio.timeout(DEADLINE):
                answer = await self._send(where, {})
                try:
                    if answer.has_redirect_location:
                        where = _target(answer, where)
                        continue
                    if answer.status_code == httpx.codes.TOO_MANY_REQUESTS or answer.status_code >= 500:  # noqa: PLR2004
                        raise UnusableAnswerError(f"robots.txt was answered {answer.status_code}")
                    if not answer.is_success:
                        return ""
                    raw = await _bounded(answer, MAX_ROBOTS_BYTES, cut=True)
                finally:
                    await answer.aclose()
            text = await _unpack(raw, answer.headers.get("content-encoding", ""), MAX_ROBOTS_BYTES)
            return text.decode("utf-8", "replace")
        return ""

    async def _send(self, where: httpx.URL, conditions: dict[str, str]) -> httpx.Response:
        # Without httpx's client: it would keep the cookies of one page for the next.
        request = httpx.Request("GET", where, headers={**self._headers, **conditions}, extensions={"timeout": STEPS})
        answer = await self._transport.handle_async_request(request)
        answer.request = request
        return answer


def _settle(answer: httpx.Response, where: httpx.URL) -> Sight | str | None:
    """Return what the head of *answer* decides; None if it is a page, whose body is wanted."""
    status = answer.status_code
    if status == httpx.codes.NOT_MODIFIED:
        return NotModified()
    if answer.has_redirect_location:
        return str(_target(answer, where))
    if status in {httpx.codes.NOT_FOUND, httpx.codes.GONE}:
        return Gone(status)
    if not answer.is_success:
        return Failed(f"answered {status}", retry_after_of(answer.headers))
    return None


def _target(answer: httpx.Response, where: httpx.URL) -> httpx.URL:
    try:
        return httpx.URL(check_url(str(where.join(answer.headers["location"]))))
    except (InvalidRequestError, httpx.InvalidURL, ValueError):
        raise UnusableAnswerError("a redirect to what is no http or https page") from None


async def _bounded(answer: httpx.Response, limit: int, *, cut: bool = False) -> bytes:
    parts, size = [], 0
    stream = answer.stream
    assert isinstance(stream, httpx.AsyncByteStream)  # noqa: S101 - what an async transport gives
    async for chunk in stream:
        parts.append(chunk)
        size += len(chunk)
        if size > limit:
            if cut:
                break
            raise UnusableAnswerError(f"larger than {limit // 1024 // 1024} MB")
    return b"".join(parts)[:limit]


async def _unpack(raw: bytes, encoding: str, limit: int) -> bytes:
    try:
        return await in_thread(unpacked, raw, encoding, limit) if encoding else raw
    except TooLargeError:
        raise UnusableAnswerError(f"larger than {limit / 1024 / 1024:g} MB when unpacked") from None
    except UnpackingError as error:
        raise UnusableAnswerError(str(error)) from None
