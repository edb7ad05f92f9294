"""
How much memory an answer takes once it is read, estimated from above before any of it is taken.

JSON of a few bytes a value becomes Python objects of a hundred, so the size of a body bounds nothing by itself.
Knows nothing of what an answer means.
"""

from __future__ import annotations

import re
import sys

# No JSON text becomes more than this many times its length.
MOST_TIMES = 64
# Below this the interpreter's own needs count for more than any answer.
LEAST_ROOM = 16_000_000
# Connection and buffers.
MACHINERY = 3_000_000
WINDOW = 16_384
ESCAPED_PAIR = re.compile(r"\\u[dD][89abAB]")


class OutOfRoomError(Exception):
    """Reading the answer would take more memory than it may."""


class Room:
    """The memory that one answer may take while it is read: *size* bytes, and at least 16 MB."""

    def __init__(self, size: int) -> None:
        self.left = max(size - MACHINERY, LEAST_ROOM)

    def fits(self, size: int) -> bool:
        """Tell whether *size* bytes are left."""
        return size <= self.left

    def check(self, size: int) -> None:
        """Raise `OutOfRoomError` if *size* bytes are more than is left."""
        if size > self.left:
            raise OutOfRoomError

    def hold(self, text: str) -> None:
        """Make sure that there is room for *text* and the values in it, and take the room of the values."""
        if MOST_TIMES * len(text) <= self.left // 2:
            return
        most = self.left - sys.getsizeof(text)
        # A text that became wider on the way left holes behind which nothing as wide fits into.
        most -= (_width(text) - 1) * len(text)
        values = values_size(text, most)
        if values > most:
            raise OutOfRoomError
        self.left -= values


def values_size(text: str, most: int) -> int:
    """Return at least the number of bytes that reading JSON *text* takes beside it; stops counting above *most*."""
    counts = _Counts()
    width = _width(text)
    # A text with escapes is made in a buffer that is a quarter too long, and anew when a wider character comes.
    character = width if "\\" not in text else 1.25 if width == 1 else 1.875 * width
    # A header, and what allocation rounds up.
    string = 66 if text.isascii() and width == 1 else 92
    size = 0
    for start in range(0, len(text), WINDOW):
        counts.add(text[start : start + WINDOW])
        size = counts.size(string=string, character=character)
        if size > most:
            break
    return size


class _Counts:
    """What stands in a JSON text, added piece by piece."""

    def __init__(self) -> None:
        self._inside = False
        self._rest = ""
        self._keys: set[str] = set()
        self._lists = self._objects = self._empty = self._commas = self._colons = 0
        self._strings = self._characters = self._others = 0

    def add(self, piece: str) -> None:
        piece = (self._rest + piece).replace(r"\\", ".").replace(r"\"", ".")
        self._rest = "\\" if piece.endswith("\\") else ""
        parts = piece.removesuffix("\\").split('"')
        # Quotes alternate: every other part is a string.
        first = 0 if self._inside else 1
        self._inside ^= len(parts) % 2 == 0
        strings = parts[first::2]
        self._strings += len(strings)
        self._characters += sum(map(len, strings)) - 5 * piece.count("\\u")
        self._keys.update(key for key, after in zip(strings, parts[first + 1 :: 2], strict=False) if ":" in after)
        others = '"'.join(parts[1 - first :: 2])
        self._others += len(others)
        self._lists += others.count("[")
        self._objects += others.count("{")
        self._empty += others.count("[]") + others.count("{}")
        self._commas += others.count(",")
        self._colons += others.count(":")

    def size(self, *, string: int, character: float) -> int:
        """Return the bytes of the Python objects, from above: tables that grow stand beside those they replace."""
        filled = min(self._objects, self._colons)
        further = self._colons - filled
        values = max(0, self._strings - self._colons)
        numbers = max(0, 1 + self._commas - values - self._empty)
        size = 96 * self._lists + 18 * max(0, self._commas - further)
        size += 64 * self._objects + 128 * filled + 46 * further
        # Equal keys are one text, which the parser remembers while it works.
        size += string * values + (string + 94) * len(self._keys)
        return size + int(character * self._characters) + 32 * numbers + self._others


def _width(text: str) -> int:
    """Return how many bytes a character of the strings in *text* takes: 1, 2 or 4."""
    if ESCAPED_PAIR.search(text):
        return 4
    # Python keeps all characters of a text as wide as its widest.
    written = 1 if text.isascii() else max(1, sys.getsizeof(text) // max(1, len(text)))
    return max(written, 2) if "\\u" in text else written
