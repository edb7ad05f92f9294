"""Which records a prompt means: by numbers, days, marks, what they state or lack, and their order."""

from __future__ import annotations

import random
from typing import Any

import pytest

from airflow_provider.local.reading.meant.compared import Told
from airflow_provider.local.reading.meant.meaning import meant_by
from airflow_provider.local.reading.meant.said import conditions_in
from airflow_provider.local.reading.words.wording import patterns
from airflow_provider.local.schemas import Schema
from tests.local.test_reading import rows

# Name, kind, seller, place, price, old price, rating, reviews, posted, badge.
WARES: list[tuple[str, ...]] = [
    ("Oak stool", "Used", "Tern", "Oslo, Norway", "$40.00", "$50.00", "4.6", "120", "3 days ago", "Free delivery"),
    ("Ash table", "New", "Bolt and Sons", "Bergen, Norway", "$1,150.00", "", "3.9", "1,204", "Today", "Sold out"),
    ("Elm lamp", "New", "Tern", "Graz, Austria", "$15.50", "$31.00", "4.8", "7", "Yesterday", "Handmade"),
    ("Yew frame", "Parts", "Lind Works", "Lima, Peru", "$99.00", "", "4.1", "0", "2 weeks ago", "Sponsored"),
]
OAK, ASH, ELM, YEW = range(4)


def shop(wares: list[tuple[str, ...]] = WARES) -> str:
    cards = "".join(
        f'<li class="product"><h3><a href="/p/{at}">{name}</a></h3><p>Condition: {kind}</p><p>Seller: {seller}</p>'
        f'<p>Location: {place}</p><p><b class="price">{price}</b> {f"<del>{old}</del>" if old else ""}</p>'
        f"<p>Rating: {rating}</p><p>{reviews} reviews</p><p>Posted: {posted}</p><p class=badge>{badge}</p></li>"
        for at, (name, kind, seller, place, price, old, rating, reviews, posted, badge) in enumerate(wares)
    )
    return f"<title>Wares</title><h1>Wares</h1><ul>{cards}</ul>"


