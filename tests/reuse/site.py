"""A site of books that changes from night to night, and a service that is paid to read it."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler
from typing import TYPE_CHECKING, Any

from airflow.sdk import Connection

from airflow_provider.operators import (
    ExtractBatchOperator,
    MarkdownConvertBatchOperator,
    MarkdownConvertOperator,
)
from tests.standins import KEY, MemoryStore, TaskInstance, execute, succeed
from tests.watch.website import Served

if TYPE_CHECKING:
    from tests.batch.service import Service

SCHEMA = {"title": "string", "price": "number"}
TEXT = "It is in stock, and leaves our shop on the day after you have ordered it. " * 2


@dataclass
class Site(Served):
    """
    Books by number, each with its price, served at /books/NUMBER.

    *answers* overrides what a path is answered with: a status, or a whole body. *lies* is how ETags are told.
    """

    prices: dict[int, int] = field(default_factory=dict)
    answers: dict[str, int | str] = field(default_factory=dict)
    lies: str = ""
    looks: Counter[str] = field(default_factory=Counter)
    loads: int = 0

    @property
    def links(self) -> list[str]:
        return [self.link(number) for number in self.prices]

    def link(self, number: int) -> str:
        # Two hosts, for each is visited by itself.
        host = "127.0.0.1" if number % 2 else "localhost"
        return f"http://{host}:{self._server.server_port}/books/{number}"

    def row(self, number: int) -> dict[str, Any]:
        return {"title": f"Book {number}", "price": self.prices[number]}

    def rows(self) -> list[dict[str, Any]]:
        """Return what a batch over all links has to return now."""
        return [{"link": self.link(number), **self.row(number)} for number in self.prices]

    def html(self, number: int) -> str:
        self.loads += 1
        seen = f"<h1>Book {number}</h1><p>{self.prices[number]} pounds</p><p>{TEXT}</p>"
        return f"<title>Books</title><div data-token='{self.loads}'>{seen}</div><script>at={self.loads}</script>"

    def _answer(self, request: BaseHTTPRequestHandler) -> None:
        path = request.path
        self.looks[path] += path != "/robots.txt"
        known = path.startswith("/books/") and int(path.rpartition("/")[2]) in self.prices
        found = self.answers.get(path, self.html(int(path.rpartition("/")[2])) if known else 404)
        status, body = (found, "") if isinstance(found, int) else (200, found)
        headers = self._validators(path) if status == 200 and known else {}
        if any(request.headers.get(f"If-{one}") for one in ("None-Match", "Modified-Since")) and self._is_same(
            request, headers
        ):
            status, body = 304, ""
        request.send_response(status)
        for name, value in headers.items():
            request.send_header(name, value)
        request.send_header("Content-Type", "text/html; charset=utf-8" if path != "/robots.txt" else "text/plain")
        request.send_header("Content-Length", str(len(body.encode())))
        request.end_headers()
        request.wfile.write(body.encode())

    def _validators(self, path: str) -> dict[str, str]:
        number = int(path.rpartition("/")[2])
        return {
            "": {},
            "honest": {"ETag": f'"{number}-{self.prices[number]}"'},
            "never changes": {"ETag": '"1"'},
            "always changes": {"ETag": f'"{self.loads}"'},
            "from the future": {"Last-Modified": "Fri, 01 Jan 2100 00:00:00 GMT"},
        }[self.lies]

    def _is_same(self, request: BaseHTTPRequestHandler, headers: dict[str, str]) -> bool:
        if "Last-Modified" in headers:
            return True
        return request.headers.get("If-None-Match") == headers.get("ETag")


class Task:
    """A task over all books of a site, and its runs: each night has a state store of its own."""

    def __init__(
        self, site: Site, service: Service, memory: str, operator: type[Any] = ExtractBatchOperator, **arguments: Any
    ) -> None:
        self.site = site
        self.operator = operator
        self.service = service
        self.reuse = {"memory": memory, "allow_private": True}
        self.arguments = arguments
        self.nights = 0
        self.begin()

    def begin(self) -> None:
        """Begin another run."""
        self.nights += 1
        self.store = MemoryStore()
        self.ti = TaskInstance(try_number=0, max_tries=9, run_id=f"night {self.nights}")

    def try_(self, *, dies: bool = False, **changed: Any) -> Any:
        """Run the next try of this run."""
        arguments = {**self._usual(), **self.arguments, **changed}
        given = arguments.pop("reuse", {})
        reuse = None if given is None else {**self.reuse, **given}
        self.ti = TaskInstance(try_number=self.ti.try_number + 1, max_tries=9, run_id=self.ti.run_id)
        operator = self.operator(task_id="task", content_ai_conn_id="c", reuse=reuse, **arguments)
        result = execute(operator, self.store, self.ti)
        if not dies:
            succeed(self.ti)
        return result

    def _usual(self) -> dict[str, Any]:
        """Return what the operator is asked, unless a test says otherwise: all books, or the first one."""
        links = self.site.links
        if self.operator is MarkdownConvertBatchOperator:
            return {"resources": links}
        if self.operator is MarkdownConvertOperator:
            return {"resource": links[0]}
        items = {"links": links} if self.operator is ExtractBatchOperator else {"link": links[0]}
        return {**items, "json_schema": SCHEMA, "prompt": "The book"}

    def night(self, **changed: Any) -> Any:
        """Run once more, and return the rows."""
        self.begin()
        self.service.sent.clear()
        self.site.looks.clear()
        return self.try_(**changed)

    @property
    def paid(self) -> set[int]:
        """The books that were asked about since the night began, none of them twice."""
        sent = {int(link.rpartition("/")[2]): count for link, count in self.service.sent.items()}
        assert set(sent.values()) <= {1}, sent
        return set(sent)

    @property
    def manifest(self) -> dict[str, Any]:
        found: dict[str, Any] = self.ti.xcoms["manifest"]
        return found

    @property
    def usage(self) -> dict[str, Any]:
        found: dict[str, Any] = self.ti.xcoms["usage"]
        return found


def connection(url: str, **extra: Any) -> str:
    """Return the connection to the service at *url*."""
    extra = {"max_attempts": 1, "timeout": 60, "price_per_1k_tokens": 500, **extra}
    return Connection(conn_id="c", host=url, password=KEY, extra=json.dumps(extra)).as_json()
