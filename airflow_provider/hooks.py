"""
An Airflow connection, turned into a client of the service.

Decides what the fields of a connection mean, in whichever of the four ways it was given.
Knows no operators; whoever calls through a hook inside a task has the spend recorded.
"""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import quote as percent_encoded
from urllib.parse import urlsplit

from airflow.sdk import BaseHook

from airflow_provider.api.answers import Answer, DeleteAnswer, ExtractAnswer, QueryAnswer, TextAnswer, Usage
from airflow_provider.api.request import Request
from airflow_provider.api.requests import (
    DeleteRequest,
    ExtractRequest,
    MarkdownRequest,
    QueryRequest,
    TextGenerationRequest,
)
from airflow_provider.api.settings import Settings
from airflow_provider.errors import ConnectionConfigError, ContentAIError

if TYPE_CHECKING:
    from airflow.sdk import Connection

    from airflow_provider.api.client import Client, Meter

AnswerT = TypeVar("AnswerT", bound=Answer)


class ContentAIHook(BaseHook):
    """
    The service's five operations, through connection *content_ai_conn_id*.

    Each returns an answer with `.response`, `.tokens` (None where the service reports none) and `.success`.
    Each raises `InvalidRequestError` before anything is sent for arguments that the service would refuse,
    and another `airflow_provider.errors.ContentAIError` where the call fails.
    Inside a task every call is recorded in the task's spend and XCom `usage`; give *meter* to record elsewhere.
    """

    conn_name_attr = "content_ai_conn_id"
    default_conn_name = "content_ai_default"
    conn_type = "content_ai"
    hook_name = "Content AI"

    def __init__(self, content_ai_conn_id: str = default_conn_name, *, meter: Meter | None = None) -> None:
        super().__init__()
        self.content_ai_conn_id = content_ai_conn_id
        self._meter = meter

    @cached_property
    def settings(self) -> Settings:
        """The connection's settings; raises `ConnectionConfigError` naming what is wrong with it."""
        return settings_of(self.get_connection(self.content_ai_conn_id))

    def get_conn(self) -> Client:
        """Return a client of the service."""
        from airflow_provider.api.client import Client

        return Client(self.settings)

    def extract(self, link: str, prompt: str, json_schema: object = None, delay: int = 0) -> ExtractAnswer:
        """
        Extract what *prompt* asks for from the page at *link* (contract 4.1).

        `.response` is a list of rows with *json_schema*, text without.
        *delay* is in seconds; the service waits them before it starts.
        """
        return self.send(
            ExtractRequest.build(link=link, prompt=prompt, json_schema=json_schema, delay=delay),
            ExtractAnswer,
        )

    def convert_to_markdown(self, resource: str, resource_type: str = "web") -> TextAnswer:
        """Convert the page (`web`) or file (`file`) at URL *resource* to Markdown (contract 4.2)."""
        return self.send(MarkdownRequest.build(resource=resource, resource_type=resource_type), TextAnswer)

    def generate_text(self, messages: Sequence[Mapping[str, str]] | str, model: str) -> TextAnswer:
        """Continue the conversation *messages*, or answer one string, with *model* (contract 4.3)."""
        return self.send(TextGenerationRequest.build(messages=messages, model=model), TextAnswer)

    def query_collection(
        self, collection_id: str, request_query: str, json_schema: object, json_schema_rules: str
    ) -> QueryAnswer:
        """
        Query a collection with structured output (contract 4.4).

        `.response` is a list of objects for a list schema and one object for an object schema.
        """
        request = QueryRequest.build(
            collection_id=collection_id,
            request_query=request_query,
            json_schema=json_schema,
            json_schema_rules=json_schema_rules,
        )
        return self.send(request, QueryAnswer)

    def delete_collection(self, collection_id: str) -> DeleteAnswer:
        """Delete a collection and its data (contract 4.5); one that is gone already is a success."""
        return self.send(DeleteRequest.build(collection_id=collection_id), DeleteAnswer)

    def send(self, request: Request, answer_type: type[AnswerT], *, meter: Meter | None = None) -> AnswerT:
        """Send *request*, log one line and emit metrics; what it cost is told to *meter*."""
        from airflow_provider import telemetry
        from airflow_provider.api.client import UNMETERED
        from airflow_provider.spend.running import running_ledger

        meter = meter or self._meter or running_ledger() or UNMETERED
        started = time.monotonic()
        usage = Usage()
        try:
            with telemetry.tracer(self.content_ai_conn_id, self.settings.base_url)(request) as span:
                answer = self.get_conn().send(request, meter=meter)
                span.used(answer.usage)
            usage = answer.usage
        except ContentAIError as error:
            usage = Usage.of_error(error)
            raise
        finally:
            seconds = time.monotonic() - started
            telemetry.emit(request.operation, self.content_ai_conn_id, usage, seconds)
        tokens = "tokens not reported" if answer.tokens is None else f"{answer.tokens} tokens"
        self.log.info("%s %s: %.2f s, %s", request.operation, request.subject, seconds, tokens)
        if isinstance(answer, DeleteAnswer) and not answer.existed:
            self.log.info("Collection %s was gone already: %s", request.subject, answer.message)
        if self.log.isEnabledFor(logging.DEBUG):
            self.log.debug("%s asked: %s", request.operation, request.model_dump(exclude={"link", "resource"}))
        if not isinstance(answer, answer_type):
            raise TypeError(f"{request.operation} answers {type(answer).__name__}, not {answer_type.__name__}")
        return answer

    def test_connection(self) -> tuple[bool, str]:
        """Ask for nothing, which is never billed, and say what the answer tells about the connection."""
        from airflow_provider.api.probe import probe

        try:
            return probe(self.settings)
        except ContentAIError as error:
            return False, str(error)


