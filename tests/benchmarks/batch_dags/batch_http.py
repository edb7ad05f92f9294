"""HttpOperator mapped over the same requests: the other side of target 2; a file of its own, so that neither side
imports what the other needs."""

import json

from airflow.providers.http.operators.http import HttpOperator
from airflow.sdk import DAG, task

with DAG("bench_batch_http", schedule=None, params={"items": 100}):

    @task
    def bodies(params: dict[str, int]) -> list[str]:
        """Return the body of every request."""
        return [
            json.dumps({"link": f"https://example.com/{number}", "prompt": "Every book"})
            for number in range(params["items"])
        ]

    HttpOperator.partial(
        task_id="extract",
        http_conn_id="bench_http",
        endpoint="/v1/extract/",
        method="POST",
        headers={"Content-Type": "application/json", "Authorization": "Token key"},
    ).expand(data=bodies())
