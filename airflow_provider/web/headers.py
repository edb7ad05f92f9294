"""What the headers of an answer say about time: since when a page is as it is, and when to come again."""

from __future__ import annotations

import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime

from airflow_provider.web.outcomes import Validators

# No server needs more characters, and few take a header that is much longer.
LONGEST_VALIDATOR = 1000
# A Last-Modified younger than this, in seconds, may stand for two versions of the page (RFC 9110, 8.8.2.2).
SETTLED = 60


def validators_of(url: str, headers: Mapping[str, str]) -> Validators:
    """Return what to ask the server of *url* with the next time; header names are lower case."""
    modified = _sendable(headers.get("last-modified"))
    try:
        age = parsedate_to_datetime(headers.get("date", "")) - parsedate_to_datetime(modified or "")
        settled = age.total_seconds() >= SETTLED
    except (ValueError, TypeError, OverflowError):
        settled = False
    return Validators(url, _sendable(headers.get("etag")), modified if settled else None)


def retry_after_of(headers: Mapping[str, str]) -> float | None:
    """Return how many seconds the server asks to be left alone, None if it does not say."""
    text = headers.get("retry-after", "")
    try:
        return max(0.0, float(text))
    except ValueError:
        pass
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (ValueError, TypeError, OverflowError):
        return None


def _sendable(value: str | None) -> str | None:
    """Return *value* if it may stand in the header of a request; some servers write what they would not read."""
    usable = value and len(value) <= LONGEST_VALIDATOR and value.isascii() and value.isprintable()
    return value if usable else None
