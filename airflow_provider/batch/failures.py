"""The items of a batch that failed: how many are bearable, and what is told of them."""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator
from tempfile import SpooledTemporaryFile
from typing import Any, Literal

from airflow_provider.errors import (
    ContentAIError,
    InvalidRequestError,
    NothingCanSucceedError,
    NothingSucceededError,
    TooManyFailuresError,
)

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
        # By item, why it failed.
        self.reasons: dict[int, str] = {}
        self._size = size
        self._on_item_error = on_item_error
        self._most = most
        self._first: ContentAIError | None = None
        self._may_pass = False
        self._retry_after: float | None = None
        self._all = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - closed by close()

    def add(self, index: int, label: str, error: ContentAIError) -> None:
        """Note that item *index*, which people know as *label*, failed."""
        self.count += 1
        self.reasons[index] = type(error).__name__ + ("" if error.status is None else f" ({error.status})")
        self._first = self._first or error
        self._may_pass = self._may_pass or error.retryable
        if error.retry_after is not None:
            self._retry_after = max(error.retry_after, self._retry_after or 0.0)
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

    def of_all(self) -> ContentAIError | None:
        """Return the error of a batch of which every item failed, None if one did not, or there was none."""
        if self._first is None or self.count < self._size:
            return None
        kind = NothingSucceededError if self._may_pass else NothingCanSucceedError
        return kind(
            f"None of {self._size} items succeeded: {grouped(self.reasons.values())}. Nothing is written, so an older "
            f"result stays as it was. The first: {self._first}",
            retry_after=self._retry_after,
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


def grouped(reasons: Iterable[str]) -> str:
    """Return how often each of *reasons* stands there, the most frequent first."""
    return ", ".join(f"{count} {reason}" for reason, count in Counter(reasons).most_common())


def max_failures_of(value: object) -> float | None:
    """Return how many items, or which share of all, *value* lets fail; None any number. Refuses what is neither."""
    number = _number(value)
    if number is not None and (number < 0 or not math.isfinite(number) or (number > 1 and number != int(number))):
        number = math.nan
    if number is not None and math.isnan(number):
        raise InvalidRequestError(
            f"Field 'max_failures' is {value!r}. Use a whole number of items, or a share of all between 0 and 1."
        )
    return number


def _number(value: object) -> float | None:
    # What a template makes of None is its name.
    if value is None or value in ("", "None"):
        return None
    try:
        return math.nan if isinstance(value, bool) or not isinstance(value, int | float | str) else float(value)
    except ValueError:
        return math.nan
