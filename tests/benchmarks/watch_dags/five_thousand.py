"""As many watched pages as the environment says, all of one DAG, and a probe in the same event loop."""

import os

from airflow.sdk import DAG, Asset, AssetWatcher
from loop_probe import LoopProbe

from airflow_provider.watch import page_asset

SITE = os.environ.get("BENCH_SITE", "http://127.0.0.1:9")
PAGES = int(os.environ.get("BENCH_PAGES", "10"))

pages = [page_asset(f"{SITE}/page/{number}", every=60, allow_private=True) for number in range(PAGES)]
probe = Asset("probe", watchers=[AssetWatcher(name="probe", trigger=LoopProbe(os.environ.get("BENCH_PROBE", "")))])

dag = DAG("five_thousand", schedule=[*pages, probe])
