"""Files of every kind, each made here, and what their Markdown has to say; or a clear refusal."""

from __future__ import annotations

import io
import json
import re
import struct
import zipfile
import zlib
from datetime import datetime

import pytest
from PIL import Image

from airflow_provider.local.documents import read_document
from airflow_provider.local.errors import Invalid
from airflow_provider.local.fetch import Loaded
from airflow_provider.local.files.numbers import Format, shown
from airflow_provider.local.markdown import to_markdown
from tests.local.compound import compound
from tests.local.hostile import archive
from tests.local.samples import (
    ATOM,
    MAIN,
    PACKED,
    RELATED,
    RSS,
    XML_SHEETS,
    epub,
    mail,
    msg,
    notebook,
    photo,
    pptx,
    relations,
    wide,
    xls,
    xlsx,
)

BIG = b"<w>" + b" " * 60_000_000 + b"</w>"


def convert(body: bytes, media_type: str = "application/octet-stream", name: str = "file") -> str:
    return to_markdown(read_document(Loaded(f"https://files.example.com/{name}", media_type, None, body)))


def test_a_workbook_shows_every_sheet_and_its_values_as_a_person_sees_them() -> None:
    rows = (
        '<row r="2"><c r="B2" t="s"><v>0</v></c><c r="C2" t="str"><v>Since</v></c>'
        '<c r="E2" t="str"><v>Share</v></c></row>'
        '<row r="3"><c r="B3" t="s"><v>1</v></c><c r="C3" s="1"><v>45292</v></c><c r="D3" s="3"><v>1234.5</v></c>'
        '<c r="E3" s="2"><v>0.125</v></c></row>'
        '<row r="4"><c r="B4" t="b"><v>1</v></c><c r="C4"><v>0.30000000000000004</v></c></row>'
    )

    assert convert(xlsx(rows)).splitlines() == [
        "## Stock & Co",
        "",
        "| Name | Since |  | Share |",
        "| --- | --- | --- | --- |",
        "| Desk\\|1 | 2024-01-01 | $1,234.50 | 12.50% |",
        "| TRUE | 0.3 |  |  |",
        "",
        "## Second",
        "",
        "| alone | 1 |",
        "| --- | --- |",
    ]


