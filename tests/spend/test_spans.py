"""The span of a call: below its task's, with the conventions' names, and without what was asked or answered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.semconv._incubating.attributes import gen_ai_attributes, server_attributes
from opentelemetry.semconv.attributes import error_attributes

from airflow_provider import telemetry
from airflow_provider.operators import ExtractBatchOperator, ExtractOperator, TextGenerationOperator

ANSWER = {"response": "A secret answer", "tokens": 10, "success": True}


@pytest.fixture
def spans(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemorySpanExporter]:
    """Switch Airflow's tracing on, with an exporter that remembers."""
    memory = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(memory))
    monkeypatch.setenv("AIRFLOW__TRACES__OTEL_ON", "True")
    # The provider of a process can be set once, and other tests have none.
    monkeypatch.setattr(trace, "get_tracer", provider.get_tracer)
    yield memory
    provider.shutdown()


def _ours(memory: InMemorySpanExporter) -> list[Any]:
    return [span for span in memory.get_finished_spans() if span.instrumentation_scope.name == "airflow_provider"]


def test_a_call_has_a_span_with_the_conventions_names(run: Any, service: Any, spans: InMemorySpanExporter) -> None:
    service.answers(ANSWER)

    run(lambda: TextGenerationOperator(task_id="t", messages="A secret prompt", model="small"))

    [span] = _ours(spans)
    assert span.name == "chat small"
    assert span.kind is trace.SpanKind.CLIENT
    shown = {name: value for name, value in span.attributes.items() if not name.startswith("server.")}
    assert shown == {
        "gen_ai.provider.name": "content_ai",
        "gen_ai.operation.name": "chat",
        "gen_ai.request.model": "small",
        "content_ai.conn_id": "content_ai_default",
        "content_ai.usage.tokens": 10,
        "content_ai.usage.unreported_calls": 0,
        "content_ai.usage.unconfirmed_calls": 0,
    }
    assert span.attributes["server.address"] == "127.0.0.1"


def test_prompts_answers_and_addresses_are_in_no_span(run: Any, service: Any, spans: InMemorySpanExporter) -> None:
    service.answers((400, {"error": "A secret prompt is not allowed.", "success": False}))

    run(lambda: ExtractOperator(task_id="t", link="https://example.com/secret", prompt="A secret prompt"))

    [span] = _ours(spans)
    assert "secret" not in span.to_json()
    assert span.attributes["error.type"] == "InvalidRequestError"
    assert span.status.status_code is trace.StatusCode.ERROR


def test_each_call_of_a_batch_has_a_span_below_the_tasks(run: Any, service: Any, spans: InMemorySpanExporter) -> None:
    service.by_request = lambda _method, _path, body: (404, {"error": "Gone."}) if b"/1" in body else ANSWER
    links = [f"https://example.com/{number}" for number in range(3)]

    class Traced(ExtractBatchOperator):
        def execute(self, context: Any) -> Any:
            with trace.get_tracer("the task").start_as_current_span("task"):
                return super().execute(context)

    run(lambda: Traced(task_id="t", links=links, prompt="A secret prompt"))

    [task] = [span for span in spans.get_finished_spans() if span.name == "task"]
    found = _ours(spans)
    assert [span.name for span in found] == ["extract"] * 3
    assert {span.parent.span_id for span in found} == {task.context.span_id}
    assert sorted(span.attributes.get("error.type", "") for span in found) == ["", "", "PageUnreachableError"]


def test_without_airflows_tracing_there_is_none(
    run: Any, service: Any, spans: InMemorySpanExporter, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AIRFLOW__TRACES__OTEL_ON", "False")
    service.answers(ANSWER)

    run(lambda: TextGenerationOperator(task_id="t", messages="Hi", model="small"))

    assert _ours(spans) == []


def test_the_names_are_those_of_the_conventions() -> None:
    assert gen_ai_attributes.GEN_AI_PROVIDER_NAME == telemetry.PROVIDER_NAME
    assert gen_ai_attributes.GEN_AI_OPERATION_NAME == telemetry.OPERATION_NAME
    assert gen_ai_attributes.GEN_AI_REQUEST_MODEL == telemetry.REQUEST_MODEL
    assert gen_ai_attributes.GEN_AI_DATA_SOURCE_ID == telemetry.DATA_SOURCE_ID
    assert server_attributes.SERVER_ADDRESS == telemetry.SERVER_ADDRESS
    assert server_attributes.SERVER_PORT == telemetry.SERVER_PORT
    assert error_attributes.ERROR_TYPE == telemetry.ERROR_TYPE
    assert "chat" in {one.value for one in gen_ai_attributes.GenAiOperationNameValues}
