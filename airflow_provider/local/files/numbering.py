"""
The numbers that Word shows before paragraphs, and does not store in them: 2.1 of a heading, 3. of a list that goes on.

Each is put before the text of its paragraph. The plain number of an item stands between two signs that no document
holds, for Markdown numbers its items so, too; an item with another label, such as (a) or Article 1, is one of a list
without numbers.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from lxml import etree

from airflow_provider.local.files.wordml import WORD, Element, attribute, child, lineage, styles_by_id, value, whole

NUMBER = "\ue0fe"
_PLACE = re.compile(r"%([1-9])")
_PLAIN = re.compile(r"\(?%[1-9][.)]?\s*")
_HEADING = re.compile(r"(?:heading|title)", re.IGNORECASE)
_DEPTH = 9
MAX_LABEL = 60
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
          (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))  # fmt: skip
_LARGEST_ROMAN = 4000


def write_numbers(document: Element, numbering: Element | None, styles: Element | None) -> None:
    """Put the number of each numbered paragraph of *document* before its text."""
    if numbering is None:
        return
    known = _Numbering(numbering)
    named = styles_by_id(styles)
    for paragraph in document.iter(f"{WORD}p"):
        style = named.get(value(paragraph, "pPr", "pStyle"))
        number, depth = numbered(paragraph, style, named)
        levels = known.levels(number)
        if not 0 <= depth < _DEPTH or (level := levels.get(depth)) is None:
            continue
        count = known.count(number, depth)
        if level.form in {"bullet", "none"}:
            continue
        if _HEADING.match(value(style, "name")) or len(_PLACE.findall(level.text)) > 1:
            _insert(paragraph, f"{_label(level, levels, count)} ")
            _make_plain(paragraph)
        elif level.is_plain:
            _insert(paragraph, f"{NUMBER}{count[depth]}{NUMBER}")
        elif label := _label(level, levels, count).strip():
            _insert(paragraph, f"{label} ")
    for one in numbering.iter(f"{WORD}lvl"):
        if not _level(one).is_plain:
            _make_bullet(one)


@dataclass(frozen=True, slots=True)
class _Level:
    """How the numbers of one depth are written: their *form*, and a *text* with %1 for that of the first depth."""

    form: str
    text: str
    start: int

    @property
    def is_plain(self) -> bool:
        """Whether it is numbered as lists of Markdown are."""
        return self.form == "decimal" and _PLAIN.fullmatch(self.text) is not None


class _Numbering:
    """The lists of a document, and how far each has counted."""

    def __init__(self, numbering: Element) -> None:
        abstract = {attribute(one, "abstractNumId"): one for one in numbering.iter(f"{WORD}abstractNum")}
        self._lists = {}
        self._levels: dict[str, dict[int, _Level]] = {}
        self._restarts: set[str] = set()
        for one in numbering.iter(f"{WORD}num"):
            number, name = attribute(one, "numId"), value(one, "abstractNumId")
            self._lists[number] = name
            if name in abstract:
                self._levels[number] = {
                    whole(attribute(level, "ilvl")): _level(level) for level in abstract[name].iter(f"{WORD}lvl")
                }
            for changed in one.iterchildren(f"{WORD}lvlOverride"):
                self._change(number, changed)
        self._counts: dict[str, list[int | None]] = {}

    def _change(self, number: str, changed: Element) -> None:
        """Take over what a list changes of the levels that it shares with others."""
        levels, depth = self._levels.get(number, {}), whole(attribute(changed, "ilvl"))
        for level in changed.iterchildren(f"{WORD}lvl"):
            levels[depth] = _level(level)
        if child(changed, "startOverride") is not None:
            self._restarts.add(number)
            if depth in levels:
                levels[depth] = replace(levels[depth], start=whole(value(changed, "startOverride"), 1))

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
    return _Level(value(level, "numFmt") or "decimal", value(level, "lvlText"), whole(value(level, "start"), 1))


def numbered(paragraph: Element, style: Element | None, named: dict[str, Element]) -> tuple[str, int]:
    """Return the list and the depth of a paragraph: its own, or those of its style and the styles that it builds on."""
    number = depth = ""
    for holder in (paragraph, *lineage(style, named)):
        number = number or value(holder, "pPr", "numPr", "numId")
        depth = depth or value(holder, "pPr", "numPr", "ilvl")
    return number, whole(depth)


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
    run = etree.Element(f"{WORD}r")
    inner = etree.SubElement(run, f"{WORD}t")
    inner.text = text
    inner.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
    paragraph.insert(1 if child(paragraph, "pPr") is not None else 0, run)


def _make_plain(paragraph: Element) -> None:
    """Make an item a paragraph, for its number is in its text now."""
    properties = child(paragraph, "pPr")
    if properties is None:
        properties = etree.Element(f"{WORD}pPr")
        paragraph.insert(0, properties)
    for one in list(properties.iterchildren(f"{WORD}numPr")):
        properties.remove(one)
    etree.SubElement(etree.SubElement(properties, f"{WORD}numPr"), f"{WORD}numId").set(f"{WORD}val", "0")


def _make_bullet(level: Element) -> None:
    """Make *level* one without numbers."""
    for form in level.iterchildren(f"{WORD}numFmt"):
        form.set(f"{WORD}val", "bullet")
