"""What a text is as a value, and which labels name a field."""

from __future__ import annotations

from typing import Any

import pytest

from airflow_provider.local.reading.words.names import (
    HEAD,
    LIKE,
    LONGER,
    OTHER,
    SAME,
    SYNONYM,
    WITH_OWN,
    match,
    words_of,
)
from airflow_provider.local.reading.words.values import cast

NUMBERS = {
    "£51.77": 51.77,
    "1,299.00": 1299,
    "1.299,00 €": 1299,
    "1,299": 1299,
    "1.299": 1.299,
    "1.234.567": 1234567,
    "12,5": 12.5,
    "1 299,00 kr": 1299,
    "1'299.00": 1299,
    "1\u00a0299": 1299,
    "$1,299.00": 1299,
    "$1,299.00 $1,299.00": 1299,
    "€ 12": 12,
    "1000 USD": 1000,
    "-5": -5,
    "\u22125": -5,
    "-$5.00": -5,
    "(1,234)": 1234,
    "1.2k": 1200,
    "$3.4M": 3400000,
    "18,3 tys.": 18300,
    "2 Mio. Aufrufe": 2000000,
    "1.2万": 12000,
    "1億2,000万円": 120000000,
    "3万5000円": 35000,
    "1억 2000만원": 120000000,
    "5千円": 5000,
    "₹ 45 lakh": 4500000,
    "₹1.2 Cr": 12000000,
    "3 cr": 3,
    "Rs 35.5 L": 3550000,
    "3.5 L": 3.5,
    "1,2 Mrd. €": 1200000000,
    "3 millones": 3000000,
    "3 千葉": 3,
    "5 mil": 5,
    "2 million": 2000000,
    "12%": 12,
    "4.5 out of 5": 4.5,
    "4.5/5": 4.5,
    "4,7 von 5": 4.7,
    "★★★★☆": 4,
    "Three": 3,
    "320 pages": 320,
    "残り4点": 4,
    "12.5kg": 12.5,
    "In stock (22 available)": 22,
    "$12.99 per 100 g": 12.99,
    "PT30M": 30,
    "45 min": 45,
    "5th": 5,
    "0": 0,
    ".5": 0.5,
    "Free": 0,
    "8½": 8.5,
}
NO_NUMBERS = [
    "",
    "-",
    "N/A",
    "abc",
    "a897fe39",
    "B08N5",
    "SKU-123",
    "$80,000 - $100,000",
    "3-5 days",
    "2021-05-03",
    "10:30",
    "PT1H30M",
    "1 hr 20 min",
    "Was £20 Now £15",
    "+49 30 123456",
    "€1.299",
    "1e999",
    "9" * 400,
]
FIELD = ("price",)


@pytest.mark.parametrize(("text", "number"), NUMBERS.items(), ids=lambda value: str(value)[:30])
def test_a_text_that_states_one_number_is_that_number(text: str, number: float) -> None:
    assert cast(text, "number", hint=FIELD) == number


@pytest.mark.parametrize("text", NO_NUMBERS, ids=lambda value: value[:30])
def test_a_text_that_states_no_single_number_is_null(text: str) -> None:
    assert cast(text, "number", hint=FIELD) is None


@pytest.mark.parametrize(
    ("value", "kind", "hint", "found"),
    [
        ("1.299 €", "number", (), None),
        (5, "number", (), 5),
        (5.5, "integer", (), None),
        ("5.0", "integer", (), 5),
        (True, "number", (), None),
        (float("inf"), "number", (), None),
        (["a"], "string", (), None),
        ({"a": 1}, "number", (), None),
        (None, "string", (), None),
        (5, "string", (), "5"),
        (True, "string", (), "true"),
        (False, "string", (), "false"),
        ("https://schema.org/InStock", "string", (), "InStock"),
        ("May 3, 2021", "number", ("year",), 2021),
        ("1999 to 2003", "number", ("year",), None),
        ("PT1H30M", "number", ("time", "minute"), 90),
        ("1 hr 20 min", "number", ("minute",), 80),
        ("90 minutes", "number", ("hour",), 1.5),
    ],
)
def test_a_value_becomes_its_kind_or_null(value: Any, kind: str, hint: tuple[str, ...], found: Any) -> None:
    assert cast(value, kind, hint=hint) == found


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("1h05", 65),
        ("1 h 30", 90),
        ("1 heure 10", 70),
        ("1½ hours", 90),
        ("1 1/2 hours", 90),
        ("half an hour", 30),
        ("1 hr. 10 min.", 70),
        ("1:40", 100),
        ("1 godz. 15 min", 75),
        ("1 ч 20 мин", 80),
        ("1 t 30 min", 90),
        ("about 1 hour", 60),
        ("1 day, 2 hours", 1560),
        ("P0Y0M0DT0H35M0.000S", 35),
        ("PT1.5H", 90),
        ("pt15m", 15),
        ("PT1H 15M", 75),
        ("P15M", 15),
        ("約25分", 25),
        ("20 minutos (mais 2 horas de geladeira)", 20),
    ],
)
def test_how_long_work_takes_is_read_as_minutes(text: str, minutes: float) -> None:
    assert cast(text, "number", hint=("prep", "time")) == minutes


