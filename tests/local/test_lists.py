"""What the records of a list are by what the others are: which link is theirs, what ranks them, what is shared."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from airflow_provider.local.documents import Document
from airflow_provider.local.reading.comparing import best_of
from airflow_provider.local.reading.data.facts import Group, Item
from airflow_provider.local.reading.question import Choice
from airflow_provider.local.reading.rows import Filling
from airflow_provider.local.reading.tree.page import parse
from tests.local.test_reading import cards, rows

if TYPE_CHECKING:
    from airflow_provider.local.reading.rows import Row
    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.schemas import Kind

HOST = "https://h.example"


def column(html: str, field: str, kind: Kind = "string", prompt: str = "all records", **others: Kind) -> list[Any]:
    return [row[field] for row in rows(html, prompt, **(others or {"weight": "string"}), **{field: kind})]


def test_what_all_records_link_to_is_the_link_of_none() -> None:
    html = cards(
        "<a href=/club>Chess club</a><p>Weight: # kg</p><a href=/r/#><time datetime=2026-05-0#>#:30</time></a>"
    )

    assert column(html, "url") == [f"{HOST}/r/{at}" for at in (1, 2, 3)]


def test_the_link_of_a_record_stands_where_the_others_have_theirs() -> None:
    day = "<div class=foot><a class=day href=/r/{0}><time datetime=2026-05-0{0}>{0}:30</time></a></div>"
    texts = ["Plain", 'See <a href="https://far.example/x">the far map</a>', "Short", "Last"]
    html = "".join(
        f"<div class=m><a class=club href=/club>Chess club</a><p class=text>{text}</p>{day.format(at)}</div>"
        for at, text in enumerate(texts, 1)
    )

    assert column(html, "url", text="string") == [f"{HOST}/r/{at}" for at in (1, 2, 3, 4)]


def test_a_number_that_rises_before_each_name_is_its_rank() -> None:
    html = cards("<h3>#. <a href=/r/#>Acme #x</a></h3><p>Weight: # kg</p>")

    found = rows(html, "all records", title="string", rank="number", weight="string")
    assert [(row["title"], row["rank"]) for row in found] == [(f"Acme {at}x", at) for at in (1, 2, 3)]


def test_numbers_that_do_not_rise_are_parts_of_names() -> None:
    html = "".join(f"<li class=c><h3><a href=/r/{at}>{at}. Street</a></h3><p>Weight: 1 kg</p>" for at in (5, 9, 42))

    assert column(f"<ul>{html}</ul>", "title") == ["5. Street", "9. Street", "42. Street"]


def test_what_somebody_quotes_is_another_s() -> None:
    posts = (
        ("anna", "First things first, as they say here."),
        (
            "bo",
            "<blockquote><cite>Quote from: anna on 3 May 2026</cite>First things first</blockquote>I do not think so.",
        ),
        ("cem", "Nor do I, and neither does she."),
    )
    html = "".join(
        f"<div class=p><h4><a href=/u/{name}>{name}</a></h4><span class=d>{at} June 2026</span>"
        f"<div class=body><div class=msg>{text}</div></div></div>"
        for at, (name, text) in enumerate(posts, 1)
    )

    assert rows(html, "all posts", author="string", date="string", text="string") == [
        {"author": "anna", "date": "1 June 2026", "text": "First things first, as they say here."},
        {"author": "bo", "date": "2 June 2026", "text": "I do not think so."},
        {"author": "cem", "date": "3 June 2026", "text": "Nor do I, and neither does she."},
    ]


def test_places_side_by_side_are_one_answer_without_what_is_paid() -> None:
    html = cards(
        "<h3><a href=/j/#>Job #x</a></h3><b class=location>\U0001f1eb\U0001f1ee Oslund</b><b class=location>Remote</b>"
        "<b class=location>\U0001f4b0 $80k - $100k</b><b class=location>\U0001f388 Full-Time</b>"
    )

    assert column(html, "location", title="string") == ["\U0001f1eb\U0001f1ee Oslund, Remote"] * 3


@pytest.mark.parametrize(("field", "said"), [("contract_type", "CDI"), ("working_time", "Temps plein")])
def test_what_is_written_twice_for_two_screens_is_one_thing(field: str, said: str) -> None:
    html = cards(
        "<h3><a href=/j/#>Job #x</a></h3><p class='contrat narrow'>CDI - Temps plein</p>"
        "<p class='contrat wide'>CDI<br>Temps plein</p>"
    )

    assert column(html, field, title="string") == [said] * 3


def jobs(extra: str = "") -> str:
    """Return a table that a banner and empty rows divide, with jobs of which each has an element of class `new`."""
    one = "<tr class=job><td><h2><a href=/j/{0}>Job {0}x</a></h2><i class=city>X{0}</i><td class=pay>${0}0k - ${0}9k"
    row = f"{one}<tr class=gap><td colspan=2><div></div>"
    banner = "<tr class=ad><td><h2><a href=https://far.example>Insurance</a></h2><td>From $45/month"
    body = "".join(row.format(at) + (banner if at % 3 == 1 else "") for at in range(1, 7))
    return f"<table><tbody>{body}{extra}</table>"


def test_a_banner_between_rows_is_no_record_and_what_it_divides_is_no_section() -> None:
    assert column(jobs(), "title", prompt="all jobs", salary="string", city="string") == [
        f"Job {at}x" for at in range(1, 7)
    ]


def test_data_in_two_forms_is_of_one_thing() -> None:
    html = "".join(
        f'<div class=job itemscope itemtype="https://schema.org/JobPosting"><script type="application/ld+json">'
        f'{{"@type": "JobPosting", "title": "Job {at}x", "baseSalary": {{"value": '
        f'{{"minValue": {at}0, "maxValue": {at}9}}}}}}'
        f"</script><a itemprop=url href=/j/{at}><h2 itemprop=title>Job {at}x</h2></a><i class=city>X{at}</i></div>"
        for at in (1, 2, 3)
    )

    found = rows(html, "all jobs", title="string", salary_min="number", city="string", url="string")
    assert found == [
        {"title": f"Job {at}x", "salary_min": at * 10, "city": f"X{at}", "url": f"{HOST}/j/{at}"} for at in (1, 2, 3)
    ]


def state(count: int, *, mode: object) -> str:
    """Return the state of a framework that knows *count* jobs, how one works in each by a number."""
    known = ", ".join(
        f'{{"title": "Job {at}x", "url": "/j/{at}", "company": "Acme {at}", "workFromHome": {mode}, "isNew": true}}'
        for at in range(1, count + 1)
    )
    return f'<script id="__NEXT_DATA__" type="application/json">{{"jobs": [{known}]}}</script>'


def shown(count: int) -> str:
    return "".join(
        f'<article class=j><h2><a href=/j/{at}>Job {at}x</a></h2><i data-at="job-company">Acme {at}</i>'
        f'<i data-at="job-work-from-home">Hybrid</i></article>'
        for at in range(1, count + 1)
    )


def test_what_scripts_have_in_full_completes_what_is_shown() -> None:
    html = shown(4) + state(6, mode=2)

    found = rows(html, "all jobs", title="string", company="string", work_from_home="string", is_new="boolean")
    assert [row["title"] for row in found] == [f"Job {at}x" for at in range(1, 7)]
    # By a number only scripts know it.
    assert [row["work_from_home"] for row in found] == ["Hybrid"] * 4 + [None] * 2


def test_what_somebody_paid_for_above_a_list_is_a_part_of_it() -> None:
    one = (
        '<div class="result{0}"><div class=card><h2><a href=/b/{1}>Plumber {1}x</a></h2>'
        "<i class=phone>(0{1}) 555-1911</i>{2}</div></div>"
    )
    paid = "".join(one.format(" sponsored", at, "") for at in (1, 2, 3, 4))
    free = "".join(one.format("", at, "<i class=address>Mill Lane 7</i>") for at in (5, 6, 7, 8, 9))

    found = rows(
        f"<div>{paid}</div><h1>Plumbers</h1><div>{free}</div>",
        "all plumbers",
        name="string",
        phone="string",
        address="string",
    )
    assert [row["name"] for row in found] == [f"Plumber {at}x" for at in range(1, 10)]


def test_a_list_of_facts_about_somebody_is_no_name_and_a_heading_in_it_is() -> None:
    html = cards(
        "<div class=poster><h4>Guest #x</h4><ul class=user_info><li class=usergroup>Newcomer<li>Ort: Kiel</ul></div>"
        "<p class=msg>One may do it in #7 ways, or so they say.</p>"
    )

    found = rows(html, "all posts", author="string", user_group="string", text="string")
    assert [(row["author"], row["user_group"]) for row in found] == [(f"Guest {at}x", "Newcomer") for at in (1, 2, 3)]


def test_what_stands_under_a_message_is_none() -> None:
    html = cards(
        "<h4><a href='/?action=profile;u=#'>anna #</a></h4>"
        "<div class=inner>One may do it in #7 ways, or so they say.</div>"
        "<div class=under_message><a href=#like>Like</a> <a href=#more>More</a></div>"
    )

    found = rows(html, "all posts", author="string", message="string")
    assert [row["author"] for row in found] == [f"anna {at}" for at in (1, 2, 3)]
    assert all(
        row["message"] in {None, f"One may do it in {at}7 ways, or so they say."} for at, row in enumerate(found, 1)
    )


THREAD = (
    "<tr><td><div><span>{mark} <span class=subject_new><a href=/t/#>Log of a tank, day 1 to 4#</a></span>"
    " (Pages: <a href=/t/#?p=2>2</a> <a href=/t/#?p=#>#</a>)</span><div class=author><a href=/u/#>Bo</a></div></div>"
    "<td>1#<td><span>05-12-2026, 07:1# PM<br><a href=/t/#?last>Last Post</a>: {who}</span>"
)


@pytest.mark.parametrize("mark", ["<b>Journal</b>", "<i>[Journal]</i>"])
@pytest.mark.parametrize("who", ["newfish", "<a href=/u/9>newfish</a>"])
def test_a_thread_has_a_prefix_pages_and_who_wrote_last(mark: str, who: str) -> None:
    lines = "".join(THREAD.format(mark=mark, who=who).replace("#", str(at)) for at in (1, 2, 3))
    html = f"<table><tr><th>Thread<th>Replies<th>Last Post</tr>{lines}</table>"

    found = rows(html, "all threads", title="string", prefix="string", replies="number", last_post_by="string")
    assert found == [
        {"title": f"Log of a tank, day 1 to 4{at}", "prefix": "Journal", "replies": 10 + at, "last_post_by": "newfish"}
        for at in (1, 2, 3)
    ]


def test_a_rating_of_nothing_leaves_the_one_that_is_said() -> None:
    html = cards("<h3><a href=/b/#>Book #x</a></h3><p>3.4# avg rating — 5,1# ratings</p><i data-rating=0></i>")

    assert column(html, "average_rating", "number", title="string") == [3.41, 3.42, 3.43]


@pytest.mark.parametrize(("names", "rating"), [("rating three", 3), ("rating three half", 3.5)])
def test_a_rating_in_words_may_have_a_half(names: str, rating: float) -> None:
    html = cards(f"<h3><a href=/b/#>Book #x</a></h3><p>Weight: # kg</p><i class='{names}'></i>")

    assert column(html, "rating", "number", title="string") == [rating] * 3


@pytest.mark.parametrize("day", ["January 11, 2026 -", "January 11, 2026 \u2013", "January 11, 2026"])
def test_a_day_before_a_text_is_all_of_the_day(day: str) -> None:
    html = cards(
        "<h3><a href=/b/#>Bread #x</a></h3>"
        f"<div class=s><b class=t>{day}</b> Make a strong starter from scratch in # days.</div>"
    )

    assert column(html, "published_date", title="string") == ["January 11, 2026"] * 3


@pytest.mark.parametrize(
    ("written", "author"),
    [
        ("Richter, Eduard (1847-1905)", "Richter, Eduard (1847-1905)"),
        ("Richter, Eduard, 1847-1905", "Richter, Eduard, 1847-1905"),
        ("Richter, 3 hours ago", "Richter"),
    ],
)
def test_the_years_of_a_life_are_a_part_of_a_name(written: str, author: str) -> None:
    html = cards(f"<h3><a href=/b/#>Book #x</a></h3><p class=author>{written}</p>")

    assert column(html, "author", title="string") == [author] * 3


def test_what_is_called_a_date_of_something_in_another_language_is_that() -> None:
    html = cards("<h3><a href=/d/#>Paper #x</a></h3><dl><dt>Date du document:<dd>1#/04/2025; Date d'adoption</dl>")

    assert column(html, "document_date", title="string") == [f"1{at}/04/2025" for at in (1, 2, 3)]


def test_a_number_for_telephones_gives_way_to_one_for_readers() -> None:
    html = cards(
        "<h3><a href=/b/#>Acme #x</a></h3><i class=phone>(512) 555-777#</i><a href=tel:512555777#>Call</a>"
        '<a href="https://acme-#.example/home">Website</a>'
    )

    found = rows(html, "all records", name="string", phone="string", website="string")
    assert found[1] == {"name": "Acme 2x", "phone": "(512) 555-7772", "website": "https://acme-2.example/home"}


@pytest.mark.parametrize(
    ("stated", "address"),
    [
        ({"addressLocality": "Austin", "addressRegion": "TX", "postalCode": "78747"}, "1 Mill Rd, Austin, TX 78747"),
        ({"addressLocality": "Bern", "postalCode": "3011"}, "1 Mill Rd, 3011 Bern"),
        ({"addressLocality": "Bern"}, "1 Mill Rd, Bern"),
        ({"streetAddress": "1 Mill Rd, Bern", "addressLocality": "Bern"}, "1 Mill Rd, Bern"),
        ({}, "1 Mill Rd"),
    ],
)
def test_an_address_in_data_is_all_of_it(stated: dict[str, str], address: str) -> None:
    parts = ", ".join(f'"{key}": "{value}"' for key, value in {"streetAddress": "1 Mill Rd", **stated}.items())
    html = "".join(
        f'<script type="application/ld+json">{{"@type": "LocalBusiness", "name": "Acme {at}x", '
        f'"address": {{{parts}}}}}</script>'
        for at in (1, 2, 3)
    )

    assert column(html, "address", name="string") == [address] * 3


@pytest.mark.parametrize(
    ("shown", "address"),
    [
        ("<b>Acme 2x</b> 1 Mill Rd, Elm Yard, Bern, 3011", "1 Mill Rd, Elm Yard, Bern, 3011"),
        ("1 Mill Rd, Bern, 3011<br>Open", "1 Mill Rd, Bern, 3011"),
        ("1 Mill Rd, Bern, by the old harbour", "1 Mill Rd, Bern"),
        ("1 Mill Rd, Elm Yard", "1 Mill Rd, Bern"),
    ],
)
def test_an_address_may_be_shown_with_more_than_data_have_of_it(shown: str, address: str) -> None:
    place = '"address": {"streetAddress": "1 Mill Rd", "addressLocality": "Bern"}'
    firm = f'{{"@type": "LocalBusiness", "name": "Acme #x", {place}}}'
    html = "".join(f'<script type="application/ld+json">{firm}</script>'.replace("#", str(at)) for at in (1, 2, 3))

    assert column(f"{html}<p>{shown}</p>", "address", name="string") == [address] * 3


def test_an_address_that_is_shown_whole_comes_before_its_street() -> None:
    html = cards(
        "<h3><a href=/b/#>Acme #x</a></h3><div class=adr><div class=street-address># Mill Rd</div>"
        "<div class=locality>Austin, TX 78747</div></div>"
    )

    found = rows(html, "all records", name="string", address="string", street="string")
    assert found[0] == {"name": "Acme 1x", "address": "1 Mill Rd Austin, TX 78747", "street": "1 Mill Rd"}


def test_a_picture_called_as_its_class_names_nobody() -> None:
    html = cards(
        '<img class="logo-partner" alt="Partner" src=/l.png><h3><a href=/j/#>Job #x</a></h3>'
        "<p>HAY GMBH - <b>Kiel</b></p><p>CDI</p>"
    )

    assert column(html, "company", title="string", employment_type="string") != ["Partner"] * 3


@pytest.mark.parametrize(
    ("before", "field", "said"),
    [
        ("Veröffentlicht in", "published_in", "Hydrology #x"),
        ("Published in:", "published_in", "Hydrology #x"),
        ("Written about", "published_in", None),
        ("More. Published in", "published_in", None),
    ],
)
def test_a_known_label_right_before_a_link_names_it(before: str, field: str, said: str | None) -> None:
    html = cards(
        "<h3><a href=/b/#>Paper #x</a></h3><p>Weight: # kg</p>"
        f"<div>{before} <a href='/s?q=#'>Hydrology #x</a> (200#)</div>"
    )

    found = rows(html, "all records", title="string", year="number", **{field: "string"})
    assert [row[field] for row in found] == [said and said.replace("#", str(at)) for at in (1, 2, 3)]
    assert [row["year"] for row in found] == [2001, 2002, 2003]


def test_of_what_is_called_an_availability_in_few_records_a_status_tells_the_rest() -> None:
    html = cards("<h3><a href=/b/#>Book #x</a></h3><i class=status>Reading room</i>", count=5).replace(
        "<i", "<u class=availability>Lent until May</u><i", 1
    )

    assert column(html, "availability", title="string") == ["Lent until May", *["Reading room"] * 4]


def test_a_picture_of_class_brand_names_it_and_a_badge_shows_nothing() -> None:
    html = cards(
        "<a href=/p/#><img src=/badges/hot.svg alt=Hot><img src=/p/#.jpg alt='Card #x'></a>"
        "<a class=item-brand href=/b/1><img src=/b/1.gif alt=Duero></a>"
        "<a class=item-title href=/p/#>Card #x</a><b class=price>$#.00</b>"
    )

    found = rows(html, "all products", name="string", brand="string", image="string", price="number")
    assert found[0] == {"name": "Card 1x", "brand": "Duero", "image": f"{HOST}/p/1.jpg", "price": 1}


@pytest.mark.parametrize(
    ("said", "is_free"),
    [
        ("Llega gratis hoy", True),
        ("Free delivery", True),
        ("Kostenloser Versand", True),
        ("Free delivery from $50", None),
        ("Free returns", None),
    ],
)
def test_shipping_is_free_where_that_is_said_of_all_sums(said: str, is_free: object) -> None:
    html = cards(f"<h3><a href=/p/#>Pot #x</a></h3><b class=price>$#.00</b><p class=ship>{said}</p>")

    assert column(html, "free_shipping", "boolean", title="string", price="number") == [is_free] * 3


def test_a_seller_is_told_without_the_word_before_it() -> None:
    html = cards("<h3><a href=/p/#>Pot #x</a></h3><b class=price>$#.00</b><p class=card__seller>Por On City #</p>")

    assert column(html, "seller", title="string") == ["On City 1", "On City 2", "On City 3"]


def test_texts_that_begin_with_a_known_label_are_no_names_of_a_field() -> None:
    kinds = ("Date of vote", "Date of adoption", "Date of notice", "Opening")
    html = "".join(
        f"<li class=c><h3><a href=/d/{at}>Paper {at}x</a></h3><p>Weight: 1 kg</p><p class=x1>{kind}</p></li>"
        for at, kind in enumerate(kinds)
    )

    assert column(f"<ul>{html}</ul>", "category", title="string", weight="string") == [None] * 4


@pytest.mark.parametrize(("kind", "count"), [("narrow", 8), ("wide", 11)])
def test_two_lists_in_two_places_of_which_one_says_less_are_not_one(kind: str, count: int) -> None:
    one = (
        "<div class='tile wide'><h4><a href=/p/{0}>Pot {0}x</a></h4><p>Pots for every kitchen and stove.</p>"
        "<b class=price>{0}9 EUR</b></div>"
    )
    other = f"<div class='tile {kind}'><h4><a href=/p/{{0}}>Pot {{0}}x</a></h4></div>"
    html = (
        f"<div><div class=row>{''.join(map(one.format, range(1, 9)))}</div>"
        f"<div class=row>{''.join(map(other.format, (20, 21, 22)))}</div></div>"
    )

    found = rows(html, "all products", title="string", description="string", price="number", url="string")
    assert [row["title"] for row in found] == [f"Pot {at}x" for at in (*range(1, 9), 20, 21, 22)[:count]]


TOPIC = (
    "<tr><td><span role=heading><a href class=topic-status title='This topic is pinned'></a>"
    "<a href=/t/# class='title topic-link'>Rain #x</a></span><div class=tags>{tags}</div>"
    "<a class=topic-excerpt href=/t/#>A first look at what is to be done about it.</a>"
    "<td><a href=/u/p# aria-label='p# - Original Poster, see profile'><img alt='' title='p# - Original Poster'></a>"
    "<a href=/u/q# aria-label='q# - Most Recent Poster'><img alt='' title='q# - Most Recent Poster'></a><td>1#"
)


@pytest.mark.parametrize(
    ("tags", "said"),
    [
        (
            "<a class=tag href=/tag/release>release</a><i class=tag-divider>,</i><a class=tag href=/tag/bug>bug</a>",
            "release, bug",
        ),
        ("<a class=tag href=/tag/rain-gauge>rain-gauge</a>", "rain-gauge"),
    ],
)
def test_pictures_of_users_tell_by_what_they_are_called_who_began_and_who_wrote_last(tags: str, said: str) -> None:
    lines = "".join(TOPIC.format(tags=tags).replace("#", str(at)) for at in (1, 2, 3))
    html = f"<table><thead><tr><th>Topic<th><th>Replies</thead><tbody>{lines}</tbody></table>"

    found = rows(
        html,
        "all topics",
        title="string",
        original_poster="string",
        last_post_by="string",
        replies="number",
        tags="string",
    )
    assert found == [
        {
            "title": f"Rain {at}x",
            "original_poster": f"p{at}",
            "last_post_by": f"q{at}",
            "replies": 10 + at,
            "tags": said,
        }
        for at in (1, 2, 3)
    ]


LONG = "Join a close-knit team in the School of Nursing and deliver teaching on-campus."


@pytest.mark.parametrize(
    ("notes", "are_notes"),
    [
        ((LONG, None, LONG, LONG), True),
        ((LONG, LONG, LONG, None), True),
        (("Short one", None, "Short two", "Short three"), True),
        (("Short one", "Short two", "Short three", None), False),
        ((LONG, None, None, LONG), False),
    ],
)
def test_rows_below_records_describe_them_though_some_have_none(
    notes: tuple[str | None, ...], are_notes: object
) -> None:
    lines = "".join(
        f"<tr><td><a href=/j/{at}>Job {at}x</a><td>Kiel<td>4{at}</tr>"
        + (f"<tr><td colspan=3>{note}</tr>" if note else "")
        for at, note in enumerate(notes)
    )
    html = f"<table><thead><tr><th>Position<th>Location<th>Job no.</thead><tbody>{lines}</tbody></table>"

    found = rows(html, "all jobs", job_title="string", job_number="string", summary="string")
    assert ([row["summary"] for row in found] == list(notes)) is are_notes


def test_by_is_no_author_and_a_format_no_edition() -> None:
    html = cards(
        "<h3><a href=/b/#>Book #x</a></h3><i class=byAuthor>by </i><ul class=author><li><a href=/a/#>Hart, Jo</a></ul>"
        "<p>Format: print</p>"
    )

    found = rows(html, "all books", title="string", author="string", edition="string", format="string")
    assert found[0] == {"title": "Book 1x", "author": "Hart, Jo", "edition": None, "format": "print"}


@pytest.mark.parametrize(
    ("said", "field"), [("Dauerausstellung", "permanent"), ("Eintritt frei", "free_entry"), ("Pro", "is_professional")]
)
def test_what_is_marked_is_so_in_several_languages(said: str, field: str) -> None:
    html = cards("<h3><a href=/e/#>Show #x</a></h3><h4 class=card__subline>On show #</h4>", count=3).replace(
        "<h3", f"<b class=badge>{said}</b><h3", 1
    )

    found = rows(html, "all shows", title="string", subtitle="string", **{field: "boolean"})
    assert [row[field] for row in found] == [True, False, False]
    assert [row["subtitle"] for row in found] == ["On show 1", "On show 2", "On show 3"]


def test_an_address_in_data_is_written_as_the_page_has_it_and_so_is_a_range_of_prices() -> None:
    data = "".join(
        f'<script type="application/ld+json">{{"@type": "Event", "name": "Play {at}x", "url": "/e/{at}", '
        f'"startDate": "2026-05-0{at}", "offers": {{"price": "1{at}"}}, "location": {{"address": {{"streetAddress": '
        f'"Mayor, {at}", "addressLocality": "Sierra", "postalCode": "10812", "addressCountry": "Spain"}}}}}}</script>'
        for at in (1, 2, 3)
    )
    html = cards(
        "<h3><a href=/e/#>Play #x</a></h3><address>Mayor, #, Sierra, Spain</address><a href=/t/#>Tickets</a>"
        "<span>1#€ \u2013 18€</span>"
    )

    found = rows(data + html, "all events", title="string", start_date="string", address="string", price="string")
    assert [(row["address"], row["price"]) for row in found] == [
        (f"Mayor, {at}, Sierra, Spain", f"1{at}€ \u2013 18€") for at in (1, 2, 3)
    ]


def test_headings_of_several_ranks_tell_the_day_and_the_hour() -> None:
    talk = (
        "<div class=talk><a class=name href=/e/{0}>Talk {0}x <i class=vs>Hall {0}</i> <i class=to>until 9:45am</i></a>"
        "<div class=person><h4><a href=/s/{0}>Ann {0}</a></h4></div></div>"
    )
    hour = "<h3 class=hour>{0}:00am <i class=tz>CEST</i></h3><div class=slot>{1}</div>"
    html = "".join(
        f"<h2><i class=date-label>Tuesday</i>, June {day}</h2>"
        + "".join(hour.format(at, talk.format(10 * day + at)) for at in (8, 9))
        for day in (6, 7)
    )

    found = rows(
        html,
        "all talks",
        title="string",
        date="string",
        start_time="string",
        end_time="string",
        track="string",
        url="string",
    )
    assert found[1] == {
        "title": "Talk 69x",
        "date": "Tuesday, June 6",
        "start_time": "9:00am",
        "end_time": "9:45am",
        "track": None,
        "url": f"{HOST}/e/69",
    }


def test_stars_are_no_score_where_both_are_asked_for() -> None:
    html = cards(
        "<h3><a href=/h/#>Inn #x</a></h3><i aria-label='# out of 5'></i><i data-testid=distance>5# m from centre</i>"
        "<a data-testid=review-score href=/h/#r><b>8.#</b></a>"
    )

    found = rows(html, "all inns", name="string", review_score="number", stars="number", distance_from_centre="string")
    assert found[1] == {"name": "Inn 2x", "review_score": 8.2, "stars": 2, "distance_from_centre": "52 m from centre"}


def test_what_waits_for_the_mouse_and_a_converted_sum_say_nothing() -> None:
    html = cards(
        "<h3><a href=/p/#>Disc #x</a></h3><p>Condition: Mint <i role=tooltip>As new, or nearly so.</i></p>"
        "<b class=price>$#2.00</b><i class=converted_price>about <b>€#1.11</b></i>"
    )

    found = rows(html, "all discs", title="string", condition="string", price="number")
    assert found[0] == {"title": "Disc 1x", "condition": "Mint", "price": 12}


def test_a_label_for_those_who_cannot_see_names_what_stands_behind_it() -> None:
    html = cards(
        "<h3><a href=/a/#>Car #x</a></h3><p><i class=sr-only>Située à </i>Lyon 6900#</p><b class=price>#0 €</b>"
    )

    assert column(html, "location", title="string", price="number") == ["Lyon 69001", "Lyon 69002", "Lyon 69003"]


def test_two_labels_for_two_screens_have_one_value() -> None:
    html = cards(
        "<h3><a href=/p/#>Disc #x</a></h3><p><span class=wide>Media Condition: </span><span class=narrow>Media: </span>"
        "<span>Mint (M)</span><br><span>Sleeve:</span> <span>Good #</span></p>"
    )

    found = rows(html, "all discs", title="string", media_condition="string", sleeve="string")
    assert found[1] == {"title": "Disc 2x", "media_condition": "Mint (M)", "sleeve": "Good 2"}


def test_a_mark_behind_a_price_is_one() -> None:
    html = cards("<h3><a href=/p/#>Bike #x</a></h3><p class=price>#50 €</p>").replace("250 €", "250 € VB")

    found = rows(html, "all bikes", title="string", price="number", negotiable="boolean")
    assert [(row["price"], row["negotiable"]) for row in found] == [(150, False), (250, True), (350, False)]


def test_what_every_link_says_beside_a_record_is_no_name_of_it() -> None:
    html = cards("<a class=btn href=/p/#>info</a><p class=region>Region #x</p><b class=price>£#0</b>")

    assert column(html, "name", region="string", price="number") != ["info"] * 3


@pytest.mark.parametrize("over", ["Pour 2 personnes :", "Ingredients for 2 people"])
def test_for_how_many_a_list_is_stands_over_it(over: str) -> None:
    page = (
        f"<h1>Pasta</h1><h3>{over}</h3><ul><li>250 g pasta<li>100 g ham<li>1 egg<li>salt</ul>"
        "<h3>Preparation</h3><ol><li>Boil the pasta.<li>Fry the ham.</ol>"
    )

    (found,) = rows(page, "the recipe", yields="string", ingredients="string")
    assert found["ingredients"] == "250 g pasta, 100 g ham, 1 egg, salt"
    assert found["yields"].lower() in {"pour 2 personnes", "for 2 people"}


def test_properties_without_a_thing_around_them_are_entries() -> None:
    page = "<h1>Pasta</h1><ul><li itemprop=ingredients>250 g pasta<li itemprop=ingredients>1 egg</ul>"

    assert rows(page, "the recipe", ingredients="string") == [{"ingredients": "250 g pasta, 1 egg"}]


@pytest.mark.parametrize(("field", "value"), [("author", "https://social.example/us"), ("yields", "2 eggs, " * 20)])
def test_an_address_is_no_author_and_a_list_no_yield(field: str, value: str) -> None:
    data = f'<script type="application/ld+json">{{"@type": "Recipe", "name": "Pasta", "{field}": "{value}"}}</script>'
    data = data.replace('"yields"', '"recipeYield"')

    assert rows(f"{data}<h1>Pasta</h1>", "the recipe", **{field: "string"}) == [{field: None}]


def test_a_duration_with_its_days_behind_the_t_is_read() -> None:
    data = '<script type="application/ld+json">{"@type": "Recipe", "name": "Stock", "totalTime": "PT0D4H45M"}</script>'

    assert rows(f"{data}<h1>Stock</h1>", "the recipe", total_time="number") == [{"total_time": 285}]


@pytest.mark.parametrize(("prompt", "count"), [("all current and upcoming shows", 7), ("all upcoming shows", 3)])
def test_sections_that_a_prompt_names_together_are_one_list(prompt: str, count: int) -> None:
    def section(name: str, shows: range, more: str) -> str:
        one = "<article class=show><h3><a href=/s/{0}>Show {0}x</a></h3>{1}</article>"
        return f"<section class=group><h2>{name}</h2>{''.join(one.format(at, more) for at in shows)}</section>"

    now = section("Current shows", range(1, 5), "<p>Until 9 May 2026</p>")
    later = section("Upcoming shows", range(5, 8), "<p>1 May \u2013 9 May 2026</p><p class=kind>Prints</p>")

    found = rows(
        now + later, prompt, title="string", start_date="string", end_date="string", kind="string", url="string"
    )
    assert len(found) == count


def test_pinned_records_in_a_list_of_their_own_beside_the_others_are_some_of_them() -> None:
    one = (
        "<li class='bit {1}'><div class=in><h3><a class=title href=/t/{0}>Thread {0}x</a></h3>"
        "<p>Replies: {0}</p></div></li>"
    )
    html = (
        f"<h2>Threads</h2><div><ol class=pinned>{one.format(8, 'locked')}{one.format(9, '')}</ol>"
        f"<ol class=threads>{''.join(one.format(at, '') for at in range(1, 6))}</ol></div>"
    )

    found = rows(html, "all threads", title="string", replies="number", url="string")
    assert [row["replies"] for row in found] == [8, 9, 1, 2, 3, 4, 5]


def test_a_venue_is_rather_called_so_than_a_location() -> None:
    html = cards(
        "<h3><a href=/s/#>Show #x</a></h3><p class=card__location><i class=card__venue>Main Building</i>, "
        "<i class=card__gallery>Gallery #</i></p>"
    )

    found = rows(html, "all shows", title="string", venue="string", gallery="string")
    assert found[1] == {"title": "Show 2x", "venue": "Main Building", "gallery": "Gallery 2"}


@pytest.mark.parametrize(
    ("prompt", "count"),
    [("Je voudrais tout l'agenda du musée", 3), ("the full schedule", 3), ("das ganze Programm", 3), ("l'agenda", 3)],
)
def test_the_whole_of_a_programme_is_a_list(prompt: str, count: int) -> None:
    html = "<h1>Agenda</h1><p>Date: 1 May 2026</p><p>Venue: Museum</p><p>Category: Museums</p>" + cards(
        "<h3><a href=/s/#>Show #x</a></h3><p>Date: # May 2026</p><p>Venue: Hall #</p><b class=tag>Talk #</b>"
    )

    fields: dict[str, Kind] = {"title": "string", "date": "string", "venue": "string", "url": "string"}
    assert len(rows(html, prompt, **fields)) == count


@pytest.mark.parametrize(
    ("time", "day"),
    [
        ("<time datetime=2026-04-26T12:00:00Z>26 April 2026</time>", "2026-04-26"),
        ("<time datetime=2026-04-26T12:00:00Z>26 April 2026, 12:00</time>", "2026-04-26T12:00:00Z"),
        ("<time datetime=2026-04-26T23:12:00Z>26 April 2026</time>", "2026-04-26T23:12:00Z"),
    ],
)
def test_noon_is_no_hour_unless_the_page_shows_it(time: str, day: str) -> None:
    html = cards(f"<h3><a href=/s/#>Show #x</a></h3><p>{time}</p><p>Weight: # kg</p>")

    assert column(html, "date", title="string", weight="string") == [day] * 3


def test_a_date_beside_an_hour_is_the_day_and_a_price_from_the_lowest_one() -> None:
    html = cards(
        "<h3><a href=/s/#>Show #x</a></h3><time datetime=2026-04-1#T19:15:00+01:00>7.15pm</time>"
        "<b class=tag>Dance #</b><p class=venue>Cinema #</p><p>From: £1#</p>"
    )

    texts: dict[str, Kind] = dict.fromkeys(("title", "date", "time", "venue", "category"), "string")
    found = rows(html, "all shows", **texts, price_from="number")
    assert found[1] == {
        "title": "Show 2x",
        "date": "2026-04-12",
        "time": "7.15pm",
        "price_from": 12,
        "venue": "Cinema 2",
        "category": "Dance 2",
    }


def test_a_place_whose_parts_only_their_style_divides_has_commas() -> None:
    html = cards(
        "<h3><a href=/s/#>Show #x</a></h3><p class=place><i class=place-museum>Musée Valmont</i>"
        "<i class=place-room>Niveau #</i></p><p>Weight: # kg</p>"
    )

    assert column(html, "venue", title="string", weight="string")[0] in {"Musée Valmont", "Musée Valmont, Niveau 1"}


def test_records_that_are_called_places_are_not_the_places_of_the_first_one() -> None:
    html = "".join(
        f"<li class=location>{name} - $3.0{at}</li>" for at, name in enumerate(("Oslund", "Grazby", "Corkel"))
    )

    found = rows(f"<h1>Towns</h1><ul>{html}</ul>", "all places", location="string", price="number")
    assert [row["location"] for row in found] == ["Oslund - $3.00", "Grazby - $3.01", "Corkel - $3.02"]


def test_sums_in_two_currencies_are_not_written_twice() -> None:
    html = cards(
        "<h3><a href=/p/#>Pot #x</a></h3><i class=fee>$5</i><i class=fee>€5</i>"
        "<i class=code>A - #</i><i class=code>A #</i>"
    )

    found = rows(html, "all pots", title="string", fee="string", code="string")
    assert [(row["fee"], row["code"]) for row in found] == [(None, f"A - {at}") for at in (1, 2, 3)]


@pytest.mark.parametrize("prompt", ["all products", "the product"])
def test_what_is_regularly_asked_for_is_no_old_price_where_it_is_the_price(prompt: str) -> None:
    label = "<span class=price><i>Regular price</i> <span class=price-item--regular>$1#.50</span></span>"
    several = cards(f"<h3><a href=/p/#>Cap #x</a></h3>{label}")
    html = several if prompt == "all products" else f"<h1>Cap</h1>{label}".replace("#", "1")

    found = rows(html, prompt, price="number", old_price="number")
    assert [(row["price"], row["old_price"]) for row in found] == [(10.5 + at, None) for at in (1, 2, 3)[: len(found)]]


def test_what_is_regularly_asked_for_is_no_price_of_a_sale() -> None:
    said = ("<p>Reg. Price: $15.00", "<p>Sale: $22.00<p>Reg. Price: $25.00", "<p>Price: $35.00")
    html = "".join(f"<li><h3><a href=/l/{at}>Lamp {at}x</a></h3>{text}" for at, text in enumerate(said))

    found = rows(f"<ul>{html}</ul>", "all lamps", name="string", sale_price="number", regular_price="number")
    assert [tuple(row.values())[1:] for row in found] == [(None, 15), (22, 25), (35, None)]


def test_what_scripts_know_of_what_is_shown_completes_it_and_is_read_without_its_markup() -> None:
    card = (
        "<article class=r><h3><a href=/acme/tide-{0}>acme/<em>tide</em>-{0}</a></h3><p>Tables of tides, number {0}, for"
        " all the harbours of the world.</p><span class=lang>Rust</span></article>"
    )
    known = ",".join(
        f'{{"hl_name": "acme/<em>tide</em>-{at}", "repository": "tide-{at}", "language": "Rust", "archived": '
        f'{str(at == 2).lower()}, "sponsorable": true, "note": "for &lt;b&gt;{at}&lt;/b&gt;"}}'
        for at in range(1, 5)
    )
    html = "".join(map(card.format, range(1, 5)))

    found = rows(
        f'{html}<script type="application/json">{{"results": [{known}]}}</script>',
        "all repositories",
        repository="string",
        url="string",
        archived="boolean",
        sponsorable="boolean",
        note="string",
    )
    assert list(found[1].values()) == ["acme/tide-2", f"{HOST}/acme/tide-2", True, True, "for 2"]
    assert [row["archived"] for row in found] == [False, True, False, False]


def paid_and_free(field: str) -> list[dict[str, Any]]:
    ad = (
        "<li class=ad><ul><li><div class=in><h2><a href=/ad/{0}>Offer {0}x</a></h2><p><b class=slug>Sponsored</b>"
        "We dry all cellars, number {0} too, and we do it well.</p></div></li></ul></li>"
    )
    result = (
        "<li class=algo><h2><a href=/p/{0}>Page {0}x</a></h2><p class=lines-{0}>All that one has to know of cellars"
        " that are damp, and of {0} more.</p></li>"
    )
    html = f"{ad.format(1)}{''.join(map(result.format, range(2, 7)))}{ad.format(7)}"
    kind: Kind = "boolean" if field == "sponsored" else "string"
    return rows(f"<main><ol>{html}</ol></main>", "all results", title="string", snippet="string", **{field: kind})


def test_advertisements_in_lists_of_their_own_are_rows_where_it_is_asked_what_they_are() -> None:
    found = paid_and_free("sponsored")
    assert [row["title"] for row in found] == ["Offer 1x", *(f"Page {at}x" for at in range(2, 7)), "Offer 7x"]
    assert [row["sponsored"] is True for row in found] == [True, *[False] * 5, True]
    # The mark, glued to it, is no part of what is said.
    assert found[0]["snippet"] == "We dry all cellars, number 1 too, and we do it well."

    assert [row["title"] for row in paid_and_free("url")] == [f"Page {at}x" for at in range(2, 7)]


def test_the_first_records_may_stand_above_all_sections() -> None:
    def group(team: str, *names: str) -> str:
        posting = "<div class=posting><a href=/j/{0}><h5>{0}</h5><span class=location>Berlin</span></a></div>"
        head = f"<div class=team-title>{team}</div>" if team else ""
        return f"<div class=group>{head}{''.join(map(posting.format, names))}</div>"

    html = (
        f"{group('', 'Anything')}<div class=large>Commercial</div>{group('Sales', 'Seller', 'Lead')}"
        f"{group('Accounts', 'Clerk')}<div class=large>Engineering</div>{group('Data', 'Analyst', 'Modeller')}"
    )
    found = rows(
        f"<div>{html}</div>", "all jobs", title="string", department="string", team="string", location="string"
    )
    assert [(row["department"], row["team"]) for row in found] == [
        (None, None),
        ("Commercial", "Sales"),
        ("Commercial", "Sales"),
        ("Commercial", "Accounts"),
        ("Engineering", "Data"),
        ("Engineering", "Data"),
    ]


def test_a_mark_is_told_by_its_words_or_by_what_tests_call_it() -> None:
    card = "<h3><a href=/j/#>Job #x</a></h3><p>Weight: # kg</p>{}"
    said = "<div><svg></svg><span>Berlin • Easily apply</span></div>"
    html = cards(card.format("@"), 4).replace("@", said, 2).replace("@", "")
    called = cards(card.format("@"), 4).replace("@", "<b data-at=item-quick-apply>Schnell</b>", 2).replace("@", "")

    assert column(html, "easily_apply", "boolean") == [True, True, False, False]
    assert column(called, "quick_apply", "boolean") == [True, True, False, False]
    assert column(html, "new", "boolean") == [None] * 4


def test_how_many_there_are_may_stand_under_no_of() -> None:
    head = "<tr><th>Ref. No.</th><th>Post</th><th>No. of posts</th><th>Closing date</th></tr>"
    day = "<del>14 November 2025</del> <time>5 December 2025</time>"
    row = "<tr><td>P-{0}</td><td><a href=/v/{0}>Clerk {0}x</a></td><td>{0}</td><td>{1}</td></tr>"
    body = "".join(row.format(at, day if at == 2 else "1 December 2025") for at in range(1, 5))

    found = rows(
        f"<table>{head}{body}</table>", "all vacancies", reference="string", posts="number", closing_date="string"
    )
    assert [row["posts"] for row in found] == [1, 2, 3, 4]
    # What was struck out is over.
    assert found[1]["closing_date"] == "5 December 2025"


def test_the_day_of_the_last_post_may_stand_in_two_elements_and_who_wrote_it_without_a_link() -> None:
    card = (
        "<a class=subject href=/b/#>Board #x</a><div class=lastpost><p><b>Last post: </b><b>Today</b> at"
        " 0#:41:55 AM<br><a href=/t/#>Peat line #</a> by {}</p></div>"
    )
    fields: dict[str, Kind] = {"last_post_at": "string", "last_post_by": "string", "last_post_title": "string"}

    for who in ("<a href=/u/1>ex-member</a>", "ex-member"):
        found = rows(cards(card.format(who)), "all boards", name="string", **fields)
        assert found[1] == {
            "name": "Board 2x",
            "last_post_at": "Today at 02:41:55 AM",
            "last_post_by": "ex-member",
            "last_post_title": "Peat line 2",
        }


def test_an_element_that_waits_for_its_script_has_its_day_in_a_title() -> None:
    html = cards("<h3><a href=/t/#>Thread #x</a></h3><a href=/t/# class=timeago title=2025-09-2#T13:40:07.915Z></a>")

    assert column(html, "created_at") == [f"2025-09-2{at}T13:40:07.915Z" for at in (1, 2, 3)]


def test_what_somebody_paid_for_may_lead_a_list() -> None:
    card = "<li class=hit><h2><a href=/p/{0}>Plumber {0}x</a></h2>{1}<p>Works in {0} towns and, if need be, beyond.</p>"
    html = "".join(card.format(at, "<span class=badge>Sponsored</span>" if at < 6 else "") for at in range(1, 10))
    menu = "".join(f"<li><a href=/c/{at}>Town {at}</a></li>" for at in range(1, 12))

    found = rows(
        f"<ul>{menu}</ul><ol>{html}</ol>", "all plumbers", title="string", description="string", sponsored="boolean"
    )
    assert [row["title"] for row in found] == [f"Plumber {at}x" for at in range(1, 10)]
    assert [row["sponsored"] for row in found] == [True] * 5 + [False] * 4


def test_terms_of_lists_under_several_headings_are_one_list() -> None:
    def group(heading: str, *jobs: int) -> str:
        job = (
            "<dt class=v><a href=/j/{0}>Nurse {0}x</a></dt><dd class=dept>Ward {0}</dd><dd>Deadline: 0{0}.06.2025</dd>"
        )
        return f"<div><h2>{heading} <i>({len(jobs)})</i></h2><dl class=vs>{''.join(map(job.format, jobs))}</dl></div>"

    long = "Medical technicians, therapists and pharmacists"
    html = group("Physicians", 1, 2) + group("Nurses", 3, 4, 5) + group(long, 6, 7)

    found = rows(html, "all jobs", title="string", deadline="string", category="string")
    assert [(row["title"], row["deadline"]) for row in found] == [(f"Nurse {n}x", f"0{n}.06.2025") for n in range(1, 8)]
    assert [row["category"] for row in found] == ["Physicians"] * 2 + ["Nurses"] * 3 + [long] * 2


def test_a_label_may_stand_on_the_line_above_its_value() -> None:
    html = cards(
        "<a href=/p/#>DEVICE #x</a><div><b class=head>Keeper:</b><br/><i>ANN LEE [NO]<br>BO KALB [NO]</i></div>"
        "<div><span class=head>Filed as:</span><br/>WO201921488# (A1)<br/>2019-11-1#</div>"
    )
    found = rows(html, "all patents", title="string", keeper="string", filed_as="string", publication_number="string")
    assert list(found[1].values()) == [
        "DEVICE 2x",
        "ANN LEE [NO] BO KALB [NO]",
        "WO2019214882 (A1)",
        "WO2019214882 (A1)",
    ]


def test_a_label_without_a_value_takes_none_from_the_next_label() -> None:
    html = cards("<a href=/p/#>DEVICE #x</a><div><b>Keeper:</b><br><b>Filed as:</b><br>A-#</div>")

    found = rows(html, "all patents", title="string", keeper="string", filed_as="string")
    assert list(found[1].values()) == ["DEVICE 2x", None, "A-2"]


def test_results_for_papers_say_how_many_versions_there_are_and_where_the_text_is() -> None:
    card = (
        "<p><a href=/files/#.pdf>[PDF] uni.example</a></p><h3><a href=/r/#>Moss #x in towns</a></h3>"
        "<p><a href=/c/#>Cited by 12#</a> <a href=/v/#>All 1# versions</a></p>"
    )
    found = rows(
        cards(card),
        "all results",
        title="string",
        citation_count="number",
        version_count="number",
        full_text_url="string",
    )[0]
    assert list(found.values())[1:] == [121, 11, "https://h.example/files/1.pdf"]


def test_behind_the_address_of_a_result_may_stand_when_it_was_read() -> None:
    card = (
        "<h2><a href=/r/#>Moss #x in towns</a></h2><div class=result__extras__url><a class=result__url href=/r/#>"
        " www.moss.example/a/# </a><span>&nbsp; 2024-11-0#T00:00:00.0000000</span></div>"
    )
    assert column(cards(card), "display_url")[0] == "www.moss.example/a/1"


@pytest.mark.parametrize(
    ("said", "is_free"), [("Free PMC article.", True), ("Free article", True), ("Free hugs", None)]
)
def test_what_is_free_may_be_named_with_it(said: str, *, is_free: bool | None) -> None:
    html = cards(f"<h3><a href=/r/#>Moss #x in towns</a></h3><span class=status>{said}</span>")

    assert column(html, "is_free", "boolean", title="string", url="string") == [is_free] * 3


def test_a_list_ends_above_the_links_to_its_other_pages() -> None:
    card = "<li><div class=tile><h3><a href=/p/{0}>Lamp {0}x</a></h3><b>$1{0}.50</b></div></li>"
    pages = (
        "<nav><ul><li><a href='?p=1'>1</a></li><li><a href='?p=2'>2</a></li><li><a href='?p=3'>3</a></li></ul></nav>"
    )
    more = f"<section><h2>More to consider</h2><ul class=c>{''.join(map(card.format, (8, 9)))}</ul></section>"
    html = f"<main><section><ul class=c>{''.join(map(card.format, range(1, 8)))}</ul></section>{pages}{more}</main>"

    found = rows(html, "all products", name="string", price="number", url="string")
    assert [row["name"] for row in found] == [f"Lamp {at}x" for at in range(1, 8)]


def test_what_is_called_a_heading_for_those_who_cannot_see_is_one() -> None:
    result = (
        "<div class=g><a href=/r/{0}><h3>Wok {0}x</h3></a><p>All that one has to know of woks, {0} times.</p></div>"
    )
    asked = (
        "<div class=g><div role=heading aria-level=2>People also ask</div><div>Does it rust?</div>"
        "<a href=/help>Feedback</a></div>"
    )
    html = "".join(asked + result.format(at) if at == 4 else result.format(at) for at in range(1, 8))

    found = rows(f"<main>{html}</main>", "all results", title="string", url="string", snippet="string")
    assert [row["title"] for row in found] == [f"Wok {at}x" for at in range(1, 8)]


def test_a_row_of_labels_above_a_list_names_the_parts_of_the_same_classes() -> None:
    head = "<ul class=titles><li class=t-title>Topic<li class=t-voices>Voices<li class=t-count>Posts</ul>"
    row = "<li class=t-title><a href=/t/{0}>Boat {0}x</a><li class=t-voices>{0}<li class=t-count>1{0}"
    row = f"<ul class=topic>{row}</ul>"
    html = f"<div><div class=head>{head}</div><div class=body>{''.join(map(row.format, range(1, 6)))}</div></div>"
    assert column(html, "posts", "number", title="string") == list(range(11, 16))

    cells = "<div role=row class=h>{}</div>".format(
        "".join(f"<div role=columnheader>{name}</div>" for name in ("Topic", "Replies", "Views"))
    )
    for at in range(1, 6):
        told = "".join(f"<div role=cell>{one}</div>" for one in (f"<a href=/t/{at}>Boat {at}x</a>", at, 10 + at))
        cells += f"<div role=row class=r>{told}</div>"
    assert column(f"<div role=table>{cells}</div>", "views", "number", title="string") == list(range(11, 16))


def test_a_prompt_in_another_language_tells_by_its_other_words_what_one_of_them_means() -> None:
    field = "<div class='field field--label-inline'><div class=label>{}</div><div class=item>{}</div></div>"
    card = (
        "<div class=field-direction>Direction des Sports</div><h3><a href=/o/#>Gardien #</a></h3>"
        + field.format("Catégorie", "C")
        + field.format("Temps de travail", "Temps complet")
        + field.format("Référence", "DCV-#")
    )
    found = rows(
        cards(card),
        "toutes les offres avec intitulé, direction, catégorie, temps de travail, référence et lien",
        title="string",
        department="string",
        category="string",
        working_time="string",
        reference="string",
        url="string",
    )
    assert list(found[0].values())[1:5] == ["Direction des Sports", "C", "Temps complet", "DCV-1"]


def test_how_long_ago_something_was_may_be_told_in_two_units() -> None:
    html = cards("<h3><a href=/t/#>Boat #x</a></h3><p>1 year, # months ago</p>")
    assert column(html, "date", title="string")[0] == "1 year, 1 months ago"

    html = cards("<h3><a href=/j/#>Clerk #x</a></h3><dl><dt>End date<dd>June 1#, 2024 (12 days left to apply)</dl>")
    assert column(html, "end_date", title="string")[0] == "June 11, 2024"


def test_the_link_of_a_result_may_begin_with_where_it_leads() -> None:
    card = (
        "<h3 class=title><a href=/r/# aria-label='How to set up a barrel #'><span><b>Gutters</b><i>gutters.example</i>"
        "</span>How to set up a barrel #</a></h3><p class=text>All that one has to know of barrels, # times.</p>"
    )
    assert column(cards(card), "title", url="string")[0] == "How to set up a barrel 1"


def test_a_link_that_only_reads_on_is_no_tag_and_where_a_label_stands_is_no_badge() -> None:
    card = (
        "<h3><a href=/e/#>Show #x</a></h3><div class='field field--label-inline'>Floor #</div>"
        "<div class=dates><time datetime=2024-05-1#>May 1#, 2024</time> -"
        " <time datetime=2024-06-1#>June 1#, 2024</time></div>"
        "<a rel=tag href=/e/#>Read more about Show #x</a>"
    )
    found = rows(
        cards(card),
        "all shows",
        title="string",
        category="string",
        badge="string",
        start_date="string",
        end_date="string",
    )[0]
    assert list(found.values())[1:] == [None, None, "2024-05-11", "2024-06-11"]


def test_what_a_part_of_each_card_lacks_is_read_from_the_card_around_it() -> None:
    card = (
        "<li class=card><table><tr><td><h3><a href=/j/{0}>Clerk {0}</a></h3><p>Acme {0}</p><p>Wage: {0} EUR</p></table>"
        "<p class=foot>{1}</p><p class=foot>Wage: see above</p></li>"
    )
    html = "".join(card.format(at, "Easily apply" if at % 2 else "") for at in range(1, 7))

    found = rows(f"<ul>{html}</ul>", "all jobs", title="string", wage="string", easily_apply="boolean")
    assert [list(row.values()) for row in found] == [[f"Clerk {at}", f"{at} EUR", at % 2 == 1] for at in range(1, 7)]


@pytest.mark.parametrize(
    ("prompt", "field", "said"),
    [
        ("all threads with title and date", "date", "2026-05-01"),
        ("all threads with title and the date as shown", "date", "May 1"),
        ("alle Themen, Titel und Datum wie angezeigt", "date", "May 1"),
        ("all threads with title and the date, exactly as shown", "date", "May 1"),
        ("all threads with title and date", "date_text", "May 1"),
        ("all threads, the dates as shown and in the form of machines", "date_iso", "2026-05-01"),
    ],
)
def test_a_day_is_given_as_readers_see_it_where_that_is_asked_for(prompt: str, field: str, said: str) -> None:
    html = cards("<h3><a href=/t/#>Thread #x</a></h3><p>by ann <time datetime=2026-05-0#>May #</time></p>")

    assert rows(html, prompt, title="string", **{field: "string"})[0][field] == said


@pytest.mark.parametrize(
    ("said", "age", "gender"),
    [
        ("4{0}\nyear old woman", 41, "woman"),
        ("4{0} / male", 41, "male"),
        ("4{0} ans, homme", 41, "homme"),
        ("4{0} years old", 41, None),
        ("4{0} ans", None, None),
    ],
)
def test_people_say_how_old_they_are_and_link_to_their_profile(said: str, age: int | None, gender: str | None) -> None:
    user = "<a href=/towns/{0}>Friends in Town {0}</a><p class=username><a href=/user/{0}>anna{0}</a></p>"
    html = "".join(f"<div class=m>{user}<p>{said}</p><p>Likes oaks.</p></div>".format(at) for at in range(1, 6))

    kinds = {"username": "string", "profile_url": "string", "age": "number", "gender": "string"}
    found = rows(html, "all members", **kinds)[0]  # type: ignore[arg-type] # kinds
    assert list(found.values()) == ["anna1", "https://h.example/user/1", age, gender]


def test_a_link_alone_behind_records_of_another_kind_is_no_record() -> None:
    record = (
        "<div class=result><div class=body><h2 class=title><a href=/r/{0}>Elm {0}x</a></h2>"
        "<div class=extras><i class=icon></i><a class=path href=/r/{0}>h.example/r/{0}</a></div>"
        "<a class=snippet href=/r/{0}>All about the elm of number {0}, as seen from below.</a></div></div>"
    )
    html = "".join(map(record.format, (1, 2, 3))) + "<div class=feedback-btn><a href=/feedback>Feedback</a></div>"

    found = rows(f"<div>{html}</div>", "all results", title="string", url="string", sponsored="boolean")
    assert [row["url"] for row in found] == [f"{HOST}/r/{at}" for at in (1, 2, 3)]


@pytest.mark.parametrize("name", ["data-href", "data-permalink"])
def test_an_address_that_a_card_has_for_scripts_is_read_from_where_the_page_stands(name: str) -> None:
    html = "".join(f"<li class=c {name}=/p/{at}><h3>Lamp {at}x</h3><b>${at}.50</b></li>" for at in range(1, 6))

    found = rows(f"<ul>{html}</ul>", "all products", title="string", price="number", url="string")[0]
    assert found == {"title": "Lamp 1x", "price": 1.5, "url": "https://h.example/p/1"}


@pytest.mark.parametrize(
    ("prompt", "field"),
    [
        ("all questions with title and how long ago", "asked"),
        ("toutes les questions : titre, il y a combien de temps", "date"),
        ("all questions", "posted_age"),
    ],
)
def test_how_long_ago_something_was_is_told_as_readers_see_it(prompt: str, field: str) -> None:
    html = cards("<h3><a href=/t/#>Oaks or elms #?</a></h3><time datetime=2026-05-01T10:0#:00Z>1# min. ago</time>")

    assert rows(html, prompt, title="string", **{field: "string"})[0][field] == "11 min. ago"


def test_what_says_the_same_wherever_both_speak_speaks_for_it_elsewhere() -> None:
    states = ["Available", "On loan", "Available", "In transit"]
    html = "".join(
        f"<li><h3><a href=/b/{at}>Book {at}</a></h3><b class=status>{said}</b>" for at, said in enumerate(states)
    )

    assert column(f"<ul>{html}</ul>", "availability", title="string") == states


def test_the_name_of_the_site_twice_over_keeps_a_place_for_what_a_script_shows() -> None:
    card = "<li><h3><a href=/p/{0}>{1}</a></h3><b>${0}.50</b><p>Weight: {0} kg</p></li>"
    blank = card.format(0, "Shop on H.example")
    html = f"<ul>{blank}{blank}{''.join(card.format(at, f'Lamp {at}') for at in (1, 2, 3, 4))}</ul>"

    assert column(html, "name", price="number", weight="string") == [f"Lamp {at}" for at in (1, 2, 3, 4)]
    assert column(html, "name", price="number") == [f"Lamp {at}" for at in (1, 2, 3, 4)]


def test_records_with_the_name_of_the_site_in_theirs_are_no_places_kept() -> None:
    card = "<li><h3><a href=/who/{0}>{0}</a></h3><b>{1}.50 EUR</b><p>Weight: {1} kg</p></li>"
    names = ["Ash", "Birch", "Ash", "Birch", "Ash", "Birch"]
    html = "".join(card.format(name, at) for at, name in enumerate(names, 1))

    assert column(f"<ul>{html}</ul>", "name", price="number", weight="string") == names


@pytest.mark.parametrize(
    ("mark", "field", "is_so"),
    [
        ("<span>Spoiler</span>", "is_spoiler", True),
        ("<a href=/s>Spoiler</a>", "is_spoiler", None),
        ("<button>Spoiler</button>", "is_spoiler", None),
        ("<b class=badge>Black Friday Angebot</b>", "black_friday_deal", True),
        ("<p>On view in Gallery 12</p>", "on_view", True),
        ("<p>On view only online</p>", "on_view", None),
        ("<a href=/viewing-room/3>Explore in the viewing room</a>", "has_viewing_room", True),
        ("<a href=/rooms/3>Explore in the viewing room</a>", "has_viewing_room", None),
        ("<div data-testid=sitelinks><a href=/x>Prices</a></div>", "has_sitelinks", True),
        ("<svg><title>Bio</title></svg>", "organic", True),
        ("<p>Free PMC article.</p>", "has_free_text", True),
        ("<p>Permanent, full-time</p>", "permanent", True),
        ("<p>Permanent, full-time</p>", "full_time", True),
        ("<p>Permanent growth, full of joy, and time for us all</p>", "permanent", None),
        ("<p>Free, £10 for adults</p>", "is_free", None),
        ("<p><b>Format:</b> available online</p>", "is_online", True),
        ("<p>Flats in town come <em>furnished</em> and clean</p>", "furnished", None),
        ("<p>Unfurnished</p>", "furnished", False),
        ("<h4>Furnished</h4>", "furnished", None),
        ("<i class=x title=Balcony></i>", "has_balcony", True),
        ("<img src=/i/gratis.png>", "is_free", True),
        ("<img src=/i/gratis.png width=200>", "is_free", None),
        ("<img src=/i/5ad481a8-7bc7-11e4.jpg>", "promoted", None),
        ("<a href=/p/#/plan>Floorplan</a>", "has_floorplan", True),
        ("<i class=ad-top></i>", "isAdTop", True),
        ("<i class=adtop></i>", "isAdTop", True),
        ("<b class='badge hidden'><i>Locked</i></b>", "is_locked", None),
    ],
)
def test_what_some_records_say_in_other_words_is_so_for_them_alone(mark: str, field: str, is_so: bool | None) -> None:  # noqa: FBT001 - what is expected
    card = "<li><h3><a href=/p/{0}>Page {0}</a></h3><p>Weight: {0} kg</p>{1}</li>"
    html = "".join(card.format(at, mark.replace("#", str(at)) if at in {1, 4} else "") for at in range(1, 6))

    others = False if is_so else None
    assert column(f"<ul>{html}</ul>", field, "boolean", title="string", weight="string") == [
        is_so,
        others,
        others,
        is_so,
        others,
    ]


@pytest.mark.parametrize(
    ("told", "marked"),
    [
        ("true if marked 'Last days'", "<i>Last days</i>"),
        ("marked as coming back", "<i>Coming back</i>"),
        ('says whether it reads "Online first"', "<p>Rye. 2026 May 3. doi: 10.9136/n1. Online first.</p>"),
        ("yes when there is a Get Tickets button", "<a href=/cart>Get Tickets</a>"),
        ("true wenn HB", "<i>HB</i>"),
        ("true if it closes", ""),
    ],
)
def test_a_prompt_says_what_a_field_is_marked_with(told: str, marked: str) -> None:
    card = "<li><h3><a href=/p/{0}>Page {0}</a></h3><p>Weight: {0} kg</p>{1}</li>"
    html = "".join(card.format(at, marked if at % 2 else "<i>Other</i>") for at in range(1, 5))

    found = column(f"<ul>{html}</ul>", "quux", "boolean", f"all pages\nquux: {told}", title="string", weight="string")
    assert found == ([True, False] * 2 if marked else [None] * 4)


@pytest.mark.parametrize("field", ["sponsored", "quux"])
def test_a_heading_over_some_records_marks_them(field: str) -> None:
    card = "<li class=c><h3><a href=/p/{0}>Inn {0}</a></h3><p>Weight: {0} kg</p></li>"
    parts = [card.format(at) for at in range(1, 7)]

    over = (f"<h2>{field.title()} results</h2>", "<h2>All results</h2>")
    html = f"{over[0]}<ul>{''.join(parts[:2])}</ul>{over[1]}<ul>{''.join(parts[2:])}</ul>"
    assert column(html, field, "boolean", title="string", weight="string") == [True] * 2 + [False] * 4


def test_a_class_that_more_records_have_than_say_it_marks_them() -> None:
    card = "<li class='c {1}'><i>{2}</i><h3><a href=/p/{0}>Flat {0}</a></h3><p>Weight: {0} kg</p></li>"
    said = [("is-featured", "Premium"), ("", "Plain"), ("is-featured", "Featured flat"), ("", "Plain")]

    html = "".join(card.format(at, *one) for at, one in enumerate(said))
    assert column(f"<ul>{html}</ul>", "isFeatured", "boolean", title="string") == [True, False] * 2


def test_a_list_of_questions_to_press_among_results_is_no_heading_of_those_behind_it() -> None:
    said = "<p>All that one has to know of walls, and of {0}.</p>"
    result = f"<li><article><h2><a href=/p/{{0}}>Page {{0}}</a></h2>{said}</article></li>"
    asked = "<ul><li><button>How long?</button></li><li><button>How high?</button></li></ul>"
    also = f"<li><section><h2>People also search</h2>{asked}</section></li>"
    html = f"<ol>{''.join(map(result.format, range(1, 4)))}{also}{''.join(map(result.format, range(4, 8)))}</ol>"

    assert column(html, "snippet", title="string") == [
        f"All that one has to know of walls, and of {at}." for at in range(1, 8)
    ]


@pytest.mark.parametrize("leaving", ["leave out", "leaving out", "omitting", "without"])
def test_what_is_to_be_left_out_is_not_asked_for(leaving: str) -> None:
    card = "<li class={1}><h3><a href=/p/{1}{0}>Lamp {1} {0}</a></h3><b>${0}.50</b></li>"
    chosen = "".join(card.format(at, "a") for at in range(1, 4))
    others = "".join(card.format(at, "b") for at in range(1, 9))
    html = f"<h2>Chosen for you</h2><ul>{chosen}</ul><h2>Lamps</h2><ul>{others}</ul>"

    found = rows(html, f"all products ({leaving} what is chosen for you)", name="string", price="number")
    assert [row["name"] for row in found] == [f"Lamp b {at}" for at in range(1, 9)]


def test_a_picture_between_a_label_and_its_value_parts_them_not() -> None:
    kind = "<p><span class=label>Material type:</span> <img src=/b.png> <span>Book</span></p>"
    html = cards(f"<h3><a href=/p/#>Kelp #x</a></h3>{kind}")

    assert column(html, "material_type", title="string") == ["Book"] * 3


def test_authors_who_are_named_in_the_same_way_are_all_of_them() -> None:
    by = "<div class=result-authors><span class=author>Anna Rehn</span>, <span class=author>Bo Lind #</span></div>"
    html = cards(f"<h3><a href=/p/#>Soap #x</a></h3>{by}<p>Journal of Soap, 200#</p>")

    assert column(html, "authors", title="string")[0] == "Anna Rehn, Bo Lind 1"


@pytest.mark.parametrize("behind", ["<a {}>({})</a>", "<i>(<a {}><i>{}</i></a>)</i>"])
def test_the_site_of_a_story_may_stand_in_brackets_behind_it(behind: str) -> None:
    site = behind.format("href=/from?site=acme#.example", "acme#.example")
    html = cards(f"<a class=title href=https://acme#.example/p>Soap #x</a> {site}<p># points</p>")

    assert column(html, "domain", title="string", points="number")[0] == "acme1.example"


@pytest.mark.parametrize(("mark", "said"), [("(#)", None), ("Sold", "Sold")])
def test_how_many_there_are_is_no_mark_before_a_title(mark: str, said: str | None) -> None:
    html = cards(f"<h3><a href=/p/#><span class=label>{mark}</span> Kelp #x</a></h3><p>Weight: # kg</p>")

    assert column(html, "prefix", title="string", weight="string")[0] == said


def test_how_many_more_authors_there_are_ends_no_list_of_them() -> None:
    said = (
        "<span class=author-name><a href=/a/1>Anna Rehn</a></span>, <button>+6 authors</button>, "
        "<span class=author-name><a href=/a/2>Bo Lind</a></span>"
    )
    html = cards(f"<h3><a href=/p/#>Soap #x</a></h3><span class=author-list>{said}</span><p># citations</p>")

    assert column(html, "authors", title="string")[0] == "Anna Rehn, +6 authors, Bo Lind"


def test_a_place_without_classes_is_known_by_the_class_above_it() -> None:
    text = "<div class=text><i><i><i>Walls {0}, seen twice</i></i></i></div>"
    card = f"<li><h3><a href=/p/{{0}}>Soap {{0}}x</a></h3>{{1}}{text}</li>"
    venue = "<div class=venue><i><i><i>Review {}</i></i></i></div>"
    html = "".join(card.format(at, venue.format("ABCDE"[at]) if at != 2 else "") for at in range(5))

    assert column(f"<ul>{html}</ul>", "venue", title="string") == ["Review A", "Review B", None, "Review D", "Review E"]


def test_records_in_a_box_of_their_own_among_the_others_are_records_as_they_are() -> None:
    card = "<div class='hit'><h3><a href=/p/{0}>Soap {0}x</a></h3><p>All about soap, part {0} of it.</p></div>"
    box = f"<div><ul><li>{card.format(2)}</li><li>{card.format(3)}</li></ul></div>"
    html = "".join(f"<div class=row>{one}</div>" for one in (card.format(1), box, card.format(4), card.format(5)))

    assert column(html, "title", snippet="string") == [f"Soap {at}x" for at in range(1, 6)]


def test_banners_and_a_box_between_them_divide_no_list() -> None:
    card = "<div class=home><h3><a href=/h/{0}>Home {0}x</a></h3><b>£{0}0</b><p>{0} rooms</p></div>"
    banner = "<div class=banner><a href=/ad><img src=/ad.png></a></div>"
    first = "".join(map(card.format, range(1, 4)))
    boxed = f"<div class=more>{''.join(map(card.format, range(4, 8)))}</div>"
    html = f"<main>{first}{banner}{boxed}{banner}{card.format(8)}</main>"

    assert column(html, "price", "number", title="string", rooms="number") == [10 * at for at in range(1, 9)]


def test_what_filters_a_list_is_none_of_it_though_it_is_laid_out_alike() -> None:
    box = "<li><label><input type=checkbox> <a href=/f/{0}>Kind {0}</a></label></li>"
    filters = f"<div class=c><h3>Filters</h3><ul>{''.join(map(box.format, range(20)))}</ul></div>"
    lamp = "<div class=c><h3><a href=/p/{0}>Lamp {0}x</a></h3><b>£{0}</b></div>"
    html = f"{filters}{''.join(map(lamp.format, range(1, 6)))}"

    assert column(html, "title", price="number") == [f"Lamp {at}x" for at in range(1, 6)]


@pytest.mark.parametrize(
    ("field", "others", "said"),
    [
        ("title", {"weight": "string", "color": "string"}, ["Lot 1x", "Lot 2x", "Lot 3x", "Lot 4x", "Lot 5x"]),
        ("color", {"weight": "string", "origin": "string"}, ["c1", "c2", None, "c4", "c5"]),
    ],
)
def test_what_is_made_as_the_others_are_is_a_record_and_a_banner_is_none(
    field: str, others: dict[str, Kind], said: list[str | None]
) -> None:
    told = "<p>Weight: {0} kg<p>Color: c{0}<p>Origin: o{0}"
    html = "".join(
        f"<li class=c><div class=head><h3><a href=/r/{at}>Lot {at}x</a></h3></div><div class=text><p>About</p></div>"
        f"<div class=foot>{'' if at == 3 else told.format(at)}</div>"
        + ("<li class=c><a href=/news><h3>Our letter</h3></a>" if at == 2 else "")
        for at in range(1, 6)
    )

    assert column(f"<ul>{html}</ul>", field, **others) == said


def test_a_record_that_says_little_is_one_where_its_title_is_marked_as_the_others_are() -> None:
    title = "<h2 class=c__title>Mill {0}</h2>"
    more = "<i class=was>£9{0}</i><b class=now>£{0}</b><em class=per>1 kg</em><u class=stars>4.{0} out of 5</u>"
    told = [f"{title.format(at)}{'' if at == 3 else more.format(at)}" for at in range(1, 7)]
    html = "".join(f"<li class=c><a href=/p/{at}><img src=/{at}.png>{one}</a></li>" for at, one in enumerate(told))

    found = column(f"<ul>{html}</ul>", "name", price="number", rating="number", unit="string", url="string")
    assert found == [f"Mill {at}" for at in range(1, 7)]


@pytest.mark.parametrize(
    ("prompt", "count"),
    [
        ("all results", 4),
        ("all results, including ads", 5),
        ("all results, both sponsored and normal", 5),
        ("all ads and organic results", 5),
    ],
)
def test_what_is_paid_for_is_a_row_where_the_prompt_wants_it(prompt: str, count: int) -> None:
    said = "<h2><a href=/p/{0}>Page {0}x</a>{1}</h2><p>All that there is to know of page {0}.</p>"
    html = f"<div class='hit ad'>{said.format(0, '<button class=badge>Ad</button>')}</div>"
    html += "".join(f"<div class=result>{said.format(at, '')}</div>" for at in range(1, 5))

    assert len(column(html, "title", prompt=prompt, snippet="string", url="string")) == count


def test_what_links_to_itself_is_known_by_that_and_not_by_who_wrote_it() -> None:
    html = "".join(
        f"<div id=p{at}><small><a href=#p{at} class=floor-anchor>#{at}-1</a> - 2026-5-1{at} 09:02</small> "
        f"<strong><a href=/user/ann{at}>ann{at}</a></strong><div class=message>Soap number {at} is it.</div></div>"
        for at in range(1, 5)
    )

    found = rows(html, "all replies", floor="string", author="string", date="string", text="string", url="string")
    assert list(found[0].values()) == [
        "#1-1",
        "ann1",
        "2026-5-11 09:02",
        "Soap number 1 is it.",
        f"{HOST}/a/page.html#p1",
    ]


@pytest.mark.parametrize("said", ["N/A", "k. A.", "Not specified", "non communiqué"])
def test_what_forms_say_where_nobody_has_told_is_nothing(said: str) -> None:
    html = cards(f"<h3><a href=/p/#>Lamp #x</a></h3><dl><dt>Weight</dt><dd>{said}</dd><dt>Size</dt><dd># m</dd></dl>")

    assert column(html, "weight", title="string", size="string") == [None] * 3


def test_columns_of_known_labels_are_those_of_two_rows_each_that_share_a_cell() -> None:
    record = (
        "<tr><td rowspan=2><a href=/e/{0}>Conf {0}</a></td><td colspan=3>The conference of boats, number {0}</td></tr>"
        "<tr><td>May {0}, 2027 - May 1{0}, 2027</td><td>Oslund, Norway</td><td>Jan {0}, 2027</td></tr>"
    )
    head = "<tr><td>Event</td><td>When</td><td>Where</td><td>Deadline</td></tr>"
    html = f"<table>{head}{''.join(map(record.format, range(1, 5)))}</table>"

    found = rows(html, "all events", event="string", date="string", location="string", deadline="string")
    assert list(found[1].values()) == ["Conf 2", "May 2, 2027 - May 12, 2027", "Oslund, Norway", "Jan 2, 2027"]


def test_results_follow_each_other_across_what_others_ask() -> None:
    told = "<h3><a href=/p/{0}>Page {0}x</a></h3><span>All of page {0}, told.</span>"
    hit = f"<div class=g><div class=rc>{told}</div></div>"
    ask = "<div class=part><h2>People also ask</h2><div><div>How long?</div><div>How high?</div></div></div>"
    boxes = [
        f"<div class=part><div class=srg>{''.join(map(hit.format, one))}</div></div>"
        for one in ((1, 2, 3), range(4, 20))
    ]
    # Columns and other parts of a page, that are large, too.
    columns = "".join(f"<div class=k{at}>" for at in range(12)) + f"{boxes[0]}{ask}{boxes[1]}" + "</div>" * 12

    assert len(column(f"<div><div>Intro of it</div>{columns}</div>", "snippet", title="string")) == 19


def test_who_wrote_and_when_is_no_summary() -> None:
    day = "<span>Publié le 0# mars 2024 à 19h26</span> <span>Lecture 2 min</span>"
    meta = f"<span class=meta__author>Anna Rehn</span> {day}"
    summary = "<p class=teaser__desc>Walls # are built in a day, and last for more than any of us.</p>"
    card = f"<section class=teaser><a href=/p/#><h3>Soap #x</h3>{{}}<p class=teaser__meta>{meta}</p></a></section>"
    html = "".join(card.format("" if at == 2 else summary).replace("#", str(at)) for at in range(1, 6))

    assert column(html, "summary", title="string", date="string", author="string")[1] is None


def test_a_label_that_is_heard_makes_a_place_no_summary() -> None:
    place = "<ul><li><span class=visually-hidden>Location</span> Porthmorva Art Gallery, Cornwall, room #</li></ul>"
    html = cards(f"<a href=/e/#><h3>Masks #x</h3><p>Until 5 May 203#</p>{place}</a>")

    found = rows(html, "all exhibitions", title="string", summary="string", location="string")[0]
    assert list(found.values()) == ["Masks 1x", None, "Porthmorva Art Gallery, Cornwall, room 1"]


def test_what_has_a_label_that_is_heard_is_no_name_that_an_icon_marks() -> None:
    age = "<li><svg><use href='#users'></use></svg><span class=visually-hidden>Recommended age</span> over #</li>"
    html = cards(f"<a href=/e/#><h3>Masks #x</h3></a><ul><li>5 May 203#</li>{age}</ul>")

    assert column(html, "author", title="string", date="string") == [None] * 3


@pytest.mark.parametrize("first", ["category", "company"])
def test_a_field_that_is_no_name_does_not_say_where_a_record_leads(first: str) -> None:
    others = "<a class=category href=/k/opera>Opera</a> <a class=company href=/c/#>Acme #</a>"
    html = cards(f"{others}<h3><a href=/e/#>Masks #x</a></h3>")

    found = rows(html, "all shows", **{first: "string", "url": "string"})
    assert [row["url"] for row in found] == [f"https://h.example/e/{at}" for at in (1, 2, 3)]


def test_a_label_that_is_heard_behind_an_icon_is_no_part_of_what_it_marks() -> None:
    place = "<li><svg><use href='#pin'></use></svg><span class=visually-hidden>Sala</span> Sala {}</li>"
    html = cards("<a href=/e/#><h3>Masks #x</h3></a><ul><li>5 May 203#</li>{}</ul>".format(place.format("Grande #")))

    assert column(html, "sala", titolo="string") == ["Sala Grande 1", "Sala Grande 2", "Sala Grande 3"]


def test_what_leads_elsewhere_than_the_links_of_all_others_is_the_link_of_no_record() -> None:
    firm = "<a class=firm href=https://firms.example/c/{0}><h4>Acme {0}</h4></a>"
    card = "<li><h2>{1}</h2><p>Pay: {0} EUR</p>" + firm + "</li>"
    linked = "<a class=job href=/j/{0}>Clerk {0}x</a>"
    html = "".join(card.format(at, "Clerk 2x" if at == 2 else linked.format(at)) for at in range(1, 7))

    assert column(f"<ul>{html}</ul>", "url", title="string", company="string", pay="string") == [
        f"{HOST}/j/{at}" if at != 2 else None for at in range(1, 7)
    ]


def test_what_is_seen_comes_before_data_where_a_day_is_asked_for_as_it_is_shown() -> None:
    things = [
        {"@type": "Event", "name": f"Fair {at}", "startDate": f"2026-05-1{at}", "url": f"/e/{at}"} for at in range(1, 6)
    ]
    data = f"<script type='application/ld+json'>{json.dumps(things)}</script>"
    html = data + cards("<h3><a href=/e/#>Fair #</a></h3><p class=when>sab 1# mag, 21:00</p><p>Weight: # kg</p>", 5)

    prompt = "all events with title, date as shown on the page, and link"
    shown = column(html, "date", prompt=prompt, title="string", url="string")
    assert shown[0] == "sab 11 mag, 21:00"


def test_small_parts_of_one_record_are_none_though_they_share_a_class_with_the_others() -> None:
    said = "<h3><a href=/p/{0}>Soap {0}x</a></h3><p>All about soap, part {0} of it.</p>"
    more = "<ul><li>one</li><li>two</li><li>three</li><li>four</li></ul>"
    boxes = [f"<div class=g>{said}{more}</div>"] * 4 + [f"{said}{more}<div class=g>new</div><div class=g>blue</div>"]
    html = "".join(f"<div class=row>{one.format(at)}</div>" for at, one in enumerate(boxes, 1))

    assert column(html, "title", snippet="string") == [f"Soap {at}x" for at in range(1, 6)]


def test_sections_whose_classes_have_numbers_are_parts_of_one_list() -> None:
    old = "<s>$8.00</s>"
    item = "<div class=row{0}_item><a href=/p/{0}{1}>Mug {0}{1}x</a> {2} <b>$5.00</b></div>"
    sections = (
        f"<h2>Shelf {at}</h2><div class=row><div class=row{at}>"
        f"{''.join(item.format(at, no, old if at == 2 else '') for no in range(1, 7))}</div></div>"
        for at in (1, 2, 3)
    )
    html = f"<main>{''.join(sections)}</main>"

    found = rows(html, "all products", name="string", price="number", old_price="number", link="string")
    assert [row["old_price"] for row in found] == [None] * 6 + [8] * 6 + [None] * 6


@pytest.mark.parametrize(
    ("field", "prompt"),
    [
        ("church", "Every church: name and place"),
        ("igreja", "todas as igrejas"),
        ("church", "Every church: church, website"),
        ("church", "All places of worship: church and website"),
    ],
)
def test_what_is_called_as_the_things_that_a_prompt_lists_is_their_name(field: str, prompt: str) -> None:
    html = cards("<h4>Hill Church #</h4><p>Exeter, Devon<br>Open from 9 to 5</p>")

    found = rows(html, prompt, **{field: "string", "website": "string"})
    assert [row[field] for row in found] == [f"Hill Church {at}" for at in (1, 2, 3)]


def test_an_hour_and_a_day_without_its_month_are_no_date_beside_that_of_a_heading() -> None:
    when = "<div class=date>Fr12</div><p class=date>16:00 Uhr</p>"
    show = f"<article>{when}<h3>Hill {{0}}</h3><p>0{{0}}.01.2025</p></article>"
    days = [f"<h2>{at}. September 2025</h2>{show.format(at)}{show.format(at + 4)}" for at in (1, 2, 3)]

    found = rows(f"<main>{''.join(days)}</main>", "all shows", title="string", date="string")
    assert [row["date"] for row in found] == [f"{at}. September 2025" for at in (1, 1, 2, 2, 3, 3)]


def test_menus_that_open_are_no_records_beside_those_that_they_filter() -> None:
    cities = ("Oslund", "Grazby", "Corkel", "Lyvonne", "Bernau")
    choices = "".join(f"<li><a href=/all?by={city}>{city}</a>" for city in cities)
    menu = f"<button><span>{{}}</span></button><ul role=listbox><li><a href=/all>All</a>{choices}</ul>"
    menus = "".join(f"<div class=menu>{menu.format(kind)}</div>" for kind in ("Department", "City", "Remote"))
    jobs = "".join(f"<li><a href=/j/{at}><span>Baker {at}</span><div>{one}</div></a>" for at, one in enumerate(cities))
    html = f"<main><form>{menus}</form><ul class=jobs>{jobs}</ul></main>"

    found = rows(html, "all jobs", title="string", department="string", city="string", url="string")
    assert [row["title"] for row in found] == [f"Baker {at}" for at in range(5)]


def test_a_version_that_nothing_else_tells_is_what_all_names_end_in() -> None:
    def told(second: str) -> list[tuple[object, object]]:
        lines = "".join(f"<tr><td>3 May<td><a href=/p/{at}>{name}</a>" for at, name in enumerate(("Elm 0.0.#", second)))
        html = f"<table><tr><th>Day<th>Package{lines.replace('#', '1')}{lines.replace('#', '2')}</table>"
        return [(row["name"], row["version"]) for row in rows(html, "all packages", name="string", version="string")]

    assert told("Oak 2014.11.2#-rc1")[:2] == [("Elm", "0.0.1"), ("Oak", "2014.11.21-rc1")]
    assert told("Oak #")[:2] == [("Elm 0.0.1", None), ("Oak 1", None)]


def test_a_code_before_a_name_and_credits_behind_it_are_told_apart_where_both_are_asked_for() -> None:
    html = cards("<h4>ART 101#. Maps and Charts. 3 Credit Hours.</h4><p>How people draw the places that they know.</p>")
    whole = "ART 1011. Maps and Charts. 3 Credit Hours."

    found = rows(html, "all courses", course_code="string", course_title="string", credit_hours="number")
    assert found[0] == {"course_code": "ART 1011", "course_title": "Maps and Charts", "credit_hours": 3}
    assert rows(html, "all courses", course_title="string", description="string")[0]["course_title"] == whole


def test_folders_that_differ_in_a_number_only_lead_nowhere_else() -> None:
    place = "<p>Place: Exeter</p>"
    church = "<div class=one><h4><a href=/c/{0}/hill>Hill Church {0}</a></h4>{1}<p>Pastor: Ann {0}</p></div>"
    lands = [f"<div class=land>{''.join(church.format(at, place) for at in range(1, 8))}</div>"]
    lands.append(f"<div class=land>{''.join(church.format(at, '') for at in (8, 9, 10))}</div>")

    assert len(rows(f"<main>{''.join(lands)}</main>", "all", title="string", place="string", pastor="string")) == 10


@pytest.mark.parametrize(("prompt", "first"), [("the latest boat ads", "Boat 1x"), ("all kinds of boats", "Boats 1")])
def test_under_a_heading_that_a_prompt_quotes_a_list_may_say_a_little_less_than_others(prompt: str, first: str) -> None:
    kind = "<div class=kind><h3>Boats {0}</h3><p><a href=/k/{0}>All boats</a></p><p>{1}Oslund {0}</p></div>"
    kinds = "".join(kind.format(at, "City: " * (at % 2)) for at in range(1, 5))
    ad = (
        "<div><span><a href=/a/{0}>Boat {0}x</a><b>Graz {0}</b> - {0} m long, and as good as new or better</span></div>"
    )
    html = f"{kinds}<section><h2>Latest boat ads in Norway:</h2>{''.join(map(ad.format, range(1, 5)))}</section>"

    assert rows(html, prompt, title="string", city="string", url="string")[0]["title"] == first


def test_records_in_rows_alike_are_one_list_in_boxes_of_two_kinds() -> None:
    def row(*numbers: int) -> str:
        # Some have a mark, with which those begin in another way.
        card = "<div class=offer>{0}<a href=/o/{1}><i>Oak {1}x</i></a><p>${1}.50</p><p>Ends <b>on Friday</b></p></div>"
        cards = (card.format("<b class=mark>!</b>" if at % 2 else "", at) for at in numbers)
        return f"<div class=row>{''.join(cards)}</div>"

    beside = "<aside><a href=/s/1>Soon</a></aside>"
    html = f"<div class=top>{row(1, 2)}{beside}</div><div class=part>{row(3, 4, 5)}{row(6, 7, 8)}{row(9)}</div>"

    found = rows(f"<h1>Sale</h1><div class=all>{html}</div>", "all offers", name="string", price="number")
    assert [row["name"] for row in found] == [f"Oak {at}x" for at in range(1, 10)]


@pytest.mark.parametrize(
    ("prompt", "heading", "numbers"),
    [
        ('The items of the "Newest" list', "h2", [1, 2, 3, 4]),
        ("All articles of the Newest section", "h2", [1, 2, 3, 4]),
        ("Alle Artikel im Abschnitt Newest", "h2", [1, 2, 3, 4]),
        ("All articles in the Newest article list", "h2", [1, 2, 3, 4]),
        ("All fresh articles (Newest)", "h2", [1, 2, 3, 4]),
        ("All fresh articles (Newer)", "h2", [1, 2, 3, 4, 5, 6, 7]),
        ("All the newest articles", "h2", [1, 2, 3, 4, 5, 6, 7]),
        ('All articles without the "Newest" ones', "h2", [5, 6, 7]),
        # All stands under the heading of the page.
        ("All articles of the Newest section", "h1", [1, 2, 3, 4, 5, 6, 7]),
    ],
)
def test_of_sections_alike_the_one_whose_heading_a_prompt_quotes_is_meant(
    prompt: str, heading: str, numbers: list[int]
) -> None:
    by = "<small>by ann{0}</small><p>Rain, {0} m.</p>"
    one = f"<div class=one><div><h3><a href=/a/{{0}}>Boat {{0}}x</a></h3>{by}</div></div>"
    newest, others = ("".join(map(one.format, part)) for part in (range(1, 5), range(5, 8)))
    html = f"<{heading}>Newest:</{heading}><div class=list>{newest}</div><h2>Boats</h2><div class=list>{others}</div>"

    found = rows(html if heading == "h1" else f"<h1>Trees</h1>{html}", prompt, title="string", author="string")
    assert [row["title"] for row in found] == [f"Boat {at}x" for at in numbers]


def test_the_topics_of_a_record_are_no_name_of_it() -> None:
    topics = "<label>Topics:</label> <a href=/t/1>Rivers</a> <a href=/t/#>Rain #</a>"
    html = cards(f"<div><h3><a href=/a/#>Boat #x</a></h3></div><div>{topics}</div>")

    assert column(html, "title", prompt="all articles", summary="string") == ["Boat 1x", "Boat 2x", "Boat 3x"]


@pytest.mark.parametrize(("field", "poster"), [("film", f"{HOST}/1.jpg"), ("topic", "ann")])
def test_a_poster_is_a_picture_beside_a_film_and_who_wrote_beside_a_topic(field: str, poster: str) -> None:
    html = cards("<img src=/#.jpg><h3><a href=/f/#>Oak #x</a></h3><p>Weight: # kg</p><i class=poster>ann</i>")

    assert column(html, "poster", **{field: "string", "weight": "string"})[0] == poster


@pytest.mark.parametrize("label", ["Linee", "Lignes", "Linien", "Lines concerned"])
def test_lines_of_buses_are_called_so_in_many_languages(label: str) -> None:
    html = cards(f"<h3><a href=/n/#>Bridge # closed</a></h3><p>{label}: # LIT - 1# LIT</p>")

    assert column(html, "lines", title="string")[0] == "1 LIT - 11 LIT"


def test_what_holds_an_icon_and_its_figure_may_say_more_than_the_icon() -> None:
    figure = '<div title="Weekly downloads"><svg><title>Downloads</title><path d=M0></svg><span>93#</span></div>'

    assert column(cards(f"<h3><a href=/p/#>Rye #x</a></h3>{figure}"), "weekly_downloads", "number", name="string") == [
        931,
        932,
        933,
    ]


def test_a_prompt_lists_the_fields_though_one_of_them_is_a_clause() -> None:
    html = cards("<h3>Rye #x</h3><p><b>Day of the visit:</b> <span>1# March 2026</span></p><i>Verified</i>")
    prompt = "All reviews: headline, day of the visit and whether the company has replied to it."

    found = rows(html, prompt, headline="string", experience="string", replied="boolean")
    assert found[0]["experience"] == "11 March 2026"


def test_what_alone_names_somebody_is_no_job() -> None:
    html = cards("<h3 class=title><a href=/p/#>Ann Oak #x</a></h3><p>E-mail: ann#@h.example</p>")
    called = cards("<h3 class=name><a href=/p/#>Ann Oak #x</a></h3><p class=title>Warden #x</p>")

    for field, said in (("name", "Ann Oak 1x"), ("job_title", None)):
        assert rows(html, "all people", name="string", job_title="string", email="string")[0][field] == said
    assert column(called, "job_title", name="string") == ["Warden 1x", "Warden 2x", "Warden 3x"]


@pytest.mark.parametrize("first", [0, 1])
def test_what_many_look_at_is_a_record_even_if_it_is_the_first(first: int) -> None:
    html = "".join(
        f"<div class='box {'box--trending' if at == first else ''}'><h3><a href=/e/{at}>Fair {at}x</a></h3>"
        f"<p class=event-text>May {at + 1}, 2026</p><p class=event-text>Hall {at}x</p>"
        f"<div class=tags><a class=tag href=/k/{at}>Crafts {at}x</a><b class=price-tag>$1{at}</b></div>"
        f"<p class=going>{at + 3} going</p></div>"
        for at in range(5)
    )
    found = rows(html, "all events", event="string", event_type="string", people_going="number")

    assert [[*row.values()] for row in found] == [[f"Fair {at}x", f"Crafts {at}x", at + 3] for at in range(5)]


def test_courses_say_who_gives_them_and_what_is_learned() -> None:
    html = cards(
        "<b class=status-tag>Free trial</b><p class=partner-name>Oak School #x</p><h3><a href=/c/#>Saws #x</a></h3>"
        "<p><b>Skills you'll gain:</b> Sawing, planing #x</p>"
    )
    found = rows(html, "all courses", course_title="string", provider="string", skills="string")

    assert [*found[0].values()] == ["Saws 1x", "Oak School 1x", "Sawing, planing 1x"]


def test_who_buys_is_the_only_name_that_nothing_else_tells() -> None:
    buyers = ["Oakham Council", "Elm University", "Ash Trust", "Oakham Council"]
    html = "".join(
        f"<li><h2><a href=/t/{at}>Supply of lamps {at}x</a></h2><p class=under>{buyer}</p><p><b>Stage</b> Open</p></li>"
        for at, buyer in enumerate(buyers)
    )

    assert column(f"<ul>{html}</ul>", "buyer", prompt="all notices", title="string", stage="string") == buyers


def test_a_price_as_a_text_says_that_it_is_the_lowest_one() -> None:
    html = cards("<h3><a href=/e/#>Fair #x</a></h3><p>Hall #x</p><p>From £1#.50</p>")

    assert column(html, "price_text", title="string") == ["From £11.50", "From £12.50", "From £13.50"]
    assert column(html, "price", "number", title="string") == [11.5, 12.5, 13.5]


def test_a_day_with_its_hour_is_no_day_beside_an_hour() -> None:
    html = cards("<h3><a href=/e/#>Fair #x</a></h3><p>Nov 1#, 2026 7:30pm</p><p>Hall #x</p>")

    assert column(html, "date_time", title="string")[0] == "Nov 11, 2026 7:30pm"


def test_what_is_called_as_the_field_comes_before_a_label_of_all_of_them() -> None:
    html = cards(
        "<h3><a href=/p/#>Oaks #x</a></h3><p><b>Subjects:</b> <i class=primary-subject>Trees #x</i>; Soil; Rain</p>"
    )

    assert column(html, "primary_subject", title="string") == ["Trees 1x", "Trees 2x", "Trees 3x"]
    assert column(html, "subjects", title="string")[0] == "Trees 1x; Soil; Rain"


def test_a_list_of_authors_is_asked_for_as_authors_are() -> None:
    html = cards(
        "<h3><a href=/p/#>Oaks #x</a></h3><p class='found-authors full-authors'>Oak#x A, Elm B, Ash C.</p>"
        "<p class='found-authors short-authors'>Oak#x A, et al.</p>"
    )

    assert column(html, "author_list", article_title="string")[0] == "Oak1x A, Elm B, Ash C."


@pytest.mark.parametrize("led", ["Tested with", "Getestet mit", "Testé jusqu'à"])
def test_a_version_is_told_behind_words_in_any_language(led: str) -> None:
    html = cards(f"<h3><a href=/p/#>Saw #x</a></h3><p class=tested-with><span>{led} 6.7.#</span></p>")

    assert column(html, "tested_with_version", name="string") == ["6.7.1", "6.7.2", "6.7.3"]


def test_a_subtitle_behind_a_colon_is_a_part_of_the_title() -> None:
    html = cards("<a class=title href=/b/#>Oaks #x{} <span class=subtitle>a novel</span></a><p>Harrow Press</p>")

    assert column(html.replace("{}", " :"), "title")[0] == "Oaks 1x : a novel"
    assert column(html.replace("{}", " :"), "title", subtitle="string")[0] == "Oaks 1x"
    assert column(html.replace("{}", ""), "title")[0] == "Oaks 1x"


def test_names_in_data_may_be_escaped_twice() -> None:
    html = cards(
        "<div itemscope itemtype=https://schema.org/ListItem>"
        "<meta itemprop=name content='Oak &amp;amp; &amp;lt;elm&amp;gt; #x'>"
        "<h3><a href=/t/#>Oak &amp; &lt;elm&gt; #x</a></h3></div>"
    )

    assert column(html, "topic")[0] == "Oak & <elm> 1x"


@pytest.mark.parametrize(
    ("told", "field", "prompt", "value"),
    [
        ("<p><b>Refresh rate:</b> 6# Hz</p>", "refresh_hz", "all monitors. refresh_hz: refresh rate in Hz", "6# Hz"),
        ("<p><b>Panel:</b> IPS #</p>", "panel_type", "all monitors", "IPS #"),
        ("<p><b>Panel:</b> Fine #</p>", "panel_rating", "all monitors", "Fine #"),
        ("<p><b>Customer:</b> Fine #</p>", "customer_rating", "all monitors", None),
        ("<p><b>Docket ID:</b> FS-#</p>", "docket", "all rules", "FS-#"),
        ("<p><b>Comments close:</b> 0#/20/2026</p>", "comment_deadline", "all rules", "0#/20/2026"),
        ("<p><b>Effective date:</b> 0#/17/2025</p>", "entry_into_force", "all rules", "0#/17/2025"),
        ("<p><b>Viewing</b> 7 - 1# May</p><p class=date>2# May</p>", "viewing_period", "all sales", "7 - 1# May"),
        ("<p>by <a href=/a/#>Food Office #x</a></p>", "issuing_agency", "all", "Food Office #x"),
        ("<p><span>Online</span> <span>Sale 1238</span></p>", "sale_number", "all sales", "1238"),
        ("<ul><li><b>PDF</b>: # pages</li></ul>", "download_url", "all", None),
    ],
)
def test_what_names_of_fields_and_prompts_ask_for_is_known(
    told: str, field: str, prompt: str, value: str | None
) -> None:
    html = cards(f"<h3><a href=/r/#>Record #x</a></h3>{told}")

    found = column(html, field, prompt=prompt, title="string")
    assert found == [value and value.replace("#", str(at)) for at in (1, 2, 3)]


@pytest.mark.parametrize(
    ("fields", "prompt"),
    [
        (["hit_title", "weight"], "all hits: hit_title: headline of the hit"),
        (["weight", "auction"], "all records"),
        (["weight", "opening"], "all records"),
        (["sale_number", "sale_name"], "all: sale number, name of the sale"),
        (["weight", "title"], "Per auction or show: weight, title."),
    ],
)
def test_what_records_are_called_is_asked_for_by_many_names(fields: list[str], prompt: str) -> None:
    html = cards("<h3><a href=/r/#>Record #x</a></h3><p>Weight: # kg</p><p>Sale 23#</p>")
    name = next(field for field in fields if field not in {"weight", "sale_number"})

    found = rows(html, prompt, **dict.fromkeys(fields, "string"))  # type: ignore[arg-type] # kinds
    assert [row[name] for row in found] == [f"Record {at}x" for at in (1, 2, 3)]


@pytest.mark.parametrize(
    ("told", "field", "value"),
    [
        ("<p>$1# <a href=/r/#/all>(5# offers)</a></p>", "promo", None),
        ("<p><b>Viewing</b> 7 - 1# May</p><p class=date>2# May</p>", "date", "2# May"),
        ("<p>by the <a href=/a/#>Food Office #x</a> on <time>1#/20/2025</time>.</p>", "author", "Food Office #x"),
        (
            "<div class=document-type><span>Rule #x</span><span class=badge>Major</span></div>",
            "document_type",
            "Rule #x",
        ),
        ("<p class='subtitle location'>Exeter</p><p>Open</p>", "subtitle", None),
    ],
)
def test_what_stands_beside_a_value_is_no_part_of_it(told: str, field: str, value: str | None) -> None:
    html = cards(f"<h3><a href=/r/#>Record #x</a></h3>{told}")

    wanted = [value and value.replace("#", str(at)) for at in (1, 2, 3)]
    assert column(html, field, title="string") == wanted


def test_a_short_word_between_links_is_no_name() -> None:
    html = cards("<h3><a href=/r/#>Record #x</a></h3><p><a href=/a/#>1# a</a> on <a href=/d>0#/20/2026</a>&</p>")
    html = html.replace(" on ", " and the ", 1)

    assert column(html, "author", title="string") == [None] * 3


def test_articles_in_two_columns_of_different_classes_are_one_list() -> None:
    story = "<article{2}><p class={1}-title><a href=/s/{0}>Story {0}x</a></p><p class={1}-by>by Ann Lee</p></article>"
    paid = "".join(story.format(at, "paid", " class=past" if at > 3 else "") for at in range(1, 6))
    free = "".join(story.format(at, "free", " class=old" if at > 7 else "") for at in range(6, 10))
    html = f"<div><section class=left><h2>Paid</h2>{paid}</section><section class=right>{free}</section></div>"

    found = rows(html, "all articles", title="string", author="string", url="string")
    assert [row["title"] for row in found] == [f"Story {at}x" for at in range(1, 10)]


def test_where_a_page_is_in_a_site_is_no_list() -> None:
    crumb = "<span itemscope itemtype='http://data-vocabulary.org/Breadcrumb'><a itemprop=url href=/{0}>"
    crumb += "<span itemprop=title>Part {0}x</span></a></span>"
    html = "".join(map(crumb.format, range(1, 4))) + cards("<h3><a href=/r/#>Record #x</a></h3><p>Leeds</p>")

    assert column(html, "title", url="string") == ["Record 1x", "Record 2x", "Record 3x"]


def test_what_has_the_heading_of_the_page_above_cards_of_one_class_is_none_of_them() -> None:
    head = "<div class=bar><img src=/down.jpg alt=''><h1><a href=/new>Lamps of this week</a></h1></div>"
    card = "<div class=c><img src=/i/{0}.jpg><a href=/p/{0}>Lamp {0}x</a><b>€1{0}</b></div>"
    html = f"<div>{head}{''.join(map(card.format, range(1, 7)))}<div class=more><a href=/all>More lamps</a></div></div>"

    found = rows(html, "all lamps", title="string", price="number", image="string", url="string")
    assert [row["title"] for row in found] == [f"Lamp {at}x" for at in range(1, 7)]


def test_what_a_record_may_be_shared_with_is_no_part_of_it() -> None:
    links = "<ul><li><a href='https://net.example/post?url=/p/#'>Post</a><li><a href=/mail/#>Mail</a></ul>"
    share = f"<div class='share drop'><button>Share</button><div><p class=title>Share</p>{links}</div></div>"
    told = "<p>In # kilns of a row the clay was dried for as many days as it took.</p>"
    html = cards(f"<a class=result-title href=/p/#>Paper #x</a><p>Weight: # kg</p>{told}{share}")

    assert column(html, "paper_title") == ["Paper 1x", "Paper 2x", "Paper 3x"]
    counted = cards("<h3><a href=/p/#>Paper #x</a></h3><p>Weight: # kg</p><i class=share>1# shares</i>")
    assert column(counted, "shares", "number") == [11, 12, 13]


@pytest.mark.parametrize("cut", ["In # kilns of a row …", "In # kilns of a row..."])
def test_what_is_said_again_for_a_smaller_screen_is_said_once(cut: str) -> None:
    long = "In # kilns of a row the clay dried for days."
    text = f"<div class=result-snippet><div class=full>{long}</div><div class=brief>{cut}</div></div>"
    by = "<span class='result-authors all'>Lee A#, Kim B, Roy D.</span><span class=result-authors>Lee A#, et al.</span>"
    html = cards(f"<h3><a href=/p/#>Paper #x</a></h3>{by}{text}")

    found = rows(html, "all papers", title="string", author="string", snippet="string")[0]
    assert found == {"title": "Paper 1x", "author": "Lee A1, Kim B, Roy D.", "snippet": long.replace("#", "1")}


@pytest.mark.parametrize(
    ("authors", "first"),
    [
        ("Lee AB, Kim C.", "Lee AB"),
        ("Lee, A., Kim, C.", "Lee, A."),
        ("Lee, Ann; Kim, Cem", "Lee, Ann"),
        ("Ann Lee and Cem Kim", "Ann Lee"),
        ("Lee, Ann, Kim, Cem", None),
    ],
)
def test_the_first_author_is_the_one_who_is_named_first(authors: str, first: str | None) -> None:
    html = cards(f"<h3><a href=/p/#>Paper #x</a></h3><p class=paper-authors>{authors}</p><p>Weight: # kg</p>")

    assert column(html, "first_author", title="string") == [first] * 3


def test_a_comma_in_the_link_of_an_author_is_said_once() -> None:
    names = "<a href=/ann>Ann Lee</a><a href=/bo{0}>, Bo Ray</a>"
    html = f"<div class=b><h3><a href=/{{0}}>On oaks {{0}}x</a></h3><span class=author>{names}</span></div>"

    found = rows("".join(map(html.format, range(1, 5))), "all papers", title="string", written_by="string")
    assert [row["written_by"] for row in found] == ["Ann Lee, Bo Ray"] * 4


def test_what_a_modifier_of_a_class_adds_tells_which_content_it_is() -> None:
    told = "<div class=card__sub-content--organizer><p>Elm Club #</p><p>#2 followers</p></div>"
    html = cards(f"<h3><a href=/e/#>Fair #x</a></h3><p>Hall #</p>{told}")

    assert column(html, "organizer") == ["Elm Club 1", "Elm Club 2", "Elm Club 3"]


def test_a_card_in_each_record_for_each_kind_of_screen_is_one_record() -> None:
    card = "<div class='card card-{1}'><h3><a href=/e/{0}>Fair {0}x</a></h3><p class=place>Hall {0}</p>{2}</div>"
    wide = "<p class=card__sub-content--organizer>Elm Club {0}</p>"
    html = "".join(
        f"<li><div>{card.format(at, 'small', '')}</div><div>{card.format(at, 'wide', wide.format(at))}</div></li>"
        for at in range(1, 6)
    )

    found = rows(f"<ul>{html}</ul>", "all events", title="string", venue="string", organizer="string")
    assert [row["title"] for row in found] == [f"Fair {at}x" for at in range(1, 6)]
    assert [row["organizer"] for row in found] == [f"Elm Club {at}" for at in range(1, 6)]


@pytest.mark.parametrize("day", ["Sat, Jun 2# • 9:00 PM + 3 more", "Tomorrow • 6:3# PM + 11 more"])
def test_the_first_of_several_days_is_told_with_its_hour(day: str) -> None:
    html = cards(f"<h3><a href=/e/#>Fair #x</a></h3><p>{day}</p><p>Free</p>")

    assert column(html, "date")[0] == day.replace("#", "1")


def test_the_label_of_something_else_is_no_category() -> None:
    told = "<p class=urgency-signal-label>Almost full</p>"
    card = "<li><h3><a href=/e/{0}>Fair {0}x</a></h3><b>$1{0}.50</b>{1}</li>"
    html = "".join(card.format(at, told if at % 3 else "") for at in range(1, 10))

    found = rows(f"<ul>{html}</ul>", "all events", title="string", category="string", price="number")
    assert [row["category"] for row in found] == [None] * 9


@pytest.mark.parametrize(
    ("prompt", "shown"), [("all repositories with the owner's avatar", "/a/2.png"), ("all with avatar and image", None)]
)
def test_a_picture_may_be_asked_for_as_that_of_somebody(prompt: str, shown: str | None) -> None:
    html = cards("<a href=/ann#><img class=avatar src=/a/#.png width=20></a><h3><a href=/r/#>Oak #x</a></h3>")

    assert rows(html, prompt, title="string", image="string")[1]["image"] == (shown and f"{HOST}{shown}")


def test_an_owner_stands_before_a_slash_where_both_are_asked_for() -> None:
    html = "".join(
        f"<li><h3><a href=/{who}/oak{at}>{who}/oak{at}</a></h3><p>Grows oaks, and {at} more trees.</p>"
        for at, who in enumerate(("ann", "bo.b", "ann"))
    )

    found = rows(f"<ul>{html}</ul>", "all repositories", owner="string", repository="string", description="string")
    assert [(row["owner"], row["repository"]) for row in found] == [("ann", "oak0"), ("bo.b", "oak1"), ("ann", "oak2")]
    found = rows(f"<ul>{html}</ul>", "all repositories", repository="string", description="string")
    assert found[1]["repository"] == "bo.b/oak1"


def test_where_nothing_else_is_known_of_a_link_the_end_of_its_path_tells_it() -> None:
    html = cards(
        "<h3><a href=/r/oak-#>Oak #x</a></h3><a href=/r/oak-#/stargazers?all=1>#9k</a><a href=/r/oak-#/f>7</a>"
    )

    found = column(html, "stargazers_url", url="string", watchers_url="string")
    assert found == [f"{HOST}/r/oak-{at}/stargazers?all=1" for at in (1, 2, 3)]


def test_the_label_of_a_button_is_no_tag() -> None:
    button = "<button><span class=ui-button-label>Follow</span></button>"
    html = cards(f"<h3><a href=/r/#>Oak #x</a></h3><b>$#9.50</b>{button}")

    assert column(html, "tag", price="number") == [None] * 3


@pytest.mark.parametrize(
    ("name", "first"),
    [("boxRelated", 1), ("newsSidebar", 1), ("allRelatedItems", 1), ("newsBox", 5), ("cardFooter", 5)],
)
def test_capitals_divide_the_words_of_a_class_that_tells_boilerplate(name: str, first: int) -> None:
    item = "<li><h5><a href=/n/{0}>Oaks {0}x</a></h5><i class=date>May {0}, 2026</i><i class=author>Ann {0}</i></li>"
    parts = ["".join(map(item.format, range(at, at + size))) for at, size in ((1, 4), (5, 6))]
    main = f"<div class=main><p>{'Oaks grow high, and they grow old. ' * 9}</p><ul>{parts[0]}</ul></div>"

    found = rows(f"{main}<div class={name}><ul>{parts[1]}</ul></div>", "all", title="string", author="string")
    assert found[0]["title"] == f"Oaks {first}x"


@pytest.mark.parametrize(("prompt", "first"), [("all events", 1), ("more events from this organizer", 5)])
def test_more_things_from_somebody_are_others_and_asked_for_as_such(prompt: str, first: int) -> None:
    card = "<li><h3><a href=/e/{0}>Fair {0}x</a></h3><p>May {0}, 2026</p><i class=venue>Hall {0}</i></li>"
    parts = ["".join(map(card.format, range(at, at + 4))) for at in (1, 5)]
    html = f"<h1>Fairs</h1><ul>{parts[0]}</ul><h2>More events from this organizer</h2><ul class=related>{parts[1]}</ul>"

    found = rows(html, prompt, name="string", venue="string")
    assert [row["name"] for row in found] == [f"Fair {at}x" for at in range(first, first + 4)]


@pytest.mark.parametrize("prompt", ["all customer reviews", "alle Bewertungen"])
def test_reviews_may_stand_in_what_a_class_calls_comments_and_customers_view_others(prompt: str) -> None:
    by = "<i class=comment-name>Ann # Bo</i>"
    said = f"<div><b class=comment-title>Fine # it is</b>{by}<i class=date>May #, 2026</i><p>Tea #.</p></div>"
    others = [cards(f"<a href=/p/#{at}><h3>Pot #{at}</h3></a><b>$#</b>") for at in range(3)]
    boxes = "".join(
        f"<h2>Customers also viewed</h2><div class=similar-{at}>{one}</div>" for at, one in enumerate(others)
    )
    html = f"<h1>Tea</h1><p>{'Tea of the hills. ' * 30}</p><div class=comments>{cards(said, count=9)}</div>{boxes}"

    found = rows(html, f"{prompt}: title, reviewer, date", title="string", reviewer="string", date="string")
    assert [list(row.values())[:2] for row in found] == [[f"Fine {at} it is", f"Ann {at} Bo"] for at in range(1, 10)]


@pytest.mark.parametrize(("role", "names"), [("tabpanel", ["one.txt", "two.txt", "six.txt"]), ("region", ["Text"] * 4)])
def test_what_one_turns_to_by_tabs_are_sections_and_no_records(role: str, names: list[str]) -> None:
    panel = (
        f"<div role={role} class=panel><h2>Text</h2><p>Size: {{0}}0 kB</p><a href=/p/{{0}}>On the boats</a>{{1}}</div>"
    )
    files = "".join(
        f"<div><a href=/f/{one}>{one}</a> <i>Size: 8 kB</i></div>" for one in ("one.txt", "two.txt", "six.txt")
    )
    html = f"<h1>Boat</h1>{''.join(panel.format(at, files if at == 4 else '<p>Boats.</p>') for at in range(1, 5))}"

    assert column(html, "name", prompt="all files", size="string", url="string") == names


def test_some_records_that_lack_nothing_are_not_the_list() -> None:
    hits = "".join(f"<div class=row><article><h3>Hit {at}</h3></article></div>" for at in range(1, 7))
    page = parse(Document("https://h.example/", "html", f"<div>{hits}</div>"))

    def choice(records: list[Node], score: float) -> Choice:
        items = [Item(nodes=[node, *node.below()]) for node in records]
        named: list[Row] = [{"title": node.text} for node in records]
        return Choice(Group(items, "listing"), Filling(tuple(named), tuple(range(len(items))), score), (score,))

    some = choice(page.root.inside("article")[1::2], 3.0)
    whole, poorer = (choice([one for one in page.nodes if one.names == ["row"]], score) for score in (2.5, 2.0))
    assert best_of([some, whole], as_shown=False) is whole
    assert best_of([some, poorer], as_shown=False) is some


def test_a_heading_made_as_the_records_below_it_stands_over_them() -> None:
    one = "<div><span>0{0}.03.2026</span> | <a href=/n/{0}>Bridge {0} closed</a><p>Rain at {0} o'clock.</p></div>"
    first, others = ("".join(map(one.format, part)) for part in (range(1, 5), range(5, 8)))
    head = "<div><h3>{0}</h3><a href=/rss/{0}><img src=/rss.png alt=feed></a></div>"
    html = f"<h1>Town</h1><main>{head.format('News')}{first}{head.format('Events')}{others}</main>"

    found = rows(html, "all posts", title="string", date="string", section="string")
    assert [row["section"] for row in found] == [*("News",) * 4, *("Events",) * 3]
    found = rows(html, "all posts (Events)", title="string", date="string", url="string")
    assert [row["title"] for row in found] == [f"Bridge {at} closed" for at in (5, 6, 7)]


def test_a_record_is_called_by_what_stands_where_the_others_have_their_names() -> None:
    card = "<li class=c><div><a class=t href=/p/{0}>{1}</a><br><a href=/m/{0}>Ann OAK {0}</a></div><b>${0}.50</b></li>"
    # What is "by" somebody names that one, and no longer the record.
    names = ["Paper boats", "Paper trees (+ DVD)", "Paper cats", "Paper dogs", "Paper roses by Toshikazu Oak (+ DVD)"]
    html = "".join(card.format(at, name) for at, name in enumerate(names, 1))

    assert column(f"<ul>{html}</ul>", "title", prompt="all products", price="number") == names


def test_until_when_something_is_valid_is_told_in_other_languages() -> None:
    html = cards("<h3><a href=/c/#>Offer #x</a></h3><p>Gyldig fra: 2026-03-0# Gyldig til: 2026-04-0#</p>")

    assert column(html, "valid_to", title="string", valid_from="string")[0] == "2026-04-01"


def test_a_heading_in_single_quotes_is_quoted() -> None:
    card = "<li class=card><h3><a href=/{0}/{1}>{0} {1}</a></h3><p>${1}9.00</p></li>"
    parts = [
        f"<h2>{head}</h2><ul>{''.join(card.format(what, at) for at in range(1, 5))}</ul>"
        for head, what in (("On sale", "Pot"), ("New", "Pan"))
    ]
    html = f"<h1>Kettles</h1>{''.join(parts)}"
    found = rows(html, "all products of the section 'On sale'", name="string", price="number")

    assert [row["name"] for row in found] == ["Pot 1", "Pot 2", "Pot 3", "Pot 4"]


def test_of_many_boxes_beside_a_page_those_are_read_that_are_called_what_is_asked_for() -> None:
    def box(heading: str, *entries: str) -> str:
        return f"<div class=box><h3>{heading}</h3>{''.join(entries)}</div>"

    crew = "<aside><h4><a href=/c/{0}>Crew {0}x</a></h4><p>On the river</p><p>For {0} years</p></aside>"
    skipper = "<li><a href=/s/{0}>Ann {0}x</a> <p>Points: {0}1</p></li>"
    skippers = f"<aside><ul>{''.join(map(skipper.format, range(4)))}</ul></aside>"
    boxes = (box("Top 6 crews", *map(crew.format, range(6))), box("Top 4 skippers", skippers), box("About", "Boats"))
    texts = "".join(f"<div class=text><h2><a href=/t/{at}>Boat {at}x</a></h2>{'Rain. ' * 40}</div>" for at in range(5))
    html = f"<h1>Boats</h1>{texts}<div class=sidebar>{''.join(boxes)}</div>"

    found = rows(html, "the top skippers with name, points and url", name="string", points="number", url="string")
    assert [row["points"] for row in found] == [1, 11, 21, 31]


@pytest.mark.parametrize(
    ("prompt", "names"),
    [
        ("the related searches at the bottom with links", ["oak tar", "oak tar hull", "oak tar oar"]),
        ("The related searches of this page: title, url", ["oak tar", "oak tar hull", "oak tar oar"]),
        ("all results: title, url (not the related searches)", [f"Boat {at}x" for at in range(5)]),
    ],
)
def test_a_box_beside_the_page_is_meant_where_a_prompt_begins_with_all_of_its_heading(
    prompt: str, names: list[str]
) -> None:
    # Where one searched for them, all words of a link may be bold.
    links = "".join(
        f"<li><a href=/s?q={at}><b>oak</b> <b>tar</b>{more}</a>" for at, more in enumerate(("", " hull", " oar"))
    )
    result = "<div class=r><h2><a href=/t/{0}>Boat {0}x</a></h2><p>Oak, {0} m long, with oars and a sail</p></div>"
    html = f"<main>{''.join(map(result.format, range(5)))}</main><div><h3>Related searches</h3><ul>{links}</ul></div>"

    assert [row["title"] for row in rows(html, prompt, title="string", url="string")] == names
    if names[0] == "oak tar":
        assert [row["text"] for row in rows(html, prompt, text="string", url="string")] == names


def test_of_headings_with_the_same_words_the_one_that_a_prompt_has_in_brackets_is_meant() -> None:
    def box(kind: str, first: int) -> str:
        line = "<tr class=r><td><a href=/r/{0}>Oak {0}x</a></td><td><b>Size:</b> {0} MB</td><td>03.05.20{0}</td></tr>"
        lines = "".join(map(line.format, range(first, first + 3)))
        return f"<div class=part><h2>Die letzten 10 {kind} Boote</h2><table class=all>{lines}</table></div>"

    entry = "<li><a href=/n/{0}>Elm {0}x</a> <p><b>Size:</b> {0} MB, by the sea</p> <i>03.05.20{0}</i></li>"
    beside = f"<h2>Die letzten 10 sehr neuen Boote</h2><ul>{''.join(map(entry.format, range(20, 26)))}</ul>"
    html = f"<h1>Oslund</h1>{box('sehr alten', 10)}{box('roten', 13)}<section>{beside}</section>"
    prompt = "The last 10 red boats (Die letzten 10 roten Boote) with title, size and date"

    found = rows(html, prompt, title="string", size="string", date="string")
    assert [row["title"] for row in found] == ["Oak 13x", "Oak 14x", "Oak 15x"]
