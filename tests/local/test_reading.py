"""Rules of reading a page that the sample pages do not show one by one."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from airflow_provider.local.documents import Document
from airflow_provider.local.reading.extract import extract_rows, extract_text, wants_many
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


@pytest.mark.parametrize(
    "script",
    [
        '//<![CDATA[\n{"@type": "Product", "name": "A", "price": 5,}\n//]]>',
        '<!-- {"@type": "Product", /* sic */ "name": "A", "price": "5"} -->',
        '{"@type": "Product", "name": "A", "price": 5};',
        "{&quot;@type&quot;: &quot;Product&quot;, &quot;name&quot;: &quot;A&quot;, &quot;price&quot;: 5}",
        '{"@type": "Product",\x01 "name": "A\t", "price": [5,]} {"@type": "WebSite"}',
        """{"@graph": [{"@type": ["Product", "Thing"], "@id": "#a", "name": {"@value": "A"}, "offers": {"@id": "#o"}},
        {"@type": "Offer", "@id": "#o", "price": 5}]}""",
        '{"@type": "WebPage", "mainEntity": {"@type": "http://schema.org/Product", "name": "A", "price": 5}}',
        '{"@type": "Product", "name": "A \\d", "price": 5, "x": [1,]}',
    ],
)
def test_data_is_read_however_sloppily_it_is_written(script: str) -> None:
    found = rows(f'<script type="application/ld+json">{script}</script>', name="string", price="number")

    assert found == [{"name": found[0]["name"], "price": 5}]
    assert str(found[0]["name"]).startswith("A")


def test_things_that_refer_to_each_other_end() -> None:
    things = [
        {"@type": "Product", "@id": f"#{n}", "x": [{"@id": f"#{m}"} for m in range(60)], "y": {"@id": f"#{n}"}}
        for n in range(60)
    ]

    assert rows(f'<script type="application/ld+json">{json.dumps(things)}</script>', "all", price="number") == []


def test_properties_of_a_thing_may_stand_elsewhere_on_the_page() -> None:
    html = (
        '<div itemscope itemtype="https://schema.org/Product" itemref="p"></div><p id="p"><b itemprop="name">A</b></p>'
    )

    assert rows(html, name="string") == [{"name": "A"}]


def test_a_list_price_in_data_is_the_old_price() -> None:
    html = """<script type="application/ld+json">{"@type": "Product", "name": "A", "offers": {"price": 8,
    "priceSpecification": {"priceType": "https://schema.org/ListPrice", "price": 10}}}
    </script>"""

    assert rows(html, name="string", price="number", old_price="number") == [{"name": "A", "price": 8, "old_price": 10}]


def test_a_range_in_data_is_no_price() -> None:
    html = """<script type="application/ld+json">{"@type": "Product", "name": "A", "offers": {"@type": "AggregateOffer",
    "lowPrice": 8, "highPrice": 10}}</script>"""

    assert rows(html, name="string", price="number") == [{"name": "A", "price": None}]


def test_a_price_that_the_page_strikes_out_is_out_of_date_in_its_data() -> None:
    html = """<script type="application/ld+json">{"@type": "Product", "name": "A", "offers": {"price": 10}}</script>
    <h1>A</h1><p><s>$10.00</s> <b>$8.00</b></p>"""

    assert rows(html, price="number", old_price="number") == [{"price": 8, "old_price": 10}]


def test_a_class_name_made_by_a_tool_is_no_value() -> None:
    html = (
        '<h1>A</h1><div class="rating_stars__x5H2k stars-2xl rating3"><i></i></div><p class="price_now__9Zk12">soon</p>'
    )

    assert rows(html, rating="number", price="number") == [{"rating": None, "price": None}]


def test_a_thing_of_another_type_lends_nothing() -> None:
    html = """<script type="application/ld+json">[{"@type": "Person", "name": "Maja", "image": "/m.jpg"},
    {"@type": "Organization", "name": "Acme", "url": "/about"}]</script><h2>Soup</h2>"""

    assert rows(html, "the recipe", title="string", author="string", image="string") == [
        {"title": "Soup", "author": None, "image": None}
    ]


def test_the_main_text_is_free_of_what_is_aside() -> None:
    told = "It rained all day, and in the evening it rained still, so that nobody went out. " * 5
    links = "".join(f'<li><a href="/{n}">Somewhere else, number {n}</a></li>' for n in range(5))
    body = f"<div><h1>Rain</h1></div><article><p>{told}</p><ul>{links}</ul></article>"
    html = f"<nav><ul>{links}</ul></nav>{body}<footer>Imprint</footer>"

    text = extract_text(Document(BASE, "html", html), prompt="Return the main text")

    assert text.split("\n") == ["Rain", told.strip()]


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
    chance = random.Random(7)
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


@pytest.mark.parametrize(
    ("prompt", "many"),
    [
        ("Extract the product's price and brand", False),
        ("Extract all fields of the recipe", False),
        ("Extract the news article", False),
        ("The book's title and its price in pounds", False),
        ("Extract the TV series", None),
        ("Get title and price", None),
        ("Extract the details", None),
        ("titles and prices", None),
        ("Extract every thread", True),
        ("the exhibitions", True),
        ("people with their roles", True),
    ],
)
def test_a_prompt_asks_for_one_thing_or_for_many(prompt: str, many: object) -> None:
    assert wants_many(prompt, Schema({"title": "string", "price": "number"}, many=True)) is many
