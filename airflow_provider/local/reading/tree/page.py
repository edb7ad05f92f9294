"""
A parsed page: its elements in the order of the page, with their text, and what it holds for machines.

The only module that parses HTML. The tree is walked once; after that the text of any element is a slice of
the page's text. What the text means is for the others to say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

from lxml import etree

from airflow_provider.local.reading.tree.boilerplate import mark_boilerplate
from airflow_provider.local.reading.tree.nodes import BARE, BLOCKS, BREAK, CHILDLESS, Node
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from airflow_provider.local.documents import Document

MAX_ELEMENTS = 60_000
# Elements nested deeper are read as part of the one at this depth.
MAX_DEPTH = 200
_MOST_ATTRIBUTES = 60
TITLE_PARTS = re.compile(r"\s(?:[|\u2013\u2014\u00b7]|--?|::?)\s")
_UNSEEN = ("script", "style", "noscript", "template", "svg", "iframe", "object", "head")
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
    root = _tree(document.html)
    base = next((element.get("href") for element in root.iter("base") if element.get("href")), "")
    head = [dict(element.items()) for element in root.iter("meta", "link")]
    title = next((" ".join("".join(one.itertext()).split()) for one in root.iter("title")), "")
    linked, state = _scripts(root)
    etree.strip_elements(root, *_UNSEEN, with_tail=False)
    language = root.get("lang") or root.get("{http://www.w3.org/XML/1998/namespace}lang") or ""
    nodes = _walk(root)
    mark_boilerplate(nodes)
    return Page(nodes, head, linked, state, _join(document.url, base), title, language.strip().replace("_", "-"))


def _tree(html: str) -> Any:
    # huge_tree: without it libxml2 drops what comes after the 256th level of nesting.
    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True, huge_tree=True)
    try:
        root = etree.fromstring(html.encode(errors="replace"), parser)
    except etree.XMLSyntaxError:
        root = None
    return etree.Element("html") if root is None else root


def _scripts(root: Any) -> tuple[list[str], list[str]]:
    """Return the texts of the scripts that are JSON-LD, and of those that may hold the records of a framework."""
    linked: list[str] = []
    state: list[str] = []
    for script in root.iter("script"):
        kind = (script.get("type") or "").lower()
        text = "".join(script.itertext())
        if "ld+json" in kind:
            linked.append(text)
        elif text and ("json" in kind or kind in {"", "text/javascript", "application/javascript"}):
            state.append(text)
    return linked, state


def _join(url: str, link: str) -> str:
    try:
        return urljoin(url, link.strip())
    except ValueError:
        return link.strip()


def _walk(root: Any) -> list[Node]:
    """Return the elements below *root* in order, their text in two lists of pieces: what is seen, and what is not."""
    seen: list[str] = []
    unseen: list[str] = []
    nodes: list[Node] = []
    stack: list[Node] = []
    skipped = 0
    for event, element in etree.iterwalk(root, events=("start", "end")):
        if event == "start":
            if len(stack) >= MAX_DEPTH or len(nodes) >= MAX_ELEMENTS:
                skipped += 1
                if element.text:
                    stack[-1].pieces.append(element.text)
                continue
            node = _opened(element, stack[-1] if stack else None, nodes, seen, unseen)
            stack.append(node)
            text = element.text
            if text:
                node.pieces.append(text)
                node.own = not text.isspace()
            continue
        if skipped:
            skipped -= 1
        else:
            node = stack.pop()
            node.end, node.last = len(node.pieces), len(nodes) - 1
            node.size = node.end - node.start
            if node.tag in BLOCKS:
                node.pieces.append(BREAK)
            elif node.tag == "input" and stack and (number := _written_in(node, element)):
                node.pieces.append(number)
                stack[-1].own = True
        tail = element.tail
        if tail and stack:
            stack[-1].pieces.append(tail)
            stack[-1].own = stack[-1].own or not tail.isspace()
    return nodes


def _written_in(node: Node, element: Any) -> str:
    """Return the number in a field amid a line, such as "Serves [4] people"; nothing of a field with a label."""
    then, value = element.getnext(), node.attrs.get("value", "")
    after = f"{element.tail or ''} {(then.text if then is not None else None) or ''}".lstrip()
    is_amid = node.before().rstrip()[-1:].isalpha() and after[:1].isalpha()
    return f" {value} " if is_amid and value.isdigit() and node.attrs.get("type") == "number" else ""


def _opened(element: Any, parent: Node | None, nodes: list[Node], seen: list[str], unseen: list[str]) -> Node:
    items = element.items()
    attrs: dict[str, str] = dict(items[:_MOST_ATTRIBUTES]) if items else BARE
    tag: str = element.tag
    hidden = (parent is not None and parent.hidden) or tag == "select" or (attrs is not BARE and _is_hidden(attrs))
    pieces = unseen if hidden else seen
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


def _is_hidden(attrs: dict[str, str]) -> bool:
    style = attrs.get("style", "")[:1000]
    return "hidden" in attrs or ("none" in style and "display:none" in style.replace(" ", "").lower())