@pytest.mark.parametrize("text", ["20 - 30 min", "1 hour, 20 min to rest, 10 min", "18:00", "P1Y", "1 h 5 g"])
def test_what_is_not_one_duration_is_null(text: str) -> None:
    assert cast(text, "number", hint=("prep", "time")) is None


@pytest.mark.parametrize(("text", "hint"), [("10:30", "duration"), ("P15M", "minute"), ("1:40", "minute")])
def test_only_of_work_the_form_of_a_duration_may_be_loose(text: str, hint: str) -> None:
    assert cast(text, "number", hint=(hint,)) is None


def test_the_language_of_a_page_settles_what_a_dot_divides() -> None:
    assert cast("1.299 €", "number", comma=True) == 1299
    assert cast("1.299", "number", comma=True) == 1299


@pytest.mark.parametrize(
    "text",
    [
        *("yes", "True", "In stock", "in stock (5 left)", "✓", "http://schema.org/InStock", "Only 3 left", 1, True),
        *("Limited availability", "Low stock", "Stock faible", "Nur noch wenige verfügbar"),
        *("På lager", "Finns i lager", "Varastossa", "Skladem", "Dostępny", "Em estoque", "在庫あり"),
    ],
)
def test_stated_agreement_is_true(text: str) -> None:
    assert cast(text, "boolean") is True


@pytest.mark.parametrize(
    "text",
    [
        *("no", "False", "Out of stock", "Sold out!", "✗", "https://schema.org/SoldOut", "unavailable", 0, False),
        *("Available soon", "Bientôt disponible", "Demnächst lieferbar"),
        *("Online nicht lieferbar", "Online sold out"),
        *("Udsolgt", "Utsolgt", "Ikke på lager", "Slutsåld", "Ei varastossa", "Vyprodáno", "Brak w magazynie"),
    ],
)
def test_stated_disagreement_is_false(text: str) -> None:
    assert cast(text, "boolean") is False


@pytest.mark.parametrize(
    ("text", "sold_out"),
    [
        ("Sold out", True),
        ("https://schema.org/OutOfStock", True),
        ("In stock", False),
        ("12 in stock", False),
        ("Only 3 left", False),
        # What comes soon is not sold out, though it cannot be had yet.
        *(("Coming soon", False), ("Bientôt disponible", False), ("Available", False)),
        ("true", True),
        ("maybe", None),
    ],
)
def test_what_asks_for_the_contrary_of_stock_gets_the_contrary(text: str, sold_out: object) -> None:
    assert cast(text, "boolean", hint=("sold", "out")) is sold_out
    assert cast(text, "boolean", hint=("is", "out", "of", "stock")) is sold_out


@pytest.mark.parametrize("text", ["", "maybe", "soon", "5", 7, "Norway", "0 in stock", "Lager 2", "Dostępny od maja"])
def test_what_is_neither_is_null(text: str) -> None:
    assert cast(text, "boolean") is None


