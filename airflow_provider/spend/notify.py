"""
A budget that tells people: Airflow's notifiers, called with what was spent, allowed and by whom.

Decides how a notifier is called, and that one which fails or is slow harms nothing; when it is called is `guard`'s
business.
"""

from __future__ import annotations

import copy
import logging
import threading
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from airflow.sdk import BaseNotifier

log = logging.getLogger(__name__)

# Under this name a notifier, and its templates, find the facts in their context.
CONTEXT_KEY = "content_ai_budget"
# So long a task that is about to end waits for its notifiers, in seconds.
PATIENCE = 60.0


class PlainBudget(dict[str, Any]):
    """
    A budget as Airflow renders, shows and stores it, with its notifiers beside it.

    Those are code: they stay with the DAG file, from which each task has them anew, as it has callbacks.
    """

    notify: tuple[BaseNotifier, ...] = ()

    @classmethod
    def of(cls, fields: Mapping[str, Any], notify: Iterable[BaseNotifier]) -> PlainBudget:
        """Return *fields* without their notifiers, which are *notify*."""
        plain = cls({name: value for name, value in fields.items() if name != "notify"})
        plain.notify = tuple(notify)
        return plain


def tell(notifiers: Iterable[BaseNotifier], context: Mapping[str, Any], facts: Mapping[str, Any]) -> None:
    """Call *notifiers* with *facts* in their context."""
    for notifier in notifiers:
        try:
            # A copy, for to call a notifier renders its fields for good.
            copy.copy(notifier)({**context, CONTEXT_KEY: dict(facts)})
        except Exception:
            log.warning(
                "Notifier %s of the budget has failed; nothing else has.", type(notifier).__name__, exc_info=True
            )


class Notices:
    """Gives notices in threads, one after the other; nobody waits for them but who calls `finish`."""

    def __init__(self) -> None:
        self._last: threading.Thread | None = None

    def give(self, notice: Callable[[], object]) -> None:
        """Have *notice* called once those before it have returned."""
        before = self._last

        def give() -> None:
            if before is not None:
                before.join()
            notice()

        # One that hangs must not keep the process of the task.
        self._last = threading.Thread(target=give, name="content-ai-notices", daemon=True)
        self._last.start()

    def finish(self) -> bool:
        """Wait for all notices, for a while, and say whether there were any."""
        if self._last is None:
            return False
        self._last.join(PATIENCE)
        if self._last.is_alive():
            log.warning("A notifier of the budget has not returned for %.0f s; the task goes on without it.", PATIENCE)
        self._last = None
        return True
