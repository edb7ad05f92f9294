"""Every operator in every output, run by Airflow."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from airflow.sdk import get_current_context, task
from pydantic import BaseModel

from airflow_provider.hooks import ContentAIHook
from airflow_provider.operators import (
    CollectionDeleteOperator,
    CollectionQueryOperator,
    ExtractBatchOperator,
    ExtractOperator,
    MarkdownConvertOperator,
    TextGenerationOperator,
)

SCHEMA = {"title": "string", "price": "number"}
ROWS = [{"title": "Tides", "price": 12.5}, {"title": "Knots", "price": None}]
PAGE = {"link": "https://example.com/books", "prompt": "Every book"}
QUERY = {"collection_id": "c-1", "request_query": "books", "json_schema_rules": "None."}
FRAME = pd.DataFrame(
    {
        "title": pd.Series(["Tides", "Knots"], dtype="string"),
        "price": pd.Series([12.5, None], dtype="Float64"),
    }
)


def test_extract_returns_rows_cast_to_the_schema(run: Any, service: Any) -> None:
    service.answers({"response": [{"title": "Tides", "price": "12.5"}, {"title": "Knots"}], "success": True})

    left = run(lambda: ExtractOperator(task_id="t", **PAGE, json_schema=SCHEMA))

    assert left.value("t") == ROWS
    assert left.usage("t") == {
        "operation": "extract",
        "calls": 1,
        "tokens": None,
        "unreported_calls": 1,
        "unconfirmed_calls": 0,
        "unpriced_calls": 1,
        "reused_calls": 0,
        "cost": None,
        "saved": None,
        "currency": None,
        "model": None,
        "connection": "content_ai_default",
        "tries": 1,
    }


TO_JSON = "{{ params.schema | tojson }}"


@pytest.mark.parametrize("native", [False, True])
def test_a_schema_that_comes_through_tojson_keeps_the_order_of_its_fields(
    run: Any, service: Any, tmp_path: Path, native: Any
) -> None:
    schema = {"title": "string", "price": "number", "author": "string", "currency": "string"}
    row = dict.fromkeys(sorted(schema), None)
    service.answers({"response": [row], "tokens": 1, "success": True})
    fields: dict[str, Any] = {
        "params": {"schema": schema},
        "render_template_as_native_obj": native,
        "output_format": "dataframe",
    }

    def build() -> None:
        ExtractOperator(task_id="one", **PAGE, json_schema=TO_JSON, **fields)
        ExtractBatchOperator(task_id="batch", prompt="p", links=[PAGE["link"]], json_schema=TO_JSON, **fields)
        CollectionQueryOperator(task_id="query", **QUERY, json_schema="[{{ params.schema | tojson }}]", **fields)
        ExtractOperator.partial(task_id="mapped", prompt="p", json_schema=TO_JSON, **fields).expand(link=[PAGE["link"]])

    left = run(build)

    assert list(left.value("one").columns) == list(schema)
    assert list(left.value("batch").columns) == ["link", *schema]
    assert list(left.value("query").columns) == list(schema)
    assert list(left.value("mapped", 0).columns) == list(schema)


def test_extract_without_a_schema_returns_text(run: Any, service: Any) -> None:
    service.answers({"response": "Two books.", "success": True})

    left = run(lambda: ExtractOperator(task_id="t", **PAGE))

    assert left.value("t") == "Two books."


def test_extract_returns_a_dataframe_that_the_next_task_reads(run: Any, service: Any) -> None:
    service.answers({"response": ROWS, "success": True})

    @task
    def total(books: pd.DataFrame) -> float:
        pd.testing.assert_frame_equal(books, FRAME)
        return float(books["price"].sum())

    left = run(
        lambda: total(ExtractOperator(task_id="t", **PAGE, json_schema=SCHEMA, output_format="dataframe").output)
    )

    assert left.value("total") == 12.5


@pytest.mark.parametrize("suffix", ["jsonl", "jsonl.gz", "parquet", "csv"])
def test_rows_are_written_to_a_file_and_the_path_returned(run: Any, service: Any, tmp_path: Path, suffix: str) -> None:
    service.answers({"response": ROWS, "success": True})
    path = f"file://{tmp_path}/new/rows.{suffix}"

    left = run(lambda: ExtractOperator(task_id="t", **PAGE, json_schema=SCHEMA, result_path=path))

    assert left.value("t") == path
    assert _read(tmp_path / f"new/rows.{suffix}") == ROWS


def _read(path: Path) -> list[dict[str, Any]]:
    if path.suffix == ".parquet":
        return pd.read_parquet(path).astype(object).replace({float("nan"): None}).to_dict("records")
    if path.suffix == ".csv":
        return pd.read_csv(path).astype(object).replace({float("nan"): None}).to_dict("records")
    content = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return [json.loads(line) for line in content.splitlines()]


def test_text_of_an_extraction_is_written_to_a_file(run: Any, service: Any, tmp_path: Path) -> None:
    service.answers({"response": "Two books.", "success": True})

    left = run(lambda: ExtractOperator(task_id="t", **PAGE, result_path=f"{tmp_path}/answer.txt"))

    assert Path(left.value("t")).read_text() == "Two books."


@pytest.mark.parametrize("resource_type", ["web", "file", "image"])
def test_markdown_is_returned_with_its_tokens(run: Any, service: Any, resource_type: str) -> None:
    service.answers({"response": "# Books", "tokens": 3, "success": True})

    left = run(
        lambda: MarkdownConvertOperator(task_id="t", resource="https://example.com/a", resource_type=resource_type)
    )

    assert left.value("t") == "# Books"
    assert left.usage("t")["tokens"] == 3


def test_markdown_is_written_to_a_file(run: Any, service: Any, tmp_path: Path) -> None:
    service.answers({"response": "# Bücher", "tokens": 3, "success": True})
    path = f"{tmp_path}/books.md"

    left = run(lambda: MarkdownConvertOperator(task_id="t", resource="https://example.com/a", result_path=path))

    assert left.value("t") == path
    assert Path(path).read_text(encoding="utf-8") == "# Bücher"


def test_a_text_is_generated_with_cost_and_model(run: Any, service: Any, connection: Any) -> None:
    connection(price_per_1k_tokens=2)
    service.answers({"response": "Hello.", "tokens": 11, "success": True})

    left = run(lambda: TextGenerationOperator(task_id="t", messages="Say hello", model="small"))

    assert left.value("t") == "Hello."
    assert left.usage("t")["cost"] == pytest.approx(0.022)
    assert left.usage("t")["model"] == "small"


@pytest.mark.parametrize(
    ("schema", "response", "expected"),
    [
        pytest.param({"title": "string"}, {"title": "Tides"}, {"title": "Tides"}, id="object-as-object"),
        pytest.param({"title": "string"}, [{"title": "Tides"}], {"title": "Tides"}, id="object-sent-as-list"),
        pytest.param([{"title": "string"}], [{"title": "Tides"}], [{"title": "Tides"}], id="list-as-list"),
        pytest.param([{"title": "string"}], {"title": "Tides"}, [{"title": "Tides"}], id="list-sent-as-object"),
        pytest.param('[{"pages": "int"}]', [{"pages": "7"}], [{"pages": 7}], id="schema-as-text"),
    ],
)
def test_a_query_answers_in_the_shape_of_its_schema(
    run: Any, service: Any, schema: Any, response: Any, expected: Any
) -> None:
    service.answers({"response": response, "tokens": 5, "success": True})

    left = run(lambda: CollectionQueryOperator(task_id="t", **QUERY, json_schema=schema))

    assert left.value("t") == expected


def test_a_query_takes_a_list_of_models_and_returns_a_dataframe(run: Any, service: Any) -> None:
    class Book(BaseModel):
        title: str
        price: float | None

    service.answers({"response": ROWS, "tokens": 5, "success": True})

    left = run(lambda: CollectionQueryOperator(task_id="t", **QUERY, json_schema=list[Book], output_format="dataframe"))

    pd.testing.assert_frame_equal(left.value("t"), FRAME)
    assert b'[{"title": "string", "price": "float"}]' in service.seen[0][2]


def test_deleting_a_collection_returns_the_message(run: Any, service: Any) -> None:
    service.answers({"message": "Deleted.", "success": True})

    left = run(lambda: CollectionDeleteOperator(task_id="t", collection_id="c-1"))

    assert left.value("t") == "Deleted."
    assert service.seen == [("DELETE", "/v1/collection/delete/", b'{"collection_id": "c-1"}')]


def test_deleting_a_collection_that_is_gone_is_a_success_and_no_call(run: Any, service: Any) -> None:
    service.answers((404, {"error": "No such collection.", "success": False}))

    left = run(lambda: CollectionDeleteOperator(task_id="t", collection_id="c-1"))

    assert left.states["t"] == "success"
    assert left.usage("t")["calls"] == 0


def test_a_mapped_operator_takes_links_from_another_task(run: Any, service: Any) -> None:
    service.answers({"response": ROWS, "success": True})

    class Book(BaseModel):
        title: str
        price: float | None

    @task
    def links() -> list[str]:
        return ["https://example.com/1", "https://example.com/2"]

    left = run(lambda: ExtractOperator.partial(task_id="t", prompt="Every book", json_schema=Book).expand(link=links()))

    assert [left.value("t", index) for index in (0, 1)] == [ROWS, ROWS]
    assert sorted(json.loads(body)["link"] for _, _, body in service.seen) == [
        "https://example.com/1",
        "https://example.com/2",
    ]


def test_templates_are_rendered_in_every_part_of_a_request(run: Any, service: Any) -> None:
    service.answers({"response": [], "success": True})

    run(
        lambda: ExtractOperator(
            task_id="t",
            link="https://example.com/{{ task.task_id }}",
            prompt="{{ task.task_id }}",
            json_schema='{"{{ task.task_id }}": "string"}',
            delay="{{ 2 - 1 }}",
        )
    )

    assert json.loads(service.seen[0][2]) == {
        "link": "https://example.com/t",
        "prompt": "t",
        "json_schema": [{"t": "string"}],
        "delay": 1,
    }


def test_calls_of_the_hook_in_a_taskflow_function_are_counted(run: Any, service: Any) -> None:
    service.answers({"response": "Hello.", "tokens": 4, "success": True})

    @task
    def twice() -> list[int | None]:
        hook = ContentAIHook()
        return [
            hook.generate_text(messages="Hello", model="small").tokens,
            ContentAIHook().convert_to_markdown(resource="https://example.com/").tokens,
        ]

    left = run(twice)

    assert left.value("twice") == [4, 4]
    assert left.usage("twice")["calls"] == 2
    assert left.usage("twice")["tokens"] == 8
    assert left.usage("twice")["operation"] == "text_generation, markdown_convert"


def test_a_retry_of_a_python_task_pays_only_for_calls_that_were_not_answered(run: Any, service: Any) -> None:
    service.by_request = lambda method, path, body: {
        "response": f"Answer {len(service.seen)}",
        "tokens": 4,
        "success": True,
    }

    @task(retries=1)
    def five() -> list[str]:
        hook, got = ContentAIHook(), []
        for number in range(5):
            if number == 3 and get_current_context()["ti"].try_number == 1:
                raise RuntimeError("Something else fails.")
            got.append(hook.generate_text(messages=f"Question {number}", model="small").response)
        return got

    left = run(five)

    assert left.value("five") == [f"Answer {number}" for number in range(1, 6)]
    assert (left.usage("five")["calls"], left.usage("five")["tries"]) == (5, 2)
    assert set(left.stored) == {("five", "content_ai_spend")}
    assert "log" not in left.stored["five", "content_ai_spend"]


def test_a_python_task_that_keeps_no_answers_makes_all_its_calls_again(run: Any, service: Any) -> None:
    service.answers({"response": "Hello.", "tokens": 4, "success": True})

    @task(retries=1)
    def once() -> None:
        ContentAIHook(keep_answers=False).generate_text(messages="Hello", model="small")
        if get_current_context()["ti"].try_number == 1:
            raise RuntimeError("Something else fails.")

    left = run(once)

    assert left.states["once"] == "success"
    assert left.usage("once")["calls"] == len(service.seen) == 2


def test_a_budget_of_the_run_counts_what_a_hook_has_called(run: Any, service: Any) -> None:
    service.answers({"response": "Hello.", "tokens": 4, "success": True})

    @task
    def first() -> None:
        ContentAIHook().generate_text(messages="Hello", model="small")

    @task(retries=2)
    def second() -> None:
        hook = ContentAIHook(budget={"calls": 2})
        for number in range(3):
            hook.generate_text(messages=f"Question {number}", model="small")

    left = run(lambda: first() >> second())

    assert left.states == {"first": "success", "second": "failed"}
    assert left.usage("second")["calls"] == 1
    assert len(service.seen) == 2