@pytest.mark.parametrize(
    ("value", "code", "expected"),
    [
        (3.0, "General", "3"),
        (42.0, "00000", "00042"),
        (4.5, "00.0", "04.5"),
        (1234567.891, "#,##0.0", "1,234,567.9"),
        (-5.0, "0.00;[Red]-0.00", "-5.00"),
        (0.5, "0%", "50%"),
        (12.0, '0.0 "kg"', "12.0 kg"),
        (9.5, "[$€-407] 0.00", "€ 9.50"),
        (1.25, "0.##", "1.25"),
        (1e20, "General", "1e+20"),
        (-5.5, "#,##0.00_);(#,##0.00)", "(5.50)"),
        (0.0, '_($* #,##0.00_);_($* (#,##0.00);_($* "-"??_);_(@_)', "$-"),
        (1234567.0, '#,##0.0,"k"', "1,234.6k"),
        (1.0625, "[h]:mm:ss", "25:30:00"),
        (2.5, "# ?/?", "2 1/2"),
        (5.0, "0.00\\ [$€-407]", "5.00 €"),
        (1234.5, "#,##0.00 €", "1,234.50 €"),
        (1234.5, "€#,##0.00", "€1,234.50"),
        (1234.5, "_-* #,##0.00 €_-;-* #,##0.00 €_-", "1,234.50 €"),
        (-1234.5, "_-* #,##0.00 €_-;-* #,##0.00 €_-", "-1,234.50 €"),
        (-1234.5, "$#,##0.00", "-$1,234.50"),
        (-5.0, "_($* #,##0.00_);_($* (#,##0.00)", "$(5.00)"),
        (1234.5, "[$£-809]#,##0", "£1,235"),
        (2.5, "0", "3"),
        (1.005, "0.00", "1.01"),
        (0.125, "0.00%", "12.50%"),
        (-0.001, "0.00", "0.00"),
        (7.0, '"Nr. "0', "Nr. 7"),
        (15551234567.0, "0 (000) 000-0000", "1 (555) 123-4567"),
        (78051120.0, "000-00-0000", "078-05-1120"),
        (1234567.5, "# ##0.00", "1234 567.50"),
        (5.0, "# ##0", "5"),
        (0.5, "#.##", "0.5"),
        (1e15, "0", "1000000000000000"),
        (0.30000000000000004, "0.00000000000", "0.30000000000"),
        (4111111111111111.0, "General", "4111111111111111"),
        (2.0**53, "General", "9007199254740992"),
        (2.0**53 + 2, "General", "9.0071992547e+15"),
        (12345678901234567890, "General", "12345678901234567890"),
        (12345678901234567890, "0", "12345678901234567890"),
        (150.0, '[>100]"high";[<=-5](0);0', "high"),
        (-5.0, '[>100]"high";[<=-5](0);0', "(5)"),
        (-4.0, '[>100]"high";[<=-5](0);0', "-4"),
        (100.0, '[Red][=100]"full";General', "full"),
        (0.25, '[<1]0%;[<>2]0.0;"two"', "25%"),
    ],
)
def test_numbers_are_shown_by_their_format(value: float, code: str, expected: str) -> None:
    assert shown(value, Format(code), lambda days: datetime(2024, 1, 1)) == expected  # noqa: DTZ001 - sheets have none


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("yyyy-mm-dd", "2024-03-05"),
        ("yyyy-mm-dd h:mm:ss", "2024-03-05 14:07:09"),
        ("dd.mm.yyyy", "05.03.2024"),
        ("d/m/yy", "5/3/24"),
        ("m/d/yyyy h:mm AM/PM", "3/5/2024 2:07 PM"),
        ("[$-409]dddd, mmmm d, yyyy;@", "Tuesday, March 5, 2024"),
        ("[$-F800]dddd, mmmm dd, yyyy", "2024-03-05"),
        ("[$-407]d. mmmm yyyy;@", "2024-03-05"),
        ("[$-407]dd.mm.yyyy;@", "05.03.2024"),
        ("mmm-yy", "Mar-24"),
        ("ddd d mmm", "Tue 5 Mar"),
        ('yyyy"年"m"月"d"日"', "2024年3月5日"),
        ("d\\.m\\.yyyy", "5.3.2024"),
        ("hh:mm", "14:07"),
        ("mm:ss.0", "07:09.5"),
        ("h:m a/p", "2:7 P"),
        ("mmmmm", "M"),
        ("yyyy-mm-dd\\Thh:mm", "2024-03-05T14:07"),
    ],
)
def test_dates_are_shown_by_their_format(code: str, expected: str) -> None:
    moment = datetime(2024, 3, 5, 14, 7, 9, 500_000)  # noqa: DTZ001 - sheets have none

    assert shown(45356.0, Format(code), lambda _: moment) == expected


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        ("<c><v>4111111111111111</v></c>", "4111111111111111"),
        ("<c><v>12345678901234567890</v></c>", "12345678901234567890"),
        ('<c t="str"><v>Ann_x000D_\nLee_x0009_x_x005F_y_x0041_</v></c>', "Ann<br>Lee x_y_x0041_"),
        ('<c t="inlineStr"><is><t>a_x000D_</t></is></c>', "a"),
        ('<c t="d" s="1"><v>1999-05-04T12:00:00Z</v></c>', "1999-05-04"),
        ('<c t="d"><v>1999-05-04T00:00:00</v></c>', "1999-05-04"),
        ('<c t="d"><v>1999-05-04T12:30:00</v></c>', "1999-05-04 12:30:00"),
        ('<c t="d"><v>soon</v></c>', "soon"),
        ("<c><f>B2+C2</f><v/></c>", "=B2+C2"),
        ('<c t="str"><f>A1</f><v></v></c>', None),
        ('<c t="shared"><f si="0"/></c>', None),
    ],
)
def test_a_cell_keeps_all_of_what_it_holds(cell: str, shown: str | None) -> None:
    said = convert(xlsx(f"<row>{cell}</row>"))

    assert said.startswith(f"## Stock & Co\n\n| {shown} |\n" if shown else "## Stock & Co\n\n## Second\n")


def test_a_workbook_tells_the_charts_of_a_sheet_and_looks_at_no_settings_of_printers() -> None:
    chart = (
        '<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title><a:t>Boats a year</a:t></c:title><c:ser>'
        '<c:tx><c:v>Sold</c:v></c:tx><c:cat><c:pt idx="0"><c:v>2024</c:v></c:pt></c:cat>'
        '<c:val><c:pt idx="0"><c:v>7</c:v></c:pt></c:val></c:ser></c:chart></c:chartSpace>'
    )
    more = {
        "xl/worksheets/_rels/sheet1.xml.rels": relations(a="../printer1.bin", b="../drawings/drawing1.xml"),
        "xl/printer1.bin": b"\x00no XML",
        "xl/drawings/drawing1.xml": b'<x:wsDr xmlns:x="x"/>',
        "xl/drawings/_rels/drawing1.xml.rels": relations(a="../charts/chart1.xml", b="../media/image1.png"),
        "xl/charts/chart1.xml": chart.encode(),
        "xl/media/image1.png": b"\x89PNG",
    }

    said = convert(xlsx("<row><c><v>1</v></c><c><v>2</v></c></row>", **more))

    assert "Boats a year\n\n|  | Sold |\n| --- | --- |\n| 2024 | 7 |\n\n## Second" in said


