"""
Where the head and the body of a page end, as browsers read that.

The parser knows no elements of HTML 5: without a tag for the body it takes `main` behind a title for one of the head.
And it drops what stands behind the end of the body, of which some pages have two.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lxml.etree import _Element

# Anything else ends the head.
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
_END = re.compile(r"</(?:body|html)\s*>", re.IGNORECASE)


def without_ends(html: str) -> str:
    """Return *html* without the end tags of page and body: both last until the end, whatever stands behind these."""
    return _END.sub("", html)


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
