"""XLS, the workbooks of Excel before 2007: every sheet as a table, its values as a person sees them."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import Any

from airflow_provider.local.errors import Invalid
from airflow_provider.local.files.numbers import Format, moment_of, shown
from airflow_provider.local.files.sheets import MAX_CELLS, MAX_COLUMNS, Sheet, as_html


def read_xls(body: bytes) -> str:
    """Return the sheets of a workbook as HTML."""
    import xlrd

    try:
        with Path(os.devnull).open("w") as nowhere:
            book = xlrd.open_workbook(file_contents=body, formatting_info=True, on_demand=True, logfile=nowhere)
            return "".join(as_html(sheet) for sheet in _sheets(book))
    except Invalid:
        raise
    except Exception as error:  # noqa: BLE001 - xlrd fails in its own ways on what is damaged
        needs = "needs a password" if "encrypted" in str(error) else "is damaged"
        message = f"The XLS file cannot be read: it {needs}."
        raise Invalid(message) from None


def _sheets(book: Any) -> list[Sheet]:
    found = []
    left = MAX_CELLS
    for number, name in enumerate(book.sheet_names()):
        read = book.sheet_by_index(number)
        sheet = Sheet(name, merged=[(top, bottom - 1, a, z - 1) for top, bottom, a, z in read.merged_cells])
        for row in range(read.nrows):
            values = [_value(book, cell) for cell in read.row(row)[:MAX_COLUMNS]]
            while values and not values[-1]:
                values.pop()
            left -= len(values)
            if left < 0:
                message = f"The XLS file has more than {MAX_CELLS:,} cells."
                raise Invalid(message)
            sheet.rows[row] = values
        book.unload_sheet(number)
        found.append(sheet)
    return found


def _value(book: Any, cell: Any) -> str:
    """Return what is seen in *cell*."""
    import xlrd

    if cell.ctype == xlrd.XL_CELL_BOOLEAN:
        return "TRUE" if cell.value else "FALSE"
    if cell.ctype == xlrd.XL_CELL_ERROR:
        return str(xlrd.error_text_from_code.get(cell.value, ""))
    if cell.ctype not in {xlrd.XL_CELL_NUMBER, xlrd.XL_CELL_DATE}:
        return str(cell.value)
    form = book.format_map.get(book.xf_list[cell.xf_index].format_key)
    try:
        date = partial(moment_of, from_1904=bool(book.datemode))
        return shown(cell.value, Format(form.format_str if form else "General"), date)
    except (ValueError, OverflowError):
        return str(cell.value)
