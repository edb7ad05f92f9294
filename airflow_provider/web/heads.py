"""
Where the head of a page ends.

The parser knows no elements of HTML 5: without a tag for the body it takes `main` behind a title for one of the head.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.etree import _Element

# Anything else ends the head, as browsers read it.
OF_HEAD = frozenset(
    {
        "base",
        "basefont",
        "bgsound",
        "head",
        "link",
        "meta",
        "noscript",
        "object",
        "script",
        "style",
        "template",
        "title",
    }
)


def end_head(root: _Element) -> None:
    """Move what ends the head of the page *root*, and all behind that in it, to the beginning of the body."""
    head = root.find("head")
    inside = [] if head is None else list(head)
    first = next((at for at, one in enumerate(inside) if isinstance(one.tag, str) and one.tag not in OF_HEAD), None)
    if head is None or first is None:
        return
    body = root.find("body")
    if body is None:
        body = root.makeelement("body")
        root.insert(root.index(head) + 1, body)
    inside[-1].tail = f"{inside[-1].tail or ''}{body.text or ''}"
    body.text = None
    body[:0] = inside[first:]