@pytest.mark.parametrize(
    ("cache", "shown"),
    [
        ('<c:formatCode>0.0%</c:formatCode><c:pt idx="0"><c:v>0.125</c:v></c:pt>', "12.5%"),
        ('<c:formatCode>0.0%</c:formatCode><c:pt idx="0" formatCode="0.00"><c:v>0.125</c:v></c:pt>', "0.13"),
        ('<c:formatCode>d.m.yyyy</c:formatCode><c:pt idx="0"><c:v>45356</c:v></c:pt>', "5.3.2024"),
        ('<c:formatCode>General</c:formatCode><c:pt idx="0"><c:v>0.1250</c:v></c:pt>', "0.1250"),
        ('<c:formatCode>0.0</c:formatCode><c:pt idx="0"><c:v>#N/A</c:v></c:pt>', "#N/A"),
    ],
)
def test_the_values_of_a_chart_are_shown_by_their_format(cache: str, shown: str) -> None:
    body = pptx()
    series = f"<c:ser><c:val><c:numRef><c:numCache>{cache}</c:numCache></c:numRef></c:val></c:ser>"
    chart = f'<c:chartSpace xmlns:c="urn:c">{series}</c:chartSpace>'
    with zipfile.ZipFile(io.BytesIO(body)) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}

    assert f"|  | {shown} |" in convert(archive(parts | {"ppt/charts/chart1.xml": chart.encode()}))


def test_merged_cells_are_stated_in_each_place_that_they_cover() -> None:
    rows = (
        '<row r="1"><c r="A1" t="str"><v>Train</v></c><c r="B1" t="str"><v>Price</v></c></row>'
        '<row r="2"><c r="B2" t="str"><v>day</v></c><c r="C2" t="str"><v>night</v></c></row>'
        '<row r="5"><c r="A5"><v>7</v></c><c r="B5"><v>1</v></c><c r="C5"><v>2</v></c></row>'
        '</sheetData><mergeCells><mergeCell ref="A1:A2"/><mergeCell ref="B1:C1"/><mergeCell ref="B9:ZZZ999999"/>'
        "</mergeCells><sheetData>"
    )

    assert convert(xlsx(rows)).splitlines()[2:6] == [
        "| Train | Price | Price |",
        "| --- | --- | --- |",
        "| Train | day | night |",
        "| 7 | 1 | 2 |",
    ]


@pytest.mark.parametrize("media_type", ["application/vnd.ms-excel", "application/octet-stream"])
def test_an_old_workbook_shows_the_same(media_type: str) -> None:
    assert convert(xls(), media_type, "a.xls").splitlines() == [
        "## Stock & Co",
        "",
        "| Name | Since | Price | Share | Sold |",
        "| --- | --- | --- | --- | --- |",
        "| Desk\\|1 | 2024-01-01 | $1,234.50 | 12.5% | TRUE |",
        "| none |  |  |  |  |",
        "",
        "## Second",
        "",
        "| alone |",
        "| --- |",
    ]


@pytest.mark.parametrize("media_type", ["application/vnd.ms-excel", "application/octet-stream"])
@pytest.mark.parametrize(
    "body",
    [
        b"<html><body><table><tr><th>Konto<th>Betrag<tr><td>00815<td>1,50</table>",
        b"\xef\xbb\xbf<table border=1><tr><th>Konto<th>Betrag<tr><td>00815<td>1,50</table>",
        "<TABLE><tr><th>Konto<th>Betrag<tr><td>00815<td>1,50</table>".encode("utf-16"),
        b"Konto\tBetrag\r\n00815\t1,50\r\n",
        "Konto\tBetrag\r\n00815\t1,50\r\n".encode("utf-16"),
    ],
    ids=["page", "table", "table in UTF-16", "tabs", "tabs in UTF-16"],
)
def test_a_table_that_is_only_called_a_workbook_is_read(body: bytes, media_type: str) -> None:
    assert convert(body, media_type, "a.xls") == "| Konto | Betrag |\n| --- | --- |\n| 00815 | 1,50 |\n"


@pytest.mark.parametrize("body", [b"<html><body><p>Please log in.</p>", b"Error, too many", b"\x00\x01\t\x02\n"])
def test_what_is_called_a_workbook_and_has_no_table_is_damaged(body: bytes) -> None:
    with pytest.raises(Invalid, match="XLS file cannot be read: it is damaged"):
        convert(body, name="a.xls")


