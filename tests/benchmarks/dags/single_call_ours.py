"""Our side of target 3; a file of its own, so that no side imports what another needs."""

from airflow.sdk import DAG

from airflow_provider.operators import ExtractOperator

PAGES = 100

with DAG("bench_ours", schedule=None):
    ExtractOperator.partial(
        task_id="extract",
        prompt="Every book",
        json_schema={"title": "string", "text": "string", "price": "number"},
    ).expand(link=[f"https://example.com/{number}" for number in range(PAGES)])
