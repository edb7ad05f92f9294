"""What single records say: prices in parts, codes without a label, lasting links, pictures that come later."""

from __future__ import annotations

from typing import Any

import pytest

from airflow_provider.local.reading.words.bylines import byline_of
from airflow_provider.local.reading.words.names import SYNONYM, match
from tests.local.test_reading import cards, rows

HOST = "https://h.example"


def column(html: str, field: str, prompt: str = "all records", **others: Any) -> list[Any]:
    return [row[field] for row in rows(html, prompt, **({"title": "string", field: "string"} | others))]


def test_answers_in_answers_are_records_though_each_has_a_box_that_folds_it() -> None:
    def comment(name: str, inner: str = "") -> str:
        box = f"<input type=checkbox id=f{name}><div class=comment><label for=f{name}></label>"
        by = f"<a href=/~{name}>{name}</a> <time>1 day ago</time> | <a href=/c/{name} title=Permalink>"
        votes = f"<a class=upvoter href=/login>{len(name)}</a>"
        text = f"<div class=text><p>{name.title()} thinks that this may well be so.</p></div>"
        return f"<li class=subtree>{box}{votes}<div class=byline>{by}link</a></div>{text}</div><ol>{inner}</ol></li>"

    form = "<li class=subtree><div class=comment_form><p><a href=/login>Login</a> to leave a comment.</p></div></li>"
    html = f"<ol>{form}{comment('anna', comment('bo', comment('cem')))}{comment('dina')}{comment('ed')}</ol>"

    found = rows(html, "all comments", author="string", score="number", url="string", text="string")
    assert [(row["author"], row["score"], row["url"]) for row in found] == [
        (name, len(name), f"{HOST}/c/{name}") for name in ("anna", "bo", "cem", "dina", "ed")
    ]


def test_who_posted_it_is_not_when_and_a_day_may_stand_before_it() -> None:
    by = "<div class=job-posted-by>{} by <a href=/c/#>Kestrel #x</a></div>"
    html = "".join(
        cards(f"<h2><a href=/j/#>Clerk #x</a></h2>{by.format(day)}<p>Part time</p>", 1).replace("/1", f"/{at}")
        for at, day in enumerate(("Yesterday", "Today", "14 May"))
    )

    assert column(f"<div>{html}</div>", "date_posted", "all jobs") == ["Yesterday", "Today", "14 May"]
    assert byline_of("Today by Kestrel") == (("date", "Today"), ("author", "Kestrel"))
    assert match(("date", "posted"), ("job", "posted", "by")) < SYNONYM


def test_a_heading_of_two_paragraphs_has_a_name_and_what_stands_below_it() -> None:
    html = cards("<h3><a href=/j/#><p class=big>Clerk #x</p><p class=small>Fidal &amp; Sons #x</p></a></h3><p>CDI</p>")

    assert column(html, "title", "all jobs", contract="string") == ["Clerk 1x", "Clerk 2x", "Clerk 3x"]
    html = html.replace("class=small", "class=big")
    assert column(html, "title", "all jobs", contract="string")[0] == "Clerk 1x Fidal & Sons 1x"


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ("R-003187#", ["R-0031871", "R-0031872", "R-0031873"]),
        ("2026/11#", ["2026/111", "2026/112", "2026/113"]),
        ("R-0031870", [None] * 3),
        ("Remote #", [None] * 3),
    ],
)
def test_a_code_that_is_another_one_in_each_record_is_its_number(code: str, found: list[str | None]) -> None:
    html = "<h1>Jobs</h1>" + cards(
        f"<h3><a href=/j/#>Clerk #x</a></h3><ul class=sub><li>{code}</li></ul><p>Posted today</p>"
    )

    assert column(html, "requisition_id", "all jobs") == found


@pytest.mark.parametrize(
    ("text", "field", "found"),
    [
        ("arXiv:2603.0487#", "arxiv_id", "2603.04871"),
        ("doi: 10.1155/jchr.2024.3910#. Epub 2024 Jul 2.", "doi", "10.1155/jchr.2024.39101"),
        ("PMID: 3910224#", "pmid", "39102241"),
    ],
)
def test_the_numbers_of_papers_are_read_without_what_follows(text: str, field: str, found: str) -> None:
    html = cards(f"<h3><a href=/p/#>Paper #x</a></h3><p>{text}</p><p>Weight: 1 kg</p>")

    assert column(html, field, "all papers")[0] == found


