"""Values without a label, which texts and pictures of records tell by the words before them, or as codes or marks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from airflow_provider.local.reading.examples import kind_of_text
from airflow_provider.local.reading.words.fieldnames import concepts_of
from airflow_provider.local.reading.words.forms import form_of
from airflow_provider.local.reading.words.lines import SENTENCE
from airflow_provider.local.reading.words.names import SYNONYM, Words, match, words_of
from airflow_provider.local.reading.words.synonyms import FLAGS, NOISE
from airflow_provider.local.text import has_digit

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from airflow_provider.local.reading.placed import Place, Texts
    from airflow_provider.local.reading.rows import Row
    from airflow_provider.local.reading.tree.nodes import Node

# A number with letters or signs, in capitals: "R-0031877", "2026/114"; in brackets a unit may stand in it.
_CODE = re.compile(r"^(?=\S*\d\S*\d)(?=\d*[A-Z/_-])[A-Z\d][A-Z\d./_-]{3,20}$|^\((?=\S*\d)(?=\S*[A-Z])[\w./-]{4,20}\)$")


def led_by_words(placed: Sequence[Texts]) -> dict[Words, dict[Place, dict[int, str]]]:
    """
    Return what follows as the last word, and has a number, by the words before it: A12 in "Stand A12".

    So is all that follows one word and a full stop: "Fino 64" in "Calibro. Fino 64".
    """
    found: dict[Words, dict[Place, dict[int, str]]] = {}
    for at, texts in enumerate(placed):
        for place, text in texts.items():
            before, _, last = text.rpartition(" ")
            first, stop, rest = text.partition(". ")
            led = (before, last) if before and has_digit(last) else ("", "")
            led = (first, rest) if stop and first.isalpha() and len(text) < SENTENCE else led
            # A sign is no word: "€ 20".
            if words := words_of(led[0]):
                found.setdefault(words, {}).setdefault(place, {})[at] = led[1]
    return found


def worded(told: Words, placed: Sequence[Texts]) -> dict[int, str]:
    """Return the only place where most texts have all words *told* that say something: "Available in pdf format"."""
    asked = {word for word in told if word not in NOISE}
    columns: dict[Place, dict[int, str]] = {}
    for at, texts in enumerate(placed) if len(asked) > 1 else ():
        for place, text in texts.items():
            # Nothing but these words is a label.
            if len(text) < 2 * SENTENCE and asked < {*words_of(text)}:
                columns.setdefault(place, {})[at] = text
    found = [one for one in columns.values() if 3 * len(one) >= 2 * len(placed)]
    return found[0] if len(found) == 1 else {}


def like_examples(examples: Collection[Words], placed: Sequence[Texts]) -> dict[int, str]:
    """Return of each record the only text that differs from one of *examples* at most in numbers: "Only 3 left"."""
    if not examples:
        return {}
    short = ({text for text in texts.values() if len(text) < SENTENCE} for texts in placed)
    alike = [{text for text in texts if kind_of_text(text) in examples} for texts in short]
    return {at: texts.pop() for at, texts in enumerate(alike) if len(texts) == 1}


def pictured(name: str, records: Sequence[Sequence[Node]]) -> dict[int, str]:
    """Return what pictures in *records* say behind the words of field *name*: "E" of "Nutri-Score E"."""
    words = words_of(name)
    found: dict[int, str] = {}
    for at, nodes in enumerate(records):
        told = {one.attrs.get("alt") or one.attrs.get("aria-label", "") for one in nodes if not one.text and one.attrs}
        parts = (one.rpartition(" ") for one in told)
        led = {last for before, _, last in parts if before and words_of(before) == words}
        found |= {at: led.pop()} if len(led) == 1 else {}
    return found


def marked(name: str, placed: Sequence[Texts]) -> dict[int, str]:
    """Return the marks of what field *name* asks for, where records have one with more words: "Free article."."""
    if FLAGS.isdisjoint(concepts_of(name)):
        return {}
    words = words_of(name)
    short = ({text for text in texts.values() if len(text) < SENTENCE} for texts in placed)
    said = [
        {text for text in texts if words_of(text) != words and match(words, words_of(text)) >= SYNONYM}
        for texts in short
    ]
    return {at: texts.pop() for at, texts in enumerate(said) if len(texts) == 1}


def codes_in(placed: Sequence[Texts], rows: Sequence[Row]) -> dict[int, str]:
    """Return the codes of the only place where most texts are such, in most of *rows* another one, and no value."""
    columns: dict[Place, dict[int, str]] = {}
    for at, texts in enumerate(placed):
        for place, told in texts.items():
            columns.setdefault(place, {})[at] = told
    found = []
    for one in columns.values():
        codes = {at: told.strip("()") for at, told in one.items() if _CODE.match(told)}
        codes = {at: code for at, code in codes.items() if not form_of(code) and code not in rows[at].values()}
        # Some records may have none.
        if 4 * len(one) <= 5 * len(codes) >= 3 * len(rows) and len(set(codes.values())) == len(codes) > 0:
            found.append(codes)
    return found[0] if len(found) == 1 else {}
