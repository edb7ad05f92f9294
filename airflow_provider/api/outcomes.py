"""
What can come of sending a request once: data, on which `policy` decides.

Knows neither the network nor what is done about an outcome.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from airflow_provider.api.buffer import Buffer


@dataclass(frozen=True)
class Reply:
    """
    An answer of whatever status; headers are asked for by names in lower case.

    The body of a success is complete; an error's explanation may be cut.
    A success is read once: its body, where it is a buffer, is let go by that.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes | Buffer

    def forget(self) -> None:
        """Give the memory of the body back, whoever still has this reply."""
        if isinstance(self.body, Buffer):
            self.body.clear()


@dataclass(frozen=True)
class TooLarge:
    """A success whose body is longer than it may be."""

    status: int


class Broken(Enum):
    """How far a request came that got no complete answer, in the words of the message."""

    CERTIFICATE = "the TLS certificate was refused"
    NO_TLS = "no TLS connection came about"
    UNKNOWN_HOST = "the host was not found"
    REFUSED = "the connection was refused"
    NOT_SENT = "no connection came about"
    LATE = "the answer took too long"
    NO_ANSWER = "no complete answer came"

    @property
    def sent(self) -> bool:
        """Whether the service may have got the request."""
        return self in (Broken.LATE, Broken.NO_ANSWER)


@dataclass(frozen=True)
class Failure:
    """No complete answer; *reason* is the system's own word for it."""

    kind: Broken
    reason: str


Outcome = Reply | TooLarge | Failure
