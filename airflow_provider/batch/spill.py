"""What belongs to each item of a batch on local disk: memory stays bounded, whatever their number and size."""

from __future__ import annotations

import os
import tempfile
from array import array


class SpillFile:
    """A temporary file of answers for *size* items, the last that was put of each; it is gone when it is closed."""

    def __init__(self, size: int) -> None:
        self._file = tempfile.TemporaryFile()  # noqa: SIM115 - closed by close()
        self._starts = array("q", [-1]) * size
        self._ends = array("q", [0]) * size
        self._end = 0

    def put(self, index: int, answer: bytes) -> None:
        """Keep *answer* for item *index*."""
        self._file.write(answer)
        self._starts[index], self._end = self._end, self._end + len(answer)
        self._ends[index] = self._end

    def append(self, answer: bytes) -> None:
        """Keep *answer* for one item more."""
        self._starts.append(-1)
        self._ends.append(0)
        self.put(len(self._starts) - 1, answer)

    def get(self, index: int) -> bytes | None:
        """Return the answer for item *index*, None if there is none."""
        if (start := self._starts[index]) < 0:
            return None
        # Without moving the place where the next answer is appended.
        self._file.flush()
        return os.pread(self._file.fileno(), self._ends[index] - start, start)

    def __contains__(self, index: int) -> bool:
        return self._starts[index] >= 0

    def close(self) -> None:
        """Give the disk space back."""
        self._file.close()
