"""
Loading what a URL names, and nothing that the operator would not want dialled.

The rules are those of `airflow_provider.web`: addresses, redirects, limits. Decides only what a failure means to
the service's client. What the bytes mean is the business of `documents`.
"""

from __future__ import annotations

import asyncio
from functools import lru_cache
from typing import TYPE_CHECKING, TypedDict
from weakref import WeakKeyDictionary

import httpx

from airflow_provider.local.documents import Loaded
from airflow_provider.local.errors import Invalid, Missing, Refusal
from airflow_provider.web.charset import charset_of
from airflow_provider.web.fetching import AsyncFetcher, Fetcher
from airflow_provider.web.outcomes import Failed, Gone, Outcome, Page
from airflow_provider.web.visiting import MAX_BYTES, MAX_REDIRECTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.settings import Network

__all__ = ["MAX_BYTES", "MAX_REDIRECTS", "Loaded", "load", "load_blocking", "read_url"]


class _Manners(TypedDict):
    user_agent: str
    obey_robots: bool
    take_turns: bool


MAX_URL = 8192
MAX_PORT = 65535
USER_AGENT = "content-ai-local/1 (embedded service of airflow-provider-content-ai)"
# Whoever asks the service decides how often.
_MANNERS: _Manners = {"user_agent": USER_AGENT, "obey_robots": False, "take_turns": False}
# What an event loop awaits belongs to it.
_FETCHERS: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[tuple[Network, ...], AsyncFetcher]] = WeakKeyDictionary()


def read_url(text: str, *, field: str) -> str:
    """Return the URL in *text*; raise `Invalid`, naming *field*, unless it is an absolute http(s) URL."""
    wanted = f"Field {field!r} must be an absolute http or https URL, such as https://example.com/page."
    if len(text) > MAX_URL or any(not character.isprintable() for character in text):
        raise Invalid(wanted)
    try:
        url = httpx.URL(text.strip())
        port = url.port
    except (httpx.InvalidURL, ValueError, UnicodeError):
        raise Invalid(wanted) from None
    if (
        url.scheme not in {"http", "https"}
        or not url.host
        or " " in text.strip()
        or port == 0
        or (port or 0) > MAX_PORT
    ):
        raise Invalid(wanted)
    return str(url)


async def load(url: str, *, allowed: Sequence[Network] = (), timeout: float = 30.0) -> Loaded:  # noqa: ASYNC109 - redirects and all
    """
    Load *url* within *timeout* seconds, following at most five redirects.

    Raises `Invalid` when an address on the way may not be dialled or the page is too large, `Missing` when it
    cannot be had.
    """
    fetchers = _FETCHERS.setdefault(asyncio.get_running_loop(), {})
    fetcher = fetchers.get(tuple(allowed))
    if fetcher is None:
        fetcher = fetchers[tuple(allowed)] = AsyncFetcher(allowed=allowed, **_MANNERS)
    return _loaded(await fetcher.fetch(url, within=timeout), url)


def load_blocking(url: str, *, allowed: Sequence[Network] = (), timeout: float = 30.0) -> Loaded:
    """Do the same, and block."""
    return _loaded(_fetcher(tuple(allowed)).fetch(url, within=timeout), url)


def _loaded(found: Outcome, url: str) -> Loaded:
    if isinstance(found, Page):
        content_type = found.content_type
        return Loaded(found.url, content_type.partition(";")[0].strip().lower(), charset_of(content_type), found.body)
    where = httpx.URL(url)
    raise _refusal(found, f"{where.scheme}://{where.host}")


@lru_cache(maxsize=16)
def _fetcher(allowed: tuple[Network, ...]) -> Fetcher:
    """Return the one fetcher of the process for *allowed*."""
    return Fetcher(allowed=allowed, **_MANNERS)


def _refusal(found: Outcome, origin: str) -> Refusal:
    """Return what the service answers when there is no page."""
    if isinstance(found, Failed):
        if found.cause == "address":
            return Invalid(
                f"The page at {origin} leads to an address that is not public. "
                "Open its network with --allow-net to load it."
            )
        if found.cause == "too_large":
            return Invalid(f"The page at {origin} is {found.reason}.")
        if found.cause != "status":
            return Missing(f"The page at {origin} cannot be reached: {found.reason}.")
    status = found.status if isinstance(found, Gone | Failed) else "nothing"
    return Missing(f"The page at {origin} was answered {status}.")
