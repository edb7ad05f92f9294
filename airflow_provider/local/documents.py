"""
What loaded bytes say, in one form, whatever kind of file they are.

Everything becomes a `Document`, whose HTML serves extraction and whose text is kept where there is no markup to
convert. Which kind it is decides `files.kinds`; damaged, empty and protected files are refused.
"""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from airflow_provider.local.charsets import guessed
from airflow_provider.local.errors import Invalid
from airflow_provider.local.files.kinds import Format, Loaded, format_of
from airflow_provider.web.charset import BOMS, decoded_as

__all__ = ["Document", "Loaded", "decode", "read_document"]


@dataclass(frozen=True, slots=True)
class Document:
    """
    A read resource: its URL, what it was, its HTML, and its own text when it was not markup.

    An archive has *parts*, which its HTML is made of: the name and content of each file.
    """

    url: str
    format: Format
    html: str
    text: str | None = None
    parts: tuple[Document, ...] = ()


def read_document(loaded: Loaded) -> Document:
    """Turn *loaded* into a `Document`; raises `Invalid` for damaged files and formats that are not read."""
    if not loaded.body:
        raise Invalid("The resource is empty.")
    found = format_of(loaded)
    if found == "zip":
        return _zip(loaded)
    if found in _AS_HTML:
        return Document(loaded.url, found, _AS_HTML[found](loaded))
    text = decode(loaded.body, charset=loaded.charset)
    if not text.strip():
        raise Invalid("The resource is empty.")
    if found == "json":
        return _json(loaded.url, text)
    if found == "xml":
        from airflow_provider.local.files.feeds import read_feed

        feed = read_feed(loaded.body)
        if feed is not None:
            return Document(loaded.url, "feed", feed)
    return Document(loaded.url, found, _paragraphs(text), text)


def _json(url: str, text: str) -> Document:
    from airflow_provider.local.files.notebooks import read_notebook

    try:
        notebook = read_notebook(json.loads(text)) if '"nbformat"' in text else None
    except ValueError:
        notebook = None
    if notebook is not None:
        return Document(url, "notebook", _paragraphs(notebook), notebook)
    script = text.replace("</", "<\\/")
    markup = f'<script type="application/ld+json">{script}</script><pre>{html.escape(text)}</pre>'
    return Document(url, "json", markup, text)


def _html(loaded: Loaded) -> str:
    return decode(loaded.body, charset=loaded.charset)


def _csv(loaded: Loaded) -> str:
    from airflow_provider.local.files.delimited import read_delimited

    return read_delimited(decode(loaded.body, charset=loaded.charset))


def _pdf(loaded: Loaded) -> str:
    from airflow_provider.local.files.pdf import read_pdf

    return read_pdf(loaded.body)


def _docx(loaded: Loaded) -> str:
    from airflow_provider.local.files.papers import read_docx

    return read_docx(loaded.body)


def _pptx(loaded: Loaded) -> str:
    from airflow_provider.local.files.slides import read_pptx

    return read_pptx(loaded.body)


def _xlsx(loaded: Loaded) -> str:
    from airflow_provider.local.files.spreadsheets import read_xlsx

    return read_xlsx(loaded.body)


def _xls(loaded: Loaded) -> str:
    from airflow_provider.local.files.oldsheets import read_xls

    return read_xls(loaded.body)


def _xml_sheets(loaded: Loaded) -> str:
    from airflow_provider.local.files.xmlsheets import read_xml_sheets

    return read_xml_sheets(loaded.body)


def _msg(loaded: Loaded) -> str:
    from airflow_provider.local.files.outlook import read_msg

    return read_msg(loaded.body)


def _rtf(loaded: Loaded) -> str:
    from airflow_provider.local.files.richtext import read_rtf

    try:
        return read_rtf(loaded.body)
    except ValueError:
        raise Invalid("The RTF file cannot be read: it is damaged.") from None


def _epub(loaded: Loaded) -> str:
    from airflow_provider.local.files.books import read_epub

    return read_epub(loaded.body)


def _odf(loaded: Loaded) -> str:
    from airflow_provider.local.files.opendocument import read_opendocument

    return read_opendocument(loaded.body)


def _zip(loaded: Loaded) -> Document:
    from airflow_provider.local.files.bundles import listed, read_zip

    files, unread = read_zip(loaded, _within)
    parts: list[Document] = []
    for name, part in files:
        parts += [Document(loaded.url, "html", f"<h2>{html.escape(name)}</h2>"), part]
    parts.append(Document(loaded.url, "html", listed(unread)))
    return Document(loaded.url, "zip", "".join(f"<div>{part.html}</div>" for part in parts), parts=tuple(parts))


def _mail(loaded: Loaded) -> str:
    from airflow_provider.local.files.mail import read_mail

    return read_mail(loaded.body)


def _image(loaded: Loaded) -> str:
    from airflow_provider.local.files.images import kind_of, read_image

    return read_image(loaded.body, kind_of(loaded.body) or "")


_AS_HTML: Mapping[Format, Callable[[Loaded], str]] = {
    "html": _html,
    "csv": _csv,
    "pdf": _pdf,
    "docx": _docx,
    "pptx": _pptx,
    "xlsx": _xlsx,
    "xls": _xls,
    "xml sheets": _xml_sheets,
    "msg": _msg,
    "rtf": _rtf,
    "epub": _epub,
    "odf": _odf,
    "mail": _mail,
    "image": _image,
}


def _within(loaded: Loaded) -> Document:
    """Return a file of an archive; an archive in one in it is not opened."""
    if format_of(loaded) == "zip":
        raise Invalid("It is an archive in an archive in an archive.")
    return read_document(loaded)


def decode(body: bytes, *, charset: str | None) -> str:
    """Decode by the byte order mark, the header's *charset*, the meta element, or a guess, in that order."""
    is_stated = charset is not None or body.startswith(tuple(mark for mark, _ in BOMS))
    text = None if is_stated else guessed(body)
    return (decoded_as(body, charset) if text is None else text).replace("\x00", "")


def _paragraphs(text: str) -> str:
    blocks = (block for block in re.split(r"\n\s*\n", text) if block.strip())
    return "".join(f"<p>{'<br>'.join(html.escape(block.strip()).splitlines())}</p>" for block in blocks)