def settings_of(connection: Connection) -> Settings:
    """
    Return the settings that *connection* stands for; raises `ConnectionConfigError` naming the field.

    Host, port and schema make the base URL, because a URI cuts an address into these three.
    """
    name = connection.conn_id
    extra = _extra(connection, name)
    given = {field: value for field, value in extra.items() if value is not None and value != ""}
    if "auth_prefix" in extra and not extra["auth_prefix"]:
        # The form shows its default, so an emptied field, which it saves as null, asks for the bare key.
        given["auth_prefix"] = ""
    if clash := {"base_url", "token"} & set(given):
        raise ConnectionConfigError(
            f"Connection {name!r} has {', '.join(sorted(clash))} in its extra. Use the Host and Password fields."
        )
    _mask(given)
    return Settings.build(name, base_url=_base_url(connection, name), token=connection.password or "", **given)


def _extra(connection: Connection, name: str) -> dict[str, Any]:
    try:
        extra = json.loads(connection.extra or "{}")
    except ValueError:
        extra = None
    if not isinstance(extra, dict):
        raise ConnectionConfigError(f"Connection {name!r} has an extra that is not a JSON object. Correct it.")
    return extra


def _base_url(connection: Connection, name: str) -> str:
    host = (connection.host or "").strip()
    path = (connection.schema or "").strip().strip("/")
    scheme = "https"
    if "://" not in host and path in ("http", "https"):
        # Connections of the http type keep the scheme there, and are copied.
        scheme, path = path, ""
    if not host:
        raise ConnectionConfigError(f"Connection {name!r} has no host. Put the base URL into the Host field.")
    base = host if "://" in host else f"{scheme}://{host}"
    if connection.port:
        base = _with_port(base, connection.port)
    return f"{base.rstrip('/')}/{percent_encoded(path, safe='/%')}" if path else base


def _with_port(base: str, port: int) -> str:
    parts = urlsplit(base)
    if parts.netloc.rpartition("]")[2].partition(":")[2]:
        return base
    return parts._replace(netloc=f"{parts.netloc}:{port}").geturl()


def _mask(extra: Mapping[str, Any]) -> None:
    """Keep from logs what may be a secret though its name does not say so."""
    from airflow.sdk.log import mask_secret

    headers = extra.get("headers")
    if isinstance(headers, str):
        mask_secret(headers)
    elif isinstance(headers, Mapping):
        for value in headers.values():
            mask_secret(value)
    if isinstance(proxy := extra.get("proxy"), str) and (password := urlsplit(proxy).password):
        mask_secret(password)
