"""
What elements mean by their roles and styles, where their tags say nothing: they are given the tags that say it.

An element with a tag of its own meaning keeps it, but for what says in its style that it is neither bold nor italic.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from lxml import etree

from airflow_provider.local.markdown.wordlists import make_lists

if TYPE_CHECKING:
    from collections.abc import Collection

# An lxml element, which has no types.
Element = Any

# Stands on lines of its own within a paragraph, a heading or a link.
LINE = "line"
_NEUTRAL = frozenset(("div", "span", "p", "section", "article", "header", "footer", "main", "aside"))
_LEVELS = frozenset("123456")
_TABLES = frozenset(("table", "grid", "treegrid"))
_ROWS = {"rowgroup": "tbody", "row": "tr"}
_CELLS = {"cell": "td", "gridcell": "td", "columnheader": "th", "rowheader": "th"}
_BLOCK = re.compile(r"(?:^|;)\s*display\s*:\s*(?:block|flex|grid|list-item)\s*(?:[;!]|$)", re.IGNORECASE)
_BOLD = re.compile(r"(?:^|;)\s*font-weight\s*:\s*(?:bold|bolder|[6-9]00)\b", re.IGNORECASE)
_NOT_BOLD = re.compile(r"(?:^|;)\s*font-weight\s*:\s*(?:normal|400)\b", re.IGNORECASE)
_ITALIC = re.compile(r"(?:^|;)\s*font-style\s*:\s*(?:italic|oblique)\b", re.IGNORECASE)
_NOT_ITALIC = re.compile(r"(?:^|;)\s*font-style\s*:\s*normal\b", re.IGNORECASE)
_NOT = {
    **dict.fromkeys(("b", "strong"), _NOT_BOLD),
    **dict.fromkeys(("i", "em", "cite", "dfn"), _NOT_ITALIC),
}
# These are bold themselves, or code, in which nothing is.
_PLAIN_INSIDE = ("h1", "h2", "h3", "h4", "h5", "h6", "th", "code", "pre", "kbd", "samp", "tt")


def tell_meaning(marked: list[Element]) -> None:
    """Give the *marked* elements of a page the tags of what their roles and styles make of them."""
    make_lists(marked)
    for element in marked:
        role = element.get("role")
        if role in _GIVEN and _is_neutral(element):
            _GIVEN[role](element)
        if style := element.get("style"):
            _apply_style(element, style)


def _is_neutral(element: Element) -> bool:
    return element.tag in _NEUTRAL or "-" in element.tag


def _apply_style(element: Element, style: str) -> None:
    if element.tag in _NOT and _NOT[element.tag].search(style):
        element.tag = "span"
    elif element.tag == "span":
        is_bold, is_italic = _BOLD.search(style), _ITALIC.search(style)
        if (is_bold or is_italic) and next(element.iterancestors(*_PLAIN_INSIDE), None) is None:
            element.tag = "b" if is_bold else "i"
            if is_bold and is_italic:
                _put_inside(element, "i")
        elif _BLOCK.search(style):
            element.tag = LINE


def _put_inside(element: Element, tag: str) -> None:
    """Put everything in *element* into a new element of *tag*."""
    inner = etree.Element(tag)
    inner.text, element.text = element.text, None
    inner.extend(list(element))
    element.append(inner)


def _heading(element: Element) -> None:
    level = element.get("aria-level", "2")
    element.tag = f"h{level if level in _LEVELS else 6}"


def _list(element: Element) -> None:
    """Make a list of *element* if it has nothing but items."""
    if _has_only(element, ("listitem",)):
        element.tag = "ul"
        for item in element:
            item.tag = "li"


def _table(element: Element) -> None:
    """Make a table of *element* if it has nothing but rows of nothing but cells, which a table would not keep."""
    rows = [row for one in element for row in (one if one.get("role") == "rowgroup" else (one,))]
    parts = [one for one in element if one.get("role") == "rowgroup"]
    if (
        _has_only(element, _ROWS)
        and all(_has_only(part, ("row",)) for part in parts)
        and all(_has_only(row, _CELLS) for row in rows)
    ):
        element.tag = "table"
        for one in (*parts, *rows):
            one.tag = _ROWS[one.get("role")]
        for cell in (cell for row in rows for cell in row):
            cell.tag = _CELLS[cell.get("role")]


def _has_only(element: Element, roles: Collection[str]) -> bool:
    """Tell whether *element* has children, of these *roles* only and with no text between them."""
    around = (element.text, *(child.tail for child in element))
    return (
        len(element) > 0
        and all(child.get("role") in roles and _is_neutral(child) for child in element)
        and not any(text and text.strip() for text in around)
    )


_GIVEN = {"heading": _heading, "list": _list, **dict.fromkeys(_TABLES, _table)}
