"""
Filling a schema from items: which column answers which field, and how good the result is.

Columns are judged over all items at once, so that a field means the same in every row, and a column answers
one field only unless its label is exactly what two fields ask for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from airflow_provider.local.reading.alike import ALIKE
from airflow_provider.local.reading.data.facts import HINTED, STATED, WEAKEST
from airflow_provider.local.reading.words.forms import MONEY, bare, bounds, form_of
from airflow_provider.local.reading.words.lines import COLONS, MAX_LABEL
from airflow_provider.local.reading.words.names import LIKE, SYNONYM, Words, hint_of, match, words_of
from airflow_provider.local.reading.words.synonyms import OTHER_THINGS, PHRASES
from airflow_provider.local.reading.words.values import SOLD_OUT, Scalar, cast, is_duration
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from airflow_provider.local.reading.data.facts import Fact, Item
    from airflow_provider.local.schemas import Kind, Schema

Row = dict[str, Scalar | None]
Cells = dict[int, "list[Fact]"]

# How long something takes may be led by "approximately" or "prep and rest:", but not by a sentence.
_FEW_WORDS = 4
# A name, and when its bearer wrote, or that words of theirs follow.
_BEHIND_NAME = re.compile(
    r",\s[^,]*\d.*$|\s(?:says|said|writes|wrote|sagt|sagte|schreibt|schrieb|dit|a dit|a écrit|dice|dijo|escribió"
    r"|ha scritto|ha detto|disse|escreveu|diz|zegt|schreef|skrev|skriver|sier|säger|siger|sanoo|kirjoitti|pisze|napsal)"
    r"\s?:$"
)
_COUNTS = frozenset({"count", "number", "score"})
_MOST_STARS, _HIGHEST_RATING = 5, 100
# What a text of such a form is not: a sum of money is no name, a day no author.
_OTHER_FORMS = {
    "title": {"price"},
    "rating": {"availability", "price", "date"},
    "author": {"date"},
    "description": {"price", "date"},
    "date": {"price"},
    "start_date": {"price"},
    "venue": {"price"},
    "category": {"work mode"},
}
_HOUR = re.compile(r"\d[:.h]\d\d|\d\s?(?:[ap]\.?m|uhr|h\b)|T\d\d", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d")
# As scripts count them, or thousandths of them.
_SECONDS = re.compile(r"1\d{9}(?:\d{3})?")
# Days from the first to the last one.
_SPANS = frozenset(map(words_of, ("period", "période", "período", "periodo", "periode", "Zeitraum", "会期", "期間")))
# Of these "no" is never the answer.
_NAMED = word_set("brand seller company author publisher model color material origin artist director organizer venue")


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


def fill(items: Sequence[Item], schema: Schema, *, comma: bool = False) -> Filling:
    """Return a row of *schema* for every item that answers at least one field, in order."""
    columns = _gather(items)
    options = {name: _options(name, schema, columns, total=len(items), comma=comma) for name in schema.fields}
    chosen = _assign(options, schema)
    rows: list[Row] = [{name: _first(chosen[name], index) for name in schema.fields} for index in range(len(items))]
    answered = [sum(value is not None for value in row.values()) for row in rows]
    kept = tuple(index for index, count in enumerate(answered) if count)
    return Filling(tuple(rows[index] for index in kept), kept, sum(answered) / max(1, len(kept)))


def _gather(items: Sequence[Item]) -> list[Cells]:
    """Return the facts by column, and in it by the number of the item."""
    found: dict[tuple[Words, int], Cells] = {}
    for index, item in enumerate(items):
        for fact in item.facts:
            found.setdefault(fact.column, {}).setdefault(index, []).append(fact)
    return list(found.values())


def _options(name: str, schema: Schema, columns: Sequence[Cells], *, total: int, comma: bool) -> list[_Column]:
    """Return the columns that may answer field *name*, best first."""
    wordings = _wordings(name, schema)
    options = []
    for position, column in enumerate(columns):
        sample = next(iter(column.values()))[0]
        named = max(match(field, words) for words in sample.labels for field in wordings)
        if not named or (_is_other_sum if schema.fields[name] == "number" else _is_count)(sample, name):
            continue
        cells = ((index, _value(facts, name, schema.fields[name], comma=comma)) for index, facts in column.items())
        values = {index: value for index, value in cells if value is not None}
        if values and 2 * len(values) >= len(column):
            # Days are more than the first of them.
            is_whole = not _asks_span(name) or "date" not in sample.labels[-1][1:]
            worth = (named >= SYNONYM and is_whole, sample.strength, named)
            options.append(_Column(values, worth, position, sample.labels[-1]))

    if "title" in PHRASES.get(words_of(name), ()) and total >= ALIKE:
        # What a class calls the same in all records is the name of none, where something else is not.
        options = [one for one in options if one.worth[1] != HINTED or len(set(one.values.values())) > 1] or options

    def order(one: _Column) -> tuple[object, ...]:
        # Of two class names the shorter one has less of where it stands.
        extra = len(one.label) if one.worth[1] == HINTED else 0
        # What most items have comes before what is better named.
        return 2 * len(one.values) >= total, one.worth, -extra, -one.position

    return sorted(options, key=order, reverse=True)


def _is_other_sum(fact: Fact, name: str) -> bool:
    """Tell whether *fact* is a name, or a sum of money of another name: "Bid: £412" is not the number of `bids`."""
    known = PHRASES.get(words_of(name), frozenset())
    is_count = not known or any(concept.endswith("_count") for concept in known)
    is_other = is_count and _is_plural(name) and words_of(name) not in fact.labels
    # The name of a board, in which a number may stand, is not how many `topics` it has.
    return is_other and (fact.labels[-1] == ("title",) or bool(MONEY.match(str(fact.value))))


def _is_count(fact: Fact, name: str) -> bool:
    """Tell whether *fact* counts what it speaks of: "Threads: 41" and "41 Threads" are no name of a `thread`."""
    is_name = "title" in PHRASES.get(words_of(name), ()) and {"title", "name"}.isdisjoint(fact.labels[-1])
    counts = words_of(str(fact.value)) if is_name and not _is_plural(name) and str(fact.value)[:1].isdecimal() else ()
    # In another language than that of the page's class names, one word stands behind the number.
    is_hinted = fact.strength == HINTED and len(counts) == 2  # noqa: PLR2004 - a number and what it counts
    return bool(counts) and (is_hinted or all(word.isdecimal() or word in fact.labels[-1] for word in counts))


def _wordings(name: str, schema: Schema) -> list[Words]:
    """Return the words of field *name*; `plan_name` is also the plain name."""
    words = words_of(name)
    concepts = PHRASES.get(words, frozenset())
    if schema.fields[name] == "boolean" and SOLD_OUT.search(" ".join(words)):
        return [words, ("availability",)]
    # How many there are of what is asked for in the plural; "ratings" are rather how good than how many.
    if schema.fields[name] in {"number", "integer"} and _is_plural(name) and "rating" not in concepts:
        return [words, (*words, "count")]
    # Of prices to choose from, or to read, all are the answer.
    if schema.fields[name] == "string" and "price" in concepts:
        return [words, ("price", "range")]
    titles = [other for other in schema.fields if "title" in PHRASES.get(words_of(other), ())]
    # Beside a topic, a forum is where that was written.
    if name in titles[1:] and len(concepts) > 1:
        return [words_of(concept) for concept in sorted(concepts - {"title"})]
    is_name = len(words) == 2 and words[1] in {"name", "title"}  # noqa: PLR2004 - a thing and its name
    is_own = concepts != frozenset() or (words[:1] in PHRASES and words[0] not in OTHER_THINGS)
    return [words] if not is_name or is_own else [words, words[1:]]


def _value(facts: Sequence[Fact], name: str, kind: Kind, *, comma: bool) -> Scalar | None:
    """Return the value of one cell; where a class name stands on several values it says nothing of one."""
    field = hint_of(words_of(name))
    distinct = list(dict.fromkeys(fact.value for fact in facts))
    if _asks_span(name):
        distinct.sort(key=lambda value: len(bounds(str(value))) <= 1)
    if len(distinct) > 1 and facts[0].strength <= HINTED:
        # Three spans called "company" may hold a name, a type of work and a place.
        forms = {value: words_of(form_of(str(value))) for value in distinct}
        distinct = [value for value, form in forms.items() if not form or match(words_of(name), form)]
    if len(distinct) > 1 and facts[0].strength <= HINTED:
        if kind != "string" or not _is_plural(name):
            return None
        # What holds several of them may be called as each of them is.
        return ", ".join(dict.fromkeys(part for value in distinct for part in str(value).split(", ")))
    for value in distinct:
        # A mark such as "Sale" is no text, nor is what scripts are switched by.
        if (isinstance(value, bool) and kind == "string") or _says_nothing(value, words_of(name), facts[0].labels[-1]):
            continue
        value = _bound(value, words_of(name))  # noqa: PLW2901 - only the end that is asked for
        if "author" in field and isinstance(value, str):
            value = _BEHIND_NAME.sub("", value)  # noqa: PLW2901 - only the name of it
            value = bare(value, "author") if form_of(value) == "author" else value  # noqa: PLW2901 - nor the words before it
        found = cast(value, kind, hint=field, comma=comma)
        if found is not None:
            return found
    return None


def _bound(value: Scalar, words: Words) -> Scalar:
    """Return of a span of days or hours the end that a field called *words* asks for, and all else as it is."""
    asked = {"start", "end"}.intersection(hint_of(words))
    told = bounds(str(value)) if asked else ()
    return next((text for label, text in told if not asked.isdisjoint(label.split())), value)


def _says_nothing(value: Scalar, words: Words, label: Words) -> bool:
    """Tell whether *value* of *label* is plainly not what a field called *words* asks for."""
    field, text = {*hint_of(words), *({"start", "end"} & {*label})}, str(value)
    # How many messages somebody wrote is no message; "Preparation" heads how long it takes, and how it is done.
    if ("text" in field and text.strip().isdigit()) or ("instruction" in field and is_duration(text)):
        return True
    if _is_of_another_form(text, words, field):
        return True
    # Nobody rated yet, or thousands did; and nothing has 8.9 stars.
    if "rating" in field and _COUNTS.isdisjoint(field):
        number = cast(value, "number")
        if words == ("star",):
            return isinstance(number, float) and number > _MOST_STARS
        in_thousands = text[-2:-1].isdigit() and text[-1] in "kK"
        return in_thousands or (isinstance(number, (int, float)) and not 0 < number <= _HIGHEST_RATING)
    # A time for work, at the latest behind three words, or a yield is told in numbers.
    if (timed := "time" in field and {"cook", "prep", "total"} & field) or hint_of(words)[-1:] == ("serving",):
        told = "".join(text.split()[: _FEW_WORDS if timed else None])
        return not any(map(str.isnumeric, told)) and not is_duration(text)
    return text.lower() == "no" and not _NAMED.isdisjoint({*field, *PHRASES.get(words, ())})


def _is_of_another_form(text: str, words: Words, field: set[str]) -> bool:
    """Tell whether *text* cannot be a name, a day or an address, where a *field* called *words* asks for one."""
    concepts = PHRASES.get(words, frozenset())
    form = form_of(text)
    if any(form in forms for concept, forms in _OTHER_FORMS.items() if concept in concepts):
        return True
    # Where to write to somebody stands beside the name, and a label before its value; "Ann says:" names an author.
    is_label = text.endswith(COLONS) and len(text) < MAX_LABEL and "author" not in concepts
    if is_label or ("contact_person" in concepts and "@" in text):
        return True
    # Scripts know categories by their numbers; "14 May" is no year.
    is_counted = any(concept.endswith("_count") for concept in concepts)
    if "category" in concepts and text.isdigit() and not is_counted:
        return True
    if "year" in field and form == "date" and not _YEAR.search(text):
        return True
    if "date" in field or "time" in field:
        return _SECONDS.fullmatch(text) is not None or _is_no_day(text, words, field)
    # Neither words nor a number are an address.
    return not concepts.isdisjoint({"image", "url", "pdf_url"}) and (" " in text.strip() or {".", "/"}.isdisjoint(text))


def _is_no_day(text: str, words: Words, field: set[str]) -> bool:
    """Tell whether *text* is no day or hour as a *field* called *words* asks for."""
    # Nothing is done in no time.
    if {"total", "time"} <= field:
        return cast(text, "number", hint=tuple(field)) == 0
    ends = {"start", "end"} & field
    # A day has no hour.
    if ends and words[-1:] == ("time",) and form_of(text) == "date" and not _HOUR.search(text):
        return True
    # "Ongoing" is no day, what only ends has no start, and three years are those of several days.
    if ends and not any(map(str.isdigit, text)):
        return True
    if "start" in field and [name for name, _ in bounds(text)] == ["end date"]:
        return True
    return "date" in field and len(_YEAR.findall(text)) > 2  # noqa: PLR2004 - a span has two


def _asks_span(name: str) -> bool:
    """Tell whether *name* asks for days from the first to the last one."""
    return (_is_plural(name) and words_of(name) == ("date",)) or words_of(name) in _SPANS


def _is_plural(name: str) -> bool:
    return bool(words_of(name)) and not name.lower().endswith(words_of(name)[-1])


def _assign(options: Mapping[str, list[_Column]], schema: Schema) -> dict[str, list[_Column]]:
    """Give every field its columns; of two fields that want the same one, the better named gets it."""
    wishes = [(name, one) for name, columns in options.items() for one in columns]
    chosen: dict[str, list[_Column]] = {name: [] for name in options}
    for name, column in sorted(wishes, key=lambda wish: wish[1].worth, reverse=True):
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
    return any(one.values == column.values and one.position in same for one in rivals)


def _first(columns: Sequence[_Column], index: int) -> Scalar | None:
    """Return the first value of an item; a weak one under another label fills no gap."""
    usable = (one for one in columns if one.worth[1] != WEAKEST or one.label == columns[0].label)
    return next((one.values[index] for one in usable if index in one.values), None)
