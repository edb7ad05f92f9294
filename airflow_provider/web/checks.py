"""What users say of a page and of what counts in it, checked by the name of the field. No I/O."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from urllib.parse import urlsplit

from airflow_provider.errors import InvalidRequestError

# Raised with every change to what a reader is taken to see: digests of different readers do not compare.
READER = 1
WANTED = "Give an absolute http or https URL without user and password, such as https://example.com/prices."


def check_url(url: object, *, field: str = "url") -> str:
    """Return *url* without its fragment; raise `InvalidRequestError`, naming *field*, if it is no page's."""
    if not isinstance(url, str):
        raise InvalidRequestError(f"Field {field!r} is {url!r}. {WANTED}")
    # What is refused from here on is not quoted: it may hold a password.
    if any(character.isspace() or not character.isprintable() for character in url):
        raise InvalidRequestError(f"Field {field!r} has white space or unprintable characters in it. {WANTED}")
    try:
        parts = urlsplit(url)
        usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable or "@" in parts.netloc:
        raise InvalidRequestError(f"Field {field!r} is not the address of a page that can be read. {WANTED}")
    return parts._replace(fragment="").geturl()


def check_selectors(value: object, *, field: str) -> tuple[str, ...]:
    """Return the CSS selectors in *value*, one or many or None; raise `InvalidRequestError` for what is none."""
    if value is None:
        return ()
    found = (value,) if isinstance(value, str) else tuple(value) if isinstance(value, Iterable) else (value,)
    for selector in found:
        if not isinstance(selector, str) or not _is_css(selector):
            raise InvalidRequestError(f"Field {field!r} has {selector!r}. Use CSS selectors, such as '.price'.")
    return tuple(str(selector) for selector in found)


def check_share(value: object, *, field: str) -> float:
    """Return the share *value*; raise `InvalidRequestError` unless it is a number from 0 to 1."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise InvalidRequestError(f"Field {field!r} is {value!r}. Give a share of the lines, from 0 to 1.")
    return float(value)


def check_flag(value: object, *, field: str) -> bool:
    """Return *value*; raise `InvalidRequestError` unless it is True or False."""
    if not isinstance(value, bool):
        raise InvalidRequestError(f"Field {field!r} is {value!r}. Use True or False.")
    return value


def name_of_reading(url: str, select: Sequence[str], ignore: Sequence[str]) -> str:
    """Return what names how *url* is read: digests of different readings do not compare."""
    facts = repr((READER, url, tuple(select), tuple(ignore)))
    return hashlib.sha256(facts.encode()).hexdigest()[:16]


def _is_css(selector: str) -> bool:
    if not selector.strip():
        return False
    try:
        from cssselect import HTMLTranslator, SelectorError
    except ImportError:
        # A DAG processor without the extra `watch`; whoever reads the page has it, or says what is missing.
        return True
    try:
        HTMLTranslator().css_to_xpath(selector)
    except SelectorError:
        return False
    return True
