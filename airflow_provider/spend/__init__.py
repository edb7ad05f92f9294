"""What tasks and runs have spent: recorded, capped by budgets, reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from airflow_provider.late import importer
from airflow_provider.spend.run import ROW_KEY, ROW_TYPES, XCOM_KEY, run_frame, run_rows
from airflow_provider.state.record import COUNTS, STATE_KEY

if TYPE_CHECKING:
    from airflow_provider.spend.budget import Budget

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


def budget_of(value: object) -> Budget | None:
    """Return the budget that *value* stands for, as `Budget.of` does."""
    if value is None:
        return None
    from airflow_provider.spend.budget import Budget

    return Budget.of(value)


# Most tasks have none.
__getattr__ = importer(__name__, {"budget": ("Budget",)})
