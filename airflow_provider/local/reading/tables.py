"""
Tables whose rows are records, and those whose columns are.

A table of labels and values is left to `pairs`. Both readings of an ambiguous table are returned; which of
them fits is seen when a schema is filled.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from airflow_provider.local.reading.facts import SHAPED, STATED, TIMED, Group, Item
from airflow_provider.local.reading.forms import byline_of, form_of
from airflow_provider.local.reading.nodes import HEADINGS, MOST_PIECES
from airflow_provider.local.reading.pairs import MAX_LABEL

if TYPE_CHECKING:
    from airflow_provider.local.reading.nodes import Node
    from airflow_provider.local.reading.page import Page

MAX_ROWS = 20_000
_MAX_SPAN = 50
_MAX_CELLS = 200_000
_MAX_SPANNED = 5_000
_NUMERIC = re.compile(r"^[^\w]{0,3}\d[\d.,%\s/-]{0,30}\w{0,3}$")
_TICKS = {"✓": "yes", "✔": "yes", "✅": "yes", "✗": "no", "✘": "no", "❌": "no", "✕": "no"}

Grid = list[list["Node | None"]]


def read_tables(page: Page) -> list[Group]:
    """Return one group for each table with a header, and a second one where its columns could be records."""
    groups = []
    tables = [node for node in page.nodes if node.tag == "table" and not node.hidden]
    for at, table in enumerate(tables):
        if at + 1 == len(tables) or not table.holds(tables[at + 1]):
            groups += _read_table(table, page)
    return groups


def _read_table(table: Node, page: Page) -> list[Group]:
    grid = _grid(table)
    header = _header_rows(grid)
    width = max((len(row) for row in grid), default=0)
    if not header or len(grid) <= header or width < 2:  # noqa: PLR2004 - one column is a list
        return []
    labels = _labels(grid[:header], width)
    body = [row for row in grid[header:] if not _is_section(row) and not _repeats(row, labels)]
    name = _name(table)
    groups = [Group([_item(row, labels, page) for row in body], "table", name, boilerplate=table.boilerplate)]
    if width > 2:  # noqa: PLR2004 - label and value are no comparison
        groups.append(_transposed(body, labels, name, table.boilerplate))
    return groups


def _grid(table: Node) -> Grid:
    """Return the cells by row and column, each repeated over the rows and columns that it spans."""
    grid: Grid = []
    carried: dict[int, tuple[Node, int]] = {}
    total = spanned = 0
    for row in [node for node in table.below() if node.tag == "tr"][:MAX_ROWS]:
        line: list[Node | None] = []
        for cell in [cell for cell in row.children if cell.tag in {"td", "th"}]:
            _carry(line, carried)
            down = _span(cell.attrs.get("rowspan"))
            across = _span(cell.attrs.get("colspan"))
            spanned += across - 1
            for _ in range(across if spanned < _MAX_SPANNED else 1):
                if down > 1 and spanned < _MAX_SPANNED:
                    carried[len(line)] = (cell, down - 1)
                line.append(cell)
        _carry(line, carried)
        total += len(line)
        if total > _MAX_CELLS:
            break
        if line:
            grid.append(line)
    return grid


def _carry(line: list[Node | None], carried: dict[int, tuple[Node, int]]) -> None:
    """Put the cells that reach down from the rows above at the end of *line*."""
    while (column := len(line)) in carried:
        cell, left = carried.pop(column)
        line.append(cell)
        if left > 1:
            carried[column] = (cell, left - 1)


def _span(text: str | None) -> int:
    return max(1, min(int(text[:6]), _MAX_SPAN)) if text and text.isascii() and text.isdigit() else 1


def _header_rows(grid: Grid) -> int:
    """Return how many rows on top are headers: of header cells, or of short words over numbers."""
    count = 0
    for row in grid[:3]:
        cells = [cell for cell in row if cell is not None]
        if not cells or not all(_is_head(cell) for cell in cells):
            break
        count += 1
    if count or len(grid) < 2:  # noqa: PLR2004 - a header needs a row below it
        return count
    first = [_text(cell) for cell in grid[0]]
    second = [_text(cell) for cell in grid[1]]
    bold = all(cell is not None and any(one.tag in {"b", "strong"} for one in cell.below()) for cell in grid[0])
    words = all(text and not _NUMERIC.match(text) and len(text) <= MAX_LABEL for text in first)
    wide = len(set(map(id, grid[0]))) > 2 or bold  # noqa: PLR2004 - two plain columns are rather labels and values
    formed = any(_NUMERIC.match(text) or form_of(text) for text in second) and not any(form_of(text) for text in first)
    return int(words and len(set(first)) == len(first) and wide and (bold or formed))


def _is_head(cell: Node) -> bool:
    row = cell.parent
    if cell.tag == "th" or row is None or (row.parent is not None and row.parent.tag == "thead"):
        return True
    return not cell.text and any(one.tag == "th" for one in row.children)


def _labels(rows: Grid, width: int) -> list[str]:
    """Return the header of each column; headers over several columns are put before those below them."""
    labels = []
    for column in range(width):
        parts = [_text(row[column]) for row in rows if column < len(row)]
        labels.append(" ".join(dict.fromkeys(part for part in parts if part)))
    return labels


def _is_section(row: list[Node | None]) -> bool:
    return len(row) > 1 and all(cell is row[0] for cell in row)


def _repeats(row: list[Node | None], labels: list[str]) -> bool:
    return [_text(cell) for cell in row] == labels[: len(row)]


def _item(row: list[Node | None], labels: list[str], page: Page) -> Item:
    item = Item()
    links: list[str] = []
    for label, cell in zip(labels, row, strict=False):
        if cell is None:
            continue
        for part, text in _labelled(label, cell):
            item.add(part, text, strength=STATED if label else SHAPED)
        inside = [one.attrs["href"] for one in cell.below() if one.tag == "a" and one.attrs.get("href")]
        links += inside
        if label:
            item.add(f"{label} url", page.absolute(inside[0]) if inside else None, strength=TIMED)
            image = next(
                (one.attrs.get("data-src") or one.attrs.get("src") for one in cell.below() if one.tag == "img"), None
            )
            item.add("image", page.absolute(image) if image else None, strength=SHAPED)
            _add_parts(item, cell, inside, page)
    if len(dict.fromkeys(links)) == 1:
        item.add("url", page.absolute(links[0]), strength=SHAPED)
    return item


def _labelled(label: str, cell: Node) -> list[tuple[str, str]]:
    """Return what *cell* says under *label*: line by line if that names several, without the byline below a title."""
    lines, names = cell.lines if cell.end - cell.start < MOST_PIECES else [], label.split(" / ")
    if len(names) == len(lines) > 1:
        return list(zip(names, lines, strict=True))
    if len(lines) == 2 and any(part in {"author", "date"} for part, _ in byline_of(lines[1])):  # noqa: PLR2004 - a title and its byline
        return [(label or "name", lines[0])]
    return [(label or "name", _text(cell))]


def _add_parts(item: Item, cell: Node, links: list[str], page: Page) -> None:
    """Add what a cell of several lines says: its main link, and the parts of its bylines."""
    lines = cell.lines
    # One line is the value itself.
    if len(lines) <= 1:
        return
    if links and (named := next((one for one in cell.below() if one.tag == "a" and one.text), None)) is not None:
        item.add("title", named.text, strength=SHAPED)
        item.add("url", page.absolute(links[0]), strength=SHAPED)
    for line in lines:
        for part, value in byline_of(line):
            item.add(part, value, strength=SHAPED)


def _transposed(body: Grid, labels: list[str], name: str, boilerplate: str) -> Group:
    items = []
    for column in range(1, min(len(labels), _MAX_SPAN)):
        item = Item()
        item.add("name", labels[column], strength=TIMED)
        for row in body[:_MAX_SPAN]:
            if column < len(row):
                item.add(_text(row[0]), _text(row[column]))
        items.append(item)
    return Group(items, "columns", name, boilerplate=boilerplate)


def _text(cell: Node | None) -> str:
    if cell is None or cell.end - cell.start > MOST_PIECES:
        return ""
    lines = cell.lines
    if not lines:
        boxes = ["checked" in one.attrs for one in cell.below() if one.attrs.get("type") == "checkbox"]
        if boxes:
            return "yes" if boxes[0] else "no"
        return " ".join(one.attrs.get("alt", "") for one in cell.below() if one.tag == "img").strip()
    text = ", ".join(lines) if any(one.tag == "li" for one in cell.below()) else " ".join(lines)
    return _TICKS.get(text, text)


def _name(table: Node) -> str:
    """Return the caption of *table*, or the heading before it."""
    caption = next((one.text for one in table.children if one.tag == "caption"), "")
    return caption or heading_before(table)


def heading_before(node: Node) -> str:
    """Return the text of the nearest heading before *node*, beside it or beside what it stands in."""
    for one in (node, *node.up()):
        siblings = one.parent.children if one.parent is not None else []
        for before in siblings[max(0, one.position - 8) : one.position][::-1]:
            heading = next((inner for inner in (before, *before.children) if inner.tag in HEADINGS), None)
            if heading is not None:
                return heading.text
    return ""
