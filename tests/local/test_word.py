"""DOCX: the numbers, equations and tables that Word shows are in the Markdown."""

from __future__ import annotations

import io
from typing import Any

import docx
import pytest
from docx.enum.style import WD_STYLE_TYPE
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


LEASE = """<w:abstractNum {0} w:abstractNumId="78">
<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="Article %1"/></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="(%2)"/></w:lvl>
<w:lvl w:ilvl="2"><w:start w:val="1"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%3."/></w:lvl>
</w:abstractNum>"""
CHANGED = """<w:num {0} w:numId="79"><w:abstractNumId w:val="78"/><w:lvlOverride w:ilvl="0">
<w:startOverride w:val="4"/></w:lvlOverride><w:lvlOverride w:ilvl="1">
<w:lvl w:ilvl="1"><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%2)"/></w:lvl></w:lvlOverride></w:num>"""


def field(code: str, shown: str) -> Any:
    return parse_xml(f'<w:fldSimple {nsdecls("w")} w:instr=" {code} "><w:r><w:t>{shown}</w:t></w:r></w:fldSimple>')


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


def test_labels_that_markdown_does_not_number_stand_before_their_items() -> None:
    paper = docx.Document()
    lists = paper.part.numbering_part.element
    lists.insert(0, parse_xml(LEASE.format(nsdecls("w"))))
    lists.append(parse_xml(f'<w:num {nsdecls("w")} w:numId="78"><w:abstractNumId w:val="78"/></w:num>'))
    lists.append(parse_xml(CHANGED.format(nsdecls("w"))))
    for text, number, depth in (
        ("Term", 78, 0),
        ("Five years", 78, 1),
        ("Renewal", 78, 1),
        ("signed", 78, 2),
        ("Rent", 78, 0),
        ("Annexes", 79, 0),
        ("Keys", 79, 1),
    ):
        level = f'<w:numPr {nsdecls("w")}><w:ilvl w:val="{depth}"/><w:numId w:val="{number}"/></w:numPr>'
        paper.add_paragraph(text)._p.get_or_add_pPr().append(parse_xml(level))

    assert convert(paper).splitlines() == [
        "- Article 1 Term",
        "  - (a) Five years",
        "  - (b) Renewal",
        "    - I. signed",
        "- Article 2 Rent",
        "- Article 4 Annexes",
        "  - a) Keys",
    ]


def test_headers_and_footers_are_told_once_without_the_numbers_of_pages() -> None:
    paper = docx.Document()
    first = paper.sections[0]
    first.different_first_page_header_footer = True
    first.first_page_header.paragraphs[0].text = "Ministry of Canals"
    first.header.paragraphs[0].text = "Handbook"
    footer = first.footer.paragraphs[0]
    footer.text = "14 Mill Lane\tPage "
    footer._p.append(field("PAGE", "7"))
    paper.add_paragraph("Handbook")
    paper.add_paragraph("One.")
    second = paper.add_section()
    second.header.is_linked_to_previous = False
    second.header.paragraphs[0].text = "Part 2"
    paper.add_paragraph("Two.")

    assert convert(paper) == "Ministry of Canals\n\nHandbook\n\nOne.\n\n14 Mill Lane\n\nPart 2\n\nTwo.\n"


def test_comments_are_told_and_what_is_hidden_is_not() -> None:
    paper = docx.Document()
    paragraph = paper.add_paragraph("It takes ")
    remarked = paragraph.add_run("ten days")
    paragraph.add_run(" and a secret").font.hidden = True
    paragraph.add_run(".").font.hidden = False
    paper.add_comment(remarked, text="Twelve?", author="Rita Moss", initials="RM")

    assert convert(paper) == "It takes ten days[RM1].\n\n**Comment [RM1]**\n\nTwelve?\n"


def test_a_style_that_builds_on_a_heading_is_one() -> None:
    paper = docx.Document()
    paper.styles.add_style("Kapitel", WD_STYLE_TYPE.PARAGRAPH).base_style = paper.styles["Heading 2"]
    paper.add_paragraph("Alpha", style="Kapitel")

    assert convert(paper) == "## Alpha\n"


