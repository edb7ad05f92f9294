"""
What loaded bytes are: HTML, PDF, DOCX, CSV or plain text, and their content in one form.

Everything becomes a `Document`, whose HTML serves extraction and whose text is kept where there is no
markup to convert. Bytes that are none of these are refused; nothing is guessed from garbage.
"""

from __future__ import annotations

import csv
import html
import io
import re
import threading
import zipfile
from dataclasses import dataclass, field
from itertools import islice
from pathlib import PurePosixPath
from typing import Literal
from urllib.parse import unquote, urlsplit

from airflow_provider.local.errors import Invalid
from airflow_provider.web.charset import decoded_as

Format = Literal["html", "pdf", "docx", "csv", "text", "markdown", "json", "xml"]

MAX_PDF_PAGES = 2000
MAX_UNPACKED = 50 * 1024 * 1024
MAX_CSV_ROWS = 20_000

_DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
_BY_TYPE: dict[str, Format] = {
    "text/html": "html",
    "application/xhtml+xml": "html",
    "application/pdf": "pdf",
    _DOCX: "docx",
    "text/csv": "csv",
    "text/markdown": "markdown",
    "application/json": "json",
    "application/ld+json": "json",
    "application/xml": "xml",
    "text/xml": "xml",
}
_BY_NAME: dict[str, Format] = {
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".pdf": "pdf",
    ".docx": "docx",
    ".csv": "csv",
    ".md": "markdown",
    ".txt": "text",
    ".json": "json",
    ".xml": "xml",
}
# Types that say nothing: the file's name, then its first bytes, decide.
_VAGUE = {"", "application/octet-stream", "binary/octet-stream", "text/plain", "application/vnd.ms-excel"}
_LOOKS_LIKE_HTML = re.compile(
    r"\A\s*+(?:<!--(?:[^-]|-(?!->))*+-->\s*+)*+<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE
)
# PDFium keeps global state: two documents at once would corrupt it.
_PDFIUM = threading.Lock()


@dataclass(frozen=True, slots=True)
class Loaded:
    """A loaded resource: where it was found after redirects, its media type, charset and decoded bytes."""

    url: str
    media_type: str
    charset: str | None
    body: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Document:
    """A read resource: its URL, what it was, its HTML, and its own text when it was not markup."""

    url: str
    format: Format
    html: str
    text: str | None = None


def read_document(loaded: Loaded) -> Document:
    """Turn *loaded* into a `Document`; raises `Invalid` for damaged files and formats not listed above."""
    found = _format_of(loaded)
    if found == "pdf":
        text = _read_pdf(loaded.body)
        return Document(loaded.url, found, _paragraphs(text), text)
    if found == "docx":
        return Document(loaded.url, found, _read_docx(loaded.body))
    text = decode(loaded.body, charset=loaded.charset)
    if found == "html":
        return Document(loaded.url, found, text)
    if found == "csv":
        return Document(loaded.url, found, _read_csv(text))
    if found == "json":
        script = text.replace("</", "<\\/")
        markup = f'<script type="application/ld+json">{script}</script><pre>{html.escape(text)}</pre>'
        return Document(loaded.url, found, markup, text)
    return Document(loaded.url, found, _paragraphs(text), text)


def decode(body: bytes, *, charset: str | None) -> str:
    """Decode by the byte order mark, the header's *charset*, the meta element, or a guess, in that order."""
    return decoded_as(body, charset).replace("\x00", "")


def _format_of(loaded: Loaded) -> Format:
    media_type, body = loaded.media_type, loaded.body
    suffix = PurePosixPath(unquote(urlsplit(loaded.url).path)).suffix.lower()
    if body.lstrip()[:5] == b"%PDF-":
        return "pdf"
    if body[:4] == b"PK\x03\x04" and (media_type == _DOCX or suffix == ".docx" or b"word/" in body):
        return "docx"
    known = _BY_TYPE.get(media_type)
    if known is None and media_type in _VAGUE:
        known = _BY_NAME.get(suffix)
    if known is None and (media_type in _VAGUE or media_type.startswith("text/")) and b"\x00" not in body[:1024]:
        known = "html" if _LOOKS_LIKE_HTML.match(body[:1024].decode("latin-1")) else "text"
    if known is None:
        message = (
            f"The resource is {media_type or 'binary data'}. "
            "This service reads HTML, PDF, DOCX, CSV and plain text files."
        )
        raise Invalid(message)
    return known


def _read_pdf(body: bytes) -> str:
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


def _read_docx(body: bytes) -> str:
    import mammoth

    try:
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            unpacked = sum(entry.file_size for entry in archive.infolist())
        if unpacked <= MAX_UNPACKED:
            # Pictures would come inline, as data many times the size of the text.
            pictures = mammoth.images.img_element(lambda _: {"src": ""})
            return str(mammoth.convert_to_html(io.BytesIO(body), convert_image=pictures).value)
    except Exception:  # noqa: BLE001 - a hostile archive fails in zipfile, expat or mammoth alike
        message = "The DOCX file cannot be read: it is damaged."
        raise Invalid(message) from None
    message = f"The DOCX file unpacks to more than {MAX_UNPACKED // 1024 // 1024} MB."
    raise Invalid(message)


def _read_csv(text: str) -> str:
    """Return *text* as an HTML table whose first row is the header."""
    try:
        dialect: type[csv.Dialect] = csv.Sniffer().sniff(text[:8192], delimiters=",;\t|")
    except csv.Error:
        dialect = csv.excel
    dialect.doublequote = True
    try:
        rows = [row for row in islice(csv.reader(io.StringIO(text), dialect), MAX_CSV_ROWS) if any(row)]
    except csv.Error as error:
        message = f"The CSV file cannot be read: {error}."
        raise Invalid(message) from None
    lines = []
    for number, row in enumerate(rows):
        cell = "td" if number else "th"
        lines.append("".join(f"<{cell}>{html.escape(value.strip())}</{cell}>" for value in row))
    return "<table>" + "".join(f"<tr>{line}</tr>" for line in lines) + "</table>"


def _paragraphs(text: str) -> str:
    blocks = (block for block in re.split(r"\n\s*\n", text) if block.strip())
    return "".join(f"<p>{'<br>'.join(html.escape(block.strip()).splitlines())}</p>" for block in blocks)
