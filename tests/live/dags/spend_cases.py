"""One task for each way in which a task that has spent can end, and a report of all of them."""

from __future__ import annotations

import os
import signal
from datetime import timedelta
from typing import Any

from airflow.sdk import DAG, get_current_context, task

from airflow_provider.errors import UnexpectedAnswerError
from airflow_provider.operators import (
    MarkdownConvertBatchOperator,
    MarkdownConvertOperator,
    SpendReportOperator,
    TextGenerationOperator,
)
from airflow_provider.spend import run_frame

PAGE = "{{ var.value.bookshop_url }}/about.html"


class DiesOnce(MarkdownConvertOperator):
    """Is killed in its first try, when the answer is in and nothing has been delivered."""

    def shape(self, request: Any, answer: Any) -> str:
        """Be killed."""
        if get_current_context()["ti"].try_number == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().shape(request, answer)


class DoubtsOnce(MarkdownConvertOperator):
    """Finds its first answer wrong."""

    def shape(self, request: Any, answer: Any) -> str:
        """Find it wrong."""
        if get_current_context()["ti"].try_number == 1:
            raise UnexpectedAnswerError("This is no page about us.", tokens=answer.tokens)
        return super().shape(request, answer)


with DAG(
    "spend_cases", schedule=None, params={"folder": "file:///tmp"}, default_args={"retry_delay": timedelta(seconds=1)}
):
    succeeds = MarkdownConvertOperator(task_id="succeeds", resource=PAGE)
    fails = DoubtsOnce(task_id="fails", resource=PAGE, retries=0)
    retries = DoubtsOnce(task_id="retries", resource=PAGE, retries=1)
    killed = DiesOnce(task_id="killed", resource=PAGE, retries=1)
    killed_for_good = DiesOnce(task_id="killed_for_good", resource=PAGE, retries=0)
    to_a_file = MarkdownConvertOperator(task_id="to_a_file", resource=PAGE, result_path="{{ params.folder }}/about.md")
    mapped = TextGenerationOperator.partial(task_id="mapped", model="extractive").expand(messages=["a", "b", "c"])

    batch = MarkdownConvertBatchOperator(task_id="batch", resources=[f"{PAGE}?{number}" for number in range(3)])

    @task
    def sum_of_tokens() -> int:
        """Add up the run in TaskFlow."""
        return int(run_frame(get_current_context())["tokens"].sum())

    report = SpendReportOperator(task_id="report")
    [succeeds, fails, retries, killed, killed_for_good, to_a_file, mapped, batch] >> report >> sum_of_tokens()
