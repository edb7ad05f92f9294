"""
Labels as words: split at spaces, signs and capitals, lower case, singular.

Knows no vocabulary; `synonyms` has that, in the form that this gives.
"""

from __future__ import annotations

import re
from functools import lru_cache

Words = tuple[str, ...]

LONGEST_LABEL = 12
_PIECES = re.compile(r"[A-Z]+(?![^\W\d_A-Z])|[A-Z]?[^\W\d_A-Z]+|\d+")
_UNCHANGED = frozenset({"series", "news", "status", "species", "address", "sales", "gas", "bus", "always", "canvas"})


@lru_cache(maxsize=16384)
def words_of(text: str) -> Words:
    """Split *text* at spaces, signs and capitals into lower-case singular words."""
    return tuple(_singular(piece.lower()) for piece in _PIECES.findall(text[:300])[: LONGEST_LABEL + 1])


def _singular(word: str) -> str:
    if len(word) < 4 or word in _UNCHANGED or word.endswith(("ss", "us", "is")):  # noqa: PLR2004 - "bus", "gas"
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    return word.removesuffix("s")