def test_what_others_ask_for_it_is_not_its_price() -> None:
    price = "<b class=price>29#<sup>€99</sup></b> <s>379,99 €</s>"
    others = "<p><a href=/o>9 neufs dès <b>284,99 €</b></a> <a href=/u>2 occasions dès <b>209,99 €</b></a></p>"
    html = cards(f"<h3><a href=/p/#>Casque #x</a></h3>{price}{others}")

    found = rows(html, "tous les casques", prix="number", ancien_prix="number")
    assert [(row["prix"], row["ancien_prix"]) for row in found] == [(at, 379.99) for at in (291.99, 292.99, 293.99)]


def test_a_price_per_unit_may_stand_behind_the_unit() -> None:
    html = cards("<h4><a href=/p/#>Saft #x</a></h4><div class=g>1l (1 l = 1,6# €)</div><div class=price>3,2# €</div>")

    found = rows(html, "alle Produkte", price="number", unit_price="number")
    assert [(row["price"], row["unit_price"]) for row in found] == [(3.21, 1.61), (3.22, 1.62), (3.23, 1.63)]


def test_an_address_without_an_ending_may_wait_in_an_attribute_and_what_is_shown_until_then_is_none() -> None:
    waiting = "data-delayed-url=https://m.example/l/#-logo?e=2 data-ghost-url=https://m.example/ghost"
    html = cards(f"<h3><a href=/j/#>Clerk #x</a></h3><img {waiting} alt=''><h4>Kiln #</h4>")

    assert column(html, "company_logo")[0] == "https://m.example/l/1-logo?e=2"


@pytest.mark.parametrize("name", ["data-lazyimage", "data-original", "data-img"])
def test_a_picture_that_is_loaded_later_is_kept_in_an_attribute_of_any_name(name: str) -> None:
    html = cards(f"<img src='data:image/gif;base64,R0' {name}=/i/#.jpg?v=2><h3><a href=/p/#>Pot #x</a></h3>")

    assert column(html, "image")[0] == f"{HOST}/i/1.jpg?v=2"


@pytest.mark.parametrize(
    "shown", ["src='/wait.gif' data-original='/i/#.gif'", "src='/wait.gif' file='/i/#.png'", "src='' rel='/i/#.jpg'"]
)
def test_what_moves_until_a_picture_is_loaded_is_none(shown: str) -> None:
    image = column(cards(f"<img {shown} alt='/a.jpg'><h3><a href=/p/#>Pot #x</a></h3>"), "image")[0]

    assert str(image).startswith(f"{HOST}/i/1.")


def test_a_picture_that_moves_is_one_beside_what_it_turns_into() -> None:
    image = "<img src='/i/#.gif' data-hover='/h/#.gif' onmouseover=\"x('/h.jpg')\">"

    assert column(cards(f"{image}<h3><a href=/p/#>Pot #x</a></h3>"), "image")[0] == f"{HOST}/i/1.gif"


def test_places_with_their_country_before_the_code_are_places() -> None:
    towns = ("IT-10135 Torino - To", "IT-24126 Bergamo", "D-10115 Berlin")
    html = "".join(
        f"<li class=c><h3><a href=/c/{at}>Car {at}x</a></h3><i>{town}</i><i>1{at}.000 km</i></li>"
        for at, town in enumerate(towns)
    )

    assert column(f"<ul>{html}</ul>", "location", mileage="number") == list(towns)


def test_a_sign_for_nothing_is_not_filled_with_what_stands_behind_it() -> None:
    years = ("03/2022", "05/1984", "09/2014", "11/2020", "- (Year)")
    html = "".join(
        f"<li class=c><h3><a href=/c/{at}>Car {at}x</a></h3><i class=y>{year}</i><i>1{at}.000 km</i></li>"
        for at, year in enumerate(years)
    )

    assert column(f"<ul>{html}</ul>", "first_registration", mileage="number") == [*years[:-1], None]


