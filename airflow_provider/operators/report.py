"""The operator that tells what a run has spent. Calls nothing: it reads what the run's tasks have published."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, get_args

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
from airflow_provider.spend import ROW_TYPES, focus
from airflow_provider.spend.run import rows_and_sum

if TYPE_CHECKING:
    from airflow.sdk import Context

    from airflow_provider.api.answers import Usage


Layout = Literal["rows", "focus"]
FOCUS_SUFFIXES = (".parquet", ".csv")


class SpendReportOperator(BaseOperator):
    """
    Report the spend of the run it is in: a row for each task instance that has published XCom `usage`.

    Runs when all tasks upstream are done, whether or not they succeeded. Place it downstream of all that spend.
    The columns are those of `airflow_provider.spend.ROW_TYPES`.

    :param layout: "rows"; or "focus", charges in the columns of FOCUS 1.2, with `result_path` to `.parquet` or `.csv`
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
        layout: Layout | str = "rows",
        output_format: OutputFormat | str = "records",
        result_path: str | None = None,
        max_xcom_bytes: int = MAX_XCOM_BYTES,
        trigger_rule: str = "all_done",
        **kwargs: Any,
    ) -> None:
        refuse_meaningless(type(self), kwargs, NEVER)
        super().__init__(trigger_rule=trigger_rule, **kwargs)
        self.layout = layout
        self.output_format = output_format
        self.result_path = result_path
        self.max_xcom_bytes = max_xcom_bytes
        if layout not in get_args(Layout):
            raise InvalidRequestError(f"Field 'layout' is {layout!r}. Use {_listed(Layout)}.")
        if layout == "focus" and result_path is None:
            raise InvalidRequestError("layout='focus' is a file. Set result_path, which ends in .parquet or .csv.")
        if is_literal(output_format):
            _refuse_unknown(output_format)
        refuse_suffix(result_path, self._suffixes)

    @property
    def _suffixes(self) -> tuple[str, ...]:
        return FOCUS_SUFFIXES if self.layout == "focus" else ROW_SUFFIXES

    def execute(self, context: Context) -> Any:
        """Return the rows as `output_format` and `result_path` say."""
        _refuse_unknown(self.output_format)
        if self.result_path is not None:
            check_path(self.result_path, self._suffixes)
        schema, found, spent = self._read(context)
        preview = Preview(schema.columns)
        rows = list(preview.watch(found))
        self.log.info("The run has spent: %s.", spent)
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

    def _read(self, context: Context) -> tuple[RowSchema, Sequence[Mapping[str, Any]], Usage]:
        if self.layout == "rows":
            return RowSchema(ROW_TYPES), *rows_and_sum(context)
        charges, spent = focus.charges_of_run(context)
        if charges.left_out:
            self.log.warning("%s", charges.left_out)
        return focus.SCHEMA, charges.rows, spent


def _refuse_unknown(output_format: str) -> None:
    if output_format not in get_args(OutputFormat):
        raise InvalidRequestError(f"Field 'output_format' is {output_format!r}. Use {_listed(OutputFormat)}.")


def _listed(choices: object) -> str:
    return " or ".join(map(repr, get_args(choices)))
