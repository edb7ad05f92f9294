"""Rules of reading a page that the sample pages do not show one by one."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from airflow_provider.local.documents import Document
from airflow_provider.local.reading.extract import extract_rows, extract_text
from airflow_provider.local.reading.howmany import wants_many
from airflow_provider.local.reading.passages import read_passages
from airflow_provider.local.reading.tree.page import parse
from airflow_provider.local.reading.words.bylines import byline_of
from airflow_provider.local.schemas import Kind, Schema
from tests.local.website import PAGES

BASE = "https://h.example/a/page.html"


def rows(html: str, prompt: str = "the product", **fields: Kind) -> list[dict[str, Any]]:
    return extract_rows(Document(BASE, "html", html), prompt=prompt, schema=Schema(fields, many=True))


def test_what_is_hidden_is_not_stated() -> None:
    html = "<h1>A</h1>x<p hidden>Price: $1</p>y<p style='display: none'>Color: red</p><p>Size: 5</p>"

    assert rows(html, price="number", color="string", size="string") == [{"price": None, "color": None, "size": "5"}]
    assert extract_text(Document(BASE, "html", html), prompt="?") == "A\nxy\nSize: 5"


def test_the_name_of_the_site_is_no_part_of_a_name() -> None:
    data = '<script type="application/ld+json">{"@type": "Recipe", "name": "Walnut Cake | My Site"}</script>'

    assert rows(f"{data}<h1>Walnut Cake</h1>", "the recipe", title="string") == [{"title": "Walnut Cake"}]
    assert rows(f"{data}<h1>Cake</h1>", "the recipe", title="string") == [{"title": "Walnut Cake | My Site"}]


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


@pytest.mark.parametrize("words", ["Save", "Shipping:", "Delivery -", "Tax .....", "Over (", "Versand $2, plus"])
def test_a_sum_behind_words_for_something_else_is_no_price(words: str) -> None:
    assert rows(f"<h1>A</h1><p>{words} <b>$9.00</b></p><p>$8.00</p>", price="number") == [{"price": 8}]


@pytest.mark.parametrize(
    ("html", "price", "old"),
    [
        ("<div>49<sup>€99</sup></div>", 49.99, None),
        ("<div>12€99</div>", 12.99, None),
        ("<p>12.90 € <span class='list-price'>15.50 €</span></p>", 12.9, 15.5),
        ("<p>$10 <span>- $20</span></p>", None, None),
        ("<p>$10 <span>to $20</span></p>", None, None),
        ("<b>$32</b> <i>Regular Price</i> <b>$26</b> <i>Sale Price</i>", 26, 32),
        ("<i>Regular price</i> <b>$32</b> <i>Sale price</i> <b>$26</b>", 26, 32),
        ("<p>$5</p><p>List: <b><i>$7</i><i aria-hidden=true>$7</i></b></p>", 5, 7),
        ("<p>$5</p><p><b data-a-strike=true><i>$7</i></b></p>", 5, 7),
        ("<p><b>12,99 €</b> / Stück</p>", 12.99, None),
        ("<table><tr><td>List Price:<td><s>$9</s><tr><td>Your Price:<td><b>$7</b></table>", 7, 9),
        ("<p><b>12,99 €</b> / 100 g</p>", None, None),
        ("<p>5 €</p><del>7 €</del><p>Najniższa cena z 30 dni: <del>6 €</del></p>", 5, 7),
        ("<p>Niedrigster Preis der letzten 30 Tage: <b>6 €</b></p>", None, None),
        ("<p>5 €</p><del><b>Precio reducido de 7 € a</b></del>", 5, 7),
        ("<p><i class=regular-price>15,40 €</i><i>-3,00 €</i><i class=price>12,40 €</i></p>", 12.4, 15.4),
        ("<p><b>15,40 €</b><i>-3,00 €</i></p>", 15.4, None),
        ("<p><b>£ 250</b><i class=box__lower>£ 300</i> <i>(-16,7%)</i></p>", 250, 300),
        ("<p>More:</p>" + "".join(f"<a href=/{n}><img src={n}><b>Low</b> <i>{n} €</i></a>" for n in "789"), None, None),
    ],
)
def test_sums_are_read_as_shops_write_them(html: str, price: float | None, old: float | None) -> None:
    assert rows(f"<h1>Lamp</h1>{html}<p>Kind: lamp</p>", price="number", old_price="number", kind="string") == [
        {"price": price, "old_price": old, "kind": "lamp"}
    ]


@pytest.mark.parametrize(
    ("html", "field", "said"),
    [
        ("<p>Last updated on <time>May 3, 2023</time> by <a rel=author href=/a>Ann Bo</a></p>", "author", "Ann Bo"),
        ("<p>Last reply by <a rel=author href=/a>Ann Bo</a></p>", "author", None),
        ("<p>Posted by Ann Bo in <a rel='category tag' href=/s>Salads</a></p>", "author", "Ann Bo"),
        ("<p>Posted by Ann Bo in <a rel='category tag' href=/s>Salads</a></p>", "category", "Salads"),
        ("<p><a rel='category tag' href=/s>A</a><a rel='category tag' href=/p>B</a></p>", "categories", "A, B"),
        ("<p><a rel='category tag' href=/s>A</a><a rel='category tag' href=/p>B</a></p>", "category", None),
        ("<p>In <a rel=tag href=/s>Salads</a>, <a rel='nofollow tag' href=/p>Pies</a></p>", "tags", "Salads, Pies"),
        ("<p>Posted by Women in Tech</p>", "author", "Women in Tech"),
        ("<p>£5.00</p>", "currency", "GBP"),
        ("<p>199,00 zł</p>", "currency", "PLN"),
        ("<p>$5.00</p>", "currency", "$"),
        ("<p>£5.00 and more in the shop</p>", "currency", None),
        ("<p>£5.00 - £7.00</p>", "currency", None),
        ("<span>Full-time</span>", "employment_type", "Full-time"),
        ("<span>Full-time</span><span>Part-time</span>", "employment_type", None),
        ("<span>Pre-Owned</span>", "condition", "Pre-Owned"),
        ("<span>Used in winter</span>", "condition", None),
        ("<a href=/r aria-label='811 ratings'>811</a>", "review_count", "811"),
        ("<a href=/r aria-label='81 ratings'>81</a>", "rating", None),
        ("<p>Rating: 100</p>", "rating", "100"),
        ("<p>Rating: 101</p>", "rating", None),
        ("<p>Rating: -1</p>", "rating", None),
        ("<p>Posted: 1709618400000</p>", "posted", None),
        ("<p>Posted: 1709618400</p>", "posted", None),
        ("<p>Posted: 170961840</p>", "posted", "170961840"),
        ("<p class=salary><button>Show pay</button></p>", "salary", None),
        ("<b class=home-office>Teilweise Home-Office</b><b>€ 9/Jahr</b>", "home_office", "Teilweise Home-Office"),
        ("<div class=card-body><i>A lamp</i>, made here</div>", "body", None),
        ("<div class=post-body><i>A lamp</i>, made here</div>", "body", "A lamp, made here"),
        ("<p><time datetime=2024-03-15>15.03.2024</time> - <time>08.09.2024</time></p>", "start_date", "2024-03-15"),
        (
            "<p><time datetime=2024-03-15>15.03.2024</time> - <time>08.09.2024</time></p>",
            "date",
            "15.03.2024 - 08.09.2024",
        ),
        ("<p>Writers:</p><ul class=author><li>Ann Bo |</li><li>Jo Li</li></ul>", "author", "Ann Bo, Jo Li"),
        ("<p>Lisbon, Portugal; Remote - EU</p>", "location", "Lisbon, Portugal; Remote - EU"),
        ("<p>Piano 3</p>", "piano", "Piano 3"),
        ("<a href=/r aria-label='see 811 pages'>811</a>", "review_count", None),
        ("<p><em>Serves 2 hungry people. Prep 10 mins, cook 30 mins.</em></p>", "cook_time", "30 mins"),
        ("<p>Weight: 4 kg, Color: oak</p>", "color", "oak"),
        ("<p>Prep 10 mins, then rest, cook 30 mins.</p>", "cook_time", None),
        ("<p>De 1 850 € à 2 100 € par mois</p>", "salary", "De 1 850 € à 2 100 € par mois"),
        ("<p>11,88 € pro Stunde</p>", "salary", "11,88 € pro Stunde"),
        ("<p>650 €/mois</p>", "salary", None),
        ("<span class=author>di <em>Ann Bo</em></span>", "author", "Ann Bo"),
        ("<span class=author>Di Bo</span>", "author", "Di Bo"),
        ("<div class=post-footer>Posted by <a rel=author href=/u>Ann</a></div>", "author", "Ann"),
        (
            "<p>A lamp that was made in this town.</p><div class=site-footer>By <a rel=author href=/u>Ann</a></div>",
            "author",
            None,
        ),
        ("<footer class=entry-footer>Category: Cakes</footer>", "category", "Cakes"),
        ("<footer>Category: Cakes</footer>", "category", None),
        ("<p>4.9 / 5.00</p>", "rating", "4.9 / 5.00"),
        ("<p>4.9 / 5.25</p>", "rating", None),
        ("<div class=stars><i style='width:80%'></i></div>", "rating", "4"),
        ("<div class=image><i style='width:80%'></i></div>", "rating", None),
        ("<div class=rating-bar><i style='width:80%'></i></div>", "rating", None),
        ("<div class=stars><i style='width:100%'></i></div>", "rating", None),
        ("<div class=rating-chart><i style='width:80%'></i></div>", "rating", None),
        ("<dl><dt>Council tax</dt><dd>Band: D</dd></dl>", "council_tax_band", "D"),
        ("<dl><dt>Council tax</dt><dd>Band: D</dd></dl>", "council_tax", "Band: D"),
        (
            "<table><caption>Model</caption><tbody><tr><th>Brand<td>Acme<tr><th>Model<td>K 7</tbody></table>",
            "model",
            "K 7",
        ),
        (
            "<p>Sold by: <strong><a href=/s/acme>Acme Direct</a></strong> <a href=/s/acme/f>96% liked it</a></p>",
            "seller",
            "Acme Direct",
        ),
        ("<p>12 Units in Stock</p>", "availability", "12 Units in Stock"),
        ("<p>12 units in the box</p>", "availability", None),
        ("<button>Dodaj do koszyka</button>", "availability", "InStock"),
        ("<button disabled>Dodaj do koszyka</button>", "availability", None),
        ("<p>SKU: A1</p><p>Product ID: 7</p>", "artikelnummer", "A1"),
        ("<p>Difficoltà: Facile</p>", "difficulty", "Facile"),
        ("<p>Materiale: legno</p>", "material", "legno"),
        ("<p>Weight: 2 kg</p>", "peso_del_producto", "2 kg"),
        ("<p>Brand: Acme</p>", "marca", "Acme"),
        ("<p class=weight>Gewicht 62 kg</p>", "weight", "62 kg"),
        ("<p class=weight>Weight of the box 62 kg</p>", "weight", "Weight of the box 62 kg"),
        ("<p class=delivery-time>Lieferzeit: 5 Tage</p>", "delivery_time", "5 Tage"),
        ("<p class=sku>SKU KB-10</p>", "sku", "KB-10"),
        ("<p class=by>Recept: Ann Bo</p>", "author", "Ann Bo"),
        ("<div class=user-box><a href=/a>Ann Bo</a><br>member since 2007</div>", "author", "Ann Bo"),
        ("<p>by <a href=/a>Ann Bo</a>, translated by <a href=/b>Bo Li</a></p>", "author", "Ann Bo"),
        ("<ul><li class=description_tab>Beschreibung</li></ul>", "description", None),
        ("<p class=header-lead>Free shipping over 50</p>", "description", None),
        ("<div class=nutrition-section><b>Fat</b> 5 g</div>", "category", None),
        ("<div><i>★★★★☆</i> <i>4.1 (38)</i></div>", "rating", "4.1"),
        ("<div><i>★★★★☆</i> <i>4.1 (38)</i></div>", "review_count", "38"),
        ("<div><i>★★★★☆</i> <i>6.1 (38)</i></div>", "review_count", None),
        ("<i aria-label='Betyg: 3.8 av 5. Klicka för att betygsätta'></i>", "rating", "3.8 av 5"),
        ("<i aria-label='Bewertung: 4.5 von 5 Sternen, 31 Bewertungen'></i>", "rating", "4.5 von 5"),
        ("<i aria-label='Bewertung: 4.5 von 5 Sternen, 31 Bewertungen'></i>", "review_count", "31"),
        ("<i title='I would say 4 of 5, as it came late, in a torn box and without its lid'></i>", "rating", None),
        ("<p>4,2 de 5</p>", "rating", "4,2 de 5"),
        ("<p>2 de 5</p>", "rating", None),
        ("<div itemscope><b itemprop=name>Lamp</b><i itemprop=sku>SKU KB-10</i></div>", "sku", "KB-10"),
        ('<script type="application/ld+json">{"@type": "Product", "sku": "SKU 7"}</script>', "sku", "SKU 7"),
        ("<p>£6.82 per 100 g</p>", "price_per_100g", "£6.82 per 100 g"),
        ("<p class=price>£6.82</p>", "price_per_100g", None),
        ("<p class=x>64,90 kr</p><p class=y>129,80 kr pr. kg</p>", "price_per_kg", "129,80 kr"),
        ("<p class=x>64,90 kr</p><p class=y>129,80 kr pr. kg</p>", "unit_price", "129,80 kr pr. kg"),
        ("<p class=x>64,90 kr</p><p class=y>129,80 kr pr. kg</p>", "price", "64,90 kr"),
        ("<p class=x>64,90 kr</p><p class=y>129,80 kr pr. kg</p>", "price_per_liter", None),
        ("<p class=x>$8.99</p><p>(<b>$0.02/Count</b>)</p>", "unit_price", "$0.02/Count"),
        ("<p class=x>$8.99 <i>(<b>$0.02/Fl Oz</b>)</i></p>", "price", "$8.99"),
        ("<p class=x><b>$0.02/100 g</b></p>", "price", "$0.02"),
        ("<p class=x>2,40 €</p><p>0,2 l (12,00 € je 1 l)</p>", "unit_price", "12,00 € je 1 l"),
        ("<p class=x>2,40 €</p><p>12,00 € le litre</p>", "price_per_liter", "12,00 €"),
        ("<p>2.58/100g</p>", "unit_price", "2.58/100g"),
        ("<p>(14.4p/100g)</p>", "unit_price", "14.4p/100g"),
        ("<p>1.8 each</p>", "unit_price", None),
        ("<p><i class=regular-price>£49</i> <i>-20%</i> <b class=price>£39</b></p>", "old_price", "£49"),
        ("<p><i class=regular-price>£49</i> - <b class=price>£390</b></p>", "old_price", None),
        ("<p>2.58/100 pages</p>", "unit_price", None),
        ("<p>Sa, So 14-17 Uhr</p>", "uhrzeit", "Sa, So 14-17 Uhr"),
        ("<p>Daily, 7:30 pm</p>", "time", "Daily, 7:30 pm"),
        ("<p>12:45</p>", "time", None),
        ("<p>3 - 5</p>", "time", None),
        ("<p>From $15 an hour</p>", "salary", "From $15 an hour"),
        ("<p>Up to $48 an hour</p>", "salary", "Up to $48 an hour"),
        ("<div><h3>Rezept von</h3><div><a href=/u>heide62</a></div></div>", "author", "heide62"),
        ("<div><h3>Rezept von</h3><div><p>heide62<p>Kiel</div></div>", "author", "heide62, Kiel"),
        ("<div><h3>Rezept von</h3><div>heide62<br>Kiel</div></div>", "author", None),
        ("<p>Autor: <a href=/u>Ann Bo</a>, <i>dodano 12.02.2018</i></p>", "author", "Ann Bo"),
        ("<p>Autor: <a href=/u>Ann Bo</a>, Cy Dee</p>", "author", "Ann Bo, Cy Dee"),
        ("<p>Autor: <a href=/u>Ann Bo</a> <i></i> 12. 9. 2016 <i></i> 18 402x</p>", "author", "Ann Bo"),
        ("<p>Room: <a href=/r>Hall</a> <i></i> 12</p>", "room", "Hall 12"),
        # What a litre costs is no part of what is in the bottle.
        ("<p><b>Inhalt:</b> 0.75 Liter (17,99 € * / 1 Liter)</p>", "unit_price", "17,99 € * / 1 Liter"),
        ("<p><b>Inhalt:</b> 0.75 Liter (17,99 € * / 1 Liter)</p>", "capacity", "0.75 Liter"),
        ("<p><b>Inhalt:</b> 0.75 Liter (with bottle)</p>", "capacity", "0.75 Liter (with bottle)"),
        # A class says of which label the value stands right behind it.
        ("<p>Saw<span class=sku>Artikelnr.</span><span>6204817</span></p>", "sku", "6204817"),
        ("<p>Saw<span class=sku>Artikelnr.</span><span>Farbe</span></p>", "sku", None),
        ("<table><tr><td>Mounting</td><td>Wall</td><td><input type=checkbox></td></tr></table>", "mounting", "Wall"),
        ("<h2>Contact</h2><p>Name Ann Bo, ann@elm.example</p>", "contact_name", None),
        ("<p>Contact: Ann Bo</p>", "contact_name", "Ann Bo"),
        ("<p class=rating>In stock (5)</p>", "rating", None),
        ("<p><i class=code>Code:</i> X 1</p>", "code", "X 1"),
        # A field is more than its unit, and a heading over values with labels of their own is no label of them.
        ("<h2>Working for us</h2><p>Leave, a nursery and a pension.</p>", "working_hours", None),
        ("<dl><dt>Hours</dt><dd>22.5 a week</dd></dl>", "working_hours", "22.5 a week"),
        ("<dl><dt>Details</dt><dd>Hits: 3</dd><dd>Published: 3 May</dd></dl>", "summary", None),
        ("<dl><dt>Details</dt><dd>Oak: a hard wood</dd><dd>oiled</dd></dl>", "summary", "Oak: a hard wood, oiled"),
        # How many are put into the cart says nothing of stock.
        ("<p>Antal: 1</p>", "availability", None),
        ("<p>Antal: 1</p>", "quantity", "1"),
        # Letters may be written out.
        ("<p>Højde: 19 cm</p>", "hoejde", "19 cm"),
        ("<p>Længde: 19 cm</p>", "laengde", "19 cm"),
        ("<p>Märke: Elm</p>", "marke", "Elm"),
        ("<h2>Come fare la torta</h2><ol><li>Mix.<li>Bake.</ol>", "steps", "Mix. Bake."),
        ("<h2>Come to the fair</h2><ol><li>Mix.<li>Bake.</ol>", "steps", None),
        ("<p class=price>£6.82</p>", "unit_price", None),
        ("<div><h5>Eiweiß</h5>12 g</div>", "protein", "12 g"),
        ("<div><h5>Breakfast</h5>12 g</div>", "protein", None),
        ("<p>Für 4. Préparation : 20 minutes. Repos : 30 minutes.</p>", "resting_time", "30 minutes."),
        ("<p>Repos : 30 minutes.</p>", "instructions", None),
        ("<small>Arbeitszeit ca. 15 Minuten</small>", "prep_time", "ca. 15 Minuten"),
        ("<small>\ue192 Arbeitszeit ca. 15 Minuten</small>", "prep_time", "ca. 15 Minuten"),
        ("<div><h5>kcal</h5>544</div>", "calories", "544"),
        ("<div class=step><b>Stap 1</b><p>Mix.</p></div>", "step", "Mix."),
        ("<div class=step><b>Mix 1 egg</b></div>", "step", "Mix 1 egg"),
        ("<small>Arbeitsplatz ca. 15 Minuten</small>", "prep_time", None),
    ],
)
def test_what_is_said_of_a_thing_is_read_by_its_form(html: str, field: str, said: str | None) -> None:
    fields: dict[str, Kind] = {field: "string", "kind": "string"}

    assert rows(f"<h1>Lamp</h1>{html}<p>Kind: lamp</p>", **fields) == [{field: said, "kind": "lamp"}]


@pytest.mark.parametrize(
    ("marked", "field", "said"),
    [
        ("<b>Sale!</b>", "on_sale", True),
        ("<b>Angebot</b>", "is_on_sale", True),
        ("<b>Not on sale</b>", "on_sale", False),
        ("<b>Sale:</b> <i>from Monday</i>", "on_sale", None),
        ("<b>Sale</b>: from Monday", "on_sale", None),
        ("<div><b>On sale</b><p>No</p></div>", "on_sale", False),
        ("<button>Sale</button>", "on_sale", None),
        ("<b hidden>Sale</b>", "on_sale", None),
        ("<b class=hidden>Sale</b>", "on_sale", None),
        ("<b class='hidden md:block'>Sale</b>", "on_sale", True),
        ("<i class='badge'>Vegan</i>", "vegan", True),
        ("<i>Vegan</i>", "vegan", True),
        ("<a href=/v>Vegan</a>", "vegan", None),
        ("<i title='Pinned'></i>", "sticky", True),
        ("<i title='This topic is pinned for you; it stands at the top.'></i>", "pinned", True),
        ("<i title='This topic has a solution'></i>", "solved", True),
        ("<i title='This topic was written for a solution'></i>", "solved", None),
        ("<i>Anzeige</i>", "sponsored", True),
        ("<i>Teilweise Home-Office</i>", "home_office", True),
        ("<i>Sold out</i>", "sold_out", True),
        ("<i>SOLD STC</i>", "isSold", True),
        ("<i>À venir</i>", "is_upcoming", True),
        ("<i>Sur réservation</i>", "booking_required", True),
        ("<i>Abgesagt</i>", "is_cancelled", True),
        ("<i>Gratuit</i>", "is_free", True),
        ("<i>PRO</i>", "is_dealer", True),
        ("<p>4.50 € VB</p>", "ist_vb", True),
        ("<div class=is-topad></div>", "promoted", True),
        ("<i>Rupture de stock</i>", "rupture", True),
        ("<i>In stock</i>", "sold_out", False),
        ("<i class=available><b>Items available for loan: </b>Library (2)</i>", "available", True),
        ("<i>Sold out</i><button>Add to cart</button>", "in_stock", False),
        ("<button>Add to cart</button>", "in_stock", True),
        ("<button disabled>Add to cart</button>", "in_stock", None),
        ("<i class='sold-out hidden'>Sold out</i>", "in_stock", None),
        ("<i class='sold-out hidden'>Sold out</i>", "sold_out", None),
    ],
)
def test_a_mark_in_a_record_answers_yes_and_no_for_the_others(marked: str, field: str, said: object) -> None:
    # Of what nothing marks, nothing is said: a button is no mark, nor is what can be had.
    others = False if said is True and field not in {"available", "in_stock"} else None
    fields: dict[str, Kind] = {"name": "string", "price": "string", field: "boolean"}
    cards = [
        f"<li><h3><a href=/{n}>Lamp {n}</a></h3><p>With {n} parts</p><p>${n}.50</p>{marked if n % 3 == 1 else ''}</li>"
        for n in range(1, 7)
    ]

    assert [row[field] for row in rows(f"<ul>{''.join(cards)}</ul>", "all", **fields)] == [said, others, others] * 2


@pytest.mark.parametrize(
    ("sums", "price", "old"),
    [
        ("<i>$20.00</i> <i>$15.00</i>", 15, 20),
        ("<i>$15.00</i><i>$20.00</i>", 15, 20),
        ("<i>$20.00</i> or <i>$15.00</i>", None, None),
        ("<i>$20.00</i> <i>€15.00</i>", None, None),
        ("<i>$15.00</i><b><i>$20.00</i> <i>-25%</i></b>", 15, 20),
        ("<i>$15.00</i><b><i>$20.00</i> <i>25 kg</i></b>", None, None),
        ("<i class=price>75p</i> <i>(£0.95/kg)</i>", 0.75, None),
        ("<i class=price>£1.85</i> <i>(30.8p each)</i>", 1.85, None),
        ("<i class=price>£3.25</i> <i>Was £4.00. Ends 29/10</i>", 3.25, 4),
        ("<i class=price>£3.25</i> <i>Save £4.00. Ends 29/10</i>", 3.25, None),
        ("<i class=oldPrice>£4.00</i> <i class=price>£3.25</i>", 3.25, 4),
        ("<i class=screen>80p</i>", None, None),
        ("<i>$20.00</i> <i>$15.00</i> with card", 20, None),
        ("<i>$20.00</i> <i>$15.00</i> <i>$12.00</i>", None, None),
        ("<table><tr><td>$20.00</td><td>$15.00</td></tr></table>", None, None),
    ],
)
def test_of_two_plain_sums_side_by_side_the_higher_one_is_old(sums: str, price: object, old: object) -> None:
    cards = "".join(f"<li><h3><a href=/{n}>Lamp {n}</a></h3><p>Fine</p><div>{sums}</div></li>" for n in range(3))

    assert rows(f"<ul>{cards}</ul>", "all", name="string", price="number", old_price="number") == [
        {"name": f"Lamp {n}", "price": price, "old_price": old} for n in range(3)
    ]


def test_a_mark_is_no_text() -> None:
    cards = "".join(f"<li><h3><a href=/{n}>Lamp {n}</a></h3><p>${n}.50</p><b>Sale</b></li>" for n in range(4))

    assert {row["sale"] for row in rows(f"<ul>{cards}</ul>", "all", name="string", price="string", sale="string")} == {
        None
    }


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


def test_two_fields_may_have_the_same_value_under_labels_of_their_own() -> None:
    times = "<ul><li>Prep: <b>20 min</b></li><li>Cook: <b>20 min</b></li></ul>"

    assert rows(times, prep_time="number", cook_time="number", total_time="number") == [
        {"prep_time": 20, "cook_time": 20, "total_time": 40}
    ]


@pytest.mark.parametrize(
    ("stated", "said"),
    [("Yield: 4 slices", "4 slices"), ("Yield: slices", None), ("Yield: with butter", None)],
)
def test_a_yield_is_told_in_numbers(stated: str, said: str | None) -> None:
    assert rows(f"<p>{stated}</p><p>Kind: cake</p>", yields="string", kind="string") == [
        {"yields": said, "kind": "cake"}
    ]


def test_checked_boxes_and_pictures_in_cells_are_read() -> None:
    html = """<table><tr><th>Name</th><th>Color</th><th>Available</th></tr>
    <tr><td>A</td><td><img src="r.png" alt="red"></td><td><input type="checkbox" checked></td></tr>
    <tr><td colspan="3">Section</td></tr><tr><th>Name</th><th>Color</th><th>Available</th></tr>
    <tr><td>B</td><td><ul><li>blue</li><li>grey</li></ul></td><td><input type="checkbox"></td></tr></table>"""

    assert rows(html, "all", name="string", color="string", available="boolean") == [
        {"name": "A", "color": "red", "available": True},
        {"name": "B", "color": "blue, grey", "available": False},
    ]


def test_a_cell_with_a_day_and_hours_answers_both() -> None:
    shows = [("Sa, 9. Mai 2026", "19:30 - 21 Uhr"), ("bis 4. Mai 2027", "Di-So 10-17 Uhr"), ("3.5.2026", "19.30 Uhr")]
    cells = "".join(f"<tr><td><b>{day}</b><br>{hours}</td><td>A</td><td>B</td></tr>" for day, hours in shows)
    html = f"<table><tr><th>Wann</th><th>Titel</th><th>Ort</th></tr>{cells}</table>"

    assert rows(html, "all", titel="string", zeitraum="string", uhrzeit="string") == [
        {"titel": "A", "zeitraum": day, "uhrzeit": hours} for day, hours in shows
    ]


def test_the_header_of_a_column_lends_what_a_class_name_only_hints_at() -> None:
    shows = [("Blech", "Halle", "Eintritt frei"), ("Holz", "Hof", "ausverkauft"), ("Ton", "Turm", "8,00 €")]
    cells = "".join(
        f"<tr class=event><td>3. Mai</td><td><a class=summary href=/{title}>{title}</a>"
        f"<p class=location>{place}</p></td><td class=cal-preis>{fee}</td></tr>"
        for title, place, fee in shows
    )
    html = f"<table><tr><th>Wann</th><th>Was</th><th>Eintritt</th></tr>{cells}</table>"

    assert rows(html, "alle", titel="string", ort="string", eintritt="string") == [
        {"titel": title, "ort": place, "eintritt": fee} for title, place, fee in shows
    ]


def test_a_label_is_read_with_the_inline_markup_of_its_value() -> None:
    html = "<h1>A</h1><p><b>Maker:</b> Peak <i>of</i> Bern<br><b>Weight</b>: 5 kg</p>"

    assert rows(html, maker="string", weight="number") == [{"maker": "Peak of Bern", "weight": 5}]


HIDDEN = "style='display:none'"


@pytest.mark.parametrize(
    "html",
    [
        f"<div><span {HIDDEN}>Color:</span><span>Red</span></div>",
        f"<div><b {HIDDEN}>Color</b><i>Red</i></div>",
        f"<div><b>Color</b><i {HIDDEN}>Red</i></div>",
        f"<dl><dt {HIDDEN}>Color</dt><dd>Red</dd></dl>",
        f"<table><tr><th {HIDDEN}>Color</th><td>Red</td></tr></table>",
        f"<h2 {HIDDEN}>Color</h2><ul><li>Red</li></ul>",
        f"<h2>Color</h2><ul {HIDDEN}><li>Red</li></ul>",
        f"<div>Color <b {HIDDEN}>Red</b></div>",
    ],
)
def test_a_label_and_its_value_are_both_hidden_or_both_seen(html: str) -> None:
    assert rows(f"<h1>A</h1>{html}", color="string") == [{"color": None}]
    assert rows(f"<h1>A</h1>{html.replace(HIDDEN, '')}", color="string") == [{"color": "Red"}]


@pytest.mark.parametrize(
    ("html", "stock"),
    [
        ("<div><div>Stock</div><div><button>Notify me</button></div></div>", None),
        ("<div><div><label>Stock</label><input></div><div>Add to Cart</div></div>", None),
        ("<div><div>Stock</div><div>Few left <button>Notify me</button></div></div>", "Few left Notify me"),
    ],
)
def test_what_one_writes_or_presses_is_no_value(html: str, stock: str | None) -> None:
    assert rows(f"<h1>A</h1>{html}", stock="string") == [{"stock": stock}]


ROWS = "<div class=r><p>1 cup</p><p>beans</p></div><div class=r><p>2</p><p>eggs</p></div>"


@pytest.mark.parametrize(
    "html",
    [
        "<h2>Ingredients</h2><ul><li>1 cup beans</li><li>2 eggs</li></ul>",
        "<h2>Ingredients</h2><p>for the crust</p><dl><dd>1 cup <a>beans</a></dd><dd>2 eggs</dd></dl>",
        "<h2>Ingredients</h2><div>1 cup beans<br><br>2 eggs</div>",
        "<h2>Ingredients</h2><small>20 minutes</small><div>1 cup beans<br>2 eggs</div>",
        f"<h2>Ingredients</h2><div><button>-</button><p>4 people</p></div><div>{ROWS}</div>",
        f"<h2>Ingredients</h2><div><h3>Pie</h3>{ROWS}</div><div><h3>Top</h3></div>",
        "<b>Ingredients:</b><br>- 1 cup beans<br>- 2 eggs<br><br>Total: 1 h<br><b>Notes</b><br>None",
        "<p><b>Ingredients</b></p><p>1 cup beans</p><p>2 eggs</p><p><b>Makes:</b> 8</p>",
        "<b>Ingredients:</b><p>1 cup beans<p>2 eggs<hr>A page by Ann",
        "<h3>Ingredients <button>US</button><button>Metric</button></h3><ul><li>1 cup beans</li><li>2 eggs</li></ul>",
        "<div><div><h3>Ingredients</h3><button>Copy</button></div><ul><li>1 cup beans</li><li>2 eggs</li></ul></div>",
        "<h3>Ingredients (serves 4):</h3><ul><li>1 cup beans</li><li>2 eggs</li></ul>",
        "<h2>Ingredients</h2><ul><li><b>Crust:</b></li><li>\u25a2 1 cup beans</li><li>\u2022 2 eggs</li></ul>",
        "<h2>Ingredients</h2><ul><li><span>1 cup</span><span>beans</span></li><li><span>2</span><span>eggs</span></ul>",
        "<h2>Ingredients</h2><table><tr><th>Crust</th></tr><tr><td>1 cup</td><td>beans</td></tr><tr><td>2 eggs</table>",
    ],
)
def test_entries_are_read_however_they_are_written(html: str) -> None:
    assert rows(f"<h1>A</h1><div>{html}</div>", ingredients="string") == [{"ingredients": "1 cup beans, 2 eggs"}]


@pytest.mark.parametrize(
    "html",
    [
        "<h2>Details</h2><dl><dt>Weight</dt><dd>5 kg</dd></dl>",
        "<h2>Ingredients</h2><h2>Crust</h2><ul><li>1 cup beans</li></ul>",
        "<h2>Ingredients</h2><div class=t><b>Prep time:</b> 5 min</div><div class=t><b>Cook time:</b> 9 min</div>",
        "<p>Six <b>ingredients</b><br>are in it.</p>",
        "<h2>Notes</h2><div class=r>One</div><div class=r>Two</div>",
        "<div><h2>Ingredients</h2><p>Fresh</p><button>Copy</button></div><ul hidden><li>Beans</li></ul>",
    ],
)
def test_what_has_no_entries_is_no_list_of_them(html: str) -> None:
    found = rows(f"<h1>A</h1><div>{html}</div>", details="string", ingredients="string", notes="string")

    assert set(found[0].values()) <= {None, "Fresh"}


@pytest.mark.parametrize(
    ("html", "steps"),
    [
        ("<ol><li><h3>Step 1</h3><p>Mix it.</p></li><li><h3>Step 2</h3><p>Bake it.</p></li></ol>", "Mix it. Bake it."),
        ("<p>1. Mix it.</p><p>2. Bake it.</p>", "Mix it. Bake it."),
        ("<div class=s><i>1</i><p>Mix.</p></div><div class=s><i>2</i><p>Bake.</p></div>", "Mix. Bake."),
        ("<ol><li>Mix it.<figure><figcaption>Photo: Joe</figcaption></figure></li></ol>", "Mix it."),
        ("<ul><li>2 eggs: beat them.</li><li>3 cups of milk.</li></ul>", "2 eggs: beat them. 3 cups of milk."),
        ("<ul><li>1 egg is beaten.</li></ul>", "1 egg is beaten."),
        ("<ul><li>Step 1</li><li>Step 2</li></ul>", "Step 1, Step 2"),
        ("<p>Mix it. <i>1</i></p><p>Bake it. <i>2</i></p>", "Mix it. Bake it."),
        ("<p>Mix it. <i>2</i></p><p>Bake it. <i>2</i></p>", "Mix it. 2, Bake it. 2"),
        ("<ul><li>Step 1 Mix.</li><li>Part 2 Bake.</li></ul>", "Step 1 Mix. Part 2 Bake."),
    ],
)
def test_steps_are_read_without_numbers_that_rise_and_captions(html: str, steps: str) -> None:
    assert rows(f"<h1>A</h1><h2>Directions</h2>{html}", instructions="string") == [{"instructions": steps}]


def recipe(**properties: object) -> str:
    return f'<script type="application/ld+json">{json.dumps({"@type": "Recipe", "name": "A"} | properties)}</script>'


@pytest.mark.parametrize(
    ("html", "found"),
    [
        (recipe(recipeIngredient="1 cup beans\n2 eggs"), "1 cup beans, 2 eggs"),
        (recipe(recipeIngredient=["1 cup beans<br>2 <b>egg</b>s"]), "1 cup beans, 2 eggs"),
        (recipe(recipeIngredient=["1 cup\nbeans", "2 eggs"]), "1 cup beans, 2 eggs"),
        (
            "<div typeof='v:Recipe'><p property=v:ingredient typeof><b property=v:amount>1 cup</b> beans</p></div>",
            "1 cup beans",
        ),
    ],
)
def test_ingredients_in_data_are_entries_with_their_amounts(html: str, found: str) -> None:
    assert rows(f"<h1>A</h1>{html}", "the recipe", ingredients="string") == [{"ingredients": found}]


@pytest.mark.parametrize("name", ["nutrition", "nutrients"])
def test_nutrition_is_spelled_out(name: str) -> None:
    html = recipe(nutrition={"@type": "NutritionInformation", "calories": "98 kcal", "fatContent": "3 g"})

    assert rows(html, "the recipe", **{name: "string"}) == [{name: "calories: 98 kcal, fatContent: 3 g"}]


def test_a_list_states_one_property_as_often_as_it_has_entries() -> None:
    steps = "<ol itemprop=recipeInstructions><li><i>1</i> <p>Mix</p></li><li><i>2</i> <p>Bake</p></li></ol>"
    html = f"<div itemscope itemtype='https://schema.org/Recipe'><h1 itemprop=name>A</h1>{steps}</div>"

    assert rows(html, "the recipe", instructions="string") == [{"instructions": "Mix, Bake"}]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Serves <input type=number value=4> people", "4 people"),
        ("<span>Serves</span> <input type=number value=4> <span>people</span>", "4 people"),
        ("<b>Ingredients (serves 4):</b>", "4"),
        ("Serves <input value=4> people", None),
        ("Serves <input type=number hidden value=4> people", None),
        ("Serves: <input type=number value=4> people", None),
        ("Serves <input type=number value=4>", None),
    ],
)
def test_a_number_in_a_field_amid_a_line_is_part_of_it(line: str, found: str | None) -> None:
    assert rows(f"<h1>A</h1><p>{line}</p>", "the recipe", serving="string") == [{"serving": found}]


def test_ingredients_keep_their_numbers() -> None:
    html = "<h2>Ingredients</h2><ul><li>1 onion</li><li>2 eggs</li></ul>"

    assert rows(f"<h1>A</h1>{html}", ingredients="string") == [{"ingredients": "1 onion, 2 eggs"}]


@pytest.mark.parametrize("html", ["", " ", "<", "\x00", "plain words", "<div>" * 3000, "<table><tr>" * 200, "<!-- x"])
def test_a_page_without_content_gives_nulls(html: str) -> None:
    assert rows(html, price="number") == [{"price": None}]


def test_of_two_things_the_one_that_is_said_to_be_of_this_page_counts() -> None:
    other = {"@type": "Product", "name": "Desk", "sku": "D1", "mainEntityOfPage": {"@id": "https://h.example/desk"}}
    ours = {"@type": "Product", "name": "Lamp", "sku": "L1", "mainEntityOfPage": {"@type": "WebPage", "@id": BASE}}
    data = json.dumps([other, ours])

    assert rows(f"<script type='application/ld+json'>{data}</script><p>Welcome</p>", sku="string") == [{"sku": "L1"}]


def test_a_page_may_hide_more_than_it_shows() -> None:
    options = "".join(f"<option>Land {number}</option>" for number in range(250))
    hidden = f'<select>{options}</select><div class="sidebar" hidden><a href="/x">Close</a></div>'

    found = rows(f"<h1>Lamp</h1><p>Price: $5</p><div>{hidden}</div>", name="string", price="number")

    assert found == [{"name": "Lamp", "price": 5}]


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
        "<div hidden class='sidebar'>",
        "<select><option>",
        "<a hidden>" + "<b>x</b>" * 300,
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


@pytest.mark.parametrize("none", ["Rating: 0", "Rating: 0.0 (0)", "Your rating: Superb (5)", "Deine Bewertung: 4"])
def test_what_nobody_rated_has_no_rating(none: str) -> None:
    assert rows(f"<h1>A</h1><p>{none}</p>", rating="number") == [{"rating": None}]
    assert rows("<h1>A</h1><p>Rating: 4</p>", rating="number") == [{"rating": 4}]
    assert rows("<h1>A</h1><p>Rating count: 0</p>", rating_count="number") == [{"rating_count": 0}]
    assert rows("<h1>A</h1><p>Score: 0</p>", score="number") == [{"score": 0}]


def test_thousands_beside_a_star_counted_it() -> None:
    assert rows('<h1>A</h1><p class="star-rating">★ 2.1k</p>', rating="number") == [{"rating": None}]
    assert rows('<h1>A</h1><p class="stars">★ 2.1k</p>', stars="number") == [{"stars": 2100}]
    assert rows("<h1>A</h1><p>Rating: 3 for the work</p>", rating="number") == [{"rating": 3}]


def test_a_rating_in_figures_beside_stars_is_the_more_exact_one() -> None:
    html = "<h1>A</h1><div><span>★★★★★</span><span>{}</span><a href='#r'>Show reviews (31)</a></div>"

    assert rows(html.format("4.86"), rating="number", reviews="number") == [{"rating": 4.86, "reviews": 31}]
    assert rows(html.format("new"), rating="number", reviews="number") == [{"rating": 5, "reviews": 31}]
    assert rows(f"<h1>A</h1><p class='rating'>{'Reviews (31)'}</p>", rating="number") == [{"rating": None}]


def test_a_price_says_behind_it_whether_taxes_are_in_it() -> None:
    html = '<h1>A</h1><p class="p">£129.17</p><p class="q">£155.00 inc VAT</p><p>£7.50 extra</p>'

    assert rows(html, price_inc_vat="number", price_ex_vat="number", currency="string") == [
        {"price_inc_vat": 155, "price_ex_vat": None, "currency": "GBP"}
    ]
    assert rows(html.replace("£129.17", "€129.17 + VAT"), net_price="number", gross_price="number") == [
        {"net_price": 129.17, "gross_price": 155}
    ]
    assert rows(html.replace("£129.17", "€129.17").replace("<h1>A</h1>", ""), currency="string") == [{"currency": None}]


def test_a_title_is_read_without_the_number_in_it() -> None:
    html = '<div class="title"><div class="name">Oak Bowl<span class="sku">B-77</span><span>7</span></div></div>'

    assert rows(html, title="string", sku="string") == [{"title": "Oak Bowl", "sku": "B-77"}]
    assert rows('<div class="name">Oak <b>Bowl</b></div>', title="string") == [{"title": "Oak Bowl"}]
    assert rows('<div class="name">Oak <b class="color">red</b> Bowl</div>', title="string") == [
        {"title": "Oak red Bowl"}
    ]


@pytest.mark.parametrize(
    ("title", "body", "name"),
    [
        ("MY PIES -- Plum Pie", "<b>My Pies</b><p>Plum Pie</p>", "Plum Pie"),
        ("Cogs : Oak Wheel : C-31", "<p>Oak Wheel</p><td>C-31</td>", "Oak Wheel"),
        ("Plum Pie | Pies", "<h1>How I came to it</h1><h2>Plum Pie</h2>", "Plum Pie"),
        ("Other | Pies", "<h1>How I came to it</h1><h2>Pies</h2>", "How I came to it"),
    ],
)
def test_a_page_is_called_what_its_title_and_its_text_say(title: str, body: str, name: str) -> None:
    assert rows(f"<title>{title}</title><body>{body}", "the recipe", title="string") == [{"title": name}]


def test_a_heading_right_before_one_element_is_its_label() -> None:
    html = "<h1>A</h1><div><h3>Rating</h3><div>4.5</div></div><div><h3>Cuisine</h3><div>Basque</div></div>"
    html += "<div><h3>Event</h3><div>Dinner</div></div>"

    assert rows(html, "the recipe", title="string", cuisine="string", event="string", rating="number") == [
        {"title": "A", "cuisine": "Basque", "event": None, "rating": 4.5}
    ]


@pytest.mark.parametrize(("title", "link", "name"), [("A | My Site", "/", "My Site"), ("A | My Site", "/a", None)])
def test_a_part_of_the_title_that_links_to_where_the_site_begins_is_its_name(title: str, link: str, name: Any) -> None:
    html = f"<title>{title}</title><p><a href={link}>My Site</a></p><h1>A</h1>"

    assert rows(html, site_name="string") == [{"site_name": name}]


@pytest.mark.parametrize(("heading", "names"), [("Filter Box", 4), ("Filter", 3)])
def test_a_record_may_be_called_like_a_heading_of_controls(heading: str, names: int) -> None:
    cards = "".join(f"<li><a href=/{n}><h2>{n}</h2><p>$5</p></a></li>" for n in ("Cup", "Jar", heading, "Lid"))

    assert len(rows(f"<h1>Shop</h1><ul>{cards}</ul>", "all products", name="string", price="number")) == names


def test_an_account_gives_way_to_a_name() -> None:
    head = '<meta name="author" content="admin">'

    assert rows(f"{head}<h1>A</h1><p>By <a href='/u'>Ann Bo</a></p>", author="string") == [{"author": "Ann Bo"}]
    assert rows(f"{head}<h1>A</h1>", author="string") == [{"author": "admin"}]


def test_a_day_behind_a_name_is_no_part_of_it() -> None:
    html = "<h1>A</h1><p>Author: {}</p>"

    assert rows(html.format("<a>Ann Bo</a>, added 3.4.2021"), author="string") == [{"author": "Ann Bo"}]
    assert rows(html.format("Ann Bo, Bath"), author="string") == [{"author": "Ann Bo, Bath"}]


def test_a_note_in_brackets_is_no_value_of_what_stands_before_it() -> None:
    html = "<h1>A</h1><div>Ingredients <span>{}</span></div>"

    assert rows(html.format("\uff082人分\uff09"), ingredients="string") == [{"ingredients": None}]
    assert rows(html.format("rice (2 cups)"), ingredients="string") == [{"ingredients": "rice (2 cups)"}]


def test_a_menu_beside_the_subject_in_a_table_lends_nothing() -> None:
    links = "".join(f"<a href='{at}'>Soup {at}</a><br>" for at in range(9))
    page = "<title>A</title><table><tr><td>{}</td><td><p>A</p><p>Cook time: 5 min</p></td></tr></table>"

    assert rows(page.format(f"{links}Tuna<br>Serves: 4"), "the recipe", serves="number", cook_time="number") == [
        {"serves": None, "cook_time": 5}
    ]
    assert rows(page.format("<a>Print</a><br>Serves: 4"), "the recipe", serves="number") == [{"serves": 4}]


def test_what_others_think_under_a_heading_in_another_language_lends_nothing() -> None:
    html = "<h1>A</h1><p>Long enough a text to be most of the page.</p><div><h2>{}</h2><p>Color: red 7</p></div>"

    assert rows(html.format("Recensioni"), color="string", reviews="number") == [{"color": None, "reviews": None}]
    assert rows(html.format("Ricordi"), color="string") == [{"color": "red 7"}]


SHOP = "<title>Teas</title><header><h1>Teas</h1><p>Free delivery from $30.</p></header>{}"
OFFER = '<li class="offer"><a href="/{0}">Tea {0}</a><p>A tea of the year {0}, from the hills.</p><b>${0}</b></li>'


def test_a_prompt_that_asks_for_neither_gets_the_list_that_fills_the_page() -> None:
    offers = "".join(OFFER.format(n) for n in (11, 12, 13, 14))
    story = f"<p>Price: $9</p><p>{'Tea was brought here long ago. ' * 20}</p>"

    listed = rows(SHOP.format(f"<ul>{offers}</ul>"), "title, price", title="string", price="number")
    assert listed == [{"title": f"Tea {n}", "price": n} for n in (11, 12, 13, 14)]
    told = rows(SHOP.format(f"{story}<ul>{offers}</ul>"), "title, price", title="string", price="number")
    assert [row["title"] for row in told] == ["Teas"]


def test_what_is_marked_or_not_tells_no_list_from_one_thing() -> None:
    threads = "".join(
        f"<li class=thread><a href='/t/{at}'>Looms of the year {at}1</a> <p>No mark.</p></li>" for at in range(4)
    )
    html = f"<nav><a href='/f'>Weavers</a></nav><h1>Looms</h1><ul>{threads}</ul>"

    flags: dict[str, Kind] = dict.fromkeys(("is_sticky", "is_locked", "has_attachment"), "boolean")
    found = rows(html, "sticky, locked, attachments", thread_title="string", url="string", **flags)
    assert [row["thread_title"] for row in found] == [f"Looms of the year {at}1" for at in range(4)]


def test_a_page_of_which_only_the_heading_is_an_answer_is_its_list() -> None:
    tea = "<tr class=name><td>{0}.</td><td><a href=/{0}>Tea {0}</a></td></tr><tr><td></td><td>{1} of {0}.</td></tr>"
    asked = dict.fromkeys(("title", "maker", "stars", "author"), "string")

    named = "".join(tea.format(n, "A tea") for n in range(11, 18))
    assert [row["title"] for row in rows(SHOP.format(f"<table>{named}</table>"), "title, maker", **asked)] == ["Teas"]
    told = "".join(tea.format(n, "<span class=author>Ann Lee</span>, the author") for n in range(11, 18))
    found = rows(SHOP.format(f"<table>{told}</table>"), "title, maker", **asked)
    assert [row["title"] for row in found] == [f"Tea {n}" for n in range(11, 18)]


@pytest.mark.parametrize(("named", "many"), [("Mint of May", True), ("Teas", False)])
def test_data_about_one_of_many_is_not_what_the_page_is_about(named: str, many: object) -> None:
    thing = {"@type": "Product", "name": named, "offers": {"price": "12.50"}, "brand": "Tern"}
    data = f'<script type="application/ld+json">{json.dumps(thing)}</script>'
    offers = "".join(OFFER.format(n) for n in (11, 12, 13, 14, 15, 16))

    found = rows(
        SHOP.format(f"{data}<ul>{offers}</ul>"), "title, price, url", title="string", price="number", url="string"
    )
    assert (len(found) == 6) == many


def test_data_that_says_nothing_of_what_is_asked_for_leaves_the_list() -> None:
    data = '<script type="application/ld+json">{"@type": "Museum", "name": "Teas"}</script>'
    offers = "".join(OFFER.format(n) for n in (11, 12, 13, 14, 15, 16))

    found = rows(
        SHOP.format(f"{data}<ul>{offers}</ul>"), "title, price, url", title="string", price="number", url="string"
    )
    assert [row["title"] for row in found] == [f"Tea {n}" for n in (11, 12, 13, 14, 15, 16)]


def test_what_has_no_names_of_its_own_is_what_others_said_of_one_thing() -> None:
    said = "".join(
        f"<li class='comment'><b>by Ann</b> <time>2026-05-0{n}</time><p>So it is.</p></li>" for n in range(1, 7)
    )
    html = f"<h1>Tides</h1><p><a rel='author'>Bo</a></p><time>2026-05-01</time><p>They rise.</p><ol>{said}</ol>"

    assert [
        row["title"] for row in rows(html, "title, author, date", title="string", author="string", date="string")
    ] == ["Tides"]


def test_no_is_no_name() -> None:
    html = "<h1>A</h1><dl><dt>Manufacturer</dt><dd>No</dd><dt>Gift wrap</dt><dd>No</dd></dl>"

    assert rows(html, make="string", gift_wrap="string") == [{"make": None, "gift_wrap": "No"}]


def test_lines_under_a_bold_label_in_indented_markup_are_its_entries() -> None:
    html = (
        "<h1>Tea</h1><div>Old tin.<br><br><b><u>Ingredients :</u></b><br><br>2 leaves<br>1 cup<br><br>"
        "<b><u>Method :</u></b><br><br>Boil.<br>Steep.<br><br>With <b>Notes</b> for two.</div>"
    ).replace("<br>", "<br />\n")

    assert rows(html, "the recipe", ingredients="string", method="string") == [
        {"ingredients": "2 leaves, 1 cup", "method": "Boil. Steep."}
    ]


@pytest.mark.parametrize(
    ("prompt", "many"),
    [
        ("Extract the product's price and brand", False),
        ("Extract all fields of the recipe", False),
        ("Extract the news article", False),
        ("The book's title and its price in pounds", False),
        ("Extract the TV series", None),
        ("Get title and price", None),
        ("Extraia os dados do produto", False),
        ("Extraia os produtos", True),
        ("Le titre et le prix de chaque concert", True),
        ("Titolo e prezzo di ogni evento", True),
        ("Tytuł i cena każdego produktu", True),
        ("Последние объявления: заголовок и дата", True),
        ("Les dernières annonces avec leur prix", True),
        ("Le prix le plus bas des 30 derniers jours", None),
        ("Extract the details", None),
        ("titles and prices", None),
        ("p", None),
        ("Extract every thread", True),
        ("the exhibitions", True),
        ("people with their roles", True),
        ("the recipe: title, number of eaters, rest and oven time (all in hours)", False),
        ("how many guests this recipe is for", False),
        ("all in-stock products", True),
        ("all towns in pounds", True),
        ("the recipe with its title, the ingredients list and the steps", False),
        ("Get the recipe: title, a list of the ingredients, instructions", False),
        ("la recette avec la liste des ingrédients", None),
        ("Scrape the job ads: title, company, salary", True),
        ("the product with its price list", False),
        ("a list of products", True),
        ("a list of titles", True),
        ("the product list", True),
        ("Get the programme: dates, ticket shop, venue room", None),
        ("job family and seniority", None),
        ("I need per article\n- title\n- price", True),
        ("Bitte pro Treffer: Titel und Preis", True),
        ("Please, per hit: title, price", True),
        ("the article, price per item", False),
        ("One row per church: title = name of the church, price = its cost", True),
        ("Scrape the product table of this category", True),
        ("an object for each property", True),
        ("Last post info per thread: when, by whom", True),
        ("Info on the price per thread", None),
        ("The price per product", None),
        ("- title: name of the church\n- price: what a recipe costs", None),
        ("title = name of the product, price = what it costs", None),
        ("Extract the book.\n- title: of the book\n- price: in pounds", False),
        ("title, and the old price when the product is on sale", None),
        ("title (first the book itself), price", None),
        ("title, year of publication", None),
        ("result number, title", True),
        ("Job id, title, and who posted it", None),
        ("position, place, pay, day", None),
        ("title with opening day and closing day", None),
        ("title, link to the author profile", None),
        ("the thread subject and its price", None),
        ("title with their prices", None),
        ("Product titles with the price as displayed", True),
        ("Product names and prices", True),
        ("Product name and price", None),
        ("publication day and title", None),
        ("the place, its price", False),
        ("title, and whether it is a featured event", None),
        ("title, badge such as 'Best deal' or 'Recipe', price", None),
        ("title and price of the product when the offer is over", False),
        ("Sizes and covers that this book has: title, price", True),
        ("The reviews of this recipe: title, price", True),
        ("The page shows: title, price", None),
        ("Prices by title", True),
        ("Prices by day", None),
    ],
)
def test_a_prompt_asks_for_one_thing_or_for_many(prompt: str, many: object) -> None:
    assert wants_many(prompt, Schema({"title": "string", "price": "number"}, many=True)) is many


@pytest.mark.parametrize(
    ("prompt", "field", "many"),
    [
        ("Get the discussions and their state", "discussion", True),
        ("Who wrote last, and when, per thread", "thread", True),
        ("Tarifs des expositions : plein tarif", "exposition", True),
        ("founders and price", "founder", None),
        ("the price per unit of the product", "unit", False),
        ("titles and prices", "title", None),
        ("new loans with their price and the logo", "loan", True),
        ("founders with their price", "founders", None),
        ("product names and the price", "product_names", None),
        ("Comments: who wrote, and when", "comment", True),
        ("The last comments are: who wrote, and when", "comment", None),
        ("Get the product, the maker and the price", "product", None),
        ("Get the product: the maker and the price", "product", False),
        ("The files of this album with file name and price", "file_name", True),
        ("The files of this album, and the price", "file_name", None),
        ("The tracks of this album, and the price", "track_name", True),
        ("The prices of this album: price", "price", None),
    ],
)
def test_what_records_are_called_as_asks_for_many_in_the_plural(prompt: str, field: str, many: object) -> None:
    assert wants_many(prompt, Schema({field: "string", "price": "number"}, many=True)) is many


def test_the_link_of_one_thing_is_the_address_of_its_page() -> None:
    html = '<h1>A</h1><p>By <a rel="author" href="/ann">Ann Bo</a></p><p><a href="/more">More pies</a></p>'

    assert rows(html, canonical_url="string") == [{"canonical_url": BASE}]
    assert rows(html, url="string") == [{"url": BASE}]
    assert rows(html, website="string", author="string") == [{"website": None, "author": "Ann Bo"}]


@pytest.mark.parametrize(
    ("title", "body", "name"),
    [
        ("Shop : Pie", '<a href="/me">My Account</a><table><tr><td class="x">Pie<td>$5</table>', "Pie"),
        ("Shop : Pie", '<table><tr><td class="x">Pie<br><i>[P1]</i><td>$5</table>', None),
        ("Shop : Pie [P1]", '<table><tr><td class="x">Pie<br><i>[P1]</i><td>$5</table>', "Pie"),
        ("Pie | Shop", "<b>Pie</b><b>Shop</b>", None),
        ("Pie | Shop", '<a href="/pie">Pie</a>', None),
        ("Pie | Shop", "<h2>Details</h2><b>Pie</b>", "Pie"),
        # Who made it, and the number that it has.
        ("P1 - Acme Pear and Plum Pie - Shop", "<b>Pear and Plum Pie</b><i>P1</i>", "Pear and Plum Pie"),
        ("P1 - Acme Plum Pie - Shop", "<b>Plum Pie</b><i>P1</i>", "P1"),
        ("My Blog: Pie", "<h1><a href=/>My Blog</a></h1><h2>May 3</h2><h3>Pie</h3>", "Pie"),
        ("My Blog: Pie", "<h1><a href=/>My Blog</a></h1><h2>May 3</h2><h3>Cake</h3>", None),
    ],
)
def test_without_a_heading_the_text_that_is_a_part_of_the_title_is_one(title: str, body: str, name: object) -> None:
    page = parse(Document(BASE, "html", f"<title>{title}</title>{body}"))

    assert (page.heading.lines[0] if page.heading else None) == name
    assert rows(f"<title>{title}</title>{body}", name="string")[0]["name"] != "My Account"


@pytest.mark.parametrize(("link", "name"), [("/", "My Blog"), ("/other", None)])
def test_a_heading_that_links_to_where_the_site_begins_is_its_name(link: str, name: object) -> None:
    html = f"<h1><a href={link}>My Blog</a></h1><h3>Pie</h3><p>Fat: 5 g</p>"

    assert rows(html, site_name="string", fat="string") == [{"site_name": name, "fat": "5 g"}]


@pytest.mark.parametrize(
    ("images", "source"),
    [
        ('<img src="data:image/gif;base64,R0"><img src="a.jpg">', "a.jpg"),
        ('<img src="data:image/gif;base64,R0" srcset="a.jpg 400w, b.jpg 800w">', "a.jpg"),
        ('<img srcset="a.jpg 1x">', "a.jpg"),
        ('<img src="/pixel_trans.gif"><img src="/img/shop-logo.png"><img class="avatar" src="me.jpg">', None),
        ('<img src="top.jpg"><img src="a.jpg" alt="Iconic  Pie">', "a.jpg"),
        ('<img src="iconic-pie.jpg">', "iconic-pie.jpg"),
    ],
)
def test_spacers_and_logos_are_no_pictures_of_a_thing(images: str, source: str | None) -> None:
    image = f"https://h.example/a/{source}" if source else None

    assert rows(f"<h1>Iconic Pie</h1>{images}", image="string") == [{"image": image}]


@pytest.mark.parametrize(
    ("name", "origin"),
    [
        ("product-description-reviews", "Peru"),
        ("recipe-header__comment", "Peru"),
        ("product-reviews", None),
        ("reviews-info", None),
        ("related-products-info", None),
        ("info-sidebar", None),
    ],
)
def test_reviews_among_other_things_in_a_class_name_do_not_make_boilerplate(name: str, origin: object) -> None:
    html = f"<h1>A</h1>{'<p>Words of the page.</p>' * 30}<div class='{name}'><dl><dt>Origin<dd>Peru</dl></div>"

    assert rows(html, origin="string") == [{"origin": origin}]


def test_a_meta_description_that_the_title_begins_with_is_none() -> None:
    head = '<title>Bean Pie - Shop</title><meta name="description" content="Bean Pie">'
    text = "A sharp pie for people who eat all day long."

    assert rows(f"{head}<h1>Bean Pie</h1>", description="string") == [{"description": None}]
    assert rows(f"{head}<h1>Bean Pie</h1><div>{text}</div>", description="string") == [{"description": text}]


def test_words_of_layout_in_a_class_name_leave_it_a_description() -> None:
    head = '<meta name="description" content="Buy pies here.">'
    text = "A sharp pie for people who eat."

    assert rows(f"{head}<h1>A</h1><div id='tab-description'>{text}</div>", description="string") == [
        {"description": text}
    ]
    assert rows("<h1>A</h1><div class='tab-title'>Details</div>", title="string") == [{"title": "A"}]


def threads(*titles: str) -> str:
    return "".join(
        f'<div class="r"><div class="t">{title}</div><a href="/c">Meta</a> <i>{at} replies</i></div>'
        for at, title in enumerate(titles)
    )


def test_a_title_may_begin_like_a_link_for_more() -> None:
    titles = ["Show your cat", "More on tea", "View from here", "Add tea"]
    html = threads(*(f"<a href='/t'>{title}</a>" for title in titles))

    assert [row["title"] for row in rows(html, "all threads", title="string")] == titles


@pytest.mark.parametrize(
    "more", ["Read more", "View all", "Read more about tea", "Leia mais", "Add to cart", "See full recipe »"]
)
def test_a_link_for_more_is_no_title(more: str) -> None:
    html = threads(*(f"<a href='/m'>{more}</a>" for _ in range(3))).replace("Meta", "Tea")

    assert [row["title"] for row in rows(html, "all threads", title="string", replies="number")] == ["Tea"] * 3


@pytest.mark.parametrize("mark", ["labelLink", "prefix", "badge-category"])
def test_a_link_that_marks_a_title_is_no_part_of_it(mark: str) -> None:
    titles = ["<a href='/1'>One</a>", f"<a href='/p' class='{mark}'><b>Help</b></a> <a href='/2'>Two</a>"]
    html = threads(*titles, "<a href='/3'>Three</a>").replace('class="t"', 'class="item-title"')

    assert rows(html, "all threads", title="string", url="string") == [
        {"title": title, "url": f"https://h.example/{at}"} for at, title in enumerate(("One", "Two", "Three"), 1)
    ]


SECTIONS = {"Ops": "ab", "IT": "c", "Crew": "d"}


def sections(*, tag: str = "h3", opens: str = "<section>", cards: dict[str, str] | None = None) -> str:
    def jobs(names: str) -> str:
        return "".join(
            f'<div class="job" data-dept-7="true"><a href="/{n}">Job {n}</a><i class="city">X{n}</i></div>'
            for n in names
        )

    parts = (f"{opens}<{tag}>{title}</{tag}>{jobs(names)}" for title, names in (cards or SECTIONS).items())
    return f"<h1>Jobs</h1>{'</section>'.join(parts)}</section>"


@pytest.mark.parametrize("opens", ["<section>", "<p>"])
def test_headings_label_the_records_under_them(opens: str) -> None:
    found = rows(sections(opens=opens), "all jobs", title="string", department="string", dept="string")

    assert [row["title"] for row in found] == ["Job a", "Job b", "Job c", "Job d"]
    assert [row["department"] for row in found] == ["Ops", "Ops", "IT", "Crew"]
    assert [row["dept"] for row in found] == [None] * 4


@pytest.mark.parametrize(
    ("titles", "label"),
    [
        (["2023", "2024", "2025"], "year"),
        (["1 May 2024", "2 May 2024", "3 May 2024"], "date"),
        (["May 2024", "June 2024", "July 2024"], None),
        (["May 2024", "June 2024", "July 2024"], "month"),
        (["09:00", "10:00", "11:30"], "start"),
        (["Current", "Upcoming shows", "Past"], "status"),
        (["Ops", "IT", "Crew"], "category"),
        (["Ops", "Past", "Crew"], None),
        (["Week 1", "Week 2", "Week 3"], None),
        (["Ops", "Ops", "Ops"], None),
    ],
)
def test_what_headings_say_of_their_records_is_told_by_all_of_them(titles: list[str], label: str | None) -> None:
    html = "".join(
        sections(cards={title: names}).removeprefix("<h1>Jobs</h1>")
        for title, names in zip(titles, ("ab", "c", "d"), strict=True)
    )

    found = rows(html, "all jobs", title="string", city="string", **{str(label or "category"): "string"})
    assert [row[label or "category"] for row in found] == [titles[at] if label else None for at in (0, 0, 1, 2)]
    assert {row["status"] for row in rows(html, "all jobs", title="string", city="string", status="string")} == (
        {*titles} if label == "status" else {None}
    )


def test_a_heading_of_another_rank_between_records_does_not_label_them() -> None:
    html = sections().replace("<h3>IT</h3>", "<h2>Newly added</h2>")

    assert {row["department"] for row in rows(html, "all jobs", title="string", department="string")} == {None}
    assert (
        rows(sections(cards={"Ops": "abcd"}), "all jobs", title="string", department="string")[0]["department"] is None
    )


def test_records_in_different_wrappers_under_different_headings_are_one_list() -> None:
    def shows(*names: str) -> str:
        return "".join(f'<li><a href="/{n}"><b>Show {n}</b></a><i>{n} May 2024</i></li>' for n in names)

    html = (
        f'<h2>Current</h2><ul class="x">{shows("1")}</ul><div><h2>Past</h2><div><ul>{shows("2", "3")}</ul></div></div>'
    )

    found = rows(html, "all shows", title="string", date="string", status="string")
    assert [row["title"] for row in found] == ["Show 1", "Show 2", "Show 3"]
    assert [row["status"] for row in found] == ["Current", "Past", "Past"]
    found = rows(html.replace("Past", "You may also like"), "all shows", title="string", date="string")
    assert "Show 2" not in {row["title"] for row in found}


@pytest.mark.parametrize("name", ["lastpost", "cell-latest", "x"])
def test_who_wrote_last_answers_only_what_asks_for_that(name: str) -> None:
    html = "".join(
        f'<li class="row"><a class="topictitle" href="/{n}">Thread {n}</a> by <a class="username">u{n}</a>'
        f'<span class="{name}">Last post by <a class="username">z{n}</a>'
        f' <time datetime="2024-05-0{n}">May {n}</time></span></li>'
        for n in (1, 2, 3)
    )

    asked: dict[str, Kind] = {"title": "string", "last_post_by": "string", "last_activity": "string"}
    found = rows(html, "all threads", author="string", date="string", **asked)
    assert [(row["author"], row["date"]) for row in found] == [(f"u{n}", None) for n in (1, 2, 3)]
    assert [(row["last_post_by"], row["last_activity"]) for row in found] == [
        (f"z{n}", f"2024-05-0{n}") for n in (1, 2, 3)
    ]
    silent = html.replace("Last post by", "").replace(name, "x")
    assert {row["last_post_by"] for row in rows(silent, "all threads", **asked)} == {None}


HEADER = ["&nbsp;", "Thread", "Last post", "Replies"]


def thread_table(header: str) -> str:
    cells = '<td><img src="i.gif"></td><td></td><td><a href="/t{0}">Thread {0}</a><br>u{0}</td>'
    cells += '<td><i>by</i> <a class="username">z{0}</a></td><td>{0}</td>'
    return f"<table>{header}{''.join(f'<tr>{cells.format(n)}</tr>' for n in (1, 2, 3))}</table>"


@pytest.mark.parametrize("open_cell", ["<td class='thead'{}>", "<td class='catbg3'{}>", "<td{}>"])
def test_header_cells_of_old_tables_are_known_by_class_or_words(open_cell: str) -> None:
    cells = (open_cell.format(" colspan=2" if text == "&nbsp;" else "") + text for text in HEADER)

    fields: dict[str, Kind] = {"title": "string", "replies": "number", "author": "string", "last_poster": "string"}
    found = rows(thread_table(f"<tr>{''.join(cells)}</tr>"), "all threads", **fields)

    assert [row["replies"] for row in found] == [1, 2, 3]
    assert [(row["author"], row["last_poster"]) for row in found] == [(None, f"z{n}") for n in (1, 2, 3)]


@pytest.mark.parametrize(("name", "said"), [("thead", ["a", "b"]), ("head-row", [])])
def test_cells_of_unknown_words_are_a_header_where_a_class_says_so(name: str, said: list[str]) -> None:
    cells = "<tr><td>Luz<td>a</tr><tr><td>Ida<td>b</tr>"
    html = f"<table><tr><td class={name}>Qux<td class={name}>Zed</tr>{cells}</table>"

    assert [row["zed"] for row in rows(html, "all quxes", zed="string")] == said


def test_words_over_numbers_with_an_empty_cell_are_a_header_only_where_two_are_known() -> None:
    found = rows(thread_table("<tr><td colspan=2><td>Abc<td>Def<td>Replies</tr>"), "all threads", replies="number")

    assert found == []


def test_an_address_that_is_only_shown_gives_way_to_the_link() -> None:
    html = "".join(
        f'<div class="r"><h2><a href="https://{n}.example/page">P {n}</a></h2><a class="r__url">{n}.example</a></div>'
        for n in "abc"
    )

    assert rows(html, "all results", url="string") == [{"url": f"https://{n}.example/page"} for n in "abc"]
    assert rows("<h1>A</h1><i class='url'>https://b.example/</i>", url="string") == [{"url": "https://b.example/"}]


@pytest.mark.parametrize(
    ("short", "name", "snippet"),
    [("A short one ...", "x9", "A short one ..."), ("$5.00", "x9", None), ("A short one ...", "x8", None)],
)
def test_a_description_is_short_where_most_records_have_a_long_one(short: str, name: str, snippet: object) -> None:
    long = "A rather long text that says what the page is about."
    texts = [(long + "1", "x9"), (short, name), (long + "2", "x9")]
    html = "".join(
        f'<div class="card"><h3><a href="/{at}">Page {at}</a></h3><div class="{kind}"><span>{text}</span></div></div>'
        for at, (text, kind) in enumerate(texts)
    )

    found = rows(html, "all results", title="string", snippet="string")
    assert [row["snippet"] for row in found] == [long + "1", snippet, long + "2"]


def cards(card: str, count: int = 3) -> str:
    """Return a list of cards, each with its number in the place of ``#``."""
    return "<ul>" + "".join(f'<li class="c">{card.replace("#", str(n))}</li>' for n in range(1, count + 1)) + "</ul>"


