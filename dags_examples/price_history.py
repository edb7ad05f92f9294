"""
A history of prices: one Parquet file for each change of a page, and what differs from the one before.

The page changes, its rows are extracted, compared with those of the last run, and the difference is
published together with what it has cost. Give the param `folder` any address of an object store.
"""

import os
from typing import Any

from airflow.sdk import ObjectStoragePath, dag, task

from airflow_provider.operators import ExtractOperator
from airflow_provider.results import diff_records
from airflow_provider.watch import any_change, changed_link, page_asset

SHOP = os.environ.get("BOOKSHOP_URL", "https://shop.example.com")
PAGE = f"{SHOP}/index.html"

# Named for times, so that a file's name says which comes before it, and a retry writes the same one again.
FILE = "{{ params.folder }}/{{ dag_run.run_after.strftime('%Y%m%dT%H%M%S%f') }}.parquet"

page = page_asset(PAGE, every=60, ignore="footer", name="prices", allow_private=SHOP.startswith("http://127.0.0.1"))


@dag(schedule=any_change(page), params={"folder": "file:///tmp/price-history"}, max_active_runs=1, tags=["content_ai"])
def price_history() -> None:
    """Add the prices of today to the history, and tell what is new."""
    books = ExtractOperator(
        task_id="books",
        link=changed_link(default=PAGE),
        prompt="Every book with its price in pounds",
        json_schema={"title": "string", "price": "number"},
        result_path=FILE,
    )

    @task
    def difference(path: str, **context: Any) -> dict[str, Any]:
        import pandas as pd  # noqa: PLC0415 - not when the file is only parsed

        def read(file: ObjectStoragePath | None) -> "pd.DataFrame | None":
            if file is None:
                return None
            with file.open("rb") as stream:
                return pd.read_parquet(stream)

        today = ObjectStoragePath(path)
        earlier = [file for file in today.parent.iterdir() if file.suffix == ".parquet" and file.name < today.name]
        last = max(earlier, key=lambda file: file.name, default=None)
        found = diff_records(read(last), read(today), key="title")
        return {**found.records(), "usage": context["ti"].xcom_pull(task_ids="books", key="usage")}

    difference(books.output)


price_history()