@pytest.mark.parametrize("name", ["a.xls", "a.xml", "a"])
def test_an_xml_spreadsheet_shows_its_values_areas_and_links(name: str) -> None:
    def cell(kind: str, text: str, more: str = "") -> str:
        return f'<Cell{more}><Data ss:Type="{kind}">{text}</Data></Cell>'

    rows = (
        f"<Row>{cell('String', 'City')}{cell('String', 'Rate', ' ss:MergeAcross=&quot;1&quot;')}</Row>"
        f"<Row>{cell('String', 'Oslo', ' ss:HRef=&quot;https://o.example/&quot;')}"
        f"{cell('Number', '0.5', ' ss:StyleID=&quot;p&quot;')}"
        f"{cell('DateTime', '2024-02-29T00:00:00.000', ' ss:StyleID=&quot;d&quot;')}</Row>"
        f'<Row ss:Index="9">{cell("Number", "7", " ss:Index=&quot;2&quot;")}{cell("Boolean", "1")}</Row>'
    ).replace("&quot;", '"')

    assert convert(XML_SHEETS.format(rows).encode(), name=name).splitlines() == [
        "## Report",
        "",
        "| City | Rate | Rate |",
        "| --- | --- | --- |",
        "| [Oslo](https://o.example/) | 50.00% | 29.2.2024 |",
        "|  | 7 | TRUE |",
    ]


def test_an_xml_spreadsheet_that_is_cut_off_or_too_large_is_refused() -> None:
    whole = XML_SHEETS.format("<Row>" + '<Cell ss:Index="1999"><Data>x</Data></Cell>' + "</Row>")
    with pytest.raises(Invalid, match="XML spreadsheet cannot be read: it is damaged"):
        convert(whole[:-20].encode())
    row = "<Row>" + '<Cell ss:Index="1999"><Data>x</Data></Cell>' + "</Row>"
    with pytest.raises(Invalid, match="more than 200,000 cells"):
        convert(XML_SHEETS.format(row * 101).encode())


@pytest.mark.parametrize("media_type", ["multipart/related", "application/msword", "application/octet-stream"])
@pytest.mark.parametrize("head", ["From: <Saved by Blink>\nSubject: Saved\n", "Date: Thu, 7 Mar 2024\n", ""])
def test_a_page_saved_with_its_parts_is_the_page(head: str, media_type: str) -> None:
    body = (
        f'{head}MIME-Version: 1.0\nContent-Type: multipart/related; boundary="b"\n\n'
        "--b\nContent-Type: text/html; charset=utf-8\n\n<h1>Café</h1><p>Open.</p>\n"
        "--b\nContent-Type: text/css\n\np{color:red}\n"
        "--b\nContent-Type: text/html\n\n<p>A frame.</p>\n--b--\n"
    )

    assert convert(body.encode(), media_type, "a.doc") == "# Café\n\nOpen.\n\nA frame.\n"


def test_an_email_with_pictures_in_it_is_an_email() -> None:
    body = (
        b'To: b@b.example\nSubject: Hi\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary="b"\n\n'
        b"--b\nContent-Type: text/html\n\n<p>Open.</p>\n--b--\n"
    )

    assert convert(body).startswith("# Hi\n\n**To**\n\nb@b.example\n\nOpen.\n")


@pytest.mark.parametrize(
    "content",
    [
        {"__substg1.0_1000001F": wide("Two lamps.\r\n\r\n" + "One chair. " * 500)},
        {"__substg1.0_10130102": b"<p>Two lamps.</p>", "__substg1.0_1000001F": wide("plain")},
    ],
    ids=["text", "html"],
)
def test_an_email_of_outlook_says_who_wrote_what_and_names_what_is_attached(content: dict[str, bytes]) -> None:
    markdown = convert(msg(**content))

    assert markdown.startswith("# Lampes à vendre\n\n**From**\n\nAnna Café \\<anna@shop.example.com>\n\n**To**\n")
    assert "**Date**\n\n2026-11-21 09:30 UTC" in markdown
    assert "\n\nTwo lamps.\n\n" in markdown
    assert markdown.endswith("Attached:\n\n- offer.pdf\n")


def test_a_presentation_keeps_the_order_of_its_slides_titles_lists_tables_and_notes() -> None:
    assert convert(pptx()) == (
        "## First\n\n- One\n  - Two\n\n* Plan\n* Check\n\n> Say this.\n\nLab\n\n"
        "| A | B |\n| --- | --- |\n| A | B |\n\n"
        "Harvest\n\n|  | Tonnes |\n| --- | --- |\n| Pears | 41.5 |\n| Plums | 7 |\n"
    )


def test_a_book_is_read_in_the_order_of_its_spine() -> None:
    assert convert(epub()) == "# Night & Trains\n\nA. Writer\n\n## Öne\n\nFirst.\n\n## Two\n\nLast.\n"


