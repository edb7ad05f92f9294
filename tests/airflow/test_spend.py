"""What spend shows, and what is sent, when a task fails and tries again."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from airflow_provider.operators import ExtractOperator, MarkdownConvertOperator, TextGenerationOperator

PAGE = {"link": "https://example.com/books", "prompt": "Every book"}
GOOD = {"response": [{"price": 1}], "success": True}
BAD_ROW = {"response": [{"price": "a few"}], "tokens": 7, "success": True}


def _extract(**arguments: Any) -> Callable[[], ExtractOperator]:
    return lambda: ExtractOperator(task_id="t", **PAGE, json_schema={"price": "number"}, **arguments)


def test_a_row_that_cannot_be_cast_is_asked_for_again_and_both_calls_count(run: Any, service: Any) -> None:
    service.answers(BAD_ROW, GOOD)

    left = run(_extract(retries=1))

    assert left.states["t"] == "success"
    assert left.value("t") == [{"price": 1}]
    assert left.usage("t") == {
        "operation": "extract",
        "calls": 2,
        "tokens": 7,
        "unreported_calls": 1,
        "unconfirmed_calls": 0,
        "unpriced_calls": 2,
        "reused_calls": 0,
        "cost": None,
        "saved": None,
        "currency": None,
        "model": None,
        "connection": "content_ai_default",
        "tries": 2,
    }


def test_spend_is_kept_when_the_rows_cannot_be_shaped(run: Any, service: Any) -> None:
    service.answers(BAD_ROW)

    left = run(_extract())

    assert left.states["t"] == "failed"
    assert left.usage("t")["tokens"] == 7
    assert left.stored["t", "content_ai_spend"]["tokens"] == 7


@pytest.mark.parametrize(("on_invalid", "rows"), [("null", [{"price": None}]), ("skip", [])])
def test_rows_that_cannot_be_cast_are_nulled_or_skipped_on_request(
    run: Any, service: Any, on_invalid: str, rows: list[Any]
) -> None:
    service.answers(BAD_ROW)

    left = run(_extract(on_invalid=on_invalid))

    assert left.value("t") == rows


def test_a_retry_after_a_failed_write_uses_the_paid_answer(run: Any, service: Any, tmp_path: Path) -> None:
    service.answers(GOOD)
    blocked = tmp_path / "file"
    blocked.touch()
    path = f"{{{{ '{blocked}/rows.jsonl' if ti.try_number == 1 else '{tmp_path}/rows.jsonl' }}}}"

    left = run(_extract(result_path=path, retries=1))

    assert left.states["t"] == "success"
    assert len(service.seen) == 1
    assert left.usage("t")["calls"] == 1
    assert left.usage("t")["tries"] == 1


@pytest.mark.parametrize("size", [40, 400_000], ids=["inline", "in-parts"])
def test_an_answer_too_large_for_xcom_is_kept_and_paid_once(run: Any, service: Any, size: int) -> None:
    text = "".join(chr(33 + number * number % 90) for number in range(size))
    service.answers({"response": text, "tokens": 9, "success": True})

    left = run(
        lambda: MarkdownConvertOperator(task_id="t", resource="https://example.com/a", max_xcom_bytes=20, retries=2)
    )

    assert left.states["t"] == "failed"
    assert len(service.seen) == 1
    assert left.usage("t")["tokens"] == 9
    assert left.stored["t", "content_ai_spend"]["log"]["entries"] == 1


def test_the_answer_of_a_task_that_has_succeeded_is_not_kept(run: Any, service: Any) -> None:
    service.answers({"response": "x" * 400_000, "tokens": 9, "success": True})

    left = run(lambda: MarkdownConvertOperator(task_id="t", resource="https://example.com/a"))

    assert set(left.stored) == {("t", "content_ai_spend")}
    assert "log" not in left.stored["t", "content_ai_spend"]


@pytest.mark.parametrize("status", [400, 401, 403, 415, 422])
def test_a_refused_call_is_never_retried_and_costs_nothing(run: Any, service: Any, status: int) -> None:
    service.answers((status, {"error": "No.", "detail": "No.", "success": False}))

    left = run(_extract(retries=3))

    assert left.states["t"] == "failed"
    assert len(service.seen) == 1
    assert left.usage("t")["calls"] == 0


@pytest.mark.parametrize(
    ("first", "calls"),
    [
        pytest.param((404, {"error": "Page gone.", "success": False}), 1, id="404"),
        pytest.param((500, {"error": "Oops.", "success": False}), 2, id="500"),
        pytest.param({"error": "Oops.", "success": False}, 2, id="no-success"),
    ],
)
def test_what_may_pass_is_retried_by_airflow(run: Any, service: Any, first: Any, calls: int) -> None:
    service.answers(first, GOOD)

    left = run(_extract(retries=1))

    assert left.states["t"] == "success"
    assert len(service.seen) == 2
    assert left.usage("t")["calls"] == calls


def test_a_call_without_an_answer_shows_as_unconfirmed(run: Any, service: Any) -> None:
    service.answers(None, GOOD)

    left = run(_extract(retries=1))

    assert left.states["t"] == "success"
    assert left.usage("t")["calls"] == 1
    assert left.usage("t")["unconfirmed_calls"] == 1


def test_bad_arguments_are_refused_before_anything_is_sent(run: Any, service: Any) -> None:
    service.answers(GOOD)

    left = run(_extract(result_path="{{ 'rows.xlsx' }}", retries=2))

    assert left.states["t"] == "failed"
    assert service.seen == []
    assert left.usage("t")["calls"] == 0


def test_an_unknown_connection_field_is_refused_by_name(
    run: Any, service: Any, connection: Any, caplog: pytest.LogCaptureFixture
) -> None:
    connection(time_out=3)
    service.answers(GOOD)

    left = run(_extract(retries=2))

    assert left.states["t"] == "failed"
    assert service.seen == []


def test_spend_adds_up_over_tries_with_a_price(run: Any, service: Any, connection: Any) -> None:
    connection(price_per_1k_tokens=1)
    service.answers(
        (500, {"error": "Oops.", "success": False, "tokens": 400}),
        {"response": "Hi", "tokens": 600, "success": True},
    )

    left = run(lambda: TextGenerationOperator(task_id="t", messages="Hello", model="small", retries=1))

    assert left.usage("t")["tokens"] == 1000
    assert left.usage("t")["cost"] == pytest.approx(1.0)
