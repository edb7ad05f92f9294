"""
Links as absolute addresses: the same page under one spelling, and different pages never under the same.

After RFC 3986, 6.2.2: case, default ports, dots and needless escapes are evened out, and the fragment is dropped.
Slashes at the end, the query and its order stay: to some servers they are other pages.
"""

from __future__ import annotations

import re
from urllib.parse import quote, urljoin, urlsplit

import httpx

# Servers need take no more (RFC 9110, 4.1), and patterns would take their time.
LONGEST = 8000
DEFAULT_PORTS = {"http": 80, "https": 443}
PATH_SAFE = "%/:@!$&'()*+,;=~-._[]|"
QUERY_SAFE = PATH_SAFE + "?{}^`\\"
HOST = re.compile(r"[a-z0-9._-]+")
ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


def normalised(link: str, base: str = "") -> str | None:
    """Return *link*, found on the page *base*, as an absolute address; None if it leads to no page."""
    if len(link) > LONGEST:
        return None
    try:
        parts = urlsplit(urljoin(base, link.strip()))
        host, port = parts.hostname, parts.port
        if parts.scheme not in DEFAULT_PORTS or not host or "@" in parts.netloc:
            return None
        host = _ascii_host(host)
    except (ValueError, httpx.InvalidURL):
        return None
    where = host if port in {None, DEFAULT_PORTS[parts.scheme]} else f"{host}:{port}"
    path = _escaped(parts.path, PATH_SAFE) or "/"
    if "/." in path:
        path = _without_dots(path)
    query = f"?{_escaped(parts.query, QUERY_SAFE)}" if parts.query else ""
    return f"{parts.scheme}://{where}{path}{query}"


def joined(base: str, link: str) -> str:
    """Return what links are relative to where the page at *base* says *link*: *base* itself, if that is no address."""
    try:
        return urljoin(base, link)
    except ValueError:
        return base


def host_of(link: str) -> str:
    """Return the host of an absolute address, in lower case and without its port."""
    return urlsplit(link).hostname or ""


def is_of_site(link: str, host: str) -> bool:
    """Tell whether *link* is on *host* or a host below it; `www.` makes no difference."""
    site = host.removeprefix("www.")
    found = host_of(link)
    return found == site or found.endswith(f".{site}")


def _ascii_host(host: str) -> str:
    if ":" in host:
        return f"[{host}]"
    if not host.isascii():
        host = httpx.URL(f"http://{host}/").raw_host.decode("ascii")
    if HOST.fullmatch(host) is None:
        raise ValueError(f"{host!r} is no host")
    return host


def _escaped(text: str, safe: str) -> str:
    """Return *text* with everything escaped that has to be, and nothing else."""
    if "%" in text:
        text = ESCAPE.sub(_evened, text)
    return text if text.isalnum() else quote(text, safe=safe)


def _evened(escape: re.Match[str]) -> str:
    character = chr(int(escape[1], 16))
    return character if character in UNRESERVED else escape[0].upper()


def _without_dots(path: str) -> str:
    kept: list[str] = []
    segments = path.split("/")[1:]
    for segment in segments:
        if segment == "..":
            kept = kept[:-1]
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in {".", ".."}:
        kept.append("")
    return "/" + "/".join(kept)