def test_links_that_lead_nowhere_in_markdown_are_their_text() -> None:
    paper = docx.Document()
    link = f'<w:hyperlink {nsdecls("w")} w:anchor="there"><w:r><w:t>the end</w:t></w:r></w:hyperlink>'
    paper.add_paragraph("See ")._p.append(parse_xml(link))

    assert convert(paper) == "See the end\n"


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


def test_a_paragraph_with_a_level_in_the_outline_is_a_heading() -> None:
    paper = docx.Document()
    for text, level in (("Moorings", 2), ("Body", 9), ("Buoys", 2)):
        one = paper.add_paragraph(text)
        one._p.get_or_add_pPr().append(parse_xml(f'<w:outlineLvl {nsdecls("w")} w:val="{level}"/>'))

    assert convert(paper) == "### Moorings\n\nBody\n\n### Buoys\n"


@pytest.mark.parametrize(("kind", "signs"), [("Bullet", ("-", "-", "-", "-")), ("Number", ("1.", "1.", "2.", "2."))])
def test_items_stand_as_deep_as_their_style_says(kind: str, signs: tuple[str, ...]) -> None:
    paper = docx.Document()
    for text, style in (("a", ""), ("b", " 2"), ("c", " 2"), ("d", "")):
        paper.add_paragraph(text, style=f"List {kind}{style}")
    first, second, third, last = signs
    indent = " " * (len(first) + 1)

    assert convert(paper) == f"{first} a\n{indent}{second} b\n{indent}{third} c\n{last} d\n"


def test_an_item_keeps_the_depth_that_its_list_gives_it() -> None:
    paper = docx.Document()
    paper.add_paragraph("a", style="List Bullet")
    one = paper.add_paragraph("b", style="List Bullet 3")
    one._p.get_or_add_pPr().append(parse_xml(f'<w:numPr {nsdecls("w")}><w:ilvl w:val="1"/></w:numPr>'))

    assert convert(paper) == "- a\n  - b\n"


def test_how_a_character_is_read_stands_behind_it() -> None:
    paper = docx.Document()
    ruby = "<w:ruby><w:rt><w:r><w:t>kan</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>漢</w:t></w:r></w:rubyBase></w:ruby>"
    paper.add_paragraph("in ")._p.append(parse_xml(f"<w:r {nsdecls('w')}>{ruby}</w:r>"))

    assert convert(paper) == "in 漢(kan)\n"


def add_item(paper: Any, text: str, depth: int, number: int, style: str | None = None) -> None:
    place = f'<w:numPr {nsdecls("w")}><w:ilvl w:val="{depth}"/><w:numId w:val="{number}"/></w:numPr>'
    paper.add_paragraph(text, style=style)._p.get_or_add_pPr().append(parse_xml(place))


def with_lists(shared: str, number: int) -> Any:
    paper = docx.Document()
    lists = paper.part.numbering_part.element
    lists.insert(0, parse_xml(shared.format(nsdecls("w"))))
    lists.append(parse_xml(f'<w:num {nsdecls("w")} w:numId="{number}"><w:abstractNumId w:val="{number}"/></w:num>'))
    return paper


def test_items_whose_numbers_tell_all_levels_stand_in_the_items_above_them() -> None:
    paper = with_lists(NUMBERING, 77)
    for text, depth in (("Prepare", 0), ("Open", 1), ("Slowly", 2), ("Check", 1), ("Run", 0)):
        add_item(paper, text, depth, 77)

    assert convert(paper).splitlines() == [
        "1. Prepare",
        "   - 1.1 Open",
        "     - 1.1 (i) Slowly",
        "   - 1.2 Check",
        "2. Run",
    ]


def test_an_item_without_one_above_it_is_not_deep() -> None:
    paper = with_lists(LEASE, 78)
    for text, depth in (("signed", 2), ("sealed", 2), ("Five years", 1), ("in ink", 2)):
        add_item(paper, text, depth, 78)
    paper.add_paragraph("That is all.")
    add_item(paper, "Renewal", 1, 78)

    assert convert(paper) == (
        "- I. signed\n- II. sealed\n- (b) Five years\n  - I. in ink\n\nThat is all.\n\n- (c) Renewal\n"
    )


