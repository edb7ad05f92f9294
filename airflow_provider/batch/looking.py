"""
Looking at the pages of a batch ahead of its calls: what is unchanged is used again, and the rest is paid for.

Each host has one visitor, for it is visited once at a time anyway; so no host waits for another's. What a look means
is `reuse`'s business, and what becomes of an answer the engine's.
"""

from __future__ import annotations

import asyncio
from array import array
from collections import deque
from collections.abc import Callable, Iterable
from urllib.parse import urlsplit

from airflow_provider.api.answers import Answer
from airflow_provider.api.request import Request
from airflow_provider.reuse import AnswerMemory
from airflow_provider.web.policy import Pay, Reused

# Hosts that are visited at once.
AT_ONCE = 64

# Takes the answer of an item that is used again; says whether it is of use.
Take = Callable[[int, Request, Answer, Reused], bool]


class Looking:
    """
    The looks of one event loop.

    :param memory: what earlier runs have paid for
    :param indexes: the items to look at
    :param request_for: builds the request of an item
    :param take: takes the answer of one whose page is as it was
    :param ahead: how many pages may wait to be paid for; each was seen before it is asked about, and may change
    :param anew: nothing is used again
    """

    def __init__(  # noqa: PLR0913 - keyword-only, each with a meaning of its own
        self,
        *,
        memory: AnswerMemory,
        indexes: Iterable[int],
        request_for: Callable[[int], Request],
        take: Take,
        ahead: int,
        anew: bool,
    ) -> None:
        self._memory = memory
        self._request_for = request_for
        self._take = take
        self._anew = anew
        self._fetcher = memory.fetcher()
        self._hosts = deque(_by_host(indexes, request_for))
        self._to_pay: asyncio.Queue[tuple[int, Pay] | None] = asyncio.Queue(ahead)

    async def run(self) -> None:
        """Look at all pages; ends once `next` has nothing more to wait for."""
        visitors = [asyncio.create_task(self._visit()) for _ in range(min(AT_ONCE, len(self._hosts)))]
        try:
            await asyncio.gather(*visitors)
        finally:
            for visitor in visitors:
                visitor.cancel()
        await self._to_pay.put(None)

    @property
    def is_waiting(self) -> bool:
        """Whether `next` has nothing at hand."""
        return self._to_pay.empty()

    async def next(self) -> tuple[int, Pay] | None:
        """Return an item to pay for, and why; None when there is none any more."""
        found = await self._to_pay.get()
        if found is None:
            # For whoever else is waiting; what was taken has made room.
            self._to_pay.put_nowait(None)
        return found

    async def _visit(self) -> None:
        while self._hosts:
            host = self._hosts.popleft()
            await self._look(host.pop())
            if host:
                self._hosts.append(host)

    async def _look(self, index: int) -> None:
        request = self._request_for(index)
        decision = await self._memory.look(request, self._fetcher, anew=self._anew)
        if isinstance(decision, Reused):
            # Where nothing is loaded, nothing else would ever have its turn.
            await asyncio.sleep(0)
            answer = self._memory.answer(request, decision.entry)
            if answer is not None and self._take(index, request, answer, decision):
                return
            decision = Pay("new")
        await self._to_pay.put((index, decision))


def _by_host(indexes: Iterable[int], request_for: Callable[[int], Request]) -> Iterable[array[int]]:
    """Return the items of each host, the first one last."""
    hosts: dict[str, array[int]] = {}
    for index in indexes:
        hosts.setdefault(urlsplit(request_for(index).page).hostname or "", array("l")).append(index)
    for items in hosts.values():
        items.reverse()
    return hosts.values()
