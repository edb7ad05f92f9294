"""Rules of reading a page that the sample pages do not show one by one."""

from __future__ import annotations

import random
from typing import Any

import pytest

from airflow_provider.local.documents import Document
from airflow_provider.local.reading.extract import extract_rows, extract_text
from airflow_provider.local.reading.page import parse
from airflow_provider.local.reading.passages import read_passages
from airflow_provider.local.schemas import Kind, Schema
from tests.local.website import PAGES

BASE = "https://h.example/a/page.html"


def rows(html: str, prompt: str = "the product", **fields: Kind) -> list[dict[str, Any]]:
    return extract_rows(Document(BASE, "html", html), prompt=prompt, schema=Schema(fields, many=True))


def test_what_is_hidden_is_not_stated() -> None:
    html = "<h1>A</h1>x<p hidden>Price: $1</p>y<p style='display: none'>Color: red</p><p>Size: 5</p>"

    assert rows(html, price="number", color="string", size="string") == [{"price": None, "color": None, "size": "5"}]
    assert extract_text(Document(BASE, "html", html), prompt="?") == "A\nxy\nSize: 5"


def test_hidden_data_for_machines_is_stated() -> None:
    html = '<div itemscope><h1 itemprop="name">A</h1><p hidden><meta itemprop="price" content="5"></p></div>'

    assert rows(html, name="string", price="number") == [{"name": "A", "price": 5}]


@pytest.mark.parametrize(
    "line",
    [
        "4.6 out of 5 stars (212 reviews)",
        "Rated 4.6/5 from 212 ratings",
        "★★★★☆ 4.6 out of 5, based on 212 customer reviews",
        "<span>4.6 out of 5</span> <a href='#reviews'>212 reviews</a>",
    ],
)
def test_a_rating_and_how_many_gave_it_are_read_from_one_line(line: str) -> None:
    html = f"<h1>Night Trains</h1><p>A long description of the book, with 3 reviewers in it.</p><p>{line}</p>"

    assert rows(html, rating="number", review_count="number") == [{"rating": 4.6, "review_count": 212}]


def test_two_counts_of_reviews_say_nothing() -> None:
    assert rows("<h1>A</h1><div>5 stars: 150 ratings<br>4 stars: 30 ratings</div>", review_count="number") == [
        {"review_count": None}
    ]


def test_links_are_made_absolute_by_the_base_of_the_page() -> None:
    cards = "".join(f'<div class="c"><h3><a href="{n}">{n}</a></h3><p>About {n}</p></div>' for n in ("one", "two"))

    found = rows(f'<base href="/b/">{cards}', "all items", title="string", url="string")

    assert found == [
        {"title": "one", "url": "https://h.example/b/one"},
        {"title": "two", "url": "https://h.example/b/two"},
    ]


def test_a_broken_link_is_left_as_it_is() -> None:
    html = '<base href="http://[x"><meta property="og:title" content="A"><meta property="og:image" content="http://[y">'

    assert rows(html, title="string", image="string") == [{"title": "A", "image": "http://[y"}]


def test_rdfa_is_read_like_microdata() -> None:
    html = '<div typeof="Product"><b property="name">A</b> <i property="price" content="7">seven</i></div>'

    assert rows(html, name="string", price="number") == [{"name": "A", "price": 7}]


def test_properties_of_a_thing_are_read_by_their_names() -> None:
    html = """<script type="application/ld+json">{"@type": "Product", "name": "A", "additionalProperty":
    [{"@type": "PropertyValue", "name": "Wattage", "value": 40}]}</script>"""

    assert rows(html, name="string", wattage="number") == [{"name": "A", "wattage": 40}]


@pytest.mark.parametrize(
    "script", ["{", "[" * 5000, "null", '{"@type": 5, "name": [[null]]}', '{"price": NaN}', '{"price": 1e999}']
)
def test_damaged_data_says_nothing(script: str) -> None:
    html = f'<script type="application/ld+json">{script}</script><h1>A</h1>'

    assert rows(html, title="string", price="number") == [{"title": "A", "price": None}]


def test_half_a_surrogate_pair_is_replaced() -> None:
    html = '<script type="application/ld+json">{"@type": "Product", "name": "a\\ud800b"}</script>'

    assert rows(html, name="string") == [{"name": "a?b"}]


def test_a_json_document_is_read_as_data() -> None:
    text = '[{"name": "A", "price": 1}, {"name": "B", "price": 2}]'
    script = f'<script type="application/ld+json">{text}</script>'

    assert rows(script, "all items", name="string", price="number") == [
        {"name": "A", "price": 1},
        {"name": "B", "price": 2},
    ]


def test_one_value_is_not_given_to_two_fields() -> None:
    html = (
        "<table><tr><th>Name</th><th>Price</th></tr><tr><td>A</td><td>1</td></tr><tr><td>B</td><td>2</td></tr></table>"
    )

    assert rows(html, "all", name="string", headline="string", price="number")[0] == {
        "name": "A",
        "headline": None,
        "price": 1,
    }


def test_checked_boxes_and_pictures_in_cells_are_read() -> None:
    html = """<table><tr><th>Name</th><th>Color</th><th>Available</th></tr>
    <tr><td>A</td><td><img src="r.png" alt="red"></td><td><input type="checkbox" checked></td></tr>
    <tr><td colspan="3">Section</td></tr><tr><th>Name</th><th>Color</th><th>Available</th></tr>
    <tr><td>B</td><td><ul><li>blue</li><li>grey</li></ul></td><td><input type="checkbox"></td></tr></table>"""

    assert rows(html, "all", name="string", color="string", available="boolean") == [
        {"name": "A", "color": "red", "available": True},
        {"name": "B", "color": "blue, grey", "available": False},
    ]


def test_a_label_is_read_with_the_inline_markup_of_its_value() -> None:
    html = "<h1>A</h1><p><b>Maker:</b> Peak <i>of</i> Bern<br><b>Weight</b>: 5 kg</p>"

    assert rows(html, maker="string", weight="number") == [{"maker": "Peak of Bern", "weight": 5}]


@pytest.mark.parametrize("html", ["", " ", "<", "\x00", "plain words", "<div>" * 3000, "<table><tr>" * 200, "<!-- x"])
def test_a_page_without_content_gives_nulls(html: str) -> None:
    assert rows(html, price="number") == [{"price": None}]


def test_damaged_pages_never_fail_and_keep_their_types() -> None:
    chance = random.Random(7)  # noqa: S311 - not for secrets
    sources = [path.read_text() for path in sorted(PAGES.glob("*.html"))]
    odd = [
        "<table>",
        "</tr>",
        "<td rowspan=99>",
        "<dl><dt>",
        '"',
        "<!--",
        "&#0;",
        "&#11;",
        "\x0b",
        '<a href="http://[">',
        "itemscope",
    ]
    schema = Schema({"title": "string", "price": "number", "in_stock": "boolean", "year": "integer"}, many=True)
    types = {"title": str, "price": (int, float), "in_stock": bool, "year": int}

    for _ in range(150):
        html = chance.choice(sources)
        for _ in range(8):
            at, other = chance.randint(0, len(html)), chance.randint(0, len(html))
            html = html[:at] + chance.choice([*odd, html[other : other + 200]]) + html[at + chance.randint(0, 50) :]
        document = Document(BASE, "html", html)
        list(read_passages(parse(document)))
        for row in extract_rows(document, prompt="all products", schema=schema):
            assert all(value is None or isinstance(value, types[name]) for name, value in row.items())
