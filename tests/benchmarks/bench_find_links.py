"""
Finding 50,000 links: what an index of sitemaps takes of processor and memory.

The index names ten packed sitemaps of 5,000 links; all links are held against a pattern and a memory of as many. The
search runs in a process of its own, and the website in another.
"""

from __future__ import annotations

import gzip
import multiprocessing
import resource
import tempfile
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

from tests.benchmarks.figures import Figures

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

LINKS = 50_000
SITEMAPS = 10
MB = 1024**2


def main() -> None:
    """Measure and print."""
    figures = Figures("find_links")
    spawn = multiprocessing.get_context("spawn")
    ours, theirs = spawn.Pipe()
    website = spawn.Process(target=serve, args=(theirs,), daemon=True)
    website.start()
    port = ours.recv()
    try:
        with tempfile.TemporaryDirectory() as folder:
            for name in ("first run, all new", "second run, none new"):
                with spawn.Pool(1) as pool:
                    found, cpu, peak, seconds = pool.apply(search, (port, folder, name))
                figures.note(f"{name}: links", found)
                figures.judge(f"{name}: CPU of {LINKS:,} links, s", cpu, at_most=10)
                figures.judge(f"{name}: memory above the start, MB", peak / MB, at_most=100)
                figures.note(f"{name}: wall", seconds, "s")
    finally:
        website.terminate()
        website.join()
    figures.write()


def search(port: int, folder: str, run: str) -> tuple[int, float, float, float]:
    """Find the links once; return how many are new, CPU seconds, memory above the start and wall seconds."""
    from airflow_provider.web.fetching import Fetcher
    from airflow_provider.web.links.finding import Search, find_links
    from airflow_provider.web.memory.links import LinkMemory
    from airflow_provider.web.memory.storage import FsspecStorage

    before, began = _peak(), time.monotonic()
    cpu = time.process_time()
    fetcher = Fetcher(allow_private=True)
    memory = LinkMemory(FsspecStorage.at(folder), run)
    memory.load()
    wanted = Search.of(f"http://127.0.0.1:{port}/robots.txt", include="**/books/*.html", exclude="**/not/**")
    links = find_links(wanted, lambda url, limit: fetcher.fetch(url, limit=limit))
    records = [link.record() for link in links if memory.is_new(link.link)]
    memory.save(str(record["link"]) for record in records)
    return len(records), time.process_time() - cpu, _peak() - before, time.monotonic() - began


def _peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024.0


def serve(pipe: Connection) -> None:
    """Serve the website, until killed."""
    pages: dict[str, bytes] = {}

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = pages.get(self.path, b"")
            self.send_response(200 if body else 404)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    site = f"http://127.0.0.1:{server.server_port}"
    pages["/robots.txt"] = f"Sitemap: {site}/index.xml".encode()
    names = [f"/sitemap-{number}.xml.gz" for number in range(SITEMAPS)]
    pages["/index.xml"] = _document("sitemapindex", "sitemap", [f"{site}{name}" for name in names])
    each = LINKS // SITEMAPS
    for number, name in enumerate(names):
        books = range(number * each, (number + 1) * each)
        addresses = [f"{site}/books/a-title-of-usual-length-{book}.html" for book in books]
        pages[name] = gzip.compress(_document("urlset", "url", addresses))
    pipe.send(server.server_port)
    server.serve_forever()


def _document(root: str, entry: str, addresses: list[str]) -> bytes:
    entries = "".join(
        f"<{entry}><loc>{address}</loc><lastmod>2026-01-02T03:04:05+00:00</lastmod><changefreq>daily</changefreq>"
        f"<priority>0.5</priority></{entry}>\n"
        for address in addresses
    )
    return f'<{root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{entries}</{root}>'.encode()


if __name__ == "__main__":
    main()
