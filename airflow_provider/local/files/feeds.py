"""RSS and Atom: the entries of a feed with title, link, date, author and text."""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import Any

from airflow_provider.local.files.archives import local_name, parsed

# An lxml element, which has no types.
Element = Any

_ENTRIES = frozenset(("item", "entry"))
_CONTENT = ("encoded", "content", "description", "summary")
_ABOUT = ("pubDate", "published", "updated", "date", "author", "creator", "category")
MAX_ENTRIES = 5000


def read_feed(body: bytes) -> str | None:
    """Return a feed as HTML; None where the XML is none."""
    try:
        root = parsed(body.lstrip())
    except ValueError:
        return None
    if local_name(root) not in {"rss", "RDF", "feed"}:
        return None
    channel = next((one for one in root if local_name(one) == "channel"), root)
    entries = [one for one in root.iter() if local_name(one) in _ENTRIES][:MAX_ENTRIES]
    about = (_said(channel, "description") or _said(channel, "subtitle"), _said(channel, "author"))
    return "".join(
        [
            f"<h1>{_linked(channel)}</h1>",
            *(f"<p>{html.escape(line)}</p>" for line in about if line),
            *(_entry(one) for one in entries),
        ]
    )


def _entry(entry: Element) -> str:
    about = [html.escape(_words(one)) for name in _ABOUT for one in entry if local_name(one) == name]
    content = next((said for name in _CONTENT if (said := _markup(entry, name))), "")
    line = f"<p>{', '.join(filter(None, about))}</p>" if any(about) else ""
    return f"<article><h2>{_linked(entry)}</h2>{line}<div>{content}</div>{''.join(_enclosed(entry))}</article>"


def _enclosed(entry: Element) -> Iterator[str]:
    """Yield a link to each file that belongs to *entry*, such as the sound of a podcast."""
    for one in entry:
        if local_name(one) == "enclosure" or (local_name(one) == "link" and one.get("rel") == "enclosure"):
            address = one.get("url") or one.get("href") or ""
            name = one.get("title") or address.partition("?")[0].rpartition("/")[2] or address
            yield f'<p><a href="{html.escape(address)}">{html.escape(name)}</a></p>' if address else ""


def _said(element: Element, name: str) -> str:
    return next((_words(one) for one in element if local_name(one) == name), "")


def _words(element: Element) -> str:
    """Return the text of *element*; of an author only the name, of a category its term."""
    named = next((one for one in element if local_name(one) == "name"), element)
    said = "".join(named.itertext())
    if element.get("type") == "html":
        said = _text_of(said)
    return " ".join(said.split()) or element.get("term") or ""


def _text_of(markup: str) -> str:
    from lxml import etree

    page = etree.HTML(f"<div>{markup}</div>")
    return "".join(page.itertext()) if page is not None else markup


def _linked(element: Element) -> str:
    title = html.escape(_said(element, "title"))
    links = [one for one in element if local_name(one) == "link" and one.get("rel") in {None, "alternate"}]
    href = next((one.get("href") or (one.text or "").strip() for one in links), "")
    # What tells an entry of RSS from others is its address, unless it says that it is none.
    guid = "".join((one.text or "").strip() for one in element.findall("guid") if one.get("isPermaLink") != "false")
    href = href or (guid if guid.startswith(("http://", "https://")) else "")
    return f'<a href="{html.escape(href)}">{title}</a>' if href else title


def _markup(entry: Element, name: str) -> str:
    """Return the HTML that a part of *entry* holds, as text or as elements."""
    from lxml import etree

    for one in entry:
        if local_name(one) == name:
            if len(one):
                return "".join(etree.tostring(child, encoding="unicode") for child in one)
            return (one.text or "").strip()
    return ""
