"""What single offers say: what they cost and did, how they are rated, and what stands below their names."""

from __future__ import annotations

from typing import Any

import pytest

from tests.local.test_reading import cards, rows
from tests.local.test_shops import offers


@pytest.mark.parametrize(
    ("below", "price"),
    [
        ("<div>Shipping arrives on 2 December</div>", 41),
        ("<div>Shipping</div>", None),
        ("<i>shipping</i>", None),
    ],
)
def test_a_line_below_a_sum_is_its_label_only_if_it_says_nothing_more(below: str, price: float | None) -> None:
    assert offers(f"<div><b>$4#</b></div>{below}", price="number")[0]["price"] == price


def test_what_the_maker_recommends_is_not_what_it_was_where_both_are_asked_for() -> None:
    def price(at: int) -> str:
        old = f"<div class=rrp-price><i>MSRP:</i> <s class=price--rrp>${at}9</s></div>"
        was = f"<div class=non-sale-price><i>Was:</i> <s class=price--non-sale>${at}5</s></div>"
        return f"{old if at % 2 else was}<div class=now>Now: <b class=price>${at}1</b></div>"

    html = "".join(f"<li class=c><h3><a href=/p/{at}>Lamp {at}x</a></h3>{price(at)}</li>" for at in range(1, 7))
    found = rows(f"<ul>{html}</ul>", "all products", name="string", price="number", was_price="number", msrp="number")
    assert [(row["was_price"], row["msrp"]) for row in found[:2]] == [(None, 19), (25, None)]

    found = rows(f"<ul>{html}</ul>", "all products", name="string", price="number", old_price="number")
    assert [row["old_price"] for row in found[:2]] == [19, 25]


@pytest.mark.parametrize("field", ["key_features", "highlights", "bullet_points"])
def test_the_only_list_without_links_has_what_speaks_for_a_thing(field: str) -> None:
    points = "<ul><li>Frost free<li>Energy rating: C</ul>"
    menu = "<ul><li><a href=/c/#>Compare this</a><li><a href=/w/#>Save for later</a></ul>"
    menu += "<ul><li>$8.# from 10 on<li>$7.# from 20 on</ul>"

    found = offers(f"<div class=m>{points}</div><div class=d>{points}</div>{menu}<b>$#9</b>", **{field: "string"})
    assert found[0][field] == "Frost free, Energy rating: C"


def test_what_was_chosen_for_somebody_is_no_part_of_the_list() -> None:
    card = "<div class=c id=grid-#><a href=/p/#><i class=name>Lamp #x</i><b class=price>$#9</b></a></div>"
    grid = "".join(card.replace("#", str(at)) for at in range(1, 6))
    chosen = "".join(f"<li class=e>{card.replace('#', str(at))}</li>" for at in range(6, 9))

    html = f"<main><div>{grid}</div><section><h2>Chosen for you</h2><ul>{chosen}</ul></section></main>"
    assert len(rows(html, "all products", name="string", price="number")) == 5


def test_how_many_rated_it_stands_behind_the_rating() -> None:
    assert offers("<b>$#9</b><i class=imdb-rating>7.# (184K)</i>", imdb_rating="number")[0]["imdb_rating"] == 7.1


def test_what_all_say_of_a_record_is_said_of_it_though_it_is_a_thing_of_its_own() -> None:
    votes = "<i itemprop=ratingValue>4.#</i> (<i itemprop=ratingCount>5#</i> ratings)"
    rated = f"<p itemprop=aggregateRating itemscope>{votes}</p><i itemprop=reviewCount content=900>900 want it</i>"
    other = "<p itemprop=review itemscope><i itemprop=ratingValue>1</i></p>"
    html = cards(f"<h3 itemprop=name><a href=/b/#>Rye #x</a></h3>{rated}{other}")

    found = rows(html, "all books", title="string", rating="number", ratings_count="number")[0]
    assert list(found.values()) == ["Rye 1x", 4.1, 51]


@pytest.mark.parametrize(("text", "field"), [("$$", "price_range"), ("€€€", "price_level")])
def test_signs_alone_say_how_dear_a_place_is(text: str, field: str) -> None:
    assert offers(f"<p><i>{text}</i><i>•</i><i>Soho</i></p>", **{field: "string"})[0][field] == text


