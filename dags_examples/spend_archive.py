"""
The spend of every run on an object store, for longer than Airflow keeps the run.

Airflow deletes a run with its XComs and states when it is cleaned up, and the spend page forgets it with them.
One small file a run stays; any tool that reads Parquet adds them up. Give the param `folder` any address that
Airflow's ObjectStoragePath knows: s3://, gs://, abfs://, file://.
"""

from airflow.sdk import dag

from airflow_provider.operators import MarkdownConvertOperator, SpendReportOperator

RUN = "{{ dag.dag_id }}/{{ run_id | replace(':', '') | replace('+', '') }}"


@dag(schedule="@daily", catchup=False, params={"folder": "file:///tmp/spend"}, tags=["content_ai"])
def spend_archive() -> None:
    """Read a page every day, and keep what that took."""
    page = MarkdownConvertOperator(task_id="page", resource="{{ var.value.bookshop_url }}/about.html")
    page >> SpendReportOperator(task_id="keep_spend", result_path=f"{{{{ params.folder }}}}/{RUN}.parquet")


spend_archive()
