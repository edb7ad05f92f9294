"""What captures of real pages of shops, blogs and fairs have shown: names, sums, days and texts as these write them."""

from __future__ import annotations

from typing import Any

import pytest

from tests.local.test_reading import cards, rows
from tests.local.test_shops import offers


def told(said: str, field: str, kind: Any = "string", *, prompt: str = "all records", **others: Any) -> Any:
    """Return what the first of several cards says to *field*, with *others* beside it."""
    html = cards(f"<h3><a href=/p/#>Oak #x</a></h3>{said}", 6)
    return rows(html, prompt, title="string", **{field: kind}, **others)[0][field]


@pytest.mark.parametrize(
    ("said", "price", "old"),
    [
        # Where both are called old, the one that is struck out is.
        ("<p><b style='text-decoration:line-through'>59#.99 €</b> <b id=old_price>34#.99 €</b></p>", 341.99, 591.99),
        ("<div class=price>14#.<sup>99</sup></div><div class=origPrice>19#.-<i></i></div>", 141.99, 191),
        # A percentage says which is which, whatever their classes do.
        ("<i>-20%</i><b class=discount>DKK 1.9#9,20</b> <b class=sale>DKK 2.399,00</b>", 1919.2, 2399),
        ("<b>US $1#.70</b> / 100 pcs", 11.7, None),
        ("<i>цени от <b>3# лв</b></i>", 31, None),
        ("<div>Leasehold £1#,500</div>", 11500, None),
    ],
)
def test_sums_as_shops_write_them(said: str, price: float, old: float | None) -> None:
    found = offers(said, price="number", old_price="number")[0]
    assert (found["price"], found["old_price"]) == (price, old)


def test_what_something_costs_now_is_no_discount_whatever_a_class_calls_it() -> None:
    said = "<i>-20%</i><b class=discount>DKK 1.9#9,20</b> <b class=sale>DKK 2.399,00</b>"

    assert offers(said, price="number", discount="string")[0]["discount"] == "-20%"


@pytest.mark.parametrize(
    ("said", "rating"),
    [
        ("<img src=/images/stars_4.gif>", 4),
        ("<img src=/img/stars-3-5.png?v=2>", 3.5),
        ("<div class='stars fourhalf left'></div>", 4.5),
        (f"<div class=rating>{'<img src=/i/star.png>' * 3}</div>", 3),
        (f"<div class=rating>{'<img src=/i/star.png>' * 3}<img src=/i/star-half.png></div>", 3.5),
        ("<img src=/images/8_stars_hotel.gif>", None),
    ],
)
def test_stars_may_be_drawn_by_files_that_are_called_so(said: str, rating: float | None) -> None:
    assert told(said, "rating", "number") == rating


def test_a_class_that_calls_two_kinds_of_marks_headings_names_nothing() -> None:
    def card(at: int) -> str:
        mark = "New" if at < 7 else "Coming soon"
        return (
            f"<li class=item><b class=heading>{mark}</b><h2 class=product-name><a href=/p/{at}>Game {at}x</a></h2></li>"
        )

    found = rows(f"<ul>{''.join(map(card, range(1, 13)))}</ul>", "all games", title="string", url="string")
    assert [row["title"] for row in found] == [f"Game {at}x" for at in range(1, 13)]


STATED = "<time class='{}' datetime=2026-0{}-0#>May #, 2026</time>"


