"""What museums say: from when to when, what is over and what is to come, and how one gets in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from airflow_provider.local.reading.words.forms import form_of
from airflow_provider.local.reading.words.stated import bounds
from tests.local.test_cards import column
from tests.local.test_lists import HOST
from tests.local.test_reading import cards, rows

if TYPE_CHECKING:
    from airflow_provider.local.schemas import Kind


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Sept. 3, 2025\u2013Mar. 29, 2026", "Sept. 3, 2025", "Mar. 29, 2026"),
        ("3\u20135 May 2025", "3 May 2025", "5 May 2025"),
        ("May 3\u20135, 2025", "May 3", "May 5, 2025"),
        ("5 Jun 2025 \u2192 7 Sep 2025", "5 Jun 2025", "7 Sep 2025"),
        ("Laufzeit: 12.09.2025\u201325.01.2026", "12.09.2025", "25.01.2026"),
        ("Through November 16, 2025 (weather permitting)", None, "November 16, 2025"),
        ("Closing soon: through November 9, 2025", None, "November 9, 2025"),
        ("Closed August 3, 2025", None, "August 3, 2025"),
        ("Extended to 11 January 2026", None, "11 January 2026"),
        ("Now \u2013 5 June 2026", None, "5 June 2026"),
        ("verlängert bis 11.1.2026", None, "11.1.2026"),
        ("Nur noch bis 11.01.2026", None, "11.01.2026"),
        ("Prolongée jusqu\u2019au 11 janvier 2026", None, "11 janvier 2026"),
        ("Opening February 2, 2026", "February 2, 2026", None),
        ("Opens 3 May 2026", "3 May 2026", None),
        ("Coming September 2026", "September 2026", None),
        ("On view since November 5, 2021", "November 5, 2021", None),
        ("Eröffnung: 12. März 2026, 19 Uhr", "12. März 2026", None),
        ("10.05.2025 bis auf Weiteres", "10.05.2025", None),
        ("dès le 12 mars 2026", "12 mars 2026", None),
    ],
)
def test_days_are_told_from_the_first_to_the_last(text: str, start: str | None, end: str | None) -> None:
    assert form_of(text) == "dates"
    assert dict(bounds(text)) == {
        label: day for label, day in (("start date", start), ("end date", end)) if day is not None
    }


def test_what_lasts_has_no_days() -> None:
    assert [form_of(text) for text in ("Ongoing", "Long-term installation")] == [""] * 2
    assert form_of("Closes in 3 days") == "time left"


@pytest.mark.parametrize(
    "line",
    ["Free with Museum admission", "Timed ticket required", "Separate ticket required ($12)", "Eintritt frei"],
)
def test_a_mark_says_how_one_gets_in(line: str) -> None:
    html = cards(f"<span class=tag>{line}</span><h3><a href=/e/#>Coats #x</a></h3><p>Until 5 May 202#</p>")

    assert column(html, "admission", "all exhibitions", end_date="string")[0] == line


def shows(heading: str, *names: str) -> str:
    said = "<p>May 3 \u2013 June 5, 2026</p><p>{0} fills two rooms.</p>"
    card = f"<article class=card><h3><a href=/e/{{0}}>{{0}}</a></h3>{said}</article>"
    return f"<section><h2>{heading}</h2>{''.join(map(card.format, names))}</section>"


def closed(*names: str) -> str:
    row = "<li class=past><a href=/e/{0}>{0}</a> <span>Closed August 3, 2025</span></li>"
    return f"<section><h2>Recently Closed</h2><ul>{''.join(map(row.format, names))}</ul></section>"


@pytest.mark.parametrize(
    ("prompt", "names"),
    [
        ("all exhibitions, current, upcoming and recently closed", "Coats Glass Ships Drums Toys Bells"),
        ("all current and upcoming exhibitions", "Coats Glass Ships"),
    ],
)
def test_a_prompt_may_name_what_is_over_beside_what_is_on(prompt: str, names: str) -> None:
    html = shows("On View Now", "Coats", "Glass") + shows("Upcoming", "Ships") + closed("Drums", "Toys", "Bells")

    found = rows(html, prompt, title="string", status="string", end_date="string", url="string")
    assert [row["title"] for row in found] == names.split()


def test_what_is_over_may_be_named_before_that_is_said() -> None:
    html = shows("In corso", "Coats", "Glass") + shows("In arrivo", "Ships") + shows("Mostre concluse", "Drums", "Toys")

    found = column(html, "stato", "tutte le mostre", data_fine="string")
    assert found == ["In corso", "In corso", "In arrivo", "Mostre concluse", "Mostre concluse"]


def test_permanent_is_a_status_beside_others() -> None:
    html = (
        shows("Aktuell", "Coats", "Glass") + shows("Vorschau", "Ships") + shows("Dauerausstellungen", "Drums", "Toys")
    )

    found = column(html, "status", "alle Ausstellungen", end_date="string")
    assert found == ["Aktuell", "Aktuell", "Vorschau", "Dauerausstellungen", "Dauerausstellungen"]


@pytest.mark.parametrize(
    ("prompt", "names"),
    [
        ("all past exhibitions", "Drums Toys Bells"),
        ("alle vergangenen Ausstellungen", "Drums Toys Bells"),
        ("all current and upcoming exhibitions", "Coats Glass Ships"),
        ("all exhibitions, including past ones", "Coats Glass Ships Drums Toys Bells"),
        ("all exhibitions", "Coats Glass Ships Drums Toys Bells"),
        ("all pastel exhibitions", "Coats Glass Ships Drums Toys Bells"),
    ],
)
def test_of_what_is_over_and_what_is_on_a_prompt_may_ask_for_one(prompt: str, names: str) -> None:
    html = shows("Current", "Coats", "Glass") + shows("Forthcoming", "Ships") + shows("Past", "Drums", "Toys", "Bells")

    assert column(f"<main>{html}</main>", "title", prompt, end_date="string", url="string") == names.split()


def hung(heading: str, below: str, at: int) -> str:
    return (
        f"<li class='{'has' if at % 2 else 'no'}_image'><a href=/e/{at}><h2 class='title has_subtitle'><span>{heading}"
        f"</span></h2><span class=subtitle>{below}</span><span class=date>{at} May - {at} June 2024</span></a></li>"
    )


def test_a_heading_is_an_artist_where_what_stands_behind_it_is_the_title() -> None:
    people = ["Marit Holm", "Teo de Abascal", "Priya Ravel & Gil Oster", "Nadia Koval"]
    titles = ["Half-life of a garden", "Ceniza", "Works on paper", "Curated by Ines Tarrant"]

    html = "".join(hung(person, title, at) for at, (person, title) in enumerate(zip(people, titles, strict=True), 1))
    found = rows(f"<ul>{html}</ul>", "all exhibitions", artist="string", title="string", curator="string", url="string")
    assert [(row["artist"], row["title"]) for row in found[:3]] == list(zip(people, titles, strict=True))[:3]
    assert (found[3]["title"], found[3]["curator"]) == ("Nadia Koval", "Ines Tarrant")

    html = "".join(hung(titles[at], people[at], at) for at in range(3))
    found = rows(f"<ul>{html}</ul>", "all exhibitions", artist="string", title="string", curator="string", url="string")
    assert [(row["artist"], row["title"]) for row in found] == list(zip(people, titles, strict=False))[:3]


def test_a_section_is_the_heading_that_a_record_stands_under() -> None:
    card = (
        "<article class=card><h3><a href=/e/{0}>{0}</a></h3><ul class=tags><li class=tag>Video {0}</li></ul></article>"
    )
    parts = (("Aktuell", ("Coats", "Glass")), ("Vorschau", ("Ships", "Drums")))
    html = "".join(f"<section><h2>{name}</h2>{''.join(map(card.format, shown))}</section>" for name, shown in parts)

    assert column(html, "section", "alle Ausstellungen", url="string") == ["Aktuell", "Aktuell", "Vorschau", "Vorschau"]


@pytest.mark.parametrize(
    "prompt",
    [
        "all exhibitions with title and current status",
        "all exhibitions, and whether each is past",
        "alle Ausstellungen",
    ],
)
def test_what_is_told_of_each_asks_for_none_of_them_alone(prompt: str) -> None:
    html = shows("Current", "Coats", "Glass") + shows("Forthcoming", "Ships") + shows("Past", "Drums", "Toys", "Bells")

    assert len(column(f"<main>{html}</main>", "title", prompt, end_date="string", url="string")) == 6


@pytest.mark.parametrize(
    ("prompt", "fields"),
    [
        ("all exhibitions", ("title", "status", "url", "dates")),
        ("all exhibitions", ("title", "status", "dates")),
        ("all exhibitions (past and current)", ("title", "url", "dates")),
    ],
)
def test_what_is_over_may_be_divided_by_years_and_made_in_another_way(prompt: str, fields: tuple[str, ...]) -> None:
    panel = "<div class=panel><a href=/e/{0}><h3>{0}</h3><p class=date>3 May - 5 July 2025</p></a></div>"
    entry = "<li><a href=/e/{0}><h4>{0}</h4><span class=date>1 June - 2 July {1}</span></a></li>"
    years = "".join(
        f"<h3>{year}</h3><ul>{''.join(entry.format(name, year) for name in names)}</ul>"
        for year, names in ((2024, ("Drums", "Toys")), (2023, ("Bells", "Saws", "Nets")))
    )
    html = f"<h2>Current</h2><div>{panel.format('Coats')}{panel.format('Glass')}</div><h2>Past</h2>{years}"

    found = rows(f"<h1>Exhibitions</h1>{html}", prompt, **dict.fromkeys(fields, "string"))
    assert [row["title"] for row in found] == ["Coats", "Glass", "Drums", "Toys", "Bells", "Saws", "Nets"]
    assert "status" not in fields or [row["status"] for row in found] == ["Current"] * 2 + ["Past"] * 5


def test_what_is_on_view_is_current() -> None:
    html = shows("On View", "Coats", "Glass", "Ferries") + shows("Upcoming", "Ships", "Nets", "Bells")

    found = column(html, "title", "all current and upcoming exhibitions", end_date="string", url="string")
    assert found == ["Coats", "Glass", "Ferries", "Ships", "Nets", "Bells"]


def test_a_class_that_says_what_a_title_has_does_not_name_it() -> None:
    show = "<a href=/e/#><h2 class='heading_title has_subtitle'>Ines #</h2><h3 class=subtitle>Soft Machinery #</h3></a>"

    assert column(cards(show), "subtitle", "all shows", heading="string")[0] == "Soft Machinery 1"


def test_how_an_editor_shows_labels_is_no_mark() -> None:
    name = "<span class='field field--label-hidden'>Marit Holm #</span>"
    show = f"<h3><a href=/e/#>{name}<span class=card__subtitle>The garden</span></a></h3><p>Place: Hall #</p>"

    assert column(cards(show), "title", "all shows", place="string")[0] == "Marit Holm 1"


def test_what_divides_a_place_from_a_day_is_no_part_of_it() -> None:
    place = "<span class=location><span class=divider> | </span>Lisbon #</span>"
    show = f"<a href=/e/#><h2>Slow Weather #</h2><span class=date>1 May - 2 June 202#</span>{place}</a>"

    assert column(cards(show), "gallery_location", "all shows", dates="string")[0] == "Lisbon 1"


def test_titles_of_shows_are_set_in_italics_below_their_artists() -> None:
    told = [("Mara Oskars", "Slow Weather"), ("Theo Abellard", "Two Rooms, One Lamp"), ("Group Show", "What remains")]
    html = "".join(
        f"<li><h3><a href=/e/{at}>{who}</a></h3><p><em>{what}</em><br>3 May \u2013 5 June 2024</p></li>"
        for at, (who, what) in enumerate(told)
    )
    found = rows(f"<ul>{html}</ul>", "all exhibitions", artist="string", title="string", dates="string")
    assert [(row["artist"], row["title"]) for row in found] == told


def test_a_title_below_an_artist_may_stand_beside_a_day_of_the_same_class() -> None:
    show = (
        "<a href=/e/#><h2 class='heading_title has_subtitle'><span class=title>Magnus Eide</span>"
        "<span class=separator>: </span><span class=subtitle>Low Tide #</span></h2>"
        "<div class='subtitle date'>14 February - 5 April 2025</div></a>"
    )
    found = rows(cards(show), "all exhibitions", artist="string", title="string", dates="string")[0]
    assert list(found.values()) == ["Magnus Eide", "Low Tide 1", "14 February - 5 April 2025"]


def test_whether_it_is_to_come_is_what_its_heading_says() -> None:
    show = "<li><h3><a href=/e/{0}>Show {0}</a></h3><p>{0} May 2026 - {0} June 2026</p></li>"
    html = f"<h2>Current exhibitions</h2><ul>{show.format(1)}{show.format(2)}{show.format(3)}</ul>"
    html += f"<h2>Upcoming exhibitions</h2><ul>{show.format(4)}{show.format(5)}{show.format(6)}</ul>"

    found = rows(html, "all current and upcoming exhibitions", title="string", dates="string", is_upcoming="boolean")
    assert [row["is_upcoming"] for row in found] == [False] * 3 + [True] * 3


def test_a_day_in_figures_and_a_word_is_no_count() -> None:
    def day(head: str, at: int) -> str:
        return f"<h2>{head}</h2><ul><li><h3><a href=/e/{at}>Concert {at}</a></h3><p>Salle {at}</p></li></ul>"

    html = "".join(day(f"{name} {at} décembre", at) for at, name in enumerate(("Mardi", "Mercredi", "Jeudi"), 1))

    assert column(html, "day") == ["Mardi 1 décembre", "Mercredi 2 décembre", "Jeudi 3 décembre"]


def test_an_artist_and_what_divides_it_from_the_title_are_no_parts_of_that() -> None:
    name = "<span class=artist>Ann # Lee</span><span class=separator>:</span> <em>Salt Ledger #</em>"
    html = cards(f"<h3><a href=/e/#>{name}</a></h3><p>Until # May 2026</p>")

    assert rows(html, "all shows", artist="string", title="string", dates="string")[0] == {
        "artist": "Ann 1 Lee",
        "title": "Salt Ledger 1",
        "dates": "Until 1 May 2026",
    }


def test_what_is_over_stands_in_a_short_list_below_large_cards_of_many_parts() -> None:
    def card(at: int) -> str:
        parts = "".join(
            f"<div class=p{part}><p class=t>Part {part} of show {at}, in words</p></div>" for part in range(8)
        )
        said = f"<h3><a href=/e/{at}>Show {at}</a></h3><b>{at} May - {at} June 2026</b>"
        return f"<li class=item><article class=card><div class=body>{said}{parts}</div></article></li>"

    over = "".join(
        f"<li class=row><a href=/e/{at}>Show {at}</a> <i>{at} May - {at} June 2024</i></li>" for at in range(7, 11)
    )
    cards = [f"<ul>{''.join(map(card, part))}</ul>" for part in (range(1, 4), range(4, 7))]
    html = f"<h2>Current</h2>{cards[0]}<h2>Upcoming</h2>{cards[1]}<h2>Past</h2><ul>{over}</ul>"

    found = rows(html, "all current, upcoming and past exhibitions", title="string", dates="string", url="string")
    assert [row["title"] for row in found] == [f"Show {at}" for at in range(1, 11)]


def test_sections_called_museums_are_where_shows_are() -> None:
    show = "<li><h4><a href=/e/{0}>Show {0}</a></h4><p>{0} May 2026 - {0} June 2026</p></li>"
    houses = ("Museo Civico", "Museo del Vetro", "Palazzo Oslund")
    html = "".join(
        f"<h3>{name}</h3><ul>{show.format(2 * at)}{show.format(2 * at + 1)}</ul>" for at, name in enumerate(houses)
    )

    assert column(html, "venue") == [name for name in houses for _ in (1, 2)]


def test_a_class_of_the_field_s_own_name_comes_before_a_label_that_has_more() -> None:
    place = "<dl><div><dt>Location</dt><dd><i class=venue>Tate #x</i><i class=room>Level #</i></dd></div></dl>"
    html = cards(f"<h3><a href=/e/#>Show #x</a></h3>{place}")

    assert column(html, "venue")[0] == "Tate 1x"


def test_a_mark_over_each_title_is_its_type_whatever_class_each_kind_has() -> None:
    kinds = ["Exhibition", "Free display", "Exhibition", "Course", "Exhibition"]
    card = (
        "<div class='card card--{0}'><p class='card__label card__label--{0}'>{1}</p>"
        "<h2><a href=/e/{2}>Coats {2}x</a></h2><p>Until 5 May 203{2}</p></div>"
    )
    html = "".join(card.format(kind.lower().replace(" ", "-"), kind, at) for at, kind in enumerate(kinds))

    assert column(html, "type", "all exhibitions", end_date="string") == kinds


@pytest.mark.parametrize(
    ("told", "as_text", "as_number"),
    [
        ("Free", "Free", 0),
        ("Free with booking", "Free with booking", 0),
        ("Free with admission", "Free with admission", None),
        ("£1#", "£11", 11),
    ],
)
def test_what_is_free_with_booking_is_free(told: str, as_text: str | None, as_number: int | None) -> None:
    html = cards(f"<h2><a href=/e/#>Coats #x</a></h2><p>Until 5 May 203#</p><div class=card__price>{told}</div>")

    assert column(html, "price", "all exhibitions", end_date="string")[0] == as_text
    assert column(html, "price", "all exhibitions", price="number", end_date="string")[0] == as_number


def test_where_others_have_a_range_the_day_that_is_shown_comes_before_the_one_for_scripts() -> None:
    card = (
        "<li><div data-start-date=2026/05/0{0} data-end-date=2026/05/1{0}>{1}</div>"
        "<h2><a href=/e/{0}>Fair {0}x</a></h2><p>Weight: {0} kg</p></li>"
    )
    days = [
        "Sat, 01 - Sun, 11 May 2026",
        "Sun, 02 - Mon, 12 May 2026",
        "Mon, 03 - Tue, 13 May 2026",
        "Mon, 04 May 2026",
    ]
    html = "".join(card.format(at, day) for at, day in enumerate(days, 1))

    assert column(f"<ul>{html}</ul>", "date", "all trade fairs") == days


def test_what_divides_a_name_from_the_title_below_it_is_of_neither() -> None:
    title = "<h2>Mirelle Asterby<span class=separator>: </span><span class=subtitle>Slow Weather #</span></h2>"
    html = cards(f"<a href=/e/#>{title}<span class=date>5 May - 8 June 203#</span></a>")

    found = rows(html, "all exhibitions", title="string", artist="string", date="string")[0]
    assert list(found.values()) == ["Slow Weather 1", "Mirelle Asterby", "5 May - 8 June 2031"]


@pytest.mark.parametrize("shown", ["14 juin - 4 janvier 2036", "19 septembre @ 14 h 30 min - 16 h 00 min"])
def test_what_a_moment_lacks_of_the_days_that_it_stands_on_is_told(shown: str) -> None:
    html = cards(f"<time datetime=2035-06-14>{shown}</time><h4><a href=/e/#>Fair #x</a></h4><p class=venue>Hall #</p>")

    found = rows(html, "all events", title="string", date="string", start_date="string", venue="string")[0]
    assert list(found.values()) == ["Fair 1x", shown, "2035-06-14", "Hall 1"]


def test_lists_of_another_kind_of_thing_are_left_out_where_classes_tell_them_apart() -> None:
    card = "<li class='card card--{0}'><a href=/{0}/{1}><b class=title>Coats {1}x</b><i>Until 5 May 203{1}</i></a></li>"
    lists = [("exhibition", range(1, 6)), ("event", range(6, 9))]
    html = "".join(f"<ul class=grid>{''.join(card.format(kind, at) for at in each)}</ul>" for kind, each in lists)

    assert len(column(html, "title", "all exhibitions", end_date="string")) == 5


def test_a_gallery_may_say_where_it_is_in_a_line_that_is_only_known_by_its_place() -> None:
    widget = "<div class='widget widget-{0}'>{1}</div>"
    places = ["Via Corvetto 18, Milano", "Sala Ombra", "Via Corvetto 18, Milano", "Orto Botanico", "Sala Ombra"]
    html = "".join(
        f"<div class='loop loop-{at} post-{at}'><div><h3><a href=/m/{at}>Acqua {at}x</a></h3>"
        f"{widget.format('b03', f'1{at} marzo 2026')}{widget.format('e41', place)}</div></div>"
        for at, place in enumerate(places)
    )

    found = rows(f"<main>{html}</main>", "tutte le mostre", title="string", date="string", venue="string")
    assert [row["venue"] for row in found] == places


def test_of_two_lines_alike_one_may_be_known() -> None:
    lines = "<p class=info>{1}</p><p class=info>Oslund, United Kingdom</p>"
    card = (
        f"<article><a href=/e/{{0}}><p class=name>Rooms {{0}}x</p><p class=day>2{{0}} Nov 2026</p>{lines}</a></article>"
    )
    html = "".join(
        card.format(at, place)
        for at, place in enumerate(("Marlow & Finch", "Copeland Hall", "The Ropewalk", "Kiln Annexe"))
    )

    found = rows(html, "all exhibitions", title="string", dates="string", venue="string", location="string")
    assert [row["venue"] for row in found] == ["Marlow & Finch", "Copeland Hall", "The Ropewalk", "Kiln Annexe"]


def test_days_divide_a_programme_in_lines_that_are_written_for_two_screens() -> None:
    row = (
        "<div class=row><div><i class=time>18.0{0} Uhr</i> | <i class=venue>Halle</i></div>"
        "<a href=/s/{0}><h3>Stück {0}x</h3></a><p class=composer>Ann Rehn</p></div>"
    )
    day = (
        "<div class=day><b>{0}</b><b class=h-hide-mobile>. Dezember 2026</b><b class=h-show-mobile>.12.26</b>"
        " <b>Dienstag</b></div>"
    )
    groups = "".join(
        f"<div class=group>{day.format(at)}<div>{row.format(at)}{row.format(at + 4) if at == 2 else ''}</div></div>"
        for at in (1, 2, 3)
    )

    found = rows(
        f"<div>{groups}</div>", "alle Vorstellungen", title="string", composer="string", date="string", time="string"
    )
    assert [one["date"] for one in found] == [f"{at}. Dezember 2026 Dienstag" for at in (1, 2, 2, 3)]


def test_what_stands_below_in_cards_alike_and_leads_elsewhere_is_another_list() -> None:
    card = "<li class=item><a href={0}/{1}><h3>Rooms {1}x</h3><p>{1} May 2026</p>{2}</a></li>"
    shows = "".join(card.format("/shows", at, "<p class=location>Floor 1</p>") for at in range(1, 6))
    notes = "".join(card.format("/magazine", at, "") for at in range(6, 9))

    found = rows(
        f"<h2>On view</h2><ul>{shows}</ul><h2>Notes</h2><ul>{notes}</ul>",
        "all",
        title="string",
        date="string",
        location="string",
    )
    assert len(found) == 5


@pytest.mark.parametrize(
    "cited", ["Thorax (1985). 2026 Mar 1;138(3):640-651.", "Thorax (1985). 2026 Mar 11. doi: 10.1007/x-1."]
)
def test_a_journal_may_have_a_year_in_its_name(cited: str) -> None:
    html = cards(f"<h3><a href=/r/#>Soap #x</a></h3><p><span>Rehn A, Lind B.</span> <span>{cited}</span></p>")

    found = rows(html, "all articles", title="string", journal="string", year="string")[0]
    assert list(found.values()) == ["Soap 1x", "Thorax (1985)", "2026"]


def test_a_catalogue_says_when_and_in_what_journal_and_leads_to_all_of_a_text() -> None:
    by = "by <a href=/Author/Home?author=1>Vance, Ann</a>, <a href=/Author/Home?author=2>Lee, Bo</a>"
    html = cards(
        f"<h2><a href=/Record/# class=title>Soap #x</a></h2><div>{by}<br>Published in"
        " <a href=/Search?type=JournalTitle>Soap letters</a> (201#)</div>"
        "<a class=fulltext href=https://proxy.example/#>Get it (1 user)</a>"
    )

    found = rows(html, "all results", title="string", authors="string", journal="string", full_text_url="string")[0]
    assert list(found.values()) == ["Soap 1x", "Vance, Ann, Lee, Bo", "Soap letters", "https://proxy.example/1"]
    years = cards("<h2><a href=/Record/# class=title>Soap #x</a></h2><div>by Ann Vance<br>Published [201#]</div>")
    assert column(years, "year", "all results")[0] == "[2011]"


def test_how_many_works_cite_one_may_be_said_in_words() -> None:
    html = cards("<h3><a href=/r/#>Rehn v. Lind #x</a></h3><p><a href=/c/#>Cited by 1# opinions</a></p>")

    assert rows(html, "all opinions", title="string", cited_by_count="number")[0]["cited_by_count"] == 11


def test_what_stands_behind_an_icon_is_no_tag_and_until_when_something_is_may_be_said_shortly() -> None:
    entry = "<li class=tag><svg class=mark></svg><i>{}</i>"
    tags = f"<li class=tag>Arte #<li>Gratis{entry.format('Retiro')}{entry.format('Hasta # feb 2026')}"
    html = cards(f"<h3><a href=/m/#>Agua #x</a></h3><ul class=tags>{tags}</ul>")

    assert list(rows(html, "todas", title="string", category="string", dates="string")[0].values()) == [
        "Agua 1x",
        "Arte 1",
        "Hasta 1 feb 2026",
    ]


@pytest.mark.parametrize(
    "made", ["ca. 179#", "late #7th\u2013early 18th century", "#1.\u201312. Jahrhundert", "66#\u2013332 BCE"]
)
def test_what_a_museum_has_was_made_about_some_year_or_in_some_century(made: str) -> None:
    said = f"<div class=object_culture__BaSXn><i>Ann Rehn</i></div><div><i>{made}</i></div>"
    html = cards(f"<h3><a href=/o/#>Heron #x</a></h3>{said}")

    found = rows(html, "all objects", title="string", artist_or_culture="string", date="string")[0]
    assert list(found.values()) == ["Heron 1x", "Ann Rehn", made.replace("#", "1")]


def test_an_icon_may_mark_the_block_behind_it() -> None:
    html = cards("<h3><a href=/e/#>Soap #x</a></h3><div><svg class=icon--pin></svg><p>Hall #</p></div>")

    assert column(html, "venue", "all events")[0] == "Hall 1"


def test_what_costs_nothing_in_data_is_shown_as_free() -> None:
    offer = "<div itemprop=offers itemscope><span itemprop=price content=0.0>Free</span></div>"
    event = f"<article itemscope itemtype=https://schema.org/Event><h3 itemprop=name>Soap #x</h3>{offer}</article>"

    assert column(cards(f"<a href=/e/#>{event}</a>"), "price", "all events")[0] == "Free"


def test_a_programme_says_where_and_when_in_a_line_and_its_days_stand_around_it() -> None:
    act = (
        "<article>{1}<div class=details>Residenz, 19.3{0}\u201322.10 Uhr</div><h3><a href=/s/{0}>Stück {0}x</a></h3>"
        "<a class='button button--tickets' href=https://t.example/{0}>Karten <i class=sr-only>für Stück {0}x</i></a>"
        "</article>"
    )
    save = "<div class=date-links><a href=/{0}.ics><i class=sr-only>In Kalender speichern</i></a></div>"
    acts = [act.format(at, f"<div class=date-container>{save.format(at)}</div>") for at in range(5)]
    days = [acts[:1], acts[1:3], acts[3:]]
    html = "".join(f"<section data-date=2026-10-1{at}>{''.join(day)}</section>" for at, day in enumerate(days))

    found = rows(html, "alle", title="string", date="string", start_time="string", venue="string", ticket_url="string")
    assert list(found[2].values()) == ["Stück 2x", "2026-10-11", "19.32", "Residenz", "https://t.example/2"]


def test_those_who_are_linked_to_side_by_side_wrote_together() -> None:
    by = "<a href=/autor/ann-#>Ann Lee</a> / <a href=/autor/bo-#>Bo Ray</a> <i>| Madrid</i>"
    html = cards(f"<h3><a href=/2026/#>Agua #x</a></h3><div>{by}</div><p>1# nov 2026</p>")

    assert column(html, "author", "todas las noticias", date="string")[0] == "Ann Lee, Bo Ray"


def test_a_theatre_is_where_something_is_shown_and_a_link_to_an_author_names_one() -> None:
    html = cards(
        "<h3><a href=/e/#>Grigio #x</a></h3><p><a href=/autor/ann-#>Ann #</a></p><p class=venue>Spazio #</p>"
        "<p>1# November 2026</p>"
    )

    found = rows(html, "all events", title="string", author="string", theatre="string", date="string")[0]
    assert list(found.values()) == ["Grigio 1x", "Ann 1", "Spazio 1", "11 November 2026"]


def test_a_day_has_no_hour_where_the_hour_has_a_field_of_its_own() -> None:
    day = "<div class=top-date><i class=start>vr 2# nov 2026</i> <i class=time>20:15</i></div>"
    html = cards(f"<h3><a href=/e/#>Grigio #x</a></h3>{day}<p class=venue>Zaal #</p>")

    found = rows(html, "alle voorstellingen", title="string", date="string", time="string", venue="string")[0]
    assert list(found.values()) == ["Grigio 1x", "vr 21 nov 2026", "20:15", "Zaal 1"]


def test_a_tile_of_another_class_that_says_less_is_none_of_the_events() -> None:
    event = (
        "<div class='card card--event'><a href=/e/{0}><p class=type>Show</p><h2 class=title>Soap {0}x</h2>"
        "<p class=location>Hall {0}</p><p class=date>Until {0} May 2026</p><p class=text>All about soap.</p></a></div>"
    )
    promo = (
        "<div class='tile'><a href=/join><h2 class=title>See all</h2><p class=text>Become a member now.</p></a></div>"
    )
    html = "".join(map(event.format, range(1, 4))) + promo + "".join(map(event.format, range(4, 7)))

    found = rows(
        f"<div>{html}</div>", "all", title="string", type="string", location="string", date="string", url="string"
    )
    assert len(found) == 6


@pytest.mark.parametrize("said", ["£2# / Free for Members", "€ 1# / ermäßigt € 6"])
def test_what_some_and_others_pay_is_one_line_as_a_text_and_the_first_sum_as_a_number(said: str) -> None:
    html = cards(f"<h3><a href=/e/#>Soap #x</a></h3><p>Until # May 2026</p><div class=info__price><i>{said}</i></div>")

    assert column(html, "price", "all", dates="string")[0] == said.replace("#", "1")
    assert column(html, "admission", "all", dates="string")[0] == said.replace("#", "1")
    assert rows(html, "all", title="string", price="number")[0]["price"] == int(said[1:4].strip(" €").replace("#", "1"))


def test_exhibitions_of_two_sizes_are_one_list_and_a_heading_may_say_from_when_to_when() -> None:
    large = (
        "<div class='item item--large'><a href=/e/{0}><img alt=''></a><div><h2 class=item__title><a href=/e/{0}>Soap"
        " {0}x</a></h2><h2 class=item__subtitle>Through May {0}, 2027</h2><p>All about soap, in {0} rooms."
        "</p></div></div>"
    )
    small = (
        "<div class=item><a href=/e/{0}><i></i></a><div class=head><h3 class=item__title><a href=/e/{0}>Soap {0}x</a>"
        "</h3><h4 class=item__subtitle>Through June {0}, 2027</h4></div></div>"
    )
    html = f"<section><div>{''.join(map(large.format, range(1, 4)))}</div>"
    html += f"<div class=group><div class=grid>{''.join(map(small.format, range(4, 9)))}</div></div></section>"

    found = rows(f"<main>{html}</main>", "all exhibitions", title="string", dates="string", url="string")
    assert [row["title"] for row in found] == [f"Soap {at}x" for at in range(1, 9)]
    assert [row["dates"] for row in found][2:4] == ["Through May 3, 2027", "Through June 4, 2027"]


def test_exhibitors_are_what_a_list_of_them_has_as_names_and_their_stands_are_where_they_are() -> None:
    card = (
        "<a href=/x/#><h4><i>Amberg #x GmbH</i></h4><p class=country>Norway</p><i class=location-text>4.0 B2#</i></a>"
    )

    found = rows(cards(card), "all exhibitors", company="string", country="string", stands="string")[0]
    assert list(found.values()) == ["Amberg 1x GmbH", "Norway", "4.0 B21"]


def test_a_gallery_is_not_called_as_what_it_shows() -> None:
    shown = "<ul><li><h3 class=event__title><a href=/e/#>Ledger #x</a></h3><p>Until 3 May 2027</p></ul>"
    html = cards(f"<h2><a href=/g/#>Abbott #x</a></h2><p class=address>21 West #th Street</p>{shown}")

    assert rows(html, "all galleries", gallery="string", address="string")[0]["gallery"] == "Abbott 1x"


def test_an_office_in_a_list_of_these_has_their_names_and_its_place_is_the_address() -> None:
    html = cards("<h2><a href=/o/#>Abbott #x</a></h2><dl><dt>所在地</dt><dd>三重県 名張市 #</dd></dl>")

    found = rows(html, "all offices", office="string", address="string", url="string")[0]
    assert list(found.values())[:2] == ["Abbott 1x", "三重県 名張市 1"]


def test_chips_that_come_back_are_the_categories() -> None:
    def fair(at: int) -> str:
        chips = "".join(
            f"<span class=pill><a href=/c/{one}>{one}</a></span>" for one in ("Wood", "Stone")[: 1 + at % 2]
        )
        return f"<li class=c><h3><a href=/f/{at}>Expo {at}x</a></h3><p>Leeds, {at} May 2027</p><div>{chips}</div></li>"

    html = f"<ul>{''.join(map(fair, range(1, 7)))}</ul>"
    assert column(html, "categories", "all fairs")[:2] == ["Wood, Stone", "Wood"]


@pytest.mark.parametrize("name", ["news-subheader", "teaser__subtitle", "subtitle"])
def test_a_subheader_is_a_subtitle(name: str) -> None:
    html = cards(f"<h3><a href=/e/#>Hanne #x</a></h3><p class={name}>Das Gewicht #x</p><p>Bis # Mai 2027</p>")

    assert column(html, "untertitel", "alle Ausstellungen")[0] == "Das Gewicht 1x"


def test_a_place_that_stands_twice_for_two_screens_is_one() -> None:
    def event(at: int) -> str:
        card = f"<p class=x>{at} May 2027 • 6:30 PM</p><p class=x>{('Mill', 'Works', 'Foundry')[at % 3]} Hall</p>"
        title = f"<h3><a href=/e/{at}>Soap {at}x</a></h3>"
        narrow = f"<div class=narrow><section>{title}{card}</section></div>"
        return f"<li class=c><div class=wide>{title}{card}</div>{narrow}</li>"

    html = f"<ul>{''.join(map(event, range(1, 7)))}</ul>"
    assert column(html, "venue", "all events", date="string")[:3] == ["Works Hall", "Foundry Hall", "Mill Hall"]


def test_what_stands_beside_the_past_is_no_part_of_it() -> None:
    show = (
        "<li><a href=/e/{0}><h3>Soap {0}x</h3><p class=date>Until {0} May 2027</p><p class=location>Bern</p></a></li>"
    )
    grid = "<section><h2>{}</h2><ul class=grid>{}</ul></section>"
    html = grid.format("Current", "".join(map(show.format, range(1, 4))))
    html += grid.format("Past", "".join(map(show.format, range(4, 8))))
    artists = "".join(f"<li><a href=/a/{at}>Ann Lee{at}</a></li>" for at in range(1, 7))

    found = rows(
        f"<main>{html}</main><aside class=sidebar><h3>Gallery artists</h3><ul>{artists}</ul></aside>",
        "all exhibitions (current and past) with title, artists, dates, location and link",
        title="string",
        artists="string",
        dates="string",
        location="string",
        url="string",
    )
    assert len(found) == 7


def test_an_hour_in_french_belongs_to_its_day() -> None:
    html = cards("<h3><a href=/e/#>Savon #x</a></h3><p class=date>1# déc. 2026, 16h</p>")

    assert column(html, "date", "tous les événements")[0] == "11 déc. 2026, 16h"


@pytest.mark.parametrize("said", ["Ongoing", "Dauerausstellung", "Until further notice"])
def test_what_does_not_end_says_so_in_the_place_of_days(said: str) -> None:
    days = [said if at == 3 else f"Until {at} May 2027" for at in range(1, 7)]
    html = "".join(
        f"<li class=c><h3><a href=/e/{at}>Soap {at}x</a></h3><p class=when>{day}</p></li>"
        for at, day in enumerate(days)
    )

    assert column(f"<ul>{html}</ul>", "dates", "all exhibitions") == days


@pytest.mark.parametrize("season", ["Summer 2027", "Late autumn 2027", "Winter 2027/28"])
def test_a_season_stands_in_the_place_of_days_that_nobody_knows_yet(season: str) -> None:
    days = [f"<time datetime=2027-05-0{at}>Until {at} May 2027</time>" for at in range(1, 7)]
    html = "".join(
        f"<li class=c><h3><a href=/e/{at}>Soap {at}x</a></h3><p class=text-sm>{day}</p></li>"
        for at, day in enumerate([*days, f"<span>{season}</span>"], 1)
    )

    assert column(f"<ul>{html}</ul>", "dates", "all exhibitions")[-1] == season


def test_subtitles_of_titles_without_a_heading_name_artists_too() -> None:
    names = ["Ann Lee", "Bo Ray", "Cy Dahl, Ed Ude", "Di Moe"]
    html = "".join(
        f"<li><a href=/e/{at}><span class='heading_title has_subtitle'><i class=heading><em>Unfired {at}</em></i>"
        f"<i class=subtitle>{name}</i></span><span class=date>Until {at} May 2027</span></a></li>"
        for at, name in enumerate(names, 1)
    )

    assert column(f"<ul>{html}</ul>", "artists", "all exhibitions", dates="string") == names


def test_classes_may_make_lines_of_what_is_in_a_heading() -> None:
    def show(at: int) -> str:
        name = f"<span class=block>Ode L{'aeiou'[at]}rsen</span><span class='block italic'>Slow Glass {at}x</span>"
        told = (
            f"<span class=block>August {at + 1} - October 17, 2026</span><span class=block>Park {at} Road, Rye</span>"
        )
        return f"<div class=c><a href=/e/{at}><h3>{name}</h3><p class='type-m mt-6'>{told}</p></a></div>"

    html = f"<main><h1>Exhibitions</h1><div class=g>{''.join(map(show, range(5)))}</div></main>"
    found = rows(html, "all exhibitions", artist="string", title="string", dates="string", url="string")[1]
    assert list(found.values())[:3] == ["Ode Lersen", "Slow Glass 1x", "August 2 - October 17, 2026"]


def test_a_title_of_two_parts_has_no_label_and_a_heading_marks_nothing() -> None:
    def show(at: int) -> str:
        places = ("Rye Modern", "Rye Britain", "Rye Modern")
        marks = f"<h3 class=card__label--type>{places[at % 3]}</h3><h3 class=card__label--type>Exhibition</h3>"
        name = f"<h2 class=title><a href=/e/{at}><span>Theatre of Paper: Cut-outs {at}x</span></a></h2>"
        return f"<div class=card><div class=h>{marks}</div>{name}<span class=when>Until {at + 1} May 2026</span></div>"

    html = f"<main><h1>What is on</h1><div class=g>{''.join(map(show, range(6)))}</div></main>"
    found = rows(html, "all exhibitions", title="string", venue="string", type="string", dates="string")[1]
    assert list(found.values()) == ["Theatre of Paper: Cut-outs 1x", "Rye Britain", "Exhibition", "Until 2 May 2026"]


def test_a_subtitle_with_a_field_of_its_own_is_no_part_of_the_title() -> None:
    name = "<h3 class=title><span class=part>Tides #x</span> <span class='subtitle part'>Then and now</span></h3>"
    html = cards(f"<a href=/e/#>{name}<footer><p>Doorlopend</p></footer></a>")

    found = rows(html, "all exhibitions", title="string", subtitle="string", dates="string")[0]
    assert list(found.values()) == ["Tides 1x", "Then and now", "Doorlopend"]


def test_until_when_it_is_may_be_said_beside_its_days() -> None:
    days = "<p><span class=block>June 1#\u2013October 3, 2026</span><span class=block>Basel</span></p>"
    html = cards(f"<a href=/e/#><div>Extended through October 3, 2026</div><h3>Tides #x</h3>{days}</a>")

    found = rows(html, "all exhibitions", title="string", dates="string")[0]
    assert list(found.values()) == ["Tides 1x", "June 11\u2013October 3, 2026"]


@pytest.mark.parametrize(
    ("line", "field", "said"),
    [
        ("<time>October # @ 8:00 pm - 10:30 pm</time>", "event_date", "October 1 @ 8:00 pm"),
        ("<p>October # @ 8:00 pm - 10:30 pm</p>", "finishes", "10:30 pm"),
        ("<p>October # @ 7:30 pm - October 12 @ 4:30 pm</p>", "start_time", "October 1 @ 7:30 pm"),
        ("<p>do # juli 2026</p>", "fin", None),
        ("<p>do # lipca 2026</p>", "fin", "1 lipca 2026"),
        ("<p class=starts>May #, 2026</p><p class=starts>June 2, 2026</p>", "starts", "May 1, 2026"),
    ],
)
def test_events_say_when_they_begin_and_end(line: str, field: str, said: str | None) -> None:
    html = "<h1>Events</h1>" + cards(f"<h3><a href=/e/#>Coats #x</a></h3>{line}")

    assert column(html, field, "all events", name="string")[0] == said


def test_a_day_as_shown_is_that_of_opening_and_only_what_begins_has_one() -> None:
    first, last = (
        "<time datetime=2026-10-0#>#. octobre 2026</time>",
        "<time datetime=2026-12-02>2. décembre 2026</time>",
    )
    card = "<h3><a href=/e/#>Coats #x</a></h3>"
    html = cards(f"{card}<p>Du {first} au {last}</p>", 4) + cards(f"{card}<p>Jusqu'au {last}</p>", 1)
    html = html.replace("</ul><ul>", "")

    prompt = "all exhibitions; opens: first day, as shown; closes: last day, as shown"
    found = rows(html, prompt, name="string", opens="string", closes="string")
    assert (found[0]["opens"], found[0]["closes"]) == ("1. octobre 2026", "2. décembre 2026")
    assert (found[4]["opens"], found[4]["closes"]) == (None, "2. décembre 2026")
    assert column(html, "opening_date", "all exhibitions", name="string", closing_date="string")[4] is None


def test_two_days_with_an_hour_between_are_the_first_and_the_last() -> None:
    first = "<time datetime=2026-11-14>14 November 2026</time> <i>11:0# AM</i>"
    then = "<time datetime=2026-11-2#>2# November 2026</time> <i>5:00 PM</i>"
    html = cards(f"<h3><a href=/e/#>Coats #x</a></h3><p>{first} {then}</p>")

    found = rows(html, "all events", name="string", starts="string", ends="string")[0]
    assert (found["starts"], found["ends"]) == ("2026-11-14", "2026-11-21")


def test_beside_an_hour_what_something_ends_on_is_a_day() -> None:
    html = "<h1>Events</h1>" + cards(
        "<h3><a href=/e/#>Coats #x</a></h3><time class=start>2:0# PM</time><time class=end>3:0# PM</time>"
    )

    assert rows(html, "all events", name="string", ends="string", opening_time="string")[0]["ends"] is None


@pytest.mark.parametrize(
    ("line", "field", "said"),
    [
        ("<p class=venue>Hall # <a href=/m?q=#>(map)</a></p>", "venue", "Hall 1"),
        (
            "<p class=doortime-showtime><b class=doortime>7pm</b>, <b class=x-showtime>#pm</b></p>",
            "show_time",
            "1pm",
        ),
        ("<p class=showtime>Doors at #:00</p>", "show_time", None),
        ("<p class=x-doortime>7:0# pm</p>", "doors", "7:01 pm"),
        ("<p class=x-supporting-talent>with Hollyhock #</p>", "support", "with Hollyhock 1"),
        ("<p class=x-age>Dès # ans</p>", "age_minimum", "Dès 1 ans"),
        ("<p class=x-public>Familles #</p>", "audience", "Familles 1"),
    ],
)
def test_concerts_say_where_they_are_and_who_plays_for_whom(line: str, field: str, said: str | None) -> None:
    html = "<h1>Events</h1>" + cards(f"<h3><a href=/e/#>Coats #x</a></h3>{line}")

    assert column(html, field, "all events", name="string")[0] == said


def test_the_artist_in_a_list_of_concerts_is_what_each_is_called() -> None:
    card = "<p class=title><a href=/e/#>Coats #x</a></p><p class=venue>Hall</p><a class=buy href=/e/#>Buy Tickets</a>"

    assert rows(cards(card), "all concerts", artist="string", venue="string")[0]["artist"] == "Coats 1x"


@pytest.mark.parametrize(
    ("line", "field", "address"),
    [
        ("<span class=billetterie><a href=/t/#>Réserver</a></span>", "lien_billetterie", "/t/1"),
        ("<a href=/t/#>Get Tickets</a>", "buy_tickets", "/t/1"),
        ("<a href=/t/#>Book<i class=sr-only> tickets for Coats #x</i></a>", "ticket_link", "/t/1"),
        ("<a href=/t/#>Book binding in the old town</a>", "ticket_link", None),
        ("<a class=btn href=/t/#>Book<i class=sr-only> Coats #x</i></a>", "booking_url", "/t/1"),
        ("<a class=tag href=/t/#>Book</a>", "booking_url", None),
        ("<p>Free #</p><a href=/m/#>More links</a>", "ticket_link", None),
        ("<p>Free #</p>", "pagina", "/e/1"),
        ("<p>Free #</p>", "more_info", "/e/1"),
    ],
)
def test_the_link_of_an_event_leads_to_its_page_and_another_to_tickets(
    line: str, field: str, address: str | None
) -> None:
    html = "<h1>Events</h1>" + cards(f"<h3><a href=/e/#>Coats #x</a></h3>{line}")

    assert column(html, field, "all events", name="string")[0] == (address and f"{HOST}{address}")


def test_an_unknown_label_that_is_only_heard_ends_what_stands_behind_the_one_before_it() -> None:
    said = "<dt class=sr-only>Dates</dt><dd>Until # May 2026</dd><dt class=sr-only>Hue</dt><dd>£1#</dd>"
    html = cards(f"<h3><a href=/e/#>Coats #x</a></h3><dl>{said}</dl>")

    found = rows(html, "all shows", title="string", starts_on="string", ends_on="string")[0]
    assert found == {"title": "Coats 1x", "starts_on": None, "ends_on": "1 May 2026"}


@pytest.mark.parametrize(
    ("host", "address"), [("tickets.hall.example", "https://tickets.hall.example/a/1"), ("my.hall.example", None)]
)
def test_the_first_link_to_where_tickets_are_sold_is_that_to_tickets(host: str, address: str | None) -> None:
    times = f"<a href=https://{host}/a/#>3pm</a> <a href=https://{host}/b/#>7pm</a>"
    html = "<h1>Events</h1>" + cards(f"<h3><a href=/e/#>Coats #x</a></h3><p>{times}</p>")

    assert column(html, "booking_link", "all events", name="string")[0] == address


@pytest.mark.parametrize(
    ("line", "field", "kind", "price"),
    [
        ("Plein tarif : 14 € / Tarif réduit : #0 €", "prix", "number", 14),
        ("Plein tarif : 14 € / Tarif réduit : #0 €", "plein_tarif", "number", 14),
        ("Plein tarif : 14 € / Tarif réduit : #0 €", "prix_reduit", "number", 10),
        ("Plein tarif : 14 € / Tarif réduit : #0 €", "admission", "string", "Plein tarif : 14 € / Tarif réduit : 10 €"),
        ("Matinee for some: $14, and others: $#", "price", "number", None),
    ],
)
def test_the_full_price_is_not_what_some_pay_less(line: str, field: str, kind: Kind, price: object) -> None:
    html = "<h1>Events</h1>" + cards(f"<h3><a href=/e/#>Coats #x</a></h3><p class=x-tarif>{line}</p>")

    assert rows(html, "all events", name="string", **{field: kind})[0][field] == price


@pytest.mark.parametrize(
    ("line", "field", "kind", "said"),
    [
        ("<p class=x-venue-address>Canal Street #, Duluth</p>", "whereAddress", "string", "Canal Street 1, Duluth"),
        ("<address><i>118 Canal Street, Duluth, MN, United States</i></address>", "description", "string", None),
        ("<p>© Atelier Aubertin</p>", "photo_credit", "string", "© Atelier Aubertin"),
        ("<p class=followers>2.#k followers</p>", "organizer_followers", "number", 2100),
        ("<p class=x-daynum>#</p>", "day_of_month", "number", 1),
        ("<p>#4 tickets left</p>", "remaining_tickets", "number", 14),
        ("<p>$25 - $4#</p>", "price_to", "number", 41),
        ("<p>$25 - $4#</p>", "upper_price", "number", 41),
        ("<p class=cost><a href=/t/#>Book</a> <b>$25 - $4#</b> <i># left</i></p>", "price_text", "string", "$25 - $41"),
    ],
)
def test_events_say_where_they_are_what_they_cost_and_how_many_may_come(
    line: str, field: str, kind: Kind, said: object
) -> None:
    html = cards(f"<h3><a href=/e/#>Coats #x</a></h3>{line}")

    assert rows(html, "all events", name="string", **{field: kind})[0][field] == said


def test_an_event_with_days_is_in_a_room() -> None:
    html = cards("<h3><a href=/e/#>Coats #x</a></h3><dl><dt>Lieu</dt><dd>Salle #</dd></dl>")

    assert column(html, "room", "all events", name="string", opening_date="string")[0] == "Salle 1"
    assert column(html, "room", "all flats", name="string")[0] is None


def test_what_is_to_come_is_of_the_same_list_though_it_says_less() -> None:
    def show(at: int, moment: str, more: str) -> str:
        said = f"<h3><a href=/e/{at}>Show {at}x</a></h3><p>{at} May - {at} June 2026</p>{more}"
        return f"<div class='item show-{moment}'><img src=/{at}.jpg>{said}</div>"

    def tickets(at: int) -> str:
        return f"<p>Curated by Ann {at} Lee</p><p class=venue>Hall {at}</p><a href=/book/{at}>Book tickets</a>"

    now = "".join(show(at, "current", tickets(at)) for at in range(1, 6))
    then = "".join(show(at, "upcoming", "") for at in (6, 7, 8))
    html = f"<div class=grid><h2>Current</h2><div>{now}</div><h2>Upcoming</h2><div>{then}</div></div>"

    found = rows(html, "exhibitions", name="string", dates="string", curator="string", venue="string")
    assert [row["name"] for row in found] == [f"Show {at}x" for at in range(1, 9)]


def test_the_parts_of_cards_are_no_records_of_these() -> None:
    def card(at: int) -> str:
        mark = "<div class='el mark'>New</div>" if at in {3, 5} else ""
        by = f"<p>Curated by Ann {at} Lee</p>" if at % 2 else ""
        picture = f"<div class='el pic'><a href=/e/{at}><img src=/{at}.jpg></a></div>"
        body = f"<div class='el body'><h3><a href=/e/{at}>Show {at}x</a></h3>{by}</div>"
        return f"<div class=box>{picture}{mark}{body}</div>"

    html = f"<main><h2>Shows</h2>{''.join(map(card, range(1, 8)))}</main>"
    found = rows(html, "exhibitions", name="string", curator="string", is_new="boolean")
    assert [row["is_new"] for row in found] == [at in {3, 5} for at in range(1, 8)]


@pytest.mark.parametrize("said", ["Free", "Pay what you can", "£1# / £6 concessions"])
def test_what_stands_behind_a_ticket_is_what_it_costs_to_come(said: str) -> None:
    icons = "<li><svg class=icon-{}></svg><span>{}</span></li>"
    facts = (
        f"<ul>{icons.format('pin', 'Hall #')}{icons.format('ticket', said)}{icons.format('ticket', 'Book now')}</ul>"
    )
    html = cards(f"<h3><a href=/e/#>Show #x</a></h3><p>{{}} May 2026</p>{facts}".replace("{}", "#"))

    assert column(html, "admission", "all exhibitions", venue="string")[0] == said.replace("#", "1")


def test_a_second_title_below_the_first_is_a_subtitle_and_describes_nothing() -> None:
    html = cards("<h3 class=card-title><a href=/e/#>Show #x</a></h3><p class=card-title>Signs of the old dock #</p>")

    found = rows(html, "all exhibitions", title="string", subtitle="string", description="string")[0]
    assert [*found.values()] == ["Show 1x", "Signs of the old dock 1", None]


def test_a_town_with_its_country_is_no_venue() -> None:
    html = "<div class=b><h3><a href=/{0}>Talk {0}x</a></h3><p>{1}</p></div>"
    towns = ["Elmstead United Kingdom", "Borgonero Italy", "Oslund Norway", "Harrow Canada"]
    cards = "".join(html.format(at, town) for at, town in enumerate(towns))

    found = rows(f"<h1>Events</h1>{cards}", "all events", title="string", venue="string")
    assert [row["venue"] for row in found] == [None] * 4
    assert [row["location"] for row in rows(cards, "all events", title="string", location="string")] == towns


@pytest.mark.parametrize("street", ["", "12 Mill Lane<br>"])
@pytest.mark.parametrize("country", [" United Kingdom", ", Norway"])
def test_the_line_above_that_of_a_town_is_the_venue(street: str, country: str) -> None:
    html = "<div class=b><h3>Talk {0}x</h3><div><b>3 May 2026</b><br><b>Hall of trees {0}<br>{1}</b></div></div>"
    towns = [f"{town}{country}" for town in ("Elmstead", "Borgonero", "Oslund", "Harrow")]
    cards = "".join(html.format(at, street + town) for at, town in enumerate(towns))

    found = rows(cards, "all events", title="string", venue="string", location="string")
    assert [list(row.values())[1:] for row in found] == [[f"Hall of trees {at}", town] for at, town in enumerate(towns)]
    # What it is called is not where it is.
    named = "".join(f"<p class=b><a href=/{at}>Elm trees {at}</a><br>{town}</p>" for at, town in enumerate(towns))
    assert {row["venue"] for row in rows(named, "all events", title="string", venue="string")} <= {None, *towns}


def test_beside_a_badge_tags_are_none_and_what_is_only_heard_is_no_part_of_one() -> None:
    html = "<div class=b>{1}<h3><a href=/{0}>Show {0}x</a></h3><p>{0} May 2026</p><ul>{2}</ul></div>"
    tag = "<li class=show__tag><span class=sr-only>Offers: </span>{}</li>"
    marks = {0: "Last chance", 1: "New", 2: "Book now"}
    parts = [(f"<i class=show__badge>{marks[at]}</i>" if at in marks else "", tag.format("Guided")) for at in range(4)]
    badged = "".join(html.format(at, *one) for at, one in enumerate(parts))
    assert column(badged, "etiqueta", "all shows", title="string") == ["Last chance", "New", "Book now", None]
    tagged = "".join(html.format(at, "", tag.format("Guided" if at else "Late")) for at in range(4))

    assert column(badged, "badge", "all shows", title="string") == ["Last chance", "New", "Book now", None]
    assert column(tagged, "badge", "all shows", title="string") == ["Late", "Guided", "Guided", "Guided"]


def test_the_category_is_rather_a_type_than_a_tag() -> None:
    card = "<p class=show__type>{}</p><h3><a href=/e/#>Show #x</a></h3><p>3# May 2026</p><i class=show__tag>Late #</i>"
    html = cards(card.replace("{}", "Display"))

    assert column(html, "category", "all shows", title="string") == ["Display"] * 3
    assert column(html.replace("show__type", "x"), "category", "all shows") == ["Late 1", "Late 2", "Late 3"]


@pytest.mark.parametrize(("venue", "room"), [("venue", "room"), ("sede", "sala"), ("museum", "gallery")])
def test_a_room_is_told_apart_from_the_venue_that_it_is_in(venue: str, room: str) -> None:
    html = "<div class=b><h3><a href=/{0}>Show {0}x</a></h3><p>{0} May 2026</p><p class=place>{1}</p></div>"
    rooms = ["The Long Room", "Gallery 39", "Hall A", None]
    places = [f"<i>Old Mill</i> <b>·</b> <i class=room>{one}</i>" if one else "<i>Old Mill</i>" for one in rooms]
    shown = "".join(html.format(at, place) for at, place in enumerate(places, 1))

    found = rows(shown, "all shows", title="string", **{venue: "string", room: "string"})
    assert [(row[venue], row[room]) for row in found] == [("Old Mill", one) for one in rooms]


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"entry": "string", "venue": "string"}, "Show 1x"),
        ({"title": "string", "entry": "string"}, "£12"),
        ({"summary": "string", "dtend": "string"}, "Show 1x"),
        ({"name": "string", "summary": "string", "dtend": "string"}, "A walk along the old dock, with its keepers."),
    ],
)
def test_what_an_entry_or_an_event_of_a_calendar_is_called(fields: dict[str, Kind], told: str) -> None:
    text = "<p class=text>A walk along the old dock, with its keepers.</p><p class=entry>£12</p><p class=venue>Mill</p>"
    found = rows(cards(f"<h3><a href=/e/#>Show #x</a></h3><p>Until # May 2026</p>{text}"), "all events", **fields)

    assert [found[0].get(name) for name in ("entry", "summary") if name in fields] == [told]


@pytest.mark.parametrize("said", ["£14 / £# concessions", "£14 / Free for members"])
def test_what_most_pay_stands_before_a_sum_of_which_words_say_who_pays_it(said: str) -> None:
    html = cards(f"<h3><a href=/e/#>Soap #x</a></h3><ul><li>3 May 202#</li><li>{said} <i>Members go free</i></li></ul>")

    assert rows(html, "all exhibitions", title="string", adult_price="number")[0]["adult_price"] == 14


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("£4, children of all ages free <i>Members go free</i>", True),
        ("<i>Members go free</i>", True),
        ("£4, and where there is room <i>members go free</i>", None),
        ("£4, and <i>Members go free</i> where there is room", None),
    ],
)
def test_a_mark_of_several_words_may_have_a_verb_and_stand_at_the_end_of_a_text(line: str, expected: object) -> None:
    card = "<li class=c><h3><a href=/e/{0}>Soap {0}x</a></h3><p>{1}</p></li>"
    html = "".join(card.format(at, line if at % 2 else "£5") for at in range(1, 5))

    found = rows(f"<h1>Exhibitions</h1><ul>{html}</ul>", "all exhibitions", title="string", members_free="boolean")
    assert found[0]["members_free"] == expected


@pytest.mark.parametrize(
    ("place", "floor"),
    [
        ("Rope Room, Level 2", "Level 2"),
        ("Rope Cellar, Lower level", "Lower level"),
        ("Rope House, Ground floor", "Ground floor"),
        ("Rope House, Room 2", None),
    ],
)
def test_a_place_says_on_which_floor_it_is(place: str, floor: str | None) -> None:
    html = cards(f"<h3><a href=/e/#>Soap #x</a></h3><p><i class=fa-map-marker></i> <b>{place}</b></p>")

    found = rows(html, "all exhibitions", title="string", venue="string", floor="string")[0]
    assert [found["venue"], found["floor"]] == [place, floor]


def test_talks_about_exhibitions_are_none() -> None:
    show = (
        "<li><h3><a href=/s/{0}>Show {0}x</a></h3><p>Rooms of {0}, hung anew after years of work on the walls</p></li>"
    )
    talk = "<li><h3><a href=/t/{0}>Talk {0}x</a></h3><p class=date>{0} May 2026</p></li>"
    shows, talks = ("".join(card.format(at) for at in range(1, 6)) for card in (show, talk))
    html = f"<h2>On now</h2><ul>{shows}</ul><section class=related><h2>Exhibition talks</h2><ul>{talks}</ul></section>"

    found = rows(html, "each exhibition's title and day", title="string", date="string", url="string")
    assert [row["title"] for row in found] == [f"Show {at}x" for at in range(1, 6)]


def test_a_link_around_a_heading_is_a_card_whatever_box_it_stands_in() -> None:
    card = (
        "<div class={1}-width><a class=card href=/e/{0}><div class=text><h2>Show {0}x</h2>{2}"
        "<p class=on>{0} May 2026</p></div><img src=/{0}.jpg></a></div>"
    )
    told = [card.format(at, "full" if at in {3, 6} else "half", "<i>New</i>" if at % 3 else "") for at in range(1, 9)]
    boxes = [told[:2], told[2:3], told[3:5], told[5:6], told[6:]]
    html = "".join(f"<section class={'pair' if len(box) > 1 else 'one'}>{''.join(box)}</section>" for box in boxes)

    found = rows(f"<h1>Past shows</h1>{html}", "all exhibitions", title="string", date="string")
    assert [row["title"] for row in found] == [f"Show {at}x" for at in range(1, 9)]


def test_behind_a_label_two_days_in_elements_of_their_own_are_one_span() -> None:
    days = "<time datetime=2026-03-0#T12:00Z># March</time> \u2013 <time datetime=2026-06-07>7 June 2026</time>"
    html = cards(f"<h3><a href=/e/#>Ice and Salt #</a></h3><div class=date><span>Show dates: </span>{days}</div>")

    assert column(html, "dates")[0] == "1 March \u2013 7 June 2026"
    assert column(html, "dates", "all shows with their dates as shown")[1] == "2 March \u2013 7 June 2026"
    assert column(html, "opening_date")[2] == column(html, "start_date")[2] == "2026-03-03"
    assert column(html, "end_date")[0] == "2026-06-07"


SHOWN = (("Ann Lee", "Low Water"), ("Bo Ray & Cy Day", "Two Boats"), ("Dee Fox", "The Weir at Dusk"))
SHOWN += (("Group Show", "Ink"), ("Eve Gil", "Nets"))

ROOMS = ("North Hall", "Main Gallery")


def bold(first: str, second: str, at: int, below: str = "") -> str:
    day = f"<div class=when><time datetime=2026-03-0{at}>Mar {at}, 2026</time></div>"
    room = f"<div class=in><a href=/rooms/{at % 2}>{ROOMS[at % 2]}</a></div>"
    above, name, under = (f"<div class='info info-{side}'>{day}{room}</div>" for side in ("above", "below", "end"))
    said = f"<p><strong>{first}</strong></p><p>March {at} \u2013 May {at}, 2026</p>{below}"
    title = f"<div class=title><a href=/s/{at}>{second}</a></div>"
    return f"<div class=show><div class=all>{above}{title}{name}<div class=said>{said}</div>{under}</div></div>"


RECEPTION = "<p><em>Opening reception: Saturday, March 7, 6\u20138 pm</em></p>"
BELOW = ("", "<p>Tides, drawn by hand.</p>", RECEPTION, "<p>Curated by Flo Hay</p>", RECEPTION)
SHOWS = "".join(bold(*one, at, BELOW[at - 1]) for at, one in enumerate(SHOWN, 1))


@pytest.mark.parametrize(("field", "told"), [("artist", [one[0] for one in SHOWN]), ("venue", [*ROOMS[::-1]] * 2)])
def test_rooms_are_where_something_is_shown_and_no_artists(field: str, told: list[str]) -> None:
    found = rows(f"<h1>Shows</h1><div>{SHOWS}</div>", "all exhibitions", title="string", **{field: "string"})
    assert [row["title"] for row in found] == [title for _, title in SHOWN]
    assert [row[field] for row in found][: len(told)] == told


def test_a_label_and_a_day_in_italics_are_no_title() -> None:
    html = "".join(bold(*one, at, RECEPTION.replace("7", str(at))) for at, one in enumerate(SHOWN, 1))

    found = rows(f"<h1>Shows</h1><div>{html}</div>", "all exhibitions", title="string", artist="string")
    assert [row["title"] for row in found] == [title for _, title in SHOWN]


@pytest.mark.parametrize("field", ["dates", "date_range"])
def test_of_days_from_the_first_to_the_last_no_other_one_beside_them_is_a_part(field: str) -> None:
    found = rows(f"<h1>Shows</h1><div>{SHOWS}</div>", "all exhibitions", title="string", **{field: "string"})
    assert [row[field] for row in found] == [f"March {at} \u2013 May {at}, 2026" for at in range(1, 6)]


def test_what_says_the_same_above_and_below_each_name_is_no_record() -> None:
    html = SHOWS.replace("<strong>", "").replace("</strong>", "")

    found = rows(f"<h1>Shows</h1><div>{html}</div>", "exhibitions: name, price, day", name="string", date="string")
    assert [row["name"] for row in found] == [title for _, title in SHOWN]


def test_a_hall_and_until_when_something_lasts_tell_no_start() -> None:
    def card(at: int) -> str:
        day = f"Until {at} May 2027" if at < 6 else f"{at} June - {at} July 2027"
        when = "<div class=card__when--venue>Old Hall</div><div class=card__when--date><i class=sr-only>Dates: </i>"
        day = f"<div class=card__when>{when}{day}</div></div>"
        return f"<article class=card><h3><a href=/e/{at}>Show {at}</a></h3>{day}</article>"

    html = f"<h1>On now</h1><main>{''.join(map(card, range(1, 9)))}</main>"

    found = rows(html, "all exhibitions", name="string", start_date="string", end_date="string")
    assert [row["start_date"] for row in found] == [None] * 5 + [f"{at} June" for at in (6, 7, 8)]
    assert found[0]["end_date"] == "1 May 2027"


def test_a_box_around_places_and_days_tells_no_day_where_it_has_but_a_place() -> None:
    def card(at: int) -> str:
        day = f"<div class=card__when--date><i class=sr-only>Dates: </i>Until {at} May 2027</div>" if at != 4 else ""
        when = f"<div class=card__when><div class=card__when--venue>Hall {at}</div>{day}</div>"
        return f"<article class=card><h3><a href=/e/{at}>Show {at}</a></h3>{when}</article>"

    html = f"<h1>On now</h1><main>{''.join(map(card, range(1, 9)))}</main>"

    found = rows(html, "all exhibitions", name="string", dates="string")
    assert [row["dates"] for row in found] == [f"Until {at} May 2027" if at != 4 else None for at in range(1, 9)]


def dated(at: int, days: str, place: str = "Altbau") -> str:
    when = f"<div class=teaser__date><div class=field--name-field-date-range>{days}</div></div>"
    where = f"<div class=teaser__location><span class=sr-only>Ort:</span> <p class=field--name-place>{place}</p></div>"
    return f"<div class=row><article>{when}<h3><a href=/a/{at}>Nordlicht {at}</a></h3>{where}</article></div>"


def test_from_when_something_is_open_is_a_period() -> None:
    first, last = (
        "<time datetime=2025-09-0{0}>{0}. September 2025</time>",
        "<time datetime=2026-01-0{0}>{0}. Januar 2026</time>",
    )
    days = [f"{first} bis {last}".format(at) if at < 5 else f"Seit {first}".format(at) for at in range(1, 7)]
    html = f"<h1>Ausstellungen</h1>{''.join(dated(at, one) for at, one in enumerate(days, 1))}"

    found = rows(html, "Alle Ausstellungen mit Titel und Zeitraum", titel="string", zeitraum="string")
    assert [row["zeitraum"] for row in found][3:] == [
        "4. September 2025 bis 4. Januar 2026",
        "Seit 5. September 2025",
        "Seit 6. September 2025",
    ]


def test_what_is_to_come_is_told_beside_a_section_of_what_is_permanent() -> None:
    parts = {"Aktuell": range(1, 5), "Vorschau": range(5, 8), "Dauerausstellung": range(8, 10)}
    sections = (
        f"<section><h2>{name}</h2>{''.join(dated(at, f'{at}. Mai 2027') for at in numbers)}</section>"
        for name, numbers in parts.items()
    )
    html = f"<h1>Ausstellungen</h1>{''.join(sections)}"

    found = rows(html, "Nur die kommenden Ausstellungen mit Titel und Ort", titel="string", ort="string")
    assert [row["titel"] for row in found] == ["Nordlicht 5", "Nordlicht 6", "Nordlicht 7"]


def test_a_place_with_a_label_is_no_second_title() -> None:
    html = f"<h1>Shows</h1>{''.join(dated(at, f'{at}. Mai 2027') for at in range(1, 7))}"

    found = rows(html, "all exhibitions", title="string", subtitle="string", ort="string")
    assert [(row["subtitle"], row["ort"]) for row in found] == [(None, "Altbau")] * 6


def shown(prompt: str) -> list[str]:
    """Return what of a page with shows, talks and stories, which lead to folders of their own, *prompt* means."""
    show = "<li class='group card'><h3><a href=/{0}/{1}>{2} {1}</a></h3><p class=where>Room {1}</p>{3}</li>"
    day = "<time datetime=2027-05-0{0}>{0} May 2027</time>"
    parts = {
        "On now": [show.format("exhibitions", at, "Loom", day.format(at)) for at in range(1, 5)],
        "Diary": [show.format("talks", at, "Talk", day.format(at)).replace("card", "row") for at in range(1, 9)],
        "Read": [show.format("stories", at, "Tale", "").replace("card", "tile") for at in range(1, 3)],
    }
    sections = (f"<section><h2>{name}</h2><ul>{''.join(each)}</ul></section>" for name, each in parts.items())
    found = rows(f"<h1>What is on</h1>{''.join(sections)}", prompt, title="string", where="string", link="string")
    return [row["title"] for row in found]


def test_of_several_lists_those_are_meant_that_lead_to_what_is_asked_for() -> None:
    assert shown("Which exhibitions are there? With title, where, link") == [f"Loom {at}" for at in range(1, 5)]
    assert shown("all talks with title, where, link") == [f"Talk {at}" for at in range(1, 9)]


def test_hours_behind_a_label_are_all_of_them_though_each_has_an_element() -> None:
    told = "<span class=sr-only>Time: </span><time datetime=2027-05-01T17:00>17:00</time>\u2013<time>18:00</time>"
    html = cards(f"<p>{told}</p><h3><a href=/t/#>Talk #</a></h3><p>Room #</p>")

    assert column(html, "time", "all events with title and time") == ["17:00\u201318:00"] * 3
    assert column(html, "start_time", "all events with title and start time") == ["17:00"] * 3


def test_what_attributes_have_for_scripts_is_told_as_it_is_shown_with_its_signs() -> None:
    card = "<li class=c data-genre={1}><p class=k>{2}</p><h3><a href=/e/{0}>Night {0}x</a></h3>"
    kinds = [("tours-talks", "Tours & talks"), ("family", "Family"), ("new-work", "New work")]
    html = "".join(card.format(at, *one) for at, one in enumerate(kinds))

    found = rows(f"<ul>{html}</ul>", "all events", title="string", genre="string")
    assert [row["genre"] for row in found] == [shown for _, shown in kinds]


def test_days_among_spans_that_are_shown_are_shown_too() -> None:
    span = "<time datetime=2027-01-0{0}>Sat {0} Jan</time> - <time datetime=2027-02-0{0}>Sun {0} Feb</time>"
    day = "<time datetime=2027-01-0{0}T20:00>Sat {0} Jan, 8pm</time>"
    card = "<li class=c><h3><a href=/e/{0}>Night {0}x</a></h3><p>{1}</p>"
    html = "".join(card.format(at, (span if at % 2 else day).format(at)) for at in range(1, 6))

    found = rows(f"<ul>{html}</ul>", "all events", title="string", dates="string")
    assert [row["dates"] for row in found[:2]] == ["Sat 1 Jan - Sun 1 Feb", "Sat 2 Jan, 8pm"]
    # Where all are days, machines may read them.
    html = "".join(card.format(at, day.format(at)) for at in range(1, 6))
    assert rows(f"<ul>{html}</ul>", "all events", title="string", dates="string")[0]["dates"] == "2027-01-01T20:00"
