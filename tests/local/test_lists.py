"""What the records of a list are by what the others are: which link is theirs, what ranks them, what is shared."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.local.test_reading import cards, rows

if TYPE_CHECKING:
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
