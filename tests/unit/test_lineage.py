"""What OpenLineage and StatsD are told of a call."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from airflow_provider import telemetry
from airflow_provider.api.answers import Usage
from airflow_provider.operators import (
    CollectionDeleteOperator,
    CollectionQueryOperator,
    ContentAIOperator,
    ExtractOperator,
    MarkdownConvertOperator,
    TextGenerationOperator,
)
from tests.standins import TaskInstance

QUERY = {"collection_id": "books", "request_query": "q", "json_schema": {"t": "string"}, "json_schema_rules": "r"}
TASKS: dict[str, tuple[type[ContentAIOperator], dict[str, Any], list[tuple[str, str]]]] = {
    "page": (
        ExtractOperator,
        {"link": "https://me:pw@b.test:8443/a/b?page=2&token=abc", "prompt": "Title"},
        [("https://b.test:8443", "/a/b?page=2&token=***")],
    ),
    "root": (ExtractOperator, {"link": "https://b.test", "prompt": "Title"}, [("https://b.test", "/")]),
    "file": (
        MarkdownConvertOperator,
        {"resource": "s3://bucket/a.pdf", "resource_type": "file"},
        [("s3://bucket", "/a.pdf")],
    ),
    "collection": (CollectionQueryOperator, QUERY, [("content_ai", "books")]),
    "text": (TextGenerationOperator, {"messages": "Hi", "model": "m-1"}, []),
    "deletion": (CollectionDeleteOperator, {"collection_id": "books"}, []),
}


@pytest.mark.parametrize(("kind", "fields", "inputs"), TASKS.values(), ids=TASKS)
@pytest.mark.parametrize("end", ["complete", "failure"])
def test_the_page_is_an_input_and_the_spend_a_facet(
    kind: type[ContentAIOperator], fields: dict[str, Any], inputs: list[tuple[str, str]], end: str
) -> None:
    ti = TaskInstance(xcoms={"usage": {"calls": 1, "tokens": 7}})
    told = getattr(kind(task_id="task", **fields), f"get_openlineage_facets_on_{end}")(ti)

    assert [(one.namespace, one.name) for one in told.inputs] == inputs
    facet = told.run_facets["contentAI_usage"]
    assert (facet.calls, facet.tokens) == (1, 7)


def test_a_task_that_spent_nothing_has_an_empty_facet() -> None:
    task = ExtractOperator(task_id="task", link="https://b.test/", prompt="Title")

    assert task.get_openlineage_facets_on_complete(TaskInstance()).run_facets["contentAI_usage"]


COUNTED: dict[str, tuple[Usage, list[tuple[str, int]]]] = {
    "answered": (Usage(calls=1, tokens=7), [("content_ai.calls", 1), ("content_ai.tokens", 7)]),
    "unreported": (Usage(calls=1, unreported_calls=1), [("content_ai.calls", 1)]),
    "unconfirmed": (Usage(unconfirmed_calls=1), [("content_ai.calls", 1)]),
    "refused": (Usage(), []),
}


@pytest.mark.parametrize(("usage", "counts"), COUNTED.values(), ids=COUNTED)
def test_metrics_count_calls_and_tokens_and_always_time(
    monkeypatch: pytest.MonkeyPatch, usage: Usage, counts: list[tuple[str, int]]
) -> None:
    from airflow.sdk.observability.stats import Stats

    heard: list[Any] = []
    # Replaced, for what Airflow sends goes out by UDP, where nothing can be counted on.
    monkeypatch.setattr(Stats, "incr", lambda name, count, tags: heard.append((name, count, tags)), raising=False)
    monkeypatch.setattr(Stats, "timing", lambda name, span, tags: heard.append((name, span, tags)), raising=False)
    telemetry.emit("extract", "c", usage, 1.5)

    tags = {"operation": "extract", "conn_id": "c"}
    assert heard == [
        *((name, count, tags) for name, count in counts),
        ("content_ai.seconds", timedelta(seconds=1.5), tags),
    ]
