"""Airflow, the embedded service and the example website together: what demo and live tests run on."""

from __future__ import annotations

import contextlib
import functools
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dags_examples.run.guard import temporary_folder
from dags_examples.run.local_airflow import LocalAirflow
from dags_examples.run.local_service import Bookshop, LocalService
from dags_examples.run.processes import ended_by_signals

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

EXAMPLES = Path(__file__).parents[1]
COLLECTION = "harbour-lane"
CONNECTION = "content_ai_default"
# Pages that state their facts in different ways.
DOCUMENTS = ("night-trains", "bread-for-beginners", "the-lighthouse-ledger", "letters-to-a-river")


@dataclass(frozen=True)
class Stack:
    """Everything that runs; `airflow.api` is the way to talk to it."""

    airflow: LocalAirflow
    service: LocalService
    bookshop: Bookshop

    @property
    def leads_here(self) -> bool:
        """Whether the connection leads to the service, and not where a user wants it to."""
        found = self.airflow.api.get("connections", CONNECTION)
        return found is not None and found["host"] == self.service.url

    def connect(self, **extra: Any) -> None:
        """
        Put the connection and the Variable in place, where a user finds and can change them.

        A connection that a user has led elsewhere stays as it is. One that still leads to the service is told its new
        address and key, and keeps whatever else was changed, unless *extra* is given.
        """
        api, connected = self.airflow.api, self.airflow.home / "connected_to"
        api.put("variables", "key", "bookshop_url", {"value": self.bookshop.url})
        found = api.get("connections", CONNECTION)
        if found is not None and connected.exists() and found["host"] != connected.read_text():
            return
        only = ["host", "port", "password", *(["extra"] if extra else [])]
        api.put("connections", "connection_id", CONNECTION, self.service.connection(**extra), only=only)
        connected.write_text(self.service.url)

    def fill_collection(self, collection_id: str = COLLECTION) -> None:
        """Put a few pages of the bookshop into a collection, unless there is one of that name."""
        if collection_id not in self.service.collections():
            pages = [f"{self.bookshop.url}/books/{book}.html" for book in DOCUMENTS]
            self.service.add_to_collection(collection_id, *pages)


@contextlib.contextmanager
def running_stack(  # noqa: PLR0913 - keyword-only, handed on to LocalAirflow
    *,
    home: Path | None = None,
    dags: Sequence[Path] = (EXAMPLES,),
    env: Mapping[str, str] | None = None,
    parallelism: int = 4,
    database: str | None = None,
    port: int = 0,
    path: str = "",
    price_per_1k_tokens: float | None = None,
) -> Iterator[Stack]:
    """
    Start everything, and stop it at the end or on SIGTERM.

    *home* is where Airflow's state and the collections are kept; by default in a folder that goes away.
    The tasks find the connection `content_ai_default` and the Variable `bookshop_url`.
    """
    with contextlib.ExitStack() as cleanup:
        cleanup.enter_context(ended_by_signals())
        scratch = cleanup.enter_context(temporary_folder("content-ai-"))
        state = home or scratch
        bookshop = cleanup.enter_context(Bookshop(scratch / "bookshop"))
        service = cleanup.enter_context(LocalService(state / "collections"))
        # A watched page is named when a DAG file is parsed, where no Variable should be asked for.
        known = {"BOOKSHOP_URL": bookshop.url, **(env or {})}
        airflow = LocalAirflow(
            state / "airflow", dags=dags, env=known, parallelism=parallelism, database=database, port=port, path=path
        )
        stack = Stack(airflow, service, bookshop)
        extra = {} if price_per_1k_tokens is None else {"price_per_1k_tokens": price_per_1k_tokens}
        airflow.prepare = functools.partial(stack.connect, **extra)
        cleanup.enter_context(airflow)
        yield stack
