"""
What stands in the same place in each record of a list: told by what the others say there.

A value that is missing in some rows is the text in the place where the others have theirs. A field that nothing
answers is what texts in one place begin with, or a code that is another one in each row, or else what is left by
elimination. What stands right over the titles may be a type or a mark.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from airflow_provider.local.reading.alike import ALIKE
from airflow_provider.local.reading.artists import divide_names
from airflow_provider.local.reading.chips import fill_chips
from airflow_provider.local.reading.elimination import fill_left
from airflow_provider.local.reading.exact import state_counts
from airflow_provider.local.reading.examples import examples_in
from airflow_provider.local.reading.marks import mark
from airflow_provider.local.reading.misfits import says_nothing
from airflow_provider.local.reading.placed import NEAR, texts_of
from airflow_provider.local.reading.prompted import marks_in, values_in
from airflow_provider.local.reading.unlabelled import codes_in, led_by_words, like_examples, marked, pictured, worded
from airflow_provider.local.reading.wordings import UNDER, titles_in
from airflow_provider.local.reading.words.days import LASTING, day_in
from airflow_provider.local.reading.words.fieldnames import concepts_of
from airflow_provider.local.reading.words.forms import form_of
from airflow_provider.local.reading.words.lines import COLONS, SENTENCE
from airflow_provider.local.reading.words.money import MONEY
from airflow_provider.local.reading.words.names import Words, words_of
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.words.values import cast
from airflow_provider.local.reading.written.links import READ_ON
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from airflow_provider.local.reading.data.facts import Group
    from airflow_provider.local.reading.placed import Place, Texts
    from airflow_provider.local.reading.question import Question
    from airflow_provider.local.reading.rows import Filling, Row
    from airflow_provider.local.reading.tree.nodes import Node
    from airflow_provider.local.reading.words.values import Scalar

# What has a name for its answer, of all that is known by its own.
_NAMED = word_set(
    """
    artist author brand buyer category city community company department director format host location operating_system
    organizer position provider publisher region role seller team venue
    """
)
# What may stand over a title.
_OVER_TITLES = frozenset({"badge", "prefix", "kicker", "type", "category"})
_OFFERS = frozenset({"discount", "promotion"})
_CODES = word_set("code id identifier number ref reference requisition sku")
# By these it is known what else a code or number is.
_NO_CODES = word_set("postal_code phone")
# An amount of something: "10 km".
_AMOUNT = re.compile(r"^\d[\d.,]{0,12}\s?[^\W\d_]{1,12}$")
_FIGURE = re.compile(r"\d[\d.,/ ]{0,12}$")
_FIRST = re.compile(r"^\w")
# What is known of a thing because it can be bought; where others say more, it may, too.
_BY_BUTTON = "InStock"
_DAYS = frozenset({"date", "dates"})
_DIVIDERS = " -\u2013\u2014:|\u00b7"
# With fewer spaces, a text is rather an address or a name.
_FEW_WORDS = 5
_READ_ON = re.compile(rf"\s?\b{READ_ON}\W{{0,5}}$", re.IGNORECASE)


def complete(filling: Filling, group: Group, question: Question, prompt: str) -> None:
    """Give the rows of *filling*, from *group*, what they lack, as classes and places in it and the *prompt* tell."""
    rows, records, schema = filling.rows, [group.items[at].nodes for at in filling.kept], question.schema
    if group.origin in {"listing", "table"}:
        # Of a row only its cells are known.
        inside = [[*nodes[:1], *nodes[0].below()] if group.origin == "table" and nodes else nodes for nodes in records]
        over = [[str(fact.value) for fact in group.items[at].facts if fact.labels[-1] == UNDER] for at in filling.kept]
        mark(rows, inside, [" ".join(one[:1]) for one in over], schema, marks_in(prompt, schema))
        state_counts(rows, inside, schema)
    if group.origin == "listing":
        examples = examples_in(prompt, schema, question.told)
        _complete_texts(rows, records, question, values_in(prompt, question.told), examples)
    elif group.origin == "table":
        # Below the name of a record, in its cell, may stand its number.
        names = [name for name, kind in schema.fields.items() if kind == "string" and _is_code(name)]
        names = [name for name in names if all(row[name] is None for row in rows)]
        placed = [dict(texts_of(nodes, set())) for nodes in inside] if names else []
        for name in names:
            _fill(name, rows, codes_in(placed, rows))


def _is_code(name: str) -> bool:
    """Tell whether field *name* asks for what something is known by, which may be a code."""
    own = words_of(name)
    return _CODES.issuperset(own[-1:]) and _NO_CODES.isdisjoint(PHRASES.get(own, ()))


def _complete_texts(
    rows: Sequence[Row],
    records: Sequence[Sequence[Node]],
    question: Question,
    values: Mapping[str, frozenset[str]],
    examples: Mapping[str, set[Words]],
) -> None:
    """Give *rows* the texts that they lack, as the places in their *records*, known *values* or *examples* tell."""
    schema = question.schema
    names = [name for name, kind in schema.fields.items() if kind == "string"]
    divide_names(rows, records, schema)
    gaps = [name for name in names if _is_offer(name) or any(row[name] in {None, _BY_BUTTON} for row in rows)]
    figures = [name for name, kind in schema.fields.items() if kind == "number" and not any(row[name] for row in rows)]
    if not (gaps or figures) or len(rows) < ALIKE:
        return
    listed: set[Place] = set()
    placed = [dict(texts_of(nodes, listed)) for nodes in records]
    left, led, titles = [], led_by_words(placed), titles_in(schema)
    for name in figures:
        _fill_figures(name, rows, max(led.get(words_of(name), {}).values(), key=len, default={}), question)
    for name in gaps:
        may_be_over = titles and not _OVER_TITLES.isdisjoint(concepts_of(name))
        over = _over_titles(titles[0], name, rows, placed) if may_be_over else {}
        is_answered = any(row[name] is not None for row in rows)
        over = over if over or is_answered else like_examples(examples.get(name, ()), placed)
        if over or is_answered:
            _fill(name, rows, over)
            _fill_gaps(name, rows, placed, is_mark=name in examples or "badge" in concepts_of(name))
            continue
        own, said = words_of(name), question.told.get(name, ())
        # A `sale_number` is what stands behind "Sale".
        led_by = (own, said, own[:-1] if own[-1:] and own[-1] in _CODES else own)
        by_words = [led.get(words, {}).values() for words in led_by]
        column = max(chain.from_iterable(by_words), key=len, default={})
        column = column or pictured(name, records) or _among(values.get(name, frozenset()), placed)
        column = column or worded(said, placed)
        sure = codes_in(placed, rows) if _is_code(name) else marked(name, placed)
        if 2 * len(column) > len(rows) or sure:
            _fill(name, rows, sure or column)
        elif "description" in concepts_of(name):
            _fill(name, rows, _prose_in(placed, rows))
        elif not fill_chips(name, rows, placed, listed):
            left.append(name)
    # Beside an episode, a podcast is a name, too.
    left = [name for name in left if name in titles[1:] or _NAMED & concepts_of(name)]
    if left:
        fill_left(left, rows, placed, listed)


def _fill_figures(name: str, rows: Sequence[Row], column: Mapping[int, str], question: Question) -> None:
    """Fill field *name* with the figures of *column*, if most of *rows* have one: "Reputation 858"."""
    figures = {at: text for at, text in column.items() if _FIGURE.match(text)}
    if 2 * len(figures) > len(rows) and all(row[name] is None for row in rows):
        _fill(name, rows, {at: cast(text, "number", comma=question.page.comma) for at, text in figures.items()})


def _among(values: frozenset[str], placed: Sequence[Texts]) -> dict[int, str]:
    """Return of each record the only text that is one of several *values*."""
    known = [{text for text in texts.values() if text.casefold() in values} for texts in placed]
    return {at: texts.pop() for at, texts in enumerate(known) if len(texts) == 1 and len(values) > 1}


def _prose_in(placed: Sequence[Texts], rows: Sequence[Row]) -> dict[int, str]:
    """Return the texts in the place where most of *rows* have a sentence of their own that nothing else answers."""
    columns: dict[Place, dict[int, str]] = {}
    for at, (texts, row) in enumerate(zip(placed, rows, strict=True)):
        for place, told in texts.items():
            text = _told_beside(told, row)
            is_said = any(text in str(value) for value in row.values())
            if len(text) > SENTENCE and text.count(" ") > _FEW_WORDS and not is_said and not form_of(text):
                columns.setdefault(place, {})[at] = text
    usual = (one for one in columns.values() if 3 * len(one) >= 2 * len(rows) and len(set(one.values())) > len(one) / 2)
    return max(usual, key=lambda one: sum(map(len, one.values())), default={})


def _told_beside(text: str, row: Row) -> str:
    """Return *text* without a value of *row* before it, such as the title, and a link to the rest of it behind it."""
    for value in (value for value in row.values() if isinstance(value, str) and len(value) > 1):
        text = text.removeprefix(value).lstrip(_DIVIDERS)
    return _READ_ON.sub("", text)


def _fill_gaps(name: str, rows: Sequence[Row], placed: Sequence[Texts], *, is_mark: bool) -> None:
    """Fill the gaps of field *name* from the place where most of the other rows have it, or some if it *is_mark*."""
    said = [(row[name], texts) for row, texts in zip(rows, placed, strict=True) if row[name] is not None]
    is_description = "description" in concepts_of(name)
    counts = Counter(
        place
        for value, texts in said
        for place, text in texts.items()
        # It may be told in several sentences, each in an element of its own.
        if text == value or (is_description and text[-1:] == "." and str(value).startswith(text))
    )
    place, count = next(iter(counts.most_common(1)), ((), 0))
    # Of an offer in two parts, "10% off + free shipping", both are it where most have one.
    usual = [one for one, number in counts.items() if 2 * number > len(said)] if _is_offer(name) else []
    place = max(usual, key=lambda one: sum(len(texts.get(one, "")) for _, texts in said), default=place)
    count = sum(str(value) in texts.get(place, "") for value, texts in said) if usual else count
    # A description is told by its length: where most have one, the others are short.
    fewest = len(rows) // 2 + 1 if is_description else max(ALIKE, len(rows) / 3)
    there = sum(place in texts for texts in placed)
    # Of names a few tell the place of all, if there is one in most records.
    is_known = _NAMED & concepts_of(name) and count > max(1, len(said) / 2)
    is_usual = is_known and 5 * there >= 4 * len(rows)
    # Of marks, those that are known, as from an example, tell what the others there are.
    is_mark_place = is_mark and count > 1 and 3 * count >= there
    if not (is_usual or is_mark_place) and (count < fewest or 4 * count < 3 * len(said)):
        return
    texts_there = [texts[place] for _, texts in said if place in texts]
    forms = set(map(form_of, texts_there))
    beside = {other for texts in placed if place in texts for other in texts}
    # "- (year)" stands where there is none.
    needed = [one for one in (MONEY, _FIRST) if all(map(one.search, texts_there))]
    for row, texts in zip(rows, placed, strict=True):
        text = texts.get(place) or _unlinked(place, texts) or _of_another_kind(place, texts, beside)
        # Nor is a name a day.
        alike = forms if forms == {"date"} else {"", *forms}
        is_alike = form_of(text) in alike and all(one.search(text) for one in needed)
        is_alike = is_alike or (not forms.isdisjoint(_DAYS) and LASTING.match(text) is not None)
        # Nor is a number a text, or an amount anything else.
        is_amount = any(one.match(text) and not any(map(one.match, texts_there)) for one in (_AMOUNT, _FIGURE))
        is_said = text != "" and not (says_nothing(text, words_of(name), words_of(name)) or _leads_day(text))
        is_part = len(usual) > 0 and len(text) < SENTENCE and str(row[name]) in text
        is_said = is_said and text not in row.values() and not is_amount
        if (row[name] in {None, _BY_BUTTON} or is_part) and is_said and is_alike:
            row[name] = text


def _is_offer(name: str) -> bool:
    return not _OFFERS.isdisjoint(concepts_of(name))


def _leads_day(text: str) -> bool:
    """Tell whether *text* is a word that stands before a day: "Updated"."""
    return text.isalpha() and day_in(f"{text} 3 May 2026") != ""


def _unlinked(place: Place, texts: Texts) -> str:
    """Return the text that stands right in what has a link at *place* in other records."""
    inside = [text for one, text in texts.items() if one[: NEAR - 1] == place[1:NEAR]]
    return inside[0] if len(inside) == 1 and place[0].startswith("a ") else ""


def _of_another_kind(place: Place, texts: Texts, beside: set[Place]) -> str:
    """Return the only text that is never *beside* one at *place*, which it would be at but for later class names."""
    alike = [text for one, text in texts.items() if one not in beside and _without_kind(one) == _without_kind(place)]
    return alike[0] if len(alike) == 1 else ""


@lru_cache(maxsize=4096)
def _without_kind(place: Place) -> Place:
    """Return *place* without the class names behind the first, of which there may be one for each kind, or number."""
    return tuple(part if part.endswith(COLONS) else " ".join(part.split()[:2]) for part in place)


def _over_titles(title: str, name: str, rows: Sequence[Row], placed: Sequence[Texts]) -> dict[int, str]:
    """
    Return the marks right over the *title* of some of *rows*, all in one place and of but some kinds.

    None are returned where they differ from what field *name* of many of them is known to be.
    """
    columns: dict[Place, dict[int, str]] = {}
    for at, (row, texts) in enumerate(zip(rows, placed, strict=True)):
        for (place, text), (_, then) in pairwise(texts.items()):
            is_mark = len(text) < SENTENCE and not form_of(text) and any(map(str.isalpha, text))
            # A name may begin with who made it, in an element of its own.
            is_over = then == row[title] or str(row[title]).startswith(f"{then} ")
            if is_over and is_mark and text not in [row[other] for other in row if other != name]:
                columns.setdefault(_without_kind(place[:2]), {})[at] = text
                break
    best = max(columns.values(), key=len, default={})
    # What is asked for by the place over a title may be another one in each.
    is_kicker = concepts_of(name) == frozenset({"kicker"}) and 2 * len(best) > len(rows)
    is_of_kinds = len(best) >= ALIKE and (is_kicker or len(set(best.values())) < len(best))
    others = sum(rows[at][name] not in {None, text} for at, text in best.items())
    return best if is_of_kinds and 4 * others < len(best) else {}


def _fill(name: str, rows: Sequence[Row], column: Mapping[int, Scalar | None]) -> None:
    for at, value in column.items():
        rows[at][name] = value
