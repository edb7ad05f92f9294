"""A sheet of a workbook as a table: empty rows left out, merged cells as cells that span others."""

from __future__ import annotations

import html
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

MAX_CELLS = 200_000
MAX_COLUMNS = 2000
MAX_MERGED = 20_000

# The first and last row, the first and last column.
Area = tuple[int, int, int, int]


@dataclass(slots=True)
class Sheet:
    """
    What a sheet shows: the values of its rows, by number, and the areas whose cells are merged.

    Links are by row and column, and comments say on which cell they are.
    """

    name: str
    rows: dict[int, list[str]] = field(default_factory=dict)
    merged: list[Area] = field(default_factory=list)
    links: dict[tuple[int, int], str] = field(default_factory=dict)
    comments: list[tuple[str, str]] = field(default_factory=list)


def as_html(sheet: Sheet) -> str:
    """Return *sheet* under its name."""
    filled = {number: row for number, row in sorted(sheet.rows.items()) if any(row)}
    first = min((next(place for place, value in enumerate(row) if value) for row in filled.values()), default=0)
    spans, covered = _spans(sheet.merged, list(filled), max(map(len, filled.values()), default=0))
    lines: list[str] = []
    for number, row in filled.items():
        tag = "td" if lines else "th"
        cells = (
            f"<{tag}{spans.get((number, first + place), '')}>{_cell(value, sheet.links.get((number, first + place)))}"
            for place, value in enumerate(row[first:])
            if (number, first + place) not in covered
        )
        lines.append("<tr>" + "".join(cells))
    table = f"<table>{''.join(lines)}</table>" if lines else ""
    comments = "".join(f"<li>{html.escape(place)}: {_cell(text)}</li>" for place, text in sheet.comments)
    return f"<h2>{html.escape(sheet.name)}</h2>{table}" + (f"<ul>{comments}</ul>" if comments else "")


def _spans(
    merged: Sequence[Area], rows: list[int], width: int
) -> tuple[Mapping[tuple[int, int], str], set[tuple[int, int]]]:
    """Return the spans of the cells that cover others, as attributes, and which cells they cover."""
    spans: dict[tuple[int, int], str] = {}
    covered: set[tuple[int, int]] = set()
    for top, bottom, left, right in merged[:MAX_MERGED]:
        start, end = bisect_left(rows, top), bisect_left(rows, bottom + 1)
        across, down = min(right + 1, width) - left, end - start
        if rows[start : start + 1] != [top] or across * down < 2 or len(covered) + across * down > MAX_CELLS:  # noqa: PLR2004 - one cell
            continue
        spans[top, left] = f' colspan="{across}" rowspan="{down}"'
        covered |= {(row, left + place) for row in rows[start:end] for place in range(across)} - {(top, left)}
    return spans, covered


def _cell(value: str, link: str | None = None) -> str:
    shown = "<br>".join(html.escape(line) for line in value.strip().splitlines())
    return f'<a href="{html.escape(link)}">{shown}</a>' if link else shown
