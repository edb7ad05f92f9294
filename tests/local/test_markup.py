"""What the markup of real sites states: each case is one way of writing it, and the value it stands for."""

from __future__ import annotations

from typing import Any

import pytest

from airflow_provider.local.documents import Document
from airflow_provider.local.reading.extract import extract_rows
from airflow_provider.local.reading.howmany import wants_many
from airflow_provider.local.schemas import Kind, Schema

URL = "https://h.example/page.html"


def rows(html: str, prompt: str = "the product", **fields: Kind) -> list[dict[str, Any]]:
    return extract_rows(Document(URL, "html", html), prompt=prompt, schema=Schema(fields, many=True))


def one(html: str, field: str, kind: Kind = "string", prompt: str = "the product") -> Any:
    return rows(f"<h1>Thing</h1>{html}", prompt, **{field: kind})[0][field]


@pytest.mark.parametrize(
    ("html", "field", "value"),
    [
        pytest.param(
            "<p>Sold by <a href='/u'>Ann</a></p>", "seller", "Ann", id="a known label before the only element"
        ),
        pytest.param("<p><b>Portionen</b> 4</p>", "yields", "4", id="a known label in bold"),
        pytest.param("<dl><dd>82 m²</dd><dt>Size</dt></dl>", "size", "82 m²", id="a definition above its term"),
        pytest.param(
            "<table><tr><td>Brand:</td><td>Ace</td><td>Model:</td><td>Q</td></tr></table>",
            "model",
            "Q",
            id="two labels in one row",
        ),
        pytest.param("<table><tr><td>8g</td><td>Fat</td></tr></table>", "fat", "8g", id="an amount before its label"),
        pytest.param("<p>Producer / Producteur: Lac</p>", "producer", "Lac", id="a label in two languages"),
        pytest.param("<p>メーカー\uff1a宇治園</p>", "brand", "宇治園", id="a wide colon without a space"),
        pytest.param("<p>Höhe: 3 m</p>", "hoehe", "3 m", id="a field without the accents of its label"),
        pytest.param("<p>Order no.: 7</p>", "order_number", "7", id="the number that a label cuts short"),
        pytest.param("<p>Art.-Nr. K1-22</p>", "sku", "K1-22", id="an article number without a colon"),
        pytest.param(
            "<p>Seller: <a href='/u'>ann</a> (12) 99%</p>", "seller", "ann", id="a note in brackets behind a link"
        ),
        pytest.param("<p>Pour 6 personnes</p>", "yields", "6 personnes", id="whom a dish is for"),
        pytest.param(
            "<p>Préparation : 20 min</p><h2>Préparation</h2><ol><li>Cut.</li><li>Fry.</li></ol>",
            "instructions",
            "Cut. Fry.",
            id="how long it takes is not how it is done",
        ),
        pytest.param(
            "<h2>Preparazione</h2><ol><li>Cut.</li></ol>",
            "prep_time",
            None,
            id="how it is done is not how long it takes",
        ),
        pytest.param(
            "<p>by <a href='/a'>Ben Hart</a> (Author)</p>", "author", "Ben Hart", id="a note behind an author"
        ),
        pytest.param(
            "<p><b>Ingredients</b></p><p>2 eggs<br>1 onion</p>",
            "ingredients",
            "2 eggs, 1 onion",
            id="a heading in bold",
        ),
        pytest.param(
            "<h2>Method</h2><ol><li>Cut.</li></ol><div class='comments'><ul><li>Nice!</li></ul></div>",
            "method",
            "Cut.",
            id="comments under the last heading",
        ),
        pytest.param(
            "<p data-testid='material'>Oak</p>", "material", "Oak", id="an attribute by which tests find an element"
        ),
        pytest.param(
            "<p class='byline'>Posted on 12/02/2024 by <a rel='author'>Jo</a></p>",
            "author",
            "Jo",
            id="a link to the author",
        ),
        pytest.param("<p class='author'>by Sebald, W. G.</p>", "author", "Sebald, W. G.", id="a family name first"),
        pytest.param("<p>In stock. Pick up today</p>", "availability", "In stock", id="a note behind what is in stock"),
        pytest.param("<address>1 Elm Road</address>", "address", "1 Elm Road", id="an address"),
        pytest.param("", "host", "h.example", id="the host of the page"),
        pytest.param("<div><b>In stock</b><i>SKU 12</i></div>", "availability", "In stock", id="a value is no label"),
    ],
)
def test_a_text_is_stated(html: str, field: str, value: str | None) -> None:
    assert one(html, field) == value


