"""XLSX: every sheet as a table, its values as a person sees them."""

from __future__ import annotations

import html
import io
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from lxml import etree

from airflow_provider.local.errors import Invalid
from airflow_provider.local.files.archives import Archive, local_name
from airflow_provider.local.files.numbers import Format, shown

MAX_CELLS = 200_000
MAX_COLUMNS = 2000
_WORKBOOK = "xl/workbook.xml"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_PLACE = re.compile(r"([A-Z]{1,3})[0-9]{1,7}")


def read_xlsx(body: bytes) -> str:
    """Return the sheets of a workbook as HTML."""
    archive = Archive(body, "XLSX file")
    workbook = archive.xml(_WORKBOOK)
    related = archive.related(_WORKBOOK)
    texts = _shared_texts(archive)
    formats = _formats(archive)
    from_1904 = any(one.get("date1904") in {"1", "true"} for one in workbook.iter("{*}workbookPr"))
    parts = []
    left = MAX_CELLS
    for sheet in workbook.iter("{*}sheet"):
        name = related.get(sheet.get(_RELATION) or "", "")
        if name not in archive.names:
            continue
        rows = []
        for row in _rows(archive, name, _Reader(texts, formats, from_1904=from_1904)):
            left -= len(row)
            if left < 0:
                message = f"The XLSX file has more than {MAX_CELLS:,} cells."
                raise Invalid(message)
            rows.append(row)
        parts.append(f"<h2>{html.escape(sheet.get('name') or '')}</h2>{_table(rows)}")
    return "".join(parts)


class _Reader:
    """What a cell needs to be read: the texts and formats of its workbook."""

    def __init__(self, texts: list[str], formats: list[Format], *, from_1904: bool) -> None:
        self._texts = texts
        self._formats = formats
        self._epoch = datetime(1904, 1, 1) if from_1904 else datetime(1899, 12, 30)  # noqa: DTZ001 - sheets have none

    def value(self, cell: Any) -> str:
        """Return what is seen in *cell*."""
        kind = cell.get("t")
        if kind == "inlineStr":
            return _text(cell)
        raw = next((one.text or "" for one in cell if local_name(one) == "v"), "")
        if kind == "s":
            return self._texts[int(raw)] if raw.isdecimal() and int(raw) < len(self._texts) else ""
        if kind == "b":
            return {"1": "TRUE", "0": "FALSE"}.get(raw, raw)
        if kind in {"str", "e", "d"} or not raw:
            return raw
        style = cell.get("s") or "0"
        known = style.isdecimal() and int(style) < len(self._formats)
        try:
            return shown(float(raw), self._formats[int(style)] if known else Format("General"), self._date)
        except (ValueError, OverflowError):
            return raw

    def _date(self, days: float) -> datetime:
        return self._epoch + timedelta(seconds=round(days * 86400))


def _rows(archive: Archive, name: str, reader: _Reader) -> Iterator[list[str]]:
    """Yield the rows of a sheet, each with empty text for the cells that it leaves out."""
    try:
        for _, row in etree.iterparse(
            io.BytesIO(archive.read(name)), tag="{*}row", resolve_entities=False, no_network=True, remove_comments=True
        ):
            values: list[str] = []
            for cell in row:
                place = _PLACE.fullmatch(cell.get("r") or "")
                column = _column(place[1]) if place else len(values)
                if len(values) <= column < MAX_COLUMNS:
                    values += [""] * (column - len(values)) + [reader.value(cell)]
            row.clear()
            while values and not values[-1]:
                values.pop()
            yield values
    except etree.XMLSyntaxError:
        raise archive.damaged() from None


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1


def _table(rows: list[list[str]]) -> str:
    filled = [row for row in rows if row]
    first = min((next(place for place, value in enumerate(row) if value) for row in filled), default=0)
    lines: list[str] = []
    for row in filled:
        tag = "td" if lines else "th"
        lines.append("<tr>" + "".join(f"<{tag}>{_cell(value)}" for value in row[first:]))
    return f"<table>{''.join(lines)}</table>" if lines else ""


def _cell(value: str) -> str:
    return "<br>".join(html.escape(line) for line in value.strip().splitlines())


def _shared_texts(archive: Archive) -> list[str]:
    if "xl/sharedStrings.xml" not in archive.names:
        return []
    return [_text(one) for one in archive.xml("xl/sharedStrings.xml").iterchildren("{*}si")]


def _text(element: Any) -> str:
    """Return the text of *element* without the readings beside East Asian characters."""
    return "".join(one.text or "" for one in element.iter("{*}t") if local_name(one.getparent()) != "rPh")


def _formats(archive: Archive) -> list[Format]:
    if "xl/styles.xml" not in archive.names:
        return []
    styles = archive.xml("xl/styles.xml")
    own = {one.get("numFmtId"): one.get("formatCode") or "General" for one in styles.iter("{*}numFmt")}
    cells = next(styles.iter("{*}cellXfs"), ())
    return [Format.of(one.get("numFmtId") or "0", own) for one in cells]