@pytest.mark.parametrize(
    ("said", "field", "value"),
    [
        ("<p>Gyldig fra: 2015-12-0# Gyldig til: 2015-12-1#</p>", "valid_until", "2015-12-11"),
        ("<p>Gyldig fra: 2015-12-0# Gyldig til: 2015-12-1#</p>", "valid_from", "2015-12-01"),
        ("<p><b>Released:</b> May #, 2013 | Added: June #, 2014 | Visits: 7#</p>", "release_date", "May 1, 2013"),
        ("<p><b>Lead Pastor:</b> Ann Lee#<i>|</i><b>Email:</b> <i>[hidden]</i></p>", "lead_pastor", "Ann Lee1"),
        ("<p><b>Tags:</b><a href=/t/#>oak</a><a href=/t/2#>elm</a></p>", "tags", "oak, elm"),
        ("<p class=end>Skrevet den dag 0#-11-2015</p>", "date", "01-11-2015"),
        ("<p>Posted by <a href=/users/ann>Ann</a> on Tue 1# Oct 2014 at 09:18</p>", "date", "Tue 11 Oct 2014 at 09:18"),
        ("<b>Wednesday 0# May 2015 7:00 PM - 0# May 2015 9:00 PM</b>", "date", None),
        ("<i>преди # минути</i>", "date", "преди 1 минути"),
        # Right beside it stands when it was changed.
        (
            f"<p><b>Posted on:</b> <a href=/p/#>{STATED.format('', 5)}{STATED.format('updated', 6)}</a></p>",
            "date",
            "2026-05-01",
        ),
        ("<p class=entry-category><em>in</em> <a href=/c/#>Trees</a></p>", "category", "Trees"),
        (
            "<p class=category>Publié dans <a href=/c/#>Trees</a>, <a href=/c/old>Oaks</a></p>",
            "category",
            "Trees, Oaks",
        ),
        ("<i class=pubtype><a href=/op>Op-Ed</a></i>", "type", "Op-Ed"),
        ("<a href=/miembros/ann.1/>Ann</a><a class=Canal href=foros/trees.13#/>Trees</a>", "category", "Trees"),
    ],
)
def test_what_stands_beside_titles(said: str, field: str, value: str | None) -> None:
    day = "Wednesday 01 May 2015 7:00 PM - 01 May 2015 9:00 PM"
    assert told(said, field) == (value or day)


def test_links_amid_sentences_do_not_describe_what_these_stand_below() -> None:
    said = "<h3><a href=/p/{0}>Oak {0}x</a></h3><p>Oaks grow {0} m high, and they grow old as hills, too.</p>"
    more = "<ul><li>Ann discusses the <a href=/x/{0}>ways in which old oaks may be kept from fire</a></li></ul>"
    html = "".join(f"<div class=card>{(said + more * (at > 1)).format(at)}</div>" for at in range(1, 5))

    found = rows(html, "all papers", title="string", description="string", url="string")
    assert [row["description"] for row in found] == [
        f"Oaks grow {at} m high, and they grow old as hills, too." for at in range(1, 5)
    ]


def test_a_list_of_authors_without_entries_is_no_label_of_what_stands_behind_it() -> None:
    said = "<div><span class=author><ul></ul></span> <span class=kind>press notes</span> <span>May</span></div>"

    assert told(said, "author") is None


@pytest.mark.parametrize(
    ("said", "field", "count"),
    [
        ("<p>(<a href=/p/#>Read 66# more words</a> ~ 9# comments posted)</p>", "comments", 91),
        ("<p>(# vote) | <a href=/p/# class=comments>7# comments</a></p>", "votes", 1),
    ],
)
def test_counts_stand_beside_links(said: str, field: str, count: int) -> None:
    assert told(said, field, "number") == count


def test_who_comments_are_counted_by_a_class_that_begins_with_an_article() -> None:
    assert told("<i class=thecomment><a href=/p/#/#comments>1#</a></i>", "comments", "number") == 11


DESCRIBED = "Oaks grow {0} m high, and {1}they{2} grow old, as old as the hills around them, say those who know them."


@pytest.mark.parametrize(
    "said",
    [
        f"<p>{DESCRIBED} <a href=/p/{{0}}>Read more</a></p>",
        f"<p>{DESCRIBED} <a href=/p/{{0}}>Læs mere</a></p>",
        f"{DESCRIBED}<div class=n><b>{{0}}</b> votes</div>",
        f"<p><a href=/p/{{0}}>Oak {{0}}x</a> {DESCRIBED}</p>",
        f"<p>{DESCRIBED.replace('{1}', '<a href=/w>').replace('{2}', '</a>')}</p>",
    ],
)
def test_the_sentences_in_one_place_of_most_records_describe_these(said: str) -> None:
    card = "<div class=c><h3><a href=/p/{0}>Oak {0}x</a></h3>" + said + "</div>"
    html = "".join(card.format(at, "", "") for at in range(1, 6))

    found = rows(html, "all trees", title="string", description="string", url="string")
    assert [row["description"] for row in found] == [DESCRIBED.format(at, "", "") for at in range(1, 6)]


def test_who_wrote_when_is_no_part_of_what_describes() -> None:
    by = "<small><a href=/?login=ann#>Ann Lee#</a> - 0#.12.2014</small>"
    by = f"<p class=text>{by}<br>Oaks grow # m high, and old.</p>"
    html = cards(f"<h3><a href=/p/#>Oak #x</a></h3>{by}", 4)

    found = rows(html, "all articles", title="string", author="string", date="string", description="string")[0]
    assert list(found.values()) == ["Oak 1x", "Ann Lee1", "01.12.2014", "Oaks grow 1 m high, and old."]


