"""What one visit of a page can bring, as values. No I/O, no rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

# Why nothing is known of a page: its address is not public, robots.txt forbids it or cannot be read, a status,
# redirects, its size or encoding, time, or the connection.
Cause = Literal[
    "address", "robots", "unreadable_robots", "status", "redirect", "too_large", "encoding", "timeout", "connection"
]


@dataclass(frozen=True, slots=True)
class Validators:
    """What the server of *url* gave to ask "has it changed since?" with; either may be missing."""

    url: str
    etag: str | None = None
    modified: str | None = None

    def headers(self) -> dict[str, str]:
        """Return the conditions of a request; the stronger one, where there are both."""
        if self.etag:
            return {"If-None-Match": self.etag}
        return {"If-Modified-Since": self.modified} if self.modified else {}


@dataclass(frozen=True, slots=True)
class Page:
    """The whole page, unpacked, as it came from *url* after redirects."""

    url: str
    body: bytes
    content_type: str = ""
    validators: Validators | None = None


@dataclass(frozen=True, slots=True)
class NotModified:
    """The server says, or the same bytes prove, that nothing has changed since the last whole page."""


@dataclass(frozen=True, slots=True)
class Gone:
    """404 or 410."""

    status: int


@dataclass(frozen=True, slots=True)
class Failed:
    """
    The page could not be loaded, and nothing is known of it.

    *reason* is for a person, *cause* for a program; *status* is the answer's, where it is the cause, and
    *retry_after* how many seconds the server asked to be left alone.
    """

    reason: str
    retry_after: float | None = None
    cause: Cause = "connection"
    status: int | None = None


Outcome = Page | NotModified | Gone | Failed
