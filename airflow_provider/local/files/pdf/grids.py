"""Tables that are drawn: cells between horizontal and vertical lines, and the words in each."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from airflow_provider.local.files.pdf.words import Rule, Word, in_lines

# Lines that are no further apart are one, in points.
_NEAR = 3.0
MAX_LINES = 2000
MAX_CELLS = 5000
# How much of an edge has to be drawn for it to be one.
_DRAWN = 0.6


@dataclass(slots=True)
class Cell:
    """The words of a cell, and how many columns and rows it spans."""

    words: list[Word] = field(default_factory=list)
    across: int = 1
    down: int = 1

    def lines(self) -> list[list[Word]]:
        """Return the words line by line."""
        return in_lines(self.words)


@dataclass(slots=True)
class Grid:
    """A drawn table: its box, and the cells that begin in each row."""

    x0: float
    y0: float
    x1: float
    y1: float
    rows: list[list[Cell]]


def grids_of(rules: Sequence[Rule], words: list[Word]) -> tuple[list[Grid], list[Word]]:
    """Return the tables that *rules* draw around *words*, and the words that are in none."""
    grids = []
    for group in _connected(_joined(rules)):
        grid, rest = _grid(group, words)
        if grid is not None:
            grids.append(grid)
            words = rest
    return grids, words


def _joined(rules: Iterable[Rule]) -> list[Rule]:
    """Return the lines, those that continue or cover each other as one."""
    out = []
    for upright in (False, True):
        # Along and across: the same work for both directions.
        turned = sorted(
            ((rule.x0, rule.y0, rule.y1) if upright else (rule.y0, rule.x0, rule.x1))
            for rule in rules
            if (rule.x1 - rule.x0 < rule.y1 - rule.y0) is upright
        )
        lines: list[list[float]] = []
        for place, start, end in _by_place(turned):
            last = lines[-1] if lines else None
            if last and last[0] == place and start <= last[2] + _NEAR:
                last[2] = max(last[2], end)
            else:
                lines.append([place, start, end])
        out += [Rule(p, a, p, b) if upright else Rule(a, p, b, p) for p, a, b in lines if b - a > _NEAR]
    return out


def _by_place(lines: list[tuple[float, float, float]]) -> list[tuple[float, float, float]]:
    """Return the lines with one place for all that are near to each other."""
    out = []
    place = None
    for at, start, end in lines:
        if place is None or at - place > _NEAR:
            place = at
        out.append((place, start, end))
    return sorted(out)


def _connected(rules: list[Rule]) -> list[list[Rule]]:
    """Return the groups of lines that meet."""
    level = [rule for rule in rules if rule.y0 == rule.y1]
    upright = [rule for rule in rules if rule.y0 != rule.y1]
    if len(level) * len(upright) > MAX_LINES * MAX_LINES // 4 or not level or not upright:
        return []
    groups = {rule: {rule} for rule in rules}
    for one in level:
        for other in upright:
            meet = one.x0 - _NEAR <= other.x0 <= one.x1 + _NEAR and other.y0 - _NEAR <= one.y0 <= other.y1 + _NEAR
            if meet and groups[one] is not groups[other]:
                small, large = sorted((groups[one], groups[other]), key=len)
                large |= small
                groups.update(dict.fromkeys(small, large))
    return [sorted(group) for group in {id(group): group for group in groups.values()}.values()]


def _grid(rules: list[Rule], words: list[Word]) -> tuple[Grid | None, list[Word]]:
    level = [rule for rule in rules if rule.y0 == rule.y1]
    upright = [rule for rule in rules if rule.y0 != rule.y1]
    xs, ys = _places([rule.x0 for rule in upright]), _places([rule.y0 for rule in level])
    columns, rows = len(xs) - 1, len(ys) - 1
    if columns < 2 or rows < 2 or columns * rows > MAX_CELLS:  # noqa: PLR2004 - less is a box
        return None, words
    inside: dict[tuple[int, int], list[Word]] = {}
    rest = []
    for word in words:
        x, y = (word.x0 + word.x1) / 2, word.y - word.size / 3
        if xs[0] < x < xs[-1] and ys[0] < y < ys[-1]:
            inside.setdefault((bisect_right(ys, y) - 1, bisect_right(xs, x) - 1), []).append(word)
        else:
            rest.append(word)
    cells = _spanning(rows, columns, _Edges(xs, ys, level, upright))
    for (row, column), (top, left, _, _) in cells.items():
        if (row, column) != (top, left) and (row, column) in inside:
            inside.setdefault((top, left), []).extend(inside.pop((row, column)))
    # A drawing with a scale has hardly a word between its lines.
    if len({cells[place] for place in inside}) * 3 < len(set(cells.values())):
        return None, words
    told: list[list[Cell]] = [[] for _ in range(rows)]
    for top, left, across, down in sorted(set(cells.values())):
        told[top].append(Cell(inside.get((top, left), []), across, down))
    return Grid(xs[0], ys[0], xs[-1], ys[-1], told), rest


def _places(values: list[float]) -> list[float]:
    out: list[float] = []
    for value in sorted(values):
        if not out or value - out[-1] > _NEAR:
            out.append(value)
    return out


class _Edges:
    """Tells which edges between the places of a grid are drawn."""

    def __init__(self, xs: list[float], ys: list[float], level: list[Rule], upright: list[Rule]) -> None:
        self._xs, self._ys = xs, ys
        self._level: dict[int, list[Rule]] = {}
        self._upright: dict[int, list[Rule]] = {}
        for rule in level:
            self._level.setdefault(bisect_right(ys, rule.y0) - 1, []).append(rule)
        for rule in upright:
            self._upright.setdefault(bisect_right(xs, rule.x0) - 1, []).append(rule)

    def right_of(self, row: int, column: int) -> bool:
        """Tell whether there is a line to the right of a place."""
        low, high = self._ys[row], self._ys[row + 1]
        return any(
            min(rule.y1, high) - max(rule.y0, low) > _DRAWN * (high - low) for rule in self._upright.get(column + 1, ())
        )

    def below(self, row: int, column: int) -> bool:
        """Tell whether there is a line below a place."""
        low, high = self._xs[column], self._xs[column + 1]
        return any(
            min(rule.x1, high) - max(rule.x0, low) > _DRAWN * (high - low) for rule in self._level.get(row + 1, ())
        )


def _spanning(rows: int, columns: int, edges: _Edges) -> dict[tuple[int, int], tuple[int, int, int, int]]:
    """Return the cell of each place: its row, column, columns and rows."""
    cells: dict[tuple[int, int], tuple[int, int, int, int]] = {}
    for row in range(rows):
        for column in range(columns):
            if (row, column) in cells:
                continue
            across = down = 1
            while (
                column + across < columns
                and (row, column + across) not in cells
                and not edges.right_of(row, column + across - 1)
            ):
                across += 1
            while row + down < rows and not any(
                edges.below(row + down - 1, at) or (row + down, at) in cells for at in range(column, column + across)
            ):
                down += 1
            cell = (row, column, across, down)
            cells.update({(row + y, column + x): cell for y in range(down) for x in range(across)})
    return cells
