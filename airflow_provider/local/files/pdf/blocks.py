"""
What the lines of a document are: headings by their size, paragraphs put together again, items of lists.

Where they stand on the page is known already; see `layout`. How they become one text is told by `texts`, and HTML
by `markup`.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from statistics import quantiles

from airflow_provider.local.files.pdf.markup import Block, as_html
from airflow_provider.local.files.pdf.pieces import Part, Piece, Region, Table
from airflow_provider.local.files.pdf.texts import Spelling, without_running
from airflow_provider.local.files.pdf.words import CLOSING, PLAIN, told

# A heading's letters are larger than those of the text by this much, and it is no longer than that, in characters.
_LARGER = 1.12
_LONGEST_HEADING = 200
_LONGEST_BOLD = 100
MAX_LEVELS = 4
# From one base line to the next, in sizes of the letters.
_USUAL_STEP, _WIDEST_STEP = 1.2, 2.0
_FARTHER = 1.3
_INDENT = 0.8
_LONGEST_LINE = 400
# Running text has longer lines than this, in characters.
_LONGEST_SHORT = 25

# What a paragraph may go on with in the next column.
_OPEN = frozenset(("p", "ul", "ol"))
# Fonts of symbols have theirs among the characters that Unicode leaves to everybody.
_BULLET = re.compile(r"[•◦▪‣·●○■\ue000-\uf8ff]\s*|[\u2013\u2014*-]\s+")
_NUMBER = re.compile(r"(\d{1,3})[.)]\s+(?=\S)")
# Their letters are told with the text: no list of Markdown has them.
_LETTER = re.compile(r"(?:\(?(?:[a-zA-Z]|[ivx]{2,4})\)|(?:[a-z]|[ivx]{2,4})\.)\s+(?=\S)")
_LEADER = "…"
_END = re.compile(rf"[.!?:;][\"'\u201d\u2019)\]{CLOSING}{PLAIN}]*$")


def written(pages: Sequence[Sequence[Part]]) -> str:
    """Return what the *pages* of a document say as HTML."""
    without_running(pages)
    regions = [part for page in pages for part in page if isinstance(part, Region)]
    sizes = _Sizes(line for region in regions for line in region.lines)
    out: list[Block | Table] = []
    for page in pages:
        start = len(out)
        for part in page:
            if isinstance(part, Region):
                _add(out, _blocks(part, sizes))
            elif isinstance(part, str):
                out += [Block("p", [one]) for one in re.split(r"\n\s*\n", part.strip()) if one.strip()]
            elif len(out) == start and out and not isinstance(last := out[-1], Block) and _head(last) == _head(part):
                last += part[1:]
            else:
                out.append(part)
    return as_html(out, Spelling(line.text for region in regions for line in region.lines))


def _head(table: Table) -> list[str]:
    """Return what the first row of a table says, which its next page repeats."""
    return [told(cell.words) for cell in table[0]]


class _Sizes:
    """The size of the text, and the levels of headings by theirs."""

    def __init__(self, lines: Iterable[Piece]) -> None:
        counted: Counter[float] = Counter()
        bold = 0
        for line in lines:
            counted[_rounded(line.size)] += len(line.text)
            bold += len(line.text) * _is_bold(line)
        total = counted.total()
        self._text = counted.most_common(1)[0][0] if counted else 0.0
        self._bold_tells = bold * 3 < total
        self._levels: dict[float, int] = {}
        before, level = 0.0, 0
        for size in sorted(counted, reverse=True):
            # Sizes in which much is written are no headings' sizes.
            if size >= self._text * _LARGER and counted[size] * 3 < total:
                if not before or size < before * 0.95:
                    before, level = size, min(level + 1, MAX_LEVELS)
                self._levels[size] = level
        self._deepest = level

    def heading(self, lines: Sequence[Piece]) -> int:
        """Return the level of the heading that *lines* are, 0 where they are none."""
        text = " ".join(line.text for line in lines)
        if not any(character.isalpha() for character in text) or len(text) > _LONGEST_HEADING or _LEADER in text:
            return 0
        level = self._levels.get(_rounded(lines[0].size), 0)
        bold = self._bold_tells and len(text) <= _LONGEST_BOLD and all(map(_is_bold, lines))
        if not level and bold and lines[0].size > 0.95 * self._text and text[-1] not in ".,;":
            return self._deepest + 1
        return level

    def alike(self, one: Piece, other: Piece) -> bool:
        """Tell whether two lines look as if they were of one paragraph."""
        if one.is_code != other.is_code:
            return False
        if one.is_code:
            return True
        if self._bold_tells and _is_bold(one) != _is_bold(other):
            return False
        return abs(one.size - other.size) <= 0.08 * max(one.size, other.size)


def _rounded(size: float) -> float:
    return round(size * 2) / 2


def _is_bold(line: Piece) -> bool:
    return all(word.bold for word in line.words)


def _blocks(region: Region, sizes: _Sizes) -> Iterator[Block]:
    """Yield the blocks of lines that stand under each other."""
    for group in _groups(region.lines, sizes):
        lines = [line for line, _ in group]
        if lines[0].is_code:
            yield Block("pre", _as_typed(lines))
            continue
        level = sizes.heading(lines)
        texts: list[str] = []
        # What is bold throughout is told by what it stands for.
        bold = not level and not all(map(_is_bold, lines))
        for line, apart in group:
            if apart or not texts:
                texts.append("")
            texts[-1] += ("\n" if texts[-1] else "") + line.told(bold=bold)
        if level:
            yield Block(f"h{level}", ["\n".join(texts)])
        elif found := _NUMBER.match(texts[0]):
            yield Block("ol", [texts[0][found.end() :], *texts[1:]], int(found[1]), lines[0].x0)
        elif found := _BULLET.match(texts[0]):
            yield Block("ul", [texts[0][found.end() :], *texts[1:]], 0, lines[0].x0)
        elif _LETTER.match(texts[0]):
            yield Block("ul", texts, 0, lines[0].x0)
        else:
            yield Block("p", texts)


def _as_typed(lines: Sequence[Piece]) -> list[str]:
    """Return lines of code with the spaces before and in them, and empty lines where they stand apart."""
    word = lines[0].words[0]
    width = max((word.x1 - word.x0) / len(word.text), 1.0)
    left = min(line.x0 for line in lines)
    out: list[str] = []
    for number, line in enumerate(lines):
        if number and line.y - lines[number - 1].y > _WIDEST_STEP * line.size:
            out.append("")
        text = ""
        for word in line.words:
            place = min(round((word.x0 - left) / width), _LONGEST_LINE)
            text += " " * max(place - len(text), 1 if text else 0) + word.text
        out.append(text)
    return out


def _groups(lines: Sequence[Piece], sizes: _Sizes) -> Iterator[list[tuple[Piece, bool]]]:
    """Yield the lines of each block, each with whether it begins a line of its own within that."""
    if not lines:
        return
    # Where no line is long, as in an address, each has its end where it ends.
    is_text = max(len(line.text) for line in lines) > _LONGEST_SHORT
    right = max(line.x1 for line in lines) if is_text else math.inf
    farthest = _FARTHER * _usual_step(lines)
    group = [(lines[0], False)]
    for before, line in pairwise(lines):
        apart = right - before.x1 > line.words[0].x1 - line.words[0].x0 + 0.5 * line.size
        ended = _END.search(before.text) is not None
        apart = apart or _LEADER in before.text
        step = line.y - before.y
        if before.is_code and line.is_code and step > 0:
            group.append((line, True))
            continue
        if (
            not sizes.alike(before, line)
            or not 0 < step < farthest * line.size
            or _BULLET.match(line.text)
            or _NUMBER.match(line.text)
            or (_LETTER.match(line.text) and (apart or ended or _is_next_item(group[0][0], line)))
            or (apart and ended)
            or _is_set_in(before, line, first=len(group) == 1)
            or (_is_item(group[0][0]) and line.x0 < group[0][0].x0 - _INDENT * line.size)
            or (sizes.heading([line]) and not _are_aligned(before, line))
        ):
            yield group
            group = []
        group.append((line, apart and not line.text[0].islower()))
    yield group


def _usual_step(lines: Sequence[Piece]) -> float:
    steps = [(below.y - above.y) / below.size for above, below in pairwise(lines)]
    near = [step for step in steps if 0.8 < step < _WIDEST_STEP + 0.5]  # noqa: PLR2004 - in sizes of letters
    usual = quantiles(near, n=4)[0] if len(near) > 2 else _USUAL_STEP  # noqa: PLR2004 - too few tell nothing
    return max(_USUAL_STEP, min(usual, _WIDEST_STEP))


def _are_aligned(one: Piece, other: Piece) -> bool:
    """Tell whether two lines begin or end at one place, or have one centre."""
    near = max(one.size, other.size)
    left, right = one.x0 - other.x0, one.x1 - other.x1
    return min(abs(left), abs(right), abs(left + right) / 2) < near


def _is_item(line: Piece) -> bool:
    return any(marker.match(line.text) for marker in (_BULLET, _NUMBER, _LETTER))


def _is_next_item(item: Piece, line: Piece) -> bool:
    """Tell whether *line*, which has a letter, begins where the *item* before it does."""
    return _LETTER.match(item.text) is not None and abs(item.x0 - line.x0) < _INDENT * line.size


def _is_set_in(before: Piece, line: Piece, *, first: bool) -> bool:
    """Tell whether *line* begins a paragraph by standing further right; the text of an item does, too."""
    if first and _is_item(before):
        return False
    centred = abs((line.x0 + line.x1) - (before.x0 + before.x1)) < line.size
    return line.x0 - before.x0 > _INDENT * line.size and not centred


def _add(out: list[Block | Table], blocks: Iterator[Block]) -> None:
    """Add the *blocks* of a region; its first may go on with what the last one left open, in the column before."""
    for number, block in enumerate(blocks):
        last = out[-1] if out else None
        is_open = isinstance(last, Block) and last.tag in _OPEN and not _END.search(last.lines[-1])
        if number == 0 and isinstance(last, Block) and is_open and block.tag == "p" and block.lines[0][:1].islower():
            last.lines[-1] += f"\n{block.lines[0]}"
            last.lines += block.lines[1:]
        else:
            out.append(block)
