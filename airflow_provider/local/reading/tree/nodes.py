"""
The elements of a page with their text, in a form that is quick to walk and to slice.

Knows of HTML which elements are blocks and headings, and nothing of what text means.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from airflow_provider.local.reading.tree.sources import source_of
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
BOLD = frozenset({"b", "strong"})
# What one ticks in a form.
CHOICES = frozenset({"checkbox", "radio"})
# What has more text than this, in pieces between tags, is a part of a page, and is not read as one value.
MOST_PIECES = 3000
# What has more is made of several things, which are read by themselves.
FEW_PIECES = 40
# Over more rows or columns than these no cell reaches.
MAX_SPAN = 50
# So many elements before another one a heading may stand, and so many may stand beside one in a box of its own.
_NEAR = 8
_LISTS = frozenset({"ul", "ol"})
# Counts as white space, so text reads well and its lines can still be told apart.
BREAK = "\u2028"
BLOCKS = word_set(
    """
    address article aside blockquote br button caption dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4
    h5 h6 header hr li main nav ol option p pre section select summary details table tbody td tfoot th thead tr ul
    """
)


# What a heading has behind it to press.
TO_ALL = re.compile(
    r"(?<=\w)\s(?:(?:view|see|show|shop|browse) (?:all|more)|alle (?:anzeigen|ansehen)|voir tout|tout voir"
    r"|ver tod[oa]s?|vedi tutt[ei]|bekijk alles)\W{0,3}$",
    re.IGNORECASE,
)
# What elements without children or attributes share, and nobody changes: most objects of a page would be these.
CHILDLESS: list[Node] = []
BARE: dict[str, str] = {}


@dataclass(slots=True, eq=False, repr=False)
class Node:
    """
    One element: `children` in order, its place among all *nodes* of the page, and where its text is.

    Its text is made of *size* pieces; *last* is the place of its last descendant, *position* its own among its
    parent's children; *href* is where a link leads, as it is written; *own* tells whether it has text outside its
    children; *boilerplate* holds the words by which it, or what it stands in, is known to speak of something else.
    """

    tag: str
    attrs: dict[str, str]
    parent: Node | None
    place: int
    nodes: list[Node]
    pieces: list[str]
    start: int
    hidden: bool
    children: list[Node]
    position: int
    href: str
    end: int = 0
    size: int = 0
    last: int = 0
    own: bool = False
    boilerplate: str = ""
    _text: str | None = None
    _lines: list[str] | None = None
    _names: list[str] | None = None
    # What `kept` functions have read of it.
    known: dict[object, Any] | None = None

    @property
    def text(self) -> str:
        """Its text on one line."""
        if self._text is None:
            inner = self._filling
            self._text = inner.text if inner else " ".join("".join(self.pieces[self.start : self.end]).split())
        return self._text

    @property
    def lines(self) -> list[str]:
        """Its text as lines: blocks and line breaks divide, inline markup does not."""
        if self._lines is None:
            inner = self._filling
            self._lines = inner.lines if inner else lines_in(self.pieces[self.start : self.end])
        return self._lines

    @property
    def _filling(self) -> Node | None:
        """Its only child, where that has all of its text."""
        only = self.children[0] if len(self.children) == 1 and not self.own else None
        return only if only is not None and only.hidden == self.hidden else None

    @property
    def is_short(self) -> bool:
        """Whether its text may be one value: there is some, and of few pieces."""
        return 0 < self.size <= FEW_PIECES

    @property
    def names(self) -> list[str]:
        """Its class names."""
        if self._names is None:
            self._names = self.attrs.get("class", "").split()
        return self._names

    @property
    def source(self) -> str:
        """What it shows or plays, as it is written, even where a script is to load that later; no `data:`."""
        return source_of(self.attrs)

    @property
    def is_quote(self) -> bool:
        """Whether it is what somebody else said, beside what is said here."""
        return self.tag == "blockquote" and self.parent is not None and self.parent.own

    @property
    def content(self) -> str:
        """Its text without that of the boilerplate and quotes in it, unless that is all of it."""
        return " ".join(self.content_lines) if self.is_mixed else self.text

    @property
    def content_lines(self) -> list[str]:
        """Its lines without those of the boilerplate and quotes in it, unless these are all of them."""
        return (self.is_mixed and self._lines_but(lambda one: one.boilerplate != "" or one.is_quote)) or self.lines

    @property
    def is_mixed(self) -> bool:
        """Whether boilerplate or a quote stands in it, and more."""
        return not self.boilerplate and any(one.boilerplate or one.is_quote for one in self.below())

    def lines_without(self, *tags: str) -> list[str]:
        """Return its text as lines, without that of elements in it, or of itself, with one of *tags*."""
        return self._lines_but(lambda one: one.tag in tags) if self.tag in tags or self.inside(*tags) else self.lines

    def _lines_but(self, is_left_out: Callable[[Node], bool]) -> list[str]:
        pieces: list[str] = []
        at = self.start
        for one in (self, *self.below()):
            if one.start >= at and one.hidden == self.hidden and is_left_out(one):
                pieces += self.pieces[at : one.start]
                at = one.end
        return lines_in([*pieces, *self.pieces[at : self.end]])

    def before(self, length: int = 30) -> str:
        """Return the text right before it, on its own line."""
        return "".join(self.pieces[max(0, self.start - 6) : self.start]).rpartition(BREAK)[2][-length:]

    def after(self, end: int) -> str:
        """Return what follows it on its line, up to the piece *end*."""
        pieces: list[str] = []
        for piece in self.pieces[self.end : end]:
            if piece == BREAK:
                break
            pieces.append(piece)
        return " ".join("".join(pieces).split())

    @property
    def shown(self) -> list[Node]:
        """Its children, without pictures drawn in place, and those that are hidden where it is seen."""
        return [one for one in self.children if one.hidden == self.hidden and one.tag != "svg"]

    @property
    def own_texts(self) -> list[str]:
        """The texts between its children."""
        shown = self.shown
        starts, ends = (self.start, *(one.end for one in shown)), (*(one.start for one in shown), self.end)
        return [" ".join("".join(self.pieces[at:end]).split()) for at, end in zip(starts, ends, strict=True)]

    @property
    def is_control(self) -> bool:
        """Whether it says nothing, or is there to be pressed, with what says what for."""
        return not self.size or (
            self.size + self.last - self.place <= FEW_PIECES
            and (not self.text or any(one.tag == "button" for one in (self, *self.below())))
        )

    @property
    def next(self) -> Node | None:
        """What follows it in the same parent, if both are seen or both are hidden."""
        siblings, at = self.parent.children if self.parent is not None else [], self.position + 1
        return siblings[at] if at < len(siblings) and siblings[at].hidden == self.hidden else None

    @property
    def section(self) -> list[Node]:
        """What follows a heading up to the next one of its rank."""
        return self.section_with(None)

    def section_with(self, part: re.Pattern[str] | None) -> list[Node]:
        """Return what follows a heading up to the next one of its rank whose text is not called a *part* of it."""
        top = self
        while (above := top.parent) is not None and len(above.children) <= _NEAR:
            if not all(one is top or (one.is_control and one.tag not in _LISTS) for one in above.children):
                break
            top = above
        found: list[Node] = []
        for node in top.parent.children[top.position + 1 :] if top.parent is not None else ():
            heading = _heading_in(node)
            if heading is not None and heading.tag <= self.tag:
                if part is None or not part.match(heading.text) or heading.tag < self.tag:
                    break
            elif node.hidden == self.hidden:
                found.append(node)
        return found

    @property
    def heading_before(self) -> str:
        """The text of the nearest heading before it, beside it or beside what it stands in; of boilerplate, its own."""
        for one in (self, *self.up()):
            siblings = one.parent.children if one.parent is not None else []
            for before in siblings[max(0, one.position - _NEAR) : one.position][::-1]:
                heading = _heading_in(before)
                if heading is not None and (heading.boilerplate or not self.boilerplate):
                    return TO_ALL.sub("", heading.text)
        return ""

    def holds(self, other: Node) -> bool:
        """Tell whether *other* is this element or stands in it."""
        return self.place <= other.place <= self.last

    def below(self) -> list[Node]:
        """Return what stands in it, in the order of the page."""
        return self.nodes[self.place + 1 : self.last + 1]

    def inside(self, *tags: str) -> list[Node]:
        """Return what stands in it and has one of *tags*, in the order of the page."""
        return [node for node in self.below() if node.tag in tags]

    def up(self) -> Iterator[Node]:
        """Yield what it stands in, from the inside."""
        above = self.parent
        while above is not None:
            yield above
            above = above.parent


def _heading_in(node: Node) -> Node | None:
    """Return the heading that *node* is, or that stands right in it."""
    return next((one for one in (node, *node.children) if one.tag in HEADINGS), None)


def without(nodes: Sequence[Node], is_left_out: Callable[[Node], object]) -> list[Node]:
    """Return *nodes*, which are in the order of the page, but for those left out, and what stands in them."""
    found: list[Node] = []
    last = -1
    for node in nodes:
        if node.place > last:
            if is_left_out(node):
                last = node.last
            else:
                found.append(node)
    return found


def outermost(nodes: Iterable[Node]) -> Iterator[Node]:
    """Yield those of *nodes*, which are in the order of the page, that stand in none of the others."""
    last = -1
    for node in nodes:
        if node.place > last:
            yield node
            last = node.last


def lines_in(pieces: Sequence[str]) -> list[str]:
    """Return *pieces* of text as lines without needless white space."""
    lines = (" ".join(line.split()) for line in "".join(pieces).split(BREAK))
    return [line for line in lines if line]


def join(texts: Iterable[str]) -> str:
    """Return *texts* as one: sentences follow each other, anything else is divided by commas."""
    joined: list[str] = []
    for text in (one.strip(" |,") for one in texts):
        if joined:
            joined.append(" " if joined[-1].endswith((".", "!", "?", ";")) else ", ")
        joined.append(text)
    return "".join(joined)


def span_of(text: str | None) -> int:
    """Return over how many rows or columns a cell reaches, as *text*, its attribute, says."""
    return max(1, min(int(text[:6]), MAX_SPAN)) if text and text.isascii() and text.isdigit() else 1
