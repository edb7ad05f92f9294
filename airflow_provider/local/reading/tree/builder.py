"""
The elements of a page, and what it holds for machines, made of what a parser finds.

Every element and every text of the page goes through here, so that this is written for speed.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from airflow_provider.local.reading.tree.nodes import BARE, BLOCKS, BREAK, CHILDLESS, FEW_PIECES, HEADINGS, Node
from airflow_provider.local.reading.tree.visibility import is_block, is_hidden, written_twice
from airflow_provider.local.text import word_set
from airflow_provider.web.bounds import OF_HEAD
from airflow_provider.web.noise import MOST_HIDDEN

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

MAX_ELEMENTS = 60_000
# Elements nested deeper are read as part of the one at this depth.
MAX_DEPTH = 200
# Of so many open elements, the parser would look through all at every end tag; what follows is not read.
MOST_OPEN = 2000
_MOST_ATTRIBUTES = 60
# What classes may turn into a block, and attributes into a heading.
_MADE_BLOCKS = word_set("a b cite em i label small span strong time")
_CALLED = frozenset({"div", "span", "p"})
# Signs without width, at which lines or words may break or files begin, and those that fonts of icons draw.
_INVISIBLE = dict.fromkeys([*map(ord, "\u00ad\u200b\u200e\u200f\u2060\ufeff"), *range(0xE000, 0xF900)])
_UNSEEN = word_set("script style noscript template iframe object head")
_FOR_MACHINES = word_set("meta link base title script")
# By these a picture is called something.
_CALLING = word_set("class title aria-label")
# These end with the page: what is written behind their end still stands in them, as in a browser.
_OUTERMOST = word_set("html body")
_SPECIAL = _UNSEEN | _FOR_MACHINES | _OUTERMOST
_OF_SECTIONS = frozenset({"a", "span"})
# What one presses for the address of a section.
_SIGNS = frozenset({"#", "\u00b6", "\u00a7", "\u2191", "\U0001f517", "\u2693"})


class TooDeepError(Exception):
    """More elements are open than are read; what was read before is whole."""


class Builder:
    """
    Takes start tags, texts and end tags in their order, as a target of `lxml.etree.HTMLParser`.

    Keeps *head*, the attributes of meta and link elements, and the texts of scripts that hold data: *linked* has
    JSON-LD, *state* what may be the records of a framework. It reads what is written for browsers without scripts,
    or what is hidden, only where it is told to.
    """

    def __init__(self, *, noscript: bool = False, hidden: bool = False) -> None:
        self.head: list[dict[str, str]] = []
        self.linked: list[str] = []
        self.state: list[str] = []
        self.base = self.title = ""
        self._nodes: list[Node] = []
        # Text stands in two lists of pieces, what is seen and what is not; between two tags there is one piece.
        self._seen: list[str] = []
        self._unseen: list[str] = []
        self._open: list[Node] = []
        self._text: list[str] = []
        # How many elements are open that are no part of the page, and how many that are too deep, or too many.
        self._left_out = self._skipped = 0
        # Whether the head is open, though the parser may take it to be so for longer.
        self._in_head = False
        # The text of a title or script while it is open, and the kind of that script.
        self._told: list[str] | None = None
        self._kind = ""
        self._titled = False
        self._fields: list[Node] = []
        self._unread = _UNSEEN - {"noscript"} if noscript else _UNSEEN
        self._hides = not hidden
        # How deep within what is left out the noscript is that is open, and how many characters stand in these.
        self._noscript = self._untold = 0
        # The picture that is open: a part of the page, of which nothing is but what it is called.
        self._icon: Node | None = None

    @property
    def lacks_noscript(self) -> bool:
        """Whether more of the page stands in noscript elements than outside of them."""
        return self._untold > 0 and self._untold > self._length(self._seen)

    @property
    def lacks_hidden(self) -> bool:
        """Whether the page hides nearly all that it says: it waits for its script."""
        hidden = self._length(self._unseen)
        return hidden > 0 and hidden > MOST_HIDDEN * self._length(self._seen)

    @staticmethod
    def _length(pieces: Sequence[str]) -> int:
        return sum(len(piece.strip()) for piece in pieces)

    def start(self, tag: str, attrib: dict[str, str]) -> None:
        """Open an element."""
        if (self._left_out or tag in _SPECIAL) and not self._is_part(tag, attrib):
            return
        above, nodes = self._open, self._nodes
        if len(above) >= MAX_DEPTH or len(nodes) >= MAX_ELEMENTS:
            self._skipped += 1
            self._refuse_too_deep()
            return
        if self._text:
            self._add_text()
        parent = above[-1] if above else None
        hidden, attrs = tag == "select" or (parent is not None and parent.hidden), BARE
        # Most elements of a page have no attributes.
        if attrib:
            tag, attrs = _read(tag, attrib)
            hidden = hidden or (self._hides and is_hidden(attrs))
        pieces = self._unseen if hidden else self._seen
        if tag in BLOCKS or (tag in _MADE_BLOCKS and is_block(attrs)):
            pieces.append(BREAK)
        siblings = CHILDLESS
        if parent is not None:
            siblings = parent.children
            if siblings is CHILDLESS:
                siblings = parent.children = []
        href = attrs.get("href", "") if tag == "a" else ""
        node = Node(tag, attrs, parent, len(nodes), nodes, pieces, len(pieces), hidden, CHILDLESS, len(siblings), href)
        nodes.append(node)
        above.append(node)
        if parent is not None:
            siblings.append(node)
        if tag == "svg":
            node.attrs = dict(attrs)
            self._icon, self._left_out = node, 1

    def data(self, text: str) -> None:
        """Take a part of the text between two tags."""
        if not self._left_out:
            self._text.append(text)
        elif self._noscript:
            self._untold += len(text.strip())
        if self._told is not None:
            self._told.append(text)

    def end(self, tag: str) -> None:
        """Close the element that was opened last."""
        if self._told is not None and tag in _FOR_MACHINES:
            self._keep(tag, "".join(self._told))
        if tag == "head" and not self._in_head:
            return
        if self._left_out:
            self._left_out -= 1
            self._in_head = self._in_head and self._left_out > 0
            self._noscript = min(self._noscript, self._left_out)
            if self._icon is not None and not self._left_out:
                self._close_icon(self._icon)
        elif tag in _OUTERMOST:
            return
        elif self._skipped:
            self._skipped -= 1
        else:
            self._close()

    def close(self) -> None:
        """Do nothing: the parser calls it at the end, but not where it gives up."""

    def finished(self) -> list[Node]:
        """Return the elements of the page, at least one, all of them closed."""
        if not self._nodes:
            self.start("html", {})
        while self._open:
            self._close()
        for field in self._fields:
            # A number in a field amid a line, such as "Serves [4] people"; one with a label is a control.
            if field.parent is not None and field.after(field.parent.end)[:1].isalpha():
                field.pieces[field.end] = f" {field.attrs['value']} "
                field.parent.own = True
        return self._nodes

    def _refuse_too_deep(self) -> None:
        if len(self._open) + self._skipped + self._left_out > MOST_OPEN:
            raise TooDeepError

    def _close(self) -> None:
        if self._text:
            self._add_text()
        node = self._open.pop()
        pieces = node.pieces
        node.end = len(pieces)
        node.size = node.end - node.start
        node.last = len(self._nodes) - 1
        # Code of several lines is printed as a block.
        if (
            node.tag in BLOCKS
            or (node.tag in _MADE_BLOCKS and is_block(node.attrs))
            or (node.tag == "code" and BREAK in pieces[node.start : node.end])
        ):
            pieces.append(BREAK)
        elif node.tag in _OF_SECTIONS and (above := node.parent) is not None and _is_of_section(node, above):
            # It is the last one, without anything behind it yet.
            del pieces[node.start :], self._nodes[node.place :]
            above.children.pop()
        elif node.tag == "span" and node.position and (copy := written_twice(node)) is not None:
            pieces[copy.start] = ""
        elif node.tag == "input" and _is_number(node) and node.before().rstrip()[-1:].isalpha():
            pieces.append("")
            self._fields.append(node)

    def _close_icon(self, icon: Node) -> None:
        """Close the picture that is open; what is called nothing is no part of the page."""
        self._icon = None
        self._close()
        if _CALLING.isdisjoint(icon.attrs):
            self._nodes.pop()
            if icon.parent is not None:
                icon.parent.children.pop()

    def _add_text(self) -> None:
        """Add the text since the last tag to the element that is open."""
        text = self._text[0] if len(self._text) == 1 else "".join(self._text)
        text = text if text.isascii() else text.translate(_INVISIBLE)
        self._text.clear()
        if self._open:
            node = self._open[-1]
            node.pieces.append(text)
            node.own = node.own or not (text.isspace() or text == "")

    def _is_part(self, tag: str, attrib: Mapping[str, str]) -> bool:
        """Tell whether an element is a part of the page; keep what it says for machines, or begin to keep its text."""
        if self._in_head and self._left_out == 1 and tag not in OF_HEAD:
            self._in_head, self._left_out = False, 0
            self.start("body", {})
        if self._icon is not None:
            self._call(self._icon, tag, attrib)
        elif tag in {"meta", "link"}:
            self.head.append(dict(attrib))
        elif tag == "base":
            self.base = self.base or attrib.get("href", "")
        elif tag == "script" or (tag == "title" and not self._titled):
            self._told, self._kind = [], attrib.get("type", "").lower()
        if self._left_out or tag in self._unread:
            self._in_head = self._in_head or (tag == "head" and not self._left_out)
            self._left_out += 1
            self._refuse_too_deep()
            self._noscript = self._noscript or (self._left_out if tag == "noscript" else 0)
            return False
        return tag not in _OUTERMOST or all(one.tag != tag for one in self._open[:2])

    def _call(self, icon: Node, tag: str, attrib: Mapping[str, str]) -> None:
        """Call the picture that is open what it is a copy of, or begin to keep its title."""
        if tag == "use":
            copied = (attrib.get("href") or attrib.get("xlink:href") or "").rpartition("#")[2]
            icon.attrs["class"] = f"{icon.attrs.get('class', '')} {copied}".strip()
        elif tag == "title":
            self._told = []

    def _keep(self, tag: str, text: str) -> None:
        """Keep the *text* of a title, of JSON-LD, or of a script that may hold the records of a framework."""
        if tag not in {"title", "script"}:
            return
        self._told = None
        if self._icon is not None:
            self._icon.attrs.setdefault("title", " ".join(text.split()))
        elif tag == "title":
            self.title, self._titled = " ".join(text.split()), True
        elif "ld+json" in self._kind:
            self.linked.append(text)
        elif text and ("json" in self._kind or self._kind in {"", "text/javascript", "application/javascript"}):
            self.state.append(text)


def _read(tag: str, attrs: dict[str, str]) -> tuple[str, dict[str, str]]:
    """Return the tag of what an element is, a heading for those who cannot see, or a time, and its first *attrs*."""
    if len(attrs) > _MOST_ATTRIBUTES:
        attrs = dict(islice(attrs.items(), _MOST_ATTRIBUTES))
    rank = f"h{attrs.get('aria-level', '2')}" if attrs.get("role") == "heading" and tag in _CALLED else ""
    return rank if rank in HEADINGS else "time" if tag == "relative-time" else tag, attrs


def _is_of_section(node: Node, above: Node) -> bool:
    """Tell whether *node*, the last one in *above*, is there to link to a section or to edit it: "¶", "[edit]"."""
    is_link = node.tag == "a"
    if is_link:
        if "#" not in node.attrs.get("href", ""):
            return False
    elif above.tag not in HEADINGS and (node.position == 0 or above.children[-2].tag not in HEADINGS):
        return False
    if node.size > FEW_PIECES or node.inside("input"):
        return False
    text = "".join(node.pieces[node.start :]).strip()
    return text in _SIGNS if is_link else text[:1] == "[" and text[-1:] == "]" and any(one.href for one in node.below())


def _is_number(field: Node) -> bool:
    return field.attrs.get("type") == "number" and field.attrs.get("value", "").isdigit()
