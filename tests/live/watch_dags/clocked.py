"""Goes on only if the page has changed since its last success; one DAG looks once, the other waits."""

import os
from datetime import timedelta

from airflow.sdk import Param, dag, task

from airflow_provider.watch import PageChangeSensor, changed_link

URL = os.environ.get("CLOCKED_URL", "http://127.0.0.1:9/page.html")


@dag(schedule=None, params={"fail": Param(default=False, type="boolean")})
def clocked() -> None:
    changed = PageChangeSensor(task_id="changed", url=URL, allow_private=True)

    @task
    def go_on(link: str, params: dict[str, bool]) -> str:
        if params["fail"]:
            raise ValueError("as the test wants it")
        return link

    changed >> go_on(changed_link(task_id="changed"))


@dag(schedule=None)
def waiting() -> None:
    # On a busy machine the scheduler of Airflow 3.3 fails resumed tasks now and then; retries are for that.
    changed = PageChangeSensor(
        task_id="changed",
        url=URL,
        allow_private=True,
        deferrable=True,
        timeout=60,
        poke_interval=1,
        soft_fail=False,
        retries=3,
        retry_delay=timedelta(seconds=1),
    )

    @task
    def go_on(link: str) -> str:
        return link

    changed >> go_on(changed_link(task_id="changed"))


clocked()
waiting()
