"""
Columns of running text: where white space runs down between lines that stand side by side and fill their columns.

How wide that space is, the spaces between the words beside it decide, for it is as narrow as the letters allow. Cells
of a table are short, or of differing widths; of these, `layout` finds the columns.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

# A line as what stands on it, each with its place, its size, and how many characters it has, from left to right.
Box = tuple[float, float, float, int]


class Line(NamedTuple):
    """What stands on one line, from left to right, its base line, and the size of its largest letters."""

    y: float
    size: float
    boxes: Sequence[Box]


class Gutter(NamedTuple):
    """White space before *x*, from one line to before another."""

    x: float
    start: int
    end: int


MAX_LINES = 600
MAX_CANDIDATES = 8
# How wide a gutter is at least, in the usual spaces between words.
SPACES = 1.6
_USUAL_SPACE = 0.25
# In sizes of the letters: what is further apart is no space between words; what begins this near begins at one place.
_APART = 0.9
_SAME = 0.1
_FAR = 1.8
_NEXT_LINE = 1.5
# A note has letters smaller than this, to those of the text.
_SMALLER = 0.9
# Running text has lines this long at least, in characters, that fill this much of the longest; and so many of them.
_LONG = 18
_FILLED = 0.75
_FEWEST = 3
# Between words of justified text, white space meets below white space by chance, but hardly in so many lines.
_FEWEST_NARROW = 5


class _Side(NamedTuple):
    """The part of a line on one side of a gutter, from there on, and where it touches that."""

    number: int
    y: float
    size: float
    edge: float
    boxes: Sequence[Box]


def space_of(lines: Sequence[Line]) -> float:
    """Return the usual space between words, in sizes of the letters."""
    gaps = [
        (right[0] - left[1]) / right[2] for line in lines for left, right in pairwise(line.boxes) if left[2] == right[2]
    ]
    gaps = [gap for gap in gaps if 0 < gap < _APART]
    return median(gaps) if gaps else _USUAL_SPACE


def gutter_of(lines: Sequence[Line]) -> Gutter | None:
    """Return the gutter that divides most of *lines* into columns of running text, None where there is none."""
    if not _FEWEST <= len(lines) <= MAX_LINES:
        return None
    least = SPACES * space_of(lines)
    found = [gutter for x in _candidates(lines, least) for gutter in _gutters(lines, x, least)]
    # Of those that are as long, the one in the middle: its halves are divided in turn.
    middle = (min(line.boxes[0][0] for line in lines) + max(line.boxes[-1][1] for line in lines)) / 2
    return max(found, key=lambda gutter: (gutter.end - gutter.start, -abs(gutter.x - middle)), default=None)


def _candidates(lines: Sequence[Line], least: float) -> list[float]:
    """Return where lines begin, or go on after white space, most often."""
    places: Counter[float] = Counter()
    for line in lines:
        places[round(line.boxes[0][0])] += 1
        places.update(round(right[0]) for left, right in pairwise(line.boxes) if right[0] - left[1] >= least * right[2])
    return [x for x, count in places.most_common(MAX_CANDIDATES) if count >= _FEWEST]


def _gutters(lines: Sequence[Line], x: float, least: float) -> Iterator[Gutter]:
    """Yield where white space that ends at *x* divides running text."""
    lefts: list[_Side] = []
    rights: list[_Side] = []
    for number, line in enumerate((*lines, None)):
        sides = _sides(line, number, x, least) if line else None
        if sides is not None:
            lefts += [side for side in sides[:1] if side]
            rights += [side for side in sides[1:] if side]
            continue
        _drop_neighbours(lines, lefts, rights)
        if (gutter := _judged(lefts, rights, x)) is not None:
            yield gutter
        lefts, rights = [], []


def _sides(line: Line, number: int, x: float, least: float) -> tuple[_Side | None, _Side | None] | None:
    """Return what stands on either side of *x*, None where the line has no white space there."""
    size = line.size
    cut = bisect_left(line.boxes, x - max(_SAME * size, 1.0), key=lambda box: box[0])
    left, right = line.boxes[:cut], line.boxes[cut:]
    if left and (left[-1][1] > x - 0.5 * least * size or (right and right[0][0] - left[-1][1] < least * size)):
        return None
    return (
        _Side(number, line.y, size, left[-1][1], left[::-1]) if left else None,
        _Side(number, line.y, size, right[0][0], right) if right else None,
    )


def _drop_neighbours(lines: Sequence[Line], lefts: list[_Side], rights: list[_Side]) -> None:
    """Drop what stands above and below columns and is as narrow as they are."""
    if len(lefts) < _FEWEST or len(rights) < _FEWEST:
        return
    # The end of a paragraph or of a title that runs across.
    first = lefts[0].number
    while len(lefts) > _FEWEST and first and lefts[0].number == first < rights[0].number and _goes_on(lines, first):
        del lefts[0]
        first += 1
    # A date beside a letterhead.
    while len(rights) > _FEWEST and rights[0].y < lefts[0].y and _are_apart(rights[0], rights[1]):
        del rights[0]
    # A note at the foot of the page.
    while len(lefts) > _FEWEST and lefts[-1].y > rights[-1].y and _is_note(lefts):
        del lefts[-1]


def _goes_on(lines: Sequence[Line], number: int) -> bool:
    """Tell whether a line is the next one of the text in the line before."""
    above, below = lines[number - 1], lines[number]
    same = abs(above.size - below.size) < _SAME * below.size
    return same and below.y - above.y < _NEXT_LINE * below.size and above.boxes[0][0] <= below.boxes[0][0] + below.size


def _judged(lefts: list[_Side], rights: list[_Side], x: float) -> Gutter | None:
    """Return the gutter between the parts of lines, None where they are no columns of text."""
    if len(lefts) < _FEWEST or len(rights) < _FEWEST:
        return None
    begin = sum(abs(side.edge - x) <= max(_SAME * side.size, 1.0) for side in rights)
    if begin < _FEWEST or begin * 2 < len(rights):
        return None
    top = max(lefts[0].y, rights[0].y) - 0.5 * lefts[0].size
    bottom = min(lefts[-1].y, rights[-1].y) + 0.5 * lefts[0].size
    beside = [[side for side in sides if top <= side.y <= bottom] for sides in (lefts, rights)]
    narrow = any(x - side.edge < _APART * side.size for side in beside[0])
    fewest = _FEWEST_NARROW if narrow else _FEWEST
    if not all(len(sides) >= fewest and _is_running(sides) for sides in beside):
        return None
    return Gutter(x, min(lefts[0].number, rights[0].number), max(lefts[-1].number, rights[-1].number) + 1)


def _are_apart(above: _Side, below: _Side) -> bool:
    return below.y - above.y > _FAR * max(above.size, below.size)


def _is_note(sides: list[_Side]) -> bool:
    usual = median(side.size for side in sides)
    return sides[-1].size < _SMALLER * usual and _are_apart(sides[-2], sides[-1])


def _is_running(sides: Sequence[_Side]) -> bool:
    """Tell whether the parts of lines are running text: long, and most as wide as the widest."""
    lengths = [_length(side) for side in sides]
    widest = max(width for width, _ in lengths)
    return median(count for _, count in lengths) >= _LONG and median(width for width, _ in lengths) >= _FILLED * widest


def _length(side: _Side) -> tuple[float, int]:
    """Return how wide that is which touches the gutter, up to the next white space, and its characters."""
    low, high, characters = math.inf, -math.inf, -1
    for x0, x1, size, count in side.boxes:
        if characters >= 0 and max(low, x0) - min(high, x1) >= _APART * size:
            break
        low, high, characters = min(low, x0), max(high, x1), characters + count + 1
    return high - low, characters
