"""
A list of pages, of which only those are paid for that have changed.

Any of them starts the DAG. Changes that come while a run is active are told to the next one together, so the
pages that have changed are a list, and each becomes a task of its own.
"""

import os
from typing import Any

from airflow.sdk import dag, task

from airflow_provider.operators import ExtractOperator
from airflow_provider.watch import any_change, changed_links, page_asset

SHOP = os.environ.get("BOOKSHOP_URL", "https://shop.example.com")
BOOKS = (
    "night-trains",
    "letters-to-a-river",
    "bread-for-beginners",
    "repairing-bicycles",
)

pages = [
    page_asset(f"{SHOP}/books/{book}.html", every=60, allow_private=SHOP.startswith("http://127.0.0.1"))
    for book in BOOKS
]


# A bare list of assets would wait for all of them to change.
@dag(schedule=any_change(*pages), max_active_runs=1, tags=["content_ai"])
def watch_many_pages() -> None:
    """Extract the pages that have changed; started by hand, none."""

    @task
    def changed(**context: Any) -> list[str]:
        return changed_links(context)

    ExtractOperator.partial(
        task_id="book",
        prompt="The book's title, its author and its price in pounds",
        json_schema={"title": "string", "author": "string", "price": "number"},
    ).expand(link=changed())


watch_many_pages()
