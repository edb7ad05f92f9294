"""
Loading what a URL names, and nothing that the operator would not want dialled.

The name is resolved here, every address is judged by `addresses`, and exactly the judged address is
dialled, with the name kept for TLS and the Host header; so a second DNS answer changes nothing. The same
holds for each redirect. What the bytes mean is the business of `documents`.
"""

from __future__ import annotations

import socket
import ssl
import time
import zlib
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urljoin

import httpx

from airflow_provider.local.addresses import may_dial
from airflow_provider.local.errors import Invalid, Missing

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from airflow_provider.local.settings import Network

MAX_BYTES = 10 * 1024 * 1024
MAX_REDIRECTS = 5
MAX_URL = 8192
MAX_PORT = 65535
USER_AGENT = "content-ai-local/1 (embedded service of airflow-provider-content-ai)"
_HEADERS = {
    "User-Agent": USER_AGENT,
    "Accept": "text/html,application/xhtml+xml,*/*;q=0.8",
    # Only what is decoded below: a decoder that cannot be bounded could be fed a bomb.
    "Accept-Encoding": "gzip, deflate",
}
_CHUNK = 65536


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

    Raises `Invalid` when an address on the way may not be dialled, `Missing` when the page cannot be had.
    """
    deadline = time.monotonic() + timeout
    with httpx.Client(
        verify=_tls(), trust_env=False, follow_redirects=False, headers=_HEADERS, timeout=min(timeout, 15.0)
    ) as client:
        for _ in range(MAX_REDIRECTS + 1):
            answer = _get(client, url, allowed=allowed, deadline=deadline)
            if isinstance(answer, Loaded):
                return answer
            url = answer
    message = f"The page redirects more than {MAX_REDIRECTS} times."
    raise Missing(message)


@lru_cache(maxsize=1)
def _tls() -> ssl.SSLContext:
    # Building a context reads every root certificate, which costs more than most pages.
    return httpx.create_ssl_context(trust_env=False)


def _get(client: httpx.Client, url: str, *, allowed: Sequence[Network], deadline: float) -> Loaded | str:
    """Return what *url* holds, or the URL it redirects to."""
    parsed = httpx.URL(url)
    failure: Exception | None = None
    for address in _judged(parsed, allowed=allowed):
        if time.monotonic() > deadline:
            break
        request = client.build_request("GET", parsed)
        request.url = parsed.copy_with(host=address)
        request.extensions["sni_hostname"] = parsed.raw_host.decode("ascii")
        try:
            answer = client.send(request, stream=True)
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.InvalidURL) as error:
            failure = error
            continue
        except httpx.HTTPError as error:
            failure = error
            break
        try:
            return _settle(answer, url=url, deadline=deadline)
        except (httpx.HTTPError, zlib.error) as error:
            failure = error
            break
        finally:
            answer.close()
    message = f"The page at {_origin(parsed)} cannot be reached: {type(failure or TimeoutError()).__name__}."
    raise Missing(message)


def _judged(url: httpx.URL, *, allowed: Sequence[Network]) -> list[str]:
    """Return the addresses of the host of *url*; refuse them all when one of them may not be dialled."""
    port = url.port or (443 if url.scheme == "https" else 80)
    try:
        found = socket.getaddrinfo(url.raw_host.decode("ascii"), port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        message = f"The page cannot be reached: host {url.host!r} has no address."
        raise Missing(message) from None
    addresses = list(dict.fromkeys(str(entry[4][0]) for entry in found))
    if not all(may_dial(address, allowed=allowed) for address in addresses):
        message = f"The address of host {url.host!r} is not public. Open its network with --allow-net to load it."
        raise Invalid(message)
    return addresses


def _settle(answer: httpx.Response, *, url: str, deadline: float) -> Loaded | str:
    if answer.is_redirect:
        try:
            return read_url(urljoin(url, answer.headers["location"]), field="location")
        except (Invalid, ValueError):
            message = f"The page at {_origin(httpx.URL(url))} redirects to what is no http or https URL."
            raise Missing(message) from None
    if not answer.is_success:
        message = f"The page at {_origin(httpx.URL(url))} was answered {answer.status_code}."
        raise Missing(message)
    body = b"".join(_bounded(answer, deadline=deadline))
    content_type = answer.headers.get("content-type", "")
    return Loaded(url, content_type.partition(";")[0].strip().lower(), answer.charset_encoding, body)


def _bounded(answer: httpx.Response, *, deadline: float) -> Iterator[bytes]:
    """Yield the decoded body, stopping at the size limit and the deadline however small the wire size."""
    encoding = answer.headers.get("content-encoding", "identity").strip().lower()
    if encoding not in {"identity", "", "gzip", "x-gzip", "deflate"}:
        message = f"The page came in encoding {encoding[:40]!r}, which was not asked for."
        raise Missing(message)
    decoder = None if encoding in {"identity", ""} else zlib.decompressobj(zlib.MAX_WBITS | 32)
    left = MAX_BYTES
    for chunk in answer.iter_raw(_CHUNK):
        if time.monotonic() > deadline:
            message = "The page took too long to load."
            raise Missing(message)
        part = chunk if decoder is None else decoder.decompress(chunk, left + 1)
        left -= len(part)
        if left < 0:
            message = f"The page is larger than {MAX_BYTES // 1024 // 1024} MB."
            raise Invalid(message)
        yield part


def _origin(url: httpx.URL) -> str:
    return f"{url.scheme}://{url.host}"
