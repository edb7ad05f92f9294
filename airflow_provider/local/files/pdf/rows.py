"""The lines of a page as rows of pieces: words that stand together, apart from what stands beside them."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence

from airflow_provider.local.files.pdf.pieces import Piece, Row
from airflow_provider.local.files.pdf.words import Word

# White space this wide divides parts of a row, in sizes of its letters.
_APART = 0.9
MARKER = re.compile(r"[•◦▪‣·●○■\u2610-\u2612\ue000-\uf8ff\u2013\u2014*-]|\(?(?:\d{1,3}|[a-zA-Z])[.)]")
# In sizes of the letters: rows of one table are no farther apart, and what is this near begins at one place.
_NEAR = 4.0
_SAME = 0.1
_LEADER = re.compile(r"[.…_]{4,}|\.{1,3}")
_FEWEST_DOTS = 4


def row_of(line: list[Word], *, code: bool) -> Row:
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
        if last is not None and (near or leads or is_code or _are_markers(last.words)):
            last.words.append(word)
            last.x1 = max(last.x1, word.x1)
        else:
            row.append(Piece([word], word.x0, word.x1, word.y, word.size, is_code=is_code))
    return [_piece(piece.words, is_code=is_code) for piece in row]


def _piece(words: list[Word], *, is_code: bool = False) -> Piece:
    size = size_of(words)
    y = max(word.y for word in words if word.size == size)
    return Piece(words, words[0].x0, max(word.x1 for word in words), y, size, is_code=is_code)


def parted(rows: list[Row], least: float) -> list[Row]:
    """
    Divide pieces where columns of a table are hardly apart.

    That is where white space is wider than *least*, in sizes of the letters, and what follows it begins or ends where a
    piece above or below it does.
    """
    for order in (rows, rows[::-1]):
        above: Row = []
        y = math.inf
        for row in order:
            if abs(row[0].y - y) >= _NEAR * row[0].size:
                above = []
            if above and not any(piece.grid or piece.is_code for piece in row):
                row[:] = [part for piece in row for part in _parts(piece, above, least)]
            if len(row) > 1:
                # What has nothing in a column tells nothing of it.
                above = [*row[1:], *(one for one in above if not any(_overlap(one, piece) for piece in row))]
                y = row[0].y
    return rows


def _overlap(one: Piece, other: Piece) -> bool:
    return one.x0 < other.x1 and other.x0 < one.x1


def _parts(piece: Piece, above: Row, least: float) -> list[Piece]:
    runs: list[list[Word]] = []
    for word in piece.words:
        if runs and word.x0 - runs[-1][-1].x1 < least * word.size:
            runs[-1].append(word)
        else:
            runs.append([word])
    parts = runs[:1]
    for run in runs[1:]:
        edge = _SAME * piece.size
        if not _are_markers(parts[-1]) and any(
            abs(run[0].x0 - one.x0) < edge or abs(run[-1].x1 - one.x1) < edge for one in above
        ):
            parts.append(run)
        else:
            parts[-1] += run
    return [piece] if len(parts) == 1 else [_piece(part) for part in parts]


def _are_markers(words: Sequence[Word]) -> bool:
    """Tell whether *words* only begin an item, whose text follows."""
    return all(MARKER.fullmatch(word.text) for word in words)


def size_of(words: Sequence[Word]) -> float:
    """Return the size of most of the letters; a marker before them has its own."""
    if len({word.size for word in words}) == 1:
        return words[0].size
    counted: Counter[float] = Counter()
    for number, word in enumerate(words):
        if number or not MARKER.fullmatch(word.text):
            counted[word.size] += len(word.text)
    return max(counted, key=lambda size: (counted[size], size))
