"""Boxes of a page that a prompt names by their headings: only what stands in them is meant."""

from __future__ import annotations

import pytest

from airflow_provider.local.documents import Document
from airflow_provider.local.reading.boxes import boxes_in, without_names
from airflow_provider.local.reading.tree.page import parse
from airflow_provider.local.schemas import Schema
from tests.local.test_reading import rows

NEWS = {
    "Slow Stories": ("Harbour walls", "Salt and rope", "A tram returns"),
    "On The Quay": ("Ferry late", "New chairs", "Rain on Sunday", "Bridge shut"),
    "Most Commented": ("Who owns the quay", "Bins"),
    "Editors": ("Three lamps", "Two maps"),
}


def entries(box: str, *, tag: str = "li") -> str:
    return "".join(
        f'<{tag} class="entry"><a href="/{at}/{name.replace(" ", "-")}">{name}</a><p>{name} in a few words.</p>'
        f'<p class="byline">By Ada {at}</p></{tag}>'
        for at, name in enumerate(NEWS[box])
    )


def in_boxes(*, heading: str = "h2") -> str:
    """Return a page whose boxes are sections of their own."""
    boxes = "".join(
        f'<section><div class="head"><{heading} class="sub">{box}</{heading}></div><ul>{entries(box)}</ul></section>'
        for box in NEWS
    )
    return f"<title>Valley News</title><h1>Valley News</h1><main>{boxes}</main>"


def in_one() -> str:
    """Return a page whose boxes follow each other in one element."""
    boxes = "".join(f'<h3 class="sub">{box} ({len(NEWS[box])})</h3>{entries(box, tag="div")}' for box in NEWS)
    return f"<title>Valley News</title><h1>Valley News</h1><main>{boxes}</main>"


@pytest.mark.parametrize("html", [in_boxes(), in_boxes(heading="span"), in_one()], ids=["sections", "spans", "one"])
@pytest.mark.parametrize(
    ("prompt", "box"),
    [
        ("From the Slow Stories column, list every story: title, author, link", "Slow Stories"),
        ("all stories in the On The Quay column with title, author and link", "On The Quay"),
        ("Under On The Quay, give me each title, author and link", "On The Quay"),
        ("What is in the Most Commented box? Title, author and link", "Most Commented"),
        ('Kasten "Most Commented": title, author, link', "Most Commented"),
        ("Le bloc « On The Quay » : title, author, link", "On The Quay"),
        ("Dans « On The Quay » : title, author, link", "On The Quay"),
        ("The section titled 'Editors': title, author, link", "Editors"),
    ],
)
def test_a_box_is_meant_by_its_heading(html: str, prompt: str, box: str) -> None:
    found = rows(html, prompt, title="string", author="string", link="string")

    assert [row["title"] for row in found] == list(NEWS[box])
    assert {row["author"] for row in found} == {f"By Ada {at}".removeprefix("By ") for at in range(len(NEWS[box]))}


@pytest.mark.parametrize("html", [in_boxes(), in_one()], ids=["sections", "one"])
def test_a_prompt_may_begin_with_a_heading(html: str) -> None:
    found = rows(html, "most commented: title, author", title="string", author="string")

    assert [row["title"] for row in found] == list(NEWS["Most Commented"])


def test_what_is_left_out_is_not_meant() -> None:
    prompt = "all stories, but not those in the Most Commented box"

    assert len(rows(in_boxes(), prompt, title="string", author="string")) > len(NEWS["Most Commented"])


def test_a_box_among_the_records_of_another_does_not_end_it() -> None:
    shelf = '<li><aside><h2 class="sub">A word from us</h2><p>Join the club of the valley today.</p></aside></li>'
    html = in_boxes().replace('<li class="entry"><a href="/2/Rain', f'{shelf}<li class="entry"><a href="/2/Rain')

    found = rows(html, "the On The Quay column: title and author of each", title="string", author="string")
    assert [row["title"] for row in found] == list(NEWS["On The Quay"])


def test_a_heading_that_answers_nothing_leaves_the_page() -> None:
    html = in_boxes() + "<h2>House rules</h2><p>Be kind to each other, always.</p>"

    found = rows(
        html, "Titles and authors of all stories (see the House rules section)", title="string", author="string"
    )
    assert [row["title"] for row in found] == [name for names in NEWS.values() for name in names]


def test_one_thing_is_asked_for_in_no_box() -> None:
    html = (
        "<h1>Oak stool</h1><p>Price: $40.00</p><h2>You may like</h2><ul>"
        "<li><a href=/a>Ash table</a> <b>$9.00</b></li><li><a href=/b>Elm lamp</a> <b>$8.00</b></li></ul>"
    )

    assert rows(html, "the product's name and price", name="string", price="number") == [
        {"name": "Oak stool", "price": 40.0}
    ]
    found = rows(html, "What is in the You may like box? name, price", name="string", price="number")
    assert [row["name"] for row in found] == ["Ash table", "Elm lamp"]


def test_few_of_many_headings_alike_are_looked_at() -> None:
    page = parse(Document("https://h.example/", "html", "<h1>Valley</h1>" + "<h2>Most Read</h2><p>none</p>" * 500))
    prompt = "the Most Read column and 'Most Read', please"

    boxes = boxes_in(prompt, page, Schema({"title": "string"}, many=True))
    assert len(boxes) == 4
    assert without_names(prompt, boxes) == "the  column and 'Most Read', please"
