"""
Answers that earlier runs have paid for, used again by a task while their pages are as they were.

Brings together what is asked, the free reading of pages and their memory. Which page is paid for is the business of
`web.policy`; what is used again is counted by those who use it.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

from airflow_provider.api.answers import Answer
from airflow_provider.api.request import Request
from airflow_provider.errors import ResultError
from airflow_provider.extras import require
from airflow_provider.pages import configured_manners, memory_at
from airflow_provider.web.fetching import AsyncFetcher, Fetcher
from airflow_provider.web.memory.pages import Entry, PageMemory, Trust
from airflow_provider.web.outcomes import Outcome, Page, Validators
from airflow_provider.web.policy import Pay, Reused, Visit, decide, entry_of, plan
from airflow_provider.web.reuse import Reuse
from airflow_provider.web.seen import PagesSeen
from airflow_provider.web.threads import in_thread

log = logging.getLogger(__name__)


class AnswerMemory:
    """
    The memory of one try of a task; a context manager, for it holds files open.

    :param reuse: what the user has said
    :param base_url: the service that is asked
    :param keeps_pages: have those that are looked at be at hand in `pages`, whole, for rows that are checked
    """

    def __init__(self, reuse: Reuse, base_url: str, *, keeps_pages: bool = False) -> None:
        require("watch")
        self._reuse = reuse
        self._base_url = base_url
        self._memory = PageMemory(memory_at(reuse.memory))
        self.pages = PagesSeen() if keeps_pages else None

    def __enter__(self) -> Self:
        self._memory.load()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._memory.close()
        if self.pages is not None:
            self.pages.close()

    def fetcher(self) -> AsyncFetcher:
        """Return what loads pages for the `look`s of one event loop."""
        return AsyncFetcher(allow_private=self._reuse.allow_private, **configured_manners())

    async def look(self, request: Request, fetcher: AsyncFetcher, *, anew: bool = False) -> Reused | Pay:
        """
        Return whether the page of *request* is paid for, looking at it for free where that can tell.

        With *anew* it is paid for in any case.
        """
        entry, planned = self._planned(request, anew=anew)
        if not isinstance(planned, Visit):
            return planned
        outcome = await fetcher.fetch(request.page, planned.validators)
        if isinstance(outcome, Page):
            decision = await in_thread(self._decided, request, entry, outcome)
        else:
            decision = self._decided(request, entry, outcome)
        return self._noted(request, decision)

    def look_now(self, request: Request, *, anew: bool = False) -> Reused | Pay:
        """Return the same, blocking."""
        entry, planned = self._planned(request, anew=anew)
        if not isinstance(planned, Visit):
            return planned
        fetcher = Fetcher(allow_private=self._reuse.allow_private, **configured_manners())
        outcome = fetcher.fetch(request.page, planned.validators)
        return self._noted(request, self._decided(request, entry, outcome))

    def answer(self, request: Request, entry: Entry) -> Answer | None:
        """Return the answer that was paid for; None if it is damaged."""
        try:
            return request.answer_type.revived(self._memory.answer(entry))
        except ValueError:
            return None

    def paid_at(self, request: Request, paid_at: str) -> Entry | None:
        """Return what is known of the page of *request*, if that was paid for at *paid_at*."""
        entry = self._find(request)
        return entry if entry is not None and entry.paid_at == paid_at else None

    def seen(self, request: Request, pay: Pay, answer: Answer) -> dict[str, Any]:
        """Return what a task keeps beside the *answer* that it has paid for now, for `keep`."""
        entry = entry_of(
            request.page,
            request.instruction(self._base_url),
            pay.observed,
            paid_at=datetime.now(UTC),
            usage={"tokens": answer.tokens},
        )
        plain = {name: value for name, value in asdict(entry).items() if value and name not in ("link", "request")}
        return {"reason": pay.reason, **plain}

    def keep(self, request: Request, seen: Mapping[str, Any], answer: Answer) -> None:
        """Remember an *answer*, and what was *seen* of its page; it stands with `save`."""
        entry = _entry(request.page, request.instruction(self._base_url), seen)
        if entry is not None:
            self._memory.keep(entry, answer.kept)

    def drop(self, request: Request) -> None:
        """Have no later run use an answer to *request*: its rows are at fault."""
        self._memory.drop(request.page, request.instruction(self._base_url), _now().isoformat(timespec="milliseconds"))

    def save(self) -> None:
        """Write what is new, beside what others have written meanwhile; raises `ResultError`."""
        try:
            self._memory.save()
        except Exception as error:
            # Every storage has errors of its own.
            raise ResultError(
                f"The memory {self._reuse.memory!r} cannot be written ({type(error).__name__}: {error}). Correct it or "
                "its storage; what is paid is kept, and a retry writes it without paying."
            ) from error

    def _planned(self, request: Request, *, anew: bool) -> tuple[Entry | None, Visit | Reused | Pay]:
        entry = None if anew else self._find(request)
        planned = plan(
            entry,
            self._reuse,
            now=_now(),
            dynamic=request.patience > 0,
            # A page that is to be at hand is asked for as a whole.
            trust=self._memory.hosts.get(_host(request.page)) if self.pages is None else None,
            dice=random.random(),  # noqa: S311 - nobody gains by guessing it
        )
        return entry, planned

    def _decided(self, request: Request, entry: Entry | None, outcome: Outcome) -> Reused | Pay:
        if self.pages is not None and isinstance(outcome, Page):
            self.pages.keep(request.page, outcome)
        return decide(request.page, entry, outcome, self._reuse, now=_now())

    def _noted(self, request: Request, decision: Reused | Pay) -> Reused | Pay:
        """Remember what the look has told of validators, and return *decision*."""
        if decision.honest is not None:
            trust = self._memory.hosts.setdefault(_host(request.page), Trust())
            trust.proofs += decision.honest
            trust.lies += not decision.honest
        if isinstance(decision, Reused) and decision.noted is not None:
            self._memory.note(decision.noted, _now().isoformat(timespec="milliseconds"))
        return decision

    def _find(self, request: Request) -> Entry | None:
        return self._memory.find(request.page, request.instruction(self._base_url))


def _entry(link: str, request: str, seen: Mapping[str, Any]) -> Entry | None:
    """Return what `AnswerMemory.seen` had told; None if another version has written it, or it is damaged."""
    known = {name: value for name, value in seen.items() if name != "reason"}
    try:
        validators = known.pop("validators", None)
        return Entry(link=link, request=request, **known, validators=Validators(**validators) if validators else None)
    except TypeError:
        return None


def _host(url: str) -> str:
    return urlsplit(url).hostname or ""


def _now() -> datetime:
    return datetime.now(UTC)