@pytest.mark.parametrize(
    ("card", "field", "said"),
    [
        # The only user that a record links to wrote it, unless that one wrote last.
        ('<a href="/users/#">anna</a><i>asked 2 hours ago</i>', "asked_by", "anna"),
        ('<a href="/users/#">anna</a><a href="/users/9">ben</a>', "asked_by", None),
        ('<p class="last-post">Last post by <a href="/users/#">anna</a></p>', "author", None),
        ('<div class="user-card"><a href="/users/#">anna</a> <b>21</b></div>', "asked_by", "anna"),
        ("<i>asked 2 hours ago</i>", "asked_time", "2 hours ago"),
        ("<i>vor 30+ Tagen</i>", "posted", "vor 30+ Tagen"),
        ("<i>vor Ort in Kiel</i>", "posted", None),
        # Several links alike after "by" are all authors.
        ('<p>by <a href="/a/1">Sand, Luz</a>; <a href="/a/2">Petrie, Ian</a></p>', "author", "Sand, Luz; Petrie, Ian"),
        ('<p>by <b>Luz</b>, <a href="/news/2">News</a></p>', "author", None),
        ('<p><b>Authors:</b> <a href="/a/1">Luz</a>, <a href="/a/2">Ian</a></p>', "authors", "Luz, Ian"),
        ('<p><b>Authors:</b> <a href="/a/1">Luz</a>, <a href="/news/2">News</a></p>', "authors", "Luz"),
        ('<p><b>Authors:</b> <a href="/a/1">Luz</a> <a href="/a/2">Ian</a></p>', "authors", "Luz"),
        # A label in an element of its own needs no colon before a day.
        ("<p><i>Submitted</i> 4 March, 2025; <i>announced</i> May 2025.</p>", "submitted", "4 March, 2025"),
        ("<p><i>Submitted</i> 4 March, 2025; <i>announced</i> May 2025.</p>", "announced", "May 2025"),
        ("<p><i>Event</i> 4 March 2025; <i>announced</i> May 2025.</p>", "event", None),
        ("<p><i>Submitted</i> 4 times; <i>announced</i> May 2025.</p>", "submitted", None),
        # The full stop of a sentence is no part of a number, and that of a number alone may be.
        ("<p>On saws. Text: 10.9/a-14.</p>", "text", "10.9/a-14"),
        ("<p>Code: 10.9/a-14.</p>", "code", "10.9/a-14."),
        # A note behind a day has an element of its own.
        ('<p class="post-date">3 May 2025 <i>(edited by Ann)</i></p>', "date", "3 May 2025"),
        ('<p class="post-date">Spring <i>(edited by Ann)</i></p>', "date", "Spring (edited by Ann)"),
        ("<p>Posts: 27<br>Joined: 2019</p>", "author_posts", "27"),
        # A link that says to those who cannot see what it does is no label.
        ("<p><a href='/b'>Book <i>the seat, 3 May</i></a></p>", "book", None),
        ("<p>Book <i>the seat, 3 May</i></p>", "book", "the seat, 3 May"),
        ("<p>Published 2011</p>", "year", "2011"),
        ("<p>Room 2011</p>", "year", None),
        # What is called after a block and "name" is what the block stands for.
        ('<div class="venue"><b class="venue-name">Hall</b> <i>Mill Lane</i></div>', "venue", "Hall"),
        ('<div class="seller"><b>Mr</b> <i class="seller-name">Duero</i></div>', "seller", "Duero"),
        ('<div class="author"><b>Luz</b> <i class="author-title">Cook</i></div>', "author", "Luz"),
        ('<div class="ingredient"><b class="ingredient-name">Salt</b> 2 g</div>', "ingredient", "Salt 2 g"),
        ('<address><b class="venue-title">Hall</b> <i>Mill Lane, Brix</i></address>', "address", "Mill Lane, Brix"),
        ('<address><b class="road-name">Mill Lane</b> <i>Brix</i></address>', "address", "Mill Lane Brix"),
        ('<address><b class="venue-title">Hall</b></address>', "address", None),
        ("<i>19:00 - 22:00</i>", "end_time", "22:00"),
        ("<i>February 5 @ 7:30 pm - 9:30 pm</i>", "end_time", "9:30 pm"),
        ("<i>19:00 - 22:00</i>", "end_date", None),
        # The end of a span with a class of its own is not its start.
        ("<p><i>4. Oktober 2026 um 10:00</i> - <i class=event-time>18:00</i></p>", "uhrzeit", "10:00 - 18:00"),
        ("<p><i>4. Oktober 2026 um 10:00</i> - <i class=event-time>18:00</i></p>", "end_time", "18:00"),
        ("<p><i>4. Oktober 2026 um 10:00</i> - <i class=event-time>18:00</i></p>", "datum", "4. Oktober 2026 um 10:00"),
        ("<p><i class=event-time>10:00</i> to <i class=event-time>18:00</i></p>", "time", "10:00"),
        ("<p><i>Hall 10</i> - <i class=event-time>18:00</i></p>", "time", None),
        ("<i>Du 3 mars au 5 juin 2026</i>", "date_fin", "5 juin 2026"),
        ("<i>Du 3 mars au 5 juin 2026</i>", "date_debut", "3 mars"),
        ("<i>€95 / night</i><i>€285 total</i>", "nightly_price", "€95"),
        ("<i>€95</i> <i>night</i>", "price_per_night", "€95"),
        ("<i>€95 / night</i><i>€285 total</i>", "total_price", "€285"),
        ("<i>€95 / week</i><i>€285</i>", "nightly_price", None),
        # Rooms, area and floor are told by their units; two areas of one record are none.
        ("<p>3 hab.</p>", "habitaciones", "3"),
        ("<p>3 kamers</p>", "rooms", "3"),
        ("<p>3 kamers</p>", "bedrooms", None),
        ("<p>£680 a week</p>", "salary", "£680 a week"),
        ("<p>£680 a pair</p>", "salary", None),
        ("<p>£170 a day</p>", "salary", "£170 a day"),
        ("<p>£26,000 pro rata</p>", "salary", "£26,000 pro rata"),
        ("<p>£170 to £190 per day</p>", "salary", "£170 to £190 per day"),
        ("<p>£170 a day</p>", "price", "£170"),
        ("<p>5 a day</p>", "salary", None),
        ("<p>Fixed term contract</p>", "job_type", "Fixed term contract"),
        ("<p>Fixed price contract</p>", "job_type", None),
        ("<p>€ 465 000 k.k.</p>", "price", "€ 465 000"),
        ("<p>€ 465 000 saved</p>", "price", None),
        ("<p>92 m²</p>", "superficie_m2", "92"),
        ("<p>92 m²</p><p>1200 m²</p>", "superficie_m2", None),
        ("<p>Planta 2ª exterior</p>", "planta", "Planta 2ª exterior"),
        ("<p>Planta baja tensión en obra nueva con garaje</p>", "planta", None),
        ('<img src="p.jpg" alt="View"><i class="logo-x"><img src="l.png" alt="Duero"></i>', "agencia", "Duero"),
        (
            '<img class="logo" src="l.png" alt="A1"><img class="logo" src="m.png" alt="B1">',
            "agencia",
            None,
        ),
        # Class names that are all the same are told apart by what tests find the elements by.
        ('<i class="x" data-at="item-location">Kiel</i><i class="x" data-at="item-x">Ulm</i>', "location", "Kiel"),
        ('<i class="x">Kiel</i><i class="x">Ulm</i>', "location", None),
        # What stands behind a map marker is the place.
        ('<p><i class="fas fa-map-marker-alt"></i> York <i class="fa-clock"></i> 7 hours</p>', "location", "York"),
        ('<p><i class="bi-geo-alt"></i> Leeds (hybrid)</p><p>York</p>', "city", "Leeds (hybrid)"),
        ('<p><b><img src="/i/location.png"></b> <b>York</b></p>', "venue", "York"),
        ('<p><i class="fa-location-dot"></i> 2.3 miles away</p>', "location", None),
        ('<p><a href="/m"><i class="fa-map"></i> Show on map</a></p>', "location", None),
        ('<button><i class="icon-pin"></i> Keep</button>', "location", None),
        ('<p class="location">York</p><p><i class="icon-pin"></i> Pinned</p>', "location", "York"),
        ('<p><i class="fa-bookmark"></i> York</p>', "location", None),
        # So are words for places in class names, but no time zone.
        ('<p class="lieu-travail">Nantes - 44</p>', "lieu", "Nantes - 44"),
        ('<p class="item-zone">Grao, Valencia</p>', "ubicacion", "Grao, Valencia"),
        ("<p>Time zone: UTC+1</p>", "location", None),
        ('<p class="time-zone">UTC+1</p>', "location", None),
        # How many posts somebody wrote is no text.
        ("<dl><dt>Messages</dt><dd>140</dd></dl>", "post_text", None),
        ('<dl><dt>Messages</dt><dd>140</dd></dl><p class="message-body">It is.</p>', "post_text", "It is."),
        ("<div><p>4.6 out of 5 stars</p><p>(88)</p></div>", "review_count", "88"),
        ("<div><p>Nine colours</p><p>(88)</p></div>", "review_count", None),
        ('<div><i role="img" aria-label="4.6 out of 5 stars"></i><b>(88)</b></div>', "review_count", "88"),
        ('<div><i class="star-rating"></i><b>(88)</b></div>', "review_count", "88"),
        ('<div class="stars"><i class="fa-star"></i><i class="fa-star"></i><b>(88)</b></div>', "review_count", "88"),
        ('<div><i class="fa-star"></i><b>(88)</b></div>', "review_count", None),
        ('<div><i role="img" aria-label="4.6 out of 5 stars"></i><b>Red</b><b>(88)</b></div>', "review_count", None),
        # A count says what it counts by the name of its only icon.
        ('<a href="/r/#/s"><i aria-label="Stars"></i> <b>1,203</b></a>', "stars", "1,203"),
        ('<a href="/r/#/s"><img alt="Stars" src="s.png"> 7</a>', "stars", "7"),
        ('<p><i aria-label="Stars"></i><i aria-label="Forks"></i> <b>7</b></p>', "stars", None),
        # A link to all records alike says in what.
        ('<a href="/r?q=&amp;language=Rust">Rust</a>', "language", "Rust"),
        ('<a href="/r?q=&amp;language=Rust">More</a>', "language", None),
        ('<a class="labelLink" href="/p/1">Wanted</a>', "prefix", "Wanted"),
        ('<p class="c__medium">Oil on canvas</p>', "medium", "Oil on canvas"),
        ('<p class="c__medium-text">Oil on canvas</p>', "medium", None),
        ('<p class="c__maker">Ann Bo</p>', "artist", "Ann Bo"),
        ('<p class="author">Ann Bo <i>says:</i></p>', "author", "Ann Bo"),
        ('<p class="author">Ann Bo <i>a écrit :</i></p>', "author", "Ann Bo"),
        ('<p class="author">Says Ann</p>', "author", "Says Ann"),
        ('<p class="size">12 m <a href="/r?p=1">1</a> <a href="/r?p=2">2</a></p>', "size", "12 m 1 2"),
        ('<p class="size">12 m <i>[ <a href="?p=1">1</a> <a href="?p=2">2</a> ]</i></p>', "size", "12 m"),
        ('<p class="size">12 m <i>[ <a href="?p=3">3</a> <a href="?p=4">4</a> ]</i></p>', "size", "12 m [ 3 4 ]"),
        ('<p class="size">12 m <i>[ <a href="?p=2">2</a> <a href="?p=1">1</a> ]</i></p>', "size", "12 m [ 2 1 ]"),
        ('<p class="size">12 m <i>[ 1 <b>2</b> 3 ]</i></p>', "size", "12 m [ 1 2 3 ]"),
        ('<p class="comment">It rains. <a href="#">Quote</a> <a href="#">Reply</a></p>', "comment", "It rains."),
        ('<p class="comment">It rains. <a href="#">Reply</a> today.</p>', "comment", "It rains. Reply today."),
        ('<p class="comment">It rains. <b>Reply</b></p>', "comment", "It rains. Reply"),
        ('<p class="comment"><a href="#">Reply</a></p>', "comment", None),
        ('<p class="kicker">Sport</p>', "section", "Sport"),
        ('<p data-test-id="postal-code-city">3512 KL Utrecht</p>', "postcode_and_city", "3512 KL Utrecht"),
        ('<p data-test-id="city">Utrecht</p>', "postcode_and_city", None),
        ("<p>Imprint: Cork : Wren Sound, 1999</p>", "publisher", "Wren Sound"),
        ("<p>Imprint: Cork : Wren Sound, 1999</p>", "year", "1999"),
        ("<p>Score: Cork 2 : 1 Galway, 1999</p>", "publisher", None),
        ('<p class="publisher">1999</p>', "publisher", None),
        ('<p><i class="publisher_place">Cork :</i> Wren Sound</p>', "place_of_publication", "Cork"),
        ('<p><i class="title_remainder">: a novel</i></p>', "subtitle", "a novel"),
        ("<p>Format: print</p><p>Document type: Text</p>", "material_type", "Text"),
        ("<p>Material type: Text</p><p>Format: print</p>", "carrier_format", "print"),
        ("<p><time>3 May 2027</time></p>", "last_published", "3 May 2027"),
        # Pages of a thread, after its first one.
        ('<a href="/r/#/page-2">2</a> <a href="/r/#/page-31">31</a>', "num_pages", "31"),
        ('<a href="/r/#?start=20">2</a> <a href="/r/#/#c7">31</a>', "num_pages", "2"),
        ('<a href="/r/#">31</a> <a href="/u/page-3">3</a>', "num_pages", None),
        ("<p class=last-post><b>Ann</b> <time>3 May 2027</time></p>", "latest_post", "3 May 2027"),
        # Days and hours in other languages.
        ("<p>4 de abril a 9 de maio de 2027</p>", "dates", "4 de abril a 9 de maio de 2027"),
        ("<p>4 de abril e 9 de maio de 2027</p>", "dates", None),
        ("<p>van 3 mei t/m 5 juni 2027</p>", "end_date", "5 juni 2027"),
        ("<p>jusqu'au 5 juin</p>", "end_date", "5 juin"),
        ("<p><b>ore 20.15</b></p>", "ora", "ore 20.15"),
        ("<p><b>ore 20.75</b></p>", "ora", None),
        ("<p>Odświeżono dnia 3 maja 2027</p>", "data", "3 maja 2027"),
        ("<p>Wczoraj o 9:05</p>", "data", "Wczoraj o 9:05"),
        # A time alone is when something is, in a list.
        ("<p><i>19:45</i> <b>Hall</b></p>", "time", "19:45"),
        ("<p><b>Hall</b> <i>19:45</i></p>", "time", None),
        ("<p><i>29:45</i> <b>Hall</b></p>", "time", None),
        ("<p>95 Min.</p>", "laenge", "95 Min."),
        ("<p>95 Minas</p>", "laenge", None),
        # Names of fields without what their letters have above them.
        ("<p>Länge: 3 m</p>", "lange", "3 m"),
        ("<p>Storlek: 3 m</p>", "lange", None),
        # A day behind its label, or behind a place that a class name speaks of.
        ("<h4>Priority 2016-03-01 • Filed 2017-03-02</h4>", "filing_date", "2017-03-02"),
        ("<h4>Priority 2016-03-01 • Bought 2017-03-02</h4>", "filing_date", None),
        ('<p class="place-date">Brno, Bystrc - 3 May 2027</p>', "place", "Brno, Bystrc"),
        ('<p class="place-date">Brno, Bystrc - 3 May 2027</p>', "date", "3 May 2027"),
        ('<p class="place-date">Brno, Bystrc - now</p>', "place", None),
        ('<p class="opened">#7 by ann <time>3 hours ago</time> · v2</p>', "opened", "3 hours ago"),
        ('<p><relative-time datetime="2027-05-03">3 hours ago</relative-time></p>', "opened", "2027-05-03"),
        # A place, a dash and a town.
        ('<p class="e-place"><i>Casa Alta</i><i> - </i><i>Braga</i></p>', "venue", "Casa Alta"),
        ('<p class="e-place"><i>Casa Alta</i><i> - </i><i>Braga</i></p>', "city", "Braga"),
        ('<p class="e-place"><i>Casa Alta</i><i> & </i><i>Braga</i></p>', "city", "Casa Alta & Braga"),
        # Countries are no place in one of them, and "Hybrid" is none at all.
        ("<p>Tunisia, Italy</p>", "location", None),
        ("<p>Tunisia, Italy · 2024</p>", "country", "Tunisia, Italy"),
        ("<p>Sousse, Tunisia</p>", "location", "Sousse, Tunisia"),
        ("<p>Hybrid</p>", "location", None),
        ("<p>Híbrido</p>", "modalidad", "Híbrido"),
        ("<p>dir. Ann Bo</p>", "director", "Ann Bo"),
        ("<p>adv. Ann Bo</p>", "director", None),
        ("<p>Réf. AB-12</p>", "reference", "AB-12"),
        ('<p id="card-7-item">Oslo</p>', "reference", None),
        ("<p>Scored 8.7</p>", "score", "8.7"),
        ("<p>Scored twice</p>", "score", None),
        ("<p>US1234567B2</p>", "publication_number", "US1234567B2"),
        ("<p>US1234567</p>", "publication_number", None),
        ('<p class="pdf">US1</p>', "pdf_link", None),
        # A sum without a word, or a range of them, is what is paid, where that is asked for.
        ("<p>£21,500 to £23,000</p>", "salary", "£21,500 to £23,000"),
        ("<p><b>£21,500</b></p>", "salary", "£21,500"),
        ("<p><b>£21,500 bonus</b></p>", "salary", None),
        # What something is called for those who cannot see.
        ('<a href="/r/#/s" aria-label="14200 stars">14.2k</a>', "stars", "14200"),
        ('<i aria-label="Rust language">Rust</i>', "language", "Rust"),
        ('<i aria-label="Rust opened">Rust</i>', "opened", None),
        ('<a href="/users/#" title="anna">A</a><a href="/users/#">anna</a>', "author", "anna"),
        ('<a href="/users/#" title="See more">anna</a>', "author", "anna"),
    ],
)
def test_what_is_said_of_a_record_is_read_by_its_form_and_place(card: str, field: str, said: str | None) -> None:
    html = cards(f'<h3><a href="/r/#">Record #x</a></h3>{card}<p>Weight: # kg</p>')

    found = rows(html, "all records", title="string", weight="string", **{field: "string"})
    assert [(row["weight"], row[field]) for row in found] == [(f"{n} kg", said) for n in (1, 2, 3)]


