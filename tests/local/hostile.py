"""Documents that are to exhaust, crash or hold up whoever reads them; made here, byte by byte."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping

import docx

PDF = "application/pdf"
WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def pdf(*objects: bytes) -> bytes:
    """Return a PDF of *objects*, of which the first is its catalog."""
    out, places = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    end = b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, len(out))
    return out + b"xref\n0 %d\n0000000000 65535 f \n%s%s" % (len(objects) + 1, table, end)


def stream(content: bytes, entries: bytes = b"") -> bytes:
    """Return *content* as a packed stream of a PDF."""
    packed = zlib.compress(content, 9)
    return b"<< /Filter /FlateDecode /Length %d %s >>\nstream\n%s\nendstream" % (len(packed), entries, packed)


def endless_pdf(pages: int = 2000) -> bytes:
    """Return a small PDF whose pages all have the same long drawing: minutes of processor time, and no text."""
    kids = b" ".join(b"%d 0 R" % number for number in range(4, 4 + pages))
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 3 0 R >>"
    drawing = stream(b"0 0 m 9 9 l 5 5 l 0 3 l S\n" * 60_000)
    tree = b"<< /Type /Pages /Kids [%s] /Count %d >>" % (kids, pages)
    return pdf(b"<< /Type /Catalog /Pages 2 0 R >>", tree, drawing, *[page] * pages)


def doubling_pdf(depth: int = 30) -> bytes:
    """Return a PDF whose page draws a form that draws another one twice, and so on."""
    form = b"/Type /XObject /Subtype /Form /BBox [0 0 200 200] /Resources << %s >>"
    inside = b"/Resources << /XObject << /X 6 0 R >> >>"
    page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R %s >>" % inside
    forms = [stream(b"/X Do /X Do", form % (b"/XObject << /X %d 0 R >>" % (7 + n))) for n in range(depth)]
    last = stream(b"BT /F 9 Tf (x) Tj ET", form % b"/Font << /F 5 0 R >>")
    return pdf(
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        page,
        stream(b"/X Do"),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        *forms,
        last,
    )


def archive(entries: Mapping[str, bytes]) -> bytes:
    """Return a ZIP of *entries*."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in entries.items():
            packed.writestr(name, content)
    return target.getvalue()


def word_with(document: bytes) -> bytes:
    """Return a DOCX whose main part is *document*."""
    source, target = io.BytesIO(), io.BytesIO()
    docx.Document().save(source)
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, document if name == "word/document.xml" else old.read(name))
    return target.getvalue()


def laughing_docx() -> bytes:
    """Return a DOCX whose text is an entity of entities of entities."""
    entities = '<!ENTITY a0 "ha">' + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
    return word_with(
        f"<!DOCTYPE w:document [{entities}]>"
        '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r>'
        "<w:t>&a9;</w:t></w:r></w:p></w:body></w:document>".encode()
    )


def large_docx() -> bytes:
    """Return a small DOCX that unpacks to 200 MB."""
    return word_with(b"<a>" + b" " * 200_000_000 + b"</a>")
