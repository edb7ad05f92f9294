"""Writes spend of all kinds as FOCUS into a folder, for `validate.py`, which runs in an environment of its own."""

from __future__ import annotations

import sys
from datetime import date
from decimal import Decimal
from pathlib import Path

from airflow_provider.api.answers import Usage
from airflow_provider.api.money import Money
from airflow_provider.results import write_rows
from airflow_provider.spend.focus import SCHEMA, Charge, charges

RUN = {"dag_id": "d", "run_id": "manual", "task_id": "t", "map_index": -1}
ONE_EURO = Money.of(Decimal(1), "EUR")
# Each file alone: a column's type is guessed from the values that it has.
FILES = {
    "all kinds": [
        Charge(date(2026, 1, 31), "text_generation", "m", "paid", RUN, Usage(1, 10, cost=ONE_EURO)),
        Charge(date(2028, 2, 29), "extract", None, "paid", RUN, Usage(2, None, 2, 1, 1, cost=ONE_EURO)),
        Charge(
            date(2026, 12, 31),
            "text_generation",
            "m",
            "other",
            {**RUN, "map_index": 3},
            Usage(3, 30, cost=Money.of(Decimal("1e-12"), "EUR") + Money.of(Decimal("12345678.9"), "USD")),
        ),
        # A record of version 0.1 says no connection, and the page knows no runs.
        Charge(date(2026, 3, 5), None, None, None, {"dag_id": 'ü, "d"', "task_id": "t"}, Usage(1, 7, cost=ONE_EURO)),
    ],
    "whole numbers": [Charge(date(2026, 3, 5), "extract", None, "paid", RUN, Usage(1, None, 1, cost=ONE_EURO))],
}

if __name__ == "__main__":
    for name, spent in FILES.items():
        for suffix in ("csv", "parquet"):
            write_rows(str(Path(sys.argv[1]) / f"{name}.{suffix}"), charges(spent).rows, SCHEMA)
