"""
A server on loopback that misbehaves exactly as a test tells it to.

Speaks HTTP by hand, because a proper server refuses to cut answers off, lie about lengths or fall silent.
"""

from __future__ import annotations

import json
import os
import socket
import ssl
import struct
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass

REASONS = {200: "OK", 400: "Bad Request", 401: "Unauthorized", 404: "Not Found", 429: "Too Many Requests"}
# Longer than any timeout of a test, on any machine, short enough for a test that fails to end.
LONGEST = 20.0


@dataclass(frozen=True)
class Received:
    """One request as it came over the wire."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes


@dataclass(frozen=True)
class Stage:
    """Where an act plays: the open connection, and *over*, which is set when the server closes."""

    peer: socket.socket
    over: threading.Event


Act = Callable[[Stage], None]


def answer(status: int = 200, body: object = b"", **headers: str) -> Act:
    """Answer properly; *body* is bytes, or anything else as JSON. Underscores in header names become dashes."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return raw(head(status, **{"Content_Length": str(len(content)), **headers}) + content)


def raw(*pieces: bytes, pause: float = 0.0) -> Act:
    """Send *pieces* as they are, *pause* seconds after each, then hang up."""

    def act(stage: Stage) -> None:
        for piece in pieces:
            stage.peer.sendall(piece)
            if pause and stage.over.wait(pause):
                return

    return act


def head(status: int = 200, **headers: str) -> bytes:
    """Return the bytes of a status line and *headers*."""
    shown = {"Content_Type": "application/json", "Connection": "close", **headers}
    lines = [f"HTTP/1.1 {status} {REASONS.get(status, 'Status')}"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in shown.items()]
    return "\r\n".join([*lines, "", ""]).encode()


def cut_off(status: int = 200, body: bytes = b'{"success": tr', **headers: str) -> Act:
    """Hang up before the body is as long as was promised."""
    return raw(head(status, Content_Length=str(len(body) + 100), **headers) + body)


def garbled(*pieces: bytes) -> Act:
    """Send *pieces*, then, past all encryption, what is no TLS."""

    def act(stage: Stage) -> None:
        raw(*pieces)(stage)
        with socket.socket(fileno=os.dup(stage.peer.fileno())) as wire:
            wire.sendall(b"not encrypted " * 20)
            stage.over.wait(LONGEST)

    return act


def dripping(content: bytes, *, pause: float, before: bytes = b"") -> Act:
    """Send *before* at once, then *content* byte by byte."""
    pieces = [bytes([byte]) for byte in content]
    return raw(before, *pieces, pause=pause)


def silence(stage: Stage) -> None:
    """Hang up without a word."""


def reset(stage: Stage) -> None:
    """Reset the connection, as a crashing server or a firewall does."""
    stage.peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def hang(stage: Stage) -> None:
    """Say nothing until the client or the test is done."""
    stage.over.wait(LONGEST)


class Listener:
    """A listening socket and what came in through it."""

    def __init__(self, acts: tuple[Act, ...], certificate: tuple[str, str] | None) -> None:
        self.requests: list[Received] = []
        self._acts = acts
        self._over = threading.Event()
        self._lock = threading.Lock()
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=256)
        self._tls = None
        if certificate is not None:
            self._tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._tls.load_cert_chain(*certificate)
        self._threads = [threading.Thread(target=self._accept, daemon=True)]
        self._threads[0].start()

    @property
    def url(self) -> str:
        """The server's base URL."""
        scheme = "http" if self._tls is None else "https"
        return f"{scheme}://127.0.0.1:{self._socket.getsockname()[1]}"

    def choose(self, request: Received) -> Act:
        """Return what to do with *request*, the last of `requests`; never called twice at once."""
        return self._acts[min(len(self.requests), len(self._acts)) - 1]

    def close(self) -> None:
        """End every act and wait for it."""
        self._over.set()
        with suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        for thread in self._threads:
            thread.join(LONGEST)

    def _accept(self) -> None:
        while True:
            try:
                peer, _ = self._socket.accept()
            except OSError:
                return
            thread = threading.Thread(target=self._converse, args=(peer,), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _converse(self, peer: socket.socket) -> None:
        peer.settimeout(LONGEST)
        # The client may hang up at any point: that is what half of the tests are about.
        with suppress(OSError), peer:
            if self._tls is not None:
                peer = self._tls.wrap_socket(peer, server_side=True)
            with peer:
                request = _read(peer)
                if request is None:
                    return
                with self._lock:
                    self.requests.append(request)
                    act = self.choose(request)
                act(Stage(peer, self._over))


def scripted(*acts: Act, certificate: tuple[str, str] | None = None) -> Listener:
    """Return a running server that plays *acts*, one a request, the last one again and again."""
    return Listener(acts, certificate)


def _read(peer: socket.socket) -> Received | None:
    with peer.makefile("rb") as stream:
        method, _, rest = stream.readline().decode("latin-1").partition(" ")
        if not method:
            return None
        headers = {}
        while line := stream.readline().decode("latin-1").strip():
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        length = int(headers.get("content-length", 0))
        body = stream.read(length)
        if len(body) < length:
            # Killed while it was sending.
            return None
    return Received(method, rest.rpartition(" ")[0], headers, body)
