"""Where the text of a watched page is kept: on any storage of Airflow's. Blocks; what is a version, `check` says."""

from __future__ import annotations

from airflow_provider.pages import memory_at
from airflow_provider.watch.check import Decision
from airflow_provider.watch.settings import Watch
from airflow_provider.web.snapshots import keep_text


def keep(watch: Watch, decision: Decision, checked_at: str) -> str:
    """Write the text of *decision* as a whole or not at all, and return its path."""
    folder, lines, digest = watch.snapshot, decision.text, decision.state.digest
    if folder is None or lines is None or digest is None:
        raise ValueError("this decision has no text")
    storage = memory_at(folder, field="snapshot")
    name = keep_text(storage, lines, url=watch.url, reading=watch.reading, digest=digest, at=checked_at)
    return f"{folder}/{name}"
