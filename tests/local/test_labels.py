"""What labels stand over and before, seen or only heard, in a page and in its side column."""

from __future__ import annotations

from typing import Any

import pytest

from tests.local.test_cards import column
from tests.local.test_reading import cards, rows


def of_event(html: str, prompt: str = "the event", **fields: Any) -> dict[str, Any]:
    return rows(
        f"<main><h1>Oak Fair</h1>{html}<p>All about trees and what is made of them.</p></main>", prompt, **fields
    )[0]


@pytest.mark.parametrize(
    ("below", "venue"),
    [
        ("<div><p>Elm Hall</p><div>2 Mill Lane, Rye</div></div>", "Elm Hall"),
        ("<div>2 Mill Lane<br>Rye</div>", "2 Mill Lane, Rye"),
        ("<div>Elm Hall <a href=/v/9>(View)</a><br>Rye</div>", "Elm Hall"),
        # Several of a kind are several places, and what has a list says more.
        ("<div>Elm Hall</div><div>Ash Hall</div>", None),
    ],
)
def test_a_heading_for_a_place_stands_over_its_name_or_else_its_address(below: str, venue: str | None) -> None:
    html = f"<section><h2>Location</h2>{below}</section>"

    assert of_event(html, location="string")["location"] == venue


def test_what_stands_below_the_next_heading_is_no_place() -> None:
    ways = "<div><h3>How to get there</h3><ul><li>By bus</li><li>By boat</li></ul></div>"
    html = f"<section><h2>Location</h2><div><p>Elm Hall</p><div>2 Mill Lane Rye</div></div>{ways}</section>"

    assert of_event(html, venue="string") == {"venue": "Elm Hall"}


@pytest.mark.parametrize(
    ("label", "name"), [("Organised by", "Acme CIC"), ("Hosted by", "Acme CIC"), ("Sorted by", None)]
)
def test_a_known_label_that_ends_in_by_stands_before_a_name(label: str, name: str | None) -> None:
    told = "<div>Acme CIC</div><dl><dt>Events</dt><dd>23</dd></dl><p>We are three and a boat.</p>"

    assert of_event(f"<section><h2>{label}</h2>{told}</section>", organizer="string") == {"organizer": name}


def test_a_picture_between_label_and_value_may_be_a_link() -> None:
    agent = "<div><i>Marketed by</i><a href=/a><img src=/a.png></a><b>Ash & Co</b><p>2 Mill Lane</p></div>"

    assert of_event(agent, "the flat", estate_agent="string") == {"estate_agent": "Ash & Co"}


@pytest.mark.parametrize(
    ("below", "said"),
    [
        ("<div>Up to 14 days before</div><div class=small>Our fee is kept.</div>", "Up to 14 days before"),
        ("<div>One</div><div>Two</div>", None),
    ],
)
def test_a_known_heading_may_stand_over_a_line_that_is_no_paragraph(below: str, said: str | None) -> None:
    html = f"<section><h2>Refund Policy</h2>{below}</section>"

    assert of_event(html, refund_policy="string") == {"refund_policy": said}


def test_the_venue_is_no_part_of_the_address_on_its_next_line() -> None:
    place = "<h2>Venue</h2><div class=venue-address><p>Elm Hall</p><div>2 Mill Lane Rye</div></div>"

    assert of_event(place, venue="string", address="string") == {"venue": "Elm Hall", "address": "2 Mill Lane Rye"}
    # With a comma it is written so.
    whole = "<p>Venue: Elm Hall</p><p>Address: Elm Hall, 2 Mill Lane, Rye</p>"
    assert of_event(whole, venue="string", address="string")["address"] == "Elm Hall, 2 Mill Lane, Rye"


