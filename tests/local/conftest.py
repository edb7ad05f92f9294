"""The service in process, and a website for it to read."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from airflow_provider.local.app import create_app
from airflow_provider.local.settings import Settings
from tests.local.website import KEY, LOOPBACK, Call, Site, serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def site() -> Iterator[Site]:
    with serving() as found:
        yield found


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(key=KEY, data=tmp_path / "data", allow_net=LOOPBACK, page_timeout=5.0)


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
                return await client.request(method, path, headers=headers, timeout=30, **request)

        return asyncio.run(ask())

    return send
