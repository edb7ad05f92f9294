"""Rows that were refused, each with the reason: on disk where they are many, for a file or an XCom."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from tempfile import SpooledTemporaryFile
from typing import Any

IN_MEMORY = 1_000_000
# More are not for reading in an XCom.
SHOWN = 100
SHOWN_BYTES = 200_000


class Rejected:
    """`{"reason", "row"}` for each refused row, in their order."""

    def __init__(self) -> None:
        self.count = 0
        self._all = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - closed by close()

    def add(self, row: Mapping[str, Any], reason: str) -> None:
        """Note that *row* is refused."""
        self.count += 1
        self._all.write(json.dumps({"reason": reason, "row": row}).encode() + b"\n")

    def shown(self) -> list[dict[str, Any]]:
        """Return the first 100, or as many as make 200 kB."""
        shown: list[dict[str, Any]] = []
        size = 0
        for line in self._lines():
            size += len(line)
            if len(shown) == SHOWN or size > SHOWN_BYTES:
                break
            shown.append(json.loads(line))
        return shown

    def all(self) -> Iterator[dict[str, Any]]:
        """Yield all of them."""
        return map(json.loads, self._lines())

    def _lines(self) -> Iterator[bytes]:
        self._all.seek(0)
        yield from self._all
        self._all.seek(0, 2)

    def close(self) -> None:
        """Give the disk space back."""
        self._all.close()
