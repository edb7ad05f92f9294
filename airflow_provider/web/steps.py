"""What a visit asks its fetcher to do, and what it is sent in return. No rules, and no I/O but the fetchers'."""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any

import httpx

from airflow_provider.web.outcomes import Outcome
from airflow_provider.web.unpacking import TooLargeError


@dataclass(frozen=True, slots=True)
class TakeTurn:
    """Wait until nobody else visits *host*; is sent its `Turn`. Ends the turn before, if there is one."""

    host: str


@dataclass(frozen=True, slots=True)
class Pause:
    """Wait that many *seconds*."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Get:
    """
    Send a GET within *within* seconds; is sent the `Answer`.

    The body is read where the status is a success, up to *limit* bytes; what is longer is too large, or *cut* off.
    """

    url: httpx.URL
    headers: dict[str, str]
    within: float
    limit: int
    cut: bool = False


class Body:
    """The chunks of an answer's body, as far as the `Get` that asked for it wants them."""

    def __init__(self, get: Get) -> None:
        self._limit = get.limit
        self._cut = get.cut
        self._parts: list[bytes] = []
        self._size = 0

    def add(self, chunk: bytes) -> bool:
        """Keep *chunk*; return whether that was enough. Raises `TooLargeError` past the limit."""
        self._parts.append(chunk)
        self._size += len(chunk)
        if self._size > self._limit and not self._cut:
            raise TooLargeError(f"larger than {self._limit / 1024 / 1024:g} MB")
        return self._size >= self._limit and self._cut

    def read(self) -> bytes:
        """Return what was kept."""
        return b"".join(self._parts)[: self._limit]


@dataclass(frozen=True, slots=True)
class Compute:
    """Call *call*, which is bounded by the processor; is sent what it returns."""

    call: Callable[[], Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back, its body still packed, and how many *seconds* it took."""

    status: int
    headers: httpx.Headers
    body: bytes = b""
    seconds: float = 0.0


Step = TakeTurn | Pause | Get | Compute
Visit = Generator[Step, Any, Outcome]
