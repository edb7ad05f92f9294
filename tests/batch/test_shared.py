"""Batches whose limits are shared by all workers, on a real Redis."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterator

import pytest

from airflow_provider.errors import BudgetExceededError, LimitsUnavailableError
from dags_examples.run.processes import free_port
from tests.batch.conftest import Batch
from tests.batch.service import links, rows
from tests.redis_server import URL, forget, within_one_day

pytestmark = pytest.mark.redis


@pytest.fixture
def name() -> Iterator[str]:
    within_one_day()
    word = uuid.uuid4().hex
    yield word
    forget(word)


def test_batches_of_a_day_send_together_exactly_as_many_calls_as_are_allowed(
    batch: Callable[..., Batch], name: str
) -> None:
    budget = {"calls": 7, "scope": "day", "name": name}

    sent = 0
    for _ in range(2):
        one = batch(delay=0.02, links=links(20), budget=budget, extra={"shared": URL})
        with pytest.raises(BudgetExceededError, match="7 calls spent of 7 allowed"):
            one.run()
        sent += one.service.sent.total()

    assert sent == 7


def test_a_batch_within_its_budget_is_as_any_other(batch: Callable[..., Batch], name: str) -> None:
    budget = {"calls": 20, "scope": "month", "name": name}
    one = batch(links=links(20), budget=budget, extra={"shared": URL})

    assert one.run() == rows(links(20))
    assert one.usage["calls"] == 20
    assert one.usage["unconfirmed_calls"] == 0


def test_the_calls_of_a_batch_wait_for_their_turns(batch: Callable[..., Batch]) -> None:
    one = batch(links=links(20), extra={"shared": URL, "requests_per_minute": 1_200})
    began = time.monotonic()
    try:
        one.run()
    finally:
        forget("{pace:c}")

    assert max(one.service.times) - began >= 19 * 62 / 1_200


def test_without_redis_a_batch_sends_nothing(batch: Callable[..., Batch]) -> None:
    one = batch(links=links(5), extra={"shared": f"redis://127.0.0.1:{free_port()}/0"})

    with pytest.raises(LimitsUnavailableError, match="Nothing was sent"):
        one.run()

    assert one.service.sent.total() == 0
    assert one.usage["calls"] == one.usage["unconfirmed_calls"] == 0


def test_a_batch_that_may_go_on_without_redis_warns_and_does(
    batch: Callable[..., Batch], caplog: pytest.LogCaptureFixture
) -> None:
    away = {"shared": f"redis://127.0.0.1:{free_port()}/0", "shared_required": "false"}
    one = batch(links=links(5), budget={"calls": 3, "scope": "day"}, extra=away)

    with pytest.raises(BudgetExceededError):
        one.run()

    assert one.service.sent.total() == 3
    assert "this budget is only a brake" in caplog.text
