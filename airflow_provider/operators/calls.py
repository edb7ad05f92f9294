"""The operators of the service's five operations: one call each, as contract 4.1 to 4.5 describe it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from airflow_provider.api.answers import DeleteAnswer, ExtractAnswer, QueryAnswer, TextAnswer
from airflow_provider.api.requests import (
    DeleteRequest,
    ExtractRequest,
    MarkdownRequest,
    QueryRequest,
    TextGenerationRequest,
)
from airflow_provider.errors import InvalidRequestError
from airflow_provider.operators.base import ContentAIOperator
from airflow_provider.operators.rows import RowsOperator
from airflow_provider.results import ROW_SUFFIXES, TEXT_SUFFIXES, check_path, refuse_suffix, write_text

if TYPE_CHECKING:
    from pydantic import BaseModel


class ExtractOperator(RowsOperator):
    """
    Extract data from a web page by instruction (contract 4.1).

    Returns rows with *json_schema*, as `output_format` and `result_path` say, and text without.

    :param link: URL of the page (templated)
    :param prompt: what to extract (templated)
    :param json_schema: fields and their types string, number or boolean: a dict, the contract's list of
        single-key objects, JSON text of either, or a pydantic model class (templated)
    :param delay: seconds that the service waits before it starts (templated)
    """

    request_type = ExtractRequest
    template_fields: Sequence[str] = (
        "content_ai_conn_id",
        "budget",
        "link",
        "prompt",
        "json_schema",
        "delay",
        "result_path",
    )
    template_fields_renderers: ClassVar[dict[str, str]] = {"json_schema": "json"}

    def __init__(
        self,
        *,
        link: str,
        prompt: str,
        json_schema: Sequence[Mapping[str, str]] | Mapping[str, str] | type[BaseModel] | str | None = None,
        delay: int | str = 0,
        **kwargs: Any,  # noqa: ANN401 - BaseOperator's
    ) -> None:
        super().__init__(**kwargs)
        self.link = link
        self.prompt = prompt
        self.json_schema = self.schema_on_wire(json_schema)
        self.delay = delay
        self.refuse_wrong_literals(vars(self))

    @classmethod
    def refuse_wrong_path(cls, fields: Mapping[str, Any]) -> None:
        """Refuse what text cannot be, a DataFrame or a file of rows, and rows a file of text."""
        if "json_schema" not in fields:
            # Mapped over: each task will know.
            return
        if fields["json_schema"] is None and fields.get("output_format") == "dataframe":
            raise InvalidRequestError("output_format='dataframe' needs columns. Give json_schema.")
        refuse_suffix(fields.get("result_path"), TEXT_SUFFIXES if fields["json_schema"] is None else ROW_SUFFIXES)

    def check_arguments(self) -> None:
        """Refuse what text cannot be, and a result path that cannot be written."""
        self.refuse_wrong_path(vars(self))
        if self.result_path is not None:
            check_path(self.result_path, TEXT_SUFFIXES if self.json_schema is None else ROW_SUFFIXES)

    def shape(self, request: ExtractRequest, answer: ExtractAnswer) -> Any:  # noqa: ANN401 - path, DataFrame or JSON
        """Return the rows, or the text."""
        schema = request.row_schema
        if schema is None or isinstance(answer.response, str):
            text = str(answer.response)
            return text if self.result_path is None else write_text(self.result_path, text)
        return self.shaped(self.checked(answer.response, schema, answer.tokens), schema)


class MarkdownConvertOperator(ContentAIOperator):
    """
    Convert a web page or a file to Markdown (contract 4.2); returns the text, or the path it was written to.

    :param resource: URL of the page or file; the service loads it, so a local path is refused (templated)
    :param resource_type: "web", "file", or another type that the service knows (templated)
    :param result_path: write the Markdown there (`.md`, `.txt`) and return the path (templated)
    """

    request_type = MarkdownRequest
    template_fields: Sequence[str] = ("content_ai_conn_id", "budget", "resource", "resource_type", "result_path")

    def __init__(
        self,
        *,
        resource: str,
        resource_type: str = "web",
        result_path: str | None = None,
        **kwargs: Any,  # noqa: ANN401 - BaseOperator's
    ) -> None:
        super().__init__(**kwargs)
        self.resource = resource
        self.resource_type = resource_type
        self.result_path = result_path
        self.refuse_wrong_literals(vars(self))

    @classmethod
    def refuse_wrong_literals(cls, fields: Mapping[str, Any]) -> None:
        """Refuse a `result_path` of another format, too."""
        super().refuse_wrong_literals(fields)
        refuse_suffix(fields.get("result_path"), TEXT_SUFFIXES)

    def check_arguments(self) -> None:
        """Refuse a result path that cannot be written."""
        if self.result_path is not None:
            check_path(self.result_path, TEXT_SUFFIXES)

    def shape(self, request: MarkdownRequest, answer: TextAnswer) -> str:  # noqa: ARG002 - the base's signature
        """Return the Markdown, or the path it was written to."""
        return answer.response if self.result_path is None else write_text(self.result_path, answer.response)


class TextGenerationOperator(ContentAIOperator):
    """
    Continue a conversation (contract 4.3); returns the reply.

    :param messages: objects with `role` (system, user or assistant) and `content`, or one string, which is
        a user's message (templated)
    :param model: identifier of a model of your account (templated)
    """

    request_type = TextGenerationRequest
    template_fields: Sequence[str] = ("content_ai_conn_id", "budget", "messages", "model")
    template_fields_renderers: ClassVar[dict[str, str]] = {"messages": "json"}

    def __init__(
        self,
        *,
        messages: Sequence[Mapping[str, str]] | str,
        model: str,
        **kwargs: Any,  # noqa: ANN401 - BaseOperator's
    ) -> None:
        super().__init__(**kwargs)
        self.messages = messages
        self.model = model
        self.refuse_wrong_literals(vars(self))

    def shape(self, request: TextGenerationRequest, answer: TextAnswer) -> str:  # noqa: ARG002 - the base's signature
        """Return the reply."""
        return answer.response


class CollectionQueryOperator(RowsOperator):
    """
    Query a collection with structured output (contract 4.4).

    Returns a list of objects for a list schema and one object for an object schema,
    or a DataFrame or path as `output_format` and `result_path` say.

    :param collection_id: ID of the collection (templated)
    :param request_query: search term or query text (templated)
    :param json_schema: an object of field to type name, or a list holding one, decoded or as JSON text;
        a pydantic model class or `list[Model]` (templated)
    :param json_schema_rules: how the schema is to be applied, in free text (templated)
    """

    request_type = QueryRequest
    template_fields: Sequence[str] = (
        "content_ai_conn_id",
        "budget",
        "collection_id",
        "request_query",
        "json_schema",
        "json_schema_rules",
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
        **kwargs: Any,  # noqa: ANN401 - BaseOperator's
    ) -> None:
        super().__init__(**kwargs)
        self.collection_id = collection_id
        self.request_query = request_query
        self.json_schema = self.schema_on_wire(json_schema)
        self.json_schema_rules = json_schema_rules
        self.refuse_wrong_literals(vars(self))

    def shape(self, request: QueryRequest, answer: QueryAnswer) -> Any:  # noqa: ANN401 - path, DataFrame or JSON
        """Return the rows; as records an object schema gives the one object."""
        schema = request.row_schema
        response = answer.response
        rows = self.checked(response if isinstance(response, list) else [response], schema, answer.tokens)
        if schema.many or self.result_path is not None or self.output_format == "dataframe":
            return self.shaped(rows, schema)
        return rows[0] if rows else dict.fromkeys(schema.columns)


class CollectionDeleteOperator(ContentAIOperator):
    """
    Delete a collection and the data it holds (contract 4.5); returns the service's message.

    A collection that is gone already is a success, and logged.

    :param collection_id: ID of the collection (templated)
    """

    request_type = DeleteRequest
    template_fields: Sequence[str] = ("content_ai_conn_id", "budget", "collection_id")

    def __init__(self, *, collection_id: str, **kwargs: Any) -> None:  # noqa: ANN401 - BaseOperator's
        super().__init__(**kwargs)
        self.collection_id = collection_id
        self.refuse_wrong_literals(vars(self))

    def shape(self, request: DeleteRequest, answer: DeleteAnswer) -> str:  # noqa: ARG002 - the base's signature
        """Return the service's message."""
        return answer.message
