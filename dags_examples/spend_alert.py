"""
What a run has spent, as a report, and an alert when it was more than expected.

The budget stops the run before it goes far over; the alert tells that it came near.
The report runs also when a task before it has failed or was skipped, for that has spent as well.
"""

from typing import Any

from airflow.sdk import dag, task
from airflow.sdk.exceptions import AirflowFailException

from airflow_provider.operators import MarkdownConvertOperator, SpendReportOperator, TextGenerationOperator


@dag(
    schedule=None,
    params={"most_tokens": 20_000, "alert_at": 10_000},
    default_args={"budget": {"tokens": "{{ params.most_tokens }}", "warn_at": 0.8}},
    tags=["content_ai"],
)
def spend_alert() -> None:
    """Read a page, ask about it, and tell what that took."""
    page = MarkdownConvertOperator(task_id="page", resource="{{ var.value.bookshop_url }}/about.html")
    answer = TextGenerationOperator(
        task_id="answer",
        model="extractive",
        messages=[
            {"role": "system", "content": "{{ ti.xcom_pull(task_ids='page') }}"},
            {"role": "user", "content": "To which islands do you send parcels?"},
        ],
    )
    report = SpendReportOperator(task_id="report")

    @task
    def alert(rows: list[dict[str, Any]], params: dict[str, Any]) -> int:
        # Tokens are null, never 0, where the service has reported none.
        spent = sum(row["tokens"] or 0 for row in rows)
        if spent > params["alert_at"]:
            # A failed task is what on_failure_callback and everybody's dashboards listen to.
            raise AirflowFailException(f"The run has spent {spent} tokens, more than {params['alert_at']}.")
        return spent

    page >> answer >> report
    alert(report.output)


spend_alert()