def test_a_cell_that_hides_a_property_says_what_is_seen() -> None:
    head = "<tr><th>Shop part number<th>Maker<th>Price"
    row = "<tr><td><meta itemprop=productID content='sku:A-{0}'><a href=/p/{0}>A-{0}</a><td>Voss<td>$1{0}"
    html = f"<table>{head}{''.join(map(row.format, range(1, 5)))}</table>"

    found: list[dict[str, Any]] = rows(html, "all parts", shop_part_number="string", maker="string")
    assert [row["shop_part_number"] for row in found] == ["A-1", "A-2", "A-3", "A-4"]


def test_who_it_is_by_is_the_brand_where_no_author_is_asked_for_but_no_day_is() -> None:
    html = cards("<h3><a href=/p/#>Table #x</a></h3><p>by Acme #x</p><p>Get it by <b>Wed.</b></p><b>$1#.50</b>")

    assert [row["brand"] for row in rows(html, "all products", name="string", brand="string", price="number")] == [
        "Acme 1x",
        "Acme 2x",
        "Acme 3x",
    ]


def test_a_quantity_is_a_size_without_the_price_of_a_unit_behind_it() -> None:
    size = "<p class=grammage><i>50#g (1 kg = 1,58 €)</i></p>"
    until = "<p class=duration><i class=sr-only>Aktion</i> bis <i>#.12.2026</i></p>"
    html = cards(f"<h4>Joghurt #x</h4>{size}{until}<b class=price>0,7# €</b>")

    found = rows(html, "alle Produkte", name="string", menge="string", grundpreis="string", angebot_bis="string")[0]
    assert list(found.values()) == ["Joghurt 1x", "501g", "1 kg = 1,58 €", "1.12.2026"]


@pytest.mark.parametrize(
    ("said", "number"),
    [("KA300#P", "KA3001P"), ("PEAKTECH 622# A", "PEAKTECH 6221 A"), ("Item E-2-47# Colour", "E-2-471")],
)
def test_the_number_of_an_article_is_what_is_labelled_so(said: str, number: str) -> None:
    data = "<meta itemprop=sku content=14728#>"
    html = cards(f"{data}<h3><a href=/p/#>Netz #x</a></h3><p><i>Artikel-Nr.:</i> <i>{said}</i></p><b>1# €</b>")

    assert rows(html, "alle Artikel", name="string", artikelnummer="string")[0]["artikelnummer"] == number


def test_a_mark_beside_a_title_makes_no_record_of_a_box_for_help() -> None:
    card = "<h2><a href=/p/{0}>Flask {0}x</a></h2><b class=price>$1{0}</b><i>4.{0} out of 5 stars</i><p>1{0} bought</p>"
    found = [f"<div class=result>{card.format(at)}</div>" for at in range(1, 6)]
    help_box = "<div class=result><h2>Need help?</h2><i>Sponsored</i></div>"

    html = f"<div>{''.join([*found, help_box])}</div>"
    asked = {"title": "string", "price": "number", "rating": "number", "url": "string", "sponsored": "boolean"}
    assert len(rows(html, "all results", **asked)) == 5


def test_who_sells_some_of_them_is_no_brand() -> None:
    def shoe(at: int) -> str:
        seller = f"<p>Vendu par <b>Sport {at}x</b></p>" if at % 2 else ""
        brand = f"<strong class=block>{('Quechua', 'Merrell', 'Salomon')[at % 3]}</strong>"
        return f"<li class=c><b>{at}0 €</b><div>{brand}<h2>Botte {at}x</h2></div>{seller}</li>"

    html = f"<ul>{''.join(map(shoe, range(1, 7)))}</ul>"
    found = rows(html, "tous les produits", nom="string", marque="string", prix="number")
    assert [row["marque"] for row in found][:3] == ["Merrell", "Salomon", "Quechua"]


def test_the_least_that_one_pays_is_told_with_its_word_as_a_text() -> None:
    assert offers("<p>From £1#.50</p>", price="string")[0]["price"] == "From £11.50"
    assert offers("<p>From £1#.50</p>", price="number")[0]["price"] == 11.5