def test_hours_in_a_heading_are_those_of_the_records_under_it() -> None:
    found = rows(
        sections(cards={"09:00-09:45": "ab", "10:00-10:30": "c"}),
        "all jobs",
        title="string",
        city="string",
        start="string",
        end="string",
    )

    assert [(row["start"], row["end"]) for row in found] == [("09:00", "09:45")] * 2 + [("10:00", "10:30")]


def test_what_can_be_negotiated_is_so_marked() -> None:
    html = cards("<h3>Lamp #</h3><p>Price: #0</p><p>do negocjacji</p>")

    found = rows(html, "all lamps", title="string", price="number", negotiable="boolean")
    assert {row["negotiable"] for row in found} == {True}


def test_a_day_without_its_year_is_no_year() -> None:
    html = sections(cards={"14 May": "ab", "15 May": "c"})

    assert {row["year"] for row in rows(html, "all jobs", title="string", city="string", year="number")} == {None}


@pytest.mark.parametrize(("head", "last"), [("Letzter Beitrag", "uwe"), ("Letzte Seite", None)])
def test_who_wrote_last_is_known_in_other_languages(head: str, last: object) -> None:
    row = "<tr><td><a href='/t/1'>Heu</a><td>ida<td>3. Mai 2024<br>von uwe</tr>"
    html = f"<table><tr><th>Thema<th>Autor<th>{head}</tr>{row * 2}</table>"

    assert (
        rows(html, "alle Themen", title="string", author="string", last_poster="string")
        == [{"title": "Heu", "author": "ida", "last_poster": last}] * 2
    )


