"""What no reader of a page sees is not in its Markdown, and what a reader can open is."""

from __future__ import annotations

import pytest

from airflow_provider.local.markdown.page import write

SEEN = "<p>The ferry leaves the northern quay at nine.</p>"


def markdown(page: str) -> str:
    return write(page, url="https://ferry.example.com/a").rstrip("\n")


@pytest.mark.parametrize(
    "hidden",
    [
        "<p hidden>gone</p>",
        "<span hidden=''>gone</span>",
        "<div style='color: red; display : none'><p>gone</p></div>",
        "<b style='VISIBILITY:hidden'>gone</b>",
        "<dialog>gone</dialog>",
        "<template><p>gone</p></template>",
        "<ul><li hidden>gone</li></ul>",
        "<div hidden><div style='display:none'>gone</div>gone</div>",
    ],
)
def test_what_a_page_hides_itself_is_left_out(hidden: str) -> None:
    assert markdown(SEEN + hidden + SEEN) == markdown(SEEN + SEEN)


@pytest.mark.parametrize(
    "shown",
    [
        "<details><summary>there</summary></details>",
        "<dialog open>there</dialog>",
        "<div role='tabpanel' hidden>there</div>",
        "<p hidden='until-found'>there</p>",
        "<p class='hidden d-none'>there</p>",
        "<p style='display: block; --none: hidden'>there</p>",
        "<p aria-hidden='true'>there</p>",
    ],
)
def test_what_a_reader_sees_or_opens_stays(shown: str) -> None:
    assert "there" in markdown(SEEN + shown)


def test_hidden_cells_and_rows_leave_the_table_whole() -> None:
    rows = "<tr><th>A<th hidden>H<th>B<tr hidden><td>1<td>2<td>3<tr><td>4<td style='display:none'>5<td>6"

    assert markdown(f"{SEEN}<table>{rows}</table>").endswith("| A | B |\n| --- | --- |\n| 4 | 6 |")


@pytest.mark.parametrize("style", ["display:none", "visibility: hidden"])
def test_a_body_that_waits_for_its_script_gives_its_text(style: str) -> None:
    assert markdown(f"<html style='{style}'><body style='{style}'>{SEEN}</body></html>") == markdown(SEEN)


@pytest.mark.parametrize(("hidden", "is_left_out"), [(100, True), (101, False)])
def test_a_page_hides_at_most_ten_times_what_it_shows(hidden: int, is_left_out: object) -> None:
    page = f"<p>Waiting one</p><div hidden>{'x' * hidden}</div>"

    assert ("xx" not in markdown(page)) == is_left_out


@pytest.mark.parametrize(
    ("page", "beside", "expected"),
    [
        (
            "<i><b><math><mi>x</mi><annotation encoding='application/x-tex'>x^2</annotation></math></b>{}</i>",
            "<span aria-hidden='true'>x2</span>",
            "***x^2***",
        ),
        (
            "<i><b style='display: none'><math alttext='y_1'><mi>y</mi></math></b>{}</i>",
            "<img src='y.svg' alt='y_1'>",
            "***y_1***",
        ),
        (
            "<p><math><mi>y</mi></math>{}</p>",
            "<img src='/cat.png' alt='A cat'>",
            "y![A cat](https://ferry.example.com/cat.png)",
        ),
    ],
    ids=["a drawn copy", "an image of it", "an image of something else"],
)
def test_a_formula_is_told_once(page: str, beside: str, expected: str) -> None:
    assert markdown(page.format(beside)) == expected


def test_a_formula_in_a_script_is_told_without_its_drawing() -> None:
    drawn = "<span class='MathJax_Preview'>[math]</span><span class='MathJax'>a1</span>"

    assert markdown(f"<p>Let {drawn}<script type='math/tex'>\\alpha_1</script> be.</p>") == "Let \\alpha_1 be."


@pytest.mark.parametrize(
    "page",
    [
        "<h2>Usage<a href='#usage' title='Link'>\xb6</a></h2>",
        "<h2><a href='/a#usage'><svg></svg></a>Usage</h2>",
        "<h2><span><a href='#usage'>#</a></span>Usage</h2>",
        "<div><h2>Usage</h2><a href='#usage'></a></div>",
    ],
)
def test_a_sign_that_links_a_heading_to_itself_is_left_out(page: str) -> None:
    assert markdown(page) == "## Usage"


def test_links_of_words_and_of_paragraphs_stay() -> None:
    page = "<h2><a href='#usage'>Usage</a></h2><p>issue <a href='#7'>#</a></p>"

    assert markdown(page) == (
        "## [Usage](https://ferry.example.com/a#usage)\n\nissue [#](https://ferry.example.com/a#7)"
    )


def test_what_is_for_browsers_without_scripts_is_written_where_it_is_most_of_the_page() -> None:
    assert markdown(f"<div>Loading</div><noscript>{SEEN}</noscript>") == f"Loading\n\n{markdown(SEEN)}"
    assert markdown(f"{SEEN}<noscript><p>Please turn on JavaScript.</p></noscript>") == markdown(SEEN)
