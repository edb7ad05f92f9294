"""Operators as a DAG file meets them: what is templated, what is refused at parse time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from airflow.sdk import DAG, BaseOperator, TaskGroup
from pydantic import BaseModel

from airflow_provider import operators
from airflow_provider.errors import InvalidRequestError, SchemaError
from airflow_provider.operators import (
    CollectionDeleteOperator,
    CollectionQueryOperator,
    ContentAIOperator,
    ExtractOperator,
    MarkdownConvertOperator,
    TextGenerationOperator,
)
from airflow_provider.retry import ContentAIRetryPolicy

ROOT = Path(__file__).parents[2]
START = datetime(2026, 1, 1, tzinfo=UTC)


class Book(BaseModel):
    title: str
    price: float | None


EXTRACT = {"link": "https://b.test/1", "prompt": "Title"}
MARKDOWN = {"resource": "https://b.test/1"}
TEXT = {"messages": "Hi", "model": "m-1"}
QUERY = {"collection_id": "c", "request_query": "q", "json_schema": {"t": "string"}, "json_schema_rules": "r"}
DELETE = {"collection_id": "c"}
ALL: list[tuple[type[ContentAIOperator], dict[str, Any]]] = [
    (ExtractOperator, EXTRACT),
    (MarkdownConvertOperator, MARKDOWN),
    (TextGenerationOperator, TEXT),
    (CollectionQueryOperator, QUERY),
    (CollectionDeleteOperator, DELETE),
]
BATCHES: list[tuple[type[ContentAIOperator], dict[str, Any]]] = [
    (operators.ExtractBatchOperator, {"links": ["https://b.test/1"], "prompt": "Title"}),
    (operators.MarkdownConvertBatchOperator, {"resources": ["https://b.test/1"]}),
    (operators.TextGenerationBatchOperator, {"conversations": ["Hi"], "model": "m-1"}),
]
EACH = pytest.mark.parametrize(("kind", "fields"), ALL, ids=lambda value: getattr(value, "__name__", ""))


@pytest.fixture(autouse=True)
def dag() -> Any:
    """Give the operators of a test a DAG, as a DAG file does."""
    with DAG("d", start_date=START, schedule=None) as made:
        yield made


def plain(kind: Any, fields: dict[str, Any], **more: Any) -> Any:
    return kind(task_id="t", **fields, **more)


def mapped(kind: Any, fields: dict[str, Any], **more: Any) -> Any:
    """Map over a field that no request has, so that all those of the request go through partial()."""
    return kind.partial(task_id="m", **fields, **more).expand(max_xcom_bytes=[1000])


WAYS = pytest.mark.parametrize("make", [plain, mapped])


@EACH
def test_every_field_of_the_request_is_templated_and_so_is_the_connection(
    kind: type[ContentAIOperator], fields: dict[str, Any]
) -> None:
    known = set(kind.request_type.model_fields) | {"content_ai_conn_id", "budget"}
    task = kind(task_id="t", **fields)
    if hasattr(task, "result_path"):
        known.add("result_path")
        if hasattr(task, "expect"):
            known |= {"expect", "output_format"}
    if kind.page_fields:
        known |= {"reuse", "reuse_column"} if hasattr(task, "expect") else {"reuse"}

    assert set(kind.template_fields) == known
    assert all(hasattr(task, name) for name in kind.template_fields)
    assert set(kind.template_fields_renderers) <= set(kind.template_fields)


@EACH
def test_template_fields_are_kept_as_they_are_given(kind: type[ContentAIOperator], fields: dict[str, Any]) -> None:
    given = {name: "{{ params.x }}" for name in kind.template_fields if name != "result_path"}
    task = kind(task_id="t", **given)

    assert {name: getattr(task, name) for name in given} == given


@EACH
def test_no_operator_takes_a_name_that_airflow_owns(kind: type[ContentAIOperator], fields: dict[str, Any]) -> None:
    task = kind(task_id="t", **fields)

    assert "output" not in vars(task)
    assert kind.output is BaseOperator.output
    assert not set(vars(task)) & {"deferrable", "ignore_if_missing"}


@EACH
def test_every_parameter_is_explained(kind: type[ContentAIOperator], fields: dict[str, Any]) -> None:
    assert kind.__doc__ is not None
    for name in fields:
        assert f":param {name}:" in kind.__doc__


WIRE = {
    ExtractOperator: [{"title": "string"}, {"price": "number"}],
    CollectionQueryOperator: '{"title": "string", "price": "float"}',
}


@pytest.mark.parametrize("kind", WIRE, ids=lambda kind: kind.__name__)
@WAYS
def test_a_pydantic_class_becomes_its_wire_form_for_airflow_would_call_it(kind: Any, make: Any) -> None:
    made = make(kind, dict(ALL)[kind] | {"json_schema": Book})
    schema = made.partial_kwargs["json_schema"] if make is mapped else made.json_schema

    assert schema == WIRE[kind]


@pytest.mark.parametrize("schema", [list[Book], [Book]], ids=["list[Book]", "[Book]"])
def test_a_list_of_a_pydantic_class_asks_a_query_for_many(schema: Any) -> None:
    task = CollectionQueryOperator(task_id="t", **{**QUERY, "json_schema": schema})

    assert task.json_schema == '[{"title": "string", "price": "float"}]'


WRONG: list[tuple[Any, dict[str, Any], str]] = [
    (ExtractOperator, {**EXTRACT, "link": "b.test"}, "'link'"),
    (ExtractOperator, {**EXTRACT, "link": None}, "'link'"),
    (ExtractOperator, {**EXTRACT, "prompt": " "}, "'prompt'"),
    (ExtractOperator, {**EXTRACT, "delay": -1}, "'delay'"),
    (ExtractOperator, {**EXTRACT, "delay": True}, "'delay'"),
    (ExtractOperator, {**EXTRACT, "delay": "soon"}, "'delay'"),
    (ExtractOperator, {**EXTRACT, "json_schema": {"price": "money"}}, "'price'"),
    (ExtractOperator, {**EXTRACT, "json_schema": []}, "json_schema is empty"),
    (ExtractOperator, {**EXTRACT, "json_schema": "{'a': 1}"}, "not JSON"),
    (MarkdownConvertOperator, {"resource": "/srv/a.pdf"}, "'resource'"),
    (MarkdownConvertOperator, {**MARKDOWN, "resource_type": ""}, "'resource_type'"),
    (TextGenerationOperator, {**TEXT, "messages": []}, "'messages'"),
    (TextGenerationOperator, {**TEXT, "messages": [{"role": "bot", "content": "x"}]}, "'bot'"),
    (TextGenerationOperator, {**TEXT, "model": ""}, "'model'"),
    (CollectionQueryOperator, {**QUERY, "json_schema_rules": ""}, "'json_schema_rules'"),
    (CollectionQueryOperator, {**QUERY, "json_schema": [{}, {}]}, "list of 2"),
    (CollectionDeleteOperator, {"collection_id": 7}, "'collection_id'"),
]


@pytest.mark.parametrize(("kind", "fields", "said"), WRONG)
@WAYS
def test_a_literal_that_is_plainly_wrong_is_refused_at_parse_time(
    kind: Any, fields: dict[str, Any], said: str, make: Any
) -> None:
    with pytest.raises(InvalidRequestError, match=said):
        make(kind, fields)


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (ExtractOperator, {**EXTRACT, "link": "{{ params.link }}"}),
        (ExtractOperator, {**EXTRACT, "link": "{% if x %}a{% endif %}"}),
        (ExtractOperator, {**EXTRACT, "delay": "{{ 5 }}"}),
        (ExtractOperator, {**EXTRACT, "json_schema": "{{ params.schema | tojson }}"}),
        (ExtractOperator, {**EXTRACT, "json_schema": {"{{ params.name }}": "string"}}),
        (ExtractOperator, {**EXTRACT, "json_schema": {"price": "{{ params.kind }}"}}),
        (TextGenerationOperator, {**TEXT, "messages": [{"role": "{{ params.role }}", "content": "x"}]}),
        (MarkdownConvertOperator, {"resource": "{{ params.path }}", "resource_type": "{{ params.kind }}"}),
    ],
)
@WAYS
def test_a_template_is_checked_only_once_it_is_rendered(kind: Any, fields: dict[str, Any], make: Any) -> None:
    assert make(kind, fields).task_id


def test_what_another_task_gives_is_checked_only_once_it_is_known() -> None:
    first = MarkdownConvertOperator(task_id="first", **MARKDOWN)
    task = TextGenerationOperator(task_id="t", messages=first.output, model="m-1")

    assert task.upstream_task_ids == {"first"}


@pytest.mark.parametrize(
    ("name", "value"),
    [("output_format", "xml"), ("output_format", "DataFrame"), ("coerce", "loose"), ("on_invalid", "ignore")],
)
@pytest.mark.parametrize("kind", [ExtractOperator, CollectionQueryOperator], ids=lambda kind: kind.__name__)
@WAYS
def test_an_unknown_choice_is_refused_at_parse_time(kind: Any, name: str, value: str, make: Any) -> None:
    with pytest.raises(InvalidRequestError, match=f"Field '{name}' is '{value}'. Use "):
        make(kind, dict(ALL)[kind], **{name: value})


@pytest.mark.parametrize(
    "kind", [getattr(operators, name) for name in operators.__all__ if name != "ContentAIOperator"]
)
def test_no_operator_is_deferrable_and_the_error_names_the_page_that_says_why(kind: Any) -> None:
    fields = {**dict(ALL), **dict(BATCHES)}.get(kind, {})
    if kind is operators.FindLinksOperator:
        fields = {"source": "https://b.test/sitemap.xml"}
    with pytest.raises(InvalidRequestError, match=r"'deferrable'.* docs/explanation/why-not-deferrable\.md"):
        kind(task_id="t", **fields, deferrable=True)
    assert (ROOT / "docs/explanation/why-not-deferrable.md").exists()


@pytest.mark.parametrize("name", ["coerce", "on_invalid"])
@pytest.mark.parametrize(
    "kind",
    [MarkdownConvertOperator, operators.MarkdownConvertBatchOperator, operators.TextGenerationBatchOperator],
    ids=lambda kind: kind.__name__,
)
@WAYS
def test_nothing_is_cast_where_there_is_no_schema(kind: Any, name: str, make: Any) -> None:
    with pytest.raises(InvalidRequestError, match=f"'{name}' cannot mean anything to {kind.__name__}"):
        make(kind, {**dict(ALL), **dict(BATCHES)}[kind], **{name: "lenient"})


def test_what_the_dag_gives_all_its_operators_reaches_those_it_means_something_to() -> None:
    shared = {"deferrable": True, "coerce": "lenient", "on_invalid": "null"}
    with DAG("e", start_date=START, schedule=None, default_args=shared):
        plain(operators.MarkdownConvertBatchOperator, dict(BATCHES)[operators.MarkdownConvertBatchOperator])
        assert ExtractOperator(task_id="x", **EXTRACT).coerce == "lenient"


@pytest.mark.parametrize("scope", ["run", "task"])
@pytest.mark.parametrize(
    "kind", [ExtractOperator, CollectionDeleteOperator, operators.ExtractBatchOperator], ids=lambda kind: kind.__name__
)
@WAYS
def test_a_budget_of_tokens_alone_is_refused_where_no_tokens_are_reported(kind: Any, scope: str, make: Any) -> None:
    fields = {**dict(ALL), **dict(BATCHES)}[kind]
    with pytest.raises(InvalidRequestError, match=r"budget caps tokens alone.* Give calls or cost, too\."):
        make(kind, fields, budget={"tokens": 100, "scope": scope})

    assert kind.budget_in({"tokens": 100, "calls": 10, "scope": scope})


@pytest.mark.parametrize("field", ["timeout", "output", "schema"])
def test_an_argument_that_nobody_knows_is_refused(field: str) -> None:
    with pytest.raises(TypeError, match=field):
        ExtractOperator(task_id="t", **EXTRACT, **{field: 1})


@EACH
def test_the_retry_policy_is_there_by_default_and_can_be_replaced(
    kind: type[ContentAIOperator], fields: dict[str, Any]
) -> None:
    class Own(ContentAIRetryPolicy):
        pass

    assert type(kind(task_id="a", **fields).retry_policy) is ContentAIRetryPolicy
    assert type(kind(task_id="b", **fields, retry_policy=Own()).retry_policy) is Own
    assert kind(task_id="c", **fields, retry_policy=None).retry_policy is None
    with DAG("e", start_date=START, schedule=None, default_args={"retry_policy": Own()}):
        assert type(kind(task_id="t", **fields).retry_policy) is Own
        assert type(mapped(kind, fields).retry_policy) is Own


@EACH
def test_a_mapped_task_has_the_retry_policy_too(kind: type[ContentAIOperator], fields: dict[str, Any]) -> None:
    task = mapped(kind, fields, retries=2, retry_delay=timedelta(seconds=1))

    assert type(task.retry_policy) is ContentAIRetryPolicy


def test_a_mapped_task_has_the_retry_policy_that_its_class_or_the_dag_gives() -> None:
    class Own(ContentAIRetryPolicy):
        pass

    class Ours(ExtractOperator):
        def __init__(self, *, retry_policy: Any = Own(), **kwargs: Any) -> None:  # noqa: B008 - it has no state
            super().__init__(retry_policy=retry_policy, **kwargs)

    class Nobodys(Ours):
        def __init__(self, *, retry_policy: Any = None, **kwargs: Any) -> None:
            super().__init__(retry_policy=retry_policy, **kwargs)

    def policy_of(kind: type[ExtractOperator], **more: Any) -> Any:
        with DAG("d", start_date=START, schedule=None):
            return mapped(kind, EXTRACT, **more).retry_policy

    assert type(policy_of(Ours)) is Own
    assert policy_of(Nobodys) is None
    assert policy_of(ExtractOperator, retry_policy=None) is None
    assert policy_of(ExtractOperator, default_args={"retry_policy": None}) is None
    with DAG("e", start_date=START, schedule=None, default_args={"retry_policy": None}):
        assert mapped(ExtractOperator, EXTRACT).retry_policy is None
        with TaskGroup("g", default_args={"retry_policy": Own()}):
            assert type(mapped(ExtractOperator, EXTRACT).retry_policy) is Own


@EACH
def test_default_args_reach_the_connection(kind: type[ContentAIOperator], fields: dict[str, Any]) -> None:
    with DAG("e", start_date=START, schedule=None, default_args={"content_ai_conn_id": "other"}):
        assert kind(task_id="t", **fields).content_ai_conn_id == "other"


WORDS = {"concurrency": "16", "on_item_error": "fail", "max_failures": "0.05", "output_format": "dataframe"}


@pytest.mark.parametrize("kind", dict(BATCHES), ids=lambda kind: kind.__name__)
@WAYS
def test_how_a_batch_is_sent_may_be_templates_and_texts(kind: Any, make: Any) -> None:
    assert set(WORDS) <= set(kind.template_fields)
    templates = {name: f"{{{{ params.{name} }}}}" for name in WORDS}
    assert make(kind, dict(BATCHES)[kind], **templates).task_id
    with DAG("e", start_date=START, schedule=None):
        assert make(kind, dict(BATCHES)[kind], **WORDS).task_id


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("concurrency", "0"),
        ("concurrency", "many"),
        ("on_item_error", "ignore"),
        ("max_failures", "some"),
        ("output_format", "xml"),
    ],
)
@pytest.mark.parametrize("kind", dict(BATCHES), ids=lambda kind: kind.__name__)
@WAYS
def test_a_wrong_literal_text_is_refused_at_parse_time(kind: Any, name: str, value: str, make: Any) -> None:
    with pytest.raises(InvalidRequestError, match=f"Field '{name}' is '{value}'"):
        make(kind, dict(BATCHES)[kind], **{name: value})


def test_a_schema_error_is_an_invalid_request() -> None:
    with pytest.raises(SchemaError):
        ExtractOperator(task_id="t", **EXTRACT, json_schema={"price": "money"})


def test_the_public_operators_are_those_that_users_type() -> None:
    assert operators.__all__ == [
        "CollectionDeleteOperator",
        "CollectionQueryOperator",
        "ContentAIOperator",
        "ExtractBatchOperator",
        "ExtractOperator",
        "FindLinksOperator",
        "MarkdownConvertBatchOperator",
        "MarkdownConvertOperator",
        "SpendReportOperator",
        "TextGenerationBatchOperator",
        "TextGenerationOperator",
    ]
    assert all(isinstance(getattr(operators, name), type) for name in operators.__all__)