def test_what_costs_something_is_an_offer_though_nobody_rated_it() -> None:
    def card(at: int) -> str:
        rated = f"<p class=stars><i>4.{at} out of 5</i><i>(1{at})</i><b class=sale>Sale</b><u class=ship>Fast</u></p>"
        more = rated if at != 4 else ""
        return f"<li class=c><div><h3><a href=/p/{at}>Boot {at}x</a></h3></div><b class=price>$1{at}</b>{more}</li>"

    html = f"<ul>{''.join(map(card, range(1, 8)))}</ul>"
    asked = {"name": "string", "price": "number", "rating": "number", "review_count": "number", "on_sale": "boolean"}
    assert len(rows(html, "all products", **asked)) == 7


@pytest.mark.parametrize("price", ["price", "total_price", "price_usd"])
def test_so_is_what_somebody_paid_for(price: str) -> None:
    def card(at: int) -> str:
        more = f"<p class=stars><i>4.{at} out of 5</i><i>(1{at})</i></p>" if at != 4 else "<i>Sponsored</i>"
        return f"<li class=c><div><h3><a href=/p/{at}>Inn {at}x</a></h3></div><b class=price>$1{at}</b>{more}</li>"

    html = f"<ul>{''.join(map(card, range(1, 8)))}</ul>"
    asked = {"name": "string", price: "number", "rating": "number", "review_count": "number"}
    assert len(rows(html, "all inns", **asked)) == 7


def test_what_other_choices_cost_at_least_is_not_the_price() -> None:
    more = "<p>More options from <a href=/o/#>$9.#5</a></p>"

    assert offers(f"<b>$1#.50</b>{more}", price="number")[0]["price"] == 11.5


def test_a_price_with_something_is_that_of_those_who_have_it() -> None:
    def loaf(at: int) -> str:
        nectar = f"<p><i>£1.{at}0</i> <i>with Nectar</i></p>" if at % 2 else ""
        return f"<li class=c><h2><a href=/p/{at}>Loaf {at}x</a></h2>{nectar}<b>£2.{at}0</b> <u>{at}.5p / ea</u></li>"

    html = f"<ul>{''.join(map(loaf, range(1, 6)))}</ul>"
    found = rows(html, "all products", name="string", price="number", nectar_price="number", unit_price="string")
    assert [list(row.values())[1:] for row in found][:2] == [[2.1, 1.1, "1.5p / ea"], [2.2, None, "2.5p / ea"]]


@pytest.mark.parametrize("behind", ["with VAT", "with free delivery"])
def test_a_price_with_what_all_get_is_the_price(behind: str) -> None:
    assert offers(f"<p><b>£1#.50</b> <i>{behind}</i></p>", price="number")[0]["price"] == 11.5


def test_a_tax_behind_a_colon_is_that_of_the_next_sum() -> None:
    tax = "<i class=price-tax>Ex Tax: $9.0#</i>"
    said = f"<p class=price><i class=price-new>$1#.50</i> <i class=price-old>$2#.50</i> {tax}</p>"

    found = offers(said, price="number", old_price="number")[0]
    assert (found["price"], found["old_price"]) == (11.5, 21.5)


def test_what_one_pays_by_and_by_is_no_price() -> None:
    paid = "<div class=finance-offer data-testid=monthly-payment><i>or </i><i>$1#.48/mo.</i></div>"
    html = f"<div data-testid=customer-price><i>$4#9.99</i></div>{paid}"

    assert offers(html, price="number")[0]["price"] == 419.99


def test_what_one_may_pay_each_month_instead_is_no_price() -> None:
    paid = "<p class=pay><button><i>or <b>$1#.48/mo.</b> with 12-month financing</i></button></p>"
    html = (
        f"<div class=hero-price><i aria-hidden=true>$4#9.99</i><i class=sr-only>Your price is $4#9.99</i></div>{paid}"
    )

    assert offers(html, price="number")[0]["price"] == 419.99
    assert offers("<p>For <b>$1#.48/mo.</b></p>", price="number")[0]["price"] == 11.48


def test_a_range_of_prices_may_have_an_old_one_behind_it() -> None:
    ends = "<b class=price>$1#.50</b><b class=price> to </b><b class=price>$1#.90</b>"
    html = f"<p>{ends}</p><p><span>List price: </span><span class=strikethrough>$2#.50</span><i> 20% off</i></p>"

    assert offers(html, price="string", old_price="number")[0] == {
        "name": "Lamp 1x",
        "price": "$11.50 to $11.90",
        "old_price": 21.5,
    }


