"""
Whether a page has to be paid for again, decided without I/O.

Whoever pays asks for each item: `plan` before anything is loaded, and `decide` after the page was visited. Where in
doubt the answer is `Pay`: stale rows are worse than a bill.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Literal

from airflow_provider.web.memory.pages import Entry, Trust
from airflow_provider.web.observing import Observation, body_hash, observe
from airflow_provider.web.outcomes import Failed, Gone, Outcome, Page, Validators
from airflow_provider.web.reuse import Reuse

# Why a page is paid for. "new" is one that nothing was paid for that compares with it; of the last two it cannot be
# told whether they have changed.
Reason = Literal["new", "too_old", "changed", "not_readable", "needs_scripts"]
# How often the validators of a host have to change with its pages before a 304 of it is believed.
PROOFS = 3
# One in so many visits is made without them all the same.
CHECK_ONE_IN = 8
# The clocks of two workers may differ by so much.
CLOCKS_DIFFER = timedelta(minutes=5)
# Validators that have changed so often while their page had not are no use.
MOST_UNSTEADY = 2


@dataclass(frozen=True, slots=True)
class Visit:
    """Load the page first, asking conditionally where there are *validators*, and then `decide`."""

    validators: Validators | None = None


@dataclass(frozen=True, slots=True)
class Reused:
    """
    Use the answer of *entry* again.

    *noted* is the entry with other validators, where those are worth a note. *honest* says whether the server's
    validators were seen to tell the truth; None if that was not to be seen.
    """

    entry: Entry
    noted: Entry | None = None
    honest: bool | None = None


@dataclass(frozen=True, slots=True)
class Pay:
    """
    Pay for the page, and keep what was observed of it with the answer.

    *detail* says why in words, where *reason* leaves that open.
    """

    reason: Reason
    observed: Observation | None = None
    detail: str = ""
    honest: bool | None = None


def plan(  # noqa: PLR0913 - keyword-only, each with a meaning of its own
    entry: Entry | None,
    reuse: Reuse,
    *,
    now: datetime,
    dynamic: bool = False,
    trust: Trust | None = None,
    dice: float = 1.0,
) -> Visit | Reused | Pay:
    """
    Return what to do about a page of which *entry* is remembered, before anything is loaded.

    *dynamic* is a request that waits for scripts. *trust* is what is known of the page's host, and *dice* a random
    number from 0 to 1, by which some visits are made without trusting it.
    """
    if reuse.when == "recent":
        if entry is None:
            return Pay("new")
        return Pay("too_old") if _too_old(entry, reuse, now) else Reused(entry)
    if dynamic and not reuse.selects:
        return Pay("needs_scripts", detail="its request has a delay")
    trusted = trust is not None and trust.proofs >= PROOFS and not trust.lies and dice >= 1 / CHECK_ONE_IN
    if entry is None or not trusted or not _comparable(entry, reuse):
        return Visit()
    return Visit(entry.validators)


def decide(link: str, entry: Entry | None, outcome: Outcome, reuse: Reuse, *, now: datetime) -> Reused | Pay:
    """
    Return what to do about the page at *link*, of which *entry* is remembered, now that it was visited.

    Heavy for a large page: call it in a thread.
    """
    if isinstance(outcome, Gone | Failed):
        reason = outcome.reason if isinstance(outcome, Failed) else f"answered {outcome.status}"
        return Pay("not_readable", detail=reason)
    if isinstance(outcome, Page):
        try:
            return _decide_page(link, entry, outcome, reuse, now)
        except Exception as error:  # noqa: BLE001 - whatever a page holds, the others have to be looked at
            return Pay("not_readable", detail=f"{type(error).__name__}: {error}"[:300])
    if entry is None:
        return Pay("not_readable", detail="the server says that nothing has changed, and nothing is known")
    return Pay("too_old", _observed_before(entry)) if _too_old(entry, reuse, now) else Reused(entry)


def entry_of(
    link: str, request: str, observed: Observation | None, *, paid_at: datetime, usage: Mapping[str, Any]
) -> Entry:
    """Return what is to be remembered of the page at *link*, paid for by *request* after it was *observed*."""
    entry = Entry(link=link, request=request, paid_at=paid_at.isoformat(timespec="milliseconds"), usage=dict(usage))
    if observed is None:
        return entry
    return replace(
        entry,
        reading=observed.reading,
        body=observed.body,
        digest=observed.digest,
        fingerprint=observed.fingerprint,
        validators=observed.validators,
    )


def _decide_page(link: str, entry: Entry | None, page: Page, reuse: Reuse, now: datetime) -> Reused | Pay:
    before = entry if entry is not None and _comparable(entry, reuse) else None
    if before is not None and body_hash(page) == before.body:
        observed = replace(_observed_before(before), validators=page.validators)
    else:
        observed = observe(
            page,
            asked=link,
            reading=reuse.reading_of(link),
            select=reuse.selects,
            ignore=reuse.ignores,
            fingerprint=reuse.min_change > 0,
            before=before.fingerprint if before is not None else "",
        )
    if observed.doubt:
        return Pay("needs_scripts", detail=observed.doubt)
    if before is None:
        return Pay("new", observed)
    if _too_old(before, reuse, now):
        return Pay("too_old", observed)
    if observed.digest == before.digest:
        return Reused(before, _noted(before, page.validators))
    if observed.share < reuse.min_change:
        return Reused(before)
    was, now_is = _conditions(before.validators), _conditions(page.validators)
    return Pay("changed", observed, honest=was != now_is if was and now_is else None)


def _conditions(validators: Validators | None) -> dict[str, str]:
    return validators.headers() if validators is not None else {}


def _noted(entry: Entry, validators: Validators | None) -> Entry | None:
    """Return *entry* with the *validators* that came with the same page, None if they are not worth a note."""
    if _conditions(validators) in ({}, _conditions(entry.validators)) or entry.unsteady >= MOST_UNSTEADY:
        return None
    unsteady = entry.unsteady + 1
    return replace(entry, validators=validators if unsteady < MOST_UNSTEADY else None, unsteady=unsteady)


def _observed_before(entry: Entry) -> Observation:
    return Observation(
        body=entry.body,
        digest=entry.digest,
        reading=entry.reading,
        fingerprint=entry.fingerprint,
        validators=entry.validators,
    )


def _comparable(entry: Entry, reuse: Reuse) -> bool:
    return bool(entry.digest) and entry.reading == reuse.reading_of(entry.link)


def _too_old(entry: Entry, reuse: Reuse, now: datetime) -> bool:
    if reuse.max_age is None:
        return False
    max_age = reuse.max_age if isinstance(reuse.max_age, timedelta) else timedelta(seconds=reuse.max_age)
    try:
        age = now - datetime.fromisoformat(entry.paid_at)
    except (ValueError, TypeError):
        return True
    # A date in the future is of a clock that was wrong: nobody knows how old this is.
    return not timedelta(0) <= age + CLOCKS_DIFFER <= max_age + CLOCKS_DIFFER
