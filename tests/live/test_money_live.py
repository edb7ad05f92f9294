"""Money on a real Airflow: the price of each operation, currencies apart, budgets, and a Redis that goes away."""

from __future__ import annotations

import json
import shutil
import time
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from dags_examples.run.local_airflow import LocalAirflow
from dags_examples.run.processes import ended_by_signals, wait_until
from tests.live.paid_service import PATIENCE, PaidService
from tests.live.paying import page_of
from tests.redis_server import OwnRedis

if TYPE_CHECKING:
    from dags_examples.run.rest import AirflowApi, Run

pytestmark = [
    pytest.mark.live,
    pytest.mark.redis,
    pytest.mark.skipif(shutil.which("redis-server") is None, reason="needs a redis-server of its own"),
]

DAGS = Path(__file__).with_name("money_dags")
PRICES = {
    "extract": {"per_call": 0.02},
    "markdown_convert": {"per_1k_tokens": 2},
    "text_generation": {"per_1k_tokens": 4, "models": {"large": {"per_1k_tokens": 30}}},
    "collection_query": {"per_call": 0.001, "per_1k_tokens": 1},
    "collection_delete": {"per_call": "0.000000000001"},
}
# The service reports 7 tokens where its contract has any.
COSTS = {
    "extract": "0.02",
    "markdown": "0.014",
    "text": "0.028",
    "text_large": "0.21",
    "query": "0.008",
    "delete": "0.000000000001",
}
CAPPED = ["capped_single", "capped_mapped", "capped_batch", "capped_code"]
IN_FLIGHT, QUESTIONS = 2, 60


class Bank:
    """An Airflow whose runs of one call each pay *service*, with a Redis of its own."""

    def __init__(self, api: AirflowApi, redis: OwnRedis) -> None:
        self.api = api
        self.redis = redis
        self.service = PaidService(delay=0)
        for currency in ("EUR", "USD", "CHF"):
            self.connect(currency.lower(), self.service, prices={"currency": currency, **PRICES})
        capped = ["prices", "currencies", "one_day", *CAPPED]
        # All of them at once: most of the time each waits for Airflow.
        self.runs: dict[str, Run] = {dag_id: api.trigger(dag_id) for dag_id in capped if dag_id != "one_day"}
        self.runs["one_day"] = api.trigger("one_day", {"name": "everybody"})

    def connect(self, name: str, service: PaidService, **extra: Any) -> None:
        more = {"shared": self.redis.url, "timeout": 20, **extra}
        connection = {"conn_type": "content_ai", "host": service.url, "password": "k", "extra": json.dumps(more)}
        self.api.put("connections", "connection_id", name, connection)

    def ended(self, dag_id: str) -> Run:
        run = self.runs[dag_id]
        run.wait(timeout=PATIENCE)
        return run


@pytest.fixture(scope="module")
def bank(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bank]:
    folder = tmp_path_factory.mktemp("money")
    redis = OwnRedis(folder)
    try:
        with ended_by_signals(), LocalAirflow(folder / "airflow", dags=[DAGS], parallelism=4) as airflow:
            running = Bank(airflow.api, redis)
            yield running
            running.service.close()
    finally:
        redis.kill()


def test_every_operation_has_its_price(bank: Bank) -> None:
    run = bank.ended("prices")

    rows = {row["task_id"]: row for row in page_of(run)["rows"]}
    assert {name: row["costs"] for name, row in rows.items()} == {name: {"EUR": cost} for name, cost in COSTS.items()}
    assert {row["task_id"]: row["cost"] for row in run.xcom("report")} == {
        name: float(cost) for name, cost in COSTS.items()
    }
    assert page_of(run)["total"]["costs"] == {"EUR": str(sum(map(Decimal, COSTS.values())))}
    assert run.xcom("text_large", "usage")["currency"] == "EUR"


