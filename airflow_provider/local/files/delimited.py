"""CSV and TSV: a table whose first row is its header, whatever divides its columns."""

from __future__ import annotations

import csv
import html
import io
import re

from airflow_provider.local.errors import Invalid

MAX_CELLS = 200_000
_DELIMITERS = (",", ";", "\t", "|")
_TRIED = 50
# What Excel is told in the first line.
_STATED = re.compile(r"sep=([^\r\n\"])(?:\r?\n|\r)", re.IGNORECASE)


def read_delimited(text: str) -> str:
    """Return *text* as an HTML table."""
    if not text.strip():
        raise Invalid("The CSV file is empty.")
    stated = _STATED.match(text)
    table = text[stated.end() :] if stated else text
    dialect = _divided_by(stated[1]) if stated else _dialect(text)
    try:
        rows = [row for row in csv.reader(io.StringIO(table, newline=""), dialect) if any(row)]
    except csv.Error as error:
        message = f"The CSV file cannot be read: {error}."
        raise Invalid(message) from None
    if sum(map(len, rows)) > MAX_CELLS:
        message = f"The CSV file has more than {MAX_CELLS:,} cells."
        raise Invalid(message)
    lines = []
    for number, row in enumerate(rows):
        tag = "td" if number else "th"
        lines.append("<tr>" + "".join(f"<{tag}>{'<br>'.join(html.escape(cell.strip()).splitlines())}" for cell in row))
    return f"<table>{''.join(lines)}</table>"


def _dialect(text: str) -> type[csv.Dialect]:
    """Return how the columns are divided: by what cuts most of the first lines into the same number of them."""
    lines = text[:20_000].splitlines()[:_TRIED]
    best, most = ",", 0.0
    for delimiter in _DELIMITERS:
        try:
            widths = [len(row) for row in csv.reader(lines, delimiter=delimiter) if row]
        except csv.Error:
            continue
        width = max(set(widths), key=widths.count, default=1)
        score = width * widths.count(width) / len(widths) if width > 1 else 0.0
        if score > most:
            best, most = delimiter, score

    return _divided_by(best)


def _divided_by(sign: str) -> type[csv.Dialect]:
    class Found(csv.excel):
        delimiter = sign

    return Found
