"""The connection of calls: kept while it is fit for another one, and never shared with one that was cut off."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from airflow_provider.api import line
from airflow_provider.api.answers import ExtractAnswer
from airflow_provider.api.client import AsyncClient
from airflow_provider.api.requests import ExtractRequest
from tests.standins import settings

Converse = Callable[["Server", asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class Server:
    """A server on the event loop of the test, which keeps connections; *converse* answers on each."""

    def __init__(self, converse: Converse) -> None:
        self.connections = 0
        self.asked = asyncio.Event()
        self.closed = asyncio.Event()
        self._converse = converse

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            await self._converse(self, reader, writer)
        except asyncio.IncompleteReadError:
            pass
        finally:
            writer.close()
            self.closed.set()


async def read(reader: asyncio.StreamReader) -> str:
    """Return what is asked in the next request."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
    body = await reader.readexactly(int(length.partition(b":")[2]))
    return str(json.loads(body)["prompt"])


def answer(words: str) -> bytes:
    body = json.dumps({"response": words, "tokens": 7, "success": True}).encode()
    return b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)


async def echo(_: Server, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while True:
        writer.write(answer(await read(reader)))


async def echo_once(_: Server, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    writer.write(answer(await read(reader)))
    await writer.drain()


async def echo_but_late(server: Server, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    words = await read(reader)
    if words == "late":
        server.asked.set()
        # Until the client has let go of the connection.
        await reader.read()
    writer.write(answer(words))
    await writer.drain()


@asynccontextmanager
async def asking(converse: Converse) -> AsyncIterator[tuple[Server, Callable[[str], Awaitable[str]]]]:
    server = Server(converse)
    listening = await asyncio.start_server(server.accept, "127.0.0.1", 0)
    host, port = listening.sockets[0].getsockname()
    async with listening, AsyncClient(settings(f"http://{host}:{port}")) as client:

        async def ask(words: str) -> str:
            request = ExtractRequest.build(link="https://example.com/", prompt=words)
            said = await client.send(request)
            assert isinstance(said, ExtractAnswer)
            return str(said.response)

        yield server, ask


def test_calls_one_after_another_have_one_connection() -> None:
    async def call() -> tuple[list[str], int]:
        async with asking(echo) as (server, ask):
            return [await ask("one"), await ask("two"), await ask("three")], server.connections

    assert asyncio.run(call()) == (["one", "two", "three"], 1)


def test_a_connection_that_the_service_has_closed_meanwhile_is_opened_anew() -> None:
    async def call() -> tuple[list[str], int]:
        async with asking(echo_once) as (server, ask):
            first = await ask("one")
            await asyncio.wait_for(server.closed.wait(), 30)
            return [first, await ask("two")], server.connections

    assert asyncio.run(call()) == (["one", "two"], 2)


def test_a_connection_that_was_idle_for_long_is_opened_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(line, "KEPT_SECONDS", -1.0)

    async def call() -> tuple[list[str], int]:
        async with asking(echo) as (server, ask):
            return [await ask("one"), await ask("two")], server.connections

    assert asyncio.run(call()) == (["one", "two"], 2)


def test_after_a_call_that_was_given_up_the_next_has_a_connection_of_its_own() -> None:
    async def call() -> tuple[str, int]:
        async with asking(echo_but_late) as (server, ask):
            given_up = asyncio.ensure_future(ask("late"))
            await asyncio.wait_for(server.asked.wait(), 30)
            given_up.cancel()
            await asyncio.wait([given_up])
            return await ask("next"), server.connections

    assert asyncio.run(call()) == ("next", 2)
