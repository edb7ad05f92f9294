"""What a page is taken apart into: pieces of lines, the regions that they are read in, and tables."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from airflow_provider.local.files.pdf.grids import Cell, Grid
from airflow_provider.local.files.pdf.words import Word, told

# What stands before an item; in bold letters it is no less.
_MARK = re.compile(r"\d{1,3}[.)]|[^\w\s]")


@dataclass(slots=True)
class Piece:
    """Words that stand together on one line, or a drawn table."""

    words: list[Word]
    x0: float
    x1: float
    y: float
    size: float
    grid: Grid | None = None
    is_code: bool = False

    @property
    def text(self) -> str:
        """The words, with a space between them."""
        return " ".join(word.text for word in self.words)

    def told(self, *, bold: bool) -> str:
        """Return the same with the addresses that words lead to, and, if asked, with what is bold."""
        first = bold and _MARK.fullmatch(self.words[0].text) is not None
        return " ".join(filter(None, (told(self.words[:first]), told(self.words[first:], bold=bold))))


Row = list[Piece]
Table = list[list[Cell]]


@dataclass(slots=True)
class Region:
    """Lines that are read one after the other, from *left* to *right* at most."""

    lines: list[Piece] = field(default_factory=list)
    height: float = 0.0


Part = Region | Table | str
