"""Compound files (OLE2), made here: what older Office files and Outlook's e-mails are."""

from __future__ import annotations

import struct
from collections.abc import Mapping

SECTOR, SMALL, SMALL_UP_TO = 512, 64, 4096
FREE, END, FAT = 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFD

Entries = Mapping[str, "bytes | Entries"]


class _Chain:
    """Blocks of one size, and the table that says which one follows which."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.content = bytearray()
        self.next: list[int] = []

    def add(self, content: bytes) -> int:
        """Append *content* and return its first block."""
        if not content:
            return END
        first, count = len(self.next), -(-len(content) // self.size)
        self.content += content.ljust(count * self.size, b"\x00")
        self.next += [*range(first + 1, first + count), END]
        return first


class _File:
    """The entries of a compound file, and the sectors that hold what is in them."""

    def __init__(self, entries: Entries) -> None:
        self.sectors, self._small = _Chain(SECTOR), _Chain(SMALL)
        self._table: list[bytes] = []
        self._folder("Root Entry", entries, kind=5)
        root = self.sectors.add(bytes(self._small.content))
        size = struct.pack("<II", root, len(self._small.content))
        self._table[0] = self._table[0][:116] + size + self._table[0][124:]
        self.directory = self.sectors.add(b"".join(self._table))
        shorts = b"".join(struct.pack("<I", one) for one in self._small.next)
        self.shorts = self.sectors.add(shorts.ljust(SECTOR, b"\xff"))
        self.sectors_of_shorts = -(-len(shorts) // SECTOR) or 1

    def _folder(self, name: str, entries: Entries, kind: int = 1) -> int:
        """Add a folder with what is in it and return its number; each entry is right of the one before."""
        number = len(self._table)
        self._table.append(b"")
        after = FREE
        for key, value in reversed(entries.items()):
            if isinstance(value, bytes):
                kept = self._small if len(value) < SMALL_UP_TO else self.sectors
                self._table.append(_entry(key, 2, (after, FREE), (kept.add(value), len(value))))
                after = len(self._table) - 1
            else:
                folder = self._folder(key, value)
                self._table[folder] = self._table[folder][:72] + struct.pack("<I", after) + self._table[folder][76:]
                after = folder
        self._table[number] = _entry(name, kind, (FREE, after), (0, 0))
        return number


def _entry(name: str, kind: int, links: tuple[int, int], place: tuple[int, int]) -> bytes:
    text = name.encode("utf-16-le") + b"\x00\x00"
    return struct.pack("<64sHBBIII36xIQ", text, len(text), kind, 1, FREE, *links, *place)


def compound(entries: Entries) -> bytes:
    """Return a compound file with streams and folders of streams."""
    file = _File(entries)
    place = len(file.sectors.next)
    fats = 1
    while (place + fats) * 4 > fats * SECTOR:
        fats += 1
    chain = [*file.sectors.next, *([FAT] * fats)]
    fat = b"".join(struct.pack("<I", one) for one in chain).ljust(fats * SECTOR, b"\xff")
    head = struct.pack(
        "<8s16sHHHHH6xIIIIIIIII",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"", 0x3E, 3, 0xFFFE, 9, 6,
        0, fats, file.directory, 0, SMALL_UP_TO, file.shorts, file.sectors_of_shorts, END, 0,
    )  # fmt: skip
    pointers = [*range(place, place + fats), *([FREE] * (109 - fats))]
    return head + struct.pack("<109I", *pointers) + bytes(file.sectors.content) + fat