def test_the_link_of_a_record_called_by_owner_and_name_is_that_of_the_name() -> None:
    html = cards(
        '<p><a class="name" href="/o#">owner</a> / <a class="name" href="/o#/n">tool #</a></p><p>Size: # kB</p>'
    )

    found = rows(html, "all tools", size="string", url="string")
    assert [row["url"] for row in found] == [f"https://h.example/o{n}/n" for n in (1, 2, 3)]
    apart = rows(html.replace(" / ", " "), "all tools", size="string", url="string")
    assert [row["url"] for row in apart] == [f"https://h.example/o{n}" for n in (1, 2, 3)]


@pytest.mark.parametrize(
    ("head", "played"),
    [
        ('<th title="Played">P</th>', 18),
        ('<th><abbr title="Played">P</abbr></th>', 18),
        ('<th title="Played">Points</th>', None),
        ('<th title="Sort by points">P</th>', None),
    ],
)
def test_a_title_says_what_an_abbreviation_at_the_head_of_a_column_stands_for(head: str, played: object) -> None:
    html = f"<table><tr><th>Club</th>{head}<th>W</th></tr><tr><td>Otters</td><td>18</td><td>9</td></tr></table>"

    found = rows(html + html, "all teams", team="string", played="number", won="number")
    assert found == [{"team": "Otters", "played": played, "won": 9}]


