"""From an event to the paid task: which page has changed, as a template or as data."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from airflow_provider.watch.check import PageEvent

EVENTS = (
    "triggering_asset_events.values() | sum(start=[]) | selectattr('extra.payload', 'defined') "
    "| map(attribute='extra.payload') | selectattr('checked_at', 'defined') | sort(attribute='checked_at')"
)


def changed_link(*, task_id: str | None = None, default: str | None = None) -> str:
    """
    Return a template that renders to the URL of the page that has changed last, for any templated field.

    In a DAG scheduled on page assets it comes from the events that started the run; a run started by hand
    has none, and takes *default*. With *task_id* it comes from the `PageChangeSensor` of that name.
    """
    if task_id is not None:
        return f"{{{{ ti.xcom_pull(task_ids={json.dumps(task_id)})['url'] }}}}"
    if default is None:
        return f"{{{{ ({EVENTS} | last).url }}}}"
    return f"{{{{ ({EVENTS} | last | default({{'url': {json.dumps(default)}}})).url }}}}"


def page_events(context: Mapping[str, Any]) -> list[PageEvent]:
    """
    Return the page events that started the run of *context*, the oldest first.

    An event that Airflow was told twice, because the triggerer died, is in it once.
    """
    found: list[PageEvent] = []
    for events in context["triggering_asset_events"].values():
        for event in events:
            payload = (event.extra or {}).get("payload")
            if isinstance(payload, dict) and "checked_at" in payload and payload not in found:
                found.append(payload)  # type: ignore[arg-type] # written by this package
    return sorted(found, key=lambda event: event["checked_at"])


def changed_links(context: Mapping[str, Any]) -> list[str]:
    """Return the URLs of the pages whose change started the run of *context*, without those that are removed."""
    last = {event["url"]: event["status"] for event in page_events(context)}
    return [url for url, status in last.items() if status != "removed"]
