"""What a prompt says of the things that it asks for, without the fields that it lists of them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from airflow_provider.local.reading.prompted import ARTICLES, without_descriptions
from airflow_provider.local.reading.words.fieldnames import concepts_of
from airflow_provider.local.reading.words.names import words_of
from airflow_provider.local.reading.words.synonyms import PHRASES
from airflow_provider.local.reading.words.wording import patterns

if TYPE_CHECKING:
    from airflow_provider.local.schemas import Schema

_ANY = patterns("meaning")
# What divides what is listed, and the list from what is said before and behind it.
_PARTS = re.compile(rf"(\s?[,;:?!\n]\s?|\.\s|\.$|\s[-\u2013]\s|\s(?:{_ANY['conjunction']})\s)", re.IGNORECASE)
_OF = re.compile(rf"\s{_ANY['field of']}\s", re.IGNORECASE)
_WITH = re.compile(rf"\s{_ANY['with fields']}\s", re.IGNORECASE)
_LEAD = re.compile(rf"^(?:{_ANY['asking']}\s)+", re.IGNORECASE)
_NUMBER_OF = re.compile(rf"^{_ANY['number of']}\s", re.IGNORECASE)
# "Whether it is sponsored", "how much you save".
_QUESTION = re.compile(rf"^{_ANY['question']}\b", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"\s?[(\uff08]([^()\uff08\uff09]{0,200})[)\uff09]")
# "Marked with 'Question'" asks for no question.
_VALUE = re.compile(r"[\d\"'\u2018\u201c\u201e\u00ab\[]")
_ONLY = re.compile(rf"(?<!\w){_ANY['only']}(?!\w)[^,;:.]{{0,80}}$", re.IGNORECASE)
_WAY = re.compile(rf"(?<!\w)(?:{_ANY['at first']}|{_ANY['falling']}|{_ANY['rising']})(?!\w)", re.IGNORECASE)
_JOINED = re.compile(rf"^{_ANY['conjunction']}\s")
_QUOTED_BEHIND = re.compile(rf"\s(?:{_ANY['in list']}|as)\s(?=[\"'\u2018\u201c\u201e\u00ab]|shown|in\b)", re.IGNORECASE)
# "Full-time jobs (Vollzeit)", "everything but ads (not sponsored ones)".
_NAMED = re.compile(r"[^\W\d_a-z][\w+&-]*(?:\s[^\W\d_a-z][\w+&-]*)?")
_QUOTES = " \"'\u2018\u2019\u201c\u201d\u201e\u00ab\u00bb\u00a0"
_LEFT_OUT = re.compile(rf"^(?:{_ANY['not']}|{_ANY['except']})\s", re.IGNORECASE)
_CLAUSE = re.compile(r"(?<=[,.;:?!\n])(?=\s)")
_AS_NOTHING = re.compile(rf"(?<!\w){_ANY['nothing']}(?!\w)", re.IGNORECASE)
# A longer part is no field.
_LONGEST = 6


def without_fields(prompt: str, schema: Schema) -> str:
    """Return what *prompt* says of the things that it asks for, clause by clause, without fields of *schema*."""
    clauses = _CLAUSE.split(without_descriptions(prompt[:1000], schema.fields))
    # "Leave the price empty if it is sold out" tells no thing from another.
    text = "".join(clause for clause in clauses if not _AS_NOTHING.search(clause))
    # "Only the auctions (listings with bids)", but not "rating (out of 5)".
    text = _IN_BRACKETS.sub(lambda found: _told_in_brackets(found[1], text[: found.start()], schema), text)
    parts = [*_PARTS.split(text), ""]
    said = ((_beside_fields(part, schema), sign) for part, sign in zip(parts[::2], parts[1::2], strict=True))
    return "".join(f"{part}{sign}" for part, sign in said if part).strip()


def _told_in_brackets(said: str, before: str, schema: Schema) -> str:
    """Return what is *said* in brackets, if it tells of the things *before* it, and not of a field of *schema*."""
    said = said.strip(_QUOTES)
    if said[:1].isupper() and _NAMED.fullmatch(said):
        return "" if _names_field(_PARTS.split(before)[-1], schema) else f', "{said}"'
    return (
        f", {said}" if any(one.search(text) for one, text in ((_ONLY, before), (_WAY, said), (_LEFT_OUT, said))) else ""
    )


def _beside_fields(part: str, schema: Schema) -> str:
    """Return *part* of a prompt without the field that it names: "price of the lamps", "lamps with their price"."""
    part = _JOINED.sub("", part)
    # "The link behind 'Details'".
    field = _QUOTED_BEHIND.split(part, 1)
    if _names_field(field[0], schema):
        return ""
    for found in reversed(list(_OF.finditer(part))):
        if _words_in(part[: found.start()]) and _names_field(part[: found.start()], schema):
            return part[found.end() :]
    for found in _WITH.finditer(part):
        tail = part[found.end() :]
        if _names_field(tail, schema) and not _VALUE.search(tail):
            return part[: found.start()]
    return part


def _words_in(said: str) -> list[str]:
    """Return the words of what is *said*, without those by which it asks and articles."""
    bare = _NUMBER_OF.sub("", _LEAD.sub("", said.strip()))
    return [word for word in bare.split() if word.lower() not in ARTICLES]


def _names_field(said: str, schema: Schema) -> bool:
    """Tell whether what is *said* names a field of *schema*, in its own words or in others, or asks a question."""
    said = _LEAD.sub("", said.strip())
    if _QUESTION.match(said):
        return True
    words = _words_in(said)
    told = words_of(" ".join(words))
    known = PHRASES.get(told, frozenset())
    return len(words) <= _LONGEST and (
        not words or any(told == words_of(name) or not known.isdisjoint(concepts_of(name)) for name in schema.fields)
    )
