"""
What all operators share: one paid call, recorded before it is shaped, kept until its task has succeeded.

Knows no operation: a subclass names its request and shapes the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar

from airflow.sdk import BaseOperator

from airflow_provider import results
from airflow_provider.api.answers import Answer
from airflow_provider.api.request import Request
from airflow_provider.api.schema import holds_model, wire_of_model
from airflow_provider.errors import InvalidRequestError, UnexpectedAnswerError
from airflow_provider.hooks import ContentAIHook
from airflow_provider.operators.links import OF_PAID_TASK
from airflow_provider.operators.meaningless import WITHOUT_SCHEMA, refuse_meaningless
from airflow_provider.operators.templates import is_literal, keeping_order, renders_as_itself
from airflow_provider.results import MAX_XCOM_BYTES
from airflow_provider.retry import ContentAIRetryPolicy
from airflow_provider.spend import budget_of
from airflow_provider.state.airflow_versions import restore_default

if TYPE_CHECKING:
    from airflow.sdk import Context, RetryPolicy
    from jinja2 import Environment

    from airflow_provider.api.settings import Settings
    from airflow_provider.reuse import AnswerMemory
    from airflow_provider.spend import Budget
    from airflow_provider.spend.recorder import Recorder as TaskRecorder


class ContentAIOperator(BaseOperator):
    """
    Base of the operators; does nothing by itself.

    Pushes XCom `return_value`, and at the end of every try, a failed one too, XCom `usage`:
    what the task has spent in all its tries, see `docs/reference/xcom-and-state.md`.
    The event of each asset in `outlets` says what the result is and what it has cost: see `operators.outlets`.

    :param content_ai_conn_id: the connection to use (templated)
    :param max_xcom_bytes: a larger result fails with the advice to set `result_path`
    :param budget: a `Budget`, or a dict of the same, that caps what the run or the task may spend (templated)
    :param retry_policy: decides which errors Airflow retries; None leaves it to `retries` alone
    """

    request_type: ClassVar[type[Request]]
    # What cannot mean anything here, and why.
    meaningless: ClassVar[Mapping[str, str]] = WITHOUT_SCHEMA
    # Where the pages stand that are loaded, as attribute and as argument; none where no page is.
    page_fields: ClassVar[tuple[str, ...]] = ()
    # How many rows the result has; None while there are none, or if it is not rows.
    delivered_rows: int | None = None
    # What earlier runs have paid for; None where nothing is reused.
    _memory: AnswerMemory | None = None
    template_fields: Sequence[str] = ("content_ai_conn_id", "budget")
    operator_extra_links = OF_PAID_TASK
    ui_color = "#e8f1ec"

    def __init__(
        self,
        *,
        content_ai_conn_id: str = ContentAIHook.default_conn_name,
        max_xcom_bytes: int = MAX_XCOM_BYTES,
        budget: Budget | Mapping[str, Any] | str | None = None,
        retry_policy: RetryPolicy | None = ContentAIRetryPolicy(),  # noqa: B008 - it has no state
        **kwargs: Any,
    ) -> None:
        refuse_meaningless(type(self), kwargs, self.meaningless)
        super().__init__(retry_policy=retry_policy, **kwargs)
        self.content_ai_conn_id = content_ai_conn_id
        self.max_xcom_bytes = max_xcom_bytes
        # A dict, for that is what Airflow renders, shows and stores.
        self.budget = _plain(budget)
        # Beside it: rendering leaves nothing but plain values.
        self._notifiers = getattr(self.budget, "notify", ())

    @classmethod
    def partial(cls, **kwargs: Any) -> Any:
        """Map the operator; a pydantic class among *kwargs* becomes its wire form, as in `__init__`."""
        refuse_meaningless(cls, kwargs, cls.meaningless)
        if "json_schema" in kwargs:
            kwargs["json_schema"] = cls.schema_on_wire(kwargs["json_schema"])
        if "budget" in kwargs:
            kwargs["budget"] = _plain(kwargs["budget"])
        cls.refuse_wrong_literals(kwargs)
        if kwargs.get("result_path") is not None and is_literal(kwargs["result_path"]):
            from airflow_provider.operators.mapped import refuse_one_path_for_all

            refuse_one_path_for_all(kwargs["result_path"])
        partial = super().partial(**kwargs)
        restore_default(partial, kwargs, "retry_policy")
        return partial

    def _do_render_template_fields(
        self,
        parent: Any,
        template_fields: Iterable[str],
        context: Context,
        jinja_env: Environment,
        seen_oids: set[int],
    ) -> None:
        # Here, for of what is ours Airflow calls nothing else for a mapped operator.
        ordered = keeping_order(jinja_env)
        super()._do_render_template_fields(parent, template_fields, context, ordered, seen_oids)

    def render_template(
        self,
        content: Any,
        context: Context,
        jinja_env: Environment | None = None,
        seen_oids: set[int] | None = None,
    ) -> Any:
        """Render *content*, as Airflow does; of 10,000 plain links none becomes a template."""
        if isinstance(content, str) and jinja_env and not self.template_ext and renders_as_itself(content, jinja_env):
            return content
        return super().render_template(content, context, jinja_env, seen_oids)

    @classmethod
    def schema_on_wire(cls, value: Any) -> Any:
        """Return the wire form of a pydantic class, and anything else as it is: Airflow calls classes in templates."""
        return wire_of_model(cls.request_type.schema_on_wire(value), value) if holds_model(value) else value

    @classmethod
    def refuse_wrong_literals(cls, fields: Mapping[str, Any]) -> None:
        """Raise `InvalidRequestError` for a value that no rendering can mend, so that the DAG shows it at once."""
        known = {name: value for name, value in fields.items() if name in cls.request_type.model_fields}
        cls.request_type.check(**{name: value for name, value in known.items() if is_literal(value)})
        if is_literal(budget := fields.get("budget")):
            cls.budget_in(budget)

    @classmethod
    def budget_in(cls, value: object) -> Budget | None:
        """Return the budget that *value* stands for; refuses one that the operator could never use up."""
        budget = budget_of(value)
        if budget is not None and budget.is_of_tokens_alone and not cls.request_type.reports_tokens:
            raise InvalidRequestError(
                f"budget caps tokens alone, and the service reports none for {cls.request_type.operation}, so "
                f"{cls.__name__} could not stop itself. Give calls or cost, too."
            )
        return budget

    def budget_at_work(self) -> Budget | None:
        """Return the rendered budget, with its notifiers."""
        budget = self.budget_in(self.budget)
        return budget if budget is None or not self._notifiers else replace(budget, notify=self._notifiers)

    def execute(self, context: Context) -> Any:
        """Send the request, unless an earlier try has paid for its answer, and return the shaped answer."""
        from airflow_provider.spend.recorder import Recorder, calls_of

        if getattr(self, "result_path", None) is None:
            # Airflow pushes an XCom for each link, and this one would be empty.
            self.operator_extra_links = OF_PAID_TASK
        calls = calls_of({**context, "task": self})
        ledger = calls.ledger
        try:
            self.check_arguments()
            self.refuse_shared_path(context)
            self.warn_of_past_date(context)
            request = self.build_request()
            ledger.begin()
            hook = ContentAIHook(self.content_ai_conn_id)
            budget = self.budget_at_work()
            recorder = Recorder(calls, kept=calls.of_operator, budget=budget, store=hook.store)

            def ask() -> Answer:
                answer: Answer = hook.send(request, request.answer_type, meter=recorder)
                # Before the answer is shaped and delivered: a kill from here on still leaves the spend to see.
                ledger.publish()
                return answer

            with self.remembering(hook.settings):
                answer = self.answer_to(request, ask, recorder, hook.settings)
                try:
                    result = self.result_of(request, answer, ask, context)
                except UnexpectedAnswerError:
                    recorder.drop(request, hook.settings)
                    raise
            if self.do_xcom_push:
                results.check_size(result, self.max_xcom_bytes)
            self.delivered(context)
        finally:
            ledger.publish(self.request_type.operation)
        return result

    def check_arguments(self) -> None:
        """Refuse arguments that are not part of the request, before anything is paid."""

    def refuse_shared_path(self, context: Context) -> None:
        """Refuse, before anything is paid, a `result_path` that another mapped instance has as well."""
        map_index, path = context["ti"].map_index, getattr(self, "result_path", None)
        if path is not None and map_index is not None and map_index >= 0:
            from airflow_provider.operators.mapped import refuse_shared_path

            refuse_shared_path(path, context)

    def warn_of_past_date(self, context: Context) -> None:
        """Log one line if the run is for a past date, and pays for pages that would be the same for any other."""
        if self.page_fields:
            from airflow_provider.operators.dates import warn_of_todays_page

            warn_of_todays_page(self.page_fields, context)

    def build_request(self) -> Request:
        """Return the request that the rendered fields ask for."""
        names = self.request_type.model_fields
        return self.request_type.build(**{name: getattr(self, name) for name in names})

    def checks_pages(self) -> bool:
        """Tell whether values are looked for in their pages; only rows have values."""
        return False

    @contextmanager
    def remembering(self, settings: Settings) -> Iterator[None]:  # noqa: ARG002 - for those that reuse
        """Have what earlier runs have paid for at hand; an operator that reuses nothing has nothing."""
        yield

    def answer_to(
        self,
        request: Request,  # noqa: ARG002 - a subclass may know the answer
        ask: Callable[[], Answer],
        recorder: TaskRecorder,  # noqa: ARG002 - as above
        settings: Settings,  # noqa: ARG002 - as above
    ) -> Answer:
        """Return the answer to *request*, as *ask* brings it."""
        return ask()

    def result_of(self, request: Any, answer: Any, ask: Callable[[], Answer], context: Context) -> Any:  # noqa: ARG002 - as `shape`; a subclass may ask again
        """Return the shaped *answer*."""
        return self.shape(request, answer)

    def delivered(self, context: Context) -> None:
        """Do what is left to do once the result is sure to be delivered."""

    def post_execute(self, context: Context, result: Any = None) -> None:  # noqa: ARG002 - Airflow's signature
        """Tell the consumers of `outlets` of the result; after the user's own hook, whose keys stay."""
        if self.outlets:
            from airflow_provider.operators.outlets import extra_of, tell_consumers
            from airflow_provider.spend.recorder import calls_of

            usage = calls_of({**context, "task": self}).ledger.published()
            path = getattr(self, "result_path", None)
            tell_consumers(self.outlets, context, extra_of(context, rows=self.delivered_rows, path=path, usage=usage))

    def shape(self, request: Any, answer: Any) -> Any:
        """Turn *answer* into what XCom `return_value` holds."""
        raise NotImplementedError

    def get_openlineage_facets_on_complete(self, task_instance: Any) -> Any:
        """Name the page or file as input, and the tokens as a run facet."""
        from airflow_provider import lineage

        return lineage.facets(self.build_request(), task_instance)

    def get_openlineage_facets_on_failure(self, task_instance: Any) -> Any:
        """Name the same as on completion: a failed task has spent, too."""
        return self.get_openlineage_facets_on_complete(task_instance)


def _plain(budget: Budget | Mapping[str, Any] | str | None) -> Mapping[str, Any] | str | None:
    """Return *budget* as Airflow renders, shows and stores it: a dict, with its notifiers beside it."""
    if budget is None or isinstance(budget, str) or (isinstance(budget, Mapping) and "notify" not in budget):
        return budget
    from airflow_provider.spend.budget import Budget, read_notifiers
    from airflow_provider.spend.notify import PlainBudget

    if isinstance(budget, Budget):
        return PlainBudget.of(budget.as_dict(), read_notifiers(budget.notify))
    return PlainBudget.of(budget, read_notifiers(budget["notify"] or ()))
