"""Files of many kinds, made here byte by byte or by the libraries that people write them with."""

from __future__ import annotations

import io
import json
import struct
from datetime import date, datetime, timedelta
from email.message import EmailMessage

import docx
import fpdf
import xlwt
from PIL import Image
from PIL.TiffImagePlugin import IFDRational

from tests.local.compound import compound
from tests.local.hostile import archive

SECOND = timedelta(seconds=1)
# How much the window of packed RTF holds at first.
FIRST_OF_WINDOW = 207

RELATED = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
DRAWN = "http://schemas.openxmlformats.org/drawingml/2006/main"
SHOWN = "http://schemas.openxmlformats.org/presentationml/2006/main"
PACKED = "http://schemas.openxmlformats.org/package/2006/relationships"


def relations(**targets: str) -> bytes:
    found = "".join(f'<Relationship Id="{name}" Type="t" Target="{target}"/>' for name, target in targets.items())
    return f'<Relationships xmlns="{PACKED}">{found}</Relationships>'.encode()


def xlsx(rows: str, **more: bytes) -> bytes:
    sheets = '<sheet name="Stock &amp; Co" sheetId="1" r:id="r1"/><sheet name="Second" sheetId="2" r:id="r2"/>'
    return archive(
        {
            "xl/workbook.xml": (
                f'<workbook xmlns="{MAIN}" xmlns:r="{RELATED}"><sheets>{sheets}</sheets></workbook>'
            ).encode(),
            "xl/_rels/workbook.xml.rels": relations(r1="worksheets/sheet1.xml", r2="/xl/worksheets/sheet2.xml"),
            "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData></worksheet>'.encode(),
            "xl/worksheets/sheet2.xml": (
                f'<worksheet xmlns="{MAIN}"><sheetData><row><c t="inlineStr"><is><t>alone</t></is></c>'
                f"<c><v>1</v></c></row></sheetData></worksheet>"
            ).encode(),
            "xl/sharedStrings.xml": (
                f'<sst xmlns="{MAIN}"><si><t>Name</t></si><si><r><t>De</t></r><r><t>sk|1</t></r></si></sst>'
            ).encode(),
            "xl/styles.xml": (
                f'<styleSheet xmlns="{MAIN}"><numFmts>'
                '<numFmt numFmtId="164" formatCode="&quot;$&quot;#,##0.00"/></numFmts>'
                '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="10"/><xf numFmtId="164"/></cellXfs>'
                "</styleSheet>"
            ).encode(),
            **more,
        }
    )


def xls() -> bytes:
    book = xlwt.Workbook()
    sheet = book.add_sheet("Stock & Co")
    for column, name in enumerate(("Name", "Since", "Price", "Share", "Sold")):
        sheet.write(1, column + 1, name)
    sheet.write(3, 1, "Desk|1")
    for column, (value, code) in enumerate(
        [(date(2024, 1, 1), "yyyy-mm-dd"), (1234.5, '"$"#,##0.00'), (0.125, "0.0%"), (True, "General")]
    ):
        sheet.write(3, column + 2, value, xlwt.easyxf(num_format_str=code))
    sheet.write_merge(4, 4, 1, 3, "none")
    book.add_sheet("Second").write(0, 0, "alone")
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


XML_SHEETS = """<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?>
<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"
 xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><Styles>
<Style ss:ID="p"><NumberFormat ss:Format="Percent"/></Style>
<Style ss:ID="d"><NumberFormat ss:Format="d.m.yyyy"/></Style>
</Styles><Worksheet ss:Name="Report"><Table>{}</Table></Worksheet></Workbook>"""


def wide(text: str) -> bytes:
    return text.encode("utf-16-le")


