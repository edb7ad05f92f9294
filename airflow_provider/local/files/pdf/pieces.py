"""What a page is taken apart into: pieces of lines, the regions that they are read in, and tables."""

from __future__ import annotations

from dataclasses import dataclass, field

from airflow_provider.local.files.pdf.grids import Cell, Grid
from airflow_provider.local.files.pdf.words import Word, told


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

    @property
    def linked(self) -> str:
        """The same with the addresses that words lead to."""
        return told(self.words)


Row = list[Piece]
Table = list[list[Cell]]


@dataclass(slots=True)
class Region:
    """Lines that are read one after the other, from *left* to *right* at most."""

    lines: list[Piece] = field(default_factory=list)
    height: float = 0.0


Part = Region | Table | str
