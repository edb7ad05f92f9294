"""Calls that Python code makes through a hook inside a task: kept in order, over its tries, until it has succeeded."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from airflow.sdk import BaseOperator, Connection
from airflow.sdk.exceptions import AirflowSkipException
from airflow.sdk.execution_time.context import set_current_context

from airflow_provider.errors import BudgetExceededError, InvalidRequestError, RowError
from airflow_provider.hooks import ContentAIHook
from airflow_provider.operators import ExtractOperator, TextGenerationOperator
from airflow_provider.spend import Budget
from airflow_provider.state import airflow_versions
from tests.serving import Act, Received, Stage, answer, cut_off
from tests.standins import KEY, MemoryStore, Recorder, TaskInstance, execute, succeed
from tests.state.service import Service


class Code(BaseOperator):
    """A task that runs *body*, in the context that Airflow sets for it."""

    def __init__(self, *, body: Callable[[], Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.body = body

    def execute(self, context: Any) -> Any:
        with set_current_context(context):
            return self.body()


class Task:
    """A Python task over its tries, and the service that it calls."""

    def __init__(self, service: Service) -> None:
        self.service = service
        self.store = MemoryStore()
        self.ti = TaskInstance(try_number=0)

    def run(self, body: Callable[[], Any], *, dies: bool = False) -> Any:
        """Run the next try; *dies* has the worker die before Airflow has recorded a success."""
        self.ti = TaskInstance(try_number=self.ti.try_number + 1)
        result = execute(Code(body=body, task_id="task"), self.store, self.ti)
        if not dies:
            succeed(self.ti)
        return result

    @property
    def counts(self) -> tuple[int, int, int]:
        """Calls and unconfirmed calls as XCom `usage` has them, and what the service was paid for."""
        usage = self.ti.xcoms["usage"]
        return usage["calls"], usage["unconfirmed_calls"], self.service.paid.total()


@pytest.fixture
def task(monkeypatch: pytest.MonkeyPatch) -> Iterator[Task]:
    service = Service()
    connection = Connection(
        conn_id="content_ai_default", host=service.url, password=KEY, extra=json.dumps({"max_attempts": 1})
    )
    monkeypatch.setenv("AIRFLOW_CONN_CONTENT_AI_DEFAULT", connection.as_json())
    yield Task(service)
    service.close()


def ask(*questions: str, hook: ContentAIHook | None = None) -> list[str]:
    hook = ContentAIHook() if hook is None else hook
    return [hook.generate_text(messages=question, model="m-1").response for question in questions]


def test_a_retry_gets_its_answers_back_in_order_and_pays_only_for_the_rest(task: Task) -> None:
    assert task.run(lambda: ask("a", "b", "a"), dies=True) == ["a #1", "b #1", "a #2"]

    assert task.run(lambda: ask("a", "b", "a", "c"), dies=True) == ["a #1", "b #1", "a #2", "c #1"]

    assert task.counts == (4, 0, 4)
    assert task.ti.xcoms["usage"]["tries"] == 2


def test_every_operation_is_kept(task: Task) -> None:
    schema = {"title": "string"}

    def body() -> list[Any]:
        hook = ContentAIHook()
        return [
            hook.extract(link="https://b.test/", prompt="Title"),
            hook.extract(link="https://b.test/2", prompt="Title", json_schema=schema),
            hook.convert_to_markdown(resource="https://b.test/3"),
            hook.generate_text(messages="Hi", model="m-1"),
            hook.query_collection(
                collection_id="c", request_query="q", json_schema=[schema], json_schema_rules="None."
            ),
            hook.delete_collection(collection_id="d"),
        ]

    first = task.run(body, dies=True)

    assert task.run(body) == first
    assert task.counts == (6, 0, 6)


def test_a_success_ends_it_and_a_clear_after_it_asks_anew(task: Task) -> None:
    task.run(lambda: ask("a"))
    assert "log" not in task.store.get("content_ai_spend")

    assert task.run(lambda: ask("a")) == ["a #2"]
    assert task.counts == (2, 0, 2)


def test_a_success_that_the_api_server_refuses_is_none(task: Task) -> None:
    task.run(lambda: ask("a"), dies=True)
    succeed(task.ti, recorded="failed")

    assert task.run(lambda: ask("a")) == ["a #1"]


def test_a_changed_argument_diverges_from_there_on(task: Task) -> None:
    task.run(lambda: ask("a", "b", "c"), dies=True)

    assert task.run(lambda: ask("a", "x", "c"), dies=True) == ["a #1", "x #1", "c #2"]
    assert task.run(lambda: ask("a", "x", "y", "c"), dies=True) == ["a #1", "x #1", "y #1", "c #3"]
    assert task.run(lambda: ask("a", "x", "y", "c")) == ["a #1", "x #1", "y #1", "c #3"]
    assert task.counts == (7, 0, 7)


def test_a_try_that_died_in_a_call_is_unconfirmed_and_its_other_answers_are_kept(task: Task) -> None:
    task.service._act = lambda subject, payment: cut_off() if (subject, payment) == ("b", 1) else None
    with pytest.raises(Exception, match="no complete answer"):
        task.run(lambda: ask("a", "b"))

    assert task.run(lambda: ask("a", "b")) == ["a #1", "b #2"]
    assert task.counts == (2, 1, 3)


def test_a_call_that_fails_is_not_kept(task: Task) -> None:
    task.service._act = lambda subject, payment: answer(500) if payment == 1 else None
    with pytest.raises(Exception, match="500"):
        task.run(lambda: ask("a"))

    assert task.run(lambda: ask("a")) == ["a #2"]


def test_without_keeping_every_try_pays_for_all_its_calls(task: Task) -> None:
    def body() -> list[str]:
        return ask("a", "b", hook=ContentAIHook(keep_answers=False))

    task.run(body, dies=True)
    assert "log" not in task.store.get("content_ai_spend")

    assert task.run(body) == ["a #2", "b #2"]
    assert task.counts == (4, 0, 4)


def test_hooks_that_keep_and_hooks_that_do_not_stand_side_by_side(task: Task) -> None:
    def body() -> list[str]:
        return ask("a") + ask("b", hook=ContentAIHook(keep_answers=False)) + ask("c")

    task.run(body, dies=True)

    assert task.run(body) == ["a #1", "b #2", "c #1"]


def test_two_hooks_of_a_task_share_one_order(task: Task) -> None:
    task.run(lambda: ask("a") + ask("b"), dies=True)

    assert task.run(lambda: ask("a", "b")) == ["a #1", "b #1"]


def test_threads_that_overlap_get_what_they_ask_for_whichever_comes_first(
    task: Task, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A service that answers nobody before all three are in flight.
    choose, all_in_flight = task.service.choose, threading.Event()

    def choose_once_all_are_here(request: Received) -> Act:
        act = choose(request)
        if task.service.paid.total() == 3:
            all_in_flight.set()

        def later(stage: Stage) -> None:
            assert all_in_flight.wait(60)
            act(stage)

        return later

    monkeypatch.setattr(task.service, "choose", choose_once_all_are_here)
    hook = ContentAIHook()

    def at_once(questions: str) -> list[str]:
        together = threading.Barrier(len(questions))

        def one(question: str) -> str:
            together.wait(60)
            return ask(question, hook=hook)[0]

        with ThreadPoolExecutor(len(questions)) as pool:
            return list(pool.map(one, questions))

    assert task.run(lambda: at_once("abc"), dies=True) == ["a #1", "b #1", "c #1"]
    assert task.store.get("content_ai_spend")["log"]["overlapped"] is True

    assert task.run(lambda: at_once("cxba"), dies=True) == ["c #1", "x #1", "b #1", "a #1"]
    assert task.run(lambda: ask("x", "a", "b", "c")) == ["x #1", "a #1", "b #1", "c #1"]
    assert task.counts == (4, 0, 4)


def test_an_operator_in_the_same_task_keeps_its_own_answers(task: Task) -> None:
    def body() -> list[str]:
        from airflow.sdk import get_current_context

        operator = TextGenerationOperator(task_id="inner", messages="a", model="m-1")
        return [*ask("a"), operator.execute(get_current_context()), *ask("b")]

    assert task.run(body, dies=True) == ["a #1", "a #2", "b #1"]
    assert task.run(body, dies=True) == ["a #1", "a #2", "b #1"]
    assert task.counts == (3, 0, 3)
    task.run(body)
    assert set(task.store.values) == {"content_ai_spend"}
    assert "log" not in task.store.get("content_ai_spend")


def test_an_operator_that_code_calls_hears_of_the_success_of_its_task(task: Task) -> None:
    def body() -> str:
        from airflow.sdk import get_current_context

        operator = TextGenerationOperator(task_id="inner", messages="a", model="m-1")
        return str(operator.execute(get_current_context()))

    task.run(body, dies=True)
    assert task.run(body) == "a #1"

    assert "log" not in task.store.get("content_ai_spend")
    assert task.run(body) == "a #2"


def test_an_operator_whose_rows_are_at_fault_takes_no_answer_of_the_hook_with_it(task: Task) -> None:
    def body() -> Any:
        from airflow.sdk import get_current_context

        before = ask("a", "b")
        rows = ExtractOperator(task_id="inner", link="https://b.test/", prompt="Price", json_schema={"price": "number"})
        return before, rows.execute(get_current_context())

    bad = answer(200, {"response": [{"price": "dear"}], "success": True})
    task.service._act = lambda subject, payment: bad if subject.startswith("https") and payment == 1 else None
    with pytest.raises(RowError):
        task.run(body)

    before, rows = task.run(body)

    assert before == ["a #1", "b #1"]
    assert rows[0]["price"] == 12.5
    assert task.service.paid == {"a": 1, "b": 1, "https://b.test/": 2}
    assert task.counts == (4, 0, 4)


@pytest.mark.parametrize(
    "budget", [Budget(calls=2, scope="task"), {"calls": 2, "scope": "task"}, '{"calls": "2", "scope": "task"}']
)
def test_a_budget_stops_the_hook_before_the_call_that_is_too_many(task: Task, budget: Any) -> None:
    with pytest.raises(BudgetExceededError, match="2 calls spent of 2 allowed"):
        task.run(lambda: ask("a", "b", "c", hook=ContentAIHook(budget=budget)))

    assert task.counts == (2, 0, 2)
    # What it has paid for is there for a try with a larger one.
    larger = ContentAIHook(budget=Budget(calls=3, scope="task"))
    assert task.run(lambda: ask("a", "b", "c", hook=larger)) == ["a #1", "b #1", "c #1"]


def test_a_budget_that_skips_skips_the_task(task: Task) -> None:
    hook = ContentAIHook(budget=Budget(calls=0, scope="task", on_exceed="skip"))
    with pytest.raises(AirflowSkipException):
        task.run(lambda: ask("a", hook=hook))

    assert task.service.paid.total() == 0


def test_a_budget_warns_once_a_try(task: Task, caplog: pytest.LogCaptureFixture) -> None:
    def body() -> list[str]:
        return ask(*"abcde", hook=ContentAIHook(budget=Budget(calls=10, scope="task", warn_at=0.1)))

    with caplog.at_level(logging.WARNING):
        task.run(body)
        assert len(caplog.messages) == 1
        task.run(body)

    assert len(caplog.messages) == 2
    assert "of the budget" in caplog.messages[0]


def test_a_hook_with_a_budget_counts_what_the_others_of_its_task_have_called(task: Task) -> None:
    def body() -> list[str]:
        return ask("a", "b") + ask("c", hook=ContentAIHook(budget=Budget(calls=2, scope="task")))

    with pytest.raises(BudgetExceededError):
        task.run(body)

    assert task.counts == (2, 0, 2)


@pytest.mark.parametrize("budget", [{"call": 2}, "2", {"scope": "task"}, 7])
def test_a_wrong_budget_is_refused_with_the_hook(budget: Any) -> None:
    with pytest.raises(InvalidRequestError, match="budget"):
        ContentAIHook(budget=budget)


def test_one_hook_serves_tries_of_several_tasks(task: Task) -> None:
    hook = ContentAIHook()
    task.run(lambda: ask("a", hook=hook), dies=True)
    other = Task(task.service)

    assert other.run(lambda: ask("a", hook=hook), dies=True) == ["a #2"]
    assert task.run(lambda: ask("a", hook=hook)) == ["a #1"]
    assert other.run(lambda: ask("a", hook=hook)) == ["a #2"]
    assert other.ti.xcoms["usage"]["calls"] == 1


def test_outside_of_a_task_nothing_is_kept(task: Task) -> None:
    assert ask("a") == ["a #1"]
    assert ask("a") == ["a #2"]


def test_a_meter_of_the_callers_own_hears_the_call_instead_of_the_task(task: Task) -> None:
    meter = Recorder()
    task.run(lambda: ask("a", hook=ContentAIHook(meter=meter)))

    assert meter.usage.calls == 1
    assert task.store.values == {}


@pytest.mark.parametrize(("version", "before"), [("3.3.2", []), ("3.4.0", ["content_ai_spend"])])
def test_a_call_is_two_writes_of_state_and_the_xcoms(
    task: Task, monkeypatch: pytest.MonkeyPatch, version: str, before: list[str]
) -> None:
    # The one thing about Airflow that a task cannot see but by its version.
    monkeypatch.setattr(airflow_versions, "airflow_version", version)
    pushed: list[str] = []
    push = TaskInstance.xcom_push

    class Counting(TaskInstance):
        def xcom_push(self, key: str, value: Any) -> None:
            pushed.append(key)
            push(self, key, value)

    def body() -> None:
        ask("a")
        assert task.store.writes == 2
        ask("b")
        assert task.store.writes == 4

    execute(Code(body=body, task_id="task"), task.store, Counting())

    assert pushed == [*before, "content_ai_spend", "usage"] * 2
