"""The report of a run: a row for each task instance that has spent, in every output."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from airflow.sdk import get_current_context, task

from airflow_provider.errors import InvalidRequestError
from airflow_provider.hooks import ContentAIHook
from airflow_provider.operators import ExtractOperator, SpendReportOperator, TextGenerationOperator
from airflow_provider.spend import ROW_TYPES, run_frame

TEN = {"response": "Hello", "tokens": 10, "success": True}


def _run_with_report(report: dict[str, Any]) -> Any:
    def build() -> None:
        text = TextGenerationOperator(task_id="text", messages="Hi", model="m")
        page = ExtractOperator.partial(task_id="page", prompt="All").expand(
            link=["https://example.com/a", "https://example.com/b"]
        )
        text >> page >> SpendReportOperator(task_id="report", **report)

    return build


def test_there_is_a_row_for_each_task_instance_and_a_failed_one_is_in_it(
    run: Any, service: Any, connection: Any
) -> None:
    connection(price_per_1k_tokens=1)
    service.answers(TEN, {"response": "A page", "success": True}, (500, {"error": "Oops.", "success": False}))

    rows = run(_run_with_report({})).value("report")

    assert [list(row) for row in rows] == [list(ROW_TYPES)] * 3
    assert [(row["task_id"], row["map_index"]) for row in rows] == [("page", 0), ("page", 1), ("text", -1)]
    text = rows[2]
    shown = {"operation": "text_generation", "model": "m", "calls": 1, "tokens": 10, "cost": 0.01, "tries": 1}
    assert text == text | shown
    assert {row["unreported_calls"] for row in rows[:2]} == {1}
    assert {row["tokens"] for row in rows[:2]} == {None}
    assert text["seconds"] > 0


def test_a_frame_has_nullable_types(run: Any, service: Any) -> None:
    service.answers(TEN)

    left = run(_run_with_report({"output_format": "dataframe"}))
    stored = left.value("report")

    assert {name: str(kind) for name, kind in stored.dtypes.items()} == {
        name: {"string": "string", "int": "Int64", "number": "Float64"}[kind] for name, kind in ROW_TYPES.items()
    }
    preview = left.xcoms["report", -1, "preview"]
    assert (preview["rows"], preview["columns"]) == (3, list(ROW_TYPES))
    assert preview["first"][0]["task_id"] == "page"


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
def test_the_rows_can_go_to_a_file(run: Any, service: Any, tmp_path: Path, suffix: str) -> None:
    service.answers(TEN)
    path = tmp_path / f"spend.{suffix}"

    left = run(_run_with_report({"result_path": str(path)}))

    assert left.value("report") == str(path)
    read = {
        "csv": pd.read_csv,
        "parquet": pd.read_parquet,
        "jsonl": lambda file: pd.DataFrame(map(json.loads, file.read_text().splitlines())),
    }
    frame = read[suffix](path)
    assert list(frame.columns) == list(ROW_TYPES)
    assert frame["calls"].sum() == 3


def test_a_run_that_has_spent_nothing_gives_no_rows(run: Any, service: Any) -> None:
    left = run(lambda: SpendReportOperator(task_id="report"))

    assert left.value("report") == []


def test_the_frame_can_be_had_inside_taskflow_and_counts_calls_of_the_hook(run: Any, service: Any) -> None:
    service.answers(TEN)

    def build() -> None:
        @task
        def ask() -> None:
            hook = ContentAIHook()
            for _ in range(3):
                hook.generate_text(messages="Hi", model="m")

        @task
        def add_up() -> int:
            return int(run_frame(get_current_context())["tokens"].sum())

        ask() >> add_up()

    assert run(build).value("add_up") == 30


@pytest.mark.parametrize("theirs", ["a lot", {"tokens": 10**6}, [1]], ids=repr)
def test_an_xcom_of_the_same_name_that_is_not_ours_is_left_alone(run: Any, service: Any, theirs: Any) -> None:
    service.answers(TEN)

    def build() -> None:
        @task(multiple_outputs=True)
        def other() -> dict[str, Any]:
            return {"usage": {"tokens": 10**6}, "content_ai_spend": theirs}

        other() >> SpendReportOperator(task_id="report")

    assert run(build).value("report") == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [({"output_format": "csv"}, "output_format"), ({"result_path": "/x.xlsx"}, "result_path")],
)
def test_what_is_wrong_is_refused_when_the_dag_is_parsed(arguments: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidRequestError, match=said):
        SpendReportOperator(task_id="t", **arguments)
