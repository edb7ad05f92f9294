"""What stands in the same place of each record, behind an icon, or under words that mean something beside others."""

from __future__ import annotations

from typing import Any

import pytest

from airflow_provider.local.reading.data.facts import Item
from airflow_provider.local.reading.prompted import words_in
from airflow_provider.local.reading.sections import add_sections
from airflow_provider.local.reading.wordings import wordings
from airflow_provider.local.schemas import Kind, Schema
from tests.local.test_reading import cards, rows

CITIES = ("Oslund", "Grazby", "Corkel", "Lyvonne", "Bernau")


def records(*inner: str) -> str:
    """Return a list of cards that are told apart by a heading, each with one of *inner*."""
    heads = (f"<h3><a href=/r/{at}>Record {at}x</a></h3><p>Weight: {at} kg</p>" for at in range(len(inner)))
    return f"<ul>{''.join(f'<li class=c>{head}{one}</li>' for head, one in zip(heads, inner, strict=True))}</ul>"


def column(html: str, field: str, kind: Kind = "string", **others: Kind) -> list[Any]:
    schema: dict[str, Kind] = {"title": "string", "weight": "string", **others, field: kind}
    return [row[field] for row in rows(html, "all records", **schema)]


@pytest.mark.parametrize("field", ["city", "brand", "author", "community"])
def test_the_only_names_that_say_nothing_else_answer_the_only_field_that_is_left(field: str) -> None:
    html = records(*(f"<div><span class=x1>{city}</span></div>" for city in CITIES))

    assert column(html, field) == list(CITIES)


@pytest.mark.parametrize(
    "inner",
    [
        # Two places may be either, and entries of a list are several.
        [f"<i class=a>{city}</i><div><i class=b>{city[::-1].title()}</i></div>" for city in CITIES],
        [f"<div><i>{city}</i><i>{city[::-1].title()}</i></div>" for city in CITIES],
        # What all say, what marks, what is pressed, what is no name, and what a class calls something else.
        ["<p class=x1>Delivered</p>" for _ in CITIES],
        [f"<span class=badge>{city}</span>" for city in CITIES],
        [f"<button class=x1>{city}</button>" for city in CITIES],
        [f"<p class=x1>({city})</p>" for city in CITIES],
        [f"<p class=x1>{city.lower()}.example</p>" for city in CITIES],
        [f"<p class=x1>{city} {at}</p>" for at, city in enumerate(CITIES)],
        [f"<p class=genre>{city}</p>" for city in CITIES],
        # A firm is no town.
        [*(f"<p class=x1>{city}</p>" for city in CITIES[:4]), "<p class=x1>Hay GmbH</p>"],
        # Too few have it.
        [*(f"<p class=x1>{city}</p>" for city in CITIES[:3]), "", ""],
    ],
)
def test_what_may_be_something_else_is_not_taken_for_a_name(inner: list[str]) -> None:
    assert column(records(*inner), "city") == [None] * len(CITIES)


JOBS = (
    ("Engineering", "Berlin"),
    ("Sales & Marketing", "Lumelby"),
    ("People", "Paris"),
    ("Data", "Berlin"),
    ("Design", "Korsvik"),
)


@pytest.mark.parametrize(
    "job", ["<p>{} • {} • Full time</p>", "<i>{}</i><i>{}</i>", "<p class=m>{1}</p><p class=n>{0}</p>"]
)
def test_words_that_are_known_tell_departments_from_towns(job: str) -> None:
    html = records(*(job.format(*said) for said in JOBS))

    found = rows(html, "all jobs", title="string", weight="string", department="string", location="string")
    assert [(row["department"], row["location"]) for row in found] == list(JOBS)


@pytest.mark.parametrize("field", ["company", "brand"])
def test_a_department_is_no_firm(field: str) -> None:
    html = records(*(f"<p>{department} • {town} • Full time</p>" for department, town in JOBS))

    assert column(html, field, location="string") == [None] * len(JOBS)


@pytest.mark.parametrize(
    ("classes", "said"),
    [
        (["has-accepted-answer", "", "", "has-accepted-answer", ""], [True, False, False, True, False]),
        # What all have, or only a script shows, says nothing.
        (["has-accepted-answer"] * 5, [None] * 5),
        (["accepted hidden", "", "", "", ""], [None] * 5),
    ],
)
def test_a_class_that_only_some_records_have_marks_them(classes: list[str], said: list[object]) -> None:
    html = records(*(f'<div class="stats {name}">{at} answers</div>' for at, name in enumerate(classes)))

    assert column(html, "accepted", "boolean") == said


def test_beside_the_number_that_is_a_link_stands_what_has_it() -> None:
    html = "".join(
        f'<div class=item><div class=c1><a href="/t/{at}">RFP-22-10{at}5</a></div><div class=c2>Works in {city}</div>'
        f"<div class=c3>Closes 1{at}/03/2025</div></div>"
        for at, city in enumerate(CITIES)
    )

    found = rows(f"<div>{html}</div>", "all tenders", title="string", reference="string", closing_date="string")
    assert [row["title"] for row in found] == [f"Works in {city}" for city in CITIES]
    assert [row["reference"] for row in found] == [f"RFP-22-10{at}5" for at in range(5)]


def test_the_number_of_what_a_column_is_called_stands_in_it() -> None:
    lines = "".join(f"<tr><td>22-104{at}<td>Hay v. {city}<td>0{at + 1}.05.2025" for at, city in enumerate(CITIES))
    html = f"<table><tr><th>Docket<th>Case<th>Date</tr>{lines}</table>"

    found = rows(html, "all cases", docket_number="string", case_name="string", date="string")
    assert found[0] == {"docket_number": "22-1040", "case_name": "Hay v. Oslund", "date": "01.05.2025"}


@pytest.mark.parametrize(
    ("prompt", "told"),
    [
        ("All cases: Datum, Aktenzeichen (falls da) und Titel", "datum aktenzeichen titel"),
        (
            "Give me the cases with their date, the docket number if any, and the case title.",
            "date docket_number case_title",
        ),
        ("案件一覧\uff1a日付、番号と件名", "日付 番号 件名"),
        ("All cases: date, number and title, where shown", "date number title"),
        # Other than the fields, too many or too few, or in another order.
        ("All cases: date and title", ""),
        ("All cases: date, number, title, judge", ""),
        ("All cases: title, number, date", ""),
    ],
)
def test_a_prompt_that_lists_the_fields_has_words_for_them(prompt: str, told: str) -> None:
    schema = Schema({"date": "string", "file": "string", "title": "string"}, many=True)

    assert ["_".join(words) for words in words_in(prompt, schema).values()] == told.split()


@pytest.mark.parametrize(
    ("field", "said"), [("freeAccess", ["Free article.", None, "Open access"]), ("access", [None] * 3)]
)
def test_a_mark_that_is_asked_for_in_words_is_what_it_says(field: str, said: list[str | None]) -> None:
    marks = ("<i>Free article.</i>", "", "<i>Open access</i>")
    html = "".join(f"<li><h3><a href=/{at}>Paper {at}x</a></h3><p>Acta {at}</p>{one}" for at, one in enumerate(marks))

    found = rows(f"<ul>{html}</ul>", "all papers", title="string", url="string", **{field: "string"})
    assert [row[field] for row in found] == said