def meant(prompt: str, html: str = "", **fields: Any) -> list[int]:
    found = rows(html or shop(), prompt, **{"name": "string", "url": "string"} | fields)
    return [int(row["url"].rpartition("/")[2]) for row in found]


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("Name and url of all products under $100 with a rating of at least 4.5", [OAK, ELM]),
        ("I need name and url of everything over $90", [ASH, YEW]),
        ("products between $20 and $100: name, url", [OAK, YEW]),
        ("wares with more than 1,000 reviews: name, url", [ASH]),
        ("products with 100+ reviews, name and url", [OAK, ASH]),
        ("products with 100 or more reviews, name and url", [OAK, ASH]),
        ("wares rated 4.5 or better costing less than $20: name, url", [ELM]),
        ("all wares with exactly 7 reviews: name, url", [ELM]),
        ("4.5 stars and up only: name and url of the wares", [OAK, ELM]),
        ("Produkte mit mindestens 100 Bewertungen: Name, URL", [OAK, ASH]),
        ("les produits de moins de 50 euros : nom, url", [OAK, ELM]),
        ("productos con un precio menor que 50 $: nombre, url", [OAK, ELM]),
        ("prodotti con prezzo superiore a 90 $: nome, url", [ASH, YEW]),
        ("produkty tańsze niż 50 $: nazwa, url", [OAK, ELM]),
        # A scale, and what is counted of a page or text, bound nothing.
        ("all wares with their rating from 1 to 5: name, url", [OAK, ASH, ELM, YEW]),
        ("all wares, names of at most 200 characters: name, url", [OAK, ASH, ELM, YEW]),
    ],
)
def test_a_number_bounds_what_the_words_beside_it_name(prompt: str, expected: list[int]) -> None:
    assert meant(prompt) == expected


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("wares with an old price over $40: name, url", [OAK]),
        ("wares with an old price: name, url", [OAK, ELM]),
        ("wares that have no old price: name, url", [ASH, YEW]),
        ("wares without any reviews: name, url", [YEW]),
        ("only the wares with no reviews yet: name, url", [YEW]),
        ("wares that have more than 100 reviews and no old price: name, url", [ASH]),
        ("wares that have not been sold: name, url", [OAK, ASH, ELM, YEW]),
        ("wares without bangles: name, url", [OAK, ASH, ELM, YEW]),
        ("wares that nobody reviewed yet: name, url", [YEW]),
        ("wares where an old price is shown: name, url", [OAK, ELM]),
        ("only wares where no old price is shown: name, url", [ASH, YEW]),
        ("wares that actually show an old price: name, url", [OAK, ELM]),
        ("wares which do not show an old price: name, url", [ASH, YEW]),
    ],
)
def test_what_records_have_or_lack_tells_them(prompt: str, expected: list[int]) -> None:
    assert meant(prompt) == expected


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("wares from Tern: name, url", [OAK, ELM]),
        ("name and url of the wares in Norway", [OAK, ASH]),
        ("wares located outside Norway: name, url", [ELM, YEW]),
        ("Only Tern and Lind Works, please: name, url", [OAK, ELM, YEW]),
        ("used wares only: name, url", [OAK]),
        ("everything except used wares: name, url", [ASH, ELM, YEW]),
        ("wares that are new or used: name, url", [OAK, ASH, ELM]),
        ("wares marked as handmade: name, url", [ELM]),
        ('wares labelled "Handmade": name, url', [ELM]),
        ("wares that are not sold out: name, url", [OAK, ELM, YEW]),
        ("name and url, excluding the sponsored ones and anything that is sold out", [OAK, ELM]),
        ("wares which aren't sponsored: name, url", [OAK, ASH, ELM]),
        ("Find wares that aren't marked Handmade. Fields: name, url", [OAK, ASH, YEW]),
        ("wares with free delivery: name, url", [OAK]),
        ("Just the wares called OAK or ELM: name, url", [OAK, ELM]),
        ("Nom et url des produits (« Handmade »)", [ELM]),
        ('wares whose name starts with "Elm": name, url', [ELM]),
        ('wares with the word "table" in their name: name, url', [ASH]),
        ('Waren, deren Name mit "Yew" beginnt: Name, URL', [YEW]),
        ("Todos los productos menos los patrocinados: nombre, url", [OAK, ASH, ELM]),
        ("wares in Norway that are used: name, url", [OAK]),
        # What is said of fields, of all, or as an example, leaves out none.
        ("all wares with name, url and badge (like Handmade)", [OAK, ASH, ELM, YEW]),
        ("name, url and whether it is sold out, of all wares", [OAK, ASH, ELM, YEW]),
        ("all wares, both sponsored and normal ones: name, url", [OAK, ASH, ELM, YEW]),
        ("list all wares: name, url, and the seller if available", [OAK, ASH, ELM, YEW]),
        ("wares by seller, with any old price given: name, url", [OAK, ASH, ELM, YEW]),
        ("name and url of all wares, and their old price when the ware is on sale", [OAK, ASH, ELM, YEW]),
        ("the NEW list of wares: name, url", [OAK, ASH, ELM, YEW]),
        ("I want name and url of the wares", [OAK, ASH, ELM, YEW]),
        ("alle Norwegen, alle Oslo: Name, URL", [OAK, ASH, ELM, YEW]),
        ("for each ware name and url, and when the last review was written", [OAK, ASH, ELM, YEW]),
        ("Only the reduced wares (things with an old price shown): name, url", [OAK, ELM]),
    ],
)
def test_what_records_state_tells_them_or_leaves_them_out(prompt: str, expected: list[int]) -> None:
    assert meant(prompt) == expected


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("wares posted today or yesterday: name, url", [ASH, ELM]),
        ("wares posted yesterday: name, url", [ELM]),
        ("wares posted no more than 5 days ago: name, url", [OAK, ASH, ELM]),
        ("wares posted in the last 2 days: name, url", [ASH, ELM]),
        ("wares posted more than a week ago: name, url", [YEW]),
        ("productos publicados hace menos de 7 días: nombre, url", [OAK, ASH, ELM]),
    ],
)
def test_how_long_ago_something_was_tells_records(prompt: str, expected: list[int]) -> None:
    assert meant(prompt) == expected


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("name and url of the two wares with the most reviews", [ASH, OAK]),
        ("Top 3 wares by number of reviews: name, url", [ASH, OAK, ELM]),
        ("all wares sorted by price, cheapest first: name, url", [ELM, OAK, YEW, ASH]),
        ("all wares from cheapest to most expensive: name, url", [ELM, OAK, YEW, ASH]),
        ("tutti i prodotti dal meno caro al più caro: nome, url", [ELM, OAK, YEW, ASH]),
        ("all wares ordered by rating: name, url", [ELM, OAK, YEW, ASH]),
        ("wares ordered by rating from worst to best: name, url", [ASH, YEW, OAK, ELM]),
        ("the 2nd to 3rd ware: name, url", [ASH, ELM]),
        ("products 2 to 3 of the list: name, url", [ASH, ELM]),
        ("all wares, cheapest ware first: name, url", [ELM, OAK, YEW, ASH]),
        ("Quiero los dos productos con más reseñas: nombre, url", [ASH, OAK]),
        ("Bitte den 2. bis 4. Artikel mit Name und URL", [ASH, ELM, YEW]),
        ("url of the cheapest ware that is not used", [ELM]),
        ("name and url of the last two wares", [ELM, YEW]),
    ],
)
def test_an_order_or_a_place_in_it_is_meant(prompt: str, expected: list[int]) -> None:
    assert meant(prompt) == expected


EVENTS = [
    ("Choir", "4 December 2026", "14:30", "Hall"),
    ("Ferry trip", "12 December 2026", "18:00", "Pier"),
    ("Glass show", "9 January 2027", "20:15", "Hall"),
]


