"""
What goes over the wire: the page's own files, Plotly's script, and tables as JSON, CSV or Parquet.

Nothing is fetched from elsewhere: Plotly's script comes out of its installed package, the extra `ui`.
"""

from __future__ import annotations

import csv
import gzip
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from fastapi import HTTPException, Response

from airflow_provider.api.schema import RowSchema
from airflow_provider.errors import MissingExtraError
from airflow_provider.extras import require
from airflow_provider.results.files import write_parquet

PAGE = Path(__file__).with_name("page")
SCRIPT = "text/javascript"
TYPES = {
    **dict.fromkeys(
        (
            "spend.js",
            "address.js",
            "budgets.js",
            "charts.js",
            "running.js",
            "table.js",
            "theme.js",
            "tiles.js",
            "words.js",
        ),
        SCRIPT,
    ),
    "spend.css": "text/css",
    "icon.svg": "image/svg+xml",
}
PLOTLY = "plotly.min.js"
# A spreadsheet takes a cell that begins with one of these for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")


def page() -> Response:
    """Return the page."""
    return Response(_own("index.html"), media_type="text/html", headers={"Cache-Control": "no-store"})


def static(name: str, headers: Mapping[str, str]) -> Response:
    """Return one of the page's own files or Plotly's script; a 404 says how to get the script."""
    if name == PLOTLY:
        return _plotly(headers)
    if name not in TYPES:
        raise HTTPException(404, "There is no such file.")
    return Response(_own(name), media_type=TYPES[name], headers={"Cache-Control": "no-cache"})


def json_file(content: Mapping[str, Any], status: int = 200) -> Response:
    """Return *content* as JSON that nobody keeps: it is one user's."""
    body = json.dumps(content, allow_nan=False, separators=(",", ":"))
    return Response(body, status, media_type="application/json", headers={"Cache-Control": "no-store"})


def csv_file(columns: Sequence[str], rows: Iterable[Mapping[str, Any]], name: str) -> Response:
    """Return *rows* as a CSV file to save."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([_cell(row[column]) for column in columns] for row in rows)
    return _saved(text.getvalue(), "text/csv; charset=utf-8", name)


def parquet_file(schema: RowSchema, rows: Iterable[Mapping[str, Any]], name: str) -> Response:
    """Return *rows* as a Parquet file to save."""
    raw = io.BytesIO()
    write_parquet(raw, rows, schema)
    return _saved(raw.getvalue(), "application/vnd.apache.parquet", name)


def _saved(content: str | bytes, media_type: str, name: str) -> Response:
    headers = {"Cache-Control": "no-store", "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=media_type, headers=headers)


def _cell(value: object) -> object:
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA) else value


def _own(name: str) -> bytes:
    return (PAGE / name).read_bytes()


def _plotly(headers: Mapping[str, str]) -> Response:
    try:
        version, packed = _plotly_script()
    except MissingExtraError as error:
        raise HTTPException(404, str(error)) from None
    kept = {"Cache-Control": "private, no-cache", "ETag": f'"{version}"', "Vary": "Accept-Encoding"}
    if headers.get("if-none-match") == kept["ETag"]:
        return Response(status_code=304, headers=kept)
    if "gzip" in headers.get("accept-encoding", ""):
        return Response(packed, media_type="text/javascript", headers={**kept, "Content-Encoding": "gzip"})
    return Response(gzip.decompress(packed), media_type="text/javascript", headers=kept)


@cache
def _plotly_script() -> tuple[str, bytes]:
    """Return Plotly's version and its script, packed once; raises `MissingExtraError`. Does not import it."""
    from importlib.metadata import distribution

    require("ui")
    plotly = distribution("plotly")
    script = Path(str(plotly.locate_file(f"plotly/package_data/{PLOTLY}")))
    return plotly.version, gzip.compress(script.read_bytes(), 6)
