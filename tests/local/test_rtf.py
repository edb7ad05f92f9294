"""RTF: e-mails whose body is in it, and documents of their own."""

from __future__ import annotations

import struct

import pytest

from airflow_provider.local.documents import read_document
from airflow_provider.local.errors import Invalid
from airflow_provider.local.fetch import Loaded
from airflow_provider.local.files.richtext import unpacked
from airflow_provider.local.markdown import to_markdown
from tests.local.samples import msg, rtf_packed

# The rows as e-mail programs write them: what stands between \htmlrtf and \htmlrtf0 is for programs without HTML.
AS_HTML = rb"""{\rtf1\ansi\ansicpg1252\fromhtml1 \deff0{\fonttbl
{\f0\fswiss Arial;}}
{\colortbl\red0\green0\blue0;}
{\*\htmltag19 <html>}{\*\htmltag241 <style>p \{color:blue\}</style>}
{\*\htmltag64 <p>}\htmlrtf {\htmlrtf0 The caf\'e9 opens at {\*\htmltag84 <b>}\htmlrtf {\b\htmlrtf0 nine
{\*\htmltag92 </b>}\htmlrtf }\htmlrtf0  o\u8217?clock:{\*\htmltag84 &nbsp;}
\htmlrtf \'a0\htmlrtf0 {\*\htmltag84 <a href="https://c.example.com/">}
\htmlrtf {\field{\*\fldinst{HYPERLINK "https://c.example.com/"}}{\fldrslt\ul \htmlrtf0 menu\htmlrtf }
\htmlrtf0 \htmlrtf }\htmlrtf0 {\*\htmltag92 </a>}{\*\htmltag72 </p>}\htmlrtf\par}\htmlrtf0
{\*\htmltag27 </html>}}"""
AS_TEXT = rb"{\rtf1\ansi\ansicpg1252\fromtext{\fonttbl{\f0 Arial;}}\pard Hello,\par\par 12 \{boxes\}\line \'80 40\par}"
# A font with Cyrillic letters, a character that takes two halves, a marked group that nobody knows, a picture.
OWN = rb"""{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fcharset204 Times;}{\f1\fcharset128 Gothic;}}
{\info{\author Nobody}}{\*\generator Riched}\f0\'cf\'f0\'e8, \b so\b0  it {\f1\'82\'a0 \'83A}\u-10179?\u-8704? is\par
{\pntext\'b7\tab}one\par{\pntext\'b7\tab}two\par
\trowd\intbl North\cell 14\par 15\cell\row\trowd\intbl South\cell 9\cell\row\pard
{\field{\*\fldinst HYPERLINK "https://r.example.org/"}{\fldrslt a {\i link}}}{\pict\bin4 }\{}}\par}"""


def convert(body: bytes) -> str:
    return to_markdown(read_document(Loaded("https://files.example.com/a", "", None, body)))


def test_a_document_keeps_its_letters_emphasis_lists_tables_and_links() -> None:
    assert convert(OWN).splitlines() == [
        "При, **so** it あ ア😀 is",
        "",
        "- one",
        "- two",
        "",
        "| North | 14<br>15 |",
        "| --- | --- |",
        "| South | 9 |",
        "",
        "[a *link*](https://r.example.org/)",
    ]


def test_a_paragraph_with_a_level_in_the_outline_is_a_heading_and_hidden_text_is_left_out() -> None:
    body = rb"""{\rtf1\ansi{\stylesheet{\s1\outlinelevel0 heading 1;}}\pard\plain\outlinelevel1\b Quays\par
\pard\plain a{\v b\u8364?\par}c\v d\v0 e\v f\plain g\par\pard\outlinelevel9 h\par}"""

    assert convert(body) == "## Quays\n\naceg\n\nh\n"


def test_numbers_and_signs_before_items_make_lists_in_lists() -> None:
    body = rb"""{\rtf1\ansi\pard\outlinelevel0 {\listtext 1.\tab}Shops\par
{\listtext\pard\plain 3.\tab}\pard\ls1 {Milk\par {\listtext a.\tab}}
\pard\ls1\ilvl1 {skimmed\par {\listtext (4)\tab}}\pard\ls1 Bread\par
\pard\ls2{\listtext\'a7\tab}Jam\par{\listtext\u-10179?\u-8704?\tab}Tea\par\pard Done\par{\listtext 5.\tab}Oil\par}"""

    assert convert(body).splitlines() == [
        "# 1. Shops",
        "",
        "3. Milk",
        "   - a. skimmed",
        "4. Bread",
        "",
        "- Jam",
        "- Tea",
        "",
        "Done",
        "",
        "5. Oil",
    ]


def test_the_end_of_a_line_behind_a_backslash_is_that_of_a_paragraph() -> None:
    body = rb"""{\rtf1\ansi\pard Shopping\
\pard\ls1{\listtext	\u8226 ?	}Milk\
{\listtext	\u8226 ?	}Tea\
}"""

    assert convert(body) == "Shopping\n\n- Milk\n- Tea\n"


def test_the_number_of_an_item_in_a_cell_stands_before_it() -> None:
    body = rb"{\rtf1\trowd\intbl N\cell{\listtext\pard 1.\tab}\intbl One\cell\row\trowd\intbl S\cell 2\cell\row}"

    assert convert(body) == "| N | 1. One |\n| --- | --- |\n| S | 2 |\n"


def test_deleted_text_is_left_out() -> None:
    assert convert(rb"{\rtf1 It is {\deleted un}open.{\deleted0 Now.}\par}") == "It is open.Now.\n"


@pytest.mark.parametrize("packed", [True, False], ids=["packed", "as it is"])
@pytest.mark.parametrize(
    ("body", "told"),
    [
        (AS_HTML, "The café opens at **nine** o\u2019clock: [menu](https://c.example.com/)"),
        (AS_TEXT, "Hello,\n\n12 {boxes}  \n€ 40"),
    ],
    ids=["html", "text"],
)
def test_an_e_mail_whose_body_is_in_rtf_is_told(body: bytes, told: str, *, packed: bool) -> None:
    content = rtf_packed(body) if packed else struct.pack("<II4sI", len(body), len(body), b"MELA", 0) + body

    markdown = convert(msg(**{"__substg1.0_10090102": content}))

    assert told in markdown.replace("\xa0", " ")
    assert "color" not in markdown


def test_rtf_that_cannot_be_unpacked_leaves_the_plain_text() -> None:
    content = {"__substg1.0_10090102": b"no rtf, but bytes", "__substg1.0_1000001F": "Two lamps.".encode("utf-16-le")}

    assert "Two lamps." in convert(msg(**content))


def test_what_refers_to_itself_is_unpacked_as_it_grows() -> None:
    body = b"{" + b"ab" * 5000 + b"}"

    assert unpacked(rtf_packed(body)) == body


def test_a_code_page_that_nobody_knows_is_that_of_western_europe() -> None:
    assert convert(rb"{\rtf1\ansi\ansicpg99999 Caf\'e9\par}") == "Caf\u00e9\n"


def test_braces_without_end_are_refused() -> None:
    with pytest.raises(Invalid, match="RTF file cannot be read"):
        convert(b"{\\rtf1" + b"{" * 5000)
