"""
Asks for what limits give away: one question for all who ask meanwhile, waiting or on an event loop.

A question returns some of what was asked for, perhaps nothing, and after how many seconds to ask for the rest.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Generic, TypeVar

T = TypeVar("T")
# Asks for so many, may wait for I/O but for nothing else.
Question = Callable[[int], tuple[list[T], float]]

# Who waits for others asks again after this long, in seconds: more and more rarely, and not all at once.
FIRST_PAUSE = 0.02
LONGEST_PAUSE = 0.5


def pause_after(times: int) -> float:
    """Return how long to wait for others after having asked in vain *times* times, in seconds."""
    return min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(times, 10)) * random.uniform(0.5, 1.0)  # noqa: S311 - keeps workers apart


def wait_for(question: Question[T]) -> T:
    """Ask *question* for one until there is one, and return it; raises what the question raises."""
    while True:
        got, pause = question(1)
        if got:
            return got[0]
        time.sleep(pause)


class Gathered(Generic[T]):
    """
    Asks *question* in *executor* for all who `take` on one event loop, a question at a time.

    Whoever asks while a question is under way is served by the next one; *give_back* gets what nobody wants any more.
    """

    def __init__(self, question: Question[T], executor: Executor, give_back: Callable[[T], object]) -> None:
        self._question = question
        self._executor = executor
        self._give_back = give_back
        self._waiting: deque[asyncio.Future[T]] = deque()
        self._asking: asyncio.Task[None] | None = None

    async def take(self) -> T:
        """Return one; raises what the question raises."""
        place: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._waiting.append(place)
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask())
        return await place

    async def _ask(self) -> None:
        loop = asyncio.get_running_loop()
        while wanted := sum(not place.done() for place in self._waiting):
            try:
                got, pause = await loop.run_in_executor(self._executor, self._question, wanted)
            except Exception as error:  # noqa: BLE001 - handed to those who wait
                self._refuse(error)
                return
            for one in got:
                self._serve(one)
            if pause:
                await asyncio.sleep(pause)

    def _serve(self, one: T) -> None:
        while self._waiting:
            place = self._waiting.popleft()
            if not place.done():
                place.set_result(one)
                return
        self._give_back(one)

    def _refuse(self, error: Exception) -> None:
        while self._waiting:
            place = self._waiting.popleft()
            if not place.done():
                place.set_exception(error)
