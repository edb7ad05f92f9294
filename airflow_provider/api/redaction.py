"""
Which values of a connection are secrets, so that no message repeats them.

Decides what is a secret; in which spellings one is looked for is `errors.quote`'s business.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator, Mapping
from urllib.parse import unquote, urlsplit

# Values like these would take half of every message with them, and nobody is let in by them.
TOO_SHORT = 4
TRIVIAL = frozenset({"true", "false", "none", "null"})
# What is longer, or mixes letters and digits, is no plain value.
LONGEST_PLAIN = 16
PLAIN = re.compile(r"(?:[a-z]+|[0-9]{1,4})(?:[^a-z0-9]+(?:[a-z]+|[0-9]{1,4}))*", re.IGNORECASE)
SECRET_NAME = re.compile(r"auth|cookie|cred|key|pass|secret|session|sig|token", re.IGNORECASE)
PARTS = re.compile(r"[\s;,=]+")


def header_secrets(headers: Mapping[str, str]) -> Iterator[str]:
    """
    Yield what is secret in the values of *headers*: any value that is not plainly harmless, and such parts of it.

    Harmless is what has fewer than 4 characters, is a truth value, or is plain: at most 16 characters of words
    and of numbers of at most 4 digits, such as `application/json`, `en-US, de` or `prices`.
    Where the name speaks of a secret, as `X-Api-Key` does, plain values are secrets, too.
    """
    for name, value in headers.items():
        named = SECRET_NAME.search(name) is not None
        # `Bearer abc1`, `session=abc1; theme=dark`: what the value is made of may come back by itself.
        for part in {value.strip(), *PARTS.split(value)}:
            whole = part == value.strip()
            if len(part) >= TOO_SHORT and part.lower() not in TRIVIAL and ((named and whole) or not _plain(part)):
                yield part


def _plain(value: str) -> bool:
    return len(value) <= LONGEST_PLAIN and PLAIN.fullmatch(value) is not None


def proxy_secrets(url: str | None) -> Iterator[str]:
    """Yield what is secret in a proxy's *url*: its password, written and meant, and as it goes to the proxy."""
    parts = urlsplit(url or "")
    # A user without a password is a key.
    if written := parts.password or parts.username:
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
        yield from {written, unquote(written)}
        yield base64.b64encode(f"{user}:{password}".encode()).decode("ascii")