def test_links_within_a_book_are_their_text_and_its_pictures_what_they_show() -> None:
    chapter = (
        b'<html><body><p>See <a href="b%201.xhtml#n">two</a>, <a href="#n">below</a> and '
        b'<a href="https://b.example/">more</a>.</p><p><img src="m.png" alt="A map"/></p></body></html>'
    )

    said = convert(epub(**{"O/a.xhtml": chapter}))
    assert "See two, below and [more](https://b.example/).\n\n![A map]()\n" in said


def test_an_email_says_who_wrote_what_and_names_what_is_attached() -> None:
    for body in (mail(), b"Received: by x\r\n" + mail().replace(b"\n", b"\r\n")):
        markdown = convert(body)

        assert markdown.startswith("# Lampes à vendre\n\n**From**\n\nAnna \\<anna@shop.example.com>\n")
        assert "Two **lamps**." in markdown
        assert "- offer.pdf" in markdown


@pytest.mark.parametrize(
    ("head", "page", "said"),
    [
        ("", '<meta charset="iso-8859-2"><p>\u0141\xf3d\u017a</p>', "iso-8859-2"),
        ("; charset=cp1251", '<meta charset="iso-8859-2"><p>\u0416\u0443\u043a</p>', "cp1251"),
        ("; charset=unheard-of", "<p>\u0416\u0443\u043a</p>", "utf-8"),
        ("", "<p>Gr\xfc\xdfe</p>", "cp1252"),
    ],
    ids=["of the page", "of the header", "unknown", "none"],
)
def test_a_page_in_an_email_may_state_its_character_set_itself(head: str, page: str, said: str) -> None:
    start = f"From: a@b.example\nTo: b@b.example\nSubject: s\nContent-Type: text/html{head}\n\n".encode()

    assert re.sub("<[^>]*>", "", page) in convert(start + page.encode(said), "message/rfc822")


def test_a_forwarded_email_and_later_texts_are_told_behind_the_text() -> None:
    body = (
        b"From: desk@shop.example.com\r\nTo: bob@shop.example.com\r\nSubject: Fwd\r\nMIME-Version: 1.0\r\n"
        b'Content-Type: multipart/mixed; boundary="b"\r\n\r\n'
        b"--b\r\nContent-Type: text/plain; format=flowed\r\n\r\nPlease \r\nlook.\r\n-- \r\nDesk\r\n"
        b"--b\r\nContent-Type: message/rfc822\r\n\r\n"
        b"From: guest@example.org\r\nSubject: Cold\r\n\r\nThe room was cold.\r\n"
        b"--b\r\nContent-Type: text/plain\r\n\r\nBye.\r\n--b--\r\n"
    )

    _, content = convert(body).split("bob@shop.example.com\n\n")
    assert content == (
        "Please look.  \n\\--  \nDesk\n\nBye.\n\n---\n\n# Cold\n\n**From**\n\nguest@example.org\n\nThe room was cold.\n"
    )


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Bring:\n- bread\n- tea\nThanks", "Bring:\n\n- bread\n- tea\n\nThanks"),
        ("* bread\n\u2022 tea", "- bread\n- tea"),
        ("See you\n- Ada", "See you  \n\\- Ada"),
        ("> one\n>\n> two\n>> three\nno", "> one\n>\n> two\n>\n> > three\n\nno"),
        (">:( and\n>sign", "\\>:( and  \n\\>sign"),
        ("Bye\n-- \nDesk", "Bye  \n\\--  \nDesk"),
    ],
    ids=["items", "signs", "one dash", "quotes", "no quotes", "signature"],
)
def test_lines_of_an_email_that_begin_so_are_lists_and_quotes(said: str, told: str) -> None:
    body = f"From: a@b.example\nTo: b@b.example\nSubject: s\n\n{said}\n"

    assert convert(body.encode()).endswith(f"b@b.example\n\n{told}\n")


def test_quotes_in_quotes_without_end_are_read() -> None:
    body = b"From: a@b.example\nTo: b@b.example\nSubject: s\n\n" + b">" * 50_000 + b" a\n"

    assert convert(body, "message/rfc822").rstrip().endswith(" a")


@pytest.mark.parametrize(("controls", "is_one"), [(5, True), (6, False)])
def test_a_table_of_text_has_at_most_one_in_twenty_signs_that_no_text_has(controls: int, *, is_one: bool) -> None:
    body = b"a,b\n" + b"x" * (96 - controls) + b"\x00" * controls
    if is_one:
        assert convert(body, "text/csv").startswith("| a | b |")
        return
    with pytest.raises(Invalid, match="CSV file cannot be read: it is not text"):
        convert(body, "text/csv")


