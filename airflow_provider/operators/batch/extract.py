"""Many pages, one instruction: `ExtractOperator` as a batch."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from airflow_provider.api.answers import ExtractAnswer
from airflow_provider.api.requests import ExtractRequest
from airflow_provider.api.rows import Row, check_rows
from airflow_provider.api.schema import RowSchema, extraction_schema
from airflow_provider.errors import InvalidRequestError
from airflow_provider.operators.base import is_literal
from airflow_provider.operators.batch.base import BatchOperator

if TYPE_CHECKING:
    from pydantic import BaseModel


class ExtractBatchOperator(BatchOperator):
    """
    Extract data from many web pages by one instruction (contract 4.1).

    Each row carries its `link`; without *json_schema* a row is `link` and `response`.

    :param links: URLs: a list, text that renders to one, or the path of a text, CSV or JSON-lines file (templated)
    :param prompt: what to extract (templated)
    :param json_schema: as for `ExtractOperator`; a field named link is refused (templated)
    :param delay: seconds that the service waits before it starts (templated)
    """

    request_type = ExtractRequest
    item_field = "link"
    items_field = items_attribute = "links"
    template_fields: Sequence[str] = (
        "content_ai_conn_id",
        "links",
        "prompt",
        "json_schema",
        "delay",
        "column",
        "result_path",
        "budget",
    )
    template_fields_renderers: ClassVar[dict[str, str]] = {"json_schema": "json", "links": "json"}

    def __init__(
        self,
        *,
        links: Iterable[str] | str,
        prompt: str,
        json_schema: Sequence[Mapping[str, str]] | Mapping[str, str] | type[BaseModel] | str | None = None,
        delay: int | str = 0,
        **kwargs: Any,  # noqa: ANN401 - BaseOperator's
    ) -> None:
        super().__init__(**kwargs)
        self.links = links
        self.prompt = prompt
        self.json_schema = self.schema_on_wire(json_schema)
        self.delay = delay
        self.refuse_wrong_literals(vars(self))

    @classmethod
    def refuse_wrong_literals(cls, fields: Mapping[str, Any]) -> None:
        """Refuse a schema with a field named link, too."""
        super().refuse_wrong_literals(fields)
        schema = fields.get("json_schema")
        if schema is not None and is_literal(schema):
            _with_link(extraction_schema(schema))

    def row_schema(self) -> RowSchema:
        """Return `link`, then the fields asked for."""
        if self.json_schema is None:
            return RowSchema({"link": "string", "response": "string"})
        return _with_link(extraction_schema(self.json_schema))

    def check_arguments(self) -> None:
        """Refuse a schema with a field named link, and a result path that cannot be written."""
        super().check_arguments()
        self.row_schema()

    def check(self, request: ExtractRequest, answer: ExtractAnswer) -> None:
        """Refuse rows that cannot be cast, with `RowError`."""
        self._cast(answer.response, request.row_schema, answer.tokens)

    def rows_of(self, number: int, item: Any, response: Any) -> Iterable[Row]:  # noqa: ANN401, ARG002 - the base's
        """Return the rows of a page, each with its link."""
        schema = None if self.json_schema is None else extraction_schema(self.json_schema)
        for row in self._cast(response, schema, None):
            yield {"link": item, **{name: value for name, value in row.items() if name != "link"}}

    def _cast(self, response: Any, schema: RowSchema | None, tokens: int | None) -> list[Row]:  # noqa: ANN401 - JSON
        if schema is None:
            return [{"response": response}]
        # Not `checked`, which logs the rows that it leaves out: a line a page is too many.
        return check_rows(response, schema, coerce=self.coerce, on_invalid=self.on_invalid, tokens=tokens)


def _with_link(schema: RowSchema) -> RowSchema:
    if "link" in schema.fields:
        raise InvalidRequestError(
            "Field 'link' of json_schema is what a batch calls the address of the page in each row. Rename it."
        )
    return RowSchema({"link": "string", **schema.fields})
