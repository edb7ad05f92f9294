"""
What a page answers to a prompt: rows of a schema, or its best matching text.

Holds the page as a list of records against the page as one thing, by what the prompt asks for and by how
much of the schema each of them answers. Where a schema is not answered at all, a prompt for many things
gets no row and a prompt for one thing gets a row of nulls.
"""

from __future__ import annotations

import re
from itertools import zip_longest
from typing import TYPE_CHECKING

from airflow_provider.collector import uncollected
from airflow_provider.local.reading.as_shown import show_constants, show_sums
from airflow_provider.local.reading.choosing import best_filling
from airflow_provider.local.reading.marks import deny_marks
from airflow_provider.local.reading.prompted import without_descriptions
from airflow_provider.local.reading.question import COUNT_OF
from airflow_provider.local.reading.rows import Row
from airflow_provider.local.reading.tree.maintext import main_lines
from airflow_provider.local.reading.tree.page import parse
from airflow_provider.local.reading.wordings import TITLES, titles_in
from airflow_provider.local.reading.words.names import Words, means
from airflow_provider.local.reading.words.synonyms import GENERAL, KINDS_OF_THING
from airflow_provider.local.reading.words.wording import patterns, words_of
from airflow_provider.local.reading.written.entries import several_in
from airflow_provider.local.text import STOP_WORDS, rank, search_terms, stem, word_set

if TYPE_CHECKING:
    from airflow_provider.local.documents import Document
    from airflow_provider.local.schemas import Schema

MAX_TEXT = 20_000
MAX_PASSAGES = 5
_ANY = patterns("asking")
_EVERY = re.compile(rf"\b(?:{_ANY['every']}|what['\u2019]s on)\b|すべて|全て|全部|一覧|列出|所有", re.IGNORECASE)
_FIRST = re.compile(r"\b(?:only\s+the\s+)?first\s+(\d{1,4})\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{3,}(?:'s|s')?")
# What is no plural, or says nothing of how many things are meant: "the news article", "all in pounds", "all the data".
_NO_THINGS = re.compile(
    r"\bnews (?=(?:article|story|item|post|page|site)\b)|\b(?:all )?in [^\W\d_]+s\b|\bdes (?:produkt|rezept|artikel)s\b"
    r"|\b(?:type|kind) of [^\W\d_]+"
    rf"|{COUNT_OF.pattern}|\b(?:all|every)\s+(?:the\s+)?{_ANY['fields']}\b",
    re.IGNORECASE,
)
# "The ingredients list", "a list of ingredients".
_LIST_OF = re.compile(
    r"\b([^\W\d_]{3,30})[\s-]+list\b|\blist[ae]?\s+(?:of|der|des|de|di|degli)\s+(?:(?:the|all|los|las|les)\s+)?([^\W\d_]{3,30})",
    re.IGNORECASE,
)
# "One row per church", "an object for each match", "the product table of this category".
_ROWS = re.compile(
    r"\b(?:one|an?|1) (?:\w+ )?(?:row|record|object|entry|item|dict|element|line)s? (?:per|for (?:each|every|any))\b"
    r"|\b(?:row|record|object|entry) = [^\W\d_]"
    r"|\b(?:info(?:rmation)?|details|data|facts|stats) (?:per|for (?:each|every)) [^\W\d_]"
    r"|\bthe [^\W\d_]{3,20} (?:table|grid|listings?|results|catalog(?:ue)?|overview|archive|feed)\b",
    re.IGNORECASE,
)
_PER = re.compile(r"\b(?:per|pro) ([^\W\d_]{3,30})\b")
_OF_EACH = word_set("name title url link price image description date id page type")
_PLURALS = word_set("ads people children men women stories news standings headlines")
# Those of them that other languages have, too, as in "os dados do produto", do not tell that a prompt is in English.
_ENGLISH = STOP_WORDS - word_set("a as do has in me no")
_SINGULARS = KINDS_OF_THING - word_set(
    "the this full single main current detail content page a an primary entity list listing"
)


