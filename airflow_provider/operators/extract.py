"""`ExtractOperator`: one page, as contract 4.1 describes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from airflow_provider import results
from airflow_provider.api.answers import ExtractAnswer
from airflow_provider.api.requests.extract import ExtractRequest
from airflow_provider.api.schema import extraction_schema
from airflow_provider.errors import InvalidRequestError
from airflow_provider.operators.checked import CheckedRowsOperator
from airflow_provider.operators.reusing import ReusingRowsOperator
from airflow_provider.results import ROW_SUFFIXES, TEXT_SUFFIXES, check_path, refuse_suffix

if TYPE_CHECKING:
    from pydantic import BaseModel


class ExtractOperator(ReusingRowsOperator, CheckedRowsOperator):
    """
    Extract data from a web page by instruction (contract 4.1).

    Returns rows with *json_schema*, as `output_format` and `result_path` say, and text without.

    :param link: URL of the page (templated)
    :param prompt: what to extract (templated)
    :param json_schema: fields and their types string, number or boolean: a dict, the contract's list of
        single-key objects, JSON text of either, or a pydantic model class, which then validates each row (templated)
    :param delay: seconds that the service waits before it starts (templated)
    """

    request_type = ExtractRequest
    described_field = "prompt"
    page_fields = ("link",)
    template_fields: Sequence[str] = (
        "content_ai_conn_id",
        "budget",
        "link",
        "prompt",
        "json_schema",
        "delay",
        "expect",
        "reuse",
        "reuse_column",
        "output_format",
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
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.link = link
        self.prompt = prompt
        self.json_schema = self.schema_on_wire(json_schema)
        self.check_by(json_schema)
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

    @classmethod
    def columns_with(cls, json_schema: Any) -> list[str]:
        """Return the schema's columns; refuses a schema that is missing, for text has none."""
        if json_schema is None:
            raise InvalidRequestError(
                "expect needs rows, and without json_schema the answer is text. Give json_schema."
            )
        return extraction_schema(json_schema).columns

    def check_arguments(self) -> None:
        """Refuse what text cannot be, and a result path that cannot be written."""
        self.refuse_unknown_choices(vars(self))
        self.refuse_wrong_path(vars(self))
        self.check_expect()
        self.check_reuse()
        if self.reuse_column is not None:
            if self.json_schema is None:
                raise InvalidRequestError("Field 'reuse_column' needs rows. Give json_schema.")
            self.marked(extraction_schema(self.json_schema))
        if self.result_path is not None:
            check_path(self.result_path, TEXT_SUFFIXES if self.json_schema is None else ROW_SUFFIXES)

    def shape(self, request: ExtractRequest, answer: ExtractAnswer) -> Any:
        """Return the rows, or the text."""
        schema = request.row_schema
        if schema is None or isinstance(answer.response, str):
            text = str(answer.response)
            return text if self.result_path is None else results.write_text(self.result_path, text)
        rows = self.checked(answer.response, schema, answer.tokens, of=request.named)
        if self.reuse_column is not None:
            rows = [{**row, self.reuse_column: self._reused_from} for row in rows]
        return self.shaped(self.screened(rows, of=request.named, page=request.link), self.typed(self.marked(schema)))