@pytest.mark.parametrize("form", ["/t/{}", ""])
def test_the_number_of_a_post_stands_behind_its_sign(form: str) -> None:
    html = "".join(f'<li class="p"><h3>P{n}</h3><a href="{form.format(n)}">#{n}</a> of {n} posts</li>' for n in "123")

    found = rows(html, "all posts", author="string", title="string", post_number="string")
    assert [row["post_number"] for row in found] == ["#1", "#2", "#3"]


def test_an_old_table_has_labels_amid_its_cells() -> None:
    html = "".join(
        f'<table class="car"><tr><td colspan=3><b>{name}</b><tr><td rowspan=2><img src="{n}.jpg" alt="{name}">'
        f"<td><b>Mileage:</b><td>{n}0 miles<tr><td><b>Fuel:</b><td>Petrol <b>Gearbox:</b> Manual"
        f"<tr><td><b>Colour:</b><td>Blue<td><b>Reg:</b> AK{n}</table>"
        for n, name in enumerate(("Aldern Swift", "Torvik Estate", "Mirelle Van"), 1)
    )
    fields = ("vehicle", "mileage", "fuel", "gearbox", "colour", "registration")

    found = rows(html, "all cars", **dict.fromkeys(fields, "string"))
    assert list(found[1].values()) == ["Torvik Estate", "20 miles", "Petrol", "Manual", "Blue", "AK2"]
    compared = "<h1>A</h1><table><tr><td>Price:<td>10<td>20</table>"
    assert rows(compared, price="string") == [{"price": None}]


