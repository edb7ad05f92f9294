"""
The walk from a source to its links: which documents are read, in which order, and which links are kept.

Loads nothing itself: the caller hands in what does.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVar

from airflow_provider.errors import InvalidRequestError, PageUnreachableError
from airflow_provider.web.checks import check_selectors, check_url
from airflow_provider.web.links.addresses import host_of, is_of_site, normalised
from airflow_provider.web.links.dates import read_since
from airflow_provider.web.links.documents import MAX_BYTES, Document, read_document
from airflow_provider.web.links.endings import IncompleteError
from airflow_provider.web.links.link import Link
from airflow_provider.web.links.patterns import matcher
from airflow_provider.web.outcomes import Failed, Gone, Outcome, Page
from airflow_provider.web.unpacking import TooLargeError, UnpackingError

log = logging.getLogger(__name__)

Entry = TypeVar("Entry")

# sitemaps.org allows 50,000 sitemaps in an index; so many documents are a trap, or deserve a source of their own.
MOST_DOCUMENTS = 10_000
ADVICE = "Check its address. Finding links is not billed."
# What a person has to change: no retry helps.
LASTING = frozenset({"address", "robots", "too_large", "redirect"})


@dataclass(frozen=True, kw_only=True)
class Search:
    """Which links are looked for; `of` checks what it is given."""

    source: str
    include: Callable[[str], bool] | None = None
    exclude: Callable[[str], bool] | None = None
    same_site: bool = True
    since: datetime | None = None
    max_pages: int = 1
    select: tuple[str, ...] = ()

    @classmethod
    def of(  # noqa: PLR0913 - the settings that users type
        cls,
        source: str,
        *,
        include: Sequence[str] | str = (),
        exclude: Sequence[str] | str = (),
        same_site: bool = True,
        since: object = None,
        max_pages: int = 1,
        select: str | Sequence[str] | None = None,
    ) -> Search:
        """Return the search; raises `InvalidRequestError` naming the field that is wrong."""
        if isinstance(max_pages, bool) or not isinstance(max_pages, int) or max_pages < 1:
            raise InvalidRequestError(f"Field 'max_pages' is {max_pages!r}. Give a whole number from 1.")
        return cls(
            source=check_url(source, field="source"),
            include=matcher(include, field="include") if include else None,
            exclude=matcher(exclude, field="exclude") if exclude else None,
            same_site=same_site,
            since=read_since(since),
            max_pages=max_pages,
            select=check_selectors(select, field="select"),
        )


def find_links(search: Search, load: Callable[[str, int], Outcome]) -> Iterator[Link]:
    """
    Return the links that *search* wants, each once and in order, while they are found.

    *load* is handed an address and the most bytes to read. Raises `PageUnreachableError` for a document that could
    not be read and may be another time, `InvalidRequestError` for a source that never can. Of a document that is cut
    off there is what came before, and a warning.
    """
    found: set[str] = set()
    # Where the source redirects to is its site as well; where its sitemaps lie is not.
    hosts = {host_of(search.source)}
    for number, document in enumerate(_documents(search, load)):
        if not number:
            hosts.add(host_of(document.url))
        for link in document.links:
            if link.link not in found and _is_wanted(link, search, hosts):
                found.add(link.link)
                yield link


def _documents(search: Search, load: Callable[[str, int], Outcome]) -> Iterator[Document]:
    """Return the source, the sitemaps that it names, and the pages that follow it."""
    waiting = deque([search.source])
    known = {normalised(search.source)}
    pages = 0
    for _ in range(MOST_DOCUMENTS):
        if not waiting:
            return
        url = waiting.popleft()
        document = _read(url, search, load)
        if document is None:
            continue
        yield document
        further = list(document.sitemaps)
        if document.kind in {"feed", "page"}:
            pages += 1
            further += [document.following] if document.following and pages < search.max_pages else []
        new = [one for one in dict.fromkeys(further) if one not in known]
        known.update(new)
        waiting.extendleft(reversed(new))
    raise InvalidRequestError(f"Field 'source' leads to more than {MOST_DOCUMENTS:,} documents. Name a part of it.")


def _read(url: str, search: Search, load: Callable[[str, int], Outcome]) -> Document | None:
    """Return the document at *url*, None if it is one of many and can be left out."""
    outcome = load(url, MAX_BYTES)
    failure: str | None = None
    if isinstance(outcome, Page):
        try:
            document = read_document(outcome, select=search.select)
            return replace(
                document,
                links=_so_far(document.links, url, search),
                sitemaps=_so_far(document.sitemaps, url, search),
            )
        except (TooLargeError, UnpackingError) as error:
            failure = str(error) or f"larger than {MAX_BYTES // 1024**2} MB when unpacked"
    elif isinstance(outcome, Failed) and outcome.cause not in LASTING:
        raise PageUnreachableError(
            f"The document {url} cannot be loaded: {outcome.reason}. {ADVICE}",
            status=outcome.status,
            retry_after=outcome.retry_after,
        )
    elif isinstance(outcome, Failed):
        failure = outcome.reason
    elif url == search.source:
        raise PageUnreachableError(f"The document {url} is not there: it was answered {_status(outcome)}. {ADVICE}")
    if url == search.source:
        raise InvalidRequestError(f"Field 'source' names {url}, which cannot be read: {failure}.")
    log.warning("The document %s is left out: %s.", url, failure or f"answered {_status(outcome)}")
    return None


def _so_far(found: Iterable[Entry], url: str, search: Search) -> Iterator[Entry]:
    """Yield what was *found* in the document at *url*; warn if there should be more, or raise if that is nothing."""
    count = 0
    try:
        for count, entry in enumerate(found, 1):  # noqa: B007 - counts beyond the loop
            yield entry
    except IncompleteError:
        if not count and url == search.source:
            raise PageUnreachableError(
                f"The document {url} is cut off or damaged, and no link of it can be read. {ADVICE}"
            ) from None
        log.warning(
            "The document %s is cut off or damaged. Only its first %d links were read; the others are missing here.",
            *(url, count),
        )


def _status(outcome: Outcome) -> object:
    return outcome.status if isinstance(outcome, Gone) else "nothing new"


def _is_wanted(link: Link, search: Search, hosts: set[str]) -> bool:
    return (
        (not search.same_site or any(is_of_site(link.link, host) for host in hosts))
        and (search.since is None or link.latest is None or link.latest >= search.since)
        and (search.include is None or search.include(link.link))
        and (search.exclude is None or not search.exclude(link.link))
    )
