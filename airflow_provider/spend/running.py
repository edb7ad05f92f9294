"""The ledger of a Python task that calls the hook by itself, found wherever in the task the call is made."""

from __future__ import annotations

import threading

from airflow_provider.api.client import Result
from airflow_provider.api.policy import Wait
from airflow_provider.api.request import Request
from airflow_provider.api.settings import Settings
from airflow_provider.spend.ledger import Ledger


class SharedLedger(Ledger):
    """
    The ledger of a task that calls the hook by itself, any number of times.

    Publishes after every call, for nobody tells it when the task ends, and keeps no answers.
    """

    def settled(self, request: Request, result: Result, settings: Settings) -> None:
        """Settle, then publish."""
        super().settled(request, result, settings)
        if not isinstance(result, Wait):
            self.publish()

    def _keeps(self, request: Request) -> bool:  # noqa: ARG002 - none, whatever the request
        return False


_shared: tuple[object, SharedLedger] | None = None
_shared_lock = threading.Lock()


def running_ledger() -> SharedLedger | None:
    """Return the ledger of the task that is running in this process; None outside of a task."""
    global _shared  # noqa: PLW0603 - one task runs in a process, and all its hooks must count in one place
    from airflow.sdk import get_current_context

    try:
        context = get_current_context()
    except RuntimeError:
        return None
    if "task_state_store" not in context:
        return None
    ti = context["ti"]
    with _shared_lock:
        if _shared is None or _shared[0] != (ti.id, ti.try_number):
            _shared = ((ti.id, ti.try_number), SharedLedger(context))
        return _shared[1]
