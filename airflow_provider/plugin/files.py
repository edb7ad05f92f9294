"""
What goes over the wire: the page's own files, Plotly's script, and tables as JSON or CSV.

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

from airflow_provider.errors import MissingExtraError
from airflow_provider.extras import require

PAGE = Path(__file__).with_name("page")
SCRIPT = "text/javascript"
TYPES = {"spend.js": SCRIPT, "table.js": SCRIPT, "charts.js": SCRIPT, "spend.css": "text/css"}
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


def json_file(content: Mapping[str, Any]) -> Response:
    """Return *content* as JSON that nobody keeps: it is one user's."""
    body = json.dumps(content, allow_nan=False, separators=(",", ":"))
    return Response(body, media_type="application/json", headers={"Cache-Control": "no-store"})


def csv_file(columns: Sequence[str], rows: Iterable[Mapping[str, Any]], name: str) -> Response:
    """Return *rows* as a CSV file to save."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(columns)
    writer.writerows([_cell(row[column]) for column in columns] for row in rows)
    headers = {"Cache-Control": "no-store", "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)


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
