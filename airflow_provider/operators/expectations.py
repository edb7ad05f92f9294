"""
What surrounds a check of rows: the argument as it came, an earlier run's figure, the words, the refused rows.

Knows Airflow's XComs and storages; what is at fault is `results.checking`'s business.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from airflow_provider import results
from airflow_provider.api.schema import RowSchema

if TYPE_CHECKING:
    from airflow_provider.results import Expect
    from airflow_provider.results.rejected import Rejected
    from airflow_provider.results.tally import Finding, OnPage

log = logging.getLogger(__name__)

# How many rows a task has delivered, for `max_drop` of its later runs.
ROWS_KEY = "rows"
REJECTED_KEY = "rejected"
# How many values were looked for in their pages, and found.
ON_PAGE_KEY = "on_page"
# Findings that a message holds: a log line has its limits.
SHOWN = 6


def plain(expect: Expect | Mapping[str, Any] | str | None) -> Mapping[str, Any] | str | None:
    """Return *expect* as Airflow renders, shows and stores it: a dict for an `Expect`."""
    return expect if expect is None or not hasattr(expect, "as_dict") else expect.as_dict()


def expect_of(value: object) -> Expect | None:
    """Return what *value* stands for, as `Expect.of` does."""
    if value is None:
        return None
    from airflow_provider.results import Expect

    return Expect.of(value)


def rows_of_last_success(ti: Any) -> int | None:
    """Return how many rows the task of *ti* had when it last succeeded in an earlier run; None if it never did."""
    # Airflow has deleted what this run's tries pushed, and none pushes it that has not succeeded.
    value = ti.xcom_pull(key=ROWS_KEY, task_ids=ti.task_id, map_indexes=ti.map_index, include_prior_dates=True)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def tell_of_pages(seen: OnPage, push: Callable[[str, Any], object]) -> None:
    """Log, and have pushed, how many values stand in their pages."""
    push(ON_PAGE_KEY, asdict(seen))
    level = logging.WARNING if seen.not_read else logging.INFO
    said = "%d values stand in their pages, %d do not, and of %d the page cannot be read."
    log.log(level, said, seen.found, seen.absent, seen.not_read)


def told(findings: Sequence[Finding]) -> str:
    """Return *findings* in one text."""
    further = f"; and {len(findings) - SHOWN} rules more" if len(findings) > SHOWN else ""
    return ". ".join(finding.text for finding in findings[:SHOWN]) + further


def deliver_rejected(rejected: Rejected, result_path: str | None, push: Callable[[str, Any], object]) -> str:
    """Write the *rejected* rows beside the result, or have them pushed; return in words where they are."""
    if result_path is None:
        if not rejected.count:
            return ""
        push(REJECTED_KEY, rejected.shown())
        return f" Refused rows are in XCom {REJECTED_KEY!r}."
    path = f"{result_path}.rejected.jsonl"
    try:
        if rejected.count:
            results.write_rows(path, rejected.all(), RowSchema({"reason": "string", "row": "object"}))
            return f" Refused rows are in {path}."
        # One of an earlier run says nothing about these rows.
        results.storage(path).unlink(missing_ok=True)
    except Exception:
        # What is at fault with the rows is what a person has to see.
        log.exception("The refused rows cannot be written to %r.", path)
    return ""
