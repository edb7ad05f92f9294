"""The operators on collections, as contract 4.4 and 4.5 describe them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from airflow_provider.api.answers import DeleteAnswer, QueryAnswer
from airflow_provider.api.requests.collections import DeleteRequest, QueryRequest
from airflow_provider.api.schema import query_schema
from airflow_provider.operators.base import ContentAIOperator
from airflow_provider.operators.checked import CheckedRowsOperator

if TYPE_CHECKING:
    from pydantic import BaseModel


class CollectionQueryOperator(CheckedRowsOperator):
    """
    Query a collection with structured output (contract 4.4).

    Returns a list of objects for a list schema and one object for an object schema,
    or a DataFrame or path as `output_format` and `result_path` say.

    :param collection_id: ID of the collection (templated)
    :param request_query: search term or query text (templated)
    :param json_schema: an object of field to type name, or a list holding one, decoded or as JSON text;
        a pydantic model class or `list[Model]`, which then validates each row (templated)
    :param json_schema_rules: how the schema is to be applied, in free text (templated)
    """

    request_type = QueryRequest
    described_field = "json_schema_rules"
    template_fields: Sequence[str] = (
        "content_ai_conn_id",
        "budget",
        "collection_id",
        "request_query",
        "json_schema",
        "json_schema_rules",
        "expect",
        "output_format",
        "result_path",
    )
    template_fields_renderers: ClassVar[dict[str, str]] = {"json_schema": "json"}

    def __init__(
        self,
        *,
        collection_id: str,
        request_query: str,
        json_schema: Mapping[str, str] | Sequence[Mapping[str, str]] | type[BaseModel] | str,
        json_schema_rules: str,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.collection_id = collection_id
        self.request_query = request_query
        self.json_schema = self.schema_on_wire(json_schema)
        self.check_by(json_schema)
        self.json_schema_rules = json_schema_rules
        self.refuse_wrong_literals(vars(self))

    @classmethod
    def columns_with(cls, json_schema: Any) -> list[str]:
        """Return the schema's columns."""
        return query_schema(json_schema).columns

    def shape(self, request: QueryRequest, answer: QueryAnswer) -> Any:
        """Return the rows; as records an object schema gives the one object."""
        schema = request.row_schema
        response = answer.response
        found = response if isinstance(response, list) else [response]
        rows = self.checked(found, schema, answer.tokens, of=request.named)
        rows = self.screened(rows, of=request.named)
        if schema.many or self.result_path is not None or self.output_format == "dataframe":
            return self.shaped(rows, self.typed(schema))
        self.delivered_rows = len(rows)
        return rows[0] if rows else dict.fromkeys(schema.columns)


class CollectionDeleteOperator(ContentAIOperator):
    """
    Delete a collection and the data it holds (contract 4.5); returns the service's message.

    A collection that is gone already is a success, and logged.

    :param collection_id: ID of the collection (templated)
    """

    request_type = DeleteRequest
    template_fields: Sequence[str] = ("content_ai_conn_id", "budget", "collection_id")

    def __init__(self, *, collection_id: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.collection_id = collection_id
        self.refuse_wrong_literals(vars(self))

    def shape(self, request: DeleteRequest, answer: DeleteAnswer) -> str:  # noqa: ARG002 - the base's signature
        """Return the service's message."""
        return answer.message
