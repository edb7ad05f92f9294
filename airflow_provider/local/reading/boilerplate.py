"""
What on a page is boilerplate, and speaks of something else: navigation, side columns, related things, comments.

Told by elements, roles, the words of class names, and headings such as "You may also like". What holds most
of the text, or every title, is the page itself whatever it is called.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from airflow_provider.local.reading.nodes import HEADINGS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from airflow_provider.local.reading.nodes import Node

_ASIDE = re.compile(
    r"(?:^|[-_ ])(related|recommend\w*|similar|sidebar|also|recent|recently|breadcrumbs?|pagination|pager|nav|navbar|"
    r"navigation|menu|footer|social|share|sharing|cookies?|consent|upsells?|cross-?sells?|suggest\w*"
    r"|trending|popular|"
    r"filters|facets?|newsletter|subscribe|faqs?|comments?|respond|reviews|testimonials|author-(?:box|bio|card|info)|"
    r"about-author|bio|advert\w*|sponsored|banner|minicart|mini-cart|modal|login|skip)"
    r"(?:$|[-_ ])",
    re.IGNORECASE,
)
_ASIDE_HEADING = re.compile(
    r"^(?:related|recommended|similar|you (?:may|might|could|will|'ll)(?: also)?|customers (?:also|who)"
    r"|more (?:from|like|recipes|"
    r"stories|products|articles|posts)|see also|recently|people also|popular|trending|faqs?\b"
    r"|frequently asked|about the author|"
    r"comments?\b|\d+ comments?\b|leave a (?:comment|reply)|(?:customer )?reviews?\b|often bought"
    r"|frequently bought|also|"
    r"other (?:products|articles|recipes)|filters?\b|refine|categories|subscribe|newsletter|share this"
    r"|related|ähnliche|"
    r"das könnte|weitere|vous aimerez|también|productos relacionados|potrebbe)",
    re.IGNORECASE,
)
_BOILERPLATE_TAGS = frozenset({"nav", "aside", "footer", "dialog"})
_PARTS = frozenset({"article", "aside", "main", "nav", "section", "li", "td"})
_ASIDE_ROLES = frozenset({"navigation", "complementary", "contentinfo", "search", "dialog", "menu"})


def mark_boilerplate(nodes: Sequence[Node], pieces: int) -> None:
    """Mark each of *nodes*, which hold so many *pieces* of text, that is boilerplate, with the words that tell so."""
    titles = [node.place for node in nodes if node.tag == "h1" and not node.hidden]
    sections: dict[int, str] = {}
    banner = _banner(nodes)
    for node in nodes:
        if node.parent is not None and node.parent.boilerplate:
            node.boilerplate = node.parent.boilerplate
            continue
        words = sections.get(node.place) or ("header" if node is banner else _boilerplate_words(node))
        # What holds most of the page's text is the page.
        if words and 2 * (node.end - node.start) <= pieces and not _holds_all(node, titles):
            node.boilerplate = words
        elif node.tag in HEADINGS and node.tag != "h1" and _ASIDE_HEADING.match(node.text):
            node.boilerplate = node.text
            for one in node.section:
                if any(one.place <= place <= one.last for place in titles):
                    break
                sections[one.place] = node.text


def _banner(nodes: Sequence[Node]) -> Node | None:
    """Return the header of the page: the only one that stands in none of its parts, for these have headers, too."""
    headers = [node for node in nodes if node.tag == "header" and not any(one.tag in _PARTS for one in _above(node))]
    return headers[0] if len(headers) == 1 else None


def _above(node: Node) -> Iterator[Node]:
    above = node.parent
    while above is not None:
        yield above
        above = above.parent


def _boilerplate_words(node: Node) -> str:
    role = node.attrs.get("role", "")
    if node.tag in _BOILERPLATE_TAGS or role in _ASIDE_ROLES:
        return f"{node.tag} {role} {node.attrs.get('class', '')}"
    if node.tag in {"body", "html", "main"} or node.tag in HEADINGS:
        return ""
    if node.tag == "header":
        of_page = node.parent is not None and node.parent.tag == "body"
        return "header" if of_page or any(one.tag == "nav" for one in node.below()) else ""
    return _boilerplate_names(node.attrs.get("class", "")[:300], node.attrs.get("id", "")[:100])


@lru_cache(maxsize=4096)
def _boilerplate_names(classes: str, identity: str) -> str:
    found = _ASIDE.search(f"{classes} {identity}")
    return found[1] if found else ""


def _holds_all(node: Node, places: Sequence[int]) -> bool:
    """Tell whether *node* has every title of the page, and so what the page is about."""
    return bool(places) and all(node.place <= place <= node.last for place in places)
