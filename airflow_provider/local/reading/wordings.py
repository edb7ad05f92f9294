"""
What a field of a schema asks for, in words that labels have: its own ones, or what these mean beside the other fields.

A forum beside a topic is where that was written, and a gallery in a list of galleries has the name of one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from airflow_provider.local.reading.cells import is_plural, without_bound
from airflow_provider.local.reading.words.names import Words, hint_of, words_of
from airflow_provider.local.reading.words.synonyms import OTHER_THINGS, PHRASES
from airflow_provider.local.reading.words.values import SOLD_OUT
from airflow_provider.local.text import word_set

if TYPE_CHECKING:
    from airflow_provider.local.schemas import Schema

# What a list may be of, and is called by a name.
_NAMED_THINGS = {(word,) for word in word_set("gallery museum exhibitor university institution")}
_TITLES = frozenset({("title",), ("name",), ("headline",)})
# What a thread stands in.
_BOARDS = frozenset({("board",), ("forum",), ("subforum",), ("foro",), ("foorumi",)})


def wordings(name: str, schema: Schema) -> list[Words]:
    """Return the words by which labels may name what field *name* of *schema* asks for."""
    words = words_of(name)
    of_kind = _of_text if schema.fields[name] == "string" else _of_figure
    if special := of_kind(name, words, schema):
        return special
    is_name = len(words) == 2 and words[1] in {"name", "title"}  # noqa: PLR2004 - a thing and its name
    is_own = words in PHRASES or (words[:1] in PHRASES and words[0] not in OTHER_THINGS)
    # `plan_name` is also the plain name.
    return [words] if not is_name or is_own else [words, words[1:]]


def titles_in(schema: Schema) -> list[str]:
    """Return the fields that ask for what a record is called, one that says just that before an episode or a board."""
    titles = [name for name in schema.fields if "title" in PHRASES.get(words_of(name), ())]
    return sorted(titles, key=lambda name: words_of(name) not in _TITLES)


def _of_figure(name: str, words: Words, schema: Schema) -> list[Words]:
    """Return the words for a number, or a yes or no, where they are others than its own."""
    if schema.fields[name] == "boolean":
        return [words, ("availability",)] if SOLD_OUT.search(" ".join(words)) else []
    # How many there are of what is asked for in the plural; "ratings" are rather how good than how many.
    if is_plural(name) and "rating" not in PHRASES.get(words, ()):
        return [words, (*words, "count")]
    # A mark is a note, too.
    if words == ("note",):
        return [("rating",)]
    # Where no other price is asked for, the price is what all of it costs.
    if words == ("total", "price") and not any("price" in words_of(other) for other in schema.fields if other != name):
        return [words, ("price",)]
    # Of "£37,174 - £45,413" it is the lower end.
    base = without_bound(words)
    return [words, base] if "salary" in PHRASES.get(base, ()) else []


def _of_text(name: str, words: Words, schema: Schema) -> list[Words]:
    """Return the words for a text, where they are others than its own."""
    concepts = PHRASES.get(words, frozenset())
    titles = titles_in(schema)
    # Of prices to choose from, or to read, all are the answer.
    if "price" in concepts:
        return [words, ("price", "range")]
    if name in titles[1:] and words in _BOARDS:
        return [("category",)]
    if name in titles[1:] and len(concepts) > 1:
        return [words_of(concept) for concept in sorted(concepts - {"title"})]
    if not titles and name == next(iter(schema.fields)) and words in _NAMED_THINGS:
        return [("title",)]
    # The number of a docket may stand under "Docket".
    if words[1:] == ("number",) and words not in PHRASES and words[:1] not in PHRASES:
        return [words, words[:1]]
    # Of a record that has no hour, the time is the day.
    days = (other for other in schema.fields if "date" in hint_of(words_of(other)) and other != name)
    return [words, ("date",)] if words == ("time",) and not any(days) else []