def msg(**more: bytes | dict[str, bytes]) -> bytes:
    sent = struct.pack("<IIQ", 0x00390040, 6, (datetime(2026, 11, 21, 9, 30) - datetime(1601, 1, 1)) // SECOND * 10**7)  # noqa: DTZ001 - both are UTC
    page = struct.pack("<IIQ", 0x3FFD0003, 6, 1252)
    return compound(
        {
            "__properties_version1.0": bytes(32) + sent + page,
            "__substg1.0_0037001F": wide("Lampes à vendre"),
            "__substg1.0_0C1A001E": "Anna Café".encode("cp1252"),
            "__substg1.0_5D01001F": wide("anna@shop.example.com"),
            "__substg1.0_0E04001F": wide("Bob; Carla"),
            "__attach_version1.0_#00000000": {"__substg1.0_3707001F": wide("offer.pdf")},
            **more,
        }
    )


RTF = rb"""{\rtf1\ansi\deff0{\fonttbl{\f0\fcharset204 A;}}\f0\'cf\'f0, \b so\b0  \u8364?\par{\pntext\'b7\tab}one\par
\trowd\intbl N\cell 1\cell\row\pard{\field{\*\fldinst HYPERLINK "https://r.example.org/"}{\fldrslt a}}\par}"""


def rtf_packed(body: bytes) -> bytes:
    """Return *body* as Outlook packs it: where it repeats itself, it refers to what it has said before."""
    tokens, place = [], 0
    while place < len(body):
        lengths = range(min(17, len(body) - place), 1, -1)
        found = ((body.rfind(body[place : place + n], max(place - 4000, 0), place + n - 1), n) for n in lengths)
        start, length = next(((start, n) for start, n in found if start >= 0), (None, 1))
        near = None if start is None else struct.pack(">H", (FIRST_OF_WINDOW + start) % 4096 << 4 | length - 2)
        tokens.append((near is not None, near or body[place : place + 1]))
        place += length
    tokens.append((True, struct.pack(">H", (FIRST_OF_WINDOW + len(body)) % 4096 << 4)))
    packed = b""
    for first in range(0, len(tokens), 8):
        group = tokens[first : first + 8]
        packed += bytes([sum(is_near << bit for bit, (is_near, _) in enumerate(group))])
        packed += b"".join(token for _, token in group)
    return struct.pack("<II4sI", len(packed) + 12, len(body), b"LZFu", 0) + packed


def shape(kind: str, *texts: str, level: int = 0) -> str:
    paragraphs = "".join(
        f'<a:p><a:pPr lvl="{level if number else 0}"/><a:r><a:t>{text}</a:t></a:r></a:p>'
        for number, text in enumerate(texts)
    )
    return f'<p:sp><p:nvSpPr><p:nvPr><p:ph type="{kind}"/></p:nvPr></p:nvSpPr><p:txBody>{paragraphs}</p:txBody></p:sp>'


def slide(inside: str, kind: str = "sld") -> bytes:
    names = f'xmlns:p="{SHOWN}" xmlns:a="{DRAWN}" xmlns:r="{RELATED}"'
    return f"<p:{kind} {names}><p:cSld><p:spTree>{inside}</p:spTree></p:cSld></p:{kind}>".encode()


def epub(**more: bytes) -> bytes:
    return archive(
        {
            "mimetype": b"application/epub+zip",
            "META-INF/container.xml": b'<container><rootfiles><rootfile full-path="O/c.opf"/></rootfiles></container>',
            "O/c.opf": (
                b'<package xmlns:dc="http://purl.org/dc/elements/1.1/"><metadata>'
                b"<dc:title>Night &amp; Trains</dc:title>"
                b'<dc:creator>A. Writer</dc:creator></metadata><manifest><item id="2" href="b%201.xhtml"'
                b' media-type="application/xhtml+xml"/><item id="1" href="a.xhtml" media-type="application/xhtml+xml"/>'
                b'</manifest><spine><itemref idref="1"/><itemref idref="2"/></spine></package>'
            ),
            "O/a.xhtml": "<html><body><h2>Öne</h2><p>First.</p></body></html>".encode(),
            "O/b 1.xhtml": b"<html><body><h2>Two</h2><p>Last.</p></body></html>",
            **more,
        }
    )


def open_document(kind: str, content: str, styles: str = "", **more: bytes) -> bytes:
    """Return a file of LibreOffice: a text, spreadsheet or presentation."""
    names = ("office", "text", "table", "draw", "presentation", "style")
    spaces = "".join(f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in names)
    spaces += "".join(
        f' xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{of}-compatible:1.0"'
        for name, of in (("fo", "xsl-fo"), ("svg", "svg"))
    )
    document = (
        f'<office:document-content{spaces} xmlns:xlink="http://www.w3.org/1999/xlink"><office:automatic-styles>'
        f"{styles}</office:automatic-styles><office:body><office:{kind}>{content}</office:{kind}></office:body>"
        "</office:document-content>"
    )
    return archive(
        {
            "mimetype": f"application/vnd.oasis.opendocument.{kind}".encode(),
            "content.xml": document.encode(),
            **more,
        }
    )


RSS = """<?xml version="1.0"?><rss><channel><title>Shop</title><link>https://s.example.com/</link><item>
<title>Lamp</title><link>https://s.example.com/l</link><pubDate>Sat, 21 Nov 2026</pubDate>
<description>&lt;p&gt;A &lt;b&gt;lamp&lt;/b&gt;.&lt;/p&gt;</description></item></channel></rss>"""
ATOM = """<feed xmlns="http://www.w3.org/2005/Atom"><title>Shop</title><link href="https://s.example.com/"/><entry>
<title>Lamp</title><link rel="alternate" href="https://s.example.com/l"/><updated>Sat, 21 Nov 2026</updated>
<content type="html">&lt;p&gt;A &lt;b&gt;lamp&lt;/b&gt;.&lt;/p&gt;</content></entry></feed>"""


def drawn(name: str, part: str, *, key: str = "id") -> str:
    inside = f'<a:{name} r:{key}="{part}"/>'
    return f"<p:graphicFrame><a:graphic><a:graphicData>{inside}</a:graphicData></a:graphic></p:graphicFrame>"


def points(*values: str) -> str:
    return "".join(f'<c:pt idx="{place}"><c:v>{value}</c:v></c:pt>' for place, value in enumerate(values))


CHART = f"""<c:chartSpace xmlns:c="urn:c" xmlns:a="{DRAWN}"><c:chart><c:title><a:t>Harvest</a:t></c:title><c:plotArea>
<c:ser><c:tx><c:v>Tonnes</c:v></c:tx><c:cat>{points("Pears", "Plums")}</c:cat><c:val>{points("41.5", "7")}</c:val>
</c:ser></c:plotArea></c:chart></c:chartSpace>""".encode()
DIAGRAM = f"""<d:dataModel xmlns:d="urn:d" xmlns:a="{DRAWN}"><d:ptLst><d:pt><a:t>Plan</a:t></d:pt><d:pt/>
<d:pt><a:t>Check</a:t></d:pt></d:ptLst></d:dataModel>""".encode()


def pptx() -> bytes:
    cells = "".join(f"<a:tc><a:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:txBody></a:tc>" for text in "AB")
    rows = f"<a:tr>{cells}</a:tr>" * 2
    table = f"<p:graphicFrame><a:graphic><a:tbl>{rows}</a:tbl></a:graphic></p:graphicFrame>"
    return archive(
        {
            "ppt/presentation.xml": (
                f'<p:presentation xmlns:p="{SHOWN}" xmlns:r="{RELATED}"><p:sldIdLst><p:sldId r:id="b"/>'
                '<p:sldId r:id="a"/>'
                "</p:sldIdLst></p:presentation>"
            ).encode(),
            "ppt/_rels/presentation.xml.rels": relations(a="slides/slide1.xml", b="slides/slide2.xml"),
            "ppt/slides/slide1.xml": slide(table + drawn("chart", "c") + shape("sldNum", "7") + shape("ftr", "Lab")),
            "ppt/slides/_rels/slide1.xml.rels": relations(c="../charts/chart1.xml"),
            "ppt/charts/chart1.xml": CHART,
            "ppt/slides/slide2.xml": slide(
                shape("body", "One", "Two", level=1)
                + shape("title", "First")
                + drawn("relIds", "d", key="dm")
                + shape("ftr", "Lab")
            ),
            "ppt/slides/_rels/slide2.xml.rels": relations(
                n="../notesSlides/notesSlide1.xml", d="../diagrams/data1.xml"
            ),
            "ppt/diagrams/data1.xml": DIAGRAM,
            "ppt/notesSlides/notesSlide1.xml": slide(shape("body", "Say this."), "notes"),
        }
    )


def one_slide(inside: str) -> bytes:
    """Return a presentation of a single slide."""
    return archive(
        {
            "ppt/presentation.xml": (
                f'<p:presentation xmlns:p="{SHOWN}" xmlns:r="{RELATED}"><p:sldIdLst><p:sldId r:id="a"/></p:sldIdLst>'
                "</p:presentation>"
            ).encode(),
            "ppt/_rels/presentation.xml.rels": relations(a="slides/slide1.xml"),
            "ppt/slides/slide1.xml": slide(inside),
        }
    )


def mail() -> bytes:
    mail = EmailMessage()
    mail["Subject"], mail["From"], mail["To"] = (
        "Lampes à vendre",
        "Anna <anna@shop.example.com>",
        "bob@shop.example.com",
    )
    mail.set_content("plain")
    mail.add_alternative("<p>Two <b>lamps</b>.</p>", subtype="html")
    mail.add_attachment(b"x", maintype="application", subtype="pdf", filename="offer.pdf")
    return mail.as_bytes()


def photo(kind: str) -> bytes:
    exif = Image.Exif()
    exif[0x010E], exif[0x0110], exif[0x8298] = "A lamp at night", "Box 1", "A. Writer"
    exif.get_ifd(0x8769).update({0x9003: "2026:11:21 09:30:00", 0x829A: IFDRational(1, 250), 0x8827: 200})
    exif.get_ifd(0x8825).update({1: "N", 2: (60.0, 10.0, 30.0), 3: "E", 4: (24.0, 56.0, 0.0)})
    target = io.BytesIO()
    Image.new("RGB", (31, 17)).save(target, kind, exif=exif)
    return target.getvalue()


def notebook() -> bytes:
    cells = [
        {"cell_type": "markdown", "source": ["# T\n", "*text*"]},
        {
            "cell_type": "code",
            "source": "1 + 1",
            "outputs": [{"data": {"text/plain": ["2"]}, "output_type": "execute_result"}],
        },
    ]
    return json.dumps({"nbformat": 4, "metadata": {"kernelspec": {"language": "python"}}, "cells": cells}).encode()


def word() -> bytes:
    document = docx.Document()
    document.add_heading("Night trains", 1)
    document.add_paragraph("The first leaves at ten.")
    for text in ("by day", "by night"):
        document.add_paragraph(text, style="List Number")
    table = document.add_table(2, 2)
    for cell in (cell for row in table.rows for cell in row.cells):
        cell.text = "x"
    target = io.BytesIO()
    document.save(target)
    return target.getvalue()


def paper() -> bytes:
    document = fpdf.FPDF()
    document.add_page()
    document.set_font("Times", "", 20)
    document.cell(text="Night trains", new_x="LMARGIN", new_y="NEXT")
    document.set_font("Times", "", 10)
    document.write(5, "The first leaves at ten. " * 20)
    document.write(5, "Tickets", "https://trains.example/")
    document.ln(10)
    with document.table() as table:
        for _ in range(3):
            table.row(("a", "b", "c"))
    return bytes(document.output())
