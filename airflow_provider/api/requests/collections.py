"""Ask collections, and delete them: contract 4.4 and 4.5."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationInfo, field_validator

from airflow_provider.api.answers import DeleteAnswer, QueryAnswer, read_tokens, rows_in
from airflow_provider.api.body import parse
from airflow_provider.api.footprint import Room
from airflow_provider.api.request import Request, not_blank
from airflow_provider.api.schema import RowSchema, query_schema


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
        return not_blank(str(info.field_name), value, "All four fields are needed for structured output")

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
        rows = rows_in(response)
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
    reports_tokens = False
    missing = "gone"
    thing = "collection"

    collection_id: str

    @field_validator("collection_id")
    @classmethod
    def _check_id(cls, value: str) -> str:
        return not_blank("collection_id", value, "Name the collection to delete")

    @property
    def subject(self) -> str:
        """The collection's ID."""
        return self.collection_id

    def read(self, body: Mapping[str, Any], room: Room | None = None) -> DeleteAnswer:  # noqa: ARG002 - reads no further text
        """Return the service's message."""
        message = body.get("message")
        return DeleteAnswer(message=message if isinstance(message, str) else "", tokens=read_tokens(body.get("tokens")))
