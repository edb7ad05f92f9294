"""
5,000 pages, each looked at every 60 s, by the triggerer of a real Airflow: what it costs, and how evenly.

Half of the pages have an ETag and are answered 304. The others have none, and another script and another
advertisement each time, so that every poll reads the whole page. None changes to a reader.
"""

from __future__ import annotations

import asyncio
import itertools
import multiprocessing
import statistics
import tempfile
import time
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import psutil

from dags_examples.run.local_airflow import LocalAirflow
from dags_examples.run.processes import ended_by_signals
from tests.benchmarks.figures import Figures

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.connection import Connection

PAGES = 5000
EVERY = 60
WINDOW = 2 * EVERY
DAGS = Path(__file__).with_name("watch_dags")
ROWS = "".join(f"<tr><td>Book {number}</td><td>£{number}.90</td></tr>" for number in range(400))
noise = itertools.count()


def main() -> None:
    figures = Figures("watch")
    with ended_by_signals(), tempfile.TemporaryDirectory(prefix="bench-watch-") as folder, website() as site:
        probe = Path(folder) / "probe"
        env = {
            "BENCH_SITE": site.url,
            "BENCH_PAGES": str(PAGES),
            "BENCH_PROBE": str(probe),
            "PYTHONPATH": str(DAGS),
            "AIRFLOW__CORE__DAGBAG_IMPORT_TIMEOUT": "300",
            "AIRFLOW__DAG_PROCESSOR__DAG_FILE_PROCESSOR_TIMEOUT": "300",
            "AIRFLOW__DAG_PROCESSOR__MIN_FILE_PROCESS_INTERVAL": "86400",
            "AIRFLOW__TRIGGERER__CAPACITY": str(PAGES + 100),
        }
        with LocalAirflow(Path(folder) / "airflow", dags=[DAGS], env=env) as airflow:
            supervisor = psutil.Process(airflow.components["triggerer"].pid)
            idle = max(child.memory_info().rss for child in supervisor.children(recursive=True))
            began = time.monotonic()
            while (seen := site.ask("pages")) < PAGES:
                print(f"  {time.monotonic() - began:4.0f} s: {seen} pages seen", flush=True)
                time.sleep(10)
            figures.note("until every page was seen for the first time", time.monotonic() - began, "s")
            # SQLite has one writer: beside them, 5,000 assets keep the triggerer from its heartbeat.
            for name in ("dag-processor", "scheduler"):
                airflow.components[name].stop()
            time.sleep(EVERY)
            runner = psutil.Process(int(probe.read_text().split(maxsplit=2)[1]))
            measure(figures, site, runner, supervisor, probe, idle)
    figures.write()


def measure(  # noqa: PLR0913, PLR0917 - everything that there is to look at
    figures: Figures, site: Site, runner: psutil.Process, supervisor: psutil.Process, probe: Path, idle: int
) -> None:
    site.ask("reset")
    before, others = cpu(runner), cpu(supervisor)
    began = time.time()
    time.sleep(WINDOW)
    times: list[float] = site.ask("times")
    seconds = time.time() - began
    figures.note("polls in the window", len(times), f"of {PAGES * WINDOW // EVERY} that are due")
    figures.note("CPU of the triggerer's event loop process", (cpu(runner) - before) / seconds, "of one core")
    figures.note("CPU of its supervisor", (cpu(supervisor) - others) / seconds, "of one core")
    figures.note("CPU of a poll", (cpu(runner) - before) / len(times) * 1000, "ms")
    memory = (runner.memory_info().rss - idle) / PAGES / 1024
    figures.note("memory of a page", memory, "kB")
    lags = [float(line.split(maxsplit=1)[1]) for line in probe.read_text().splitlines() if _within(line, began)]
    figures.judge("worst loop lag, s", max(lags), at_most=0.2)
    figures.note("median of each second's worst lag", statistics.median(lags), "s")
    counts = Counter(int(moment - began) for moment in times)
    rates = [counts.get(second, 0) for second in range(int(seconds))]
    mean = statistics.mean(rates)
    figures.note("polls a second, mean", mean)
    figures.judge("busiest second, as a multiple of the mean", max(rates) / mean, at_most=2)


def _within(line: str, began: float) -> bool:
    first = line.split(maxsplit=1)[0]
    return first != "pid" and float(first) > began


def cpu(process: psutil.Process) -> float:
    return sum(process.cpu_times()[:2])


class Site:
    def __init__(self, url: str, pipe: Connection) -> None:
        self.url = url
        self._pipe = pipe

    def ask(self, what: str) -> Any:
        self._pipe.send(what)
        return self._pipe.recv()


@contextmanager
def website() -> Iterator[Site]:
    """Run the website in a process of its own, so that its work is not counted as the triggerer's."""
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_serve, args=(theirs,), daemon=True)
    process.start()
    # Only the server holds its end: if it dies, we hear of it.
    theirs.close()
    try:
        yield Site(f"http://127.0.0.1:{ours.recv()}", ours)
    finally:
        process.terminate()
        process.join()


def _serve(pipe: Connection) -> None:
    asyncio.run(_main(pipe))


async def _main(pipe: Connection) -> None:
    times: list[float] = []
    pages: set[bytes] = set()

    async def handle(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            path = head.split(b" ", 2)[1]
            if path.startswith(b"/page/"):
                times.append(time.time())
                pages.add(path)
            writer.write(_answer(path, head))
            await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    def told() -> None:
        what = pipe.recv()
        if what == "reset":
            times.clear()
        pipe.send({"pages": len(pages), "times": list(times), "reset": None}[what])

    server = await asyncio.start_server(handle, "127.0.0.1", 0, backlog=512)
    pipe.send(server.sockets[0].getsockname()[1])
    asyncio.get_running_loop().add_reader(pipe.fileno(), told)
    await server.serve_forever()


def _answer(path: bytes, head: bytes) -> bytes:
    if not path.startswith(b"/page/"):
        return b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    number = int(path.rpartition(b"/")[2])
    etag = b"" if number % 2 else b'ETag: "%d"\r\n' % number
    if etag and b"if-none-match" in head.lower():
        return b"HTTP/1.1 304 Not Modified\r\n" + etag + b"Connection: close\r\n\r\n"
    now = next(noise)
    text = (
        f"<!doctype html><title>Page {number}</title><script>t={now}</script><h1>Page {number}</h1>"
        f"<div class='ad-slot'>Advertisement {now}</div><table>{ROWS}</table>"
    )
    body = text.encode()
    kind = b"Content-Type: text/html; charset=utf-8\r\nConnection: close\r\n"
    return b"HTTP/1.1 200 OK\r\n" + etag + kind + b"Content-Length: %d\r\n\r\n" % len(body) + body


if __name__ == "__main__":
    main()
