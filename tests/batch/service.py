"""A service for batches that does with each link what the test says, and remembers who was asked when."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.serving import Act, Listener, Received, Stage, answer

SCHEMA = {"title": "string", "price": "number"}


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
        super().__init__((), None)

    def choose(self, request: Received) -> Act:
        link = json.loads(request.body)["link"]
        self.sent[link] += 1
        self.times.append(time.monotonic())
        self.links.append(link)
        self.inside += 1
        self.busiest = max(self.busiest, self.inside)
        act = self._act(link, self.sent[link])

        def play(stage: Stage) -> None:
            stage.over.wait(self._delay)
            with self._lock:
                # Before the answer leaves: the next request may be here before we are back.
                self.inside -= 1
                self.answered[link] += 1
            act(stage)

        return play
