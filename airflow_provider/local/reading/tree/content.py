"""What has a name of boilerplate and is content: the answers of a page of questions, a discussion that is the page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from airflow_provider.local.reading.tree.plain import is_panel, linked

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page

_OPINIONS = re.compile(
    r"\b(?:faqs?|frequently asked|testimonials|reviews?|(?:kunden)?bewertungen|rezensionen|avis|opiniones|opinie"
    r"|reseñas|avaliações|recensioni|beoordelingen)\b",
    re.IGNORECASE,
)
_COMMENTS = re.compile(r"\b(?:comments?|kommentare|comentarios|commentaires|commenti|komentarze)\b", re.IGNORECASE)
# So much is more than a count of reviews, and than a link to comments; a longer post is an article.
_MUCH = 150
_SOME = 60
_SHORT_POST = 1000


def content_of_boilerplate(page: Page, prose: int) -> set[int]:
    """
    Return the places of what has a name of boilerplate and is content, on a page with *prose* outside of it.

    So are questions and opinions wherever they stand, and comments below each of several posts, or on a short one.
    """
    blocks = list(_blocks(page.nodes))
    kept = [block for block in blocks if _OPINIONS.search(block[0].boilerplate) and _told(block) >= _MUCH]
    comments = [block for block in blocks if _COMMENTS.search(block[0].boilerplate) and _told(block) >= _SOME]
    if len({block[0].parent for block in comments}) > 1 or _is_discussion(page, comments, prose):
        kept += comments
    return {one.place for block in kept for node in block for one in (node, *node.below()) if not one.hidden}


def _blocks(nodes: Sequence[Node]) -> Iterator[list[Node]]:
    """Yield the outermost elements that are boilerplate, those together that follow each other for one reason."""
    block: list[Node] = []
    for node in nodes:
        above = node.parent
        if not node.boilerplate or node.hidden or (above is not None and above.boilerplate):
            continue
        if block and (block[0].parent is not above or block[0].boilerplate != node.boilerplate):
            yield block
            block = []
        if node.tag not in {"nav", "aside", "footer"}:
            block.append(node)
    if block:
        yield block


def _told(block: Sequence[Node]) -> int:
    """Return how much the elements of *block* say, with what opens in them."""
    seen = sum(len(one.text) - linked(one) for one in block)
    return seen + sum(len(one.text) for node in block for one in node.below() if is_panel(one))


def _is_discussion(page: Page, comments: Sequence[Sequence[Node]], prose: int) -> bool:
    """Tell whether *comments* are what the page is there for: they say most of it, and none is below an article."""
    title = page.heading
    if prose > _SHORT_POST or sum(map(_told, comments)) <= prose:
        return False
    # Below a post of a blog stands a form to write one.
    if any(node.inside("textarea") for block in comments for node in block):
        return False
    return title is None or not any(one.tag == "article" for one in title.up())
