"""
What a poll of a page means, decided without touching network, clock or database.

Trigger and sensor ask here, so neither has rules of its own. A `PageState` is what is kept between polls;
`decide` returns the next one, with the event to tell, if there is one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal, TypedDict

from airflow_provider.watch.settings import Watch
from airflow_provider.web.fingerprint import Fingerprint, digest_of, packed_lines, removed_lines
from airflow_provider.web.observing import body_hash
from airflow_provider.web.outcomes import Gone, Page, Validators

# A page that is missing once or twice is being edited or deployed.
POLLS_UNTIL_REMOVED = 3

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
    removed_lines: list[str]
    checked_at: str
    snapshot_before: str | None
    snapshot_after: str | None


@dataclass(frozen=True, slots=True)
class Seen:
    """The whole page that was read last: what names its bytes, and what its server gave to ask for changes with."""

    body: str
    validators: Validators | None = None

    @classmethod
    def restored(cls, stored: object) -> Seen | None:
        """Return what was stored; None if it is damaged, for then the page is loaded anew."""
        try:
            found = dict(stored)  # type: ignore[call-overload] # whatever it is
            return cls(found["body"], Validators(**found["validators"]))
        except (TypeError, ValueError, KeyError):
            return None


@dataclass(frozen=True, slots=True)
class PageState:
    """
    What was last told of a page.

    *reading* names what was read of which page (`Watch.reading`); *lines* are its first ones, packed, to say later
    which are gone, empty where an older version has kept none; *missing* counts the answers of 404 and 410 in a row;
    *untold* are the events of which it is not known that Airflow has stored them; *seen* is the page that was compared
    with all of that last, whether it was told or not, and *snapshot* the path of its text.
    """

    reading: str = ""
    digest: str | None = None
    fingerprint: str = ""
    lines: str = ""
    missing: int = 0
    removed: bool = False
    untold: tuple[PageEvent, ...] = ()
    seen: Seen | None = None
    snapshot: str = ""

    def stored(self) -> dict[str, Any]:
        """Return the state as JSON: the form that is in Airflow's database."""
        stored = {**asdict(self), "untold": list(self.untold)}
        if self.seen is None or self.seen.validators is None:
            # Nothing to ask the server with.
            del stored["seen"]
        if not self.snapshot:
            del stored["snapshot"]
        return stored

    @classmethod
    def restored(cls, stored: object, watch: Watch) -> PageState:
        """Return what was stored, or nothing if it was of another page or read in another way."""
        if not isinstance(stored, dict) or stored.get("reading") != watch.reading:
            return cls(watch.reading)
        known = {name: stored[name] for name in cls.__slots__ if name in stored}
        seen = Seen.restored(stored.get("seen"))
        return cls(**{**known, "untold": tuple(stored.get("untold") or ()), "seen": seen})


@dataclass(frozen=True, slots=True)
class Content:
    """The lines that were read of a page, and where it was found."""

    url: str
    lines: Sequence[str]


@dataclass(frozen=True, slots=True)
class Decision:
    """The next state, and what is to be told; *text* are the lines of a version whose text is not kept yet."""

    state: PageState
    event: PageEvent | None = None
    text: Sequence[str] | None = None

    def with_snapshot(self, path: str) -> Decision:
        """Return the same, now that the text is kept at *path*."""
        event = self.event
        if event is not None:
            event = PageEvent(**{**event, "snapshot_after": path})
        return Decision(replace(self.state, snapshot=path), event)


def decide(watch: Watch, state: PageState, observed: Content | Gone, checked_at: str) -> Decision:
    """
    Compare what was *observed* with *state*; *checked_at* is the time of the poll, in ISO 8601.

    Small changes are not remembered until they add up to `min_change`, so that a page cannot drift unnoticed.
    """
    if isinstance(observed, Gone):
        return _missing(watch, state, checked_at)
    digest = digest_of(observed.lines)
    if state.digest is None:
        # Also a page that was missing when it was first polled, and is there now.
        tell = watch.fire_on_first or state.removed
        return _told(watch, state, observed, "new", digest, checked_at, tell=tell)
    if state.removed:
        return _told(watch, state, observed, "back", digest, checked_at)
    here = replace(state, missing=0)
    if digest == state.digest:
        text = None if here.snapshot else observed.lines
        return Decision(replace(here, lines=here.lines or packed_lines(observed.lines)), text=text)
    share, _ = _difference(state, observed)
    return Decision(here) if share < watch.min_change else _told(watch, here, observed, "changed", digest, checked_at)


def read_and_decide(watch: Watch, state: PageState, page: Page, checked_at: str) -> Decision:
    """Do the same for a page that is still to be read, which is heavy for large pages: call it in a thread."""
    from airflow_provider.web.reading import lines_of

    lines = lines_of(page.body, page.content_type, select=watch.select, ignore=watch.ignore)
    decision = decide(watch, state, Content(page.url, lines), checked_at)
    return replace(decision, state=replace(decision.state, seen=Seen(body_hash(page), page.validators)))


def _missing(watch: Watch, state: PageState, checked_at: str) -> Decision:
    if state.removed:
        return Decision(state)
    # What comes back is read, whatever its server says of it.
    missing = replace(state, missing=state.missing + 1, seen=None)
    if missing.missing < POLLS_UNTIL_REMOVED:
        return Decision(missing)
    gone = replace(missing, removed=True)
    if state.digest is None:
        # Never seen, so nothing was removed; its coming will be told.
        return Decision(gone)
    event = PageEvent(
        url=watch.url,
        final_url=watch.url,
        status="removed",
        digest=None,
        previous_digest=state.digest,
        changed_share=1.0,
        changed_lines=[],
        removed_lines=[],
        checked_at=checked_at,
        snapshot_before=state.snapshot or None,
        snapshot_after=None,
    )
    return Decision(gone, event)


def _told(  # noqa: PLR0913, PLR0917 - the parts of one event
    watch: Watch, state: PageState, content: Content, status: Status, digest: str, checked_at: str, *, tell: bool = True
) -> Decision:
    share, lines = _difference(state, content)
    event = PageEvent(
        url=watch.url,
        final_url=content.url,
        status=status,
        digest=digest,
        previous_digest=state.digest,
        changed_share=share if digest != state.digest else 0.0,
        changed_lines=lines if digest != state.digest else [],
        removed_lines=removed_lines(state.lines, content.lines) if digest != state.digest else [],
        checked_at=checked_at,
        snapshot_before=state.snapshot or None,
        snapshot_after=None,
    )
    fingerprint = Fingerprint.of(content.lines).packed()
    after = PageState(watch.reading, digest, fingerprint, packed_lines(content.lines), untold=state.untold)
    return Decision(after, event if tell else None, content.lines)


def _difference(state: PageState, content: Content) -> tuple[float, list[str]]:
    before = Fingerprint.unpacked(state.fingerprint) if state.fingerprint else Fingerprint()
    share, lines = before.difference(content.lines)
    # A long page is compared by a part of its lines; a change in the others is a small one, not none.
    return max(share, 0.0001), lines
