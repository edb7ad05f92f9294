"""
A visit of a page, decided without I/O: robots.txt, turns, redirects, conditions, and what an answer means.

`Visitor.visit` is a generator. It yields what is to be done next, and is sent what came of it; the fetchers in
`fetching` do these things, blocking or not, and have no rules of their own.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any

import httpx

from airflow_provider import __version__
from airflow_provider.errors import InvalidRequestError, MissingExtraError
from airflow_provider.web.checks import check_url
from airflow_provider.web.dialling import PrivateAddressError
from airflow_provider.web.headers import retry_after_of, validators_of
from airflow_provider.web.outcomes import Failed, Gone, NotModified, Outcome, Page, Validators
from airflow_provider.web.robots import Rules
from airflow_provider.web.steps import Answer, Compute, Get, Pause, Step, TakeTurn, Visit
from airflow_provider.web.turns import Turn
from airflow_provider.web.unpacking import TooLargeError, UnpackingError, unpacked

ROBOTS_NAME = "airflow-provider-content-ai"
USER_AGENT = f"{ROBOTS_NAME}/{__version__} (page reader; obeys robots.txt for {ROBOTS_NAME})"

MAX_BYTES = 10 * 1024 * 1024
MAX_ROBOTS_BYTES = 512 * 1024
MAX_REDIRECTS = 5
# A page that drips is given up.
DEADLINE = 60.0
MOST_ORIGINS = 10_000
SERVER_ERROR = 500


class UnusableAnswerError(Exception):
    """An answer that is no page."""

    def __init__(self, failure: Failed) -> None:
        super().__init__(failure.reason)
        self.failure = failure


@dataclass(slots=True)
class _Time:
    """What is left of the deadline: time under way counts, waiting for a turn does not."""

    left: float = field(default_factory=lambda: DEADLINE)


class Visitor:
    """
    The rules of all visits of a process, and the robots.txt that it has read.

    :param user_agent: sent with every request; its robots.txt name is what stands before the first slash
    :param obey_robots: ask robots.txt before a page
    :param take_turns: one visit of a host at a time
    :param clock: the seconds of a monotonic clock
    """

    def __init__(
        self,
        *,
        user_agent: str = USER_AGENT,
        obey_robots: bool = True,
        take_turns: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._headers = {
            "User-Agent": user_agent,
            "Accept": "text/html,application/xhtml+xml,*/*;q=0.8",
            # Only what can be unpacked with a limit: any other decoder could be fed a bomb.
            "Accept-Encoding": "gzip, deflate",
        }
        self._robots_name = user_agent.partition("/")[0].strip() or ROBOTS_NAME
        self._obey_robots = obey_robots
        self._take_turns = take_turns
        self._clock = clock
        self._rules: dict[str, Rules] = {}

    def visit(self, url: str, validators: Validators | None, *, limit: int, within: float | None) -> Visit:
        """Return what is at *url*, following at most five redirects; ask conditionally where *validators* fit."""
        time_left = _Time() if within is None else _Time(within)
        try:
            url = check_url(url)
            for _ in range(MAX_REDIRECTS + 1):
                found = yield from self._visit_once(url, validators, limit, time_left)
                if not isinstance(found, str):
                    return found
                url = found
        except Exception as error:  # noqa: BLE001 - whatever a server thinks of, the caller has to go on
            return _failed(error)
        return Failed(f"more than {MAX_REDIRECTS} redirects", cause="redirect")

    def _visit_once(
        self, url: str, validators: Validators | None, limit: int, time_left: _Time
    ) -> Generator[Step, Any, Outcome | str]:
        """Return what is at *url*, or where it redirects to."""
        where = httpx.URL(url)
        turn = Turn()
        if self._take_turns:
            turn = yield TakeTurn(where.host)
        if self._obey_robots:
            rules = yield from self._rules_of(where, time_left)
            if not rules.allow(url, self._robots_name):
                return Failed("robots.txt does not allow it", cause="robots")
            turn.delay = rules.delay(self._robots_name)
            if wait := turn.wait(self._clock()):
                yield Pause(wait)
        conditions = validators.headers() if validators is not None and validators.url == url else {}
        answer = yield from self._get(where, conditions, limit, time_left)
        settled = _settle(answer, where, conditional=bool(conditions))
        if settled is not None:
            return settled
        body = yield from _unpack(answer, limit)
        content_type = answer.headers.get("content-type", "")
        return Page(str(where), body, content_type, validators_of(str(where), answer.headers))

    def _get(
        self, where: httpx.URL, conditions: dict[str, str], limit: int, time_left: _Time, *, cut: bool = False
    ) -> Generator[Step, Any, Answer]:
        answer: Answer = yield Get(where, {**self._headers, **conditions}, max(time_left.left, 0.0), limit, cut)
        time_left.left -= answer.seconds
        return answer

    def _rules_of(self, where: httpx.URL, time_left: _Time) -> Generator[Step, Any, Rules]:
        """Return the rules of the origin; asked for in its turn, so asked for once."""
        origin = f"{where.scheme}://{where.netloc.decode('ascii')}"
        known = self._rules.get(origin)
        if known is not None and known.fresh(self._clock()):
            return known
        try:
            text = yield from self._robots_of(httpx.URL(f"{origin}/robots.txt"), time_left)
        except (httpx.HTTPError, UnusableAnswerError, TimeoutError, TooLargeError) as error:
            if known is not None:
                return known
            # RFC 9309, 2.3.1.4: unreachable means that nothing may be fetched.
            failure = _failed(error)
            cause = failure.cause if failure.cause == "address" else "unreadable_robots"
            reason = f"robots.txt cannot be read ({failure.reason})"[:300]
            raise UnusableAnswerError(Failed(reason, failure.retry_after, cause)) from error
        if len(self._rules) >= MOST_ORIGINS:
            self._rules.clear()
        now = self._clock()
        rules: Rules = yield Compute(lambda: Rules(text, now))
        self._rules[origin] = rules
        return rules

    def _robots_of(self, where: httpx.URL, time_left: _Time) -> Generator[Step, Any, str]:
        """Return the text of robots.txt; empty where there is none (RFC 9309, 2.3.1.3)."""
        for _ in range(MAX_REDIRECTS + 1):
            answer = yield from self._get(where, {}, MAX_ROBOTS_BYTES, time_left, cut=True)
            target = _target(answer, where)
            if target is not None:
                where = target
                continue
            status = answer.status
            if status == httpx.codes.TOO_MANY_REQUESTS or status >= SERVER_ERROR:
                raise UnusableAnswerError(Failed(f"answered {status}", retry_after_of(answer.headers)))
            if not httpx.codes.is_success(status):
                return ""
            body = yield from _unpack(answer, MAX_ROBOTS_BYTES, cut=True)
            return body.decode("utf-8-sig", "replace")
        return ""


def _settle(answer: Answer, where: httpx.URL, *, conditional: bool) -> Outcome | str | None:
    """Return what the head of *answer* decides; None if it is a page."""
    status = answer.status
    if status == httpx.codes.NOT_MODIFIED and conditional:
        return NotModified()
    target = _target(answer, where)
    if target is not None:
        return str(target)
    if status in {httpx.codes.NOT_FOUND, httpx.codes.GONE}:
        return Gone(status)
    if not httpx.codes.is_success(status):
        return Failed(f"answered {status}", retry_after_of(answer.headers), "status", status)
    return None


def _target(answer: Answer, where: httpx.URL) -> httpx.URL | None:
    """Return where *answer* redirects to, None if it does not."""
    if answer.status not in {301, 302, 303, 307, 308} or "location" not in answer.headers:
        return None
    try:
        return httpx.URL(check_url(str(where.join(answer.headers["location"]))))
    except (InvalidRequestError, httpx.InvalidURL, ValueError):
        raise UnusableAnswerError(Failed("a redirect to what is no http or https page", cause="redirect")) from None


def _unpack(answer: Answer, limit: int, *, cut: bool = False) -> Generator[Step, Any, bytes]:
    encoding = answer.headers.get("content-encoding", "")
    if not encoding:
        return answer.body
    try:
        body: bytes = yield Compute(lambda: unpacked(answer.body, encoding, limit, cut=cut))
    except TooLargeError:
        raise UnusableAnswerError(
            Failed(f"larger than {limit / 1024 / 1024:g} MB when unpacked", cause="too_large")
        ) from None
    except UnpackingError as error:
        raise UnusableAnswerError(Failed(str(error), cause="encoding")) from None
    return body


def _failed(error: Exception) -> Failed:
    if isinstance(error, UnusableAnswerError):
        return error.failure
    if isinstance(error, TooLargeError):
        return Failed(str(error), cause="too_large")
    if isinstance(error, InvalidRequestError):
        return Failed(str(error), cause="address")
    reason = str(error) if isinstance(error, MissingExtraError) else f"{type(error).__name__}: {error}"[:300]
    if isinstance(error, PrivateAddressError):
        return Failed(reason, cause="address")
    if isinstance(error, TimeoutError):
        return Failed("no whole answer in time", cause="timeout")
    return Failed(reason, cause="timeout" if isinstance(error, httpx.TimeoutException) else "connection")
