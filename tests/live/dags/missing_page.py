"""A page that is not there, which may come back: the retry is used."""

from datetime import timedelta

from airflow.sdk import DAG

from airflow_provider.operators import ExtractOperator

with DAG("missing_page", schedule=None):
    ExtractOperator(
        task_id="page",
        retries=1,
        retry_delay=timedelta(seconds=1),
        link="{{ var.value.bookshop_url }}/books/never-written.html",
        prompt="The title of the book",
    )
