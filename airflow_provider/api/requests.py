"""
The contract's five requests, as data.

Each carries its method, path, encoding and how its answer is read; nothing here sends or retries.
Building one checks it, so that what the service would refuse is refused before anything is paid.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationInfo, field_validator

from airflow_provider.api.answers import DeleteAnswer, ExtractAnswer, QueryAnswer, TextAnswer, read_tokens
from airflow_provider.api.body import parse
from airflow_provider.api.footprint import Room
from airflow_provider.api.request import MarkdownNames, Request
from airflow_provider.api.schema import RowSchema, extraction_schema, query_schema
from airflow_provider.api.urls import check_resource, check_web_url, shown_url
from airflow_provider.errors import InvalidRequestError

ROLES = ("system", "user", "assistant")


class ExtractRequest(Request):
    """Extract data from a page (contract 4.1)."""

    operation = "extract"
    path = "/v1/extract/"
    encoding = "json"
    answer_type = ExtractAnswer
    missing = "page"
    thing = "page"

    link: str
    prompt: str
    json_schema: list[dict[str, str]] | None = None
    delay: int = 0

    @field_validator("link")
    @classmethod
    def _check_link(cls, value: str) -> str:
        return check_web_url("link", value)

    @field_validator("prompt")
    @classmethod
    def _check_prompt(cls, value: str) -> str:
        return _not_blank("prompt", value, "Say what to extract")

    @field_validator("json_schema", mode="before")
    @classmethod
    def _check_schema(cls, value: object) -> object:
        return None if value is None else cls.schema_on_wire(value)

    @classmethod
    def schema_on_wire(cls, value: object) -> list[dict[str, str]]:
        """Return the array of single-key objects (contract 2.3)."""
        return extraction_schema(value).extraction_wire()

    @field_validator("delay", mode="before")
    @classmethod
    def _check_delay(cls, value: object) -> object:
        # A rendered template is always text.
        if isinstance(value, str) and value.strip().isdecimal():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise InvalidRequestError(f"Field 'delay' is {value!r}. Use a whole number of seconds, 0 or more.")
        return value

    @property
    def row_schema(self) -> RowSchema | None:
        """The schema that the rows of the answer have; None asks for text."""
        return None if self.json_schema is None else extraction_schema(self.json_schema)

    @property
    def subject(self) -> str:
        """The page's address, safe to log."""
        return shown_url(self.link)

    @property
    def patience(self) -> int:
        """The delay: the service does nothing until it is over."""
        return self.delay

    def read(self, body: Mapping[str, Any], room: Room | None = None) -> ExtractAnswer:  # noqa: ARG002 - reads no further text
        """Return rows when a schema was given, text otherwise; a single object counts as one row."""
        if self.json_schema is None:
            return ExtractAnswer(response=_text(body).response, tokens=read_tokens(body.get("tokens")))
        return ExtractAnswer(response=_rows(body.get("response")), tokens=read_tokens(body.get("tokens")))


class MarkdownRequest(Request):
    """Convert a file or a web page to Markdown (contract 4.2)."""

    operation = "markdown_convert"
    path = "/v2/markdown-converter/"
    encoding = "json"
    answer_type = TextAnswer
    missing = "page"
    thing = "resource"

    resource: str
    resource_type: str = "web"

    @field_validator("resource_type")
    @classmethod
    def _check_type(cls, value: str) -> str:
        return _not_blank("resource_type", value, "Use 'web' or 'file'")

    @field_validator("resource")
    @classmethod
    def _check_resource(cls, value: str) -> str:
        return check_resource(value)

    @property
    def subject(self) -> str:
        """The resource's address, safe to log."""
        return shown_url(self.resource)

    def wire(self, names: MarkdownNames) -> dict[str, Any]:
        """Return the fields as the contract's examples name them: a page as `link`, anything else `resource`."""
        url = names.url or ("link" if self.resource_type == "web" else "resource")
        return {url: self.resource, names.kind: self.resource_type}

    def read(self, body: Mapping[str, Any], room: Room | None = None) -> TextAnswer:  # noqa: ARG002 - reads no further text
        """Return the Markdown."""
        return _text(body)


class TextGenerationRequest(Request):
    """Continue a conversation (contract 4.3)."""

    operation = "text_generation"
    path = "/v1/text-generation/"
    encoding = "multipart"
    answer_type = TextAnswer
    thing = "model"

    messages: list[dict[str, str]]
    model: str

    @field_validator("messages", mode="before")
    @classmethod
    def _check_messages(cls, value: object) -> object:
        if isinstance(value, str):
            value = [{"role": "user", "content": _not_blank("messages", value, "Say something")}]
        if not isinstance(value, list | tuple) or not value:
            raise InvalidRequestError(
                "Field 'messages' has no messages. Use a list of {'role', 'content'} objects, or one string."
            )
        return [_message(item, number) for number, item in enumerate(value, 1)]

    @field_validator("model")
    @classmethod
    def _check_model(cls, value: str) -> str:
        return _not_blank("model", value, "Name a model of your account")

    @property
    def subject(self) -> str:
        """The model's name; what is said stays out of logs."""
        return self.model

    def wire(self, names: MarkdownNames) -> dict[str, Any]:  # noqa: ARG002 - only one request has a choice
        """Return the fields, the conversation as a string holding JSON."""
        return {"messages": json.dumps(self.messages, ensure_ascii=False), "model": self.model}

    def read(self, body: Mapping[str, Any], room: Room | None = None) -> TextAnswer:  # noqa: ARG002 - reads no further text
        """Return the reply."""
        return _text(body)


