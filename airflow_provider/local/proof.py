"""
Values that a page does not state, taken out of rows that somebody else has read from it.

A text has to stand there, a number in any notation; true and false are judgements, and stay.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from airflow_provider.web.outcomes import Page
from airflow_provider.web.stated import Stated

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from airflow_provider.local.reading.words.values import Scalar

    Row = dict[str, Scalar | None]


def proven(rows: Sequence[Mapping[str, Scalar | None]], html: str, *, url: str) -> list[Row]:
    """Return *rows* with null in place of what the page *html* of *url* does not state."""
    stated = Stated(Page(url=url, body=html.encode(errors="replace"), content_type="text/html; charset=utf-8"))
    return [{name: value if _is_stated(value, stated) else None for name, value in row.items()} for row in rows]


def _is_stated(value: Scalar | None, stated: Stated) -> bool:
    if value is None or isinstance(value, bool) or stated.has(value):
        return True
    # Links are shown to a model as they lead, and pages write them from where they stand.
    link = urlsplit(value) if isinstance(value, str) and value.startswith(("http://", "https://")) else None
    return link is not None and len(link.path) > 1 and stated.has(link._replace(scheme="", netloc="").geturl())