def test_sections_whose_first_card_is_large_are_one_list() -> None:
    def section(name: str, shows: range, more: str) -> str:
        show = "<article><h3><a href=/s/{0}>Show {0}x</a></h3><p>Until {0} May 2026</p>{2}</article>"
        card = "<div class='item{1}'>" + show + "</div>"
        cards = "".join(card.format(at, " isLarge" if at in {1, 5} else "", more) for at in shows)
        return f"<section><h2>{name}</h2><div class=grid>{cards}</div></section>"

    html = section("En ce moment", range(1, 5), "<p>Lieu : Hall</p>") + section("Prochainement", range(5, 9), "")
    found = rows(html, "toutes les expositions en cours et à venir", title="string", dates="string", lieu="string")
    assert [row["title"] for row in found] == [f"Show {at}x" for at in range(1, 9)]


def test_what_is_for_pressing_does_not_describe() -> None:
    unseen = "<span class=sr-only> for The Long Night No. # (opens in a new window)</span>"
    text = "<p>Twelve rooms full of lamps, number #, and one without.</p>"
    html = cards(f"<h3><a href=/s/#>Night #x</a></h3>{text}<a class=button href=/t/#>Book{unseen}</a>")

    assert column(html, "description")[0] == "Twelve rooms full of lamps, number 1, and one without."


def test_an_account_of_the_site_is_no_author() -> None:
    head = "<meta name=twitter:creator content=@acme><meta name=twitter:site content=@Acme><h1>News</h1><p>Text.</p>"

    assert rows(head, "the article", author="string") == [{"author": None}]
    assert rows(head.replace("@acme", "@ann"), "the article", author="string") == [{"author": "@ann"}]


@pytest.mark.parametrize(("line", "author"), [("Ann Lee | Oslund | 08/01/2026", "Ann Lee"), ("1 day ago | link", None)])
def test_a_place_and_a_day_are_no_part_of_an_author(line: str, author: str | None) -> None:
    assert rows(f"<h1>News</h1><p class=author>{line}</p>", "the article", author="string") == [{"author": author}]


def test_a_name_behind_a_day_is_the_company_though_it_is_no_link() -> None:
    firms = ("Kestrel", "Marlow", "Grazby")
    by = "<div>Today by <span>{}</span></div>"
    html = "".join(
        f"<li class=c><h2><a href=/j/{at}>Clerk</a></h2>{by.format(firm)}<p>Oslund</p><p>£3{at},000 per annum</p></li>"
        for at, firm in enumerate(firms)
    )

    found = rows(f"<ul>{html}</ul>", "all jobs", title="string", company="string", location="string", salary="string")
    assert [(row["company"], row["location"]) for row in found] == [(firm, "Oslund") for firm in firms]


@pytest.mark.parametrize("told", ["Competitive salary", "Salary negotiable", "Gehalt nach Vereinbarung"])
def test_a_salary_may_be_told_without_a_sum(told: str) -> None:
    html = cards(f"<h2><a href=/j/#>Clerk #x</a></h2><ul><li>{told}</li><li>Full-time</li></ul>")

    assert column(html, "salary", "all jobs", employment_type="string") == [told] * 3


def test_a_label_for_those_who_cannot_see_is_no_part_of_a_day() -> None:
    day = "<span class=date><span>Posted</span>Posted # days ago</span>"
    html = cards(f"<h2><a href=/j/#>Clerk #x</a></h2>{day}<p>£3#,000 a year</p>")

    assert column(html, "posted", "all jobs", salary="string")[0] in {"Posted 1 days ago", "1 days ago"}


def show(at: int, title: str, dates: str, place: str, *, more: str = "") -> str:
    """Return a card whose facts only their places tell; it has a picture, unless *more* is the class of another one."""
    said = f"<p class=body><span>{dates}</span></p><p class='body second'><span>{place}</span></p>"
    picture = "" if more else f"<img src=/i/{at}.jpg>"
    link = f"<a href=/s/{at}>{picture}<h3><span>{title}</span></h3>{said}</a>"
    return f"<li class='item {more or 'cell'}'>{link}</li>"


FLOORS = [
    ("Paper Cities: Drawing Lagos", "Through 12 April", "Oslund, Floor 3, 3 North"),
    ("Salt Ledger", "Through 27 April", "Oslund, Floor 2. The Steichen Galleries"),
    ("Hallway Songs", "Through 3 May", "Oslund PS1"),
    ("Collection", "Ongoing", "Oslund, Floor 5"),
    ("Tidal Clock", "Through 6 September", "Oslund, Floor 1"),
]


