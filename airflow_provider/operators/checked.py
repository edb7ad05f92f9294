"""
Rows cast to their schema and held against what the user expects, before anything downstream sees them.

Decides what follows from a check: fail, warn or ask again. What is at fault is `results.checking`'s business, and
casting `api.rows`'. With neither `expect` nor a pydantic model, rows that are cast pass through untouched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from airflow_provider.api.answers import Answer
from airflow_provider.api.request import Request
from airflow_provider.api.rows import Coerce, OnInvalid, Row, check_rows
from airflow_provider.api.schema import RowSchema, model_in
from airflow_provider.errors import ContentAIError, ExpectationError, InvalidRequestError, UnexpectedAnswerError
from airflow_provider.operators.expectations import (
    ROWS_KEY,
    deliver_rejected,
    expect_of,
    plain,
    rows_of_last_success,
    tell_of_pages,
    told,
)
from airflow_provider.operators.meaningless import NEVER
from airflow_provider.operators.rows import RowsOperator
from airflow_provider.operators.templates import is_literal

if TYPE_CHECKING:
    from airflow.sdk import Context
    from jinja2 import Environment
    from pydantic import BaseModel

    from airflow_provider.results import Expect
    from airflow_provider.results.checking import RowCheck

ADVICE = (
    "What is paid is kept: correct expect, or the model, and clear the task (on Airflow 3.4 with "
    "keep_task_state=true), which pays nothing; a new run asks anew."
)


class CheckedRowsOperator(RowsOperator):
    """
    Base of the operators whose rows are cast to `json_schema`, and held against *expect*, and a pydantic model.

    Refused rows go to `<result_path>.rejected.jsonl`, or to XCom `rejected`, at most 100.

    :param coerce: "strict", or "lenient" to read numbers such as "$12" and booleans such as "yes"
    :param on_invalid: "raise" for what cannot be cast, "null" the field, or "skip" the row
    :param expect: an `Expect`, or a dict of the same: what the rows have to be (templated)
    """

    # The field of the request that tells the service what the model's fields mean.
    described_field: ClassVar[str]
    meaningless = NEVER
    choices: ClassVar[Mapping[str, Any]] = {**RowsOperator.choices, "coerce": Coerce, "on_invalid": OnInvalid}

    def __init__(
        self,
        *,
        coerce: Coerce = "strict",
        on_invalid: OnInvalid = "raise",
        expect: Expect | Mapping[str, Any] | str | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self.coerce = coerce
        self.on_invalid = on_invalid
        # A dict, for that is what Airflow renders, shows and stores.
        self.expect = plain(expect)
        # Not a template field, for Airflow would call a class that it finds in one.
        self._model: type[BaseModel] | None = None
        self._check: RowCheck | None = None
        self._ti: Any = None

    @classmethod
    def partial(cls, **kwargs: Any) -> Any:
        """Map the operator; an `Expect` among *kwargs* becomes a dict, as in `__init__`."""
        if "expect" in kwargs:
            kwargs["expect"] = plain(kwargs["expect"])
        return super().partial(**kwargs)

    @classmethod
    def refuse_wrong_literals(cls, fields: Mapping[str, Any]) -> None:
        """Refuse an expectation that is wrong, or names what no row has, too."""
        super().refuse_wrong_literals(fields)
        expect = cls.expectation_in(given) if is_literal(given := fields.get("expect")) else None
        if expect is not None and (columns := cls.columns_given(fields)) is not None:
            expect.refuse_unknown_fields(columns)

    @classmethod
    def expectation_in(cls, value: object) -> Expect | None:
        """Return the expectation that *value* stands for; refuses one of a page where there is none."""
        expect = expect_of(value)
        if expect is not None and expect.check_on_page and not cls.page_fields:
            raise InvalidRequestError(f"expect: check_on_page needs a page, and {cls.__name__} loads none. Remove it.")
        return expect

    @classmethod
    def columns_given(cls, fields: Mapping[str, Any]) -> list[str] | None:
        """Return the columns that rows have with the arguments *fields*; None where these do not say it yet."""
        # A schema that is mapped over is known to each task.
        if "json_schema" not in fields or not is_literal(fields["json_schema"]):
            return None
        return cls.columns_with(fields["json_schema"])

    @classmethod
    def columns_with(cls, json_schema: Any) -> list[str]:
        """Return the columns that rows have with *json_schema*; refuses one without rows."""
        raise NotImplementedError

    def check_arguments(self) -> None:
        """Refuse an expectation that is wrong, or names what no row has, too."""
        super().check_arguments()
        self.check_expect()

    def check_expect(self) -> None:
        """Refuse an expectation that is wrong, or names what no row has."""
        if (expect := self.expectation_in(self.expect)) is not None:
            expect.refuse_unknown_fields(self.columns_with(vars(self)["json_schema"]))

    def checked(self, rows: list[Row], schema: RowSchema, tokens: int | None, *, of: str) -> list[Row]:
        """Return *rows*, which are those *of* what was asked about, cast to *schema*."""
        checked = check_rows(rows, schema, coerce=self.coerce, on_invalid=self.on_invalid, tokens=tokens, of=lambda: of)
        if skipped := len(rows) - len(checked):
            self.log.warning("%d of %d rows did not fit json_schema and were left out.", skipped, len(rows))
        return checked

    def check_by(self, json_schema: object) -> None:
        """Have each row validated by the pydantic model in *json_schema*, if there is one."""
        self._model = model_in(json_schema)

    def beside_model(self) -> list[str]:
        """Return the columns that rows have besides the answer's fields."""
        return [] if self.reuse_column is None else [self.reuse_column]

    def typed(self, schema: RowSchema) -> RowSchema:
        """Return *schema* with the dtypes that the model gives its columns."""
        if self._model is None:
            return schema
        from airflow_provider.api.models import dtypes_of

        return replace(schema, dtypes={**schema.dtypes, **dtypes_of(self._model)})

    def _do_render_template_fields(
        self,
        parent: Any,
        template_fields: Iterable[str],
        context: Context,
        jinja_env: Environment,
        seen_oids: set[int],
    ) -> None:
        super()._do_render_template_fields(parent, template_fields, context, jinja_env, seen_oids)
        if parent is self:
            self.describe_fields()

    def build_request(self) -> Request:
        """Return the request that the rendered fields ask for, with what the model's fields mean."""
        self.describe_fields()
        return super().build_request()

    def describe_fields(self) -> None:
        """Tell the service what the model's fields mean."""
        # Once, however often: to be seen among the rendered fields, and sent also where nothing was rendered.
        text = vars(self)[self.described_field]
        if self._model is not None and isinstance(text, str):
            from airflow_provider.api.models import described

            setattr(self, self.described_field, described(text, self._model))

    def checks_pages(self) -> bool:
        """Tell whether values are looked for in their pages."""
        expect = expect_of(self.expect)
        return expect is not None and bool(expect.check_on_page)

    def begin_check(self, context: Context) -> RowCheck | None:
        """Return what the rows of this try are held against from here on; None if nothing is."""
        self._ti = context["ti"]
        expect = expect_of(self.expect)
        if expect is None and self._model is None:
            return None
        # Imported here: most tasks check nothing.
        from airflow_provider.api.models import RowModel
        from airflow_provider.results.checking import RowCheck

        model = None if self._model is None else RowModel(self._model, besides=self.beside_model())
        before = None if expect is None or expect.max_drop is None else rows_of_last_success(self._ti)
        self._check = RowCheck(
            expect, model, on_invalid=self.on_invalid, before=before, follows=self._memory is not None
        )
        return self._check

    def result_of(self, request: Any, answer: Any, ask: Callable[[], Answer], context: Context) -> Any:
        """Shape *answer*; if its rows are not as expected, and the user says so, shape the answer to asking again."""
        try:
            return self._checked(request, answer, context)
        except ExpectationError as unmet:
            if self._check is None or self._check.expect.on_unmet != "ask_again":
                raise
            self.log.warning("%s Asking again, once.", unmet)
            return self._asked_again(request, ask, context, unmet)

    def _checked(self, request: Any, answer: Any, context: Context) -> Any:
        check = self.begin_check(context)
        with nullcontext() if check is None else closing(check):
            return self.shape(request, answer)

    def _asked_again(
        self,
        request: Any,
        ask: Callable[[], Answer],
        context: Context,
        unmet: ExpectationError,
    ) -> Any:
        from airflow.sdk.exceptions import AirflowSkipException

        try:
            return self._checked(request, ask(), context)
        except ExpectationError as error:
            raise ExpectationError(f"{error} It was asked twice.") from None
        except (ContentAIError, AirflowSkipException) as error:
            if isinstance(error, ContentAIError) and error.retryable and not isinstance(error, UnexpectedAnswerError):
                # A retry begins with the first answer, which is kept.
                raise
            raise ExpectationError(f"{unmet} Asking again has failed: {error}") from error

    def screened(self, rows: list[Row], *, of: str, page: str = "") -> list[Row]:
        """
        Return *rows*, those *of* what was asked about, as they may be delivered; raises `ExpectationError`.

        *page* is the address of the page that they are said to be from.
        """
        if self._check is None:
            return rows
        screened = list(self.held(self._check, [(0, page, rows)]))
        self.settle(self._check, of=of)
        return screened

    def held(self, check: RowCheck, answers: Iterable[tuple[int, str, Iterable[Row]]]) -> Iterator[Row]:
        """Yield the rows of *answers*, each with a number and the address of its page, held against *check*."""
        if check.on_page is None:
            for number, _, rows in answers:
                yield from check.rows(rows, page=number)
            return
        # Imported here: it loads what reads pages.
        from airflow_provider.operators.on_page import PagesRead

        seen = None if self._memory is None else self._memory.pages
        with PagesRead(allow_private=check.expect.allow_private, seen=seen) as pages:
            asked = ((page, (number, rows)) for number, page, rows in answers)
            for (number, rows), stated in pages.beside(asked):
                yield from check.rows(rows, page=number, stated=stated)

    def settle(self, check: RowCheck, *, of: str) -> None:
        """Deliver refused rows, and warn of what is not met or raise `ExpectationError`, once all rows have passed."""
        where = deliver_rejected(check.rejected, self.result_path, self._ti.xcom_push)
        if check.on_page is not None:
            tell_of_pages(check.on_page, self._ti.xcom_push)
        if check.skipped:
            self.log.warning("%d rows of %s are refused by their model, and left out.%s", check.skipped, of, where)
        if not (findings := check.findings()):
            return
        said = f"The rows of {of} are not as expected. {told(findings)}.{where}"
        if check.expect.on_unmet == "warn":
            self.log.warning("%s", said)
        else:
            raise ExpectationError(f"{said} {ADVICE}")

    def delivered(self, context: Context) -> None:
        """Tell later runs how many rows there are, too, if that is what they are compared with."""
        super().delivered(context)
        if self._check is not None and self._check.expect.max_drop is not None:
            context["ti"].xcom_push(key=ROWS_KEY, value=self._check.count)
