"""Which of the records of a page a prompt means: the first, the cheapest, those under $50, or one by its name."""

from __future__ import annotations

from typing import Any

import pytest

from tests.local.test_reading import rows

LAMPS = [
    ("Brass desk lamp", "$40.00", "4.1", "3 May 2026", 12),
    ("Paper moon lamp", "$15.50", "4.8", "9 June 2026", 3),
    ("Old ship lantern", "$99.00", "3.9", "28 April 2026", 40),
    ("Wall light", "$22.00", "4.4", "1 June 2026", 7),
]


def page(lamps: list[tuple[str, str, str, str, int]] = LAMPS) -> str:
    cards = "".join(
        f'<li class="product"><h3><a href="/p/{at}">{name}</a></h3><p class="price">{price}</p>'
        f'<p>Rating: {rating}</p><p>Added: <span class="date">{day}</span></p><p>{reviews} comments</p></li>'
        for at, (name, price, rating, day, reviews) in enumerate(lamps)
    )
    return f"<title>Lamps</title><h1>Lamps</h1><ul>{cards}</ul>"


def names(prompt: str, html: str = "", **fields: Any) -> list[Any]:
    return [row["name"] for row in rows(html or page(), prompt, name="string", **(fields or {"url": "string"}))]


@pytest.mark.parametrize(
    ("prompt", "meant"),
    [
        ("Get the first product in the results", [0]),
        ("The number one product right now", [0]),
        ("Get the second lamp", [1]),
        ("the last product on the page", [3]),
        ("Gib mir das erste Produkt", [0]),
        ("first 2 lamps", [0, 1]),
        ("Extract the top three products", [0, 1, 2]),
        ("the last two lamps", [2, 3]),
        ("What is the cheapest lamp?", [1]),
        ("Get the two cheapest lamps", [1, 3]),
        ("the 3 most expensive products, with name and link", [2, 0, 3]),
        ("the best-rated lamp", [1]),
        ("Get the newest lamp", [1]),
        ("the oldest product", [2]),
        ("the most discussed product", [2]),
        ("the product with the lowest price", [1]),
        ("the lamp with the most comments", [2]),
        ("Which lamp has the most comments? Its name and link.", [2]),
        ("Which is the most expensive stand here?", [2]),
        ("What are the two cheapest lamps?", [1, 3]),
        ("Quelle est la lampe la moins chère ?", [1]),
        ("¿Cuál es la lámpara más cara?", [2]),
        ("Welche Lampe hat die meisten Kommentare?", [2]),
        ("Extract all lamps under $40", [1, 3]),
        ("all products that cost at most 40 dollars", [0, 1, 3]),
        ("lamps rated above 4.1, with name and link", [1, 3]),
        ("all lamps with a rating of at least 4.1", [0, 1, 3]),
        ("products with more than 7 comments", [0, 2]),
        ("Lampen unter 40 Euro", [1, 3]),
        ("Get the details of the old ship lantern", [2]),
        ("price and link of the Brass desk lamp", [0]),
        ("price and link of the wall light", [3]),
        # Several that are not counted are all of them, and so is what each of them has.
        ("the newest lamps", [0, 1, 2, 3]),
        ("the latest lamp ads", [0, 1, 2, 3]),
        ("Get all lamps", [0, 1, 2, 3]),
        ("all lamps, such as the old ship lantern", [0, 1, 2, 3]),
        ("the first price of each lamp", [0, 1, 2, 3]),
        # What is said of something else than a price, a rating or a number of something bounds nothing.
        ("all lamps with free shipping over $50", [0, 1, 2, 3]),
        ("all lamps of the last 30 days, under their names", [0, 1, 2, 3]),
        ("all lamps under 40", [0, 1, 2, 3]),
        ("lamp jobs paying over $50", [0, 1, 2, 3]),
        ("lamps with their names and first 2 authors", [0, 1, 2, 3]),
        ("the last 2 days of lamps", [0, 1, 2, 3]),
    ],
)
def test_a_prompt_means_some_of_the_records(prompt: str, meant: list[int]) -> None:
    assert names(prompt) == [LAMPS[at][0] for at in meant]


