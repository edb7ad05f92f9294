"""PDF: what a person sees on the page is what its Markdown says, in the same order."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable

import fpdf
import pytest
from fpdf.enums import XPos, YPos
from PIL import Image

from airflow_provider.local.documents import Loaded, read_document
from airflow_provider.local.errors import Invalid
from airflow_provider.local.files.pdf import MAX_PLACED
from airflow_provider.local.files.pdf.blocks import written
from airflow_provider.local.files.pdf.directions import turned_over
from airflow_provider.local.files.pdf.grids import grids_of
from airflow_provider.local.files.pdf.layout import regions_of
from airflow_provider.local.files.pdf.words import Page, Rule, Word
from airflow_provider.local.markdown import to_markdown

TEXT = (
    "The night train leaves the capital at ten in the evening and reaches the coast before the sun is up. "
    "Whoever travels on it sleeps in a cabin for two and has breakfast brought to the bed."
)


class Paper(fpdf.FPDF):
    """A PDF that is written line by line."""

    def __init__(self) -> None:
        super().__init__(format="A4", unit="pt")
        self.set_margin(60)
        self.add_page()

    def text_in(self, text: str, *, size: float = 10, style: str = "", width: float = 0, family: str = "Times") -> None:
        self.set_font(family, style, size)
        self.multi_cell(width, size * 1.25, text, new_x=XPos.LMARGIN, new_y=YPos.NEXT, align="L")

    def lines_at(self, x: float, y: float, lines: Iterable[str], *, step: float = 12) -> None:
        self.set_font("Times", "", 10)
        for number, line in enumerate(lines):
            self.text(x, y + number * step, line)


def convert(paper: fpdf.FPDF) -> str:
    body = bytes(paper.output())
    return to_markdown(read_document(Loaded("https://files.example.com/a.pdf", "application/pdf", None, body)))


def test_headings_are_told_by_their_size_and_by_bold_letters() -> None:
    paper = Paper()
    for text, size, style in (
        ("Night trains", 24, ""),
        ("1. Timetable", 16, ""),
        (TEXT, 10, ""),
        ("Cabins and beds", 10, "B"),
        (TEXT, 10, ""),
        ("2. Prices", 16, ""),
        (TEXT, 10, ""),
    ):
        paper.text_in(text, size=size, style=style)
        paper.ln(8)

    assert convert(paper) == (
        f"# Night trains\n\n## 1. Timetable\n\n{TEXT}\n\n### Cabins and beds\n\n{TEXT}\n\n## 2. Prices\n\n{TEXT}\n"
    )


def test_lines_are_joined_to_paragraphs_and_words_are_whole_again() -> None:
    paper = Paper()
    paper.lines_at(
        60,
        100,
        [
            "Between the two cities the night train now takes an hour less, since the re-",
            "pairs of the tunnel are done. A well-known operator said that this was a well-",
            "known plan.",
            "    The next paragraph is set in and begins where the first one has its end, as a",
            "book would have it.",
        ],
    )

    assert convert(paper) == (
        "Between the two cities the night train now takes an hour less, since the repairs of the tunnel are done. "
        "A well-known operator said that this was a well-known plan.\n\n"
        "The next paragraph is set in and begins where the first one has its end, as a book would have it.\n"
    )


LEFT = [
    "The first column tells of the trains that",
    "run along the coast, by day and by night,",
    "and of the ferries that wait for them in",
    "each of the harbours of the north, which",
    "is where most passengers go to in spring.",
]
RIGHT = [
    "The second column tells of trains inland,",
    "where the stations are few and far apart,",
    "and where the journey takes all of a day,",
    "for the line is old and winds itself from",
    "one valley to the other, past every farm.",
]


@pytest.mark.parametrize("shift", [0, 3, 6], ids=lambda shift: f"{shift}pt lower")
@pytest.mark.parametrize("by_rows", [True, False], ids=["written row by row", "written column by column"])
def test_two_columns_are_read_one_after_the_other(shift: float, *, by_rows: bool) -> None:
    paper = Paper()
    paper.text_in("A title that stands above both of the columns, and runs across them", size=18)
    columns = [(60, 200, line) for line in LEFT], [(320, 200 + shift, line) for line in RIGHT]
    placed = [(x, y + 12 * n, line) for column in columns for n, (x, y, line) in enumerate(column)]
    paper.set_font("Times", "", 10)
    for x, y, line in sorted(placed, key=lambda one: (one[1], one[0])) if by_rows else placed:
        paper.text(x, y, line)

    assert convert(paper) == (
        "# A title that stands above both of the columns, and runs across them\n\n"
        f"{' '.join(LEFT)}\n\n{' '.join(RIGHT)}\n"
    )


def test_a_sentence_goes_on_in_the_next_column_and_on_the_next_page() -> None:
    paper = Paper()
    paper.lines_at(60, 100, [*LEFT[:4], "is where most passengers go to, and where"])
    paper.lines_at(320, 100, ["the ferries wait for them all year, until", *RIGHT[1:]])
    paper.lines_at(60, 400, ["Below the columns a sentence begins that will not end before this page does, and that"])
    paper.add_page()
    paper.lines_at(60, 100, ["ends on the second one."])

    markdown = convert(paper)

    assert "and where the ferries wait" in markdown
    assert "does, and that ends on the second one." in markdown


ROWS = [("Train", "From", "Price"), ("NJ 40", "Coast", "49.90"), ("NJ 41", "Harbour town", "59.90"), ("IC 7", "", "9")]
TABLE = (
    "| Train | From | Price |\n| --- | --- | --- |\n| NJ 40 | Coast | 49.90 |\n"
    "| NJ 41 | Harbour town | 59.90 |\n| IC 7 |  | 9 |\n"
)


@pytest.mark.parametrize("borders", ["ALL", "HORIZONTAL_LINES", "NONE", "SINGLE_TOP_LINE"])
def test_a_table_is_told_by_its_lines_or_its_columns(borders: str) -> None:
    paper = Paper()
    paper.text_in(TEXT)
    paper.ln(20)
    with paper.table(ROWS, borders_layout=borders, text_align="LEFT", first_row_as_headings=False):
        pass
    paper.ln(20)
    paper.text_in(TEXT)

    assert convert(paper) == f"{TEXT}\n\n{TABLE}\n{TEXT}\n"


def test_cells_that_span_others_and_those_with_several_lines_stay_whole() -> None:
    paper = Paper()
    paper.set_font("Times", "", 10)
    long = "A cell of so many words that it cannot stand on one line"
    with paper.table(borders_layout="ALL", first_row_as_headings=False, text_align="LEFT") as table:
        head = table.row()
        head.cell("Journey", colspan=2)
        head.cell("Price")
        row = table.row()
        row.cell("Coast", rowspan=2)
        row.cell(long)
        row.cell("1")
        row = table.row()
        row.cell("by day")
        row.cell("2")

    assert convert(paper) == (
        f"| Journey | Journey | Price |\n| --- | --- | --- |\n| Coast | {long} | 1 |\n| Coast | by day | 2 |\n"
    )


def test_lists_code_and_contents_are_what_they_look_like() -> None:
    paper = Paper()
    paper.text_in(f"{TEXT} {TEXT}")
    paper.ln(12)
    for line in ("1. First comes the ticket.", "2. Then comes the train."):
        paper.text_in(line)
    paper.ln(12)
    for line in ("- a cabin for two", "- breakfast"):
        paper.text_in(line)
    paper.ln(12)
    for line in ("def leave(at):", "    return at + 1"):
        paper.text_in(line, family="Courier")
    paper.ln(12)
    for line in ("Cabins ........ 4", "Prices ........ 7"):
        paper.text_in(line)

    assert convert(paper) == (
        f"{TEXT} {TEXT}\n\n1. First comes the ticket.\n2. Then comes the train.\n\n- a cabin for two\n- breakfast\n\n"
        "```\ndef leave(at):\n    return at + 1\n```\n\nCabins … 4  \nPrices … 7\n"
    )


def test_links_lead_where_they_lead_on_the_page() -> None:
    paper = Paper()
    paper.text_in("Tickets", size=20)
    paper.set_font("Times", "", 10)
    paper.write(14, "The cabins are sold on ")
    paper.write(
        14, "the page of the operator, which opens " + "long " * 14 + "before", "https://trains.example/a?b=1&c=2"
    )
    paper.write(14, " the train leaves; ask ")
    paper.write(14, "the office", "mailto:office@trains.example")
    paper.write(14, " or ")
    paper.write(14, "a script", "javascript:alert(1)")
    paper.write(14, ".")
    paper.ln(40)
    with paper.table(borders_layout="ALL") as table:
        for cells in (("Train", "Page"), ("Night", "its page")):
            row = table.row()
            for cell in cells:
                row.cell(cell, link="https://trains.example/night" if cell == "its page" else "")

    assert convert(paper) == (
        "# Tickets\n\nThe cabins are sold on [the page of the operator, which opens "
        + "long " * 14
        + "before](https://trains.example/a?b=1&c=2) the train leaves; ask [the office](mailto:office@trains.example) "
        "or a script.\n\n| Train | Page |\n| --- | --- |\n| Night | [its page](https://trains.example/night) |\n"
    )


def test_running_heads_are_told_once_and_page_numbers_never() -> None:
    paper = Paper()
    for number in range(1, 5):
        if number > 1:
            paper.add_page()
        paper.lines_at(60, 40, ["Timetables of the north"])
        paper.lines_at(60, 200, [f"Page {'abcd'[number - 1]} has a text of its own."])
        paper.lines_at(290, 810, [f"- {number} -"])

    assert convert(paper) == (
        "Timetables of the north\n\nPage a has a text of its own.\n\nPage b has a text of its own.\n\n"
        "Page c has a text of its own.\n\nPage d has a text of its own.\n"
    )


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_page_that_is_shown_turned_is_read_as_it_is_shown(turn: int) -> None:
    import pypdfium2

    paper = Paper()
    paper.lines_at(60, 100, LEFT)
    paper.lines_at(320, 100, RIGHT)
    document = pypdfium2.PdfDocument(bytes(paper.output()))
    page = document[0]
    page.set_rotation(turn)
    target = io.BytesIO()
    document.save(target)

    markdown = to_markdown(read_document(Loaded("https://files.example.com/a", "", None, target.getvalue())))

    # Letters lie on their side then: their words are kept, their places tell nothing.
    for word in " ".join(LEFT + RIGHT).split():
        assert word.strip(",.") in markdown


def test_text_that_runs_upwards_stands_at_the_end() -> None:
    paper = Paper()
    with paper.rotation(90, 30, 600):
        paper.lines_at(30, 600, ["Printed in the margin"])
    paper.text_in(TEXT)

    assert convert(paper) == f"{TEXT}\n\nPrinted in the margin\n"


def picture() -> fpdf.FPDF:
    paper = Paper()
    paper.image(Image.new("RGB", (40, 40), "red"), 60, 60, 400)
    return paper


def protected() -> fpdf.FPDF:
    paper = Paper()
    paper.text_in(TEXT)
    paper.set_encryption("owner", "user")
    return paper


@pytest.mark.parametrize(("paper", "said"), [(picture, "has no text: its pages are pictures"), (protected, "password")])
def test_what_cannot_be_read_is_refused_in_words(paper: Callable[[], fpdf.FPDF], said: str) -> None:
    with pytest.raises(Invalid, match=said):
        convert(paper())


def test_an_empty_page_is_empty_and_no_error() -> None:
    assert convert(Paper()) == ""


def test_what_is_beyond_what_is_placed_is_still_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("airflow_provider.local.files.pdf.MAX_PLACED", 10)
    paper = Paper()
    for text in ("First page.", "Second page.", "Third page."):
        paper.text_in(text)
        paper.add_page()

    assert MAX_PLACED > 10
    assert convert(paper) == "First page.\n\nSecond page.\n\nThird page.\n"


def test_a_drawing_with_a_scale_is_no_table() -> None:
    rules = [Rule(0, 20.0 * n, 200, 20.0 * n) for n in range(11)] + [
        Rule(20.0 * n, 0, 20.0 * n, 200) for n in range(11)
    ]
    words = [Word("here", 21, 30, 15, 8)]

    assert grids_of(rules, words) == ([], words)


def told(*words: Word, width: float = 600) -> str:
    """Return what a page of *words* says as HTML."""
    page = Page(words=list(words), height=800)
    turned_over(page, width)
    return written([regions_of(page, code=False)])


def test_bullets_that_are_drawn_or_of_a_font_of_symbols_are_bullets() -> None:
    paper = Paper()
    paper.lines_at(80, 100, ["Alpha", "Beta"], step=20)
    paper.lines_at(100, 140, ["Gamma"])
    for x, y in ((70, 94), (70, 114), (90, 134)):
        paper.ellipse(x, y, 4, 4, style="F")

    assert convert(paper) == "- Alpha\n- Beta\n  - Gamma\n"
    assert told(Word("\uf0b7", 90, 94, 100, 10), Word("Alpha", 108, 140, 100, 10)) == "<ul><li>Alpha</ul>"


def test_a_heading_items_and_what_stands_apart_are_none_of_a_table_near_them() -> None:
    paper = Paper()
    paper.set_font("Times", "", 24)
    paper.text(60, 80, "Invoice")
    paper.lines_at(60, 110, ["- paid", "- sent"], step=14)
    for number, row in enumerate((("Item", "Price"), ("Rope", "19.80"), ("Shackle", "54.00"), ("Total", "73.80"))):
        for x, text in zip((60, 300), row, strict=True):
            paper.lines_at(x, 140 + 14 * number, [text])
    paper.lines_at(60, 230, ["Please pay within 30 days."])

    assert convert(paper).splitlines() == [
        "# Invoice",
        "",
        "- paid",
        "- sent",
        "",
        "| Item | Price |",
        "| --- | --- |",
        "| Rope | 19.80 |",
        "| Shackle | 54.00 |",
        "| Total | 73.80 |",
        "",
        "Please pay within 30 days.",
    ]


def test_the_end_of_a_sentence_is_none_of_a_link() -> None:
    paper = Paper()
    paper.set_font("Times", "", 10)
    paper.write(12, "See ")
    paper.write(12, "all of them.", link="https://a.example/all")

    assert convert(paper) == "See [all of them](https://a.example/all).\n"


def test_the_head_of_two_pages_is_told_once() -> None:
    paper = Paper()
    for number in (1, 2):
        if number > 1:
            paper.add_page()
        paper.lines_at(60, 30, ["Journal of Silt, vol. 4"])
        paper.lines_at(60, 200, [f"The text of page {number} ends here."])

    assert convert(paper).count("Journal of Silt") == 1


def test_what_a_form_is_filled_in_with_is_told_beside_its_name() -> None:
    body = b"""%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [5 0 R 6 0 R 7 0 R 8 0 R]>>>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Annots [5 0 R 6 0 R 7 0 R 8 0 R]