def test_date_and_time_are_all_of_it() -> None:
    html = "<section><h2>Date and time</h2><p>Thu, 14 May 2026 08:30 - Fri, 15 May 2026 16:30 BST</p></section>"

    whole = "Thu, 14 May 2026 08:30 - Fri, 15 May 2026 16:30 BST"
    assert of_event(html, date_and_time="string") == {"date_and_time": whole}
    assert of_event(html, start_date="string") == {"start_date": "14 May 2026 08:30"}


def test_a_known_word_in_gray_may_stand_before_its_count() -> None:
    html = "<div class=x><span>Viewed</span> 86k times</div>"

    assert of_event(html, "the question", views="number") == {"views": 86_000}


@pytest.mark.parametrize(("kind", "is_place"), [("PostalAddress", True), ("Brand", False)])
def test_a_page_may_be_headed_by_where_its_thing_is(kind: str, is_place: object) -> None:
    scope = f"itemscope itemtype=https://schema.org/{kind}"
    html = f"<main><div {scope}><h1 itemprop=streetAddress>Flat 2, Mill Lane, Rye</h1></div><p>Price: £9,000</p></main>"

    found = rows(html, "the property", address="string", price="number")
    assert found == [{"address": "Flat 2, Mill Lane, Rye" if is_place else None, "price": 9000}]


@pytest.mark.parametrize(("field", "size"), [("size_sq_ft", 812), ("size_sqft", 812), ("size_sq_m", 75)])
def test_of_an_area_in_two_units_a_field_asks_for_one(field: str, size: int) -> None:
    html = "<dl><dt>Size</dt><dd><p>812 sq ft</p><p>75 sq m</p></dd></dl>"

    assert of_event(html, "the flat", **{field: "number"}) == {field: size}


@pytest.mark.parametrize(("where", "series"), [("/series/12-harbour", "Harbour #2"), ("/lists/12-harbour", None)])
def test_a_link_to_a_series_names_it(where: str, series: str | None) -> None:
    html = f"<main><h3><a href={where}>Harbour #2</a></h3><h1>Salt</h1><p>Published: 15 March 2022 by Acme</p></main>"

    found = rows(html, "the book", title="string", series="string", first_published="string")
    assert found == [{"title": "Salt", "series": series, "first_published": "15 March 2022"}]


def test_a_link_to_more_of_an_agent_is_no_name() -> None:
    html = "<p>Ask us.</p><a href=/estate-agents/ash-and-co>More properties from this agent</a>"

    assert of_event(html, "the flat", estate_agent="string") == {"estate_agent": None}


ROOT = '<div class="{}"><h6>Meta</h6><ul><li><b>Licence:</b> MIT</li><li><b>Author:</b> Ann Lee</li></ul>{}</div>'


def of_package(side: str, main: str = "") -> dict[str, Any]:
    text = "<p>Keeps keys and values in files that stand next to a program, and asks for no server.</p>"
    html = f"<main><h1>driftbox</h1><div>{text * 3}{main}</div>{side}</main>"
    return rows(html, "the package", license="string", author="string", phone="string")[0]


@pytest.mark.parametrize("column", ["sidebar", "sidebar-section"])
def test_the_side_column_of_the_main_part_says_what_the_page_does_not(column: str) -> None:
    assert of_package(ROOT.format(column, "")) == {"license": "MIT", "author": "Ann Lee", "phone": None}
    assert of_package(ROOT.format(column, ""), "<p>Licence: BSD</p>")["license"] == "BSD"
    assert of_package("<aside><a href=tel:01632960418><i>Call: </i>01632 960418</a></aside>")["phone"] == "01632 960418"


@pytest.mark.parametrize(
    "side",
    [
        pytest.param("<aside><h3>Related</h3><p>Licence: GPL</p></aside>", id="of related things"),
        pytest.param("<aside><div><h3><a href=/p/b>tidebox</a></h3><p>Licence: GPL</p></div></aside>", id="of another"),
        pytest.param("<aside><form><p>Licence: GPL</p></form></aside>", id="to choose from"),
        pytest.param("<aside hidden><p>Licence: GPL</p></aside>", id="not shown"),
        pytest.param("<aside><p>Licence: GPL</p><p>Licence: MIT</p></aside>", id="of several"),
        pytest.param("</main><aside><p>Licence: GPL</p></aside>", id="outside of the main part"),
        pytest.param("<nav><p>Licence: GPL</p></nav>", id="a menu"),
    ],
)
def test_what_speaks_of_others_in_a_side_column_says_nothing(side: str) -> None:
    assert of_package(side)["license"] is None