@pytest.mark.parametrize(
    ("field", "label"),
    [
        ("price", "Price"),
        ("price", "product-price"),
        ("price", "price_color"),
        ("price", "Our price"),
        ("price", "Price (excl. tax)"),
        ("title", "headline"),
        ("book_title", "Title"),
        ("name", "Product name"),
        ("author", "By"),
        ("author", "Written by"),
        ("published_date", "datePublished"),
        ("rating", "ratingValue"),
        ("in_stock", "availability"),
        ("url", "Link"),
        ("company_name", "Company"),
        ("location", "addressLocality"),
        ("num_reviews", "reviewCount"),
        ("num_ratings", "reviewCount"),
        ("price_ex_tax", "Ex Tax"),
        ("pageCount", "Number of pages"),
        ("birth_date", "Date of birth"),
        ("isbn", "ISBN-13"),
        ("population", "Population (2020)"),
        ("prices", "price"),
        ("cook_time_minutes", "Cook time"),
        ("salary", "Salary per year"),
        ("area_km2", "Area"),
        ("area_m2", "Area"),
        ("area", "Area sqft"),
        ("releaseDate", "Release date"),
        ("precio_anterior", "Was"),
        ("nome_do_produto", "Product name"),
        ("título de la receta", "Title"),
        ("marca", "ブランド"),
        ("weight", "重量"),
        ("disponibilidad", "availability"),
        ("brand", "Marque"),
        ("brand", "Merke"),
        ("brand", "Mærke"),
        ("supplier", "Leverandør"),
        ("country_of_origin", "Tillverkningsland"),
        ("rooms", "Kamers"),
        ("venue", "Luogo"),
        ("admission", "Eintritt"),
        ("cuisine", "Kuchnia"),
        ("cook_time", "Czas smażenia"),
        ("ingredients", "Ainekset"),
        ("steps", "Fremgangsmåde"),
        ("employer", "Arbetsgivare"),
        ("year_built", "Bouwjaar"),
        ("difficulty", "Obtížnost"),
        ("price_per_kg", "Kilopris"),
        ("rent", "Hyra"),
        ("replies", "Antworten"),
        ("won", "Ganados"),
        ("topic", "Emne"),
        ("fuel", "Combustible"),
        ("energy_class", "Energielabel"),
        ("saturated_fat", "dont acides gras saturés"),
        ("postcode_and_city", "PLZ / Ort"),
        ("city_and_postcode", "Postal code and city"),
        ("home_team", "Heimmannschaft"),
        ("away_team", "Squadra ospite"),
        ("num_photos", "Anzahl Bilder"),
        ("guest_rating", "Review score"),
        ("bedroom_number", "Bedrooms"),
        ("is_dealer", "Gewerblich"),
        ("is_featured", "Premium listing"),
        ("is_top_ad", "Top-Anzeige"),
        ("ist_vb", "VB"),
        ("anzeigentitel", "Title"),
    ],
)
def test_a_label_that_names_the_field_matches(field: str, label: str) -> None:
    assert match(words_of(field), words_of(label)) != OTHER


@pytest.mark.parametrize(
    ("field", "label"),
    [
        ("price", "Old price"),
        ("price", "Price currency"),
        ("old_price", "Price"),
        ("author", "Author bio"),
        ("title", "Subtitle"),
        ("first_name", "Name"),
        ("price", "Unit price"),
        ("price_per_100g", "Price"),
        ("preis", "Alter Preis"),
        ("preis", "Versand Preis"),
        ("nombre_de_productos", "Name"),
        ("notes", "Rating"),
        ("price", "Shipping price"),
        ("rating", "Rating count"),
        ("brand", "Leverandør"),
        ("bedrooms", "Kamers"),
        ("price", "Kilopris"),
        ("price_per_liter", "Kilopris"),
        ("fat", "dont acides gras saturés"),
        ("price", "Kaution"),
        ("postcode_and_city", "City"),
        ("and_city", "City"),
        ("a", ""),
        ("", "a"),
        ("name", "Brand name image"),
        ("price", " ".join("word" for _ in range(20))),
    ],
)
def test_a_label_that_names_something_else_does_not_match(field: str, label: str) -> None:
    assert match(words_of(field), words_of(label)) == OTHER


def test_the_same_words_name_a_field_better_than_a_synonym_and_that_better_than_a_longer_label() -> None:
    labels = ["price", "product-price", "cost", "rent", "summer price", "summer cost"]

    grades = [match(("price",), words_of(label)) for label in labels]

    assert grades == [SAME, LIKE, HEAD, SYNONYM, WITH_OWN, LONGER]
    assert grades == sorted(grades, reverse=True)


def test_words_that_link_others_may_be_left_out() -> None:
    assert match(words_of("fecha_actualizacion"), words_of("dateModified")) >= SYNONYM
    assert match(words_of("fecha_actualizacion"), words_of("Fecha de actualización")) >= SYNONYM


def test_of_synonyms_one_with_the_words_of_the_field_names_it_better() -> None:
    assert match(("star",), words_of("rating stars")) > match(("star",), words_of("review score"))
    assert match(("score",), words_of("rating stars")) < match(("score",), words_of("review score"))


@pytest.mark.parametrize(
    ("text", "value"), [("Full-time /", "Full-time"), ("Bern —", "Bern"), ("/a/", "/a/"), ("/", "/"), ("A-", "A-")]
)
def test_what_divides_a_text_from_the_next_is_no_part_of_it(text: str, value: str) -> None:
    assert cast(text, "string") == value


@pytest.mark.parametrize(
    ("label", "words"), [("Item #:", ("item", "number")), ("Item #", ("item", "number")), ("C#", ("c",))]
)
def test_a_sign_for_a_number_behind_a_label_is_a_word(label: str, words: tuple[str, ...]) -> None:
    assert words_of(label) == words


def test_a_label_that_is_turned_around_names_all_of_a_field_and_no_other() -> None:
    assert match(("document", "date"), words_of("Date du document")) == LIKE
    assert match(("date",), words_of("Date de naissance")) == OTHER
    assert match(("number",), words_of("Numéro de téléphone")) == OTHER
