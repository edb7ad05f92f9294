"""Many mapped tasks that together want more calls than the budget of their run allows."""

from __future__ import annotations

from datetime import timedelta

from airflow.sdk import DAG, task

from airflow_provider.hooks import ContentAIHook
from airflow_provider.spend import Budget

TASKS, EACH, ALLOWED = 64, 3, 100

with DAG("sixty_four", schedule=None, params={"connection": ""}, max_active_tasks=TASKS):

    @task(retries=1, retry_delay=timedelta(seconds=0))
    def ask(number: int, params: dict[str, str] | None = None) -> None:
        """Ask a few questions, as long as the budget has room."""
        budget = Budget(calls=ALLOWED, scope="run", on_exceed="skip")
        hook = ContentAIHook((params or {})["connection"], budget=budget)
        for question in range(EACH):
            hook.generate_text(messages=f"{number}, {question}", model="m")

    ask.expand(number=list(range(TASKS)))