@pytest.mark.parametrize(
    ("prompt", "told"),
    [
        ("All of them. hirer: company that posted it\nblurb2 - the description", {"hirer": "company"}),
        ("- hirer: Name of the real estate agent\n- grade9: e.g. A", {"hirer": "real_estate_agent"}),
        ("hirer = telephone number of the office. place = where", {"hirer": "telephone_number"}),
        ("with hirer (the seller, if any) and place", {"hirer": "seller"}),
        ("hirer: Whoever / employer", {"hirer": "employer"}),
        ("All of them. hirer is the seller where there is one", {"hirer": "seller"}),
        # What is known to be one thing may be told to be another, but not what a third field is.
        ("place = the department that hires", {"place": "department"}),
        ("place is the department", {"place": "department"}),
        ("place: the city", {}),
        # What they are called is known, or means another field, or nothing.
        ("place: date of posting\nhirer: whoever it is", {}),
        ("hirer: place", {}),
        ("several hirers", {"hirer": "name"}),
        ("hirers by name", {"hirer": "name"}),
        ("each hirer", {"hirer": "name"}),
        ("the hirer", {}),
    ],
)
def test_a_prompt_says_what_a_field_of_no_known_name_is(prompt: str, told: dict[str, str]) -> None:
    schema = Schema({"place": "string", "hirer": "string"}, many=True)

    assert {name: "_".join(words) for name, words in words_in(prompt, schema).items()} == told


@pytest.mark.parametrize(
    ("first", "told"),
    [("vacancy", {"vacancy": "name"}), ("listing_change", {}), ("class", {}), ("wombat", {})],
)
def test_a_first_field_that_is_called_as_a_kind_of_thing_is_its_name(first: str, told: dict[str, str]) -> None:
    found = words_in("everything here", Schema({first: "string", "price": "number"}, many=True))

    assert {name: "_".join(words) for name, words in found.items()} == told


@pytest.mark.parametrize(("name", "title"), [("titolo_spettacolo", "Masks Oslund"), ("nome_utente", None)])
def test_the_name_of_what_nobody_knows_is_what_a_record_is_called(name: str, title: str | None) -> None:
    html = "".join(
        f"<li><a href=/m/{at}><h3>Masks {city}</h3></a><b>€ {at},50</b></li>" for at, city in enumerate(CITIES)
    )

    found = rows(f"<ul>{html}</ul>", "all records", **{name: "string"}, prezzo="number")
    assert found[0] == {name: title, "prezzo": 0.5}


def test_a_first_field_that_is_told_to_be_the_name_of_something_is_a_name() -> None:
    schema = Schema({"wombat": "string", "quux": "string"}, many=True)

    assert words_in("wombat: name of the show\nquux: name of the hall", schema) == {"wombat": ("name",)}


@pytest.mark.parametrize(("field", "is_said"), [("access", False), ("text", True)])
def test_what_unknown_words_stand_before_may_be_all_of_a_record(field: str, *, is_said: bool) -> None:
    html = "".join(
        f"<li><b>Thesis open {field}:</b> <span>{city} {'and what was found there ' * 12}</span></li>"
        for city in CITIES
    )

    found = rows(f"<ul>{html}</ul>", "all records", name="string", **{field: "string"})
    assert all((row[field] is not None) == is_said for row in found)


def test_a_prompt_that_names_the_things_listed_has_words_for_the_other_fields() -> None:
    schema = Schema({"grant": "string", "funder": "string", "scope": "string", "closes": "string"}, many=True)

    told = words_in("List the grants with funder, total size and closing date.", schema)
    assert ["_".join(told[name]) for name in schema.fields] == ["name", "funder", "total_size", "closing_date"]


def test_a_prompt_that_lists_fields_out_of_step_has_no_words_for_them() -> None:
    fields = ["artikel", "preis", "alter_preis", "lieferzeit", "sterne", "marke"]

    said = "Alle Artikel der Kategorie: Artikelname, aktueller Preis und alter Preis, Lieferzeit, Sterne, Marke"
    assert words_in(said, Schema(dict.fromkeys(fields, "string"), many=True)) == {}


def test_words_of_the_prompt_are_those_of_the_page() -> None:
    lines = "".join(f"<tr><td>{at}4<td>{city}<td>{at}88" for at, city in enumerate(CITIES, 1))
    html = f"<table><tr><th>級別<th>選手名<th>モーター番号</tr>{lines}</table>"

    found = rows(html, "表から級別、選手名、モーター番号", racer_class="string", racer="string", motor="number")
    assert found[0] == {"racer_class": "14", "racer": "Oslund", "motor": 188}


@pytest.mark.parametrize(
    ("prompt", "fields", "card", "row"),
    [
        pytest.param(
            "All wines with name of the wine and price",
            {"wine": "string", "price": "number"},
            "<b class=brand>Hay</b><a href=/a/#>Oak Red #x</a><b>$#.50</b>",
            ["Oak Red 1x", 1.5],
            id="the name of what is listed",
        ),
        pytest.param(
            "All bikes with brand, model name and price",
            {"brand": "string", "model": "string", "price": "number"},
            "<a href=/b/#><i class=brand>Hay</i><br><i class=list-name>Swift #x</i></a><b>$#.50</b>",
            ["Hay", "Swift 1x", 1.5],
            id="the name of a model",
        ),
        pytest.param(
            "All lamps with name, how many ratings they have and price",
            {"name": "string", "ratings": "number", "price": "number"},
            "<h3><a href=/l/#>Lamp #x</a></h3><i class=rating>4.5</i><i class=rating-count>(1#)</i><b>$#.50</b>",
            ["Lamp 1x", 11, 1.5],
            id="not how good it is",
        ),
        pytest.param(
            "All inns with name, ABC rating and link",
            {"name": "string", "rating": "number", "url": "string"},
            "<h3><a href=/p/#>Inn #x</a></h3><p class=abc>ABC <b>#</b></p>",
            ["Inn 1x", 1, "https://h.example/p/1"],
            id="capitals before a name",
        ),
        pytest.param(
            "All lamps with product name, article number, brand and price",
            {"name": "string", "article": "string", "brand": "string", "price": "number"},
            "<h3><a href=/l/#>Lamp #x</a></h3><p>Art. no: 1473#</p><p>Brand: Hay</p><b>$#.50</b>",
            ["Lamp 1x", "14731", "Hay", 1.5],
            id="what the prompt means by a field",
        ),
    ],
)
def test_a_prompt_says_what_a_field_asks_for(prompt: str, fields: dict[str, Kind], card: str, row: list[Any]) -> None:
    found = rows(f"<h1>All</h1>{cards(card, 4)}", prompt, **fields)
    assert list(found[0].values()) == row


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("<dt><a href=/p/#>Bead #x</a><i>(AB-#03-4mm)</i></dt>", "AB-103-4mm"),
        ("<dt><a href=/p/#>Bead #x</a><i>(4#mm)</i></dt>", None),
        ("<dt>Bead #x</dt><dt><i>(AB-#03-4mm)</i></dt>", None),
    ],
)
def test_a_code_may_stand_in_brackets_behind_the_link_of_a_term(said: str, code: str | None) -> None:
    html = cards(f"<dl>{said}<dd>Weight: # g</dd></dl>", 4)

    assert rows(html, "all beads", weight="string", item_code="string")[0]["item_code"] == code


@pytest.mark.parametrize("field", ["size", "deadline", "country", "phone", "hall"])
def test_a_field_that_asks_for_no_name_gets_none(field: str) -> None:
    html = records(*(f"<p class=x1>{city}</p>" for city in CITIES))

    assert column(html, field) == [None] * len(CITIES)


