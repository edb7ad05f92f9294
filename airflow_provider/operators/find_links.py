"""The operator that finds links for free. Builds the search and hands its links on; `web.links` does the rest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from functools import partial
from typing import TYPE_CHECKING, Any

from airflow.sdk import BaseOperator

from airflow_provider.api.schema import RowSchema
from airflow_provider.errors import InvalidRequestError, ResultError
from airflow_provider.extras import require
from airflow_provider.operators.meaningless import NEVER, refuse_meaningless
from airflow_provider.operators.templates import is_literal
from airflow_provider.pages import configured_manners, memory_at
from airflow_provider.results import MAX_XCOM_BYTES, check_path, check_size, refuse_suffix, write_rows
from airflow_provider.results.preview import PREVIEW_KEY, Preview
from airflow_provider.retry import ContentAIRetryPolicy
from airflow_provider.web.checks import check_flag
from airflow_provider.web.links.finding import Search, find_links

if TYPE_CHECKING:
    from airflow.sdk import Context, RetryPolicy

    from airflow_provider.web.fetching import Fetcher
    from airflow_provider.web.memory.links import LinkMemory
    from airflow_provider.web.outcomes import Outcome

# Without a schema of their own, and read by a batch as its items.
SUFFIXES = (".jsonl", ".jsonl.gz", ".csv")
# A sitemap may be fifty times as long as a page.
DOCUMENT_SECONDS = 300.0
ROWS = RowSchema({"link": "string", "lastmod": "string"})


class FindLinksOperator(BaseOperator):
    """
    Find links, and pay nothing: in a sitemap, a feed, or a page and the pages that follow it.

    Returns records `{"link", "lastmod"}` in the order of the source, each page once; or the path of a file of them.
    `lastmod` is in ISO 8601, and null where the source does not say. Fragments are dropped, queries are kept.

    :param source: the address of a sitemap, an index of sitemaps, a robots.txt that lists them, a feed (RSS, Atom,
        JSON Feed) or a page (templated)
    :param include: patterns over the whole address, of which one has to match: `*` is anything without a slash,
        `**` anything, and `re:` begins a regular expression (templated)
    :param exclude: patterns of which none may match (templated)
    :param same_site: leave out links to other hosts than the source's and those below it
    :param limit: the most links to return
    :param since: leave out what was last changed before, where the source says so (templated)
    :param only_new: leave out what earlier runs have found; needs `memory`
    :param memory: a folder on any storage where found links are remembered, such as `s3://bucket/links` (templated)
    :param max_pages: how many pages of a list to read, by their links to the next
    :param select: CSS selectors of the links, or of what holds them, in a page (templated)
    :param allow_private: also read addresses that are not public
    :param result_path: write the links there (`.jsonl`, `.jsonl.gz`, `.csv`) and return the path (templated)
    :param max_xcom_bytes: a larger result fails with the advice to set `result_path`
    :param retry_policy: decides which errors Airflow retries; None leaves it to `retries` alone
    """

    template_fields: Sequence[str] = ("source", "include", "exclude", "since", "memory", "select", "result_path")
    ui_color = "#e8f1ec"

    def __init__(  # noqa: PLR0913 - keyword-only, each with a meaning of its own
        self,
        *,
        source: str,
        include: str | Sequence[str] = (),
        exclude: str | Sequence[str] = (),
        same_site: bool = True,
        limit: int | None = None,
        since: date | str | None = None,
        only_new: bool = False,
        memory: str | None = None,
        max_pages: int = 1,
        select: str | Sequence[str] | None = None,
        allow_private: bool = False,
        result_path: str | None = None,
        max_xcom_bytes: int = MAX_XCOM_BYTES,
        retry_policy: RetryPolicy | None = ContentAIRetryPolicy(),  # noqa: B008 - it has no state
        **kwargs: Any,
    ) -> None:
        refuse_meaningless(type(self), kwargs, NEVER)
        super().__init__(retry_policy=retry_policy, **kwargs)
        self.source = source
        self.include = include
        self.exclude = exclude
        self.same_site = same_site
        self.limit = limit
        self.since = since
        self.only_new = only_new
        self.memory = memory
        self.max_pages = max_pages
        self.select = select
        self.allow_private = allow_private
        self.result_path = result_path
        self.max_xcom_bytes = max_xcom_bytes
        for name, flag in (("same_site", same_site), ("only_new", only_new), ("allow_private", allow_private)):
            check_flag(flag, field=name)
        if only_new and memory is None:
            raise InvalidRequestError("Field 'only_new' needs 'memory'. Give a folder, such as 's3://bucket/links'.")
        if limit is not None and (isinstance(limit, bool) or not isinstance(limit, int) or limit < 1):
            raise InvalidRequestError(f"Field 'limit' is {limit!r}. Give a whole number from 1, or None.")
        if is_literal([source, include, exclude, select]) and (isinstance(since, date) or is_literal(since)):
            self._search()
        refuse_suffix(result_path, SUFFIXES)

    def execute(self, context: Context) -> Any:
        """Return the links as `result_path` says, and remember them where there is a `memory`."""
        require("watch")
        if self.result_path is not None:
            check_path(self.result_path, SUFFIXES)
        memory = self._opened_memory(context)
        found: list[str] = []
        links = self._records(memory, found)
        if self.result_path is not None:
            preview = Preview(ROWS.columns)
            result: Any = write_rows(self.result_path, preview.watch(links), ROWS)
            if self.do_xcom_push:
                context["ti"].xcom_push(key=PREVIEW_KEY, value=preview.shown())
        else:
            result = list(links)
            if self.do_xcom_push:
                check_size(result, self.max_xcom_bytes)
        if memory is not None:
            self._save(memory, found)
        self.log.info("%d links were found in %s.", len(found), self.source)
        return result

    def _records(self, memory: LinkMemory | None, found: list[str]) -> Iterator[dict[str, str | None]]:
        from airflow_provider.web.fetching import Fetcher

        fetcher = Fetcher(allow_private=self.allow_private, **configured_manners())
        for link in find_links(self._search(), partial(_load, fetcher)):
            if self.only_new and memory is not None and not memory.is_new(link.link):
                continue
            found.append(link.link)
            yield link.record()
            if len(found) == self.limit:
                return

    def _search(self) -> Search:
        return Search.of(
            self.source,
            include=self.include,
            exclude=self.exclude,
            same_site=self.same_site,
            since=self.since,
            max_pages=self.max_pages,
            select=self.select,
        )

    def _opened_memory(self, context: Context) -> LinkMemory | None:
        if self.memory is None:
            return None
        from airflow_provider.web.memory.links import LinkMemory

        ti: Any = context["ti"]
        # The same in every try, so that what a try that failed has found is still new.
        run = "/".join((ti.dag_id, ti.run_id, ti.task_id, str(ti.map_index)))
        memory = LinkMemory(memory_at(self.memory), run)
        try:
            memory.load()
        except Exception as error:
            # Every storage has errors of its own; without the memory every link would be new, and paid for.
            raise ResultError(
                f"The memory {self.memory!r} cannot be read ({type(error).__name__}: {error}). Correct its storage, "
                "restore it, or name an empty folder."
            ) from error
        return memory

    def _save(self, memory: LinkMemory, found: Sequence[str]) -> None:
        try:
            memory.save(found)
        except Exception as error:
            # As above. The next try, or run, finds the same links.
            raise ResultError(
                f"The memory {self.memory!r} cannot be written ({type(error).__name__}: {error}). Correct it or its "
                "storage. Nothing was paid, and nothing is remembered."
            ) from error


def _load(fetcher: Fetcher, url: str, limit: int) -> Outcome:
    return fetcher.fetch(url, limit=limit, within=DOCUMENT_SECONDS)