@uncollected()
def extract_rows(document: Document, *, prompt: str, schema: Schema) -> list[Row]:
    """Return the rows of *schema* that *document* states, in its order, null where it does not say."""
    page = parse(document)
    many = wants_many(prompt, schema)
    rows = list(best_filling(page, schema, prompt=prompt, many=many).rows)
    deny_marks(rows, schema)
    show_sums(rows, schema, page.root.pieces)
    show_constants(rows, page.root.pieces)
    page.release()
    if not rows:
        return [] if many else [dict.fromkeys(schema.fields)]
    limit = _FIRST.search(prompt)
    return rows[: max(1, int(limit[1]))] if limit else rows


@uncollected()
def extract_text(document: Document, *, prompt: str) -> str:
    """Return the passages of *document* that best match *prompt*, or its main text when none does."""
    page = parse(document)
    lines = main_lines(page)
    page.release()
    terms = " ".join(term for term in search_terms(prompt) if stem(term) not in GENERAL)
    best = sorted(rank(lines, query=terms)[:MAX_PASSAGES])
    return "\n".join(lines[position] for position in best or range(len(lines)))[:MAX_TEXT]


def wants_many(prompt: str, schema: Schema) -> bool | None:
    """
    Tell whether *prompt* asks for a list (True) or for one thing (False); None when it does not say.

    A plural asks for many unless it names a field or is a word such as "details".
    """
    prompt = _NO_THINGS.sub("", prompt)
    own = {piece for name in schema.fields for piece in re.findall(r"[a-z]+", name.lower())}
    lists = own | {stem(word) for word in own if _is_plural(word)}
    # The list that a field asks for is a part of one thing.
    said = _LIST_OF.sub(lambda found: "" if _is_list(found[1] or found[2], lists) else found[0], prompt)
    if _EVERY.search(said) or _ROWS.search(said):
        return True
    prompt = without_descriptions(prompt, schema.fields)
    fields = {stem(word) for word in own}
    singular = plural = others = listed = False
    spaced = " ".join(prompt.lower().split())
    thing = _thing_of(prompt, schema)
    if thing in map(words_of, _PER.findall(spaced)):
        return True
    words = _WORD.findall(spaced)
    for found, after in zip_longest(words, words[1:], fillvalue=""):
        word = found.removesuffix("'s")
        is_field, is_plural = stem(word) in fields, word == found and _is_plural(word)
        names_things = is_plural and not is_field and stem(word) not in GENERAL
        if word in _PLURALS or (names_things and words_of(word)[0] in _SINGULARS):
            return True
        # "Job postings" are no job, and the "product name" may be that of each.
        led = _is_plural(after) and stem(after) not in fields | GENERAL
        led = led or (found == word and f"{found} {after}" in spaced and (stem(after) in fields or after in _OF_EACH))
        others = others or names_things
        is_fields = is_plural and is_field and word not in own
        plural = plural or is_fields
        listed = listed or (is_fields and (words_of(word)[0] in _SINGULARS or words_of(word) == thing))
        is_said = not is_field or re.search(rf"\bthe {word}\b", spaced) is not None
        singular = singular or (word in _SINGULARS and not led and is_said)
    # Of words in other languages an "s" at the end says nothing.
    is_english = not (_ENGLISH | _SINGULARS).isdisjoint(spaced.split())
    if not singular and (listed or (others and is_english)):
        return True
    return False if singular and not plural and not others else None


def _thing_of(prompt: str, schema: Schema) -> Words:
    """Return the words of the field that names what has all: `thread`, or the first one, before a colon in *prompt*."""
    first = next(iter(titles_in(schema) or schema.fields))
    words = words_of(first)
    head = map(words_of, _WORD.findall(prompt.partition(":")[0].lower() if ":" in prompt else ""))
    return words if words not in TITLES and (first in titles_in(schema) or (words in head and not means(words))) else ()


def _is_list(word: str, lists: set[str]) -> bool:
    """Tell whether *word* is one of *lists*, which fields ask for, or names what always has several entries."""
    return not lists.isdisjoint({word.lower(), stem(word.lower())}) or several_in(word) != frozenset()


def _is_plural(word: str) -> bool:
    return word.endswith("s") and words_of(word) != (word,)