def test_a_price_of_several_kinds_may_have_a_plus_behind_it() -> None:
    now = "<p><i class=screen-reader-only>Sale Price $1#.60+</i><i aria-hidden=true><i>$</i><i>1#.60</i>+</i></p>"
    old = "<p class=original-price><i aria-hidden=true class=strikethrough>$2#.35+</i>"
    old += "<i class=screen-reader-only>Original Price $2#.35+</i></p>"

    assert offers(f"{now}{old}", price="number", old_price="number")[0]["price"] == 11.6


def test_who_paid_may_be_said_to_be_a_shop() -> None:
    html = "<b>$#9</b><p><i aria-hidden=true>Ad・By Rye#home</i><i class=sr-only>Ad from shop Rye#home</i></p>"
    assert offers(html, shop="string")[0]["shop"] == "Rye1home"


def test_what_somebody_paid_for_may_stand_in_a_box_among_others() -> None:
    def offer(at: int) -> str:
        said = "<p>Oak, oiled</p><p>Made to order</p><p>In stock</p><p>Free delivery</p>"
        card = f"<li class=item><h3><a href=/p/{at}>Lamp {at}x</a></h3>{said}<b class=price>${at}9</b></li>"
        paid = f"<div class=sponsored-wrapper><i>Sponsored</i>{card}</div>"
        return paid if at in {1, 2, 7} else card

    html = f"<ul class=grid>{''.join(map(offer, range(1, 11)))}</ul>"
    assert len(rows(html, "all products", name="string", price="number")) == 10


def test_a_later_row_of_other_cards_is_none_of_the_list() -> None:
    def card(at: int, kind: str) -> str:
        return (
            f"<article class='card {kind}'><a href=/p/{at}><h3>Lamp {at}x</h3></a><b class=price>${at}9</b></article>"
        )

    grid = "".join(card(at, "grid-item") for at in range(1, 10))
    lane = "".join(card(at, "lane-item") for at in range(10, 13))
    html = (
        f"<main><h1>Lamps</h1><div class=g>{grid}</div><section><h2>With these</h2><div>{lane}</div></section></main>"
    )

    assert len(rows(html, "all products", name="string", price="number")) == 9


def test_a_cell_may_say_the_label_of_its_column_again_and_a_name_stands_over_figures() -> None:
    def row(at: int) -> str:
        name = f"<a href=/p/{at}><img src=/{at}.jpg><p>Card {at}x</p><div class=r>({at}1)</div></a>"
        return f"<tr><td class=td-name>{name}<td><h6>Chipset</h6>Rye {at}0<td>${at}9.99</tr>"

    head = "<tr><th>Name<th>Chipset<th>Price</tr>"
    found = rows(f"<table>{head}{''.join(map(row, range(1, 6)))}</table>", "all cards", name="string", chipset="string")
    assert list(found[0].values()) == ["Card 1x", "Rye 10"]


@pytest.mark.parametrize(
    "at_once",
    [
        "<p class=buyItNowPrice>$8#.00</p>",
        "<p>Buy It Now: <b>$8#.00</b></p>",
        "<p>Sofort-Kaufen: <b class=price>$8#.00</b></p>",
    ],
)
def test_for_what_one_can_have_it_at_once_is_no_price_beside_a_bid(at_once: str) -> None:
    bid = "<p><b class=price>$5#.00</b></p><p>3 bids</p>"

    assert offers(f"{bid}{at_once}", price="number")[0]["price"] == 51
    assert offers(at_once, price="number")[0]["price"] == 81


@pytest.mark.parametrize(
    ("rents", "month", "week"),
    [
        ("<b>£1,10# pcm</b><i>£254 pw</i>", 1101, 254),
        ("<b>£25# per week (£1,100 p/m)</b>", 1100, 251),
        ("<b>£1,10# pcm</b><i>from £254</i>", None, None),
    ],
)
def test_a_home_costs_so_much_a_month_and_so_much_a_week(rents: str, month: float | None, week: float | None) -> None:
    found = offers(f"<div>{rents}</div>", rent_pcm="number", weekly_rent="number")[0]
    assert [found["rent_pcm"], found["weekly_rent"]] == [month, week]


