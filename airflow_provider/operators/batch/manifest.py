"""What is told of a batch once it is over: XCom `manifest`, and one line of what failed."""

from __future__ import annotations

import logging
from itertools import islice
from typing import Any

from airflow_provider.api.schema import RowSchema
from airflow_provider.api.urls import shown_url
from airflow_provider.batch.failures import SHOWN, grouped
from airflow_provider.batch.run import BatchRun
from airflow_provider.errors import ResultError
from airflow_provider.results import write_rows

log = logging.getLogger(__name__)

MANIFEST_KEY = "manifest"
# Failed items that the line in the log names, and characters of each.
NAMED = 3
NAME_SIZE = 200


def manifest_of(
    batch: BatchRun, usage: dict[str, Any], result_path: str | None, *, rows: int | None, size: int | None
) -> dict[str, Any]:
    """
    Return XCom `manifest` of *batch*, whose calls have used *usage*; writes the list of failures where it is long.

    *rows* is how many were delivered, None if none were, and *size* the bytes of the file, None without one.
    """
    return {
        **batch.counts(),
        "planned": batch.planned.as_dict(),
        "rows": rows,
        "bytes": size,
        "seconds": round(batch.progress.seconds, 3),
        "usage": usage,
        "result_path": result_path,
        "failures": batch.failures.shown(),
        "failures_path": _failures_path(batch, result_path),
    }


def warn_of_failures(batch: BatchRun, manifest: dict[str, Any], label: str) -> None:
    """Log one line, if items have failed: how many, why, the first three, and where the others are."""
    if not batch.failures.count:
        return
    first = ", ".join(_named(failure["link"]) for failure in islice(batch.failures.all(), NAMED))
    where = f"XCom {MANIFEST_KEY!r}"
    if manifest["failures_path"] is not None:
        where = manifest["failures_path"]
    elif batch.failures.count > SHOWN:
        where = f"XCom {MANIFEST_KEY!r}, which has the first {SHOWN}; with result_path all are in a file"
    log.warning(
        "%s%d of %d items failed: %s. The first: %s. See %s.",
        f"{label}: " if label else "",
        manifest["failed"],
        manifest["items"],
        grouped(batch.reasons()),
        first,
        where,
    )


def tell_reuse(manifest: dict[str, Any], label: str) -> None:
    """Log one line of a batch that reuses: how many items were paid for, and why, and how many were not."""
    if "reused" not in manifest:
        return
    why = ", ".join(f"{count} {reason.replace('_', ' ')}" for reason, count in manifest["paid_for"].items())
    since = manifest["reused_from"]
    saved = manifest["usage"].get("saved")
    log.info(
        "%s%d paid%s, %d reused%s, %s.",
        f"{label}: " if label else "",
        sum(manifest["paid_for"].values()),
        f" ({why})" if why else "",
        manifest["reused"],
        f" (paid for since {since['oldest']})" if since else "",
        "saved nothing that has a price" if saved is None else f"{saved:g} saved",
    )


def _failures_path(batch: BatchRun, result_path: str | None) -> str | None:
    if batch.failures.count <= SHOWN or result_path is None:
        return None
    path = f"{result_path.rstrip('/')}.failures.jsonl"
    try:
        return write_rows(path, batch.failures.all(), RowSchema({"link": "string"}))
    except ResultError:
        log.exception("The list of failures cannot be written.")
        return None


def _named(label: str) -> str:
    shown = shown_url(label)
    return shown if len(shown) <= NAME_SIZE else f"{shown[: NAME_SIZE - 1]}…"
