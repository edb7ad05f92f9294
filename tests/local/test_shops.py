"""What lists of shops and libraries say: ranges, offers of others, energy classes, marks, what is sold out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.local.test_cards import column
from tests.local.test_reading import cards, rows

if TYPE_CHECKING:
    from airflow_provider.local.schemas import Kind


def offers(said: str, **fields: Any) -> list[dict[str, Any]]:
    html = cards(f"<h3><a href=/p/#>Lamp #x</a></h3>{said}")
    return rows(f"<h1>Lamps</h1>{html}", "all lamps", name="string", **fields)


@pytest.mark.parametrize(
    ("said", "price"),
    [
        ("<span>$12#.99 - $149.99</span>", 121.99),
        ("<span>$12#.99 - $149.99</span><span>$99.00</span>", 99),
        pytest.param("<b>$49#.99</b><a href=/o>Open-Box: <span>from $409.99</span></a>", 491.99, id="opened before"),
        pytest.param("<p>$ 29.9#</p><p><span>Member price</span> <span>$ 23.99</span></p>", 29.91, id="for members"),
    ],
)
def test_the_price_is_what_everybody_pays_at_least(said: str, price: float) -> None:
    assert offers(said, price="number")[0]["price"] == price


def test_a_range_that_is_asked_for_as_a_text_is_all_of_it() -> None:
    assert offers("<span>$12#.99 - $149.99</span>", price="string")[0]["price"] == "$121.99 - $149.99"


def test_stars_are_drawn_less_exactly_than_the_score_beside_them_is_told() -> None:
    stars = "<span>{}</span>".format("<svg class=ic_star><use href=#star_fill></use></svg>" * 5)
    said = f"<div><span class=hidden-text>Rated 4.# of 5. 20 reviews.</span><span class=a-score>4.#</span>{stars}</div>"

    assert offers(said, rating="number")[0]["rating"] == 4.1


def test_a_button_that_cannot_be_pressed_says_that_all_are_sold() -> None:
    sold = "<button disabled>Sold Out</button>"
    html = [
        f"<li><h3><a href=/p/{at}>Lamp {at}</a></h3><b>${at}.50</b>{'' if at % 2 else sold}</li>" for at in range(6)
    ]

    found = rows(f"<ul>{''.join(html)}</ul>", "all products", name="string", price="number", in_stock="boolean")
    assert [row["in_stock"] for row in found] == [False, None] * 3


@pytest.mark.parametrize(
    ("label", "grade"),
    [("Energieeffizienzklasse A, Skala A bis G", "A"), ("Energy class: B", "B"), ("Show more", None)],
)
def test_an_energy_class_is_what_a_picture_of_it_is_called(label: str, grade: str | None) -> None:
    icon = f"<button aria-label='{label}'><svg viewBox='0 0 9 9'></svg></button>"
    said = f"<div class=energy-label>{icon}<a href=/d/#>Produktdatenblatt</a></div><b>$#.50</b>"

    assert offers(said, price="number", energy_class="string")[0]["energy_class"] == grade


def test_marks_that_are_known_tell_what_the_others_in_their_place_are() -> None:
    marks = ["New", "New", "New", "Selling fast", "Premium Selection", ""]
    html = [
        f"<li><h3><a href=/p/{at}>Lamp {at}</a></h3><b>${at}.50</b><p class=f0>{said}</p></li>"
        for at, said in enumerate(marks)
    ]

    assert column(f"<ul>{''.join(html)}</ul>", "badge", "all products", price="number") == [
        one or None for one in marks
    ]


def test_what_others_also_viewed_is_no_list_of_the_page() -> None:
    html = cards("<h3><a href=/p/#>Lamp #x</a></h3><b>$#.50</b>")
    others = "".join(
        f"<li><h3><a href=/o/{at}>Bulb {at}</a></h3><b>${at}</b><i>4.5 out of 5</i></li>" for at in range(3)
    )

    found = rows(
        f"<h1>Lamps</h1>{html}<h2>Guests also viewed</h2><ul>{others}</ul>",
        "all products",
        name="string",
        price="number",
        rating="number",
    )
    assert [row["name"] for row in found] == ["Lamp 1x", "Lamp 2x", "Lamp 3x"]


def test_what_a_link_is_called_may_name_what_it_shows() -> None:
    html = cards("<h3><a href=/i/#>Crash #x</a></h3><span>· <a href=/m/# aria-label='Milestone: v5.#'>v5.#</a></span>")

    assert column(html, "milestone", "all issues") == ["v5.1", "v5.2", "v5.3"]


def test_a_class_of_some_rows_of_a_table_marks_them() -> None:
    body = "".join(
        f"<tr><td class='trow forumdisplay_{kind}'><a href=/t/{at}>Topic {at}</a></td><td>{at}</td></tr>"
        for at, kind in enumerate(("sticky", "regular", "regular"))
    )
    html = f"<table><tr><th>Thread</th><th>Replies</th></tr>{body}</table>"

    found = rows(html, "all threads", title="string", replies="number", sticky="boolean")
    assert [row["sticky"] for row in found] == [True, False, False]


@pytest.mark.parametrize(
    ("said", "field", "value"),
    [
        ("<span class=author>Roig, Dani [ilustrador]</span>", "authors", "Roig, Dani"),
        ("<span>Publication: </span><span>[Ferrol] : Ría, 200#</span>", "publisher", "Ría"),
        ("<span>Publisher: </span><span>Madrid : 198#</span>", "publisher", None),
        ("<span>Availability: </span><span>Sin ítems disponibles</span>", "availability", "Sin ítems disponibles"),
    ],
)
def test_what_libraries_write_behind_names_and_places(said: str, field: str, value: str | None) -> None:
    assert column(cards(f"<h3><a href=/b/#>Faros #x</a></h3><p>{said}</p>"), field, "all books")[0] == value


def test_sections_may_have_headings_of_a_lower_rank_than_their_records() -> None:
    def show(at: int) -> str:
        day = f"<p><time>{at + 1} May 2026</time></p>"
        return f"<div class=row><h2><a href=/s/{at}>Show {at}</a></h2>{day}<i>Room {at}</i></div>"

    html = f"<div><h3>Nu te zien</h3>{show(0)}{show(1)}{show(2)}<h3>Binnenkort</h3>{show(3)}{show(4)}</div>"

    found = rows(html, "alle tentoonstellingen", titel="string", datum="string", status="string", zaal="string")
    assert [row["titel"] for row in found] == [f"Show {at}" for at in range(5)]
    assert [row["status"] for row in found] == ["Nu te zien"] * 3 + ["Binnenkort"] * 2


def test_records_of_scripts_that_are_wrapped_have_their_own_names() -> None:
    def found(at: int) -> dict[str, Any]:
        package = {
            "name": f"csv-{at}",
            "publisher": {"name": f"ann-{at}"},
            "links": {"repository": f"https://h.example/{at}"},
        }
        return {"package": package, "downloads": {"weekly": 1000 + at}, "isExactMatch": at == 0, "score": at}

    script = f"<script>window.__context__ = {json.dumps({'objects': [found(at) for at in range(4)]})}</script>"

    rows_found = rows(script, "all packages", name="string", weekly_downloads="number", publisher="string")
    assert rows_found[1] == {"name": "csv-1", "weekly_downloads": 1001, "publisher": "ann-1"}


def test_what_a_script_is_to_write_later_is_not_said() -> None:
    html = cards("<h3><a href=/b/#>Faros #x</a></h3><p><b>Signatur:</b> <span>Lade ...</span></p>")

    assert column(html, "signatur", "alle Treffer", jahr="string") == [None] * 3


def test_a_plural_in_another_language_asks_for_several() -> None:
    people = "<a class=author href=/a/1#>Krahl, Bernd</a>, <a class=author href=/a/2#>Ostermann, Silke</a>"

    assert column(cards(f"<h3><a href=/b/#>Faros #x</a></h3><p>{people}</p>"), "autoren", "alle Treffer")[0] == (
        "Krahl, Bernd, Ostermann, Silke"
    )


@pytest.mark.parametrize(
    ("said", "field", "value"),
    [
        ("On now until Sunday, # January 2026", "end_date", "1 January 2026"),
        ("On now until Sunday, # January 2026", "start_date", None),
        ("3 déc. 2025 - 1er mars 2026", "dates", "3 déc. 2025 - 1er mars 2026"),
    ],
)
def test_when_something_is_on(said: str, field: str, value: str | None) -> None:
    assert column(cards(f"<h3><a href=/s/#>Show #x</a></h3><p class=date>{said}</p>"), field, "all shows")[0] == value


def test_the_lowest_price_of_late_is_no_price_and_an_advertisement_may_say_so_in_a_button() -> None:
    lowest = "<p><span>Letzter niedrigster Preis:</span> <span>112,45 €</span></p>"
    paid = "<button type=button>Gesponsert<svg></svg></button>"
    html = [
        f"<li><h3><a href=/p/{at}>Schuh {at}</a></h3><p>10{at},90 €</p>{lowest}{paid if at == 1 else ''}</li>"
        for at in range(4)
    ]

    found = rows(f"<ul>{''.join(html)}</ul>", "alle Schuhe", name="string", preis="number", gesponsert="boolean")
    assert [row["preis"] for row in found] == [100.9, 101.9, 102.9, 103.9]
    assert [row["gesponsert"] for row in found] == [False, True, False, False]


def test_cards_of_two_kinds_in_boxes_of_one_class_are_one_list() -> None:
    def card(at: int) -> str:
        kind = "big" if at < 2 else "small"
        town = f"<p><span class=town>Lodi {at}</span> <span class=city>(LO)</span></p>" if at > 1 else ""
        inner = f"<div class={kind}-data><h2>Moto {at}</h2><b>{at}50 €</b><i>Usato</i>{town}</div>"
        return f"<div class=card__inner><a class={kind} href=/m/{at}>{inner}</a></div>"

    html = f"<div>{''.join(map(card, range(7)))}</div>"
    found = rows(html, "tutti gli annunci", titolo="string", prezzo="number", comune="string", url="string")
    assert [row["titolo"] for row in found] == [f"Moto {at}" for at in range(7)]
    assert [row["comune"] for row in found] == [None, None, *(f"Lodi {at}" for at in range(2, 7))]


def test_what_somebody_paid_for_may_be_marked_within_its_record() -> None:
    def offer(at: int) -> str:
        paid = " is-sponsored" if at < 2 else ""
        facts = f"<h3><a href=/p/{at}>Lamp {at}</a></h3><b>${at}.50</b>{'<i>Free shipping</i>' if at > 2 else ''}"
        return f"<div class=item-cell><div class='item-container{paid}'>{facts}</div></div>"

    html = f"<div>{''.join(map(offer, range(6)))}</div>"
    found = rows(html, "all products", name="string", price="number", free_shipping="boolean", url="string")
    assert [row["name"] for row in found] == [f"Lamp {at}" for at in range(6)]


def test_how_much_an_author_wrote_is_asked_for_in_another_language() -> None:
    post = "<a class=author href=/u/#>Bernd #x</a><ul><li class=postcount>Beiträge: 3.41#</ul>"
    html = cards(f"{post}<div class=text><p>Das mag wohl so sein, denke ich mir.</p></div>")

    found = rows(f"<html lang=de>{html}", "alle Beiträge", autor="string", autor_beitraege="number", text="string")
    assert [row["autor_beitraege"] for row in found] == [3411, 3412, 3413]


def test_one_that_is_not_seen_beside_others_is_a_template() -> None:
    card = "<li class=s{1}><a href=/p/{0}><h3>Lamp {0}x</h3></a><span>${0}.50</span></li>"
    html = "".join(card.format(at, "" if at else " style='display:none'") for at in range(5))

    assert column(f"<ul>{html}</ul>", "price", "all products", price="number") == [1.5, 2.5, 3.5, 4.5]


@pytest.mark.parametrize(
    ("said", "field", "kind", "value"),
    [
        ("<span class=seller-info>ann# (1,204) 99.6%</span>", "seller", "string", "ann1"),
        ("<span class=seller-info>ann# (1,204) 99.6%</span>", "positive_feedback_percent", "number", 99.6),
        ("<span class=seller-info>ann# 99.6% positive</span>", "rating", "number", None),
        ("<p class=caption>Extra 10% off with coupon</p>", "promotion", "string", "Extra 10% off with coupon"),
        ("<p class=caption>Save up to 15% when you buy #</p>", "promotion", "string", "Save up to 15% when you buy 1"),
        ("<p>Ad by Acme #x</p>", "seller", "string", "Acme 1x"),
        ("<p><span>Acme #x</span><span class=sr-only>From shop Acme #x</span></p>", "shop", "string", "Acme 1x"),
        ("<p>Advertisement by Acme #x</p>", "is_ad", "boolean", True),
        ("<span class=shipping>Free delivery</span>", "shipping", "number", 0),
        ("<span class=shipping>Free local pickup</span>", "shipping", "number", None),
        ("<span class=shipping>+$12.40 delivery</span>", "shipping", "number", 12.4),
        ("<a href=/p/#><b>4,6/5</b></a><span aria-label='4,6 sur 5, 1# 874 avis'></span>", "nb_avis", "number", 11874),
        ("<div><b>4.8</b><i class=sr-only>4.8 out of 5 stars</i><p>(18,20#)</p></div>", "reviews", "number", 18201),
        ("<a class=button href=/p/#>Select options</a>", "in_stock", "boolean", True),
        ("<span class=land>Chieti, Italy</span>", "country", "string", "Italy"),
        ("<p>Located in Italy</p>", "country", "string", "Italy"),
        ("<p>Located in Chieti</p>", "country", "string", None),
        ("<span class=land>Chieti, Italy</span>", "city", "string", "Chieti"),
        ("<p>Marketed by <a href=/agents/#>Morley #x</a></p>", "agent", "string", "Morley 1x"),
        ("<li>2,64# sq ft</li>", "floor_area", "string", "2,641 sq ft"),
        ("<li>2,64# sq ft</li>", "floor_area", "number", 2641),
        ("<span class=logisticsCost>+$12.4# delivery</span>", "price", "number", None),
    ],
)
def test_what_a_card_says_beside_its_name(said: str, field: str, kind: Any, value: object) -> None:
    html = cards(f"<h3><a href=/p/#>Lamp #x</a></h3>{said}")

    assert column(html, field, "all lamps", **{field: kind})[0] == value


def test_a_heading_may_say_what_kind_of_home_it_is() -> None:
    html = cards("<h2><a href=/d/#># bedroom detached house for sale</a></h2><b>£89#,000</b>")

    found = rows(html, "all properties", property_type="string", bedrooms="number", price="number")[0]
    assert list(found.values()) == ["detached house", 1, 891000]


def test_scripts_write_texts_by_language_sums_in_cents_and_reductions_beside_prices() -> None:
    def sum_of(cents: int) -> dict[str, Any]:
        return {"value": {"centAmount": cents, "currencyCode": "EUR", "fractionDigits": 2}}

    def tile(at: int) -> dict[str, Any]:
        reduced = sum_of(1000 * at) if at % 2 else None
        name = {"de": f"Lampe {at}", "en": f"Lamp {at}", "fr": None}
        colours = [{"key": "moss", "label": "Moss"}, {"key": "rust", "label": "Rust"}]
        price = {**sum_of(14900), "discounted": reduced}
        return {"id": f"p{at}", "name": name, "path": f"/p/{at}", "colours": colours, "masterVariant": {"price": price}}

    state = json.dumps({"results": [tile(at) for at in range(1, 4)]})
    html = f"<html lang=en><div id=__next></div><script id=__NEXT_DATA__ type=application/json>{state}</script>"

    found = rows(
        html, "all products", name="string", price="number", regular_price="number", colours="string", url="string"
    )
    assert [list(row.values())[:3] for row in found] == [
        ["Lamp 1", 10, 149],
        ["Lamp 2", 149, None],
        ["Lamp 3", 30, 149],
    ]
    assert found[0]["colours"] == "Moss, Rust"
    assert found[0]["url"] == "https://h.example/p/1"


def test_facts_of_cars_stand_in_one_line() -> None:
    card = "<h2><a href=/c/#>Golf #x</a></h2><strong>EZ 0#/2021 • {} • 110 kW (150 PS) • {}</strong><b>1#.990 €</b>"

    found = rows(
        cards(card.format("68400 km", "Hybrid (Benzin/Elektro)")),
        "alle Autos",
        title="string",
        first_registration="string",
        mileage_km="number",
        power_kw="number",
        power_hp="number",
        fuel="string",
    )
    assert list(found[0].values())[1:] == ["01/2021", 68400, 110, 150, "Hybrid (Benzin/Elektro)"]


def test_a_class_for_stock_may_hold_when_it_is_sent_too() -> None:
    stock = "<div class=stock><span>In Stock</span><div>Order within <b>3 hrs</b> to ship # today</div></div>"
    html = cards(f"<h3><a href=/p/#>Lens #x</a></h3>{stock}")

    found = rows(html, "all products", title="string", availability="string")
    assert [row["availability"] for row in found] == ["In Stock"] * 3


def test_what_is_saved_may_stand_in_brackets_behind_a_price() -> None:
    price = (
        "<span class=with-list-price>189,90 € <span class=list-price>259,90 € <i>(26,9# % gespart)</i></span></span>"
    )
    found = rows(
        f"<html lang=de>{cards(f'<h3><a href=/p/#>Drill #x</a></h3>{price}')}",
        "alle Produkte",
        title="string",
        price="number",
        old_price="number",
        discount_percent="number",
    )
    assert list(found[0].values())[1:] == [189.9, 259.9, 26.91]


def test_a_mark_in_an_element_of_its_own_makes_no_list_of_advertisements() -> None:
    mark = "<a class=why role=button href=javascript:;><span><i>Sponsored</i></span> <b>Leave feedback</b></a>"
    card = "<div class=in><h2><a href=/p/#>Kettle #x</a></h2><span class=price>$4#.99</span></div>"
    html = "".join(cards((mark if at < 4 else "") + card.replace("#", str(at)), 1)[4:-5] for at in range(1, 8))

    found = rows(f"<ul>{html}</ul>", "all products", name="string", price="number", is_sponsored="boolean")
    assert [(row["name"], row["is_sponsored"]) for row in found] == [(f"Kettle {at}x", at < 4) for at in range(1, 8)]


def test_who_paid_for_a_record_may_have_classes_of_its_own_from_a_build_tool() -> None:
    ad = "<article class=res-1nm data-at=job-item><i>Anzeige</i><h2><a href=/j/{0}>Clerk {0}x</a></h2><p>Acme {0}</p>"
    job = ad.replace("1nm", "sfo").replace("<i>Anzeige</i>", "")
    html = "".join((ad if at < 3 else job).format(at) + "</article>" for at in range(1, 8))

    found = rows(f"<main>{html}</main>", "alle Stellen", titel="string", url="string")
    assert [row["titel"] for row in found] == [f"Clerk {at}x" for at in range(1, 8)]


@pytest.mark.parametrize(
    ("said", "price"),
    [
        # How a text is set, and what others ask for it, is not what it costs.
        (
            (
                "<a class=a-link-normal href=/p/#><b class=a-size-base>$27.4#</b></a><p>More Buying Choices<br>"
                "<span class=a-color-base>$23.37</span> <a href=/o/#>(3 used & new offers)</a></p>"
            ),
            27.41,
        ),
        ("<span class=price><i>£2.2#</i> \u2013 <i>£4.00</i><u>Price range: £2.2# through £4.00</u></span>", 2.21),
    ],
)
def test_a_price_is_told_from_others_around_it(said: str, price: float) -> None:
    assert offers(said, price="number")[0]["price"] == price


@pytest.mark.parametrize(
    ("said", "in_stock"),
    [
        ("<b>£3.1#</b><form><button aria-label='Add Lamp #x'><span>Add</span></button></form>", True),
        ("<b>£3.1#</b><button aria-label='Add Lamp #x to wishlist'>Add</button>", None),
        ("<p>This product's currently out of stock</p>", False),
    ],
)
def test_a_button_may_say_by_its_name_alone_that_something_can_be_bought(said: str, *, in_stock: bool | None) -> None:
    assert offers(said, price="number", in_stock="boolean")[0]["in_stock"] is in_stock


@pytest.mark.parametrize(
    ("said", "badge"),
    [
        ("<div class=card__badge><span class=message>Best seller</span></div>", "Best seller"),
        ("<i class=card__badge>Best seller</i><u class=eco-badge>1 certificate</u>", "Best seller"),
        (
            "<div class=card__badge><span>Best seller</span></div><p class=status__label>Available for delivery</p>",
            "Best seller",
        ),
        ("<span class=review__label>(12#)</span>", None),
        ("<p><i class=price-label>As low as</i> <b class=price>£3.1#</b></p>", None),
        ("<p><i class=attr-label>Dust capacity</i> <i class=attr-value>0.4 L</i></p>", None),
        ("<div class='stock unavailable'><span>Out of stock</span></div>", None),
        ("<a href=tel:0113000>0113 000</a> <i class=rate-flag>Local call rate</i>", None),
        ("<p class=card-banner><i>Premium listing</i></p>", "Premium listing"),
        ("<div><input type=checkbox id=b#><label class=tick__label for=b#>Compare</label></div>", None),
    ],
)
def test_a_badge_is_neither_stock_nor_a_count(said: str, badge: str | None) -> None:
    assert offers(f"{said}<b>£3.1#</b>", price="number", badge="string")[0]["badge"] == badge


def test_the_first_cards_may_say_less_than_the_others_and_a_banner_stand_between() -> None:
    facts = "<p class=bids>#7 bids</p><p>+$12.#0 delivery</p><p>Located in Japan</p>"
    facts += "<p><span>ann_#</span> <span>99.6% positive (4,812)</span></p>"
    card = "<li class=card><h3><a href=/itm/#>Camera #x</a></h3><b class=price>$6#.99</b>{}</li>"
    banner = "<li class=answer><h3>Results matching fewer words</h3></li>"
    told = (card.format("" if at < 3 else facts).replace("#", str(at)) for at in range(1, 9))
    html = "".join(banner + one if at in {4, 7} else one for at, one in enumerate(told, 1))

    found = rows(
        f"<main><ul>{html}</ul></main>",
        "all items",
        title="string",
        price="number",
        bids="number",
        shipping="string",
        location="string",
        seller="string",
        feedback_percent="number",
    )
    assert [row["title"] for row in found] == [f"Camera {at}x" for at in range(1, 9)]
    assert list(found[2].values())[2:] == [37, "+$12.30 delivery", "Japan", "ann_3", 99.6]


def test_parts_of_the_fullest_cards_are_no_better_list_than_all_cards() -> None:
    picture = "<a class=media href=/d/#><img src=/#.jpg></a>"
    told = "<a class=told href=/d/#><h3>Acme #</h3><h3>Dress #x in red</h3><p>{}</p></a>"
    sale = "<i>£19.#9</i> <s>£27.99</s></p><p><b class=flag>Sponsored</b>"
    wish = "<div class=wish>+</div>"
    full = f"<article class=c>{picture}{wish}{told.format(sale)}{wish}<p>Deal</p></article>"
    plain = f"<article class=c>{picture}{wish}{told.format('<i>£44.#9</i>')}</article>"
    html = "".join((full if at in {4, 6} else plain).replace("#", str(at)) for at in range(1, 9))

    found = rows(
        f"<main>{html}</main>",
        "all dresses",
        name="string",
        price="number",
        original_price="number",
        label="string",
        sponsored="boolean",
        url="string",
    )
    assert [row["name"] for row in found] == [f"Dress {at}x in red" for at in range(1, 9)]
    # That somebody paid for it is no label.
    assert [row["label"] for row in found] == [None] * 8


def test_ratings_that_some_cards_lack_are_no_better_list_than_all_cards() -> None:
    stars = "<i role=img aria-label='4,# von 5 Sternen bei 3# Bewertungen'></i>"
    rated = f"<a href=/p/#?rated>{stars}<b>3#</b></a>"
    card = "<li class=card><p><a href=/p/#>Seife Nr. #x</a></p><p>1,2# €</p><div class=rated>{}</div></li>"
    html = "".join(card.format("" if at in {5, 6} else rated).replace("#", str(at)) for at in range(1, 9))

    found = rows(f"<main><ul>{html}</ul></main>", "all products", title="string", rating="number", reviews="number")
    assert [tuple(row.values()) for row in found] == [
        (f"Seife Nr. {at}x", *((None, None) if at in {5, 6} else (4 + at / 10, 30 + at))) for at in range(1, 9)
    ]


def test_a_note_is_what_its_class_calls_it() -> None:
    assert offers("<p class=hb-note><em>34#g jar</em></p>", note="string")[0]["note"] == "341g jar"


def test_what_a_script_has_instead_of_a_price_is_none() -> None:
    prices = {1: 1000, 2: 0, 3: 3000, 4: 4000}
    state = [{"id": at, "title": f"House {at}x", "price": {"amount": price}} for at, price in prices.items()]
    card = "<li class=c><h2><a href=/h/{0}>House {0}x</a></h2><p class=price>{1}</p></li>"
    shown = "".join(card.format(at, f"£{at},000" if price else "POA") for at, price in prices.items())
    script = f"<script id=__NEXT_DATA__ type=application/json>{json.dumps({'items': state})}</script>"

    found = rows(f"<ul>{shown}</ul>{script}", "all homes", title="string", price="number", id="string")
    assert [row["price"] for row in found] == [1000, None, 3000, 4000]


def test_a_qualifier_of_a_price_is_none() -> None:
    said = "<div class=property-price><b class=price>£39#,950</b><i class=price-qualifier>Offers Over</i></div>"

    found = offers(said, price="number", price_qualifier="string")[0]
    assert (found["price"], found["price_qualifier"]) == (391950, "Offers Over")


def test_how_something_is_sent_is_no_badge() -> None:
    said = "<b>£3.1#</b><p class=fulfillment-badge>Free shipping, arrives in 2 days</p>"

    assert offers(said, price="number", badge="string")[0]["badge"] is None


def test_a_publisher_has_no_year_and_a_seller_no_place() -> None:
    said = (
        "<p class=pub>Verlag: <span><b>Elm Press, Berlin</b><i>, 195#</i></span></p>"
        "<p>Anbieter: <a href=/s/#>Bücherstube #</a><span>, Graz, Österreich</span></p><b>EUR 1#,00</b>"
    )
    found = offers(said, price="number", publisher="string", seller="string")[0]
    assert (found["publisher"], found["seller"]) == ("Elm Press, Berlin", "Bücherstube 1")


def test_a_link_that_asks_one_to_sign_in_names_nothing() -> None:
    hidden, shown = "<p><a href=/login>Sign In to See Price</a></p>", "<p class=price>$4#.99</p>"
    card = "{}<span class=product-text><a href=/p/#>Vacuum #x with a bag</a></span>"
    html = "".join(
        f"<li class=c>{card.format(hidden if at == 2 else shown).replace('#', str(at))}</li>" for at in range(1, 5)
    )
    found = rows(f"<ul>{html}</ul>", "all products", name="string", price="number", url="string")
    assert found[1] == {"name": "Vacuum 2x with a bag", "price": None, "url": "https://h.example/p/2"}


@pytest.mark.parametrize(
    ("said", "field"),
    [
        ("$8# off", "discount"),
        ("Save $2#", "discount"),
        ("Any 2 for £5.0#", "promotion"),
        ("1+# gratis", "promotion"),
        ("2 for the # roads", "promotion"),
    ],
)
def test_what_is_taken_off_and_what_several_cost_have_forms_of_their_own(said: str, field: str) -> None:
    found = offers(f"<b>£3.1#</b><p>{said}</p>", price="number", discount="string", promotion="string")[0]

    told = None if "roads" in said else said.replace("#", "1").removeprefix("Save ")
    assert (found["price"], found[field]) == (3.11, told)


def test_the_shorter_of_two_headings_in_a_link_is_the_maker() -> None:
    card = "<a href=/p/#><h3>Lunaro</h3><h3>Velo court, sneaker # in white</h3><p>£4#.99</p></a>"

    found = rows(cards(card), "all shoes", name="string", brand="string", price="number")[0]
    assert list(found.values()) == ["Velo court, sneaker 1 in white", "Lunaro", 41.99]


@pytest.mark.parametrize(
    ("said", "fields", "values"),
    [
        # Told twice, a price for a unit is one for both.
        (
            "<b>9,9# €</b> <i>(<s class=unit><u>39,96 €</u><u aria-hidden=true>39,96 €</u></s>/kg)</i>".replace(
                "s>", "span>"
            ),
            {"price": "number"},
            [9.91],
        ),
        ("<b class=price>$0.9#</b><i># bids</i><b>$75.00</b>", {"price": "number"}, [0.91]),
        (
            "<p>Family price <b>€ 64.9#</b></p><p>Regular price: <b>€ 79.99</b></p>",
            {"price": "number", "member_price": "number"},
            [79.99, 64.91],
        ),
        ("<b>€ 2#.50<sup>1</sup></b>", {"price": "number"}, [21.5]),
        (
            "<b class=price><i class=sr-only>Price</i> 1.29#,-</b><p><i>Second chance from</i> <a>1.10#,-</a></p>",
            {"price": "number", "second_chance_price": "number"},
            [1291, 1101],
        ),
        ("<b>Regular price: 12,9# €*</b>", {"price": "number", "list_price": "number"}, [12.91, None]),
        ("<p class=price-reg><b>$12.9#</b></p>", {"sale_price": "number", "list_price": "number"}, [None, 12.91]),
        ("<b>€ #9</b><p class=wine-varietal>Malbec</p>", {"grape": "string"}, ["Malbec"]),
        ("<p>Prices: € 1# | 28 | 45</p>", {"prices": "string"}, ["€ 11 | 28 | 45"]),
        (
            "<p><i class=sr-only>Prices</i><b class=price>1# € / 28 € / 45 €</b></p>",
            {"prices": "string"},
            ["11 € / 28 € / 45 €"],
        ),
        ("<i aria-label=Power>110 kW (15# PS)</i>", {"power_ps": "number", "power_kw": "number"}, [151, 110]),
        ("<b>€ #9</b><p class=price-label>Good price</p>", {"price_label": "string"}, ["Good price"]),
        ("<b>€ #9</b><p>Offer until 29.11.2026</p>", {"offer_valid_until": "string"}, ["29.11.2026"]),
        ("<b>€ #9</b><p>57.# ¢/oz</p>", {"unit_price": "string"}, ["57.1 ¢/oz"]),
        (
            "<p><i class=label>Run time</i> <u>Up to #0 min</u></p><p><i class=label>Bin size</i> <u>0.# L</u></p>",
            {"runtime_min": "number", "battery_life": "string", "bin_size_l": "number"},
            [10, "Up to 10 min", 0.1],
        ),
        (
            "<b class=discount>Save £8#</b><b>-1#%</b>",
            {"discount_pct": "number"},
            [11],
        ),
        ("<b class=discount>Save £8#</b>", {"discount_pct": "number"}, [None]),
        (
            "<b>£2#</b><p>Delivery from £3.9#</p><p>Only # left</p>",
            {"shipping_cost": "number", "units_left": "number"},
            [3.91, 1],
        ),
        (
            "<b>£2#</b><p>Only # left in stock - order soon.</p>",
            {"stock_left": "string", "units_left": "number"},
            ["Only 1 left in stock - order soon.", 1],
        ),
        ("<b>£2#</b><p><i>1# in stock</i> <b>£2#</b></p>", {"quantity": "number"}, [11]),
        ("<b>£2#</b><p>Available in 1# days</p>", {"quantity": "number"}, [None]),
        (
            "<b>£2#</b><p class=delivery-message>Tomorrow, # parcel</p>",
            {"delivery_info": "string"},
            ["Tomorrow, 1 parcel"],
        ),
        ("<b>£2#</b><p>Free delivery</p>", {"delivery_info": "string"}, ["Free delivery"]),
        (
            "<b>£2#</b><div><p><i>Free delivery</i> <b># May</b></p><p>Only # left</p></div>",
            {"delivery_info": "string", "shipping_cost": "number"},
            ["Free delivery 1 May", 0],
        ),
        (
            "<b>£2#</b><div><p><i>Free delivery</i> <b># May</b></p><p><i>Or fast delivery</i> <b>today</b></p></div>",
            {"delivery_info": "string"},
            ["Free delivery 1 May"],
        ),
    ],
)
def test_a_card_says_what_is_asked_of_it(said: str, fields: dict[str, Any], values: list[Any]) -> None:
    assert list(offers(said, **fields)[0].values())[1:] == values


def test_where_others_have_a_value_what_has_another_label_is_none() -> None:
    told = [("Weight", "2.1 kg"), ("Weight", "2.2 kg"), ("Weight", "2.3 kg"), ("Bin", "0.5 L")]
    said = (f"<i class=attr-label>{label}</i> <i class=attr-value>{value}</i>" for label, value in told)
    html = "".join(f"<li><h3><a href=/p/{at}>Lamp {at}</a></h3><p>{one}</p></li>" for at, one in enumerate(said))

    found = rows(f"<ul>{html}</ul>", "all products", model="string", weight="string")
    assert [(row["model"], row["weight"]) for row in found] == [
        ("Lamp 0", "2.1 kg"),
        ("Lamp 1", "2.2 kg"),
        ("Lamp 2", "2.3 kg"),
        ("Lamp 3", None),
    ]


def test_a_model_that_is_not_the_first_field_is_a_name_too() -> None:
    html = cards("<h3><a href=/p/#>Lamp #x</a></h3><b>$#</b>")

    assert rows(html, "all products", price="number", model="string")[0] == {"price": 1, "model": "Lamp 1x"}


def test_artikel_is_a_name_or_beside_a_name_a_number() -> None:
    html = cards("<h3><a href=/p/#>Lampe #x</a></h3><i>Artikel-Nr.:</i> <b>L-10#</b>")

    assert rows(html, "alle Artikel", artikel="string", url="string")[0]["artikel"] == "Lampe 1x"
    found = rows(html, "alle Artikel", artikel="string", bezeichnung="string")[0]
    assert found == {"artikel": "L-101", "bezeichnung": "Lampe 1x"}


def test_a_name_in_what_a_class_calls_the_author_is_that_of_the_author() -> None:
    author = "<span class=author><a href=/a/#><b itemprop=name>Ann Lee</b></a></span>"
    html = cards(f"<a class=title href=/p/#>Book #x</a>{author}<span>Hardback</span>")
    nobody = html.replace(author.replace("#", "3"), "<span class=author></span>")

    found = rows(nobody, "all books", title="string", author="string", url="string")
    assert [row["title"] for row in found] == ["Book 1x", "Book 2x", "Book 3x"]
    assert [row["author"] for row in found] == ["Ann Lee", "Ann Lee", None]


def test_a_button_without_a_text_is_told_by_what_it_is_called() -> None:
    sold = "<button aria-label='Lamp {0} in den Warenkorb legen'></button>"
    card = "<li><h3><a href=/p/{0}>Lamp {0}</a></h3><b>{0},50 €</b>{1}</li>"
    html = "".join(card.format(at, sold.format(at)) for at in range(1, 5))

    found = rows(f"<ul>{html}</ul>", "alle Produkte", name="string", price="number", is_available="boolean")
    assert [row["is_available"] for row in found] == [True] * 4


def test_a_place_of_results_is_an_address_with_its_path_and_the_name_above_it() -> None:
    link = "<a href=https://acme.example/roofs/#>https://acme.example \u203a roofs \u203a #</a>"
    site = f"<div><p><span>Acme Guides #</span></p>{link}</div>"
    html = cards(f"{site}<h2><a href=https://acme.example/roofs/#>Roofs that last, #</a></h2>")

    found = rows(html, "all results", title="string", url="string", site_name="string", displayed_url="string")[0]
    assert list(found.values())[2:] == ["Acme Guides 1", "https://acme.example \u203a roofs \u203a 1"]


@pytest.mark.parametrize(
    ("said", "field", "value"),
    [
        (
            "<p><a href=/a/#>Ann #x Lee</a>, <a href=/b/#>Bo Ray</a> <i>(Auteur)</i></p><b>$#</b>",
            "authors",
            "Ann 1x Lee, Bo Ray",
        ),
        (
            "<b class=flag-prix>Prix du Roman de Graz 202#</b><b class=price>21,9# \u20ac</b>",
            "price_eur",
            "21,91 \u20ac",
        ),
        ("<p class=originalPrice>\u00a39#.00</p>", "price", "\u00a391.00"),
        ("<p class=wasPrice>\u00a39#.00</p>", "price", None),
        ("<b>$#</b><i class=seller-location>Oslund</i>", "location", "Oslund"),
        (
            "<a href=/p/#><u class=labels><i class='label a'>Only here</i><i class='label b'>-9%</i></u></a><b>$#</b>",
            "label",
            "Only here",
        ),
        ("<p><i>Was</i> <s>$9#</s></p><b>$8#</b>", "now", "$81"),
        ("<b>$8#</b><p>Open-Box:</p><a class=open-box-link>from <b class=open-box-price>$7#</b></a>", "price", "$81"),
        (
            "<p><b>£8.#0</b> <i>\u2013</i> <b>£13.00</b><i class=sr-only>Price range: £8.#0 through £13.00</i></p>",
            "price",
            "£8.10 \u2013 £13.00",
        ),
        (
            "<p class=shield aria-label='# + 1 gratis'><i>#+1</i><i>gratis</i></p><b>$#</b>",
            "aanbieding",
            "1 + 1 gratis",
        ),
        ("<img alt='Lamp #x, brand: Acme, size: 6, $#' src=/l#.jpg><b>$#</b>", "brand", "Acme"),
        (
            "<p class=new-item-box><b>$1#</b><a aria-label='$2# includes Buyer Protection'><b>$2#</b></a></p>",
            "price",
            "$11",
        ),
        ("<p>ca. #00 g</p><b>$#</b>", "hoeveelheid", "ca. 100 g"),
        ("<svg aria-label='Nutri-Score D'></svg><b>$#</b>", "nutriscore", "D"),
        ("<a href=/p/# aria-label='Original Lamp'><b class=price>$9#</b> <i>per stuk</i></a>", "price", "$91"),
        ("<p><i class=sticker>Only here</i></p><b>$8#</b>", "flag", "Only here"),
        ("<b>$#</b><p>5082# Köln Ehrenfeld (4,5 km)</p>", "ort", "5082# Köln Ehrenfeld"),
        ("<b>$#</b><p>5082# Köln Ehrenfeld (4,5 km)</p>", "city", "Köln Ehrenfeld"),
        ("<b>$#</b><p>5082# Köln Ehrenfeld (4,5 km)</p>", "zip_code", "5082#"),
        ("<b>$#</b><p>Austin, TX 7870#</p>", "zip_code", "7870#"),
        ("<b>$#</b><p>5082# Köln Ehrenfeld (4,5 km)</p>", "distance", "4,5 km"),
        ("<b>$#</b><address class=address>Elm Drive #, Leeds</address>", "location", "Elm Drive #, Leeds"),
        ("<b>$#</b><p class=address><i>Elm Road, Leeds</i> <i>#.8 miles</i></p>", "address", "Elm Road, Leeds"),
        ("<b>$#</b><p class=address><i>Elm Road, Leeds</i> <i>1# km away</i></p>", "full_address", "Elm Road, Leeds"),
        ("<b>$#</b><p class=address>Km Road 1#, Leeds</p>", "address", "Km Road 1#, Leeds"),
        ("<b>$#</b><address class=address>Elm Drive #</address>", "location", None),
        ("<b>$#</b><p>EZ 201#</p>", "first_registration", "201#"),
        ("<b>$#</b><p>EZ 0#/2018</p>", "model_year", "0#/2018"),
        ("<b>$#</b><p>11# kW (150 PS)</p>", "leistung", "11# kW (150 PS)"),
        ("<b>$#</b><p>UNDER OFFER</p>", "listing_status", "UNDER OFFER"),
        ("<b>$#</b><p>Semi-Detached</p>", "home_type", "Semi-Detached"),
        (
            "<b>$#</b><p class=seller-info-text><i class=seller-info-name>Elm #x</i><i>Ann Lee</i></p>",
            "seller",
            "Elm #x",
        ),
        ("<b>$#</b><p class=seller-info>Ann #x • DE-50823 Köln</p>", "seller", "Ann #x"),
        (
            "<b>$#</b><div class=marketed-by><p><i>Added today</i><i>by Elm #x, Leeds</i></p></div>",
            "agent",
            "Elm #x, Leeds",
        ),
        (
            "<b>$#</b><div class=contact-agent><p><i>Added today</i><i>by Elm #x, Leeds</i></p></div>",
            "agent",
            "Elm #x, Leeds",
        ),
        ("<b>$#</b><a class=contact-seller href=/ask/#>Contact</a>", "seller", None),
        ("<b>$#</b><p class=seller><a href=tel:020555010#>020 555 010#</a> <i>Local rate</i></p>", "seller", None),
        ("<b data-color=base>$#</b><i data-color=secondary>New</i>", "colour_options", None),
        ("<b>$#</b><i data-badge-color=sx-red>New</i>", "color", None),
        ("<b>$#</b><i data-color=red></i>", "color", "red"),
        ("<b>$#</b><p><b>Pro:</b> Good in the dark</p>", "seller", None),
        ("<b>$#</b><p class=product-brand>by <a href=/b/#>Elm #x</a></p>", "brand", "Elm #x"),
        ("<b>$#</b><i data-mileage=0></i><p>- km</p>", "mileage", None),
        ("<b>$#</b><i data-first-registration=new></i>", "first_registration", None),
        ("<b>$#</b><dl><dt>Phone<dd>#/24</dl>", "phone", None),
        ("<b>$#</b><dl><dt>Phone<dd>Tel.: 0221 4711 0#</dl>", "phone", "Tel.: 0221 4711 01"),
        ("<b>$#</b><p class=number>Sale 2384#</p>", "phone_number", None),
        ("<b>$#</b><p class=number>10488# Main Street, Oslund</p>", "phone_number", None),
        ("<b>$#</b><p class=ref>R-10488#</p>", "zip_code", None),
        ("<b>$#</b><p class=miles>1.# miles</p>", "mileage", None),
        ("<b>$#</b><p class=description>Oak # it is, well kept.</p>", "body_text", "Oak # it is, well kept."),
    ],
)
def test_a_card_of_a_shop_says(said: str, field: str, value: str | None) -> None:
    said = cards(f"<h3><a href=/p/#>Lamp #x</a></h3>{said}")
    assert column(said, field)[0] == (value and value.replace("#", "1"))


def test_a_mark_with_the_words_of_another_field_is_that_alone() -> None:
    home = "<li><a href=/h/{0}><h3>Elm {0}x</h3></a><i class=badge>{1}</i></li>"
    html = "".join(home.format(*one) for one in enumerate(["Featured property", "Premium listing", ""]))

    found = rows(f"<ul>{html}</ul>", "all homes", title="string", is_featured="boolean", is_premium="boolean")
    assert [[*row.values()][1:] for row in found] == [[True, False], [False, True], [False, False]]


@pytest.mark.parametrize("qualifier", ["Guide price", "Offers over", "OIEO"])
def test_what_is_said_of_a_price_in_its_link_names_nothing(qualifier: str) -> None:
    html = cards(f"<a href=/h/#><b>£1#0,000</b> <i>{qualifier}</i></a><p class=address>Elm Road #, Leeds</p>")
    assert column(html, "title", price="number") == [None] * 3


@pytest.mark.parametrize("said", ["-30%", "\u221230 %", "bis zu -30%"])
def test_what_is_taken_off_may_be_a_share_with_a_sign(said: str) -> None:
    assert column(cards(f"<h3><a href=/p/#>Lamp #x</a></h3><b>$#</b><i>{said}</i>"), "discount_percent")[0] == said


@pytest.mark.parametrize("said", ["-30%", "(\u221230 %)", "30% off"])
def test_by_how_much_less_something_is_has_no_sign_as_a_number(said: str) -> None:
    assert offers(f"<b>$#</b><i class=discount>{said}</i>", discount_percent="number")[0]["discount_percent"] == 30


@pytest.mark.parametrize(
    ("field", "price"),
    [
        ("price_euro", 41.5),
        ("price_brl", 41.5),
        ("lowest_price", 41.5),
        ("min_price", 41.5),
        ("struck_through_price", 61.5),
        ("previous_price_zl", 61.5),
    ],
)
def test_which_price_a_field_asks_for_may_be_told_by_a_currency_or_how_it_looks(field: str, price: float) -> None:
    assert offers("<s>€ 6#.50</s> <b class=price>€ 4#.50</b>", **{field: "number"})[0][field] == price


def test_beside_another_price_the_lowest_one_is_another() -> None:
    found = offers("<b class=price>€ 4#.50</b>", price="number", lowest_price="number")[0]
    assert (found["price"], found["lowest_price"]) == (41.5, None)


def test_the_page_of_a_product_is_where_it_leads() -> None:
    assert offers("<b>$#</b>", product_page="string")[0]["product_page"].endswith("/p/1")


def test_comentarios_are_counted_as_reviews_too() -> None:
    assert offers("<b>$#</b><p>1.27# comentarios</p>", review_count="number")[0]["review_count"] == 1271


@pytest.mark.parametrize(
    ("fields", "model"),
    [({"version": "string"}, "Corvo 3"), ({"brand": "string", "version": "string"}, None)],
)
def test_a_model_is_what_a_record_is_called_where_nothing_asks_who_made_it(
    fields: dict[str, Any], model: str | None
) -> None:
    html = cards("<a href=/c/#><h2>Corvo 3<span class=Item_version__5EW>1.0 Turbo</span></h2></a><p>€ 1#.500</p>")

    found = rows(html, "all cars", model="string", **fields, price="number")
    assert [row["model"] for row in found] == [model] * 3


@pytest.mark.parametrize(
    ("fields", "values"),
    [
        ({"title": "string", "version": "string"}, ["Oslund Lynx", "1.5 Comfort #1"]),
        ({"title": "string"}, ["Oslund Lynx 1.5 Comfort #1"]),
    ],
)
def test_a_name_is_without_the_version_where_that_is_asked_for_by_itself(
    fields: dict[str, Any], values: list[str]
) -> None:
    html = cards("<h2><a href=/c/#>Oslund Lynx <span class=Item_version__5Wf>1.5 Comfort #</span></a></h2><b>$#</b>")

    found = rows(html, "all cars", **fields, price="number")[0]
    assert list(found.values())[:-1] == [value.replace("#1", "1") for value in values]


def test_beside_a_town_an_address_is_a_street_and_a_link_to_an_agent_names_it() -> None:
    place = "<div><span>Kade #</span></div><div>2023 JL Haarlem</div>"
    html = cards(
        f"<h2><a class=listing-address href=/h/#>{place}</a></h2><b>€ #00</b><a href=/makelaar/#-acme>Acme #</a>"
    )

    found = rows(html, "all homes", address="string", city="string", agent="string", price="number")[0]
    assert list(found.values()) == ["Kade 1", "Haarlem", "Acme 1", 100]
    assert rows(html, "all homes", address="string", price="number")[0]["address"] == "Kade 1 2023 JL Haarlem"


def test_a_home_has_an_agent_though_nobody_asks_what_it_costs() -> None:
    html = cards("<h2><a href=/h/#>Elm Lane #x, Leeds</a></h2><p><i>Added today</i> <i>by Oak & Ash #x</i></p>")

    assert rows(html, "all homes", address="string", agent="string")[0]["agent"] == "Oak & Ash 1x"
    assert rows(html, "all posts", title="string", date="string", agent="string")[0]["agent"] is None


def test_a_picture_of_stars_is_called_by_how_many_they_are() -> None:
    html = cards("<h3><a href=/p/#>Lamp #x</a></h3><span role=img aria-label='3.5 stars'></span> <i>12</i><b>$#</b>")

    assert rows(html, "all products", name="string", rating="number", price="number")[0]["rating"] == 3.5


def test_a_word_before_a_price_that_is_struck_out_makes_it_no_second_one() -> None:
    html = cards("<h3><a href=/p/#>Lamp #x</a></h3><p><s><span>Was </span>£2#</s> <strong>£18.#0</strong></p>")

    found = rows(html, "all products", name="string", price="number", old_price="number")[0]
    assert list(found.values()) == ["Lamp 1x", 18.1, 21]


@pytest.mark.parametrize(
    "net",
    [
        "€ 15,#0 excl. btw",
        "€ 15,#0 (imp. no incl.)",
        "€ 15,#0 zzgl. MwSt.",
        "15,#0 € HT",
        "15,#0 € netto",
        "15,#0 € + IVA",
        "<b>£15.#0</b> <i>Ex. VAT</i>",
    ],
)
def test_beside_the_price_the_one_before_tax_answers_a_field_of_its_own(net: str) -> None:
    html = cards(f"<h3><a href=/p/#>Lamp #x</a></h3><p>€ 18,#5</p><p>{net}</p>")

    found = rows(html, "all products", name="string", price="number", net_price="number")[0]
    assert list(found.values()) == ["Lamp 1x", 18.15, 15.1]


@pytest.mark.parametrize(
    "ends",
    [
        "From <b>£8.#0</b> To <b>£13.00</b>",
        "<b>£8.#0</b> bis <b>£13.00</b>",
        "<i>From</i> <b>£8.#0</b></p><p><i>To</i> <b>£13.00</b>",
    ],
)
def test_the_ends_of_a_range_may_stand_in_elements_of_their_own(ends: str) -> None:
    html = cards(f"<h3><a href=/p/#>Lamp #x</a></h3><p>{ends}</p>")

    assert [row["price"] for row in rows(html, "all products", name="string", price="number")] == [8.1, 8.2, 8.3]


def test_cents_of_their_own_stand_behind_a_comma_where_thousands_have_points() -> None:
    html = cards("<h3><a href=/p/#>Lamp #x</a></h3><p>$<span class=whole>236.74#</span><sup class=cents>50</sup></p>")

    assert rows(html, "todos los productos", nombre="string", precio="number")[0]["precio"] == 236741.5


@pytest.mark.parametrize(("count", "said"), [("284#", 2841), ("1,28#", 1281), ("#", None)])
def test_a_number_behind_drawn_stars_counts_those_who_rated(count: str, said: int | None) -> None:
    stars = "<div class=rating-stars><div style='width: 92%'></div></div>"
    html = cards(f"<h3><a href=/p/#>Lamp #x</a></h3><div>{stars}<div class=note>{count}</div></div><b>£9.#0</b>")

    found = rows(html, "all products", name="string", rating="number", reviews="number", price="number")[0]
    assert (found["rating"], found["reviews"]) == (4.6, said)


def test_a_picture_may_say_all_of_a_brand_and_of_a_score() -> None:
    brand = "<div class=c-brand><img src=/l.png alt='Acme #'></div>"
    html = cards(f"<h3><a href=/p/#>Soap #x</a></h3>{brand}<img src=/n.svg alt='Nutri-Score A'><b>£#.20</b>", 4)

    found = rows(html, "all products", name="string", brand="string", nutri_score="string", price="number")[0]
    assert (found["brand"], found["nutri_score"]) == ("Acme 1", "A")


def test_what_a_wide_screen_does_not_show_is_no_second_day() -> None:
    days = (
        "<a class='ago d-lg-none' href=/t/#/9>2 May 202#</a> <a class='ago d-none d-lg-inline' href=/t/#>1 May 202#</a>"
    )
    html = cards(f"<h3><a href=/t/#>Keel #x</a></h3><p>{days}</p><p># replies</p>")

    found = rows(html, "all topics", title="string", date="string", replies="number")
    assert [row["date"] for row in found] == ["1 May 2021", "1 May 2022", "1 May 2023"]
    seen = html.replace("d-lg-none", "d-lg-none d-xl-inline").replace("d-none d-lg-inline", "lg:hidden")
    found = rows(seen, "all topics", title="string", date="string", replies="number")
    assert [row["date"] for row in found] == ["2 May 2021", "2 May 2022", "2 May 2023"]


@pytest.mark.parametrize("price", ["9,99€/2 pièces", "9,99€ / 4 pack"])
def test_the_price_of_several_is_a_price(price: str) -> None:
    html = cards(f"<h3><a href=/p/#>Lamp #x</a></h3><p class=price>{price}</p>")

    assert rows(html, "all products", name="string", price="number")[0]["price"] == 9.99


def test_what_other_sellers_ask_for_in_the_line_below_is_not_the_price() -> None:
    others = "<div>More Buying Choices<br><span>$5#.20</span> <a href=/o/#>(3 used &amp; new offers)</a></div>"
    html = cards(f"<h2><a href=/p/#>Lamp #x</a></h2><div><span>$6#.50</span></div>{others}")

    assert rows(html, "all products", name="string", price="number")[0]["price"] == 61.5


def test_five_empty_stars_are_no_rating() -> None:
    stars = "<span class=fa-stack><i class='fa fa-star{0}'></i><i class='fa fa-star-o'></i></span>"
    drawn = {at: "".join(stars.format("" if one < at else "-o") for one in range(5)) for at in range(6)}
    html = "".join(
        f"<li><h3><a href=/p/{at}>Lamp {at}x</a></h3><div class=rating>{drawn[rating]}</div><b>£{at}</b></li>"
        for at, rating in enumerate([0, 5, 0, 0, 3, 0])
    )

    found = rows(f"<ul>{html}</ul>", "all products", name="string", rating="number", price="number")
    assert [row["rating"] for row in found] == [None, 5, None, None, 3, None]


def test_a_range_is_the_price_as_a_text_where_others_have_one_sum() -> None:
    prices = ["$2.00", "$3.49<span> to </span>$5.00", "$4.00", "$6.00"]
    html = "".join(
        f"<li><h3><a href=/p/{at}>Lamp {at}x</a></h3><span class=s-price>{price}</span></li>"
        for at, price in enumerate(prices)
    )

    found = rows(f"<ul>{html}</ul>", "all products", name="string", price="string")
    assert [row["price"] for row in found] == ["$2.00", "$3.49 to $5.00", "$4.00", "$6.00"]


def test_what_another_edition_costs_is_not_the_price() -> None:
    other = "<ul class=Article-otherOffers><li>ePub <span class=price>7,99 €</span></li></ul>"
    html = cards(f"<h3><a href=/p/#>Book #x</a></h3><span class=price><b>8<sup>€7#</sup></b></span>{other}")

    assert rows(html, "tous les livres", titre="string", prix="number")[0]["prix"] == 8.71


def test_a_shop_may_be_named_by_what_it_pays_for() -> None:
    said = ["From shop Acme{}", "<span>Ad by</span> <span>Bell{}</span>"]
    told = [said[at == 3].format(at) for at in range(7)]
    html = "".join(
        f"<li><h3><a href=/p/{at}>Mug {at}x</a></h3><b>£{at}</b><p>{told[at]}</p></li>" for at in range(1, 7)
    )

    found = rows(f"<ul>{html}</ul>", "all products", title="string", shop="string", price="number")
    assert [row["shop"] for row in found] == ["Acme1", "Acme2", "Bell3", "Acme4", "Acme5", "Acme6"]


@pytest.mark.parametrize(
    ("told", "as_text", "as_number"),
    [
        ("VB", "VB", None),
        ("Price on request", "Price on request", None),
        ("Zu verschenken", "Zu verschenken", 0),
        ("A offerta libera", "A offerta libera", None),
        ("1# € VB", "11 €", 11),
    ],
)
def test_what_stands_in_the_place_of_a_price_is_told_as_a_text(told: str, as_text: str, as_number: int | None) -> None:
    html = cards(f"<h3><a href=/p/#>Bike #x</a></h3><p class=item--price>{told}</p><p>Weight: # kg</p>")

    assert rows(html, "all ads", title="string", price="string", weight="string")[0]["price"] == as_text
    assert rows(html, "all ads", title="string", price="number", weight="string")[0]["price"] == as_number


def test_a_brand_before_the_name_in_one_link_is_none_of_it() -> None:
    # What stands in a heading that a paragraph closes stands behind it.
    brand = "<p class=bold data-testid=attribute-product-brandname>Drywell #</p>"
    name = "<span data-testid=attribute-product-label>50 pt. Dehumidifier with Pump #</span>"
    html = cards(f"<a href=/p/#><h3>{brand} {name}</h3></a><div>Model# DW#</div><b>$#.00</b>")

    found = rows(html, "all products", title="string", brand="string", price="number")[0]
    assert list(found.values()) == ["50 pt. Dehumidifier with Pump 1", "Drywell 1", 1]


def test_what_some_records_have_from_all_over_a_list_makes_them_no_list_of_their_own() -> None:
    stars = "<div class=stars role=img aria-label='4.{0} out of 5'></div><i class=count>({0}1)</i>"
    card = "<li class='product post-{0} {2}'><h2><a href=/p/{0}>Plate {0}x</a></h2>{1}<b class=price>{0},50 €</b></li>"
    rated = {1, 2, 4, 7, 12}
    main = "".join(card.format(at, stars.format(at) if at in rated else "", "instock") for at in range(1, 13))
    best = "".join(card.format(at, stars.format(at), "instock") for at in range(20, 24))
    html = f"<ul class=products>{main}</ul><h2>Los más vendidos</h2><ul class=best>{best}</ul>"

    found = rows(html, "todos los productos", title="string", price="number", rating="number", reviews="number")
    assert [row["title"] for row in found[:12]] == [f"Plate {at}x" for at in range(1, 13)]


def test_of_two_points_the_last_one_before_two_digits_is_that_of_decimals() -> None:
    html = cards("<h3><a href=/p/#>Lamp #x</a></h3><p class=price>Preis 1.03#.50€</p>")

    assert rows(html, "alle Produkte", name="string", preis="number")[0]["preis"] == 1031.5


@pytest.mark.parametrize(
    ("said", "fields", "values"),
    [
        (
            "<i class=a-price><s>1 49#,-</s> <b>1 09#,-</b></i>",
            {"price": "number", "old_price": "number"},
            [1091, 1491],
        ),
        ("<i>Order code: </i><b>TK#118</b>", {"order_code": "string"}, ["TK1118"]),
        ("<i aria-label='Reviews: 1&nbsp;31#'>1&nbsp;31#\u00d7</i>", {"review_count": "number"}, [1311]),
        ("<div class=rating-wrap><a>4# offers</a></div>", {"rating": "number"}, [None]),
        (
            "<p><i class=stars-rating>4,#</i> <a>1 Bewertung</a></p>",
            {"rating": "number", "review_count": "number"},
            [4.1, 1],
        ),
        ("<div class=x-rating__box><span>5 (3#)</span></div>", {"rating": "number", "review_count": "number"}, [5, 31]),
        (
            "<p aria-label='Original price: From £4#.00'><b class=originalPrice><b class=price>From £4#.00</b></b></p>",
            {"price": "number", "original_price": "number"},
            [41, None],
        ),
        (
            "<a><b>£1.0# Club Price</b><i>(£4.40/kg)</i></a><p class=p>£2.1#</p><p class=u>£8.40/kg DR.WT</p>",
            {"price": "number", "unit_price": "string"},
            [2.11, "£8.40/kg DR.WT"],
        ),
        (
            "<div class=promotion-box><p>Any # for £5</p><p>Offer valid for delivery until 21/07/2026</p></div>",
            {"offer": "string"},
            ["Any 1 for £5"],
        ),
        (
            "<span class=price__former>2#9,-</span> <b class=price__current>1#9,-</b>",
            {"price": "number", "old_price": "number"},
            [119, 219],
        ),
        (
            "<p class=price><i class=price-label>Preise</i> € 1# \u2013 163</p>",
            {"price": "string"},
            ["€ 11 \u2013 163"],
        ),
        ("<p>Sold by <b>Elm Books, Oslund, MN, U.S.A.</b></p>", {"seller": "string"}, ["Elm Books"]),
    ],
)
def test_what_shops_write_in_their_own_way(said: str, fields: dict[str, Any], values: list[Any]) -> None:
    assert list(offers(said, **fields)[0].values())[1:] == values


def test_where_others_have_their_stock_something_else_may_be_said() -> None:
    stocked = "<i class='stock stock{1}'>{2}</i><button>Add to cart</button>"
    card = f"<h3><a href=/p/{{0}}>Lamp {{0}}x</a></h3><b>€ {{0}}9</b>{stocked}"
    stock = [(0, "In stock"), (0, "In stock"), (2, "On its way to us"), (0, "In stock"), (2, "To come")]
    html = "".join(f"<li class=c>{card.format(at, *one)}</li>" for at, one in enumerate(stock))

    found = rows(f"<ul>{html}</ul>", "all products", name="string", availability="string")
    assert [row["availability"] for row in found] == [said for _, said in stock]


def test_a_number_that_is_another_one_wherever_both_speak_fills_no_gap() -> None:
    rated = "<div class=stars data-rating=0,9{0} data-max-rating=5></div><i class=rating>4,{0}</i>"
    half = "<div class=stars data-rating=0,8></div>"
    html = "".join(
        f"<li class=c><h3><a href=/p/{at}>Lamp {at}x</a></h3><b>€ {at}9</b>{half if at == 5 else rated.format(at)}</li>"
        for at in range(1, 6)
    )

    found = rows(f"<ul>{html}</ul>", "all products", name="string", price="number", rating="number")
    assert [row["rating"] for row in found] == [4.1, 4.2, 4.3, 4.4, None]


def test_what_a_longer_class_name_says_fills_no_gap_beside_a_label() -> None:
    content = "<h3><a href=/p/{0}>Lampe {0}x</a></h3><b>{0}9 €</b><p><i class=label>Inhalt:</i> {0} Stück</p>"
    variant = "<div class=variant-content><i>Griff:</i> <i>lang</i> | <i>Farbe:</i> <i>rot</i></div>"
    variant = f"<h3><a href=/p/3>Lampe 3x</a></h3><b>39 €</b>{variant}"
    html = "".join(f"<li class=c>{variant if at == 3 else content.format(at)}</li>" for at in range(1, 6))

    found = rows(f"<ul>{html}</ul>", "alle Produkte", name="string", price="number", contents="string")
    assert [row["contents"] for row in found] == ["1 Stück", "2 Stück", None, "4 Stück", "5 Stück"]


def test_a_package_says_its_version_its_maker_and_its_license_in_a_line() -> None:
    dependents = "<a href=/d/#>41# dependents</a>"
    told = f"<a href=/~ann#>ann#</a><span>4.2.# \u2022 # months ago \u2022 {dependents} \u2022 MIT</span>"
    html = cards(f"<a href=/p/#><h3>soap-#x</h3></a><div>{told}</div>")

    found = rows(html, "all packages", name="string", version="string", publisher="string", license="string")
    assert list(found[0].values()) == ["soap-1x", "4.2.1", "ann1", "MIT"]


def test_an_abstract_that_opens_at_a_press_is_all_of_it() -> None:
    both = (
        "<span class=abstract-short>Soap # is \u2026 <a>More</a></span>"
        "<span class=abstract-full style='display: none'>Soap # is what it is about. <a>Less</a></span>"
    )
    html = cards(f"<p class=title><a href=/a/#>Paper #x</a></p><p class=abstract><b>Abstract</b>: {both}</p>")

    assert column(html, "abstract", "all papers")[0] == "Soap 1 is what it is about."


def test_alternatives_below_the_results_are_none_of_them() -> None:
    card = "<li class=ad><h2><a href=/a/{0}>Bike {0}x</a></h2><p class=price>{0}9 €</p></li>"
    near = f"<div><h2>Alternative Anzeigen in der Umgebung</h2><ul>{card.format(8)}{card.format(9)}</ul></div>"

    found = rows(f"<ul>{''.join(map(card.format, range(1, 6)))}</ul>{near}", "alle", title="string", price="number")
    assert len(found) == 5


@pytest.mark.parametrize(
    ("said", "fields", "values"),
    [
        (
            "<p data-component=PriceOriginal>$81#</p><p data-component=PriceFinal>$48#</p>",
            {"price": "number", "original_price": "number"},
            [481, 811],
        ),
        # What scripts and tests call the regular price may just be the price.
        (
            "<p class=price data-testid=regular-price>€ 1748#</p><p>Finanzierung ab <b>€ 18#</b> mtl.</p>",
            {"price": "number"},
            [17481],
        ),
        (
            "<b>€ 9#</b><p><i class=score>4,8<i class=sr-only> / 5</i></i><a href=/p/#>41# opinii</a></p>",
            {"rating": "number", "review_count": "number"},
            [4.8, 411],
        ),
        (
            "<b>€ 9#</b><div><div>Consegna a domicilio</div><div>0#.12.2026 - 04.12.2026</div></div>",
            {"delivery": "string"},
            ["01.12.2026 - 04.12.2026"],
        ),
        ("<dl><dt>Type:</dt><dd>Lamp #<a href=/s?q=#>&nbsp;Search this</a></dd></dl>", {"type": "string"}, ["Lamp 1"]),
    ],
)
def test_what_shops_and_collections_write_for_those_who_search(
    said: str, fields: dict[str, Any], values: list[Any]
) -> None:
    assert list(offers(said, **fields)[0].values())[1:] == values


def test_a_link_over_all_of_a_card_is_its_own_and_that_to_its_reviews_is_not() -> None:
    cover = "<a class=absolute-link href=/pr/# title='Magnesium powder #x'></a>"
    html = cards(
        f"<div>{cover}<div itemprop=name content='Magnesium powder #x'><bdi>Magnesium powder #x</bdi></div>"
        "<a class=stars href=/r/# title='4.7/5'><i></i></a> <a href=/r/#><span>48,21#</span></a> <b>$1#.36</b></div>"
    )

    assert column(html, "url", "all products", title="string", price="number")[0] == "https://h.example/pr/1"


def test_another_colour_of_something_is_not_what_it_is_called() -> None:
    swatch = "<a href=/pd/#?style=1 class=swatch-anchor><i class=sr-only>Black/Castlerock</i></a>"
    html = cards(
        f"<div class=swatches>{swatch}</div><div class=pdp-link><a href=/pd/#>Halden v#</a></div><b>£14#.00</b>"
    )

    found = rows(html, "all products", name="string", price="number", url="string")[0]
    assert list(found.values()) == ["Halden v1", 141, "https://h.example/pd/1"]


@pytest.mark.parametrize(("said", "rating"), [("9 Superb", 9), ("5 звёзд", 5), ("3 tests", None)])
def test_a_number_before_a_word_is_a_rating_only_if_that_is_no_other_thing(said: str, rating: int | None) -> None:
    assert offers(f"<b>€ 1#</b><i class=rating>{said}</i>", rating="number")[0]["rating"] == rating


def test_how_long_something_takes_leaves_the_hour_of_a_day() -> None:
    html = cards("<h3><a href=/p/#>Soap #x</a></h3><i class=date>2# May 2026, 14:30</i><p>Prep time: 1# min</p>")

    assert rows(html, "all posts", title="string", date="string", prep_time="number")[0]["date"] == "21 May 2026, 14:30"


@pytest.mark.parametrize(
    ("said", "logo"),
    [
        ("<img src=/a/#.png height=300 width=300 alt=acme>", None),
        (
            "<div class=a-shoplogo><p><a href=/s/#><img src=/a/#.png alt='Acme #'></a></p><i>x</i></div><img src=/b/#>",
            "https://h.example/a/1.png",
        ),
    ],
)
def test_a_logo_is_a_picture_that_a_class_around_it_calls_so(said: str, logo: str | None) -> None:
    assert offers(f"{said}<b>$#.50</b>", price="number", shop_logo="string")[0]["shop_logo"] == logo


def test_what_asks_for_a_review_is_no_name() -> None:
    html = cards("<a href=/shops/#>Írj véleményt!</a><p><a href=/out/#>Lamp #x</a></p><b># 900 Ft</b>", 4)

    found = rows(html, "all offers", name="string", url="string", price="number")
    assert found[0] == {"name": "Lamp 1x", "url": "https://h.example/out/1", "price": 1900}


def test_a_headline_is_a_name_by_its_class_and_what_is_said_below_describes() -> None:
    card = (
        "<i class=headline><a href=/w/#>Oak Red #x</a></i><i class=name><a href=/w/#>A red that oaks of #{} gave a "
        "long and mellow taste</a></i><b>$#.50</b>"
    )

    prompt = "All wines with the name of the wine, description and price"
    found = rows(cards(card.format(0), 4), prompt, wine="string", description="string", price="number")
    assert found[0] == {
        "wine": "Oak Red 1x",
        "description": "A red that oaks of 10 gave a long and mellow taste",
        "price": 1.5,
    }


def test_a_price_may_stand_under_the_word_that_tells_it_from_others() -> None:
    deal = "<p><b class=label>{}</b> <b class=value>£{}#.00</b></p>"
    html = cards(f"<h3><a href=/p/#>Oak #x</a></h3>{deal.format('Buy', 3)}{deal.format('Trade in', 2)}")

    found = rows(html, "all items", product="string", buy_price="number", trade_in_price="number")
    assert found[0] == {"product": "Oak 1x", "buy_price": 31, "trade_in_price": 21}


def test_what_one_gets_for_something_is_its_value_or_price() -> None:
    deal = "<p><b class=label>{}</b> <b class=value>£{}#.00</b></p>"
    html = cards(f"<h3><a href=/p/#>Oak #x</a></h3>{deal.format('Trade in', 3)}{deal.format('Get cash', 2)}")

    asked: dict[str, Kind] = dict.fromkeys(["trade_in_value", "cash_price", "get_cash_value"], "number")
    assert list(rows(html, "all items", product="string", **asked)[0].values())[1:] == [31, 21, 21]


def test_lists_that_a_class_calls_what_is_asked_for_may_say_a_little_less_than_fewer_others() -> None:
    def card(kind: str, at: int) -> str:
        price = f"<p>from THB {at},300</p>" if at % 2 else ""
        return f"<div class={kind}><img src=/{kind}{at}.jpg><h3><a href=/{kind}/{at}>Oak {at}x</a></h3>{price}</div>"

    tours = "".join(card("tour-item", at) for at in range(1, 9))
    cars = "".join(card("car-item", at) for at in (1, 3, 5))
    html = f"<section>{tours}</section><section>{cars}</section>"

    found = rows(html, "the tours on this page", name="string", price="number", image="string", link="string")
    assert [(row["link"], row["price"]) for row in found[:2]] == [
        ("https://h.example/tour-item/1", 1300),
        ("https://h.example/tour-item/2", None),
    ]
    assert len(found) == 8


def test_a_shop_named_beside_a_heading_without_a_link_is_where_its_name_leads() -> None:
    shop = "<img src=/#.png alt='Oak #x'><p class=shopName><a href=/s/#>Oak #x</a></p>"
    html = cards(f"{shop}<h3>#0% off</h3><p>Valid until: 2# May 2026</p><a class=btn href=/r/#>Get the code</a>")

    found = rows(html, "all coupons", store="string", valid_until="string", store_url="string")[0]
    assert found == {"store": "Oak 1x", "valid_until": "21 May 2026", "store_url": "https://h.example/s/1"}


COUPON = "<h3>#0% off</h3><p class=shopName><a href=/s/#>Oak #x</a></p><a href=/r/#>Show the code</a>"


@pytest.mark.parametrize(("copied", "code"), [("OAK#", "OAK1"), ("https://h.example/r/#", None)])
def test_the_code_of_a_coupon_is_what_is_copied_and_not_the_button_that_shows_it(copied: str, code: str | None) -> None:
    shown = "<div class=code><a href=/r/#>Show the code</a></div>"
    html = cards(f"<h3>#0% off</h3><p>{shown}<i data-clipboard-text={copied}></i></p>")

    assert rows(html, "all coupons", title="string", code="string")[0]["code"] == code


def test_the_company_that_offers_something_is_told_beside_its_name() -> None:
    found = rows(cards(COUPON), "all coupons", company="string", company_url="string")[0]
    assert found == {"company": "Oak 1x", "company_url": "https://h.example/s/1"}


def test_an_offer_leads_elsewhere_than_the_shop_that_makes_it() -> None:
    found = rows(cards(COUPON), "all coupons", title="string", url="string")[0]
    assert found == {"title": "10% off", "url": "https://h.example/r/1"}


def test_both_parts_of_an_offer_are_it_where_most_have_but_one() -> None:
    coupon = (
        "<li class=c><p class=shopName>Oak {0}x</p><h3>{0}0% off{1}</h3><p>You get <b>{0}0% off</b> on all</p></li>"
    )
    html = "".join(coupon.format(at, " + a free tree" * (at == 5)) for at in range(1, 6))

    found = rows(f"<ul>{html}</ul><p>", "All coupons", store="string", discount="string")
    assert [row["discount"] for row in found] == ["10% off", "20% off", "30% off", "40% off", "50% off + a free tree"]


@pytest.mark.parametrize("currency", ["uah", "eur", "thb"])
def test_the_currency_behind_the_name_of_a_field_is_no_part_of_it(currency: str) -> None:
    html = cards("<h3><a href=/p/#>Oak #x</a></h3><p class=price>#5.50</p>")

    found = rows(html, "all lamps", **{"name": "string", f"lowest_price_{currency}": "number"})
    assert found[0] == {"name": "Oak 1x", f"lowest_price_{currency}": 15.5}


def test_prices_with_a_colon_and_a_dash_are_sums() -> None:
    price = "<p class=price><i aria-hidden=true><b>#9</b><b>:</b>-</i><i class=sr-text>{} #{}9:-</i></p>"
    html = cards(f"<h3><a href=/p/#>Oak #x</a></h3>{price.format('Pris', '')}{price.format('Tidigare pris', 9)}")

    assert rows(html, "all lamps", name="string", price_sek="number", previous_price_sek="number")[0] == {
        "name": "Oak 1x",
        "price_sek": 19,
        "previous_price_sek": 199,
    }


def test_a_class_that_says_whether_tax_is_in_a_price_does_not_make_it_another_one() -> None:
    old = "<p class='price-section non-sale-price--withoutTax'><b class='price price--non-sale'>$#9.00</b></p>"
    now = "<p class='price-section price-section--withoutTax'><b class='price price--withoutTax'>$#5.00</b></p>"
    html = cards(f"<h3><a href=/p/#>Oak #x</a></h3>{old}{now}")

    found = rows(html, "all lamps", name="string", price="number", old_price="number")
    assert found[0] == {"name": "Oak 1x", "price": 15, "old_price": 19}


def test_beside_the_price_a_full_price_is_the_one_before() -> None:
    def card(at: int) -> str:
        old = f"<del>€ {at}9,00</del>" if at > 2 else ""
        return f"<li class=c><h3><a href=/p/{at}>Oak {at}x</a></h3><p class=price>{old} <b>€ {at}5,00</b></p></li>"

    html = f"<ul>{''.join(map(card, range(1, 6)))}</ul>"

    found = rows(html, "all lamps", name="string", price_eur="number", full_price_eur="number")
    assert [(row["price_eur"], row["full_price_eur"]) for row in found[1:3]] == [(25, None), (35, 39)]


def test_the_colour_of_a_tile_is_that_of_what_it_shows() -> None:
    html = cards("<h3><a href=/p/#>Oak #x</a></h3><p class=tile-color>Sea green</p><p class=price>€ #5,00</p>")

    assert rows(html, "all lamps", name="string", colour="string")[0] == {"name": "Oak 1x", "colour": "Sea green"}


def test_an_item_is_what_it_is_called_and_no_code_where_nothing_else_is() -> None:
    html = cards("<h3><a href=/p/#>Oaken garden lamp MX#F</a></h3><p class=price>€ #5,00</p>")

    assert rows(html, "all lamps", item="string", price="number")[0]["item"] == "Oaken garden lamp MX1F"


def test_a_series_that_a_prompt_calls_its_name_is_what_a_thing_is_called() -> None:
    html = cards("<h3><a href=/p/#>Oak #x</a></h3><p class=price>€ #5,00</p>")

    prompt = "All lamps: the series name, the price and the link"
    assert rows(html, prompt, series="string", price="number", link="string")[0]["series"] == "Oak 1x"


def test_how_many_offers_there_are_is_told_in_the_language_of_the_page() -> None:
    html = cards("<h3><a href=/p/#>Oak #x</a></h3><p>#7 Angebote</p><p class=price>ab #5,00 €</p>")

    assert rows(html, "all lamps", name="string", offer_count="number")[0] == {"name": "Oak 1x", "offer_count": 17}


def test_what_most_products_have_in_one_place_is_no_better_list_than_all_of_them() -> None:
    review = "<div class=short><div class=stars>Rating: 4.{0}</div><a href=/p/{0}#reviews>1{0} Reviews</a></div>"
    html = "".join(
        f"<li class=c><img src=/{at}.png><h3 class=name><a href=/p/{at}>Oak {at}x</a></h3>"
        f"{'' if at in {3, 6} else review.format(at)}<p class=stock>In stock</p><p>Oak lamp {at}</p>"
        for at in range(1, 10)
    )

    found = rows(f"<ul>{html}</ul>", "review scores of all lamps", url="string", rating="number", review_count="number")
    assert [row["rating"] for row in found] == [4.1, 4.2, None, 4.4, 4.5, None, 4.7, 4.8, 4.9]


@pytest.mark.parametrize(
    "words",
    ["Guide Price", "Offers over", "Freehold Offers around", "Offers in the region of", "OIEO", "Asking price of"],
)
def test_what_offers_are_to_be_near_is_a_price(words: str) -> None:
    card = f"<li><h3><a href=/h/{{0}}>Mill house {{0}}x</a></h3><p>{words} £1{{0}}5,000</p></li>"

    found = rows(f"<ul>{''.join(map(card.format, range(1, 5)))}</ul>", "all houses", title="string", price="number")
    assert [row["price"] for row in found] == [115_000, 125_000, 135_000, 145_000]


def test_what_an_order_is_to_be_over_is_no_price() -> None:
    card = "<li><h3><a href=/h/{0}>Lamp {0}x</a></h3><p>£1{0}</p><p>Free gift on orders over £5{0}</p></li>"

    found = rows(f"<ul>{''.join(map(card.format, range(1, 5)))}</ul>", "all lamps", title="string", price="number")
    assert [row["price"] for row in found] == [11, 12, 13, 14]


@pytest.mark.parametrize("led", ["As low as", "à partir de"])
def test_what_those_pay_who_buy_many_is_not_the_price(led: str) -> None:
    lower = f"<a href=/p/#><span>{led}</span> <span class=price>€ #5,90</span></a>"
    html = cards(f"<h3><a href=/p/#>Twine #x</a></h3><div><span class=price>€ #6,95</span> {lower}</div>")

    assert [row["price"] for row in rows(html, "all lamps", name="string", price="number")] == [16.95, 26.95, 36.95]


@pytest.mark.parametrize(
    ("page", "current", "last"), [("Page ", "You are on page ", "Next"), ("", "", "Weiter"), ("Seite", "", "")]
)
def test_what_stands_below_the_links_to_further_pages_is_none_of_the_products(
    page: str, current: str, last: str
) -> None:
    def offer(at: int, price: str) -> str:
        return f"<li class=p><div class=info><h3><a href=/p/{at}>Oak {at}x</a></h3>{price}</div></li>"

    offers = "".join(offer(at, f"<p class=price>€ {at}5,00</p>") for at in range(1, 9))
    links = "".join(f"<li><a href='?p={at}'><span>{page}</span><span>{at}</span></a></li>" for at in (1, 3, 4))
    links = links.replace("</li>", f"</li><li><b>{current or page}2</b></li>", 1)
    links = f"<li><a href='?p=1'>Back</a></li>{links}<li><a href='?p=3'>{last}</a></li>"
    others = "".join(offer(at, "") for at in (17, 18, 19))

    html = f"<ol>{offers}</ol><div class=bar><ul>{links}</ul></div><p>Bought by others</p><ol>{others}</ol>"
    found = rows(html, "all lamps", name="string", price="number")
    assert [row["name"] for row in found] == [f"Oak {at}x" for at in range(1, 9)]


@pytest.mark.parametrize(("field", "behind"), [("reviews_href", "#r"), ("url", "")])
def test_a_link_to_all_reviews_is_neither_a_name_nor_that_of_the_product(field: str, behind: str) -> None:
    review = "<div class=short><b>Bewertung:</b> <i>9{0} %</i> <a href=/p/{0}#r>1{0} Bewertungen</a></div>"
    html = "".join(
        f"<li class=c><img src=/{at}.png><strong class=name><a href=/p/{at}>Oak {at}x</a></strong>"
        f"{'' if at in {3, 6} else review.format(at)}<p class=stock>In stock</p></li>"
        for at in range(1, 9)
    )

    schema: dict[str, Kind] = {"item": "string", "rating_percent": "number", "review_count": "number", field: "string"}
    found = rows(f"<ul>{html}</ul>", "review scores of all lamps", **schema)
    assert [row["item"] for row in found] == [f"Oak {at}x" for at in range(1, 9)]
    assert found[0][field] == f"https://h.example/p/1{behind}"


def test_a_brand_that_some_lack_is_what_the_names_of_most_others_begin_with() -> None:
    brands = ("Halden", "Orrin & Co", None, "Ostwald", "Yamal", None, "Kestner")
    card = "<h3><a href=/p/{0}>{1} turntable {0}x</a></h3><div class=below><i>Pre-Owned</i><b> · </b>{2}</div>"
    html = "".join(
        f"<li>{card.format(at, brand if at % 5 and brand else 'Old', brand or '')}<p>$4{at}</p></li>"
        for at, brand in enumerate(brands, 1)
    )

    found = rows(f"<ul>{html}</ul>", "all products", title="string", price="number", brand="string")
    assert [row["brand"] for row in found] == [*brands]


@pytest.mark.parametrize(("field", "told"), [("savings", 50), ("saved_percent", 22)])
def test_what_one_saves_is_told_as_a_sum_and_as_a_share(field: str, told: int) -> None:
    html = "<div class=b><h3><a href=/{0}>Lamp {0}x</a></h3><s>$224</s> <b>$174</b><i>You save $50 (22%)</i></div>"

    found = rows("".join(map(html.format, range(1, 5))), "all products", name="string", **{field: "number"})
    assert [row[field] for row in found] == [told] * 4


def test_what_costs_less_than_it_did_is_on_sale() -> None:
    html = "<div class=b><h3><a href=/{0}>Lamp {0}x</a></h3>{1}<b>$17{0}</b></div>"
    cards = "".join(html.format(at, "<s>$224</s> " if at == 3 else "") for at in range(1, 6))

    found = rows(cards, "all products", name="string", price="number", is_discounted="boolean")
    assert [row["is_discounted"] for row in found] == [False, False, True, False, False]


@pytest.mark.parametrize(
    ("label", "yes", "no"),
    [
        ("Наличие", "Да", "Временно отсутствует"),
        ("Disponível", "Sim", "Não"),
        ("Dostępność", "Tak", "Nie"),
        ("Disponibile", "Sì", "No"),
    ],
)
def test_whether_it_is_in_stock_is_told_by_yes_and_no_in_many_languages(label: str, yes: str, no: str) -> None:
    html = "<div class=b><h3><a href=/{0}>Lamp {0}x</a></h3><p>{1}: {2}</p><b>17{0} €</b></div>"
    cards = "".join(html.format(at, label, no if at == 3 else yes) for at in range(1, 6))

    found = rows(cards, "all products", name="string", price="number", in_stock="boolean")
    assert [row["in_stock"] for row in found] == [True, True, False, True, True]


@pytest.mark.parametrize(("field", "told"), [("list_price", 170), ("reg_price_text", "$170"), ("old_price", None)])
def test_what_is_not_reduced_costs_the_regular_price(field: str, told: float | str | None) -> None:
    html = "<div class=b><h3><a href=/{0}>Lamp {0}x</a></h3>{1}<b>$17{0}</b></div>"
    shown = "".join(html.format(at, f"<s>$22{at}</s> " if at == 3 else "") for at in range(5))

    found = rows(shown, "all lamps", name="string", **{field: "string" if field.endswith("text") else "number"})
    assert (found[0][field], found[3][field]) == (told, "$223" if field.endswith("text") else 223)


def test_the_link_to_reviews_is_not_that_of_what_they_are_of() -> None:
    html = "<div class=b><h3><a href=/{0}>Lamp {0}x</a></h3><b>$17{0}</b>{1}</div>"
    review = "<i>(<a href=/lamp?id={0}&reviews=1>1{0} reviews</a>)</i>"
    shown = "".join(html.format(at, review.format(at) if at != 3 else "") for at in range(1, 6))

    found = rows(shown, "all products", name="string", price="number", reviews_link="string")
    links = [f"https://h.example/lamp?id={at}&reviews=1" if at != 3 else None for at in range(1, 6)]
    assert [row["reviews_link"] for row in found] == links


def test_what_a_later_sentence_of_the_prompt_lists_is_no_name() -> None:
    html = "<div class=b><i class=code>1340{0}</i> <h3><a href=/{0}>Lamp {0}x</a></h3><b>$17{0}</b></div>"
    prompt = "Scrape the spare parts. For every row I want the article code, part name and price."

    found = rows("".join(map(html.format, range(1, 5))), prompt, part_code="string", part_name="string", price="number")
    assert [row["part_name"] for row in found] == [f"Lamp {at}x" for at in range(1, 5)]
    assert all(row["part_code"] in {None, f"1340{at}"} for at, row in enumerate(found, 1))


def test_a_currency_is_no_place_and_a_drawn_rating_no_picture() -> None:
    html = "<div class=b><h3><a href=/{0}>Lamp {0}x</a></h3><p>Price per day</p><b>THB</b> <b>{0},600</b>"
    html += "<img src=/img/bt_rating_4_off.png></div>"

    found = rows("".join(map(html.format, range(1, 5))), "all", name="string", location="string", image="string")
    assert [list(row.values()) for row in found] == [[f"Lamp {at}x", None, None] for at in range(1, 5)]


def test_who_made_it_is_named_without_by_whatever_the_field_is_called() -> None:
    html = (
        "<div class=b><h3><a href=/{0}>Lampe {0}x</a></h3><p class=shop-brand>par <a href=/m/{0}>Kiln {0}</a></p></div>"
    )

    found = rows("".join(map(html.format, range(1, 5))), "tous les produits", nom="string", atelier="string")
    assert [row["atelier"] for row in found] == [f"Kiln {at}" for at in range(1, 5)]


def test_a_mark_may_have_letters_that_names_of_fields_lack() -> None:
    html = "<div class=b><h3><a href=/{0}>Lampe {0}x</a></h3><b>17{0} €</b>{1}</div>"
    shown = "".join(html.format(at, "<i>Coup de cœur</i>" if at == 3 else "") for at in range(1, 5))

    found = rows(shown, "tous les produits", nom="string", prix="number", coup_de_coeur="boolean")
    assert [row["coup_de_coeur"] for row in found] == [False, False, True, False]


@pytest.mark.parametrize(
    ("shown", "gross"),
    [
        ("<s>30 €</s> <b>2# €</b> <small>TTC</small>", 21),
        ("<b>2# €</b> &ndash; <b>4# €</b> <small>TTC</small>", 21),
        ("<b>2# €</b><p>inkl. MwSt. zzgl. Versand</p>", 21),
        ("<b>2# €</b><p>brutto 12 kg</p>", None),
        ("<b>2# €</b> <small>HT</small> <p>3# €</p> <small>TTC</small>", None),
    ],
)
def test_a_price_includes_tax_where_it_is_said_beside_it(shown: str, gross: float | None) -> None:
    found = rows(
        cards(f"<h3><a href=/#>Lampe #x</a></h3>{shown}"), "alle Lampen", name="string", price_incl_vat="number"
    )
    assert found[0]["price_incl_vat"] == gross


@pytest.mark.parametrize(("field", "told"), [("colors", "Oak, Ash"), ("color", None)])
def test_the_pictures_of_swatches_are_called_as_their_colours(field: str, told: str | None) -> None:
    said = "".join(f"<a href=/p/#/{one}><img class=swatch src=/{one}.png alt={one}></a>" for one in ("Oak", "Ash"))

    assert offers(f"<div class=swatches>{said}</div><b>$#.50</b>", **{field: "string"})[0][field] == told


PLACE = "<address>1# Elm Street, Old Town, Lower Oslund, Greece</address>"


def test_a_place_is_what_an_element_for_it_says_and_not_what_a_class_around_calls_one() -> None:
    html = cards(f"<header class=place><b><a href=/p/#>Oak #x</a></b> {PLACE}</header><p>Oak for all</p>")

    found = rows(html, "all shops", name="string", location="string")[0]
    assert found == {"name": "Oak 1x", "location": "11 Elm Street, Old Town, Lower Oslund, Greece"}


def test_an_icon_may_have_a_label_in_several_words() -> None:
    also = "<small><i class=icon-star title='Also known as'> </i> The Oak #</small>"

    assert offers(f"<p>{also}</p><b>$#.50</b>", also_known_as="string")[0]["also_known_as"] == "The Oak 1"


def test_where_a_page_stands_in_a_site_is_no_list_of_what_is_asked_for() -> None:
    crumb = "<b itemscope itemtype=http://data-vocabulary.org/Breadcrumb><a itemprop=url href=/c/{0}>{1}</a></b>"
    crumbs = "".join(crumb.format(at, f"<i itemprop=title>Level {at}</i>") for at in (1, 2, 3))
    html = cards("<h3><a href=/p/#>Oak #x</a></h3><p>Tables and chairs since 190#</p>")

    found = rows(
        f"<p>{crumbs}</p><h1>Shops</h1>{html}",
        "Every shop with its name",
        title="string",
        vat_id="string",
        fax="string",
    )
    assert [row["title"] for row in found] == ["Oak 1x", "Oak 2x", "Oak 3x"]


def test_what_an_office_is_called_is_not_where_it_is() -> None:
    html = cards("<h3><a href=/p/#>Oak #x</a></h3><dl><dt>Office</dt><dd>Elm Road #, Graz</dd></dl>")

    found = rows(html, "the offices' name, photo and link", company="string", image="string", url="string")
    assert found[0]["company"] == "Oak 1x"


def _lots(tile: str, price: str = "<b>£{0}.50</b>") -> str:
    head = "<div class=head><img src=/i/{0}.jpg alt=''><h3><a href=/p/{0}>Lamp {0}x</a></h3></div>"
    lot = f"{head}<p class=text>Of <i>brass</i></p>{price}"
    card = f"<li class=c>{lot}<div class=foot><small>Made here</small><button>Add to basket</button></div></li>"
    return "".join(tile if at == 3 else card.format(at) for at in range(1, 8))


def test_a_tile_without_a_price_between_offers_is_none_of_them() -> None:
    tile = "<li class='c c--wide'><a href=/help><img src=/a.jpg alt=''><h3>We mend lamps</h3><p>Ask us.</p></a></li>"

    found = rows(f"<ul>{_lots(tile)}</ul>", "all products", name="string", price="number", url="string", image="string")
    assert [row["name"] for row in found] == [f"Lamp {at}x" for at in (1, 2, 4, 5, 6, 7)]


def test_an_offer_with_the_title_of_a_class_and_half_of_the_rest_is_one_though_it_has_no_price() -> None:
    rest = "<b class=price><i class=sum>£{0}.50</i></b><u class=stars>4.{0} out of 5</u><button class=buy>Buy</button>"
    card = "<li class=c><a href=/p/{0}><h3 class=c__title>Mill {0}</h3></a><p class=by>Acme</p>{1}</li>"
    html = "".join(card.format(at, "" if at == 3 else rest.format(at)) for at in range(1, 7))

    found = rows(
        f"<ul>{html}</ul>", "all products", title="string", price="number", rating="number", old_price="number"
    )
    assert [row["title"] for row in found] == [f"Mill {at}" for at in range(1, 7)]


@pytest.mark.parametrize(
    ("gross", "net"),
    [
        ("class='price-including-tax' data-label='Incl. VAT'", "class='price-excluding-tax' data-label='Excl. VAT'"),
        ("class='price price--withTax'", "class='price price--withoutTax'"),
        ("class='amount'", "class='amount exVat'"),
    ],
)
@pytest.mark.parametrize("kind", ["number", "string"])
def test_of_two_prices_the_one_that_a_class_calls_without_tax_is_not_the_price(
    gross: str, net: str, kind: Kind
) -> None:
    told = f"<span {gross}><b>£1#.99</b></span><span {net}><b>£9.1#</b></span>"
    price = offers(f"<p>Special Price</p><div class=price-box>{told}</div>", price=kind)[0]["price"]

    assert price == ("£11.99" if kind == "string" else 11.99)


def test_the_lowest_and_the_highest_price_are_one_where_there_is_no_range() -> None:
    html = "".join(
        f"<li><h3><a href=/p/{at}>Lamp {at}x</a></h3><b class=price>£{at}.50{' - £9.50' if at == 2 else ''}</b></li>"
        for at in range(1, 5)
    )

    found = rows(f"<ul>{html}</ul>", "all products", name="string", min_price="number", max_price="number")
    assert [(row["min_price"], row["max_price"]) for row in found] == [
        (1.5, None),
        (2.5, 9.5),
        (3.5, None),
        (4.5, None),
    ]


def test_when_something_is_sent_does_not_say_whether_it_can_be_bought() -> None:
    said = "<p>Ships within 24 hours</p><b>£#.50</b><button>Add to basket</button>"

    assert offers(said, in_stock="boolean")[0]["in_stock"] is True
    assert offers(said, availability="string")[0]["availability"] == "Ships within 24 hours"


@pytest.mark.parametrize(("field", "said"), [("availability", "InStock"), ("stock_message", None)])
def test_what_can_be_bought_has_no_message_about_stock(field: str, said: str | None) -> None:
    assert offers("<b>£#.50</b><button>Add to basket</button>", **{field: "string"})[0][field] == said


def test_who_made_something_is_none_of_its_categories() -> None:
    tags = (
        "<a rel=tag href=/m/anna>Anna Rehn</a></p><p><a rel=tag href=/k/#>Bowls #</a>, <a rel=tag href=/k/s>Gifts</a>"
    )
    found = offers(f"<p class=maker>by {tags}</p><b>£#.50</b>", maker="string", categories="string")[0]

    assert (found["maker"], found["categories"]) == ("Anna Rehn", "Bowls 1, Gifts")


@pytest.mark.parametrize(("said", "weight"), [("88# g", "881 g"), ("1.#2 kg", "1.12 kg"), ("7# ml", None)])
def test_an_amount_alone_is_a_weight_if_it_is_one_of_all(said: str, weight: str | None) -> None:
    assert offers(f"<p>{said}</p><b>£#.50</b>", weight="string")[0]["weight"] == weight


def test_the_number_by_which_scripts_know_a_product_is_its_id_and_no_stock_number() -> None:
    said = "<b>£#.50</b><button data-product_id=118#>Add to basket</button>"
    found = offers(said, product_id="number", sku="string")[0]

    assert (found["product_id"], found["sku"]) == (1181, None)


@pytest.mark.parametrize(
    ("asked", "said", "note"),
    [
        ("pack note such as '2 left in a pack', and price", "# left in a pack", "1 left in a pack"),
        ("price, pack note ('+3 packs/sizes')", "+# pack/size", "+1 pack/size"),
        ("pack note, e.g. \u201cLast one\u201d or \u201c5 in a box\u201d", "# in a box", "1 in a box"),
        ("pack note without '2 left in a pack'", "# left in a pack", None),
        ("price (not '2 left in a pack'), pack note", "# left in a pack", None),
    ],
)
def test_what_a_prompt_quotes_as_an_example_tells_what_is_like_it(asked: str, said: str, note: str | None) -> None:
    html = cards(f"<h3><a href=/p/#>Lamp #x</a></h3><b>$#.50</b><i>{said}</i><i>Sent from Leeds #</i>", count=4)
    found = rows(html, f"All products: name, {asked}", name="string", price="number", pack_note="string")

    assert found[0]["pack_note"] == note


def test_what_stands_where_some_are_like_an_example_is_of_its_kind() -> None:
    said = ("Last one", "Last one", "", "Made to order", "", "New here")
    html = "".join(
        f"<li class=c><h3><a href=/p/{at}>Lamp {at}x</a></h3><b>$1{at}</b>{one and f'<i><u>{one}</u></i>'}</li>"
        for at, one in enumerate(said)
    )
    prompt = "all products with name, price and the small note such as 'Last one'"
    found = rows(f"<ul>{html}</ul>", prompt, name="string", price="number", note="string")
    assert [row["note"] or "" for row in found] == list(said)


@pytest.mark.parametrize("said", ["61# reviews with an average rating of 4.# out of 5 stars", "61# reviews, 4.#/5"])
def test_how_many_rated_may_be_said_before_how(said: str) -> None:
    html = cards(f"<h3><a href=/p/#>Oak #x</a></h3><p>{said}</p>")

    found = rows(html, "all products", name="string", rating="number", review_count="number")
    assert [(row["rating"], row["review_count"]) for row in found] == [(4.1, 611), (4.2, 612), (4.3, 613)]


def test_a_sum_that_is_struck_out_is_the_old_one_whatever_leads_to_it_and_from_when_to_when_it_was_asked() -> None:
    was = "<i class=sr-only>Price reduced from</i><b>Was £49#.00 (from 06/07/2025 to 27/10/2025)</b>"
    found = offers(f"<p>£399.00</p><p><i>Save £10#.00</i> <del>{was}</del></p>", price="number", old_price="number")

    assert [(row["price"], row["old_price"]) for row in found[:2]] == [(399, 491), (399, 492)]


def test_a_brand_in_bold_is_not_the_name_beside_it_that_a_class_calls_a_label() -> None:
    name = "<strong class=tile-brand>Alder</strong> <span class=tile-label>Tent #x 200</span>"
    html = cards(f"<a href=/p/#><h3 class=tile-title>{name}</h3></a><p>$5#.00</p>")

    found = rows(html, "all products", name="string", brand="string")[0]
    assert found == {"name": "Tent 1x 200", "brand": "Alder"}


def test_a_rating_that_is_seen_comes_before_the_same_in_more_words() -> None:
    stars = "<div class=stars></div><span>4.#/5</span> <span>(1# reviews)</span>"
    html = cards(f'<h3><a href=/p/#>Lamp #x</a></h3><b>$#</b><a href=/r/# aria-label="Rated 4.# out of 5">{stars}</a>')

    assert rows(html, "all products", title="string", price="number", rating="string")[0]["rating"] == "4.1/5"


@pytest.mark.parametrize("by", ["Sold and shipped by", "Sold by", "Vendu et expédié par", "Verkauft und versendet von"])
def test_what_stands_before_who_sells_and_ships_is_no_part_of_the_name(by: str) -> None:
    html = cards(f"<h3><a href=/p/#>Lamp #x</a></h3><b>$#.50</b><p class=seller>{by} <b>Acme #x</b></p>")

    assert rows(html, "all products", title="string", price="number", seller="string")[0]["seller"] == "Acme 1x"


@pytest.mark.parametrize(
    ("above", "brand"),
    [
        ("<strong>Quill#x</strong>", "Quill1x"),
        ("<span>Lamps</span><strong>Quill#x</strong>", None),
        ("<strong>Quill#x</strong> offers ", None),
        ("<strong>Sold out</strong>", None),
    ],
)
def test_what_a_link_begins_with_in_bold_right_before_the_name_is_the_brand(above: str, brand: str | None) -> None:
    rated = "<div class='note note_variant--brand'><span>4.# out of 5 stars.</span><span>4.#/5</span></div>"
    html = cards(f"<b>£#.50</b><a href=/p/#>{above}<h2>Lamp #x</h2></a><a href=/r/#>{rated}</a>")

    assert rows(html, "all products", name="string", price="number", brand="string")[0]["brand"] == brand


def test_free_shipping_behind_a_plus_is_told_of_delivery_whatever_stands_behind_it() -> None:
    cost = "<span class=cost>$2#.99</span><span class=extra>+ Free Shipping w/ Prime or on $35+</span>"
    html = cards(f"<h3><a href=/d/#>Lamp #x</a></h3><div>{cost}</div>")

    found = rows(html, "all deals", title="string", price="number", shipping_info="string")[0]
    assert [found["price"], found["shipping_info"]] == [21.99, "+ Free Shipping w/ Prime or on $35+"]


def test_a_monthly_price_is_told_apart_by_its_name_alone() -> None:
    cost = "<b class=price>£5#9</b><p class=pay><span class=monthly-price>From <b>£2#.45</b> per month</span></p>"
    html = cards(f"<h3><a href=/p/#>Washer #x</a></h3>{cost}")

    found = rows(html, "all products", title="string", price="number", monthly_price="number")[0]
    assert [found["price"], found["monthly_price"]] == [519, 21.45]


def in_cells(names: str, price: int = 20) -> str:
    tile = "<div class=tile><a href=/p/{0}>Lamp {0}</a><p>${1}.5{0}</p></div>"
    return "".join(f"<div class=cell>{tile.format(name, price)}</div>" for name in names)


def test_a_box_with_a_heading_of_its_own_amid_a_list_has_another_list() -> None:
    slides = in_cells("789", 30).replace("<div class=cell>", "<li>")
    amid = f"<section><h2>Everything for your desk</h2><ul>{slides}</ul></section>"
    html = f"<h1>Lamps</h1><main><div class=stack>{in_cells('1234')}</div>{amid}<div class=stack>{in_cells('56')}</div>"

    found = rows(html, "all products", name="string", price="number")
    assert [row["name"] for row in found] == [f"Lamp {at}" for at in range(1, 7)]


def test_where_others_stand_under_headings_too_these_divide_a_list() -> None:
    parts = [f"<section><h2>{name}</h2>{in_cells(of)}</section>" for name, of in (("Oak", "123"), ("Elm", "456"))]
    html = f"<h1>Lamps</h1><main>{parts[0]}{parts[1]}<section>{in_cells('789')}</section>"

    assert len(rows(html, "all products", name="string", price="number")) == 9


@pytest.mark.parametrize(
    "told",
    [
        "Free shipping, arrives tomorrow",
        "Free shipping, arrives in 2 days",
        "Shipping, arrives by Fri, Dec 4",
        "Free pickup today",
    ],
)
def test_how_and_when_something_is_sent_or_picked_up_is_told_of_its_delivery(told: str) -> None:
    html = (
        f"<p>$1#.00</p><div><i></i><span><span>{told.rpartition(' ')[0]} </span><b>{told.rpartition(' ')[2]}</b></span>"
    )

    assert offers(html, delivery_note="string")[0]["delivery_note"] == told


def test_where_something_was_published_describes_nothing() -> None:
    told = "Lung. 202#;80(3):211-219. doi: 10.9136/lung-2025.0#."
    said = "<div class=snippet>Of forty people who slept in the cold, thirty were well, and eight were not #.</div>"
    html = cards(f"<h3><a href=/a/#>Paper #</a></h3><p class=cite>{told}</p>{said}")
    html = html.replace(said.replace("#", "2"), "")

    found = column(html, "snippet", "all papers with their snippets")
    assert found[0].startswith("Of forty")
    assert found[1] is None


def test_the_caption_of_other_colours_in_most_cards_that_have_it_names_none() -> None:
    more = "<div class=variants><span class=variants__title>More colours</span><ul><li><img alt=oak></ul></div>"
    card = "<div class=box><h3><a href=/p/{0}><i class=name>LAMP{0}</i>Standing, white</a></h3><b>${0}5</b>{1}</div>"
    banner = "<div class=box><a href=/plan><span class=tile__title>Plan a room of your own</span></a></div>"
    html = "".join(card.format(at, more * (at % 2)) for at in range(1, 9)) + banner

    found = rows(f"<main>{html}</main>", "all products", name="string", price="number")
    assert [row["name"] for row in found[:8]] == [f"LAMP{at}" for at in range(1, 9)]


def test_what_a_class_calls_a_measure_are_dimensions() -> None:
    told = "<span class=card-description>Shelf, white, <i class=card-description-measure>8#x28x202 cm</i></span>"
    html = cards(f"<h3><a href=/p/#><b class=name>Lamp #x</b>{told}</a></h3><p>$1#.00</p>")

    assert rows(html, "all products", name="string", dimensions="string")[0]["dimensions"] == "81x28x202 cm"
