"""What a prompt asks of the records that it means: of which kind they are, whose, where, and how they are marked."""

from __future__ import annotations

from typing import Any

import pytest

from tests.local.test_reading import rows

NOTES = [
    ("Paper for the town hall", "Award", "anna", "Oslo, Norway", "$40.00", "<b>In stock</b>"),
    ("Repair of the north pier", "Tender", "bo lind", "Bergen", "", "<b>Sold out</b>"),
    ("Lamps for three schools", "Award", "bo lind", "Oslo", "$15.50", "<b>In stock</b>"),
    ("A new roof", "Notice of change", "cara", "Graz", "", "<b>Sold out</b> <i>Sponsored</i>"),
]


def page(heading: str = "Notices", notes: list[tuple[str, str, str, str, str, str]] = NOTES) -> str:
    cards = "".join(
        f'<li class="notice"><h3><a href="/n/{at}">{name}</a></h3><p>Type: {kind}</p><p>by {author}</p>'
        f'<p>Location: {place}</p><p class="price">{price}</p><p>{at * 3} replies</p><p>{mark}</p></li>'
        for at, (name, kind, author, place, price, mark) in enumerate(notes)
    )
    return f"<title>{heading}</title><h1>{heading}</h1><ul>{cards}</ul>"


def names(prompt: str, html: str = "", **fields: Any) -> list[Any]:
    return [row["name"] for row in rows(html or page(), prompt, name="string", **(fields or {"url": "string"}))]


@pytest.mark.parametrize(
    ("prompt", "meant"),
    [
        ("Only the award notices: name and link", [0, 2]),
        ("Just the tenders with name and link", [1]),
        ("Just the wares with name and link", [0, 1, 2, 3]),
        ("Only the tender notices", [1]),
        ("Return only the 'Notice of change' notices", [3]),
        ("Get all notices by bo", [0, 1, 2, 3]),
        ("Get all notices posted by anna, with name and link", [0]),
        ("notices by Bo Lind", [1, 2]),
        ("Get all notices in Oslo", [0, 2]),
        ("every notice from Graz: name", [3]),
        ("all notices in the city of Bergen", [1]),
        ("all notices that are in stock", [0, 2]),
        ("all available notices", [0, 2]),
        ("all sold out notices", [1, 3]),
        ("all sponsored notices: name, link", [3]),
        ("all notices that state a price", [0, 2]),
        ("all notices without a price", [1, 3]),
        ("all notices without replies", [0]),
        ("Just the notices in Norway (NO)", [0]),
        ("Only the awards, with name and link", [0, 2]),
        ("Only the notices of type Award: name and link", [0, 2]),
        ("all notices of type 'Notice of change'", [3]),
        ("Which notices have no price yet? Name and link.", [1, 3]),
        ("Nur die gesponserten Notizen: Name", [3]),
        ("Get the names and links of the notices posted by Bo Lind", [1, 2]),
        ('Only the notices marked "Sold out": name', [1, 3]),
        ("all notices that say 'In stock'", [0, 2]),
        ("Nur die Notizen, bei denen \u201eSold out\u201c steht", [1, 3]),
        ('all notices with the label "Gone"', [0, 1, 2, 3]),
        ("all notices in Oslo that are in stock", [0, 2]),
        ("all notices in Norway that are sold out", []),
        # What no record states, or the whole page is about, tells none of them from the others.
        ("Get all notices in Lima", [0, 1, 2, 3]),
        ("Get all notices in EUR, with their prices", [0, 1, 2, 3]),
        ("Just the names and links of all notices", [0, 1, 2, 3]),
        ("all notices sorted by price", [2, 0, 1, 3]),
        ("each notice, its link and the place of the town in Oslo", [0, 1, 2, 3]),
        ("all remote notices", [0, 1, 2, 3]),
    ],
)
def test_a_condition_means_the_records_that_meet_it(prompt: str, meant: list[int]) -> None:
    assert names(prompt) == [NOTES[at][0] for at in meant]


@pytest.mark.parametrize("heading", ["Notices in Oslo", "Oslo"])
def test_what_the_whole_page_is_about_is_no_condition(heading: str) -> None:
    assert len(names("Get all notices in Oslo", page(heading))) == len(NOTES)


def test_where_only_what_is_sold_is_marked_the_rest_is_not() -> None:
    notes = [(*note[:5], note[5].replace("In stock", "")) for note in NOTES]

    assert names("all notices that are in stock", page(notes=notes)) == [NOTES[0][0], NOTES[2][0]]


@pytest.mark.parametrize(
    "prompt", ["Only the notices that are shown with a reduced price", "all notices at a discounted price: name"]
)
def test_a_reduced_price_means_the_records_on_sale(prompt: str) -> None:
    html = page().replace("$15.50", "<del>$20.00</del> <ins>$15.50</ins>")

    assert names(prompt, html, url="string", price="number") == [NOTES[2][0]]


def test_who_wrote_last_is_not_whose_it_is() -> None:
    html = page().replace("by anna</p>", "by anna</p><div class=last-post>Last post by <a href=/u/bo>bo lind</a></div>")

    assert names("Get all notices posted by Bo Lind", html) == [NOTES[1][0], NOTES[2][0]]


def test_what_records_are_told_by_is_not_returned() -> None:
    assert rows(page(), "all sponsored notices", name="string") == [{"name": "A new roof"}]
    assert rows(page(), "all notices that state a price", name="string", price="string")[1]["price"] == "$15.50"


def test_of_the_records_that_meet_a_condition_one_may_be_meant() -> None:
    prompt = "Which notice has the most replies? Its name and link."

    assert names(prompt) == [NOTES[3][0]]
    assert names("What are the two cheapest notices?") == [NOTES[2][0], NOTES[0][0]]


def test_a_year_means_the_records_of_it() -> None:
    cards = "".join(
        f'<li class="post"><h3><a href="/p/{at}">Post {at}x</a></h3><time>{day}</time></li>'
        for at, day in enumerate(("3 May 2025", "30 January 2024", "18 April 2025"))
    )

    assert names("Only the posts that were last edited in 2025", f"<ul>{cards}</ul>") == ["Post 0x", "Post 2x"]


def test_what_a_number_is_to_be_told_in_is_no_condition() -> None:
    cards = "".join(
        f"<li><h3><a href=/{at}>Page {at}x</a></h3><p>Size: {at}1 {'KB' if at else 'MB'}</p></li>" for at in range(4)
    )

    assert len(names("all pages in KB", f"<ul>{cards}</ul>")) == 4
