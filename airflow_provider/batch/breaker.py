"""
The circuit breaker of a batch: which failure stops all of it, and which only its own item.

Decides from errors and the clock alone; who is stopped, and how, is the engine's business.
"""

from __future__ import annotations

import time

from airflow_provider.batch.failures import Failures
from airflow_provider.errors import (
    ContentAIError,
    InvalidRequestError,
    LimitsUnavailableError,
    NotFoundError,
    PageUnreachableError,
    RateLimitError,
    RefusedError,
    TooManyFailuresError,
)

# So many failures in a row, without one answer of use between them, are not the items' fault.
FAILURES_IN_A_ROW = 20


class Breaker:
    """Hears of every answer and every failure; notes the failed items in *failures*."""

    def __init__(self, failures: Failures, *, concurrency: int, max_wait: float) -> None:
        self._failures = failures
        self._most_in_a_row = max(FAILURES_IN_A_ROW, concurrency)
        self._max_wait = max_wait
        self._in_a_row = 0
        self._last_answer = time.monotonic()

    def answered(self) -> None:
        """Hear of an answer of use."""
        self._in_a_row, self._last_answer = 0, time.monotonic()

    def gives_up_on(self, error: RateLimitError) -> bool:
        """Say whether waiting is over: the service asks for too long a pause, or has not answered for too long."""
        told_too_long = error.retry_after is not None and error.retry_after > self._max_wait
        return told_too_long or time.monotonic() - self._last_answer > 2 * self._max_wait

    def is_everybodys(self, error: ContentAIError) -> bool:
        """Say whether *error* is not the item's: with this key, certificate, budget or Redis the next fails as well."""
        refused = isinstance(error, RefusedError) and not isinstance(error, InvalidRequestError | NotFoundError)
        return refused or isinstance(error, LimitsUnavailableError)

    def failed(self, index: int, label: str, error: ContentAIError) -> ContentAIError | None:
        """Note that item *index*, known as *label*, has failed; return what stops the batch now, None if nothing."""
        self._in_a_row += not isinstance(error, RefusedError | PageUnreachableError)
        self._failures.add(index, label, error)
        if (stopping := self._failures.stopping()) is not None:
            return stopping
        if self._in_a_row < self._most_in_a_row:
            return None
        return TooManyFailuresError(
            f"{self._in_a_row} items in a row failed, without an answer of use between them. The last: {error} "
            "What was answered is kept; a retry asks the rest.",
            retry_after=error.retry_after,
        )
