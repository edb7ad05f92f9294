"""
Tables whose rows are records, and those whose columns are.

A table of labels and values is left to `pairs`. Both readings of an ambiguous table are returned; which of
them fits is seen when a schema is filled.
"""

from __future__ import annotations

import re
from itertools import takewhile, zip_longest
from typing import TYPE_CHECKING

from airflow_provider.local.reading.data.facts import SHAPED, TIMED, Group, Item
from airflow_provider.local.reading.numbered import add_numbers
from airflow_provider.local.reading.rownotes import Grid, add_note, is_section, joined, with_notes
from airflow_provider.local.reading.sections import add_sections, section_facts
from airflow_provider.local.reading.tablerows import cell_text, parts_of, read_row
from airflow_provider.local.reading.tree.boilerplate import is_main
from airflow_provider.local.reading.tree.nodes import BOLD, MAX_SPAN, span_of
from airflow_provider.local.reading.words.forms import form_of
from airflow_provider.local.reading.words.lines import MAX_LABEL
from airflow_provider.local.reading.words.names import words_of
from airflow_provider.local.reading.words.synonyms import PHRASES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.tree.page import Page

MAX_ROWS = 20_000
_FEW_CELLS = 2
_MAX_CELLS = 200_000
MAX_SPANNED = 5_000
# More rows of header cells than these are no header.
_MOST_HEADERS = 3
_HEAD_CLASS = re.compile(
    r"(?:t?head(?:er|ing)?|col-?head(?:er|ing)?|tcat|titlebg|catbg|infoboxheading)\d?$", re.IGNORECASE
)
_NUMERIC = re.compile(r"^[^\w]{0,3}\d[\d.,%\s/-]{0,30}\w{0,3}$")
_NUMBER_SIGNS = frozenset({"#", "\u2116", "N\u00ba", "N\u00b0"})


def read_tables(page: Page) -> list[Group]:
    """
    Return one group for each table with a header, and a second one where its columns could be records.

    Tables with the same header are one, and the headings that they stand under say more of what is in them.
    """
    tables = [node for node in page.nodes if node.tag == "table" and not node.hidden]
    found: dict[tuple[str, ...], Group] = {}
    groups: list[Group] = []
    headings: dict[int, list[str]] = {}
    last = -1
    before: tuple[str, ...] = ()
    for table, after in zip_longest(tables, tables[1:]):
        rows = _rows(table, after) if table.place > last else []
        last = rows[-1].place if rows and rows[-1].place > table.last else last
        labels, read = _read_table(table, rows, page)
        known_as = (table.boilerplate, *labels)
        # "Featured items", above those that have the same columns else.
        before = known_as if read and not _differ_in_one(before, known_as) else before
        same = found.setdefault(before, read[0]) if read else None
        if same is None:
            continue
        new = read[0].items
        if same is read[0]:
            groups += read
        else:
            # For another screen, a table may be there twice.
            known = [item.facts for item in same.items]
            new = [item for item in new if item.facts not in known]
            same.items += new
        headings.setdefault(id(same), []).extend([table.heading_before] * len(new))
    for group in groups:
        over = headings.get(id(group), [])
        if len(set(over)) > 1 and "" not in over:
            add_sections(group.items, over, is_inner=False, is_only=True)
        rows = [item.nodes[0] for item in group.items if item.nodes]
        group.size = sum(len(row.text) - sum(len(link.text) for link in row.inside("a")) for row in rows)
        group.is_main = any(is_main(one) for row in rows[:1] for one in row.up())
    return groups


def _rows(table: Node, after: Node | None) -> list[Node]:
    """Return the rows of *table*; with the one *after* it in it, and without a header, it is the layout of the page."""
    if after is None or not table.holds(after):
        rows = table.inside("tr")
        is_header = len(rows) == 1 and len(_in_bold(rows[0])) == len(rows[0].children)
        return [*rows, *_rows_behind(table, len(rows[0].children))] if is_header else rows
    rows = [row for child in table.children for row in (child, *child.children) if row.tag == "tr"]
    first = rows[0].children if rows else []
    named = [cell for cell in first if cell.text]
    # Columns of icons have no header.
    is_headed = len(named) > 2 and len(first) <= len(named) + 1 and all(map(_is_head, first))  # noqa: PLR2004 - two may be a layout
    return rows if is_headed or any(map(_names_columns, rows[:_FEW_CELLS])) else []


