"""
Tables whose rows are records, and those whose columns are.

A table of labels and values is left to `pairs`. Both readings of an ambiguous table are returned; which of
them fits is seen when a schema is filled.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from airflow_provider.local.reading.facts import SHAPED, STATED, Group, Item
from airflow_provider.local.reading.page import lines_of, text_of

if TYPE_CHECKING:
    from airflow_provider.local.reading.page import Element, Page

MAX_ROWS = 20_000
_MAX_SPAN = 50
_NUMERIC = re.compile(r"^[^\w]*\d[\d.,%\s/-]*\w{0,3}$")
_TICKS = {"✓": "yes", "✔": "yes", "✅": "yes", "✗": "no", "✘": "no", "❌": "no", "✕": "no"}

Grid = list[list["Element | None"]]


def read_tables(page: Page) -> list[Group]:
    """Return one group for each table with a header, and a second one where its columns could be records."""
    groups = []
    for table in page.root.iter("table"):
        if table.find(".//table") is None:
            groups += _read_table(table, page)
    return groups


def _read_table(table: Element, page: Page) -> list[Group]:
    grid = _grid(table)
    header = _header_rows(grid)
    width = max((len(row) for row in grid), default=0)
    if not header or len(grid) <= header or width < 2:  # noqa: PLR2004 - one column is a list
        return []
    labels = _labels(grid[:header], width)
    body = [row for row in grid[header:] if not _is_section(row) and not _repeats(row, labels)]
    name = _name(table)
    groups = [Group([_item(row, labels, page) for row in body], "table", name)]
    if width > 2:  # noqa: PLR2004 - label and value are no comparison
        groups.append(_transposed(body, labels, name))
    return groups


def _grid(table: Element) -> Grid:
    """Return the cells by row and column, each repeated over the rows and columns that it spans."""
    grid: Grid = []
    carried: dict[int, tuple[Element, int]] = {}
    for row in list(table.iter("tr"))[:MAX_ROWS]:
        line: list[Element | None] = []
        cells = [cell for cell in row if cell.tag in {"td", "th"}]
        while cells or len(line) in carried:
            column = len(line)
            if column in carried:
                cell, left = carried.pop(column)
                line.append(cell)
                if left > 1:
                    carried[column] = (cell, left - 1)
                continue
            cell = cells.pop(0)
            down = _span(cell.get("rowspan"))
            for _ in range(_span(cell.get("colspan"))):
                if down > 1:
                    carried[len(line)] = (cell, down - 1)
                line.append(cell)
        if line:
            grid.append(line)
    return grid


def _span(text: str | None) -> int:
    return max(1, min(int(text), _MAX_SPAN)) if text and text.isascii() and text.isdigit() else 1


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
    bold = all(
        cell is not None and (cell.find(".//b") is not None or cell.find(".//strong") is not None) for cell in grid[0]
    )
    words = all(text and not _NUMERIC.match(text) and len(text) < 40 for text in first)  # noqa: PLR2004 - labels are short
    wide = len(set(grid[0])) > 2 or bold  # noqa: PLR2004 - two plain columns are rather labels and values
    return int(words and len(set(first)) == len(first) and wide and (bold or any(map(_NUMERIC.match, second))))


def _is_head(cell: Element) -> bool:
    return cell.tag == "th" or (not text_of(cell) and cell.getparent().find("th") is not None) or _in_head(cell)


def _in_head(cell: Element) -> bool:
    return bool(cell.getparent().getparent().tag == "thead")


def _labels(rows: Grid, width: int) -> list[str]:
    """Return the header of each column; headers over several columns are put before those below them."""
    labels = []
    for column in range(width):
        parts = [_text(row[column]) for row in rows if column < len(row)]
        labels.append(" ".join(dict.fromkeys(part for part in parts if part)))
    return labels


def _is_section(row: list[Element | None]) -> bool:
    return len(set(row)) == 1 and len(row) > 1


def _repeats(row: list[Element | None], labels: list[str]) -> bool:
    return [_text(cell) for cell in row] == labels[: len(row)]


def _item(row: list[Element | None], labels: list[str], page: Page) -> Item:
    item = Item()
    links = [link for cell in dict.fromkeys(row) if cell is not None for link in cell.iter("a") if link.get("href")]
    for label, cell in zip(labels, row, strict=False):
        item.add(label or "name", _text(cell), strength=STATED if label else SHAPED)
        if cell is not None and label:
            for link in list(cell.iter("a"))[:1]:
                item.add(f"{label} url", page.absolute(link.get("href") or ""), strength=0.9)
            for image in list(cell.iter("img"))[:1]:
                item.add("image", page.absolute(image.get("src") or ""), strength=SHAPED)
    if len(links) == 1:
        item.add("url", page.absolute(links[0].get("href")), strength=SHAPED)
    return item


def _transposed(body: Grid, labels: list[str], name: str) -> Group:
    items = []
    for column in range(1, len(labels)):
        item = Item()
        item.add("name", labels[column], strength=0.9)
        for row in body:
            if column < len(row):
                item.add(_text(row[0]), _text(row[column]))
        items.append(item)
    return Group(items, "table", name, 0.97)


def _text(cell: Element | None) -> str:
    if cell is None:
        return ""
    lines = lines_of(cell)
    if not lines:
        boxes = [box.get("checked") is not None for box in cell.iter("input") if box.get("type") == "checkbox"]
        if boxes:
            return "yes" if boxes[0] else "no"
        return " ".join(image.get("alt") or "" for image in cell.iter("img")).strip()
    text = ", ".join(lines) if cell.find(".//li") is not None else " ".join(lines)
    return _TICKS.get(text, text)


def _name(table: Element) -> str:
    """Return the caption of *table*, or the heading before it."""
    caption = table.find(".//caption")
    if caption is not None and text_of(caption):
        return text_of(caption)
    for element in (table, *table.iterancestors()):
        before = element.xpath("preceding-sibling::*[self::h1 or self::h2 or self::h3 or self::h4 or self::h5]")
        if before:
            return text_of(before[-1])
    return ""
