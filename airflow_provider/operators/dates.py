"""
Runs for past dates, and pages that are always today's.

Decides whether a run is one of a backfill or a catch-up, and whether its pages would be the same for any other date;
what a page shows of the past, nobody here can know.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from airflow_provider.operators.templates import is_literal

log = logging.getLogger(__name__)

# A run that begins so much later than it was due is caught up; schedulers and pools make others wait for minutes.
LATE = timedelta(hours=1)
PAGE = "docs/how-to/extract.md"


def warn_of_todays_page(names: Sequence[str], context: Mapping[str, Any]) -> None:
    """
    Log one line if the run is for a past date, and its pages are those of any other.

    The pages are in a field of one of *names*, of which the last is what users call it.
    """
    try:
        why = _kind_of_past(context)
        if why is None or not _is_the_same_for_every_date(names, context):
            return
        logical_date = context["dag_run"].logical_date
    except Exception:
        log.debug("Whether the run is for a past date is not known.", exc_info=True)
        return
    log.warning(
        "This run is for %s (%s), and field %r is the same for every date: the service loads pages as they are today, "
        "so that each date pays for the same. %s, 'Runs for past dates', shows what to do.",
        "a past date" if logical_date is None else logical_date.date().isoformat(),
        why,
        names[-1],
        PAGE,
    )


def _kind_of_past(context: Mapping[str, Any]) -> str | None:
    run = context["dag_run"]
    kind = getattr(run.run_type, "value", run.run_type)
    if kind == "backfill":
        return "backfill"
    is_late = (run.start_date or datetime.now(UTC)) - run.run_after > LATE
    return "catch-up" if kind == "scheduled" and context["dag"].catchup and is_late else None


def _is_the_same_for_every_date(names: Sequence[str], context: Mapping[str, Any]) -> bool:
    """Say whether the DAG gives one of *names* a literal value, mapped over or not."""
    # As the DAG has it: the task's own fields are rendered by now.
    task = context["dag"].get_task(context["ti"].task_id)
    given = vars(task)
    if task.is_mapped:
        mapped = getattr(task.expand_input, "value", None)
        given = {**task.partial_kwargs, **(mapped if isinstance(mapped, Mapping) else {})}
    return any(given.get(name) is not None and is_literal(given[name]) for name in names)
