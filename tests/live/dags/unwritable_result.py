"""An answer that cannot be written where it should be: paid once, however often the task is tried."""

from datetime import timedelta

from airflow.sdk import DAG

from airflow_provider.operators import MarkdownConvertOperator

with DAG("unwritable_result", schedule=None):
    MarkdownConvertOperator(
        task_id="page",
        retries=1,
        retry_delay=timedelta(seconds=1),
        resource="{{ var.value.bookshop_url }}/about.html",
        result_path="file:///proc/never/about.md",
    )
