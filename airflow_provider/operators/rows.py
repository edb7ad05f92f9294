"""
Rows as a result: what the operators share whose answers are held against a schema.

Knows which arguments go together; casting is `api.rows`, formats are `results`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from airflow_provider import results
from airflow_provider.api.rows import Coerce, OnInvalid, Row, check_rows
from airflow_provider.api.schema import RowSchema
from airflow_provider.errors import InvalidRequestError
from airflow_provider.operators.base import ContentAIOperator
from airflow_provider.results import ROW_SUFFIXES, CsvFormulas, OutputFormat, check_path, refuse_suffix

CHOICES = {"output_format": OutputFormat, "coerce": Coerce, "on_invalid": OnInvalid, "csv_formulas": CsvFormulas}


class RowsOperator(ContentAIOperator):
    """
    Base of the operators that return rows.

    :param output_format: "records", JSON; or "dataframe", the schema's columns with nullable dtypes
    :param result_path: write the rows there (`.jsonl`, `.jsonl.gz`, `.parquet`, `.csv`) and return the path (templated)
    :param coerce: "strict", or "lenient" to read numbers such as "$12" and booleans such as "yes"
    :param on_invalid: "raise" for what cannot be cast, "null" the field, or "skip" the row
    :param csv_formulas: "keep" text in CSV, or "escape" what a spreadsheet would calculate, with an apostrophe
    """

    def __init__(
        self,
        *,
        output_format: OutputFormat = "records",
        result_path: str | None = None,
        coerce: Coerce = "strict",
        on_invalid: OnInvalid = "raise",
        csv_formulas: CsvFormulas = "keep",
        **kwargs: Any,  # noqa: ANN401 - BaseOperator's
    ) -> None:
        super().__init__(**kwargs)
        self.output_format = output_format
        self.result_path = result_path
        self.coerce = coerce
        self.on_invalid = on_invalid
        self.csv_formulas = csv_formulas

    @classmethod
    def refuse_wrong_literals(cls, fields: Mapping[str, Any]) -> None:
        """Refuse an unknown choice, too."""
        super().refuse_wrong_literals(fields)
        for name, choices in CHOICES.items():
            if name in fields and fields[name] not in get_args(choices):
                allowed = " or ".join(map(repr, get_args(choices)))
                raise InvalidRequestError(f"Field {name!r} is {fields[name]!r}. Use {allowed}.")
        cls.refuse_wrong_path(fields)

    @classmethod
    def refuse_wrong_path(cls, fields: Mapping[str, Any]) -> None:
        """Refuse a `result_path` of no known format."""
        refuse_suffix(fields.get("result_path"), ROW_SUFFIXES)

    def check_arguments(self) -> None:
        """Refuse a result path that cannot be written."""
        if self.result_path is not None:
            check_path(self.result_path, ROW_SUFFIXES)

    def checked(self, rows: list[Row], schema: RowSchema, tokens: int | None, *, of: str) -> list[Row]:
        """Return *rows*, which are those *of* what was asked about, cast to *schema*."""
        checked = check_rows(rows, schema, coerce=self.coerce, on_invalid=self.on_invalid, tokens=tokens, of=of)
        if skipped := len(rows) - len(checked):
            self.log.warning("%d of %d rows did not fit json_schema and were left out.", skipped, len(rows))
        return checked

    def shaped(self, rows: list[Row], schema: RowSchema) -> Any:  # noqa: ANN401 - path, DataFrame or list
        """Return *rows* as a path, a DataFrame or a list."""
        if self.result_path is not None:
            return results.write_rows(self.result_path, rows, schema, csv_formulas=self.csv_formulas)
        return results.frame(rows, schema) if self.output_format == "dataframe" else rows
