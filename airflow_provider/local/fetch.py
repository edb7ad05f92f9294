"""
Loading what a URL names, and nothing that the operator would not want dialled.

The rules are those of `airflow_provider.web`: addresses, redirects, limits. Decides only what a failure means to
the service's client. What the bytes mean is the business of `documents`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import httpx

from airflow_provider.local.errors import Invalid, Missing, Refusal
from airflow_provider.web.charset import charset_of
from airflow_provider.web.fetching import Fetcher
from airflow_provider.web.outcomes import Failed, Gone, Outcome, Page
from airflow_provider.web.visiting import MAX_BYTES, MAX_REDIRECTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.settings import Network

__all__ = ["MAX_BYTES", "MAX_REDIRECTS", "Loaded", "load", "read_url"]

MAX_URL = 8192
MAX_PORT = 65535
USER_AGENT = "content-ai-local/1 (embedded service of airflow-provider-content-ai)"


@dataclass(frozen=True, slots=True)
class Loaded:
    """A loaded resource: where it was found after redirects, its media type, charset and decoded bytes."""

    url: str
    media_type: str
    charset: str | None
    body: bytes


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


def load(url: str, *, allowed: Sequence[Network] = (), timeout: float = 30.0) -> Loaded:
    """
    Load *url* within *timeout* seconds, following at most five redirects.

    Raises `Invalid` when an address on the way may not be dialled or the page is too large, `Missing` when it
    cannot be had.
    """
    found = _fetcher(tuple(allowed)).fetch(url, within=timeout)
    if isinstance(found, Page):
        content_type = found.content_type
        return Loaded(found.url, content_type.partition(";")[0].strip().lower(), charset_of(content_type), found.body)
    where = httpx.URL(url)
    raise _refusal(found, f"{where.scheme}://{where.host}")


@lru_cache(maxsize=16)
def _fetcher(allowed: tuple[Network, ...]) -> Fetcher:
    """Return the one fetcher of the process for *allowed*; whoever asks the service decides how often."""
    return Fetcher(allowed=allowed, user_agent=USER_AGENT, obey_robots=False, take_turns=False)


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