def test_one_of_the_names_may_be_that_of_a_firm_where_one_is_asked_for() -> None:
    html = records(*(f"<p class=x1>{city}</p>" for city in CITIES[:4]), "<p class=x1>Hay GmbH</p>")

    assert column(html, "company") == [*CITIES[:4], "Hay GmbH"]


def test_a_second_name_beside_the_first_is_that_of_what_the_record_is_a_part_of() -> None:
    html = records(*(f'<p><a class=x1 href="/show/{city}">{city} Talks</a></p>' for city in CITIES))

    found = rows(html, "all episodes", episode="string", podcast="string", weight="string")
    assert [row["podcast"] for row in found] == [f"{city} Talks" for city in CITIES]


def test_a_text_that_begins_with_the_field_answers_it() -> None:
    assert column(records(*(f"<p>Stand A{at}</p>" for at in range(5))), "stand") == [f"A{at}" for at in range(5)]
    assert column(records(*(f"<p>Stand {city}</p>" for city in CITIES)), "stand") == [None] * 5
    few = ("<p>Stand A1</p>", "<p>Stand A2</p>", "", "", "")
    assert column(records(*few), "stand") == [None] * 5


@pytest.mark.parametrize(
    ("last", "said"),
    [
        ("Seasonal work", "Seasonal work"),
        # A text of another form is no way of working.
        ("3 May 2026", None),
    ],
)
def test_what_most_records_have_in_one_place_is_there_in_the_others(last: str, said: str | None) -> None:
    kinds = ("Full-time", "Part-time", "Permanent", "Full-time", last)
    html = records(*(f"<ul><li><i class=i1></i> {kind}</li></ul>" for kind in kinds))

    assert column(html, "contract_type") == [*kinds[:4], said]


def test_an_icon_tells_places_apart_and_a_sum_is_no_word() -> None:
    pay = ("\u20ac 3,000 per month", "\u20ac 2,500 per month", "\u20ac 2,800 per month", "\u20ac 2,200 per month")
    html = records(
        *(f"<ul><li><i class=ic1></i> {one}</li><li><i class=ic2></i> Day shift</li></ul>" for one in pay),
        "<ul><li><i class=ic2></i> Night shift</li></ul>",
    )
    assert column(html, "salary") == [*pay, None]

    html = records(*(f"<p class=x1>{one}</p>" for one in (*pay, "Negotiable")))
    assert column(html, "salary") == [*pay, None]


@pytest.mark.parametrize(
    ("icon", "text", "field", "said"),
    [
        ('<i class="fas fa-map-marker-alt"></i>', "York", "location", "York"),
        ('<i class="fas fa-map-marker-alt"></i>', "12 km", "location", None),
        ('<i class="hz-SvgIconPinpoint"></i>', "York", "city", "York"),
        ('<i class="fa fa-building"></i>', "Old Mill", "company", "Old Mill"),
        ('<svg><use href="/sprite.svg#icon-building"></use></svg>', "Old Mill", "company", "Old Mill"),
        ('<i class="bi bi-calendar"></i>', "3 May 2026", "date", "3 May 2026"),
        ('<i class="bi bi-calendar"></i>', "Old Mill", "date", None),
        ('<i class="fas fa-euro-sign"></i>', "RAL \u20ac 32.000 - 40.000", "salary", "RAL \u20ac 32.000 - 40.000"),
        ('<i class="fas fa-euro-sign"></i>', "Negotiable", "salary", None),
        ('<i class="far fa-clock"></i>', "36 - 40 uur", "hours", "36 - 40 uur"),
        ('<i class="far fa-clock"></i>', "Flexible", "hours", None),
        ('<i class="fas fa-graduation-cap"></i>', "HBO", "education", "HBO"),
        ('<i class="fas fa-file-signature"></i>', "Vast", "contract_type", "Vast"),
        ('<i class="fa fa-eye"></i>', "1,204", "views", "1,204"),
        ('<i class="fa fa-eye"></i>', "Watch", "views", None),
        # What is in a button is pressed.
        ('<button><i class="fa fa-building"></i></button>', "Old Mill", "company", None),
        ('<i class="fa fa-heart"></i>', "Old Mill", "company", None),
    ],
)
def test_an_icon_says_what_the_text_behind_it_is(icon: str, text: str, field: str, said: str | None) -> None:
    html = cards(f'<h3><a href="/r/#">Record #x</a></h3><p>Weight: # kg</p><div>{icon} <span>{text}</span></div>')

    assert column(html, field) == [said] * 3


@pytest.mark.parametrize(
    ("name", "kind", "others", "asked"),
    [
        ("sold_out", "boolean", (), [("sold", "out"), ("availability",)]),
        ("note", "number", (), [("rating",)]),
        ("note", "string", (), [("note",)]),
        ("voices", "number", (), [("voice",), ("voice", "count"), ("number", "of", "voice"), ("no", "of", "voice")]),
        ("ratings", "number", (), [("rating",)]),
        ("total_price", "number", (), [("total", "price"), ("price",)]),
        ("total_price", "number", ("price",), [("total", "price")]),
        ("salary_from", "number", (), [("salary", "from"), ("salary",)]),
        ("max_salary", "number", (), [("max", "salary"), ("salary",)]),
        ("salary_from", "string", (), [("salary", "from")]),
        ("price", "string", (), [("price",), ("price", "range")]),
        ("board", "string", ("title",), [("board",), ("category",)]),
        ("board", "string", (), [("board",)]),
        # What asks for a title by that word comes first, wherever it stands.
        ("board", "string", ("summary", "name"), [("board",), ("category",)]),
        ("title", "string", ("board",), [("title",)]),
        ("gallery", "string", (), [("title",)]),
        ("gallery", "string", ("title",), [("gallery",), ("venue",)]),
        ("gallery", "string", ("title", "venue"), [("gallery",), ("room",)]),
        (
            "n_replies",
            "number",
            (),
            [
                ("n", "reply"),
                ("reply",),
                ("reply", "count"),
                ("number", "of", "reply"),
                ("no", "of", "reply"),
                ("answer",),
            ],
        ),
        ("closes", "string", (), [("close",), ("end", "date")]),
        ("now_price", "number", (), [("now", "price"), ("price",)]),
        ("time", "string", ("title",), [("time",), ("date",)]),
        ("time", "string", ("title", "date"), [("time",)]),
        ("plan_name", "string", (), [("plan", "name"), ("name",)]),
    ],
)
def test_a_field_asks_by_its_words_or_by_what_they_mean_beside_others(
    name: str, kind: Kind, others: tuple[str, ...], asked: list[tuple[str, ...]]
) -> None:
    fields: dict[str, Kind] = {**dict.fromkeys(others, "string"), name: kind}

    assert wordings(name, Schema(fields, many=False), {}) == asked


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("<span class=artist>Orla Hay</span><span class=heading_subtitle>Salt, Then Honey</span>", "Salt, Then Honey"),
        ('<span class="lia-status-solved">Solved</span><a href="/t/#">How to pin it</a>', "How to pin it"),
        ('<span class="sr-only">Sponsored: </span>How to pin it', "How to pin it"),
        ('How to pin it <span class="u-visuallyhidden">Opens in a new tab</span>', "How to pin it"),
        ('<div><a href="/t/#">ann/boat</a></div><span class="Label">Public archive</span>', "ann/boat"),
        ('<a class="page-link lia-link-navigation" href="/t/#">How to pin it</a>', "How to pin it"),
    ],
)
def test_what_marks_or_made_a_thing_is_no_part_of_its_name(heading: str, title: str) -> None:
    found = rows(cards(f"<h3>{heading}</h3><p>Weight: # kg</p>"), "all records", title="string", weight="string")

    assert [row["title"] for row in found] == [title] * 3


