"""
Which boxes of a page a prompt names by what they are headed: "the Most Read column", "under Latest news".

A box is what follows its heading, up to the next one like it, in whatever both stand in.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from airflow_provider.local.reading.meant.compared import START
from airflow_provider.local.reading.meant.marked import is_left_out
from airflow_provider.local.reading.sections import COUNT_BEHIND
from airflow_provider.local.reading.tree.nodes import HEADINGS
from airflow_provider.local.reading.words.wording import patterns, words_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page
    from airflow_provider.local.reading.words.names import Words
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
# So many elements around a heading are looked at, and so many headings.
_AROUND = 8
_MOST = 4


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
    said = _Said(prompt[:_LONGEST_PROMPT], frozenset(map(words_of, schema.fields)))
    texts = (node for node in page.nodes if node.own and node.is_short and node is not page.heading)
    named = ((node, said.span_of(node.text, is_heading=node.tag in HEADINGS)) for node in texts)
    found = [Box(node, *span) for node, span in named if span is not None]
    # What many have is a label in each, and a link may lead to the box that has the heading.
    alike = Counter((box.heading.text, *_kind(box.heading)) for box in found)

    def rank(box: Box) -> tuple[bool, int, bool]:
        heading = box.heading
        return heading.tag not in HEADINGS, alike[heading.text, *_kind(heading)], heading.tag == "a"

    return sorted(found, key=rank)[:_MOST]


class _Said:
    """A *prompt* by its words, in which texts are looked for that are the names of none of its *fields*."""

    def __init__(self, prompt: str, fields: Collection[Words]) -> None:
        self._prompt = prompt
        self._fields = fields
        self._words = list(_WORD.finditer(prompt))
        self._at: dict[str, list[int]] = {}
        for place, word in enumerate(self._words):
            self._at.setdefault(word[0].lower(), []).append(place)
        self._known: dict[tuple[str, bool], tuple[int, int] | None] = {}

    def span_of(self, text: str, *, is_heading: bool) -> tuple[int, int] | None:
        """Return from where to where the prompt has *text* as the name of a box; None if nowhere."""
        key = text, is_heading
        if key not in self._known:
            self._known[key] = self._found(text, is_heading=is_heading) if len(text) <= _LONGEST else None
        return self._known[key]

    def _found(self, text: str, *, is_heading: bool) -> tuple[int, int] | None:
        words = [word.lower() for word in _WORD.findall(COUNT_BEHIND.sub("", text))]
        for place in self._at.get(words[0], ()) if words else ():
            told = self._words[place : place + len(words)]
            if [word[0].lower() for word in told] == words:
                span = told[0].start(), told[-1].end()
                if self._names(*span, is_heading=is_heading):
                    return span
        return None

    def _names(self, start: int, end: int, *, is_heading: bool) -> bool:
        """Tell whether it names a box from *start* to *end*: in quotes, as a part of the page, or in capitals."""
        prompt, words = self._prompt, _WORD.findall(self._prompt[start:end])
        if is_left_out(prompt, start) or _WITHOUT.search(prompt[:start]):
            return False
        before, behind = prompt[:start].rstrip(), prompt[end:].lstrip()
        is_quoted = before.endswith(tuple(_OPENING)) and behind.startswith(tuple(_CLOSING))
        # "New arrivals: name, price".
        is_led = not before and len(words) > 1 and behind.startswith(tuple(":-\u2013\u2014"))
        # "The topics", where each has a `topic`.
        is_field = not is_quoted and words_of(prompt[start:end]) in self._fields
        is_title = words[0][0].isupper() and words[-1][0].isupper()
        if _PART_BEFORE.search(prompt[:start]) or _PART_BEHIND.match(prompt, end):
            return not is_field and (is_quoted or is_title or len(words) > 1 or is_heading)
        return is_heading and not is_field and (is_quoted or is_led or (is_title and len(words) > 1))


def without_names(prompt: str, boxes: Sequence[Box]) -> str:
    """Return *prompt* without the names of *boxes*, which ask for nothing: "Latest analysis"."""
    taken = {place for box in boxes for place in range(box.start, box.end)}
    return "".join(sign for place, sign in enumerate(prompt) if place not in taken)
