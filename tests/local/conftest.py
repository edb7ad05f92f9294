"""The service, in process or on its own, and a website for it to read."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from airflow_provider.local.app import create_app
from airflow_provider.local.settings import Settings
from tests.local.website import COMMAND, KEY, LOOPBACK, Call, Serve, Site, serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def site() -> Iterator[Site]:
    with serving() as found:
        yield found


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(key=KEY, data=tmp_path / "data", allow_net=LOOPBACK, page_timeout=60.0)


@pytest.fixture
def call(settings: Settings) -> Call:
    """Send one request to the service in process, with the right key unless told otherwise."""

    def send(
        method: str,
        path: str,
        *,
        key: str | bytes | None = f"Token {KEY}",
        using: Settings = settings,
        **request: Any,
    ) -> httpx.Response:
        headers = {**({"Authorization": key} if key is not None else {}), **request.pop("headers", {})}

        async def ask() -> httpx.Response:
            transport = httpx.ASGITransport(create_app(using))
            async with httpx.AsyncClient(transport=transport, base_url="http://service") as client:
                return await client.request(method, path, headers=headers, timeout=60, **request)

        return asyncio.run(ask())

    return send


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Serve]:
    """Start the service by its own command, on a free port, and have it write its log to the file *log*."""
    processes: list[subprocess.Popen[str]] = []

    def start(*arguments: str, log: Path | None = None, **environment: str) -> tuple[subprocess.Popen[str], str]:
        with contextlib.ExitStack() as open_files:
            process = subprocess.Popen(  # noqa: S603 - our own command
                [*COMMAND, "serve", "--port", "0", "--data", str(tmp_path), *arguments],
                stdout=subprocess.PIPE,
                stderr=open_files.enter_context(log.open("w")) if log else None,
                text=True,
                env={**os.environ, **environment},
            )
        processes.append(process)
        assert process.stdout is not None
        return process, process.stdout.readline().strip().removeprefix("Listening on ")

    yield start
    for process in processes:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=60)
        assert process.stdout is not None
        process.stdout.close()
