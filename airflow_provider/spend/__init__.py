"""What tasks and runs have spent: recorded, capped by budgets, reported."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from airflow_provider.spend.budget import Budget
from airflow_provider.spend.ledger import COUNTS, STATE_KEY, XCOM_KEY, Ledger
from airflow_provider.spend.run import ROW_KEY, ROW_TYPES, run_frame, run_rows

if TYPE_CHECKING:
    from airflow_provider.spend.running import SharedLedger, running_ledger

__all__ = [
    "COUNTS",
    "ROW_KEY",
    "ROW_TYPES",
    "STATE_KEY",
    "XCOM_KEY",
    "Budget",
    "Ledger",
    "SharedLedger",
    "run_frame",
    "run_rows",
    "running_ledger",
]


def __getattr__(name: str) -> Any:  # noqa: ANN401 - one of the two names below
    # Needed in tasks that call the hook by themselves, and by nobody who parses a DAG.
    if name in ("SharedLedger", "running_ledger"):
        from airflow_provider.spend import running

        return getattr(running, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
