"""
Target 9: how fast the embedded service starts, what it takes when idle, and its Markdown beside markitdown's.

markitdown is in no extra, for it brings a machine-learning runtime along: `pip install markitdown` before.
"""

from __future__ import annotations

import io
import statistics
import tempfile
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import httpx
import psutil

from airflow_provider.local.documents import Document
from airflow_provider.local.markdown import to_markdown
from dags_examples.run.local_service import LocalService
from tests.benchmarks.figures import Figures

PAGES = Path(__file__).parents[1] / "local" / "pages"
STARTS = 5
ROUNDS = 5
SETTLED = 3.0


def main() -> None:
    """Measure and print."""
    figures = Figures("service")
    starts = [_start() for _ in range(STARTS)]
    figures.judge("start until it answers, s", statistics.median(start for start, _ in starts), at_most=1.5)
    figures.judge("resident when idle, MB", max(memory for _, memory in starts), at_most=120)
    pages = [page.read_text() for page in sorted(PAGES.glob("*.html"))]
    ours = _pages_a_second(pages, lambda page: to_markdown(Document("https://example.com/", "html", page)))
    figures.note(f"HTML to Markdown, {len(pages)} pages of the tests", ours, "pages/s")
    if find_spec("markitdown") is None:
        figures.note("markitdown", "not installed, so not compared")
    else:
        from markitdown import MarkItDown, StreamInfo

        other, kind = MarkItDown(enable_plugins=False), StreamInfo(mimetype="text/html", charset="utf-8")
        theirs = _pages_a_second(
            pages, lambda page: other.convert_stream(io.BytesIO(page.encode()), stream_info=kind).markdown
        )
        figures.note("markitdown, the same pages", theirs, "pages/s")
        figures.judge("ours / markitdown", ours / theirs, at_least=8)
    figures.write()


def _start() -> tuple[float, float]:
    """Return the seconds until the service answers, and the megabytes that it takes when idle."""
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        with LocalService(Path(folder) / "data") as service:
            httpx.post(f"{service.url}/v1/extract/", trust_env=False)
            seconds = time.monotonic() - began
            time.sleep(SETTLED)
            process = service.process
            if process is None:
                raise RuntimeError("The service has not been started.")
            family = [psutil.Process(process.pid), *psutil.Process(process.pid).children(recursive=True)]
            return seconds, sum(one.memory_info().rss for one in family) / 1024**2


def _pages_a_second(pages: list[str], convert: Callable[[str], object]) -> float:
    rates = []
    for _ in range(ROUNDS):
        began = time.perf_counter()
        for page in pages:
            convert(page)
        rates.append(len(pages) / (time.perf_counter() - began))
    return statistics.median(rates)


if __name__ == "__main__":
    main()
