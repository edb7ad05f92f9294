"""DOCX: the numbers, equations and tables that Word shows are in the Markdown."""

from __future__ import annotations

import io
from typing import Any

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from airflow_provider.local.documents import Loaded, read_document
from airflow_provider.local.markdown import to_markdown

MATH = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
# A list whose numbers tell all levels, and one of letters.
NUMBERING = """<w:abstractNum {0} w:abstractNumId="77">
<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1"/></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"/></w:lvl>
<w:lvl w:ilvl="2"><w:start w:val="1"/><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="%1.%2 (%3)"/></w:lvl>
</w:abstractNum>"""


def convert(paper: Any) -> str:
    target = io.BytesIO()
    paper.save(target)
    return to_markdown(read_document(Loaded("https://files.example.com/a.docx", "", None, target.getvalue())))


def test_the_numbers_of_headings_clauses_and_lists_that_go_on_are_told() -> None:
    paper = docx.Document()
    lists = paper.part.numbering_part.element
    lists.insert(0, parse_xml(NUMBERING.format(nsdecls("w"))))
    lists.append(parse_xml(f'<w:num {nsdecls("w")} w:numId="77"><w:abstractNumId w:val="77"/></w:num>'))
    numbered = [("Scope", "Heading 1", 0), ("Aim", "Heading 2", 1), ("A clause", "Normal", 1), ("Part", "Normal", 2)]
    for text, style, depth in [*numbered, ("Next", "Heading 1", 0)]:
        one = paper.add_paragraph(text, style=style)
        level = f'<w:numPr {nsdecls("w")}><w:ilvl w:val="{depth}"/><w:numId w:val="77"/></w:numPr>'
        one._p.get_or_add_pPr().append(parse_xml(level))
    for text in ("first", "second"):
        paper.add_paragraph(text, style="List Number")
    paper.add_paragraph("between")
    paper.add_paragraph("third", style="List Number")

    assert convert(paper) == (
        "# 1 Scope\n\n## 1.1 Aim\n\n1.2 A clause\n\n1.2 (i) Part\n\n# 2 Next\n\n"
        "1. first\n2. second\n\nbetween\n\n3. third\n"
    )


def test_titles_quotes_and_tables_within_tables_are_kept() -> None:
    paper = docx.Document()
    paper.add_heading("Night trains", 0)
    paper.add_paragraph("All of them.", style="Quote")
    table = paper.add_table(2, 2)
    for place, text in (((0, 0), "Train"), ((0, 1), "Stops"), ((1, 0), "NJ 40")):
        table.cell(*place).text = text
    inner = table.cell(1, 1).add_table(2, 1)
    inner.cell(0, 0).text, inner.cell(1, 0).text = "Coast", "Harbour"

    assert convert(paper) == (
        "# Night trains\n\n> All of them.\n\n| Train | Stops |\n| --- | --- |\n| NJ 40 | Coast<br>Harbour |\n"
    )


def run(text: str) -> str:
    return f"<m:r><m:t>{text}</m:t></m:r>"


@pytest.mark.parametrize(
    ("equation", "text"),
    [
        (f"{run('E=m')}<m:sSup><m:e>{run('c')}</m:e><m:sup>{run('2')}</m:sup></m:sSup>", "E=mc^2"),
        (
            f"<m:f><m:fPr/><m:num>{run('a+b')}</m:num><m:den>{run('2')}</m:den></m:f>",
            "(a+b)/2",
        ),
        (f"{run('x')}<m:f><m:num>{run('1')}</m:num><m:den>{run('2')}</m:den></m:f>", "x 1/2"),
        (f"<m:rad><m:deg>{run('3')}</m:deg><m:e>{run('x+1')}</m:e></m:rad>", "3√(x+1)"),
        (
            (
                f'<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>{run("i=1")}</m:sub><m:sup>{run("n")}</m:sup>'
                f"<m:e>{run('i')}</m:e></m:nary>"
            ),
            "∑_(i=1)^n i",
        ),
        (f'<m:d><m:dPr><m:begChr m:val="["/><m:endChr m:val="]"/></m:dPr><m:e>{run("k")}</m:e></m:d>', "[k]"),
        (
            (
                f"<m:m><m:mr><m:e>{run('1')}</m:e><m:e>{run('0')}</m:e></m:mr>"
                f"<m:mr><m:e>{run('0')}</m:e><m:e>{run('1')}</m:e></m:mr></m:m>"
            ),
            "(1, 0; 0, 1)",
        ),
    ],
)
@pytest.mark.parametrize("own_line", [False, True], ids=["in a line", "on its own"])
def test_equations_are_told_as_text(equation: str, text: str, *, own_line: bool) -> None:
    paper = docx.Document()
    inside = f"<m:oMath {MATH}>{equation}</m:oMath>"
    paragraph = paper.add_paragraph("It is ")
    markup = f"<m:oMathPara {MATH}>{inside}</m:oMathPara>" if own_line else inside
    paragraph._p.append(parse_xml(markup))
    paragraph.add_run(" here.")

    assert convert(paper).replace("\\", "") == f"It is {text} here.\n"
