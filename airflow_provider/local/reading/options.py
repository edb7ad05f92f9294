"""Which columns may answer a field of a schema, best first: those whose labels name it and whose values fit it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from airflow_provider.local.reading.alike import ALIKE
from airflow_provider.local.reading.cells import cell_value
from airflow_provider.local.reading.data.facts import HINTED, SHAPED, STATED, WEAKEST
from airflow_provider.local.reading.ends import asks_span, ends_asked, is_plural
from airflow_provider.local.reading.words.fieldnames import SHOWN, concepts_of
from airflow_provider.local.reading.words.forms import form_of
from airflow_provider.local.reading.words.money import MONEY
from airflow_provider.local.reading.words.names import (
    LIKE,
    LONGER,
    SYNONYM,
    Words,
    hint_of,
    match,
    vocabulary_of,
    words_of,
)
from airflow_provider.local.reading.words.stated import bounds
from airflow_provider.local.reading.words.values import Scalar
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from airflow_provider.local.reading.data.facts import Fact
    from airflow_provider.local.schemas import Kind

Cells = dict[int, "list[Fact]"]
# On so many items and more, one value is that of a kind, and no name.
_OF_A_KIND = 6
# What is longer is a text.
_LONGEST = 200
_DATED = re.compile(r"(.{0,200}[^\W\d_]{2})[.,:;]{0,2} \(?(?:19|20)\d\d[).]{0,2}")
_TEXTS = frozenset({"text", "description"})
# A field of these asks for what stands there in words.
_WORDS = word_set("message msg note text notice warning line hinweis")
# Of whom several may be counted, which names none: "7 providers".
_PARTIES = word_set("performer provider")
_BADGE, _TAGS = ("badge",), frozenset({("label",), ("tag",)})


@dataclass(frozen=True, slots=True)
class Table:
    """The facts of *total* items, by column; *said* are words of labels, and *beside* known words for all fields."""

    columns: Sequence[Cells]
    said: Sequence[frozenset[str]]
    total: int
    comma: bool
    beside: frozenset[str]


@dataclass(frozen=True, slots=True)
class Column:
    """A column that may answer a field: its value for each item that has one."""

    values: Mapping[int, Scalar]
    worth: tuple[bool, int, int]
    position: int
    label: Words

    @property
    def is_exact(self) -> bool:
        """Whether its label says what the field asks for in the same words."""
        return self.worth[-1] >= LIKE


def agrees(column: Column, other: Column) -> bool:
    """Tell whether *column* and *other* have several items in common, and in all of these the same value."""
    shared = column.values.keys() & other.values.keys()
    return len(shared) >= ALIKE and all(column.values[at] == other.values[at] for at in shared)


def options_for(name: str, kind: Kind, asked: Sequence[Words], table: Table) -> list[Column]:
    """Return the columns of *table* that may answer field *name*, which is *asked* for by some words, best first."""
    options = []
    vocabulary = vocabulary_of(asked)
    is_text = not _TEXTS.isdisjoint(concepts_of(name))
    for position, (column, said) in enumerate(zip(table.columns, table.said, strict=True)):
        if vocabulary.isdisjoint(said):
            continue
        sample = next(iter(column.values()))[0]
        named = max(match(field, words) for words in sample.labels for field in asked)
        # What leads a list may be none of its records.
        first = [facts[0] for facts in islice(column.values(), ALIKE)]
        # What several words that nobody knows stand before may be all of a record.
        is_all = named < SYNONYM and not is_text and all(len(str(fact.value)) > _LONGEST for fact in first)
        if (
            not named
            or is_all
            or _is_of_anything(sample, named, kind, table)
            or all((_is_other_sum if kind == "number" else _is_count)(one, name) for one in first)
        ):
            continue
        cells = (
            (index, cell_value(facts, name, kind, comma=table.comma, beside=table.beside))
            for index, told in column.items()
            if (facts := [one for one in told if kind == "string" or not _is_cited(one, name)])
        )
        values = {index: value for index, value in cells if value is not None}
        if values and 2 * len(values) >= len(column):
            # Days are more than the first of them.
            is_whole = not asks_span(name) or "date" not in sample.labels[-1][1:]
            # An end that is told by itself is told better than by all: "6 August - 3 October 2026".
            is_cut = ends_asked(words_of(name)) and any(len(bounds(str(fact.value))) > 1 for fact in first)
            named = min(named, SYNONYM) if is_cut else named
            worth = (named >= SYNONYM and is_whole, sample.strength, named)
            options.append(Column(values, worth, position, sample.labels[-1]))

    options = _fitting_days(_fitting_names(options, name, table), name, table)

    if kind == "string" and is_plural(name) and "price" in concepts_of(name):
        # Several to choose from are all asked for.
        several = [one for one in options if any(len(MONEY.findall(str(value))) > 1 for value in one.values.values())]
        options = several or options

    if not SHOWN.isdisjoint(words_of(name)[1:]):
        # A label for a price, as its class calls it, is not the price.
        options = [one for one in options if one.label == words_of(name)] or options

    def order(one: Column) -> tuple[object, ...]:
        # Of two class names the shorter one has less of where it stands.
        extra = len(one.label) if one.worth[1] == HINTED else 0
        # What most items have comes before what is better named.
        return 2 * len(one.values) >= table.total, one.worth, -extra, -one.position

    told = _without_buttons(_of_owner(_said_of_stock(options, name, asked), asked), name)
    return _that_agree(sorted(_surest_badges(told, name), key=order, reverse=True), name, kind)


def _fitting_names(options: list[Column], name: str, table: Table) -> list[Column]:
    """Return *options* for field *name*; if it asks for a title, without what says the same of all."""
    if "title" not in concepts_of(name) or table.total < ALIKE:
        return options
    # What a class calls the same in most records, or a mark of a few kinds, is the name of none, where something else
    # is not.
    varied = [one for one in options if _is_varied(one) or len(one.values) < ALIKE]
    options = [one for one in options if one.worth[1] != HINTED or one in varied] or options
    # Nor is a link such as "Info" beside each of them.
    options = [one for one in options if one.worth[1] != WEAKEST or one in varied]
    # A class may call the day of each a heading.
    return [one for one in options if one.worth[1] != HINTED or not all(map(_is_day, one.values.values()))]


def _fitting_days(options: list[Column], name: str, table: Table) -> list[Column]:
    """Return *options* for field *name*; if it asks for a day, without parts of it."""
    if "date" in concepts_of(name) and "year" not in words_of(name):
        # Of a day, the year is but a part; amid the text of one thing, it may be any.
        days = [one for one in options if one.label[-1:] != ("year",)]
        options = days or [one for one in options if table.total > 1 or one.worth[1] > SHAPED]
    return options


def _is_of_anything(fact: Fact, named: int, kind: Kind, table: Table) -> bool:
    """Tell whether the text *fact*, of one thing alone, has a label with more words than are asked: "Hot topics"."""
    return table.total == 1 and named == LONGER and kind == "string" and fact.strength <= STATED


def _without_buttons(options: list[Column], name: str) -> list[Column]:
    """Return *options* for field *name*; for a code without what one presses to see it, the same text beside each."""
    if words_of(name)[-1:] != ("code",):
        return options
    return [
        one
        for one in options
        if _is_varied(one) or len(one.values) < ALIKE or not any(" " in str(value) for value in one.values.values())
    ]


def _said_of_stock(options: list[Column], name: str, asked: Sequence[Words]) -> list[Column]:
    """Return *options* without what a button says of stock, if field *name* is *asked* for as a message or the like."""
    if "availability" not in concepts_of(name) or all(_WORDS.isdisjoint(words[1:3]) for words in asked):
        return options
    return [one for one in options if one.worth[1] != WEAKEST or {*one.values.values()} != {"InStock"}]


def _surest_badges(options: list[Column], name: str) -> list[Column]:
    """Return *options* for field *name* without tags beside what is called a badge, unless it asks for these."""
    surest = max((one.worth[1] for one in options if one.label == _BADGE), default=0)
    if words_of(name)[-1:] in _TAGS or "badge" not in concepts_of(name):
        return options
    others = _TAGS if surest == HINTED and not is_plural(name) else frozenset()
    return [one for one in options if one.label not in others and (one.label != _BADGE or one.worth[1] == surest)]


def _of_owner(options: list[Column], asked: Sequence[Words]) -> list[Column]:
    """Return those of *options* that say who has the name that is *asked* for, a company, if there are such."""
    owned = [one for one in options if match(asked[0], one.label) >= SYNONYM] if ("name",) in asked[1:] else []
    return owned or options


def _that_agree(options: list[Column], name: str, kind: Kind) -> list[Column]:
    """Return those of *options* for field *name*, best first, that may fill the gaps of the best one."""
    # What some and others pay, in one line, is more than the first sum of it.
    if kind == "string":
        options.sort(key=lambda one: one.label != ("price", "range") or one.worth[1] != STATED)
    if options and options[0].is_exact and (kind == "string" or "price" not in hint_of(words_of(name))):
        # What says something else wherever both speak, as halls do beside towns, does so elsewhere, too.
        is_text = kind == "string" and words_of(name)[-1:] != ("url",)
        options = [one for one in options if (is_text and one.is_exact) or not _contradicts(one, options[0])]
    if options and options[0].worth[:2] == (True, STATED):
        # Beside a label, what a class is just a longer name of fills no gap.
        options = [one for one in options if one.worth[0] or one.worth[1] != HINTED]
    # What a class calls so that has more in it where both speak has but that more elsewhere: a place beside a day.
    if kind == "string":
        options = [one for one in options if one.worth[1] != HINTED or not _is_around(one, options[0])]
    # What lacks in the best one, another of the same name has before others do.
    best = next((one.label for one in options if one.is_exact), ())
    same = {one.position for one in options[1:] if options[0].label == best == one.label and one.worth[1] > WEAKEST}
    return _exact_part([*options[:1], *sorted(options[1:], key=lambda one: one.position not in same)])


def _contradicts(one: Column, best: Column) -> bool:
    """Tell whether *one* says nothing of what *best* says in several items of which both speak."""
    shared = one.values.keys() & best.values.keys()
    told = [(one.values[at], best.values[at]) for at in shared]
    if any(isinstance(value, str) for pair in told for value in pair):
        return len(shared) >= ALIKE and not any(str(one) in str(other) or str(other) in str(one) for one, other in told)
    return len(shared) >= ALIKE and all(value != other for value, other in told)


def _is_around(one: Column, best: Column) -> bool:
    """Tell whether *one* says all that *best* does wherever both speak, and mostly more."""
    told = [(str(one.values[at]), str(best.values[at])) for at in one.values.keys() & best.values.keys()]
    more = sum(own != other for own, other in told)
    return more >= ALIKE and 2 * more > len(told) and all(other in own for own, other in told)


def _exact_part(options: list[Column]) -> list[Column]:
    """Return *options*, best first; one called as the field comes before another that has all of it, and more."""
    best = options[0] if options else None
    if best is None or best.worth[1] != STATED:
        return options
    for one in options[1:]:
        shared = one.values.keys() & best.values.keys()
        if (
            one.is_exact
            and one.worth[-1] > best.worth[-1]
            and len(shared) >= ALIKE
            and all(str(best.values[at]).startswith(str(one.values[at])) for at in shared)
        ):
            return [one, *(other for other in options if other is not one)]
    return options


def _is_varied(column: Column) -> bool:
    """Tell whether *column* has more values than a mark of a few kinds has, and none of them on most items."""
    counts = Counter(column.values.values())
    return len(counts) > max(1, len(column.values) // _OF_A_KIND) and 3 * max(counts.values()) < 2 * len(column.values)


def _is_day(value: Scalar) -> bool:
    return form_of(str(value)) == "date"


def _is_other_sum(fact: Fact, name: str) -> bool:
    """Tell whether *fact* is a name, or a sum of money of another name: "Bid: £412" is not the number of `bids`."""
    known = concepts_of(name)
    is_count = not known or any(concept.endswith("_count") for concept in known)
    is_other = is_count and is_plural(name) and words_of(name) not in fact.labels
    # The name of a board, in which a number may stand, is not how many `topics` it has.
    return is_other and (fact.labels[-1] == ("title",) or bool(MONEY.match(str(fact.value))))


def _is_cited(fact: Fact, name: str) -> bool:
    """Tell whether *fact*, of a field for how many there are, ends in a year: "Thorax. 2026." counts no citations."""
    is_count = any(concept == "citation" or concept.endswith("_count") for concept in concepts_of(name))
    dated = _DATED.fullmatch(str(fact.value)) if is_count and fact.strength == HINTED else None
    return dated is not None and match(words_of(name), words_of(dated[1])) < SYNONYM


def _is_count(fact: Fact, name: str) -> bool:
    """Tell whether *fact* counts what it speaks of: "Threads: 41" and "41 Threads" are no name of a `thread`."""
    # An `item` may be a number.
    may_be_name = {"title", "sku"} & concepts_of(name) == {"title"} or not _PARTIES.isdisjoint(concepts_of(name))
    is_name = may_be_name and {"title", "name"}.isdisjoint(fact.labels[-1])
    counts = words_of(str(fact.value)) if is_name and not is_plural(name) and str(fact.value)[:1].isdecimal() else ()
    # In another language than that of the page's class names, one word stands behind the number.
    is_hinted = fact.strength == HINTED and len(counts) == 2  # noqa: PLR2004 - a number and what it counts
    return bool(counts) and (is_hinted or all(word.isdecimal() or word in fact.labels[-1] for word in counts))
