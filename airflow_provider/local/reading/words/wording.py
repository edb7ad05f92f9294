"""
Labels as words: split at spaces, signs and capitals, lower case, singular; and tables of phrases as patterns.

Knows no vocabulary: the tables beside it and `synonyms` have that, in the form that this gives.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from importlib.resources import files

Words = tuple[str, ...]

LONGEST_LABEL = 12
_PIECES = re.compile(r"[A-Z]+(?![^\W\d_A-Z])|[A-Z]?[^\W\d_A-Z]+|\d+")
_LETTERS = str.maketrans(
    dict(
        zip(
            "äöüÄÖÜßøłæÆØœŒ",
            ["ae", "oe", "ue", "Ae", "Oe", "Ue", "ss", "o", "l", "ae", "Ae", "O", "oe", "Oe"],
            strict=True,
        )
    )
)
_NUMBER_SIGN = re.compile(r"(?<=[^\W\d_]{2})\s?#(?=:?$)")
# What is spelled in two ways, or cut short.
_SPELLED = {
    "avail": "availability",
    "avg": "average",
    "canceled": "cancelled",
    "cnt": "count",
    "colour": "color",
    "curr": "current",
    "desc": "description",
    "descr": "description",
    "evt": "event",
    "flavour": "flavor",
    "href": "url",
    "img": "image",
    "manuf": "manufacturer",
    "mfr": "manufacturer",
    "orig": "original",
    "pct": "percent",
    "pic": "picture",
    "thumb": "thumbnail",
    "yr": "year",
}
# What measures areas, in two words or in one.
_AREAS = {("sq", "ft"): "sqft", ("sq", "m"): "sqm"}
_AREAS |= {("square", word): "sqm" for word in ("meter", "metre")}
_AREAS |= {("square", word): "sqft" for word in ("foot", "feet")}
_OF_AREAS = frozenset({"sq", "square"})
# What the last of several words is short for.
_LAST = {"dt": "date", "no": "number", "nr": "number", "num": "number", "src": "url"}
_UNCHANGED = frozenset(
    {"pays", "series", "news", "status", "species", "address", "sales", "gas", "bus", "always", "canvas"}
)


def read_table(text: str) -> dict[str, list[str]]:
    """Return the phrases by name of a table of lines like "name = one, another", which indented lines go on with."""
    rows = (row.partition(" = ") for row in re.sub(r"\n +", " ", text).strip().splitlines())
    return {name: [phrase.strip() for phrase in phrases.split(",")] for name, _, phrases in rows}


def patterns(name: str) -> dict[str, str]:
    """
    Return by its name a pattern for any of the phrases of each list in the table that the file *name* has.

    The phrases may be patterns themselves.
    """
    table = files(__package__).joinpath(f"{name}.txt").read_text(encoding="utf-8")
    return {title: f"(?:{'|'.join(phrases)})" for title, phrases in read_table(table).items()}


@lru_cache(maxsize=16384)
def words_of(text: str) -> Words:
    """Split *text* at spaces, signs and capitals into lower-case singular words without accents."""
    pieces = _PIECES.findall(_NUMBER_SIGN.sub(" number", plain(text[:300])))[: LONGEST_LABEL + 1]
    words = [_SPELLED.get(word, word) for word in (_singular(piece.lower()) for piece in pieces)]
    if len(words) > 1:
        words[-1] = _LAST.get(words[-1], words[-1])
        for at in [at for at, word in enumerate(words) if word in _OF_AREAS][:1]:
            words[at : at + 2] = [_AREAS[pair]] if (pair := (*words[at : at + 2],)) in _AREAS else pair
    return tuple(words)


def snake_case(name: str) -> str:
    """Return *name* with its words, as they are, divided by underscores: "comments_url" for "commentsUrl"."""
    return "_".join(piece.lower() for piece in _PIECES.findall(name[:300]))


def plain(text: str) -> str:
    """Return *text* in the letters that names of fields are written in: "Größe" as "Groesse"."""
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    return unicodedata.normalize("NFC", "".join(sign for sign in decomposed if not "\u0300" <= sign <= "\u036f"))


def _singular(word: str) -> str:
    if len(word) < 4 or word in _UNCHANGED or word.endswith(("ss", "us", "is")):  # noqa: PLR2004 - "bus", "gas"
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    return word.removesuffix("s")