@pytest.mark.parametrize(
    ("prompt", "expected"),
    [
        ("events before 10 December: title, url", [0]),
        ("events after 4 December 2026: title, url", [1, 2]),
        ("events since 12 December 2026: title, url", [1, 2]),
        ("events in December: title, url", [0, 1]),
        ("events in January 2027: title, url", [2]),
        ("events in 2027 or later: title, url", [2]),
        ("title and url of the events on Saturday 12 December", [1]),
        ("eventos entre el 4 y el 12 de diciembre: título, url", [0, 1]),
        ("events that start after 6 pm: title, url", [1, 2]),
        ("events that start before 15:00: title, url", [0]),
        ("Veranstaltungen ab dem 12. Dezember 2026: Titel, URL", [1, 2]),
        # No hour, and no month.
        ("events before 30:00: title, url", [0, 1, 2]),
        ("events in Marching Hall, title, url", [0, 1, 2]),
    ],
)
def test_days_and_hours_are_compared_in_any_form(prompt: str, expected: list[int]) -> None:
    cards = "".join(
        f'<li class="event"><h3><a href="/e/{at}">{name}</a></h3><p class="date">{day}</p><p class="time">{hour}</p>'
        f'<p class="venue">{venue}</p></li>'
        for at, (name, day, hour, venue) in enumerate(EVENTS)
    )

    assert meant(prompt, f"<h1>Events</h1><ul>{cards}</ul>", date="string", time="string") == expected


def test_who_wrote_last_is_told_from_who_began() -> None:
    topics = [("Rust", "anna", "bo"), ("Glue", "bo", "anna"), ("Tyres", "cara", "bo")]
    cards = "".join(
        f'<li class="topic"><h3><a href="/t/{at}">{title} on wheels</a></h3><span class="author">{by}</span>'
        f'<div class="last-post">Last post by <a href="/u/{last}">{last}</a></div></li>'
        for at, (title, by, last) in enumerate(topics)
    )

    html = f"<ul>{cards}</ul>"
    assert meant("topics where the last post is by Bo: name, url", html) == [0, 2]
    assert meant("topics started by Bo: name, url", html) == [1]


def test_how_long_something_lasts_is_compared_in_seconds() -> None:
    cards = "".join(
        f'<li class="video"><h3><a href="/v/{at}">Clip {at}x</a></h3><span class="duration">{lasts}</span></li>'
        for at, lasts in enumerate(("3:45", "12:10", "1:02:03"))
    )

    html = f"<ul>{cards}</ul>"
    assert meant("videos shorter than 10 minutes: name, url", html, duration="string") == [0]
    assert meant("les vidéos qui durent plus de 1 heure : nom, url", html, duration="string") == [2]


def test_pay_is_told_by_the_hour_or_the_year() -> None:
    cards = "".join(
        f'<li class="job"><h3><a href="/j/{at}">Clerk {at}x</a></h3><p class="salary">{pay}</p><p>3 hours ago</p></li>'
        for at, pay in enumerate(("$20 an hour", "$50,000 a year", "$22.50 an hour"))
    )

    assert meant("jobs that are paid by the hour: name, url", f"<ul>{cards}</ul>", salary="string") == [0, 2]


def test_of_one_thing_alone_nothing_is_asked() -> None:
    ware = "<title>Oak stool</title><h1>Oak stool</h1><p class=price>$40.00</p><p>Rating: 4.6</p><p>120 reviews</p>"
    others = "<h2>You may also like</h2>" + shop()[shop().index("<ul>") :]
    prompt = "Get the product's name and price, and the discount of the product if it is more than 10%"

    found = rows(ware + others, prompt, name="string", price="number", discount="string")
    assert found == [{"name": "Oak stool", "price": 40, "discount": None}]
    assert meant("the one ware that nobody reviewed yet: name, url") == [YEW]


def test_no_prompt_is_too_odd_to_be_read() -> None:
    phrases = [phrase for said in patterns("meaning").values() for phrase in said[3:-1].split("|")]
    odd = "$ 50 1,000 100% 5-star (Only) 25:99 Uhr 2026-15-40 31.02.2026 last to 3rd 0th Oslo , . : ? - \" ' [PDF] \0"
    schema = Schema({"name": "string", "price": "number", "date": "string", "sold": "boolean"}, many=True)
    told: list[dict[str, Any]] = [
        {"name": "Lamp", "price": 4.5, "date": "3 May 2026", "sold": None},
        {"name": None, "price": "1.5 k", "date": "31.02.2026", "sold": True},
    ]
    chosen = random.Random(7)

    for _ in range(1500):
        prompt = " ".join(chosen.choice([*phrases, *odd.split()]) for _ in range(chosen.randint(2, 14)))
        meaning = meant_by(prompt, schema)
        wide = meaning.widened(schema)
        given = [{name: row.get(name) for name in wide.fields} for row in told]
        assert all(row in given for row in meaning.of(given, Told(wide))), prompt
        assert all(condition.values for condition in conditions_in(prompt, schema)), prompt


@pytest.mark.parametrize(
    "prompt", ["all wares of this Tern shop: name, url", "Alle Waren in diesem Tern Laden: name, url"]
)
def test_what_the_page_is_called_tells_no_record(prompt: str) -> None:
    assert meant(prompt) == [OAK, ASH, ELM, YEW]
