"""
What a whole DAG run has spent, as one of its tasks can know it.

A task may read the XComs of its run, but the state store of nobody else; so the sum is that of what every
task instance has published beside XCom `usage`. One question a task id, whatever number of map indexes it has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from airflow_provider.api.answers import Usage
from airflow_provider.api.money import listed
from airflow_provider.state.record import exact_sums, told_in, usage_in

if TYPE_CHECKING:
    import pandas as pd

# For people, and their DAGs.
XCOM_KEY = "usage"
# The same with what a report needs besides, for this module and the page.
ROW_KEY = "content_ai_spend"
# In a row: under which name Redis has counted it for the budget of the run.
SHARED = "shared"

# The columns of a report, in order, with their types in the words of a row schema.
ROW_TYPES: Mapping[str, str] = {
    "dag_id": "string",
    "run_id": "string",
    "task_id": "string",
    "map_index": "int",
    "operation": "string",
    "model": "string",
    "connection": "string",
    "calls": "int",
    "tokens": "int",
    "unreported_calls": "int",
    "unconfirmed_calls": "int",
    "unpriced_calls": "int",
    "reused_calls": "int",
    "cost": "number",
    "saved": "number",
    "currency": "string",
    "costs": "string",
    "savings": "string",
    "tries": "int",
    "seconds": "number",
}
DTYPES = {"string": "string", "int": "Int64", "number": "Float64"}


def spent_in_run(context: Mapping[str, Any]) -> tuple[Usage, frozenset[str]]:
    """
    Return the sum of what all task instances of the run have published so far, the running one included.

    Beside it, what their budgets have told people.
    """
    spent = Usage()
    told: set[str] = set()
    for _, record in published(context):
        spent += usage_in(record)
        told.update(told_in(record))
    return spent, frozenset(told)


def shares_of_run(context: Mapping[str, Any]) -> tuple[Usage, dict[str, Usage]]:
    """Return what Redis has not counted of the run, in all, and what it has, by the name of each member."""
    outside, counted = Usage(), {}
    for _, record in published(context):
        if isinstance(member := record.get(SHARED), str):
            counted[member] = usage_in(record)
        else:
            outside += usage_in(record)
    return outside, counted


def run_rows(context: Mapping[str, Any]) -> list[dict[str, Any]]:
    """
    Return a row for each task instance of the run that has published its spend, ordered by task and map index.

    The keys are those of `ROW_TYPES`. Takes the context of a running task: `get_current_context()` in TaskFlow.
    """
    return rows_and_sum(context)[0]


def rows_and_sum(context: Mapping[str, Any]) -> tuple[list[dict[str, Any]], Usage]:
    """Return `run_rows`, and what all of them have spent together."""
    ti = context["ti"]
    rows, spent = [], Usage()
    for task_id, record in published(context):
        spent += (of_task := usage_in(record))
        # A number cannot hold two currencies, which are never added.
        exact = {name: listed(sums) for name, sums in exact_sums(of_task).items()}
        known = {"dag_id": ti.dag_id, "run_id": ti.run_id, "task_id": task_id, **exact}
        rows.append({name: known.get(name, record.get(name)) for name in ROW_TYPES})
    return sorted(rows, key=lambda row: (row["task_id"], row["map_index"] or 0)), spent


def run_frame(context: Mapping[str, Any]) -> pd.DataFrame:
    """Return `run_rows` as a DataFrame with nullable dtypes; the same columns when nothing was spent."""
    import pandas as pd

    frame = pd.DataFrame(run_rows(context), columns=list(ROW_TYPES))
    return frame.astype({name: DTYPES[kind] for name, kind in ROW_TYPES.items()})


def published(context: Mapping[str, Any]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield what each task instance of the run has published for reports, with its task id."""
    from airflow.sdk.execution_time.xcom import XCom

    ti = context["ti"]
    for task_id in context["dag"].task_ids:
        for value in XCom.get_all(key=ROW_KEY, dag_id=ti.dag_id, task_id=task_id, run_id=ti.run_id) or ():
            # Another operator may use the key for something of its own.
            if isinstance(value, Mapping) and "unconfirmed_calls" in value:
                yield task_id, value
