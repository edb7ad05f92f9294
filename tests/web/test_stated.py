"""Which values a page states: as they are written, and in other notations of the same."""

# ruff: noqa: RUF001 - what pages hold

from __future__ import annotations

from typing import Any

import pytest

from airflow_provider.web.outcomes import Page
from airflow_provider.web.stated import Stated
from tests.web import mutations


def page(content: str | bytes, kind: str = "text/html; charset=utf-8") -> Stated:
    body = content.encode() if isinstance(content, str) else content
    return Stated(Page("https://shop.example.com/", body, kind))


STATED: dict[str, tuple[str, Any]] = {
    "as written": ("<p>Night Trains</p>", "Night Trains"),
    "case and white space": ("<p>NIGHT\n   Trains", " Night  Trains "),
    "entities in the page": ("<p>Bread &amp; Butter", "Bread & Butter"),
    "entities in the value": ("<p>Bread & Butter", "Bread &amp; Butter"),
    "markup within": ("<p>Night <b>Tra</b>ins", "Night Trains"),
    "cells": ("<td>Night</td><td>Trains</td>", "Night Trains"),
    "quotes and dashes": ("<p>The cook’s own — a tale", "The cook's own - a tale"),
    "ligatures and widths": ("<p>Ｎｉｇｈｔ ﬁre", "Night fire"),
    "an attribute": ("<img alt='Night Trains'>", "Night Trains"),
    "a description": ("<meta name=description content='Of night trains'>", "Of night trains"),
    "a link": ("<a href='https://shop.example.com/b/1'>b", "https://shop.example.com/b/1"),
    "structured data": ('<script type="application/ld+json">{"a": [{"sku": "NT-100"}]}</script>', "NT-100"),
    "a number": ("<p>12.90 pounds", 12.9),
    "a whole number": ("<p>12 pounds", 12.0),
    "a decimal comma": ("<p>12,90 €", 12.9),
    "thousands, English": ("<p>£1,234.50", 1234.5),
    "thousands, German": ("<p>1.234,50 €", 1234.5),
    "thousands, French": ("<p>1 234,50 €", 1234.5),
    "thousands, Swiss": ("<p>CHF 1'234.50", 1234.5),
    "thousands, a point or none": ("<p>1.234", 1234),
    "millions": ("<p>1,234,567", 1234567),
    "India": ("<p>1,50,000", 150000),
    "a million in short": ("<p>1.2M views", 1200000),
    "below nought": ("<p>−5 °C", -5),
    "after a letter": ("<p>$5", 5),
    "a price as text": ("<p>12,90 EUR", "€12.90"),
    "an ISO date": ("<p>2026-01-05", "2026-01-05"),
    "a date in English": ("<p>January 5th, 2026", "2026-01-05"),
    "a date in British English": ("<p>5 Jan 2026", "2026-01-05"),
    "a date in German": ("<p>5. Januar 2026", "2026-01-05"),
    "a date in French": ("<p>5 janvier 2026", "2026-01-05"),
    "a date in Spanish": ("<p>5 de enero de 2026", "2026-01-05"),
    "a date in digits": ("<p>05.01.2026", "2026-01-05"),
    "an American date": ("<p>1/5/2026", "2026-01-05"),
    "a moment": ("<p>5 Jan 2026, noon", "2026-01-05T12:00:00Z"),
    "nothing": ("<p>x", ""),
}
ABSENT: dict[str, tuple[str, Any]] = {
    "another text": ("<p>Night Trains", "Day Trains"),
    "a part of a word": ("<p>Nightingale", "Night"),
    "the other order": ("<p>Night Trains", "Trains Night"),
    "a part of a number": ("<p>112.90", 12.9),
    "other digits": ("<p>12.90", 12.95),
    "a tenth": ("<p>12.90", 1.29),
    "another date": ("<p>5 January 2026", "2026-01-06"),
    "another price": ("<p>12,90 EUR", "€12.95"),
    "a script": ("<script>var a = 'Night Trains'</script><p>x", "Night Trains"),
    "a comment": ("<!-- Night Trains --><p>x", "Night Trains"),
    "a number of a class": ("<p class='c77'>x", 77),
}


@pytest.mark.parametrize(("html", "value"), STATED.values(), ids=STATED)
def test_a_page_states_what_is_written_in_it(html: str, value: object) -> None:
    assert page(html).has(value)


@pytest.mark.parametrize(("html", "value"), ABSENT.values(), ids=ABSENT)
def test_a_page_does_not_state_what_is_not(html: str, value: object) -> None:
    assert not page(html).has(value)


def test_json_and_text_are_pages_too() -> None:
    assert page('{"title": "Night Trains", "price": 12.9}', "application/json").has(12.9)
    assert page("Night Trains, 12.90", "text/plain").has("Night Trains")


def test_inventions_are_told_from_values() -> None:
    missed = alarms = inventions = values = 0
    for seed in range(100):
        base = mutations.page(seed)
        base.noise = dict.fromkeys(mutations.INVISIBLE, seed)
        seen = page(mutations.html(base))
        for number, book in enumerate(base.books):
            for value in (book.title, float(book.price[1:]), book.price, int(book.stock.split()[0])):
                values += 1
                alarms += not seen.has(value)
            title = f"{book.title.rpartition(' ')[0]} of {number}"
            price = round(float(book.price[1:]) + 0.37, 2)
            for invented in (title, price, f"£{price:.2f}"):
                inventions += 1
                missed += seen.has(invented)

    assert values >= 5000
    assert inventions >= 500
    assert alarms <= 0.02 * values
    assert missed <= 0.02 * inventions
