"""
What a look at a page means, decided without touching network, clock or database.

Trigger and sensor ask here, so neither has rules of its own. A `Memory` is what is kept between looks;
`decide` returns the next one, with the event to tell, if there is one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, TypedDict

from airflow_provider.watch.fingerprint import Fingerprint, digest_of
from airflow_provider.watch.settings import Watch
from airflow_provider.watch.sights import Gone

# A page that is missing once or twice is being edited or deployed.
SIGHTS_UNTIL_REMOVED = 3

Status = Literal["new", "changed", "removed", "back"]


class PageEvent(TypedDict):
    """What an event tells: the payload of the asset event, as JSON."""

    url: str
    final_url: str
    status: Status
    digest: str | None
    previous_digest: str | None
    changed_share: float
    changed_lines: list[str]
    checked_at: str


@dataclass(frozen=True, slots=True)
class Memory:
    """
    What was last told of a page; never the page itself.

    *reading* names what was read of which page (`Watch.reading`); *missing* counts the sights of 404 and 410
    in a row; *untold* are the events of which it is not known that Airflow has stored them.
    """

    reading: str = ""
    digest: str | None = None
    fingerprint: str = ""
    missing: int = 0
    removed: bool = False
    untold: tuple[PageEvent, ...] = ()

    def stored(self) -> dict[str, Any]:
        """Return the memory as JSON."""
        return {**asdict(self), "untold": list(self.untold)}

    @classmethod
    def recalled(cls, stored: object, watch: Watch) -> Memory:
        """Return what was stored, or nothing if it was of another page or read in another way."""
        if not isinstance(stored, dict) or stored.get("reading") != watch.reading:
            return cls(watch.reading)
        known = {name: stored[name] for name in cls.__slots__ if name in stored}
        return cls(**{**known, "untold": tuple(stored.get("untold") or ())})


@dataclass(frozen=True, slots=True)
class Seen:
    """The lines that were read of a page, and where it was found."""

    url: str
    lines: Sequence[str]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The next memory, and what is to be told."""

    memory: Memory
    event: PageEvent | None = None


def decide(watch: Watch, memory: Memory, sight: Seen | Gone, checked_at: str) -> Verdict:
    """
    Compare *sight* with *memory*; *checked_at* is the time of the look, in ISO 8601.

    Small changes are not remembered until they add up to `min_change`, so that a page cannot drift unseen.
    """
    if isinstance(sight, Gone):
        return _missing(watch, memory, checked_at)
    digest = digest_of(sight.lines)
    if memory.digest is None:
        # Also a page that was missing when it was first looked for, and is there now.
        tell = watch.fire_on_first or memory.removed
        return _told(watch, memory, sight, "new", digest, checked_at, tell=tell)
    if memory.removed:
        return _told(watch, memory, sight, "back", digest, checked_at)
    here = replace(memory, missing=0)
    if digest == memory.digest:
        return Verdict(here)
    share, _ = _difference(memory, sight)
    return Verdict(here) if share < watch.min_change else _told(watch, here, sight, "changed", digest, checked_at)


def _missing(watch: Watch, memory: Memory, checked_at: str) -> Verdict:
    if memory.removed:
        return Verdict(memory)
    missing = replace(memory, missing=memory.missing + 1)
    if missing.missing < SIGHTS_UNTIL_REMOVED:
        return Verdict(missing)
    gone = replace(missing, removed=True)
    if memory.digest is None:
        # Never seen, so nothing was removed; its coming will be told.
        return Verdict(gone)
    event = PageEvent(
        url=watch.url,
        final_url=watch.url,
        status="removed",
        digest=None,
        previous_digest=memory.digest,
        changed_share=1.0,
        changed_lines=[],
        checked_at=checked_at,
    )
    return Verdict(gone, event)


def _told(  # noqa: PLR0913, PLR0917 - the parts of one event
    watch: Watch, memory: Memory, seen: Seen, status: Status, digest: str, checked_at: str, *, tell: bool = True
) -> Verdict:
    share, lines = _difference(memory, seen)
    event = PageEvent(
        url=watch.url,
        final_url=seen.url,
        status=status,
        digest=digest,
        previous_digest=memory.digest,
        changed_share=share if digest != memory.digest else 0.0,
        changed_lines=lines if digest != memory.digest else [],
        checked_at=checked_at,
    )
    fingerprint = Fingerprint.of(seen.lines).packed()
    after = Memory(watch.reading, digest, fingerprint, untold=memory.untold)
    return Verdict(after, event if tell else None)


def _difference(memory: Memory, seen: Seen) -> tuple[float, list[str]]:
    before = Fingerprint.unpacked(memory.fingerprint) if memory.fingerprint else Fingerprint()
    share, lines = before.difference(seen.lines)
    # A long page is compared by a part of its lines; a change in the others is a small one, not none.
    return max(share, 0.0001), lines
