"""Many pages, one instruction: `ExtractOperator` as a batch."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, nullcontext
from typing import TYPE_CHECKING, Any, ClassVar

from airflow_provider.api.answers import ExtractAnswer
from airflow_provider.api.requests import ExtractRequest
from airflow_provider.api.rows import Row, check_rows
from airflow_provider.api.schema import RowSchema, extraction_schema
from airflow_provider.batch.run import BatchRun
from airflow_provider.batch.sources import ALL, carry_of
from airflow_provider.errors import BudgetExceededError, ExpectationError, InvalidRequestError
from airflow_provider.operators.batch.base import BatchOperator
from airflow_provider.operators.checked import CheckedRowsOperator
from airflow_provider.operators.expectations import expect_of
from airflow_provider.operators.reusing import ReusingRowsOperator
from airflow_provider.operators.templates import is_literal
from airflow_provider.spend.ledger import Ledger

if TYPE_CHECKING:
    from airflow.sdk import Context
    from pydantic import BaseModel


class ExtractBatchOperator(ReusingRowsOperator, CheckedRowsOperator, BatchOperator):
    """
    Extract data from many web pages by one instruction (contract 4.1).

    Each row carries its `link`; without *json_schema* a row is `link` and `response`.

    :param links: URLs, or records with them in `link`: a list, a DataFrame, text that renders to a list, or the path
        of a text, CSV, JSON-lines or Parquet file of them (templated)
    :param prompt: what to extract (templated)
    :param json_schema: as for `ExtractOperator`; a field named link is refused (templated)
    :param delay: seconds that the service waits before it starts (templated)
    """

    request_type = ExtractRequest
    described_field = "prompt"
    page_fields = ("links",)
    choices: ClassVar[Mapping[str, Any]] = {**CheckedRowsOperator.choices, **BatchOperator.choices}
    item_field = "link"
    items_field = items_attribute = "links"
    usual_columns = ("link",)
    template_fields: Sequence[str] = (
        "content_ai_conn_id",
        "links",
        "prompt",
        "json_schema",
        "delay",
        "expect",
        "column",
        "carry",
        "reuse",
        "reuse_column",
        "concurrency",
        "on_item_error",
        "max_failures",
        "output_format",
        "result_path",
        "budget",
    )
    template_fields_renderers: ClassVar[dict[str, str]] = {"json_schema": "json", "links": "json"}

    def __init__(
        self,
        *,
        links: Iterable[Any] | str,
        prompt: str,
        json_schema: Sequence[Mapping[str, str]] | Mapping[str, str] | type[BaseModel] | str | None = None,
        delay: int | str = 0,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.links = links
        self.prompt = prompt
        self.json_schema = self.schema_on_wire(json_schema)
        self.check_by(json_schema)
        self.delay = delay
        # What `json_schema` says once it is rendered: read once, and not for each answer.
        self._asked: RowSchema | None = None
        self.refuse_wrong_literals(vars(self))

    @classmethod
    def refuse_wrong_literals(cls, fields: Mapping[str, Any]) -> None:
        """Refuse a schema with a field named link, too."""
        super().refuse_wrong_literals(fields)
        schema = fields.get("json_schema")
        if schema is not None and is_literal(schema):
            _schema_of(schema)

    @classmethod
    def columns_with(cls, json_schema: Any) -> list[str]:
        """Return `link`, then the fields asked for."""
        return _schema_of(json_schema).columns

    @classmethod
    def columns_given(cls, fields: Mapping[str, Any]) -> list[str] | None:
        """Return `link`, the fields asked for and those that are carried, as far as all are known already."""
        columns, carry = super().columns_given(fields), fields.get("carry")
        if columns is None or not is_literal(carry) or carry_of(carry) == ALL:
            return None
        return [*columns, *carry_of(carry), *filter(None, [fields.get("reuse_column")])]

    @classmethod
    def own_schema(cls, fields: Mapping[str, Any]) -> RowSchema:
        """Return `link`, then the fields asked for."""
        return _schema_of(fields["json_schema"])

    def row_schema(self) -> RowSchema:
        """Return `link`, the fields asked for with what the model says of them, and the carried ones."""
        return self.typed(super().row_schema())

    def check_arguments(self) -> None:
        """Refuse a schema with a field named link, and a result path that cannot be written."""
        super().check_arguments()
        self.row_schema()
        self._asked = None if self.json_schema is None else extraction_schema(self.json_schema)
        self.describe_fields()

    def check_expect(self) -> None:
        """Leave an expectation for when the items have told which columns they bring."""
        self.expectation_in(self.expect)

    def check_columns(self) -> None:
        """Refuse an expectation of what no row has, too."""
        super().check_columns()
        if (expect := expect_of(self.expect)) is not None:
            expect.refuse_unknown_fields(self.row_schema().columns)

    def beside_model(self) -> list[str]:
        """Return `link`, what is carried, and `reuse_column`."""
        carried = () if self._carried is None else self._carried.names
        return ["link", *carried, *filter(None, [self.reuse_column])]

    @property
    def asks_again(self) -> bool:
        """Whether `expect` has pages asked a second time."""
        expect = expect_of(self.expect)
        return expect is not None and expect.on_unmet == "ask_again"

    def at_fault(self) -> Collection[int]:
        """Return the pages whose rows are not as expected, unless these are delivered all the same."""
        check = self._check
        return () if check is None or check.expect.on_unmet == "warn" else check.pages_at_fault()

    def result_of_batch(self, batch: BatchRun, ledger: Ledger, context: Context) -> Any:
        """Return the rows of all answers, or where they are, once they are as expected."""
        try:
            return self._checked_batch(batch, context)
        except ExpectationError as unmet:
            check = self._check
            if check is None or check.expect.on_unmet != "ask_again":
                raise
            said = self._ask_again(batch, check.pages_at_fault(), unmet)
            ledger.publish()
        try:
            return self._checked_batch(batch, context)
        except ExpectationError as error:
            raise ExpectationError(f"{error} {said}") from None

    def _checked_batch(self, batch: BatchRun, context: Context) -> Any:
        check = self.begin_check(context)
        with nullcontext() if check is None else closing(check):
            return self.written(batch)

    def _ask_again(self, batch: BatchRun, numbers: Collection[int], unmet: ExpectationError) -> str:
        """Ask the items with *numbers* once more, and return in words what came of that."""
        from airflow.sdk.exceptions import AirflowSkipException

        self.log.warning("%s Asking again, once, for those of %d pages.", unmet, len(numbers))
        try:
            asked, failure = batch.ask_again(numbers)
        except (BudgetExceededError, AirflowSkipException) as error:
            return f"Asking again has ended early: {error}"
        if not asked:
            return (
                "No page is left to be asked again."
                if numbers
                else "No page is at fault by itself, so none was asked again."
            )
        failed = "" if failure is None else f", and failed for one: {failure['error']}"
        return f"{asked} pages were asked twice{failed}."

    def all_rows(self, batch: BatchRun) -> Iterator[Row]:
        """Yield the rows of all answers, in input order; raises `ExpectationError` after the last."""
        check = self._check
        if check is None:
            yield from super().all_rows(batch)
            return
        yield from self.held(check, self._by_page(batch))
        self.settle(check, of="the batch")

    def _by_page(self, batch: BatchRun) -> Iterator[tuple[int, str, list[Row]]]:
        """Yield the rows of each item, with the address of their page where there are any."""
        for number, found in self.rows_by_item(batch):
            rows = list(found)
            yield number, rows[0]["link"] if rows else "", rows

    def check(self, request: ExtractRequest, answer: ExtractAnswer) -> None:
        """Refuse rows that cannot be cast, with `RowError`."""
        self._cast(answer.response, answer.tokens, of=lambda: request.named)

    def rows_of(self, number: int, item: Any, response: Any) -> Iterable[Row]:
        """Return the rows of a page, each with its link."""
        for row in self._cast(response, None, of=lambda: f"item {number}"):
            yield {"link": item, **{name: value for name, value in row.items() if name != "link"}}

    def _cast(self, response: Any, tokens: int | None, *, of: Callable[[], str]) -> list[Row]:
        if self._asked is None:
            return [{"response": response}]
        # Not `checked`, which logs the rows that it leaves out: a line a page is too many.
        return check_rows(response, self._asked, coerce=self.coerce, on_invalid=self.on_invalid, tokens=tokens, of=of)


def _schema_of(json_schema: Any) -> RowSchema:
    if json_schema is None:
        return RowSchema({"link": "string", "response": "string"})
    schema = extraction_schema(json_schema)
    if "link" in schema.fields:
        raise InvalidRequestError(
            "Field 'link' of json_schema is what a batch calls the address of the page in each row. Rename it."
        )
    return RowSchema({"link": "string", **schema.fields})
