"""
Make the two files that the bookshop offers for download.

    python make_files.py FOLDER

writes `catalogue.pdf` and `opening-hours.docx` into FOLDER. Needs fpdf2 and python-docx.
"""

from __future__ import annotations

import sys
from pathlib import Path

from docx import Document
from fpdf import FPDF

CATALOGUE = (
    ("Title", "Author", "Pages", "Price"),
    ("The Lighthouse Ledger", "Mara Ellingham", "312", "14.50"),
    ("Bread for Beginners", "Tomas Okafor", "188", "22.00"),
    ("Night Trains", "Joren Halvorsen", "240", "12.90"),
    ("Repairing Bicycles", "Dirk van Aalst", "224", "24.30"),
    ("Winter Kitchen", "Tomas Okafor", "198", "21.15"),
)
OPENING_HOURS = (
    ("Day", "From", "To"),
    ("Monday", "closed", "closed"),
    ("Tuesday to Friday", "9:30", "18:00"),
    ("Saturday", "9:30", "16:00"),
    ("Sunday", "13:00", "16:00"),
)


def make_catalogue(file: Path) -> None:
    """Write one page with a heading, a paragraph and a table, as a PDF."""
    pdf = FPDF()
    pdf.add_page()
    pdf.set_font("Helvetica", style="B", size=20)
    pdf.cell(text="Harbour Lane Books: catalogue", new_x="LMARGIN", new_y="NEXT")
    pdf.ln(4)
    pdf.set_font("Helvetica", size=12)
    pdf.multi_cell(0, text="The books that we always have. Prices are in pounds and include wrapping paper.")
    pdf.ln(4)
    with pdf.table() as table:
        for cells in CATALOGUE:
            table.row(cells)
    pdf.output(str(file))


def make_opening_hours(file: Path) -> None:
    """Write a heading, a table and a list, as a DOCX."""
    document = Document()
    document.add_heading("Opening hours", level=1)
    document.add_paragraph("The shop opens when the first ferry has landed.")
    table = document.add_table(rows=0, cols=len(OPENING_HOURS[0]))
    for cells in OPENING_HOURS:
        for cell, text in zip(table.add_row().cells, cells, strict=True):
            cell.text = text
    document.add_heading("Closed on", level=2)
    for day in ("1 January", "the day of the harbour race", "25 and 26 December"):
        document.add_paragraph(day, style="List Bullet")
    document.save(str(file))


def make_files(folder: Path) -> None:
    """Write both files into an existing *folder*."""
    make_catalogue(folder / "catalogue.pdf")
    make_opening_hours(folder / "opening-hours.docx")


if __name__ == "__main__":
    if len(sys.argv) != 2:  # noqa: PLR2004 - the program and one argument
        sys.exit("Usage: python make_files.py FOLDER")
    make_files(Path(sys.argv[1]))
