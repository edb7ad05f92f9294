"""
A parsed page: its elements in the order of the page, with their text, and what it holds for machines.

The only module that parses HTML. The tree is walked once; after that the text of any element is a slice of
the page's text. What the text means is for the others to say.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit

from lxml import etree

from airflow_provider.local.reading.tree.boilerplate import mark_boilerplate
from airflow_provider.local.reading.tree.nodes import BARE, BLOCKS, BREAK, CHILDLESS, Node
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Mapping

    from airflow_provider.local.documents import Document

MAX_ELEMENTS = 60_000
# Elements nested deeper are read as part of the one at this depth.
MAX_DEPTH = 200
_MOST_ATTRIBUTES = 60
TITLE_PARTS = re.compile(r"\s(?:[|\u2013\u2014\u00b7]|--?|::?)\s")
_UNSEEN = word_set("script style noscript template svg iframe object head")
_FOR_MACHINES = word_set("meta link base title script")
# These end with the page: what is written behind their end still stands in them, as in a browser.
_OUTERMOST = word_set("html body")
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

    @property
    def root(self) -> Node:
        """The outermost element."""
        return self.nodes[0]

    @property
    def comma(self) -> bool:
        """Whether the page is in a language that writes a decimal comma."""
        return self.language.lower().partition("-")[0] in _COMMA_LANGUAGES

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
        return named[0] if named else self._called()

    def _called(self) -> Node | None:
        """Return the first text without a link that is a part of the title; nothing where several parts are shown."""
        parts = {*self.title_parts, self.title.partition(": ")[2]} - {""}
        shown = [one for one in self.nodes if one.is_short and not (one.hidden or one.boilerplate or one.tag == "a")]
        called = [one for one in shown if one.text in parts and not any(up.tag == "a" for up in one.up())]
        called = [one for one in called if not one.inside("a")]
        # A number beside a name is the number of what has it.
        called = [one for one in called if " " in one.text or not any(map(str.isdigit, one.text))] or called
        return called[0] if len({one.text for one in called}) == 1 else None

    @property
    def logo(self) -> str:
        """The name of the site: a heading, or a part of the title, that is linked to where the site begins."""
        headings = (one for one in self.nodes if one.tag == "h1" and one.text)
        parts = {*self.title_parts} - {""}
        named = (one for one in self.nodes if one.href and one.text in parts)
        return next((one.text for one in (*headings, *named) if self._is_logo(one)), "")

    @property
    def title_parts(self) -> list[str]:
        """The parts of its title, one of which may be the name of the site."""
        return TITLE_PARTS.split(self.title)

    def _is_logo(self, node: Node) -> bool:
        """Tell whether *node* is the name of the site: a link to where the site begins."""
        link = next((one.href for one in (node, *node.below(), *node.up()) if one.href), "")
        return link != "" and self.absolute(link).rstrip("/") == self.absolute("/").rstrip("/") != self.url.rstrip("/")

    @property
    def host(self) -> str | None:
        """The name of the host in its address."""
        try:
            return urlsplit(self.url).hostname
        except ValueError:
            return None

    def absolute(self, link: str) -> str:
        """Return *link* as an absolute URL; nothing for nothing."""
        return _join(self.url, link) if link else ""


def parse(document: Document) -> Page:
    """Parse *document*, however broken its markup."""
    found = _Builder()
    # huge_tree: without it libxml2 drops what comes after the 256th level of nesting.
    parser = etree.HTMLParser(encoding="utf-8", target=found, no_network=True, huge_tree=True)
    with suppress(etree.XMLSyntaxError):
        etree.fromstring(document.html.encode(errors="replace"), parser)
    nodes = found.finished()
    language = nodes[0].attrs.get("lang") or nodes[0].attrs.get("xml:lang") or ""
    mark_boilerplate(nodes)
    url = _join(document.url, found.base)
    return Page(nodes, found.head, found.linked, found.state, url, found.title, language.strip().replace("_", "-"))


def _join(url: str, link: str) -> str:
    try:
        return urljoin(url, link.strip())
    except ValueError:
        return link.strip()


class _Builder:
    """
    Makes the elements of a page from what the parser finds, in its order, and keeps what is there for machines.

    Text stands in two lists of pieces, what is seen and what is not; between two tags there is one piece.
    """

    def __init__(self) -> None:
        self.head: list[dict[str, str]] = []
        self.linked: list[str] = []
        self.state: list[str] = []
        self.base = self.title = ""
        self._nodes: list[Node] = []
        self._seen: list[str] = []
        self._unseen: list[str] = []
        self._open: list[Node] = []
        self._text: list[str] = []
        # How many elements are open that are no part of the page, and how many that are too deep, or too many.
        self._left_out = self._skipped = 0
        # The text of a title or script while it is open, and the kind of that script.
        self._told: list[str] | None = None
        self._kind = ""
        self._titled = False
        self._fields: list[Node] = []

    def start(self, tag: str, attrib: Mapping[str, str]) -> None:
        """Open an element."""
        if tag in _FOR_MACHINES:
            self._note(tag, attrib)
        if self._left_out or tag in _UNSEEN:
            self._left_out += 1
        elif tag in _OUTERMOST and any(one.tag == tag for one in self._open[:2]):
            return
        elif len(self._open) >= MAX_DEPTH or len(self._nodes) >= MAX_ELEMENTS:
            self._skipped += 1
        else:
            if self._text:
                self._add_text()
            self._open.append(self._opened(tag, attrib))

    def data(self, text: str) -> None:
        """Take a part of the text between two tags."""
        if self._told is not None:
            self._told.append(text)
        if not self._left_out:
            self._text.append(text)

    def end(self, tag: str) -> None:
        """Close the element that was opened last."""
        if self._told is not None and tag in {"title", "script"}:
            self._keep(tag, "".join(self._told))
        if self._left_out:
            self._left_out -= 1
        elif tag in _OUTERMOST:
            return
        elif self._skipped:
            self._skipped -= 1
        else:
            if self._text:
                self._add_text()
            self._closed(self._open.pop())

    def close(self) -> None:
        """Do nothing: the parser calls it at the end, but not where it gives up."""

    def finished(self) -> list[Node]:
        """Return the elements of the page, at least one, all of them closed."""
        if not self._nodes:
            self._open.append(self._opened("html", {}))
        while self._open:
            self._left_out = self._skipped = 0
            self.end("")
        for field in self._fields:
            # A number in a field amid a line, such as "Serves [4] people"; one with a label is a control.
            if field.parent is not None and field.after(field.parent.end)[:1].isalpha():
                field.pieces[field.end] = f" {field.attrs['value']} "
                field.parent.own = True
        return self._nodes

    def _note(self, tag: str, attrib: Mapping[str, str]) -> None:
        """Keep what an element of the head says, or begin to keep its text."""
        if tag in {"meta", "link"}:
            self.head.append(dict(attrib))
        elif tag == "base":
            self.base = self.base or attrib.get("href", "")
        elif tag == "script" or not self._titled:
            self._told, self._kind = [], attrib.get("type", "").lower()

    def _keep(self, tag: str, text: str) -> None:
        """Keep the *text* of a title, of JSON-LD, or of a script that may hold the records of a framework."""
        self._told = None
        if tag == "title":
            self.title, self._titled = " ".join(text.split()), True
        elif "ld+json" in self._kind:
            self.linked.append(text)
        elif text and ("json" in self._kind or self._kind in {"", "text/javascript", "application/javascript"}):
            self.state.append(text)

    def _opened(self, tag: str, attrib: Mapping[str, str]) -> Node:
        parent = self._open[-1] if self._open else None
        nodes = self._nodes
        attrs = dict(islice(attrib.items(), _MOST_ATTRIBUTES)) if attrib else BARE
        hidden = (parent is not None and parent.hidden) or tag == "select" or (attrs is not BARE and _is_hidden(attrs))
        pieces = self._unseen if hidden else self._seen
        if tag in BLOCKS:
            pieces.append(BREAK)
        siblings = parent.children if parent is not None else CHILDLESS
        if parent is not None and siblings is CHILDLESS:
            siblings = parent.children = []
        node = Node(tag, attrs, parent, len(nodes), nodes, pieces, len(pieces), hidden, CHILDLESS, len(siblings))
        nodes.append(node)
        if parent is not None:
            siblings.append(node)
        return node

    def _closed(self, node: Node) -> None:
        node.end, node.last = len(node.pieces), len(self._nodes) - 1
        node.size = node.end - node.start
        if node.tag in BLOCKS:
            node.pieces.append(BREAK)
        elif node.tag == "input" and node.attrs.get("type") == "number" and node.attrs.get("value", "").isdigit():
            if node.before().rstrip()[-1:].isalpha():
                node.pieces.append("")
                self._fields.append(node)

    def _add_text(self) -> None:
        """Add the text since the last tag to the element that is open."""
        text = "".join(self._text)
        self._text.clear()
        if self._open:
            self._open[-1].pieces.append(text)
            self._open[-1].own = self._open[-1].own or not text.isspace()


def _is_hidden(attrs: dict[str, str]) -> bool:
    style = attrs.get("style", "")[:1000]
    return "hidden" in attrs or ("none" in style and "display:none" in style.replace(" ", "").lower())
