"""
Which boxes of a page a prompt names by what they are headed: "the Most Read column", "under Latest news".

A box is what follows its heading, up to the next one like it, in whatever both stand in.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from airflow_provider.local.reading.meant.compared import START
from airflow_provider.local.reading.meant.marked import is_left_out
from airflow_provider.local.reading.sections import COUNT_BEHIND
from airflow_provider.local.reading.tree.nodes import HEADINGS
from airflow_provider.local.reading.words.wording import patterns, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page
    from airflow_provider.local.schemas import Schema

_ANY = patterns("asking")
_WORD = re.compile(r"\w+")
_OPENING, _CLOSING = "\"'\u2018\u201c\u201e\u00ab\u00bb\u300c", "\"'\u2019\u201c\u201d\u00bb\u00ab\u300d"
# "The box Most read", "under 'Most read'".
_PART_BEFORE = re.compile(
    rf"(?<!\w)(?:{_ANY['part']}(?:\s{_ANY['named']})?|{_ANY['under']})\s(?:the\s)?[{_OPENING}]?\s?$", re.IGNORECASE
)
# "The Most read box", "the Rivers article list".
_PART_BEHIND = re.compile(rf"\s?[{_CLOSING}]?\s(?:[a-z]{{2,12}}\s)?{_ANY['part']}(?!\w)", re.IGNORECASE)
_WITHOUT = re.compile(rf"{START}{patterns('meaning')['lacking']}\s(?:[\w'-]+\s){{0,2}}[{_OPENING}]?$", re.IGNORECASE)
_LISTS = frozenset({"ul", "ol", "article"})
_LONGEST = 60
_LONGEST_PROMPT = 1000
# So many elements around a heading are looked at.
_AROUND = 8


@dataclass(frozen=True, slots=True)
class Box:
    """What a page has under a *heading*, which a prompt names from *start* to *end*."""

    heading: Node
    start: int
    end: int

    def reaches(self) -> Iterator[range]:
        """Yield the places of what may be under the heading, the nearest first."""
        top = self.heading
        while top.parent is not None and top.parent.text == self.heading.text:
            top = top.parent
        last = top.last
        for above, _ in zip(top.up(), range(_AROUND), strict=False):
            behind = top.nodes[last + 1 : above.last + 1]
            like = (
                one.place for one in behind if one.text and _kind(one) == _kind(top) and not _is_in_record(one, above)
            )
            until = next(like, above.last + 1)
            if until > last + 1:
                yield range(top.last + 1, until)
            if until <= above.last:
                return
            last = above.last


def _kind(node: Node) -> tuple[str, ...]:
    return (node.tag, *node.names)


def _is_in_record(node: Node, above: Node) -> bool:
    """Tell whether *node* stands in a record or among those of a list in *above*, as a box between them does."""
    return node.parent is not above and any(one.tag in _LISTS and above.holds(one) for one in node.up())


def boxes_in(prompt: str, page: Page, schema: Schema) -> list[Box]:
    """Return the boxes of *page* that *prompt* names, but not by a field of *schema*: those with a heading first."""
    prompt = prompt[:_LONGEST_PROMPT]
    said = list(_WORD.finditer(prompt))
    at: dict[str, list[int]] = {}
    for place, word in enumerate(said):
        at.setdefault(word[0].lower(), []).append(place)
    found: list[Box] = []
    fields = {words_of(name) for name in schema.fields}
    for node in page.nodes:
        if not node.own or not node.is_short or node is page.heading or len(node.text) > _LONGEST:
            continue
        words = [word.lower() for word in _WORD.findall(COUNT_BEHIND.sub("", node.text))]
        if not words or words_of(" ".join(words)) in fields:
            continue
        for place in at.get(words[0], ()):
            told = said[place : place + len(words)]
            if [word[0].lower() for word in told] != words:
                continue
            start, end = told[0].start(), told[-1].end()
            is_meant = not (is_left_out(prompt, start) or _WITHOUT.search(prompt[:start]))
            if is_meant and _is_named(prompt, start, end, node):
                found.append(Box(node, start, end))
    # A link may lead to the box that has the heading.
    return sorted(found, key=lambda box: (box.heading.tag not in HEADINGS, box.heading.tag == "a"))


def _is_named(prompt: str, start: int, end: int, node: Node) -> bool:
    """Tell whether *prompt* names *node* from *start* to *end*: in quotes, as a part of the page, or in capitals."""
    words = _WORD.findall(prompt[start:end])
    before, behind = prompt[:start].rstrip(), prompt[end:].lstrip()
    is_quoted = before.endswith(tuple(_OPENING)) and behind.startswith(tuple(_CLOSING))
    # "New arrivals: name, price".
    is_led = not before and len(words) > 1 and behind.startswith(tuple(":-\u2013\u2014"))
    is_title = words[0][0].isupper() and words[-1][0].isupper()
    if _PART_BEFORE.search(prompt[:start]) or _PART_BEHIND.match(prompt, end):
        return is_quoted or is_title or len(words) > 1 or node.tag in HEADINGS
    return node.tag in HEADINGS and (is_quoted or is_led or (is_title and len(words) > 1))


def without_names(prompt: str, boxes: Sequence[Box]) -> str:
    """Return *prompt* without the names of *boxes*, which ask for nothing: "Latest analysis"."""
    for start, end in sorted({(box.start, box.end) for box in boxes}, reverse=True):
        prompt = prompt[:start] + prompt[end:]
    return prompt
