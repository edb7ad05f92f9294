"""The operator that tells what a run has spent. Calls nothing: it reads what the run's tasks have published."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, get_args

from airflow.sdk import BaseOperator

from airflow_provider.api.schema import RowSchema
from airflow_provider.errors import InvalidRequestError
from airflow_provider.operators.meaningless import NEVER, refuse_meaningless
from airflow_provider.operators.templates import is_literal
from airflow_provider.results import (
    MAX_XCOM_BYTES,
    ROW_SUFFIXES,
    OutputFormat,
    check_path,
    check_size,
    frame,
    refuse_suffix,
    write_rows,
)
from airflow_provider.results.preview import PREVIEW_KEY, Preview
from airflow_provider.spend import ROW_TYPES, run_rows

if TYPE_CHECKING:
    from airflow.sdk import Context


class SpendReportOperator(BaseOperator):
    """
    Report the spend of the run it is in: a row for each task instance that has published XCom `usage`.

    Runs when all tasks upstream are done, whether or not they succeeded. Place it downstream of all that spend.
    The columns are those of `airflow_provider.spend.ROW_TYPES`.

    :param output_format: "records", JSON; or "dataframe", with nullable dtypes (templated)
    :param result_path: write the rows there (`.jsonl`, `.jsonl.gz`, `.parquet`, `.csv`) and return the path (templated)
    :param max_xcom_bytes: a larger result fails with the advice to set `result_path`
    :param trigger_rule: Airflow's; "all_done" by default
    """

    template_fields: Sequence[str] = ("output_format", "result_path")
    ui_color = "#e8ecf1"

    def __init__(
        self,
        *,
        output_format: OutputFormat | str = "records",
        result_path: str | None = None,
        max_xcom_bytes: int = MAX_XCOM_BYTES,
        trigger_rule: str = "all_done",
        **kwargs: Any,
    ) -> None:
        refuse_meaningless(type(self), kwargs, NEVER)
        super().__init__(trigger_rule=trigger_rule, **kwargs)
        self.output_format = output_format
        self.result_path = result_path
        self.max_xcom_bytes = max_xcom_bytes
        if is_literal(output_format):
            _refuse_unknown(output_format)
        refuse_suffix(result_path, ROW_SUFFIXES)

    def execute(self, context: Context) -> Any:
        """Return the rows as `output_format` and `result_path` say."""
        _refuse_unknown(self.output_format)
        if self.result_path is not None:
            check_path(self.result_path, ROW_SUFFIXES)
        schema = RowSchema(ROW_TYPES)
        preview = Preview(schema.columns)
        rows = list(preview.watch(run_rows(context)))
        result: Any = rows
        if self.result_path is not None:
            result = write_rows(self.result_path, rows, schema)
        elif self.output_format == "dataframe":
            result = frame(rows, schema)
        if self.do_xcom_push:
            check_size(result, self.max_xcom_bytes)
            if result is not rows:
                context["ti"].xcom_push(key=PREVIEW_KEY, value=preview.shown())
        return result


def _refuse_unknown(output_format: str) -> None:
    if output_format not in get_args(OutputFormat):
        allowed = " or ".join(map(repr, get_args(OutputFormat)))
        raise InvalidRequestError(f"Field 'output_format' is {output_format!r}. Use {allowed}.")
