"""What the demo prints: the progress of a run, its rows, its texts and what it has spent."""

from __future__ import annotations

import io
import sys
import time
from typing import TYPE_CHECKING, Any

import httpx
import pandas as pd

from dags_examples.run.rest import FINAL_STATES, task_name

if TYPE_CHECKING:
    from dags_examples.run.rest import Run

COLUMNS = ("task", "operation", "calls", "tokens", "unreported", "unconfirmed", "cost", "model", "tries")
NUMBERS = {
    "calls": "Int64",
    "tokens": "Int64",
    "unreported": "Int64",
    "unconfirmed": "Int64",
    "cost": "Float64",
    "tries": "Int64",
}


def say(text: str = "") -> None:
    """Print at once, also into a pipe."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def heading(text: str) -> None:
    """Print an underlined line after an empty one."""
    say(f"\n{text}\n{'-' * len(text)}")


def follow(run: Run, *, timeout: float = 150) -> str:
    """Print each task as it ends, and return the final state of the run."""
    told: set[str] = set()
    began = time.monotonic()
    while True:
        state = run.state()
        for name, task_state in run.states().items():
            if task_state in {"success", "failed", "upstream_failed", "skipped"} and name not in told:
                told.add(name)
                say(f"  {time.monotonic() - began:5.1f} s  {name}: {task_state}")
        if state in FINAL_STATES:
            return state
        if time.monotonic() - began > timeout:
            msg = f"The run is {state} after {timeout:.0f} s."
            raise TimeoutError(msg)
        time.sleep(0.3)


def table(rows: pd.DataFrame) -> str:
    """Lay out all columns and at most 30 rows; what is unknown is a dash."""
    return rows.astype(object).where(rows.notna(), "-").to_string(index=False, max_rows=30, max_colwidth=40)


def frame_of(xcom: dict[str, Any]) -> pd.DataFrame:
    """Read the DataFrame of an XCom as it is stored: Parquet, in hex."""
    return pd.read_parquet(io.BytesIO(bytes.fromhex(xcom["__data__"])))


def head(markdown: str, lines: int = 12) -> str:
    """Return the first *lines* lines of a text that are not empty."""
    return "\n".join([f"  {line[:100]}" for line in markdown.splitlines() if line.strip()][:lines])


def spend(run: Run) -> pd.DataFrame:
    """Return a row for each task that has published its `usage`, and their sum."""
    rows = []
    for task in run.tasks():
        try:
            usage = run.xcom(task["task_id"], "usage", map_index=task["map_index"])
        except httpx.HTTPStatusError as error:
            if error.response.status_code != httpx.codes.NOT_FOUND:
                raise
            continue
        rows.append({"task": task_name(task), **{_short(key): value for key, value in usage.items()}})
    found = pd.DataFrame(rows, columns=list(COLUMNS)).astype(NUMBERS)
    # What nobody has reported is unknown in the sum as well, not 0.
    found.loc[len(found)] = {"task": "sum", **{name: found[name].sum(min_count=1) for name in NUMBERS}}
    return found.astype(NUMBERS)


def _short(key: str) -> str:
    return key.removesuffix("_calls")


def failures(run: Run, *, lines: int = 30) -> str:
    """Return the end of the log of every failed task."""
    parts = []
    for task in run.tasks():
        if task["state"] == "failed":
            log = run.log(task["task_id"], try_number=max(task["try_number"], 1), map_index=task["map_index"])
            told = [line for line in log.splitlines() if not line.startswith("::")]
            parts.append(f"--- {task_name(task)}\n" + "\n".join(told[-lines:]))
    return "\n".join(parts)
