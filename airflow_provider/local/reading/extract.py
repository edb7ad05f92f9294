"""
What a page answers to a prompt: rows of a schema, or its best matching text.

Holds the page as a list of records against the page as one thing, by what the prompt asks for and by how
much of the schema each of them answers. Where a schema is not answered at all, a prompt for many things
gets no row and a prompt for one thing gets a row of nulls.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from airflow_provider.local.reading.choosing import best_filling
from airflow_provider.local.reading.maintext import main_lines
from airflow_provider.local.reading.page import parse
from airflow_provider.local.reading.rows import Row
from airflow_provider.local.reading.synonyms import GENERAL, KINDS_OF_THING
from airflow_provider.local.reading.wording import words_of
from airflow_provider.local.text import rank, search_terms, stem, word_set

if TYPE_CHECKING:
    from airflow_provider.local.documents import Document
    from airflow_provider.local.schemas import Schema

MAX_TEXT = 20_000
MAX_PASSAGES = 5
_EVERY = re.compile(r"\b(?:each|every|all|both|list(?:\s+of)?|first\s+\d+|top\s+\d+)\b", re.IGNORECASE)
_FIRST = re.compile(r"\b(?:only\s+the\s+)?first\s+(\d{1,4})\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]{3,30}(?:'s|s')?")
# Plurals that say nothing of how many things are meant: "the news article", "in pounds".
_NO_THINGS = re.compile(r"\bnews (?=(?:article|story|item|post|page|site)\b)|\bin [^\W\d_]{2,20}s\b", re.IGNORECASE)
_PLURALS = frozenset({"people", "children", "men", "women", "stories", "news", "standings", "headlines"})
_SINGULARS = KINDS_OF_THING - word_set(
    "the this full single main current detail content page a an primary entity list listing"
)


def extract_rows(document: Document, *, prompt: str, schema: Schema) -> list[Row]:
    """Return the rows of *schema* that *document* states, in its order, null where it does not say."""
    page = parse(document)
    many = wants_many(prompt, schema)
    rows = list(best_filling(page, schema, prompt=prompt, many=many).rows)
    if not rows:
        return [] if many else [dict.fromkeys(schema.fields)]
    limit = _FIRST.search(prompt)
    return rows[: max(1, int(limit[1]))] if limit else rows


def extract_text(document: Document, *, prompt: str) -> str:
    """Return the passages of *document* that best match *prompt*, or its main text when none does."""
    lines = main_lines(parse(document))
    terms = " ".join(term for term in search_terms(prompt) if stem(term) not in GENERAL)
    best = sorted(rank(lines, query=terms)[:MAX_PASSAGES])
    return "\n".join(lines[position] for position in best or range(len(lines)))[:MAX_TEXT]


def wants_many(prompt: str, schema: Schema) -> bool | None:
    """
    Tell whether *prompt* asks for a list (True) or for one thing (False); None when it does not say.

    A plural asks for many unless it names a field or is a word such as "details".
    """
    if re.search(
        r"\b(?:all|every)\s+(?:the\s+)?(?:fields?|details?|information|info|data|values?|facts?)\b",
        prompt,
        re.IGNORECASE,
    ):
        prompt = re.sub(r"\b(?:all|every)\b", "", prompt, flags=re.IGNORECASE)
    if _EVERY.search(prompt):
        return True
    prompt = _NO_THINGS.sub("", prompt)
    own = {piece for name in schema.fields for piece in re.findall(r"[a-z]+", name.lower())}
    fields = {stem(word) for word in own}
    singular = plural = others = False
    for found in _WORD.findall(prompt.lower()):
        word = found.removesuffix("'s")
        is_plural = word.endswith("s") and word == found and words_of(word) != (word,)
        if word in _PLURALS or (is_plural and words_of(word)[0] in _SINGULARS and stem(word) not in fields | GENERAL):
            return True
        others = others or (is_plural and stem(word) not in fields | GENERAL)
        plural = plural or (is_plural and stem(word) in fields and word not in own)
        singular = singular or (word in _SINGULARS and (stem(word) not in fields or f"the {word}" in prompt.lower()))
    if others and not singular:
        return True
    return False if singular and not plural and not others else None