class QueryRequest(Request):
    """Ask a collection for structured output (contract 4.4)."""

    operation = "collection_query"
    path = "/v1/collection/query/"
    encoding = "multipart"
    answer_type = QueryAnswer
    thing = "collection"

    collection_id: str
    request_query: str
    json_schema: str
    json_schema_rules: str

    @field_validator("collection_id", "request_query", "json_schema_rules")
    @classmethod
    def _check_text(cls, value: str, info: ValidationInfo) -> str:
        return _not_blank(str(info.field_name), value, "All four fields are needed for structured output")

    @field_validator("json_schema", mode="before")
    @classmethod
    def _check_schema(cls, value: object) -> str:
        return cls.schema_on_wire(value)

    @classmethod
    def schema_on_wire(cls, value: object) -> str:
        """Return the string holding JSON (contract 2.4)."""
        return query_schema(value).query_wire()

    @property
    def row_schema(self) -> RowSchema:
        """The schema that the answer has."""
        return query_schema(self.json_schema)

    @property
    def subject(self) -> str:
        """The collection's ID."""
        return self.collection_id

    def read(self, body: Mapping[str, Any], room: Room | None = None) -> QueryAnswer:
        """Return a list for a list schema and an object for an object schema, whichever the service sent."""
        response = body.get("response")
        if isinstance(response, str):
            # The contract says JSON; a string holding JSON is how the request's own schema travels.
            response = parse(response, room)
        rows = _rows(response)
        if self.row_schema.many:
            return QueryAnswer(response=rows, tokens=read_tokens(body.get("tokens")))
        empty: dict[str, Any] = dict.fromkeys(self.row_schema.columns)
        return QueryAnswer(response=rows[0] if rows else empty, tokens=read_tokens(body.get("tokens")))


class DeleteRequest(Request):
    """Delete a collection and the data it holds (contract 4.5)."""

    operation = "collection_delete"
    method = "DELETE"
    path = "/v1/collection/delete/"
    encoding = "json"
    answer_type = DeleteAnswer
    missing = "gone"
    thing = "collection"

    collection_id: str

    @field_validator("collection_id")
    @classmethod
    def _check_id(cls, value: str) -> str:
        return _not_blank("collection_id", value, "Name the collection to delete")

    @property
    def subject(self) -> str:
        """The collection's ID."""
        return self.collection_id

    def read(self, body: Mapping[str, Any], room: Room | None = None) -> DeleteAnswer:  # noqa: ARG002 - reads no further text
        """Return the service's message."""
        message = body.get("message")
        return DeleteAnswer(message=message if isinstance(message, str) else "", tokens=read_tokens(body.get("tokens")))


def _not_blank(field: str, value: str, advice: str) -> str:
    if not value.strip():
        raise InvalidRequestError(f"Field {field!r} is empty. {advice}.")
    return value


def _message(item: object, number: int) -> dict[str, str]:
    if not isinstance(item, Mapping) or set(item) != {"role", "content"}:
        raise InvalidRequestError(f"Message {number} of 'messages' needs exactly the fields role and content.")
    if item["role"] not in ROLES:
        raise InvalidRequestError(f"Message {number} has role {item['role']!r}. Use {', '.join(ROLES)}.")
    if not isinstance(item["content"], str):
        raise InvalidRequestError(f"Message {number} has content that is not text. Use a string.")
    return {"role": item["role"], "content": item["content"]}


def _text(body: Mapping[str, Any]) -> TextAnswer:
    response = body.get("response")
    if not isinstance(response, str):
        raise ValueError("'response' is not a string")  # noqa: TRY004 - the answer's fault, not a caller's type
    return TextAnswer(response=response, tokens=read_tokens(body.get("tokens")))


def _rows(response: object) -> list[dict[str, Any]]:
    rows = [response] if isinstance(response, Mapping) else response
    if not isinstance(rows, list):
        raise ValueError("'response' is neither an array nor an object although a json_schema was given")  # noqa: TRY004 - the answer's fault
    for number, row in enumerate(rows, 1):
        if not isinstance(row, Mapping):
            raise ValueError(f"item {number} of 'response' is not an object")  # noqa: TRY004 - the answer's fault
    return rows
