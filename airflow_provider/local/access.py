"""One line in the log for each request: what was asked, what came of it, how long it took. Never a key or a query."""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING
from urllib.parse import quote

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

log = logging.getLogger(__name__)
# Of a path, which may be anything.
_MOST_SHOWN = 200


class AccessLog:
    """An ASGI application that logs what another one answers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, and log it: method, path, status, milliseconds and bytes of the body; no status is a dash."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        started = time.perf_counter()
        status, size = "-", 0

        async def counted(message: Message) -> None:
            nonlocal status, size
            if message["type"] == "http.response.start":
                status = str(message["status"])
            size += len(message.get("body", b""))
            await send(message)

        try:
            await self._app(scope, receive, counted)
        finally:
            # Quoted: a path may hold a line break.
            path = quote(scope["path"], errors="replace")[:_MOST_SHOWN]
            took = (time.perf_counter() - started) * 1000
            log.info("%s %s %s %.0f ms %d bytes", scope["method"], path, status, took, size)
