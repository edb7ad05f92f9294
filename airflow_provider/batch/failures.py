"""The items of a batch that failed: how many are bearable, and what is told of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from tempfile import SpooledTemporaryFile
from typing import Any, Literal

from airflow_provider.errors import ContentAIError, InvalidRequestError, TooManyFailuresError

OnItemError = Literal["continue", "fail"]

# More are not for reading in a log or an XCom.
SHOWN = 100
IN_MEMORY = 1_000_000


class Failures:
    """
    Failed items of a batch of *size* inputs.

    *most* is how many may fail: a number, or a share of all below 1. With `on_item_error="fail"` none may.
    """

    def __init__(self, *, size: int, on_item_error: OnItemError, most: float | None) -> None:
        self.count = 0
        self.items: set[int] = set()
        self._size = size
        self._on_item_error = on_item_error
        self._most = most
        self._first: ContentAIError | None = None
        self._all = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - closed by close()

    def add(self, index: int, label: str, error: ContentAIError) -> None:
        """Note that item *index*, which people know as *label*, failed."""
        self.count += 1
        self.items.add(index)
        self._first = self._first or error
        failure = {"link": label, "error": str(error), "status": error.status}
        self._all.seek(0, 2)
        self._all.write(json.dumps(failure).encode() + b"\n")

    def stopping(self) -> ContentAIError | None:
        """Return the error that ends the batch, None while the failures are bearable."""
        if self._first is None:
            return None
        if self._on_item_error == "fail":
            return self._first
        if self._most is None:
            return None
        most = self._most * self._size if self._most < 1 else self._most
        if self.count <= most:
            return None
        return TooManyFailuresError(
            f"{self.count} of {self._size} items failed, more than max_failures ({self._most:g}). "
            f"The first: {self._first} What was answered is kept; a retry asks the rest."
        )

    def shown(self) -> list[dict[str, Any]]:
        """Return the first 100, as the manifest lists them."""
        return [failure for _, failure in zip(range(SHOWN), self.all(), strict=False)]

    def all(self) -> Iterator[dict[str, Any]]:
        """Yield all of them, from disk where they are many."""
        self._all.seek(0)
        for line in self._all:
            yield json.loads(line)

    def close(self) -> None:
        """Give the disk space back."""
        self._all.close()


def check_max_failures(value: object) -> None:
    """Refuse a `max_failures` that is neither a number nor a share."""
    if value is None:
        return
    if (
        isinstance(value, bool)
        or not isinstance(value, int | float)
        or value < 0
        or (value > 1 and value != int(value))
    ):
        raise InvalidRequestError(
            f"Field 'max_failures' is {value!r}. Use a whole number of items, or a share of all between 0 and 1."
        )