def test_of_rents_for_a_month_and_a_week_the_first_is_the_price() -> None:
    assert offers("<b>£1,10# pcm</b><i>£254 pw</i>", price="string")[0]["price"] == "£1,101 pcm"
    assert offers("<b>$#9</b><i>or $2 a week</i>", price="number")[0]["price"] == 19


@pytest.mark.parametrize(("name", "told"), [("added-or-reduced", "Added on 2#/11/2025"), ("reduced", None)])
def test_a_class_that_has_the_word_of_a_label_calls_what_has_that(name: str, told: str | None) -> None:
    found = offers(f"<i class={name}>Added on 2#/11/2025</i>", added_or_reduced="string")[0]
    assert found["added_or_reduced"] == (told.replace("#", "1") if told else None)


def test_which_of_several_a_picture_is_is_no_address_of_it() -> None:
    assert offers("<i class=photo>1/1#</i><img src=/i/#.jpg>", photo_url="string")[0]["photo_url"].endswith("/i/1.jpg")


def test_the_type_of_homes_is_asked_for_as_the_type() -> None:
    home = "<i class=property-type>Flat</i><i class=address># Mill Lane, York</i>"
    assert offers(home, address="string", type="string")[0]["type"] == "Flat"


def test_a_sign_says_that_there_is_a_virtual_tour() -> None:
    sign = "<span title='Virtual tour'><svg></svg></span>"
    html = "".join(f"<li class=c><a href=/p/{at}>Mill Lane {at}</a>{sign if at % 2 else ''}</li>" for at in range(1, 6))
    found = rows(f"<ul>{html}</ul>", "alle Mietangebote", titel="string", virtueller_rundgang="boolean")
    assert [row["virtueller_rundgang"] for row in found] == [True, False, True, False, True]


def results(*others: str) -> str:
    """Return six results of which the third was paid for and nobody rated, with *others* before the fourth."""
    badge = "<b class=g></b><i class=h></i><u class=i></u><b class=j></b><i class=k></i><u class=l></u>"
    rated = "<p class=stars><b class=on></b><i class=of aria-label='4.{0} out of 5'></i><u class=by>(1{0})</u></p>"
    ad = "<p class=why><span>Sponsored</span></p>"
    told = [
        f"<div class='c{' AdHolder' if at == 3 else ''}'><h3 class=t><a href=/p/{at}>Lamp {at}x</a></h3>{badge}"
        f"{ad if at == 3 else rated.format(at)}<b class=price>$1{at}</b></div>"
        for at in range(1, 7)
    ]
    return f"<main>{''.join((*told[:3], *others, *told[3:]))}</main>"


def test_what_was_paid_for_and_is_made_mostly_as_the_others_are_is_a_record() -> None:
    found = rows(results(), "all results", name="string", price="number", rating="number", review_count="number")
    assert [row["price"] for row in found] == [11, 12, 13, 14, 15, 16]


def test_a_box_that_somebody_paid_for_and_that_costs_nothing_is_no_offer() -> None:
    box = "<div class='c AdHolder'><i>Sponsored</i><p class=w><a href=/w>Lamps by Acme</a></p></div>"
    found = rows(results(box), "all results", name="string", is_sponsored="boolean")
    assert [row["name"] for row in found] == [f"Lamp {at}x" for at in range(1, 7)]


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("FREE delivery Tue, Dec #", "Tue, Dec 1"),
        ("$3 delivery Dec 1# - 17", "Dec 11 - 17"),
        ("Delivery tomorrow, Dec #", "tomorrow, Dec 1"),
        ("Delivery to # shops", None),
    ],
)
def test_the_day_on_which_something_comes_stands_behind_the_word_for_delivery(said: str, day: str | None) -> None:
    assert offers(f"<b>$1#</b><p>{said}</p>", price="number", delivery_date="string")[0]["delivery_date"] == day


def test_where_others_pay_for_delivery_what_says_nothing_of_it_is_not_told() -> None:
    told = ["FREE delivery Tue, Dec 9", "$8.95 delivery Tue, Dec 9", "", "FREE delivery Wed, Dec 10"]
    html = "".join(f"<li class=c><a href=/p/{at}>Lamp {at}x</a><p>{one}</p>" for at, one in enumerate(told))
    found = rows(f"<ul>{html}</ul>", "all lamps", name="string", free_delivery="boolean")
    assert [row["free_delivery"] for row in found] == [True, False, None, True]


