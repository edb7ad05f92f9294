"""What tasks and runs have spent: recorded, capped by budgets, reported."""

from airflow_provider.spend.budget import Budget
from airflow_provider.spend.run import ROW_KEY, ROW_TYPES, XCOM_KEY, run_frame, run_rows
from airflow_provider.state.record import COUNTS, STATE_KEY

__all__ = [
    "COUNTS",
    "ROW_KEY",
    "ROW_TYPES",
    "STATE_KEY",
    "XCOM_KEY",
    "Budget",
    "run_frame",
    "run_rows",
]
