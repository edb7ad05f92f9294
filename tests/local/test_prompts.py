"""What people write: how many things it asks for, and whether it means all of them, whatever words it explains with."""

from __future__ import annotations

import pytest

from airflow_provider.local.reading.howmany import wants_many
from airflow_provider.local.reading.meant.meaning import meant_by
from airflow_provider.local.schemas import Kind, Schema


def schema(names: str) -> Schema:
    kinds: dict[str, Kind] = dict.fromkeys(names.split(), "string")
    return Schema(kinds, many=True)


@pytest.mark.parametrize(
    ("prompt", "names"),
    [
        ("chair names + prices, all of them, even the sold out ones", "name price"),
        ("Alle Lampen: Name, Preis - auch die ausverkauften", "name preis"),
        ("Stühle mit Preis, ausverkaufte bitte mit aufführen", "stuhl preis"),
        ("tous les concerts, y compris ceux qui sont complets : artiste, date", "artiste date"),
        ("sujets épinglés compris : titre, auteur", "titre auteur"),
        ("todas las sillas, incluidas las agotadas: nombre, precio", "nombre precio"),
        ("Get all threads in this forum, the sticky ones at the top too: title, author", "title author"),
        ("all threads (stickies included): title, author", "title author"),
        ("top speed, weight without fuel, horsepower", "top_speed dry_weight horsepower"),
        ("Laufleistung, Preis inkl. MwSt. ohne Währung", "laufleistung preis"),
        ("the name, the reduced price and the available sizes of each shoe", "name price sizes"),
        ("¿Quién lo firma y cuándo se actualizó por última vez?", "autor actualizado"),
        ("newest first as on the page: number, title", "number title"),
        ("Which grants are on offer, and who can apply?", "grant eligibility"),
        ("the founder's first name and last name separately", "first last"),
        ("player's age, country, last match result", "age country last_result"),
        ("Headline, byline, date of the last update", "headline byline updated"),
        ("title of the work, year of first print, publisher", "work year publisher"),
        ("Abfahrt der ersten und der letzten Fahrt", "erste letzte"),
        (
            "the permanent ones have no last day, leave that empty: exhibition, opens, last day",
            "exhibition opens last_day",
        ),
        ("Papers: title, number. Editorials usually don't have a number", "title number"),
        ("Was kostet das Gerät, ist es lieferbar und wann kommt es an?", "preis lieferbar lieferdatum"),
        ("monthly fee after the first 12 months, minimum term", "fee term"),
        ("everything in the table: when, place. The first one is the most recent, keep this order.", "when place"),
        ("closing date, and the date from which the works begin at the earliest", "closing start"),
        ("bid history, newest on top: bidder, amount", "bidder amount"),
        ("Top sellers as a table: rank, title", "rank title"),
    ],
)
def test_all_are_meant_by_what_only_explains(prompt: str, names: str) -> None:
    # An order leaves none out.
    assert [one for one in meant_by(prompt, schema(names)).meanings if getattr(one, "count", 1)] == []


@pytest.mark.parametrize(
    ("prompt", "names"),
    [
        ("whats the weather there right now. temperature, wind", "temperature wind"),
        ("Wat kost deze fiets, en wat weegt ie?", "prijs gewicht"),
        ("vad kostar hjälmen och hur många finns kvar i lager", "pris i_lager"),
        ("first bus and last bus on sundays, and how often it runs", "first_bus last_bus interval"),
        ("all for the latest year: revenue, profit", "revenue profit"),
        ("Sowing depth, latin name. It is for the labels in our garden.", "sowing_depth latin_name"),
        ("min players, max players, playing time", "minPlayers maxPlayers playingTime"),
        ("What licence is it under and who publishes it?", "licence publisher"),
        ("Key figures: revenue, profit", "revenue profit"),
        ("living area in square metres, year it was built", "area year"),
        ("the cat's name, whether it gets along with children", "name good_with_children"),
        ("title, all authors in one string, journal", "title authors journal"),
        ("Personal bests, only one row for me: 100 m, 200 m", "m100 m200"),
        ("a single summary of the walks: start, end, distance", "start end distance"),
    ],
)
def test_one_thing_is_not_taken_for_many(prompt: str, names: str) -> None:
    assert wants_many(prompt, schema(names)) is not True


@pytest.mark.parametrize(
    ("prompt", "names"),
    [
        ("one row per church: name, town", "name town"),
        ("all authors: name, town", "name town"),
        ("who sells boats here? sellers with name and town", "name town"),
        ("a single row for every boat: name, town", "name town"),
    ],
)
def test_many_are_asked_for_all_the_same(prompt: str, names: str) -> None:
    assert wants_many(prompt, schema(names)) is True


@pytest.mark.parametrize(
    ("prompt", "names", "field"),
    [
        ("cars under 8000 with make and price", "make price", "price"),
        ("zabawki do 50 zł: nazwa, cena", "nazwa cena", "price"),
        ("lamps that have no price", "name price", "price"),
        ("questions that have no answer yet: title, link", "title link", "answer"),
        ("Which lamps of those on this page have no price yet?", "name price", "price"),
        ("only the first product: price", "name price", ""),
        ("the price of the last product", "name price", ""),
        ("products that are on offer", "name price", "on_sale"),
        ("alle verfügbaren Lampen", "name preis", "in_stock"),
        ("the product with the highest protein", "name protein_share", "protein_share"),
    ],
)
def test_some_are_meant_all_the_same(prompt: str, names: str, field: str) -> None:
    (meaning,) = meant_by(prompt, schema(names)).meanings

    assert getattr(meaning, "by", None) == field or getattr(meaning, "field", None) == field
