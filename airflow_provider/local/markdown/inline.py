"""
The inline parts of a block: text, emphasis, links, images and code, put together for `escaping`.

Block elements among them are the business of `blocks`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar

from airflow_provider.local.markdown.code import ticked
from airflow_provider.local.markdown.escaping import (
    BREAK,
    EM,
    EM_END,
    LINK,
    MARK,
    STRONG,
    STRONG_END,
    STRUCK,
    STRUCK_END,
    bracketed,
    finished,
    one_space,
)
from airflow_provider.local.markdown.formulas import formula
from airflow_provider.local.markdown.meaning import LINE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from airflow_provider.local.markdown.targets import Targets

# An lxml element, which has no types.
Element = Any

EMPHASIS = {
    **dict.fromkeys(("strong", "b"), (STRONG, STRONG_END)),
    **dict.fromkeys(("em", "i", "cite", "dfn"), (EM, EM_END)),
    **dict.fromkeys(("del", "s", "strike"), (STRUCK, STRUCK_END)),
}
END_OF = dict(EMPHASIS.values())
CODE = frozenset(("code", "kbd", "samp", "tt"))
SKIPPED = frozenset(("script", "style", "noscript", "template", "head", "svg", "object", "canvas"))
_IN_TITLE = re.compile(r"[\\\"]|&(?=#?\w{1,31};)")
# More than one would end the paragraph, and a link with it.
_BREAKS = re.compile(rf"{BREAK}(?:\s{{0,99}}{BREAK})+")
_EXPONENT = re.compile(r"([-+\u2212\u2013]?)[0-9]{1,9}")
_BLANK = f" \t\n\r\f{BREAK}"
# Widths and heights of what is not to be seen.
_UNSEEN = frozenset(("0", "1"))
MAX_DEPTH = 300
# Characters; a longer span has a space before the next one.
MAX_JOINED = 1000


class Inline:
    """One block's inline content while it is put together."""

    __slots__ = ("_around", "_emphasis", "_in_link", "_pieces", "_targets", "marks")

    def __init__(self, targets: Targets, emphasis: str = "") -> None:
        self._targets = targets
        self._pieces: list[str] = []
        self._around = self._emphasis = emphasis
        self._in_link = False
        self.marks: list[str] = []

    def text(self, text: str | None) -> None:
        """Add text of the page."""
        if text and (self._pieces or not text.isspace()):
            self._pieces.append(text)

    def take(self, *, breaks: str | None = None, link: Callable[[], str | None] = lambda: None) -> str:
        """Return what was put together as Markdown, within the *link* that is asked for, and begin anew."""
        if not self._pieces:
            return ""
        text, marks = "".join(self._pieces), self.marks
        self._pieces, self.marks = [], []
        if not text.strip(_BLANK):
            return ""
        if (url := link()) is not None:
            text, marks = f"{LINK}{bracketed(text.strip())}{MARK}", [*marks, f"]({url})"]
        for start in self._around:
            text = f"{start}{text}{END_OF[start]}"
        return finished(text, marks, breaks=breaks)

    @property
    def begun(self) -> bool:
        """Whether there is anything yet."""
        return bool(self._pieces)

    def add(self, element: Element, depth: int = 0) -> None:
        """Add *element* and what is in it; what follows it is the caller's."""
        tag = element.tag
        if depth > MAX_DEPTH:
            self.text("".join(element.itertext()))
        elif tag in self._ADDED:
            self._ADDED[tag](self, element, depth)
        elif tag not in SKIPPED:
            self.inside(element, depth)

    def inside(self, element: Element, depth: int = 0) -> None:
        """Add what is in *element*."""
        self.text(element.text)
        for child in element:
            if isinstance(child.tag, str):
                self.add(child, depth + 1)
            self.text(child.tail)

    def _mark(self, markup: str) -> None:
        self._pieces.append(MARK)
        self.marks.append(markup)

    def _emphasized(self, element: Element, depth: int) -> None:
        start, end = EMPHASIS[element.tag]
        if start in self._emphasis:
            self.inside(element, depth)
            return
        self._emphasis += start
        self._pieces.append(start)
        before = len(self._pieces)
        self.inside(element, depth)
        # Without anything inside, such as an icon's, it is none.
        if len(self._pieces) > before:
            self._pieces.append(end)
        else:
            self._pieces.pop()
        self._emphasis = self._emphasis[:-1]

    def _link(self, element: Element, depth: int) -> None:
        href = element.get("href")
        url = None if href is None or self._in_link else self._targets.link(href)
        if url is None:
            self.inside(element, depth)
            return
        before, self._pieces = self._pieces, []
        self._in_link = True
        self.inside(element, depth)
        self._in_link = False
        inner = _BREAKS.sub(BREAK, "".join(self._pieces))
        self._pieces = before
        text = inner.strip().strip(BREAK)
        title = _title(element, text) if text else ""
        if not text:
            # An empty link to a place of the page itself is a sign that only shows when pointed at.
            text = element.get("aria-label") or (href[:1] != "#" and element.get("title")) or ""
        self._pieces.append(" " * inner[:1].isspace())
        if text.strip() or href[:1] != "#":
            self._pieces += [LINK, bracketed(text)]
            self._mark(f"]({url}{title})")
        if inner[-1:].isspace():
            self._pieces.append(" ")

    def _break(self, _element: Element, _depth: int) -> None:
        self._pieces.append(BREAK)

    def _line(self, element: Element, depth: int) -> None:
        """Add a line of its own; between two there is one break."""
        if self._pieces and self._pieces[-1] != BREAK:
            self._pieces.append(BREAK)
        self.inside(element, depth)
        self._pieces.append(BREAK)

    def _apart(self, element: Element, depth: int) -> None:
        self._pieces.append(" ")
        self.inside(element, depth)
        self._pieces.append(" ")

    def _quoted(self, element: Element, depth: int) -> None:
        self._pieces.append("\u201c")
        self.inside(element, depth)
        self._pieces.append("\u201d")

    def _reading(self, element: Element, depth: int) -> None:
        """Add how a character is read, in the parentheses that programs without readings show."""
        self._pieces.append("(")
        self.inside(element, depth)
        self._pieces.append(")")

    def _formula(self, element: Element, _depth: int) -> None:
        self.text(formula(element))

    def _raised(self, element: Element, depth: int) -> None:
        """Add an exponent so that it is no digit of the number before it."""
        before = self._pieces[-1][-1:] if self._pieces else ""
        exponent = not len(element) and _EXPONENT.fullmatch((element.text or "").strip())
        if exponent and (before.isdecimal() or (before.isalpha() and exponent[1])):
            self._pieces.append("^")
        self.inside(element, depth)

    def _left_out(self, _element: Element, _depth: int) -> None:
        """Add nothing: the reading that it stands around brings its own."""

    def _checkbox(self, element: Element, _depth: int) -> None:
        if element.get("type") == "checkbox":
            self._mark("[x]" if element.get("checked") is not None else "[ ]")
            self._pieces.append(" ")

    def _image(self, element: Element, _depth: int) -> None:
        alt = " ".join((element.get("alt") or "").split())
        # A dot that tells somebody that the page was read.
        if not alt and {element.get("width"), element.get("height")} <= _UNSEEN:
            return
        url = self._targets.image(element)
        if url or alt:
            self._mark(f"![{finished(bracketed(alt), [], breaks=' ')}]({url}{_title(element)})")

    def _media(self, element: Element, _depth: int) -> None:
        """Add a link to what the page plays or frames; a frame without a title is for no reader."""
        is_frame = element.tag == "iframe"
        said = element.get("title") or element.get("aria-label") or ("" if is_frame else element.tag)
        if self._in_link or not said.strip() or not _UNSEEN.isdisjoint((element.get("width"), element.get("height"))):
            return
        if url := self._targets.media(element):
            self._pieces += [" ", LINK, bracketed(" ".join(said.split()))]
            self._mark(f"]({url})")
            self._pieces.append(" ")

    def _code(self, element: Element, _depth: int) -> None:
        """Add a code span; a link in it stays one, for a code span cannot hold it, and a break is a space."""
        for line_break in element.iter("br"):
            line_break.tail = f" {line_break.tail or ''}"
        if not len(element):
            self._span(element.text or "")
        elif self._in_link or next(element.iter("a"), None) is None:
            self._span("".join(element.itertext()))
        else:
            self._split(element)

    def _split(self, element: Element) -> None:
        self._span(element.text or "")
        for child in element:
            if child.tag == "a" and (url := self._targets.link(child.get("href") or "")) is not None:
                self._pieces.append(LINK)
                self._span("".join(child.itertext()))
                self._mark(f"]({url})")
            elif isinstance(child.tag, str):
                self._split(child)
            self._span(child.tail or "")

    def _span(self, code: str) -> None:
        code = one_space(code)
        if not code.strip():
            self._pieces.append(code)
            return
        if self._pieces and self._pieces[-1] == MARK and self.marks[-1][-1] == "`" and code[0] != " ":
            code = self._joined_to_last(code)
        self._pieces += [" "] * (code[0] == " ")
        self._mark(ticked(code.strip(" ")))
        self._pieces += [" "] * (code[-1] == " ")

    def _joined_to_last(self, code: str) -> str:
        """Return *code* with that of the span right before it, for their ticks would not be told apart."""
        if len(self.marks[-1]) > MAX_JOINED:
            return f" {code}"
        self._pieces.pop()
        return self.marks.pop().strip("`").strip(" ") + code

    # By tag; what is in none of these is only looked into. Labels and the like stand apart, with or without a space.
    _ADDED: ClassVar[Mapping[str, Callable[[Inline, Element, int], None]]] = {
        **dict.fromkeys(EMPHASIS, _emphasized),
        **dict.fromkeys(CODE, _code),
        **dict.fromkeys(("button", "option", "select", "textarea", "label", "legend"), _apart),
        **dict.fromkeys(("iframe", "video", "audio"), _media),
        "a": _link,
        "br": _break,
        LINE: _line,
        "img": _image,
        "input": _checkbox,
        "math": _formula,
        "q": _quoted,
        "rp": _left_out,
        "rt": _reading,
        "sup": _raised,
    }


def _title(element: Element, text: str = "") -> str:
    """Return the title of a link or an image, unless the *text* of the link says the same already."""
    title = " ".join((element.get("title") or "").split())
    said = " ".join(text.split()).casefold()
    if not title or (said and (title.casefold() in said or said in title.casefold())):
        return ""
    return ' "{}"'.format(_IN_TITLE.sub(r"\\\g<0>", title))