@pytest.mark.parametrize(
    "place",
    ["Lisbon, Portugal", "New York, NY", "Remote", "Remote - EMEA", "Berlin, Germany; Leeds, UK", "Hybrid in Ghent"],
)
def test_a_line_that_is_a_place_is_where_a_job_is(place: str) -> None:
    html = "".join(f"<li><a href='/j/{n}'>Cook {n}</a><p>{place}</p></li>" for n in range(3))

    assert [row["location"] for row in rows(f"<ul>{html}</ul>", "all jobs", title="string", location="string")] == [
        place
    ] * 3


@pytest.mark.parametrize("line", ["Remote control", "Hybrid bike", "Tea, green", "Cook, senior", "Poles, Carbon"])
def test_a_line_with_a_comma_is_no_place(line: str) -> None:
    html = "".join(f"<li><a href='/j/{n}'>Cook {n}</a><p>{line}</p></li>" for n in range(3))

    found = rows(f"<h1>Jobs</h1><ul>{html}</ul>", "all jobs", title="string", location="string")
    assert [row["location"] for row in found] == [None] * 3


def test_sections_are_no_records_where_what_is_in_them_says_all_that_they_say() -> None:
    def section(name: str, *jobs: int) -> str:
        entries = "".join(f"<div><a href='/j/{n}'>Cook {n}</a> <p>Leeds, UK</p></div>" for n in jobs)
        return f"<section><h3>{name}</h3>{entries}</section>"

    html = f"<h1>Openings</h1>{section('Kitchen', 1)}{section('Hall', 2, 3)}{section('Bar', 4)}"

    found = rows(html, "every opening", title="string", location="string", url="string")
    assert [row["title"] for row in found] == ["Cook 1", "Cook 2", "Cook 3", "Cook 4"]


def test_of_one_record_that_holds_a_list_the_list_is_meant() -> None:
    wares = "".join(f"<li><h3><a href='/w/{n}'>Ware {n}</a></h3></li>" for n in range(6))
    wares += "<li><h3><a href='/w/6'>Ware 6</a></h3><p>Out of stock</p></li>"
    bars = ("<a href='/s'>Sort by price</a>", f"<ul>{wares}</ul>", "<a href='/s'>Seven on a page</a>")
    html = f"<div>{''.join(f'<div class=bar>{bar}</div>' for bar in bars)}</div>"

    found = rows(html, "list the wares", name="string", availability="string", in_stock="boolean")
    assert [row["name"] for row in found] == [f"Ware {n}" for n in range(7)]


