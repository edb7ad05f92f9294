"""Tasks that cost money: of every operation, in three currencies, and held to budgets of every kind of task."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from airflow.sdk import DAG, task

from airflow_provider.hooks import ContentAIHook
from airflow_provider.operators import (
    CollectionDeleteOperator,
    CollectionQueryOperator,
    ExtractBatchOperator,
    ExtractOperator,
    MarkdownConvertOperator,
    SpendReportOperator,
    TextGenerationBatchOperator,
    TextGenerationOperator,
)
from airflow_provider.spend import Budget

PAGES = [f"https://example.com/{number}" for number in range(8)]
QUESTIONS = [f"Question {number}" for number in range(60)]
# Three calls at 0.02 EUR fit, and a part of a fourth.
MONEY = Budget(cost="0.07", on_exceed="skip")

with DAG("prices", schedule=None):
    priced: list[Any] = [
        ExtractOperator(task_id="extract", content_ai_conn_id="eur", link=PAGES[0], prompt="All"),
        MarkdownConvertOperator(task_id="markdown", content_ai_conn_id="eur", resource=PAGES[0]),
        TextGenerationOperator(task_id="text", content_ai_conn_id="eur", messages="Hi", model="small"),
        TextGenerationOperator(task_id="text_large", content_ai_conn_id="eur", messages="Hi", model="large"),
        CollectionQueryOperator(
            task_id="query",
            content_ai_conn_id="eur",
            collection_id="books",
            request_query="new",
            json_schema=[{"title": "string"}],
            json_schema_rules="All",
        ),
        CollectionDeleteOperator(task_id="delete", content_ai_conn_id="eur", collection_id="books"),
    ]
    priced >> SpendReportOperator(task_id="report")

with DAG("currencies", schedule=None):
    paid = [
        ExtractOperator(task_id=name, content_ai_conn_id=name, link=PAGES[0], prompt="All")
        for name in ("eur", "usd", "chf")
    ]

    @task
    def of_all() -> None:
        """Pay in each currency in one task."""
        for name in ("eur", "usd", "chf"):
            ContentAIHook(name).extract(link=PAGES[1], prompt="All")

    refused = ExtractOperator(
        task_id="refused", content_ai_conn_id="eur", link=PAGES[2], prompt="All", budget={"cost": 5}
    )
    [*paid, of_all()] >> refused >> SpendReportOperator(task_id="report")

with DAG("one_day", schedule=None, params={"name": ""}):
    # A day that is shared by name, over connections that pay in different currencies.
    of_day = {"cost": 5, "scope": "day", "name": "{{ params.name }}"}
    euros, francs = (
        ExtractOperator(task_id=name, content_ai_conn_id=name, link=PAGES[0], prompt="All", budget=of_day)
        for name in ("eur", "chf")
    )
    euros >> francs

with DAG("capped_single", schedule=None):
    last = None
    for number in range(5):
        one = ExtractOperator(
            task_id=f"ask_{number}",
            content_ai_conn_id="eur",
            link=PAGES[number],
            prompt="All",
            budget=MONEY,
            trigger_rule="all_done",
        )
        if last is not None:
            last >> one
        last = one

with DAG("capped_mapped", schedule=None):
    ExtractOperator.partial(task_id="ask", content_ai_conn_id="eur", prompt="All", budget=MONEY).expand(link=PAGES)

with DAG("capped_batch", schedule=None):
    ExtractBatchOperator(
        task_id="ask", content_ai_conn_id="eur", links=PAGES, prompt="All", concurrency=4, budget=MONEY
    )

with DAG("capped_code", schedule=None):

    @task
    def ask() -> None:
        """Ask page after page, until the budget says no."""
        hook = ContentAIHook("eur", budget=MONEY)
        for page in PAGES:
            hook.extract(link=page, prompt="All")

    ask()

for which in ("required", "optional"):
    with DAG(f"redis_{which}", schedule=None, params={"connection": "", "calls": 1_000}):
        TextGenerationBatchOperator(
            task_id="ask",
            content_ai_conn_id="{{ params.connection }}",
            conversations=QUESTIONS,
            model="m",
            concurrency=2,
            budget={"calls": "{{ params.calls }}", "on_exceed": "skip"},
            retries=30 if which == "required" else 0,
            retry_delay=timedelta(seconds=1),
            max_retry_delay=timedelta(seconds=1),
        )
