"""One task, many requests: our side of targets 1, 2, 6 and 7. What and where to is said by the run."""

import os

from airflow.sdk import DAG

from airflow_provider.operators import ExtractBatchOperator

for concurrency in (16, 64, 256):
    with DAG(
        f"bench_batch_{concurrency}",
        schedule=None,
        params={"items": 100, "suffix": "jsonl"},
        default_args={"retries": 5, "retry_delay": 1.0},
    ):
        ExtractBatchOperator(
            task_id="pages",
            links=f"{os.environ['BENCH_FOLDER']}/{{{{ params['items'] }}}}.txt",
            prompt="Every book",
            json_schema={"title": "string", "text": "string", "price": "number"},
            concurrency=concurrency,
            result_path=f"{os.environ['BENCH_FOLDER']}/{{{{ run_id }}}}.{{{{ params['suffix'] }}}}",
        )