@pytest.mark.parametrize("name", ["a.docx", "a.xlsx", "a.epub", "a.odt"])
def test_another_archive_than_its_name_says_is_damaged(name: str) -> None:
    with pytest.raises(Invalid, match="file cannot be read: it is damaged"):
        convert(archive({"a/other.xml": b"<a/>"}), name=name)


@pytest.mark.parametrize("header", ["Content-Type: multipart/mixed; boundary=", "To: ", "Subject: =?utf-8?q?"])
def test_a_header_without_end_keeps_nobody_for_minutes(header: str) -> None:
    body = f"From: Anna <anna@shop.example.com>\r\nMIME-Version: 1.0\r\n{header}{chr(34) * 100_000}\r\n\r\nTwo lamps."

    assert "Anna" in convert(body.encode(), "message/rfc822")


@pytest.mark.parametrize("feed", [RSS, ATOM], ids=["rss", "atom"])
def test_a_feed_is_its_entries(feed: str) -> None:
    head = "# [Shop](https://s.example.com/)\n\n## [Lamp](https://s.example.com/l)\n\n"

    assert convert(feed.encode(), "application/xml") == head + "Sat, 21 Nov 2026\n\nA **lamp**.\n"


def test_what_belongs_to_an_entry_and_its_permanent_address_are_links() -> None:
    entries = (
        '<item><title>a</title><guid isPermaLink="true">https://p.example/a</guid>'
        '<enclosure url="https://p.example/a.mp3?x=1"/></item><item><title>b</title><guid>https://p.example/b</guid></item>'
        '<item><title>c</title><guid isPermaLink="false">https://p.example/c</guid></item>'
        "<item><title>d</title><guid>d-4</guid><enclosure/></item>"
    )

    assert convert(f"<rss><channel>{entries}</channel></rss>".encode(), "application/rss+xml").splitlines() == [
        "## [a](https://p.example/a)",
        "",
        "[a.mp3](https://p.example/a.mp3?x=1)",
        "",
        "## [b](https://p.example/b)",
        "",
        "## c",
        "",
        "## d",
    ]


def test_a_feed_of_atom_tells_its_author_and_what_belongs_to_an_entry() -> None:
    entry = '<entry><title>a</title><link rel="enclosure" title="Talk" href="https://p.example/a.mp3"/></entry>'
    feed = f'<feed xmlns="http://www.w3.org/2005/Atom"><author><name>Ida</name></author>{entry}</feed>'

    said = convert(feed.encode(), "application/atom+xml")
    assert "Ida\n\n## a\n\n[Talk](https://p.example/a.mp3)\n" in said


def test_a_notebook_is_its_text_its_code_and_what_that_printed() -> None:
    assert convert(notebook(), name="n.ipynb") == "# T\n*text*\n\n```python\n1 + 1\n```\n\n```\n2\n```\n"


def test_the_cells_of_an_old_notebook_lie_in_its_worksheet() -> None:
    cells = [
        {"cell_type": "heading", "level": 2, "source": ["T"]},
        {"cell_type": "code", "input": ["x"], "outputs": []},
    ]
    old = {"nbformat": 3, "worksheets": [{"cells": cells}]}

    assert convert(json.dumps(old).encode(), name="n.ipynb") == "## T\n\n```\nx\n```\n"


@pytest.mark.parametrize(
    ("encoding", "word"),
    [
        *((encoding, "été") for encoding in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "cp1252")),
        ("cp1252", "It\u2019s \u201cÖl\u201d, naïve"),
        ("cp932", "ランプ"),
        ("cp932", "東京都新宿区"),
        ("euc_jp", "机のランプ"),
        ("gb18030", "北京的台灯在桌子上有"),
        ("big5", "臺北的桌燈"),
        ("cp949", "서울의 책상 램프"),
        ("cp1251", "Настольная лампа, БЮРО"),
        ("cp1253", "Λάμπα γραφείου"),
    ],
)
def test_a_table_of_text_is_read_in_its_encoding(encoding: str, word: str) -> None:
    body = f"Name;Price\n{word};9,50\nb;1\n".encode(encoding)

    assert convert(body, "text/csv") == f"| Name | Price |\n| --- | --- |\n| {word} | 9,50 |\n| b | 1 |\n"


def test_a_table_of_text_that_names_its_separator_is_divided_by_it() -> None:
    assert convert(b"sep=~\r\na;b~c;d\r\n1~2\r\n", "text/csv") == "| a;b | c;d |\n| --- | --- |\n| 1 | 2 |\n"


