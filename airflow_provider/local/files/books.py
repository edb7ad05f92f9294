"""EPUB: the chapters of a book, in the order in which they are read."""

from __future__ import annotations

import html
import re
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import unquote

from lxml import etree

from airflow_provider.local.errors import Invalid
from airflow_provider.local.files.archives import Archive, joined, local_name
from airflow_provider.web.bounds import end_head
from airflow_provider.web.charset import decoded_as

_CONTAINER = "META-INF/container.xml"
_PROTECTION = "META-INF/encryption.xml"
_ADDRESS = re.compile(r"\A\s*[a-z][a-z0-9+.-]*:", re.IGNORECASE)
_READ = frozenset(("application/xhtml+xml", "text/html"))


def read_epub(body: bytes) -> str:
    """Return a book as HTML: its title and authors, then its chapters."""
    archive = Archive(body, "EPUB file")
    path = next((one.get("full-path") for one in archive.xml(_CONTAINER).iter("{*}rootfile")), None)
    if path not in archive.names:
        raise archive.damaged()
    package = archive.xml(path)
    items = {
        one.get("id"): _joined_to(path, one.get("href") or "")
        for one in package.iter("{*}item")
        if one.get("media-type") in _READ
    }
    chapters = [items[one.get("idref")] for one in package.iter("{*}itemref") if one.get("idref") in items]
    protected = _protected(archive)
    if any(name in protected for name in chapters):
        message = "The EPUB file cannot be read: it is protected against copying."
        raise Invalid(message)
    told = "".join(_chapter(archive.read(name)) for name in chapters if name in archive.names)
    return f"{_head(package)}{told}"


def _joined_to(path: str, href: str) -> str:
    return joined(PurePosixPath(path).parent, unquote(href.partition("#")[0]))


def _head(package: Any) -> str:
    named = [one.text.strip() for one in package.iter("{*}title", "{*}creator") if one.text and one.text.strip()]
    tags = ["h1", *["p"] * len(named)]
    return "".join(f"<{tag}>{html.escape(text)}</{tag}>" for tag, text in zip(tags, named, strict=False))


def _protected(archive: Archive) -> set[str]:
    if _PROTECTION not in archive.names:
        return set()
    return {
        unquote(one.get("URI") or "") for one in archive.xml(_PROTECTION).iter() if local_name(one) == "CipherReference"
    }


def _chapter(content: bytes) -> str:
    root = None
    try:
        parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True)
        root = etree.fromstring(decoded_as(content, None).encode(errors="replace"), parser)
    except etree.XMLSyntaxError:
        """An empty chapter."""
    if root is None:
        return ""
    end_head(root)
    inside = root.find("body")
    if inside is not None:
        _unlink(inside)
    return "".join(
        [html.escape(inside.text or ""), *(etree.tostring(one, encoding="unicode", method="html") for one in inside)]
        if inside is not None
        else []
    )


def _unlink(chapter: Any) -> None:
    """Leave of links within the book their text, of pictures their description: neither has an address."""
    for element, name in [(one, name) for one in chapter.iter("a", "img") for name in ("href", "src", "srcset")]:
        if name in element.attrib and not _ADDRESS.match(element.get(name)):
            del element.attrib[name]
