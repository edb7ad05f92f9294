"""
A parsed page: its tree without what is not shown, and the text of any part of it.

The only module that parses HTML, and the place where lxml's untyped tree gets its name. What the text
means is for the others to say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from lxml import etree

from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from airflow_provider.local.documents import Document

# An lxml element: the package has no types, and its C classes cannot be subclassed for ours.
Element = Any

# Survives in XML text and counts as white space, so text reads well and lines can still be told apart.
_BREAK = "\u2028"
_BLOCKS = word_set(
    """
    address article aside blockquote br button caption dd div dl dt fieldset figcaption figure
    footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol option p pre section select summary
    details table tbody td tfoot th thead tr ul
    """
)
_UNSEEN = ("script", "style", "noscript", "template", "svg", "iframe", "object", "head")
_COMMA_LANGUAGES = word_set(
    """
    de fr es it nl pt pl sv da nb nn no fi cs sk hu ro bg el hr sl sr tr ru uk id vi
    """
)
_NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_MAX_ELEMENTS = 60_000


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it is read: *root* has only what is shown, *head* the rest, *scripts* the JSON-LD texts."""

    root: Element
    head: tuple[Element, ...]
    scripts: tuple[str, ...]
    url: str
    comma: bool

    def absolute(self, link: str) -> str:
        """Return *link* as an absolute URL."""
        try:
            return urljoin(self.url, link.strip())
        except ValueError:
            return link.strip()


def parse(document: Document) -> Page:
    """Parse *document*, however broken its markup."""
    root = _tree(document.html)
    scripts = tuple(
        "".join(script.itertext()) for script in root.iter("script") if "ld+json" in (script.get("type") or "").lower()
    )
    base = next((element.get("href") for element in root.iter("base") if element.get("href")), "")
    head = tuple(root.iter("meta", "link", "title"))
    language = (root.get("lang") or "").lower().partition("-")[0]
    url = _join(document.url, base)
    _drop_unseen(root)
    _mark_breaks(root)
    return Page(root, head, scripts, url, comma=language in _COMMA_LANGUAGES)


def text_of(element: Element) -> str:
    """Return the text of *element* on one line."""
    return " ".join("".join(element.itertext()).split())


def lines_of(element: Element) -> list[str]:
    """Return the text of *element* as its lines: blocks and line breaks divide, inline markup does not."""
    lines = (" ".join(line.split()) for line in "".join(element.itertext()).split(_BREAK))
    return [line for line in lines if line]


def join(texts: Iterable[str]) -> str:
    """Return *texts* as one: sentences follow each other, anything else is divided by commas."""
    joined = ""
    for text in texts:
        joined += (" " if joined.endswith((".", "!", "?")) else ", " if joined else "") + text
    return joined


def classes_of(element: Element) -> list[str]:
    """Return the class names of *element*."""
    return (element.get("class") or "").split()


def depth_first(element: Element) -> Iterator[Element]:
    """Yield the elements below *element*, in the order of the page."""
    below = element.iterdescendants()
    return (one for one in below if isinstance(one.tag, str))


def _tree(html: str) -> Element:
    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True)
    try:
        root = etree.fromstring(html.encode(errors="replace"), parser)
    except etree.XMLSyntaxError:
        root = None
    return etree.Element("html") if root is None else root


def _join(url: str, base: str) -> str:
    try:
        return urljoin(url, base.strip())
    except ValueError:
        return url


def _drop_unseen(root: Element) -> None:
    for element in list(root.iter()):
        style = (element.get("style") or "").replace(" ", "").lower()
        hidden = element.get("hidden") is not None or "display:none" in style
        # A hidden element may still state data that is meant to be read by machines.
        if element.tag in _UNSEEN or (hidden and not _states_data(element)):
            _remove(element)
    for position, element in enumerate(root.iter()):
        if position > _MAX_ELEMENTS:
            _remove(element)


def _states_data(element: Element) -> bool:
    return any(one.get("itemprop") is not None for one in element.iter())


def _remove(element: Element) -> None:
    parent = element.getparent()
    if parent is None:
        return
    if element.tail:
        before = element.getprevious()
        if before is None:
            parent.text = _allowed(parent.text) + _allowed(element.tail)
        else:
            before.tail = _allowed(before.tail) + _allowed(element.tail)
    parent.remove(element)


def _mark_breaks(root: Element) -> None:
    for element in root.iter(*_BLOCKS):
        element.text = _BREAK + _allowed(element.text)
        element.tail = _BREAK + _allowed(element.tail)


def _allowed(text: str | None) -> str:
    """Return *text* without the characters that a parser lets in and a tree does not take."""
    return _NOT_XML.sub("", text or "")
