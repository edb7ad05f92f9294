"""XML Spreadsheet 2003, which programs export as XLS or XML: every sheet as a table, its values as a person sees."""

from __future__ import annotations

from typing import Any

from airflow_provider.local.errors import Invalid
from airflow_provider.local.files.archives import local_name, parsed
from airflow_provider.local.files.numbers import Format, moment_of, moment_stated, shown
from airflow_provider.local.files.opensheets import attribute
from airflow_provider.local.files.sheets import MAX_CELLS, MAX_COLUMNS, MAX_MERGED, Sheet, as_html
from airflow_provider.local.files.wordml import whole

# An lxml element, which has no types.
Element = Any

# Formats that have a name; those of dates that depend on the reader's country are ISO's.
_NAMED = {
    "General Number": "General", "Fixed": "0.00", "Standard": "#,##0.00", "Percent": "0.00%", "Scientific": "0.00E+00",
    "Currency": "#,##0.00", "Euro Currency": "#,##0.00 €", "General Date": "yyyy-mm-dd h:mm",
    "Short Date": "yyyy-mm-dd", "Medium Date": "d-mmm-yy", "Long Date": "d mmmm yyyy", "Short Time": "h:mm",
    "Medium Time": "h:mm AM/PM", "Long Time": "h:mm:ss",
}  # fmt: skip


def read_xml_sheets(body: bytes) -> str:
    """Return the sheets of a workbook as HTML; raises `Invalid` where it is damaged or has too many cells."""
    try:
        root = parsed(body.lstrip())
    except ValueError:
        raise Invalid("The XML spreadsheet cannot be read: it is damaged.") from None
    formats = {
        attribute(style, "ID"): Format(_NAMED.get(code, code) or "General")
        for style in root.iter("{*}Style")
        for code in (attribute(one, "Format") for one in style.iterchildren("{*}NumberFormat"))
    }
    parts, left = [], MAX_CELLS
    for one in root.iterchildren("{*}Worksheet"):
        sheet, number = Sheet(attribute(one, "Name")), 0
        for row in one.iterfind("{*}Table/{*}Row"):
            number = whole(attribute(row, "Index"), number + 1)
            sheet.rows[number] = values = _values(row, number, sheet, formats)
            left -= len(values)
            if left < 0:
                message = f"The XML spreadsheet has more than {MAX_CELLS:,} cells."
                raise Invalid(message)
        parts.append(as_html(sheet))
    return "".join(parts)


def _values(row: Element, number: int, sheet: Sheet, formats: dict[str, Format]) -> list[str]:
    """Return what is seen in the cells of *row*; *sheet* gets the areas and links that begin in it."""
    values: list[str] = []
    column = 0
    for cell in row.iterchildren("{*}Cell"):
        column = whole(attribute(cell, "Index"), column + 1)
        across, down = (whole(attribute(cell, f"Merge{way}")) for way in ("Across", "Down"))
        if not len(values) < column <= MAX_COLUMNS:
            continue
        form = formats.get(attribute(cell, "StyleID") or attribute(row, "StyleID"), Format("General"))
        values += [""] * (column - 1 - len(values)) + [_value(cell, form)]
        if across + down and len(sheet.merged) < MAX_MERGED:
            sheet.merged.append((number, number + down, column - 1, column - 1 + across))
        if link := attribute(cell, "HRef"):
            sheet.links[number, column - 1] = link
        column += across
    while values and not values[-1]:
        values.pop()
    return values


def _value(cell: Element, form: Format) -> str:
    """Return what is seen in *cell*."""
    data = next((one for one in cell if local_name(one) == "Data"), None)
    text = "".join(data.itertext()) if data is not None else ""
    kind = attribute(data, "Type") if data is not None else ""
    if kind == "Boolean":
        return {"1": "TRUE", "0": "FALSE"}.get(text, text)
    if kind == "DateTime":
        return moment_stated(text, form)
    try:
        return shown(float(text), form, moment_of) if kind == "Number" else text
    except (ValueError, OverflowError):
        return text
