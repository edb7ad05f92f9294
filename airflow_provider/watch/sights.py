"""What one look at a page can bring, as values. No I/O, no rules."""

from __future__ import annotations

from dataclasses import dataclass


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
    The page could not be had, and nothing is known of it.

    *reason* is for a person; *retry_after* is how many seconds the server asked to be left alone.
    """

    reason: str
    retry_after: float | None = None


Sight = Page | NotModified | Gone | Failed
