"""
DOCX: documents with headings, lists, tables and equations.

mammoth makes HTML of them. What it leaves out is put into the document before, as text that it reads: equations by
`equations`, the numbers of headings and lists by `numbering`, headers and footers by `margins`, headings and items by
`outlines`. What Word hides is taken out.
"""

from __future__ import annotations

import io
import re
import zipfile

from lxml import etree

from airflow_provider.local.files.archives import Archive, parsed
from airflow_provider.local.files.equations import write_equations
from airflow_provider.local.files.margins import write_margins
from airflow_provider.local.files.numbering import NUMBER, write_numbers
from airflow_provider.local.files.outlines import write_headings
from airflow_provider.local.files.wordml import WORD, Element, attribute, child, set_value, value, whole

_DOCUMENT, _NUMBERING, _STYLESHEET = "word/document.xml", "word/numbering.xml", "word/styles.xml"
_NOTES = ("word/footnotes.xml", "word/endnotes.xml", "word/comments.xml")
_STYLES = """
p[style-name='Title'] => h1:fresh
p[style-name='Subtitle'] => p:fresh
p[style-name='Quote'] => blockquote > p:fresh
p[style-name='Intense Quote'] => blockquote > p:fresh
comment-reference => sup
"""
_NUMBERED = re.compile(rf"<li>{NUMBER}([0-9]{{1,9}}){NUMBER}")
_NUMBER = re.compile(rf"{NUMBER}([0-9]{{1,9}}){NUMBER}")
# Links of mammoth's between notes and their places, and of Word's within the document: nothing leads there in Markdown.
_BACK = re.compile(r' ?<a href="#[^"]*">↑</a>')
_WITHIN = re.compile(r'<a href="#[^"]*"[^>]*>([^<]*(?:<(?!/a>)[^<]*)*)</a>')


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
    changed = [name for name in (_DOCUMENT, *_NOTES, _NUMBERING, _STYLESHEET) if name in roots]
    margins = {one: roots[name] for one, name in archive.related(_DOCUMENT).items() if name in roots}
    try:
        for part in (roots[name] for name in changed):
            _remove_hidden(part)
            _write_readings(part)
        write_margins(document, margins, roots.get("word/settings.xml"))
        for part in (roots[name] for name in changed):
            _make_plain(part)
            write_equations(part)
        write_numbers(document, roots.get(_NUMBERING), roots.get(_STYLESHEET))
        _mark_heads(document)
        write_headings(document, roots.get(_STYLESHEET))
        # Pictures would come inline, as data many times the size of the text.
        pictures = mammoth.images.img_element(lambda _: {"src": ""})
        packed = _packed(parts | {name: etree.tostring(roots[name]) for name in changed})
        told = str(mammoth.convert_to_html(packed, convert_image=pictures, style_map=_STYLES).value)
    except Exception:  # noqa: BLE001 - mammoth fails in its own ways on what is damaged
        raise archive.damaged() from None
    numbered = _NUMBER.sub(r"\1. ", _NUMBERED.sub(r'<li value="\1">', told))
    return _WITHIN.sub(r"\1", _BACK.sub("", numbered))


def _packed(parts: dict[str, bytes]) -> io.BytesIO:
    """Return an archive of *parts*; pictures are not among them, for nothing reads them."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    target.seek(0)
    return target


def _remove_hidden(document: Element) -> None:
    """Remove the text that Word neither shows nor prints."""
    for run in list(document.iter(f"{WORD}r")):
        mark = child(child(run, "rPr"), "vanish")
        if mark is not None and attribute(mark, "val") not in {"0", "false", "off"}:
            run.getparent().remove(run)


def _write_readings(document: Element) -> None:
    """Put how a character is read in parentheses behind it."""
    for ruby in list(document.iter(f"{WORD}ruby")):
        base, reading = ("".join(one.text or "" for one in _texts(child(ruby, part))) for part in ("rubyBase", "rt"))
        text = etree.Element(f"{WORD}t")
        text.text = f"{base}({reading})" if reading else base
        ruby.getparent().replace(ruby, text)


def _make_plain(part: Element) -> None:
    """Write what mammoth knows only in another form in that one: fields, ends of lines, cells that a row leaves out."""
    etree.strip_tags(part, f"{WORD}fldSimple", f"{WORD}bdo", f"{WORD}dir")
    etree.strip_elements(part, f"{WORD}softHyphen", f"{WORD}fldData", with_tail=False)
    for end in part.iter(f"{WORD}cr"):
        end.tag = f"{WORD}br"
    for properties in part.iter(f"{WORD}trPr"):
        if left_out := whole(value(properties, "gridBefore")):
            cell = etree.Element(f"{WORD}tc")
            set_value(etree.SubElement(cell, f"{WORD}tcPr"), "gridSpan", str(left_out))
            properties.addnext(cell)


def _texts(element: Element | None) -> list[Element]:
    return list(element.iter(f"{WORD}t")) if element is not None else []


def _mark_heads(document: Element) -> None:
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
