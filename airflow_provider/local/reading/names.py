"""
Whether a field of a schema and a label on a page name the same thing.

Works on words alone and answers with a score from 0 to 1. Where a label says more than the field ("old
price" for `price`) the answer is no: a missing value can be seen, a wrong one cannot.
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


@lru_cache(maxsize=65536)
def match(field: Words, label: Words) -> float:
    """
    Score how well *label* names what *field* asks for: 1 the same words, 0.85 a synonym, 0 another thing.

    A label may be more specific by harmless words before the name ("current price") or by units after it
    ("price in EUR"); these cost a little.
    """
    if not field or not label or len(label) > LONGEST_LABEL:
        return 0.0
    if field == label:
        return 1.0
    best = 0.0
    own = PHRASES.get(label, frozenset())
    if own and any(short in PHRASES for short in _shortened(field)) and not own & _concepts(field):
        return 0.0
    for short in _shortened(field):
        for form in _forms(label):
            best = max(best, _compare(short, form))
    return best


def _compare(field: Words, label: Words) -> float:
    if field == label:
        return 0.95
    if "".join(field) == "".join(label):
        return 0.94
    if PHRASES.get(field, frozenset()) & PHRASES.get(label, frozenset()):
        return 0.85
    for phrase, worth in ((field, 0.75), *((synonym, 0.65) for synonym in _synonyms(field))):
        extra = len(label) - len(phrase)
        if extra <= 0 or (CONTRARY & set(label[:extra]) - set(field) and label[extra:] == phrase):
            continue
        if label[extra:] == phrase and not _is_other(label, field):
            return worth - 0.03 * extra
        after = label[len(phrase)]
        if label[: len(phrase)] == phrase and (after in QUALIFIERS or after.isdigit()):
            return worth - 0.01 * extra
    return 0.0


def _is_other(label: Words, field: Words) -> bool:
    """Tell whether a longer label has a meaning of its own: "start date" is no mere date."""
    own = PHRASES.get(label, frozenset())
    return bool(own) and not own & PHRASES.get(field, frozenset())


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
