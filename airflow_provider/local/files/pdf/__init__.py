"""
PDF: headings by their size, paragraphs, lists and tables, in the order in which a person reads them.

A PDF states where each character stands and nothing else: `words` reads that, `layout` finds what stands beside and
above what, with `gutters` between columns of text and `bands` of what else stands side by side, `tables` those without
lines, `grids` those that have lines, and `blocks` what is a heading, a paragraph or an item.
"""

from __future__ import annotations

import threading
from typing import Any

from airflow_provider.local.errors import Invalid

MAX_PAGES = 2000
# Characters whose places are asked for, in all pages; the text of what follows is read without them.
MAX_PLACED = 1_500_000
# PDFium keeps global state: two documents at once would corrupt it.
_PDFIUM = threading.Lock()
_NEEDS_PASSWORD = 4


def read_pdf(body: bytes) -> str:
    """Return a PDF as HTML."""
    import pypdfium2

    with _PDFIUM:
        try:
            document = pypdfium2.PdfDocument(body)
        except pypdfium2.PdfiumError as error:
            needs = "needs a password" if error.err_code == _NEEDS_PASSWORD else "is damaged"
            message = f"The PDF cannot be read: it {needs}."
            raise Invalid(message) from None
        try:
            return _read(document)
        except pypdfium2.PdfiumError:
            message = "The PDF cannot be read: one of its pages is damaged."
            raise Invalid(message) from None
        finally:
            document.close()


def _read(document: Any) -> str:
    from airflow_provider.local.files.pdf.blocks import written
    from airflow_provider.local.files.pdf.layout import regions_of
    from airflow_provider.local.files.pdf.words import read_page

    pages = []
    left = MAX_PLACED
    for number in range(min(len(document), MAX_PAGES)):
        pages.append(read_page(document[number], placed=left > 0))
        left -= pages[-1].characters
    # Letters that are all of one width tell code from text where most others are not.
    fixed = sum(word.fixed for page in pages for word in page.words)
    code = fixed * 2 < sum(len(page.words) for page in pages)
    told = written([regions_of(page, code=code) for page in pages])
    if not told and any(page.has_pictures for page in pages):
        message = "The PDF has no text: its pages are pictures, and text in pictures is not read."
        raise Invalid(message)
    return told
