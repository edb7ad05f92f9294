"""A task that has spent a quarter of its calls, of which it warns, and next to nothing of its tokens."""

from __future__ import annotations

from airflow.sdk import DAG

from airflow_provider.operators import TextGenerationOperator
from airflow_provider.spend import Budget

with DAG("spend_warned", schedule=None):
    budget = Budget(calls=4, tokens=1_000_000, warn_at=0.2)
    TextGenerationOperator(task_id="ask", model="extractive", messages="A question", budget=budget)
