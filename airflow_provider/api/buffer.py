"""
The bytes of one answer's body, kept so that all they take goes back to the system when they are let go.

Knows nothing of what they mean, and no limit but the one it is given.
"""

from __future__ import annotations

from mmap import MAP_ANONYMOUS, MAP_PRIVATE, mmap

# A bytearray that grows beyond this is moved, and leaves holes behind that nothing as large fits into.
SMALL = 1_000_000


class Buffer:
    """At most *most* bytes, added piece by piece."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._small = bytearray()
        self._large: mmap | None = None

    def __len__(self) -> int:
        return len(self._small) if self._large is None else self._large.tell()

    def add(self, piece: bytes) -> bool:
        """Keep *piece*; False when it does not fit, and is cut."""
        fitting = self._most - len(self)
        if len(piece) > fitting:
            self.add(piece[:fitting])
            return False
        if self._large is None and len(self._small) + len(piece) > SMALL:
            # Memory of its own, that is taken only where it is written.
            self._large = mmap(-1, self._most, flags=MAP_PRIVATE | MAP_ANONYMOUS)
            self._large.write(self._small)
            self._small.clear()
        if self._large is None:
            self._small += piece
        else:
            self._large.write(piece)
        return True

    def view(self) -> memoryview:
        """Return the bytes without copying them; to be released before anything is added or let go."""
        return memoryview(self._small if self._large is None else self._large)[: len(self)]

    def clear(self) -> None:
        """Let the bytes go."""
        self._small.clear()
        if self._large is not None:
            self._large.close()
            self._large = None
