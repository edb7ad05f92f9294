"""XLSX: every sheet as a table, its values as a person sees them."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from functools import partial
from typing import Any

from lxml import etree

from airflow_provider.local.errors import Invalid
from airflow_provider.local.files.archives import Archive, local_name
from airflow_provider.local.files.charts import read_drawn
from airflow_provider.local.files.numbers import Format, moment_of, moment_stated, shown
from airflow_provider.local.files.sheets import MAX_CELLS, MAX_COLUMNS, MAX_MERGED, Sheet, as_html

_WORKBOOK = "xl/workbook.xml"
_COMMENTS, _DRAWING, _CHART = "comments", "wsDr", "chartSpace"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_PLACE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_AREA = re.compile(r"([A-Z]{1,3})([0-9]{1,7}):([A-Z]{1,3})([0-9]{1,7})")
_DIGITS = 9
# Digits that a float does not hold.
_LONG = re.compile(r"-?[0-9]{16,40}")
_ESCAPED = re.compile(r"_x(0009|000[AaDd]|005[Ff])_")


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
    for one in workbook.iter("{*}sheet"):
        name = related.get(one.get(_RELATION) or "", "")
        if name not in archive.names:
            continue
        sheet = Sheet(one.get("name") or "")
        for number, row in _rows(archive, name, _Reader(texts, formats, from_1904=from_1904), sheet):
            left -= len(row)
            if left < 0:
                message = f"The XLSX file has more than {MAX_CELLS:,} cells."
                raise Invalid(message)
            sheet.rows[number] = row
        sheet.comments += _comments(archive, name)
        parts += [as_html(sheet), *_charts(archive, name)]
    return "".join(parts)


class _Reader:
    """What a cell needs to be read: the texts and formats of its workbook."""

    def __init__(self, texts: list[str], formats: list[Format], *, from_1904: bool) -> None:
        self._texts = texts
        self._formats = formats
        self._date = partial(moment_of, from_1904=from_1904)

    def value(self, cell: Any) -> str:
        """Return what is seen in *cell*."""
        kind = cell.get("t")
        if kind == "inlineStr":
            return _text(cell)
        raw, formula = (next((one.text or "" for one in cell if local_name(one) == name), "") for name in "vf")
        if kind == "s":
            return self._texts[int(raw)] if raw.isdecimal() and int(raw) < len(self._texts) else ""
        if kind == "b":
            return {"1": "TRUE", "0": "FALSE"}.get(raw, raw)
        if kind in {"str", "e"} or not raw:
            # A program that does not calculate stores a formula without its value.
            return _unescaped(raw) if raw or kind == "str" or not formula else f"={formula}"
        return self._formatted(raw, cell.get("s") or "0", is_moment=kind == "d")

    def _formatted(self, raw: str, style: str, *, is_moment: bool) -> str:
        known = style.isdecimal() and int(style) < len(self._formats)
        form = self._formats[int(style)] if known else Format("General")
        if is_moment:
            return moment_stated(raw, form)
        try:
            return shown(int(raw) if _LONG.fullmatch(raw) else float(raw), form, self._date)
        except (ValueError, OverflowError):
            return raw


def _rows(archive: Archive, name: str, reader: _Reader, sheet: Sheet) -> Iterator[tuple[int, list[str]]]:
    """Yield number and values of each row, empty text for cells that it leaves out; *sheet* gets areas and links."""
    number = 0
    tags = ("{*}row", "{*}mergeCell", "{*}hyperlink")
    addresses = archive.links(name)
    try:
        for _, row in etree.iterparse(
            io.BytesIO(archive.read(name)), tag=tags, resolve_entities=False, no_network=True, remove_comments=True
        ):
            if local_name(row) == "mergeCell":
                if (area := _AREA.fullmatch(row.get("ref") or "")) and len(sheet.merged) < MAX_MERGED:
                    sheet.merged.append((int(area[2]), int(area[4]), _column(area[1]), _column(area[3])))
                continue
            if local_name(row) == "hyperlink":
                place, address = _PLACE.fullmatch(row.get("ref") or ""), addresses.get(row.get(_RELATION) or "")
                if place and address:
                    sheet.links[int(place[2]), _column(place[1])] = address
                continue
            given = row.get("r") or ""
            number = int(given) if given.isdecimal() and len(given) < _DIGITS else number + 1
            values: list[str] = []
            for cell in row:
                place = _PLACE.fullmatch(cell.get("r") or "")
                column = _column(place[1]) if place else len(values)
                if len(values) <= column < MAX_COLUMNS:
                    values += [""] * (column - len(values)) + [reader.value(cell)]
            row.clear()
            while values and not values[-1]:
                values.pop()
            yield number, values
    except etree.XMLSyntaxError:
        raise archive.damaged() from None


def _comments(archive: Archive, name: str) -> Iterator[tuple[str, str]]:
    """Yield the place and the text of each comment on a sheet."""
    for _, root in _parts(archive, name, _COMMENTS):
        yield from ((one.get("ref") or "", _text(one)) for one in root.iter("{*}comment"))


def _charts(archive: Archive, name: str) -> Iterator[str]:
    """Yield the charts on a sheet as HTML."""
    for drawing, _ in _parts(archive, name, _DRAWING):
        yield from (read_drawn(chart) for _, chart in _parts(archive, drawing, _CHART))


def _parts(archive: Archive, name: str, kind: str) -> Iterator[tuple[str, Any]]:
    """Yield name and root of each part of that *kind* that the part *name* refers to."""
    for part in archive.related(name).values():
        if part in archive.names and part.endswith(".xml") and local_name(root := archive.xml(part)) == kind:
            yield part, root


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number - 1


def _shared_texts(archive: Archive) -> list[str]:
    if "xl/sharedStrings.xml" not in archive.names:
        return []
    return [_text(one) for one in archive.xml("xl/sharedStrings.xml").iterchildren("{*}si")]


def _text(element: Any) -> str:
    """Return the text of *element* without the readings beside East Asian characters."""
    return _unescaped("".join(one.text or "" for one in element.iter("{*}t") if local_name(one.getparent()) != "rPh"))


def _unescaped(text: str) -> str:
    """Return *text* with the characters that XML cannot hold, of which only ends of lines are seen."""
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)


def _formats(archive: Archive) -> list[Format]:
    if "xl/styles.xml" not in archive.names:
        return []
    styles = archive.xml("xl/styles.xml")
    own = {one.get("numFmtId"): one.get("formatCode") or "General" for one in styles.iter("{*}numFmt")}
    cells = next(styles.iter("{*}cellXfs"), ())
    return [Format.of(one.get("numFmtId") or "0", own) for one in cells]
