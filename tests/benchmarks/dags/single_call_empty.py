"""The floor of target 3: a task that does nothing."""

from airflow.sdk import DAG, task

PAGES = 100

with DAG("bench_empty", schedule=None):

    @task
    def nothing(page: int) -> None:
        """Do nothing."""

    nothing.expand(page=list(range(PAGES)))
