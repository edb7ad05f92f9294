"""PDF and DOCX: pages of text, and documents with headings, lists and tables."""

from __future__ import annotations

import io
import threading

from airflow_provider.local.errors import Invalid
from airflow_provider.local.files.archives import Archive

MAX_PDF_PAGES = 2000
# PDFium keeps global state: two documents at once would corrupt it.
_PDFIUM = threading.Lock()


def read_pdf(body: bytes) -> str:
    """Return the text of a PDF, page by page."""
    import pypdfium2

    with _PDFIUM:
        try:
            document = pypdfium2.PdfDocument(body)
        except pypdfium2.PdfiumError:
            message = "The PDF cannot be read: it is damaged or needs a password."
            raise Invalid(message) from None
        try:
            return "\n\n".join(_pdf_page(document, number) for number in range(min(len(document), MAX_PDF_PAGES)))
        except pypdfium2.PdfiumError:
            message = "The PDF cannot be read: one of its pages is damaged."
            raise Invalid(message) from None
        finally:
            document.close()


def _pdf_page(document: object, number: int) -> str:
    page = document[number]  # type: ignore[index] # pypdfium2 has no type hints
    text: str = page.get_textpage().get_text_bounded()
    return text.replace("\r\n", "\n").replace("\x00", "").strip()


def read_docx(body: bytes) -> str:
    """Return a Word document as HTML."""
    import mammoth

    archive = Archive(body, "DOCX file")
    for name in archive.names:
        if name.endswith((".xml", ".rels")):
            archive.xml(name)
    try:
        # Pictures would come inline, as data many times the size of the text.
        pictures = mammoth.images.img_element(lambda _: {"src": ""})
        return str(mammoth.convert_to_html(io.BytesIO(body), convert_image=pictures).value)
    except Exception:  # noqa: BLE001 - mammoth fails in its own ways on what is damaged
        raise archive.damaged() from None
