"""
What kind of file some bytes are: by what they begin with or contain, then by their type, then by their name.

Reads none of them. Bytes that were promised as something that they are not are damaged, not something else.
"""

from __future__ import annotations

import re
import zipfile
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import PurePosixPath
from typing import Literal
from urllib.parse import unquote, urlsplit

from airflow_provider.local.errors import Invalid
from airflow_provider.local.files.images import kind_of
from airflow_provider.local.files.mail import is_archived_page, is_mail
from airflow_provider.web.charset import BOMS

Format = Literal[
    "html",
    "pdf",
    "docx",
    "pptx",
    "xlsx",
    "epub",
    "odf",
    "xls",
    "xml sheets",
    "msg",
    "rtf",
    "zip",
    "csv",
    "mail",
    "feed",
    "image",
    "notebook",
    "text",
    "markdown",
    "json",
    "xml",
]

_OFFICE = "application/vnd.openxmlformats-officedocument"
_OPEN = "application/vnd.oasis.opendocument"
_BY_TYPE: dict[str, Format] = {
    "text/html": "html",
    "application/xhtml+xml": "html",
    "text/csv": "csv",
    "text/tab-separated-values": "csv",
    "text/markdown": "markdown",
    "application/json": "json",
    "application/ld+json": "json",
    "application/xml": "xml",
    "text/xml": "xml",
    "application/rss+xml": "xml",
    "application/atom+xml": "xml",
    "application/rdf+xml": "xml",
    "message/rfc822": "mail",
    "application/x-ipynb+json": "json",
}
_BY_NAME: dict[str, Format] = {
    ".html": "html",
    ".htm": "html",
    ".xhtml": "html",
    ".csv": "csv",
    ".tsv": "csv",
    ".tab": "csv",
    ".md": "markdown",
    ".txt": "text",
    ".json": "json",
    ".ipynb": "json",
    ".xml": "xml",
    ".rss": "xml",
    ".atom": "xml",
    ".eml": "mail",
}
# What tells one kind of archive from another: an entry that it has to have.
_BY_ENTRY: dict[str, Format] = {
    "word/document.xml": "docx",
    "xl/workbook.xml": "xlsx",
    "ppt/presentation.xml": "pptx",
    "META-INF/container.xml": "epub",
}
# The same of compound files, the older archives of Office.
_BY_STREAM: dict[str, Format] = {"workbook": "xls", "book": "xls", "__properties_version1.0": "msg"}
_REFUSED_BY_STREAM = {
    "encryptedpackage": "The Office file cannot be read: it needs a password.",
    "worddocument": "The file is a DOC of Word before 2007, which is not read. Save it as DOCX.",
    "powerpoint document": "The file is a PPT of PowerPoint before 2007, which is not read. Save it as PPTX.",
}
# Types and names that promise a file that its bytes are not: it is damaged, whatever it is.
_PROMISED = {
    "application/pdf": "PDF",
    ".pdf": "PDF",
    f"{_OFFICE}.wordprocessingml.document": "DOCX file",
    ".docx": "DOCX file",
    f"{_OFFICE}.spreadsheetml.sheet": "XLSX file",
    ".xlsx": "XLSX file",
    f"{_OFFICE}.presentationml.presentation": "PPTX file",
    ".pptx": "PPTX file",
    "application/epub+zip": "EPUB file",
    ".epub": "EPUB file",
    f"{_OPEN}.text": "ODT file",
    ".odt": "ODT file",
    f"{_OPEN}.spreadsheet": "ODS file",
    ".ods": "ODS file",
    f"{_OPEN}.presentation": "ODP file",
    ".odp": "ODP file",
    ".xls": "XLS file",
    "application/vnd.ms-outlook": "MSG file",
    ".msg": "MSG file",
    "application/zip": "ZIP archive",
    ".zip": "ZIP archive",
}
_EXCEL = "application/vnd.ms-excel"
# Types that say nothing: the file's name, then its first bytes, decide.
_VAGUE = {"", "application/octet-stream", "binary/octet-stream", "text/plain", _EXCEL}
_LOOKS_LIKE_HTML = re.compile(
    r"\A\s*+(?:<!--(?:[^-]|-(?!->))*+-->\s*+)*+<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE
)
_TABLE = re.compile(rb"<table\b", re.IGNORECASE)
_CONTROLS = 0.05
_XML_SHEETS = re.compile(rb"<(?:ss:)?Workbook\b[^<>]*\burn:schemas-microsoft-com:office:spreadsheet\b")
_BLANK = b"\xef\xbb\xbf\xff\xfe \t\r\n"
_COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_RTF = b"{\\rtf"
_NAMED = (
    "HTML, PDF, DOCX, RTF, PPTX, XLSX, XLS, ODT, ODS, ODP, EPUB, CSV, e-mails (EML, MSG), MHTML, feeds, notebooks, "
    "JSON, XML, images, ZIP archives and plain text"
)


@dataclass(frozen=True, slots=True)
class Loaded:
    """A loaded resource: where it was found after redirects, its media type, charset and decoded bytes."""

    url: str
    media_type: str
    charset: str | None
    body: bytes = field(repr=False)


