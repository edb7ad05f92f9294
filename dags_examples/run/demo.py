"""
`make demo`: a real DAG on a real Airflow, against the embedded service, in about a minute.

With DEMO_URL in the environment (`make demo URL=...`) it reads that page instead of the example website:
DEMO_PROMPT says what to look for, and DEMO_SCHEMA, as JSON text, which fields are wanted.
"""

from __future__ import annotations

import os
import sys
import time
from typing import TYPE_CHECKING

import pandas as pd

from dags_examples.run import report
from dags_examples.run.processes import StartError
from dags_examples.run.report import heading, say
from dags_examples.run.stack import Stack, running_stack

if TYPE_CHECKING:
    from dags_examples.run.rest import Run

# Invented, to show a cost; the embedded service itself costs nothing.
PRICE = 0.002


def main() -> int:
    """Run the demo and return the exit code."""
    began = time.monotonic()
    url = os.environ.get("DEMO_URL", "").strip()
    say("Starting the embedded service, the example website and Airflow on 127.0.0.1 ...")
    try:
        with running_stack(price_per_1k_tokens=PRICE) as stack:
            say(f"All healthy after {time.monotonic() - began:.0f} s.")
            done = show_page(stack, url) if url else show_bookshop(stack)
    except (StartError, LookupError, TimeoutError) as error:
        say(f"The demo failed: {error}")
        return 1
    except KeyboardInterrupt:
        say("Interrupted; everything is stopped.")
        return 130
    say(f"\n{'Done' if done else 'Failed'} after {time.monotonic() - began:.0f} s; nothing is left running.")
    return 0 if done else 1


def show_bookshop(stack: Stack) -> bool:
    """Show the whole provider once: rows, Markdown, a collection, a text, and what it took."""
    stack.fill_collection()
    run = stack.airflow.api.trigger("bookshop_catalogue")
    if not _succeeded(run):
        return False
    heading("Rows of the listing page, as a pandas DataFrame")
    say(report.table(report.frame_of(run.xcom("listing"))))
    say(f"\nSummed up by a Python task: {run.xcom('sum_up')}")
    for task_id in ("about_page", "catalogue_pdf", "opening_hours_docx"):
        heading(f"Markdown of {task_id}")
        say(report.head(run.xcom(task_id)))
    heading("The collection, queried with a list schema")
    say(report.table(pd.DataFrame(run.xcom("query_collection"))))
    heading("When does the shop open on Saturday?")
    say(report.head(run.xcom("answer_in_words")))
    _show_spend(run)
    return True


def show_page(stack: Stack, url: str) -> bool:
    """Show one extraction from the page at *url*."""
    prompt = os.environ.get("DEMO_PROMPT", "").strip() or "What is this page about?"
    schema = os.environ.get("DEMO_SCHEMA", "").strip() or None
    conf = {"link": url, "prompt": prompt, "json_schema": schema}
    run = stack.airflow.api.trigger("any_page", conf)
    if not _succeeded(run):
        return False
    heading(f"{prompt} ({url})")
    answer = run.xcom("extract")
    say(report.table(pd.DataFrame(answer)) if isinstance(answer, list) else str(answer))
    _show_spend(run)
    return True


def _succeeded(run: Run) -> bool:
    say(f"Run {run.run_id} of the DAG {run.dag_id}:")
    state = report.follow(run)
    if state != "success":
        heading("Logs of the tasks that failed")
        say(report.failures(run))
    return state == "success"


def _show_spend(run: Run) -> None:
    heading(f"Spend of each task, at an invented price of {PRICE} per 1,000 tokens")
    say(report.table(report.spend(run)))


if __name__ == "__main__":
    sys.exit(main())
