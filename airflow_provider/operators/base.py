"""
What all operators share: one paid call, recorded before it is shaped, kept until its task has succeeded.

Knows no operation: a subclass names its request and shapes the answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from airflow.sdk import BaseOperator

from airflow_provider.api.request import Request
from airflow_provider.api.schema import holds_model
from airflow_provider.errors import UnexpectedAnswerError
from airflow_provider.hooks import ContentAIHook
from airflow_provider.results import MAX_XCOM_BYTES, check_size
from airflow_provider.retry import ContentAIRetryPolicy
from airflow_provider.spend import Budget
from airflow_provider.spend.recorder import Recorder, calls_of
from airflow_provider.state.airflow_versions import restore_default

if TYPE_CHECKING:
    from airflow.sdk import Context, RetryPolicy
    from jinja2 import Environment

TEMPLATE_MARKS = ("{{", "{%", "{#")


class ContentAIOperator(BaseOperator):
    """
    Base of the operators; does nothing by itself.

    Pushes XCom `return_value`, and at the end of every try, a failed one too, XCom `usage`:
    `{"operation", "calls", "tokens", "unreported_calls", "unconfirmed_calls", "cost", "model", "tries"}`.

    :param content_ai_conn_id: the connection to use (templated)
    :param max_xcom_bytes: a larger result fails with the advice to set `result_path`
    :param budget: a `Budget`, or a dict of the same, that caps what the run or the task may spend (templated)
    :param retry_policy: decides which errors Airflow retries; None leaves it to `retries` alone
    """

    request_type: ClassVar[type[Request]]
    template_fields: Sequence[str] = ("content_ai_conn_id", "budget")
    ui_color = "#e8f1ec"

    def __init__(
        self,
        *,
        content_ai_conn_id: str = ContentAIHook.default_conn_name,
        max_xcom_bytes: int = MAX_XCOM_BYTES,
        budget: Budget | Mapping[str, Any] | str | None = None,
        retry_policy: RetryPolicy | None = ContentAIRetryPolicy(),  # noqa: B008 - it has no state
        **kwargs: Any,  # noqa: ANN401 - BaseOperator's
    ) -> None:
        super().__init__(retry_policy=retry_policy, **kwargs)
        self.content_ai_conn_id = content_ai_conn_id
        self.max_xcom_bytes = max_xcom_bytes
        # A dict, for that is what Airflow renders, shows and stores.
        self.budget = budget.as_dict() if isinstance(budget, Budget) else budget

    @classmethod
    def partial(cls, **kwargs: Any) -> Any:  # noqa: ANN401 - BaseOperator's
        """Map the operator; a pydantic class among *kwargs* becomes its wire form, as in `__init__`."""
        if "json_schema" in kwargs:
            kwargs["json_schema"] = cls.schema_on_wire(kwargs["json_schema"])
        if isinstance(kwargs.get("budget"), Budget):
            kwargs["budget"] = kwargs["budget"].as_dict()
        cls.refuse_wrong_literals(kwargs)
        if kwargs.get("result_path") is not None and is_literal(kwargs["result_path"]):
            from airflow_provider.operators.mapped import refuse_one_path_for_all

            refuse_one_path_for_all(kwargs["result_path"])
        partial = super().partial(**kwargs)
        restore_default(partial, kwargs, "retry_policy")
        return partial

    def _do_render_template_fields(
        self,
        parent: Any,  # noqa: ANN401 - Airflow's signature
        template_fields: Iterable[str],
        context: Context,
        jinja_env: Environment,
        seen_oids: set[int],
    ) -> None:
        # Jinja's tojson sorts keys, and the order of a schema's fields is that of the columns.
        # Done here, for of what is ours Airflow calls nothing else for a mapped operator.
        ordered = jinja_env.overlay()
        dumps = {**jinja_env.policies.get("json.dumps_kwargs", {}), "sort_keys": False}
        ordered.policies = {**jinja_env.policies, "json.dumps_kwargs": dumps}
        super()._do_render_template_fields(parent, template_fields, context, ordered, seen_oids)

    @classmethod
    def schema_on_wire(cls, value: Any) -> Any:  # noqa: ANN401 - whatever the user gave
        """Return the wire form of a pydantic class, and anything else as it is: Airflow calls classes in templates."""
        return cls.request_type.schema_on_wire(value) if holds_model(value) else value

    @classmethod
    def refuse_wrong_literals(cls, fields: Mapping[str, Any]) -> None:
        """Raise `InvalidRequestError` for a value that no rendering can mend, so that the DAG shows it at once."""
        known = {name: value for name, value in fields.items() if name in cls.request_type.model_fields}
        cls.request_type.check(**{name: value for name, value in known.items() if is_literal(value)})
        if is_literal(budget := fields.get("budget")):
            Budget.of(budget)

    def execute(self, context: Context) -> Any:  # noqa: ANN401 - each operator's own
        """Send the request, unless an earlier try has paid for its answer, and return the shaped answer."""
        calls = calls_of({**context, "task": self})
        ledger = calls.ledger
        try:
            self.check_arguments()
            self.refuse_shared_path(context)
            request = self.build_request()
            ledger.begin()
            recorder = Recorder(calls, kept=calls.of_operator, budget=Budget.of(self.budget))
            hook = ContentAIHook(self.content_ai_conn_id)
            answer = hook.send(request, request.answer_type, meter=recorder)
            # Before the answer is shaped and delivered: a kill from here on still leaves the spend to see.
            ledger.publish()
            try:
                result = self.shape(request, answer)
            except UnexpectedAnswerError:
                recorder.drop(request, hook.settings)
                raise
            if self.do_xcom_push:
                check_size(result, self.max_xcom_bytes)
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

    def build_request(self) -> Request:
        """Return the request that the rendered fields ask for."""
        names = self.request_type.model_fields
        return self.request_type.build(**{name: getattr(self, name) for name in names})

    def shape(self, request: Any, answer: Any) -> Any:  # noqa: ANN401 - each operator's own
        """Turn *answer* into what XCom `return_value` holds."""
        raise NotImplementedError

    def get_openlineage_facets_on_complete(self, task_instance: Any) -> Any:  # noqa: ANN401 - OpenLineage's contract
        """Name the page or file as input, and the tokens as a run facet."""
        from airflow_provider import lineage

        return lineage.facets(self.build_request(), task_instance)

    def get_openlineage_facets_on_failure(self, task_instance: Any) -> Any:  # noqa: ANN401 - OpenLineage's contract
        """Name the same as on completion: a failed task has spent, too."""
        return self.get_openlineage_facets_on_complete(task_instance)


def is_literal(value: object) -> bool:
    """Say whether *value* is what the request will carry: nothing in it is rendered or comes from another task."""
    if isinstance(value, str):
        return not any(mark in value for mark in TEMPLATE_MARKS)
    if isinstance(value, Mapping):
        return all(map(is_literal, value)) and all(map(is_literal, value.values()))
    if isinstance(value, list | tuple):
        return all(map(is_literal, value))
    return value is None or isinstance(value, bool | int | float)
