"""
Which character set some text is in that says nothing of it.

UTF-8 is known without a guess. Elsewhere a set is taken only where nearly all of its characters are usual ones, and
none stand within words of Latin letters, which are Western then.
"""

from __future__ import annotations

import re
from itertools import islice

# The lead and trail bytes of a language's signs and of its most usual characters.
_USUAL = {
    "cp932": (((0x81, 0x81), (0x40, 0xAC)), ((0x82, 0x83), (0x40, 0xF1)), ((0x88, 0x98), (0x40, 0xFC))),
    "cp949": (((0xA1, 0xA3), (0xA1, 0xFE)), ((0xB0, 0xC8), (0xA1, 0xFE))),
    "gb18030": (((0xA1, 0xA3), (0xA1, 0xFE)), ((0xB0, 0xD7), (0xA1, 0xFE))),
    "euc_jp": (((0xA1, 0xA1), (0xA1, 0xFE)), ((0xA4, 0xA5), (0xA1, 0xFE)), ((0xB0, 0xCF), (0xA1, 0xFE))),
    "big5": (((0xA1, 0xA3), (0x40, 0xFE)), ((0xA4, 0xC6), (0x40, 0xFE))),
}
_ENOUGH, _TOO_MANY = 0.9, 0.2
_READ, _JUDGED = 200_000, 4000
_FOREIGN = re.compile(r"[A-Za-z]?[^\x00-\x7f]+[A-Za-z]?")
# The letters of other alphabets: small ones, capitals, and signs between words.
_LETTERS = {
    "cp1251": ("\u0430-\u044f\u0451", "\u0410-\u042f\u0401"),
    "cp1253": ("\u03ac-\u03ce\u0390", "\u0386-\u038f\u0391-\u03ab"),
}
_WORDS = {
    name: re.compile(rf"\b(?:[{capital}]?[{small}]+|[{capital}]+)\b|[«»—№…]")
    for name, (small, capital) in _LETTERS.items()
}


def guessed(body: bytes) -> str | None:
    """Return *body* as text where it is surely in a set that it does not state, else None."""
    if name := _utf_16(body):
        return body.decode(name, "replace")
    if body[:_READ].isascii() or b"charset" in body[:4096] or b"encoding" in body[:200] or _decoded(body, "utf-8"):
        return None
    for name, usual in _USUAL.items():
        text = _decoded(body, name)
        if text and _share(text, name, usual) >= _ENOUGH and _stands_alone(text):
            return text
    for name, words in _WORDS.items():
        text = _decoded(body, name)
        if text and _has_words(text[:_JUDGED], words) and _stands_alone(text):
            return text
    return None


def _utf_16(body: bytes) -> str | None:
    """Return the form of UTF-16 that a text of a European language is in: every other byte is zero."""
    start = body[:400]
    if len(start) < 4 or len(body) % 2 or not any(start):  # noqa: PLR2004 - two characters
        return None
    return "utf-16-le" if not any(start[1::2]) else "utf-16-be" if not any(start[::2]) else None


def _decoded(body: bytes, name: str) -> str | None:
    try:
        return body.decode(name)
    except UnicodeDecodeError:
        return None


def _share(text: str, name: str, usual: tuple[tuple[tuple[int, int], tuple[int, int]], ...]) -> float:
    """Return how much of what is not ASCII in *text* is usual in the set *name*."""
    codes = [one.encode(name) for one in islice((one for one in text if not one.isascii()), _JUDGED)]
    known = sum(
        low <= code[0] <= high and first <= code[-1] <= last for code in codes for (low, high), (first, last) in usual
    )
    return known / len(codes) if codes else 0.0


def _stands_alone(text: str) -> bool:
    """Tell whether the runs of what is not ASCII stand apart from Latin letters."""
    runs = [found[0] for found in islice(_FOREIGN.finditer(text), _JUDGED)]
    return sum(run[0].isascii() or run[-1].isascii() for run in runs) < _TOO_MANY * len(runs)


def _has_words(text: str, words: re.Pattern[str]) -> bool:
    """Tell whether *text* has words of one alphabet, with capitals at their beginning or throughout."""
    letters = sum(not one.isascii() for one in text)
    return sum(map(len, words.findall(text))) >= _ENOUGH * letters
