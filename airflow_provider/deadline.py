"""
A bound for a whole blocking exchange: a server that drips its answer byte by byte outlives every socket timeout.

Knows httpx's `trace` extension, which tells of a connection as it is opened.
"""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self


class Deadline:
    """
    Shuts the connections of an exchange down when *seconds* are over, under whoever reads from them.

    A context manager. `passed` says whether it came to that; `trace` belongs into the request's extensions.
    """

    def __init__(self, seconds: float) -> None:
        self.passed = False
        self._lock = threading.Lock()
        self._sockets: list[socket.socket] = []
        self._timer = threading.Timer(seconds, self._pass)
        self._timer.daemon = True

    def trace(self, event: str, info: Mapping[str, Any]) -> None:
        """Hear of *event*; a connection that is opened is remembered."""
        if event != "connection.connect_tcp.complete":
            return
        with self._lock:
            # A handle of our own: TLS takes the socket itself away.
            self._sockets.append(info["return_value"].get_extra_info("socket").dup())
            if self.passed:
                self._shut_down()

    def _pass(self) -> None:
        with self._lock:
            self.passed = True
            self._shut_down()

    def _shut_down(self) -> None:
        for connection in self._sockets:
            # The other side may have been faster.
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)

    def __enter__(self) -> Self:
        self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._timer.cancel()
        with self._lock:
            while self._sockets:
                self._sockets.pop().close()
