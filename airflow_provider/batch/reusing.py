"""
A batch and the memory of earlier runs: whose answers it takes, and which of its own later runs may use.

What a look at a page means is `reuse`'s business, and when pages are looked at that of `looking`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from airflow_provider.api.answers import Answer
from airflow_provider.api.request import Request
from airflow_provider.api.settings import Settings
from airflow_provider.batch.commits import GroupCommit
from airflow_provider.batch.looking import Looking
from airflow_provider.batch.origins import REUSED, SEEN, Origins, reused_mark
from airflow_provider.batch.progress import Progress
from airflow_provider.batch.spill import SpillFile
from airflow_provider.errors import ContentAIError
from airflow_provider.reuse import AnswerMemory
from airflow_provider.state.kept import content_of
from airflow_provider.web.policy import Pay, Reused


@dataclass(frozen=True, kw_only=True)
class Reusing:
    """
    What is taken from *memory*, and noted for it, in one pass over items.

    *check* refuses an answer that is of no use by today's rules. With *anew* all pages are paid for, and still seen.
    """

    memory: AnswerMemory
    settings: Settings
    commits: GroupCommit
    spill: SpillFile
    origins: Origins
    progress: Progress
    check: Callable[[Request, Answer], object]
    anew: bool

    def looking(self, indexes: Iterable[int], request_for: Callable[[int], Request], *, ahead: int) -> Looking:
        """Return the looks at the pages of *indexes*, at most *ahead* of which wait to be paid for."""
        return Looking(
            memory=self.memory,
            indexes=indexes,
            request_for=request_for,
            take=self._take,
            ahead=ahead,
            anew=self.anew,
        )

    def _take(self, index: int, request: Request, answer: Answer, decision: Reused) -> bool:
        try:
            self.check(request, answer)
        except ContentAIError:
            return False
        paid_at = decision.entry.paid_at
        self.commits.reused(request, answer, self.settings)
        self.commits.keep(request.fingerprint(self.settings.base_url), reused_mark(paid_at))
        self.spill.put(index, content_of(answer, **{REUSED: paid_at}))
        self.origins.reused(index, paid_at)
        self.progress.reused()
        return True

    def content(self, request: Request, answer: Answer, why: Pay) -> bytes:
        """Return what is kept of *answer*, with what was seen of its page just before."""
        return content_of(answer, **{SEEN: self.memory.seen(request, why, answer)})

    def paid(self, index: int, why: Pay) -> None:
        """Note why item *index* was paid for."""
        self.origins.paid(index, why.reason)


def remember(
    memory: AnswerMemory,
    items: Sequence[Any],
    spill: SpillFile,
    *,
    build: Callable[[Any], Request],
    dropped: Collection[int],
) -> None:
    """
    Tell *memory* which answers in *spill* were paid for; those to the items at *dropped* are not used again.

    *build* makes the request of an item. Raises `ResultError` if the memory cannot be written.
    """
    for index, item in enumerate(items):
        if (content := spill.get(index)) is None:
            continue
        if index in dropped:
            memory.drop(build(item))
        elif isinstance(seen := (kept := json.loads(content)).get(SEEN), Mapping):
            request = build(item)
            memory.keep(request, seen, request.answer_type.revived(kept))
    memory.save()