def test_floors_are_places_and_names_with_a_colon_no_labels_and_gaps_filled_by_what_stands_there() -> None:
    html = "<ul>" + "".join(show(at, *one) for at, one in enumerate(FLOORS)) + "</ul>"

    found = rows(html, "all exhibitions", title="string", dates="string", location="string", image="string")
    assert [(row["title"], row["dates"], row["location"]) for row in found] == FLOORS


def test_a_section_of_another_class_that_says_less_is_another_list() -> None:
    shows = "".join(show(at, *one) for at, one in enumerate(FLOORS))
    later = "".join(show(at, f"Later {at}x", f"{at} June 2026", "Oslund, Floor 4") for at in range(5, 9))
    news = "".join(show(at, f"News {at}x", "", "3 March 2026", more="wide") for at in range(9, 12))
    sections = (("Now on view", shows), ("Upcoming", later), ("From our magazine", news))
    html = "".join(f"<section class=s><h2>{name}</h2><ul class=grid>{inner}</ul></section>" for name, inner in sections)

    found = rows(
        html,
        "all exhibitions, now on view and upcoming",
        title="string",
        dates="string",
        location="string",
        image="string",
    )
    assert len(found) == 9


def test_records_of_one_class_that_have_no_picture_are_records_among_the_others() -> None:
    html = "".join(
        show(at, f"Show {at}x", f"{at} May 2026", "Oslund, Floor 4", more="cell" if at == 6 else "")
        for at in range(1, 9)
    )

    found = rows(f"<h2>Shows</h2><ul>{html}</ul>", "all shows", title="string", dates="string", image="string")
    assert [row["image"] for row in found] == [None if at == 6 else f"{HOST}/i/{at}.jpg" for at in range(1, 9)]


def test_a_programme_of_films_is_read_by_its_glued_facts_and_who_directed() -> None:
    facts = "<div class=running-time><span>198#</span><span>11#mins</span><span>UK</span><span>(15)</span></div>"
    heads = "<ul><div class=heading>Friday # March</div><li><span class=time>6:15 pm</span></li></ul>"
    info = "<div class=info><span>Directed by Moira Kilbride</span> <span>Starring Jean Astley</span></div>"
    html = cards(f"<a class=eventtitle href=/f/#>The Lamp #x</a>{facts}{info}{heads}")

    found = rows(html, "all films", title="string", runtime_minutes="number", director="string", year="number")
    assert list(found[0].values()) == ["The Lamp 1x", 111, "Moira Kilbride", 1981]


def test_where_nothing_states_a_status_it_is_the_badge() -> None:
    flags = ("Booking essential", "Sold out", "Final weeks", "New")
    html = "".join(
        f"<li class=c><h3><a href=/s/{at}>Show {at}x</a></h3><p>Until {at + 1} May 2026</p><ul class=card__flags>"
        f"<li class='card__flag'>{flag}</li></ul></li>"
        for at, flag in enumerate(flags)
    )

    assert column(f"<ul>{html}</ul>", "status", "all shows", dates="string") == list(flags)


def test_of_elements_in_elements_the_last_one_names_what_it_is() -> None:
    day = "<div class=job__header__icons><p class=job__header__icons__date>#d</p></div>"
    html = cards(f"<h3><a href=/j/#>Clerk #x</a></h3>{day}<p class=job__tags__tag>Full-Time</p>")

    assert column(html, "posted", "all jobs", job_type="string") == ["1d", "2d", "3d"]


@pytest.mark.parametrize("condition", ["Używane", "Nowe", "Comme neuf", "Begagnad"])
def test_a_condition_is_known_without_a_label(condition: str) -> None:
    html = cards(f"<h4><a href=/p/#>Rower #x</a></h4><p>6 20# zł</p><span><span>{condition}</span></span>")

    assert column(html, "condition", "all listings", price="number") == [condition] * 3


DAYS = "1.{0}.\u20139.{0}.2025"
PAST = f"<li class=old><a href=/s/{{0}}><i class=date>{DAYS}</i> <b class=title>Alt {{0}}x</b></a> <i>Remise</i></li>"


