"""
Filling a schema from items: which column answers which field, and how good the result is.

Columns are judged over all items at once, so that a field means the same in every row, and a column answers
one field only unless its label is exactly what two fields ask for.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

from airflow_provider.local.reading.alike import ALIKE
from airflow_provider.local.reading.data.facts import STATED, WEAKEST
from airflow_provider.local.reading.ends import is_plural
from airflow_provider.local.reading.instead import add_instead
from airflow_provider.local.reading.options import Cells, Column, Table, agrees, options_for
from airflow_provider.local.reading.overlaps import cut_overlaps
from airflow_provider.local.reading.wordings import TITLES, meant, titles_in, wordings
from airflow_provider.local.reading.words.fieldnames import concepts_of, without_kind
from airflow_provider.local.reading.words.names import SYNONYM, Words, hint_of, match, vocabulary_of, words_in, words_of
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.words.values import Scalar
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from airflow_provider.local.reading.data.facts import Item
    from airflow_provider.local.schemas import Schema

_OF_BOARDS = frozenset({"category", "title"})
_REDUCED = word_set("sale special offer discount discounted reduced promo promotional")
_REGULAR = word_set("regular reg list normal base standard usual")
Row = dict[str, Scalar | None]


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


def fill(items: Sequence[Item], schema: Schema, told: Mapping[str, Words], *, comma: bool = False) -> Filling:
    """Return a row of *schema*, whose fields are *told* by some words, for every item that answers one, in order."""
    table = _table_of(items, schema, comma=comma)
    options = {
        name: options_for(meant(name, schema, told), kind, wordings(name, schema, told), table)
        for name, kind in schema.fields.items()
    }
    _divide_old_prices(options)
    # Beside a title, a track is another name, and `topics` may be a number of threads.
    for name in (name for name in titles_in(schema)[1:] if words_of(name) not in TITLES):
        own, is_text = words_of(name), schema.fields[name] == "string"
        # Boards in a board are not what that stands in.
        is_boards = is_plural(name) and concepts_of(name) == _OF_BOARDS
        outer = {("category",)} if is_boards else set()
        others = [one for one in options[name] if one.label not in TITLES | outer]
        options[name] = [
            one
            for one in others
            if not is_text or one.label[: len(own)] == own or match(("title",), one.label) < SYNONYM
        ]
    _divide_kinds(options, schema, told, table)
    # What alone says how somebody is called is no job.
    called = {one.label for name in titles_in(schema)[:1] for one in options[name]}
    for name in schema.fields if called == {("title",)} else ():
        if {"title", "role"} & concepts_of(name) == {"role"}:
            options[name] = [one for one in options[name] if one.label != ("title",)]
    if len(items) >= ALIKE:
        add_instead(options, schema, table)
    _divide_marks(options, schema)
    chosen = _assign(options, schema)
    rows: list[Row] = [{name: _first(chosen[name], index) for name in schema.fields} for index in range(len(items))]
    _keep_regular(rows, items, schema, table)
    cut_overlaps(rows, schema)
    answered = [sum(value is not None for value in row.values()) for row in rows]
    kept = tuple(index for index, count in enumerate(answered) if count)
    return Filling(tuple(rows[index] for index in kept), kept, sum(answered) / max(1, len(kept)))


def _divide_old_prices(options: dict[str, list[Column]]) -> None:
    """Leave what a maker recommends, if a field asks for that, to this one alone, and to it nothing else."""

    def are_of_makers(words: Words) -> bool:
        return "recommended_price" in PHRASES.get(words, ())

    for name in filter(lambda name: are_of_makers(words_of(name)), options):
        own = {one.position for one in options[name] if are_of_makers(one.label)}
        for other, columns in options.items() if own else ():
            options[other] = [one for one in columns if (one.position in own) == are_of_makers(words_of(other))]


def _divide_kinds(options: dict[str, list[Column]], schema: Schema, told: Mapping[str, Words], table: Table) -> None:
    """Leave what records are called to the field for that, beside another one for what they stand under."""
    named = next((name for name in options if match(words_of(name), ("title",)) >= SYNONYM), "")
    # A board is a title, and what a thread stands in.
    kinds = {name for name in options if match(words_of(name), ("category",)) >= SYNONYM}
    called = [one for one in options.get(named, ()) if match(("title",), one.label) >= SYNONYM]
    for name in [name for name in kinds if match(words_of(name), ("title",)) < SYNONYM] if called else ():
        options[named] = called if named in kinds else options[named]
        # In a forum that headings divide, the boards may stand under "Section".
        names = {one.position for one in options[name] if agrees(one, called[0])}
        said = [frozenset() if at in names else words for at, words in enumerate(table.said)]
        asked = wordings(name, schema, told)
        others = options_for(name, schema.fields[name], asked, replace(table, said=said)) if names else []
        options[name] = others or options[name]


def _divide_marks(options: dict[str, list[Column]], schema: Schema) -> None:
    """Leave a mark that has the words of one field of *schema* to this: "Premium listing" to `is_premium`."""
    marks = {name: {*without_kind(words_of(name))} for name, kind in schema.fields.items() if kind == "boolean"}
    for name, own in marks.items():
        others = [words for words in marks.values() if words != own and not words < own]
        options[name] = [
            one for one in options[name] if own <= {*one.label} or not any(words <= {*one.label} for words in others)
        ]


def _keep_regular(rows: Sequence[Row], items: Sequence[Item], schema: Schema, table: Table) -> None:
    """Give *rows* whose only price is a regular one that, and none of a sale, where *schema* asks for such."""
    asked = {name: words_of(name) for name in schema.fields}
    regular = next((name for name, words in asked.items() if match(words, ("old", "price")) >= SYNONYM), "")
    prices = [name for name, words in asked.items() if match(words, ("price",)) >= SYNONYM and name != regular]
    sale = [name for name in prices if not _REDUCED.isdisjoint(asked[name])]
    # Where no other price is asked for, what is not reduced costs the regular one.
    is_alone = regular != "" and not prices and not _REGULAR.isdisjoint(asked[regular])
    others = options_for(regular, schema.fields[regular], [("price",)], table) if is_alone else []
    for at, (row, item) in enumerate(zip(rows, items, strict=True)) if regular else ():
        if row[regular] is None and sale and any(fact.labels[-1] == ("unreduced",) for fact in item.facts):
            row[regular], row[sale[0]] = row[sale[0]], None
        elif row[regular] is None:
            row[regular] = _first(others, at)


def unanswered(item: Item, schema: Schema, told: Mapping[str, Words], *, comma: bool) -> frozenset[str]:
    """Return the words of labels for the fields of *schema* that *item* has no value of its own for."""
    table = _table_of([item], schema, comma=comma)
    asked = {name: wordings(name, schema, told) for name in schema.fields}
    options = {name: options_for(name, kind, asked[name], table) for name, kind in schema.fields.items()}
    first = {name: found[0].position for name, found in options.items() if found and found[0].worth[0]}
    left = (name for name in schema.fields if [*first.values()].count(first.get(name, -1)) != 1)
    return vocabulary_of(words for name in left for words in asked[name])


def _table_of(items: Sequence[Item], schema: Schema, *, comma: bool) -> Table:
    columns = _gather(items)
    said = [frozenset().union(*map(words_in, next(iter(one.values()))[0].labels)) for one in columns]
    asked = (words for name in schema.fields for words in (hint_of(words_of(name)), concepts_of(name)))
    return Table(columns, said, len(items), comma, frozenset(chain(*asked)))


def _gather(items: Sequence[Item]) -> list[Cells]:
    """Return the facts by column, and in it by the number of the item."""
    found: dict[tuple[Words, int], Cells] = {}
    for index, item in enumerate(items):
        for fact in item.facts:
            found.setdefault(fact.column, {}).setdefault(index, []).append(fact)
    return list(found.values())


def _assign(options: Mapping[str, list[Column]], schema: Schema) -> dict[str, list[Column]]:
    """Give every field its columns; of two fields that want the same one, the better named gets it."""
    wishes = [(name, one) for name, columns in options.items() for one in columns]
    chosen: dict[str, list[Column]] = {name: [] for name in options}
    # What has a column of its very name can do without another one.
    spared = {name for name, columns in options.items() if any(one.is_exact for one in columns)}

    def order(wish: tuple[str, Column]) -> tuple[object, ...]:
        return wish[1].worth, wish[1].is_exact or wish[0] not in spared

    for name, column in sorted(wishes, key=order, reverse=True):
        alike = (other for other in chosen if other != name and schema.fields[other] == schema.fields[name])
        rivals = [chosen[other][0] for other in alike if chosen[other]]
        if column.is_exact or not _is_taken(column, rivals, options[name]):
            chosen[name].append(column)
    # Given out by worth alone; asked in the order that also counts how many items a column answers.
    kept = {name: {one.position for one in columns} for name, columns in chosen.items()}
    return {name: [one for one in options[name] if one.position in kept[name]] for name in chosen}


def _is_taken(column: Column, rivals: Sequence[Column], options: Sequence[Column]) -> bool:
    """Tell whether one of *rivals*, the columns of other fields, is *column* or has its values under such a label."""
    named, strength, _ = column.worth
    apart = set() if named and strength >= STATED else {one.position for one in rivals}
    same = apart | {one.position for one in options}
    return any(
        (one.values == column.values and one.position in same)
        # The ends of a range are two values of one place.
        or (one.label == column.label and (one.position != column.position or one.values == column.values))
        for one in rivals
    )


def _first(columns: Sequence[Column], index: int) -> Scalar | None:
    """Return the first value of an item; a weak one under another label fills no gap, unless it is a known mark."""
    own = columns[0].label if columns else ()
    usable = (one for one in columns if one.worth[1] != WEAKEST or one.label == own or one.values.get(index) is True)
    return next((one.values[index] for one in usable if index in one.values), None)
