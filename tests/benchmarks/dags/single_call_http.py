"""The http provider's side of target 3; a file of its own, so that no side imports what another needs."""

import json

from airflow.providers.http.operators.http import HttpOperator
from airflow.sdk import DAG

PAGES = 100

with DAG("bench_http", schedule=None):
    HttpOperator.partial(
        task_id="extract",
        http_conn_id="bench_http",
        endpoint="/v1/extract/",
        method="POST",
        headers={"Content-Type": "application/json", "Authorization": "Token key"},
    ).expand(
        data=[json.dumps({"link": f"https://example.com/{number}", "prompt": "Every book"}) for number in range(PAGES)]
    )