def test_two_days_of_one_month_are_the_first_and_the_last() -> None:
    found = offers("<p>June # - 5</p>", start_date="string", end_date="string")[0]
    assert (found["start_date"], found["end_date"]) == ("June 1", "June 5")


@pytest.mark.parametrize(
    ("said", "count"),
    [("#K+ bought in past month", 1000), ("#0 sold in the last 24 hours", 10), ("#0 sold by Acme", None)],
)
def test_how_many_were_sold_of_late(said: str, count: float | None) -> None:
    assert offers(f"<b>$1#</b><p>{said}</p>", bought_past_month="number")[0]["bought_past_month"] == count


@pytest.mark.parametrize("said", ["Save 1#% with coupon", "Save $# with coupon", "Extra 1#% off with voucher"])
def test_what_a_coupon_saves(said: str) -> None:
    assert offers(f"<b>$1#</b><p>{said}</p>", coupon="string")[0]["coupon"] == said.replace("#", "1")


def test_the_state_of_a_badge_says_nothing_of_stock() -> None:
    pick = "<p class=badge-status>Best seller</p>"
    card = "<li class=c><a href=/p/{0}>Lamp {0}x</a>{1}"
    html = "".join(card.format(at, pick if at % 3 else "<p>Only 3 left</p>") for at in range(1, 7))
    found = rows(f"<ul>{html}</ul>", "all lamps", name="string", stock_message="string")
    assert [row["stock_message"] for row in found[1:3]] == [None, "Only 3 left"]


def bold(maker: str, rest: str, picture: str, behind: str = "") -> str:
    link = f"<a href=/p/#><p><strong>{maker}</strong> <span>{rest}</span></p></a>"
    return cards(f"<i><b>Bundle</b></i><a href=/p/#><img src=/i/#.jpg alt='{picture}'></a>{link}<b>$#9</b>{behind}")


def test_a_name_may_begin_with_who_made_it_in_bold_where_a_picture_is_called_by_both() -> None:
    html = bold("Hay & Co", "Lamp #x, oak", "Hay & Co Lamp #x, oak")
    fields = {"name": "string", "brand": "string", "model": "string", "badge": "string"}
    found = rows(html, "all products", **fields, price="number")
    assert [*found[0].values()] == ["Hay & Co Lamp 1x, oak", "Hay & Co", "Lamp 1x, oak", "Bundle", 19]

    # What only stands behind a name in bold is no part of it.
    found = rows(bold("Lamp #x", "by the window", "A lamp"), "all products", **fields, price="number")
    assert (found[0]["name"], found[0]["brand"], found[0]["model"]) == ("Lamp 1x", None, None)


@pytest.mark.parametrize("before", ["previous price", "Former price:", "Prior price"])
def test_what_a_price_was_may_be_said_to_those_who_cannot_see(before: str) -> None:
    said = f"<p><s><i>{before} </i>$4#</s></p><p><i>Price: $3#</i><b aria-hidden=true>$<u>3#</u></b></p>"
    assert offers(said, price="number", old_price="number")[0] == {"name": "Lamp 1x", "price": 31, "old_price": 41}


@pytest.mark.parametrize(
    ("said", "field", "value"),
    [
        ("Art. no. 2#15065", "article_number", "2115065"),
        ("Sold and shipped by <a href=/m/#>Hay # Ltd</a>", "seller", "Hay 1 Ltd"),
        ("Verkauft und versendet von <a href=/m/#>Hay # Ltd</a>", "seller", "Hay 1 Ltd"),
        ("Collect today in #2 stores", "store_collection", "Collect today in 12 stores"),
        ("Abholung in # Stunden", "pickup_info", "Abholung in 1 Stunden"),
        ("Collect # stamps", "store_collection", None),
    ],
)
def test_a_line_may_say_its_number_who_sells_it_or_where_it_is_fetched(
    said: str, field: str, value: str | None
) -> None:
    assert offers(f"<b>$1#</b><p>{said}</p>", price="number", **{field: "string"})[0][field] == value
