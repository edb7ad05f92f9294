"""What OpenLineage is told of a task: the page or file it read, and the tokens it used."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from airflow_provider.api.request import Request
from airflow_provider.api.requests import DeleteRequest, TextGenerationRequest


def facets(request: Request | None, task_instance: Any) -> Any:
    """Return an `OperatorLineage`; called by the OpenLineage provider, so its packages are there."""
    from airflow.providers.common.compat.openlineage.facet import Dataset
    from airflow.providers.openlineage.extractors import OperatorLineage

    usage = task_instance.xcom_pull(key="usage", task_ids=task_instance.task_id, map_indexes=task_instance.map_index)
    inputs = [Dataset(namespace=space, name=name) for space, name in _datasets(request)]
    return OperatorLineage(inputs=inputs, run_facets={"contentAI_usage": _usage_facet(usage or {})})


def _datasets(request: Request | None) -> list[tuple[str, str]]:
    if request is None or isinstance(request, TextGenerationRequest | DeleteRequest):
        return []
    parts = urlsplit(request.subject)
    if not parts.netloc:
        return [("content_ai", request.subject)]
    return [(f"{parts.scheme}://{parts.netloc}", parts.path + (f"?{parts.query}" if parts.query else "") or "/")]


def _usage_facet(usage: dict[str, Any]) -> Any:
    from airflow.providers.common.compat.openlineage.facet import RunFacet

    return RunFacet().with_additional_properties(**usage)
