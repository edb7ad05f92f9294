"""
Chromium's DevTools protocol over its pipe: commands, their results, and events; JSON that ends with a zero byte.

Knows no page and no limit of the service; what does not come in time raises TimeoutError.
"""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

Event = Callable[[Mapping[str, Any]], None]


class DevtoolsError(Exception):
    """The browser has refused a command, or has ended."""


class Devtools:
    """
    One browser's end of the pipe.

    `events` is called with the parameters of an event of its name.
    """

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._gone = False
        self.events: dict[str, Event] = {}

    async def call(self, method: str, *, within: float, session: str | None = None, **params: Any) -> dict[str, Any]:
        """Return the result of *method*, which has to come *within* so many seconds."""
        number = next(self._numbers)
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[number] = answer
        try:
            self.tell(method, number=number, session=session, **params)
            async with asyncio.timeout(within):
                return await answer
        finally:
            del self._waiting[number]

    def tell(self, method: str, *, session: str | None, number: int | None = None, **params: Any) -> None:
        """Send *method*, and wait for nothing."""
        if self._gone or self._process.stdin is None:
            raise DevtoolsError("the browser has ended")
        command = {"id": number or next(self._numbers), "method": method, "params": params}
        self._process.stdin.write(
            json.dumps({**command, **({"sessionId": session} if session else {})}).encode() + b"\0"
        )

    async def read(self) -> None:
        """Take what the browser says until it ends."""
        try:
            while self._process.stdout is not None:
                self._take(json.loads((await self._process.stdout.readuntil(b"\0"))[:-1]))
        except (EOFError, OSError, ValueError, asyncio.LimitOverrunError):
            pass
        finally:
            self._gone = True
            for answer in self._waiting.values():
                if not answer.done():
                    answer.set_exception(DevtoolsError("the browser has ended"))

    def _take(self, message: dict[str, Any]) -> None:
        answer = self._waiting.get(message.get("id", 0))
        if answer is None or answer.done():
            self.events.get(message.get("method", ""), _ignore)(message.get("params", {}))
        elif "error" in message:
            answer.set_exception(DevtoolsError(str(message["error"].get("message"))[:200]))
        else:
            answer.set_result(message["result"])


def _ignore(_: Mapping[str, Any]) -> None:
    """Nobody asked for this event."""


@asynccontextmanager
async def speaking_to(process: asyncio.subprocess.Process) -> AsyncIterator[Devtools]:
    """Listen to the browser *process* as long as the context lasts."""
    found = Devtools(process)
    listening = asyncio.ensure_future(found.read())
    try:
        yield found
    finally:
        listening.cancel()
