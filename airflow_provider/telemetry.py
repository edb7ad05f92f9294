"""
What a monitoring system hears of a call: metrics, and a span where Airflow traces.

Knows names, tags and attributes, those of OpenTelemetry's conventions for generative AI among them; counts nothing
itself. Prompts, messages, answers and addresses of pages are in none of them.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from airflow_provider.api.answers import Usage
from airflow_provider.api.request import Request
from airflow_provider.errors import ContentAIError

PROVIDER_NAME = "gen_ai.provider.name"
OPERATION_NAME = "gen_ai.operation.name"
REQUEST_MODEL = "gen_ai.request.model"
DATA_SOURCE_ID = "gen_ai.data_source.id"
SERVER_ADDRESS = "server.address"
SERVER_PORT = "server.port"
ERROR_TYPE = "error.type"
# The service reports one number; the conventions only know input and output apart.
TOKENS = "content_ai.usage.tokens"
UNREPORTED = "content_ai.usage.unreported_calls"
UNCONFIRMED = "content_ai.usage.unconfirmed_calls"
CONN_ID = "content_ai.conn_id"

# Where the conventions have a word for an operation, theirs; ours otherwise, as they allow.
OPERATIONS = {"text_generation": "chat", "collection_query": "retrieval"}


def emit(operation: str, conn_id: str, usage: Usage, seconds: float) -> None:
    """Send `content_ai.calls`, `content_ai.tokens` and `content_ai.seconds` through Airflow's Stats."""
    from airflow.sdk.observability.stats import Stats

    tags = {"operation": operation, "conn_id": conn_id}
    if calls := usage.calls + usage.unconfirmed_calls:
        Stats.incr("content_ai.calls", calls, tags=tags)
    if usage.tokens:
        Stats.incr("content_ai.tokens", usage.tokens, tags=tags)
    Stats.timing("content_ai.seconds", timedelta(seconds=seconds), tags=tags)


class CallSpan:
    """The span of one call; does nothing where Airflow does not trace."""

    def __init__(self, span: Any = None) -> None:
        self._span = span

    def used(self, usage: Usage) -> None:
        """Note what the call has used."""
        if self._span is None:
            return
        if usage.tokens is not None:
            self._span.set_attribute(TOKENS, usage.tokens)
        self._span.set_attribute(UNREPORTED, usage.unreported_calls)
        self._span.set_attribute(UNCONFIRMED, usage.unconfirmed_calls)


Tracer = Callable[[Request], AbstractContextManager[CallSpan]]


def tracer(conn_id: str, base_url: str) -> Tracer:
    """Return what traces calls over this connection; it does nothing unless Airflow traces."""
    from airflow.sdk.configuration import conf

    if not conf.getboolean("traces", "otel_on", fallback=False):
        return _untraced
    return lambda request: _span(request, conn_id, base_url)


def _untraced(_: Request) -> AbstractContextManager[CallSpan]:
    return contextlib.nullcontext(CallSpan())


@contextlib.contextmanager
def _span(request: Request, conn_id: str, base_url: str) -> Iterator[CallSpan]:
    """Trace one call below the span of its task, with its pauses and further sends."""
    from opentelemetry import trace

    attributes = _attributes(request, conn_id, base_url)
    name = " ".join(filter(None, (attributes[OPERATION_NAME], attributes.get(REQUEST_MODEL))))
    # An error's message may quote what the service said of the prompt: only its type is told.
    with trace.get_tracer("airflow_provider").start_as_current_span(
        name,
        kind=trace.SpanKind.CLIENT,
        attributes=attributes,
        record_exception=False,
        set_status_on_exception=False,
    ) as span:
        call = CallSpan(span)
        try:
            yield call
        except BaseException as error:
            call.used(Usage.of_error(error) if isinstance(error, ContentAIError) else Usage())
            span.set_attribute(ERROR_TYPE, type(error).__name__)
            span.set_status(trace.StatusCode.ERROR)
            raise


def _attributes(request: Request, conn_id: str, base_url: str) -> dict[str, Any]:
    server = urlsplit(base_url)
    known = {
        PROVIDER_NAME: "content_ai",
        OPERATION_NAME: OPERATIONS.get(request.operation, request.operation),
        REQUEST_MODEL: getattr(request, "model", None),
        DATA_SOURCE_ID: getattr(request, "collection_id", None),
        SERVER_ADDRESS: server.hostname,
        SERVER_PORT: server.port,
        CONN_ID: conn_id,
    }
    return {name: value for name, value in known.items() if value is not None}
