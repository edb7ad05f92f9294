"""
A page that is paid for only when it has changed.

The triggerer polls the page for free; the DAG runs, and the extraction is paid for, when its books change.
Needs the extra `watch` and a running triggerer.
"""

import os

from airflow.sdk import dag

from airflow_provider.operators import ExtractOperator
from airflow_provider.watch import any_change, changed_link, page_asset

# Known when the file is parsed, and without asking anybody: an asset cannot be a template.
SHOP = os.environ.get("BOOKSHOP_URL", "https://shop.example.com")

books = page_asset(
    f"{SHOP}/index.html",
    # A shop that changes by the minute would rather be polled every fifteen.
    every=60,
    # The footer has an address and opening hours, which are no news of books.
    ignore="footer",
    # The example website is on this machine.
    allow_private=SHOP.startswith("http://127.0.0.1"),
)


@dag(schedule=any_change(books), max_active_runs=1, tags=["content_ai"])
def watch_a_page() -> None:
    """Extract the books whenever the page changes; started by hand, from the page as it is."""
    ExtractOperator(
        task_id="books",
        link=changed_link(default=f"{SHOP}/index.html"),
        prompt="Every book with its author and its price in pounds",
        json_schema={"title": "string", "author": "string", "price": "number"},
    )


watch_a_page()
