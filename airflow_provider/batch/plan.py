"""What a batch does with its items, as its operator wants it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from airflow_provider.api.answers import Answer
from airflow_provider.api.request import Request
from airflow_provider.batch.failures import OnItemError
from airflow_provider.shared.pace import SharedPace
from airflow_provider.telemetry import Tracer


@dataclass(frozen=True)
class Plan:
    """
    What a batch does with its items.

    *build* makes the request of an item, *check* refuses an answer that is of no use, *name* calls an item by a name,
    *trace* traces its call.
    *pace* says when a call may leave, None if this process decides by itself.
    *overflow* is the folder for answers too large for the task state store, None if there is no place for them.
    """

    build: Callable[[Any], Request]
    check: Callable[[Request, Answer], object]
    name: Callable[[int, Any], str]
    trace: Tracer
    overflow: str | None
    concurrency: int
    on_item_error: OnItemError
    max_failures: float | None
    pace: SharedPace | None = None
    # Whether items may be asked a second time, for a better answer.
    asks_again: bool = False
