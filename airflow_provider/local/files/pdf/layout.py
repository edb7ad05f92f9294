"""
What stands beside what on a page: columns of text in the order in which they are read, and tables without lines.

Columns of running text are told by their `gutters`; the rest, row by row, by the white space in its `bands`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from airflow_provider.local.files.pdf import gutters
from airflow_provider.local.files.pdf.bands import are_beside, band_of, columns_of, core_of
from airflow_provider.local.files.pdf.grids import Grid, grids_of
from airflow_provider.local.files.pdf.pieces import Part, Piece, Region, Row
from airflow_provider.local.files.pdf.rows import parted, row_of, size_of
from airflow_provider.local.files.pdf.tables import has_box, names_of, table_of
from airflow_provider.local.files.pdf.words import Page, Word, in_lines

MAX_DEPTH = 6
MAX_ROWS = 600
# How often a page is divided into columns of text.
MAX_COLUMNS = 8
# From one base line to the next of the same text at most, in sizes of its letters.
_NEXT_LINE = 1.5

Line = list[Word] | Grid


class _Look(NamedTuple):
    """How a page is looked at: how high it is, and whether letters of one width are code."""

    height: float
    code: bool


def regions_of(page: Page, *, code: bool) -> list[Part]:
    """Return what a page says, part by part, in the order in which it is read; *code* is told by its letters."""
    grids, words = grids_of(page.rules, page.words)
    out: list[Part] = []
    lines: list[Line] = [*in_lines(words), *grids]
    _lay_out(lines, out, _Look(page.height, code), 0)
    if page.plain:
        out.append(page.plain)
    return out


def _lay_out(lines: list[Line], out: list[Part], look: _Look, depth: int) -> None:
    """Add what *lines* say to *out*, columns of text one after the other."""
    lines.sort(key=_height)
    places = [_place(line, code=look.code) for line in lines]
    gutter = gutters.gutter_of(places) if depth < MAX_COLUMNS else None
    if gutter is None:
        rows = [
            [Piece([], line.x0, line.x1, line.y0, 1.0, line)]
            if isinstance(line, Grid)
            else row_of(line, code=look.code)
            for line in lines
        ]
        _read(parted(rows, gutters.SPACES * gutters.space_of(places)), out, look.height, 0)
        return
    _lay_out(lines[: gutter.start], out, look, depth + 1)
    for column in _divided(lines[gutter.start : gutter.end], gutter.x):
        # What stands in another column goes on with none of its paragraphs by being near.
        out.append(Region(height=look.height))
        _lay_out(column, out, look, depth + 1)
    out.append(Region(height=look.height))
    _lay_out(lines[gutter.end :], out, look, depth + 1)


def _height(line: Line) -> float:
    return line.y0 if isinstance(line, Grid) else max(line, key=lambda word: word.size).y


def _place(line: Line, *, code: bool) -> gutters.Line:
    """Return where a line has white space; in code, that divides nothing."""
    if isinstance(line, Grid):
        return gutters.Line(line.y0, 1.0, [(line.x0, line.x1, 1.0, 0)])
    boxes = sorted((word.x0, word.x1, word.size, len(word.text)) for word in line)
    size = max(word.size for word in line)
    if code and all(word.fixed for word in line):
        boxes = [(boxes[0][0], max(word.x1 for word in line), size, sum(len(word.text) for word in line))]
    return gutters.Line(_height(line), size, boxes)


def _divided(lines: Sequence[Line], x: float) -> tuple[list[Line], list[Line]]:
    """Return what stands to the left of *x*, and what to the right."""
    sides: tuple[list[Line], list[Line]] = ([], [])
    words: tuple[list[Word], list[Word]] = ([], [])
    for line in lines:
        if isinstance(line, Grid):
            sides[(line.x0 + line.x1) / 2 > x].append(line)
        else:
            for word in line:
                words[(word.x0 + word.x1) / 2 > x].append(word)
    return [*sides[0], *in_lines(words[0])], [*sides[1], *in_lines(words[1])]


def _read(rows: list[Row], out: list[Part], height: float, depth: int) -> None:
    """Add what *rows* say to *out*."""
    place = 0
    cut = depth < MAX_DEPTH and 1 < len(rows) <= MAX_ROWS
    right = max((piece.x1 for row in rows for piece in row), default=0.0)
    while place < len(rows):
        end, gaps = band_of(rows, place, right) if cut and not _goes_on(out, rows[place]) else (place + 1, [])
        start, last = core_of(rows, place, end) if gaps else (place, end)
        if start > place:
            for row in rows[place:start]:
                _add(row, out, height)
            # What is without them may have more white space.
            place = start
            continue
        if last < end:
            end, gaps = band_of(rows[:last], place, right)
        band = rows[place:end]
        box = has_box(band, gaps)
        block = 1 if box else names_of(band, gaps)
        gaps = gaps[block - 1 : block] if block else gaps
        table = table_of(band, gaps) if gaps and not block else None
        if table is not None:
            out.append(table)
        elif gaps and end - place > 1 and are_beside(band, gaps):
            columns = columns_of(band, gaps)
            for column in reversed(columns) if box else columns:
                # What stands in another column goes on with none of its paragraphs by being near.
                out.append(Region(height=height))
                _read(column, out, height, depth + 1)
            # Below a box, the text beside it goes on.
            out += [] if box else [Region(height=height)]
        else:
            for row in band:
                _add(row, out, height)
        place = end


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
        size = size_of(words)
        right = max(piece.x1 for piece in row)
        region.lines.append(Piece(words, row[0].x0, right, row[0].y, size, is_code=row[0].is_code))
