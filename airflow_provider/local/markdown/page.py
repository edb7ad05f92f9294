"""
A page of HTML, parsed and handed to the writer of its blocks.

What is too much to be read is refused here, before it is parsed.
"""

from __future__ import annotations

import re

from lxml import etree

from airflow_provider.local.errors import Invalid
from airflow_provider.local.markdown.blocks import BLOCKS, Writer
from airflow_provider.local.markdown.inline import Element
from airflow_provider.local.markdown.targets import Targets
from airflow_provider.local.markdown.unseen import remove_unseen

MAX_TAGS = 500_000
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0e-\x1f]")


def write(html: str, *, url: str) -> str:
    """Return the page *html* of *url* as Markdown; raises `Invalid` where it has more tags than are read."""
    if html.count("<") > MAX_TAGS:
        message = f"The page has more than {MAX_TAGS:,} tags."
        raise Invalid(message)
    root = _tree(_CONTROLS.sub("", html))
    if root is None:
        return ""
    remove_unseen(root)
    base = next((one.get("href") for one in root.iter("base") if one.get("href")), None)
    text = "\n\n".join(Writer(Targets(url, base), _with_blocks_inside(root)).blocks(root))
    return f"{text}\n" if text else ""


def _tree(html: str) -> Element | None:
    parser = etree.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True, huge_tree=True)
    try:
        return etree.fromstring(html.encode(errors="replace"), parser)
    except etree.XMLSyntaxError:
        return None


def _with_blocks_inside(root: Element) -> set[Element]:
    """Return the inline elements that have a block element somewhere inside."""
    found: set[Element] = set()
    for element in root.iter(*BLOCKS):
        above = element.getparent()
        while above is not None and above.tag not in BLOCKS and above not in found:
            found.add(above)
            above = above.getparent()
    return found
