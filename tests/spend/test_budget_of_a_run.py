"""Budgets in a DAG run: who is counted, who is stopped, how far a run can go over."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest

from airflow_provider.api.answers import Usage
from airflow_provider.errors import InvalidRequestError
from airflow_provider.operators import ExtractBatchOperator, ExtractOperator, TextGenerationOperator
from airflow_provider.spend import Budget, guard

TEN = {"response": "Hello", "tokens": 10, "success": True}
PAGE = {"response": "A page", "success": True}


def _says(task_id: str, budget: Any, **arguments: Any) -> TextGenerationOperator:
    return TextGenerationOperator(task_id=task_id, messages="Hi", model="m", budget=budget, **arguments)


def _chain(*budgets: Any, **arguments: Any) -> Callable[[], None]:
    def build() -> None:
        last = None
        for number, budget in enumerate(budgets):
            task = _says(f"t{number}", budget, trigger_rule="all_done", **arguments)
            if last is not None:
                last >> task
            last = task

    return build


def test_a_run_stops_when_its_tasks_together_have_spent_the_budget(run: Any, service: Any) -> None:
    service.answers(TEN)

    left = run(_chain(*[Budget(tokens=20)] * 3, retries=2, retry_policy=None))

    assert left.states == {"t0": "success", "t1": "success", "t2": "failed"}
    assert len(service.seen) == 2
    assert left.usage("t2")["calls"] == 0


def test_the_call_that_crosses_the_limit_is_paid_and_the_next_one_is_not_sent(run: Any, service: Any) -> None:
    service.answers(TEN)

    left = run(_chain({"tokens": 1}, {"tokens": 1}))

    assert left.states == {"t0": "success", "t1": "failed"}
    assert len(service.seen) == 1


def test_the_budget_of_a_task_does_not_count_the_others(run: Any, service: Any) -> None:
    service.answers(TEN)

    left = run(_chain(*[Budget(calls=1, scope="task")] * 2))

    assert left.states == {"t0": "success", "t1": "success"}


def test_skip_skips_what_is_downstream_too(run: Any, service: Any) -> None:
    service.answers(TEN)

    def build() -> None:
        _says("a", {"calls": 1}) >> _says("b", {"calls": 1, "on_exceed": "skip"}) >> _says("c", None)

    left = run(build)

    assert left.states == {"a": "success", "b": "skipped", "c": "skipped"}


def test_extraction_is_capped_by_calls_for_it_reports_no_tokens(run: Any, service: Any) -> None:
    service.answers(PAGE)
    where = {"link": "https://example.com/", "prompt": "All"}

    def build() -> None:
        first = ExtractOperator(task_id="a", **where, budget={"calls": 1, "tokens": 1})
        first >> ExtractOperator(task_id="b", **where, budget={"calls": 1, "tokens": 1})

    left = run(build)

    assert left.states == {"a": "success", "b": "failed"}


def test_a_template_that_caps_tokens_alone_is_refused_before_an_extraction_is_sent(run: Any, service: Any) -> None:
    service.answers(PAGE)
    budget = {"tokens": "{{ 100 }}"}

    left = run(lambda: ExtractOperator(task_id="a", link="https://example.com/", prompt="All", budget=budget))

    assert left.states == {"a": "failed"}
    assert service.seen == []


def test_all_map_indexes_count(run: Any, service: Any) -> None:
    service.answers(TEN)

    left = run(
        lambda: TextGenerationOperator.partial(task_id="t", model="m", budget=Budget(calls=2, on_exceed="skip")).expand(
            messages=["a", "b", "c", "d"]
        )
    )

    assert len(service.seen) == 2
    assert sorted(left.usage("t", index)["calls"] for index in range(4)) == [0, 0, 1, 1]


def test_earlier_tries_count(run: Any, service: Any) -> None:
    service.answers((500, {"error": "Oops.", "tokens": 30, "success": False}), TEN)

    left = run(_chain({"tokens": 30}, retries=3))

    assert left.states["t0"] == "failed"
    assert len(service.seen) == 1
    assert (left.usage("t0")["calls"], left.usage("t0")["tokens"]) == (1, 30)


def test_a_call_that_was_not_answered_counts_for_it_may_have_been_billed(run: Any, service: Any) -> None:
    service.answers(None, TEN)

    left = run(_chain({"calls": 1, "scope": "task"}, retries=1))

    assert left.states["t0"] == "failed"
    assert left.usage("t0")["unconfirmed_calls"] == 1


def test_sends_that_cost_nothing_leave_the_budget_as_it_is(run: Any, service: Any, connection: Any) -> None:
    connection(max_wait=0.01)
    service.answers((429, {"error": "Later.", "success": False}), TEN)

    left = run(_chain({"calls": 1}))

    assert left.states["t0"] == "success"
    assert len(service.seen) == 2


def test_a_budget_may_come_from_a_template(run: Any, service: Any) -> None:
    service.answers(TEN)

    left = run(_chain({"calls": "{{ 1 + 0 }}"}, Budget(calls="{{ dag_run.run_type and 1 }}")))  # type: ignore[arg-type]

    assert left.states == {"t0": "success", "t1": "failed"}


def test_a_template_that_renders_no_number_is_refused_before_anything_is_sent(run: Any, service: Any) -> None:
    service.answers(TEN)

    left = run(_chain({"calls": "{{ none }}"}))

    assert left.states["t0"] == "failed"
    assert service.seen == []


def test_a_literal_that_is_wrong_is_refused_when_the_dag_is_parsed() -> None:
    with pytest.raises(InvalidRequestError, match="calls is 'many'"):
        _says("t", {"calls": "many"})
    with pytest.raises(InvalidRequestError, match="calls is 'many'"):
        TextGenerationOperator.partial(task_id="t", model="m", budget={"calls": "many"})


def test_the_error_says_what_was_spent_what_was_allowed_and_what_to_do(
    run: Any, service: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    service.answers(TEN)

    run(_chain({"tokens": 10}, {"tokens": 10}))

    said = capsys.readouterr().out
    assert "10 tokens spent of 10 allowed, by run " in said


def test_a_warning_is_logged_once_at_the_share_that_was_asked_for(
    run: Any, service: Any, caplog: pytest.LogCaptureFixture, connection: Any
) -> None:
    connection(max_wait=0.01)
    service.answers(TEN, (429, {"error": "Later.", "success": False}), TEN)
    with caplog.at_level(logging.WARNING):
        run(_chain(None, {"tokens": 12, "warn_at": 0.8}))

    assert caplog.text.count("83 % of the budget: 10 tokens spent of 12 allowed, by run ") == 1


def test_a_batch_counts_what_the_others_spend_while_it_runs(
    run: Any, service: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("airflow_provider.batch.commits.BUDGET_SECONDS", 0.0)
    others: list[Any] = []

    def page(method: str, path: str, body: bytes) -> Any:
        if len(service.seen) == 3:
            # As another task of the run does meanwhile.
            others.append(Usage(calls=100))
        return PAGE

    service.by_request = page
    counted = guard.spent_in_run
    monkeypatch.setattr(guard, "spent_in_run", lambda context: (sum(others, counted(context)[0]), frozenset()))

    left = run(
        lambda: ExtractBatchOperator(
            task_id="t",
            links=[f"https://example.com/{number}" for number in range(30)],
            prompt="All",
            concurrency=1,
            budget=Budget(calls=100),
        )
    )

    assert left.states["t"] == "failed"
    assert 3 <= len(service.seen) <= 5
    assert left.usage("t")["calls"] == len(service.seen)
