"""Runs for all changes of four watched pages that wait, one run at a time, for as long as a file says so."""

import os
import time
from pathlib import Path
from typing import Any

from airflow.sdk import dag, task

from airflow_provider.watch import any_change, changed_links, page_asset

SITE = os.environ.get("PAID_SITE", "http://127.0.0.1:9")
HOLD = Path(os.environ.get("PAID_HOLD", "/nowhere"))

pages = [page_asset(f"{SITE}/{number}.html", every=1, allow_private=True) for number in range(4)]


@dag(schedule=any_change(*pages), max_active_runs=1)
def many_changes() -> None:
    @task
    def tell(**context: Any) -> list[str]:
        while HOLD.exists():
            time.sleep(0.1)
        return sorted(changed_links(context))

    tell()


many_changes()
