"""The recipes of the guides, as their pages have them, on a real scheduler and against PostgreSQL."""

from __future__ import annotations

import contextlib
import shutil
import time
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import psycopg2
import pytest

from dags_examples.run import report
from dags_examples.run.local_airflow import LocalAirflow
from dags_examples.run.local_service import Bookshop, LocalService
from dags_examples.run.processes import ended_by_signals
from dags_examples.run.stack import Stack
from tests.docs.blocks import ROOT, blocks_of
from tests.plugin.databases import connection_of, empty_postgres
from tests.serving import answer, scripted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from dags_examples.run.rest import Run
    from tests.serving import Listener

pytestmark = [pytest.mark.live, pytest.mark.postgres]

PAGES = (
    "load-rows-into-a-table",
    "keep-history-in-a-table",
    "load-listing-and-details",
    "alert-when-rows-drop",
    "use-asset-metadata",
)
BOOKS = 12


class Recipes:
    """An Airflow that has the DAGs of the pages, a database for their tables, and whom they alert."""

    def __init__(self, stack: Stack, database: str, alerts: Listener) -> None:
        self.stack = stack
        self.alerts = alerts
        self._database = database

    def run(self, *dag_ids: str) -> list[Run]:
        """Run the DAGs side by side, each to its end."""
        folder = {"folder": (self.stack.bookshop.folder.parent / "nightly").as_uri()}
        runs = [self.stack.airflow.api.trigger(dag_id, folder) for dag_id in dag_ids]
        for one in runs:
            one.wait()
        return runs

    def run_of(self, dag_id: str) -> Run:
        """Return the first run of a DAG that nobody here has started."""
        deadline = time.monotonic() + 180
        while not (runs := self.stack.airflow.api.runs(dag_id)):
            assert time.monotonic() < deadline, f"nothing has started {dag_id}"
            time.sleep(0.3)
        runs[0].wait()
        return runs[0]

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """Return what the database answers."""
        with contextlib.closing(psycopg2.connect(self._database)) as db, db.cursor() as cursor:
            cursor.execute(query)
            return cursor.fetchall()


@pytest.fixture(scope="module")
def recipes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Recipes]:
    folder = tmp_path_factory.mktemp("recipes")
    with contextlib.ExitStack() as cleanup:
        cleanup.enter_context(ended_by_signals())
        url = connection_of(cleanup.enter_context(empty_postgres()))
        alerts = cleanup.enter_context(contextlib.closing(scripted(answer(200))))
        shop = cleanup.enter_context(Bookshop(folder / "bookshop"))
        service = cleanup.enter_context(LocalService(folder / "collections"))
        stands_for = {
            "http://127.0.0.1:8000": shop.url,
            "https://alerts.example.com": alerts.url,
            "file:///data/": f"{(folder / 'data').as_uri()}/",
        }
        _write_dags(folder / "dags", stands_for)
        shutil.copy(ROOT / "dags_examples" / "nightly_books.py", folder / "dags")
        env = {"AIRFLOW_CONN_BOOKS_DB": url, "BOOKSHOP_URL": shop.url}
        airflow = LocalAirflow(folder / "airflow", dags=(folder / "dags",), env=env)
        stack = Stack(cleanup.enter_context(airflow), service, shop)
        stack.connect()
        yield Recipes(stack, url, alerts)


def _write_dags(folder: Path, stands_for: dict[str, str]) -> None:
    folder.mkdir()
    for name in PAGES:
        blocks = [one for one in blocks_of(ROOT / "docs" / "how-to" / f"{name}.md") if one.kind == "python dag"]
        for number, block in enumerate(blocks):
            text = block.text
            for written, real in stands_for.items():
                text = text.replace(written, real)
            (folder / f"{name.replace('-', '_')}_{number}.py").write_text(text, encoding="utf-8")


def test_the_recipes_run_as_their_pages_have_them(recipes: Recipes) -> None:
    """Side by side, before and after a change of the page: one after the other would take far longer."""
    index = recipes.stack.bookshop.folder / "index.html"
    as_it_was = index.read_text(encoding="utf-8")

    dag_ids = ("books_to_table", "history_of_books", "books_with_details", "watched_rows", "write_books")
    *first, tonight = recipes.run(*dag_ids, "nightly_books")
    _assert_succeeded(tonight)
    assert tonight.xcom("load") == {"rows": BOOKS}
    assert tonight.xcom("books", "manifest")["paid_for"] == {"new": BOOKS}
    _assert_succeeded(*first)
    assert recipes.rows("SELECT count(*), min(price), count(author) FROM books") == [(BOOKS, Decimal("9.8"), BOOKS)]
    assert recipes.rows("SELECT count(*) FROM book_history WHERE valid_to IS NULL") == [(BOOKS,)]
    details = "SELECT title, in_stock, pages, publisher FROM book_details WHERE title = 'Night Trains'"
    assert recipes.rows(details) == [("Night Trains", True, 240, "Harbour Lane Press")]
    reading = recipes.run_of("read_books")
    _assert_succeeded(reading)
    assert reading.xcom("cheapest") == [{"cheapest": "The Clockmaker's Cat", "of": BOOKS, "cost": None}]

    # One price is another, and a third of the books is gone.
    left = 8
    index.write_text(_with_books(as_it_was.replace("£14.50", "£13.50"), left), encoding="utf-8")
    book = recipes.stack.bookshop.folder / "books" / "night-trains.html"
    book.write_text(book.read_text(encoding="utf-8").replace("12.9", "11.9"), encoding="utf-8")
    dag_ids = ("books_to_table", "history_of_books", "watched_rows", "nightly_books")
    table, history, watched, tonight = recipes.run(*dag_ids)
    _assert_succeeded(table, history, tonight)
    # Those that the listing has no more are found no more.
    assert tonight.xcom("load") == {"rows": left}
    spent = tonight.xcom("spent")
    assert (spent["calls"], spent["reused_calls"]) == (1, left - 1)
    assert recipes.rows("SELECT price FROM nightly_books WHERE title = 'Night Trains'") == [(Decimal("11.9"),)]
    assert table.xcom("load") == {"rows": left, "written": 1}
    assert recipes.rows("SELECT count(*) FROM books") == [(BOOKS,)]
    assert history.xcom("record") == {"closed": BOOKS - left + 1, "opened": 1}
    past = "SELECT price, valid_to IS NULL FROM book_history WHERE title = 'The Lighthouse Ledger' ORDER BY valid_from"
    assert recipes.rows(past) == [(14.5, False), (13.5, True)]
    assert recipes.rows("SELECT count(*) FROM book_history WHERE valid_to IS NULL") == [(left,)]
    assert (watched.state(), watched.tasks()[0]["try_number"]) == ("failed", 1)
    [alert] = recipes.alerts.requests
    assert b"watched_rows.books" in alert.body
    assert b"max_drop" in alert.body


def _with_books(page: str, most: int) -> str:
    """Return the listing with its first *most* books only."""
    start, *items = page.split("      <li>\n        <article")
    last, end = items[-1].split("      </li>\n", 1)
    kept = [*items[:-1], f"{last}      </li>\n"][:most]
    return "      <li>\n        <article".join([start, *kept]) + end


def _assert_succeeded(*runs: Run) -> None:
    states = {run.dag_id: run.state() for run in runs}
    for run in runs:
        if states[run.dag_id] != "success":
            print(report.failures(run))  # noqa: T201 - shown by pytest with the failure
    assert set(states.values()) == {"success"}, states
