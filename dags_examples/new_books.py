"""
Only what is new: links are found for free, and each is extracted once, however often the DAG runs.

Give the param `folder` a place for the links, their memory and the rows, on any object store.
"""

import os

from airflow.sdk import dag

from airflow_provider.operators import ExtractBatchOperator, FindLinksOperator

SHOP = os.environ.get("BOOKSHOP_URL", "https://shop.example.com")


@dag(schedule=None, params={"folder": "file:///tmp/books"}, tags=["content_ai"])
def new_books() -> None:
    """Find the books that no run before has found, and extract them."""
    links = FindLinksOperator(
        task_id="links",
        source=f"{SHOP}/index.html",
        include="**/books/*.html",
        only_new=True,
        memory="{{ params.folder }}/memory",
        result_path="{{ params.folder }}/links.jsonl",
        allow_private=SHOP.startswith("http://127.0.0.1"),
    )
    ExtractBatchOperator(
        task_id="books",
        links=links.output,
        prompt="The book's title and its price in pounds",
        json_schema={"title": "string", "price": "number"},
        result_path="{{ params.folder }}/{{ run_id }}.jsonl",
    )


new_books()
