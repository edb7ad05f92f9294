"""
Pages that were loaded by this task, kept packed on this machine's disk for whoever reads them next.

As many as there is room for: what is not kept is loaded again. Takes no memory, whatever their number.
"""

from __future__ import annotations

import sqlite3
import tempfile
import threading
import zlib
from pathlib import Path

from airflow_provider.web.outcomes import Page

# Bytes on the disk: some fifty thousand pages.
MOST_BYTES = 1024**3
TABLE = """
    PRAGMA journal_mode = OFF;
    PRAGMA synchronous = OFF;
    CREATE TABLE pages (asked TEXT PRIMARY KEY, url TEXT, content_type TEXT, body BLOB);
"""


class PagesSeen:
    """May be shared by threads; `close` gives the disk space back."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._left = MOST_BYTES
        self._folder = tempfile.TemporaryDirectory(prefix="content-ai-seen-")
        self._base = sqlite3.connect(Path(self._folder.name) / "seen.sqlite", check_same_thread=False)
        self._base.executescript(TABLE)

    def keep(self, asked: str, page: Page) -> None:
        """Keep the *page* that was *asked* for at that address, instead of an earlier one."""
        packed = zlib.compress(page.body, 1)
        with self._lock:
            self._base.execute("DELETE FROM pages WHERE asked = ?", (asked,))
            self._left -= len(packed)
            if self._left >= 0:
                self._base.execute(
                    "INSERT INTO pages VALUES (?, ?, ?, ?)", (asked, page.url, page.content_type, packed)
                )

    def find(self, asked: str) -> Page | None:
        """Return the page that was asked for at that address, None if it was not kept."""
        with self._lock:
            row = self._base.execute("SELECT url, content_type, body FROM pages WHERE asked = ?", (asked,)).fetchone()
        return None if row is None else Page(row[0], zlib.decompress(row[2]), row[1])

    def close(self) -> None:
        """Leave nothing on this machine."""
        self._base.close()
        self._folder.cleanup()