def format_of(loaded: Loaded) -> Format:
    """Return the format of *loaded*; raises `Invalid` for what is empty, protected, or none that is read."""
    media_type, body = loaded.media_type, loaded.body
    suffix = PurePosixPath(unquote(urlsplit(loaded.url).path)).suffix.lower()
    promised = _PROMISED.get(media_type) or (_PROMISED.get(suffix) if media_type in _VAGUE else None)
    # Another archive than the promised one has lost what makes it that.
    if (by_content := _by_content(body)) and (by_content != "zip" or promised in {None, _PROMISED[".zip"]}):
        return by_content
    if (suffix == ".xls" or (media_type == _EXCEL and suffix not in _BY_NAME)) and (exported := _exported(body)):
        return exported
    if promised:
        message = f"The {promised} cannot be read: it is {'damaged' if body.strip() else 'empty'}."
        raise Invalid(message)
    found = _by_label(media_type, suffix, body)
    if found == "csv" and loaded.charset is None and not _is_text(body) and _has_controls(body[:1024]):
        raise Invalid("The CSV file cannot be read: it is not text.")
    return found


def _by_content(body: bytes) -> Format | None:
    if body[:1024].lstrip()[:5] == b"%PDF-" or body.startswith(_RTF):
        return "rtf" if body.startswith(_RTF) else "pdf"
    if body[:4] in {b"PK\x03\x04", b"PK\x05\x06"}:
        return _archive(body)
    if body.startswith(_COMPOUND):
        return _compound(body)
    if body[:10].lstrip(_BLANK).startswith(b"<") and _XML_SHEETS.search(body[:2000]):
        return "xml sheets"
    return "mail" if is_archived_page(body) else "image" if kind_of(body) else None


def _exported(body: bytes) -> Format | None:
    """Return what a file is that programs other than Excel call an XLS: a page with tables, or text with tabs."""
    # Of UTF-16, every other byte is left.
    start = body[:100_000].replace(b"\x00", b"").lstrip(_BLANK)
    if start.startswith(b"<") and _TABLE.search(start):
        return "html"
    return "csv" if _is_text(body) and b"\t" in start.partition(b"\n")[0] else None


def _archive(body: bytes) -> Format | None:
    try:
        with zipfile.ZipFile(BytesIO(body)) as archive:
            names = set(archive.namelist())
            if {"mimetype", "content.xml"} <= names and _says(archive, "mimetype").startswith(_OPEN.encode()):
                return "odf"
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        return None
    return next((found for entry, found in _BY_ENTRY.items() if entry in names), "zip")


def _says(archive: zipfile.ZipFile, name: str) -> bytes:
    """Return how the entry *name* begins, nothing where it cannot be read."""
    try:
        with archive.open(name) as entry:
            return entry.read(100)
    except Exception:  # noqa: BLE001 - each way of packing fails in its own ways on what is damaged
        return b""


def _compound(body: bytes) -> Format:
    import olefile

    try:
        with olefile.OleFileIO(BytesIO(body)) as compound:
            names = {path[0].lower() for path in compound.listdir()}
    except Exception:  # noqa: BLE001 - olefile fails in its own ways on what is damaged
        raise Invalid("The Office file cannot be read: it is damaged.") from None
    for name, message in _REFUSED_BY_STREAM.items():
        if name in names:
            raise Invalid(message)
    found = next((kind for name, kind in _BY_STREAM.items() if name in names), None)
    if found is None:
        message = f"The resource is a compound file of an unknown kind. This service reads {_NAMED}."
        raise Invalid(message)
    return found


def _by_label(media_type: str, suffix: str, body: bytes) -> Format:
    known = _BY_TYPE.get(media_type)
    if known is None and media_type in _VAGUE:
        known = _BY_NAME.get(suffix)
    if known is None and _is_text(body) and (media_type in _VAGUE or media_type.startswith("text/")):
        start = body[:1024].decode("latin-1")
        known = "html" if _LOOKS_LIKE_HTML.match(start) else "mail" if is_mail(body) else "text"
        if known == "text" and start.lstrip("\xef\xbb\xbf \t\r\n").startswith("<?xml"):
            known = "html" if "<html" in start else "xml"
    if known is None:
        message = f"The resource is {media_type or 'binary data'}. This service reads {_NAMED}."
        raise Invalid(message)
    return known


def _is_text(body: bytes) -> bool:
    return b"\x00" not in body[:1024] or body.startswith(tuple(mark for mark, _ in BOMS)) or _is_utf_16(body)


def _has_controls(start: bytes) -> bool:
    """Tell whether more than one in twenty bytes is none of a text, be it in a character set that is not known."""
    return sum(byte < ord("\t") or ord("\r") < byte < ord(" ") for byte in start) > len(start) * _CONTROLS


def _is_utf_16(body: bytes) -> bool:
    """Tell whether every other byte at the start is zero, as it is in text of European languages."""
    start = body[:200]
    return any(start) and (not any(start[::2]) or not any(start[1::2]))
