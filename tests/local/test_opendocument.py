"""Files of LibreOffice: texts, workbooks and presentations, each made here."""

from __future__ import annotations

import pytest

from airflow_provider.local.documents import read_document
from airflow_provider.local.errors import Invalid
from airflow_provider.local.fetch import Loaded
from airflow_provider.local.markdown import to_markdown
from tests.local.hostile import archive
from tests.local.samples import open_document

STYLES = (
    '<style:style style:name="T1"><style:text-properties fo:font-weight="bold"/></style:style>'
    '<style:style style:name="T2"><style:text-properties text:display="none"/></style:style>'
    '<style:style style:name="P1" style:parent-style-name="Title"/>'
    '<text:list-style style:name="L1"><text:list-level-style-number text:level="1"'
    ' style:num-format="1"/><text:list-level-style-bullet text:level="2"/></text:list-style>'
    '<text:list-style style:name="L2"><text:list-level-style-number text:level="1" style:num-format="1"'
    ' text:start-value="4" style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="a"'
    ' style:num-suffix=")"/><text:list-level-style-number text:level="3" style:num-format="i" style:num-prefix="§ "'
    ' text:display-levels="3"/><text:list-level-style-number text:level="4"/></text:list-style>'
)

NOTE = (
    "<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>why</text:p></text:note-body>"
    "</text:note>"
)


def convert(body: bytes, media_type: str = "application/octet-stream", name: str = "file") -> str:
    loaded = Loaded(f"https://files.example.com/{name}", media_type, None, body)
    return to_markdown(read_document(loaded)).rstrip("\n")


def text(content: str) -> str:
    return convert(open_document("text", content, STYLES))


def sheet(rows: str) -> str:
    return convert(open_document("spreadsheet", f'<table:table table:name="Stock">{rows}</table:table>'))


def slide(content: str) -> str:
    return convert(open_document("presentation", f"<draw:page>{content}</draw:page>"))


def cells(*texts: str, repeated: int = 1, spanned: int = 1) -> str:
    counts = f"table:number-columns-repeated='{repeated}' table:number-columns-spanned='{spanned}'"
    return "".join(f"<table:table-cell {counts}><text:p>{one}</text:p></table:table-cell>" for one in texts)


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ('<text:h text:outline-level="3">Quay</text:h>', "### Quay"),
        ('<text:p text:style-name="P1">Ferry</text:p>', "# Ferry"),
        ('<text:p>a <text:span text:style-name="T1">b</text:span></text:p>', "a **b**"),
        ('<text:p>a<text:s text:c="3"/>b<text:tab/>c<text:line-break/>d</text:p>', "a b c  \nd"),
        ('<text:p>seen<text:span text:style-name="T2"> unseen</text:span></text:p>', "seen"),
        ('<text:p><text:a xlink:href="https://q.example.com/">q</text:a></text:p>', "[q](https://q.example.com/)"),
        ("<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes><text:p>kept</text:p>", "kept"),
        (
            "<text:p><text:ruby><text:ruby-base>漢</text:ruby-base><text:ruby-text>kan</text:ruby-text></text:ruby></text:p>",
            "漢(kan)",
        ),
        (
            f"<text:p>a{NOTE}b</text:p><text:p>c</text:p>",
            "a[1]b\n\nc\n\n- [1] why",
        ),
        (
            "<text:p>a<draw:frame><draw:text-box><text:p>in the box</text:p></draw:text-box></draw:frame>b</text:p>",
            "ab\n\nin the box",
        ),
        ("<text:p><draw:frame><draw:image/><svg:desc>A boat</svg:desc></draw:frame></text:p>", "![A boat]()"),
        ("<text:section><text:p>deep</text:p></text:section>", "deep"),
    ],
)
def test_a_text_has_its_structure(content: str, expected: str) -> None:
    assert text(content) == expected


def test_items_are_numbered_where_their_style_numbers_their_depth() -> None:
    inner = "<text:list><text:list-item><text:p>b</text:p></text:list-item></text:list>"
    items = (
        f"<text:list-item><text:p>a</text:p>{inner}</text:list-item><text:list-item><text:p>c</text:p></text:list-item>"
    )

    assert text(f'<text:list text:style-name="L1">{items}</text:list>') == "1. a\n   - b\n2. c"
    assert text(f'<text:list text:style-name="L9">{items}</text:list>') == "- a\n  - b\n- c"


def item(text: str, *inner: str) -> str:
    return f"<text:list-item>{f'<text:p>{text}</text:p>' if text else ''}{''.join(inner)}</text:list-item>"


def listed(*items: str, more: str = "") -> str:
    return f'<text:list text:style-name="L2"{more}>{"".join(items)}</text:list>'


def test_labels_that_markdown_does_not_number_stand_before_their_items() -> None:
    deepest = listed(item("without"))
    inner = listed(item("b", listed(item("c", deepest), item("d"))), item("e"))

    assert text(listed(item("a", inner), item("f"))).splitlines() == [
        "4. a",
        "   - a) b",
        "     - § 4.a.i c",
        "       - without",
        "     - § 4.a.ii d",
        "   - b) e",
        "5. f",
    ]