def test_three_currencies_are_kept_apart_and_a_budget_refuses_to_count_them(bank: Bank) -> None:
    run = bank.ended("currencies")

    assert run.states()["refused"] == "failed"
    assert "Two currencies are never added" in run.log("refused")
    sums = dict.fromkeys(("CHF", "EUR", "USD"), "0.04")
    assert page_of(run)["total"]["costs"] == sums
    of_all = run.xcom("of_all", "usage")
    assert (of_all["cost"], of_all["currency"], of_all["calls"]) == (None, "CHF, EUR, USD", 3)
    [row] = [one for one in page_of(run)["rows"] if one["task_id"] == "of_all"]
    assert row["costs"] == dict.fromkeys(sums, "0.02")


def test_a_named_day_refuses_a_second_currency_before_anything_is_sent(bank: Bank) -> None:
    run = bank.ended("one_day")

    assert run.states() == {"eur": "success", "chf": "failed"}
    assert "has counted so far is in EUR, and the prices of this connection are in CHF" in run.log("chf")
    assert run.xcom("chf", "usage")["calls"] == 0


@pytest.mark.parametrize("dag_id", CAPPED)
def test_a_budget_in_money_stops_every_kind_of_task(bank: Bank, dag_id: str) -> None:
    run = bank.ended(dag_id)

    total = page_of(run)["total"]
    assert (total["calls"], total["costs"]) == (3, {"EUR": "0.06"})
    assert "skipped" in run.states().values()
    assert set(run.states().values()) <= {"success", "skipped"}


@pytest.fixture
def started(bank: Bank) -> Iterator[Callable[..., tuple[Run, PaidService]]]:
    """Start a batch that Redis counts, and return once it is in the middle of its calls."""
    services: list[PaidService] = []

    def start(which: str, **extra: Any) -> tuple[Run, PaidService]:
        for dag_id in bank.runs:
            bank.ended(dag_id)
        services.append(service := PaidService(delay=0.2))
        name = f"paid_{service.url.rpartition(':')[2]}"
        bank.connect(name, service, **extra)
        run = bank.api.trigger(f"redis_{which}", {"connection": name, "calls": 1_000 if which == "required" else 40})
        wait_until(lambda: service.paid.total() >= QUESTIONS // 4, seconds=PATIENCE, what="calls", every=0.02)
        return run, service

    yield start
    for one in services:
        one.close()


AWAY = {"killed": (OwnRedis.kill, OwnRedis.start), "paused": (OwnRedis.pause, OwnRedis.resume)}


@pytest.mark.parametrize("how", AWAY)
def test_nothing_is_sent_while_redis_is_away_and_a_retry_goes_on(
    bank: Bank, started: Callable[..., tuple[Run, PaidService]], how: str
) -> None:
    go, come = AWAY[how]
    run, service = started("required")
    go(bank.redis)
    try:
        gone_at = service.paid.total()
        wait_until(lambda: run.tasks()[0]["state"] == "up_for_retry", seconds=PATIENCE, what="a retry")
        stopped_at = service.paid.total()
        tries = run.tasks()[0]["try_number"]
        wait_until(lambda: run.tasks()[0]["try_number"] > tries, seconds=PATIENCE, what="another try")
        time.sleep(1)

        assert service.paid.total() == stopped_at
    finally:
        come(bank.redis)
    assert run.wait(timeout=PATIENCE) == "success"

    # Calls that had their places before.
    assert stopped_at <= gone_at + IN_FLIGHT
    assert set(service.paid.values()) == {1}
    assert service.paid.total() == QUESTIONS
    said = run.log("ask")
    assert "LimitsUnavailableError" in said
    assert "Nothing was sent. Check that it runs; shared_required=false would go on without it." in said


def test_where_redis_is_not_required_a_warning_tells_that_the_budget_is_a_brake(
    bank: Bank, started: Callable[..., tuple[Run, PaidService]]
) -> None:
    run, service = started("optional", shared_required=False)
    bank.redis.kill()
    try:
        run.wait(timeout=PATIENCE)
    finally:
        bank.redis.start()

    assert run.states()["ask"] == "skipped"
    assert "Until Redis answers, this budget is only a brake" in run.log("ask")
    assert service.paid.total() == 40
