"""
What the XComs of a task instance tell of its spend: the total that people read, and the row that reports add up.

Decides their form, and pushes only what is new. What was spent is `ledger`'s business.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Mapping
from typing import Any

from airflow_provider.state.record import BUDGETS, TOLD, Record, exact_sums, usage_as_json

log = logging.getLogger(__name__)


def total_of(record: Record) -> dict[str, Any]:
    """Return XCom `usage`."""
    return {
        "operation": record.operation,
        **usage_as_json(record.usage),
        "model": record.model,
        "connection": record.connection,
        "tries": record.tries,
    }


def row_of(record: Record, *, map_index: int) -> dict[str, Any]:
    """Return the total, and what a report of many tasks needs besides."""
    told = {TOLD: list(record.told)} if record.told else {}
    budgets = {BUDGETS: list(record.budgets)} if record.budgets else {}
    own = {"seconds": record.seconds, "map_index": map_index, "id": record.id}
    return {**total_of(record), **exact_sums(record.usage), **own, **told, **budgets}


class Published:
    """The XComs that *ti* has pushed in this try: a new one begins without any."""

    def __init__(self, ti: Any) -> None:
        self._ti = ti
        self._pushed: dict[str, dict[str, Any]] = {}
        self._lock = threading.Lock()

    def push(self, key: str, value: dict[str, Any]) -> None:
        """Push *value*, unless it is there already; what cannot be pushed is logged, and the state store has it."""
        with self._lock:
            if self._pushed.get(key) == value:
                return
            try:
                self._ti.xcom_push(key=key, value=value)
            except Exception:
                log.exception("XCom %r could not be pushed; the task state store has the spend.", key)
            else:
                self._pushed[key] = value

    def pushed(self, key: str) -> Mapping[str, Any]:
        """Return what stands under *key*; empty if nothing was pushed."""
        return self._pushed.get(key, {})