@pytest.mark.parametrize(
    ("card", "field", "kind", "said"),
    [
        # What a button puts into the cart is no stock.
        ('<a class=button data-quantity=1 href="/c">Read on</a>', "in_stock", "boolean", None),
        ("<p>Tijdelijk niet beschikbaar</p>", "in_stock", "boolean", False),
        ("<p>\ue876 En stock</p>", "in_stock", "boolean", True),
        ("<p>Items available for loan:</p>", "available", "boolean", True),
        ('<div aria-label="Durchschnittliche Bewertung: 4,5 von 5 Sternen"></div>', "rating", "number", 4.5),
        ('<p class="tm-bewertung">(61)</p>', "rating", "number", None),
        ('<p class="tm-bewertung">(61)</p>', "review_count", "number", 61),
        ("<p>4,7 (1204 voti)</p>", "rating", "number", 4.7),
        ("<p>Scored 8.2</p><p aria-label='3 out of 5'></p>", "score", "number", 8.2),
        ('<div title="87%" class="rating"><i style="width:87%"></i></div>', "rating_percent", "number", 87),
        ("<p>prijs per kg \u20ac 11,96</p>", "unit_price", "string", "prijs per kg \u20ac 11,96"),
        ("<p>+3 votes</p>", "votes", "number", 3),
        ("<p>Pubblicato il 25/11/2025</p>", "date", "string", "25/11/2025"),
        ("<p>1h10</p>", "total_time", "string", "1h10"),
        ("<p>Beginner · Course · 3 - 6 Months</p>", "duration", "string", "3 - 6 Months"),
        ("<p>très facile</p>", "difficulte", "string", "très facile"),
        ("<p>bon marché</p>", "cout", "string", "bon marché"),
        ('<a href="/r/#"><img src="/#.jpg"></a><p>1/24</p>', "photo_count", "number", 24),
        ('<a href="/r/#"><img src="/#.jpg"><i>14</i></a>', "n_photos", "number", 14),
        ('<a href="/r/#"><img src="/#.jpg"></a><p>14</p>', "n_photos", "number", None),
        ("<p>CHF34'900</p>", "price_chf", "number", 34900),
        ("<p>51'500 km</p>", "mileage_km", "number", 51500),
        ("<p>6467 Schattdorf / UR</p>", "location", "string", "6467 Schattdorf / UR"),
        ("<p>\u00a337,174 \u2013 \u00a345,413 per year</p>", "salary_from", "number", 37174),
        ("<p>\u00a337,174 \u2013 \u00a345,413 per year</p>", "salary_to", "number", 45413),
        ('<p><a data-title="Stop this" href="/f">Follow</a></p>', "heading", "string", "Record #x"),
        ('<p data-sector="first-light"><i class=x1>First Light</i></p>', "sector", "string", "First Light"),
        ('<li class="card__feature card__feature--time">50 min</li>', "time", "string", "50 min"),
        ("<p>Visits by appointment</p>", "author", "string", None),
        ('<p class="kicker"><b class=k1>Inland</b><i class=k2>Live</i></p>', "section", "string", "Inland"),
        ('<i id="B7-best-seller">Most sold</i>', "seller", "string", None),
        # Sums with a scale, which may stand in an element of its own, or behind a word for what is paid.
        ("<p>$1.2M</p>", "price", "number", 1200000),
        ("<p><b>8.5</b>万円</p>", "price", "number", 85000),
        ("<p>賃料 8.5万円</p>", "rent", "number", 85000),
        ("<p>\u20ac 465 000 k.k.</p>", "price", "number", 465000),
        # What shops write beside a price, in words of other languages.
        ("<p><b>ab 49,45 \u20ac</b></p><p>Urspr\u00fcnglich: <b>89,95 \u20ac</b></p>", "old_price", "number", 89.95),
        ("<p>Preis 299 \u20ac</p><p>Vorheriger Preis: 499 \u20ac</p>", "old_price", "number", 499),
        ("<p>Free International Shipping</p>", "shipping", "string", "Free International Shipping"),
        ("<p>+$22.40 delivery in 8-12 days</p>", "shipping", "string", "+$22.40 delivery in 8-12 days"),
        ('<p class="badge--star-seller">Star Seller</p>', "seller", "string", None),
        ('<div aria-label="4.9 star rating with 2.3k reviews"></div>', "rating", "number", 4.9),
        ('<div aria-label="4.9 star rating with 2.3k reviews"></div>', "review_count", "number", 2300),
        ("<p>4.5% ABV • N/A IBU</p>", "abv", "number", 4.5),
        ("<p>Their Rating (3.9)</p><p>Global Rating (4.07)</p>", "their_rating", "number", 3.9),
        ('<div data-rating="3.38703"></div><i>(3.39)</i>', "rating", "number", 3.39),
        (
            '<div class="Card-module__organizerInfo___2l8r"><p>Kiln Yard</p><p>1.2k followers</p></div>',
            "organizer",
            "string",
            "Kiln Yard",
        ),
        ("<p>Fri, Jul 18 • 10:00 AM</p>", "date", "string", "Fri, Jul 18 • 10:00 AM"),
        ("<cite>https://site.example/#</cite>", "displayed_url", "string", "https://site.example/#"),
        ("<p>7 seconds ago</p>", "last_online", "string", None),
        ("<p>1 May 2026 - 2 June 2026</p>", "updated", "string", None),
        ('<p class="category">Web shop</p>', "type", "string", "Web shop"),
        ("<p>Order of 13.05.2026 - 16 DS 26.327</p>", "date", "string", "13.05.2026"),
        ("<p>Valid until 13.05.2026</p>", "date", "string", None),
        ("<p>Order of 13.05.2026, appeal of 14.06.2026</p>", "date", "string", None),
        # Prices as shops mark them up, and marks before a name.
        ('<p class="price">239.50 \u20ac</p><i class="pricedown_price">255.00 \u20ac</i>', "old_price", "number", 255),
        (
            '<div class="main--price-shipping"><p class="main--price-shipping--price">45 \u20ac</p></div>',
            "price",
            "number",
            45,
        ),
        ('<p class="price">498<i>\u5186\uff5e</i></p>', "price", "number", 498),
        ('<p class="price"><b>1 299</b>,00</p>', "price", "number", 1299),
        ('<i class="score">4.62</i><i class="legend">(18,234\u4ef6)</i>', "review_count", "number", 18234),
        ('<i title="Gemiddeld 4,4 van de 5 sterren uit 1284 reviews"></i>', "review_count", "number", 1284),
        ("<p>Laufzeit: <i>12.04.2024</i> bis 25.08.2024</p>", "end_date", "string", "25.08.2024"),
        ("<p>seit 19.03.2022</p>", "start_date", "string", "19.03.2022"),
        ("<p>Estuar Notes. 2023 Sep-Oct;77(5):640-9. doi: 10.99/en</p>", "journal", "string", "Estuar Notes"),
        ('<div class="rating-result" title="87%"><i style="width:87%">87%</i></div>', "rating_percent", "number", 87),
        # The last digit of the number of a product bears the others out.
        ("<p>4006381333931</p>", "barcode", "string", "4006381333931"),
        ("<p>4006381333932</p>", "barcode", "string", None),
        # Entries in bold are the labels of those behind them.
        (
            "<ul><li><b>Judgment of</b><li>Hay J<li><b>Decision date</b><li>05 July 2017</ul>",
            "judge",
            "string",
            "Hay J",
        ),
        (
            '<p class="item-stamp">A long text, whatever its class says, is no day, be it of this or any year</p>',
            "date",
            "string",
            None,
        ),
    ],
)
def test_a_card_says(card: str, field: str, kind: Kind, said: Any) -> None:
    html = cards(f'<h3><a href="/r/#">Record #x</a></h3><p>Weight: # kg</p>{card}')

    found = [row[field] for row in rows(html, "all records", weight="string", **{field: kind})]
    assert found == [said.replace("#", str(at)) if isinstance(said, str) else said for at in (1, 2, 3)]


