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
from airflow_provider.local.markdown.meaning import tell_meaning
from airflow_provider.local.markdown.targets import Targets
from airflow_provider.local.markdown.unseen import remove_unseen
from airflow_provider.web.bounds import end_head, without_ends

MAX_TAGS = 500_000
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0e-\x1f]")
_AROUND_PARAGRAPHS = re.compile(r"<[bi](?:\s[^<>]{0,200})?>\s{0,99}<p[\s>]", re.IGNORECASE)
_LETTER = re.compile(r"<(/?)([bi])(?=[\s>])", re.IGNORECASE)
_WORD = {"b": "strong", "i": "em"}


def write(html: str, *, url: str) -> str:
    """Return the page *html* of *url* as Markdown; raises `Invalid` where it has more tags than are read."""
    if html.count("<") > MAX_TAGS:
        message = f"The page has more than {MAX_TAGS:,} tags."
        raise Invalid(message)
    root = _tree(_understood(_CONTROLS.sub("", html)))
    if root is None:
        return ""
    end_head(root)
    tell_meaning(remove_unseen(root))
    base = next((one.get("href") for one in root.iter("base") if one.get("href")), None)
    text = "\n\n".join(Writer(Targets(url, base), _with_blocks_inside(root)).blocks(root))
    return f"{text}\n" if text else ""


def _understood(html: str) -> str:
    """Return *html* so that the parser keeps what browsers do: text after the end, and <b> and <i> around <p>."""
    html = without_ends(html)
    if _AROUND_PARAGRAPHS.search(html):
        html = _LETTER.sub(lambda found: f"<{found[1]}{_WORD[found[2].lower()]}", html)
    return html


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
