"""
Pages read for a check of rows: for free, in threads ahead of the rows, each once where its rows stand together.

What `reuse` has looked at in the same try is not loaded again.
Decides which page can be read; what it states is `web.stated`'s business, and what is at fault `results.checking`'s.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import islice
from types import TracebackType
from typing import Any, Self, TypeVar

from airflow_provider.extras import require
from airflow_provider.pages import configured_manners
from airflow_provider.web.fetching import Fetcher
from airflow_provider.web.observing import observe
from airflow_provider.web.outcomes import Page
from airflow_provider.web.reading import is_text
from airflow_provider.web.seen import PagesSeen
from airflow_provider.web.stated import Stated

log = logging.getLogger(__name__)

T = TypeVar("T")

# Pages that are read at once, and those that may wait for their rows: each takes memory.
AT_ONCE = 16
AHEAD = 48

# A page's address, and whatever the caller knows by it.
Asked = tuple[str, T]


class PagesRead:
    """
    A context manager, for it holds threads.

    :param allow_private: also read addresses that are not public
    :param seen: pages that need not be loaded, for they are at hand
    """

    def __init__(self, *, allow_private: bool, seen: PagesSeen | None = None) -> None:
        require("watch")
        self._seen = seen
        self._fetcher = Fetcher(allow_private=allow_private, **configured_manners())
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="content-ai-pages")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._threads.shutdown(cancel_futures=True)

    def read(self, url: str) -> Stated | None:
        """Return what the page at *url* states; None if that cannot be told, or there is no *url*."""
        if not url:
            return None
        outcome = (None if self._seen is None else self._seen.find(url)) or self._fetcher.fetch(url)
        if not isinstance(outcome, Page) or not is_text(outcome.body, outcome.content_type):
            return None
        try:
            return None if observe(outcome, asked=url, reading="").doubt else Stated(outcome)
        except Exception as error:  # noqa: BLE001 - whatever a page holds, the others have to be read
            log.info("%s cannot be read (%s: %s).", url, type(error).__name__, error)
            return None

    def beside(self, asked: Iterable[Asked[T]]) -> Iterator[tuple[T, Stated | None]]:
        """Yield all of *asked* in order, each with what its page states."""
        left = iter(asked)
        waiting: deque[tuple[T, Future[Stated | None]]] = deque()
        last: tuple[str, Future[Any]] | None = None
        while True:
            for url, one in islice(left, AHEAD - len(waiting)):
                if last is None or last[0] != url:
                    last = (url, self._threads.submit(self.read, url))
                waiting.append((one, last[1]))
            if not waiting:
                return
            one, page = waiting.popleft()
            yield one, page.result()
