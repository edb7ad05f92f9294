"""One request through either client, under one signature, so that a table runs against both."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from airflow_provider.api.answers import Answer
from airflow_provider.api.client import AsyncClient, Client, Meter
from airflow_provider.api.request import Request
from airflow_provider.api.settings import Settings


class Waiting:
    """A `Meter` as an `AsyncMeter`: it hears the same, and holds nothing back."""

    def __init__(self, meter: Meter) -> None:
        self._meter = meter
        self.settled = meter.settled

    async def sending(self, request: Request, settings: Settings) -> None:
        self._meter.sending(request, settings)


Send = Callable[[Settings, Request, Meter], Answer]


def by_sync(settings: Settings, request: Request, meter: Meter) -> Answer:
    return Client(settings).send(request, meter=meter)


def by_async(settings: Settings, request: Request, meter: Meter) -> Answer:
    async def send() -> Answer:
        async with AsyncClient(settings) as client:
            return await client.send(request, meter=Waiting(meter))

    return asyncio.run(send())
