"""Where links and images lead, as Markdown can hold it: absolute, the real picture instead of its placeholder."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

if TYPE_CHECKING:
    from collections.abc import Iterator

_NOT_PLAIN = re.compile(r"[\s<>()\\\x00-\x1f&]")
# Most links; joining them needs none of the rules of RFC 3986.
_PATH = re.compile(r"/(?!/)[\w./~%-]*(?:[?#][^#\s]*)?", re.ASCII)
_NAME = re.compile(r"\w[\w./~%-]*(?:[?#][^#\s]*)?", re.ASCII)
_SPACES = re.compile(r"\s+")
_CANDIDATE = re.compile(r"([^\s,]\S*[^\s,]|[^\s,])(?:\s+([\d.]{1,12})[wx])?")
_LAZY = ("data-src", "data-lazy-src", "data-original", "data-lazy", "data-url")
_SETS = ("srcset", "data-srcset", "data-lazy-srcset")
MOST_OF_A_SET = 10_000


class Targets:
    """The addresses of one page: its own, or that of its <base>."""

    def __init__(self, url: str, base: str | None) -> None:
        self._base = _join(url, base.strip()) if base else url
        self._page = self._base.partition("#")[0]
        self._folder = _join(self._base, ".")
        self._origin = _join(self._base, "/")[:-1]

    def link(self, href: str) -> str | None:
        """Return the destination of a link, None where it leads nowhere."""
        href = href.strip()
        if href[:11].lower() == "javascript:":
            return None
        return self._destination(href)

    def image(self, image: Any) -> str:
        """Return the destination of an image, empty where it states none that can be written."""
        source = _source(image) if (image.get("src") or "")[:5] != "blob:" else ""
        return self._destination(source) if source else ""

    def media(self, element: Any) -> str:
        """Return where the video, sound or frame of *element* is, empty where that is no address of the web."""
        stated = (one.get(name) for one in (element, *element.iter("source")) for name in ("src", *_LAZY))
        source = next((one for one in stated if one and not _is_placeholder(one)), "").strip()
        url = self._destination(source) if source else ""
        return url if url[:7] == "http://" or url[:8] == "https://" else ""

    def _destination(self, text: str) -> str:
        if text[:8] == "https://":
            url = text
        elif text[:1] == "#":
            url = self._page + text
        elif "/." not in text and _PATH.fullmatch(text):
            url = self._origin + text
        elif "/." not in text and _NAME.fullmatch(text):
            url = self._folder + text
        else:
            url = _join(self._base, text)
        if not _NOT_PLAIN.search(url):
            return url
        url = _SPACES.sub("%20", url).replace("<", "%3C").replace(">", "%3E").replace("\\", "%5C")
        url = re.sub(r"[\x00-\x1f]", "", url)
        if not _balanced(url):
            url = url.replace("(", "%28").replace(")", "%29")
        return re.sub(r"&(?=#?\w{1,31};)", "%26", url)


def _join(base: str, url: str) -> str:
    try:
        return urljoin(base, url)
    except ValueError:
        return url


def _balanced(url: str) -> bool:
    depth = 0
    for character in url:
        depth += (character == "(") - (character == ")")
        if depth < 0:
            return False
    return depth == 0


def _source(image: Any) -> str:
    """Return the picture that a browser with a large screen would show in the end."""
    for name in (*_LAZY, "src"):
        found = (image.get(name) or "").strip()
        if found and not _is_placeholder(found):
            return found
    for sources in _sets(image):
        if found := _largest(sources):
            return found
    return ""


def _is_placeholder(source: str) -> bool:
    return source[:5].lower() in {"data:", "about"}


def _sets(image: Any) -> Iterator[str]:
    elements = [image]
    above = image.getparent()
    # A parser of HTML that does not know <source> puts what follows it inside.
    while above is not None and above.tag in {"source", "picture"}:
        elements += [above, *above.iterchildren("source")]
        above = above.getparent()
    for element in elements:
        for name in _SETS:
            yield element.get(name) or ""


def _largest(sources: str) -> str:
    best, most = "", -1.0
    for found in _CANDIDATE.finditer(sources[:MOST_OF_A_SET]):
        try:
            size = float(found[2] or 1)
        except ValueError:
            size = 1.0
        if size > most and not _is_placeholder(found[1]):
            best, most = found[1], size
    return best
