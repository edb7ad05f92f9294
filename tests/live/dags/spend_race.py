"""Tasks that spend at the same moment on one small budget."""

from __future__ import annotations

from airflow.sdk import DAG

from airflow_provider.operators import TextGenerationOperator
from airflow_provider.spend import Budget

with DAG("spend_race", schedule=None):
    TextGenerationOperator.partial(task_id="race", model="extractive", budget=Budget(calls=3, on_exceed="skip")).expand(
        messages=[f"Question {number}" for number in range(10)]
    )
