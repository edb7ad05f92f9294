"""
What stands beside what on a page: columns of text in the order in which they are read, and tables without lines.

Rows of words are cut where white space runs down through several of them. Cells under each other make a table,
full lines side by side make columns of text.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from statistics import median

from airflow_provider.local.files.pdf.grids import Cell, grids_of
from airflow_provider.local.files.pdf.pieces import Part, Piece, Region, Row, Table
from airflow_provider.local.files.pdf.words import Page, Word, in_lines

MAX_DEPTH = 6
MAX_ROWS = 600
# White space this wide divides parts of a row, in sizes of its letters.
_APART = 0.9
# A column of text has lines this long at least, in characters.
_LINE = 18
_FEWEST_LINES = 3
# From one base line to the next of the same text at most, in sizes of its letters.
_NEXT_LINE = 1.5
# The letters of a heading, to those of what it stands above.
_LARGER = 1.12
_LEADER = re.compile(r"[.…_]{4,}|\.{1,3}")
_FEWEST_DOTS = 4
_MARKER = re.compile(r"[•◦▪‣·●○■\ue000-\uf8ff\u2013\u2014*-]|\(?(?:\d{1,3}|[a-zA-Z])[.)]")


Gap = tuple[float, float]


def regions_of(page: Page, *, code: bool) -> list[Part]:
    """Return what a page says, part by part, in the order in which it is read; *code* is told by its letters."""
    grids, words = grids_of(page.rules, page.words)
    rows = [row for line in in_lines(words) if (row := _row(line, code=code))]
    rows += [[Piece([], grid.x0, grid.x1, grid.y0, 1.0, grid)] for grid in grids]
    rows.sort(key=lambda row: row[0].y)
    out: list[Part] = []
    _read(rows, out, page.height, 0)
    if page.plain:
        out.append(page.plain)
    return out


def _row(line: list[Word], *, code: bool) -> Row:
    """Return the pieces of a line that stand apart; code and the lines of a table of contents are one piece."""
    is_code = code and all(word.fixed for word in line)
    dots = [word for word in line if _LEADER.fullmatch(word.text)]
    leads = len(dots) >= _FEWEST_DOTS or any(len(word.text) >= _FEWEST_DOTS for word in dots)
    if leads and not is_code:
        line = [word for word in line if word is dots[0] or word not in dots]
        line = [word._replace(text="…") if word is dots[0] else word for word in line]
    row: Row = []
    for word in line:
        last = row[-1] if row else None
        near = last is not None and word.x0 - last.x1 < _APART * max(last.size, word.size)
        if last is not None and (near or leads or is_code or _MARKER.fullmatch(last.text)):
            last.words.append(word)
            last.x1 = max(last.x1, word.x1)
        else:
            row.append(Piece([word], word.x0, word.x1, word.y, word.size, is_code=is_code))
    for piece in row:
        piece.size = max(word.size for word in piece.words)
        piece.y = max(word.y for word in piece.words if word.size == piece.size)
    return row


def _read(rows: list[Row], out: list[Part], height: float, depth: int) -> None:
    """Add what *rows* say to *out*."""
    place = 0
    cut = depth < MAX_DEPTH and 1 < len(rows) <= MAX_ROWS
    right = max((piece.x1 for row in rows for piece in row), default=0.0)
    while place < len(rows):
        end, gaps = _band(rows, place, right) if cut and not _goes_on(out, rows[place]) else (place + 1, [])
        place, end = _without_lone(rows, place, end, out, height) if gaps else (place, end)
        band = rows[place:end]
        if gaps and (table := _table(band, gaps)) is not None:
            out.append(table)
        elif gaps and end - place > 1:
            for column in _columns(band, gaps):
                # What stands in another column goes on with none of its paragraphs by being near.
                out.append(Region(height=height))
                _read(column, out, height, depth + 1)
            out.append(Region(height=height))
        else:
            for row in band:
                _add(row, out, height)
        place = end


def _without_lone(rows: list[Row], start: int, end: int, out: list[Part], height: float) -> tuple[int, int]:
    """Return where the rows begin and end that hold together: headings and items before them are added to *out*."""
    while end - start > _FEWEST_LINES and len(rows[start]) == 1 and not rows[start][0].grid:
        lone = rows[start][0]
        is_heading = lone.size >= _LARGER * max(piece.size for piece in rows[start + 1])
        if not is_heading and not _MARKER.fullmatch(lone.words[0].text):
            break
        _add(rows[start], out, height)
        start += 1
    while end - start > _FEWEST_LINES and len(rows[end - 1]) == 1 and _far(rows[end - 2], rows[end - 1]):
        end -= 1
    return start, end


def _goes_on(out: list[Part], row: Row) -> bool:
    """Tell whether *row* is the next line of the text before, and so begins no columns, however short it is."""
    lines = out[-1].lines if out and isinstance(out[-1], Region) else []
    if not lines or len(row) > 1 or row[0].grid:
        return False
    last, next_ = lines[-1], row[0]
    near = 0 < next_.y - last.y < _NEXT_LINE * next_.size
    return near and abs(last.size - next_.size) < 1 and abs(last.x0 - next_.x0) < last.size


def _add(row: Row, out: list[Part], height: float) -> None:
    if row[0].grid is not None:
        out.append(row[0].grid.rows)
        return
    if not out or not isinstance(out[-1], Region):
        out.append(Region(height=height))
    region = out[-1]
    if isinstance(region, Region):
        words = [word for piece in row for word in piece.words]
        size = max(piece.size for piece in row)
        right = max(piece.x1 for piece in row)
        region.lines.append(Piece(words, row[0].x0, right, row[0].y, size, is_code=row[0].is_code))


def _band(rows: Sequence[Row], start: int, right: float) -> tuple[int, list[Gap]]:
    """Return where the rows end that white space runs down through, with that space; one row if there is none."""
    free: list[Gap] = [(-math.inf, math.inf)]
    low, high = math.inf, -math.inf
    best, found = start + 1, list[Gap]()
    least = _APART * max(piece.size for piece in rows[start])
    for place in range(start, len(rows)):
        row = rows[place]
        low, high = min(low, row[0].x0), max(high, row[-1].x1)
        free = [gap for gap in _both(free, _free(row)) if gap[1] - gap[0] >= least and gap[1] > low and gap[0] < right]
        if not free:
            break
        inner = [gap for gap in free if gap[0] >= low and gap[1] <= high]
        if len(inner) < len(found) and _far(rows[place - 1], row):
            break
        if inner:
            best, found = place + 1, inner
    return best, found


def _far(above: Row, below: Row) -> bool:
    return below[0].y - above[0].y > 1.8 * max(above[0].size, below[0].size)


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


def _columns(rows: list[Row], gaps: list[Gap]) -> list[list[Row]]:
    """Return the rows of each column."""
    columns: list[list[Row]] = [[] for _ in range(len(gaps) + 1)]
    for row in rows:
        for number, pieces in _cells(row, gaps).items():
            columns[number].append(pieces)
    return columns


def _cells(row: Row, gaps: list[Gap]) -> dict[int, Row]:
    cells: dict[int, Row] = {}
    for piece in row:
        number = sum(gap[1] <= piece.x0 + 1 for gap in gaps)
        cells.setdefault(number, []).append(piece)
    return cells


def _table(rows: list[Row], gaps: list[Gap]) -> Table | None:
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
        if lines and 0 not in words and not _far(rows[number - 1], rows[number]):
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
        if len(pieces) < _FEWEST_LINES:
            continue
        width = max(row[-1].x1 for row in pieces) - min(row[0].x0 for row in pieces)
        long = median(sum(len(word.text) + 1 for piece in row for word in piece.words) for row in pieces)
        filled = median(row[-1].x1 - row[0].x0 for row in pieces)
        judged.append(long >= _LINE and filled > 0.6 * width)
    return bool(judged) and all(judged)
