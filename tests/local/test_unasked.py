"""A list that says nothing of what is asked for, beyond what any link says, is no answer."""

from __future__ import annotations

import pytest

from tests.local.test_reading import rows

LOGIN = """
<title>Sign in - Acme</title><h1>Sign in</h1>
<form action=/login><label>E-mail <input name=mail></label><label>Password <input type=password></label></form>
<div><h3><a href=/terms>Terms of use</a></h3><p>What you agree to by using it.</p></div>
<div><h3><a href=/privacy>Privacy</a></h3><p>What we know of you, and for how long.</p></div>
<div><h3><a href=/help>Help centre</a></h3><p>Answers to what many ask.</p></div>
"""
SOFAS = """
<h1>Seats</h1><ul>
<li class=ware><h3><a href=/s/1>Low green bench</a></h3><p>Oak and wool</p><b>$410.00</b></li>
<li class=ware><h3><a href=/s/2>Settle with a high back</a></h3><p>Ash</p><b>$530.00</b></li>
<li class=ware><h3><a href=/s/3>Corner seat</a></h3><p>Elm and linen</p><b>$799.00</b></li></ul>
"""
JOB = {"title": "string", "company": "string", "location": "string"}


@pytest.mark.parametrize("html", [LOGIN, SOFAS])
@pytest.mark.parametrize(
    ("prompt", "fields"),
    [
        ("Get all jobs with company and location", JOB),
        ("every event with its date", {"title": "string", "start_date": "string", "end_date": "string"}),
        ("all recipes: name and total time", {"name": "string", "total_time": "string"}),
        ("Alle Rezepte mit Zeit", {"name": "string", "url": "string", "total_time": "string"}),
    ],
)
def test_where_nothing_of_that_kind_is_there_is_no_row(html: str, prompt: str, fields: dict[str, str]) -> None:
    assert rows(html, prompt, **fields) == []


def test_a_login_has_no_products_and_a_shop_has() -> None:
    fields = {"name": "string", "price": "number"}

    assert rows(LOGIN, "Get all products with name and price", **fields) == []
    assert len(rows(SOFAS, "Get all products with name and price", **fields)) == 3


@pytest.mark.parametrize(
    "html",
    [
        SOFAS.replace("Seats", "Our jobs"),
        SOFAS.replace("class=ware", "class=job-card"),
        SOFAS.replace("<ul>", "<ul id=jobs>"),
        SOFAS.replace("/s/", "/job/"),
    ],
)
def test_what_is_called_as_what_is_asked_for_is_an_answer(html: str) -> None:
    found = rows(html, "all jobs", url="string", **JOB)

    assert [row["title"] for row in found] == ["Low green bench", "Settle with a high back", "Corner seat"]


def test_what_most_names_say_they_are_is_an_answer() -> None:
    assert len(rows(SOFAS, "all seats", name="string", colour="string")) == 3
    assert len(rows(SOFAS.replace("Seats", "Here"), "all benches", name="string", colour="string")) == 3


def test_a_third_of_the_records_may_say_what_is_asked_for() -> None:
    def found(count: int) -> int:
        cards = "".join(
            f"<li><h3><a href=/{at}>Notice {at}x</a></h3><p>{'Location: Oslo' if at < count else 'Fine'}</p></li>"
            for at in range(9)
        )
        return len(rows(f"<h1>Here</h1><ul>{cards}</ul>", "all jobs", **JOB))

    assert found(3) == 9
    assert found(2) == 0


def test_where_it_is_not_said_how_many_the_page_is_one_thing() -> None:
    assert rows(LOGIN, "job, firm, place", **JOB) == [{"title": "Sign in", "company": None, "location": None}]
