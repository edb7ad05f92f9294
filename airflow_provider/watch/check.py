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
from airflow_provider.web.fingerprint import Fingerprint, digest_of
from airflow_provider.web.outcomes import Gone, Page

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
    checked_at: str


@dataclass(frozen=True, slots=True)
class PageState:
    """
    What was last told of a page; never the page itself.

    *reading* names what was read of which page (`Watch.reading`); *missing* counts the answers of 404 and 410
    in a row; *untold* are the events of which it is not known that Airflow has stored them.
    """

    reading: str = ""
    digest: str | None = None
    fingerprint: str = ""
    missing: int = 0
    removed: bool = False
    untold: tuple[PageEvent, ...] = ()

    def stored(self) -> dict[str, Any]:
        """Return the state as JSON: the form that is in Airflow's database."""
        return {**asdict(self), "untold": list(self.untold)}

    @classmethod
    def restored(cls, stored: object, watch: Watch) -> PageState:
        """Return what was stored, or nothing if it was of another page or read in another way."""
        if not isinstance(stored, dict) or stored.get("reading") != watch.reading:
            return cls(watch.reading)
        known = {name: stored[name] for name in cls.__slots__ if name in stored}
        return cls(**{**known, "untold": tuple(stored.get("untold") or ())})


@dataclass(frozen=True, slots=True)
class Content:
    """The lines that were read of a page, and where it was found."""

    url: str
    lines: Sequence[str]


@dataclass(frozen=True, slots=True)
class Decision:
    """The next state, and what is to be told."""

    state: PageState
    event: PageEvent | None = None


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
        return Decision(here)
    share, _ = _difference(state, observed)
    return Decision(here) if share < watch.min_change else _told(watch, here, observed, "changed", digest, checked_at)


def read_and_decide(watch: Watch, state: PageState, page: Page, checked_at: str) -> Decision:
    """Do the same for a page that is still to be read, which is heavy for large pages: call it in a thread."""
    from airflow_provider.web.reading import lines_of

    lines = lines_of(page.body, page.content_type, select=watch.select, ignore=watch.ignore)
    return decide(watch, state, Content(page.url, lines), checked_at)


def _missing(watch: Watch, state: PageState, checked_at: str) -> Decision:
    if state.removed:
        return Decision(state)
    missing = replace(state, missing=state.missing + 1)
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
        checked_at=checked_at,
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
        checked_at=checked_at,
    )
    fingerprint = Fingerprint.of(content.lines).packed()
    after = PageState(watch.reading, digest, fingerprint, untold=state.untold)
    return Decision(after, event if tell else None)


def _difference(state: PageState, content: Content) -> tuple[float, list[str]]:
    before = Fingerprint.unpacked(state.fingerprint) if state.fingerprint else Fingerprint()
    share, lines = before.difference(content.lines)
    # A long page is compared by a part of its lines; a change in the others is a small one, not none.
    return max(share, 0.0001), lines
