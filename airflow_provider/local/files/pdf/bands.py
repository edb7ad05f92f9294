"""
Parts of a page that white space runs down through: where they begin and end, and what stands beside what there.

Which of them are tables, and which are columns of text, `tables` tells.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from airflow_provider.local.files.pdf.pieces import Row
from airflow_provider.local.files.pdf.rows import MARKER

# White space that runs down fewer lines is by chance.
_FEWEST_LINES = 3
# In sizes of the letters, from one base line to the next: what is farther away is apart.
_FAR = 1.8
_APART = 0.9
# White space that runs down is this wide at least, in sizes of the letters; pieces are divided already.
_NARROWEST = 0.4
# The same in what the rows of a table are apart; and as many times that far, other columns begin another table.
_FARTHER = 1.15
_TWICE = 2.0
# What begins this far to the left of a table is none of it, in sizes of the letters.
_OUTSIDE = 3.0
# The letters of a heading, to those of what it stands above.
LARGER = 1.12

Gap = tuple[float, float]


@dataclass(slots=True)
class _Several:
    """What rows of several pieces tell of lone ones near them: where they begin, how large and how far apart."""

    left: float = math.inf
    second: float = math.inf
    size: float = 0.0
    pitch: float = 0.0
    marked: bool = False

    def add(self, row: Row, above: Row | None) -> None:
        """Take in a row of several pieces, and the row right above it."""
        if above and self.size:
            self.pitch = max(self.pitch, row[0].y - above[0].y)
        self.left, self.second = min(self.left, row[0].x0), min(self.second, row[1].x0)
        self.size = self.size or min(piece.size for piece in row)
        self.marked = self.marked or MARKER.match(row[0].text) is not None

    @property
    def farthest(self) -> float:
        """How far a lone row is from the next one at most."""
        return max(_FARTHER * self.pitch, self.size) if self.pitch else _FAR * self.size

    def leaves_out(self, row: Row, step: float) -> bool:
        """Tell whether a row, a *step* away, is none of theirs: a heading, an item, or what stands apart."""
        lone = row[0]
        if not self.size or len(row) > 1 or lone.grid or lone.x0 >= self.second:
            return False
        if step > self.farthest:
            return True
        if MARKER.fullmatch(lone.words[0].text):
            return not self.marked
        return lone.x0 < self.left - _OUTSIDE * self.size or (lone.size >= LARGER * self.size and step > lone.size)


def band_of(rows: Sequence[Row], start: int, right: float) -> tuple[int, list[Gap]]:
    """Return where the rows end that white space runs down through, with that space; one row if there is none."""
    free: list[Gap] = [(-math.inf, math.inf)]
    low, high = math.inf, -math.inf
    several = _Several()
    best, found = start + 1, list[Gap]()
    for place in range(start, len(rows)):
        row, above = rows[place], rows[place - 1] if place > start else None
        step = row[0].y - above[0].y if above else 0.0
        if several.leaves_out(row, step):
            break
        is_far = step > _TWICE * several.pitch > 0
        if len(row) > 1:
            several.add(row, above)
        low, high = min(low, row[0].x0), max(high, row[-1].x1)
        least = _NARROWEST * (several.size or row[0].size)
        free = [gap for gap in _both(free, _free(row)) if gap[1] - gap[0] >= least and gap[1] > low and gap[0] < right]
        if not free:
            break
        inner = [gap for gap in free if gap[0] >= low and gap[1] <= high]
        if above and (len(inner) != len(found) if is_far else len(inner) < len(found) and are_far(above, row)):
            break
        if inner:
            best, found = place + 1, inner
    if sum(len(row) > 1 for row in rows[start:best]) < _FEWEST_LINES:
        # Loose words of two lines are above each other by chance.
        wide = _APART * (several.size or rows[start][0].size)
        found = [gap for gap in found if gap[1] - gap[0] >= wide]
    return (best, found) if found else (start + 1, [])


def core_of(rows: Sequence[Row], start: int, end: int) -> tuple[int, int]:
    """Return where the rows begin and end that hold together; lone ones above and below may be none of them."""
    places = [place for place in range(start, end) if len(rows[place]) > 1]
    several = _Several()
    for place in places:
        several.add(rows[place], rows[place - 1] if place > start else None)
    first, last = (places[0], places[-1]) if places else (start, end)
    steps = [below[0].y - above[0].y for above, below in pairwise(rows[start:end])]
    above = [
        place + 1
        for place in range(start, first)
        # Smaller letters are those of a note only above; below they may be the next line of a cell.
        if several.leaves_out(rows[place], steps[place - start])
        or steps[place - start] > several.farthest
        or rows[place][0].size * LARGER <= several.size
    ]
    below = [
        place
        for place in range(last + 1, end)
        if several.leaves_out(rows[place], steps[place - start - 1]) or steps[place - start - 1] > several.farthest
    ]
    return max(above, default=start), min(below, default=end)


def are_far(above: Row, below: Row) -> bool:
    """Tell whether two rows that follow each other stand apart."""
    return below[0].y - above[0].y > _FAR * max(above[0].size, below[0].size)


def _free(row: Row) -> list[Gap]:
    """Return where *row* has nothing."""
    edges = [-math.inf, *(edge for piece in row for edge in (piece.x0, piece.x1)), math.inf]
    return list(zip(edges[::2], edges[1::2], strict=True))


def _both(some: list[Gap], others: list[Gap]) -> list[Gap]:
    """Return what is in gaps of both."""
    out = []
    one = other = 0
    while one < len(some) and other < len(others):
        low, high = max(some[one][0], others[other][0]), min(some[one][1], others[other][1])
        if low < high:
            out.append((low, high))
        if some[one][1] < others[other][1]:
            one += 1
        else:
            other += 1
    return out


def columns_of(rows: list[Row], gaps: list[Gap]) -> list[list[Row]]:
    """Return the rows of each column."""
    columns: list[list[Row]] = [[] for _ in range(len(gaps) + 1)]
    for row in rows:
        for number, pieces in cells_of(row, gaps).items():
            columns[number].append(pieces)
    return columns


def cells_of(row: Row, gaps: list[Gap]) -> dict[int, Row]:
    """Return what stands in each column of a row."""
    cells: dict[int, Row] = {}
    for piece in row:
        number = bisect_right(gaps, piece.x0 + 1, key=lambda gap: gap[1])
        cells.setdefault(number, []).append(piece)
    return cells


def are_beside(rows: list[Row], gaps: list[Gap]) -> bool:
    """Tell whether anything in one column stands beside something in another."""
    numbers = [set(cells_of(row, gaps)) for row in rows]
    return any(len(one) > 1 for one in numbers) or any(
        numbers[place] != numbers[place - 1] and rows[place][0].y - rows[place - 1][0].y < rows[place][0].size
        for place in range(1, len(rows))
    )
