"""
One try of a task after another: what is sent, delivered, kept and counted.

Airflow itself is left out, for what is tested here is the order in which an operator does things;
tests/airflow runs the same operators through it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from airflow.sdk import Connection

from airflow_provider import errors
from airflow_provider.operators import (
    CollectionDeleteOperator,
    CollectionQueryOperator,
    ContentAIOperator,
    ExtractOperator,
    MarkdownConvertOperator,
    TextGenerationOperator,
)
from tests.serving import Act, Listener, answer, silence
from tests.standins import KEY, MemoryStore, TaskInstance, execute, published, succeed
from tests.state.noise import dense

EXTRACT = {"link": "https://b.test/1", "prompt": "Title"}
SCHEMA = {"title": "string", "price": "number"}
QUERY = {"collection_id": "c", "request_query": "q", "json_schema_rules": "r"}
ROWS = [{"title": "Emma", "price": 7.5}, {"title": "Persuasion", "price": "8.25"}]
CAST = [{"title": "Emma", "price": 7.5}, {"title": "Persuasion", "price": 8.25}]


class Task:
    """A task instance over its tries: the store stays, the process and the XComs of a failed try go, as in Airflow."""

    def __init__(self, operator: ContentAIOperator, server: Listener) -> None:
        self.operator = operator
        self.server = server
        self.store = MemoryStore()
        self.ti = TaskInstance(try_number=0)

    def run(self, ti: type[TaskInstance] = TaskInstance, *, dies: bool = False) -> Any:
        """Run the next try, and what Airflow does after a success."""
        self.ti = ti(try_number=self.ti.try_number + 1)
        result = execute(self.operator, self.store, self.ti)
        if not dies:
            succeed(self.ti)
        return result

    @property
    def usage(self) -> dict[str, Any]:
        found: dict[str, Any] = self.ti.xcoms["usage"]
        return found


@pytest.fixture
def task(monkeypatch: pytest.MonkeyPatch, serve: Callable[..., Listener]) -> Callable[..., Task]:
    """Return a task of an operator, whose service plays the acts."""

    def build(kind: type[ContentAIOperator], fields: dict[str, Any], *acts: Act) -> Task:
        server = serve(*acts)
        connection = Connection(
            conn_id="c", host=server.url, password=KEY, extra=json.dumps({"price_per_1k_tokens": 2, "max_attempts": 1})
        )
        monkeypatch.setenv("AIRFLOW_CONN_C", connection.as_json())
        return Task(kind(task_id="task", content_ai_conn_id="c", **fields), server)

    return build


def ok(response: object, **more: object) -> Act:
    return answer(200, {"response": response, "tokens": 7, "success": True, **more})


OUTPUTS: dict[str, tuple[type[ContentAIOperator], dict[str, Any], Act, Any]] = {
    "extract text": (ExtractOperator, EXTRACT, ok("Emma"), "Emma"),
    "extract rows": (ExtractOperator, {**EXTRACT, "json_schema": SCHEMA}, ok(ROWS), CAST),
    "markdown": (MarkdownConvertOperator, {"resource": "https://b.test/"}, ok("# Emma"), "# Emma"),
    "text": (TextGenerationOperator, {"messages": "Hi", "model": "m-1"}, ok("Hello"), "Hello"),
    "query object": (CollectionQueryOperator, {**QUERY, "json_schema": SCHEMA}, ok(ROWS[1]), CAST[1]),
    "query list": (CollectionQueryOperator, {**QUERY, "json_schema": [SCHEMA]}, ok(ROWS), CAST),
    "query nothing": (
        CollectionQueryOperator,
        {**QUERY, "json_schema": SCHEMA},
        ok([]),
        {"title": None, "price": None},
    ),
    "delete": (CollectionDeleteOperator, {"collection_id": "c"}, ok(None, message="Deleted."), "Deleted."),
}


@pytest.mark.parametrize(("kind", "fields", "act", "result"), OUTPUTS.values(), ids=OUTPUTS)
def test_the_result_is_delivered_and_counted(
    task: Any, kind: type[ContentAIOperator], fields: dict[str, Any], act: Act, result: Any
) -> None:
    ran = task(kind, fields, act)

    assert ran.run() == result
    assert ran.ti.xcoms["return_value"] == result
    assert (ran.usage["calls"], ran.usage["tokens"], ran.usage["cost"]) == (1, 7, 0.014)
    assert set(ran.store.values) == {"content_ai_spend"}
    assert "log" not in ran.store.get("content_ai_spend")


@pytest.mark.parametrize(("kind", "fields", "act", "result"), OUTPUTS.values(), ids=OUTPUTS)
def test_a_kill_after_delivery_costs_no_call_and_a_clear_after_success_one(
    task: Any, kind: type[ContentAIOperator], fields: dict[str, Any], act: Act, result: Any
) -> None:
    ran = task(kind, fields, act)
    ran.run(dies=True)
    assert ran.store.get("content_ai_spend")["log"]["entries"] == 1

    assert ran.run() == result
    assert len(ran.server.requests) == 1
    assert (ran.usage["calls"], ran.usage["tries"]) == (1, 1)

    assert ran.run() == result
    assert len(ran.server.requests) == 2
    assert (ran.usage["calls"], ran.usage["tries"]) == (2, 2)


def test_a_frame_comes_with_the_schemas_types(task: Any) -> None:
    ran = task(ExtractOperator, {**EXTRACT, "json_schema": SCHEMA, "output_format": "dataframe"}, ok(ROWS))

    assert {name: str(kind) for name, kind in ran.run().dtypes.items()} == {"title": "string", "price": "Float64"}


@pytest.mark.parametrize("where", ["path", "frame", "records"])
@pytest.mark.parametrize("name", ["extract rows", "query list", "query object"])
def test_a_preview_comes_with_a_path_and_with_a_frame(task: Any, tmp_path: Path, name: str, where: str) -> None:
    kind, fields, act, result = OUTPUTS[name]
    more = {"path": {"result_path": f"{tmp_path}/rows.parquet"}, "frame": {"output_format": "dataframe"}}
    ran = task(kind, {**fields, **more.get(where, {})}, act)
    ran.run()

    first = result if isinstance(result, list) else [result]
    shown = {"rows": len(first), "columns": ["title", "price"], "first": first}
    assert ran.ti.xcoms.get("preview") == (None if where == "records" else shown)


def test_without_a_push_of_the_result_there_is_no_preview(task: Any, tmp_path: Path) -> None:
    kind, fields, act, _ = OUTPUTS["extract rows"]
    ran = task(kind, {**fields, "result_path": f"{tmp_path}/rows.csv", "do_xcom_push": False}, act)
    ran.run()

    assert "preview" not in ran.ti.xcoms


FILES: dict[str, tuple[type[ContentAIOperator], dict[str, Any], Act]] = {
    "page.txt": (ExtractOperator, EXTRACT, ok("Emma")),
    "rows.csv": (ExtractOperator, {**EXTRACT, "json_schema": SCHEMA}, ok(ROWS)),
    "page.md": (MarkdownConvertOperator, {"resource": "https://b.test/"}, ok("# Emma")),
    "rows.jsonl": (CollectionQueryOperator, {**QUERY, "json_schema": SCHEMA}, ok(ROWS[0])),
}


@pytest.mark.parametrize("name", FILES)
def test_a_result_path_is_written_and_returned(task: Any, tmp_path: Path, name: str) -> None:
    kind, fields, act = FILES[name]
    ran = task(kind, {**fields, "result_path": str(tmp_path / name)}, act)

    assert ran.run() == str(tmp_path / name)
    assert "Emma" in (tmp_path / name).read_text()


BLOCKED: dict[str, tuple[type[ContentAIOperator], dict[str, Any], Act]] = {
    "text": (ExtractOperator, {**EXTRACT, "result_path": "{}/page.txt"}, ok("Emma")),
    "rows": (ExtractOperator, {**EXTRACT, "json_schema": SCHEMA, "result_path": "{}/rows.parquet"}, ok(ROWS)),
    "markdown": (MarkdownConvertOperator, {"resource": "https://b.test/", "result_path": "{}/a.md"}, ok("# Emma")),
}


@pytest.mark.parametrize(("kind", "fields", "act"), BLOCKED.values(), ids=BLOCKED)
def test_a_file_that_cannot_be_written_costs_a_retry_but_no_call(
    task: Any, tmp_path: Path, kind: Any, fields: dict[str, Any], act: Act
) -> None:
    folder = tmp_path / "folder"
    folder.write_text("in the way")
    ran = task(kind, {**fields, "result_path": fields["result_path"].format(folder)}, act)
    with pytest.raises(errors.ResultError):
        ran.run()
    assert ran.usage["calls"] == 1

    folder.unlink()
    ran.run()

    assert len(ran.server.requests) == 1
    assert (ran.usage["calls"], ran.usage["tries"]) == (1, 1)


def test_a_result_too_large_for_xcom_is_kept_until_there_is_a_path(task: Any, tmp_path: Path) -> None:
    ran = task(MarkdownConvertOperator, {"resource": "https://b.test/", "max_xcom_bytes": 500}, ok("x" * 1000))
    with pytest.raises(errors.ResultError, match="Set result_path"):
        ran.run()

    ran.operator.result_path = str(tmp_path / "page.md")
    ran.run()

    assert len(ran.server.requests) == 1
    assert (tmp_path / "page.md").stat().st_size == 1000


class Unreachable(TaskInstance):
    """A task instance whose XComs cannot be pushed."""

    def xcom_push(self, key: str, value: Any) -> None:
        raise ConnectionError("the API server is away")


def test_an_xcom_that_cannot_be_pushed_costs_a_retry_but_no_call(task: Any) -> None:
    ran = task(ExtractOperator, EXTRACT, ok("Emma"))
    with pytest.raises(ConnectionError):
        ran.run(Unreachable)

    assert ran.run() == "Emma"
    assert len(ran.server.requests) == 1


@pytest.mark.parametrize("response", ["Emma", dense(200_000)], ids=["small", "large"])
def test_a_task_that_is_marked_as_failed_while_it_ends_keeps_its_answer(task: Any, response: str) -> None:
    ran = task(MarkdownConvertOperator, {"resource": "https://b.test/"}, ok(response))
    ran.run(dies=True)
    succeed(ran.ti, recorded="failed")

    assert ran.run() == response
    assert len(ran.server.requests) == 1


def test_rows_that_cannot_be_cast_are_paid_and_asked_for_anew(task: Any) -> None:
    ran = task(ExtractOperator, {**EXTRACT, "json_schema": SCHEMA}, ok([{"price": "call us"}]), ok(ROWS))
    with pytest.raises(errors.RowError) as caught:
        ran.run()
    assert caught.value.tokens == 7
    assert ran.usage["tokens"] == 7

    assert ran.run() == CAST
    assert (ran.usage["calls"], ran.usage["tokens"], ran.usage["tries"]) == (2, 14, 2)


@pytest.mark.parametrize(("choice", "count"), [("null", 2), ("skip", 1)])
def test_rows_that_cannot_be_cast_can_be_mended(task: Any, choice: str, count: int) -> None:
    bad = [{"title": "A", "price": "call us"}, ROWS[0]]
    ran = task(ExtractOperator, {**EXTRACT, "json_schema": SCHEMA, "on_invalid": choice}, ok(bad))

    assert len(ran.run()) == count


def test_an_object_that_is_left_out_is_an_object_of_nulls(task: Any) -> None:
    fields = {**QUERY, "json_schema": SCHEMA, "on_invalid": "skip"}
    ran = task(CollectionQueryOperator, fields, ok({"title": "A", "price": "call us"}))

    assert ran.run() == {"title": None, "price": None}


def test_every_failed_try_publishes_what_it_may_have_cost(task: Any) -> None:
    ran = task(ExtractOperator, EXTRACT, silence, answer(500), answer(401), ok("Emma"))
    seen = []
    for error in (errors.NoAnswerError, errors.ServerError, errors.AuthenticationError):
        with pytest.raises(error):
            ran.run()
        seen.append((ran.usage["calls"], ran.usage["unconfirmed_calls"], ran.usage["tries"]))
    ran.run()

    assert seen == [(0, 1, 1), (1, 1, 2), (1, 1, 3)]
    counts = {"calls": 2, "tokens": 7, "unreported_calls": 1, "unconfirmed_calls": 1, "unpriced_calls": 1}
    ends = {"cost": 0.014, "connection": "c", "tries": 4}
    assert ran.usage == published(operation="extract", **counts, **ends)


WRONG: dict[str, tuple[type[ContentAIOperator], dict[str, Any]]] = {
    "request": (ExtractOperator, {**EXTRACT, "link": "{{ 'not rendered' }}"}),
    "path": (ExtractOperator, {**EXTRACT, "result_path": "{{ 'not rendered' }}"}),
}
WRONG_LITERALS: dict[str, tuple[type[ContentAIOperator], dict[str, Any]]] = {
    "frame of text": (ExtractOperator, {**EXTRACT, "json_schema": None, "output_format": "dataframe"}),
    "text as rows": (ExtractOperator, {**EXTRACT, "json_schema": None, "result_path": "/x.csv"}),
    "rows as text": (ExtractOperator, {**EXTRACT, "json_schema": SCHEMA, "result_path": "/x.md"}),
    "markdown as rows": (MarkdownConvertOperator, {"resource": "https://b.test/", "result_path": "/x.csv"}),
    "query as text": (CollectionQueryOperator, {**QUERY, "json_schema": SCHEMA, "result_path": "/x.txt"}),
}


@pytest.mark.parametrize("mapped", [False, True], ids=["plain", "mapped"])
@pytest.mark.parametrize(("kind", "fields"), WRONG_LITERALS.values(), ids=WRONG_LITERALS)
def test_a_result_that_cannot_have_its_form_is_refused_at_parse_time(
    kind: Any, fields: dict[str, Any], mapped: Any
) -> None:
    with pytest.raises(errors.InvalidRequestError):
        kind.partial(task_id="t", **fields) if mapped else kind(task_id="t", **fields)


@pytest.mark.parametrize(("kind", "fields"), WRONG.values(), ids=WRONG)
def test_what_is_wrong_after_rendering_is_refused_before_anything_is_sent(
    task: Any, kind: Any, fields: dict[str, Any]
) -> None:
    ran = task(kind, fields, ok("Emma"))
    with pytest.raises(errors.InvalidRequestError):
        ran.run()

    assert ran.server.requests == []
    assert (ran.usage["calls"], ran.usage["tries"]) == (0, 0)
    assert ran.usage["operation"] == kind.request_type.operation


def test_without_xcom_nothing_is_pushed_and_no_size_is_refused(task: Any) -> None:
    fields = {"resource": "https://b.test/", "max_xcom_bytes": 1, "do_xcom_push": False}
    ran = task(MarkdownConvertOperator, fields, ok("# Emma"))

    assert ran.run() == "# Emma"
    assert set(ran.ti.xcoms) == {"usage", "content_ai_spend"}
