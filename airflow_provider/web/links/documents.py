"""
What a loaded document is, and the links and further documents that it names.

A sitemap, an index of sitemaps, robots.txt, a feed or a page is told by what is in it, for its media type and its name
are wrong too often. Pure, and heavy for large documents.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urlsplit

from airflow_provider.web.charset import decoded
from airflow_provider.web.links.endings import Ending, ending_of
from airflow_provider.web.links.feeds import ENTRY, ITEM, links_of_json_feed, links_of_xml_feed, next_of_xml_feed
from airflow_provider.web.links.link import Link
from airflow_provider.web.links.pages import links_of_page, next_of_page
from airflow_provider.web.links.sitemaps import SITEMAP, links_of_sitemap, links_of_text
from airflow_provider.web.outcomes import Page
from airflow_provider.web.reading import mended_xml, parsed_html, parsed_mended_xml
from airflow_provider.web.robots import PATH, Rules
from airflow_provider.web.unpacking import CutOffError, unpacked

Kind = Literal["robots.txt", "sitemap index", "sitemap", "feed", "page"]

# The longest that sitemaps.org allows.
MAX_BYTES = 50 * 1024 * 1024
GZIP = b"\x1f\x8b"
# Enough to tell what a document is.
HEAD = 4096
# The first element, after whatever may stand before it. None of that is tried twice: there may be much of it.
ROOT = re.compile(r"(?>\s|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>]*>)*+<(?:[\w.-]+:)?([\w.-]+)", re.DOTALL | re.IGNORECASE)
ADDRESS = re.compile(r"https?://\S+")


@dataclass(frozen=True)
class Document:
    """
    What was found in the document at *url*.

    *sitemaps* are to be read in its place, *following* is the next page of the same list. Taking *links* or
    *sitemaps* raises `IncompleteError` after the last one that could be read, where there should be more.
    """

    kind: Kind
    url: str
    links: Iterable[Link] = ()
    sitemaps: Iterable[str] = ()
    following: str | None = None


@dataclass(frozen=True)
class Source:
    """A loaded document before it is known what it is; *is_whole* unless it was cut off while it was packed."""

    url: str
    body: bytes
    content_type: str
    select: Sequence[str]
    is_whole: bool = True

    @property
    def text(self) -> str:
        """The whole of it as text."""
        return decoded(self.body, self.content_type)

    @property
    def xml(self) -> bytes:
        """The whole of it as XML in UTF-8."""
        return mended_xml(self.body, self.content_type)

    @property
    def ending(self) -> Ending:
        """How it ends, where its text does not say; what is empty has lost all."""
        return Ending(0, 0, is_whole=self.is_whole and bool(self.body.strip()))


def read_document(page: Page, *, select: Sequence[str] = ()) -> Document:
    """
    Return what is in *page*; *select* narrows the links of an HTML page.

    The links are read while they are taken. Raises `TooLargeError` or `UnpackingError` for a packed document that
    is too large or damaged; of one that is cut off there is what came before.
    """
    if not page.body.startswith(GZIP):
        return _read(Source(page.url, page.body, page.content_type, select))
    # Its media type is that of the packing.
    try:
        return _read(Source(page.url, unpacked(page.body, "gzip", MAX_BYTES), "", select))
    except CutOffError as error:
        return _read(Source(page.url, error.before, "", select, is_whole=False))


def _read(source: Source) -> Document:
    if urlsplit(source.url).path == PATH:
        return _robots(source)
    head = decoded(source.body[:HEAD], source.content_type).lstrip("\ufeff \t\r\n")
    root = ROOT.match(head)
    if root is None and head.startswith("{"):
        return _json_feed(source)
    if root is None and _is_list(head):
        return _list(source)
    return READERS.get(root[1].lower() if root else "", _page)(source)


def _robots(source: Source) -> Document:
    written = (Link.of(one, source.url) for one in Rules(source.text, 0.0).sitemaps())
    return Document("robots.txt", source.url, sitemaps=[link.link for link in written if link is not None])


def _index(source: Source) -> Document:
    entries = links_of_sitemap(source.xml, source.url, SITEMAP)
    return Document("sitemap index", source.url, sitemaps=(entry.link for entry in entries))


def _sitemap(source: Source) -> Document:
    return Document("sitemap", source.url, links_of_sitemap(source.xml, source.url))


def _list(source: Source) -> Document:
    text = source.text if source.is_whole else "".join(source.text.splitlines(keepends=True)[:-1])
    return Document("sitemap", source.url, source.ending.counted(links_of_text(text, source.url)))


def _xml_feed(source: Source) -> Document:
    body = source.xml
    ending = ending_of(body, root="|".join(FEEDS), entry=f"{ITEM}|{ENTRY}")
    root = parsed_mended_xml(ending.readable(body))
    if root is None:
        return Document("feed", source.url, ending.counted(()))
    links = links_of_xml_feed(root, source.url, ending)
    return Document("feed", source.url, links, following=next_of_xml_feed(root, source.url))


def _json_feed(source: Source) -> Document:
    try:
        links, following = links_of_json_feed(source.text, source.url)
    except (ValueError, RecursionError):
        return Document("feed", source.url, Ending(0, 0, is_whole=False).counted(()))
    return Document("feed", source.url, links, following=following)


def _page(source: Source) -> Document:
    root = parsed_html(source.text)
    if root is None:
        return Document("page", source.url, source.ending.counted(()))
    links = source.ending.counted(links_of_page(root, source.url, source.select))
    return Document("page", source.url, links, following=next_of_page(root, source.url))


FEEDS = ("rss", "feed", "rdf")
# By the name of the first element.
READERS = {"sitemapindex": _index, "urlset": _sitemap, **dict.fromkeys(FEEDS, _xml_feed)}


def _is_list(head: str) -> bool:
    """Tell whether a text is an address a line; the last line may be cut off."""
    lines = [line.strip() for line in head.splitlines() if line.strip()]
    return bool(lines) and all(ADDRESS.fullmatch(line) for line in lines)
