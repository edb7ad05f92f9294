"""
Words that are read from right to left: a page of them is turned over, so that it is read like any other.

Elsewhere such words stand in a line of the other direction, and those that follow each other change places.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from airflow_provider.local.files.pdf.words import Page, Word

_LEFTWARD = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc]")
_LETTER = re.compile(r"[^\W\d_]")
# What is further apart, in sizes of its letters, does not follow each other.
_APART = 0.9


def is_leftward(text: str) -> bool:
    """Tell whether *text* is read from right to left."""
    return _LEFTWARD.search(text) is not None


def turned_over(page: Page, width: float) -> bool:
    """Mirror *page* where most of its words are read from right to left, and tell so; mark those read otherwise."""
    leftward = [is_leftward(word.text) for word in page.words]
    if not any(leftward):
        return False
    lettered = [_LETTER.search(word.text) is not None for word in page.words]
    is_mirrored = 2 * sum(leftward) > sum(lettered)
    page.words = [
        word._replace(against=letters and left is not is_mirrored)
        for word, left, letters in zip(page.words, leftward, lettered, strict=True)
    ]
    if is_mirrored:
        page.words = [word._replace(x0=width - word.x1, x1=width - word.x0) for word in page.words]
        page.rules = [rule._replace(x0=width - rule.x1, x1=width - rule.x0) for rule in page.rules]
    return is_mirrored


def in_order(line: Sequence[Word]) -> list[Word]:
    """Return the words of a *line*, which are sorted by their places, in the order in which they are read."""
    out: list[Word] = []
    run: list[Word] = []
    for word in line:
        if run and not (word.against and word.x0 - run[-1].x1 < _APART * word.size):
            out += reversed(run)
            run = []
        if word.against:
            run.append(word)
        else:
            out.append(word)
    return [*out, *reversed(run)]