def test_a_prompt_that_asks_for_the_number_of_reviews_asks_for_no_reviews() -> None:
    def ware(number: int) -> str:
        name = f"<h3><a href='/w/{number}'>Ware {number}</a></h3>"
        return f"<li>{name}<div class=reviews><a href='#r'>{number} Reviews</a></div></li>"

    html = "<ul>" + "".join(map(ware, range(1, 5))) + "</ul>"

    found = rows(html, "all products with the number of reviews", name="string", url="string")
    assert [row["name"] for row in found] == [f"Ware {n}" for n in range(1, 5)]


def test_what_stands_behind_the_end_of_a_page_is_a_part_of_it() -> None:
    html = "<html><body><h1>A</h1></body></html><p>Size: 5</p></body></html><p>Color: red</p>"

    assert rows(html, size="string", color="string") == [{"size": "5", "color": "red"}]


def test_counts_may_be_negative() -> None:
    votes = [("Oak or ash?", "-3"), ("Which glue?", "12"), ("Why varnish?", "\u22121")]
    html = "".join(f"<li><div><b>{n}</b><i>votes</i></div><h3><a href='/{n}'>{q}</a></h3></li>" for q, n in votes)

    found = rows(f"<ul>{html}</ul>", "all questions", title="string", votes="number")
    assert [row["votes"] for row in found] == [-3, 12, -1]


def test_a_value_that_ends_in_a_comma_goes_on_in_the_next_element() -> None:
    html = (
        "<h1>Fog</h1><p><b>Publication details:</b> <span>Oslo : Elm,</span> <span>2019</span></p>"
        "<div><span>By:</span> <a href='/u/1'>Bell, Ann</a> <a href='/edit'>Edit</a></div>"
    )

    assert rows(html, "the book", publication="string", author="string") == [
        {"publication": "Oslo : Elm, 2019", "author": "Bell, Ann"}
    ]


@pytest.mark.parametrize("tag", ["h3", "div"])
def test_a_long_title_is_no_rival_of_a_description(tag: str) -> None:
    titles = ["Why the blades of old planes wear out early", "How the mouth of a plane tells shavings apart"]
    texts = ["We ground twelve of them, and weighed the dust.", "An open mouth tears, and a narrow one chokes."]
    html = "".join(
        f"<li><{tag}><a class='title' href='/{n}'>{title}</a></{tag}><div>{text}</div></li>"
        for n, (title, text) in enumerate(zip(titles, texts, strict=True))
    )

    found = rows(f"<ul>{html}</ul>", "all articles", title="string", snippet="string")
    assert [tuple(row.values()) for row in found] == list(zip(titles, texts, strict=True))


def test_a_label_with_a_value_that_has_a_form_is_no_rival_of_a_description() -> None:
    told = "How deep it cuts, and what it weighs in kg."
    html = cards(f"<h3>Saw #</h3><p><span>Updated on this very website:</span> 28 February 2025</p><div>{told}</div>")

    assert rows(html, "all saws", title="string", description="string")[0]["description"] == told


@pytest.mark.parametrize(("name", "told"), [("empty", None), ("told", "This data set has no description at all.")])
def test_what_stands_where_there_is_no_description_is_none(name: str, told: object) -> None:
    html = cards(f'<h3>Saw #</h3><p class="{name}">This data set has no description at all.</p>')

    assert rows(html, "all saws", title="string", description="string")[0]["description"] == told


def test_a_title_that_ends_in_a_day_is_one_where_a_class_name_says_so() -> None:
    html = cards(
        "<p><a class='title' href='/t/#'>Thread #, 3 March</a> (<a href='/r/a'>self.maps</a>)</p><b>Size: #</b>"
    )

    found = rows(html, "all threads", title="string", url="string", size="string")[0]
    assert (found["title"], found["url"]) == ("Thread 1, 3 March", "https://h.example/t/1")


def test_a_word_of_running_text_labels_nothing_that_the_list_states_elsewhere() -> None:
    def card(n: int, kind: str, *told: str) -> str:
        said = "".join(f"<li>{one}</li>" for one in told)
        return f"<article><h3><a href='/{n}'>Job {n}a</a></h3><p>{kind}</p><ul>{said}</ul></article>"

    duty, days = "You report to the head of the mill.", "Schedule: Monday to Friday"
    html = (
        card(1, "Full-time", duty, days)
        + card(2, "Part-time", days)
        + card(3, "Contract", duty)
        + card(4, "", duty, days)
    )

    found = rows(html, "all jobs", title="string", job_type="string")
    assert [row["job_type"] for row in found] == ["Full-time", "Part-time", "Contract", None]


def test_what_one_record_says_among_sentences_and_another_alone_is_the_same() -> None:
    told = ["", "<li>Made of solid wood in our own workshop.</li>", ""]
    html = "".join(
        f"<article><h3>Chair {n}a</h3><ul>{told[n]}<li>Colour: red {n}</li></ul></article>" for n in range(3)
    )

    found = rows(html, "all chairs", title="string", color="string")
    assert [row["color"] for row in found] == ["red 0", "red 1", "red 2"]


def test_a_record_has_the_link_of_its_heading_or_none() -> None:
    def card(n: int, title: str, data: str = "") -> str:
        about = f"<a href='/people/{n}'>Ann {n}b</a> <a href='/like/{n}'>Related works</a><p>Rank: {n}</p>"
        return (
            f"<li><img src='/{n}.jpg' data-large-image-url='/large/{n}.jpg'><h3>{title}</h3>{about}<i {data}></i></li>"
        )

    html = card(1, "<a href='/w/1'>Fog</a>") + card(2, "Sea") + card(3, "<a href='/w/3'>Ice</a>", "data-url='/grade'")

    found = rows(f"<ul>{html}</ul>", "all works", title="string", rank="number", url="string")
    assert [row["url"] for row in found] == ["https://h.example/w/1", None, "https://h.example/w/3"]


def test_the_only_link_of_each_record_is_its_own() -> None:
    html = "".join(f"<li><h3>Film {n}a</h3><p>Rank: {n}</p><a href='/f/{n}'>Watch it</a></li>" for n in (1, 2, 3))

    assert rows(f"<ul>{html}</ul>", "all films", title="string", url="string")[2]["url"] == "https://h.example/f/3"


@pytest.mark.parametrize("link", ["<a href='/f/1'><img src='/1.jpg'></a>", "<a href='/f/1'>Read more</a>"])
def test_a_picture_or_read_more_is_the_link_of_a_record_whose_heading_has_none(link: str) -> None:
    def card(n: int, title: str, link: str = "") -> str:
        told = f"<p>The whole town talks about it.</p><p>By <a href='/people/{n}'>Ann {n}b</a></p>"
        return f"<li><h3>{title}</h3>{told}<div>{link}</div></li>"

    html = "".join(card(n, f"<a href='/f/{n}'>Mill {n}a</a>") for n in (2, 3, 4))
    html = f"<ul>{card(1, 'Mill 1a', link)}{html}</ul>"

    assert rows(html, "all films", title="string", url="string", author="string")[0]["url"] == "https://h.example/f/1"


@pytest.mark.parametrize(
    ("line", "stated"),
    [
        ("by Ann Bell · 2019 · Book", {"author": "Ann Bell", "year": "2019"}),
        ("by Ann Bell · Book · Drama", {"author": "Ann Bell"}),
        ("2019 · Drama · 112 min", {"year": "2019", "duration": "112 min"}),
        ("Replies 12 | Views 1,340", {"Replies": "12", "Views": "1,340"}),
        ("Citations (67)", {"Citations": "67"}),
        ("Bell, A., Dunn, C. (1998). On saws.", {"author": "Bell, A., Dunn, C.", "year": "1998"}),
        ("Oslo : Elm, 2019. - 312 p.", {"publisher": "Elm", "year": "2019"}),
        (
            "Bell A. On saws. Wood Notes. 2025 Mar 3;80(3):2-9. doi: 10.1007/x-1. Epub 2024 Dec 8.",
            {
                "source": "Wood Notes",
                "year": "2025",
                "publication date": "2025 Mar 3",
                "volume": "80",
                "issue": "3",
                "page range": "2-9",
                "epub date": "2024 Dec 8",
                "publication venue": "Wood Notes",
            },
        ),
        (
            "B O'Dell, C Dunn - … and Saw Notes, 2011 - Elm",
            {
                "author": "B O'Dell, C Dunn",
                "source": "… and Saw Notes",
                "year": "2011",
                "publication venue": "… and Saw Notes",
                "site name": "Elm",
                "publisher": "Elm",
            },
        ),
        (
            "Friends of Elm Alley - 2018 - elmstreet.example",
            {"author": "Friends of Elm Alley", "year": "2018", "site name": "elmstreet.example"},
        ),
        ("Friends of Elm Alley - 2018 - Annual meeting", {}),
        (
            "B O'Dell, C Dunn… - 2011 Meeting of Saws, 2011 - elm.example",
            {
                "author": "B O'Dell, C Dunn…",
                "source": "2011 Meeting of Saws",
                "year": "2011",
                "publication venue": "2011 Meeting of Saws",
                "site name": "elm.example",
                "publisher": "elm.example",
            },
        ),
        ("B O'Dell, C Dunn - Elm Press", {"author": "B O'Dell, C Dunn", "publisher": "Elm Press"}),
        ("AC Milan - Inter", {}),
        (
            "Wood Notes. 2025 Mar 3:gfae21.",
            {
                "source": "Wood Notes",
                "year": "2025",
                "publication date": "2025 Mar 3",
                "page range": "gfae21",
                "publication venue": "Wood Notes",
            },
        ),
        ("#642 · ann opened on Aug 19, 2022", {"number": "642", "author": "ann", "date": "Aug 19, 2022"}),
        ("Wood Notes. 2025 Mar 3; no more", {}),
        ("May 3, 2026, by Ann", {"date": "May 3, 2026", "author": "Ann"}),
        ("Comment 5", {}),
        ("Problems with Windows 11", {}),
        ("We sawed all day, and the mill, 2019, was shut", {}),
    ],
)
def test_a_line_of_several_facts_is_taken_apart(line: str, stated: dict[str, str]) -> None:
    assert dict(byline_of(line)) == stated


@pytest.mark.parametrize(
    "tags",
    [
        '<ul class="tags"><li>oak</li><li>glue</li></ul>',
        '<div class="tags"><ul><li><a class="post-tag">oak</a></li><li><a class="post-tag">glue</a></li></ul></div>',
        '<div class="tags"><a class="tag" href="/t/oak">oak</a> <a class="tag" href="/t/glue">glue</a></div>',
        '<div class="tags"><a href="/t/oak">oak</a><a href="/t/glue">glue</a></div>',
    ],
)
def test_several_values_of_one_role_are_divided_by_commas(tags: str) -> None:
    html = "".join(f'<li><h3><a href="/q/{at}">Which wood {at}?</a></h3>{tags}</li>' for at in range(3))

    found = rows(f"<ul>{html}</ul>", "all the questions", title="string", tags="string")
    groups = rows(f"<ul>{html}</ul>".replace("tags", "prods"), "all", title="string", product_groups="string")

    assert found == [{"title": f"Which wood {at}?", "tags": "oak, glue"} for at in range(3)]
    assert [row["product_groups"] for row in groups] == ["oak, glue"] * 3


@pytest.mark.parametrize(
    ("name", "company"),
    [
        ('<strong>Otters</strong> <span class="tagline">For rivers</span>', "Otters"),
        ('<a href="/c">Otters</a><sup class="badge">New</sup>', "Otters"),
        ('<span class="head-name">Otters</span><span class="note">For rivers</span>', "Otters"),
        ("<strong>Otters</strong> <span>For rivers</span>", "Otters For rivers"),
        ('<strong>Otters</strong> <a class="more" href="/r">Rivers</a>', "Otters Rivers"),
        ('<b class="part">Otters</b> <b class="part">Rivers</b>', "Otters Rivers"),
        ('<strong>12</strong> <span class="unit">Otters</span>', "12 Otters"),
        ('<span class="kind">Charity</span> <span class="head-name">Otters</span>', "Otters"),
        ("Otters<br>For rivers", "Otters"),
    ],
)
def test_a_name_ends_where_another_part_with_a_class_begins(name: str, company: str) -> None:
    html = cards(f'<h3>Keeper #</h3><div class="company">{name}</div><p>Size: #</p>')

    assert rows(html, "all jobs", title="string", company="string")[0] == {"title": "Keeper 1", "company": company}


def test_the_name_of_a_heading_is_told_from_what_else_stands_in_it() -> None:
    head = '<h2><span><a href="/{}">{}</a></span><span class="last">Last Post</span></h2>'
    html = "".join(
        f"{head.format(name, name)}<ul><li class='f'><h3><span class='title'>{name} {n}</span>"
        f"<span class='sub'>x</span></h3><i>{n} a</i></ul>"
        for name in ("Models", "Tracks")
        for n in "AB"
    )

    found = rows(html, "all boards", title="string", category="string")
    assert found[::2] == [{"title": f"{name} A", "category": name} for name in ("Models", "Tracks")]


@pytest.mark.parametrize(
    ("link", "beside", "title"),
    [
        ("<p>Hill farm</p><p>Apple juice</p>", '<button aria-label="Add Apple juice to the cart"></button>', 0),
        ("<p>Hill farm</p><p>Äpfel #</p><p>New</p>", "", 1),
        ("<p>€#.10</p><p>Apple juice</p><b>€#.20</b>", '<img alt="Apple juice in a glass">', 0),
        ("<p>3 May 2026</p><p>Apple juice</p><p>€#.20</p>", "", 0),
        ("<p>Juice</p><p>Apple juice</p>", '<button aria-label="Apple juice: add"></button>', 0),
        ("<p>Hill farm</p><p>Apple juice</p>", '<button aria-label="Buy Hill farm Apple juice"></button>', None),
        ("<p>Hill farm</p><p>Apple juice</p>", "", None),
    ],
)
def test_the_name_of_a_link_with_several_texts_is_what_is_spoken_of(link: str, beside: str, title: int | None) -> None:
    html = cards(f'<a href="/farm/aepfel-#.html">{link}</a>{beside}<i>Size: # l</i>')

    found = rows(html, "all products", title="string", size="string")
    assert found[0] == {"title": None if title is None else ("Apple juice", "Äpfel 1")[title], "size": "1 l"}


def test_a_board_has_a_name_counts_and_the_title_of_its_last_post() -> None:
    html = cards(
        '<h3><a href="/f/#">Saws #</a></h3><ul><li>Threads: 4#</li><li>Posts: 2#0</li></ul><div class="last-post">'
        '<a href="/t/#?goto=new">Which blade #?</a> by <a href="/m?#">anna</a>, 3 May 2026</div>'
    )
    fields = dict.fromkeys(("forum", "threads", "last_post_title", "last_post_by"), "string")

    found = rows(html, "all boards", **fields)
    assert found[0] == dict(zip(fields, ("Saws 1", "41", "Which blade 1?", "anna"), strict=True))
    assert rows(html, "all boards", thread="string", posts="number")[0] == {"thread": "Saws 1", "posts": 210}
    nameless = rows(html.replace("Which blade", "Last post"), "all boards", **fields)
    assert [row["last_post_title"] for row in nameless] == [None] * 3


def test_a_count_is_no_name_and_who_wrote_last_is_no_post() -> None:
    html = cards(
        '<a class="forumtitle" href="/f/#">Saws #</a><p class="topics">1,40# <i>Topics</i></p><p class="lastpost">'
        '<a href="/t/#">Which blade #?</a> by <a class="username" href="/m/#">anna</a> <i>3 May 2026</i></p>'
    )

    found = rows(html, "all forums", name="string", topics="number", last_post="string")
    assert found[1] == {"name": "Saws 2", "topics": 1402, "last_post": "3 May 2026"}
    named = cards('<b class="topic"># Topics of note</b> <i class="size"># kB</i>')
    assert rows(named, "all topics", name="string", size="string")[1] == {"name": "2 Topics of note", "size": "2 kB"}


