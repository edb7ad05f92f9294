"""
What loaded bytes say, in one form, whatever kind of file they are.

Everything becomes a `Document`, whose HTML serves extraction and whose text is kept where there is no markup to
convert. Which kind it is decides `files.kinds`; damaged, empty and protected files are refused.
"""

from __future__ import annotations

import codecs
import html
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from airflow_provider.local.errors import Invalid
from airflow_provider.local.files.kinds import Format, Loaded, format_of
from airflow_provider.web.charset import BOMS, decoded_as

__all__ = ["Document", "Loaded", "decode", "read_document"]

_JAPANESE = re.compile(r"[\u3040-\u30ff\uff66-\uff9f]")


@dataclass(frozen=True, slots=True)
class Document:
    """A read resource: its URL, what it was, its HTML, and its own text when it was not markup."""

    url: str
    format: Format
    html: str
    text: str | None = None


def read_document(loaded: Loaded) -> Document:
    """Turn *loaded* into a `Document`; raises `Invalid` for damaged files and formats that are not read."""
    if not loaded.body:
        raise Invalid("The resource is empty.")
    found = format_of(loaded)
    if found in _AS_HTML:
        return Document(loaded.url, found, _AS_HTML[found](loaded))
    text = decode(loaded.body, charset=loaded.charset)
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


def _msg(loaded: Loaded) -> str:
    from airflow_provider.local.files.outlook import read_msg

    return read_msg(loaded.body)


def _epub(loaded: Loaded) -> str:
    from airflow_provider.local.files.books import read_epub

    return read_epub(loaded.body)


def _zip(loaded: Loaded) -> str:
    from airflow_provider.local.files.bundles import read_zip

    return read_zip(loaded, _within)


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
    "msg": _msg,
    "epub": _epub,
    "zip": _zip,
    "mail": _mail,
    "image": _image,
}


def _within(loaded: Loaded) -> str:
    """Return a file of an archive as HTML; an archive in it is not opened."""
    if format_of(loaded) == "zip":
        raise Invalid("It is an archive in an archive.")
    return read_document(loaded).html


def decode(body: bytes, *, charset: str | None) -> str:
    """Decode by the byte order mark, the header's *charset*, the meta element, or a guess, in that order."""
    if charset is None and not body.startswith(tuple(mark for mark, _ in BOMS)):
        for guess in (_utf_16, _cp932):
            if (text := guess(body)) is not None:
                return text
    return decoded_as(body, charset).replace("\x00", "")


def _utf_16(body: bytes) -> str | None:
    """Return text of a European language that is UTF-16 and does not say so."""
    start = body[:400]
    if len(start) < 4 or len(body) % 2:  # noqa: PLR2004 - two characters
        return None
    name = "utf-16-le" if not any(start[1::2]) else "utf-16-be" if not any(start[::2]) else None
    return body.decode(name, "replace") if name and any(start) else None


def _cp932(body: bytes) -> str | None:
    """Return Japanese text in the character set of Windows: it is no UTF-8, and full of kana."""
    if body[:200_000].isascii() or b"charset" in body[:4096] or b"encoding" in body[:200]:
        return None
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        try:
            text = codecs.decode(body, "cp932")
        except UnicodeDecodeError:
            return None
        letters = sum(not character.isascii() for character in text[:4000])
        return text if len(_JAPANESE.findall(text[:4000])) * 4 > letters else None
    return None


def _paragraphs(text: str) -> str:
    blocks = (block for block in re.split(r"\n\s*\n", text) if block.strip())
    return "".join(f"<p>{'<br>'.join(html.escape(block.strip()).splitlines())}</p>" for block in blocks)