def test_what_records_are_compared_by_is_not_returned() -> None:
    assert rows(page(), "the cheapest lamp", name="string") == [{"name": "Paper moon lamp"}]


def test_days_of_different_zones_are_compared_as_moments() -> None:
    moments = ("2026-05-03T23:00:00-08:00", "2026-05-04T06:00:00+00:00", "2026-05-04T05:00:00+02:00", "2026-05-03")
    cards = "".join(
        f'<li class="post"><h3><a href="/p/{at}">Post of {at}</a></h3><time datetime="{moment}">x</time></li>'
        for at, moment in enumerate(moments)
    )

    assert names("the newest post", f"<ul>{cards}</ul>") == ["Post of 0"]
    assert names("the oldest post", f"<ul>{cards}</ul>") == ["Post of 3"]


def test_a_text_is_compared_by_the_number_in_it() -> None:
    found = rows(page(), "the two cheapest lamps", name="string", price="string")

    assert [row["price"] for row in found] == ["$15.50", "$22.00"]
    assert rows(page(), "all lamps over $90", name="string", price="string")[0]["price"] == "$99.00"


def test_sums_are_compared_as_the_page_writes_them() -> None:
    prices = ("1.400 €", "1.155,50 €", "99,00 €", "122,00 €")
    lamps = [(name, price, *rest) for (name, _, *rest), price in zip(LAMPS, prices, strict=True)]

    assert names("the two cheapest lamps", f"<html lang=de>{page(lamps)}", price="string") == [
        "Old ship lantern",
        "Wall light",
    ]
    assert len(names("all lamps over 1000 €", f"<html lang=de>{page(lamps)}", price="string")) == 2


def test_records_that_do_not_say_it_are_not_the_least() -> None:
    lamps = [("Gas lamp", "", "4.0", "2 May 2026", 1), *LAMPS]

    assert names("the cheapest lamp", page(lamps)) == ["Paper moon lamp"]
    assert names("all lamps under $20", page(lamps)) == ["Paper moon lamp"]


def test_days_that_cannot_be_compared_leave_the_order_of_the_page() -> None:
    lamps = [
        (name, price, rating, "yesterday" if not at else day, n)
        for at, (name, price, rating, day, n) in enumerate(LAMPS)
    ]

    assert names("the newest lamp", page(lamps)) == ["Brass desk lamp"]
    assert names("the oldest lamp", page(lamps)) == ["Wall light"]
    assert names("the newest lamp", page([(*lamp[:3], "", 3) for lamp in LAMPS])) == ["Brass desk lamp"]


def test_a_name_of_one_word_or_part_of_one_means_no_record() -> None:
    lamps = [("Lantern", "$1.00", "4.0", "2 May 2026", 1), *LAMPS]

    assert len(names("name and price of the lantern", page(lamps))) == len(lamps)
    # In the plural it may be what all of them are called.
    assert len(names("wall lights and desk lamps, and paper moons", page())) == len(LAMPS)


def test_what_a_field_asks_for_is_no_record() -> None:
    html = "<title>Boat</title><h1>Boat</h1><p>Top speed: 40 kn</p><p>First owner: Ann Lee</p>"

    assert rows(html, "the top speed", top_speed="string") == [{"top_speed": "40 kn"}]
    assert rows(html, "the first owner", first_owner="string") == [{"first_owner": "Ann Lee"}]


def test_a_page_about_one_thing_has_that_as_its_only_one() -> None:
    html = "<title>Boat</title><h1>Boat</h1><p>Price: $40</p>"

    assert rows(html, "the cheapest boat", name="string", price="number") == [{"name": "Boat", "price": 40}]