def test_links_and_comments_of_a_workbook_are_told() -> None:
    sheet = (
        f'<worksheet xmlns="{MAIN}" xmlns:r="{RELATED}"><sheetData><row r="1"><c r="B1" t="str"><v>Desk</v></c>'
        '<c r="C1" t="str"><v>9</v></c></row></sheetData>'
        '<hyperlinks><hyperlink ref="B1" r:id="l"/></hyperlinks></worksheet>'
    ).encode()
    related = (
        f'<Relationships xmlns="{PACKED}"><Relationship Id="l" Target="https://s.example.com/d" TargetMode="External"/>'
        '<Relationship Id="c" Target="../comments1.xml"/></Relationships>'
    ).encode()
    comment = '<comment ref="C1"><text><t>Sold out</t></text></comment>'
    comments = f'<comments xmlns="{MAIN}"><commentList>{comment}</commentList></comments>'

    markdown = convert(
        xlsx(
            "",
            **{
                "xl/worksheets/sheet1.xml": sheet,
                "xl/worksheets/_rels/sheet1.xml.rels": related,
                "xl/comments1.xml": comments.encode(),
            },
        )
    )

    assert "| [Desk](https://s.example.com/d) | 9 |\n| --- | --- |\n\n- C1: Sold out\n" in markdown


def test_xml_is_told_by_its_first_words() -> None:
    assert convert(RSS.encode(), name="feed.rdf").startswith("# [Shop](https://s.example.com/)")
    assert convert(b"<?xml version='1.0'?><!DOCTYPE html><html><body><p>a</p></body></html>", name="a.php") == "a\n"


def test_no_row_of_a_table_of_text_is_left_out_and_too_many_are_refused() -> None:
    assert convert(b"number\n" + b"".join(b"%d\n" % number for number in range(30_000)), "text/csv").endswith(
        "29999 |\n"
    )
    with pytest.raises(Invalid, match="more than 200,000 cells"):
        convert(b"x\n" * 200_001, "text/csv")


def test_a_tsv_and_lines_within_cells_are_kept() -> None:
    assert convert(b'a\tb\n"x\ny"\t2, 3\n', name="t.tsv") == "| a | b |\n| --- | --- |\n| x<br>y | 2, 3 |\n"


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF", "BMP", "WebP"])
def test_an_image_states_its_size(kind: str) -> None:
    target = io.BytesIO()
    Image.new("RGB", (31, 17)).save(target, kind)

    markdown = convert(target.getvalue(), "text/plain", "named.txt")

    assert f"# {kind} image" in markdown
    assert "| Width | 31 pixels |" in markdown
    assert "| Height | 17 pixels |" in markdown


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WebP"])
def test_an_image_states_when_where_and_with_what_it_was_taken(kind: str) -> None:
    markdown = convert(photo(kind))

    for name, value in {
        "Description": "A lamp at night",
        "Camera": "Box 1",
        "Copyright": "A. Writer",
        "Taken": "2026:11:21 09:30:00",
        "Exposure time": "1/250 s",
        "ISO": "200",
        "Place": "60.17500° N, 24.93333° E",
    }.items():
        assert f"| {name} | {value} |" in markdown


def test_what_an_image_says_of_itself_may_be_damaged() -> None:
    exif = Image.Exif()
    exif[0x010E] = "A lamp at night"
    target = io.BytesIO()
    Image.new("RGB", (31, 17)).save(target, "JPEG", exif=exif)
    body = target.getvalue()
    place = body.index(b"Exif\x00\x00") + 6

    for number in range(place, place + 40):
        markdown = convert(body[:number] + b"\xff" + body[number + 1 :])

        assert "| Width | 31 pixels |" in markdown


def test_a_text_that_begins_like_an_image_is_a_text() -> None:
    assert convert(b"BMW sells cars.", "text/plain") == "BMW sells cars."


def test_a_title_in_html_is_decoded_once() -> None:
    titles = {"html": "Tea &amp;amp; &lt;b&gt;cake&lt;/b&gt;", "text": "a &lt; b"}
    entries = "".join(f"<entry><title type='{kind}'>{title}</title></entry>" for kind, title in titles.items())

    markdown = convert(f"<feed xmlns='http://www.w3.org/2005/Atom'>{entries}</feed>".encode(), "application/atom+xml")

    assert markdown == "## Tea & cake\n\n## a < b\n"


def test_an_archive_is_the_files_in_it_and_the_names_of_the_rest() -> None:
    deepest = archive({"q.zip": archive({"r.txt": b"too deep"}), "s.txt": b"deep"})
    body = archive(
        {
            "a/n.csv": b"x,y\n1,2\n",
            "p.html": b"<p>page</p>",
            "b.bin": bytes(200),
            "z.zip": deepest,
            "n.md": b"# Notes\n\n- *one*\n",
            "__MACOSX/._n.md": b"junk",
            ".git/config": b"junk",
            "a/.DS_Store": b"junk",
            "damaged.zip": b"PK\x03\x04",
        }
    )

    markdown = convert(body)

    assert markdown == (
        "## a/n.csv\n\n| x | y |\n| --- | --- |\n| 1 | 2 |\n\n## p.html\n\npage\n\n## z.zip/s.txt\n\ndeep\n\n"
        "## n.md\n\n# Notes\n\n- *one*\n\n## Other files\n\n- b.bin\n- z.zip/q.zip\n- damaged.zip\n"
    )


