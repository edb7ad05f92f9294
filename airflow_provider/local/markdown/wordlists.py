"""Lists of pages that a word processor saved: paragraphs with a level and a marker in their styles, made lists."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from lxml import etree

if TYPE_CHECKING:
    from collections.abc import Iterable

# An lxml element, which has no types.
Element = Any

_ITEM = re.compile(r"(?:^|;)\s*mso-list\s*:\s*\w{1,20}\s+level([1-9])", re.IGNORECASE)
_MARKER = re.compile(r"(?:^|;)\s*mso-list\s*:\s*ignore", re.IGNORECASE)
_NUMBERED = re.compile(r"\s{0,9}(?:([0-9]{1,9})|[A-Za-z]{1,5})[.)]")


def make_lists(marked: Iterable[Element]) -> None:
    """Make lists of the paragraphs among *marked*, each within the last item of the level above."""
    open_lists: list[tuple[int, Element]] = []
    for paragraph in marked:
        found = _ITEM.search(paragraph.get("style") or "") if paragraph.tag == "p" else None
        if not found or (paragraph.tail or "").strip():
            continue
        level, marker = int(found[1]), _taken_marker(paragraph)
        if not open_lists or paragraph.getprevious() is not open_lists[0][1]:
            open_lists = []
        while len(open_lists) > 1 and open_lists[-1][0] > level:
            open_lists.pop()
        if not open_lists or open_lists[-1][0] < level:
            inner = etree.Element("ol" if _NUMBERED.match(marker) else "ul")
            if open_lists:
                open_lists[-1][1][-1].append(inner)
            else:
                paragraph.addprevious(inner)
            open_lists.append((level, inner))
        paragraph.tag, paragraph.tail = "li", None
        if (number := _NUMBERED.match(marker)) and number[1]:
            paragraph.set("value", number[1])
        open_lists[-1][1].append(paragraph)


def _taken_marker(paragraph: Element) -> str:
    """Return the marker that *paragraph* begins with, taken out of it."""
    for span in paragraph.iter("span"):
        if _MARKER.search(span.get("style") or ""):
            text = "".join(span.itertext())
            span.clear(keep_tail=True)
            return text
    return ""