def test_of_two_headings_in_one_link_the_longer_one_is_the_name() -> None:
    makers = ("Fox", "Owl", "Elk", "Hen", "Yak")
    html = "".join(
        f"<article class=k9><a class=z href=/p/{at}><h3 class=q1>{maker}</h3><h3 class=q2>Warm jumper no {at}</h3>"
        f"<p>\u20ac{at}9</p></a></article>"
        for at, maker in enumerate(makers, 1)
    )

    found = rows(f"<div>{html}</div>", "all jumpers", brand="string", name="string", price="number")
    assert [row["name"] for row in found] == [f"Warm jumper no {at}" for at in range(1, 6)]
    assert [row["brand"] for row in found] == list(makers)


def test_the_attributes_of_what_a_part_stands_in_are_not_those_of_the_part() -> None:
    def post(at: int, flair: str) -> str:
        said = f'<forum-flair class=f><a href="/f">{flair}</a></forum-flair>' if flair else ""
        return (
            f'<article class=w><forum-post post-title="Post {at}x" author="ann" score="{at}">'
            f"<a href=/p/{at}>Post {at}x</a><p>By ann, some days ago.</p>{said}</forum-post></article>"
        )

    html = "".join(post(at, flair) for at, flair in enumerate(("", "Help", "Show", "", "Help", "Show"), 1))
    found = rows(f"<main>{html}</main>", "all posts", title="string", author="string", score="number", flair="string")
    assert [row["title"] for row in found] == [f"Post {at}x" for at in range(1, 7)]


@pytest.mark.parametrize(("subtitled", "is_divided"), [(3, True), (2, False)])
def test_the_artist_is_the_heading_of_what_has_its_title_below_it(subtitled: int, is_divided: object) -> None:
    html = "".join(
        f"<li class=panel><a href=/e/{at}><h2><span class='heading_title has_subtitle'>Ann Hay {city}</span>"
        f"{f'<span class=subtitle>Salt {city}</span>' if at < subtitled else ''}</h2><p>0{at + 1}.05.2026</p></a></li>"
        for at, city in enumerate(CITIES)
    )

    found = rows(f"<ul>{html}</ul>", "all exhibitions", artist="string", exhibition_title="string", date="string")
    assert (found[0]["artist"] == "Ann Hay Oslund" and found[0]["exhibition_title"] == "Salt Oslund") is is_divided
    assert (found[-1]["artist"], found[-1]["exhibition_title"]) == (None, "Ann Hay Bernau")


def test_make_and_model_are_the_name_that_the_picture_has() -> None:
    html = cards(
        '<a href="/r/#"><img alt="Fox Roadster #x" src=/p><b>Fox</b> <b>Roadster #x</b></a><p>Weight: # kg</p>'
    )

    found = rows(html, "all cars", title="string", weight="string")
    assert [row["title"] for row in found] == [f"Fox Roadster {at}x" for at in (1, 2, 3)]


def test_a_list_whose_first_records_are_odd_is_asked_before_its_parts() -> None:
    odd = "<li class=g><h3><a href=/n>News of kettles</a></h3><div><a href=/n1>One</a></div></li>"
    hit = (
        '<li class=g><h3><a href="/#">Kettle #x</a></h3><div class=s>We boil more water than all of the others do.'
        "<p>2 May 2026</p></div></li>"
    )
    html = f"<ol>{odd}{''.join(hit.replace('#', str(at)) for at in range(1, 8))}</ol>"

    found = rows(html, "all results", title="string", snippet="string", date="string", url="string")
    assert [row["title"] for row in found[-7:]] == [f"Kettle {at}x" for at in range(1, 8)]


def test_stars_over_empty_ones_are_full() -> None:
    star = '<span class="fa fa-stack"><i class="fa fa-star"></i><i class="fa fa-star-o"></i></span>'

    assert column(cards(f'<h3><a href="/r/#">Record #x</a></h3><div>{star * 5}</div>'), "rating", "number") == [5] * 3


def test_a_price_that_is_asked_for_as_a_text_is_as_the_page_shows_it() -> None:
    one = '{"@type": "Event", "name": "Show %d", "offers": {"price": "%s"}}'
    data = f'<script type="application/ld+json">[{",".join(one % (at, at + 4) for at in (1, 2, 3))}]</script>'
    shown = "<p>\u00a35 at the door</p><p>\u00a36</p><p>6.00 \u00a3</p>"

    found = rows(data + shown, "all events", title="string", price="string")
    assert [row["price"] for row in found] == ["\u00a35", "6", "7"]


def test_the_date_of_a_thread_is_that_of_its_last_post_if_nothing_else_has_one() -> None:
    html = cards('<a class="Title" href="/d/#">Thread #x</a><span class="LastCommentDate">May #</span>')

    found = rows(html, "all threads", title="string", date="string")
    assert [row["date"] for row in found] == ["May 1", "May 2", "May 3"]
    found = rows(html, "all threads", title="string", date="string", last_activity="string")
    assert [(row["date"], row["last_activity"]) for row in found] == [(None, f"May {at}") for at in (1, 2, 3)]


def test_what_names_begin_with_is_their_brand() -> None:
    cards_of = (
        f"<h3><a href=/p/{city}>{city} Brava no {at}</a></h3><p class=x1>{city}</p>" for at, city in enumerate(CITIES)
    )
    html = "".join(f"<li class=c>{one}<p>Weight: 5 kg</p></li>" for one in cards_of)

    assert column(f"<ul>{html}</ul>", "brand") == list(CITIES)
    assert column(f"<ul>{html}</ul>", "city") == [None] * len(CITIES)


def test_where_users_are_listed_a_day_is_when_they_were_seen() -> None:
    html = cards('<div class=u><a href="/u/user#">user#</a></div><p>7 seconds ago</p><p>Weight: # kg</p>')

    found = rows(html, "all users", username="string", weight="string", last_online="string")
    assert [row["last_online"] for row in found] == ["7 seconds ago"] * 3


@pytest.mark.parametrize(("others", "said"), [({}, "2014-07-05"), ({"date": "string"}, None)])
def test_the_only_day_of_a_record_is_when_it_was_changed_if_no_other_is_asked_for(
    others: dict[str, Kind], said: str | None
) -> None:
    html = cards('<h3><a href="/f/#">file-#x</a></h3><p><time datetime=2014-07-05>July 05</time></p>')

    assert column(html, "updated", **others) == [said] * 3


