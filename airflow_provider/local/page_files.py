"""The files of the page at ``/``, each with the headers that keep it to itself: no script or style but its own."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from starlette.responses import Response

if TYPE_CHECKING:
    from collections.abc import Mapping

PAGE = Path(__file__).with_name("page")
INDEX = "index.html"
TYPES = {
    INDEX: "text/html",
    "icon.svg": "image/svg+xml",
    "inline.js": "text/javascript",
    "markdown.js": "text/javascript",
    "operations.js": "text/javascript",
    "page.css": "text/css",
    "page.js": "text/javascript",
    "results.js": "text/javascript",
}
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
    ),
    "Cache-Control": "no-cache",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def page_file(name: str = INDEX) -> Response | None:
    """Return one of the page's files, None where there is none of that name."""
    if name not in TYPES:
        return None
    return Response((PAGE / name).read_bytes(), media_type=TYPES[name], headers=dict(HEADERS))
