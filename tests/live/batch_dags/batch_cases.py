"""A batch whose links, number of retries and place of the result come from the run; its service is the test's own."""

import os

from airflow.sdk import DAG

from airflow_provider.operators import ExtractBatchOperator

for retries in (0, 2):
    with DAG(
        f"batch_{retries}_retries",
        schedule=None,
        params={"items": 300, "result_path": None, "on_item_error": "continue"},
        default_args={"retries": retries, "retry_delay": 1.0},
        render_template_as_native_obj=True,
    ):
        ExtractBatchOperator(
            task_id="pages",
            links=f"{os.environ['BATCH_LINKS']}/{{{{ params['items'] }}}}.txt",
            prompt="Every book",
            json_schema={"title": "string", "price": "number"},
            concurrency=16,
            max_xcom_bytes=10_000_000,
            result_path="{{ params['result_path'] }}",
        )