@pytest.mark.parametrize(
    ("prompt", "count"),
    [
        ("Liste alle Ausstellungen auf (Aktuell, Vorschau, R\u00fcckblick)", 9),
        ("alle Ausstellungen", 9),
        ("alle Ausstellungen im R\u00fcckblick", 4),
    ],
)
def test_what_is_past_is_in_the_list_though_it_is_written_otherwise(prompt: str, count: int) -> None:
    shows = [show(at, f"Show {at}x", f"{at}. Mai 2026 \u2013 9. Juni 2026", "Remise") for at in range(1, 6)]
    sections = {
        "Aktuell": "".join(shows[:3]),
        "Vorschau": "".join(shows[3:]),
        "R\u00fcckblick": "".join(PAST.format(at) for at in range(6, 10)),
    }
    html = "".join(f"<div class=frame><h2>{name}</h2><ul>{inner}</ul></div>" for name, inner in sections.items())

    found = rows(html, prompt, title="string", end_date="string", url="string", status="string")
    assert len(found) == count
    assert count < 9 or {row["status"] for row in found} == {*sections}


def test_a_file_that_somebody_has_put_there_names_nobody() -> None:
    link = "<a href=/profile/ann/links/5b1#.pdf>[PDF] papers.example</a>"
    html = cards(f"<h3><a href=/p/#>Paper #x</a></h3>{link}<p>A Rahmani, C Moser - Trees, 201#</p>")

    assert column(html, "authors", "all papers", year="number")[0] == "A Rahmani, C Moser"


def test_the_name_of_a_site_ends_where_its_address_begins() -> None:
    named = "<div class=site-name-wrapper><div>Forum #x</div><cite>forum#.example / a</cite></div>"
    site = f"<div class=site-wrapper>{named}</div>"
    html = cards(f"<a href=https://forum#.example/a>{site}<div class=title>Pumps #x</div></a><p>Weight: 1 kg</p>")

    assert column(html, "site_name", "all results")[0] == "Forum 1x"


def test_what_holds_the_address_of_a_site_is_no_name_of_it() -> None:
    site = "<i></i> <a href=http://acme#.example/>http://acme#.example</a>"
    line = f"<a href=/u/#>ann#</a> <i></i> # days ago {site} <span><a href=/s/#>Discuss</a></span>"
    html = cards(f"<div>1#</div><h2><a href=/s/#>Story #x</a></h2><span>{line}</span><p>All that there is to say.</p>")

    assert column(html, "source_site", "all stories", headline="string")[0] == "acme1.example"


def test_what_libraries_write_in_parts_is_one_value() -> None:
    parts = "<span>London :</span> <span>Flamingo,</span> <span>200#</span>"
    html = cards(f"<h3><a href=/b/#>Book #x</a></h3><div><span class=label>Publication details: </span>{parts}</div>")

    assert column(html, "publication_details", "all records")[0] == "London : Flamingo, 2001"


def test_a_few_places_of_a_known_form_tell_where_the_others_stand() -> None:
    towns = ("Kranby", "Multiple locations", "Oslund", "Grazby", "Multiple locations", "Corkel")
    dot = "<span class=dot>·</span>"
    html = "".join(
        f"<li class=c><a href=/j/{at}><b>Clerk {at}x</b><div><span>Sales</span>{dot}<span>{town}</span>{dot}"
        "<span class=how>Hybrid</span></div></a></li>"
        for at, town in enumerate(towns)
    )

    assert column(f"<ul>{html}</ul>", "location", "all jobs", work_mode="string") == list(towns)


def test_hours_of_elements_that_say_where_they_begin_and_places_without_their_map() -> None:
    hours = "<time class=event-time-12hr-start>#:30 PM</time> \u2013 <time class=event-time-12hr-end>9:00 PM</time>"
    place = "<li class=event-meta-address>Print Room, Workshop <a href=http://maps.example/?q=#>(map)</a></li>"
    html = cards(f"<h1><a href=/e/#>Talk #x</a></h1><ul><li>{hours}</li>{place}</ul>")

    found = rows(html, "all events", title="string", start_time="string", end_time="string", location="string")
    assert list(found[0].values())[1:] == ["1:30 PM", "9:00 PM", "Print Room, Workshop"]


def test_a_user_may_be_linked_by_a_path_of_the_page() -> None:
    by = "<div class=author><span class=label>Started by <a href=members/#.html>Ann #x</a></span> <i>Closed</i></div>"
    html = cards(f"<h3 class=threadtitle><a class=title href=t/#.html>Thread #x</a></h3>{by}<p>Replies: #</p>")

    assert column(html, "author", "all threads", replies="number") == ["Ann 1x", "Ann 2x", "Ann 3x"]