def _names_columns(row: Node) -> bool:
    """Tell whether the cells of *row* are all in bold, and several of them known labels: "Thread", "Replies"."""
    bold = _in_bold(row)
    return len(bold) == len(row.children) and sum(words_of(text) in PHRASES for text in bold) > 2  # noqa: PLR2004 - two may be a layout


def _in_bold(row: Node) -> list[str]:
    """Return the texts of those cells of *row* that are header cells, or in bold."""
    cells = [cell for cell in row.children if cell.size and cell.text]
    return [one.text for one in cells if one.tag == "th" or any(part.text == one.text for part in one.inside(*BOLD))]


def _rows_behind(table: Node, width: int) -> list[Node]:
    """Return the rows of the tables right behind *table*, all of which have *width* cells: each record is a table."""
    found: list[Node] = []
    one = table.next
    while one is not None and one.tag == "table" and width > _FEW_CELLS:
        rows = one.inside("tr")
        if any(len(row.children) != width for row in rows):
            break
        found += rows
        one = one.next
    return found


def _differ_in_one(labels: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Tell whether of *labels*, several, all but one are those of *others*."""
    is_long = len(labels) == len(others) > _MOST_HEADERS + 1
    return is_long and sum(one != other for one, other in zip(labels, others, strict=True)) == 1


def _read_table(table: Node, rows: Sequence[Node], page: Page) -> tuple[list[str], list[Group]]:
    """Return the header of *table*, and its groups."""
    grid = _grid(rows)
    header = _header_rows(grid)
    first: Grid = []
    if not header and grid and is_section(grid[0]):
        # An announcement may stand above the labels, or a section, if these stand below the others, too.
        first, grid = grid[:1], grid[1:]
        header = _header_rows(grid)
    width = max((len(row) for row in grid), default=0)
    if not header or len(grid) <= header or width < 2:  # noqa: PLR2004 - one column is a list
        return [], []
    labels = _labels([row for row in grid[:header] if not is_section(row)], width)
    # The first section may stand among the header cells.
    below = header - int(header > 1 and is_section(grid[header - 1]))
    told = [row for row in grid[below:] if not _repeats(row, labels)]
    first = first if len(told) < len(grid) - below else []
    lines = [row for row in (*first, *told) if not _is_empty(row)]
    lines, behind = joined(lines)
    noted = with_notes(lines)
    body = [row for row, _ in noted] or [row for row in lines if not is_section(row)]
    sections = [""] * len(body) if noted else _sections(lines)
    caption = next((one.text for one in table.children if one.tag == "caption"), "")
    name = caption or table.heading_before
    leads = [_only_leads([row[column] for row in body if column < len(row)]) for column in range(width)]
    divided = {label for column, label in enumerate(labels) if _is_divided(label, [row[column:][:1] for row in body])}
    items = [read_row(row, labels, page, leads, divided) for row in body]
    for item, row in zip(items, body, strict=True):
        item.nodes = [*(cell.parent for cell in row[:1] if cell.parent is not None), *row]
    # What stands above some of them only keeps them apart.
    for item, section in zip(items, sections, strict=True) if len(set(sections)) > 1 and sections[0] else ():
        for label, text in section_facts(section).items():
            item.add(label, text, strength=SHAPED)
    for item, (_, note) in zip(items, noted, strict=False):
        add_note(item, note)
    for item, row in zip(items, body, strict=True):
        item.add("description", behind.get(id(row)), strength=SHAPED)
    add_numbers(items)
    groups = [Group(items, "table", name, table.boilerplate)]
    if width > 2:  # noqa: PLR2004 - label and value are no comparison
        groups.append(Group(_columns(body, labels), "columns", name, table.boilerplate))
    return labels, groups


def _grid(rows: Sequence[Node]) -> Grid:
    """Return the cells of *rows* by row and column, each repeated over the rows and columns that it spans."""
    grid: Grid = []
    carried: dict[int, tuple[Node, int]] = {}
    total = spanned = 0
    for row in rows[:MAX_ROWS]:
        line: list[Node] = []
        for cell in [cell for cell in row.children if cell.tag in {"td", "th"}]:
            _carry(line, carried)
            down = span_of(cell.attrs.get("rowspan"))
            across = span_of(cell.attrs.get("colspan"))
            spanned += across - 1
            for _ in range(across if spanned < MAX_SPANNED else 1):
                if down > 1 and spanned < MAX_SPANNED:
                    carried[len(line)] = (cell, down - 1)
                line.append(cell)
        _carry(line, carried)
        total += len(line)
        if total > _MAX_CELLS:
            break
        if line:
            grid.append(line)
    return grid


def _carry(line: list[Node], carried: dict[int, tuple[Node, int]]) -> None:
    """Put the cells that reach down from the rows above at the end of *line*."""
    while (column := len(line)) in carried:
        cell, left = carried.pop(column)
        line.append(cell)
        if left > 1:
            carried[column] = (cell, left - 1)


def _header_rows(grid: Grid) -> int:
    """Return how many rows on top are headers: of header cells, or of short words over numbers."""
    count = len(list(takewhile(lambda row: all(map(_is_head, row)), grid[:_MOST_HEADERS])))
    if count or len(grid) < 2:  # noqa: PLR2004 - a header needs a row below it
        return count
    first = [cell_text(cell) for cell in dict.fromkeys(grid[0])]
    # Columns of icons have no header.
    if sum(words_of(text) in PHRASES for text in first) > 1:
        first = [text for text in first if text]
    second = [cell_text(cell) for cell in next((row for row in grid[1:] if not is_section(row)), grid[1])]
    bold = all(cell.inside("b", "strong") for cell in grid[0])
    words = all(text and not _NUMERIC.match(text) and len(text) <= MAX_LABEL for text in first)
    wide = len(set(map(id, grid[0]))) > 2 or bold  # noqa: PLR2004 - two plain columns are rather labels and values
    formed = any(_NUMERIC.match(text) or form_of(text) for text in second) and not any(form_of(text) for text in first)
    known = len(first) > _FEW_CELLS and all(words_of(part) in PHRASES for text in first for part in parts_of(text))
    return int(words and len(set(first)) == len(first) and wide and (bold or formed or known))


def _is_head(cell: Node) -> bool:
    row = cell.parent
    if cell.tag == "th" or row is None or (row.parent is not None and row.parent.tag == "thead"):
        return True
    if any(_HEAD_CLASS.match(name) for name in cell.names):
        return True
    return not cell.text and any(one.tag == "th" for one in row.children)


def _labels(rows: Grid, width: int) -> list[str]:
    """Return the header of each column; headers over several columns are put before those below them."""
    labels = []
    for column in range(width):
        parts = [_header(row[column]) for row in rows if column < len(row)]
        labels.append(" ".join(dict.fromkeys(part for part in parts if part)))
    return labels


def _header(cell: Node) -> str:
    """Return the text of *cell*, or what its title says that an unknown sign or abbreviation stands for."""
    # "Rating", at the other end of the cell.
    floating = next((one.text for one in cell.below() if "float" in one.attrs.get("style", "")), "")
    text = cell_text(cell).removeprefix(floating).strip() or floating
    text = "number" if cell.text in _NUMBER_SIGNS else text
    titles = [one.attrs.get("title", "") for one in (cell, *cell.children)]
    said = (title for title in titles if 0 < len(title) <= MAX_LABEL and not title.startswith(("Sort", "Click")))
    return text if text.upper() != text or words_of(text) in PHRASES else next(said, text)


def _is_empty(row: list[Node]) -> bool:
    """Tell whether *row* only keeps others apart."""
    return not any(cell.size or cell.children for cell in row)


def _sections(rows: Grid) -> list[str]:
    """Return for each of *rows* that is none what the row over all columns says that it stands under."""
    found: list[str] = []
    above = ""
    for row in rows:
        if is_section(row):
            above = cell_text(row[0])
        else:
            found.append(above)
    return found


def _is_divided(label: str, cells: Grid) -> bool:
    """Tell whether some of *cells* in one column say as many things as their *label* names: "Type / Duty"."""
    parts = label.count(" / ")
    return parts > 0 and any(cell.text.count(" / ") == parts for one in cells for cell in one)


def _repeats(row: list[Node], labels: list[str]) -> bool:
    return [cell_text(cell) for cell in row] == labels[: len(row)]


def _only_leads(cells: Sequence[Node]) -> bool:
    """Tell whether *cells* of one column have no text but links that all show the same, as an icon of a document."""
    shown, links = {cell_text(cell) for cell in cells}, {one.href for cell in cells for one in cell.inside("a")}
    return len(shown - {""}) == 1 < len(links) and not any(cell.text for cell in cells)


def _columns(body: Grid, labels: list[str]) -> list[Item]:
    """Return the columns as records, each called by its header; the first one has their labels."""
    items = []
    for column in range(1, min(len(labels), MAX_SPAN)):
        item = Item()
        item.add("name", labels[column], strength=TIMED)
        for row in body[:MAX_SPAN]:
            if column < len(row):
                item.add(cell_text(row[0]), cell_text(row[column]))
        items.append(item)
    return items
