"""
Tables without lines: cells under each other make one, full lines side by side are columns of text.

Which rows white space runs down through is known already; see `bands`.
"""

from __future__ import annotations

import math
import re
from itertools import pairwise
from statistics import median

from airflow_provider.local.files.pdf.bands import Gap, are_far, cells_of
from airflow_provider.local.files.pdf.grids import Cell
from airflow_provider.local.files.pdf.pieces import Row, Table
from airflow_provider.local.files.pdf.words import Word

# A column of text has lines this long at least, in characters, and so many of them.
_LINE = 18
_FEWEST_LINES = 3
# Lines of one cell are nearer to each other than this, to how far rows are; what is nearer than that is beside it.
_NEARER = 0.8
_OVERLAP = 0.9
_FIGURE = re.compile(r"\W{0,3}(?:[A-Z]{2,3}\s)?\d[\d.,\s]*(?:[A-Z]{2,3}|\W{0,3})")
# Of what stands in a column of names, as much has a colon.
_NAMED = 0.6
# Lines of text are as far from each other, but for so much.
_EVEN = 1.1


def table_of(rows: list[Row], gaps: list[Gap]) -> Table | None:
    """Return the table that *rows* are, None where they are columns of text, or hardly anything."""
    # Lines of an index or of contents have their numbers already.
    if any(piece.grid or "…" in [word.text for word in piece.words[1:-1]] for row in rows for piece in row):
        return None
    cut = [cells_of(row, gaps) for row in rows]
    several = sum(len(cells) > 1 for cells in cut)
    if several < max(2, 0.4 * len(cut)) or _is_prose(cut, len(gaps) + 1):
        return None
    lines: list[dict[int, list[Word]]] = []
    begins = _beginnings(rows, cut)
    for cells, is_first in zip(cut, begins, strict=True):
        if is_first:
            lines.append({})
        for column, pieces in cells.items():
            lines[-1].setdefault(column, []).extend(word for piece in pieces for word in piece.words)
    if len(lines) < 2:  # noqa: PLR2004 - one row is no table
        return None
    return [[Cell(line.get(column, [])) for column in range(len(gaps) + 1)] for line in lines]


def _beginnings(rows: list[Row], cut: list[dict[int, Row]]) -> list[bool]:
    """Tell of each line of a table whether a row begins with it; cells of several lines go on with the nearer ones."""
    steps = [below[0].y - above[0].y for above, below in pairwise(rows)]
    several = [row for row, cells in zip(rows, cut, strict=True) if len(cells) > 1]
    usual = min(below[0].y - above[0].y for above, below in pairwise(several))
    out = [True]
    for number, step in enumerate(steps, 1):
        above, below = cut[number - 1], cut[number]
        before = steps[number - 2] if number > 1 else math.inf
        after = steps[number] if number < len(steps) else math.inf
        # Lines that are nearer than their letters are high stand in one row, in the middle of it or not.
        near = step < _OVERLAP * rows[number][0].size
        near = near or (len(above) == 1 and step < _NEARER * min(before, usual))
        near = near or (len(below) == 1 and step < _NEARER * min(after, usual))
        goes_on = 0 not in below and not are_far(rows[number - 1], rows[number]) and not _are_figures(above, below)
        out.append(not near and not (goes_on and after >= _NEARER * step))
    return out


def _are_figures(above: dict[int, Row], below: dict[int, Row]) -> bool:
    """Tell whether a column has one figure below another, which are two rows."""
    return any(
        all(_FIGURE.fullmatch(row[column][-1].text) for row in (above, below)) for column in above.keys() & below.keys()
    )


def names_of(rows: list[Row], gaps: list[Gap]) -> int:
    """Return the column after the first that names what stands beside it, 0 where there is none: it begins a block."""
    cut = [cells_of(row, gaps) for row in rows]
    for column in range(1, len(gaps)):
        named = [row[column][-1].text.endswith(":") for row in cut if column in row]
        if sum(named) >= max(2, _NAMED * len(named)):
            return column
    return 0


def has_box(rows: list[Row], gaps: list[Gap]) -> bool:
    """Tell whether the first column is text with even lines, and the others a box, whose lines stand between them."""
    cut = [cells_of(row, gaps) for row in rows]
    text = [cells[0] for cells in cut if 0 in cells]
    steps = [below[0].y - above[0].y for above, below in pairwise(text)]
    if len(text) < _FEWEST_LINES or max(steps) >= _EVEN * min(steps) or not _is_text(text):
        return False
    between = (row[0].y for row, cells in zip(rows, cut, strict=True) if 0 not in cells)
    return any(text[0][0].y < y < text[-1][0].y for y in between)


def _is_prose(rows: list[dict[int, Row]], columns: int) -> bool:
    """Tell whether the cells are lines of text: long ones, one under the other, that fill their columns."""
    judged = []
    for column in range(columns):
        pieces = [row[column] for row in rows if column in row]
        if len(pieces) >= _FEWEST_LINES:
            judged.append(_is_text(pieces))
        else:
            judged += [False] * (len(pieces) > 1 and max(map(_length, pieces)) < _LINE)
    return bool(judged) and all(judged)


def _is_text(lines: list[Row]) -> bool:
    """Tell whether most *lines* of a column are long and fill it."""
    width = max(row[-1].x1 for row in lines) - min(row[0].x0 for row in lines)
    filled = median(row[-1].x1 - row[0].x0 for row in lines)
    return median(map(_length, lines)) >= _LINE and filled > 0.6 * width


def _length(line: Row) -> int:
    return sum(len(word.text) + 1 for piece in line for word in piece.words)
