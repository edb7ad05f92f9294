"""
Where the entries of an XML list end, by its text: whether it is whole, and how far it goes.

A parser that goes on after errors ends by itself what was cut off, and takes half an address for a whole one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

Entry = TypeVar("Entry")

# What stands in these is no markup; one that does not end takes all the rest.
NO_MARKUP = r"<!--(?:.*?-->|.*)|<!\[CDATA\[(?:.*?\]\]>|.*)"
PREFIX = r"(?:[\w.-]+:)?"


class IncompleteError(Exception):
    """A document is cut off or damaged: what could be read of it is not all."""


@dataclass(frozen=True)
class Ending:
    """
    How many *entries* end in a list, *at* which byte the last of them does, and whether the list ends, too.

    What comes after the last entry of a list that does not end is at best a part of one.
    """

    entries: int
    at: int
    is_whole: bool

    def readable(self, body: bytes) -> bytes:
        """Return *body* without what no parser should see."""
        return body if self.is_whole else body[: self.at]

    def counted(self, found: Iterable[Entry]) -> Iterator[Entry]:
        """Yield the entries that were *found*; raises `IncompleteError` after the last if there should be more."""
        count = 0
        for count, entry in enumerate(found, 1):  # noqa: B007 - counts beyond the loop
            yield entry
        if count < self.entries or not self.is_whole:
            raise IncompleteError


def ending_of(body: bytes, *, root: str, entry: str) -> Ending:
    """Return how the list *root* of what is named *entry* ends; each a pattern, *body* in UTF-8."""
    entries, at, is_whole = 0, 0, False
    for found in _ends(root, entry).finditer(body):
        if found["entry"]:
            entries, at = entries + 1, found.end()
        elif found["root"] or found["empty"]:
            is_whole = True
    return Ending(entries, at, is_whole)


@lru_cache
def _ends(root: str, entry: str) -> re.Pattern[bytes]:
    names = rf"</{PREFIX}(?:(?P<entry>{entry})|(?P<root>{root}))\s*>"
    # A list without entries may begin and end in one tag.
    empty = rf"(?P<empty><{PREFIX}(?:{root})\b[^<>]*/>)"
    return re.compile(f"{NO_MARKUP}|{names}|{empty}".encode(), re.DOTALL | re.IGNORECASE)
