"""
Each kind of task that pays, against the service of its run, which the run's params name.

Each try leaves the id of its process in the folder `pids`, so that a test can kill it at any moment.
"""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

from airflow.sdk import DAG, task, task_group

from airflow_provider.hooks import ContentAIHook
from airflow_provider.operators import ExtractBatchOperator, MarkdownConvertOperator

CONNECTION = "{{ params.connection }}"
PAGES = [f"https://example.com/{number}" for number in range(6)]
QUESTIONS = [f"Question {number}" for number in range(3)]
MAPPED, LOOPS = 3, 3


def leave_pid(context: Any) -> None:
    """Write the id of this process where the test of the run looks for it."""
    ti = context["ti"]
    file = Path(context["params"]["pids"]) / f"{ti.map_index} {ti.try_number} {ti.id}"
    written = file.with_suffix(".part")
    written.write_text(str(os.getpid()))
    written.rename(file)


EVERY_TASK = {"retries": 3, "retry_delay": timedelta(seconds=1), "on_execute_callback": leave_pid}
SETTINGS: dict[str, Any] = {
    "params": {"connection": "", "pids": ""},
    "default_args": EVERY_TASK,
    "max_active_runs": 16,
}

with DAG("paid_one", schedule=None, **SETTINGS):
    MarkdownConvertOperator(task_id="ask", content_ai_conn_id=CONNECTION, resource=PAGES[0])

with DAG("paid_mapped", schedule=None, **SETTINGS):
    MarkdownConvertOperator.partial(task_id="ask", content_ai_conn_id=CONNECTION).expand(resource=PAGES[:MAPPED])

with DAG("paid_batch", schedule=None, **SETTINGS):
    ExtractBatchOperator(
        task_id="ask",
        content_ai_conn_id=CONNECTION,
        links=PAGES,
        prompt="Every book",
        json_schema={"title": "string", "price": "number"},
        concurrency=2,
        on_item_error="fail",
    )

with DAG("paid_python", schedule=None, **SETTINGS):

    @task
    def ask(params: dict[str, str]) -> list[str]:
        """Ask one question after the other."""
        hook = ContentAIHook(params["connection"])
        return [hook.generate_text(messages=question, model="m-1").response for question in QUESTIONS]

    ask()

with DAG("paid_loop", schedule=None, **SETTINGS):

    @task_group(group_id="again")
    def again() -> None:
        """Ask for the same page, and the same question, in each iteration."""

        @task(task_id="in_python")
        def in_python(params: dict[str, str]) -> str:
            return ContentAIHook(params["connection"]).generate_text(messages=QUESTIONS[0], model="m-1").response

        MarkdownConvertOperator(task_id="ask", content_ai_conn_id=CONNECTION, resource=PAGES[0]) >> in_python()

    # Airflow 3.3 has no loops, and makes it an ordinary group.
    again.loop(max_iterations=LOOPS) if hasattr(again, "loop") else again()
