"""Airflow's task state store as a task sees it, and how large a value may be. Knows nothing of what is stored."""

from __future__ import annotations

from typing import Any, Protocol

# In base64 it takes a third more: with the other fields of a record it stays under the 64 kB that Airflow warns at.
PART_BYTES = 42_000


class StateStore(Protocol):
    """The part of Airflow's task state store that is used here."""

    def get(self, key: str, default: Any = None) -> Any: ...  # noqa: D102 - Airflow's own
    def set(self, key: str, value: Any, *, retention: Any = None) -> None: ...  # noqa: D102 - Airflow's own
    def delete(self, key: str) -> None: ...  # noqa: D102 - Airflow's own


def put(store: StateStore, key: str, value: Any) -> None:
    """Store *value* for as long as its DAG run is there."""
    # Imported here: at parse time nobody has a state store.
    from airflow.sdk.execution_time.context import NEVER_EXPIRE

    store.set(key, value, retention=NEVER_EXPIRE)
