"""
What is watched, how often, and what of it counts: checked once, equal wherever it is used.

Knows nothing of Airflow and does no I/O, so that a DAG file may build as many as it likes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from airflow_provider.errors import InvalidRequestError

EVERY = timedelta(minutes=15)
SHORTEST = 1.0
# Raised with every change to what a reader is taken to see: digests of different readers do not compare.
READER = 1


class WatchError(InvalidRequestError, TypeError):
    """
    A watch that makes no sense.

    A TypeError, too: the triggerer outlives one of a trigger that it is handed, and no other exception.
    """


@dataclass(frozen=True)
class Watch:
    """One page and how it is watched; `build` checks what it is given."""

    url: str
    every: float
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    min_change: float = 0.0
    fire_on_first: bool = False
    allow_private: bool = False

    @classmethod
    def build(  # noqa: PLR0913 - the settings that users type
        cls,
        url: str,
        *,
        every: timedelta | float = EVERY,
        select: str | Iterable[str] | None = None,
        ignore: str | Iterable[str] | None = None,
        min_change: float = 0,
        fire_on_first: bool = False,
        allow_private: bool = False,
    ) -> Watch:
        """Return the settings; raise `WatchError` naming the field that is wrong."""
        return cls(
            url=check_url(url),
            every=_seconds(every),
            select=_selectors("select", select),
            ignore=_selectors("ignore", ignore),
            min_change=_share(min_change),
            fire_on_first=bool(fire_on_first),
            allow_private=bool(allow_private),
        )

    @property
    def reading(self) -> str:
        """Names what is read of which page: what was remembered under another name does not compare."""
        facts = repr((READER, self.url, self.select, self.ignore))
        return hashlib.sha256(facts.encode()).hexdigest()[:16]

    def arguments(self) -> dict[str, Any]:
        """Return the settings as JSON-safe keyword arguments of `build`."""
        return {
            "url": self.url,
            "every": self.every,
            "select": list(self.select),
            "ignore": list(self.ignore),
            "min_change": self.min_change,
            "fire_on_first": self.fire_on_first,
            "allow_private": self.allow_private,
        }


def check_url(url: object) -> str:
    """Return *url* without its fragment; refuse what is not an absolute http or https URL."""
    wanted = "Give an absolute http or https URL without user and password, such as https://example.com/prices."
    if not isinstance(url, str) or any(character.isspace() or not character.isprintable() for character in url):
        raise WatchError(f"Field 'url' is {url!r}. {wanted}")
    try:
        parts = urlsplit(url)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable or "@" in parts.netloc:
        # Not quoted: it may hold a password.
        raise WatchError(f"Field 'url' cannot be watched. {wanted}")
    return parts._replace(fragment="").geturl()


def _seconds(every: object) -> float:
    seconds = every.total_seconds() if isinstance(every, timedelta) else every
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not seconds >= SHORTEST:
        raise WatchError(f"Field 'every' is {every!r}. Give a timedelta of at least {SHORTEST:g} second.")
    return float(seconds)


def _share(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise WatchError(f"Field 'min_change' is {value!r}. Give a share of the lines, from 0 to 1.")
    return float(value)


def _selectors(field: str, value: object) -> tuple[str, ...]:
    if value is None:
        return ()
    found = (value,) if isinstance(value, str) else tuple(value) if isinstance(value, Iterable) else (value,)
    for selector in found:
        if not isinstance(selector, str) or not _is_css(selector):
            raise WatchError(f"Field {field!r} has {selector!r}. Use CSS selectors, such as '.price'.")
    return tuple(str(selector) for selector in found)


def _is_css(selector: str) -> bool:
    if not selector.strip():
        return False
    try:
        from cssselect import HTMLTranslator, SelectorError
    except ImportError:
        # A DAG processor without the extra `watch`; the triggerer has it, or says what is missing.
        return True
    try:
        HTMLTranslator().css_to_xpath(selector)
    except SelectorError:
        return False
    return True