/Resources <</Font <</F <</Type /Font /Subtype /Type1 /BaseFont /Times-Roman>>>>>>>> endobj
4 0 obj <</Length 83>> stream
BT /F 11 Tf 60 700 Td (Name:) Tj 15 -39 Td (Agreed) Tj 0 -20 Td (To be sent) Tj ET
endstream endobj
5 0 obj <</Type /Annot /Subtype /Widget /FT /Tx /T (n) /V (Olive Tanner) /Rect [110 694 300 712]>> endobj
6 0 obj <</Type /Annot /Subtype /Widget /FT /Btn /T (b) /V /Yes /Rect [110 660 120 670]>> endobj
7 0 obj <</Type /Annot /Subtype /Widget /FT /Btn /T (c) /V /Yes /AS /Yes /Rect [60 660 70 670]>> endobj
8 0 obj <</Type /Annot /Subtype /Widget /FT /Btn /T (d) /V /Off /AS /Off /Rect [60 640 70 650]>> endobj
trailer <</Root 1 0 R>>"""

    assert to_markdown(read_document(Loaded("https://a.example/f.pdf", "", None, body))) == (
        "Name: Olive Tanner\n\n\u2611 Agreed\n\n\u2610 To be sent\n"
    )


def test_words_from_right_to_left_are_told_in_their_order() -> None:
    first, second, third = "\u05e9\u05dc\u05d5\u05dd", "\u05e2\u05d5\u05dc\u05dd", "\u05d6\u05d4"
    page = [Word(first, 500, 530, 100, 10), Word(second, 460, 496, 100, 10), Word(third, 440, 456, 100, 10)]
    latin = [Word(text, 100 + 40 * place, 130 + 40 * place, 140, 10) for place, text in enumerate("ABCD")]

    assert told(*page) == f"<p>{first} {second} {third}</p>"
    assert told(*latin, *(word._replace(y=140) for word in page)).endswith(f"{first} {second} {third}</p>")


INLAND = [
    "The third column tells of trains in hills",
    "that are steep, and of the wheels that it",
    "takes to climb them in a winter with snow",
    "on both of the rails, which no man clears",
    "before the sun is up and the fog is gone.",
]


@pytest.mark.parametrize("gap", [7, 10, 13, 30], ids=lambda gap: f"{gap}pt apart")
@pytest.mark.parametrize("number", [2, 3], ids=lambda number: f"{number} columns")
@pytest.mark.parametrize("shift", [0, 4], ids=lambda shift: f"{shift}pt lower")
def test_columns_are_as_near_as_their_words_allow(gap: float, number: int, shift: float) -> None:
    paper = Paper()
    paper.text_in("Trains", size=24)
    x = 20.0
    columns = list(zip("ABC", (LEFT, RIGHT, INLAND), strict=True))[:number]
    for place, (name, lines) in enumerate(columns):
        paper.set_font("Times", "", 15)
        paper.text(x, 200 + place * shift, f"Part {name}")
        paper.lines_at(x, 220 + place * shift, lines)
        x += max(paper.get_string_width(line) for line in lines) + gap
    paper.lines_at(20, 320, [f"Below the columns, a sentence runs across all of them. {TEXT}"[:130]])

    markdown = convert(paper)

    assert markdown.startswith(
        "# Trains\n\n" + "".join(f"## Part {name}\n\n{' '.join(lines)}\n\n" for name, lines in columns) + "Below"
    )


def test_what_stands_above_and_below_columns_is_none_of_them() -> None:
    paper = Paper()
    paper.lines_at(245, 80, ["1 May 2024"])
    paper.lines_at(60, 100, [f"{TEXT[:100]} {TEXT[:30]}", "and so does the night train."])
    paper.lines_at(60, 140, LEFT)
    paper.lines_at(245, 140, RIGHT)
    paper.set_font("Times", "", 8)
    paper.text(60, 230, "1 Timetables of the north.")

    markdown = convert(paper)

    marks = ["1 May 2024", "and so does", *LEFT, *RIGHT, "Timetables of"]
    assert [markdown.find(mark) for mark in marks] == sorted(markdown.find(mark) for mark in marks)
    assert "|" not in markdown


def test_a_title_in_the_middle_is_told_before_the_heading_at_the_left_below_it() -> None:
    paper = Paper()
    paper.lines_at(60, 30, ["Journal"])
    paper.set_font("Times", "", 18)
    paper.text(250, 96, "River Study")
    paper.text(60, 124, "Introduction")
    paper.lines_at(60, 144, [TEXT[:100], TEXT[100:]])

    assert convert(paper).startswith("Journal\n\n# River Study\n\n# Introduction\n\nThe night")


@pytest.mark.parametrize("marker", ["-", "1."])
def test_a_marker_that_is_larger_than_its_text_makes_no_heading(marker: str) -> None:
    paper = Paper()
    paper.text_in(TEXT)
    for y in (200, 220):
        paper.set_font("Times", "", 12)
        paper.text(60, y, marker)
        paper.lines_at(74, y, ["wading boots"])
    paper.lines_at(60, 240, ["boots for wading"])
    paper.set_font("Times", "", 16)
    paper.text(60, 280, f"{marker} A heading")

    assert convert(paper).splitlines()[2:4] == [f"{marker} wading boots"] * 2


def test_lines_of_an_address_are_lines_of_their_own_beside_a_date_further_down() -> None:
    paper = Paper()
    paper.lines_at(60, 80, ["Jane Sender", "1 Main Road", "12345 Town"])
    paper.lines_at(440, 150, ["5 March 2024"])
    paper.text_in("\n" * 12 + TEXT)

    assert convert(paper).startswith("Jane Sender  \n1 Main Road  \n12345 Town\n\n5 March 2024\n")


BUDGET = [("Source", "Amount", "Change"), ("Trade tax", "4,500,000", "+2 %"), ("Grants of the state", "980,000", "0 %")]
BUDGET_TOLD = (
    "| Source | Amount | Change |\n| --- | --- | --- |\n| Trade tax | 4,500,000 | +2 % |\n"
    "| Grants of the state | 980,000 | 0 % |\n| Fees | 15 | +12 % |\n"
)


@pytest.mark.parametrize("padding", [3, 4, 8, 16])
@pytest.mark.parametrize("align", ["left", "right"])
def test_a_table_without_lines_ends_where_its_rows_end(padding: float, align: str) -> None:
    paper = Paper()
    paper.lines_at(60, 80, [f"{TEXT} All of it is true."[start : start + 100] for start in (0, 100)])
    paper.lines_at(60, 120, ["All figures in euros."])
    rows = [*BUDGET, ("Fees", "15", "+12 %")]
    x = 60 + padding
    for column in zip(*rows, strict=True):
        width = max(map(paper.get_string_width, column))
        for number, text in enumerate(column):
            start = width - paper.get_string_width(text) if align == "right" and x > 100 else 0
            paper.lines_at(x + start, 145 + 16 * number, [text])
        x += width + 2 * padding
    paper.set_font("Times", "", 18)
    paper.text(60, 230, "Spending")
    paper.lines_at(70, 260, ["- Schools", "- Roads"])

    assert convert(paper).endswith(
        f"All figures in euros.\n\n{BUDGET_TOLD}\n# Spending\n\n- Schools\n- Roads\n",
    )


def test_a_row_with_one_cell_is_one_of_its_table_where_the_rows_follow_each_other() -> None:
    paper = Paper()
    for number, row in enumerate((("Item", "2022"), ("Assets", ""), ("Cash", "1,200"), ("Debts", ""), ("Loans", "9"))):
        for x, text in zip((60, 200), row, strict=True):
            paper.lines_at(x, 100 + 16 * number, [text] if text else [])

    assert convert(paper).splitlines()[2:] == ["| Assets |  |", "| Cash | 1,200 |", "| Debts |  |", "| Loans | 9 |"]


def test_a_heading_between_dates_and_what_was_done_then_is_a_heading() -> None:
    paper = Paper()
    years = [("2019 - 2024", "Engineer at a mill", 100), ("2015 - 2019", "Miller at another", 128)]
    for when, what, y in years:
        paper.lines_at(60, y, [when])
        paper.lines_at(160, y, [what, "and all that is to be done there."])
    paper.set_font("Times", "", 16)
    paper.text(60, 172, "Education")
    paper.lines_at(60, 200, ["2010 - 2015"])
    paper.lines_at(160, 200, ["School of milling"])

    markdown = convert(paper)

    told = ["2019", "Engineer", "2015", "Miller", "# Education", "2010", "School"]
    assert [markdown.find(mark) for mark in told] == sorted(markdown.find(mark) for mark in told)
    assert "\n\n# Education\n\n" in markdown


def test_wide_spaces_in_two_lines_are_no_table() -> None:
    words = [Word("word", 60 + 32 * place, 80 + 32 * place, y, 10) for y in (100, 112) for place in range(8)]

    assert "<table" not in told(*words[:8], *(word._replace(x0=word.x0 + 6, x1=word.x1 + 6) for word in words[8:]))


def test_bold_words_in_a_text_are_bold_and_a_bold_text_is_as_it_is() -> None:
    def word(text: str, x: float, y: float, *, bold: bool) -> Word:
        return Word(text, x, x + 5 * len(text), y, 10, bold)

    page = [
        word("Please", 60, 100, bold=False),
        word("mind", 92, 100, bold=True),
        word("the inter-", 114, 100, bold=True),
        word("national", 60, 112, bold=True),
        word("line", 102, 112, bold=True),
        word("<here>.", 124, 112, bold=False),
        word("1.", 60, 140, bold=True),
        word("Tickets", 72, 140, bold=False),
        word("All", 60, 180, bold=True),
        word("bold.", 77, 180, bold=True),
    ]

    assert told(*page) == (
        '<p>Please <b>mind the international line</b> &lt;here&gt;.</p><ol><li value="1">Tickets</ol><p>All bold.</p>'
    )


def test_the_number_of_a_page_is_no_column_of_its_contents() -> None:
    paper = Paper()
    paper.lines_at(60, 100, ["1 Cabins", "2 Prices", "3 Stations"])
    paper.lines_at(500, 100, ["2", "3", "4"])
    paper.lines_at(290, 800, ["1"])

    assert convert(paper) == "| 1 Cabins | 2 |\n| --- | --- |\n| 2 Prices | 3 |\n| 3 Stations | 4 |\n\n1\n"


def test_the_number_of_a_note_stands_before_its_text() -> None:
    assert told(
        Word("1", 76.5, 80.7, 428.3, 6.7), Word("Smith,", 83.3, 110, 431.7, 8), Word("Firms", 112, 130, 431.7, 8)
    ) == ("<p>1 Smith, Firms</p>")


FRUIT = [("Fruit", "Price", "Stock"), ("Apple", "1.20", "15"), ("Cherry", "0.99", "120")]
FRUIT_TOLD = "| Fruit | Price | Stock |\n| --- | --- | --- |\n| Apple | 1.20 | 15 |\n| Cherry | 0.99 | 120 |\n"


def columns_at(paper: Paper, xs: Iterable[float], y: float, rows: Iterable[Iterable[str]], *, step: float = 18) -> None:
    for number, row in enumerate(rows):
        for x, text in zip(xs, row, strict=True):
            paper.lines_at(x, y + number * step, text.split("\n"))


@pytest.mark.parametrize("left", [60, 200], ids=["at the left", "centred"])
def test_paragraphs_above_between_and_below_tables_are_none_of_their_rows(left: float) -> None:
    paper = Paper()
    paper.lines_at(60, 80, ["Short intro."])
    xs = (left, left + 80, left + 140)
    columns_at(paper, xs, 108, FRUIT)
    paper.lines_at(60, 165, ["Words between.", "And more of them."])
    columns_at(paper, xs, 198, FRUIT)
    paper.lines_at(60, 255, ["Good bye."])

    assert convert(paper) == (
        f"Short intro.\n\n{FRUIT_TOLD}\nWords between.\n\nAnd more of them.\n\n{FRUIT_TOLD}\nGood bye.\n"
    )


def test_a_heading_in_larger_letters_leaves_the_first_row_to_the_table_below_it() -> None:
    paper = Paper()
    paper.set_font("Times", "B", 20)
    paper.text(60, 80, "Calendar")
    columns_at(paper, (63, 200), 108, [("Month", "Task")])
    columns_at(paper, (63, 97), 126, [("March", "Pruning and tying of everything"), ("May", "Sowing")])

    assert convert(paper).endswith(
        "| Month | Task |\n| --- | --- |\n| March | Pruning and tying of everything |\n| May | Sowing |\n"
    )


def test_names_in_a_letterhead_stand_beside_their_values_and_apart_from_the_address() -> None:
    paper = Paper()
    paper.set_font("Times", "", 20)
    paper.text(60, 72, "Invoice")
    columns_at(paper, (350, 430), 72, [("Invoice no:", "2024-0815"), ("Date:", "5 March 2024"), ("Due:", "4 April")])
    paper.lines_at(60, 124, ["Widget Ltd", "12 Mill Lane"])
    columns_at(paper, (60, 280, 360, 450), 200, [("Item", "Qty", "Price", "Amount"), ("Rope", "2", "0.10", "0.20")])
    columns_at(paper, (360, 450), 238, [("Total", "0.20")])

    assert convert(paper) == (
        "# Invoice\n\nWidget Ltd  \n12 Mill Lane\n\n"
        "| Invoice no: | 2024-0815 |\n| --- | --- |\n| Date: | 5 March 2024 |\n| Due: | 4 April |\n\n"
        "| Item | Qty | Price | Amount |\n| --- | --- | --- | --- |\n| Rope | 2 | 0.10 | 0.20 |\n"
        "|  |  | Total | 0.20 |\n"
    )


@pytest.mark.parametrize("total", ["£ 410,00", "EUR 410.00", "410.00 EUR", "(410)", "-410"])
def test_a_figure_below_a_figure_begins_a_row(total: str) -> None:
    paper = Paper()
    columns_at(paper, (60, 200, 300), 100, [("Item", "Of", "Price"), ("Rope", "2", "9"), ("Sail", "3", "401")], step=14)
    columns_at(paper, (200, 300), 142, [("Total", total)])

    assert convert(paper).endswith(f"| Sail | 3 | 401 |\n|  | Total | {total} |\n")


@pytest.mark.parametrize("shift", [0, 6, 12], ids=["at the top", "in the middle", "at the foot"])
@pytest.mark.parametrize("long", [0, 1], ids=["first column", "second column"])
def test_a_cell_of_two_lines_is_one_wherever_its_neighbours_stand(shift: float, long: int) -> None:
    paper = Paper()
    xs = (60, 160, 300)
    columns_at(paper, xs, 100, [("Name", "Role", "Room"), ("Ann Lee", "Cook", "9")], step=20)
    for column, x in enumerate(xs):
        y, lines = (140, ["The one who", "leads all"]) if column == long else (140 + shift, [f"C {column}"])
        paper.lines_at(x, y, lines)
    columns_at(paper, xs, 172, [("Cy Ray", "Baker", "7")])

    cells = ["The one who leads all" if column == long else f"C {column}" for column in range(3)]
    assert convert(paper).splitlines()[2:] == [
        "| Ann Lee | Cook | 9 |",
        f"| {' | '.join(cells)} |",
        "| Cy Ray | Baker | 7 |",
    ]


def test_columns_that_are_hardly_apart_are_divided_below_a_cell_of_several_lines() -> None:
    paper = Paper()
    columns_at(paper, (60, 92, 300), 100, [("Item", "What", "Price"), ("A-001", "A rope", "9")])
    paper.lines_at(92, 136, ["A sail of the kind that many", "ships have"])
    columns_at(paper, (60, 300), 142, [("A-002", "8")])
    columns_at(paper, (60, 92, 300), 166, [("A-003", "An oar", "7"), ("A-004", "A mast", "6")])

    assert convert(paper).splitlines()[3:] == [
        "| A-002 | A sail of the kind that many ships have | 8 |",
        "| A-003 | An oar | 7 |",
        "| A-004 | A mast | 6 |",
    ]


def test_a_date_at_the_right_edge_stays_on_its_line_between_items() -> None:
    paper = Paper()
    paper.set_font("Times", "", 16)
    paper.text(60, 80, "Work")
    for y, post, years, items in (
        (104, "Baker", "2019 - 2024", ["- Baked", "- Sold"]),
        (145, "Cook", "2015", ["- Cooked"]),
    ):
        paper.lines_at(60, y, [post])
        paper.lines_at(450, y, [years])
        paper.lines_at(80, y + 13, items)

    assert convert(paper) == "# Work\n\nBaker 2019 - 2024\n\n- Baked\n- Sold\n\nCook 2015\n\n- Cooked\n"


def test_items_with_letters_are_items_and_abbreviations_in_a_text_are_none() -> None:
    paper = Paper()
    paper.lines_at(60, 100, [f"{TEXT[:90]} This is so", "z. B. here, and nowhere else."])
    paper.lines_at(60, 140, ["2. Be early:"])
    paper.lines_at(80, 152, ["a. doors close", "b. bikes need a ticket"])
    paper.lines_at(60, 176, ["3. Be kind:"])
    paper.lines_at(80, 188, ["(a) to those who travel with you,"])
    paper.lines_at(94, 200, ["be they small or tall;"])
    paper.lines_at(80, 212, ["(ii) to others."])

    assert convert(paper) == (
        f"{TEXT[:90].strip()} This is so z. B. here, and nowhere else.\n\n"
        "2. Be early:\n   - a. doors close\n   - b. bikes need a ticket\n"
        "3. Be kind:\n   - (a) to those who travel with you, be they small or tall;\n   - (ii) to others.\n"
    )


@pytest.mark.parametrize("when", ["11/23/26, 6:23 PM", "23.11.26, 18:23", "2026-11-23, 18:23"])
def test_what_a_browser_prints_around_a_page_is_none_of_it(when: str) -> None:
    paper = Paper()
    paper.lines_at(24, 22, [f"{when}"])
    paper.lines_at(300, 22, ["The guide"])
    paper.lines_at(60, 100, ["12/24/26, 6:00 PM is when we meet."])
    paper.lines_at(24, 825, ["https://a.example/guide?page=1"])
    paper.lines_at(560, 825, ["1/1"])

    assert convert(paper) == "12/24/26, 6:00 PM is when we meet.\n"


def test_exponents_and_indices_are_part_of_their_words_and_no_digits_of_a_number() -> None:
    paper = Paper()
    paper.lines_at(60, 100, ["About 10"])
    paper.set_font("Times", "", 7)
    paper.text(60 + 33.1, 96, "6")
    paper.lines_at(100, 100, ["cells of 5 m"])
    end = 100 + paper.get_string_width("cells of 5 m")
    paper.set_font("Times", "", 7)
    paper.text(end, 96, "2")
    paper.lines_at(end + 3.5, 100, [", and H"])
    end += 3.5 + paper.get_string_width(", and H")
    paper.set_font("Times", "", 7)
    paper.text(end, 102, "2")
    paper.lines_at(end + 3.5, 100, ["O."])

    assert convert(paper) == "About 10^6 cells of 5 m2, and H2O.\n"


@pytest.mark.parametrize(("head", "is_one"), [("Fruit", True), ("Nuts", False)])
def test_a_table_that_repeats_its_head_on_the_next_page_is_one(head: str, is_one: object) -> None:
    paper = Paper()
    columns_at(paper, (60, 140, 200), 740, FRUIT)
    paper.add_page()
    columns_at(paper, (60, 140, 200), 100, [(head, "Price", "Stock"), ("Plum", "2.00", "8")])

    assert (convert(paper) == f"{FRUIT_TOLD}| Plum | 2.00 | 8 |\n") == is_one


def test_a_box_beside_a_text_is_told_by_itself_before_the_text_that_goes_on_below_it() -> None:
    paper = Paper()
    paper.lines_at(60, 100, LEFT, step=16)
    columns_at(paper, (400, 470), 100, [("Length", "500 km"), ("Depth", "143 m"), ("Land", "Italy")], step=11)

    assert convert(paper) == (
        f"| Length | 500 km |\n| --- | --- |\n| Depth | 143 m |\n| Land | Italy |\n\n{' '.join(LEFT)}\n"
    )


def test_an_index_in_two_columns_is_no_table() -> None:
    paper = Paper()
    paper.lines_at(60, 100, ["A", "Anchor ....... 5", "Arch ....... 7", "Axe ....... 5"])
    paper.lines_at(300, 100, ["M", "Mast ....... 4"])

    markdown = convert(paper)

    assert "|" not in markdown
    assert markdown.index("Axe … 5") < markdown.index("Mast")
