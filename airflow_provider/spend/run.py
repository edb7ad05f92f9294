"""
What a whole DAG run has spent, as one of its tasks can know it.

A task may read the XComs of its run, but the state store of nobody else; so the sum is that of what every
task instance has published beside XCom `usage`. One question a task id, whatever number of map indexes it has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from airflow_provider.api.answers import Usage
from airflow_provider.state.record import usage_in

if TYPE_CHECKING:
    import pandas as pd

# For people, and their DAGs.
XCOM_KEY = "usage"
# The same with what a report needs besides, for this module and the page.
ROW_KEY = "content_ai_spend"

# The columns of a report, in order, with their types in the words of a row schema.
ROW_TYPES: Mapping[str, str] = {
    "dag_id": "string",
    "run_id": "string",
    "task_id": "string",
    "map_index": "int",
    "operation": "string",
    "model": "string",
    "calls": "int",
    "tokens": "int",
    "unreported_calls": "int",
    "unconfirmed_calls": "int",
    "cost": "number",
    "tries": "int",
    "seconds": "number",
}
DTYPES = {"string": "string", "int": "Int64", "number": "Float64"}


def usage_of_run(context: Mapping[str, Any]) -> Usage:
    """Return the sum of what all task instances of the run have published so far, the running one included."""
    return sum((usage_in(record) for _, record in _published(context)), Usage())


def run_rows(context: Mapping[str, Any]) -> list[dict[str, Any]]:
    """
    Return a row for each task instance of the run that has published its spend, ordered by task and map index.

    The keys are those of `ROW_TYPES`. Takes the context of a running task: `get_current_context()` in TaskFlow.
    """
    ti = context["ti"]
    rows = []
    for task_id, record in _published(context):
        known = {"dag_id": ti.dag_id, "run_id": ti.run_id, "task_id": task_id}
        rows.append({name: known.get(name, record.get(name)) for name in ROW_TYPES})
    return sorted(rows, key=lambda row: (row["task_id"], row["map_index"] or 0))


def run_frame(context: Mapping[str, Any]) -> pd.DataFrame:
    """Return `run_rows` as a DataFrame with nullable dtypes; the same columns when nothing was spent."""
    import pandas as pd

    frame = pd.DataFrame(run_rows(context), columns=list(ROW_TYPES))
    return frame.astype({name: DTYPES[kind] for name, kind in ROW_TYPES.items()})


def _published(context: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    from airflow.sdk.execution_time.xcom import XCom

    ti = context["ti"]
    for task_id in context["dag"].task_ids:
        for value in XCom.get_all(key=ROW_KEY, dag_id=ti.dag_id, task_id=task_id, run_id=ti.run_id) or ():
            # Another operator may use the key for something of its own.
            if isinstance(value, Mapping) and "unconfirmed_calls" in value:
                yield task_id, value
