"""One client in ten sends documents that exhaust their reader: how much slower the others are answered."""

from __future__ import annotations

import asyncio
import itertools
import statistics
import tempfile
import time
from pathlib import Path

import httpx

from dags_examples.run.local_service import LocalService
from tests.benchmarks.figures import Figures
from tests.local import hostile
from tests.local.website import Site, serving

CLIENTS = 9
SECONDS = 5.0
ROUNDS = 3
NUMBERS = itertools.count()


def main() -> None:
    """Measure and print."""
    figures = Figures("hostile")
    rates: dict[bool, list[float]] = {False: [], True: []}
    with serving() as site, tempfile.TemporaryDirectory() as folder, LocalService(Path(folder) / "data") as service:
        asyncio.run(_answered(site, service, beside_hostile=False))
        for _ in range(ROUNDS):
            for beside_hostile, found in rates.items():
                found.append(asyncio.run(_answered(site, service, beside_hostile=beside_hostile)))
    alone, beside = (statistics.median(found) for found in rates.values())
    figures.note(f"{CLIENTS} clients, Markdown of a page", alone, "pages/s")
    figures.note("the same beside one client of hostile documents", beside, "pages/s")
    figures.judge("beside / alone", beside / alone, at_least=0.8)
    figures.write()


async def _answered(site: Site, service: LocalService, *, beside_hostile: bool) -> float:
    """Return how many pages a second were answered to clients that send the next when they have the last."""
    page = site.put("/page", "<h1>Lamp</h1>" + "<p>Price: $9 <a href=x>one</a> two three</p>" * 100)
    until = time.monotonic() + SECONDS
    headers = {"Authorization": f"Token {service.key}"}
    async with httpx.AsyncClient(base_url=service.url, headers=headers, timeout=120, trust_env=False) as http:

        async def send(link: str) -> int:
            answer = await http.post("/v2/markdown-converter/", json={"link": link, "type": "file"})
            return answer.status_code

        async def read_pages() -> int:
            count = 0
            while time.monotonic() < until:
                count += await send(page) == httpx.codes.OK
            return count

        async def exhaust() -> None:
            while True:
                number = next(NUMBERS)
                body = hostile.doubling_pdf() if number % 2 else hostile.endless_pdf(1000 + number)
                # A document that was refused is refused at once, so each is another one.
                await send(site.put(f"/{number}", body + b"\n%% %d" % number, media_type=hostile.PDF))

        other = asyncio.ensure_future(exhaust()) if beside_hostile else None
        counts = await asyncio.gather(*(read_pages() for _ in range(CLIENTS)))
        if other is not None:
            other.cancel()
    return sum(counts) / SECONDS


if __name__ == "__main__":
    main()
