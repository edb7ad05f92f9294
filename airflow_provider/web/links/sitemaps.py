"""Links of sitemaps (sitemaps.org), read one after the other however long the file is."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

from airflow_provider.extras import importing
from airflow_provider.web.links.endings import ending_of
from airflow_provider.web.links.link import Link

URL, SITEMAP = "url", "sitemap"
LISTS = {URL: "urlset", SITEMAP: "sitemapindex"}


def links_of_sitemap(body: bytes, base: str, kind: str = URL) -> Iterator[Link]:
    """
    Return the pages of a sitemap in UTF-8, or with *kind* `SITEMAP` the sitemaps of an index.

    Raises `IncompleteError` after the last one that could be read.
    """
    with importing("watch"):
        from lxml import etree

    ending = ending_of(body, root=LISTS[kind], entry=kind)
    entries = etree.iterparse(
        BytesIO(ending.readable(body)),
        events=("end",),
        tag=f"{{*}}{kind}",
        encoding="utf-8",
        recover=True,
        resolve_entities=False,
        no_network=True,
        remove_comments=True,
        remove_pis=True,
    )
    for _, entry in ending.counted(entries if ending.entries else ()):
        link = Link.of(entry.findtext("{*}loc"), base, entry.findtext("{*}lastmod"))
        if link is not None:
            yield link
        # The tree is not needed, and would take ten times the space of the file.
        entry.clear()
        while entry.getprevious() is not None:
            del entry.getparent()[0]


def links_of_text(text: str, base: str) -> Iterator[Link]:
    """Return the pages of a sitemap that is a text file, an address a line."""
    for line in text.splitlines():
        link = Link.of(line, base)
        if link is not None:
            yield link
