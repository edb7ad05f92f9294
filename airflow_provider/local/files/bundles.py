"""ZIP archives of other files: each that can be read under its name, the rest by name alone."""

from __future__ import annotations

import html
from collections.abc import Callable
from urllib.parse import quote

from airflow_provider.local.errors import Invalid
from airflow_provider.local.files.archives import Archive
from airflow_provider.local.files.kinds import Loaded

MAX_READ = 500


def read_zip(loaded: Loaded, read: Callable[[Loaded], str]) -> str:
    """Return the files of an archive as HTML; *read* gives one of them."""
    archive = Archive(loaded.body, "ZIP archive")
    parts, unread = [], []
    for number, name in enumerate(archive.names):
        if number >= MAX_READ:
            unread.append(name)
            continue
        body = archive.read(name)
        try:
            inside = read(Loaded(f"{loaded.url}/{quote(name)}", "", None, body))
        except Invalid:
            unread.append(name)
            continue
        parts.append(f"<h2>{html.escape(name)}</h2><div>{inside}</div>")
    if unread:
        parts.append("<h2>Other files</h2><ul>" + "".join(f"<li>{html.escape(name)}" for name in unread) + "</ul>")
    return "".join(parts)