@pytest.mark.parametrize("more", [' text:continue-numbering="true"', ' text:continue-list="list1"'])
def test_a_list_that_goes_on_is_numbered_from_where_it_was(more: str) -> None:
    first, pause = listed(item("a", listed(item("b")))), "<text:p>Pause</text:p>"
    again = listed(item("", listed(item("c"))), item("d"), more=more)

    assert text(first + pause + again).split("\n\n")[2] == "- b) c\n5. d"
    assert text(first + pause + listed(item("c"))).endswith("\n\n4. c")


def test_a_link_to_a_place_in_the_text_is_its_text() -> None:
    assert text('<text:p>See <text:a xlink:href="#end">the end</text:a>.</text:p>') == "See the end."


def test_a_heading_that_a_list_numbers_is_a_heading() -> None:
    item = '<text:list-item><text:h text:outline-level="2">Part</text:h></text:list-item>'

    assert text(f"<text:list>{item}</text:list>") == "## Part"


def test_a_table_of_a_text_keeps_its_spans() -> None:
    rows = (
        f"<table:table-header-rows><table:table-row>{cells('A', 'B')}</table:table-row></table:table-header-rows>"
        f"<table:table-row>{cells('1', spanned=2)}<table:covered-table-cell/>"
        "</table:table-row>"
    )

    assert text(f"<table:table>{rows}</table:table>") == "| A | B |\n| --- | --- |\n| 1 |  |"


def test_a_sheet_shows_what_it_repeats_and_merges() -> None:
    rows = (
        f"<table:table-row>{cells('Name', 'Q1', 'Q2')}<table:table-cell table:number-columns-repeated='16380'/>"
        f"</table:table-row><table:table-row table:number-rows-repeated='2'>{cells('Oar')}"
        f"{cells('7,50 €', repeated=2)}</table:table-row>"
        f"<table:table-row>{cells('All', spanned=2)}<table:covered-table-cell/>"
        f"{cells('9')}</table:table-row><table:table-row table:number-rows-repeated='1048000'><table:table-cell/>"
        "</table:table-row>"
    )

    assert sheet(rows).splitlines() == [
        "## Stock",
        "",
        "| Name | Q1 | Q2 |",
        "| --- | --- | --- |",
        "| Oar | 7,50 € | 7,50 € |",
        "| Oar | 7,50 € | 7,50 € |",
        "| All | All | 9 |",
    ]


@pytest.mark.parametrize(("length", "count"), [(2000, 2), (2001, 1)])
def test_a_cell_of_more_than_2000_characters_is_told_once(length: int, count: int) -> None:
    repeated = cells("x" * length, repeated=2)

    assert sheet(f"<table:table-row>{repeated}{cells('end')}</table:table-row>").count("x" * length) == count


@pytest.mark.parametrize(("length", "count"), [(2000, 2), (2001, 1)])
def test_a_row_of_more_than_2000_characters_is_told_once(length: int, count: int) -> None:
    row = f'<table:table-row table:number-rows-repeated="2">{cells("x" * length)}</table:table-row>'

    assert sheet(row + f"<table:table-row>{cells('a', 'b')}</table:table-row>").count("x" * length) == count


def test_a_slide_has_its_title_text_and_notes() -> None:
    title = '<draw:frame presentation:class="title"><draw:text-box><text:p>Plan</text:p></draw:text-box></draw:frame>'
    box = "<draw:frame><draw:text-box><text:p>Words</text:p></draw:text-box></draw:frame>"
    shape = "<draw:custom-shape><text:p>In a shape</text:p></draw:custom-shape>"
    notes = f"<presentation:notes>{box}</presentation:notes>"

    assert slide(title + box + shape + notes) == "## Plan\n\nWords\n\nIn a shape\n\n> Words"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (open_document("text", "<text:p>").replace(b"</office:body>", b""), "it is damaged"),
        (
            open_document("text", "", **{"META-INF/manifest.xml": b"<m:m xmlns:m='m'><m:encryption-data/></m:m>"}),
            "needs a password",
        ),
        (
            open_document(
                "spreadsheet",
                f"<table:table><table:table-row table:number-rows-repeated='200001'>{cells('x')}</table:table-row>"
                "</table:table>",
            ),
            "more than 200,000 cells",
        ),
        (archive({"mimetype": b"application/vnd.oasis.opendocument.text", "content.xml": b"<a>"}), "it is damaged"),
    ],
    ids=["cut off", "encrypted", "too many cells", "no XML"],
)
def test_what_is_damaged_protected_or_too_much_is_refused(body: bytes, said: str) -> None:
    with pytest.raises(Invalid, match=said):
        convert(body)


def test_notes_in_notes_and_titles_in_titles_take_no_time_that_doubles() -> None:
    note = "<text:note><text:note-body><text:p>n{}</text:p></text:note-body></text:note>"
    told = "end"
    for _ in range(60):
        told = note.format(told)
    frame = '<draw:frame presentation:class="title"><draw:text-box><text:p>{}</text:p></draw:text-box></draw:frame>'
    titled = "end"
    for _ in range(50):
        titled = frame.format(titled)

    assert "end" in text(f"<text:p>{told}</text:p>")
    assert "end" in slide(titled)


def test_a_text_promised_and_not_there_is_damaged() -> None:
    with pytest.raises(Invalid, match="ODT file cannot be read: it is damaged"):
        convert(b"Not found", "application/vnd.oasis.opendocument.text")


def test_an_archive_that_only_has_a_content_of_xml_is_a_zip() -> None:
    assert convert(archive({"content.xml": b"<a>b</a>", "mimetype": b"x/y"})).startswith("## content.xml")
