"""A web page becomes rows of data, on a schedule, in about ten lines."""

from airflow.sdk import DAG

from airflow_provider.operators import ExtractOperator

with DAG("ten_lines", schedule=None):
    ExtractOperator(
        task_id="books",
        link="{{ var.value.bookshop_url }}/index.html",
        prompt="Every book with its price in pounds",
        json_schema={"title": "string", "author": "string", "price": "number"},
    )
