"""
Mapped task instances and the files that they write: no two may have the same one.

Renders the path of another instance as Airflow will, and compares; knows nothing of what is written.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Iterator, Mapping
from datetime import timedelta
from itertools import islice
from typing import Any

from airflow_provider.errors import InvalidRequestError

log = logging.getLogger(__name__)

# Rendering one costs about as much as rendering a task's own fields.
MOST_COMPARED = 16
ADVICE = "Put {{ ti.map_index }} into it, so that each has a file of its own."


def refuse_one_path_for_all(path: str) -> None:
    """Refuse, when the DAG is parsed, a literal *path* that a mapped operator gives to each of its instances."""
    raise InvalidRequestError(
        f"Field 'result_path' is {path!r} for every mapped instance, and each would replace the file of the others. "
        f"{ADVICE}"
    )


def refuse_shared_path(path: str, context: Mapping[str, Any]) -> None:
    """Refuse, before anything is paid, a rendered *path* that another mapped instance of the task has as well."""
    ti = context["ti"]
    try:
        task = context["dag"].get_task(ti.task_id)
        template = task.partial_kwargs.get("result_path") if task.is_mapped else task.result_path
        if isinstance(template, str) and "map_index" in template:
            # Told apart as advised; asking Airflow how many there are would only cost time.
            return
        count = ti.get_ti_count(dag_id=ti.dag_id, task_ids=[ti.task_id], run_ids=[ti.run_id])
    except Exception:
        log.debug("The paths of the other mapped instances are not known.", exc_info=True)
        return
    for index in islice(_nearest(ti.map_index, count), MOST_COMPARED):
        if _path_of(index, task, context) == path:
            raise InvalidRequestError(
                f"Field 'result_path' is {path!r} for the mapped instances {ti.map_index} and {index}, and each would "
                f"replace the file of the other. {ADVICE}"
            )


def _nearest(index: int, count: int) -> Iterator[int]:
    for distance in range(1, count):
        yield from (other for other in (index - distance, index + distance) if 0 <= other < count)


def _path_of(index: int, task: Any, context: Mapping[str, Any]) -> object:
    """Return the path that instance number *index* of *task* renders; None if that cannot be known."""
    ti = context["ti"]
    try:
        places = {name: index for name in ("map_index", "region_index") if hasattr(ti, name)}
        # Whatever else is different in each instance must not be the same here.
        own = {"id": uuid.uuid4(), "start_date": ti.start_date + timedelta(seconds=index + 1)}
        other = ti.model_copy(update={**places, **own})
        other.task = task.prepare_for_execution()
        theirs = {**context, "ti": other, "task_instance": other, "task": other.task}
        other.task.render_template_fields(theirs)
    except Exception:
        log.debug("The path of the mapped instance %d is not known.", index, exc_info=True)
        return None
    return theirs["task"].result_path