def test_who_began_stands_in_a_table_behind_words_and_before_numbers_of_pages() -> None:
    pages = '<small>« <a href="?p=1">1</a> <a href="?p=2">2</a> ... <a href="?p=9">9</a> »</small>'
    body = "".join(
        f'<tr><td><a href="/t/{n}">Reed {n}</a><p>Started by <a href="/m/{n}">{name}</a> {pages}</p></td>'
        f"<td>{n} Replies</td></tr>"
        for n, name in enumerate(("Bo H", "squeezer", "old_penny"), 1)
    )
    html = f"<table><tr><th>Subject / Started by</th><th>Replies</th></tr>{body}</table>"

    found = rows(html, "all topics", title="string", author="string", replies="number")
    assert [(row["title"], row["author"]) for row in found] == [
        ("Reed 1", "Bo H"),
        ("Reed 2", "squeezer"),
        ("Reed 3", "old_penny"),
    ]


@pytest.mark.parametrize(
    ("below", "description"),
    [
        ("Find riding partners.", "Find riding partners."),
        ("Looking for a part?<p hidden>Topics: 4</p>", "Looking for a part?"),
        ("All that has two wheels", "All that has two wheels"),
        ("All that has wheels", None),
        ("See <i>all</i> that has two wheels.", None),
        ("<b>Subsections:</b> <a href='/f/#1'>Hub gears.</a>", None),
        ("12 High Street, Old Town, York.", None),
        ("by anna, 3 May 2026", None),
    ],
)
def test_the_line_below_the_link_of_a_record_describes_it(below: str, description: str | None) -> None:
    html = cards(f'<div><a href="/f/#">Board #x</a><br>{below}</div><p class="size"># kB</p>')

    found = rows(html, "all boards", name="string", description="string", size="string")
    assert found[1] == {"name": "Board 2x", "description": description, "size": "2 kB"}


def test_the_website_of_its_author_is_not_the_link_of_a_comment() -> None:
    html = cards(
        '<p class="{}"><a rel="external nofollow" href="https://home#.example/">Ann</a></p>'
        '<i><a href="/p/#">3 May 2026</a></i><div class="text">It rains here.</div>'
    )

    def urls(name: str) -> list[str]:
        found = rows(html.replace("{}", name), "all comments", text="string", url="string")
        return [row["url"] for row in found]

    assert urls("author") == [f"https://h.example/p/{n}" for n in (1, 2, 3)]
    assert urls("x") == [f"https://home{n}.example/" for n in (1, 2, 3)]


@pytest.mark.parametrize(("name", "folder"), [("title", "j"), ("company-name", "c"), ("x", "c")])
def test_the_link_of_a_record_is_the_one_that_has_its_title(name: str, folder: str) -> None:
    own = f'<a href="/j/#"><span class="{name}">Joiner #</span> <i>York</i></a>'
    html = cards(f'<p><a href="/c/#">About the makers</a></p>{own}<p class="size"># kB</p>')

    found = rows(html, "all jobs", url="string", size="string")
    assert [row["url"] for row in found] == [f"https://h.example/{folder}/{n}" for n in (1, 2, 3)]


def test_boilerplate_in_a_text_is_no_part_of_it() -> None:
    html = cards(
        '<h3>Post #</h3><div class="message-content"><p>It rains in valley # and nowhere else, say all.</p>'
        "<aside><p>Longtail, box bike, and tandem.</p></aside></div>"
    )

    assert rows(html, "all posts", title="string", text="string")[1] == {
        "title": "Post 2",
        "text": "It rains in valley 2 and nowhere else, say all.",
    }


def test_what_is_called_two_things_answers_none_of_them_alone() -> None:
    html = cards('<h3>Tool #</h3><div class="name-and-version">tool</div><p class="size"># kB</p>')

    assert rows(html, "all tools", version="string", size="string")[0] == {"version": None, "size": "1 kB"}
    assert rows(html, "all tools", name_and_version="string")[0] == {"name_and_version": "tool"}


def test_a_box_with_a_title_in_it_is_no_description() -> None:
    body = '<div class="description-box"><p><a class="name" href="/t/#">Tool #</a><i>v1.#</i></p>{}</div><b>Size: #</b>'
    html = cards(body.format('<p class="description">It cuts wood.</p>')) + cards(body.format(""), 1)

    found = rows(f"<div>{html}</div>".replace("</ul><ul>", ""), "all tools", name="string", description="string")
    assert [row["description"] for row in found] == ["It cuts wood."] * 3 + [None]


@pytest.mark.parametrize("names", [("row-odd", "row-even"), ("row", "row feature"), ("row_first", "row_last")])
def test_rows_whose_classes_alternate_are_one_list(names: tuple[str, str]) -> None:
    def row(number: int) -> str:
        old = "" if number % 2 else "<del>$90</del> "
        name = f"<a href='/b/{number}'>Book {number}</a>"
        return f"<tr class='{names[number % 2]}'><td>{name}<td>{old}<b>$8{number}</b></tr>"

    html = f"<table><tr><td>Cover<td>Buy now</tr>{''.join(map(row, range(6)))}</table>"

    found = rows(html, "all books", title="string", price="number", old_price="number", url="string")
    assert [row["title"] for row in found] == [f"Book {number}" for number in range(6)]


def test_a_reply_within_a_comment_is_a_comment_of_its_own() -> None:
    def comment(name: str, replies: str = "") -> str:
        inner = f"<ol class=children>{replies}</ol>" if replies else ""
        said = f"<p class=text>I, {name}, have read all of it, and {len(name)} times.</p>"
        return f"<li class='comment depth'><div><b class=author>{name}</b>{said}</div>{inner}</li>"

    threads = comment("Ann", comment("Bo", comment("Cy"))) + comment("Di") + comment("Eva", comment("Flo"))
    html = f"<h1>Nets</h1><ol>{threads}</ol>"

    found = rows(html, "all comments", author="string", text="string")
    assert [row["author"] for row in found] == ["Ann", "Bo", "Cy", "Di", "Eva", "Flo"]
    assert [row["text"] for row in found] == [
        f"I, {row['author']}, have read all of it, and {len(row['author'])} times." for row in found
    ]


def test_of_spans_of_one_class_those_with_a_form_of_their_own_are_no_name() -> None:
    def job(number: int) -> str:
        spans = ("Ox Ltd", "Full-Time", "Anywhere in the World")
        said = "".join(f"<span class=company>{one}</span>" for one in spans)
        return f"<li><a href='/j/{number}'><span class=title>Cook {number}</span>{said}</a></li>"

    found = rows(f"<ul>{''.join(map(job, range(3)))}</ul>", "all jobs", title="string", company="string")
    assert [row["company"] for row in found] == ["Ox Ltd"] * 3


def test_ratings_are_how_good_it_is_rather_than_how_many_said_so() -> None:
    html = recipe(aggregateRating={"ratingValue": "4.86", "ratingCount": "57"})

    assert rows(html, "the recipe", ratings="number", ratings_count="number") == [
        {"ratings": 4.86, "ratings_count": 57}
    ]


@pytest.mark.parametrize(("total", "found"), [("PT0M", None), ("PT45M", 45)])
def test_nothing_is_done_in_no_time(total: str, found: int | None) -> None:
    assert rows(recipe(totalTime=total, prepTime="PT15M"), "the recipe", total_time="number", prep_time="number") == [
        {"total_time": found, "prep_time": 15}
    ]


def test_vocabularies_before_schema_org_say_how_all_rated_a_thing() -> None:
    html = """<div itemscope itemtype="http://data-vocabulary.org/Recipe"><h1 itemprop=name>Gulyás</h1>
        <div itemprop=review itemscope itemtype="http://data-vocabulary.org/Review-aggregate">
        <i itemprop=rating>4.5</i> / 5 (<i itemprop=count>34</i> szavazat)</div></div>"""

    assert rows(html, "the recipe", rating="number", rating_count="number") == [{"rating": 4.5, "rating_count": 34}]


def test_of_data_that_may_be_a_thousand_the_price_that_is_seen_decides() -> None:
    html = """<html lang=es><div itemscope itemtype="https://schema.org/Product"><h1 itemprop=name>Hacha</h1>
        <p itemprop=offers itemscope itemtype="https://schema.org/Offer">
        <b itemprop=price content="{}">{}</b></p></div>"""

    assert [row["price"] for row in rows(html.format("23.715", "23,72 €"), price="number")] == [23.72]
    assert [row["price"] for row in rows(html.format("1.299", "1.299 €"), price="number")] == [1299]


def test_what_another_kind_costs_is_no_price() -> None:
    html = """<h1>Phone</h1><button aria-pressed=false>Good <small>£139</small></button>
        <button aria-pressed={}>Mint <small>£164</small></button>"""

    assert [row["price"] for row in rows(html.format("true"), price="number", name="string")] == [164]
    assert [row["price"] for row in rows(html.format("false"), price="number", name="string")] == [None]


def test_of_an_event_the_name_of_its_place_is_no_city_and_what_became_of_it_no_state() -> None:
    event = {
        "@context": "https://schema.org",
        "@type": "Event",
        "name": "Carols",
        "eventStatus": "https://schema.org/EventScheduled",
        "location": {
            "@type": "Place",
            "name": "Meetinghouse",
            "address": {"@type": "PostalAddress", "addressLocality": "Tunbridge", "addressRegion": "VT"},
        },
    }
    html = f"<script type=application/ld+json>{json.dumps(event)}</script><h1>Carols</h1>"

    assert rows(html, "the event", venue="string", city="string", state="string") == [
        {"venue": "Meetinghouse", "city": "Tunbridge", "state": "VT"}
    ]


def test_who_sells_it_is_not_what_it_is_called() -> None:
    html = "<h1>Ranger</h1><p>Mileage: 9 km</p>"

    assert rows(html, dealer_name="string", contact_name="string", mileage="string") == [
        {"dealer_name": None, "contact_name": None, "mileage": "9 km"}
    ]


def test_the_title_of_an_abbreviated_moment_is_the_moment() -> None:
    post = '<div itemscope itemtype="https://schema.org/BlogPosting"><h1 itemprop=headline>Pie</h1>{}</div>'
    moment = "<abbr itemprop=datePublished title='{}'>4:20 PM</abbr>"

    html = post.format(moment.format("2024-02-11T16:20:00-08:00"))
    assert rows(html, "the post", date_published="string") == [{"date_published": "2024-02-11T16:20:00-08:00"}]
    assert rows(post.format(moment.format("then")), "the post", date_published="string")[0]["date_published"] != "then"


def test_a_note_with_words_behind_a_number_is_no_part_of_it() -> None:
    html = "<h1>House</h1><p>Rooms: {}</p>"

    assert rows(html.format("5 (4 of them bedrooms)"), rooms="number")[0]["rooms"] == 5
    assert rows(html.format("5 (4)"), rooms="number")[0]["rooms"] is None


def test_what_an_offer_is_called_is_not_the_category_of_the_thing() -> None:
    offer = {"@type": "Offer", "category": "primary", "price": "9"}
    event = {"@context": "https://schema.org", "@type": "Event", "name": "Carols", "offers": offer}
    html = f"<script type=application/ld+json>{json.dumps(event)}</script><h1>Carols</h1>"

    assert rows(html, "the event", category="string", price="number") == [{"category": None, "price": 9}]


def test_a_rating_in_figures_counts_before_the_width_of_stars_beside_it() -> None:
    html = "<h1>Peg</h1><div><p class=stars style='width:90%'></p>{}</div>"

    assert rows(html.format("<a>9.1 / 10</a>"), name="string", rating="number")[0]["rating"] == 9.1
    assert rows(html.format(""), name="string", rating="number")[0]["rating"] == 4.5


@pytest.mark.parametrize(
    ("html", "field", "said"),
    [
        ('<p class="sku">Basic</p>', "sku", None),
        ('<meta name="apple-mobile-web-app-status-bar-style" content="black-translucent7">', "style", None),
        ('<p class="maker">Производитель:<a href="/m/1">Hummin</a> <img src="/f.gif"> США</p>', "brand", "Hummin"),
        ("<p>Brand: Other</p>", "brand", None),
        ('<input type="image" src="/b.gif" alt="Add to cart">', "availability", "InStock"),
        ('<input type="submit" value="+ Add To Cart">', "availability", "InStock"),
        ('<button><img src="/b.png" alt="Dodaj do koszyka"></button>', "availability", "InStock"),
        ('<input type="submit" value="Search">', "availability", None),
    ],
)  # fmt: skip
def test_what_shops_say_of_one_product(html: str, field: str, said: str | None) -> None:
    page = f"<title>Boots 7 - Shop</title><h1>Boots 7</h1><p>$20.00</p>{html}"

    assert rows(page, name="string", **{field: "string"}) == [{"name": "Boots 7", field: said}]


def test_prices_that_a_script_counts_in_cents_are_in_the_units_of_the_page() -> None:
    state = {"product": {"title": "Boots 7", "price": 1199, "compare_at_price": 1999, "weight": 900}}
    html = (
        f"<title>Boots 7 - Shop</title><h1>Boots 7</h1><p>$11.99</p><script>var state = {json.dumps(state)};</script>"
    )

    found = rows(html, name="string", price="number", compare_at_price="number", weight="number")
    assert found == [{"name": "Boots 7", "price": 11.99, "compare_at_price": 19.99, "weight": 900}]


CHOICES = "<fieldset><label>Red, out of stock</label><label>Blue <b>$9.97</b></label></fieldset>"
WAYS = "<div><span>Delivery</span><span>Not available</span></div>"


def test_what_is_said_of_a_choice_or_a_delivery_is_not_said_of_the_thing() -> None:
    price = "<div><span class=price>$5.88</span> <s>$6.97</s></div><button>Add to cart</button>"
    html = f"<h1>Brewer</h1>{CHOICES}{price}{WAYS}"

    found = rows(html, price="number", old_price="number", in_stock="boolean")
    assert found == [{"price": 5.88, "old_price": 6.97, "in_stock": True}]


@pytest.mark.parametrize("lead", ["Shop all ", "More from ", "\u200e"])
def test_a_brand_is_read_without_what_leads_to_it(lead: str) -> None:
    assert rows(f"<h1>Quilt</h1><p>Brand: {lead}Hearth</p>", brand="string") == [{"brand": "Hearth"}]


@pytest.mark.parametrize("sign", ["¶", "#", "§"])
def test_a_sign_that_leads_to_a_heading_is_no_part_of_it(sign: str) -> None:
    html = f'<h1>Install<a class=headerlink href="#install">{sign}</a></h1><p>Run the command below.</p>'

    assert rows(html, "the page", title="string") == [{"title": "Install"}]


@pytest.mark.parametrize("paragraph", ["<p>Boats to <i>come</i></p>", '\n <P class="big">Boats to come</P>\n'])
def test_a_paragraph_may_be_all_of_a_heading(paragraph: str) -> None:
    boats = "".join(f"<div class=boat><a href=/b/{at}>Elm {at}x</a><p>{at} m long</p></div>" for at in (1, 2, 3))
    beside = f"<div class=related><h2>{paragraph}</h2>{boats}</div>"

    found = rows(f"<h1>Oslund</h1>{'<p>Rain.</p>' * 9}{beside}", "the boats to come", name="string", length="string")
    assert [row["name"] for row in found] == ["Elm 1x", "Elm 2x", "Elm 3x"]


@pytest.mark.parametrize(
    ("prompt", "language"),
    [("the article", "de-AT"), ("the film", None), ("the course, and what it is taught in", None)],
)
def test_a_thing_with_a_language_of_its_own_has_not_that_of_its_page(prompt: str, language: str | None) -> None:
    html = "<html lang=de-AT><title>Elms in rain</title><h1>Elms in rain</h1><p>A long time by the river.</p></html>"

    assert rows(html, prompt, title="string", language="string") == [{"title": "Elms in rain", "language": language}]
