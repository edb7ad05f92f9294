"""
The numbers that Word shows before paragraphs, and does not store in them: 2.1 of a heading, 3. of a list that goes on.

Each is put before the text of its paragraph. Where it is that of an item, it stands between two signs that no
document holds, and the item stays one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from lxml import etree

# An lxml element, which has no types.
Element = Any

NUMBER = "\ue0fe"
_WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_PLACE = re.compile(r"%([1-9])")
_HEADING = re.compile(r"(?:heading|title)", re.IGNORECASE)
_DEPTH = 9
MAX_STYLES = 20
MAX_LABEL = 60
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
          (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))  # fmt: skip
_LARGEST_ROMAN = 4000


def write_numbers(document: Element, numbering: Element | None, styles: Element | None) -> None:
    """Put the number of each numbered paragraph of *document* before its text."""
    if numbering is None:
        return
    known = _Numbering(numbering)
    named = {_at(style, "styleId"): style for style in styles.iter(f"{_WORD}style")} if styles is not None else {}
    for paragraph in document.iter(f"{_WORD}p"):
        style = named.get(_said(paragraph, "pPr", "pStyle"))
        number, depth = _numbered(paragraph, style, named)
        levels = known.levels(number)
        if not 0 <= depth < _DEPTH or (level := levels.get(depth)) is None:
            continue
        count = known.count(number, depth)
        if level.form in {"bullet", "none"}:
            continue
        if _HEADING.match(_said(style, "name")) or len(_PLACE.findall(level.text)) > 1:
            _insert(paragraph, f"{_label(level, levels, count)} ")
            _make_plain(paragraph)
        elif level.form == "decimal":
            _insert(paragraph, f"{NUMBER}{count[depth]}{NUMBER}")


@dataclass(frozen=True, slots=True)
class _Level:
    """How the numbers of one depth are written: their *form*, and a *text* with %1 for that of the first depth."""

    form: str
    text: str
    start: int


class _Numbering:
    """The lists of a document, and how far each has counted."""

    def __init__(self, numbering: Element) -> None:
        abstract = {_at(one, "abstractNumId"): one for one in numbering.iter(f"{_WORD}abstractNum")}
        self._lists = {}
        self._levels: dict[str, dict[int, _Level]] = {}
        self._restarts: set[str] = set()
        for one in numbering.iter(f"{_WORD}num"):
            number, name = _at(one, "numId"), _said(one, "abstractNumId")
            self._lists[number] = name
            if name in abstract:
                self._levels[number] = {
                    _whole(_at(level, "ilvl")): _level(level) for level in abstract[name].iter(f"{_WORD}lvl")
                }
            if next(one.iter(f"{_WORD}startOverride"), None) is not None:
                self._restarts.add(number)
        self._counts: dict[str, list[int | None]] = {}

    def levels(self, number: str) -> dict[int, _Level]:
        """Return the levels of a list by their depth, none where it is not known."""
        return self._levels.get(number, {})

    def count(self, number: str, depth: int) -> list[int]:
        """Count one more paragraph at *depth* and return the numbers down to there."""
        levels = self._levels[number]
        name = self._lists[number]
        if number in self._restarts:
            self._restarts.discard(number)
            self._counts.pop(name, None)
        count = self._counts.setdefault(name, [None] * _DEPTH)
        for above in range(depth):
            if count[above] is None:
                count[above] = levels[above].start if above in levels else 1
        now = count[depth]
        count[depth] = levels[depth].start if now is None else now + 1
        count[depth + 1 :] = [None] * (_DEPTH - depth - 1)
        return [one or 0 for one in count]


def _level(level: Element) -> _Level:
    return _Level(_said(level, "numFmt") or "decimal", _said(level, "lvlText"), _whole(_said(level, "start"), 1))


def _numbered(paragraph: Element, style: Element | None, named: dict[str, Element]) -> tuple[str, int]:
    """Return the list and the depth of a paragraph: its own, or those of its style and the styles that it builds on."""
    holder: Element | None = paragraph
    following, number, depth = style, "", ""
    for _ in range(MAX_STYLES):
        if holder is None or (number and depth):
            break
        number = number or _said(holder, "pPr", "numPr", "numId")
        depth = depth or _said(holder, "pPr", "numPr", "ilvl")
        holder = following
        following = named.get(_said(following, "basedOn"))
    return number, _whole(depth)


def _label(level: _Level, levels: dict[int, _Level], count: list[int]) -> str:
    """Return what Word shows before a paragraph, such as 2.1."""
    return _PLACE.sub(
        lambda at: _written(count[int(at[1]) - 1], levels.get(int(at[1]) - 1, level).form), level.text[:MAX_LABEL]
    )


def _written(number: int, form: str) -> str:
    if form in {"lowerLetter", "upperLetter"} and number > 0:
        letters = chr(ord("a") + (number - 1) % 26) * min((number - 1) // 26 + 1, 9)
        return letters.upper() if form == "upperLetter" else letters
    if form in {"lowerRoman", "upperRoman"} and 0 < number < _LARGEST_ROMAN:
        letters = ""
        for value, letter in _ROMAN:
            letters += letter * (number // value)
            number %= value
        return letters.upper() if form == "upperRoman" else letters
    return f"{number:02}" if form == "decimalZero" else str(number)


def _insert(paragraph: Element, text: str) -> None:
    """Put *text* before that of *paragraph*."""
    run = etree.Element(f"{_WORD}r")
    inner = etree.SubElement(run, f"{_WORD}t")
    inner.text = text
    inner.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
    paragraph.insert(1 if next(paragraph.iterchildren(f"{_WORD}pPr"), None) is not None else 0, run)


def _make_plain(paragraph: Element) -> None:
    """Make an item a paragraph, for its number is in its text now."""
    properties = next(paragraph.iterchildren(f"{_WORD}pPr"), None)
    if properties is None:
        properties = etree.Element(f"{_WORD}pPr")
        paragraph.insert(0, properties)
    for one in list(properties.iterchildren(f"{_WORD}numPr")):
        properties.remove(one)
    etree.SubElement(etree.SubElement(properties, f"{_WORD}numPr"), f"{_WORD}numId").set(f"{_WORD}val", "0")


def _said(element: Element | None, *path: str) -> str:
    """Return the value of the element that *path* leads to from *element*, empty where there is none."""
    for name in path:
        element = next(element.iterchildren(f"{_WORD}{name}"), None) if element is not None else None
    return _at(element, "val") if element is not None else ""


def _at(element: Element, name: str) -> str:
    return str(element.get(f"{_WORD}{name}") or "")


def _whole(text: str, default: int = 0) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < _DEPTH else default
