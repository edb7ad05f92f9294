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

from airflow_provider.local.reading.tree.boilerplate import is_main
from airflow_provider.local.reading.tree.content import content_of_boilerplate
from airflow_provider.local.reading.tree.extras import bare_headings, extras, is_credit
from airflow_provider.local.reading.tree.nodes import HEADINGS, without
from airflow_provider.local.reading.tree.plain import is_panel, linked, opens, plain_lines
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page

_PARAGRAPHS = word_set("p pre blockquote li dd td")
_OPENINGS = word_set("p li h3 h4 figcaption blockquote")
_LEAST_OPENING = 35
_LEAST = 250
_HARDLY = 100
_SENTENCE = 80
_NEARLY_ALL = 0.85
_LITTLE = 4
_RIGHTS = re.compile(r"(?:©|\(c\)|copyright\b)\W{0,3}(?:(?:©|\(c\))\W{0,3})?(?:19|20)\d\d", re.IGNORECASE)
_SHORT = word_set("p div time span address")
_NOWHERE = frozenset({"#", "#top"})
_LISTS = word_set("ul ol div section table form")


def main_lines(page: Page, *, extra: bool = False) -> list[str]:
    """Return the lines of the main text of *page*; *extra* with what is no text, such as how many votes a post has."""
    told = _told(page)
    paragraphs = [node for node in page.nodes if _is_paragraph(node, told)]
    top = _holder(page, paragraphs)
    links = _directory(page, paragraphs)
    told |= links
    top = page.root if links else _part(top, paragraphs)
    kept = _without_rights(_lines(page, top, told, prose=bool(links) or top is not page.root, extra=extra))
    length = sum(map(len, kept))
    if length < _LEAST and 4 * length < sum(map(len, page.root.lines)):
        rest = _lines(page, page.root, told, prose=False, extra=extra)
        return rest if page.heading is not None or sum(map(len, rest)) >= _HARDLY else page.root.lines
    heading = _heading(page, top)
    if heading is not None and heading.text not in kept[:3]:
        kept[:0] = [heading.text, *_between(page, heading, top)]
    return kept


def _told(page: Page) -> set[int]:
    """Return the places of what is content though it has a name of boilerplate, or is seen only where it is opened."""
    told = content_of_boilerplate(page, sum(len(node.text) for node in page.nodes if _is_paragraph(node, ())))
    for node in page.nodes:
        above = node.parent
        # The answer to a question may be called a menu.
        is_opened = is_panel(node) or (node.tag == "nav" and opens(node))
        if is_opened and above is not None and (not above.boilerplate or above.place in told):
            told.update(range(node.place, node.last + 1))
    return told


def _lines(page: Page, top: Node, told: Collection[int], *, prose: bool, extra: bool) -> list[str]:
    """Return the lines of *top* without what is boilerplate, and in *prose* without blocks of links."""
    left_out = {node.place for node in (top, *top.below()) if _is_left_out(page, node, told, prose=prose)}
    if not extra:
        left_out |= extras(page, top)
        left_out.update([*bare_headings(top, left_out)])
    return plain_lines(top, left_out)


def _is_left_out(page: Page, node: Node, told: Collection[int], *, prose: bool) -> bool:
    """Tell whether *node* is boilerplate, something to press, or a block of links where these are not content."""
    if node.hidden:
        return False
    # Elsewhere they may be what the page is there for, but for those before its title.
    drops = prose or (page.heading is not None and node.end <= page.heading.start)
    is_boilerplate = node.boilerplate != "" and node.place not in told
    return is_boilerplate or _is_button(node) or (drops and _is_links(node, told))


def _between(page: Page, heading: Node, top: Node) -> list[str]:
    """Return what *top* opens with where its heading stands outside of it: a date, what it is about, a caption."""
    shown = heading.parent.children[heading.position + 1 :] if heading.parent is not None else []
    short = takewhile(lambda one: one.tag in _SHORT and not (one.holds(top) or one.hidden or one.boilerplate), shown)
    dates = {one.place for one in short if not linked(one) and not is_credit(one)}
    between = page.nodes[heading.last + 1 : top.place]
    opening = without(between, lambda one: one.boilerplate or one.hidden or is_credit(one) or _is_links(one, ()))
    texts = {one.place for one in opening if _is_opening(one)}
    if sum(len(page.nodes[place].text) for place in texts) > len(top.text):
        return []
    return [line for place in sorted(dates | texts) for line in page.nodes[place].lines]


