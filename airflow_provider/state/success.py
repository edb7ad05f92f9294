"""
When a task has succeeded: not when its code is done, but when Airflow has recorded it.

Knows Airflow's callbacks and what they can be called without.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any

log = logging.getLogger(__name__)


def after_success(context: Mapping[str, Any], do: Callable[[], object]) -> None:
    """
    Have *do* called once Airflow has recorded the success of the task that *context* belongs to.

    Not called for a task that failed, or that somebody has marked as failed meanwhile.
    """
    # The task that Airflow runs: an operator may be called by another one's code, and never hears of a success.
    task = getattr(context["ti"], "task", None) or context.get("task")
    if task is None:
        return

    def callback(_: Any) -> None:
        if _is_recorded(context):
            do()

    # First, for each moment before it is one in which a kill leaves answers that nobody wants.
    task.on_success_callback = [callback, *(task.on_success_callback or ())]


def state_is_cleared() -> bool:
    """Say whether Airflow has deleted the task's state with its success: then there is nothing left to change."""
    from airflow.sdk.configuration import conf

    return bool(conf.getboolean("state_store", "clear_on_success", fallback=False))


def _is_recorded(context: Mapping[str, Any]) -> bool:
    """Say whether the success stands; Airflow calls back also where the API server has refused it."""
    ti = context["ti"]
    map_index = getattr(ti, "map_index", -1)
    try:
        states = ti.get_task_states(
            dag_id=ti.dag_id,
            map_index=map_index if map_index >= 0 else None,
            task_ids=[ti.task_id],
            run_ids=[ti.run_id],
        )
        found = set(states.get(ti.run_id, {}).values())
    except Exception:
        # Whatever it is, Airflow has said that the task succeeded.
        log.debug("The task's state could not be read.", exc_info=True)
        return True
    return not found or "success" in found