def test_the_address_of_a_record_is_that_of_its_title_whatever_link_is_before_it() -> None:
    by = "<ul><li class=subject-name><a href=/s/math>Math #</a></li></ul>"
    html = cards(f"{by}<div class=question-box><a href=/q/# class=question>How high does oak # grow?</a></div>", 5)

    found = rows(html, "all questions", question="string", subject="string", url="string")[0]
    assert list(found.values()) == ["How high does oak 1 grow?", "Math 1", "https://h.example/q/1"]


def test_marks_around_titles_and_headings_are_no_part_of_these() -> None:
    def section(name: str, *numbers: int) -> str:
        head = f"<h2><span>{name}</span><br><a href=/all>View All</a></h2>"
        return head + "".join(f"<div class=p><a href=/p/{at}>Oak {at}x ()</a><b>£{at}.50</b></div>" for at in numbers)

    html = section("Trees", 1, 2, 3) + section("Shrubs", 4, 5, 6)
    found = rows(html, "all products", name="string", price="number", section="string")
    assert [list(row.values()) for row in found] == [
        [f"Oak {at}x", at + 0.5, "Trees" if at < 4 else "Shrubs"] for at in range(1, 7)
    ]


def test_brackets_that_belong_to_a_name_stay() -> None:
    calls = ["abs()", "len()", "max()", "open()", "sorted()"]
    html = "".join(f"<div class=f><a href=/f/{at}>{call}</a><p>Since 3.{at}</p></div>" for at, call in enumerate(calls))
    assert [row["name"] for row in rows(html, "all functions", name="string")] == calls


def test_rows_of_several_cards_in_cells_say_what_their_cards_do() -> None:
    def cell(at: int) -> str:
        name = f"<h5><a href=/p/{at}>Oak {at}x</a></h5>"
        price = f"<div class=cost><i class=cost-label>Price:</i> <i class=cost-value>${at}.50</i></div>"
        return f"<td><div class=item><a href=/p/{at}><img src=/{at}.jpg></a><div class=o>{name}{price}</div></div></td>"

    html = "".join(f"<tr>{''.join(map(cell, range(at, at + 3)))}</tr>" for at in (1, 4, 7, 10))
    found = rows(f"<table>{html}</table>", "all products", name="string", price="number", url="string")
    assert [row["name"] for row in found] == [f"Oak {at}x" for at in range(1, 13)]


@pytest.mark.parametrize("sizes", [(3, 3, 3), (3, 4, 2)])
def test_cards_in_cells_of_several_tables_are_one_list(sizes: tuple[int, ...]) -> None:
    def cell(at: int) -> str:
        name = f"<center><a href=/{at}><img src=/{at}.jpg></a><div><a href=/{at}>Oak {at}x</a></div></center>"
        was, now = f"<p class=was>Market price: ${at}9.00</p>", f"<p class=now>Our price: <b>${at}.95</b></p>"
        return f"<td>{name}{was}{now}</td>"

    numbers = iter(range(1, 10))
    tables = ["<td> </td>".join(cell(next(numbers)) for _ in range(size)) for size in sizes]
    html = "".join(f"<tr><td><p>Kind {at}</p><table><tr>{one}</table></td></tr>" for at, one in enumerate(tables))
    found = rows(f"<table>{html}</table>", "all products", name="string", price="number", market_price="number")
    assert [list(row.values()) for row in found] == [[f"Oak {at}x", at + 0.95, at * 10 + 9] for at in range(1, 10)]


def test_cards_in_tables_that_stand_in_tables_are_one_list_without_the_layout() -> None:
    def cards_of(*numbers: int) -> str:
        card = "<td><a href=/{0}><img src=/{0}.jpg></a><br><a href=/{0}>Oak {0}x</a><br><b>${0}.50</b></td>"
        return f"<table><tr>{''.join(map(card.format, numbers))}</tr></table>"

    side = "<td><a href=/a><img src=/a.gif></a><a href=/c>Contact us</a><p>Call</p></td>"
    new = f"<td><a href=/x>News</a>{cards_of(1, 2, 3)}{cards_of(4, 5, 6)}</td>"
    html = f"<table><tr>{side}{new}<td><a href=/s>Sale</a>{cards_of(7, 8, 9)}</td></tr></table>"
    found = rows(f"<table><tr><td>{html}</td></tr></table>", "all products", name="string", price="number")
    assert [row["name"] for row in found] == [f"Oak {at}x" for at in range(1, 10)]


