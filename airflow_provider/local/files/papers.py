"""
DOCX: documents with headings, lists, tables and equations.

mammoth makes HTML of them. What it leaves out is put into the document before, as text that it reads: equations by
`equations`, the numbers of headings and of lists that go on by `numbering`.
"""

from __future__ import annotations

import io
import re
import zipfile
from typing import Any

from lxml import etree

from airflow_provider.local.files.archives import Archive, parsed
from airflow_provider.local.files.equations import write_equations
from airflow_provider.local.files.numbering import NUMBER, write_numbers

_DOCUMENT = "word/document.xml"
_STYLES = """
p[style-name='Title'] => h1:fresh
p[style-name='Subtitle'] => p:fresh
p[style-name='Quote'] => blockquote > p:fresh
p[style-name='Intense Quote'] => blockquote > p:fresh
"""
_NUMBERED = re.compile(rf"<li>{NUMBER}([0-9]{{1,9}}){NUMBER}")
_NUMBER = re.compile(rf"{NUMBER}([0-9]{{1,9}}){NUMBER}")


def read_docx(body: bytes) -> str:
    """Return a Word document as HTML."""
    import mammoth

    archive = Archive(body, "DOCX file")
    parts = {name: archive.read(name) for name in archive.names if name.endswith((".xml", ".rels"))}
    try:
        roots = {name: parsed(content) for name, content in parts.items()}
    except ValueError:
        raise archive.damaged() from None
    if _DOCUMENT not in roots:
        raise archive.damaged()
    document = roots[_DOCUMENT]
    try:
        write_equations(document)
        write_numbers(document, roots.get("word/numbering.xml"), roots.get("word/styles.xml"))
        _mark_heads(document)
        # Pictures would come inline, as data many times the size of the text.
        pictures = mammoth.images.img_element(lambda _: {"src": ""})
        packed = _packed({**parts, _DOCUMENT: etree.tostring(document)})
        told = str(mammoth.convert_to_html(packed, convert_image=pictures, style_map=_STYLES).value)
    except Exception:  # noqa: BLE001 - mammoth fails in its own ways on what is damaged
        raise archive.damaged() from None
    return _NUMBER.sub(r"\1. ", _NUMBERED.sub(r'<li value="\1">', told))


def _packed(parts: dict[str, bytes]) -> io.BytesIO:
    """Return an archive of *parts*; pictures are not among them, for nothing reads them."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    target.seek(0)
    return target


def _mark_heads(document: Any) -> None:
    """Mark the first row of each table as its head, so that it is a table and not what places things on a page."""
    for table in document.iter("{*}tbl"):
        rows = list(table.iterchildren("{*}tr"))
        if len(rows) < 2 or len(list(rows[0].iterchildren("{*}tc"))) < 2:  # noqa: PLR2004 - rows and columns
            continue
        space = rows[0].tag.removesuffix("tr")
        properties = next(rows[0].iterchildren("{*}trPr"), None)
        if properties is None:
            properties = etree.Element(f"{space}trPr")
            rows[0].insert(0, properties)
        if next(properties.iterchildren("{*}tblHeader"), None) is None:
            etree.SubElement(properties, f"{space}tblHeader")