def test_two_neighbours_give_way_to_a_list_in_one_of_them_that_says_as_much() -> None:
    listed = "".join(f"<tr><td><a href=/f/{at}>file-{at}x</a><td>5{at}" for at in range(4))
    html = (
        "<div class=box><p><a href=/n>News of today</a></p><p>03.04.2026</p></div>"
        f"<div class=box><p><a href=/m>All of them</a></p><table class=files>{listed}</table></div>"
    )

    found = rows(html, "all files", name="string", url="string", date="string")
    assert [row["name"] for row in found] == [f"file-{at}x" for at in range(4)]


def test_a_column_of_two_names_answers_both_and_a_label_that_is_said_again_is_no_value() -> None:
    head = "<tr><th>Job</th><th>Office / Company</th><th>Deadline</th></tr>"
    body = "".join(
        f"<tr><td><a href=/j/{at}>Job {at}</a> <span class='label'>New</span></td><td>Parks {city}</td>"
        f"<td><span class=sr-only>Deadline: </span>0{at}.12.2025</td></tr>"
        for at, city in enumerate(CITIES, 1)
    )

    found = rows(f"<table>{head}{body}</table>", "all jobs", title="string", company="string", deadline="string")
    assert found[0] == {"title": "Job 1", "company": "Parks Oslund", "deadline": "01.12.2025"}


def test_a_cell_says_as_many_things_as_its_label_names_where_others_in_its_column_do() -> None:
    head = "<tr><th>Notice</th><th>Type / Duty</th><th>Posted on</th></tr>"
    kinds = ["Tender", "Tender / Reserved", "Award", "Award / Open"]
    html = "".join(
        f"<tr><td><a href=/n/{at}>Roof {at}x</a></td><td>{kind}</td><td>{at} May 2026</td></tr>"
        for at, kind in enumerate(kinds, 1)
    )

    found = rows(f"<table>{head}{html}</table>", "all notices", title="string", type="string", duty="string")
    assert [list(row.values())[1:] for row in found] == [
        ["Tender", None],
        ["Tender", "Reserved"],
        ["Award", None],
        ["Award", "Open"],
    ]


@pytest.mark.parametrize(
    ("mark", "field"),
    [("<a href=/h/#/plan>Plan</a>", "has_plan"), ("<p class=tag>SOLD STC</p>", "is_sold")],
)
def test_a_link_and_words_behind_one_mark_what_has_it(mark: str, field: str) -> None:
    html = "".join(
        f"<li><a href=/h/{at}><h3>Elm {at}x</h3></a>{mark.replace('#', str(at)) * (at % 2)}</li>" for at in range(1, 5)
    )

    found = rows(f"<ul>{html}</ul>", "all homes", title="string", **{field: "boolean"})
    assert [row[field] for row in found] == [True, False] * 2


def test_what_stands_over_each_title_is_its_kicker() -> None:
    html = cards("<header><a href=/k/#>Topic #x</a><h3><a href=/r/#>Oak # falls</a></h3></header><p>Weight: # kg</p>")

    assert column(html, "kicker", "string") == [None] * 3
    assert column(html, "antetitulo", "string") == ["Topic 1x", "Topic 2x", "Topic 3x"]


def test_a_line_over_one_record_each_divides_no_list() -> None:
    def card(at: int) -> str:
        said = f"<p class=by>Elm Works {at}</p><h3><a href=/r/{at}>Oak {at}x</a></h3><p>Weight: {at} kg</p>"
        top = f"<div class=preview><i>{'Free' if at % 2 else 'New'}</i></div>" if at != 5 else ""
        return f"<li class=c{at}><div class=grid>{top}<div class=content>{said}</div></div></li>"

    assert column(f"<ul>{''.join(map(card, range(1, 8)))}</ul>", "category") == [None] * 7


def test_a_heading_over_one_record_each_is_no_category_though_two_are_called_the_same() -> None:
    items = [Item() for _ in range(4)]
    add_sections(items, ["Elm", "Oak", "Elm", "Fir"], is_inner=False, is_only=True)

    assert [fact for item in items for fact in item.facts if fact.labels[-1] == ("category",)] == []


def test_what_scripts_know_by_a_constant_is_as_the_page_shows_it() -> None:
    job = '{"@type":"JobPosting","title":"Baker","employmentType":"PER_DIEM"}'
    html = f"<script type=application/ld+json>{job}</script><h1>Baker</h1><p>Beginner · Per diem · Oslund</p>"

    assert rows(html, "the job", title="string", employment_type="string")[0]["employment_type"] == "Per diem"


def test_a_record_without_a_title_is_not_called_as_its_author_or_tag() -> None:
    by = "<p class=post-author-name><a href=/author/{0}>Ann Lee {0}x</a></p><a rel=tag href=/t/{0}>Oak {0}y</a>"
    said = f"{by}<time><a href=/p/{{0}}>3 May 202{{0}}</a></time><p class=text>It is of oak, tree {{0}}.</p>"
    titles = ["<h3><a href=/p/{0}>Oak {0}x</a></h3>"] * 3 + [""]
    html = "".join(f"<li class=post>{one}{said}</li>".format(at) for at, one in enumerate(titles))

    found = rows(f"<ul>{html}</ul>", "all posts", title="string", url="string", text="string", date="string")
    assert (found[3]["title"], found[3]["url"]) == (None, "https://h.example/p/3")


def test_buttons_in_links_are_kinds_of_food_before_what_only_stands_there() -> None:
    food = "".join(f"<a class=f href=/f/{one}><button><i>{one}</i></button></a>" for one in ("Ramen", "Sushi"))
    html = cards(f"<h3><a href=/r/#>Inn #x</a></h3><div>{food}</div><p><b>Takeout</b><b>Terrace</b></p>")

    assert [row["cuisine"] for row in rows(html, "all", name="string", cuisine="string")] == ["Ramen, Sushi"] * 3


def test_what_stands_under_a_heading_of_paid_records_was_paid_for() -> None:
    card = "<li class=c><h3><a href=/r/{0}>Inn {0}x</a></h3><p>{0} tables, all by the sea</p></li>"
    inns = [card.format(at) for at in range(1, 7)]
    heads = [f"<li class=h><h2>{head}</h2></li>" for head in ("Sponsored results", "All inns")]
    html = "".join((heads[0], *inns[:2], heads[1], *inns[2:]))

    fields: dict[str, Kind] = {"name": "string", "url": "string", "description": "string", "sponsored": "boolean"}
    found = rows(f"<ul>{html}</ul>", "all inns, ads included", **fields)
    assert [row["sponsored"] for row in found] == [True] * 2 + [False] * 4


def test_a_flag_beside_the_name_of_a_team_is_no_part_of_it() -> None:
    home = "<td><a href=/h/#>Elm #x</a> <span class='f f-ec'>ec</span>"
    row = f"<tr>{home}<td><span class='f f-pe'>pe</span> <a href=/a/#>Oak #x</a></tr>"
    html = f"<table><tr><th>Home<th>Away</tr>{''.join(row.replace('#', str(at)) for at in range(1, 5))}</table>"

    found = rows(html, "all matches", home_team="string", away_team="string")
    assert list(found[0].values()) == ["Elm 1x", "Oak 1x"]