@pytest.mark.parametrize(
    ("html", "field", "value"),
    [
        pytest.param("<p><b>$24</b><b>.99</b></p>", "price", 24.99, id="cents beside the sum"),
        pytest.param("<p data-test='price'><i>1</i><i>.</i><sup>19</sup></p>", "price", 1.19, id="no currency"),
        pytest.param("<p><del>Price reduced from $9.00 to</del> <b>$5.00</b></p>", "price", 5, id="reduced to"),
        pytest.param("<p class='regular-price'>$9</p><p class='sale'>$5</p>", "price", 5, id="the listed one first"),
        pytest.param("<p>Now <b>$4</b> <i>Reg. $5.00</i></p>", "regular_price", 5, id="a regular price cut short"),
        pytest.param("<p class='price-and-shipping'>$5</p>", "price", 5, id="a class that names two things"),
        pytest.param(
            "<table><tr><th>Condition</th><th>Price</th></tr><tr><td>Good</td><td>$5</td></tr>"
            "<tr><td>Bad</td><td>$4</td></tr></table>",
            "price",
            None,
            id="a table of offers",
        ),
        pytest.param("<p>Price excl. VAT: $10</p><p>Price incl. VAT: $12</p>", "net_price", 10, id="without tax"),
        pytest.param("<p>Price excl. VAT: $10</p><p>Price incl. VAT: $12</p>", "gross_price", 12, id="with tax"),
        pytest.param("<p>Current bid: $412 <a href='/b'>[ 17 bids ]</a></p>", "bids", 17, id="how many bids"),
        pytest.param("<p>Rated 4.8 out of 5 stars with 1024 reviews</p>", "rating", 4.8, id="a rating with its count"),
        pytest.param("<p>1,024 reviews</p><p>(1024 Reviews)</p>", "review_count", 1024, id="one count written twice"),
        pytest.param("<p>-1 votes</p>", "votes", -1, id="a negative count"),
        pytest.param("<p>Gesamtzeit: 2 Stunden 30 Min.</p>", "total_time", 150, id="a duration in German"),
        pytest.param("<p>Czas gotowania: 1 godzina</p>", "cook_time", 60, id="a duration in Polish"),
        pytest.param("<p>Gesamtzeit: PT2H30M</p>", "gesamtzeit", 150, id="a field in another language"),
    ],
)
def test_a_number_is_stated(html: str, field: str, value: float | None) -> None:
    assert one(html, field, "number") == value


def test_the_scripts_of_a_page_lend_what_they_call_by_its_heading() -> None:
    script = (
        '{"product": {"name": "Thing", "sku": "T-1", "brand": {"name": "Ace"}},'
        ' "also": [{"name": "Other", "sku": "O-1"}]}'
    )

    found = rows(
        f'<h1>Thing</h1><script type="application/json">{script}</script>', sku="string", brand="string", name="string"
    )

    assert found == [{"sku": "T-1", "brand": "Ace", "name": "Thing"}]


def test_scripts_that_differ_on_a_thing_lend_nothing() -> None:
    scripts = "".join(
        f'<script type="application/json">{{"name": "Thing", "sku": "{sku}"}}</script>' for sku in ("A-1", "B-2")
    )

    assert one(scripts, "sku") is None


def test_stock_in_data_gives_way_to_a_page_that_has_none_and_does_not_sell() -> None:
    data = (
        '<script type="application/ld+json">{"@type": "Product", "name": "Thing", '
        '"offers": {"price": 5, "availability": "https://schema.org/InStock"}}</script>'
    )

    assert one(f"{data}<p>Out of stock</p>", "in_stock", "boolean") is False
    assert one(f"{data}<p>Out of stock</p><button>Add to cart</button>", "in_stock", "boolean") is True


def test_the_ends_of_a_range_in_data_are_known_by_their_own_names() -> None:
    data = (
        '<script type="application/ld+json">{"@type": "Product", "name": "Thing", '
        '"offers": {"lowPrice": 5, "highPrice": 9}}</script><h1>Thing</h1>'
    )

    assert rows(data, low_price="number", high_price="number", price="number") == [
        {"low_price": 5, "high_price": 9, "price": None}
    ]


def test_an_address_is_nobody_s_name() -> None:
    data = (
        '<script type="application/ld+json">{"@type": "Recipe", "author": {"name": "https://h.example/ann"}}</script>'
    )

    assert one(data, "author", prompt="the recipe") is None


def test_the_name_of_the_site_is_not_what_a_page_is_called_by() -> None:
    html = "<title>Thing - Site</title><h1><a href='/'>Site</a></h1><h2>Thing</h2><p>$5</p>"

    assert rows(html, name="string", price="number") == [{"name": "Thing", "price": 5}]


def test_neighbours_of_the_heading_are_parts_of_one_thing() -> None:
    parts = "".join(
        f"<div><a href='/{n}'><img src='/{n}.jpg'></a><p>{text}</p></div>"
        for n, text in enumerate(("A picture", "Brand: Ace"))
    )

    assert rows(f"<main><div><h1>Thing</h1><a href='/'>Up</a></div>{parts}</main>", brand="string") == [
        {"brand": "Ace"}
    ]


