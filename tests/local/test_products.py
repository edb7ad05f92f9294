"""What pages about one thing say where their data is of another one, or is out of date."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.local.test_reading import rows


def product(said: str, *, name: str = "Zephrine A450 Air Purifier", **data: Any) -> dict[str, Any]:
    stated = json.dumps({"@type": "Product", "name": name} | data) if data else "{}"
    head = f"<title>Zephrine A450 Air Purifier - Clear Air</title><script type=application/ld+json>{stated}</script>"
    html = f"{head}<h1>Zephrine A450 Air Purifier</h1>{said}"
    return rows(html, name="string", price="number", regular_price="number", sku="string", availability="string")[0]


OFFER = {"@type": "Offer", "price": "179.99", "priceCurrency": "USD"}


@pytest.mark.parametrize(
    ("name", "price"),
    [
        ("Zephrine A450 Air Purifier", 179.99),
        ("A450 Air Purifier by Zephrine", 179.99),
        ("Zephrine A200 Air Purifier", 349.95),
        ("Walnut Table", 349.95),
    ],
)
def test_data_with_another_number_or_name_is_of_another_thing(name: str, price: float) -> None:
    assert product("<b class=price>$349.95</b>", name=name, offers=OFFER)["price"] == price


@pytest.mark.parametrize(
    ("said", "prices"),
    [
        pytest.param(
            "<del><span class=list><b class=sr-only>Price reduced from</b>$179.99<b class=sr-only>to</b></span></del>"
            "<span class=sales>$108.60</span>",
            (108.6, 179.99),
            id="for those who cannot see",
        ),
        pytest.param(
            "<p><del>$249.00</del> <b>$149.00</b></p><p>Lowest price in the last 30 days: <b>$179.99</b></p>",
            (149, 249),
            id="the lowest of late",
        ),
        pytest.param("<p><del>$249.00</del> <b>$149.00</b></p>", (179.99, 249), id="nothing says what it is"),
    ],
)
def test_data_gives_way_to_a_price_that_the_page_tells_from_it(said: str, prices: tuple[float, float]) -> None:
    found = product(said, offers=OFFER)

    assert (found["price"], found["regular_price"]) == prices


def test_the_price_of_another_size_is_not_the_price() -> None:
    size = "<a href=/p/{0}><span>{0} in</span> <span>${1}</span></a> "
    sizes = size.format(48, 799) + size.format(65, 1499)

    assert product(f"<div>{sizes}</div><div><b class=price>$949</b></div>")["price"] == 949


def test_a_sum_may_be_cut_by_its_markup() -> None:
    assert product("<div class=price><span>949</span><span>,\u2013</span><span>€</span></div>")["price"] == 949


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("<dl><dt>In stock</dt><dd>3 Items</dd></dl>", "in stock"),
        ("<p>Availability: Ships in 2 days</p>", "Ships in 2 days"),
        ("<p>Available Options:</p><table><tr><td>Finish:</td><td>Satin</td></tr></table>", None),
    ],
)
def test_a_label_may_say_that_there_is_some(said: str, value: str | None) -> None:
    assert product(said)["availability"] == value


def test_a_code_has_no_scheme() -> None:
    assert product("<p>SKU: isbn:9781800741263</p>")["sku"] == "9781800741263"


def test_a_cell_may_be_called_the_heading_of_the_page() -> None:
    name = "<td class=pageHeading>Low Whistle in F<br><small>[BR-2]</small></td>"
    price = "<td class=pageHeading><s>$79</s> <b>$64.50</b></td>"

    found = rows(f"<title>Pipe and Reed</title><table><tr>{name}{price}</tr></table>", name="string", price="number")
    assert found == [{"name": "Low Whistle in F", "price": 64.5}]


def test_a_job_of_data_is_known_by_its_title_and_an_account_is_no_author() -> None:
    data = json.dumps({"@type": "JobPosting", "title": "Clerk of Works", "validThrough": "2024-06-30"})
    head = f"<title>Pump Engineer | Acme</title><script type=application/ld+json>{data}</script><h1>Pump Engineer</h1>"
    assert rows(f"{head}<p>Closing date: 15 July 2026</p>", "the job", title="string", closing_date="string") == [
        {"title": "Pump Engineer", "closing_date": "15 July 2026"}
    ]
    post = json.dumps({"@type": "BlogPosting", "headline": "Kilns", "author": {"name": "kiln_admin"}})
    byline = "<p class=byline>by <a rel=author href=/a/o>Otti</a></p>"
    html = f"<script type=application/ld+json>{post}</script><h1>Kilns</h1>{byline}"
    assert rows(html, "the article", title="string", author="string")[0]["author"] == "Otti"


def test_what_scripts_switch_and_a_label_are_no_values() -> None:
    writers = "<div class=writers><span class=writers>Writers</span></div>"
    html = f"<h1>Clerk</h1><div class=employer data-employer=true></div>{writers}"

    assert rows(html, "the film", employer="string", writers="string") == [{"employer": None, "writers": None}]


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Acme Aria 6 Headphones Blue AR6 - Volt", "Acme - Aria 6 Headphones - Blue"),
        ("Headphones by Acme - Volt", "Aria 6 Headphones"),
    ],
)
def test_a_heading_is_a_name_that_the_title_has_without_its_signs(title: str, name: str) -> None:
    specs = "<dl><dt>Product Name</dt><dd>Aria 6 Headphones</dd></dl>"
    html = f"<title>{title}</title><main><h1>Acme - Aria 6 Headphones - Blue</h1>{specs}</main>"

    assert rows(html, name="string") == [{"name": name}]