def test_items_stand_at_most_five_deep_and_no_list_has_a_tenth_level() -> None:
    bullets = "".join(f'<w:lvl w:ilvl="{depth}"><w:numFmt w:val="bullet"/></w:lvl>' for depth in range(12))
    paper = with_lists(f'<w:abstractNum {{0}} w:abstractNumId="77">{bullets}</w:abstractNum>', 77)
    for depth in range(10):
        add_item(paper, str(depth), depth, 77)

    assert convert(paper).splitlines() == [
        *(f"{'  ' * min(depth, 4)}- {depth}" for depth in range(9)),
        "",
        "9",
    ]


def test_an_item_in_a_cell_is_in_no_item_before_the_table() -> None:
    paper = with_lists(LEASE, 78)
    add_item(paper, "Term", 0, 78)
    add_item(paper.add_table(1, 1).cell(0, 0), "Five years", 1, 78)

    assert convert(paper).splitlines()[:2] == ["- Article 1 Term", ""]
    assert "- - " not in convert(paper)


def test_items_that_are_such_by_their_style_alone_are_items() -> None:
    paper = docx.Document()
    for mark in list(paper.part.numbering_part.element.iter("{*}pStyle")):
        mark.getparent().remove(mark)
    paper.styles.add_style("Action", WD_STYLE_TYPE.PARAGRAPH).base_style = paper.styles["List Bullet"]
    paper.styles.add_style("Detail", WD_STYLE_TYPE.PARAGRAPH).base_style = paper.styles["List Bullet 2"]
    for text, style in (("a", "List Bullet"), ("b", "Action"), ("c", "Detail")):
        paper.add_paragraph(text, style=style)

    assert convert(paper) == "- a\n- b\n  - c\n"


def test_a_list_has_its_levels_from_the_style_that_it_is_linked_to() -> None:
    paper = with_lists(LEASE.replace('"78">', '"78"><w:styleLink w:val="Lease"/>', 1), 78)
    lists = paper.part.numbering_part.element
    linked = '<w:abstractNum {0} w:abstractNumId="80"><w:numStyleLink w:val="Lease"/></w:abstractNum>'
    lists.insert(0, parse_xml(linked.format(nsdecls("w"))))
    lists.append(parse_xml(f'<w:num {nsdecls("w")} w:numId="80"><w:abstractNumId w:val="80"/></w:num>'))
    add_item(paper, "Term", 0, 78)
    add_item(paper, "Rent", 0, 80)

    assert convert(paper) == "- Article 1 Term\n- Article 2 Rent\n"


def test_a_heading_that_is_an_item_is_a_heading_with_its_number() -> None:
    paper = with_lists(NUMBERING, 77)
    paper.styles.add_style("Kapitel", WD_STYLE_TYPE.PARAGRAPH).base_style = paper.styles["Heading 1"]
    add_item(paper, "Scope", 0, 77, "Kapitel")
    add_item(paper, "A clause", 1, 77)

    assert convert(paper) == "# 1 Scope\n\n1.1 A clause\n"


def test_what_a_simple_field_shows_is_kept() -> None:
    paper = docx.Document()
    for text, code, shown in (("Figure ", "SEQ Figure", "2"), ("Dear ", "MERGEFIELD Name", "Ms Ortiz")):
        paper.add_paragraph(text)._p.append(field(code, shown))

    assert convert(paper) == "Figure 2\n\nDear Ms Ortiz\n"


def test_ends_of_lines_are_kept_and_places_to_hyphenate_are_not() -> None:
    paper = docx.Document()
    markup = "<w:t>Yours</w:t><w:cr/><w:t>co</w:t><w:softHyphen/><w:t>operative</w:t>"
    paper.add_paragraph()._p.append(parse_xml(f"<w:r {nsdecls('w')}>{markup}</w:r>"))

    assert convert(paper) == "Yours  \ncooperative\n"


def test_a_row_that_begins_further_right_has_empty_cells_before() -> None:
    paper = docx.Document()
    table = paper.add_table(2, 3)
    for place, text in enumerate(("Region", "Half", "Sales", "", "Total", "70")):
        table.cell(place // 3, place % 3).text = text
    row = table.rows[1]._tr
    row.remove(row.tc_lst[0])
    row.get_or_add_trPr().append(parse_xml(f'<w:gridBefore {nsdecls("w")} w:val="1"/>'))

    assert convert(paper) == "| Region | Half | Sales |\n| --- | --- | --- |\n|  | Total | 70 |\n"
