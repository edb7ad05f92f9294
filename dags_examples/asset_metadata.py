"""
Two DAGs and an asset between them: one writes rows to a file, the other runs when it has, and is told what they are.

The event of the asset says where the rows are, how many, and what they have cost, so the second DAG needs to know
neither the first nor its XComs. Give the param `folder` any address that Airflow's ObjectStoragePath knows.
"""

from typing import Any

from airflow.sdk import Asset, ObjectStoragePath, dag, task

from airflow_provider.operators import ExtractOperator

books = Asset("bookshop_rows")
FILE = "{{ params.folder }}/{{ run_id | replace(':', '') | replace('+', '') }}.parquet"


@dag(schedule=None, params={"folder": "file:///tmp/bookshop-rows"}, tags=["content_ai"])
def asset_producer() -> None:
    """Write the books of the shop to a file."""
    ExtractOperator(
        task_id="books",
        link="{{ var.value.bookshop_url }}/index.html",
        prompt="Every book with its author and its price in pounds",
        json_schema={"title": "string", "author": "string", "price": "number"},
        result_path=FILE,
        outlets=[books],
    )


@dag(schedule=[books], tags=["content_ai"])
def asset_consumer() -> None:
    """Read what has been written, and tell what it has cost."""

    @task(inlets=[books])
    def dearest(**context: Any) -> list[dict[str, Any]]:
        import pandas as pd  # noqa: PLC0415 - not when the file is only parsed

        # A run that is started by hand was triggered by none: it takes the latest.
        events = context["triggering_asset_events"].get(books) or context["inlet_events"][books][-1:]
        found = []
        for told in (event.extra for event in events):
            with ObjectStoragePath(told["path"]).open("rb") as file:
                frame = pd.read_parquet(file)
            title = str(frame.loc[frame["price"].idxmax(), "title"])
            found.append({"dearest": title, "of": told["rows"], "calls": told["usage"]["calls"], "by": told["run"]})
        return found

    dearest()


asset_producer()
asset_consumer()
