"""
Exponents, numbers of notes and indices: small signs above or below the line belong to the word that they stand at.

PDFium tells some of them as letters of that word, and others as words of their own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from airflow_provider.local.files.pdf.words import Word

# Around raised letters; no document holds them, for they are no letters.
RAISED, LEVEL = "\ufdd5", "\ufdd6"
_DIGIT_BESIDE = re.compile(r"\S\d|\d\S")
# In sizes of the letters: signs are smaller than this, this far from the base line, and this near to their word.
_SMALLER = 0.9
_OFF = 0.15
_NEAR = 0.15


def marked(said: str, start: int, letter: Callable[[int], tuple[float, float]]) -> str:
    """Return a word with signs around what is raised of it; *letter* tells size and base line, from *start* on."""
    if not _DIGIT_BESIDE.search(said):
        return said
    size, base = letter(start)
    out = said[0]
    is_raised = False
    for place, sign in enumerate(said[1:], start + 1):
        its_size, its_base = letter(place)
        before, is_raised = is_raised, its_size <= _SMALLER * size and base - its_base > _OFF * size
        out += (RAISED if is_raised else LEVEL) * (before is not is_raised) + sign
    return out + LEVEL * is_raised


def joined(line: Sequence[Word]) -> list[Word]:
    """Return the words of a line, those whole again that signs are part of."""
    out: list[Word] = []
    for word in line:
        last = out[-1] if out else None
        if last is None or last.link != word.link or abs(word.x0 - last.x1) >= _NEAR * word.size:
            out.append(word)
        elif word.size <= _SMALLER * last.size or last.text[-1] == LEVEL or last.text[-1].isdigit():
            is_raised = word.size <= _SMALLER * last.size and last.y - word.y > _OFF * last.size
            text = f"{RAISED}{word.text}{LEVEL}" if is_raised else word.text
            out[-1] = last._replace(text=last.text + text, x1=word.x1)
        else:
            out.append(word)
    return out
