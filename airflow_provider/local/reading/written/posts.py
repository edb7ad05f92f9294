"""What somebody wrote in a record, a post, a comment or a review, and as whom: as its class names tell."""

from __future__ import annotations

import re
from itertools import islice, zip_longest
from typing import TYPE_CHECKING

from airflow_provider.local.reading.tree.nodes import HEADINGS
from airflow_provider.local.reading.words.bylines import byline_of
from airflow_provider.local.reading.words.forms import form_of
from airflow_provider.local.reading.words.lines import SENTENCE, split_pair
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.words.wording import words_of
from airflow_provider.local.reading.written.users import is_author
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.tree.nodes import Node

_TEXT = word_set("content body text message markdown")
# "E" stands before what microformats call the text of an entry: `e-content`.
_POST = _TEXT | word_set("post comment review reply answer entry article user topic status toot tweet note e")
_BLOCKS = frozenset({"div", "p", "section", "article", "td", "blockquote"})
# What its author has below each, and who thanked them for it.
_SIGNATURE = re.compile("signature|thanks", re.IGNORECASE)
# What old forums draw above it.
_DRAWN = re.compile(r"_{8,40}")
_GLUED = re.compile(r"post(?:content|body|text|message)$")
# What a forum knows of who wrote.
_PROFILE = re.compile(
    r"(?:^|[-_])profile$|(?:post|user|member|author|poster)[-_]?(?:profile|info|details?)$", re.IGNORECASE
)
# So far up stands what holds a line of a profile, and the name.
_NEAR = 4


def post_text(nodes: Sequence[Node]) -> str:
    """Return the longest text of *nodes* whose class calls it one, by its lines; no box that only holds such a text."""
    named = [node for node in nodes if node.size and node.tag in _BLOCKS and any(map(_is_text, node.names))]
    named = [node for node in named if not any(map(_SIGNATURE.search, node.names))]
    pairs = zip_longest(named, named[1:])
    inner = [one for one, after in pairs if one.own or after is None or not one.holds(after)]
    # What has a heading, or tells when it was written, is more than the text.
    inner = [one for one in inner if one.lines_without("a") and not one.inside(*HEADINGS, "time")]
    inner = [one for one in inner if not form_of(one.text)]
    return "\n".join(max(inner, key=lambda one: len(one.text)).content_lines) if inner else ""


def rank_of_author(nodes: Sequence[Node]) -> str | None:
    """Return the only line without a label among those with one in what *nodes* tell of who wrote."""
    for box in [one for one in nodes if any(map(_PROFILE.search, one.names))] or _around_joined(nodes):
        others = {one.text for one in box.below() if one.href or any(map(is_author, one.names))}
        plain = [line for line in box.lines if not split_pair(line) and line not in others]
        told = [line for line in plain if len(line) < SENTENCE and not (form_of(line) or byline_of(line))]
        if len(told) == len(plain) == 1 and any(map(split_pair, box.lines)):
            return told[0]
    return None


def signature_of(nodes: Sequence[Node]) -> str:
    """Return what stands below a line that is drawn in *nodes*, a post: the signature of its author."""
    for node in reversed(nodes):
        lines = node.lines if node.own and node.tag in _BLOCKS else []
        if (at := next((at for at, line in enumerate(lines) if _DRAWN.fullmatch(line)), None)) is not None:
            return "\n".join(lines[at + 1 :])
    return ""


def _around_joined(nodes: Sequence[Node]) -> list[Node]:
    """Return what holds the line of *nodes* that tells since when somebody is a member, and a link: that to them."""
    told = ((one, split_pair(one.text)) for one in nodes if one.is_short and not one.children)
    joined = (one for one, pair in told if pair and "join_date" in PHRASES.get(words_of(pair[0]), ()))
    boxes = (box for one in joined for box in islice(one.up(), _NEAR) if any(link.href for link in box.inside("a")))
    return list(islice(boxes, 1))


def _is_text(name: str) -> bool:
    words = words_of(name)
    return words != () and ((words[-1] in _TEXT and _POST.issuperset(words)) or _GLUED.match(name) is not None)
