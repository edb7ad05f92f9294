"""
The numbers that Word shows before paragraphs, and does not store in them: 2.1 of a heading, 3. of a list that goes on.

Each is put before the text of its paragraph. The plain number of an item stands between two signs that no document
holds, for Markdown numbers its items so, too; an item with another label, such as (a) or Article 1, is one of a list
without numbers. Which list a paragraph is an item of, and how deep, `items` writes into it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from lxml import etree

from airflow_provider.local.files.items import BULLETS, NUMBERS, Items
from airflow_provider.local.files.outlines import outline_level
from airflow_provider.local.files.wordml import WORD, Element, attribute, child, lineage, styles_by_id, value, whole

NUMBER = "\ue0fe"
_PLACE = re.compile(r"%([1-9])")
_PLAIN = re.compile(r"\(?%[1-9][.)]?\s*")
_HEADING = re.compile(r"(?:heading|title)", re.IGNORECASE)
_DEEP = re.compile(r"list (?:bullet|number) ([2-5])", re.IGNORECASE)
_DEPTH = 9
MAX_LABEL = 60
_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"),
          (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))  # fmt: skip
_LARGEST_ROMAN = 4000


def write_numbers(document: Element, numbering: Element | None, styles: Element | None) -> None:
    """Put the number of each numbered paragraph of *document* before its text, and make items of those of lists."""
    if numbering is None:
        return
    known, items = _Numbering(numbering), Items()
    named = styles_by_id(styles)
    for paragraph in document.iter(f"{WORD}p"):
        styles_of = list(lineage(named.get(value(paragraph, "pPr", "pStyle")), named))
        number, depth = known.place([paragraph, *styles_of])
        level = known.level(number, depth)
        items.move_to(paragraph)
        if level is None:
            items.pass_by(paragraph)
            continue
        count = known.count(number, depth)
        shown = depth or _depth_by_name(styles_of)
        is_clause = len(_PLACE.findall(level.text)) > 1 and not items.has_above(shown)
        is_apart = is_clause or level.form == "none" or _is_heading(paragraph, styles_of)
        if level.is_plain and not is_apart:
            _insert(paragraph, f"{NUMBER}{count[depth]}{NUMBER}")
            items.add(paragraph, shown, NUMBERS)
            continue
        if label := known.label(number, depth, count):
            _insert(paragraph, f"{label} ")
        if is_apart:
            items.pass_by(paragraph)
        else:
            items.add(paragraph, shown, BULLETS)
    items.write_lists(numbering)


def _depth_by_name(styles: Sequence[Element]) -> int:
    """Return how deep an item is by the name of its style, or of one that this builds on, such as "List Bullet 2"."""
    return next((int(found[1]) - 1 for one in styles if (found := _DEEP.fullmatch(value(one, "name")))), 0)


def _is_heading(paragraph: Element, styles: Sequence[Element]) -> bool:
    """Tell whether a paragraph is a heading by itself or by one of its styles."""
    return outline_level([paragraph, *styles]) > 0 or any(_HEADING.match(value(one, "name")) for one in styles[:1])


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
        # A list may have its levels from the one that a style of lists is made of.
        linked = {value(one, "styleLink"): one for one in abstract.values() if value(one, "styleLink")}
        self._lists = {}
        self._styled: dict[str, tuple[str, int]] = {}
        self._levels: dict[str, dict[int, _Level]] = {}
        self._restarts: set[str] = set()
        for one in numbering.iter(f"{WORD}num"):
            number, name = attribute(one, "numId"), value(one, "abstractNumId")
            if name in abstract:
                shared = linked.get(value(abstract[name], "numStyleLink"), abstract[name])
                name = attribute(shared, "abstractNumId")
                self._read(number, shared)
            self._lists[number] = name
            for changed in one.iterchildren(f"{WORD}lvlOverride"):
                self._change(number, changed)
        self._counts: dict[str, list[int | None]] = {}

    def _read(self, number: str, shared: Element) -> None:
        """Take over the levels of a list, and which styles they are for."""
        levels = self._levels[number] = {}
        for one in shared.iter(f"{WORD}lvl"):
            depth = whole(attribute(one, "ilvl"))
            levels[depth] = _level(one)
            if style := value(one, "pStyle"):
                self._styled.setdefault(style, (number, depth))

    def _change(self, number: str, changed: Element) -> None:
        """Take over what a list changes of the levels that it shares with others."""
        levels, depth = self._levels.get(number, {}), whole(attribute(changed, "ilvl"))
        for level in changed.iterchildren(f"{WORD}lvl"):
            levels[depth] = _level(level)
        if child(changed, "startOverride") is not None:
            self._restarts.add(number)
            if depth in levels:
                levels[depth] = replace(levels[depth], start=whole(value(changed, "startOverride"), 1))

    def place(self, holders: Sequence[Element]) -> tuple[str, int]:
        """Return list and depth of a paragraph: those that it or a style of its states, or that are for the style."""
        styled = (self._styled.get(attribute(one, "styleId")) for one in holders)
        number, depth = next(filter(None, styled), ("", 0))
        stated = [[value(one, "pPr", "numPr", name) for one in holders] for name in ("numId", "ilvl")]
        return next(filter(None, stated[0]), number), whole(next(filter(None, stated[1]), ""), depth)

    def level(self, number: str, depth: int) -> _Level | None:
        """Return a level of a list, the first one where the list has none so deep; None where it is not known."""
        levels = self._levels.get(number, {}) if depth < _DEPTH else {}
        return levels.setdefault(depth, levels[0]) if 0 in levels else levels.get(depth)

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

    def label(self, number: str, depth: int, count: list[int]) -> str:
        """Return what Word shows before a paragraph, such as 2.1; empty where that is the sign of a bullet."""
        levels = self._levels[number]
        level = levels[depth]
        label = _PLACE.sub(
            lambda at: written(count[int(at[1]) - 1], levels.get(int(at[1]) - 1, level).form), level.text[:MAX_LABEL]
        )
        return "" if level.form == "bullet" else label.strip()


def _level(level: Element) -> _Level:
    return _Level(value(level, "numFmt") or "decimal", value(level, "lvlText"), whole(value(level, "start"), 1))


def written(number: int, form: str) -> str:
    """Return *number* in one of the forms that Word knows: as a letter, a Roman number or digits."""
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
