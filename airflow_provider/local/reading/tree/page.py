"""
A parsed page: its elements in the order of the page, with their text, and what it holds for machines.

The only module that parses HTML, in one pass; after that the text of any element is a slice of the page's text.
What the text means is for the others to say.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from lxml import etree

from airflow_provider.local.reading.tree.boilerplate import mark_boilerplate
from airflow_provider.local.reading.tree.builder import Builder, TooDeepError
from airflow_provider.local.reading.tree.nodes import HEADINGS
from airflow_provider.local.text import has_digit, word_set

if TYPE_CHECKING:
    from airflow_provider.local.documents import Document
    from airflow_provider.local.reading.tree.nodes import Node

# So many bytes are parsed at a time.
_PART = 16_384
# So many words are rather a name than what ends with them.
_NAME = 3
# The letters of "co.uk", and the fewest of a name.
_COUNTRY, _SECOND, _SHORTEST = 2, 3, 3
_HEADING = re.compile(r"(?:page|product|entry)[-_]?(?:heading|title)$", re.IGNORECASE)
TITLE_PARTS = re.compile(r"\s(?:[|\u2013\u2014\u00b7]|--?|::?)\s")
# A paragraph that is all of a heading: the parser would end the heading where it begins, which a browser does not.
_IN_HEADING = re.compile(
    r"(<h([1-6])\b[^<>]{0,300}>\s*)<p\b[^<>]{0,300}>((?:[^<]|<(?!/p>)){0,200}?)</p>(?=\s*</h\2>)", re.IGNORECASE
)
# "1.299,-".
_COMMA_DASH = re.compile(r"\d,[-\u2013](?!\d)")
_COMMA_COUNTRIES = word_set("at be br bg hr cz de dk es fi fr gr hu it nl no pl pt ro rs ru se si sk tr ua")
_COMMA_LANGUAGES = word_set("de fr es it nl pt pl sv da nb nn no fi cs sk hu ro bg el hr sl sr tr ru uk id vi")


@dataclass
class Page:
    """
    A page as it is read: *nodes* in order, *head* the attributes of its meta and link elements.

    *linked* and *state* are the texts of scripts that hold data: JSON-LD, and the records of a framework.
    """

    nodes: list[Node]
    head: list[dict[str, str]]
    linked: list[str]
    state: list[str]
    url: str
    title: str
    language: str
    _joined: dict[str, str] = field(default_factory=dict)

    @property
    def root(self) -> Node:
        """The outermost element."""
        return self.nodes[0]

    def release(self) -> None:
        """Let its elements go, of which nothing is read any more: they know each other, which keeps them alive."""
        for node in self.nodes:
            node.parent = node.known = None
        self.nodes.clear()

    @cached_property
    def comma(self) -> bool:
        """Whether the page writes a decimal comma: by its language, its country, or sums such as "1.299,-"."""
        language, _, country = self.language.lower().partition("-")
        if language in _COMMA_LANGUAGES or country in _COMMA_COUNTRIES:
            return True
        return len(_COMMA_DASH.findall("".join(self.root.pieces))) > 1

    @cached_property
    def heading(self) -> Node | None:
        """The first heading of the first rank that is not boilerplate; of several, one that the title has."""
        shown = [one for one in self.nodes if one.tag in {"h1", "h2"} and not (one.hidden or one.boilerplate)]
        found = [one for one in shown if one.text]
        found = [one for one in found if not self._is_logo(one)] or found
        first = [one for one in found if one.tag == "h1"]
        named = [one for one in first or found if one.text in self.title]
        # A story above a recipe may have the heading, and the recipe the title.
        named = named or [one for one in found if one.text == self.title_parts[0]] or first
        return named[0] if named else self._called() or self._styled()

    @cached_property
    def headings(self) -> list[Node]:
        """The headings that are seen and are not boilerplate, in order."""
        return [one for one in self.nodes if one.tag in HEADINGS and not (one.hidden or one.boilerplate)]

    def _called(self) -> Node | None:
        """Return the first text without a link that is a part of the title; nothing where several parts are shown."""
        parts = {*self.title_parts, self.title.partition(": ")[2]} - {""}
        shown = [one for one in self.nodes if one.is_short and not (one.hidden or one.boilerplate or one.tag == "a")]
        shown = [one for one in shown if not one.inside("a") and not any(up.tag == "a" for up in one.up())]
        called = [one for one in shown if one.text in parts]
        # A number beside a name is the number of what has it, and who made it may stand before the name.
        named = [one for one in called if " " in one.text or not has_digit(one.text)]
        ends = [one for one in shown if any(part.endswith(f" {one.text}") for part in parts)]
        called = named or [one for one in ends if len(one.text.split()) >= _NAME] or called
        return called[0] if len({one.text for one in called}) == 1 else None

    def _styled(self) -> Node | None:
        """Return the first element whose class calls it the heading of the page: `pageHeading`."""
        shown = (one for one in self.nodes if one.is_short and not (one.hidden or one.boilerplate))
        return next((one for one in shown if any(map(_HEADING.match, one.names))), None)

    @property
    def logo(self) -> str:
        """The name of the site: a heading, or a part of the title, that is linked to where the site begins."""
        headings = (one for one in self.nodes if one.tag == "h1" and one.text)
        parts = {*self.title_parts} - {""}
        named = (one for one in self.nodes if one.href and one.text in parts)
        return next((one.text for one in (*headings, *named) if self._is_logo(one)), "")

    @cached_property
    def site(self) -> str:
        """The first or last part of its title, if that is what its host is called: "Valley News"; nothing otherwise."""
        domain = _domain(self.host)
        parts = [part for part in (self.title_parts[-1], self.title_parts[0]) if part != self.title]
        return next((part for part in parts if domain and _plain(part).startswith(domain)), "")

    @property
    def is_headed_by_site(self) -> bool:
        """Whether its heading is the name of its site, and its title has another name first."""
        return self.heading is not None and self.heading.text == self.site != self.title_parts[0]

    @property
    def title_parts(self) -> list[str]:
        """The parts of its title, one of which may be the name of the site."""
        return TITLE_PARTS.split(self.title)

    def _is_logo(self, node: Node) -> bool:
        """Tell whether *node* is the name of the site: a link to where the site begins."""
        link = next((one.href for one in (node, *node.below(), *node.up()) if one.href), "")
        return link != "" and self.absolute(link).rstrip("/") == self.absolute("/").rstrip("/") != self.url.rstrip("/")

    @cached_property
    def host(self) -> str:
        """The name of the host in its address; nothing for an address without one."""
        return host_of(self.url)

    def absolute(self, link: str) -> str:
        """Return *link* as an absolute URL; nothing for nothing."""
        if link not in self._joined:
            self._joined[link] = _join(self.url, link) if link else ""
        return self._joined[link]

    def is_elsewhere(self, link: str) -> bool:
        """Tell whether *link* leads to another host than that of the page."""
        hosts = [one.removeprefix("www.") for one in (host_of(self.absolute(link)), self.host)]
        return "" not in hosts and hosts[0] != hosts[1]


def parse(document: Document) -> Page:
    """Parse *document*, however broken its markup."""
    found = _built(document.html, Builder())
    if found.lacks_noscript:
        found = _built(document.html, Builder(noscript=True))
    elif found.lacks_hidden:
        found = _built(document.html, Builder(hidden=True))
    nodes = found.finished()
    language = nodes[0].attrs.get("lang") or nodes[0].attrs.get("xml:lang") or ""
    mark_boilerplate(nodes)
    url = _join(document.url, found.base)
    return Page(nodes, found.head, found.linked, found.state, url, found.title, language.strip().replace("_", "-"))


def _built(html: str, builder: Builder) -> Builder:
    # huge_tree: without it libxml2 drops what comes after the 256th level of nesting.
    parser = etree.HTMLParser(encoding="utf-8", target=builder, no_network=True, huge_tree=True)
    body = _IN_HEADING.sub(r"\1\3", html).encode(errors="replace")
    with suppress(etree.XMLSyntaxError, TooDeepError):
        # What the builder refuses ends the parser only after the part that it was given.
        for start in range(0, len(body), _PART):
            parser.feed(body[start : start + _PART])
        parser.close()
    return builder


def host_of(address: str) -> str:
    """Return the host in *address*; nothing for an address without one."""
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""


def _domain(host: str) -> str:
    """Return the name that *host* was registered by, without its country and what stands before it: "valleynews"."""
    *names, last = host.split(".")
    is_second = len(names) > 1 and len(last) == _COUNTRY and len(names[-1]) <= _SECOND
    name = _plain((names[:-1] if is_second else names or [""])[-1])
    return name if len(name) >= _SHORTEST else ""


def _plain(text: str) -> str:
    """Return the letters and figures of *text* alone, without "The" before them."""
    return "".join(filter(str.isalnum, text.lower())).removeprefix("the")


def _join(url: str, link: str) -> str:
    try:
        return urljoin(url, link.strip())
    except ValueError:
        return link.strip()
