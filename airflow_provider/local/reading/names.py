"""
Whether a field of a schema and a label on a page name the same thing.

Works on words alone and answers with a grade, of which only the order counts. Where a label says more than the
field ("old price" for `price`) the answer is no: a missing value can be seen, a wrong one cannot.
"""

from __future__ import annotations

from functools import lru_cache

from airflow_provider.local.reading.synonyms import (
    CONTRARY,
    KINDS_OF_THING,
    NOISE,
    OTHER_THINGS,
    PHRASES,
    PROPER_NAMES,
    QUALIFIERS,
    UNITS,
)
from airflow_provider.local.reading.wording import LONGEST_LABEL, Words, words_of

__all__ = ["Words", "match", "words_of"]

# How a label names what a field asks for: with the same words, but for those that say nothing; by a synonym; with
# the words or a synonym among others; not at all.
SAME, LIKE, SYNONYM, LONGER, OTHER = range(4, -1, -1)


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
    own = PHRASES.get(label, frozenset())
    if own and any(short in PHRASES for short in _shortened(field)) and not own & _concepts(field):
        return OTHER
    return max(_compare(short, form) for short in _shortened(field) for form in _forms(label))


def _compare(field: Words, label: Words) -> int:
    if "".join(field) == "".join(label):
        return LIKE
    if PHRASES.get(field, frozenset()) & PHRASES.get(label, frozenset()):
        return SYNONYM
    return LONGER if any(_extends(phrase, label, field) for phrase in (field, *_synonyms(field))) else OTHER


def _extends(phrase: Words, label: Words, field: Words) -> bool:
    """Tell whether *label* is *phrase* with words before it, or units after it, that leave it what *field* asks for."""
    extra = len(label) - len(phrase)
    if extra <= 0:
        return False
    if label[extra:] == phrase and not CONTRARY & set(label[:extra]) - set(field):
        return True
    after = label[len(phrase)]
    return label[: len(phrase)] == phrase and (after in QUALIFIERS or after.isdigit())


def _concepts(field: Words) -> frozenset[str]:
    return frozenset(concept for short in _shortened(field) for concept in PHRASES.get(short, ()))


@lru_cache(maxsize=1024)
def _synonyms(field: Words) -> tuple[Words, ...]:
    concepts = PHRASES.get(field, frozenset())
    return tuple(phrase for phrase, others in PHRASES.items() if concepts & others and phrase != field)


@lru_cache(maxsize=1024)
def _shortened(field: Words) -> tuple[Words, ...]:
    """Return *field* without words that only name the kind of record: `book_title` asks for a title."""
    short = field
    while len(short) > 1 and (short[-1] in UNITS or (short[-1].isdigit() and short[-2] in UNITS)):
        short = short[:-1]
    while len(short) > 1 and short[0] in KINDS_OF_THING - OTHER_THINGS:
        short = short[1:]
    if len(short) > 1 and short[-1] == "name" and short[0] not in PROPER_NAMES:
        return (field, short, short[:-1])
    if len(short) > 1 and short[-1] in {"value", "text"}:
        return (field, short, short[:-1])
    return (field,) if short == field else (field, short)


@lru_cache(maxsize=8192)
def _forms(label: Words) -> tuple[Words, ...]:
    """Return *label* as it is, without words of layout, and with "date of birth" turned to "birth date"."""
    forms = [label]
    core = tuple(word for word in label if word not in NOISE)
    while len(core) > 1 and core[0] in KINDS_OF_THING - OTHER_THINGS:
        core = core[1:]
    if core and core != label:
        forms.append(core)
    if "of" in label[1:-1]:
        at = label.index("of", 1)
        forms.append((*label[at + 1 :], *label[:at]))
    if len(core) > 1 and core[-1] == "name" and core[0] not in PROPER_NAMES:
        forms.append(core[:-1])
    return tuple(forms)
