"""
Any page, any question: the DAG behind `make demo URL=... PROMPT=... SCHEMA=...`.

Everything is a param, so the same DAG can be triggered by hand for another page at any time.
`json_schema` is JSON text such as {"title": "string", "price": "number"}; without it the answer is a text.
"""

import json
from typing import Any

from airflow.sdk import Param, dag, task

from airflow_provider.operators import ExtractOperator


@dag(
    schedule=None,
    params={
        "link": Param("https://example.com/", type="string", format="uri"),
        "prompt": Param("What is this page about?", type="string"),
        "json_schema": Param(None, type=["null", "string"]),
    },
    tags=["content_ai"],
)
def any_page() -> None:
    """Extract from the page that the run names."""

    @task
    def wanted_fields(params: dict[str, Any]) -> dict[str, str] | None:
        return json.loads(params["json_schema"]) if params["json_schema"] else None

    ExtractOperator(
        task_id="extract",
        link="{{ params.link }}",
        prompt="{{ params.prompt }}",
        json_schema=wanted_fields(),
    )


any_page()
