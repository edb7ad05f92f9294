"""Files of every kind that the service reads, and those that it refuses."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import docx
import fpdf
import pytest

from airflow_provider.local.documents import decode, read_document
from airflow_provider.local.errors import Invalid
from airflow_provider.local.fetch import Loaded
from airflow_provider.local.files import archives
from airflow_provider.local.markdown import to_markdown

VAGUE = "application/octet-stream"
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def pdf() -> bytes:
    paper = fpdf.FPDF()
    paper.set_font("Helvetica")
    for text in ("First page about lamps.", "Second page about mugs."):
        paper.add_page()
        paper.cell(text=text)
    return bytes(paper.output())


def word() -> bytes:
    paper, target = docx.Document(), io.BytesIO()
    paper.add_heading("Lamps", 1)
    paper.add_paragraph("Made of brass", style="List Bullet")
    table = paper.add_table(rows=2, cols=2)
    for cell, text in zip([*table.rows[0].cells, *table.rows[1].cells], ["Name", "Price", "Desk", "9"], strict=True):
        cell.text = text
    paper.save(target)
    return target.getvalue()


def convert(body: bytes, media_type: str = VAGUE, name: str = "file", charset: str | None = None) -> str:
    return to_markdown(read_document(Loaded(f"https://h.example/{name}", media_type, charset, body)))


@pytest.mark.parametrize(("media_type", "name"), [("application/pdf", "x"), (VAGUE, "x"), ("text/html", "x.html")])
def test_a_pdf_is_known_by_its_first_bytes(media_type: str, name: str) -> None:
    assert convert(pdf(), media_type, name) == "First page about lamps.\n\nSecond page about mugs.\n"


@pytest.mark.parametrize(("media_type", "name"), [(WORD, "x"), (VAGUE, "x.docx"), (VAGUE, "x")])
def test_a_docx_keeps_headings_lists_and_tables(media_type: str, name: str) -> None:
    markdown = convert(word(), media_type, name)

    assert markdown == "# Lamps\n\n- Made of brass\n\n| Name | Price |\n| --- | --- |\n| Desk | 9 |\n"


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_csv_becomes_a_table(separator: str) -> None:
    text = "name;price;note\nDesk;9;a|b\nFloor;12;c\n".replace(";", separator)

    lines = convert(text.encode(), "text/csv").splitlines()

    assert [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines[:1]] == [
        ["name", "price", "note"]
    ]
    assert "a\\|b" in lines[2]
    assert len(lines) == 4


def test_text_and_markdown_stay_as_they_are() -> None:
    assert convert(b"# A *b*\n", "text/plain") == "# A *b*\n"
    assert convert(b"# A *b*\n", VAGUE, "x.md") == "# A *b*\n"


@pytest.mark.parametrize(("media_type", "language"), [("application/json", "json"), ("application/xml", "xml")])
def test_data_is_put_in_a_fence(media_type: str, language: str) -> None:
    assert convert(b'{"a": "</script>"}', media_type) == f'```{language}\n{{"a": "</script>"}}\n```\n'


def test_html_without_a_type_is_known_by_its_start() -> None:
    assert convert(b"<!-- x -->\n<!DOCTYPE html><h1>T</h1>") == "# T\n"
    assert convert(b"a < b", "text/plain") == "a < b"


@pytest.mark.parametrize(
    ("body", "media_type", "said"),
    [
        (b"%PDF-1.4 rubbish", VAGUE, "PDF cannot be read"),
        (b"PK\x03\x04 rubbish", WORD, "DOCX file cannot be read"),
        (b"\x89PNG\r\n\x1a\n\x00", "image/png", "PNG image cannot be read"),
        (b"\x00\x00\x00\x1cftypavif", "image/avif", "image/avif"),
        (b"\x00\x01\x02", VAGUE, "octet-stream"),
        (b"\x00\x01\x02", "", "binary data"),
        (b"PK\x03\x04", "application/zip", "ZIP archive cannot be read"),
        (b"", "text/html", "is empty"),
        (b" \r\n\x00", "text/markdown", "is empty"),
        (b" ", "application/pdf", "PDF cannot be read: it is empty"),
        (b"no PDF", "application/pdf", "PDF cannot be read: it is damaged"),
        (b"<h1>Sign in</h1>", WORD, "DOCX file cannot be read: it is damaged"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), WORD, "Office file cannot be read: it is damaged"),
    ],
)
def test_damaged_and_unknown_files_are_refused(body: Any, media_type: str, said: str) -> None:
    with pytest.raises(Invalid, match=said):
        convert(body, media_type)


def test_a_csv_with_a_monstrous_cell_is_refused() -> None:
    with pytest.raises(Invalid, match="CSV"):
        convert(b'a,b\n"' + b"x" * 200_000 + b'",1\n', "text/csv")


def test_a_docx_that_unpacks_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MAX_UNPACKED", 1000)
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b"0" * 2000)

    with pytest.raises(Invalid, match="unpacks to more"):
        convert(bomb.getvalue(), WORD)


@pytest.mark.parametrize(
    ("body", "charset", "text"),
    [
        ("é".encode("latin-1"), "latin-1", "é"),
        (b'<meta charset="iso-8859-1">\xe9', None, '<meta charset="iso-8859-1">é'),
        # A saved page, or one that was moved, may say of itself what was true before.
        (b'<meta charset="iso-8859-1">\xc3\xa9', None, '<meta charset="iso-8859-1">é'),
        (b'<meta charset="iso-8859-1">\xc3\xa9', "iso-8859-1", '<meta charset="iso-8859-1">Ã©'),
        (b'<meta charset="nonsense">\xc3\xa9', None, '<meta charset="nonsense">é'),
        (b"\xef\xbb\xbfa", "latin-1", "a"),
        ("a".encode("utf-16"), None, "a"),
        (b"a\xff\x00b", None, "aÿb"),
        (b"a", "hex", "a"),
    ],
)
def test_text_is_decoded_by_mark_header_meta_or_as_utf_8(body: Any, charset: str | None, text: str) -> None:
    assert decode(body, charset=charset) == text
