"""The numbers by which columns, rows and cells of a PDF are told: each test fails when its number moves by a tenth."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from airflow_provider.local.files.pdf.blocks import written
from airflow_provider.local.files.pdf.gutters import Box, Gutter, Line, gutter_of
from airflow_provider.local.files.pdf.layout import regions_of
from airflow_provider.local.files.pdf.raised import joined
from airflow_provider.local.files.pdf.rows import parted, row_of
from airflow_provider.local.files.pdf.words import Page, Word, in_lines

# A line of words of four letters, as wide as this, in letters of ten points.
WIDTH = 177.5


def boxes(x: float, count: int = 8, size: float = 10) -> list[Box]:
    return [(x + 22.5 * place, x + 22.5 * place + 20, size, 4) for place in range(count)]


def line(y: float, *parts: Sequence[Box]) -> Line:
    found = [box for part in parts for box in part]
    return Line(y, max(box[2] for box in found), found)


def columns(gap: float, count: int = 6, *, y: float = 100) -> list[Line]:
    return [line(y + 12 * number, boxes(0), boxes(WIDTH + gap)) for number in range(count)]


def span(gutter: Gutter | None) -> tuple[int, int] | None:
    return (gutter.start, gutter.end) if gutter else None


def html(*rows: tuple[float, float, str], sizes: Sequence[float] = ()) -> str:
    """Return what words of ten points say at these places, five points a letter; *sizes* are those of each row."""
    page = Page(height=1000)
    for number, (x, y, text) in enumerate(rows):
        size = sizes[number] if sizes else 10.0
        place = x
        for word in text.split(" "):
            page.words.append(Word(word, place, place + 0.5 * size * len(word), y, size))
            place += 0.5 * size * len(word) + 0.25 * size
    return written([regions_of(page, code=False)])


@pytest.mark.parametrize(("gap", "is_one"), [(4.3, True), (3.7, False)])
def test_a_gutter_is_as_wide_as_one_space_and_a_half(gap: float, is_one: object) -> None:
    assert (gutter_of(columns(gap)) is not None) == is_one


@pytest.mark.parametrize(("gap", "count", "is_one"), [(8.5, 5, True), (8.5, 4, False), (9.5, 3, True), (9.5, 2, False)])
def test_a_narrow_gutter_has_five_lines_and_a_wide_one_three(gap: float, count: int, is_one: object) -> None:
    assert (gutter_of(columns(gap, count)) is not None) == is_one


@pytest.mark.parametrize(("length", "is_one"), [(18, True), (17, False)])
def test_a_line_of_a_column_has_18_characters(length: int, is_one: object) -> None:
    lines = [line(100 + 12 * number, [(0, WIDTH, 10, length)], boxes(200)) for number in range(6)]

    assert (gutter_of(lines) is not None) == is_one


@pytest.mark.parametrize(("width", "is_one"), [(136, True), (130, False)])
def test_most_lines_of_a_column_fill_three_quarters_of_it(width: float, is_one: object) -> None:
    widths = [WIDTH, WIDTH, width, width, width, width]
    lines = [line(100 + 12 * number, [(0, one, 10, 30)], boxes(200)) for number, one in enumerate(widths)]

    assert (gutter_of(lines) is not None) == is_one


@pytest.mark.parametrize(("indented", "is_one"), [(4, True), (5, False)])
def test_half_of_the_lines_begin_at_the_gutter(indented: int, is_one: object) -> None:
    lines = [
        line(100 + 12 * number, boxes(0), boxes(205 + number if number < indented else 200)) for number in range(8)
    ]

    assert (gutter_of(lines) is not None) == is_one


@pytest.mark.parametrize(("size", "found"), [(8.8, (0, 6)), (9.2, (0, 7))])
def test_a_note_has_letters_nine_tenths_as_large_as_the_text(size: float, found: tuple[int, int]) -> None:
    assert span(gutter_of([*columns(20), line(190, boxes(0, 6, size))])) == found


@pytest.mark.parametrize(("y", "found"), [(81.5, (1, 7)), (82.5, (0, 7))])
def test_what_stands_above_the_second_column_only_is_no_farther_than_two_lines(
    y: float, found: tuple[int, int]
) -> None:
    assert span(gutter_of([line(y, boxes(WIDTH + 20, 3)), *columns(20)])) == found


@pytest.mark.parametrize(("y", "found"), [(74.5, (2, 8)), (75.5, (1, 8))])
def test_the_next_line_is_one_line_and_a_half_below(y: float, found: tuple[int, int]) -> None:
    assert span(gutter_of([line(60, boxes(0, 14)), line(y, boxes(0, 3)), *columns(20)])) == found


TABLE = [(0.0, 100.0, "Item"), (200.0, 100.0, "2022"), (0.0, 116.0, "Cash"), (200.0, 116.0, "1,200")]


@pytest.mark.parametrize(("step", "is_row"), [(18.0, True), (18.8, False)])
def test_a_row_with_one_cell_is_no_farther_than_the_others_by_fifteen_hundredths(step: float, is_row: object) -> None:
    assert ("<td>Debts" in html(*TABLE, (0, 116 + step, "Debts"))) == is_row


@pytest.mark.parametrize(("step", "is_row"), [(18.0, True), (18.8, False)])
def test_what_stands_above_a_table_is_farther_than_its_rows_by_fifteen_hundredths(step: float, is_row: object) -> None:
    assert ("<th>Debts" in html((0, 100 - step, "Debts"), *TABLE)) == is_row


@pytest.mark.parametrize(("size", "is_row"), [(11.0, True), (11.4, False)])
def test_a_heading_below_a_table_has_letters_larger_by_an_eighth(size: float, is_row: object) -> None:
    below = html(*TABLE, (0, 132, "Debts"), sizes=[10, 10, 10, 10, size])

    assert ("<td>Debts" in below) == is_row


@pytest.mark.parametrize(("gap", "is_cell"), [(4.4, True), (3.6, False)])
def test_cells_are_four_tenths_of_a_letter_apart(gap: float, is_cell: object) -> None:
    spaces = (0.0, 20.0, "a b c d e f")
    cells = html(spaces, *TABLE, (190 - gap, 116, "xx"), (0, 132, "Debts"), (200, 132, "900"))

    assert ("<td>1,200" in cells) == is_cell


@pytest.mark.parametrize(("x", "is_one"), [(105, True), (115, False)])
def test_headings_of_one_size_that_begin_as_far_apart_as_a_letter_are_one(x: float, is_one: object) -> None:
    text = "and so the night train leaves"
    body = [(0.0, 300.0 + 12 * number, text) for number in range(6)]
    told = html((100, 100, "Night"), (x, 112, "trains of the north"), *body, sizes=[12, 12, *[10] * 6])

    assert ("<h1>Night trains of the north</h1>" in told) == is_one


@pytest.mark.parametrize(("off", "is_one"), [(1.9, True), (2.1, False)])
def test_lines_begin_at_one_place_within_a_tenth_of_a_letter(off: float, is_one: object) -> None:
    starts = [200, 200, 200, 200 + off, 207, 209, 211, 213]
    lines = [line(100 + 24 * n, boxes(0, 8, 20), boxes(x, 8, 20)) for n, x in enumerate(starts)]

    assert (gutter_of(lines) is not None) == is_one


def words(y: float, *placed: tuple[float, str]) -> list[Word]:
    return [Word(text, x, x + 5 * len(text), y, 10) for x, text in placed]


@pytest.mark.parametrize(
    ("y", "off", "cells"),
    [(139, 0.0, 3), (141, 0.0, 2), (112, 0.95, 3), (112, 1.05, 2)],
    ids=["near", "far", "at", "off"],
)
def test_cells_are_divided_where_a_row_above_has_one(y: float, off: float, cells: int) -> None:
    rows = [
        row_of(words(100, (0, "Item"), (50, "2022")), code=False),
        row_of(words(y, (0, "Cash"), (40, "1"), (50 + off, "7")), code=False),
    ]

    assert len(parted(rows, 0.05)[1]) == cells


@pytest.mark.parametrize(("step", "beside"), [(17.9, False), (18.5, True)])
def test_a_line_below_a_single_row_is_apart_at_nearly_two_lines(step: float, beside: object) -> None:
    told = html((0, 100, "Sender"), (200, 100, "Berlin"), (0, 100 + step, "Road"))

    assert ("Sender Berlin" in told) == beside


@pytest.mark.parametrize(
    ("strip", "count", "is_one"), [(4.2, 3, True), (3.8, 3, False), (9.4, 2, True), (8.6, 2, False)]
)
def test_white_space_runs_down_three_rows_or_is_as_wide_as_a_letter(strip: float, count: int, is_one: object) -> None:
    rows = [[(0, "Cash"), (30 + strip, "1")], [(10, "Bond"), (60, "2")], [(0, "Loan"), (30 + strip, "3")]][:count]
    placed = [(x, 100.0 + 16 * number, text) for number, row in enumerate(rows) for x, text in row]

    assert ("<table" in html(*placed)) == is_one


@pytest.mark.parametrize(("raised", "lines"), [(3.8, 1), (4.2, 2)])
def test_a_word_is_on_a_line_where_three_tenths_of_its_size_are_beside_it(raised: float, lines: int) -> None:
    assert len(in_lines([*words(100 - raised, (0, "1")), *words(100, (7, "Smith"))])) == lines


@pytest.mark.parametrize(("x", "is_row"), [(-29.0, True), (-31.0, False)])
def test_what_begins_three_letters_to_the_left_of_a_table_is_none_of_it(x: float, is_row: object) -> None:
    assert ("<td>Debts" in html(*TABLE, (x, 132, "Debts"))) == is_row


@pytest.mark.parametrize(("size", "is_row"), [(9.1, True), (8.8, False)])
def test_a_note_above_a_table_has_letters_smaller_by_an_eighth(size: float, is_row: object) -> None:
    assert ("<th>Debts" in html((0, 84, "Debts"), *TABLE, sizes=[size, 10, 10, 10, 10])) == is_row


@pytest.mark.parametrize(("step", "is_one"), [(31.5, True), (32.5, False)])
def test_other_columns_twice_as_far_as_rows_are_another_table(step: float, is_one: object) -> None:
    below = [(0.0, 116 + step, "Name"), (60.0, 116 + step, "Age"), (200.0, 116 + step, "Pay")]

    assert (html(*TABLE, *below, (0, 132 + step, "Ann"), (60, 132 + step, "4")).count("<table") == 1) == is_one


@pytest.mark.parametrize(("step", "is_cell"), [(12.6, True), (13.0, False)])
def test_lines_of_a_cell_are_nearer_than_eight_tenths_of_what_rows_are_apart(step: float, is_cell: object) -> None:
    told = html(*TABLE, (0, 132, "Loans"), (200, 132, "9"), (0, 132 + step, "of banks"))

    assert ("<td>Loans of banks<td>9" in told) == is_cell


@pytest.mark.parametrize(("step", "is_row"), [(8.8, True), (9.2, False)])
def test_lines_nearer_than_nine_tenths_of_their_letters_are_one_row(step: float, is_row: object) -> None:
    rows = [(x, 116 + step * number, text) for number in (1, 2) for x, text in ((0.0, f"A{number}"), (200.0, "b"))]

    assert ("A1 A2" in html(*TABLE, *rows)) == is_row


@pytest.mark.parametrize(("colons", "is_block"), [(3, True), (2, False)])
def test_of_a_column_of_names_six_tenths_have_a_colon(colons: int, is_block: object) -> None:
    rows = [(x, 100.0 + 16 * n, text) for n in range(5) for x, text in ((0.0, "Ann"), (200.0, "Name"), (300.0, "x"))]
    named = [(x, y, f"{text}:" if text == "Name" and y < 100 + 16 * colons else text) for x, y, text in rows]

    assert ("<td>Ann<td>Name" in html(*named)) != is_block


@pytest.mark.parametrize(("length", "is_text"), [(25, False), (26, True)])
def test_running_text_has_a_line_of_more_than_25_letters(length: int, is_text: object) -> None:
    told = html((0, 100, "a" * length), (0, 112, "b" * 20), (0, 124, "Ccccc"))

    assert (f"{'b' * 20} Ccccc" in told) == is_text


@pytest.mark.parametrize(
    ("x", "y", "size", "is_sign"),
    [(5.8, 96, 6, True), (6.0, 96, 6, False), (5, 96, 8.9, True), (5, 96, 9.2, False), (5, 98.4, 6, True)],
    ids=["near", "apart", "small", "large", "raised"],
)
def test_a_sign_is_smaller_than_its_word_and_touches_it(x: float, y: float, size: float, is_sign: object) -> None:
    line = [Word("m", 0, 5, 100, 10), Word("2", x, x + 3, y, size)]

    assert (len(joined(line)) == 1) == is_sign


@pytest.mark.parametrize(("y", "is_raised"), [(98.4, True), (98.6, False)])
def test_a_sign_is_raised_by_more_than_fifteen_hundredths_of_a_letter(y: float, is_raised: object) -> None:
    assert (joined([Word("m", 0, 5, 100, 10), Word("2", 5, 8, y, 6)])[0].text != "m2") == is_raised


@pytest.mark.parametrize(("step", "is_beside"), [(17.5, True), (17.7, False)])
def test_lines_of_text_beside_a_box_are_even_within_a_tenth(step: float, is_beside: object) -> None:
    text = [(0.0, y, "a line of text that is long") for y in (100.0, 116.0, 116 + step)]
    box = [(x, y, value) for y in (100.0, 116.0, 126.5) for x, value in ((200.0, "Area"), (260.0, "18"))]

    assert ("<tr><td>Area<td>18<tr><td>Area<td>18" in html(*text, *box)) == is_beside