def test_a_price_has_the_label_that_its_copy_for_others_has() -> None:
    old = "UVP <span class=srOnly>des Herstellers: 59#,\u2013 €</span><span aria-hidden=true>€ 59#,\u2013</span>"
    now = "<span class=srOnly>39#,\u2013 €</span><span aria-hidden=true>€ 39#,\u2013</span>"
    html = cards(f"<h3><a href=/p/#>TV #x</a></h3><div><span>{old}</span></div><div>{now}</div>")

    found = rows(html, "alle Produkte", name="string", price="number", old_price="number")
    assert [(row["price"], row["old_price"]) for row in found] == [(391, 591), (392, 592), (393, 593)]


def test_what_a_review_is_of_is_not_its_name_and_who_found_it_helpful_is_counted() -> None:
    kind = "<p><a href=/p>Colour Name: Matt Black<i></i>Size Name: 0.9L</a></p>"
    html = cards(f"<a class=review-title href=/r/#>Pours well #x</a>{kind}<span>1# people found this helpful</span>")

    found = rows(html, "all reviews", title="string", helpful_votes="number")
    assert [(row["title"], row["helpful_votes"]) for row in found] == [
        (f"Pours well {at}x", 10 + at) for at in (1, 2, 3)
    ]


def test_the_stars_before_the_title_of_a_review_are_no_part_of_it() -> None:
    stars = "<i><span class=a-icon-alt>5.0 out of 5 stars</span></i><span></span>"
    html = cards(f"<a class=review-title href=/r/#>{stars}<span>Pours well #x</span></a><p>Weight: # kg</p>")

    assert column(html, "title", "all reviews", weight="string")[0] == "Pours well 1x"


def test_a_post_says_where_its_author_and_itself_are_and_how_much_that_one_wrote() -> None:
    wrote = "<a href=/profile/1#-ann/content title='2,20# posts'>2.2k</a>"
    pane = f"<aside><h3 class=author><a href=/profile/1#-ann/>Ann #x</a></h3>{wrote}</aside>"
    day = "<a href=/t/9?do=find&comment=#>Posted <time datetime=2026-05-0#>May #</time></a>"
    text = "<div class=text><p>I think that this may well be so.</p></div>"
    html = cards(f"{pane}<div>{day}<a href=/t/9?do=quote&c=#>Quote</a></div>{text}")

    asked = {"author": "string", "author_url": "string", "author_posts": "number", "url": "string", "text": "string"}
    assert list(rows(html, "all posts", **asked)[0].values())[:-1] == [
        "Ann 1x",
        f"{HOST}/profile/11-ann/",
        2201,
        f"{HOST}/t/9?do=find&comment=1",
    ]


def test_a_price_that_is_that_of_a_unit_too_is_the_price() -> None:
    unit = "<p>Inhalt: <span>1 Kilogramm</span> <span class=reference>(29,9# €* / 1 Kilogramm)</span></p>"
    html = cards(f"<h3><a href=/p/#>Bohnen #x</a></h3><div>{unit}<div><span class=price>29,9# €*</span></div></div>")

    found = rows(html, "alle Artikel", titel="string", preis="number", grundpreis="string")[0]
    assert (found["preis"], found["grundpreis"]) == (29.91, "29,91 €* / 1 Kilogramm")


@pytest.mark.parametrize("said", ["Nicht mehr verfügbar", "Erscheint am 11.11.2026"])
def test_what_is_not_to_be_had_any_more_or_not_yet_says_so_of_stock(said: str) -> None:
    html = cards(f"<h3><a href=/p/#>Bohnen #x</a></h3><span>2# €</span><p><span></span>{said}</p>")

    assert column(html, "verfügbarkeit", "alle Artikel", preis="number")[0] == said


def test_a_picture_that_most_records_have_shows_none_of_them_unless_it_is_called_as_one() -> None:
    item = "<div class=item><img src=/mark.jpg><img src={1}><h3><a href=/p/{0}>Lamp {0}x</a></h3></div>"
    pictures = ["/lamp1.jpg", "/lamp2.jpg", "/mark.jpg", "/lamp4.jpg"]
    html = "".join(item.format(at, picture) for at, picture in enumerate(pictures, 1))
    shown = [row["image"] for row in rows(html, "all lamps", name="string", image="string")]
    assert shown == ["https://h.example/lamp1.jpg", "https://h.example/lamp2.jpg", None, "https://h.example/lamp4.jpg"]

    alike = cards("<img src=/lamp.jpg alt='Lamp #x'><h3><a href=/p/#>Lamp #x</a></h3>")
    assert column(alike, "image", "all lamps", name="string")[0] == "https://h.example/lamp.jpg"


