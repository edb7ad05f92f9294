"""What the records of a list state by their form, their place, and what stands between and around them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from airflow_provider.local.documents import Document
from airflow_provider.local.reading.alike import alike_parts, kinds_of
from airflow_provider.local.reading.nesting import cards_around
from airflow_provider.local.reading.records import find_records
from airflow_provider.local.reading.tree.page import parse
from airflow_provider.local.reading.words.names import OTHER, match
from tests.local.test_reading import cards, rows


def stated(card: str, field: str, kind: Any = "string") -> list[Any]:
    html = cards(f'<h3><a href="/r/#">Record #x</a></h3>{card}<p>Weight: # kg</p>')
    return [row[field] for row in rows(html, "all records", title="string", weight="string", **{field: kind})]


@pytest.mark.parametrize(
    ("card", "field", "said"),
    [
        # Two times with nothing but a sign between them are a start and an end; one after "through" is an end.
        (
            "<p><time datetime=2026-02-15>Feb 15</time>\u2013<time datetime=2026-06-29>29</time></p>",
            "start_date",
            "2026-02-15",
        ),
        (
            "<p><time datetime=2026-02-15>Feb 15</time>\u2013<time datetime=2026-06-29>29</time></p>",
            "end_date",
            "2026-06-29",
        ),
        ("<p><time datetime=2026-02-15>Feb 15</time>, <time datetime=2026-06-29>29</time></p>", "end_date", None),
        ("<p>Through <time datetime=2026-06-29>Jun 29</time></p>", "end_date", "2026-06-29"),
        ("<p>Through <time datetime=2026-06-29>Jun 29</time></p>", "start_date", None),
        ('<p class="start-date">Ongoing</p>', "start_date", None),
        ('<p class="start-date">3 May</p>', "start_date", "3 May"),
        # A postcode and a town are a place, and no count.
        ("<p>10437 Berlin, Mitte</p>", "location", "10437 Berlin, Mitte"),
        ("<p>10437 items</p>", "location", None),
        ("<p>frei ab sofort</p>", "available_from", "sofort"),
        ("<p>frei ab 01.03.2026</p>", "frei_ab", "01.03.2026"),
        # A number that can be called is written for readers; what can be written to has a name for its text.
        ('<a href="tel:+49305550111">+49 30 555 0111</a>', "phone", "+49 30 555 0111"),
        ('<a href="tel:+49305550111">Call us</a>', "phone", "+49305550111"),
        ("<p><b>Status:</b> Available</p>", "availability", "Available"),
        ('<p class="staff-dept">Geodesy</p>', "department", "Geodesy"),
        # What only few words stand for needs no label.
        ("<p>12/2019 \u2022 48,500 miles \u2022 Petrol \u2022 Manual</p>", "fuel", "Petrol"),
        ("<p>12/2019 \u2022 48,500 miles \u2022 Petrol \u2022 Manual</p>", "transmission", "Manual"),
        ("<p>12/2019 \u2022 48,500 miles \u2022 Petrol \u2022 Manual</p>", "first_registration", "12/2019"),
        ("<p>Free delivery</p>", "shipping", "Free delivery"),
        ("<p>Free delivery over $50</p>", "shipping", None),
        ("<p>dostawa 9,99 zł</p>", "dostawa", "9,99 zł"),
        ("<p>Fully booked</p>", "availability", "Fully booked"),
        ("<p>2 places left</p>", "availability", "2 places left"),
        # Jobs are written with who offers them and where behind the title.
        # How many of something there are names nobody.
        ('<p class="author">37# Topics</p>', "author", None),
        ("<p>Old Mill</p><p>Leeds</p><p>Full-time</p>", "company", "Old Mill"),
        ("<p>Old Mill \u2013 Leeds</p><p>Full-time</p>", "location", "Leeds"),
        ("<p>New</p><div><i>Old Mill</i> \u00b7 <i>Leeds</i></div><p>$40,000 a year</p>", "location", "Leeds"),
        ("<p>Old Mill</p><p>Leeds</p>", "company", None),
        ("<p>Old Mill</p><p>Full-time</p>", "company", None),
        ("<p>Old Mill</p><p>Since 1990</p><p>Leeds</p><p>Full-time</p>", "company", None),
        ("<p class=company>Ash</p><p>Old Mill</p><p>Leeds</p><p>Full-time</p>", "location", None),
        ("<p>by <b>Ana P.</b> <i>Verified purchase</i></p>", "author", "Ana P."),
        (
            '<p class="by">by <b>Ana P.</b> on 3 May 2026 <i>Verified purchase</i></p>',
            "author",
            "Ana P.",
        ),
        # A price may stand beside the name without an element of its own, but not beside another.
        ('<p><a href="/r/#">Record #x</a> $3.00</p>', "price", "$3.00"),
        ('<p><a href="/r/#">Record #x</a> <s>$5.00</s> $3.00</p>', "price", "$3.00"),
        ("<p>$3.00 <em>save $2.00</em></p>", "price", "$3.00"),
        ("<p>Hall <i>1</i> Published 1998</p>", "year", "1998"),
        ("<p>Hall <i>1</i> Room 1998</p>", "year", None),
        # A day and the time of that day are one date; no town is a weekday.
        ("<p><b>Dzisiaj</b> o 09:12:05</p>", "date", "Dzisiaj o 09:12:05"),
        ("<p>14 stycznia 2023, 19:40</p>", "date", "14 stycznia 2023, 19:40"),
        ("<p>3. tammikuuta 2023</p>", "date", "3. tammikuuta 2023"),
        ("<p>3 октября 2023</p>", "date", "3 октября 2023"),
        ("<p>14 products</p>", "date", None),
        # So many are none of them, and what one presses says nothing of where it stands.
        ("<p>5 colours</p>", "color", None),
        ("<p>5 colours</p>", "color_count", "5"),
        ("<p>in Tools</p>", "category", "Tools"),
        ("<a href=?add=#>In den Warenkorb</a>", "category", None),
        ("<p>\u20ac 2.650 per maand</p>", "salary", "\u20ac 2.650 per maand"),
        ("<p>\u20ac 2.890 tot \u20ac 4.021 per maand</p>", "salary", "\u20ac 2.890 tot \u20ac 4.021 per maand"),
        ("<p>\u20ac 14,85 per uur</p>", "salary", "\u20ac 14,85 per uur"),
        (
            "<p><span>Milano</span> <span class=date>16 gennaio \u2013 1 marzo 2025</span></p>",
            "dates",
            "16 gennaio \u2013 1 marzo 2025",
        ),
        # A time may be that of the first day, which is not all of them.
        (
            '<p><time datetime="2026-03-01">1 Mar</time> \u2013 <time datetime="2026-03-09">9 Mar 2026</time></p>',
            "dates",
            "1 Mar \u2013 9 Mar 2026",
        ),
        ("<p>Checked out</p>", "availability", "Checked out"),
        ("<p>Online beschikbaar</p>", "availability", "Online beschikbaar"),
        # How pay is told by the year or the hour, in several languages; by the month it may be a rent.
        ("<p>24 000 - 27 000 €\u00a0/ an</p>", "salary", "24 000 - 27 000 € / an"),
        ("<p>29.000 € / jaar</p>", "salary", "29.000 € / jaar"),
        ("<p>Just posted</p>", "date", "Just posted"),
        ("<p>il y a plus d'un mois</p>", "date", "il y a plus d'un mois"),
        # An editor's own name of a field, behind that of what makes fields.
        ("<div class=field--name-field-intro>Sixty sails</div>", "description", "Sixty sails"),
        ("<div class=views-field-field-artist>Ida Holm</div>", "artist", "Ida Holm"),
        # Words that only their style divides are several.
        ("<div class=engines><span>elk</span><span>moose</span><a href=/c>copy</a></div>", "engines", "elk, moose"),
        ("<div class=engine><span>1</span><span>moose</span></div>", "engine", "1moose"),
        ("<div class=authors><ul><li>Ann Bell |</li><li>Cy Dunn</li></ul></div>", "authors", "Ann Bell, Cy Dunn"),
        ("<p>[Shelf mark: F DEE]</p>", "shelf_mark", "F DEE"),
        ("<p>[<i>Shelf mark:</i> F DEE]</p>", "shelf_mark", "F DEE"),
        ("<p><i>Shelf mark:</i> F [DEE]</p>", "shelf_mark", "F [DEE]"),
        ("<p>Superficie: 82</p>", "superficie_mq", "82"),
        ("<p>5+ locali</p>", "locali", "5+"),
        # What only a script shows says nothing of stock, and neither does when it comes.
        ("<p class=stock style='display:none'>Sold out</p>", "availability", None),
        ("<p><i>sofort verfügbar</i><i>Lieferzeit: 2 Tage</i></p>", "verfuegbarkeit", "sofort verfügbar"),
        ("<p>sofort verfügbar</p><p>Lieferzeit: 2 Tage</p>", "lieferzeit", "2 Tage"),
        # What a square metre costs is no other price.
        ("<ul><li class=price>£3150</li><li class=sub-price>£30/m²</li></ul>", "price", "£3150"),
        ("<p>18 novembre</p>", "novembre", None),
        ("<p><i>1,4 k</i> <i>vues</i></p>", "vues", "1,4 k"),
        ("<h4>Varroa</h4><p>Par <a href=/u/5>Ann Bo</a>\u00a0</p>", "auteur", "Ann Bo"),
        ("<img class=company_logo src=/l/#.png alt=Acme>", "logo", "https://h.example/l/{}.png"),
        ("<img class=company_logo src=/l/#.png alt=Acme>", "image", None),
        # The only format among "formats" is the format.
        ("<p class=formats><i class=format>Map</i> <i class=status>On loan</i></p>", "format", "Map"),
        ("<p class=formats><i>Map</i> <i>Atlas</i></p>", "format", "Map Atlas"),
        # "A" says nothing of what a class stands for.
        ('<p class="result-lead-a">Mend walls: A guide</p>', "lead", "Mend walls: A guide"),
        ("<p>Chicago, Illinois, United States</p>", "location", "Chicago, Illinois, United States"),
        ("<p>Salt, pepper, united people</p>", "location", None),
        ("<p>Zaczęty przez <a href='/u/1'>Ola</a></p>", "author", "Ola"),
        ("<p>Hardback</p>", "format", "Hardback"),
        ("<p>Hard rain</p>", "format", None),
        ("<p>Ships in 3\u20135 days</p><button>Add to cart</button>", "availability", "Ships in 3\u20135 days"),
        ("<p>há 2 horas</p>", "date", "há 2 horas"),
        ("<p>3 uur geleden</p>", "date", "3 uur geleden"),
        ("<p>3 uur open</p>", "date", None),
        # Neither a number nor words are an address.
        ('<p class="photo">4</p><img src="p.jpg">', "photo", "https://h.example/a/p.jpg"),
        ('<p class="photo">Quick view</p>', "photo", None),
        ("<a href='/r/#.pdf'>Paper</a>", "pdf_url", "https://h.example/r/{}.pdf"),
        ("<a href='/d/#'>[PDF] h.example</a>", "pdf_url", "https://h.example/d/{}"),
        ("<a href='/d/#'>[HTML] h.example</a>", "pdf_url", None),
        ("<a href='https://www.acme#.example/'>acme#.example</a>", "website", "https://www.acme{}.example/"),
        ("<a href='https://www.acme#.example/'>Acme</a>", "website", None),
        ("<p>https://acme.example \u203a collections \u203a trained pears of many kinds</p>", "description", None),
        # Counts and a date are no description.
        ("<div>14 KB of data (1,967 words) - 3 May 2026, 11:37</div>", "description", None),
        (
            "<div>14 KB of all words are data, as told in May 2026</div>",
            "description",
            "14 KB of all words are data, as told in May 2026",
        ),
        ("<p>Vast, Fulltime</p>", "employment_type", "Vast, Fulltime"),
        ("<p>Permanent employee, part-time</p>", "employment_type", "Permanent employee, part-time"),
        ("<p>Vast, open land</p>", "employment_type", None),
        ("<p>Vast, fulltime, parttime, seasonal</p>", "employment_type", None),
        # What is left is not on the left.
        ('<p class="c__time-left">3h 22m left</p>', "time_left", "3h 22m left"),
        ('<p class="c__left">Sorrel stock</p>', "time_left", None),
        ("<p>3h 22m left</p>", "time_left", "3h 22m left"),
        ("<p>Noch 2 Tage</p>", "time_left", "Noch 2 Tage"),
        (
            '<p class="c_lastPoster"><a href="/profile/#"><img src="a.png"></a><a href="/profile/#">Ann</a></p>',
            "last_post_by",
            "Ann",
        ),
        ('<p class="c_lastPoster"><a href="/profile/#">Ann</a><a href="/profile/9">Bo</a></p>', "last_post_by", None),
        # Words that lead to a name, and what divides it from the next, are no part of it.
        ('<p class="c__seller">Sold by <a href="/s/#">Duero #</a></p>', "seller", "Duero {}"),
        ('<p class="c__seller">Verkauf durch <b>Duero</b></p>', "seller", "Duero"),
        ('<p class="c__seller">Known by all</p>', "seller", "Known by all"),
        ('<p class="publisher">Elm Press,</p>', "publisher", "Elm Press"),
        # What is one of a grid is no item of a shop.
        ('<div id="c4__item-l#"><b>Elm Hill</b></div>', "reference", None),
        ('<p data-testhook="seller">Ann</p>', "seller", "Ann"),
        # "Entry" is no word of layout where readers see it.
        ('<p data-test="level">Entry Level</p>', "level", "Entry Level"),
        ('<p data-test="level">Level</p>', "level", None),
        ('<p data-testid="address">Alto, Brix</p>', "location", "Alto, Brix"),
        ('<p data-testid="address">4 Mill Lane</p>', "location", None),
        ('<b title="reputation score 1,204">1,204</b>', "reputation", "1,204"),
        ('<b title="reputation score 1,204">4</b>', "reputation", None),
        ('<b title="reputation score 12,431">12.4k</b>', "reputation", "12,431"),
        ('<b title="reputation score 12.431">12k</b>', "reputation", "12.431"),
        ('<b title="reputation score 12,431">3k</b>', "reputation", None),
        ('<x-line icon="pin"><svg class=""></svg><b>Brix</b></x-line>', "location", "Brix"),
        ('<x-line icon="clock"><svg class=""></svg><b>Brix</b></x-line>', "location", None),
        ('<p class="user-card">asked 5 hours ago</p>', "author", None),
        ('<p class="description">19,80 EUR</p>', "description", None),
        ("<p>(14,98 €* / 1 Kilogramm)</p>", "unit_price", "14,98 €* / 1 Kilogramm"),
        # A day has no hour, and the name of a track is none either.
        ("<p class=start>Sat 5 Dec 2026</p>", "start_time", None),
        ("<p class=start>Sat 5 Dec 2026 11:00</p>", "start_time", "Sat 5 Dec 2026 11:00"),
        ("<p class=start>Keynote</p>", "start_time", None),
        ("<p class=dates>20 Nov 2025 \u2013 12 Apr 2026</p>", "dates", "20 Nov 2025 \u2013 12 Apr 2026"),
        ("<p class=dates>Priority 2016 - filed 2017 - granted 2019</p>", "date", None),
        # How one works is no department, and the name of a place no city.
        ("<p class=category>Hybrid</p>", "department", None),
        ("<p>Location name: Old Mill</p>", "city", None),
        ("<p>Location name: Old Mill</p>", "location", "Old Mill"),
        # The name in an element for a place is that of the place.
        ("<div class=event-location><p class=name>@ Old Mill</p></div>", "location", "Old Mill"),
        # Prices to choose from are all the answer to a text; what may be bargained about is a price.
        ("<p>12€ \u2013 20€</p>", "preco", "12€ \u2013 20€"),
        # A label in an element of its own is no part of what follows it, unless it is that of another field.
        ("<p class=duration><b>Est. time:</b>Less than 1 month</p>", "duration", "Less than 1 month"),
        ("<p class=availability><b>Location:</b>Room 4</p>", "availability", None),
        # Of a span the end that is asked for, or for a period all of it.
        ("<p class=slot-time>09:30\u201310:15</p>", "start_time", "09:30"),
        ("<p class=slot-time>09:30\u201310:15</p>", "end_time", "10:15"),
        ("<p>14 Aug 2026 \u2013 28 Feb 2027</p>", "periodo", "14 Aug 2026 \u2013 28 Feb 2027"),
        # Scripts know categories by their numbers.
        ('<div data-department="4">A</div>', "department", None),
        ('<div data-department="Care">A</div>', "department", "Care"),
        # What has another known label is not what the class is called, nor is a sum a day.
        ('<p class="availability">Location: Room 4</p>', "availability", None),
        ("<p><i>From</i> <b>€49.50</b></p>", "date", None),
        # Of two class names the shorter one has less of where it stands.
        ('<p class="sc-main-where">Old Mill \u00b7 Cork <i class="sc-where">Old Mill</i></p>', "venue", "Old Mill"),
        # What brackets hold notes what stands before them; a button is no part of a text.
        ('<p class="availability">Skladem (7 ks)</p>', "availability", "Skladem (7 ks)"),
        (
            '<p class="abstract">All of it is told here and there. <button>Show more</button></p>',
            "abstract",
            "All of it is told here and there.",
        ),
        # The type of a part of the page is for scripts.
        ('<div data-grid-type="loop-item">A</div>', "type", None),
        # What marks a record is its badge.
        ('<i class="badge">Second hand</i>', "badge", "Second hand"),
        ("<i>Sold out</i>", "badge", "Sold out"),
        ("<i>Sold outside</i>", "badge", None),
        ("<i>Gratuit</i>", "badge", None),
        ('<p class="tag"><i class="tag">Ash</i><i class="tag">Elm</i></p>', "etiquette", None),
        # Names of fields are also written with the bare letters.
        ('<p class="hersteller">Duero</p><p>F\u00e4rg: red</p>', "farg", "red"),
    ],
)
def test_a_record_states(card: str, field: str, said: str | None) -> None:
    assert stated(card, field) == [said and said.format(n) for n in (1, 2, 3)]


@pytest.mark.parametrize(
    ("card", "field", "said"),
    [
        ("<p>280 € VB</p>", "price", 280),
        # Of what is asked for in the plural, how many there are.
        ('<p class="voice-count">7</p>', "voices", 7),
        ('<p class="voice-count">7</p>', "voice", None),
        # A count is called what its title says.
        ('<b title="reputation score ">1,204</b>', "reputation", 1204),
        ('<b title="reputation score ">Ann</b>', "reputation", None),
        # A class that tells of another price is none of a price.
        ('<p class="price with-list-price">7.50 € <i class="list-price">9.90 €</i></p>', "price", 7.5),
        ('<p class="price with-list-price">7.50 € <i class="list-price">9.90 €</i></p>', "old_price", 9.9),
        # In a box for the price and its tax is a price; one of that name states a price of another kind.
        ('<div class="price-tax"><p class="price">7.50 €</p><p>incl. tax</p></div>', "price", 7.5),
        ('<p class="price">7.50 €</p><p class="price-tax">6.30 €</p>', "price", 7.5),
        ('<p class="price"><b><i>Unser bisheriger Preis</i> 9,80 €</b><br><b>Jetzt nur 7,95 €</b></p>', "price", 7.95),
        (
            '<p class="price"><b><i>Unser bisheriger Preis</i> 9,80 €</b><br><b>Jetzt nur 7,95 €</b></p>',
            "old_price",
            9.8,
        ),
        ('<p class="cheapest-price">from $5.20</p><p class="price">$11.80</p>', "price", 11.8),
        ('<p class="price">$<b>229</b><sup>.99</sup> \u2013</p>', "price", 229.99),
        ('<p class="price">$229 \u2013 $299</p>', "price", 229),
        # Stars are counted where their names tell which of them are full.
        ("<p>" + '<i class="fa fa-star"></i>' * 3 + '<i class="fa fa-star-o"></i>' * 2 + "</p>", "rating", 3),
        (
            "<p>" + '<i class="bi-star-fill"></i>' * 3 + '<i class="bi-star-half"></i>' + '<i class="bi-star"></i></p>',
            "rating",
            3.5,
        ),
        (
            "<p>"
            + '<b><i class="fa-star"></i><i class="fa-star-o"></i></b>' * 4
            + '<b><i class="fa-star-o"></i></b></p>',
            "rating",
            4,
        ),
        ("<p>" + '<i class="fa fa-star"></i>' * 5 + "</p>", "rating", None),
        ("<p>" + '<i class="fa fa-star"></i>' * 3 + '<i class="fa fa-star-o"></i>' + "</p>", "rating", None),
        (
            "<p>"
            + '<svg><use href="#star-full"></use></svg>' * 4
            + '<svg><use xlink:href="#star-empty"></use></svg></p>',
            "rating",
            4,
        ),
        ('<p><svg aria-label="Replies"><path d="M0"/></svg> 12</p>', "replies", 12),
        ("<p><svg><title>Replies</title></svg> 12</p>", "replies", 12),
        ("<p><svg><path d='M0'/></svg> 12</p>", "replies", None),
        ("<p>14 kbyte (1 967 ord) - 20 oktober 2023</p>", "words", 1967),
        ("<p>14 kbyte (1 967 ord och mer) - 20 oktober 2023</p>", "words", None),
        # A price that is written twice, once for those who cannot see.
        ('<p class="price"><i aria-hidden="true">59.99</i><i>59.99 \u20ac</i></p>', "price", 59.99),
        ('<p class="price"><i>59.99 \u20ac</i><i aria-hidden="true">59.99</i></p>', "price", 59.99),
        ("<p>Original price \u20ac 90. Current price \u20ac 70.</p>", "price", 70),
        ("<p>Original price \u20ac 90. Current price \u20ac 70.</p>", "original_price", 90),
        ("<p>Worth \u20ac 90. Current price falls.</p>", "worth", None),
        ("<p><i>4.6 von 5 Sternen</i><i>(218)</i></p>", "review_count", 218),
        ("<p><i>4.6 von 5 Sternen im Jahr</i><i>(218)</i></p>", "review_count", None),
        # Of a rating with words around it the only number with a point is that.
        ('<div class="score"><p>Scored 8.9</p><p>8.9</p><i>31 reviews</i></div>', "score", 8.9),
        ('<div class="score"><p>8.9</p><p>7.1</p><i>31 reviews</i></div>', "score", None),
    ],
)
def test_a_record_states_the_number(card: str, field: str, said: float | None) -> None:
    assert stated(card, field, "number") == [said] * 3


def test_words_alone_say_that_a_stay_can_be_cancelled() -> None:
    assert stated("<b>Free cancellation</b>", "free_cancellation", "boolean") == [True] * 3
    assert stated("<b>Cancellation</b>", "free_cancellation", "boolean") == [None] * 3


def test_stars_and_the_score_of_reviews_are_two_things() -> None:
    stay = '<p class="rating-stars"><i aria-hidden="true">****</i> 4 out of 5 stars</p>'
    score = '<p class="review-score"><i>Scored 8.9</i><b>8.9</b></p>'
    html = f"<ul><li>{stay}{score}<p>Bed: 1</p></li><li>{score}<p>Bed: 2</p></li><li>{score}<p>Bed: 3</p></li></ul>"

    for names in (("score", "stars"), ("stars", "score")):
        found = rows(html, "all hotels", bed="number", **dict.fromkeys(names, "number"))
        assert [(row["stars"], row["score"]) for row in found] == [(4, 8.9), (None, 8.9), (None, 8.9)]


def test_a_short_link_beside_that_of_the_record_answers_what_is_called_so() -> None:
    html = cards('<h3><a href="/r/#">Record #x</a></h3><a href="/t/#">Tickets</a><a href="tel:1">Seats</a>')

    found = rows(html, "all shows", title="string", link="string", ticket_link="string", seats_link="string")
    assert [(row["link"], row["ticket_link"], row["seats_link"]) for row in found] == [
        (f"https://h.example/r/{n}", f"https://h.example/t/{n}", None) for n in (1, 2, 3)
    ]


@pytest.mark.parametrize("said", ["Description", "Beschreibung", "Sale", "3 May 2026"])
def test_a_link_that_leads_to_a_description_or_is_a_day_does_not_name_a_record(said: str) -> None:
    html = cards(f'<a href="/d/#">{said}</a><p>Weight: # kg</p>')

    found = rows(html, "all records", title="string", weight="string", url="string")
    assert [(row["title"], row["url"]) for row in found] == [(None, f"https://h.example/d/{n}") for n in (1, 2, 3)]


def test_an_element_of_a_site_of_its_own_states_a_record_in_its_attributes() -> None:
    post = '<x-post author="ann#" permalink="/p/#" size="m"><a href="/user/b#">Bo</a><p>Weight: # kg</p></x-post>'
    html = "".join(post.replace("#", str(n)) for n in (1, 2, 3))

    asked: dict[str, Any] = dict.fromkeys(("author", "permalink", "size", "weight"), "string")
    assert rows(html, "all posts", **asked) == [
        {"author": f"ann{n}", "permalink": f"https://h.example/p/{n}", "size": None, "weight": f"{n} kg"}
        for n in (1, 2, 3)
    ]


def test_the_numbers_of_pages_in_brackets_are_no_part_of_a_title_and_who_wrote_last_is_a_user() -> None:
    pages = '<small>[ Go to page: <a href="?s=0">1</a>, <a href="?s=15">2</a>, <a href="?s=30">3</a> ]</small>'
    body = "".join(
        f'<tr><td><a href="t.php?t={n}">Glue {n}</a> {pages}</td><td>{n}</td>'
        f'<td>3 May 2026<br><a href="profile.php?u={n}">ann{n}</a> <a href="t.php?p={n}"><img></a></td></tr>'
        for n in (1, 2, 3)
    )
    html = f"<table><tr><th>Themen</th><th>Antworten</th><th>Letzter Beitrag</th></tr>{body}</table>"

    found = rows(html, "alle Themen", titel="string", antworten="number", letzter_autor="string")
    assert [tuple(row.values()) for row in found] == [(f"Glue {n}", n, f"ann{n}") for n in (1, 2, 3)]


def test_a_picture_drawn_in_place_does_not_divide_a_label_from_its_value() -> None:
    pin = '<svg class="icon-pin"></svg>'

    assert stated(f"<div>{pin}<i>Location</i><b>Great Hall</b></div>", "location") == ["Great Hall"] * 3
    assert stated(f"<p>{pin} Great Hall</p>", "location") == ["Great Hall"] * 3


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("<i>[BOOK]</i> <a href='/#'>Roofs</a>", "Roofs"),
        ("<i><u>[BOOK]</u><u>[B]</u></i> <a href='/#'>Roofs</a>", "Roofs"),
        ("<a href='/#'>[Solved] Roofs</a>", "[Solved] Roofs"),
        ("<a href='/#'><i>New listing</i>Roofs</a>", "Roofs"),
        ("<a href='/#'><i>New</i> Roofs</a>", "New Roofs"),
        ("<a href='/#'><i class='t fresh bold'>New listing</i><i class='t plain'>Roofs</i></a>", "Roofs"),
        ("<a href='/#'><i class='t bold'>New</i> <i class='t bold'>Roofs</i></a>", "New Roofs"),
        ("<a href='/#'><i>Slate</i>Roofs</a>", "SlateRoofs"),
    ],
)
def test_a_mark_before_a_name_is_no_part_of_it(heading: str, title: str) -> None:
    found = rows(cards(f"<h3>{heading}</h3><p>Weight: # kg</p>"), "all records", title="string", weight="string")

    assert [row["title"] for row in found] == [title] * 3


def test_a_link_that_only_says_new_is_not_the_name() -> None:
    html = cards('<p><a href="/t/#?new">nowe</a> <a href="/t/#">Thread #x</a></p><p>Replies: #</p>')

    found = rows(html, "all threads", title="string", url="string", replies="number")
    assert [(row["title"], row["url"]) for row in found] == [
        (f"Thread {n}x", f"https://h.example/t/{n}") for n in (1, 2, 3)
    ]


def section(name: str, *records: str) -> str:
    return f"<section><h2>{name}</h2><ul>{''.join(f'<li class=show>{one}</li>' for one in records)}</ul></section>"


@pytest.mark.parametrize(
    ("prompt", "count"), [("all shows", 9), ("all current, upcoming and past shows", 9), ("all upcoming shows", 3)]
)
def test_a_section_of_a_list_is_the_answer_only_where_just_that_is_asked_for(prompt: str, count: int) -> None:
    shows = [f'<h3><a href="/{n}">Show {n}x</a></h3><p>Hall: {n}</p>' for n in range(9)]
    upcoming = [f"{one}<p>Price: $1{n}</p>" for n, one in enumerate(shows[3:6])]

    parts = section("Current", *shows[:3]), section("Upcoming", *upcoming), section("Past", *shows[6:])
    html = f"<h1>Shows</h1>{''.join(parts)}"

    assert len(rows(html, prompt, title="string", hall="string", price="number")) == count


@pytest.mark.parametrize(
    ("prompt", "count"),
    [
        ("all results", 4),
        ("all results that are not sponsored", 3),
        ("alle Ergebnisse ohne Anzeigen", 3),
        ("all organic results", 3),
        ("wszystkie wyniki bez sponsorowanych", 3),
        ("all results (広告を除く)", 3),
        ("all results (広告)", 4),
        ("all results, not only those of today", 4),
    ],
)
def test_what_somebody_paid_for_is_left_out_where_the_prompt_says_so(prompt: str, count: int) -> None:
    results = [f'<h3><a href="/{n}">Result {n}x</a></h3><p>Weight: {n} kg</p><p>Size: {n} m</p>' for n in range(4)]
    paid = f"<i>Sponsored<button>i</button></i>{results[0]}"

    html = f"<ul>{''.join(f'<li class=r>{one}</li>' for one in (paid, *results[1:]))}</ul>"
    assert len(rows(html, prompt, title="string", weight="string", size="string")) == count


def test_a_tile_of_a_campaign_is_no_record_behind_what_is_left_out() -> None:
    result = "<h3><a href=/{0}>Result {0}x</a></h3><p>Weight: {0} kg</p><p>Size: {0} m</p>"
    results = [f"<li class='{kind} r'>{result.format(n)}</li>" for n, kind in enumerate("abcde")]
    paid = f"<li class='f r'><i>Sponsored</i>{result.format(9)}</li>"
    html = f"<ul>{paid}{''.join(results)}<li class=p><a href=/s>Our guide</a></li></ul>"

    found = rows(html, "all results without ads", title="string", url="string", weight="string", size="string")
    assert [row["title"] for row in found] == [f"Result {n}x" for n in range(5)]


@pytest.mark.parametrize(
    ("mark", "more", "count"),
    [("Sponsored", "", 3), ("Hardback", "", 4), ("Sponsored", "<p>Weight: 1 kg</p>", 4)],
)
def test_what_somebody_paid_for_is_no_record_where_it_answers_half_as_much(mark: str, more: str, count: int) -> None:
    results = [f'<h3><a href="/{n}">Result {n}x</a></h3><p>Weight: {n} kg</p><p>Size: {n} m</p>' for n in range(3)]
    paid = f'<i>{mark}</i><a href="/ad">Buy it all</a>{more}'

    html = f"<ul>{''.join(f'<li class=r>{one}</li>' for one in (*results, paid))}</ul>"
    found = rows(html, "all results", title="string", url="string", weight="string", size="string")
    assert len(found) == count


@pytest.mark.parametrize(
    ("line", "category"),
    [
        ('<div class="head">{}</div>', ["Care", "Care", "Data", "Data"]),
        ('<div class="head"><a href="/x">{}</a></div>', [None] * 4),
    ],
)
def test_a_short_line_between_records_is_their_heading(line: str, category: list[object]) -> None:
    job = '<div class="job"><a href="/{0}">Job {0}x</a><p>Weight: {0} kg</p></div>'
    html = "".join(f"{line.format(name)}{job.format(n)}{job.format(n + 1)}" for name, n in (("Care", 1), ("Data", 3)))

    found = rows(f"<main>{html}</main>", "all jobs", title="string", weight="string", category="string")
    assert [row["category"] for row in found] == category


def test_a_column_that_says_when_something_last_happened_has_the_last_post() -> None:
    body = "".join(
        f'<tr><td><a href="/t/{n}">Thread {n}x</a></td><td>{n}</td><td>{n} May 2026</td></tr>' for n in (1, 2)
    )
    html = f"<table><tr><th>Topic</th><th>Replies</th><th>Activity</th></tr>{body}</table>"

    found = rows(html, "all topics", title="string", replies="number", last_post="string")
    assert [row["last_post"] for row in found] == ["1 May 2026", "2 May 2026"]


def review(n: int) -> str:
    return (
        f'<li class="review"><div class="comment-text"><b class="shop-review__author">Ann{n}</b>'
        f'<time datetime="2026-05-0{n}">{n} May</time>'
        f'<div class="description"><p>All {n} are good.</p></div></div></li>'
    )


@pytest.mark.parametrize(
    ("author", "text", "more", "count"),
    [
        ("Ann{}", "All {} are good.", review(5) + review(6), 6),
        ("Bo{}", "All {} are bad.", review(5) + review(6), 4),
        # What the list has more may be something else, if it says less.
        ("Ann{}", "All {} are good.", review(5).replace("Ann5", ""), 4),
    ],
)
def test_a_list_that_says_all_that_the_data_of_the_page_does_is_asked_before_it(
    author: str, text: str, more: str, count: int
) -> None:
    stated = [
        {"@type": "Review", "author": author.format(n), "datePublished": f"2026-05-0{n}", "reviewBody": text.format(n)}
        for n in (1, 2, 3, 4)
    ]
    data = f'<script type="application/ld+json">{json.dumps(stated)}</script>'

    html = f"{data}<h2>Reviews</h2><ul>{''.join(map(review, (1, 2, 3, 4)))}{more}</ul>"
    found = rows(html, "all reviews", author="string", date="string", text="string")
    assert len(found) == count
    assert found[0]["text"] == text.format(1)


@pytest.mark.parametrize(("count", "brand"), [(3, None), (2, "Elm")])
def test_cards_beside_what_a_page_is_about_lend_it_nothing(count: int, brand: str | None) -> None:
    card = '<article><a href="/#"><img src="#.jpg" width="90" height="90"></a><i class="brand">Elm</i></article>'
    beside = "".join(card.replace("#", str(n)) for n in range(count))

    html = f"<main><h1>Walnut desk</h1><p>Weight: 5 kg</p><div>{beside}</div></main>"
    assert rows(html, title="string", brand="string") == [{"title": "Walnut desk", "brand": brand}]


def table(header: str, row: str) -> str:
    return f"<table><tr>{header}</tr>{''.join(row.replace('#', str(n)) for n in (1, 2, 3))}</table>"


def test_what_can_be_pressed_behind_labelled_columns_is_no_name() -> None:
    html = table(
        "<th>Project<th>Bids<th>", "<tr><td><h2><a href='/#'>Site #x</a></h2><td>#<td><a href='/#?bid'>Bid now</a></tr>"
    )

    found = rows(html, "all projects", title="string", bids="number")
    assert found == [{"title": f"Site {n}x", "bids": n} for n in (1, 2, 3)]


def test_an_icon_under_the_label_of_a_name_is_not_the_name() -> None:
    cells = "<tr><td><img src='i.gif' alt='new posts'><td><a href='/#'>Thread #x</a><td>#</tr>"

    found = rows(table("<th colspan=2>Topic<th>Replies", cells), "all topics", title="string", replies="number")
    assert found == [{"title": f"Thread {n}x", "replies": n} for n in (1, 2, 3)]


def test_the_picture_of_a_row_is_not_that_of_a_button() -> None:
    product = "<a href='/#'><img src='p#.jpg' alt='Fork #' width=100 height=80></a>"
    button = "<a href='/buy/#'><img src='buy.gif' alt='Buy Now' width=60 height=30></a>"
    cells = f"<tr><td>{product}<td><a href='/#'>Fork #x</a><td>£#.50<td>{button}</tr>"

    found = rows(
        table("<th>Image<th>Name<th>Price<th>Buy", cells), "all products", name="string", price="number", image="string"
    )
    assert [row["image"] for row in found] == [f"https://h.example/a/p{n}.jpg" for n in (1, 2, 3)]


def test_the_heading_of_the_next_section_is_no_part_of_a_record() -> None:
    post = "<h3><a href='/{0}'>Post {0}x</a></h3><p>Salary: {0} a month</p>"
    html = f"<h2>Teaching</h2>{post.format(1)}{post.format(2)}<h2>Technical</h2>{post.format(3)}{post.format(4)}"

    found = rows(f"<main>{html}</main>", "all posts", title="string", salary="string")
    assert [row["title"] for row in found] == [f"Post {n}x" for n in (1, 2, 3, 4)]


def test_signs_without_width_are_no_part_of_a_text() -> None:
    assert stated("<p>Color: r\u200bed<i>\ufeff</i></p>", "color") == ["red"] * 3


def test_names_with_signs_between_them_describe_nothing() -> None:
    authors = "<p class='x'><b>Teles, Igor Amadeu</b>; <b>Nogueira, Beatriz Helena</b></p>"

    assert stated(authors.replace("p>", "div>").replace("<p", "<div"), "description") == [None] * 3


def test_a_heading_that_is_a_price_is_not_the_name() -> None:
    html = cards('<h4 class="card-title">$#.50</h4><h4><a class="title" href="/#">Desk #x</a></h4><p>Weight: # kg</p>')

    found = rows(html, "all products", name="string", weight="string")
    assert [row["name"] for row in found] == [f"Desk {n}x" for n in (1, 2, 3)]


def test_groups_under_letters_are_no_records() -> None:
    card = (
        '<li class="card"><a href="/{0}"><img src="{0}.jpg" alt="Gallery {0}x"><b>Gallery {0}x</b></a><p>Booth: {0}</p>'
    )
    html = "".join(
        f"<section class=g><h2>{letter}</h2><ul>{card.format(n)}{card.format(n + 1)}</ul></section>"
        for letter, n in (("A", 1), ("B", 3))
    )

    found = rows(f"<main>{html}</main>", "all galleries", name="string", url="string", booth="string", image="string")
    assert [row["name"] for row in found] == [f"Gallery {n}x" for n in (1, 2, 3, 4)]


@pytest.mark.parametrize(("day", "date"), [("", None), ("3 ", "3 March 2026")])
def test_a_month_over_records_is_no_day_of_theirs(day: str, date: str | None) -> None:
    card = '<article><h3><a href="/{0}">Event {0}x by the sea</a></h3><p>Weight: {0} kg of sand</p></article>'
    html = f"<h2>{day}March 2026</h2>{card.format(1)}{card.format(2)}<h2>{day}May 2026</h2>{card.format(3)}"

    found = rows(f"<main>{html}</main>", "all events", title="string", weight="string", date="string")
    assert [row["date"] for row in found] == [date, date, date and "3 May 2026"]


@pytest.mark.parametrize("wrapper", ["<div class=s><h3>{}</h3>{}</div>", "<div class=s>{}{}</div>", "<h3>{}</h3>{}"])
def test_parts_that_hold_several_records_each_are_sections(wrapper: str) -> None:
    job = '<div class="job"><h4><a href="/{0}">Job {0}x</a></h4><p>Weight: {0} kg</p></div>'
    few, more = "".join(map(job.format, (1, 2))), "".join(map(job.format, (3, 4, 5)))
    html = "".join(
        wrapper.format(name if "<h3>" in wrapper else "", jobs) for name, jobs in (("Care", few), ("Data", more))
    )

    found = rows(f"<main>{html}</main>", "all jobs", title="string", weight="string", url="string", category="string")
    assert [row["title"] for row in found] == [f"Job {n}x" for n in (1, 2, 3, 4, 5)]


def test_a_name_and_a_link_are_what_any_menu_has() -> None:
    menu = "".join(f'<tr><td><a href="/{name}">{name}</a></td></tr>' for name in ("About", "News", "Press", "Friends"))
    events = "".join(f"<p class=ev><b>{n} May</b><br>The fair of day {n} on the green<br></p>" for n in (1, 2, 3))
    fields: dict[str, Any] = {
        "title": "string",
        "date": "string",
        "url": "string",
        "price": "number",
        "place": "string",
    }

    found = rows(f"<table>{menu}</table><div>{events}</div>", "all events", **fields)
    assert [row["date"] for row in found] == ["1 May", "2 May", "3 May"]
    assert rows(f"<table>{menu}</table>", "all events", **fields) == []


@pytest.mark.parametrize(
    ("line", "title"), [("<i>Book</i> <i>On loan</i>", "Record {}x"), ("<i>Book:</i> <i>On loan</i>", "On loan")]
)
def test_what_a_thing_is_called_by_is_no_label_of_the_word_beside_it(line: str, title: str) -> None:
    html = cards(f'<h3><a href="/r/#">Record #x</a></h3><p>{line}</p><p>Weight: # kg</p>')

    found = rows(html, "all records", title="string", weight="string")
    assert [row["title"] for row in found] == [title.format(n) for n in (1, 2, 3)]


@pytest.mark.parametrize(
    ("first", "then"), [("Current", "Past"), ("In corso", "Prossime mostre"), ("開催中", "今後の予定")]
)
def test_headings_that_say_when_something_is_on_are_no_category(first: str, then: str) -> None:
    card = '<article><h3><a href="/{0}">Event {0}x by the sea</a></h3><p>Weight: {0} kg of sand</p></article>'
    html = f"<h2>{first}</h2>{card.format(1)}{card.format(2)}<h2>{then}</h2>{card.format(3)}"

    found = rows(f"<main>{html}</main>", "all events", title="string", weight="string", category="string")
    assert [row["category"] for row in found] == [None, None, None]


@pytest.mark.parametrize(
    ("links", "url"),
    [
        (
            '<a href="/t/9/p{0}"><time datetime="2026-05-0{0}">{0} May</time></a> <a href="/report/{0}">Report</a>',
            "/t/9/p{0}",
        ),
        ('<a href="/t/{0}">Topic {0}x</a>', "/t/{0}"),
        ('<a href="/posts?by={0}">{0}4 posts</a>', "/users/{0}"),
        ('<a href="/p/{0}">permalink</a>', "/p/{0}"),
        # A name with a link in a heading, and where she lives.
        (
            '<h4><a href="/users/{0}">anna{0}</a></h4> <a href="/map">Leeds</a> <a href="/t/9/p{0}">#{0}</a>',
            "/t/9/p{0}",
        ),
    ],
)
def test_the_link_of_a_post_is_not_that_of_its_author(links: str, url: str) -> None:
    posts = "".join(
        f'<li class="c"><a href="/users/{n}">anna{n}</a> {links.format(n)}<p>Weight: {n} kg</p></li>' for n in (1, 2, 3)
    )

    found = rows(f"<ul>{posts}</ul>", "all records", url="string", weight="string")
    assert [row["url"] for row in found] == [f"https://h.example{url.format(n)}" for n in (1, 2, 3)]


def test_an_element_that_a_page_names_itself_states_its_attributes() -> None:
    html = cards('<my-post score="#40" comment-count="#" type="x#"><a href="/#">Topic #x</a></my-post>')

    found = rows(html, "all posts", title="string", score="number", comments="number", type="string")
    assert [(row["score"], row["comments"], row["type"]) for row in found] == [
        (140, 1, None),
        (240, 2, None),
        (340, 3, None),
    ]


@pytest.mark.parametrize(
    ("last", "count"),
    [
        ("<td colspan=3><table><tr><td>1</td><td><a href=?2>2</a></td></tr></table></td>", 3),
        ("<td>Rope 4x</td><td><table><tr><td>Red</td></tr></table></td><td>7</td>", 4),
    ],
)
def test_a_table_in_a_row_makes_no_layout_of_a_table_with_a_header(last: str, count: int) -> None:
    body = "".join(f"<tr><td>Rope {n}x</td><td>Blue</td><td>{n}</td></tr>" for n in (1, 2, 3))
    html = f"<table><tr><th>Name</th><th>Colour</th><th>Stock</th></tr>{body}<tr>{last}</tr></table>"

    found = rows(html, "all ropes", name="string", colour="string", stock="number")
    assert len(found) == count
    assert found[0] == {"name": "Rope 1x", "colour": "Blue", "stock": 1}


@pytest.mark.parametrize(
    ("label", "shown", "said"),
    [
        ("leaflet", "PDF", "https://h.example/f/1.pdf"),
        ("leaflet", "Norway #", "Norway 1"),
        ("leaflet", "", None),
        ("photo", "Large", None),
    ],
)
def test_icons_that_all_show_the_same_stand_for_what_they_lead_to(label: str, shown: str, said: str | None) -> None:
    html = table(f"<th>Name<th>Kilos<th>{label}", f"<tr><td>Rope #x<td>#<td><a href=/f/#.pdf><img alt='{shown}'></a>")

    found = rows(html, "all ropes", name="string", kilos="number", **{label: "string"})
    assert found[0][label] == said


def message(n: int, answers: str = "") -> str:
    return f"<li><a href=/m/{n}>Subject {n}x</a> <em>by Anna {'ABC'[n % 3]}</em><ul>{answers}</ul></li>"


@pytest.mark.parametrize("tag", ["li", "board-post"])
def test_answers_in_answers_are_records_of_their_own(tag: str) -> None:
    html = f"<ul>{message(1, message(2, message(3)))}{message(4)}{message(5, message(6))}</ul>"

    found = rows(html.replace("li>", f"{tag}>"), "all messages", title="string", url="string", author="string")
    assert [row["title"] for row in found] == [f"Subject {n}x" for n in range(1, 7)]


def test_a_list_in_an_entry_of_another_list_is_no_answer_to_it() -> None:
    html = cards("<a href=/#>Bay #x</a><p>Depth: # m</p><ul><li>Sand</li><li>Mud</li></ul>")

    found = rows(html, "all bays", name="string", depth="string")
    assert [row["name"] for row in found] == [f"Bay {n}x" for n in (1, 2, 3)]


def test_an_element_of_a_kind_that_the_page_defines_states_by_its_attributes_what_it_is() -> None:
    post = (
        "<board-post author='Anna {0}' score={0}7 permalink=/p/{0} price=900 title=no><p>Text {0}x</p>{1}</board-post>"
    )
    html = "".join(post.format(n, post.format(n + 1, "")) for n in (1, 3))

    found = rows(html, "all posts", author="string", score="number", permalink="string", price="number")
    assert found == [
        {"author": f"Anna {n}", "score": 10 * n + 7, "permalink": f"https://h.example/p/{n}", "price": None}
        for n in (1, 2, 3, 4)
    ]


@pytest.mark.parametrize("links", [4, 3])
def test_links_that_are_alike_and_nothing_else_are_columns_of_a_menu(links: int) -> None:
    html = "".join(
        f"<div class=top><b>{n}</b><div class=sub>{''.join(f'<a href=/{n}/{at}>Part {at}x</a>' for at in range(k))}"
        "</div></div>"
        for n, k in (("New", 3), ("Used", links), ("Lent", 3))
    )

    found = find_records(parse(Document("https://h.example/", "html", f"<div>{html}</div>")))
    assert any(one.first.names == ["sub"] for one in found) is (links == 3)


@pytest.mark.parametrize(
    ("card", "field", "said"),
    [
        # A name of the place of a text is no day.
        ('<p class="start">Off we go</p>', "date", None),
        ('<p class="start">3 May</p>', "date", "3 May"),
        # How large a text is says nothing, what is told of it is not it, and a slot is called after what is put there.
        ('<p class="text-12">Ann</p><p class="comment">Fine</p>', "text", "Fine"),
        ('<p class="comment-meta">Ann</p><p class="comment">Fine</p>', "text", "Fine"),
        ('<p slot="comment">Fine</p>', "text", "Fine"),
        ('<p class="text-author">Ann</p>', "author", "Ann"),
        # A link behind a sum leads to a description, and a word says what there is so much of.
        ("<table><tr><td>#9 EUR</td><td><a href='/d'>Text</a></td></tr></table>", "text", None),
        ("<table><tr><td>9 kg</td><td>Text</td></tr></table>", "text", "9 kg"),
    ],
)
def test_a_class_name_says_of_a_text(card: str, field: str, said: str | None) -> None:
    assert stated(card, field) == [said] * 3


@pytest.mark.parametrize(
    ("kind", "more", "count"),
    [("promo wide", "", 6), ("c wide", "", 7), ("promo wide", "<p>Weight: 3 kg</p><p>Colour: red</p>", 7)],
)
def test_a_record_of_another_class_that_answers_half_as_much_is_none(kind: str, more: str, count: int) -> None:
    coat = "<li class=c><a href=/{0}><b>Coat {0}x</b></a><p>Weight: {0} kg</p><p>Colour: red</p></li>"
    promo = f"<li class='{kind}'><a href=/s><b>Our guide</b></a><p>Off we go</p>{more}</li>"
    html = "".join((promo if n == 4 else "") + coat.format(n) for n in range(1, 7))

    found = rows(f"<ul>{html}</ul>", "all coats", name="string", url="string", weight="string", colour="string")
    assert len(found) == count


def test_what_a_whole_record_is_called_by_is_no_name_of_its_text() -> None:
    topic = (
        '<ul class="topic"><li class="topic-title"><a href="/t/{0}">Bees {0}x</a>'
        '<span class="pagination"><a href="/t/{0}/2">2</a></span><p>in: <a href="/f/1">Chat</a></p></li>'
        "<li>Weight: {0} kg</li></ul>"
    )

    found = rows("".join(map(topic.format, (1, 2, 3))), "all topics", topic="string", forum="string", weight="string")
    assert [(row["topic"], row["forum"]) for row in found] == [(f"Bees {n}x", "Chat") for n in (1, 2, 3)]


@pytest.mark.parametrize(("text", "title"), [("slides", None), ("Slides of stone", "Slides of stone")])
def test_what_is_handed_out_is_not_the_name(text: str, title: str | None) -> None:
    found = rows(
        cards(f'<a href="/s/#.pdf">{text}</a><p>Weight: # kg</p>'), "all talks", title="string", weight="string"
    )
    assert [row["title"] for row in found] == [title] * 3


def test_the_name_in_an_element_for_a_place_is_no_title() -> None:
    place = "<div class=event-location><p class=name>@ Old Mill</p></div>"
    html = cards(f'<h3><a href="/e/#">Fair #x</a></h3>{place}<p>Weight: # kg</p>')

    found = rows(html, "all events", title="string", weight="string")
    assert [row["title"] for row in found] == [f"Fair {n}x" for n in (1, 2, 3)]


def test_points_glued_to_a_name_are_no_part_of_it() -> None:
    html = cards("<h3><a href='/q/#'><i>+50</i>Pans that rust #x</a></h3><p>Weight: # kg</p>")

    found = rows(html, "all questions", title="string", weight="string")
    assert [row["title"] for row in found] == [f"Pans that rust {n}x" for n in (1, 2, 3)]


def test_a_label_before_the_name_in_a_table_is_no_part_of_it() -> None:
    body = "".join(f'<tr><td><b>Pinned:</b> <a href="/t/{n}">Rules {n}x</a></td><td>{n}</td></tr>' for n in (1, 2))
    html = f"<table><tr><th>Topics</th><th>Replies</th></tr>{body}</table>"

    assert [row["title"] for row in rows(html, "all topics", title="string", replies="number")] == [
        "Rules 1x",
        "Rules 2x",
    ]


def test_the_title_of_a_user_is_not_the_user() -> None:
    html = cards('<a href="/users/#">anna#</a><p class="rang">Old hand</p><p>Weight: # kg</p>')

    found = rows(html, "all posts", author="string", user_title="string", weight="string")
    assert [(row["author"], row["user_title"]) for row in found] == [(f"anna{n}", "Old hand") for n in (1, 2, 3)]


def test_who_wrote_last_is_no_part_of_when() -> None:
    body = "".join(
        f'<tr><td><a href="/t/{n}">Thread {n}x</a></td><td>{n}</td>'
        f'<td>{n}. nap este<br><a href="/users/{n}">anna{n}</a></td></tr>'
        for n in (1, 2)
    )
    html = f"<table><tr><th>Topic</th><th>Replies</th><th>Utolsó hozzászólás</th></tr>{body}</table>"

    found = rows(html, "all topics", title="string", replies="number", last_post="string")
    assert [row["last_post"] for row in found] == ["1. nap este", "2. nap este"]


def test_bold_by_its_class_is_the_name_in_a_heading_of_several_blocks() -> None:
    name = "<p class=font-semibold>Baker #x</p><p class=text-s>Acme Ltd</p>"
    html = cards(f"<h3><a href='/j/#'>{name}</a></h3><p>Weight: # kg</p>")

    found = rows(html, "all jobs", title="string", weight="string")
    assert [row["title"] for row in found] == [f"Baker {n}x" for n in (1, 2, 3)]


def test_an_address_that_is_shown_in_part_is_not_the_link() -> None:
    shown = "<span class=url_part>https://ash.example</span><span> \u203a wall</span>"
    html = cards(f"<a href='https://ash.example/wall/#'>{shown}</a><h3>Wall #x</h3><p>Weight: # kg</p>")

    found = rows(html, "all results", title="string", url="string", weight="string")
    assert [row["url"] for row in found] == [f"https://ash.example/wall/{n}" for n in (1, 2, 3)]


def test_records_have_the_properties_of_the_thing_that_they_are_or_stand_in() -> None:
    post = (
        "<div itemprop=author itemscope itemtype=https://schema.org/Person><b itemprop=name>anna#</b></div>"
        "<i itemprop=position>#</i><div class=post itemprop=text><p>Text #x</p></div><p>Weight: # kg</p>"
    )
    comment = f"<div class=box itemprop=comment itemscope itemtype=https://schema.org/Comment>{post}</div>"
    posts = f"<div class=box>{post}</div>".replace("#", "1") + "".join(comment.replace("#", str(n)) for n in (2, 3))
    html = f"<main><div itemscope itemtype=https://schema.org/DiscussionForumPosting>{posts}</div></main>"

    found = rows(html, "all posts", position="number", text="string", weight="string")
    assert [(row["position"], row["text"]) for row in found] == [(n, f"Text {n}x") for n in (1, 2, 3)]


def test_links_to_the_pages_of_a_thread_are_no_part_of_its_name() -> None:
    name = "<span class=break><a href='/t/#'>Wax moth #x</a></span>"
    html = cards(f"<h4>{name}<span class=pages><a href='/t/#?p=1'>1</a><a href='/t/#?p=2'>2</a></span></h4>")

    found = rows(html, "all topics", title="string", url="string")
    assert [row["title"] for row in found] == [f"Wax moth {n}x" for n in (1, 2, 3)]


def test_records_stand_in_sections_within_sections_that_have_a_class_instead_of_headings() -> None:
    def jobs(*numbers: int) -> str:
        return "".join(f"<div class=job><a href=/j/{n}>Job {n}x</a><p>Weight: {n} kg</p></div>" for n in numbers)

    inner = f"<div class=group><i>Platform</i>{jobs(1, 2)}</div><div class=group><i>Data</i>{jobs(3)}</div>"
    html = f"<div class=group><b>Engineers</b>{inner}</div><div class=group><b>Sales</b>{jobs(4, 5)}</div>"

    found = rows(html, "all jobs", title="string", weight="string")
    assert [row["title"] for row in found] == [f"Job {n}x" for n in range(1, 6)]


def test_who_began_a_thread_and_its_pages_are_no_part_of_its_name_in_a_table() -> None:
    body = "".join(
        f"<tr><td><div>{n}</div><div><a href='/t/{n}'>Frames in winter {n}x</a> <i>par Ann</i>"
        f"[<a href=?p=1>1</a>]</div><td>{n}<td>{n}7</tr>"
        for n in (1, 2)
    )
    html = f"<table><tr><th>Discussion</th><th>Réponses</th><th>Vues</th></tr>{body}</table>"

    found = rows(html, "all topics", title="string", replies="number", views="number")
    assert [row["title"] for row in found] == ["Frames in winter 1x", "Frames in winter 2x"]


@pytest.mark.parametrize(
    ("card", "name"),
    [
        ("<li>Green tea # - $#.00</li>", "Green tea #"),
        ("<li>Green tea # ..... $#.00</li>", "Green tea #"),
        ("<p>Green tea #: $#.00</p>", "Green tea #"),
        ("<p><b>Green tea #</b> - From the hills of Assam. <i>$#.00</i></p>", "Green tea #"),
        ("<li><b>Green tea #</b><br>$#.00<br>Ships in two days from our store.</li>", "Green tea #"),
        ("<li><b>Green tea #</b>, $#.00 <a href=/buy?#>Buy</a></li>", "Green tea #"),
        ("<li><strong>Green tea #</strong> <em>from Assam</em> $#.00</li>", "Green tea #"),
        ("<li><b>Price:</b> $#.00<br>From the hills of Assam.</li>", None),
        ("<li>$#.00 <i>from Assam</i></li>", None),
    ],
)
def test_an_offer_that_nothing_else_names_is_called_what_it_begins_with(card: str, name: str | None) -> None:
    html = "".join(card.replace("#", str(n)) for n in range(2, 6))

    found = rows(f"<ul>{html}</ul>", "all products", name="string", price="number")
    assert found == [{"name": name and name.replace("#", str(n)), "price": n} for n in range(2, 6)]


@pytest.mark.parametrize(("header", "link", "name"), [("Card", "Ember #", "Ember #"), ("Name", "Ember #", "Ash #")])
def test_what_leads_to_the_record_names_the_row_of_a_table_that_has_no_other_name(
    header: str, link: str, name: str
) -> None:
    other = "Rarity" if header == "Name" else header
    row = f"<tr><td><a href=/#>{link}</a></td><td>Ash #</td><td>$#.00</td></tr>"
    head = f"<tr><th>{other}</th><th>{header if header == 'Name' else 'Rarity'}</th><th>Price</th></tr>"

    html = f"<table>{head}{''.join(row.replace('#', str(n)) for n in range(2, 5))}</table>"
    found = rows(html, "all cards", name="string", price="number")
    assert found == [{"name": name.replace("#", str(n)), "price": n} for n in range(2, 5)]


@pytest.mark.parametrize("width", [2, 3, 5])
def test_the_cells_of_a_table_that_is_a_layout_are_records(width: int) -> None:
    def cell(n: int) -> str:
        price = f"<s>${n}.50</s> <b>${n}.00</b>" if n in {2, 6} else f"${n}.00"
        return f"<td><a href=/{n}><img src=/{n}.png></a><br><a href=/{n}>Tent {n}</a><br>{price}<br></td>"

    cells = [cell(n) for n in range(2, 7)]
    lines = ["".join(cells[at : at + width]) for at in range(0, 5, width)]
    html = f"<table><tr><td>Shop</td><td><table><tr>{'</tr><tr>'.join(lines)}</tr></table></td></tr></table>"

    found = rows(html, "all products", name="string", price="number")
    assert found == [{"name": f"Tent {n}", "price": n} for n in range(2, 7)]


def test_a_mark_says_that_who_wrote_a_review_bought_the_thing() -> None:
    html = cards(
        "<h4>Good kettle #x</h4><p>by <b>Ana #x</b> <i>Verified purchase</i></p><p>It is as good as they say.</p>"
    )

    assert [row["verified"] for row in rows(html, "all reviews", title="string", verified="boolean")] == [True] * 3


@pytest.mark.parametrize(
    ("card", "field", "said"),
    [
        # A sentence may begin with its day; sizes and days alone are none.
        ("<p>3 May 2026 \u00b7 We boiled it again and again until it sang.</p>", "description", True),
        ("<p>14 KB (1,967 words) and many more \u00b7 3 May 2026</p>", "description", False),
        # An inline value goes on behind a semicolon.
        ("<div><b>Subjects:</b> <i>Cooking</i>; Repair</div>", "subjects", "Cooking; Repair"),
        # Tags alike but for a class of their own are several; a microformat says what an element is.
        (
            '<p class="tags"><a class="tag t-a" href="/t/a">iron</a><a class="tag t-b" href="/t/b">tea</a></p>',
            "tags",
            "iron, tea",
        ),
        ('<div class="byline"><i> via </i><a class="u-author" href="/~kib">kib</a> 2 hours ago</div>', "author", "kib"),
        # Where a link leads says whose name it is, but not "See all".
        ('<h4><a href="/company/bluebird">Bluebird</a></h4>', "company", "Bluebird"),
        ('<p><a href="/companies/">See all</a></p>', "company", None),
        # A picture that is loaded later is no link.
        ('<img data-delayed-url="/logo.png" alt="">', "link", "https://h.example/r/#"),
        ("<ul><li><b>3</b> <abbr>bds</abbr></li><li><b>2</b> <abbr>ba</abbr></li></ul>", "beds", "3"),
    ],
)
def test_what_stands_in_cards_of_large_sites(card: str, field: str, said: str | bool | None) -> None:  # noqa: FBT001 - what is said, not a flag
    found = stated(card, field)

    if isinstance(said, bool):
        assert [value is not None for value in found] == [said] * 3
    else:
        assert found == [said and said.replace("#", str(n)) for n in range(1, 4)]


@pytest.mark.parametrize("said", ["Engineer #x", "Read more about Engineer #x"])
def test_a_link_that_covers_a_card_and_says_its_heading_is_that_of_the_record(said: str) -> None:
    html = cards(f'<a href="/view/#"><span>{said}</span></a><h3>Engineer #x</h3><h4><a href="/c/#">Fox #x</a></h4>')

    found = rows(html, "all jobs", title="string", url="string")
    assert [row["url"] for row in found] == [f"https://h.example/view/{n}" for n in range(1, 4)]


def test_what_holds_nothing_but_boilerplate_is_no_record() -> None:
    html = cards('<h2><a href="/#">Kettles #x</a></h2><p>Nobody boils as much water as we do, day by day.</p>')
    pages = '<div class="card"><nav><ul><li><a href="?p=1">1</a></li><li><a href="?p=2">2</a></li></ul></nav></div>'

    found = rows(html + pages, "search results", title="string", description="string")
    assert [row["title"] for row in found] == [f"Kettles {n}x" for n in range(1, 4)]


@pytest.mark.parametrize(
    ("texts", "name"),
    [
        (("<p><span>Paper rooms #</span></p>", "<p>Gallery two</p>"), "Paper rooms #"),
        # What all of them say is no name, nor is what has a form or a known label.
        (("<p>Exhibition</p>", "<p>Paper rooms #</p>"), "Paper rooms #"),
        (("<p>Weight: # kg</p>", "<p>Exhibition</p>", "<p>Gallery two</p>"), None),
        (('<p class="author">Ann #</p>', "<p>Paper rooms #</p>"), "Paper rooms #"),
    ],
)
def test_cards_that_nothing_names_are_called_by_their_first_text_that_differs(
    texts: tuple[str, ...], name: str | None
) -> None:
    html = cards(
        f'<a href="/x/#"><div><img src="/#.jpg" alt="View"></div>{"".join(texts)}<p>Through 3 May 202#</p></a>'
    )

    found = rows(html, "all exhibitions", title="string", url="string", dates="string")
    assert [row["title"] for row in found] == [name and name.replace("#", str(n)) for n in range(1, 4)]


@pytest.mark.parametrize(
    ("card", "field", "kind", "said"),
    [
        # An average is how good, not how many rated.
        ("<p>4.34 avg rating \u2014 9,213 ratings</p>", "rating", "number", 4.34),
        ("<p>4.34 avg rating \u2014 9,213 ratings</p>", "ratings_count", "number", 9213),
        # What holds the prices, too, is not what is taken off.
        ("<p class=discount-box><b class=discount-pct>-5%</b><i class=price>$2</i>", "discount", "string", "-5%"),
        ("<div class=discount-box><i class=price>$2.00</i></div>", "discount", "string", None),
        # Brackets around all of it are no part of a value.
        ('<p class="hood">(Cedar Park)</p>', "location", "string", "Cedar Park"),
        ('<p class="hood">Cedar (Park)</p>', "location", "string", "Cedar (Park)"),
        # A sum without a word is a price, and what stands beside it no employer.
        ("<p>$120</p><p>Cedar</p><p>pic</p>", "company", "string", None),
        ("<p>Cedar</p><p>Leeds</p><p>$120 an hour</p>", "company", "string", "Cedar"),
    ],
)  # fmt: skip
def test_what_stands_beside_numbers_is_read_as_people_do(card: str, field: str, kind: str, said: Any) -> None:
    assert stated(card, field, kind) == [said] * 3


def test_what_is_the_same_in_all_records_names_none_and_a_picture_beside_a_name_is_not_its_link() -> None:
    html = cards(
        '<h3><a href="/orgs/o#"><img src="/o#.png" alt="o#"></a> <a href="/o#/r#">Repo #x</a></h3>'
        '<p>Boils water</p><a class="topic" href="/topics/tea">tea</a>'
    )

    found = rows(html, "all repositories", name="string", url="string")
    assert found == [{"name": f"Repo {n}x", "url": f"https://h.example/o{n}/r{n}"} for n in range(1, 4)]


@pytest.mark.parametrize("grid", ["facet-grid", "filters_results", "ajax_facet_products"])
def test_what_filters_leave_over_is_no_filter(grid: str) -> None:
    html = cards('<h3><a href="/#">Lamp #x</a></h3><p>$#.00</p>')

    found = rows(
        f'<div class="{grid}">{html}</div><p>{"Words. " * 200}</p>', "all lamps", name="string", price="number"
    )
    assert found == [{"name": f"Lamp {n}x", "price": n} for n in range(1, 4)]


def test_a_heading_without_a_text_heads_nothing() -> None:
    html = cards('<h3><a href="/#">Lamp #x</a></h3><p>$#.00</p><h4><img src="/a.png" alt=""></h4>')

    found = rows(html, "all lamps", name="string", price="number")
    assert found == [{"name": f"Lamp {n}x", "price": n} for n in range(1, 4)]


def test_a_card_whose_link_says_nothing_is_called_as_its_picture() -> None:
    html = cards(
        '<a href="/#"></a><img src="/#.jpg" alt="Lamp #x"><a href="/cart?#">Add to cart</a>'
        "<div>Lamp #x</div><div>20# ml</div>"
    )

    found = rows(html, "all lamps", name="string", size="string")
    assert found == [{"name": f"Lamp {n}x", "size": f"20{n} ml"} for n in range(1, 4)]


@pytest.mark.parametrize(
    ("card", "field", "said"),
    [
        ("<div><i>2 in stock</i> <b>£2#.00</b></div>", "stock", "2 in stock"),
        ('<p><a href="/m/#">ucciani</a> &raquo; Ven 13 Déc 2013 15:36</p>', "author", None),
        ('<p>de <a href="/m/#">ucciani</a> &raquo; Ven 13 Déc 2013 15:36</p>', "author", "ucciani"),
        ('<p>de <a href="/m/#">Lyon</a> &raquo; Paris</p>', "author", None),
        ("<p>Нет в наличии</p>", "availability", "Нет в наличии"),
        ("<p>75.0 \u0433\u0440\u043d</p>", "price", "75.0 \u0433\u0440\u043d"),
    ],
)
def test_cards_of_shops_and_boards_in_more_languages(card: str, field: str, said: str | None) -> None:
    assert stated(card, field) == [said] * 3


@pytest.mark.parametrize(
    ("label", "cell", "said"),
    [
        ("Created", '<a href="/u/1">anna</a><br>3 May 2026', {"created": "3 May 2026", "author": "anna"}),
        ("Author", '<a href="/u/1">anna</a><br>3 May 2026', {"created": "3 May 2026", "author": "anna"}),
        ("Most recent", '3 May<br><a href="/x">bert</a>', {"last_post_date": "3 May", "last_post_by": "bert"}),
    ],
)  # fmt: skip
def test_a_cell_says_who_and_when(label: str, cell: str, said: dict[str, str | None]) -> None:
    row = f"<tr><td><a href=/t/#>Topic #x</a></td><td>{cell}</td><td>#</td></tr>"
    body = "".join(row.replace("#", str(n)) for n in range(1, 4))
    html = f"<table><tr><th>Topic</th><th>{label}</th><th>Replies</th></tr>{body}</table>"

    found = rows(html, "all topics", title="string", replies="number", **dict.fromkeys(said, "string"))
    assert found == [{"title": f"Topic {n}x", "replies": n, **said} for n in range(1, 4)]


@pytest.mark.parametrize(
    "cell",
    [
        '<a href="/t/#"><div>Topic #x</div><div>VA-#</div></a>',
        '<a href="/a/#">3 files</a> Sticky: <a itemprop="headline" href="/t/#">Topic #x</a> (<a href="/t/#/2">2</a>)',
    ],
)
def test_a_cell_with_a_name_says_more(cell: str) -> None:
    body = "".join(f"<tr><td>{cell}</td><td>#</td></tr>".replace("#", str(n)) for n in range(1, 4))
    html = f"<table><tr><th>Topic</th><th>Replies</th></tr>{body}</table>"

    found = rows(html, "all topics", title="string", replies="number")
    assert found == [{"title": f"Topic {n}x", "replies": n} for n in range(1, 4)]


def test_a_price_below_a_name_is_no_part_of_it() -> None:
    html = cards('<a href="/#"><i class="date">3 May</i><p class="subject">Lamp #x<b class="prices">$#.00</b></p></a>')

    found = rows(html, "all ads", title="string", price="number")
    assert found == [{"title": f"Lamp {n}x", "price": n} for n in range(1, 4)]


def test_parts_of_a_last_post_are_known_better_than_what_its_heading_stands_over() -> None:
    html = cards(
        '<h2 class="forumtitle"><a href="/f/#">Board #x</a></h2><p class="forumdescription">All of #.</p>'
        "<h4>Statistics:</h4><ul><li>Threads: 1#</li><li>Posts: 2#</li></ul><h4>Last Post:</h4><div>"
        '<p class="lastposttitle"><a href="/t/#">Topic #y</a></p>'
        '<div class="lastpostby">by <a href="/u/#">anna</a></div>'
        '<p class="lastpostdate">3 May 2026, <span class="time">14:02</span></p></div>'
    )

    wanted = {"last_post_title": "string", "last_post_date": "string", "last_post_by": "string"}
    found = rows(html, "all boards", name="string", description="string", topics="number", posts="number", **wanted)
    assert found == [
        {
            "name": f"Board {n}x",
            "description": f"All of {n}.",
            "topics": 10 + n,
            "posts": 20 + n,
            "last_post_title": f"Topic {n}y",
            "last_post_date": "3 May 2026, 14:02",
            "last_post_by": "anna",
        }
        for n in range(1, 4)
    ]


@pytest.mark.parametrize(
    ("card", "field", "kind", "said"),
    [
        # What a class of another language counts is no name, and no place either.
        ('<p class="topics">4 <dfn>Темы</dfn></p>', "topics", "number", 4),
        # A topic may be a category, too, but these are counted.
        ("<p>14 <dfn>Topics</dfn></p>", "n_topics", "number", 14),
        ('<p class="posts">93552 <dfn>Posts</dfn></p>', "location", "string", None),
        ("<p>$19.95 US</p>", "price", "number", 19.95),
        ("<p>Reg. Price: $25.00</p><p>Sale: $20.00</p>", "regular_price", "number", 25),
        ("<p>Prep: 10 min Cook: 20 min</p>", "prep_time", "string", "10 min"),
    ],
)
def test_counts_and_labels_of_boards_and_shops(card: str, field: str, kind: Any, said: object) -> None:
    assert stated(card, field, kind) == [said] * 3


@pytest.mark.parametrize(
    "links",
    [
        # What only says more, or is for pressing, names nothing, though it comes first.
        '<a href="/p/#">View details</a><a class="description" href="/p/#">Lamp #x</a>',
        '<a class="btn_cta" href="/alert/#">E-mail me when released</a><a href="/p/#">Lamp #x</a>',
        # A title may stand around its link.
        '<a href="/p/#?reviews=1">All of them say it</a><p class="productTitle"><a href="/p/#">Lamp #x</a></p>',
        '<a href="/p/#"><span class="bold">Lamp #x</span><br><small>B2#C</small><span>6PR</span></a>',
    ],
)
def test_the_link_that_names_a_record(links: str) -> None:
    found = rows(cards(f"{links}<p>${'#'}.00</p>"), "all lamps", name="string", url="string", price="number")
    assert found == [{"name": f"Lamp {n}x", "url": f"https://h.example/p/{n}", "price": n} for n in range(1, 4)]


def test_a_bold_name_of_a_record_may_end_in_a_number() -> None:
    html = cards('<a href="/p/#"><strong>Can #x - 25 litres</strong></a><a href="/c/1">Cans</a><p>$#.00</p>')

    assert [row["name"] for row in rows(html, "all cans", name="string", price="number")] == [
        f"Can {n}x - 25 litres" for n in range(1, 4)
    ]


def test_rows_of_cards_are_one_list_whatever_the_classes_of_the_cards() -> None:
    card = '<li class="{}"><h3><a href="/p/{n}">Lamp {n}x</a></h3><p>{said}</p></li>'
    numbered = [card.format("" if n % 3 else "sale-now", n=n, said=f"${n}.00") for n in range(1, 10)]
    html = "".join(f'<ul class="row">{"".join(numbered[at : at + 3])}</ul>' for at in (0, 3, 6))

    found = rows(f"<div>{html}</div>", "all lamps", name="string", price="number")
    assert found == [{"name": f"Lamp {n}x", "price": n} for n in range(1, 10)]


def test_a_list_is_whole_though_its_first_records_say_less() -> None:
    bare = "".join(f'<li class="b link"><a href="/f/{n}">Board {n}x</a></li>' for n in range(1, 4))
    full = "".join(
        f'<li class="b old"><a href="/f/{n}">Board {n}x</a><i>Threads: {n}</i> <i>Posts: {n}</i></li>'
        for n in range(4, 16)
    )
    more = "".join(
        f'<li class="b new"><a href="/f/{n}">Board {n}x</a><i>Threads: {n}</i> <i>Posts: {n}</i></li>'
        for n in range(16, 28)
    )

    html = f"<ol>{bare}</ol><ol>{full}</ol><ol>{more}</ol>"
    found = rows(html, "all boards", name="string", url="string", threads="number", posts="number")
    assert [row["name"] for row in found] == [f"Board {n}x" for n in range(1, 28)]


@pytest.mark.parametrize(
    ("card", "field", "said"),
    [
        ('<a href="/category/9/help">Help</a>', "category", "Help"),
        ('<a href="/shop/53">Tann Audio</a><span> · </span><span>Portland, OR</span>', "seller", "Tann Audio"),
        ('<a href="/shop/53">Tann Audio</a><span> · </span><span>Portland, OR</span>', "location", "Portland, OR"),
        ("<p>Excellent</p>", "condition", "Excellent"),
        ("<p>+ $120 shipping</p>", "shipping", "+ $120 shipping"),
        ("<p>a cura di Lorenzo Patti</p>", "curator", "Lorenzo Patti"),
        ("<p>開催中</p>", "status", "開催中"),
        ('<p class="category"><span>Special show</span><span>upcoming</span></p>', "category", "Special show"),
        ("<p>12.10 \u2013 30.11.2024</p>", "dates", "12.10 \u2013 30.11.2024"),
        ("<p>maggio \u2013 luglio 2023</p>", "dates", "maggio \u2013 luglio 2023"),
        ("<p>14 kB (2.041 palabras) - 18:02 4 mar 2023</p>", "size", "14 kB"),
        ("<p>14 kB (2.041 palabras) - 18:02 4 mar 2023</p>", "date", "18:02 4 mar 2023"),
        ('<p class="date">3 May 2026 by anna</p>', "date", "3 May 2026"),
        ('<p class="author">Woolf, Virginia, 1882-1941</p>', "author", "Woolf, Virginia, 1882-1941"),
        ('<p class="author">anna, 3 May</p>', "author", "anna"),
        ("<p>Tipo de material: Libro</p>", "tipo_material", "Libro"),
        # What has labels of its own in it is not what its class is called.
        ('<p class="availability"><b>Call:</b> QA 7<br><b>Shelf:</b> 2</p>', "availability", None),
        ("<p>Fitted with a strap, in date and with a whistle.</p>", "category", None),
        ('<p class="reply">- -</p>', "reply", None),
        ('<i style-field="sector">Food</i>', "sector", "Food"),
        ("<ul><li>Lyon</li><li>Full-time</li></ul><p class=company>Acme</p>", "location", "Lyon"),
        ("<ul><li>Lyon</li><li>Mâcon</li><li>Full-time</li></ul><p class=company>Acme</p>", "location", None),
        ('<meta itemprop="image" content="/i.png">', "image", "https://h.example/i.png"),
    ],
)  # fmt: skip
def test_cards_state_who_where_and_when(card: str, field: str, said: str | None) -> None:
    assert stated(card, field) == [said] * 3


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ('<h3><a href="/#">Glass #x</a> <small>Two hundred years</small></h3>', "Glass #x"),
        ('<h3><i class="new">FEATURED</i> <a href="/#">Glass #x</a></h3>', "Glass #x"),
        ('<h3><i>PDF</i><a href="/#">Glass #x</a></h3>', "Glass #x"),
        ('<p class="heading"><a href="/#">Glass #x</a> <i>(from <a href="/r">Vetro</a>)</i></p>', "Glass #x"),
        ('<p class="topictitle"><a href="/#">Glass #x</a> <a href="/#/1">1</a> <a href="/#/2">2</a></p>', "Glass #x"),
        ('<a href="/#"><i>No photo</i></a><a class="productname" href="/#">Glass #x</a>', "Glass #x"),
    ],
)  # fmt: skip
def test_a_name_ends_where_something_else_begins(title: str, name: str) -> None:
    html = cards(f"{title}<p>Weight: # kg</p><p>Colour: green</p>")

    found = rows(html, "all glasses", name="string", weight="string", subtitle="string")
    assert [row["name"] for row in found] == [name.replace("#", str(n)) for n in range(1, 4)]
    assert {row["subtitle"] for row in found} == {"Two hundred years" if "small" in title else None}


def test_a_link_to_another_host_is_a_website_too() -> None:
    html = cards('<a href="https://f#.example/">Fair #x</a><p>Weight: # kg</p>')

    found = rows(html, "all fairs", name="string", website="string", weight="string")
    assert [row["website"] for row in found] == [f"https://f{n}.example/" for n in range(1, 4)]


def test_rows_of_a_table_stand_under_the_rows_over_all_columns() -> None:
    body = "".join(
        f"<tr><th colspan=3>{group}</th></tr>"
        + "".join(f"<tr><td><a href=/{n}>Job {n}x</a></td><td>{n} h</td><td>3 May</td></tr>" for n in numbers)
        for group, numbers in (("Care", (1, 2)), ("Trade", (3, 4)))
    )
    html = f"<table><tr><th>Job</th><th>Hours</th><th>Until</th></tr>{body}</table>"

    found = rows(html, "all jobs", job="string", hours="string", department="string", closed="boolean")
    assert [row["department"] for row in found] == ["Care", "Care", "Trade", "Trade"]
    assert [row["job"] for row in found] == [f"Job {n}x" for n in range(1, 5)]


@pytest.mark.parametrize(
    ("kind", "address", "count"), [("promo", "/join", 5), ("promo", "/shows/9", 6), ("c", "/join", 6)]
)
def test_a_promotion_that_leads_where_no_record_does_is_none(kind: str, address: str, count: int) -> None:
    show = "<div class=c><h3><a href=/shows/{0}>Show {0}x</a></h3><p>Oils, no. {0}</p><i>£{0}</i><b>Hall {0}</b></div>"
    join = f"<div class=tile-{kind}><h3><a href={address}>Join us</a></h3><p>See all that is on</p></div>"
    html = "".join(map(show.format, range(1, 5))) + join.replace("tile-c", "c") + show.format(5)

    assert len(rows(html, "all shows", title="string", url="string", description="string")) == count


def test_the_head_of_a_list_and_a_promotion_are_no_records() -> None:
    head = '<li class="row rowHead"><a href="/s?by=name">Name</a> <a href="/s?by=size">Size</a></li>'
    card = '<li class="row"><h3><a href="/{0}">Lamp {0}x</a></h3><p>Weight: {0} kg</p><p>Size: {0} m</p></li>'
    promotion = '<li class="row promo-tile"><h3><a href="/gifts">Gifts, made simple</a></h3><p>Wrapped.</p></li>'
    html = f"<ul>{head}{''.join(map(card.format, range(1, 5)))}{promotion}</ul>"

    found = rows(html, "all lamps", name="string", url="string", weight="string", size="string")
    assert [row["name"] for row in found] == [f"Lamp {n}x" for n in range(1, 5)]


def test_a_link_around_a_card_is_no_menu() -> None:
    html = cards('<a href="/j/#"><b>Job #x</b> <i>New</i><div><i>Tech</i> · <i>Home</i></div></a>')

    found = rows(html, "all jobs", title="string", url="string", place="string", pay="string", company="string")
    assert [row["title"] for row in found] == [f"Job {n}x" for n in range(1, 4)]


@pytest.mark.parametrize(
    ("card", "field", "said"),
    [
        # The site stands before the address that is cited, and a class or a name above it is none.
        ("<div>The Digest</div><cite>https://d.example \u203a roses</cite>", "site_name", "The Digest"),
        ("<cite>https://d.example \u203a roses</cite>", "site_name", None),
        ("<p>Organisation: Department of Trade</p>", "description", None),
        ('<p class="author">Berg, Lars, 1968-; West, Ann, 1954-</p>', "author", "Berg, Lars, 1968-; West, Ann, 1954-"),
        ('<p class="date">on 7 May 2008</p>', "date", "7 May 2008"),
        ('<p class="date">2024/03/20(水) 21:44</p>', "date", "2024/03/20(水) 21:44"),
    ],
)  # fmt: skip
def test_results_of_searches_state_their_site_and_day(card: str, field: str, said: str | None) -> None:
    assert stated(card, field) == [said] * 3


def test_a_text_keeps_its_day_where_no_day_is_asked_for() -> None:
    html = cards('<h3><a href="/#">Result #x</a></h3><p class="text">4 Mar 2025 · We ran nine models for weeks.</p>')

    assert rows(html, "all results", title="string", description="string")[0]["description"].startswith("4 Mar 2025")
    assert rows(html, "all results", title="string", description="string", date="string")[0] == {
        "title": "Result 1x",
        "description": "We ran nine models for weeks.",
        "date": "4 Mar 2025",
    }


def test_a_year_in_a_name_is_no_day() -> None:
    html = cards(
        '<h3><a href="/#"><span>Paintings of #x 1300\u20131800</span></a></h3><p>Weight: # kg</p><p>Ongoing</p>'
    )

    found = rows(html, "all shows", title="string", dates="string", year="string", weight="string")
    assert {(row["dates"], row["year"]) for row in found} == {("Ongoing", None)}


@pytest.mark.parametrize(
    ("label", "cell", "said"),
    [
        ("Topic", 'Sticky: <a href="/t/#">Topic #x</a> (<a href="/t/#?1">1</a> <a href="/t/#?9">Last</a>)', "Topic #x"),
        ("Topic", '<b>Topic #x</b> <span class="badge">trade visitors only</span>', "Topic #x"),
        ("Last post", '2 May 2026, 18:00<br><a href="/p?nick=ann">ann</a>', "2 May 2026, 18:00"),
        ("Last post", '<a href="/t">Why</a><br>by <a href="/p/ann">ann</a><br>Today 05:18 PM', "Today 05:18 PM"),
        ("Website", '<a href="https://f.example/en/">f.example</a>', "https://f.example/en/"),
    ],
)  # fmt: skip
def test_a_cell_of_a_table_says_what_its_header_asks_for(label: str, cell: str, said: str) -> None:
    body = "".join(f"<tr><td>#</td><td>{cell}</td></tr>".replace("#", str(n)) for n in range(1, 4))
    html = f"<table><tr><th>Replies</th><th>{label}</th></tr>{body}</table>"
    field = label.lower().replace(" ", "_")

    found = rows(html, "all topics", replies="number", **{field: "string"})
    assert [row[field] for row in found] == [said.replace("#", str(n)) for n in range(1, 4)]


def test_what_stands_before_several_rows_is_no_name() -> None:
    row = "<tr>{}<td><b>Boat {}x</b></td><td>1 m</td></tr>"
    body = "".join(
        row.format(f"<th rowspan=2>{month}</th>", n) + row.format("", n + 1)
        for month, n in (("January", 1), ("Marketing", 3))
    )
    html = f"<table><tr><th></th><th>Fair</th><th>Length</th></tr>{body}</table>"

    found = rows(html, "all fairs", name="string", length="string", month="string")
    assert [row["name"] for row in found] == [f"Boat {n}x" for n in range(1, 5)]
    assert [row["month"] for row in found] == ["January", "January", None, None]


def test_lists_that_a_banner_divides_are_one() -> None:
    halves = [
        "".join(f'<dt><a href="/t/{n}">Topic {n}x</a></dt><dd>Author: ann{n}</dd>' for n in numbers)
        for numbers in ((1, 2, 3), (4, 5, 6, 7))
    ]
    html = f"<div><dl class=list>{halves[0]}</dl><p>Buy boats</p><dl class=list>{halves[1]}</dl></div>"

    found = rows(html, "all topics", title="string", url="string", author="string")
    assert [row["title"] for row in found] == [f"Topic {n}x" for n in range(1, 8)]


def test_what_a_class_calls_an_advertisement_is_left_out_where_none_are_asked_for() -> None:
    result = '<li class="result"><h3><a href="/{0}">Result {0}x</a></h3><p>Weight: {0} kg</p></li>'
    paid = '<li class="result result--ad"><h3><a href="/ad">Buy it all</a></h3><p>Weight: 9 kg</p></li>'
    html = f"<ol>{paid}{''.join(map(result.format, range(1, 5)))}</ol>"

    fields: dict[str, Any] = {"title": "string", "weight": "string"}
    assert [row["title"] for row in rows(html, "all results, no ads", **fields)] == [
        f"Result {n}x" for n in range(1, 5)
    ]
    assert [row["sponsored"] for row in rows(html, "all results", **fields, sponsored="boolean")] == [
        True,
        *[False] * 4,
    ]


def test_sections_are_known_in_a_few_records_of_a_list() -> None:
    card = '<div class="item{1}"><h3><a href="/{0}">Cheese {0}x</a></h3><p>Weight: {0} kg</p></div>'
    shelf = "<h2>{}</h2><div class=shelf>{}</div>"
    html = "".join(
        shelf.format(name, "".join(card.format(n, " left" if n % 2 else "") for n in numbers))
        for name, numbers in (("Goat", range(1, 6)), ("Cow", range(6, 9)), ("Sheep", range(9, 12)))
    )

    found = rows(f"<main>{html}</main>", "all cheeses", name="string", weight="string", category="string")
    assert [row["category"] for row in found] == ["Goat"] * 5 + ["Cow"] * 3 + ["Sheep"] * 3


@pytest.mark.parametrize(
    ("card", "field", "said"),
    [
        ("<p>35 - RENNES</p>", "location", "35 - RENNES"),
        ("<p>Iniziato da Baristo72</p>", "author", "Baristo72"),
        ("<p>3 sty 2016, 20:11</p>", "date", "3 sty 2016, 20:11"),
        ("<p>13. \u2013 16.01.2011</p>", "dates", "13. \u2013 16.01.2011"),
        ('<p class="closing-date">12 noon, 24 March 2014</p>', "closing_date", "12 noon, 24 March 2014"),
        ('<p><i class="date">13 Mar 2016:</i> All that is new</p>', "date", "13 Mar 2016"),
        ('<p class="sku">Item E-2-474-3D Color Info</p>', "sku", "E-2-474-3D"),
        ('<p class="sku">0</p>', "sku", None),
        ('<p class="symbol">£</p>', "sku", None),
        ('<p class="availability">96133</p>', "availability", None),
        # What is both a label and a value is a value.
        ('<i class="availability">InStock</i><i>/Bags/Hats</i>', "availability", "InStock"),
        ('<p class="brand">More by Acme</p>', "brand", "Acme"),
        ('<div class="action--text">Remember</div>', "text", None),
        ('<ul><li><a href="/?label=3"><i class="badge">Offer</i></a></li></ul>', "prefix", "Offer"),
        ('<i class="publisher_name" property="name">Bonnier</i>', "publisher", "Bonnier"),
        ("<div>Acme - <i>35 - RENNES</i></div><p>Full-time</p>", "company", "Acme"),
    ],
)  # fmt: skip
def test_cards_of_many_countries_state_codes_days_and_parties(card: str, field: str, said: str | None) -> None:
    assert stated(card, field) == [said] * 3


def test_a_second_name_below_a_name_is_none_of_it() -> None:
    html = cards(
        '<a href="/#"><h3 class="list__ttl">Glass #x<span class="list__sub">GLAS</span></h3></a><p>Weight: # kg</p>'
    )

    found = rows(html, "all shows", title="string", weight="string")
    assert [row["title"] for row in found] == [f"Glass {n}x" for n in range(1, 4)]


def test_a_row_leads_to_what_its_name_does() -> None:
    row = (
        '<tr><td><a href="/maker/{0}">Maker {0}</a></td>'
        '<td><a href="#"><img src="/clip.gif"></a> Sticky: <a href="/p/{0}">Train {0}x</a> (new)'
        "<br>Of {0} cars in all</td><td><s>$9{0}.00</s> <b>$8{0}.00</b></td>"
        "<td>Fair Ltd<br><a href='http://f{0}.example/'>f{0}.example</a></td></tr>"
    )
    head = "<tr><th>Maker</th><th>Product name</th><th>Price</th><th>Organiser</th></tr>"
    html = f"<table>{head}{''.join(map(row.format, range(1, 4)))}</table>"
    fields: dict[str, Any] = dict.fromkeys(("name", "link", "organiser", "website", "description"), "string")

    found = rows(html, "all products", **fields, price="number", original_price="number")
    assert found == [
        {
            "name": f"Train {n}x",
            "link": f"https://h.example/p/{n}",
            "organiser": "Fair Ltd",
            "website": f"http://f{n}.example/",
            "description": f"Of {n} cars in all",
            "price": 80 + n,
            "original_price": 90 + n,
        }
        for n in range(1, 4)
    ]


def test_words_that_ask_for_nothing_name_no_list() -> None:
    card = '<li class="p"><h3><a href="/{0}">Lampe {0}x</a></h3><p>{0},00 €</p></li>'
    html = (
        f"<div><ul>{''.join(map(card.format, range(1, 8)))}</ul></div>"
        f"<section><h2>Les autres</h2><ul>{''.join(map(card.format, (8, 9)))}</ul></section>"
    )

    assert len(rows(html, "Extraire tous les produits", nom="string", prix="number")) == 7


def test_a_block_with_the_heading_is_no_card_of_another_thing() -> None:
    main = "<div><h2>Boots black</h2><a href=/s>Sizes</a><b>$24.99</b></div>"
    others = "".join(f'<div><a href="/{n}"><img src="/{n}.jpg"></a><p>Ways to pay</p></div>' for n in range(3))
    html = f"<title>Boots black - Shop</title><h1>Boots black</h1><div>{main}{others}</div>"

    assert rows(html, name="string", price="number") == [{"name": "Boots black", "price": 24.99}]


@pytest.mark.parametrize(
    ("card", "field", "said"),
    [
        ('<img alt="Logo De Vechtzoom" src="/l.png">', "company", "De Vechtzoom"),
        ('<a href="/c/news/4">News</a>', "category", "News"),
        ('<p class="uddrag">Der er plads til alle i huset.</p>', "excerpt", "Der er plads til alle i huset."),
        ("<p>Cena podstawowa: 299,00 zł</p><p>Cena: 249,00 zł</p>", "list_price", "299,00 zł"),
        ("<p>Obecnie brak na stanie</p>", "availability", "Obecnie brak na stanie"),
    ],
)  # fmt: skip
def test_cards_state_logos_excerpts_and_base_prices(card: str, field: str, said: str | None) -> None:
    assert stated(card, field) == [said] * 3


def test_lists_alike_under_headings_are_one() -> None:
    entry = '<li><a class="{1}" href="/{0}"><h2>Show {0}x</h2><i>{0} May 2026</i></a></li>'
    place = "<div class=grid-{0}><h3>{0}</h3><ul class=plain>{1}</ul></div>"
    html = "".join(
        place.format(name, "".join(entry.format(n, name) for n in numbers))
        for name, numbers in (("Current", (1, 2, 3)), ("Forthcoming", (4, 5)), ("Past", (6, 7, 8, 9)))
    )

    found = rows(f"<main>{html}</main>", "all shows", title="string", url="string", date="string")
    assert [row["title"] for row in found] == [f"Show {n}x" for n in range(1, 10)]


def test_parts_of_records_are_no_records_though_each_has_the_same_tag() -> None:
    record = '<div class="group">{1}<div class="text">Job {0}x</div><div class="foot">Save {0}</div></div>'
    html = "".join(record.format(n, '<div class="logo">Acme</div>' if n % 3 else "") for n in range(1, 10))
    nodes = parse(Document("https://h.example/", "html", f"<section>{html}</section>")).nodes

    found = [records for records in alike_parts(nodes, kinds_of(nodes, len(nodes)), is_list=True) if len(records) > 3]
    kinds = [{record[0].names[0] for record in records if record[0].names} for records in found]
    assert {"text"} in kinds
    assert not any({"text", "foot"} <= one for one in kinds)


def test_how_long_something_takes_is_no_day() -> None:
    assert stated("<p>Bake for <time datetime=PT15M>15 minutes</time></p>", "date") == [None] * 3


def test_the_line_above_each_record_is_not_its_category() -> None:
    html = "".join(f"<p class=site>{n}.example</p><div class=hit><a href=/{n}>Hit {n}x</a></div>" for n in "abc")

    found = rows(html, "all results", title="string", category="string")
    assert [row["category"] for row in found] == [None] * 3


def test_a_name_that_ends_with_a_place_is_no_label_of_one() -> None:
    assert match(("location",), ("bear", "seen", "in", "town")) == OTHER
    assert match(("location",), ("main", "town")) > OTHER


def test_facts_between_dots_describe_nothing() -> None:
    line = "<p class=text>Bern \u00b7 Full-time \u00b7 \u20ac40,000 - \u20ac50,000 per year \u00b7 2 days ago</p>"
    assert stated(line, "description") == [None] * 3


def test_what_one_label_says_in_another_way_is_no_answer_to_a_second_field() -> None:
    html = cards('<h3><a href="/r/#">Record #x</a></h3><p>Location: Bern #</p><p>Remote</p>')

    found = rows(html, "all jobs", title="string", location="string", venue="string")
    assert [(row["location"], row["venue"]) for row in found] == [(f"Bern {n}", None) for n in (1, 2, 3)]


def _events(stated: int) -> str:
    """Return a list of events, of which so many are *stated* as data, with the hour."""
    one = (
        '{"@type": "Event", "name": "Concert %s", "startDate": "2026-03-1%dT19:00", "url": "/e/%d",'
        ' "location": "Hall %d"}'
    )
    data = ",".join(one % (CONCERTS[at], at, at, at) for at in range(stated))
    shown = "".join(
        f'<li class=e><h3><a href="/e/{at}">Concert {name}</a></h3><p>1{at}.3.2026</p><p>Hall {at}</p></li>'
        for at, name in enumerate(CONCERTS)
    )
    return f'<script type="application/ld+json">[{data}]</script><ul>{shown}</ul>'


CONCERTS = ("Aald", "Bryn", "Cort", "Dell", "Eyre")


@pytest.mark.parametrize("stated", [2, 4, 5])
def test_data_about_some_of_what_is_shown_lends_it_what_it_lacks(stated: int) -> None:
    found = rows(_events(stated), "all events", title="string", url="string", date="string", venue="string")

    assert [row["title"] for row in found] == [f"Concert {name}" for name in CONCERTS]
    assert [row["venue"] for row in found[:stated]] == [f"Hall {at}" for at in range(stated)]


def test_a_day_is_no_hour_whatever_its_dots() -> None:
    found = rows(_events(5), "all events", title="string", start_date="string", start_time="string")

    assert not any(row["start_time"] and "3.2026" in row["start_time"] for row in found)


def test_what_one_can_tick_is_no_record() -> None:
    choices = "".join(
        f"<li><input type=checkbox id=c{at}><label for=c{at}>Public Licence number {at}, a free one</label></li>"
        for at in range(40)
    )
    html = f"<form><ul>{choices}</ul></form>" + cards('<h3><a href="/p/#">kettle-#x</a></h3><p>Boils water.</p>')

    found = rows(html, "all packages", name="string", description="string", url="string")
    assert [row["name"] for row in found] == ["kettle-1x", "kettle-2x", "kettle-3x"]


def test_where_one_searches_stands_what_was_found() -> None:
    results = "".join(f'<li><p><a href="/d/{at}"><b>Ruling {at}x</b></a></p><p>Order</p></li>' for at in range(6))
    html = f"<div>{'<p>News of the court.</p>' * 40}</div><div role=search><form><input></form><ul>{results}</ul></div>"

    found = rows(html, "all search results", title="string", url="string")
    assert [row["title"] for row in found] == [f"Ruling {at}x" for at in range(6)]


def test_parts_that_are_sent_after_the_page_are_seen() -> None:
    late = cards('<h3><a href="/p/#">Kettle #x</a></h3><p>#9 EUR</p>')

    assert len(rows(f"<div id=a>Wait</div><div hidden id=S:1>{late}</div>", "all", name="string", price="number")) == 3
    assert rows(f"<p>Kettles</p><div hidden id=S1>{late}</div>", "all products", name="string", price="number") == []


EPISODES = "<table><tr><th>#<th>Title<th>Aired</tr>"


def test_a_row_below_each_record_says_more_of_it() -> None:
    told = "".join(
        f"<tr><td>{at}<td>Tale {at}x<td>0{at}.05.1999<tr><td colspan=3>They meet at the {name} of the sea."
        for at, name in enumerate(("shore", "edge", "foot"), 1)
    )
    html = f"{EPISODES}<tr><td colspan=3></tr>{told}</table>"

    found = rows(html, "all episodes", number="number", title="string", summary="string")
    assert found[1] == {"number": 2, "title": "Tale 2x", "summary": "They meet at the edge of the sea."}
    assert len(found) == 3


def test_tables_with_the_same_header_are_one() -> None:
    def table(*numbers: int) -> str:
        return EPISODES + "".join(f"<tr><td>{at}<td>Tale {at}x<td>0{at}.05.1999" for at in numbers) + "</table>"

    found = rows(table(1, 2) + "<p>And</p>" + table(3, 4, 5), "all episodes", number="number", title="string")
    assert [row["number"] for row in found] == [1, 2, 3, 4, 5]


def test_the_heading_of_a_cell_is_what_its_column_is_called() -> None:
    lines = "".join(
        f"<tr><td><h2><a href=/p/{at}>Ann {at}x</a></h2><span>Party</span><span>House</span><td>{at}.5"
        for at in range(4)
    )
    html = f"<table><tr><th>Politician<th>Price</tr>{lines}</table>"

    assert rows(html, "all trades", politician="string", price="number")[0] == {"politician": "Ann 0x", "price": 0.5}


def test_of_a_change_in_two_columns_the_share_is_the_percentage() -> None:
    lines = "".join(f"<tr><td>Firm {at}x<td>+{at}7<td>+{at}.01%" for at in range(4))
    html = f"<table><tr><th>Name<th colspan=2>Change</tr>{lines}</table>"

    found = rows(html, "all stocks: name, change", name="string", change_percent="number")
    assert [row["change_percent"] for row in found] == [0.01, 1.01, 2.01, 3.01]


@pytest.mark.parametrize(("prompt", "authors"), [("all answers", "12345"), ("all posts", "912345")])
def test_the_post_with_the_heading_of_the_page_is_no_answer_to_it(prompt: str, authors: str) -> None:
    def post(at: int, heading: str = "") -> str:
        return (
            f"<div class=post>{heading}<div class=votes><b>{at}</b> votes</div><p>One may well do it in {at}7 ways.</p>"
            f"<p>by <a href=/u/{at}>{at}</a> 2010-08-1{at} 15:52:28 -0500</p></div>"
        )

    html = post(9, "<h1>How does one do it?</h1>") + "".join(map(post, range(1, 6)))
    found = rows(f"<title>How does one do it?</title><div>{html}</div>", prompt, author="string", date="string")
    assert "".join(row["author"] for row in found) == authors
    assert found[-1]["date"] == "2010-08-15 15:52:28 -0500"


def test_what_is_paid_for_comes_first_and_is_one_of_the_records() -> None:
    paid = '<div class="row row--sponsored"><div class=in><a class=t href=/p/0>Kettle 0x</a><b>9 EUR</b></div></div>'
    others = "".join(
        f'<div class=row><div class=in><a class=t href="/p/{at}">Kettle {at}x</a><b>{at}9 EUR</b></div></div>'
        for at in range(1, 6)
    )

    found = rows(f"<h1>Kettles</h1><div>{paid}{others}</div>", "all kettles", title="string", price="number")
    assert [row["title"] for row in found] == [f"Kettle {at}x" for at in range(6)]


def test_a_row_that_keeps_others_apart_is_no_category_of_those_below_it() -> None:
    lines = [f"<tr><td><a href=/t/{at}>Topic {at}x</a><td>{at}" for at in range(4)]
    lines.insert(2, "<tr><td colspan=2>last visit")
    html = f"<table><tr><th>Topic<th>Replies</tr>{''.join(lines)}</table>"

    found = rows(html, "all topics", topic="string", category="string", replies="number")
    assert [row["category"] for row in found] == [None] * 4


def test_a_mark_in_brackets_is_no_part_of_the_link_behind_it() -> None:
    cells = "".join(
        f"<tr><td><b>[For Sale]</b> <a href=/t/{at}>Bogies {at}x</a><div>anna</div><td>{at}" for at in range(4)
    )

    found = rows(
        f"<table><tr><th>Thread<th>Replies</tr>{cells}</table>", "all threads", title="string", replies="number"
    )
    assert found[0]["title"] == "Bogies 0x"


@pytest.mark.parametrize(
    ("heading", "prompt"),
    [
        ("Zuletzt angesehen", "alle Artikel"),
        ("Produits déjà vus", "tous les produits ; n'inclure pas les produits déjà vus"),
        ("Goes well with", "all products"),
        ("Related products", "all products"),
        ("最近チェックした商品", "すべての商品"),
    ],
)
def test_what_stands_under_other_things_is_no_record_whatever_these_are_called(heading: str, prompt: str) -> None:
    main, other = (cards(f'<h3><a href="/{kind}/#">Kettle {kind}#</a></h3><p>#9,00 EUR</p>', 5) for kind in "mo")
    html = f"<h1>Kettles</h1><section>{main}</section><section><h2>{heading}</h2>{other}</section>"

    found = rows(html, prompt, title="string", price="number", url="string")
    assert [row["title"] for row in found] == [f"Kettle m{at}" for at in range(1, 6)]


def test_a_cell_of_more_text_than_a_name_has_names_nothing() -> None:
    long = "<a href=/p/9>Pot 9x</a> " + "<i>x</i> " * 3000
    html = (
        f"<table><tr><th>Name<th>Price</tr><tr><td><a href=/p/1>Pot 1x</a><td>$5</tr><tr><td>{long}<td>$6</tr></table>"
    )

    assert [row["price"] for row in rows(html, "all products", name="string", price="number")] == [5, 6]


def test_a_part_of_each_record_that_is_called_what_a_prompt_explains_is_no_record() -> None:
    by = "<div class=citation><i class=by-authors>Lee A#, Kim B.</i><time>May #, 2024</time></div>"
    html = cards(f"<div><a class=hit-title href=/p/#>Paper #x</a>{by}<p>In # kilns the clay dried for days.</p></div>")

    found = rows(html, "list the hits. volume: as in the citation", paper="string", volume="string")
    assert [row["paper"] for row in found] == ["Paper 1x", "Paper 2x", "Paper 3x"]


def test_a_day_of_submission_stands_behind_submitted() -> None:
    said = "<p><b>Submitted</b> 1# May, 2026; <b>originally announced</b> May 2026.</p>"
    html = cards(f"<p class=title><a href=/a/#>Paper #x</a></p><p class=abstract>On gears, part #.</p>{said}")

    found = rows(html, "all papers", title="string", submitted_date="string")
    assert found[0]["submitted_date"] == "11 May, 2026"


@pytest.mark.parametrize(
    ("names", "first"),
    [("Brenner A.", "Brenner A"), ("Vance HT.", "Vance HT"), ("Ito S, Bell KR.", "Ito S"), ("Anna.", "Anna.")],
)
def test_the_full_stop_of_a_citation_is_no_part_of_its_first_author(names: str, first: str) -> None:
    html = cards(f"<h3><a href=/a/#>Paper #x</a></h3><p class=authors>{names}</p><p class=journal>Gears #</p>")

    found = rows(html, "all papers", title="string", first_author="string", journal="string")
    assert found[0]["first_author"] == first


def test_around_no_parts_of_cards_there_are_no_cards() -> None:
    html = cards("<h3><a href=/r/#>Record #x</a></h3><p>Weight: # kg</p>")
    lists = find_records(parse(Document("https://h.example/", "html", html)))

    assert lists
    assert cards_around([], lists) is None


@pytest.mark.parametrize(
    "entry",
    [
        "<a href=/r/{0}>River {0}x</a> (<span>{1}</span>)",
        "<h3><a href=/r/{0}>River {0}x</a> ({1})</h3>",
        "<a href=/r/{0}>River {0}x <i>({1})</i></a>",
    ],
)
def test_a_figure_in_brackets_behind_the_names_of_a_list_counts_and_is_no_part_of_them(entry: str) -> None:
    def listed(*counts: str) -> str:
        told = (f"<li>{entry.format(at, count)}</li>" for at, count in enumerate(counts))
        return f"<h1>Boats</h1><h2>Rivers</h2><ul>{''.join(told)}</ul>"

    for field in ("count", "boat_count", "number_of_boats"):
        found = rows(listed("12", "1,204", "7"), "all rivers", river="string", url="string", **{field: "number"})
        assert [row[field] for row in found] == [12, 1204, 7]
        assert [row["river"] for row in found] == ["River 0x", "River 1x", "River 2x"]
    # Nobody says how many have replied, and a year tells a name from another one.
    of_others = (("replies", ("12", "1,204", "7")), ("accountants", ("12", "1,204", "7")))
    for field, counts in (*of_others, ("boat_count", ("1998", "2004", "1987"))):
        found = rows(listed(*counts), "all rivers", title="string", url="string", **{field: "number"})
        assert {row[field] for row in found} == {None}