def _is_opening(node: Node) -> bool:
    """Tell whether *node* is a text that may open another one, and stands in no other."""
    if node.tag not in _OPENINGS and not (node.tag == "div" and node.own):
        return False
    inner = any(one.tag in _OPENINGS for one in node.up())
    return not inner and len(node.text) >= _LEAST_OPENING and 2 * linked(node) < len(node.text)


def _heading(page: Page, top: Node) -> Node | None:
    """Return the heading of *top* that stands outside of it: the nearest before it, or else that of the page."""
    if page.heading is None or top.holds(page.heading):
        return None
    inner = (node for node in top.below() if node.tag in {"h1", "h2"} and node.text and not node.hidden)
    first = next(inner, None)
    if first is not None and first.text in page.title_parts:
        return None
    before = (node for node in page.nodes[: top.place] if node.tag in {"h1", "h2"} and node.text)
    shown = [node for node in before if not node.hidden and not node.boilerplate]
    # The last one may stand over a summary.
    return shown[-1] if shown and page.heading.text not in page.title else page.heading


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


def _is_paragraph(node: Node, told: Collection[int]) -> bool:
    """Tell whether *node* is running text: long, and not made of links; what is *told* is no boilerplate."""
    if (node.boilerplate or node.hidden) and node.place not in told:
        return False
    if not (node.tag in _PARAGRAPHS or (node.tag == "div" and node.own)) or len(node.text) < _SENTENCE:
        return False
    return 2 * linked(node) < len(node.text) and (node.tag != "td" or node.own)


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


def _part(top: Node, paragraphs: Sequence[Node]) -> Node:
    """Return the main element where *top* is one of its parts, and no article, and others have text, too."""
    for one in (top, *top.up()):
        if one.tag == "article":
            break
        if is_main(one):
            others = [node for node in paragraphs if one.holds(node) and not top.holds(node)]
            return one if others and not any(map(_is_teaser, others)) else top
    return top


def _is_teaser(node: Node) -> bool:
    """Tell whether *node* says of what there is to read elsewhere: it stands in a link, or beside a heading that is."""
    beside = node.parent.inside(*HEADINGS) if node.parent is not None else []
    return any(one.tag == "a" for one in node.up()) or any(one.inside("a") for one in beside)


def _directory(page: Page, paragraphs: Sequence[Node]) -> set[int]:
    """Return the places of links below headings of their own where these are most that *page* says."""
    headings = [node for node in page.nodes if node.tag in HEADINGS - {"h1"} and not (node.hidden or node.boilerplate)]
    lists = [one for node in headings for one in node.section if not one.boilerplate and _is_links(one, ())]
    if len(lists) < _LITTLE or sum(map(linked, lists)) <= 2 * sum(len(one.text) for one in paragraphs):
        return set()
    return {place for one in lists for place in range(one.place, one.last + 1)}


def _is_button(node: Node) -> bool:
    """Tell whether *node* does something with the page and says nothing: no button that opens a text is one."""
    if node.tag != "button" and not (node.tag == "a" and node.attrs.get("href") in _NOWHERE):
        return False
    if "aria-expanded" in node.attrs or "aria-controls" in node.attrs or len(node.text) >= _SENTENCE:
        return False
    return not (node.parent is not None and node.parent.own) and not any(up.tag in HEADINGS for up in node.up())


def _is_links(node: Node, told: Collection[int]) -> bool:
    """Tell whether *node* is a block of several links and little else."""
    if node.tag not in _LISTS or len(node.children) < 3 or node.last - node.place > 1500:  # noqa: PLR2004 - two links are a sentence's
        return False
    if 2 * linked(node) <= len(node.text) or node.place in told:
        return False
    return not any(one.place in told or _is_paragraph(one, told) for one in node.below())