@pytest.mark.parametrize(("hidden", "found"), [("role=tabpanel hidden", 6), ("hidden", 3)])
def test_what_stands_behind_another_tab_is_there_to_be_read(hidden: str, found: int) -> None:
    def panel(attrs: str, first: int) -> str:
        school = '<div class="row"><h3>School {0}x</h3><p>Rating: Good {0}</p></div>'
        return f"<div {attrs}>{''.join(map(school.format, range(first, first + 3)))}</div>"

    html = f"<main><h1>Rye</h1><section><h2>Schools</h2>{panel('role=tabpanel', 1)}{panel(hidden, 4)}</section></main>"

    assert len(rows(html, "all schools", name="string", rating="string")) == found


def test_a_label_for_those_who_cannot_see_is_no_part_of_the_value() -> None:
    place = "<ul><li data-at=job-location><span>Location</span><span><svg></svg></span><span>Rye #</span></li></ul>"

    assert column(cards(f"<h3><a href=/j/#>Clerk #x</a></h3>{place}"), "location", "all jobs") == [
        "Rye 1",
        "Rye 2",
        "Rye 3",
    ]


@pytest.mark.parametrize("called", ["visually-hidden", "ui-helper-hidden-accessible"])
def test_a_label_for_those_who_cannot_see_may_stand_before_several_names(called: str) -> None:
    who = f"<div><span class={called}>Speakers</span><a href=#a>Ann #</a>, <a href=#b>Ben #</a></div>"

    found = column(cards(f"<h3><a href=/t/#>Talk #x</a></h3>{who}<p>9:0#</p>"), "speakers", "all talks")
    assert found == ["Ann 1, Ben 1", "Ann 2, Ben 2", "Ann 3, Ben 3"]


def test_who_posted_a_review_is_told_to_those_who_cannot_see() -> None:
    who = "<div><div class=visually-hidden>Review posted by</div><button>Ann_#</button></div>"

    found = column(cards(f"{who}<h4>Best pair #x</h4><p>I fly twice a month, and # times more.</p>"), "reviewer")
    assert found == ["Ann_1", "Ann_2", "Ann_3"]


def test_a_mark_behind_a_value_is_no_part_of_it() -> None:
    card = "<a href=/v/#><p class=release-version>4.#{}</p><p><time datetime=2025-0#-01>0#/2025</time></p></a>"
    html = "".join(cards(card.format(mark), 2) for mark in ("", " <b class=badge>pre-release</b>"))

    found = rows(
        f"<main><h1>A</h1>{html}</main>", "all releases", version="string", date="string", pre_release="boolean"
    )
    assert [row["version"] for row in found] == ["4.1", "4.2", "4.1", "4.2"]
    assert [row["pre_release"] for row in found] == [False, False, True, True]


@pytest.mark.parametrize(
    ("called", "dated"), [("release--latest", True), ("latest-post", False), ("part--latest", False)]
)
def test_the_latest_of_several_records_is_no_last_post(called: str, dated: object) -> None:
    record = (
        "<div class='release {1}'><p class=version>4.{0}</p><p><time datetime=2025-0{0}-01>0{0}/2025</time></p></div>"
    )
    html = f"<main><h1>A</h1>{''.join(record.format(at, called if at == 1 else '') for at in (1, 2, 3, 4))}</main>"

    found = rows(html, "all releases", version="string", date="string")
    assert (found[0] == {"version": "4.1", "date": "2025-01-01"}) == dated
