"""
Blocks of a page as Markdown: one walk over the tree, in time that grows with the page and no faster.

What stands inside a block is put together by `inline`, tables by `tables`; here it is headings, paragraphs, lists,
quotes and code, and how they stand in each other.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar

from airflow_provider.local.markdown.code import fenced, ticked_lines
from airflow_provider.local.markdown.inline import EMPHASIS, SKIPPED, Element, Inline
from airflow_provider.local.markdown.tables import is_layout, rows_of, table
from airflow_provider.local.markdown.targets import Targets
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

MAX_DEPTH = 200
# What stands deeper keeps its text, and is set no further in.
MAX_INDENTED = 20
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
BLOCKS = word_set(
    """
    html body address article aside blockquote center dd details dialog div dl dt fieldset figcaption figure footer form
    h1 h2 h3 h4 h5 h6 header hgroup li main menu nav ol p pre search section summary table tbody td tfoot th thead tr
    caption ul hr optgroup noframes frameset dir listing xmp
    """
)
_MARKER = re.compile(r"(?:[-*]|[0-9]{1,9}[.)]) ")
_MARKED = re.compile(r"(?:[-*>]|#{1,6}|[0-9]{1,9}[.)]) ")
_NUMBERED_LATE = re.compile(r"(?!1[.)])[0-9]{1,9}[.)] ")
_CAN_BE_STRONG = re.compile(r"\w(?:[^*\n]*[^*\s])?")
MOST_DIGITS = 9


@dataclass(slots=True)
class _Link:
    """A link around blocks: it goes to its *heading*, or else to the first block, for Markdown has no other place."""

    url: str
    heading: Element | None


class Writer:
    """The Markdown of one page; *mixed* are its inline elements with blocks inside."""

    def __init__(self, targets: Targets, mixed: set[Element]) -> None:
        self._targets = targets
        self._mixed = mixed
        self._link: _Link | None = None
        self._indented = 0
        self._in_cell = False
        self._emphasis = ""

    def blocks(self, element: Element, depth: int = 0) -> list[str]:
        """Return the blocks inside *element*."""
        out: list[str] = []
        self._flow(element, out, depth)
        return out

    def _flow(self, element: Element, out: list[str], depth: int) -> None:
        inline = Inline(self._targets, self._emphasis)
        if depth > MAX_DEPTH:
            inline.text("".join(element.itertext()))
            self._paragraph(inline, out)
            return
        if element.text:
            inline.text(element.text)
        for child in element:
            tag = child.tag
            if tag in BLOCKS or child in self._mixed:
                if inline.begun:
                    self._paragraph(inline, out)
                self._block(child, tag, out, depth + 1)
            elif isinstance(tag, str):
                inline.add(child)
            if tail := child.tail:
                inline.text(tail)
        if inline.begun:
            self._paragraph(inline, out)

    def _paragraph(self, inline: Inline, out: list[str]) -> None:
        if text := inline.take(link=self._taken_link):
            out.append(text)

    def _taken_link(self, heading: Element | None = None) -> str | None:
        """Return where the block that is written leads, once."""
        link = self._link
        if link is None or (link.heading is not None and link.heading is not heading):
            return None
        self._link = None
        return link.url

    def _block(self, element: Element, tag: str, out: list[str], depth: int) -> None:
        if tag == "a":
            self._linked(element, out, depth)
        elif tag in self._WRITTEN:
            out.extend(self._WRITTEN[tag](self, element, depth, out))
        elif tag in EMPHASIS and EMPHASIS[tag][0] not in self._emphasis:
            before = self._emphasis
            self._emphasis += EMPHASIS[tag][0]
            self._flow(element, out, depth)
            self._emphasis = before
        elif tag not in SKIPPED:
            self._flow(element, out, depth)

    def _term(self, element: Element, depth: int, _out: list[str]) -> list[str]:
        """Return what a definition list defines; its definitions are paragraphs."""
        inner = self.blocks(element, depth)
        return [_strong(inner[0])] if len(inner) == 1 else inner

    def _rule(self, _element: Element, _depth: int, _out: list[str]) -> list[str]:
        return [] if self._in_cell else ["---"]

    def _preformatted(self, element: Element, _depth: int, _out: list[str]) -> list[str]:
        if self._in_cell:
            return ["\n".join(ticked_lines(element))]
        return [written] if (written := fenced(element)) else []

    def _media(self, element: Element, _depth: int, _out: list[str]) -> list[str]:
        """Return what is played or framed, without the blocks that stand in for it."""
        inline = Inline(self._targets)
        inline.add(element)
        return [text] if (text := inline.take()) else []

    def _lone_item(self, element: Element, depth: int, _out: list[str]) -> list[str]:
        """Return an item without a list around it."""
        return [self._item(element, "- ", depth)]

    def _heading(self, element: Element, depth: int, _out: list[str]) -> list[str]:
        """Return a heading; what blocks inside it hold beyond one line follows it."""
        if any(child.tag in BLOCKS for child in element.iterdescendants()):
            text, *rest = self.blocks(element, depth) or [""]
            text = text.replace("  \n", " ")
            if "\n" in text or _MARKED.match(text):
                return [text, *rest]
        else:
            inline = Inline(self._targets)
            inline.inside(element)
            text, rest = inline.take(breaks=" ", link=partial(self._taken_link, element)), []
        if self._in_cell:
            return [_strong(text), *rest]
        # Signs at the end of a heading would be taken for its own only after a space.
        if text.endswith("#") and text.rstrip("#")[-1:] in {"", " "}:
            text = f"{text[:-1]}\\#"
        return [f"{'#' * int(element.tag[1])} {text}", *rest] if text else []

    def _linked(self, element: Element, out: list[str], depth: int) -> None:
        href = element.get("href")
        url = self._targets.link(href) if href is not None and self._link is None else None
        if url is None:
            self._flow(element, out, depth)
            return
        self._link = _Link(url, next(element.iter(*_HEADINGS), None))
        self._flow(element, out, depth)
        self._link = None

    def _quote(self, element: Element, depth: int, _out: list[str]) -> list[str]:
        if self._in_cell or self._indented >= MAX_INDENTED:
            return self.blocks(element, depth)
        self._indented += 1
        inner = "\n\n".join(self.blocks(element, depth))
        self._indented -= 1
        return ["\n".join(f"> {line}" if line else ">" for line in inner.split("\n"))] if inner else []

    def _list(self, element: Element, depth: int, out: list[str]) -> list[str]:
        """Return a list; one that follows another of its kind gets other markers, for they would be taken for one."""
        ordered = element.tag == "ol"
        before = _MARKER.match(out[-1]) if out else None
        other = before is not None and before[0].strip()[-1] in (".)" if ordered else "-*")
        last = before[0].strip()[-1] if before and other else ""
        sign = (")" if last == "." else ".") if ordered else ("*" if last == "-" else "-")
        number = _number(element.get("start"), 1)
        loose = any(child.tag == "p" for item in element.iterchildren("li") for child in item)
        first: list[str] = []
        items: list[str] = []
        for part in self._parts_of_list(element, depth + 1):
            if not isinstance(part, str):
                number = _number(part.get("value"), number)
                items.append(self._item(part, f"{number}{sign} " if ordered else f"{sign} ", depth + 1, loose=loose))
                number += 1
            elif not items and not _MARKER.match(part):
                first.append(part)
            elif not items:
                items.append(part)
            else:
                # What is directly in a list belongs to the item before it.
                apart = "\n" if _MARKER.match(part) else "\n\n"
                items[-1] += apart + _set_in(part, _MARKER.match(items[-1]))
        return [*first, ("\n\n" if loose else "\n").join(items)] if items else first

    def _parts_of_list(self, element: Element, depth: int) -> Iterator[Element | str]:
        """Yield the items of a list, and as blocks what stands between them."""
        inline = Inline(self._targets, self._emphasis)
        inline.text(element.text)
        for child in element:
            if child.tag == "li" or child.tag in BLOCKS or child in self._mixed:
                out: list[str] = []
                self._paragraph(inline, out)
                if child.tag != "li":
                    self._block(child, child.tag, out, depth)
                yield from out
                if child.tag == "li":
                    yield child
            elif isinstance(child.tag, str):
                inline.add(child)
            inline.text(child.tail)
        if last := inline.take(link=self._taken_link):
            yield last

    def _item(self, element: Element, marker: str, depth: int, *, loose: bool = False) -> str:
        if self._indented >= MAX_INDENTED:
            return marker + " ".join("\n".join(self.blocks(element, depth)).split("\n"))
        self._indented += 1
        blocks = self.blocks(element, depth)
        self._indented -= 1
        if not blocks:
            return marker.rstrip()
        text = blocks[0]
        for before, block in pairwise(blocks):
            # What would be taken for the paragraph's next line is divided from it, even in a list without space.
            tight = not loose and (_MARKER.match(block) is not None) and not _NUMBERED_LATE.match(block)
            text += ("\n" if tight and _MARKER.match(before) is None else "\n\n") + block
        return marker + text.replace("\n", "\n" + " " * len(marker)).replace("\n" + " " * len(marker) + "\n", "\n\n")

    def _table(self, element: Element, depth: int, _out: list[str]) -> list[str]:
        if self._in_cell:
            return [", ".join(filter(None, (self._cell(cell, depth) for cell in row))) for row in rows_of(element)]
        if self._indented >= MAX_INDENTED or is_layout(element):
            return self.blocks(element, depth)
        captions = [block for caption in element.iterchildren("caption") for block in self.blocks(caption, depth)]
        self._in_cell = True
        written = table(element, lambda cell: self._cell(cell, depth + 1))
        self._in_cell = False
        return [*captions, written] if written else captions

    def _cell(self, element: Element, depth: int) -> str:
        """Return a cell on one line."""
        if not any(child.tag in BLOCKS or child in self._mixed for child in element):
            inline = Inline(self._targets)
            inline.inside(element)
            return inline.take(breaks="<br>")
        lines = "\n".join(self.blocks(element, depth)).replace("  \n", "\n").split("\n")
        return "<br>".join(line.strip() for line in lines if line.strip())

    _WRITTEN: ClassVar[Mapping[str, Callable[[Writer, Element, int, list[str]], list[str]]]] = {
        **dict.fromkeys(_HEADINGS, _heading),
        **dict.fromkeys(("ul", "ol", "menu", "dir"), _list),
        **dict.fromkeys(("pre", "listing", "xmp"), _preformatted),
        **dict.fromkeys(("iframe", "video", "audio"), _media),
        "li": _lone_item,
        "blockquote": _quote,
        "table": _table,
        "hr": _rule,
        "dt": _term,
    }


def _strong(text: str) -> str:
    return f"**{text}**" if _CAN_BE_STRONG.fullmatch(text) else text


def _set_in(text: str, marker: re.Match[str] | None) -> str:
    indent = " " * len(marker[0] if marker else "  ")
    return indent + text.replace("\n", f"\n{indent}")


def _number(text: str | None, default: int) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else default