def test_an_element_with_the_property_that_a_column_is_called_by_is_all_of_it() -> None:
    head = "<tr><th>Name</th><th>Manufacturer Part No</th><th>Stock</th></tr>"
    body = "".join(
        f"<tr><td>Amplifier {at}</td><td><a href=/p/{at}><span itemprop=mpn>LM35{at}P</span></a>"
        f"<a href=/d/{at}>Data</a></td><td>{at}</td></tr>"
        for at in (1, 2, 3)
    )

    found = rows(f"<table>{head}{body}</table>", "all parts", name="string", part_number="string")
    assert [row["part_number"] for row in found] == ["LM351P", "LM352P", "LM353P"]


def test_a_category_below_the_title_of_a_thread_is_that_of_the_thread() -> None:
    head = "<tr><th>Topic</th><th>Replies</th></tr>"
    body = "".join(
        f"<tr><td><a href=/t/{at}>Topic {at}x</a><div class=post-category><a href=/b>Looms</a></div></td>"
        f"<td>{at}</td></tr>"
        for at in (1, 2, 3)
    )

    found = rows(f"<table>{head}{body}</table>", "all topics", title="string", board="string", replies="number")
    assert [row["board"] for row in found] == ["Looms"] * 3


def test_a_list_of_names_alone_is_the_answer_where_the_prompt_names_it() -> None:
    entries = "".join(f"<li class=job><a href=/jobs/{at}>Job {at}x</a></li>" for at in range(6))
    boxes = "".join(
        f"<div class=b><h3>Work {at}x</h3><p>We are glad of new faces, day by day.</p></div>" for at in (1, 2)
    )

    html = f"<main><div><h2>Open jobs</h2><ul>{entries}</ul></div><div>{boxes}</div></main>"
    found = rows(
        html, "all open jobs", title="string", url="string", department="string", salary="string", hours="string"
    )
    assert [row["title"] for row in found] == [f"Job {at}x" for at in range(6)]


@pytest.mark.parametrize("prompt", ["What's on: title, type of event and dates", "All shows, by type of event"])
def test_what_is_on_are_many_and_a_type_of_event_is_none(prompt: str) -> None:
    html = cards("<h3><a href=/e/#>Show #x</a></h3><p class=kind>Concert</p><p>Until 0#.05.2026</p>")

    assert [row["title"] for row in rows(html, prompt, title="string", dates="string")] == [
        f"Show {n}x" for n in (1, 2, 3)
    ]


@pytest.mark.parametrize(("count", "known", "is_filled"), [(12, 4, True), (13, 4, False), (6, 2, False), (6, 3, True)])
def test_a_third_of_the_records_and_three_tell_the_place_of_a_value(count: int, known: int, is_filled: object) -> None:
    kinds = ["Full-time"] * known + ["On call"] * (count - known)
    html = records(*(f"<ul><li><i class=i1></i> {kind}</li></ul>" for kind in kinds))

    assert (column(html, "contract_type")[-1] == "On call") is is_filled


@pytest.mark.parametrize(("elsewhere", "is_filled"), [(1, True), (2, False)])
def test_three_quarters_of_the_values_stand_in_their_place(elsewhere: int, is_filled: object) -> None:
    html = records(
        *("<p class=x1>Full-time</p>" for _ in range(3)),
        *("<p class=x2>Full-time</p>" for _ in range(elsewhere)),
        "<p class=x1>On call</p>",
    )

    assert (column(html, "contract_type")[-1] == "On call") is is_filled


@pytest.mark.parametrize(("said", "is_found"), [(4, True), (3, False)])
def test_four_fifths_of_the_records_have_what_answers_the_field_that_is_left(said: int, is_found: object) -> None:
    html = records(*(f"<p class=x1>{city}</p>" for city in CITIES[:said]), *[""] * (5 - said))

    assert (column(html, "city")[0] == CITIES[0]) is is_found


@pytest.mark.parametrize(("same", "is_found"), [(2, True), (3, False)])
def test_what_half_of_the_records_say_elsewhere_is_no_answer_to_the_field_that_is_left(
    same: int, is_found: object
) -> None:
    html = records(*(f"<p class=x1>{'Record' if at < same else city}</p>" for at, city in enumerate(CITIES)))

    assert (column(html, "city")[-1] == CITIES[-1]) is is_found


@pytest.mark.parametrize(("said", "is_found"), [(3, True), (2, False)])
def test_more_than_half_of_the_records_begin_with_the_field(said: int, is_found: object) -> None:
    html = records(*(f"<p>Stand A{at}</p>" for at in range(said)), *[""] * (5 - said))

    assert (column(html, "stand")[0] == "A0") is is_found


def test_what_has_another_label_fills_no_gap() -> None:
    def card(at: int, artist: str) -> str:
        named = f"<p><i class=l>Artist:</i><b class=v>{artist}</b></p>" if artist else ""
        made = f"<p><i class=l>Made:</i><b class=v>ca. {at}70 B.C.</b></p>"
        return f"<li><h3><a href=/o/{at}>Vase {at}</a></h3>{named}{made}</li>"

    artists = ["Ann Lee", "Bo Lee", "", "Dina Lee", "Ed Lee"]
    html = "".join(card(at, artist) for at, artist in enumerate(artists, 1))

    assert column(f"<ul>{html}</ul>", "artist") == [artist or None for artist in artists]


def test_what_says_something_else_wherever_both_speak_fills_no_gap() -> None:
    hall = "<i class='icon icon-location-pin'></i><b class=c__hall>Hall {0}.1</b>"
    stand = f"{hall}<u> | </u><b class=c__stand>Stand H{{0}}</b>"
    towns = [f"<p class=c__city>{city}</p>" if city else "" for city in (*CITIES[:3], "", *CITIES[3:])]
    html = records(*(f"{town}<ul><li class=c__location>{stand.format(at)}</li></ul>" for at, town in enumerate(towns)))

    assert column(html, "city") == [*CITIES[:3], None, *CITIES[3:]]


@pytest.mark.parametrize(
    ("prompt", "areas"),
    [
        ("All notices with title, area (bacino) and link", ["Oslund 1", "Oslund 2", "Oslund 3"]),
        ("All notices with title, area code (bacino) and link", ["Oslund 1", "Oslund 2", "Oslund 3"]),
        # A note of what there may be, how it is measured, and another field.
        ("All notices with title, area (north, bacino) and link", [None] * 3),
        ("All notices with title, area (full text) and link", [None] * 3),
        ("All notices with title, area (title) and link", [None] * 3),
    ],
)
def test_a_word_in_brackets_behind_a_field_is_what_the_page_calls_it(prompt: str, areas: list[str | None]) -> None:
    html = cards("<h3><a href=/n/#>Bridge # closed</a></h3><p>Bacino: Oslund #</p><p>Full text: 12 #</p>")

    assert [row["area"] for row in rows(html, prompt, title="string", area="string", link="string")] == areas


def test_words_for_platforms_tell_where_these_stand_and_kinds_may_have_classes_of_their_own() -> None:
    def game(at: int, mark: str, made_for: str) -> str:
        mark = f"<i class='note {mark.lower()}'>{mark}</i>"
        kind = f"<p class=kind><i>{made_for}</i></p><p class=x>Acme {'ABCDEF'[at]}</p>"
        return f"<li class=c>{mark}<a href=/g/{at}>{kind}<h3>Oak Run {at}x</h3></a><b>${at}.50</b></li>"

    games = [game(at, "New", ("PS4", "Wii U", "Xbox One")[at]) for at in range(3)]
    games += [game(at, "Announced", ("PC", "3DS", "Other")[at - 3]) for at in range(3, 6)]

    found = rows(f"<ul>{''.join(games)}</ul>", "all games", name="string", platform="string", status="string")
    assert [row["platform"] for row in found] == ["PS4", "Wii U", "Xbox One", "PC", "3DS", "Other"]
    assert [row["status"] for row in found] == ["New"] * 3 + ["Announced"] * 3