@pytest.mark.parametrize(
    ("entries", "unread"),
    [
        ({f"{number}.zip": archive({str(one): b"" for one in range(1000)}) for number in range(6)}, "4.zip"),
        ({"a.zip": archive({"a": bytes(30_000_000)}), "b.zip": archive({"b": bytes(30_000_000)})}, "b.zip"),
    ],
    ids=["entries", "size"],
)
def test_archives_in_an_archive_are_read_within_its_limits(entries: dict[str, bytes], unread: str) -> None:
    markdown = convert(archive(entries))

    assert f"- {unread}\n" in markdown
    assert f"- {unread}/" not in markdown
    assert "- a.zip/a\n" in markdown or "- 0.zip/0\n" in markdown


def with_a_password(body: bytes) -> bytes:
    """Set the bit of every entry that says that it is encrypted."""
    out = bytearray(body)
    for start, flags in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = -1
        while (place := out.find(start, place + 1)) >= 0:
            out[place + flags] |= 1
    return bytes(out)


def lying(body: bytes, name: bytes) -> bytes:
    """Say in the directory of an archive that the entry *name* is 10 bytes long."""
    out = bytearray(body)
    place = out.rindex(name) - 46
    struct.pack_into("<I", out, place + 24, 10)
    return bytes(out)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (lambda: with_a_password(xlsx("")), "XLSX file cannot be read: it needs a password"),
        (lambda: with_a_password(archive({"a.txt": b"x"})), "ZIP archive cannot be read: it needs a password"),
        (lambda: xlsx("<row>"), "XLSX file cannot be read: it is damaged"),
        (lambda: xlsx("", **{"xl/styles.xml": b"<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"}), "it is damaged"),
        (lambda: xlsx("", **{"xl/sharedStrings.xml": BIG}), "unpacks to more than 50 MB"),
        (lambda: lying(xlsx("", **{"xl/big.xml": BIG, "xl/styles.xml": b"<"}), b"xl/big.xml"), "it is damaged"),
        (lambda: xlsx(("<row>" + "<c><v>1</v></c>" * 1500 + "</row>") * 150), "more than 200,000 cells"),
        (
            lambda: epub(**{"META-INF/encryption.xml": b"<e><CipherReference URI='O/a.xhtml'/></e>"}),
            "protected against copying",
        ),
        (lambda: epub(**{"O/c.opf": b"no"}), "EPUB file cannot be read: it is damaged"),
        (lambda: archive({"ppt/presentation.xml": b"<a"}), "PPTX file cannot be read: it is damaged"),
        (lambda: archive({str(number): b"" for number in range(5001)}), "more than 5,000 entries"),
        (lambda: b"\x89PNG\r\n\x1a\n" + zlib.compress(b"x")[:3], "PNG image cannot be read: it is damaged"),
        (lambda: b"", "is empty"),
        (lambda: xls()[:2000], "Office file cannot be read: it is damaged|XLS file cannot be read: it is damaged"),
        (lambda: compound({"Workbook": b"\x09\x08" * 3000}), "XLS file cannot be read: it is damaged"),
        (lambda: compound({"EncryptedPackage": bytes(99)}), "needs a password"),
        (lambda: compound({"WordDocument": bytes(99)}), "Save it as DOCX"),
        (lambda: compound({"PowerPoint Document": bytes(99)}), "Save it as PPTX"),
        (lambda: compound({"Contents": bytes(99)}), "unknown kind"),
        (lambda: compound({"__properties_version1.0": {"x": b"y"}})[:1500], "is damaged"),
    ],
    ids=range(20),
)
def test_what_is_protected_damaged_lying_or_empty_is_refused_in_words(body: object, said: str) -> None:
    with pytest.raises(Invalid, match=said):
        convert(body())  # type: ignore[operator]


@pytest.mark.parametrize("media_type", ["application/pdf", "application/epub+zip", "application/zip"])
def test_what_is_not_what_its_type_says_is_damaged(media_type: str) -> None:
    with pytest.raises(Invalid, match="damaged"):
        convert(b"Not found", media_type)


def test_a_zip_written_by_the_standard_library_is_still_one() -> None:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as packed:
        packed.writestr("a.md", "# A")

    assert convert(target.getvalue()) == "## a.md\n\n# A\n"
