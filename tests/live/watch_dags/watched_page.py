"""Runs when a page changes and keeps what it was told; page and pace come from Airflow's environment."""

import os

from airflow.sdk import dag, task

from airflow_provider.watch import any_change, changed_link, page_asset, page_events

URL = os.environ.get("WATCHED_URL", "http://127.0.0.1:9/page.html")
EVERY = float(os.environ.get("WATCHED_EVERY", "1"))

shop = page_asset(URL, every=EVERY, allow_private=True, name="watched shop")


@dag(schedule=any_change(shop))
def watched_page() -> None:
    @task
    def tell(link: str, **context: object) -> dict[str, object]:
        return {"link": link, "events": page_events(context)}

    tell(changed_link())


watched_page()