@pytest.mark.parametrize(
    ("records", "fields", "expected"),
    [
        pytest.param(
            [
                "<div class='snippet'><h3><b class='snippet__name'>One</b></h3><i>1</i></div>",
                "<div class='snippet'><h3><b class='snippet__name'>Two</b></h3><i>2</i></div>",
            ],
            ["title", "description"],
            [["One", None], ["Two", None]],
            id="an element is not called by its block",
        ),
        pytest.param(
            [
                "<a href='/1'><img></a><h2>Ace</h2><a href='/1'><h2>Hose</h2></a>",
                "<a href='/2'><img></a><h2>Bee</h2><a href='/2'><h2>Tap</h2></a>",
            ],
            ["title"],
            [["Hose"], ["Tap"]],
            id="of two headings the one that links",
        ),
        pytest.param(
            [
                "<a href='/1' aria-label='Hose'><i>Ace</i><i>Hose</i></a>",
                "<a href='/2' aria-label='Tap'><i>Bee</i><i>Tap</i></a>",
            ],
            ["title"],
            [["Hose"], ["Tap"]],
            id="the text that a link is called by",
        ),
        pytest.param(
            ["<img alt='Ace logo'><p>$5</p>", "<img alt='Bee logo'><p>$6</p>"],
            ["shop", "price"],
            [["Ace", "$5"], ["Bee", "$6"]],
            id="the logo of a shop",
        ),
        pytest.param(
            [
                "<a href='/1'>One</a><div><span>By Ann Lee</span><span>2 hours ago</span></div>",
                "<a href='/2'>Two</a><div><span>By Bo Fox</span><span>Yesterday</span></div>",
            ],
            ["author", "date"],
            [["Ann Lee", "2 hours ago"], ["Bo Fox", "Yesterday"]],
            id="neighbours that only their style divides",
        ),
        pytest.param(
            ["<h3>One</h3><p>A loaf of very good bread</p>", "<h3>Two</h3><p>A mug of rather old tea</p>"],
            ["title", "description"],
            [["One", "A loaf of very good bread"], ["Two", "A mug of rather old tea"]],
            id="a short description",
        ),
        pytest.param(
            ["<h3>One</h3><span>42 min</span>", "<h3>Two</h3><span>1 hr 5 min</span>"],
            ["title", "duration"],
            [["One", "42 min"], ["Two", "1 hr 5 min"]],
            id="how long something lasts",
        ),
    ],
)
def test_records_state(records: list[str], fields: list[str], expected: list[list[str | None]]) -> None:
    html = "<ul>" + "".join(f"<li>{record}</li>" for record in records) + "</ul>"

    found = rows(html, "all items", **dict.fromkeys(fields, "string"))

    assert [list(row.values()) for row in found] == expected


def test_the_columns_of_a_layout_are_no_records() -> None:
    cards = "".join(f"<article><a href='/{n}'>Ware {n}</a></article>" for n in range(3))
    html = f"<div><div><a href='/x'>Menu</a><p>Cart $0</p></div><div><h1>Wares</h1>{cards}<p>from $10</p></div></div>"

    assert [row["name"] for row in rows(html, "all wares", name="string", price="number")] == [
        "Ware 0",
        "Ware 1",
        "Ware 2",
    ]


def test_what_stands_under_related_searches_is_no_result() -> None:
    hits = "".join(f"<li><h2><a href='/{n}'>Hit {n}</a></h2></li>" for n in range(3))
    html = f"<ol>{hits}<li><h2>Related searches</h2><a href='/r'>More of it</a></li></ol>"

    assert [row["title"] for row in rows(html, "all results", title="string", url="string")] == [
        "Hit 0",
        "Hit 1",
        "Hit 2",
    ]


def test_a_title_in_a_cell_is_free_of_what_stands_below_it() -> None:
    body = "".join(
        f"<tr><td><a href='/{n}'>Topic {n}</a><div><a href='/c'>News</a></div></td><td>{n}</td></tr>" for n in (3, 4)
    )
    html = f"<table><thead><tr><th>Topic</th><th>Replies</th></tr></thead><tbody>{body}</tbody></table>"

    assert [row["topic"] for row in rows(html, "all topics", topic="string", replies="number")] == [
        "Topic 3",
        "Topic 4",
    ]


@pytest.mark.parametrize(
    ("prompt", "many"),
    [
        ("I need the tenders: tender name, and where it is", True),
        ("I need the tender: tender name, and where it is", False),
        ("Give me a feed of the catalogue: what it is, and where", True),
        ("Kérem az összes pályázatot", True),
    ],
)
def test_what_all_have_a_name_of_is_many_where_the_prompt_has_its_plural(prompt: str, many: object) -> None:
    assert (wants_many(prompt, Schema({"tender_name": "string", "place": "string"}, many=True)) is True) == many


@pytest.mark.parametrize(
    ("prompt", "many"),
    [
        ("Gib die Daten des Produkts", False),
        ("Hämta produktens pris", False),
        ("What is the list price?", False),
        ("What does it cost and who makes it?", False),
        ("Alle Stellen", True),
        ("job postings", True),
    ],
)
def test_a_prompt_in_any_language_asks_for_one_or_for_all(prompt: str, many: object) -> None:
    assert (wants_many(prompt, Schema({"title": "string", "price": "number"}, many=True)) is True) == many
