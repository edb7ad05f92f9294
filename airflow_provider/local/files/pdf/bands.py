"""
Parts of a page that white space runs down through: what stands beside what there, and which of them are tables.

Cells under each other make a table, full lines side by side make columns of text.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from airflow_provider.local.files.pdf.grids import Cell
from airflow_provider.local.files.pdf.pieces import Row, Table
from airflow_provider.local.files.pdf.rows import MARKER
from airflow_provider.local.files.pdf.words import Word

# A column of text has lines this long at least, in characters.
_LINE = 18
_FEWEST_LINES = 3
# In sizes of the letters, from one base line to the next: what is farther away is apart.
_FAR = 1.8
_APART = 0.9
# White space that runs down is this wide at least, in sizes of the letters; pieces are divided already.
_NARROWEST = 0.4
# The same in what the rows of a table are apart.
_FARTHER = 1.3
_USUAL_PITCH = 1.4
# The letters of a heading, to those of what it stands above.
LARGER = 1.12

Gap = tuple[float, float]


def band_of(rows: Sequence[Row], start: int, right: float) -> tuple[int, list[Gap]]:
    """Return where the rows end that white space runs down through, with that space; one row if there is none."""
    free: list[Gap] = [(-math.inf, math.inf)]
    low, high, pitch = math.inf, -math.inf, 0.0
    # The base lines of rows of several pieces.
    several: list[float] = []
    best, found = start + 1, list[Gap]()
    least = _NARROWEST * max(piece.size for piece in rows[start])
    for place in range(start, len(rows)):
        row = rows[place]
        if several and _is_lone(row, rows[place - 1], low, pitch or _USUAL_PITCH * row[0].size):
            break
        if len(row) > 1:
            pitch = max(pitch, row[0].y - several[-1]) if several else 0.0
            several.append(row[0].y)
        low, high = min(low, row[0].x0), max(high, row[-1].x1)
        free = [gap for gap in _both(free, _free(row)) if gap[1] - gap[0] >= least and gap[1] > low and gap[0] < right]
        if not free:
            break
        inner = [gap for gap in free if gap[0] >= low and gap[1] <= high]
        if len(inner) < len(found) and _are_far(rows[place - 1], row):
            break
        if inner:
            best, found = place + 1, inner
    if sum(len(row) > 1 for row in rows[start:best]) < _FEWEST_LINES:
        # Loose words of two lines are above each other by chance.
        wide = _APART * max(piece.size for piece in rows[start])
        found = [gap for gap in found if gap[1] - gap[0] >= wide]
    return (best, found) if found else (start + 1, [])


def _is_lone(row: Row, above: Row, left: float, pitch: float) -> bool:
    """Tell whether *row* is none of a table above it, from *left* on: a heading, a first item, or what is apart."""
    lone = row[0]
    if len(row) > 1 or lone.grid or lone.x0 > left + 0.5 * lone.size:
        return False
    if MARKER.fullmatch(lone.words[0].text):
        return not MARKER.match(above[0].text)
    step = lone.y - above[0].y
    return step > (lone.size if lone.size >= LARGER * max(piece.size for piece in above) else _FARTHER * pitch)


def begins_after(rows: Sequence[Row], start: int, end: int) -> bool:
    """Tell whether the first row is none of those after it to *end*: a heading, an item, or what is apart."""
    lone, below = rows[start][0], rows[start + 1]
    if lone.size >= LARGER * max(piece.size for piece in below) or MARKER.fullmatch(lone.words[0].text):
        return True
    return below[0].y - lone.y > _FARTHER * _pitch(rows[start + 1 : end])


def ends_before(rows: Sequence[Row], start: int, end: int) -> bool:
    """Tell whether the last row before *end* is apart from those before it from *start* on."""
    return rows[end - 1][0].y - rows[end - 2][0].y > _FARTHER * _pitch(rows[start : end - 1])


def _pitch(rows: Sequence[Row]) -> float:
    """Return how far rows of several pieces are from each other at most, in points."""
    several = [row for row in rows if len(row) > 1]
    steps = [below[0].y - above[0].y for above, below in pairwise(several)]
    return max(steps, default=_USUAL_PITCH * rows[0][0].size)


def _are_far(above: Row, below: Row) -> bool:
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
        for number, pieces in _cells(row, gaps).items():
            columns[number].append(pieces)
    return columns


def _cells(row: Row, gaps: list[Gap]) -> dict[int, Row]:
    cells: dict[int, Row] = {}
    for piece in row:
        number = bisect_right(gaps, piece.x0 + 1, key=lambda gap: gap[1])
        cells.setdefault(number, []).append(piece)
    return cells


def table_of(rows: list[Row], gaps: list[Gap]) -> Table | None:
    """Return the table that *rows* are, None where they are columns of text, or hardly anything."""
    if any(piece.grid for row in rows for piece in row):
        return None
    cut = [_cells(row, gaps) for row in rows]
    several = sum(len(cells) > 1 for cells in cut)
    if several < max(2, 0.4 * len(cut)) or _is_prose(cut, len(gaps) + 1):
        return None
    lines: list[dict[int, list[Word]]] = []
    for number, cells in enumerate(cut):
        words = {column: [word for piece in pieces for word in piece.words] for column, pieces in cells.items()}
        # What has nothing in the first column goes on with the row above.
        if lines and 0 not in words and not _are_far(rows[number - 1], rows[number]):
            for column, more in words.items():
                lines[-1].setdefault(column, []).extend(more)
        else:
            lines.append(words)
    if len(lines) < 2:  # noqa: PLR2004 - one row is no table
        return None
    return [[Cell(line.get(column, [])) for column in range(len(gaps) + 1)] for line in lines]


def _is_prose(rows: list[dict[int, Row]], columns: int) -> bool:
    """Tell whether the cells are lines of text: long ones, one under the other, that fill their columns."""
    judged = []
    for column in range(columns):
        pieces = [row[column] for row in rows if column in row]
        lengths = [sum(len(word.text) + 1 for piece in row for word in piece.words) for row in pieces]
        if len(pieces) < _FEWEST_LINES:
            judged += [False] * (len(pieces) > 1 and max(lengths) < _LINE)
            continue
        width = max(row[-1].x1 for row in pieces) - min(row[0].x0 for row in pieces)
        long = median(lengths)
        filled = median(row[-1].x1 - row[0].x0 for row in pieces)
        judged.append(long >= _LINE and filled > 0.6 * width)
    return bool(judged) and all(judged)


def are_beside(rows: list[Row], gaps: list[Gap]) -> bool:
    """Tell whether anything in one column stands beside something in another."""
    numbers = [set(_cells(row, gaps)) for row in rows]
    return any(len(one) > 1 for one in numbers) or any(
        numbers[place] != numbers[place - 1] and rows[place][0].y - rows[place - 1][0].y < rows[place][0].size
        for place in range(1, len(rows))
    )
