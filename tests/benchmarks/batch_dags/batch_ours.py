"""One task, many requests: our side of targets 1, 2, 6 and 7. What and where to is said by the run."""

import os

from airflow.sdk import DAG

from airflow_provider.operators import ExtractBatchOperator

EXPECTATIONS = {"min_rows": 1, "required": ["title"], "max_null_share": {"price": 0.5}, "unique": ["link"]}

# Never used up: what it takes to count is what is measured.
LARGE = {"calls": 10**9}

for name, concurrency, expect, budget in (
    ("16", 16, None, None),
    ("64", 64, None, None),
    ("256", 256, None, None),
    ("64_expect", 64, EXPECTATIONS, None),
    ("64_budget", 64, None, LARGE),
):
    with DAG(
        f"bench_batch_{name}",
        schedule=None,
        params={"items": 100, "suffix": "jsonl"},
        default_args={"retries": 5, "retry_delay": 1.0},
    ):
        ExtractBatchOperator(
            task_id="pages",
            links=f"{os.environ['BENCH_FOLDER']}/{{{{ params['items'] }}}}.txt",
            prompt="Every book",
            json_schema={"title": "string", "text": "string", "price": "number"},
            expect=expect,
            budget=budget,
            concurrency=concurrency,
            result_path=f"{os.environ['BENCH_FOLDER']}/{{{{ run_id }}}}.{{{{ params['suffix'] }}}}",
        )
