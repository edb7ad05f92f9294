"""A service for batches that does with each link what the test says, and remembers who was asked when."""

from __future__ import annotations

import json
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.serving import Act, Listener, Received, Stage, answer

SCHEMA = {"title": "string", "price": "number"}
# How long a busy machine may take to bring together those who are waited for.
PATIENCE = 60.0


def links(number: int) -> list[str]:
    return [f"https://example.com/{index}" for index in range(number)]


def row_of(link: str) -> dict[str, Any]:
    return {"title": f"The book at {link}", "price": len(link)}


def rows(asked: list[str]) -> list[dict[str, Any]]:
    return [{"link": link, **row_of(link)} for link in asked]


def page(link: str, **more: Any) -> Act:
    """Answer as a good service does."""
    return answer(200, {"response": [row_of(link)], "tokens": 2, "success": True, **more})


def refusal(status: int, **headers: str) -> Act:
    return answer(status, {"error": "Not now.", "success": False}, **headers)


class Service(Listener):
    """
    Calls *act* with link and how often it has been asked for; what that returns is done, *delay* seconds later.

    `sent` counts requests by link, `times` and `links` are those of all requests, `busiest` the most at once.
    """

    def __init__(self, act: Callable[[str, int], Act] = lambda link, _: page(link), *, delay: float = 0.0) -> None:
        self.sent: Counter[str] = Counter()
        self.times: list[float] = []
        self.links: list[str] = []
        self.answered: Counter[str] = Counter()
        self.busiest = 0
        self.inside = 0
        self._act = act
        self._delay = delay
        self._most_needed = 0
        self._gathered = threading.Event()
        self._gathered.set()
        super().__init__((), None)

    def gather(self, number: int) -> None:
        """From now on, answer nobody before that many are inside at once."""
        self._most_needed = number
        self._gathered.clear()

    def close(self) -> None:
        self._gathered.set()
        super().close()

    def choose(self, request: Received) -> Act:
        link = json.loads(request.body)["link"]
        self.sent[link] += 1
        self.times.append(time.monotonic())
        self.links.append(link)
        self.inside += 1
        self.busiest = max(self.busiest, self.inside)
        act = self._act(link, self.sent[link])
        if self.inside >= self._most_needed:
            self._gathered.set()

        def play(stage: Stage) -> None:
            self._gathered.wait(PATIENCE)
            stage.over.wait(self._delay)
            with self._lock:
                # Before the answer leaves: the next request may be here before we are back.
                self.inside -= 1
                self.answered[link] += 1
            act(stage)

        return play
