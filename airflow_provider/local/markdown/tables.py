"""
Tables: a grid of cells from rows with spans, and whether it is a table at all or only a layout.

What is in a cell is written by `blocks`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from airflow_provider.local.markdown.code import numbers_lines

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# An lxml element, which has no types.
Element = Any

MAX_SPAN = 200
MAX_CELLS = 100_000
# Characters; a longer text is stated once, in the first place of its span.
MAX_AGAIN = 200
_PARTS = ("thead", "tbody", "tfoot")
_CELLS = frozenset(("td", "th"))
_OF_LAYOUT = ("table", "pre", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "article", "section")
_TEXT_ALIGN = re.compile(r"(?:^|;)\s*text-align\s*:\s*(\w{1,20})", re.IGNORECASE)
_RULES = {"": "---", "left": "---", "center": ":---:", "right": "---:"}
_SETTLED = "of the head"
_BAR = re.compile(r"\|")


def is_layout(table: Element) -> bool:
    """Tell whether *table* only places things on the page: what is in it is then written one after the other."""
    if table.get("role") in {"presentation", "none"}:
        return True
    has_code = next(table.iter("pre"), None) is not None
    if has_code and all(len(row) <= 1 or numbers_lines(row[0]) for row in rows_of(table)):
        return True
    if next(table.iterchildren("thead", "caption"), None) is not None:
        return False
    rows = list(rows_of(table))
    if any(cell.tag == "th" for row in rows for cell in row):
        return False
    # One column tells nothing that paragraphs would not.
    return all(len(row) <= 1 for row in rows) or any(one is not table for one in table.iter(*_OF_LAYOUT))


def rows_of(table: Element) -> Iterator[list[Element]]:
    """Yield the cells of each row of *table*; tables inside it have rows of their own."""
    for child in table:
        rows = child.iterchildren("tr") if child.tag in _PARTS else (child,) if child.tag == "tr" else ()
        for row in rows:
            yield [cell for cell in row if cell.tag in _CELLS]


def table(element: Element, write: Callable[[Element], str]) -> str:
    """Return *element* as a pipe table, empty where no cell says anything; *write* gives a cell on one line."""
    aligned: dict[int, set[str]] = {}
    grid = _grid(element, write, aligned)
    if not any(any(row) for row in grid):
        return ""
    width = max(map(len, grid))
    head, *body = ([_BAR.sub(r"\\|", cell) for cell in row] for row in grid)
    head += [""] * (width - len(head))
    if width * len(body) <= MAX_CELLS:
        body = [row + [""] * (width - len(row)) for row in body]
    rule = [_RULES[_only(aligned.get(column))] for column in range(width)]
    lines = (head, rule, *(row for row in body if any(row)))
    return "\n".join(f"| {' | '.join(row)} |" for row in lines)


def _grid(element: Element, write: Callable[[Element], str], aligned: dict[int, set[str]]) -> list[list[str]]:
    """
    Return the text of every place; a cell that spans several states its text in each row and column.

    How the cells of each column are *aligned* is noted: those of the first row, or else all.
    """
    grid: list[list[str]] = []
    # What still reaches down: rows left and text, by column.
    above: dict[int, tuple[int, str]] = {}
    count = 0
    for cells in rows_of(element):
        row: list[str] = []
        for cell in cells:
            _reach_down(above, row)
            text = write(cell)
            again = text if len(text) <= MAX_AGAIN and len(cells) > 1 else ""
            across, down = _span(cell, "colspan"), _span(cell, "rowspan")
            if count + len(row) > MAX_CELLS:
                across = down = 1
            stated = _alignment(cell)
            for number in range(across):
                _note(aligned, len(row), stated, is_head=not grid)
                if down > 1:
                    above[len(row)] = (down - 1, again)
                row.append(again if number else text)
        _reach_down(above, row)
        grid.append(row)
        count += len(row)
        if count > MAX_CELLS:
            above.clear()
    return grid


def _alignment(cell: Element) -> str:
    if not cell.keys():
        return ""
    if align := cell.get("align"):
        return str(align).lower()
    found = _TEXT_ALIGN.search(cell.get("style") or "")
    return found[1].lower() if found else ""


def _note(aligned: dict[int, set[str]], column: int, stated: str, *, is_head: bool) -> None:
    """Note what a cell says of its *column*; a head that says something has the only say."""
    if is_head:
        aligned[column] = {stated, _SETTLED} if stated else set()
    elif _SETTLED not in aligned.setdefault(column, set()):
        aligned[column].add(stated)


def _only(stated: set[str] | None) -> str:
    """Return how a column is aligned, empty where its cells are not all alike."""
    left = (stated or set()) - {_SETTLED}
    return next(iter(left)) if len(left) == 1 and left <= _RULES.keys() else ""


def _reach_down(above: dict[int, tuple[int, str]], row: list[str]) -> None:
    while (found := above.pop(len(row), None)) is not None:
        left, text = found
        if left > 1:
            above[len(row)] = (left - 1, text)
        row.append(text)


def _span(cell: Element, name: str) -> int:
    text = (cell.get(name) or "").strip()
    return max(1, min(int(text), MAX_SPAN)) if text.isascii() and text.isdigit() and len(text) <= 9 else 1  # noqa: PLR2004 - digits
