"""What the names of fields ask for, as people write them who look at a page in a browser."""

from __future__ import annotations

import pytest

from airflow_provider.local.reading.words.fieldnames import concepts_of
from tests.local.test_reading import cards, rows

HOST = "https://h.example"


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        # Cut short.
        ("thumbUrl", "image"),
        ("iconSrc", ""),
        ("photo_src", "image"),
        ("avg_rating", "rating"),
        ("posted_dt", "date"),
        ("orig_price", "old_price"),
        ("new_price", "price"),
        # In one word.
        ("jobtitle", "title"),
        ("imageurl", "image"),
        ("startdate", "start_date"),
        ("church", ""),
        ("advertising", ""),
        # With the kind of thing that has it, or the form in which it is wanted.
        ("exhibition_venue", "venue"),
        ("tender_title", "title"),
        ("price_str", "price"),
        ("posted_ts", "date"),
        ("in_stock_flag", "availability"),
        # How many there are.
        ("n_replies", "comment_count"),
        ("total_posts", "post_count"),
        ("answers_total", "comment_count"),
        ("anzahl_antworten", "comment_count"),
        ("total_price", ""),
        ("pageCount", "page"),
        ("comments_label", "comment_count"),
        ("visitas_txt", "view"),
        ("comment_text", "text"),
        # As it is shown.
        ("prix_affiche", "price"),
        ("prezzo_indicato", "price"),
        ("address_line", "address"),
        ("bus_line", "line"),
        # With a word before it that nobody knows.
        ("internet_sale_price", "price"),
        ("not_sale_price", ""),
        ("hiring_dept", "department"),
        ("agency_unit", ""),
        ("displayAddress", "address"),
        # Where somebody or something has a page.
        ("threadUrl", "url"),
        ("forum_href", "url"),
        ("creatorProfile", "author_url"),
        ("lastReplierProfile", "last_poster_url"),
        ("company_page", "company_url"),
        ("agency_page", "agent_url"),
        ("agency_logo", "logo"),
        ("imagen_url", "image"),
        ("latest_post_link", "last_post_url"),
        ("seller_link", "seller_url"),
        ("discussion_url", ""),
        # In other words, and in other languages.
        ("gehaltsangabe", "salary"),
        ("nb_vues", "view"),
        ("rango_salarial", "salary"),
        ("vaxlingstyp", "gearbox"),
        ("submitted_ago", "date"),
        ("n_clicks", "view"),
        ("subHeading", "subtitle"),
        ("reponse_acceptee", "solved"),
        # Words that only names of fields have, and no labels.
        ("cat", "category"),
        ("was_price", "old_price"),
    ],
)
def test_a_name_asks_for(name: str, asked: str) -> None:
    assert asked in (concepts_of(name) or {""})


def test_links_and_pictures_are_asked_for_by_many_names() -> None:
    card = "<a href=/p/#><img src=/i/#.jpg alt='Pot #x'></a><h3><a href=/p/#>Pot #x</a></h3><a href=/u/ann>Ann</a>"
    fields = {"productname": "string", "productHref": "string", "thumb_src": "string", "sellerProfile": "string"}

    found = rows(cards(f"{card}<p>Sold by <a href=/shop/a#>Kiln #</a></p>"), "all products", **fields)
    assert [*found[0].values()] == ["Pot 1x", f"{HOST}/p/1", f"{HOST}/i/1.jpg", f"{HOST}/shop/a1"]


@pytest.mark.parametrize("name", ["evt-sub", "bookcard__strap"])
def test_a_class_may_cut_short_that_it_stands_on_a_subtitle(name: str) -> None:
    html = cards(f"<h3><a href=/p/#>Pot #x</a></h3><p class={name}>Three hundred years, part #</p>")

    assert rows(html, "all shows", title="string", subtitle="string")[0]["subtitle"] == "Three hundred years, part 1"


def test_a_count_of_reviews_does_not_tell_how_many_pages_there_are() -> None:
    count = "<a class=stars__count href=/p/#r>(21#<span class=vh> reviews</span>)</a>"
    html = cards(f"<h3><a href=/p/#>Pot #x</a></h3><div class=stars>{count}</div>")

    assert rows(html, "all books", title="string", pageCount="number")[0]["pageCount"] is None


def test_a_schema_without_words_is_answered_by_nothing() -> None:
    assert rows("<h1>Pot</h1>", "the pot", _="string") == [{"_": None}]


@pytest.mark.parametrize("name", ["", "_", "€", "123", "n_"])
def test_a_name_without_words_asks_for_nothing(name: str) -> None:
    assert concepts_of(name) == frozenset()
    assert (
        rows(cards("<h3><a href=/p/#>Pot #x</a></h3>"), "all pots", title="string", **{name: "string"})[0][name] is None
    )
