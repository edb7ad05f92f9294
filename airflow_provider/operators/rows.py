"""
Rows as a result: what the operators share that return rows.

Knows which arguments go together; formats are `results`, and holding rows against a schema is `checked`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, get_args

from airflow_provider import results
from airflow_provider.api.rows import Row
from airflow_provider.api.schema import RowSchema
from airflow_provider.errors import InvalidRequestError
from airflow_provider.operators.base import ContentAIOperator
from airflow_provider.operators.links import OF_PAID_TASK_WITH_RESULT
from airflow_provider.operators.templates import is_literal
from airflow_provider.results import ROW_SUFFIXES, CsvFormulas, OutputFormat, check_path, refuse_suffix
from airflow_provider.results.preview import PREVIEW_KEY, Preview

if TYPE_CHECKING:
    from airflow.sdk import Context


class RowsOperator(ContentAIOperator):
    """
    Base of the operators that return rows.

    Pushes XCom `preview` with a path or a DataFrame: `{"rows", "columns", "first"}`, at most 4 kB.

    :param output_format: "records", JSON; or "dataframe", the schema's columns with nullable dtypes (templated)
    :param result_path: write the rows there (`.jsonl`, `.jsonl.gz`, `.parquet`, `.csv`) and return the path (templated)
    :param csv_formulas: "keep" text in CSV, or "escape" what a spreadsheet would calculate, with an apostrophe
    """

    operator_extra_links = OF_PAID_TASK_WITH_RESULT
    # The column that says which rows an earlier run has paid for; None where nothing is marked.
    reuse_column: str | None = None
    # Arguments that are one of a few words.
    choices: ClassVar[Mapping[str, Any]] = {"output_format": OutputFormat, "csv_formulas": CsvFormulas}

    def __init__(
        self,
        *,
        output_format: OutputFormat | str = "records",
        result_path: str | None = None,
        csv_formulas: CsvFormulas = "keep",
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.output_format = output_format
        self.result_path = result_path
        self.csv_formulas = csv_formulas
        self._preview: Preview | None = None

    @classmethod
    def refuse_wrong_literals(cls, fields: Mapping[str, Any]) -> None:
        """Refuse an unknown choice, too."""
        super().refuse_wrong_literals(fields)
        cls.refuse_unknown_choices({name: value for name, value in fields.items() if is_literal(value)})
        cls.refuse_wrong_path(fields)

    @classmethod
    def refuse_unknown_choices(cls, fields: Mapping[str, Any]) -> None:
        """Refuse one of *fields* that is none of its few words."""
        for name, choices in cls.choices.items():
            if name in fields and fields[name] not in get_args(choices):
                allowed = " or ".join(map(repr, get_args(choices)))
                raise InvalidRequestError(f"Field {name!r} is {fields[name]!r}. Use {allowed}.")

    @classmethod
    def refuse_wrong_path(cls, fields: Mapping[str, Any]) -> None:
        """Refuse a `result_path` of no known format."""
        refuse_suffix(fields.get("result_path"), ROW_SUFFIXES)

    def check_arguments(self) -> None:
        """Refuse an unknown choice, and a result path that cannot be written."""
        self.refuse_unknown_choices(vars(self))
        if self.result_path is not None:
            check_path(self.result_path, ROW_SUFFIXES)

    def shaped(self, rows: Iterable[Row], schema: RowSchema) -> Any:
        """Return *rows* as a path, a DataFrame or a list; a path's are written one after the other."""
        self._preview = Preview(schema.columns)
        watched = self._preview.watch(rows)
        if self.result_path is not None:
            return results.write_rows(self.result_path, watched, schema, csv_formulas=self.csv_formulas)
        return results.frame(list(watched), schema) if self.output_format == "dataframe" else list(watched)

    def delivered(self, context: Context) -> None:
        """Count the rows of the result, and push what a path or a DataFrame holds, in short."""
        if self._preview is not None:
            self.delivered_rows = self._preview.count
        if self._preview is not None and self.do_xcom_push and not self._returns_records:
            context["ti"].xcom_push(key=PREVIEW_KEY, value=self._preview.shown())

    def marked(self, schema: RowSchema) -> RowSchema:
        """Return *schema* with `reuse_column`, which comes last; refuses one of the same name as another."""
        if self.reuse_column is None:
            return schema
        if self.reuse_column in schema.fields:
            raise InvalidRequestError(
                f"Field 'reuse_column' is {self.reuse_column!r}, which rows have already: "
                f"{', '.join(schema.columns)}. Give it another name."
            )
        return replace(schema, fields={**schema.fields, self.reuse_column: "string"})

    @property
    def _returns_records(self) -> bool:
        return self.result_path is None and self.output_format != "dataframe"
