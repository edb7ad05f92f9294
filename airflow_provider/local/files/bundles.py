"""ZIP archives of other files: each that can be read under its name, the rest by name alone."""

from __future__ import annotations

import html
from collections.abc import Callable
from pathlib import PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import quote

from airflow_provider.local.errors import Invalid
from airflow_provider.local.files.archives import MAX_ENTRIES, Archive
from airflow_provider.local.files.kinds import Loaded, format_of

if TYPE_CHECKING:
    from airflow_provider.local.documents import Document

MAX_READ = 500
_KIND = "ZIP archive"
# What macOS puts beside the files.
_JUNK = "__MACOSX"


def read_zip(loaded: Loaded, read: Callable[[Loaded], Document]) -> tuple[list[tuple[str, Document]], list[str]]:
    """Return name and content of each file that *read* takes, and the names of the others."""
    bundle = _Bundle(loaded.url, read)
    bundle.add(Archive(loaded.body, _KIND))
    return bundle.parts, bundle.unread


def listed(names: list[str]) -> str:
    """Return the *names* of files that were not read as HTML, empty where there are none."""
    return f"<h2>Other files</h2><ul>{''.join(f'<li>{html.escape(name)}' for name in names)}</ul>" if names else ""


class _Bundle:
    """What an archive holds, those within it opened once; all of it within the limits of one."""

    def __init__(self, url: str, read: Callable[[Loaded], Document]) -> None:
        self.parts: list[tuple[str, Document]] = []
        self.unread: list[str] = []
        self._url = url
        self._read = read
        self._entries = 0
        self._count = 0

    def add(self, archive: Archive, folder: str = "") -> None:
        """Add the files of *archive*, whose names begin with *folder*."""
        self._entries += len(archive.names)
        if self._entries > MAX_ENTRIES:
            message = f"The {_KIND} has more than {MAX_ENTRIES:,} entries."
            raise Invalid(message)
        for name in archive.names:
            if name.startswith(_JUNK) or any(part.startswith(".") for part in PurePosixPath(name).parts):
                continue
            self._count += 1
            if self._count > MAX_READ:
                self.unread.append(f"{folder}{name}")
                continue
            body = archive.read(name)
            try:
                self._add_one(Loaded(f"{self._url}/{quote(folder + name)}", "", None, body), folder, name, archive)
            except Invalid:
                self.unread.append(f"{folder}{name}")

    def _add_one(self, loaded: Loaded, folder: str, name: str, archive: Archive) -> None:
        if folder or format_of(loaded) != "zip":
            self.parts.append((f"{folder}{name}", self._read(loaded)))
            return
        inner = Archive(loaded.body, _KIND, most=archive.left)
        try:
            self.add(inner, f"{name}/")
        finally:
            archive.left = inner.left