@pytest.mark.parametrize("folder", ["smilies", "buttons", "badges"])
def test_what_stands_among_smilies_and_buttons_shows_nothing(folder: str) -> None:
    html = cards(f"<h3><a href=/p/#>Post #x</a></h3><p>Said by all # of us.</p><img src=/img/{folder}/glad#.png>")

    assert column(html, "image", "all posts", title="string")[0] is None


def test_who_organizes_something_is_no_part_of_how_many_follow_them() -> None:
    told = "<p class=b>Harbour Arts Trust</p><p class=s><svg></svg> 1.# k followers</p>".replace("# k", "#k")
    html = cards(f"<h3><a href=/e/#>Night Walk #</a></h3><div class=wide-strip__organizer>{told}</div>")

    found = rows(html, "all events", title="string", organizer="string", followers="number")
    assert [list(row.values())[1:] for row in found] == [["Harbour Arts Trust", 1000.0 + 100 * at] for at in (1, 2, 3)]


@pytest.mark.parametrize(
    ("said", "field", "told"),
    [
        ("<td>Size: 2 MB<td>Download (4#): <a href=/get/#>Kettle #x Download</a>", "downloads", ["41", "42", "43"]),
        ("<td>Size: 2 MB<td>Mirrors (4#): <a href=/get/#>Kettle #x</a>", "downloads", [None] * 3),
    ],
)
def test_a_number_in_brackets_behind_a_label_counts_what_that_says(said: str, field: str, told: list[str]) -> None:
    card = f"<h3><a href=/p/#>Kettle #x</a></h3><p>Visits: 7#</p><table><tr>{said}</table>"

    assert column(cards(card), field, visits="number") == told


@pytest.mark.parametrize("mark", ["Unfallfrei", "Sans accident"])
def test_a_car_may_be_marked_as_free_of_accidents(mark: str) -> None:
    card = "<h3><a href=/p/#>Wagen #x</a></h3><p>{0}EZ 05/202# • 48.12# km</p>"
    html = cards(card.format(f"<b>{mark}</b> • "), 2) + cards(card.format("<b>Top</b> • "), 2)
    html = html.replace("</ul><ul>", "")

    assert column(html, "accident_free", accident_free="boolean") == [True, True, False, False]


def test_how_many_rated_a_dealer_is_told_as_how_many_rated() -> None:
    html = cards("<h3><a href=/p/#>Wagen #x</a></h3><p>Auto Lee</p><p class=seller-rating><i>4,7</i> <i>(31#)</i></p>")

    assert column(html, "dealer_reviews", dealer_reviews="integer", dealer_rating="number") == [311, 312, 313]


def test_a_text_has_a_picture_that_links_before_it_and_facts_below_it() -> None:
    text = "Kettle #x boils a litre of water in the time that it takes to find the cups, and sings when it is done."
    card = (
        "<b><a href=/p/#>Kettle #x</a></b><p><a href=/pictures/#><img src=/k#.jpg></a> {0} <br><br>"
        "Platforms: Hob #, Stove</p>"
    )
    html = cards(card.format(text))

    told = [text.replace("#", str(at)) for at in (1, 2, 3)]
    assert column(html, "description", platforms="string") == told
    assert column(html, "platforms", description="string") == [f"Hob {at}, Stove" for at in (1, 2, 3)]


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        (
            '<span class="wide-DesktopValue">Harrow Town #x</span>',
            '<span class="MobileValue">Harrow</span>',
            "Harrow Town 1x",
        ),
        ("<span class=abbr>Larks</span>", "<span class=full>Larks #x</span>", "Larks 1x"),
        ("<span class=short>Larks</span>", "<span class=full>Larkspur #x</span>", "LarksLarkspur 1x"),
        ("<span>Yes</span>", "<span>Yes</span>", "Yes, Yes"),
    ],
)
def test_what_is_written_for_two_screens_is_said_once(first: str, second: str, told: str) -> None:
    html = cards(f"<h3><a href=/m/#>Match #x</a></h3><p class=home-team>{first}{second}</p>")

    assert column(html, "home_team", "all matches", title="string")[0] == told
