"""
Filling a schema from items: which column answers which field, and how good the result is.

Columns are judged over all items at once, so that a field means the same in every row, and a column answers
one field only unless its label is exactly what two fields ask for.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING

from airflow_provider.local.reading.alike import ALIKE
from airflow_provider.local.reading.cells import cell_value
from airflow_provider.local.reading.data.facts import HINTED, STATED, WEAKEST
from airflow_provider.local.reading.ends import asks_span, is_plural
from airflow_provider.local.reading.overlaps import cut_overlaps
from airflow_provider.local.reading.wordings import TITLES, titles_in, wordings
from airflow_provider.local.reading.words.forms import form_of
from airflow_provider.local.reading.words.money import MONEY
from airflow_provider.local.reading.words.names import (
    LIKE,
    SAME,
    SHOWN,
    SYNONYM,
    Words,
    hint_of,
    match,
    vocabulary_of,
    words_in,
    words_of,
)
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.words.values import Scalar
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from airflow_provider.local.reading.data.facts import Fact, Item
    from airflow_provider.local.schemas import Kind, Schema

_DAYS = frozenset({"date", "updated", "last_activity", "last_seen"})
_ENDS = frozenset({"start", "end"})
_USERS = word_set("user username member player nickname")
# Where nothing answers these in a list, another label does, unless somebody asks for that, too: of a record with one
# day, that is when it was changed, and without one the date is when something was written last.
_INSTEAD: dict[str, tuple[Words, frozenset[str]]] = {
    "date": (("last", "post", "date"), _DAYS),
    "updated": (("date",), _DAYS),
    "last_seen": (("date",), _DAYS),
    "artist": (("author",), frozenset({"author"})),
    "publisher": (("author",), frozenset({"author"})),
    "type": (("category",), frozenset({"category", "type"})),
    "availability": (("status",), frozenset({"status"})),
    "skill": (("tag",), frozenset({"category", "tag"})),
    "category": (("tag",), frozenset({"category", "tag", "type"})),
    "location": (("seller", "location"), frozenset({"location"})),
    "status": (("badge",), frozenset({"status", "availability"})),
}
Row = dict[str, Scalar | None]
Cells = dict[int, "list[Fact]"]


@dataclass(frozen=True, slots=True)
class Filling:
    """Rows with the items that they came from; the score is how many fields a row answers, on average."""

    rows: tuple[Row, ...]
    kept: tuple[int, ...]
    score: float

    @property
    def counts(self) -> list[int]:
        """How many fields each row answers."""
        return [sum(value is not None for value in row.values()) for row in self.rows]


@dataclass(frozen=True, slots=True)
class _Table:
    """The facts of *total* items, by column; *said* are words of labels, and *beside* known words for all fields."""

    columns: Sequence[Cells]
    said: Sequence[frozenset[str]]
    total: int
    comma: bool
    beside: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Column:
    """A column that may answer a field: its value for each item that has one."""

    values: Mapping[int, Scalar]
    worth: tuple[bool, int, int]
    position: int
    label: Words

    @property
    def is_exact(self) -> bool:
        """Whether its label says what the field asks for in the same words."""
        return self.worth[-1] >= LIKE


def fill(items: Sequence[Item], schema: Schema, told: Mapping[str, Words], *, comma: bool = False) -> Filling:
    """Return a row of *schema*, whose fields are *told* by some words, for every item that answers one, in order."""
    table = _table_of(items, schema, comma=comma)
    options = {name: _options(name, kind, wordings(name, schema, told), table) for name, kind in schema.fields.items()}
    # Beside a title, a track is another name.
    for name in (name for name in titles_in(schema)[1:] if words_of(name) not in TITLES):
        options[name] = [one for one in options[name] if one.label not in TITLES]
    for name in schema.fields if len(items) >= ALIKE else ():
        label = _instead(name, schema)
        # Days of different kinds do not go together.
        most = 0 if label[-1:] == ("date",) else len(items) / 2
        instead = _options(name, schema.fields[name], [label], table) if label else []
        if any(len(one.values) >= most for one in options[name]):
            # What says the same wherever both speak does so elsewhere, too.
            instead = [one for one in instead if _agrees(one, options[name][0])]
        # The end of something is no day of its own.
        options[name] += [one for one in instead if _ENDS.isdisjoint(one.label)]
    chosen = _assign(options, schema)
    rows: list[Row] = [{name: _first(chosen[name], index) for name in schema.fields} for index in range(len(items))]
    cut_overlaps(rows, schema)
    answered = [sum(value is not None for value in row.values()) for row in rows]
    kept = tuple(index for index, count in enumerate(answered) if count)
    return Filling(tuple(rows[index] for index in kept), kept, sum(answered) / max(1, len(kept)))


def unanswered(item: Item, schema: Schema, told: Mapping[str, Words], *, comma: bool) -> frozenset[str]:
    """Return the words of labels for the fields of *schema* that *item* has no value of its own for."""
    table = _table_of([item], schema, comma=comma)
    asked = {name: wordings(name, schema, told) for name in schema.fields}
    options = {name: _options(name, kind, asked[name], table) for name, kind in schema.fields.items()}
    first = {name: found[0].position for name, found in options.items() if found and found[0].worth[0]}
    left = (name for name in schema.fields if [*first.values()].count(first.get(name, -1)) != 1)
    return vocabulary_of(words for name in left for words in asked[name])


def _table_of(items: Sequence[Item], schema: Schema, *, comma: bool) -> _Table:
    columns = _gather(items)
    said = [frozenset().union(*map(words_in, next(iter(one.values()))[0].labels)) for one in columns]
    asked = (words for name in schema.fields for words in (hint_of(words_of(name)), PHRASES.get(words_of(name), ())))
    return _Table(columns, said, len(items), comma, frozenset(chain(*asked)))


def _agrees(column: _Column, other: _Column) -> bool:
    """Tell whether *column* and *other* have several items in common, and in all of these the same value."""
    shared = column.values.keys() & other.values.keys()
    return len(shared) >= ALIKE and all(column.values[at] == other.values[at] for at in shared)


def _instead(name: str, schema: Schema) -> Words:
    """Return the label that answers field *name* of *schema* where none of its own does; nothing without such."""
    of_users = any(not _USERS.isdisjoint(words_of(other)) for other in schema.fields)
    for concept in PHRASES.get(words_of(name), ()):
        label, rivals = _INSTEAD.get(concept, ((), frozenset()))
        # Only somebody is seen.
        if concept == "last_seen" and not of_users:
            continue
        others = (PHRASES.get(words_of(other), frozenset()) for other in schema.fields if other != name)
        if label and not any(map(rivals.intersection, others)):
            return label
    return ()


def _gather(items: Sequence[Item]) -> list[Cells]:
    """Return the facts by column, and in it by the number of the item."""
    found: dict[tuple[Words, int], Cells] = {}
    for index, item in enumerate(items):
        for fact in item.facts:
            found.setdefault(fact.column, {}).setdefault(index, []).append(fact)
    return list(found.values())


def _options(name: str, kind: Kind, asked: Sequence[Words], table: _Table) -> list[_Column]:
    """Return the columns of *table* that may answer field *name*, which is *asked* for by some words, best first."""
    options = []
    vocabulary = vocabulary_of(asked)
    for position, (column, said) in enumerate(zip(table.columns, table.said, strict=True)):
        if vocabulary.isdisjoint(said):
            continue
        sample = next(iter(column.values()))[0]
        named = max(match(field, words) for words in sample.labels for field in asked)
        # What leads a list may be none of its records.
        first = [facts[0] for facts in islice(column.values(), ALIKE)]
        if not named or all((_is_other_sum if kind == "number" else _is_count)(one, name) for one in first):
            continue
        cells = (
            (index, cell_value(facts, name, kind, comma=table.comma, beside=table.beside))
            for index, facts in column.items()
        )
        values = {index: value for index, value in cells if value is not None}
        if values and 2 * len(values) >= len(column):
            # Days are more than the first of them.
            is_whole = not asks_span(name) or "date" not in sample.labels[-1][1:]
            worth = (named >= SYNONYM and is_whole, sample.strength, named)
            options.append(_Column(values, worth, position, sample.labels[-1]))

    if "title" in PHRASES.get(words_of(name), ()) and table.total >= ALIKE:
        # What a class calls the same in all records is the name of none, where something else is not.
        varied = [one for one in options if len(set(one.values.values())) > 1 or len(one.values) < ALIKE]
        options = [one for one in options if one.worth[1] != HINTED or one in varied] or options
        # Nor is a link such as "Info" beside each of them.
        options = [one for one in options if one.worth[1] != WEAKEST or one in varied]
        # A class may call the day of each a heading.
        options = [one for one in options if one.worth[1] != HINTED or not all(map(_is_day, one.values.values()))]

    if kind == "string" and is_plural(name) and "price" in PHRASES.get(words_of(name), ()):
        # Several to choose from are all asked for.
        several = [one for one in options if any(len(MONEY.findall(str(value))) > 1 for value in one.values.values())]
        options = several or options

    if not SHOWN.isdisjoint(words_of(name)[1:]) and any(one.worth[-1] == SAME for one in options):
        # A label for a price, as its class calls it, is not the price.
        options = [one for one in options if one.worth[-1] == SAME]

    def order(one: _Column) -> tuple[object, ...]:
        # Of two class names the shorter one has less of where it stands.
        extra = len(one.label) if one.worth[1] == HINTED else 0
        # What most items have comes before what is better named.
        return 2 * len(one.values) >= table.total, one.worth, -extra, -one.position

    return _that_agree(sorted(options, key=order, reverse=True), name, kind)


def _that_agree(options: list[_Column], name: str, kind: Kind) -> list[_Column]:
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
    # What lacks in the best one, another of the same name has before others do.
    best = next((one.label for one in options if one.is_exact), ())
    same = {one.position for one in options[1:] if options[0].label == best == one.label and one.worth[1] > WEAKEST}
    return _exact_part([*options[:1], *sorted(options[1:], key=lambda one: one.position not in same)])


def _contradicts(one: _Column, best: _Column) -> bool:
    """Tell whether *one* says nothing of what *best* says in several items of which both speak."""
    shared = one.values.keys() & best.values.keys()
    told = [(one.values[at], best.values[at]) for at in shared]
    if any(isinstance(value, str) for pair in told for value in pair):
        return len(shared) >= ALIKE and not any(str(one) in str(other) or str(other) in str(one) for one, other in told)
    return len(shared) >= ALIKE and all(value != other for value, other in told)


def _exact_part(options: list[_Column]) -> list[_Column]:
    """Return *options*, best first; one called as the field comes before another that has all of it, and more."""
    best = options[0] if options else None
    if best is None or best.is_exact or best.worth[1] != STATED:
        return options
    for one in options[1:]:
        shared = one.values.keys() & best.values.keys()
        if (
            one.is_exact
            and len(shared) >= ALIKE
            and all(str(best.values[at]).startswith(str(one.values[at])) for at in shared)
        ):
            return [one, *(other for other in options if other is not one)]
    return options


def _is_day(value: Scalar) -> bool:
    return form_of(str(value)) == "date"


def _is_other_sum(fact: Fact, name: str) -> bool:
    """Tell whether *fact* is a name, or a sum of money of another name: "Bid: £412" is not the number of `bids`."""
    known = PHRASES.get(words_of(name), frozenset())
    is_count = not known or any(concept.endswith("_count") for concept in known)
    is_other = is_count and is_plural(name) and words_of(name) not in fact.labels
    # The name of a board, in which a number may stand, is not how many `topics` it has.
    return is_other and (fact.labels[-1] == ("title",) or bool(MONEY.match(str(fact.value))))


def _is_count(fact: Fact, name: str) -> bool:
    """Tell whether *fact* counts what it speaks of: "Threads: 41" and "41 Threads" are no name of a `thread`."""
    is_name = "title" in PHRASES.get(words_of(name), ()) and {"title", "name"}.isdisjoint(fact.labels[-1])
    counts = words_of(str(fact.value)) if is_name and not is_plural(name) and str(fact.value)[:1].isdecimal() else ()
    # In another language than that of the page's class names, one word stands behind the number.
    is_hinted = fact.strength == HINTED and len(counts) == 2  # noqa: PLR2004 - a number and what it counts
    return bool(counts) and (is_hinted or all(word.isdecimal() or word in fact.labels[-1] for word in counts))


def _assign(options: Mapping[str, list[_Column]], schema: Schema) -> dict[str, list[_Column]]:
    """Give every field its columns; of two fields that want the same one, the better named gets it."""
    wishes = [(name, one) for name, columns in options.items() for one in columns]
    chosen: dict[str, list[_Column]] = {name: [] for name in options}
    # What has a column of its very name can do without another one.
    spared = {name for name, columns in options.items() if any(one.is_exact for one in columns)}

    def order(wish: tuple[str, _Column]) -> tuple[object, ...]:
        return wish[1].worth, wish[1].is_exact or wish[0] not in spared

    for name, column in sorted(wishes, key=order, reverse=True):
        alike = (other for other in chosen if other != name and schema.fields[other] == schema.fields[name])
        rivals = [chosen[other][0] for other in alike if chosen[other]]
        if column.is_exact or not _is_taken(column, rivals, options[name]):
            chosen[name].append(column)
    # Given out by worth alone; asked in the order that also counts how many items a column answers.
    kept = {name: {one.position for one in columns} for name, columns in chosen.items()}
    return {name: [one for one in options[name] if one.position in kept[name]] for name in chosen}


def _is_taken(column: _Column, rivals: Sequence[_Column], options: Sequence[_Column]) -> bool:
    """Tell whether one of *rivals*, the columns of other fields, is *column* or has its values under such a label."""
    named, strength, _ = column.worth
    apart = set() if named and strength >= STATED else {one.position for one in rivals}
    same = apart | {one.position for one in options}
    return any((one.values == column.values and one.position in same) or one.label == column.label for one in rivals)


def _first(columns: Sequence[_Column], index: int) -> Scalar | None:
    """Return the first value of an item; a weak one under another label fills no gap, unless it is a known mark."""
    own = columns[0].label if columns else ()
    usable = (one for one in columns if one.worth[1] != WEAKEST or one.label == own or one.values.get(index) is True)
    return next((one.values[index] for one in usable if index in one.values), None)