def test_what_follows_one_word_and_a_full_stop_answers_the_field_that_the_prompt_calls_so() -> None:
    html = cards("<h3><a href=/c/#>Cap #x</a></h3><p>Caps<br>Calibro. Fino #</p>")

    found = rows(html, "All caps with name, bore (calibro) and link", name="string", bore="string", link="string")
    assert [row["bore"] for row in found] == ["Fino 1", "Fino 2", "Fino 3"]


@pytest.mark.parametrize(
    ("values", "statuses"),
    [
        ("(Netrukus, Jau rodoma)", ["Netrukus", "Jau rodoma", "Netrukus"]),
        ("(Netrukus / Jau rodoma)", ["Netrukus", "Jau rodoma", "Netrukus"]),
        ("(Netrukus)", [None] * 3),
        ("", [None] * 3),
    ],
)
def test_values_that_a_prompt_lists_in_brackets_behind_a_field_are_known(
    values: str, statuses: list[str | None]
) -> None:
    film = "<li class=c><i class=x1>{0}</i><h3><a href=/f/{1}>Oak {1}x</a></h3><p class=x2>Drama {1}</p></li>"
    shown = enumerate(("Netrukus", "Jau rodoma", "Netrukus"))

    html = f"<ul>{''.join(film.format(mark, at) for at, mark in shown)}</ul>"
    found = rows(
        html, f"Visi filmai: pavadinimas, statusas {values} ir nuoroda", film="string", status="string", url="string"
    )
    assert [row["status"] for row in found] == statuses


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("<b>Available in pdf format #</b>", "Available in pdf format 1"),
        ("<b>Available in pdf #</b>", None),
        ("<b>Available in pdf format #</b><i>All formats are available #</i>", None),
    ],
)
def test_the_only_line_with_all_words_that_the_prompt_has_for_a_field_answers_it(line: str, said: str | None) -> None:
    about = (
        "A book about oak # and other trees, that grow for years and years in many a forest, and of those who fell them"
    )
    html = cards(f"<a class=desc href=/b/#>Oak #x</a><p class=desc>{line}<br>{about}</p>")

    prompt = "Every book: title, available formats line, and link"
    assert rows(html, prompt, title="string", availability="string", link="string")[0]["availability"] == said


def test_what_follows_a_sign_alone_follows_no_word() -> None:
    found = rows(cards("<h3>Soap #x</h3><b>€ #0,50</b><i>* 2#</i>"), "all", title="string", company="string")

    assert [row["company"] for row in found] == [None, None, None]


@pytest.mark.parametrize(("kind", "stage"), [(" class=entry", "Open call 1"), ("", None)])
def test_of_lines_of_one_class_each_begins_with_its_label(kind: str, stage: str | None) -> None:
    lines = f"<div{kind}><b>Bidding stage</b> Open call #</div><div{kind}><b>Bidding lot</b> Lot #</div>"

    found = rows(cards(f"<h3><a href=/n/#>Lamps #x</a></h3>{lines}"), "all notices", title="string", stage="string")
    assert found[0] == {"title": "Lamps 1x", "stage": stage}


@pytest.mark.parametrize(("tag", "brand"), [("p", "Oak and Ash"), ("a", None)])
def test_behind_an_icon_in_a_link_stands_a_name_and_what_that_is_about(tag: str, brand: str | None) -> None:
    html = f"<h1>Oak mug</h1><{tag} href=/makers><i class=icon></i><b>Makers</b><span>Oak and Ash</span></{tag}>"

    assert rows(html, "the product", name="string", brand="string")[0]["brand"] == brand


def test_a_heading_that_comes_again_and_again_between_others_is_a_category() -> None:
    items = [Item() for _ in range(6)]
    add_sections(items, ["Elm", "More", "Oak", "More", "Ash", "More"], is_inner=False, is_only=True)

    assert [fact.value for fact in items[1].facts if fact.labels[-1] == ("category",)] == ["More"]


@pytest.mark.parametrize(
    "age", ["# min. ago", "vor # Std.", "# godz. temu", "for # min. siden", "# time siden", "# dager siden"]
)
def test_how_long_ago_something_was_is_told_in_units_that_are_cut_short(age: str) -> None:
    html = records(*(f"<p>{age.replace('#', str(at))}</p>" for at in range(1, 5)))

    assert column(html, "date") == [age.replace("#", str(at)) for at in range(1, 5)]


def test_what_comes_back_in_other_records_is_what_none_of_them_is_called() -> None:
    info = "<div class=left>{1}</div><div><a href=/p/{0}><i>info</i></a></div>"
    item = f"<div class=b>{info}<a href=/p/{{0}}><img src=/p{{0}}.jpg></a><div>£2{{0}}0,000</div></div>"
    places = ["Elmshire", "Oakshire", "Elmshire", "Ashshire", "Oakshire", "Elmshire"]
    html = "".join(item.format(at, place) for at, place in enumerate(places))

    asked: dict[str, Kind] = {"title": "string", "price": "number", "url": "string", "image": "string"}
    found = rows(html, "all homes", **asked)
    assert [(row["title"], row["price"]) for row in found] == [(None, 200_000 + 10_000 * at) for at in range(6)]


@pytest.mark.parametrize(("field", "code"), [("notice_number", "RX-16-Q0183"), ("phone_number", None)])
def test_the_number_of_a_record_may_stand_below_its_name_in_a_cell(field: str, code: str | None) -> None:
    cell = "<td><a href=/{0}><div class=n1>{0} works</div><div class=n2>{1}</div></a></td><td>Oslund {0}</td>"
    codes = ["RX-16-Q0183", "RX-16-Q0192", "T0018-X", "N339116", ""]
    body = "".join(f"<tr>{cell.format(name, code)}</tr>" for name, code in zip(CITIES, codes, strict=False))
    html = f"<table><thead><tr><th>Works</th><th>Town</th></tr></thead><tbody>{body}</tbody></table>"

    found = rows(html, "all notices", title="string", town="string", **{field: "string"})
    assert [row[field] for row in found][: len(codes)] == ([*codes[:4], None] if code else [None] * len(codes))


def test_the_least_and_the_most_may_be_cut_short() -> None:
    said = "<p><b>Minimum deposit:</b> #0 kg</p><p><b>Maximum deposit:</b> 9# kg</p>"
    html = cards(f"<h3><a href=/r/#>Record #x</a></h3>{said}")

    assert column(html, "min_deposit", "number", deposit_max="number") == [10, 20, 30]
    assert column(html, "deposit_max", "number", min_deposit="number") == [91, 92, 93]


def test_a_figure_behind_the_word_of_a_field_alone_is_what_that_asks_for() -> None:
    html = cards("<h5><a href=/u/#>Ann #x</a> <small>Reputation #1</small></h5><p>Member of # crews</p>")

    # A box beside the page may be what is asked for.
    for page in (html, f"<h1>Boats</h1><p>Rain.</p><div class=sidebar><h2>Users</h2>{html}</div>"):
        found = rows(page, "all users", name="string", reputation="number", member="number")
        assert [(row["reputation"], row["member"]) for row in found] == [(11, None), (21, None), (31, None)]
