"""
Addresses in requests: which can be sent at all, and how one is shown in a log.

Knows nothing of what stands behind an address; the service loads it, not we.
"""

from __future__ import annotations

import re
from urllib.parse import SplitResult, urlsplit, urlunsplit

from airflow_provider.errors import InvalidRequestError

WHITE_SPACE = re.compile(r"\s")
SECRET_PARAMETER = re.compile(r"(?i)sig|token|key|secret|credential|passw|auth|session")


def check_web_url(field: str, value: str) -> str:
    """Return *value* if it is the address of a web page; raises `InvalidRequestError` naming *field*."""
    parts = _split(field, value)
    if parts.scheme.lower() not in ("http", "https") or not parts.hostname:
        raise InvalidRequestError(
            f"Field {field!r} is {shown_url(value)!r}, not the address of a web page. Start it with https:// or http://."
        )
    return value


def check_resource(value: str) -> str:
    """Return *value* if it is a URL; a file path is refused, for the service cannot read it (contract 4.2)."""
    parts = _split("resource", value)
    if not parts.netloc or parts.scheme.lower() == "file":
        raise InvalidRequestError(
            f"Field 'resource' is {shown_url(value)!r}, not a URL. "
            "The service loads it itself and cannot read paths of this machine: put the file where a URL reaches it."
        )
    return value


def shown_url(url: str) -> str:
    """Return *url* as it may stand in a log: without a password, or values that look like signatures."""
    try:
        parts = urlsplit(url)
        netloc = parts.netloc.rpartition("@")[2]
    except ValueError:
        return url
    query = "&".join(
        f"{name}=***" if equals and SECRET_PARAMETER.search(name) else f"{name}{equals}{value}"
        for name, equals, value in (pair.partition("=") for pair in parts.query.split("&"))
    )
    return urlunsplit((parts.scheme, netloc, parts.path, query, parts.fragment))


def _split(field: str, value: str) -> SplitResult:
    try:
        parts = urlsplit(value)
        parts.port  # noqa: B018 - reading it checks it
    except ValueError as error:
        raise InvalidRequestError(f"Field {field!r} is not a valid URL ({error}). Correct it.") from None
    if value != value.strip() or WHITE_SPACE.search(parts.netloc):
        raise InvalidRequestError(f"Field {field!r} has white space in it ({shown_url(value)!r}). Remove it.")
    return parts
