"""Budgets in money, in a DAG run: for one task, mapped ones, batches and Python code; whom they tell, and when."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from airflow.sdk import BaseNotifier, get_current_context, task

from airflow_provider.hooks import ContentAIHook
from airflow_provider.operators import (
    ExtractBatchOperator,
    ExtractOperator,
    SpendReportOperator,
    TextGenerationOperator,
)
from airflow_provider.spend import Budget

PAGE = {"response": "A page", "success": True}
TEN = {"response": "Hello", "tokens": 10, "success": True}
WHERE = {"link": "https://example.com/", "prompt": "All"}
LINKS = [f"https://example.com/{number}" for number in range(10)]
CENT = {"currency": "EUR", "extract": {"per_call": 0.01}}


@pytest.fixture
def paid(run: Any, service: Any, connection: Any) -> Callable[[Callable[[], Any]], Any]:
    """Run a DAG whose extractions cost a cent each."""
    connection(prices=CENT)
    service.answers(PAGE)
    return run


def test_tasks_one_after_the_other_spend_what_is_allowed_and_no_more(
    paid: Any, service: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    def build() -> None:
        last = None
        for number in range(4):
            one = ExtractOperator(task_id=f"t{number}", **WHERE, budget=Budget(cost=0.025), trigger_rule="all_done")
            if last is not None:
                last >> one
            last = one

    left = paid(build)

    assert left.states == {"t0": "success", "t1": "success", "t2": "failed", "t3": "failed"}
    assert len(service.seen) == 2
    assert (left.usage("t0")["cost"], left.usage("t0")["currency"]) == (0.01, "EUR")
    said = "0.02 EUR spent of 0.025 EUR allowed, and a call costs 0.01 EUR, by run "
    assert said in capsys.readouterr().out


def test_mapped_tasks_share_it(paid: Any, service: Any) -> None:
    budget = Budget(cost=0.02, on_exceed="skip")

    left = paid(lambda: ExtractOperator.partial(task_id="t", prompt="All", budget=budget).expand(link=LINKS[:4]))

    assert len(service.seen) == 2
    assert sorted(str(left.usage("t", index)["cost"]) for index in range(4)) == ["0.01", "0.01", "None", "None"]


@pytest.mark.parametrize("concurrency", [1, 8])
def test_a_batch_ends_at_it_though_calls_are_in_flight(
    paid: Any, service: Any, concurrency: int, caplog: pytest.LogCaptureFixture
) -> None:
    left = paid(
        lambda: ExtractBatchOperator(
            task_id="t", links=LINKS, prompt="All", concurrency=concurrency, budget=Budget(cost="0.05")
        )
    )

    assert left.states["t"] == "failed"
    assert len(service.seen) == 5
    assert left.usage("t")["cost"] == 0.05
    planned = left.xcoms["t", -1, "manifest"]["planned"]
    assert planned == {"items": 10, "duplicates": 0, "kept": 0, "calls": 10, "cost_at_most": 0.1, "currency": "EUR"}
    [warning] = [
        one for one in caplog.records if "10 items: 10 calls to make, for 0.1 EUR at most." in one.getMessage()
    ]
    assert "The budget cannot cover 10 calls: 0 EUR spent of 0.05 EUR allowed" in warning.getMessage()
    assert warning.levelname == "WARNING"


def test_what_a_batch_costs_at_most_has_the_pages_that_it_may_ask_again(paid: Any, service: Any) -> None:
    service.answers({"response": [{"title": None}], "success": True})

    left = paid(
        lambda: ExtractBatchOperator(
            task_id="t",
            links=LINKS[:3],
            prompt="All",
            json_schema={"title": "string"},
            expect={"required": ["title"], "on_unmet": "ask_again"},
        )
    )

    manifest = left.xcoms["t", -1, "manifest"]
    assert (manifest["planned"]["calls"], manifest["planned"]["cost_at_most"]) == (3, 0.06)
    assert manifest["usage"]["cost"] == 0.06


def test_python_code_is_held_to_it(paid: Any, service: Any) -> None:
    @task
    def read() -> None:
        hook = ContentAIHook(budget=Budget(cost=0.02, scope="task"))
        for link in LINKS:
            hook.extract(link=link, prompt="All")

    left = paid(read)

    assert left.states["read"] == "failed"
    assert len(service.seen) == 2


def test_the_call_that_crosses_it_is_paid_where_tokens_have_the_price(run: Any, service: Any, connection: Any) -> None:
    connection(prices={"text_generation": {"per_1k_tokens": 1}})
    service.answers(TEN)

    def build() -> None:
        tasks = [
            TextGenerationOperator(
                task_id=f"t{number}", messages="Hi", model="m", budget={"cost": "{{ 0.015 }}"}, trigger_rule="all_done"
            )
            for number in range(3)
        ]
        tasks[0] >> tasks[1] >> tasks[2]

    left = run(build)

    assert left.states == {"t0": "success", "t1": "success", "t2": "failed"}
    assert len(service.seen) == 2


REFUSED: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "no price at all": ({}, {"cost": 5}, "has none for extract. Set it in the extra field 'prices', as per_call"),
    "a price of tokens, which extraction does not report": (
        {"price_per_1k_tokens": 1},
        {"cost": 5},
        "has none for extract. Set it in the extra field 'prices', as per_call",
    ),
    "a price of something else": (
        {"prices": {"text_generation": {"per_call": 1}}},
        {"cost": 5, "calls": 1},
        "has none for extract",
    ),
    "a day without a shared store": ({"prices": CENT}, {"cost": 5, "scope": "day"}, "Set its extra field 'shared'"),
    "a month without a shared store": ({}, {"calls": 5, "scope": "month"}, "Set its extra field 'shared'"),
}


KINDS: dict[str, Callable[[Any], Any]] = {
    "single": lambda budget: ExtractOperator(task_id="t", **WHERE, budget=budget),
    "batch": lambda budget: ExtractBatchOperator(task_id="t", links=LINKS, prompt="All", budget=budget),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("case", REFUSED)
def test_a_budget_that_could_never_stop_it_is_refused_before_anything_is_sent(
    request: pytest.FixtureRequest, kind: str, case: str
) -> None:
    extra, budget, said = REFUSED[case]
    capsys = request.getfixturevalue("capsys")
    request.getfixturevalue("connection")(**extra)
    service = request.getfixturevalue("service")
    service.answers(PAGE)

    left = request.getfixturevalue("run")(lambda: KINDS[kind](budget))

    assert left.states["t"] == "failed"
    assert service.seen == []
    assert said in capsys.readouterr().out


def test_three_currencies_in_a_run_are_refused_and_not_added(
    run: Any, service: Any, monkeypatch: pytest.MonkeyPatch, connection: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    service.answers(PAGE)
    connection()
    for currency in ("EUR", "USD", "CHF"):
        extra = {"prices": {**CENT, "currency": currency}}
        value = {"conn_type": "content_ai", "host": service.url, "password": "k3y-of-the-test", "extra": extra}
        monkeypatch.setenv(f"AIRFLOW_CONN_{currency}", json.dumps(value))

    def build() -> None:
        euros = ExtractOperator(task_id="euros", **WHERE, content_ai_conn_id="eur", budget={"cost": 5})
        dollars = ExtractOperator(task_id="dollars", **WHERE, content_ai_conn_id="usd")
        francs = ExtractOperator(task_id="francs", **WHERE, content_ai_conn_id="chf", budget={"cost": 5})
        euros >> dollars >> francs

    left = run(build)

    assert left.states == {"euros": "success", "dollars": "success", "francs": "failed"}
    assert len(service.seen) == 2
    assert "has spent 0.01 EUR and 0.01 USD. Two currencies are never added" in capsys.readouterr().out
    assert left.usage("dollars")["connection"] == "usd"


def test_a_report_has_each_currency_of_a_task_and_adds_none(
    run: Any, service: Any, monkeypatch: pytest.MonkeyPatch, connection: Any, tmp_path: Path
) -> None:
    service.answers(PAGE)
    for currency in ("EUR", "USD"):
        extra = {"prices": {**CENT, "currency": currency}}
        value = {"conn_type": "content_ai", "host": service.url, "password": "k3y-of-the-test", "extra": extra}
        monkeypatch.setenv(f"AIRFLOW_CONN_{currency}", json.dumps(value))
    path = str(tmp_path / "report.csv")

    def build() -> None:
        @task
        def both() -> None:
            for name, times in (("usd", 1), ("eur", 2)):
                for link in LINKS[:times]:
                    ContentAIHook(name).extract(link=link, prompt="All")

        both() >> [SpendReportOperator(task_id="rows"), SpendReportOperator(task_id="file", result_path=path)]

    [row] = run(build).value("rows")

    assert (row["cost"], row["currency"], row["calls"]) == (None, "EUR, USD", 3)
    assert (row["costs"], row["savings"]) == ("0.02 EUR, 0.01 USD", None)
    [line] = pd.read_csv(path).to_dict("records")
    assert line["costs"] == row["costs"]


def test_answers_that_a_retry_uses_again_are_counted_with_what_they_would_have_cost(paid: Any, service: Any) -> None:
    gone = (404, {"error": "The page cannot be loaded.", "success": False})
    service.answers(PAGE, PAGE, gone, PAGE)

    left = paid(
        lambda: ExtractBatchOperator(
            task_id="t",
            links=LINKS[:5],
            prompt="All",
            concurrency=1,
            on_item_error="fail",
            retries=1,
            retry_policy=None,
        )
    )

    assert left.states["t"] == "success"
    usage = left.usage("t")
    assert (usage["calls"], usage["cost"], usage["reused_calls"], usage["saved"]) == (5, 0.05, 2, 0.02)
    assert left.xcoms["t", -1, "manifest"]["planned"]["kept"] == 2


class Heard(BaseNotifier):
    """A notifier that remembers, by its name, what it was told; *fails* afterwards if it is to."""

    template_fields = ("text",)
    told: list[tuple[str, dict[str, Any]]]

    def __init__(self, told: list[Any], *, text: str = "{{ content_ai_budget.event }}", fails: bool = False) -> None:
        super().__init__()
        self.told = told
        self.text = text
        self.fails = fails

    def notify(self, context: Any) -> None:
        self.told.append((self.text, context["content_ai_budget"]))
        if self.fails:
            raise ConnectionError("the notifier's service is away")


@pytest.mark.parametrize("as_dict", [False, True], ids=["Budget", "dict"])
@pytest.mark.parametrize("fails", [False, True], ids=["works", "fails"])
def test_people_are_told_once_of_the_warning_and_once_of_the_end(
    paid: Any, service: Any, *, as_dict: bool, fails: bool
) -> None:
    told: list[Any] = []
    fields: dict[str, Any] = {"cost": 0.04, "warn_at": 0.5, "notify": [Heard(told, fails=fails)]}
    budget = fields if as_dict else Budget(**fields)

    left = paid(
        lambda: ExtractBatchOperator(task_id="t", links=LINKS, prompt="All", concurrency=1, budget=budget, retries=2)
    )

    assert left.states["t"] == "failed"
    assert [text for text, _ in told] == ["warned", "stopped"]
    warned, stopped = (facts for _, facts in told)
    assert warned["message"].startswith("50 % of the budget: ")
    assert stopped["message"].startswith("0.04 EUR spent of 0.04 EUR allowed, by run ")
    assert (stopped["spent"]["cost"], stopped["spent"]["currency"]) == (0.04, "EUR")
    assert (stopped["allowed"], stopped["scope"], stopped["by"]["task_id"]) == ({"cost": 0.04}, "run", "t")


def test_mapped_tasks_are_told_of_one_warning_and_each_of_its_end(paid: Any) -> None:
    told: list[Any] = []
    budget = Budget(cost=0.02, warn_at=0.5, on_exceed="skip", notify=[Heard(told)])

    paid(lambda: ExtractOperator.partial(task_id="t", prompt="All", budget=budget).expand(link=LINKS[:4]))

    assert sorted(text for text, _ in told) == ["stopped", "stopped", "warned"]
    assert len({facts["by"]["map_index"] for text, facts in told if text == "stopped"}) == 2


class Slow(BaseNotifier):
    """A notifier that does not return before the service has answered all *calls*."""

    def __init__(self, service: Any, calls: int) -> None:
        super().__init__()
        self.service = service
        self.calls = calls
        self.seen: list[int] = []

    def notify(self, context: Any) -> None:
        deadline = time.monotonic() + 30
        while len(self.service.seen) < self.calls and time.monotonic() < deadline:
            time.sleep(0.01)
        self.seen.append(len(self.service.seen))


def test_a_slow_notifier_holds_up_no_call_of_a_batch(paid: Any, service: Any) -> None:
    slow = Slow(service, len(LINKS))
    budget = Budget(calls=20, warn_at=0.1, notify=[slow])

    left = paid(lambda: ExtractBatchOperator(task_id="t", links=LINKS, prompt="All", concurrency=1, budget=budget))

    assert left.states["t"] == "success"
    assert slow.seen == [len(LINKS)]


def test_python_code_has_its_notifiers_too(paid: Any) -> None:
    told: list[Any] = []

    @task
    def read() -> None:
        assert get_current_context()["ti"].task_id == "read"
        hook = ContentAIHook(budget=Budget(calls=1, scope="task", notify=[Heard(told)]))
        for link in LINKS:
            hook.extract(link=link, prompt="All")

    paid(read)

    assert [text for text, _ in told] == ["stopped"]


def test_notifiers_are_in_neither_the_stored_dag_nor_the_rendered_budget(paid: Any) -> None:
    from airflow.sdk import DAG
    from airflow.serialization.serialized_objects import DagSerialization

    told: list[Any] = []
    budget = Budget(calls=5, notify=[Heard(told)])
    with DAG("stored", schedule=None, default_args={"budget": budget.as_dict() | {"notify": [Heard(told)]}}) as dag:
        ExtractOperator(task_id="one", **WHERE, budget=budget)
        ExtractOperator(task_id="by_default", **WHERE)
        ExtractOperator.partial(task_id="many", prompt="All", budget=budget).expand(link=LINKS)

    stored = DagSerialization.to_dict(dag)

    one, by_default, many = (one["__var"] for one in stored["dag"]["tasks"])
    assert "notify" not in str(one["budget"])
    assert "notify" not in str(by_default["budget"])
    assert "Heard" not in str(many)
