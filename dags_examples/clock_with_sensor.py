"""
A DAG on a clock that pays only if the page has changed since it last succeeded.

For whom the hour matters: a report at seven, or not at all. `watch_a_page` runs as soon as there is a change.
"""

from airflow.sdk import dag

from airflow_provider.operators import ExtractOperator
from airflow_provider.watch import PageChangeSensor, changed_link


@dag(schedule="0 7 * * *", catchup=False, tags=["content_ai"])
def clock_with_sensor() -> None:
    """Look at the page each morning, and go on if it has changed."""
    changed = PageChangeSensor(
        task_id="changed",
        url="{{ var.value.bookshop_url }}/index.html",
        ignore="footer",
        # The example website is on this machine; leave it out for pages of the internet.
        allow_private=True,
    )
    changed >> ExtractOperator(
        task_id="books",
        link=changed_link(task_id="changed"),
        prompt="Every book with its author and its price in pounds",
        json_schema={"title": "string", "author": "string", "price": "number"},
    )


clock_with_sensor()
