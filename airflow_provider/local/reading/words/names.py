"""
Whether a field of a schema and a label on a page name the same thing.

Works on words alone and answers with a grade, of which only the order counts. Where a label says more than the
field ("old price" for `price`) the answer is no: a missing value can be seen, a wrong one cannot.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from airflow_provider.local.reading.words.fieldnames import (
    concepts_in,
    counted_by,
    shortened,
    without_kind,
    without_name,
)
from airflow_provider.local.reading.words.lines import MAX_LABEL
from airflow_provider.local.reading.words.synonyms import (
    ASKED,
    CONTRARY,
    KINDS_OF_THING,
    NOISE,
    PHRASES,
    QUALIFIERS,
)
from airflow_provider.local.reading.words.wording import LONGEST_LABEL, Words, words_of
from airflow_provider.local.text import has_digit

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["Words", "hint_of", "match", "words_of"]

# How a label names what a field asks for: with the same words, but for those that say nothing; by the head of a row of
# synonyms, or one that has the field's words among others; by another of them; with the words among others; with a
# synonym among others; not at all.
SAME, LIKE, HEAD, SYNONYM, WITH_OWN, LONGER, OTHER = range(6, -1, -1)
# The last words of labels that names follow without a colon.
_BY = frozenset({"by", "durch", "von", "par", "por", "da", "door"})
_SHORT = {"number": "nummer", "minimum": "min", "maximum": "max"}
_BETWEEN = frozenset({"de", "del", "della", "dello", "di", "du", "des", "do", "da", "van"})
# What has a number in its name.
_ROOMS = frozenset({("gallery",), ("room",), ("hall",)})
# What stands between a word and the kind of thing that has it.
_APART = CONTRARY | {"in", "at", "with", "under", "below", "behind", "after"}
# What is known by "#17".
_NUMBERED = frozenset({"issue", "ticket", "bug", "task", "post", "reply", "comment", "discussion", "question"})
_ENDS = frozenset({"start", "end"})
_SUMS = frozenset({"price", "value"})
# What has a price is not that.
_KINDS = {(word,) for word in KINDS_OF_THING | NOISE | QUALIFIERS}


@lru_cache(maxsize=65536)
def match(field: Words, label: Words) -> int:
    """
    Grade how well *label* names what *field* asks for.

    A label may be more specific by harmless words before the name ("current price") or by units after it
    ("price in EUR").
    """
    if not field or not label or len(label) > LONGEST_LABEL:
        return OTHER
    if field == label:
        return SAME
    # Most labels share no word with anything that the field is called.
    return OTHER if _vocabulary_of(field).isdisjoint(words_in(label)) else _graded(field, label)


def _graded(field: Words, label: Words) -> int:
    if "and" in field[1:-1]:
        return _match_both(field, label)
    # "Date du document" is all that `document_date` asks for.
    if len(label) > len(field) > 1 and any(
        word in _BETWEEN and (*label[at + 1 :], *label[:at]) == field for at, word in enumerate(label)
    ):
        return LIKE
    # "9 versions" says how many there are, and `comments_url` asks for the link of the comments.
    if field[1:] == label == ("number",) and field[0] in _NUMBERED:
        return LIKE
    # "Second chance from €90" is the `second_chance_price`, "Trade in £240" the `trade_in_value`, "Get cash £90" the
    # `cash_price`; "Tested with 6.7" is the `tested_with_version`.
    told = {(*field[:-1], "link")} if field[-1] == "url" else {(*field[:-1], "from")} if field[-1] == "price" else set()
    if (
        (field[-1] in _SUMS or "version" in field[2:])
        and PHRASES.keys().isdisjoint({field, field[:-1]})
        and field[:-1] not in _KINDS
    ):
        told |= {field[:-1], ("get", *field[:-1])}
    if label == counted_by(field) or label in told:
        return LIKE
    own, concepts = PHRASES.get(label), concepts_in(field)
    if own and concepts and concepts.isdisjoint(own) and label[: len(field)] != field:
        return OTHER
    return max(_compare(short, form) for short in shortened(field) for form in _forms(label))


def vocabulary_of(fields: Iterable[Words]) -> frozenset[str]:
    """Return the words of *fields*, and of all that means the same as one or a part of it: labels for them have one."""
    return _vocabulary_of_all(tuple(fields))


@lru_cache(maxsize=1024)
def _vocabulary_of_all(fields: tuple[Words, ...]) -> frozenset[str]:
    return frozenset().union(*map(_vocabulary_of, fields))


@lru_cache(maxsize=1024)
def _vocabulary_of(field: Words) -> frozenset[str]:
    forms = shortened(field)
    parts = {form[at:end] for form in forms for at in range(len(form)) for end in range(at + 1, len(form) + 1)}
    return frozenset(word for part in parts for name in _synonyms(part) for word in words_in(name))


@lru_cache(maxsize=65536)
def words_in(label: Words) -> frozenset[str]:
    """Return the words of *label*, and all but those of layout as one: a "web site" is a "website"."""
    return frozenset((*label, "".join(word for word in label if word not in NOISE)))


def _match_both(field: Words, label: Words) -> int:
    """Grade how well *label* names both of what *field* asks for: "Postcode / City" for `city_and_postcode`."""
    at, said = field.index("and"), tuple(word for word in label if word != "and")
    parts = (field[:at], field[at + 1 :])
    pairs = [(said[:cut], said[cut:]) for cut in range(1, len(said))]
    both = (min(map(match, parts, pair)) >= SYNONYM for one in pairs for pair in (one, one[::-1]))
    return SYNONYM if any(both) else OTHER


def _compare(field: Words, label: Words) -> int:
    # "Downloads, weekly" are "weekly downloads", "Artikel-Nr." is the `artikelnummer`, "Minimum salary" `min_salary`.
    asked, said = ([_SHORT.get(word, word) for word in words] for words in (field, label))
    if "".join(asked) == "".join(said) or (len(field) > 1 and sorted(asked) == sorted(said)):
        return LIKE
    concepts = PHRASES.get(field, frozenset())
    if shared := concepts & PHRASES.get(label, frozenset()):
        # A place among others has usual words of its own: "address locality" is rather a city than "location" is.
        own = {concept for concept in concepts if words_of(concept) == field and len(concepts) > 1}
        is_usual = bool(own & shared) if own else any(words_of(concept) == label for concept in shared)
        # "Street address" has a meaning of its own.
        is_whole = set(field) < set(label) and not any(words_of(concept) == label for concept in PHRASES[label])
        # `review_score` is rather a score than a rating.
        return LIKE if label == field[-1:] else HEAD if is_whole or is_usual else SYNONYM
    if not _extends(label, field):
        return OTHER
    return WITH_OWN if label[-len(field) :] == field else LONGER


def _extends(label: Words, field: Words) -> bool:
    """Tell whether *label* is a name of *field* with words before it, or units after it, that leave it that."""
    names = _synonyms(field)
    for cut in range(1, len(label)):
        # A best seller sells nothing.
        known = PHRASES.get(label[cut - 1 :]) if cut > 1 else None
        is_other = known is not None and known.isdisjoint(PHRASES.get(field, known))
        if (
            not is_other
            and label[cut:] in names
            and not _APART & set(label[:cut]) - set(field)
            and label[cut:] != ("item",)
        ):
            return True
        # Who posted it is not when: "posted by".
        is_measured = label[cut] in QUALIFIERS and label[cut:] != ("by",)
        if label[:cut] in names and (is_measured or label[cut].isdigit()):
            return True
    return False


def without_label(text: str, label: Words) -> str:
    """Return *text* without what its beginning says of *label*: "62 kg" for "Gewicht 62 kg", "A" for "Sold by A"."""
    if match(("title",), label) >= SYNONYM:
        return text
    said, colon, value = text.replace("\uff1a", ":").partition(":")
    if colon and value and match(label, words_of(said)) >= SYNONYM:
        return value.strip()
    parts = text.split(" ")
    # "Cinema 2" is a place.
    is_place = match(("venue",), label) >= SYNONYM or label[-1:] in _ROOMS
    for cut, part in enumerate(parts[1:4], 1):
        # What brackets hold notes what stands before them.
        told = not is_place and len(text) <= MAX_LABEL and part[:1] != "(" and has_digit(part)
        if (told or parts[cut - 1].lower() in _BY) and match(label, words_of(" ".join(parts[:cut]))) >= SYNONYM:
            return " ".join(parts[cut:])
    return text


@lru_cache(maxsize=1024)
def hint_of(field: Words) -> Words:
    """Return the words of *field*, with those of what it asks for in English: "total time" for `gesamtzeit`."""
    if "date" in ASKED.get(field, ()):
        return (*field, *ASKED[field])
    concepts = PHRASES.get(field, frozenset())
    return (*field, *(word for concept in concepts if len(concepts) == 1 for word in words_of(concept)))


@cache
def _phrases_by_concept() -> dict[str, set[Words]]:
    """Return all phrases that stand for each concept."""
    found: dict[str, set[Words]] = {}
    for phrase, concepts in PHRASES.items():
        for concept in concepts:
            found.setdefault(concept, set()).add(phrase)
    return found


@lru_cache(maxsize=1024)
def _synonyms(field: Words) -> frozenset[Words]:
    """Return *field* and all that means the same."""
    return frozenset().union(*map(_phrases_by_concept().__getitem__, PHRASES.get(field, ()))) | {field}


@lru_cache(maxsize=8192)
def _forms(label: Words) -> tuple[Words, ...]:
    """Return *label* as it is, without words of layout, and with "date of birth" turned to "birth date"."""
    # What is behind a comment or a title, as its "meta" is, is not it, nor is the "info" or "text" of a thing that.
    said = tuple(word for word in label if word not in NOISE)
    is_text = label[-1] == "text" and said[-1:] != ("headline",) and not KINDS_OF_THING.isdisjoint(said[-1:])
    is_beside = label[-1] == "meta" or ((label[-1] == "info" or is_text) and "title" in PHRASES.get(said, ()))
    said = () if is_beside else said
    core = without_kind(said) or label
    at = label.index("of", 1) if "of" in label[1:-1] else 0
    # "Tipo de material" is what `tipo_material` asks for.
    bare = tuple(word for word in label if word not in _BETWEEN)
    # A class such as "event-time-12hr-start".
    turned = (label[-1], "time") if label[-1] in _ENDS and "time" in label[:-1] else label
    moved = (*label[at + 1 :], *label[:at]) if at else label
    return tuple(dict.fromkeys((label, core, without_name(core), moved, bare, turned)))
