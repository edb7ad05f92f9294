"""
The sheets of an OpenDocument file: each value as its program showed it when it was stored.

What stands many times is stated by number, and within limits: a row or a cell that is long is told once.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from airflow_provider.local.errors import Invalid
from airflow_provider.local.files.archives import local_name
from airflow_provider.local.files.sheets import MAX_CELLS, MAX_COLUMNS, MAX_MERGED, Sheet, as_html
from airflow_provider.local.files.wordml import whole

# An lxml element, which has no types.
Element = Any

# Characters.
MAX_AGAIN = 2000


def read_sheets(content: Element) -> str:
    """Return the sheets of an ODS as HTML; raises `Invalid` where they have too many cells."""
    parts, left = [], MAX_CELLS
    for table in content.iterchildren("{*}table"):
        sheet, number = Sheet(attribute(table, "name")), 0
        for row in rows_of(table):
            again = max(whole(attribute(row, "number-rows-repeated"), 1), 1)
            values = _values(row, number, sheet)
            left -= len(values) * again
            if left < 0:
                message = f"The OpenDocument file has more than {MAX_CELLS:,} cells."
                raise Invalid(message)
            if values:
                stated = again if sum(map(len, values)) <= MAX_AGAIN else 1
                sheet.rows.update(dict.fromkeys(range(number, number + stated), values))
            number += again
        parts.append(as_html(sheet))
    return "".join(parts)


def _values(row: Element, number: int, sheet: Sheet) -> list[str]:
    """Return what is seen in the cells of *row*; *sheet* gets the areas and links that begin in it."""
    values: list[str] = []
    for cell in row:
        name, column = local_name(cell), len(values)
        if name not in {"table-cell", "covered-table-cell"} or column >= MAX_COLUMNS:
            continue
        lines = cell.iterchildren("{*}p") if name == "table-cell" else ()
        text = "\n".join("".join(line.itertext()) for line in lines)
        across, down = (max(whole(attribute(cell, f"number-{of}-spanned"), 1), 1) for of in ("columns", "rows"))
        if across * down > 1 and len(sheet.merged) < MAX_MERGED:
            sheet.merged.append((number, number + down - 1, column, column + across - 1))
        for link in cell.iterfind("{*}p/{*}a"):
            sheet.links[number, column] = attribute(link, "href")
        again = min(max(whole(attribute(cell, "number-columns-repeated"), 1), 1), MAX_COLUMNS - column)
        values += [text, *[text if len(text) <= MAX_AGAIN else ""] * (again - 1)]
    while values and not values[-1]:
        values.pop()
    return values


def rows_of(table: Element) -> Iterator[Element]:
    """Yield the rows of *table*, those in groups, too."""
    for one in table:
        if local_name(one) == "table-row":
            yield one
        elif local_name(one) in {"table-header-rows", "table-rows", "table-row-group"}:
            yield from rows_of(one)


def attribute(element: Element, name: str) -> str:
    """Return an attribute of *element* by its name without a namespace, empty where it has none."""
    return next((str(value) for key, value in element.attrib.items() if key.rpartition("}")[2] == name), "")