def test_menus_with_more_links_than_a_shop_has_products_leave_room_for_these() -> None:
    def part(at: int) -> str:
        links = "".join(f"<li class=l><a href=/c/{at}/{n}>Trees of kind {at} {n}</a></li>" for n in range(14))
        return f"<div class=part><ul>{links}</ul></div>"

    menus = "".join(
        f"<div class=menu{name}><div class=kinds>{''.join(part(10 * at + n) for n in range(6))}</div></div>"
        for at, name in enumerate("abcdefghijklmn")
    )
    item = "<form action=/cart><div><p><a href=/p/{0}>Oak {0}x</a></p><b>Our Price ${0}.50</b><i>Add</i></div></form>"
    html = "".join(map(item.format, range(1, 7)))

    found = rows(f"{menus}<div>{html}</div>", "all products", name="string", price="number", url="string")
    assert [row["name"] for row in found] == [f"Oak {at}x" for at in range(1, 7)]


@pytest.mark.parametrize(
    ("said", "author", "date"),
    [
        # Drupal, without a name.
        ("<p class=submitted-by>Submitted on Mon, 2019-01-21 13:49</p>", None, "2019-01-21 13:49"),
        # A name in a sentence, whose line is longer than what says who wrote.
        ("<p>The old gardener of the house had been succeeded, months earlier, by <a href=/x>Ann Lee</a>.", None, None),
        ("<p>Written by <a href=/x>Ann Lee</a>, who lives.", "Ann Lee", None),
        ("<p><i class=year>2023</i> <i>2023-11-17 20:52:15</i>", None, "2023-11-17 20:52:15"),
    ],
)
def test_who_wrote_an_article_and_when(said: str, author: str | None, date: str | None) -> None:
    html = f"<title>Old oaks</title><article><h1>Old oaks</h1>{said}<p>Oaks grow high, and they grow old.</p></article>"

    # The page has no tag for its body, and begins with an element of HTML 5.
    found = rows(html, "the article", title="string", author="string", date_published="string")
    assert list(found[0].values()) == ["Old oaks", author, date]


@pytest.mark.parametrize(
    ("said", "field", "kind", "value"),
    [
        ("<p class=brand>Márka: Acme</p>", "brand", "string", "Acme"),
        ("<p>NOT Available For VAT Relief</p>", "availability", "string", None),
        ("<p>200 items</p>", "sku", "string", None),
        ("<b class=price>€ 729.00</b><b class=old-price>€ 729.00</b>", "old_price", "number", None),
    ],
)
def test_what_a_page_about_a_product_says_of_it(said: str, field: str, kind: Any, value: str | None) -> None:
    html = f"<body><h1>Corner sofa</h1>{said}<p>A sofa for the corner of a room.</p>"

    assert rows(html, "the product", name="string", price="number", **{field: kind})[0][field] == value


def test_a_link_to_a_town_before_a_picture_that_leads_elsewhere_is_none_of_a_person() -> None:
    picture = "<a href=/m/view/#><img src=/i/#.jpg width=90 height=90></a>"
    town = "<a class=city_link href=/in/town-#>Clubs of Town #x</a>"
    html = cards(f"{town}{picture}<b><a href=/m/view/#>anna#</a></b>", 6)

    found = rows(html, "all members", name="string", url="string", image="string")[1]
    assert list(found.values()) == ["anna2", "https://h.example/m/view/2", "https://h.example/i/2.jpg"]


@pytest.mark.parametrize(
    ("said", "colors"),
    [
        ("<img src=/img/swatch/#_a.jpg alt='Slate #'><img src=/swatch/#_b.jpg title=Sky>", "Slate 1, Sky"),
        ("<ul class=swatches aria-label='All'><li><a class=swatch-sm title='Rose #' href=/c/#></a></ul>", "Rose 1"),
        ("<a class=swatch title='Rose #' href=/c/#><img src=/swatches/r.png alt='Rose, #'></a>", "Rose 1"),
        ("<img src=/swatch.jpg alt='Oak #'>", None),
    ],
)
def test_colours_are_called_as_the_pictures_that_show_them(said: str, colors: str | None) -> None:
    assert told(f"{said}<b>$1#.50</b>", "colors", price="number") == colors


@pytest.mark.parametrize("name", ["title", "aria-label", "alt"])
def test_a_link_without_a_text_is_asked_for_by_what_it_is_called(name: str) -> None:
    said = f"<a class=trigger {name}='Quick Info' href=/q/#></a><b>$1#.50</b>"

    assert told(said, "quick_info_url", price="number", url="string") == "https://h.example/q/1"
