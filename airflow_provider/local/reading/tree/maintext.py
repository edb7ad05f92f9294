"""
The main text of a page: what it is there for, without what surrounds it on every page of its site.

Where most of the text is in paragraphs, it is the smallest part of the page that holds nearly all of them;
elsewhere, and where that is little, it is everything that is not boilerplate. Where that is hardly anything, not even
a heading, it is the whole page.
"""

from __future__ import annotations

import re
from itertools import takewhile
from typing import TYPE_CHECKING

from airflow_provider.local.reading.tree.nodes import HEADINGS, lines_in
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page

_PARAGRAPHS = word_set("p pre blockquote li dd td")
_LEAST = 250
_HARDLY = 100
_SENTENCE = 80
_NEARLY_ALL = 0.85
_LITTLE = 4
_RIGHTS = re.compile(r"(?:©|\(c\)|copyright\b)\W{0,3}(?:(?:©|\(c\))\W{0,3})?(?:19|20)\d\d", re.IGNORECASE)
_SHORT = word_set("p div time span address")
_NOWHERE = frozenset({"#", "#top"})
_LISTS = word_set("ul ol div section table form")


def main_lines(page: Page) -> list[str]:
    """Return the lines of the main text of *page*."""
    whole = page.root.lines
    paragraphs = [node for node in page.nodes if _is_paragraph(node)]
    top = _holder(page, paragraphs)
    kept = lines_in(_pieces(page, top, prose=top is not page.root))
    kept = _without_rights(kept)
    length = sum(map(len, kept))
    if length < _LEAST and 4 * length < sum(map(len, whole)):
        rest = lines_in(_pieces(page, page.root, prose=False))
        return rest if page.heading is not None or sum(map(len, rest)) >= _HARDLY else whole
    heading = _heading(page, top)
    if heading is not None and heading.text not in kept[:3]:
        kept[:0] = [heading.text, *_below(heading, top)]
    return kept


def _below(heading: Node, top: Node) -> list[str]:
    """Return the short paragraphs right below *heading*, such as a date, where *top* is elsewhere."""
    shown = heading.parent.children[heading.position + 1 :] if heading.parent is not None else []
    short = takewhile(lambda one: one.tag in _SHORT and not (one.holds(top) or one.hidden or one.boilerplate), shown)
    return [line for one in short if len(one.text) < _SENTENCE and not _linked(one) for line in one.lines]


def _heading(page: Page, top: Node) -> Node | None:
    """Return the heading of *top* that stands outside of it: the nearest before it, or else that of the page."""
    if page.heading is None or top.holds(page.heading):
        return None
    before = (node for node in page.nodes[: top.place] if node.tag in {"h1", "h2"} and node.text)
    shown = [node for node in before if not node.hidden and not node.boilerplate]
    return shown[-1] if shown else page.heading


def _without_rights(lines: list[str]) -> list[str]:
    """Return *lines* up to the one that says whose rights they are, where little follows it."""
    left = sum(map(len, lines)) / _LITTLE
    for place in range(len(lines) - 1, -1, -1):
        left -= len(lines[place])
        if left < 0:
            break
        if _RIGHTS.match(lines[place]):
            return lines[:place]
    return lines


def _is_paragraph(node: Node) -> bool:
    """Tell whether *node* is running text: long, and not made of links."""
    if node.boilerplate or node.hidden or not (node.tag in _PARAGRAPHS or (node.tag == "div" and node.own)):
        return False
    return len(node.text) >= _SENTENCE and 2 * _linked(node) < len(node.text) and (node.tag != "td" or node.own)


def _linked(node: Node) -> int:
    return sum(len(one.text) for one in node.inside("a"))


def _holder(page: Page, paragraphs: Sequence[Node]) -> Node:
    """Return the smallest element that holds nearly all running text; the root where there is little of it."""
    outer = [node for node in paragraphs if not any(up.tag in _PARAGRAPHS and up.own for up in node.up())]
    total = sum(len(node.text) for node in outer)
    seen = sum(len(piece) for piece in page.root.pieces)
    if total < max(_LEAST, seen / 10):
        return page.root
    held: dict[int, int] = {}
    for node in outer:
        for up in node.up():
            held[up.place] = held.get(up.place, 0) + len(node.text)
    full = [page.nodes[place] for place, length in held.items() if length >= _NEARLY_ALL * total]
    return max(full, key=lambda node: node.place, default=page.root)


def _pieces(page: Page, top: Node, *, prose: bool) -> list[str]:
    """Return the text below *top* without what is boilerplate, and in *prose* without blocks of links."""
    pieces: list[str] = []
    at, skip_to = top.start, -1
    title = page.heading
    for node in (top, *top.below()):
        # Elsewhere they may be what the page is there for, but for those before its title.
        drops = prose or (title is not None and node.end <= title.start)
        if (
            node.place > skip_to
            and not node.hidden
            and (node.boilerplate or _is_button(node) or (drops and _is_links(node)))
        ):
            pieces += [*top.pieces[at : node.start], "\u2028"]
            at, skip_to = node.end, node.last
    return pieces + top.pieces[at : top.end]


def _is_button(node: Node) -> bool:
    """Tell whether *node* does something with the page and says nothing: no button that opens a text is one."""
    if node.tag != "button" and not (node.tag == "a" and node.attrs.get("href") in _NOWHERE):
        return False
    if "aria-expanded" in node.attrs or "aria-controls" in node.attrs or len(node.text) >= _SENTENCE:
        return False
    return not (node.parent is not None and node.parent.own) and not any(up.tag in HEADINGS for up in node.up())


def _is_links(node: Node) -> bool:
    """Tell whether *node* is a block of several links and little else."""
    if node.tag not in _LISTS or len(node.children) < 3 or node.last - node.place > 1500:  # noqa: PLR2004 - two links are a sentence's
        return False
    return 2 * _linked(node) > len(node.text) and not any(_is_paragraph(one) for one in node.below())
